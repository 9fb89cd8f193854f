use porf_entity::OrderingMeaning;
use porf_ir::{Dominators, Function};

use super::Comparison;
use crate::analyses::loops::BackEdges;
use crate::simplifications::{constant_folding, control_flow, dead_code};
use crate::test_support::function_pass;

/// Merges at the first header, and tidies up.
fn pass(function: &mut Function) {
    pass_under(OrderingMeaning::All, function);
}

fn pass_under(orderings: OrderingMeaning, function: &mut Function) {
    let comparison = Comparison::new(orderings);
    let edges = BackEdges::find(function, &Dominators::new(&function.blocks)).natural;
    let header = edges[0].header;
    let edges: Vec<_> = edges.into_iter().filter(|edge| edge.header == header).collect();
    if let Some(merged) = super::merged(function, header, &edges, &comparison, |merged| Some(merged.clone()))
    {
        *function = merged;
    }
    constant_folding::run(function);
    dead_code::run(function);
    control_flow::run(function);
}

#[track_caller]
fn check(before: &str, after: &str) {
    function_pass(before, pass, after);
}

/// The second thread of LOOP-PEEL becomes what the first one is.
#[test]
fn a_peeled_read() {
    check(
        "global g0 \"x\" size 4 align 4
        function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          %v1: ptr = address g0
          %v2: i32 = load.acq %v1 @1:1
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i1 = icmp.ne %v3, %v0
          branch %v4, b2, b3
        b2:
          %v5: ptr = address g0
          %v6: i32 = load.acq %v5 @2:1
          jump b1(%v6)
        b3:
          return %v3
        }",
        "global g0 \"x\" size 4 align 4
        function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          jump b2
        b1:
          return %v2
        b2:
          %v1: ptr = address g0
          %v2: i32 = load.acq %v1 @2:1
          %v3: i1 = icmp.ne %v2, %v0
          branch %v3, b2, b1
        }",
    );
}

/// The reads differ in their orderings. They are merged where these mean the same, and the one in
/// the loop stays.
#[test]
fn reads_with_different_orderings() {
    let before = "global g0 \"x\" size 4 align 4
        function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          %v1: ptr = address g0
          %v2: i32 = load.rlx %v1 @1:1
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i1 = icmp.ne %v3, %v0
          branch %v4, b2, b3
        b2:
          %v5: ptr = address g0
          %v6: i32 = load.acq %v5 @2:1
          jump b1(%v6)
        b3:
          return %v3
        }";
    let merged = "global g0 \"x\" size 4 align 4
        function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          jump b2
        b1:
          return %v2
        b2:
          %v1: ptr = address g0
          %v2: i32 = load.acq %v1 @2:1
          %v3: i1 = icmp.ne %v2, %v0
          branch %v3, b2, b1
        }";
    let not_merged = "global g0 \"x\" size 4 align 4
        function f0 \"f\"(%v0: i32) -> (i32) {
        b0:
          %v1: ptr = address g0
          %v2: i32 = load.rlx %v1 @1:1
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i1 = icmp.ne %v3, %v0
          branch %v4, b2, b3
        b2:
          %v5: ptr = address g0
          %v6: i32 = load.acq %v5 @2:1
          jump b1(%v6)
        b3:
          return %v3
        }";
    for meaning in [OrderingMeaning::Atomicity, OrderingMeaning::FullFences, OrderingMeaning::StoreFences] {
        function_pass(before, |function| pass_under(meaning, function), merged);
    }
    check(before, not_merged);
    let plain = before.replace("load.rlx", "load.na");
    function_pass(
        &plain,
        |function| pass_under(OrderingMeaning::Atomicity, function),
        &not_merged.replace("load.rlx", "load.na"),
    );
}

