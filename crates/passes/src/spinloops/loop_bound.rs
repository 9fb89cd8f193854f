//! Bounds loops: an execution that continues a loop beyond the bound is cut, and reported as
//! bounded.
//!
//! A *retreating edge* is a jump to a block that does not come later in the reverse postorder of
//! the function; every cycle has one. Its target is a *header*. Each header has a counter. A
//! retreating edge to the header increments the counter; any other edge to the header sets it to 0.
//! A retreating edge is taken at most N times in a row; the next time, the execution is cut. That
//! bounds every loop: of the blocks that an endless path visits for ever, the first in the order is
//! entered by retreating edges only.
//!
//! The header of a natural loop may itself decide whether to leave the loop, as that of a `while`
//! does. Then the cut comes earlier: as soon as an iteration begins that could only end with the
//! forbidden retreating edge. So a body begins at most N times.
//!
//! Counters are stack objects at first, and values at the end.
//!
//! A program may give a loop its own bound, by a call of `__VERIFIER_loop_bound` with a constant,
//! in front of the loop or in its body. The call applies to the loop that control comes to next
//! without a decision in between, or else to the innermost loop that contains the call.

use porf_entity::{EntityId, ReadOrdering, SecondaryMap, SourcePosition, WriteOrdering};
use porf_ir::{
    BinaryOp, Block, BlockId, Comparison, Dominators, Function, FunctionId, Instruction, Module, Operation,
    Target, Terminator, TerminatorKind, Type, ValueId,
};

use crate::analyses::function_facts::{constants, predecessors};
use crate::analyses::loops::{BackEdge, BackEdges, position_of};
use crate::simplifications::control_flow::remove_unreachable_blocks;
use crate::simplifications::edit::define;
use crate::simplifications::mem2reg;

/// The function by which a program gives a loop a bound.
const ANNOTATION: &str = "__VERIFIER_loop_bound";

/// The bounds that the program itself gives to loops, each with the header of its loop.
pub(crate) type Annotations = Vec<(BlockId, u32)>;

/// The bounds that a program gives its loops: the position where a loop is cut, and the number of
/// iterations after which it is.
pub fn annotated_bounds(
    module: &Module,
    user_functions: &SecondaryMap<FunctionId, bool>,
) -> Vec<(SourcePosition, u32)> {
    let functions = module.functions.ids().filter(|&function| user_functions[function]);
    functions
        .flat_map(|function| {
            let blocks = &module.functions[function].blocks;
            annotations(module, function)
                .into_iter()
                .map(|(header, bound)| (position_of(&blocks[header]), bound))
        })
        .collect()
}

/// The bounds that a function gives its loops.
pub(crate) fn annotations(module: &Module, function: FunctionId) -> Annotations {
    let is_annotation = |function: &FunctionId| module.functions[*function].name == ANNOTATION;
    let function = &module.functions[function];
    let mut calls = Vec::new();
    for (block, contents) in function.blocks.iter() {
        for instruction in &contents.instructions {
            if let Operation::Call { function: callee, arguments } = &instruction.operation
                && is_annotation(callee)
                && let [bound] = arguments[..]
            {
                calls.push((block, bound));
            }
        }
    }
    if calls.is_empty() {
        return Annotations::new();
    }
    let constants = constants(function);
    let dominators = Dominators::new(&function.blocks);
    let BackEdges { natural, irreducible } = BackEdges::find(function, &dominators);
    let predecessors = predecessors(function);
    let is_header = |block| natural.iter().chain(&irreducible).any(|edge| edge.header == block);
    let innermost = |block| {
        let loops = natural.iter().map(|edge| (edge.header, edge.natural_loop(&predecessors)));
        let around = loops.filter(|(_, (_, inside))| inside[block]);
        around.min_by_key(|(_, (blocks, _))| blocks.len()).map(|(header, _)| header)
    };
    let mut annotations = Annotations::new();
    for (block, bound) in calls {
        let Some(bound) = constants[bound].and_then(|bound| u32::try_from(bound).ok()).filter(|&it| it > 0)
        else {
            continue;
        };
        let mut next = block;
        let header = loop {
            match &function.blocks[next].terminator.kind {
                TerminatorKind::Jump(target) if is_header(target.block) => break Some(target.block),
                TerminatorKind::Jump(target) => next = target.block,
                _ => break innermost(block),
            }
        };
        annotations.extend(header.map(|header| (header, bound)));
    }
    annotations
}

