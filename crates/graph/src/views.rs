//! Views: the view of an event has, for each thread, the number of its events that precede the
//! event in some relation that includes program order. The event itself is counted. Since the
//! prefixes of such a relation are closed under program order, one number a thread describes them
//! completely.
//!
//! Two relations are kept this way. The *causal* one is porf = (po ∪ rf)⁺. *Happens-before* is hb =
//! (po ∪ sw)⁺. Both count to po the edges from the creation of a thread to its first event, and
//! from its last event to the event that joins it, and from the arrivals of a round at a barrier to
//! the departures. The memory model decides about synchronisation
//! sw: see [`Synchronisation`]. Both views are computed when an event is added, because all its
//! predecessors are in the graph by then.
//!
//! For C11 [rc11 §2.2]:
//!
//! ```text
//! rs = [W]; po|loc?; [W⊒rlx]; (rf; rmw)*
//! sw = [E⊒rel]; ([F]; po)?; rs; rf; [R⊒rlx]; (po; [F])?; [E⊒acq]
//! ```
//!
//! The *release view* of a write w is the union of the happens-before prefixes of all E⊒rel that
//! reach w through `([F]; po)?; rs`. It is the view that an acquiring read of w joins into its own:
//!
//! - a release write: its own prefix (which contains those of the heads and fences before it);
//! - a relaxed write: the prefix of the last release fence before it in its thread and that of the
//!   last release write to the same location before it in its thread (the latter not in C++20,
//!   where rs = [W⊒rlx]; (rf; rmw)*);
//! - the write of an rmw: in addition, the release view of the write that the rmw reads from;
//! - a non-atomic write: nothing.

use std::ops::Range;

use porf_entity::{BarrierStep, EntityId, ThreadId};

use crate::barriers::arrivals_in;
use crate::event::{Event, EventId, Label, Source, Write};
use crate::execution_graph::{Life, Node};

/// The rule by which reads-from edges synchronise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Synchronisation {
    /// All edges between atomic accesses, whatever their orderings.
    EveryAtomic,
    /// The edges that synchronise by the C11 orderings and fences.
    C11,
    /// The same, but a release sequence does not go on with stores of its thread, as in C++20.
    Cpp20,
}

impl Synchronisation {
    /// Returns whether orderings and fences decide.
    pub fn by_orderings(self) -> bool {
        self != Self::EveryAtomic
    }
}

/// For each thread, the number of its events that belong to a prefix.
#[derive(Clone, Copy, Debug)]
pub struct View<'a>(&'a [u32]);

impl<'a> View<'a> {
    /// The view with these counts, one a thread.
    pub fn new(counts: &'a [u32]) -> Self {
        Self(counts)
    }

    /// Whether the event belongs to the prefix.
    pub fn contains(self, event: &Event) -> bool {
        event.index < self.0[event.thread.index()]
    }

    /// The number of events of the thread that belong to the prefix.
    pub fn count(self, thread: ThreadId) -> u32 {
        self.0[thread.index()]
    }

    /// The counts of all threads, in thread order.
    pub fn counts(self) -> &'a [u32] {
        self.0
    }
}

/// The views of all events in one flat table. The causal view of an event, its happens-before view
/// and, where orderings decide, its release view stand side by side.
#[derive(Clone, Debug)]
pub(crate) struct ViewTable {
    threads: usize,
    /// The number of counts that an event has.
    stride: usize,
    synchronisation: Synchronisation,
    counts: Vec<u32>,
    /// Whether a release view was larger than in C++20.
    pub(crate) has_longer_release_sequence: bool,
}

/// The kind of a view of an event.
#[derive(Clone, Copy, Debug)]
enum Which {
    Causal = 0,
    HappensBefore = 1,
    Release = 2,
}

/// The events that are in the graph when views are computed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past<'a> {
    pub(crate) nodes: &'a [Node],
    pub(crate) threads: &'a [Vec<EventId>],
    pub(crate) lives: &'a [Life],
    pub(crate) barrier_events: &'a [EventId],
}

impl ViewTable {
    pub(crate) fn new(threads: usize, synchronisation: Synchronisation) -> Self {
        let views = match synchronisation {
            Synchronisation::EveryAtomic => 2,
            Synchronisation::C11 | Synchronisation::Cpp20 => 3,
        };
        let stride = views * threads;
        Self { threads, stride, synchronisation, counts: Vec::new(), has_longer_release_sequence: false }
    }

