//! Words of LLVM IR.

use std::fmt;

use porf_entity::{ReadOrdering, RmwOrdering, WriteOrdering};
use porf_llvm::ast::{Module, Type, TypeId};

/// A type of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Value {
    Int(u32),
    Pointer,
}

impl Value {
    pub(super) fn of(module: &Module, ty: TypeId) -> Option<Self> {
        match module.types.get(ty) {
            Type::Int(bits @ (8 | 16 | 32 | 64)) => Some(Self::Int(*bits)),
            Type::Pointer { .. } => Some(Self::Pointer),
            _ => None,
        }
    }

    pub(super) fn bits(self) -> u32 {
        match self {
            Self::Int(bits) => bits,
            Self::Pointer => 64,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Int(bits) => write!(f, "i{bits}"),
            Self::Pointer => f.write_str("ptr"),
        }
    }
}

pub(super) fn count(number: usize, what: &str) -> String {
    format!("{number} {what}{}", if number == 1 { "" } else { "s" })
}

pub(super) fn read_ordering(ordering: ReadOrdering) -> &'static str {
    match ordering {
        ReadOrdering::NonAtomic | ReadOrdering::Relaxed => "monotonic",
        ReadOrdering::Acquire => "acquire",
        ReadOrdering::SeqCst => "seq_cst",
    }
}

pub(super) fn write_ordering(ordering: WriteOrdering) -> &'static str {
    match ordering {
        WriteOrdering::NonAtomic | WriteOrdering::Relaxed => "monotonic",
        WriteOrdering::Release => "release",
        WriteOrdering::SeqCst => "seq_cst",
    }
}

pub(super) fn rmw_ordering(ordering: RmwOrdering) -> &'static str {
    match ordering {
        RmwOrdering::Relaxed => "monotonic",
        RmwOrdering::Acquire => "acquire",
        RmwOrdering::Release => "release",
        RmwOrdering::AcqRel => "acq_rel",
        RmwOrdering::SeqCst => "seq_cst",
    }
}
