//! What threads compute and how they stop.

use crate::driver::{SequentialMemory, machine, machine_with, run};
use porf_entity::{
    AccessSize, EntityId, ErrorKind, FenceOrdering, FetchOp, ReadOrdering, RmwOp, RmwOrdering,
    SourcePosition, ThreadId, Value, WriteOrdering,
};
use porf_ir::{BinaryOp, Cast, Comparison, FloatComparison, GlobalId, Type, UnaryOp};
use porf_program::{Action, Answer, BlockReason, Ends, Failure, Program};
use porf_vm::{Machine, MachineError, MachineOptions, State};

/// What the only thread returns when it runs a function of the text.
#[track_caller]
fn results(text: &str) -> Vec<u64> {
    let run = run(text, 0);
    run.results.unwrap_or_else(|| panic!("ended with {:?}", run.last.action))
}

#[track_caller]
fn last_action(text: &str) -> Action {
    run(text, 0).last.action
}

fn limits(bits: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - bits);
    vec![0, 1 & mask, mask >> 1, (mask >> 1) + 1, mask - 1, mask]
}

/// Every operation at every width gives what its definition in the IR says.
#[test]
fn operations_compute_what_they_are_defined_to() {
    for bits in [1, 2, 7, 8, 16, 31, 32, 33, 63, 64] {
        let ty = Type::Int(bits as u8);
        let check = |operation: &str, result: Type, expected: &dyn Fn(u64, u64) -> Option<u64>| {
            let pairs: Vec<(u64, u64)> = limits(bits)
                .into_iter()
                .flat_map(|a| limits(bits).into_iter().map(move |b| (a, b)))
                .collect();
            let threads: String = pairs.iter().map(|(a, b)| format!("thread \"t\" f0({a}, {b})\n")).collect();
            let machine = machine(&format!(
                "function f0 \"f\"(%v0: {ty}, %v1: {ty}) -> ({result}) {{
                 b0:
                   %v2: {result} = {operation}
                   return %v2
                 }}\n{threads}"
            ));
            for (thread, &(a, b)) in pairs.iter().enumerate() {
                let step = machine.start(ThreadId::from_index(thread));
                let what = format!("{operation} on {a}, {b} of {ty}");
                match expected(a, b) {
                    Some(value) => assert_eq!(machine.results(&step.state), Some(&[value][..]), "{what}"),
                    None => {
                        let is_shift = ["shl", "lshr", "ashr"].iter().any(|op| operation.starts_with(op));
                        let kind = if is_shift { ErrorKind::Shift } else { ErrorKind::Division };
                        assert_eq!(step.action, Action::Fail(Failure::new(kind)), "{what}")
                    }
                }
            }
        };
        for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
            check(&format!("{op} %v0, %v1"), ty, &|a, b| op.evaluate(ty, a, b));
        }
        for &comparison in Comparison::ALL {
            check(&format!("icmp.{comparison} %v0, %v1"), Type::I1, &|a, b| {
                Some(comparison.evaluate(ty, a, b).into())
            });
        }
        for &cast in Cast::ALL {
            for to in [1, 8, 32, 64].map(Type::Int) {
                let legal = match cast {
                    Cast::ZExt | Cast::SExt => ty.bits() < to.bits(),
                    Cast::Trunc => ty.bits() > to.bits(),
                    _ => false,
                };
                if legal {
                    check(&format!("{cast} %v0"), to, &|a, _| Some(cast.evaluate(ty, to, a)));
                }
            }
        }
    }
}

#[test]
fn floating_point_operations_compute_what_they_are_defined_to() {
    let numbers = [0.0, -0.0, 1.5, -2.75, 1e300, f64::INFINITY, f64::NAN].map(f64::to_bits);
    for a in numbers {
        for b in numbers {
            let check = |operation: &str, result: Type, expected: u64| {
                let text = format!(
                    "function f0 \"f\"(%v3: i64, %v4: i64) -> ({result}) {{
                     b0:
                       %v0: f64 = bitcast %v3
                       %v1: f64 = bitcast %v4
                       %v2: {result} = {operation}
                       return %v2
                     }}
                     thread \"t\" f0({a}, {b})"
                );
                assert_eq!(results(&text), [expected], "{operation} on {a:x}, {b:x}");
            };
            for &op in BinaryOp::ALL.iter().filter(|op| op.is_float()) {
                let expected = op.evaluate(Type::F64, a, b).expect("no division of integers");
                check(&format!("{op} %v0, %v1"), Type::F64, expected);
            }
            for &comparison in FloatComparison::ALL {
                let expected = comparison.evaluate(Type::F64, a, b).into();
                check(&format!("fcmp.{comparison} %v0, %v1"), Type::I1, expected);
            }
            for &op in UnaryOp::ALL.iter().filter(|op| op.is_float()) {
                check(&format!("{op} %v0"), Type::F64, op.evaluate(Type::F64, a));
            }
            for (cast, to) in
                [(Cast::FpToSi, Type::I32), (Cast::FpTrunc, Type::F32), (Cast::Bitcast, Type::I64)]
            {
                check(&format!("{cast} %v0"), to, cast.evaluate(Type::F64, to, a));
            }
        }
    }
    let count = "function f0 \"f\"(%v0: i32) -> (i32) {\nb0:\n %v1: i32 = ctlz %v0\n return %v1\n}\nthread \"t\" f0(255)";
    assert_eq!(results(count), [24]);
}

