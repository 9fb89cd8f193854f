//! Types of values.

use std::fmt;

use porf_entity::AccessSize;

/// The type of a value. Values of every type are kept as the low bits of 64, with the bits above 0.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// An integer of 1 to 64 bits, signed or not as the operation takes it.
    Int(u8),
    /// An address, 64 bits wide.
    Ptr,
    /// An IEEE 754 number of 32 bits, kept as its bits.
    F32,
    /// An IEEE 754 number of 64 bits, kept as its bits.
    F64,
}

impl Type {
    /// A truth value: 0 or 1.
    pub const I1: Self = Self::Int(1);
    /// An integer of 8 bits.
    pub const I8: Self = Self::Int(8);
    /// An integer of 16 bits.
    pub const I16: Self = Self::Int(16);
    /// An integer of 32 bits.
    pub const I32: Self = Self::Int(32);
    /// An integer of 64 bits.
    pub const I64: Self = Self::Int(64);

    /// The number of bits of a value of the type.
    pub fn bits(self) -> u32 {
        match self {
            Self::Int(bits) => u32::from(bits),
            Self::F32 => 32,
            Self::Ptr | Self::F64 => 64,
        }
    }

    /// The bits that a value of the type may have: the greatest unsigned value.
    pub fn mask(self) -> u64 {
        u64::MAX.checked_shr(64u32.saturating_sub(self.bits())).unwrap_or(0)
    }

    /// The number of bytes that the type takes in memory, if memory can hold it.
    pub fn access_size(self) -> Option<AccessSize> {
        AccessSize::ALL.into_iter().find(|size| size.bits() == self.bits())
    }

    /// Whether this is a floating-point type.
    pub fn is_float(self) -> bool {
        matches!(self, Self::F32 | Self::F64)
    }

    /// Whether this is an integer type.
    pub fn is_int(self) -> bool {
        matches!(self, Self::Int(_))
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Ptr => f.write_str("ptr"),
            Self::F32 => f.write_str("f32"),
            Self::F64 => f.write_str("f64"),
        }
    }
}
