//! Globals that are only accessed atomically: an aligned access to one, within its bounds, is never
//! an error.
//!
//! The program takes the address of such a global only to access it, at some offset, or to compare
//! the address. Plain stores by the first thread before it calls anything, as initialisations are,
//! race with no access and do not count.

use porf_entity::SecondaryMap;
use porf_ir::{
    Argument, BlockId, Dominators, Function, FunctionId, GlobalId, Instruction, Module, Operation,
    Relocation, ValueId,
};

/// The globals that are only accessed atomically.
pub(crate) struct AtomicGlobals {
    /// By global, its number of bytes if it is only accessed atomically.
    sizes: SecondaryMap<GlobalId, Option<u64>>,
    /// By global, its alignment.
    alignments: SecondaryMap<GlobalId, u64>,
}

impl AtomicGlobals {
    pub(crate) fn new(module: &Module) -> Self {
        let mut found =
            Self { sizes: SecondaryMap::with_default(None), alignments: SecondaryMap::with_default(1) };
        // A write to a constant is an error.
        for (id, global) in module.globals.iter().filter(|(_, global)| !global.constant) {
            found.sizes[id] = Some(global.size);
            found.alignments[id] = global.align;
        }
        for &(_, relocation) in module.globals.values().flat_map(|global| &global.relocations) {
            if let Relocation::Global { global, .. } = relocation {
                found.sizes[global] = None;
            }
        }
        for argument in module.threads.iter().flat_map(|thread| &thread.arguments) {
            if let &Argument::Global(global) = argument {
                found.sizes[global] = None;
            }
        }
        let first = only_thread(module);
        for (id, function) in module.functions.iter() {
            found.look_at(function, first == Some(id));
        }
        found
    }

    /// Whether a global is only accessed atomically.
    pub(crate) fn contains(&self, global: GlobalId) -> bool {
        self.sizes[global].is_some()
    }

    /// Whether an atomic access to so many bytes at an offset of a global is no error and races
    /// with no other access.
    pub(crate) fn can_access(&self, global: GlobalId, offset: u64, bytes: u32) -> bool {
        let bytes = u64::from(bytes);
        let aligned = offset.is_multiple_of(bytes) && self.alignments[global].is_multiple_of(bytes);
        let end = offset.checked_add(bytes);
        aligned && end.is_some_and(|end| self.sizes[global].is_some_and(|size| end <= size))
    }

    fn look_at(&mut self, function: &Function, is_first: bool) {
        let dominators = Dominators::new(&function.blocks);
        let mut bases: SecondaryMap<ValueId, Option<GlobalId>> = SecondaryMap::with_default(None);
        let alone =
            if is_first { before_calls(function, &dominators) } else { SecondaryMap::with_default(0) };
        for &block in dominators.order() {
            let contents = &function.blocks[block];
            for (index, instruction) in contents.instructions.iter().enumerate() {
                self.look_at_instruction(instruction, index < alone[block], &mut bases);
            }
            contents.terminator.kind.for_each_operand(|&operand| self.escapes(bases[operand]));
        }
    }

    fn escapes(&mut self, base: Option<GlobalId>) {
        if let Some(global) = base {
            self.sizes[global] = None;
        }
    }

    fn look_at_instruction(
        &mut self,
        instruction: &Instruction,
        alone: bool,
        bases: &mut SecondaryMap<ValueId, Option<GlobalId>>,
    ) {
        match (&instruction.operation, &instruction.results[..]) {
            (&Operation::GlobalAddress(global), &[result]) => bases[result] = Some(global),
            (&Operation::PtrAdd { pointer, offset }, &[result]) => {
                bases[result] = bases[pointer];
                self.escapes(bases[offset]);
            }
            (&Operation::Load { address, ordering }, _) if !ordering.is_atomic() => {
                self.escapes(bases[address]);
            }
            (&Operation::Store { value, address, ordering, .. }, _) => {
                if !ordering.is_atomic() && !alone {
                    self.escapes(bases[address]);
                }
                self.escapes(bases[value]);
            }
            (&Operation::Rmw { operand, .. }, _) => self.escapes(bases[operand]),
            (&Operation::CompareExchange { expected, desired, .. }, _) => {
                self.escapes(bases[expected]);
                self.escapes(bases[desired]);
            }
            (Operation::Load { .. } | Operation::Compare { .. }, _) => {}
            (operation, _) => operation.for_each_operand(|&operand| self.escapes(bases[operand])),
        }
    }
}

