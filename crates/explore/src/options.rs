//! The options that the caller chooses.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use porf_models::MemoryModel;

use crate::limits::Limits;

/// The options of exploration.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// The memory model: which executions are allowed.
    pub model: MemoryModel<'a>,
    /// The algorithm; `None` for the one that suits the program. The graph explorer takes models
    /// other than SC, and reads-from equivalence, in any case.
    pub engine: Option<Engine>,
    /// When two executions count as one; `None` for the faster equivalence.
    pub equivalence: Option<Equivalence>,
    /// Whether executions that differ only in the order of independent additions count as one:
    /// threads add to a location, and none of them uses the result. In the graph explorer, no other
    /// access to the location may tell the order.
    pub independent_adds: bool,
    /// Whether executions that differ only by a permutation of symmetric threads count as one. It
    /// applies to the graph explorer, if coherence orders are distinguished.
    pub symmetry: bool,
    /// Whether a thread blocks where it could be without its last iteration.
    pub redundant_iterations: bool,
    /// The policy that selects the next thread; it affects speed, never the verdict.
    pub schedule: Schedule,
    /// When to stop early.
    pub limits: Limits<'a>,
    /// Whether to find all errors. Races after the first one are then reported, too, as often as
    /// they are found, and errors that come after others are reported as such. When a thread makes
    /// an error, the others go on all the same. Where the first error ends the exploration, it does
    /// not matter that the error could have been different had the others gone first.
    pub keep_going: bool,
    /// The executions without end that are errors.
    pub liveness: Liveness,
    /// The alternative that is taken where the first event of an execution is a choice; all by
    /// default. For the graph explorer.
    pub first_choice: Option<u64>,
}

impl<'a> Options<'a> {
    /// The graph explorer, the default schedule and no limits; executions with different coherence
    /// orders are distinguished.
    pub fn new(model: impl Into<MemoryModel<'a>>) -> Self {
        let equivalence = Some(Equivalence::Co);
        Self {
            model: model.into(),
            engine: Some(Engine::Graph),
            equivalence,
            independent_adds: false,
            symmetry: false,
            redundant_iterations: false,
            schedule: Schedule::default(),
            limits: Limits::default(),
            keep_going: false,
            liveness: Liveness::Ignored,
            first_choice: None,
        }
    }

    /// Whether the model does not allow threads to leave out reads or pairs of actions.
    pub(crate) fn leaves_out_nothing(&self) -> bool {
        self.model.file().is_some_and(|file| !file.allows_loop_reductions())
    }

    /// These options without those that are not justified under the model.
    ///
    /// Under a model from a file, coherence orders are distinguished, since the search for them is
    /// made for the built-in models. So are symmetric threads. Iterations are dropped only if the
    /// axioms are monotone by form. Where complete executions are filtered, threads do not run on:
    /// an execution that goes on in the maximal way may violate an axiom.
    pub(crate) fn fit_for_model(&self) -> Self {
        let Some(file) = self.model.file() else { return self.clone() };
        Self {
            engine: Some(Engine::Graph),
            equivalence: Some(Equivalence::Co),
            redundant_iterations: self.redundant_iterations && file.allows_loop_reductions(),
            liveness: if file.is_filtering() { Liveness::Ignored } else { self.liveness },
            ..self.clone()
        }
    }
}

/// The executions without end that are errors, although every thread has its turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Liveness {
    /// None.
    Ignored,
    /// Those in which threads wait, whatever the order of turns.
    Waiting,
    /// All, those included in which threads keep each other from finishing by their writes.
    All,
}

/// The algorithms of exploration.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// Builds execution graphs, under any memory model.
    Graph,
    /// Runs interleavings, under sequential consistency.
    Trace,
}

impl Engine {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Graph, Self::Trace];

    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Graph => "graph",
            Self::Trace => "trace",
        }
    }
}

impl fmt::Display for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// When two executions count as one, so that only one of them is explored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Equivalence {
    /// Same program order, reads-from and coherence order.
    Co,
    /// Same program order and reads-from; and the same coherence order of locations that threads
    /// wait for, since the last write to such a location decides whether a thread waits for ever.
    Rf,
}

impl Equivalence {
    /// Both, the finer one first.
    pub const ALL: [Self; 2] = [Self::Co, Self::Rf];

    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Co => "co",
            Self::Rf => "rf",
        }
    }
}

impl fmt::Display for Equivalence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The policy that selects the next of the enabled threads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Schedule {
    /// The first thread.
    LeftToRight,
    /// The first thread about to store or fence; if there is none, the first thread. This makes
    /// fewer revisits: a read that comes late finds its writes in the graph.
    #[default]
    WritesFirst,
}

impl Schedule {
    /// All policies.
    pub const ALL: [Self; 2] = [Self::LeftToRight, Self::WritesFirst];

    /// The name as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::LeftToRight => "left-to-right",
            Self::WritesFirst => "writes-first",
        }
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A name that no scheduling policy has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownSchedule(pub String);

impl fmt::Display for UnknownSchedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Schedule::ALL.map(Schedule::name).join(", ");
        write!(f, "unknown schedule `{}`; the schedules are {names}", self.0)
    }
}

impl std::error::Error for UnknownSchedule {}

impl FromStr for Schedule {
    type Err = UnknownSchedule;
    fn from_str(name: &str) -> Result<Self, UnknownSchedule> {
        Self::ALL
            .into_iter()
            .find(|policy| policy.name() == name)
            .ok_or_else(|| UnknownSchedule(name.to_owned()))
    }
}
