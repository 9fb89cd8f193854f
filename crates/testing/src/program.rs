//! Small straight-line programs that need no IR and no VM.
//!
//! A thread is a list of operations on a few locations and registers. Each operation may have
//! guards, and is skipped unless all of them hold. There is no other control flow. Every register
//! is assigned by at most one operation, and is 0 until then, so a guard that was evaluated never
//! changes.

use porf_entity::{
    AccessSize, Address, BarrierStep, Dependencies, EntityId, FenceOrdering, FetchOp, LibraryFunctionId,
    LibraryId, PoolOrder, PrimaryMap, ReadOrdering, RmwOp, RmwOrdering, SourcePosition, Taking, ThreadId,
    Value, WaitComparison, WaitCondition, WriteOrdering, entity_id,
};
use porf_oracle::{EventKind, Execution, replay};
use porf_program::{Action, Answer, BlockReason, Ends, Features, Program, Remark, Step, Wait};

entity_id! {
    /// A location of a [`RandomProgram`].
    pub struct Location, "x"
}

entity_id! {
    /// A register of a thread of a [`RandomProgram`].
    pub struct Register, "r"
}

entity_id! {
    /// A pool of a [`RandomProgram`].
    pub struct Pool, "p"
}

/// A small program, random or hand-made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomProgram {
    /// The initial value of each location.
    pub locations: PrimaryMap<Location, Value>,
    /// The operations of each thread. Threads that others create come last, in the order of their
    /// creation. Only the first thread creates any.
    pub threads: PrimaryMap<ThreadId, Vec<GuardedOp>>,
    /// The hints about its operations.
    pub hints: Hints,
}

/// The hints that a program gives about its operations, beyond their effects.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// Whether an atomic read after which an assumption may come next is an [await](Wait::Await).
    pub awaits: bool,
    /// Whether an addition whose result no operation uses is [blind](Remark::Blind).
    pub blind_additions: bool,
    /// Whether threads with the same operations are symmetric.
    pub symmetric: bool,
    /// Whether the program tells the dependencies of its operations.
    pub dependencies: bool,
    /// The locations that belong to a library, as bits: each access says so before.
    pub registers: u8,
    /// Whether pools belong to the library, too.
    pub specified_pools: bool,
}

/// An operation that is skipped unless its guards hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuardedOp {
    /// The guards that must hold.
    pub guards: Vec<Guard>,
    /// The operation.
    pub op: Op,
}

/// A condition on a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The register.
    pub register: Register,
    /// Whether the register must be equal to the constant, or else different.
    pub equal: bool,
    /// The constant.
    pub constant: Value,
}

