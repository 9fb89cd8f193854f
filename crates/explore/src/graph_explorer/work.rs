//! A graph under construction, the paused threads beside it, and the alternatives that are still to be explored
//! from it.

use std::sync::Arc;

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, LocationId, Renumbering, Synchronisation};
use porf_program::{Program, Step};

/// A self-contained unit of exploration.
#[derive(Debug)]
pub(crate) struct Work<S> {
    pub(super) graph: Graph,
    /// For each event, the thread paused at it. None for the write of an rmw: its read has the same step.
    pub(super) steps: Vec<Option<Arc<Step<S>>>>,
    /// For each thread, the thread paused after its last event (between the two events of an rmw: at the rmw).
    pub(super) next: Vec<Arc<Step<S>>>,
    /// What is still to be explored, later events last.
    pub(super) alternatives: Vec<Alternative>,
}

/// Something else that could have happened at an event of the graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alternative {
    /// In place of the event, its thread could read from this write.
    Read { event: EventId, thread: ThreadId, location: LocationId, source: Option<EventId>, spurious: bool },
    /// The write could be at this position of the coherence order; `revisited` reads from it.
    Place { write: EventId, position: usize, revisited: Option<EventId> },
    /// The write could revisit this read.
    Revisit { write: EventId, read: EventId, spurious: bool },
    /// In place of the event, an rmw of its thread could read from the source, where another rmw has read already,
    /// and its write revisit this read.
    Displace { event: EventId, thread: ThreadId, source: Option<EventId>, read: EventId, spurious: bool },
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
        step_of(&self.graph, &self.steps, event)
    }

    pub(super) fn pending(&self) -> u64 {
        self.alternatives.len() as u64
    }

    /// Notes that the thread's next step has become an event, and pauses it at the step after.
    pub(super) fn advance(&mut self, thread: ThreadId, after: Step<S>) {
        let step = std::mem::replace(&mut self.next[thread.index()], Arc::new(after));
        self.steps.push(Some(step));
    }

    /// Notes that the read of the rmw that the thread is paused at has become an event.
    pub(super) fn begin_rmw(&mut self, thread: ThreadId) {
        self.steps.push(Some(self.next(thread).clone()));
    }

    /// Notes that the write of the rmw has become an event, too, and pauses the thread at the step after.
    pub(super) fn finish_rmw(&mut self, thread: ThreadId, after: Step<S>) {
        self.next[thread.index()] = Arc::new(after);
        self.steps.push(None);
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
            let (Some(event), Some(step)) = (self.graph.pop(), self.steps.pop()) else { return };
            let next = &mut self.next[event.thread.index()];
            match (step, self.graph.last(event.thread)) {
                (Some(step), _) => *next = step,
                // The write of an rmw goes and its read stays: the thread is at the rmw again.
                (None, Some(read)) if read.index() < length => {
                    *next = step_of(&self.graph, &self.steps, read).clone();
                }
                (None, _) => {}
            }
        }
    }

    /// Makes the steps those of `original` for the events that a copy of its graph has kept. If there is nothing
    /// left to explore in the original, its steps are taken rather than shared.
    pub(super) fn take_steps(&mut self, original: &mut Self, kept: &Renumbering) {
        let take = original.alternatives.is_empty();
        if take {
            std::mem::swap(&mut self.next, &mut original.next);
        } else {
            self.next.clone_from(&original.next);
        }
        for (index, next) in self.next.iter_mut().enumerate() {
            let thread = ThreadId::from_index(index);
            let remaining = self.graph.thread_events(thread).len();
            if let Some(&first_lost) = original.graph.thread_events(thread).get(remaining) {
                *next = original.step(first_lost).clone();
            }
        }
        self.steps.clear();
        let steps = kept.kept().iter().map(|&old| {
            let step = &mut original.steps[old.index()];
            if take { step.take() } else { step.clone() }
        });
        self.steps.extend(steps);
        self.alternatives.clear();
    }
}

/// The step of an event: for the write of an rmw, that of its read.
pub(crate) fn step_of<'s, S>(
    graph: &Graph,
    steps: &'s [Option<Arc<Step<S>>>],
    event: EventId,
) -> &'s Arc<Step<S>> {
    let own = steps[event.index()].as_ref();
    let step = own.or_else(|| steps[graph.predecessor(event)?.index()].as_ref());
    step.expect("only the write of an rmw has no step of its own")
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
