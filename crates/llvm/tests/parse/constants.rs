//! Types and constants.

use crate::{constant_text, global, read};
use porf_llvm::ast::{GlobalKind, Module, Type};

fn initializer(module: &Module, name: &str) -> String {
    match &global(module, name).kind {
        GlobalKind::Variable(variable) => {
            constant_text(module, variable.initializer.expect("an initialiser"))
        }
        other => panic!("{name} is {other:?}"),
    }
}

/// The initialiser of `@x` in the presence of a function `@f` with blocks and a global `@g`.
fn constant(text: &str) -> String {
    let module = read(&format!(
        "%s = type {{ i32, [2 x i8] }}\n@g = global [4 x i32] zeroinitializer\n@x = global {text}, align 8\n\
         define i32 @f(ptr %p) {{\n  br label %next\nnext:\n  ret i32 1\n}}\n"
    ));
    initializer(&module, "x")
}

#[test]
fn simple_constants() {
    for (text, expected) in [
        ("i32 5", "i32 5"),
        ("i8 -1", "i8 255"),
        ("i1 true", "i1 1"),
        ("i1 false", "i1 0"),
        ("i16 u0xFFFF", "i16 65535"),
        ("i16 s0xFF", "i16 65535"),
        ("i128 -1", "i128 340282366920938463463374607431768211455"),
        ("float 1.5", "float 0x3fc00000"),
        ("double 0x3FF8000000000000", "double 0x3ff8000000000000"),
        ("half 0xH3E00", "half 0x3e00"),
        ("bfloat 0xR3FC0", "bfloat 0x3fc0"),
        ("x86_fp80 0xK3FFFC000000000000000", "x86_fp80 0x3fffc000000000000000"),
        ("ptr null", "ptr null"),
        ("ptr addrspace(3) null", "ptr addrspace(3) null"),
        ("i32 undef", "i32 undef"),
        ("i32 poison", "i32 poison"),
        ("%s zeroinitializer", "%s zero"),
        ("[3 x i8] c\"a\\00\\\\\"", "[3 x i8] [97, 0, 92]"),
        ("[0 x i8] c\"\"", "[0 x i8] []"),
        ("ptr @g", "ptr @g"),
        ("ptr no_cfi @f", "ptr @f"),
        ("ptr dso_local_equivalent @f", "ptr @f"),
        ("ptr ptrauth (ptr @f, i32 0, i64 5)", "ptr @f"),
        ("ptr blockaddress(@f, %next)", "ptr block 1 of @f"),
        ("ptr blockaddress(@f, %0)", "ptr block 0 of @f"),
    ] {
        assert_eq!(constant(text), expected, "{text}");
    }
}

#[test]
fn aggregates_have_the_elements_of_their_type() {
    for (text, expected) in [
        ("[2 x i32] [i32 1, i32 2]", "[2 x i32] (i32 1, i32 2)"),
        ("{ i8, ptr } { i8 1, ptr @g }", "{i8, ptr} (i8 1, ptr @g)"),
        ("<{ i8, i32 }> <{ i8 1, i32 2 }>", "<{i8, i32}> (i8 1, i32 2)"),
        ("%s { i32 1, [2 x i8] c\"ab\" }", "%s (i32 1, [2 x i8] [97, 98])"),
        ("<2 x i16> <i16 1, i16 undef>", "<2 x i16> (i16 1, i16 undef)"),
        ("{} {}", "{} ()"),
        ("[1 x [1 x i8]] [[1 x i8] [i8 7]]", "[1 x [1 x i8]] ([1 x i8] (i8 7))"),
    ] {
        assert_eq!(constant(text), expected, "{text}");
    }
}

