//! The input and the result of lowering, for both dialects.

use porf_ir::{Argument, Function};

use crate::globals::Globals;
use crate::initial::InitialState;
use crate::source::Positions;

/// What the lowering of threads needs to know.
pub(crate) struct Lowering<'a> {
    pub(crate) state: &'a InitialState,
    pub(crate) globals: &'a Globals,
    pub(crate) positions: Positions,
    /// How many iterations of a loop may begin.
    pub(crate) unroll: u32,
}

/// A thread as the module needs it.
pub(crate) struct LoweredThread {
    pub(crate) name: String,
    pub(crate) function: Function,
    pub(crate) arguments: Vec<Argument>,
}
