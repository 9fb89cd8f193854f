//! Restarts: the facts that exploration learns about a program, and when it has to begin again with
//! them.
//!
//! Exploration is exact only if two things stay the same from its beginning to its end: the
//! behaviour of threads, and the equivalence of executions. Some facts behind these are known only
//! after a while. [`Manner`] holds whether coherence orders are worth distinguishing, and at which
//! locations they must be. [`Knowledge`] holds the awaited locations, the locations at which
//! another thread observes writes that loops leave out, those at which the order of additions can be told, the barriers at which more threads arrive than
//! expected, the loops that must not drop their
//! iterations, and the fact that distinguishes threads which seemed to be symmetric. A fact that
//! contradicts the executions explored so far is a [`Change`]: exploration stops, and restarts with
//! the fact.

mod merge;

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use porf_entity::{AccessSize, Address, SourcePosition, ThreadId, Value};
use porf_program::{Action, Answer, CancellingPair, LoopId, Wait};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use crate::limits::StopReason;
use crate::options::Equivalence;
use crate::reductions::idle_awaits::LateWrites;
use crate::sink::Asymmetry;
use crate::thread_names::ThreadNames;

/// Whether coherence orders may turn out to be better not distinguished.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Confidence {
    /// The user asks for the equivalence, or it has changed already.
    Certain,
    /// Nothing is known yet.
    Guess,
    /// An estimate speaks for coherence orders. It was wrong if exploration takes more than this
    /// work, in events.
    Estimate(f64),
}

/// The equivalence of executions: when they count as one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Manner {
    equivalence: Equivalence,
    confidence: Confidence,
    /// The locations that threads wait for: their coherence orders are distinguished in any case.
    waited_for: FxHashSet<Bytes>,
    /// The locations that threads await: their coherence orders are distinguished if they
    /// [have to be](crate::reductions::idle_awaits).
    awaited: FxHashSet<Bytes>,
}

impl Manner {
    /// The manner to begin with. Where coherence follows from reads-from, distinguishing coherence
    /// orders costs nothing and saves the search for them; so that is the first guess.
    pub(crate) fn new(equivalence: Option<Equivalence>) -> Self {
        Self {
            equivalence: equivalence.unwrap_or(Equivalence::Co),
            confidence: equivalence.map_or(Confidence::Guess, |_| Confidence::Certain),
            waited_for: FxHashSet::default(),
            awaited: FxHashSet::default(),
        }
    }

    pub(crate) fn equivalence(&self) -> Equivalence {
        self.equivalence
    }

    pub(crate) fn confidence(&self) -> Confidence {
        self.confidence
    }

    /// Coherence orders stay distinguished, unless exploration takes more than this work, in events.
    pub(crate) fn trust_until(&mut self, work: f64) {
        self.confidence = Confidence::Estimate(work);
    }

    pub(crate) fn ordered_locations(&self, knowledge: &Knowledge) -> OrderedLocations {
        let awaited = self.awaited.iter().filter(|&&bytes| !knowledge.may_idle_at(bytes));
        match self.equivalence {
            Equivalence::Co => OrderedLocations::All,
            Equivalence::Rf => {
                OrderedLocations::Only(self.waited_for.iter().chain(awaited).copied().collect())
            }
        }
    }

    pub(crate) fn change(&mut self, change: Change) {
        match change {
            Change::Order(address, size) => {
                self.waited_for.insert((address, size));
            }
            Change::OrderAwaited(address, size) => {
                self.awaited.insert((address, size));
            }
            Change::Unorder => *self = Self::new(Some(Equivalence::Rf)),
            Change::Learn | Change::Measure | Change::Interleave => {}
        }
    }
}

/// Why exploration has to restart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// There are writes whose order does not follow from reads-from: it is better not chosen.
    Unorder,
    /// A thread waits for this location, so the order of its writes matters.
    Order(Address, AccessSize),
    /// A thread awaits a value of this location, so the order of its writes matters if porf
    /// contains it.
    OrderAwaited(Address, AccessSize),
    /// It is time to measure whether the order of writes is better not chosen.
    Measure,
    /// Most executions are in vain, since awaits read too early: interleavings are better.
    Interleave,
    /// There are more facts than those by which executions were judged, or another thread observes
    /// writes that loops have left out.
    Learn,
}

/// Why exploration does not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Interruption {
    Stop(StopReason),
    Change(Change),
}

impl From<StopReason> for Interruption {
    fn from(reason: StopReason) -> Self {
        Self::Stop(reason)
    }
}

