//! Symmetric threads: which threads are symmetric, and the events that distinguish them after all.
//!
//! The program knows which threads run the same code with the same argument, of those that exist at
//! the beginning and of those that one thread creates. Threads of the first kind are [symmetric
//! threads](super::symmetry). So are created ones if only events of these kinds come between their
//! creations:
//!
//! - creations of other threads;
//! - non-atomic accesses, as to an array of handles, to locations that no other thread accesses.
//!
//! Why these do not distinguish an elder thread from a younger one: Let the two change places in a
//! consistent execution. All events, with rf and co, stay as they are, and so does the order of
//! events in each thread. The happens-before edges from the creator to the two threads now start at
//! each other's creations. So the events between the creations come to precede one thread instead
//! of the other. No axiom of any model mentions creations. A creation counts only as an edge to the
//! created thread, and the threads created in between have theirs as before. An access to a
//! location of the creator's own is related to no event of another thread by rf, co or fr, and it
//! is neither seq_cst nor a fence: a cycle through it passes along program order of the creator
//! before and after it, and leads on from the creator's earlier events to the same threads. So the
//! result is consistent as well. An atomic access, a fence, a join or the end of an object in
//! between may be part of an axiom by itself, and distinguishes the threads.
//!
//! If another thread accesses a location that was accessed between creations, exploration restarts,
//! and the accesses to that location distinguish threads. Three facts break the symmetry of all
//! threads, so that exploration restarts without it:
//!
//! - A thread joins some of them, and takes another action before it joins the others, except that
//!   it joins other threads, or reads locations that no other thread accesses. Joins are checked at
//!   the end of each execution. A thread that waits for the end of another one is followed as far
//!   as it could go if symmetric threads changed places: the execution in which they have done so
//!   is not explored.
//! - They return different results to the threads that join them.
//! - A thread does an operation on an address that could distinguish it from its symmetric threads.
//!   It suffices to check the executions that are explored: up to that operation, the executions
//!   that are not explored differ from them in names only.

use std::borrow::Cow;

use porf_entity::ThreadId;
use porf_graph::{EventId, Label, LocationId};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Step};

use super::symmetry::SymmetricThreads;
use crate::execution_core::ExecutionCore;
use crate::restart::{Bytes, Change};
use crate::sink::Asymmetry;

