//! Dynamic-spin-assume: iterations without effects block their thread while the program runs
//! [saver §V].
//!
//! The header of a loop records the number of effects that the thread has had. The back edge
//! compares that number with the present one, and the values for the next iteration with those that
//! this iteration began with. If all are equal, the state of the thread is the one at the header,
//! apart from the values it has read. The thread could do all of its next steps without this
//! iteration, so it blocks (`Spin`).
//!
//! The check needs no knowledge of the code in the loop, and it judges each iteration by itself: a
//! compare-exchange may happen to fail, or a load may happen to read the same value again. Static
//! knowledge only omits checks that always fail: those of iterations that write in any case, or
//! count. [Provisional](crate::spinloops::provisional) stores do not count as effects; each
//! iteration has the same number of them.

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{
    BinaryOp, Block, BlockId, Comparison, Dominators, Function, Instruction, Operation, Target, Terminator,
    TerminatorKind, Type, ValueId,
};

use crate::analyses::addresses::Addresses;
use crate::analyses::effects::{Effect, Effects, changes_every_value};
use crate::analyses::externals::Externals;
use crate::analyses::function_facts::Spot;
use crate::analyses::function_facts::{Constants, constants, predecessors};
use crate::analyses::loops::{BackEdge, BackEdges, Counters};
use crate::simplifications::control_flow::remove_unreachable_blocks;
use crate::simplifications::edit::define;
use crate::spinloops::iterations::name_iterations;
use crate::spinloops::provisional::Iteration;

/// Checks the back edges of loops that may wait: loops that read memory, or call a function that
/// may. Returns the positions of these back edges.
pub(crate) fn run(
    function: &mut Function,
    effects: &Effects<'_>,
    externals: &Externals,
) -> Vec<SourcePosition> {
    remove_unreachable_blocks(function);
    let checks = Candidates::new(function, effects, externals).find();
    for &(block, index) in checks.iter().flat_map(|check| &check.provisional) {
        if let Operation::Store { provisional, .. } =
            &mut function.blocks[block].instructions[index].operation
        {
            *provisional = true;
        }
    }
    let mut effects_at: SecondaryMap<BlockId, Option<ValueId>> = SecondaryMap::with_default(None);
    let mut checked = Vec::new();
    for check in checks {
        let edge = check.edge;
        let position = function.blocks[edge.from].terminator.position;
        let before = *effects_at[edge.header].get_or_insert_with(|| {
            let (count, is_count) = define(&mut function.values, Type::I64, Operation::Effects, position);
            function.blocks[edge.header].instructions.insert(0, is_count);
            count
        });
        let since = name_iterations(function, edge.header);
        let way = checked_way(function, before, since, &check);
        edge.redirect(function, way);
        checked.push(position);
    }
    checked
}

/// A back edge whose iteration may turn out to have had no effect.
struct Check {
    edge: BackEdge,
    /// The live parameters of the header, each with its argument for the next iteration.
    compared: Vec<(ValueId, ValueId)>,
    /// The provisional stores, which do not count as effects.
    provisional: Vec<Spot>,
}

/// Finds the back edges that are worth a check.
struct Candidates<'a> {
    function: &'a Function,
    effects: &'a Effects<'a>,
    externals: &'a Externals,
    constants: Constants,
    addresses: Addresses,
    dominators: Dominators,
    /// The headers of loops.
    headers: Vec<BlockId>,
    predecessors: SecondaryMap<BlockId, Vec<BlockId>>,
    counters: Counters,
}

impl<'a> Candidates<'a> {
    fn new(function: &'a Function, effects: &'a Effects<'a>, externals: &'a Externals) -> Self {
        let constants = constants(function);
        let dominators = Dominators::new(&function.blocks);
        let edges = BackEdges::find(function, &dominators);
        Self {
            function,
            effects,
            externals,
            addresses: Addresses::new(function, &constants, externals),
            headers: edges.natural.iter().chain(&edges.irreducible).map(|edge| edge.header).collect(),
            dominators,
            predecessors: predecessors(function),
            counters: Counters::new(function, &constants),
            constants,
        }
    }

    fn find(&self) -> Vec<Check> {
        let edges = BackEdges::find(self.function, &self.dominators).natural;
        edges.into_iter().filter_map(|edge| self.check(edge)).collect()
    }

