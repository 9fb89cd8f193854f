//! Small programs of sorts that are rare among random ones: some on which an engine and the oracle once differed, and some
//! that it takes a search to get right.

use porf_entity::{
    EntityId, FenceOrdering,
    ReadOrdering::{Relaxed as ReadRelaxed, SeqCst as ReadSeqCst},
    RmwOrdering::{Relaxed as RmwRelaxed, SeqCst as RmwSeqCst},
    ThreadId, WriteOrdering,
    WriteOrdering::{Relaxed as WriteRelaxed, SeqCst as WriteSeqCst},
};
use porf_explore::ModelKind;
use porf_fuzz::{compare, compare_interleavings};
use porf_testing::{Hints, ProgramBuilder, ThreadBuilder};

fn assert_same(builder: ProgramBuilder) {
    let program = builder.build();
    let compared = compare(&program, &ModelKind::ALL).and_then(|_| compare_interleavings(&program));
    if let Err(difference) = compared {
        panic!("{program}\n{difference}");
    }
}

/// A program that says what it awaits and which additions are blind.
fn awaiting() -> ProgramBuilder {
    let mut builder = ProgramBuilder::new();
    builder.hints(Hints { awaits: true, blind_additions: true, ..Hints::default() });
    builder
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

/// If the first thread reads the flag while it is set, the second one cannot read 0 from the counter any more; but it can if the
/// first one waits for ever.
#[test]
fn await_that_comes_too_early_for_another_thread() {
    let mut builder = awaiting();
    let [flag, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.fetch_add(counter, 1, RmwRelaxed);
        let read = thread.load(flag, ReadRelaxed);
        thread.assume_different(read, 0);
    });
    builder.thread(|thread| {
        thread.store(flag, 1, WriteRelaxed);
        thread.store(flag, 0, WriteRelaxed);
        thread.load(counter, ReadRelaxed);
    });
    assert_same(builder);
}

/// The addition can come behind either store.
#[test]
fn await_of_what_is_added_to_either_store() {
    let mut builder = awaiting();
    let location = builder.location(0);
    builder.thread(|thread| {
        thread.store(location, 0, WriteRelaxed);
        let read = thread.load(location, ReadRelaxed);
        thread.assume_different(read, 0);
    });
    builder.thread(|thread| {
        thread.store(location, 1, WriteRelaxed);
        thread.fetch_add(location, 1, RmwRelaxed);
    });
    assert_same(builder);
}

/// A read that awaits and comes too early races with a store that is not atomic.
#[test]
fn await_of_a_non_atomic_store() {
    for value in [0, 1] {
        let mut builder = awaiting();
        let location = builder.location(0);
        builder.thread(|thread| {
            let read = thread.load(location, ReadSeqCst);
            thread.assume_equal(read, 1);
        });
        builder.thread(|thread| {
            thread.store(location, value, WriteOrdering::NonAtomic);
            thread.store(location, 1, WriteSeqCst);
        });
        assert_same(builder);
    }
}

/// A weak compare-exchange that goes on only if it fails, which it can do spuriously.
#[test]
fn await_that_goes_on_by_failing_spuriously() {
    let mut builder = awaiting();
    let location = builder.location(0);
    builder.thread(|thread| thread.store(location, 1, WriteRelaxed));
    builder.thread(|thread| {
        let (_, success) = thread.compare_exchange_weak(location, 0, 0, (RmwRelaxed, ReadRelaxed));
        thread.assume_equal(success, 0);
    });
    assert_same(builder);
}

/// A thread is created in one graph and not in another one that was begun before.
#[test]
fn displaced_lock_of_a_thread_that_was_not_created_yet() {
    let mut builder = ProgramBuilder::new();
    let [data, lock] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        let read = thread.load(data, ReadRelaxed);
        thread.assume_different(read, 0);
        thread.spawn(ThreadId::from_index(2));
    });
    builder.thread(|thread| {
        thread.lock(lock);
        thread.unlock(lock);
        thread.store(data, 1, WriteRelaxed);
    });
    builder.thread(|thread| {
        thread.lock(lock);
        thread.store(data, 0, WriteRelaxed);
    });
    assert_same(builder);
}

/// A compare-exchange that fails, spuriously or as an await that goes on, only reads, and does not conflict with loads.
#[test]
fn compare_exchanges_that_only_read() {
    for waits in [false, true] {
        let mut builder = awaiting();
        let location = builder.location(0);
        builder.thread(|thread| {
            thread.load(location, ReadRelaxed);
        });
        builder.thread(|thread| {
            let (_, success) = match waits {
                false => thread.compare_exchange_weak(location, 0, 0, (RmwRelaxed, ReadRelaxed)),
                true => thread.compare_exchange(location, 1, 0, (RmwRelaxed, ReadRelaxed)),
            };
            if waits {
                thread.assume_equal(success, 0);
            }
            thread.store(location, 1, WriteRelaxed);
        });
        builder.thread(|thread| {
            thread.load(location, ReadRelaxed);
        });
        assert_same(builder);
    }
}

#[test]
fn lock_behind_a_compare_exchange_that_only_reads() {
    let mut builder = awaiting();
    let [data, lock] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.lock(lock);
        thread.load(data, ReadRelaxed);
    });
    builder.thread(|thread| {
        let (_, success) = thread.compare_exchange(data, 1, 1, (RmwRelaxed, ReadRelaxed));
        thread.assume_equal(success, 0);
        thread.lock(lock);
    });
    assert_same(builder);
}

/// The await can go on after either of the additions, but not after both.
#[test]
fn await_of_one_of_two_independent_additions() {
    let mut builder = awaiting();
    let counter = builder.location(0);
    builder.thread(|thread| {
        let read = thread.load(counter, ReadRelaxed);
        thread.assume_equal(read, 1);
    });
    builder.thread(|thread| {
        thread.fetch_add(counter, 1, RmwRelaxed);
        thread.store(counter, 0, WriteRelaxed);
    });
    builder.thread(|thread| {
        thread.fetch_add(counter, 1, RmwRelaxed);
    });
    assert_same(builder);
}

/// Two threads await the same location, and one of them writes to it then, which the other may read as well.
#[test]
fn await_of_what_is_written_behind_another_await() {
    let mut builder = awaiting();
    let location = builder.location(0);
    builder.thread(|thread| thread.store(location, 1, WriteRelaxed));
    for writes in [false, true] {
        builder.thread(|thread| {
            let read = thread.load(location, ReadRelaxed);
            thread.assume_different(read, 0);
            if writes {
                thread.store(location, 1, WriteRelaxed);
            }
        });
    }
    assert_same(builder);
}

/// An await, and a lock that is taken by one of two threads and never released.
#[test]
fn await_beside_a_lock_that_is_kept() {
    let mut builder = awaiting();
    let [flag, lock] = [builder.location(0), builder.location(0)];
    let [waiting, first, second] = [1, 2, 3].map(ThreadId::from_index);
    builder.thread(|thread| {
        thread.spawn(waiting);
        thread.compare_exchange(flag, 0, 1, (RmwRelaxed, ReadRelaxed));
        thread.spawn(first);
        thread.spawn(second);
    });
    builder.thread(|thread| {
        let read = thread.load(flag, ReadRelaxed);
        thread.assume_different(read, 0);
    });
    for _ in [first, second] {
        builder.thread(|thread| thread.lock(lock));
    }
    assert_same(builder);
}
