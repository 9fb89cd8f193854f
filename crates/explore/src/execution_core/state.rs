//! The state of an execution: its graph, and the paused threads beside it.

use std::sync::Arc;

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, Label, Renumbering, Synchronisation};
use porf_program::{Program, Step};

use crate::reductions::symmetry::SymmetricThreads;

/// An execution under construction. Self-contained and `Send`.
#[derive(Clone, Debug)]
pub(crate) struct ExecutionState<S> {
    pub(crate) graph: Graph,
    pub(crate) paused: Paused<S>,
    pub(crate) symmetric: SymmetricThreads,
}

/// The threads, paused before their first events and after each of their events.
#[derive(Clone, Debug)]
pub(crate) struct Paused<S> {
    /// For each thread that exists at the beginning, its step before its first event.
    initial: Arc<[Step<S>]>,
    /// The same for the other threads, by their ids; nothing for those that do not exist.
    children: Vec<Option<Arc<Step<S>>>>,
    /// For each event, the step of its thread after it. None after the read of an rmw: the thread
    /// is still at the rmw.
    after: Vec<Option<Arc<Step<S>>>>,
}

/// The step of a thread, if it exists.
pub(crate) type Place<S> = Option<Arc<Step<S>>>;

impl<S> Paused<S> {
    /// The threads that exist.
    pub(crate) fn threads<'s>(&'s self, graph: &Graph) -> impl Iterator<Item = ThreadId> + use<'s, S> {
        let all = (0..graph.thread_count()).map(ThreadId::from_index);
        all.filter(|&thread| self.exists(thread))
    }

    /// Returns whether the thread existed at the beginning or has been created.
    pub(crate) fn exists(&self, thread: ThreadId) -> bool {
        thread.index() < self.initial.len() || self.children.get(thread.index()).is_some_and(Option::is_some)
    }

    /// The first steps of the threads that exist at the beginning.
    pub(super) fn first(&self) -> Vec<Step<S>>
    where
        S: Clone,
    {
        self.initial.to_vec()
    }

    /// Replaces the first steps of the threads that exist at the beginning.
    pub(super) fn set_first(&mut self, first: Vec<Step<S>>) {
        self.initial = first.into();
    }

    /// The step that a thread takes next.
    pub(crate) fn next<'s>(&'s self, graph: &Graph, thread: ThreadId) -> &'s Step<S> {
        self.after_event(graph, thread, graph.last(thread))
    }

    /// The step that an event comes from.
    pub(crate) fn step<'s>(&'s self, graph: &Graph, event: EventId) -> &'s Step<S> {
        self.after_event(graph, graph.event(event).thread, graph.predecessor(event))
    }

    /// The step of each thread; nothing for those that do not exist.
    pub(crate) fn snapshot(&self, graph: &Graph) -> Vec<Place<S>>
    where
        S: Clone,
    {
        let all = (0..graph.thread_count()).map(ThreadId::from_index);
        all.map(|thread| self.shared_after(graph, thread, graph.last(thread))).collect()
    }

    /// The step of a thread after one of its events, or before the first.
    fn shared_after(&self, graph: &Graph, thread: ThreadId, event: Option<EventId>) -> Option<Arc<Step<S>>>
    where
        S: Clone,
    {
        let mut event = event;
        while let Some(last) = event {
            if let Some(step) = &self.after[last.index()] {
                return Some(step.clone());
            }
            event = graph.predecessor(last);
        }
        match self.initial.get(thread.index()) {
            Some(step) => Some(Arc::new(step.clone())),
            None => self.children.get(thread.index()).cloned().flatten(),
        }
    }

    /// The step of a thread after one of its events, or before the first.
    pub(crate) fn after_event<'s>(
        &'s self,
        graph: &Graph,
        thread: ThreadId,
        event: Option<EventId>,
    ) -> &'s Step<S> {
        let mut event = event;
        while let Some(last) = event {
            if let Some(step) = &self.after[last.index()] {
                return step;
            }
            event = graph.predecessor(last);
        }
        match self.initial.get(thread.index()) {
            Some(step) => step,
            None => self.children[thread.index()].as_ref().expect("the thread exists"),
        }
    }
}

impl<S> ExecutionState<S> {
    pub(crate) fn initial<P: Program<State = S>>(
        program: &P,
        synchronisation: Synchronisation,
        symmetry: bool,
    ) -> Self {
        let threads = program.thread_count();
        let mut symmetric = SymmetricThreads::default();
        for thread in (1..threads).map(ThreadId::from_index) {
            let mut earlier = (0..thread.index()).rev().map(ThreadId::from_index);
            if symmetry && let Some(elder) = earlier.find(|&elder| program.are_alike(elder, thread)) {
                symmetric.add(elder, thread);
            }
        }
        let initial = (0..threads).map(|index| program.start(ThreadId::from_index(index))).collect();
        Self {
            graph: Graph::new(threads, synchronisation),
            paused: Paused { initial, children: Vec::new(), after: Vec::new() },
            symmetric,
        }
    }

