//! The schedule: it selects a thread as a function of the graph alone, as exploration demands.
//!
//! A thread that waits is not enabled. A thread waits if it joins a thread that has not finished,
//! if it is to leave a barrier at which others have not arrived yet, or if its load or rmw waits for a value that the coherence-latest write does not have. For a
//! load that waits for a value which stays once it is there, this rule is enough. A load that
//! [awaits](crate::reductions::awaits) a value might read it although there is a later write. Such
//! a load is added when no other thread is enabled, whether the latest write has the value or not:
//! only then is the latest write looked up.
//!
//! An rmw that waits may have to displace another one, as when two threads want a lock, even if it
//! could otherwise never go on. So when no thread is enabled, such an rmw is *tried*. The failed
//! attempt is an event, and the displacements that the rmw might make are offered. (This is the
//! blocking of [genmc §2.7].) The rmw waits there until the location has another value, and is then
//! added again. An rmw that is displaced becomes such an attempt, too. A read that
//! [awaits](crate::reductions::awaits) is mostly tried in the same way.
//!
//! Takes from [pools](crate::execution_core) after which threads may idle come then, and last of all
//! reads after which threads may [idle](crate::reductions::idle_awaits), among them those of locations
//! to which threads write only after such reads.

use porf_entity::ThreadId;
use porf_graph::Label;
use porf_models::Model;
use porf_program::{Action, Program, Wait};

use super::GraphExplorer;
use crate::execution_core::Readiness;
use crate::options::Schedule;
use crate::restart::Change;

/// The next step of exploration.
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
    /// Some thread goes no further, by a limit or an assumption, or waits although the process has
    /// ended.
    Blocked,
    /// Some thread is about to make an error, and the others have gone on as far as they can.
    Failed,
    /// All threads that have not finished wait, this one among them, and the process has not ended.
    Deadlock(ThreadId),
}

impl Ending {
    /// A thread that waits, if all threads wait that have not finished.
    pub(super) fn deadlock(&self) -> Option<ThreadId> {
        match *self {
            Self::Deadlock(thread) => Some(thread),
            Self::Complete | Self::Blocked | Self::Failed => None,
        }
    }
}

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// The next turn. An error if a thread waits for an unordered location.
    pub(super) fn turn(&self) -> Result<Turn, Change> {
        let core = &self.core;
        if let Some(thread) = core.state.graph.thread_with_unfinished_rmw() {
            return Ok(Turn::FinishRmw(thread));
        }
        let [mut writer, mut reader, mut awaiting, mut untried, mut waiting] = [None; 5];
        let [mut idling, mut idling_later, mut taking] = [None; 3];
        let (mut blocked, mut failed) = (false, false);
        for thread in core.state.paused.threads(&core.state.graph) {
            // Otherwise, the error of an action is found when it is its turn.
            if core.keep_going && core.failure_of(thread).is_some() {
                failed = true;
                continue;
            }
            let first = match core.readiness(thread) {
                Readiness::Finished => continue,
                Readiness::Failed => return Ok(Turn::Fail(thread)),
                Readiness::Blocked => {
                    blocked = true;
                    continue;
                }
                Readiness::Writes => &mut writer,
                Readiness::Reads => &mut reader,
                Readiness::NeedsOthers => &mut waiting,
                Readiness::Takes if core.idles_at_pool(thread).is_some() => &mut waiting,
                Readiness::Takes => &mut taking,
                Readiness::Waits(Wait::Await) if core.may_idle(core.action(thread)) => {
                    if core.is_idle(thread) {
                        blocked = true;
                        continue;
                    }
                    if core.awaits_late_write(core.action(thread)) { &mut idling_later } else { &mut idling }
                }
                // A failed attempt is repeated only if there is another latest write.
                Readiness::Waits(Wait::Await)
                    if core.awaits_orderly(core.action(thread)) && self.was_tried(thread) =>
                {
                    blocked = true;
                    continue;
                }
                Readiness::Waits(Wait::Await) => &mut awaiting,
                Readiness::Waits(Wait::Until(_)) if core.goes_on_with_latest(thread)? => &mut reader,
                Readiness::Waits(Wait::Until(_)) if self.may_be_tried(thread) => &mut untried,
                Readiness::Waits(Wait::Until(_)) => &mut waiting,
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
        let enabled = enabled.or(taking).or(idling).or(idling_later);
        Ok(match (enabled, waiting) {
            (Some(thread), _) => Turn::Act(thread),
            (None, _) if failed => Turn::Full(Ending::Failed),
            (None, _) if blocked => Turn::Full(Ending::Blocked),
            (None, Some(_)) if core.process_has_ended() => Turn::Full(Ending::Blocked),
            (None, Some(thread)) => Turn::Full(Ending::Deadlock(thread)),
            (None, None) => Turn::Full(Ending::Complete),
        })
    }

    /// The first thread that awaits a value which the coherence-latest write has.
    fn awaits_what_is_there(&self) -> Result<Option<ThreadId>, Change> {
        let core = &self.core;
        for thread in core.state.paused.threads(&core.state.graph) {
            let action = core.action(thread);
            if core.awaits(action) && !core.may_idle(action) && core.goes_on_with_latest(thread)? {
                return Ok(Some(thread));
            }
        }
        Ok(None)
    }

    /// Returns whether a thread, which waits, might displace the write that it waits for and has
    /// not tried to: its rmw would then be about to go on with another than the coherence-latest
    /// value.
    fn may_be_tried(&self, thread: ThreadId) -> bool {
        matches!(self.core.action(thread), Action::Rmw { .. }) && !self.was_tried(thread)
    }

    /// Returns whether an attempt of a thread has failed because of the coherence-latest write.
    fn was_tried(&self, thread: ThreadId) -> bool {
        let graph = &self.core.state.graph;
        graph.last(thread).is_some_and(|last| match graph.event(last).label {
            Label::Wait { location, source } => source == graph.latest_write(location),
            _ => false,
        })
    }
}
