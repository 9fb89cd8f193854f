use porf_entity::OrderingMeaning;
use porf_ir::{Module, Operation};

use crate::analyses::effects::Effects;
use crate::analyses::externals::Externals;
use crate::spinloops::bisimilar::Comparison;
use crate::test_support::{check, each_function, module_of};

/// The number of back edges that are marked, where orderings have this meaning, and whether the
/// result depends on the meaning.
#[track_caller]
fn marked_for(text: &str, orderings: OrderingMeaning) -> (usize, bool) {
    let mut module = module_of(text);
    let externals = Externals::new(&Module::default());
    let effects = Effects::new(&externals);
    let comparison = Comparison::new(orderings);
    let mut marked = 0;
    each_function(&mut module, |function| {
        marked += super::run(function, &effects, &comparison).len();
        // Marked back edges are left alone.
        assert!(super::run(function, &effects, &comparison).is_empty());
    });
    check(&module);
    let instructions = module
        .functions
        .values()
        .flat_map(|function| function.blocks.values().flat_map(|block| &block.instructions));
    let marks = instructions.filter(|it| matches!(it.operation, Operation::Redundant { .. })).count();
    assert_eq!(marks, marked);
    (marked, comparison.depends_on_orderings.get())
}

#[track_caller]
fn marked(text: &str) -> usize {
    marked_for(text, OrderingMeaning::All).0
}

/// `e = x; while (!cas(&x, &e, y));` as clang gives it: the paths of success and failure meet, and
/// the loop is left behind that.
const LOOP: &str = "function f0 \"f\"(%v0: ptr, %v1: i32, %v2: ptr) -> (i32) {
    b0:
      %v3: i32 = load.rlx %v0
      jump b1(%v3)
    b1(%v4: i32):
      %v5: i32, %v6: i1 = cmpxchg.acq_rel.rlx %v0, %v4, %v1
      branch %v6, b3(%v4), b2
    b2:
      jump b3(%v5)
    b3(%v7: i32):
      %v8: i1 = const 1
      %v9: i1 = xor %v6, %v8
      branch %v9, b1(%v7), b4
    b4:
      return %v4
    }";

#[test]
fn the_value_of_a_failed_compare_exchange_is_that_of_a_load() {
    assert_eq!(marked(LOOP), 1);
    assert_eq!(marked(&LOOP.replace("cmpxchg.", "cmpxchg_weak.")), 1);
    // The compare-exchange may have succeeded.
    assert_eq!(marked(&LOOP.replace("branch %v9, b1(%v7), b4", "branch %v9, b4, b1(%v7)")), 0);
}

/// A load that is stronger than the failure cannot stand in for it, where orderings have a meaning.
#[test]
fn a_load_that_is_stronger_than_the_failure() {
    let text = LOOP.replace("load.rlx", "load.acq");
    assert_eq!(marked_for(&text, OrderingMeaning::All), (0, true));
    for orderings in [OrderingMeaning::Atomicity, OrderingMeaning::FullFences, OrderingMeaning::StoreFences] {
        assert_eq!(marked_for(&text, orderings), (1, true));
    }
    let text = text.replace("acq_rel.rlx", "acq_rel.acq");
    assert_eq!(marked_for(&text, OrderingMeaning::All), (1, false));
    assert_eq!(marked_for(&LOOP.replace("acq_rel.rlx", "acq_rel.sc"), OrderingMeaning::All), (1, false));
}

#[test]
fn a_load_that_is_not_atomic_is_none() {
    assert_eq!(marked(&LOOP.replace("load.rlx", "load.na")), 0);
}

#[test]
fn a_load_of_another_location() {
    assert_eq!(marked(&LOOP.replace("load.rlx %v0", "load.rlx %v2")), 0);
    // The next iteration expects another number than the value that was read.
    assert_eq!(marked(&LOOP.replace("jump b3(%v5)", "jump b3(%v1)")), 0);
}

