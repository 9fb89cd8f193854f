use porf_entity::SourcePosition;
use porf_ir::Module;

use crate::test_support::{check, module_of};
use crate::{LoopObstacle, LoopReport, PassName, PassOptions, run};

use PassName::{Bisimilarity, DynamicSpinAssume, FailedValues, LoopPurity, LoopRotation, SpinAssume};

#[track_caller]
fn optimised(text: &str, options: &PassOptions) -> (Module, Vec<LoopReport>) {
    let mut module = module_of(text);
    let reports = run(&mut module, options).loops;
    check(&module);
    (module, reports)
}

fn count(module: &Module, word: &str) -> usize {
    module.to_string().matches(word).count()
}

/// What became of each back edge, without bounds and with: that makes no difference.
#[track_caller]
fn outcomes(text: &str) -> Vec<(Vec<PassName>, Option<LoopObstacle>)> {
    let [without, with] = [None, Some(3)].map(|unroll| {
        let (_, reports) = optimised(text, &PassOptions { unroll, ..PassOptions::default() });
        let mut outcomes: Vec<_> =
            reports.into_iter().map(|report| (report.applied, report.obstacle)).collect();
        outcomes.sort_by_key(|(applied, obstacle)| (applied.clone(), obstacle.is_some()));
        outcomes
    });
    let applied = |outcomes: &[(Vec<PassName>, Option<LoopObstacle>)]| {
        outcomes.iter().map(|(_, obstacle)| *obstacle).collect::<Vec<_>>()
    };
    assert_eq!(applied(&without), applied(&with));
    without
}

fn line(line: u32) -> SourcePosition {
    SourcePosition { file: 0, line, column: 1 }
}

/// `v = x` in a function, called before the loop and in it. The function is inlined, and a peeled read is left.
const CALLED: &str = "global g0 \"x\" size 4 align 4
    thread \"t\" f0()
    function f0 \"f\"() -> (i32) {
    b0:
      %v0: i64 = const 4
      %v1: ptr = alloca %v0 align 4
      %v2: i32 = call f1() @2:1
      store.na %v2, %v1
      jump b1
    b1:
      %v3: i32 = load.na %v1
      %v4: i32 = const 0
      %v5: i1 = icmp.ne %v3, %v4 @3:1
      branch %v5, b2, b3 @3:1
    b2:
      %v6: i32 = call f1() @4:1
      store.na %v6, %v1
      jump b1 @5:1
    b3:
      return %v3
    }
    function f1 \"read\"() -> (i32) {
    b0:
      %v0: ptr = address g0
      %v1: i32 = load.acq %v0
      return %v1
    }";

#[test]
fn a_peeled_call_becomes_one_read_that_ends_or_spins() {
    for unroll in [None, Some(1), Some(5)] {
        let (module, reports) = optimised(CALLED, &PassOptions { unroll, ..PassOptions::default() });
        assert_eq!(count(&module, "load.acq"), 1, "{module}");
        assert_eq!((count(&module, "spin"), count(&module, "loop_bound")), (1, 0), "{module}");
        let [report] = &reports[..] else { panic!("{reports:?}") };
        assert_eq!(report.applied, [Bisimilarity, SpinAssume]);
        assert_eq!((report.obstacle, report.header), (None, line(4)));
        // Where it decides to go on, or where it does.
        assert!([line(3), line(5)].contains(&report.back_edge));
    }
}

