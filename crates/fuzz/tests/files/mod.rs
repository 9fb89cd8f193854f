//! Random C programs, many in a file, since starting a compiler takes longer than all else.

use std::ops::Range;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use porf_fuzz::Tally;

/// Compares so many files of so many programs each, and in the end checks that enough was compared.
pub(crate) fn run<T: Tally>(
    name: &'static str,
    (files, programs): (u64, u64),
    compare: impl Fn(Range<u64>, &Path) -> Result<T, String> + Send + Sync + 'static,
    check: impl Fn(&T),
) -> ExitCode {
    let compare = Arc::new(compare);
    let total = Arc::new(Mutex::new(T::default()));
    let trial = |file: u64| {
        let (compare, total) = (Arc::clone(&compare), Arc::clone(&total));
        let seeds = file * programs..(file + 1) * programs;
        Trial::test(format!("seeds {seeds:?}"), move || {
            let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{file}.c"));
            let compared = compare(seeds, &scratch).map_err(Failed::from)?;
            total.lock().map_err(|_| "another trial has failed")?.merge(&compared);
            Ok(())
        })
    };
    let conclusion = libtest_mimic::run(&Arguments::from_args(), (0..files).map(trial).collect());
    if conclusion.has_failed() {
        return conclusion.exit_code();
    }
    let total = total.lock().expect("no trial has failed");
    // Unless only some of them were asked for.
    if total.programs() == files * programs {
        check(&total);
    }
    ExitCode::SUCCESS
}
