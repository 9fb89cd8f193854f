//! Specifications, as data.

use std::num::NonZeroU32;

use porf_cat::{Error, Includes, Model, Source};
use porf_entity::{PoolOrder, ReadOrdering, RmwOrdering, SourcePosition, WriteOrdering, named_enum};

use crate::axioms;
use crate::complete::check_complete;
use crate::parse::parse;
use crate::uses;

/// The specification of a library.
///
/// `Display` prints it in its own language. Reading the text gives an equal specification, but for
/// positions and for definitions that no axiom needs.
#[derive(Clone, Debug)]
pub struct Specification {
    /// The name of the library.
    pub name: String,
    /// The value of objects that no init has made; `None` if every object needs an init.
    pub initially: Option<i64>,
    /// Whether the writes of each object are ordered, by co.
    pub coherent: bool,
    /// The order in which functional reads read the writes of an object, where happens-before has an
    /// order of the calls.
    pub order: PoolOrder,
    /// The functions, in the order of the text. Their names are different.
    pub functions: Vec<Function>,
    /// The ways in which a thread may use an object, if it may not call each function at any time.
    pub uses: Vec<Use>,
    /// The axioms in the language cat; `None` if nothing is checked.
    pub axioms: Option<Model>,
}

/// Calls that a thread makes one after the other at one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Use {
    /// The calls, at least one.
    pub calls: Vec<UseCall>,
}

/// A call of a [use](Use).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UseCall {
    /// The place of the function among those of the library.
    pub function: usize,
    /// The result without which the use ends here; `None` if any result will do.
    pub expects: Option<i64>,
}

/// A function of a library.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// The names of its parameters, at least one; the first one is the object.
    pub parameters: Vec<String>,
    /// The event of a call.
    pub action: Action,
    /// The place of the name.
    pub position: SourcePosition,
}

/// The event of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    /// A write that makes the object.
    Init(Write),
    /// A write.
    Write(Write),
    /// A read.
    Read(Read),
    /// A read, and a write of a value that may depend on the value read.
    Rmw(Rmw),
    /// A write of the second argument or, if there is none, of the unit value, and a read of the write
    /// of another exchange that reads this one.
    Exchange(Exchange),
    /// An arrival in a round at the object, and then a departure after all arrivals of the round. The
    /// second argument of the init says how many arrivals a round has.
    Meet,
}

named_enum! {
    /// The kind of a function.
    pub enum Kind {
        /// The first write of an object.
        Init = "init",
        /// A read.
        Read = "read",
        /// A write.
        Write = "write",
        /// A read and a write in one.
        Rmw = "rmw",
        /// A write and a read that give each other's values to two calls.
        Exchange = "exchange",
        /// A meeting of several calls.
        Meet = "meet",
    }
}

/// The event of a function of the kind init or write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// The ordering of the write.
    pub ordering: WriteOrdering,
    /// The value written, an argument or a number; if none is given, the second argument unless that
    /// says how many `times` the write may be read, and the unit value if there is no such argument.
    pub value: Option<Operand>,
    /// The number of functional calls that may read the write, an argument or a number; if none is
    /// given, what the functional reads say.
    pub times: Option<Operand>,
    /// Whether it ends a [recursive](Read::recursive) read, and counts only for the first one.
    pub recursive: bool,
}

/// The event of a function of the kind read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Read {
    /// The name of the value read, which the call returns; `None` if the call returns nothing.
    pub result: Option<String>,
    /// The ordering of the read.
    pub ordering: ReadOrdering,
    /// The number of functional calls that may read one write; `None` if the read is not functional.
    pub functional: Option<NonZeroU32>,
    /// Whether a call waits while it can read from no write.
    pub blocking: bool,
    /// The condition for which a call waits.
    pub when: Option<Guard>,
    /// The value that is returned if the call reads no write, as it always may.
    pub otherwise: Option<i64>,
    /// Whether a thread that has read, and has not written since, reads no more, but has to write as
    /// often.
    pub recursive: bool,
}

/// The event of a function of the kind rmw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rmw {
    /// The name of the value read, which the call returns; `None` if the call returns nothing.
    pub result: Option<String>,
    /// The condition for which a call waits.
    pub when: Option<Guard>,
    /// The value written.
    pub update: Update,
    /// The ordering of both halves.
    pub ordering: RmwOrdering,
    /// The number of functional calls that may read one write; `None` if the rmw is not functional.
    pub functional: Option<NonZeroU32>,
}

/// The event of a function of the kind exchange.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// The name of the value read, which the call returns; `None` if the call returns nothing.
    pub result: Option<String>,
    /// The ordering of both halves.
    pub ordering: RmwOrdering,
}

/// A condition on the value read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Guard {
    /// The operands, one of them the value read.
    pub operands: (Operand, Operand),
    /// Whether they must be equal, or else different.
    pub equal: bool,
}

/// The write of an rmw.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// The operands that must be equal; if they are not, nothing is written.
    pub guard: Option<(Operand, Operand)>,
    /// The value written.
    pub value: Expression,
}

