//! Reports: the result of a check as plain data, and its renderings for the user.
//!
//! The data ([`CheckReport`], [`InputReport`]) knows nothing of engines or front ends: values,
//! locations and threads are text, events are numbered, and nothing points back into a graph. Each
//! rendering is a function of the data alone: [`text`] for people, [`json`] for programs, [`dot`]
//! for pictures.

mod check;
mod comparison;
pub mod dot;
mod execution;
pub mod json;
mod loops;
mod model_check;
mod story;
pub mod text;
mod verdict;

#[cfg(test)]
mod examples;

pub use check::{
    AccessReport, Bound, BoundKind, CallReport, CallsKind, CallsReport, CheckReport, ChosenBy, ClientReport,
    ConditionReport, EngineReport, Equivalence, ErrorAfterOthers, ErrorReport, FilterReport, FlagReport,
    FrameReport, InputReport, ModelFileReport, Note, Place, SharingReport, SourceFile, StateCount, Stats,
    Stop, StopReason, Subject, Warning, WarningKind,
};
pub use comparison::{ComparisonReport, ComparisonVerdict, DifferenceKind, DifferenceReport};
pub use execution::{
    Edge, EdgeKind, EventNumber, EventReport, ExecutionReport, LocationNumber, LocationReport, ReadReport,
    Round, ThreadEnd, ThreadLink, ThreadReport, ValueReport,
};
pub use loops::{BackEdgeReport, LoopObstacle, LoopReport, LoopWork, Reduction};
pub use model_check::{
    AxiomReport, ExampleReport, FormReport, ModelCheckReport, ReductionReport, RemarkReport,
};
pub use verdict::{Evidence, Quantifier, Verdict};
