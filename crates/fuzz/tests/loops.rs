//! Random programs with loops: what can come of them does not depend on the passes that end loops which only wait.

mod files;

use std::process::ExitCode;

use porf_fuzz::Compiler;
use porf_fuzz::loops::{Form, Statistics, compare_seeds};

/// How many files there are, and how many programs in each.
const SIZE: (u64, u64) = (30, 100);

/// Models under which a program has more executions than this are left out.
const MOST_EXECUTIONS: u64 = 1_000;

/// Forms of which each iteration does something that matters, or that passes do not see through.
const NOT_ENDED: [Form; 10] = [
    Form::SpinCounted,
    Form::SpinTries,
    Form::SpinIrreducible,
    // Some thread has to keep its turn, which happens in 6 executions of 2,900 programs, say.
    Form::TicketLock,
    Form::PushReread,
    Form::PushCounted,
    Form::PushFresh,
    Form::ZneTry,
    Form::Work,
    Form::WorkUntil,
];

fn main() -> ExitCode {
    let compiler = Compiler::find().unwrap_or_else(|error| panic!("{error}"));
    let compare = move |seeds, scratch: &_| {
        let compared = compare_seeds(&compiler, seeds, MOST_EXECUTIONS, scratch);
        compared.map_err(|failure| failure.to_string())
    };
    files::run("loops", SIZE, compare, check)
}

/// Loops of all forms that can be ended were, and few programs were too large.
fn check(statistics: &Statistics) {
    for form in Form::ALL.iter().filter(|form| !NOT_ENDED.contains(form)) {
        let ended = statistics.forms.get(form).is_some_and(|form| form.spins > 0);
        assert!(ended, "no execution ends with a thread that waits in {form}:\n{statistics}");
    }
    assert!(statistics.skipped * 5 < statistics.programs, "{statistics}");
}
