//! Shadow bits: which bits of a thread's registers are undefined, and how operations pass them on.
//!
//! A read of memory that was never written is no error by itself: a copy of a structure reads its
//! padding, and a function that returns nothing leaves an arbitrary value to a caller that does not
//! look. So undefined bits are values, which go wherever the value goes, bit by bit. An error is
//! reported at the first *use that matters*: where undefined bits decide which way the thread goes
//! or which address it accesses, divide, are shown to the outside, or are stored atomically.
//! (MemorySanitizer, Stepanov and Serebryany, CGO 2015, and Memcheck, Seward and Nethercote, USENIX
//! 2005, do the same; the rules for single operations are theirs.)
//!
//! Most threads have no undefined bits in their registers. They have no shadow, and run in a loop
//! that knows nothing of it. A load that brings undefined bits gives the thread a shadow, until no
//! undefined bits are left. Undefined bits are 0 in the registers themselves, so that states do not
//! depend on the values that these bits might have had.
//!
//! A sum or a product is undefined from the lowest undefined bit on. A comparison is defined if it
//! comes out the same for all values of the undefined bits. The comparison that passes insert to
//! decide whether a loop has done nothing ([`Comparison::Same`]) compares undefined bits, too, and
//! is never undefined itself.

use porf_entity::{Address, Content, EntityId, SourcePosition};
use porf_ir::{BinaryOp, Cast, Comparison, Type, UnaryOp};

use crate::code::{Op, Register};

/// The origin of an undefined value: the place where it was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Origin {
    /// The address in memory.
    pub(crate) address: Address,
    /// The position in the source.
    pub(crate) position: SourcePosition,
}

/// The undefined bits of a register, and their origin.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Shade {
    pub(crate) undefined: u64,
    pub(crate) origin: Option<Origin>,
}

impl Shade {
    const DEFINED: Self = Self { undefined: 0, origin: None };

    /// These bits, if there are any, with the origin of one of the operands.
    fn of(undefined: u64, [one, other]: [Self; 2]) -> Self {
        if undefined == 0 {
            return Self::DEFINED;
        }
        let origin = if one.undefined != 0 { one.origin } else { other.origin };
        Self { undefined, origin }
    }
}

/// The shades of the registers of a thread, by their places in
/// [`State::registers`](crate::state::State::registers); registers beyond the end are defined.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Shadow(Vec<Shade>);

/// The result of an op that only computes.
pub(crate) struct Followed {
    pub(crate) to: Register,
    pub(crate) shade: Shade,
    /// The value, if it is not the op's result for the defined bits.
    pub(crate) value: Option<u64>,
}

impl Shadow {
    pub(crate) fn get(&self, index: usize) -> Shade {
        self.0.get(index).copied().unwrap_or(Shade::DEFINED)
    }

    pub(crate) fn set(&mut self, index: usize, shade: Shade) {
        if index >= self.0.len() {
            if shade.undefined == 0 {
                return;
            }
            self.0.resize(index + 1, Shade::DEFINED);
        }
        self.0[index] = shade;
    }

