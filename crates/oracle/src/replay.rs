//! The state of a thread in an execution: the thread is run again, with the answers that it got.

use porf_entity::{EntityId, ThreadId, Value};
use porf_program::{Answer, Program, Step};

use crate::execution::{Event, EventKind, Execution, ReadKind};

/// A thread that was run again.
pub struct Replay<S> {
    /// Each action of the thread that was answered, named by its first event, with the thread's
    /// state before it.
    pub actions: Vec<(Event, Step<S>)>,
    /// The state of the thread after all of its events.
    pub end: Step<S>,
}

/// Runs a thread of an execution again; `None` if it was never created.
pub fn replay<P: Program>(program: &P, execution: &Execution, thread: ThreadId) -> Option<Replay<P::State>> {
    let mut end = beginning(program, execution, thread)?;
    let mut actions = Vec::new();
    for (event, kind) in execution.events().filter(|(event, _)| event.thread == thread) {
        if let Some(answer) = answer(kind) {
            let next = program.resume(&end.state, answer);
            actions.push((event, std::mem::replace(&mut end, next)));
        }
    }
    Some(Replay { actions, end })
}

/// The state of the thread before its first event. If another thread creates it, that thread is run
/// again first.
fn beginning<P: Program>(program: &P, execution: &Execution, thread: ThreadId) -> Option<Step<P::State>> {
    if thread.index() < program.thread_count() {
        return Some(program.start(thread));
    }
    let (creation, _) = execution.events().find(|&(_, kind)| kind == EventKind::Spawn { thread })?;
    let creator = replay(program, execution, creation.thread)?;
    let (_, step) = creator.actions.iter().find(|&&(event, _)| event == creation)?;
    Some(program.start_child(&step.state, thread))
}

/// The answer to the action that an event comes from; `None` for the write of an rmw, whose action
/// was answered together with the read before it.
fn answer(kind: EventKind) -> Option<Answer> {
    Some(match kind {
        EventKind::Read { value, kind: ReadKind::RmwFailedSpuriously, .. } => Answer::SpuriousFailure(value),
        EventKind::Read { value, .. } => Answer::Read(value),
        EventKind::Write { exclusive: true, .. } => return None,
        EventKind::Write { .. } | EventKind::Fence { .. } => Answer::Done,
        EventKind::Spawn { thread } => Answer::Spawned(thread),
        EventKind::Join { .. } => Answer::Joined(Value(0)),
        EventKind::Arrive { .. } => Answer::Done,
        EventKind::Leave { round, .. } => Answer::Left { odd: round % 2 == 1 },
        EventKind::Put { .. } => Answer::Done,
        EventKind::Take { value, .. } => value.map_or(Answer::Nothing, Answer::Read),
        EventKind::Choice { choice } => Answer::Chosen(choice),
    })
}
