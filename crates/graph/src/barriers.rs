//! Barriers: arrivals, departures and rounds.
//!
//! The k-th arrival of a thread at a barrier belongs to round k, counted from 0. (It does as long as
//! no more threads arrive than a round needs. Whoever adds the events sees to that.) A thread leaves
//! a round when as many threads have arrived in it as the round needs. All arrivals of the round
//! precede each departure, as the last event of a thread precedes its join. No order among the
//! arrivals is chosen.

use porf_entity::{Address, BarrierStep, EntityId, ThreadId};

use crate::event::{EventId, Label};
use crate::execution_graph::{Graph, Node};

impl Graph {
    /// Adds an action at a barrier. A thread leaves the barrier at which it has arrived last.
    pub fn add_barrier_event(&mut self, thread: ThreadId, barrier: Address, step: BarrierStep) -> EventId {
        let arrivals = self.arrivals_of(thread, barrier).count() as u32;
        let round = match step {
            BarrierStep::Arrive => arrivals,
            BarrierStep::Leave => arrivals.saturating_sub(1),
            BarrierStep::Destroy => 0,
        };
        let id = self.add(thread, Label::Barrier { barrier, round, step });
        self.barrier_events.push(id);
        id
    }

    /// The actions at barriers, in the order of their stamps.
    pub fn barrier_events(&self) -> &[EventId] {
        &self.barrier_events
    }

    /// The arrivals of a thread at a barrier, latest first.
    pub fn arrivals_of(&self, thread: ThreadId, barrier: Address) -> impl Iterator<Item = EventId> + '_ {
        self.arrivals(barrier).filter(move |&arrival| self.event(arrival).thread == thread)
    }

    /// The arrivals at a barrier, latest first.
    pub fn arrivals(&self, barrier: Address) -> impl Iterator<Item = EventId> + '_ {
        let is_arrival = move |&id: &EventId| match self.event(id).label {
            Label::Barrier { barrier: other, step: BarrierStep::Arrive, .. } => other == barrier,
            _ => false,
        };
        self.barrier_events.iter().rev().copied().filter(is_arrival)
    }

    /// The arrivals of a round, latest first.
    pub fn arrivals_in(&self, barrier: Address, round: u32) -> impl Iterator<Item = EventId> + '_ {
        arrivals_in(&self.nodes, &self.barrier_events, barrier, round)
    }

    /// The departures that an arrival happens before directly.
    pub fn departures_after(&self, arrival: EventId) -> impl Iterator<Item = EventId> + '_ {
        let of_round = match self.event(arrival).label {
            Label::Barrier { barrier, round, step: BarrierStep::Arrive } => {
                Some(Label::Barrier { barrier, round, step: BarrierStep::Leave })
            }
            _ => None,
        };
        let events = of_round.map_or(&[][..], |_| &self.barrier_events);
        events.iter().copied().filter(move |&id| Some(self.event(id).label) == of_round)
    }
}

/// The arrivals of a round, latest first.
///
/// A thread arrives in a round after it has left the round before, and it leaves that after all
/// arrivals of that round. So the arrivals of earlier rounds have smaller stamps than the first one
/// of this round, and the search ends there.
pub(crate) fn arrivals_in<'a>(
    nodes: &'a [Node],
    barrier_events: &'a [EventId],
    barrier: Address,
    round: u32,
) -> impl Iterator<Item = EventId> + 'a {
    let arrival = move |id: EventId| match nodes[id.index()].event.label {
        Label::Barrier { barrier: other, round, step: BarrierStep::Arrive } if other == barrier => {
            Some((id, round))
        }
        _ => None,
    };
    let arrivals = barrier_events.iter().rev().filter_map(move |&id| arrival(id));
    let not_earlier = arrivals.take_while(move |&(_, other)| other >= round);
    not_earlier.filter(move |&(_, other)| other == round).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use porf_entity::EntityId;

    use super::*;
    use crate::views::Synchronisation;

    #[test]
    fn all_arrivals_of_a_round_and_of_no_later_one_precede_a_departure() {
        let [first, second] = [0, 1].map(ThreadId::from_index);
        let barrier = Address(64);
        let mut graph = Graph::new(2, Synchronisation::C11);
        let [a, b] = [first, second].map(|it| graph.add_barrier_event(it, barrier, BarrierStep::Arrive));
        let early = graph.add_barrier_event(first, barrier, BarrierStep::Leave);
        let next = graph.add_barrier_event(first, barrier, BarrierStep::Arrive);
        let late = graph.add_barrier_event(second, barrier, BarrierStep::Leave);
        for departure in [early, late] {
            let views = [graph.causal(departure), graph.happens_before(departure)];
            for view in views {
                assert!(view.contains(graph.event(a)) && view.contains(graph.event(b)));
            }
        }
        assert!(!graph.causal(late).contains(graph.event(next)));
        assert_eq!(graph.arrivals_in(barrier, 0).collect::<Vec<_>>(), [b, a]);
        assert_eq!(graph.arrivals_in(barrier, 1).collect::<Vec<_>>(), [next]);
        assert_eq!(graph.departures_after(a).collect::<Vec<_>>(), [early, late]);
        assert_eq!(graph.departures_after(next).count(), 0);
    }
}
