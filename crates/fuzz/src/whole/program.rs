//! The program tree: as much of C with threads as the [features](super::Feature) need.
//!
//! All numbers are `long`. Functions have registers (local variables) of their own: numbers, and
//! pointers to nodes on the heap. Expressions only compute. Every access to memory and every call
//! is a statement, so that a statement has at most one visible action, and each statement has a
//! line of its own.

pub(super) use crate::tree::{Access, Order};
use crate::tree::{Nested, size_of};

/// A program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The initial values of the shared variables.
    pub variables: Vec<i16>,
    /// The number of shared arrays of two numbers, all zero at first.
    pub arrays: usize,
    /// The number of shared pointers to nodes, all null at first.
    pub slots: usize,
    /// The mutexes.
    pub mutexes: Vec<MutexKind>,
    /// The number of read-write locks.
    pub rwlocks: usize,
    /// The number of condition variables.
    pub conditions: usize,
    /// For each barrier, its number of threads.
    pub barriers: Vec<u8>,
    /// Whether threads do not look at the result of waiting at a barrier.
    pub ignores_serial_threads: bool,
    /// The initial values of the semaphores.
    pub semaphores: Vec<i16>,
    /// The functions that threads run.
    pub functions: Vec<Vec<Statement>>,
    /// For each thread that `main` can create, the function that it runs.
    pub threads: Vec<usize>,
    /// The statements of `main`.
    pub main: Vec<Statement>,
    /// Whether weak compare-exchanges may fail spuriously.
    pub spurious: bool,
}

/// A register for numbers.
pub(super) type Register = usize;
/// A register for pointers.
pub(super) type Pointer = usize;
/// A synchronisation object, among those of its kind.
pub(super) type Object = usize;

/// The number of registers for numbers of a function.
pub(super) const REGISTERS: usize = 6;
/// The number of registers for pointers of a function.
pub(super) const POINTERS: usize = 2;

/// The behaviour of a mutex if its owner locks it again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MutexKind {
    /// Locking again is an error.
    Normal,
    /// The mutex is locked twice.
    Recursive,
    /// The call fails.
    ErrorCheck,
    /// A `pthread_spinlock_t`: locking again is an error.
    Spin,
}

/// A statement of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Gives a register a value.
    Assign(Register, Expression),
    /// Reads a place.
    Load(Register, Place, Access),
    /// Writes to a place.
    Store(Place, Expression, Access),
    /// Reads and changes a place, atomically.
    Rmw(Register, RmwOp, Place, Expression, Order),
    /// A compare-exchange with the value of a register. If memory has another value, the register
    /// gets it.
    CompareExchange(Box<CompareExchange>),
    /// A fence.
    Fence(Order),
    /// A branch between two lists of statements.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A loop without a condition, which has to be left.
    Forever(Vec<Statement>),
    /// A loop that decides before each iteration.
    While(Expression, Vec<Statement>),
    /// A loop that decides after each iteration.
    DoWhile(Vec<Statement>, Expression),
    /// A loop with a number of iterations, which a register counts.
    Repeat(Register, i16, Vec<Statement>),
    /// Leaves the innermost loop.
    Break,
    /// Begins the next iteration of the innermost loop.
    Continue,
    /// Locks a mutex.
    Lock(Object),
    /// Whether a mutex could not be locked.
    TryLock(Register, Object),
    /// Unlocks a mutex.
    Unlock(Object),
    /// Locks a read-write lock for reading.
    ReadLock(Object),
    /// Locks a read-write lock for writing.
    WriteLock(Object),
    /// Whether a read-write lock could not be locked for writing.
    TryWriteLock(Register, Object),
    /// Whether a read-write lock could not be locked for reading.
    TryReadLock(Register, Object),
    /// Unlocks a read-write lock.
    RwUnlock(Object),
    /// Waits for a condition variable, with a mutex.
    Wait(Object, Object),
    /// Wakes one thread that waits for a condition variable.
    Signal(Object),
    /// Wakes all threads that wait for a condition variable.
    Broadcast(Object),
    /// Waits at a barrier; whether the thread is the serial one, or 0 if threads do not look at that.
    Barrier(Register, Object),
    /// Waits for a semaphore.
    SemWait(Object),
    /// Whether a semaphore could not be taken.
    SemTry(Register, Object),
    /// Posts a semaphore.
    SemPost(Object),
    /// Destroys a mutex.
    DestroyMutex(Object),
    /// Allocates a node, uninitialised or zero.
    Allocate(Pointer, bool),
    /// Reads a shared pointer.
    LoadPointer(Pointer, Object, Access),
    /// Writes a shared pointer: that of a register, or null.
    StorePointer(Object, Option<Pointer>, Access),
    /// Takes a shared pointer and leaves null, atomically.
    TakePointer(Pointer, Object, Order),
    /// Frees a node.
    Free(Pointer),
    /// One of several values: from, to.
    Choose(Register, i16, i16),
    /// An assertion: an error if this is zero.
    Assert(Expression),
    /// An assumption: executions in which this is zero do not count.
    Assume(Expression),
    /// The address of a local variable.
    OwnAddress(Register),
    /// The handle of the thread.
    OwnHandle(Register),
    /// Creates a thread.
    Create(usize),
    /// Waits for the end of a thread.
    Join(usize),
    /// Lets a thread end without being joined.
    Detach(usize),
    /// The thread detaches itself.
    DetachSelf,
    /// Ends the process.
    Exit,
    /// Ends the thread.
    ThreadExit,
}