impl From<Change> for Interruption {
    fn from(change: Change) -> Self {
        Self::Change(change)
    }
}

/// The locations that are [ordered](crate::LocationInfo::ordered).
#[derive(Clone, Debug)]
pub(crate) enum OrderedLocations {
    All,
    /// The locations of these bytes.
    Only(FxHashSet<(Address, AccessSize)>),
}

/// A location, by its bytes: the same in every exploration of a program.
pub(crate) type Bytes = (Address, AccessSize);

/// An access of a thread in an iteration that is dropped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct DroppedAccess {
    pub(crate) thread: ThreadId,
    pub(crate) bytes: Bytes,
    /// Whether the access is not atomic.
    pub(crate) plain: bool,
    /// The loop of the iteration.
    pub(crate) spins_in: LoopId,
    /// The location of the attempt, if the thread waits before it undoes one.
    pub(crate) attempt: Option<Bytes>,
}

/// The thread that writes, or ends an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) enum Writer {
    /// The thread that the memory belongs to.
    Owner,
    /// Another thread.
    Other(ThreadId),
}

/// A write, or the end of an object, that depends on a thread without happening after all events of
/// that thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct UnorderedWrite {
    pub(crate) thread: ThreadId,
    pub(crate) address: Address,
    pub(crate) bytes: u64,
    /// Whether the write conflicts with atomic accesses, too.
    pub(crate) plain: bool,
    pub(crate) writer: Writer,
}

/// The choices that the first thread makes before it creates others, as one number. No execution with
/// one opening is followed by one with another, so threads may do other things in each. (Two openings may
/// have one number. They then count as one, which may keep iterations that need not be kept.)
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct Opening(pub(crate) u64);

/// What was presumed of memory in the executions with one opening.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Presumptions {
    /// The locations that threads were presumed to [own](crate::reductions::redundant_iterations).
    pub(crate) own: FxHashSet<(ThreadId, Bytes)>,
    /// The locations that threads store to and were presumed
    /// [not to race with](crate::reductions::redundant_iterations).
    pub(crate) raceless: FxHashSet<(ThreadId, Bytes)>,
    /// The locations that were presumed to be [tallies](crate::reductions::redundant_iterations).
    pub(crate) tallies: FxHashSet<Bytes>,
    /// The locations to which threads were presumed to
    /// [repeat stores](crate::reductions::redundant_iterations).
    pub(crate) repeated: FxHashSet<(ThreadId, Bytes)>,
    /// Whether executions were judged by this.
    relied_on: bool,
}

/// What is known of dropped iterations in the executions with one opening.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Dropped {
    /// The accesses of threads in dropped iterations, and the least number of events of each thread
    /// on which such an iteration depends.
    accesses: FxHashMap<DroppedAccess, EventsBefore>,
    /// The writes that might be in error with these accesses, each with the latest index in its
    /// thread at which it happens.
    unordered_writes: FxHashMap<UnorderedWrite, u32>,
    /// Whether there is a new entry.
    is_new: bool,
}

impl Dropped {
    fn add_access(&mut self, access: DroppedAccess, before: &EventsBefore) {
        let Self { accesses, is_new, .. } = self;
        let known = accesses.entry(access).or_insert_with(|| {
            *is_new = true;
            before.clone()
        });
        // A thread that has no entry counts as having no event before the access, in this execution
        // or in an earlier one.
        known.retain(|writer, count| {
            let least = before.get(writer).copied().unwrap_or(0).min(*count);
            *is_new |= least < *count;
            *count = least;
            least > 0
        });
    }

    fn add_write(&mut self, write: UnorderedWrite, index: u32) {
        let known = self.unordered_writes.get(&write).copied();
        if known.is_none_or(|known| known < index) {
            self.is_new = true;
            self.unordered_writes.insert(write, index);
        }
    }
}