/// The number of reads between two joins that are followed.
const MOST_READS: usize = 1000;

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Turns symmetry off, so that exploration restarts without it.
    pub(crate) fn turn_off_symmetry(&mut self, why: Asymmetry) -> Change {
        self.knowledge.asymmetry = Some(why);
        Change::Learn
    }

    /// The last thread that is symmetric to the one which `parent` is about to create.
    pub(crate) fn elder_symmetric_thread(&mut self, parent: ThreadId) -> Result<Option<ThreadId>, Change> {
        if !self.symmetry.is_on() {
            return Ok(None);
        }
        let graph = &self.state.graph;
        let created = &self.state.next(parent).state;
        let mut between = Vec::new();
        let mut earlier = graph.thread_events(parent).iter().rev();
        let elder = loop {
            let Some(&event) = earlier.next() else { return Ok(None) };
            match graph.event(event).label {
                Label::Spawn(child) if self.program.creates_alike(&self.state.step(event).state, created) => {
                    break child;
                }
                Label::Spawn(_) => {}
                Label::Write(write) if !write.ordering.is_atomic() => between.push(write.location),
                Label::Read(read) if !read.ordering.is_atomic() => between.push(read.location),
                _ => return Ok(None),
            }
        };
        if between.iter().any(|&location| self.is_distinguishing(location)) {
            return Ok(None);
        }
        for location in between {
            self.keep_to_itself(parent, location, Asymmetry::Handles)?;
        }
        Ok(Some(elder))
    }

    fn bytes_of(&self, location: LocationId) -> Bytes {
        let info = self.locations.info(location);
        (info.address, info.size)
    }

    fn is_distinguishing(&self, location: LocationId) -> bool {
        !self.knowledge.distinguishing.is_empty()
            && self.knowledge.distinguishing.contains(&self.bytes_of(location))
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
            return Err(self.distinguish(location, why));
        }
        Ok(())
    }

    /// Checks that a thread may access a location: it is not kept to another thread.
    pub(crate) fn check_owner(&mut self, thread: ThreadId, location: LocationId) -> Result<(), Change> {
        match self.symmetry.private.get(&location) {
            Some(&(owner, why)) if owner != thread => Err(self.distinguish(location, why)),
            _ => Ok(()),
        }
    }

    /// Restarts exploration since a location that was kept to a thread distinguishes symmetric
    /// threads.
    fn distinguish(&mut self, location: LocationId, why: Asymmetry) -> Change {
        match why {
            Asymmetry::Handles => {
                self.knowledge.distinguishing.insert(self.bytes_of(location));
                Change::Learn
            }
            why => self.turn_off_symmetry(why),
        }
    }

    /// Checks the joins of all threads, at the end of an execution.
    pub(super) fn check_joins(&mut self) -> Result<(), Change> {
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        threads.into_iter().try_for_each(|thread| self.check_joins_of(thread))
    }

    /// Checks that a thread which has joined a symmetric thread takes no other action before it has
    /// joined all of them.
    fn check_joins_of(&mut self, thread: ThreadId) -> Result<(), Change> {
        let graph = &self.state.graph;
        let mut joins = Joins::default();
        let mut read = Vec::new();
        for &event in graph.thread_events(thread) {
            match graph.event(event).label {
                Label::Join(child) => joins.add(child, &self.state.symmetric),
                _ if joins.are_all() => {}
                Label::Read(label) if !label.ordering.is_atomic() => read.push(label.location),
                _ => return Err(self.turn_off_symmetry(Asymmetry::Joins)),
            }
        }
        let mut step = Cow::Borrowed(self.state.next(thread));
        let mut read_next = Vec::new();
        loop {
            let answer = match step.action {
                Action::Join { thread: child }
                    if self.state.paused.exists(child) && !joins.contain(child) =>
                {
                    let mut alike = [child].into_iter().chain(self.state.symmetric.of(child));
                    // Different results are found by `check_results`.
                    let result = alike.find_map(|thread| self.action(thread).joinable_result());
                    let Some(result) = result else { break };
                    joins.add(child, &self.state.symmetric);
                    Answer::Joined(result)
                }
                _ if joins.are_all() => break,
                Action::Load { address, size, ordering, .. }
                    if !ordering.is_atomic()
                        && read_next.len() < MOST_READS
                        && let Some(value) = self.latest_value(address, size) =>
                {
                    read_next.push((address, size));
                    Answer::Read(value)
                }
                _ => return Err(self.turn_off_symmetry(Asymmetry::Joins)),
            };
            step = Cow::Owned(self.program.resume(&step.state, answer));
        }
        for (address, size) in read_next {
            read.push(self.locations.locate(self.program, address, size));
        }
        read.into_iter().try_for_each(|location| self.keep_to_itself(thread, location, Asymmetry::Joins))
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

/// The threads that a thread has joined.
#[derive(Default)]
struct Joins {
    joined: Vec<ThreadId>,
    /// The other symmetric threads of those, as long as they are not joined.
    missing: Vec<ThreadId>,
}

impl Joins {
    fn add(&mut self, child: ThreadId, symmetric: &SymmetricThreads) {
        let others = symmetric.of(child).filter(|other| *other != child && !self.joined.contains(other));
        if !self.missing.contains(&child) {
            self.missing.extend(others);
        }
        self.missing.retain(|&missing| missing != child);
        self.joined.push(child);
    }

    fn contain(&self, child: ThreadId) -> bool {
        self.joined.contains(&child)
    }

    /// Returns whether all symmetric threads of the joined ones are joined, too.
    fn are_all(&self) -> bool {
        self.missing.is_empty()
    }
}
