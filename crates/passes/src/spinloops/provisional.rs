//! Provisional stores, which each iteration of a loop makes anew: the store of one iteration makes
//! no difference to the next one. The example of [saver §V] is the initialisation of an object
//! before a compare-exchange publishes it.
//!
//! A store is *provisional* for a back edge if two conditions hold. It happens exactly once in each
//! iteration that ends with the back edge. Every path through the loop, from the header on, writes
//! the very location before it reads the location or leaves the loop. The explorer checks, for each
//! execution, whether another thread observes the location in the meantime.

use porf_entity::SecondaryMap;
use porf_ir::{Block, BlockId, Dominators, Function, Instruction, Operation, ValueId};

use crate::analyses::addresses::{Addresses, Place};
use crate::analyses::function_facts::Spot;
use crate::analyses::loops::BackEdge;

/// The loop of a back edge, with the facts that its provisional stores depend on.
pub(crate) struct Iteration<'a> {
    pub(crate) function: &'a Function,
    pub(crate) dominators: &'a Dominators,
    pub(crate) addresses: &'a Addresses,
    pub(crate) edge: BackEdge,
    /// The blocks of the loop.
    pub(crate) inside: &'a SecondaryMap<BlockId, bool>,
    /// The headers of other loops.
    pub(crate) other_headers: &'a [BlockId],
}

impl Iteration<'_> {
    /// The provisional stores.
    pub(crate) fn provisional_stores(&self) -> Vec<Spot> {
        let once = |block: &BlockId| {
            let in_inner_loop = self.other_headers.iter().any(|&header| {
                self.inside[header] && self.dominators.dominates(header, *block) && header != self.edge.header
            });
            self.inside[*block] && self.dominators.dominates(*block, self.edge.from) && !in_inner_loop
        };
        let blocks = self.function.blocks.iter().filter(|(block, _)| once(block));
        let spots =
            blocks.flat_map(|(id, block)| (0..block.instructions.len()).map(move |index| (id, index)));
        spots.filter(|&spot| self.is_provisional(spot)).collect()
    }

    fn is_provisional(&self, (block, index): Spot) -> bool {
        let Operation::Store { value, address, .. } =
            self.function.blocks[block].instructions[index].operation
        else {
            return false;
        };
        // An address that is computed in the loop may be another one in the next iteration.
        let size = self.size(value);
        let place = self.addresses.place(address);
        let is_fixed = self.addresses.base_value(place).is_none_or(|base| !self.is_defined_inside(base));
        is_fixed && self.is_written_first((place, size))
    }

    fn size(&self, value: ValueId) -> u32 {
        self.function.values[value].ty.access_size().map_or(u32::MAX, |size| size.bytes())
    }

    fn is_defined_inside(&self, value: ValueId) -> bool {
        let defines = |block: &Block| {
            let results = block.instructions.iter().flat_map(|instruction| &instruction.results);
            block.params.iter().chain(results).any(|&defined| defined == value)
        };
        self.function.blocks.iter().any(|(id, block)| self.inside[id] && defines(block))
    }

    /// Whether every path from the header writes a piece of memory before it may read it or leave
    /// the loop.
    fn is_written_first(&self, piece: (Place, u32)) -> bool {
        let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
        let mut pending = vec![self.edge.header];
        seen[self.edge.header] = true;
        while let Some(block) = pending.pop() {
            let block = &self.function.blocks[block];
            match block.instructions.iter().find_map(|instruction| self.use_of(instruction, piece)) {
                Some(Use::Writes) => continue,
                Some(Use::MayRead) => return false,
                None => {}
            }
            let mut leaves = false;
            block.terminator.kind.for_each_target(|target| {
                leaves |= !self.inside[target.block];
                if !std::mem::replace(&mut seen[target.block], true) {
                    pending.push(target.block);
                }
            });
            if leaves {
                return false;
            }
        }
        true
    }

    fn use_of(&self, instruction: &Instruction, piece: (Place, u32)) -> Option<Use> {
        let reads = |address: ValueId, value: ValueId| {
            let read = (self.addresses.place(address), self.size(value));
            self.addresses.may_overlap(read, piece).then_some(Use::MayRead)
        };
        match instruction.operation {
            Operation::Store { value, address, .. } => {
                ((self.addresses.place(address), self.size(value)) == piece).then_some(Use::Writes)
            }
            Operation::Load { address, .. } => reads(address, *instruction.results.first()?),
            Operation::Rmw { address, operand, .. } => reads(address, operand),
            Operation::CompareExchange { address, expected, .. } => reads(address, expected),
            Operation::Call { .. } | Operation::CallIndirect { .. } | Operation::CallExternal { .. } => {
                Some(Use::MayRead)
            }
            _ => None,
        }
    }
}

/// The use of a piece of memory by an instruction.
enum Use {
    /// The instruction writes all of it.
    Writes,
    MayRead,
}
