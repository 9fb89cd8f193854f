//! Exploration stops when told to, and says what it did.

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use porf_entity::RmwOrdering;
use porf_explore::{
    Engine, Equivalence, Execution, Failed, Limits, ModelKind, Options, Race, Sink, StopReason, Summary,
    explore,
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
