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
        if relations.are_consistent(model) {
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
            if relations.are_consistent(model) {
                executions.insert(candidate.clone());
            }
        }
    });
    consistent
}

fn for_each_candidate<P: Program>(program: &P, mut visit: impl FnMut(&Execution, &Relations)) {
    for without_coherence in reads_from_choices(program) {
        for coherence in coherence_orders(&without_coherence) {
            let candidate = Execution { coherence, ..without_coherence.clone() };
            visit(&candidate, &Relations::of(&candidate));
        }
    }
}

/// A part of an execution, closed under po and rf, with each thread paused after its part.
struct Partial<S> {
    steps: Vec<Step<S>>,
    execution: Execution,
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
    let start =
        Partial { steps: threads.iter().map(|&thread| program.start(thread)).collect(), execution: nothing };
    let mut visited = HashSet::from([start.execution.clone()]);
    let mut pending = vec![start];
    let mut complete = Vec::new();
    while let Some(partial) = pending.pop() {
        let mut ended = true;
        for &thread in &threads {
            for extension in extensions(program, &partial, thread) {
                ended = false;
                if visited.insert(extension.execution.clone()) {
                    pending.push(extension);
                }
            }
        }
        if ended {
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

/// All ways in which one thread can take its next action; none if it has ended.
fn extensions<P: Program>(
    program: &P,
    partial: &Partial<P::State>,
    thread: ThreadId,
) -> Vec<Partial<P::State>> {
    let extend = |events: &[EventKind], source: Option<Source>, answer: Answer| {
        let mut execution = partial.execution.clone();
        let own_events = &mut execution.threads[thread.index()];
        if let Some(source) = source {
            // The read comes first among the events of an action.
            execution.reads_from.insert(Event { thread, index: own_events.len() }, source);
        }
        own_events.extend(events);
        let mut steps = partial.steps.clone();
        steps[thread.index()] = program.resume(&partial.steps[thread.index()].state, answer);
        Partial { steps, execution }
    };
    match partial.steps[thread.index()].action {
        Action::Load { address, size, ordering } => sources(program, &partial.execution, address, size)
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
            for (source, value) in sources(program, &partial.execution, address, size) {
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
