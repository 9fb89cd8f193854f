use porf_entity::SourcePosition;
use porf_ir::Function;

use super::Judge;
use crate::analyses::effects::{Callee, Effects};
use crate::analyses::externals::Externals;
use crate::spinloops::loop_report::LoopObstacle;
use crate::test_support::{module_of, module_pass};

/// Why the back edges of the first function stay, in reverse postorder.
#[track_caller]
fn obstacles(text: &str) -> Vec<Option<LoopObstacle>> {
    let module = module_of(text);
    let externals = Externals::new(&module);
    let mut effects = Effects::new(&externals);
    for (id, function) in module.functions.iter().rev() {
        effects.learn(id, function);
    }
    let function = module.functions.values().next().expect("a function");
    Judge::all(function, &effects).into_iter().map(|(_, obstacle)| obstacle).collect()
}

fn pass(function: &mut Function) {
    let module = porf_ir::Module::default();
    let externals = Externals::new(&module);
    super::run(function, &Effects::new(&externals));
}

#[track_caller]
fn check(before: &str, after: &str) {
    module_pass(before, |module| crate::test_support::each_function(module, pass), after);
}

fn line(line: u32) -> SourcePosition {
    SourcePosition { file: 0, line, column: 1 }
}

/// A loop whose body is given, with the address of a global as %v0, a number as %v1, and `b9` to leave.
fn loop_of(body: &str) -> String {
    format!(
        "function f0 \"f\"(%v0: ptr, %v1: i32) {{
        b0:
          jump b1
        b1:
          {body}
        b2:
          return
        }}"
    )
}

/// `do a := x while (a ≠ 0)`, the first thread of LOOP-PEEL.
#[test]
fn a_loop_that_only_reads_ends() {
    check(
        "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          jump b1
        b1:
          %v2: i32 = load.acq %v0 @3:1
          %v3: i1 = icmp.ne %v2, %v1
          branch %v3, b1, b2 @4:1
        b2:
          return
        }",
        "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          jump b1
        b1:
          %v2: i32 = load.acq %v0 @3:1
          %v3: i1 = icmp.ne %v2, %v1
          branch %v3, b3, b2 @4:1
        b2:
          return
        b3:
          spin @4:1
        }",
    );
}

/// The second thread of LOOP-PEEL: `b` is used at the header and assigned in the loop.
#[test]
fn a_live_parameter_that_changes_keeps_the_loop() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          %v2: i32 = load.acq %v0 @2:1
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i1 = icmp.ne %v3, %v1
          branch %v4, b2, b3
        b2:
          %v5: i32 = load.acq %v0 @3:1
          jump b1(%v5) @4:1
        b3:
          return
        }";
    assert_eq!(obstacles(text), [Some(LoopObstacle::Assigns(line(3)))]);
}

/// A parameter that nothing needs may change, one that is needed may be handed round, through other blocks, too.
#[test]
fn dead_and_unchanged_parameters_are_no_obstacle() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32) -> (i32) {
        b0:
          jump b1(%v1, %v1)
        b1(%v2: i32, %v3: i32):
          %v4: i32 = load.rlx %v0
          %v5: i1 = icmp.ne %v4, %v2
          branch %v5, b2(%v2), b4
        b2(%v6: i32):
          branch %v5, b3(%v6), b2(%v6)
        b3(%v7: i32):
          jump b1(%v7, %v4)
        b4:
          return %v2
        }";
    // The inner loop reads nothing.
    assert_eq!(obstacles(text), [Some(LoopObstacle::ReadsNothing), None]);
    let changed = text.replace("b2(%v6)\n", "b2(%v4)\n");
    assert!(matches!(obstacles(&changed)[1], Some(LoopObstacle::Assigns(_))));
}

