//! The seam between programs and exploration.
//!
//! A thread is a deterministic function from the answers that it has received so far to its next
//! visible [`Action`]. Exploration needs to know no more about a program, so this is all that the
//! engine sees of it. Between two actions a thread is *paused*. A paused state is a value: it never
//! changes, can be shared, and can be resumed any number of times with different answers. So the
//! engine can go back to any point of any thread without running anything again.

use porf_entity::{
    AccessSize, Address, BarrierStep, Content, Dependencies, ErrorKind, FenceOrdering, LibraryFunctionId,
    LibraryId, PoolOrder, ReadOrdering, RmwOp, RmwOrdering, SourcePosition, Taking, ThreadId, Value,
    WaitCondition, WriteOrdering, entity_id,
};

/// A concurrent program as exploration sees it.
pub trait Program: Sync {
    /// A thread paused at an action. The engine shares it rather than cloning it.
    type State: Clone + Send + Sync;

    /// The number of threads at the beginning. All of them start at once.
    fn thread_count(&self) -> usize;

    /// The first action of a thread that exists at the beginning, with the thread paused at it.
    fn start(&self, thread: ThreadId) -> Step<Self::State>;

    /// The first action of the thread that `parent`, paused at [`Action::Spawn`], creates. `child`
    /// names it in this exploration: the same parent's n-th child always has the same name.
    fn start_child(&self, parent: &Self::State, child: ThreadId) -> Step<Self::State>;

    /// Answers the action that `state` is paused at and runs the thread to its next one.
    ///
    /// Called only for states paused at an action that has an answer (see [`Action`]), with the
    /// kind of answer that belongs to it. The same state and answer always give the same step.
    fn resume(&self, state: &Self::State, answer: Answer) -> Step<Self::State>;

    /// As [`resume`](Self::resume), where the answer comes from another thread: `source` gives the
    /// state of that thread, paused at the write that was read, or at its end. For programs whose
    /// threads run natively: a thread has to run after the threads on which it depends.
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

    /// Tells the program that exploration goes back: states that come after the ones resumed next
    /// are not resumed any more before they are reached again.
    fn goes_back(&self) {}

    /// Returns whether a thread that reads goes on with this answer rather than wait for another
    /// one.
    fn goes_on(&self, step: &Step<Self::State>, answer: Answer) -> bool {
        self.goes_on_to(step, answer, &mut None)
    }

