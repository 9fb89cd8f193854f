//! Memory accesses: values, addresses, sizes, orderings and read-modify-write operations.
//!
//! Each kind of access has an ordering type of its own, so that a release load cannot be written.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::named_enum;

/// A value in memory or in a register, as the low bits of 64; the bits above the access size are 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug, Serialize, Deserialize)]
pub struct Value(pub u64);

impl Value {
    /// The value as a signed number of the given size.
    pub fn signed(self, size: AccessSize) -> i64 {
        let unused = 64 - size.bits();
        ((self.0 << unused) as i64) >> unused
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The content of memory, or of a thread's result: a value of which some bits may be *undefined*,
/// since they were never written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Content {
    /// The value; its undefined bits are 0.
    pub value: Value,
    /// The undefined bits.
    pub undefined: u64,
}

impl Content {
    /// A value with the given undefined bits.
    pub fn new(value: u64, undefined: u64) -> Self {
        Self { value: Value(value & !undefined), undefined }
    }

    /// The content of memory that was never written.
    pub fn nothing(size: AccessSize) -> Self {
        Self { value: Value(0), undefined: size.wrap(u64::MAX).0 }
    }

    /// The value if all of it is defined.
    pub fn defined(self) -> Option<Value> {
        (self.undefined == 0).then_some(self.value)
    }
}

impl From<Value> for Content {
    fn from(value: Value) -> Self {
        Self { value, undefined: 0 }
    }
}

/// The address of a byte of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Address(pub u64);

/// The number of bytes that an access touches.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum AccessSize {
    /// One byte.
    B1,
    /// Two bytes.
    B2,
    /// Four bytes.
    B4,
    /// Eight bytes.
    B8,
}

impl AccessSize {
    /// All sizes, smallest first.
    pub const ALL: [Self; 4] = [Self::B1, Self::B2, Self::B4, Self::B8];

    /// Size in bytes.
    pub fn bytes(self) -> u32 {
        1 << (self as u32)
    }

    /// Size in bits.
    pub fn bits(self) -> u32 {
        8 << (self as u32)
    }

    /// The value that remains when `bits` is stored in this size.
    pub fn wrap(self, bits: u64) -> Value {
        Value(bits & (u64::MAX >> (64 - self.bits())))
    }
}

named_enum! {
    /// The ordering of a load, weakest first.
    pub enum ReadOrdering {
        /// A plain access, which may race.
        NonAtomic = "na",
        /// Coherence only.
        Relaxed = "rlx",
        /// Synchronises with the release whose write it reads from.
        Acquire = "acq",
        /// Acquire, and part of the order of sequentially consistent accesses.
        SeqCst = "sc",
    }
}

named_enum! {
    /// The ordering of a store, weakest first.
    pub enum WriteOrdering {
        /// A plain access, which may race.
        NonAtomic = "na",
        /// Coherence only.
        Relaxed = "rlx",
        /// Synchronises with an acquire that reads from it.
        Release = "rel",
        /// Release, and part of the order of sequentially consistent accesses.
        SeqCst = "sc",
    }
}

named_enum! {
    /// The ordering of a read-modify-write, weakest first.
    pub enum RmwOrdering {
        /// Coherence and atomicity only.
        Relaxed = "rlx",
        /// The read acquires.
        Acquire = "acq",
        /// The write releases.
        Release = "rel",
        /// The read acquires and the write releases.
        AcqRel = "acq_rel",
        /// Both, and part of the order of sequentially consistent accesses.
        SeqCst = "sc",
    }
}

named_enum! {
    /// The ordering of a fence, weakest first.
    pub enum FenceOrdering {
        /// Earlier reads synchronise.
        Acquire = "acq",
        /// Later writes synchronise.
        Release = "rel",
        /// Both.
        AcqRel = "acq_rel",
        /// A full fence.
        SeqCst = "sc",
    }
}

impl RmwOrdering {
    /// The ordering of the read of the operation.
    pub fn read(self) -> ReadOrdering {
        match self {
            Self::Relaxed | Self::Release => ReadOrdering::Relaxed,
            Self::Acquire | Self::AcqRel => ReadOrdering::Acquire,
            Self::SeqCst => ReadOrdering::SeqCst,
        }
    }

    /// The ordering of the write of the operation.
    pub fn write(self) -> WriteOrdering {
        match self {
            Self::Relaxed | Self::Acquire => WriteOrdering::Relaxed,
            Self::Release | Self::AcqRel => WriteOrdering::Release,
            Self::SeqCst => WriteOrdering::SeqCst,
        }
    }
}

impl ReadOrdering {
    /// Whether the load is atomic.
    pub fn is_atomic(self) -> bool {
        self != Self::NonAtomic
    }

    /// Whether the load is at least acquire.
    pub fn is_acquire(self) -> bool {
        self >= Self::Acquire
    }
}

impl WriteOrdering {
    /// Whether the store is atomic.
    pub fn is_atomic(self) -> bool {
        self != Self::NonAtomic
    }

    /// Whether the store is at least release.
    pub fn is_release(self) -> bool {
        self >= Self::Release
    }
}

impl FenceOrdering {
    /// Whether the fence is at least acquire.
    pub fn is_acquire(self) -> bool {
        self != Self::Release
    }

    /// Whether the fence is at least release.
    pub fn is_release(self) -> bool {
        self != Self::Acquire
    }
}