/// An operation of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Reads a location.
    Load {
        /// The register for the value read.
        result: Register,
        /// The location.
        location: Location,
        /// The memory ordering.
        ordering: ReadOrdering,
    },
    /// Writes a location.
    Store {
        /// The location.
        location: Location,
        /// The new value.
        value: Operand,
        /// The memory ordering.
        ordering: WriteOrdering,
    },
    /// Adds to a location.
    FetchAdd {
        /// The register for the old value.
        result: Register,
        /// The location.
        location: Location,
        /// The number that is added.
        operand: Operand,
        /// The memory ordering.
        ordering: RmwOrdering,
    },
    /// Replaces the value of a location.
    Exchange {
        /// The register for the old value.
        result: Register,
        /// The location.
        location: Location,
        /// The new value.
        value: Operand,
        /// The memory ordering.
        ordering: RmwOrdering,
    },
    /// Replaces the value of a location if it is the expected one.
    CompareExchange {
        /// The register for the old value.
        result: Register,
        /// The register that gets 1 if the value was replaced, otherwise 0.
        success: Register,
        /// The location.
        location: Location,
        /// The value that the location must have.
        expected: Value,
        /// The new value.
        desired: Operand,
        /// The memory ordering on success.
        ordering: RmwOrdering,
        /// The memory ordering on failure.
        failure: ReadOrdering,
        /// Whether the operation may fail spuriously.
        weak: bool,
    },
    /// Orders the operations around it.
    Fence {
        /// The memory ordering.
        ordering: FenceOrdering,
    },
    /// Blocks the thread unless the condition holds.
    Assume {
        /// The condition.
        condition: Guard,
    },
    /// Waits until a location is 0 and sets it to 1.
    Lock {
        /// The location.
        location: Location,
    },
    /// Sets a location to 0.
    Unlock {
        /// The location.
        location: Location,
    },
    /// Adds 1 to a location that is waited for.
    Arrive {
        /// The location.
        location: Location,
    },
    /// Waits until a location is not 1, and makes it 1 if it is 0.
    Claim {
        /// The register for the value read.
        result: Register,
        /// The location.
        location: Location,
    },
    /// Waits until the value of a location is at least the given number.
    Await {
        /// The register for the value read.
        result: Register,
        /// The location.
        location: Location,
        /// The least value that ends the wait.
        at_least: u64,
    },
    /// Arrives at the barrier of all threads that have such an operation, and leaves it.
    Meet,
    /// Puts an item into a pool.
    Put {
        /// The pool.
        pool: Pool,
        /// The value of the item.
        value: Operand,
        /// The memory ordering.
        ordering: WriteOrdering,
        /// How often it can be taken.
        times: u32,
    },
    /// Reads an item of a pool. All operations at a pool have the same order.
    Take {
        /// The register for the value of the item, or [`NOTHING`].
        result: Register,
        /// The pool.
        pool: Pool,
        /// The memory ordering.
        ordering: ReadOrdering,
        /// The way to read it; not [`Taking::Swap`].
        manner: Taking,
        /// The order of the pool.
        order: PoolOrder,
    },
    /// Puts an item into a pool and takes that of a thread which takes this one. A pool is for swaps
    /// only, or for other operations.
    Swap {
        /// The register for the value of the other item.
        result: Register,
        /// The pool.
        pool: Pool,
        /// The value of the own item.
        value: Operand,
        /// The memory ordering.
        ordering: RmwOrdering,
    },
    /// Chooses one of several alternatives.
    Choose {
        /// The register for the number of the alternative.
        result: Register,
        /// The number of alternatives.
        count: u64,
    },
    /// Creates a thread.
    Spawn {
        /// The new thread.
        thread: ThreadId,
    },
    /// Waits for the end of a thread.
    Join {
        /// The thread that is joined.
        thread: ThreadId,
    },
}

/// A register plus a constant, or just a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// The register whose value is added to the constant.
    pub register: Option<Register>,
    /// The constant.
    pub constant: Value,
}

/// A thread of a [`RandomProgram`], paused at an operation.
#[derive(Clone, Debug)]
pub struct ThreadState {
    pub(crate) thread: ThreadId,
    pub(crate) next_op: usize,
    /// Whether the thread is in the middle of an operation of two steps: it has arrived at the
    /// barrier and has to leave it, or has put the item that it swaps.
    is_half_done: bool,
    /// Whether the thread has said that the location of the operation belongs to a library.
    is_assigned: bool,
    registers: Vec<Value>,
}

/// The barrier.
const BARRIER: Address = Address(1 << 20);

/// The first pool. Others are behind it.
const POOLS: u64 = 2 << 20;

/// The value that an operation reads from a pool without an item for it.
pub const NOTHING: Value = Value(9);

/// All locations of random programs have this size.
const SIZE: AccessSize = AccessSize::B4;

impl Location {
    /// The address of the location.
    pub fn address(self) -> Address {
        Address(u64::from(SIZE.bytes()) * (self.index() as u64 + 1))
    }

    /// The location at an address.
    fn at(address: Address) -> Self {
        Self::from_index((address.0 / u64::from(SIZE.bytes())) as usize - 1)
    }
}

impl Pool {
    /// The address of the object.
    pub fn address(self) -> Address {
        Address(POOLS + 16 * self.index() as u64)
    }
}

impl Op {
    /// The pool that the operation uses, if any.
    pub fn pool(&self) -> Option<Pool> {
        match *self {
            Self::Put { pool, .. } | Self::Take { pool, .. } | Self::Swap { pool, .. } => Some(pool),
            _ => None,
        }
    }

