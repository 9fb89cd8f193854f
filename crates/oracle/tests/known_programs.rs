//! Programs whose executions can be counted by hand, under every model.
//!
//! A classic litmus test has one candidate execution for each combination of the writes that its reads
//! can read from and of the orders of its writes, and one of these is the weak one: a model that allows
//! it has all of them, a model that forbids it has all but one.

use std::collections::BTreeSet;

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_oracle::{ModelName, executions, executions_all_models};
use porf_testing::{Location, ProgramBuilder, RandomProgram, ThreadBuilder};

const MODELS: [ModelName; 5] =
    [ModelName::Sc, ModelName::Tso, ModelName::Pso, ModelName::Ra, ModelName::Rc11];

/// The number of executions under SC, TSO, PSO, RA and RC11.
fn counts(program: &RandomProgram) -> [usize; 5] {
    let by_model = executions_all_models(program);
    MODELS.map(|model| {
        assert_eq!(by_model[&model], executions(program, model));
        by_model[&model].len()
    })
}

/// How the accesses of a test are made.
#[derive(Clone, Copy)]
struct Style {
    read: ReadOrdering,
    write: WriteOrdering,
    /// Between the accesses of a thread.
    fence: Option<FenceOrdering>,
}

const RELAXED: Style = Style { read: ReadOrdering::Relaxed, write: WriteOrdering::Relaxed, fence: None };
const RELEASE_ACQUIRE: Style =
    Style { read: ReadOrdering::Acquire, write: WriteOrdering::Release, fence: None };
const SEQ_CST: Style = Style { read: ReadOrdering::SeqCst, write: WriteOrdering::SeqCst, fence: None };
const ACQ_REL_FENCES: Style = Style { fence: Some(FenceOrdering::AcqRel), ..RELAXED };
const SEQ_CST_FENCES: Style = Style { fence: Some(FenceOrdering::SeqCst), ..RELAXED };

enum Access {
    Read(usize),
    Write(usize, u64),
}
use Access::{Read, Write};

/// A program of reads and writes of up to two locations.
fn program(style: Style, threads: &[&[Access]]) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    let locations = [builder.location(0), builder.location(0)];
    for accesses in threads {
        builder.thread(|thread| {
            for (place, access) in accesses.iter().enumerate() {
                if let (Some(fence), true) = (style.fence, place > 0) {
                    thread.fence(fence);
                }
                match *access {
                    Read(location) => {
                        thread.load(locations[location], style.read);
                    }
                    Write(location, value) => thread.store(locations[location], value, style.write),
                }
            }
        });
    }
    builder.build()
}

/// The counts in the styles relaxed, release/acquire, seq_cst, acq_rel fences, seq_cst fences.
fn check(threads: &[&[Access]], expected: [[usize; 5]; 5]) {
    let styles = [RELAXED, RELEASE_ACQUIRE, SEQ_CST, ACQ_REL_FENCES, SEQ_CST_FENCES];
    assert_eq!(styles.map(|style| counts(&program(style, threads))), expected);
}

#[test]
fn store_buffering() {
    check(
        &[&[Write(0, 1), Read(1)], &[Write(1, 1), Read(0)]],
        [[3, 4, 4, 4, 4], [3, 4, 4, 4, 4], [3, 3, 3, 4, 3], [3, 4, 4, 4, 4], [3, 3, 3, 4, 3]],
    );
}

#[test]
fn message_passing() {
    check(
        &[&[Write(0, 1), Write(1, 1)], &[Read(1), Read(0)]],
        [[3, 3, 4, 3, 4], [3, 3, 3, 3, 3], [3, 3, 3, 3, 3], [3, 3, 3, 3, 3], [3, 3, 3, 3, 3]],
    );
}

/// Every model here forbids cycles of po and rf.
#[test]
fn load_buffering() {
    check(&[&[Read(0), Write(1, 1)], &[Read(1), Write(0, 1)]], [[3; 5]; 5]);
}

#[test]
fn independent_reads_of_independent_writes() {
    check(
        &[&[Write(0, 1)], &[Write(1, 1)], &[Read(0), Read(1)], &[Read(1), Read(0)]],
        [
            [15, 15, 15, 16, 16],
            [15, 15, 15, 16, 16],
            [15, 15, 15, 16, 15],
            [15, 15, 15, 16, 16],
            [15, 15, 15, 16, 15],
        ],
    );
}