    /// Whether an iteration may read memory without writing any, provisional stores apart.
    fn may_wait(&self, edge: BackEdge, blocks: &[BlockId], provisional: &[Spot]) -> bool {
        let (mut reads, mut writes, mut cancels) = (false, false, false);
        for &block in blocks {
            let always = self.dominators.dominates(block, edge.from);
            for (index, instruction) in self.function.blocks[block].instructions.iter().enumerate() {
                match (self.effects.of(instruction), &instruction.operation) {
                    (Effect::None, _) => {}
                    (Effect::Changes(_), Operation::Store { .. }) => {
                        writes |= always && !provisional.contains(&(block, index));
                    }
                    (Effect::Changes(_), &Operation::Rmw { kind, operand, .. }) => {
                        reads = true;
                        writes |= always && changes_every_value(&self.constants, kind, operand);
                    }
                    (_, &Operation::CallExternal { external, .. }) => {
                        reads = true;
                        cancels |= self.externals.cancels(external);
                    }
                    _ => reads = true,
                }
            }
        }
        reads && (cancels || !writes)
    }

    /// The check of a back edge; `None` if some value differs in any case, or cannot be compared.
    fn check(&self, edge: BackEdge) -> Option<Check> {
        if self.counters.count(self.function, edge) {
            return None;
        }
        let (blocks, inside) = edge.natural_loop(&self.predecessors);
        let iteration = Iteration {
            function: self.function,
            dominators: &self.dominators,
            addresses: &self.addresses,
            edge,
            inside: &inside,
            other_headers: &self.headers,
        };
        let provisional = iteration.provisional_stores();
        if !self.may_wait(edge, &blocks, &provisional) {
            return None;
        }
        let params = &self.function.blocks[edge.header].params;
        let arguments = &edge.target(self.function).arguments;
        let passed = params.iter().copied().zip(arguments.iter().copied());
        let compared: Vec<(ValueId, ValueId)> =
            passed.filter(|&(param, argument)| self.counters.live[param] && param != argument).collect();
        let can_be_compared = |&(param, _): &(ValueId, ValueId)| !self.function.values[param].ty.is_float();
        compared.iter().all(can_be_compared).then_some(Check { edge, compared, provisional })
    }
}

/// A way to the header that ends in `Spin` if there have been no effects since `before`,
/// provisional stores apart, and all values are as before.
fn checked_way(function: &mut Function, before: ValueId, since: ValueId, check: &Check) -> Target {
    let target = check.edge.target(function).clone();
    let position = function.blocks[check.edge.from].terminator.position;
    let mut instructions: Vec<Instruction> = Vec::new();
    let mut compute = |function: &mut Function, ty, operation| {
        let (value, is) = define(&mut function.values, ty, operation, position);
        instructions.push(is);
        value
    };
    let mut now = compute(function, Type::I64, Operation::Effects);
    if !check.provisional.is_empty() {
        let count = compute(function, Type::I64, Operation::Const(check.provisional.len() as u64));
        now = compute(function, Type::I64, Operation::Binary { op: BinaryOp::Sub, lhs: now, rhs: count });
    }
    let equal = |comparison, lhs, rhs| Operation::Compare { comparison, lhs, rhs };
    let mut same = compute(function, Type::I1, equal(Comparison::Eq, before, now));
    for &(param, argument) in &check.compared {
        let as_before = compute(function, Type::I1, equal(Comparison::Same, param, argument));
        same =
            compute(function, Type::I1, Operation::Binary { op: BinaryOp::And, lhs: same, rhs: as_before });
    }
    let spins = Terminator { kind: TerminatorKind::Spin { since: Some(since) }, position };
    let spin =
        function.blocks.push(Block { params: Vec::new(), instructions: Vec::new(), terminator: spins });
    let kind = TerminatorKind::Branch { condition: same, then_target: spin.into(), else_target: target };
    let terminator = Terminator { kind, position };
    function.blocks.push(Block { params: Vec::new(), instructions, terminator }).into()
}

#[cfg(test)]
mod tests {
    use crate::analyses::effects::Effects;
    use crate::analyses::externals::Externals;
    use crate::test_support::{each_function, module_pass};

