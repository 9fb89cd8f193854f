//! Whether a program asks threads for their identity.
//!
//! Threads that run the same code with the same argument still have different names. A function
//! that tells a thread its name distinguishes it from symmetric threads. This module looks for
//! calls of such functions. The addresses of a thread's memory reveal the thread, too; the machine
//! checks the operations of the program on addresses.

use porf_entity::SecondaryMap;
use porf_ir::{FunctionId, Module, Operation, Relocation};

/// The functions by which a thread learns its identity.
const NAMES: [&str; 6] = [
    "pthread_self",
    "thrd_current",
    "gettid",
    "__VERIFIER_tid",
    "__VERIFIER_thread_self",
    "__VERIFIER_get_thread_id",
];

/// Whether a function of the user asks for the identity of the calling thread, before inlining.
pub fn asks_who_it_is(module: &Module, user_functions: &SecondaryMap<FunctionId, bool>) -> bool {
    let tells = |function: FunctionId| NAMES.contains(&&*module.functions[function].name);
    let asks = |operation: &Operation| match *operation {
        Operation::Call { function, .. } | Operation::FunctionAddress(function) => tells(function),
        Operation::CallExternal { external, .. } => NAMES.contains(&&*module.externals[external].name),
        _ => false,
    };
    let users = module.functions.iter().filter(|(id, _)| user_functions[*id]);
    let mut instructions =
        users.flat_map(|(_, function)| function.blocks.values()).flat_map(|block| &block.instructions);
    let mut pointers = module.globals.values().flat_map(|global| &global.relocations);
    instructions.any(|instruction| asks(&instruction.operation))
        || pointers.any(|&(_, to)| matches!(to, Relocation::Function(function) if tells(function)))
}

#[cfg(test)]
mod tests {
    use porf_entity::SecondaryMap;

    use super::asks_who_it_is;
    use crate::test_support::module_of;

    /// Whether a program with these globals and this code asks, if its functions but `pthread_self`
    /// are the user's.
    fn asks(globals: &str, code: &str) -> bool {
        let module = module_of(&format!(
            "{globals}
            external x0 \"gettid\"
            external x1 \"puts\"
            function f0 \"pthread_self\"() {{\nb0:\nreturn\n}}
            function f1 \"other\"() {{\nb0:\nreturn\n}}
            function f2 \"main\"() {{\nb0:\n{code}\nreturn\n}}"
        ));
        let mut user_functions = SecondaryMap::with_default(false);
        for (id, function) in module.functions.iter() {
            user_functions[id] = &*function.name != "pthread_self";
        }
        asks_who_it_is(&module, &user_functions)
    }

    #[test]
    fn calls_and_pointers() {
        assert!(!asks("", "call f1()\ncall x1()\n%v0: ptr = address f1"));
        assert!(asks("", "call f0()"));
        assert!(asks("", "%v0: ptr = address f0"));
        assert!(asks("", "call x0()"));
        assert!(asks("global g0 \"p\" size 8 align 8 pointers [0: f0]", ""));
        assert!(!asks("global g0 \"p\" size 8 align 8 pointers [0: f1]", ""));
    }
}
