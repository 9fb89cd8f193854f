//! Every execution of a program, by brute force.
//!
//! In every model here po ∪ rf is acyclic, so every execution can be built by adding one event at a
//! time: any thread may go on, and a read may read any write to its location that is already there,
//! or the initial value. All partial executions are visited, each once. The complete ones, in which
//! no thread can go on, are all the pairs (po, rf) with po ∪ rf acyclic. Each is combined with all
//! coherence orders in which the writes of each thread to a location come in program order. The
//! axioms choose among these candidates.
//!
//! A thread that waits, for a value or for the end of a thread, may also wait for ever. So each way
//! in which it can go on has a counterpart in which it waits for ever. That counterpart is an
//! execution only if the thread cannot go on in the end: it does not wait for the coherence-last
//! value, or the thread that it joins has not finished.
//!
//! A location is an address: all accesses of an address are taken to have the same size.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use porf_entity::{AccessSize, Address, BarrierStep, EntityId, Taking, ThreadId, Value};
use porf_program::{Action, Answer, Program, Step};

use crate::axioms::{ModelName, Relations};
use crate::execution::{Event, EventKind, Execution, Source};
use crate::partial::{Partial, items};

/// The executions of a program under a model, including those that are blocked or that fail.
pub fn executions<P: Program>(program: &P, model: ModelName) -> BTreeSet<Execution> {
    let mut consistent = BTreeSet::new();
    for_each_plausible_candidate(program, |candidate, relations| {
        if relations.satisfy(model) && relations.pools_are_in_order(model) {
            consistent.insert(candidate.clone());
        }
    });
    consistent
}

/// The executions of a program under each of the models, from a single enumeration.
pub fn executions_all_models<P: Program>(program: &P) -> BTreeMap<ModelName, BTreeSet<Execution>> {
    let mut consistent: BTreeMap<_, BTreeSet<_>> =
        ModelName::ALL.into_iter().map(|model| (model, BTreeSet::new())).collect();
    for_each_plausible_candidate(program, |candidate, relations| {
        for (&model, executions) in &mut consistent {
            if relations.satisfy(model) && relations.pools_are_in_order(model) {
                executions.insert(candidate.clone());
            }
        }
    });
    consistent
}

/// Visits every candidate, consistent or not.
pub fn for_each_candidate<P: Program>(program: &P, mut visit: impl FnMut(&Execution)) {
    for_each_candidate_with_relations(program, |candidate, _| visit(candidate));
}

/// Visits every candidate that satisfies the axioms common to all models.
fn for_each_plausible_candidate<P: Program>(program: &P, mut visit: impl FnMut(&Execution, &Relations)) {
    for_each_candidate_with_relations(program, |candidate, relations| {
        if relations.satisfy_common_axioms() {
            visit(candidate, relations);
        }
    });
}

fn for_each_candidate_with_relations<P: Program>(program: &P, mut visit: impl FnMut(&Execution, &Relations)) {
    for Ended { execution: mut candidate, waiting } in reads_from_choices(program) {
        let mut relations = Relations::of(&candidate);
        for coherence in coherence_orders(&candidate) {
            if waiting.iter().all(|step| waits_in_vain(program, step, &candidate, &coherence)) {
                relations.order_writes(&coherence);
                candidate.coherence = coherence;
                visit(&candidate, &relations);
            }
        }
    }
}

/// An execution in which no thread can go on, without coherence orders, and the threads that wait.
struct Ended<S> {
    execution: Execution,
    waiting: Vec<Step<S>>,
}

/// Whether a thread that wants to read a location does not go on with its coherence-last value.
fn waits_in_vain<P: Program>(
    program: &P,
    step: &Step<P::State>,
    execution: &Execution,
    coherence: &BTreeMap<Address, Vec<Event>>,
) -> bool {
    let (Action::Load { address, size, .. } | Action::Rmw { address, size, .. }) = step.action else {
        return true;
    };
    let last = coherence.get(&address).and_then(|writes| writes.last());
    let value = match last.map(|&write| execution.kind(write)) {
        Some(EventKind::Write { value, .. }) => Some(value),
        _ => program.initial_value(address, size),
    };
    let fails_spuriously = |value| match step.action {
        Action::Rmw { op, size, .. } => op.may_fail_spuriously(value, size),
        _ => false,
    };
    value.is_some_and(|value| {
        let answers = [Answer::Read(value), Answer::SpuriousFailure(value)];
        let possible = if fails_spuriously(value) { &answers[..] } else { &answers[..1] };
        !possible.iter().any(|&answer| program.goes_on(step, answer))
    })
}

