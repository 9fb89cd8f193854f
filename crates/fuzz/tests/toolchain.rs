//! The whole tool chain against the oracle: a random program is printed as a litmus test, read by the front end, compiled,
//! run by the virtual machine and explored; the final states, and how many executions can end in each, are the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use porf::LoadedTest;
use porf::check::{CheckOptions, check_test};
use porf_explore::{Equivalence, ModelKind};
use porf_oracle::{Execution, ModelName, Profile, RandomProgram, executions_all_models, has_race};

const PROGRAMS: u64 = 80;

/// How many complete executions can end in each final state, blocked executions, and whether there is a race.
type Outcome = (BTreeMap<Vec<(String, String)>, u64>, u64, bool);

const MODELS: [(ModelKind, ModelName); 5] = [
    (ModelKind::Sc, ModelName::Sc),
    (ModelKind::Tso, ModelName::Tso),
    (ModelKind::Pso, ModelName::Pso),
    (ModelKind::Ra, ModelName::Ra),
    (ModelKind::Rc11, ModelName::Rc11),
];

#[test]
fn final_states_are_those_of_the_oracle() {
    for profile in Profile::ALL.into_iter().filter(|profile| profile.has_litmus_form()) {
        for seed in 0..PROGRAMS {
            let program = RandomProgram::from_seed(seed, profile);
            let text = program.to_litmus();
            let loaded =
                LoadedTest::from_source(&text, 1).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
            let all_executions = executions_all_models(&program);
            for (model, name) in MODELS {
                for equivalence in Equivalence::ALL {
                    assert_eq!(
                        outcome(&loaded, model, equivalence),
                        expected_outcome(&program, &all_executions[&name], name, equivalence),
                        "seed {seed} of {profile:?} under {model}, equivalence {equivalence}:\n{text}"
                    );
                }
            }
        }
    }
}

fn expected_outcome(
    program: &RandomProgram,
    executions: &BTreeSet<Execution>,
    model: ModelName,
    equivalence: Equivalence,
) -> Outcome {
    let (mut blocked, mut states, mut race) = (BTreeSet::new(), BTreeSet::new(), false);
    for execution in executions {
        race |= has_race(execution, model);
        let class = execution.class(|_| equivalence == Equivalence::Co);
        if execution.blocked {
            blocked.insert(class);
        } else {
            let values = program.outcome(execution).into_iter();
            let state: Vec<_> = values.map(|(name, value)| (name, value.to_string())).collect();
            states.insert((class, state));
        }
    }
    let mut counted = BTreeMap::new();
    for (_, state) in states {
        *counted.entry(state).or_default() += 1;
    }
    (counted, blocked.len() as u64, race)
}

fn outcome(loaded: &LoadedTest, model: ModelKind, equivalence: Equivalence) -> Outcome {
    let options = CheckOptions { equivalence: Some(equivalence), ..CheckOptions::new(model) };
    let report = check_test("random", loaded, &options).expect("one size an access");
    let states = report.states.iter().map(|state| (state.values.clone(), state.executions)).collect();
    (states, report.blocked, report.error.is_some())
}
