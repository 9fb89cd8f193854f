//! The whole tool chain for C against the oracle on random programs: every model, equivalence and schedule.

use std::path::Path;

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::c_programs::compare;
use porf_testing::{CForm, Profile, RandomProgram, shrink};

/// Programs of each profile, half of them in each form.
const PROGRAMS: u64 = 12;

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
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{profile:?}.c"));
    for seed in 0..PROGRAMS {
        let form = CForm::from_seed(seed);
        let program = RandomProgram::from_seed(seed, profile);
        if compare(&program, form, &scratch).is_err() {
            let smallest = shrink(&program, |program| compare(program, form, &scratch).is_err());
            let difference = compare(&smallest, form, &scratch).unwrap_err();
            panic!("{profile:?} seed {seed}, smallest:\n{smallest}\n{}\n{difference}", smallest.to_c(form));
        }
    }
}
