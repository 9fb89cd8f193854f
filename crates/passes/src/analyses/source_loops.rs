//! The loops of functions as they are in the source. They are recorded before any pass changes
//! them, so that the report of a back edge names the loop that the user wrote.
//!
//! A pass may give a back edge another header, and a back edge of a loop may come from a branch of
//! an inlined function. Source positions stay. So the loop of a back edge is the innermost one of
//! its function around both ends of the edge. A back edge from within the loop of another function
//! was inlined with that loop.

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{Block, BlockId, Dominators, Function, FunctionId, Terminator, TerminatorKind};

use crate::analyses::function_facts::predecessors;
use crate::analyses::loops::{BackEdge, BackEdges};

/// A loop in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceLoop {
    /// The function that contains the loop.
    pub function: FunctionId,
    /// The first position in the loop: its `for`, `while` or `do`, as far as positions tell.
    pub first: SourcePosition,
    /// The last position in the loop that another iteration may follow.
    pub last: SourcePosition,
}

impl SourceLoop {
    /// The loop of a back edge as far as its two positions tell.
    pub(crate) fn of_back_edge(
        function: FunctionId,
        header: SourcePosition,
        back_edge: SourcePosition,
    ) -> Self {
        let known = |position: SourcePosition| position.is_known() && position.file == back_edge.file;
        let header = if known(header) { header } else { back_edge };
        Self { function, first: header.min(back_edge), last: header.max(back_edge) }
    }

    fn contains(&self, position: SourcePosition) -> bool {
        is_within((self.first, self.last), position)
    }
}

/// The first and the last position of a piece of code.
type Span = (SourcePosition, SourcePosition);

fn is_within((first, last): Span, position: SourcePosition) -> bool {
    position.is_known() && position.file == first.file && (first..=last).contains(&position)
}

/// The loops of the functions that were added.
#[derive(Default)]
pub(crate) struct SourceLoops {
    /// The loops, grouped by function, inner ones first.
    loops: Vec<SourceLoop>,
    /// The span of each function.
    functions: Vec<(FunctionId, Span)>,
}

impl SourceLoops {
    /// Adds the loops of a function, which must be as in the source.
    pub(crate) fn add(&mut self, id: FunctionId, function: &Function) {
        let dominators = Dominators::new(&function.blocks);
        self.functions.extend(span(function, dominators.order()).map(|span| (id, span)));
        let BackEdges { natural, irreducible } = BackEdges::find(function, &dominators);
        let predecessors = predecessors(function);
        let mut loops = Vec::new();
        let mut headers: Vec<BlockId> = natural.iter().chain(&irreducible).map(|edge| edge.header).collect();
        headers.sort_unstable();
        headers.dedup();
        for header in headers {
            let mut inside = SecondaryMap::with_default(false);
            let mut blocks = Vec::new();
            let mut add = |block: BlockId| {
                if !std::mem::replace(&mut inside[block], true) {
                    blocks.push(block);
                }
            };
            let leads_here = |edge: &&BackEdge| edge.header == header;
            for edge in natural.iter().filter(leads_here) {
                edge.natural_loop(&predecessors).0.into_iter().for_each(&mut add);
            }
            let is_natural = !irreducible.iter().any(|edge| leads_here(&edge));
            for edge in irreducible.iter().filter(leads_here) {
                // The blocks from which the cycle is entered reach the back edge, too.
                let reached = reachable(function, header);
                let before = edge.natural_loop(&predecessors).0.into_iter();
                before.filter(|&block| reached[block]).for_each(&mut add);
            }
            if let Some((first, last)) = span(function, &blocks) {
                let entering = predecessors[header].iter().filter(|&&block| is_natural && !inside[block]);
                let keyword = entering.filter_map(|&block| keyword(function, block, first)).max();
                loops.push(SourceLoop { function: id, first: keyword.unwrap_or(first), last });
            }
        }
        // Of two loops around the same position, the inner one begins later or ends earlier.
        loops.sort_by_key(|found| (found.last, std::cmp::Reverse(found.first)));
        self.loops.extend(loops);
    }

    /// The loop of a back edge that a function has now. `own` are the positions in its loops before
    /// other functions were inlined. `None` if the back edge was inlined with a loop that is not in
    /// the source.
    pub(crate) fn of_back_edge(
        &self,
        function: FunctionId,
        own: &[SourcePosition],
        header: SourcePosition,
        back_edge: SourcePosition,
    ) -> Option<SourceLoop> {
        let own_loops = || self.loops.iter().filter(|other| other.function == function);
        let around = |position: SourcePosition| own_loops().find(|own| own.contains(position));
        let around_both = || own_loops().find(|own| own.contains(header) && own.contains(back_edge));
        if !back_edge.is_known() || own.contains(&back_edge) {
            let found = around_both().or_else(|| around(back_edge));
            return Some(
                found.copied().unwrap_or_else(|| SourceLoop::of_back_edge(function, header, back_edge)),
            );
        }
        let inlined =
            || self.loops.iter().filter(|other| other.function != function && other.contains(back_edge));
        if let Some(other) = inlined().find(|other| other.contains(header)).or_else(|| inlined().next()) {
            return Some(*other);
        }
        // Code without positions was given that of its call.
        let mut functions = self.functions.iter().filter(|(_, span)| is_within(*span, back_edge));
        if functions.clone().next().is_none() || functions.any(|&(other, _)| other == function) {
            return None;
        }
        let only = || own_loops().next().filter(|_| own_loops().count() == 1);
        around(header).or_else(only).copied()
    }
}

/// The positions in a block.
fn positions(function: &Function, block: BlockId) -> impl Iterator<Item = SourcePosition> {
    let Block { instructions, terminator, .. } = &function.blocks[block];
    instructions.iter().map(|instruction| instruction.position).chain([terminator.position])
}

/// The span of blocks, in the file of the first of them.
fn span(function: &Function, blocks: &[BlockId]) -> Option<Span> {
    let positions = blocks.iter().flat_map(|&block| positions(function, block));
    let mut known = positions.filter(|position| position.is_known());
    let one = known.next()?;
    let here = known.filter(|position| position.file == one.file);
    Some(here.fold((one, one), |(first, last), position| (first.min(position), last.max(position))))
}

/// The position of the keyword of a loop with the first position `first`, by a block that jumps
/// into the loop. Where compilers have no other code for the keyword, they give its position to
/// that jump; then no other code is at that position or between it and the loop. The jump to a
/// label has the position of the statement before it.
fn keyword(function: &Function, entering: BlockId, first: SourcePosition) -> Option<SourcePosition> {
    let Terminator { kind: TerminatorKind::Jump(_), position: keyword } =
        function.blocks[entering].terminator
    else {
        return None;
    };
    if !keyword.is_known() || keyword.file != first.file || keyword >= first {
        return None;
    }
    let others = function.blocks.ids().flat_map(|block| positions(function, block));
    (others.filter(|position| (keyword..first).contains(position)).count() == 1).then_some(keyword)
}

/// The blocks that can be reached from a block.
fn reachable(function: &Function, from: BlockId) -> SecondaryMap<BlockId, bool> {
    let mut reached = SecondaryMap::with_default(false);
    let mut pending = vec![from];
    while let Some(block) = pending.pop() {
        if !std::mem::replace(&mut reached[block], true) {
            function.blocks[block].terminator.kind.for_each_target(|target| pending.push(target.block));
        }
    }
    reached
}

#[cfg(test)]
mod tests;
