//! Published verdicts: the litmus tests in `shared/litmus` beside the workspace, C tests under RC11 and x86 tests
//! under TSO. They are not part of the project. Where they are missing the test says that it was skipped; under continuous
//! integration (the environment variable `CI` is set) it fails.
//!
//! The verdict that counts is that of the condition: data races do not matter here. It must be the same under both
//! equivalences and every scheduling policy.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use libtest_mimic::{Arguments, Failed, Trial};
use porf_driver::{CheckOptions, LoadedTest, check_test, load_model};
use porf_explore::{Equivalence, FileModel, ModelKind, Schedule};
use porf_report::Verdict;

/// How many iterations of a loop may begin.
const UNROLL: u32 = 4;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/litmus");
    if !root.is_dir() {
        let missing = format!("there are no published verdicts in {}", root.display());
        if std::env::var_os("CI").is_some() {
            eprintln!("{missing}, and CI is set: put the litmus tests there, or unset CI to skip this test");
            std::process::exit(1);
        }
        println!("skipped: {missing}");
        return;
    }
    let mut trials = Vec::new();
    for (directory, table, model) in
        [("C11", "expected-rc11.csv", ModelKind::Rc11), ("X86", "expected-tso.csv", ModelKind::Tso)]
    {
        let directory = root.join(directory);
        let shipped = Arc::new(shipped_model(model));
        for (file, holds) in expected(&directory.join(table)) {
            let path = directory.join(&file);
            let from_file = (path.clone(), Arc::clone(&shipped));
            trials.push(Trial::test(format!("{file}::{model}.cat"), move || {
                check_from_file(&from_file.0, &from_file.1, holds)
            }));
            trials.push(Trial::test(format!("{file}::{model}"), move || check(&path, model, holds)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The rows of a table `test,condition_holds`.
fn expected(table: &Path) -> Vec<(String, bool)> {
    let text = fs::read_to_string(table)
        .unwrap_or_else(|error| panic!("cannot read the table {}: {error}", table.display()));
    let row = |line: &str| match line.rsplit_once(',') {
        Some((file, "1")) => (file.into(), true),
        Some((file, "0")) => (file.into(), false),
        _ => panic!("{}: the row `{line}` is not understood", table.display()),
    };
    text.lines().skip(1).map(row).collect()
}

/// The model of this name that is shipped as a file.
fn shipped_model(model: ModelKind) -> FileModel {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../cat/models/{model}.cat"));
    load_model(&path).unwrap_or_else(|error| panic!("{error}"))
}

fn check_from_file(path: &Path, model: &FileModel, holds: bool) -> Result<(), Failed> {
    let source = fs::read_to_string(path)?;
    let loaded = LoadedTest::from_source(&source, UNROLL).map_err(|error| format!("{error:?}"))?;
    let expected = if holds { Verdict::Holds } else { Verdict::Fails };
    let found = check_test(&loaded.test.name, &loaded, &CheckOptions::new(model))?.verdict;
    if found == expected { Ok(()) } else { Err(format!("the condition {expected}, found: {found}").into()) }
}

fn check(path: &Path, model: ModelKind, holds: bool) -> Result<(), Failed> {
    let source = fs::read_to_string(path)?;
    let loaded = LoadedTest::from_source(&source, UNROLL).map_err(|error| format!("{error:?}"))?;
    let expected = if holds { Verdict::Holds } else { Verdict::Fails };
    for equivalence in Equivalence::ALL {
        for schedule in Schedule::ALL {
            let mut options = CheckOptions::new(model);
            (options.explore.equivalence, options.explore.schedule) = (Some(equivalence), schedule);
            let found = check_test(&loaded.test.name, &loaded, &options)?.verdict;
            if found != expected {
                return Err(
                    format!("the condition {expected}, found: {found} ({equivalence}, {schedule})").into()
                );
            }
        }
    }
    Ok(())
}
