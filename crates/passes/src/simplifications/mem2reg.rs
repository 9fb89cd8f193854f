//! Stack objects become SSA values.
//!
//! A *slot* is an object on the stack whose address is used only to read and write it as a whole,
//! non-atomically, and always with the same number of bytes. Its contents become values: a load
//! becomes the value that was stored last, and where several paths meet, a block parameter.
//!
//! Reading uninitialised memory is an error of the program, which must stay. So an object stays in
//! memory unless it is written on every path before it is read
//! ([`initialised`](crate::analyses::initialised)).
//!
//! Parameters are placed by iterated dominance frontiers where the slot is live (`cytron` in
//! docs/papers.md). Renaming is a walk over the dominator tree.

mod rename;

use porf_entity::{AccessSize, ReadOrdering, SecondaryMap, WriteOrdering};
use porf_ir::{BlockId, Dominators, Function, Operation, Type, ValueId};

use crate::analyses::function_facts::{constants, predecessors};
use crate::analyses::initialised::{SlotEvent, SlotEvents, read_before_write};
use crate::analyses::needed_values::REMOVABLE_BYTES;
use crate::simplifications::control_flow::remove_unreachable_blocks;

/// Turns all slots of the function into values.
pub(crate) fn run(function: &mut Function) {
    remove_unreachable_blocks(function);
    promote(function, |_| true);
}

/// Turns the slots among the wanted stack objects into values. All blocks must be reachable.
pub(crate) fn promote(function: &mut Function, wanted: impl Fn(ValueId) -> bool) {
    let mut slots = Slots::find(function, wanted);
    if slots.types.is_empty() {
        return;
    }
    let dominators = Dominators::new(&function.blocks);
    slots.drop_read_before_write(function, &dominators);
    if slots.types.is_empty() {
        return;
    }
    let params = place_params(function, &dominators, &slots);
    rename::run(function, &dominators, &slots, params);
    function.renumber_values();
}

/// The stack objects that become values.
struct Slots {
    /// By slot, the type of its value.
    types: Vec<Type>,
    /// By address, its slot.
    of: SecondaryMap<ValueId, Option<u32>>,
}

/// A stack object that may be a slot.
struct Candidate {
    address: ValueId,
    bytes: u64,
    /// The type and size of the accesses, once they are known.
    access: Option<(Type, AccessSize)>,
    fit: bool,
}

impl Slots {
    fn find(function: &Function, wanted: impl Fn(ValueId) -> bool) -> Self {
        let constants = constants(function);
        let mut candidates = Vec::new();
        let mut of: SecondaryMap<ValueId, Option<u32>> = SecondaryMap::with_default(None);
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            if let (&Operation::Alloca { size, .. }, &[address]) =
                (&instruction.operation, &instruction.results[..])
                && let Some(bytes) = constants[size].filter(|&bytes| bytes <= REMOVABLE_BYTES)
                && wanted(address)
            {
                of[address] = Some(candidates.len() as u32);
                candidates.push(Candidate { address, bytes, access: None, fit: true });
            }
        }
        for block in function.blocks.values() {
            for instruction in &block.instructions {
                // The operand that may be the address of a slot, and the type of the value that is
                // read or written.
                let access = match instruction.operation {
                    Operation::Load { address, ordering: ReadOrdering::NonAtomic } => {
                        Some((address, instruction.results[0]))
                    }
                    Operation::Store { address, value, ordering: WriteOrdering::NonAtomic, .. } => {
                        if let Some(slot) = of[value] {
                            candidates[slot as usize].fit = false;
                        }
                        Some((address, value))
                    }
                    _ => None,
                };
                if let Some((address, value)) = access {
                    if let Some(slot) = of[address] {
                        candidates[slot as usize].accessed_as(function.values[value].ty);
                    }
                } else {
                    instruction.operation.for_each_operand(|&operand| {
                        if let Some(slot) = of[operand] {
                            candidates[slot as usize].fit = false;
                        }
                    });
                }
            }
            block.terminator.kind.for_each_operand(|&operand| {
                if let Some(slot) = of[operand] {
                    candidates[slot as usize].fit = false;
                }
            });
        }
        let mut types = Vec::new();
        for candidate in candidates {
            let ty = candidate.access.map_or(Type::I8, |(ty, _)| ty);
            of[candidate.address] = candidate.fit.then(|| {
                types.push(ty);
                types.len() as u32 - 1
            });
        }
        Self { types, of }
    }

    fn slot(&self, address: ValueId) -> Option<usize> {
        self.of[address].map(|slot| slot as usize)
    }

    /// The slot of an operation and the action on it. Storing the address itself is no action on a
    /// slot.
    fn event(&self, operation: &Operation, results: &[ValueId]) -> Option<(usize, SlotEvent)> {
        match *operation {
            Operation::Alloca { .. } => Some((self.slot(*results.first()?)?, SlotEvent::Begin)),
            Operation::Load { address, .. } => Some((self.slot(address)?, SlotEvent::Read)),
            Operation::Store { address, .. } => Some((self.slot(address)?, SlotEvent::Write)),
            _ => None,
        }
    }

    fn drop_read_before_write(&mut self, function: &Function, dominators: &Dominators) {
        let mut events: SlotEvents = SecondaryMap::with_default(Vec::new());
        for (id, block) in function.blocks.iter() {
            events[id] = block
                .instructions
                .iter()
                .filter_map(|instruction| self.event(&instruction.operation, &instruction.results))
                .collect();
        }
        let dropped = read_before_write(function, dominators.order(), self.types.len(), &events);
        let mut types = Vec::new();
        let mut kept = vec![None; dropped.len()];
        for (slot, &ty) in self.types.iter().enumerate().filter(|&(slot, _)| !dropped[slot]) {
            kept[slot] = Some(types.len() as u32);
            types.push(ty);
        }
        for value in function.values.ids() {
            if let Some(slot) = self.of[value] {
                self.of[value] = kept[slot as usize];
            }
        }
        self.types = types;
    }
}

