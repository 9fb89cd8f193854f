use porf_ir::Module;

use crate::analyses::atomic_globals::AtomicGlobals;
use crate::analyses::effects::Effects;
use crate::analyses::externals::Externals;
use crate::test_support::{check, each_function, forget_iterations, module_of, module_pass};

fn run(module: &mut Module) {
    let externals = Externals::new(module);
    let mut effects = Effects::new(&externals);
    for (id, function) in module.functions.iter() {
        effects.learn(id, function);
    }
    let globals = AtomicGlobals::new(module);
    each_function(module, |function| {
        super::run(function, &effects, &globals);
    });
}

/// The text with values numbered without gaps, in the same order, so that texts can be put together from pieces.
fn numbered(text: &str) -> String {
    let functions = text.split_inclusive("\n        }");
    functions
        .map(|function| {
            let numbers = |piece: &str| {
                piece[..piece.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.len())].to_owned()
            };
            let mut used: Vec<usize> =
                function.split("%v").skip(1).filter_map(|piece| numbers(piece).parse().ok()).collect();
            used.sort_unstable();
            used.dedup();
            let mut pieces = function.split("%v");
            let mut result = pieces.next().unwrap_or_default().to_owned();
            for piece in pieces {
                let number = numbers(piece);
                let place = number
                    .parse()
                    .ok()
                    .and_then(|number: usize| used.binary_search(&number).ok())
                    .unwrap_or(0);
                result += &format!("%v{place}{}", &piece[number.len()..]);
            }
            result
        })
        .collect()
}

/// What the pass makes of a module. Once more changes nothing.
#[track_caller]
fn after(text: &str) -> String {
    let mut module = module_of(&numbered(text));
    run(&mut module);
    check(&module);
    let once = module.clone();
    run(&mut module);
    assert_eq!(once.to_string(), module.to_string());
    forget_iterations(&mut module);
    each_function(&mut module, porf_ir::Function::renumber_values);
    module.to_string()
}

#[track_caller]
fn becomes(before: &str, expected: &str) {
    module_pass(&numbered(before), run, &numbered(expected));
    after(before);
}

#[track_caller]
fn stays(text: &str) {
    becomes(text, text);
}

/// Pieces that a text has, one behind the other.
#[track_caller]
fn has(text: &str, pieces: &[&str]) {
    let mut rest = text;
    for piece in pieces {
        let Some(at) = rest.find(piece) else { panic!("no {piece:?} where it should be in\n{text}") };
        rest = &rest[at + piece.len()..];
    }
}

/// await Fig. 2: a loop that waits for a value.
#[test]
fn a_loop_that_only_reads_waits_behind_its_load() {
    becomes(
        r#"
        global g0 "x" size 4 align 4
        function f0 "p"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 1
          jump b1
        b1:
          %v2: i32 = load.rlx %v0
          %v3: i1 = icmp.eq %v2, %v1
          branch %v3, b2, b1
        b2:
          return
        }
        "#,
        r#"
        global g0 "x" size 4 align 4
        function f0 "p"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 1
          jump b1
        b1:
          %v2: i32 = load.rlx %v0
          %v3: i1 = icmp.eq %v2, %v1
          branch %v3, b2, b3
        b2:
          return
        b3:
          spin
        }
        "#,
    );
}

