//! Unobserved writes: whether another thread observes the writes that waiting loops leave out.
//!
//! Some iterations of loops are left out although they write. The thread waits where it would begin
//! the next iteration. The values that it would read there it reads in another execution, in place
//! of the values that it has read here [saver §V, §VI]. No behaviour is lost as long as no other
//! thread observes the writes of the iteration. Each full execution is checked: no thread observes
//! them, and none could in an execution in which the iteration is followed by others. Otherwise
//! exploration restarts, and leaves out no writes to that location.
//!
//! *Provisional stores* write a value that the next iteration writes again. No thread observes one
//! if every access by another thread comes after the store: the access reads this store or later
//! ones. For the iteration that is not left out, after those that are, has such a store, too.
//!
//! *Attempts* add a number to a location and, if the value that they read means failure, subtract
//! it again. The thread waits before the subtraction. The condition is about accesses of other
//! threads while an attempt is *open*. Take any execution of the program and remove all attempts
//! that fail, with the iterations around them. The rest reads the same values everywhere except at
//! the location of the attempts, where sums lack the open additions. The rest is an execution, too,
//! if each other access to the location permits it:
//!
//! - An addition whose result is not used permits it.
//! - An attempt that succeeds permits it if it succeeds with the smaller sum, too. If it does not,
//!   then there is an execution without any open attempts in which it fails (it is explored: this
//!   is its last event), but in which it would succeed if certain attempts of other threads were
//!   open. Each failed attempt is checked: it must fail whichever others are open.
//! - Any other access must be ordered with the whole life of each other thread that makes attempts,
//!   so that none is open at that time.
//!
//! (Deviation: the published condition is that at most one other event reads from the attempt. It
//! admits accesses that read from later additions and observe the sum.)
//!
//! *Locks* may be acquired and released with no action in between. A thread that waits for the lock
//! waits until it is released, and cannot distinguish whether it ever was acquired. Any other
//! access must be ordered with the lives of the threads that acquire the lock.

use porf_entity::{FetchOp, RmwOp, ThreadId, Value};
use porf_graph::{Event, EventId, Label, LocationId, ReadKind, Source};
use porf_models::Model;
use porf_program::{Action, Answer, BlockReason, CancellingPair, Program, Remark, Wait};

use crate::execution_core::ExecutionCore;
use crate::restart::Bytes;
use crate::restart::{Change, Interruption};
use crate::sink::Asymmetry;

/// An attempt in the graph.
pub(crate) struct Attempt {
    /// Its read; the write is the next event of the thread.
    read: EventId,
    thread: ThreadId,
    pub(crate) location: LocationId,
    /// The amount that it adds.
    amount: Value,
    /// Whether it has failed: the thread waits.
    pub(crate) failed: bool,
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// The answer to a thread that wants to leave out a pair of actions on a location, of which it
    /// has undone the first or is about to undo it.
    pub(crate) fn answer_to_cancelling(&mut self, bytes: Bytes, pair: CancellingPair) -> Answer {
        match pair {
            // A thread that runs on does not leave out its attempts.
            CancellingPair::Addition if self.runs_on => Answer::Observed,
            _ => self.knowledge.answer(bytes, pair),
        }
    }

    /// The answer to the store that a thread is at.
    pub(crate) fn store_answer(&self, thread: ThreadId, location: LocationId) -> Answer {
        let counts = self.counts(location)
            && self.program.remark(&self.state.next(thread).state) == Some(Remark::Provisional);
        if counts { Answer::Observed } else { Answer::Done }
    }

    /// An error if another thread might observe writes that were left out.
    pub(crate) fn look_for_observers(&mut self) -> Result<(), Interruption> {
        if !self.features.remarks && !self.knowledge.has_locks() {
            return Ok(());
        }
        let attempts = self.attempts();
        for attempt in &attempts {
            let bytes = self.bytes(attempt.location);
            // The other symmetric threads make the same attempts in executions that are not
            // explored.
            for thread in self.state.symmetric.of(attempt.thread).chain([attempt.thread]) {
                self.knowledge.add_attempt(bytes, thread, attempt.amount);
            }
        }
        if !self.knowledge.rely(self.opening()) {
            return Err(Change::Learn.into());
        }
        let observed = self
            .observed_provisional_store()
            .or_else(|| attempts.iter().find(|it| self.is_observed(it, &attempts)).map(|it| it.location))
            .or_else(|| self.observed_lock());
        match observed {
            None => Ok(()),
            Some(location) => {
                let bytes = self.bytes(location);
                self.knowledge.observed.insert(bytes);
                // The writes to the memory of the other symmetric threads are not observed there.
                if self.state.symmetric.exist() && self.program.owner(bytes.0).is_some() {
                    return Err(self.turn_off_symmetry(Asymmetry::Observed).into());
                }
                Err(Change::Learn.into())
            }
        }
    }

