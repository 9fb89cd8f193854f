//! The candidates of the search, judged by the shipped models, are the oracle's executions of the
//! same programs.

use std::collections::BTreeSet;

use porf_cat::{LibraryOnly, evaluate, read, shipped};
use porf_compare::{Candidate, Label, Operation, OperationKind, Program, Skeleton};
use porf_entity::{FenceOrdering, Random, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_oracle::{EventKind, Execution, ModelName, executions_all_models};
use porf_testing::{ProgramBuilder, RandomProgram};

/// The values of the reads, and of the writes of each location in coherence order.
type Result = (Vec<u64>, Vec<Vec<u64>>);

const LOCATIONS: usize = 2;

fn random_program(random: &mut Random) -> Program {
    let mut labels = Vec::new();
    let mut threads = vec![Vec::new(); 2 + random.below(2)];
    for thread in &mut threads {
        for _ in 0..1 + random.below(3) {
            let label = match random.below(8) {
                0..3 => Label::Load(ReadOrdering::ALL[random.below(4)]),
                3..6 => Label::Store(WriteOrdering::ALL[random.below(4)]),
                6 => Label::Exchange(RmwOrdering::ALL[random.below(5)]),
                _ => Label::Fence(FenceOrdering::ALL[random.below(4)]),
            };
            let kind = match label {
                Label::Load(_) => OperationKind::Load,
                Label::Store(_) => OperationKind::Store,
                Label::Exchange(_) => OperationKind::Exchange,
                _ => OperationKind::Fence,
            };
            let location = if kind == OperationKind::Fence { 0 } else { random.below(LOCATIONS) as u8 };
            thread.push(Operation { kind, location });
            labels.push(label);
        }
    }
    Program { skeleton: Skeleton { threads }, labels }
}

/// The same program for the oracle: the n-th write of a location in the text writes n.
fn for_oracle(program: &Program) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    let locations: Vec<_> = (0..LOCATIONS).map(|_| builder.location(0)).collect();
    let mut labels = program.labels.iter();
    let mut written = [0; LOCATIONS];
    for operations in &program.skeleton.threads {
        builder.thread(|thread| {
            for operation in operations {
                let location = usize::from(operation.location);
                let mut next = || {
                    written[location] += 1;
                    written[location]
                };
                match *labels.next().expect("every operation has a label") {
                    Label::Load(ordering) => drop(thread.load(locations[location], ordering)),
                    Label::Store(ordering) => thread.store(locations[location], next(), ordering),
                    Label::Exchange(ordering) => drop(thread.exchange(locations[location], next(), ordering)),
                    Label::Fence(ordering) => thread.fence(ordering),
                    Label::FailingCompareExchange(_) => unreachable!("none is generated"),
                }
            }
        });
    }
    builder.build()
}

fn oracle_result(execution: &Execution) -> Result {
    let value = |kind| match kind {
        EventKind::Read { value, .. } | EventKind::Write { value, .. } => value.0,
        _ => unreachable!("the event is an access"),
    };
    let reads = execution.events().filter(|(_, kind)| kind.is_read()).map(|(_, kind)| value(kind));
    let orders = execution.coherence.values();
    let orders = orders.map(|order| order.iter().map(|&write| value(execution.kind(write))).collect());
    (reads.collect(), orders.collect())
}

fn candidate_result(program: &Program, candidate: &Candidate) -> Result {
    let accessed = program.skeleton.locations();
    let mut written = vec![0; accessed];
    let mut values = vec![0; accessed];
    for operation in program.skeleton.operations() {
        if matches!(operation.kind, OperationKind::Exchange) {
            values.push(0);
        }
        if matches!(operation.kind, OperationKind::Exchange | OperationKind::Store) {
            written[usize::from(operation.location)] += 1;
            values.push(written[usize::from(operation.location)]);
        } else {
            values.push(0);
        }
    }
    let orders = candidate.coherence.iter().filter(|order| !order.is_empty());
    let orders = orders.map(|order| order.iter().map(|&write| values[write]).collect());
    (candidate.sources.iter().map(|&source| values[source]).collect(), orders.collect())
}

#[test]
fn candidates_are_the_executions_of_the_oracle() {
    let mut random = Random::from_seed(5);
    let models = ModelName::ALL.map(|name| {
        let source = shipped(&name.to_string()).expect("the model is shipped");
        (name, read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}")))
    });
    let mut compared = 0;
    for _ in 0..60 {
        let program = random_program(&mut random);
        let expected = executions_all_models(&for_oracle(&program));
        let candidates = program.candidates();
        for (name, model) in &models {
            let consistent = candidates.iter().filter(|(_, it)| evaluate(model, it).is_consistent(model));
            let found: BTreeSet<Result> =
                consistent.map(|(candidate, _)| candidate_result(&program, candidate)).collect();
            let expected: BTreeSet<Result> = expected[name].iter().map(oracle_result).collect();
            assert_eq!(found, expected, "{name} {program:?}");
            compared += found.len();
        }
    }
    assert!(compared > 1000, "{compared}");
}
