//! What is done both before a loop and at the end of each iteration is done once, at the beginning of the loop: merging of
//! bisimilar nodes, after Kokologiannakis, Ren and Vafeiadis, "Dynamic partial order reductions for spinloops" (2021),
//! §IV and §VII.
//!
//! ```text
//! b := x; while (b ≠ 0) b := x;      becomes      do b := x while (b ≠ 0);
//! ```
//!
//! The *members* are blocks before the header of a loop: all those from which the loop is entered, and some that jump back.
//! Each has a *tail*: from one of its instructions on, all that may run until control gets to a block that all tails lead to
//! in the same way. Tails are the same if all instructions that must stay in order (accesses to memory, calls, whatever may
//! be an error) and all jumps are the same operations ([`tails`]). Then a new block takes the place of all of them, with the
//! values of the members unified ([`merge`]).
//!
//! Every path runs the same instructions with the same values as before; only positions change, to those in the loop.

mod merge;
mod tails;

use porf_ir::{BlockId, Dominators, Function};

use self::merge::Merger;
use self::tails::{Free, Tails};
use crate::analyses::function_facts::predecessors;
use crate::analyses::loops::BackEdge;

/// How far before the header the tails may begin, counted in blocks that dominate each other.
const LONGEST_WAY_BACK: usize = 6;

/// Merges what the blocks before a header have in common, in the first of several ways that is accepted; returns what
/// `accept` makes of that. `back_edges` are those of the header.
pub(crate) fn merged<R>(
    function: &Function,
    header: BlockId,
    back_edges: &[BackEdge],
    accept: impl Fn(&Function) -> Option<R>,
) -> Option<R> {
    let free = Free::find(function);
    candidates(function, header, back_edges).into_iter().find_map(|members| {
        (1..=Tails::most_instructions(function, &free, &members)).rev().find_map(|length| {
            let tails = Tails::find(function, &free, &members, length)?;
            let merged = Merger::new(function, &free, &tails).merge()?;
            let mut function = function.clone();
            merged.replace(&mut function, &tails);
            accept(&function)
        })
    })
}

/// Where tails may begin: lists of members, one in the loop first.
fn candidates(function: &Function, header: BlockId, back_edges: &[BackEdge]) -> Vec<Vec<BlockId>> {
    let mut latches: Vec<BlockId> = back_edges.iter().map(|edge| edge.from).collect();
    latches.dedup();
    let mut entries = predecessors(function)[header].clone();
    entries.dedup();
    entries.retain(|block| !latches.contains(block));
    let with_entries = |latches: &[BlockId]| latches.iter().chain(&entries).copied().collect();
    // From all blocks that jump back if possible, else from each of them, and from what comes before it: the longest tails
    // first.
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
