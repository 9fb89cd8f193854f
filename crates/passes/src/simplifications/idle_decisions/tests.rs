use crate::analyses::scratch_variables::Scratch;
use crate::simplifications::{control_flow, dead_code};
use crate::test_support::function_pass;

/// Runs the pass, and removes the code that is dead then.
#[track_caller]
fn check(before: &str, after: &str) {
    let pass = |function: &mut porf_ir::Function| {
        super::run(function, &Scratch::with_default(false));
        for _ in 0..2 {
            dead_code::run(function);
            control_flow::run(function);
        }
    };
    function_pass(before, pass, after);
}

/// A loop that takes a lock, with code for an attempt that has failed. The code goes on to `b1`.
fn lock(failed: &str) -> String {
    format!(
        "global g0 \"l\" size 4 align 4
        external x0 \"f\"
        function f0 \"lock\"(%v0: i32) {{
        b0:
          %v1: ptr = address g0
          %v2: i32 = const 1
          %v3: i32 = const 0
          jump b1(%v3)
        b1(%v4: i32):
          %v5: i32 = rmw.xchg.acq %v1, %v2
          %v6: i1 = icmp.eq %v5, %v3
          branch %v6, b2, b3
        b2:
          return
        {failed}
        }}"
    )
}

const WITHOUT_BACK_OFF: &str = "global g0 \"l\" size 4 align 4
    external x0 \"f\"
    function f0 \"lock\"(%v0: i32) {
    b0:
      %v1: ptr = address g0
      %v2: i32 = const 1
      %v3: i32 = const 0
      jump b1
    b1:
      %v4: i32 = rmw.xchg.acq %v1, %v2
      %v5: i1 = icmp.eq %v4, %v3
      branch %v5, b2, b1
    b2:
      return
    }";

#[track_caller]
fn disappears(failed: &str) {
    check(&lock(failed), WITHOUT_BACK_OFF);
}

#[track_caller]
fn stays(failed: &str) {
    let text = lock(failed);
    function_pass(
        &text,
        |function| assert_eq!(super::run(function, &Scratch::with_default(false)).decisions, 0),
        &text,
    );
}

/// `if (++n > 100) n = 0;`
#[test]
fn counters_that_decide_nothing_disappear() {
    disappears(
        "b3:
          %v7: i32 = const 100
          %v8: i32 = add %v4, %v2
          %v9: i1 = icmp.sgt %v8, %v7
          branch %v9, b4, b1(%v8)
        b4:
          jump b1(%v3)",
    );
}

/// `switch (n) { case 0: break; case 1: break; default: ; } n++;`
#[test]
fn decisions_between_several_ways_disappear() {
    disappears(
        "b3:
          switch %v4, [0: b4, 1: b5], b6
        b4:
          jump b7
        b5:
          jump b7
        b6:
          jump b7
        b7:
          %v7: i32 = add %v4, %v2
          jump b1(%v7)",
    );
}

/// A loop up to a limit that differs from iteration to iteration.
fn delay(comparison: &str, step: u32) -> String {
    format!(
        "b3:
          %v7: i32 = const {step}
          jump b4(%v3)
        b4(%v8: i32):
          %v9: i1 = icmp.{comparison} %v8, %v4
          branch %v9, b5, b6
        b5:
          %v10: i32 = add %v8, %v7
          jump b4(%v10)
        b6:
          %v11: i32 = add %v4, %v4
          jump b1(%v11)"
    )
}

#[test]
fn loops_that_certainly_end_disappear() {
    for comparison in ["slt", "ult", "ne"] {
        disappears(&delay(comparison, 1));
        disappears(&delay(comparison, 3));
    }
}

/// The limit may be the largest number, or the step may go past the limit and around.
#[test]
fn loops_that_may_not_end_stay() {
    for (comparison, step) in [
        ("sle", 1),
        ("ule", 1),
        ("slt", 2),
        ("ne", 2),
        ("sgt", 1),
        ("uge", 1),
        ("slt", 0),
        ("slt", 0xffff_ffff),
    ] {
        stays(&delay(comparison, step));
    }
}

