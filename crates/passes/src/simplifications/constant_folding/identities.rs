//! Results of single operations some of whose operands are known.

use porf_entity::{PrimaryMap, SecondaryMap};
use porf_ir::{BinaryOp, Cast, Comparison, Instruction, Operation, Type, ValueData, ValueId};

use crate::analyses::function_facts::Constants;

/// The result of folding an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Folded {
    /// The instruction stays.
    Unchanged,
    /// The instruction defines a number.
    Number(u64),
    /// The instruction returns another value.
    Operand(ValueId),
    /// The instruction does nothing.
    Nothing,
}

/// The known facts about values.
pub(crate) struct Knowledge {
    pub(crate) constants: Constants,
    /// By value that a cast defines, the cast and its operand.
    casts: SecondaryMap<ValueId, Option<(Cast, ValueId)>>,
}

type Values = PrimaryMap<ValueId, ValueData>;

impl Knowledge {
    pub(crate) fn new(constants: Constants) -> Self {
        Self { constants, casts: SecondaryMap::with_default(None) }
    }

    /// Folds an instruction, and records its results.
    pub(crate) fn fold(&mut self, instruction: &Instruction, values: &Values) -> Folded {
        let number = |value: ValueId| self.constants[value];
        let type_of = |value: ValueId| values[value].ty;
        match instruction.operation {
            Operation::Unary { op, value } => number(value)
                .map_or(Folded::Unchanged, |bits| Folded::Number(op.evaluate(type_of(value), bits))),
            Operation::Binary { op, lhs, rhs } => self.binary(op, lhs, rhs, type_of(lhs)),
            Operation::Compare { comparison, lhs, rhs } => self.compare(comparison, lhs, rhs, values),
            Operation::FloatCompare { comparison, lhs, rhs } => match (number(lhs), number(rhs)) {
                (Some(a), Some(b)) => Folded::Number(comparison.evaluate(type_of(lhs), a, b).into()),
                _ => Folded::Unchanged,
            },
            Operation::Cast { cast, value } => {
                let result = instruction.results[0];
                let folded = self.cast(cast, value, type_of(result), values);
                if folded == Folded::Unchanged {
                    self.casts[result] = Some((cast, value));
                }
                folded
            }
            Operation::Select { condition, if_true, if_false } => match number(condition) {
                _ if if_true == if_false => Folded::Operand(if_true),
                Some(0) => Folded::Operand(if_false),
                Some(_) => Folded::Operand(if_true),
                None => Folded::Unchanged,
            },
            Operation::PtrAdd { pointer, offset } => match (number(pointer), number(offset)) {
                (_, Some(0)) => Folded::Operand(pointer),
                (Some(address), Some(distance)) => Folded::Number(address.wrapping_add(distance)),
                _ => Folded::Unchanged,
            },
            Operation::Assume(condition) if number(condition) == Some(1) => Folded::Nothing,
            _ => Folded::Unchanged,
        }
    }

    fn binary(&self, op: BinaryOp, lhs: ValueId, rhs: ValueId, ty: Type) -> Folded {
        match (self.constants[lhs], self.constants[rhs]) {
            // An error stays an error: a sum that does not fit, a division by zero.
            (Some(a), Some(b)) if op.overflows_signed(ty, a, b) => Folded::Unchanged,
            (Some(a), Some(b)) => op.evaluate(ty, a, b).map_or(Folded::Unchanged, Folded::Number),
            numbers => identity(op, lhs, rhs, numbers, ty),
        }
    }

    fn compare(&self, comparison: Comparison, lhs: ValueId, rhs: ValueId, values: &Values) -> Folded {
        let ty = values[lhs].ty;
        match (self.constants[lhs], self.constants[rhs]) {
            (Some(a), Some(b)) => Folded::Number(comparison.evaluate(ty, a, b).into()),
            // A value compares with itself as any number does.
            _ if lhs == rhs => Folded::Number(comparison.evaluate(ty, 0, 0).into()),
            // A truth value made wider is not 0 exactly if it is true.
            (None, Some(0)) if comparison == Comparison::Ne => match self.casts[lhs] {
                Some((Cast::ZExt | Cast::SExt, truth)) if values[truth].ty == Type::I1 => {
                    Folded::Operand(truth)
                }
                _ => Folded::Unchanged,
            },
            _ => Folded::Unchanged,
        }
    }

    fn cast(&self, cast: Cast, value: ValueId, to: Type, values: &Values) -> Folded {
        let from = values[value].ty;
        if let Some(bits) = self.constants[value] {
            return Folded::Number(cast.evaluate(from, to, bits));
        }
        if cast == Cast::Bitcast && from == to {
            return Folded::Operand(value);
        }
        // A cast that undoes another.
        match (self.casts[value], cast) {
            (Some((Cast::ZExt | Cast::SExt, original)), Cast::Trunc)
            | (Some((Cast::Bitcast, original)), Cast::Bitcast)
                if values[original].ty == to =>
            {
                Folded::Operand(original)
            }
            (Some((Cast::PtrToInt, original)), Cast::IntToPtr)
            | (Some((Cast::IntToPtr, original)), Cast::PtrToInt)
                if values[original].ty == to && from.bits() == 64 && to.bits() == 64 =>
            {
                Folded::Operand(original)
            }
            _ => Folded::Unchanged,
        }
    }
}

/// Operations on integers whose result does not depend on one of the operands, or is one of them.
fn identity(
    op: BinaryOp,
    lhs: ValueId,
    rhs: ValueId,
    (a, b): (Option<u64>, Option<u64>),
    ty: Type,
) -> Folded {
    use BinaryOp::*;
    let (zero, one, ones) = (Some(0), Some(1 & ty.mask()), Some(ty.mask()));
    let same = lhs == rhs;
    match op {
        Add | AddNsw | Or | Xor if a == zero => Folded::Operand(rhs),
        Add | AddNsw | Sub | SubNsw | Or | Xor | Shl | LShr | AShr if b == zero => Folded::Operand(lhs),
        // In one bit, 1 is -1 as a signed number.
        Mul | UDiv if b == one => Folded::Operand(lhs),
        MulNsw | SDiv if b == one && ty != Type::I1 => Folded::Operand(lhs),
        Mul if a == one => Folded::Operand(rhs),
        MulNsw if a == one && ty != Type::I1 => Folded::Operand(rhs),
        Mul | MulNsw | And if a == zero || b == zero => Folded::Number(0),
        And if a == ones => Folded::Operand(rhs),
        And if b == ones => Folded::Operand(lhs),
        URem if b == one => Folded::Number(0),
        SRem if b == one && ty != Type::I1 => Folded::Number(0),
        Sub | SubNsw | Xor if same => Folded::Number(0),
        And | Or if same => Folded::Operand(lhs),
        _ => Folded::Unchanged,
    }
}
