//! Exploration stops when told to, and says what it did.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use porf_entity::RmwOrdering;
use porf_explore::{
    Cores, Engine, Equivalence, Execution, Explorers, Failed, Limits, ModelKind, Options, Race, Sink,
    Splitting, StopReason, Summary, explore, explore_on,
};
use porf_testing::{ProgramBuilder, RandomProgram};

/// Stops after so many executions.
struct Patience(u64);

impl<S> Sink<S> for Patience {
    fn complete(&mut self, _execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.0 -= 1;
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.complete(execution)
    }

    fn failed(&mut self, _execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {}
}

/// As many threads that increment one counter: as many executions as there are orders of them.
fn increments(threads: usize) -> RandomProgram {
    let mut builder = ProgramBuilder::new();
    let counter = builder.location(0);
    for _ in 0..threads {
        builder.thread(|thread| {
            thread.fetch_add(counter, 1, RmwOrdering::Relaxed);
        });
    }
    builder.build()
}

fn run(program: &RandomProgram, limits: Limits<'_>, patience: u64) -> Summary {
    explore(program, &Options { limits, ..Options::new(ModelKind::Rc11) }, &mut Patience(patience))
}

#[test]
fn a_limit_that_is_not_exceeded_does_not_show() {
    let limits = Limits { max_executions: Some(120), ..Limits::default() };
    let summary = run(&increments(5), limits, u64::MAX);
    let (equivalence, engine) = (Some(Equivalence::Co), summary.engine);
    assert_eq!(engine.map(|choice| choice.engine), Some(Engine::Graph));
    assert_eq!(summary, Summary { executions: 120, equivalence, engine, ..Summary::default() });
}

#[test]
fn executions_are_limited() {
    let limits = Limits { max_executions: Some(119), ..Limits::default() };
    let summary = run(&increments(5), limits, u64::MAX);
    assert_eq!((summary.executions, summary.stopped), (119, Some(StopReason::MaxExecutions)));
    assert!(summary.pending > 0);
}

#[test]
fn a_sink_can_stop_the_exploration() {
    let summary = run(&increments(5), Limits::default(), 7);
    assert_eq!((summary.executions, summary.stopped), (7, Some(StopReason::Sink)));
}

#[test]
fn interrupts_and_deadlines_are_heeded_soon() {
    let interrupt = AtomicBool::new(true);
    let limits = Limits { interrupt: Some(&interrupt), ..Limits::default() };
    let interrupted = run(&increments(9), limits, u64::MAX);
    assert_eq!(interrupted.stopped, Some(StopReason::Interrupt));
    let late = run(&increments(9), Limits { deadline: Some(Instant::now()), ..Limits::default() }, u64::MAX);
    assert_eq!(late.stopped, Some(StopReason::Deadline));
    for summary in [interrupted, late] {
        assert!(summary.executions < 1_000, "stopped after {} executions", summary.executions);
        assert!(summary.pending > 0);
    }
}

/// Explores with three explorers, which share as much as they can. Each but the first has so much patience.
fn run_together(limits: Limits<'_>, patience: u64, of_others: u64) -> Summary {
    let cores = Cores::with_splitting(3, Splitting::Always);
    let explorers = Explorers {
        cores: &cores,
        sink: &mut Patience(patience),
        fork: &|| Patience(of_others),
        join: &|_, _| {},
    };
    explore_on(explorers, &increments(6), &Options { limits, ..Options::new(ModelKind::Rc11) })
}

#[test]
fn limits_are_those_of_all_explorers_together() {
    let limits = Limits { max_executions: Some(100), ..Limits::default() };
    let summary = run_together(limits, u64::MAX, u64::MAX);
    assert_eq!((summary.executions, summary.stopped), (100, Some(StopReason::MaxExecutions)));
    assert!(summary.pending > 0);
    let summary = run_together(Limits::default(), u64::MAX, u64::MAX);
    assert_eq!((summary.executions, summary.stopped), (720, None));
    let summary = run_together(Limits::default(), 20, 20);
    assert!(summary.executions <= 60 && summary.stopped == Some(StopReason::Sink), "{summary:?}");
}

/// `Patience(0)` panics in a debug build at its first execution. Nobody waits for that explorer.
#[test]
fn a_panic_of_one_explorer_ends_the_exploration_of_all() {
    let explored = std::panic::catch_unwind(|| run_together(Limits::default(), 0, 0));
    assert!(explored.is_err() || !cfg!(debug_assertions));
}