    /// Returns whether another thread might observe writes to a location, so that none is left out
    /// there.
    fn counts(&self, location: LocationId) -> bool {
        !self.knowledge.observed.is_empty() && self.knowledge.observed.contains(&self.bytes(location))
    }

    pub(crate) fn bytes(&self, location: LocationId) -> Bytes {
        let info = self.locations.info(location);
        (info.address, info.size)
    }

    fn remark_on(&self, event: EventId) -> Option<Remark> {
        self.program.remark(&self.state.step(event).state)
    }

    /// A location with a provisional store and another thread's access that might have come before
    /// it.
    fn observed_provisional_store(&self) -> Option<LocationId> {
        let graph = &self.state.graph;
        let provisional = |store: EventId| {
            let write = graph.event(store).as_write().filter(|write| !write.exclusive)?;
            let left_out = !self.counts(write.location) && self.remark_on(store) == Some(Remark::Provisional);
            left_out.then_some((store, write.location))
        };
        let observed = graph.events().filter_map(provisional).find(|&(store, location)| {
            let is_other = |access: &EventId| graph.event(*access).thread != graph.event(store).thread;
            let mut others = self.accesses(location).filter(is_other);
            others.any(|access| !self.precedes(store, access))
        });
        observed.map(|(_, location)| location)
    }

    /// Returns whether a store comes before another thread's access in happens-before, and the
    /// access cannot read from an older write. Under some models this needs an event behind the
    /// store that keeps later stores from overtaking it.
    pub(crate) fn precedes(&self, store: EventId, access: EventId) -> bool {
        let graph = &self.state.graph;
        let Event { thread, index, .. } = *graph.event(store);
        let known = graph.happens_before(access);
        let keeps_order = |event: &Event| match event.label {
            Label::Write(write) => write.exclusive || write.ordering.is_release(),
            Label::Fence(ordering) => ordering.is_release(),
            Label::Spawn(_) | Label::Barrier { .. } | Label::Addition(_) => true,
            _ => false,
        };
        let behind = &graph.thread_events(thread)[index as usize + 1..];
        behind
            .iter()
            .map(|&event| graph.event(event))
            .any(|event| keeps_order(event) && known.contains(event))
            || graph.join_of(thread).is_some_and(|join| known.contains(graph.event(join)))
    }

    /// The accesses to a location, and the end of its object.
    pub(crate) fn accesses(&self, location: LocationId) -> impl Iterator<Item = EventId> {
        let graph = &self.state.graph;
        let address = self.bytes(location).0;
        graph.events().filter(move |&event| match graph.event(event).label {
            Label::Read(read) => read.location == location,
            Label::Write(write) => write.location == location,
            Label::Wait { location: waited_for, .. } => waited_for == location,
            Label::Addition(added_to) => added_to == location,
            Label::Free { base, size } => address.0.checked_sub(base.0).is_some_and(|offset| offset < size),
            Label::Fence(_) | Label::Spawn(_) | Label::Join(_) | Label::Barrier { .. } | Label::Choice(_) => {
                false
            }
        })
    }

    /// The attempts that are left out if they fail.
    pub(crate) fn attempts(&self) -> Vec<Attempt> {
        let graph = &self.state.graph;
        let attempt = |read: EventId| {
            let &Event { thread, label: Label::Read(label), .. } = graph.event(read) else { return None };
            if label.kind != ReadKind::Exclusive
                || self.counts(label.location)
                || self.remark_on(read) != Some(Remark::Attempt)
            {
                return None;
            }
            let Action::Rmw { op: RmwOp::Fetch { op, operand }, size, .. } = self.state.step(read).action
            else {
                return None;
            };
            let amount = match op {
                FetchOp::Sub => size.wrap(operand.0.wrapping_neg()),
                _ => operand,
            };
            let is_last = graph.successor(read) == graph.last(thread);
            let failed = is_last && self.action(thread) == Action::Block(BlockReason::Spin);
            Some(Attempt { read, thread, location: label.location, amount, failed })
        };
        graph.events().filter_map(attempt).collect()
    }