    /// The location that the operation accesses, if any.
    pub fn location(&self) -> Option<Location> {
        match *self {
            Self::Load { location, .. }
            | Self::Store { location, .. }
            | Self::FetchAdd { location, .. }
            | Self::Exchange { location, .. }
            | Self::CompareExchange { location, .. }
            | Self::Lock { location }
            | Self::Unlock { location }
            | Self::Arrive { location }
            | Self::Claim { location, .. }
            | Self::Await { location, .. } => Some(location),
            Self::Fence { .. }
            | Self::Assume { .. }
            | Self::Meet
            | Self::Put { .. }
            | Self::Take { .. }
            | Self::Swap { .. }
            | Self::Choose { .. }
            | Self::Spawn { .. }
            | Self::Join { .. } => None,
        }
    }

    /// The registers that the operation assigns.
    pub fn results(&self) -> Vec<Register> {
        match *self {
            Self::Load { result, .. }
            | Self::FetchAdd { result, .. }
            | Self::Exchange { result, .. }
            | Self::Await { result, .. }
            | Self::Claim { result, .. }
            | Self::Take { result, .. }
            | Self::Swap { result, .. }
            | Self::Choose { result, .. } => vec![result],
            Self::CompareExchange { result, success, .. } => vec![result, success],
            Self::Store { .. }
            | Self::Fence { .. }
            | Self::Assume { .. }
            | Self::Lock { .. }
            | Self::Unlock { .. }
            | Self::Arrive { .. }
            | Self::Meet
            | Self::Put { .. }
            | Self::Spawn { .. }
            | Self::Join { .. } => Vec::new(),
        }
    }

    /// Whether the operation reads memory.
    pub fn is_read(&self) -> bool {
        let reads_unseen = matches!(self, Self::Lock { .. } | Self::Arrive { .. });
        reads_unseen || self.location().is_some() && !self.results().is_empty()
    }

    /// Whether the operation writes memory, or does so if it succeeds.
    pub fn is_write(&self) -> bool {
        self.location().is_some() && !matches!(self, Self::Load { .. } | Self::Await { .. })
    }

    /// Whether the operation is a non-atomic access.
    pub fn is_non_atomic(&self) -> bool {
        matches!(
            self,
            Self::Load { ordering: ReadOrdering::NonAtomic, .. }
                | Self::Store { ordering: WriteOrdering::NonAtomic, .. }
        )
    }
}

impl RandomProgram {
    /// The number of threads that meet at the barrier.
    pub(crate) fn meeting_threads(&self) -> u32 {
        let meets = |ops: &&Vec<GuardedOp>| ops.iter().any(|guarded| guarded.op == Op::Meet);
        self.threads.values().filter(meets).count() as u32
    }

    /// Whether every thread releases only locks that it holds, and joins only threads that were
    /// created.
    pub fn is_well_formed(&self) -> bool {
        self.threads.values().all(|ops| {
            ops.iter().enumerate().all(|(place, guarded)| match guarded.op {
                Op::Unlock { location } => {
                    let mut before = ops[..place].iter().map(|guarded| guarded.op).rev();
                    let last = before.find(|op| op.location() == Some(location));
                    matches!(last, Some(Op::Lock { .. }))
                }
                Op::Join { thread } => ops[..place].iter().any(|guarded| guarded.op == Op::Spawn { thread }),
                _ => true,
            })
        })
    }

    /// Whether an address is that of a pool.
    pub fn is_pool(&self, address: Address) -> bool {
        address.0 >= POOLS
    }

    /// The threads in groups that have the same operations. Threads that exist from the beginning
    /// and threads that are created are in different groups.
    pub fn groups(&self) -> Vec<Vec<ThreadId>> {
        let mut groups: Vec<Vec<ThreadId>> = Vec::new();
        let kind = |thread: ThreadId| (self.is_created(thread), &self.threads[thread]);
        for thread in self.threads.ids() {
            match groups.iter_mut().find(|group| kind(group[0]) == kind(thread)) {
                Some(group) => group.push(thread),
                None => groups.push(vec![thread]),
            }
        }
        groups
    }

    /// Whether another thread creates a thread.
    pub fn is_created(&self, thread: ThreadId) -> bool {
        thread.index() >= self.thread_count()
    }

