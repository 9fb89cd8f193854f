//! The merged tail, which replaces several equal tails.
//!
//! A tuple of values, one for each member, becomes one value of the merged tail:
//! 1. if the tuple is a result of corresponding ordered instructions, or a parameter of
//!    corresponding blocks;
//! 2. if all members have the same value there, which is defined before the tails;
//! 3. if the same operation, which may run anywhere, computes each value of the tuple from tuples
//!    that become one value;
//! 4. else as a parameter of the first block, for which each member passes its own value: a φ that
//!    has moved to the new header.
//!
//! The last way is impossible for a value that a member would have to pass before it is computed.

use std::collections::HashMap;

use porf_entity::PrimaryMap;
use porf_ir::{
    Block, BlockId, Function, Instruction, Operation, Target, Terminator, TerminatorKind, ValueData, ValueId,
};

use super::operations::Comparison;
use super::tails::{Free, Tails};
use crate::simplifications::edit::new_value;

/// The longest chain of computations that the merged tail repeats.
const COPIED_DEPTH: usize = 8;

/// One value for each member.
type Tuple = Vec<ValueId>;

/// Builds the merged tail.
pub(super) struct Merger<'a> {
    function: &'a Function,
    comparison: &'a Comparison,
    free: &'a Free,
    tails: &'a Tails,
    /// The value that each tuple has become.
    unified: HashMap<Tuple, ValueId>,
    /// The tuples whose values are computed in the block under construction, and only there.
    computed: HashMap<Tuple, ValueId>,
    /// The parameters of the first block, each with the arguments that the members pass for it.
    params: Vec<(ValueId, Tuple)>,
    /// The instructions of the block under construction.
    instructions: Vec<Instruction>,
    values: PrimaryMap<ValueId, ValueData>,
}

/// The merged tail, before it is part of the function.
pub(super) struct Merged {
    /// The blocks of the merged tail, in the order of those of the tails. Jumps between them still
    /// lead to blocks of the first member.
    blocks: Vec<Block>,
    /// By member, the arguments that it passes.
    arguments: Vec<Vec<ValueId>>,
    values: PrimaryMap<ValueId, ValueData>,
}

impl<'a> Merger<'a> {
    pub(super) fn new(
        function: &'a Function,
        comparison: &'a Comparison,
        free: &'a Free,
        tails: &'a Tails,
    ) -> Self {
        Self {
            function,
            comparison,
            free,
            tails,
            unified: HashMap::new(),
            computed: HashMap::new(),
            params: Vec::new(),
            instructions: Vec::new(),
            values: function.values.clone(),
        }
    }

    pub(super) fn merge(mut self) -> Option<Merged> {
        // Any of the blocks may use a definition, so all definitions come first.
        let mut definitions = Vec::new();
        for place in 0..self.tails.blocks.len() {
            definitions.push(self.definitions(place));
        }
        let mut blocks = Vec::new();
        for (place, (params, results)) in definitions.into_iter().enumerate() {
            blocks.push(self.block(place, params, results)?);
        }
        blocks[0].params = self.params.iter().map(|&(param, _)| param).collect();
        let members = 0..self.tails.blocks[0].len();
        let arguments =
            members.map(|member| self.params.iter().map(|(_, tuple)| tuple[member]).collect()).collect();
        Some(Merged { blocks, arguments, values: self.values })
    }