/// The signed result is wrong only where it is asked for.
#[test]
fn signed_results_must_fit_if_that_is_wanted() {
    let text = "function f0 \"f\"(%v0: i8, %v1: i8) -> (i8) {
        b0:
          %v2: i8 = add.nsw %v0, %v1
          return %v2
        }
        thread \"fits\" f0(100, 27)
        thread \"does not\" f0(100, 28)
        thread \"wraps\" f0(255, 1)";
    let checked = machine_with(text, MachineOptions { signed_overflow: true, ..MachineOptions::default() });
    for (machine, overflows) in [(machine(text), false), (checked, true)] {
        let mut runs = (0..3).map(|thread| SequentialMemory::new(&machine).run(thread));
        assert_eq!(runs.next().expect("three").results, Some(vec![127]));
        let middle = runs.next().expect("three");
        assert_eq!(middle.failure(), overflows.then_some((ErrorKind::SignedOverflow, None)));
        assert_eq!(middle.results, (!overflows).then(|| vec![128]));
        assert_eq!(runs.next().expect("three").results, Some(vec![0]));
    }
}

#[test]
fn pointers_are_numbers_of_64_bits() {
    let text = "function f0 \"f\"(%v0: i32) -> (i64, i8, i1) {
        b0:
          %v1: ptr = inttoptr %v0
          %v2: i64 = const 18446744073709551615
          %v3: ptr = ptradd %v1, %v2
          %v4: i64 = ptrtoint %v3
          %v5: i8 = ptrtoint %v3
          %v6: i1 = icmp.eq %v1, %v1
          %v7: ptr = select %v6, %v3, %v1
          %v8: i1 = icmp.ugt %v1, %v7
          return %v4, %v5, %v8
        }
        thread \"t\" f0(4660)";
    assert_eq!(results(text), [0x1233, 0x33, 1]);
}

/// Parameters that are exchanged, and rotated, at each turn of a loop.
#[test]
fn block_parameters_change_all_at_once() {
    let text = |turns: u64| {
        format!(
            "function f0 \"f\"(%v0: i32) -> (i32, i32, i32, i32, i32) {{
             b0:
               %v1: i32 = const 1
               %v2: i32 = const 2
               %v3: i32 = const 3
               %v14: i32 = const 0
               jump b1(%v14, %v1, %v2, %v1, %v2, %v3)
             b1(%v4: i32, %v5: i32, %v6: i32, %v7: i32, %v8: i32, %v9: i32):
               %v10: i1 = icmp.ult %v4, %v0
               branch %v10, b2, b3(%v5, %v6, %v7, %v8, %v9)
             b2:
               %v11: i32 = const 1
               %v12: i32 = add %v4, %v11
               jump b1(%v12, %v6, %v5, %v8, %v9, %v7)
             b3(%v13: i32, %v15: i32, %v16: i32, %v17: i32, %v18: i32):
               return %v13, %v15, %v16, %v17, %v18
             }}
             thread \"t\" f0({turns})"
        )
    };
    for turns in 0..7 {
        let swapped = if turns % 2 == 0 { [1, 2] } else { [2, 1] };
        let mut rotated = [1, 2, 3];
        rotated.rotate_left(turns as usize % 3);
        assert_eq!(results(&text(turns)), [&swapped[..], &rotated].concat(), "{turns} turns");
    }
}

