//! Creating, joining and ending threads, waiting, choosing, and errors that the program declares.

use crate::driver::{SequentialMemory, machine, machine_with, run, solo_machine};
use porf_entity::{
    AccessSize, EntityId, ErrorKind, FetchOp, ReadOrdering, RmwOp, RmwOrdering, ThreadId, Value,
    WaitComparison, WaitCondition,
};
use porf_ir::GlobalId;
use porf_program::{Action, Answer, BlockReason, Ends, Program, Wait};
use porf_vm::MachineOptions;

const SPAWN: &str = "
    external x0 \"__porf_spawn\"
    external x1 \"__porf_join\"
    external x2 \"__porf_self\"
    function f0 \"worker\"(%v0: ptr) -> (ptr) {
    b0:
      %v1: i64 = call x2()
      %v2: ptr = ptradd %v0, %v1
      return %v2
    }
    function f1 \"start\"() -> (i64, i64, ptr) {
    b0:
      %v0: ptr = address f0
      %v1: ptr = const 40
      %v2: i64 = call x0(%v0, %v1)
      %v3: i64 = call x0(%v0, %v1)
      %v4: ptr = call x1(%v3)
      return %v2, %v3, %v4
    }
    thread \"main\" f1()";

/// Passes the argument plus 100 to the function.
const THREAD_MAIN: &str = "
    function f2 \"porf_thread_main\"(%v0: ptr, %v1: ptr) -> (ptr) {
    b0:
      %v2: i64 = const 100
      %v3: ptr = ptradd %v1, %v2
      %v4: ptr = call %v0(%v3)
      return %v4
    }\n";

#[test]
fn threads_are_created_and_joined() {
    let with_main = SPAWN.replace("thread \"main\"", &format!("{THREAD_MAIN}thread \"main\""));
    for (text, joined) in [(SPAWN, 42), (&with_main, 142)] {
        for machine in [machine(text), solo_machine(text)] {
            let run = SequentialMemory::new(&machine).run(0);
            assert_eq!(run.results, Some(vec![1, 2, joined]));
            let join = Action::Join { thread: ThreadId::from_index(2) };
            assert_eq!(run.visible(), [Action::Spawn, Action::Spawn, join]);
            assert_eq!(machine.thread_name(&run.last.state), "main");
            assert_eq!(
                run.children[1].last.action,
                Action::Exit { result: Value(joined), ends: Ends::Thread }
            );
            assert_eq!(machine.thread_name(&run.children[1].last.state), "worker");
        }
    }
}

#[test]
fn only_functions_are_run_by_threads() {
    let text = SPAWN.replace("address f0", "const 40");
    assert_eq!(run(&text, 0).failure(), Some((ErrorKind::InvalidAccess, Some(40))));
    let text = SPAWN.replace("call x1(%v3)", "call x1(%v1)").replace("const 40", "const 4000000000");
    assert_eq!(run(&text, 0).failure(), Some((ErrorKind::InvalidJoin, None)));
}

/// A call of an external with `i64` arguments, whose result is returned.
fn call(name: &str, arguments: &[u64]) -> String {
    let constants: String =
        (1..).zip(arguments).map(|(index, bits)| format!("%v{index}: i64 = const {bits}\n")).collect();
    let names: Vec<String> = (1..=arguments.len()).map(|index| format!("%v{index}")).collect();
    format!(
        "external x0 \"{name}\"
         global g0 \"word\" size 8 align 8 init [5]
         global g1 \"message\" size 6 align 1 constant init [104, 101, 108, 108, 111]
         global g2 \"array\" size 6 align 1 init [104]
         function f0 \"f\"() -> (i64) {{
         b0:
           {constants}
           %v0: i64 = call x0({})
           return %v0
         }}
         thread \"t\" f0()",
        names.join(", ")
    )
}

