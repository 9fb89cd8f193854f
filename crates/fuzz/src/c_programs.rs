//! Compares the whole tool chain for C with the oracle. A random program is printed as C, compiled
//! by clang, read, linked with the runtime, simplified, run by the virtual machine and explored.
//! The oracle gives the numbers of complete and of blocked executions, the errors, and the number
//! of executions that can end in each final state. All of these must be the same under each
//! equivalence.
//!
//! A thread that locks a mutex that it holds already waits for ever in the oracle and is an error
//! in C. Exploration keeps going after errors, so that the other threads do there the same as in
//! the oracle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use porf_driver::{BuildOptions, CheckOptions, LoadedProgram, check_program};
use porf_entity::{Address, EntityId, ErrorKind, Value};
use porf_explore::{
    Engine, Equivalence, Execution, Failed, ModelKind, Options, Race, Schedule, Sink, explore,
};
use porf_oracle::{self as oracle, Conflicts};
use porf_report::CheckReport;
use porf_testing::{CForm, Hints, ObservedGlobal, RandomProgram};

use crate::awaits::{Unawaited, sets_of_racy};
use crate::classes::{Classes, classes};
use crate::references::{Enumerated, Known};
use crate::{EQUIVALENCES, equivalence_name, oracle_name};

/// A way in which the tool chain and the oracle differ on a program.
#[derive(Debug)]
pub enum CDifference {
    /// The tool chain rejects the program.
    Rejected(String),
    /// The tool chain and the oracle have different findings.
    Findings {
        /// The way of the exploration.
        way: Way,
        /// The findings of the oracle.
        expected: Findings,
        /// The findings of the tool chain.
        found: Findings,
    },
    /// The executions end in different states, or in different numbers.
    States {
        /// The way of the exploration.
        way: Way,
        /// The states of the oracle.
        expected: States,
        /// The states of the tool chain.
        found: States,
    },
}

/// A way to explore.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The model.
    pub model: ModelKind,
    /// The equivalence; `None` if the engine chooses it.
    pub equivalence: Option<Equivalence>,
    /// The scheduling policy.
    pub schedule: Schedule,
    /// The engine.
    pub engine: Engine,
    /// Whether the orders of additions are not distinguished.
    pub independent_adds: bool,
}

impl Way {
    /// All ways for a program in a form. Additions are known to be independent only where registers
    /// are forgotten.
    fn all(form: CForm) -> Vec<Self> {
        let mut ways = Vec::new();
        for model in ModelKind::ALL {
            for equivalence in EQUIVALENCES {
                for schedule in Schedule::ALL {
                    ways.push(Self {
                        model,
                        equivalence,
                        schedule,
                        engine: Engine::Graph,
                        independent_adds: false,
                    });
                }
            }
        }
        let (model, equivalence) = (ModelKind::Sc, Some(Equivalence::Co));
        for schedule in Schedule::ALL {
            for independent_adds in [false, true] {
                if form == CForm::Bare || !independent_adds {
                    ways.push(Self { model, equivalence, schedule, engine: Engine::Trace, independent_adds });
                }
            }
        }
        ways
    }
}

/// The findings in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The number of complete executions.
    pub executions: u64,
    /// The number of blocked executions.
    pub blocked: u64,
    /// The kinds of errors.
    pub errors: BTreeSet<ErrorKind>,
    /// Whether exploration ended early or was bounded.
    pub cut_short: bool,
}

/// For each combination of final values, the number of complete executions that can end with it.
/// Coherence orders of locations for which these are not distinguished do not count.
pub type States = BTreeMap<Vec<Value>, u64>;

impl fmt::Display for CDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(message) => write!(f, "rejected: {message}"),
            Self::Findings { way, expected, found } => {
                write!(f, "under {way}: expected {expected:?}, found {found:?}")
            }
            Self::States { way, expected, found } => {
                write!(f, "final states under {way}: expected {expected:?}, found {found:?}")
            }
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equivalence = equivalence_name(self.equivalence);
        write!(f, "{}, equivalence {equivalence}, schedule {}", self.model, self.schedule)?;
        let independent = if self.independent_adds { ", additions independent" } else { "" };
        write!(f, ", {} explorer{independent}", self.engine)
    }
}

/// The first difference under any model and equivalence with any policy, or the number of
/// executions compared, complete or blocked. The C program is written to the file `scratch`.
pub fn compare(program: &RandomProgram, form: CForm, scratch: &Path) -> Result<u64, CDifference> {
    compare_text(program, form, &program.to_c(form), scratch)
}