#[test]
fn effects_keep_the_loop() {
    let keeps = |instruction: &str, obstacle: LoopObstacle| {
        let text = loop_of(&format!(
            "%v2: i32 = load.rlx %v0
            {instruction} @5:1
            %v3: i1 = icmp.ne %v2, %v1
            branch %v3, b1, b2"
        ));
        let text = format!(
            "external x0 \"printf\"\n{text}\nfunction f1 \"g\"(%v0: ptr, %v1: i32) {{ b0: store.rlx %v1, %v0 return }}"
        );
        assert_eq!(obstacles(&text), [Some(obstacle)], "{instruction}");
    };
    let callee = |callee: Callee| LoopObstacle::Calls { callee, position: line(5) };
    use porf_entity::EntityId;
    keeps("store.rlx %v1, %v0", LoopObstacle::Stores(line(5)));
    let adds = LoopObstacle::Adds { global: None, position: line(5) };
    keeps("%v4: i32 = const 1\n%v5: i32 = rmw.add.rlx %v0, %v4", adds);
    keeps("%v4: i32 = rmw.add.rlx %v0, %v1", LoopObstacle::ReadModifyWrites(line(5)));
    keeps("%v4: i32, %v5: i1 = cmpxchg.rlx.rlx %v0, %v1, %v1", LoopObstacle::MayHaveSucceeded(line(5)));
    keeps("call f1(%v0, %v1)", callee(Callee::Function(porf_ir::FunctionId::from_index(1))));
    keeps("call x0(%v0)", callee(Callee::External(porf_ir::ExternalId::from_index(0))));
    keeps("call %v0()", callee(Callee::Unknown));
    keeps("unsupported \"x\"", LoopObstacle::Unsupported(line(5)));
}

#[test]
fn calls_of_what_only_reads_and_fences_are_no_obstacle() {
    let text = loop_of(
        "%v2: i32 = call f1(%v0)
        fence.sc
        call x0(%v1)
        %v3: i1 = icmp.ne %v2, %v1
        assume %v3
        branch %v3, b1, b2",
    );
    let text = format!(
        "external x0 \"__porf_assume\"\n{text}
        function f1 \"g\"(%v0: ptr) -> (i32) {{ b0: %v1: i32 = load.na %v0 return %v1 }}"
    );
    assert_eq!(obstacles(&text), [None]);
}

#[test]
fn a_loop_that_reads_nothing_stays() {
    let text = "function f0 \"f\"(%v0: i1) { b0: jump b1 b1: branch %v0, b1, b2 b2: return }";
    assert_eq!(obstacles(text), [Some(LoopObstacle::ReadsNothing)]);
}

/// Ways to find out that the compare-exchange of CAS-LOOP has failed, all of which end the loop; and with the targets of
/// the branch exchanged, so that the back edge is taken after success, it stays.
#[test]
fn a_compare_exchange_that_failed_is_no_obstacle() {
    let tests = [
        ("", "%v4, b2, b1"),
        ("%v5: i1 = const 1 %v6: i1 = xor %v4, %v5", "%v6, b1, b2"),
        ("%v5: i8 = zext %v4 %v6: i1 = trunc %v5", "%v6, b2, b1"),
        ("%v5: i32 = zext %v4 %v6: i32 = const 0 %v7: i1 = icmp.eq %v5, %v6", "%v7, b1, b2"),
        ("%v5: i1 = icmp.eq %v3, %v2", "%v5, b2, b1"),
        ("%v5: i1 = icmp.ne %v2, %v3", "%v5, b1, b2"),
        (
            "%v5: i32 = const 7 %v6: i32 = const 8 %v7: i32 = select %v4, %v5, %v6 %v8: i1 = icmp.eq %v7, %v6",
            "%v8, b1, b2",
        ),
    ];
    for (computation, branch) in tests {
        for weak in ["", "_weak"] {
            let text = loop_of(&format!(
                "%v2: i32 = load.rlx %v0
                %v3: i32, %v4: i1 = cmpxchg{weak}.acq_rel.rlx %v0, %v2, %v1
                {computation}
                branch {branch}"
            ));
            assert_eq!(obstacles(&text), [None], "{text}");
            let (condition, targets) = branch.split_once(", ").expect("a condition");
            let (yes, no) = targets.split_once(", ").expect("two targets");
            let text = text.replace(branch, &format!("{condition}, {no}, {yes}"));
            assert!(matches!(obstacles(&text)[..], [Some(LoopObstacle::MayHaveSucceeded(_))]), "{text}");
        }
    }
}

