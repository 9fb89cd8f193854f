//! Awaits: reads after which a thread goes on with some values only. With any other value it blocks
//! immediately, as if it had not read. ([await §IV] defines them for interleavings.)
//!
//! A read that awaits is added when the coherence-latest write has a value with which its thread
//! goes on and no other event can be added, or when no event at all can be added otherwise. The
//! read branches over the writes with which its thread goes on, and over the latest write. If the
//! latest write has another value, the thread is blocked, but the read may still be revisited, as
//! any other. (An rmw then only reads.) At the end of the execution the thread waits for ever if it
//! has read the latest write. If there are later writes, the read came too early, and the execution
//! is not reported. Because awaits come last, there are few such executions.
//!
//! Exploration cannot give up where a later write is added. Let e be the read that came too early,
//! and w the later write, by a thread that first reads r. Another write may depend on a write that r
//! reads, and revisit r. That takes w away again, but not e, which was added before r. If nothing is
//! later than e then, its thread waits for ever in that execution, and there is no other way to it:
//! `corpus/c/awaits/read-early.c` has such an execution, in which six come too early on the way.
//!
//! What executions in vain cost is bounded all the same. Without awaits, a thread may read any write
//! and block. An execution in vain is then an execution like any other, in which the thread that has
//! read too early is blocked by what it has read. Each is explored at most once, in both ways. So the
//! executions with awaits, those in vain included, are no more than the executions without. There is
//! no bound by the executions that are not in vain: k copies of a program of which m executions are
//! in vain and n are not, side by side, have (m + n)^k - n^k in vain and n^k that are not. Under SC,
//! interleavings take over where those in vain are most.
//!
//! # Attempts
//!
//! An awaited location is *orderly* if porf contains its coherence order, as it does for locks and
//! for flags that one thread sets. There, a read that cannot go on need not be in the graph: it
//! is an [attempt](Label::Wait) that failed because of the latest write, and in no relation with
//! other events, as in [genmc §2.7]. The thread reads again when there is a later write, and only
//! from writes behind the one for which the attempt failed: it could read from the others before.
//! A read becomes an attempt, too, if a write with which it cannot go on revisits it, or if an rmw
//! displaces it. So no execution has to be left out in the end.
//!
//! Each execution is explored once. A write w revisits only reads from the latest write before it,
//! since others are not [maximal](crate::graph_explorer). So a read from a later write w', w < w',
//! comes of a read from w, or else of an attempt that failed because of w: never of both. If writes
//! were not ordered, both would be possible. (Happens-before need not order the writes: two readers
//! that enter a lock by acquiring read-modify-writes are ordered by porf alone.)
//!
//! Exploration presumes that awaited locations are orderly. Each full execution is checked, and
//! exploration restarts if porf does not order two writes to such a location as coherence does. No
//! such pair is missed. Take a smallest consistent execution with one, w before w' in coherence.
//! All its other writes to the location are ordered, and no event is porf-behind both w and w'.
//!
//! - Porf does not order w and w', both rmws. If p and p' are their sources, then p comes before p'
//!   in coherence and in porf. Without w', the writes w and p' are ordered: w before p' and so before
//!   w', or p' before w, and then w does not directly follow p. Neither is possible.
//! - w' is the one that porf has first, w an rmw that reads from p. Follow the sources of w' back to
//!   a store s: they are all behind w in coherence, since w' does not depend on w. The store s is
//!   porf-before w, and not by way of p. So s is in the graph when the thread of w first tries to
//!   read, and it reads from p, too, among others.
//! - One of the two is a store that the other one does not depend on. Without it, all writes are
//!   ordered, and that execution is part of an explored one. The thread of the store is about to make
//!   it there, whatever the others do, so that the explored execution has it, in every place of
//!   coherence that is consistent.
//!
//! (Where [iterations are kept](super::dropped_iterations), reads do not fail as attempts: a thread
//! has to begin its iteration again behind them.)
//!
//! At the end of an execution, threads whose attempts have failed read the latest write, so that
//! they are blocked in the same way as all others that await.
//!
//! # Races
//!
//! A read that comes too early may be in a data race with a non-atomic write and, if it is a
//! read-modify-write, with a non-atomic read. Then the location is not awaited, and exploration
//! restarts. It is none if that access happens before the point where the thread begins to wait, as
//! the initialisation of a lock or of a queue's node does. A thread goes on, in the end, by a read
//! that exploration adds, or blocks by one: if the access is in the graph by then, it is compared
//! with the point before that read, and otherwise with the read, as a race. In interleavings,
//! any such access counts.
//!
//! Under equivalence `rf` all of this is about orderly locations, and about others that have to be
//! ordered. At all other awaited locations threads [idle](super::idle_awaits).