/// Downwards to 0, and by halves.
#[test]
fn other_counting_loops_disappear() {
    for next in ["sub %v7, %v2", "lshr %v7, %v2"] {
        disappears(&format!(
            "b3:
              jump b4(%v4)
            b4(%v7: i32):
              %v8: i1 = icmp.ne %v7, %v3
              branch %v8, b5, b6
            b5:
              %v9: i32 = {next}
              jump b4(%v9)
            b6:
              %v10: i32 = add %v4, %v2
              jump b1(%v10)"
        ));
    }
}

/// Arithmetic shifts keep −1.
#[test]
fn a_loop_that_shifts_the_sign_stays() {
    stays(
        "b3:
          jump b4(%v4)
        b4(%v7: i32):
          %v8: i1 = icmp.ne %v7, %v3
          branch %v8, b5, b6
        b5:
          %v9: i32 = ashr %v7, %v2
          jump b4(%v9)
        b6:
          %v10: i32 = add %v4, %v2
          jump b1(%v10)",
    );
}

/// `if (++n > 100) something;`
/// The exponent of exponential back-off is too small for an error.
#[test]
fn delays_that_are_powers_of_two() {
    disappears(
        "b3:
          %v7: i32 = const 6
          %v8: i1 = icmp.ule %v4, %v7
          branch %v8, b4(%v3), b6
        b4(%v9: i32):
          %v10: i32 = shl %v2, %v4
          %v11: i1 = icmp.ult %v9, %v10
          branch %v11, b5, b6
        b5:
          %v12: i32 = add %v9, %v2
          jump b4(%v12)
        b6:
          %v13: i32 = const 10
          %v14: i1 = icmp.ule %v4, %v13
          branch %v14, b7, b1(%v4)
        b7:
          %v15: i32 = add %v4, %v2
          jump b1(%v15)",
    );
}

#[test]
fn decisions_on_effects_stay() {
    for something in [
        "jump b2",
        "fail.assertion",
        "%v10: i32 = load.rlx %v1\njump b1(%v3)",
        "fence.sc\njump b1(%v3)",
        "%v10: i32 = call x0()\njump b1(%v3)",
        "%v10: i32 = udiv %v2, %v4\njump b1(%v3)",
        "jump b4",
    ] {
        stays(&format!(
            "b3:
              %v7: i32 = const 100
              %v8: i32 = add %v4, %v2
              %v9: i1 = icmp.sgt %v8, %v7
              branch %v9, b4, b1(%v8)
            b4:
              {something}"
        ));
    }
}

/// Callers may pass an undefined value, and memory may have one.
#[test]
fn decisions_on_values_that_may_be_undefined_stay() {
    for undefined in ["add %v0, %v2", "load.rlx %v1", "call x0()"] {
        stays(&format!(
            "b3:
              %v7: i32 = {undefined}
              %v8: i1 = icmp.eq %v7, %v3
              branch %v8, b4, b5
            b4:
              jump b6
            b5:
              jump b6
            b6:
              jump b1(%v4)"
        ));
    }
}

