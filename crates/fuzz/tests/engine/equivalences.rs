//! The equivalences against each other on random programs that are too large for the oracle.

use porf_explore::ModelKind;
use porf_fuzz::compare_equivalences;
use porf_testing::{Profile, RandomProgram, shrink};

/// Programs of each profile.
const PROGRAMS: u64 = 4;

#[test]
fn equivalences_agree_on_large_programs() {
    let fails = |program: &RandomProgram| compare_equivalences(program, &ModelKind::ALL).is_err();
    for profile in Profile::ALL {
        for seed in 0..PROGRAMS {
            let program = RandomProgram::large_from_seed(seed, profile);
            if fails(&program) {
                let smallest = shrink(&program, fails);
                let difference = compare_equivalences(&smallest, &ModelKind::ALL);
                panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}", difference.unwrap_err());
            }
        }
    }
}
