//! Whether a program asks threads who they are.
//!
//! Threads that run the same code with the same argument still have names of their own. A function that tells a thread its name lets
//! it do something else than symmetric threads, so such functions are looked for. Where a thread's memory is tells it the same;
//! what a program does with addresses the machine finds out.

use porf_entity::SecondaryMap;
use porf_ir::{FunctionId, Module, Operation, Relocation};

/// The functions by which a thread learns who it is.
const NAMES: [&str; 6] = [
    "pthread_self",
    "thrd_current",
    "gettid",
    "__VERIFIER_tid",
    "__VERIFIER_thread_self",
    "__VERIFIER_get_thread_id",
];

/// Whether a function of the user's asks who the calling thread is, before anything is inlined.
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
