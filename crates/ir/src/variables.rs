//! SSA construction for mutable variables, after Braun et al. (`braun` in docs/papers.md).
//!
//! A block is *sealed* once all its predecessors are known. Reading a variable looks for its
//! definition in the block, then in the only predecessor. Where several predecessors meet, or where
//! more of them may still come, the read makes a *phi*: a parameter that the block will get for the
//! variable. The operands of a phi are looked up in the predecessors when its block is sealed. At
//! the end, a phi whose operands are all the same value, itself apart, is replaced by that value.
//!
//! Deviations from the paper:
//! 1. The recursion over predecessors is a work list, so that long functions need no deep stack.
//! 2. Trivial phis are removed together at the end instead of one by one.

use std::collections::HashMap;

use porf_entity::{PrimaryMap, SecondaryMap, entity_id};

use crate::function::{BlockId, ValueId};
use crate::types::Type;

entity_id! {
    /// A mutable variable of the source, known to the [`FunctionBuilder`](crate::FunctionBuilder) only.
    pub struct Variable, "var"
}

entity_id! {
    /// A parameter that a block has for a variable.
    pub(crate) struct PhiId, "phi"
}

/// An edge into a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The block that jumps.
    pub(crate) from: BlockId,
    /// The index of the edge among the targets of the terminator.
    pub(crate) target: usize,
}

#[derive(Clone, Debug)]
pub(crate) struct Phi {
    pub(crate) block: BlockId,
    variable: Variable,
    /// The value of the parameter.
    pub(crate) value: ValueId,
    /// The operands, one for each edge into the block, once the block is sealed.
    pub(crate) operands: Vec<ValueId>,
}

#[derive(Clone, Default, Debug)]
struct BlockState {
    sealed: bool,
    /// The edges into the block so far.
    edges: Vec<Edge>,
    /// The phis made before the block was sealed.
    incomplete: Vec<PhiId>,
}

/// Additions to the function that looking for a variable may need.
pub(crate) trait ValueSource {
    /// A new value of the type, without a definition as yet.
    fn new_value(&mut self, ty: Type) -> ValueId;
    /// A zero of the type, defined at the very start of the block.
    fn zero_at_start(&mut self, block: BlockId, ty: Type) -> ValueId;
}

/// The variables of a function under construction.
#[derive(Debug)]
pub(crate) struct Variables {
    types: PrimaryMap<Variable, Type>,
    blocks: PrimaryMap<BlockId, BlockState>,
    /// The value of a variable at the end of a block, as far as it is known.
    definitions: HashMap<(Variable, BlockId), ValueId>,
    phis: PrimaryMap<PhiId, Phi>,
}

impl Variables {
    pub(crate) fn new() -> Self {
        Self {
            types: PrimaryMap::new(),
            blocks: PrimaryMap::new(),
            definitions: HashMap::new(),
            phis: PrimaryMap::new(),
        }
    }

    /// Makes the next block of the function known.
    pub(crate) fn add_block(&mut self) {
        self.blocks.push(BlockState::default());
    }

    pub(crate) fn declare(&mut self, ty: Type) -> Variable {
        self.types.push(ty)
    }

    pub(crate) fn variable_type(&self, variable: Variable) -> Type {
        self.types[variable]
    }

    pub(crate) fn define(&mut self, variable: Variable, block: BlockId, value: ValueId) {
        self.definitions.insert((variable, block), value);
    }

    pub(crate) fn add_edge(&mut self, block: BlockId, edge: Edge) {
        let state = &mut self.blocks[block];
        assert!(!state.sealed, "{block} gets another predecessor although it is sealed");
        state.edges.push(edge);
    }

    pub(crate) fn edges(&self, block: BlockId) -> &[Edge] {
        &self.blocks[block].edges
    }

    pub(crate) fn is_sealed(&self, block: BlockId) -> bool {
        self.blocks[block].sealed
    }

