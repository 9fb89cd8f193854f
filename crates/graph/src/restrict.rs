//! Restriction, the one operation that copies a graph. When a write revisits a read, the copy keeps
//! the events that were added up to the read and the causal prefix of the write, and leaves out the
//! other events.
//!
//! No event that stays can depend on an event that is left out. So the views of all events stay as
//! they are: views count events of each thread, and threads are only cut at their ends.

use porf_entity::EntityId;

use crate::census::Census;
use crate::event::{Event, EventId, Label, Read, Source};
use crate::execution_graph::{Graph, Life, Node, ReaderList};

/// The ids of events in a copy, by their ids in the original. The first events keep their ids. Of
/// the later events only some are kept, and these move up.
#[derive(Clone, Default, Debug)]
pub struct Renumbering {
    unmoved: usize,
    new_ids: Vec<Option<EventId>>,
    moved: Vec<EventId>,
}

impl Renumbering {
    /// The id in the copy, `None` if the event was left out.
    #[inline]
    pub fn new_id(&self, old: EventId) -> Option<EventId> {
        match old.index().checked_sub(self.unmoved) {
            None => Some(old),
            Some(index) => self.new_ids[index],
        }
    }

    /// The write in the copy, the initial one if the write was left out.
    #[inline]
    pub fn new_source(&self, old: Source) -> Source {
        old.write().and_then(|write| self.new_id(write)).map_or(Source::Initial, Source::Write)
    }

    /// The original ids of the events of the copy, in order.
    pub fn kept(&self) -> impl Iterator<Item = EventId> + '_ {
        (0..self.unmoved).map(EventId::from_index).chain(self.moved.iter().copied())
    }

    fn choose(&mut self, graph: &Graph, unmoved: usize, keep: impl Fn(&Event) -> bool) {
        self.unmoved = unmoved;
        self.new_ids.clear();
        self.moved.clear();
        for id in graph.events().skip(unmoved) {
            let kept = keep(graph.event(id));
            self.new_ids.push(kept.then(|| EventId::from_index(unmoved + self.moved.len())));
            if kept {
                self.moved.push(id);
            }
        }
    }
}

impl Graph {
    /// Makes `copy` a copy of this graph with the first `unmoved` events and those later events for
    /// which `keep` holds, in the same order. For every event that is kept, its causal prefix must
    /// be kept. The copy must not have room for more threads than this graph.
    pub fn restrict_into(
        &self,
        copy: &mut Graph,
        renumbering: &mut Renumbering,
        unmoved: usize,
        keep: impl Fn(&Event) -> bool,
    ) {
        renumbering.choose(self, unmoved, keep);
        copy.clear();
        copy.make_room(self.thread_count());
        debug_assert_eq!(copy.thread_count(), self.thread_count(), "views have one length");
        copy.census = self.census;
        let latest_first = self.events().rev().take(self.len() - unmoved);
        for lost in latest_first.filter(|&id| renumbering.new_id(id).is_none()) {
            copy.census.remove(self.event(lost));
        }
        copy.locations.resize_with(self.locations.len(), Default::default);
        copy.nodes.extend_from_slice(&self.nodes[..unmoved]);
        copy.views.push_copies(&self.views, 0..unmoved);
        for &old in &renumbering.moved {
            let node = self.nodes[old.index()];
            copy.nodes.push(Node { run_start: copy.run_start_of_next(node.event.thread), ..node });
            copy.views.push_copies(&self.views, old.index()..old.index() + 1);
        }
        if !self.dependencies.is_empty() {
            let kept = renumbering.kept().filter_map(|old| self.dependencies(old).cloned());
            copy.dependencies.extend(kept);
        }
        if !self.functions.is_empty() {
            copy.functions.extend(renumbering.kept().map(|old| self.function_of(old)));
        }
        for (index, node) in copy.nodes.iter_mut().enumerate() {
            if let Label::Read(Read { source, .. }) | Label::Wait { source, .. } = &mut node.event.label {
                *source = renumbering.new_source(*source);
            }
            node.previous_access = node.previous_access.and_then(|previous| renumbering.new_id(previous));
            node.readers = self.remaining_readers(node.readers, renumbering);
            let id = EventId::from_index(index);
            copy.threads[node.event.thread.index()].push(id);
            match node.event.label {
                Label::Spawn(child) => copy.lives[child.index()].spawn = Some(id),
                Label::Join(child) => copy.lives[child.index()].join = Some(id),
                Label::Free { .. } => copy.frees.push(id),
                Label::Wait { .. } => copy.waits.push(id),
                Label::Barrier { .. } => copy.barrier_events.push(id),
                Label::Addition(_) => copy.additions.push(id),
                _ => {}
            }
        }
        for (index, location) in self.locations.iter().enumerate() {
            let target = &mut copy.locations[index];
            target.initial_readers = self.remaining_readers(location.initial_readers, renumbering);
            for write in location.writes.iter().filter_map(|&write| renumbering.new_id(write)) {
                target.writes.push(write);
                target.plain_writes += u32::from(is_plain(&copy.nodes[write.index()].event));
                copy.nodes[write.index()].position = target.writes.len() as u32;
            }
            let last_accesses = location.last_accesses.iter().filter_map(|&last| {
                self.accesses_back_from(last).find_map(|access| renumbering.new_id(access))
            });
            target.last_accesses.extend(last_accesses);
        }
    }

    /// The part of a list of readers that a restriction keeps.
    #[inline]
    fn remaining_readers(&self, ReaderList(first): ReaderList, renumbering: &Renumbering) -> ReaderList {
        let mut readers = std::iter::successors(first, |reader| self.nodes[reader.index()].readers.0);
        ReaderList(readers.find_map(|reader| renumbering.new_id(reader)))
    }

    /// Removes all events but keeps the allocated memory.
    pub fn clear(&mut self) {
        self.threads.iter_mut().for_each(Vec::clear);
        self.lives.fill(Life::default());
        self.frees.clear();
        self.waits.clear();
        self.barrier_events.clear();
        self.additions.clear();
        for location in &mut self.locations {
            location.writes.clear();
            location.plain_writes = 0;
            location.initial_readers = Default::default();
            location.last_accesses.clear();
        }
        self.nodes.clear();
        self.views.clear();
        self.census = Census::default();
        self.dependencies.clear();
        self.functions.clear();
    }
}

fn is_plain(event: &Event) -> bool {
    event.as_write().is_some_and(|write| !write.exclusive)
}
