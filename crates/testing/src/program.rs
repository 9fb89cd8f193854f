//! Small straight-line programs that need no IR and no VM.
//!
//! A thread is a list of operations on a few locations and registers. Each operation may have guards,
//! and is skipped unless all of them hold: that is all the control flow there is. Every register is
//! assigned by at most one operation, and is 0 until then, so a guard never changes its mind.

use std::ops::Range;

use porf_entity::{
    AccessSize, Address, EntityId, FenceOrdering, FetchOp, PrimaryMap, ReadOrdering, RmwOp, RmwOrdering,
    SourcePosition, ThreadId, Value, WaitComparison, WaitCondition, WriteOrdering, entity_id,
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

/// A small program, random or hand-made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RandomProgram {
    /// The initial value of each location.
    pub locations: PrimaryMap<Location, Value>,
    /// The operations of each thread. Threads that others create come last, in the order in which they are created; only
    /// the first thread creates any.
    pub threads: PrimaryMap<ThreadId, Vec<GuardedOp>>,
    /// What it says about operations.
    pub hints: Hints,
}

/// What a program says about its operations beyond what they do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hints {
    /// That an atomic read after which an assumption may come next is an [await](Wait::Await).
    pub awaits: bool,
    /// That an addition whose result no operation uses is [blind](Remark::Blind).
    pub blind_additions: bool,
    /// That threads with the same operations are symmetric.
    pub symmetric: bool,
}

/// An operation that is skipped unless its guards hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GuardedOp {
    /// What must hold.
    pub guards: Vec<Guard>,
    /// What is done then.
    pub op: Op,
}

/// A condition on a register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The register.
    pub register: Register,
    /// Whether it must be equal to the constant, or else different.
    pub equal: bool,
    /// The constant.
    pub constant: Value,
}

/// An operation of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Op {
    /// Reads a location.
    Load {
        /// Gets the value read.
        result: Register,
        /// Where.
        location: Location,
        /// How.
        ordering: ReadOrdering,
    },
    /// Writes a location.
    Store {
        /// Where.
        location: Location,
        /// What.
        value: Operand,
        /// How.
        ordering: WriteOrdering,
    },
    /// Adds to a location.
    FetchAdd {
        /// Gets the old value.
        result: Register,
        /// Where.
        location: Location,
        /// What is added.
        operand: Operand,
        /// How.
        ordering: RmwOrdering,
    },
    /// Replaces the value of a location.
    Exchange {
        /// Gets the old value.
        result: Register,
        /// Where.
        location: Location,
        /// The new value.
        value: Operand,
        /// How.
        ordering: RmwOrdering,
    },
    /// Replaces the value of a location if it is the expected one.
    CompareExchange {
        /// Gets the old value.
        result: Register,
        /// Gets 1 if the value was replaced, otherwise 0.
        success: Register,
        /// Where.
        location: Location,
        /// The value that the location must have.
        expected: Value,
        /// The new value.
        desired: Operand,
        /// How, when it succeeds.
        ordering: RmwOrdering,
        /// How, when it fails.
        failure: ReadOrdering,
        /// Whether it may fail spuriously.
        weak: bool,
    },
    /// Orders the operations around it.
    Fence {
        /// How.
        ordering: FenceOrdering,
    },
    /// Blocks the thread unless the condition holds.
    Assume {
        /// The condition.
        condition: Guard,
    },
    /// Waits until a location is 0 and makes it 1.
    Lock {
        /// Where.
        location: Location,
    },
    /// Makes a location 0.
    Unlock {
        /// Where.
        location: Location,
    },
    /// Adds 1 to a location that is waited for.
    Arrive {
        /// Where.
        location: Location,
    },
    /// Waits until a location is so large.
    Await {
        /// Gets the value read.
        result: Register,
        /// Where.
        location: Location,
        /// How large.
        at_least: u64,
    },
    /// Does one of several things.
    Choose {
        /// Gets which.
        result: Register,
        /// How many there are.
        count: u64,
    },
    /// Creates a thread.
    Spawn {
        /// Which.
        thread: ThreadId,
    },
    /// Waits for the end of a thread.
    Join {
        /// Which.
        thread: ThreadId,
    },
}

/// A register plus a constant, or just a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    /// What is added to the constant.
    pub register: Option<Register>,
    /// The constant.
    pub constant: Value,
}

/// A thread of a [`RandomProgram`], paused at an operation.
#[derive(Clone, Debug)]
pub struct ThreadState {
    thread: ThreadId,
    next_op: usize,
    registers: Vec<Value>,
}

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

impl Op {
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
            | Self::Await { location, .. } => Some(location),
            Self::Fence { .. }
            | Self::Assume { .. }
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
            | Self::Choose { result, .. } => vec![result],
            Self::CompareExchange { result, success, .. } => vec![result, success],
            Self::Store { .. }
            | Self::Fence { .. }
            | Self::Assume { .. }
            | Self::Lock { .. }
            | Self::Unlock { .. }
            | Self::Arrive { .. }
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
    /// Whether every thread releases only locks that it holds, and joins only threads that were created.
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

