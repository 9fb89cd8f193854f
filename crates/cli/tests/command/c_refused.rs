//! C programs that cannot be checked: one clear message on standard error, and exit code 2.

use std::fs;
#[cfg(unix)]
use std::process::Command;

use crate::support::*;

const FINE: &str = "int main(void) {\n  return 0;\n}\n";

#[track_caller]
fn assert_refused(outcome: &Outcome, parts: &[&str]) {
    assert_eq!((outcome.code, &*outcome.stdout), (2, ""), "{outcome:?}");
    for part in parts {
        assert!(outcome.stderr.contains(part), "{part:?} is missing in\n{}", outcome.stderr);
    }
}

/// Checks one file that is called so.
fn check(name: &str, file: &str, contents: impl AsRef<[u8]>) -> Outcome {
    Sandbox::new(&format!("refused_{name}")).with(file, contents).check(&[file])
}

#[test]
fn clang_says_in_its_own_words_what_does_not_compile() {
    let outcome = check("syntax", "program.c", "int main(void) {\n  int x = ;\n}\n");
    assert_refused(&outcome, &["program.c:2:11: error: expected expression", "1 error generated."]);
}

#[test]
fn bytes_that_are_no_program() {
    assert_refused(&check("junk", "program.c", [0x80, 0xff, 0, b'\n', 0xc3]), &["program.c:1:", "error:"]);
    assert_refused(&check("empty", "program.c", ""), &["porf: program.c: the program has no function main"]);
    assert_refused(&check("no_main", "program.c", "int f;\n"), &["the program has no function main"]);
    assert_refused(&check("junk_ll", "program.ll", [0xff, 0xfe]), &["program.ll: this is not UTF-8 text"]);
    assert_refused(&check("empty_ll", "program.ll", ""), &["the program has no function main"]);
}

#[test]
fn llvm_ir_that_cannot_be_read() {
    let syntax = "define i32 @main() {\n  ret i32 0\n}\nnonsense\n";
    assert_refused(&check("ll_syntax", "program.ll", syntax), &["porf: program.ll:", "line 4, column 1"]);
    let typed = "@x = global i32 0\n@p = global i32* @x\n";
    assert_refused(&check("ll_typed", "program.ll", typed), &["line 2", "typed pointers", "LLVM 15 to 22"]);
}

#[test]
fn files_that_are_not_there_or_not_readable() {
    let sandbox = Sandbox::new("refused_absent").with("fine.c", FINE).with("locked.c", FINE);
    let absent = ["porf: absent.c: cannot be read: no such file or directory"];
    assert_refused(&sandbox.check(&["absent.c"]), &absent);
    assert_refused(&sandbox.check(&["fine.c", "absent.c"]), &absent);
    assert_refused(&sandbox.check(&["absent.ll"]), &["porf: absent.ll: cannot be read"]);
    fs::create_dir(sandbox.directory.join("directory.c")).unwrap();
    assert_refused(&sandbox.check(&["directory.c"]), &["porf: directory.c: "]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let locked = sandbox.directory.join("locked.c");
        fs::set_permissions(&locked, fs::Permissions::from_mode(0o000)).unwrap();
        // The superuser can read everything.
        if fs::read(&locked).is_err() {
            let message = "porf: locked.c: cannot be read: permission denied";
            assert_refused(&sandbox.check(&["locked.c"]), &[message]);
        }
    }
}

#[test]
fn symbols_that_are_defined_twice() {
    let sandbox = Sandbox::new("refused_twice")
        .with("main.c", FINE)
        .with("a.c", "int f(void) {\n  return 1;\n}\n")
        .with("b.c", "int f(void) {\n  return 2;\n}\n");
    assert_refused(&sandbox.check(&["main.c", "a.c", "b.c"]), &["f is defined both in a.c and in b.c"]);
    assert_refused(&sandbox.check(&["main.c", "main.c"]), &["main is defined twice in main.c"]);
}

