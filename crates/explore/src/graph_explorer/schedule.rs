//! Whose turn it is: a function of the graph alone, as exploration demands.
//!
//! A thread that waits is not enabled: one that joins a thread which has not finished; one whose load or rmw waits for a
//! value that the coherence-latest write does not have. Loads that wait for what stays there, once it is there, need no more than
//! that. Those that [await](super::awaits) something else, and might read it although there is something later, are added when
//! no other thread is enabled, whether the latest write has it or not: only then is it looked up. But an rmw that waits may
//! have to displace another one (two threads that want a lock), even if it could otherwise never go on. So when
//! no thread is enabled, such an rmw is *tried*: that the attempt failed is an event, and what the rmw might displace
//! is offered (genmc §2.7 calls this blocking). It waits there until the location has another value, and is then
//! added anew. An rmw that is displaced becomes such an attempt, too.

use porf_entity::{AccessSize, Address, ThreadId, Value};
use porf_graph::Label;
use porf_models::Model;
use porf_program::{Action, Answer, Program, Wait};

use super::GraphExplorer;
use crate::manner::Change;
use crate::options::Schedule;

/// What happens next.
pub(super) enum Turn {
    /// The thread adds the write of its rmw, directly after the read.
    FinishRmw(ThreadId),
    /// The thread adds its next event.
    Act(ThreadId),
    /// The thread has come upon an error.
    Fail(ThreadId),
    /// No thread can go on.
    Full(Ending),
}

/// How a full execution ends.
pub(super) enum Ending {
    /// All threads have finished.
    Complete,
    /// Some thread goes no further, by a limit or an assumption, or waits although the process has ended.
    Blocked,
    /// Some thread is about to do something wrong, and the others have gone on as far as they can.
    Failed,
    /// All threads that have not finished wait, this one among them, and the process has not ended.
    Deadlock(ThreadId),
}

