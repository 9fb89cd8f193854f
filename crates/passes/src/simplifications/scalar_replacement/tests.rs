use porf_ir::Module;

use crate::analyses::externals::Externals;
use crate::test_support::{check, module_of, module_pass};

fn split(module: &mut Module) {
    let externals = Externals::new(module);
    let Module { functions, globals, .. } = module;
    for id in functions.ids() {
        super::run(&mut functions[id], globals, &externals);
    }
}

/// Splitting and then turning the fields into values leaves nothing in memory.
fn simplify(module: &mut Module) {
    split(module);
    check(module);
    for id in module.functions.ids() {
        crate::simplifications::mem2reg::run(&mut module.functions[id]);
        crate::simplifications::constant_folding::run(&mut module.functions[id]);
        crate::simplifications::dead_code::run(&mut module.functions[id]);
    }
}

#[test]
fn fields_become_values() {
    module_pass(
        "function f0 \"f\"(%v0: i32, %v1: ptr) -> (i32, ptr) {
        b0:
          %v2: i64 = const 16
          %v3: ptr = alloca %v2 align 8
          %v4: i64 = const 8
          store.na %v0, %v3
          %v5: ptr = ptradd %v3, %v4
          store.na %v1, %v5
          %v6: ptr = ptradd %v3, %v4
          %v7: ptr = load.na %v6
          %v8: i32 = load.na %v3
          return %v8, %v7
        }",
        simplify,
        "function f0 \"f\"(%v0: i32, %v1: ptr) -> (i32, ptr) {
        b0:
          return %v0, %v1
        }",
    );
}

/// `struct s a = {1, &g.y}, b; memset(&b, …); b = a; return b` with an initialiser in constant memory.
#[test]
fn copies_and_fills_are_taken_apart() {
    module_pass(
        "global g0 \"g\" size 8 align 4
        global g1 \"init\" size 24 align 8 constant init [1, 2, 3, 4, 255] pointers [8: g0 + 4]
        external x0 \"memcpy\"
        external x1 \"memset\"
        function f0 \"f\"() -> (i32, i8, ptr, i16) {
        b0:
          %v0: i64 = const 24
          %v1: ptr = alloca %v0 align 8
          %v2: ptr = alloca %v0 align 8
          %v3: ptr = address g1
          call x0(%v1, %v3, %v0)
          %v4: i32 = const 165
          call x1(%v2, %v4, %v0)
          %v5: i64 = const 16
          call x0(%v2, %v1, %v5)
          %v6: i32 = load.na %v2
          %v7: i64 = const 4
          %v8: ptr = ptradd %v2, %v7
          %v9: i8 = load.na %v8
          %v10: ptr = ptradd %v8, %v7
          %v11: ptr = load.na %v10
          %v12: i64 = const 8
          %v13: ptr = ptradd %v10, %v12
          %v14: i16 = load.na %v13
          return %v6, %v9, %v11, %v14
        }",
        simplify,
        // 0x04030201 and 0xa5a5
        "global g0 \"g\" size 8 align 4
        global g1 \"init\" size 24 align 8 constant init [1, 2, 3, 4, 255] pointers [8: g0 + 4]
        external x0 \"memcpy\"
        external x1 \"memset\"
        function f0 \"f\"() -> (i32, i8, ptr, i16) {
        b0:
          %v0: i32 = const 67305985
          %v1: i8 = const 255
          %v2: ptr = address g0
          %v3: i64 = const 4
          %v4: ptr = ptradd %v2, %v3
          %v5: i16 = const 42405
          return %v0, %v1, %v4, %v5
        }",
    );
}

/// A field that is read without having been written stays an error of its own; the others need not stay.
#[test]
fn uninitialised_fields_stay_in_memory() {
    module_pass(
        "function f0 \"f\"(%v0: i32) -> (i32, i32) {
        b0:
          %v1: i64 = const 8
          %v2: ptr = alloca %v1 align 4
          store.na %v0, %v2
          %v3: i64 = const 4
          %v4: ptr = ptradd %v2, %v3
          %v5: i32 = load.na %v4
          %v6: i32 = load.na %v2
          return %v5, %v6
        }",
        simplify,
        "function f0 \"f\"(%v0: i32) -> (i32, i32) {
        b0:
          %v1: i64 = const 4
          %v2: ptr = alloca %v1 align 4
          %v3: i32 = load.na %v2
          return %v3, %v0
        }",
    );
}

/// Each of these is a reason to leave the object in one piece.
#[test]
fn objects_that_must_stay_whole() {
    let lines = [
        // Overlapping fields.
        "%v9: i64 = load.na %v2",
        "%v9: ptr = ptradd %v2, %v7\n %v10: i32 = load.na %v9",
        // Beyond the end, and before the beginning.
        "%v9: ptr = ptradd %v2, %v6\n %v10: i32 = load.na %v9",
        "%v9: ptr = ptradd %v2, %v8\n %v10: i32 = load.na %v9",
        "call x0(%v2, %v1, %v6)\n call x1(%v2, %v0, %v9)\n %v9: i64 = const 17",
        // An index that is not known, and addresses that go elsewhere.
        "%v9: ptr = ptradd %v2, %v11\n %v10: i32 = load.na %v9\n %v11: i64 = sext %v0",
        "store.na %v4, %v1",
        "call f0(%v0, %v4)",
        "%v9: i32 = load.rlx %v4",
        // Copies to and from memory that others may see.
        "call x0(%v2, %v1, %v6)",
        "call x0(%v1, %v2, %v6)",
        // Copies of parts of fields, and of what may be uninitialised.
        "call x1(%v2, %v5, %v7)",
        "%v9: ptr = alloca %v6 align 8\n call x0(%v2, %v9, %v6)",
    ];
    for line in lines {
        let mut lines: Vec<&str> = line.split('\n').collect();
        // Definitions are written last above, to be read first.
        if lines.last().is_some_and(|last| last.contains("const") || last.contains("sext")) {
            lines.rotate_right(1);
        }
        let text = format!(
            "external x0 \"memcpy\"
            external x1 \"memset\"
            function f0 \"f\"(%v0: i32, %v1: ptr) {{
            b0:
              %v6: i64 = const 16
              %v7: i64 = const 2
              %v8: i64 = const 18446744073709551612
              %v2: ptr = alloca %v6 align 8
              %v3: i64 = const 4
              %v4: ptr = ptradd %v2, %v3
              %v5: i32 = const 5
              store.na %v5, %v4
              store.na %v5, %v2
              {}
              return
            }}",
            lines.join("\n")
        );
        let mut module = module_of(&text);
        let before = module.clone();
        split(&mut module);
        assert_eq!(module.to_string(), before.to_string(), "{line}");
    }
}