    /// As [`goes_on`](Self::goes_on). `next` becomes the step to which the thread comes by the
    /// answer, if that had to be found out.
    fn goes_on_to(
        &self,
        step: &Step<Self::State>,
        answer: Answer,
        next: &mut Option<Step<Self::State>>,
    ) -> bool {
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
                let next = next.insert(self.resume(&step.state, answer));
                match next.action {
                    Action::Block(BlockReason::Assume) => false,
                    // A read before the loop is not repeated.
                    Action::Block(BlockReason::Spin) => {
                        self.actions_in_iteration(&next.state, &step.state).is_none()
                    }
                    _ => true,
                }
            }
            _ => true,
        }
    }

    /// The fact about the action that the thread is paused at, for checking that no other thread
    /// observes writes that loops leave out.
    fn remark(&self, state: &Self::State) -> Option<Remark> {
        let _ = state;
        None
    }

    /// The features of the program that only some programs have.
    fn features(&self) -> Features {
        Features::default()
    }

    /// The number of actions that a thread that [spins](BlockReason::Spin) had taken in the
    /// iteration that would begin again, when it was paused at an action. None if it was not in
    /// that iteration then.
    ///
    /// To begin the iteration again is to be paused at its first action, the latest one for which
    /// this number is 0. A thread for which there is none spins whatever it reads.
    fn actions_in_iteration(&self, spinning: &Self::State, paused: &Self::State) -> Option<u32> {
        let _ = (spinning, paused);
        None
    }

    /// The number of actions in the iteration that a thread has just finished, if the iteration is
    /// known to be redundant: the last action before it was a load, the last action in it is a read
    /// of the same location, and had the load read the value of that read, the thread would be
    /// paused in the same state without the iteration.
    fn redundant_actions(&self, state: &Self::State) -> Option<u32> {
        let _ = state;
        None
    }

    /// Returns whether a thread may come again to the point of the program at which it is paused.
    fn may_come_again(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns whether two paused states of one thread are at the same point of the program.
    fn are_at_same_point(&self, one: &Self::State, other: &Self::State) -> bool {
        let _ = (one, other);
        false
    }

    /// The loop that a thread [spins](BlockReason::Spin) in.
    fn spinning_in(&self, spinning: &Self::State) -> Option<LoopId> {
        let _ = spinning;
        None
    }

    /// Returns whether two paused states of one thread are the same: the thread takes the same
    /// actions from both of them on if it is given the same answers. May return `false` for equal
    /// states.
    fn are_same(&self, one: &Self::State, other: &Self::State) -> bool {
        let _ = (one, other);
        false
    }

    /// Returns whether a thread that is paused at a compare-exchange may use the value that it reads,
    /// beyond whether it succeeds.
    fn uses_found_value(&self, state: &Self::State) -> bool {
        let _ = state;
        true
    }

    /// The annotation of a thread that is paused at a choice with one alternative, if the choice
    /// stands for an annotation.
    fn annotation(&self, state: &Self::State) -> Option<Annotation> {
        let _ = state;
        None
    }

    /// Returns whether a thread has done an operation that could distinguish it from symmetric
    /// threads.
    fn is_revealed(&self, state: &Self::State) -> bool {
        let _ = state;
        false
    }

    /// Returns whether two threads that exist at the beginning are symmetric: only their names
    /// distinguish them.
    fn are_alike(&self, one: ThreadId, other: ThreadId) -> bool {
        let _ = (one, other);
        false
    }

    /// Returns whether the threads that are created at two actions are symmetric; both states are
    /// paused at [`Action::Spawn`].
    fn creates_alike(&self, one: &Self::State, other: &Self::State) -> bool {
        let _ = (one, other);
        false
    }

    /// The value of the location before any thread writes to it, `None` if a part of it is
    /// undefined.
    fn initial_value(&self, address: Address, size: AccessSize) -> Option<Value>;

    /// The content of the location before any thread writes to it, with its defined part.
    fn initial_content(&self, address: Address, size: AccessSize) -> Content {
        self.initial_value(address, size).map_or(Content::nothing(size), Content::from)
    }

    /// The undefined bits of the value that the thread is about to store, or returns to the thread
    /// that joins it.
    fn undefined_bits(&self, state: &Self::State) -> u64 {
        let _ = state;
        0
    }

    /// The dependencies of the action that the thread is paused at, if the program
    /// [knows](Features::dependencies) them. A read has as its number the number of reads of the
    /// thread before it; a read-modify-write is one read. The data dependencies of a
    /// read-modify-write are those of its write.
    fn dependencies(&self, state: &Self::State) -> Option<Dependencies> {
        let _ = state;
        None
    }

    /// The latest call of a function of a library, with which the action that the thread is paused at
    /// belongs to the library; `None` if there was none.
    fn call(&self, state: &Self::State) -> Option<(LibraryId, LibraryFunctionId)> {
        let _ = state;
        None
    }

    /// The thread that allocates objects at this address, `None` for memory that exists from the
    /// beginning.
    fn owner(&self, address: Address) -> Option<ThreadId> {
        let _ = address;
        None
    }

    /// The address in the memory of `thread` that corresponds to this address in its owner's
    /// memory.
    fn address_in_memory_of(&self, thread: ThreadId, address: Address) -> Address {
        let _ = thread;
        address
    }

    /// The object of the byte, of those that the owner of the address has allocated up to where it
    /// is paused and that other threads may use, whether the object still exists or not.
    fn object_at(&self, owner: &Self::State, address: Address) -> Option<Object> {
        let _ = (owner, address);
        None
    }
}

