//! Random clients of mutexes.
//!
//! A mutex of a program is a word in memory, as the code that porf makes for the specification has it: a
//! waiting rmw takes it, a store releases it. The oracle is given a program with pools instead, which is
//! what the specification says: to lock is to read an item that nobody else reads, and to unlock is to put
//! one in. Each of its executions is translated back.
//!
//! To lock is a locked instruction for TSO and PSO, so there is a fence before each of the oracle's reads
//! under these models.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{
    Address, EntityId, FenceOrdering, PoolOrder, Random, ReadOrdering, Taking, ThreadId, Value, WriteOrdering,
};
use porf_explore::ModelKind;
use porf_oracle::{self as oracle, Event, EventKind, Execution, ReadKind, Source};
use porf_testing::{GuardedOp, Hints, Location, Op, Operand, Pool, Profile, RandomProgram, Register};

use crate::additions::remove_some;
use crate::awaits::sets_of_racy;
use crate::graph_explorer::compare_with;
use crate::references::{Known, Reference};
use crate::{Difference, oracle_name};

/// The accesses of a program that critical sections are added to.
const MOST_ACCESSES: usize = 4;

/// A small random program whose threads lock mutexes, some of them one within the other, and now and then
/// for ever. In every other program there is nothing else.
pub fn mutex_program(seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x10c);
    let mut program = RandomProgram::from_seed(seed, with_accesses_only(profile));
    program.hints = Hints::default();
    let others = if random.ratio(1, 2) { 0 } else { random.below(MOST_ACCESSES + 1) };
    while program.threads.values().flatten().count() > others && remove_some(&mut program, &mut random) {}
    if others == 0 && random.ratio(1, 2) {
        program.threads.push(Vec::new());
    }
    let mutexes = 1 + random.below(2);
    let locks: Vec<Location> = (0..mutexes).map(|_| program.locations.push(Value(0))).collect();
    let threads: Vec<ThreadId> = program.threads.ids().collect();
    for _ in 0..2 + random.below(3) {
        let ops = &mut program.threads[random.choose(&threads)];
        let location = random.choose(&locks);
        let [one, other] = [0, 1].map(|_| place(&mut random, ops));
        let (first, second) = (one.min(other), one.max(other));
        let always = |op| GuardedOp { guards: Vec::new(), op };
        if !random.ratio(1, 12) {
            let used = ops.iter().flat_map(GuardedOp::registers).map(|it| it.index() + 1).max();
            let result = Register::from_index(used.unwrap_or(0));
            let looks = Op::Load { result, location, ordering: ReadOrdering::Relaxed };
            ops.insert(second, always(Op::Unlock { location }));
            ops.insert(second, always(looks));
        }
        ops.insert(first, always(Op::Lock { location }));
    }
    program
}

/// A place among some operations, but not directly before one that unlocks.
fn place(random: &mut Random, ops: &[GuardedOp]) -> usize {
    let unlocks = |place: usize| matches!(ops.get(place), Some(GuardedOp { op: Op::Unlock { .. }, .. }));
    let places: Vec<usize> = (0..=ops.len()).filter(|&place| !unlocks(place)).collect();
    random.choose(&places)
}

/// The profile, or another one if its programs wait, create threads or count.
pub(crate) fn with_accesses_only(profile: Profile) -> Profile {
    match profile {
        Profile::Threads
        | Profile::Flags
        | Profile::Awaits
        | Profile::AwaitLocks
        | Profile::AwaitCounters
        | Profile::AwaitThreads
        | Profile::SpinLocks
        | Profile::Additions
        | Profile::Meetings => Profile::Mixed,
        other => other,
    }
}

/// The first difference under any of the models, or the number of executions compared. A program in which a
/// thread unlocks what it does not hold is not compared.
pub fn compare_mutexes(program: &RandomProgram) -> Result<u64, Difference> {
    let locations = mutexes(program);
    if !program.threads.values().all(|ops| unlocks_what_it_holds(ops, &locations)) {
        return Ok(0);
    }
    let mutexes = Mutexes { program, locations, known: BTreeMap::new() };
    compare_with(program, mutexes, sets_of_racy(program), &ModelKind::ALL)
}

