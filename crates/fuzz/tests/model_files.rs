//! The engine under the shipped model files against the oracle on random programs: equal sets of
//! executions, nothing twice.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::{compare_with_files, shipped_models};
use porf_testing::{Profile, RandomProgram, shrink};

/// Programs of each profile; all profiles together make more than 400 programs under each model.
const PROGRAMS: u64 = 20;

fn main() {
    let trial = |profile: Profile| {
        Trial::test(format!("{profile:?}"), move || {
            compare_profile(profile);
            Ok(())
        })
    };
    let trials = Profile::ALL.into_iter().map(trial).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn compare_profile(profile: Profile) {
    let models = shipped_models();
    let mut compared = 0;
    for seed in 0..PROGRAMS {
        let program = RandomProgram::from_seed(seed, profile);
        match compare_with_files(&program, &models) {
            Ok(executions) => compared += executions,
            Err(_) => {
                let smallest = shrink(&program, |program| compare_with_files(program, &models).is_err());
                let difference = compare_with_files(&smallest, &models);
                panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}", difference.unwrap_err());
            }
        }
    }
    assert!(compared > 0, "{profile:?}: nothing was compared");
}
