//! Calls through pointers, calls with more arguments than parameters, positions, and output.

use crate::driver::{SequentialMemory, machine, machine_with, run};
use porf_entity::{EntityId, ErrorKind, SourcePosition, ThreadId};
use porf_program::{Action, Program};
use porf_vm::MachineOptions;

#[test]
fn pointers_to_functions_are_called() {
    let text = |call: &str| {
        format!(
            "global g0 \"table\" size 16 align 8 constant pointers [8: f0]
             function f0 \"callee\"(%v0: i8, %v1: i32) -> (i32) {{
             b0:
               %v2: i32 = zext %v0
               %v3: i32 = add %v1, %v2
               return %v3
             }}
             function f1 \"caller\"() -> (i32) {{
             b0:
               %v0: i32 = const 259
               %v1: ptr = address f0
               %v2: ptr = address g0
               %v3: i64 = const 8
               %v4: ptr = ptradd %v2, %v3
               %v5: ptr = load.na %v4
               %v6: ptr = ptradd %v1, %v3
               {call}
               return %v0
             }}
             thread \"t\" f1()"
        )
    };
    let returning = |call: &str| text(&format!("%v7: i32 = {call}")).replace("return %v0", "return %v7");
    // The first argument is cut to eight bits: 3.
    assert_eq!(run(&returning("call %v1(%v0, %v0)"), 0).results, Some(vec![262]));
    assert_eq!(run(&returning("call %v5(%v0, %v0)"), 0).results, Some(vec![262]));
    // What is missing is 0, and what is too much does not matter.
    assert_eq!(run(&returning("call %v5(%v0)"), 0).results, Some(vec![3]));
    assert_eq!(run(&returning("call %v5(%v0, %v0, %v0)"), 0).results, Some(vec![262]));
    let narrow =
        text("%v7: i8 = call %v5(%v0, %v0)\n %v8: i32 = zext %v7").replace("return %v0", "return %v8");
    assert_eq!(run(&narrow, 0).results, Some(vec![6]));
    assert_eq!(run(&text("%v7: i32, %v8: i32 = call %v5(%v0)"), 0).results, Some(vec![259]));
    for wrong in ["call %v6()", "call %v2()"] {
        let machine = machine(&text(wrong));
        let Action::Fail(failure) = machine.start(ThreadId::from_index(0)).action else { panic!() };
        assert_eq!(failure.kind, ErrorKind::InvalidAccess);
        let message = failure.text.map(|text| machine.text(text));
        assert_eq!(message, Some("call of something that is not a function"));
    }
}

/// Reads its further arguments as the code of `va_arg` does that takes them from memory: the pointer at offset
/// 8 of the list, which then moves on by eight bytes. The sum of all, each times ten to the power of its place.
fn variadic(list: &str, arguments: &str) -> String {
    format!(
        "external x0 \"llvm.va_start\"
         external x1 \"llvm.va_copy\"
         external x2 \"llvm.va_end\"
         function f0 \"sum\"(%v0: i64) variadic -> (i64) {{
         b0:
           %v1: i64 = const 24
           %v2: ptr = {list}
           %v3: ptr = {list}
           call x0(%v2)
           call x1(%v3, %v2)
           %v4: i32 = load.na %v3
           %v5: i64 = const 8
           %v6: ptr = ptradd %v3, %v5
           %v7: i64 = const 0
           %v8: i64 = zext %v4
           jump b1(%v0, %v8)
         b1(%v9: i64, %v10: i64):
           %v11: i1 = icmp.eq %v9, %v7
           branch %v11, b3, b2
         b2:
           %v12: ptr = load.na %v6
           %v13: i64 = load.na %v12
           %v14: ptr = ptradd %v12, %v5
           store.na %v14, %v6
           %v15: i64 = const 10
           %v16: i64 = mul %v10, %v15
           %v17: i64 = add %v16, %v13
           %v18: i64 = const 1
           %v19: i64 = sub %v9, %v18
           jump b1(%v19, %v17)
         b3:
           call x2(%v2)
           return %v10
         }}
         function f1 \"f\"() -> (i64) {{
         b0:
           %v0: i64 = const 3
           %v1: i32 = const 1
           %v2: i64 = call f0({arguments})
           return %v2
         }}
         thread \"t\" f1()"
    )
}

#[test]
fn further_arguments_are_found_in_memory() {
    for list in ["alloca.private %v1 align 16", "alloca %v1 align 16"] {
        // The list begins with 48: no argument is in a register.
        assert_eq!(run(&variadic(list, "%v0, %v0, %v1, %v0"), 0).results, Some(vec![48_313]));
        let too_few = run(&variadic(list, "%v0, %v0"), 0);
        assert_eq!(too_few.failure().map(|(kind, _)| kind), Some(ErrorKind::OutOfBounds));
    }
    let private = run(&variadic("alloca.private %v1 align 16", "%v0, %v0, %v1, %v0"), 0);
    assert_eq!(private.visible(), []);
}

/// Code without positions belongs to whoever called it.
#[test]
fn positions_are_those_of_the_callers() {
    let text = "global g0 \"x\" size 4 align 4
        function f0 \"inner\"() -> (i32) {
        b0:
          %v0: ptr = address g0
          %v1: i32 = load.rlx %v0
          return %v1
        }
        function f1 \"middle\"() -> (i32) {
        b0:
          %v0: i32 = call f0()
          return %v0
        }
        function f2 \"outer\"() -> (i32) {
        b0:
          %v0: i32 = call f1() @1:8:3
          return %v0 @9:1
        }
        thread \"t\" f2()";
    let machine = machine(text);
    let step = machine.start(ThreadId::from_index(0));
    let call = SourcePosition { file: 1, line: 8, column: 3 };
    assert_eq!(step.position, call);
    let unknown = SourcePosition::UNKNOWN;
    let stack = [("inner", unknown), ("middle", unknown), ("outer", call)];
    assert_eq!(machine.call_stack(&step.state), stack);
}

fn bytes(text: &str) -> String {
    let bytes: Vec<String> = text.bytes().map(|byte| byte.to_string()).collect();
    format!("size {} align 1 constant init [{}]", text.len() + 1, bytes.join(", "))
}

#[test]
fn output_is_recorded_if_that_is_wanted() {
    let text = format!(
        "global g0 \"format\" {}
         global g1 \"world\" {}
         external x0 \"printf\"
         external x1 \"puts\"
         external x2 \"putchar\"
         function f0 \"f\"() -> (i32) {{
         b0:
           %v0: ptr = address g0
           %v1: ptr = address g1
           %v2: i32 = const 4294967254
           %v3: i64 = const 18446744073709551615
           %v4: i64 = const {}
           %v5: i32 = call x0(%v0, %v1, %v2, %v2, %v3, %v2, %v4)
           %v6: i32 = call x1(%v1)
           %v7: i32 = const 33
           %v8: i32 = call x2(%v7)
           return %v5
         }}
         thread \"t\" f0()",
        bytes("<%-7s|%6d|%x|%lu|%06d|%.2f|100%%>\n"),
        bytes("world"),
        2.5f64.to_bits()
    );
    for record_output in [false, true] {
        let machine = machine_with(&text, MachineOptions { record_output, ..MachineOptions::default() });
        let run = SequentialMemory::new(&machine).run(0);
        assert_eq!(run.results, Some(vec![0]));
        assert_eq!(run.visible(), []);
        let expected = "<world  |   -42|ffffffd6|18446744073709551615|-00042|2.50|100%>\nworld\n!";
        assert_eq!(machine.output(&run.last.state), if record_output { expected } else { "" });
    }
}