    /// Threads that follow each other and have the same operations, as many together as there are. Those that are there at the
    /// beginning and those that are created are kept apart.
    pub fn groups(&self) -> Vec<Range<usize>> {
        let mut groups: Vec<Range<usize>> = Vec::new();
        for (thread, ops) in self.threads.iter() {
            let place = thread.index();
            match groups.last_mut() {
                Some(group) if place != self.thread_count() && self.has_ops(group.start, ops) => {
                    group.end += 1;
                }
                _ => groups.push(place..place + 1),
            }
        }
        groups
    }

    /// The threads that the program [says](Hints::symmetric) are symmetric: [groups](Self::groups), or each
    /// thread by itself.
    pub fn symmetric_groups(&self) -> Vec<Range<usize>> {
        match self.hints.symmetric {
            true => self.groups(),
            false => (0..self.threads.len()).map(|thread| thread..thread + 1).collect(),
        }
    }

    fn has_ops(&self, thread: usize, ops: &[GuardedOp]) -> bool {
        self.threads[ThreadId::from_index(thread)] == ops
    }

    /// The registers that a thread assigns, in the order of the assignments.
    pub fn registers(&self, thread: ThreadId) -> Vec<Register> {
        self.threads[thread].iter().flat_map(|guarded| guarded.op.results()).collect()
    }

    /// The locations that threads wait for, some of them more than once.
    pub fn waited_for(&self) -> impl Iterator<Item = Location> + '_ {
        let waits = self.threads.values().flatten().filter_map(|guarded| match guarded.op {
            Op::Lock { location } | Op::Await { location, .. } => Some(location),
            _ => None,
        });
        waits.chain(self.awaited())
    }

    /// The locations that threads [await](Hints::awaits), some of them more than once.
    pub fn awaited(&self) -> impl Iterator<Item = Location> + '_ {
        self.threads.iter().flat_map(move |(thread, ops)| {
            let awaits =
                ops.iter().enumerate().filter(move |&(place, _)| self.awaits(thread, place).is_some());
            awaits.filter_map(|(_, guarded)| guarded.op.location())
        })
    }

    /// What a thread waits for that has come to an operation, if the program says so. Between an await and the assumption, all
    /// operations may be skipped.
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

    /// Whether an operation adds something, and no operation uses the result.
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

    /// The final state that an execution of this program ends in: the value of every location and of every
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

    /// Where a thread stands at the end of an execution. A thread that was never created is where it would
    /// begin.
    fn end_of(&self, thread: ThreadId, execution: &Execution) -> Step<ThreadState> {
        replay(self, execution, thread).map_or_else(|| self.start(thread), |replay| replay.end)
    }

    /// Goes on until there is something that others can see.
    fn run(&self, mut state: ThreadState) -> Step<ThreadState> {
        let ops = &self.threads[state.thread];
        let action = loop {
            let Some(GuardedOp { guards, op }) = ops.get(state.next_op) else {
                break Action::Exit { result: Value(0), ends: Ends::Thread };
            };
            if guards.iter().all(|guard| state.satisfies(guard))
                && let Some(action) = state.action(op, self.awaits(state.thread, state.next_op))
            {
                break action;
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

    fn satisfies(&self, guard: &Guard) -> bool {
        (self.registers[guard.register.index()] == guard.constant) == guard.equal
    }

    /// What others can see of an operation that the thread has come to.
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

    fn start(&self, thread: ThreadId) -> Step<ThreadState> {
        let ops = &self.threads[thread];
        let used = ops.iter().flat_map(GuardedOp::registers).map(|register| register.index() + 1);
        let registers = vec![Value(0); used.max().unwrap_or(0)];
        self.run(ThreadState { thread, next_op: 0, registers })
    }

    fn resume(&self, state: &ThreadState, answer: Answer) -> Step<ThreadState> {
        let op = &self.threads[state.thread][state.next_op].op;
        let mut state = ThreadState { next_op: state.next_op + 1, ..state.clone() };
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
            ..Features::default()
        }
    }

    fn is_like_previous(&self, thread: ThreadId) -> bool {
        let place = thread.index();
        self.hints.symmetric
            && (1..self.thread_count()).contains(&place)
            && self.has_ops(place - 1, &self.threads[thread])
    }

    fn creates_alike(&self, one: &ThreadState, other: &ThreadState) -> bool {
        let created = |state: &ThreadState| match self.threads[state.thread].get(state.next_op)?.op {
            Op::Spawn { thread } => Some(&self.threads[thread]),
            _ => None,
        };
        self.hints.symmetric && created(one).is_some_and(|ops| created(other) == Some(ops))
    }

    fn initial_value(&self, address: Address, _size: AccessSize) -> Option<Value> {
        Some(self.locations[Location::at(address)])
    }
}

impl GuardedOp {
    /// All registers that the operation and its guards mention.
    pub(crate) fn registers(&self) -> Vec<Register> {
        let operand = match self.op {
            Op::Store { value: operand, .. }
            | Op::FetchAdd { operand, .. }
            | Op::Exchange { value: operand, .. }
            | Op::CompareExchange { desired: operand, .. } => operand.register,
            Op::Assume { condition } => Some(condition.register),
            _ => None,
        };
        let guards = self.guards.iter().map(|guard| guard.register);
        guards.chain(operand).chain(self.op.results()).collect()
    }
}
