//! Operations against the same operations computed another way.

use super::*;
use crate::instruction::FloatComparison;

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
        BinaryOp::Add | BinaryOp::AddNsw => a + b,
        BinaryOp::Sub | BinaryOp::SubNsw => a - b,
        BinaryOp::Mul | BinaryOp::MulNsw => a.wrapping_mul(b),
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem if b == 0 => return None,
        BinaryOp::UDiv => a / b,
        BinaryOp::URem => a - a / b * b,
        BinaryOp::SDiv | BinaryOp::SRem if !quotient_fits(sa / sb) => return None,
        BinaryOp::SDiv => sa / sb,
        BinaryOp::SRem => sa - sa / sb * sb,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => (a | b) - (a & b),
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if b >= i128::from(bits) => return None,
        BinaryOp::Shl => (a as u128).wrapping_mul(power(b) as u128) as i128,
        BinaryOp::LShr => a / power(b),
        BinaryOp::AShr => sa.div_euclid(power(b)),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            unreachable!("not on integers")
        }
    };
    Some(wide.rem_euclid(1 << bits) as u64)
}

#[test]
fn arithmetic_agrees_with_wide_numbers() {
    for bits in 1..=64 {
        let ty = Type::Int(bits as u8);
        for lhs in limits(bits) {
            for rhs in limits(bits) {
                for &op in BinaryOp::ALL.iter().filter(|op| !op.is_float()) {
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
                        Comparison::Eq | Comparison::Same => unsigned.is_eq(),
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
                assert_eq!(Cast::PtrToInt.evaluate(Type::Ptr, small, value), cut(i128::from(value), narrow));
            }
        }
    }
}

/// The signed result fits exactly if it is the same as that of numbers wide enough for everything.
#[test]
fn signed_overflow_is_a_result_that_is_not_the_exact_one() {
    for bits in 1..=64 {
        let ty = Type::Int(bits as u8);
        for lhs in limits(bits) {
            for rhs in limits(bits) {
                let (a, b) = (wide_signed(lhs, bits), wide_signed(rhs, bits));
                for (op, exact) in
                    [(BinaryOp::AddNsw, a + b), (BinaryOp::SubNsw, a - b), (BinaryOp::MulNsw, a * b)]
                {
                    let wrapped = op.evaluate(ty, lhs, rhs).map(|result| wide_signed(result, bits));
                    let overflows = wrapped != Some(exact);
                    assert_eq!(op.overflows_signed(ty, lhs, rhs), overflows, "{op} {a}, {b} in {ty}");
                }
                assert!(!BinaryOp::Add.overflows_signed(ty, lhs, rhs));
            }
        }
    }
}

/// Bit by bit.
#[test]
fn operations_on_bits_agree_with_their_definitions() {
    for bits in 1..=64u32 {
        let ty = Type::Int(bits as u8);
        for value in limits(bits) {
            let bit = |index: u32| value >> index & 1 == 1;
            let sum = |chosen: &dyn Fn(u32) -> bool| {
                (0..bits).filter(|&index| chosen(index)).map(|index| 1u64 << index).sum::<u64>()
            };
            let ones = (0..bits).filter(|&index| bit(index)).count() as u64;
            let leading = (0..bits).rev().take_while(|&index| !bit(index)).count() as u64;
            let trailing = (0..bits).take_while(|&index| !bit(index)).count() as u64;
            // In the narrowest types the count may not fit, and its low bits are the result.
            let result = |op: UnaryOp| op.evaluate(ty, value);
            assert_eq!(result(UnaryOp::CountOnes), ones & ty.mask(), "{value} in {ty}");
            assert_eq!(result(UnaryOp::LeadingZeros), leading & ty.mask(), "{value} in {ty}");
            assert_eq!(result(UnaryOp::TrailingZeros), trailing & ty.mask(), "{value} in {ty}");
            assert_eq!(result(UnaryOp::ReverseBits), sum(&|index| bit(bits - 1 - index)), "{value} in {ty}");
            if bits % 8 == 0 {
                let swapped = sum(&|index| bit(bits - 8 - index / 8 * 8 + index % 8));
                assert_eq!(result(UnaryOp::SwapBytes), swapped, "{value} in {ty}");
            }
        }
    }
}

/// Numbers of all kinds: zeros, the least and the greatest, halves, neighbours of 1, infinite, none at all.
fn floats() -> Vec<f32> {
    let positive = [
        0.0,
        f32::from_bits(1),
        f32::MIN_POSITIVE,
        0.1,
        0.5,
        1.0 - f32::EPSILON,
        1.0,
        1.0 + f32::EPSILON,
        1.5,
        2.5,
        3.0,
        7.3,
        255.5,
        16_777_217.0,
        2147483648.0,
        9.3e18,
        1.9e19,
        f32::MAX,
        f32::INFINITY,
    ];
    positive.into_iter().flat_map(|number| [number, -number]).chain([f32::NAN]).collect()
}

/// Whether the bits are those of the number; one that is no number has many bits.
fn same32(bits: u64, expected: f32) -> bool {
    let actual = f32::from_bits(bits as u32);
    bits >> 32 == 0 && (actual.to_bits() == expected.to_bits() || actual.is_nan() && expected.is_nan())
}

fn same64(bits: u64, expected: f64) -> bool {
    let actual = f64::from_bits(bits);
    actual.to_bits() == expected.to_bits() || actual.is_nan() && expected.is_nan()
}

/// What is computed in 64 bits and rounded is what is computed in 32.
#[test]
fn floating_point_arithmetic_is_that_of_the_type() {
    for a in floats() {
        for b in floats() {
            let operations = [
                (BinaryOp::FAdd, a + b, f64::from(a) + f64::from(b)),
                (BinaryOp::FSub, a - b, f64::from(a) - f64::from(b)),
                (BinaryOp::FMul, a * b, f64::from(a) * f64::from(b)),
                (BinaryOp::FDiv, a / b, f64::from(a) / f64::from(b)),
                (BinaryOp::FRem, a % b, f64::from(a) % f64::from(b)),
            ];
            for (op, single, double) in operations {
                let bits = op.evaluate(Type::F32, a.to_bits().into(), b.to_bits().into());
                assert!(bits.is_some_and(|bits| same32(bits, single)), "{op} {a}, {b}: {bits:x?}");
                let bits = op.evaluate(Type::F64, f64::from(a).to_bits(), f64::from(b).to_bits());
                assert!(bits.is_some_and(|bits| same64(bits, double)), "{op} {a}, {b}: {bits:x?}");
            }
        }
        let operations = [
            (UnaryOp::FNeg, -a),
            (UnaryOp::FAbs, a.abs()),
            (UnaryOp::Sqrt, a.sqrt()),
            (UnaryOp::Floor, a.floor()),
            (UnaryOp::Ceil, a.ceil()),
            (UnaryOp::FTrunc, a.trunc()),
            (UnaryOp::Round, a.round()),
            (UnaryOp::RoundEven, a.round_ties_even()),
        ];
        for (op, single) in operations {
            let bits = op.evaluate(Type::F32, a.to_bits().into());
            assert!(same32(bits, single), "{op} {a}: {bits:x}");
            if op != UnaryOp::Sqrt {
                let bits = op.evaluate(Type::F64, f64::from(a).to_bits());
                assert!(same64(bits, single.into()), "{op} {a}: {bits:x}");
            }
        }
    }
    let root = UnaryOp::Sqrt.evaluate(Type::F64, 2f64.to_bits());
    assert!(same64(root, std::f64::consts::SQRT_2));
}

/// The letters of a comparison say of which of the four relations between two numbers it is true.
#[test]
fn floating_point_comparisons_mean_what_their_names_say() {
    for a in floats() {
        for b in floats() {
            for &comparison in FloatComparison::ALL {
                let expected = match (a.partial_cmp(&b), comparison.to_string().as_str()) {
                    (_, "true") => true,
                    (_, "false") => false,
                    (relation, "ord") => relation.is_some(),
                    (relation, "uno") => relation.is_none(),
                    (None, name) => name.starts_with('u'),
                    (Some(relation), name) => match &name[1..] {
                        "eq" => relation.is_eq(),
                        "ne" => relation.is_ne(),
                        "lt" => relation.is_lt(),
                        "le" => relation.is_le(),
                        "gt" => relation.is_gt(),
                        "ge" => relation.is_ge(),
                        other => panic!("{other}"),
                    },
                };
                let single = comparison.evaluate(Type::F32, a.to_bits().into(), b.to_bits().into());
                let [wide_a, wide_b] = [a, b].map(|number| f64::from(number).to_bits());
                assert_eq!(single, expected, "{comparison} {a}, {b}");
                assert_eq!(comparison.evaluate(Type::F64, wide_a, wide_b), expected, "{comparison} {a}, {b}");
            }
        }
    }
}

#[test]
fn casts_of_floating_point_numbers() {
    for bits in 1..=64u32 {
        let ty = Type::Int(bits as u8);
        let (least, greatest) = (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1);
        for number in floats() {
            // The conversions of the language itself saturate, and are exact in 128 bits.
            let whole = number as i128;
            let expected = whole.clamp(least, greatest).rem_euclid(1 << bits) as u64;
            assert_eq!(Cast::FpToSi.evaluate(Type::F32, ty, number.to_bits().into()), expected, "{number}");
            let expected = whole.clamp(0, i128::from(ty.mask())) as u64;
            let bits = f64::from(number).to_bits();
            assert_eq!(Cast::FpToUi.evaluate(Type::F64, ty, bits), expected, "{number}");
        }
        for value in limits(bits) {
            let unsigned = |to| Cast::UiToFp.evaluate(ty, to, value);
            let signed = |to| Cast::SiToFp.evaluate(ty, to, value);
            let exact = wide_signed(value, bits);
            assert!(same32(unsigned(Type::F32), i128::from(value) as f32), "{value}");
            assert!(same64(unsigned(Type::F64), i128::from(value) as f64), "{value}");
            assert!(same32(signed(Type::F32), exact as f32), "{exact}");
            assert!(same64(signed(Type::F64), exact as f64), "{exact}");
        }
    }
    for number in floats() {
        let wide = Cast::FpExt.evaluate(Type::F32, Type::F64, number.to_bits().into());
        assert!(same64(wide, number.into()));
        assert!(same32(Cast::FpTrunc.evaluate(Type::F64, Type::F32, wide), number));
        assert_eq!(Cast::Bitcast.evaluate(Type::F64, Type::I64, wide), wide);
    }
    let third = (1f64 / 3.0).to_bits();
    assert!(same32(Cast::FpTrunc.evaluate(Type::F64, Type::F32, third), 1.0 / 3.0));
}
