//! Spin-assume: a spinloop ends where it would begin the same iteration again [saver Def. 3].
//!
//! [`TerminatorKind::Spin`] replaces a back edge if every loopy path of it
//! 1. is *pure*: it writes no memory and calls no function that might; a compare-exchange on it is
//!    known to have failed ([`success`]); and
//! 2. passes every live parameter of the header on unchanged. A parameter is live if it has a use
//!    other than dead parameters and the choice to cut the execution at the bound of the loop: a
//!    loop that would repeat the same iteration needs no bound.
//!
//! Then the state at the header is the one of an iteration ago: values that are defined before the
//! loop are the same, and values that are defined in the loop are defined again before they are
//! used. Each back edge is judged separately, so that a loop may lose some of several. The loopy
//! paths of a back edge go through the blocks of its natural loop. The pass examines all of these
//! blocks, inner loops included.
//!
//! A loop that reads nothing would continue for ever whatever other threads do. Its back edges
//! stay.

mod success;

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{
    Block, BlockId, Dominators, Function, GlobalId, Operation, Terminator, TerminatorKind, ValueId,
};

use self::success::CompareExchange;
pub(crate) use self::success::possible_targets;
use crate::analyses::effects::{Effect, Effects, changes_every_value};
use crate::analyses::function_facts::{Constants, constants, predecessors};
use crate::analyses::loops::{BackEdge, BackEdges, is_cut, position_of, values_beyond_bounds};
use crate::spinloops::failed_values;
use crate::spinloops::iterations::name_iterations;
use crate::spinloops::loop_report::LoopObstacle;

/// A back edge that was removed.
pub(crate) struct Removed {
    /// The position of the header.
    pub(crate) header: SourcePosition,
    /// The position of the back edge.
    pub(crate) back_edge: SourcePosition,
}

/// Removes the effect-free back edges.
pub(crate) fn run(function: &mut Function, effects: &Effects<'_>) -> Vec<Removed> {
    let mut removed = Vec::new();
    // An effect that a loop loses, the loops around it lose, too.
    loop {
        let judged = Judge::all(function, effects);
        let spins: Vec<BackEdge> =
            judged.iter().filter(|(_, obstacle)| obstacle.is_none()).map(|&(edge, _)| edge).collect();
        if spins.is_empty() {
            return removed;
        }
        for edge in spins {
            let position = function.blocks[edge.from].terminator.position;
            removed.push(Removed { header: position_of(&function.blocks[edge.header]), back_edge: position });
            let kind = TerminatorKind::Spin { since: Some(name_iterations(function, edge.header)) };
            let spin = function.blocks.push(Block {
                params: Vec::new(),
                instructions: Vec::new(),
                terminator: Terminator { kind, position },
            });
            edge.redirect(function, spin.into());
        }
    }
}

/// Decides whether back edges are effect-free.
pub(crate) struct Judge<'a> {
    function: &'a Function,
    effects: &'a Effects<'a>,
    predecessors: SecondaryMap<BlockId, Vec<BlockId>>,
    dominators: Dominators,
    constants: Constants,
    live: SecondaryMap<ValueId, bool>,
}

impl<'a> Judge<'a> {
    /// The judge of a function, and its retreating edges, if there are any.
    pub(crate) fn new(function: &'a Function, effects: &'a Effects<'a>) -> Option<(Self, BackEdges)> {
        let dominators = Dominators::new(&function.blocks);
        let back_edges = BackEdges::find(function, &dominators);
        if back_edges.is_empty() {
            return None;
        }
        let constants = constants(function);
        let live = values_beyond_bounds(function, &constants);
        let judge =
            Self { function, effects, predecessors: predecessors(function), dominators, constants, live };
        Some((judge, back_edges))
    }

    /// All back edges of a function that are not [marked](failed_values), each with the obstacle
    /// that keeps it from being effect-free, if there is one.
    pub(crate) fn all(
        function: &'a Function,
        effects: &'a Effects<'a>,
    ) -> Vec<(BackEdge, Option<LoopObstacle>)> {
        let Some((judge, back_edges)) = Self::new(function, effects) else { return Vec::new() };
        let natural = back_edges.natural.into_iter();
        let natural = natural.filter(|edge| !failed_values::is_marked(&function.blocks[edge.from]));
        let natural = natural.map(|edge| (edge, judge.obstacle(edge)));
        let irreducible = back_edges.irreducible.into_iter();
        natural.chain(irreducible.map(|edge| (edge, Some(LoopObstacle::Irreducible)))).collect()
    }

    fn obstacle(&self, edge: BackEdge) -> Option<LoopObstacle> {
        let (blocks, inside) = edge.natural_loop(&self.predecessors);
        if let Some(position) = self.assigns(edge, &blocks, &inside) {
            return Some(LoopObstacle::Assigns(position));
        }
        self.effect(edge, &inside)
    }

    /// Whether every loopy path of a back edge is pure.
    pub(crate) fn is_pure(&self, edge: BackEdge) -> bool {
        self.effect(edge, &edge.natural_loop(&self.predecessors).1).is_none()
    }

    /// Whether a value has a use other than the bounds of loops.
    pub(crate) fn is_live(&self, value: ValueId) -> bool {
        self.live[value]
    }

