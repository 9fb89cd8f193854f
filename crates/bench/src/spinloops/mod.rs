//! What the reductions of loops that wait save, and what they cost.

pub(crate) mod cost;
pub(crate) mod load;
mod published;
pub(crate) mod table;