/// The features that only some programs have, so that exploration need not look for them in others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Features {
    /// Some thread may [await](Wait::Await) a value.
    pub awaits: bool,
    /// Exploration may let threads await where it finds that they would block.
    pub may_await: bool,
    /// Some thread may [spin](BlockReason::Spin).
    pub spins: bool,
    /// Some thread may [come again](Program::may_come_again) to a point where it has been.
    pub loops: bool,
    /// There are [attempts](Remark::Attempt) or [provisional stores](Remark::Provisional).
    pub remarks: bool,
    /// Some thread may add to a location [without using](Remark::Blind) the result.
    pub blind_additions: bool,
    /// Some thread may make an [`Annotation`].
    pub annotations: bool,
    /// Threads ask for their names, which might distinguish those that run the same code.
    pub names_matter: bool,
    /// The program tells whether a state is [revealed](Program::is_revealed), that is,
    /// distinguished from those of symmetric threads.
    pub watches_addresses: bool,
    /// The program knows the [dependencies](Program::dependencies) of its actions.
    pub dependencies: bool,
    /// Some thread may use the [pool](Action::Put) of an object.
    pub pools: bool,
    /// The [order](PoolOrder) of some pool is more than any, or some thread may find nothing in one.
    pub filtered_pools: bool,
}

/// A piece of memory that a thread has allocated.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Object {
    /// Its first byte.
    pub base: Address,
    /// The number of its bytes.
    pub size: u64,
    /// The lifetime.
    pub kind: ObjectKind,
}

/// The lifetime of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObjectKind {
    /// Until the function that made it returns.
    Stack,
    /// Until a thread frees it.
    Heap,
}

/// A thread paused at an action.
#[derive(Clone, Debug)]
pub struct Step<S> {
    /// The next action of the thread.
    pub action: Action,
    /// The position of the action in the source.
    pub position: SourcePosition,
    /// The paused thread.
    pub state: S,
}