/// The function of the only thread that begins with the program, if no other thread runs it and no
/// code calls it.
fn only_thread(module: &Module) -> Option<FunctionId> {
    let [thread] = &module.threads[..] else { return None };
    let function = thread.function;
    let mut relocations = module.globals.values().flat_map(|global| &global.relocations);
    let runs = |instruction: &Instruction| match instruction.operation {
        Operation::Call { function: callee, .. } | Operation::FunctionAddress(callee) => callee == function,
        _ => false,
    };
    let mut blocks = module.functions.values().flat_map(|function| function.blocks.values());
    let elsewhere = relocations.any(|&(_, relocation)| relocation == Relocation::Function(function))
        || blocks.any(|block| block.instructions.iter().any(runs));
    (!elsewhere).then_some(function)
}

/// By block, the number of its instructions that can only run before the function calls anything.
fn before_calls(function: &Function, dominators: &Dominators) -> SecondaryMap<BlockId, usize> {
    let calls = |instruction: &Instruction| {
        matches!(
            instruction.operation,
            Operation::Call { .. } | Operation::CallIndirect { .. } | Operation::CallExternal { .. }
        )
    };
    let mut after: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
    let mut pending = Vec::new();
    let mut counts = SecondaryMap::with_default(0);
    for &block in dominators.order() {
        let instructions = &function.blocks[block].instructions;
        let first = instructions.iter().position(calls);
        counts[block] = first.unwrap_or(instructions.len());
        pending.extend(first.map(|_| block));
    }
    while let Some(block) = pending.pop() {
        function.blocks[block].terminator.kind.for_each_target(|target| {
            if !std::mem::replace(&mut after[target.block], true) {
                counts[target.block] = 0;
                pending.push(target.block);
            }
        });
    }
    counts
}

#[cfg(test)]
mod tests {
    use porf_entity::EntityId;

    use super::*;
    use crate::test_support::module_of;

    /// By global of the module, whether its first four bytes are only accessed atomically.
    fn atomic(text: &str) -> Vec<bool> {
        let module = module_of(text);
        let globals = AtomicGlobals::new(&module);
        (0..module.globals.len()).map(|index| globals.can_access(GlobalId::from_index(index), 0, 4)).collect()
    }

    #[test]
    fn plain_accesses_and_addresses_that_get_away() {
        let text = r#"
            global g0 "atomic" size 8 align 8
            global g1 "read" size 8 align 8
            global g2 "written" size 8 align 8
            global g3 "stored" size 8 align 8
            global g4 "passed" size 8 align 8
            global g5 "small" size 2 align 8
            global g6 "at an offset" size 8 align 8
            external x0 "f"
            function f0 "f"(%v0: i64) {
            b0:
              %v1: ptr = address g0
              %v2: ptr = address g1
              %v3: ptr = address g2
              %v4: ptr = address g3
              %v5: ptr = address g4
              %v6: ptr = address g5
              %v7: ptr = address g6
              %v8: ptr = ptradd %v1, %v0
              %v9: i64 = load.rlx %v8
              store.rel %v9, %v1
              %v10: i64 = rmw.xchg.rlx %v1, %v9
              %v11: i64, %v12: i1 = cmpxchg.rlx.rlx %v1, %v9, %v10
              %v13: i1 = icmp.eq %v1, %v2
              %v14: i64 = load.na %v2
              store.na %v14, %v3
              store.rlx %v4, %v1
              call x0(%v5)
              %v15: i16 = load.rlx %v6
              %v16: ptr = ptradd %v7, %v0
              %v17: i64 = load.na %v16
              return
            }
            "#;
        assert_eq!(atomic(text), [true, false, false, false, false, false, false]);
    }

