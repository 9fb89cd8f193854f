//! Awaits at unordered locations: a thread that waits idles.
//!
//! With equivalence `rf`, an [awaited](super::awaits) location is unordered if porf does not contain
//! its coherence order. (Where porf contains it, its order costs nothing.) No write is the latest
//! there. So a read that awaits such a location branches over the writes with which its thread goes
//! on. In one more branch the thread *idles*: its read is an [attempt](Label::Wait) without a
//! source, in no relation with other events. A write with which the thread goes on revisits the
//! attempt like a read. Threads that idle do nothing else.
//!
//! # Each execution is explored once
//!
//! To idle is the [maximal](crate::graph_explorer) way to add such a read. It is always available
//! and consistent, and depends on nothing. A read that awaits and goes on is not maximal. That is
//! all that exactness demands, whatever the memory model is: each graph is explored once, as given
//! by po, rf and the threads that idle. A read-modify-write needs no other treatment. The order in
//! which several of them write is chosen by those that idle meanwhile.
//!
//! # Waiting for ever
//!
//! At the end of an execution, the threads that idle wait for ever if the graph is consistent with a
//! coherence order in which the last writes to their locations have values with which they do not
//! go on. The search is for all of these threads together. The threads then read those last writes,
//! which is always consistent, and are blocked. If there is no such order, the threads would have
//! gone on: the execution is premature and is not reported. So an execution in which threads wait
//! for ever is reported once, however many orders and last writes there are.
//!
//! # Executions in vain
//!
//! If no thread writes after a read that may idle, a thread need not idle unless it may wait for
//! ever. Reads that may idle are added when no other event can be added. So there are no writes and
//! no revisits later, and a thread that idles does so to the end. Whether it may wait for ever with
//! the writes that are there is known at once.
//!
//! Exploration presumes that there are no such writes, and restarts when it comes upon one. None is
//! missed. Take the program in which threads stop before such writes, and a consistent execution
//! in which a thread stands before one. Without such writes exploration is exact, so it explores an
//! execution with that thread in that place, and there the thread writes.
//!
//! # Where locations stay ordered
//!
//! A location is ordered nonetheless if threads also wait for it by other actions than awaits, as
//! for a mutex, since these need the latest write. So is one with too many writes for the search.
//! Where [iterations are kept](super::dropped_iterations), all awaited locations are ordered:
//! a thread has to begin its iteration again behind a read of the latest write.
//!
//! # Dropped iterations
//!
//! An iteration that ends in an attempt is [dropped](super::dropped_iterations) with each value that
//! the attempt might have read. At the end of an execution the accesses of all these are noted.

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Label, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};
use smallvec::SmallVec;