#[test]
fn switches_take_the_matching_case() {
    let threads: String =
        [0, 7, 8, 200, 255].iter().map(|value| format!("thread \"t\" f0({value})\n")).collect();
    let text = format!(
        "function f0 \"f\"(%v0: i8) -> (i8) {{
         b0:
           switch %v0, [255: b1(%v0), 0: b2, 7: b2], b3
         b1(%v1: i8):
           return %v1
         b2:
           %v2: i8 = const 22
           return %v2
         b3:
           %v3: i8 = const 33
           return %v3
         }}\n{threads}"
    );
    let returned: Vec<_> = (0..5).map(|thread| run(&text, thread).results).collect();
    assert_eq!(returned, [22, 22, 33, 33, 255].map(|value| Some(vec![value])));
}

/// f0 is the Fibonacci function, by two recursive calls; f1 gives quotient and remainder.
const CALLS: &str = "
    function f0 \"fibonacci\"(%v0: i32) -> (i32) {
    b0:
      %v1: i32 = const 2
      %v2: i1 = icmp.ult %v0, %v1
      branch %v2, b1, b2
    b1:
      return %v0
    b2:
      %v3: i32 = const 1
      %v4: i32 = sub %v0, %v3
      %v5: i32 = call f0(%v4)
      %v6: i32 = sub %v0, %v1
      %v7: i32 = call f0(%v6)
      %v8: i32 = add %v5, %v7
      return %v8
    }
    function f1 \"divide\"(%v0: i32, %v1: i32) -> (i32, i32) {
    b0:
      %v2: i32 = udiv %v0, %v1
      %v3: i32 = urem %v0, %v1
      return %v2, %v3
    }
    function f2 \"thread\"(%v0: i32) -> (i32, i32, i32) {
    b0:
      %v1: i32 = call f0(%v0)
      %v2: i32 = const 100
      %v3: i32, %v4: i32 = call f1(%v1, %v2)
      return %v1, %v3, %v4
    }
    thread \"t\" f2(27)";

#[test]
fn functions_call_each_other_and_themselves() {
    // So many calls that frames which were not given back would overflow the stack.
    assert_eq!(results(CALLS), [196_418, 1964, 18]);
}

/// The sum of 0 to n by n + 1 nested calls, each with a load between call and return.
fn nested_sum(n: u64) -> String {
    format!(
        "global g0 \"zero\" size 8 align 8
         function f0 \"sum\"(%v0: i64) -> (i64) {{
         b0:
           %v1: i64 = const 0
           %v2: i1 = icmp.eq %v0, %v1
           branch %v2, b1, b2
         b1:
           %v3: ptr = address g0
           %v4: i64 = load.rlx %v3
           return %v4
         b2:
           %v5: i64 = const 1
           %v6: i64 = sub %v0, %v5
           %v7: i64 = call f0(%v6) @3:4
           %v8: i64 = add %v7, %v0
           return %v8
         }}
         thread \"t\" f0({n})"
    )
}

#[test]
fn calls_nest_deeply_but_not_for_ever() {
    assert_eq!(results(&nested_sum(1000)), [500_500]);
    assert_eq!(results(&nested_sum(10_000)), [50_005_000]);
    let overflow = run(&nested_sum(u64::MAX), 0);
    assert_eq!(overflow.last.action, Action::Fail(Failure::new(ErrorKind::StackOverflow)));
    assert_eq!(overflow.last.position, SourcePosition { file: 0, line: 3, column: 4 });
    assert_eq!(overflow.results, None);
}

#[test]
fn a_thread_that_runs_in_circles_is_blocked() {
    let text = "function f0 \"f\"() {\nb0:\n jump b1\nb1:\n jump b1\n}\nthread \"t\" f0()";
    assert_eq!(last_action(text), Action::Block(BlockReason::StepLimit));
}

#[test]
fn threads_stop_where_they_are_told_to() {
    let ends = |body: &str| {
        last_action(&format!("function f0 \"f\"(%v0: i1) {{\nb0:\n {body}\n}}\nthread \"t\" f0(0)"))
    };
    assert_eq!(ends("return"), Action::Exit { result: Value(0), ends: Ends::Thread });
    assert_eq!(ends("loop_bound"), Action::Block(BlockReason::LoopBound));
    assert_eq!(ends("assume %v0\n return"), Action::Block(BlockReason::Assume));
    assert_eq!(
        ends("%v1: i1 = icmp.eq %v0, %v0\n assume %v1\n return"),
        Action::Exit { result: Value(0), ends: Ends::Thread }
    );
    assert_eq!(ends("fail.assertion"), Action::Fail(Failure::new(ErrorKind::Assertion)));
    assert_eq!(ends("fail.unreachable"), Action::Fail(Failure::new(ErrorKind::Unreachable)));
}

