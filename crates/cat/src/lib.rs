//! Memory models in files: the language `cat`, in which a model is a list of definitions of sets of
//! events and relations between events, and a list of checks of them (docs/papers.md, `cats`).
//!
//! [`read`] makes a flat [`Model`] of a text, in these phases:
//!
//! 1. `lexer.rs`, `parse/`: the text becomes a tree (`ast.rs`).
//! 2. `resolve/`: names get their meaning. Expressions are sets, relations or functions. Functions,
//!    procedures and included files are inlined. What is left is a graph of operations on the
//!    primitive sets and relations (`primitive.rs`), in which equal expressions are one node
//!    (`model.rs`).
//! 3. `display.rs` prints a model as a text in the same language.
//!
//! [`evaluate()`] computes a model on the [`Events`] of one execution, in the plainest way. It is the
//! reference for whatever is faster.
//!
//! This crate knows nothing of programs, graphs and exploration. `docs/models.md` describes the
//! language for its users.

mod ast;
mod conditions;
mod cursor;
mod display;
mod error;
mod evaluate;
mod events;
mod lexer;
mod library;
mod model;
mod parse;
mod primitive;
mod resolve;
mod x86;

pub use ast::{Role, Test};
pub use conditions::{
    Addition, Causality, CheckConditions, Conditions, Form, Obstacle, all_parts, causality, conditions,
    dependencies, forms, is_from_reads, states_atomicity,
};
pub use error::Error;
pub use evaluate::{Evaluation, Outcome, Witness, evaluate, evaluate_while};
pub use events::Events;
pub use library::{FilesBeside, Includes, LibraryOnly, Source, read_file, shipped, shipped_names};
pub use model::{Check, Kind, Model, Node, NodeId, Operation, Remark, Variable, VariableId};
pub use primitive::{PrimitiveRelation, PrimitiveSet};
pub use resolve::{read, read_axioms};
