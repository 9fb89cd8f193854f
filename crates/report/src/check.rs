//! The result of checking one test under one model, and the report on a file that cannot be
//! checked.
//!
//! These types are the JSON format too (docs/json.md): a field that is added, renamed or moved here
//! is added, renamed or moved there.

use porf_entity::{ErrorKind, SourcePosition};
use serde::{Serialize, Serializer};
use std::fmt;

use crate::{ExecutionReport, LoopReport, Quantifier, Verdict};

/// The result of checking one test under one model.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CheckReport {
    /// The file, as the user named it.
    pub file: String,
    /// The name that the test gives itself; for a program, the names of its files.
    pub test: String,
    /// The kind of input that was checked.
    pub subject: Subject,
    /// The source files that places refer to by number; a litmus test is one file and needs no
    /// number.
    pub files: Vec<SourceFile>,
    /// The memory model.
    pub model: String,
    /// More about the memory model, if it is from a file.
    pub model_file: Option<ModelFileReport>,
    /// The algorithm that explored.
    pub engine: EngineReport,
    /// The equivalence by which executions count as the same.
    pub equivalence: Equivalence,
    /// Who chose the equivalence.
    pub equivalence_chosen: ChosenBy,
    /// The specification that calls were compared with, if they were.
    pub calls: Option<CallsReport>,
    /// The answer.
    pub verdict: Verdict,
    /// The condition of the test. A test without a condition asks only for errors.
    pub condition: Option<ConditionReport>,
    /// The number of complete executions that were explored.
    pub executions: u64,
    /// The number of explored executions that are not complete, because a thread is blocked in
    /// them.
    pub blocked: u64,
    /// The number of blocked executions in which the process has ended while threads wait, and
    /// nothing else keeps them from being complete.
    pub ended: u64,
    /// The final states of the complete executions, in the order of their values.
    pub states: Vec<StateCount>,
    /// The error of the program.
    pub error: Option<ErrorReport>,
    /// Further errors of the program, where exploration was to go on after the first one.
    pub more_errors: Vec<ErrorReport>,
    /// Errors that were seen only after others, where exploration was to go on after the first one.
    pub after_others: Vec<ErrorAfterOthers>,
    /// The operations that porf cannot run. Executions end in these places, and no more is known of
    /// them.
    pub unsupported: Vec<ErrorReport>,
    /// Findings that are not errors but worth a look.
    pub warnings: Vec<Warning>,
    /// The bounds that cut executions short.
    pub bounds: Vec<Bound>,
    /// The cost of the exploration, if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stats: Option<Stats>,
    /// The results of the loop reductions, if they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loops: Option<Vec<LoopReport>>,
    /// The places to which threads came again by iterations that were found to be redundant while
    /// exploring, if the results of the loop reductions were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundant_at: Option<Vec<Place>>,
    /// Set if exploration stopped before everything was explored.
    pub stopped: Option<Stop>,
    /// The time of the check, without compiling.
    #[serde(serialize_with = "whole_microseconds")]
    pub seconds: f64,
    /// The time of compiling, if there was something to compile.
    #[serde(serialize_with = "maybe_whole_microseconds")]
    pub compile_seconds: Option<f64>,
    /// An execution that decides the condition.
    pub witness: Option<ExecutionReport>,
    /// Some complete execution, which is drawn if there is no more interesting one.
    #[serde(skip)]
    pub example: Option<ExecutionReport>,
}

/// The specification that calls were compared with, and the clients that made them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CallsReport {
    /// The library, or the file with sequential code.
    pub specification: String,
    /// What was compared.
    pub kind: CallsKind,
    /// The functions.
    pub functions: Vec<String>,
    /// The bounds of the clients, if porf made them.
    pub client: Option<ClientReport>,
    /// The number of executions with the specification.
    pub specified_executions: u64,
    /// The number of different histories of calls that the specification has.
    pub histories: usize,
    /// The clauses without which the specification would allow the error, in words.
    pub clauses: Vec<String>,
}

/// What calls were compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallsKind {
    /// The executions of a specification.
    Implements,
    /// Sequential code.
    Linearizable,
}

/// The bounds of clients.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ClientReport {
    /// The number of threads.
    pub threads: u32,
    /// The number of times that a thread uses an object.
    pub calls: u32,
    /// The number of objects.
    pub objects: u32,
    /// The number of messages that threads may send each other between their calls.
    pub messages: u32,
}

impl CheckReport {
    /// Whether some execution can end in several states, depending on the order of writes on which
    /// nothing in it depends.
    pub fn leaves_states_open(&self) -> bool {
        self.states.iter().map(|state| state.executions).sum::<u64>() > self.executions
    }

