//! Every execution of a program, by brute force.
//!
//! In every model here po ∪ rf is acyclic, so every execution can be built by adding one event at a
//! time: any thread may go on, and a read may read any write to its location that is already there, or
//! the initial value. All partial executions are visited, each once; the complete ones, in which no
//! thread can go on, are all the pairs (po, rf) with po ∪ rf acyclic. Each is combined with all
//! permutations of the writes of each location as coherence orders, and the axioms choose among these
//! candidates.
//!
//! A location is an address: all accesses of an address are taken to have the same size.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use porf_entity::{AccessSize, Address, EntityId, RmwOp, ThreadId, Value};
use porf_program::{Action, Answer, Program, Step};

use crate::axioms::{ModelName, Relations};
use crate::execution::{Event, EventKind, Execution, ReadKind, Source};

/// The executions of a program under a model, also those that are blocked or that fail.
pub fn executions<P: Program>(program: &P, model: ModelName) -> BTreeSet<Execution> {
    let mut consistent = BTreeSet::new();
    for_each_candidate(program, |candidate, relations| {
        if relations.satisfy(model) {
            consistent.insert(candidate.clone());
        }
    });
    consistent
}

/// The executions of a program under each of the models, from a single enumeration.
pub fn executions_all_models<P: Program>(program: &P) -> BTreeMap<ModelName, BTreeSet<Execution>> {
    let mut consistent: BTreeMap<_, BTreeSet<_>> =
        ModelName::ALL.into_iter().map(|model| (model, BTreeSet::new())).collect();
    for_each_candidate(program, |candidate, relations| {
        for (&model, executions) in &mut consistent {
            if relations.satisfy(model) {
                executions.insert(candidate.clone());
            }
        }
    });
    consistent
}

/// Visits every candidate that satisfies what all models have in common.
fn for_each_candidate<P: Program>(program: &P, mut visit: impl FnMut(&Execution, &Relations)) {
    for mut candidate in reads_from_choices(program) {
        let mut relations = Relations::of(&candidate);
        for coherence in coherence_orders(&candidate) {
            relations.order_writes(&coherence);
            if relations.satisfy_common_axioms() {
                candidate.coherence = coherence;
                visit(&candidate, &relations);
            }
        }
    }
}

/// A part of an execution, closed under po and rf, with each thread paused after its part.
struct Partial<S> {
    steps: Vec<Step<S>>,
    execution: Execution,
}

/// A partial execution after one more action of a thread, and the answer that this action gets.
struct Extension {
    execution: Execution,
    answer: Answer,
}

/// All (po, rf) with po ∪ rf acyclic, as executions without coherence.
fn reads_from_choices<P: Program>(program: &P) -> Vec<Execution> {
    let threads: Vec<_> = (0..program.thread_count()).map(ThreadId::from_index).collect();
    let nothing = Execution {
        threads: vec![Vec::new(); threads.len()],
        reads_from: BTreeMap::new(),
        coherence: BTreeMap::new(),
        blocked: false,
        failed: false,
    };
    let mut visited = HashSet::from([nothing.clone()]);
    let steps = threads.iter().map(|&thread| program.start(thread)).collect();
    let mut pending = vec![Partial { steps, execution: nothing }];
    let mut complete = Vec::new();
    while let Some(partial) = pending.pop() {
        let mut has_ended = true;
        for &thread in &threads {
            let step = &partial.steps[thread.index()];
            for Extension { execution, answer } in
                extensions(program, &partial.execution, thread, step.action)
            {
                has_ended = false;
                if visited.insert(execution.clone()) {
                    let mut steps = partial.steps.clone();
                    steps[thread.index()] = program.resume(&step.state, answer);
                    pending.push(Partial { steps, execution });
                }
            }
        }
        if has_ended {
            let some_thread = |is: fn(&Action) -> bool| partial.steps.iter().any(|step| is(&step.action));
            complete.push(Execution {
                blocked: some_thread(|action| matches!(action, Action::Block(_))),
                failed: some_thread(|action| matches!(action, Action::Fail(_))),
                ..partial.execution
            });
        }
    }
    complete
}

