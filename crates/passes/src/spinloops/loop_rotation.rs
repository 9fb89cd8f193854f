//! Loop rotation and jump threading: loops decide at the end of an iteration whether to go on
//! [saver §IV].
//!
//! ```text
//! s := 0; while (¬s) s := CAS(x, a, b);      becomes      do s := CAS(x, a, b) while (¬s);
//! ```
//!
//! The header is copied once for each back edge, so that each back edge leads to a copy of its own.
//! The loop then begins behind the header. The arguments on the way into the loop are known, so
//! that often no decision remains there.
//!
//! Blocks that several loopy paths share at their very end and that only compute are copied, too:
//! each path gets a back edge of its own.
//!
//! Every path runs the same instructions with the same values as before.

use porf_ir::{BlockId, Function, Operation, TerminatorKind};

use crate::analyses::function_facts::{constants, predecessors};
use crate::analyses::loops::{BackEdge, is_cut};
use crate::analyses::needed_values::may_run_anywhere;
use crate::simplifications::edit::copy_blocks;
use crate::simplifications::ssa_repair::{Variable, repair};

/// A block of more instructions than this is not copied.
const LARGEST_COPY: usize = 40;

/// A block is not copied more often than this.
const MOST_COPIES: usize = 8;

/// Rotates the loop with the back edges to one header. Returns whether that was possible.
pub(crate) fn rotate(function: &mut Function, header: BlockId, back_edges: &[BackEdge]) -> bool {
    let block = &function.blocks[header];
    let instructions = &block.instructions;
    let allocates =
        instructions.iter().any(|instruction| matches!(instruction.operation, Operation::Alloca { .. }));
    if allocates
        || matches!(block.terminator.kind, TerminatorKind::Jump(_))
        || instructions.len() > LARGEST_COPY
        || back_edges.len() > MOST_COPIES
        || back_edges.iter().any(|edge| edge.from == header)
    {
        return false;
    }
    let results = instructions.iter().flat_map(|instruction| &instruction.results);
    let mut variables: Vec<Variable> = block
        .params
        .iter()
        .chain(results)
        .map(|&name| Variable { name, definitions: vec![(header, name)] })
        .collect();
    for edge in back_edges {
        let mut target = edge.target(function).clone();
        let (copy, values) = copy_blocks(function, &[header]);
        for variable in &mut variables {
            let value = values[variable.name].expect("the block defines it");
            variable.definitions.push((copy[0], value));
        }
        target.block = copy[0];
        edge.redirect(function, target);
    }
    repair(function, &variables);
    true
}

/// The header of a loop once it is rotated: the only block of the loop that its header jumps to.
pub(crate) fn next_header(function: &Function, header: BlockId, back_edges: &[BackEdge]) -> Option<BlockId> {
    let predecessors = predecessors(function);
    let loops: Vec<_> = back_edges.iter().map(|edge| edge.natural_loop(&predecessors).1).collect();
    let mut next = Vec::new();
    function.blocks[header].terminator.kind.for_each_target(|target| {
        if loops.iter().any(|inside| inside[target.block]) {
            next.push(target.block);
        }
    });
    next.dedup();
    match next[..] {
        [next] => Some(next),
        _ => None,
    }
}

/// Gives every way to the last blocks of a loop a back edge of its own, if these blocks only
/// compute, the choice to cut the execution apart. Returns whether the function changed.
pub(crate) fn split_latch(function: &mut Function, edge: BackEdge) -> bool {
    let constants = constants(function);
    let only_leads_to = |block: BlockId, next: BlockId| {
        let block = &function.blocks[block];
        let mut only = true;
        block
            .terminator
            .kind
            .for_each_target(|target| only &= target.block == next || is_cut(function, target.block));
        only && block.instructions.len() <= LARGEST_COPY
            && block
                .instructions
                .iter()
                .all(|instruction| may_run_anywhere(function, &constants, &instruction.operation))
    };
    let predecessors = predecessors(function);
    // The blocks in reverse order, up to the first that has several predecessors.
    let (mut last_blocks, mut at, mut next) = (Vec::new(), edge.from, edge.header);
    let ways_in = loop {
        if at == edge.header || last_blocks.len() == MOST_COPIES || !only_leads_to(at, next) {
            return false;
        }
        last_blocks.push(at);
        let mut ways_in = predecessors[at].clone();
        ways_in.sort_unstable();
        ways_in.dedup();
        match ways_in[..] {
            [only] => (at, next) = (only, at),
            _ => break ways_in,
        }
    };
    if ways_in.len() > MOST_COPIES {
        return false;
    }
    // Only these blocks use their values: they dominate nothing but each other, since the header
    // dominates them.
    for &before in ways_in.iter().skip(1) {
        let copies = copy_blocks(function, &last_blocks).0;
        let (Some(&first), Some(&copy)) = (last_blocks.last(), copies.last()) else { return false };
        function.blocks[before].terminator.kind.for_each_target_mut(|target| {
            if target.block == first {
                target.block = copy;
            }
        });
    }
    ways_in.len() > 1
}

#[cfg(test)]
mod tests;
