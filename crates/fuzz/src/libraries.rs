//! Random programs whose threads also use pools, as clients of libraries do.

use porf_entity::{
    EntityId, PoolOrder, PrimaryMap, Random, ReadOrdering, RmwOrdering, Taking, ThreadId, Value,
    WriteOrdering,
};
use porf_testing::{
    Guard, GuardedOp, Hints, Location, NOTHING, Op, Operand, Pool, Profile, RandomProgram, Register,
};

use crate::additions::remove_some;

/// The operations of a program that pools are added to.
const MOST_OPERATIONS: usize = 4;

/// A small random program whose threads also use pools: as semaphores, bags, flags and exchangers.
pub fn client_program(seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x700);
    if random.ratio(1, 4) {
        return wide_program(&mut random);
    }
    let mut program = RandomProgram::from_seed(seed, profile);
    program.hints.dependencies = false;
    let others = random.below(MOST_OPERATIONS + 1);
    while program.threads.values().flatten().count() > others && remove_some(&mut program, &mut random) {}
    let pools = 1 + random.below(2);
    let uses: Vec<Use> = (0..pools).map(|_| random.choose(&Use::ALL)).collect();
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
        let op = operation(&mut random, Pool::from_index(index), uses[index], result, is_strong);
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
fn wide_program(random: &mut Random) -> RandomProgram {
    let mut locations = PrimaryMap::new();
    let location = locations.push(Value(0));
    let pools = 1 + random.below(2);
    let uses: Vec<Use> = (0..pools).map(|_| random.choose(&[Use::Any, Use::Swaps, Use::Swaps])).collect();
    let mut threads = PrimaryMap::new();
    let with_two = [random.below(4), random.below(4)];
    for thread in 0..4 {
        let ops = (0..1 + usize::from(with_two.contains(&thread))).map(|index| {
            let result = Register::from_index(index);
            let pool = random.below(pools);
            let op = match random.below(5) {
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
        let times = if used_for == Use::Any { random.choose(&[0, 1, 1, 1, 1, 2, 2, u32::MAX]) } else { 1 };
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
        Use::Any | Use::Swaps => (PoolOrder::Any, &manners[..]),
    };
    Op::Take { result, pool, ordering, manner: random.choose(manners), order }
}
