//! The graph explorer on random clients of libraries, whose writes have no order: equal sets with the
//! oracle, nothing twice.

use libtest_mimic::{Arguments, Trial};
use porf_explore::ModelKind;
use porf_fuzz::{client_program, compare, compare_profile};
use porf_testing::Profile;

/// Programs of each profile.
const PROGRAMS: u64 = 40;

fn main() {
    let trial = |profile: Profile| {
        Trial::test(format!("{profile:?}"), move || {
            compare_profile(profile, PROGRAMS, client_program, |program| compare(program, &ModelKind::ALL));
            Ok(())
        })
    };
    libtest_mimic::run(&Arguments::from_args(), Profile::ALL.into_iter().map(trial).collect()).exit();
}