#[test]
fn expressions() {
    for (text, expected) in [
        (
            "ptr getelementptr inbounds nuw ([4 x i32], ptr @g, i64 0, i64 1)",
            "ptr gep([4 x i32], ptr @g, i64 0, i64 1)",
        ),
        ("ptr getelementptr inbounds (i32, ptr @g, inrange i32 1)", "ptr gep(i32, ptr @g, i32 1)"),
        ("ptr getelementptr inbounds inrange(-4, 4) (i8, ptr @g, i32 1)", "ptr gep(i8, ptr @g, i32 1)"),
        ("i64 ptrtoint (ptr @g to i64)", "i64 ptrtoint(ptr @g)"),
        ("ptr inttoptr (i64 16 to ptr)", "ptr inttoptr(i64 16)"),
        ("ptr addrspacecast (ptr addrspace(1) null to ptr)", "ptr addrspacecast(ptr addrspace(1) null)"),
        ("i32 trunc (i64 7 to i32)", "i32 trunc(i64 7)"),
        ("i64 sub nsw (i64 ptrtoint (ptr @g to i64), i64 1)", "i64 sub(i64 ptrtoint(ptr @g), i64 1)"),
        ("i64 xor (i64 1, i64 2)", "i64 xor(i64 1, i64 2)"),
        ("i1 icmp ne (ptr @g, ptr null)", "i1 ne(ptr @g, ptr null)"),
        ("i8 select (i1 true, i8 1, i8 2)", "i8 select(i1 1, i8 1, i8 2)"),
    ] {
        assert_eq!(constant(text), expected, "{text}");
    }
}

#[test]
fn a_constant_that_is_not_understood_is_kept_as_text() {
    for (ty, value) in [
        ("<2 x i32>", "splat (i32 1)"),
        ("i200", "123456789012345678901234567890123456789012345678901234567890"),
        ("[2 x i32]", "[i32 1]"),
        ("[2 x i32]", "[i32 1, i64 2]"),
        ("[2 x i8]", "c\"abc\""),
        ("i32", "1.5"),
        ("i32", "null"),
        ("ptr", "5"),
        ("i32", "@g"),
        ("i32", "novelty (i32 1, { i8 } undef)"),
        ("i32", "trunc (i64 7 to i16)"),
    ] {
        assert_eq!(constant(&format!("{ty} {value}")), format!("{ty} unsupported {value}"));
    }
}

#[test]
fn types_print_as_they_are_written() {
    let types = [
        "i1",
        "i24",
        "half",
        "fp128",
        "ppc_fp128",
        "ptr addrspace(7)",
        "[3 x {i8, <{i16, ptr}>}]",
        "<4 x float>",
        "i32 (ptr, ...)",
        "void ()",
        "i8 (...)",
        "<vscale x 4 x i32>",
        "target(\"spirv.Image\", i32 0)",
        "token",
    ];
    for ty in types {
        let module = read(&format!("@x = external global {ty}\n"));
        let GlobalKind::Variable(variable) = &global(&module, "x").kind else { panic!("{ty}") };
        assert_eq!(module.types.display(variable.ty).to_string(), ty);
    }
}

#[test]
fn named_types_may_be_defined_late_quoted_or_opaque() {
    let module = read(
        "@x = external global %\"a b\"\n%\"a b\" = type { i32, %late }\n%late = type <{ ptr }>\n%o = type opaque\n%0 = type { i8 }\n",
    );
    let by_name = |name: &str| {
        let named = module.types.named.values().find(|named| &*named.name == name).expect("the type");
        named.definition.map(|ty| module.types.display(ty).to_string())
    };
    assert_eq!(by_name("a b").as_deref(), Some("{i32, %late}"));
    assert_eq!(by_name("late").as_deref(), Some("<{ptr}>"));
    assert_eq!(by_name("0").as_deref(), Some("{i8}"));
    assert_eq!(by_name("o"), None);
    let GlobalKind::Variable(variable) = &global(&module, "x").kind else { panic!() };
    assert!(matches!(module.types.resolve(variable.ty).1, Type::Struct { .. }));
}