/// Compares the program with a C text that should mean the same.
fn compare_text(
    program: &RandomProgram,
    form: CForm,
    text: &str,
    scratch: &Path,
) -> Result<u64, CDifference> {
    let mut loaded = load(text, scratch).map_err(CDifference::Rejected)?;
    let globals = program.observed_globals(form);
    // The machine decides by itself which reads are awaits, and which additions are independent.
    let hints = Hints { awaits: true, blind_additions: true, ..Hints::default() };
    let program = &RandomProgram { hints, ..program.clone() };
    let mut oracle = Enumerated::new(program);
    let mut compared = 0;
    for way in Way::all(form) {
        let Way { model, equivalence, schedule, engine, independent_adds } = way;
        let engine = Some(engine);
        let mut options = CheckOptions::new(model);
        options.explore =
            Options { equivalence, schedule, engine, independent_adds, keep_going: true, ..options.explore };
        let checked = check_program(&mut loaded, &options);
        let found = checked.map_err(|error| CDifference::Rejected(error.to_string()))?;
        let found = Findings::of(&found.report);
        let explored = explored_states(&loaded, way, &globals).map_err(CDifference::Rejected)?;
        let unordered_addresses: Vec<Address> = program
            .locations
            .ids()
            .filter(|location| explored.unordered.contains(&location.to_string()))
            .map(|location| location.address())
            .collect();
        // Only running the program shows whether some thread writes to an awaited location by a
        // non-atomic access.
        let mut expected = None;
        for unawaited in sets_of_racy(program) {
            let name = oracle_name(model);
            let Known { executions, race } = &oracle.by_model(&unawaited)[&name];
            let independent = independent_adds.then(|| independent_executions(program, &unawaited));
            let executions = independent.as_ref().unwrap_or(executions);
            let classes = classes(executions, |address| !unordered_addresses.contains(&address));
            let findings = findings(program, &classes, *race);
            if expected.is_none() || findings == found {
                expected = Some((findings, states(program, &classes, &globals)));
            }
        }
        let Some((findings, states)) = expected else { continue };
        if found != findings {
            return Err(CDifference::Findings { way, expected: findings, found });
        }
        if explored.states != states {
            return Err(CDifference::States { way, expected: states, found: explored.states });
        }
        compared += found.executions + found.blocked;
    }
    Ok(compared)
}

/// One execution for each class of interleavings in which additions are independent.
fn independent_executions(
    program: &RandomProgram,
    unawaited: &BTreeSet<Address>,
) -> BTreeSet<oracle::Execution> {
    let mut by_class = BTreeMap::new();
    for (execution, order) in oracle::interleavings(&Unawaited { program, addresses: unawaited }) {
        let class = oracle::class(program, &execution, &order, Conflicts::AllButAdditions);
        by_class.entry(class).or_insert(execution);
    }
    by_class.into_values().collect()
}

fn load(text: &str, scratch: &Path) -> Result<LoadedProgram, String> {
    fs::write(scratch, text).map_err(|error| format!("{}: {error}", scratch.display()))?;
    let loaded = LoadedProgram::from_files(&[scratch.to_owned()], &BuildOptions::default());
    fs::remove_file(scratch).map_err(|error| format!("{}: {error}", scratch.display()))?;
    loaded.map_err(|error| error.to_string())
}

impl Findings {
    fn of(report: &CheckReport) -> Self {
        let errors = report.error.iter().chain(&report.more_errors);
        Self {
            executions: report.executions,
            blocked: report.blocked,
            errors: errors.map(|error| error.kind).collect(),
            cut_short: report.stopped.is_some() || !report.bounds.is_empty(),
        }
    }
}

/// The findings of the oracle.
fn findings(program: &RandomProgram, classes: &Classes<'_>, race: bool) -> Findings {
    let mut findings = Findings { executions: 0, blocked: 0, errors: BTreeSet::new(), cut_short: false };
    if race {
        findings.errors.insert(ErrorKind::DataRace);
    }
    // Locks do not depend on coherence orders that are not distinguished.
    for execution in classes.values().filter_map(|members| members.first()) {
        if program.relocks(execution) {
            findings.errors.insert(ErrorKind::Relock);
        } else if execution.blocked || program.awaits_for_ever(execution) {
            findings.blocked += 1;
        } else if !execution.waiting.is_empty() {
            findings.errors.insert(ErrorKind::Deadlock);
        } else {
            findings.executions += 1;
        }
    }
    findings
}

fn states(program: &RandomProgram, classes: &Classes<'_>, globals: &[ObservedGlobal]) -> States {
    let mut states = States::new();
    for members in classes.values().filter(|members| members.iter().all(|it| it.is_complete())) {
        let mut of_class = BTreeSet::new();
        for execution in members {
            let outcome: BTreeMap<String, Value> = program.outcome(execution).into_iter().collect();
            let state: Vec<Value> = globals.iter().map(|global| outcome[&global.outcome_name]).collect();
            of_class.insert(state);
        }
        for state in of_class {
            *states.entry(state).or_default() += 1;
        }
    }
    states
}

fn explored_states(
    loaded: &LoadedProgram,
    way: Way,
    globals: &[ObservedGlobal],
) -> Result<ExploredStates, String> {
    let mut memory = Vec::new();
    for global in globals {
        // A global that no thread accesses may have been left out.
        let place = loaded.global_names.iter().position(|name| *name == global.global_name);
        let address = place.map(|place| loaded.machine.address_of(EntityId::from_index(place)));
        memory.push((address, global));
    }
    let observed = memory.iter().filter_map(|&(address, _)| address).collect();
    let mut collector =
        StateCollector { memory, observed, current: BTreeSet::new(), explored: ExploredStates::default() };
    let Way { model, equivalence, schedule, engine, independent_adds } = way;
    let engine = Some(engine);
    let options =
        Options { equivalence, schedule, engine, independent_adds, keep_going: true, ..Options::new(model) };
    let summary = explore(&loaded.machine, &options, &mut collector);
    match summary.stopped {
        None => Ok(collector.explored),
        Some(reason) => Err(format!("exploration stopped: {reason:?}")),
    }
}