/// await Fig. 6: `do { a = x; b = y; if (a == 4) z = b; } while (a >= 4)` waits behind the first load if a > 4.
#[test]
fn a_loop_that_writes_on_one_path_waits_on_the_other_one() {
    becomes(
        r#"
        global g0 "x" size 4 align 4
        global g1 "y" size 4 align 4
        global g2 "z" size 4 align 4
        function f0 "p"() -> (i32) {
        b0:
          %v0: ptr = address g0
          %v1: ptr = address g1
          %v2: ptr = address g2
          %v3: i32 = const 4
          jump b1
        b1:
          %v4: i32 = load.rlx %v0
          %v5: i32 = load.rlx %v1
          %v6: i1 = icmp.eq %v4, %v3
          branch %v6, b2, b3
        b2:
          store.rlx %v5, %v2
          jump b3
        b3:
          %v7: i1 = icmp.uge %v4, %v3
          branch %v7, b1, b4
        b4:
          return %v5
        }
        "#,
        r#"
        global g0 "x" size 4 align 4
        global g1 "y" size 4 align 4
        global g2 "z" size 4 align 4
        function f0 "p"() -> (i32) {
        b0:
          %v0: ptr = address g0
          %v1: ptr = address g1
          %v2: ptr = address g2
          %v3: i32 = const 4
          jump b1
        b1:
          %v4: i32 = load.rlx %v0
          %v5: i1 = icmp.eq %v4, %v3
          branch %v5, b6, b7
        b2:
          store.rlx %v7, %v2
          jump b3
        b3:
          %v6: i1 = icmp.uge %v4, %v3
          branch %v6, b1, b4
        b4:
          return %v7
        b5:
          spin
        b6:
          %v7: i32 = load.rlx %v1
          %v8: i1 = icmp.eq %v4, %v3
          branch %v8, b2, b3
        b7:
          %v9: i1 = icmp.ult %v4, %v3
          branch %v9, b6, b5
        }
        "#,
    );
}

/// `a = x;`, something, and then the thread waits if a is 0.
fn spin_after(something: &str) -> String {
    format!(
        r#"
        global g0 "x" size 4 align 4
        global g1 "y" size 4 align 4
        global g2 "plain" size 4 align 4
        external x0 "strlen"
        external x1 "print"
        function f0 "p"(%v0: ptr, %v1: i32, %v2: i1) {{
        b0:
          %v3: ptr = address g0
          %v4: ptr = address g1
          %v5: ptr = address g2
          %v6: i32 = const 0
          %v7: i32 = load.rlx %v3
          {something}
          %v100: i1 = icmp.eq %v7, %v6
          branch %v100, b1, b2
        b1:
          spin
        b2:
          store.na %v6, %v5
          return
        }}
        function f1 "reads"() {{
        b0:
          %v0: ptr = address g1
          %v1: i32 = load.rlx %v0
          return
        }}
        "#
    )
}

#[test]
fn a_thread_that_spins_anyway_does_not_read_before() {
    for (read, access) in [
        ("%v8: i32 = load.acq %v4", "load.acq %v4"),
        ("fence.sc\n%v8: i32 = load.rlx %v4", "fence.sc"),
        ("%v8: i32 = load.rlx %v4\n%v9: i32 = add %v8, %v1", "load.rlx %v4"),
        // What writes back what it has read is as good as a load.
        ("%v8: i32 = rmw.add.rlx %v4, %v6", "rmw.add.rlx %v4, %v6"),
    ] {
        let module = after(&spin_after(read));
        has(&module, &["load.rlx %v3", "%v8: i1 = icmp.eq %v7, %v6", "branch %v8, b3, b4"]);
        has(&module, &["b3:\n  spin", "b4:\n", access]);
    }
}

/// Errors, races and effects are not left out, and computation is not worth a branch.
#[test]
fn barriers() {
    for something in [
        "%v8: i32 = load.na %v4",
        "%v8: i32 = load.rlx %v0",
        "%v8: i32 = load.rlx %v5",
        "%v8: i64 = load.rlx %v4",
        "%v8: i32 = load.rlx %v4\n%v9: i32 = udiv %v1, %v8",
        "%v8: i32 = load.rlx %v4\n%v9: i32 = add.nsw %v1, %v8",
        "%v8: i32 = load.rlx %v4\nstore.rlx %v6, %v4",
        "%v8: i32 = load.rlx %v4\ncall f1()",
        "%v8: i64 = call x0(%v0)",
        "%v8: i32 = load.rlx %v4\ncall x1(%v8)",
        "%v8: i32 = rmw.xchg.rlx %v4, %v6\n%v9: i64 = const 4\n%v10: ptr = alloca %v9 align 4",
        "%v8: i32 = add %v1, %v1",
        "fence.sc",
    ] {
        stays(&spin_after(something));
    }
}

/// What comes behind the last barrier is left out all the same.
#[test]
fn behind_a_barrier() {
    let module = after(&spin_after("%v8: i32 = load.na %v4\n%v9: i32 = load.rlx %v3"));
    has(
        &module,
        &["load.na %v4", "%v9: i1 = icmp.eq %v7, %v6", "branch %v9, b3, b4", "b4:\n", "load.rlx %v3"],
    );
}

