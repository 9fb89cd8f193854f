//! Constant folding: evaluates computations whose operands are known before the program runs.
//!
//! Operations on known numbers become numbers, unless they are errors. Operations that return one
//! of their operands become that operand. Parameters that always get the same value become that
//! value. Branches on known conditions become jumps. All of this is exact: the bits of every value
//! and every error stay the same.

mod identities;

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{BlockId, Dominators, Function, Instruction, Operation, Target, TerminatorKind, ValueId};

pub(crate) use self::identities::{Folded, Knowledge};
use crate::analyses::function_facts::constants;
use crate::simplifications::control_flow::remove_unreachable_blocks;
use crate::simplifications::edit::Aliases;

/// The largest number of rounds. Each round may make more values known to the next; values that are
/// unknown after the last round stay unknown.
const ROUNDS: usize = 4;

/// Folds constants in a function.
pub(crate) fn run(function: &mut Function) {
    for _ in 0..ROUNDS {
        remove_unreachable_blocks(function);
        if !round(function) {
            break;
        }
    }
}

/// Runs one round. Returns whether the function changed.
fn round(function: &mut Function) -> bool {
    let mut aliases = Aliases::new();
    let mut changed = fold_params(function, &mut aliases);
    let mut knowledge = Knowledge::new(constants(function));
    let order = Dominators::new(&function.blocks).order().to_vec();
    for block in order {
        // Definitions come before uses in this order, except for the arguments of retreating edges.
        let mut instructions = std::mem::take(&mut function.blocks[block].instructions);
        instructions.retain_mut(|instruction| {
            instruction.operation.for_each_operand_mut(|operand| *operand = aliases.resolve(*operand));
            match knowledge.fold(instruction, &function.values) {
                Folded::Unchanged => true,
                Folded::Number(bits) => {
                    knowledge.constants[instruction.results[0]] = Some(bits);
                    instruction.operation = Operation::Const(bits);
                    changed = true;
                    true
                }
                Folded::Operand(value) => {
                    aliases.set(instruction.results[0], value);
                    changed = true;
                    false
                }
                Folded::Nothing => {
                    changed = true;
                    false
                }
            }
        });
        let contents = &mut function.blocks[block];
        contents.instructions = instructions;
        let kind = &mut contents.terminator.kind;
        kind.for_each_operand_mut(|operand| *operand = aliases.resolve(*operand));
        if let Some(target) = only_target(kind, &knowledge) {
            *kind = TerminatorKind::Jump(target);
            changed = true;
        }
    }
    if changed {
        aliases.apply(function);
        function.renumber_values();
    }
    changed
}

/// The target of a branch or switch, if it is known.
pub(crate) fn only_target(kind: &TerminatorKind, knowledge: &Knowledge) -> Option<Target> {
    match kind {
        TerminatorKind::Branch { condition, then_target, else_target } => {
            match knowledge.constants[*condition] {
                Some(0) => Some(else_target.clone()),
                Some(_) => Some(then_target.clone()),
                None => None,
            }
        }
        TerminatorKind::Switch { value, cases, default } => match knowledge.constants[*value] {
            Some(bits) => {
                let case = cases.iter().find(|&&(case, _)| case == bits);
                Some(case.map_or(default, |(_, target)| target).clone())
            }
            None => None,
        },
        TerminatorKind::Jump(_)
        | TerminatorKind::Return(_)
        | TerminatorKind::Fail(_)
        | TerminatorKind::LoopBound
        | TerminatorKind::Spin { .. } => None,
    }
}

/// The arguments that jumps pass for a parameter, as far as they have been seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passed {
    Nothing,
    Value(ValueId),
    Number(u64),
    Several,
}

impl Passed {
    fn and(self, value: ValueId, number: Option<u64>) -> Self {
        match (self, number) {
            (Self::Nothing, None) => Self::Value(value),
            (Self::Nothing, Some(bits)) => Self::Number(bits),
            (Self::Value(other), _) if other == value => self,
            (Self::Number(other), Some(bits)) if other == bits => self,
            _ => Self::Several,
        }
    }
}

/// Removes the parameters that always get the same value. Returns whether there were any.
///
/// That value is defined wherever the parameter is: its definition dominates all blocks that jump
/// there, and so the block itself.
fn fold_params(function: &mut Function, aliases: &mut Aliases) -> bool {
    let constants = constants(function);
    let mut passed: SecondaryMap<BlockId, Vec<Passed>> = SecondaryMap::with_default(Vec::new());
    for (id, block) in function.blocks.iter() {
        passed[id] = vec![Passed::Nothing; block.params.len()];
    }
    for block in function.blocks.values() {
        block.terminator.kind.for_each_target(|target| {
            let params = &function.blocks[target.block].params;
            for (index, &argument) in target.arguments.iter().enumerate() {
                if params[index] != argument {
                    let so_far = &mut passed[target.block][index];
                    *so_far = so_far.and(argument, constants[argument]);
                }
            }
        });
    }
    let superfluous = |passed: &Passed| matches!(passed, Passed::Value(_) | Passed::Number(_));
    if !function.blocks.ids().any(|id| passed[id].iter().any(superfluous)) {
        return false;
    }
    for id in function.blocks.ids() {
        let block = &mut function.blocks[id];
        let params = std::mem::take(&mut block.params);
        let mut numbers = Vec::new();
        for (param, passed) in params.into_iter().zip(&passed[id]) {
            match *passed {
                Passed::Value(value) => aliases.set(param, value),
                Passed::Number(bits) => numbers.push(Instruction {
                    operation: Operation::Const(bits),
                    results: vec![param],
                    position: SourcePosition::UNKNOWN,
                }),
                Passed::Nothing | Passed::Several => block.params.push(param),
            }
        }
        block.instructions.splice(0..0, numbers);
        block.terminator.kind.for_each_target_mut(|target| {
            let mut passed = passed[target.block].iter();
            target.arguments.retain(|_| passed.next().is_some_and(|passed| !superfluous(passed)));
        });
    }
    true
}

#[cfg(test)]
mod tests;
