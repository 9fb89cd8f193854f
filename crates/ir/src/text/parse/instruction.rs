//! Reads instructions and terminators.

use std::fmt::Display;

use porf_entity::{FenceOrdering, FetchOp, ReadOrdering, RmwOrdering, WriteOrdering};

use super::{ParseError, Parser};
use crate::function::ValueId;
use crate::instruction::{
    BinaryOp, Cast, Comparison, FailKind, FloatComparison, Operation, RmwKind, Target, TerminatorKind,
    UnaryOp,
};
use crate::text::lex::{Place, Token};

/// The parts of an instruction's word that are left, such as the orderings in `cmpxchg.sc.rlx`.
type Parts<'w> = std::str::Split<'w, char>;

/// The next part of an instruction's word, as the element that is printed so.
fn part<T: Copy + Display>(
    parts: &mut Parts<'_>,
    place: Place,
    what: &str,
    all: impl IntoIterator<Item = T>,
) -> Result<T, ParseError> {
    let part = parts.next().unwrap_or_default();
    named(part, all).ok_or_else(|| place.error(format!("`.{part}` is no {what}")))
}

/// The element that is printed as `name`.
fn named<T: Copy + Display>(name: &str, all: impl IntoIterator<Item = T>) -> Option<T> {
    all.into_iter().find(|candidate| candidate.to_string() == name)
}

/// An instruction without its results and position, or a terminator without its position.
pub(super) enum Parsed {
    Operation(Operation),
    Terminator(TerminatorKind),
}