/// A thread that waits in one loop or in another one, as `y` tells, must know in which. Spins are of
/// one loop if they name the same iteration, or have no name and are at the same place.
#[test]
fn spins_of_different_loops() {
    let text = |name: &str, second: &str| {
        format!(
            r#"
            global g0 "x" size 4 align 4
            global g1 "y" size 4 align 4
            function f0 "p"() {{
            b0:
              {name}
              %v0: ptr = address g0
              %v1: ptr = address g1
              %v2: i32 = const 0
              %v3: i32 = load.rlx %v0
              %v4: i32 = load.rlx %v1
              %v5: i1 = icmp.eq %v4, %v2
              branch %v5, b1, b2
            b1:
              spin{iteration} @1:1
            b2:
              spin{iteration} @{second}
            }}
            "#,
            iteration = if name.is_empty() { "" } else { " %v6" }
        )
    };
    let named = "%v6: i64 = actions";
    stays(&text("", "2:1"));
    for one_loop in [text("", "1:1"), text(named, "2:1")] {
        has(&after(&one_loop), &["jump b1", "b1:\n  spin"]);
    }
}

/// `while (x == 0) { while (y == 1); }`, where both back edges are at one place. A thread that has
/// read 0 from `x` does not wait there: it may be in the inner loop for ever, although `x` changes.
#[test]
fn a_wait_in_an_inner_loop_is_another_one() {
    let text = |inner: &str| {
        format!(
            r#"
            global g0 "x" size 4 align 4
            global g1 "y" size 4 align 4
            function f0 "p"() {{
            b0:
              %v0: ptr = address g0
              %v1: ptr = address g1
              %v2: i32 = const 0
              jump b1
            b1:
              %v3: i64 = actions
              %v4: i32 = load.rlx %v0
              %v5: i1 = icmp.eq %v4, %v2
              branch %v5, b2, b5
            b2:
              %v6: i64 = actions
              %v7: i32 = load.rlx %v1
              %v8: i1 = icmp.eq %v7, %v2
              branch %v8, b3, b4
            b3:
              spin {inner} @1:1
            b4:
              spin %v3 @1:1
            b5:
              return
            }}
            "#
        )
    };
    // The thread reads y in any case, unless both are ways of the outer loop.
    has(&after(&text("%v6")), &["load.rlx %v0", "branch %v4, b2, b5", "b2:", "load.rlx %v1", "branch"]);
    let module = after(&text("%v3"));
    has(&module, &["load.rlx %v0", "branch", "spin"]);
    assert!(!module.contains("load.rlx %v1"), "{module}");
}

/// Who does not go on behind an assumption does not wait in a loop.
#[test]
fn an_assumption_is_a_part_of_the_condition() {
    let module = after(&spin_after("assume %v2\n%v8: i32 = load.rlx %v4"));
    has(&module, &["load.rlx %v3", "branch %v2, b5, b4", "b3:\n  spin", "b4:\n  assume %v2", "load.rlx %v4"]);
    has(&module, &["b5:\n", "%v10: i1 = icmp.eq %v7, %v6", "branch %v10, b3, b4"]);
}

/// A loop whose body is one read-modify-write, whatever that has read.
fn rmw_loop(operation: &str) -> String {
    format!(
        r#"
        global g0 "x" size 4 align 4
        function f0 "p"(%v0: i32) {{
        b0:
          %v1: ptr = address g0
          %v2: i32 = const 0
          %v3: i32 = const 1
          %v4: i32 = const 4294967295
          jump b1
        b1:
          {operation}
          jump b1
        }}
        "#
    )
}

