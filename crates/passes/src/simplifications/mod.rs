//! Passes that make any code smaller and cheaper to explore: variables become values, constants are
//! folded, and dead code is removed.

pub(crate) mod choice_ranges;
pub(crate) mod constant_folding;
pub(crate) mod control_flow;
pub(crate) mod dead_code;
pub(crate) mod decided_branches;
pub(crate) mod edit;
pub(crate) mod idle_decisions;
pub(crate) mod inline;
pub(crate) mod mem2reg;
pub(crate) mod private_objects;
pub(crate) mod scalar_replacement;
pub(crate) mod ssa_repair;
pub(crate) mod tail_recursion;
pub(crate) mod unreachable_functions;