/// The number of events of each thread before an event.
pub(crate) type EventsBefore = FxHashMap<Writer, u32>;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Knowledge {
    pub(crate) names: ThreadNames,
    /// Whether threads leave nothing out: no read awaits, and no pair of actions is cancelled.
    pub(crate) leaves_out_nothing: bool,
    /// The locations at which another thread might observe writes that loops leave out. Loops must
    /// not leave out writes there.
    pub(crate) observed: FxHashSet<Bytes>,
    /// The locations at which the order of [additions](crate::reductions::open_additions) is not left
    /// open.
    pub(crate) kept_orders: FxHashSet<Bytes>,
    /// Whether the order of additions is left open nowhere.
    pub(crate) keeps_all_orders: bool,
    /// The barriers at which [threads count arrivals in memory](crate::execution_core).
    pub(crate) uncounted: FxHashSet<Address>,
    /// What was presumed of memory in the executions with each opening.
    presumed: RefCell<FxHashMap<Opening, Presumptions>>,
    /// The locations to which other threads might write between two stores of a thread.
    pub(crate) contended: FxHashSet<Bytes>,
    /// The reads behind which threads block because an iteration is
    /// [redundant](crate::reductions::redundant_iterations), so that they await.
    pub(crate) awaiting_places: FxHashSet<LoopId>,
    /// Those among them that were found since exploration began.
    new_awaiting_places: FxHashSet<LoopId>,
    /// The positions at which threads have found an iteration to be
    /// [redundant](crate::reductions::redundant_iterations), since exploration began.
    pub(crate) redundant_at: RefCell<BTreeSet<SourcePosition>>,
    /// The locations that threads [await](porf_program::Wait::Await).
    pub(crate) awaited: FxHashSet<Bytes>,
    /// The awaited locations that read-modify-writes await.
    pub(crate) awaited_by_rmws: FxHashSet<Bytes>,
    /// The awaited locations that are not awaited nonetheless: there are accesses that are not
    /// atomic, which might race.
    pub(crate) unawaited: FxHashSet<Bytes>,
    /// The awaited locations whose coherence order porf does not contain.
    pub(crate) unordered_awaited: FxHashSet<Bytes>,
    /// The locations whose writes were not ordered by porf as by coherence in some execution, if that
    /// [may matter](crate::reductions::awaits).
    pub(crate) disorderly: FxHashSet<Bytes>,
    /// The writes that threads make after reads with which they may have
    /// [idled](crate::reductions::idle_awaits).
    pub(crate) late_writes: LateWrites,
    /// The loops of which [an iteration is not dropped](crate::graph_explorer) before the second
    /// time.
    pub(crate) kept_loops: FxHashSet<LoopId>,
    /// What dropped iterations might hide.
    dropped: FxHashMap<Opening, Dropped>,
    /// The fact that distinguishes threads which seem to be symmetric, if exploration has found
    /// one.
    pub(crate) asymmetry: Option<Asymmetry>,
    /// The locations that a thread accesses between creations of threads, and another thread
    /// accesses, too. They distinguish the threads created before from those created after.
    pub(crate) distinguishing: FxHashSet<Bytes>,
    /// The locks that threads acquire and release with no action in between.
    locks: FxHashSet<Bytes>,
    /// The threads that add to a location by attempts, with the amounts.
    attempts: FxHashMap<Bytes, BTreeSet<(ThreadId, Value)>>,
    /// Whether threads that [run on](crate::reductions::liveness) from the beginning never finish,
    /// if exploration has tried that.
    pub(crate) endless_from_start: Option<bool>,
    /// Whether awaits on execution graphs mostly read too early.
    pub(crate) awaits_in_vain: bool,
    /// Whether iterations with stores are redundant on execution graphs alone: where orders of
    /// additions are not distinguished in interleavings, such stores are effects.
    pub(crate) stores_stay: bool,
    /// Whether executions were judged by this knowledge, so that they would have to be judged again
    /// if there is more of it.
    relied_on: bool,
    outdated: Cell<bool>,
}

impl UnorderedWrite {
    fn conflicts_with(&self, access: &DroppedAccess) -> bool {
        let (first, size) = (access.bytes.0.0, u64::from(access.bytes.1.bytes()));
        self.thread == access.thread
            && (self.plain || access.plain)
            && first < self.address.0.saturating_add(self.bytes)
            && self.address.0 < first.saturating_add(size)
    }
}

impl Knowledge {
    pub(crate) fn new(threads: usize) -> Self {
        Self {
            names: ThreadNames::new(threads),
            leaves_out_nothing: false,
            observed: FxHashSet::default(),
            kept_orders: FxHashSet::default(),
            keeps_all_orders: false,
            uncounted: FxHashSet::default(),
            presumed: RefCell::default(),
            contended: FxHashSet::default(),
            awaiting_places: FxHashSet::default(),
            new_awaiting_places: FxHashSet::default(),
            redundant_at: RefCell::default(),
            awaited: FxHashSet::default(),
            awaited_by_rmws: FxHashSet::default(),
            unawaited: FxHashSet::default(),
            unordered_awaited: FxHashSet::default(),
            disorderly: FxHashSet::default(),
            late_writes: LateWrites::default(),
            kept_loops: FxHashSet::default(),
            dropped: FxHashMap::default(),
            asymmetry: None,
            distinguishing: FxHashSet::default(),
            locks: FxHashSet::default(),
            attempts: FxHashMap::default(),
            endless_from_start: None,
            awaits_in_vain: false,
            stores_stay: false,
            relied_on: false,
            outdated: Cell::new(false),
        }
    }

