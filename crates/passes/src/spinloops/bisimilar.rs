//! Bisimilarity: the code before a loop and the equal code at the end of each iteration become one
//! block at the beginning of the loop [saver §IV, §VII].
//!
//! ```text
//! b := x; while (b ≠ 0) b := x;      becomes      do b := x while (b ≠ 0);
//! ```
//!
//! The *members* are blocks before the header of a loop: all blocks from which the loop is entered,
//! and some latches. Each member has a *tail*: the code from one of its instructions on, until
//! control gets to a block that all tails lead to in the same way. Two tails are the same if all
//! their ordered instructions (accesses to memory, calls, possible errors) and all their jumps are
//! the same operations ([`tails`]), up to differences of orderings that mean nothing under the memory
//! model ([`operations`]). A new block then replaces all tails, and the values of the
//! members are unified ([`merge`]).
//!
//! Every path runs the same instructions with the same values as before. Only positions change, and
//! orderings that mean the same, to those in the loop.

mod merge;
mod operations;
mod tails;

use porf_ir::{BlockId, Dominators, Function};

use self::merge::Merger;
pub(crate) use self::operations::Comparison;
use self::tails::{Free, Tails};
use crate::analyses::function_facts::predecessors;
use crate::analyses::loops::BackEdge;

/// The longest distance from the beginning of a tail to the header, in blocks that dominate each
/// other.
const LONGEST_WAY_BACK: usize = 6;

/// Merges the common tails of the blocks before a header, in the first of several ways that
/// `accept` takes. Returns the answer of `accept` for that way. `back_edges` are the back edges to
/// the header.
pub(crate) fn merged<R>(
    function: &Function,
    header: BlockId,
    back_edges: &[BackEdge],
    comparison: &Comparison,
    accept: impl Fn(&Function) -> Option<R>,
) -> Option<R> {
    let free = Free::find(function);
    candidates(function, header, back_edges).into_iter().find_map(|members| {
        (1..=Tails::most_instructions(function, comparison, &free, &members)).rev().find_map(|length| {
            let tails = Tails::find(function, comparison, &free, &members, length)?;
            let merged = Merger::new(function, comparison, &free, &tails).merge()?;
            let mut function = function.clone();
            merged.replace(&mut function, &tails);
            accept(&function)
        })
    })
}

/// The places where tails may begin: lists of members, each with a member in the loop first.
fn candidates(function: &Function, header: BlockId, back_edges: &[BackEdge]) -> Vec<Vec<BlockId>> {
    let mut latches: Vec<BlockId> = back_edges.iter().map(|edge| edge.from).collect();
    latches.dedup();
    let mut entries = predecessors(function)[header].clone();
    entries.dedup();
    entries.retain(|block| !latches.contains(block));
    let with_entries = |latches: &[BlockId]| latches.iter().chain(&entries).copied().collect();
    // Tails begin in all latches if possible, or else in one of them, or in a block that dominates
    // it. The longest tails come first.
    let mut candidates: Vec<Vec<BlockId>> = Vec::new();
    if latches.len() > 1 {
        candidates.push(with_entries(&latches));
    }
    let [entry] = entries[..] else {
        candidates.extend(latches.chunks(1).map(with_entries));
        return candidates;
    };
    let dominators = Dominators::new(&function.blocks);
    let way_back = |block: BlockId| {
        let blocks = std::iter::successors(Some(block), |&block| dominators.immediate(block));
        blocks.take(LONGEST_WAY_BACK).collect::<Vec<_>>()
    };
    let before = way_back(entry);
    for latch in latches {
        let inside = way_back(latch).into_iter().take_while(|&block| dominators.dominates(header, block));
        for block in inside.collect::<Vec<_>>().into_iter().rev() {
            candidates.extend(before.iter().rev().map(|&other| vec![block, other]));
        }
    }
    candidates
}

#[cfg(test)]
mod tests;