/// Whether a thread unlocks mutexes only while it holds them, and looks at them directly before. A thread
/// that locks a mutex which it holds goes no further.
fn unlocks_what_it_holds(ops: &[GuardedOp], mutexes: &BTreeSet<Location>) -> bool {
    let looks_at = |op: Option<&GuardedOp>, mutex| matches!(op, Some(GuardedOp { op: Op::Load { location, .. }, .. }) if *location == mutex);
    let mut held = BTreeSet::new();
    for (place, guarded) in ops.iter().enumerate() {
        match guarded.op {
            Op::Lock { location } if !held.insert(location) => return true,
            Op::Unlock { location } => {
                let before = place.checked_sub(1).and_then(|before| ops.get(before));
                if !held.remove(&location) || !looks_at(before, location) {
                    return false;
                }
            }
            Op::Load { location, .. } if mutexes.contains(&location) => {
                let next = ops.get(place + 1);
                let unlocks = |it: &GuardedOp| matches!(it.op, Op::Unlock { location: it } if it == location);
                if !held.contains(&location) || !next.is_some_and(unlocks) {
                    return false;
                }
            }
            _ => {}
        }
    }
    true
}

/// The locations that are mutexes.
fn mutexes(program: &RandomProgram) -> BTreeSet<Location> {
    let ops = program.threads.values().flatten();
    let locked = ops.filter_map(|guarded| match guarded.op {
        Op::Lock { location } | Op::Unlock { location } => Some(location),
        _ => None,
    });
    locked.collect()
}

/// The executions that the specification allows.
struct Mutexes<'a> {
    program: &'a RandomProgram,
    locations: BTreeSet<Location>,
    known: BTreeMap<ModelKind, Known>,
}