/// Something happens between the load and the loop.
#[test]
fn a_load_that_is_not_directly_before_the_loop() {
    for between in
        ["store.rlx %v1, %v2", "fence.sc", "%v10: i32 = load.rlx %v2", "%v10: i1 = const 1\nassume %v10"]
    {
        assert_eq!(
            marked(&LOOP.replace("jump b1(%v3)", &format!("{between}\njump b1(%v3)"))),
            0,
            "{between}"
        );
    }
    let computes = "%v10: i32 = add %v1, %v1\njump b1(%v3)";
    assert_eq!(marked(&LOOP.replace("jump b1(%v3)", computes)), 1);
}

/// The value of the load is used behind the loop, too: the value of the compare-exchange is another
/// one.
#[test]
fn a_load_whose_value_is_used_otherwise() {
    assert_eq!(marked(&LOOP.replace("return %v4", "return %v3")), 0);
    let text = LOOP.replace("jump b1(%v3)", "%v10: i32 = add %v3, %v1\njump b1(%v3)");
    assert_eq!(marked(&text.replace("return %v4", "return %v10")), 0);
    assert_eq!(marked(&text), 1);
}

/// Effects of the iteration, and reads, which are none.
#[test]
fn an_iteration_with_effects() {
    let with = |what: &str| LOOP.replace("%v5: i32, %v6", &format!("{what}\n%v5: i32, %v6"));
    assert_eq!(marked(&with("store.rlx %v1, %v2")), 0);
    assert_eq!(marked(&with("store.rlx %v1, %v0")), 0);
    assert_eq!(marked(&with("%v10: i32 = rmw.add.rlx %v2, %v1")), 0);
    assert_eq!(marked(&with("%v10: i32, %v11: i1 = cmpxchg.rlx.rlx %v2, %v1, %v1")), 0);
    assert_eq!(marked(&with("%v10: i32 = load.rlx %v2")), 1);
    assert_eq!(marked(&with("%v10: i32 = load.na %v2")), 1);
    assert_eq!(marked(&with("fence.sc")), 1);
}

/// The compare-exchange must be the last action of the iteration.
#[test]
fn an_action_behind_the_read() {
    for what in ["%v10: i32 = load.rlx %v2", "%v10: i32 = load.rlx %v0", "fence.acq"] {
        assert_eq!(marked(&LOOP.replace("jump b3(%v5)", &format!("{what}\njump b3(%v5)"))), 0, "{what}");
    }
}

/// The same computation leads from the load and from the compare-exchange to the argument.
#[test]
fn values_that_are_computed_from_the_value_read() {
    let text = |before: &str, behind: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i64, %v2: i64) -> (ptr) {{
            b0:
              %v3: i64 = load.rlx %v0
              %v4: i64 = {before}
              %v5: ptr = inttoptr %v4
              jump b1(%v5)
            b1(%v6: ptr):
              %v7: i64 = ptrtoint %v6
              %v8: i64, %v9: i1 = cmpxchg.acq_rel.rlx %v0, %v7, %v1
              %v10: i64 = {behind}
              %v11: ptr = inttoptr %v10
              branch %v9, b2, b1(%v11)
            b2:
              return %v6
            }}"
        )
    };
    assert_eq!(marked(&text("add %v3, %v2", "add %v8, %v2")), 1);
    assert_eq!(marked(&text("add %v3, %v2", "add %v8, %v1")), 0);
    assert_eq!(marked(&text("add %v3, %v2", "sub %v8, %v2")), 0);
    assert_eq!(marked(&text("add %v3, %v2", "add %v7, %v2")), 0);
}

/// Another parameter of the header stays as it is, counts, or keeps the value before the last one.
#[test]
fn other_values_that_the_next_iteration_begins_with() {
    let text = |first: &str, next: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i32, %v2: i32) -> (i32) {{
            b0:
              %v3: i32 = load.rlx %v0
              jump b1(%v3, {first})
            b1(%v4: i32, %v5: i32):
              %v6: i32, %v7: i1 = cmpxchg.acq_rel.rlx %v0, %v4, %v1
              %v8: i32 = add %v5, %v1
              branch %v7, b2, b1(%v6, {next})
            b2:
              return %v5
            }}"
        )
    };
    assert_eq!(marked(&text("%v2", "%v5")), 1);
    assert_eq!(marked(&text("%v2", "%v2")), 1);
    assert_eq!(marked(&text("%v3", "%v6")), 1);
    assert_eq!(marked(&text("%v2", "%v8")), 0);
    assert_eq!(marked(&text("%v2", "%v1")), 0);
    assert_eq!(marked(&text("%v3", "%v4")), 0);
    assert_eq!(marked(&text("%v3", "%v5")), 0);
    assert_eq!(marked(&text("%v2", "%v6")), 0);
}

