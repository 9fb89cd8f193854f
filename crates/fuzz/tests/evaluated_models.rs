//! The engine under models from files against the oracle: the oracle's candidates, of which the plain
//! evaluation of the model keeps the consistent ones, are the executions that the engine explores,
//! each once.
//!
//! The models use dependencies, or break the conditions of incremental exploration. Each keeps the
//! writes of a thread to a location in order, since the oracle builds no other candidates.

#[path = "../../cat/tests/shipped/events.rs"]
mod events;

use std::collections::BTreeSet;

use porf_cat::{LibraryOnly, Model, Source, evaluate, read};
use porf_explore::{FileModel, Options, Schedule};
use porf_fuzz::explored;
use porf_oracle::for_each_candidate;
use porf_program::Program;
use porf_testing::{Hints, Profile, RandomProgram, shrink};

/// Models of the kind of ARM and Power, and dependencies in other places.
const WITH_DEPENDENCIES: [&str; 5] = [
    // Writes stay in order; reads are ordered by fences and dependencies.
    "let ppo = [W] ; po ; [W] | fencerel(F) | addr | data | ctrl & (_ * W)
     acyclic po-loc | com acyclic ppo | rfe | fre | coe",
    // Nothing is ordered but by dependencies and fences.
    "let dob = addr | data | ctrl ; [W] | (ctrl | addr ; po) ; [F] ; po ; [R] | addr ; po ; [W] | (addr | data) ; rfi
     let bob = po ; [F & SC] ; po | [ACQ | SC] ; po | po ; [REL | SC]
     acyclic po-loc | com acyclic rfe | fre | coe | dob | bob | rmw",
    // Dependencies alone order reads before writes.
    "acyclic po-loc | com acyclic data | ctrl | rf | co",
    // A difference of dependencies.
    "acyclic po-loc | com irreflexive (po \\ (data | ctrl)) ; [W] ; rfe ; po ; fre?",
    // An axiom on dependencies that filters: every write depends on a read.
    "acyclic po-loc | com empty [W \\ IW] \\ [range(data | ctrl)] ; co",
];

/// An execution may violate these, and a longer one not.
const NOT_PREFIX_CLOSED: [&str; 3] = [
    "acyclic po-loc | com ~empty [W \\ IW] ; rfe as communication",
    "acyclic po-loc | com empty (W \\ IW) \\ domain(rf) as read",
    "acyclic po-loc | com empty R \\ domain(fr) as overwritten",
];

/// An event may have no consistent choice, or not the maximal one. The first model is that of
/// [genmc §3]: no two reads of different locations both read initial writes.
const NOT_EXTENSIBLE: [&str; 3] = [
    "acyclic po-loc | com let ri = range([IW] ; rf) empty (ri * ri) & ~loc as one-initial",
    "acyclic po-loc | com empty rf & int as no-forwarding",
    "acyclic po-loc | com empty co ; co ; co as few-writes",
];

fn model(text: &str) -> Model {
    let source = Source { name: "test.cat".into(), text: text.to_owned() };
    read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

/// The number of candidates that the model allows, and the number of others; or the difference.
fn compare(program: &RandomProgram, model: &Model) -> Result<(usize, usize), String> {
    let (mut expected, mut forbidden) = (BTreeSet::new(), 0);
    for_each_candidate(program, |candidate| {
        if evaluate(model, &events::events(candidate)).is_consistent(model) {
            expected.insert(candidate.clone());
        } else {
            forbidden += 1;
        }
    });
    let file = FileModel::new("test.cat", model.clone());
    for schedule in Schedule::ALL {
        let found = explored(program, &Options { schedule, ..Options::new(&file) });
        let once: BTreeSet<_> = found.iter().cloned().collect();
        if once.len() != found.len() {
            return Err(format!("{schedule}: explored twice"));
        }
        if let Some(missing) = expected.difference(&once).next() {
            return Err(format!("{schedule}: not explored\n{missing}"));
        }
        if let Some(more) = once.difference(&expected).next() {
            return Err(format!("{schedule}: forbidden\n{more}"));
        }
    }
    Ok((expected.len(), forbidden))
}

fn compare_all(texts: &[&str], dependencies: bool, seeds: u64) {
    let atomicity = "\nempty rmw & (fre ; coe)";
    for text in texts {
        let model = model(&format!("{text}{atomicity}"));
        let (mut allowed, mut forbidden) = (0, 0);
        for profile in [
            Profile::Mixed,
            Profile::Rmw,
            Profile::RelaxedFences,
            Profile::TwoLocations,
            Profile::Plain,
            Profile::Copies,
            Profile::NonAtomic,
            Profile::Chains,
        ] {
            for seed in 0..seeds {
                let program = RandomProgram::from_seed(seed, profile);
                let hints = Hints { dependencies, ..program.hints };
                let program = RandomProgram { hints, ..program };
                if program.features().awaits {
                    continue;
                }
                let differs = |program: &RandomProgram| compare(program, &model).is_err();
                match compare(&program, &model) {
                    Ok((kept, left_out)) => {
                        allowed += kept;
                        forbidden += left_out;
                    }
                    Err(_) => {
                        let smallest = shrink(&program, differs);
                        let difference = compare(&smallest, &model).unwrap_err();
                        panic!("{text}\n{profile:?} seed {seed}, smallest:\n{smallest}\n{difference}");
                    }
                }
            }
        }
        println!("{text}: {allowed} allowed, {forbidden} forbidden");
        assert!(allowed > 100 && forbidden > 100, "{text}: {allowed} allowed, {forbidden} forbidden");
    }
}

#[test]
fn models_with_dependencies() {
    compare_all(&WITH_DEPENDENCIES, true, 40);
}

#[test]
fn models_that_are_not_prefix_closed() {
    compare_all(&NOT_PREFIX_CLOSED, false, 20);
}

#[test]
fn models_that_are_not_extensible() {
    compare_all(&NOT_EXTENSIBLE, false, 20);
}
