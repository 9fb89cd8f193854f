//! The one operation that copies a graph: when a write revisits a read, the copy keeps what was added up to the read
//! and the causal prefix of the write, and leaves out the rest.
//!
//! Nothing that stays can depend on what is left out, so the views of all events stay as they are: they count
//! events of each thread, and threads are only cut at their ends.

use porf_entity::EntityId;

use crate::event::{Event, EventId, Label};
use crate::execution_graph::{Graph, ReaderList};

/// The ids that events have in a copy, by their ids in the original.
#[derive(Clone, Default, Debug)]
pub struct Renumbering {
    new_ids: Vec<Option<EventId>>,
    kept: Vec<EventId>,
}

impl Renumbering {
    /// The id in the copy, `None` if the event was left out.
    pub fn new_id(&self, old: EventId) -> Option<EventId> {
        self.new_ids[old.index()]
    }

    /// The original ids of the events of the copy, in order.
    pub fn kept(&self) -> &[EventId] {
        &self.kept
    }

    /// Keeps the first events and those that `keep` says.
    fn choose(&mut self, graph: &Graph, unmoved: usize, keep: impl Fn(&Event) -> bool) {
        self.kept.clear();
        self.kept.extend(graph.events().take(unmoved));
        self.new_ids.clear();
        self.new_ids.extend(self.kept.iter().copied().map(Some));
        for id in graph.events().skip(unmoved) {
            let new_id = keep(graph.event(id)).then(|| EventId::from_index(self.kept.len()));
            self.new_ids.push(new_id);
            if new_id.is_some() {
                self.kept.push(id);
            }
        }
    }
}

impl Graph {
    /// Makes `copy` a copy of this graph with the events up to `last` and those after it that `keep` says, in the
    /// same order. All that is kept must have its causal prefix kept.
    pub fn restrict_into(
        &self,
        copy: &mut Graph,
        renumbering: &mut Renumbering,
        last: EventId,
        keep: impl Fn(&Event) -> bool,
    ) {
        let unmoved = last.index() + 1;
        renumbering.choose(self, unmoved, keep);
        let remaining = |ReaderList(first): ReaderList| {
            let mut readers = std::iter::successors(first, |reader| self.nodes[reader.index()].readers.0);
            ReaderList(readers.find_map(|reader| renumbering.new_id(reader)))
        };
        copy.clear();
        copy.locations.resize_with(self.locations.len(), Default::default);
        copy.views.push_copies(&self.views, 0..unmoved);
        for (new, &old) in renumbering.kept.iter().enumerate() {
            let mut node = self.nodes[old.index()];
            if let Label::Read(read) = &mut node.event.label {
                read.source = read.source.and_then(|source| renumbering.new_id(source));
            }
            node.previous_access = node.previous_access.and_then(|previous| renumbering.new_id(previous));
            node.readers = remaining(node.readers);
            copy.note_presence(&node.event, u32::wrapping_add);
            copy.threads[node.event.thread.index()].push(EventId::from_index(new));
            copy.nodes.push(node);
            if new >= unmoved {
                copy.views.push_copies(&self.views, old.index()..old.index() + 1);
            }
        }
        for (index, location) in self.locations.iter().enumerate() {
            copy.locations[index].initial_readers = remaining(location.initial_readers);
            for write in location.writes.iter().filter_map(|&write| renumbering.new_id(write)) {
                copy.locations[index].writes.push(write);
                copy.nodes[write.index()].position = copy.locations[index].writes.len() as u32;
            }
            let last_accesses = location.last_accesses.iter().filter_map(|&last| {
                self.accesses_back_from(last).find_map(|access| renumbering.new_id(access))
            });
            copy.locations[index].last_accesses.extend(last_accesses);
        }
    }

    /// Takes all events away but keeps the memory.
    fn clear(&mut self) {
        self.threads.iter_mut().for_each(Vec::clear);
        for location in &mut self.locations {
            location.writes.clear();
            location.initial_readers = Default::default();
            location.last_accesses.clear();
            location.non_atomic_accesses = 0;
        }
        self.nodes.clear();
        self.views.truncate(0);
        self.seq_cst_events = 0;
        self.unfinished_rmws = 0;
    }
}
