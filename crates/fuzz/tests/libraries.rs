//! The graph explorer on random clients of libraries: pools, whose writes have no order, mutexes, and
//! registers, whose specification has axioms. Equal sets with the oracle, nothing twice.

use libtest_mimic::{Arguments, Trial};
use porf_explore::ModelKind;
use porf_fuzz::{
    client_program, compare, compare_mutexes, compare_profile, compare_registers, compare_specified_pools,
    mutex_program, register_program, specified_program,
};
use porf_testing::Profile;

/// Programs of each profile.
const CLIENTS: u64 = 40;
const WITH_REGISTERS: u64 = 4;
const WITH_MUTEXES: u64 = 10;
const WITH_SPECIFIED_POOLS: u64 = 5;

fn main() {
    let clients = |profile: Profile| {
        Trial::test(format!("clients {profile:?}"), move || {
            compare_profile(profile, CLIENTS, client_program, |program| compare(program, &ModelKind::ALL));
            Ok(())
        })
    };
    let registers = |profile: Profile| {
        Trial::test(format!("registers {profile:?}"), move || {
            compare_profile(profile, WITH_REGISTERS, register_program, compare_registers);
            Ok(())
        })
    };
    let mutexes = |profile: Profile| {
        Trial::test(format!("mutexes {profile:?}"), move || {
            compare_profile(profile, WITH_MUTEXES, mutex_program, compare_mutexes);
            Ok(())
        })
    };
    let pools = |profile: Profile| {
        Trial::test(format!("pools {profile:?}"), move || {
            compare_profile(profile, WITH_SPECIFIED_POOLS, specified_program, compare_specified_pools);
            Ok(())
        })
    };
    let of_profile = |profile| [clients(profile), registers(profile), mutexes(profile), pools(profile)];
    let trials = Profile::ALL.into_iter().flat_map(of_profile);
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
