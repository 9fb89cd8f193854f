//! Whatever a program passes to the machine, it gets an answer or an error.

use crate::driver::machine_with;
use porf_entity::{BarrierStep, Content, EntityId, Random, ThreadId, Value};
use porf_ir::GlobalId;
use porf_ir::intrinsics::INTRINSICS;
use porf_program::{Action, Answer, Program};
use porf_vm::{Machine, MachineOptions};

/// A function that calls externals with any of the values that it has, and accesses memory at any of them.
fn program(random: &mut Random) -> String {
    let numbers = [0, 1, 7, 8, 17, 4096, 1 << 30, 1 << 41, (1 << 44) + 8192, 3 << 44, u64::MAX - 7, u64::MAX];
    let pointers = [
        "address g0",
        "address g1",
        "address g2",
        "address f0",
        "alloca.private %v4 align 8",
        "alloca %v4 align 16",
    ];
    let mut body = String::new();
    let mut count = 0;
    for number in numbers {
        body += &format!("%v{count}: i64 = const {number}\n");
        count += 1;
    }
    for operation in pointers {
        body += &format!("%v{count}: ptr = {operation}\n");
        count += 1;
    }
    for _ in 0..12 {
        let mut value = || random.below(count);
        let (a, b) = (value(), value());
        body += &match value() % 5 {
            0 => {
                let (pointer, offset) = (numbers.len() + a % pointers.len(), b % numbers.len());
                format!("%v{count}: ptr = ptradd %v{pointer}, %v{offset}\n")
            }
            1 => {
                let pointer = numbers.len() + a % pointers.len();
                format!("store.na %v{b}, %v{pointer}\n%v{count}: i64 = const 3\n")
            }
            _ => {
                let external = random.below(INTRINSICS.len());
                let arguments: Vec<String> =
                    (0..random.below(7)).map(|_| format!("%v{}", random.below(count))).collect();
                format!("%v{count}: i64 = call x{external}({})\n", arguments.join(", "))
            }
        };
        count += 1;
    }
    let externals: String = INTRINSICS
        .iter()
        .enumerate()
        .map(|(index, row)| format!("external x{index} \"{}\"\n", row.name))
        .collect();
    format!(
        "{externals}
         global g0 \"x\" size 24 align 8 init [37, 115, 37, 42, 100, 0, 1]
         global g1 \"c\" size 24 align 8 constant init [37, 53, 115, 37, 46, 42, 102, 37, 108, 120, 37]
         global g2 \"t\" size 24 align 8 thread_local private
         function f0 \"f\"() variadic -> (i64) {{
         b0:
           {body}
           return %v0
         }}
         thread \"t\" f0()"
    )
}

/// Runs the thread to its end or to where it waits for ever, with an answer that any memory could give.
fn run(machine: &Machine, random: &mut Random) -> Action {
    let mut step = machine.start(ThreadId::from_index(0));
    for _ in 0..2000 {
        machine.call_stack(&step.state);
        let some_value = Value(random.below(3) as u64);
        let answer = match step.action {
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                machine.describe(address, Some(&step.state));
                machine.object_at(&step.state, address);
                let value = machine.initial_value(address, size).unwrap_or(some_value);
                match random.below(8) {
                    0 => Answer::Undefined(Content::nothing(size)),
                    1 => Answer::Undefined(Content::new(value.0, 1)),
                    _ => Answer::Read(value),
                }
            }
            Action::Store { .. }
            | Action::Fence { .. }
            | Action::Free { .. }
            | Action::Detach { .. }
            | Action::AskBarrier { .. }
            | Action::Assign { .. }
            | Action::Put { .. }
            | Action::Barrier { step: BarrierStep::Arrive | BarrierStep::Destroy, .. }
            | Action::Cancel { .. } => Answer::Done,
            Action::Barrier { step: BarrierStep::Leave, .. } => Answer::Left { odd: false },
            Action::Take { .. } => Answer::Nothing,
            Action::Spawn => {
                let child = machine.start_child(&step.state, ThreadId::from_index(1));
                assert_eq!(machine.thread_name(&child.state), "f");
                Answer::Spawned(ThreadId::from_index(1))
            }
            Action::Join { .. } => Answer::Joined(some_value),
            Action::Choose { count, .. } => Answer::Chosen(some_value.0.min(count - 1)),
            Action::Block(_) | Action::Fail(_) | Action::Exit { .. } => return step.action,
        };
        step = machine.resume(&step.state, answer);
    }
    step.action
}

#[test]
fn any_values_may_be_passed() {
    let mut ends = 0;
    for seed in 0..4000 {
        let mut random = Random::from_seed(seed);
        let text = program(&mut random);
        let solo = random.below(2) == 0;
        let options = MachineOptions { solo, record_output: true, ..MachineOptions::default() };
        let machine = machine_with(&text, options);
        machine.address_of(GlobalId::from_index(2));
        ends += usize::from(matches!(run(&machine, &mut random), Action::Exit { .. }));
    }
    // Most programs of this kind go wrong early, but some come to their end.
    assert!(ends > 40, "only {ends} programs came to their end");
}
