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
//! The last write may decide in which of several loops a thread waits. A thread in the inner loop of
//! `while (x == 0) { while (y == 1); }` goes on with no value of y, but it is stuck only if y stays 1,
//! and reads x again otherwise. One order is not enough then. So where the last writes lead to
//! several loops, threads also [run on](super::liveness) from before these reads: that tries all last
//! writes. (With equivalence `co` there is an execution for each order.)
//!
//! # Executions in vain
//!
//! A thread that idles need not do so, and the execution is in vain, if it can neither wait for ever
//! nor be revisited, and no revisit takes its attempt away. This is foreseen from *late writes*:
//! pairs of an awaited location and of one that is written porf-after a read of it that may idle.
//!
//! Reads that may idle are added when no other event can be added. So a later write is porf-after
//! such a read by a thread that does not idle now. The late writes say to which locations these
//! writes go. If the graph has no read or attempt of these, the thread's own attempt included, then
//! no event that is there now is revisited. So nothing is taken away, and threads that idle do so to
//! the end. There are no later writes to their locations, either, so it is known at once whether
//! they may wait for ever. (An idle thread whose location is written later counts as an attempt at
//! it.) To make this frequent, reads of locations without late writes come first.
//!
//! Exploration presumes that there are no late writes but those that it has met, and restarts when
//! it meets another one. None is missed. Take the program in which threads stop before unknown late
//! writes, and a consistent execution in which a thread stands before one. In that program
//! exploration is exact, so it explores an execution with the thread in that place, and there the
//! thread writes. If there are many pairs, all threads that may idle do.
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
use porf_program::{Action, Answer, Program};
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::execution_core::{Choice, ExecutionCore, Outcome};
use crate::options::Equivalence;
use crate::restart::{Bytes, Change, Interruption, Knowledge};

/// The number of pairs of locations that are distinguished.
const MOST_PAIRS: usize = 16;

/// The locations that threads write after they have read, where they might have idled.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
pub(crate) struct LateWrites {
    /// Pairs of an awaited location and one that is written after a read of it.
    pairs: FxHashSet<(Bytes, Bytes)>,
}

impl LateWrites {
    /// Adds a pair of an awaited location and one that is written after a read of it. Returns
    /// whether it is new.
    fn add(&mut self, awaited: Bytes, written: Bytes) -> bool {
        self.pairs.insert((awaited, written))
    }

