//! Loops that have done nothing are found out while they run (dynamic-spin-assume, saver §V).
//!
//! At the beginning of each iteration of a loop it is noted how many effects the thread has had. Where the loop is about to
//! jump back, that is compared with how many there are now, and the values for the next iteration with those that this one
//! began with. If all are equal, the thread is where it was before in every respect but for what it has read. Whatever it
//! does next, it could have done without this iteration; so it waits (`Spin`).
//!
//! That needs no knowledge of what is in the loop, and it applies to each iteration by itself: to a loop whose
//! compare-exchange happens to fail, or that happens to read what it has read before.

use porf_entity::SecondaryMap;
use porf_ir::{
    BinaryOp, Block, BlockId, Comparison, Dominators, Function, Instruction, Operation, Target, Terminator,
    TerminatorKind, Type, ValueId,
};

use crate::control_flow::remove_unreachable_blocks;
use crate::edit::{define, predecessors};
use crate::loops::{Backedge, Backedges};

/// Checks the backedges of loops that may wait for something: that read memory, or call something that may.
pub(crate) fn run(function: &mut Function) {
    remove_unreachable_blocks(function);
    let predecessors = predecessors(function);
    let mut edges = Backedges::find(function, &Dominators::new(&function.blocks)).natural;
    edges.retain(|edge| {
        let (blocks, _) = edge.natural_loop(&predecessors);
        blocks.iter().any(|&block| may_wait(&function.blocks[block])) && can_compare(function, edge.header)
    });
    let mut effects_at: SecondaryMap<BlockId, Option<ValueId>> = SecondaryMap::with_default(None);
    for edge in edges {
        let position = function.blocks[edge.from].terminator.position;
        let before = *effects_at[edge.header].get_or_insert_with(|| {
            let (count, is_count) = define(&mut function.values, Type::I64, Operation::Effects, position);
            function.blocks[edge.header].instructions.insert(0, is_count);
            count
        });
        let checked = checked(function, before, edge);
        edge.redirect(function, checked);
    }
}

/// Whether a block reads memory, or calls something that may.
fn may_wait(block: &Block) -> bool {
    block.instructions.iter().any(|instruction| {
        matches!(
            instruction.operation,
            Operation::Load { .. }
                | Operation::Rmw { .. }
                | Operation::CompareExchange { .. }
                | Operation::Call { .. }
                | Operation::CallIndirect { .. }
                | Operation::CallExternal { .. }
        )
    })
}

/// Whether the values that a header takes can be compared.
fn can_compare(function: &Function, header: BlockId) -> bool {
    function.blocks[header].params.iter().all(|&param| !function.values[param].ty.is_float())
}

/// A way to the header that ends if there have been no effects since `before` and all values are as before.
fn checked(function: &mut Function, before: ValueId, edge: Backedge) -> Target {
    let target = edge.target(function).clone();
    let position = function.blocks[edge.from].terminator.position;
    let mut instructions: Vec<Instruction> = Vec::new();
    let mut compute = |function: &mut Function, ty, operation| {
        let (value, is) = define(&mut function.values, ty, operation, position);
        instructions.push(is);
        value
    };
    let now = compute(function, Type::I64, Operation::Effects);
    let equal = |lhs, rhs| Operation::Compare { comparison: Comparison::Eq, lhs, rhs };
    let mut same = compute(function, Type::I1, equal(before, now));
    let params = function.blocks[target.block].params.clone();
    for (&param, &argument) in
        params.iter().zip(&target.arguments).filter(|(param, argument)| param != argument)
    {
        let as_before = compute(function, Type::I1, equal(param, argument));
        same =
            compute(function, Type::I1, Operation::Binary { op: BinaryOp::And, lhs: same, rhs: as_before });
    }
    let spins = Terminator { kind: TerminatorKind::Spin, position };
    let spin =
        function.blocks.push(Block { params: Vec::new(), instructions: Vec::new(), terminator: spins });
    let kind = TerminatorKind::Branch { condition: same, then_target: spin.into(), else_target: target };
    let terminator = Terminator { kind, position };
    function.blocks.push(Block { params: Vec::new(), instructions, terminator }).into()
}

#[cfg(test)]
mod tests {
    use crate::test_support::function_pass;

    fn check(before: &str, after: &str) {
        function_pass(before, super::run, after);
    }

    #[test]
    fn a_back_edge_is_checked_with_the_values_that_change() {
        check(
            r#"
            global g0 "x" size 4 align 4
            function f0 "spin"(%v0: i32) -> (i32) {
            b0:
              %v1: ptr = address g0
              jump b1(%v0, %v0)
            b1(%v2: i32, %v3: i32):
              %v4: i32 = load.rlx %v1
              %v5: i1 = icmp.eq %v4, %v2
              branch %v5, b2, b1(%v4, %v3)
            b2:
              return %v3
            }
            "#,
            r#"
            global g0 "x" size 4 align 4
            function f0 "spin"(%v0: i32) -> (i32) {
            b0:
              %v1: ptr = address g0
              jump b1(%v0, %v0)
            b1(%v2: i32, %v3: i32):
              %v6: i64 = effects
              %v4: i32 = load.rlx %v1
              %v5: i1 = icmp.eq %v4, %v2
              branch %v5, b2, b4
            b2:
              return %v3
            b3:
              spin
            b4:
              %v7: i64 = effects
              %v8: i1 = icmp.eq %v6, %v7
              %v9: i1 = icmp.eq %v2, %v4
              %v10: i1 = and %v8, %v9
              branch %v10, b3, b1(%v4, %v3)
            }
            "#,
        );
    }

    #[test]
    fn a_loop_that_reads_nothing_is_left_alone() {
        let text = r#"
            function f0 "count"(%v0: i32) -> (i32) {
            b0:
              %v1: i32 = const 1
              jump b1(%v0)
            b1(%v2: i32):
              %v3: i32 = sub %v2, %v1
              %v4: i1 = icmp.eq %v3, %v1
              branch %v4, b2, b1(%v3)
            b2:
              return %v3
            }
            "#;
        check(text, text);
    }

    #[test]
    fn each_back_edge_of_a_header_is_checked_by_itself() {
        check(
            r#"
            global g0 "x" size 4 align 4
            function f0 "spin"() {
            b0:
              %v0: ptr = address g0
              jump b1
            b1:
              %v1: i32 = load.rlx %v0
              switch %v1, [0: b1, 1: b2], b3
            b2:
              store.rlx %v1, %v0
              jump b1
            b3:
              return
            }
            "#,
            r#"
            global g0 "x" size 4 align 4
            function f0 "spin"() {
            b0:
              %v0: ptr = address g0
              jump b1
            b1:
              %v2: i64 = effects
              %v1: i32 = load.rlx %v0
              switch %v1, [0: b5, 1: b2], b3
            b2:
              store.rlx %v1, %v0
              jump b7
            b3:
              return
            b4:
              spin
            b5:
              %v3: i64 = effects
              %v4: i1 = icmp.eq %v2, %v3
              branch %v4, b4, b1
            b6:
              spin
            b7:
              %v5: i64 = effects
              %v6: i1 = icmp.eq %v2, %v5
              branch %v6, b6, b1
            }
            "#,
        );
    }
}
