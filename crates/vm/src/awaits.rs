//! Awaits: reads after which a thread may block at once [await §II-A].
//!
//! A load, exchange, compare-exchange or fetch-and-add is an await if a path on which the thread
//! only computes leads from the read to an assumption, to the end of a loop that would begin
//! anew, or to the end of an iteration that is known to be redundant. Whether the thread blocks there depends on the value of the read, in any way: the machine
//! resumes the thread with the value and lets it compute. An rmw whose result the thread does not
//! use is no await. Reads that are not atomic are no awaits, since waiting could hide that they
//! race.

use porf_ir::intrinsics::{Builtin, Intrinsic};
use porf_program::{BlockReason, Remark};

use crate::code::{Code, Op, Pc};

/// For each op, whether it is an await.
pub(crate) fn awaits(code: &Code) -> Vec<bool> {
    let may_block = may_block(code);
    let follows = |index: usize| may_block.get(index + 1).is_some_and(|&may_block| may_block);
    let is_await = |(index, op): (usize, &Op)| match op {
        Op::Load { ordering, .. } => ordering.is_atomic() && follows(index),
        Op::Rmw { .. } => follows(index) && code.remark(Pc(index as u32)) != Some(Remark::Blind),
        Op::CompareExchange { .. } => follows(index),
        _ => false,
    };
    code.ops.iter().enumerate().map(is_await).collect()
}

/// For each op, whether a thread at this op may block before it does anything but compute.
fn may_block(code: &Code) -> Vec<bool> {
    let mut may_block = vec![false; code.ops.len() + 1];
    // Code mostly runs forwards, so that few rounds suffice.
    loop {
        let mut changed = false;
        for (index, op) in code.ops.iter().enumerate().rev() {
            let after = |pc: Pc| may_block[pc.0 as usize];
            let blocks = match op {
                Op::Assume(_) | Op::Block(BlockReason::Assume) | Op::Spin { .. } | Op::Redundant { .. } => {
                    true
                }
                Op::CallBuiltin { intrinsic: Intrinsic { builtin: Builtin::Assume, .. }, .. } => true,
                Op::Const { .. }
                | Op::Move { .. }
                | Op::Swap { .. }
                | Op::ThreadLocalAddress { .. }
                | Op::Unary { .. }
                | Op::FloatCompare { .. }
                | Op::Add { .. }
                | Op::Sub { .. }
                | Op::And { .. }
                | Op::CheckedBinary { .. }
                | Op::Binary { .. }
                | Op::Compare { .. }
                | Op::Cast { .. }
                | Op::Select { .. }
                | Op::Effects(_)
                | Op::Actions(_) => may_block[index + 1],
                Op::Jump(to) => after(*to),
                Op::Branch { if_true, if_false, .. } => after(*if_true) || after(*if_false),
                Op::Switch { cases, default, .. } => {
                    after(*default) || code.cases(*cases).iter().any(|&(_, to)| after(to))
                }
                Op::Alloca { .. }
                | Op::Load { .. }
                | Op::Store { .. }
                | Op::Rmw { .. }
                | Op::CompareExchange { .. }
                | Op::Fence(_)
                | Op::Cancels { .. }
                | Op::Call { .. }
                | Op::CallIndirect { .. }
                | Op::CallBuiltin { .. }
                | Op::Return(_)
                | Op::Fail { .. }
                | Op::Block(_) => false,
            };
            changed |= blocks != may_block[index];
            may_block[index] = blocks;
        }
        if !changed {
            return may_block;
        }
    }
}
