//! Programs with loops, as trees: as much of C as the loops of [`Form`] need.
//!
//! A program has variables of type `int`, mutexes, and stacks, which are pointers to nodes;
//! functions that threads call; and threads, each with registers (local variables) of its own.
//! Every access says how it is made, so that one variable may have atomic and plain accesses.

use std::collections::BTreeSet;

use porf_entity::{PrimaryMap, entity_id};

use super::forms::Form;
use crate::tree::Nested;
pub(super) use crate::tree::{Access, Order};

entity_id! {
    /// A variable that all threads share.
    pub struct VariableId, "x"
}

entity_id! {
    /// A mutex.
    pub struct MutexId, "m"
}

entity_id! {
    /// A pointer to the first node of a linked list.
    pub struct StackId, "top"
}

entity_id! {
    /// A function that threads call.
    pub struct HelperId, "f"
}

entity_id! {
    /// A local variable for numbers.
    pub struct RegisterId, "r"
}

entity_id! {
    /// A local variable for pointers to nodes.
    pub struct PointerId, "n"
}

entity_id! {
    /// A place to which a thread can jump.
    pub struct LabelId, "l"
}

/// A program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopProgram {
    /// The initial values of the variables.
    pub variables: PrimaryMap<VariableId, i32>,
    /// The variables whose final values are no part of outcomes.
    pub tallies: BTreeSet<VariableId>,
    /// The number of mutexes.
    pub mutexes: usize,
    /// The number of stacks, all empty at first.
    pub stacks: usize,
    /// The functions that threads call.
    pub helpers: PrimaryMap<HelperId, Helper>,
    /// The statements of each thread.
    pub threads: Vec<Vec<Statement>>,
    /// The statements of `main` when all threads have finished; `None` if it does not wait for
    /// them.
    pub epilogue: Option<Vec<Statement>>,
    /// The number of times that loops may take back edges.
    pub unroll: u32,
    /// Whether weak compare-exchanges may fail spuriously.
    pub spurious: bool,
}

/// A function without parameters that returns a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Helper {
    /// The way in which it is called.
    pub calling: Calling,
    /// Its statements.
    pub body: Vec<Statement>,
    /// Its result, computed after its statements. If it is a call of the function itself, the
    /// function waits by recursion.
    pub result: Expression,
}

/// The ways in which a function is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Calling {
    /// A call that inlining may replace by the code of the function.
    Plainly,
    /// A call with a variable number of arguments, so that it is not inlined.
    Variadic,
    /// A call by a pointer.
    ByPointer,
}

/// A statement of a thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Statement {
    /// Gives a register a value.
    Assign(RegisterId, Expression),
    /// Gives a register for pointers a value.
    AssignPointer(PointerId, Expression),
    /// Writes to memory.
    Store(Place, Expression, Access),
    /// Computes a value that is not used.
    Evaluate(Expression),
    /// A fence.
    Fence(Order),
    /// An assertion: an error if this is zero.
    Assert(Expression),
    /// A branch between two lists of statements.
    If(Expression, Vec<Statement>, Vec<Statement>),
    /// A loop that decides before each iteration.
    While(Expression, Vec<Statement>),
    /// A loop that decides after each iteration.
    DoWhile(Vec<Statement>, Expression),
    /// A loop without a condition, which has to be left.
    Forever(Vec<Statement>),
    /// A loop with a number of iterations, which a register counts.
    Repeat(RegisterId, i32, Vec<Statement>),
    /// Leaves the innermost loop.
    Break,
    /// Begins the next iteration of the innermost loop.
    Continue,
    /// A place to jump to.
    Label(LabelId),
    /// Jumps.
    Goto(LabelId),
    /// Takes a mutex.
    Lock(MutexId),
    /// Releases a mutex.
    Unlock(MutexId),
    /// Frees a node.
    Free(PointerId),
    /// Lets other threads run.
    Yield,
    /// Returns from a function that waits by recursion.
    Return(Expression),
    /// Statements that belong to a loop of this form.
    Form(Form, Vec<Statement>),
}

