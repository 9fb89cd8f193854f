//! Random programs.
//!
//! The one generator draws from an [`Unstructured`], so that tests with a seed and a fuzzer that
//! mutates bytes draw from the same space of programs. A [`Profile`] gives the mix of operations.
//! Programs whose number of candidate executions might be too large are cut down to [`Size`],
//! always in the same way.

use arbitrary::{Arbitrary, Result, Unstructured};
use porf_entity::{EntityId, PrimaryMap, Random, ReadOrdering, ThreadId, Value};

use crate::profile::{AccessKind, Division, Mix, Profile, Structure};
use crate::program::{Guard, GuardedOp, Location, Op, Operand, RandomProgram, Register};

mod spin_locks;
mod symmetric;
mod threads;

impl RandomProgram {
    /// The random program of a seed, small enough for the oracle.
    pub fn from_seed(seed: u64, profile: Profile) -> Self {
        Self::of_size(seed, profile, Size::Small)
    }

    /// The random program of a seed with symmetric threads, which it
    /// [declares](crate::Hints::symmetric), small enough for the oracle.
    pub fn symmetric_from_seed(seed: u64, profile: Profile) -> Self {
        from_random_bytes(seed, |u| symmetric::generate(u, &Mix::of(profile), Size::Small))
    }

    /// A larger program with symmetric threads, with too many candidate executions for the oracle
    /// but not for an engine.
    pub fn large_symmetric_from_seed(seed: u64, profile: Profile) -> Self {
        from_random_bytes(seed, |u| symmetric::generate(u, &Mix::of(profile), Size::Large))
    }

    /// A larger program, with too many candidate executions for the oracle but not for an engine.
    pub fn large_from_seed(seed: u64, profile: Profile) -> Self {
        Self::of_size(seed, profile, Size::Large)
    }

    fn of_size(seed: u64, profile: Profile, size: Size) -> Self {
        from_random_bytes(seed, |u| Self::generate(u, profile, size))
    }

    /// A random program.
    fn generate(u: &mut Unstructured<'_>, profile: Profile, size: Size) -> Result<Self> {
        let mix = Mix::of(profile);
        match mix.structure {
            Structure::Threads => return threads::generate(u, &mix, size),
            Structure::SpinLocks => return spin_locks::generate(u, &mix, size),
            Structure::Accesses => {}
        }
        let thread_count = *u.choose(mix.thread_counts)?;
        let (location_count, locations) = locations(u, &mix)?;

        let mut event_counts = vec![1; thread_count];
        for _ in thread_count..*u.choose(mix.event_counts)? + size.more_events() {
            // The shorter one of two threads gets the next events, since weak behaviour needs
            // several events in several threads.
            let (one, other) = (u.choose_index(thread_count)?, u.choose_index(thread_count)?);
            let shorter = if event_counts[one] < event_counts[other] { one } else { other };
            event_counts[shorter] += 1;
        }
        let mut threads = PrimaryMap::new();
        let mut last_stored = 0;
        for event_count in event_counts {
            let mut thread = ThreadGenerator::new(&mix, threads.next_id(), location_count, &mut last_stored);
            thread.generate(u, event_count)?;
            threads.push(thread.ops);
        }

        let mut program = Self { locations, threads, hints: mix.hints };
        program.cut_to(size);
        Ok(program)
    }

    /// An upper bound of the number of candidate executions: the product of the number of writes
    /// that each read can read from and the number of orders of the writes of each location.
    fn candidate_bound(&self) -> u64 {
        let ops = || self.threads.values().flatten().map(|guarded| guarded.op);
        let writes_to =
            |location| ops().filter(|op| op.is_write() && op.location() == Some(location)).count();
        let mut bound = 1_u64;
        for op in ops() {
            if let Op::Choose { count, .. } = op {
                bound = bound.saturating_mul(count);
            }
            if let Some(location) = op.location()
                && op.is_read()
                && !(self.is_link(&op) && self.is_chain(location))
            {
                let outcomes = if matches!(op, Op::CompareExchange { weak: true, .. }) { 2 } else { 1 };
                let sources = 1 + writes_to(location) - usize::from(op.is_write());
                bound = bound.saturating_mul(outcomes * sources as u64);
            }
        }
        for location in self.locations.ids() {
            // Each thread's writes come in program order, and where all are chained, only the order
            // of the rmws counts.
            let is_counted = |op: &Op| match self.is_chain(location) {
                true => self.is_link(op),
                false => op.is_write(),
            };
            let mut before = 0;
            for ops in self.threads.values() {
                let here = ops.iter().map(|guarded| guarded.op).filter(|op| op.location() == Some(location));
                for own in 1..=here.filter(is_counted).count() as u64 {
                    before += 1;
                    // The quotients of such products are whole numbers: binomial coefficients.
                    bound = bound.saturating_mul(before) / own;
                }
            }
        }
        bound
    }

