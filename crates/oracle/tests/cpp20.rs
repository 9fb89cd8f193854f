//! The differences between C++20 and RC11.

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_oracle::{ModelName, executions, has_race};
use porf_testing::{Location, ProgramBuilder, RandomProgram, ThreadBuilder};

fn count(program: &RandomProgram, model: ModelName) -> usize {
    executions(program, model).len()
}

/// Coherence-ordered before contains rf, which the scb of RC11 does not. If the second thread reads
/// y = 1 and the third z = 1, the fence happens before the store of z, from which the seq_cst load
/// reads. So the fence precedes the load in S, and the load precedes the seq_cst store of x. The
/// store x = 2 happens before the fence. If x = 1 came first in coherence order, the seq_cst store
/// would precede the fence in S.
///
/// 2 × 2 × 2 executions have the loads and the two stores of x in all combinations.
#[test]
fn reads_from_orders_seq_cst_operations() {
    let mut builder = ProgramBuilder::new();
    let [x, y, z] = [builder.location(0), builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.store(x, 2, WriteOrdering::Relaxed);
        thread.fence(FenceOrdering::SeqCst);
        thread.store(y, 1, WriteOrdering::Relaxed);
    });
    builder.thread(|thread| {
        thread.load(y, ReadOrdering::Acquire);
        thread.store(z, 1, WriteOrdering::Relaxed);
    });
    builder.thread(|thread| {
        thread.load(z, ReadOrdering::SeqCst);
        thread.store(x, 1, WriteOrdering::SeqCst);
    });
    let program = builder.build();
    assert_eq!(count(&program, ModelName::Rc11), 8);
    assert_eq!(count(&program, ModelName::Cpp20), 7);
}

/// Whether a message that is published by the last of several stores of the flag races with the
/// thread that receives it.
fn message_races(model: ModelName, last_store: impl FnOnce(&mut ThreadBuilder, Location)) -> bool {
    let mut builder = ProgramBuilder::new();
    let [data, flag] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.store(data, 1, WriteOrdering::NonAtomic);
        thread.store(flag, 1, WriteOrdering::Release);
        last_store(thread, flag);
    });
    builder.thread(|thread| {
        let flag = thread.load(flag, ReadOrdering::Acquire);
        thread.if_equal(flag, 2, |thread| {
            thread.load(data, ReadOrdering::NonAtomic);
        });
    });
    executions(&builder.build(), model).iter().any(|execution| has_race(execution, model))
}

#[test]
fn own_stores_do_not_continue_release_sequences() {
    let store = |thread: &mut ThreadBuilder, flag| thread.store(flag, 2, WriteOrdering::Relaxed);
    assert!(!message_races(ModelName::Rc11, store));
    assert!(message_races(ModelName::Cpp20, store));

    let add = |thread: &mut ThreadBuilder, flag| {
        thread.fetch_add(flag, 1, RmwOrdering::Relaxed);
    };
    assert!(!message_races(ModelName::Rc11, add));
    assert!(!message_races(ModelName::Cpp20, add));
}

/// A store that is only released happens before a seq_cst store of another thread, and not strongly:
/// the SC order need not follow it. The example is Z6.U, from which strongly-happens-before comes
/// [rc11 §2].
#[test]
fn happens_before_alone_does_not_order_seq_cst_operations() {
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
    for model in [ModelName::Rc11, ModelName::Cpp20] {
        let weak = executions(&program, model).into_iter().any(|execution| {
            let outcome = program.outcome(&execution);
            let is = |name: &str, value| outcome.iter().any(|(n, v)| n == name && v.0 == value);
            is("1:r0", 1) && is("1:r1", 3) && is("2:r0", 0)
        });
        assert!(weak, "{model}");
    }
}
