//! Whose turn it is: a function of the graph alone, as exploration demands.

use porf_entity::{EntityId, ThreadId};
use porf_program::Action;

use super::work::Work;
use crate::options::Schedule;

/// What happens next.
pub(super) enum Turn {
    /// The thread adds the write of its rmw, directly after the read.
    FinishRmw(ThreadId),
    /// The thread adds its next event.
    Act(ThreadId),
    /// The thread has come upon an error.
    Fail(ThreadId),
    /// No thread can go on; some are blocked, or all have finished.
    Full { blocked: bool },
}

pub(super) fn turn<S>(work: &Work<S>, schedule: Schedule) -> Turn {
    if let Some(thread) = work.graph.thread_with_unfinished_rmw() {
        return Turn::FinishRmw(thread);
    }
    let mut first_writer = None;
    let mut first_other = None;
    let mut blocked = false;
    for index in 0..work.graph.thread_count() {
        let thread = ThreadId::from_index(index);
        match work.next(thread).action {
            Action::Exit => {}
            Action::Block(_) => blocked = true,
            Action::Fail(_) => return Turn::Fail(thread),
            Action::Load { .. } | Action::Rmw { .. } => first_other = first_other.or(Some(thread)),
            Action::Store { .. } | Action::Fence { .. } => first_writer = first_writer.or(Some(thread)),
        }
    }
    let chosen = match (schedule, first_writer, first_other) {
        (Schedule::LeftToRight, Some(writer), Some(other)) => Some(writer.min(other)),
        (_, writer, other) => writer.or(other),
    };
    chosen.map_or(Turn::Full { blocked }, Turn::Act)
}
