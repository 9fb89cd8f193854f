//! The outcomes of a program: the final states of its complete executions, and its errors.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;

use porf_driver::LoadedProgram;
use porf_entity::{Address, ErrorKind, Value};
use porf_explore::{Execution, Failed, Options, Race, Sink, explore};
use porf_program::{Action, BlockReason};

use super::program::{LoopProgram, VariableId};

/// One outcome of a program.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Outcome {
    /// A complete execution ends with these values of the variables.
    State(Vec<i32>),
    /// An error of some kind in some line.
    Error(String, u32),
    /// A data race.
    Race,
}

/// The findings of an exploration.
#[derive(Default)]
pub struct Explored {
    /// All outcomes of the program.
    pub outcomes: BTreeSet<Outcome>,
    /// The number of executions, complete, blocked or with an error.
    pub executions: u64,
    /// The number of executions that end with a thread that waits in a loop, by the line.
    pub spins: BTreeMap<u32, u64>,
}

impl Outcome {
    /// Whether it is an error of an execution that has fewer events than others, which synchronise.
    /// The others go on where this one ends.
    pub(super) fn may_hide_others(&self) -> bool {
        matches!(self, Self::Error(kind, _) if kind == "UnorderedAllocation")
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State(values) => write!(f, "final values {values:?}"),
            Self::Error(kind, line) => write!(f, "{kind} in line {line}"),
            Self::Race => f.write_str("a data race"),
        }
    }
}

/// Explores a program whose variables are at the addresses; variables that no thread accesses have
/// none. `None` if there are too many executions.
pub(super) fn outcomes(
    program: &LoopProgram,
    loaded: &LoadedProgram,
    variables: Vec<Option<Address>>,
    options: &Options<'_>,
    most_executions: u64,
) -> Result<Option<Explored>, String> {
    let is_outcome = |id: VariableId| !program.tallies.contains(&id);
    let variables: Vec<Option<Address>> = program
        .variables
        .ids()
        .zip(variables)
        .map(|(id, address)| address.filter(|_| is_outcome(id)))
        .collect();
    let mut collector = Collector {
        initial: program.variables.values().copied().collect(),
        observed: variables.iter().flatten().copied().collect(),
        variables,
        most_executions,
        seen: 0,
        explored: Explored::default(),
    };
    let summary = explore(&loaded.machine, options, &mut collector);
    match summary.stopped {
        None => Ok(Some(collector.explored)),
        Some(_) if collector.seen > most_executions => Ok(None),
        Some(reason) => Err(format!("exploration stopped: {reason:?}")),
    }
}

struct Collector {
    initial: Vec<i32>,
    variables: Vec<Option<Address>>,
    observed: Vec<Address>,
    most_executions: u64,
    /// The number of reported executions, over all restarts.
    seen: u64,
    explored: Explored,
}

impl Collector {
    fn add_state<S>(&mut self, execution: &Execution<'_, S>) {
        let value = |(address, &initial): (&Option<Address>, &i32)| {
            let last = address.and_then(|address| execution.final_value(address));
            last.map_or(initial, |Value(bits)| bits as i32)
        };
        let state = self.variables.iter().zip(&self.initial).map(value).collect();
        self.explored.outcomes.insert(Outcome::State(state));
    }

    fn count_execution(&mut self) -> ControlFlow<()> {
        self.seen += 1;
        self.explored.executions += 1;
        match self.seen > self.most_executions {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

impl<S> Sink<S> for Collector {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add_state(execution);
        self.count_execution()
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let paused = execution.threads().map(|thread| execution.next(thread));
        for step in paused.filter(|step| step.action == Action::Block(BlockReason::Spin)) {
            *self.explored.spins.entry(step.position.line).or_default() += 1;
        }
        self.count_execution()
    }

    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()> {
        let step = failed.event.map_or_else(|| execution.next(failed.thread), |event| execution.step(event));
        let position = step.position;
        // A deadlock is found in each of the threads that wait.
        let line = if failed.failure.kind == ErrorKind::Deadlock { 0 } else { position.line };
        self.explored.outcomes.insert(Outcome::Error(format!("{:?}", failed.failure.kind), line));
        self.count_execution()
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        self.explored.outcomes.insert(Outcome::Race);
        ControlFlow::Continue(())
    }

    fn observed(&self) -> &[Address] {
        &self.observed
    }

    fn variant(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.add_state(execution);
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.explored = Explored::default();
    }
}
