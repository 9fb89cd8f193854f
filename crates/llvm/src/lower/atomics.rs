//! The lowering of orderings, read-modify-writes and fences.

use porf_entity::{FenceOrdering, FetchOp, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_ir as ir;

use super::function::{FunctionLowering, Values};
use super::{Lowered, unsupported};
use crate::ast::{Access, AtomicOrdering, Operand, RmwOp};

/// The ordering of a read. `unordered`, which only Java needs, is taken as relaxed.
pub(super) fn read_ordering(ordering: AtomicOrdering) -> Lowered<ReadOrdering> {
    match ordering {
        AtomicOrdering::Unordered | AtomicOrdering::Monotonic => Ok(ReadOrdering::Relaxed),
        AtomicOrdering::Acquire => Ok(ReadOrdering::Acquire),
        AtomicOrdering::SequentiallyConsistent => Ok(ReadOrdering::SeqCst),
        AtomicOrdering::Release | AtomicOrdering::AcquireRelease => {
            unsupported(format!("a {} load", ordering.word()))
        }
    }
}

pub(super) fn write_ordering(ordering: AtomicOrdering) -> Lowered<WriteOrdering> {
    match ordering {
        AtomicOrdering::Unordered | AtomicOrdering::Monotonic => Ok(WriteOrdering::Relaxed),
        AtomicOrdering::Release => Ok(WriteOrdering::Release),
        AtomicOrdering::SequentiallyConsistent => Ok(WriteOrdering::SeqCst),
        AtomicOrdering::Acquire | AtomicOrdering::AcquireRelease => {
            unsupported(format!("a {} store", ordering.word()))
        }
    }
}

fn rmw_ordering(access: Access) -> RmwOrdering {
    match access.ordering {
        None | Some(AtomicOrdering::Unordered | AtomicOrdering::Monotonic) => RmwOrdering::Relaxed,
        Some(AtomicOrdering::Acquire) => RmwOrdering::Acquire,
        Some(AtomicOrdering::Release) => RmwOrdering::Release,
        Some(AtomicOrdering::AcquireRelease) => RmwOrdering::AcqRel,
        Some(AtomicOrdering::SequentiallyConsistent) => RmwOrdering::SeqCst,
    }
}

fn rmw_kind(op: RmwOp) -> Lowered<ir::RmwKind> {
    Ok(ir::RmwKind::Fetch(match op {
        RmwOp::Exchange => return Ok(ir::RmwKind::Exchange),
        RmwOp::Add => FetchOp::Add,
        RmwOp::Sub => FetchOp::Sub,
        RmwOp::And => FetchOp::And,
        RmwOp::Nand => FetchOp::Nand,
        RmwOp::Or => FetchOp::Or,
        RmwOp::Xor => FetchOp::Xor,
        RmwOp::Max => FetchOp::Max,
        RmwOp::Min => FetchOp::Min,
        RmwOp::UMax => FetchOp::UnsignedMax,
        RmwOp::UMin => FetchOp::UnsignedMin,
        RmwOp::FAdd
        | RmwOp::FSub
        | RmwOp::FMax
        | RmwOp::FMin
        | RmwOp::FMaximum
        | RmwOp::FMinimum
        | RmwOp::UIncWrap
        | RmwOp::UDecWrap
        | RmwOp::USubCond
        | RmwOp::USubSat => return unsupported(format!("atomicrmw {}", op.word())),
    }))
}

impl FunctionLowering<'_, '_> {
    pub(super) fn fence(&mut self, ordering: AtomicOrdering, single_thread: bool) -> Lowered<()> {
        // A fence for signal handlers only restrains the compiler.
        if single_thread {
            return Ok(());
        }
        self.builder.fence(match ordering {
            AtomicOrdering::Acquire => FenceOrdering::Acquire,
            AtomicOrdering::Release => FenceOrdering::Release,
            AtomicOrdering::AcquireRelease => FenceOrdering::AcqRel,
            AtomicOrdering::SequentiallyConsistent => FenceOrdering::SeqCst,
            AtomicOrdering::Unordered | AtomicOrdering::Monotonic => {
                return unsupported(format!("a {} fence", ordering.word()));
            }
        });
        Ok(())
    }

    pub(super) fn rmw(
        &mut self,
        op: RmwOp,
        pointer: Operand,
        value: Operand,
        access: Access,
    ) -> Lowered<ir::ValueId> {
        let kind = rmw_kind(op)?;
        let (address, value) = (self.pointer(pointer)?, self.scalar(value)?);
        let value = self.without_padding(value, pointer);
        let ty = self.builder.value_type(value);
        if ty.access_size().is_none() || kind != ir::RmwKind::Exchange && !ty.is_int() {
            return unsupported(format!("atomicrmw {} on {ty}", op.word()));
        }
        Ok(self.builder.rmw(kind, address, value, rmw_ordering(access)))
    }

    pub(super) fn compare_exchange(
        &mut self,
        pointer: Operand,
        expected: Operand,
        new: Operand,
        access: Access,
        failure: AtomicOrdering,
        weak: bool,
    ) -> Lowered<Values> {
        let address = self.pointer(pointer)?;
        let (expected, new) = self.scalars(expected, new)?;
        let [expected, new] = [expected, new].map(|value| self.without_padding(value, pointer));
        let ty = self.builder.value_type(expected);
        if ty.access_size().is_none() || ty.is_float() {
            return unsupported(format!("cmpxchg on {ty}"));
        }
        let failure = read_ordering(failure)?;
        let success = rmw_ordering(access);
        let (old, done) = self.builder.compare_exchange(address, expected, new, success, failure, weak);
        Ok(Values::from_slice(&[old, done]))
    }
}
