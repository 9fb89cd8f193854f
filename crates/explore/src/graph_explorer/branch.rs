//! Branching: the choices that an action offers. One is taken at once, and the others are kept as
//! alternatives.

use porf_entity::{AccessSize, RmwOp, Taking, ThreadId};
use porf_graph::{EventId, LocationId, Read, Source};
use porf_models::Model;
use porf_program::{Action, Program, Wait};

use super::work::Alternative;
use super::{GraphExplorer, Progress, Stepped};
use crate::automatic::WORK_BEFORE_MEASURING;
use crate::execution_core::{Choice, partner};
use crate::restart::{Change, Confidence, Interruption};

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// Adds the event of the thread's next action.
    pub(super) fn branch_on_action(&mut self, thread: ThreadId) -> Stepped {
        let action = self.core.action(thread);
        match action {
            Action::Load { address, size, ordering, .. } => {
                let location = self.core.locate(thread, address, size, ordering.is_atomic())?;
                location.map_or(Ok(Progress::Ended), |it| self.branch_on_read(thread, action, it, size, None))
            }
            Action::Rmw { address, size, op, .. } => match self.core.locate(thread, address, size, true)? {
                Some(location) if self.core.is_open_addition(thread, location) => {
                    Ok(Progress::of(self.core.append(thread, Choice::Add(location))?))
                }
                Some(location) => self.branch_on_read(thread, action, location, size, Some(op)),
                None => Ok(Progress::Ended),
            },
            Action::Store { address, size, ordering, .. } => {
                let Some(location) = self.core.locate(thread, address, size, ordering.is_atomic())? else {
                    return Ok(Progress::Ended);
                };
                self.branch_on_write(thread, location)
            }
            Action::Put { object, size, .. } => match self.core.locate_pool(thread, object, size)? {
                Some(pool) => {
                    let item = self.core.locate_item(pool, thread);
                    self.branch_on_write(thread, item)
                }
                None => Ok(Progress::Ended),
            },
            Action::Take { object, size, manner, .. } => {
                let pool = self.core.locate_pool(thread, object, size)?;
                pool.map_or(Ok(Progress::Ended), |pool| self.branch_on_take(thread, pool, manner))
            }
            Action::Choose { count, partial } => {
                self.core.note_choice(thread, partial);
                match self.first_choice.filter(|_| self.core.state.graph.is_empty()) {
                    Some(choice) => Ok(Progress::of(self.core.append(thread, Choice::Chosen(choice))?)),
                    None => self.take_choice(thread, 0, count),
                }
            }
            Action::Fence { .. }
            | Action::Spawn
            | Action::Join { .. }
            | Action::Detach { .. }
            | Action::Barrier { .. }
            | Action::Free { .. } => Ok(Progress::of(self.core.append(thread, Choice::Nothing)?)),
            Action::Cancel { .. }
            | Action::AskBarrier { .. }
            | Action::Assign { .. }
            | Action::Block(_)
            | Action::Fail(_)
            | Action::Exit { .. } => Ok(Progress::Ended),
        }
    }

    /// A read can read from any write that the thread does not know to be overwritten. An rmw can,
    /// too, even from a write that another rmw has read, if its own write can displace the other.
    /// The coherence-latest write is taken first, which is always consistent. A read that waits
    /// takes only values with which it goes on. If the latest write has no such value, an rmw with
    /// a wait condition [tries](super::schedule) all the same, and a read that awaits
    /// [blocks](crate::reductions::awaits) its thread for now.
    ///
    /// At an unordered location, all writes are offered that cannot be ruled out at once. A read
    /// that awaits such a location may also [idle](crate::reductions::idle_awaits).
    fn branch_on_read(
        &mut self,
        thread: ThreadId,
        action: Action,
        location: LocationId,
        size: AccessSize,
        op: Option<RmwOp>,
    ) -> Stepped {
        let wait = self.core.wait(action);
        if wait.is_some() && self.core.has_additions(location) {
            return Err(self.core.keep_order(location).into());
        }
        if wait == Some(Wait::Await) {
            let before = self.core.state.graph.latest_before(thread);
            self.core.note_await(action, location, before)?;
        }
        let (event, at) = (self.core.state.graph.next_id(), self.core.next_point(thread));
        let latest = self.core.state.graph.latest_write(location);
        let may_idle = wait == Some(Wait::Await) && self.core.may_idle(action);
        let may_wait = wait.is_some() && (wait != Some(Wait::Await) || self.core.awaits_orderly(action));
        let failed = self.core.failed_because_of(thread).filter(|_| wait == Some(Wait::Await));
        let failed_at = failed.map(|source| self.core.state.graph.position(source));
        for source in self.core.possible_sources(thread, location)? {
            // From earlier writes, the thread could read before.
            if failed_at.is_some_and(|position| self.core.state.graph.position(source) <= position) {
                continue;
            }
            // The search for displacements from each source takes long where there are many.
            self.core.watch.step(self.core.state.graph.len())?;
            let value = self.core.value_of(location, source);
            if wait.is_some() && !self.core.goes_on_from(at, location, source) {
                continue;
            }
            let read_from = |spurious| Alternative::Read { event, thread, location, source, spurious };
            if let Some((op, value)) = op.zip(value)
                && op.may_fail_spuriously(value, size)
                && self.core.may_fail_spuriously(at, value)
            {
                self.alternatives.push(read_from(true));
            }
            if source == latest && !may_idle {
                continue;
            }
            let rival = self.core.state.graph.exclusive_successor(location, source);
            match rival.zip(op.zip(value).and_then(|(op, value)| op.apply(value, size))) {
                Some((rival, written)) => {
                    self.offer_displacements(thread, location, source, rival, written)?;
                }
                None => self.alternatives.push(read_from(false)),
            }
        }
        if may_idle {
            let idles = self.core.is_worth_idling(thread, location)?;
            return Ok(if idles { self.idle(thread, location) } else { Progress::Ended });
        }
        let goes_on = || self.core.goes_on_from(at, location, latest);
        if !may_wait || goes_on() {
            return self.take_read(thread, location, latest, false);
        }
        self.core.add_attempt(thread, location, latest);
        Ok(Progress::Extended)
    }

    /// A thread reads any item that it may, and one that tries may find nothing. One that takes and
    /// waits may [idle](crate::execution_core), unless it completes a swap.
    fn branch_on_take(&mut self, thread: ThreadId, pool: LocationId, manner: Taking) -> Stepped {
        let event = self.core.state.graph.next_id();
        let items = self.core.items_for(thread, pool, manner);
        let completes_swap = manner == Taking::Swap
            && self
                .core
                .state
                .graph
                .last(thread)
                .is_some_and(|own| partner(&self.core.state.graph, own).is_some());
        let (first, others) = match items.split_first() {
            Some((&first, others)) if manner == Taking::Look || completes_swap => (Some(first), others),
            _ => (None, &items[..]),
        };
        for &item in others.iter().rev() {
            if let Choice::Read { location, source, spurious } = self.core.read_of_item(pool, Some(item)) {
                self.alternatives.push(Alternative::Read { event, thread, location, source, spurious });
            }
        }
        match self.core.read_of_item(pool, first) {
            Choice::Read { location, source, spurious } if first.is_some() || manner.may_find_nothing() => {
                self.take_read(thread, location, source, spurious)
            }
            _ => Ok(self.idle(thread, pool)),
        }
    }

    /// Lets a thread idle that awaits a value of the location.
    fn idle(&mut self, thread: ThreadId, location: LocationId) -> Progress {
        self.core.add_attempt(thread, location, Source::Initial);
        Progress::Extended
    }

    /// Adds the read of the thread's next action, reading from the source.
    pub(super) fn take_read(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        source: Source,
        spurious: bool,
    ) -> Stepped {
        let Some(event) = self.core.append(thread, Choice::Read { location, source, spurious })? else {
            return Ok(Progress::Ended);
        };
        if self.core.state.symmetric.exist() && !self.core.is_representative(event)
            || !self.core.admits_read(event)?
        {
            return Ok(Progress::Ended);
        }
        // Whether an rmw races is known only when its write has found its place.
        if self.core.state.graph.unfinished_rmw(thread).is_none() {
            self.core.report_race(event)?;
            self.core.report_mistakes(event)?;
        }
        Ok(Progress::Extended)
    }

    /// Adds the write of an rmw whose read is the thread's last event.
    pub(super) fn branch_on_exclusive_write(&mut self, thread: ThreadId) -> Stepped {
        let graph = &self.core.state.graph;
        let Some(&Read { location, source, .. }) = graph.unfinished_rmw(thread) else {
            return Ok(Progress::Ended);
        };
        let rival = graph.exclusive_successor(location, source);
        let position = Some(graph.position(source) + 1);
        self.core.note_write(thread, None, location)?;
        let Some(event) = self.core.append(thread, Choice::Write { location, position })? else {
            return Ok(Progress::Ended);
        };
        self.offer_revisits(event, rival)?;
        if rival.is_some() { Ok(Progress::Ended) } else { self.settle(event, None) }
    }

    /// A write can go anywhere in coherence order behind the writes that the thread knows, but not
    /// between an rmw and its source. The last place is taken first, which is always consistent.
    #[inline]
    fn branch_on_write(&mut self, thread: ThreadId, location: LocationId) -> Stepped {
        let last = self.core.last_position(location);
        let known = if self.core.is_unordered(location) {
            last
        } else {
            self.core.least_position(self.core.state.graph.latest_before(thread), location)
        };
        let choice = Choice::Write { location, position: Some(last) };
        self.core.note_write(thread, None, location)?;
        let Some(event) = self.core.append(thread, choice)? else { return Ok(Progress::Ended) };
        self.offer_places(event, known, last, None)?;
        self.offer_revisits(event, None)?;
        self.settle(event, None)
    }

    /// Takes one alternative of a choice. The others remain as one alternative, which offers the
    /// next when it is taken.
    pub(super) fn take_choice(&mut self, thread: ThreadId, choice: u64, count: u64) -> Stepped {
        let event = self.core.state.graph.next_id();
        if choice + 1 < count {
            self.alternatives.push(Alternative::Choose { event, thread, choice: choice + 1, count });
        }
        self.core.append(thread, Choice::Chosen(choice))?;
        if self.core.state.symmetric.exist() && !self.core.is_representative(event) {
            return Ok(Progress::Ended);
        }
        Ok(Progress::Extended)
    }

    /// Keeps the positions after `known` and before `last`, where the write is, as alternatives. An
    /// error if it would be better not to distinguish them.
    pub(super) fn offer_places(
        &mut self,
        write: EventId,
        known: usize,
        last: usize,
        revisited: Option<EventId>,
    ) -> Result<(), Interruption> {
        let Some(location) = self.core.state.graph.event(write).location() else { return Ok(()) };
        for position in known + 1..last {
            let before = self.core.state.graph.write_at(location, position - 1);
            if self.core.state.graph.exclusive_successor(location, before).is_none() {
                self.look_at_places()?;
                self.alternatives.push(Alternative::Place { write, position, revisited });
            }
        }
        Ok(())
    }

    /// A write has a choice of places. An error if it may be better not to choose. This is measured
    /// if choosing may pay: symmetric threads count as one only where places are chosen, and threads
    /// that await need not idle there.
    fn look_at_places(&self) -> Result<(), Change> {
        let work = self.core.watch.work();
        match self.confidence {
            Confidence::Certain => Ok(()),
            _ if !(self.core.state.symmetric.exist()
                || self.core.features.awaits
                || self.core.features.loops) =>
            {
                Err(Change::Unorder)
            }
            Confidence::Guess if work > WORK_BEFORE_MEASURING => Err(Change::Measure),
            Confidence::Estimate(most) if work as f64 > most => Err(Change::Unorder),
            _ => Ok(()),
        }
    }

    /// Moves the latest write, which `revisited` may read from, to another position.
    pub(super) fn take_other_place(
        &mut self,
        write: EventId,
        position: usize,
        revisited: Option<EventId>,
    ) -> Stepped {
        self.core.state.graph.unplace_write(write);
        self.core.state.graph.place_write(write, position);
        self.settle(write, revisited)
    }

    /// Ends the branch if the latest write, as placed, is not consistent, or if the read that it
    /// revisited is not. Otherwise looks for races of these events. The read of an rmw needs no
    /// check for consistency: every event that follows it follows its write.
    pub(super) fn settle(&mut self, write: EventId, revisited: Option<EventId>) -> Stepped {
        let graph = &self.core.state.graph;
        let exclusive = graph.event(write).as_write().is_some_and(|write| write.exclusive);
        let exclusive_read = if exclusive { graph.predecessor(write) } else { None };
        let events = [exclusive_read, Some(write), revisited].into_iter().flatten();
        let has_symmetric_threads = self.core.state.symmetric.exist();
        if has_symmetric_threads && !events.clone().all(|event| self.core.is_representative(event)) {
            return Ok(Progress::Ended);
        }
        if !self.core.admits_write(write, revisited)? {
            return Ok(Progress::Ended);
        }
        if has_symmetric_threads {
            self.core.check_cycle(write)?;
        }
        for event in events {
            self.core.report_race(event)?;
            self.core.report_mistakes(event)?;
        }
        Ok(Progress::Extended)
    }
}
