//! Functions: blocks of instructions over a table of values.

use porf_entity::{PrimaryMap, SecondaryMap, entity_id};

use crate::instruction::{Instruction, Terminator};
use crate::types::Type;

entity_id! {
    /// A function of a module.
    pub struct FunctionId, "f"
}

entity_id! {
    /// A basic block of a function.
    pub struct BlockId, "b"
}

entity_id! {
    /// A value of a function.
    pub struct ValueId, "%v"
}

/// A function. Its first block is the entry, which has no parameters and no predecessors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Function {
    /// Its name in the source.
    pub name: String,
    /// The values of the parameters, which callers pass.
    pub params: Vec<ValueId>,
    /// Whether callers may pass more arguments than there are parameters.
    pub variadic: bool,
    /// The types of the values it returns, of which there may be any number.
    pub returns: Vec<Type>,
    /// Its code.
    pub blocks: PrimaryMap<BlockId, Block>,
    /// All its values, each defined exactly once: as a parameter of the function or of a block, or as a
    /// result of an instruction.
    pub values: PrimaryMap<ValueId, ValueData>,
}

/// The facts about a value apart from its definition.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ValueData {
    /// Its type.
    pub ty: Type,
}

/// A basic block: instructions that run one after the other, then a jump elsewhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The values of the parameters, which jumps to the block pass.
    pub params: Vec<ValueId>,
    /// The instructions in order.
    pub instructions: Vec<Instruction>,
    /// The jump at the end.
    pub terminator: Terminator,
}

impl Function {
    /// Renames all values so that they are numbered in the order of their definitions in the text, and
    /// forgets those that have no definition. Every value that is used must have one.
    pub fn renumber_values(&mut self) {
        let mut renamed: SecondaryMap<ValueId, Option<ValueId>> = SecondaryMap::with_default(None);
        let mut values = PrimaryMap::new();
        let mut define = |value: &mut ValueId| {
            let new = values.push(self.values[*value]);
            renamed[*value] = Some(new);
            *value = new;
        };
        self.params.iter_mut().for_each(&mut define);
        for id in self.blocks.ids() {
            let block = &mut self.blocks[id];
            block.params.iter_mut().for_each(&mut define);
            for instruction in &mut block.instructions {
                instruction.results.iter_mut().for_each(&mut define);
            }
        }
        let rename = |value: &mut ValueId| *value = renamed[*value].expect("a value is used but not defined");
        for id in self.blocks.ids() {
            let block = &mut self.blocks[id];
            for instruction in &mut block.instructions {
                instruction.operation.for_each_operand_mut(rename);
            }
            block.terminator.kind.for_each_operand_mut(rename);
        }
        self.values = values;
    }
}
