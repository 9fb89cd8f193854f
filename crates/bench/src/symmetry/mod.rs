//! The savings and costs of symmetry, for symmetric threads and for threads that help each other.

pub(crate) mod cost;
pub(crate) mod table;