    pub(crate) fn seal(&mut self, block: BlockId, source: &mut impl ValueSource) {
        let state = &mut self.blocks[block];
        assert!(!state.sealed, "{block} is sealed twice");
        state.sealed = true;
        let incomplete = std::mem::take(&mut state.incomplete);
        self.complete(incomplete, source);
    }

    /// The value of the variable at the end of the block as it is now.
    pub(crate) fn read(
        &mut self,
        variable: Variable,
        block: BlockId,
        source: &mut impl ValueSource,
    ) -> ValueId {
        let mut pending = Vec::new();
        let value = self.look_up(variable, block, source, &mut pending);
        self.complete(pending, source);
        value
    }

    /// Finds the operands of the phis, and of the phis that this makes necessary.
    fn complete(&mut self, mut pending: Vec<PhiId>, source: &mut impl ValueSource) {
        while let Some(phi) = pending.pop() {
            let Phi { block, variable, .. } = self.phis[phi];
            for index in 0..self.blocks[block].edges.len() {
                let from = self.blocks[block].edges[index].from;
                let operand = self.look_up(variable, from, source, &mut pending);
                self.phis[phi].operands.push(operand);
            }
        }
    }

    /// The phis that are not trivial, and aliases for the others.
    ///
    /// Where a phi has several operands that are themselves phis for the same value, removing those
    /// makes it trivial in its turn. So the removal repeats until nothing changes.
    pub(crate) fn into_phis(self) -> (Vec<Phi>, Aliases) {
        let mut aliases = Aliases(SecondaryMap::with_default(None));
        let mut removed = Vec::new();
        let mut phis: Vec<Phi> = self.phis.values().cloned().collect();
        loop {
            let before = phis.len();
            phis.retain(|phi| {
                let operands = phi.operands.iter().map(|&operand| aliases.resolve(operand));
                let mut others = operands.filter(|&operand| operand != phi.value);
                let Some(first) = others.next() else { return true };
                let trivial = others.all(|other| other == first);
                if trivial {
                    aliases.0[phi.value] = Some(first);
                    removed.push(phi.value);
                }
                !trivial
            });
            if phis.len() == before {
                break;
            }
        }
        // The value that replaced a phi may have been replaced later: shorten the chains, latest
        // first.
        for &value in removed.iter().rev() {
            aliases.0[value] = Some(aliases.resolve(value));
        }
        (phis, aliases)
    }

    /// As [`Self::read`], but leaves phis without operands in `pending`.
    fn look_up(
        &mut self,
        variable: Variable,
        block: BlockId,
        source: &mut impl ValueSource,
        pending: &mut Vec<PhiId>,
    ) -> ValueId {
        let mut passed = Vec::new();
        let mut at = block;
        let value = loop {
            if let Some(&value) = self.definitions.get(&(variable, at)) {
                break value;
            }
            let ty = self.types[variable];
            let state = &self.blocks[at];
            match state.edges[..] {
                [] if state.sealed => break source.zero_at_start(at, ty),
                // The way back from an unreachable loop may never end; a phi anywhere in the loop
                // ends it.
                [edge] if state.sealed && passed.len() < self.blocks.len() => {
                    passed.push(at);
                    at = edge.from;
                }
                _ => {
                    let value = source.new_value(ty);
                    let phi = self.phis.push(Phi { block: at, variable, value, operands: Vec::new() });
                    if state.sealed {
                        pending.push(phi);
                    } else {
                        self.blocks[at].incomplete.push(phi);
                    }
                    break value;
                }
            }
        };
        passed.push(at);
        for block in passed {
            self.definitions.insert((variable, block), value);
        }
        value
    }
}

/// Other names for values.
pub(crate) struct Aliases(SecondaryMap<ValueId, Option<ValueId>>);

impl Aliases {
    /// The value that `value` stands for.
    pub(crate) fn resolve(&self, mut value: ValueId) -> ValueId {
        // An alias is made only of a value that is none, so there are no cycles.
        while let Some(alias) = self.0[value] {
            value = alias;
        }
        value
    }
}
