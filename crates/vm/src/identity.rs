//! Whether the addresses of their memory could distinguish symmetric threads.
//!
//! *Symmetric threads* run the same code with the same argument. Each of them has memory of its
//! own. The memories begin at different addresses and are the same otherwise: if two threads change
//! places, the contents at some offset in the memory of one lie at the same offset in the memory of
//! the other. Let π be such a change of places. An *own address* is a number in the memory of some
//! thread other than the first. π maps an own address to another own address, and every other
//! number to itself. As long as the actions of the threads commute with π, executions that differ
//! by π are as good as one, and it is enough to explore one of them.
//!
//! So a thread may dereference, store, pass on and print own addresses. It may add an offset if the
//! sum stays in the same thread's memory. It may compare two of them for equality. The difference
//! and the order of two own addresses tell nothing if both are in the same thread's memory, as all
//! pointers into one object are. The bits below the alignment that all objects have are the same
//! for all threads. An own address and a number that is none differ for every π, in the same
//! direction. Every other operation on an own address *reveals* the thread.
//!
//! The machine decides this while threads run: the value of a number says whether it is an own
//! address. Two numbers whose bits become an own address by chance, or because the program wants
//! so, would not change by π. So an own address that does not come from an own address reveals the
//! thread, too. In visible memory, accesses never overlap in part, and an address that is stored in
//! pieces reveals the thread. In private memory, the thread remembers where whole addresses are.
//!
//! It suffices to look at the executions that are explored. Up to the first revealing operation of
//! any thread, an execution and its image under π do the same. So if some execution has such an
//! operation, the one that is explored in its place has it as well.

use porf_entity::{AccessSize, FetchOp, RmwOp};
use porf_ir::{BinaryOp, Cast, Comparison};

use crate::code::{Op, Register};
use crate::layout::owner;

/// The number of threads whose own addresses are known.
pub(crate) const MOST_THREADS: usize = 256;
/// The bits below the alignment of all objects.
const TAG: u64 = crate::layout::MINIMUM_ALIGNMENT - 1;

/// Whether the number is an address in the memory of a thread other than the first.
#[inline]
pub(crate) fn is_own(number: u64) -> bool {
    owner(number).is_some_and(|thread| {
        let index = porf_entity::EntityId::index(thread);
        (1..MOST_THREADS).contains(&index)
    })
}

/// Whether an op that only computes reveals the thread, given the registers of the running frame.
pub(crate) fn reveals(op: Op, registers: &[u64]) -> bool {
    let get = |register: Register| registers[porf_entity::EntityId::index(register)];
    match op {
        Op::Const { bits, .. } => is_own(bits),
        Op::Add { lhs, rhs, mask: u64::MAX, .. } => binary_reveals(BinaryOp::Add, get(lhs), get(rhs)),
        Op::Sub { lhs, rhs, mask: u64::MAX, .. } => binary_reveals(BinaryOp::Sub, get(lhs), get(rhs)),
        Op::And { lhs, rhs, .. } => binary_reveals(BinaryOp::And, get(lhs), get(rhs)),
        Op::Binary { op, ty, lhs, rhs, .. } | Op::CheckedBinary { op, ty, lhs, rhs, .. }
            if ty.bits() == 64 =>
        {
            binary_reveals(op, get(lhs), get(rhs))
                || !is_own(get(lhs)) && op.evaluate(ty, get(lhs), get(rhs)).is_some_and(is_own)
        }
        Op::Unary { op, ty, from, .. } => is_own(get(from)) || is_own(op.evaluate(ty, get(from))),
        Op::Compare { comparison: Comparison::Eq | Comparison::Ne | Comparison::Same, .. } => false,
        Op::Compare { lhs, rhs, .. } => {
            let (lhs, rhs) = (get(lhs), get(rhs));
            is_own(lhs) && is_own(rhs) && owner(lhs) != owner(rhs)
        }
        Op::FloatCompare { lhs, rhs, .. } => is_own(get(lhs)) || is_own(get(rhs)),
        Op::Cast { cast, from_type, to_type, from, .. } => {
            let from = get(from);
            let keeps = matches!(cast, Cast::PtrToInt | Cast::IntToPtr | Cast::Bitcast)
                && from_type.bits() == to_type.bits();
            !keeps && (is_own(from) || is_own(cast.evaluate(from_type, to_type, from)))
        }
        Op::Switch { value, .. } => is_own(get(value)),
        _ => false,
    }
}

