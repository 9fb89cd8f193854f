//! The graph explorer up to symmetry, on random programs with symmetric threads: one execution of each class of the
//! oracle's, and on larger ones of what is explored without symmetry, under every model and with every policy.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::{compare_profile, compare_symmetry, compare_symmetry_of_large};
use porf_testing::{Profile, RandomProgram};

/// Programs of each profile that are compared with the oracle; all profiles together make more than 2,000 programs under each
/// model.
const PROGRAMS: u64 = 110;

/// Larger ones, which are compared with what is explored without symmetry.
const LARGE_PROGRAMS: u64 = 15;

fn main() {
    let oracle = |profile: Profile| {
        Trial::test(format!("{profile:?}"), move || {
            compare_profile(profile, PROGRAMS, RandomProgram::symmetric_from_seed, compare_symmetry);
            Ok(())
        })
    };
    let large = |profile: Profile| {
        let generate = RandomProgram::large_symmetric_from_seed;
        Trial::test(format!("large {profile:?}"), move || {
            compare_profile(profile, LARGE_PROGRAMS, generate, compare_symmetry_of_large);
            Ok(())
        })
    };
    let trials = Profile::ALL.into_iter().flat_map(|profile| [oracle(profile), large(profile)]);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