/// A value that a function writes, in terms of its arguments and the value read. Arithmetic is that
/// of 64 bits and wraps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Expression {
    /// A value as it is.
    Operand(Operand),
    /// An operator between two expressions.
    Operation(Operator, Box<Expression>, Box<Expression>),
}

/// A value that is not computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The argument for the parameter at this place.
    Parameter(usize),
    /// The value read, which the function returns.
    Result,
    /// A number.
    Literal(i64),
}

named_enum! {
    /// An operator of expressions.
    pub enum Operator {
        /// The sum.
        Add = "+",
        /// The difference.
        Subtract = "-",
        /// The bits of both.
        And = "&",
        /// The bits of one, but not of both.
        Xor = "^",
        /// The bits of either.
        Or = "|",
    }
}

/// The value that a function writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Written<'f> {
    /// The unit value.
    Unit,
    /// The argument for the parameter at this place.
    Parameter(usize),
    /// A number.
    Literal(i64),
    /// A value that depends on the one read, if it is written at all.
    Update(&'f Update),
}

impl Specification {
    /// Reads a specification. `includes` finds the files that its axioms include.
    pub fn read(source: Source, includes: &dyn Includes) -> Result<Self, Error> {
        let parsed = match parse(&source.text) {
            Ok(parsed) => parsed,
            Err(diagnostic) => return Err(Error::new(source, diagnostic)),
        };
        if let Err(diagnostic) = check_complete(&parsed) {
            return Err(Error::new(source, diagnostic));
        }
        let uses = match uses::resolve(&parsed) {
            Ok(uses) => uses,
            Err(diagnostic) => return Err(Error::new(source, diagnostic)),
        };
        let axioms = axioms::read(source, &parsed, includes)?;
        let (name, initially, coherent) =
            (parsed.name.text, parsed.initially.map(|(value, _)| value), parsed.coherent.is_some());
        let order = parsed.order.map_or(PoolOrder::Any, |(order, _)| order);
        Ok(Self { name, initially, coherent, order, functions: parsed.functions, uses, axioms })
    }

    /// The function of this name.
    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }
}

impl Function {
    /// The kind of the function.
    pub fn kind(&self) -> Kind {
        match self.action {
            Action::Init(_) => Kind::Init,
            Action::Write(_) => Kind::Write,
            Action::Read(_) => Kind::Read,
            Action::Rmw(_) => Kind::Rmw,
            Action::Exchange(_) => Kind::Exchange,
            Action::Meet => Kind::Meet,
        }
    }

    /// The name of the value read, if a call returns it.
    pub fn result(&self) -> Option<&str> {
        match &self.action {
            Action::Init(_) | Action::Write(_) | Action::Meet => None,
            Action::Read(read) => read.result.as_deref(),
            Action::Rmw(rmw) => rmw.result.as_deref(),
            Action::Exchange(exchange) => exchange.result.as_deref(),
        }
    }

    /// The value that a call writes; `None` for a read and for a meeting, which only orders.
    pub fn written(&self) -> Option<Written<'_>> {
        let second = if self.parameters.len() > 1 { Written::Parameter(1) } else { Written::Unit };
        match &self.action {
            Action::Init(write) | Action::Write(write) => Some(match (write.value, write.times) {
                (Some(Operand::Literal(value)), _) => Written::Literal(value),
                (Some(Operand::Parameter(place)), _) => Written::Parameter(place),
                (_, Some(Operand::Parameter(1))) => Written::Unit,
                _ => second,
            }),
            Action::Read(_) | Action::Meet => None,
            Action::Rmw(rmw) => Some(Written::Update(&rmw.update)),
            Action::Exchange(_) => Some(second),
        }
    }

    /// The number of functional calls that may read one write; `None` if the function is not
    /// functional.
    pub fn most_readers(&self) -> Option<NonZeroU32> {
        match &self.action {
            Action::Init(_) | Action::Write(_) | Action::Meet => None,
            Action::Read(read) => read.functional,
            Action::Rmw(rmw) => rmw.functional,
            Action::Exchange(_) => Some(NonZeroU32::MIN),
        }
    }

    /// Whether a call waits while it can read from no write.
    pub fn is_blocking(&self) -> bool {
        match &self.action {
            Action::Read(read) => read.blocking,
            action => matches!(action, Action::Exchange(_)),
        }
    }

    /// The condition on the value read for which a call waits.
    pub fn when(&self) -> Option<Guard> {
        match &self.action {
            Action::Read(read) => read.when,
            Action::Rmw(rmw) => rmw.when,
            _ => None,
        }
    }
}

impl Kind {
    /// Whether functions of the kind read.
    pub fn reads(self) -> bool {
        matches!(self, Self::Read | Self::Rmw | Self::Exchange)
    }

    /// Whether functions of the kind write.
    pub fn writes(self) -> bool {
        !matches!(self, Self::Read | Self::Meet)
    }
}