    /// An execution without any events, to be filled by a copy.
    pub(crate) fn empty(&self) -> Self {
        Self {
            graph: Graph::new(self.graph.thread_count(), self.graph.synchronisation()),
            paused: Paused { initial: self.paused.initial.clone(), children: Vec::new(), after: Vec::new() },
            symmetric: SymmetricThreads::default(),
        }
    }

    /// The step that a thread takes next.
    pub(crate) fn next(&self, thread: ThreadId) -> &Step<S> {
        self.paused.next(&self.graph, thread)
    }

    /// The step that an event comes from.
    pub(crate) fn step(&self, event: EventId) -> &Step<S> {
        self.paused.step(&self.graph, event)
    }

    /// Pauses the thread of the latest event after it: at `step`, or still at the rmw whose read
    /// the event is.
    pub(crate) fn pause(&mut self, step: Option<Step<S>>) {
        debug_assert_eq!(self.paused.after.len() + 1, self.graph.len());
        self.paused.after.push(step.map(Arc::new));
    }

    /// Pauses the thread of an earlier event, the last of its thread, after it again.
    pub(crate) fn pause_again(&mut self, event: EventId, step: Option<Step<S>>) {
        self.paused.after[event.index()] = step.map(Arc::new);
    }

    /// Pauses a thread after its last event, at the step that it had before an earlier one.
    pub(crate) fn pause_as_before(&mut self, last: EventId, earlier: EventId)
    where
        S: Clone,
    {
        let thread = self.graph.event(last).thread;
        let before = self.graph.predecessor(earlier);
        self.paused.after[last.index()] = self.paused.shared_after(&self.graph, thread, before);
    }

    /// Pauses threads at these steps, after the same events.
    pub(crate) fn restore(&mut self, threads: &[Place<S>]) {
        for (index, step) in threads.iter().enumerate() {
            if let (Some(last), Some(step)) = (self.graph.last(ThreadId::from_index(index)), step) {
                self.paused.after[last.index()] = Some(step.clone());
            }
        }
    }

    /// Removes all events.
    pub(crate) fn clear(&mut self) {
        self.graph.clear();
        for child in (0..self.paused.children.len()).rev() {
            self.symmetric.remove(ThreadId::from_index(child));
        }
        self.paused.children.clear();
        self.paused.after.clear();
    }

    /// Removes all events but the first ones.
    pub(crate) fn cut_to(&mut self, length: usize) {
        while self.graph.len() > length
            && let Some(event) = self.graph.pop()
        {
            if let Label::Spawn(child) = event.label {
                self.paused.children[child.index()] = None;
                self.symmetric.remove(child);
            }
        }
        self.paused.after.truncate(length);
    }

    /// Adds the creation of a thread, which begins with this step.
    pub(crate) fn spawn(&mut self, thread: ThreadId, child: ThreadId, first: Step<S>) -> EventId {
        self.graph.make_room(child.index() + 1);
        let event = self.graph.add_spawn(thread, child);
        if self.paused.children.len() <= child.index() {
            self.paused.children.resize_with(child.index() + 1, || None);
        }
        self.paused.children[child.index()] = Some(Arc::new(first));
        event
    }

    /// Pauses threads as `original` does after the events that a copy of its graph has kept. `take`
    /// says that the original is not needed any more: its paused threads are taken rather than
    /// shared.
    pub(crate) fn pause_as_in(&mut self, original: &mut Self, kept: &Renumbering, take: bool) {
        self.paused.children.clear();
        let children = original.paused.children.iter().enumerate().map(|(index, child)| {
            let exists = child.is_some() && self.graph.spawn_of(ThreadId::from_index(index)).is_some();
            child.clone().filter(|_| exists)
        });
        self.paused.children.extend(children);
        self.symmetric.clone_from(&original.symmetric);
        if self.symmetric.exist() {
            for (index, child) in self.paused.children.iter().enumerate().rev() {
                if child.is_none() && index >= self.paused.initial.len() {
                    self.symmetric.remove(ThreadId::from_index(index));
                }
            }
        }
        self.paused.after.clear();
        self.paused.after.extend(kept.kept().map(|old| {
            let step = &mut original.paused.after[old.index()];
            if take { step.take() } else { step.clone() }
        }));
    }
}
