//! Waiting by recursion becomes a loop.
//!
//! A function that reads shared memory and, if it has to wait, calls itself and returns the results
//! of that call waits in a loop: the frames that it leaves behind only return. The call becomes a
//! jump to the beginning of the function, with the arguments in the place of the parameters. So the
//! passes for loops apply, and the states of the thread can be compared.
//!
//! The function must have no objects on the stack, whose addresses would differ from call to call.
//! A function without atomic reads is left alone: if it calls itself for ever, the stack overflows,
//! which is an error of the program.

use porf_entity::EntityId;
use porf_ir::{
    Block, BlockId, Function, FunctionId, Instruction, Operation, Target, Terminator, TerminatorKind,
};

use crate::simplifications::edit::{Aliases, new_value, take_block};

/// Turns calls of a function by itself, if it returns directly afterwards, into jumps. Returns
/// whether there were any.
pub(crate) fn run(id: FunctionId, function: &mut Function) -> bool {
    let instructions = || function.blocks.values().flat_map(|block| &block.instructions);
    let waits = instructions().any(|instruction| match instruction.operation {
        Operation::Load { ordering, .. } => ordering.is_atomic(),
        Operation::Rmw { .. } | Operation::CompareExchange { .. } => true,
        _ => false,
    });
    let has_objects =
        instructions().any(|instruction| matches!(instruction.operation, Operation::Alloca { .. }));
    let calls: Vec<BlockId> =
        function.blocks.ids().filter(|&block| is_tail_call(id, function, block)).collect();
    if !waits || has_objects || calls.is_empty() {
        return false;
    }
    let entry = BlockId::from_index(0);
    let begin = take_block(&mut function.blocks[entry]);
    let position = begin.terminator.position;
    let params = function.params.clone();
    let mut aliases = Aliases::new();
    let mut header = Block { params: Vec::new(), ..begin };
    for &param in &params {
        let ty = function.values[param].ty;
        let new = new_value(&mut function.values, ty);
        aliases.set(param, new);
        header.params.push(new);
    }
    let header = function.blocks.push(header);
    for block in calls {
        let block = if block == entry { header } else { block };
        let Some(Instruction { operation: Operation::Call { arguments, .. }, position, .. }) =
            function.blocks[block].instructions.pop()
        else {
            continue;
        };
        let kind = TerminatorKind::Jump(Target { block: header, arguments });
        function.blocks[block].terminator = Terminator { kind, position };
    }
    aliases.apply(function);
    let kind = TerminatorKind::Jump(Target { block: header, arguments: params });
    function.blocks[entry].terminator = Terminator { kind, position };
    function.renumber_values();
    true
}

/// Whether a block ends with a call of the function by itself, whose results it returns.
fn is_tail_call(id: FunctionId, function: &Function, block: BlockId) -> bool {
    let block = &function.blocks[block];
    let Some(Instruction { operation: Operation::Call { function: callee, .. }, results, .. }) =
        block.instructions.last()
    else {
        return false;
    };
    if *callee != id {
        return false;
    }
    match &block.terminator.kind {
        TerminatorKind::Return(values) => values == results,
        TerminatorKind::Jump(Target { block, arguments }) => {
            let next = &function.blocks[*block];
            let passed = |value| {
                let index = next.params.iter().position(|param| param == value)?;
                arguments.get(index)
            };
            next.instructions.is_empty()
                && matches!(&next.terminator.kind, TerminatorKind::Return(values)
                    if values.len() == results.len()
                        && values.iter().zip(results).all(|(value, result)| passed(value) == Some(result)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::test_support::module_pass;

    fn check(before: &str, after: &str) {
        let pass = |module: &mut porf_ir::Module| {
            for id in module.functions.ids() {
                super::run(id, &mut module.functions[id]);
            }
        };
        module_pass(before, pass, after);
    }

    #[test]
    fn a_function_that_waits_by_calling_itself_becomes_a_loop() {
        check(
            r#"
            global g0 "x" size 4 align 4
            function f0 "wait"(%v0: i32) -> (i32) {
            b0:
              %v1: ptr = address g0
              %v2: i32 = load.acq %v1
              %v3: i1 = icmp.eq %v2, %v0
              branch %v3, b1, b2
            b1:
              return %v2
            b2:
              %v4: i32 = call f0(%v2)
              jump b3(%v4)
            b3(%v5: i32):
              return %v5
            }
            "#,
            r#"
            global g0 "x" size 4 align 4
            function f0 "wait"(%v0: i32) -> (i32) {
            b0:
              jump b4(%v0)
            b1:
              return %v4
            b2:
              jump b4(%v4)
            b3(%v1: i32):
              return %v1
            b4(%v2: i32):
              %v3: ptr = address g0
              %v4: i32 = load.acq %v3
              %v5: i1 = icmp.eq %v4, %v2
              branch %v5, b1, b2
            }
            "#,
        );
    }

    /// The result is used, so the frames do not only return.
    #[test]
    fn a_call_whose_result_is_used_stays() {
        let text = r#"
            global g0 "x" size 4 align 4
            function f0 "count"(%v0: i32) -> (i32) {
            b0:
              %v1: ptr = address g0
              %v2: i32 = load.acq %v1
              %v3: i1 = icmp.eq %v2, %v0
              branch %v3, b1, b2
            b1:
              return %v2
            b2:
              %v4: i32 = call f0(%v2)
              %v5: i32 = add %v4, %v2
              return %v5
            }
            "#;
        check(text, text);
    }

    /// If it goes on for ever, the stack overflows.
    #[test]
    fn a_function_that_reads_no_atomics_stays() {
        let text = r#"
            function f0 "down"(%v0: i32) -> (i32) {
            b0:
              %v1: i32 = call f0(%v0)
              return %v1
            }
            "#;
        check(text, text);
    }
}