    /// Whether all writes to the location are those of critical sections, or all are those of a
    /// counter, so that reads-from orders them.
    fn is_chain(&self, location: Location) -> bool {
        let mut writes = self.threads.values().flatten().map(|guarded| guarded.op).filter(Op::is_write);
        writes
            .all(|op| op.location() != Some(location) || self.is_link(&op) || matches!(op, Op::Unlock { .. }))
    }

    /// Whether the operation is an rmw of a kind that chains are made of. Where threads are
    /// symmetric, so many rmws add to one location that all rmws that always write count.
    fn is_link(&self, op: &Op) -> bool {
        match op {
            Op::Lock { .. } | Op::Arrive { .. } => true,
            Op::FetchAdd { .. } | Op::Exchange { .. } => self.hints.symmetric,
            _ => false,
        }
    }

    /// Drops the last operation of the longest thread until there are few enough candidates.
    fn cut_to(&mut self, size: Size) {
        let is_fixed = |guarded: &GuardedOp| matches!(guarded.op, Op::Spawn { .. } | Op::Join { .. });
        while self.candidate_bound() > size.most_candidates() {
            let longest = self.threads.ids().max_by_key(|&thread| self.threads[thread].len());
            let Some(longest) = longest else { return };
            let Some(place) = self.threads[longest].iter().rposition(|op| !is_fixed(op)) else { return };
            self.threads[longest].remove(place);
        }
    }
}

/// The size of random programs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Size {
    /// Small enough for the oracle.
    Small,
    /// Too large for the oracle.
    Large,
}

impl Size {
    /// The number of events beyond those of a small program.
    fn more_events(self) -> usize {
        match self {
            Self::Small => 0,
            Self::Large => 3,
        }
    }

    fn most_candidates(self) -> u64 {
        match self {
            Self::Small => 3_000,
            Self::Large => 100_000,
        }
    }
}

impl<'a> Arbitrary<'a> for RandomProgram {
    fn arbitrary(u: &mut Unstructured<'a>) -> Result<Self> {
        let profile = *u.choose(&Profile::ALL)?;
        Self::generate(u, profile, Size::Small)
    }
}

/// The result of generating from the random bytes of a seed.
fn from_random_bytes(
    seed: u64,
    generate: impl FnOnce(&mut Unstructured<'_>) -> Result<RandomProgram>,
) -> RandomProgram {
    // The generator never draws as many bytes.
    const BYTES: usize = 1024;
    let mut random = Random::from_seed(seed);
    let bytes: Vec<u8> =
        std::iter::repeat_with(|| random.number()).flat_map(u64::to_le_bytes).take(BYTES).collect();
    generate(&mut Unstructured::new(&bytes)).expect("choices from ranges that are not empty do not fail")
}

/// The locations, and the number of those that accesses of all sorts go to. Behind these there may
/// be one that is waited for.
fn locations(u: &mut Unstructured<'_>, mix: &Mix) -> Result<(usize, PrimaryMap<Location, Value>)> {
    let location_count = *u.choose(mix.location_counts)?;
    let mut locations = PrimaryMap::new();
    for _ in 0..location_count {
        let is_one = mix.has_dependencies && u.ratio(1, 6)?;
        locations.push(Value(u64::from(is_one)));
    }
    if mix.has_flag() {
        locations.push(Value(0));
    }
    Ok((location_count, locations))
}

/// Generates one thread.
struct ThreadGenerator<'a> {
    mix: &'a Mix,
    thread: ThreadId,
    location_count: usize,
    /// The greatest constant stored so far by any thread, where all stored constants have to
    /// differ.
    last_stored: &'a mut u64,
    ops: Vec<GuardedOp>,
    /// The guards in force, each with the number of accesses that it still guards.
    guards: Vec<(Guard, usize)>,
    register_count: usize,
}

impl<'a> ThreadGenerator<'a> {
    fn new(mix: &'a Mix, thread: ThreadId, location_count: usize, last_stored: &'a mut u64) -> Self {
        let (ops, guards) = (Vec::new(), Vec::new());
        Self { mix, thread, location_count, last_stored, ops, guards, register_count: 0 }
    }

