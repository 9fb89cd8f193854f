//! The graph explorer up to symmetry, on random programs with symmetric threads: one execution of each class of the
//! oracle's, and on larger ones of what is explored without symmetry, under every model and with every policy.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::{compare_profile, compare_symmetry, compare_symmetry_of_large, compare_symmetry_with_files};
use porf_testing::{Profile, RandomProgram};

/// Programs of each profile that are compared with the oracle; all profiles together make more than 2,000 programs under each
/// model.
const PROGRAMS: u64 = 110;

/// Larger ones, which are compared with what is explored without symmetry.
const LARGE_PROGRAMS: u64 = 15;

/// Programs of each profile that are compared with the oracle under the shipped model files.
const PROGRAMS_WITH_FILES: u64 = 30;

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
    let files = |profile: Profile| {
        let generate = RandomProgram::symmetric_from_seed;
        Trial::test(format!("files {profile:?}"), move || {
            compare_profile(profile, PROGRAMS_WITH_FILES, generate, compare_symmetry_with_files);
            Ok(())
        })
    };
    let trials = |profile| [oracle(profile), large(profile), files(profile)];
    let trials = Profile::ALL.into_iter().flat_map(trials);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
