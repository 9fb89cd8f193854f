//! Removes instructions and block parameters whose values nothing needs.
//!
//! A value is *needed* if an instruction with an effect or the choice of where control goes uses it, or if it is
//! used to compute a needed value, be it as the argument for a needed parameter. An instruction has an effect if it
//! accesses memory, even to read it, since reading may be an error and others may see it; if it may be an error
//! itself, as divisions and signed arithmetic that must not overflow; and if it calls anything.

use porf_entity::SecondaryMap;
use porf_ir::{BinaryOp, BlockId, Function, Operation, TerminatorKind, Type, ValueId};

use crate::edit::{Constants, constants};

/// Objects up to so many bytes can be removed. The size of larger ones may be an error.
const REMOVABLE_BYTES: u64 = 1 << 16;

/// Removes what nothing needs.
pub(crate) fn run(function: &mut Function) {
    let constants = constants(function);
    let needed = needed_values(function, &constants, |_| true);
    let all_needed = function.values.ids().all(|value| needed[value]);
    if all_needed {
        return;
    }
    let mut params: SecondaryMap<BlockId, Vec<bool>> = SecondaryMap::with_default(Vec::new());
    for (id, block) in function.blocks.iter() {
        params[id] = block.params.iter().map(|&param| needed[param]).collect();
    }
    for id in function.blocks.ids() {
        let Function { blocks, values, .. } = function;
        let block = &mut blocks[id];
        block.params.retain(|&param| needed[param]);
        block.instructions.retain(|instruction| {
            let type_of = |value: ValueId| values[value].ty;
            has_effect(&instruction.operation, &constants, type_of)
                || instruction.results.iter().any(|&result| needed[result])
        });
        block.terminator.kind.for_each_target_mut(|target| {
            let mut kept = params[target.block].iter();
            target.arguments.retain(|_| kept.next() == Some(&true));
        });
    }
    function.renumber_values();
}

/// Where a value comes from.
#[derive(Clone, Copy)]
enum Definition {
    /// What callers pass.
    FunctionParam,
    /// What jumps to the block pass.
    BlockParam {
        block: BlockId,
        index: usize,
    },
    Instruction {
        block: BlockId,
        index: usize,
    },
}

/// By value, whether it is needed, where only some choices of where control goes matter.
pub(crate) fn needed_values(
    function: &Function,
    constants: &Constants,
    matters: impl Fn(&TerminatorKind) -> bool,
) -> SecondaryMap<ValueId, bool> {
    let mut definitions = SecondaryMap::with_default(Definition::FunctionParam);
    let mut ways_in: SecondaryMap<BlockId, Vec<&[ValueId]>> = SecondaryMap::with_default(Vec::new());
    let mut needed = Needed { values: SecondaryMap::with_default(false), pending: Vec::new() };
    for (block, contents) in function.blocks.iter() {
        for (index, &param) in contents.params.iter().enumerate() {
            definitions[param] = Definition::BlockParam { block, index };
        }
        for (index, instruction) in contents.instructions.iter().enumerate() {
            for &result in &instruction.results {
                definitions[result] = Definition::Instruction { block, index };
            }
            if has_effect(&instruction.operation, constants, |value| function.values[value].ty) {
                instruction.operation.for_each_operand(|&operand| needed.add(operand));
            }
        }
        let kind = &contents.terminator.kind;
        if matters(kind) {
            kind.for_each_own_operand(|&operand| needed.add(operand));
        }
        kind.for_each_target(|target| ways_in[target.block].push(&target.arguments));
    }
    while let Some(value) = needed.pending.pop() {
        match definitions[value] {
            Definition::FunctionParam => {}
            Definition::BlockParam { block, index } => {
                for &argument in ways_in[block].iter().filter_map(|arguments| arguments.get(index)) {
                    needed.add(argument);
                }
            }
            Definition::Instruction { block, index } => {
                let operation = &function.blocks[block].instructions[index].operation;
                operation.for_each_operand(|&operand| needed.add(operand));
            }
        }
    }
    needed.values
}

struct Needed {
    values: SecondaryMap<ValueId, bool>,
    /// Needed values whose operands are not known to be needed yet.
    pending: Vec<ValueId>,
}

impl Needed {
    fn add(&mut self, value: ValueId) {
        if !std::mem::replace(&mut self.values[value], true) {
            self.pending.push(value);
        }
    }
}

/// Whether running the operation, be it sooner or later or twice, does no more than to define the same results.
pub(crate) fn may_run_anywhere(function: &Function, constants: &Constants, operation: &Operation) -> bool {
    !matches!(operation, Operation::Alloca { .. } | Operation::Effects | Operation::Actions)
        && !has_effect(operation, constants, |value| function.values[value].ty)
}

