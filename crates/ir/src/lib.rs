//! The intermediate representation: SSA over a control-flow graph