#[test]
fn two_plus_two_writes() {
    check(
        &[&[Write(0, 1), Write(1, 2)], &[Write(1, 1), Write(0, 2)]],
        [[3, 3, 4, 4, 4], [3, 3, 3, 4, 4], [3, 3, 3, 4, 3], [3, 3, 3, 4, 4], [3, 3, 3, 4, 3]],
    );
}

/// The second read must not go back to the initial value.
#[test]
fn coherence_of_reads() {
    check(&[&[Write(0, 1)], &[Read(0), Read(0)]], [[3; 5]; 5]);
}

/// Writes of one thread to one location are coherent with po; the other thread's falls anywhere.
#[test]
fn coherence_of_writes() {
    check(&[&[Write(0, 1), Write(0, 2)], &[Write(0, 3)]], [[3; 5]; 5]);
}

#[test]
fn write_to_read_causality() {
    check(
        &[&[Write(0, 1)], &[Read(0), Write(1, 1)], &[Read(1), Read(0)]],
        [[7, 7, 7, 7, 8], [7; 5], [7; 5], [7; 5], [7; 5]],
    );
}

/// The test called R.
#[test]
fn a_write_and_a_write_before_a_read() {
    check(
        &[&[Write(0, 1), Write(1, 1)], &[Write(1, 2), Read(0)]],
        [[3, 4, 4, 4, 4], [3, 4, 4, 4, 4], [3, 3, 3, 4, 3], [3, 4, 4, 4, 4], [3, 3, 3, 4, 3]],
    );
}

/// The test called S.
#[test]
fn a_read_before_an_overwritten_write() {
    check(
        &[&[Write(0, 2), Write(1, 1)], &[Read(1), Write(0, 1)]],
        [[3, 3, 4, 3, 4], [3; 5], [3; 5], [3; 5], [3; 5]],
    );
}

fn store_buffering_with(between: impl Fn(&mut ThreadBuilder, Location)) -> [usize; 5] {
    let mut builder = ProgramBuilder::new();
    let [x, y] = [builder.location(0), builder.location(0)];
    for (mine, other) in [(x, y), (y, x)] {
        // A location that only this thread uses, so that nothing but the order in the thread changes.
        let own = builder.location(0);
        builder.thread(|thread| {
            thread.store(mine, 1, WriteOrdering::Relaxed);
            between(thread, own);
            thread.load(other, ReadOrdering::Relaxed);
        });
    }
    counts(&builder.build())
}

/// On a machine with store buffers a read-modify-write is a full fence whether it succeeds or not, and
/// a fence weaker than seq_cst is none.
#[test]
fn what_orders_a_store_and_a_load() {
    let with_rmw = store_buffering_with(|thread, own| {
        thread.fetch_add(own, 1, RmwOrdering::Relaxed);
    });
    assert_eq!(with_rmw, [3, 3, 3, 4, 4]);
    let with_failed_rmw = store_buffering_with(|thread, own| {
        thread.compare_exchange(own, 1, 2, (RmwOrdering::Relaxed, ReadOrdering::Relaxed));
    });
    assert_eq!(with_failed_rmw, [3, 3, 3, 4, 4]);
    let with_seq_cst_store = store_buffering_with(|thread, own| {
        thread.store(own, 1, WriteOrdering::SeqCst);
    });
    assert_eq!(with_seq_cst_store, [3, 3, 3, 4, 4]);
    let with_acquire_fence = store_buffering_with(|thread, _| thread.fence(FenceOrdering::AcqRel));
    assert_eq!(with_acquire_fence, [3, 4, 4, 4, 4]);
}

/// An acquire fence does not order the writes of PSO, and the writing side of message passing needs
/// only that they are ordered. In RC11 both sides are needed.
#[test]
fn what_orders_two_stores() {
    let message_passing = |fence: FenceOrdering| {
        let mut builder = ProgramBuilder::new();
        let [x, y] = [builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            thread.store(x, 1, WriteOrdering::Relaxed);
            thread.fence(fence);
            thread.store(y, 1, WriteOrdering::Relaxed);
        });
        builder.thread(|thread| {
            thread.load(y, ReadOrdering::Acquire);
            thread.load(x, ReadOrdering::Relaxed);
        });
        counts(&builder.build())
    };
    assert_eq!(message_passing(FenceOrdering::Acquire), [3, 3, 4, 3, 4]);
    assert_eq!(message_passing(FenceOrdering::Release), [3, 3, 3, 3, 3]);
}

