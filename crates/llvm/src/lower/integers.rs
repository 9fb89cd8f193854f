//! The lowering of integer intrinsics: overflow, saturation, minima and maxima, bits.

use porf_ir as ir;
use smallvec::SmallVec;

use super::Lowered;
use super::function::{FunctionLowering, Values};
use crate::ast::Operand;

use ir::BinaryOp::{Add, And, LShr, Mul, Or, SDiv, Shl, Sub, SubNsw, UDiv, URem, Xor};
use ir::Comparison::{Eq, Ne, Sgt, Slt, Ugt, Ult};

/// A sum, a difference or a product.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Sub,
    Mul,
}

impl FunctionLowering<'_, '_> {
    /// Lowers an intrinsic on integers; `None` if the name is not one of them.
    pub(super) fn integer_intrinsic(&mut self, name: &str, operands: &[Operand]) -> Lowered<Option<Values>> {
        let one = |value: ir::ValueId| SmallVec::from_slice(&[value]);
        if let &[left, right] = operands {
            if let Some((signed, operation)) = name.strip_suffix(".with.overflow").and_then(arithmetic) {
                let (left, right) = self.integers(left, right)?;
                let (value, overflows) = self.with_overflow(signed, operation, left, right);
                return Ok(Some(SmallVec::from_slice(&[value, overflows])));
            }
            if let Some((signed, operation)) = name.strip_suffix(".sat").and_then(arithmetic) {
                let (left, right) = self.integers(left, right)?;
                return Ok(Some(one(self.saturating(signed, operation, left, right))));
            }
        }
        let values = match (name, operands) {
            ("smax" | "smin" | "umax" | "umin", &[left, right]) => {
                let (left, right) = self.integers(left, right)?;
                let comparison = match name {
                    "smax" => Sgt,
                    "smin" => Slt,
                    "umax" => Ugt,
                    _ => Ult,
                };
                let first = self.builder.compare(comparison, left, right);
                one(self.builder.select(first, left, right))
            }
            ("abs", &[value, minimum_is_poison]) => {
                let value = self.integer(value)?;
                let op = if self.known_bits(minimum_is_poison)? != 0 { SubNsw } else { Sub };
                let zero = self.same_type(value, 0);
                let negative = self.builder.compare(Slt, value, zero);
                // Only negative numbers are subtracted, so that no overflow is seen where there is
                // none.
                let subtrahend = self.builder.select(negative, value, zero);
                let negated = self.builder.binary(op, zero, subtrahend);
                one(self.builder.select(negative, negated, value))
            }
            ("ctpop", &[value]) => one(self.unary_integer(ir::UnaryOp::CountOnes, value)?),
            ("ctlz", &[value, _]) => one(self.unary_integer(ir::UnaryOp::LeadingZeros, value)?),
            ("cttz", &[value, _]) => one(self.unary_integer(ir::UnaryOp::TrailingZeros, value)?),
            ("bitreverse", &[value]) => one(self.unary_integer(ir::UnaryOp::ReverseBits, value)?),
            ("bswap", &[value]) => {
                let bits = self.integer(value).map(|value| self.builder.value_type(value).bits())?;
                if bits % 16 != 0 {
                    return super::unsupported(format!("llvm.bswap.i{bits}"));
                }
                one(self.unary_integer(ir::UnaryOp::SwapBytes, value)?)
            }
            ("fshl" | "fshr", &[high, low, amount]) => {
                let (high, low) = self.integers(high, low)?;
                let amount = self.integer(amount)?;
                if self.builder.value_type(amount) != self.builder.value_type(high) {
                    return super::unsupported(format!("llvm.{name} on different types"));
                }
                one(self.funnel_shift(name == "fshl", high, low, amount))
            }
            _ => return Ok(None),
        };
        Ok(Some(values))
    }

    fn integers(&mut self, left: Operand, right: Operand) -> Lowered<(ir::ValueId, ir::ValueId)> {
        self.integer(left)?;
        self.scalars(left, right)
    }

    fn unary_integer(&mut self, op: ir::UnaryOp, value: Operand) -> Lowered<ir::ValueId> {
        let value = self.integer(value)?;
        Ok(self.builder.unary(op, value))
    }

    /// A constant of the type of a value.
    fn same_type(&mut self, value: ir::ValueId, bits: u64) -> ir::ValueId {
        self.builder.constant(self.builder.value_type(value), bits)
    }

    /// The wrapped result, and an `i1` that says whether the exact one does not fit.
    fn with_overflow(
        &mut self,
        signed: bool,
        operation: Arithmetic,
        left: ir::ValueId,
        right: ir::ValueId,
    ) -> (ir::ValueId, ir::ValueId) {
        let op = match operation {
            Arithmetic::Add => Add,
            Arithmetic::Sub => Sub,
            Arithmetic::Mul => Mul,
        };
        let result = self.builder.binary(op, left, right);
        let overflows = match (signed, operation) {
            (false, Arithmetic::Add) => self.builder.compare(Ult, result, left),
            (false, Arithmetic::Sub) => self.builder.compare(Ult, left, right),
            (true, Arithmetic::Add) => {
                // The sign of the result differs from those of both operands.
                let (a, b) =
                    (self.builder.binary(Xor, left, result), self.builder.binary(Xor, right, result));
                self.both_negative(a, b)
            }
            (true, Arithmetic::Sub) => {
                // The signs of the operands differ, and the result has that of the right one.
                let (a, b) = (self.builder.binary(Xor, left, right), self.builder.binary(Xor, left, result));
                self.both_negative(a, b)
            }
            (signed, Arithmetic::Mul) if self.builder.value_type(left).bits() <= 32 => {
                self.narrow_product_overflows(signed, left, right, result)
            }
            (false, Arithmetic::Mul) => self.product_overflows(left, right, result),
            (true, Arithmetic::Mul) => self.signed_product_overflows(left, right, result),
        };
        (result, overflows)
    }

