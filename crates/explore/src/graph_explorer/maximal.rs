//! Maximality: which reads a write may revisit [trust §4; spore §3.3].
//!
//! Let `a` be the latest event, a write, cb(a) its causal prefix, and for an event e
//! P = { e' | e' ≤ e } ∪ (cb(a) ∖ {a}), where ≤ compares stamps. Then e is *maximal* for a if it is
//!
//! - a read that did not fail spuriously and that reads from a write in P, with no write in P
//!   coherence-after its source;
//! - a write with no write in P coherence-after it, no read in P that reads from it, and no attempt
//!   in P that failed because of it;
//! - a choice of the first alternative;
//! - an event of any other kind.
//!
//! At [unordered](crate::execution_core) locations there is no coherence order to refer to. There a
//! write is maximal if no read in P reads from it, and a read is maximal if it reads from its
//! *maximal source* in P ([`super::maximal_source`]). A read that awaits such a location is not
//! maximal: the maximal way is to [idle](crate::reductions::idle_awaits).
//!
//! [Pools](crate::execution_core) have a maximal way of their own to read an item or nothing.
//!
//! `a` may revisit a read r ∉ cb(a) if r and all events that the revisit takes away,
//! { e ∉ cb(a) | e > r }, are maximal.
//!
//! The maximal way to add an event is a function of P alone, and always available and consistent: a
//! read takes the coherence-latest write or its maximal source, and a write goes last. That is why
//! a revisited graph has exactly one graph that it was revisited from, and why no execution is
//! lost.

use porf_entity::{EntityId, Taking};
use porf_graph::{Event, EventId, Graph, Label, LocationId, ReadKind, Source, View};
use porf_models::Model;
use porf_program::{Action, Wait};

use super::maximal_source::Restriction;
use crate::execution_core::{Paused, partner, place};
use crate::limits::Watch;
use crate::locations::Locations;
use crate::restart::{Interruption, Knowledge};

/// A write about to revisit, as far as maximality needs it: `a` with its location and cb(a).
#[derive(Clone, Copy)]
pub(super) struct Revisitor<'a> {
    /// The write, which need not be in the graph yet.
    pub(super) write: EventId,
    pub(super) location: LocationId,
    /// Two prefixes that make up the causal prefix of the write.
    pub(super) prefixes: [Option<View<'a>>; 2],
    /// For an exclusive write: the write of another rmw that stands in the only place where it
    /// could go. Only a revisit that takes the rival away is offered.
    pub(super) rival: Option<EventId>,
    /// Whether threads may [idle](crate::reductions::idle_awaits) at the location: their attempts
    /// are revisited.
    pub(super) revisits_idle: bool,
    /// For an item, its pool and the locations, by which readers of the other items are known.
    pub(super) pool: Option<(LocationId, &'a Locations)>,
}

impl Revisitor<'_> {
    /// Calls `offer` for each read that the write, later than all other events of the graph, may
    /// revisit, latest first. `is_maximal` is asked about events given that all later ones outside
    /// the prefix are maximal.
    ///
    /// Whether an event is maximal does not depend on the read to be revisited. So one pass from
    /// the latest event backwards finds all reads, and ends at the first event that is not maximal.
    pub(super) fn for_each_revisitable(
        &self,
        graph: &Graph,
        mut is_maximal: impl FnMut(EventId) -> Result<bool, Interruption>,
        mut offer: impl FnMut(EventId),
    ) -> Result<(), Interruption> {
        let earliest = match self.rival {
            None => self.earliest_read(graph),
            Some(rival) => {
                let is_displaceable = !self.has_seen(graph.event(rival)) && is_maximal(rival)?;
                is_displaceable.then(|| EventId::from_index(0))
            }
        };
        let Some(earliest) = earliest else { return Ok(()) };
        let mut end = graph.len();
        while end > earliest.index() {
            let id = EventId::from_index(end - 1);
            let event = graph.event(id);
            if id == self.write || self.has_seen(event) {
                // The preceding events of the same thread are in the prefix, too.
                end = graph.run_start(id).index();
                continue;
            }
            if !is_maximal(id)? {
                return Ok(());
            }
            let is_revisitable = match event.label {
                Label::Read(read) => self.is_at(read.location),
                Label::Wait { location, .. } => self.revisits_idle && self.is_at(location),
                _ => false,
            };
            if is_revisitable && self.rival.is_none_or(|rival| id < rival) {
                offer(id);
            }
            end -= 1;
        }
        Ok(())
    }

    /// Returns whether a revisit is possible: a read of the location is outside the prefix, or, if
    /// there is a rival, the rival is.
    pub(super) fn may_revisit(&self, graph: &Graph) -> bool {
        match self.rival {
            None => self.earliest_read(graph).is_some(),
            Some(rival) => !self.has_seen(graph.event(rival)),
        }
    }

    /// Returns whether the event is in the causal prefix of the write.
    #[inline]
    pub(super) fn has_seen(&self, event: &Event) -> bool {
        let [first, second] = self.prefixes;
        first.is_some_and(|prefix| prefix.contains(event))
            || second.is_some_and(|prefix| prefix.contains(event))
    }

    /// Returns whether the write may be read at the location: it is its own, or of its pool.
    fn is_at(&self, location: LocationId) -> bool {
        match self.pool {
            Some((pool, locations)) => locations.pool_of(location) == Some(pool),
            None => location == self.location,
        }
    }

    /// The earliest read of the location, or attempt, outside the prefix, at which the pass may
    /// end.
    fn earliest_read(&self, graph: &Graph) -> Option<EventId> {
        if self.pool.is_some() {
            return Some(EventId::from_index(0));
        }
        let is_at_location = |wait| matches!(graph.event(wait).label, Label::Wait { location, .. } if location == self.location);
        let waits = graph.waits().iter().copied().filter(|_| self.revisits_idle);
        let mut earliest = waits.filter(|&wait| is_at_location(wait)).min();
        for &last in graph.last_accesses(self.location) {
            for access in graph.accesses_back_from(last) {
                let event = graph.event(access);
                if access == self.write || self.has_seen(event) {
                    break;
                }
                if event.as_read().is_some() {
                    earliest = Some(earliest.map_or(access, |earliest| earliest.min(access)));
                }
            }
        }
        earliest
    }

    /// Returns whether another event is in P of the event.
    #[inline]
    pub(super) fn counts(&self, graph: &Graph, id: EventId, other: EventId) -> bool {
        other != self.write && (other < id || self.has_seen(graph.event(other)))
    }
}

