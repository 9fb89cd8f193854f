//! porf's findings in a program.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use porf_driver::LoadedProgram;
use porf_entity::{Address, ErrorKind, ThreadId, Value};
use porf_explore::{Engine, Equivalence, Execution, Failed, Lasso, Race, Sink, explore};
use porf_vm::State;

use super::interpreter::{FIRST_ADDRESS, Wrong};
use super::program::Program;
use super::render::CFile;
use super::ways::Way;

/// The findings of an exploration.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Findings {
    /// The final values of variables and arrays in complete executions.
    pub outcomes: BTreeSet<Vec<i16>>,
    /// The errors.
    pub errors: Errors,
    /// The errors that come after others.
    pub after_others: Errors,
    /// Errors that should not occur at all.
    pub strange: BTreeSet<String>,
    /// Whether threads wait in loops for ever.
    pub livelock: bool,
    /// Whether everything was explored.
    pub exhaustive: bool,
    /// Whether exploration came to its end. Executions may have been cut short.
    pub at_end: bool,
    /// The numbers of complete and of blocked executions, and of those that bounds cut short.
    pub counts: [u64; 3],
    /// The engine and the equivalence, which decide what counts as one execution: porf may choose
    /// them itself, by the events that it meets first.
    pub taken: (Option<Engine>, Option<Equivalence>),
}

/// Errors that porf finds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Errors {
    /// The errors, each with the number of the statement.
    pub wrong: BTreeSet<(Wrong, Option<u16>)>,
    /// The errors, each with its line, in porf's own words.
    pub reported: BTreeSet<(String, u32)>,
    /// Whether there is a data race.
    pub race: bool,
    /// Whether there is a deadlock.
    pub deadlock: bool,
}

impl Errors {
    /// Adds an error at a line, which is that of a statement. `Err` if it should not occur.
    fn add(&mut self, kind: ErrorKind, line: u32, statement: Option<u16>) -> Result<(), ErrorKind> {
        self.reported.insert((format!("{kind:?}"), line));
        let wrong = match kind {
            ErrorKind::Deadlock => {
                self.deadlock = true;
                return Ok(());
            }
            ErrorKind::Assertion => Wrong::Assertion,
            ErrorKind::InvalidAccess => Wrong::InvalidAccess,
            ErrorKind::UseAfterFree => Wrong::UseAfterFree,
            ErrorKind::DoubleFree => Wrong::DoubleFree,
            ErrorKind::UninitialisedRead => Wrong::UninitialisedRead,
            ErrorKind::UnlockNotHeld => Wrong::UnlockNotHeld,
            ErrorKind::Relock => Wrong::Relock,
            ErrorKind::InvalidSynchronisation => Wrong::InvalidSynchronisation,
            ErrorKind::InvalidJoin => Wrong::InvalidJoin,
            ErrorKind::UnorderedAllocation => Wrong::UnorderedAllocation,
            other => return Err(other),
        };
        self.wrong.insert(statement.map_or((wrong, None), |number| wrong.at(number)));
        Ok(())
    }
}

/// The addresses of the variables and of the elements of arrays, and their initial values; `None`
/// for those that no thread accesses.
fn observed(program: &Program, prefix: &str, loaded: &LoadedProgram) -> Vec<(Option<Address>, i16)> {
    let address = |name: String| loaded.address_of(&name);
    let variables = program
        .variables
        .iter()
        .enumerate()
        .map(|(index, &initial)| (address(format!("{prefix}x{index}")), initial));
    let elements = (0..program.arrays).flat_map(|index| {
        let array = address(format!("{prefix}a{index}"));
        (0..2).map(move |element| (array.map(|Address(base)| Address(base + 8 * element)), 0))
    });
    variables.chain(elements).collect()
}

