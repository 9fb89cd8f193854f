//! Tails of several members that are the same operations.

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Function, Instruction, TerminatorKind, ValueId};

use super::operations::Comparison;
use crate::analyses::function_facts::{constants, predecessors};
use crate::analyses::needed_values::may_run_anywhere;

/// Tails have at most so many blocks.
const MOST_BLOCKS: usize = 32;

/// The free instructions, which may run anywhere. All others are ordered: they must stay in their
/// order.
pub(super) struct Free {
    /// By value that a free instruction defines, the place of that instruction.
    definitions: SecondaryMap<ValueId, Option<(BlockId, usize)>>,
    /// By block, the indices of its ordered instructions.
    ordered: SecondaryMap<BlockId, Vec<usize>>,
}

impl Free {
    pub(super) fn find(function: &Function) -> Self {
        let constants = constants(function);
        let mut free = Self {
            definitions: SecondaryMap::with_default(None),
            ordered: SecondaryMap::with_default(Vec::new()),
        };
        for (id, block) in function.blocks.iter() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                match instruction.results[..] {
                    [result] if may_run_anywhere(function, &constants, &instruction.operation) => {
                        free.definitions[result] = Some((id, index));
                    }
                    _ => free.ordered[id].push(index),
                }
            }
        }
        free
    }

    /// The instruction that defines a value, if it is free.
    pub(super) fn definition<'a>(&self, function: &'a Function, value: ValueId) -> Option<&'a Instruction> {
        self.definitions[value].map(|(block, index)| &function.blocks[block].instructions[index])
    }
}

/// One block for each member.
pub(super) type Blocks = Vec<BlockId>;

/// The tails of several members.
pub(super) struct Tails {
    /// Corresponding blocks: first those where the tails begin, then all others.
    pub(super) blocks: Vec<Blocks>,
    /// By place in `blocks` and by member, the indices of the ordered instructions.
    pub(super) ordered: Vec<Vec<Vec<usize>>>,
    /// By member, the values that it can no longer compute itself once it has lost its tail. A
    /// member can still compute the results of free instructions that do not depend on the tail.
    pub(super) lost: Vec<SecondaryMap<ValueId, bool>>,
}

impl Tails {
    /// The largest number of ordered instructions that the tails may have in the blocks where they
    /// begin.
    pub(super) fn most_instructions(
        function: &Function,
        comparison: &Comparison,
        free: &Free,
        members: &[BlockId],
    ) -> usize {
        let shortest = members.iter().map(|&member| free.ordered[member].len()).min().unwrap_or(0);
        let at = |member: BlockId, place: usize| {
            let ordered = &free.ordered[member];
            &function.blocks[member].instructions[ordered[ordered.len() - 1 - place]]
        };
        let same = |place: usize| {
            let first = at(members[0], place);
            members.iter().all(|&member| comparison.same_operation(function, first, at(member, place)))
        };
        (0..shortest).take_while(|&place| same(place)).count()
    }

    /// The tails with `length` ordered instructions in the blocks where they begin, if they are the
    /// same.
    pub(super) fn find(
        function: &Function,
        comparison: &Comparison,
        free: &Free,
        members: &[BlockId],
        length: usize,
    ) -> Option<Self> {
        let mut tails = Self { blocks: vec![members.to_vec()], ordered: Vec::new(), lost: Vec::new() };
        // By block of a tail, its place in `blocks`.
        let mut place: SecondaryMap<BlockId, Option<usize>> = SecondaryMap::with_default(None);
        for &member in members {
            if place[member].replace(0).is_some() {
                return None;
            }
        }
        let mut at = 0;
        while let Some(blocks) = tails.blocks.get(at).cloned() {
            let from = |block: BlockId| {
                let ordered = &free.ordered[block];
                ordered[if at == 0 { ordered.len() - length } else { 0 }..].to_vec()
            };
            let ordered: Vec<Vec<usize>> = blocks.iter().map(|&block| from(block)).collect();
            if !same_code(function, comparison, at > 0, &blocks, &ordered) {
                return None;
            }
            tails.ordered.push(ordered);
            for targets in targets(function, &blocks) {
                let Some(new) = tails.follow(&targets, &mut place)? else { continue };
                tails.blocks.push(new);
            }
            at += 1;
        }
        tails.has_one_way_in(function).then_some(())?;
        tails.lost = (0..members.len()).map(|member| tails.lost_values(function, member)).collect();
        (0..members.len()).all(|member| !tails.is_used_elsewhere(function, member)).then_some(tails)
    }