use crate::execution_core::{Choice, ExecutionCore, Outcome};
use crate::options::Equivalence;
use crate::restart::{Change, Interruption};

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether threads may idle at a location.
    pub(crate) fn may_idle_at(&self, location: LocationId) -> bool {
        self.equivalence == Equivalence::Rf
            && self.is_unordered(location)
            && self.knowledge.may_idle_at(self.bytes(location))
    }

    /// Returns whether a thread that is about to take an action may idle.
    pub(crate) fn may_idle(&self, action: Action) -> bool {
        let (Action::Load { address, size, .. } | Action::Rmw { address, size, .. }) = action else {
            return false;
        };
        self.equivalence == Equivalence::Rf
            && self.awaits(action)
            && !self.locations.is_ordered(address, size)
            && self.knowledge.may_idle_at((address, size))
    }

    /// Returns whether a thread, which awaits a value, idles.
    pub(crate) fn is_idle(&self, thread: ThreadId) -> bool {
        self.location_of_idle(thread).is_some()
    }

    /// Returns whether an execution in which a thread idles at the location, as it may, need not be
    /// in vain.
    pub(crate) fn is_worth_idling(
        &mut self,
        thread: ThreadId,
        location: LocationId,
    ) -> Result<bool, Interruption> {
        if self.knowledge.writes_after_idling {
            return Ok(true);
        }
        let mut idle = self.idle_threads();
        idle.push((thread, location));
        self.may_wait_for_ever(&idle)
    }

    /// Notes that a thread is about to write. An error if exploration has to restart, since threads
    /// have come by reads that may idle.
    #[inline]
    pub(crate) fn note_write(&mut self) -> Result<(), Change> {
        if self.equivalence == Equivalence::Co || self.knowledge.unordered_awaited.is_empty() {
            return Ok(());
        }
        if self.knowledge.writes_after_idling || !self.has_read_that_may_idle() {
            return Ok(());
        }
        self.knowledge.writes_after_idling = true;
        Err(Change::Learn)
    }

    /// Returns whether some thread idles, or has read where it might have idled.
    fn has_read_that_may_idle(&self) -> bool {
        let graph = &self.state.graph;
        let locations = self.knowledge.unordered_awaited.iter();
        let locations = locations.filter_map(|&(address, size)| self.locations.find(address, size));
        let mut accesses = locations.flat_map(|location| {
            graph.last_accesses(location).iter().flat_map(|&last| graph.accesses_back_from(last))
        });
        // The write of a read-modify-write comes from the same step as its read.
        let may_idle = |event: EventId| self.may_idle(self.state.step(event).action);
        accesses.any(may_idle) || graph.waits().iter().copied().any(may_idle)
    }

    /// The location at which a thread idles.
    fn location_of_idle(&self, thread: ThreadId) -> Option<LocationId> {
        match self.state.graph.event(self.state.graph.last(thread)?).label {
            Label::Wait { location, .. } if self.may_idle(self.action(thread)) => Some(location),
            _ => None,
        }
    }

    /// Lets the threads that idle at the end of an execution wait for ever. `false` if they would
    /// go on.
    pub(crate) fn let_idle_threads_wait(&mut self) -> Result<bool, Interruption> {
        if self.state.graph.waits().is_empty() {
            return Ok(true);
        }
        let idle = self.idle_threads();
        if self.may_hide_errors() {
            for &(thread, location) in &idle {
                self.note_dropped_by_idle(thread, location)?;
            }
        }
        if !self.may_wait_for_ever(&idle)? {
            return Ok(false);
        }
        for (thread, _) in idle {
            let events = self.state.graph.len();
            self.interleave(thread, Outcome::Usual)?;
            for event in (events..self.state.graph.len()).map(EventId::from_index) {
                self.report_race(event)?;
                self.report_mistakes(event)?;
            }
        }
        Ok(true)
    }

    /// The threads that idle, with their locations.
    fn idle_threads(&self) -> SmallVec<[(ThreadId, LocationId); 8]> {
        let threads = self.state.paused.threads(&self.state.graph);
        threads.filter_map(|thread| Some((thread, self.location_of_idle(thread)?))).collect()
    }

    /// Returns whether there is a coherence order with which none of these threads, each waiting for
    /// a location, would go on. The graph then has such an order.
    fn may_wait_for_ever(&mut self, idle: &[(ThreadId, LocationId)]) -> Result<bool, Interruption> {
        let mut locations: SmallVec<[LocationId; 4]> = idle.iter().map(|&(_, location)| location).collect();
        locations.sort_unstable();
        locations.dedup();
        let waits_with = |this: &Self, location: LocationId, source: Source| {
            let threads = idle.iter().filter(|&&(_, other)| other == location);
            threads.into_iter().all(|&(thread, _)| {
                !this.goes_on_from(this.next_point(thread), location, source)
            })
        };
        let is_written = |location: &LocationId| !self.state.graph.writes(*location).is_empty();
        let (written, unwritten): (Vec<_>, Vec<_>) = locations.into_iter().partition(is_written);
        if !unwritten.iter().all(|&location| waits_with(self, location, Source::Initial)) {
            return Ok(false);
        }
        let mut pending: Vec<Vec<EventId>> = vec![Vec::new()];
        while let Some(last) = pending.pop() {
            self.watch.step(self.state.graph.len())?;
            if !self.has_order_ending_with(&last)? {
                continue;
            }
            let Some(&next) = written.get(last.len()) else { return Ok(true) };
            let ends = self.possible_last_writes(next).into_iter();
            let ends = ends.filter(|&write| waits_with(self, next, Source::Write(write)));
            pending.extend(ends.map(|write| last.iter().copied().chain([write]).collect()));
        }
        Ok(false)
    }

    /// Notes the accesses of the iterations that a thread which idles may have dropped.
    fn note_dropped_by_idle(&mut self, thread: ThreadId, location: LocationId) -> Result<(), Interruption> {
        let events = self.state.graph.len();
        for source in self.possible_sources(thread, location)? {
            self.watch.step(events)?;
            if self.goes_on_from(self.next_point(thread), location, source) {
                continue;
            }
            let read = self.append(thread, Choice::Read { location, source, spurious: false })?;
            if let Some(read) = read
                && self.admits_read(read)?
            {
                self.note_dropped(thread);
            }
            self.cut_to(events);
        }
        Ok(())
    }
}
