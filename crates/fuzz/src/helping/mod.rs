//! Helping: every outcome of a program must still be an outcome if threads leave their helping
//! CASes to the threads that they help, unless the engine finds the helping annotations to be
//! wrong.

mod generate;
mod helped;

use std::collections::BTreeSet;
use std::fmt;
use std::ops::ControlFlow;

use porf_entity::{AccessSize, EntityId, Value};
use porf_explore::{Equivalence, Execution, Failed, Misannotation, ModelKind, Options, Race, Sink, explore};
use porf_graph::{Label, ReadKind};
use porf_program::Program;
use porf_testing::{Location, RandomProgram};

pub use generate::from_seed;
use helped::Helped;

/// An outcome of a program: the values that loads read, by thread, and the last values.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Outcome {
    read: Vec<Vec<Value>>,
    last: Vec<Option<Value>>,
}

/// Collects the outcomes of a program.
struct Outcomes<'a> {
    program: &'a RandomProgram,
    found: BTreeSet<Outcome>,
    race: bool,
    wrong: bool,
}

impl<S> Sink<S> for Outcomes<'_> {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let graph = execution.graph();
        let read = execution.threads().map(|thread| {
            let reads =
                graph.thread_events(thread).iter().filter_map(|&event| match graph.event(event).label {
                    // The values that rmws read there do not count: helping CASes that are left to
                    // others have not read anything.
                    Label::Read(read)
                        if read.kind == ReadKind::Load
                            || execution.location(read.location).address != place().address() =>
                    {
                        Some(read.value)
                    }
                    _ => None,
                });
            reads.collect()
        });
        let last = self.program.locations.ids().map(|location| {
            let initial = self.program.initial_value(location.address(), AccessSize::B4);
            execution.final_value(location.address()).or(initial)
        });
        self.found.insert(Outcome { read: read.collect(), last: last.collect() });
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.complete(execution)
    }

    fn failed(&mut self, _execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        self.race = true;
        ControlFlow::Continue(())
    }

    fn misannotated(&mut self, _execution: &Execution<'_, S>, _wrong: Misannotation) -> ControlFlow<()> {
        self.wrong = true;
        ControlFlow::Break(())
    }

    fn restart(&mut self) {
        self.found.clear();
        self.race = false;
    }
}

/// The outcomes that are lost if threads leave helping CASes to others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lost {
    model: ModelKind,
    outcomes: Vec<Outcome>,
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { model, outcomes } = self;
        write!(
            f,
            "if helping CASes are left to others, this is lost under {model} (nothing if it is a race): {outcomes:?}"
        )
    }
}

/// Looks for outcomes of a program whose threads help that are lost if they leave helping CASes to
/// others. There may be more outcomes in that case: a thread may then read a value that it could
/// not have read after its helping CAS. Returns the number of outcomes, or `None` if the engine
/// finds an annotation to be wrong.
pub fn compare_helping(program: &RandomProgram, model: ModelKind) -> Result<Option<usize>, Lost> {
    let options = Options { equivalence: Some(Equivalence::Co), ..Options::new(model) };
    let outcomes = || Outcomes { program, found: BTreeSet::new(), race: false, wrong: false };
    let mut left = outcomes();
    explore(&Helped { program }, &options, &mut left);
    if left.wrong {
        return Ok(None);
    }
    let mut done = outcomes();
    explore(program, &options, &mut done);
    if !done.found.is_subset(&left.found) || done.race && !left.race {
        return Err(Lost { model, outcomes: done.found.difference(&left.found).cloned().collect() });
    }
    Ok(Some(done.found.len()))
}

/// The location of the helping CASes.
fn place() -> Location {
    Location::from_index(0)
}
