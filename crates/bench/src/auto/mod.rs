//! The choice of algorithm, equivalence and symmetry, beside every fixed combination.

mod header;
pub(crate) mod table;
