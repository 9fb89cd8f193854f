//! The options that the caller chooses.

use std::fmt;
use std::str::FromStr;

use porf_models::ModelKind;

use crate::limits::Limits;

/// How to explore.
#[derive(Clone, Debug)]
pub struct Options<'a> {
    /// Which executions are allowed.
    pub model: ModelKind,
    /// By which algorithm; `None` for what suits the program. Other models than SC, and reads-from equivalence, are the
    /// graph explorer's in any case.
    pub engine: Option<Engine>,
    /// When two executions count as one; `None` for what is faster.
    pub equivalence: Option<Equivalence>,
    /// Whether, in the trace explorer, executions count as one that differ only in the order in which threads add to a
    /// location, if none of them looks at the result.
    pub independent_adds: bool,
    /// Whether, in the graph explorer and if coherence orders are distinguished, executions count as one that differ only in which
    /// of several symmetric threads does what.
    pub symmetry: bool,
    /// Which thread goes next; affects speed, never the result.
    pub schedule: Schedule,
    /// When to stop early.
    pub limits: Limits<'a>,
    /// Whether to find all errors: races after the first one are reported, too, as often as they are found, and when a
    /// thread does something wrong, the others go on all the same. That one could have been different had they gone
    /// first does not matter where the first error ends the exploration.
    pub keep_going: bool,
    /// Which executions that never end are errors.
    pub liveness: Liveness,
}

impl Options<'_> {
    /// The graph explorer, the default schedule and no limits; executions with different coherence orders are different.
    pub fn new(model: ModelKind) -> Self {
        let equivalence = Some(Equivalence::Co);
        Self {
            model,
            engine: Some(Engine::Graph),
            equivalence,
            independent_adds: false,
            symmetry: false,
            schedule: Schedule::default(),
            limits: Limits::default(),
            keep_going: false,
            liveness: Liveness::Ignored,
        }
    }
}

/// Which executions that never end are errors, although every thread has its turns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Liveness {
    /// None.
    Ignored,
    /// Those in which threads wait, whosever turn it is.
    Waiting,
    /// All, those included in which threads keep each other from finishing by what they write.
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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Equivalence {
    /// Same program order, reads-from and coherence order.
    Co,
    /// Same program order and reads-from; and the same coherence order of locations that threads wait for, since the
    /// last write to such a location decides whether a thread waits for ever.
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

/// Which of the enabled threads goes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Schedule {
    /// The first one.
    LeftToRight,
    /// The first one about to store or fence, and if there is none, the first one. Fewer revisits: a read
    /// that comes late finds its writes there.
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
