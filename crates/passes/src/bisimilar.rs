//! What is done both before a loop and at the end of each iteration is done once, at the beginning of the loop: merging of
//! bisimilar nodes, after Kokologiannakis, Ren and Vafeiadis, "Dynamic partial order reductions for spinloops" (2021),
//! §IV and §VII.
//!
//! ```text
//! b := x; while (b ≠ 0) b := x;      becomes      do b := x while (b ≠ 0);
//! ```
//!
//! The *members* are blocks that jump to the header of a loop: all those from outside of the loop, and some from inside.
//! Their *tails* are the last instructions that must stay in order (accesses to memory, calls, whatever may be an error),
//! as many as are the same operation in all members. The values of the members are unified: a tuple, one value for each
//! member, becomes one value of the merged block
//! 1. if it is the result of an instruction of the tails;
//! 2. if it is the same value, defined before, in all members;
//! 3. if it is computed by the same operation, which may run anywhere, from tuples that become one value;
//! 4. else as a parameter, for which each member passes its own: a φ that has moved to the new header.
//!
//! The merged block runs the tails and jumps to the old header. A value of a tail that something else uses, or that would
//! have to be passed before it is computed, makes the tails shorter.
//!
//! Every path runs the same instructions with the same values as before; only positions change, to those in the loop.

use std::collections::HashMap;

use porf_entity::{PrimaryMap, SecondaryMap};
use porf_ir::{
    Block, BlockId, Function, Instruction, Operation, Target, Terminator, TerminatorKind, ValueData, ValueId,
};

use crate::dead_code::may_run_anywhere;
use crate::edit::{Constants, constants, new_value, predecessors};
use crate::loops::Backedge;

/// Merges what the blocks before a header have in common. Whether there was anything. `backedges` are those of the header.
pub(crate) fn run(function: &mut Function, header: BlockId, backedges: &[Backedge]) -> bool {
    let jumps = |function: &Function, block: BlockId| {
        matches!(function.blocks[block].terminator.kind, TerminatorKind::Jump(_))
    };
    let latches: Vec<BlockId> =
        backedges.iter().map(|edge| edge.from).filter(|&block| jumps(function, block)).collect();
    let mut entries = predecessors(function)[header].clone();
    entries.retain(|&block| !backedges.iter().any(|edge| edge.from == block));
    if entries.is_empty() || !entries.iter().all(|&block| jumps(function, block)) {
        return false;
    }
    // All of them if possible, or else one of those that jump back.
    let alone = latches.iter().map(std::slice::from_ref).filter(|_| latches.len() > 1);
    let groups: Vec<&[BlockId]> =
        [&latches[..]].into_iter().filter(|all| !all.is_empty()).chain(alone).collect();
    let constants = constants(function);
    groups.into_iter().any(|latches| {
        let members: Vec<BlockId> = latches.iter().chain(&entries).copied().collect();
        let tails = Tails::longest(function, &constants, &members);
        (1..=tails.length()).rev().any(|length| {
            let Some(merged) = Merger::new(function, &tails, length).merge() else { return false };
            merged.replace(function, header, &members);
            true
        })
    })
}

/// Instructions at the ends of blocks that are the same operations.
struct Tails {
    members: Vec<BlockId>,
    /// By member, last instruction first, the indices of those that must stay in order.
    ordered: Vec<Vec<usize>>,
    /// Where each value is defined that an instruction defines which may run anywhere.
    free: SecondaryMap<ValueId, Option<(BlockId, usize)>>,
}

impl Tails {
    fn longest(function: &Function, constants: &Constants, members: &[BlockId]) -> Self {
        let may_move =
            |instruction: &Instruction| may_run_anywhere(function, constants, &instruction.operation);
        let mut free = SecondaryMap::with_default(None);
        for (id, block) in function.blocks.iter() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                if let &[result] = &instruction.results[..]
                    && may_move(instruction)
                {
                    free[result] = Some((id, index));
                }
            }
        }
        let instructions = |member: BlockId| &function.blocks[member].instructions;
        let mut ordered: Vec<Vec<usize>> = members
            .iter()
            .map(|&member| {
                let indices = (0..instructions(member).len()).rev();
                indices.filter(|&index| !may_move(&instructions(member)[index])).collect()
            })
            .collect();
        let shortest = ordered.iter().map(Vec::len).min().unwrap_or(0);
        let same = |place: usize| {
            let at = |member: usize| &instructions(members[member])[ordered[member][place]];
            let first = at(0);
            !matches!(first.operation, Operation::Alloca { .. })
                && (1..members.len()).all(|member| same_operation(function, first, at(member)))
        };
        let length = (0..shortest).take_while(|&place| same(place)).count();
        ordered.iter_mut().for_each(|ordered| ordered.truncate(length));
        Self { members: members.to_vec(), ordered, free }
    }

    fn length(&self) -> usize {
        self.ordered.first().map_or(0, Vec::len)
    }
}

