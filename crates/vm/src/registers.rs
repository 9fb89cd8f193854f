//! The allocation of registers: each value of a function gets a register of its frame.
//!
//! States are copied at every visible action, so frames are kept small: a register is used again as
//! soon as its value is dead. Values interfere if both are alive at some point. In SSA form it is
//! enough to walk the blocks so that each comes after its dominators, and to give each value at its
//! definition any register that no value alive there has (Hack and Goos, "Optimal register
//! allocation for SSA-form programs in polynomial time", 2006): every value alive at a point was
//! defined at points that dominate it, and so has its register already.

use porf_entity::{EntityId, SecondaryMap};
use porf_ir::{Block, BlockId, Dominators, Function, ValueId};

use crate::code::Register;

/// The registers of a function.
#[derive(Debug)]
pub(crate) struct Registers {
    assigned: SecondaryMap<ValueId, Option<Register>>,
    /// The number of registers.
    pub(crate) count: u32,
}

impl std::ops::Index<ValueId> for Registers {
    type Output = Register;
    fn index(&self, value: ValueId) -> &Register {
        self.assigned[value].as_ref().expect("a value of reachable code has a register")
    }
}

/// Assigns registers to the parameters and to all values of reachable blocks.
pub(crate) fn allocate(function: &Function, dominators: &Dominators) -> Registers {
    let live_in = live_in(function, dominators);
    let mut alive = AliveSet { rounds: SecondaryMap::with_default(0), round: 0 };
    let mut registers = Registers { assigned: SecondaryMap::with_default(None), count: 0 };
    for &id in dominators.order() {
        let block = &function.blocks[id];
        let mut occupied = Occupied::default();
        for &value in &live_in[id] {
            occupied.insert(registers[value]);
        }
        alive.clear();
        block.terminator.kind.for_each_operand(|&value| {
            alive.insert(value);
        });
        block.terminator.kind.for_each_target(|target| {
            for &value in &live_in[target.block] {
                alive.insert(value);
            }
        });
        for Step { defined, last_used, unused } in steps(block, block_params(function, id), &mut alive) {
            for value in last_used {
                occupied.remove(registers[value]);
            }
            for &value in defined {
                let register = occupied.take_first_free();
                registers.assigned[value] = Some(register);
                registers.count = registers.count.max(register.index() as u32 + 1);
            }
            for value in unused {
                occupied.remove(registers[value]);
            }
        }
    }
    registers
}

/// The values that are defined when control enters the block; the function's parameters for the
/// entry.
fn block_params(function: &Function, block: BlockId) -> &[ValueId] {
    if block.index() == 0 { &function.params } else { &function.blocks[block].params }
}

/// A point of a block at which registers become free and are needed.
struct Step<'f> {
    /// The operands whose last use this is.
    last_used: Vec<ValueId>,
    /// The values that are defined here, all at once.
    defined: &'f [ValueId],
    /// The defined values that are never used.
    unused: Vec<ValueId>,
}

/// The steps of a block in order: its parameters, then its instructions. `alive` holds the values
/// that are alive at its end.
fn steps<'f>(block: &'f Block, params: &'f [ValueId], alive: &mut AliveSet) -> Vec<Step<'f>> {
    let mut steps = Vec::with_capacity(block.instructions.len() + 1);
    for instruction in block.instructions.iter().rev() {
        let defined = &instruction.results;
        let unused = alive.missing(defined);
        let mut last_used = Vec::new();
        instruction.operation.for_each_operand(|&value| {
            if alive.insert(value) {
                last_used.push(value);
            }
        });
        steps.push(Step { last_used, defined, unused });
    }
    steps.push(Step { last_used: Vec::new(), defined: params, unused: alive.missing(params) });
    steps.reverse();
    steps
}

/// A set of values that is cleared often: a value is in it if it was inserted in the current round.
struct AliveSet {
    rounds: SecondaryMap<ValueId, u32>,
    round: u32,
}

impl AliveSet {
    fn clear(&mut self) {
        self.round += 1;
    }

    /// Adds the value, and returns whether it was missing.
    fn insert(&mut self, value: ValueId) -> bool {
        std::mem::replace(&mut self.rounds[value], self.round) != self.round
    }

    /// The values that are not in the set.
    fn missing(&self, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().copied().filter(|&value| self.rounds[value] != self.round).collect()
    }
}