/// The second example of the paper's §VII: `a` is not unified, so its φ moves to the new header; `b` is.
#[test]
fn a_parameter_that_is_not_unified_moves() {
    check(
        "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          %v2: i32 = load.rlx %v0
          jump b1(%v1, %v2)
        b1(%v3: i32, %v4: i32):
          %v5: i1 = icmp.ne %v3, %v4
          branch %v5, b2, b3
        b2:
          %v6: i32 = const 1
          %v7: i32 = add %v3, %v6
          %v8: i32 = load.rlx %v0
          jump b1(%v7, %v8)
        b3:
          return %v4
        }",
        "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          jump b3(%v1)
        b1:
          %v2: i32 = const 1
          %v3: i32 = add %v4, %v2
          jump b3(%v3)
        b2:
          return %v5
        b3(%v4: i32):
          %v5: i32 = load.rlx %v0
          %v6: i1 = icmp.ne %v4, %v5
          branch %v6, b1, b2
        }",
    );
}

/// Computations from what was read are done anew, with a parameter where they differ; the order of accesses stays.
#[test]
fn computations_from_what_is_read_move_along() {
    check(
        "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32) {
        b0:
          %v3: i32 = load.acq %v0
          %v4: i32 = add %v3, %v2
          store.rlx %v4, %v1
          jump b1(%v4)
        b1(%v5: i32):
          %v6: i1 = icmp.ne %v5, %v2
          branch %v6, b2, b3
        b2:
          %v7: i32 = const 3
          %v8: i32 = load.acq %v0
          %v9: i32 = add %v8, %v7
          store.rlx %v9, %v1
          jump b1(%v9)
        b3:
          return
        }",
        "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32) {
        b0:
          jump b3(%v2)
        b1:
          %v3: i32 = const 3
          jump b3(%v3)
        b2:
          return
        b3(%v4: i32):
          %v5: i32 = load.acq %v0
          %v6: i32 = add %v5, %v4
          store.rlx %v6, %v1
          %v7: i1 = icmp.ne %v6, %v2
          branch %v7, b1, b2
        }",
    );
}

/// Both back edges and the way in end with the same read.
#[test]
fn all_blocks_before_the_header() {
    check(
        "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          %v2: i32 = load.acq %v0
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i1 = icmp.ult %v3, %v1
          branch %v4, b2, b5
        b2:
          %v5: i1 = icmp.ult %v1, %v3
          branch %v5, b3, b4
        b3:
          %v6: i32 = load.acq %v0
          jump b1(%v6)
        b4:
          store.rlx %v1, %v0
          %v7: i32 = load.acq %v0
          jump b1(%v7)
        b5:
          return
        }",
        "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          jump b4
        b1:
          %v2: i1 = icmp.ult %v1, %v3
          branch %v2, b4, b2
        b2:
          store.rlx %v1, %v0
          jump b4
        b3:
          return
        b4:
          %v3: i32 = load.acq %v0
          %v4: i1 = icmp.ult %v3, %v1
          branch %v4, b1, b3
        }",
    );
}

/// A fence or a store behind one of the reads, or another ordering, makes the tails differ; and the first value read may be
/// needed for itself.
#[test]
fn what_differs_stays() {
    let text = |first: &str, second: &str, used: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32) -> (i32) {{
            b0:
              {first}
              jump b1(%v3)
            b1(%v4: i32):
              %v5: i1 = icmp.ne %v4, %v2
              branch %v5, b2, b3
            b2:
              {second}
              jump b1(%v6)
            b3:
              return {used}
            }}"
        )
    };
    let [first, second] = ["%v3", "%v6"].map(|value| format!("{value}: i32 = load.acq %v0"));
    for (first, second, used) in [
        (&first, &second, "%v3"),
        (&first, &second.replace("acq", "rlx"), "%v4"),
        (&format!("{first}\nfence.sc"), &second, "%v4"),
        (&first, &format!("{second}\nstore.rlx %v2, %v1"), "%v4"),
    ] {
        let text = text(first, second, used);
        check(&text, &text);
    }
}

