//! The vocabulary of all other crates: typed ids and the maps they index, values and addresses,
//! memory orderings, read-modify-write operations, relations as bit matrices, source positions,
//! mistakes in source texts, the kinds of errors, dependencies on reads, and random choices. This crate knows no programs, graphs or models.

mod access;
mod barrier;
mod dependencies;
mod diagnostic;
mod error_kind;
mod id;
mod map;
mod names;
mod ordering_meaning;
mod position;
mod random;
mod relation;
mod source_text;
mod taking;
mod wait;

#[doc(hidden)]
pub use serde;

pub use access::{
    AccessSize, Address, Content, FenceOrdering, FetchOp, ReadOrdering, RmwOp, RmwOrdering, Value,
    WriteOrdering,
};
pub use barrier::BarrierStep;
pub use dependencies::{Dependencies, NumberSet};
pub use diagnostic::Diagnostic;
pub use error_kind::ErrorKind;
pub use id::{EntityId, LibraryFunctionId, LibraryId, ThreadId};
pub use map::{PrimaryMap, SecondaryMap};
pub use ordering_meaning::OrderingMeaning;
pub use position::SourcePosition;
pub use random::Random;
pub use relation::Relation;
pub use source_text::{Positions, Span, nested_comment_length};
pub use taking::{PoolOrder, Taking};
pub use wait::{WaitComparison, WaitCondition};
