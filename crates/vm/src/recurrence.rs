//! Recurrence: the places of the code to which a thread may come more than once.
//!
//! These are the ops of loops, unless the loops count, the ops of functions that call themselves, directly or through
//! others, and the ops of functions that are called from such places. The explorer compares the
//! states of a thread at these places only.

use porf_entity::{EntityId, SecondaryMap};
use porf_ir::{
    BinaryOp, BlockId, Dominators, Function, FunctionId, Operation, Target, TerminatorKind, ValueId,
};

use crate::code::{Code, Op};

/// For each op, whether a thread may come there more than once, given whether it is in a loop.
pub(crate) fn recurrent(code: &Code, in_loops: Vec<bool>) -> Vec<bool> {
    let mut recurrent = in_loops;
    // The functions all of whose ops are recurrent, and whose calls are not followed yet.
    let mut open: Vec<FunctionId> = Vec::new();
    let ranges = ranges(code);
    let calls: Vec<Vec<FunctionId>> = ranges.iter().map(|range| callees(code, range.clone())).collect();
    for (index, range) in ranges.iter().enumerate() {
        open.extend(callees(code, range.clone().filter(|&op| recurrent[op])));
        if reaches_itself(&calls, index) {
            open.push(FunctionId::from_index(index));
        }
    }
    let mut is_marked = vec![false; ranges.len()];
    while let Some(function) = open.pop() {
        if std::mem::replace(&mut is_marked[function.index()], true) {
            continue;
        }
        recurrent[ranges[function.index()].clone()].fill(true);
        open.extend(&calls[function.index()]);
    }
    recurrent
}

/// The ops of each function.
fn ranges(code: &Code) -> Vec<std::ops::Range<usize>> {
    let entries = code.functions.values().as_slice();
    let starts = entries.iter().map(|function| function.entry.0 as usize);
    let ends = starts.clone().skip(1).chain([code.ops.len()]);
    starts.zip(ends).map(|(start, end)| start..end).collect()
}

/// The functions that some ops may call: every function, if one of them calls a pointer. The
/// runtime, whose ops have no positions, calls handlers in loops, which do not wait.
fn callees(code: &Code, ops: impl Iterator<Item = usize>) -> Vec<FunctionId> {
    let mut callees = Vec::new();
    for op in ops {
        match code.ops[op] {
            Op::Call { function, .. } if !callees.contains(&function) => callees.push(function),
            Op::CallIndirect { .. } if code.positions[op].is_known() => {
                return code.functions.ids().collect();
            }
            _ => {}
        }
    }
    callees
}

/// Returns whether a function calls itself, directly or through others.
fn reaches_itself(calls: &[Vec<FunctionId>], function: usize) -> bool {
    let mut open: Vec<FunctionId> = calls[function].clone();
    let mut is_seen = vec![false; calls.len()];
    while let Some(callee) = open.pop() {
        if callee.index() == function {
            return true;
        }
        if !std::mem::replace(&mut is_seen[callee.index()], true) {
            open.extend(&calls[callee.index()]);
        }
    }
    false
}

/// For each block of a function, whether it is in a loop in which a thread may come to the same
/// state again: one with a back edge that does not count.
///
/// A back edge *counts* if it passes a parameter plus a number other than 0 to the header in the
/// place of that parameter, and the parameter is used for more than that. (The bound of a loop is
/// no such use.) No two iterations that it separates begin with the same values.
pub(crate) fn blocks_in_loops(function: &Function, dominators: &Dominators) -> SecondaryMap<BlockId, bool> {
    let mut predecessors: SecondaryMap<BlockId, Vec<BlockId>> = SecondaryMap::with_default(Vec::new());
    let mut back_edges: Vec<(BlockId, BlockId)> = Vec::new();
    let mut places = SecondaryMap::with_default(0);
    for (place, &block) in dominators.order().iter().enumerate() {
        places[block] = place;
    }
    let counted = Counted::new(function, dominators.order());
    for &block in dominators.order() {
        function.blocks[block].terminator.kind.for_each_target(|target| {
            predecessors[target.block].push(block);
            if places[target.block] <= places[block] && !counted.counts(function, target) {
                back_edges.push((block, target.block));
            }
        });
    }
    let mut in_loops = SecondaryMap::with_default(false);
    for (from, header) in back_edges {
        let mut inside = SecondaryMap::with_default(false);
        inside[header] = true;
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            // The blocks of a cycle with two ways in come later than its header, too.
            if places[block] >= places[header] && !std::mem::replace(&mut inside[block], true) {
                open.extend(&predecessors[block]);
            }
        }
        dominators.order().iter().filter(|&&block| inside[block]).for_each(|&block| in_loops[block] = true);
    }
    in_loops
}

/// The values that are a value plus a number, and the values with other uses.
struct Counted {
    from: SecondaryMap<ValueId, Option<ValueId>>,
    is_used: SecondaryMap<ValueId, bool>,
}

impl Counted {
    fn new(function: &Function, blocks: &[BlockId]) -> Self {
        let mut from = SecondaryMap::with_default(None);
        let mut is_used = SecondaryMap::with_default(false);
        let mut is_bound: SecondaryMap<ValueId, bool> = SecondaryMap::with_default(false);
        let mut constants: SecondaryMap<ValueId, u64> = SecondaryMap::with_default(0);
        for &block in blocks {
            let terminator = &function.blocks[block].terminator.kind;
            let mut cuts = false;
            terminator.for_each_target(|target| {
                cuts |= function.blocks[target.block].terminator.kind == TerminatorKind::LoopBound;
            });
            match terminator {
                TerminatorKind::Branch { condition, .. } if cuts => is_bound[*condition] = true,
                TerminatorKind::Branch { condition: value, .. } | TerminatorKind::Switch { value, .. } => {
                    is_used[*value] = true;
                }
                TerminatorKind::Return(values) => values.iter().for_each(|&value| is_used[value] = true),
                _ => {}
            }
            for instruction in &function.blocks[block].instructions {
                if let (&Operation::Const(bits), &[result]) =
                    (&instruction.operation, &instruction.results[..])
                {
                    constants[result] = bits;
                }
            }
        }
        for instruction in blocks.iter().flat_map(|&block| &function.blocks[block].instructions) {
            match (&instruction.operation, &instruction.results[..]) {
                (&Operation::Binary { op, lhs, rhs }, &[result])
                    if matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::AddNsw | BinaryOp::SubNsw)
                        && constants[rhs] != 0 =>
                {
                    from[result] = Some(lhs);
                }
                (Operation::Compare { .. }, &[result]) if is_bound[result] => {}
                (operation, _) => operation.for_each_operand(|&operand| is_used[operand] = true),
            }
        }
        Self { from, is_used }
    }

    /// Whether an edge to the header of a loop counts.
    fn counts(&self, function: &Function, edge: &Target) -> bool {
        let params = &function.blocks[edge.block].params;
        params.iter().zip(&edge.arguments).any(|(&param, &argument)| {
            self.from[argument] == Some(param) && (self.is_used[param] || self.is_used[argument])
        })
    }
}
