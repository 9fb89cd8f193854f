//! Single paths through the tree of choices: executions made again from their recipes, and estimates from random paths.

use std::ops::ControlFlow;

use porf_explore::{
    Equivalence, Execution, Failed, ModelKind, Options, Race, Sink, Trace, estimate, explore, replay,
};
use porf_testing::{Profile, RandomProgram};

/// Keeps the recipes of all full executions.
#[derive(Default)]
struct Traces(Vec<Trace>);

impl<S> Sink<S> for Traces {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.0.push(Trace::of(execution, None));
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.complete(execution)
    }

    fn failed(&mut self, execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        self.complete(execution)
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.0.clear();
    }
}

/// Models under both equivalences.
fn ways(models: &[ModelKind]) -> impl Iterator<Item = (ModelKind, Equivalence)> {
    models.iter().flat_map(|&model| Equivalence::ALL.map(|equivalence| (model, equivalence)))
}

/// Replaying a recipe gives the execution that it was made from, and nothing else.
#[test]
fn recipes_give_their_executions() {
    for profile in Profile::ALL {
        for seed in 0..30 {
            let program = RandomProgram::from_seed(seed, profile);
            for (model, equivalence) in ways(&ModelKind::ALL) {
                let mut all = Traces::default();
                let equivalent = Options { equivalence: Some(equivalence), ..Options::new(model) };
                explore(&program, &equivalent, &mut all);
                for trace in all.0 {
                    let mut again = Traces::default();
                    let replayed = replay(&program, &Options::new(model), &trace, &mut again);
                    assert!(
                        replayed.is_ok(),
                        "{profile:?} {seed} {model} {equivalence}: {replayed:?}\n{trace:?}\n{program}"
                    );
                    assert_eq!(again.0, [trace], "{profile:?} {seed} {model} {equivalence}\n{program}");
                }
            }
        }
    }
}

/// A recipe for another program is refused or ends somewhere, but is never made into more than one execution.
#[test]
fn recipes_for_other_programs_do_no_harm() {
    let mut all = Traces::default();
    explore(&RandomProgram::from_seed(1, Profile::Rmw), &Options::new(ModelKind::Ra), &mut all);
    for seed in 0..40 {
        let program = RandomProgram::from_seed(seed, Profile::Threads);
        for trace in all.0.iter().take(5) {
            let mut again = Traces::default();
            let _ = replay(&program, &Options::new(ModelKind::Ra), trace, &mut again);
            assert!(again.0.len() <= 1);
        }
    }
}

/// The estimator is unbiased, so the mean of many paths is near the number of executions.
#[test]
fn estimates_are_near_the_truth() {
    const PATHS: u32 = 20_000;
    for profile in [Profile::Mixed, Profile::Rmw, Profile::Plain] {
        for seed in 0..8 {
            let program = RandomProgram::from_seed(seed, profile);
            for (model, equivalence) in ways(&[ModelKind::Sc, ModelKind::Rc11]) {
                let options = Options { equivalence: Some(equivalence), ..Options::new(model) };
                let mut all = Traces::default();
                let summary = explore(&program, &options, &mut all);
                let truth = (summary.executions + summary.blocked) as f64;
                let (mut paths, mut mean) = (0, 0.0);
                estimate(&program, &options, seed, |estimate| {
                    (paths, mean) = (paths + 1, estimate);
                    if paths == PATHS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                let error = (mean / truth - 1.0).abs();
                assert!(
                    error < 0.15,
                    "{profile:?} {seed} {model} {equivalence}: estimated {mean}, but {truth}\n{program}"
                );
            }
        }
    }
}
