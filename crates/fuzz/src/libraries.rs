//! Random programs whose threads also use pools, as clients of libraries do.

use porf_entity::{
    EntityId, PoolOrder, Random, ReadOrdering, RmwOrdering, Taking, ThreadId, Value, WriteOrdering,
};
use porf_testing::{GuardedOp, Location, Op, Operand, Pool, Profile, RandomProgram, Register};

use crate::additions::remove_some;

/// The operations of a program that pools are added to.
const MOST_OPERATIONS: usize = 4;

/// A small random program whose threads also use pools: as semaphores, bags, flags and exchangers.
pub fn client_program(seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x700);
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
        program.threads[thread].insert(place, GuardedOp { guards: Vec::new(), op });
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
        let times = if used_for == Use::Any { 1 + random.below(4) as u32 / 3 } else { 1 };
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
