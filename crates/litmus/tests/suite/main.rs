//! Tests of the litmus front end through its public interface.

mod accesses;
mod c_semantics;
mod conditions;
mod corpus;
mod diagnostics;
mod initial_states;
mod loops;
mod mutations;
mod sequential;
mod x86_semantics;