#[test]
fn read_modify_writes_that_change_nothing() {
    for (operation, condition) in [
        ("%v5: i32 = rmw.xchg.rlx %v1, %v3", Some("icmp.eq %v5, %v3")),
        ("%v5: i32 = rmw.add.rlx %v1, %v0", Some("icmp.eq %v0, %v2")),
        ("%v5: i32 = rmw.add.rlx %v1, %v3", None),
        ("%v5: i32 = rmw.or.rlx %v1, %v3", Some("or %v5, %v3")),
        ("%v5: i32 = rmw.and.rlx %v1, %v0", Some("and %v5, %v0")),
        ("%v5: i32 = rmw.nand.rlx %v1, %v0", None),
        ("%v5: i32, %v6: i1 = cmpxchg.rlx.rlx %v1, %v2, %v3", Some("branch %v6, b3, b2")),
    ] {
        let text = rmw_loop(operation);
        match condition {
            Some(condition) => {
                let module = after(&text);
                assert!(module.contains(condition) && module.contains("spin"), "{module}");
            }
            None => stays(&text),
        }
    }
    for operation in ["rmw.xor.rlx %v1, %v2", "rmw.or.rlx %v1, %v2", "rmw.and.rlx %v1, %v4"] {
        let module = after(&rmw_loop(&format!("%v5: i32 = {operation}")));
        has(&module, &["jump b1\n", "b1:\n  jump b2", "b2:\n  spin"]);
    }
}

/// The next iteration begins with another value, unless what was read is what was read before.
#[test]
fn a_parameter_of_the_header_that_may_get_the_same_value() {
    becomes(
        r#"
        global g0 "x" size 4 align 4
        function f0 "p"(%v0: i32) -> (i32) {
        b0:
          %v1: ptr = address g0
          jump b1(%v0)
        b1(%v2: i32):
          %v3: i32 = load.rlx %v1
          %v4: i1 = icmp.ult %v3, %v2
          branch %v4, b2, b1(%v3)
        b2:
          return %v3
        }
        "#,
        r#"
        global g0 "x" size 4 align 4
        function f0 "p"(%v0: i32) -> (i32) {
        b0:
          %v1: ptr = address g0
          jump b1(%v0)
        b1(%v2: i32):
          %v3: i32 = load.rlx %v1
          %v4: i1 = icmp.ult %v3, %v2
          %v5: i1 = icmp.eq %v2, %v3
          branch %v5, b5, b4
        b2:
          return %v3
        b3:
          spin
        b4:
          branch %v4, b2, b1(%v3)
        b5:
          branch %v4, b4, b3
        }
        "#,
    );
}

/// A loop that counts never begins with the same values; one whose values nobody needs does.
#[test]
fn parameters_that_change() {
    let counting = |needed: &str| {
        format!(
            r#"
            global g0 "x" size 4 align 4
            function f0 "p"(%v0: i32) -> (i32) {{
            b0:
              %v1: ptr = address g0
              %v2: i32 = const 1
              jump b1(%v0)
            b1(%v3: i32):
              %v4: i32 = load.rlx %v1
              %v5: i32 = add %v3, %v2
              %v6: i1 = icmp.eq %v4, %v2
              branch %v6, b2, b1(%v5)
            b2:
              return {needed}
            }}
            "#
        )
    };
    stays(&counting("%v3"));
    assert!(after(&counting("%v0")).contains("spin"));
}

/// The bound of a loop is no reason to go on: a loop that waits needs none.
#[test]
fn a_bound() {
    let module = after(
        r#"
        global g0 "x" size 4 align 4
        function f0 "p"() {
        b0:
          %v0: ptr = address g0
          %v1: i32 = const 0
          %v2: i32 = const 1
          %v3: i32 = const 3
          jump b1(%v1)
        b1(%v4: i32):
          %v5: i32 = load.rlx %v0
          %v6: i1 = icmp.eq %v5, %v2
          branch %v6, b2, b3
        b2:
          return
        b3:
          %v7: i32 = add %v4, %v2
          %v8: i1 = icmp.ult %v7, %v3
          branch %v8, b1(%v7), b4
        b4:
          loop_bound
        }
        "#,
    );
    assert!(module.contains("branch %v6, b2, b3") && !module.contains("loop_bound"), "{module}");
}

/// A loop that reads nothing never ends, whatever others do.
#[test]
fn a_loop_that_reads_nothing_stays() {
    stays(
        r#"
        function f0 "p"(%v0: i1) {
        b0:
          jump b1
        b1:
          fence.sc
          branch %v0, b1, b2
        b2:
          return
        }
        "#,
    );
}

