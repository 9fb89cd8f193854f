//! Random programs with symmetric threads that do something with addresses.

mod files;

use std::process::ExitCode;

use porf_fuzz::addresses::{Compared, compare_addresses};

/// How many files there are, and how many programs in each.
const SIZE: (u64, u64) = (3, 100);

fn main() -> ExitCode {
    files::run("addresses", SIZE, compare_addresses, check)
}

/// Both kinds of questions are asked.
fn check(compared: &Compared) {
    let all = compared.symmetric + compared.distinguished;
    assert!(compared.symmetric * 8 > all && compared.distinguished * 8 > all, "{compared}");
}
