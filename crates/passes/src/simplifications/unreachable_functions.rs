//! Functions that are never called lose their code.
//!
//! A function may be called if it is a root, if code that may run calls it or takes its address, or
//! if memory that such code can reach initially contains its address. The others stay in the table
//! of functions, so that ids keep their meaning, but have no code to compile or analyse.

use porf_entity::{PrimaryMap, SecondaryMap};
use porf_ir::{
    Argument, Block, FailKind, FunctionId, GlobalId, Module, Operation, Relocation, Terminator,
    TerminatorKind,
};

/// Removes the code of functions that can never be called. The threads' functions are roots in any case.
pub fn remove_unreachable_functions(module: &mut Module, roots: &[FunctionId]) {
    let called = reachable_functions(module, roots);
    for id in module.functions.ids().filter(|&id| !called[id]) {
        let function = &mut module.functions[id];
        let position =
            function.blocks.values().next().map_or_else(Default::default, |b| b.terminator.position);
        let terminator = Terminator { kind: TerminatorKind::Fail(FailKind::Unreachable), position };
        let block = Block { params: Vec::new(), instructions: Vec::new(), terminator };
        function.blocks = PrimaryMap::from_iter([block]);
        function.renumber_values();
    }
}

/// The functions and globals that were found to be reachable, and those of them that are still to
/// be searched.
struct Search {
    functions: SecondaryMap<FunctionId, bool>,
    globals: SecondaryMap<GlobalId, bool>,
    pending: Vec<Item>,
}

enum Item {
    Function(FunctionId),
    Global(GlobalId),
}

impl Search {
    fn function(&mut self, function: FunctionId) {
        if !std::mem::replace(&mut self.functions[function], true) {
            self.pending.push(Item::Function(function));
        }
    }

    fn global(&mut self, global: GlobalId) {
        if !std::mem::replace(&mut self.globals[global], true) {
            self.pending.push(Item::Global(global));
        }
    }
}

/// The functions that may be called.
pub(crate) fn reachable_functions(module: &Module, roots: &[FunctionId]) -> SecondaryMap<FunctionId, bool> {
    let mut search = Search {
        functions: SecondaryMap::with_default(false),
        globals: SecondaryMap::with_default(false),
        pending: Vec::new(),
    };
    roots.iter().for_each(|&root| search.function(root));
    for thread in &module.threads {
        search.function(thread.function);
        for argument in &thread.arguments {
            if let &Argument::Global(global) = argument {
                search.global(global);
            }
        }
    }
    while let Some(item) = search.pending.pop() {
        match item {
            Item::Function(function) => {
                let blocks = module.functions[function].blocks.values();
                for instruction in blocks.flat_map(|block| &block.instructions) {
                    match instruction.operation {
                        Operation::Call { function, .. } | Operation::FunctionAddress(function) => {
                            search.function(function);
                        }
                        Operation::GlobalAddress(global) => search.global(global),
                        _ => {}
                    }
                }
            }
            Item::Global(global) => {
                for &(_, relocation) in &module.globals[global].relocations {
                    match relocation {
                        Relocation::Global { global, .. } => search.global(global),
                        Relocation::Function(function) => search.function(function),
                    }
                }
            }
        }
    }
    search.functions
}

#[cfg(test)]
mod tests {
    use porf_ir::FunctionId;

    use super::*;
    use crate::test_support::{check, module_of};

    /// f0 is a thread's, f1 is called, f2's address is taken, f3's is in memory that is pointed to by memory that
    /// is used; f4's is in memory that nothing uses, f5 is called by f4 only, f6 is a root.
    #[test]
    fn what_cannot_be_called_loses_its_code() {
        let mut text = "global g0 \"used\" size 8 align 8 pointers [0: g1]
            global g1 \"table\" size 8 align 8 pointers [0: f3]
            global g2 \"unused\" size 8 align 8 pointers [0: f4]
            function f0 \"f0\"() {\nb0:\n call f1()\n %v0: ptr = address g0\n %v1: ptr = address f2\n return\n}"
            .to_owned();
        for id in 1..=6 {
            let call = if id == 4 { "call f5()" } else { "fence.sc" };
            text.push_str(&format!("\nfunction f{id} \"f{id}\"() {{\nb0:\n {call}\n return\n}}"));
        }
        text.push_str("\nthread \"t\" f0()");
        let mut module = module_of(&text);
        let ids: Vec<FunctionId> = module.functions.ids().collect();
        remove_unreachable_functions(&mut module, &[ids[6]]);
        check(&module);
        let has_code =
            |id: &FunctionId| module.functions[*id].blocks.values().any(|b| !b.instructions.is_empty());
        let left: Vec<bool> = ids.iter().map(has_code).collect();
        assert_eq!(left, [true, true, true, true, false, false, true]);
    }
}
