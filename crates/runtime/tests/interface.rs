//! The headers declare what the table of intrinsics has, and nothing else.

use std::collections::BTreeSet;

use porf_ir::intrinsics::{
    AnnotationCode, Declared, FailCode, INTRINSICS, Intrinsic, MAIN_END, OperationCode, PROCESS_END,
    THREAD_MAIN, WaitCode,
};
use porf_runtime::{HEADERS, RUNTIME};

const HEADER: &str = include_str!("../c/intrinsics.h");

#[test]
fn the_header_declares_the_functions_of_the_table() {
    assert_eq!(declared_functions(HEADER), names(Declared::Runtime));
}

#[test]
fn the_header_of_genmc_declares_the_marks_of_the_table() {
    let header = HEADERS.iter().find(|header| header.name == "genmc.h").expect("the header is there");
    let mut declared = declared_functions(header.text);
    declared.retain(|name| name.starts_with("__porf_"));
    assert_eq!(declared, names(Declared::GenMc));
}

#[test]
fn the_header_has_the_codes_of_the_table() {
    let expected =
        [codes(WaitCode::ALL), codes(OperationCode::ALL), codes(FailCode::ALL), codes(AnnotationCode::ALL)];
    assert_eq!(enumerations(HEADER), expected);
}

/// What the models call is defined by them, or the machine knows it, or the front end does.
#[test]
fn the_runtime_needs_nothing_but_the_table() {
    for declaration in RUNTIME.lines().filter(|line| line.starts_with("declare")) {
        let (_, name) = declaration.split_once('@').expect("a declaration has a name");
        let name = name.split('(').next().unwrap_or_default();
        let known =
            name.starts_with("llvm.") || Intrinsic::named(name).is_some_and(|intrinsic| intrinsic.can_run());
        assert!(known, "{name} is neither defined by the models nor an intrinsic");
    }
}

#[test]
fn the_runtime_defines_what_is_called_from_outside() {
    for name in [THREAD_MAIN, MAIN_END, PROCESS_END] {
        let defines = |line: &str| line.starts_with("define") && line.contains(&format!("@{name}("));
        assert!(RUNTIME.lines().any(defines), "{name} is not defined");
    }
}

fn names(declared: Declared) -> BTreeSet<String> {
    let rows = INTRINSICS.iter().filter(|intrinsic| intrinsic.declared == declared);
    rows.map(|intrinsic| intrinsic.name.to_owned()).collect()
}

fn codes<T: ToString>(all: &[T]) -> Vec<(String, usize)> {
    all.iter().enumerate().map(|(code, name)| (name.to_string(), code)).collect()
}

/// The text of a header without comments and without what the preprocessor reads.
fn statements(text: &str) -> String {
    let mut rest = text;
    let mut code = String::new();
    while let Some((before, comment)) = rest.split_once("/*") {
        code += before;
        rest = comment.split_once("*/").expect("comments end").1;
    }
    code += rest;
    let mut continued = false;
    let lines = code.lines().filter(|line| {
        let directive = continued || line.trim_start().starts_with('#');
        continued = directive && line.ends_with('\\');
        !directive
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The names of the functions that a header declares.
fn declared_functions(text: &str) -> BTreeSet<String> {
    let code = statements(text);
    let declarations = code.split(';').filter_map(|declaration| declaration.split_once('('));
    let names = declarations.filter_map(|(before, _)| {
        before.trim_end().rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next()
    });
    names.filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The enumerations of a header, each as its names with their values.
fn enumerations(text: &str) -> Vec<Vec<(String, usize)>> {
    let code = statements(text);
    let bodies = code.split("enum {").skip(1).map(|rest| rest.split('}').next().unwrap_or_default());
    let values = bodies.map(|body| {
        let mut next = 0;
        let items = body.split(',').map(str::trim).filter(|item| !item.is_empty());
        let values = items.map(|item| {
            let (name, value) =
                item.split_once('=').map_or((item, None), |(name, value)| (name, Some(value)));
            let value = value.map_or(next, |value| value.trim().parse().expect("values are numbers"));
            next = value + 1;
            (name.trim().to_owned(), value)
        });
        values.collect()
    });
    values.collect()
}