#[test]
fn increments_happen_in_every_order() {
    for (threads, expected) in [(2, 2), (3, 6), (4, 24)] {
        let mut builder = ProgramBuilder::new();
        let x = builder.location(0);
        for _ in 0..threads {
            builder.thread(|thread| {
                thread.fetch_add(x, 1, RmwOrdering::Relaxed);
            });
        }
        let program = builder.build();
        assert_eq!(counts(&program), [expected; 5]);
        for execution in executions(&program, ModelName::Rc11) {
            assert_eq!(program.outcome(&execution)[0].1.0, threads);
        }
    }
}

/// N! orders of the writes, and the reader reads any of them or the initial value.
#[test]
fn writers_and_a_reader() {
    for (writers, expected) in [(2, 6), (3, 24), (4, 120)] {
        let mut builder = ProgramBuilder::new();
        let x = builder.location(0);
        for value in 1..=writers {
            builder.thread(|thread| thread.store(x, value, WriteOrdering::Relaxed));
        }
        builder.thread(|thread| {
            thread.load(x, ReadOrdering::Relaxed);
        });
        assert_eq!(counts(&builder.build()), [expected; 5]);
    }
}

/// A thread that stores and adds, and one that adds k times: the adds fall in k + 1 ways before, between or
/// after the store and the other add, and each way has its own rf, so there are (k+1)(k+2)/2 of them.
#[test]
fn chains_of_increments() {
    for adds in 1..=3 {
        let mut builder = ProgramBuilder::new();
        let x = builder.location(0);
        builder.thread(|thread| {
            thread.store(x, 10, WriteOrdering::Relaxed);
            thread.fetch_add(x, 1, RmwOrdering::Relaxed);
        });
        builder.thread(|thread| {
            for _ in 0..adds {
                thread.fetch_add(x, 1, RmwOrdering::Relaxed);
            }
        });
        let program = builder.build();
        for model in MODELS {
            let weak_traces: BTreeSet<_> = executions(&program, model)
                .into_iter()
                .map(|execution| (execution.threads, execution.reads_from))
                .collect();
            assert_eq!(weak_traces.len(), (adds + 1) * (adds + 2) / 2);
        }
    }
}

fn compare_exchanges(threads: usize, weak: bool) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    let x = builder.location(0);
    let orderings = (RmwOrdering::AcqRel, ReadOrdering::Acquire);
    for _ in 0..threads {
        builder.thread(|thread| {
            if weak {
                thread.compare_exchange_weak(x, 0, 1, orderings);
            } else {
                thread.compare_exchange(x, 0, 1, orderings);
            }
        });
    }
    builder.build()
}

/// Of strong compare-exchanges exactly one succeeds. Of two weak ones both fail spuriously (1), or one of
/// the two succeeds and the other reads what it wrote and fails, or reads the initial value and fails
/// spuriously (2 · 2).
#[test]
fn compare_exchanges_succeed_once() {
    assert_eq!(counts(&compare_exchanges(1, false)), [1; 5]);
    assert_eq!(counts(&compare_exchanges(2, false)), [2; 5]);
    assert_eq!(counts(&compare_exchanges(3, false)), [3; 5]);
    assert_eq!(counts(&compare_exchanges(1, true)), [2; 5]);
    assert_eq!(counts(&compare_exchanges(2, true)), [5; 5]);
}

/// The register of success is 0 after a spurious failure although the value read is the expected one.
#[test]
fn a_spurious_failure_shows() {
    let program = compare_exchanges(1, true);
    let outcomes: BTreeSet<Vec<u64>> = executions(&program, ModelName::Sc)
        .iter()
        .map(|execution| program.outcome(execution).into_iter().map(|(_, value)| value.0).collect())
        .collect();
    // x, the value read, success
    assert_eq!(outcomes, BTreeSet::from([vec![0, 0, 0], vec![1, 0, 1]]));
}

/// Blocked executions are reported, and say that they are.
#[test]
fn assumptions_block() {
    let mut builder = ProgramBuilder::new();
    let x = builder.location(0);
    builder.thread(|thread| thread.store(x, 1, WriteOrdering::Relaxed));
    builder.thread(|thread| {
        let value = thread.load(x, ReadOrdering::Relaxed);
        thread.assume_equal(value, 1);
        thread.load(x, ReadOrdering::Relaxed);
    });
    let program = builder.build();
    for model in MODELS {
        let (blocked, complete): (Vec<_>, Vec<_>) =
            executions(&program, model).into_iter().partition(|execution| execution.blocked);
        assert_eq!((blocked.len(), complete.len()), (1, 1));
        assert_eq!(blocked[0].threads[1].len(), 1);
        assert_eq!(complete[0].threads[1].len(), 2);
    }
}
