//! Loops decide at the end of an iteration whether to go on: loop rotation and jump threading, for
//! Kokologiannakis, Ren and Vafeiadis, "Dynamic partial order reductions for spinloops" (2021), §IV.
//!
//! ```text
//! s := 0; while (¬s) s := CAS(x, a, b);      becomes      do s := CAS(x, a, b) while (¬s);
//! ```
//!
//! The header is copied, once for each backedge, so that each jumps to a copy of its own; the loop then begins behind the
//! header. The way into the loop knows what it passes, so that often there is nothing left to decide on it.
//!
//! A block that several loopy paths share at their very end and that only computes is copied, too: each path gets a
//! backedge of its own.
//!
//! Every path runs the same instructions with the same values as before.

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Function, Operation, TerminatorKind};

use crate::dead_code::may_run_anywhere;
use crate::edit::{constants, copy_block, predecessors};
use crate::loops::Backedge;
use crate::ssa_repair::{Variable, repair};

/// A block of more instructions than this is not copied.
const LARGEST_COPY: usize = 40;

/// A block is not copied more often than this.
const MOST_COPIES: usize = 8;

/// Rotates the loop with the backedges of one header. Returns where it begins now, if that could be done.
pub(crate) fn rotate(function: &mut Function, header: BlockId, backedges: &[Backedge]) -> Option<BlockId> {
    let block = &function.blocks[header];
    let instructions = &block.instructions;
    let allocates =
        instructions.iter().any(|instruction| matches!(instruction.operation, Operation::Alloca { .. }));
    if allocates
        || instructions.len() > LARGEST_COPY
        || backedges.len() > MOST_COPIES
        || backedges.iter().any(|edge| edge.from == header)
    {
        return None;
    }
    let next = only_successor_inside(function, header, backedges)?;
    let results = instructions.iter().flat_map(|instruction| &instruction.results);
    let mut variables: Vec<Variable> = block
        .params
        .iter()
        .chain(results)
        .map(|&name| Variable { name, definitions: vec![(header, name)] })
        .collect();
    for edge in backedges {
        let mut target = edge.target(function).clone();
        let (copy, values) = copy_block(function, header);
        for variable in &mut variables {
            let value = values[variable.name].expect("the block defines it");
            variable.definitions.push((copy, value));
        }
        target.block = copy;
        edge.redirect(function, target);
    }
    repair(function, &variables);
    Some(next)
}

/// The block of the loop that the header jumps to, if there are blocks outside that it jumps to as well.
fn only_successor_inside(function: &Function, header: BlockId, backedges: &[Backedge]) -> Option<BlockId> {
    let predecessors = predecessors(function);
    let mut inside: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
    for edge in backedges {
        for block in edge.natural_loop(&predecessors).0 {
            inside[block] = true;
        }
    }
    let (mut next, mut leaves) = (Vec::new(), false);
    function.blocks[header].terminator.kind.for_each_target(|target| match inside[target.block] {
        true => next.push(target.block),
        false => leaves = true,
    });
    next.dedup();
    match next[..] {
        [next] if leaves => Some(next),
        _ => None,
    }
}

/// Gives every way into the last block of a loop a backedge of its own, if that block only computes. Whether it did.
pub(crate) fn split_latch(function: &mut Function, edge: Backedge) -> bool {
    let block = &function.blocks[edge.from];
    let constants = constants(function);
    let mut instructions = block.instructions.iter();
    let computes =
        instructions.all(|instruction| may_run_anywhere(function, &constants, &instruction.operation));
    let mut ways_in = predecessors(function)[edge.from].clone();
    ways_in.dedup();
    if edge.from == edge.header
        || !computes
        || !matches!(block.terminator.kind, TerminatorKind::Jump(_))
        || block.instructions.len() > LARGEST_COPY
        || !(2..=MOST_COPIES).contains(&ways_in.len())
    {
        return false;
    }
    // Its values are not used elsewhere: it dominates nothing, since it jumps to a block that dominates it.
    for &before in &ways_in[1..] {
        let copy = copy_block(function, edge.from).0;
        function.blocks[before].terminator.kind.for_each_target_mut(|target| {
            if target.block == edge.from {
                target.block = copy;
            }
        });
    }
    true
}

#[cfg(test)]
mod tests;
