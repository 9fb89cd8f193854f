//! Inlining: the code of small functions replaces calls of them.
//!
//! A call is inlined if the callee is small. A larger callee is inlined, too, if it is not too large,
//! and either this is its only call, or the call passes the address of a stack object of the caller:
//! the object can become a value only if the code that accesses it is in the caller. (`dequeue(&item)`
//! is the usual case: a loop that stores the item before a compare-exchange decides seems to have an
//! effect as long as the item is in memory.)
//!
//! Four kinds of functions are not inlined: functions that may come to call themselves, variadic
//! functions, `main`, and functions with stack objects. Stack objects end when their
//! function returns, which would be too late in the caller. (Most functions have none left once
//! their variables are values.)
//!
//! The code keeps its source positions. Code without positions, as that of the runtime, gets the
//! position of the call.

use porf_entity::{EntityId, PrimaryMap, SecondaryMap, SourcePosition};
use porf_ir::{
    Block, BlockId, Function, FunctionId, Instruction, Module, Operation, Target, Terminator, TerminatorKind,
    ValueId,
};

use crate::analyses::call_graph::CallGraph;
use crate::analyses::function_facts::size;
use crate::simplifications::edit::new_value;

/// A function of up to so many instructions is small.
const SMALL: usize = 40;

/// The largest number of instructions of a function that is inlined for another reason than that it
/// is small.
const NOT_TOO_LARGE: usize = 400;

/// A function of more instructions than this grows no further.
const LARGEST_CALLER: usize = 10_000;

/// Inlines calls in a function. Its callees should have been simplified before. Returns whether
/// calls were inlined.
pub(crate) fn run(
    module: &mut Module,
    caller: FunctionId,
    graph: &CallGraph,
    kept: &SecondaryMap<FunctionId, bool>,
) -> bool {
    // The caller is not among its own callees, so it can be taken out of the module meanwhile.
    let nothing = Function {
        name: String::new(),
        params: Vec::new(),
        variadic: false,
        returns: Vec::new(),
        blocks: PrimaryMap::new(),
        values: PrimaryMap::new(),
    };
    let mut function = std::mem::replace(&mut module.functions[caller], nothing);
    let mut is_object = SecondaryMap::with_default(false);
    stack_objects(&function).for_each(|object| is_object[object] = true);
    let mut grown = size(&function);
    let mut inlined = false;
    let mut pending: Vec<BlockId> = function.blocks.ids().rev().collect();
    while let Some(block) = pending.pop() {
        let site = function.blocks[block].instructions.iter().position(|instruction| {
            let Operation::Call { function: callee, ref arguments } = instruction.operation else {
                return false;
            };
            // A caller that is taken out has no code here, but is in its own component.
            let body = &module.functions[callee];
            !graph.same_component(caller, callee)
                && !graph.calls_itself[callee]
                && grown + size(body) <= LARGEST_CALLER
                && may_be_inlined(body)
                && (size(body) <= SMALL
                    || size(body) <= NOT_TOO_LARGE
                        && (graph.calls[callee] == 1 && !kept[callee]
                            || arguments.iter().any(|&argument| is_object[argument])))
        });
        let Some(index) = site else { continue };
        let Operation::Call { function: callee, .. } = function.blocks[block].instructions[index].operation
        else {
            continue;
        };
        let body = &module.functions[callee];
        grown += size(body);
        // The calls in the callee's code were examined when the callee was the caller. The code
        // after the call was not.
        pending.push(inline_call(&mut function, block, index, body));
        inlined = true;
    }
    if inlined {
        function.renumber_values();
    }
    module.functions[caller] = function;
    inlined
}

fn may_be_inlined(function: &Function) -> bool {
    !function.variadic && function.name != "main" && stack_objects(function).next().is_none()
}

/// The addresses of the stack objects of a function.
fn stack_objects(function: &Function) -> impl Iterator<Item = ValueId> {
    let instructions = function.blocks.values().flat_map(|block| &block.instructions);
    instructions
        .filter(|instruction| matches!(instruction.operation, Operation::Alloca { .. }))
        .flat_map(|instruction| instruction.results.iter().copied())
}

/// Replaces the call that is instruction `index` of the block. Returns the block with the code
/// after the call.
fn inline_call(caller: &mut Function, block: BlockId, index: usize, callee: &Function) -> BlockId {
    let contents = &mut caller.blocks[block];
    let rest = contents.instructions.split_off(index + 1);
    let Some(Instruction { operation: Operation::Call { arguments, .. }, results, position }) =
        contents.instructions.pop()
    else {
        unreachable!("a call is there")
    };
    let first = caller.blocks.next_id().index();
    let after = BlockId::from_index(first + callee.blocks.len());
    let entry = TerminatorKind::Jump(BlockId::from_index(first).into());
    let contents = &mut caller.blocks[block];
    let terminator = std::mem::replace(&mut contents.terminator, Terminator { kind: entry, position });
    let mut copy = Copier { caller, first, after, position, values: SecondaryMap::with_default(None) };
    for (&param, argument) in callee.params.iter().zip(arguments) {
        copy.values[param] = Some(argument);
    }
    for contents in callee.blocks.values() {
        copy.definitions(callee, contents);
    }
    for contents in callee.blocks.values() {
        let contents = copy.block(contents);
        copy.caller.blocks.push(contents);
    }
    caller.blocks.push(Block { params: results, instructions: rest, terminator })
}