/// Limits the number of times in a row that a retreating edge is taken: of all retreating edges if
/// there is a `bound`, and else of those to headers with an annotated bound.
pub(crate) fn run(function: &mut Function, bound: Option<u32>, annotated: &Annotations) {
    if bound.is_none() && annotated.is_empty() {
        return;
    }
    remove_unreachable_blocks(function);
    let bound_of = |header: BlockId| {
        bound.or_else(|| annotated.iter().find(|&&(block, _)| block == header).map(|&(_, bound)| bound))
    };
    let headers: Vec<(Header, u32)> = find_headers(function)
        .into_iter()
        .filter_map(|header| bound_of(header.block).map(|bound| (header, bound)))
        .collect();
    if headers.is_empty() {
        return;
    }
    let mut counters = SecondaryMap::with_default(None);
    let mut is_counter = SecondaryMap::with_default(false);
    let mut start = Vec::new();
    for (header, bound) in headers {
        let position = position_of(&function.blocks[header.block]);
        let cut = function.blocks.push(Block {
            params: Vec::new(),
            instructions: Vec::new(),
            terminator: Terminator { kind: TerminatorKind::LoopBound, position },
        });
        let counter = Counter::new(function, bound, cut, position, &mut start);
        is_counter[counter.address] = true;
        let block = header.block;
        counters[block] = Some((header, counter));
    }
    function.blocks[BlockId::from_index(0)].instructions.splice(0..0, start);
    for from in function.blocks.ids() {
        count_edges(function, from, &counters);
    }
    mem2reg::promote(function, |value| is_counter[value]);
}

/// A block that retreating edges lead to.
#[derive(Clone)]
struct Header {
    block: BlockId,
    /// The latches: the blocks that jump to the header by retreating edges.
    latches: Vec<BlockId>,
    /// The blocks of the loop that the header jumps to, if the header decides whether to leave the
    /// loop.
    begins_at: Option<Vec<BlockId>>,
}

fn find_headers(function: &Function) -> Vec<Header> {
    let dominators = Dominators::new(&function.blocks);
    let predecessors = predecessors(function);
    let BackEdges { natural, irreducible } = BackEdges::find(function, &dominators);
    let mut headers = Vec::new();
    for &block in dominators.order() {
        let leads_here = |edge: &&BackEdge| edge.header == block;
        let edges = natural.iter().chain(&irreducible).filter(leads_here);
        let latches: Vec<BlockId> = edges.map(|edge| edge.from).collect();
        if latches.is_empty() {
            continue;
        }
        let mut begins_at = None;
        if !irreducible.iter().any(|edge| edge.header == block) {
            let loops: Vec<_> =
                natural.iter().filter(leads_here).map(|edge| edge.natural_loop(&predecessors).1).collect();
            let (mut inside, mut leaves) = (Vec::new(), false);
            function.blocks[block].terminator.kind.for_each_target(|target| {
                match loops.iter().any(|inside| inside[target.block]) {
                    true => inside.push(target.block),
                    false => leaves = true,
                }
            });
            begins_at = leaves.then_some(inside);
        }
        headers.push(Header { block, latches, begins_at });
    }
    headers
}

