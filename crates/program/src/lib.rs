//! The seam between programs and exploration.
//!
//! A thread is a deterministic function from the answers that it has received so far to its next
//! visible [`Action`]. Exploration needs to know no more about a program, so this is all that the
//! engine sees of it. Between two actions a thread is *paused*. A paused state is a value: it never
//! changes, can be shared, and can be resumed any number of times with different answers. So the
//! engine can go back to any point of any thread without running anything again.

use porf_entity::{
    AccessSize, Address, Content, FenceOrdering, ReadOrdering, RmwOp, RmwOrdering, SourcePosition, ThreadId,
    Value, WaitCondition, WriteOrdering, entity_id,
};

/// A concurrent program as exploration sees it.
pub trait Program: Sync {
    /// A thread paused at an action. The engine shares it rather than cloning it.
    type State: Clone + Send + Sync;

    /// How many threads there are at the beginning. All of them start at once.
    fn thread_count(&self) -> usize;

    /// The first action of a thread that is there at the beginning, with the thread paused at it.
    fn start(&self, thread: ThreadId) -> Step<Self::State>;

    /// The first action of the thread that `parent`, paused at [`Action::Spawn`], creates. `child` names it
    /// in this exploration: the same parent's n-th child always has the same name.
    fn start_child(&self, parent: &Self::State, child: ThreadId) -> Step<Self::State>;

    /// Answers the action that `state` is paused at and runs the thread to its next one.
    ///
    /// Called only for states paused at an action that has an answer (see [`Action`]), with the kind
    /// of answer that belongs to it. The same state and answer always give the same step.
    fn resume(&self, state: &Self::State, answer: Answer) -> Step<Self::State>;