/// Decides which events are maximal for a revisiting write.
pub(super) struct Judge<'a, 'w, M, S> {
    pub(super) model: &'a mut M,
    pub(super) locations: &'a Locations,
    pub(super) watch: &'a Watch<'w>,
    pub(super) restriction: &'a mut Restriction,
    pub(super) graph: &'a Graph,
    pub(super) paused: &'a Paused<S>,
    pub(super) knowledge: &'a Knowledge,
    pub(super) revisitor: Revisitor<'a>,
    /// Whether the graph has all of the write's causal prefix, but for the write itself, or that
    /// does not matter.
    pub(super) is_whole: bool,
    /// Whether the maximality of an event could not be decided because `is_whole` is false.
    pub(super) is_unclear: bool,
}

impl<M: Model, S> Judge<'_, '_, M, S> {
    /// Returns whether an event is maximal, given that all later ones outside the prefix are.
    pub(super) fn is_maximal(&mut self, id: EventId) -> Result<bool, Interruption> {
        let graph = self.graph;
        self.watch.step(0)?;
        let is_unordered = |location| self.locations.is_unordered(location);
        let counts = |other: EventId| self.revisitor.counts(graph, id, other);
        let none_after = |location: LocationId, write: Source| {
            !graph.writes(location)[graph.position(write)..].iter().any(|&later| counts(later))
        };
        Ok(match graph.event(id).label {
            // The source of a read need not be looked up in P: otherwise the source came later, and
            // was found not to be maximal because of this reader. An exclusive read needs no check,
            // either, if its location is ordered: its write came later and was found maximal, and
            // every write coherence-after the source is that write or coherence-after it.
            Label::Read(read) => match read.kind {
                ReadKind::SpuriousFailure => false,
                _ if self.locations.pool_of(read.location).is_some() => self.takes_maximally(id, read.source),
                _ if is_unordered(read.location) => {
                    return Ok(!self.might_idle(id) && self.reads_maximal_source(id, read)?);
                }
                ReadKind::Exclusive => true,
                ReadKind::Load | ReadKind::FailedExchange => none_after(read.location, read.source),
            },
            Label::Write(write) => {
                let keeps_waiting = |&wait: &EventId| counts(wait) && waits_for(graph, wait, id);
                !graph.readers(write.location, Source::Write(id)).any(counts)
                    && (is_unordered(write.location)
                        || none_after(write.location, Source::Write(id))
                            && !graph.waits().iter().any(keeps_waiting))
            }
            Label::Choice(choice) => choice == 0,
            // A thread whose item has been taken in a swap completes the swap, and does not idle.
            Label::Wait { .. }
            | Label::Fence(_)
            | Label::Spawn(_)
            | Label::Join(_)
            | Label::Barrier { .. }
            | Label::Addition(_)
            | Label::Free { .. } => true,
        })
    }

    /// Returns whether a thread has read an item of a pool, or nothing, in the maximal way.
    fn takes_maximally(&self, id: EventId, source: Source) -> bool {
        let Action::Take { manner, .. } = self.paused.step(self.graph, id).action else { return false };
        let counts = |&other: &EventId| self.revisitor.counts(self.graph, id, other);
        match (manner, source) {
            (Taking::TryTake | Taking::TryLook, source) => source == Source::Initial,
            (Taking::Look, Source::Write(item)) => {
                let pool = self.graph.event(item).location().and_then(|item| self.locations.pool_of(item));
                let items = pool.map_or(&[][..], |pool| self.locations.items(pool));
                let mut writes = items.iter().flat_map(|&item| self.graph.writes(item));
                !writes.any(|other| counts(other) && place(self.graph, *other) > place(self.graph, item))
            }
            (Taking::Swap, Source::Write(_)) => self.completes_swap(id),
            _ => false,
        }
    }