/// The bound of a loop that disappears does, too. The other one stays.
#[test]
fn bounds_of_loops_that_disappear_disappear() {
    let before = "global g0 \"l\" size 4 align 4
        function f0 \"lock\"(%v0: i32) {
        b0:
          %v1: ptr = address g0
          %v2: i32 = const 1
          %v3: i32 = const 0
          jump b1(%v3)
        b1(%v4: i32):
          %v5: i32 = rmw.xchg.acq %v1, %v2
          %v6: i1 = icmp.eq %v5, %v3
          branch %v6, b8, b2
        b2:
          %v7: i1 = icmp.uge %v4, %v2
          branch %v7, b7, b3(%v3)
        b3(%v8: i32):
          %v9: i1 = icmp.slt %v8, %v4
          branch %v9, b4, b6
        b4:
          %v10: i1 = icmp.uge %v8, %v2
          branch %v10, b7, b5
        b5:
          %v11: i32 = add %v8, %v2
          jump b3(%v11)
        b6:
          %v12: i32 = add %v4, %v2
          jump b1(%v12)
        b7:
          loop_bound
        b8:
          return
        }";
    let after = "global g0 \"l\" size 4 align 4
        function f0 \"lock\"(%v0: i32) {
        b0:
          %v1: ptr = address g0
          %v2: i32 = const 1
          %v3: i32 = const 0
          jump b1(%v3)
        b1(%v4: i32):
          %v5: i32 = rmw.xchg.acq %v1, %v2
          %v6: i1 = icmp.eq %v5, %v3
          branch %v6, b5, b2
        b2:
          %v7: i1 = icmp.uge %v4, %v2
          branch %v7, b4, b3
        b3:
          %v8: i32 = add %v4, %v2
          jump b1(%v8)
        b4:
          loop_bound
        b5:
          return
        }";
    check(before, after);
}

/// The bound of a loop does not show that the loop ends.
#[test]
fn a_loop_that_only_its_bound_ends_stays() {
    let text = lock(
        "b3:
          %v7: i1 = icmp.eq %v4, %v2
          jump b4(%v3)
        b4(%v8: i32):
          branch %v7, b5, b6
        b5:
          %v9: i1 = icmp.uge %v8, %v2
          branch %v9, b8, b7
        b6:
          %v10: i32 = add %v4, %v2
          jump b1(%v10)
        b7:
          %v11: i32 = add %v8, %v2
          jump b4(%v11)
        b8:
          loop_bound",
    );
    function_pass(
        &text,
        |function| assert_eq!(super::run(function, &Scratch::with_default(false)).decisions, 0),
        &text,
    );
}

/// The iteration ends in three places. Two of them pass the same value that is needed, and the
/// decision between these is idle.
#[test]
fn a_decision_between_ways_with_the_same_arguments_disappears() {
    let head = "global g0 \"l\" size 4 align 4
        function f0 \"lock\"(%v0: i32) {
        b0:
          %v1: ptr = address g0
          %v2: i32 = const 0";
    let before = format!(
        "{head}
          %v3: i32 = const 1
          %v4: i32 = const 100
          jump b1(%v2, %v2)
        b1(%v5: i32, %v6: i32):
          %v7: i32 = load.rlx %v1
          %v8: i1 = icmp.eq %v7, %v2
          branch %v8, b2, b1(%v5, %v6)
        b2:
          %v9: i32 = rmw.xchg.acq %v1, %v6
          %v10: i1 = icmp.eq %v9, %v2
          branch %v10, b3, b4
        b3:
          return
        b4:
          %v11: i1 = icmp.slt %v5, %v4
          branch %v11, b5, b1(%v5, %v9)
        b5:
          %v12: i32 = add %v5, %v3
          jump b1(%v12, %v9)
        }}"
    );
    let after = format!(
        "{head}
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i32 = load.rlx %v1
          %v5: i1 = icmp.eq %v4, %v2
          branch %v5, b2, b1(%v3)
        b2:
          %v6: i32 = rmw.xchg.acq %v1, %v3
          %v7: i1 = icmp.eq %v6, %v2
          branch %v7, b3, b4
        b3:
          return
        b4:
          jump b1(%v6)
        }}"
    );
    check(&before, &after);
    // If they pass different values, the decision matters.
    let different = before.replace("b1(%v12, %v9)", "b1(%v12, %v3)");
    function_pass(
        &different,
        |function| assert_eq!(super::run(function, &Scratch::with_default(false)).decisions, 0),
        &different,
    );
}
