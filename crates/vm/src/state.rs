//! Threads between two actions, as values.

use smallvec::SmallVec;

use crate::code::Pc;

/// A thread paused at an action: the frames of the functions it is in, with their registers.
///
/// Sized so that a thread in a small function is copied without an allocation.
#[derive(Debug)]
pub struct State {
    pub(crate) status: Status,
    /// The op that it is at.
    pub(crate) pc: Pc,
    /// Where in `registers` the running frame begins.
    pub(crate) base: u32,
    /// The frames that wait for a call to return, outermost first.
    pub(crate) callers: Vec<Frame>,
    /// The registers of all frames, outermost first; once the thread has finished, what it returned.
    pub(crate) registers: SmallVec<[u64; 8]>,
}

/// What a thread is waiting for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The answer to its action.
    Answer,
    /// Nothing: it has finished.
    Exited,
    /// Nothing: it has failed, or is blocked for good.
    Stopped,
}

/// A frame that waits for a call to return.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The call.
    pub(crate) call: Pc,
    /// Where in the registers of the stack the frame begins.
    pub(crate) base: u32,
}

impl Clone for State {
    /// Unlike the derived one, this copies registers as a block.
    fn clone(&self) -> Self {
        Self { callers: self.callers.clone(), registers: SmallVec::from_slice(&self.registers), ..*self }
    }
}