    /// Exploration restarts. `learnt` says that the reason is a new fact about the program, so that
    /// its threads may behave differently now.
    pub(crate) fn begin(&mut self, learnt: bool) {
        // The livelocks that were reported do not count any more.
        self.endless_from_start.take_if(|endless| learnt || *endless);
        self.relied_on = false;
        for presumptions in self.presumed.get_mut().values_mut() {
            presumptions.relied_on = false;
        }
        self.outdated.set(false);
        self.awaiting_places.extend(self.new_awaiting_places.drain());
        self.redundant_at.get_mut().clear();
    }

    /// A fact that distinguishes threads which seem to be symmetric, perhaps not all of them.
    pub(crate) fn any_asymmetry(&self) -> Option<Asymmetry> {
        self.asymmetry.or((!self.distinguishing.is_empty()).then_some(Asymmetry::Handles))
    }

    /// Returns whether there are awaited locations that were taken for orderly ones and are not. From now
    /// on they count as such.
    pub(crate) fn has_disorder_at_awaited(&mut self) -> bool {
        let Self { awaited, unordered_awaited, disorderly, .. } = self;
        let known = unordered_awaited.len();
        unordered_awaited.extend(awaited.intersection(disorderly));
        unordered_awaited.len() > known
    }

    /// Returns whether threads may [idle](crate::reductions::idle_awaits) at a location: it is
    /// awaited, and porf does not contain its coherence order.
    pub(crate) fn may_idle_at(&self, bytes: Bytes) -> bool {
        self.kept_loops.is_empty() && self.unordered_awaited.contains(&bytes)
    }

    /// The values that a thread waits for, if it is about to take this action.
    pub(crate) fn wait(&self, action: Action) -> Option<Wait> {
        match action {
            Action::Load { address, size, wait, .. } | Action::Rmw { address, size, wait, .. } => {
                let is_unawaited = || self.leaves_out_nothing || self.unawaited.contains(&(address, size));
                wait.filter(|&wait| wait != Wait::Await || !is_unawaited())
            }
            _ => None,
        }
    }

    /// The answer to a thread that may leave out a pair of actions on a location, of which the
    /// second undoes the first.
    pub(crate) fn answer(&mut self, bytes: Bytes, pair: CancellingPair) -> Answer {
        if self.leaves_out_nothing || self.observed.contains(&bytes) {
            return Answer::Observed;
        }
        if pair == CancellingPair::Lock && self.locks.insert(bytes) {
            *self.outdated.get_mut() |= self.relied_on;
        }
        Answer::Done
    }

    /// Notes an access of a thread in a dropped iteration of a loop.
    pub(crate) fn add_dropped(&mut self, opening: Opening, access: DroppedAccess, before: &EventsBefore) {
        self.dropped.entry(opening).or_default().add_access(access, before);
    }

    /// Notes a write that depends on a thread without happening after all events of that thread,
    /// and its index in its own thread.
    pub(crate) fn add_unordered_write(&mut self, opening: Opening, write: UnorderedWrite, index: u32) {
        self.dropped.entry(opening).or_default().add_write(write, index);
    }

    /// Keeps the iterations whose accesses might be in error in executions with an opening. Returns whether
    /// there are more of those now.
    pub(crate) fn keep_iterations(&mut self, opening: Opening) -> bool {
        let Some(Dropped { accesses, unordered_writes, is_new }) = self.dropped.get_mut(&opening) else {
            return false;
        };
        if !std::mem::take(is_new) {
            return false;
        }
        let mut more = false;
        for (access, before) in accesses {
            let is_wrong = |(write, &index): (&UnorderedWrite, &u32)| {
                write.conflicts_with(access) && before.get(&write.writer).is_none_or(|&count| count <= index)
            };
            if unordered_writes.iter().any(is_wrong) {
                more |= match access.attempt {
                    Some(attempt) => self.observed.insert(attempt),
                    None => self.kept_loops.insert(access.spins_in),
                };
            }
        }
        more
    }

