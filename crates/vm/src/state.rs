//! Paused states: threads between two actions, as values.

use std::sync::Arc;

use porf_entity::{AccessSize, Address, Content, LibraryId, ThreadId};
use porf_ir::FunctionId;
use smallvec::SmallVec;

use crate::code::Pc;
use crate::objects::{Mark, ThreadMemory};
use crate::shadow::Shadow;
use crate::taints::Taints;

/// A paused state of a thread: the frames of the functions it is in, with their registers, and its
/// private memory.
///
/// The state is sized so that a thread in a small function is copied without an allocation.
#[derive(Debug)]
pub struct State {
    pub(crate) status: Status,
    pub(crate) thread: ThreadId,
    /// The function that the thread was created to run.
    pub(crate) function: FunctionId,
    /// The number of visible actions so far.
    pub(crate) actions: u32,
    /// The number of effects so far: actions of the thread that could be observed later.
    pub(crate) effects: u32,
    /// The number of actions of the iteration that the thread has found to be redundant since its
    /// last action, 0 if there is none.
    pub(crate) redundant: u32,
    /// The current op.
    pub(crate) pc: Pc,
    /// The place in `registers` where the running frame begins.
    pub(crate) base: u32,
    /// The progress of the current op, if it takes several actions.
    pub(crate) progress: Option<Box<Progress>>,
    /// The frames that wait for a call to return, outermost first.
    pub(crate) callers: SmallVec<[Frame; 2]>,
    /// The registers of all frames, outermost first, each followed by the arguments beyond the
    /// parameters; once the thread has finished, its results.
    pub(crate) registers: SmallVec<[u64; 8]>,
    /// The shadow of the registers, if any bits are undefined.
    pub(crate) shadow: Option<Box<Shadow>>,
    /// The taints of the registers and of private memory, if dependencies are asked for.
    pub(crate) taints: Option<Box<Taints>>,
    /// The latest call of a library's function.
    pub(crate) call: Option<Box<LibraryCall>>,
    /// Whether the thread has revealed its identity: an operation has distinguished it from
    /// symmetric threads.
    pub(crate) revealed: bool,
    /// The objects of the thread, if it has ever allocated any.
    pub(crate) memory: Option<Arc<ThreadMemory>>,
    /// The output of the thread, if output is recorded.
    pub(crate) output: Option<Arc<String>>,
}

/// A call of a function of a library with a specification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LibraryCall {
    /// The object.
    pub object: Address,
    /// The library.
    pub library: LibraryId,
    /// The number of the function in the specification.
    pub function: u32,
}

/// The status of a paused thread: whether it waits for an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Status {
    /// The thread waits for the answer to its action.
    Answer,
    /// The thread waits for nothing: it has finished.
    Exited,
    /// The thread waits for nothing: it has failed, or is blocked for good.
    Stopped,
}

/// The progress of an op that takes several actions, each of a piece of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Progress {
    /// The number of bytes that are done.
    pub(crate) done: u32,
    /// The current piece.
    pub(crate) piece: AccessSize,
    pub(crate) stage: Stage,
    /// The value that has been read so far, or another number that the op must remember.
    pub(crate) value: u64,
    /// The undefined bits of `value`.
    pub(crate) undefined: u64,
}

/// The progress of the current piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// Nothing has been done with the piece.
    Fresh,
    /// The piece was read.
    Loaded,
    /// Nothing is left to be done; the result is known.
    Decided,
}

impl Progress {
    pub(crate) const START: Self =
        Self { done: 0, piece: AccessSize::B1, stage: Stage::Fresh, value: 0, undefined: 0 };

    /// The content that has been read so far.
    pub(crate) fn content(&self) -> Content {
        Content::new(self.value, self.undefined)
    }

    /// Records that the current piece was read.
    pub(crate) fn load(&mut self, content: Content) {
        self.stage = Stage::Loaded;
        self.value = content.value.0;
        self.undefined = content.undefined;
    }

    /// Records that the current piece is done.
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
    /// The place in the registers of all frames where the frame begins.
    pub(crate) base: u32,
    /// The extent of the thread's memory when it made the call.
    pub(crate) mark: Mark,
}

impl State {
    /// Whether both states are at the same place of the program, called in the same way.
    pub fn is_where(&self, other: &Self) -> bool {
        self.pc == other.pc
            && self.callers.len() == other.callers.len()
            && self.callers.iter().zip(&other.callers).all(|(one, other)| one.call == other.call)
    }

    /// Whether both states are at the same place with the same variables, so that they go on in the
    /// same way if they get the same answers. Some states that are the same are not recognised:
    /// where objects were made since, or private memory was written to.
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
    /// Unlike the derived clone, this one copies registers and frames as blocks.
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
            taints: self.taints.clone(),
            memory: self.memory.clone(),
            output: self.output.clone(),
            call: self.call.clone(),
            ..*self
        }
    }
}