/// Whether two instructions do the same if their operands are the same.
fn same_operation(function: &Function, one: &Instruction, other: &Instruction) -> bool {
    let mut operands = Vec::new();
    one.operation.for_each_operand(|&operand| operands.push(operand));
    let mut copy = other.operation.clone();
    let (mut given, mut same_types) = (operands.iter(), true);
    copy.for_each_operand_mut(|operand| {
        if let Some(&other) = given.next() {
            same_types &= function.values[other].ty == function.values[*operand].ty;
            *operand = other;
        } else {
            same_types = false;
        }
    });
    let types = |instruction: &Instruction| -> Vec<_> {
        instruction.results.iter().map(|&result| function.values[result].ty).collect()
    };
    same_types && given.next().is_none() && copy == one.operation && types(one) == types(other)
}

/// One value for each member.
type Tuple = Vec<ValueId>;

/// Builds the merged block.
struct Merger<'a> {
    function: &'a Function,
    tails: &'a Tails,
    length: usize,
    /// By member: the values that it cannot compute itself any more, since they depend on its tail.
    lost: Vec<SecondaryMap<ValueId, bool>>,
    /// The values that tuples have become, numbered from the first that the function does not have.
    unified: HashMap<Tuple, ValueId>,
    params: Vec<(ValueId, Tuple)>,
    instructions: Vec<Instruction>,
    values: PrimaryMap<ValueId, ValueData>,
}

/// The merged block, before it is part of the function.
struct Merged {
    block: Block,
    /// By member, what it passes.
    arguments: Vec<Vec<ValueId>>,
    lost: Vec<SecondaryMap<ValueId, bool>>,
    /// By member, the indices of the instructions that have moved.
    moved: Vec<Vec<usize>>,
    values: PrimaryMap<ValueId, ValueData>,
}

impl<'a> Merger<'a> {
    fn new(function: &'a Function, tails: &'a Tails, length: usize) -> Self {
        let lost =
            (0..tails.members.len()).map(|member| lost_values(function, tails, length, member)).collect();
        Self {
            function,
            tails,
            length,
            lost,
            unified: HashMap::new(),
            params: Vec::new(),
            instructions: Vec::new(),
            values: function.values.clone(),
        }
    }

    fn merge(mut self) -> Option<Merged> {
        let members = 0..self.tails.members.len();
        if members.clone().any(|member| self.is_used_elsewhere(member)) {
            return None;
        }
        for place in (0..self.length).rev() {
            let at = |member: usize| {
                let block = &self.function.blocks[self.tails.members[member]];
                &block.instructions[self.tails.ordered[member][place]]
            };
            // The first member is in the loop: its positions are kept.
            let operands = tuples(members.clone().map(|member| operands_of(&at(member).operation)));
            let results = tuples(members.clone().map(|member| at(member).results.clone()));
            let mut instruction = at(0).clone();
            self.rewrite(&mut instruction, &operands)?;
            instruction.results = results.into_iter().map(|tuple| self.define(tuple)).collect();
            self.instructions.push(instruction);
        }
        let terminator = |member: usize| &self.function.blocks[self.tails.members[member]].terminator;
        let mut merged = terminator(0).clone();
        let passed = tuples(members.clone().map(|member| {
            let mut arguments = Vec::new();
            terminator(member).kind.for_each_operand(|&operand| arguments.push(operand));
            arguments
        }));
        let passed = passed.iter().map(|tuple| self.unify(tuple)).collect::<Option<Vec<_>>>()?;
        let mut passed = passed.into_iter();
        merged.kind.for_each_operand_mut(|operand| *operand = passed.next().unwrap_or(*operand));
        let arguments =
            members.clone().map(|member| self.params.iter().map(|(_, tuple)| tuple[member]).collect());
        let moved = members.map(|member| self.tails.ordered[member][..self.length].to_vec());
        Some(Merged {
            arguments: arguments.collect(),
            moved: moved.collect(),
            block: Block {
                params: self.params.iter().map(|&(param, _)| param).collect(),
                instructions: self.instructions,
                terminator: merged,
            },
            lost: self.lost,
            values: self.values,
        })
    }

    /// Whether a value that a member loses is used in other blocks.
    fn is_used_elsewhere(&self, member: usize) -> bool {
        let lost = &self.lost[member];
        let mut used = false;
        for (id, block) in self.function.blocks.iter() {
            if id != self.tails.members[member] {
                let mut look = |&operand: &ValueId| used |= lost[operand];
                for instruction in &block.instructions {
                    instruction.operation.for_each_operand(&mut look);
                }
                block.terminator.kind.for_each_operand(&mut look);
            }
        }
        used
    }

    fn define(&mut self, tuple: Tuple) -> ValueId {
        let value = new_value(&mut self.values, self.function.values[tuple[0]].ty);
        self.unified.insert(tuple, value);
        value
    }

    fn rewrite(&mut self, instruction: &mut Instruction, operands: &[Tuple]) -> Option<()> {
        let unified = operands.iter().map(|tuple| self.unify(tuple)).collect::<Option<Vec<_>>>()?;
        let mut unified = unified.into_iter();
        instruction.operation.for_each_operand_mut(|operand| *operand = unified.next().unwrap_or(*operand));
        Some(())
    }

