//! The result of checking one test under one model, and of failing to read one.
//!
//! These types are the JSON format too (docs/json.md): a field that is added, renamed or moved here is
//! added, renamed or moved there.

use porf_entity::SourcePosition;
use serde::{Serialize, Serializer};
use std::fmt;

use crate::{ExecutionReport, LoopReport, Quantifier, Verdict};

/// The result of checking one test under one model.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The file, as the user named it.
    pub file: String,
    /// The name that the test gives itself; of a program, the names of its files.
    pub test: String,
    /// What was checked.
    pub subject: Subject,
    /// The source files that places refer to by number; a litmus test is one file and needs no number.
    pub files: Vec<SourceFile>,
    /// The memory model.
    pub model: String,
    /// The algorithm that explored.
    pub engine: EngineReport,
    /// Which executions count as the same.
    pub equivalence: Equivalence,
    /// Who chose that.
    pub equivalence_chosen: ChosenBy,
    /// The answer.
    pub verdict: Verdict,
    /// What was asked; a test without a condition asks only for errors.
    pub condition: Option<ConditionReport>,
    /// How many complete executions were explored.
    pub executions: u64,
    /// How many explored executions are not complete, because a thread is blocked in them.
    pub blocked: u64,
    /// In how many of these the process has ended while threads wait, and nothing else keeps them from being complete.
    pub ended: u64,
    /// The final states of the complete executions, in the order of their values.
    pub states: Vec<StateCount>,
    /// What is wrong with the program.
    pub error: Option<ErrorReport>,
    /// What else is wrong with it, where exploration was to go on after the first error.
    pub more_errors: Vec<ErrorReport>,
    /// What porf cannot run: in these places executions end of which no more is known.
    pub unsupported: Vec<ErrorReport>,
    /// What is not wrong but worth a look.
    pub warnings: Vec<Warning>,
    /// The bounds that cut executions short.
    pub bounds: Vec<Bound>,
    /// What exploring took, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// What became of the loops of a program, if that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loops: Option<Vec<LoopReport>>,
    /// Set where exploration ended before everything was explored.
    pub stopped: Option<Stop>,
    /// How long it took, without compiling.
    #[serde(serialize_with = "whole_microseconds")]
    pub seconds: f64,
    /// How long compiling took, where there was something to compile.
    #[serde(serialize_with = "maybe_whole_microseconds")]
    pub compile_seconds: Option<f64>,
    /// An execution that decides the condition.
    pub witness: Option<ExecutionReport>,
    /// Some complete execution, to draw where no other is worth it.
    #[serde(skip)]
    pub example: Option<ExecutionReport>,
}

impl CheckReport {
    /// Whether some execution can end in several states, by the order of writes that nothing in it depends on.
    pub fn leaves_states_open(&self) -> bool {
        self.states.iter().map(|state| state.executions).sum::<u64>() > self.executions
    }

    /// The execution that is most worth a look: the one that decides the condition, or else the one with
    /// the error, or else any.
    pub fn notable_execution(&self) -> Option<&ExecutionReport> {
        let with_error = || {
            let ends = self.error.iter().chain(&self.unsupported);
            ends.filter_map(|error| error.execution.as_ref()).next()
        };
        self.witness.as_ref().or_else(with_error).or(self.example.as_ref())
    }
}

fn whole_microseconds<S: Serializer>(seconds: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((seconds * 1e6).round() / 1e6)
}

fn maybe_whole_microseconds<S: Serializer>(seconds: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match seconds {
        Some(seconds) => whole_microseconds(seconds, serializer),
        None => serializer.serialize_none(),
    }
}

/// The algorithm that explored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct EngineReport {
    /// Its name.
    pub name: String,
    /// Why it was taken, in words.
    pub reason: String,
    /// Whether executions count as one that differ in the order of additions that no thread looks at.
    pub merges_additions: bool,
    /// How many threads there are, at most, that are symmetric to others, if executions count as one that differ only in which of
    /// them does what; otherwise 0.
    pub symmetric_threads: u64,
    /// Whether that is so, and why not, in words.
    pub symmetry: String,
    /// What was found out while exploring, because of which symmetric threads are distinguished after all.
    pub distinguished: Option<String>,
    /// What was found out while exploring that concerns helps.
    pub helps: Option<String>,
}

