//! Limits: stopping before everything is explored.

use std::cell::Cell;
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

impl Limits<'_> {
    /// Why to stop now, if it is time or somebody says so.
    fn reached(&self) -> Option<StopReason> {
        if self.interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
            Some(StopReason::Interrupt)
        } else {
            let has_passed = |deadline| Instant::now() >= deadline;
            self.deadline.is_some_and(has_passed).then_some(StopReason::Deadline)
        }
    }
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

/// Watches the limits. The clock is read now and then only: after so much work that reading it costs nothing in comparison, and so
/// little that no other thread observes the delay. What takes long without a step of exploration asks the watch whether to [go on](Self::go_on).
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    limits: Limits<'a>,
    /// How much was done since the last look, in events looked at.
    work: Cell<usize>,
    /// Why to stop, once that is known.
    stopped: Cell<Option<StopReason>>,
}

impl<'a> Watch<'a> {
    /// How much is done between two looks.
    const WORK_BETWEEN_LOOKS: usize = 4096;
    /// What a step takes, whatever the size of the graph is.
    const WORK_OF_A_STEP: usize = 16;

    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self { limits, work: Cell::new(0), stopped: Cell::new(None) }
    }

    /// To be called at every step, and wherever every event may have been looked at, with the number of events of the graph.
    pub(crate) fn step(&self, events: usize) -> Result<(), StopReason> {
        let work = self.work.get() + Self::WORK_OF_A_STEP + events;
        self.work.set(work);
        if work < Self::WORK_BETWEEN_LOOKS { Ok(()) } else { self.look() }
    }

    /// Looks at once. To be called before anything is said of the program: it may have been told to stop as well, and
    /// then it does not do what it would have done.
    #[cold]
    pub(crate) fn look(&self) -> Result<(), StopReason> {
        self.work.set(0);
        if self.stopped.get().is_none() {
            self.stopped.set(self.limits.reached());
        }
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// Whether to go on. Once it is not, it never is again, and [`stopped`](Self::stopped) says why.
    pub(crate) fn go_on(&self, events: usize) -> bool {
        self.stopped.get().is_none() && self.step(events).is_ok()
    }

    /// Why somebody was told not to go on.
    pub(crate) fn stopped(&self) -> StopReason {
        self.stopped.get().unwrap_or(StopReason::Interrupt)
    }

    /// To be called when one more execution would be the `count`th.
    pub(crate) fn allows_execution(&self, count: u64) -> bool {
        self.limits.max_executions.is_none_or(|max| count <= max)
    }
}