/// Whether running the operation does more than to define its results.
fn has_effect(operation: &Operation, constants: &Constants, type_of: impl Fn(ValueId) -> Type) -> bool {
    match *operation {
        Operation::Const(_)
        | Operation::Effects
        | Operation::Actions
        | Operation::GlobalAddress(_)
        | Operation::FunctionAddress(_)
        | Operation::Unary { .. }
        | Operation::FloatCompare { .. }
        | Operation::Compare { .. }
        | Operation::Cast { .. }
        | Operation::Select { .. }
        | Operation::PtrAdd { .. } => false,
        Operation::Alloca { size, .. } => constants[size].is_none_or(|bytes| bytes > REMOVABLE_BYTES),
        Operation::Binary { op, rhs, .. } => match op {
            BinaryOp::UDiv | BinaryOp::URem => constants[rhs].is_none_or(|divisor| divisor == 0),
            // Dividing the least number by -1 overflows.
            BinaryOp::SDiv | BinaryOp::SRem => {
                constants[rhs].is_none_or(|divisor| divisor == 0 || divisor == type_of(rhs).mask())
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                constants[rhs].is_none_or(|distance| distance >= type_of(rhs).bits().into())
            }
            BinaryOp::AddNsw | BinaryOp::SubNsw | BinaryOp::MulNsw => true,
            _ => false,
        },
        Operation::Load { .. }
        | Operation::Store { .. }
        | Operation::Rmw { .. }
        | Operation::CompareExchange { .. }
        | Operation::Fence(_)
        | Operation::Call { .. }
        | Operation::CallIndirect { .. }
        | Operation::CallExternal { .. }
        | Operation::Unsupported(_)
        | Operation::Cancels { .. }
        | Operation::Assume(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use crate::test_support::function_pass;

    /// Two parameters of a loop that only feed each other, and what they are computed from.
    #[test]
    fn rings_of_parameters_that_nothing_needs_are_removed() {
        function_pass(
            "function f0 \"f\"(%v0: i1) {
            b0:
              %v1: i32 = const 1
              %v2: i1 = const 0
              jump b1(%v1, %v2)
            b1(%v3: i32, %v4: i1):
              %v5: i32 = xor %v3, %v1
              branch %v4, b1(%v5, %v0), b2
            b2:
              return
            }",
            super::run,
            "function f0 \"f\"(%v0: i1) {
            b0:
              %v1: i1 = const 0
              jump b1(%v1)
            b1(%v2: i1):
              branch %v2, b1(%v0), b2
            b2:
              return
            }",
        );
    }

    /// Everything here can be an error, or be seen by others.
    #[test]
    fn effects_stay() {
        let text = "external x0 \"f\"
            function f0 \"f\"(%v0: i32, %v1: ptr, %v2: i64) -> (i32) {
            b0:
              %v3: i32 = load.na %v1
              %v4: i32 = udiv %v0, %v0
              %v5: i32 = const 4294967295
              %v6: i32 = sdiv %v0, %v5
              %v7: i32 = add.nsw %v0, %v0
              %v8: ptr = alloca %v2 align 1
              %v9: i32 = rmw.add.rlx %v1, %v0
              %v10: i32 = call x0()
              %v11: i32 = call f0(%v0, %v1, %v2)
              %v12: i32 = unsupported \"x\"
              fence.rel
              return %v0
            }";
        function_pass(text, super::run, text);
    }

    #[test]
    fn pure_computations_go() {
        function_pass(
            "global g0 \"x\" size 4 align 4
            function f0 \"f\"(%v0: i32, %v1: ptr, %v2: f64) -> (i32) {
            b0:
              %v3: i64 = const 8
              %v4: ptr = alloca %v3 align 8
              %v5: ptr = ptradd %v4, %v3
              %v6: i32 = const 3
              %v7: i32 = sdiv %v0, %v6
              %v8: i1 = icmp.eq %v1, %v5
              %v9: i32 = select %v8, %v0, %v7
              %v10: ptr = address g0
              %v11: ptr = address f0
              %v12: f64 = sqrt %v2
              %v13: i1 = fcmp.oeq %v12, %v2
              %v14: i64 = sext %v9
              return %v0
            }",
            super::run,
            "global g0 \"x\" size 4 align 4
            function f0 \"f\"(%v0: i32, %v1: ptr, %v2: f64) -> (i32) {
            b0:
              return %v0
            }",
        );
    }
}
