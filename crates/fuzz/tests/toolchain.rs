//! The whole tool chain against the oracle: a random program is printed as a litmus test, read by the front end, compiled,
//! run by the virtual machine and explored; the final states, and how many executions end in each, are the oracle's.

use std::collections::BTreeMap;

use porf::LoadedTest;
use porf::check::{CheckOptions, check_test};
use porf_explore::ModelKind;
use porf_oracle::{ModelName, Profile, RandomProgram, executions_all_models, has_race};

const PROGRAMS: u64 = 150;

/// How many complete executions end in each final state, blocked executions, and whether there is a race.
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
                let mut expected = Outcome::default();
                for execution in &all_executions[&name] {
                    expected.2 |= has_race(execution, name);
                    if execution.blocked {
                        expected.1 += 1;
                    } else {
                        let values = program.outcome(execution).into_iter();
                        let state = values.map(|(name, value)| (name, value.to_string())).collect();
                        *expected.0.entry(state).or_default() += 1;
                    }
                }
                assert_eq!(
                    outcome(&loaded, model),
                    expected,
                    "seed {seed} of {profile:?} under {model}:\n{text}"
                );
            }
        }
    }
}

fn outcome(loaded: &LoadedTest, model: ModelKind) -> Outcome {
    let report = check_test("random", loaded, &CheckOptions::new(model)).expect("one size an access");
    let states = report.states.iter().map(|state| (state.values.clone(), state.executions)).collect();
    (states, report.blocked, report.error.is_some())
}
