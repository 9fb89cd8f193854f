//! The seam between programs and exploration.
//!
//! A thread is a deterministic function from the answers that it has received so far to its next
//! visible [`Action`]. Nothing else about a program matters to exploration, so this is all that the
//! engine sees of it. Between two actions a thread is *paused*, and a paused state is a value: it never
//! changes, can be shared, and is good for any number of resumptions with different answers. That is what lets the
//! engine go back to any point of any thread without running anything again.

use porf_entity::{
    AccessSize, Address, FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, SourcePosition, ThreadId, Value,
    WriteOrdering,
};

/// A concurrent program as exploration sees it.
pub trait Program: Sync {
    /// A thread paused at an action. The engine shares it rather than cloning it.
    type State: Clone + Send + Sync;

    /// How many threads there are. All of them start at once.
    fn thread_count(&self) -> usize;

    /// The first action of a thread, with the thread paused at it.
    fn start(&self, thread: ThreadId) -> Step<Self::State>;

    /// Answers the action that `state` is paused at and runs the thread to its next one.
    ///
    /// Called only for states paused at an action that has an answer (see [`Action`]), with the kind
    /// of answer that belongs to it. The same state and answer always give the same step.
    fn resume(&self, state: &Self::State, answer: Answer) -> Step<Self::State>;

    /// The value of the location before any thread writes to it.
    fn initial_value(&self, address: Address, size: AccessSize) -> Value;
}

/// A thread paused at an action.
#[derive(Clone, Debug)]
pub struct Step<S> {
    /// What the thread is about to do.
    pub action: Action,
    /// Where in the source it does so.
    pub position: SourcePosition,
    /// The paused thread.
    pub state: S,
}

/// What a thread does that other threads, or the user, can see.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Reads memory. Answer: [`Answer::Read`].
    Load {
        /// Where.
        address: Address,
        /// How many bytes.
        size: AccessSize,
        /// How.
        ordering: ReadOrdering,
    },
    /// Writes memory. Answer: [`Answer::Done`].
    Store {
        /// Where.
        address: Address,
        /// How many bytes.
        size: AccessSize,
        /// How.
        ordering: WriteOrdering,
        /// What, within `size`.
        value: Value,
    },
    /// Reads memory and, depending on what it reads, writes it in the same instant.
    /// Answer: [`Answer::Read`], or [`Answer::SpuriousFailure`] for a weak compare-exchange.
    Rmw {
        /// Where.
        address: Address,
        /// How many bytes.
        size: AccessSize,
        /// How.
        ordering: RmwOrdering,
        /// What is written.
        op: RmwOp,
    },
    /// Orders the accesses around it. Answer: [`Answer::Done`].
    Fence {
        /// How.
        ordering: FenceOrdering,
    },
    /// The thread goes no further, and the execution is not complete. No answer.
    Block(BlockReason),
    /// The program is wrong. No answer.
    Fail(Failure),
    /// The thread has finished. No answer.
    Exit,
}

/// The engine's answer to an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The store or fence is done.
    Done,
    /// The value that was read; a compare-exchange has succeeded exactly if it is the expected one.
    Read(Value),
    /// A weak compare-exchange read this value, the expected one, but failed all the same.
    SpuriousFailure(Value),
}

/// Why a thread goes no further although it has not finished.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlockReason {
    /// It assumed something that is not so.
    Assume,
    /// A loop went on beyond its bound.
    LoopBound,
    /// It ran on and on without a visible action.
    StepLimit,
}

/// What is wrong with the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Failure {
    /// An assertion does not hold.
    Assertion,
    /// An access outside the memory of the program.
    InvalidAccess(Address),
    /// Division by zero, or the one signed quotient that does not fit.
    Division,
    /// A point that control must not reach.
    Unreachable,
    /// Calls are nested too deeply.
    StackOverflow,
}