    /// The threads that the program [declares](Hints::symmetric) symmetric: [groups](Self::groups),
    /// or each thread by itself.
    pub fn symmetric_groups(&self) -> Vec<Vec<ThreadId>> {
        match self.hints.symmetric {
            true => self.groups(),
            false => self.threads.ids().map(|thread| vec![thread]).collect(),
        }
    }

    /// The registers that a thread assigns, in the order of the assignments.
    pub fn registers(&self, thread: ThreadId) -> Vec<Register> {
        self.threads[thread].iter().flat_map(|guarded| guarded.op.results()).collect()
    }

    /// The locations that threads wait for, some of them more than once.
    pub fn waited_for(&self) -> impl Iterator<Item = Location> + '_ {
        self.locked_or_waited_for().chain(self.awaited())
    }

    /// Returns whether threads lock a location, or wait for it other than by
    /// [awaits](Hints::awaits).
    pub fn locks_or_waits_for(&self, address: Address) -> bool {
        self.locked_or_waited_for().any(|location| location.address() == address)
    }

    fn locked_or_waited_for(&self) -> impl Iterator<Item = Location> + '_ {
        self.threads.values().flatten().filter_map(|guarded| match guarded.op {
            Op::Lock { location } | Op::Claim { location, .. } | Op::Await { location, .. } => Some(location),
            _ => None,
        })
    }

    /// The locations that threads [await](Hints::awaits), some of them more than once.
    pub fn awaited(&self) -> impl Iterator<Item = Location> + '_ {
        self.threads.iter().flat_map(move |(thread, ops)| {
            let awaits =
                ops.iter().enumerate().filter(move |&(place, _)| self.awaits(thread, place).is_some());
            awaits.filter_map(|(_, guarded)| guarded.op.location())
        })
    }

    /// The condition that a thread at this operation awaits, if the program has such hints. All
    /// operations between an await and the assumption may be skipped.
    fn awaits(&self, thread: ThreadId, place: usize) -> Option<Wait> {
        let mut ops = self.threads[thread][place..].iter();
        let op = ops.next()?.op;
        let is_assumption = |guarded: &GuardedOp| matches!(guarded.op, Op::Assume { .. });
        let next = ops.find(|guarded| is_assumption(guarded) || guarded.guards.is_empty());
        let is_await = self.hints.awaits
            && op.is_read()
            && !op.results().is_empty()
            && !op.is_non_atomic()
            && !matches!(op, Op::Await { .. })
            && !self.is_blind_addition(thread, place)
            && next.is_some_and(is_assumption);
        is_await.then_some(Wait::Await)
    }

    /// Whether an operation is an addition whose result no operation uses.
    fn is_blind_addition(&self, thread: ThreadId, place: usize) -> bool {
        let ops = &self.threads[thread];
        match ops[place].op {
            Op::FetchAdd { result, .. } => {
                !ops[place + 1..].iter().any(|it| it.registers().contains(&result))
            }
            Op::Arrive { .. } => true,
            _ => false,
        }
    }

    /// The final state of an execution of this program: the value of every location and of every
    /// assigned register, with the names and in the order of the `locations` of
    /// [`to_litmus`](Self::to_litmus).
    pub fn outcome(&self, execution: &Execution) -> Vec<(String, Value)> {
        let mut outcome = Vec::new();
        for (location, &initial) in self.locations.iter() {
            let last = execution.last_write(location.address());
            let value = match last.map(|write| execution.kind(write)) {
                Some(EventKind::Write { value, .. }) => value,
                _ => initial,
            };
            outcome.push((location.to_string(), value));
        }
        for thread in self.threads.ids() {
            let registers = self.end_of(thread, execution).state.registers;
            for register in self.registers(thread) {
                outcome.push((format!("{}:{register}", thread.index()), registers[register.index()]));
            }
        }
        outcome
    }

    /// Whether a thread waits for ever for a lock that it holds itself.
    pub fn relocks(&self, execution: &Execution) -> bool {
        execution.waiting.iter().any(|&thread| match self.end_of(thread, execution).action {
            Action::Rmw { address, wait: Some(Wait::Until(_)), .. } => {
                execution.last_write(address).is_some_and(|write| write.thread == thread)
            }
            _ => false,
        })
    }

    /// Whether a thread waits for ever for a value that it [awaits](Hints::awaits).
    pub fn awaits_for_ever(&self, execution: &Execution) -> bool {
        execution.waiting.iter().any(|&thread| match self.end_of(thread, execution).action {
            Action::Load { wait, .. } | Action::Rmw { wait, .. } => wait == Some(Wait::Await),
            _ => false,
        })
    }

    /// The state of a thread at the end of an execution. A thread that was never created is in its
    /// first state.
    fn end_of(&self, thread: ThreadId, execution: &Execution) -> Step<ThreadState> {
        replay(self, execution, thread).map_or_else(|| self.start(thread), |replay| replay.end)
    }

    /// The address of an operation that accesses a location of a library.
    fn register(&self, op: &Op) -> Option<Address> {
        let is_register = |location: &Location| self.hints.registers >> location.index() & 1 == 1;
        let pool = op.pool().filter(|_| self.hints.specified_pools).map(Pool::address);
        op.location().filter(is_register).map(Location::address).or(pool)
    }

    /// Runs the thread up to its next visible action.
    fn run(&self, mut state: ThreadState) -> Step<ThreadState> {
        let ops = &self.threads[state.thread];
        let action = loop {
            let Some(GuardedOp { guards, op }) = ops.get(state.next_op) else {
                break Action::Exit { result: Value(0), ends: Ends::Thread };
            };
            if guards.iter().all(|guard| state.satisfies(guard)) {
                if *op == Op::Meet {
                    let step = if state.is_half_done { BarrierStep::Leave } else { BarrierStep::Arrive };
                    break Action::Barrier { barrier: BARRIER, threads: self.meeting_threads(), step };
                }
                if let Some(address) = self.register(op).filter(|_| !state.is_assigned) {
                    break Action::Assign { address, size: SIZE, library: LibraryId::from_index(0) };
                }
                if let Some(action) = state.action(op, self.awaits(state.thread, state.next_op)) {
                    break action;
                }
            }
            state.next_op += 1;
        };
        Step { action, position: SourcePosition::UNKNOWN, state }
    }
}

