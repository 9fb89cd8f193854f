//! Dropped iterations must not hide errors.
//!
//! A thread that [spins](BlockReason::Spin) is blocked: the values that it would read in the next
//! iteration it reads in another execution, in place of the values that it has read in this one
//! [saver §III]. None of its later actions is lost by that. But an access in the dropped iteration
//! may race with an event that happens only after the thread has left the loop, or may access
//! memory that such an event frees. (The papers do not say so.)
//!
//! ```text
//! while (!x.load(relaxed)) tmp = a;    if (flag.load(relaxed)) a = 5;
//! flag.store(1, relaxed);
//! ```
//! The iteration with the load of `a` is only in executions in which the thread never leaves its
//! loop. The store to `a` is only in those in which the thread leaves it.
//!
//! Let W be the other access or the end of the object, and t the thread. If W does not depend on t,
//! that is, no event of t behind the loop is in the causal prefix of W, then the execution in which
//! t is blocked has W, too, and the error is found there. If such an event is in the prefix and
//! also happens before W, then so does the iteration, and there is no error. One case remains: an
//! event of t is in the causal prefix of W but does not happen before W. That is possible only
//! where some accesses do not synchronise: under RC11 and C++20, and under a model from a file whose
//! checks for data races order less.
//!
//! So exploration notes the accesses of dropped iterations, and the writes and ends of objects that
//! are related to a thread like that. Exploration restarts if both are of the same memory, and W is
//! not among the events on which every such iteration depends. In that loop an iteration is then
//! not dropped before the second time: with one iteration the error is there. An attempt of such an
//! iteration, which would be undone, is then not left out, either.
//!
//! (An iteration cannot depend on W, which depends on later actions of its thread. The events on
//! which it does depend are the same in the execution with the error and in an explored one in
//! which the iteration is dropped. So if in all of these it depends on the first n events of a
//! thread, W is none of them. The node that a thread takes from a stack was filled before, not
//! after.)
//!
//! The execution with the error, and the explored ones in which the iteration and W are noted, begin alike.
//! So notes are compared only if the first thread makes the same choices before it creates others.
//! (A client that first chooses what its threads will do is many programs in one.)
//!
//! The writes of a dropped iteration need not be compared with reads. A provisional store is made
//! again in the iteration that leaves the loop, whichever way that goes. A read that is unordered
//! with the first store and depends on events after the loop is unordered with the second store,
//! too. An attempt is atomic, and any other access to its location must be
//! [ordered](super::unobserved) with all events of the thread.

use std::hash::{Hash, Hasher};

use porf_entity::{Address, EntityId, ThreadId};
use porf_graph::{Event, EventId, Label, View};
use porf_models::Model;
use porf_program::{Action, BlockReason, Program, Remark, Step};
use rustc_hash::FxHasher;

