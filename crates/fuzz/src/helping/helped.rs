//! A program in which threads leave helping CASes to other threads.

use porf_entity::{AccessSize, Address, EntityId, RmwOp, ThreadId, Value};
use porf_program::{Action, Annotation, AnnotationKind, Answer, Features, Program, Step};
use porf_testing::{RandomProgram, ThreadState};

/// A program in which compare-exchanges at the first location that expect 0 are those of the first
/// thread, and those of others are helping CASes.
pub(super) struct Helped<'a> {
    pub(super) program: &'a RandomProgram,
}

/// The progress of a thread with such a compare-exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// The thread is at another operation.
    Elsewhere,
    /// The thread is about to annotate that it will make the compare-exchange, or would.
    Before,
    /// The thread makes the compare-exchange.
    During,
    /// The thread is about to annotate that it has made the compare-exchange.
    After,
}

#[derive(Clone, Debug)]
pub(super) struct HelpedState {
    inner: Step<ThreadState>,
    thread: ThreadId,
    stage: Stage,
}

/// The annotation of a compare-exchange.
fn exchange(action: Action) -> Option<[Value; 4]> {
    match action {
        Action::Rmw {
            address,
            ordering,
            op: RmwOp::CompareExchange { expected: Value(0), desired, failure, .. },
            ..
        } if address == super::place().address() => {
            let orderings = 8 * ordering as u64 + failure as u64;
            Some([Value(address.0), Value(0), desired, Value(orderings)])
        }
        _ => None,
    }
}

fn annotating(inner: Step<ThreadState>, thread: ThreadId, stage: Stage) -> Step<HelpedState> {
    let action = Action::Choose { count: 1, partial: false };
    Step { action, position: inner.position, state: HelpedState { inner, thread, stage } }
}

fn acting(inner: Step<ThreadState>, thread: ThreadId, stage: Stage) -> Step<HelpedState> {
    Step { action: inner.action, position: inner.position, state: HelpedState { inner, thread, stage } }
}

fn next(inner: Step<ThreadState>, thread: ThreadId) -> Step<HelpedState> {
    match exchange(inner.action) {
        Some(_) => annotating(inner, thread, Stage::Before),
        None => acting(inner, thread, Stage::Elsewhere),
    }
}

impl Program for Helped<'_> {
    type State = HelpedState;

    fn thread_count(&self) -> usize {
        self.program.thread_count()
    }

    fn start(&self, thread: ThreadId) -> Step<HelpedState> {
        next(self.program.start(thread), thread)
    }

    fn start_child(&self, parent: &HelpedState, child: ThreadId) -> Step<HelpedState> {
        next(self.program.start_child(&parent.inner.state, child), child)
    }

    fn resume(&self, state: &HelpedState, answer: Answer) -> Step<HelpedState> {
        let HelpedState { inner, thread, stage } = state.clone();
        match stage {
            Stage::Before if thread.index() == 0 => acting(inner, thread, Stage::During),
            Stage::Before => next(self.program.resume(&inner.state, Answer::Read(Value(0))), thread),
            Stage::During => annotating(self.program.resume(&inner.state, answer), thread, Stage::After),
            Stage::After => next(inner, thread),
            Stage::Elsewhere => next(self.program.resume(&inner.state, answer), thread),
        }
    }

    fn annotation(&self, state: &HelpedState) -> Option<Annotation> {
        let (kind, arguments) = match state.stage {
            Stage::Before if state.thread.index() == 0 => {
                (AnnotationKind::Helped, exchange(state.inner.action)?)
            }
            Stage::Before => (AnnotationKind::Helping, exchange(state.inner.action)?),
            Stage::After => (AnnotationKind::EndOfHelped, [Value(0); 4]),
            Stage::During | Stage::Elsewhere => return None,
        };
        Some(Annotation { kind, function: Value(0), arguments })
    }

    fn features(&self) -> Features {
        Features { annotations: true, ..Features::default() }
    }

    fn initial_value(&self, address: Address, size: AccessSize) -> Option<Value> {
        self.program.initial_value(address, size)
    }
}
