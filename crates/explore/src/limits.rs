//! Stopping before everything is explored.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use porf_entity::{AccessSize, Address, SourcePosition, ThreadId};

/// When to stop although there is more to explore.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits<'a> {
    /// After this many executions, complete or blocked.
    pub max_executions: Option<u64>,
    /// At this time.
    pub deadline: Option<Instant>,
    /// When somebody sets this.
    pub interrupt: Option<&'a AtomicBool>,
}

/// Why exploration stopped although there was more to explore.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// [`Limits::max_executions`] was reached.
    MaxExecutions,
    /// [`Limits::deadline`] has passed.
    Deadline,
    /// [`Limits::interrupt`] was set.
    Interrupt,
    /// The sink asked for it.
    Sink,
    /// An execution accesses overlapping bytes in different sizes, which is not supported.
    MixedSizes {
        /// The access that was there first.
        first: MixedAccess,
        /// The other one.
        second: MixedAccess,
    },
}

/// One of two accesses that overlap but are not of the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MixedAccess {
    /// Its first byte.
    pub address: Address,
    /// How many bytes.
    pub size: AccessSize,
    /// Whether it is atomic.
    pub atomic: bool,
    /// The thread.
    pub thread: ThreadId,
    /// Where in the source.
    pub position: SourcePosition,
}

/// Watches the limits. The clock is read once every so many steps only.
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    limits: Limits<'a>,
    steps: u32,
}

impl<'a> Watch<'a> {
    const STEPS_BETWEEN_LOOKS: u32 = 1024;
    /// Steps in larger graphs take long, and each of them is worth a look.
    const LARGE: usize = 512;

    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self { limits, steps: 0 }
    }

    /// To be called at every step, with the number of events of the graph.
    pub(crate) fn step(&mut self, events: usize) -> Option<StopReason> {
        self.steps += if events < Self::LARGE { 1 } else { Self::STEPS_BETWEEN_LOOKS };
        if self.steps < Self::STEPS_BETWEEN_LOOKS {
            return None;
        }
        self.steps = 0;
        if self.limits.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            return Some(StopReason::Interrupt);
        }
        if self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Some(StopReason::Deadline);
        }
        None
    }

    /// To be called when one more execution would be the `count`th.
    pub(crate) fn allows_execution(&self, count: u64) -> bool {
        self.limits.max_executions.is_none_or(|max| count <= max)
    }
}
