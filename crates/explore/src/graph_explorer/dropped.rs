//! Iterations that are dropped must not hide errors.
//!
//! A thread that [spins](BlockReason::Spin) is blocked, since what it would read in the next iteration it reads in another
//! execution instead of what it has read in this one (saver §III). Nothing that it does later is lost by that. But an access in
//! the iteration that is dropped may be in a data race, or be one of memory that is freed, with something that happens
//! only after the thread has left the loop. (The papers do not say so.)
//!
//! ```text
//! while (!x.load(relaxed)) tmp = a;    if (flag.load(relaxed)) a = 5;
//! flag.store(1, relaxed);
//! ```
//! The iteration with the load of `a` is in executions only in which the thread never leaves its loop, and the store to `a` only in those in
//! which it does.
//!
//! Let W be the other access or the end of the object, and t the thread. If W does not depend on t, that is, no event of t behind the
//! loop is in its causal prefix, then the execution in which t is blocked has W, too, and the error is found there. If one is, and it
//! also happens before W, then so does the iteration, and there is no error. What remains is that an event of t is in the causal
//! prefix of W but does not happen before W. That can only be where some accesses do not synchronise: under RC11.
//!
//! So it is noted what dropped iterations access, and which writes and ends of objects are related to a thread like that. If
//! both are of the same memory, exploration begins anew, and in that loop an iteration is not dropped before the second time: with
//! one iteration the error is there. What an attempt does that is undone is then not left out, either.

use porf_entity::ThreadId;
use porf_graph::{Event, EventId, Label, Synchronisation};
use porf_models::Model;
use porf_program::{Action, BlockReason, Program, Remark, Step};

use super::GraphExplorer;
use crate::knowledge::{Bytes, DroppedAccess};
use crate::manner::Change;
use crate::sink::Sink;

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    /// Lets a thread that spins in a loop whose iterations are not dropped begin the iteration anew, once. The thread
    /// was just given the answer to `answered`.
    pub(super) fn past_dropping(
        &self,
        thread: ThreadId,
        answered: &Step<P::State>,
        step: Step<P::State>,
    ) -> Step<P::State> {
        let spins = step.action == Action::Block(BlockReason::Spin);
        if self.knowledge.kept_loops.is_empty()
            || !spins
            || !self.knowledge.kept_loops.contains(&step.position)
        {
            return step;
        }
        let graph = &self.work.graph;
        let begins =
            |it: &Step<P::State>| self.program.actions_in_iteration(&step.state, &it.state) == Some(0);
        let is_step = |&event: &EventId| match graph.event(event).label {
            Label::Write(write) => !write.exclusive,
            Label::Wait { .. } => false,
            _ => true,
        };
        let events = graph.thread_events(thread).iter().copied().filter(is_step);
        let mut beginnings = events.map(|event| self.work.step(event)).filter(|it| begins(it));
        // The read of a read-modify-write is there already when its thread gets the answer, and so is one that is revisited.
        let is_there = graph.last(thread).is_some_and(|last| std::ptr::eq(self.work.step(last), answered));
        let answered = (!is_there && begins(answered)).then_some(answered);
        match (beginnings.next().or(answered), beginnings.next()) {
            (Some(first), None) => first.clone(),
            _ => step,
        }
    }

    /// Notes what dropped iterations access and what might be wrong with that. An error if exploration has to begin anew.
    pub(super) fn look_at_dropped(&mut self) -> Result<(), Change> {
        if M::SYNCHRONISATION != Synchronisation::C11 || !self.may_spin {
            return Ok(());
        }
        let threads: Vec<ThreadId> = self.work.paused.threads(&self.work.graph).collect();
        for &thread in &threads {
            self.note_dropped(thread);
        }
        let events: Vec<EventId> = self.work.graph.events().collect();
        for event in events {
            self.note_unordered(event, &threads);
        }
        match self.knowledge.keep_iterations() {
            true => Err(Change::Learn),
            false => Ok(()),
        }
    }

    /// Notes what a thread that spins has accessed in the iteration that is dropped.
    fn note_dropped(&mut self, thread: ThreadId) {
        let Some(first) = self.first_of_iteration(thread) else { return };
        let graph = &self.work.graph;
        let from = graph.event(first).index as usize;
        let position = self.work.next(thread).position;
        let attempt = self.attempt_given_up(thread);
        for &event in &graph.thread_events(thread)[from..] {
            let Some(location) = graph.event(event).location() else { continue };
            let access =
                DroppedAccess { bytes: self.bytes(location), plain: graph.event(event).is_non_atomic() };
            for thread in self.work.twins.of(thread).chain([thread]) {
                self.knowledge.add_dropped(thread, access, position, attempt);
            }
        }
    }

    /// Where a thread waits instead of undoing an attempt.
    fn attempt_given_up(&self, thread: ThreadId) -> Option<Bytes> {
        let last = self.work.graph.last(thread)?;
        let is_attempt = self.program.remark(&self.work.step(last).state) == Some(Remark::Attempt);
        self.work.graph.event(last).location().filter(|_| is_attempt).map(|location| self.bytes(location))
    }

    /// Notes which threads an event that writes or ends an object depends on without happening after all that they have done.
    fn note_unordered(&mut self, event: EventId, threads: &[ThreadId]) {
        let graph = &self.work.graph;
        let &Event { thread, label, .. } = graph.event(event);
        let (causal, happens_before) = (graph.causal(event), graph.happens_before(event));
        let is_unordered =
            |&&other: &&ThreadId| other != thread && causal.count(other) > happens_before.count(other);
        for &other in threads.iter().filter(is_unordered) {
            match label {
                Label::Write(write) => {
                    let plain = graph.event(event).is_non_atomic();
                    self.knowledge.add_unordered_write(other, self.bytes(write.location), plain);
                }
                Label::Free { base, size } => self.knowledge.add_unordered_end(other, base, size),
                _ => {}
            }
        }
    }
}