struct Copier<'a> {
    caller: &'a mut Function,
    /// The index of the copy of the callee's entry.
    first: usize,
    /// The block to return to.
    after: BlockId,
    /// The position of the call.
    position: SourcePosition,
    /// By value of the callee, the value of the caller that stands for it.
    values: SecondaryMap<ValueId, Option<ValueId>>,
}

impl Copier<'_> {
    fn definitions(&mut self, callee: &Function, block: &Block) {
        let results = block.instructions.iter().flat_map(|instruction| &instruction.results);
        for &value in block.params.iter().chain(results) {
            self.values[value] = Some(new_value(&mut self.caller.values, callee.values[value].ty));
        }
    }

    fn value(&self, value: ValueId) -> ValueId {
        self.values[value].expect("all values of the callee are defined")
    }

    fn all(&self, values: &[ValueId]) -> Vec<ValueId> {
        values.iter().map(|&value| self.value(value)).collect()
    }

    fn position(&self, position: SourcePosition) -> SourcePosition {
        if position.is_known() { position } else { self.position }
    }

    fn block(&self, block: &Block) -> Block {
        let instructions = block.instructions.iter().map(|instruction| {
            let mut operation = instruction.operation.clone();
            operation.for_each_operand_mut(|operand| *operand = self.value(*operand));
            let position = self.position(instruction.position);
            Instruction { operation, results: self.all(&instruction.results), position }
        });
        let kind = match &block.terminator.kind {
            TerminatorKind::Return(values) => {
                TerminatorKind::Jump(Target { block: self.after, arguments: self.all(values) })
            }
            other => {
                let mut kind = other.clone();
                kind.for_each_operand_mut(|operand| *operand = self.value(*operand));
                kind.for_each_target_mut(|target| {
                    target.block = BlockId::from_index(self.first + target.block.index());
                });
                kind
            }
        };
        Block {
            params: self.all(&block.params),
            instructions: instructions.collect(),
            terminator: Terminator { kind, position: self.position(block.terminator.position) },
        }
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::SecondaryMap;
    use porf_ir::Module;

    use crate::analyses::call_graph::CallGraph;
    use crate::test_support::{module_of, module_pass};

    fn inline_all(module: &mut Module) {
        let graph = CallGraph::new(module);
        for &function in &graph.bottom_up {
            super::run(module, function, &graph, &SecondaryMap::with_default(false));
            crate::simplifications::control_flow::run(&mut module.functions[function]);
        }
    }

    /// A call in a loop of a function with two returns, which itself calls another. Positions are
    /// kept, and code without positions gets that of the call.
    #[test]
    fn calls_become_code() {
        module_pass(
            "function f0 \"caller\"(%v0: i32) -> (i32) {
            b0:
              jump b1(%v0)
            b1(%v1: i32):
              %v2: i32 = call f1(%v1) @7:1
              %v3: i32 = call f1(%v2) @8:1
              %v4: i1 = icmp.eq %v2, %v3
              branch %v4, b1(%v3), b2
            b2:
              return %v3
            }
            function f1 \"max\"(%v0: i32) -> (i32) {
            b0:
              %v1: i32 = call f2()
              %v2: i1 = icmp.slt %v0, %v1 @3:3
              branch %v2, b1, b2
            b1:
              return %v1
            b2:
              return %v0
            }
            function f2 \"one\"() -> (i32) {
            b0:
              %v0: i32 = const 1
              return %v0
            }",
            inline_all,
            "function f0 \"caller\"(%v0: i32) -> (i32) {
            b0:
              jump b1(%v0)
            b1(%v1: i32):
              %v2: i32 = const 1 @7:1
              %v3: i1 = icmp.slt %v1, %v2 @3:3
              branch %v3, b3, b4 @7:1
            b2:
              return %v7
            b3:
              jump b5(%v2) @7:1
            b4:
              jump b5(%v1) @7:1
            b5(%v4: i32):
              %v5: i32 = const 1 @8:1
              %v6: i1 = icmp.slt %v4, %v5 @3:3
              branch %v6, b6, b7 @8:1
            b6:
              jump b8(%v5) @8:1
            b7:
              jump b8(%v4) @8:1
            b8(%v7: i32):
              %v8: i1 = icmp.eq %v4, %v7
              branch %v8, b1(%v7), b2
            }
            function f1 \"max\"(%v0: i32) -> (i32) {
            b0:
              %v1: i32 = const 1
              %v2: i1 = icmp.slt %v0, %v1 @3:3
              branch %v2, b1, b2
            b1:
              return %v1
            b2:
              return %v0
            }
            function f2 \"one\"() -> (i32) {
            b0:
              %v0: i32 = const 1
              return %v0
            }",
        );
    }

    /// Recursion, stack objects and variadic functions.
    #[test]
    fn some_calls_stay() {
        let callees = [
            "(%v0: i64) {\nb0:\n call f1(%v0)\n return\n}",
            "(%v0: i64) {\nb0:\n call f0(%v0)\n return\n}",
            "(%v0: i64) {\nb0:\n %v1: ptr = alloca %v0 align 1\n return\n}",
            "(%v0: i64) variadic {\nb0:\n return\n}",
        ];
        for callee in callees {
            let text = format!(
                "function f0 \"f\"(%v0: i64) {{\nb0:\n call f1(%v0)\n return\n}}\nfunction f1 \"g\"{callee}"
            );
            let mut module = module_of(&text);
            let before = module.clone();
            inline_all(&mut module);
            assert_eq!(module.to_string(), before.to_string());
        }
    }
}
