use porf_ir::{Dominators, Operation, parse};

use super::ValueRanges;
use crate::analyses::function_facts::constants;

/// Whether the shifts and divisions of a function are known to be no errors, in order.
fn harmless(code: &str) -> Vec<bool> {
    let module = parse(code).expect("the code is IR");
    let function = module.functions.values().next().expect("there is a function");
    let (constants, dominators) = (constants(function), Dominators::new(&function.blocks));
    let ranges = ValueRanges::new(function, &constants, &dominators);
    let mut found = Vec::new();
    for (block, contents) in function.blocks.iter() {
        for instruction in &contents.instructions {
            if let Operation::Binary { op, .. } = instruction.operation
                && ["shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem"].contains(&op.to_string().as_str())
            {
                found.push(ranges.is_harmless(block, &instruction.operation));
            }
        }
    }
    found
}

/// A loop that counts its iterations up to 10, beginning with a number, and shifts by the count.
fn counting(first: u32) -> String {
    format!(
        "function f0 \"f\"(%v0: i32, %v1: i1) {{
        b0:
          %v2: i32 = const {first}
          %v3: i32 = const 1
          %v4: i32 = const 10
          jump b1(%v2)
        b1(%v5: i32):
          %v6: i32 = shl %v3, %v5
          %v7: i1 = icmp.slt %v5, %v4
          branch %v7, b2, b3(%v5)
        b2:
          %v8: i32 = add %v5, %v3
          jump b3(%v8)
        b3(%v9: i32):
          branch %v1, b1(%v9), b4
        b4:
          return
        }}"
    )
}

#[test]
fn a_count_that_stops_growing_is_in_range() {
    assert_eq!(harmless(&counting(0)), [true]);
}

#[test]
fn a_count_that_begins_too_large_is_not() {
    assert_eq!(harmless(&counting(32)), [false]);
}

#[test]
fn a_count_without_limit_is_in_range_behind_a_guard_only() {
    let code = "function f0 \"f\"(%v0: i1) {
        b0:
          %v1: i32 = const 1
          %v2: i32 = const 10
          jump b1(%v1)
        b1(%v3: i32):
          %v4: i1 = icmp.ult %v3, %v2
          branch %v4, b2, b3
        b2:
          %v5: i32 = shl %v1, %v3
          jump b3
        b3:
          %v6: i32 = shl %v1, %v3
          %v7: i32 = add %v3, %v1
          branch %v0, b1(%v7), b4
        b4:
          return
        }";
    assert_eq!(harmless(code), [true, false]);
}

#[test]
fn a_signed_guard_leaves_negative_numbers() {
    let code = "function f0 \"f\"(%v0: i32) {
        b0:
          %v1: i32 = const 7
          %v2: i1 = icmp.slt %v0, %v1
          branch %v2, b1, b3
        b1:
          %v3: i32 = shl %v1, %v0
          %v4: i32 = const 0
          %v5: i1 = icmp.sgt %v0, %v4
          branch %v5, b2, b3
        b2:
          %v6: i32 = shl %v1, %v0
          %v7: i32 = sdiv %v1, %v0
          jump b3
        b3:
          %v8: i32 = urem %v1, %v0
          return
        }";
    assert_eq!(harmless(code), [false, true, true, false]);
}

#[test]
fn a_guard_on_another_edge_tells_nothing() {
    // Both edges lead to b1.
    let code = "function f0 \"f\"(%v0: i32) {
        b0:
          %v1: i32 = const 7
          %v2: i1 = icmp.ult %v0, %v1
          branch %v2, b1, b2
        b1:
          %v3: i32 = shl %v1, %v0
          return
        b2:
          jump b1
        }";
    assert_eq!(harmless(code), [false]);
}

#[test]
fn sums_that_may_wrap_are_any_number() {
    let code = "function f0 \"f\"(%v0: i32) {
        b0:
          %v1: i8 = trunc %v0
          %v2: i32 = zext %v1
          %v3: i32 = const 3
          %v4: i32 = lshr %v2, %v3
          %v5: i32 = shl %v3, %v4
          %v6: i32 = add %v0, %v3
          %v7: i32 = shl %v3, %v6
          %v8: i32 = and %v6, %v3
          %v9: i32 = shl %v3, %v8
          return
        }";
    // A number below 256 shifted by 3 is below 32.
    assert_eq!(harmless(code), [true, true, false, true]);
}