    /// Returns whether the other half of the swap that a thread completes is in P.
    fn completes_swap(&self, id: EventId) -> bool {
        let other_half = || {
            let own = self.graph.predecessor(id)?;
            self.graph.successor(partner(self.graph, own)?)
        };
        other_half().is_some_and(|other| self.revisitor.counts(self.graph, id, other))
    }

    /// Returns whether the thread of a read of an unordered location might have idled instead.
    #[inline]
    fn might_idle(&self, read: EventId) -> bool {
        !self.knowledge.unordered_awaited.is_empty()
            && self.knowledge.wait(self.paused.step(self.graph, read).action) == Some(Wait::Await)
    }
}

/// Returns whether an attempt failed because of the write.
fn waits_for(graph: &Graph, wait: EventId, write: EventId) -> bool {
    matches!(graph.event(wait).label, Label::Wait { source, .. } if source == Source::Write(write))
}

#[cfg(test)]
mod tests {
    use porf_entity::{ReadOrdering, ThreadId, Value, WriteOrdering};
    use porf_graph::{Read, Source, Synchronisation, Write};

    use super::*;

    fn thread(index: usize) -> ThreadId {
        ThreadId::from_index(index)
    }

    /// Adds a write to a location, coherence-after all others.
    fn write(graph: &mut Graph, index: usize, location: LocationId) -> EventId {
        let label = Write {
            location,
            ordering: WriteOrdering::Relaxed,
            value: Value(1),
            undefined: 0,
            exclusive: false,
        };
        let event = graph.add_write(thread(index), label);
        graph.place_write(event, graph.writes(location).len() + 1);
        event
    }

    fn read(graph: &mut Graph, index: usize, location: LocationId, source: Source) -> EventId {
        let (ordering, kind) = (ReadOrdering::Relaxed, ReadKind::Load);
        graph.add_read(thread(index), Read { location, ordering, kind, source, value: Value(0) })
    }

    /// The reads that a write may revisit if all events but `other` are maximal.
    fn revisitable(graph: &Graph, write: EventId, other: Option<EventId>) -> Vec<EventId> {
        let location = graph.event(write).location().expect("a write has a location");
        let prefixes = [Some(graph.causal(write)), None];
        let revisitor =
            Revisitor { write, location, prefixes, rival: None, revisits_idle: false, pool: None };
        let mut reads = Vec::new();
        let all = revisitor.for_each_revisitable(graph, |id| Ok(Some(id) != other), |read| reads.push(read));
        assert!(all.is_ok());
        reads
    }

    #[test]
    fn a_write_may_revisit_earlier_reads_of_its_location_latest_first() {
        let [x, y] = [0, 1].map(LocationId::from_index);
        let mut graph = Graph::new(4, Synchronisation::EveryAtomic);
        let first = read(&mut graph, 0, x, Source::Initial);
        read(&mut graph, 1, y, Source::Initial);
        let second = read(&mut graph, 2, x, Source::Initial);
        let last = write(&mut graph, 3, x);
        assert_eq!(revisitable(&graph, last, None), [second, first]);
    }

    #[test]
    fn a_write_does_not_revisit_its_causal_prefix() {
        let [x, y] = [0, 1].map(LocationId::from_index);
        let mut graph = Graph::new(3, Synchronisation::EveryAtomic);
        read(&mut graph, 0, x, Source::Initial);
        let flag = write(&mut graph, 0, y);
        read(&mut graph, 1, y, Source::Write(flag));
        let unrelated = read(&mut graph, 2, x, Source::Initial);
        let last = write(&mut graph, 1, x);
        assert_eq!(revisitable(&graph, last, None), [unrelated]);
    }

    #[test]
    fn no_read_before_an_event_that_is_not_maximal_is_revisited() {
        let [x, y] = [0, 1].map(LocationId::from_index);
        let mut graph = Graph::new(4, Synchronisation::EveryAtomic);
        read(&mut graph, 0, x, Source::Initial);
        let between = write(&mut graph, 1, y);
        let later = read(&mut graph, 2, x, Source::Initial);
        let last = write(&mut graph, 3, x);
        assert_eq!(revisitable(&graph, last, Some(between)), [later]);
    }

    #[test]
    fn p_has_earlier_events_and_the_causal_prefix_of_the_write() {
        let [x, y] = [0, 1].map(LocationId::from_index);
        let mut graph = Graph::new(3, Synchronisation::EveryAtomic);
        let earlier = write(&mut graph, 0, y);
        let judged = read(&mut graph, 0, x, Source::Initial);
        let later = write(&mut graph, 2, y);
        let in_prefix = write(&mut graph, 1, y);
        let last = write(&mut graph, 1, x);
        let prefixes = [Some(graph.causal(last)), None];
        let revisitor =
            Revisitor { write: last, location: x, prefixes, rival: None, revisits_idle: false, pool: None };
        let counts = |other| revisitor.counts(&graph, judged, other);
        assert_eq!([earlier, later, in_prefix, last].map(counts), [true, false, true, false]);
    }
}
