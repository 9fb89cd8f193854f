//! Awaits in the graph explorer, compared with the oracle.
//!
//! In the oracle, a thread that awaits a value and cannot go on has not read: it waits. The engine
//! lets the thread read the latest write and blocks it. The comparison leaves that read out
//! ([`idle_await`]).
//!
//! Where coherence orders are not distinguished, executions in which a thread waits for ever are one
//! class if they differ in nothing else, as all others are.
//!
//! At locations with non-atomic writes nothing is awaited, and the reads count: the program is
//! explored as if it had not [said](Unawaited) that there are awaits. A read that comes too early
//! could be in a data race with these writes. The engine learns on its way whether there are any. The
//! explored executions have to be right for one of the [possibilities](sets_of_racy).

use std::collections::BTreeSet;

use porf_entity::{AccessSize, Address, ThreadId, Value, WriteOrdering};
use porf_explore::Execution;
use porf_graph::{EventId, Label};
use porf_program::{Action, Answer, Program, Step, Wait};
use porf_testing::{Op, RandomProgram, ThreadState};

/// The program if nothing were awaited at some locations.
pub(crate) struct Unawaited<'a> {
    pub(crate) program: &'a RandomProgram,
    pub(crate) addresses: &'a BTreeSet<Address>,
}

impl Unawaited<'_> {
    fn without_awaits(&self, mut step: Step<ThreadState>) -> Step<ThreadState> {
        if let Action::Load { address, wait, .. } | Action::Rmw { address, wait, .. } = &mut step.action
            && *wait == Some(Wait::Await)
            && self.addresses.contains(address)
        {
            *wait = None;
        }
        step
    }
}

impl Program for Unawaited<'_> {
    type State = ThreadState;

    fn thread_count(&self) -> usize {
        self.program.thread_count()
    }

    fn start(&self, thread: ThreadId) -> Step<ThreadState> {
        self.without_awaits(self.program.start(thread))
    }

    fn start_child(&self, parent: &ThreadState, child: ThreadId) -> Step<ThreadState> {
        self.without_awaits(self.program.start_child(parent, child))
    }

    fn resume(&self, state: &ThreadState, answer: Answer) -> Step<ThreadState> {
        self.without_awaits(self.program.resume(state, answer))
    }

    fn initial_value(&self, address: Address, size: AccessSize) -> Option<Value> {
        self.program.initial_value(address, size)
    }
}

/// All sets of awaited locations that some thread may write to by a non-atomic access, the empty
/// set first.
pub(crate) fn sets_of_racy(program: &RandomProgram) -> Vec<BTreeSet<Address>> {
    let is_racy = |location| {
        let mut ops = program.threads.values().flatten().map(|guarded| guarded.op);
        ops.any(|op| {
            op.location() == Some(location)
                && matches!(op, Op::Store { ordering: WriteOrdering::NonAtomic, .. })
        })
    };
    let racy: BTreeSet<Address> =
        program.awaited().filter(|&location| is_racy(location)).map(|location| location.address()).collect();
    let mut sets = vec![BTreeSet::new()];
    for address in racy {
        let with_address = |set: &BTreeSet<Address>| set.iter().copied().chain([address]).collect();
        let larger: Vec<BTreeSet<Address>> = sets.iter().map(with_address).collect();
        sets.extend(larger);
    }
    sets
}

/// The last event of a blocked thread, if that is a read of a value with which the thread awaits
/// another one.
pub(crate) fn idle_await<S>(
    execution: &Execution<'_, S>,
    thread: ThreadId,
    racy: &BTreeSet<Address>,
) -> Option<EventId> {
    let Action::Block(_) = execution.next(thread).action else { return None };
    let last = execution.graph().last(thread)?;
    let Label::Read(_) = execution.graph().event(last).label else { return None };
    let address = awaited(execution.step(last).action)?;
    (!racy.contains(&address)).then_some(last)
}

/// The location of which an action awaits a value.
fn awaited(action: Action) -> Option<Address> {
    match action {
        Action::Load { address, wait: Some(Wait::Await), .. }
        | Action::Rmw { address, wait: Some(Wait::Await), .. } => Some(address),
        _ => None,
    }
}
