//! The savings and costs of the reductions of spinloops.

pub(crate) mod cost;
pub(crate) mod load;
pub(crate) mod published;
pub(crate) mod table;