/// An action of a thread that other threads, or the user, can observe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Reads memory. Answer: [`Answer::Read`], or [`Answer::Undefined`].
    Load {
        /// The first byte.
        address: Address,
        /// The number of bytes.
        size: AccessSize,
        /// The memory ordering.
        ordering: ReadOrdering,
        /// The values that the thread waits for, if it does not go on with every value.
        wait: Option<Wait>,
    },
    /// Writes memory. Answer: [`Answer::Done`].
    Store {
        /// The first byte.
        address: Address,
        /// The number of bytes.
        size: AccessSize,
        /// The memory ordering.
        ordering: WriteOrdering,
        /// The value to store, within `size`.
        value: Value,
    },
    /// Reads memory and, depending on the value, writes it in the same instant. Answer:
    /// [`Answer::Read`], or [`Answer::SpuriousFailure`] for a weak compare-exchange.
    Rmw {
        /// The first byte.
        address: Address,
        /// The number of bytes.
        size: AccessSize,
        /// The memory ordering.
        ordering: RmwOrdering,
        /// The operation that computes the value to write.
        op: RmwOp,
        /// The values that the thread waits for, if it does not go on with every value.
        wait: Option<Wait>,
    },
    /// Orders the accesses around it. Answer: [`Answer::Done`].
    Fence {
        /// The memory ordering.
        ordering: FenceOrdering,
    },
    /// Creates a thread. Answer: [`Answer::Spawned`].
    Spawn,
    /// Waits until a thread has finished. Answer: [`Answer::Joined`], or [`Answer::Undefined`].
    Join {
        /// The thread to join.
        thread: ThreadId,
    },
    /// Says that no thread will join a thread. Answer: [`Answer::Done`].
    Detach {
        /// The thread to detach.
        thread: ThreadId,
    },
    /// Arrives at a barrier, leaves it or destroys it. A thread that arrives leaves next. Answer:
    /// [`Answer::Done`], or [`Answer::Left`] to a thread that leaves.
    Barrier {
        /// The first byte of the word that says how many threads a round needs, of 8 bytes. The
        /// thread has read the word since it arrived here the last time.
        barrier: Address,
        /// The number of threads that a round needs.
        threads: u32,
        /// The action at the barrier.
        step: BarrierStep,
    },
    /// Asks whether actions at a barrier are [events](Self::Barrier), or threads have to count the
    /// arrivals in memory. Not an event. Answer: [`Answer::Done`] or [`Answer::Uncounted`].
    AskBarrier {
        /// The barrier.
        barrier: Address,
    },
    /// Says that a location belongs to a library: its axioms are about the accesses to it. The thread
    /// does so before each call of the library. Not an event. Answer: [`Answer::Done`].
    Assign {
        /// The first byte of the location.
        address: Address,
        /// The number of its bytes.
        size: AccessSize,
        /// The library.
        library: LibraryId,
    },
    /// Puts an item into the pool of an object, which is no memory: items have no order, and stay until
    /// they are taken. Answer: [`Answer::Done`].
    Put {
        /// The first byte of the object.
        object: Address,
        /// The number of bytes of the object that must exist.
        size: AccessSize,
        /// The memory ordering.
        ordering: WriteOrdering,
        /// The value of the item.
        value: Value,
        /// How often the item can be taken.
        times: u32,
    },
    /// Reads an item of the pool of an object. Answer: [`Answer::Read`], [`Answer::Undefined`] or
    /// [`Answer::Nothing`].
    Take {
        /// The first byte of the object.
        object: Address,
        /// The number of bytes of the object that must exist.
        size: AccessSize,
        /// The memory ordering.
        ordering: ReadOrdering,
        /// Whether the item is taken, and whether the thread waits for one.
        manner: Taking,
        /// The order in which items leave the pool.
        order: PoolOrder,
    },
    /// Chooses one of several alternatives, each of which is explored. Answer: [`Answer::Chosen`].
    Choose {
        /// The number of alternatives.
        count: u64,
        /// Whether there would have been more alternatives.
        partial: bool,
    },
    /// Ends an object. Answer: [`Answer::Done`].
    Free {
        /// The first byte of the object.
        address: Address,
        /// The kind that the object must have.
        kind: ObjectKind,
    },
    /// The thread is about to undo an action on a location, or has just done so. It might leave out
    /// both actions and wait until another thread writes, if no other thread observes them. Not an
    /// event. Answer: [`Answer::Done`] if no thread observes them, or [`Answer::Observed`].
    Cancel {
        /// The first byte of the location.
        address: Address,
        /// The number of bytes.
        size: AccessSize,
        /// The two actions.
        pair: CancellingPair,
    },
    /// The thread goes no further, and the execution is not complete. No answer.
    Block(BlockReason),
    /// The program has an error. No answer.
    Fail(Failure),
    /// The thread has finished. No answer.
    Exit {
        /// The result for the thread that joins it.
        result: Value,
        /// Whether the process ends with it.
        ends: Ends,
    },
}

/// The extent of a thread's end: the thread alone or the process.
///
/// The end of the process is not an event: actions that other threads take without waiting for it
/// may have happened before. So they go on. But no event can depend on it: a thread that ends the
/// process is never joined, and a thread that waits then waits for nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ends {
    /// The thread alone.
    Thread,
    /// The process, since the thread has asked for that.
    Process,
    /// The process, since its main function has returned.
    Main,
}

impl Ends {
    /// Returns whether the process ends.
    pub fn is_process(self) -> bool {
        self != Self::Thread
    }
}

impl Action {
    /// The result for the thread that joins this one, if the action ends the thread and it can be
    /// joined.
    pub fn joinable_result(self) -> Option<Value> {
        match self {
            Self::Exit { result, ends: Ends::Thread } => Some(result),
            _ => None,
        }
    }
}

