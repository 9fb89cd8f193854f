//! Random programs whose threads also use pools, as clients of libraries do.

use porf_entity::{
    EntityId, PoolOrder, PrimaryMap, Random, ReadOrdering, RmwOrdering, Taking, ThreadId, Value,
    WriteOrdering, named_enum,
};
use porf_testing::{
    Guard, GuardedOp, Hints, Location, NOTHING, Op, Operand, Pool, Profile, RandomProgram, Register,
};

use crate::additions::remove_some;
use crate::mutexes::with_accesses_only;

/// The operations of a program that pools are added to.
const MOST_OPERATIONS: usize = 4;

named_enum! {
    /// The library that pools are used as.
    pub enum ClientKind {
        /// Items that can be taken several times, by calls that wait or try.
        Semaphore = "semaphore",
        /// Two threads give each other an item.
        Exchanger = "exchanger",
        /// Items that are taken once.
        Bag = "bag",
        /// Items that are looked at.
        Event = "event",
        /// Items that leave in the order in which they came.
        Queue = "queue",
        /// Items that leave in the opposite order.
        Stack = "stack",
        /// No pool: locations that one thread initialises.
        Once = "once",
    }
}

/// A small random program whose threads also use pools: as semaphores, bags, flags and exchangers.
pub fn client_program(seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x700);
    if random.ratio(1, 4) {
        return wide_program(&mut random, &[Use::Any, Use::Swaps, Use::Swaps], false);
    }
    let others = random.below(MOST_OPERATIONS + 1);
    with_pools(seed, profile, &mut random, (&Use::ALL, others))
}

/// A small random program whose threads use one kind of pools. In every other program there is nothing else.
pub fn client_program_of(kind: ClientKind, seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x717);
    let uses = [match kind {
        ClientKind::Semaphore => Use::Permits,
        ClientKind::Exchanger => Use::Swaps,
        ClientKind::Bag => Use::Bag,
        ClientKind::Event => Use::Flags,
        ClientKind::Queue => Use::Queue,
        ClientKind::Stack => Use::Stack,
        ClientKind::Once => return once_program(seed, profile),
    }];
    let is_alone = random.ratio(1, 2);
    if random.ratio(1, 4) {
        return wide_program(&mut random, &uses, is_alone);
    }
    let others = if is_alone { 0 } else { 1 + random.below(MOST_OPERATIONS) };
    let mut program = with_pools(seed, profile, &mut random, (&uses, others));
    if is_alone {
        for thread in program.threads.ids() {
            program.threads[thread].retain(|it| it.op.location().is_none());
        }
    }
    program
}

/// A random program whose threads initialise locations of which others wait to be initialised, now and then
/// in vain. Some threads read and write such a location otherwise.
fn once_program(seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x0ce);
    let mut program = RandomProgram::from_seed(seed, with_accesses_only(profile));
    program.hints = Hints::default();
    let others = if random.ratio(1, 2) { 0 } else { random.below(MOST_OPERATIONS) };
    while program.threads.values().flatten().count() > others && remove_some(&mut program, &mut random) {}
    let objects = 1 + random.below(2);
    let objects: Vec<Location> = (0..objects).map(|_| program.locations.push(Value(0))).collect();
    for _ in 0..2 + random.below(3) {
        let thread = ThreadId::from_index(random.below(program.threads.len()));
        let ops = &mut program.threads[thread];
        let used = ops.iter().flat_map(GuardedOp::registers).map(|it| it.index() + 1).max();
        let (result, location) = (Register::from_index(used.unwrap_or(0)), random.choose(&objects));
        let place = random.below(ops.len() + 1);
        if !random.ratio(1, 8) {
            let guards = vec![Guard { register: result, equal: true, constant: Value(0) }];
            let value = Operand { register: None, constant: Value(3) };
            let op = Op::Store { location, value, ordering: WriteOrdering::Release };
            let end = place + random.below(ops.len() + 1 - place);
            ops.insert(end, GuardedOp { guards, op });
        }
        ops.insert(place, GuardedOp { guards: Vec::new(), op: Op::Claim { result, location } });
        if random.ratio(1, 8) {
            let op = Op::Load {
                result: Register::from_index(result.index() + 1),
                location,
                ordering: ReadOrdering::Acquire,
            };
            ops.push(GuardedOp { guards: Vec::new(), op });
        }
    }
    program
}