    /// Returns whether another thread might observe an attempt, or a failed attempt might succeed
    /// because of others.
    fn is_observed(&self, attempt: &Attempt, all: &[Attempt]) -> bool {
        let matters = |access: EventId| {
            let rmw_of_sum = !matches!(self.state.graph.event(access).label, Label::Free { .. })
                && matches!(self.remark_on(access), Some(Remark::Blind | Remark::Attempt));
            !rmw_of_sum && !self.is_ordered_with_life(access, attempt.thread)
        };
        self.accesses(attempt.location).any(matters) || (attempt.failed && self.minds_others(attempt, all))
    }

    /// Returns whether an access is by the thread itself, or happens before or after all events of
    /// the thread.
    fn is_ordered_with_life(&self, access: EventId, thread: ThreadId) -> bool {
        let graph = &self.state.graph;
        let event = graph.event(access);
        let before = || graph.spawn_of(thread).is_some_and(|it| graph.happens_before(it).contains(event));
        let after =
            || graph.join_of(thread).is_some_and(|it| graph.happens_before(access).contains(graph.event(it)));
        event.thread == thread || before() || after()
    }

    /// Returns whether an attempt that fails if none are open would succeed if certain others were.
    fn minds_others(&self, attempt: &Attempt, all: &[Attempt]) -> bool {
        let graph = &self.state.graph;
        let Some(read) = graph.event(attempt.read).as_read() else { return false };
        let bytes = self.bytes(attempt.location);
        let position_after =
            |read| graph.successor(read).map_or(0, |write| graph.position(Source::Write(write)));
        let is_open = |other: &&Attempt| {
            other.failed
                && other.location == attempt.location
                && position_after(other.read) <= graph.position(read.source)
        };
        let open = sum(all.iter().filter(is_open));
        let fails_with = |sum: Value| {
            self.fails_with(attempt, bytes.1.wrap(read.value.0.wrapping_sub(open).wrapping_add(sum.0)))
        };
        if !fails_with(Value(0)) {
            return false;
        }
        match self.knowledge.open_sums(bytes, attempt.thread) {
            Some(sums) => !sums.into_iter().all(fails_with),
            None => true,
        }
    }

    /// Returns whether an attempt would fail if it read this value.
    fn fails_with(&self, attempt: &Attempt, value: Value) -> bool {
        let next = self.program.resume(&self.state.step(attempt.read).state, Answer::Read(value));
        matches!(next.action, Action::Cancel { .. })
    }

    /// Returns whether a location is a lock that threads acquire and release unobserved.
    pub(crate) fn is_lock(&self, location: LocationId) -> bool {
        self.knowledge.has_locks() && self.knowledge.is_lock(self.bytes(location)) && !self.counts(location)
    }

    /// A lock that some thread leaves out, with an access by another thread that neither waits for
    /// it nor releases it.
    fn observed_lock(&self) -> Option<LocationId> {
        if !self.knowledge.has_locks() {
            return None;
        }
        let graph = &self.state.graph;
        let acquires = |event: EventId| {
            matches!(self.state.step(event).action, Action::Rmw { wait: Some(Wait::Until(_)), .. })
        };
        let is_store = |event: EventId| graph.event(event).as_write().is_some_and(|write| !write.exclusive);
        graph.locations().find(|&location| {
            if !self.is_lock(location) {
                return false;
            }
            let is_access = |event: &EventId| !matches!(graph.event(*event).label, Label::Free { .. });
            let owners: Vec<ThreadId> = self
                .accesses(location)
                .filter(|event| is_access(event) && acquires(*event))
                .map(|event| graph.event(event).thread)
                .collect();
            self.accesses(location).any(|access| {
                let harmless = is_access(&access) && (acquires(access) || is_store(access));
                !harmless && owners.iter().any(|&owner| !self.is_ordered_with_life(access, owner))
            })
        })
    }
}

/// The sum of the amounts of attempts.
fn sum<'a>(attempts: impl Iterator<Item = &'a Attempt>) -> u64 {
    attempts.fold(0, |sum, attempt| sum.wrapping_add(attempt.amount.0))
}