/// What is read depends on what was read before: the tails are several blocks.
#[test]
fn tails_of_several_blocks() {
    check(
        "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32) -> (i32) {
        b0:
          %v3: i32 = load.acq %v0
          %v4: i1 = icmp.eq %v3, %v2
          branch %v4, b1, b2(%v2)
        b1:
          %v5: i32 = load.acq %v1
          %v6: i32 = add %v5, %v3
          jump b2(%v6)
        b2(%v7: i32):
          jump b3(%v7)
        b3(%v8: i32):
          %v9: i1 = icmp.ult %v8, %v2
          branch %v9, b4, b7
        b4:
          fence.sc
          %v10: i32 = load.acq %v0 @5:1
          %v11: i1 = icmp.eq %v10, %v2
          branch %v11, b5, b6(%v2)
        b5:
          %v12: i32 = load.acq %v1
          %v13: i32 = add %v12, %v10
          jump b6(%v13)
        b6(%v14: i32):
          jump b3(%v14)
        b7:
          return %v8
        }",
        "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32) -> (i32) {
        b0:
          jump b3
        b1:
          fence.sc
          jump b3
        b2:
          return %v7
        b3:
          %v3: i32 = load.acq %v0 @5:1
          %v4: i1 = icmp.eq %v3, %v2
          branch %v4, b4, b5(%v2)
        b4:
          %v5: i32 = load.acq %v1
          %v6: i32 = add %v5, %v3
          jump b5(%v6)
        b5(%v7: i32):
          %v8: i1 = icmp.ult %v7, %v2
          branch %v8, b1, b2
        }",
    );
}

/// `b := x; if (b ≠ 0) do b := x while (b ≠ 0)`: the tails end with a branch, and one of them is the loop.
#[test]
fn tails_that_end_with_a_branch() {
    check(
        "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          %v2: i32 = load.acq %v0
          %v3: i1 = icmp.ne %v2, %v1
          branch %v3, b1, b2(%v2)
        b1:
          %v4: i32 = load.acq %v0
          %v5: i1 = icmp.ne %v4, %v1
          branch %v5, b1, b2(%v4)
        b2(%v6: i32):
          return %v6
        }",
        "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          jump b2
        b1:
          return %v2
        b2:
          %v2: i32 = load.acq %v0
          %v3: i1 = icmp.ne %v2, %v1
          branch %v3, b2, b1
        }",
    );
}

/// A block of a tail that something else leads to as well is needed for that.
#[test]
fn a_tail_with_another_way_in_stays() {
    let text = |elsewhere: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i32) {{
            b0:
              %v2: i32 = load.acq %v0
              %v3: i1 = icmp.eq %v2, %v1
              branch %v3, b1, b2(%v2)
            b1:
              store.rlx %v1, %v0
              return
            b2(%v4: i32):
              %v5: i1 = icmp.ult %v4, %v1
              branch %v5, b3, {elsewhere}
            b3:
              %v6: i32 = load.acq %v0
              %v7: i1 = icmp.eq %v6, %v1
              branch %v7, b4, b2(%v6)
            b4:
              store.rlx %v1, %v0
              return
            b5:
              return
            }}"
        )
    };
    let stays = text("b1").replace("b5:\n              return\n", "");
    check(&stays, &stays);
    // Without it, the tails are merged.
    let mut module = crate::test_support::module_of(&text("b5"));
    crate::test_support::each_function(&mut module, pass);
    assert_eq!(module.to_string().matches("load.acq").count(), 1, "{module}");
}

/// The code before the loop may go elsewhere.
#[test]
fn tails_that_end_with_other_jumps() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32, %v3: i1) {
        b0:
          %v4: i32 = load.acq %v0
          branch %v3, b1, b3
        b1:
          %v5: i32 = load.rlx %v1
          %v6: i1 = icmp.ne %v5, %v2
          branch %v6, b2, b3
        b2:
          %v7: i32 = load.acq %v0
          jump b1
        b3:
          return
        }";
    check(text, text);
}

#[test]
fn reads_of_other_sizes() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: ptr, %v2: i32) {
        b0:
          %v3: i64 = load.acq %v0
          jump b1
        b1:
          %v4: i32 = load.rlx %v1
          %v5: i1 = icmp.ne %v4, %v2
          branch %v5, b2, b3
        b2:
          %v6: i32 = load.acq %v0
          jump b1
        b3:
          return
        }";
    check(text, text);
}
