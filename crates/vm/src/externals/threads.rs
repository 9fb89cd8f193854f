//! Threads, waiting, choices and errors.

use porf_entity::{
    AccessSize, Address, BarrierStep, EntityId, ErrorKind, FetchOp, LibraryId, PoolOrder, ReadOrdering,
    RmwOp, RmwOrdering, Taking, ThreadId, Value, WaitComparison, WaitCondition, WriteOrdering,
};
use porf_ir::intrinsics::{FailCode, OperationCode, WaitCode, with_code};
use porf_program::{Action, BlockReason, Failure};

use crate::layout::{Found, MAX_THREADS, token_of};
use crate::run::{Flow, Pause, Runner, SharedMemory};
use crate::state::LibraryCall;
use crate::texts::FixedText;

/// More libraries than a program has.
const MOST_LIBRARIES: u64 = 1 << 16;

/// The condition that masked bits of a word satisfy a comparison, which is given by its number.
fn condition(size: AccessSize, mask: u64, comparison: u64, operand: u64) -> Result<WaitCondition, Failure> {
    let comparison = match with_code(WaitCode::ALL, comparison) {
        Some(WaitCode::Equal) => WaitComparison::Equal,
        Some(WaitCode::NotEqual) => WaitComparison::NotEqual,
        Some(WaitCode::AtLeast) => WaitComparison::AtLeast,
        None => return Err(Failure::new(ErrorKind::Unsupported).saying(FixedText::WrongWait.into())),
    };
    Ok(WaitCondition { mask: size.wrap(mask).0, comparison, operand: size.wrap(operand).0 })
}

/// The thread with this number, which the program claims to be a thread.
fn known_thread(thread: u64) -> Flow<ThreadId> {
    match usize::try_from(thread) {
        Ok(index) if index < MAX_THREADS => Ok(ThreadId::from_index(index)),
        _ => Err(ErrorKind::InvalidJoin.into()),
    }
}

/// The answer to the serial thread of a barrier, -1 as an `int`.
pub(super) const SERIAL: u64 = 0xffff_ffff;

/// The number of values that are tried of a nondeterministic number with any value.
const FEW: u64 = 5;

/// The values of a nondeterministic number that are tried.
pub(crate) struct Tried {
    /// The least value.
    pub(crate) low: u64,
    pub(crate) count: u64,
    /// Whether there are more values.
    pub(crate) partial: bool,
}

/// The values of a range that are tried: all of them, or, if `some` of them are enough, a few
/// values, around 0 if the range has them. The ends are signed numbers unless the range would then
/// end before it begins.
pub(crate) fn tried([low, high]: [u64; 2], some: bool) -> Tried {
    let count = high.wrapping_sub(low).wrapping_add(1);
    if !some || (1..=FEW).contains(&count) {
        return Tried { low, count, partial: false };
    }
    let last = high.wrapping_sub(FEW - 1);
    let low = match (low as i64, last as i64) {
        (low, last) if low <= last && low as u64 != 0 => (-2i64).clamp(low, last) as u64,
        (low, _) => low as u64,
    };
    Tried { low, count: FEW, partial: true }
}