impl Mutexes<'_> {
    /// The program with pools in the place of mutexes. A last thread puts the first item into each.
    fn with_pools(&self, has_fences: bool) -> RandomProgram {
        let mut program = self.program.clone();
        let always = |op| GuardedOp { guards: Vec::new(), op };
        let put = |location: Location, ordering| Op::Put {
            pool: Pool::from_index(location.index()),
            value: Operand { register: None, constant: Value(0) },
            ordering,
            times: 1,
        };
        for thread in self.program.threads.ids() {
            let ops = &self.program.threads[thread];
            let used = ops.iter().flat_map(GuardedOp::registers).map(|it| it.index() + 1).max();
            let result = Register::from_index(used.unwrap_or(0));
            let translated = ops.iter().flat_map(|guarded| match guarded.op {
                Op::Lock { location } => {
                    let fence = has_fences.then(|| always(Op::Fence { ordering: FenceOrdering::SeqCst }));
                    let (pool, ordering) = (Pool::from_index(location.index()), ReadOrdering::Acquire);
                    let (manner, order) = (Taking::Take, PoolOrder::Any);
                    let take = Op::Take { result, pool, ordering, manner, order };
                    fence.into_iter().chain([always(take)]).collect()
                }
                Op::Unlock { location } => vec![always(put(location, WriteOrdering::Release))],
                Op::Load { location, .. } if self.locations.contains(&location) => Vec::new(),
                _ => vec![guarded.clone()],
            });
            program.threads[thread] = translated.collect();
        }
        let first = self.locations.iter().map(|&it| always(put(it, WriteOrdering::Relaxed)));
        program.threads.push(first.collect());
        program
    }

    /// The execution with mutexes in the place of pools.
    fn translated(&self, execution: &Execution, has_fences: bool) -> Execution {
        let makers = execution.threads.len() - 1;
        let mut new = execution.clone();
        new.threads.clear();
        new.reads_from.clear();
        let pools: BTreeMap<Address, Location> =
            self.locations.iter().map(|&it| (Pool::from_index(it.index()).address(), it)).collect();
        // The events by their old names: the read of a rmw for a take, the store for a put.
        let mut names: BTreeMap<Event, Event> = BTreeMap::new();
        // Each take, and the put with which its thread unlocks.
        let mut released: BTreeMap<Event, Option<Event>> = BTreeMap::new();
        let mut own_loads: Vec<(Event, Event)> = Vec::new();
        for (index, kinds) in execution.threads[..makers].iter().enumerate() {
            let thread = ThreadId::from_index(index);
            let mut held: BTreeMap<Address, Event> = BTreeMap::new();
            let mut events: Vec<EventKind> = Vec::new();
            for (place, &kind) in kinds.iter().enumerate() {
                let old = Event { thread, index: place };
                let next = |events: &[EventKind]| Event { thread, index: events.len() };
                match kind {
                    EventKind::Take { object, .. } => {
                        if has_fences {
                            events.pop();
                        }
                        names.insert(old, next(&events));
                        held.insert(object, old);
                        released.insert(old, None);
                        let address = pools[&object].address();
                        let (value, ordering, kind) =
                            (Value(0), ReadOrdering::Acquire, ReadKind::RmwSucceeded);
                        events.push(EventKind::Read { address, value, ordering, kind });
                        let (value, ordering) = (Value(1), WriteOrdering::Release);
                        events.push(EventKind::Write { address, value, ordering, exclusive: true });
                    }
                    EventKind::Put { object, .. } => {
                        let taken = held[&object];
                        released.insert(taken, Some(old));
                        let address = pools[&object].address();
                        own_loads.push((next(&events), Event { index: names[&taken].index + 1, thread }));
                        let (value, ordering, kind) = (Value(1), ReadOrdering::Relaxed, ReadKind::Load);
                        events.push(EventKind::Read { address, value, ordering, kind });
                        names.insert(old, next(&events));
                        let (value, ordering) = (Value(0), WriteOrdering::Release);
                        events.push(EventKind::Write { address, value, ordering, exclusive: false });
                    }
                    _ => {
                        names.insert(old, next(&events));
                        events.push(kind);
                    }
                }
            }
            if has_fences && execution.waiting.contains(&thread) {
                events.pop();
            }
            new.threads.push(events);
        }
        let renamed = |source| match source {
            Source::Write(write) if write.thread.index() < makers => Source::Write(names[&write]),
            _ => Source::Initial,
        };
        let old = execution.reads_from.iter().map(|(read, &source)| (names[read], renamed(source)));
        let loads = own_loads.iter().map(|&(read, write)| (read, Source::Write(write)));
        new.reads_from = old.chain(loads).collect();
        for writes in new.coherence.values_mut() {
            writes.iter_mut().for_each(|write| *write = names[write]);
        }
        // Each mutex goes from hand to hand.
        for (object, location) in pools {
            let taker = |source: Event| {
                let mut takes = execution.reads_from.iter();
                takes.find(|&(_, &it)| it == Source::Write(source)).map(|(&take, _)| take)
            };
            let is_first = |&(event, kind): &(Event, EventKind)| {
                event.thread.index() == makers
                    && matches!(kind, EventKind::Put { object: at, .. } if at == object)
            };
            let mut put = execution.events().find(is_first).map(|(event, _)| event);
            let mut order = Vec::new();
            while let Some(take) = put.and_then(taker) {
                let read = names[&take];
                order.push(Event { index: read.index + 1, ..read });
                put = released[&take];
                order.extend(put.map(|put| names[&put]));
            }
            if !order.is_empty() {
                new.coherence.insert(location.address(), order);
            }
        }
        new
    }
}

impl Reference for Mutexes<'_> {
    fn known(
        &mut self,
        _unawaited: &BTreeSet<Address>,
        model: ModelKind,
    ) -> Result<Option<&Known>, Difference> {
        if !self.known.contains_key(&model) {
            let has_fences = matches!(model, ModelKind::Tso | ModelKind::Pso);
            let all = oracle::executions(&self.with_pools(has_fences), oracle_name(model));
            let race = all.iter().any(|it| oracle::has_race(it, oracle_name(model)));
            let executions = all.iter().map(|it| self.translated(it, has_fences)).collect();
            self.known.insert(model, Known { executions, race });
        }
        Ok(self.known.get(&model))
    }
}