/// A weak compare-exchange may fail although it read the expected value; but what it read was expected if it succeeded.
#[test]
fn the_value_read_tells_of_success_only_against_the_expected_value() {
    let text = loop_of(
        "%v2: i32 = load.rlx %v0
        %v3: i32, %v4: i1 = cmpxchg.acq_rel.rlx %v0, %v2, %v1
        %v5: i1 = icmp.eq %v3, %v1
        branch %v5, b2, b1",
    );
    assert!(matches!(obstacles(&text)[..], [Some(LoopObstacle::MayHaveSucceeded(_))]));
    // With a number as the expected value, any comparison with that number will do.
    let text = loop_of(
        "%v2: i32 = const 5
        %v3: i32, %v4: i1 = cmpxchg.acq_rel.rlx %v0, %v2, %v1
        switch %v3, [5: b2], b1",
    );
    assert_eq!(obstacles(&text), [None]);
}

/// Success is remembered in a parameter of a block where two paths meet.
#[test]
fn success_through_parameters() {
    let text = |after_success: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i32, %v2: i1) {{
            b0:
              %v3: i1 = const 0
              jump b1
            b1:
              %v4: i32 = load.rlx %v0
              branch %v2, b2, b3(%v3)
            b2:
              %v5: i32, %v6: i1 = cmpxchg.acq_rel.rlx %v0, %v4, %v1
              branch %v6, b3({after_success}), b3(%v3)
            b3(%v7: i1):
              branch %v7, b4, b1
            b4:
              return
            }}"
        )
    };
    assert_eq!(obstacles(&text("%v6")), [None]);
    assert!(matches!(obstacles(&text("%v3"))[..], [Some(LoopObstacle::MayHaveSucceeded(_))]));
}

/// An inner loop may run the compare-exchange again: that the last one failed says nothing of those before.
#[test]
fn an_earlier_success_is_not_forgotten() {
    let text = |again: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i32) {{
            b0:
              jump b1
            b1:
              %v2: i32 = load.rlx %v0
              jump b2
            b2:
              %v3: i32, %v4: i1 = cmpxchg.acq_rel.rlx %v0, %v2, %v1
              %v5: i32 = load.rlx %v0
              %v6: i1 = icmp.eq %v5, %v1
              branch %v6, {again}, b3
            b3:
              branch %v4, b4, b1
            b4:
              return
            }}"
        )
    };
    assert_eq!(obstacles(&text("b4")), [None]);
    let both = obstacles(&text("b2"));
    assert!(
        both.iter().all(|obstacle| matches!(obstacle, Some(LoopObstacle::MayHaveSucceeded(_)))),
        "{both:?}"
    );
    assert_eq!(both.len(), 2);
}

/// The `expected` of C's compare-exchange gets the value that was read: the next iteration expects another value.
#[test]
fn an_expected_value_that_the_failure_updates_is_an_obstacle() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          %v2: i32 = load.rlx %v0
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i32, %v5: i1 = cmpxchg.rlx.rlx %v0, %v3, %v1 @7:1
          branch %v5, b2, b1(%v4)
        b2:
          return
        }";
    assert_eq!(obstacles(text), [Some(LoopObstacle::Assigns(line(7)))]);
}

