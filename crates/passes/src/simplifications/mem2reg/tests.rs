use crate::test_support::function_pass;

/// `x = 0; while (c) x = x + 1; return x`, with `x` on the stack.
#[test]
fn a_variable_of_a_loop_becomes_a_parameter() {
    function_pass(
        "function f0 \"f\"(%v0: i1) -> (i32) {
        b0:
          %v1: i64 = const 4
          %v2: ptr = alloca %v1 align 4
          %v3: i32 = const 0
          store.na %v3, %v2
          jump b1
        b1:
          branch %v0, b2, b3
        b2:
          %v4: i32 = load.na %v2
          %v5: i32 = const 1
          %v6: i32 = add %v4, %v5
          store.na %v6, %v2
          jump b1
        b3:
          %v7: i32 = load.na %v2
          return %v7
        }",
        super::run,
        "function f0 \"f\"(%v0: i1) -> (i32) {
        b0:
          %v1: i64 = const 4
          %v2: i32 = const 0
          jump b1(%v2)
        b1(%v3: i32):
          branch %v0, b2, b3
        b2:
          %v4: i32 = const 1
          %v5: i32 = add %v3, %v4
          jump b1(%v5)
        b3:
          return %v3
        }",
    );
}

/// Where the values are not read any more, they need not meet.
#[test]
fn no_parameters_where_the_value_is_dead() {
    function_pass(
        "function f0 \"f\"(%v0: i1, %v1: i32) {
        b0:
          %v2: i64 = const 4
          %v3: ptr = alloca %v2 align 4
          branch %v0, b1, b2
        b1:
          store.na %v1, %v3
          %v4: i32 = load.na %v3
          jump b2
        b2:
          return
        }",
        super::run,
        "function f0 \"f\"(%v0: i1, %v1: i32) {
        b0:
          %v2: i64 = const 4
          branch %v0, b1, b2
        b1:
          jump b2
        b2:
          return
        }",
    );
}

/// The same bits under several types.
#[test]
fn types_of_one_width_are_converted() {
    function_pass(
        "function f0 \"f\"(%v0: f64) -> (ptr) {
        b0:
          %v1: i64 = const 8
          %v2: ptr = alloca %v1 align 8
          store.na %v0, %v2
          %v3: ptr = load.na %v2
          store.na %v3, %v2
          %v4: i64 = load.na %v2
          %v5: ptr = inttoptr %v4
          return %v5
        }",
        super::run,
        "function f0 \"f\"(%v0: f64) -> (ptr) {
        b0:
          %v1: i64 = const 8
          %v2: i64 = bitcast %v0
          %v3: ptr = inttoptr %v2
          %v4: i64 = ptrtoint %v3
          %v5: f64 = bitcast %v4
          %v6: i64 = bitcast %v5
          %v7: ptr = inttoptr %v6
          return %v7
        }",
    );
}

/// Reading what one path does not write is an error on that path, and stays one. The object of each iteration is a
/// new one, whatever an earlier iteration wrote.
#[test]
fn objects_that_may_be_read_uninitialised_stay() {
    let on_one_path = "function f0 \"f\"(%v0: i1, %v1: i32) -> (i32) {
        b0:
          %v2: i64 = const 4
          %v3: ptr = alloca %v2 align 4
          branch %v0, b1, b2
        b1:
          store.na %v1, %v3
          jump b2
        b2:
          %v4: i32 = load.na %v3
          return %v4
        }";
    function_pass(on_one_path, super::run, on_one_path);
    let of_an_iteration = "function f0 \"f\"(%v0: i1, %v1: i32) {
        b0:
          %v2: i64 = const 4
          jump b1
        b1:
          %v3: ptr = alloca %v2 align 4
          branch %v0, b2, b3
        b2:
          %v4: i32 = load.na %v3
          jump b3
        b3:
          store.na %v1, %v3
          jump b1
        }";
    function_pass(of_an_iteration, super::run, of_an_iteration);
}

/// Addresses that go elsewhere, atomic accesses, several sizes, too few bytes and unknown sizes.
#[test]
fn other_objects_stay() {
    let uses = [
        "store.na %v2, %v1",
        "%v3: i64 = ptrtoint %v2",
        "%v3: i32 = load.rlx %v2",
        "store.rel %v0, %v2",
        "%v3: i32 = rmw.add.rlx %v2, %v0",
        "%v3: i16 = load.na %v2",
        "%v3: i64 = load.na %v2",
        "call f0(%v0, %v2)",
    ];
    for line in uses {
        let text = format!(
            "function f0 \"f\"(%v0: i32, %v1: ptr) {{
            b0:
              %v4: i64 = const 4
              %v2: ptr = alloca %v4 align 8
              store.na %v0, %v2
              {line}
              return
            }}"
        );
        let text = if line.contains("%v3") { text } else { text.replace("%v4", "%v3") };
        let mut module = crate::test_support::module_of(&text);
        let before = module.clone();
        crate::test_support::each_function(&mut module, super::run);
        assert_eq!(module, before, "{line}");
    }
}
