//! Every execution of a program, by brute force.
//!
//! In every model here po ∪ rf is acyclic, so every execution can be built by adding one event at a
//! time: any thread may go on, and a read may read any write to its location that is already there, or
//! the initial value. All partial executions are visited, each once; the complete ones, in which no
//! thread can go on, are all the pairs (po, rf) with po ∪ rf acyclic. Each is combined with all
//! orders of the writes of each location in which each thread's come in program order, as coherence
//! orders, and the axioms choose among these candidates.
//!
//! A thread that waits, for a value or for the end of a thread, may also wait for ever: all ways in which it can go on
//! have a twin in which it does not. That twin is an execution only if, in the end, there is nothing for it to go on with:
//! the coherence-last value is not one that it waits for, or the thread that it joins has not finished.
//!
//! A location is an address: all accesses of an address are taken to have the same size.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use porf_entity::{AccessSize, Address, EntityId, RmwOp, ThreadId, Value, WaitCondition};
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
    for Ended { execution: mut candidate, waits } in reads_from_choices(program) {
        let mut relations = Relations::of(&candidate);
        for coherence in coherence_orders(&candidate) {
            relations.order_writes(&coherence);
            let wait_in_vain = waits.iter().all(|wait| wait.is_in_vain(program, &candidate, &coherence));
            if wait_in_vain && relations.satisfy_common_axioms() {
                candidate.coherence = coherence;
                visit(&candidate, &relations);
            }
        }
    }
}

/// A part of an execution, closed under po and rf, with each thread paused after its part; those that do not exist yet
/// have no step.
struct Partial<S> {
    steps: Vec<Option<Step<S>>>,
    execution: Execution,
}

/// An execution in which no thread can go on, without coherence, and what some threads wait for.
struct Ended {
    execution: Execution,
    waits: Vec<Wait>,
}

/// A thread waits for a value.
struct Wait {
    address: Address,
    size: AccessSize,
    condition: WaitCondition,
}

impl Wait {
    /// Whether the last value of the location is not what is waited for.
    fn is_in_vain(
        &self,
        program: &impl Program,
        execution: &Execution,
        coherence: &BTreeMap<Address, Vec<Event>>,
    ) -> bool {
        let last = coherence.get(&self.address).and_then(|writes| writes.last());
        let value = match last.map(|&write| execution.kind(write)) {
            Some(EventKind::Write { value, .. }) => Some(value),
            _ => program.initial_value(self.address, self.size),
        };
        value.is_some_and(|value| !self.condition.holds(value))
    }
}

/// A partial execution after one more action of a thread, and the answer that this action gets.
struct Extension {
    execution: Execution,
    answer: Answer,
}

