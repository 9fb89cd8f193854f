//! What only RC11 has: release sequences, synchronisation by fences, and the order of seq_cst events among
//! weaker ones. Each part of its definitions is needed by some test here or in `known_programs.rs`.

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_oracle::{ModelName, executions};
use porf_testing::{Location, ProgramBuilder, RandomProgram, ThreadBuilder};

/// Whether some execution ends with these values of registers, as `0:r1`.
fn is_allowed(program: &RandomProgram, model: ModelName, wanted: &[(&str, u64)]) -> bool {
    executions(program, model).iter().any(|execution| {
        let outcome = program.outcome(execution);
        wanted.iter().all(|&(wanted_name, wanted_value)| {
            outcome.iter().any(|(name, value)| name == wanted_name && value.0 == wanted_value)
        })
    })
}

/// Whether the reader can see `flag` and yet read stale data. The last thread reads.
fn message_can_be_stale(
    flag_seen: u64,
    write_flag: impl FnOnce(&mut ThreadBuilder, Location),
    others: impl FnOnce(&mut ProgramBuilder, Location),
    read_flag: impl FnOnce(&mut ThreadBuilder, Location),
) -> bool {
    let mut builder = ProgramBuilder::new();
    let [data, flag] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.store(data, 1, WriteOrdering::Relaxed);
        write_flag(thread, flag);
    });
    others(&mut builder, flag);
    builder.thread(|thread| {
        read_flag(thread, flag);
        thread.load(data, ReadOrdering::Relaxed);
    });
    let program = builder.build();
    let reader = program.threads.len() - 1;
    let wanted = [(format!("{reader}:r0"), flag_seen), (format!("{reader}:r1"), 0)];
    let wanted = wanted.each_ref().map(|(name, value)| (name.as_str(), *value));
    assert!(is_allowed(&program, ModelName::Rc11, &wanted[..1]), "the flag is never seen");
    is_allowed(&program, ModelName::Rc11, &wanted)
}

fn nobody(_builder: &mut ProgramBuilder, _flag: Location) {}

fn acquire(thread: &mut ThreadBuilder, flag: Location) {
    thread.load(flag, ReadOrdering::Acquire);
}

fn release(thread: &mut ThreadBuilder, flag: Location) {
    thread.store(flag, 10, WriteOrdering::Release);
}

fn relaxed(thread: &mut ThreadBuilder, flag: Location) {
    thread.store(flag, 10, WriteOrdering::Relaxed);
}

#[test]
fn a_release_synchronises_with_an_acquire_that_reads_from_it() {
    assert!(!message_can_be_stale(10, release, nobody, acquire));
    assert!(message_can_be_stale(10, relaxed, nobody, acquire));
    assert!(message_can_be_stale(10, release, nobody, |thread, flag| {
        thread.load(flag, ReadOrdering::Relaxed);
    }));
}

/// Reading the last of a chain of relaxed increments synchronises with the release that they began with.
#[test]
fn increments_continue_a_release_sequence() {
    let two_increments = |builder: &mut ProgramBuilder, flag| {
        for _ in 0..2 {
            builder.thread(|thread| {
                thread.fetch_add(flag, 1, RmwOrdering::Relaxed);
            });
        }
    };
    assert!(!message_can_be_stale(12, release, two_increments, acquire));
    assert!(message_can_be_stale(12, relaxed, two_increments, acquire));
}

/// So does reading a later write of the releasing thread, but not one of another thread.
#[test]
fn writes_of_the_same_thread_continue_a_release_sequence() {
    let release_and_overwrite = |thread: &mut ThreadBuilder, flag| {
        release(thread, flag);
        thread.store(flag, 11, WriteOrdering::Relaxed);
    };
    assert!(!message_can_be_stale(11, release_and_overwrite, nobody, acquire));
    let overwrite_elsewhere = |builder: &mut ProgramBuilder, flag| {
        builder.thread(|thread| thread.store(flag, 11, WriteOrdering::Relaxed));
    };
    assert!(message_can_be_stale(11, release, overwrite_elsewhere, acquire));
}

