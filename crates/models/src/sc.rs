//! SC, sequential consistency: acyclic(po ∪ rf ∪ co ∪ fr).
//!
//! When an access `e` is added at the end of its thread, the edges that leave `e` go to the write c
//! that follows it in coherence order (for a read: that follows its source). The edges that enter
//! `e` come from its predecessor p in program order, from its source or coherence predecessor w,
//! and from readers of w. If c reached w or a reader of w, there would be a cycle without `e`. So
//! `e` closes a cycle exactly if c reaches p, and a thread knows the writes in the prefix of its
//! last event, under the whole relation.

use porf_entity::{EntityId, OrderingMeaning, ThreadId};
use porf_graph::{EventId, Graph, Label, LocationId, Source, Synchronisation, View};

use crate::coherence::{causally_known_position, coherence_successor, last_known_position};
use crate::witness::blocks::{BlockSort, Knowledge};
use crate::witness::global::{self, know_by_views};
use crate::{Criterion, Demands, Model, Unfinished};

/// Sequential consistency.
#[derive(Clone, Default, Debug)]
pub struct Sc {
    prefix: Prefix,
    sort: BlockSort,
}

impl Model for Sc {
    #[inline]
    fn synchronisation(&self) -> Synchronisation {
        Synchronisation::EveryAtomic
    }

    #[inline]
    fn orderings(&self) -> OrderingMeaning {
        OrderingMeaning::Atomicity
    }

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        self.prefix.known_position(graph, last, location)
    }

    fn certain_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        causally_known_position(graph, last, location)
    }

    fn criterion(&self, _graph: &Graph) -> Criterion {
        Criterion::Positions
    }

    fn find_orders(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished> {
        let know = |graph: &Graph, location, pairs: &mut _| {
            know_by_views(&mut self.sort, Knowledge::Causal, graph, location, pairs)
        };
        global::find_orders(graph, location, demands, know, push_fixed_successors)
    }
}

/// The prefix of an event under (po ∪ rf ∪ co ∪ fr)*. The prefix grows as events are added
/// elsewhere, so it is collected on demand: from the causal view, location by location.
#[derive(Clone, Default, Debug)]
pub(crate) struct Prefix {
    /// A number of events for each thread, as in a view.
    counts: Vec<u32>,
    /// For each thread, the number of the counted events that have been visited.
    visited: Vec<u32>,
    /// For each location, the coherence position p such that the prefix contains all writes up to p
    /// and all readers of the writes before p.
    reached: Vec<usize>,
}

impl Prefix {
    /// The position of the last write to the location in the prefix of a thread's last event.
    pub(crate) fn known_position(
        &mut self,
        graph: &Graph,
        last: Option<EventId>,
        location: LocationId,
    ) -> usize {
        let (Some(last), Some(&latest)) = (last, graph.writes(location).last()) else { return 0 };
        if graph.causal(last).contains(graph.event(latest)) {
            return graph.position(Source::Write(latest));
        }
        self.collect(graph, last);
        last_known_position(graph, location, |write| self.contains(graph, write), false)
    }

    /// Whether the prefix that was collected last contains an event.
    pub(crate) fn contains(&self, graph: &Graph, event: EventId) -> bool {
        let event = graph.event(event);
        event.index < self.counts[event.thread.index()]
    }

    /// Collects the prefix of an event.
    pub(crate) fn collect(&mut self, graph: &Graph, last: EventId) {
        self.counts.clear();
        self.counts.extend_from_slice(graph.causal(last).counts());
        self.visited.clear();
        self.visited.resize(self.counts.len(), 0);
        self.reached.clear();
        let mut grown = true;
        while grown {
            grown = false;
            for thread in 0..self.counts.len() {
                let own = graph.thread_events(ThreadId::from_index(thread));
                while self.visited[thread] < self.counts[thread] {
                    let id = own[self.visited[thread] as usize];
                    self.visited[thread] += 1;
                    if let Label::Write(write) = graph.event(id).label {
                        self.include_coherence_before(
                            graph,
                            write.location,
                            graph.position(Source::Write(id)),
                        );
                        grown = true;
                    }
                }
            }
        }
    }

    /// Includes the writes before `position` and their readers, given that the write at `position`
    /// is in the prefix.
    fn include_coherence_before(&mut self, graph: &Graph, location: LocationId, position: usize) {
        if self.reached.len() <= location.index() {
            self.reached.resize(location.index() + 1, 0);
        }
        for before in self.reached[location.index()]..position {
            let write = graph.write_at(location, before);
            if let Source::Write(write) = write {
                self.join(graph.causal(write));
            }
            for reader in graph.readers(location, write) {
                self.join(graph.causal(reader));
            }
        }
        let reached = &mut self.reached[location.index()];
        *reached = position.max(*reached);
    }

    fn join(&mut self, view: View<'_>) {
        for (count, &more) in self.counts.iter_mut().zip(view.counts()) {
            *count = (*count).max(more);
        }
    }
}

/// Pushes the events that directly follow an event in po, rf, co or fr, by the creation or the
/// join of a thread, or by a round of a barrier. All other successors follow by transitivity.
pub(crate) fn push_sc_successors(graph: &Graph, event: EventId, successors: &mut Vec<EventId>) {
    push_fixed_successors(graph, event, successors);
    successors.extend(coherence_successor(graph, event));
}

/// As [`push_sc_successors`], but without co and fr.
pub(crate) fn push_fixed_successors(graph: &Graph, event: EventId, successors: &mut Vec<EventId>) {
    match graph.successor(event) {
        Some(next) => successors.push(next),
        None => successors.extend(graph.join_of(graph.event(event).thread)),
    }
    match graph.event(event).label {
        Label::Write(write) => successors.extend(graph.readers(write.location, Source::Write(event))),
        Label::Spawn(child) => match graph.thread_events(child).first() {
            Some(&first) => successors.push(first),
            None => successors.extend(graph.join_of(child)),
        },
        Label::Barrier { .. } => successors.extend(graph.departures_after(event)),
        _ => {}
    }
}