/// Without bisimilarity, rotation makes it two reads; without that, too, the back edge is marked; without marks nothing
/// can be done; and without spin-assume, the loop is changed but stays.
#[test]
fn passes_can_be_turned_off() {
    let without = |disabled: &[PassName]| {
        let disabled = [disabled, &[LoopPurity, DynamicSpinAssume]].concat();
        optimised(CALLED, &PassOptions { disabled, ..PassOptions::default() })
    };
    let (module, reports) = without(&[Bisimilarity]);
    assert_eq!((count(&module, "load.acq"), count(&module, "spin")), (2, 1));
    assert_eq!(reports[0].applied, [LoopRotation, SpinAssume]);
    let (module, reports) = without(&[Bisimilarity, LoopRotation]);
    assert_eq!((count(&module, "load.acq"), count(&module, "redundant")), (2, 1));
    assert_eq!((&reports[0].applied[..], reports[0].obstacle), (&[FailedValues][..], None));
    let (module, reports) = without(&[Bisimilarity, LoopRotation, FailedValues]);
    assert_eq!((count(&module, "load.acq"), count(&module, "spin")), (2, 0));
    assert_eq!(count(&module, "redundant"), 0);
    assert_eq!(
        (&reports[0].applied[..], reports[0].obstacle),
        (&[][..], Some(LoopObstacle::Assigns(line(4))))
    );
    let (module, reports) = without(&[SpinAssume]);
    assert_eq!((count(&module, "load.acq"), count(&module, "spin")), (1, 0));
    assert_eq!(
        (&reports[0].applied[..], reports[0].obstacle),
        (&[Bisimilarity][..], Some(LoopObstacle::TurnedOff))
    );
}

/// `s = 0; while (!s) { a = x; s = CAS(x, a, a + 1); }` with the flag in memory as a compiler that does not optimise has it.
#[test]
fn a_flag_on_the_stack() {
    let text = "global g0 \"x\" size 4 align 4
        thread \"t\" f0()
        function f0 \"f\"() {
        b0:
          %v0: i64 = const 1
          %v1: ptr = alloca %v0 align 1
          %v2: i8 = const 0
          store.na %v2, %v1
          %v3: ptr = address g0
          jump b1
        b1:
          %v4: i8 = load.na %v1
          %v5: i1 = trunc %v4
          %v6: i1 = const 1
          %v7: i1 = xor %v5, %v6
          branch %v7, b2, b3
        b2:
          %v8: i32 = load.rlx %v3
          %v9: i32 = const 1
          %v10: i32 = add %v8, %v9
          %v11: i32, %v12: i1 = cmpxchg.acq_rel.rlx %v3, %v8, %v10
          %v13: i8 = zext %v12
          store.na %v13, %v1
          jump b1
        b3:
          return
        }";
    assert_eq!(outcomes(text), [(vec![LoopRotation, SpinAssume], None)]);
}

/// `a = b = 0; while (!a || !b) { a = x; b = y; }`, and with `&&`: the condition is two blocks.
#[test]
fn a_condition_of_several_blocks() {
    let or = "global g0 \"x\" size 4 align 4
        global g1 \"y\" size 4 align 4
        thread \"t\" f0()
        function f0 \"f\"() {
        b0:
          %v0: i32 = const 0
          %v1: ptr = address g0
          %v2: ptr = address g1
          jump b1(%v0, %v0)
        b1(%v3: i32, %v4: i32):
          %v5: i1 = icmp.eq %v3, %v0
          branch %v5, b3, b2
        b2:
          %v6: i1 = icmp.eq %v4, %v0
          branch %v6, b3, b4
        b3:
          %v7: i32 = load.acq %v1
          %v8: i32 = load.acq %v2
          jump b1(%v7, %v8)
        b4:
          return
        }";
    let and = or.replace("branch %v5, b3, b2", "branch %v5, b2, b4");
    for text in [or, &and] {
        let found = outcomes(text);
        assert!(!found.is_empty() && found.iter().all(|(_, obstacle)| obstacle.is_none()), "{found:?}");
    }
}