/// All ways in which a thread can take its next action; none if it has ended.
fn extensions<P: Program>(
    program: &P,
    partial: &Execution,
    thread: ThreadId,
    action: Action,
) -> Vec<Extension> {
    let extend = |events: &[EventKind], source: Option<Source>, answer: Answer| {
        let mut execution = partial.clone();
        let own_events = &mut execution.threads[thread.index()];
        if let Some(source) = source {
            // The read comes first among the events of an action.
            execution.reads_from.insert(Event { thread, index: own_events.len() }, source);
        }
        own_events.extend(events);
        Extension { execution, answer }
    };
    match action {
        Action::Load { address, size, ordering } => sources(program, partial, address, size)
            .into_iter()
            .map(|(source, value)| {
                let read = EventKind::Read { address, value, ordering, kind: ReadKind::Load };
                extend(&[read], Some(source), Answer::Read(value))
            })
            .collect(),
        Action::Store { address, ordering, value, .. } => {
            let write = EventKind::Write { address, value, ordering, exclusive: false };
            vec![extend(&[write], None, Answer::Done)]
        }
        Action::Rmw { address, size, ordering, op } => {
            let failed_read = |value, kind| {
                let ordering = match op {
                    RmwOp::CompareExchange { failure, .. } => failure,
                    RmwOp::Fetch { .. } | RmwOp::Exchange(_) => ordering.read(),
                };
                EventKind::Read { address, value, ordering, kind }
            };
            let mut extensions = Vec::new();
            for (source, value) in sources(program, partial, address, size) {
                let events = match op.apply(value, size) {
                    Some(written) => vec![
                        EventKind::Read {
                            address,
                            value,
                            ordering: ordering.read(),
                            kind: ReadKind::RmwSucceeded,
                        },
                        EventKind::Write {
                            address,
                            value: written,
                            ordering: ordering.write(),
                            exclusive: true,
                        },
                    ],
                    None => vec![failed_read(value, ReadKind::RmwFailed)],
                };
                extensions.push(extend(&events, Some(source), Answer::Read(value)));
                if op.may_fail_spuriously(value, size) {
                    let read = failed_read(value, ReadKind::RmwFailedSpuriously);
                    extensions.push(extend(&[read], Some(source), Answer::SpuriousFailure(value)));
                }
            }
            extensions
        }
        Action::Fence { ordering } => vec![extend(&[EventKind::Fence { ordering }], None, Answer::Done)],
        Action::Block(_) | Action::Fail(_) | Action::Exit => Vec::new(),
    }
}

/// Everything that a read of the location can read, with the value that it reads then.
fn sources<P: Program>(
    program: &P,
    execution: &Execution,
    address: Address,
    size: AccessSize,
) -> Vec<(Source, Value)> {
    let initial = (Source::Initial, program.initial_value(address, size));
    let writes = execution.events().filter_map(|(event, kind)| match kind {
        EventKind::Write { address: written, value, .. } if written == address => {
            Some((Source::Write(event), value))
        }
        _ => None,
    });
    std::iter::once(initial).chain(writes).collect()
}

/// All coherence orders of the writes of an execution.
fn coherence_orders(execution: &Execution) -> Vec<BTreeMap<Address, Vec<Event>>> {
    let mut writes: BTreeMap<Address, Vec<Event>> = BTreeMap::new();
    for (event, kind) in execution.events() {
        if let EventKind::Write { address, .. } = kind {
            writes.entry(address).or_default().push(event);
        }
    }
    let mut orders = vec![BTreeMap::new()];
    for (address, writes) in writes {
        let permutations = permutations(&writes);
        let extended = |order: BTreeMap<_, _>| {
            permutations.iter().map(move |permutation| {
                let mut order = order.clone();
                order.insert(address, permutation.clone());
                order
            })
        };
        orders = orders.into_iter().flat_map(extended).collect();
    }
    orders
}

fn permutations(events: &[Event]) -> Vec<Vec<Event>> {
    let mut permutations = vec![Vec::new()];
    for &event in events {
        permutations = permutations
            .into_iter()
            .flat_map(|shorter| {
                (0..=shorter.len()).map(move |place| {
                    let mut longer: Vec<Event> = shorter.clone();
                    longer.insert(place, event);
                    longer
                })
            })
            .collect();
    }
    permutations
}

#[cfg(test)]
mod tests {
    use porf_entity::{ReadOrdering, WriteOrdering};
    use porf_program::Failure;

    use super::*;

    const FLAG: Address = Address(16);
    const SIZE: AccessSize = AccessSize::B8;

    /// One thread sets a flag; the other fails if it sees it.
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
                _ => Action::Load { address: FLAG, size: SIZE, ordering: ReadOrdering::Relaxed },
            };
            Step { action, position: Default::default(), state: () }
        }

        fn resume(&self, _state: &(), answer: Answer) -> Step<()> {
            let action = match answer {
                Answer::Read(Value(7)) => Action::Fail(Failure::Assertion),
                _ => Action::Exit,
            };
            Step { action, position: Default::default(), state: () }
        }

        fn initial_value(&self, _address: Address, _size: AccessSize) -> Value {
            Value(3)
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

    #[test]
    fn permutations_are_complete_and_distinct() {
        let events: Vec<_> = (0..5).map(|index| Event { thread: ThreadId::from_index(0), index }).collect();
        for (length, factorial) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24), (5, 120)] {
            let distinct: BTreeSet<_> = permutations(&events[..length]).into_iter().collect();
            assert_eq!(distinct.len(), factorial);
            for mut permutation in distinct {
                permutation.sort();
                assert_eq!(permutation, events[..length]);
            }
        }
    }
}