/// An outer loop with something in an inner one, and a read that decides whether to begin anew.
fn nested(inner: &str) -> String {
    format!(
        r#"
        global g0 "x" size 4 align 4
        global g1 "y" size 4 align 4
        function f0 "p"(%v0: i32) {{
        b0:
          %v1: ptr = address g0
          %v2: ptr = address g1
          %v3: i32 = const 0
          %v4: i32 = const 1
          jump b1
        b1:
          jump b2(%v3)
        b2(%v5: i32):
          {inner}
          %v50: i32 = add %v5, %v4
          %v51: i1 = icmp.ult %v50, %v0
          branch %v51, b2(%v50), b3
        b3:
          %v60: i32 = load.rlx %v1
          %v61: i1 = icmp.eq %v60, %v3
          branch %v61, b4, b5
        b4:
          store.rlx %v4, %v1
          return
        b5:
          %v70: i32 = load.rlx %v2
          jump b1
        }}
        "#
    )
}

/// An access that may be beyond the end of a global is done before the thread waits, unless the same was accessed before.
#[test]
fn accesses_that_were_no_errors() {
    let text = |before: &str| {
        format!(
            r#"
        global g0 "x" size 4 align 4
        global g1 "y" size 16 align 4
        function f0 "p"(%v0: i64) {{
        b0:
          %v1: ptr = address g0
          %v2: ptr = address g1
          %v3: ptr = ptradd %v2, %v0
          %v4: i32 = const 1
          jump b1
        b1:
          {before}
          %v60: i32 = load.rlx %v1
          %v61: i1 = icmp.eq %v60, %v4
          branch %v61, b2, b3
        b2:
          return
        b3:
          %v70: i32 = load.rlx %v3
          jump b1
        }}
        "#
        )
    };
    has(&after(&text("%v50: i32 = load.rlx %v3")), &["b3:\n  spin"]);
    for other in ["", "%v50: i32 = load.rlx %v2", "%v50: i64 = load.rlx %v3"] {
        has(&after(&text(other)), &["b3:\n", "load.rlx %v3", "spin"]);
    }
}

/// How often the inner loop ran does not matter if it has only read. If it has written in an iteration that is not its
/// last one, nothing tells any more.
#[test]
fn inner_loops() {
    for pure in ["%v6: i32 = load.rlx %v2", "%v6: i32 = rmw.or.rlx %v2, %v3"] {
        let module = after(&nested(pure));
        has(&module, &["b3:\n", "load.rlx %v1", "branch %v10, b4, b5", "b5:\n  spin"]);
    }
    for impure in [
        "store.rlx %v3, %v2",
        "%v6: i32, %v7: i1 = cmpxchg.rlx.rlx %v2, %v3, %v4",
        "%v6: i32 = rmw.xchg.rlx %v2, %v4",
    ] {
        stays(&nested(impure));
    }
}

/// Whether something was written on the way is known by the way that was taken, as long as that can be told.
#[test]
fn ways_that_meet() {
    let meeting = |effect: &str, other: &str, more: &str| {
        format!(
            r#"
            global g0 "x" size 4 align 4
            global g1 "y" size 4 align 4
            function f0 "p"(%v0: i1, %v1: i1) {{
            b0:
              %v2: ptr = address g0
              %v3: ptr = address g1
              %v4: i32 = const 0
              %v5: i32 = const 1
              jump b1
            b1:
              branch %v0, b2, b3
            b2:
              {effect}
            b3:
              {other}
            b4:
              %v20: i32 = load.rlx %v2
              %v21: i1 = icmp.eq %v20, %v5
              branch %v21, b5, b1
            b5:
              return
            {more}
            }}
            "#
        )
    };
    let exchange = "%v6: i32, %v7: i1 = cmpxchg.rlx.rlx %v3, %v4, %v5";
    for (effect, equal) in [("store.rlx %v5, %v3", "%v7"), (exchange, "%v9")] {
        let effect = &format!("{effect}\njump b4");
        let module = after(&meeting(effect, "jump b4", ""));
        has(&module, &["load.rlx %v2", "branch %v0, b7, b8", "b6:\n  spin"]);
        has(
            &module,
            &["b7:\n", &format!("branch {equal}, b5, b1"), "b8:\n", &format!("branch {equal}, b7, b6")],
        );
        // Both ways write.
        stays(&meeting(effect, "store.rlx %v4, %v3\njump b4", ""));
    }
    // One of two ways that do not differ in %v0 writes.
    let other = "b6:\nstore.rlx %v5, %v3\njump b4";
    let module = after(&meeting("store.rlx %v5, %v3\njump b4", "branch %v1, b4, b6", other));
    has(&module, &["load.rlx %v2", "branch %v0, b8, b9", "b7:\n  spin", "b8:\n  branch %v7, b5, b1"]);
    has(&module, &["b9:\n  branch %v1, b10, b8", "b10:\n  branch %v7, b8, b7"]);
    // The value that tells is defined on one of the ways only.
    let told = "%v6: i8 = load.rlx %v2\n%v7: i1 = trunc %v6\nbranch %v7, b4, b6";
    stays(&meeting(told, "store.rlx %v4, %v3\njump b4", other));
}

