//! Replaces loads by the values that were stored, walking over the dominator tree.

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Cast, Dominators, Function, Instruction, Operation, TerminatorKind, Type, ValueId};

use super::{SlotParams, Slots};
use crate::analyses::initialised::SlotEvent;
use crate::simplifications::edit::{Aliases, define, new_value};

/// A step of the walk.
enum Step {
    Enter(BlockId),
    /// Forget the writes of the blocks that were entered since then.
    Leave {
        log: usize,
    },
}

struct Renamer<'a> {
    slots: &'a Slots,
    params: &'a SlotParams,
    /// The value of each slot at this point.
    current: Vec<Option<ValueId>>,
    /// The earlier value of each entry of `current` that has changed since the walk began.
    log: Vec<(usize, Option<ValueId>)>,
    /// The removed loads, each with the value that it read.
    aliases: Aliases,
    /// The values of the parameters, in the order of `params`.
    param_values: SecondaryMap<BlockId, Vec<ValueId>>,
}

pub(super) fn run(function: &mut Function, dominators: &Dominators, slots: &Slots, params: SlotParams) {
    let mut children: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::with_default(Vec::new());
    for &block in dominators.order() {
        if let Some(parent) = dominators.immediate(block) {
            children[parent].push(block);
        }
    }
    let mut param_values = SecondaryMap::with_default(Vec::new());
    for block in function.blocks.ids() {
        param_values[block] = params[block]
            .iter()
            .map(|&slot| new_value(&mut function.values, slots.types[slot]))
            .collect::<Vec<_>>();
    }
    let mut renamer = Renamer {
        slots,
        params: &params,
        current: vec![None; slots.types.len()],
        log: Vec::new(),
        aliases: Aliases::new(),
        param_values,
    };
    let mut steps: Vec<Step> =
        dominators.order().first().map(|&entry| Step::Enter(entry)).into_iter().collect();
    while let Some(step) = steps.pop() {
        match step {
            Step::Leave { log } => renamer.undo(log),
            Step::Enter(block) => {
                steps.push(Step::Leave { log: renamer.log.len() });
                renamer.block(function, block);
                steps.extend(children[block].iter().map(|&child| Step::Enter(child)));
            }
        }
    }
    for block in function.blocks.ids() {
        function.blocks[block].params.extend(&renamer.param_values[block]);
    }
}

impl Renamer<'_> {
    fn write(&mut self, slot: usize, value: ValueId) {
        let old = self.current[slot].replace(value);
        self.log.push((slot, old));
    }

    fn undo(&mut self, log: usize) {
        for (slot, old) in self.log.drain(log..).rev() {
            self.current[slot] = old;
        }
    }

    fn value(&self, slot: usize) -> ValueId {
        self.current[slot].expect("a slot is written before it is read")
    }

    fn block(&mut self, function: &mut Function, id: BlockId) {
        for index in 0..self.params[id].len() {
            self.write(self.params[id][index], self.param_values[id][index]);
        }
        let instructions = std::mem::take(&mut function.blocks[id].instructions);
        let mut kept = Vec::with_capacity(instructions.len());
        for mut instruction in instructions {
            match self.slots.event(&instruction.operation, &instruction.results) {
                None => {
                    instruction
                        .operation
                        .for_each_operand_mut(|operand| *operand = self.aliases.resolve(*operand));
                    kept.push(instruction);
                }
                Some((_, SlotEvent::Begin)) => {}
                Some((slot, SlotEvent::Read)) => {
                    let result = instruction.results[0];
                    let ty = function.values[result].ty;
                    let value = convert(function, self.value(slot), ty, &instruction, &mut kept);
                    self.aliases.set(result, value);
                }
                Some((slot, SlotEvent::Write)) => {
                    let Operation::Store { value, .. } = instruction.operation else { continue };
                    let value = self.aliases.resolve(value);
                    let value = convert(function, value, self.slots.types[slot], &instruction, &mut kept);
                    self.write(slot, value);
                }
            }
        }
        let block = &mut function.blocks[id];
        block.instructions = kept;
        self.terminator(&mut block.terminator.kind);
    }

    fn terminator(&mut self, kind: &mut TerminatorKind) {
        kind.for_each_operand_mut(|operand| *operand = self.aliases.resolve(*operand));
        kind.for_each_target_mut(|target| {
            let values = self.params[target.block].iter().map(|&slot| self.value(slot));
            target.arguments.extend(values);
        });
    }
}

/// The same bits as a value of another type of the same width. The instructions for the conversion
/// go to `kept`.
fn convert(
    function: &mut Function,
    value: ValueId,
    ty: Type,
    at: &Instruction,
    kept: &mut Vec<Instruction>,
) -> ValueId {
    let from = function.values[value].ty;
    let mut cast = |value: ValueId, cast: Cast, ty: Type| {
        let (result, instruction) =
            define(&mut function.values, ty, Operation::Cast { cast, value }, at.position);
        kept.push(instruction);
        result
    };
    match (from, ty) {
        _ if from == ty => value,
        (Type::Ptr, Type::Int(_)) => cast(value, Cast::PtrToInt, ty),
        (Type::Int(_), Type::Ptr) => cast(value, Cast::IntToPtr, ty),
        (Type::Ptr, _) => {
            let bits = cast(value, Cast::PtrToInt, Type::I64);
            cast(bits, Cast::Bitcast, ty)
        }
        (_, Type::Ptr) => {
            let bits = cast(value, Cast::Bitcast, Type::I64);
            cast(bits, Cast::IntToPtr, ty)
        }
        _ => cast(value, Cast::Bitcast, ty),
    }
}
