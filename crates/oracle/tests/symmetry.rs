//! Classes of executions under symmetry: counts by hand, and permutations of the executions of random
//! programs.

use std::collections::BTreeSet;

use porf_entity::{EntityId, ReadOrdering, RmwOrdering, ThreadId, WriteOrdering};
use porf_oracle::{Execution, ModelName, Symmetry, executions, executions_all_models};
use porf_testing::{Hints, Location, Op, Profile, ProgramBuilder, RandomProgram, ThreadBuilder};

const SYMMETRIC: Hints = Hints {
    awaits: false,
    blind_additions: false,
    symmetric: true,
    dependencies: false,
    registers: 0,
    specified_pools: false,
};

/// A program with one location and symmetric threads, after others.
fn copies(
    count: usize,
    others: &[fn(&mut ThreadBuilder, Location)],
    copy: fn(&mut ThreadBuilder, Location),
) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    builder.hints(SYMMETRIC);
    let x = builder.location(0);
    for other in others {
        builder.thread(|thread| other(thread, x));
    }
    for _ in 0..count {
        builder.thread(|thread| copy(thread, x));
    }
    builder.build()
}

/// How many executions there are under a model, and how many classes of them.
fn counts(program: &RandomProgram, model: ModelName) -> (usize, usize) {
    let all = executions(program, model);
    let symmetry = Symmetry::of(program, program.symmetric_groups(), &all);
    let classes: BTreeSet<Execution> = all.iter().map(|execution| symmetry.class(execution)).collect();
    (all.len(), classes.len())
}

fn increment(thread: &mut ThreadBuilder, x: Location) {
    thread.fetch_add(x, 1, RmwOrdering::Relaxed);
}

fn read(thread: &mut ThreadBuilder, x: Location) {
    thread.load(x, ReadOrdering::Relaxed);
}

fn write(thread: &mut ThreadBuilder, x: Location) {
    thread.store(x, 1, WriteOrdering::Relaxed);
}

/// Increments come one after the other, in any of N! orders, and all of these are the same.
#[test]
fn increments_by_equal_threads_are_one_class() {
    for (threads, factorial) in [(2, 2), (3, 6), (4, 24)] {
        for model in ModelName::ALL {
            assert_eq!(counts(&copies(threads, &[], increment), model), (factorial, 1));
        }
    }
}

/// Each thread reads what was there before or what is written: of 4 ways, those with one of each are the same.
#[test]
fn two_readers_of_one_write_are_three_classes() {
    assert_eq!(counts(&copies(2, &[write], read), ModelName::Sc), (4, 3));
    assert_eq!(counts(&copies(3, &[write], read), ModelName::Sc), (8, 4), "as many as read the write");
}

#[test]
fn stores_by_equal_threads_are_one_class() {
    assert_eq!(counts(&copies(2, &[], write), ModelName::Rc11), (2, 1));
    assert_eq!(counts(&copies(3, &[], write), ModelName::Rc11), (6, 1));
}

/// Whoever is first writes again, and that comes before the other increment or after it: then it is lost.
#[test]
fn what_follows_from_the_first_increment_is_distinguished() {
    let again = |thread: &mut ThreadBuilder, x| {
        let before = thread.fetch_add(x, 1, RmwOrdering::Relaxed);
        thread.if_equal(before, 0, |thread| thread.store(x, 5, WriteOrdering::Relaxed));
    };
    // With 0 → 1 → 2 the store comes last; or it comes first, and is incremented.
    assert_eq!(counts(&copies(2, &[], again), ModelName::Sc), (4, 2));
}

/// A strong compare-exchange succeeds in exactly one thread; weak ones may all fail.
#[test]
fn compare_exchanges_differ_in_how_they_fail() {
    const ORDERINGS: (RmwOrdering, ReadOrdering) = (RmwOrdering::Relaxed, ReadOrdering::Relaxed);
    let strong = |thread: &mut ThreadBuilder, x| {
        thread.compare_exchange(x, 0, 1, ORDERINGS);
    };
    let weak = |thread: &mut ThreadBuilder, x| {
        thread.compare_exchange_weak(x, 0, 1, ORDERINGS);
    };
    // One succeeds, and each of the other two fails after it.
    assert_eq!(counts(&copies(3, &[], strong), ModelName::Sc), (3, 1));
    // None succeeds; or one does, and the other fails after it, or spuriously before it.
    assert_eq!(counts(&copies(2, &[], weak), ModelName::Sc), (5, 3));
}

