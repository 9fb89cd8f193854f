//! The whole tool chain against the oracle: a random program is printed as a litmus test, read by the front end, compiled,
//! run by the virtual machine and explored; the final states, and how many executions can end in each, are the oracle's.
//!
//! Threads that are blocked by assumptions may have read something else before, and wait for that: so there are no more blocked
//! executions than in the oracle. Since then also the order of writes to what is awaited may count, how many executions end in a state
//! is compared for the finest equivalence only.

use std::collections::{BTreeMap, BTreeSet};

use porf_driver::{CheckOptions, LoadedTest, check_test};
use porf_explore::{Engine, Equivalence, ModelKind};
use porf_oracle::{Execution, ModelName, executions_all_models, has_race};
use porf_testing::{Profile, RandomProgram};

const PROGRAMS: u64 = 80;

/// What comes of a program.
#[derive(Debug)]
struct Outcome {
    /// How many complete executions can end in each final state.
    states: BTreeMap<Vec<(String, String)>, u64>,
    blocked: u64,
    race: bool,
}

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
                    let found = outcome(&loaded, model, equivalence);
                    let expected = expected_outcome(&program, &all_executions[&name], name, equivalence);
                    let is_same = match equivalence {
                        Equivalence::Co => found.states == expected.states,
                        Equivalence::Rf => found.states.keys().eq(expected.states.keys()),
                    };
                    assert!(
                        is_same && found.blocked <= expected.blocked && found.race == expected.race,
                        "seed {seed} of {profile:?} under {model}, equivalence {equivalence}: {found:?}, expected \
                         {expected:?}:\n{text}"
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
    Outcome { states: counted, blocked: blocked.len() as u64, race }
}

fn outcome(loaded: &LoadedTest, model: ModelKind, equivalence: Equivalence) -> Outcome {
    let mut options = CheckOptions::new(model);
    options.explore.equivalence = Some(equivalence);
    options.explore.engine = Some(Engine::Graph);
    let report = check_test("random", loaded, &options).expect("one size an access");
    let states = report.states.iter().map(|state| (state.values.clone(), state.executions)).collect();
    Outcome { states, blocked: report.blocked, race: report.error.is_some() }
}