    /// The obstacle that keeps the loopy paths of a back edge from being pure, if there is one.
    fn effect(&self, edge: BackEdge, inside: &SecondaryMap<BlockId, bool>) -> Option<LoopObstacle> {
        if let Some(adds) = self.adds(edge, inside) {
            return Some(adds);
        }
        let mut reads = false;
        // The order of the program makes the first obstacle the one to report.
        for &block in self.dominators.order().iter().filter(|&&block| inside[block]) {
            for (index, instruction) in self.function.blocks[block].instructions.iter().enumerate() {
                match self.effects.of(instruction) {
                    Effect::None => {}
                    Effect::Reads => reads = true,
                    Effect::Changes(change) => return Some(LoopObstacle::of(change, instruction.position)),
                    Effect::WritesIfSuccessful => {
                        reads = true;
                        let exchange = CompareExchange::at(block, index, instruction)?;
                        if success::may_take_back_edge(self.function, &self.constants, edge, inside, exchange)
                        {
                            return Some(LoopObstacle::MayHaveSucceeded(instruction.position));
                        }
                    }
                }
            }
        }
        (!reads).then_some(LoopObstacle::ReadsNothing)
    }

    /// The first read-modify-write that changes memory in every iteration.
    fn adds(&self, edge: BackEdge, inside: &SecondaryMap<BlockId, bool>) -> Option<LoopObstacle> {
        let is_always = |&&block: &&BlockId| inside[block] && self.dominators.dominates(block, edge.from);
        let blocks = self.dominators.order().iter().filter(is_always);
        let mut instructions = blocks.flat_map(|&block| &self.function.blocks[block].instructions);
        instructions.find_map(|instruction| match instruction.operation {
            Operation::Rmw { kind, address, operand, .. }
                if changes_every_value(&self.constants, kind, operand) =>
            {
                Some(LoopObstacle::Adds { global: self.global_at(address), position: instruction.position })
            }
            _ => None,
        })
    }

    /// The global that begins at an address.
    fn global_at(&self, address: ValueId) -> Option<GlobalId> {
        let mut instructions = self.function.blocks.values().flat_map(|block| &block.instructions);
        let definition = instructions.find(|instruction| instruction.results == [address])?;
        match definition.operation {
            Operation::GlobalAddress(global) => Some(global),
            _ => None,
        }
    }

    /// The position of the assignment to a live parameter whose value changes from this iteration
    /// to the next.
    fn assigns(
        &self,
        edge: BackEdge,
        blocks: &[BlockId],
        inside: &SecondaryMap<BlockId, bool>,
    ) -> Option<SourcePosition> {
        let params = &self.function.blocks[edge.header].params;
        let passed = params.iter().zip(&edge.target(self.function).arguments);
        for (&param, &argument) in passed.filter(|&(&param, _)| self.live[param]) {
            if argument != param && !self.copies(param, edge.header, blocks)[argument] {
                let position = self.position_of_assignment(argument, inside);
                return Some(position.unwrap_or(self.function.blocks[edge.from].terminator.position));
            }
        }
        None
    }

    /// The values that equal a parameter of the header during an iteration: the largest set of
    /// parameters of other blocks of the loop whose arguments are all in the set.
    pub(crate) fn copies(
        &self,
        param: ValueId,
        header: BlockId,
        blocks: &[BlockId],
    ) -> SecondaryMap<ValueId, bool> {
        let mut same = SecondaryMap::with_default(false);
        for &block in blocks.iter().filter(|&&block| block != header) {
            for &candidate in &self.function.blocks[block].params {
                same[candidate] = true;
            }
        }
        same[param] = true;
        let mut changed = true;
        while changed {
            changed = false;
            for &block in blocks {
                self.function.blocks[block].terminator.kind.for_each_target(|target| {
                    if target.block == header {
                        return;
                    }
                    let params = &self.function.blocks[target.block].params;
                    for (&param, &argument) in params.iter().zip(&target.arguments) {
                        if same[param] && !same[argument] {
                            same[param] = false;
                            changed = true;
                        }
                    }
                });
            }
        }
        same
    }

    /// The first known position of an instruction in the loop that a value comes from, through
    /// parameters of blocks.
    fn position_of_assignment(
        &self,
        value: ValueId,
        inside: &SecondaryMap<BlockId, bool>,
    ) -> Option<SourcePosition> {
        let mut wanted: SecondaryMap<ValueId, bool> = SecondaryMap::with_default(false);
        wanted[value] = true;
        let mut pending = true;
        let blocks = || self.function.blocks.iter().filter(|&(block, _)| inside[block]);
        while pending {
            pending = false;
            for (_, block) in blocks() {
                block.terminator.kind.for_each_target(|target| {
                    let params = &self.function.blocks[target.block].params;
                    for (&param, &argument) in params.iter().zip(&target.arguments) {
                        if wanted[param] && !std::mem::replace(&mut wanted[argument], true) {
                            pending = true;
                        }
                    }
                });
            }
        }
        let instructions = blocks().flat_map(|(_, block)| &block.instructions);
        let mut found =
            instructions.filter(|instruction| instruction.results.iter().any(|&result| wanted[result]));
        found.find(|instruction| instruction.position.is_known()).map(|instruction| instruction.position)
    }
}

/// A choice between `Spin` and the cut at the bound of the loop becomes `Spin`.
pub(crate) fn remove_bounds(function: &mut Function) {
    let spins = |block: BlockId| {
        let block = &function.blocks[block];
        block.instructions.is_empty() && matches!(block.terminator.kind, TerminatorKind::Spin { .. })
    };
    let mut superfluous = Vec::new();
    for (id, block) in function.blocks.iter() {
        if let TerminatorKind::Branch { then_target, else_target, .. } = &block.terminator.kind {
            for (cut, spin) in [(then_target, else_target), (else_target, then_target)] {
                if is_cut(function, cut.block) && spins(spin.block) {
                    superfluous.push((id, spin.clone()));
                }
            }
        }
    }
    for (id, spin) in superfluous {
        function.blocks[id].terminator.kind = TerminatorKind::Jump(spin);
    }
}

#[cfg(test)]
mod tests;