/// The facts about an exploration.
#[derive(Default)]
struct ExploredStates {
    states: States,
    /// The globals whose coherence orders are not distinguished.
    unordered: BTreeSet<String>,
}

/// Counts complete executions by the final states in which they can end.
struct StateCollector<'a> {
    /// The addresses of the observed globals.
    memory: Vec<(Option<Address>, &'a ObservedGlobal)>,
    observed: Vec<Address>,
    /// The states of the execution reported last and of its variants so far.
    current: BTreeSet<Vec<Value>>,
    explored: ExploredStates,
}

impl StateCollector<'_> {
    fn count<S>(&mut self, execution: &Execution<'_, S>) {
        let value = |&(address, global): &(Option<Address>, &ObservedGlobal)| {
            address.and_then(|address| execution.final_value(address)).unwrap_or(global.initial)
        };
        let state: Vec<Value> = self.memory.iter().map(value).collect();
        // Different last writes may write the same value.
        if self.current.insert(state.clone()) {
            *self.explored.states.entry(state).or_default() += 1;
        }
    }

    fn note_unordered<S>(&mut self, execution: &Execution<'_, S>) {
        for location in execution.graph().locations() {
            let info = execution.location(location);
            let mut globals = self.memory.iter().filter(|&&(address, _)| address == Some(info.address));
            if let (false, Some((_, global))) = (info.ordered, globals.next()) {
                self.explored.unordered.insert(global.global_name.clone());
            }
        }
    }
}

impl<S> Sink<S> for StateCollector<'_> {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.note_unordered(execution);
        self.current.clear();
        self.count(execution);
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.note_unordered(execution);
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        self.note_unordered(execution);
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn observed(&self) -> &[Address] {
        &self.observed
    }

    fn variant(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.count(execution);
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.current.clear();
        self.explored = ExploredStates::default();
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{ReadOrdering, WriteOrdering};
    use porf_testing::ProgramBuilder;

    use super::*;

    /// Message passing of non-atomic data, read only if the flag was seen.
    fn message_passing() -> RandomProgram {
        let mut builder = ProgramBuilder::new();
        let [data, flag] = [builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            thread.store(data, 7, WriteOrdering::NonAtomic);
            thread.store(flag, 1, WriteOrdering::Release);
        });
        builder.thread(|thread| {
            let seen = thread.load(flag, ReadOrdering::Acquire);
            thread.if_equal(seen, 1, |thread| {
                thread.load(data, ReadOrdering::NonAtomic);
            });
        });
        builder.build()
    }

    /// Compares message passing with a C program in which `to` replaces `from`.
    fn compare_altered(test: &str, from: &str, to: &str) -> Result<u64, CDifference> {
        let directory = tempfile::tempdir().expect("the temporary directory is writable");
        let scratch = directory.path().join(format!("{test}.c"));
        let program = message_passing();
        let text = program.to_c(CForm::Observed);
        assert!(text.contains(from), "{text}");
        compare_text(&program, CForm::Observed, &text.replace(from, to), &scratch)
    }

    #[test]
    fn the_same_program_is_the_same() {
        // Two executions under each of six models and each equivalence or the choice of one, with
        // each of two schedules; and by the trace explorer with each schedule.
        assert!(matches!(compare_altered("same", "7", "7"), Ok(76)));
    }

    /// Under RC11 only: no other model here lets loads change places, and in the others every
    /// atomic access synchronises.
    #[test]
    fn a_race_makes_a_difference() {
        let difference = compare_altered("race", "memory_order_acquire", "memory_order_relaxed");
        let Err(CDifference::Findings { way, expected, found }) = difference else {
            panic!("{difference:?}")
        };
        assert_eq!(way.model, ModelKind::Rc11);
        assert!(expected.errors.is_empty());
        assert_eq!(found.errors, BTreeSet::from([ErrorKind::DataRace]));
    }

    #[test]
    fn a_number_of_executions_makes_a_difference() {
        let difference = compare_altered("executions", "  x0 = 7;", "  x0 = porf_nondet_int(6, 7);");
        let Err(CDifference::Findings { expected, found, .. }) = difference else { panic!("{difference:?}") };
        assert_eq!((expected.executions, found.executions), (2, 4));
    }

    #[test]
    fn a_value_makes_a_difference() {
        let difference = compare_altered("value", "x0 = 7", "x0 = 8");
        assert!(matches!(difference, Err(CDifference::States { .. })), "{difference:?}");
    }

    #[test]
    fn what_does_not_compile_is_rejected() {
        let difference = compare_altered("junk", "int main", "junk main");
        assert!(matches!(difference, Err(CDifference::Rejected(_))), "{difference:?}");
    }
}