/// What exploring took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Stats {
    /// How many executions were explored in vain, because a thread had read too early what it waits for.
    pub premature: u64,
    /// How often exploration restarted because something was found out about the program.
    pub restarts: u64,
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A litmus test: a condition on final states.
    Litmus,
    /// A program: whether it has errors.
    Program,
}

/// A file of a program's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceFile {
    /// Its name, as the user or the compiler wrote it.
    pub name: String,
    /// What is in it, if it can be read.
    #[serde(skip)]
    pub text: Option<String>,
}

/// Something that is not wrong but worth a look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// What sort of thing.
    pub kind: WarningKind,
    /// One sentence about it.
    pub message: String,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// The sorts of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningKind {
    /// Memory is never freed and nothing points to it any more.
    Leak,
    /// Main has returned while a thread waits for ever.
    LeftBehind,
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Leak => "leak",
            Self::LeftBehind => "left behind",
        })
    }
}

/// When two executions are counted as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Equivalence {
    /// Same program order, reads-from and coherence order.
    Co,
    /// Same program order and reads-from, whatever the coherence order.
    Rf,
}

/// Who made a choice.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChosenBy {
    /// The command.
    Auto,
    /// The user.
    User,
}

/// The condition of a test.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ConditionReport {
    /// Its quantifier.
    pub quantifier: Quantifier,
    /// The proposition, as written.
    pub text: String,
    /// How many executions can end in a state that satisfies it.
    pub satisfying: u64,
    /// How many can end in a state that violates it.
    pub violating: u64,
    /// How many end in no other states than those that the filter excludes.
    pub filtered: u64,
}

/// A final state and how many executions can end in it. With [`Equivalence::Rf`] an execution may leave it open which of
/// several states it ends in; it is counted for each of them.
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

/// A place in the user's source, counted from 1, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Place {
    /// Which of the files of the program; `None` for a litmus test, and where the place is not known.
    #[serde(rename = "file_number", skip_serializing_if = "Option::is_none")]
    pub file: Option<u32>,
    /// Line.
    pub line: Option<u32>,
    /// Column, in characters.
    pub column: Option<u32>,
}

impl Place {
    /// The place in a test that is one file.
    pub fn in_test(position: SourcePosition) -> Self {
        Self { file: None, ..Self::in_program(position) }
    }

    /// The place in one of the files of a program.
    pub fn in_program(position: SourcePosition) -> Self {
        let known = |number: u32| position.is_known().then_some(number);
        Self { file: known(position.file), line: known(position.line), column: known(position.column) }
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
    /// The calls that led to the place, the innermost one first, its own place included; none where that is unknown.
    pub stack: Vec<FrameReport>,
    /// Other places that have to do with it.
    pub notes: Vec<Note>,
    /// The two accesses of a data race, or of different sizes.
    pub accesses: Vec<AccessReport>,
    /// What the program prints in the execution up to the error, line by line.
    pub output: Vec<String>,
    /// An execution that shows it, as far as it got.
    pub execution: Option<ExecutionReport>,
}

/// A function that was called and has not returned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FrameReport {
    /// The function.
    pub function: String,
    /// Where control is in it.
    #[serde(flatten)]
    pub place: Place,
}

/// A place that has to do with an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    /// What it has to do with it.
    pub message: String,
    /// The thread, if it is one thread's.
    pub thread: Option<String>,
    /// Where.
    #[serde(flatten)]
    pub place: Place,
}

