//! Own locations and tallies: what [redundant iterations](super::redundant_iterations) presume of
//! memory is checked.
//!
//! A thread may leave out stores to memory of its own, and additions to tallies. That a location is
//! the thread's own, or a tally, is presumed where it first matters, and checked at the end of each
//! full execution. If another thread observes the location after all, exploration restarts, and
//! leaves out no writes there. What was presumed in executions with one [opening](crate::restart::Opening) says nothing
//! of those with another.

use porf_entity::ThreadId;
use porf_graph::{Event, EventId};
use porf_models::Model;
use porf_program::{Program, Remark};

use crate::execution_core::ExecutionCore;
use crate::restart::{Bytes, Change, Presumptions};
use crate::sink::Asymmetry;

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Checks that the locations which threads were presumed to own are theirs, and that tallies are. An error if
    /// exploration has to restart.
    pub(crate) fn check_own_locations(&mut self) -> Result<(), Change> {
        if self.knowledge.has_new_awaiting_places() && self.is_early() {
            return Err(Change::Learn);
        }
        if !self.drops_redundant {
            return Ok(());
        }
        let opening = self.opening();
        let Presumptions { own, raceless, tallies, repeated, .. } = self.knowledge.presumed(opening);
        let is_observed = |&&(thread, bytes): &&(ThreadId, Bytes)| self.is_accessed_by_others(thread, bytes);
        let is_raced = |&&(thread, bytes): &&(ThreadId, Bytes)| self.is_raced_by_others(thread, bytes);
        let stored = own.iter().filter(is_observed).chain(raceless.iter().filter(is_raced));
        let used = tallies.iter().copied().filter(|&bytes| self.is_no_tally(bytes));
        let observed: Vec<Bytes> = stored.map(|&(_, bytes)| bytes).chain(used).collect();
        let mut learns = false;
        for bytes in observed {
            learns |= self.knowledge.observed.insert(bytes);
            // The writes to the memory of the other symmetric threads are not observed there.
            if self.state.symmetric.exist() && self.program.owner(bytes.0).is_some() {
                return Err(self.turn_off_symmetry(Asymmetry::Observed));
            }
        }
        let is_contended = |&&(thread, bytes): &&(ThreadId, Bytes)| self.is_written_in_between(thread, bytes);
        let contended: Vec<Bytes> = repeated.iter().filter(is_contended).map(|&(_, bytes)| bytes).collect();
        for bytes in contended {
            learns |= self.knowledge.contended.insert(bytes);
        }
        if learns || !self.knowledge.rely(opening) { Err(Change::Learn) } else { Ok(()) }
    }

    /// Returns whether another thread's access to a location might observe the stores of a thread
    /// to it.
    fn is_accessed_by_others(&self, thread: ThreadId, bytes: Bytes) -> bool {
        let graph = &self.state.graph;
        let depends = |access: EventId| {
            graph.event(access).thread != thread
                && graph.causal(access).count(thread) > graph.happens_before(access).count(thread)
        };
        self.is_raced_by_others(thread, bytes)
            || (self.locations.find(bytes.0, bytes.1))
                .is_some_and(|location| self.accesses(location).any(depends))
    }

    /// Returns whether another thread's access to a location is unordered with a store of a thread
    /// to it.
    fn is_raced_by_others(&self, thread: ThreadId, bytes: Bytes) -> bool {
        self.is_unordered_with_stores(thread, bytes, |_| true)
    }

    /// Returns whether one of these accesses of other threads to a location is unordered with a store
    /// of a thread to it.
    fn is_unordered_with_stores(
        &self,
        thread: ThreadId,
        (address, size): Bytes,
        is_meant: impl Fn(EventId) -> bool,
    ) -> bool {
        let graph = &self.state.graph;
        let Some(location) = self.locations.find(address, size) else { return false };
        let stores: Vec<EventId> = graph
            .writes(location)
            .iter()
            .copied()
            .filter(|&store| graph.event(store).thread == thread)
            .collect();
        let is_unordered = |access: EventId| {
            let event: &Event = graph.event(access);
            stores
                .iter()
                .any(|&store| !graph.happens_before(store).contains(event) && !self.precedes(store, access))
        };
        self.accesses(location)
            .any(|access| graph.event(access).thread != thread && is_meant(access) && is_unordered(access))
    }

    /// Returns whether another thread might write to a location, free it or access it non-atomically
    /// between a store of a thread to it and one that repeats that store.
    fn is_written_in_between(&self, thread: ThreadId, bytes: Bytes) -> bool {
        let graph = &self.state.graph;
        self.is_unordered_with_stores(thread, bytes, |access| {
            let event = graph.event(access);
            event.as_read().is_none() || event.is_non_atomic()
        })
    }

    /// Returns whether a location has accesses other than blind additions.
    fn is_no_tally(&self, (address, size): Bytes) -> bool {
        let location = self.locations.find(address, size);
        location.is_some_and(|location| self.accesses(location).any(|access| !self.is_blind(access)))
    }

    /// Returns whether an event is part of an addition whose result its thread does not use.
    pub(crate) fn is_blind(&self, event: EventId) -> bool {
        self.program.remark(&self.state.step(event).state) == Some(Remark::Blind)
    }
}
