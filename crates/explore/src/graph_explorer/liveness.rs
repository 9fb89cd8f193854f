//! Loops that never end: every thread that has not finished waits, some of them in loops, and nothing will ever be
//! different.
//!
//! A thread that waits in a loop reads the same locations again and again. Sooner or later it reads the latest writes
//! (that is what fairness of memory means), and if these are what it has read in the iteration after which it waits, it goes
//! on like that for ever, unless another thread writes. So an execution in which all threads have finished, or wait
//! for such a thread or for each other, or wait in loops for which this is so, is one that never ends. It is among those that
//! are explored, since threads that wait in loops read whatever there is to be read.
//!
//! What a thread has read in its last iteration is taken to be what it has read since it last did anything else, at places
//! that belong to the loop. That may be more than it is, so that a loop may be missed that has written in an iteration
//! before, but nothing is reported that could end.

use porf_entity::ThreadId;
use porf_graph::{EventId, Label, LocationId, ReadKind};
use porf_models::Model;
use porf_program::{Action, BlockReason, Program, Remark};

use super::GraphExplorer;
use crate::manner::Interruption;
use crate::sink::{Sink, Spinning};

impl<P: Program, M: Model, K: Sink<P::State>> GraphExplorer<'_, P, M, K> {
    /// The threads that wait in loops for ever, if nothing will ever be different. The graph then has a coherence order for
    /// which that is so.
    pub(super) fn livelock(&mut self) -> Result<Option<Vec<Spinning>>, Interruption> {
        let mut spinning = Vec::new();
        for thread in self.work.paused.threads(&self.work.graph) {
            match self.action(thread) {
                Action::Exit { .. } => {}
                Action::Block(BlockReason::Spin) => match self.last_iteration(thread) {
                    Some(reads) => spinning.push(Spinning { thread, reads }),
                    None => return Ok(None),
                },
                _ if self.waits(thread) => {}
                _ => return Ok(None),
            }
        }
        let reads = spinning.iter().flat_map(|it| &it.reads);
        let stays = !spinning.is_empty() && self.are_latest(reads.copied().collect())?;
        Ok(stays.then_some(spinning))
    }

    /// What a thread that waits in a loop has read in its last iteration; `None` if it might do otherwise next time.
    fn last_iteration(&self, thread: ThreadId) -> Option<Vec<EventId>> {
        let graph = &self.work.graph;
        let end = &self.work.next(thread).state;
        let mut reads = Vec::new();
        for &event in graph.thread_events(thread).iter().rev() {
            let step = self.work.step(event);
            let left_out =
                graph.event(event).location().is_some_and(|location| self.is_left_out(event, location));
            match graph.event(event).label {
                Label::Wait { .. } | Label::Fence(_) => {}
                Label::Read(_) | Label::Write(_) if left_out => {}
                Label::Write(_) if self.is_silent(event) => {}
                Label::Read(read) if self.program.is_in_loop(end, &step.state) => {
                    match read.kind {
                        ReadKind::Load | ReadKind::FailedExchange => {}
                        // Its write was silent.
                        ReadKind::Exclusive => {}
                        // It will not fail for ever.
                        ReadKind::SpuriousFailure => return None,
                    }
                    reads.push(event);
                }
                Label::Choice(_) => return None,
                _ => break,
            }
        }
        reads.reverse();
        Some(reads)
    }

    /// Whether an access is one of those that nobody notices, so that the iteration goes on before it.
    fn is_left_out(&self, event: EventId, location: LocationId) -> bool {
        let remark = self.program.remark(&self.work.step(event).state);
        matches!(remark, Some(Remark::Attempt | Remark::Provisional)) || self.is_lock(location)
    }

    /// Whether a write is that of a read-modify-write that writes what it has read.
    fn is_silent(&self, write: EventId) -> bool {
        let graph = &self.work.graph;
        let (Some(label), Some(read)) = (graph.event(write).as_write(), graph.predecessor(write)) else {
            return false;
        };
        label.exclusive && graph.event(read).as_read().is_some_and(|read| read.value == label.value)
    }

    /// Whether reads may be of the latest writes to their locations. What is left out does not matter to others, except that
    /// an attempt that waits has changed its location.
    fn are_latest(&mut self, reads: Vec<EventId>) -> Result<bool, Interruption> {
        let attempts = self.attempts();
        let mut last: Vec<EventId> = Vec::new();
        for event in reads {
            let graph = &self.work.graph;
            let Some(&read) = graph.event(event).as_read() else { continue };
            let location = read.location;
            if attempts.iter().any(|attempt| attempt.location == location) {
                return Ok(false);
            }
            let changes_nothing = |write: EventId| {
                self.is_silent(write)
                    || graph.event(write).thread == graph.event(event).thread
                        && self.is_left_out(write, location)
            };
            if let Some(source) = read.source
                && self.is_free(location)
                && graph.plain_writes(location) > 1
            {
                let mut source = source;
                while let Some(rmw) = graph.exclusive_successor(location, Some(source)) {
                    if !changes_nothing(rmw) {
                        return Ok(false);
                    }
                    source = rmw;
                }
                let rival =
                    |&other: &EventId| other != source && graph.event(other).location() == Some(location);
                if last.iter().any(rival) {
                    return Ok(false);
                }
                if !last.contains(&source) {
                    last.push(source);
                }
            } else if !graph.writes(location)[graph.position(read.source)..]
                .iter()
                .copied()
                .all(changes_nothing)
            {
                return Ok(false);
            }
        }
        for count in 1..=last.len() {
            if !self.has_order_ending_with(&last[..count])? {
                return Ok(false);
            }
        }
        Ok(attempts
            .iter()
            .filter(|attempt| attempt.failed)
            .all(|attempt| self.fails_alone(attempt, &attempts)))
    }
}