#[test]
fn waits_say_what_they_wait_for() {
    let word = machine(&call("f", &[])).address_of(GlobalId::from_index(0));
    let condition =
        |mask, comparison, operand| Some(Wait::Until(WaitCondition { mask, comparison, operand }));
    let size = AccessSize::B8;
    let text = call("__porf_wait_load64", &[word.0, 255, 2, 4]);
    let wait = condition(255, WaitComparison::AtLeast, 4);
    let load = Action::Load { address: word, size, ordering: ReadOrdering::Acquire, wait };
    let waited = run(&text, 0);
    assert_eq!(waited.visible(), [load]);
    assert_eq!(waited.results, Some(vec![5]));
    let fetch = |op| RmwOp::Fetch { op, operand: Value(9) };
    let operations = [
        fetch(FetchOp::Add),
        fetch(FetchOp::Sub),
        fetch(FetchOp::And),
        fetch(FetchOp::Or),
        fetch(FetchOp::Xor),
        RmwOp::Exchange(Value(9)),
        fetch(FetchOp::UnsignedMax),
    ];
    for (number, op) in (0..).zip(operations) {
        for (name, size) in [("__porf_wait_rmw64", AccessSize::B8), ("__porf_wait_rmw32", AccessSize::B4)] {
            let text = call(name, &[word.0, 6, 1, 0, number, 9]);
            let wait = condition(6, WaitComparison::NotEqual, 0);
            let ordering = RmwOrdering::AcqRel;
            let waited = run(&text, 0);
            assert_eq!(waited.visible(), [Action::Rmw { address: word, size, ordering, op, wait }]);
            assert_eq!(waited.results, Some(vec![5]));
            // Alone, the thread does it at once.
            let machine = solo_machine(&text);
            let step = machine.start(ThreadId::from_index(0));
            assert_eq!(step.action, Action::Exit { result: Value(5), ends: Ends::Thread });
            assert_eq!(machine.initial_value(word, size), op.apply(Value(5), size));
        }
    }
    let wrong = run(&call("__porf_wait_rmw64", &[word.0, 6, 1, 0, 8, 9]), 0);
    assert_eq!(wrong.failure(), Some((ErrorKind::Unsupported, None)));
}

/// Nobody else can end a wait for what is private; alone, a thread stops at the wait.
#[test]
fn waits_that_nobody_ends() {
    let word = machine(&call("f", &[])).address_of(GlobalId::from_index(0));
    let machine = solo_machine(&call("__porf_wait_load64", &[word.0, 255, 0, 4]));
    let step = machine.start(ThreadId::from_index(0));
    assert!(matches!(step.action, Action::Load { wait: Some(_), .. }));
    let private = "external x0 \"__porf_wait_load64\"
        function f0 \"f\"() -> (i64) {
        b0:
          %v0: i64 = const 8
          %v1: ptr = alloca.private %v0 align 8
          store.na %v0, %v1
          %v2: i64 = const 0
          %v3: i64 = call x0(%v1, %v0, %v2, %v2)
          return %v3
        }
        thread \"t\" f0()";
    assert_eq!(run(private, 0).failure().map(|(kind, _)| kind), Some(ErrorKind::Deadlock));
}

#[test]
fn choices_are_made_by_others() {
    let action = |name, count| machine(&call(name, &[count])).start(ThreadId::from_index(0)).action;
    assert_eq!(action("__porf_choose", 3), Action::Choose { count: 3, partial: false });
    assert_eq!(action("__porf_choose_some", 1), Action::Choose { count: 1, partial: true });
    assert_eq!(action("__porf_choose", 1), Action::Exit { result: Value(0), ends: Ends::Thread });
    assert_eq!(action("__porf_choose", 0), Action::Block(BlockReason::Assume));
    let text = call("__porf_choose", &[7]);
    for machine in [machine(&text), solo_machine(&text)] {
        let step = machine.start(ThreadId::from_index(0));
        let chosen = machine.resume(&step.state, Answer::Chosen(4));
        assert_eq!(machine.results(&chosen.state), Some(&[4][..]));
    }
}