    fn both_negative(&mut self, a: ir::ValueId, b: ir::ValueId) -> ir::ValueId {
        let both = self.builder.binary(And, a, b);
        let zero = self.same_type(both, 0);
        self.builder.compare(Slt, both, zero)
    }

    /// Whether the product in twice the width differs from the result.
    fn narrow_product_overflows(
        &mut self,
        signed: bool,
        left: ir::ValueId,
        right: ir::ValueId,
        result: ir::ValueId,
    ) -> ir::ValueId {
        let wide = ir::Type::Int(self.builder.value_type(left).bits() as u8 * 2);
        let [left, right, result] =
            [left, right, result].map(|value| self.builder.resize(value, wide, signed));
        let exact = self.builder.binary(Mul, left, right);
        self.builder.compare(Ne, exact, result)
    }

    /// Unsigned: whether `result / left` is not `right`, unless `left` is 0.
    fn product_overflows(
        &mut self,
        left: ir::ValueId,
        right: ir::ValueId,
        result: ir::ValueId,
    ) -> ir::ValueId {
        let (zero, one) = (self.same_type(left, 0), self.same_type(left, 1));
        let is_zero = self.builder.compare(Eq, left, zero);
        let divisor = self.builder.select(is_zero, one, left);
        let quotient = self.builder.binary(UDiv, result, divisor);
        let differs = self.builder.compare(Ne, quotient, right);
        let not_zero = self.builder.compare(Ne, left, zero);
        self.builder.binary(And, not_zero, differs)
    }

    /// Signed: the same, except for -1, which must not divide the least number. Times -1, only the
    /// least number overflows.
    fn signed_product_overflows(
        &mut self,
        left: ir::ValueId,
        right: ir::ValueId,
        result: ir::ValueId,
    ) -> ir::ValueId {
        let ty = self.builder.value_type(left);
        let [zero, one, minus_one, least] =
            [0, 1, u64::MAX, 1 << (ty.bits() - 1)].map(|bits| self.builder.constant(ty, bits));
        let is_zero = self.builder.compare(Eq, left, zero);
        let is_minus_one = self.builder.compare(Eq, left, minus_one);
        let special = self.builder.binary(Or, is_zero, is_minus_one);
        let divisor = self.builder.select(special, one, left);
        let quotient = self.builder.binary(SDiv, result, divisor);
        let differs = self.builder.compare(Ne, quotient, right);
        let not_zero = self.builder.compare(Ne, left, zero);
        let overflows = self.builder.binary(And, not_zero, differs);
        let is_least = self.builder.compare(Eq, right, least);
        self.builder.select(is_minus_one, is_least, overflows)
    }

    /// The number of the type nearest to the exact result.
    fn saturating(
        &mut self,
        signed: bool,
        operation: Arithmetic,
        left: ir::ValueId,
        right: ir::ValueId,
    ) -> ir::ValueId {
        let ty = self.builder.value_type(left);
        let (result, overflows) = self.with_overflow(signed, operation, left, right);
        let limit = match (signed, operation) {
            (false, Arithmetic::Sub) => self.builder.constant(ty, 0),
            (false, _) => self.builder.constant(ty, u64::MAX),
            (true, _) => {
                // Where a sum or a difference overflows, the exact one has the sign of the left
                // operand.
                let least = self.builder.constant(ty, 1 << (ty.bits() - 1));
                let greatest = self.builder.constant(ty, (1 << (ty.bits() - 1)) - 1);
                let zero = self.builder.constant(ty, 0);
                let negative = self.builder.compare(Slt, left, zero);
                self.builder.select(negative, least, greatest)
            }
        };
        self.builder.select(overflows, limit, result)
    }

    /// The high half, or the low half, of two integers in a row that are shifted left, or right. A
    /// shift by the whole width is an error, so the bits from the other half are shifted by one bit
    /// first.
    fn funnel_shift(
        &mut self,
        to_the_left: bool,
        high: ir::ValueId,
        low: ir::ValueId,
        amount: ir::ValueId,
    ) -> ir::ValueId {
        let bits = self.builder.value_type(high).bits();
        if bits == 1 {
            // The amount is a multiple of the width.
            return if to_the_left { high } else { low };
        }
        let width = self.same_type(high, bits.into());
        let amount = self.builder.binary(URem, amount, width);
        let one = self.same_type(high, 1);
        let last = self.same_type(high, u64::from(bits) - 1);
        let rest = self.builder.binary(Sub, last, amount);
        let (high, low) = if to_the_left {
            let low = self.builder.binary(LShr, low, one);
            (self.builder.binary(Shl, high, amount), self.builder.binary(LShr, low, rest))
        } else {
            let high = self.builder.binary(Shl, high, one);
            (self.builder.binary(Shl, high, rest), self.builder.binary(LShr, low, amount))
        };
        self.builder.binary(Or, high, low)
    }
}

/// The arithmetic that `sadd`, `umul` and the like stand for, and whether it is signed.
fn arithmetic(name: &str) -> Option<(bool, Arithmetic)> {
    let operation = match name.get(1..)? {
        "add" => Arithmetic::Add,
        "sub" => Arithmetic::Sub,
        "mul" => Arithmetic::Mul,
        _ => return None,
    };
    match name.as_bytes()[0] {
        b's' => Some((true, operation)),
        b'u' => Some((false, operation)),
        _ => None,
    }
}