impl Runner<'_> {
    pub(super) fn wait_rmw_builtin(
        &mut self,
        size: AccessSize,
        [word, mask, comparison, operand, operation, value]: [u64; 6],
    ) -> Flow<u64> {
        let condition = condition(size, mask, comparison, operand)?;
        let value = size.wrap(value);
        let fetch = |op| RmwOp::Fetch { op, operand: value };
        let op = match with_code(OperationCode::ALL, operation) {
            Some(OperationCode::Add) => fetch(FetchOp::Add),
            Some(OperationCode::Sub) => fetch(FetchOp::Sub),
            Some(OperationCode::And) => fetch(FetchOp::And),
            Some(OperationCode::Or) => fetch(FetchOp::Or),
            Some(OperationCode::Xor) => fetch(FetchOp::Xor),
            Some(OperationCode::Exchange) => RmwOp::Exchange(value),
            Some(OperationCode::UnsignedMax) => fetch(FetchOp::UnsignedMax),
            Some(OperationCode::Claim) => RmwOp::CompareExchange {
                expected: Value(0),
                desired: value,
                failure: ReadOrdering::Acquire,
                weak: false,
            },
            None => {
                return Err(Failure::new(ErrorKind::Unsupported).saying(FixedText::WrongWait.into()).into());
            }
        };
        self.rmw(word, size, RmwOrdering::AcqRel, op, Some(condition))
    }

    pub(super) fn wait_load_builtin(
        &mut self,
        size: AccessSize,
        [word, mask, comparison, operand]: [u64; 4],
    ) -> Flow<u64> {
        let condition = condition(size, mask, comparison, operand)?;
        self.wait_load(word, size, condition)
    }

    /// One of `count` numbers. If there are values that are not tried, the explorer must know that
    /// even if there is no choice.
    pub(super) fn choose(&mut self, count: u64, partial: bool) -> Flow<u64> {
        match count {
            0 => Err(BlockReason::Assume.into()),
            1 if !partial => Ok(0),
            _ => Err(Pause(Action::Choose { count, partial })),
        }
    }

    /// Makes an annotation or a mark: a choice among one alternative.
    pub(super) fn annotate(&self) -> Flow {
        Err(Pause(Action::Choose { count: 1, partial: false }))
    }

    pub(super) fn spawn(&mut self, function: u64) -> Flow {
        self.function_at(function)?;
        Err(Pause(Action::Spawn))
    }

    pub(super) fn join(&mut self, thread: u64) -> Flow {
        Err(Pause(Action::Join { thread: known_thread(thread)? }))
    }

    pub(super) fn detach(&mut self, thread: u64) -> Flow {
        Err(Pause(Action::Detach { thread: known_thread(thread)? }))
    }

    /// Asks whether actions at a barrier are events. As long as there is one thread, nobody counts.
    pub(super) fn ask_barrier(&mut self, barrier: u64) -> Flow<u64> {
        match self.shared {
            SharedMemory::Solo(_) => Ok(1),
            SharedMemory::Visible(_) => Err(Pause(Action::AskBarrier { barrier: Address(barrier) })),
        }
    }

    /// Says that a word belongs to a library. As long as there is one thread, what a call of the
    /// library does is no event.
    pub(super) fn assign(&mut self, object: u64, size: AccessSize, library: u64, function: u64) -> Flow {
        let (address, function) = (Address(object), function as u32);
        let library = LibraryId::from_index(library.min(MOST_LIBRARIES) as usize);
        self.state.call = Some(Box::new(LibraryCall { object: address, library, function }));
        match self.shared {
            SharedMemory::Solo(_) => Ok(()),
            SharedMemory::Visible(_) => Err(Pause(Action::Assign { address, size, library })),
        }
    }

    /// Puts an item into a pool. It is no memory, so this is visible even if there is one thread.
    pub(super) fn put(&mut self, size: AccessSize, [object, value, times, ordering]: [u64; 4]) -> Flow {
        self.resolve_atomic(object, size, true)?;
        let ordering = with_code(WriteOrdering::ALL, ordering).unwrap_or(WriteOrdering::SeqCst);
        let times = u32::try_from(times).unwrap_or(u32::MAX);
        Err(Pause(Action::Put { object: Address(object), size, ordering, value: size.wrap(value), times }))
    }

    /// Reads an item of a pool.
    pub(super) fn take(&mut self, size: AccessSize, [object, manner, ordering, _, order]: [u64; 5]) -> Flow {
        self.resolve_atomic(object, size, true)?;
        let ordering = with_code(ReadOrdering::ALL, ordering).unwrap_or(ReadOrdering::SeqCst);
        let manner = with_code(Taking::ALL, manner).unwrap_or(Taking::Take);
        let order = with_code(PoolOrder::ALL, order).unwrap_or(PoolOrder::Any);
        Err(Pause(Action::Take { object: Address(object), size, ordering, manner, order }))
    }

    /// Arrives at a barrier, leaves it or destroys it. As long as there is one thread, it meets
    /// nobody at a barrier that is for one thread, and no other thread is at a barrier that it
    /// destroys.
    pub(super) fn at_barrier(&mut self, barrier: u64, threads: u64, step: BarrierStep) -> Flow<u64> {
        match self.shared {
            SharedMemory::Solo(_) if threads == 1 || step == BarrierStep::Destroy => Ok(0),
            _ => Err(Pause(Action::Barrier { barrier: Address(barrier), threads: threads as u32, step })),
        }
    }

    /// Tries to be the serial thread of a round. The thread that takes the token of the round is
    /// it. The token is not in the memory of the barrier, which another thread of the round may
    /// have freed.
    pub(super) fn serial(&mut self, [barrier, odd]: [u64; 2]) -> Flow<u64> {
        if let SharedMemory::Solo(_) = self.shared {
            return Ok(SERIAL);
        }
        Err(Pause(Action::Rmw {
            address: Address(token_of(barrier)),
            size: AccessSize::B4,
            ordering: RmwOrdering::Relaxed,
            op: RmwOp::CompareExchange {
                expected: Value(odd.min(1)),
                desired: Value(1 - odd.min(1)),
                failure: ReadOrdering::Relaxed,
                weak: false,
            },
            wait: None,
        }))
    }

    pub(super) fn current_thread(&self) -> u64 {
        self.state.thread.index() as u64
    }

    pub(super) fn assume(&self, condition: u64) -> Flow {
        if condition == 0 { Err(BlockReason::Assume.into()) } else { Ok(()) }
    }

    /// The failure that the program reports.
    pub(super) fn failure(&self, [kind, message]: [u64; 2]) -> Failure {
        let kind = match with_code(FailCode::ALL, kind) {
            Some(FailCode::Assertion) => ErrorKind::Assertion,
            Some(FailCode::Abort) => ErrorKind::Abort,
            Some(FailCode::UnlockNotHeld) => ErrorKind::UnlockNotHeld,
            Some(FailCode::Relock) => ErrorKind::Relock,
            Some(FailCode::Synchronisation) => ErrorKind::InvalidSynchronisation,
            Some(FailCode::Unsupported) => ErrorKind::Unsupported,
            Some(FailCode::Join) => ErrorKind::InvalidJoin,
            Some(FailCode::Error) | None => ErrorKind::Error,
        };
        let text = match self.program.layout.shared_at(message) {
            Found::Inside(global, 0) => self.program.texts.string(global.id),
            _ => None,
        };
        Failure { text, ..Failure::new(kind) }
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::Value;

    use super::*;

    #[test]
    fn some_values_of_a_large_range_are_tried() {
        let all = |low: i64, high: i64, some: bool| {
            let Tried { low, count, partial } = tried([low as u64, high as u64], some);
            (low as i64, count, partial)
        };
        assert_eq!(all(3, 100, false), (3, 98, false));
        assert_eq!(all(-128, 127, false), (-128, 256, false));
        assert_eq!(all(i64::from(i32::MIN), i64::from(i32::MAX), true), (-2, 5, true));
        assert_eq!(all(i64::MIN, i64::MAX, true), (-2, 5, true));
        assert_eq!(all(0, i64::from(u32::MAX), true), (0, 5, true));
        // All unsigned numbers of 64 bits.
        assert_eq!(all(0, -1, true), (0, 5, true));
        assert_eq!(all(7, i64::from(i32::MAX), true), (7, 5, true));
        assert_eq!(all(-100_000, -9, true), (-13, 5, true));
        assert_eq!(all(7, 11, true), (7, 5, false));
    }

    #[test]
    fn conditions_are_cut_to_the_size_of_the_word() {
        let at_least = condition(AccessSize::B4, u64::MAX, 2, 1 << 32 | 7).expect("a comparison");
        assert!(at_least.holds(Value(7)) && !at_least.holds(Value(6)));
        assert!(condition(AccessSize::B8, 0, 3, 0).is_err());
    }
}