/// `switch (x)`, of which one case and the others begin anew.
#[test]
fn switches() {
    let module = after(
        r#"
        global g0 "x" size 4 align 4
        global g1 "y" size 4 align 4
        function f0 "p"() {
        b0:
          %v0: ptr = address g0
          %v1: ptr = address g1
          %v2: i32 = const 7
          jump b1
        b1:
          %v3: i32 = load.rlx %v0
          %v4: i32 = load.rlx %v1
          switch %v3, [0: b1, 1: b2, 7: b3], b1
        b2:
          store.rlx %v4, %v1
          jump b1
        b3:
          return
        }
        "#,
    );
    // 0, and anything but 0, 1 and 7: that is, anything but 1 and 7.
    has(
        &module,
        &["load.rlx %v0", "icmp.eq %v3, %v2", "branch %v4, b5, b6", "b4:\n  spin", "b5:\n", "switch"],
    );
    has(&module, &["b6:\n", "%v6: i32 = const 1", "%v7: i1 = icmp.eq %v3, %v6", "branch %v7, b5, b4"]);
}

/// Conditions of more than 16 literals are given up.
#[test]
fn long_conditions() {
    let with_cases = |count: usize| {
        let cases: Vec<String> = (0..count).map(|case| format!("{case}: b2")).collect();
        format!(
            r#"
            global g0 "x" size 4 align 4
            global g1 "y" size 4 align 4
            function f0 "p"() {{
            b0:
              %v0: ptr = address g0
              %v1: ptr = address g1
              jump b1
            b1:
              %v2: i32 = load.rlx %v0
              %v3: i32 = load.rlx %v1
              switch %v2, [{}], b1
            b2:
              return
            }}
            "#,
            cases.join(", ")
        )
    };
    assert_eq!(after(&with_cases(16)).matches("icmp.eq").count(), 16);
    stays(&with_cases(17));
}

/// The dequeue of M. M. Michael and M. L. Scott: `head` is read twice, and if it differs, the next iteration begins.
#[test]
fn a_dequeue() {
    let module = after(
        r#"
        global g0 "head" size 8 align 8
        global g1 "tail" size 8 align 8
        function f0 "dequeue"() -> (ptr) {
        b0:
          %v0: ptr = address g0
          %v1: ptr = address g1
          %v2: ptr = const 0
          jump b1
        b1:
          %v3: ptr = load.acq %v0
          %v4: ptr = load.acq %v1
          %v5: ptr = load.acq %v3
          %v6: ptr = load.acq %v0
          %v7: i1 = icmp.ne %v3, %v6
          branch %v7, b1, b2
        b2:
          %v8: i1 = icmp.eq %v3, %v4
          branch %v8, b3, b5
        b3:
          %v9: i1 = icmp.eq %v5, %v2
          branch %v9, b6, b4
        b4:
          %v10: ptr, %v11: i1 = cmpxchg.rel.rlx %v1, %v4, %v5
          jump b1
        b5:
          %v12: i32 = load.na %v5
          %v13: ptr, %v14: i1 = cmpxchg.rel.rlx %v0, %v3, %v5
          branch %v14, b6, b1
        b6:
          return %v5
        }
        "#,
    );
    for way in ["branch %v7, b8, b2", "branch %v14, b6, b7", "branch %v11, b10, b9", "b10:\n  jump b1"] {
        assert!(module.contains(way), "{way} in {module}");
    }
    for block in [7, 8, 9] {
        assert!(module.contains(&format!("b{block}:\n  spin")), "{module}");
    }
}