/// For each reachable block, the values that are defined before it and that it or a later block
/// uses.
fn live_in(function: &Function, dominators: &Dominators) -> SecondaryMap<BlockId, Vec<ValueId>> {
    let mut definition: SecondaryMap<ValueId, Option<BlockId>> = SecondaryMap::with_default(None);
    let mut uses: SecondaryMap<ValueId, Vec<BlockId>> = SecondaryMap::with_default(Vec::new());
    let mut predecessors: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::with_default(Vec::new());
    for &id in dominators.order() {
        let block = &function.blocks[id];
        let results = block.instructions.iter().flat_map(|instruction| &instruction.results);
        for &value in block_params(function, id).iter().chain(results) {
            definition[value] = Some(id);
        }
        let mut used = |&value: &ValueId| {
            if uses[value].last() != Some(&id) {
                uses[value].push(id);
            }
        };
        for instruction in &block.instructions {
            instruction.operation.for_each_operand(&mut used);
        }
        block.terminator.kind.for_each_operand(&mut used);
        block.terminator.kind.for_each_target(|target| predecessors[target.block].push(id));
    }
    let mut live_in: SecondaryMap<BlockId, Vec<ValueId>> = SecondaryMap::with_default(Vec::new());
    for value in function.values.ids() {
        // From each use back to the definition; a block where the value is known to be alive ends
        // the walk.
        let mut ways_back = uses[value].clone();
        while let Some(block) = ways_back.pop() {
            if definition[value] != Some(block) && live_in[block].last() != Some(&value) {
                live_in[block].push(value);
                ways_back.extend(&predecessors[block]);
            }
        }
    }
    live_in
}

/// The registers in use at a point.
#[derive(Default)]
struct Occupied(Vec<bool>);

impl Occupied {
    fn insert(&mut self, register: Register) {
        if self.0.len() <= register.index() {
            self.0.resize(register.index() + 1, false);
        }
        self.0[register.index()] = true;
    }

    fn remove(&mut self, register: Register) {
        self.0[register.index()] = false;
    }

    fn take_first_free(&mut self) -> Register {
        let free = self.0.iter().position(|&occupied| !occupied).unwrap_or(self.0.len());
        let register = Register::from_index(free);
        self.insert(register);
        register
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Registers of the first function of a module.
    fn allocated(text: &str) -> (Function, Registers) {
        let module = porf_ir::parse(text).expect("legal text");
        assert_eq!(porf_ir::verify(&module), Ok(()));
        let function = module.functions.values().next().expect("a function").clone();
        let registers = allocate(&function, &Dominators::new(&function.blocks));
        (function, registers)
    }

    #[test]
    fn dead_values_give_their_registers_back() {
        let (_, registers) = allocated(
            "function f0 \"f\"(%v0: i32, %v1: i32) -> (i32) {
             b0:
               %v2: i32 = add %v0, %v0
               %v3: i32 = const 1
               %v4: i32 = const 2
               %v5: i32 = mul %v2, %v2
               return %v5
             }",
        );
        // One for the chain that leads to the result, one for values that are not used.
        assert_eq!(registers.count, 2);
    }

    /// Values that are defined together never share a register, even if they are not used.
    #[test]
    fn unused_definitions_do_not_clash() {
        let (function, registers) = allocated(
            "function f0 \"f\"(%v0: ptr, %v1: i32, %v2: i32) -> (i32) {
             b0:
               %v3: i32, %v4: i1 = cmpxchg.sc.sc %v0, %v1, %v1
               jump b1(%v1, %v1)
             b1(%v5: i32, %v6: i32):
               return %v1
             }",
        );
        for together in [&[0, 1, 2][..], &[3, 4, 1], &[5, 6, 1]] {
            let mut used: Vec<Register> =
                together.iter().map(|&v| registers[ValueId::from_index(v)]).collect();
            used.sort_unstable();
            used.dedup();
            assert_eq!(used.len(), together.len(), "{together:?} in {function:?}");
        }
    }

    /// A value used after a loop is alive throughout the loop.
    #[test]
    fn values_live_around_a_loop_keep_their_registers() {
        let (_, registers) = allocated(
            "function f0 \"f\"(%v0: i32, %v1: i1) -> (i32) {
             b0:
               jump b1
             b1:
               %v2: i32 = const 1
               %v3: i32 = add %v2, %v2
               branch %v1, b1, b2
             b2:
               return %v0
             }",
        );
        let [kept, condition, one, two] = [0, 1, 2, 3].map(|v| registers[ValueId::from_index(v)]);
        assert!(one != kept && one != condition && two != kept && two != condition);
        assert_eq!(registers.count, 3);
    }
}