impl Parser<'_> {
    /// An instruction from its word on; only an instruction without results can be a terminator.
    pub(super) fn operation_or_terminator(&mut self, has_results: bool) -> Result<Parsed, ParseError> {
        let place = self.place;
        let word = self.word("an instruction")?;
        if let Some(operation) = self.arithmetic(&word)? {
            return Ok(Parsed::Operation(operation));
        }
        let mut parts = word.split('.');
        let name = parts.next().unwrap_or_default();
        let terminator = if has_results { None } else { self.terminator(name, &mut parts, place)? };
        let parsed = match terminator {
            Some(kind) => Parsed::Terminator(kind),
            None => Parsed::Operation(self.operation(name, &mut parts, place)?),
        };
        match parts.next() {
            None => Ok(parsed),
            Some(part) => Err(place.error(format!("`.{part}` does not belong here"))),
        }
    }

    /// The operation whose name is the whole word, whatever full stops are in it.
    fn arithmetic(&mut self, word: &str) -> Result<Option<Operation>, ParseError> {
        Ok(Some(if let Some(op) = named(word, BinaryOp::ALL.iter().copied()) {
            Operation::Binary { op, lhs: self.value()?, rhs: self.next_value()? }
        } else if let Some(op) = named(word, UnaryOp::ALL.iter().copied()) {
            Operation::Unary { op, value: self.value()? }
        } else if let Some(cast) = named(word, Cast::ALL.iter().copied()) {
            Operation::Cast { cast, value: self.value()? }
        } else {
            return Ok(None);
        }))
    }

    fn operation(
        &mut self,
        name: &str,
        parts: &mut Parts<'_>,
        place: Place,
    ) -> Result<Operation, ParseError> {
        let read = |parts: &mut Parts<'_>| {
            part(parts, place, "ordering of a load", ReadOrdering::ALL.iter().copied())
        };
        let rmw = |parts: &mut Parts<'_>| {
            part(parts, place, "ordering of a read-modify-write", RmwOrdering::ALL.iter().copied())
        };
        Ok(match name {
            "const" => Operation::Const(self.number()?),
            "address" if self.at_id('f') => Operation::FunctionAddress(self.function_reference()?),
            "address" => Operation::GlobalAddress(self.global_reference()?),
            "alloca" => {
                let private = match parts.next() {
                    None => false,
                    Some("private") => true,
                    Some(part) => return Err(place.error(format!("`.{part}` is no kind of alloca"))),
                };
                Operation::Alloca { private, size: self.value()?, align: self.number_after("align")? }
            }
            "icmp" => {
                let comparison = part(parts, place, "comparison", Comparison::ALL.iter().copied())?;
                Operation::Compare { comparison, lhs: self.value()?, rhs: self.next_value()? }
            }
            "fcmp" => {
                let comparison = part(parts, place, "comparison", FloatComparison::ALL.iter().copied())?;
                Operation::FloatCompare { comparison, lhs: self.value()?, rhs: self.next_value()? }
            }
            "select" => Operation::Select {
                condition: self.value()?,
                if_true: self.next_value()?,
                if_false: self.next_value()?,
            },
            "ptradd" => Operation::PtrAdd { pointer: self.value()?, offset: self.next_value()? },
            "load" => Operation::Load { ordering: read(parts)?, address: self.value()? },
            "store" | "store_provisional" => {
                let provisional = name == "store_provisional";
                let all = WriteOrdering::ALL.iter().copied();
                let ordering = part(parts, place, "ordering of a store", all)?;
                Operation::Store { provisional, ordering, value: self.value()?, address: self.next_value()? }
            }
            "rmw" => {
                let fetches = FetchOp::ALL.iter().copied().map(RmwKind::Fetch);
                let kinds = fetches.chain([RmwKind::Exchange]);
                let kind = part(parts, place, "operation of a read-modify-write", kinds)?;
                let ordering = rmw(parts)?;
                Operation::Rmw { kind, ordering, address: self.value()?, operand: self.next_value()? }
            }
            "cmpxchg" | "cmpxchg_weak" => Operation::CompareExchange {
                weak: name == "cmpxchg_weak",
                success: rmw(parts)?,
                failure: read(parts)?,
                address: self.value()?,
                expected: self.next_value()?,
                desired: self.next_value()?,
            },
            "fence" => {
                let all = FenceOrdering::ALL.iter().copied();
                Operation::Fence(part(parts, place, "ordering of a fence", all)?)
            }
            "call" => self.call()?,
            "unsupported" => Operation::Unsupported(self.text()?),
            "assume" => Operation::Assume(self.value()?),
            "effects" => Operation::Effects,
            "actions" => Operation::Actions,
            "redundant" => Operation::Redundant { since: self.value()? },
            "cancels" => Operation::Cancels { attempt: self.value()?, address: self.next_value()? },
            _ => return Err(place.error(format!("`{name}` is no instruction"))),
        })
    }

    /// A call of a function, an external or the target of a pointer.
    fn call(&mut self) -> Result<Operation, ParseError> {
        if let Token::Value(_) = self.token {
            let callee = self.value()?;
            return Ok(Operation::CallIndirect { callee, arguments: self.arguments()? });
        }
        if self.at_id('x') {
            let external = self.external_reference()?;
            return Ok(Operation::CallExternal { external, arguments: self.arguments()? });
        }
        let function = self.function_reference()?;
        Ok(Operation::Call { function, arguments: self.arguments()? })
    }

    fn arguments(&mut self) -> Result<Vec<ValueId>, ParseError> {
        self.expect('(')?;
        self.separated(')', Self::value)
    }

    /// The terminator of that name, if there is one.
    fn terminator(
        &mut self,
        name: &str,
        parts: &mut Parts<'_>,
        place: Place,
    ) -> Result<Option<TerminatorKind>, ParseError> {
        Ok(Some(match name {
            "jump" => TerminatorKind::Jump(self.target()?),
            "branch" => {
                let condition = self.value()?;
                self.expect(',')?;
                let then_target = self.target()?;
                self.expect(',')?;
                TerminatorKind::Branch { condition, then_target, else_target: self.target()? }
            }
            "switch" => {
                let value = self.value()?;
                self.expect(',')?;
                self.expect('[')?;
                let cases = self.separated(']', |parser| {
                    let case = parser.number()?;
                    parser.expect(':')?;
                    Ok((case, parser.target()?))
                })?;
                self.expect(',')?;
                TerminatorKind::Switch { value, cases, default: self.target()? }
            }
            "return" => {
                let mut values = Vec::new();
                if matches!(self.token, Token::Value(_)) {
                    values.push(self.value()?);
                    while self.at(',') {
                        values.push(self.next_value()?);
                    }
                }
                TerminatorKind::Return(values)
            }
            "fail" => {
                TerminatorKind::Fail(part(parts, place, "kind of failure", FailKind::ALL.iter().copied())?)
            }
            "loop_bound" => TerminatorKind::LoopBound,
            "spin" => {
                let since = if let Token::Value(_) = self.token { Some(self.value()?) } else { None };
                TerminatorKind::Spin { since }
            }
            _ => return Ok(None),
        }))
    }

    fn target(&mut self) -> Result<Target, ParseError> {
        let block = self.block_reference()?;
        let arguments = if self.at('(') { self.arguments()? } else { Vec::new() };
        Ok(Target { block, arguments })
    }
}
