//! The ways in which the engine and the oracle may differ.

use std::fmt;

use porf_entity::Address;
use porf_explore::{Asymmetry, Engine, Equivalence, Options, Schedule};
use porf_oracle::Execution;

use crate::equivalence_name;

/// A way in which the engine and the oracle differ on a program.
#[derive(Debug)]
pub struct Difference {
    /// The name of the model.
    pub model: Box<str>,
    /// The equivalence; `None` if the engine chooses it.
    pub equivalence: Option<Equivalence>,
    /// The scheduling policy.
    pub schedule: Schedule,
    /// The engine; `None` if it is chosen automatically.
    pub engine: Option<Engine>,
    /// Whether the orders of additions are not to be distinguished.
    pub independent_adds: bool,
    /// Whether symmetric threads are not to be distinguished.
    pub symmetry: bool,
    /// The kind of the difference.
    pub kind: DifferenceKind,
}

impl Difference {
    pub(crate) fn new(options: &Options<'_>, kind: DifferenceKind) -> Self {
        let &Options { equivalence, schedule, engine, independent_adds, symmetry, .. } = options;
        let model = options.model.to_string().into_boxed_str();
        Self { model, equivalence, schedule, engine, independent_adds, symmetry, kind }
    }
}

/// The kinds of differences.
#[derive(Debug)]
pub enum DifferenceKind {
    /// The engine explored no execution of this class.
    Missing(Box<Execution>),
    /// The engine explored this execution, which the model forbids.
    Forbidden(Box<Execution>),
    /// The engine explored executions of the class of this one before.
    Twice(Box<Execution>),
    /// An execution of a class that the engine explored has last writes that the engine did not
    /// report.
    LastWritesMissing(Box<Execution>),
    /// The engine reported the last writes of this execution before, for the same class.
    LastWritesTwice(Box<Execution>),
    /// A variant of another execution than the one reported last.
    StrayVariant(Box<Execution>),
    /// The final value of a location is not the value of its last write.
    FinalValue(Address, Box<Execution>),
    /// The engine distinguishes the orders of a location's writes and should not, or should and
    /// does not.
    Ordered(Address),
    /// The engine changed, without a restart, whether it distinguishes the orders of a location's
    /// writes.
    OrderedOnTheWay(Address),
    /// The engine explored under another equivalence than it was told to, or does not report the
    /// equivalence.
    Equivalence(Option<Equivalence>),
    /// The engine distinguishes the orders of additions to a location, although nobody can tell them.
    OrderKept(Address),
    /// Either the engine or the oracle found a data race, the other none.
    Race {
        /// Whether the engine found it.
        found_by_engine: bool,
    },
    /// The engine distinguishes symmetric threads, for a reason that does not hold.
    Asymmetry(Asymmetry),
    /// The engine's own count of complete and blocked executions differs from the reports to the
    /// sink.
    Count,
    /// The engine counts more executions than under the finest equivalence.
    MoreThanFinest {
        /// The number under this equivalence.
        counted: u64,
        /// The number under the finest one.
        finest: u64,
    },
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let equivalence = equivalence_name(self.equivalence);
        write!(f, "under {}, equivalence {equivalence}, schedule {}", self.model, self.schedule)?;
        if let Some(engine) = self.engine {
            write!(f, ", {engine} explorer")?;
        }
        if self.independent_adds {
            f.write_str(", additions independent")?;
        }
        if self.symmetry {
            f.write_str(", up to symmetry")?;
        }
        write!(f, ": {}", self.kind)
    }
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(class) => write!(f, "not explored:\n{class}"),
            Self::Forbidden(execution) => write!(f, "explored but forbidden:\n{execution}"),
            Self::Twice(execution) => write!(f, "explored twice:\n{execution}"),
            Self::LastWritesMissing(execution) => write!(f, "last writes not reported:\n{execution}"),
            Self::LastWritesTwice(execution) => write!(f, "last writes reported twice:\n{execution}"),
            Self::StrayVariant(execution) => {
                write!(f, "not a variant of the execution reported before:\n{execution}")
            }
            Self::FinalValue(address, execution) => {
                write!(f, "wrong final value of [{}]:\n{execution}", address.0)
            }
            Self::Ordered(address) => write!(f, "wrong whether the writes of [{}] are ordered", address.0),
            Self::OrderedOnTheWay(address) => {
                write!(f, "whether the writes of [{}] are ordered changed without a restart", address.0)
            }
            Self::OrderKept(address) => {
                write!(f, "the orders of additions to [{}] are distinguished without need", address.0)
            }
            Self::Equivalence(equivalence) => {
                write!(f, "explored under equivalence {}", equivalence_name(*equivalence))
            }
            Self::Race { found_by_engine: true } => f.write_str("a race that is none"),
            Self::Race { found_by_engine: false } => f.write_str("a race not found"),
            Self::Asymmetry(why) => write!(f, "no symmetry without need: {why}"),
            Self::Count => f.write_str("the summary's counts are wrong"),
            Self::MoreThanFinest { counted, finest } => {
                write!(f, "{counted} executions, but {finest} under equivalence {}", Equivalence::Co)
            }
        }
    }
}
