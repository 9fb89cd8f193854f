//! The whole of porf against brute force, on random C programs of many shapes.

mod files;

use std::process::ExitCode;

use porf_fuzz::whole::{Bench, Feature, Statistics};

/// How many files there are, and how many programs in each.
const SIZE: (u64, u64) = (6, 60);

fn main() -> ExitCode {
    let bench = Bench::find().unwrap_or_else(|error| panic!("{error}"));
    let compare = move |seeds, scratch: &_| {
        let compared = bench.compare_seeds(seeds, &Feature::ALL, scratch);
        compared.map_err(|failure| failure.to_string())
    };
    files::run("whole", SIZE, compare, check)
}

/// Programs of all sorts come up, few are too large, and most are explored to the end.
fn check(statistics: &Statistics) {
    assert!(statistics.too_large * 5 < statistics.programs, "{statistics}");
    assert!(statistics.ways.1 * 3 < statistics.ways.0, "{statistics}");
    assert!(statistics.with.iter().take(4).all(|&count| count > 0), "{statistics}");
}
