//! Loops of a control-flow graph.
//!
//! A *retreating edge* is a jump to a block that does not come later in the reverse postorder;
//! every cycle has one. A retreating edge is a *back edge* if its target, the *header*, dominates
//! its source, the *latch*. The *natural loop* of a back edge consists of the header and of the
//! blocks from which the latch is reached without going through the header. These are the blocks of
//! all loopy paths of the back edge: the paths from the header to the header that end with it. A
//! retreating edge that is no back edge belongs to a cycle with several entries; the passes do not
//! change such cycles.

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{BinaryOp, Block, BlockId, Dominators, Function, Operation, Target, TerminatorKind, ValueId};

use crate::analyses::function_facts::Constants;
use crate::analyses::needed_values::needed_values;

/// A retreating edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct BackEdge {
    /// The block that jumps.
    pub(crate) from: BlockId,
    /// The index of this edge among the targets of the terminator.
    pub(crate) index: usize,
    /// The block that the edge leads to.
    pub(crate) header: BlockId,
}

/// The retreating edges of a function, in reverse postorder of the blocks that jump.
pub(crate) struct BackEdges {
    /// The back edges: the target dominates the source.
    pub(crate) natural: Vec<BackEdge>,
    /// The other retreating edges.
    pub(crate) irreducible: Vec<BackEdge>,
}

impl BackEdges {
    pub(crate) fn find(function: &Function, dominators: &Dominators) -> Self {
        let mut place: SecondaryMap<BlockId, usize> = SecondaryMap::with_default(0);
        for (index, &block) in dominators.order().iter().enumerate() {
            place[block] = index;
        }
        let mut found = Self { natural: Vec::new(), irreducible: Vec::new() };
        for &from in dominators.order() {
            let mut index = 0;
            function.blocks[from].terminator.kind.for_each_target(|target| {
                let header = target.block;
                if place[header] <= place[from] {
                    let edge = BackEdge { from, index, header };
                    match dominators.dominates(header, from) {
                        true => found.natural.push(edge),
                        false => found.irreducible.push(edge),
                    }
                }
                index += 1;
            });
        }
        found
    }

    /// Whether there are no retreating edges.
    pub(crate) fn is_empty(&self) -> bool {
        self.natural.is_empty() && self.irreducible.is_empty()
    }
}

impl BackEdge {
    /// The target of the edge, with its arguments.
    pub(crate) fn target(self, function: &Function) -> &Target {
        let mut targets = Vec::new();
        function.blocks[self.from].terminator.kind.for_each_target(|target| targets.push(target));
        targets[self.index]
    }

    /// The blocks of the natural loop of the edge, header first.
    pub(crate) fn natural_loop(
        self,
        predecessors: &SecondaryMap<BlockId, Vec<BlockId>>,
    ) -> (Vec<BlockId>, SecondaryMap<BlockId, bool>) {
        let mut inside = SecondaryMap::with_default(false);
        inside[self.header] = true;
        let mut blocks = vec![self.header];
        let mut pending = vec![self.from];
        while let Some(block) = pending.pop() {
            if !std::mem::replace(&mut inside[block], true) {
                blocks.push(block);
                pending.extend(&predecessors[block]);
            }
        }
        (blocks, inside)
    }
}

/// Whether a block only cuts the execution at the bound of a loop.
pub(crate) fn is_cut(function: &Function, block: BlockId) -> bool {
    let block = &function.blocks[block];
    block.instructions.is_empty() && block.terminator.kind == TerminatorKind::LoopBound
}

/// The values with a use other than the choice to cut the execution at the bound of a loop, and
/// other than names of iterations.
pub(crate) fn values_beyond_bounds(
    function: &Function,
    constants: &Constants,
) -> SecondaryMap<ValueId, bool> {
    needed_values(function, constants, |kind| {
        let mut cuts = false;
        kind.for_each_target(|target| cuts |= is_cut(function, target.block));
        !cuts && !matches!(kind, TerminatorKind::Spin { .. })
    })
}

/// Facts about values that change from one iteration to the next.
pub(crate) struct Counters {
    /// The values that have a use other than the bounds of loops.
    pub(crate) live: SecondaryMap<ValueId, bool>,
    /// By value that is another value plus a number that is not 0, that other value.
    counted_from: SecondaryMap<ValueId, Option<ValueId>>,
}

impl Counters {
    pub(crate) fn new(function: &Function, constants: &Constants) -> Self {
        let mut counted_from = SecondaryMap::with_default(None);
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            if let (&Operation::Binary { op, lhs, rhs }, &[result]) =
                (&instruction.operation, &instruction.results[..])
                && matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::AddNsw | BinaryOp::SubNsw)
                && constants[rhs].is_some_and(|amount| amount != 0)
            {
                counted_from[result] = Some(lhs);
            }
        }
        Self { live: values_beyond_bounds(function, constants), counted_from }
    }

    /// Whether no two iterations that a back edge separates begin with the same values, because the
    /// loop counts.
    pub(crate) fn count(&self, function: &Function, edge: BackEdge) -> bool {
        let params = &function.blocks[edge.header].params;
        let mut passed = params.iter().zip(&edge.target(function).arguments);
        passed.any(|(&param, &argument)| self.live[param] && self.counted_from[argument] == Some(param))
    }
}

/// The position of a loop: the first known position in its header.
pub(crate) fn position_of(header: &Block) -> SourcePosition {
    let positions = header.instructions.iter().map(|instruction| instruction.position);
    positions.chain([header.terminator.position]).find(|position| position.is_known()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use porf_entity::EntityId;

    use super::*;
    use crate::analyses::function_facts::predecessors;
    use crate::test_support::module_of;

    /// An inner loop `b2 ⇄ b3` in the loop of `b1`, and a cycle `b5 ⇄ b6` that both blocks are ways into.
    const NESTED: &str = "function f0 \"f\"(%v0: i1) {
        b0:
          jump b1
        b1:
          jump b2
        b2:
          branch %v0, b3, b4
        b3:
          branch %v0, b2, b1
        b4:
          branch %v0, b5, b6
        b5:
          jump b6
        b6:
          jump b5
        }";

    #[test]
    fn back_edges_and_their_natural_loops() {
        let module = module_of(NESTED);
        let function = module.functions.values().next().expect("a function");
        let found = BackEdges::find(function, &Dominators::new(&function.blocks));
        let b = BlockId::from_index;
        let [first, second] = found.natural[..] else { panic!("{:?}", found.natural) };
        assert_eq!(first, BackEdge { from: b(3), index: 0, header: b(2) });
        assert_eq!(second, BackEdge { from: b(3), index: 1, header: b(1) });
        let predecessors = predecessors(function);
        let blocks = |edge: BackEdge| {
            let mut blocks = edge.natural_loop(&predecessors).0;
            blocks.sort_unstable();
            blocks
        };
        assert_eq!(blocks(first), [b(2), b(3)]);
        assert_eq!(blocks(second), [b(1), b(2), b(3)]);
        let [edge] = found.irreducible[..] else { panic!("{:?}", found.irreducible) };
        assert!([(b(5), b(6)), (b(6), b(5))].contains(&(edge.from, edge.header)));
    }
}