/// A number or a pointer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A number.
    Constant(i32),
    /// The value of a register.
    Register(RegisterId),
    /// No node.
    Null,
    /// The value of a register for pointers.
    Pointer(PointerId),
    /// A new node, of which nothing is initialised.
    NewNode,
    /// The value in memory.
    Load(Place, Access),
    /// Whether this is zero.
    Not(Box<Expression>),
    /// An operation on two numbers.
    Binary(BinaryOp, Box<Expression>, Box<Expression>),
    /// The old value of memory, which is changed.
    Rmw(RmwOp, Place, Box<Expression>, Order),
    /// Whether memory held the expected value, and so was changed.
    CompareExchange(Box<CompareExchange>),
    /// Whether a mutex could not be taken: 0 if it was taken.
    TryLock(MutexId),
    /// The result of a function.
    Call(HelperId),
}

/// A compare-exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CompareExchange {
    /// The place in memory.
    pub place: Place,
    /// The expected value.
    pub expected: Expected,
    /// The new value.
    pub desired: Expression,
    /// Whether it may fail spuriously.
    pub weak: bool,
    /// The ordering if it succeeds.
    pub success: Order,
    /// The ordering if it fails.
    pub failure: Order,
}

/// The expected value of a compare-exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expected {
    /// The value of a register, which gets the value in memory if that is another one.
    Register(RegisterId),
    /// The value of a register for pointers, which gets the value in memory if that is another one.
    Pointer(PointerId),
    /// The value in memory that mostly only this thread accesses, by plain accesses. The memory
    /// gets the value that is found if that is another one.
    Place(Place),
    /// A value.
    Value(Expression),
}

/// A piece of memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A variable.
    Variable(VariableId),
    /// The pointer to the first node of a stack.
    Top(StackId),
    /// The pointer to the next node, in the node that a register points to.
    Next(PointerId),
    /// The number in the node that a register points to.
    Count(PointerId),
    /// One of two local numbers in memory, by the last bit of a register.
    Cell(RegisterId),
    /// A variable of which each thread has one of its own.
    ThreadLocal,
}

/// The operations on two numbers. All are defined on all numbers that programs compute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryOp {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The bits that both have.
    And,
    /// Whether they are the same.
    Equal,
    /// Whether they are different.
    NotEqual,
    /// Whether the first one is less.
    Less,
    /// Whether both are not zero; the second one is computed only if the first one is not zero.
    Both,
    /// Whether one of them is not zero; the second one is computed only if the first one is zero.
    Either,
}

/// The operations that change memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RmwOp {
    /// The sum.
    Add,
    /// The difference.
    Subtract,
    /// The bits that either has.
    Or,
    /// The bits that both have.
    And,
    /// The new value.
    Exchange,
}

impl LoopProgram {
    /// The bodies of functions: of threads, of the functions that they call, and of `main`.
    pub fn bodies(&self) -> impl Iterator<Item = &Vec<Statement>> {
        self.threads.iter().chain(self.helpers.values().map(|helper| &helper.body)).chain(&self.epilogue)
    }

    /// Whether the program is C, and threads wait by recursion only where they read: jumps have
    /// targets, and only loops are left or continued.
    pub fn is_well_formed(&self) -> bool {
        self.bodies().all(|body| {
            let mut labels = Labels::default();
            labels.look_at(body, false);
            labels.used.is_subset(&labels.defined) && !labels.defined_twice && !labels.leaves_no_loop
        }) && self.helpers.ids().all(|id| !self.is_recursive(id) || begins_to_wait(&self.helpers[id].body))
    }

    /// Whether a function waits by recursion.
    pub fn is_recursive(&self, helper: HelperId) -> bool {
        self.helpers[helper].result == Expression::Call(helper)
    }
}