/// Another thread may stand between symmetric ones, and be symmetric to yet another.
#[test]
fn symmetric_threads_need_not_follow_each_other() {
    let program = |kinds: &[fn(&mut ThreadBuilder, Location)]| {
        let mut builder = ProgramBuilder::new();
        builder.hints(SYMMETRIC);
        let x = builder.location(0);
        for kind in kinds {
            builder.thread(|thread| kind(thread, x));
        }
        builder.build()
    };
    assert_eq!(counts(&program(&[read, write, read]), ModelName::Sc), (4, 3));
    // The writes come in one of two orders, and each reader reads from one of three places. Up to symmetry the
    // order is one, and the readers are an unordered pair of places, maybe equal ones: 6.
    assert_eq!(counts(&program(&[read, write, read, write]), ModelName::Sc), (18, 6));
}

#[test]
fn without_the_hint_everything_is_distinguished() {
    let program = RandomProgram { hints: Hints::default(), ..copies(3, &[], increment) };
    assert_eq!(counts(&program, ModelName::Sc), (6, 6));
}

/// A thread that creates two threads, does something, and waits for them.
fn creator(build: fn(&mut ThreadBuilder, Location, [ThreadId; 2])) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    builder.hints(SYMMETRIC);
    let x = builder.location(0);
    builder.thread(|thread| build(thread, x, [1, 2].map(ThreadId::from_index)));
    for _ in 0..2 {
        builder.thread(|thread| read(thread, x));
    }
    builder.build()
}

#[test]
fn created_threads_are_equal_if_nothing_happens_in_between() {
    let both = creator(|thread, x, [one, other]| {
        thread.spawn(one);
        thread.spawn(other);
        write(thread, x);
        thread.join(one);
        thread.join(other);
    });
    assert_eq!(counts(&both, ModelName::Sc), (4, 3));
    // The second one cannot but read the write: 2 ways, which nothing makes the same.
    let apart = creator(|thread, x, [one, other]| {
        thread.spawn(one);
        write(thread, x);
        thread.spawn(other);
    });
    assert_eq!(counts(&apart, ModelName::Sc), (2, 2));
    // The first one cannot read the write.
    let joined_before = creator(|thread, x, [one, other]| {
        thread.spawn(one);
        thread.spawn(other);
        thread.join(one);
        write(thread, x);
        thread.join(other);
    });
    assert_eq!(counts(&joined_before, ModelName::Sc), (2, 2));
}

/// What is written between the creations distinguishes them only if somebody looks at it.
#[test]
fn handles_may_be_written_between_creations() {
    for is_looked_at in [false, true] {
        let mut builder = ProgramBuilder::new();
        builder.hints(SYMMETRIC);
        let [x, handle] = [builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            thread.spawn(ThreadId::from_index(1));
            thread.store(handle, 1, WriteOrdering::NonAtomic);
            thread.spawn(ThreadId::from_index(2));
        });
        for _ in 0..2 {
            builder.thread(|thread| {
                increment(thread, x);
                if is_looked_at {
                    read(thread, handle);
                }
            });
        }
        // The elder thread reads the handle before or after it is written, the younger one after.
        let expected = if is_looked_at { (4, 4) } else { (2, 1) };
        assert_eq!(counts(&builder.build(), ModelName::Rc11), expected);
    }
}

/// A thread that waits for ever for one of two equal threads: it does not matter for which one.
#[test]
fn which_of_the_created_threads_never_ends_does_not_matter() {
    let mut builder = ProgramBuilder::new();
    builder.hints(SYMMETRIC);
    let x = builder.location(0);
    let created = [1, 2].map(ThreadId::from_index);
    builder.thread(|thread| {
        created.iter().for_each(|&child| thread.spawn(child));
        created.iter().for_each(|&child| thread.join(child));
    });
    for _ in created {
        builder.thread(|thread| {
            let before = thread.fetch_add(x, 1, RmwOrdering::Relaxed);
            thread.assume_equal(before, 0);
        });
    }
    let program = builder.build();
    assert_eq!(counts(&program, ModelName::Sc), (2, 1), "one of them is first and ends");
}

/// Where all threads are there at the beginning, every permutation of an execution is an execution, under every model.
#[test]
fn permutations_of_executions_are_executions() {
    let mut permuted_executions = 0;
    for profile in Profile::ALL {
        for seed in 0..10 {
            let program = RandomProgram::symmetric_from_seed(seed, profile);
            let ops = program.threads.values().flatten();
            if ops.into_iter().any(|guarded| matches!(guarded.op, Op::Spawn { .. })) {
                continue;
            }
            for all in executions_all_models(&program).values() {
                let symmetry = Symmetry::of(&program, program.symmetric_groups(), all);
                for execution in all {
                    for permuted in symmetry.permuted_executions(execution) {
                        permuted_executions += 1;
                        assert!(all.contains(&permuted), "{program}\n{execution}");
                    }
                }
            }
        }
    }
    assert!(permuted_executions > 10_000);
}