    /// Forgets all registers from a place on.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.0.truncate(length);
    }

    /// Whether there are no undefined bits.
    pub(crate) fn is_clear(&self) -> bool {
        self.0.iter().all(|shade| shade.undefined == 0)
    }

    /// The undefined bits of the result of an op that only computes, given the registers of the
    /// running frame, which begins at `base`; an error if the op is a use that matters.
    pub(crate) fn follow(&self, op: Op, base: usize, registers: &[u64]) -> Result<Option<Followed>, Shade> {
        let shade = |register: Register| self.get(base + register.index());
        let value = |register: Register| registers[register.index()];
        let content = |register: Register| Content::new(value(register), shade(register).undefined);
        let binary = |op, ty, to, lhs, rhs| -> Result<Option<Followed>, Shade> {
            let shades = [shade(lhs), shade(rhs)];
            if matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem)
                && shades[1].undefined != 0
            {
                return Err(shades[1]);
            }
            let undefined = binary(op, ty, content(lhs), content(rhs));
            Ok(Some(Followed { to, shade: Shade::of(undefined, shades), value: None }))
        };
        let (to, shade) = match op {
            Op::Const { to, .. } | Op::ThreadLocalAddress { to, .. } | Op::Effects(to) => {
                (to, Shade::DEFINED)
            }
            Op::Move { to, from } => (to, shade(from)),
            Op::Add { to, lhs, rhs, mask } => {
                let shades = [shade(lhs), shade(rhs)];
                (to, Shade::of(upwards(shades[0].undefined | shades[1].undefined) & mask, shades))
            }
            Op::Sub { to, lhs, rhs, mask } => {
                let shades = [shade(lhs), shade(rhs)];
                (to, Shade::of(upwards(shades[0].undefined | shades[1].undefined) & mask, shades))
            }
            Op::And { to, lhs, rhs } => return binary(BinaryOp::And, Type::I64, to, lhs, rhs),
            Op::Binary { op, ty, to, lhs, rhs } | Op::CheckedBinary { op, ty, to, lhs, rhs } => {
                return binary(op, ty, to, lhs, rhs);
            }
            Op::Unary { op, ty, to, from } => {
                let from = shade(from);
                (to, Shade::of(unary(op, ty, from.undefined), [from, from]))
            }
            Op::Compare { comparison: Comparison::Same, to, lhs, rhs, .. } => {
                let same = content(lhs) == content(rhs);
                return Ok(Some(Followed { to, shade: Shade::DEFINED, value: Some(same.into()) }));
            }
            Op::Compare { comparison, ty, to, lhs, rhs } => {
                let undefined = !is_decided(comparison, ty, content(lhs), content(rhs));
                (to, Shade::of(undefined.into(), [shade(lhs), shade(rhs)]))
            }
            Op::FloatCompare { to, lhs, rhs, .. } => {
                let shades = [shade(lhs), shade(rhs)];
                let undefined = shades.iter().any(|shade| shade.undefined != 0);
                (to, Shade::of(undefined.into(), shades))
            }
            Op::Cast { cast, from_type, to_type, to, from } => {
                let from = shade(from);
                (to, Shade::of(casted(cast, from_type, to_type, from.undefined), [from, from]))
            }
            Op::Select { to, condition, if_true, if_false } => {
                let decides = shade(condition);
                // A selection between two values is a branch, unless they are the same.
                if decides.undefined != 0
                    && (content(if_true) != content(if_false) || shade(if_true).undefined != 0)
                {
                    return Err(decides);
                }
                (to, shade(if value(condition) != 0 { if_true } else { if_false }))
            }
            Op::Branch { condition, .. } if shade(condition).undefined != 0 => return Err(shade(condition)),
            _ => return Ok(None),
        };
        Ok(Some(Followed { to, shade, value: None }))
    }

    /// Exchanges the shades of two registers.
    pub(crate) fn swap(&mut self, one: usize, other: usize) {
        let (first, second) = (self.get(one), self.get(other));
        self.set(one, second);
        self.set(other, first);
    }
}

/// All bits from the lowest of `bits` on.
fn upwards(bits: u64) -> u64 {
    bits | bits.wrapping_neg()
}

/// All bits of the type, if any bit is undefined.
fn all(ty: Type, undefined: u64) -> u64 {
    if undefined == 0 { 0 } else { ty.mask() }
}

/// The undefined bits of the result of a binary operation.
fn binary(op: BinaryOp, ty: Type, lhs: Content, rhs: Content) -> u64 {
    let either = lhs.undefined | rhs.undefined;
    if either == 0 {
        return 0;
    }
    let shifted = |shift: fn(BinaryOp, Type, u64, u64) -> Option<u64>, op: BinaryOp| {
        if rhs.undefined == 0 {
            shift(op, ty, lhs.undefined, rhs.value.0).unwrap_or(ty.mask())
        } else {
            ty.mask()
        }
    };
    match op {
        BinaryOp::Add
        | BinaryOp::AddNsw
        | BinaryOp::Sub
        | BinaryOp::SubNsw
        | BinaryOp::Mul
        | BinaryOp::MulNsw => upwards(either) & ty.mask(),
        // A bit that is 0 in one operand of `and` is 0, a bit that is 1 in one operand of `or` is
        // 1, whatever the other operand has.
        BinaryOp::And => either & (lhs.value.0 | lhs.undefined) & (rhs.value.0 | rhs.undefined),
        BinaryOp::Or => either & !lhs.value.0 & !rhs.value.0,
        BinaryOp::Xor => either,
        // An undefined sign fills with undefined bits.
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => shifted(BinaryOp::evaluate, op),
        BinaryOp::UDiv
        | BinaryOp::SDiv
        | BinaryOp::URem
        | BinaryOp::SRem
        | BinaryOp::FAdd
        | BinaryOp::FSub
        | BinaryOp::FMul
        | BinaryOp::FDiv
        | BinaryOp::FRem => ty.mask(),
    }
}

/// The undefined bits of the result of a unary operation.
fn unary(op: UnaryOp, ty: Type, undefined: u64) -> u64 {
    match op {
        UnaryOp::SwapBytes | UnaryOp::ReverseBits => op.evaluate(ty, undefined),
        _ => all(ty, undefined),
    }
}