#[test]
fn wrong_usage() {
    let sandbox = Sandbox::new("refused_usage").with("fine.c", FINE);
    let cases: [(&[&str], &str); 8] = [
        (&["fine.c", "--unrol", "2"], "a similar argument exists: '--unroll'"),
        (&["fine.c", "--unroll", "0"], "porf: --unroll: at least 1 iteration must be allowed"),
        (&["fine.c", "--unroll", "many"], "invalid value 'many' for '--unroll <N>'"),
        (&["fine.c", "--model", "arm"], "[possible values: sc, tso, pso, ra, rc11, cpp20, all]"),
        (&["fine.c", "--format", "xml"], "[possible values: text, json]"),
        (&["fine.c", "-DX=1"], "unexpected argument '-D' found"),
        (&["fine.c", "--jobs", "0"], "porf: --jobs: at least 1 core must be used"),
        (&["fine.c", "--replay", "x.json"], "cannot be used with '--replay <FILE>'"),
    ];
    for (arguments, message) in cases {
        assert_refused(&sandbox.check(arguments), &[message]);
    }
    let outcome = sandbox.check(&["fine.c", "--", "--no-such-option"]);
    assert_refused(&outcome, &["error: ", "'--no-such-option'"]);
}

/// Puts a shell script into the sandbox. Another process writes it, as one that a test starts meanwhile would keep a file
/// busy that this process has open.
#[cfg(unix)]
fn script(sandbox: &Sandbox, name: &str, text: &str) {
    let path = sandbox.directory.join(name);
    let write = "printf '#!/bin/sh\\n%s\\n' \"$2\" > \"$1\" && chmod +x \"$1\"";
    let status = Command::new("sh").args(["-c", write, "sh"]).arg(&path).arg(text).status().unwrap();
    assert!(status.success());
}

#[cfg(unix)]
#[test]
fn compilers_that_will_not_do() {
    const INSTALL: &str = "; versions 15 to 22 will do. To install one: ";
    let sandbox = Sandbox::new("refused_clang").with("fine.c", FINE).with("empty/.keep", "");
    let check = |clang: &str| sandbox.check(&["fine.c", "--clang", clang]);
    assert_refused(&check("/nonexistent"), &["/nonexistent cannot be run: ", INSTALL]);
    assert_refused(&check("/bin/false"), &["/bin/false is not clang", INSTALL]);
    for (version, complaint) in [("14.0.6", "which is too old"), ("99.0.0", "which is too new")] {
        let name = format!("clang-{version}");
        script(&sandbox, &name, &format!("echo 'Debian clang version {version}'"));
        assert_refused(
            &check(&format!("./{name}")),
            &[&format!("is version {version}, {complaint}"), INSTALL],
        );
    }
    let from_environment = sandbox.command(&["fine.c"]).env("PORF_CLANG", "/nonexistent").output().unwrap();
    assert_refused(&from_environment.into(), &["/nonexistent cannot be run: ", INSTALL]);
    // What is asked for on the command line comes first.
    let first =
        sandbox.command(&["fine.c", "--clang", "/bin/false"]).env("PORF_CLANG", "/nonexistent").output();
    assert_refused(&first.unwrap().into(), &["/bin/false is not clang"]);
    let nowhere = sandbox.directory.join("empty");
    let outcome: Outcome =
        sandbox.command(&["fine.c"]).env_remove("PORF_CLANG").env("PATH", nowhere).output().unwrap().into();
    assert_refused(&outcome, &["there is none on the PATH", INSTALL]);
    let command = outcome.stderr.split(INSTALL).nth(1).unwrap_or_default();
    assert!(command.contains("clang") || command.contains("llvm"), "{command}");
}

#[cfg(unix)]
#[test]
fn a_compiler_that_writes_nothing() {
    let sandbox = Sandbox::new("refused_silent").with("fine.c", FINE);
    script(&sandbox, "silent", "case \"$*\" in *--version*) echo 'clang version 19.1.7';; esac");
    let outcome = sandbox.check(&["fine.c", "--clang", "./silent"]);
    assert_refused(&outcome, &["clang did not produce LLVM IR text for fine.c"]);
}
