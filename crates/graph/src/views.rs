//! Views: for an event, how many events of each thread precede it in some relation that includes
//! program order, the event itself counted. As such a relation's prefixes are closed under program
//! order, a number a thread describes them completely.
//!
//! Two relations are kept this way. The *causal* one is porf = (po ∪ rf)⁺. *Happens-before* is
//! hb = (po ∪ sw)⁺, where synchronisation sw depends on the memory model, see [`Synchronisation`].
//! Both are known when an event is added, because all that precedes it is in the graph by then.
//!
//! For C11 (Lahav et al., *Repairing Sequential Consistency in C/C++11*, PLDI 2017, §2.2):
//!
//! ```text
//! rs = [W]; po|loc?; [W⊒rlx]; (rf; rmw)*
//! sw = [E⊒rel]; ([F]; po)?; rs; rf; [R⊒rlx]; (po; [F])?; [E⊒acq]
//! ```
//!
//! The *release view* of a write w is the union of the happens-before prefixes of all E⊒rel that reach
//! w through `([F]; po)?; rs`, that is, what an acquiring read of w learns:
//!
//! - a release write: its own prefix (which contains those of the heads and fences before it);
//! - a relaxed write: the prefix of the last release fence before it in its thread and that of the last
//!   release write to the same location before it in its thread;
//! - the write of an rmw: in addition, the release view of the write that the rmw reads from;
//! - a non-atomic write: nothing.

use porf_entity::{EntityId, ThreadId};

use crate::event::{Event, EventId, Label};
use crate::execution_graph::Graph;

/// Which reads-from edges synchronise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Synchronisation {
    /// All between atomic accesses, whatever their orderings.
    EveryAtomic,
    /// Those that the C11 orderings and fences say.
    C11,
}

/// For each thread, the number of its events that belong to a prefix.
#[derive(Clone, Copy, Debug)]
pub struct View<'a>(&'a [u32]);

impl<'a> View<'a> {
    /// Whether the event belongs to the prefix.
    pub fn contains(self, event: &Event) -> bool {
        event.index < self.0[event.thread.index()]
    }

    /// How many events of the thread belong to the prefix.
    pub fn count(self, thread: ThreadId) -> u32 {
        self.0[thread.index()]
    }

    /// The counts of all threads, in thread order.
    pub fn counts(self) -> &'a [u32] {
        self.0
    }
}

/// A view an event, in one flat table.
#[derive(Clone, Debug)]
pub(crate) struct ViewTable {
    threads: usize,
    counts: Vec<u32>,
}

impl ViewTable {
    pub(crate) fn new(threads: usize) -> Self {
        Self { threads, counts: Vec::new() }
    }

    pub(crate) fn view(&self, event: EventId) -> View<'_> {
        View(&self.counts[event.index() * self.threads..][..self.threads])
    }

    pub(crate) fn push(&mut self, view: &[u32]) {
        self.counts.extend_from_slice(view);
    }

    pub(crate) fn replace(&mut self, event: EventId, view: &[u32]) {
        self.counts[event.index() * self.threads..][..self.threads].copy_from_slice(view);
    }

    pub(crate) fn truncate(&mut self, events: usize) {
        self.counts.truncate(events * self.threads);
    }
}

/// Where in its own thread an event finds the last ones that matter for synchronisation.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct History {
    /// One more than the index of the last release fence up to here, or 0.
    release_fence: u32,
    /// One more than the index of the last release write up to here, or 0.
    release_write: u32,
    /// One more than the index of the last acquire fence up to here, or 0.
    acquire_fence: u32,
}

impl History {
    /// The history up to `event`, which follows an event with the history `self`.
    pub(crate) fn then(mut self, event: &Event) -> Self {
        match event.label {
            Label::Read(_) => {}
            Label::Write(write) => {
                if write.ordering.is_release() {
                    self.release_write = event.index + 1;
                }
            }
            Label::Fence(ordering) => {
                if ordering.is_release() {
                    self.release_fence = event.index + 1;
                }
                if ordering.is_acquire() {
                    self.acquire_fence = event.index + 1;
                }
            }
        }
        self
    }
}

