//! Random programs with loops: what can come of them does not depend on the passes that end loops which only wait.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use porf_fuzz::loops::{Form, Statistics, ToolChain, compare_seeds};

/// How many files of programs there are.
const FILES: u64 = 50;

/// How many programs there are in a file.
const PROGRAMS: u64 = 100;

/// Models under which a program has more executions than this are left out.
const MOST_EXECUTIONS: u64 = 1_000;

/// Forms of which each iteration does something that matters, or that passes do not see through.
const NOT_ENDED: [Form; 9] = [
    Form::SpinCounted,
    Form::SpinTries,
    Form::SpinIrreducible,
    Form::PushReread,
    Form::PushCounted,
    Form::PushFresh,
    Form::ZneTry,
    Form::Work,
    Form::WorkUntil,
];

fn main() -> ExitCode {
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
    if conclusion.has_failed() {
        return conclusion.exit_code();
    }
    let statistics = statistics.lock().expect("no trial has failed");
    if statistics.programs == FILES * PROGRAMS {
        check(&statistics);
    }
    ExitCode::SUCCESS
}

/// Loops of all forms that can be ended were, and few programs were too large.
fn check(statistics: &Statistics) {
    for form in Form::ALL.iter().filter(|form| !NOT_ENDED.contains(form)) {
        let ended = statistics.forms.get(form).is_some_and(|form| form.spins > 0);
        assert!(ended, "no execution ends with a thread that waits in {form}:\n{statistics}");
    }
    assert!(statistics.skipped * 5 < statistics.programs, "{statistics}");
}