/// The sorts of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// An assertion fails.
    Assertion,
    /// The program says that it is wrong.
    Error,
    /// The program gives up.
    Abort,
    /// An access to memory that does not exist or must not be written to.
    InvalidAccess,
    /// An access beyond the bounds of an object.
    OutOfBounds,
    /// An access to an object that exists no more.
    UseAfterFree,
    /// An access to an object whose allocation, by another thread, does not happen before it.
    UnorderedAllocation,
    /// An object is freed that exists no more.
    DoubleFree,
    /// Something is freed that was not allocated.
    InvalidFree,
    /// A value is read that was never written.
    UninitialisedRead,
    /// A lock is released that the thread does not hold.
    UnlockNotHeld,
    /// A thread waits for a lock that it holds itself.
    Relock,
    /// A synchronisation object is used in a way that it must not be.
    InvalidSynchronisation,
    /// A thread is joined that cannot be, or not again.
    InvalidJoin,
    /// All threads that have not finished wait for each other.
    Deadlock,
    /// Threads go round for ever, whosever turn it is.
    Livelock,
    /// Threads go round for ever because of what others write, as long as they take their turns like that.
    LivelockWithWrites,
    /// A division that has no result.
    Division,
    /// A signed result does not fit.
    SignedOverflow,
    /// A shift by a negative number of bits, or by as many as there are or more.
    Shift,
    /// Control reaches a point that it must not reach.
    Unreachable,
    /// Calls nest too deeply.
    StackOverflow,
    /// More memory is wanted than any machine has.
    OutOfMemory,
    /// A function is called that nobody knows.
    UnknownFunction,
    /// The program does something that cannot be checked.
    Unsupported,
    /// The same bytes are accessed in different sizes, one of the accesses atomic.
    MixedSizes,
    /// A thread leaves to another one what that does in any case, the program says; but it is not so.
    Annotation,
    /// Two accesses, one of them not atomic and one of them a write, are unordered.
    DataRace,
    /// The file cannot be checked at all.
    Input,
}

impl ErrorKind {
    /// Whether it is porf that is at its limits, and not the program that is wrong.
    pub fn is_unsupported(self) -> bool {
        matches!(self, Self::UnknownFunction | Self::Unsupported | Self::MixedSizes)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Assertion => "assertion fails",
            Self::Error => "error reached",
            Self::Abort => "abort",
            Self::InvalidAccess => "invalid access",
            Self::OutOfBounds => "access out of bounds",
            Self::UseAfterFree => "use after free",
            Self::UnorderedAllocation => "unordered allocation",
            Self::DoubleFree => "double free",
            Self::InvalidFree => "invalid free",
            Self::UninitialisedRead => "uninitialised read",
            Self::UnlockNotHeld => "unlock of a mutex that is not held",
            Self::Relock => "relock of a mutex that is held",
            Self::InvalidSynchronisation => "invalid use of a synchronisation object",
            Self::InvalidJoin => "invalid join",
            Self::Deadlock => "deadlock",
            Self::Livelock => "livelock",
            Self::LivelockWithWrites => "livelock with writes",
            Self::Division => "invalid division",
            Self::SignedOverflow => "signed overflow",
            Self::Shift => "invalid shift",
            Self::Unreachable => "unreachable point reached",
            Self::StackOverflow => "stack overflow",
            Self::OutOfMemory => "out of memory",
            Self::UnknownFunction => "unknown function",
            Self::Unsupported => "not supported",
            Self::MixedSizes => "accesses of different sizes",
            Self::Annotation => "wrong annotation",
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

/// A bound that kept executions from being explored to their ends, or at all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bound {
    /// Where the loop is, or the thread was, or the choice.
    #[serde(flatten)]
    pub place: Place,
    /// What was bounded.
    #[serde(flatten)]
    pub kind: BoundKind,
    /// Who chose it.
    pub chosen: ChosenBy,
    /// How many executions were cut there; none are by a choice among some values only.
    pub executions: u64,
}

impl Bound {
    /// Who chose the bounds, porf if it chose one of them; `None` if there are none.
    pub fn chosen_by(bounds: &[Self]) -> Option<ChosenBy> {
        bounds.iter().map(|bound| bound.chosen).min()
    }
}

/// What was bounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(tag = "bound", rename_all = "kebab-case")]
pub enum BoundKind {
    /// The iterations of a loop.
    Loop {
        /// How many were followed.
        iterations: u32,
    },
    /// The events of a thread.
    Events {
        /// How many it may have.
        limit: u32,
        /// How often it had done then what it did at this place.
        rounds: u64,
        /// Whether the thread was there before with all its variables as they are now: what others write aside, it goes on
        /// like that for ever.
        repeats: bool,
    },
    /// The steps of a thread between two events.
    Steps,
    /// The values of a choice: only some of them were tried.
    Values,
    /// How long threads that wait are let run on, to see whether they wait for ever.
    Waiting,
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
    /// Whether porf does not support what it is; otherwise it is wrong.
    pub unsupported: bool,
}
