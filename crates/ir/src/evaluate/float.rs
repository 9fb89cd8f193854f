//! Floating-point arithmetic.
//!
//! Numbers of 32 bits are computed with in 64 and rounded to 32 at the end. The results are those
//! of computing in 32 bits. Remainders and whole parts are exact in either. For the sum,
//! difference, product, quotient and square root of numbers with p bits, rounding to at least 2p +
//! 2 bits first does no harm (`figueroa` in docs/papers.md); here p is 24 and there are 53.
//!
//! A result that is not a number is always the same one, so that runs repeat exactly; IEEE 754
//! leaves its bits open.

use crate::instruction::{BinaryOp, FloatComparison, UnaryOp};
use crate::types::Type;

/// The number with these bits.
fn number(ty: Type, bits: u64) -> f64 {
    match ty {
        Type::F32 => f64::from(f32::from_bits(bits as u32)),
        _ => f64::from_bits(bits),
    }
}

/// The bits of the number that is nearest to a result.
fn bits(ty: Type, result: f64) -> u64 {
    match ty {
        Type::F32 if result.is_nan() => u64::from(f32::NAN.to_bits()),
        Type::F32 => u64::from((result as f32).to_bits()),
        _ if result.is_nan() => f64::NAN.to_bits(),
        _ => result.to_bits(),
    }
}

/// Arithmetic; the operation is one on floating-point numbers.
pub(super) fn binary(op: BinaryOp, ty: Type, lhs: u64, rhs: u64) -> u64 {
    let (lhs, rhs) = (number(ty, lhs), number(ty, rhs));
    let result = match op {
        BinaryOp::FAdd => lhs + rhs,
        BinaryOp::FSub => lhs - rhs,
        BinaryOp::FMul => lhs * rhs,
        BinaryOp::FDiv => lhs / rhs,
        BinaryOp::FRem => lhs % rhs,
        _ => unreachable!("{op} is arithmetic on integers"),
    };
    bits(ty, result)
}

/// An operation on one number; it is one on floating-point numbers.
pub(super) fn unary(op: UnaryOp, ty: Type, value: u64) -> u64 {
    let sign = 1 << (ty.bits() - 1);
    let operand = number(ty, value);
    let result = match op {
        // These are operations on the bits, even if they are not a number.
        UnaryOp::FNeg => return value ^ sign,
        UnaryOp::FAbs => return value & !sign,
        UnaryOp::Sqrt => operand.sqrt(),
        UnaryOp::Floor => operand.floor(),
        UnaryOp::Ceil => operand.ceil(),
        UnaryOp::FTrunc => operand.trunc(),
        UnaryOp::Round => operand.round(),
        UnaryOp::RoundEven => operand.round_ties_even(),
        _ => unreachable!("{op} is an operation on integers"),
    };
    bits(ty, result)
}

/// The nearest number of another width.
pub(super) fn resize(from: Type, to: Type, value: u64) -> u64 {
    bits(to, number(from, value))
}

/// The whole part, or the nearest number that fits; 0 if the operand is not a number.
pub(super) fn to_unsigned(from: Type, to: Type, value: u64) -> u64 {
    // The conversion of the language itself saturates.
    (number(from, value) as u64).min(to.mask())
}

/// The whole part, or the nearest number that fits; 0 if the operand is not a number.
pub(super) fn to_signed(from: Type, to: Type, value: u64) -> u64 {
    let greatest = (to.mask() >> 1) as i64;
    (number(from, value) as i64).clamp(-greatest - 1, greatest) as u64 & to.mask()
}

/// The nearest number to an integer, rounded once.
pub(super) fn from_unsigned(to: Type, value: u64) -> u64 {
    match to {
        Type::F32 => u64::from((value as f32).to_bits()),
        _ => (value as f64).to_bits(),
    }
}

/// The nearest number to an integer, rounded once.
pub(super) fn from_signed(to: Type, value: i64) -> u64 {
    match to {
        Type::F32 => u64::from((value as f32).to_bits()),
        _ => (value as f64).to_bits(),
    }
}

impl FloatComparison {
    /// Whether the comparison holds between two numbers of the type.
    pub fn evaluate(self, ty: Type, lhs: u64, rhs: u64) -> bool {
        let (lhs, rhs) = (number(ty, lhs), number(ty, rhs));
        let unordered = lhs.is_nan() || rhs.is_nan();
        match self {
            Self::False => false,
            Self::Oeq => lhs == rhs,
            Self::Ogt => lhs > rhs,
            Self::Oge => lhs >= rhs,
            Self::Olt => lhs < rhs,
            Self::Ole => lhs <= rhs,
            Self::One => !unordered && lhs != rhs,
            Self::Ord => !unordered,
            Self::Uno => unordered,
            Self::Ueq => unordered || lhs == rhs,
            Self::Ugt => unordered || lhs > rhs,
            Self::Uge => unordered || lhs >= rhs,
            Self::Ult => unordered || lhs < rhs,
            Self::Ule => unordered || lhs <= rhs,
            Self::Une => unordered || lhs != rhs,
            Self::True => true,
        }
    }
}
