//! Removes instructions and block parameters whose values nothing needs ([`needed_values`]).

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Function, ValueId};

use crate::analyses::function_facts::constants;
use crate::analyses::needed_values::{has_effect, needed_values};

/// Removes instructions and parameters whose values are not needed.
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

#[cfg(test)]
mod tests {
    use crate::test_support::function_pass;

    /// Two parameters of a loop that only feed each other, and the values they are computed from.
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

    /// All operations here can be errors, or other threads can observe them.
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