/// Fences synchronise through atomic accesses only.
#[test]
fn fences_need_atomic_accesses() {
    for (write, read) in [
        (WriteOrdering::Relaxed, ReadOrdering::Relaxed),
        (WriteOrdering::NonAtomic, ReadOrdering::Relaxed),
        (WriteOrdering::Relaxed, ReadOrdering::NonAtomic),
    ] {
        let is_stale = message_can_be_stale(
            10,
            |thread, flag| {
                thread.fence(FenceOrdering::Release);
                thread.store(flag, 10, write);
            },
            nobody,
            |thread, flag| {
                thread.load(flag, read);
                thread.fence(FenceOrdering::Acquire);
            },
        );
        assert_eq!(is_stale, !(write.is_atomic() && read.is_atomic()), "{write} {read}");
    }
}

/// The example Z6.U of the paper: forbidden by C11, allowed by RC11 because Power needs it. All that orders
/// the seq_cst store of x before the increment of y is a synchronisation on y itself.
#[test]
fn z6_u_is_allowed() {
    let mut builder = ProgramBuilder::new();
    let [x, y] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.store(x, 1, WriteOrdering::SeqCst);
        thread.store(y, 1, WriteOrdering::Release);
    });
    builder.thread(|thread| {
        thread.fetch_add(y, 1, RmwOrdering::SeqCst);
        thread.load(y, ReadOrdering::Relaxed);
    });
    builder.thread(|thread| {
        thread.store(y, 3, WriteOrdering::SeqCst);
        thread.load(x, ReadOrdering::SeqCst);
    });
    let program = builder.build();
    let weak = [("1:r0", 1), ("1:r1", 3), ("2:r0", 0)];
    assert!(is_allowed(&program, ModelName::Rc11, &weak));
    for model in [ModelName::Sc, ModelName::Tso, ModelName::Pso] {
        assert!(!is_allowed(&program, model, &weak));
    }
}

/// Store buffering whose first thread is cut in two, with a message between the halves: seq_cst accesses
/// are ordered by happens-before that leaves and enters their threads by accesses of other locations.
#[test]
fn messages_order_seq_cst_accesses() {
    for (write, read) in [
        (WriteOrdering::Release, ReadOrdering::Acquire),
        (WriteOrdering::Relaxed, ReadOrdering::Acquire),
        (WriteOrdering::Release, ReadOrdering::Relaxed),
    ] {
        let mut builder = ProgramBuilder::new();
        let [x, y, message] = [builder.location(0), builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            thread.store(x, 1, WriteOrdering::SeqCst);
            thread.store(message, 1, write);
        });
        builder.thread(|thread| {
            thread.load(message, read);
            thread.load(y, ReadOrdering::SeqCst);
        });
        builder.thread(|thread| {
            thread.store(y, 1, WriteOrdering::SeqCst);
            thread.load(x, ReadOrdering::SeqCst);
        });
        let weak = [("1:r0", 1), ("1:r1", 0), ("2:r0", 0)];
        let synchronises = write.is_release() && read.is_acquire();
        assert_eq!(is_allowed(&builder.build(), ModelName::Rc11, &weak), !synchronises);
    }
}

/// Store buffering with seq_cst accesses in one thread and a seq_cst fence in the other.
#[test]
fn seq_cst_fences_and_accesses_are_in_one_order() {
    for fence in [FenceOrdering::SeqCst, FenceOrdering::AcqRel] {
        let mut builder = ProgramBuilder::new();
        let [x, y] = [builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            thread.store(x, 1, WriteOrdering::SeqCst);
            thread.load(y, ReadOrdering::SeqCst);
        });
        builder.thread(|thread| {
            thread.store(y, 1, WriteOrdering::Relaxed);
            thread.fence(fence);
            thread.load(x, ReadOrdering::Relaxed);
        });
        let weak = [("0:r0", 0), ("1:r0", 0)];
        assert_eq!(is_allowed(&builder.build(), ModelName::Rc11, &weak), fence != FenceOrdering::SeqCst);
    }
}