/// All kinds of accesses with their sizes, orderings, operands and source positions.
#[test]
fn every_access_is_visible() {
    let text = "
        global g0 \"x\" size 8 align 8 init [255, 1]
        function f0 \"f\"() -> (i8, i16) {
        b0:
          %v0: ptr = address g0
          %v1: i8 = load.acq %v0 @1:1
          store.rel %v1, %v0 @2:1
          fence.acq_rel @3:1
          %v2: i8 = rmw.add.acq_rel %v0, %v1 @4:1
          %v3: i16 = load.na %v0 @5:1
          %v4: i16 = rmw.xchg.sc %v0, %v3 @2:6:1
          return %v2, %v4 @7:1
        }
        thread \"t\" f0()";
    let machine = machine(text);
    let mut memory = SequentialMemory::new(&machine);
    let run = memory.run(0);
    let x = machine.address_of(GlobalId::from_index(0));
    let byte = AccessSize::B1;
    let at = |file, line| SourcePosition { file, line, column: 1 };
    let add = RmwOp::Fetch { op: FetchOp::Add, operand: Value(255) };
    let word = AccessSize::B2;
    // 255 + 255 wraps to 254 in the byte; the byte above stays 1.
    let expected = [
        (Action::Load { address: x, size: byte, ordering: ReadOrdering::Acquire, wait: None }, at(0, 1)),
        (
            Action::Store { address: x, size: byte, ordering: WriteOrdering::Release, value: Value(255) },
            at(0, 2),
        ),
        (Action::Fence { ordering: FenceOrdering::AcqRel }, at(0, 3)),
        (
            Action::Rmw { address: x, size: byte, ordering: RmwOrdering::AcqRel, op: add, wait: None },
            at(0, 4),
        ),
        (Action::Load { address: x, size: word, ordering: ReadOrdering::NonAtomic, wait: None }, at(0, 5)),
        (
            Action::Rmw {
                address: x,
                size: word,
                ordering: RmwOrdering::SeqCst,
                op: RmwOp::Exchange(Value(0x1fe)),
                wait: None,
            },
            at(2, 6),
        ),
        (Action::Exit { result: Value(255), ends: Ends::Thread }, at(0, 7)),
    ];
    assert_eq!(run.actions, expected);
    assert_eq!(run.results, Some(vec![255, 0x1fe]));
}

/// The expected value is dead after the operation, and its register is that of a result.
const COMPARE_EXCHANGE: &str = "
    global g0 \"x\" size 4 align 4
    function f0 \"f\"(%v0: i32, %v1: ptr) -> (i32, i1) {
    b0:
      %v2: i32 = const 9
      %v3: i32, %v4: i1 = cmpxchg_weak.acq_rel.acq %v1, %v0, %v2
      return %v3, %v4
    }
    thread \"t\" f0(5, g0)";

/// One paused state, resumed again and again: each answer has its own outcome.
#[test]
fn a_state_is_good_for_any_number_of_answers() {
    let machine = machine(COMPARE_EXCHANGE);
    let step = machine.start(ThreadId::from_index(0));
    let op = RmwOp::CompareExchange {
        expected: Value(5),
        desired: Value(9),
        failure: ReadOrdering::Acquire,
        weak: true,
    };
    let address = machine.address_of(GlobalId::from_index(0));
    let ordering = RmwOrdering::AcqRel;
    assert_eq!(step.action, Action::Rmw { address, size: AccessSize::B4, ordering, op, wait: None });
    assert_eq!(machine.results(&step.state), None);
    let outcome = |answer| {
        let next = machine.resume(&step.state, answer);
        assert!(matches!(next.action, Action::Exit { .. }));
        machine.results(&next.state).map(<[u64]>::to_vec)
    };
    for _ in 0..2 {
        assert_eq!(outcome(Answer::Read(Value(5))), Some(vec![5, 1]));
        assert_eq!(outcome(Answer::Read(Value(6))), Some(vec![6, 0]));
        assert_eq!(outcome(Answer::SpuriousFailure(Value(5))), Some(vec![5, 0]));
    }
}

#[test]
fn machines_are_shared_and_states_are_sent_among_workers() {
    fn shared<T: Sync + Send>() {}
    shared::<Machine>();
    shared::<State>();
}

#[test]
fn modules_that_break_the_rules_are_refused() {
    let module = porf_ir::parse("function f0 \"f\"() -> (i32) {\nb0:\n return\n}").expect("legal text");
    assert!(matches!(Machine::new(&module), Err(MachineError::Invalid(errors)) if errors.len() == 1));
}
