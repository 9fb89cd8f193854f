//! The one operation that copies a graph: a write `a` revisits a read `r`. The copy keeps what was
//! added up to `r` and the causal prefix of `a`, leaves out the rest, and lets `r` read from `a`.
//!
//! Nothing that stays can depend on what is left out, so the views of all events but `r` stay as they
//! are: they count events of each thread, and threads are only cut at their ends.

use porf_entity::EntityId;

use crate::event::{EventId, Label, Read};
use crate::execution_graph::{Graph, ReaderList};
use crate::views::Past;

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

    /// Keeps the events up to `read` and those that `keep` says.
    fn choose(&mut self, graph: &Graph, read: EventId, keep: impl Fn(EventId) -> bool) {
        self.kept.clear();
        self.kept.extend(graph.events().take(read.index() + 1));
        self.new_ids.clear();
        self.new_ids.extend(self.kept.iter().copied().map(Some));
        for id in graph.events().skip(read.index() + 1) {
            let new_id = keep(id).then(|| EventId::from_index(self.kept.len()));
            self.new_ids.push(new_id);
            if new_id.is_some() {
                self.kept.push(id);
            }
        }
    }
}

impl Graph {
    /// Makes `copy` the graph in which `write`, the latest event, has revisited `read`, with `label` for the
    /// read, whose source is given as `write` in this graph's ids. The write is left without a place in
    /// coherence order. Precondition: `read` is not in the causal prefix of `write`.
    /// Returns the ids of the read and of the write in the copy.
    pub fn revisit_into(
        &self,
        copy: &mut Graph,
        renumbering: &mut Renumbering,
        read: EventId,
        write: EventId,
        label: Read,
    ) -> (EventId, EventId) {
        let prefix = self.causal(write);
        debug_assert!(!prefix.contains(self.event(read)), "a write cannot revisit its own past");
        renumbering.choose(self, read, |id| prefix.contains(self.event(id)));
        // What remains of a list of readers: the revisited read goes to another list.
        let remaining = |ReaderList(first): ReaderList| {
            let mut readers = std::iter::successors(first, |reader| self.nodes[reader.index()].readers.0);
            let kept = readers.find(|&reader| reader != read && renumbering.new_id(reader).is_some());
            ReaderList(kept.and_then(|reader| renumbering.new_id(reader)))
        };
        copy.clear();
        copy.locations.resize_with(self.locations.len(), Default::default);

        let unmoved = read.index() + 1;
        copy.views.push_copies(&self.views, 0..unmoved);
        for (new, &old) in renumbering.kept.iter().enumerate() {
            let mut node = self.nodes[old.index()];
            if old == read {
                node.event.label = Label::Read(label);
                node.readers = ReaderList(None);
            }
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
        let new_read = EventId::from_index(read.index());
        let new_write = EventId::from_index(copy.len() - 1);
        copy.nodes[new_write.index()].readers = ReaderList(Some(new_read));
        for (index, location) in self.locations.iter().enumerate() {
            copy.locations[index].initial_readers = remaining(location.initial_readers);
            let others = location.writes.iter().filter(|&&other| other != write);
            let kept = others.filter_map(|&other| renumbering.new_id(other));
            for (position, write) in kept.enumerate() {
                copy.locations[index].writes.push(write);
                copy.nodes[write.index()].position = position as u32 + 1;
            }
            let last_accesses = location.last_accesses.iter().filter_map(|&last| {
                self.accesses_back_from(last).find_map(|access| renumbering.new_id(access))
            });
            copy.locations[index].last_accesses.extend(last_accesses);
        }

        copy.views.recompute(Past { nodes: &copy.nodes, threads: &copy.threads }, new_read);
        (new_read, new_write)
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
