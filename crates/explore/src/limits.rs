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
    /// When this flag is set.
    pub interrupt: Option<&'a AtomicBool>,
}

impl Limits<'_> {
    /// The reason to stop now, if the deadline has passed or the interrupt is set.
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
        /// The first access.
        first: MixedAccess,
        /// The second access.
        second: MixedAccess,
    },
}

/// One of two accesses that overlap but are not of the same bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MixedAccess {
    /// The first byte.
    pub address: Address,
    /// The number of bytes.
    pub size: AccessSize,
    /// Whether the access is atomic.
    pub atomic: bool,
    /// The thread.
    pub thread: ThreadId,
    /// The position in the source.
    pub position: SourcePosition,
}

/// Watches the limits. The clock is read only now and then: after so much work that reading it
/// costs nothing in comparison, and so little that no user observes the delay. A computation that
/// takes long without a step of exploration asks the watch whether to [go on](Self::go_on).
#[derive(Debug)]
pub(crate) struct Watch<'a> {
    limits: Limits<'a>,
    /// The work since the last look at the clock, in events.
    work: Cell<usize>,
    /// The work before that.
    work_before: Cell<u64>,
    /// The reason to stop, once it is known.
    stopped: Cell<Option<StopReason>>,
}

impl<'a> Watch<'a> {
    /// The work between two looks.
    const WORK_BETWEEN_LOOKS: usize = 4096;
    /// The work of a step, whatever the size of the graph is.
    const WORK_OF_A_STEP: usize = 16;

    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self { limits, work: Cell::new(0), work_before: Cell::new(0), stopped: Cell::new(None) }
    }

    /// To be called at every step, and wherever every event may have been visited, with the number
    /// of events of the graph.
    pub(crate) fn step(&self, events: usize) -> Result<(), StopReason> {
        let work = self.work.get() + Self::WORK_OF_A_STEP + events;
        self.work.set(work);
        if work < Self::WORK_BETWEEN_LOOKS { Ok(()) } else { self.look() }
    }

    /// Looks at the clock at once. To be called before any report about the program: the program
    /// may have been told to stop as well, and then its threads do not take the actions that they
    /// would have taken.
    #[cold]
    pub(crate) fn look(&self) -> Result<(), StopReason> {
        self.work_before.set(self.work());
        self.work.set(0);
        if self.stopped.get().is_none() {
            self.stopped.set(self.limits.reached());
        }
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// All work so far, in events: the same in every run, unlike time.
    pub(crate) fn work(&self) -> u64 {
        self.work_before.get() + self.work.get() as u64
    }

    /// Returns whether to go on. Once the answer is no, it stays no, and [`stopped`](Self::stopped)
    /// has the reason.
    pub(crate) fn go_on(&self, events: usize) -> bool {
        self.stopped.get().is_none() && self.step(events).is_ok()
    }

    /// The reason for which [`go_on`](Self::go_on) said no.
    pub(crate) fn stopped(&self) -> StopReason {
        self.stopped.get().unwrap_or(StopReason::Interrupt)
    }

    /// To be called when one more execution would be the `count`th.
    pub(crate) fn allows_execution(&self, count: u64) -> bool {
        self.limits.max_executions.is_none_or(|max| count <= max)
    }
}