/// The condition of a thread that reads memory and goes on only with some of the values it could
/// read. The read happens when it reads such a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Wait {
    /// A value that satisfies the condition.
    Until(WaitCondition),
    /// A value with which the thread does not block immediately, because of a false assumption or
    /// because it would begin again the loop that it is in. A read with any other value is treated
    /// as not yet executed. (Except a read-modify-write that changes the value: that happens, and
    /// then the thread blocks.) Not for a weak compare-exchange of a value for itself, which may go
    /// on with one answer and not with the other.
    Await,
}

/// The engine's answer to an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// The store or fence is done, or the object has ended.
    Done,
    /// Another thread may observe the actions that the thread left out: a
    /// [provisional](Remark::Provisional) store is done, but counts; or the thread has to undo the
    /// action that it wanted to [cancel](Action::Cancel).
    Observed,
    /// The value that was read; a compare-exchange has succeeded exactly if it is the expected one.
    Read(Value),
    /// A weak compare-exchange read this value, the expected one, but failed all the same.
    SpuriousFailure(Value),
    /// The content that was read, or the result of the thread that has finished, some bits of which
    /// are undefined.
    Undefined(Content),
    /// There was no item in the [pool](Action::Take).
    Nothing,
    /// The new thread.
    Spawned(ThreadId),
    /// The result of the thread that has finished.
    Joined(Value),
    /// The thread has left a barrier.
    Left {
        /// Whether the number of the round, counted from 0, is odd.
        odd: bool,
    },
    /// Threads have to count the arrivals at this barrier in memory.
    Uncounted,
    /// The alternative that was chosen, counted from 0.
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

/// Two actions of a thread, of which the second undoes the first.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CancellingPair {
    /// The thread has added an amount, and is about to subtract it again.
    Addition,
    /// The thread has acquired a lock, and released it without any write in between.
    Lock,
}

/// A fact about an action beyond its effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Remark {
    /// The read-modify-write: the thread does not use the value that it reads.
    Blind,
    /// The read-modify-write: its value only decides whether the thread goes on or undoes the
    /// action ([`Action::Cancel`]) and tries again. If the thread goes on, it does so in the same
    /// way whatever the value is.
    Attempt,
    /// The store: if the thread finds nothing to do in this iteration of a loop, it will write the
    /// location again before it reads it.
    Provisional,
}

/// An annotation of a CAS that several threads make, of which the first succeeds [spore §2.3].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Annotation {
    /// The kind of annotation.
    pub kind: AnnotationKind,
    /// The function that makes the CAS.
    pub function: Value,
    /// Its arguments.
    pub arguments: [Value; 4],
}

/// The kinds of annotations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnnotationKind {
    /// The thread makes, from now on, the CAS that completes its own operation.
    Helped,
    /// The thread has made that CAS.
    EndOfHelped,
    /// The thread skips a helping CAS: another thread makes the CAS in any case.
    Helping,
}

/// Why a thread goes no further although it has not finished.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub enum BlockReason {
    /// An assumption of the thread is false.
    Assume,
    /// A loop went on beyond its bound.
    LoopBound,
    /// The thread had very many visible actions.
    EventLimit,
    /// The thread ran very long without a visible action.
    StepLimit,
    /// The thread would repeat its iteration, until another thread writes.
    Spin,
    /// The program was told to stop while the thread ran: its next action is not known.
    Stopped,
}

impl BlockReason {
    /// Returns whether the thread might have gone on: it was cut by a bound or a limit.
    pub fn is_cut(self) -> bool {
        matches!(self, Self::LoopBound | Self::EventLimit | Self::StepLimit)
    }
}

/// An error of the program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Failure {
    /// The kind of error.
    pub kind: ErrorKind,
    /// The address of the error.
    pub address: Option<Address>,
    /// A text of the program about the error.
    pub text: Option<TextId>,
    /// The position in the source of the origin of the wrong value, if it is another one.
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
    /// An error without further information.
    pub fn new(kind: ErrorKind) -> Self {
        Self { kind, address: None, text: None, origin: None }
    }

    /// The error at an address.
    #[must_use]
    pub fn at(self, address: Address) -> Self {
        Self { address: Some(address), ..self }
    }

    /// The error of using a value that comes from another position.
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
