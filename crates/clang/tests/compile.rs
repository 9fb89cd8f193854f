//! Compiling real source with the clang of the machine. Where there is none, these tests say so and check nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use porf_clang::{Clang, Colour, CompileError, Compiled, Headers};
use porf_runtime::RUNTIME;

/// Writes a source file and compiles it.
fn compile(
    name: &str,
    text: &str,
    options: &[&str],
    colour: Colour,
) -> Option<Result<Compiled, CompileError>> {
    let file = scratch(name);
    fs::write(&file, text).expect("the scratch directory is writable");
    compile_file(&file, options, colour)
}

fn compile_file(file: &Path, options: &[&str], colour: Colour) -> Option<Result<Compiled, CompileError>> {
    let clang = match Clang::find(None, &AtomicBool::new(false)) {
        Ok(clang) => clang,
        Err(error) => {
            eprintln!("skipped: {error}");
            return None;
        }
    };
    let headers = Headers::install().expect("the temporary directory is writable");
    let options: Vec<String> = options.iter().map(|&option| option.to_owned()).collect();
    Some(clang.compile(file, &options, &headers, colour, &AtomicBool::new(false)))
}

fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// The names of the functions and variables that a module uses and does not define.
fn undefined(llvm_ir: &str) -> Vec<&str> {
    let declared =
        llvm_ir.lines().filter(|line| line.starts_with("declare ") || line.contains(" = external "));
    declared
        .filter_map(|line| line.split_once('@')?.1.split(['(', ' ']).next())
        .filter(|name| !name.starts_with("llvm."))
        .collect()
}

#[test]
fn the_headers_are_found_without_a_flag() {
    let source =
        "#include <porf.h>\n#include <genmc.h>\nint main(void) { porf_assume(__PORF__); return VALUE; }\n";
    let Some(result) = compile("headers.c", source, &["-DVALUE=12345", "-Wall"], Colour::Never) else {
        return;
    };
    let compiled = result.expect("the source is right");
    assert_eq!(compiled.warnings, "");
    assert!(compiled.llvm_ir.contains("call void @porf_assume") && compiled.llvm_ir.contains("12345"));
    assert!(compiled.llvm_ir.contains("!DILocation(line: 3, column: 18"), "positions have columns");
    assert!(!compiled.llvm_ir.contains("optnone"));
    assert!(compiled.seconds > 0.0);
}

#[test]
fn errors_are_clangs_own() {
    let source = "int main(void) {\n  return missing;\n}\n";
    let Some(result) = compile("broken.c", source, &[], Colour::Never) else { return };
    let message = result.expect_err("the source is wrong").to_string();
    assert!(message.contains("broken.c:2:10: error: use of undeclared identifier 'missing'"), "{message}");
    assert!(!message.contains('\u{1b}'));
    let Some(Err(coloured)) = compile("broken.c", source, &[], Colour::Always) else {
        panic!("it is still wrong")
    };
    assert!(coloured.to_string().contains('\u{1b}'));
}

#[test]
fn a_missing_file_and_a_wrong_option_are_clangs_errors_too() {
    let Some(result) = compile_file(&scratch("does-not-exist.c"), &[], Colour::Never) else { return };
    let message = result.expect_err("there is no such file").to_string();
    assert!(message.contains("no such file or directory"), "{message}");
    let Some(result) = compile("fine.c", "int x;\n", &["-fno-such-option"], Colour::Never) else { return };
    let message = result.expect_err("there is no such option").to_string();
    assert!(message.contains("-fno-such-option"), "{message}");
}

#[test]
fn warnings_are_passed_on() {
    let source = "int main(void) { undeclared(); return 0; }\n";
    let Some(result) = compile("old.c", source, &[], Colour::Never) else { return };
    let compiled = result.expect("an undeclared function is only a warning");
    assert!(compiled.warnings.contains("undeclared"), "{}", compiled.warnings);
    assert!(compiled.llvm_ir.contains("@undeclared"));
}

#[test]
fn the_users_options_come_last() {
    let source = "#ifdef __PORF__\n#error ours\n#endif\nint x;\n";
    let Some(result) = compile("override.c", source, &["-U__PORF__"], Colour::Never) else { return };
    result.expect("the user's option wins");
}

#[test]
fn an_option_that_asks_for_no_output_is_an_error() {
    let Some(result) = compile("silent.c", "int x;\n", &["-fsyntax-only"], Colour::Never) else { return };
    assert!(matches!(result, Err(CompileError::NotText { .. })));
}

#[test]
fn file_names_are_never_seen_by_a_shell() {
    let Some(result) = compile("a b; exit 3 $(x).c", "int x;\n", &[], Colour::Never) else { return };
    result.expect("the name is only a name");
}

/// What the headers of the C library turn ordinary calls into must be what the models define; the rest of the names is the
/// virtual machine's.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[test]
fn what_programs_call_is_modelled() {
    const NATIVE: &[&str] = &["malloc", "free", "memcpy", "memmove", "memset", "memcmp", "printf"];
    for standard in ["-std=gnu99", "-std=c11", "-std=gnu17"] {
        let options = ["-D_GNU_SOURCE", "-D_FORTIFY_SOURCE=2", "-Wno-everything", standard];
        let Some(result) = compile("calls.c", include_str!("calls.c"), &options, Colour::Never) else {
            return;
        };
        let compiled = result.expect("the program is right");
        let names = undefined(&compiled.llvm_ir);
        assert!(names.len() > 80, "only {} names", names.len());
        for name in names {
            let modelled =
                RUNTIME.contains(&format!(" @{name}(")) || RUNTIME.contains(&format!("\n@{name} = "));
            assert!(modelled || NATIVE.contains(&name), "{name} is not modelled ({standard})");
        }
    }
}