    /// Notes that a thread blocks behind the read at a place.
    pub(crate) fn add_awaiting_place(&mut self, place: LoopId) {
        if !self.awaiting_places.contains(&place) {
            self.new_awaiting_places.insert(place);
        }
    }

    /// Returns whether threads were found to block behind reads that do not await yet.
    pub(crate) fn has_new_awaiting_places(&self) -> bool {
        !self.new_awaiting_places.is_empty()
    }

    /// Notes something that is presumed of memory in executions with an opening. `add` returns whether it is new.
    pub(crate) fn presume(&self, opening: Opening, add: impl FnOnce(&mut Presumptions) -> bool) {
        let mut presumed = self.presumed.borrow_mut();
        let presumptions = presumed.entry(opening).or_default();
        let is_new = add(presumptions);
        self.outdated.set(self.outdated.get() || is_new && presumptions.relied_on);
    }

    /// What was presumed of memory in executions with an opening.
    pub(crate) fn presumed(&self, opening: Opening) -> Presumptions {
        self.presumed.borrow().get(&opening).cloned().unwrap_or_default()
    }

    /// Notes that a thread adds an amount to a location by an attempt.
    pub(crate) fn add_attempt(&mut self, bytes: Bytes, thread: ThreadId, amount: Value) {
        let is_new = self.attempts.entry(bytes).or_default().insert((thread, amount));
        *self.outdated.get_mut() |= is_new && self.relied_on;
    }

    /// Returns whether all that is known now was known from the beginning of this exploration, or
    /// at least before an execution was judged by it. Executions with an opening are judged by it from now
    /// on.
    pub(crate) fn rely(&mut self, opening: Opening) -> bool {
        self.relied_on = true;
        self.presumed.get_mut().entry(opening).or_default().relied_on = true;
        !self.outdated.get()
    }

    pub(crate) fn has_locks(&self) -> bool {
        !self.locks.is_empty()
    }

    pub(crate) fn is_lock(&self, bytes: Bytes) -> bool {
        self.locks.contains(&bytes)
    }

    /// The sums that open attempts of other threads may have added to a location; `None` if there
    /// are too many possibilities.
    pub(crate) fn open_sums(&self, bytes: Bytes, thread: ThreadId) -> Option<BTreeSet<Value>> {
        const MOST: usize = 1000;
        let attempts = self.attempts.get(&bytes);
        let others = attempts.into_iter().flatten().filter(|&&(other, _)| other != thread);
        let mut sums = BTreeSet::from([Value(0)]);
        let (mut without_last, mut last) = (sums.clone(), None);
        for &(other, amount) in others {
            // A thread has at most one attempt open at a time.
            if last != Some(other) {
                without_last = sums.clone();
                last = Some(other);
            }
            sums.extend(without_last.iter().map(|sum| bytes.1.wrap(sum.0.wrapping_add(amount.0))));
            if sums.len() > MOST {
                return None;
            }
        }
        Some(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use porf_entity::EntityId;

    #[test]
    fn of_each_other_thread_at_most_one_attempt_is_open() {
        let bytes = (Address(16), AccessSize::B1);
        let thread = ThreadId::from_index;
        let mut knowledge = Knowledge::new(3);
        knowledge.add_attempt(bytes, thread(0), Value(100));
        knowledge.add_attempt(bytes, thread(1), Value(1));
        knowledge.add_attempt(bytes, thread(1), Value(10));
        knowledge.add_attempt(bytes, thread(2), Value(255));
        let sums = knowledge.open_sums(bytes, thread(0));
        assert_eq!(sums, Some([0, 1, 10, 255, 9].map(Value).into()));
    }

    #[test]
    fn what_is_learnt_after_it_mattered_makes_knowledge_outdated() {
        let bytes = (Address(16), AccessSize::B4);
        let mut knowledge = Knowledge::new(1);
        knowledge.answer(bytes, CancellingPair::Lock);
        assert!(knowledge.rely(Opening(0)));
        knowledge.answer(bytes, CancellingPair::Lock);
        assert!(knowledge.rely(Opening(0)));
        knowledge.add_attempt(bytes, ThreadId::from_index(0), Value(1));
        assert!(!knowledge.rely(Opening(0)));
        knowledge.begin(true);
        knowledge.add_attempt(bytes, ThreadId::from_index(0), Value(1));
        assert!(knowledge.rely(Opening(0)));
    }
}
