//! What was done with the loops of a program, and why not more.

use porf_entity::SourcePosition;
use porf_ir::{ExternalId, FunctionId};

use crate::pipeline::PassName;

/// What became of one jump back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopReport {
    /// The function that it is in. The jumps of an inlined function are reported with the function they come from, and once
    /// more with the one that got its code if they are gone only there.
    pub function: FunctionId,
    /// Where the loop begins.
    pub header: SourcePosition,
    /// Where it jumps back.
    pub backedge: SourcePosition,
    /// Where something is done in the loop.
    pub body: Vec<SourcePosition>,
    /// The passes that changed the loop: [`PassName::SpinAssume`] last, if it removed this jump.
    pub applied: Vec<PassName>,
    /// Why the jump is still there; `None` if it is gone.
    pub obstacle: Option<LoopObstacle>,
}

/// Why jumping back is not known to mean doing the same again: the first reason that was found. The next iteration
/// begins with the same values as this one did unless the reason is that it does not, or that the loop is irreducible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopObstacle {
    /// The cycle can be entered at several places.
    Irreducible,
    /// A variable that the next iteration or what comes after it uses is assigned there.
    Assigns(SourcePosition),
    /// Memory is written there.
    Stores(SourcePosition),
    /// Memory is read and written there.
    ReadModifyWrites(SourcePosition),
    /// The compare-exchange there may have succeeded.
    MayHaveSucceeded(SourcePosition),
    /// A function is called there that may change something.
    Calls {
        /// Which.
        callee: Callee,
        /// Where.
        position: SourcePosition,
    },
    /// A new object is made there.
    Allocates(SourcePosition),
    /// There is something that porf does not support.
    Unsupported(SourcePosition),
    /// Nothing is read that others could change: the loop never ends, whatever they do.
    ReadsNothing,
    /// The pass that would have removed the jump is turned off.
    TurnedOff,
}

/// What is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A function of the module.
    Function(FunctionId),
    /// A function outside of the module.
    External(ExternalId),
    /// What a pointer points to.
    Unknown,
}
