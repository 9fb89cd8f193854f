//! The graph explorer up to symmetry, on random programs with threads that do the same: one execution of each class of the
//! oracle's, and on larger ones of what is explored without symmetry, under every model and with every policy.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::{Difference, compare_symmetry, compare_symmetry_of_large};
use porf_oracle::{Profile, RandomProgram, shrink};

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

fn compare_profile(
    profile: Profile,
    programs: u64,
    generate: fn(u64, Profile) -> RandomProgram,
    compare: fn(&RandomProgram) -> Result<u64, Difference>,
) {
    for seed in 0..programs {
        let program = generate(seed, profile);
        if compare(&program).is_err() {
            let smallest = shrink(&program, |program| compare(program).is_err());
            let difference = compare(&smallest);
            panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}", difference.unwrap_err());
        }
    }
}