impl ThreadState {
    fn value(&self, operand: Operand) -> Value {
        let register = operand.register.map_or(0, |register| self.registers[register.index()].0);
        SIZE.wrap(register.wrapping_add(operand.constant.0))
    }

    pub(crate) fn satisfies(&self, guard: &Guard) -> bool {
        (self.registers[guard.register.index()] == guard.constant) == guard.equal
    }

    /// The visible action of the thread's current operation, if it has one.
    fn action(&self, op: &Op, wait: Option<Wait>) -> Option<Action> {
        let size = SIZE;
        let rmw = |location: Location, ordering, op| {
            let swaps_equals = matches!(op, RmwOp::CompareExchange { expected, desired, weak: true, .. }
                if expected == desired);
            let wait = wait.filter(|_| !swaps_equals);
            Some(Action::Rmw { address: location.address(), size, ordering, op, wait })
        };
        let condition = |comparison, operand| {
            Some(Wait::Until(WaitCondition { mask: SIZE.wrap(u64::MAX).0, comparison, operand }))
        };
        match *op {
            Op::Load { location, ordering, .. } => {
                Some(Action::Load { address: location.address(), size, ordering, wait })
            }
            Op::Store { location, value, ordering } => {
                let value = self.value(value);
                Some(Action::Store { address: location.address(), size, ordering, value })
            }
            Op::FetchAdd { location, operand, ordering, .. } => {
                let operand = self.value(operand);
                rmw(location, ordering, RmwOp::Fetch { op: FetchOp::Add, operand })
            }
            Op::Exchange { location, value, ordering, .. } => {
                rmw(location, ordering, RmwOp::Exchange(self.value(value)))
            }
            Op::CompareExchange { location, expected, desired, ordering, failure, weak, .. } => {
                let desired = self.value(desired);
                rmw(location, ordering, RmwOp::CompareExchange { expected, desired, failure, weak })
            }
            Op::Fence { ordering } => Some(Action::Fence { ordering }),
            Op::Assume { condition } => {
                (!self.satisfies(&condition)).then_some(Action::Block(BlockReason::Assume))
            }
            Op::Lock { location } => Some(Action::Rmw {
                address: location.address(),
                size,
                ordering: RmwOrdering::AcqRel,
                op: RmwOp::Exchange(Value(1)),
                wait: condition(WaitComparison::Equal, 0),
            }),
            Op::Claim { location, .. } => Some(Action::Rmw {
                address: location.address(),
                size,
                ordering: RmwOrdering::AcqRel,
                op: RmwOp::CompareExchange {
                    expected: Value(0),
                    desired: Value(1),
                    failure: ReadOrdering::Acquire,
                    weak: false,
                },
                wait: condition(WaitComparison::NotEqual, 1),
            }),
            Op::Unlock { location } => Some(Action::Store {
                address: location.address(),
                size,
                ordering: WriteOrdering::Release,
                value: Value(0),
            }),
            Op::Arrive { location } => {
                let op = RmwOp::Fetch { op: FetchOp::Add, operand: Value(1) };
                rmw(location, RmwOrdering::AcqRel, op)
            }
            Op::Await { location, at_least, .. } => Some(Action::Load {
                address: location.address(),
                size,
                ordering: ReadOrdering::Acquire,
                wait: condition(WaitComparison::AtLeast, at_least),
            }),
            Op::Put { pool, value, ordering, times } => {
                Some(Action::Put { object: pool.address(), size, ordering, value: self.value(value), times })
            }
            Op::Take { pool, ordering, manner, order, .. } => {
                Some(Action::Take { object: pool.address(), size, ordering, manner, order })
            }
            Op::Swap { pool, value, ordering, .. } => Some(match self.is_half_done {
                true => Action::Take {
                    object: pool.address(),
                    size,
                    ordering: ordering.read(),
                    manner: Taking::Swap,
                    order: PoolOrder::Any,
                },
                false => Action::Put {
                    object: pool.address(),
                    size,
                    ordering: ordering.write(),
                    value: self.value(value),
                    times: 1,
                },
            }),
            Op::Meet => None,
            Op::Choose { count, .. } => Some(Action::Choose { count, partial: false }),
            Op::Spawn { .. } => Some(Action::Spawn),
            Op::Join { thread } => Some(Action::Join { thread }),
        }
    }
}

