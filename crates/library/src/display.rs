//! A specification as a text in its own language: the clauses of the library, its functions, and
//! its axioms.
//!
//! Operands of operators are in parentheses unless the operators are the same and applied from the
//! left, so that nobody has to know how much they bind.

use std::fmt;

use crate::specification::{Action, Expression, Function, Operand, Operator, Specification, Update};

impl fmt::Display for Specification {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "library {}", self.name)?;
        if let Some(value) = self.initially {
            writeln!(f, "initially {value}")?;
        }
        if self.coherent {
            writeln!(f, "coherent")?;
        }
        writeln!(f)?;
        for function in &self.functions {
            writeln!(f, "{function}")?;
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
            Action::Init(ordering) | Action::Write(ordering) => write!(f, " {ordering}")?,
            Action::Read(read) => write!(f, " {}", read.ordering)?,
            Action::Rmw(rmw) => {
                self.write_update(f, &rmw.update)?;
                write!(f, " {}", rmw.ordering)?;
            }
        }
        if let Some(most_readers) = self.most_readers() {
            f.write_str(" functional")?;
            if most_readers.get() != 1 {
                write!(f, " {most_readers}")?;
            }
        }
        match self.is_blocking() {
            true => f.write_str(" blocking"),
            false => Ok(()),
        }
    }
}

impl Function {
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
