//! What clang makes of C programs, if there is a clang.

use std::path::Path;
use std::process::Command;

use crate::support::{link_all, unsupported};

/// The newest clang that porf supports, if there is one.
fn find_clang() -> Option<String> {
    let names = (15..=22).rev().map(|version| format!("clang-{version}"));
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|out| out.status.success()))
}

#[test]
fn programs_compiled_by_clang() {
    let Some(clang) = find_clang() else {
        eprintln!("skipped: there is no clang-15 to clang-22");
        return;
    };
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/lower/programs");
    let programs: Vec<_> = std::fs::read_dir(&directory).expect("the programs are there").flatten().collect();
    assert!(!programs.is_empty());
    for program in programs {
        for level in ["-O0", "-O1"] {
            let output = Command::new(&clang)
                .args(["-S", "-emit-llvm", "-g", level, "-Xclang", "-disable-O0-optnone", "-o", "-"])
                .arg(program.path())
                .output()
                .expect("clang runs");
            let path = program.path();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let text = String::from_utf8(output.stdout).expect("IR is text");
            let name = path.to_string_lossy();
            let module = link_all(&[(&name, &text)]).unwrap_or_else(|error| panic!("{error}")).module;
            assert_eq!(unsupported(&module), [""; 0], "{name} with {level}");
        }
    }
}
