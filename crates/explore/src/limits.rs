//! Limits: stopping before everything is explored.

use std::cell::Cell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
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
    /// A unit that was read is not one of the program, of its options or of this version.
    ForeignUnit,
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
    /// What is counted together with other explorers.
    share: Cell<Option<&'a Share<'a>>>,
}

/// When an exploration is to pause, so that it can be written down and continued.
#[derive(Clone, Copy, Debug, Default)]
pub struct Pause<'a> {
    /// At this time.
    pub at: Option<Instant>,
    /// When this flag is set.
    pub flag: Option<&'a AtomicBool>,
    /// After this many executions, complete or blocked, or a few more.
    pub executions: Option<u64>,
}

/// What the explorers of one program count together.
#[derive(Debug)]
pub(crate) struct Share<'a> {
    pause: Pause<'a>,
    /// Whether everybody is to pause.
    paused: AtomicBool,
    /// Whether everybody is to stop.
    stopped: AtomicBool,
    /// The work of all, in events.
    work: AtomicU64,
    /// The executions of all, if their number is limited.
    executions: AtomicU64,
    /// Whether they share from the beginning on.
    from_the_beginning: bool,
}

impl<'a> Share<'a> {
    pub(crate) fn new(from_the_beginning: bool, pause: Pause<'a>) -> Self {
        let [work, executions] = [0, 0].map(AtomicU64::new);
        let [paused, stopped] = [false, false].map(AtomicBool::new);
        Self { pause, paused, stopped, work, executions, from_the_beginning }
    }

    /// Returns whether a pause is possible.
    pub(crate) fn may_pause(&self) -> bool {
        let Pause { at, flag, executions } = self.pause;
        at.is_some() || flag.is_some() || executions.is_some()
    }

    /// Returns whether everybody is to pause, at the end of an execution.
    #[inline]
    pub(crate) fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Looks whether it is time to pause.
    fn look(&self) {
        let Pause { at, flag, .. } = self.pause;
        let is_set = flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
        if is_set || at.is_some_and(|at| Instant::now() >= at) {
            self.paused.store(true, Ordering::Relaxed);
        }
    }

    /// The work of all, in events.
    pub(crate) fn work(&self) -> u64 {
        self.work.load(Ordering::Relaxed)
    }

    /// Tells everybody to stop.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }
}

impl<'a> Watch<'a> {
    /// The work between two looks.
    const WORK_BETWEEN_LOOKS: usize = 4096;
    /// The work of a step, whatever the size of the graph is.
    const WORK_OF_A_STEP: usize = 16;

    pub(crate) fn new(limits: Limits<'a>) -> Self {
        Self {
            limits,
            work: Cell::new(0),
            work_before: Cell::new(0),
            stopped: Cell::new(None),
            share: Cell::new(None),
        }
    }

    /// Counts together with others from now on, what was done so far included.
    pub(crate) fn join(&self, share: &'a Share<'a>, executions: u64) {
        share.executions.fetch_add(executions, Ordering::Relaxed);
        share.work.fetch_add(self.work_before.get(), Ordering::Relaxed);
        self.share.set(Some(share));
    }

    /// Whether it is early in an exploration that is shared; `None` if it is not shared.
    pub(crate) fn is_early(&self) -> Option<bool> {
        self.share.get().map(|share| share.from_the_beginning)
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
        let work = self.work.take() as u64;
        self.work_before.set(self.work_before.get() + work);
        let mut is_told_to_stop = false;
        if let Some(share) = self.share.get() {
            share.work.fetch_add(work, Ordering::Relaxed);
            share.look();
            is_told_to_stop = share.stopped.load(Ordering::Relaxed);
        }
        if self.stopped.get().is_none() {
            let told = is_told_to_stop.then_some(StopReason::Interrupt);
            self.stopped.set(told.or_else(|| self.limits.reached()));
        }
        self.stopped.get().map_or(Ok(()), Err)
    }

    /// All work so far, in events, that of others with whom it is shared included: the same in every
    /// run, unlike time.
    pub(crate) fn work(&self) -> u64 {
        let before = self.share.get().map_or(self.work_before.get(), |it| it.work.load(Ordering::Relaxed));
        before + self.work.get() as u64
    }

    /// The work of making so many events.
    pub(crate) fn work_of_making(events: usize) -> u64 {
        (events * (Self::WORK_OF_A_STEP + events / 2)) as u64
    }

    /// The work of this explorer so far, in events.
    pub(crate) fn own_work(&self) -> u64 {
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
        let max = self.limits.max_executions;
        match self.share.get() {
            Some(share) if max.is_some() || share.pause.executions.is_some() => {
                let before = share.executions.fetch_add(1, Ordering::Relaxed);
                if share.pause.executions.is_some_and(|most| before + 1 >= most) {
                    share.paused.store(true, Ordering::Relaxed);
                }
                max.is_none_or(|max| before < max)
            }
            _ => max.is_none_or(|max| count <= max),
        }
    }
}
