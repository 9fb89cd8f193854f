//! Branches that are decided where a block is entered.
//!
//! A block decides by a parameter, and one of the jumps to the block passes a constant: that jump
//! can go to the chosen target directly. Such blocks come of inlining. A function that returns
//! `true` in one place and `false` in another is called in `while (pop(&item))`, and behind the call
//! both ways meet, just to part again. Only where they do not meet is it plain that the item is
//! written whenever it is read, so that the [item becomes a value](super::mem2reg).
//!
//! A jump to a block is redirected under these conditions:
//!
//! - With the constants that the jump passes, all instructions of the block define numbers, and the
//!   branch or switch at its end is decided. So nothing that could be an error or an effect is
//!   skipped.
//! - The values that the block defines are used in the block only. Other uses would not be dominated
//!   by their definition any more.
//! - The block is no header of a loop, so that loops keep their one entry.

use porf_entity::SecondaryMap;
use porf_ir::{Block, BlockId, Dominators, Function, Operation, Target, TerminatorKind, ValueId};

use super::constant_folding::{Folded, Knowledge, only_target};
use super::edit::define;
use crate::analyses::function_facts::constants;
use crate::analyses::loops::BackEdges;

/// A block with more instructions is not examined: it does more than to decide.
const MOST_INSTRUCTIONS: usize = 8;

/// Redirects the jumps to blocks whose decision they make. Returns whether there were any.
pub(crate) fn run(function: &mut Function) -> bool {
    let is_candidate = candidates(function);
    let mut knowledge = Knowledge::new(constants(function));
    let mut changed = false;
    for from in function.blocks.ids().collect::<Vec<_>>() {
        let mut kind = function.blocks[from].terminator.kind.clone();
        kind.for_each_target_mut(|target| {
            // A target may be another such block, but not for ever: blocks are in no loop of jumps
            // without a header.
            while is_candidate[target.block] {
                let decided = decided_target(function, &mut knowledge, from, target);
                forget(&function.blocks[target.block], &mut knowledge);
                let Some(decided) = decided else { break };
                *target = decided;
                changed = true;
            }
        });
        function.blocks[from].terminator.kind = kind;
    }
    changed
}

/// Forgets the numbers that the values of a block have if one certain jump leads to the block.
fn forget(block: &Block, knowledge: &mut Knowledge) {
    let computed = block.instructions.iter().filter(|it| !matches!(it.operation, Operation::Const(_)));
    let results = computed.flat_map(|instruction| &instruction.results);
    block.params.iter().chain(results).for_each(|&value| knowledge.constants[value] = None);
}

/// By block, whether jumps to it may be redirected, if they decide its branch.
fn candidates(function: &Function) -> SecondaryMap<BlockId, bool> {
    let mut is_candidate = SecondaryMap::with_default(false);
    let mut defined_in: SecondaryMap<ValueId, Option<BlockId>> = SecondaryMap::with_default(None);
    for (id, block) in function.blocks.iter() {
        is_candidate[id] = block.instructions.len() <= MOST_INSTRUCTIONS
            && !block.params.is_empty()
            && matches!(block.terminator.kind, TerminatorKind::Branch { .. } | TerminatorKind::Switch { .. });
        let results = block.instructions.iter().flat_map(|instruction| &instruction.results);
        block.params.iter().chain(results).for_each(|&value| defined_in[value] = Some(id));
    }
    for (id, block) in function.blocks.iter() {
        let mut note = |&value: &ValueId| {
            if let Some(home) = defined_in[value].filter(|&home| home != id) {
                is_candidate[home] = false;
            }
        };
        block.instructions.iter().for_each(|instruction| instruction.operation.for_each_operand(&mut note));
        block.terminator.kind.for_each_operand(&mut note);
    }
    let edges = BackEdges::find(function, &Dominators::new(&function.blocks));
    for edge in edges.natural.iter().chain(&edges.irreducible) {
        is_candidate[edge.header] = false;
    }
    is_candidate
}

