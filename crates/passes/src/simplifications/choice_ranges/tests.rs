use porf_ir::{Module, Operation};

use super::{Choices, run};
use crate::analyses::externals::Externals;
use crate::test_support::{check, each_function, module_of};

/// The range of the only choice of a module after the pass: its ends, and whether all values are tried.
fn range_in(module: &mut Module, signed_overflow: bool) -> (i64, i64, bool) {
    let choices = Choices::declare(module);
    let externals = Externals::new(module);
    each_function(module, |function| run(function, choices, &externals, signed_overflow));
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
fn range(ends: (i64, i64), code: &str) -> (i64, i64, bool) {
    range_if(false, ends, code)
}

/// As `range`; `signed_overflow` says whether a signed result that does not fit is an error.
fn range_if(signed_overflow: bool, (low, high): (i64, i64), code: &str) -> (i64, i64, bool) {
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
    range_in(&mut module_of(&text), signed_overflow)
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

/// The range if numbers from 5 on end in this code, and smaller ones survive. `%v14` is unknown.
fn range_if_large(code: &str) -> (i64, i64, bool) {
    let branch = "%v14: i32 = mul %v13, %v13
        %v15: i1 = icmp.slt %v13, %v5
        branch %v15, b1, b3
        b3:";
    range(INT, &format!("{branch}\n{code}"))
}

/// A path survives where its values are unknown, or where it does more than to compute.
#[test]
fn paths_that_survive() {
    let narrowed = "%v16: i1 = icmp.eq %v1, %v0\nassume %v16\njump b1";
    assert_eq!(range_if_large(narrowed), (INT.0, 4, false));
    let address = "%v16: ptr = address g0";
    for code in [
        // The end of the function.
        "return".to_owned(),
        // An assumption about an unknown number.
        "%v16: i1 = icmp.eq %v14, %v4\nassume %v16\njump b1".to_owned(),
        // A decision about an unknown number: on one way the path would end.
        "%v16: i1 = icmp.eq %v14, %v4
        branch %v16, b1, b4
        b4:
        %v17: i1 = icmp.eq %v1, %v0
        assume %v17
        jump b1"
            .to_owned(),
        // The lower half of a number.
        format!(
            "{address}
            %v17: i32 = const 65537
            store.na %v17, %v16
            %v18: i16 = load.na %v16
            %v19: i16 = const 1
            %v20: i1 = icmp.eq %v18, %v19
            assume %v20
            jump b1"
        ),
        // An unknown number replaces a known one.
        format!(
            "{address}
            store.na %v1, %v16
            store.na %v14, %v16
            %v17: i32 = load.na %v16
            %v18: i1 = icmp.eq %v17, %v0
            assume %v18
            jump b1"
        ),
        // A number that was known an iteration ago.
        "jump b4(%v2, %v0)
        b4(%v16: i32, %v17: i32):
        %v18: i32 = add %v16, %v1
        %v19: i1 = icmp.eq %v17, %v1
        branch %v19, b6, b5
        b5:
        jump b4(%v14, %v1)
        b6:
        %v20: i1 = icmp.eq %v18, %v5
        assume %v20
        jump b1"
            .to_owned(),
        // An object of unknown size.
        "%v16: i64 = zext %v14
        %v17: ptr = alloca %v16 align 8
        %v18: i1 = icmp.eq %v1, %v0
        assume %v18
        jump b1"
            .to_owned(),
    ] {
        assert_eq!(range_if_large(&code), (INT.0, INT.1, false), "{code}");
    }
}

#[test]
fn a_division_that_may_be_an_error_survives() {
    let code = "%v14: i32 = udiv %v1, %v13
        %v15: i1 = icmp.sgt %v13, %v5
        assume %v15
        jump b1";
    assert_eq!(range(INT, code), (0, INT.1, false));
}

/// Numbers below 5 go round a loop for ever.
#[test]
fn a_long_path_survives() {
    let code = "%v14: i1 = icmp.slt %v13, %v5
        branch %v14, b3, b1
        b3:
        jump b3";
    assert_eq!(range(INT, code), (INT.0, INT.1, false));
}

/// The greatest number plus 1 is an error, or it is the least number.
#[test]
fn sums_that_do_not_fit() {
    let chosen = "%v14: i32 = add.nsw %v13, %v1
        %v15: i1 = icmp.sgt %v14, %v5
        assume %v15
        jump b1";
    assert_eq!(range_if(true, INT, chosen), (5, INT.1, false));
    assert_eq!(range_if(false, INT, chosen), (5, INT.1 - 1, false));
    let constant = "%v14: i1 = icmp.slt %v13, %v5
        branch %v14, b1, b3
        b3:
        %v15: i32 = const 2147483647
        %v16: i32 = add.nsw %v15, %v1
        %v17: i1 = icmp.eq %v16, %v0
        assume %v17
        jump b1";
    assert_eq!(range_if(true, INT, constant), (INT.0, INT.1, false));
    assert_eq!(range_if(false, INT, constant), (INT.0, 4, false));
}