#[test]
fn assumptions_and_the_end_of_a_thread() {
    assert_eq!(run(&call("__porf_assume", &[0]), 0).last.action, Action::Block(BlockReason::Assume));
    assert!(matches!(run(&call("__porf_assume", &[2]), 0).last.action, Action::Exit { .. }));
    assert_eq!(
        run(&call("__porf_exit", &[9]), 0).last.action,
        Action::Exit { result: Value(9), ends: Ends::Thread }
    );
}

#[test]
fn programs_say_what_is_wrong_with_them() {
    let kinds = [
        ErrorKind::Assertion,
        ErrorKind::Error,
        ErrorKind::Abort,
        ErrorKind::UnlockNotHeld,
        ErrorKind::Relock,
        ErrorKind::InvalidSynchronisation,
        ErrorKind::Unsupported,
        ErrorKind::InvalidJoin,
    ];
    let placed = machine(&call("f", &[]));
    let [message, array] = [1, 2].map(|global| placed.address_of(GlobalId::from_index(global)).0);
    for (number, kind) in (0..).zip(kinds) {
        for (pointer, text) in [(message, Some("hello")), (array, None), (0, None)] {
            let machine = machine(&call("__porf_fail", &[number, pointer]));
            let Action::Fail(failure) = machine.start(ThreadId::from_index(0)).action else { panic!() };
            assert_eq!(failure.kind, kind);
            assert_eq!(failure.text.map(|text| machine.text(text)), text);
        }
    }
}

#[test]
fn what_cannot_be_run_is_an_error_only_when_it_is_reached() {
    let text = "external x0 \"mystery\"
        function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          switch %v0, [0: b1, 1: b2], b3
        b1:
          return %v0
        b2:
          %v1: i32 = call x0(%v0)
          return %v1
        b3:
          %v2: i32 = unsupported \"something odd\"
          return %v2
        }
        thread \"a\" f0(0)
        thread \"b\" f0(1)
        thread \"c\" f0(2)";
    let machine = machine(text);
    let actions = [0, 1, 2].map(|thread| machine.start(ThreadId::from_index(thread)).action);
    assert_eq!(actions[0], Action::Exit { result: Value(0), ends: Ends::Thread });
    let expected = [(ErrorKind::UnknownFunction, "mystery"), (ErrorKind::Unsupported, "something odd")];
    for (action, (kind, text)) in actions[1..].iter().zip(expected) {
        let Action::Fail(failure) = action else { panic!("{action:?}") };
        assert_eq!(failure.kind, kind);
        assert_eq!(failure.text.map(|text| machine.text(text)), Some(text));
    }
}

#[test]
fn without_spurious_failures_weak_is_strong() {
    let text = call("__porf_spurious", &[]).replace(
        "return %v0",
        "%v1: ptr = address g0
         %v2: i64, %v3: i1 = cmpxchg_weak.sc.sc %v1, %v0, %v0
         return %v0",
    );
    for spurious in [false, true] {
        for solo in [false, true] {
            let options = MachineOptions { spurious, solo, ..MachineOptions::default() };
            let machine = machine_with(&text, options);
            let mut memory = SequentialMemory::new(&machine);
            assert_eq!(memory.run(0).results, Some(vec![spurious.into()]));
            if !solo {
                let step = machine.start(ThreadId::from_index(0));
                let Action::Rmw { op: RmwOp::CompareExchange { weak, .. }, .. } = step.action else {
                    panic!("{:?}", step.action)
                };
                assert_eq!(weak, spurious);
            }
        }
    }
}

/// A loop of visible actions comes to an end.
#[test]
fn there_are_not_too_many_actions() {
    let text = "function f0 \"f\"() {\nb0:\n jump b1\nb1:\n fence.sc\n jump b1\n}\nthread \"t\" f0()";
    let machine = machine_with(text, MachineOptions { max_events: 500, ..MachineOptions::default() });
    let run = SequentialMemory::new(&machine).run(0);
    assert_eq!(run.last.action, Action::Block(BlockReason::EventLimit));
    assert_eq!(run.visible().len(), 500);
}
