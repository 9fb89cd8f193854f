//! What symmetry saves, of symmetric threads and of threads that help each other, and what it costs.

pub(crate) mod cost;
pub(crate) mod table;
