//! The syntax of C threads. Names are resolved already: the parser knows the scopes.

use porf_entity::{PrimaryMap, Span, entity_id};

use crate::ctype::{CType, IntegerType};

entity_id! {
    /// A parameter or local variable of a thread.
    pub(crate) struct LocalId, "local"
}

/// A thread function.
pub(crate) struct Thread {
    /// The number of the thread: 1 for `P1`.
    pub(crate) number: u32,
    pub(crate) locals: PrimaryMap<LocalId, Local>,
    /// The number of parameters, which are the first locals.
    pub(crate) parameters: usize,
    pub(crate) body: Vec<Statement>,
    /// The closing brace.
    pub(crate) end: Span,
}

/// A parameter or local variable. Declarations of one name with one type in scopes beside each
/// other (such as the branches of an `if`) are one variable, so that a condition can ask for it.
pub(crate) struct Local {
    pub(crate) name: String,
    pub(crate) ty: CType,
    pub(crate) span: Span,
}

pub(crate) enum Statement {
    Declaration { local: LocalId, span: Span, value: Option<Expression> },
    Expression(Expression),
    Block(Vec<Statement>),
    If { condition: Expression, then: Box<Statement>, otherwise: Option<Box<Statement>> },
    Loop(Box<Loop>),
    Break(Span),
    Continue(Span),
    Return { span: Span, value: Option<Expression> },
}

/// A loop: `while`, `for` and `do` have this one form.
pub(crate) struct Loop {
    pub(crate) span: Span,
    /// The statements that run once before the loop.
    pub(crate) start: Vec<Statement>,
    /// Whether the condition is checked before the first iteration too.
    pub(crate) check_first: bool,
    /// The condition; `None` means that the loop goes on for ever.
    pub(crate) condition: Option<Expression>,
    pub(crate) body: Statement,
    /// The expression that is evaluated after each iteration.
    pub(crate) step: Option<Expression>,
}

pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) span: Span,
    /// The height of the tree, which is limited.
    pub(crate) height: u32,
}

pub(crate) enum ExpressionKind {
    Integer {
        value: u64,
        ty: IntegerType,
    },
    Local(LocalId),
    Order(MemoryOrder),
    Unary(UnaryOperator, Box<Expression>),
    Not(Box<Expression>),
    Binary(BinaryOperator, Box<Expression>, Box<Expression>),
    Compare(CompareOperator, Box<Expression>, Box<Expression>),
    Logical(LogicalOperator, Box<Expression>, Box<Expression>),
    Conditional(Box<[Expression; 3]>),
    /// `target = value`, or `target op= value`.
    Assign(Option<BinaryOperator>, Box<Expression>, Box<Expression>),
    /// `++` or `--`, and whether its value is the old one.
    Step {
        operator: BinaryOperator,
        postfix: bool,
        target: Box<Expression>,
    },
    Dereference(Box<Expression>),
    AddressOf(Box<Expression>),
    /// `array[index]`
    Index(Box<Expression>, Box<Expression>),
    Cast(CType, Box<Expression>),
    Call {
        name: String,
        name_span: Span,
        arguments: Vec<Expression>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnaryOperator {
    Plus,
    Minus,
    Complement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOperator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CompareOperator {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LogicalOperator {
    And,
    Or,
}

/// A memory order, an argument such as `memory_order_acquire`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MemoryOrder {
    Relaxed,
    Acquire,
    Release,
    AcquireRelease,
    SequentiallyConsistent,
}

impl MemoryOrder {
    /// All orders by name. Compilers take `consume` as `acquire`, and so does porf.
    pub(crate) const BY_NAME: [(&str, Self); 6] = [
        ("memory_order_relaxed", Self::Relaxed),
        ("memory_order_consume", Self::Acquire),
        ("memory_order_acquire", Self::Acquire),
        ("memory_order_release", Self::Release),
        ("memory_order_acq_rel", Self::AcquireRelease),
        ("memory_order_seq_cst", Self::SequentiallyConsistent),
    ];
}
