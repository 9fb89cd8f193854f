//! Every execution under sequential consistency, by running the threads in every order.
//!
//! A thread that waits is enabled while it can go on: the location has a value with which it goes
//! on, or the thread that it joins has ended. An interleaving is maximal if no thread is enabled
//! [await §IV-A].
//!
//! Two interleavings are *equivalent* if they have the same events and order dependent events in
//! the same way. Dependent are events of one thread, a thread's creation and its events, its events
//! and its join, and accesses to one location of which one writes. So interleavings with the same
//! (po, rf, co) are equivalent. The further course of an interleaving depends on (po, rf, co)
//! alone, so interleavings are visited up to (po, rf, co). Where
//! [blind additions](Conflicts::AllButAdditions) to one location do not depend on each other, more
//! interleavings are equivalent. The values that such an addition reads and writes are then not
//! part of its event.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use porf_entity::{AccessSize, Address, EntityId, ThreadId, Value};
use porf_program::{Action, Program, Remark};

use crate::execution::{Event, EventKind, Execution, Source};
use crate::partial::Partial;
use crate::replay::replay;

/// The accesses to one location that depend on each other, given that one of them writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Conflicts {
    /// All accesses.
    All,
    /// All accesses, except that additions whose results nobody uses do not depend on each other.
    AllButAdditions,
}

/// The common properties of equivalent interleavings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Class {
    /// The kinds of the events of each thread. Independent additions read and write 0.
    pub threads: Vec<Vec<EventKind>>,
    /// The pairs of actions, named by their first events, of which the first happens before the
    /// second.
    pub happens_before: BTreeSet<(Event, Event)>,
    /// The final value of each location that was written.
    pub final_values: BTreeMap<Address, Value>,
    /// Whether some thread is blocked.
    pub blocked: bool,
    /// Whether some thread has failed.
    pub failed: bool,
    /// The threads that wait for ever.
    pub waiting: BTreeSet<ThreadId>,
}

/// The classes of maximal interleavings.
pub fn classes<P: Program>(program: &P, conflicts: Conflicts) -> BTreeSet<Class> {
    let interleavings = interleavings(program);
    interleavings.iter().map(|(execution, order)| class(program, execution, order, conflicts)).collect()
}

/// The executions under sequential consistency, each with a maximal interleaving of its actions,
/// which are named by their first events.
pub fn interleavings<P: Program>(program: &P) -> BTreeMap<Execution, Vec<Event>> {
    let mut visited = HashSet::new();
    let mut pending = vec![(Partial::nothing(program), Vec::new())];
    let mut maximal = BTreeMap::new();
    while let Some((partial, order)) = pending.pop() {
        let mut is_maximal = true;
        for thread in partial.threads() {
            for successor in steps(program, &partial, thread) {
                is_maximal = false;
                if visited.insert(successor.execution.clone()) {
                    let mut order = order.clone();
                    order.push(Event { thread, index: partial.execution.threads[thread.index()].len() });
                    pending.push((successor, order));
                }
            }
        }
        if is_maximal {
            maximal.insert(end(&partial), order);
        }
    }
    maximal
}