/// Whether statements begin with an atomic read.
fn begins_to_wait(body: &[Statement]) -> bool {
    match body.first() {
        Some(Statement::Form(_, body)) => begins_to_wait(body),
        Some(Statement::Assign(_, value)) => match value {
            Expression::Load(_, access) => access.is_atomic(),
            Expression::Rmw(..) | Expression::CompareExchange(_) => true,
            _ => false,
        },
        _ => false,
    }
}

/// The labels of a function.
#[derive(Default)]
struct Labels {
    defined: BTreeSet<LabelId>,
    used: BTreeSet<LabelId>,
    defined_twice: bool,
    leaves_no_loop: bool,
}

impl Labels {
    fn look_at(&mut self, statements: &[Statement], in_loop: bool) {
        for statement in statements {
            match statement {
                Statement::Label(label) => self.defined_twice |= !self.defined.insert(*label),
                Statement::Goto(label) => {
                    self.used.insert(*label);
                }
                Statement::Break | Statement::Continue => self.leaves_no_loop |= !in_loop,
                _ => {}
            }
            for inner in statement.inner() {
                self.look_at(inner, in_loop || statement.is_loop());
            }
        }
    }
}

impl Nested for Statement {
    fn inner(&self) -> Vec<&Vec<Self>> {
        match self {
            Self::If(_, then, otherwise) => vec![then, otherwise],
            Self::While(_, body)
            | Self::DoWhile(body, _)
            | Self::Forever(body)
            | Self::Repeat(_, _, body)
            | Self::Form(_, body) => vec![body],
            _ => Vec::new(),
        }
    }

    fn inner_mut(&mut self) -> Vec<&mut Vec<Self>> {
        match self {
            Self::If(_, then, otherwise) => vec![then, otherwise],
            Self::While(_, body)
            | Self::DoWhile(body, _)
            | Self::Forever(body)
            | Self::Repeat(_, _, body)
            | Self::Form(_, body) => vec![body],
            _ => Vec::new(),
        }
    }

    // A form stays, since its name describes the loop.
    fn may_be_unwrapped(&self) -> bool {
        !matches!(self, Self::Form(..))
    }
}

impl Statement {
    /// Whether it is a loop.
    pub fn is_loop(&self) -> bool {
        matches!(self, Self::While(..) | Self::DoWhile(..) | Self::Forever(_) | Self::Repeat(..))
    }

    /// The expression that it computes, if there is one.
    pub fn expression_mut(&mut self) -> Option<&mut Expression> {
        match self {
            Self::Assign(_, expression)
            | Self::AssignPointer(_, expression)
            | Self::Store(_, expression, _)
            | Self::Evaluate(expression)
            | Self::Assert(expression)
            | Self::Return(expression)
            | Self::If(expression, ..)
            | Self::While(expression, _)
            | Self::DoWhile(_, expression) => Some(expression),
            _ => None,
        }
    }
}

impl Expression {
    /// Whether it is a pointer to a node.
    pub fn is_pointer(&self) -> bool {
        match self {
            Self::Null | Self::Pointer(_) | Self::NewNode => true,
            Self::Load(place, _) | Self::Rmw(_, place, ..) => place.is_pointer(),
            _ => false,
        }
    }

    /// Computed from two numbers.
    pub fn binary(self, op: BinaryOp, other: Self) -> Self {
        Self::Binary(op, Box::new(self), Box::new(other))
    }

    /// Whether this is zero.
    pub fn negated(self) -> Self {
        Self::Not(Box::new(self))
    }
}

impl Place {
    /// Whether it holds pointers.
    pub fn is_pointer(self) -> bool {
        matches!(self, Self::Top(_) | Self::Next(_))
    }
}

impl From<i32> for Expression {
    fn from(number: i32) -> Self {
        Self::Constant(number)
    }
}

impl From<RegisterId> for Expression {
    fn from(register: RegisterId) -> Self {
        Self::Register(register)
    }
}

impl From<PointerId> for Expression {
    fn from(pointer: PointerId) -> Self {
        Self::Pointer(pointer)
    }
}

impl From<VariableId> for Place {
    fn from(variable: VariableId) -> Self {
        Self::Variable(variable)
    }
}
