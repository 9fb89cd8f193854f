//! The graph explorer up to symmetry, on random programs with threads that do the same: one execution of each class of the
//! oracle's, under every model and with every policy.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::compare_symmetry;
use porf_oracle::{Profile, RandomProgram, shrink};

/// Programs of each profile; all profiles together make more than 2,000 programs under each model.
const PROGRAMS: u64 = 110;

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
        let program = RandomProgram::symmetric_from_seed(seed, profile);
        if compare_symmetry(&program).is_err() {
            let smallest = shrink(&program, |program| compare_symmetry(program).is_err());
            let difference = compare_symmetry(&smallest);
            panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}", difference.unwrap_err());
        }
    }
}
