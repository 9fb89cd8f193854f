//! The interleaving oracle: against the axioms, and against closed forms.

use std::collections::BTreeSet;

use porf_entity::{ReadOrdering, RmwOrdering, WriteOrdering};
use porf_oracle::{Class, Conflicts, Execution, ModelName, class, classes, executions, interleavings};
use porf_testing::{Hints, Profile, ProgramBuilder, RandomProgram};

/// What running the threads in every order comes to is what the axioms of SC allow, including the executions that wait for ever.
#[test]
fn interleavings_are_the_consistent_executions() {
    let mut waiting = 0;
    for profile in Profile::ALL {
        for seed in 0..60 {
            let program = RandomProgram::from_seed(seed, profile);
            let found: BTreeSet<Execution> = interleavings(&program).into_keys().collect();
            waiting += found.iter().filter(|execution| !execution.waiting.is_empty()).count();
            assert_eq!(found, executions(&program, ModelName::Sc), "{profile:?} {seed}:\n{program}");
        }
    }
    assert!(waiting > 300, "{waiting} executions wait");
}

/// A class is a (po, rf, co) if all conflicts count.
#[test]
fn classes_are_executions_unless_additions_are_independent() {
    let mut fewer = 0;
    for profile in Profile::ALL {
        for seed in 0..60 {
            let program = RandomProgram::from_seed(seed, profile);
            let all = classes(&program, Conflicts::All);
            let weaker = classes(&program, Conflicts::AllButAdditions);
            assert_eq!(all.len(), interleavings(&program).len(), "{program}");
            assert!(weaker.len() <= all.len());
            if !program.hints.blind_additions {
                assert_eq!(all, weaker);
            }
            assert_eq!(ends(&all), ends(&weaker), "{program}");
            fewer += usize::from(weaker.len() < all.len());
        }
    }
    assert!(fewer > 20, "{fewer} programs");
}

/// How the interleavings of each class end.
fn ends(classes: &BTreeSet<Class>) -> BTreeSet<impl Ord + std::fmt::Debug + use<>> {
    let end =
        |class: &Class| (class.final_values.clone(), class.blocked, class.failed, class.waiting.clone());
    classes.iter().map(end).collect()
}

/// Equivalent interleavings end in the same way: what a class says does not depend on which of them it is made from.
#[test]
fn equivalent_interleavings_end_alike() {
    for seed in 0..200 {
        let program = RandomProgram::from_seed(seed, Profile::Additions);
        let classes: Vec<Class> = interleavings(&program)
            .iter()
            .map(|(execution, order)| class(&program, execution, order, Conflicts::AllButAdditions))
            .collect();
        for one in &classes {
            for other in classes
                .iter()
                .filter(|other| other.happens_before == one.happens_before && other.threads == one.threads)
            {
                assert_eq!(one, other, "{program}");
            }
        }
    }
}

/// As many threads that add to one counter, and one that waits until all have done so: one class, N! executions.
#[test]
fn independent_additions_and_a_waiter_are_one_class() {
    for (threads, orders) in [(2, 2), (3, 6), (4, 24)] {
        let mut builder = ProgramBuilder::new();
        builder.hints(Hints { awaits: true, blind_additions: true, ..Hints::default() });
        let counter = builder.location(0);
        for _ in 0..threads {
            builder.thread(|thread| {
                thread.fetch_add(counter, 1, RmwOrdering::Relaxed);
            });
        }
        builder.thread(|thread| {
            let read = thread.load(counter, ReadOrdering::Relaxed);
            thread.assume_equal(read, threads);
        });
        let program = builder.build();
        assert_eq!(classes(&program, Conflicts::All).len(), orders);
        assert_eq!(classes(&program, Conflicts::AllButAdditions).len(), 1);
    }
}

/// A load among N additions has as many classes as there are sets of additions before it.
#[test]
fn a_load_tells_which_additions_came_before_it() {
    let mut builder = ProgramBuilder::new();
    builder.hints(Hints { blind_additions: true, ..Hints::default() });
    let counter = builder.location(0);
    for _ in 0..3 {
        builder.thread(|thread| {
            thread.fetch_add(counter, 1, RmwOrdering::Relaxed);
        });
    }
    builder.thread(|thread| {
        thread.load(counter, ReadOrdering::Relaxed);
    });
    let program = builder.build();
    assert_eq!(classes(&program, Conflicts::All).len(), 24);
    assert_eq!(classes(&program, Conflicts::AllButAdditions).len(), 8);
}

/// An await that nobody satisfies for good: it reads the value while it is there, or waits for ever.
#[test]
fn an_await_of_a_value_that_comes_and_goes() {
    let mut builder = ProgramBuilder::new();
    builder.hints(Hints { awaits: true, ..Hints::default() });
    let flag = builder.location(0);
    builder.thread(|thread| {
        thread.store(flag, 1, WriteOrdering::Relaxed);
        thread.store(flag, 0, WriteOrdering::Relaxed);
    });
    builder.thread(|thread| {
        let read = thread.load(flag, ReadOrdering::Relaxed);
        thread.assume_equal(read, 1);
    });
    let executions = interleavings(&builder.build());
    let waiting: Vec<bool> = executions.keys().map(|execution| !execution.waiting.is_empty()).collect();
    assert_eq!(waiting.len(), 2);
    assert!(waiting.contains(&true) && waiting.contains(&false));
}
