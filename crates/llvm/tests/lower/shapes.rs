//! The parts of the variables of a program.

use porf_llvm::Linked;

use crate::clang::{compile, installed_clangs};
use crate::support::link_all;

/// What a part of a variable is called; offsets are those of x86-64 and AArch64.
fn name(linked: &Linked, variable: &str, offset: u64, size: u64) -> Option<String> {
    let mut globals = linked.module.globals.iter();
    let (id, _) = globals.find(|(_, global)| global.name == variable).expect("the variable");
    let path = linked.global_shapes[id].as_ref()?.path(offset, size)?;
    Some(format!("{variable}{path}"))
}

#[test]
fn parts_of_variables_compiled_by_clang() {
    let program = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lower/programs/parts.c");
    for clang in installed_clangs() {
        let text = compile(&clang, "-O0", program.as_ref());
        let linked = link_all(&[("parts.c", &text)]).unwrap_or_else(|error| panic!("{error}"));
        for (variable, offset, size, expected) in [
            ("nodes", 0, 8, "nodes[0].next"),
            ("nodes", 24, 4, "nodes[1].value"),
            ("nodes", 61, 1, "nodes[3].tag[1]"),
            ("nodes", 16, 16, "nodes[1]"),
            ("head", 0, 8, "head"),
            ("top", 0, 8, "top.raw"),
            ("top", 4, 4, "top.version"),
            ("flags", 0, 1, "flags.{a,b}"),
            ("flags", 1, 1, "flags.plain"),
            ("flags", 4, 1, "flags.lone"),
            ("grid", 28, 4, "grid[1][2]"),
            ("mine", 10, 2, "mine.inner.z"),
            ("guarded", 0, 8, "guarded.count"),
            // The first word of a mutex, and one inside.
            ("guarded", 8, 4, "guarded.lock"),
            ("guarded", 24, 4, "guarded.lock"),
            ("tail", 0, 4, "tail.n"),
            ("tail", 8, 4, "tail.rest[1]"),
            ("color", 0, 4, "color"),
            ("main.stats", 0, 4, "main.stats.calls"),
            ("main.stats", 8, 4, "main.stats.hits[1]"),
        ] {
            let found = name(&linked, variable, offset, size);
            assert_eq!(found.as_deref(), Some(expected), "{clang}: {size} bytes at {offset} of {variable}");
        }
        assert_eq!(name(&linked, "nodes", 26, 4), None);
    }
}

#[test]
fn shapes_belong_to_the_definition_that_is_linked() {
    let user = "@shared = external global [2 x i32]\n\
                @other = internal global i32 0, !dbg !1\n\
                define ptr @main() {\n  store ptr @other, ptr @shared\n  ret ptr @plain\n}\n\
                @plain = global i32 0\n\
                !1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())\n\
                !2 = distinct !DIGlobalVariable(name: \"other\", type: !3)\n\
                !3 = !DIBasicType(name: \"int\", size: 32)\n";
    let library = "@shared = global [2 x i32] zeroinitializer, !dbg !1\n\
                   !1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())\n\
                   !2 = distinct !DIGlobalVariable(name: \"shared\", type: !3)\n\
                   !3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 64, elements: !5)\n\
                   !4 = !DIBasicType(name: \"int\", size: 32)\n\
                   !5 = !{!6}\n\
                   !6 = !DISubrange(count: 2)\n";
    let linked = link_all(&[("a.c", user), ("b.c", library)]).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(name(&linked, "shared", 4, 4).as_deref(), Some("shared[1]"));
    assert_eq!(name(&linked, "other", 0, 4).as_deref(), Some("other"));
    assert_eq!(name(&linked, "plain", 0, 4), None);
}
