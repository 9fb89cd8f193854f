//! Depth-first search for a cycle through an event.

use porf_graph::{EventId, Graph};

use crate::coherence::Marks;

/// Reusable memory of a cycle search.
#[derive(Clone, Default, Debug)]
pub(crate) struct CycleSearch {
    marks: Marks,
    stack: Vec<EventId>,
}

impl CycleSearch {
    /// Whether `start` lies on a cycle of the relation whose edges `successors` pushes, given an event.
    pub(crate) fn has_cycle_through(
        &mut self,
        graph: &Graph,
        start: EventId,
        mut successors: impl FnMut(EventId, &mut Vec<EventId>),
    ) -> bool {
        self.marks.start(graph);
        self.stack.clear();
        successors(start, &mut self.stack);
        while let Some(event) = self.stack.pop() {
            if event == start {
                return true;
            }
            if self.marks.mark(event) {
                successors(event, &mut self.stack);
            }
        }
        false
    }
}
