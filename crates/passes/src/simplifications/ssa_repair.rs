//! SSA repair: values with several definitions become values with one definition each.
//!
//! When a block is copied, a value that it defines has a definition in each copy. For the uses
//! elsewhere, parameters are placed by iterated dominance frontiers where the value is live, as for
//! stack objects ([`mem2reg`](crate::simplifications::mem2reg)).

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Dominators, Function, ValueId};

use crate::analyses::function_facts::predecessors;
use crate::simplifications::edit::new_value;
use crate::simplifications::mem2reg::dominance_frontiers;

/// A value that is defined in several blocks.
pub(crate) struct Variable {
    /// The name of the variable at its uses outside of the defining blocks.
    pub(crate) name: ValueId,
    /// By defining block, the value that it defines, which the block itself uses.
    pub(crate) definitions: Vec<(BlockId, ValueId)>,
}

/// Replaces every use of the variables by the value that reaches it. All blocks must be reachable.
pub(crate) fn repair(function: &mut Function, variables: &[Variable]) {
    let dominators = Dominators::new(&function.blocks);
    let predecessors = predecessors(function);
    let frontiers = dominance_frontiers(function, &dominators, &predecessors);
    for variable in variables {
        let mut value_in: SecondaryMap<BlockId, Option<ValueId>> = SecondaryMap::with_default(None);
        for &(block, value) in &variable.definitions {
            value_in[block] = Some(value);
        }
        let users: Vec<BlockId> = function
            .blocks
            .ids()
            .filter(|&block| value_in[block].is_none() && uses(function, block, variable.name))
            .collect();
        if users.is_empty() {
            continue;
        }
        let mut live: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
        let mut pending = users.clone();
        while let Some(block) = pending.pop() {
            if value_in[block].is_none() && !std::mem::replace(&mut live[block], true) {
                pending.extend(&predecessors[block]);
            }
        }
        let mut meetings = Vec::new();
        let mut pending: Vec<BlockId> = variable.definitions.iter().map(|&(block, _)| block).collect();
        while let Some(block) = pending.pop() {
            for &meeting in &frontiers[block] {
                if live[meeting] && value_in[meeting].is_none() {
                    let ty = function.values[variable.name].ty;
                    let param = new_value(&mut function.values, ty);
                    function.blocks[meeting].params.push(param);
                    value_in[meeting] = Some(param);
                    meetings.push(meeting);
                    pending.push(meeting);
                }
            }
        }
        let reaching = |block: BlockId| {
            let mut at = Some(block);
            while let Some(block) = at {
                if let Some(value) = value_in[block] {
                    return value;
                }
                at = dominators.immediate(block);
            }
            unreachable!("a definition dominates every use or meets another one before")
        };
        for block in users {
            let (value, contents) = (reaching(block), &mut function.blocks[block]);
            let rename = |operand: &mut ValueId| {
                if *operand == variable.name {
                    *operand = value;
                }
            };
            for instruction in &mut contents.instructions {
                instruction.operation.for_each_operand_mut(rename);
            }
            contents.terminator.kind.for_each_operand_mut(rename);
        }
        // A block may jump to a meeting by several of its targets, and is listed for each.
        let mut passed: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
        for &before in meetings.iter().flat_map(|&meeting| &predecessors[meeting]) {
            if !std::mem::replace(&mut passed[before], true) {
                let value = reaching(before);
                function.blocks[before].terminator.kind.for_each_target_mut(|target| {
                    if meetings.contains(&target.block) {
                        target.arguments.push(value);
                    }
                });
            }
        }
    }
}

fn uses(function: &Function, block: BlockId, value: ValueId) -> bool {
    let mut used = false;
    let mut look = |&operand: &ValueId| used |= operand == value;
    let block = &function.blocks[block];
    for instruction in &block.instructions {
        instruction.operation.for_each_operand(&mut look);
    }
    block.terminator.kind.for_each_operand(&mut look);
    used
}
