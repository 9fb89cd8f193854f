//! Programs by hand:
//!
//! ```
//! use porf_entity::{ReadOrdering, WriteOrdering};
//! use porf_oracle::{ModelName, executions};
//! use porf_testing::ProgramBuilder;
//!
//! let mut builder = ProgramBuilder::new();
//! let x = builder.location(0);
//! let y = builder.location(0);
//! for (mine, other) in [(x, y), (y, x)] {
//!     builder.thread(|thread| {
//!         thread.store(mine, 1, WriteOrdering::Relaxed);
//!         thread.load(other, ReadOrdering::Relaxed);
//!     });
//! }
//! let store_buffering = builder.build();
//! assert_eq!(executions(&store_buffering, ModelName::Sc).len(), 3);
//! assert_eq!(executions(&store_buffering, ModelName::Tso).len(), 4);
//! ```

use std::ops::Add;

use porf_entity::{
    EntityId, FenceOrdering, PrimaryMap, ReadOrdering, RmwOrdering, ThreadId, Value, WriteOrdering,
};

use crate::program::{Guard, GuardedOp, Hints, Location, Op, Operand, RandomProgram, Register};

/// Builds a [`RandomProgram`].
#[derive(Default)]
pub struct ProgramBuilder {
    locations: PrimaryMap<Location, Value>,
    threads: PrimaryMap<ThreadId, Vec<GuardedOp>>,
    hints: Hints,
}

/// Builds one thread of a [`RandomProgram`]. Each operation that reads assigns a new register.
#[derive(Default)]
pub struct ThreadBuilder {
    ops: Vec<GuardedOp>,
    guards: Vec<Guard>,
    registers: usize,
}

impl ProgramBuilder {
    /// A program without threads and locations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the hints that the program gives about its operations.
    pub fn hints(&mut self, hints: Hints) -> &mut Self {
        self.hints = hints;
        self
    }

    /// Adds a location.
    pub fn location(&mut self, initial: u64) -> Location {
        self.locations.push(Value(initial))
    }

    /// Adds a thread.
    pub fn thread(&mut self, build: impl FnOnce(&mut ThreadBuilder)) -> &mut Self {
        let mut thread = ThreadBuilder::default();
        build(&mut thread);
        self.threads.push(thread.ops);
        self
    }

    /// The program.
    pub fn build(self) -> RandomProgram {
        RandomProgram { locations: self.locations, threads: self.threads, hints: self.hints }
    }
}

impl ThreadBuilder {
    /// Reads a location.
    pub fn load(&mut self, location: Location, ordering: ReadOrdering) -> Register {
        let result = self.register();
        self.push(Op::Load { result, location, ordering });
        result
    }

    /// Writes a location.
    pub fn store(&mut self, location: Location, value: impl Into<Operand>, ordering: WriteOrdering) {
        self.push(Op::Store { location, value: value.into(), ordering });
    }

    /// Adds to a location. Returns the register with the old value.
    pub fn fetch_add(
        &mut self,
        location: Location,
        operand: impl Into<Operand>,
        ordering: RmwOrdering,
    ) -> Register {
        let result = self.register();
        self.push(Op::FetchAdd { result, location, operand: operand.into(), ordering });
        result
    }

    /// Replaces the value of a location. Returns the register with the old value.
    pub fn exchange(
        &mut self,
        location: Location,
        value: impl Into<Operand>,
        ordering: RmwOrdering,
    ) -> Register {
        let result = self.register();
        self.push(Op::Exchange { result, location, value: value.into(), ordering });
        result
    }

    /// Replaces the value of a location if it is the expected one. Returns the registers with the
    /// old value and with whether it succeeded.
    pub fn compare_exchange(
        &mut self,
        location: Location,
        expected: u64,
        desired: impl Into<Operand>,
        (ordering, failure): (RmwOrdering, ReadOrdering),
    ) -> (Register, Register) {
        self.push_compare_exchange(location, expected, desired.into(), (ordering, failure), false)
    }

    /// As [`compare_exchange`](Self::compare_exchange), but may fail spuriously.
    pub fn compare_exchange_weak(
        &mut self,
        location: Location,
        expected: u64,
        desired: impl Into<Operand>,
        (ordering, failure): (RmwOrdering, ReadOrdering),
    ) -> (Register, Register) {
        self.push_compare_exchange(location, expected, desired.into(), (ordering, failure), true)
    }

    fn push_compare_exchange(
        &mut self,
        location: Location,
        expected: u64,
        desired: Operand,
        (ordering, failure): (RmwOrdering, ReadOrdering),
        weak: bool,
    ) -> (Register, Register) {
        let (result, success) = (self.register(), self.register());
        let expected = Value(expected);
        self.push(Op::CompareExchange {
            result,
            success,
            location,
            expected,
            desired,
            ordering,
            failure,
            weak,
        });
        (result, success)
    }

    /// Adds a fence, which orders the operations around it.
    pub fn fence(&mut self, ordering: FenceOrdering) {
        self.push(Op::Fence { ordering });
    }

    /// Blocks the thread unless the register has the value.
    pub fn assume_equal(&mut self, register: Register, constant: u64) {
        self.push(Op::Assume { condition: Guard { register, equal: true, constant: Value(constant) } });
    }

    /// Blocks the thread if the register has the value.
    pub fn assume_different(&mut self, register: Register, constant: u64) {
        self.push(Op::Assume { condition: Guard { register, equal: false, constant: Value(constant) } });
    }

    /// Waits until a location is 0 and makes it 1.
    pub fn lock(&mut self, location: Location) {
        self.push(Op::Lock { location });
    }

    /// Sets a location to 0 that the thread has set to 1.
    pub fn unlock(&mut self, location: Location) {
        self.push(Op::Unlock { location });
    }

    /// Chooses one of `count` alternatives. Returns the register with the number of the
    /// alternative.
    pub fn choose(&mut self, count: u64) -> Register {
        let result = self.register();
        self.push(Op::Choose { result, count });
        result
    }

    /// Creates a thread. It is one of the last threads in the order in which threads are added to
    /// the program.
    pub fn spawn(&mut self, thread: ThreadId) {
        self.push(Op::Spawn { thread });
    }

    /// Waits for the end of a thread that was created.
    pub fn join(&mut self, thread: ThreadId) {
        self.push(Op::Join { thread });
    }

    /// Adds operations that are done only if the register has the value.
    pub fn if_equal(&mut self, register: Register, constant: u64, body: impl FnOnce(&mut Self)) {
        self.guarded(Guard { register, equal: true, constant: Value(constant) }, body);
    }

    /// Adds operations that are done only if the register does not have the value.
    pub fn if_different(&mut self, register: Register, constant: u64, body: impl FnOnce(&mut Self)) {
        self.guarded(Guard { register, equal: false, constant: Value(constant) }, body);
    }

    fn guarded(&mut self, guard: Guard, body: impl FnOnce(&mut Self)) {
        self.guards.push(guard);
        body(self);
        self.guards.pop();
    }

    fn push(&mut self, op: Op) {
        self.ops.push(GuardedOp { guards: self.guards.clone(), op });
    }

    fn register(&mut self) -> Register {
        let register = Register::from_index(self.registers);
        self.registers += 1;
        register
    }
}

impl From<u64> for Operand {
    fn from(constant: u64) -> Self {
        Self { register: None, constant: Value(constant) }
    }
}

impl From<Register> for Operand {
    fn from(register: Register) -> Self {
        register + 0
    }
}

impl Add<u64> for Register {
    type Output = Operand;

    fn add(self, constant: u64) -> Operand {
        Operand { register: Some(self), constant: Value(constant) }
    }
}