/// The dequeue of the paper's Fig. 3: three loopy paths, of which the one that helps others by moving the tail stays.
#[test]
fn the_dequeue_loses_two_of_three_back_edges() {
    check(
        "function f0 \"dequeue\"(%v0: ptr, %v1: ptr, %v2: ptr) -> (i64) {
        b0:
          %v3: i64 = const 0
          jump b1
        b1:
          %v4: i64 = load.acq %v0
          %v5: i64 = load.acq %v1
          %v6: i64 = load.acq %v2
          %v7: i64 = load.acq %v0
          %v8: i1 = icmp.ne %v4, %v7
          branch %v8, b1, b2
        b2:
          %v9: i1 = icmp.eq %v4, %v5
          branch %v9, b3, b5
        b3:
          %v10: i1 = icmp.ne %v6, %v3
          branch %v10, b4, b6(%v3)
        b4:
          %v11: i64, %v12: i1 = cmpxchg.rel.rlx %v1, %v5, %v6
          jump b1
        b5:
          %v13: i64, %v14: i1 = cmpxchg.rel.rlx %v0, %v4, %v6
          branch %v14, b6(%v6), b1
        b6(%v15: i64):
          return %v15
        }",
        "function f0 \"dequeue\"(%v0: ptr, %v1: ptr, %v2: ptr) -> (i64) {
        b0:
          %v3: i64 = const 0
          jump b1
        b1:
          %v4: i64 = load.acq %v0
          %v5: i64 = load.acq %v1
          %v6: i64 = load.acq %v2
          %v7: i64 = load.acq %v0
          %v8: i1 = icmp.ne %v4, %v7
          branch %v8, b7, b2
        b2:
          %v9: i1 = icmp.eq %v4, %v5
          branch %v9, b3, b5
        b3:
          %v10: i1 = icmp.ne %v6, %v3
          branch %v10, b4, b6(%v3)
        b4:
          %v11: i64, %v12: i1 = cmpxchg.rel.rlx %v1, %v5, %v6
          jump b1
        b5:
          %v13: i64, %v14: i1 = cmpxchg.rel.rlx %v0, %v4, %v6
          branch %v14, b6(%v6), b8
        b6(%v15: i64):
          return %v15
        b7:
          spin
        b8:
          spin
        }",
    );
}

/// A spinloop inside of a loop that has effects: the inner one ends, the outer one stays.
#[test]
fn an_inner_loop_is_judged_for_itself() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          jump b1(%v1)
        b1(%v2: i32):
          jump b2
        b2:
          %v3: i32 = load.acq %v0
          %v4: i1 = icmp.ne %v3, %v1
          branch %v4, b2, b3
        b3:
          store.rel %v2, %v0
          %v5: i32 = const 1
          %v6: i32 = sub %v2, %v5 @9:1
          %v7: i1 = icmp.ne %v6, %v1
          branch %v7, b1(%v6), b4
        b4:
          return
        }";
    assert_eq!(obstacles(text), [None, Some(LoopObstacle::Assigns(line(9)))]);
}

/// What decides only whether the execution is cut at a bound does not matter.
#[test]
fn the_counter_of_a_bound_is_no_obstacle() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          %v2: i32 = const 0
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i32 = load.acq %v0
          %v5: i1 = icmp.ne %v4, %v1
          branch %v5, b2, b4
        b2:
          %v6: i32 = const 4
          %v7: i1 = icmp.uge %v3, %v6
          branch %v7, b5, b3
        b3:
          %v8: i32 = const 1
          %v9: i32 = add %v3, %v8
          jump b1(%v9)
        b4:
          return
        b5:
          loop_bound
        }";
    assert_eq!(obstacles(text), [None]);
    // But what is needed besides is an obstacle.
    let text = text.replace("b4:", "b4: store.rlx %v3, %v0");
    assert!(matches!(obstacles(&text)[..], [Some(LoopObstacle::Assigns(_))]));
}

#[test]
fn a_cycle_with_two_ways_in_stays() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i1) {
        b0:
          branch %v1, b1, b2
        b1:
          %v2: i32 = load.acq %v0
          jump b2
        b2:
          branch %v1, b1, b3
        b3:
          return
        }";
    assert_eq!(obstacles(text), [Some(LoopObstacle::Irreducible)]);
}

/// Each iteration begins with the values of the one before, but exchanged.
#[test]
fn values_that_change_places() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32, %v2: i32) -> (i32) {
        b0:
          jump b1(%v1, %v2)
        b1(%v3: i32, %v4: i32):
          %v5: i32 = load.acq %v0
          %v6: i1 = icmp.ne %v5, %v3
          branch %v6, b1(%v4, %v3), b2
        b2:
          return %v4
        }";
    assert!(matches!(obstacles(text)[..], [Some(LoopObstacle::Assigns(_))]));
    assert_eq!(obstacles(&text.replace("b1(%v4, %v3)", "b1(%v3, %v4)")), [None]);
}
