//! Projection: the accesses to some locations, with program order, reads-from and coherence between
//! them.
//!
//! Accesses to other locations, fences and choices are left out, and so is all order that they make
//! between threads. The creation and the join of threads and barriers stay: their order is part of
//! program order.

use porf_entity::{BarrierStep, EntityId, ThreadId};

use crate::event::{EventId, Label, LocationId, Read, Source};
use crate::execution_graph::Graph;

/// A projection of a graph, whose memory can be used again.
#[derive(Clone, Debug)]
pub struct Projection {
    graph: Graph,
    /// By event of the original, its id in the projection; `None` if it was left out.
    new_ids: Vec<Option<EventId>>,
}

impl Projection {
    /// A projection of nothing. `graph` has no events.
    pub fn new(graph: Graph) -> Self {
        Self { graph, new_ids: Vec::new() }
    }

    /// The events that are left.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// The id of an event in the projection, `None` if it was left out.
    pub fn new_id(&self, event: EventId) -> Option<EventId> {
        self.new_ids.get(event.index()).copied().flatten()
    }

    /// The events that are left, with their ids in the projection.
    pub fn kept(&self) -> impl Iterator<Item = (EventId, EventId)> + '_ {
        let ids = self.new_ids.iter().enumerate();
        ids.filter_map(|(old, &new)| Some((EventId::from_index(old), new?)))
    }

    /// Projects a graph to the locations for which `keeps` holds.
    pub fn project(&mut self, original: &Graph, keeps: impl Fn(LocationId) -> bool) {
        self.graph.clear();
        self.graph.make_room(original.thread_count());
        self.new_ids.clear();
        self.new_ids.resize(original.len(), None);
        // The number of events of each thread that have been looked at. An event comes after the
        // events on which it depends.
        let mut looked_at = vec![0; original.thread_count()];
        let mut has_grown = true;
        while has_grown {
            has_grown = false;
            for index in 0..looked_at.len() {
                let events = original.thread_events(ThreadId::from_index(index));
                while let Some(&event) = events.get(looked_at[index])
                    && self.is_ready(original, event, &looked_at, &keeps)
                {
                    self.copy(original, event, &keeps);
                    looked_at[index] += 1;
                    has_grown = true;
                }
            }
        }
        for location in original.locations().filter(|&location| keeps(location)) {
            let writes = original.writes(location).iter().filter_map(|&write| self.new_id(write));
            for (index, write) in writes.collect::<Vec<_>>().into_iter().enumerate() {
                self.graph.place_write(write, index + 1);
            }
        }
    }

    /// Whether the projection has all events on which an event depends.
    fn is_ready(
        &self,
        original: &Graph,
        event: EventId,
        looked_at: &[usize],
        keeps: impl Fn(LocationId) -> bool,
    ) -> bool {
        let is_there = |before: EventId| self.new_id(before).is_some();
        let thread = original.event(event).thread;
        let is_created = looked_at[thread.index()] > 0 || original.spawn_of(thread).is_none_or(is_there);
        is_created
            && match original.event(event).label {
                Label::Read(read) if keeps(read.location) => read.source.write().is_none_or(is_there),
                Label::Join(child) => looked_at[child.index()] == original.thread_events(child).len(),
                Label::Barrier { barrier, round, step: BarrierStep::Leave } => {
                    original.arrivals_in(barrier, round).all(is_there)
                }
                _ => true,
            }
    }

    fn copy(&mut self, original: &Graph, id: EventId, keeps: impl Fn(LocationId) -> bool) {
        let event = original.event(id);
        let copy = match event.label {
            Label::Read(read) if keeps(read.location) => {
                let source = read.source.write().and_then(|write| self.new_id(write));
                let source = source.map_or(Source::Initial, Source::Write);
                self.graph.add_read(event.thread, Read { source, ..read })
            }
            Label::Write(write) if keeps(write.location) => self.graph.add_write(event.thread, write),
            Label::Spawn(child) => self.graph.add_spawn(event.thread, child),
            Label::Join(child) => self.graph.add_join(event.thread, child),
            Label::Barrier { barrier, step, .. } => self.graph.add_barrier_event(event.thread, barrier, step),
            _ => return,
        };
        self.new_ids[id.index()] = Some(copy);
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{ReadOrdering, Value, WriteOrdering};

    use super::*;
    use crate::event::{ReadKind, Write};
    use crate::views::Synchronisation;

    fn thread(index: usize) -> ThreadId {
        ThreadId::from_index(index)
    }

    fn write(graph: &mut Graph, index: usize, location: LocationId, position: usize) -> EventId {
        let (ordering, value) = (WriteOrdering::Relaxed, Value(1));
        let write = Write { location, ordering, value, undefined: 0, exclusive: false };
        let event = graph.add_write(thread(index), write);
        graph.place_write(event, position);
        event
    }

    fn read(graph: &mut Graph, index: usize, location: LocationId, source: Source) -> EventId {
        let (ordering, kind) = (ReadOrdering::Relaxed, ReadKind::Load);
        graph.add_read(thread(index), Read { location, ordering, kind, source, value: Value(1) })
    }

    #[test]
    fn accesses_to_other_locations_and_their_order_are_left_out() {
        let [x, y] = [0, 1].map(LocationId::from_index);
        let mut graph = Graph::new(3, Synchronisation::EveryAtomic);
        graph.add_spawn(thread(0), thread(1));
        graph.add_spawn(thread(0), thread(2));
        let first = write(&mut graph, 1, x, 1);
        let flag = write(&mut graph, 1, y, 1);
        let seen = read(&mut graph, 2, y, Source::Write(flag));
        let second = write(&mut graph, 2, x, 1);
        let last = read(&mut graph, 2, x, Source::Write(first));
        graph.add_join(thread(0), thread(2));
        let mut projection = Projection::new(Graph::new(1, Synchronisation::EveryAtomic));
        projection.project(&graph, |location| location == x);
        let left = projection.graph();
        assert_eq!(left.len(), 6);
        assert_eq!([flag, seen].map(|event| projection.new_id(event)), [None, None]);
        let [first, second, last] =
            [first, second, last].map(|event| projection.new_id(event).expect("it is an access to x"));
        assert_eq!(left.writes(x), [second, first]);
        assert_eq!(left.event(last).as_read().map(|read| read.source), Some(Source::Write(first)));
        assert!(!left.causal(second).contains(left.event(first)));
        assert!(left.causal(left.thread_events(thread(0))[2]).contains(left.event(last)));
    }
}