    #[test]
    fn what_the_first_thread_writes_before_it_calls_anything() {
        let text = r#"
            global g0 "before" size 4 align 4
            global g1 "after" size 4 align 4
            global g2 "by another" size 4 align 4
            global g3 "round a loop" size 4 align 4
            external x0 "spawn"
            thread "main" f0()
            function f0 "main"() {
            b0:
              %v0: i32 = const 1
              %v1: ptr = address g0
              store.na %v0, %v1
              jump b1
            b1:
              %v2: ptr = address g3
              store.na %v0, %v2
              %v3: i1 = call x0()
              branch %v3, b1, b2
            b2:
              %v4: ptr = address g1
              store.na %v0, %v4
              return
            }
            function f1 "other"() {
            b0:
              %v0: i32 = const 1
              %v1: ptr = address g2
              store.na %v0, %v1
              return
            }
            "#;
        assert_eq!(atomic(text), [true, false, false, false]);
        // A second thread may run in the meantime.
        assert_eq!(atomic(&text.replace("f0()\n", "f0()\nthread \"t\" f1()\n")), [false; 4]);
    }
    #[test]
    fn globals_that_are_no_candidates() {
        let text = r#"
            global g0 "atomic" size 8 align 8
            global g1 "constant" size 8 align 8 constant
            global g2 "pointed to" size 8 align 8
            global g3 "argument" size 8 align 8
            global g4 "pointer" size 8 align 8 pointers [0: g2]
            global g5 "packed" size 8 align 1
            thread "t" f0(g3)
            function f0 "f"(%v0: ptr) {
            b0:
              return
            }
            "#;
        assert_eq!(atomic(text), [true, false, false, false, true, false]);
        let module = module_of(text);
        let globals = AtomicGlobals::new(&module);
        let can_access = |offset, bytes| globals.can_access(GlobalId::from_index(0), offset, bytes);
        assert!(can_access(4, 4) && !can_access(2, 4) && !can_access(8, 4) && !can_access(4, 8));
    }

    /// Each of these uses lets an address get away.
    #[test]
    fn addresses_that_get_away() {
        for use_of_address in [
            "%v3: ptr = rmw.xchg.rlx %v0, %v2",
            "%v3: ptr, %v4: i1 = cmpxchg.rlx.rlx %v0, %v2, %v0",
            "%v3: ptr, %v4: i1 = cmpxchg.rlx.rlx %v0, %v0, %v2",
            "%v3: i64 = ptrtoint %v2",
            "jump b1(%v2)\nb1(%v3: ptr):",
        ] {
            let text = format!(
                "global g0 \"x\" size 8 align 8
                function f0 \"f\"(%v0: ptr, %v1: i1) {{
                b0:
                  %v2: ptr = address g0
                  {use_of_address}
                  return
                }}"
            );
            assert_eq!(atomic(&text), [false], "{use_of_address}");
        }
    }

    /// The first function runs again, when there are other threads.
    #[test]
    fn a_first_function_that_runs_elsewhere() {
        let alone = r#"
            global g0 "x" size 4 align 4
            thread "main" f0()
            function f0 "main"() {
            b0:
              %v0: i32 = const 1
              %v1: ptr = address g0
              store.na %v0, %v1
              return
            }
            "#;
        assert_eq!(atomic(alone), [true]);
        let called = "function f1 \"g\"() {\nb0:\ncall f0()\nreturn\n}";
        assert_eq!(atomic(&format!("{alone}\n{called}")), [false]);
        let pointed_to = "global g1 \"p\" size 8 align 8 pointers [0: f0]\nthread";
        assert_eq!(atomic(&alone.replacen("thread", pointed_to, 1)), [false, true]);
    }
}
