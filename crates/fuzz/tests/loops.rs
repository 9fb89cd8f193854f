//! Random programs with loops: what can come of them does not depend on the passes that end loops which only wait.

use std::path::Path;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use porf_fuzz::loops::{Statistics, ToolChain, compare_seeds};

/// How many files of programs there are.
const FILES: u64 = 50;

/// How many programs there are in a file.
const PROGRAMS: u64 = 100;

/// Models under which a program has more executions than this are left out.
const MOST_EXECUTIONS: u64 = 1_000;

fn main() {
    let tool_chain = Arc::new(ToolChain::find().unwrap_or_else(|error| panic!("{error}")));
    let statistics = Arc::new(Mutex::new(Statistics::default()));
    let trial = |file: u64| {
        let (tool_chain, statistics) = (Arc::clone(&tool_chain), Arc::clone(&statistics));
        let seeds = file * PROGRAMS..(file + 1) * PROGRAMS;
        Trial::test(format!("seeds {seeds:?}"), move || {
            let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("loops-{file}.c"));
            let compared = compare_seeds(&tool_chain, seeds, MOST_EXECUTIONS, &scratch);
            let compared = compared.map_err(|failure| Failed::from(failure.to_string()))?;
            statistics.lock().map_err(|_| "another trial has failed")?.merge(&compared);
            Ok(())
        })
    };
    let conclusion = libtest_mimic::run(&Arguments::from_args(), (0..FILES).map(trial).collect());
    println!("{}", statistics.lock().expect("no trial is running"));
    conclusion.exit();
}