    /// As [`resume`](Self::resume), where the answer comes from another thread: `source` gives the state of that thread, paused at the
    /// write that was read, or at its end. For programs whose threads run natively: what a thread depends on has to run before it.
    fn resume_from<'s>(
        &self,
        state: &Self::State,
        answer: Answer,
        source: impl FnOnce() -> Option<&'s Self::State>,
    ) -> Step<Self::State>
    where
        Self::State: 's,
    {
        let _ = source;
        self.resume(state, answer)
    }

    /// Exploration goes back: states that come after the ones resumed next are not resumed any more before they are reached again.
    fn goes_back(&self) {}

    /// Whether a thread that reads goes on with this answer rather than wait for another one.
    fn goes_on(&self, step: &Step<Self::State>, answer: Answer) -> bool {
        let (wait, changed) = match (step.action, answer) {
            (Action::Load { wait, .. }, Answer::Read(_)) => (wait, false),
            (Action::Rmw { wait, op, size, .. }, Answer::Read(value)) => {
                (wait, op.apply(value, size).is_some_and(|written| written != value))
            }
            (Action::Rmw { wait, .. }, Answer::SpuriousFailure(_)) => (wait, false),
            _ => return true,
        };
        match (wait, answer) {
            (Some(Wait::Until(condition)), Answer::Read(value)) => condition.holds(value),
            (Some(Wait::Await), _) if !changed => {
                let next = self.resume(&step.state, answer);
                match next.action {
                    Action::Block(BlockReason::Assume) => false,
                    // What comes before the loop is not read again.
                    Action::Block(BlockReason::Spin) => {
                        self.actions_in_iteration(&next.state, &step.state).is_none()
                    }
                    _ => true,
                }
            }
            _ => true,
        }
    }

    /// What is known of the action that the thread is paused at, for checking that no other thread observes what loops leave out.
    fn remark(&self, state: &Self::State) -> Option<Remark> {
        let _ = state;
        None
    }

    /// What the program has that only some programs have.
    fn features(&self) -> Features {
        Features::default()
    }

    /// How many actions a thread that [spins](BlockReason::Spin) had taken in the iteration that would begin anew, when it was
    /// paused at an action. None if it was not in that iteration then.
    ///
    /// To begin the iteration anew is to be paused at its first action, the latest one for which this is 0. A thread for
    /// which there is none spins whatever it reads.
    fn actions_in_iteration(&self, spinning: &Self::State, paused: &Self::State) -> Option<u32> {
        let _ = (spinning, paused);
        None
    }

    /// The loop that a thread [spins](BlockReason::Spin) in.
    fn spinning_in(&self, spinning: &Self::State) -> Option<LoopId> {
        let _ = spinning;
        None
    }

    /// Whether two paused states of one thread are the same: it does the same from both of them on if it is given the same
    /// answers. They may be taken for different ones.
    fn are_same(&self, one: &Self::State, other: &Self::State) -> bool {
        let _ = (one, other);
        false
    }

    /// What a thread says that is paused at a choice of one thing, if that is what the choice is there for.
    fn annotation(&self, state: &Self::State) -> Option<Annotation> {
        let _ = state;
        None
    }

    /// Whether a thread has done something by which it could be distinguished from symmetric threads.
    fn is_revealed(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Whether a thread that is there at the beginning is symmetric to the one before it: nothing distinguishes them but their
    /// names.
    fn is_like_previous(&self, thread: ThreadId) -> bool {
        let _ = thread;
        false
    }

    /// Whether the threads that are created at two actions are symmetric; both states are paused at [`Action::Spawn`].
    fn creates_alike(&self, one: &Self::State, other: &Self::State) -> bool {
        let _ = (one, other);
        false
    }

    /// The value of the location before any thread writes to it, `None` if some of it has none.
    fn initial_value(&self, address: Address, size: AccessSize) -> Option<Value>;

    /// The same, with what is defined of it if not all is.
    fn initial_content(&self, address: Address, size: AccessSize) -> Content {
        self.initial_value(address, size).map_or(Content::nothing(size), Content::from)
    }

    /// The undefined bits of what the thread is about to store, or leaves to whoever joins it.
    fn undefined_bits(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// The thread that allocates objects at this address, `None` for memory that is there from the beginning.
    fn owner(&self, address: Address) -> Option<ThreadId> {
        let _ = address;
        None
    }

    /// The address that is in the memory of `thread` where this one is in its owner's.
    fn address_in_memory_of(&self, thread: ThreadId, address: Address) -> Address {
        let _ = thread;
        address
    }

    /// The object that the byte belongs to, of those that the owner of the address has allocated up to where
    /// it is paused and that other threads may use, whether it still exists or not.
    fn object_at(&self, owner: &Self::State, address: Address) -> Option<Object> {
        let _ = (owner, address);
        None
    }
}

/// What only some programs have, so that exploration need not look for it in the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features {
    /// Some thread may [await](Wait::Await) a value.
    pub awaits: bool,
    /// Some thread may [spin](BlockReason::Spin).
    pub spins: bool,
    /// There are [attempts](Remark::Attempt) or [provisional stores](Remark::Provisional).
    pub remarks: bool,
    /// Some thread may add to a location [without looking](Remark::Blind) at the result.
    pub blind_additions: bool,
    /// Some thread may make a [`Annotation`].
    pub annotations: bool,
    /// Threads ask for their names, by which those that run the same code might be distinguished.
    pub names_matter: bool,
    /// The program says of a state whether it is [revealed](Program::is_revealed) which thread it is.
    pub watches_addresses: bool,
}

/// A piece of memory that a thread has allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its first byte.
    pub base: Address,
    /// How many bytes it has.
    pub size: u64,
    /// How long it lives.
    pub kind: ObjectKind,
}

