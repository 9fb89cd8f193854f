//! A specification as a text in its own language: the clauses of the library, its functions, and
//! its axioms.
//!
//! Operands of operators are in parentheses unless the operators are the same and applied from the
//! left, so that nobody has to know how much they bind.

use std::fmt;
use std::num::NonZeroU32;

use porf_entity::PoolOrder;

use crate::specification::{
    Action, Expression, Function, Guard, Operand, Operator, Read, Specification, Update, Use, UseCall, Write,
};

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "library {}", self.name)?;
        if let Some(value) = self.initially {
            writeln!(f, "initially {value}")?;
        }
        if self.coherent {
            writeln!(f, "coherent")?;
        }
        if self.order != PoolOrder::Any {
            writeln!(f, "{}", self.order)?;
        }
        writeln!(f)?;
        for function in &self.functions {
            writeln!(f, "{function}")?;
        }
        if !self.uses.is_empty() {
            writeln!(f)?;
        }
        for Use { calls } in &self.uses {
            let call = |call: &UseCall| {
                let name = &self.functions[call.function].name;
                call.expects.map_or(name.clone(), |expected| format!("{name} == {expected}"))
            };
            writeln!(f, "use {}", calls.iter().map(call).collect::<Vec<_>>().join(", "))?;
        }
        match &self.axioms {
            Some(axioms) => write!(f, "\n{axioms}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}({})", self.kind(), self.name, self.parameters.join(", "))?;
        if let Some(result) = self.result() {
            write!(f, " = {result}")?;
        }
        match &self.action {
            Action::Init(write) | Action::Write(write) => self.write_write(f, write),
            Action::Read(read) => self.write_read(f, read),
            Action::Rmw(rmw) => {
                self.write_guard(f, rmw.when)?;
                self.write_update(f, &rmw.update)?;
                write!(f, " {}", rmw.ordering)?;
                write_functional(f, rmw.functional)
            }
            Action::Exchange(exchange) => write!(f, " {}", exchange.ordering),
            Action::Meet => Ok(()),
        }
    }
}

fn write_functional(f: &mut fmt::Formatter<'_>, most_readers: Option<NonZeroU32>) -> fmt::Result {
    match most_readers.map(NonZeroU32::get) {
        Some(1) => f.write_str(" functional"),
        Some(number) => write!(f, " functional {number}"),
        None => Ok(()),
    }
}

fn write_recursive(f: &mut fmt::Formatter<'_>, recursive: bool) -> fmt::Result {
    if recursive { f.write_str(" recursive") } else { Ok(()) }
}

impl Function {
    fn write_write(&self, f: &mut fmt::Formatter<'_>, write: &Write) -> fmt::Result {
        if let Some(value) = write.value {
            write!(f, " writes {}", self.operand(value))?;
        }
        write!(f, " {}", write.ordering)?;
        if let Some(times) = write.times {
            write!(f, " times {}", self.operand(times))?;
        }
        write_recursive(f, write.recursive)
    }

    fn write_read(&self, f: &mut fmt::Formatter<'_>, read: &Read) -> fmt::Result {
        self.write_guard(f, read.when)?;
        write!(f, " {}", read.ordering)?;
        write_functional(f, read.functional)?;
        if read.blocking {
            f.write_str(" blocking")?;
        }
        if let Some(otherwise) = read.otherwise {
            write!(f, " else {otherwise}")?;
        }
        write_recursive(f, read.recursive)
    }

    fn write_guard(&self, f: &mut fmt::Formatter<'_>, guard: Option<Guard>) -> fmt::Result {
        let Some(Guard { operands: (left, right), equal }) = guard else { return Ok(()) };
        let comparison = if equal { "==" } else { "!=" };
        write!(f, " when {} {comparison} {}", self.operand(left), self.operand(right))
    }

    fn write_update(&self, f: &mut fmt::Formatter<'_>, update: &Update) -> fmt::Result {
        if let Some((left, right)) = update.guard {
            write!(f, " if {} == {}", self.operand(left), self.operand(right))?;
        }
        f.write_str(" writes ")?;
        self.write_expression(f, &update.value)
    }

    fn write_expression(&self, f: &mut fmt::Formatter<'_>, expression: &Expression) -> fmt::Result {
        let (operator, left, right) = match expression {
            Expression::Operand(operand) => return f.write_str(&self.operand(*operand)),
            Expression::Operation(operator, left, right) => (*operator, left, right),
        };
        self.write_operand(f, left, Some(operator))?;
        write!(f, " {operator} ")?;
        self.write_operand(f, right, None)
    }

    /// Prints an operand of an operator, in parentheses unless it is an operation of this operator.
    fn write_operand(
        &self,
        f: &mut fmt::Formatter<'_>,
        operand: &Expression,
        same: Option<Operator>,
    ) -> fmt::Result {
        match operand {
            Expression::Operation(operator, ..) if same != Some(*operator) => {
                f.write_str("(")?;
                self.write_expression(f, operand)?;
                f.write_str(")")
            }
            _ => self.write_expression(f, operand),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        match operand {
            Operand::Parameter(place) => self.parameters.get(place).map_or("_", String::as_str).to_owned(),
            Operand::Result => self.result().unwrap_or("_").to_owned(),
            Operand::Literal(value) => value.to_string(),
        }
    }
}