/// `for (;;)` with `continue`: all paths go through one last block, which with a bound counts. One of them writes.
#[test]
fn paths_that_share_the_last_block() {
    let text = "global g0 \"x\" size 4 align 4
        thread \"t\" f0()
        function f0 \"f\"() {
        b0:
          %v0: ptr = address g0
          jump b1
        b1:
          %v1: i32 = load.acq %v0
          switch %v1, [0: b4, 1: b2], b3
        b2:
          store.rlx %v1, %v0 @7:1
          jump b4
        b3:
          %v2: i32, %v3: i1 = cmpxchg.acq_rel.rlx %v0, %v1, %v1
          branch %v3, b5, b4
        b4:
          jump b1
        b5:
          return
        }";
    let found = outcomes(text);
    let removed = found.iter().filter(|(_, obstacle)| obstacle.is_none()).count();
    assert_eq!(removed, 2);
    assert_eq!(found.len(), 3);
    assert!(found.iter().any(|(_, obstacle)| *obstacle == Some(LoopObstacle::Stores(line(7)))));
}

/// The push of the paper's Fig. 4, with a flag: rotation makes the next iteration begin as this one did, and what the store
/// to the node means is found out when the program runs.
#[test]
fn what_helps_only_at_run_time_is_done_as_well() {
    let text = "global g0 \"top\" size 8 align 8
        external x0 \"malloc\"
        thread \"t\" f0()
        function f0 \"push\"() {
        b0:
          %v0: i64 = const 8
          %v1: ptr = call x0(%v0)
          %v2: ptr = address g0
          %v3: i1 = const 0
          jump b1(%v3)
        b1(%v4: i1):
          branch %v4, b3, b2 @5:1
        b2:
          %v5: ptr = load.acq %v2 @6:1
          store.na %v5, %v1 @7:1
          %v6: ptr, %v7: i1 = cmpxchg.rel.rlx %v2, %v5, %v1 @8:1
          jump b1(%v7) @9:1
        b3:
          return
        }";
    let applied = vec![LoopRotation, DynamicSpinAssume];
    assert_eq!(outcomes(text), [(applied, Some(LoopObstacle::Stores(line(7))))]);
}

/// A loop that changes something is left as it is.
#[test]
fn a_loop_that_counts_stays_as_it_is() {
    let text = "global g0 \"x\" size 4 align 4
        thread \"t\" f0()
        function f0 \"f\"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 0
          %v2: i32 = const 3
          %v3: i32 = const 1
          jump b1(%v1)
        b1(%v4: i32):
          %v5: i1 = icmp.ult %v4, %v2
          branch %v5, b2, b3
        b2:
          store.rlx %v4, %v0
          %v6: i32 = add %v4, %v3 @8:1
          jump b1(%v6)
        b3:
          return
        }";
    let (module, reports) = optimised(text, &PassOptions::default());
    assert_eq!(module.to_string(), module_of(text).to_string());
    assert_eq!(reports.len(), 1);
    assert_eq!(
        (&reports[0].applied[..], reports[0].obstacle),
        (&[][..], Some(LoopObstacle::Assigns(line(8))))
    );
}

/// Loops that were inlined are reported where they come from, and those of code without positions not with that of the call.
#[test]
fn inlined_loops_are_reported_once() {
    let text = |position: &str| {
        format!(
            "global g0 \"x\" size 4 align 4
            thread \"t\" f0()
            function f0 \"f\"() {{
            b0:
              call f1() @2:1
              call f1() @3:1
              return
            }}
            function f1 \"lock\"() {{
            b0:
              %v0: ptr = address g0
              %v1: i32 = const 1
              jump b1
            b1:
              %v2: i32 = rmw.xchg.acq %v0, %v1 {position}
              %v3: i1 = icmp.eq %v2, %v1
              branch %v3, b1, b2 {position}
            b2:
              return
            }}"
        )
    };
    for position in ["", "@7:1"] {
        let (_, reports) = optimised(&text(position), &PassOptions::default());
        let functions: Vec<String> = reports.iter().map(|report| report.function.to_string()).collect();
        assert_eq!(functions, ["f1"], "{reports:?}");
    }
}