/// How long an object lives.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// Until the function that made it returns.
    Stack,
    /// Until somebody frees it.
    Heap,
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
    /// Reads memory. Answer: [`Answer::Read`], or [`Answer::Undefined`].
    Load {
        /// Where.
        address: Address,
        /// How many bytes.
        size: AccessSize,
        /// How.
        ordering: ReadOrdering,
        /// What the thread waits for, if it does not go on with every value.
        wait: Option<Wait>,
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
        /// What the thread waits for, if it does not go on with every value.
        wait: Option<Wait>,
    },
    /// Orders the accesses around it. Answer: [`Answer::Done`].
    Fence {
        /// How.
        ordering: FenceOrdering,
    },
    /// Creates a thread. Answer: [`Answer::Spawned`].
    Spawn,
    /// Waits until a thread has finished. Answer: [`Answer::Joined`], or [`Answer::Undefined`].
    Join {
        /// Which.
        thread: ThreadId,
    },
    /// Says that nobody will wait for the end of a thread. Answer: [`Answer::Done`].
    Detach {
        /// Which.
        thread: ThreadId,
    },
    /// One of several things happens, each of which is explored. Answer: [`Answer::Chosen`].
    Choose {
        /// How many there are.
        count: u64,
        /// Whether there would have been more.
        partial: bool,
    },
    /// Ends an object. Answer: [`Answer::Done`].
    Free {
        /// Where the object begins.
        address: Address,
        /// What sort of object it must be.
        kind: ObjectKind,
    },
    /// The thread is about to undo what it has done to a location, or has just done so, and might leave out both and wait
    /// until something else happens, if no other thread observes. Not an event. Answer: [`Answer::Done`] if nobody does, or
    /// [`Answer::Observed`].
    Cancel {
        /// Where.
        address: Address,
        /// How many bytes.
        size: AccessSize,
        /// What.
        pair: CancellingPair,
    },
    /// The thread goes no further, and the execution is not complete. No answer.
    Block(BlockReason),
    /// The program is wrong. No answer.
    Fail(Failure),
    /// The thread has finished. No answer.
    Exit {
        /// What it leaves for whoever joins it.
        result: Value,
        /// What ends with it.
        ends: Ends,
    },
}

/// What ends with a thread.
///
/// The end of the process is not an event: what other threads do without waiting for it may have happened before. So they go on; but
/// nothing can depend on it: a thread that ends the process is never joined, and whoever waits then, waits for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ends {
    /// Nothing else.
    Thread,
    /// The process, since the thread has asked for that.
    Process,
    /// The process, since its main function has returned.
    Main,
}

impl Ends {
    /// Whether the process ends.
    pub fn is_process(self) -> bool {
        self != Self::Thread
    }
}

impl Action {
    /// What the thread that is about to do this leaves for whoever joins it, if it can be joined.
    pub fn joinable_result(self) -> Option<Value> {
        match self {
            Self::Exit { result, ends: Ends::Thread } => Some(result),
            _ => None,
        }
    }
}

/// What a thread waits for that reads memory, and that goes on only with some of the values it could read. The read happens when
/// it reads such a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// A value that satisfies the condition.
    Until(WaitCondition),
    /// A value with which it does not block at once, for having assumed something else or because it would begin anew the loop that
    /// it is in.
    /// With any other it might as well not have read. (It might not if it is a read-modify-write that changes the value:
    /// that happens, and then the thread blocks.) Not for a weak compare-exchange of a value for itself, which may go on with one
    /// answer and not with the other.
    Await,
}

/// The engine's answer to an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The store or fence is done, or the object is no more.
    Done,
    /// Another thread may observe what the thread left out: a [provisional](Remark::Provisional) store is done, but counts; or
    /// the thread has to undo what it wanted to [cancel](Action::Cancel).
    Observed,
    /// The value that was read; a compare-exchange has succeeded exactly if it is the expected one.
    Read(Value),
    /// A weak compare-exchange read this value, the expected one, but failed all the same.
    SpuriousFailure(Value),
    /// What was read, or what the thread that has finished left, some bits of which are undefined.
    Undefined(Content),
    /// The new thread.
    Spawned(ThreadId),
    /// What the thread that has finished left.
    Joined(Value),
    /// Which of the things happens, counted from 0.
    Chosen(u64),
}

impl Answer {
    /// The answer to a load.
    pub fn loaded(content: Content) -> Self {
        content.defined().map_or(Self::Undefined(content), Self::Read)
    }

    /// The answer to a join.
    pub fn joined(content: Content) -> Self {
        content.defined().map_or(Self::Undefined(content), Self::Joined)
    }
}

/// Two things that a thread does, of which the second undoes the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CancellingPair {
    /// It has added something, and is about to subtract it again.
    Addition,
    /// It has acquired a lock, and released it without having written anything in between.
    Lock,
}

/// What is known of an action beyond what it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remark {
    /// The read-modify-write: what it reads does not matter to the thread.
    Blind,
    /// The read-modify-write: what it reads only tells the thread whether to go on or to undo it
    /// ([`Action::Cancel`]) and to try again. It goes on in the same way whatever that is.
    Attempt,
    /// The store: if the thread finds nothing to be done in this iteration of a loop, it will write the location again before
    /// it reads it.
    Provisional,
}

