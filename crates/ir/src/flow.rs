//! The shape of the control-flow graph: orders of its blocks and dominators.
//!
//! Block a *dominates* block b if every path from the entry to b goes through a. The algorithm is
//! that of Cooper, Harvey and Kennedy (`dominance` in docs/papers.md): immediate dominators are
//! refined in reverse postorder until they no longer change.

use porf_entity::{PrimaryMap, SecondaryMap};

use crate::function::{Block, BlockId};

/// The blocks that the entry reaches, each before all its successors except along back edges.
fn reverse_postorder(blocks: &PrimaryMap<BlockId, Block>) -> Vec<BlockId> {
    let mut order = Vec::new();
    let mut visited = SecondaryMap::with_default(false);
    // A block on the stack with the successors that are still to be visited.
    let mut stack: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    let enter = |block: BlockId| (block, successors(&blocks[block]));
    if let Some(entry) = blocks.ids().next() {
        visited[entry] = true;
        stack.push(enter(entry));
    }
    while let Some((block, remaining)) = stack.last_mut() {
        match remaining.pop() {
            Some(next) if !visited[next] => {
                visited[next] = true;
                stack.push(enter(next));
            }
            Some(_) => {}
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn successors(block: &Block) -> Vec<BlockId> {
    let mut successors = Vec::new();
    block.terminator.kind.for_each_target(|target| successors.push(target.block));
    successors
}

/// The dominator tree of a function.
pub struct Dominators {
    /// The reachable blocks in reverse postorder.
    order: Vec<BlockId>,
    /// The place of each reachable block in `order`.
    place: SecondaryMap<BlockId, Option<usize>>,
    /// By place: the place of the immediate dominator; the entry is its own.
    immediate: Vec<usize>,
}

impl Dominators {
    /// Computes the dominators of all blocks that the entry reaches.
    pub fn new(blocks: &PrimaryMap<BlockId, Block>) -> Self {
        let order = reverse_postorder(blocks);
        let mut place = SecondaryMap::with_default(None);
        for (index, &block) in order.iter().enumerate() {
            place[block] = Some(index);
        }
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (index, &block) in order.iter().enumerate() {
            for next in successors(&blocks[block]) {
                predecessors[place[next].expect("a successor of a reachable block is reachable")].push(index);
            }
        }
        Self { immediate: immediate_dominators(&predecessors), order, place }
    }

    /// The reachable blocks in reverse postorder, so that each comes after those that dominate it.
    pub fn order(&self) -> &[BlockId] {
        &self.order
    }

    /// Whether the entry reaches the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.place[block].is_some()
    }

    /// The closest block other than `block` itself that dominates it; none for the entry and for
    /// unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let place = self.place[block].filter(|&place| place != 0)?;
        Some(self.order[self.immediate[place]])
    }

    /// Whether every path from the entry to `below` goes through `above`. If `below` is
    /// unreachable, the answer is yes, for want of a path.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        let Some(mut at) = self.place[below] else { return true };
        let Some(above) = self.place[above] else { return false };
        // Immediate dominators come earlier in the order.
        while at > above {
            at = self.immediate[at];
        }
        at == above
    }
}

/// Immediate dominators from predecessors, all as places in reverse postorder. The entry, at place
/// 0, is its own. Postdominators are the dominators of the reversed graph.
pub fn immediate_dominators(predecessors: &[Vec<usize>]) -> Vec<usize> {
    const UNKNOWN: usize = usize::MAX;
    let mut immediate = vec![UNKNOWN; predecessors.len()];
    if let Some(entry) = immediate.first_mut() {
        *entry = 0;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for at in 1..predecessors.len() {
            let known = predecessors[at].iter().copied().filter(|&before| immediate[before] != UNKNOWN);
            let common = known.reduce(|a, b| common_dominator(&immediate, a, b)).unwrap_or(UNKNOWN);
            changed |= immediate[at] != common;
            immediate[at] = common;
        }
    }
    immediate
}

fn common_dominator(immediate: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = immediate[a];
        } else {
            b = immediate[b];
        }
    }
    a
}

#[cfg(test)]
mod tests {
    use porf_entity::{EntityId, Random, SourcePosition};

    use super::*;
    use crate::instruction::{Target, Terminator, TerminatorKind};

    /// A graph in which block `i` may go to each block of `edges[i]`.
    fn graph(edges: &[Vec<usize>]) -> PrimaryMap<BlockId, Block> {
        let target = |&to: &usize| Target::from(BlockId::from_index(to));
        let block = |to: &Vec<usize>| {
            let kind = match to.split_first() {
                None => TerminatorKind::LoopBound,
                Some((first, rest)) => TerminatorKind::Switch {
                    value: crate::ValueId::from_index(0),
                    cases: rest.iter().map(|to| (0, target(to))).collect(),
                    default: target(first),
                },
            };
            Block {
                params: Vec::new(),
                instructions: Vec::new(),
                terminator: Terminator { kind, position: SourcePosition::UNKNOWN },
            }
        };
        edges.iter().map(block).collect()
    }

    /// The blocks reached from the entry without going through `removed`.
    fn reached(edges: &[Vec<usize>], removed: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; edges.len()];
        let mut stack = vec![0];
        while let Some(at) = stack.pop() {
            if Some(at) != removed && !std::mem::replace(&mut seen[at], true) {
                stack.extend(&edges[at]);
            }
        }
        seen
    }

    /// On random graphs: a dominates b exactly if b is not reached when a is removed.
    #[test]
    fn dominance_agrees_with_its_definition() {
        let mut random = Random::from_seed(1);
        for _ in 0..500 {
            let size = 1 + random.below(9);
            let edges: Vec<Vec<usize>> =
                (0..size).map(|_| (0..random.below(3)).map(|_| random.below(size)).collect()).collect();
            let dominators = Dominators::new(&graph(&edges));
            let reachable = reached(&edges, None);
            for above in 0..size {
                let without = reached(&edges, Some(above));
                for below in 0..size {
                    let [a, b] = [above, below].map(BlockId::from_index);
                    assert_eq!(dominators.is_reachable(b), reachable[below]);
                    assert_eq!(dominators.dominates(a, b), !without[below], "{a} over {b} in {edges:?}");
                }
            }
        }
    }

    #[test]
    fn a_long_chain_needs_no_deep_stack() {
        let size = 200_000;
        let edges: Vec<Vec<usize>> = (0..size).map(|at| (at + 1..size).take(1).collect()).collect();
        let dominators = Dominators::new(&graph(&edges));
        assert_eq!(dominators.order().len(), size);
        assert!(dominators.dominates(BlockId::from_index(0), BlockId::from_index(size - 1)));
    }
}
