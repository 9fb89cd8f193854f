//! The engine against the oracle on random programs: every model, equivalence and schedule, equal sets, nothing
//! twice.

use libtest_mimic::{Arguments, Trial};
use porf_explore::ModelKind;
use porf_fuzz::compare;
use porf_testing::{Profile, RandomProgram, shrink};

/// Programs of each profile; all profiles together make more than 2,000 programs under each model.
const PROGRAMS: u64 = 160;

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
    for seed in 0..PROGRAMS {
        let program = RandomProgram::from_seed(seed, profile);
        if compare(&program, &ModelKind::ALL).is_err() {
            let smallest = shrink(&program, |program| compare(program, &ModelKind::ALL).is_err());
            let difference = compare(&smallest, &ModelKind::ALL);
            panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}", difference.unwrap_err());
        }
    }
}