    /// The most notable execution: the one that decides the condition, or else the one with the
    /// error, or else any.
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

/// A memory model from a file, and its checks other than the axioms that are asked after each event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ModelFileReport {
    /// The path of the file.
    pub file: String,
    /// Whether the model has axioms. Without any, it allows every execution.
    pub has_axioms: bool,
    /// The axioms that are asked about full executions only.
    pub filters: Vec<FilterReport>,
    /// The number of full executions that violate these axioms, which do not count.
    pub filtered: u64,
    /// The flags that hold for some complete execution.
    pub flags: Vec<FlagReport>,
    /// Whether the reductions of loops and awaits are used.
    pub reduces_loops: bool,
    /// Whether the checks of the model use dependencies, which threads then tell.
    pub uses_dependencies: bool,
    /// What the model says about cycles of po and rf, which porf never explores: `stated` if it
    /// forbids them, `added` if porf does so, `missing` if the model allows load buffering.
    pub causality: &'static str,
}

/// An axiom that is asked about full executions only.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FilterReport {
    /// The name of the axiom, or its line.
    pub check: String,
    /// The reason in words.
    pub reason: String,
    /// A small execution that shows the reason, in words.
    pub example: Option<String>,
}

/// A flag that holds for some complete executions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FlagReport {
    /// The name of the flag, or its line.
    pub check: String,
    /// The number of complete executions for which it holds.
    pub executions: u64,
}

/// The algorithm that explored.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct EngineReport {
    /// The name of the algorithm.
    pub name: String,
    /// The reason for its choice, in words.
    pub reason: String,
    /// Whether executions that differ only in the order of independent additions count as one.
    pub merges_additions: bool,
    /// The greatest number of threads that are symmetric to others, if executions that differ only
    /// by a permutation of symmetric threads count as one; otherwise 0.
    pub symmetric_threads: u64,
    /// Whether symmetry reduction is used, and the reason if not, in words.
    pub symmetry: String,
    /// The fact learned during exploration because of which symmetric threads are distinguished
    /// after all.
    pub distinguished: Option<String>,
    /// Whether helping CASes are performed or skipped, if an error was found with them skipped, in
    /// words.
    pub helping: Option<String>,
}

/// The cost of the exploration.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Stats {
    /// The number of executions that were explored in vain, because a thread had read too early the
    /// value that it waits for.
    pub premature: u64,
    /// The number of restarts of the exploration because it had learned a fact about the program.
    pub restarts: u64,
    /// How the work was shared among cores, if it was.
    pub sharing: Option<SharingReport>,
}

/// How the work of an exploration was shared among cores.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SharingReport {
    /// The number of explorers.
    pub explorers: u64,
    /// The number of parts that one explorer has given to another.
    pub units: u64,
    /// The work of making the events of these parts again, as a part of all work, in percent.
    pub replayed_percent: f64,
    /// The time for which cores had nothing to do, all together.
    pub idle_seconds: f64,
}

/// The kind of input that was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A litmus test: a condition on final states.
    Litmus,
    /// A program: the check looks for errors.
    Program,
}

/// A file of a program's source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct SourceFile {
    /// The name of the file, as the user or the compiler wrote it.
    pub name: String,
    /// The text of the file, if it can be read.
    #[serde(skip)]
    pub text: Option<String>,
}

/// A finding that is not an error but worth a look.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Warning {
    /// The kind of the warning.
    pub kind: WarningKind,
    /// One sentence about the finding.
    pub message: String,
    /// The place of the finding.
    #[serde(flatten)]
    pub place: Place,
}

/// The kinds of warnings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum WarningKind {
    /// Memory is never freed and nothing points to it any more.
    Leak,
    /// Main has returned while a thread waits for ever.
    LeftBehind,
    /// The program has an error under C++20, which the model that was asked for does not have.
    Cpp20,
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Leak => "leak",
            Self::LeftBehind => "left behind",
            Self::Cpp20 => "C++20",
        })
    }
}

/// The equivalence by which two executions count as one.
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
    /// The quantifier of the condition.
    pub quantifier: Quantifier,
    /// The proposition, as written.
    pub text: String,
    /// The number of executions that can end in a state that satisfies the proposition.
    pub satisfying: u64,
    /// The number of executions that can end in a state that violates it.
    pub violating: u64,
    /// The number of executions that end only in states that the filter excludes.
    pub filtered: u64,
}

/// A final state and the number of executions that can end in it. With [`Equivalence::Rf`] an
/// execution may be able to end in several states. It is counted for each of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct StateCount {
    /// The observed registers and locations with their values.
    #[serde(serialize_with = "as_object")]
    pub values: Vec<(String, String)>,
    /// The number of executions.
    pub executions: u64,
    /// Whether the state satisfies the condition's proposition. `None` where the question does not
    /// arise: the test has no condition, or its filter excludes the state.
    pub satisfies: Option<bool>,
}