/// Whether a thread could go on.
enum Readiness {
    Finished,
    Failed,
    /// It goes no further.
    Blocked,
    /// It waits for another thread.
    Waiting,
    /// It waits, too, but it might displace what it waits for.
    Untried,
    /// Its next event reads nothing.
    Writes,
    Reads,
    /// It awaits a value, which may be there or not.
    Awaits,
}

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// An error if a thread waits for a location whose writes are not ordered.
    pub(super) fn turn(&self) -> Result<Turn, Change> {
        if let Some(thread) = self.work.graph.thread_with_unfinished_rmw() {
            return Ok(Turn::FinishRmw(thread));
        }
        let [mut writer, mut reader, mut awaiting, mut untried, mut waiting] = [None; 5];
        let (mut blocked, mut failed) = (false, false);
        for thread in self.work.paused.threads(&self.work.graph) {
            let first = match self.readiness(thread)? {
                Readiness::Finished => continue,
                Readiness::Failed if self.keep_going => {
                    failed = true;
                    continue;
                }
                Readiness::Failed => return Ok(Turn::Fail(thread)),
                Readiness::Blocked => {
                    blocked = true;
                    continue;
                }
                Readiness::Writes => &mut writer,
                Readiness::Reads => &mut reader,
                Readiness::Awaits => &mut awaiting,
                Readiness::Untried => &mut untried,
                Readiness::Waiting => &mut waiting,
            };
            first.get_or_insert(thread);
        }
        let enabled = match (self.schedule, writer, reader) {
            (Schedule::LeftToRight, Some(writer), Some(reader)) => Some(writer.min(reader)),
            (_, writer, reader) => writer.or(reader),
        };
        let enabled = match (enabled, awaiting) {
            (None, Some(first)) => self.awaits_what_is_there()?.or(untried.into_iter().chain([first]).min()),
            _ => enabled.or(untried),
        };
        Ok(match (enabled, waiting) {
            (Some(thread), _) => Turn::Act(thread),
            (None, _) if failed => Turn::Full(Ending::Failed),
            (None, _) if blocked => Turn::Full(Ending::Blocked),
            (None, Some(_)) if self.process_has_ended() => Turn::Full(Ending::Blocked),
            (None, Some(thread)) => Turn::Full(Ending::Deadlock(thread)),
            (None, None) => Turn::Full(Ending::Complete),
        })
    }

    /// The first thread that awaits a value which the coherence-latest write has.
    fn awaits_what_is_there(&self) -> Result<Option<ThreadId>, Change> {
        for thread in self.work.paused.threads(&self.work.graph) {
            if self.awaits(self.action(thread)) && self.goes_on_with_latest(thread)? {
                return Ok(Some(thread));
            }
        }
        Ok(None)
    }

    /// Whether a thread waits for another one.
    pub(super) fn waits(&self, thread: ThreadId) -> bool {
        match self.readiness(thread) {
            Ok(Readiness::Waiting | Readiness::Untried) => true,
            Ok(Readiness::Awaits) => matches!(self.goes_on_with_latest(thread), Ok(false)),
            _ => false,
        }
    }

    fn readiness(&self, thread: ThreadId) -> Result<Readiness, Change> {
        // Otherwise, that an action is wrong is found out when it is its turn.
        if self.keep_going && self.failure_of(thread).is_some() {
            return Ok(Readiness::Failed);
        }
        Ok(match self.action(thread) {
            Action::Exit { .. } => Readiness::Finished,
            Action::Fail(_) => Readiness::Failed,
            // No thread is paused at a cancellation: that is answered at once.
            Action::Block(_) | Action::Cancel { .. } => Readiness::Blocked,
            Action::Store { .. }
            | Action::Fence { .. }
            | Action::Spawn
            | Action::Choose { .. }
            | Action::Detach { .. }
            | Action::Free { .. } => Readiness::Writes,
            Action::Join { thread: child } => {
                // Whether the thread can be joined at all is found out when it is its turn.
                let paused = &self.work.paused;
                let unfinished = paused.exists(child) && self.action(child).joinable_result().is_none();
                if unfinished { Readiness::Waiting } else { Readiness::Writes }
            }
            action @ (Action::Load { .. } | Action::Rmw { .. }) => match self.wait(action) {
                None => Readiness::Reads,
                Some(Wait::Await) => Readiness::Awaits,
                Some(Wait::Until(_)) if self.goes_on_with_latest(thread)? => Readiness::Reads,
                Some(Wait::Until(_)) if matches!(action, Action::Rmw { .. }) && !self.was_tried(thread) => {
                    Readiness::Untried
                }
                Some(Wait::Until(_)) => Readiness::Waiting,
            },
        })
    }

    /// Whether a thread goes on with the coherence-latest value of the location that it is about to read. It does if the memory does
    /// not exist, and that is found out.
    fn goes_on_with_latest(&self, thread: ThreadId) -> Result<bool, Change> {
        let step = self.work.next(thread);
        let (Action::Load { address, size, .. } | Action::Rmw { address, size, .. }) = step.action else {
            return Ok(true);
        };
        if !self.locations.is_ordered(address, size) {
            return Err(Change::Order(address, size));
        }
        let latest = self.latest_value(address, size);
        Ok(latest.is_none_or(|value| self.program.goes_on(step, Answer::Read(value))))
    }

    /// The coherence-latest value of a location.
    pub(super) fn latest_value(&self, address: Address, size: AccessSize) -> Option<Value> {
        match self.locations.find(address, size) {
            Some(location) => {
                let initial = self.locations.info(location).initial;
                self.work.graph.final_value(location, initial)
            }
            None => self.program.initial_value(address, size),
        }
    }

    /// Whether the last event of the thread is its attempt to go on with the coherence-latest value.
    fn was_tried(&self, thread: ThreadId) -> bool {
        let graph = &self.work.graph;
        graph.last(thread).is_some_and(|last| match graph.event(last).label {
            Label::Wait { location, source } => source == graph.writes(location).last().copied(),
            _ => false,
        })
    }
}