/// Whether an operation on two numbers reveals the thread.
fn binary_reveals(op: BinaryOp, lhs: u64, rhs: u64) -> bool {
    let stays = |address: u64, result: u64| owner(address) == owner(result);
    match (op, is_own(lhs), is_own(rhs)) {
        (BinaryOp::Add | BinaryOp::AddNsw, true, false) => !stays(lhs, lhs.wrapping_add(rhs)),
        (BinaryOp::Add | BinaryOp::AddNsw, false, true) => !stays(rhs, lhs.wrapping_add(rhs)),
        (BinaryOp::Add | BinaryOp::AddNsw, false, false) => is_own(lhs.wrapping_add(rhs)),
        (BinaryOp::Sub | BinaryOp::SubNsw, true, false) => !stays(lhs, lhs.wrapping_sub(rhs)),
        (BinaryOp::Sub | BinaryOp::SubNsw, true, true) => !stays(lhs, rhs),
        (BinaryOp::Sub | BinaryOp::SubNsw, false, false) => is_own(lhs.wrapping_sub(rhs)),
        // The tag alone, or all but the tag.
        (BinaryOp::And, true, false) => rhs > TAG && !rhs > TAG,
        (BinaryOp::And, false, true) => lhs > TAG && !lhs > TAG,
        (BinaryOp::And, false, false) => is_own(lhs & rhs),
        (BinaryOp::Or, true, false) => rhs > TAG,
        (BinaryOp::Or, false, true) => lhs > TAG,
        (_, false, false) => false,
        _ => true,
    }
}

/// Whether a read-modify-write reveals the thread that has read `old`.
pub(crate) fn rmw_reveals(op: RmwOp, size: AccessSize, old: u64) -> bool {
    let RmwOp::Fetch { op, operand } = op else { return false };
    let as_binary = match op {
        FetchOp::Add => BinaryOp::Add,
        FetchOp::Sub => BinaryOp::Sub,
        FetchOp::And => BinaryOp::And,
        FetchOp::Or => BinaryOp::Or,
        FetchOp::Xor | FetchOp::Nand => BinaryOp::Xor,
        FetchOp::Min | FetchOp::Max | FetchOp::UnsignedMin | FetchOp::UnsignedMax => BinaryOp::Mul,
    };
    let written = RmwOp::Fetch { op, operand }.apply(porf_entity::Value(old), size);
    size == AccessSize::B8
        && (binary_reveals(as_binary, old, operand.0)
            || !is_own(old) && !is_own(operand.0) && written.is_some_and(|written| is_own(written.0)))
}

#[cfg(test)]
mod tests {
    use porf_entity::{EntityId, ThreadId};
    use porf_ir::{FloatComparison, Type, UnaryOp};

    use super::*;
    use crate::code::{List, Pc};
    use crate::layout::region_start;

    fn address(thread: usize, offset: u64) -> u64 {
        region_start(ThreadId::from_index(thread)) + offset
    }

