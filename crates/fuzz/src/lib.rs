//! Compares what the engine explores with what the oracle enumerates: *sets of executions*, not numbers of
//! them, under every memory model and scheduling policy, and that nothing is explored twice. [`c_programs`] does so with
//! the whole tool chain.

pub mod c_programs;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use porf_entity::ThreadId;
use porf_explore::{Execution, Failed, ModelKind, Options, Race, Schedule, Sink, explore};
use porf_graph::{EventId, Graph, Label, ReadKind};
use porf_oracle as oracle;
use porf_program::{Action, FailureKind, Program};

/// A way in which the engine and the oracle differ on a program.
#[derive(Debug)]
pub struct Difference {
    /// Under which model.
    pub model: ModelKind,
    /// With which policy.
    pub schedule: Schedule,
    /// What differs.
    pub kind: DifferenceKind,
}

/// What differs.
#[derive(Debug)]
pub enum DifferenceKind {
    /// The engine did not explore this execution.
    Missing(oracle::Execution),
    /// The engine explored this execution, which the model forbids.
    Forbidden(oracle::Execution),
    /// The engine explored this execution more than once.
    Twice(oracle::Execution),
    /// One of them found a data race, the other none.
    Race {
        /// Whether it was the engine.
        found_by_engine: bool,
    },
    /// The engine's own count of complete and blocked executions is not what it reported to the sink.
    Count,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "under {} with schedule {}: ", self.model, self.schedule)?;
        match &self.kind {
            DifferenceKind::Missing(execution) => write!(f, "not explored:\n{execution}"),
            DifferenceKind::Forbidden(execution) => write!(f, "explored but forbidden:\n{execution}"),
            DifferenceKind::Twice(execution) => write!(f, "explored twice:\n{execution}"),
            DifferenceKind::Race { found_by_engine: true } => f.write_str("a race that is none"),
            DifferenceKind::Race { found_by_engine: false } => f.write_str("a race not found"),
            DifferenceKind::Count => f.write_str("the summary's counts are wrong"),
        }
    }
}

/// The first difference under any of the models with any policy, and the number of executions compared.
pub fn compare<P: Program>(program: &P, models: &[ModelKind]) -> Result<u64, Difference> {
    let expected = oracle::executions_all_models(program);
    let mut compared = 0;
    for &model in models {
        let name = oracle_name(model);
        let expected = &expected[&name];
        let racy = expected.iter().any(|execution| oracle::has_race(execution, name));
        for schedule in Schedule::ALL {
            let result = compare_under(program, model, schedule, expected, racy);
            result.map_err(|kind| Difference { model, schedule, kind })?;
            compared += expected.len() as u64;
        }
    }
    Ok(compared)
}

fn compare_under<P: Program>(
    program: &P,
    model: ModelKind,
    schedule: Schedule,
    expected: &BTreeSet<oracle::Execution>,
    racy: bool,
) -> Result<(), DifferenceKind> {
    let mut collector = Collector::default();
    let summary = explore(program, &Options { schedule, ..Options::new(model) }, &mut collector);
    if let Some(twice) = collector.twice {
        return Err(DifferenceKind::Twice(twice));
    }
    if let Some(forbidden) = collector.explored.difference(expected).next() {
        return Err(DifferenceKind::Forbidden(forbidden.clone()));
    }
    if let Some(missing) = expected.difference(&collector.explored).next() {
        return Err(DifferenceKind::Missing(missing.clone()));
    }
    if collector.race != racy {
        return Err(DifferenceKind::Race { found_by_engine: collector.race });
    }
    if summary.executions + summary.blocked + collector.deadlocks != collector.reports
        || summary.stopped.is_some()
    {
        return Err(DifferenceKind::Count);
    }
    Ok(())
}

fn oracle_name(model: ModelKind) -> oracle::ModelName {
    match model {
        ModelKind::Sc => oracle::ModelName::Sc,
        ModelKind::Tso => oracle::ModelName::Tso,
        ModelKind::Pso => oracle::ModelName::Pso,
        ModelKind::Ra => oracle::ModelName::Ra,
        ModelKind::Rc11 => oracle::ModelName::Rc11,
    }
}