use crate::execution_core::ExecutionCore;
use crate::restart::Change;
use crate::restart::{Bytes, DroppedAccess, EventsBefore, Opening, UnorderedWrite, Writer};

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// The step at which a thread that spins at `step`, in a loop whose iterations are not dropped,
    /// begins the iteration again, once. The thread was just given the answer to the step
    /// `answered`.
    pub(crate) fn begins_again<'s>(
        &'s self,
        thread: ThreadId,
        step: &Step<P::State>,
        answered: impl FnOnce(&'s Self) -> &'s Step<P::State>,
    ) -> Option<Step<P::State>> {
        let spins = step.action == Action::Block(BlockReason::Spin);
        let kept = &self.knowledge.kept_loops;
        if kept.is_empty() || !spins || !kept.contains(&self.program.spinning_in(&step.state)?) {
            return None;
        }
        let answered = answered(self);
        let graph = &self.state.graph;
        let begins =
            |it: &Step<P::State>| self.program.actions_in_iteration(&step.state, &it.state) == Some(0);
        let is_step = |&event: &EventId| match graph.event(event).label {
            Label::Write(write) => !write.exclusive,
            Label::Wait { .. } => false,
            _ => true,
        };
        let events = graph.thread_events(thread).iter().copied().filter(is_step);
        let beginnings = events.map(|event| self.state.step(event)).filter(|it| begins(it));
        // The graph already has the read of a read-modify-write when its thread gets the answer,
        // and also a read that is revisited.
        let is_there = graph.last(thread).is_some_and(|last| std::ptr::eq(self.state.step(last), answered));
        let answered = (!is_there && begins(answered)).then_some(answered);
        let mut beginnings = beginnings.chain(answered);
        match (beginnings.next(), beginnings.next()) {
            (Some(first), None) => Some(first.clone()),
            _ => None,
        }
    }

    /// Notes the accesses of dropped iterations and the writes that might be in error with them. An
    /// error if exploration has to restart.
    pub(crate) fn look_at_dropped(&mut self) -> Result<(), Change> {
        if !self.may_hide_errors() {
            return Ok(());
        }
        let opening = self.opening();
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        for &thread in &threads {
            self.note_dropped(opening, thread);
        }
        let events: Vec<EventId> = self.state.graph.events().collect();
        for event in events {
            self.note_unordered(opening, event, &threads);
        }
        match self.knowledge.keep_iterations(opening) {
            true => Err(Change::Learn),
            false => Ok(()),
        }
    }

    /// The choices that the first thread makes before it creates others.
    pub(crate) fn opening(&self) -> Opening {
        let graph = &self.state.graph;
        let mut hasher = FxHasher::default();
        for &event in graph.thread_events(ThreadId::from_index(0)) {
            match graph.event(event).label {
                Label::Choice(choice) => choice.hash(&mut hasher),
                Label::Spawn(_) => break,
                _ => {}
            }
        }
        Opening(hasher.finish())
    }

    /// Returns whether dropped iterations may hide errors.
    pub(crate) fn may_hide_errors(&self) -> bool {
        self.model.leaves_unordered() && (self.features.spins || self.drops_redundant)
    }

    /// Notes the accesses of a thread that spins in the dropped iteration.
    pub(crate) fn note_dropped(&mut self, opening: Opening, thread: ThreadId) {
        let first = self.first_of_iteration(thread).or_else(|| self.first_of_redundant(thread));
        let Some(first) = first else { return };
        let graph = &self.state.graph;
        let Some(last) = graph.last(thread) else { return };
        let Some(spins_in) = self.program.spinning_in(&self.state.next(thread).state) else { return };
        let attempt = self.attempt_given_up(thread);
        for &event in &graph.thread_events(thread)[graph.event(first).index as usize..] {
            let Some(location) = graph.event(event).location_or_sum() else { continue };
            let (address, size) = self.bytes(location);
            let plain = graph.event(event).is_non_atomic();
            let before = self.events_before(last, address);
            for (thread, address) in self.as_symmetric_threads_do(thread, address) {
                let bytes = (address, size);
                let access = DroppedAccess { thread, bytes, plain, spins_in, attempt };
                self.knowledge.add_dropped(opening, access, &before);
            }
        }
    }

    /// The number of events of each thread in the causal prefix of an event, and of the thread that
    /// memory belongs to. If a thread has symmetric threads, the least number of theirs.
    fn events_before(&self, event: EventId, address: Address) -> EventsBefore {
        let causal = self.state.graph.causal(event);
        let threads = self.state.paused.threads(&self.state.graph);
        let least = |thread| {
            let symmetric =
                self.state.symmetric.of(thread).map(|symmetric_thread| causal.count(symmetric_thread));
            symmetric.min().unwrap_or_else(|| causal.count(thread))
        };
        let others = threads.map(|thread| (Writer::Other(thread), least(thread)));
        let owner = self.program.owner(address).map(|owner| (Writer::Owner, causal.count(owner)));
        others.chain(owner).filter(|&(_, count)| count > 0).collect()
    }

    /// A thread with an address, and also the pairs of a symmetric thread and an address that
    /// permutations of the symmetric threads make of it: those threads make such accesses in other
    /// executions, which are not explored. A thread that accesses memory of its own corresponds to
    /// threads that access memory of their own.
    pub(crate) fn as_symmetric_threads_do(
        &self,
        thread: ThreadId,
        address: Address,
    ) -> Vec<(ThreadId, Address)> {
        if !self.state.symmetric.exist() {
            return vec![(thread, address)];
        }
        let symmetric = |thread| {
            let others = self.state.symmetric.of(thread).filter(move |&other| other != thread);
            others.chain([thread])
        };
        let Some(owner) = self.program.owner(address) else {
            return symmetric(thread).map(|thread| (thread, address)).collect();
        };
        let pairs = symmetric(thread).flat_map(|one| symmetric(owner).map(move |other| (one, other)));
        pairs
            .filter(|(one, other)| (one == other) == (thread == owner))
            .map(|(one, other)| (one, self.program.address_in_memory_of(other, address)))
            .collect()
    }

    /// The location at which a thread waits instead of undoing an attempt.
    fn attempt_given_up(&self, thread: ThreadId) -> Option<Bytes> {
        let last = self.state.graph.last(thread)?;
        let is_attempt = self.program.remark(&self.state.step(last).state) == Some(Remark::Attempt);
        self.state.graph.event(last).location().filter(|_| is_attempt).map(|location| self.bytes(location))
    }

    /// Notes the threads on which an event that writes or ends an object depends, without happening
    /// after all their events.
    fn note_unordered(&mut self, opening: Opening, event: EventId, threads: &[ThreadId]) {
        let graph = &self.state.graph;
        let &Event { thread, label, index, .. } = graph.event(event);
        let (address, bytes, plain) = match label {
            Label::Write(write) => {
                let (address, size) = self.bytes(write.location);
                (address, u64::from(size.bytes()), graph.event(event).is_non_atomic())
            }
            Label::Addition(location) => {
                let (address, size) = self.bytes(location);
                (address, u64::from(size.bytes()), false)
            }
            Label::Free { base, size } => (base, size.max(1), true),
            _ => return,
        };
        self.model.ordered_before(graph, event, &mut self.ordered);
        let (causal, ordered) = (graph.causal(event), View::new(&self.ordered));
        let is_unordered = |&other: &ThreadId| other != thread && causal.count(other) > ordered.count(other);
        let unordered: Vec<ThreadId> = threads.iter().copied().filter(is_unordered).collect();
        for other in unordered {
            let writers: Vec<Writer> = match self.program.owner(address) == Some(thread) {
                true => vec![Writer::Owner],
                false => self.state.symmetric.of(thread).chain([thread]).map(Writer::Other).collect(),
            };
            for (thread, address) in self.as_symmetric_threads_do(other, address) {
                for &writer in &writers {
                    let write = UnorderedWrite { thread, address, bytes, plain, writer };
                    self.knowledge.add_unordered_write(opening, write, index);
                }
            }
        }
    }
}