/// The undefined bits of the result of a cast.
fn casted(cast: Cast, from: Type, to: Type, undefined: u64) -> u64 {
    match cast {
        // An undefined sign extends to undefined bits.
        Cast::ZExt | Cast::SExt | Cast::Trunc | Cast::PtrToInt | Cast::IntToPtr | Cast::Bitcast => {
            cast.evaluate(from, to, undefined)
        }
        Cast::FpTrunc | Cast::FpExt | Cast::FpToUi | Cast::FpToSi | Cast::UiToFp | Cast::SiToFp => {
            all(to, undefined)
        }
    }
}

/// Whether a comparison comes out the same for all values of the undefined bits.
fn is_decided(comparison: Comparison, ty: Type, lhs: Content, rhs: Content) -> bool {
    let either = lhs.undefined | rhs.undefined;
    match comparison {
        _ if either == 0 => true,
        Comparison::Same => true,
        Comparison::Eq | Comparison::Ne => (lhs.value.0 ^ rhs.value.0) & !either != 0,
        _ => {
            let sign = 1u64 << (ty.bits() - 1);
            let signed =
                matches!(comparison, Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge);
            // The least and the greatest value of each operand.
            let range = |content: Content| {
                let sign = if signed { content.undefined & sign } else { 0 };
                let rest = content.undefined & !sign;
                [content.value.0 | sign, content.value.0 | rest]
            };
            let ([least, greatest], [other_least, other_greatest]) = (range(lhs), range(rhs));
            comparison.evaluate(ty, least, other_greatest) == comparison.evaluate(ty, greatest, other_least)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NIBBLE: Type = Type::Int(4);

    /// All values of four bits, some of which are undefined.
    fn values(content: Content) -> impl Iterator<Item = u64> {
        (0..16).filter(move |value| value & !content.undefined == content.value.0)
    }

    fn contents() -> impl Iterator<Item = Content> + Clone {
        (0..16).flat_map(|value| (0..16).map(move |undefined| Content::new(value, undefined)))
    }

    /// On four bits: a bit that is called defined does not depend on the values of the undefined
    /// bits. For operations on single bits and comparisons, a bit that is called undefined does.
    #[test]
    fn defined_bits_do_not_depend_on_undefined_ones() {
        let exact = [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor];
        let inexact = [BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul];
        for (lhs, rhs) in contents().flat_map(|lhs| contents().map(move |rhs| (lhs, rhs))) {
            for op in exact.into_iter().chain(inexact) {
                let undefined = binary(op, NIBBLE, lhs, rhs);
                let results = values(lhs).flat_map(|l| values(rhs).map(move |r| op.evaluate(NIBBLE, l, r)));
                let results: Vec<u64> = results.map(|result| result.expect("no division")).collect();
                let varies = results.iter().fold(0, |bits, result| bits | (result ^ results[0]));
                assert_eq!(varies & !undefined, 0, "{op} of {lhs:?} and {rhs:?}");
                assert!(!exact.contains(&op) || varies == undefined, "{op} of {lhs:?} and {rhs:?}");
            }
            for &comparison in Comparison::ALL.iter().filter(|&&it| it != Comparison::Same) {
                let mut results =
                    values(lhs).flat_map(|l| values(rhs).map(move |r| comparison.evaluate(NIBBLE, l, r)));
                let first = results.next().expect("some value");
                let varies = results.any(|result| result != first);
                assert_eq!(
                    is_decided(comparison, NIBBLE, lhs, rhs),
                    !varies,
                    "{comparison}: {lhs:?}, {rhs:?}"
                );
            }
        }
    }

    #[test]
    fn shifts_and_casts_move_undefined_bits() {
        let by_one = Content::from(porf_entity::Value(1));
        let low = Content::new(0, 0b1001);
        assert_eq!(binary(BinaryOp::Shl, NIBBLE, low, by_one), 0b0010);
        assert_eq!(binary(BinaryOp::LShr, NIBBLE, low, by_one), 0b0100);
        assert_eq!(binary(BinaryOp::AShr, NIBBLE, low, by_one), 0b1100);
        assert_eq!(casted(Cast::SExt, NIBBLE, Type::I8, 0b1001), 0b1111_1001);
        assert_eq!(casted(Cast::ZExt, NIBBLE, Type::I8, 0b1001), 0b1001);
        assert_eq!(casted(Cast::Trunc, NIBBLE, Type::I1, 0b1001), 1);
        assert_eq!(casted(Cast::SiToFp, Type::I32, Type::F32, 1), 0xffff_ffff);
    }
}
