//! The names of the parts of variables.

use std::fmt::Write;
use std::time::{Duration, Instant};

use porf_llvm::Shape;
use porf_llvm::ast::{GlobalKind, MAX_DEPTH, Module};

use crate::{global, read};

const TEXT: &str = include_str!("seeds/shapes.ll");

fn shape<'a>(module: &'a Module, name: &str) -> Option<&'a Shape> {
    match &global(module, name).kind {
        GlobalKind::Variable(variable) => variable.shape.as_ref(),
        other => panic!("{name} is {other:?}"),
    }
}

#[track_caller]
fn check(name: &str, bytes: u64, expected: &[(u64, u64, Option<&str>)]) {
    let module = read(TEXT);
    let shape = shape(&module, name).unwrap_or_else(|| panic!("{name} has no shape"));
    assert_eq!(shape.bytes(), bytes);
    for &(offset, size, path) in expected {
        assert_eq!(shape.path(offset, size).as_deref(), path, "{size} bytes at {offset} of {name}");
    }
}

#[test]
fn scalars_have_no_parts() {
    for (name, bytes) in [("number", 4), ("head", 8), ("color", 4), ("f.calls", 4)] {
        check(name, bytes, &[(0, bytes, Some("")), (0, 1, Some("")), (1, 1, None), (0, bytes + 1, None)]);
    }
}

#[test]
fn structures_in_arrays() {
    check(
        "nodes",
        48,
        &[
            (0, 8, Some("[0].next")),
            (16, 8, Some("[1].next")),
            (24, 4, Some("[1].value")),
            (46, 1, Some("[2].tag[2]")),
            (44, 3, Some("[2].tag")),
            (47, 1, None),
            (32, 16, Some("[2]")),
            (0, 48, Some("")),
        ],
    );
    check("grid", 40, &[(0, 4, Some("[0][0]")), (28, 4, Some("[1][2]")), (20, 20, Some("[1]"))]);
}

#[test]
fn unions_with_structures_without_names() {
    check("word", 8, &[(0, 4, Some(".index")), (4, 4, Some(".version")), (0, 8, Some(".raw"))]);
}

#[test]
fn bit_fields_are_accessed_together() {
    check(
        "flags",
        8,
        // `a` and `b` have 13 bits.
        &[
            (0, 2, Some(".{a,b}")),
            (2, 1, Some(".plain")),
            (4, 1, Some(".lone")),
            (3, 1, None),
            (0, 8, Some("")),
        ],
    );
}

#[test]
fn the_last_array_may_be_longer_than_its_type() {
    check("tail", 4, &[(0, 4, Some(".n")), (4, 4, Some(".rest[0]")), (8, 4, Some(".rest[1]"))]);
}

#[test]
fn elements_may_be_padded() {
    // The one field of the three bytes is 12 bytes away from the beginning, in padding.
    check("odd", 8, &[(0, 3, Some("[0]")), (4, 3, Some("[1]")), (3, 1, None)]);
}

#[test]
fn base_classes_lend_their_names() {
    check("derived", 8, &[(0, 4, Some(".n")), (4, 4, Some(".own"))]);
}

#[test]
fn what_is_not_understood_has_no_parts() {
    check("opaque", 16, &[(0, 8, Some(".odd")), (8, 8, Some(".self")), (12, 4, None)]);
}

#[test]
fn variables_without_shape() {
    let module = read(TEXT);
    for name in ["piece.1", "endless", "undescribed"] {
        assert_eq!(shape(&module, name), None, "{name}");
    }
}

#[test]
fn bad_descriptions_cost_only_the_names() {
    for node in [
        "!3 = !{}",
        "!3 = !DIBasicType()",
        "!3 = !DIBasicType(size: -32)",
        "!3 = !DIBasicType(size: 99999999999999999999)",
        "!3 = !DIBasicType(size 32)",
        "!3 = !DIBasicType(size: 32}",
        "!3 = !DIBasicType",
        "!3 = !DICompositeType(tag: DW_TAG_array_type)",
        "!3 = !DICompositeType(tag: DW_TAG_array_type, baseType: !3, elements: !3)",
        "!3 = !DICompositeType(tag: DW_TAG_structure_type, elements: !1)",
        "!3 = !DIDerivedType(tag: DW_TAG_const_type)",
        "!3 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !3)",
        "",
    ] {
        let module = read(&format!(
            "@g = global i32 0, !dbg !1\n\
             !1 = !DIGlobalVariableExpression(var: !2, expr: !DIExpression())\n\
             !2 = distinct !DIGlobalVariable(name: \"g\", type: !3)\n{node}\n"
        ));
        assert_eq!(shape(&module, "g"), None, "{node}");
    }
}

/// A module with a variable of each type; type `i` is a structure of so many members, all of which have the type that is
/// given for it.
fn structures(count: u32, members: u32, inner: impl Fn(u32) -> Option<u32>) -> String {
    let mut text = String::new();
    for i in 0..count {
        let node = 10 * i;
        let inner = inner(i).map_or("null".to_owned(), |inner| format!("!{}", 10 * inner + 2));
        let list = vec![format!("!{}", node + 4); members as usize].join(", ");
        writeln!(
            text,
            "@g{i} = global i32 0, !dbg !{node}\n\
             !{node} = !DIGlobalVariableExpression(var: !{}, expr: !DIExpression())\n\
             !{} = distinct !DIGlobalVariable(name: \"g{i}\", type: !{})\n\
             !{} = !DICompositeType(tag: DW_TAG_structure_type, size: 32, elements: !{})\n\
             !{} = !{{{list}}}\n\
             !{} = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: {inner}, size: 32)",
            node + 1,
            node + 1,
            node + 2,
            node + 2,
            node + 3,
            node + 3,
            node + 4,
        )
        .expect("a string");
    }
    text
}

fn depth(shape: &Shape) -> u32 {
    match shape {
        Shape::Scalar { .. } => 0,
        Shape::Array { element, .. } => 1 + depth(element),
        Shape::Struct { fields, .. } => 1 + fields.first().map_or(0, |field| depth(&field.shape)),
    }
}

#[test]
fn shapes_are_not_nested_too_deep() {
    let count = 1_000;
    // Whether the inner types are read first or the outer ones.
    for text in [
        structures(count, 1, |i| i.checked_sub(1)),
        structures(count, 1, |i| Some(i + 1).filter(|&inner| inner < count)),
    ] {
        let module = read(&text);
        let depths = (0..count).map(|i| shape(&module, &format!("g{i}")).map_or(0, depth));
        let deepest = depths.max();
        assert!(deepest.is_some_and(|deepest| deepest > 50 && deepest <= MAX_DEPTH), "{deepest:?}");
    }
}

#[test]
fn types_that_share_are_read_once() {
    // Taken apart, the shape of the last of them would have 2 to the power of 100 parts.
    let begun = Instant::now();
    let module = read(&structures(100, 2, |i| i.checked_sub(1)));
    let last = shape(&module, "g99").expect("a shape");
    assert_eq!(last.path(0, 4), Some(".m".repeat(100)));
    assert!(begun.elapsed() < Duration::from_secs(5));
}
