use porf_ir::{Dominators, Function};

use super::{rotate, split_latch};
use crate::analyses::loops::BackEdges;
use crate::simplifications::{constant_folding, control_flow, dead_code};
use crate::test_support::function_pass;

fn tidy(function: &mut Function) {
    constant_folding::run(function);
    dead_code::run(function);
    control_flow::run(function);
}

/// Rotates the loop of the first header.
fn rotation(function: &mut Function) {
    let edges = BackEdges::find(function, &Dominators::new(&function.blocks)).natural;
    let header = edges[0].header;
    let edges: Vec<_> = edges.into_iter().filter(|edge| edge.header == header).collect();
    rotate(function, header, &edges);
    tidy(function);
}

/// CAS-LOOP2 becomes CAS-LOOP.
#[test]
fn a_flag_that_is_known_before_the_loop() {
    function_pass(
        "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          %v2: i1 = const 0
          jump b1(%v2)
        b1(%v3: i1):
          branch %v3, b3, b2
        b2:
          %v4: i32 = load.rlx %v0
          %v5: i32, %v6: i1 = cmpxchg.rlx.rlx %v0, %v4, %v1
          jump b1(%v6)
        b3:
          return
        }",
        rotation,
        "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          jump b1
        b1:
          %v2: i32 = load.rlx %v0
          %v3: i32, %v4: i1 = cmpxchg.rlx.rlx %v0, %v2, %v1
          branch %v4, b2, b1
        b2:
          return
        }",
    );
}

/// What the header computes is used in the loop and behind it: where the copies meet there are parameters.
#[test]
fn values_of_the_header_get_parameters() {
    function_pass(
        "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          jump b1(%v1)
        b1(%v2: i32):
          %v3: i32 = mul %v2, %v1
          %v4: i1 = icmp.ult %v3, %v1
          branch %v4, b2, b3
        b2:
          store.rlx %v3, %v0
          %v5: i32 = load.rlx %v0
          jump b1(%v5)
        b3:
          return %v3
        }",
        rotation,
        "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          %v2: i32 = mul %v1, %v1
          %v3: i1 = icmp.ult %v2, %v1
          branch %v3, b1(%v2), b2(%v2)
        b1(%v4: i32):
          store.rlx %v4, %v0
          %v5: i32 = load.rlx %v0
          %v6: i32 = mul %v5, %v1
          %v7: i1 = icmp.ult %v6, %v1
          branch %v7, b1(%v6), b2(%v6)
        b2(%v8: i32):
          return %v8
        }",
    );
}

/// A loop that decides at its end already, and one that does not decide at its header.
#[test]
fn other_loops_stay() {
    for text in [
        "function f0 \"f\"(%v0: ptr, %v1: i1) {
        b0:
          jump b1
        b1:
          %v2: i32 = load.rlx %v0
          branch %v1, b1, b2
        b2:
          return
        }",
        "function f0 \"f\"(%v0: ptr, %v1: i1) {
        b0:
          jump b1
        b1:
          %v2: i32 = load.rlx %v0
          branch %v1, b1, b2
        b2:
          fence.sc
          branch %v1, b1, b3
        b3:
          return
        }",
    ] {
        function_pass(text, rotation, text);
    }
}

#[test]
fn a_shared_last_block_is_split() {
    function_pass(
        "function f0 \"f\"(%v0: ptr, %v1: i1) {
        b0:
          %v2: i32 = const 0
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i32 = load.rlx %v0
          branch %v1, b2, b4(%v3)
        b2:
          store.rlx %v4, %v0
          branch %v1, b4(%v4), b3
        b3:
          return
        b4(%v5: i32):
          %v6: i32 = add %v5, %v5
          jump b1(%v6)
        }",
        |function| {
            let edges = BackEdges::find(function, &Dominators::new(&function.blocks)).natural;
            assert!(split_latch(function, edges[0]));
        },
        "function f0 \"f\"(%v0: ptr, %v1: i1) {
        b0:
          %v2: i32 = const 0
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i32 = load.rlx %v0
          branch %v1, b2, b4(%v3)
        b2:
          store.rlx %v4, %v0
          branch %v1, b5(%v4), b3
        b3:
          return
        b4(%v5: i32):
          %v6: i32 = add %v5, %v5
          jump b1(%v6)
        b5(%v7: i32):
          %v8: i32 = add %v7, %v7
          jump b1(%v8)
        }",
    );
}

/// Each iteration has an object of its own, whichever copy of the header allocates it.
#[test]
fn a_header_that_allocates_is_not_copied() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i64, %v2: i64) {
        b0:
          jump b1(%v1)
        b1(%v3: i64):
          %v4: ptr = alloca %v1 align 8
          store.na %v3, %v4
          %v5: i1 = icmp.eq %v3, %v2
          branch %v5, b3, b2
        b2:
          %v6: i64 = load.rlx %v0
          store.rlx %v4, %v0
          jump b1(%v6)
        b3:
          return
        }";
    function_pass(text, rotation, text);
}