    fn is_lost(&self, tuple: &[ValueId]) -> bool {
        tuple.iter().zip(&self.lost).any(|(&value, lost)| lost[value])
    }

    /// The value that a tuple becomes, if it can become one.
    fn unify(&mut self, tuple: &[ValueId]) -> Option<ValueId> {
        if let Some(&value) = self.unified.get(tuple) {
            return Some(value);
        }
        let first = tuple[0];
        let lost = self.is_lost(tuple);
        if !lost && tuple.iter().all(|&value| value == first) {
            return Some(first);
        }
        if lost || self.is_computable(tuple, COPIED_DEPTH) {
            return self.compute(tuple, COPIED_DEPTH);
        }
        let param = self.define(tuple.to_vec());
        self.params.push((param, tuple.to_vec()));
        Some(param)
    }

    /// The operands of the instructions that compute the tuple, if these are the same operation and may run anywhere.
    fn computed_from(&self, tuple: &[ValueId]) -> Option<(&'a Instruction, Vec<Tuple>)> {
        let function = self.function;
        let definitions: Vec<&Instruction> = tuple
            .iter()
            .map(|&value| {
                self.tails.free[value].map(|(block, index)| &function.blocks[block].instructions[index])
            })
            .collect::<Option<_>>()?;
        let first = definitions[0];
        let same = definitions.iter().all(|other| same_operation(function, first, other));
        same.then(|| {
            (first, tuples(definitions.iter().map(|instruction| operands_of(&instruction.operation))))
        })
    }

    /// Whether the tuple can be computed without parameters.
    fn is_computable(&self, tuple: &[ValueId], depth: usize) -> bool {
        let same = tuple.iter().all(|&value| value == tuple[0]) && !self.is_lost(tuple);
        same || self.unified.contains_key(tuple)
            || (depth > 0
                && self.computed_from(tuple).is_some_and(|(_, operands)| {
                    operands.iter().all(|operand| self.is_computable(operand, depth - 1))
                }))
    }

    /// Computes the tuple in the merged block.
    fn compute(&mut self, tuple: &[ValueId], depth: usize) -> Option<ValueId> {
        let (instruction, operands) = self.computed_from(tuple).filter(|_| depth > 0)?;
        let mut copy = instruction.clone();
        for operand in &operands {
            // So that the recursion of `unify` is bounded by the depth.
            if self.is_lost(operand) && !self.unified.contains_key(operand) {
                self.compute(operand, depth - 1)?;
            }
        }
        self.rewrite(&mut copy, &operands)?;
        let value = self.define(tuple.to_vec());
        copy.results = vec![value];
        self.instructions.push(copy);
        Some(value)
    }
}

/// How long the chains of computations are that the merged block does anew.
const COPIED_DEPTH: usize = 8;

impl Merged {
    /// Makes the members jump to the merged block instead of doing what it does.
    fn replace(self, function: &mut Function, header: BlockId, members: &[BlockId]) {
        debug_assert!(
            matches!(&self.block.terminator.kind, TerminatorKind::Jump(target) if target.block == header)
        );
        function.values = self.values;
        let merged = function.blocks.push(self.block);
        let members = members.iter().zip(self.arguments).zip(self.lost.iter().zip(self.moved));
        for ((&member, arguments), (lost, moved)) in members {
            let block = &mut function.blocks[member];
            let mut index = 0;
            block.instructions.retain(|instruction| {
                let goes = moved.contains(&index) || instruction.results.iter().any(|&result| lost[result]);
                index += 1;
                !goes
            });
            let position = block.terminator.position;
            let kind = TerminatorKind::Jump(Target { block: merged, arguments });
            block.terminator = Terminator { kind, position };
        }
    }
}

/// The results of a member's tail, and what the member computes from them.
fn lost_values(
    function: &Function,
    tails: &Tails,
    length: usize,
    member: usize,
) -> SecondaryMap<ValueId, bool> {
    let mut lost = SecondaryMap::with_default(false);
    let moved = &tails.ordered[member][..length];
    for (index, instruction) in function.blocks[tails.members[member]].instructions.iter().enumerate() {
        let mut depends = moved.contains(&index);
        instruction.operation.for_each_operand(|&operand| depends |= lost[operand]);
        if depends {
            for &result in &instruction.results {
                lost[result] = true;
            }
        }
    }
    lost
}

fn operands_of(operation: &Operation) -> Vec<ValueId> {
    let mut operands = Vec::new();
    operation.for_each_operand(|&operand| operands.push(operand));
    operands
}

/// From one list for each member, one tuple for each place in the lists.
fn tuples(lists: impl Iterator<Item = Vec<ValueId>>) -> Vec<Tuple> {
    let mut tuples: Vec<Tuple> = Vec::new();
    for list in lists {
        tuples.resize(list.len().max(tuples.len()), Vec::new());
        for (tuple, value) in tuples.iter_mut().zip(list) {
            tuple.push(value);
        }
    }
    tuples
}

#[cfg(test)]
mod tests;