named_enum! {
    /// The operation of a fetch-and-modify on the old value and its operand.
    pub enum FetchOp {
        /// old + operand
        Add = "add",
        /// old - operand
        Sub = "sub",
        /// old & operand
        And = "and",
        /// old | operand
        Or = "or",
        /// old ^ operand
        Xor = "xor",
        /// !(old & operand)
        Nand = "nand",
        /// The smaller as signed numbers.
        Min = "min",
        /// The larger as signed numbers.
        Max = "max",
        /// The smaller as unsigned numbers.
        UnsignedMin = "umin",
        /// The larger as unsigned numbers.
        UnsignedMax = "umax",
    }
}

/// A read-modify-write operation with its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwOp {
    /// Stores `op(old, operand)`.
    Fetch {
        /// The operation.
        op: FetchOp,
        /// The right operand of the operation.
        operand: Value,
    },
    /// Stores this value whatever the old one was.
    Exchange(Value),
    /// Stores `desired` if the old value is `expected`; otherwise it is a load.
    CompareExchange {
        /// The value that the location must have.
        expected: Value,
        /// The value that is stored on success.
        desired: Value,
        /// The ordering of the load when the operation fails.
        failure: ReadOrdering,
        /// Whether the operation may fail although the location has the expected value.
        weak: bool,
    },
}

impl RmwOp {
    /// The value that is stored if the location holds `old`; `None` if the operation only reads.
    pub fn apply(self, old: Value, size: AccessSize) -> Option<Value> {
        match self {
            Self::Exchange(new) => Some(size.wrap(new.0)),
            Self::CompareExchange { expected, desired, .. } => {
                (old == size.wrap(expected.0)).then(|| size.wrap(desired.0))
            }
            Self::Fetch { op, operand } => {
                let operand = size.wrap(operand.0);
                Some(size.wrap(match op {
                    FetchOp::Add => old.0.wrapping_add(operand.0),
                    FetchOp::Sub => old.0.wrapping_sub(operand.0),
                    FetchOp::And => old.0 & operand.0,
                    FetchOp::Or => old.0 | operand.0,
                    FetchOp::Xor => old.0 ^ operand.0,
                    FetchOp::Nand => !(old.0 & operand.0),
                    FetchOp::Min => old.signed(size).min(operand.signed(size)) as u64,
                    FetchOp::Max => old.signed(size).max(operand.signed(size)) as u64,
                    FetchOp::UnsignedMin => old.0.min(operand.0),
                    FetchOp::UnsignedMax => old.0.max(operand.0),
                }))
            }
        }
    }

    /// Whether the operation may fail although it reads `old`, the expected value.
    pub fn may_fail_spuriously(self, old: Value, size: AccessSize) -> bool {
        matches!(self, Self::CompareExchange { weak: true, .. }) && self.apply(old, size).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every fetch operation at every size and at the limits of that size with the same
    /// operation computed in 128 bits and then cut to size.
    #[test]
    fn fetch_operations_wrap_at_their_size() {
        for size in AccessSize::ALL {
            let bits = size.bits();
            let mask = (1u128 << bits) - 1;
            let limits = [0, 1, mask >> 1, (mask >> 1) + 1, mask - 1, mask];
            let signed = |v: u128| if v >> (bits - 1) == 1 { v as i128 - (1i128 << bits) } else { v as i128 };
            for old in limits {
                for operand in limits {
                    for &op in FetchOp::ALL {
                        let wide = match op {
                            FetchOp::Add => old + operand,
                            FetchOp::Sub => old.wrapping_sub(operand),
                            FetchOp::And => old & operand,
                            FetchOp::Or => old | operand,
                            FetchOp::Xor => old ^ operand,
                            FetchOp::Nand => !(old & operand),
                            FetchOp::Min => signed(old).min(signed(operand)) as u128,
                            FetchOp::Max => signed(old).max(signed(operand)) as u128,
                            FetchOp::UnsignedMin => old.min(operand),
                            FetchOp::UnsignedMax => old.max(operand),
                        };
                        let fetch = RmwOp::Fetch { op, operand: Value(operand as u64) };
                        assert_eq!(
                            fetch.apply(Value(old as u64), size),
                            Some(Value((wide & mask) as u64)),
                            "{op} of {old} and {operand} in {bits} bits"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn compare_exchange_compares_at_its_size() {
        let cas = |expected, weak| RmwOp::CompareExchange {
            expected: Value(expected),
            desired: Value(0x1ff),
            failure: ReadOrdering::Relaxed,
            weak,
        };
        assert_eq!(cas(0x100, false).apply(Value(0), AccessSize::B1), Some(Value(0xff)));
        assert_eq!(cas(0x100, false).apply(Value(0), AccessSize::B2), None);
        assert!(cas(0x100, true).may_fail_spuriously(Value(0), AccessSize::B1));
        assert!(!cas(0x100, true).may_fail_spuriously(Value(1), AccessSize::B1));
        assert!(!cas(0x100, false).may_fail_spuriously(Value(0), AccessSize::B1));
    }

    #[test]
    fn rmw_orderings_split_into_their_halves() {
        for &ordering in RmwOrdering::ALL {
            let acquires =
                matches!(ordering, RmwOrdering::Acquire | RmwOrdering::AcqRel | RmwOrdering::SeqCst);
            let releases =
                matches!(ordering, RmwOrdering::Release | RmwOrdering::AcqRel | RmwOrdering::SeqCst);
            assert_eq!(ordering.read().is_acquire(), acquires);
            assert_eq!(ordering.write().is_release(), releases);
            assert!(ordering.read().is_atomic() && ordering.write().is_atomic());
        }
    }
}
