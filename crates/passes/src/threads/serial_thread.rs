//! The serial thread of a round at a barrier: whether the program asks who it is.
//!
//! Of the threads of a round, an unspecified one is told that it is the serial one. Each thread asks
//! for that by a call of the runtime ([`Builtin::Serial`]), and each of them may be it, so that a
//! round with n threads has n executions. If no thread uses the answer, no thread need ask. Since
//! exactly one of the threads that ask is told so, either all of them ask or none does.
//!
//! The answer is used if it is [needed](crate::analyses::needed_values) in the function of the call,
//! where the result of a function counts as needed if some call of the function needs it, or if it
//! is not known who calls.

use porf_entity::SecondaryMap;
use porf_ir::intrinsics::Builtin;
use porf_ir::{FunctionId, Module, Operation, Relocation, TerminatorKind};

use crate::analyses::function_facts::constants;
use crate::analyses::needed_values::needed_values;

/// Lets no thread ask whether it is the serial one, if no thread uses the answer.
pub(crate) fn run(module: &mut Module, roots: &[FunctionId]) {
    let Some(serial) = Builtin::Serial.find_in(&module.externals) else { return };
    let asks = |operation: &Operation| matches!(*operation, Operation::CallExternal { external, .. } if external == serial);
    if is_used(module, roots, asks) {
        return;
    }
    for function in module.functions.ids() {
        let function = &mut module.functions[function];
        for block in function.blocks.ids() {
            for instruction in &mut function.blocks[block].instructions {
                if asks(&instruction.operation) && instruction.results.len() == 1 {
                    instruction.operation = Operation::Const(0);
                }
            }
        }
    }
}

/// Whether the result of one of the operations is used.
fn is_used(module: &Module, roots: &[FunctionId], asks: impl Fn(&Operation) -> bool) -> bool {
    let mut used = called_by_unknown(module, roots);
    loop {
        let mut grown = false;
        for (id, function) in module.functions.iter() {
            let result_matters = used[id];
            let matters =
                |kind: &TerminatorKind| result_matters || !matches!(kind, TerminatorKind::Return(_));
            let needed = needed_values(function, &constants(function), matters);
            let instructions = function.blocks.values().flat_map(|block| &block.instructions);
            for instruction in instructions.filter(|it| it.results.iter().any(|&result| needed[result])) {
                match instruction.operation {
                    ref operation if asks(operation) => return true,
                    Operation::Call { function: callee, .. } => {
                        grown |= !std::mem::replace(&mut used[callee], true);
                    }
                    _ => {}
                }
            }
        }
        if !grown {
            return false;
        }
    }
}

/// The functions that may be called by more than the calls in the code.
fn called_by_unknown(module: &Module, roots: &[FunctionId]) -> SecondaryMap<FunctionId, bool> {
    let mut called = SecondaryMap::with_default(false);
    for &root in roots {
        called[root] = true;
    }
    for thread in &module.threads {
        called[thread.function] = true;
    }
    for &(_, to) in module.globals.values().flat_map(|global| &global.relocations) {
        if let Relocation::Function(function) = to {
            called[function] = true;
        }
    }
    let blocks = module.functions.values().flat_map(|function| function.blocks.values());
    for instruction in blocks.flat_map(|block| &block.instructions) {
        if let Operation::FunctionAddress(function) = instruction.operation {
            called[function] = true;
        }
    }
    called
}

#[cfg(test)]
mod tests {
    use porf_entity::EntityId;
    use porf_ir::FunctionId;

    use crate::test_support::module_of;

    /// Whether threads ask if `f1` and `f2`, of which `f2` is called from outside, have this code.
    /// `f0` returns the answer.
    fn asks(other: &str, root: &str) -> bool {
        let mut module = module_of(&format!(
            "external x0 \"__porf_serial\"
            function f0 \"wait\"(%v0: ptr, %v1: i32) -> (i32) {{
            b0:
              %v2: i32 = call x0(%v0, %v1)
              return %v2
            }}
            function f1 \"other\"(%v0: ptr, %v1: i32) -> (i32) {{\nb0:\n{other}\n}}
            function f2 \"root\"(%v0: ptr, %v1: i32) -> (i32) {{\nb0:\n{root}\n}}"
        ));
        super::run(&mut module, &[FunctionId::from_index(2)]);
        module.to_string().contains("call x0")
    }

    const CALLS: &str = "%v2: i32 = call f0(%v0, %v1)\n";

    #[test]
    fn nobody_asks_if_no_answer_is_used() {
        assert!(!asks(&format!("{CALLS}return %v1"), &format!("{CALLS}return %v1")));
        let through_other = "%v2: i32 = call f1(%v0, %v1)\nreturn %v1";
        assert!(!asks(&format!("{CALLS}return %v2"), through_other));
    }

    #[test]
    fn everybody_asks_if_one_answer_is_used() {
        assert!(asks(&format!("{CALLS}return %v1"), &format!("{CALLS}return %v2")));
        let through_other = "%v2: i32 = call f1(%v0, %v1)\nreturn %v2";
        assert!(asks(&format!("{CALLS}return %v2"), through_other));
    }

    #[test]
    fn a_function_whose_address_is_known_may_be_called_by_anybody() {
        assert!(asks("return %v1", "%v2: ptr = address f0\nreturn %v1"));
    }
}
