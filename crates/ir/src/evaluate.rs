//! What operations compute: the one definition of their meaning on bits.
//!
//! Operands are given, and results are, as the low bits of 64 with the bits above the width 0.

use crate::instruction::{BinaryOp, Cast, Comparison};
use crate::types::Type;

/// The low `bits` of 64 as a signed number.
fn signed(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits;
    ((value << unused) as i64) >> unused
}

impl BinaryOp {
    /// The result on two numbers of an integer type, or `None` for a division that is an error.
    pub fn evaluate(self, ty: Type, lhs: u64, rhs: u64) -> Option<u64> {
        let bits = ty.bits();
        let signed_operands = || (signed(lhs, bits), signed(rhs, bits));
        // The quotient of the least number and -1 overflows in 64 bits, and does not fit in fewer.
        let overflows = || lhs == 1 << (bits - 1) && rhs == ty.mask();
        let shift = u32::try_from(rhs).ok().filter(|&shift| shift < bits);
        let result = match self {
            Self::Add => lhs.wrapping_add(rhs),
            Self::Sub => lhs.wrapping_sub(rhs),
            Self::Mul => lhs.wrapping_mul(rhs),
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
            Self::Shl => shift.map_or(0, |shift| lhs << shift),
            Self::LShr => shift.map_or(0, |shift| lhs >> shift),
            Self::AShr => (signed(lhs, bits) >> shift.unwrap_or(bits - 1)) as u64,
        };
        Some(result & ty.mask())
    }
}

impl Comparison {
    /// Whether it holds between two values of the type.
    pub fn evaluate(self, ty: Type, lhs: u64, rhs: u64) -> bool {
        let (signed_lhs, signed_rhs) = (signed(lhs, ty.bits()), signed(rhs, ty.bits()));
        match self {
            Self::Eq => lhs == rhs,
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
    /// The value of type `to` that it makes of a value of type `from`.
    pub fn evaluate(self, from: Type, to: Type, value: u64) -> u64 {
        match self {
            Self::ZExt | Self::IntToPtr => value,
            Self::SExt => signed(value, from.bits()) as u64 & to.mask(),
            Self::Trunc | Self::PtrToInt => value & to.mask(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers at which something happens in a width: around 0, the sign change and the end.
    fn limits(bits: u32) -> Vec<u64> {
        let mask = u64::MAX >> (64 - bits);
        let half = mask >> 1;
        let near = [0, 1, 2, u64::from(bits) - 1, u64::from(bits), 0x55];
        let mut limits: Vec<u64> = near
            .into_iter()
            .chain([half - half.min(1), half, half + 1, mask - 1, mask])
            .map(|n| n & mask)
            .collect();
        limits.sort_unstable();
        limits.dedup();
        limits
    }

    /// The number as a signed one, computed without shifts.
    fn wide_signed(value: u64, bits: u32) -> i128 {
        let wide = i128::from(value);
        if wide >= 1 << (bits - 1) { wide - (1 << bits) } else { wide }
    }

    /// The result computed with numbers wide enough for everything, then cut to the width.
    fn reference(op: BinaryOp, bits: u32, lhs: u64, rhs: u64) -> Option<u64> {
        let (a, b) = (i128::from(lhs), i128::from(rhs));
        let (sa, sb) = (wide_signed(lhs, bits), wide_signed(rhs, bits));
        let quotient_fits = |quotient: i128| (-(1i128 << (bits - 1))..1 << (bits - 1)).contains(&quotient);
        let power = |exponent: i128| 2i128.pow(exponent as u32);
        let wide = match op {
            BinaryOp::Add => a + b,
            BinaryOp::Sub => a - b,
            BinaryOp::Mul => a.wrapping_mul(b),
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem if b == 0 => return None,
            BinaryOp::UDiv => a / b,
            BinaryOp::URem => a - a / b * b,
            BinaryOp::SDiv | BinaryOp::SRem if !quotient_fits(sa / sb) => return None,
            BinaryOp::SDiv => sa / sb,
            BinaryOp::SRem => sa - sa / sb * sb,
            BinaryOp::And => a & b,
            BinaryOp::Or => a | b,
            BinaryOp::Xor => (a | b) - (a & b),
            BinaryOp::Shl if b >= i128::from(bits) => 0,
            BinaryOp::Shl => (a as u128).wrapping_mul(power(b) as u128) as i128,
            BinaryOp::LShr => a / power(b.min(100)),
            BinaryOp::AShr => sa.div_euclid(power(b.min(100))),
        };
        Some(wide.rem_euclid(1 << bits) as u64)
    }

    #[test]
    fn arithmetic_agrees_with_wide_numbers() {
        for bits in 1..=64 {
            let ty = Type::Int(bits as u8);
            for lhs in limits(bits) {
                for rhs in limits(bits) {
                    for &op in BinaryOp::ALL {
                        let expected = reference(op, bits, lhs, rhs);
                        assert_eq!(op.evaluate(ty, lhs, rhs), expected, "{op} {lhs}, {rhs} in {ty}");
                    }
                }
            }
        }
    }

    #[test]
    fn comparisons_agree_with_wide_numbers() {
        for bits in 1..=64 {
            for lhs in limits(bits) {
                for rhs in limits(bits) {
                    let unsigned = lhs.cmp(&rhs);
                    let signed = wide_signed(lhs, bits).cmp(&wide_signed(rhs, bits));
                    for &comparison in Comparison::ALL {
                        let expected = match comparison {
                            Comparison::Eq => unsigned.is_eq(),
                            Comparison::Ne => unsigned.is_ne(),
                            Comparison::Ult => unsigned.is_lt(),
                            Comparison::Ule => unsigned.is_le(),
                            Comparison::Ugt => unsigned.is_gt(),
                            Comparison::Uge => unsigned.is_ge(),
                            Comparison::Slt => signed.is_lt(),
                            Comparison::Sle => signed.is_le(),
                            Comparison::Sgt => signed.is_gt(),
                            Comparison::Sge => signed.is_ge(),
                        };
                        let actual = comparison.evaluate(Type::Int(bits as u8), lhs, rhs);
                        assert_eq!(actual, expected, "{comparison} {lhs}, {rhs} in {bits} bits");
                    }
                }
            }
        }
    }

    #[test]
    fn casts_keep_the_value_that_they_should() {
        let cut = |value: i128, bits: u32| value.rem_euclid(1 << bits) as u64;
        for narrow in 1..=64u32 {
            for wide in narrow..=64u32 {
                let (small, large) = (Type::Int(narrow as u8), Type::Int(wide as u8));
                for value in limits(narrow) {
                    assert_eq!(Cast::ZExt.evaluate(small, large, value), value);
                    let expected = cut(wide_signed(value, narrow), wide);
                    assert_eq!(
                        Cast::SExt.evaluate(small, large, value),
                        expected,
                        "{value} from {small} to {large}"
                    );
                    assert_eq!(Cast::IntToPtr.evaluate(small, Type::Ptr, value), value);
                }
                for value in limits(wide) {
                    assert_eq!(Cast::Trunc.evaluate(large, small, value), cut(i128::from(value), narrow));
                    assert_eq!(
                        Cast::PtrToInt.evaluate(Type::Ptr, small, value),
                        cut(i128::from(value), narrow)
                    );
                }
            }
        }
    }
}