/// The target that a block chooses if it is entered by a jump, if the jump decides that. Numbers
/// that the block passes on are defined at the end of `from` instead.
fn decided_target(
    function: &mut Function,
    knowledge: &mut Knowledge,
    from: BlockId,
    jump: &Target,
) -> Option<Target> {
    let block = &function.blocks[jump.block];
    for (&param, &argument) in block.params.iter().zip(&jump.arguments) {
        knowledge.constants[param] = knowledge.constants[argument];
    }
    for instruction in &block.instructions {
        let bits = match (&instruction.operation, knowledge.fold(instruction, &function.values)) {
            (&Operation::Const(bits), _) | (_, Folded::Number(bits)) => bits,
            (_, Folded::Operand(value)) => knowledge.constants[value]?,
            _ => return None,
        };
        knowledge.constants[instruction.results[0]] = Some(bits);
    }
    let mut target = only_target(&block.terminator.kind, knowledge)?;
    let position = block.terminator.position;
    let params = block.params.clone();
    let results: Vec<ValueId> =
        block.instructions.iter().flat_map(|instruction| instruction.results.iter().copied()).collect();
    for argument in &mut target.arguments {
        if let Some(index) = params.iter().position(|param| param == argument) {
            *argument = jump.arguments[index];
        } else if results.contains(argument) {
            let (bits, ty) = (knowledge.constants[*argument]?, function.values[*argument].ty);
            let (value, constant) = define(&mut function.values, ty, Operation::Const(bits), position);
            function.blocks[from].instructions.push(constant);
            knowledge.constants[value] = Some(bits);
            *argument = value;
        }
    }
    Some(target)
}

#[cfg(test)]
mod tests {
    use crate::test_support::function_pass;

    fn pass(text: &str, expected: &str) {
        function_pass(
            text,
            |function| {
                super::run(function);
                super::super::control_flow::run(function);
                function.renumber_values();
            },
            expected,
        );
    }

    #[test]
    fn a_constant_decides_where_to_go() {
        pass(
            "function f0 \"f\"(%v0: i1, %v1: i32) -> (i32) {
            b0:
              %v2: i1 = const 1
              %v3: i1 = const 0
              branch %v0, b1(%v2, %v1), b1(%v3, %v1)
            b1(%v4: i1, %v5: i32):
              %v6: i32 = const 7
              branch %v4, b2(%v5), b3(%v6)
            b2(%v7: i32):
              fence.rel
              return %v7
            b3(%v8: i32):
              return %v8
            }",
            "function f0 \"f\"(%v0: i1, %v1: i32) -> (i32) {
            b0:
              %v2: i1 = const 1
              %v3: i1 = const 0
              %v4: i32 = const 7
              branch %v0, b1(%v1), b2(%v4)
            b1(%v5: i32):
              fence.rel
              return %v5
            b2(%v6: i32):
              return %v6
            }",
        );
    }

    /// The parameter of `b1` is 1 if the first jump leads there, and unknown otherwise.
    #[test]
    fn one_jump_tells_nothing_of_another() {
        pass(
            "function f0 \"f\"(%v0: i1, %v1: i1) -> () {
            b0:
              %v2: i1 = const 1
              branch %v0, b1(%v2), b1(%v1)
            b1(%v3: i1):
              branch %v3, b4, b2(%v3)
            b2(%v4: i1):
              branch %v4, b3, b4
            b3:
              fence.acq
              return
            b4:
              return
            }",
            "function f0 \"f\"(%v0: i1, %v1: i1) -> () {
            b0:
              %v2: i1 = const 1
              branch %v0, b4, b1(%v1)
            b1(%v3: i1):
              branch %v3, b4, b2(%v3)
            b2(%v4: i1):
              branch %v4, b3, b4
            b3:
              fence.acq
              return
            b4:
              return
            }",
        );
    }

    #[test]
    fn a_block_with_an_effect_is_entered() {
        let text = "function f0 \"f\"(%v0: i1, %v1: i1) -> () {
            b0:
              %v2: i1 = const 1
              branch %v0, b1(%v2), b1(%v1)
            b1(%v3: i1):
              fence.rel
              branch %v3, b2, b3
            b2:
              fence.acq
              return
            b3:
              return
            }";
        pass(text, text);
    }

    #[test]
    fn a_value_that_is_used_elsewhere_keeps_its_definition() {
        let text = "function f0 \"f\"(%v0: i1, %v1: i1) -> (i1) {
            b0:
              %v2: i1 = const 1
              branch %v0, b1(%v2), b1(%v1)
            b1(%v3: i1):
              branch %v3, b2, b3
            b2:
              fence.acq
              return %v0
            b3:
              return %v3
            }";
        pass(text, text);
    }

    #[test]
    fn a_header_keeps_its_entry() {
        let text = "function f0 \"f\"(%v0: i1) -> () {
            b0:
              %v1: i1 = const 1
              jump b1(%v1)
            b1(%v2: i1):
              branch %v2, b2, b3
            b2:
              fence.acq
              jump b1(%v0)
            b3:
              return
            }";
        pass(text, text);
    }
}
