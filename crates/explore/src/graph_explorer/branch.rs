//! The choices that an action offers. One is taken at once, the others are kept as alternatives.

use porf_entity::{AccessSize, Address, ReadOrdering, RmwOp, RmwOrdering, ThreadId, Value};
use porf_graph::{EventId, LocationId, Read, ReadKind, Write};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Step};

use super::work::Alternative;
use super::{GraphExplorer, Progress, Stepped};
use crate::limits::StopReason;
use crate::sink::Sink;

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    /// Adds the event of the thread's next action.
    pub(super) fn branch_on_action(&mut self, thread: ThreadId) -> Stepped {
        match self.action(thread) {
            Action::Load { address, size, .. } => self.branch_on_read(thread, address, size, None),
            Action::Rmw { address, size, op, .. } => self.branch_on_read(thread, address, size, Some(op)),
            Action::Store { address, size, ordering, value } => {
                let location = self.locate(address, size)?;
                let write = Write { location, ordering, value, exclusive: false };
                self.branch_on_write(thread, write)
            }
            Action::Fence { ordering } => {
                let after = self.resume(thread, Answer::Done);
                self.work.graph.add_fence(thread, ordering);
                self.work.pause(Some(after));
                Ok(Progress::Extended)
            }
            Action::Block(_) | Action::Fail(_) | Action::Exit => Ok(Progress::Ended),
        }
    }

    /// A read can read from any write that the thread does not know to be overwritten. An rmw can, too, even
    /// from one that another rmw has read, if its write can displace the other. The coherence-latest write is
    /// taken first: that is always consistent.
    fn branch_on_read(
        &mut self,
        thread: ThreadId,
        address: Address,
        size: AccessSize,
        op: Option<RmwOp>,
    ) -> Stepped {
        let location = self.locate(address, size)?;
        let graph = &self.work.graph;
        let known = self.model.known_position(graph, graph.last(thread), location);
        let latest = graph.writes(location).len();
        let event = graph.next_id();
        for position in known..=latest {
            let source = self.work.graph.write_at(location, position);
            let value = self.value_of(location, source);
            let read_from = |spurious| Alternative::Read { event, thread, location, source, spurious };
            if op.is_some_and(|op| op.may_fail_spuriously(value, size)) {
                self.work.alternatives.push(read_from(true));
            }
            if position == latest {
                continue;
            }
            let rival = self.work.graph.exclusive_successor(location, source);
            match rival.zip(op.and_then(|op| op.apply(value, size))) {
                Some((rival, written)) => self.offer_displacements(thread, location, source, rival, written),
                None => self.work.alternatives.push(read_from(false)),
            }
        }
        let source = self.work.graph.write_at(location, latest);
        self.take_read(thread, location, source, false)
    }

    /// Adds the read of the thread's next action, reading from the source.
    pub(super) fn take_read(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        source: Option<EventId>,
        spurious: bool,
    ) -> Stepped {
        let label = self.read_label(self.action(thread), location, source, spurious);
        let Some((read, answer)) = label else { return Ok(Progress::Ended) };
        let event = self.add_read(thread, read, answer);
        if !self.model.is_consistent(&self.work.graph, event) {
            return Ok(Progress::Ended);
        }
        // Whether an rmw races is known only when its write has found its place.
        if answer.is_some() {
            self.report_race(event)?;
        }
        Ok(Progress::Extended)
    }

    /// The label of the read that an action makes from the source, and the answer to the thread: none for an
    /// rmw that writes, whose thread goes on after the write. `None` if the action does not read.
    pub(super) fn read_label(
        &self,
        action: Action,
        location: LocationId,
        source: Option<EventId>,
        spurious: bool,
    ) -> Option<(Read, Option<Answer>)> {
        let value = self.value_of(location, source);
        match action {
            Action::Load { ordering, .. } => {
                let read = Read { location, ordering, kind: ReadKind::Load, source, value };
                Some((read, Some(Answer::Read(value))))
            }
            Action::Rmw { size, ordering, op, .. } => {
                let failed = spurious || op.apply(value, size).is_none();
                let (kind, answer) = match (failed, spurious) {
                    (true, true) => (ReadKind::SpuriousFailure, Some(Answer::SpuriousFailure(value))),
                    (true, false) => (ReadKind::FailedExchange, Some(Answer::Read(value))),
                    (false, _) => (ReadKind::Exclusive, None),
                };
                let ordering = if failed { failure_ordering(op, ordering) } else { ordering.read() };
                Some((Read { location, ordering, kind, source, value }, answer))
            }
            _ => None,
        }
    }

    /// Adds the write of an rmw whose read is the thread's last event.
    pub(super) fn branch_on_exclusive_write(&mut self, thread: ThreadId) -> Stepped {
        let graph = &self.work.graph;
        let (Some(write), Some(&read)) = (self.exclusive_write(thread), graph.unfinished_rmw(thread)) else {
            return Ok(Progress::Ended);
        };
        let rival = graph.exclusive_successor(read.location, read.source);
        let position = graph.position(read.source) + 1;
        let event = self.add_write(thread, write, Answer::Read(read.value));
        self.work.graph.place_write(event, position);
        self.offer_revisits(event, rival);
        if rival.is_some() { Ok(Progress::Ended) } else { self.settle(event, None) }
    }

    /// The write of the rmw that the thread has done the read of.
    pub(super) fn exclusive_write(&self, thread: ThreadId) -> Option<Write> {
        let read = self.work.graph.unfinished_rmw(thread)?;
        let Action::Rmw { size, ordering, op, .. } = self.action(thread) else { return None };
        let value = op.apply(read.value, size)?;
        Some(Write { location: read.location, ordering: ordering.write(), value, exclusive: true })
    }

    /// A write can go anywhere in coherence order behind what the thread knows, but not between an rmw and what it
    /// reads from. Last is taken first: that is always consistent.
    fn branch_on_write(&mut self, thread: ThreadId, write: Write) -> Stepped {
        let graph = &self.work.graph;
        let known = self.model.known_position(graph, graph.last(thread), write.location);
        let last = graph.writes(write.location).len() + 1;
        let event = self.add_write(thread, write, Answer::Done);
        self.work.graph.place_write(event, last);
        self.offer_places(event, known, last, None);
        self.offer_revisits(event, None);
        self.settle(event, None)
    }

    /// Adds a read and lets the thread go on after it, if there is an answer.
    pub(super) fn add_read(&mut self, thread: ThreadId, read: Read, answer: Option<Answer>) -> EventId {
        let after = answer.map(|answer| self.resume(thread, answer));
        let event = self.work.graph.add_read(thread, read);
        self.work.pause(after);
        event
    }

    /// Adds a write without a place in coherence order yet, and lets the thread go on after it.
    pub(super) fn add_write(&mut self, thread: ThreadId, write: Write, answer: Answer) -> EventId {
        let after = self.resume(thread, answer);
        let event = self.work.graph.add_write(thread, write);
        self.work.pause(Some(after));
        event
    }

    fn resume(&self, thread: ThreadId, answer: Answer) -> Step<P::State> {
        self.program.resume(&self.work.next(thread).state, answer)
    }

    /// Keeps the positions after `known` and before `last`, where the write is, as alternatives.
    pub(super) fn offer_places(
        &mut self,
        write: EventId,
        known: usize,
        last: usize,
        revisited: Option<EventId>,
    ) {
        let Some(location) = self.work.graph.event(write).location() else { return };
        for position in known + 1..last {
            let before = self.work.graph.write_at(location, position - 1);
            if self.work.graph.exclusive_successor(location, before).is_none() {
                self.work.alternatives.push(Alternative::Place { write, position, revisited });
            }
        }
    }

    /// Moves the latest write, which `revisited` may read from, to another position.
    pub(super) fn take_other_place(
        &mut self,
        write: EventId,
        position: usize,
        revisited: Option<EventId>,
    ) -> Stepped {
        self.work.graph.unplace_write(write);
        self.work.graph.place_write(write, position);
        self.settle(write, revisited)
    }

    /// Ends the branch if the latest write, as placed, is not consistent, or what reads from it is not; otherwise
    /// looks for races that they are part of. The read of an rmw needs no look for consistency: what follows
    /// it follows its write.
    pub(super) fn settle(&mut self, write: EventId, revisited: Option<EventId>) -> Stepped {
        let graph = &self.work.graph;
        let consistent = self.model.is_consistent(graph, write)
            && revisited.is_none_or(|read| self.model.is_consistent(graph, read));
        if !consistent {
            return Ok(Progress::Ended);
        }
        let exclusive = graph.event(write).as_write().is_some_and(|write| write.exclusive);
        let exclusive_read = if exclusive { graph.predecessor(write) } else { None };
        for event in [exclusive_read, Some(write), revisited].into_iter().flatten() {
            self.report_race(event)?;
        }
        Ok(Progress::Extended)
    }

    pub(super) fn value_of(&self, location: LocationId, source: Option<EventId>) -> Value {
        let write = source.and_then(|write| self.work.graph.event(write).as_write());
        write.map_or_else(|| self.locations.info(location).initial, |write| write.value)
    }

    pub(super) fn locate(&mut self, address: Address, size: AccessSize) -> Result<LocationId, StopReason> {
        let location = self.locations.locate(self.program, address, size);
        location.map_err(|mixed| StopReason::MixedSizes { address: mixed.address })
    }
}

/// The ordering of the read of an rmw that does not write.
fn failure_ordering(op: RmwOp, ordering: RmwOrdering) -> ReadOrdering {
    match op {
        RmwOp::CompareExchange { failure, .. } => failure,
        _ => ordering.read(),
    }
}
