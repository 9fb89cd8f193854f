use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Module, Operation, TerminatorKind, ValueId};

use crate::test_support::{check, module_of};

/// How a run of the first function ends.
#[derive(PartialEq, Eq, Debug)]
enum End {
    Returned(u64),
    Cut,
}

/// Runs the first function, whose externals return the numbers of `answers` in turn. Also, how many were asked for.
fn run(module: &Module, answers: &[u64]) -> (End, usize) {
    let function = module.functions.values().next().expect("a function");
    let mut values: SecondaryMap<ValueId, u64> = SecondaryMap::with_default(0);
    let mut asked = 0;
    let mut block = function.blocks.ids().next().expect("an entry");
    loop {
        for instruction in &function.blocks[block].instructions {
            let value = match instruction.operation {
                Operation::Const(bits) => bits,
                Operation::Binary { op, lhs, rhs } => {
                    let ty = function.values[lhs].ty;
                    op.evaluate(ty, values[lhs], values[rhs]).expect("no division")
                }
                Operation::Compare { comparison, lhs, rhs } => {
                    comparison.evaluate(function.values[lhs].ty, values[lhs], values[rhs]).into()
                }
                Operation::CallExternal { .. } => {
                    asked += 1;
                    answers[asked - 1]
                }
                ref other => panic!("{other:?}"),
            };
            values[instruction.results[0]] = value;
        }
        let go = |target: &porf_ir::Target| -> (BlockId, Vec<ValueId>) {
            (target.block, target.arguments.clone())
        };
        let (next, arguments) = match &function.blocks[block].terminator.kind {
            TerminatorKind::Jump(target) => go(target),
            TerminatorKind::Branch { condition, then_target, else_target } => {
                go(if values[*condition] == 1 { then_target } else { else_target })
            }
            TerminatorKind::Return(results) => {
                return (End::Returned(results.first().map_or(0, |&result| values[result])), asked);
            }
            TerminatorKind::LoopBound => return (End::Cut, asked),
            other => panic!("{other:?}"),
        };
        let passed: Vec<u64> = arguments.iter().map(|&argument| values[argument]).collect();
        for (&param, value) in function.blocks[next].params.iter().zip(passed) {
            values[param] = value;
        }
        block = next;
    }
}

fn bounded(text: &str, bound: u32) -> Module {
    let mut module = module_of(text);
    for id in module.functions.ids() {
        super::run(&mut module.functions[id], Some(bound), &Vec::new());
    }
    check(&module);
    let allocas = |module: &Module| module.to_string().matches("alloca").count();
    assert_eq!(allocas(&module), 0, "counters are values:\n{module}");
    module
}

/// `while (ask()) { ask(); }`
const WHILE: &str = "external x0 \"ask\"
    function f0 \"f\"() {
    b0:
      jump b1
    b1:
      %v0: i1 = call x0() @5:1
      branch %v0, b2, b3
    b2:
      %v1: i1 = call x0()
      jump b1
    b3:
      return
    }";

/// A loop that ends after at most N iterations is as it was; the body of iteration N + 1 does not begin.
#[test]
fn a_while_loop_runs_its_body_at_most_so_often() {
    for bound in 0..4 {
        let module = bounded(WHILE, bound as u32);
        for iterations in 0..6 {
            let mut answers: Vec<u64> = [1, 0].repeat(iterations);
            answers.push(0);
            let expected = if iterations <= bound {
                (End::Returned(0), 2 * iterations + 1)
            } else {
                (End::Cut, 2 * bound + 1)
            };
            assert_eq!(run(&module, &answers), expected, "{iterations} with bound {bound}\n{module}");
        }
        assert!(module.to_string().contains("loop_bound @5:1"), "{module}");
    }
}

/// `do ask(); while (ask2())`, with the test in a block of its own: the back edge is taken at most N
/// times.
#[test]
fn the_back_edge_of_a_do_while_loop_is_taken_at_most_so_often() {
    let text = "external x0 \"ask\"
        function f0 \"f\"() {
        b0:
          jump b1
        b1:
          %v0: i1 = call x0()
          jump b2
        b2:
          %v1: i1 = call x0()
          branch %v1, b1, b3
        b3:
          return
        }";
    for bound in 0..4 {
        let module = bounded(text, bound as u32);
        for back in 0..6 {
            let mut answers: Vec<u64> = [0, 1].repeat(back);
            answers.extend([0, 0]);
            let expected =
                if back <= bound { (End::Returned(0), 2 * back + 2) } else { (End::Cut, 2 * bound + 2) };
            assert_eq!(run(&module, &answers), expected, "{back} with bound {bound}\n{module}");
        }
    }
}

/// The inner loop has its bound anew in each iteration of the outer one.
#[test]
fn the_counter_of_an_inner_loop_begins_anew() {
    let text = "external x0 \"ask\"
        function f0 \"f\"() {
        b0:
          jump b1
        b1:
          %v0: i1 = call x0()
          branch %v0, b2, b3
        b2:
          %v1: i1 = call x0()
          branch %v1, b2, b1
        b3:
          return
        }";
    let module = bounded(text, 2);
    // Two outer iterations of two inner ones each, and then three inner ones.
    let fine = [1, 1, 1, 0, 1, 1, 1, 0, 0];
    assert_eq!(run(&module, &fine), (End::Returned(0), 9), "{module}");
    assert_eq!(run(&module, &[1, 1, 1, 1]), (End::Cut, 4));
    assert_eq!(run(&module, &[1, 0, 1, 0, 1]), (End::Cut, 5));
}

/// Two blocks that jump to each other and can both be entered first.
#[test]
fn loops_with_two_entries_are_bounded() {
    let text = "external x0 \"ask\"
        function f0 \"f\"() -> (i8) {
        b0:
          %v0: i1 = call x0()
          %v1: i8 = const 5
          branch %v0, b1, b2(%v1)
        b1:
          %v2: i1 = call x0()
          branch %v2, b2(%v1), b3(%v1)
        b2(%v3: i8):
          %v4: i1 = call x0()
          branch %v4, b1, b3(%v3)
        b3(%v5: i8):
          return %v5
        }";
    for bound in 0..4 {
        let module = bounded(text, bound);
        for first in [0, 1] {
            let mut answers = [1; 40];
            answers[0] = first;
            let (end, asked) = run(&module, &answers);
            assert_eq!(end, End::Cut);
            // Each back edge is followed by two questions at most, and so is the way in.
            assert!(asked <= 2 * bound as usize + 4, "{asked} with bound {bound}");
            answers[2] = 0;
            let (end, _) = run(&module, &answers);
            assert!(bound == 0 || end == End::Returned(5), "{end:?} with bound {bound}\n{module}");
        }
    }
}