/// A compare-exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareExchange {
    /// The register that gets whether it succeeded.
    pub done: Register,
    /// The place in memory.
    pub place: Place,
    /// The register with the expected value, which gets the value in memory.
    pub expected: Register,
    /// The new value.
    pub desired: Expression,
    /// Whether it may fail spuriously.
    pub weak: bool,
    /// The ordering if it succeeds.
    pub success: Order,
    /// The ordering if it fails.
    pub failure: Order,
}

/// A number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A constant.
    Constant(i16),
    /// The value of a register.
    Register(Register),
    /// Whether a pointer is null.
    IsNull(Pointer),
    /// Whether this is zero.
    Not(Box<Expression>),
    /// An operation on two numbers.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
}

/// The operations on two numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// The last two bits of the sum, so that no number grows without end.
    Add,
    /// The bits that both have.
    And,
    /// Whether they are the same.
    Equal,
    /// Whether they are different.
    NotEqual,
    /// Whether the first one is less.
    Less,
}

/// A piece of memory for a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A shared variable.
    Variable(usize),
    /// An element of a shared array, by the last bit of a register.
    Element(usize, Register),
    /// The number in a node.
    Field(Pointer),
    /// The variable of which each thread has one of its own.
    ThreadLocal,
    /// An element of a local array, by the last bit of a register.
    Cell(Register),
}

/// The operations that change memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RmwOp {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The new value.
    Exchange,
    /// The bits that either has.
    Or,
}

impl Program {
    /// The bodies of functions, `main` last.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Statement>> {
        self.functions.iter().chain([&self.main])
    }

    /// The number of statements before those of a body, in the order of [`bodies`](Self::bodies).
    pub fn first_statement(&self, body: usize) -> usize {
        self.bodies().take(body).map(|body| size_of(body)).sum()
    }

    /// Whether the tree is a program: `main` begins with the creation of threads, which are joined
    /// only after their creation, and only loops are left.
    pub fn is_well_formed(&self) -> bool {
        let mut created = Vec::new();
        let in_order = self.main.iter().all(|statement| match statement {
            Statement::Create(thread) => {
                let is_new = !created.contains(thread) && *thread < self.threads.len();
                created.push(*thread);
                is_new
            }
            Statement::Join(thread) | Statement::Detach(thread) => created.contains(thread),
            _ => true,
        });
        let creates = |statement: &Statement| {
            matches!(statement, Statement::Create(_) | Statement::Join(_) | Statement::Detach(_))
        };
        let nested = |body: &[Statement]| {
            body.iter().any(|statement| statement.inner().iter().any(|inner| has(inner, &creates)))
        };
        // Before there are threads, no action is visible to another thread.
        let begins = matches!(self.main.first(), None | Some(Statement::Create(_)));
        in_order
            && begins
            && !nested(&self.main)
            && !self.functions.iter().any(|body| has(body, &creates))
            && self.bodies().all(|body| leaves_loops_only(body, false))
    }
}

/// Whether some statement, however deep, satisfies the predicate.
pub(super) fn has(body: &[Statement], is_wanted: &dyn Fn(&Statement) -> bool) -> bool {
    body.iter().any(|statement| {
        is_wanted(statement) || statement.inner().into_iter().any(|inner| has(inner, is_wanted))
    })
}

fn leaves_loops_only(body: &[Statement], in_loop: bool) -> bool {
    body.iter().all(|statement| match statement {
        Statement::Break | Statement::Continue => in_loop,
        _ => statement
            .inner()
            .into_iter()
            .all(|inner| leaves_loops_only(inner, in_loop || statement.is_loop())),
    })
}

impl Nested for Statement {
    fn inner(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::If(_, then, otherwise) => vec![then, otherwise],
            Self::While(_, body)
            | Self::DoWhile(body, _)
            | Self::Forever(body)
            | Self::Repeat(_, _, body) => {
                vec![body]
            }
            _ => Vec::new(),
        }
    }

    fn inner_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::If(_, then, otherwise) => vec![then, otherwise],
            Self::While(_, body)
            | Self::DoWhile(body, _)
            | Self::Forever(body)
            | Self::Repeat(_, _, body) => {
                vec![body]
            }
            _ => Vec::new(),
        }
    }
}

impl Statement {
    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        matches!(self, Self::While(..) | Self::DoWhile(..) | Self::Forever(_) | Self::Repeat(..))
    }
}

impl Expression {
    /// Whether this is zero.
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }

    /// An operation on this number and another one.
    pub fn binary(self, op: BinaryOp, rhs: Self) -> Self {
        Self::Binary(op, Box::new(self), Box::new(rhs))
    }

    /// Whether a register holds a value.
    pub fn is(register: Register, value: i16) -> Self {
        Self::Register(register).binary(BinaryOp::Equal, Self::Constant(value))
    }

    /// Whether a register holds another value.
    pub fn is_not(register: Register, value: i16) -> Self {
        Self::Register(register).binary(BinaryOp::NotEqual, Self::Constant(value))
    }
}

impl Place {
    /// Whether only the thread itself can access it.
    pub fn is_private(self) -> bool {
        matches!(self, Self::ThreadLocal | Self::Cell(_))
    }
}
