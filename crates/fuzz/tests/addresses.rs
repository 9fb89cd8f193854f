//! Random programs whose threads do the same and do something with addresses.

use std::path::Path;

use porf_fuzz::addresses::compare_addresses;

/// How many programs there are.
const PROGRAMS: u64 = 300;

#[test]
fn what_comes_of_a_program_does_not_depend_on_symmetry() {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("addresses.c");
    let compared =
        compare_addresses(0..PROGRAMS, &scratch).unwrap_or_else(|difference| panic!("{difference}"));
    // Both kinds of questions are asked.
    assert!(compared.symmetric * 5 > PROGRAMS && compared.told_apart * 5 > PROGRAMS, "{compared:?}");
}