    /// Generates accesses that make `event_count` events, with fences, guards and assumptions
    /// between them.
    fn generate(&mut self, u: &mut Unstructured<'_>, event_count: usize) -> Result<()> {
        let mut events = 0;
        while events < event_count {
            self.fence(u)?;
            self.assumption(u)?;
            if self.guards.len() < 2 && self.has_dependency(u, 6)? {
                self.guards.push((self.condition(u)?, u.int_in_range(1..=3)?));
            }
            let is_second_sort = match self.mix.division {
                Division::Halves => 2 * events >= event_count,
                Division::Threads => self.thread.index().is_multiple_of(2),
            };
            let kinds = self.mix.accesses[usize::from(is_second_sort)];
            let access = self.access(u, kinds, event_count - events)?;
            events += if access.is_read() && access.is_write() { 2 } else { 1 };
            self.push(access);
            self.assumption_about(u, &access)?;
            for (_, remaining) in &mut self.guards {
                *remaining -= 1;
            }
            self.guards.retain(|&(_, remaining)| remaining > 0);
        }
        self.fence(u)
    }

    fn access(&mut self, u: &mut Unstructured<'_>, kinds: &[AccessKind], events_left: usize) -> Result<Op> {
        let mix = self.mix;
        let kind = match *u.choose(kinds)? {
            AccessKind::FetchAdd | AccessKind::Exchange | AccessKind::CompareExchange if events_left < 2 => {
                *u.choose(&[AccessKind::Load, AccessKind::Store])?
            }
            AccessKind::Arrive if events_left < 2 => AccessKind::Set,
            kind => kind,
        };
        let location = self.location(u)?;
        let flag = Location::from_index(self.location_count);
        Ok(match kind {
            AccessKind::Set => {
                // The value is never 0: a wait that is over stays over.
                let value = Operand { register: None, constant: Value(u.int_in_range(1..=2)?) };
                Op::Store { location: flag, value, ordering: *u.choose(mix.writes)? }
            }
            AccessKind::Arrive => Op::Arrive { location: flag },
            AccessKind::Meet => Op::Meet,
            AccessKind::Await => Op::Await { result: self.register(), location: flag, at_least: 1 },
            AccessKind::Load => {
                Op::Load { result: self.register(), location, ordering: *u.choose(mix.reads)? }
            }
            AccessKind::Store => {
                Op::Store { location, value: self.operand(u)?, ordering: *u.choose(mix.writes)? }
            }
            AccessKind::FetchAdd => {
                let (operand, ordering) = (self.operand(u)?, *u.choose(mix.rmws)?);
                Op::FetchAdd { result: self.register(), location, operand, ordering }
            }
            AccessKind::Exchange => {
                let (value, ordering) = (self.operand(u)?, *u.choose(mix.rmws)?);
                Op::Exchange { result: self.register(), location, value, ordering }
            }
            AccessKind::CompareExchange => Op::CompareExchange {
                desired: self.operand(u)?,
                result: self.register(),
                success: self.register(),
                location,
                expected: constant(u)?,
                ordering: *u.choose(mix.rmws)?,
                failure: *u.choose(&[ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst])?,
                weak: u.ratio(1, 3)?,
            },
        })
    }

    /// A location, preferably another one than that of the last access.
    fn location(&self, u: &mut Unstructured<'_>) -> Result<Location> {
        let last = self.ops.iter().rev().find_map(|guarded| guarded.op.location());
        let mut index = u.choose_index(self.location_count)?;
        if last == Some(Location::from_index(index)) && u.ratio(1, 2)? {
            index = (index + 1) % self.location_count;
        }
        Ok(Location::from_index(index))
    }

    fn fence(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        let places = self.mix.places_per_fence;
        if places > 0 && u.ratio(1, places)? {
            self.push(Op::Fence { ordering: *u.choose(self.mix.fences)? });
        }
        Ok(())
    }

    fn assumption(&mut self, u: &mut Unstructured<'_>) -> Result<()> {
        if self.has_dependency(u, 30)? {
            let condition = self.condition(u)?;
            self.push(Op::Assume { condition });
        }
        Ok(())
    }

    /// Sometimes adds, directly behind an access that reads, the assumption that it has read a
    /// certain value or that it has succeeded.
    fn assumption_about(&mut self, u: &mut Unstructured<'_>, access: &Op) -> Result<()> {
        let reads = self.mix.reads_per_assumption;
        if access.is_read()
            && let Some(&register) = access.results().last()
            && reads > 0
            && u.ratio(2, reads)?
        {
            let condition = Guard { register, ..self.condition(u)? };
            self.push(Op::Assume { condition });
        }
        Ok(())
    }

