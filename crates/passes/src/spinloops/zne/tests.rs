use crate::analyses::effects::Effects;
use crate::analyses::externals::Externals;
use crate::test_support::{each_function, module_pass};

/// What becomes of a function whose blocks, but for the first, are given; `%v0` is the address of a location, `%v1` is 1.
#[track_caller]
fn check(before: &str, after: &str) {
    let module = |blocks: &str| {
        format!(
            "global g0 \"x\" size 4 align 4
            function f0 \"f\"() -> (i32) {{
            b0:
              %v0: ptr = address g0
              %v1: i32 = const 1
              jump b1
            {blocks}
            }}"
        )
    };
    let pass = |module: &mut porf_ir::Module| {
        let externals = Externals::new(module);
        each_function(module, |function| {
            super::run(function, &Effects::new(&externals), &externals);
        });
    };
    module_pass(&module(before), pass, &module(after));
}

#[track_caller]
fn left_alone(blocks: &str) {
    check(blocks, blocks);
}

/// INC-DEC-SPIN of the paper.
#[test]
fn an_attempt_waits_where_it_would_be_undone() {
    check(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3:
           return %v1",
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v5: i1 = cancels %v2, %v0
           branch %v5, b4, b5
         b3:
           return %v1
         b4:
           spin
         b5:
           %v4: i32 = rmw.sub.rlx %v0, %v1
           jump b1",
    );
}

/// As in a reader-writer lock that waits by loads after it has given way.
#[test]
fn loads_of_the_location_may_follow() {
    check(
        "b1:
           %v2: i32 = rmw.sub.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b4, b2
         b2:
           %v4: i32 = rmw.add.rlx %v0, %v1
           jump b3
         b3:
           %v5: i32 = load.rlx %v0
           %v6: i1 = icmp.eq %v5, %v1
           branch %v6, b1, b5
         b4:
           return %v1
         b5:
           spin",
        "b1:
           %v2: i32 = rmw.sub.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b4, b2
         b2:
           %v7: i1 = cancels %v2, %v0
           branch %v7, b6, b7
         b3:
           %v5: i32 = load.rlx %v0
           %v6: i1 = icmp.eq %v5, %v1
           branch %v6, b1, b5
         b4:
           return %v1
         b5:
           spin
         b6:
           spin
         b7:
           %v4: i32 = rmw.add.rlx %v0, %v1
           jump b3",
    );
}

#[test]
fn what_was_read_must_not_be_used_after_the_loop() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3:
           return %v2",
    );
}

#[test]
fn another_number_undoes_nothing() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i32 = const 2
           %v5: i32 = rmw.sub.rlx %v0, %v4
           jump b1
         b3:
           return %v1",
    );
}

#[test]
fn the_loop_must_not_be_left_after_the_undoing() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i32 = rmw.sub.rlx %v0, %v1
           %v4: i1 = icmp.eq %v2, %v1
           branch %v4, b2, b1
         b2:
           return %v1",
    );
}

#[test]
fn the_result_of_the_undoing_must_not_matter() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i32 = rmw.sub.rlx %v0, %v1
           %v5: i1 = icmp.eq %v4, %v1
           branch %v5, b3, b1
         b3:
           return %v1",
    );
}

/// It would be read from, or not, before it is known whether the attempt has failed.
#[test]
fn nothing_may_happen_in_between() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i32 = load.rlx %v0
           %v5: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3:
           return %v1",
    );
}

#[test]
fn there_must_not_be_two_ways_out() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           switch %v2, [0: b3, 1: b4], b2
         b2:
           %v3: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3:
           return %v1
         b4:
           %v4: i32 = const 4
           return %v4",
    );
}

/// The addition of one width and the subtraction of another one leave the upper half changed.
#[test]
fn both_must_be_of_one_type() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i64 = const 1
           %v5: i64 = rmw.sub.rlx %v0, %v4
           jump b1
         b3:
           return %v1",
    );
}

#[test]
fn both_must_be_of_one_location() {
    left_alone(
        "b1:
           %v2: i64 = const 4
           %v3: ptr = ptradd %v0, %v2
           %v4: i32 = rmw.add.rlx %v0, %v1
           %v5: i1 = icmp.eq %v4, %v1
           branch %v5, b3, b2
         b2:
           %v6: i32 = rmw.sub.rlx %v3, %v1
           jump b1
         b3:
           return %v1",
    );
}

#[test]
fn the_attempt_must_come_before_the_undoing_on_every_path() {
    left_alone(
        "b1:
           %v2: i32 = load.rlx %v0
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b2, b3
         b2:
           %v4: i32 = rmw.add.rlx %v0, %v1
           jump b3
         b3:
           %v5: i32 = rmw.sub.rlx %v0, %v1
           jump b1",
    );
}

/// On the way back from b1 the addition stays.
#[test]
fn the_next_iteration_must_not_begin_before_the_undoing() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           switch %v2, [0: b3, 1: b1], b2
         b2:
           %v3: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3:
           return %v1",
    );
}

#[test]
fn the_next_iteration_must_begin_with_the_same_values() {
    let counts = "b1:
           jump b2(%v1)
         b2(%v2: i32):
           %v3: i32 = rmw.add.rlx %v0, %v1
           %v4: i1 = icmp.eq %v3, %v2
           branch %v4, b4, b3
         b3:
           %v5: i32 = rmw.sub.rlx %v0, %v1
           %v6: i32 = add %v2, %v1
           jump b2(%v6)
         b4:
           return %v1";
    left_alone(counts);
    // On one of two ways it does.
    let sometimes = counts.replace(
        "%v6: i32 = add %v2, %v1\n           jump b2(%v6)",
        "%v6: i32 = load.rlx %v0\n%v7: i1 = icmp.eq %v6, %v1\nbranch %v7, b2(%v2), b2(%v6)",
    );
    assert_ne!(sometimes, counts);
    left_alone(&sometimes);
}

#[test]
fn the_value_read_must_not_be_passed_out_of_the_loop() {
    left_alone(
        "b1:
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3(%v2), b2
         b2:
           %v4: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3(%v5: i32):
           return %v5",
    );
}

#[test]
fn there_must_be_no_other_writes() {
    left_alone(
        "b1:
           store.rlx %v1, %v0
           %v2: i32 = rmw.add.rlx %v0, %v1
           %v3: i1 = icmp.eq %v2, %v1
           branch %v3, b3, b2
         b2:
           %v4: i32 = rmw.sub.rlx %v0, %v1
           jump b1
         b3:
           return %v1",
    );
}

#[test]
fn only_atomic_loads_of_the_location_may_follow() {
    for load in ["load.na %v0", "load.rlx %v3"] {
        left_alone(&format!(
            "b1:
               %v2: i64 = const 4
               %v3: ptr = ptradd %v0, %v2
               %v4: i32 = rmw.add.rlx %v0, %v1
               %v5: i1 = icmp.eq %v4, %v1
               branch %v5, b3, b2
             b2:
               %v6: i32 = rmw.sub.rlx %v0, %v1
               %v7: i32 = {load}
               jump b1
             b3:
               return %v1"
        ));
    }
}
