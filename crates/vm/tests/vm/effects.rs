//! How many effects a thread has had, and what it asks and says of those that nobody might notice.

use porf_entity::{EntityId, ThreadId, Value};
use porf_program::{Action, Answer, BlockReason, CancellingPair, Program, Remark};

use crate::driver::{SequentialMemory, machine};

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
    assert_eq!(run.results, Some(vec![0, 0, 1, 2, 2]));
}

#[test]
fn a_store_that_somebody_notices_counts_twice() {
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
    assert!(machine.has_remarks());
    for (answer, effects) in [(Answer::Done, 1), (Answer::Noticed, 2)] {
        let end = machine.resume(&store.state, answer);
        assert_eq!(machine.results(&end.state), Some(&[effects][..]));
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
        assert_eq!(machine.results(&end.state), Some(&[effects][..]));
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
    let undoes = machine.resume(&failure.state, Answer::Noticed);
    assert!(matches!(undoes.action, Action::Rmw { .. }));
    assert_eq!(machine.remark(&undoes.state), Some(Remark::Blind));
}

/// Whoever says that it has released a lock has as many effects as it says, unless somebody notices.
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
    for (answer, effects) in [(Answer::Done, 0), (Answer::Noticed, 1)] {
        let end = machine.resume(&asks.state, answer);
        assert_eq!(machine.results(&end.state), Some(&[effects][..]));
    }
    assert!(!machine.has_remarks());
}

/// What belongs to a loop is told by where it jumps back; in a function that it calls, everything does.
#[test]
fn a_thread_was_in_a_loop_where_the_loop_does_something() {
    let mut machine = machine(
        r#"
        global g0 "x" size 4 align 4
        thread "t" f0()
        function f0 "f"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = load.rlx %v0 @1:1
          call f1() @2:1
          spin @3:1
        }
        function f1 "g"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = load.rlx %v0 @9:1
          return
        }"#,
    );
    let at = |line| porf_entity::SourcePosition { line, column: 1, ..Default::default() };
    let before = machine.start(ThreadId::from_index(0));
    let inside = machine.resume(&before.state, Answer::Read(Value(0)));
    let spins = machine.resume(&inside.state, Answer::Read(Value(0)));
    assert_eq!(spins.action, Action::Block(BlockReason::Spin));
    assert!(machine.is_in_loop(&spins.state, &before.state), "nothing is known of the loop");
    machine.set_loops([(at(3), vec![at(2)])]);
    assert!(!machine.is_in_loop(&spins.state, &before.state));
    assert!(machine.is_in_loop(&spins.state, &inside.state));
}
