//! The engine against the oracle on random programs: every model, equivalence and schedule, equal sets, nothing
//! twice; with one explorer, and with several that give each other as much of the work as they can.

use libtest_mimic::{Arguments, Trial};
use porf_explore::ModelKind;
use porf_fuzz::{Difference, compare, compare_units};
use porf_testing::{Profile, RandomProgram, shrink};

/// Programs of each profile; all profiles together make more than 2,000 programs under each model.
const PROGRAMS: u64 = 160;

/// Programs of each profile that several explorers share.
const SHARED: u64 = 4;

type Compare = fn(&RandomProgram, &[ModelKind]) -> Result<u64, Difference>;

fn main() {
    let trial = |name: String, compare: Compare, programs, profile: Profile| {
        Trial::test(name, move || {
            compare_profile(compare, programs, profile);
            Ok(())
        })
    };
    let alone = |profile: Profile| trial(format!("{profile:?}"), compare, PROGRAMS, profile);
    let shared = |profile: Profile| trial(format!("{profile:?} in parts"), compare_units, SHARED, profile);
    let trials = Profile::ALL.into_iter().flat_map(|profile| [alone(profile), shared(profile)]).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn compare_profile(compare: Compare, programs: u64, profile: Profile) {
    for seed in 0..programs {
        let program = RandomProgram::from_seed(seed, profile);
        if compare(&program, &ModelKind::ALL).is_err() {
            let smallest = shrink(&program, |program| compare(program, &ModelKind::ALL).is_err());
            let difference = compare(&smallest, &ModelKind::ALL);
            panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}", difference.unwrap_err());
        }
    }
}