impl Candidate {
    fn accessed_as(&mut self, ty: Type) {
        let Some(size) = ty.access_size().filter(|size| u64::from(size.bytes()) <= self.bytes) else {
            self.fit = false;
            return;
        };
        match self.access {
            None => self.access = Some((ty, size)),
            Some((_, other)) => self.fit &= other == size,
        }
    }
}

/// By block, the slots that it gets a parameter for.
type SlotParams = SecondaryMap<BlockId, Vec<usize>>;

/// By block, the slots whose values meet there and that are read later before they are written.
fn place_params(function: &Function, dominators: &Dominators, slots: &Slots) -> SlotParams {
    let predecessors = predecessors(function);
    let frontiers = dominance_frontiers(function, dominators, &predecessors);
    // By slot: the blocks that write it, and those that read it before they write it.
    let mut writers: Vec<Vec<BlockId>> = vec![Vec::new(); slots.types.len()];
    let mut readers: Vec<Vec<BlockId>> = vec![Vec::new(); slots.types.len()];
    for (id, block) in function.blocks.iter() {
        for instruction in &block.instructions {
            match slots.event(&instruction.operation, &instruction.results) {
                Some((slot, SlotEvent::Write)) if writers[slot].last() != Some(&id) => {
                    writers[slot].push(id);
                }
                Some((slot, SlotEvent::Read))
                    if writers[slot].last() != Some(&id) && readers[slot].last() != Some(&id) =>
                {
                    readers[slot].push(id);
                }
                _ => {}
            }
        }
    }
    let mut params: SlotParams = SecondaryMap::with_default(Vec::new());
    // The slot for which a block was last found to be a writer, live at its start, or to have a
    // parameter.
    let mut written: SecondaryMap<BlockId, Option<usize>> = SecondaryMap::with_default(None);
    let mut live: SecondaryMap<BlockId, Option<usize>> = SecondaryMap::with_default(None);
    let mut placed: SecondaryMap<BlockId, Option<usize>> = SecondaryMap::with_default(None);
    for slot in 0..slots.types.len() {
        // A slot that every block writes before it reads it has no value that goes from one block
        // to another.
        let mut pending = std::mem::take(&mut readers[slot]);
        if pending.is_empty() {
            continue;
        }
        for &block in &writers[slot] {
            written[block] = Some(slot);
        }
        while let Some(block) = pending.pop() {
            if live[block].replace(slot) != Some(slot) {
                let before = predecessors[block].iter();
                pending.extend(before.filter(|&&before| written[before] != Some(slot)));
            }
        }
        let mut pending = std::mem::take(&mut writers[slot]);
        while let Some(block) = pending.pop() {
            for &meeting in &frontiers[block] {
                if live[meeting] == Some(slot) && placed[meeting].replace(slot) != Some(slot) {
                    params[meeting].push(slot);
                    if written[meeting] != Some(slot) {
                        pending.push(meeting);
                    }
                }
            }
        }
    }
    params
}

/// By block, its dominance frontier: the blocks that it does not strictly dominate but one of whose
/// predecessors it dominates.
pub(crate) fn dominance_frontiers(
    function: &Function,
    dominators: &Dominators,
    predecessors: &SecondaryMap<BlockId, Vec<BlockId>>,
) -> SecondaryMap<BlockId, Vec<BlockId>> {
    let mut frontiers: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::with_default(Vec::new());
    for meeting in function.blocks.ids().filter(|&block| predecessors[block].len() > 1) {
        let above = dominators.immediate(meeting);
        for &before in &predecessors[meeting] {
            let mut at = Some(before);
            while let Some(block) = at.filter(|_| at != above) {
                // All entries of one block for this meeting come one after the other.
                if frontiers[block].last() == Some(&meeting) {
                    break;
                }
                frontiers[block].push(meeting);
                at = dominators.immediate(block);
            }
        }
    }
    frontiers
}

#[cfg(test)]
mod tests;
