//! Dependencies of events on reads, where the program tells them.
//!
//! They are an annotation beside the events: graphs of programs that do not tell them have none. A
//! dependency names a read by its index in the thread of the event. Threads are only cut at their
//! ends, so indexes stay as they are when a graph is cut back or copied.

use porf_entity::{Dependencies, EntityId, NumberSet};

use crate::event::EventId;
use crate::execution_graph::Graph;

impl Graph {
    /// Gives the latest event its dependencies, with the reads of its thread numbered from 0. Only
    /// writes have data dependencies.
    pub fn set_dependencies(&mut self, event: EventId, dependencies: &Dependencies) {
        debug_assert_eq!(event.index() + 1, self.len(), "the event is the latest one");
        let before = self.thread_events(self.event(event).thread);
        let reads = before.iter().filter_map(|&other| {
            let other = self.event(other);
            other.as_read().map(|_| other.index)
        });
        let reads: Vec<u32> = reads.collect();
        let index = |numbers: &NumberSet| {
            numbers.iter().filter_map(|number| reads.get(number as usize).copied()).collect()
        };
        let mut dependencies = dependencies.map(index);
        if self.event(event).as_write().is_none() {
            dependencies.data = NumberSet::default();
        }
        self.dependencies.resize_with(event.index(), Dependencies::default);
        self.dependencies.push(dependencies);
    }

    /// The dependencies of an event, with reads given by their indexes in its thread; `None` if the
    /// program does not tell them.
    pub fn dependencies(&self, event: EventId) -> Option<&Dependencies> {
        self.dependencies.get(event.index())
    }

    /// The reads from whose values the address of the access was computed.
    pub fn address_dependencies(&self, event: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.reads_named(event, |dependencies| &dependencies.address)
    }

    /// The reads from whose values the value of the write was computed.
    pub fn data_dependencies(&self, event: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.reads_named(event, |dependencies| &dependencies.data)
    }

    /// The reads from whose values the conditions of branches before the event were computed.
    pub fn control_dependencies(&self, event: EventId) -> impl Iterator<Item = EventId> + '_ {
        self.reads_named(event, |dependencies| &dependencies.control)
    }

    fn reads_named(
        &self,
        event: EventId,
        kind: fn(&Dependencies) -> &NumberSet,
    ) -> impl Iterator<Item = EventId> + '_ {
        let events = self.thread_events(self.event(event).thread);
        let named = self.dependencies(event).map(kind).into_iter().flat_map(NumberSet::iter);
        named.map(|index| events[index as usize])
    }
}