    #[test]
    fn what_tells_nothing_may_be_done() {
        let [own, same, other, main] = [(1, 64), (1, 80), (2, 64), (0, 64)].map(|(t, o)| address(t, o));
        assert!(is_own(own) && is_own(other) && !is_own(main) && !is_own(u64::MAX) && !is_own(5));
        use BinaryOp::*;
        for (op, lhs, rhs, expected) in [
            (Add, own, 8, false),
            (Add, 8, own, false),
            (Add, own, 8u64.wrapping_neg(), false),
            (Add, own, 1 << 45, true),
            // Into the memory of another thread, or of the first one.
            (Add, own, 1 << 44, true),
            (Add, 1 << 44, own, true),
            (Sub, own, 1 << 44, true),
            (Add, own, other, true),
            (Sub, same, own, false),
            (Sub, own, other, true),
            (Sub, own, 8, false),
            (Sub, 8, own, true),
            (And, own, 15, false),
            (And, own, !15, false),
            (And, own, 16, true),
            (And, own, 0xfff, true),
            (And, 15, own, false),
            (And, !15, own, false),
            (And, 16, own, true),
            (Or, own, 1, false),
            (Or, own, 16, true),
            (Or, 1, own, false),
            (Or, 16, own, true),
            // Two numbers that are no own addresses become one.
            (Sub, 1 << 63, (1 << 63) - own, true),
            (And, own | 1 << 63, !(1 << 63), true),
            (Xor, own, other, true),
            (Mul, own, 3, true),
            (URem, own, 7, true),
            (LShr, own, 4, true),
            (Add, (1 << 45) - 5, 5, true),
            (Mul, 5, 7, false),
        ] {
            assert_eq!(binary_reveals(op, lhs, rhs), expected, "{op} {lhs:#x} {rhs:#x}");
        }
    }
    #[test]
    fn operations_of_other_kinds() {
        let [own, other, main] = [(1, 64), (2, 64), (0, 64)].map(|(t, o)| address(t, o));
        let [to, lhs, rhs] = [0, 1, 2].map(Register::from_index);
        let unary = |op, ty| Op::Unary { op, ty, to, from: lhs };
        let order = |comparison| Op::Compare { comparison, ty: Type::I64, to, lhs, rhs };
        let floats = Op::FloatCompare { comparison: FloatComparison::Oeq, ty: Type::F64, to, lhs, rhs };
        let cast = |cast, from_type, to_type| Op::Cast { cast, from_type, to_type, to, from: lhs };
        let switch = Op::Switch { value: lhs, cases: List { start: 0, length: 0 }, default: Pc(0) };
        let number = f64::to_bits(own as f64);
        for (op, left, right, expected) in [
            (Op::Const { to, bits: own }, 0, 0, true),
            (Op::Const { to, bits: main }, 0, 0, false),
            (unary(UnaryOp::CountOnes, Type::I64), own, 0, true),
            (unary(UnaryOp::CountOnes, Type::I64), main, 0, false),
            (unary(UnaryOp::SwapBytes, Type::I64), own.swap_bytes(), 0, true),
            (order(Comparison::Ult), own, other, true),
            (order(Comparison::Ult), own, own + 8, false),
            (order(Comparison::Ult), own, main, false),
            (order(Comparison::Eq), own, other, false),
            (floats, own, 0, true),
            (floats, 0, own, true),
            (floats, 0, 0, false),
            (cast(Cast::PtrToInt, Type::Ptr, Type::I64), own, 0, false),
            (cast(Cast::PtrToInt, Type::Ptr, Type::I32), own, 0, true),
            (cast(Cast::FpToUi, Type::F64, Type::I64), number, 0, true),
            (switch, own, 0, true),
            (switch, main, 0, false),
        ] {
            assert_eq!(reveals(op, &[0, left, right]), expected, "{op:?} {left:#x} {right:#x}");
        }
    }

    #[test]
    fn read_modify_writes() {
        let [own, other] = [(1, 64), (2, 64)].map(|(t, o)| address(t, o));
        let fetch = |op, operand| RmwOp::Fetch { op, operand: porf_entity::Value(operand) };
        for (op, size, old, expected) in [
            (RmwOp::Exchange(porf_entity::Value(own)), AccessSize::B8, other, false),
            (fetch(FetchOp::Add, 8), AccessSize::B8, own, false),
            (fetch(FetchOp::Xor, 8), AccessSize::B8, own, true),
            (fetch(FetchOp::UnsignedMax, own), AccessSize::B8, other, true),
            (fetch(FetchOp::Xor, 1 << 63), AccessSize::B8, own | 1 << 63, true),
            (fetch(FetchOp::Xor, 8), AccessSize::B8, 16, false),
            (fetch(FetchOp::Xor, 8), AccessSize::B4, own & 0xffff_ffff, false),
        ] {
            assert_eq!(rmw_reveals(op, size, old), expected, "{op:?} {old:#x}");
        }
    }
}