    /// Gives all views room for the given number of threads.
    pub(crate) fn widen(&mut self, threads: usize) {
        let mut widened = Self::new(threads, self.synchronisation);
        if self.threads > 0 {
            for view in self.counts.chunks_exact(self.threads) {
                widened.counts.extend_from_slice(view);
                widened.counts.resize(widened.counts.len() + threads - self.threads, 0);
            }
        }
        widened.has_longer_release_sequence = self.has_longer_release_sequence;
        *self = widened;
    }

    pub(crate) fn synchronisation(&self) -> Synchronisation {
        self.synchronisation
    }

    pub(crate) fn causal(&self, event: EventId) -> View<'_> {
        View(&self.counts[self.start(event, Which::Causal)..][..self.threads])
    }

    pub(crate) fn happens_before(&self, event: EventId) -> View<'_> {
        View(&self.counts[self.start(event, Which::HappensBefore)..][..self.threads])
    }

    pub(crate) fn truncate(&mut self, events: usize) {
        self.counts.truncate(events * self.stride);
    }

    pub(crate) fn clear(&mut self) {
        self.counts.clear();
        self.has_longer_release_sequence = false;
    }

    /// Appends copies of the views of some events of another table.
    pub(crate) fn push_copies(&mut self, source: &Self, events: Range<usize>) {
        let stride = self.stride;
        self.counts.extend_from_slice(&source.counts[events.start * stride..events.end * stride]);
        self.has_longer_release_sequence |= source.has_longer_release_sequence;
    }

    /// Recomputes the views of an event, given that `past` holds all events.
    pub(crate) fn recompute(&mut self, past: Past<'_>, event: EventId) {
        let stride = self.stride;
        let events = self.counts.len() / stride;
        self.push(past, &past.nodes[event.index()].event);
        self.counts.copy_within(events * stride.., event.index() * stride);
        self.truncate(events);
    }

    /// Appends the views of `event`, all of whose predecessors are in `past`.
    pub(crate) fn push(&mut self, past: Past<'_>, event: &Event) {
        let own = &past.threads[event.thread.index()][..event.index as usize];
        let predecessor = own.last().copied();
        let before = predecessor.or(past.lives[event.thread.index()].spawn);
        match before {
            Some(predecessor) => {
                let start = self.start(predecessor, Which::Causal);
                self.counts.extend_from_within(start..start + self.stride);
                if self.synchronisation.by_orderings() {
                    self.new_view(Which::Release).fill(0);
                }
            }
            None => self.counts.resize(self.counts.len() + self.stride, 0),
        }
        self.new_view(Which::Causal)[event.thread.index()] = event.index + 1;
        self.new_view(Which::HappensBefore)[event.thread.index()] = event.index + 1;

        if let Label::Join(child) = event.label {
            let last = past.threads[child.index()].last().copied();
            if let Some(last) = last.or(past.lives[child.index()].spawn) {
                self.join_both(last);
            }
        }
        if let Label::Barrier { barrier, round, step: BarrierStep::Leave } = event.label {
            for arrival in arrivals_in(past.nodes, past.barrier_events, barrier, round) {
                self.join_both(arrival);
            }
        }
        if let Label::Read(read) = event.label
            && let Source::Write(source) = read.source
        {
            match self.synchronisation {
                Synchronisation::EveryAtomic => {
                    if read.ordering.is_atomic() && !past.event(source).is_non_atomic() {
                        self.join_both(source);
                    } else {
                        self.join(Which::Causal, source, Which::Causal);
                    }
                }
                Synchronisation::C11 | Synchronisation::Cpp20 => {
                    self.join(Which::Causal, source, Which::Causal);
                    if read.ordering.is_acquire() {
                        self.join(Which::HappensBefore, source, Which::Release);
                    }
                }
            }
        }
        if self.synchronisation.by_orderings() {
            let history = predecessor.map(|last| past.history(last)).unwrap_or_default();
            match event.label {
                Label::Fence(ordering) if ordering.is_acquire() => {
                    self.acquire_by_fence(past, &own[history.acquire_fence as usize..]);
                }
                Label::Write(write) if write.ordering.is_atomic() => {
                    self.release(past, &write, own, history);
                }
                _ => {}
            }
        }
    }

    /// Joins into an acquire fence the release views of the sources of the atomic reads before it.
    /// The reads since the last acquire fence suffice, since that fence has joined those of the
    /// earlier reads already.
    fn acquire_by_fence(&mut self, past: Past<'_>, since_last: &[EventId]) {
        for &id in since_last {
            if let Label::Read(read) = past.event(id).label
                && let Source::Write(source) = read.source
                && read.ordering.is_atomic()
            {
                self.join(Which::HappensBefore, source, Which::Release);
            }
        }
    }

    fn release(&mut self, past: Past<'_>, write: &Write, own: &[EventId], history: History) {
        if write.ordering.is_release() {
            let start = self.counts.len() - self.stride + Which::HappensBefore as usize * self.threads;
            let release = self.counts.len() - self.threads;
            self.counts.copy_within(start..start + self.threads, release);
        } else {
            if let Some(fence) = history.release_fence.checked_sub(1) {
                self.join(Which::Release, own[fence as usize], Which::HappensBefore);
            }
        }
        if write.exclusive
            && let Some(read) = own.last().and_then(|&read| past.event(read).as_read())
            && let Source::Write(source) = read.source
        {
            self.join(Which::Release, source, Which::Release);
        }
        if !write.ordering.is_release() && self.synchronisation == Synchronisation::C11 {
            self.continue_release_sequence(past, write, own, history);
        }
    }

    /// Joins into the release view of a relaxed write the prefix of the last release write to the
    /// same location before it in its thread.
    fn continue_release_sequence(
        &mut self,
        past: Past<'_>,
        write: &Write,
        own: &[EventId],
        history: History,
    ) {
        let mut candidate = history.release_write;
        while let Some(index) = candidate.checked_sub(1) {
            let head = own[index as usize];
            if past.event(head).location() == Some(write.location) {
                let thread = past.event(head).thread.index();
                // The prefix of the head belongs to the view if the head itself does.
                if self.new_view(Which::Release)[thread] <= index {
                    self.has_longer_release_sequence = true;
                    self.join(Which::Release, head, Which::HappensBefore);
                }
                break;
            }
            let before = index.checked_sub(1).map(|index| past.history(own[index as usize]));
            candidate = before.unwrap_or_default().release_write;
        }
    }

    fn start(&self, event: EventId, which: Which) -> usize {
        event.index() * self.stride + which as usize * self.threads
    }

    /// A view of the event whose views were appended last.
    fn new_view(&mut self, which: Which) -> &mut [u32] {
        let start = self.counts.len() - self.stride + which as usize * self.threads;
        &mut self.counts[start..][..self.threads]
    }

    /// Joins a view of an earlier event into one of the event whose views were appended last.
    fn join(&mut self, target: Which, event: EventId, source: Which) {
        self.join_counts(target as usize * self.threads, self.start(event, source), self.threads);
    }

    /// Joins the causal and the happens-before view of an earlier event into those of the event
    /// whose views were appended last.
    fn join_both(&mut self, event: EventId) {
        self.join_counts(0, self.start(event, Which::Causal), 2 * self.threads);
    }

    fn join_counts(&mut self, target: usize, source: usize, length: usize) {
        let new = self.counts.len() - self.stride;
        let (earlier, views) = self.counts.split_at_mut(new);
        let (target, source) = (&mut views[target..target + length], &earlier[source..source + length]);
        for (count, &more) in target.iter_mut().zip(source) {
            *count = (*count).max(more);
        }
    }
}

impl Past<'_> {
    fn event(&self, id: EventId) -> &Event {
        &self.nodes[id.index()].event
    }

    fn history(&self, id: EventId) -> History {
        self.nodes[id.index()].history
    }
}

/// The positions of the last events in the thread of an event that matter for synchronisation.
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
            Label::Write(write) if write.ordering.is_release() => self.release_write = event.index + 1,
            Label::Fence(ordering) => {
                if ordering.is_release() {
                    self.release_fence = event.index + 1;
                }
                if ordering.is_acquire() {
                    self.acquire_fence = event.index + 1;
                }
            }
            _ => {}
        }
        self
    }
}
