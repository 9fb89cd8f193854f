//! Marks private objects ([`escape`](crate::analyses::escape)): accesses to them are no events.
//!
//! Private stack objects and thread-local variables are marked; calls of `malloc` and
//! `__porf_malloc` whose result is private become calls of `__porf_malloc_private`.

use porf_entity::SecondaryMap;
use porf_ir::intrinsics::{Builtin, PointerUse};
use porf_ir::{Argument, ExternalId, Function, FunctionId, GlobalId, Module, Operation, Type};

use crate::analyses::escape::Escaping;
use crate::analyses::externals::{DEFAULT_ALIGNMENT, Externals};
use crate::simplifications::edit::define;

/// Marks private objects. `roots` are functions that are called from outside.
pub(crate) fn run(module: &mut Module, roots: &[FunctionId], externals: &Externals) {
    let escaping = Escaping::find(module, roots, externals);
    mark_thread_locals(module, &escaping);
    let mut allocation = None;
    for id in module.functions.ids() {
        mark_objects(module, id, externals, &escaping, &mut allocation);
    }
}

/// Marks the thread-local variables whose address never escapes.
fn mark_thread_locals(module: &mut Module, escaping: &Escaping) {
    let mut escapes: SecondaryMap<GlobalId, bool> = SecondaryMap::with_default(false);
    for argument in module.threads.iter().flat_map(|thread| &thread.arguments) {
        if let &Argument::Global(global) = argument {
            escapes[global] = true;
        }
    }
    for (id, function) in module.functions.iter() {
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            if let Operation::GlobalAddress(global) = instruction.operation {
                escapes[global] |= escaping.contains(id, instruction.results[0]);
            }
        }
    }
    for id in module.globals.ids() {
        let global = &mut module.globals[id];
        global.private = global.thread_local && !escapes[id];
    }
}

/// Marks the stack objects and allocations of a function whose address never escapes. `allocation` is the external
/// that makes private objects, once there is one.
fn mark_objects(
    module: &mut Module,
    id: FunctionId,
    externals: &Externals,
    escaping: &Escaping,
    allocation: &mut Option<ExternalId>,
) {
    let Module { functions, externals: table, .. } = module;
    let Function { blocks, values, .. } = &mut functions[id];
    for block in blocks.ids() {
        let mut alignments = Vec::new();
        for (index, instruction) in blocks[block].instructions.iter_mut().enumerate() {
            let Some(&result) = instruction.results.first() else { continue };
            if escaping.contains(id, result) {
                continue;
            }
            match &mut instruction.operation {
                Operation::Alloca { private, .. } => *private = true,
                Operation::CallExternal { external, arguments } => {
                    let kind = externals.pointers(*external);
                    match (kind, arguments.len()) {
                        (PointerUse::AllocateAligned, 2) => {}
                        (PointerUse::Allocate, 1) => {
                            let operation = Operation::Const(DEFAULT_ALIGNMENT);
                            let (alignment, is) = define(values, Type::I64, operation, instruction.position);
                            alignments.push((index, is));
                            arguments.push(alignment);
                        }
                        _ => continue,
                    }
                    let private = Builtin::AlignedAllocate { private: true };
                    *external = *allocation.get_or_insert_with(|| private.declare_in(table));
                }
                _ => {}
            }
        }
        for (index, alignment) in alignments.into_iter().rev() {
            blocks[block].instructions.insert(index, alignment);
        }
    }
}

#[cfg(test)]
mod tests;