use porf_entity::{EntityId, ThreadId, Value};
use porf_graph::{EventId, Label, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Answer, BlockReason, Program, Wait};
use smallvec::SmallVec;

use crate::execution_core::{ExecutionCore, Outcome, ThreadPoint};
use crate::options::Equivalence;
use crate::restart::{Bytes, Change, Interruption, Knowledge};

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// The values that a thread waits for, if it is about to take this action.
    pub(crate) fn wait(&self, action: Action) -> Option<Wait> {
        self.knowledge.wait(action)
    }

    /// Returns whether a thread that is about to take an action goes on with some values only, and
    /// blocks with others.
    pub(crate) fn awaits(&self, action: Action) -> bool {
        self.wait(action) == Some(Wait::Await)
    }

    /// Returns whether a thread that is about to take an action awaits an orderly location, as far
    /// as exploration knows: its read may fail as an attempt.
    pub(crate) fn awaits_orderly(&self, action: Action) -> bool {
        match action {
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                self.awaits(action)
                    && self.knowledge.kept_loops.is_empty()
                    && !self.knowledge.unordered_awaited.contains(&(address, size))
            }
            _ => false,
        }
    }

    /// The write for which the last attempt of a thread at a location has failed, if it has just
    /// made one.
    pub(crate) fn failed_because_of(&self, thread: ThreadId) -> Option<Source> {
        let last = self.state.graph.last(thread)?;
        match self.state.graph.event(last).label {
            Label::Wait { source, .. } => Some(source),
            _ => None,
        }
    }

    /// Checks that the awaited locations which were taken for orderly ones are. An error if
    /// exploration has to restart.
    pub(crate) fn check_orderly(&mut self) -> Result<(), Change> {
        self.note_disorder();
        if self.knowledge.awaited.is_empty() {
            return Ok(());
        }
        let graph = &self.state.graph;
        let is_ordered = |pair: &[EventId]| graph.causal(pair[1]).contains(graph.event(pair[0]));
        let is_orderly = |&(address, size): &Bytes| {
            let location = self.locations.find(address, size);
            location.is_none_or(|location| graph.writes(location).windows(2).all(is_ordered))
        };
        let Knowledge { awaited, unordered_awaited, .. } = &*self.knowledge;
        let presumed = awaited.iter().filter(|&bytes| !unordered_awaited.contains(bytes));
        let unordered: Vec<Bytes> = presumed.filter(|&bytes| !is_orderly(bytes)).copied().collect();
        if unordered.is_empty() {
            return Ok(());
        }
        self.knowledge.unordered_awaited.extend(unordered);
        Err(Change::Learn)
    }

    /// Notes the locations whose writes porf does not order as coherence does. Under equivalence `rf`,
    /// the number of executions depends on which awaited locations are orderly. A location may turn out
    /// to be awaited only after an execution that shows that it is not.
    fn note_disorder(&mut self) {
        let may_await = self.features.awaits || !self.knowledge.awaiting_places.is_empty();
        if self.equivalence == Equivalence::Co || !may_await {
            return;
        }
        let graph = &self.state.graph;
        let is_ordered = |pair: &[EventId]| graph.causal(pair[1]).contains(graph.event(pair[0]));
        let is_disorderly = |&location: &LocationId| !graph.writes(location).windows(2).all(is_ordered);
        let disorderly = graph.locations().filter(is_disorderly).map(|location| self.bytes(location));
        let disorderly: SmallVec<[Bytes; 8]> = disorderly.collect();
        self.knowledge.disorderly.extend(disorderly);
    }

    /// Lets the threads whose attempts have failed at the end of an execution read the latest
    /// writes, after which they are blocked.
    pub(crate) fn read_after_attempts(&mut self) -> Result<(), Interruption> {
        if self.knowledge.awaited.is_empty() {
            return Ok(());
        }
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        for thread in threads {
            if self.awaits_orderly(self.action(thread)) {
                let events = self.state.graph.len();
                self.interleave(thread, Outcome::Usual)?;
                for event in (events..self.state.graph.len()).map(EventId::from_index) {
                    self.report_race(event)?;
                    self.report_mistakes(event)?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether a thread at a point goes on if it reads from the source.
    #[inline]
    pub(crate) fn goes_on_from(&self, at: ThreadPoint, location: LocationId, source: Source) -> bool {
        self.value_of(location, source).is_none_or(|value| self.goes_on(at, Answer::Read(value)))
    }

    /// Returns whether a thread at a point goes on with an answer.
    pub(crate) fn goes_on(&self, at: ThreadPoint, answer: Answer) -> bool {
        let step = self.step_at(at);
        self.wait(step.action).is_none() || self.would_go_on(at, answer) || self.is_revealed_by(step, answer)
    }

    /// Returns whether a thread, at a point where it waits, would go on with an answer.
    pub(crate) fn would_go_on(&self, at: ThreadPoint, answer: Answer) -> bool {
        let step = self.step_at(at);
        let mut next = None;
        self.program.goes_on_to(step, answer, &mut next)
            && !(self.awaits(step.action) && self.is_redundant_after(at, answer, next))
    }

    /// Returns whether a spurious failure at a point is worth an execution: the thread does more
    /// than to try again.
    pub(crate) fn may_fail_spuriously(&self, at: ThreadPoint, value: Value) -> bool {
        let failure = Answer::SpuriousFailure(value);
        let tries_again = || {
            let next = self.program.resume(&self.step_at(at).state, failure);
            next.action == Action::Block(BlockReason::Spin)
                || self.reloads(at, value, &next)
                || self.is_redundant_after(at, failure, Some(next))
        };
        self.goes_on(at, failure) && !(self.knowledge.kept_loops.is_empty() && tries_again())
    }

    /// Notes that a thread awaits a value of a location by an action. The event before the action, if
    /// it is given, tells which accesses cannot race with it.
    pub(crate) fn note_await(
        &mut self,
        action: Action,
        location: LocationId,
        before: Option<EventId>,
    ) -> Result<(), Change> {
        let bytes = self.bytes(location);
        if self.knowledge.awaited.insert(bytes) && self.knowledge.has_disorder_at_awaited() {
            return Err(Change::Learn);
        }
        let writes = matches!(action, Action::Rmw { .. });
        if writes {
            self.knowledge.awaited_by_rmws.insert(bytes);
        }
        let graph = &self.state.graph;
        if graph.non_atomic_accesses() == 0 {
            return Ok(());
        }
        let is_racy = graph.events().any(|event| {
            let event = graph.event(event);
            event.location() == Some(location)
                && event.is_non_atomic()
                && (writes || event.as_write().is_some())
                && !before.is_some_and(|before| graph.happens_before(before).contains(event))
        });
        if is_racy && self.knowledge.unawaited.insert(bytes) { Err(Change::Learn) } else { Ok(()) }
    }

    /// Checks that an access is atomic if its location is awaited and it might race, whatever happens
    /// before it.
    #[inline]
    pub(crate) fn check_awaited(&mut self, access: EventId) -> Result<(), Change> {
        let event = self.state.graph.event(access);
        let (true, Some(location)) = (event.is_non_atomic(), event.location()) else { return Ok(()) };
        let bytes = self.bytes(location);
        let awaited = match event.label {
            Label::Write(_) => &self.knowledge.awaited,
            _ => &self.knowledge.awaited_by_rmws,
        };
        let is_racy = awaited.contains(&bytes);
        if is_racy && self.knowledge.unawaited.insert(bytes) { Err(Change::Learn) } else { Ok(()) }
    }

    /// Returns whether some thread is blocked because it has read too early: there are later
    /// writes.
    pub(crate) fn is_premature(&self) -> bool {
        let graph = &self.state.graph;
        let has_read_too_early = |thread: ThreadId| {
            let (Action::Block(_), Some(last)) = (self.action(thread), graph.last(thread)) else {
                return false;
            };
            let Label::Read(read) = graph.event(last).label else { return false };
            self.awaits(self.state.step(last).action)
                && graph.position(read.source) < graph.writes(read.location).len()
                && !self.goes_on_from(self.point_of(last), read.location, read.source)
        };
        !self.knowledge.awaited.is_empty() && self.state.paused.threads(graph).any(has_read_too_early)
    }
}
