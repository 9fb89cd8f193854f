//! The results of one exploration of a program of the corpus, in a form that can be compared.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use porf_driver::LoadedProgram;
use porf_entity::{ErrorKind, SourcePosition};
use porf_explore::{Execution, Failed, Lasso, Options, Race, Sink, StopReason, explore};

use super::story::{fingerprint, story};

/// An error by its kind and its positions.
type Error = (ErrorKind, BTreeSet<SourcePosition>);

/// The executions and errors of a program under a model.
#[derive(Default)]
pub(super) struct Explored {
    /// The fingerprints of the executions, complete or blocked.
    pub(super) executions: BTreeSet<u64>,
    /// Whether a complete execution was reported twice.
    pub(super) repeats: bool,
    pub(super) errors: BTreeSet<Error>,
    /// Whether a check of the model leaves an execution undefined.
    pub(super) is_undefined: bool,
    pub(super) stopped: Option<StopReason>,
}

impl Explored {
    /// Explores a program.
    pub(super) fn new(loaded: &LoadedProgram, options: &Options<'_>) -> Self {
        let mut explored = Self::default();
        explored.stopped = explore(&loaded.machine, options, &mut explored).stopped;
        explored
    }

    /// The kinds of the errors.
    pub(super) fn kinds(&self) -> BTreeSet<ErrorKind> {
        self.errors.iter().map(|&(kind, _)| kind).collect()
    }

    fn add_error(
        &mut self,
        kind: ErrorKind,
        positions: impl IntoIterator<Item = SourcePosition>,
    ) -> ControlFlow<()> {
        self.errors.insert((kind, positions.into_iter().collect()));
        ControlFlow::Continue(())
    }
}

impl<S> Sink<S> for Explored {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.repeats |= !self.executions.insert(fingerprint(execution));
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.executions.insert(fingerprint(execution));
        ControlFlow::Continue(())
    }

    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()> {
        let step = match failed.event {
            Some(event) => execution.step(event),
            None => execution.next(failed.thread),
        };
        self.add_error(failed.failure.kind, [step.position])
    }

    fn livelock(&mut self, _execution: &Execution<'_, S>, lasso: &Lasso) -> ControlFlow<()> {
        let kind = if lasso.has_writes { ErrorKind::LivelockWithWrites } else { ErrorKind::Livelock };
        self.add_error(kind, [])
    }

    fn race(&mut self, execution: &Execution<'_, S>, race: Race) -> ControlFlow<()> {
        self.add_error(
            ErrorKind::DataRace,
            [race.first, race.second].map(|event| execution.step(event).position),
        )
    }

    /// The only checks of the shipped models that report executions are about data races.
    fn reported(&mut self, _execution: &Execution<'_, S>, _check: usize) -> ControlFlow<()> {
        self.is_undefined = true;
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        *self = Self::default();
    }
}

/// The story of the execution with a fingerprint.
pub(super) fn story_of(loaded: &LoadedProgram, options: &Options<'_>, fingerprint: u64) -> String {
    let mut search = Search { fingerprint, story: String::new() };
    explore(&loaded.machine, options, &mut search);
    search.story
}

/// Searches for an execution.
struct Search {
    fingerprint: u64,
    story: String,
}

impl Search {
    fn look_at<S>(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        if fingerprint(execution) != self.fingerprint {
            return ControlFlow::Continue(());
        }
        self.story = story(execution);
        ControlFlow::Break(())
    }
}

impl<S> Sink<S> for Search {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.look_at(execution)
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.look_at(execution)
    }

    fn failed(&mut self, _execution: &Execution<'_, S>, _failed: Failed) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {}
}
