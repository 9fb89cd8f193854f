use super::*;
use crate::test_support::module_of;

/// From which line to which the loops of the first function of a module go, inner ones first.
fn lines(text: &str) -> Vec<(u32, u32)> {
    let module = module_of(text);
    let (id, function) = module.functions.iter().next().expect("a function");
    let mut sources = SourceLoops::default();
    sources.add(id, function);
    sources.loops.iter().map(|found| (found.first.line, found.last.line)).collect()
}

#[test]
fn nested_loops_the_inner_one_first() {
    let text = "function f0 \"f\"(%v0: i1) {
        b0:
          jump b1 @2:1
        b1:
          branch %v0, b2, b4 @2:8
        b2:
          branch %v0, b2, b3 @4:1
        b3:
          jump b1 @2:1
        b4:
          return @7:1
        }";
    assert_eq!(lines(text), [(4, 4), (2, 4)]);
}

/// ```c
/// 2   do {
/// 3     …
/// 4   } while (…);
/// ```
/// Only the jump into the loop is at the `do`.
#[test]
fn the_keyword_is_where_the_loop_is_entered() {
    let entered = |before: &str| {
        format!(
            "function f0 \"f\"(%v0: i1) {{
            b0:
              {before}
              jump b1 @2:1
            b1:
              jump b2 @3:1
            b2:
              branch %v0, b1, b3 @4:1
            b3:
              return @5:1
            }}"
        )
    };
    assert_eq!(lines(&entered("")), [(2, 4)]);
    assert_eq!(lines(&entered("%v1: i32 = const 1 @1:5")), [(2, 4)]);
    // The jump to a label has the position of the statement before, which has other code, too.
    assert_eq!(lines(&entered("%v1: i32 = const 1 @2:1")), [(3, 4)]);
    assert_eq!(lines(&entered("%v1: i32 = const 1 @2:5")), [(3, 4)]);
}

#[test]
fn a_cycle_with_two_ways_in_is_no_more_than_its_blocks() {
    let text = "function f0 \"f\"(%v0: i1) {
        b0:
          branch %v0, b1, b2 @2:1
        b1:
          branch %v0, b2, b3 @4:1
        b2:
          branch %v0, b1, b3 @6:1
        b3:
          return @8:1
        }";
    assert_eq!(lines(text), [(4, 6)]);
}

#[test]
fn without_positions_there_is_nothing_to_be_found() {
    let text = "function f0 \"f\"(%v0: i1) {
        b0:
          jump b1
        b1:
          branch %v0, b1, b2
        b2:
          return
        }";
    assert_eq!(lines(text), []);
}