    fn check(before: &str, after: &str) {
        let pass = |module: &mut porf_ir::Module| {
            let externals = Externals::new(module);
            each_function(module, |function| {
                super::run(function, &Effects::new(&externals), &externals);
            });
        };
        module_pass(before, pass, after);
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
              %v9: i1 = icmp.same %v2, %v4
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
    fn a_loop_that_counts_is_left_alone() {
        let text = r#"
            global g0 "x" size 4 align 4
            function f0 "sum"(%v0: i32) -> (i32) {
            b0:
              %v1: ptr = address g0
              %v2: i32 = const 1
              jump b1(%v0)
            b1(%v3: i32):
              %v4: i32 = load.rlx %v1
              %v5: i32 = add %v3, %v2
              %v6: i1 = icmp.eq %v5, %v4
              branch %v6, b2, b1(%v5)
            b2:
              return %v3
            }
            "#;
        check(text, text);
    }

    #[test]
    fn of_several_back_edges_those_are_checked_that_need_not_have_written() {
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
              jump b1
            b3:
              return
            b4:
              spin
            b5:
              %v3: i64 = effects
              %v4: i1 = icmp.eq %v2, %v3
              branch %v4, b4, b1
            }
            "#,
        );
    }

    const PUSH: [&str; 2] = [
        r#"
            global g0 "top" size 8 align 8
            external x0 "malloc"
            function f0 "push"() {
            b0:
              %v0: ptr = address g0
              %v1: i64 = const 16
              %v2: i64 = const 8
              %v3: ptr = call x0(%v1)
              %v4: ptr = ptradd %v3, %v2
              jump b1
            b1:
              %v5: ptr = load.rlx %v0
        "#,
        r#"
              %v6: ptr, %v7: i1 = cmpxchg.acq_rel.rlx %v0, %v5, %v3
              branch %v7, b2, b1
            b2:
              return
            }
        "#,
    ];

    /// The push of [saver Fig. 4]: each iteration writes the new node anew before any thread can
    /// read it.
    #[test]
    fn a_store_that_every_iteration_makes_anew_is_no_effect() {
        check(
            &PUSH.join("store.na %v5, %v4"),
            &(PUSH[0].replace("b1:", "b1:\n%v8: i64 = effects")
                + "store_provisional.na %v5, %v4"
                + &PUSH[1].replace("b2, b1", "b2, b4").replace(
                    "return",
                    "return
                b3:
                  spin
                b4:
                  %v9: i64 = effects
                  %v10: i64 = const 1
                  %v11: i64 = sub %v9, %v10
                  %v12: i1 = icmp.eq %v8, %v11
                  branch %v12, b3, b1",
                )),
        );
    }

    /// A second iteration would not read the value that the first one has read.
    #[test]
    fn a_store_that_is_read_in_the_next_iteration_is_an_effect() {
        let text = PUSH.join("%v8: ptr = load.na %v4\nstore.na %v5, %v4");
        check(&text, &text);
    }

    /// The pointer that the loop reads might point anywhere, to the new node, too.
    #[test]
    fn a_store_to_what_may_have_been_read_is_an_effect() {
        let text = PUSH.join("%v8: ptr = load.na %v5\nstore.na %v5, %v4");
        check(&text, &text);
    }
    /// Neither a read-modify-write of the location, nor a call, nor a store elsewhere, comes before
    /// a provisional store.
    #[test]
    fn a_store_after_another_use_of_its_location_is_an_effect() {
        for before in [
            "%v8: ptr = rmw.xchg.rlx %v4, %v5",
            "%v8: ptr, %v9: i1 = cmpxchg.rlx.rlx %v4, %v5, %v3",
            "%v8: ptr = call x0(%v1)",
            "store.na %v5, %v3\n%v8: ptr = load.na %v4",
        ] {
            let text = PUSH.join(&format!("{before}\nstore.na %v5, %v4"));
            check(&text, &text);
        }
    }

    /// The loop may be left with the store of the iteration before.
    #[test]
    fn a_store_after_a_way_out_of_the_loop_is_an_effect() {
        let decides = "%v8: i1 = icmp.eq %v5, %v3\nbranch %v8, b3, b2\nb2:\nstore.na %v5, %v4";
        let text = [PUSH[0], decides, &PUSH[1].replace("b2", "b3")].concat();
        check(&text, &text);
    }
}
