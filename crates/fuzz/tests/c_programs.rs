//! The whole tool chain for C against the oracle on random programs: every model, equivalence and schedule.

use std::path::Path;

use porf_fuzz::c_programs::compare;
use porf_oracle::{CForm, Profile, RandomProgram, shrink};

/// Programs of each profile, half of them in each form.
const PROGRAMS: u64 = 12;

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

#[test]
fn mixed_programs() {
    compare_profile(Profile::Mixed);
}

#[test]
fn rmw_programs() {
    compare_profile(Profile::Rmw);
}

#[test]
fn programs_with_locks_and_threads() {
    compare_profile(Profile::Threads);
}

#[test]
fn relaxed_programs_with_fences() {
    compare_profile(Profile::RelaxedFences);
}

#[test]
fn seq_cst_programs() {
    compare_profile(Profile::SeqCst);
}

#[test]
fn non_atomic_programs() {
    compare_profile(Profile::NonAtomic);
}

#[test]
fn plain_programs() {
    compare_profile(Profile::Plain);
}

#[test]
fn programs_with_stores_without_order() {
    compare_profile(Profile::Stores);
}

#[test]
fn programs_with_chains_of_rmws() {
    compare_profile(Profile::Chains);
}

#[test]
fn programs_with_seq_cst_among_relaxed_stores() {
    compare_profile(Profile::SeqCstStores);
}

#[test]
fn programs_with_stores_to_two_locations() {
    compare_profile(Profile::TwoLocations);
}

#[test]
fn programs_that_copy() {
    compare_profile(Profile::Copies);
}

#[test]
fn programs_that_wait_for_flags() {
    compare_profile(Profile::Flags);
}

#[test]
fn programs_that_pass_messages() {
    compare_profile(Profile::Messages);
}
