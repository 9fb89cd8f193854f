use porf_entity::EntityId;

use super::*;
use crate::test_support::module_of;
use crate::{PassOptions, run};

fn line(line: u32) -> SourcePosition {
    SourcePosition { file: 0, line, column: 1 }
}

/// The result for a back edge: the number of its function, the number of the function in the
/// source, the first and the last line of the loop, and the reason why the back edge still exists.
type Outcome = (usize, usize, (u32, u32), Option<LoopObstacle>);

fn outcomes(text: &str) -> Vec<Outcome> {
    let report = |report: LoopReport| {
        let LoopReport { function, source, obstacle, .. } = report;
        (function.index(), source.function.index(), (source.first.line, source.last.line), obstacle)
    };
    // Those that are checked at run time are left alone, so that there is one reason for each.
    let disabled = vec![PassName::DynamicSpinAssume];
    run(&mut module_of(text), &PassOptions { disabled, ..PassOptions::default() })
        .loops
        .into_iter()
        .map(report)
        .collect()
}

/// A lock that tests before it sets: the outer loop is empty but for the inner one, whose header becomes that of both.
#[test]
fn a_jump_belongs_to_the_innermost_loop_around_its_ends() {
    let text = "global g0 \"x\" size 4 align 4
        thread \"t\" f0()
        function f0 \"lock\"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 0
          %v2: i32 = const 1
          jump b1 @2:1
        b1:
          jump b2 @3:1
        b2:
          %v3: i32 = load.rlx %v0 @3:8
          %v4: i1 = icmp.ne %v3, %v1 @3:8
          branch %v4, b3, b4 @3:8
        b3:
          jump b2 @3:1
        b4:
          %v5: i32 = rmw.xchg.acq %v0, %v2 @4:5
          %v6: i1 = icmp.ne %v5, %v1 @4:5
          branch %v6, b5, b6 @4:5
        b5:
          jump b1 @2:1
        b6:
          return
        }";
    let exchange = LoopObstacle::ReadModifyWrites(SourcePosition { column: 5, ..line(4) });
    assert_eq!(outcomes(text), [(0, 0, (3, 3), None), (0, 0, (2, 4), Some(exchange))]);
}

/// `while (…) f(…)` with the loop of `f` in lines 12 to 14, which writes what `f` is given to write to.
fn called(pointer: &str) -> String {
    format!(
        "global g0 \"x\" size 4 align 4
        global g1 \"y\" size 4 align 4
        thread \"t\" f0()
        function f0 \"caller\"() {{
        b0:
          {pointer}
          call f1(%v0) @2:1
          return @3:1
        }}
        function f1 \"wait\"(%v0: ptr) {{
        b0:
          %v1: ptr = address g0
          %v2: i32 = const 0
          jump b1 @12:1
        b1:
          %v3: i32 = load.acq %v1 @13:1
          store.na %v3, %v0 @13:9
          %v4: i1 = icmp.eq %v3, %v2 @14:9
          branch %v4, b1, b2 @14:1
        b2:
          return @15:1
        }}"
    )
}

#[test]
fn a_loop_that_is_inlined_is_reported_as_it_is_there() {
    let store = LoopObstacle::Stores(SourcePosition { column: 9, ..line(13) });
    assert_eq!(outcomes(&called("%v0: ptr = address g1")), [(1, 1, (12, 14), Some(store))]);
    // Nobody reads the variable: the loop only waits, and there is no other copy of it.
    let variable = "%v1: i64 = const 4\n %v0: ptr = alloca %v1 align 4";
    assert_eq!(outcomes(&called(variable)), [(0, 1, (12, 14), None)]);
    // Neither the store nor the original is gone if somebody else calls it.
    let two =
        called(variable).replace("return @3:1", "%v2: ptr = address g1\n call f1(%v2) @4:1\n return @3:1");
    assert_eq!(outcomes(&two), [(1, 1, (12, 14), Some(store)), (0, 1, (12, 14), None)]);
}

/// The loop in line 2 of `f0` calls `f1`, which has no loop but decides by which way to go back.
#[test]
fn a_loop_whose_back_edge_is_in_inlined_code_is_that_of_the_source() {
    let text = "global g0 \"x\" size 4 align 4
        thread \"t\" f0()
        function f0 \"waits\"() {
        b0:
          jump b1 @2:1
        b1:
          call f1() @3:1
          jump b1 @2:1
        }
        function f1 \"step\"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = load.acq %v0 @12:1
          %v2: i32 = const 0
          %v3: i1 = icmp.eq %v1, %v2 @13:1
          branch %v3, b1, b2 @13:1
        b1:
          %v4: i32 = rmw.add.acq %v0, %v1 @14:1
          return @15:1
        b2:
          return @16:1
        }";
    let outcomes = outcomes(text);
    assert!(!outcomes.is_empty());
    for (function, source, lines, _) in outcomes {
        assert_eq!((function, source, lines), (0, 0, (2, 3)));
    }
}

/// Code without positions has that of its call when it is inlined: its loop is none of the source, whether it is inlined into a
/// loop or not, nor where that is inlined in turn.
#[test]
fn loops_that_are_not_in_the_source_are_not_reported_with_those_that_are() {
    let text = "global g0 \"x\" size 4 align 4
        thread \"t\" f0()
        function f0 \"outer\"() {
        b0:
          %v0: ptr = address g0
          %v2: i32 = const 0
          jump b1 @2:1
        b1:
          call f1() @3:1
          %v1: i32 = load.acq %v0 @4:1
          %v3: i1 = icmp.eq %v1, %v2 @4:1
          branch %v3, b2, b3 @4:1
        b2:
          jump b1 @2:1
        b3:
          return @5:1
        }
        function f1 \"inner\"() {
        b0:
          call f2() @8:1
          return @9:1
        }
        function f2 \"library\"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 1
          jump b1
        b1:
          %v2: i32 = rmw.xchg.acq %v0, %v1
          %v3: i1 = icmp.eq %v2, %v1
          branch %v3, b1, b2
        b2:
          return
        }";
    let outcomes = outcomes(text);
    let functions: Vec<(usize, usize)> =
        outcomes.iter().map(|&(function, source, ..)| (function, source)).collect();
    assert_eq!(functions, [(2, 2), (0, 0)], "{outcomes:?}");
    assert_eq!(outcomes[1].2, (2, 4));
}
