//! Paused states: threads between two actions, as values.

use std::sync::Arc;

use porf_entity::{AccessSize, Content, ThreadId};
use porf_ir::FunctionId;
use smallvec::SmallVec;

use crate::code::Pc;
use crate::objects::{Mark, ThreadMemory};
use crate::shadow::Shadow;

/// A thread paused at an action: the frames of the functions it is in, with their registers, and the memory
/// that it has for itself.
///
/// Sized so that a thread in a small function is copied without an allocation.
#[derive(Debug)]
pub struct State {
    pub(crate) status: Status,
    pub(crate) thread: ThreadId,
    /// What the thread was made to run.
    pub(crate) function: FunctionId,
    /// How many visible actions there were.
    pub(crate) actions: u32,
    /// How many things it did that could be found out later.
    pub(crate) effects: u32,
    /// The op that it is at.
    pub(crate) pc: Pc,
    /// Where in `registers` the running frame begins.
    pub(crate) base: u32,
    /// How far the op that it is at has got, if it takes several actions.
    pub(crate) progress: Option<Box<Progress>>,
    /// The frames that wait for a call to return, outermost first.
    pub(crate) callers: SmallVec<[Frame; 2]>,
    /// The registers of all frames, outermost first, each followed by what was passed beyond the parameters; once
    /// the thread has finished, what it returned.
    pub(crate) registers: SmallVec<[u64; 8]>,
    /// Which bits of the registers are undefined, if any are.
    pub(crate) shadow: Option<Box<Shadow>>,
    /// Whether it has done something by which it can be distinguished from symmetric threads.
    pub(crate) revealed: bool,
    /// What it has allocated, if it ever has anything.
    pub(crate) memory: Option<Arc<ThreadMemory>>,
    /// What it has printed, if that is recorded.
    pub(crate) output: Option<Arc<String>>,
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

/// How far an op has got that takes several actions, each of a piece of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    /// How many bytes are done.
    pub(crate) done: u32,
    /// The piece at hand.
    pub(crate) piece: AccessSize,
    pub(crate) stage: Stage,
    /// What has been read so far, or whatever else the op must remember.
    pub(crate) value: u64,
    /// The bits of it that are undefined.
    pub(crate) undefined: u64,
}

/// What has been done with the piece at hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Nothing.
    Fresh,
    /// It was read.
    Loaded,
    /// Nothing is left to be done; the result is known.
    Decided,
}

impl Progress {
    pub(crate) const START: Self =
        Self { done: 0, piece: AccessSize::B1, stage: Stage::Fresh, value: 0, undefined: 0 };

    /// What has been read so far.
    pub(crate) fn content(&self) -> Content {
        Content::new(self.value, self.undefined)
    }

    /// The piece at hand was read.
    pub(crate) fn load(&mut self, content: Content) {
        self.stage = Stage::Loaded;
        self.value = content.value.0;
        self.undefined = content.undefined;
    }

    /// The piece at hand is done.
    pub(crate) fn advance(&mut self) {
        self.done += self.piece.bytes();
        self.stage = Stage::Fresh;
    }
}

/// A frame that waits for a call to return.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    /// The call.
    pub(crate) call: Pc,
    /// Where in the registers of the stack the frame begins.
    pub(crate) base: u32,
    /// What the thread had allocated when it made the call.
    pub(crate) mark: Mark,
}

impl State {
    /// Whether both are at the same place of the program, called in the same way.
    pub fn is_where(&self, other: &Self) -> bool {
        self.pc == other.pc
            && self.callers.len() == other.callers.len()
            && self.callers.iter().zip(&other.callers).all(|(one, other)| one.call == other.call)
    }

    /// Whether both are at the same place with the same variables, so that they go on in the same way if they are given the same
    /// answers. Some that are the same are not recognised: where objects were made since, or private memory was written to.
    pub fn is_same(&self, other: &Self) -> bool {
        let same_memory = match (&self.memory, &other.memory) {
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            (None, None) => true,
            _ => false,
        };
        self.is_where(other) && self.registers == other.registers && same_memory
    }
}

impl Clone for State {
    /// Unlike the derived one, this copies registers and frames as blocks.
    fn clone(&self) -> Self {
        Self {
            callers: if self.callers.is_empty() {
                SmallVec::new()
            } else {
                SmallVec::from_slice(&self.callers)
            },
            registers: SmallVec::from_slice(&self.registers),
            progress: self.progress.clone(),
            shadow: self.shadow.clone(),
            memory: self.memory.clone(),
            output: self.output.clone(),
            ..*self
        }
    }
}
