//! What clang makes of C programs, if there is a clang.

use std::path::Path;
use std::process::Command;

use crate::support::{link_all, unsupported};

/// Those clangs that porf supports and that are there, the newest one first.
pub(crate) fn installed_clangs() -> Vec<String> {
    let names = (15..=22).rev().map(|version| format!("clang-{version}"));
    let is_there =
        |name: &String| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success());
    let found: Vec<_> = names.filter(is_there).collect();
    if found.is_empty() {
        eprintln!("skipped: there is no clang-15 to clang-22");
    }
    found
}

/// The LLVM IR of a C program, with debug information.
#[track_caller]
pub(crate) fn compile(clang: &str, level: &str, program: &Path) -> String {
    let output = Command::new(clang)
        .args(["-S", "-emit-llvm", "-g", level, "-Xclang", "-disable-O0-optnone", "-o", "-"])
        .arg(program)
        .output()
        .expect("clang runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("IR is text")
}

#[test]
fn programs_compiled_by_clang() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower/programs");
    let programs: Vec<_> = std::fs::read_dir(&directory).expect("the programs are there").flatten().collect();
    assert!(!programs.is_empty());
    if let Some(clang) = installed_clangs().first() {
        for program in &programs {
            for level in ["-O0", "-O1"] {
                let path = program.path();
                let text = compile(clang, level, &path);
                let name = path.to_string_lossy();
                let module = link_all(&[(&name, &text)]).unwrap_or_else(|error| panic!("{error}")).module;
                assert_eq!(unsupported(&module), [""; 0], "{name} with {level}");
            }
        }
    }
}
