//! What symmetry saves, of threads that do the same and of threads that help each other, and what it costs.

pub(crate) mod cost;
pub(crate) mod table;