    fn member_blocks(&self, place: usize) -> Vec<&'a Block> {
        self.tails.blocks[place].iter().map(|&block| &self.function.blocks[block]).collect()
    }

    /// By place, the corresponding ordered instructions of the members.
    fn ordered(&self, place: usize) -> Vec<Vec<&'a Instruction>> {
        let blocks = self.member_blocks(place).into_iter().zip(&self.tails.ordered[place]);
        transposed(
            blocks.map(|(block, indices)| indices.iter().map(|&index| &block.instructions[index]).collect()),
        )
    }

    /// New values for the parameters of corresponding blocks, and for the results of their
    /// instructions.
    fn definitions(&mut self, place: usize) -> (Vec<ValueId>, Vec<Vec<ValueId>>) {
        let params = match place {
            0 => Vec::new(),
            _ => transposed(self.member_blocks(place).into_iter().map(|block| block.params.clone())),
        };
        let params = params.into_iter().map(|tuple| self.define(tuple)).collect();
        let instructions = self.ordered(place).into_iter();
        let results = instructions.map(|instructions| {
            let tuples = transposed(instructions.iter().map(|instruction| instruction.results.clone()));
            tuples.into_iter().map(|tuple| self.define(tuple)).collect()
        });
        (params, results.collect())
    }

    fn block(&mut self, place: usize, params: Vec<ValueId>, results: Vec<Vec<ValueId>>) -> Option<Block> {
        self.computed.clear();
        for (instructions, results) in self.ordered(place).into_iter().zip(results) {
            // The first member is in the loop: the merged tail keeps its positions.
            let mut merged = Instruction { results, ..instructions[0].clone() };
            let operands =
                transposed(instructions.iter().map(|instruction| operands_of(&instruction.operation)));
            self.rewrite(&mut merged, &operands)?;
            self.instructions.push(merged);
        }
        let blocks = self.member_blocks(place);
        let operands = transposed(blocks.iter().map(|block| {
            let mut operands = Vec::new();
            block.terminator.kind.for_each_operand(|&operand| operands.push(operand));
            operands
        }));
        let mut unified = self.unify_all(&operands)?.into_iter();
        let mut terminator = blocks[0].terminator.clone();
        terminator.kind.for_each_operand_mut(|operand| *operand = unified.next().unwrap_or(*operand));
        Some(Block { params, instructions: std::mem::take(&mut self.instructions), terminator })
    }

    fn define(&mut self, tuple: Tuple) -> ValueId {
        let value = new_value(&mut self.values, self.function.values[tuple[0]].ty);
        self.unified.insert(tuple, value);
        value
    }

    fn rewrite(&mut self, instruction: &mut Instruction, operands: &[Tuple]) -> Option<()> {
        let mut unified = self.unify_all(operands)?.into_iter();
        instruction.operation.for_each_operand_mut(|operand| *operand = unified.next().unwrap_or(*operand));
        Some(())
    }

    fn unify_all(&mut self, tuples: &[Tuple]) -> Option<Vec<ValueId>> {
        tuples.iter().map(|tuple| self.unify(tuple, COPIED_DEPTH)).collect()
    }

    /// Whether some member cannot compute its value of the tuple itself.
    fn is_lost(&self, tuple: &[ValueId]) -> bool {
        tuple.iter().zip(&self.tails.lost).any(|(&value, lost)| lost[value])
    }

    /// The value that the tuple has become already.
    fn known(&self, tuple: &[ValueId]) -> Option<ValueId> {
        let same = || tuple.iter().all(|value| *value == tuple[0]) && !self.is_lost(tuple);
        self.unified
            .get(tuple)
            .or_else(|| self.computed.get(tuple))
            .copied()
            .or_else(|| same().then(|| tuple[0]))
    }

    /// The value that a tuple becomes; `None` if it cannot become one with a chain of at most
    /// `depth` computations.
    fn unify(&mut self, tuple: &[ValueId], depth: usize) -> Option<ValueId> {
        if let Some(value) = self.known(tuple) {
            return Some(value);
        }
        if self.is_lost(tuple) || self.is_computable(tuple, depth) {
            return self.compute(tuple, depth);
        }
        let param = self.define(tuple.to_vec());
        self.params.push((param, tuple.to_vec()));
        Some(param)
    }

    /// The operands of the instructions that compute the tuple, if these are the same operation and
    /// may run anywhere.
    fn computed_from(&self, tuple: &[ValueId]) -> Option<(&'a Instruction, Vec<Tuple>)> {
        let function = self.function;
        let definitions =
            tuple.iter().map(|&value| self.free.definition(function, value)).collect::<Option<Vec<_>>>()?;
        let first = definitions[0];
        let same = definitions.iter().all(|other| self.comparison.same_operation(function, first, other));
        let operands = definitions.iter().map(|instruction| operands_of(&instruction.operation));
        same.then(|| (first, transposed(operands)))
    }

    /// Whether the tuple can be computed without parameters.
    fn is_computable(&self, tuple: &[ValueId], depth: usize) -> bool {
        self.known(tuple).is_some()
            || (depth > 0
                && self.computed_from(tuple).is_some_and(|(_, operands)| {
                    operands.iter().all(|operand| self.is_computable(operand, depth - 1))
                }))
    }

    /// Computes the tuple in the block under construction.
    fn compute(&mut self, tuple: &[ValueId], depth: usize) -> Option<ValueId> {
        let (instruction, operands) = self.computed_from(tuple).filter(|_| depth > 0)?;
        let operands = operands.iter().map(|operand| self.unify(operand, depth - 1));
        let mut operands = operands.collect::<Option<Vec<_>>>()?.into_iter();
        let mut copy = instruction.clone();
        copy.operation.for_each_operand_mut(|operand| *operand = operands.next().unwrap_or(*operand));
        let value = new_value(&mut self.values, self.function.values[tuple[0]].ty);
        copy.results = vec![value];
        self.instructions.push(copy);
        self.computed.insert(tuple.to_vec(), value);
        Some(value)
    }
}