/// Sets and checks counters on the edges out of a block.
fn count_edges(
    function: &mut Function,
    from: BlockId,
    counters: &SecondaryMap<BlockId, Option<(Header, Counter)>>,
) {
    let mut targets = Vec::new();
    let Terminator { kind, position } = &function.blocks[from].terminator;
    kind.for_each_target(|target| targets.push(target.clone()));
    let position = *position;
    for to in &mut targets {
        let target = to.block;
        if let Some((header, counter)) = &counters[target] {
            let retreats = header.latches.contains(&from);
            *to = counter.set(function, retreats, to.clone(), position);
            if retreats && header.begins_at.is_none() {
                *to = counter.check(function, to.clone());
            }
        }
        if let Some((Header { begins_at: Some(inside), .. }, counter)) = &counters[from]
            && inside.contains(&target)
        {
            *to = counter.check(function, to.clone());
        }
    }
    let mut targets = targets.into_iter();
    function.blocks[from].terminator.kind.for_each_target_mut(|target| {
        if let Some(changed) = targets.next() {
            *target = changed;
        }
    });
}

/// A counter in memory.
#[derive(Clone)]
struct Counter {
    address: ValueId,
    bound: u32,
    /// The block that cuts executions.
    cut: BlockId,
    position: SourcePosition,
}

impl Counter {
    /// A new counter. The instructions that create it and set it to 0 go to `start`.
    fn new(
        function: &mut Function,
        bound: u32,
        cut: BlockId,
        position: SourcePosition,
        start: &mut Vec<Instruction>,
    ) -> Self {
        let values = &mut function.values;
        let (size, size_is) = define(values, Type::I64, Operation::Const(4), position);
        let alloca = Operation::Alloca { size, align: 4, private: true };
        let (address, is_made) = define(values, Type::Ptr, alloca, position);
        let (zero, zero_is) = define(values, Type::I32, Operation::Const(0), position);
        let counter = Self { address, bound, cut, position };
        start.extend([size_is, is_made, zero_is, counter.store(zero)]);
        counter
    }

    fn store(&self, value: ValueId) -> Instruction {
        let ordering = WriteOrdering::NonAtomic;
        let operation = Operation::Store { value, address: self.address, ordering, provisional: false };
        Instruction { operation, results: Vec::new(), position: self.position }
    }

    fn load(&self, function: &mut Function) -> (ValueId, Instruction) {
        let load = Operation::Load { address: self.address, ordering: ReadOrdering::NonAtomic };
        define(&mut function.values, Type::I32, load, self.position)
    }

    /// A way to the target, for a jump at `position`, that sets the counter to 0 or increments it.
    fn set(&self, function: &mut Function, more: bool, target: Target, position: SourcePosition) -> Target {
        let mut instructions = Vec::new();
        let mut number = |function: &mut Function, number: u64| {
            let (value, is) =
                define(&mut function.values, Type::I32, Operation::Const(number), self.position);
            instructions.push(is);
            value
        };
        let new = if more {
            let one = number(function, 1);
            let (old, is_old) = self.load(function);
            let sum = Operation::Binary { op: BinaryOp::Add, lhs: old, rhs: one };
            let (sum, is_sum) = define(&mut function.values, Type::I32, sum, self.position);
            instructions.extend([is_old, is_sum]);
            sum
        } else {
            number(function, 0)
        };
        instructions.push(self.store(new));
        let terminator = Terminator { kind: TerminatorKind::Jump(target), position };
        function.blocks.push(Block { params: Vec::new(), instructions, terminator }).into()
    }

    /// A way to the target that is cut if the counter has reached the bound.
    fn check(&self, function: &mut Function, target: Target) -> Target {
        let (count, is_count) = self.load(function);
        let values = &mut function.values;
        let (bound, is_bound) =
            define(values, Type::I32, Operation::Const(u64::from(self.bound)), self.position);
        let compare = Operation::Compare { comparison: Comparison::Uge, lhs: count, rhs: bound };
        let (condition, is_condition) = define(values, Type::I1, compare, self.position);
        let instructions = vec![is_count, is_bound, is_condition];
        let kind = TerminatorKind::Branch { condition, then_target: self.cut.into(), else_target: target };
        let terminator = Terminator { kind, position: self.position };
        function.blocks.push(Block { params: Vec::new(), instructions, terminator }).into()
    }
}

#[cfg(test)]
mod tests;