/// All (po, rf) with po ∪ rf acyclic, as executions without coherence orders.
fn reads_from_choices<P: Program>(program: &P) -> Vec<Ended<P::State>> {
    let nothing = Partial::nothing(program);
    let mut visited = HashSet::from([nothing.execution.clone()]);
    let mut pending = vec![nothing];
    let mut ended = Vec::new();
    while let Some(partial) = pending.pop() {
        let mut has_ended = true;
        for thread in partial.threads() {
            for successor in successors(program, &partial, thread) {
                has_ended = false;
                if visited.insert(successor.execution.clone()) {
                    pending.push(successor);
                }
            }
        }
        if has_ended {
            ended.extend(end(partial));
        }
    }
    ended
}

/// The execution that a partial execution is if no thread goes on; `None` if a thread joins one
/// that has finished, waits at a barrier that it could leave, or waits for an item that is there, or if
/// a swap is not mutual.
fn end<S: Clone>(partial: Partial<S>) -> Option<Ended<S>> {
    let execution = partial.ended();
    let joins_in_vain = execution.waiting.iter().all(|&thread| match partial.action(thread) {
        Some(Action::Join { thread }) => !partial.can_be_joined(thread),
        Some(Action::Barrier { .. }) => !partial.can_leave(thread),
        Some(Action::Take { object, manner, .. }) => takes_in_vain(&partial, thread, object, manner),
        _ => true,
    });
    if !swaps_are_mutual(&execution) {
        return None;
    }
    let waiting = execution.waiting.iter().filter_map(|thread| partial.steps[thread.index()].clone());
    joins_in_vain.then(|| Ended { waiting: waiting.collect(), execution: execution.clone() })
}

/// Whether a thread finds no item in a pool, whatever the others do.
fn takes_in_vain<S: Clone>(partial: &Partial<S>, thread: ThreadId, object: Address, manner: Taking) -> bool {
    match manner {
        Taking::Swap => partial.execution.waiting.iter().all(|&other| {
            let swaps = |action| matches!(action, Some(Action::Take { object: at, manner: Taking::Swap, .. }) if at == object);
            other == thread || !swaps(partial.action(other))
        }),
        _ => items(&partial.execution, object, manner).is_empty(),
    }
}

/// Whether each thread that has taken the item of another one in a swap has given its own to that one.
fn swaps_are_mutual(execution: &Execution) -> bool {
    let is_swap = |take: Event| matches!(execution.kind(take), EventKind::Take { manner: Taking::Swap, .. });
    execution.reads_from.iter().filter(|&(&take, _)| is_swap(take)).all(|(&take, &source)| {
        let Source::Write(item) = source else { return false };
        let others = Event { index: item.index + 1, ..item };
        let own = Event { index: take.index - 1, ..take };
        item != own && execution.reads_from.get(&others) == Some(&Source::Write(own))
    })
}

/// All partial executions that follow when a thread takes its next action, or waits for ever.
fn successors<P: Program>(
    program: &P,
    partial: &Partial<P::State>,
    thread: ThreadId,
) -> Vec<Partial<P::State>> {
    if partial.execution.waiting.contains(&thread) {
        return Vec::new();
    }
    let mut successors = partial
        .successors(program, thread, |execution, address, size| sources(program, execution, address, size));
    if let Some(
        Action::Join { .. }
        | Action::Barrier { step: BarrierStep::Leave, .. }
        | Action::Load { wait: Some(_), .. }
        | Action::Rmw { wait: Some(_), .. }
        | Action::Take { manner: Taking::Take | Taking::Look | Taking::Swap, .. },
    ) = partial.action(thread)
    {
        let mut waits = partial.clone();
        waits.execution.waiting.insert(thread);
        successors.push(waits);
    }
    successors
}

/// All sources of a read of the location, with the values that it reads from them.
fn sources<P: Program>(
    program: &P,
    execution: &Execution,
    address: Address,
    size: AccessSize,
) -> Vec<(Source, Value)> {
    let initial = program.initial_value(address, size).map(|value| (Source::Initial, value));
    let writes = execution.events().filter_map(|(event, kind)| match kind {
        EventKind::Write { address: written, value, .. } if written == address => {
            Some((Source::Write(event), value))
        }
        _ => None,
    });
    initial.into_iter().chain(writes).collect()
}

/// All coherence orders of the writes of an execution that keep to program order and atomicity.
fn coherence_orders(execution: &Execution) -> Vec<BTreeMap<Address, Vec<Event>>> {
    let mut writes: BTreeMap<Address, Vec<Event>> = BTreeMap::new();
    for (event, kind) in execution.events() {
        if let EventKind::Write { address, .. } = kind {
            writes.entry(address).or_default().push(event);
        }
    }
    let mut orders = vec![BTreeMap::new()];
    for (address, writes) in writes {
        let mut orders_here = interleavings(&writes);
        orders_here.retain(|order| is_atomic(execution, order));
        let extended = |order: BTreeMap<_, _>| {
            orders_here.iter().map(move |order_here| {
                let mut order = order.clone();
                order.insert(address, order_here.clone());
                order
            })
        };
        orders = orders.into_iter().flat_map(extended).collect();
    }
    orders
}

