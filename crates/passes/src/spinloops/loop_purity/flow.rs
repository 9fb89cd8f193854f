//! The control flow of a function, and the literals that hold in its blocks.

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Dominators, Function, Target, TerminatorKind, ValueId};

use super::conditions::{Condition, Conjunction, LIMIT, always};
use super::terms::Terms;
use crate::analyses::function_facts::predecessors;
use crate::analyses::loops::{BackEdges, is_cut};

/// A way from one block to another: a block and the index of one of its targets.
pub(super) type Way = (BlockId, usize);

/// The control flow of a function.
pub(super) struct Flow<'a> {
    pub(super) function: &'a Function,
    pub(super) dominators: Dominators,
    pub(super) predecessors: SecondaryMap<BlockId, Vec<BlockId>>,
    pub(super) back_edges: BackEdges,
    /// By block, whether a retreating edge leads to it, so that it may have run before.
    pub(super) is_header: SecondaryMap<BlockId, bool>,
    /// The place of each block in reverse postorder.
    place: SecondaryMap<BlockId, usize>,
    /// By value, its definition: the block, and the number of its instructions that must have run.
    /// `None` for the parameters of the function.
    definitions: SecondaryMap<ValueId, Option<(BlockId, usize)>>,
}

impl<'a> Flow<'a> {
    pub(super) fn new(function: &'a Function) -> Self {
        let dominators = Dominators::new(&function.blocks);
        let back_edges = BackEdges::find(function, &dominators);
        let mut is_header = SecondaryMap::with_default(false);
        for edge in back_edges.natural.iter().chain(&back_edges.irreducible) {
            is_header[edge.header] = true;
        }
        let mut place = SecondaryMap::with_default(0);
        for (index, &block) in dominators.order().iter().enumerate() {
            place[block] = index;
        }
        let mut definitions = SecondaryMap::with_default(None);
        for (id, block) in function.blocks.iter() {
            for &param in &block.params {
                definitions[param] = Some((id, 0));
            }
            for (index, instruction) in block.instructions.iter().enumerate() {
                for &result in &instruction.results {
                    definitions[result] = Some((id, index + 1));
                }
            }
        }
        let predecessors = predecessors(function);
        Self { function, dominators, predecessors, back_edges, is_header, place, definitions }
    }

    /// The targets of a block.
    pub(super) fn targets(&self, block: BlockId) -> Vec<&'a Target> {
        let mut targets = Vec::new();
        self.function.blocks[block].terminator.kind.for_each_target(|target| targets.push(target));
        targets
    }

    /// Whether a jump is a retreating edge.
    pub(super) fn leads_back(&self, from: BlockId, to: BlockId) -> bool {
        self.place[to] <= self.place[from]
    }

    /// Whether a value is defined at the point of a block where `count` of its instructions have
    /// run.
    pub(super) fn is_defined(&self, value: ValueId, (block, count): (BlockId, usize)) -> bool {
        self.definitions[value].is_none_or(|(definition, needed)| match definition == block {
            true => needed <= count,
            false => self.dominators.dominates(definition, block),
        })
    }

    /// Whether all leaves of a conjunction were defined before control entered the block.
    pub(super) fn is_defined_before(&self, terms: &Terms, conjunction: &Conjunction, block: BlockId) -> bool {
        let before = |&leaf: &ValueId| {
            self.definitions[leaf].is_none_or(|(definition, _)| {
                definition != block && self.dominators.dominates(definition, block)
            })
        };
        terms.leaves(conjunction).iter().all(before)
    }

    /// The condition under which a block takes a way. Choices to cut the execution at the bound of
    /// a loop do not count: a thread that blocks needs no bound.
    pub(super) fn condition(&self, (block, index): Way, terms: &mut Terms) -> Condition {
        match &self.function.blocks[block].terminator.kind {
            TerminatorKind::Branch { condition, then_target, else_target } => {
                let other = if index == 0 { else_target } else { then_target };
                if is_cut(self.function, other.block) {
                    return always();
                }
                let term = terms.of(*condition);
                terms.truth(term, index == 0)
            }
            TerminatorKind::Switch { value, cases, .. } => {
                let term = terms.of(*value);
                let ty = terms.ty(term);
                let mut is_case = |bits: u64, equal: bool| {
                    let number = terms.number(bits, ty);
                    terms.equality(term, number, equal)
                };
                if let Some(&(bits, _)) = cases.get(index) {
                    return is_case(bits, true);
                }
                let others: Vec<Condition> = cases.iter().map(|&(bits, _)| is_case(bits, false)).collect();
                others.iter().fold(always(), |all, other| terms.both(&all, other))
            }
            _ => always(),
        }
    }

    /// By block, literals that hold in it: conditions of branches that dominate it. Each block
    /// keeps the last literals, at most as many as a conjunction may have.
    pub(super) fn facts(&self, terms: &mut Terms) -> SecondaryMap<BlockId, Conjunction> {
        let mut facts: SecondaryMap<BlockId, Conjunction> = SecondaryMap::with_default(Vec::new());
        for &block in self.dominators.order() {
            let Some(above) = self.dominators.immediate(block) else { continue };
            facts[block] = match self.predecessors[block][..] {
                [before] => {
                    let index = self.targets(before).iter().position(|target| target.block == block);
                    self.facts_on((before, index.unwrap_or(0)), &facts[before], terms)
                }
                _ => facts[above].clone(),
            };
        }
        facts
    }

    /// The literals that hold on a way, from those that hold in its block.
    pub(super) fn facts_on(&self, way: Way, facts: &Conjunction, terms: &mut Terms) -> Conjunction {
        match &self.condition(way, terms)[..] {
            // The newest literals stay; older ones may go.
            [new] if facts.len() + new.len() <= LIMIT => {
                terms.conjoin(facts, new).unwrap_or_else(|| facts.clone())
            }
            [new] if new.len() <= LIMIT => new.clone(),
            _ => facts.clone(),
        }
    }
}
