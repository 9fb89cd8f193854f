//! How many effects a thread has had, and what it asks and says of those that nobody might observe.

use porf_entity::{EntityId, ThreadId, Value};
use porf_program::{Action, Answer, BlockReason, CancellingPair, Program, Remark};

use crate::driver::{SequentialMemory, machine};

/// What counters count is in their lower half.
fn counts(counters: Option<&[u64]>) -> Option<Vec<u64>> {
    counters.map(|counters| counters.iter().map(|&counter| counter & 0xffff_ffff).collect())
}

/// A thread that returns how many effects there were after each of several instructions.
#[test]
fn writes_count_and_reads_do_not() {
    let machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() -> (i64, i64, i64, i64, i64) {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 7
          %v2: i64 = effects
          %v3: i32 = load.rlx %v0
          fence.sc
          %v4: i32, %v5: i1 = cmpxchg.rlx.rlx %v0, %v1, %v1
          %v6: i64 = effects
          store.rlx %v1, %v0
          %v7: i64 = effects
          %v8: i32 = rmw.add.rlx %v0, %v1
          %v9: i64 = effects
          %v10: i32, %v11: i1 = cmpxchg.rlx.rlx %v0, %v8, %v1
          %v12: i32, %v13: i1 = cmpxchg.rlx.rlx %v0, %v1, %v1
          %v14: i64 = effects
          return %v2, %v6, %v7, %v9, %v14
        }"#,
    );
    // The memory holds 0, then 7, then 14: no compare-exchange succeeds.
    let run = SequentialMemory::new(&machine).run(0);
    assert_eq!(counts(run.results.as_deref()), Some(vec![0, 0, 1, 2, 2]));
}

#[test]
fn a_store_that_another_thread_observes_counts_twice() {
    let machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() -> (i64) {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 7
          store_provisional.rlx %v1, %v0
          %v2: i64 = effects
          return %v2
        }"#,
    );
    let store = machine.start(ThreadId::from_index(0));
    assert_eq!(machine.remark(&store.state), Some(Remark::Provisional));
    assert!(machine.features().remarks);
    for (answer, effects) in [(Answer::Done, 1), (Answer::Observed, 2)] {
        let end = machine.resume(&store.state, answer);
        assert_eq!(counts(machine.results(&end.state)), Some(vec![effects]));
    }
}

#[test]
fn writing_what_was_read_does_not_count() {
    let machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() -> (i64) {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 1
          %v2: i32 = rmw.xchg.rlx %v0, %v1
          %v3: i32, %v4: i1 = cmpxchg.rlx.rlx %v0, %v1, %v1
          %v5: i64 = effects
          return %v5
        }"#,
    );
    let exchange = machine.start(ThreadId::from_index(0));
    for (read, effects) in [(1, 0), (0, 1)] {
        let compare_exchange = machine.resume(&exchange.state, Answer::Read(Value(read)));
        let end = machine.resume(&compare_exchange.state, Answer::Read(Value(1)));
        assert_eq!(counts(machine.results(&end.state)), Some(vec![effects]));
    }
}

/// An attempt that succeeds goes on, one that fails asks whether to wait, and the subtraction is blind.
#[test]
fn an_attempt_that_failed_asks_before_it_is_undone() {
    let machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 1
          %v2: i32 = rmw.add.rlx %v0, %v1
          %v3: i1 = icmp.ult %v2, %v1
          branch %v3, b1, b2
        b1:
          return
        b2:
          %v4: i1 = cancels %v2, %v0
          branch %v4, b3, b4
        b3:
          spin
        b4:
          %v5: i32 = rmw.sub.rlx %v0, %v1
          return
        }"#,
    );
    let attempt = machine.start(ThreadId::from_index(0));
    assert_eq!(machine.remark(&attempt.state), Some(Remark::Attempt));
    let success = machine.resume(&attempt.state, Answer::Read(Value(0)));
    assert!(matches!(success.action, Action::Exit { .. }));
    let failure = machine.resume(&attempt.state, Answer::Read(Value(5)));
    assert!(matches!(failure.action, Action::Cancel { pair: CancellingPair::Addition, .. }));
    let waits = machine.resume(&failure.state, Answer::Done);
    assert_eq!(waits.action, Action::Block(BlockReason::Spin));
    let undoes = machine.resume(&failure.state, Answer::Observed);
    assert!(matches!(undoes.action, Action::Rmw { .. }));
    assert_eq!(machine.remark(&undoes.state), Some(Remark::Blind));
}