impl Program for RandomProgram {
    type State = ThreadState;

    fn thread_count(&self) -> usize {
        let created =
            self.threads.values().flatten().filter(|guarded| matches!(guarded.op, Op::Spawn { .. }));
        self.threads.len() - created.count()
    }

    fn start_child(&self, _parent: &ThreadState, child: ThreadId) -> Step<ThreadState> {
        self.start(child)
    }

    fn call(&self, state: &ThreadState) -> Option<(LibraryId, LibraryFunctionId)> {
        let op = &self.threads[state.thread].get(state.next_op)?.op;
        self.register(op)?;
        let function = match op {
            Op::Load { .. } | Op::Await { .. } => 0,
            Op::Store { .. } | Op::Unlock { .. } => 1,
            Op::Put { .. } => 3,
            Op::Take { manner: Taking::Take, .. } => 4,
            Op::Take { manner: Taking::TryTake, .. } => 5,
            Op::Take { .. } => 6,
            Op::Swap { .. } => 7,
            _ => 2,
        };
        Some((LibraryId::from_index(0), LibraryFunctionId::from_index(function)))
    }

    fn start(&self, thread: ThreadId) -> Step<ThreadState> {
        let ops = &self.threads[thread];
        let used = ops.iter().flat_map(GuardedOp::registers).map(|register| register.index() + 1);
        let registers = vec![Value(0); used.max().unwrap_or(0)];
        self.run(ThreadState { thread, next_op: 0, is_half_done: false, is_assigned: false, registers })
    }