/// The class of an interleaving of the actions of an execution.
pub fn class<P: Program>(program: &P, execution: &Execution, order: &[Event], conflicts: Conflicts) -> Class {
    let additions = match conflicts {
        Conflicts::All => BTreeSet::new(),
        Conflicts::AllButAdditions => blind_additions(program, execution),
    };
    let mut threads = execution.threads.clone();
    for addition in &additions {
        for kind in threads[addition.thread.index()][addition.index..].iter_mut().take(2) {
            if let EventKind::Read { value, .. } | EventKind::Write { value, .. } = kind {
                *value = Value(0);
            }
        }
    }
    let mut happens_before = BTreeSet::new();
    for (place, &later) in order.iter().enumerate() {
        for &earlier in &order[..place] {
            let are_additions = additions.contains(&earlier) && additions.contains(&later);
            if depends(execution, earlier, later) && !(are_additions && earlier.thread != later.thread) {
                let before_earlier = happens_before.iter().filter(|&&(_, event)| event == earlier);
                let before_earlier: Vec<Event> = before_earlier.map(|&(event, _)| event).collect();
                happens_before
                    .extend(before_earlier.into_iter().chain([earlier]).map(|event| (event, later)));
            }
        }
    }
    let last_values =
        execution.coherence.iter().filter_map(|(&address, writes)| match execution.kind(*writes.last()?) {
            EventKind::Write { value, .. } => Some((address, value)),
            _ => None,
        });
    Class {
        threads,
        happens_before,
        final_values: last_values.collect(),
        blocked: execution.blocked,
        failed: execution.failed,
        waiting: execution.waiting.clone(),
    }
}

/// The additions whose results nobody uses, as far as the program declares them. Each is named by
/// its first event.
fn blind_additions<P: Program>(program: &P, execution: &Execution) -> BTreeSet<Event> {
    let threads = (0..execution.threads.len()).map(ThreadId::from_index);
    let actions = threads.filter_map(|thread| replay(program, execution, thread)).flat_map(|it| it.actions);
    let blind = actions.filter(|(_, step)| program.remark(&step.state) == Some(Remark::Blind));
    blind.map(|(event, _)| event).collect()
}

/// Whether an action depends on an earlier one; both are named by their first events.
fn depends(execution: &Execution, earlier: Event, later: Event) -> bool {
    let (first, second) = (execution.kind(earlier), execution.kind(later));
    let writes = |event: Event| {
        let exclusive = execution.threads[event.thread.index()].get(event.index + 1);
        execution.kind(event).is_write()
            || matches!(exclusive, Some(EventKind::Write { exclusive: true, .. }))
    };
    earlier.thread == later.thread
        || matches!(first, EventKind::Spawn { thread } if thread == later.thread)
        || matches!(second, EventKind::Join { thread } if thread == earlier.thread)
        || matches!(first, EventKind::Arrive { barrier, round } if second == EventKind::Leave { barrier, round })
        || first.is_access() && first.address() == second.address() && (writes(earlier) || writes(later))
}

/// All partial executions that can follow when a thread goes next.
fn steps<P: Program>(program: &P, partial: &Partial<P::State>, thread: ThreadId) -> Vec<Partial<P::State>> {
    let successors = partial
        .successors(program, thread, |execution, address, size| memory(program, execution, address, size));
    successors
        .into_iter()
        .map(|mut successor| {
            let own = &successor.execution.threads[thread.index()];
            let new = partial.execution.threads[thread.index()].len()..own.len();
            for index in new {
                if let EventKind::Write { address, .. } = own[index] {
                    let coherence = successor.execution.coherence.entry(address).or_default();
                    coherence.push(Event { thread, index });
                }
            }
            successor
        })
        .collect()
}

/// The current content of a location.
fn memory<P: Program>(
    program: &P,
    execution: &Execution,
    address: Address,
    size: AccessSize,
) -> Vec<(Source, Value)> {
    let last = execution.last_write(address);
    match last.map(|write| (write, execution.kind(write))) {
        Some((write, EventKind::Write { value, .. })) => vec![(Source::Write(write), value)],
        _ => program.initial_value(address, size).map(|value| (Source::Initial, value)).into_iter().collect(),
    }
}

/// The execution, given that no thread is enabled.
fn end<S: Clone>(partial: &Partial<S>) -> Execution {
    let waits = |thread: &ThreadId| {
        let action = partial.action(*thread);
        action.is_some_and(|it| !matches!(it, Action::Exit { .. } | Action::Block(_) | Action::Fail(_)))
    };
    Execution { waiting: partial.threads().filter(waits).collect(), ..partial.ended() }
}
