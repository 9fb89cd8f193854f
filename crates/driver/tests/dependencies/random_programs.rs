//! Random programs: the machine's dependencies are those of a plain interpreter, in every candidate
//! execution.

use std::collections::{BTreeMap, BTreeSet};

use porf_driver::LoadedTest;
use porf_entity::Address;
use porf_oracle::{Dependencies, Event, EventKind, Execution, for_each_candidate};
use porf_program::Program;
use porf_testing::{Hints, Profile, RandomProgram};
use porf_vm::{Machine, MachineOptions};

/// The number of random programs of each profile.
const SEEDS: u64 = 60;

#[test]
fn dependencies_are_those_of_a_plain_interpreter() {
    let mut pairs = [0; 3];
    for profile in Profile::ALL.into_iter().filter(|profile| profile.has_litmus_form()) {
        for seed in 0..SEEDS {
            let program = RandomProgram::from_seed(seed, profile);
            let text = program.to_litmus();
            let loaded = LoadedTest::from_source(&text, 1).expect("a well-formed test");
            let options = MachineOptions { dependencies: true, awaits: false, ..MachineOptions::default() };
            let machine = Machine::with_options(&loaded.test.module, options).expect("a valid program");
            let globals = &loaded.test.module.globals;
            let names: BTreeMap<String, Address> =
                globals.iter().map(|(id, global)| (global.name.clone(), machine.address_of(id))).collect();
            let addresses =
                program.locations.ids().map(|it| (it.address(), names[&it.to_string()])).collect();

            let hints = Hints { dependencies: true, ..program.hints };
            let program = RandomProgram { hints, ..program };
            let expected = executions(&program, &addresses);
            let found = executions(&machine, &BTreeMap::new());
            assert!(found == expected, "seed {seed} of {profile:?}:\n{text}");
            for dependencies in expected.iter().flat_map(|execution| execution.dependencies.values()) {
                let Dependencies { address, data, control } = dependencies;
                for (count, reads) in pairs.iter_mut().zip([address, data, control]) {
                    *count += reads.len();
                }
            }
        }
    }
    println!("{pairs:?} pairs of addr, data and ctrl");
    assert!(pairs[1] > 1000 && pairs[2] > 1000, "{pairs:?}");
}

/// The candidate executions without coherence orders, with other addresses of locations.
fn executions<P: Program>(program: &P, addresses: &BTreeMap<Address, Address>) -> BTreeSet<Execution> {
    let mut executions = BTreeSet::new();
    for_each_candidate(program, |candidate| {
        let mut execution = Execution { coherence: BTreeMap::new(), ..candidate.clone() };
        for kind in execution.threads.iter_mut().flatten() {
            if let EventKind::Read { address, .. } | EventKind::Write { address, .. } = kind {
                *address = addresses.get(address).copied().unwrap_or(*address);
            }
        }
        let is_told = |(event, _): (Event, EventKind)| execution.dependencies.contains_key(&event);
        assert!(execution.events().all(is_told), "every event has dependencies");
        executions.insert(execution);
    });
    executions
}
