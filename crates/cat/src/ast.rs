//! The cat language as it is written, with the place of every part.
//!
//! Chains of one operator and chains of postfix operators are lists, so that the depth of a tree is
//! the depth of its brackets, which the parser bounds.

use std::rc::Rc;

use porf_entity::Span;

/// A file.
#[derive(Debug)]
pub(crate) struct File {
    pub(crate) title: Option<String>,
    pub(crate) instructions: Vec<Instruction>,
}

#[derive(Debug)]
pub(crate) struct Instruction {
    pub(crate) kind: InstructionKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum InstructionKind {
    /// `let a = … and f(x) = …`
    Let(Vec<Binding>),
    /// `let rec a = … and b = …`
    LetRec(Vec<Binding>),
    Check {
        role: Role,
        negated: bool,
        test: Test,
        tested: Expression,
        name: Option<String>,
    },
    Include {
        name: String,
        span: Span,
    },
    Procedure {
        name: Name,
        /// Shared, since every call walks it.
        definition: Rc<ProcedureDefinition>,
    },
    /// `call p(a, b) as name`
    Call {
        procedure: Name,
        argument: Expression,
        name: Option<String>,
    },
    /// `with a from e`
    With {
        name: Name,
        generator: Expression,
    },
    /// `if "variant" … else … end`
    If {
        negated: bool,
        then: Vec<Instruction>,
        otherwise: Vec<Instruction>,
    },
}

#[derive(Debug)]
pub(crate) struct ProcedureDefinition {
    pub(crate) parameters: Parameters,
    pub(crate) body: Vec<Instruction>,
}

/// The meaning of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// An execution for which the check fails is inconsistent.
    Axiom,
    /// An execution for which the check holds is reported.
    Flag,
    /// A program with a consistent execution for which the check fails has undefined behaviour.
    UndefinedUnless,
}

/// The property that a check asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Test {
    /// The relation has no cycle.
    Acyclic,
    /// The relation relates nothing to itself.
    Irreflexive,
    /// The set or relation has no elements.
    Empty,
}

/// A name and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    pub(crate) span: Span,
}

/// `name = value`, `name(parameters) = value`, or `(names) = value`.
#[derive(Debug)]
pub(crate) struct Binding {
    /// One name, or as many as the value, a tuple, has elements.
    pub(crate) names: Parameters,
    pub(crate) value: Expression,
}

/// The parameters of a function or a procedure: one, or a tuple. `None` stands for `_`.
#[derive(Clone, Debug)]
pub(crate) struct Parameters(pub(crate) Vec<Option<Name>>);

#[derive(Debug)]
pub(crate) struct Expression {
    pub(crate) kind: ExpressionKind,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum ExpressionKind {
    Name(String),
    /// `'TAG`
    Tag,
    /// `0`
    EmptyRelation,
    /// `{}`
    EmptySet,
    /// `_`
    Universe,
    /// `[S]`
    Identity(Box<Expression>),
    Complement(Box<Expression>),
    /// Two or more operands of an operator, applied from the left.
    Binary(BinaryOperator, Vec<Expression>),
    /// One or more operators, the first applied first.
    Postfix(Box<Expression>, Vec<(PostfixOperator, Span)>),
    /// A function, and one or more arguments that it is applied to one after the other.
    Application(Name, Vec<Expression>),
    Tuple(Vec<Expression>),
    /// Shared, since every call walks it.
    Function(Rc<FunctionExpression>),
    /// `let … in e`
    Let {
        recursive: bool,
        bindings: Vec<Binding>,
        body: Box<Expression>,
    },
    /// `try a with e`: e if a has a name that nothing defines.
    Try(Box<Expression>, Box<Expression>),
    /// `if "variant" then a else b`, of which the variant chooses one.
    If {
        negated: bool,
        then: Box<Expression>,
        otherwise: Box<Expression>,
    },
}

/// `fun parameters -> body`
#[derive(Debug)]
pub(crate) struct FunctionExpression {
    pub(crate) parameters: Parameters,
    pub(crate) body: Expression,
}

/// The operators between two expressions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BinaryOperator {
    /// `|`
    Union,
    /// `++`
    Addition,
    /// `;`
    Sequence,
    /// `\`
    Difference,
    /// `&`
    Intersection,
    /// `*`
    Product,
}

/// The operators behind an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PostfixOperator {
    /// `^-1`
    Inverse,
    /// `+`
    Plus,
    /// `*`
    Star,
    /// `?`
    Optional,
}

impl Binding {
    /// The names that are defined.
    pub(crate) fn names(&self) -> impl Iterator<Item = &Name> {
        self.names.0.iter().flatten()
    }
}
