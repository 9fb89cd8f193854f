//! The shipped models mean what the oracle's axioms mean: the same verdict on every candidate
//! execution of random programs, consistent or not. Models that use dependencies forbid what they
//! should.

mod dependencies;
mod events;

use std::collections::BTreeMap;

use porf_cat::{LibraryOnly, Model, evaluate, read, shipped};
use porf_entity::Random;
use porf_oracle::{Execution, ModelName, Source, for_each_candidate, has_race, is_consistent};
use porf_testing::{Profile, RandomProgram};

use events::events;

/// The number of random programs of each profile; there are 21 profiles.
const SEEDS: u64 = 15;

fn model(name: &str) -> Model {
    let source = shipped(name).expect("the model is shipped");
    read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

fn random_programs() -> impl Iterator<Item = RandomProgram> {
    Profile::ALL
        .into_iter()
        .flat_map(|profile| (0..SEEDS).map(move |seed| RandomProgram::from_seed(seed, profile)))
}

fn candidates(program: &RandomProgram) -> Vec<Execution> {
    let mut candidates = Vec::new();
    for_each_candidate(program, |candidate| candidates.push(candidate.clone()));
    candidates
}

/// The execution with one coherence order or one source of a read changed at random, so that also
/// those cases occur that the oracle does not build: writes of a thread out of order,
/// read-modify-writes that are not atomic, causal cycles.
fn changed(execution: &Execution, random: &mut Random) -> Execution {
    let mut changed = execution.clone();
    if random.ratio(1, 2) {
        let orders: Vec<_> = changed.coherence.values_mut().filter(|order| order.len() > 1).collect();
        let count = orders.len();
        if count > 0 {
            let order = orders.into_iter().nth(random.below(count)).expect("the index is below the count");
            let (a, b) = (random.below(order.len()), random.below(order.len()));
            order.swap(a, b);
        }
        return changed;
    }
    let count = changed.reads_from.len();
    if let Some((read, source)) =
        (count > 0).then(|| random.below(count)).and_then(|n| changed.reads_from.iter_mut().nth(n))
    {
        let address = execution.kind(*read).address().expect("reads have a location");
        let writes = execution.coherence.get(&address).map_or(&[][..], Vec::as_slice);
        let chosen = random.below(writes.len() + 1);
        *source = writes.get(chosen).map_or(Source::Initial, |&write| Source::Write(write));
    }
    changed
}

#[test]
fn shipped_models_agree_with_the_oracle() {
    let models = ModelName::ALL.map(|name| (name, model(&name.to_string())));
    let mut random = Random::from_seed(19);
    let mut verdicts: BTreeMap<(ModelName, bool), usize> = BTreeMap::new();
    let mut races = 0;
    for program in random_programs() {
        for candidate in candidates(&program) {
            let changed = changed(&candidate, &mut random);
            for execution in [candidate, changed] {
                let events = events(&execution);
                for (name, model) in &models {
                    let evaluation = evaluate(model, &events);
                    let expected = is_consistent(&execution, *name);
                    let found = evaluation.is_consistent(model);
                    assert_eq!(found, expected, "{name} {evaluation:?}\n{execution}");
                    *verdicts.entry((*name, expected)).or_default() += 1;

                    let has_race = has_race(&execution, *name);
                    assert_eq!(!evaluation.reports(model).is_empty(), has_race, "{name}\n{execution}");
                    races += usize::from(has_race);
                }
            }
        }
    }
    println!("{verdicts:?}, {races} races");
    for (name, _) in models {
        for verdict in [false, true] {
            assert!(verdicts[&(name, verdict)] > 10_000, "{name} {verdict}: {verdicts:?}");
        }
    }
    assert!(races > 10_000, "{races}");
}