    /// Adds the pairs that another explorer knows.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.pairs.extend(&other.pairs);
    }

    /// Returns whether there are so many pairs that any location may be written.
    fn is_too_large(&self) -> bool {
        self.pairs.len() > MOST_PAIRS
    }

    /// The locations that are written after reads of an awaited location.
    fn after(&self, awaited: Bytes) -> impl Iterator<Item = Bytes> + '_ {
        self.pairs.iter().filter(move |&&(first, _)| first == awaited).map(|&(_, written)| written)
    }

    /// Returns whether threads write to a location after reads that may idle.
    fn are_made_to(&self, written: Bytes) -> bool {
        self.pairs.iter().any(|&(_, other)| other == written)
    }
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether threads may idle at a location.
    #[inline]
    pub(crate) fn may_idle_at(&self, location: LocationId) -> bool {
        !self.knowledge.unordered_awaited.is_empty()
            && self.equivalence == Equivalence::Rf
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

    /// Returns whether a thread awaits a location to which threads write after reads that may idle.
    pub(crate) fn awaits_late_write(&self, action: Action) -> bool {
        match action {
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                self.knowledge.late_writes.are_made_to((address, size))
            }
            _ => false,
        }
    }

    /// Returns whether an execution in which a thread idles at the location, as it may, need not be
    /// in vain: there may be later writes because of which the graph is revisited, or the thread may
    /// wait for ever.
    pub(crate) fn is_worth_idling(
        &mut self,
        thread: ThreadId,
        location: LocationId,
    ) -> Result<bool, Interruption> {
        let mut idle = self.idle_threads();
        idle.push((thread, location));
        Ok(self.may_be_revisited(&idle) || self.may_wait_for_ever(&idle)?)
    }

    /// Returns whether later writes may revisit an event of the graph if these threads idle, each at
    /// a location.
    fn may_be_revisited(&self, idle: &[(ThreadId, LocationId)]) -> bool {
        let late_writes = &self.knowledge.late_writes;
        if late_writes.is_too_large() {
            return true;
        }
        let mut later: Vec<Bytes> = Vec::new();
        for thread in self.state.paused.threads(&self.state.graph) {
            let action = self.action(thread);
            if let Action::Load { address, size, .. } | Action::Rmw { address, size, .. } = action
                && !idle.iter().any(|&(other, _)| other == thread)
                && self.may_idle(action)
            {
                later.extend(late_writes.after((address, size)));
            }
        }
        // A write to a location at which no thread idles and that no thread has read revisits
        // nothing that is in the graph now.
        let is_read = |&(address, size): &Bytes| {
            let location = self.locations.find(address, size);
            location.is_some_and(|location| {
                idle.iter().any(|&(_, other)| other == location) || self.has_reads(location)
            })
        };
        later.iter().any(is_read)
    }

    /// Returns whether the graph has a read of the location, or an attempt; if it is a pool, of an item.
    fn has_reads(&self, location: LocationId) -> bool {
        let graph = &self.state.graph;
        let waits_at = |&wait: &EventId| matches!(graph.event(wait).label, Label::Wait { location: at, .. } if at == location);
        let items = self.locations.items(location).iter().copied();
        let mut accesses = std::iter::once(location)
            .chain(items)
            .flat_map(|location| graph.last_accesses(location))
            .flat_map(|&last| graph.accesses_back_from(last));
        accesses.any(|access| graph.event(access).as_read().is_some()) || graph.waits().iter().any(waits_at)
    }

    /// Notes that a thread is about to write to a location, by an rmw that reads from `source` if
    /// its read is not in the graph. An error if exploration has to restart, since there are reads
    /// that may idle before the write.
    #[inline]
    pub(crate) fn note_write(
        &mut self,
        thread: ThreadId,
        source: Option<EventId>,
        location: LocationId,
    ) -> Result<(), Change> {
        let Knowledge { unordered_awaited, late_writes, .. } = &*self.knowledge;
        if unordered_awaited.is_empty() || self.equivalence == Equivalence::Co || late_writes.is_too_large() {
            return Ok(());
        }
        self.note_write_after_idling(thread, source, location)
    }

    #[cold]
    fn note_write_after_idling(
        &mut self,
        thread: ThreadId,
        source: Option<EventId>,
        location: LocationId,
    ) -> Result<(), Change> {
        let graph = &self.state.graph;
        let before = [graph.latest_before(thread), source];
        let views = before.map(|event| event.map(|event| graph.causal(event)));
        // The write of a read-modify-write comes from the same step as its read.
        let is_before = |event: EventId| {
            views.iter().flatten().any(|view| view.contains(graph.event(event)))
                && self.may_idle(self.state.step(event).action)
        };
        let is_read = |&&(address, size): &&Bytes| {
            let location = self.locations.find(address, size);
            let last = location.into_iter().flat_map(|location| graph.last_accesses(location));
            last.flat_map(|&last| graph.accesses_back_from(last)).any(is_before)
        };
        let written = self.bytes(location);
        let awaited = self.knowledge.unordered_awaited.iter().filter(is_read).copied();
        // The read of an rmw that displaces another one is not in the graph.
        let own = self.may_idle(self.action(thread)).then_some(written);
        let awaited: Vec<Bytes> = awaited.chain(own).collect();
        let mut learns = false;
        for awaited in awaited {
            learns |= self.knowledge.late_writes.add(awaited, written);
        }
        if learns { Err(Change::Learn) } else { Ok(()) }
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
        if idle.iter().any(|&(thread, location)| self.waits_in_several_loops(thread, location)) {
            self.run_on()?;
            // The other runs have chosen other orders.
            if !self.may_wait_for_ever(&idle)? {
                return Ok(false);
            }
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

    /// Returns whether it depends on the last write to a location in which loop a thread waits that
    /// idles there.
    fn waits_in_several_loops(&self, thread: ThreadId, location: LocationId) -> bool {
        let at = self.next_point(thread);
        let step = self.step_at(at);
        let loop_behind = |write: EventId| {
            let source = Source::Write(write);
            let value = self.value_of(location, source)?;
            let next = || self.program.resume(&step.state, Answer::Read(value));
            (!self.goes_on_from(at, location, source)).then(|| self.program.spinning_in(&next().state))
        };
        let mut loops = self.possible_last_writes(location).into_iter().filter_map(loop_behind);
        loops.next().is_some_and(|first| loops.any(|other| other != first))
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
            threads
                .into_iter()
                .all(|&(thread, _)| !this.goes_on_from(this.next_point(thread), location, source))
        };
        let waits_with_latest =
            |&location: &LocationId| waits_with(self, location, self.state.graph.latest_write(location));
        if locations.iter().all(waits_with_latest) {
            return Ok(true);
        }
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
                self.note_dropped(self.opening(), thread);
            }
            self.cut_to(events);
        }
        Ok(())
    }
}
