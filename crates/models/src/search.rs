//! Depth-first search for a cycle through an event.

use porf_entity::EntityId;
use porf_graph::{EventId, Graph};

/// Reusable memory of a cycle search.
#[derive(Clone, Default, Debug)]
pub(crate) struct CycleSearch {
    marks: Marks,
    stack: Vec<EventId>,
}

impl CycleSearch {
    /// Whether `start` lies on a cycle of a relation. `successors` pushes the successors of a given
    /// event.
    pub(crate) fn has_cycle_through(
        &mut self,
        graph: &Graph,
        start: EventId,
        successors: impl FnMut(EventId, &mut Vec<EventId>),
    ) -> bool {
        self.reaches(graph, start, start, successors)
    }

    /// Whether the relation leads from one event to another, in one step or more.
    pub(crate) fn reaches(
        &mut self,
        graph: &Graph,
        start: EventId,
        end: EventId,
        mut successors: impl FnMut(EventId, &mut Vec<EventId>),
    ) -> bool {
        self.marks.start(graph);
        self.stack.clear();
        successors(start, &mut self.stack);
        while let Some(event) = self.stack.pop() {
            if event == end {
                return true;
            }
            if self.marks.mark(event) {
                successors(event, &mut self.stack);
            }
        }
        false
    }
}

/// Marks on events. Starting anew removes all marks at once.
#[derive(Clone, Default, Debug)]
struct Marks {
    round: u32,
    marked_in: Vec<u32>,
}

impl Marks {
    fn start(&mut self, graph: &Graph) {
        if self.round == u32::MAX {
            self.marked_in.clear();
            self.round = 0;
        }
        self.round += 1;
        if self.marked_in.len() < graph.len() {
            self.marked_in.resize(graph.len(), 0);
        }
    }

    /// Marks the event and returns whether it was unmarked before.
    fn mark(&mut self, event: EventId) -> bool {
        let mark = &mut self.marked_in[event.index()];
        std::mem::replace(mark, self.round) != self.round
    }
}
