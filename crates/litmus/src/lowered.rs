//! The input and the result of lowering, for both dialects.

use porf_entity::Positions;
use porf_ir::{Argument, Function};

use crate::globals::Globals;
use crate::initial::InitialState;

/// The input of the lowering of threads.
pub(crate) struct Lowering<'a> {
    pub(crate) state: &'a InitialState,
    pub(crate) globals: &'a Globals,
    pub(crate) positions: Positions,
    /// The number of iterations of a loop that may begin.
    pub(crate) unroll: u32,
}

/// A lowered thread, for the module.
pub(crate) struct LoweredThread {
    pub(crate) name: String,
    pub(crate) function: Function,
    pub(crate) arguments: Vec<Argument>,
}
