//! What must hold between the models on every program.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_oracle::{
    EventKind, Execution, ModelName, Source, executions, executions_all_models, has_race, is_consistent,
};
use porf_testing::{GuardedOp, Location, Op, Profile, ProgramBuilder, RandomProgram, ThreadBuilder};

const SEEDS: u64 = 80;

fn random_programs() -> impl Iterator<Item = RandomProgram> {
    Profile::ALL
        .into_iter()
        .flat_map(|profile| (0..SEEDS).map(move |seed| RandomProgram::from_seed(seed, profile)))
}

/// Those in which every access has an ordering to choose.
fn random_programs_without_locks() -> impl Iterator<Item = RandomProgram> {
    let without_locks = Profile::ALL.into_iter().filter(|profile| profile.has_litmus_form());
    without_locks.flat_map(|profile| (0..SEEDS).map(move |seed| RandomProgram::from_seed(seed, profile)))
}

/// The program with the same ordering everywhere.
fn with_orderings(
    program: &RandomProgram,
    (read, write, rmw, fence): (ReadOrdering, WriteOrdering, RmwOrdering, FenceOrdering),
) -> RandomProgram {
    let mut program = program.clone();
    for thread in program.threads.ids() {
        for guarded in &mut program.threads[thread] {
            match &mut guarded.op {
                Op::Load { ordering, .. } => *ordering = read,
                Op::Store { ordering, .. } => *ordering = write,
                Op::FetchAdd { ordering, .. } | Op::Exchange { ordering, .. } => *ordering = rmw,
                Op::CompareExchange { ordering, failure, .. } => {
                    *ordering = rmw;
                    *failure = read;
                }
                Op::Fence { ordering } => *ordering = fence,
                // These have no ordering to choose; locks and counters acquire and release.
                Op::Assume { .. }
                | Op::Lock { .. }
                | Op::Unlock { .. }
                | Op::Arrive { .. }
                | Op::Claim { .. }
                | Op::Await { .. }
                | Op::Meet
                | Op::Put { .. }
                | Op::Take { .. }
                | Op::Swap { .. }
                | Op::Choose { .. }
                | Op::Spawn { .. }
                | Op::Join { .. } => {}
            }
        }
    }
    program
}

#[test]
fn weaker_models_allow_more() {
    use ModelName::{Cpp20, Pso, Ra, Rc11, Sc, Tso};
    for program in random_programs() {
        let by_model = executions_all_models(&program);
        for (stronger, weaker) in [(Sc, Tso), (Tso, Pso), (Sc, Ra), (Tso, Ra), (Sc, Rc11), (Sc, Cpp20)] {
            assert!(by_model[&stronger].is_subset(&by_model[&weaker]), "{stronger} {weaker}\n{program}");
        }
        assert!(!by_model[&Sc].is_empty(), "{program}");
    }
}

/// With seq_cst accesses only, what a compiler makes of them restores SC on every machine, and RC11
/// and C++20 say the same.
#[test]
fn seq_cst_everywhere_is_sc() {
    let orderings = (ReadOrdering::SeqCst, WriteOrdering::SeqCst, RmwOrdering::SeqCst, FenceOrdering::SeqCst);
    for program in random_programs_without_locks() {
        let program = with_orderings(&program, orderings);
        let by_model = executions_all_models(&program);
        for model in [ModelName::Tso, ModelName::Pso, ModelName::Rc11, ModelName::Cpp20] {
            assert_eq!(by_model[&model], by_model[&ModelName::Sc], "{model}\n{program}");
        }
    }
}

/// RA is RC11, and C++20, where every access is release or acquire.
#[test]
fn release_acquire_everywhere_is_ra() {
    let orderings =
        (ReadOrdering::Acquire, WriteOrdering::Release, RmwOrdering::AcqRel, FenceOrdering::AcqRel);
    for program in random_programs() {
        let program = with_orderings(&program, orderings);
        let by_model = executions_all_models(&program);
        for model in [ModelName::Rc11, ModelName::Cpp20] {
            assert_eq!(by_model[&model], by_model[&ModelName::Ra], "{model}\n{program}");
        }
    }
}

/// RA orders the writes of each location for itself: coherence orders that are allowed with the same reads-from are allowed
/// in all combinations.
#[test]
fn coherence_orders_of_different_locations_are_independent_under_ra() {
    for program in random_programs() {
        let mut classes: BTreeMap<Execution, Vec<Execution>> = BTreeMap::new();
        for execution in executions(&program, ModelName::Ra) {
            classes.entry(execution.class(|_| false)).or_default().push(execution);
        }
        for members in classes.values() {
            let mut orders: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
            for (address, order) in members.iter().flat_map(|execution| &execution.coherence) {
                orders.entry(address).or_default().insert(order);
            }
            let combinations: usize = orders.values().map(BTreeSet::len).product();
            assert_eq!(members.len(), combinations, "{program}");
        }
    }
}

/// A seq_cst fence between any two operations restores SC (Lahav et al., PLDI 2017, theorem 4).
#[test]
fn seq_cst_fences_everywhere_are_sc() {
    let orderings =
        (ReadOrdering::Relaxed, WriteOrdering::Relaxed, RmwOrdering::Relaxed, FenceOrdering::SeqCst);
    for seed in 0..SEEDS {
        let mut program = with_orderings(&RandomProgram::from_seed(seed, Profile::Plain), orderings);
        for thread in program.threads.ids() {
            let mut fenced = Vec::new();
            for guarded in program.threads[thread].drain(..) {
                let fence = Op::Fence { ordering: FenceOrdering::SeqCst };
                fenced.push(GuardedOp { guards: Vec::new(), op: fence });
                fenced.push(guarded);
            }
            program.threads[thread] = fenced;
        }
        let by_model = executions_all_models(&program);
        for model in [ModelName::Tso, ModelName::Pso, ModelName::Rc11, ModelName::Cpp20] {
            assert_eq!(by_model[&model], by_model[&ModelName::Sc], "{model}\n{program}");
        }
    }
}

