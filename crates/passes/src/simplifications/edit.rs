//! Edits of functions that the passes share.

use porf_entity::{PrimaryMap, SecondaryMap, SourcePosition};
use porf_ir::{
    Block, BlockId, Function, Instruction, Operation, Target, Terminator, TerminatorKind, Type, ValueData,
    ValueId,
};

use crate::analyses::loops::BackEdge;

/// A new value, which needs a definition.
pub(crate) fn new_value(values: &mut PrimaryMap<ValueId, ValueData>, ty: Type) -> ValueId {
    values.push(ValueData { ty })
}

/// An instruction with one result, which is a new value.
pub(crate) fn define(
    values: &mut PrimaryMap<ValueId, ValueData>,
    ty: Type,
    operation: Operation,
    position: SourcePosition,
) -> (ValueId, Instruction) {
    let result = new_value(values, ty);
    (result, Instruction { operation, results: vec![result], position })
}

/// Takes the block, and leaves an empty one behind.
pub(crate) fn take_block(block: &mut Block) -> Block {
    let position = block.terminator.position;
    Block {
        params: std::mem::take(&mut block.params),
        instructions: std::mem::take(&mut block.instructions),
        terminator: Terminator {
            kind: std::mem::replace(&mut block.terminator.kind, TerminatorKind::LoopBound),
            position,
        },
    }
}

/// Copies of blocks, which define new values and jump to each other where the blocks do. Also
/// returns, by value of the blocks, the value of the copies.
pub(crate) fn copy_blocks(
    function: &mut Function,
    blocks: &[BlockId],
) -> (Vec<BlockId>, SecondaryMap<ValueId, Option<ValueId>>) {
    let mut copied: SecondaryMap<BlockId, Option<BlockId>> = SecondaryMap::with_default(None);
    let mut values: SecondaryMap<ValueId, Option<ValueId>> = SecondaryMap::with_default(None);
    let mut copies = Vec::new();
    for &block in blocks {
        let mut copy = function.blocks[block].clone();
        let results = copy.instructions.iter_mut().flat_map(|instruction| &mut instruction.results);
        for value in copy.params.iter_mut().chain(results) {
            let ty = function.values[*value].ty;
            let new = new_value(&mut function.values, ty);
            values[*value] = Some(new);
            *value = new;
        }
        let id = function.blocks.push(copy);
        copied[block] = Some(id);
        copies.push(id);
    }
    let rename = |operand: &mut ValueId| *operand = values[*operand].unwrap_or(*operand);
    for &id in &copies {
        let copy = &mut function.blocks[id];
        for instruction in &mut copy.instructions {
            instruction.operation.for_each_operand_mut(rename);
        }
        copy.terminator.kind.for_each_operand_mut(rename);
        copy.terminator.kind.for_each_target_mut(|target| {
            target.block = copied[target.block].unwrap_or(target.block);
        });
    }
    (copies, values)
}

/// Values that stand for other values.
pub(crate) struct Aliases(SecondaryMap<ValueId, Option<ValueId>>);

impl Aliases {
    pub(crate) fn new() -> Self {
        Self(SecondaryMap::with_default(None))
    }

    /// From now on `value` stands for `meant`, which must not stand for `value` in its turn.
    pub(crate) fn set(&mut self, value: ValueId, meant: ValueId) {
        self.0[value] = Some(meant);
    }

    /// The value that a value stands for in the end.
    pub(crate) fn resolve(&mut self, value: ValueId) -> ValueId {
        let Some(mut meant) = self.0[value] else { return value };
        while let Some(next) = self.0[meant] {
            meant = next;
        }
        // Shortens the chain, so that following long chains again and again is not quadratic.
        let mut at = value;
        while let Some(next) = self.0[at].replace(meant).filter(|&next| next != meant) {
            at = next;
        }
        meant
    }

    /// Replaces all operands of the function by the values they stand for.
    pub(crate) fn apply(&mut self, function: &mut Function) {
        for id in function.blocks.ids() {
            let block = &mut function.blocks[id];
            for instruction in &mut block.instructions {
                instruction.operation.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
            }
            block.terminator.kind.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
        }
    }
}

impl BackEdge {
    /// Changes the target of the edge.
    pub(crate) fn redirect(self, function: &mut Function, to: Target) {
        let (mut at, mut to) = (0, Some(to));
        function.blocks[self.from].terminator.kind.for_each_target_mut(|target| {
            if at == self.index
                && let Some(to) = to.take()
            {
                *target = to;
            }
            at += 1;
        });
    }
}