/// Whether every exclusive write of a location directly follows the source of its read, which is
/// equivalent to atomicity.
fn is_atomic(execution: &Execution, order: &[Event]) -> bool {
    order.iter().enumerate().all(|(place, &write)| {
        if !matches!(execution.kind(write), EventKind::Write { exclusive: true, .. }) {
            return true;
        }
        let before = place.checked_sub(1).map_or(Source::Initial, |before| Source::Write(order[before]));
        let read = Event { index: write.index - 1, ..write };
        execution.reads_from.get(&read) == Some(&before)
    })
}

/// All orders of events, given thread by thread in program order, in which the events of each
/// thread come in that order.
fn interleavings(events: &[Event]) -> Vec<Vec<Event>> {
    let mut interleavings = vec![Vec::new()];
    for &event in events {
        interleavings = interleavings
            .into_iter()
            .flat_map(|shorter: Vec<Event>| {
                let last_of_thread = shorter.iter().rposition(|other| other.thread == event.thread);
                let first_place = last_of_thread.map_or(0, |place| place + 1);
                (first_place..=shorter.len()).map(move |place| {
                    let mut longer = shorter.clone();
                    longer.insert(place, event);
                    longer
                })
            })
            .collect();
    }
    interleavings
}

#[cfg(test)]
mod tests {
    use porf_entity::{ErrorKind, ReadOrdering, WriteOrdering};
    use porf_program::{Ends, Failure};

    use super::*;

    const FLAG: Address = Address(16);
    const SIZE: AccessSize = AccessSize::B8;

    /// One thread sets a flag. The other fails if it reads the set flag.
    struct FailsIfSet;

    impl Program for FailsIfSet {
        type State = ();

        fn thread_count(&self) -> usize {
            2
        }

        fn start(&self, thread: ThreadId) -> Step<()> {
            let action = match thread.index() {
                0 => Action::Store {
                    address: FLAG,
                    size: SIZE,
                    ordering: WriteOrdering::Relaxed,
                    value: Value(7),
                },
                _ => Action::Load { address: FLAG, size: SIZE, ordering: ReadOrdering::Relaxed, wait: None },
            };
            Step { action, position: Default::default(), state: () }
        }

        fn resume(&self, _state: &(), answer: Answer) -> Step<()> {
            let action = match answer {
                Answer::Read(Value(7)) => Action::Fail(Failure::new(ErrorKind::Assertion)),
                _ => Action::Exit { result: Value(0), ends: Ends::Thread },
            };
            Step { action, position: Default::default(), state: () }
        }

        fn start_child(&self, _parent: &(), _child: ThreadId) -> Step<()> {
            unreachable!("nobody creates threads")
        }

        fn initial_value(&self, _address: Address, _size: AccessSize) -> Option<Value> {
            Some(Value(3))
        }
    }

    #[test]
    fn failures_are_flagged_and_the_initial_value_is_the_program_s() {
        let by_model = executions_all_models(&FailsIfSet);
        for executions in by_model.values() {
            let read: Vec<_> = executions
                .iter()
                .map(|execution| match execution.threads[1][..] {
                    [EventKind::Read { value, .. }] => (value.0, execution.failed),
                    _ => panic!("one event was expected:\n{execution}"),
                })
                .collect();
            assert_eq!(read, [(3, false), (7, true)]);
        }
    }

    /// The number of interleavings is the number of ways to choose the places of each thread among
    /// the free ones.
    #[test]
    fn interleavings_are_complete_distinct_and_in_program_order() {
        let cases =
            [(&[0, 0, 0][..], 1), (&[1, 1, 1], 6), (&[2, 2], 6), (&[1, 2, 2], 30), (&[1, 1, 1, 1, 1], 120)];
        for (lengths, count) in cases {
            let events: Vec<Event> = lengths
                .iter()
                .enumerate()
                .flat_map(|(thread, &length)| {
                    let thread = ThreadId::from_index(thread);
                    (0..length).map(move |index| Event { thread, index })
                })
                .collect();
            let distinct: BTreeSet<_> = interleavings(&events).into_iter().collect();
            assert_eq!(distinct.len(), count);
            for mut order in distinct {
                // The sort is stable: events of one thread keep their order.
                order.sort_by_key(|event| event.thread);
                assert_eq!(order, events);
            }
        }
    }
}