fn as_object<S: Serializer>(values: &[(String, String)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, value)| (name, value)))
}

/// The kind of an error by its name in JSON.
pub(crate) fn by_name<S: Serializer>(kind: &ErrorKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(kind)
}

/// A place in the user's source, counted from 1, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize)]
pub struct Place {
    /// The number of the file in the program; `None` for a litmus test, and where the place is not
    /// known.
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

/// An error of a program.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ErrorReport {
    /// The kind of the error.
    #[serde(serialize_with = "by_name")]
    pub kind: ErrorKind,
    /// One sentence about the error.
    pub message: String,
    /// The thread that is at fault. A race has no such thread.
    pub thread: Option<String>,
    /// The place of the error.
    #[serde(flatten)]
    pub place: Place,
    /// The calls that led to the place, the innermost one first, its own place included; empty if
    /// the calls are unknown.
    pub stack: Vec<FrameReport>,
    /// Other places that are related to the error.
    pub notes: Vec<Note>,
    /// The two accesses of a data race, or of different sizes.
    pub accesses: Vec<AccessReport>,
    /// The output of the program in the execution up to the error, line by line.
    pub output: Vec<String>,
    /// The calls of functions with a specification, if the error is about them.
    pub calls: Vec<CallReport>,
    /// An execution that shows the error, up to the point it reached.
    pub execution: Option<ExecutionReport>,
}

/// An error that was seen only in executions in which it comes after others. It may be a consequence
/// of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct ErrorAfterOthers {
    /// The place of the error.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of the error.
    #[serde(serialize_with = "by_name")]
    pub kind: ErrorKind,
}

/// A call of a function with a specification.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct CallReport {
    /// The thread.
    pub thread: String,
    /// The call with its arguments and its result.
    pub call: String,
    /// The moment of the beginning: the number of beginnings and ends of calls that come before it.
    pub begin: usize,
    /// The moment of the end; `None` if the thread waits in the call for ever.
    pub end: Option<usize>,
    /// Whether the error is about this call.
    pub in_error: bool,
}

/// A function that was called and has not returned.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FrameReport {
    /// The function.
    pub function: String,
    /// The current place in the function.
    #[serde(flatten)]
    pub place: Place,
}

/// A place that is related to an error.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Note {
    /// The relation of the place to the error.
    pub message: String,
    /// The thread, if the place belongs to one thread.
    pub thread: Option<String>,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
}

/// One of the accesses that an error is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AccessReport {
    /// The thread.
    pub thread: String,
    /// The place.
    #[serde(flatten)]
    pub place: Place,
    /// The access, in the words of the table of the execution.
    pub access: String,
}

/// A bound that kept executions from being explored to their ends, or at all.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Bound {
    /// The place of the loop, of the thread or of the choice.
    #[serde(flatten)]
    pub place: Place,
    /// The kind of the bound.
    #[serde(flatten)]
    pub kind: BoundKind,
    /// Who chose the bound.
    pub chosen: ChosenBy,
    /// The number of executions that were cut there. A choice among some values only cuts none.
    pub executions: u64,
}

impl Bound {
    /// Who chose the bounds: porf if it chose at least one of them; `None` if there are none.
    pub fn chosen_by(bounds: &[Self]) -> Option<ChosenBy> {
        bounds.iter().map(|bound| bound.chosen).min()
    }
}

/// The kinds of bounds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(tag = "bound", rename_all = "kebab-case")]
pub enum BoundKind {
    /// The iterations of a loop.
    Loop {
        /// The number of iterations that were followed.
        iterations: u32,
    },
    /// The events of a thread.
    Events {
        /// The number of events that the thread may have.
        limit: u32,
        /// The number of times that the thread had done the same action by then.
        rounds: u64,
        /// Whether the thread was there before in the same state: unless other threads write, it
        /// goes on like that for ever.
        repeats: bool,
    },
    /// The steps of a thread between two events.
    Steps,
    /// The values of a choice, of which only some were tried.
    Values,
    /// The length for which waiting threads run on, to see whether they wait for ever.
    Waiting,
}

/// The early end of an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Stop {
    /// The reason of the end.
    pub reason: StopReason,
    /// The number of alternatives that were known and not explored. Each stands for one execution
    /// or more.
    pub pending: u64,
}

/// The reasons for which an exploration ends early.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// The number of executions has reached the user's limit.
    MaxExecutions,
    /// The time has reached the user's limit.
    Timeout,
    /// The user has interrupted the exploration.
    Interrupt,
}

/// A file that cannot be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputReport {
    /// The file, as the user named it.
    pub file: String,
    /// The mistake in the file.
    pub message: String,
    /// The place of the mistake.
    pub place: Place,
    /// Advice for the user.
    pub help: Option<String>,
    /// Whether porf does not support the file; otherwise the file is wrong.
    pub unsupported: bool,
}