/// All (po, rf) with po ∪ rf acyclic, as executions without coherence.
fn reads_from_choices<P: Program>(program: &P) -> Vec<Ended> {
    let initial = program.thread_count();
    let nothing = Execution {
        threads: vec![Vec::new(); initial],
        reads_from: BTreeMap::new(),
        coherence: BTreeMap::new(),
        blocked: false,
        failed: false,
        waiting: BTreeSet::new(),
    };
    let mut visited = HashSet::from([nothing.clone()]);
    let steps = (0..initial).map(|thread| Some(program.start(ThreadId::from_index(thread)))).collect();
    let mut pending = vec![Partial { steps, execution: nothing }];
    let mut ended = Vec::new();
    while let Some(partial) = pending.pop() {
        let mut has_ended = true;
        for thread in (0..partial.steps.len()).map(ThreadId::from_index) {
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

/// The execution that a part is if no thread goes on, unless a thread joins one that has finished.
fn end<S>(partial: Partial<S>) -> Option<Ended> {
    let actions = || partial.steps.iter().flatten().map(|step| step.action);
    let has_finished =
        |thread: ThreadId| matches!(&partial.steps[thread.index()], Some(step) if is_exit(step.action));
    let waiting =
        || partial.execution.waiting.iter().filter_map(|thread| partial.steps[thread.index()].as_ref());
    let joins_in_vain = waiting().all(|step| match step.action {
        Action::Join { thread } => !has_finished(thread),
        _ => true,
    });
    let waits = waiting().filter_map(|step| match step.action {
        Action::Load { address, size, wait: Some(condition), .. }
        | Action::Rmw { address, size, wait: Some(condition), .. } => Some(Wait { address, size, condition }),
        _ => None,
    });
    joins_in_vain.then(|| Ended {
        waits: waits.collect(),
        execution: Execution {
            blocked: actions().any(|action| matches!(action, Action::Block(_))),
            failed: actions().any(|action| matches!(action, Action::Fail(_))),
            ..partial.execution.clone()
        },
    })
}

fn is_exit(action: Action) -> bool {
    matches!(action, Action::Exit { .. })
}

/// All parts that follow when a thread takes its next action, or waits for ever.
fn successors<P: Program>(
    program: &P,
    partial: &Partial<P::State>,
    thread: ThreadId,
) -> Vec<Partial<P::State>> {
    let Some(step) = &partial.steps[thread.index()] else { return Vec::new() };
    if partial.execution.waiting.contains(&thread) {
        return Vec::new();
    }
    let mut successors = Vec::new();
    if let Action::Join { thread: other } = step.action
        && !matches!(&partial.steps[other.index()], Some(step) if is_exit(step.action))
    {
        // It cannot go on yet.
    } else {
        for Extension { execution, answer } in extensions(program, &partial.execution, thread, step.action) {
            let mut steps = partial.steps.clone();
            let mut execution = execution;
            if let Answer::Spawned(child) = answer {
                let room = child.index() + 1;
                steps.resize(room.max(steps.len()), None);
                execution.threads.resize(room.max(execution.threads.len()), Vec::new());
                steps[child.index()] = Some(program.start_child(&step.state, child));
            }
            steps[thread.index()] = Some(program.resume(&step.state, answer));
            successors.push(Partial { steps, execution });
        }
    }
    if matches!(
        step.action,
        Action::Join { .. } | Action::Load { wait: Some(_), .. } | Action::Rmw { wait: Some(_), .. }
    ) {
        let mut execution = partial.execution.clone();
        execution.waiting.insert(thread);
        successors.push(Partial { steps: partial.steps.clone(), execution });
    }
    successors
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
        Action::Load { address, size, ordering, wait } => sources(program, partial, address, size)
            .into_iter()
            .filter(|&(_, value)| wait.is_none_or(|condition| condition.holds(value)))
            .map(|(source, value)| {
                let read = EventKind::Read { address, value, ordering, kind: ReadKind::Load };
                extend(&[read], Some(source), Answer::Read(value))
            })
            .collect(),
        Action::Store { address, ordering, value, .. } => {
            let write = EventKind::Write { address, value, ordering, exclusive: false };
            vec![extend(&[write], None, Answer::Done)]
        }
        Action::Rmw { address, size, ordering, op, wait } => {
            let failed_read = |value, kind| {
                let ordering = match op {
                    RmwOp::CompareExchange { failure, .. } => failure,
                    RmwOp::Fetch { .. } | RmwOp::Exchange(_) => ordering.read(),
                };
                EventKind::Read { address, value, ordering, kind }
            };
            let mut extensions = Vec::new();
            for (source, value) in sources(program, partial, address, size) {
                if wait.is_some_and(|condition| !condition.holds(value)) {
                    continue;
                }
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
                // Atomicity allows no second rmw that writes here.
                if events.len() == 1 || !is_taken(partial, address, source) {
                    extensions.push(extend(&events, Some(source), Answer::Read(value)));
                }
                if op.may_fail_spuriously(value, size) {
                    let read = failed_read(value, ReadKind::RmwFailedSpuriously);
                    extensions.push(extend(&[read], Some(source), Answer::SpuriousFailure(value)));
                }
            }
            extensions
        }
        Action::Fence { ordering } => vec![extend(&[EventKind::Fence { ordering }], None, Answer::Done)],
        Action::Spawn => {
            let spawns = |kind: &EventKind| matches!(kind, EventKind::Spawn { .. });
            let elder = partial.threads.iter().flatten().filter(|kind| spawns(kind)).count();
            let child = ThreadId::from_index(program.thread_count() + elder);
            vec![extend(&[EventKind::Spawn { thread: child }], None, Answer::Spawned(child))]
        }
        Action::Join { thread } => {
            vec![extend(&[EventKind::Join { thread }], None, Answer::Joined(Value(0)))]
        }
        Action::Choose { count, .. } => (0..count)
            .map(|choice| extend(&[EventKind::Choice { choice }], None, Answer::Chosen(choice)))
            .collect(),
        Action::Cancel { .. }
        | Action::Free { .. }
        | Action::Block(_)
        | Action::Fail(_)
        | Action::Exit { .. } => Vec::new(),
    }
}

/// Whether an rmw that writes has read from the source already.
fn is_taken(partial: &Execution, address: Address, source: Source) -> bool {
    partial.reads_from.iter().any(|(&read, &from)| {
        let kind = partial.kind(read);
        from == source
            && kind.address() == Some(address)
            && matches!(kind, EventKind::Read { kind: ReadKind::RmwSucceeded, .. })
    })
}

/// Everything that a read of the location can read, with the value that it reads then.
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

/// Whether every exclusive write of a location directly follows what its read reads from: what atomicity comes to.
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

/// All orders of events, given thread by thread in program order, in which the events of each thread come in that order.
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
    use porf_entity::{ReadOrdering, WriteOrdering};
    use porf_program::{Failure, FailureKind};

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
                _ => Action::Load { address: FLAG, size: SIZE, ordering: ReadOrdering::Relaxed, wait: None },
            };
            Step { action, position: Default::default(), state: () }
        }

        fn resume(&self, _state: &(), answer: Answer) -> Step<()> {
            let action = match answer {
                Answer::Read(Value(7)) => Action::Fail(Failure::new(FailureKind::Assertion)),
                _ => Action::Exit { result: Value(0) },
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

    /// As many as there are ways to choose the places of each thread among those that are left.
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
                // Stable: equal threads stay in the order that they are in.
                order.sort_by_key(|event| event.thread);
                assert_eq!(order, events);
            }
        }
    }
}
