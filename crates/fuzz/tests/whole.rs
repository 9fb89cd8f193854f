//! The whole of porf against brute force, on random C programs of many shapes.

use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Failed, Trial};
use porf_fuzz::whole::{Bench, Feature, Statistics};

/// How many files of programs there are.
const FILES: u64 = 6;

/// How many programs there are in a file.
const PROGRAMS: u64 = 60;

fn main() -> ExitCode {
    let bench = Arc::new(Bench::find().unwrap_or_else(|error| panic!("{error}")));
    let statistics = Arc::new(Mutex::new(Statistics::default()));
    let trial = |file: u64| {
        let (bench, statistics) = (Arc::clone(&bench), Arc::clone(&statistics));
        let seeds = file * PROGRAMS..(file + 1) * PROGRAMS;
        Trial::test(format!("seeds {seeds:?}"), move || {
            let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("whole-{file}.c"));
            let compared = bench.compare_seeds(seeds, &Feature::ALL, &scratch);
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
    if statistics.programs + statistics.too_large == FILES * PROGRAMS {
        check(&statistics);
    }
    ExitCode::SUCCESS
}

/// Programs of all sorts come up, few are too large, and most are explored to the end.
fn check(statistics: &Statistics) {
    assert!(statistics.too_large * 5 < statistics.programs, "{statistics}");
    assert!(statistics.ways.1 * 3 < statistics.ways.0, "{statistics}");
    assert!(statistics.with.iter().take(4).all(|&count| count > 0), "{statistics}");
}
