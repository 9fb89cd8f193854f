//! A graph under construction, the paused threads beside it, and the alternatives that are still to be explored
//! from it.

use std::sync::Arc;

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, Renumbering, Synchronisation};
use porf_program::{Program, Step};

/// A self-contained unit of exploration.
#[derive(Debug)]
pub(crate) struct Work<S> {
    pub(super) graph: Graph,
    /// For each event, the thread paused at it.
    pub(super) steps: Vec<Arc<Step<S>>>,
    /// For each thread, the thread paused after its last event (between the two events of an rmw: at the rmw).
    pub(super) next: Vec<Arc<Step<S>>>,
    /// What is still to be explored, later events last.
    pub(super) alternatives: Vec<Alternative>,
}

/// Something else that could have happened at an event of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alternative {
    /// The read could read from this write.
    Read { event: EventId, source: Option<EventId>, spurious: bool },
    /// The write could be at this position of the coherence order; `revisited` reads from it.
    Place { write: EventId, position: usize, revisited: Option<EventId> },
    /// The write could revisit this read.
    Revisit { write: EventId, read: EventId, spurious: bool },
}

impl<S> Work<S> {
    pub(super) fn initial<P: Program<State = S>>(program: &P, synchronisation: Synchronisation) -> Self {
        let threads = program.thread_count();
        Self {
            next: (0..threads).map(|index| Arc::new(program.start(ThreadId::from_index(index)))).collect(),
            ..Self::empty(threads, synchronisation)
        }
    }

    /// A unit without anything in it, to be filled by a copy.
    pub(super) fn empty(threads: usize, synchronisation: Synchronisation) -> Self {
        let graph = Graph::new(threads, synchronisation);
        Self { graph, steps: Vec::new(), next: Vec::new(), alternatives: Vec::new() }
    }

    pub(super) fn next(&self, thread: ThreadId) -> &Arc<Step<S>> {
        &self.next[thread.index()]
    }

    pub(super) fn step(&self, event: EventId) -> &Arc<Step<S>> {
        &self.steps[event.index()]
    }

    pub(super) fn pending(&self) -> u64 {
        self.alternatives.len() as u64
    }

    /// Notes that the thread's next step has become an event, and pauses it at the step after.
    pub(super) fn advance(&mut self, thread: ThreadId, after: Step<S>) {
        let step = std::mem::replace(&mut self.next[thread.index()], Arc::new(after));
        self.steps.push(step);
    }

    /// Notes that the first half of the thread's next step has become an event.
    pub(super) fn advance_half(&mut self, thread: ThreadId) {
        self.steps.push(self.next(thread).clone());
    }

    /// Takes `event` and everything added after it away.
    pub(super) fn cut_before(&mut self, event: EventId) {
        self.cut_to(event.index());
    }

    /// Takes everything added after `event` away.
    pub(super) fn cut_after(&mut self, event: EventId) {
        self.cut_to(event.index() + 1);
    }

    fn cut_to(&mut self, length: usize) {
        while self.graph.len() > length {
            if let (Some(event), Some(step)) = (self.graph.pop(), self.steps.pop()) {
                self.next[event.thread.index()] = step;
            }
        }
    }

    /// Makes the steps those of `original` for the events that a copy of its graph has kept.
    pub(super) fn copy_steps(&mut self, original: &Self, kept: &Renumbering) {
        self.steps.clear();
        self.steps.extend(kept.kept().iter().map(|&old| original.step(old).clone()));
        self.next.clear();
        for (index, next) in original.next.iter().enumerate() {
            let thread = ThreadId::from_index(index);
            let remaining = self.graph.thread_events(thread).len();
            let first_lost = original.graph.thread_events(thread).get(remaining);
            self.next.push(first_lost.map_or(next, |&lost| original.step(lost)).clone());
        }
        self.alternatives.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_can_be_sent() {
        fn assert_send<T: Send>() {}
        assert_send::<Work<u64>>();
    }
}
