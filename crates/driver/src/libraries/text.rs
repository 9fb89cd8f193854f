//! Words of LLVM IR.

use std::fmt;

use porf_entity::{ReadOrdering, RmwOrdering, WriteOrdering};
use porf_llvm::ast::{Module, Type, TypeId};

/// A type of values.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Int(u32),
    Pointer,
}

impl Value {
    pub(crate) fn of(module: &Module, ty: TypeId) -> Option<Self> {
        match module.types.get(ty) {
            Type::Int(bits @ (1 | 8 | 16 | 32 | 64)) => Some(Self::Int(*bits)),
            Type::Pointer { .. } => Some(Self::Pointer),
            _ => None,
        }
    }

    /// The type in which a value is kept: truth values are kept as integers.
    pub(super) fn widened(self) -> Self {
        if self == Self::Int(1) { Self::Int(32) } else { self }
    }

    /// The type of a result.
    pub(crate) fn or_void(result: Option<Self>) -> String {
        result.map_or("void".to_owned(), |value| value.to_string())
    }

    /// A list of parameters that are called by their numbers.
    pub(crate) fn parameters(types: &[Self]) -> String {
        let list = types.iter().enumerate().map(|(index, ty)| format!("{ty} %{index}"));
        list.collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn bits(self) -> u32 {
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