/// What a thread says of what it does, where several threads do the same thing, of which the first to come succeeds
/// (Kokologiannakis, Marmanis and Vafeiadis, "SPORE", PLDI 2024, §2.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Annotation {
    /// What it says.
    pub kind: AnnotationKind,
    /// The function that does it.
    pub function: Value,
    /// Its arguments.
    pub arguments: [Value; 4],
}

/// What a thread says of what it does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnnotationKind {
    /// It does, from now on, what its own operation ends with.
    Helped,
    /// It has done that.
    EndOfHelped,
    /// It would do that for another thread, which does it in any case, and leaves it out.
    Helping,
}

/// Why a thread goes no further although it has not finished.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BlockReason {
    /// It assumed something that is not so.
    Assume,
    /// A loop went on beyond its bound.
    LoopBound,
    /// It had very many visible actions.
    EventLimit,
    /// It ran on and on without a visible action.
    StepLimit,
    /// It would do the same again and again, until something else happens.
    Spin,
    /// Whoever runs it was told to stop, and nothing is known of what it would have done.
    Stopped,
}

impl BlockReason {
    /// Whether the thread might have gone on: it was cut by a bound or a limit.
    pub fn is_cut(self) -> bool {
        matches!(self, Self::LoopBound | Self::EventLimit | Self::StepLimit)
    }
}

/// What is wrong with the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Failure {
    /// What sort of error.
    pub kind: FailureKind,
    /// The address that it is about.
    pub address: Option<Address>,
    /// More about it, in the words of the program.
    pub text: Option<TextId>,
    /// Where in the source the value comes from that is wrong, if that is somewhere else.
    pub origin: Option<SourcePosition>,
}

entity_id! {
    /// A loop of the program, the same in every exploration.
    pub struct LoopId, "loop"
}

entity_id! {
    /// A text that the program knows; see the program's own documentation for how to get it.
    pub struct TextId, "text"
}

impl Failure {
    /// An error about which nothing more is known.
    pub fn new(kind: FailureKind) -> Self {
        Self { kind, address: None, text: None, origin: None }
    }

    /// The error at an address.
    #[must_use]
    pub fn at(self, address: Address) -> Self {
        Self { address: Some(address), ..self }
    }

    /// The error of using a value that comes from somewhere else.
    #[must_use]
    pub fn coming_from(self, origin: SourcePosition) -> Self {
        Self { origin: Some(origin), ..self }
    }

    /// The error with a text.
    #[must_use]
    pub fn saying(self, text: TextId) -> Self {
        Self { text: Some(text), ..self }
    }
}

/// The sorts of errors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FailureKind {
    /// An assertion does not hold.
    Assertion,
    /// The program says that it is wrong.
    Error,
    /// The program gives up.
    Abort,
    /// An access to memory that does not exist or must not be written to.
    InvalidAccess,
    /// An access that begins in an object and ends outside, or just beside one.
    OutOfBounds,
    /// An access to an object that exists no more.
    UseAfterFree,
    /// An access to an object whose allocation does not happen before it.
    UnorderedAllocation,
    /// An object is freed that exists no more.
    DoubleFree,
    /// Something is freed that was not allocated.
    InvalidFree,
    /// A value is used that was never written.
    UninitialisedRead,
    /// A lock is released that the thread does not hold.
    UnlockNotHeld,
    /// A thread waits for a lock that it holds itself.
    Relock,
    /// A synchronisation object is used in a way that it must not be.
    InvalidSynchronisation,
    /// A thread is joined or detached that cannot be, or not again.
    InvalidJoin,
    /// All threads that have not finished wait for each other.
    Deadlock,
    /// Division by zero, or the one signed quotient that does not fit.
    Division,
    /// A shift by a negative number of bits, or by as many as there are or more.
    Shift,
    /// A signed result does not fit.
    SignedOverflow,
    /// A point that control must not reach.
    Unreachable,
    /// Calls are nested too deeply.
    StackOverflow,
    /// More memory is wanted than any machine has.
    OutOfMemory,
    /// A function is called that nobody knows.
    UnknownFunction,
    /// Something that cannot be run.
    Unsupported,
}
