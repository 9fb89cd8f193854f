//! Facts about a program before it runs. An analysis computes facts and changes nothing, so it
//! depends on no pass.

pub(crate) mod addresses;
pub(crate) mod atomic_globals;
pub(crate) mod call_graph;
pub(crate) mod control_dependence;
pub(crate) mod counting_loops;
pub(crate) mod defined_values;
pub(crate) mod effects;
pub(crate) mod escape;
pub(crate) mod externals;
pub(crate) mod function_facts;
pub(crate) mod initialised;
pub(crate) mod loops;
pub(crate) mod needed_values;
pub(crate) mod scratch_variables;
pub(crate) mod source_loops;
pub(crate) mod value_ranges;