/// The views of one event while they are computed.
#[derive(Clone, Default, Debug)]
pub(crate) struct EventViews {
    pub(crate) causal: Vec<u32>,
    pub(crate) happens_before: Vec<u32>,
    pub(crate) release: Vec<u32>,
}

impl EventViews {
    /// Computes the views of `event`, whose predecessors in program order and reads-from are in the graph.
    pub(crate) fn compute(&mut self, graph: &Graph, event: &Event) {
        let threads = graph.thread_count();
        let predecessor =
            event.index.checked_sub(1).map(|index| graph.thread_events(event.thread)[index as usize]);
        match predecessor {
            Some(predecessor) => {
                assign(&mut self.causal, graph.causal(predecessor).0);
                assign(&mut self.happens_before, graph.happens_before(predecessor).0);
            }
            None => {
                clear(&mut self.causal, threads);
                clear(&mut self.happens_before, threads);
            }
        }
        self.causal[event.thread.index()] = event.index + 1;
        self.happens_before[event.thread.index()] = event.index + 1;

        if let Label::Read(read) = event.label
            && let Some(source) = read.source
        {
            join(&mut self.causal, graph.causal(source));
            match graph.synchronisation() {
                Synchronisation::EveryAtomic => {
                    if read.ordering.is_atomic() && !graph.event(source).is_non_atomic() {
                        join(&mut self.happens_before, graph.happens_before(source));
                    }
                }
                Synchronisation::C11 => {
                    if read.ordering.is_acquire() {
                        join(&mut self.happens_before, graph.release_view(source));
                    }
                }
            }
        }
        if graph.synchronisation() == Synchronisation::C11 {
            let history = predecessor.map(|predecessor| graph.history(predecessor)).unwrap_or_default();
            self.acquire_by_fence(graph, event, history);
            clear(&mut self.release, threads);
            self.release(graph, event, history, predecessor);
        }
    }

    /// An acquire fence learns what the atomic reads before it could have acquired. Reads before an
    /// earlier acquire fence need no second look: that fence has learnt it already.
    fn acquire_by_fence(&mut self, graph: &Graph, event: &Event, history: History) {
        let Label::Fence(ordering) = event.label else { return };
        if !ordering.is_acquire() {
            return;
        }
        let earlier = &graph.thread_events(event.thread)[..event.index as usize];
        for &id in &earlier[history.acquire_fence as usize..] {
            if let Label::Read(read) = graph.event(id).label
                && let Some(source) = read.source
                && read.ordering.is_atomic()
            {
                join(&mut self.happens_before, graph.release_view(source));
            }
        }
    }

    fn release(&mut self, graph: &Graph, event: &Event, history: History, predecessor: Option<EventId>) {
        let Label::Write(write) = event.label else { return };
        if !write.ordering.is_atomic() {
            return;
        }
        let own = graph.thread_events(event.thread);
        if write.ordering.is_release() {
            self.release.copy_from_slice(&self.happens_before);
        } else {
            if let Some(fence) = history.release_fence.checked_sub(1) {
                join(&mut self.release, graph.happens_before(own[fence as usize]));
            }
            let mut candidate = history.release_write;
            while let Some(index) = candidate.checked_sub(1) {
                let head = own[index as usize];
                if graph.event(head).location() == Some(write.location) {
                    join(&mut self.release, graph.happens_before(head));
                    break;
                }
                candidate = match index.checked_sub(1) {
                    Some(before) => graph.history(own[before as usize]).release_write,
                    None => 0,
                };
            }
        }
        if write.exclusive
            && let Some(read) = predecessor.and_then(|read| graph.event(read).as_read())
            && let Some(source) = read.source
        {
            join(&mut self.release, graph.release_view(source));
        }
    }
}

fn assign(target: &mut Vec<u32>, counts: &[u32]) {
    target.clear();
    target.extend_from_slice(counts);
}

fn clear(target: &mut Vec<u32>, threads: usize) {
    target.clear();
    target.resize(threads, 0);
}

fn join(target: &mut [u32], other: View<'_>) {
    for (count, &more) in target.iter_mut().zip(other.0) {
        *count = (*count).max(more);
    }
}
