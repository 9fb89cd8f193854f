//! The results of operations: the one definition of their meaning on bits.
//!
//! Operands and results are the low bits of 64, with the bits above the width 0.

mod float;

use crate::instruction::{BinaryOp, Cast, Comparison, UnaryOp};
use crate::types::Type;

/// The low `bits` of 64 as a signed number.
fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits;
    ((value << unused) as i64) >> unused
}

impl BinaryOp {
    /// The result on two numbers of a type, or `None` for a division or a shift that is an error.
    pub fn evaluate(self, ty: Type, lhs: u64, rhs: u64) -> Option<u64> {
        let bits = ty.bits();
        let signed_operands = || (signed(lhs, bits), signed(rhs, bits));
        // The quotient of the least number and -1 overflows in 64 bits, and does not fit in fewer.
        let overflows = || lhs == 1 << (bits - 1) && rhs == ty.mask();
        let shift = u32::try_from(rhs).ok().filter(|&shift| shift < bits);
        let result = match self {
            Self::Add | Self::AddNsw => lhs.wrapping_add(rhs),
            Self::Sub | Self::SubNsw => lhs.wrapping_sub(rhs),
            Self::Mul | Self::MulNsw => lhs.wrapping_mul(rhs),
            Self::UDiv => lhs.checked_div(rhs)?,
            Self::URem => lhs.checked_rem(rhs)?,
            Self::SDiv | Self::SRem if rhs == 0 || overflows() => return None,
            Self::SDiv => {
                let (lhs, rhs) = signed_operands();
                (lhs / rhs) as u64
            }
            Self::SRem => {
                let (lhs, rhs) = signed_operands();
                (lhs % rhs) as u64
            }
            Self::And => lhs & rhs,
            Self::Or => lhs | rhs,
            Self::Xor => lhs ^ rhs,
            Self::Shl => lhs << shift?,
            Self::LShr => lhs >> shift?,
            Self::AShr => (signed(lhs, bits) >> shift?) as u64,
            Self::FAdd | Self::FSub | Self::FMul | Self::FDiv | Self::FRem => {
                float::binary(self, ty, lhs, rhs)
            }
        };
        Some(result & ty.mask())
    }

    /// Whether the operation is one with `nsw` and its signed result does not fit.
    pub fn overflows_signed(self, ty: Type, lhs: u64, rhs: u64) -> bool {
        let bits = ty.bits();
        let (lhs, rhs) = (i128::from(signed(lhs, bits)), i128::from(signed(rhs, bits)));
        let exact = match self {
            Self::AddNsw => lhs + rhs,
            Self::SubNsw => lhs - rhs,
            Self::MulNsw => lhs * rhs,
            _ => return false,
        };
        let limit = 1i128 << (bits - 1);
        !(-limit..limit).contains(&exact)
    }
}

impl UnaryOp {
    /// The result on a value of a type.
    pub fn evaluate(self, ty: Type, value: u64) -> u64 {
        let unused = 64 - ty.bits();
        // The count may not fit in an integer of one or two bits.
        let result = match self {
            Self::CountOnes => u64::from(value.count_ones()),
            Self::LeadingZeros => u64::from(value.leading_zeros() - unused),
            Self::TrailingZeros => u64::from(value.trailing_zeros().min(ty.bits())),
            Self::SwapBytes => value.swap_bytes() >> unused,
            Self::ReverseBits => value.reverse_bits() >> unused,
            Self::FNeg
            | Self::FAbs
            | Self::Sqrt
            | Self::Floor
            | Self::Ceil
            | Self::FTrunc
            | Self::Round
            | Self::RoundEven => float::unary(self, ty, value),
        };
        result & ty.mask()
    }
}

impl Comparison {
    /// The comparison that holds if and only if this one does not. Whether pointers are the same is not
    /// negated: there is no comparison for that.
    pub fn negated(self) -> Self {
        match self {
            Self::Eq => Self::Ne,
            Self::Ne => Self::Eq,
            Self::Ult => Self::Uge,
            Self::Uge => Self::Ult,
            Self::Ule => Self::Ugt,
            Self::Ugt => Self::Ule,
            Self::Slt => Self::Sge,
            Self::Sge => Self::Slt,
            Self::Sle => Self::Sgt,
            Self::Sgt => Self::Sle,
            Self::Same => Self::Same,
        }
    }

    /// The comparison with the operands exchanged.
    pub fn mirrored(self) -> Self {
        match self {
            Self::Ult => Self::Ugt,
            Self::Ugt => Self::Ult,
            Self::Ule => Self::Uge,
            Self::Uge => Self::Ule,
            Self::Slt => Self::Sgt,
            Self::Sgt => Self::Slt,
            Self::Sle => Self::Sge,
            Self::Sge => Self::Sle,
            Self::Eq | Self::Ne | Self::Same => self,
        }
    }

    /// Whether the comparison holds between two values of the type.
    pub fn evaluate(self, ty: Type, lhs: u64, rhs: u64) -> bool {
        let (signed_lhs, signed_rhs) = (signed(lhs, ty.bits()), signed(rhs, ty.bits()));
        match self {
            Self::Eq | Self::Same => lhs == rhs,
            Self::Ne => lhs != rhs,
            Self::Ult => lhs < rhs,
            Self::Ule => lhs <= rhs,
            Self::Ugt => lhs > rhs,
            Self::Uge => lhs >= rhs,
            Self::Slt => signed_lhs < signed_rhs,
            Self::Sle => signed_lhs <= signed_rhs,
            Self::Sgt => signed_lhs > signed_rhs,
            Self::Sge => signed_lhs >= signed_rhs,
        }
    }
}

impl Cast {
    /// The value of type `to` that the cast gives for a value of type `from`.
    pub fn evaluate(self, from: Type, to: Type, value: u64) -> u64 {
        match self {
            Self::ZExt | Self::IntToPtr | Self::Bitcast => value,
            Self::SExt => signed(value, from.bits()) as u64 & to.mask(),
            Self::Trunc | Self::PtrToInt => value & to.mask(),
            Self::FpTrunc | Self::FpExt => float::resize(from, to, value),
            Self::FpToUi => float::to_unsigned(from, to, value),
            Self::FpToSi => float::to_signed(from, to, value),
            Self::UiToFp => float::from_unsigned(to, value),
            Self::SiToFp => float::from_signed(to, signed(value, from.bits())),
        }
    }
}

#[cfg(test)]
mod tests;