/// Checking an execution by itself gives what the enumeration found.
#[test]
fn single_executions_are_judged_the_same() {
    for seed in 0..SEEDS {
        let by_model = executions_all_models(&RandomProgram::from_seed(seed, Profile::Mixed));
        for execution in by_model.values().flatten() {
            for model in ModelName::ALL {
                assert_eq!(is_consistent(execution, model), by_model[&model].contains(execution));
            }
        }
    }
}

/// What executions say about values is true: a read has the value of the write that it reads from, and the
/// final value of a location is that of its last write.
#[test]
fn values_follow_from_reads_from_and_coherence() {
    for program in random_programs().take(SEEDS as usize) {
        for execution in executions(&program, ModelName::Rc11) {
            let written = |event| match execution.kind(event) {
                EventKind::Write { address, value, .. } => (address, value),
                other => panic!("{other} does not write"),
            };
            let initial: BTreeMap<_, _> =
                program.locations.iter().map(|(location, &value)| (location.address(), value)).collect();
            for (&read, &source) in &execution.reads_from {
                let EventKind::Read { address, value, .. } = execution.kind(read) else {
                    panic!("{read} does not read")
                };
                let expected = match source {
                    Source::Initial => (address, initial[&address]),
                    Source::Write(write) => written(write),
                };
                assert_eq!((address, value), expected, "{execution}");
            }
            for (place, (_, value)) in program.outcome(&execution).iter().take(initial.len()).enumerate() {
                let (&address, &unwritten) = initial.iter().nth(place).expect("a location");
                let last = execution.coherence.get(&address).and_then(|writes| writes.last());
                assert_eq!(*value, last.map_or(unwritten, |&write| written(write).1));
            }
        }
    }
}

/// Message passing of non-atomic data, read only if the flag was seen.
fn message_passing(write: WriteOrdering, read: ReadOrdering) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    let [data, flag] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.store(data, 1, WriteOrdering::NonAtomic);
        thread.store(flag, 1, write);
    });
    builder.thread(|thread| {
        let seen = thread.load(flag, read);
        thread.if_equal(seen, 1, |thread| {
            thread.load(data, ReadOrdering::NonAtomic);
        });
    });
    builder.build()
}

fn races(program: &RandomProgram, model: ModelName) -> bool {
    executions(program, model).iter().any(|execution| has_race(execution, model))
}

#[test]
fn message_passing_races_without_synchronisation() {
    for write in [WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::SeqCst] {
        for read in [ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst] {
            let program = message_passing(write, read);
            for model in [ModelName::Rc11, ModelName::Cpp20] {
                assert_eq!(races(&program, model), !(write.is_release() && read.is_acquire()));
            }
            // Elsewhere any atomic access synchronises.
            for model in [ModelName::Sc, ModelName::Tso, ModelName::Pso, ModelName::Ra] {
                assert!(!races(&program, model));
            }
        }
    }
    let non_atomic_flag = message_passing(WriteOrdering::NonAtomic, ReadOrdering::NonAtomic);
    for model in ModelName::ALL {
        // Reading from a non-atomic write does not order anything after it, not even the read itself.
        assert!(executions(&non_atomic_flag, model).iter().all(|execution| has_race(execution, model)));
    }
}

type Access = fn(&mut ThreadBuilder, Location);

/// Whether two accesses of one location race under all models, or under none.
fn accesses_race(one: Access, other: Access, in_one_thread: bool) -> bool {
    let mut builder = ProgramBuilder::new();
    let x = builder.location(0);
    if in_one_thread {
        builder.thread(|thread| {
            one(thread, x);
            other(thread, x);
        });
    } else {
        builder.thread(|thread| one(thread, x));
        builder.thread(|thread| other(thread, x));
    }
    let program = builder.build();
    let racing = ModelName::ALL.map(|model| races(&program, model));
    assert!(racing.iter().all(|&race| race == racing[0]));
    racing[0]
}

/// Atomic accesses never race with each other, nor do reads, nor accesses of one thread.
#[test]
fn what_does_not_conflict_does_not_race() {
    struct Case {
        access: Access,
        writes: bool,
        is_atomic: bool,
    }
    let load: Access = |thread, x| {
        thread.load(x, ReadOrdering::NonAtomic);
    };
    let store: Access = |thread, x| thread.store(x, 1, WriteOrdering::NonAtomic);
    let atomic_load: Access = |thread, x| {
        thread.load(x, ReadOrdering::SeqCst);
    };
    let atomic_store: Access = |thread, x| thread.store(x, 1, WriteOrdering::SeqCst);
    let cases = [
        Case { access: load, writes: false, is_atomic: false },
        Case { access: store, writes: true, is_atomic: false },
        Case { access: atomic_load, writes: false, is_atomic: true },
        Case { access: atomic_store, writes: true, is_atomic: true },
    ];
    for one in &cases {
        for other in &cases {
            let conflict = (one.writes || other.writes) && !(one.is_atomic && other.is_atomic);
            assert_eq!(accesses_race(one.access, other.access, false), conflict);
            assert!(!accesses_race(one.access, other.access, true));
        }
    }
}
