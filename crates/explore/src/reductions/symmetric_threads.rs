//! Symmetric threads: which threads are symmetric, and the events that distinguish them after all.
//!
//! The program knows which threads run the same code with the same argument, of those that exist at
//! the beginning and of those that one thread creates. These are [symmetric
//! threads](super::symmetry) if only non-atomic accesses, as to an array of handles, come between
//! their creations. Four facts break the symmetry, so that exploration restarts without it:
//!
//! - Another thread accesses a location that was accessed between the creations: it might
//!   distinguish the elder symmetric thread from the younger one.
//! - A thread joins some of them, and takes another action before it joins the others, except that
//!   it reads locations that no other thread accesses.
//! - They return different results to the threads that join them.
//! - A thread does an operation on an address that could distinguish it from its symmetric threads.
//!   It suffices to check the executions that are explored: up to that operation, the executions
//!   that are not explored differ from them in names only.

use std::borrow::Cow;

use porf_entity::ThreadId;
use porf_graph::{EventId, Label, LocationId};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Step};

use crate::execution_core::ExecutionCore;
use crate::restart::Change;
use crate::sink::Asymmetry;

/// The number of reads between two joins that are followed.
const MOST_READS: usize = 1000;

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Turns symmetry off, so that exploration restarts without it.
    pub(crate) fn turn_off_symmetry(&mut self, why: Asymmetry) -> Change {
        self.knowledge.asymmetry = Some(why);
        Change::Learn
    }

    /// The thread that `parent`, about to create another one, has created last, if the two are
    /// symmetric.
    pub(crate) fn elder_symmetric_thread(&mut self, parent: ThreadId) -> Result<Option<ThreadId>, Change> {
        if !self.symmetry.is_on() {
            return Ok(None);
        }
        let graph = &self.state.graph;
        let mut between = Vec::new();
        let mut elder = None;
        for &event in graph.thread_events(parent).iter().rev() {
            match graph.event(event).label {
                Label::Spawn(child) => {
                    elder = Some((event, child));
                    break;
                }
                Label::Write(write) if !write.ordering.is_atomic() => between.push(write.location),
                Label::Read(read) if !read.ordering.is_atomic() => between.push(read.location),
                _ => break,
            }
        }
        let Some((spawn, elder)) = elder else { return Ok(None) };
        if !self.program.creates_alike(&self.state.step(spawn).state, &self.state.next(parent).state) {
            return Ok(None);
        }
        for location in between {
            self.keep_to_itself(parent, location, Asymmetry::Handles)?;
        }
        Ok(Some(elder))
    }

    /// Ensures that no other thread accesses a location that could distinguish symmetric threads.
    fn keep_to_itself(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        why: Asymmetry,
    ) -> Result<(), Change> {
        let before = self.symmetry.private.insert(location, (thread, why));
        let graph = &self.state.graph;
        let is_by_another = |&access: &EventId| graph.event(access).thread != thread;
        if before.is_some_and(|(before, _)| before != thread)
            || graph.last_accesses(location).iter().any(is_by_another)
        {
            return Err(self.turn_off_symmetry(why));
        }
        Ok(())
    }

    /// Checks that a thread may access a location: it is not kept to another thread.
    pub(crate) fn check_owner(&mut self, thread: ThreadId, location: LocationId) -> Result<(), Change> {
        match self.symmetry.private.get(&location) {
            Some(&(owner, why)) if owner != thread => Err(self.turn_off_symmetry(why)),
            _ => Ok(()),
        }
    }

    /// Checks the joins of a thread that is about to join another one, or waits for that. It must
    /// have joined a symmetric thread of that one before, or go on to join all of them.
    pub(crate) fn check_joins(&mut self, thread: ThreadId) -> Result<(), Change> {
        let (graph, symmetric) = (&self.state.graph, &self.state.symmetric);
        let mut step = Cow::Borrowed(self.state.next(thread));
        let Action::Join { thread: joined } = step.action else { return Ok(()) };
        let has_joined = |symmetric_thread| {
            graph.join_of(symmetric_thread).is_some_and(|join| graph.event(join).thread == thread)
        };
        if symmetric.of(joined).any(has_joined) {
            return Ok(());
        }
        let mut others: Vec<ThreadId> = symmetric.of(joined).collect();
        // Different results are found by `check_results`.
        let result = [joined]
            .into_iter()
            .chain(symmetric.of(joined))
            .find_map(|symmetric_thread| self.action(symmetric_thread).joinable_result());
        let mut read = Vec::new();
        while !others.is_empty() {
            let answer = match step.action {
                Action::Join { thread: next } if others.contains(&next) => {
                    others.retain(|&symmetric_thread| symmetric_thread != next);
                    Answer::Joined(result.unwrap_or_default())
                }
                Action::Load { address, size, ordering, .. }
                    if !ordering.is_atomic()
                        && read.len() < MOST_READS
                        && let Some(value) = self.latest_value(address, size) =>
                {
                    read.push((address, size));
                    Answer::Read(value)
                }
                _ => return Err(self.turn_off_symmetry(Asymmetry::Joins)),
            };
            step = Cow::Owned(self.program.resume(&step.state, answer));
        }
        for (address, size) in read {
            let location = self.locations.locate(self.program, address, size);
            self.keep_to_itself(thread, location, Asymmetry::Joins)?;
        }
        Ok(())
    }

    /// Checks that no thread has done an operation on an address that could distinguish symmetric
    /// threads.
    pub(crate) fn check_addresses(&mut self) -> Result<(), Change> {
        let is_revealed = |thread: ThreadId| self.program.is_revealed(&self.state.next(thread).state);
        if self.state.paused.threads(&self.state.graph).any(is_revealed) {
            return Err(self.turn_off_symmetry(Asymmetry::Addresses));
        }
        Ok(())
    }

    /// Returns whether a thread would do such an operation with the answer.
    pub(crate) fn is_revealed_by(&self, step: &Step<P::State>, answer: Answer) -> bool {
        self.symmetry.is_on()
            && self.features.watches_addresses
            && self.program.is_revealed(&self.program.resume(&step.state, answer).state)
    }

    /// Checks that symmetric threads return the same result to the threads that join them.
    pub(crate) fn check_results(&mut self, child: ThreadId) -> Result<(), Change> {
        let result = self.action(child);
        let differs = |symmetric_thread: ThreadId| {
            self.state.graph.join_of(symmetric_thread).is_some() && self.action(symmetric_thread) != result
        };
        if self.state.symmetric.of(child).any(differs) {
            return Err(self.turn_off_symmetry(Asymmetry::Results));
        }
        Ok(())
    }
}