/// A random program of the profile with at most so many operations, to which operations on pools are added.
fn with_pools(
    seed: u64,
    profile: Profile,
    random: &mut Random,
    (all_uses, others): (&[Use], usize),
) -> RandomProgram {
    let mut program = RandomProgram::from_seed(seed, profile);
    program.hints.dependencies = false;
    while program.threads.values().flatten().count() > others && remove_some(&mut program, random) {}
    let pools = 1 + random.below(2);
    let uses: Vec<Use> = (0..pools).map(|_| random.choose(all_uses)).collect();
    let is_strong = random.ratio(1, 2);
    // All operations put or take, and some write down what they have found.
    for _ in 0..3 + random.below(4) {
        let thread = ThreadId::from_index(random.below(program.threads.len()));
        let used = program.threads[thread]
            .iter()
            .flat_map(GuardedOp::registers)
            .map(|register| register.index() + 1)
            .max();
        let result = Register::from_index(used.unwrap_or(0));
        let index = random.below(pools);
        let op = operation(random, Pool::from_index(index), uses[index], result, is_strong);
        let place = random.below(program.threads[thread].len() + 1);
        // Some operations depend on what an earlier one has found.
        let found: Vec<Register> =
            program.threads[thread][..place].iter().flat_map(|guarded| guarded.op.results()).collect();
        let guards = match random.ratio(1, 3) && !found.is_empty() {
            true => vec![Guard {
                register: random.choose(&found),
                equal: random.ratio(1, 2),
                constant: random.choose(&[NOTHING, Value(0), Value(1)]),
            }],
            false => Vec::new(),
        };
        program.threads[thread].insert(place, GuardedOp { guards, op });
        // A location that threads wait for may be written in certain ways only.
        let free: Vec<Location> =
            program.locations.ids().filter(|&it| !program.waited_for().any(|other| other == it)).collect();
        if !op.results().is_empty() && random.ratio(1, 3) && !free.is_empty() {
            let location = random.choose(&free);
            let value = Operand { register: Some(result), constant: Value(0) };
            let op = Op::Store { location, value, ordering: WriteOrdering::Relaxed };
            program.threads[thread].insert(place + 1, GuardedOp { guards: Vec::new(), op });
        }
    }
    program
}

/// A program of four threads, two of which may have two operations. So several threads swap or take
/// before another one learns of that and writes.
fn wide_program(random: &mut Random, all_uses: &[Use], is_alone: bool) -> RandomProgram {
    let mut locations = PrimaryMap::new();
    let location = locations.push(Value(0));
    let pools = 1 + random.below(2);
    let uses: Vec<Use> = (0..pools).map(|_| random.choose(all_uses)).collect();
    let mut threads = PrimaryMap::new();
    let with_two = [random.below(4), random.below(4)];
    for thread in 0..4 {
        let ops = (0..1 + usize::from(with_two.contains(&thread))).map(|index| {
            let result = Register::from_index(index);
            let pool = random.below(pools);
            let op = match if is_alone { 2 } else { random.below(5) } {
                0 => Op::Load { result, location, ordering: ReadOrdering::Relaxed },
                1 => Op::Store {
                    location,
                    value: Operand { register: None, constant: Value(1) },
                    ordering: WriteOrdering::Relaxed,
                },
                _ => operation(random, Pool::from_index(pool), uses[pool], result, true),
            };
            GuardedOp { guards: Vec::new(), op }
        });
        let ops: Vec<GuardedOp> = ops.collect();
        threads.push(ops);
    }
    RandomProgram { locations, threads, hints: Hints::default() }
}

/// What a pool is used for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Items in any order, which may be taken several times.
    Any,
    /// Items that may be taken several times, and are not looked at.
    Permits,
    /// Items that are taken once, and are not looked at.
    Bag,
    /// Items that are looked at only.
    Flags,
    Swaps,
    Queue,
    Stack,
}

impl Use {
    const ALL: [Self; 6] = [Self::Any, Self::Any, Self::Any, Self::Swaps, Self::Queue, Self::Stack];
}

fn operation(random: &mut Random, pool: Pool, used_for: Use, result: Register, is_strong: bool) -> Op {
    let value = Operand { register: None, constant: Value(1 + random.below(2) as u64) };
    if used_for == Use::Swaps {
        let ordering = if is_strong { RmwOrdering::AcqRel } else { random.choose(RmwOrdering::ALL) };
        return Op::Swap { result, pool, value, ordering };
    }
    if random.ratio(1, 2) {
        let ordering =
            if is_strong { WriteOrdering::Release } else { random.choose(&WriteOrdering::ALL[1..]) };
        let times = match used_for {
            Use::Any | Use::Permits => random.choose(&[0, 1, 1, 1, 1, 2, 2, u32::MAX]),
            Use::Flags => u32::MAX,
            Use::Bag | Use::Swaps | Use::Queue | Use::Stack => 1,
        };
        return Op::Put { pool, value, ordering, times };
    }
    let ordering = if is_strong { ReadOrdering::Acquire } else { random.choose(&ReadOrdering::ALL[1..]) };
    let manners = &[
        Taking::Take,
        Taking::Take,
        Taking::Take,
        Taking::TryTake,
        Taking::TryTake,
        Taking::Look,
        Taking::TryLook,
    ];
    let (order, manners) = match used_for {
        Use::Queue => (PoolOrder::Fifo, &manners[..5]),
        Use::Stack => (PoolOrder::Lifo, &manners[..5]),
        Use::Permits | Use::Bag => (PoolOrder::Any, &manners[..5]),
        Use::Flags => (PoolOrder::Any, &manners[5..]),
        Use::Any | Use::Swaps => (PoolOrder::Any, &manners[..]),
    };
    Op::Take { result, pool, ordering, manner: random.choose(manners), order }
}