    /// The blocks where corresponding jumps continue the tails; no blocks (`Some(None)`) if all
    /// jumps lead to the same block, or to blocks that are known to correspond. `None` if the
    /// targets do not correspond.
    fn follow(
        &self,
        targets: &[BlockId],
        place: &mut SecondaryMap<BlockId, Option<usize>>,
    ) -> Option<Option<Blocks>> {
        let known = place[targets[0]];
        if targets.iter().all(|&target| target == targets[0]) {
            // The jump leaves all tails. A block of some tail cannot be the block where all tails
            // end.
            return known.is_none_or(|known| known == 0).then_some(None);
        }
        match known {
            Some(known) => (known > 0 && self.blocks[known] == targets).then_some(None),
            None if self.blocks.len() == MOST_BLOCKS => None,
            None => {
                let new = targets.iter().all(|&target| place[target].replace(self.blocks.len()).is_none());
                new.then(|| Some(targets.to_vec()))
            }
        }
    }

    /// Whether no block outside of the tails jumps into them.
    fn has_one_way_in(&self, function: &Function) -> bool {
        let predecessors = predecessors(function);
        (0..self.blocks[0].len()).all(|member| {
            let tail: Vec<BlockId> = self.blocks.iter().map(|blocks| blocks[member]).collect();
            tail[1..].iter().all(|&block| predecessors[block].iter().all(|before| tail.contains(before)))
        })
    }

    fn lost_values(&self, function: &Function, member: usize) -> SecondaryMap<ValueId, bool> {
        let mut lost = SecondaryMap::with_default(false);
        for (place, blocks) in self.blocks.iter().enumerate() {
            let block = &function.blocks[blocks[member]];
            if place > 0 {
                block.params.iter().for_each(|&param| lost[param] = true);
            }
            for (index, instruction) in block.instructions.iter().enumerate() {
                let mut goes = self.ordered[place][member].contains(&index);
                instruction.operation.for_each_operand(|&operand| goes |= lost[operand]);
                if goes {
                    instruction.results.iter().for_each(|&result| lost[result] = true);
                }
            }
        }
        lost
    }

    /// Whether a value that a member loses is used outside of its tail.
    fn is_used_elsewhere(&self, function: &Function, member: usize) -> bool {
        let lost = &self.lost[member];
        let mut used = false;
        for (id, block) in function.blocks.iter() {
            if !self.blocks.iter().any(|blocks| blocks[member] == id) {
                let mut look = |&operand: &ValueId| used |= lost[operand];
                for instruction in &block.instructions {
                    instruction.operation.for_each_operand(&mut look);
                }
                block.terminator.kind.for_each_operand(&mut look);
            }
        }
        used
    }
}

/// By target of the terminators of corresponding blocks, the block that it leads to from each of
/// them.
fn targets(function: &Function, blocks: &[BlockId]) -> Vec<Blocks> {
    let lists = blocks.iter().map(|&block| {
        let mut targets = Vec::new();
        function.blocks[block].terminator.kind.for_each_target(|target| targets.push(target.block));
        targets
    });
    super::merge::transposed(lists)
}

/// Whether blocks do the same if their operands and their targets are the same.
fn same_code(
    function: &Function,
    comparison: &Comparison,
    with_params: bool,
    blocks: &[BlockId],
    ordered: &[Vec<usize>],
) -> bool {
    let first = &function.blocks[blocks[0]];
    let types =
        |values: &[ValueId]| values.iter().map(|&value| function.values[value].ty).collect::<Vec<_>>();
    blocks.iter().zip(ordered).all(|(&other, indices)| {
        let other = &function.blocks[other];
        let instructions = ordered[0].iter().map(|&index| &first.instructions[index]);
        let others = indices.iter().map(|&index| &other.instructions[index]);
        (!with_params || types(&first.params) == types(&other.params))
            && indices.len() == ordered[0].len()
            && instructions.zip(others).all(|(one, other)| comparison.same_operation(function, one, other))
            && same_jump(function, &first.terminator.kind, &other.terminator.kind)
    })
}

/// Whether two terminators do the same if their operands and targets are the same.
fn same_jump(function: &Function, one: &TerminatorKind, other: &TerminatorKind) -> bool {
    // One terminator with the blocks and values of the other must be equal to the other.
    let (mut targets, mut operands) = (Vec::new(), Vec::new());
    other.for_each_target(|target| targets.push(target.block));
    other.for_each_operand(|&operand| operands.push(operand));
    let (mut targets, mut operands) = (targets.into_iter(), operands.into_iter());
    let mut copy = one.clone();
    let mut same = true;
    copy.for_each_target_mut(|target| match targets.next() {
        Some(block) => target.block = block,
        None => same = false,
    });
    copy.for_each_operand_mut(|operand| match operands.next() {
        Some(value) => {
            same &= function.values[value].ty == function.values[*operand].ty;
            *operand = value;
        }
        None => same = false,
    });
    same && copy == *other
}
