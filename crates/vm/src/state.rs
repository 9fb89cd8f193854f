//! Threads between two actions, as values.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::code::Pc;

/// A thread paused at an action. Cloning it shares it.
#[derive(Clone, Debug)]
pub struct State(pub(crate) Arc<Stack>);

/// A thread: the frames of the functions it is in, with their registers.
///
/// Sized so that a thread in a small function is copied with one allocation, that of its [`State`].
#[derive(Debug)]
pub(crate) struct Stack {
    pub(crate) status: Status,
    /// The op that it is at.
    pub(crate) pc: Pc,
    /// Where in `registers` the running frame begins.
    pub(crate) base: u32,
    /// The frames that wait for a call to return, outermost first.
    pub(crate) callers: SmallVec<[Frame; 2]>,
    /// The registers of all frames, outermost first; once the thread has finished, what it returned.
    pub(crate) registers: SmallVec<[u64; 12]>,
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

impl Stack {
    /// A copy. Unlike the derived one of small vectors, it copies registers as a block.
    pub(crate) fn copy(&self) -> Self {
        Self {
            callers: SmallVec::from_slice(&self.callers),
            registers: SmallVec::from_slice(&self.registers),
            ..*self
        }
    }
}
