//! Awaits: reads after which a thread goes on with some values only. With any other value it blocks
//! immediately, as if it had not read. ([await §IV] defines them for interleavings.)
//!
//! A read that awaits is added when the coherence-latest write has a value with which its thread
//! goes on and no other event can be added, or when no event at all can be added otherwise. The
//! read branches over the writes with which its thread goes on, and over the latest write. If the
//! latest write has another value, the thread is blocked, but the read may still be revisited, as
//! any other. (An rmw then only reads.) At the end of the execution the thread waits for ever if it
//! has read the latest write. If there are later writes, the read came too early, and the execution
//! is not reported. It cannot be left out from the start, since revisits may take the later writes
//! away. Because awaits come last, there are few such executions.
//!
//! A read that comes too early may be in a data race. So a location that is written non-atomically
//! is not awaited. A location that is read non-atomically is not awaited, either, if
//! read-modify-writes await it, since those write. Exploration restarts if there is such an access.
//!
//! Awaited locations are ordered under both equivalences: the last write decides whether a thread
//! waits for ever.

use porf_entity::{ThreadId, Value};
use porf_graph::{EventId, Label, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Answer, BlockReason, Program, Wait};

use crate::execution_core::{ExecutionCore, ThreadPoint};
use crate::restart::Change;

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
        self.program.goes_on(step, answer)
            && !(self.awaits(step.action) && self.is_redundant_after(at, answer))
    }

    /// Returns whether a spurious failure at a point is worth an execution: the thread does more
    /// than to try again.
    pub(crate) fn may_fail_spuriously(&self, at: ThreadPoint, value: Value) -> bool {
        let failure = Answer::SpuriousFailure(value);
        let tries_again = || {
            let next = self.program.resume(&self.step_at(at).state, failure);
            next.action == Action::Block(BlockReason::Spin) || self.is_redundant_after(at, failure)
        };
        self.goes_on(at, failure) && !(self.knowledge.kept_loops.is_empty() && tries_again())
    }

    /// Notes that a thread awaits a value of a location by an action.
    pub(crate) fn note_await(&mut self, action: Action, location: LocationId) -> Result<(), Change> {
        let bytes = self.bytes(location);
        self.knowledge.awaited.insert(bytes);
        let writes = matches!(action, Action::Rmw { .. });
        if writes {
            self.knowledge.awaited_by_rmws.insert(bytes);
        }
        let graph = &self.state.graph;
        let is_racy = graph.events().any(|event| {
            let event = graph.event(event);
            event.location() == Some(location)
                && event.is_non_atomic()
                && (writes || event.as_write().is_some())
        });
        if is_racy && self.knowledge.unawaited.insert(bytes) { Err(Change::Learn) } else { Ok(()) }
    }

    /// Checks that an access is atomic if its location is awaited and it might race.
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
