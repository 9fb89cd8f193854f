//! Small programs of sorts that are rare among random ones: some on which the engine and the oracle once differed, and some
//! that it takes a search to get right.

use porf_entity::{
    FenceOrdering,
    ReadOrdering::{Relaxed as ReadRelaxed, SeqCst as ReadSeqCst},
    RmwOrdering::{Relaxed as RmwRelaxed, SeqCst as RmwSeqCst},
    WriteOrdering::{Relaxed as WriteRelaxed, SeqCst as WriteSeqCst},
};
use porf_explore::ModelKind;
use porf_fuzz::compare;
use porf_oracle::{ProgramBuilder, ThreadBuilder};

fn assert_same(builder: ProgramBuilder) {
    let program = builder.build();
    if let Err(difference) = compare(&program, &ModelKind::ALL) {
        panic!("{program}\n{difference}");
    }
}

/// The second rmw is displaced by the first, which then has read what the second wrote.
#[test]
fn displaced_rmw_behind_a_store() {
    let mut builder = ProgramBuilder::new();
    let [data, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.exchange(counter, 1, RmwRelaxed);
        thread.load(data, ReadRelaxed);
    });
    builder.thread(|thread| {
        thread.store(data, 1, WriteRelaxed);
        thread.fetch_add(counter, 1, RmwRelaxed);
    });
    assert_same(builder);
}

#[test]
fn failed_compare_exchange_of_a_displaced_rmw() {
    let mut builder = ProgramBuilder::new();
    let [data, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.compare_exchange(counter, 0, 0, (RmwRelaxed, ReadRelaxed));
        thread.load(data, ReadRelaxed);
    });
    builder.thread(|thread| {
        thread.load(data, ReadRelaxed);
        thread.fetch_add(counter, 1, RmwRelaxed);
    });
    builder.thread(|thread| thread.store(data, 1, WriteRelaxed));
    assert_same(builder);
}

/// All writes belong to rmws, but a compare-exchange has a choice: to fail.
#[test]
fn compare_exchanges_on_a_chain() {
    let mut builder = ProgramBuilder::new();
    let location = builder.location(0);
    builder.thread(|thread| {
        thread.compare_exchange(location, 1, 1, (RmwRelaxed, ReadRelaxed));
    });
    builder.thread(|thread| {
        thread.compare_exchange(location, 0, 1, (RmwRelaxed, ReadRelaxed));
        thread.exchange(location, 1, RmwRelaxed);
    });
    assert_same(builder);
}

/// What a read prefers must not depend on how many seq_cst events the graph has: revisits take some of them away.
#[test]
fn one_seq_cst_rmw_among_relaxed_accesses() {
    let mut builder = ProgramBuilder::new();
    let [flag, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.fetch_add(counter, 1, RmwRelaxed);
        thread.store(flag, 1, WriteRelaxed);
    });
    builder.thread(|thread| thread.store(counter, 0, WriteRelaxed));
    builder.thread(|thread| {
        thread.load(flag, ReadRelaxed);
        thread.load(counter, ReadRelaxed);
    });
    builder.thread(|thread| {
        thread.compare_exchange(counter, 0, 1, (RmwSeqCst, ReadRelaxed));
    });
    assert_same(builder);
}

#[test]
fn two_seq_cst_accesses_among_relaxed_ones() {
    let mut builder = ProgramBuilder::new();
    let [data, flag] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.load(flag, ReadRelaxed);
        thread.load(data, ReadSeqCst);
    });
    builder.thread(|thread| thread.store(data, 1, WriteSeqCst));
    builder.thread(|thread| {
        thread.exchange(data, 1, RmwRelaxed);
        thread.store(flag, 1, WriteRelaxed);
    });
    builder.thread(|thread| thread.store(data, 0, WriteRelaxed));
    assert_same(builder);
}

/// How the accesses of a program are ordered.
#[derive(Clone, Copy)]
enum Strength {
    SeqCst,
    /// Relaxed, with a seq_cst fence before each access.
    Fenced,
}

/// What a thread does: to which location, and what it stores there unless it loads.
type Access = (usize, Option<u64>);

/// Compares programs of these threads in different orders.
fn assert_same_in_any_order(threads: [&[Access]; 4], strength: Strength) {
    for order in [0, 9, 16, 23] {
        let mut left = threads.to_vec();
        // The digits of a number in the factorial system choose among the threads that are left.
        let digits = [order / 6, order / 2 % 3, order % 2, 0];
        let mut builder = ProgramBuilder::new();
        let locations = [builder.location(0), builder.location(0)];
        for digit in digits {
            let accesses = left.remove(digit);
            builder.thread(|thread: &mut ThreadBuilder| {
                for &(location, stored) in accesses {
                    let (read, write) = match strength {
                        Strength::SeqCst => (ReadSeqCst, WriteSeqCst),
                        Strength::Fenced => (ReadRelaxed, WriteRelaxed),
                    };
                    if let Strength::Fenced = strength {
                        thread.fence(FenceOrdering::SeqCst);
                    }
                    match stored {
                        Some(value) => thread.store(locations[location], value, write),
                        None => drop(thread.load(locations[location], read)),
                    }
                }
            });
        }
        assert_same(builder);
    }
}

/// Here the following execution is consistent under SC with one order of the writes to x only, which is forced, but not by
/// one step. Let x be 2 and y be 2 where the second thread and the third load, and 1 and 1 where the fourth does. If x were 2
/// before it is 1, then y = 1 would come before the second thread's load of y, so before y = 2; and y = 2 would come
/// before the fourth thread's load of y, so before y = 1.
#[test]
fn order_that_is_forced_in_several_steps() {
    let (x, y) = (0, 1);
    let threads: [&[Access]; 4] = [
        &[(x, Some(2)), (y, Some(1)), (x, None)],
        &[(x, Some(1)), (y, None)],
        &[(y, Some(2)), (x, None)],
        &[(x, None), (y, None)],
    ];
    for strength in [Strength::SeqCst, Strength::Fenced] {
        assert_same_in_any_order(threads, strength);
    }
}