/// `while (e < y && !cas(&x, &e, y));`: the back edge is reached without a read, but not taken then.
#[test]
fn a_condition_in_front_of_the_compare_exchange() {
    let text = "function f0 \"f\"(%v0: ptr, %v1: i32) {
        b0:
          %v2: i32 = load.rlx %v0
          jump b1(%v2)
        b1(%v3: i32):
          %v4: i1 = icmp.ult %v3, %v1
          %v5: i1 = const 0
          branch %v4, b2, b3(%v5, %v3)
        b2:
          %v6: i32, %v7: i1 = cmpxchg.rlx.rlx %v0, %v3, %v1
          %v8: i1 = const 1
          %v9: i1 = xor %v7, %v8
          jump b3(%v9, %v6)
        b3(%v10: i1, %v11: i32):
          branch %v10, b1(%v11), b4
        b4:
          return
        }";
    assert_eq!(marked(text), 1);
    assert_eq!(marked(&text.replace("branch %v10, b1(%v11), b4", "branch %v4, b1(%v11), b4")), 0);
}

/// Another back edge begins an iteration, too. Either it also goes on with the value that was read
/// last, or it has effects and then begins with a load.
#[test]
fn other_back_edges_to_the_header() {
    let text = |other: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i32, %v2: ptr) {{
            b0:
              %v3: i32 = load.rlx %v0
              jump b1(%v3)
            b1(%v4: i32):
              %v5: i1 = icmp.eq %v4, %v1
              branch %v5, b2, b3
            b2:
              {other}
            b3:
              %v6: i32, %v7: i1 = cmpxchg.rlx.acq %v0, %v4, %v1
              branch %v7, b4, b1(%v6)
            b4:
              return
            }}"
        )
    };
    assert_eq!(marked(&text("%v8: i32 = load.rlx %v0\njump b1(%v8)")), 2);
    assert_eq!(marked(&text("store.rlx %v4, %v2\n%v8: i32 = load.acq %v0\njump b1(%v8)")), 1);
    assert_eq!(marked(&text("store.rlx %v4, %v2\n%v8: i32 = load.sc %v0\njump b1(%v8)")), 0);
    assert_eq!(marked(&text("store.rlx %v4, %v2\n%v8: i32 = load.rlx %v2\njump b1(%v8)")), 0);
    assert_eq!(marked(&text("store.rlx %v4, %v2\njump b1(%v1)")), 0);
    // Of two edges from one block, one goes on with another value.
    let two = text("%v8: i32 = load.rlx %v0\nbranch %v5, b1(%v8), b1(%v1)");
    assert_eq!(marked(&two), 0);
}

/// The address is computed in the loop, from values that do not change or from one that does.
#[test]
fn an_address_that_changes() {
    let text = |offset: &str| {
        format!(
            "function f0 \"f\"(%v0: ptr, %v1: i64, %v2: i64) {{
            b0:
              %v3: ptr = ptradd %v0, %v1
              %v4: i64 = load.rlx %v3
              jump b1(%v4)
            b1(%v5: i64):
              %v6: ptr = ptradd %v0, {offset}
              %v7: i64, %v8: i1 = cmpxchg.rlx.rlx %v6, %v5, %v2
              branch %v8, b2, b1(%v7)
            b2:
              return
            }}"
        )
    };
    assert_eq!(marked(&text("%v1")), 1);
    assert_eq!(marked(&text("%v2")), 0);
    assert_eq!(marked(&text("%v5")), 0);
}
