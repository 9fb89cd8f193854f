//! The models against their definitions: compiled for the host, next to the host's own C library and headers.
//!
//! These tests need clang and, where they look at the host, glibc on x86-64. Where that is missing they say so and check
//! nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use porf_runtime::{HEADERS, RUNTIME};

/// The clang that `runtime.ll` is made with; its text differs between versions.
const CLANG: &str = "clang-19";

#[test]
fn runtime_is_what_the_models_compile_to() {
    if !clang_is_there() {
        return;
    }
    let fresh = scratch("fresh.ll");
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("compile.sh");
    succeed(Command::new(script).arg(&fresh));
    let fresh = std::fs::read_to_string(fresh).expect("the script wrote its output");
    assert!(fresh == RUNTIME, "the models have changed: run crates/runtime/compile.sh");
}

#[test]
fn runtime_does_not_name_the_machine() {
    for word in ["source_filename", "clang version", "/c/", "!llvm.ident", "target-cpu"] {
        assert!(!RUNTIME.contains(word), "{word} in runtime.ll");
    }
}

/// A program's own function of the same name must win, so all that it could clash with is weak.
#[test]
fn every_visible_definition_is_weak() {
    for line in RUNTIME.lines().filter(|line| line.starts_with("define")) {
        assert!(line.starts_with("define weak ") || line.starts_with("define internal "), "{line}");
    }
    for line in RUNTIME.lines().filter(|line| line.starts_with('@')) {
        assert!([" weak ", " internal ", " private "].iter().any(|linkage| line.contains(linkage)), "{line}");
    }
}

#[test]
fn headers_compile_in_c_and_in_c_plus_plus() {
    if !clang_is_there() {
        return;
    }
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("include");
    for header in HEADERS {
        for (language, standard) in [("c", "c99"), ("c", "c11"), ("c", "c17"), ("c++", "c++17")] {
            let source = scratch(&format!("{}-{standard}", header.name));
            let text =
                format!("#include <{0}>\n#include <{0}>\nint main(void) {{ return 0; }}\n", header.name);
            std::fs::write(&source, text).expect("the scratch directory is writable");
            succeed(
                Command::new(CLANG)
                    .args(["-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-x", language])
                    .arg(format!("-std={standard}"))
                    .arg("-I")
                    .arg(&include)
                    .arg(&source),
            );
        }
    }
}

#[test]
fn every_function_of_the_headers_is_defined() {
    for header in HEADERS {
        let declarations = header.text.lines().filter(|line| line.ends_with(");") && line.contains('('));
        let mut found = 0;
        for name in declarations.filter_map(declared_name) {
            assert!(RUNTIME.contains(&format!("@{name}(")), "{name} of {} has no definition", header.name);
            found += 1;
        }
        assert!(found >= 8, "the declarations of {} were not recognised", header.name);
    }
}

/// The word before the parameters of a C declaration, if it is one of ours.
fn declared_name(line: &str) -> Option<&str> {
    let words = line.split(|character: char| !(character.is_alphanumeric() || character == '_'));
    words
        .into_iter()
        .find(|word| word.starts_with("porf_") || word.starts_with("__VERIFIER_") && !word.ends_with("_t"))
}

#[test]
fn layouts_are_those_of_the_host_headers() {
    if !host_is_modelled() {
        return;
    }
    succeed(Command::new(CLANG).args(["-fsyntax-only", "-Wall", "-Werror"]).arg(native("layout.c")));
}

#[test]
fn library_agrees_with_the_library_of_the_host() {
    run_natively("library.c");
}

#[test]
fn synchronisation_works_on_real_threads() {
    run_natively("threads.c");
}

/// Compiles the models for the host, each function with a prefix to its name, links them with a test program and with
/// intrinsics made of the host's threads, and runs that.
fn run_natively(program: &str) {
    if !host_is_modelled() {
        return;
    }
    let renames = scratch(&format!("{program}.rename.h"));
    std::fs::write(&renames, renames_of_definitions()).expect("the scratch directory is writable");
    let models = scratch(&format!("{program}.models.o"));
    let models_source = Path::new(env!("CARGO_MANIFEST_DIR")).join("c/runtime.c");
    succeed(
        Command::new(CLANG)
            .args(["-c", "-O0", "-g", "-std=c11", "-ffreestanding", "-fsanitize=undefined"])
            .args(["-fsanitize-trap=undefined", "-fno-sanitize=function", "-include"])
            .arg(&renames)
            .arg(models_source)
            .arg("-o")
            .arg(&models),
    );
    let executable = scratch(&format!("{program}.test"));
    let sources = [native(program), native("intrinsics.c")];
    let mut link = Command::new(CLANG);
    link.args(["-g", "-std=gnu11", "-Wall", "-Werror", "-Wno-format", "-pthread"]);
    succeed(link.args(sources).arg(&models).arg("-o").arg(&executable));
    succeed(&mut Command::new(executable));
}

/// `#define strlen model_strlen` for every function and variable that the models define.
fn renames_of_definitions() -> String {
    let functions = RUNTIME.lines().filter(|line| line.starts_with("define weak")).filter_map(function_name);
    let variables = RUNTIME
        .lines()
        .filter(|line| line.starts_with('@') && line.contains(" weak "))
        .filter_map(|line| line[1..].split(' ').next());
    functions.chain(variables).map(|name| format!("#define {name} model_{name}\n")).collect()
}

/// The name in a line like `define weak dso_local i32 @name(…`.
fn function_name(line: &str) -> Option<&str> {
    line.split_once('@')?.1.split('(').next()
}

fn clang_is_there() -> bool {
    let found = Command::new(CLANG).arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        eprintln!("skipped: there is no {CLANG}");
    }
    found
}

fn host_is_modelled() -> bool {
    let modelled = cfg!(all(target_arch = "x86_64", target_os = "linux", target_env = "gnu"));
    if !modelled {
        eprintln!("skipped: the host is not x86-64 with glibc");
    }
    modelled && clang_is_there()
}

fn native(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native").join(file)
}

fn scratch(file: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(file)
}

fn succeed(command: &mut Command) {
    let Output { status, stdout, stderr } = command.output().expect("the command can be started");
    let (stdout, stderr) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert!(status.success(), "{command:?}: {status}\n{stdout}{stderr}");
}
