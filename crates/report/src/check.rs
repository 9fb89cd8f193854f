//! The result of checking one test under one model, and of failing to read one.
//!
//! These types are the JSON format too (docs/json.md): a field that is added, renamed or moved here is
//! added, renamed or moved there.

use porf_entity::SourcePosition;
use serde::{Serialize, Serializer};
use std::fmt;

use crate::{ExecutionReport, Quantifier, Verdict};

/// The result of checking one test under one model.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The file, as the user named it.
    pub file: String,
    /// The name that the test gives itself.
    pub test: String,
    /// The memory model.
    pub model: String,
    /// Which executions count as the same.
    pub equivalence: Equivalence,
    /// The answer.
    pub verdict: Verdict,
    /// What was asked; a test without a condition asks only for errors.
    pub condition: Option<ConditionReport>,
    /// How many complete executions were explored.
    pub executions: u64,
    /// How many explored executions are not complete, because a thread is blocked in them.
    pub blocked: u64,
    /// The final states of the complete executions, in the order of their values.
    pub states: Vec<StateCount>,
    /// What is wrong with the program.
    pub error: Option<ErrorReport>,
    /// The bounds that cut executions short.
    pub bounds: Vec<Bound>,
    /// Set where exploration ended before everything was explored.
    pub stopped: Option<Stop>,
    /// How long it took.
    #[serde(serialize_with = "whole_microseconds")]
    pub seconds: f64,
    /// An execution that decides the condition.
    pub witness: Option<ExecutionReport>,
    /// Some complete execution, to draw where no other is worth it.
    #[serde(skip)]
    pub example: Option<ExecutionReport>,
}

impl CheckReport {
    /// How many executions satisfy the condition.
    pub fn satisfying(&self) -> u64 {
        self.executions_where(Some(true))
    }

    /// How many executions violate the condition.
    pub fn violating(&self) -> u64 {
        self.executions_where(Some(false))
    }

    fn executions_where(&self, satisfies: Option<bool>) -> u64 {
        self.states.iter().filter(|state| state.satisfies == satisfies).map(|state| state.executions).sum()
    }

    /// The execution that is most worth a look: the one that decides the condition, or else the one with
    /// the error, or else any.
    pub fn notable_execution(&self) -> Option<&ExecutionReport> {
        let with_error = || self.error.as_ref().and_then(|error| error.execution.as_ref());
        self.witness.as_ref().or_else(with_error).or(self.example.as_ref())
    }
}

fn whole_microseconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1e6).round() / 1e6)
}

/// When two executions are counted as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equivalence {
    /// Same program order, reads-from and coherence order.
    Co,
}

/// The condition of a test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConditionReport {
    /// Its quantifier.
    pub quantifier: Quantifier,
    /// The proposition, as written.
    pub text: String,
}

/// A final state and how many executions end in it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateCount {
    /// The observed registers and locations with their values.
    #[serde(serialize_with = "as_object")]
    pub values: Vec<(String, String)>,
    /// How many executions.
    pub executions: u64,
    /// Whether the state satisfies the condition's proposition. `None` where the question does not
    /// arise: the test has no condition, or its filter excludes the state.
    pub satisfies: Option<bool>,
}

fn as_object<S: Serializer>(values: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

/// A place in the user's file, counted from 1, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Place {
    /// Line.
    pub line: Option<u32>,
    /// Column, in characters.
    pub column: Option<u32>,
}

impl From<SourcePosition> for Place {
    fn from(position: SourcePosition) -> Self {
        let known = position.is_known();
        Self { line: known.then_some(position.line), column: known.then_some(position.column) }
    }
}

/// What is wrong with a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ErrorReport {
    /// What sort of error.
    pub kind: ErrorKind,
    /// One sentence about it.
    pub message: String,
    /// The thread that is at fault; a race has no such thread.
    pub thread: Option<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// The two accesses of a data race.
    pub accesses: Vec<AccessReport>,
    /// An execution that shows it, as far as it got.
    pub execution: Option<ExecutionReport>,
}

/// The sorts of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// An assertion fails.
    Assertion,
    /// An access outside the memory of the program.
    InvalidAccess,
    /// A division that has no result.
    Division,
    /// Control reaches a point that it must not reach.
    Unreachable,
    /// Calls nest too deeply.
    StackOverflow,
    /// Two accesses, one of them not atomic and one of them a write, are unordered.
    DataRace,
    /// The file cannot be checked at all.
    Input,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assertion => "assertion fails",
            Self::InvalidAccess => "invalid access",
            Self::Division => "invalid division",
            Self::Unreachable => "unreachable point reached",
            Self::StackOverflow => "stack overflow",
            Self::DataRace => "data race",
            Self::Input => "bad input",
        })
    }
}

/// One of the accesses that an error is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AccessReport {
    /// Who.
    pub thread: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
    /// What, as in the table of the execution.
    pub access: String,
}

/// A bound that cut executions short: a loop would have gone on beyond it, or a thread ran for very long
/// without doing anything that others can see.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bound {
    /// Where the loop is, or the thread was.
    #[serde(flatten)]
    pub place: Place,
    /// How many iterations of the loop were followed; `None` if it was the thread that ran for long.
    pub iterations: Option<u32>,
    /// How many executions were cut there.
    pub executions: u64,
}

/// An exploration that ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stop {
    /// What ended it.
    pub reason: StopReason,
    /// How many alternatives were known and not explored; each stands for one execution or more.
    pub pending: u64,
}

/// What ends an exploration early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// As many executions as the user wants.
    MaxExecutions,
    /// As much time as the user wants to wait.
    Timeout,
    /// The user, while it ran.
    Interrupt,
}

/// A file that cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputReport {
    /// The file, as the user named it.
    pub file: String,
    /// What is wrong with it.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What to do about it.
    pub help: Option<String>,
}
