//! Creating and joining threads; the end of the process.
//!
//! The process ends when main returns or a thread calls `exit`. The end of the process is no event,
//! since nothing can depend on it: all actions that the other threads take without waiting may have
//! happened before. An execution in which the process has ended has no deadlock and no livelock.

use porf_entity::{Address, Content, EntityId, ThreadId};
use porf_graph::{EventId, Label};
use porf_models::Model;
use porf_program::{Action, Answer, BlockReason, Ends, Program};

use super::{ExecutionCore, Origin};
use crate::restart::{Change, Interruption};

/// The address of the handle of a thread, which ends when the thread is detached as if it were an
/// object. There is no memory at the address.
pub(crate) fn handle_of(thread: ThreadId) -> Address {
    Address(u64::MAX - thread.index() as u64)
}

/// Returns whether an address is the handle of a thread that can be joined, not an object in
/// memory.
pub(crate) fn is_handle(address: Address) -> bool {
    address.0 >= u64::MAX - u64::from(u32::MAX)
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    pub(super) fn spawn(&mut self, thread: ThreadId) -> Result<EventId, Change> {
        let graph = &self.state.graph;
        let own = graph.thread_events(thread).iter();
        let elder = own.filter(|&&event| matches!(graph.event(event).label, Label::Spawn(_))).count();
        let symmetric_thread = self.elder_symmetric_thread(thread)?;
        let child = self.knowledge.names.child(thread, elder as u32);
        let mut first = self.program.start_child(&self.state.next(thread).state, child);
        self.pass_questions(&mut first);
        self.let_await(&mut first);
        let after = self.resume(thread, Answer::Spawned(child), Origin::Nowhere);
        let event = self.state.spawn(thread, child, first);
        if let Some(symmetric_thread) = symmetric_thread {
            self.state.symmetric.add(symmetric_thread, child);
        }
        self.state.pause(Some(after));
        Ok(event)
    }

    /// Goes on after the end of a thread. A second join of one thread is an error, found when it is
    /// tried.
    pub(super) fn join(
        &mut self,
        thread: ThreadId,
        child: ThreadId,
    ) -> Result<Option<EventId>, Interruption> {
        if let Some(failed) = self.failure_of(thread) {
            return self.fail(failed).map(|()| None);
        }
        let Some(result) = self.action(child).joinable_result() else { return Ok(None) };
        let undefined = self.program.undefined_bits(&self.state.next(child).state);
        let answer = Answer::joined(Content { value: result, undefined });
        let after = self.resume(thread, answer, Origin::EndOf(child));
        let event = self.state.graph.add_join(thread, child);
        self.state.pause(Some(after));
        if self.state.symmetric.exist() {
            self.check_results(child)?;
        }
        self.report_mistakes(event)?;
        Ok(Some(event))
    }

    /// Ends the time in which a thread can be joined.
    pub(super) fn detach(
        &mut self,
        thread: ThreadId,
        child: ThreadId,
    ) -> Result<Option<EventId>, Interruption> {
        if let Some(failed) = self.failure_of(thread) {
            return self.fail(failed).map(|()| None);
        }
        let after = self.resume(thread, Answer::Done, Origin::Nowhere);
        let event = self.state.graph.add_free(thread, handle_of(child), 1);
        self.state.pause(Some(after));
        self.report_mistakes(event)?;
        Ok(Some(event))
    }

    /// Why a thread can be neither joined nor detached, if it cannot: it does not exist, or this
    /// event has joined or detached it.
    pub(crate) fn why_not_joinable(&self, child: ThreadId) -> Option<Option<EventId>> {
        if !self.state.paused.exists(child) {
            return Some(None);
        }
        let other = self.state.graph.join_of(child).or_else(|| self.free_of(handle_of(child)));
        other.filter(|_| !self.keep_going).map(Some)
    }

    /// Returns whether some thread has ended the process.
    pub(crate) fn process_has_ended(&self) -> bool {
        self.state.paused.threads(&self.state.graph).any(|thread| self.ends_process(thread))
    }

    fn ends_process(&self, thread: ThreadId) -> bool {
        matches!(self.action(thread), Action::Exit { ends, .. } if ends.is_process())
    }

    /// Returns whether some thread goes no further for another reason than that it waits.
    pub(crate) fn is_cut(&self) -> bool {
        let is_cut = |thread| match self.action(thread) {
            Action::Block(reason) => reason != BlockReason::Spin,
            _ => false,
        };
        self.state.paused.threads(&self.state.graph).any(is_cut)
    }

    /// The first thread that goes no further because of a bound or a limit.
    pub(crate) fn cut_thread(&self) -> Option<ThreadId> {
        let is_cut =
            |&thread: &ThreadId| matches!(self.action(thread), Action::Block(reason) if reason.is_cut());
        self.state.paused.threads(&self.state.graph).find(is_cut)
    }

    /// The threads that wait for ever at the end of an execution in which the process ends only
    /// because main has returned. Threads that wait for the end of the process itself are not among
    /// them: their waiting is correct.
    pub(crate) fn left_behind(&mut self) -> Result<Vec<ThreadId>, Interruption> {
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        let returns =
            |&thread: &ThreadId| matches!(self.action(thread), Action::Exit { ends: Ends::Main, .. });
        if !threads.iter().any(returns) {
            return Ok(Vec::new());
        }
        let spins = |&thread: &ThreadId| self.action(thread) == Action::Block(BlockReason::Spin);
        let spinning: Vec<ThreadId> = threads.iter().copied().filter(spins).collect();
        if self.is_cut() || !spinning.is_empty() && !self.goes_on_for_ever()? {
            return Ok(Vec::new());
        }
        let waits = |&thread: &ThreadId| {
            spinning.contains(&thread) || self.waits(thread) && !self.waits_for_end_of_process(thread)
        };
        Ok(threads.into_iter().filter(waits).collect())
    }

    /// Returns whether a thread joins one that ends the process, or one that joins such a thread,
    /// and so on.
    fn waits_for_end_of_process(&self, thread: ThreadId) -> bool {
        let joined = |&thread: &ThreadId| match self.action(thread) {
            Action::Join { thread } if self.state.paused.exists(thread) => Some(thread),
            _ => None,
        };
        // Threads may join each other in a circle.
        let chain = std::iter::successors(Some(thread), joined).take(self.state.graph.thread_count() + 1);
        chain.skip(1).any(|thread| self.ends_process(thread))
    }
}
