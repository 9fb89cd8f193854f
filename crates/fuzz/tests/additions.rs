//! The graph explorer on random programs with counters, with the order of additions left open: equal
//! sets with the oracle's classes, nothing twice.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::{compare_additions, compare_profile, counting_program};
use porf_testing::Profile;

/// Programs of each profile.
const PROGRAMS: u64 = 40;

fn main() {
    let trial = |profile: Profile| {
        Trial::test(format!("{profile:?}"), move || {
            compare_profile(profile, PROGRAMS, counting_program, compare_additions);
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), Profile::ALL.into_iter().map(trial).collect()).exit();
}