impl Findings {
    /// Explores one of the programs of a file.
    pub(super) fn of(
        loaded: &LoadedProgram,
        way: &Way,
        program: &Program,
        prefix: &str,
        file: &CFile,
        index: usize,
    ) -> Self {
        let memory = observed(program, prefix, loaded);
        let addresses = memory.iter().filter_map(|&(address, _)| address).collect();
        let mut collector = Collector { memory, addresses, file, index, findings: Self::default() };
        let summary = explore(&loaded.machine, &way.options(), &mut collector);
        let mut findings = collector.findings;
        findings.at_end = summary.stopped.is_none() && summary.partial_choice.is_none();
        findings.exhaustive = !findings.exhaustive && findings.at_end;
        (findings.counts[0], findings.counts[1]) = (summary.executions, summary.blocked);
        findings.taken = (summary.engine.map(|choice| choice.engine), summary.equivalence);
        findings
    }
}

struct Collector<'a> {
    memory: Vec<(Option<Address>, i16)>,
    addresses: Vec<Address>,
    file: &'a CFile,
    index: usize,
    /// The findings. Until the end, `exhaustive` says that an execution was cut short.
    findings: Findings,
}

impl Collector<'_> {
    fn add_outcome(&mut self, execution: &Execution<'_, State>) {
        let value = |&(address, initial): &(Option<Address>, i16)| {
            let last = address.and_then(|address| execution.final_value(address));
            last.map_or(initial, |Value(bits)| number(bits))
        };
        let outcome = self.memory.iter().map(value).collect();
        self.findings.outcomes.insert(outcome);
    }

    /// The line of an error, and the number of the statement there.
    fn place_of(&self, execution: &Execution<'_, State>, failed: Failed) -> (u32, Option<u16>) {
        let step = failed.event.map_or(execution.next(failed.thread), |event| execution.step(event));
        let line = step.position.line;
        (line, self.file.statement_at(self.index, line))
    }
}

/// A number in the interpreter's form: all addresses are the same.
fn number(bits: u64) -> i16 {
    i16::try_from(bits as i64).unwrap_or(FIRST_ADDRESS).min(FIRST_ADDRESS)
}

impl Sink<State> for Collector<'_> {
    fn complete(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.add_outcome(execution);
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, _execution: &Execution<'_, State>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cut(&mut self, _execution: &Execution<'_, State>, _thread: ThreadId) -> ControlFlow<()> {
        self.findings.exhaustive = true;
        self.findings.counts[2] += 1;
        ControlFlow::Continue(())
    }

    fn undecided(&mut self, _execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.findings.exhaustive = true;
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, State>, failed: Failed) -> ControlFlow<()> {
        let (line, statement) = self.place_of(execution, failed);
        if let Err(strange) = self.findings.errors.add(failed.failure.kind, line, statement) {
            self.findings.strange.insert(format!("{strange:?}"));
        }
        ControlFlow::Continue(())
    }

    fn failed_after_others(&mut self, execution: &Execution<'_, State>, failed: Failed) {
        let (line, statement) = self.place_of(execution, failed);
        if let Err(strange) = self.findings.after_others.add(failed.failure.kind, line, statement) {
            self.findings.strange.insert(format!("{strange:?}"));
        }
    }

    fn livelock(&mut self, _execution: &Execution<'_, State>, lasso: &Lasso) -> ControlFlow<()> {
        // A livelock that depends on turns is found for some turns only.
        self.findings.livelock |= !lasso.depends_on_turns;
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, State>, _race: Race) -> ControlFlow<()> {
        self.findings.errors.race = true;
        ControlFlow::Continue(())
    }

    fn race_after_others(&mut self, _execution: &Execution<'_, State>, _race: Race) {
        self.findings.after_others.race = true;
    }

    fn observed(&self) -> &[Address] {
        &self.addresses
    }

    fn variant(&mut self, execution: &Execution<'_, State>) -> ControlFlow<()> {
        self.add_outcome(execution);
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        self.findings = Findings::default();
    }
}
