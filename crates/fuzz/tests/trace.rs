//! The trace explorer on random programs: equal sets with the interleaving oracle and with the graph explorer, nothing twice.

use libtest_mimic::{Arguments, Trial};
use porf_fuzz::{compare_engines, compare_interleavings, compare_profile};
use porf_testing::{Profile, RandomProgram};

/// Programs of each profile that are compared with the oracle.
const PROGRAMS: u64 = 300;

/// Larger ones, which are compared with the graph explorer.
const LARGE_PROGRAMS: u64 = 60;

fn main() {
    let oracle = |profile: Profile| {
        Trial::test(format!("{profile:?}"), move || {
            compare_profile(profile, PROGRAMS, RandomProgram::from_seed, compare_interleavings);
            Ok(())
        })
    };
    let graph_explorer = |profile: Profile| {
        Trial::test(format!("large {profile:?}"), move || {
            compare_profile(profile, LARGE_PROGRAMS, RandomProgram::large_from_seed, compare_engines);
            Ok(())
        })
    };
    let trials = Profile::ALL.into_iter().flat_map(|profile| [oracle(profile), graph_explorer(profile)]);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