    fn operand(&mut self, u: &mut Unstructured<'_>) -> Result<Operand> {
        Ok(if !self.mix.has_dependencies {
            *self.last_stored += 1;
            (*self.last_stored).into()
        } else if self.has_dependency(u, self.mix.operands_per_register)? {
            self.assigned_register(u)? + u.int_in_range(0..=1)?
        } else {
            Operand {
                register: None,
                constant: *u.choose(&[Value(1), Value(1), Value(2), Value(2), Value(0)])?,
            }
        })
    }

    fn condition(&self, u: &mut Unstructured<'_>) -> Result<Guard> {
        Ok(Guard { register: self.assigned_register(u)?, equal: u.ratio(2, 3)?, constant: constant(u)? })
    }

    /// Whether to use a register here: one time in `one_in`, if there is a register.
    fn has_dependency(&self, u: &mut Unstructured<'_>, one_in: u8) -> Result<bool> {
        Ok(self.mix.has_dependencies && self.register_count > 0 && u.ratio(1, one_in)?)
    }

    fn assigned_register(&self, u: &mut Unstructured<'_>) -> Result<Register> {
        Ok(Register::from_index(u.choose_index(self.register_count)?))
    }

    fn register(&mut self) -> Register {
        let register = Register::from_index(self.register_count);
        self.register_count += 1;
        register
    }

    fn push(&mut self, op: Op) {
        let guards = self.guards.iter().map(|&(guard, _)| guard).collect();
        self.ops.push(GuardedOp { guards, op });
    }
}

/// A value that a register or a location is likely to have.
fn constant(u: &mut Unstructured<'_>) -> Result<Value> {
    u.choose(&[Value(0), Value(0), Value(1), Value(1), Value(2)]).copied()
}

#[cfg(test)]
mod tests {
    use porf_entity::WriteOrdering;

    use super::*;

    #[test]
    fn a_seed_always_gives_the_same_program_and_seeds_differ() {
        for profile in Profile::ALL {
            let programs: Vec<_> = (0..50).map(|seed| RandomProgram::from_seed(seed, profile)).collect();
            let again: Vec<_> = (0..50).map(|seed| RandomProgram::from_seed(seed, profile)).collect();
            assert_eq!(programs, again);
            assert!(programs.windows(2).filter(|pair| pair[0] != pair[1]).count() > 45);
        }
    }

    #[test]
    fn the_generator_copes_with_any_bytes() {
        for bytes in [&[][..], &[0], &[255; 40], &[255; 4000], &[0x55; 4000]] {
            let program = RandomProgram::arbitrary(&mut Unstructured::new(bytes)).expect("a program");
            assert!(!program.threads.is_empty());
        }
    }

    /// Every register is assigned at most once, and used only after its assignment.
    #[test]
    fn registers_are_assigned_once_and_before_their_use() {
        for profile in Profile::ALL {
            let generators = [RandomProgram::from_seed, RandomProgram::symmetric_from_seed];
            for program in (0..500).flat_map(|seed| generators.map(|generate| generate(seed, profile))) {
                for ops in program.threads.values() {
                    let mut assigned = Vec::new();
                    for guarded in ops {
                        let results = guarded.op.results();
                        let used =
                            guarded.registers().into_iter().filter(|register| !results.contains(register));
                        assert!(used.into_iter().all(|register| assigned.contains(&register)), "{program}");
                        assert!(results.iter().all(|register| !assigned.contains(register)), "{program}");
                        assigned.extend(results);
                    }
                }
            }
        }
    }

    #[test]
    fn plain_programs_store_distinct_values() {
        for seed in 0..200 {
            let program = RandomProgram::from_seed(seed, Profile::Plain);
            let mut stored: Vec<u64> = Vec::new();
            for guarded in program.threads.values().flatten() {
                match guarded.op {
                    Op::Store { value, ordering: WriteOrdering::Relaxed, .. } => {
                        stored.push(value.constant.0)
                    }
                    Op::Load { ordering: ReadOrdering::Relaxed, .. } => {}
                    _ => panic!("neither a relaxed load nor a relaxed store:\n{program}"),
                }
            }
            let count = stored.len();
            stored.sort_unstable();
            stored.dedup();
            assert!(stored.len() == count && !stored.contains(&0), "{program}");
        }
    }
}
