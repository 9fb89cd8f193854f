//! The choices that an action offers. One is taken at once, the others are kept as alternatives.

use porf_entity::{AccessSize, Content, ReadOrdering, RmwOp, RmwOrdering, ThreadId, Value, WriteOrdering};
use porf_graph::{EventId, LocationId, Read, ReadKind, Write};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Step};

use super::work::Alternative;
use super::{GraphExplorer, Progress, Stepped};
use crate::manner::{Change, Interruption};

/// How many places of writes are told apart where that may save telling threads apart.
const MANY_PLACES: u64 = 1000;

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// Adds the event of the thread's next action.
    pub(super) fn branch_on_action(&mut self, thread: ThreadId) -> Stepped {
        match self.action(thread) {
            Action::Load { address, size, ordering, .. } => {
                let location = self.locate(thread, address, size, ordering.is_atomic())?;
                location.map_or(Ok(Progress::Ended), |it| self.branch_on_read(thread, it, size, None))
            }
            Action::Rmw { address, size, op, .. } => {
                let location = self.locate(thread, address, size, true)?;
                location.map_or(Ok(Progress::Ended), |it| self.branch_on_read(thread, it, size, Some(op)))
            }
            Action::Store { address, size, ordering, value } => {
                let Some(location) = self.locate(thread, address, size, ordering.is_atomic())? else {
                    return Ok(Progress::Ended);
                };
                self.branch_on_write(thread, self.plain_write(thread, location, ordering, value))
            }
            Action::Fence { ordering } => {
                let after = self.resume(thread, Answer::Done);
                self.work.graph.add_fence(thread, ordering);
                self.work.pause(Some(after));
                Ok(Progress::Extended)
            }
            Action::Spawn => self.spawn(thread),
            Action::Join { thread: child } => self.join(thread, child),
            Action::Detach { thread: child } => self.detach(thread, child),
            Action::Choose { count, partial } => self.branch_on_choice(thread, count, partial),
            Action::Free { address, kind } => self.free(thread, address, kind),
            Action::Cancel { .. } | Action::Block(_) | Action::Fail(_) | Action::Exit { .. } => {
                Ok(Progress::Ended)
            }
        }
    }

    /// A read can read from any write that the thread does not know to be overwritten. An rmw can, too, even
    /// from one that another rmw has read, if its write can displace the other. The coherence-latest write is
    /// taken first: that is always consistent. A read that waits takes only values that it goes on with; but if
    /// the latest write has no such value, it is an rmw that [tries](super::schedule) all the same, or a read that
    /// [blocks](super::awaits) its thread for now.
    ///
    /// Where the order of writes is left open, all writes are offered that cannot be ruled out at once.
    fn branch_on_read(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        size: AccessSize,
        op: Option<RmwOp>,
    ) -> Stepped {
        let action = self.action(thread);
        let awaits = self.awaits(action);
        if awaits {
            self.note_await(action, location)?;
        }
        let event = self.work.graph.next_id();
        let latest = self.work.graph.writes(location).last().copied();
        for source in self.possible_sources(thread, location)? {
            // What may be displaced is looked for from each source, which takes long where there are many.
            self.watch.step(self.work.graph.len())?;
            let value = self.value_of(location, source);
            let step = self.work.next(thread);
            if !self.goes_on_from(step, location, source) {
                continue;
            }
            let read_from = |spurious| Alternative::Read { event, thread, location, source, spurious };
            if let Some((op, value)) = op.zip(value)
                && op.may_fail_spuriously(value, size)
                && self.goes_on(step, Answer::SpuriousFailure(value))
            {
                self.work.alternatives.push(read_from(true));
            }
            if source == latest {
                continue;
            }
            let rival = self.work.graph.exclusive_successor(location, source);
            match rival.zip(op.zip(value).and_then(|(op, value)| op.apply(value, size))) {
                Some((rival, written)) => {
                    self.offer_displacements(thread, location, source, rival, written)?;
                }
                None => self.work.alternatives.push(read_from(false)),
            }
        }
        if awaits || self.goes_on_from(self.work.next(thread), location, latest) {
            return self.take_read(thread, location, latest, false);
        }
        self.work.graph.add_wait(thread, location, latest);
        self.work.pause(None);
        Ok(Progress::Extended)
    }

    /// Adds the read of the thread's next action, reading from the source.
    pub(super) fn take_read(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        source: Option<EventId>,
        spurious: bool,
    ) -> Stepped {
        let label = self.read_label(self.work.next(thread), location, source, spurious);
        let Some((read, answer)) = label else { return Ok(Progress::Ended) };
        let event = self.add_read(thread, read, answer);
        if self.work.twins.exist() && !self.is_representative(event) || !self.admits_read(event)? {
            return Ok(Progress::Ended);
        }
        self.check_awaited(event)?;
        // Whether an rmw races is known only when its write has found its place.
        if answer.is_some() {
            self.report_race(event)?;
            self.report_mistakes(event)?;
        }
        Ok(Progress::Extended)
    }

    /// The label of the read that a step makes from the source; see [`read_label`]. An rmw that blocks does not write.
    pub(super) fn read_label(
        &self,
        step: &Step<P::State>,
        location: LocationId,
        source: Option<EventId>,
        spurious: bool,
    ) -> Option<(Read, Option<Answer>)> {
        let content = self.content_of(location, source);
        let (read, answer) = read_label(step.action, location, source, content, spurious)?;
        match (step.action, answer) {
            (Action::Rmw { op, ordering, .. }, None)
                if self.awaits(step.action) && !self.goes_on_from(step, location, source) =>
            {
                let ordering = failure_ordering(op, ordering);
                let read = Read { kind: ReadKind::FailedExchange, ordering, ..read };
                Some((read, Some(Answer::Read(read.value))))
            }
            _ => Some((read, answer)),
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
        self.offer_revisits(event, rival)?;
        if rival.is_some() { Ok(Progress::Ended) } else { self.settle(event, None) }
    }

    /// The write of a store that the thread is about to do.
    pub(super) fn plain_write(
        &self,
        thread: ThreadId,
        location: LocationId,
        ordering: WriteOrdering,
        value: Value,
    ) -> Write {
        let undefined = self.program.undefined_bits(&self.work.next(thread).state);
        Write { location, ordering, value, undefined, exclusive: false }
    }

    /// The write of the rmw that the thread has done the read of.
    pub(super) fn exclusive_write(&self, thread: ThreadId) -> Option<Write> {
        let read = self.work.graph.unfinished_rmw(thread)?;
        let Action::Rmw { size, ordering, op, .. } = self.action(thread) else { return None };
        let value = op.apply(read.value, size)?;
        Some(Write {
            location: read.location,
            ordering: ordering.write(),
            value,
            undefined: 0,
            exclusive: true,
        })
    }

    /// A write can go anywhere in coherence order behind what the thread knows, but not between an rmw and what it
    /// reads from. Last is taken first: that is always consistent.
    #[inline]
    fn branch_on_write(&mut self, thread: ThreadId, write: Write) -> Stepped {
        let last = self.work.graph.writes(write.location).len() + 1;
        let known = if self.is_free(write.location) {
            last
        } else {
            self.least_position(self.work.graph.latest_before(thread), write.location)
        };
        let answer = self.store_answer(thread, write.location);
        let event = self.add_write(thread, write, answer);
        self.work.graph.place_write(event, last);
        self.offer_places(event, known, last, None)?;
        self.offer_revisits(event, None)?;
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

    pub(super) fn resume(&mut self, thread: ThreadId, answer: Answer) -> Step<P::State> {
        let mut step = self.program.resume(&self.work.next(thread).state, answer);
        self.pass_cancelling(&mut step);
        if let Some(first) = self.begins_again(thread, &step, |this| this.work.next(thread)) {
            step = first;
        }
        step
    }

    /// Keeps the positions after `known` and before `last`, where the write is, as alternatives. An error if it would be
    /// better not to tell them apart.
    pub(super) fn offer_places(
        &mut self,
        write: EventId,
        known: usize,
        last: usize,
        revisited: Option<EventId>,
    ) -> Result<(), Interruption> {
        let Some(location) = self.work.graph.event(write).location() else { return Ok(()) };
        for position in known + 1..last {
            let before = self.work.graph.write_at(location, position - 1);
            if self.work.graph.exclusive_successor(location, before).is_none() {
                // Where threads do the same, it may be better to tell orders apart, unless there are many.
                self.places += 1;
                if self.tentative && (self.places > MANY_PLACES || !self.work.twins.exist()) {
                    return Err(Change::Unorder.into());
                }
                self.work.alternatives.push(Alternative::Place { write, position, revisited });
            }
        }
        Ok(())
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
        let exclusive = graph.event(write).as_write().is_some_and(|write| write.exclusive);
        let exclusive_read = if exclusive { graph.predecessor(write) } else { None };
        let events = [exclusive_read, Some(write), revisited].into_iter().flatten();
        let has_twins = self.work.twins.exist();
        if has_twins && !events.clone().all(|event| self.is_representative(event)) {
            return Ok(Progress::Ended);
        }
        if !self.admits_write(write, revisited)? {
            return Ok(Progress::Ended);
        }
        if has_twins {
            self.check_cycle(write)?;
        }
        self.check_awaited(write)?;
        for event in events {
            self.report_race(event)?;
            self.report_mistakes(event)?;
        }
        Ok(Progress::Extended)
    }

    /// The value that a read from the source gets, if all of it is defined.
    pub(super) fn value_of(&self, location: LocationId, source: Option<EventId>) -> Option<Value> {
        self.content_of(location, source).defined()
    }

    /// What a read from the source gets.
    fn content_of(&self, location: LocationId, source: Option<EventId>) -> Content {
        self.work.graph.content_of(source, self.locations.info(location).initial)
    }
}

/// The label of the read that an action makes from the source, which has the content; and the answer to the
/// thread: none for an rmw that writes, whose thread goes on after the write. `None` if the action does not read.
pub(super) fn read_label(
    action: Action,
    location: LocationId,
    source: Option<EventId>,
    content: Content,
    spurious: bool,
) -> Option<(Read, Option<Answer>)> {
    match action {
        Action::Load { ordering, .. } => {
            let answer = Answer::loaded(content);
            Some((
                Read { location, ordering, kind: ReadKind::Load, source, value: content.value },
                Some(answer),
            ))
        }
        Action::Rmw { size, ordering, op, .. } => {
            let Some(value) = content.defined() else {
                let ordering = failure_ordering(op, ordering);
                let kind = ReadKind::FailedExchange;
                let read = Read { location, ordering, kind, source, value: content.value };
                return Some((read, Some(Answer::Undefined(content))));
            };
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

/// The ordering of the read of an rmw that does not write.
fn failure_ordering(op: RmwOp, ordering: RmwOrdering) -> ReadOrdering {
    match op {
        RmwOp::CompareExchange { failure, .. } => failure,
        _ => ordering.read(),
    }
}