impl Merged {
    /// Makes the members jump to the merged tail instead of having a tail each. The remains of
    /// their tails are unreachable.
    pub(super) fn replace(self, function: &mut Function, tails: &Tails) {
        function.values = self.values;
        let new: Vec<BlockId> = self.blocks.into_iter().map(|block| function.blocks.push(block)).collect();
        // A jump to the block where a tail begins leaves the tail: it leads to the remains of that
        // block.
        let inner = |block: BlockId| tails.blocks[1..].iter().position(|blocks| blocks[0] == block);
        for &block in &new {
            function.blocks[block].terminator.kind.for_each_target_mut(|target| {
                if let Some(place) = inner(target.block) {
                    target.block = new[place + 1];
                }
            });
        }
        for (member, arguments) in self.arguments.into_iter().enumerate() {
            // The free instructions that remain of a tail are computed before it, each after its
            // operands.
            let mut remaining = Vec::new();
            for (blocks, ordered) in tails.blocks.iter().zip(&tails.ordered) {
                let (lost, moved) = (&tails.lost[member], &ordered[member]);
                let instructions = std::mem::take(&mut function.blocks[blocks[member]].instructions);
                let instructions = instructions.into_iter().enumerate().filter(|(index, instruction)| {
                    !moved.contains(index) && !instruction.results.iter().any(|&result| lost[result])
                });
                remaining.extend(instructions.map(|(_, instruction)| instruction));
            }
            let block = &mut function.blocks[tails.blocks[0][member]];
            block.instructions = remaining;
            let position = block.terminator.position;
            let kind = TerminatorKind::Jump(Target { block: new[0], arguments });
            block.terminator = Terminator { kind, position };
        }
    }
}

fn operands_of(operation: &Operation) -> Vec<ValueId> {
    let mut operands = Vec::new();
    operation.for_each_operand(|&operand| operands.push(operand));
    operands
}

/// Turns one list for each member into one list for each place, with one element for each member.
pub(super) fn transposed<T: Clone>(lists: impl Iterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    let mut transposed: Vec<Vec<T>> = Vec::new();
    for list in lists {
        transposed.resize(list.len().max(transposed.len()), Vec::new());
        for (places, element) in transposed.iter_mut().zip(list) {
            places.push(element);
        }
    }
    transposed
}