/// Collects executions in the oracle's form.
#[derive(Default)]
struct Collector {
    explored: BTreeSet<oracle::Execution>,
    twice: Option<oracle::Execution>,
    race: bool,
    /// How many executions were reported.
    reports: u64,
    /// How many of them as deadlocks.
    deadlocks: u64,
}

impl Collector {
    fn collect<S>(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let execution = canonical(execution);
        self.reports += 1;
        // In what order threads came to wait for ever is told apart by the engine and by nobody else.
        if self.explored.contains(&execution) && execution.waiting.is_empty() {
            self.twice = Some(execution);
            return ControlFlow::Break(());
        }
        self.explored.insert(execution);
        ControlFlow::Continue(())
    }
}

impl<S> Sink<S> for Collector {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.collect(execution)
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.collect(execution)
    }

    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()> {
        if failed.failure.kind == FailureKind::Deadlock {
            self.deadlocks += 1;
            return self.collect(execution);
        }
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        self.race = true;
        ControlFlow::Continue(())
    }
}

/// The engine's execution in the oracle's form, which knows nothing of attempts to go on that failed.
fn canonical<S>(execution: &Execution<'_, S>) -> oracle::Execution {
    let graph = execution.graph();
    let threads: Vec<ThreadId> = execution.threads().collect();
    let reads_from = graph.events().filter(|&event| !is_attempt(graph, event)).filter_map(|event| {
        let source = graph.event(event).as_read()?.source;
        let source =
            source.map_or(oracle::Source::Initial, |write| oracle::Source::Write(place(graph, write)));
        Some((place(graph, event), source))
    });
    let written = graph.locations().filter(|&location| !graph.writes(location).is_empty());
    let coherence = written.map(|location| {
        let writes = graph.writes(location).iter().map(|&write| place(graph, write)).collect();
        (execution.location(location).address, writes)
    });
    let stands_at = |holds: fn(&Action) -> bool| threads.iter().any(|&t| holds(&execution.next(t).action));
    let kinds = |&thread: &ThreadId| {
        let events = graph.thread_events(thread).iter().filter(|&&event| !is_attempt(graph, event));
        events.map(|&event| kind(execution, event)).collect()
    };
    let waits = |thread: &ThreadId| {
        let action = execution.next(*thread).action;
        !matches!(action, Action::Exit { .. } | Action::Block(_) | Action::Fail(_))
    };
    oracle::Execution {
        threads: threads.iter().map(kinds).collect(),
        reads_from: reads_from.collect(),
        coherence: coherence.collect(),
        blocked: stands_at(|action| matches!(action, Action::Block(_))),
        failed: stands_at(|action| matches!(action, Action::Fail(_))),
        waiting: threads.iter().copied().filter(waits).collect(),
    }
}

fn is_attempt(graph: &Graph, event: EventId) -> bool {
    matches!(graph.event(event).label, Label::Wait { .. })
}

fn place(graph: &Graph, event: EventId) -> oracle::Event {
    let thread = graph.event(event).thread;
    let before = graph.thread_events(thread).iter().take_while(|&&other| other != event);
    oracle::Event { thread, index: before.filter(|&&other| !is_attempt(graph, other)).count() }
}

fn kind<S>(execution: &Execution<'_, S>, event: EventId) -> oracle::EventKind {
    match execution.graph().event(event).label {
        Label::Read(read) => oracle::EventKind::Read {
            address: execution.location(read.location).address,
            value: read.value,
            ordering: read.ordering,
            kind: match read.kind {
                ReadKind::Load => oracle::ReadKind::Load,
                ReadKind::Exclusive => oracle::ReadKind::RmwSucceeded,
                ReadKind::FailedExchange => oracle::ReadKind::RmwFailed,
                ReadKind::SpuriousFailure => oracle::ReadKind::RmwFailedSpuriously,
            },
        },
        Label::Write(write) => oracle::EventKind::Write {
            address: execution.location(write.location).address,
            value: write.value,
            ordering: write.ordering,
            exclusive: write.exclusive,
        },
        Label::Fence(ordering) => oracle::EventKind::Fence { ordering },
        Label::Spawn(thread) => oracle::EventKind::Spawn { thread },
        Label::Join(thread) => oracle::EventKind::Join { thread },
        Label::Choice(choice) => oracle::EventKind::Choice { choice },
        Label::Wait { .. } => unreachable!("attempts are left out"),
        Label::Free { .. } => unreachable!("random programs have no objects"),
    }
}
