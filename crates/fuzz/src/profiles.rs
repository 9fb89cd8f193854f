//! Comparisons of the first random programs of a profile.

use porf_testing::{Profile, RandomProgram, shrink};

use crate::Difference;

/// Compares the programs of the first seeds.
///
/// # Panics
///
/// If one of them differs, with the smallest program that does.
pub fn compare_profile(
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
