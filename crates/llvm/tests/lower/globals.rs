//! Variables and their initial contents.

use crate::evaluate::Machine;
use crate::support::{link_all, lower};
use porf_ir::{Global, Module, Relocation};
use porf_llvm::LinkError;

#[track_caller]
fn global<'a>(module: &'a Module, name: &str) -> &'a Global {
    let found = module.globals.values().find(|global| global.name == name);
    found.unwrap_or_else(|| panic!("no variable {name} in\n{module}"))
}

/// A program whose `main` returns the address of the variable `g`.
fn with_g(definition: &str) -> String {
    format!("{definition}\ndefine ptr @main() {{\n  ret ptr @g\n}}")
}

#[test]
fn numbers_structures_and_texts() {
    let module = lower(&with_g(
        "%s = type { i8, i32, [2 x i16], double, i1, <{ i8, i32 }> }
        @g = global %s { i8 1, i32 -2, [2 x i16] [i16 3, i16 4], double 1.0, i1 true, <{ i8, i32 }> <{ i8 5, i32 6 }> }, align 16",
    ));
    let g = global(&module, "g");
    // i8 at 0, i32 at 4, i16s at 8, double at 16, i1 at 24, the packed structure at 25, up to 30, rounded to 32.
    let mut expected = vec![1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 3, 0, 4, 0, 0, 0, 0, 0];
    expected.extend(1.0f64.to_le_bytes());
    expected.extend([1, 5, 6]);
    assert_eq!((g.size, g.align, &g.init), (32, 16, &expected), "zeros at the end are left out");
    let module = lower(&with_g("@g = internal unnamed_addr constant [4 x i8] c\"ab\\0A\\00\", align 1"));
    let g = global(&module, "g");
    assert_eq!((g.size, &g.init[..], g.constant, g.thread_local), (4, &b"ab\n"[..], true, false));
    let module = lower(&with_g("@g = thread_local global i128 18446744073709551617"));
    let g = global(&module, "g");
    assert_eq!((g.size, g.init.len(), g.constant, g.thread_local), (16, 9, false, true));
}

#[test]
fn addresses() {
    let module = lower(&with_g(
        "@g = global { ptr, ptr, i64, ptr, ptr } { ptr @g, ptr getelementptr ([4 x i32], ptr @a, i64 0, i64 3), i64 ptrtoint (ptr @a to i64), ptr @main, ptr @elsewhere }
        @a = internal global [4 x i32] zeroinitializer
        declare void @elsewhere()",
    ));
    let relocations = &global(&module, "g").relocations;
    let (g, a) = (global_id(&module, "g"), global_id(&module, "a"));
    assert_eq!(relocations[0], (0, Relocation::Global { global: g, addend: 0 }));
    assert_eq!(relocations[1], (8, Relocation::Global { global: a, addend: 12 }));
    assert_eq!(relocations[2], (16, Relocation::Global { global: a, addend: 0 }));
    for (index, name) in [(3, "main"), (4, "elsewhere")] {
        let (_, Relocation::Function(function)) = relocations[index] else { panic!("{relocations:?}") };
        assert_eq!(module.functions[function].name, name);
    }
}

fn global_id(module: &Module, name: &str) -> porf_ir::GlobalId {
    module.globals.iter().find(|(_, global)| global.name == name).map(|(id, _)| id).expect("a variable")
}

#[test]
fn weak_functions_that_nobody_defines_are_null() {
    let module = lower(
        "@g = global ptr @maybe
        declare extern_weak void @maybe()
        define i1 @main() {
          %p = load ptr, ptr @g
          %r = icmp eq ptr %p, @maybe
          ret i1 %r
        }",
    );
    assert_eq!(Machine::new(&module).call("main", &[]), [1]);
    assert!(global(&module, "g").relocations.is_empty());
}

#[test]
fn variables_of_the_c_library() {
    let module = lower(&with_g("@g = external global ptr").replace("@g", "@stderr"));
    assert_eq!((global(&module, "stderr").size, global(&module, "stderr").init.len()), (8, 0));
}

#[test]
fn what_cannot_be_represented_is_an_error_that_names_the_variable() {
    let error =
        |definition: &str| link_all(&[("a.c", &with_g(definition))]).expect_err("an error").to_string();
    assert_eq!(
        error("@g = global i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)"),
        "a.c: the initial value of g is not supported: it depends on where things are in memory"
    );
    assert_eq!(
        error("@g = global ptr @missing\n@missing = external global i32"),
        "a.c: the initial value of g is not supported: undefined variable `missing`"
    );
    assert_eq!(error("@g = global [2000000000 x i8] zeroinitializer"), "a.c: the variable g is too large");
    assert_eq!(
        error("@g = global [4294967296 x [4294967296 x [4294967296 x i8]]] zeroinitializer"),
        "a.c: the variable g is too large"
    );
}

#[test]
fn variables_that_nothing_mentions_are_left_out() {
    let module = lower(
        "@g = global i32 trunc (i64 ptrtoint (ptr @g to i64) to i32)\ndefine i32 @main() {\n  ret i32 0\n}",
    );
    assert!(module.globals.is_empty());
}

#[test]
fn aliases() {
    let module = lower(
        "@g = global [2 x i32] [i32 1, i32 2]
        @second = alias i32, getelementptr ([2 x i32], ptr @g, i64 0, i64 1)
        @again = alias i32, ptr @second
        @called = alias i32 (), ptr @f
        @loop = alias i32, ptr @pool
        @pool = alias i32, ptr @loop
        define i32 @f() {
          %x = load i32, ptr @again
          ret i32 %x
        }
        define i32 @main() {
          %x = call i32 @called()
          ret i32 %x
        }
        define i32 @never() {
          %x = load i32, ptr @loop
          ret i32 %x
        }",
    );
    assert_eq!(Machine::new(&module).call("main", &[]), [2]);
}

#[test]
fn a_chain_of_aliases_without_an_end_is_unsupported() {
    let module = lower(
        "@loop = alias i32, ptr @pool
        @pool = alias i32, ptr @loop
        define i32 @main() {
          %x = load i32, ptr @loop
          ret i32 %x
        }",
    );
    assert_eq!(crate::support::unsupported(&module), ["a long chain of aliases"]);
}

#[test]
fn programs_for_other_machines_are_refused() {
    for (layout, reason) in [
        ("E-m:e-i64:64", "it is compiled for a big-endian target"),
        ("e-m:e-p:32:32-i64:64", "it is compiled for a target whose pointers do not have 64 bits"),
    ] {
        let text = format!("target datalayout = \"{layout}\"\n{}", crate::support::MAIN);
        let expected = LinkError::Target { file: "a.c".to_owned(), reason: reason.to_owned() };
        assert_eq!(link_all(&[("a.c", &text)]).expect_err("an error"), expected);
    }
}