    fn resume(&self, state: &ThreadState, answer: Answer) -> Step<ThreadState> {
        let op = &self.threads[state.thread][state.next_op].op;
        if self.register(op).is_some() && !state.is_assigned {
            return self.run(ThreadState { is_assigned: true, ..state.clone() });
        }
        if matches!(op, Op::Meet | Op::Swap { .. }) && !state.is_half_done {
            return self.run(ThreadState { is_half_done: true, ..state.clone() });
        }
        let mut state = ThreadState {
            next_op: state.next_op + 1,
            is_half_done: false,
            is_assigned: false,
            ..state.clone()
        };
        if let (Answer::Nothing, Op::Take { result, .. }) = (answer, op) {
            state.registers[result.index()] = NOTHING;
        }
        if let Answer::Chosen(choice) = answer
            && let Op::Choose { result, .. } = *op
        {
            state.registers[result.index()] = Value(choice);
        }
        if let Answer::Read(value) | Answer::SpuriousFailure(value) = answer {
            match *op {
                Op::Load { result, .. }
                | Op::FetchAdd { result, .. }
                | Op::Exchange { result, .. }
                | Op::Take { result, .. }
                | Op::Swap { result, .. }
                | Op::Claim { result, .. }
                | Op::Await { result, .. } => {
                    state.registers[result.index()] = value;
                }
                Op::CompareExchange { result, success, expected, .. } => {
                    let succeeded = answer == Answer::Read(expected);
                    state.registers[result.index()] = value;
                    state.registers[success.index()] = Value(u64::from(succeeded));
                }
                Op::Lock { .. } | Op::Arrive { .. } => {}
                Op::Store { .. }
                | Op::Fence { .. }
                | Op::Assume { .. }
                | Op::Unlock { .. }
                | Op::Meet
                | Op::Put { .. }
                | Op::Choose { .. }
                | Op::Spawn { .. }
                | Op::Join { .. } => panic!("a value answers an operation that reads nothing"),
            }
        }
        self.run(state)
    }

    fn remark(&self, state: &ThreadState) -> Option<Remark> {
        let ops = &self.threads[state.thread];
        let is_blind = self.hints.blind_additions
            && state.next_op < ops.len()
            && self.is_blind_addition(state.thread, state.next_op);
        is_blind.then_some(Remark::Blind)
    }

    fn features(&self) -> Features {
        Features {
            awaits: self.awaited().next().is_some(),
            blind_additions: self.hints.blind_additions,
            dependencies: self.hints.dependencies,
            pools: self.threads.values().flatten().any(|guarded| guarded.op.pool().is_some()),
            filtered_pools: self
                .threads
                .values()
                .flatten()
                .any(|guarded| matches!(guarded.op, Op::Take { order, manner, .. } if order != PoolOrder::Any || manner.may_find_nothing())),
            ..Features::default()
        }
    }

    fn dependencies(&self, state: &ThreadState) -> Option<Dependencies> {
        self.hints.dependencies.then(|| self.dependencies_of(state))
    }

    fn are_alike(&self, one: ThreadId, other: ThreadId) -> bool {
        self.hints.symmetric && self.threads[one] == self.threads[other]
    }

    fn creates_alike(&self, one: &ThreadState, other: &ThreadState) -> bool {
        let created = |state: &ThreadState| match self.threads[state.thread].get(state.next_op)?.op {
            Op::Spawn { thread } => Some(&self.threads[thread]),
            _ => None,
        };
        self.hints.symmetric && created(one).is_some_and(|ops| created(other) == Some(ops))
    }

    fn initial_value(&self, address: Address, _size: AccessSize) -> Option<Value> {
        if address.0 >= POOLS {
            return None;
        }
        Some(self.locations[Location::at(address)])
    }
}

impl GuardedOp {
    /// All registers that the operation and its guards mention.
    pub fn registers(&self) -> Vec<Register> {
        let operand = match self.op {
            Op::Store { value: operand, .. }
            | Op::FetchAdd { operand, .. }
            | Op::Exchange { value: operand, .. }
            | Op::Put { value: operand, .. }
            | Op::Swap { value: operand, .. }
            | Op::CompareExchange { desired: operand, .. } => operand.register,
            Op::Assume { condition } => Some(condition.register),
            _ => None,
        };
        let guards = self.guards.iter().map(|guard| guard.register);
        guards.chain(operand).chain(self.op.results()).collect()
    }
}