/// Whoever says that it has released a lock has as many effects as it says, unless another thread observes.
#[test]
fn a_lock_that_was_released_may_be_forgotten() {
    let machine = machine(
        r#"
        global g0 "lock" size 8 align 8
        external x0 "__porf_effects"
        external x1 "__porf_cancel64"
        thread "t" f0()
        function f0 "f"() -> (i64) {
        b0:
          %v0: ptr = address g0
          %v1: i64 = call x0()
          store.rlx %v1, %v0
          call x1(%v0, %v1)
          %v2: i64 = effects
          %v3: i1 = const 1
          branch %v3, b1, b2
        b1:
          return %v2
        b2:
          spin
        }"#,
    );
    let store = machine.start(ThreadId::from_index(0));
    let asks = machine.resume(&store.state, Answer::Done);
    assert!(matches!(asks.action, Action::Cancel { pair: CancellingPair::Lock, .. }));
    for (answer, effects) in [(Answer::Done, 0), (Answer::Observed, 1)] {
        let end = machine.resume(&asks.state, answer);
        assert_eq!(counts(machine.results(&end.state)), Some(vec![effects]));
    }
    assert!(!machine.features().remarks);
}

/// The iteration that would begin anew is named by how many actions there were when it began.
#[test]
fn what_was_done_in_an_iteration_is_told_by_its_name() {
    let machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = load.rlx %v0
          jump b1
        b1:
          %v2: i64 = actions
          call f1()
          %v3: i32 = load.rlx %v0
          spin %v2
        }
        function f1 "g"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = load.rlx %v0
          return
        }"#,
    );
    let before = machine.start(ThreadId::from_index(0));
    let first = machine.resume(&before.state, Answer::Read(Value(0)));
    let second = machine.resume(&first.state, Answer::Read(Value(0)));
    let spins = machine.resume(&second.state, Answer::Read(Value(0)));
    assert_eq!(spins.action, Action::Block(BlockReason::Spin));
    let actions =
        [&before, &first, &second].map(|step| machine.actions_in_iteration(&spins.state, &step.state));
    assert_eq!(actions, [None, Some(0), Some(1)]);
}

/// What a thread has counted of its own doings makes no difference.
#[test]
fn states_are_the_same_if_they_differ_in_counters_only() {
    let machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 0
          jump b1(%v1)
        b1(%v2: i32):
          %v3: i64 = actions
          %v4: i64 = effects
          %v5: i32 = load.rlx %v0
          store.rlx %v2, %v0
          %v6: i64 = effects
          %v7: i1 = icmp.eq %v4, %v6
          branch %v7, b2, b1(%v5)
        b2:
          spin %v3
        }"#,
    );
    let round = |state: &porf_vm::State, value| {
        let store = machine.resume(state, Answer::Read(Value(value)));
        machine.resume(&store.state, Answer::Done)
    };
    let start = machine.start(ThreadId::from_index(0));
    let [first, second, third] = [(7, 7), (8, 7), (9, 8)].map(|(first, second)| {
        let first = round(&start.state, first);
        round(&first.state, second)
    });
    assert!(machine.are_same(&first.state, &second.state), "both read 7 last");
    assert!(!machine.are_same(&second.state, &third.state), "7 is not 8");
    let later = round(&round(&first.state, 3).state, 7);
    assert!(machine.are_same(&first.state, &later.state), "more effects, and more actions");
}
