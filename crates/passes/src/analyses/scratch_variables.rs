//! Scratch variables: thread-local variables that only one function reads.
//!
//! The seed of a random back-off is such a variable. The program takes the address of a scratch
//! variable only to read or write the variable as a whole, not atomically. So the accesses are no
//! errors, and a write makes a difference only to the reads of that function. All values that are
//! written are defined, as initial values are.

use porf_entity::{ReadOrdering, SecondaryMap, WriteOrdering};
use porf_ir::{Argument, Function, FunctionId, GlobalId, Module, Operation, Relocation, Type, ValueId};

use crate::analyses::defined_values::defined_values;

/// By global, whether it is a scratch variable.
pub(crate) type Scratch = SecondaryMap<GlobalId, bool>;

/// An access to a whole variable.
#[derive(Clone, Copy)]
pub(crate) struct ScratchAccess {
    pub(crate) global: GlobalId,
    /// The value that is written; `None` for a read.
    pub(crate) written: Option<ValueId>,
}

/// By value, the global whose address it is.
pub(crate) fn addresses(function: &Function) -> SecondaryMap<ValueId, Option<GlobalId>> {
    let mut addresses = SecondaryMap::with_default(None);
    for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
        if let (&Operation::GlobalAddress(global), &[result]) =
            (&instruction.operation, &instruction.results[..])
        {
            addresses[result] = Some(global);
        }
    }
    addresses
}

/// The access of an operation to a variable, by its address, if it is not atomic.
pub(crate) fn access(
    operation: &Operation,
    addresses: &SecondaryMap<ValueId, Option<GlobalId>>,
) -> Option<ScratchAccess> {
    match *operation {
        Operation::Load { address, ordering: ReadOrdering::NonAtomic } => {
            Some(ScratchAccess { global: addresses[address]?, written: None })
        }
        Operation::Store { address, value, ordering: WriteOrdering::NonAtomic, .. } => {
            Some(ScratchAccess { global: addresses[address]?, written: Some(value) })
        }
        _ => None,
    }
}

/// The scratch variables that only one function reads, where `reachable` are the functions that may
/// be called.
pub(crate) fn scratch_variables(
    module: &Module,
    reader: FunctionId,
    reachable: &SecondaryMap<FunctionId, bool>,
) -> Scratch {
    let mut scratch: Scratch = SecondaryMap::with_default(false);
    let mut types: SecondaryMap<GlobalId, Option<Type>> = SecondaryMap::with_default(None);
    let own = addresses(&module.functions[reader]);
    let mut any = false;
    for instruction in module.functions[reader].blocks.values().flat_map(|block| &block.instructions) {
        if let Some(ScratchAccess { global, written: None }) = access(&instruction.operation, &own) {
            scratch[global] = module.globals[global].thread_local && !module.globals[global].constant;
            any |= scratch[global];
        }
    }
    if !any {
        return scratch;
    }
    for &(_, relocation) in module.globals.values().flat_map(|global| &global.relocations) {
        if let Relocation::Global { global, .. } = relocation {
            scratch[global] = false;
        }
    }
    for argument in module.threads.iter().flat_map(|thread| &thread.arguments) {
        if let &Argument::Global(global) = argument {
            scratch[global] = false;
        }
    }
    let functions = || module.functions.iter().filter(|&(id, _)| reachable[id] || id == reader);
    for (id, function) in functions() {
        let addresses = addresses(function);
        let exclude = |scratch: &mut Scratch, value: ValueId| {
            if let Some(global) = addresses[value] {
                scratch[global] = false;
            }
        };
        for block in function.blocks.values() {
            for instruction in &block.instructions {
                let Some(ScratchAccess { global, written }) = access(&instruction.operation, &addresses)
                else {
                    instruction.operation.for_each_operand(|&operand| exclude(&mut scratch, operand));
                    continue;
                };
                written.iter().for_each(|&value| exclude(&mut scratch, value));
                let accessed = written.unwrap_or_else(|| instruction.results[0]);
                let ty = function.values[accessed].ty;
                let variable = &module.globals[global];
                let is_whole = ty.access_size().is_some_and(|size| {
                    u64::from(size.bytes()) == variable.size && variable.align.is_multiple_of(variable.size)
                });
                let is_same = *types[global].get_or_insert(ty) == ty;
                scratch[global] &= is_whole && is_same && (written.is_some() || id == reader);
            }
            block.terminator.kind.for_each_operand(|&operand| exclude(&mut scratch, operand));
        }
    }
    // Variables may get their values from each other.
    loop {
        let mut changed = false;
        for (_, function) in functions() {
            let addresses = addresses(function);
            let defined = defined_values(function, &scratch);
            for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
                if let Some(ScratchAccess { global, written: Some(value) }) =
                    access(&instruction.operation, &addresses)
                    && !defined[value]
                {
                    changed |= std::mem::replace(&mut scratch[global], false);
                }
            }
        }
        if !changed {
            return scratch;
        }
    }
}
