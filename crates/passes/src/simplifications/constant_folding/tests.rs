use porf_entity::{EntityId, PrimaryMap, SecondaryMap, SourcePosition};
use porf_ir::{BinaryOp, Comparison, Instruction, Operation, Type, ValueData, ValueId};

use super::identities::{Folded, Knowledge};
use crate::test_support::function_pass;

/// Every operation on integers of three bits, with each operand known or not: what folding says must be the case for
/// all numbers that the unknown operands can have, and errors must not be lost.
#[test]
fn folding_agrees_with_evaluation_for_all_numbers() {
    let bits = 3u8;
    let ty = Type::Int(bits);
    let all = 0..1u64 << bits;
    let [lhs, rhs, result] = [0, 1, 2].map(ValueId::from_index);
    let values: PrimaryMap<ValueId, ValueData> = [ValueData { ty }; 3].into_iter().collect();
    let known = || all.clone().map(Some).chain([None]);
    for (a, b) in known().flat_map(|a| known().map(move |b| (a, b))) {
        // Two operands that are the same value, too.
        for right in [rhs, lhs] {
            if right == lhs && a != b {
                continue;
            }
            let mut knowledge = Knowledge::new(SecondaryMap::with_default(None));
            knowledge.constants[lhs] = a;
            knowledge.constants[rhs] = b;
            let mut fold = |operation: Operation| {
                let results = vec![result];
                knowledge
                    .fold(&Instruction { operation, results, position: SourcePosition::UNKNOWN }, &values)
            };
            let pairs: Vec<(u64, u64)> = all
                .clone()
                .flat_map(|x| all.clone().map(move |y| (x, y)))
                .filter(|&(x, y)| a.is_none_or(|a| a == x) && b.is_none_or(|b| b == y))
                .filter(|&(x, y)| right == rhs || x == y)
                .collect();
            let agrees = |folded: Folded, x: u64, y: u64, expected: Option<u64>| match folded {
                Folded::Unchanged => true,
                Folded::Number(bits) => expected == Some(bits),
                Folded::Operand(value) => expected == Some(if value == lhs { x } else { y }),
                Folded::Nothing => false,
            };
            for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
                let folded = fold(Operation::Binary { op, lhs, rhs: right });
                for &(x, y) in &pairs {
                    let fits = !op.overflows_signed(ty, x, y);
                    let expected = op.evaluate(ty, x, y).filter(|_| fits);
                    assert!(agrees(folded, x, y, expected), "{op} {x}, {y} with {a:?}, {b:?}: {folded:?}");
                }
                let computable = a.is_some() && b.is_some() && pairs.len() == 1;
                if computable && op.evaluate(ty, pairs[0].0, pairs[0].1).is_some() {
                    let overflows = op.overflows_signed(ty, pairs[0].0, pairs[0].1);
                    assert_eq!(folded == Folded::Unchanged, overflows, "{op} {a:?}, {b:?}");
                }
            }
            for &comparison in Comparison::ALL {
                let folded = fold(Operation::Compare { comparison, lhs, rhs: right });
                for &(x, y) in &pairs {
                    let expected = Some(u64::from(comparison.evaluate(ty, x, y)));
                    assert!(agrees(folded, x, y, expected), "{comparison} {x}, {y}: {folded:?}");
                }
            }
        }
    }
}

#[test]
fn known_branches_become_jumps_and_what_they_avoid_goes() {
    function_pass(
        "function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          %v1: i32 = const 2
          %v2: i32 = const 3
          %v3: i32 = mul %v1, %v2
          %v4: i1 = icmp.ult %v3, %v1
          branch %v4, b1, b2
        b1:
          jump b3(%v0)
        b2:
          switch %v3, [5: b1, 6: b3(%v3)], b1
        b3(%v5: i32):
          return %v5
        }",
        super::run,
        "function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          %v1: i32 = const 2
          %v2: i32 = const 3
          %v3: i32 = const 6
          %v4: i1 = const 0
          jump b1
        b1:
          jump b2
        b2:
          %v5: i32 = const 6
          return %v5
        }",
    );
}

/// Errors of the program are not computed away: divisions, and sums that do not fit.
#[test]
fn errors_stay() {
    let text = "function f0 \"f\"() -> (i8, i8, i8) {
        b0:
          %v0: i8 = const 127
          %v1: i8 = const 0
          %v2: i8 = const 1
          %v3: i8 = udiv %v0, %v1
          %v4: i8 = add.nsw %v0, %v2
          %v5: i1 = const 0
          assume %v5
          return %v3, %v4, %v4
        }";
    function_pass(text, super::run, text);
}

/// A parameter of a loop that is passed on unchanged is the value that the loop was entered with.
#[test]
fn parameters_that_never_change_become_their_value() {
    function_pass(
        "function f0 \"f\"(%v0: i32, %v1: i1) -> (i32, i32) {
        b0:
          %v2: i32 = const 7
          jump b1(%v0, %v2)
        b1(%v3: i32, %v4: i32):
          %v5: i32 = const 7
          branch %v1, b1(%v3, %v5), b2
        b2:
          return %v3, %v4
        }",
        super::run,
        "function f0 \"f\"(%v0: i32, %v1: i1) -> (i32, i32) {
        b0:
          %v2: i32 = const 7
          jump b1
        b1:
          %v3: i32 = const 7
          %v4: i32 = const 7
          branch %v1, b1, b2
        b2:
          return %v0, %v3
        }",
    );
}

/// What a comparison in C looks like, and casts there and back.
#[test]
fn casts_are_taken_back() {
    function_pass(
        "function f0 \"f\"(%v0: i1, %v1: ptr, %v2: f32) -> (i1, i1, ptr, f32) {
        b0:
          %v3: i32 = zext %v0
          %v4: i32 = const 0
          %v5: i1 = icmp.ne %v3, %v4
          %v6: i1 = trunc %v3
          %v7: i64 = ptrtoint %v1
          %v8: ptr = inttoptr %v7
          %v9: i32 = bitcast %v2
          %v10: f32 = bitcast %v9
          return %v5, %v6, %v8, %v10
        }",
        |function| {
            super::run(function);
            crate::simplifications::dead_code::run(function);
        },
        "function f0 \"f\"(%v0: i1, %v1: ptr, %v2: f32) -> (i1, i1, ptr, f32) {
        b0:
          return %v0, %v0, %v1, %v2
        }",
    );
}
