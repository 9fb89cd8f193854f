use porf_ir::{Module, Operation};

use super::{Choices, run};
use crate::analyses::externals::Externals;
use crate::test_support::{check, each_function, module_of};

/// The range of the only choice of a module after the pass: its ends, and whether all values are tried.
fn range_in(module: &mut Module) -> (i64, i64, bool) {
    let choices = Choices::declare(module);
    let externals = Externals::new(module);
    each_function(module, |function| run(function, choices, &externals, false));
    check(module);
    let mut ranges = Vec::new();
    for function in module.functions.values() {
        let constants = crate::analyses::function_facts::constants(function);
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            if let Operation::CallExternal { external, arguments } = &instruction.operation
                && let [low, high] = arguments[..]
            {
                let end = |value| constants[value].expect("a constant") as i64;
                ranges.push((end(low), end(high), Some(*external) == choices.all));
            }
        }
    }
    assert_eq!(ranges.len(), 1);
    ranges[0]
}

/// The range of an integer of 32 bits with this code behind it, in which it is called `%v13`, constants are `%v0` to `%v9` for 0
/// to 9, and block `b1` is the rest of the program.
fn range((low, high): (i64, i64), code: &str) -> (i64, i64, bool) {
    let constants: String = (0..10).map(|number| format!("%v{number}: i32 = const {number}\n")).collect();
    let text = format!(
        "external x0 \"__porf_nondet_some\"
        external x1 \"__porf_assume\"
        external x2 \"work\"
        global g0 \"variable\" size 4 align 4
        function f0 \"f\"() {{
        b0:
          {constants}
          %v10: i64 = const {}
          %v11: i64 = const {}
          %v12: i64 = call x0(%v10, %v11)
          %v13: i32 = trunc %v12
          jump b2
        b1:
          call x2()
          return
        b2:
          {code}
        }}",
        low as u64, high as u64,
    );
    range_in(&mut module_of(&text))
}

const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);
const UNSIGNED: (i64, i64) = (0, u32::MAX as i64);

#[test]
fn without_assumptions_nothing_is_known() {
    assert_eq!(range(INT, "jump b1"), (INT.0, INT.1, false));
    assert_eq!(range(UNSIGNED, "jump b1"), (UNSIGNED.0, UNSIGNED.1, false));
}

#[test]
fn comparisons_bound_the_choice() {
    for (comparison, expected) in [
        ("slt", (INT.0, 4, false)),
        ("sle", (INT.0, 5, false)),
        ("sgt", (6, INT.1, false)),
        ("sge", (5, INT.1, false)),
        ("eq", (5, 5, true)),
        ("ne", (INT.0, INT.1, false)),
        // A negative number is a large one.
        ("ult", (0, 4, true)),
        ("uge", (INT.0, INT.1, false)),
    ] {
        let code = format!("%v14: i1 = icmp.{comparison} %v13, %v5\nassume %v14\njump b1");
        assert_eq!(range(INT, &code), expected, "{comparison}");
    }
    let turned = "%v14: i1 = icmp.ugt %v5, %v13\nassume %v14\njump b1";
    assert_eq!(range(UNSIGNED, turned), (0, 4, true));
}

/// `assume(v >= 1 && v < 4)` as clang writes it, and two assumptions.
#[test]
fn conjunctions() {
    let both = "%v14: i1 = icmp.sge %v13, %v1
        %v15: i1 = const 0
        branch %v14, b3, b4(%v15)
        b3:
          %v16: i1 = icmp.slt %v13, %v4
          jump b4(%v16)
        b4(%v17: i1):
          %v18: i32 = zext %v17
          call x1(%v18)
          jump b1";
    assert_eq!(range(INT, both), (1, 3, true));
    let separate = "%v14: i1 = icmp.sge %v13, %v1
        assume %v14
        %v15: i1 = icmp.slt %v13, %v4
        assume %v15
        jump b1";
    assert_eq!(range(INT, separate), (1, 3, true));
}

#[test]
fn sums_may_wrap_around() {
    // v + 3 < 5, without sign: v from -3 to 1.
    let sum = "%v14: i32 = add %v13, %v3\n%v15: i1 = icmp.ult %v14, %v5\nassume %v15\njump b1";
    assert_eq!(range(INT, sum), (-3, 1, true));
    // Where overflow may be an error, nothing is concluded.
    let checked = "%v14: i32 = add.nsw %v13, %v3\n%v15: i1 = icmp.slt %v14, %v5\nassume %v15\njump b1";
    assert!(!range(INT, checked).2);
}

#[test]
fn variables_are_read_again() {
    let variable = "%v14: ptr = address g0
        store.na %v13, %v14
        %v15: i32 = load.na %v14
        %v16: i1 = icmp.ult %v15, %v3
        assume %v16
        jump b1";
    assert_eq!(range(UNSIGNED, variable), (0, 2, true));
    let atomic = variable.replace("store.na", "store.rlx");
    assert_eq!(range(UNSIGNED, &atomic), (UNSIGNED.0, UNSIGNED.1, false));
}

#[test]
fn what_happens_before_the_assumption_counts() {
    let code = "call x2()\n%v14: i1 = icmp.ult %v13, %v3\nassume %v14\njump b1";
    assert_eq!(range(UNSIGNED, code), (UNSIGNED.0, UNSIGNED.1, false));
    let unknown = "%v14: i32 = xor %v13, %v3\n%v15: i1 = icmp.ult %v14, %v3\nassume %v15\njump b1";
    assert_eq!(range(UNSIGNED, unknown), (UNSIGNED.0, UNSIGNED.1, false));
}

#[test]
fn a_choice_that_never_goes_on_stays_as_it_is() {
    let code = "%v14: i1 = const 0\nassume %v14\njump b1";
    assert_eq!(range(INT, code), (INT.0, INT.1, false));
}
