//! Failed values: a loop that begins its next iteration with the value that a compare-exchange has
//! just read.
//!
//! ```text
//! e := x; while (¬cas(x, e, f(e))) e := the value that the cas has read;
//! ```
//!
//! A back edge is *redundant* if its loopy paths are pure, as spin-assume demands
//! ([`spin_assume`]), and the state at the header is the one in which the thread would be had the
//! load before the loop read the value that was read last. The pass marks such back edges
//! ([`Operation::Redundant`]). A thread that comes to a mark blocks. The compare-exchange awaits
//! the values with which the thread leaves the iteration otherwise, as if the loop had loaded the
//! value again.
//!
//! [saver §IV] merges a *load* before a loop with the equal load at the end of an iteration
//! ([`bisimilar`](super::bisimilar)). A load and a compare-exchange cannot be merged: they are
//! different operations, and only one of them orders other accesses. So the code stays as it is. A
//! thread for which a mark does not count goes on with the real next iteration: when threads run on
//! to find livelocks, and where dropped iterations might hide errors.
//!
//! # The conditions
//!
//! The *reads* of a back edge are the last actions before it, on any path from the header. Each is
//! an atomic load, or a compare-exchange that has failed if the back edge is taken. The pass
//! follows all paths from a read to the back edge, and the arguments along them ([`Ways`]). All
//! other edges to the header are *entries*, except those that are marked: no thread takes them.
//! Each entry jumps to the header directly behind an atomic load. A back edge is redundant if, for
//! each of its reads f and each entry with load s:
//! 1. s and f read the same location, with the same type;
//! 2. s is not stronger than f: under the memory model, the ordering of s means at most what that
//!    of f means;
//! 3. each live parameter of the header gets the argument that the entry would pass for it had s
//!    read the value of f. That is the same computation, with the value of f in the place of that
//!    of s; or the parameter itself, if the argument of the entry does not depend on s;
//! 4. no value that depends on s is used behind the entry, except by its arguments.
//!
//! # Why no behaviour is lost
//!
//! The iteration began by an entry, since marked back edges are not taken. So the last action before
//! it was s. By 3 and 4, the thread comes to the same state if s reads the value of f and the
//! iteration is left out. This is the rule for redundant iterations with k = 1
//! (`explore/src/reductions/redundant_iterations.rs`), which has the argument for each model:
//! leaving out reads and putting s, which is not stronger, in the place of f keeps an execution
//! consistent. In particular:
//! - TSO, PSO: a compare-exchange that fails is a fence, and s is none; so s is weaker, whatever
//!   the orderings are. A compare-exchange in the place of s would not do, nor would its failure be
//!   certain.
//! - RC11: the ordering of f is that of the failure. A load that acquires cannot stand in for a
//!   failure that does not: it would synchronise with more writes.
//! - A weak compare-exchange that fails spuriously has read the value that it expected. The state
//!   is the same again, and s has read that value before.
//!
//! The rest of that rule holds, too: plain accesses of dropped iterations are compared with later
//! writes under RC11 (`explore/src/reductions/dropped_iterations.rs`), and threads that run on take
//! the real next iteration. A thread blocks only where it has been before in the iteration, as by
//! that rule: a thread that leaves the loop goes on. So the pass changes neither the executions nor
//! the verdict; it only saves the trial for each iteration, and the restart for the await.

use std::collections::HashMap;

use porf_entity::{ReadOrdering, SecondaryMap, SourcePosition};
use porf_ir::{
    Block, BlockId, Function, Instruction, Operation, Target, Terminator, TerminatorKind, ValueId,
};

use crate::analyses::effects::Effects;
use crate::analyses::function_facts::{Constants, Spot, constants, predecessors};
use crate::analyses::loops::{BackEdge, position_of};
use crate::analyses::needed_values::{has_effect, may_run_anywhere};
use crate::simplifications::constant_folding::{Folded, Knowledge};
use crate::spinloops::bisimilar::Comparison;
use crate::spinloops::iterations::name_iterations;
use crate::spinloops::spin_assume::{self, Judge};

/// The longest chain of computations from a read to an argument.
const DEPTH: usize = 8;

/// The largest number of blocks on all paths from a read to a back edge.
const MOST_BLOCKS: usize = 64;

/// A back edge that was marked.
pub(crate) struct Marked {
    /// The position of the header.
    pub(crate) header: SourcePosition,
    /// The position of the back edge.
    pub(crate) back_edge: SourcePosition,
    /// The blocks of its loop.
    pub(crate) blocks: Vec<BlockId>,
}

/// Marks the redundant back edges.
pub(crate) fn run(function: &mut Function, effects: &Effects<'_>, comparison: &Comparison) -> Vec<Marked> {
    let redundant = Finder::redundant(function, effects, comparison);
    let mark = |edge: BackEdge| {
        let position = function.blocks[edge.from].terminator.position;
        let header = position_of(&function.blocks[edge.header]);
        let blocks = edge.natural_loop(&predecessors(function)).0;
        let since = name_iterations(function, edge.header);
        let jump = TerminatorKind::Jump(edge.target(function).clone());
        let marked = function.blocks.push(Block {
            params: Vec::new(),
            instructions: vec![Instruction {
                operation: Operation::Redundant { since },
                results: Vec::new(),
                position,
            }],
            terminator: Terminator { kind: jump, position },
        });
        edge.redirect(function, marked.into());
        Marked { header, back_edge: position, blocks }
    };
    redundant.into_iter().map(mark).collect()
}

/// Whether the back edge from a block is marked.
pub(crate) fn is_marked(block: &Block) -> bool {
    let is_mark = |instruction: &Instruction| matches!(instruction.operation, Operation::Redundant { .. });
    matches!(block.terminator.kind, TerminatorKind::Jump(_)) && block.instructions.iter().any(is_mark)
}

/// An atomic read.
#[derive(Clone, Copy)]
struct Read {
    value: ValueId,
    address: ValueId,
    ordering: ReadOrdering,
}

impl Read {
    /// The read of a load, or of a compare-exchange that fails.
    fn of(instruction: &Instruction) -> Option<Self> {
        let &value = instruction.results.first()?;
        let (address, ordering) = match instruction.operation {
            Operation::Load { address, ordering } => (address, ordering),
            Operation::CompareExchange { address, failure, .. } => (address, failure),
            _ => return None,
        };
        ordering.is_atomic().then_some(Self { value, address, ordering })
    }
}

/// An entry of a loop, directly behind a load.
struct Entry<'a> {
    load: Read,
    /// The values that depend on the load.
    dependent: SecondaryMap<ValueId, bool>,
    arguments: &'a [ValueId],
}

/// A path from the last read of an iteration to the back edge.
struct Way {
    /// The read; `None` if an iteration without a read takes the path.
    read: Option<Read>,
    /// By parameter of a block on the path, the value that it stands for.
    copies: HashMap<ValueId, ValueId>,
    /// The arguments at the back edge.
    arguments: Vec<ValueId>,
}

impl Way {
    fn resolve(&self, value: ValueId) -> ValueId {
        resolve(&self.copies, value)
    }
}

fn resolve(copies: &HashMap<ValueId, ValueId>, value: ValueId) -> ValueId {
    copies.get(&value).copied().unwrap_or(value)
}

/// Finds redundant back edges.
struct Finder<'a> {
    function: &'a Function,
    judge: &'a Judge<'a>,
    comparison: &'a Comparison,
    constants: Constants,
    predecessors: SecondaryMap<BlockId, Vec<BlockId>>,
    /// By value that an instruction defines, the place of the instruction.
    definitions: SecondaryMap<ValueId, Option<Spot>>,
}

impl<'a> Finder<'a> {
    /// The redundant back edges of a function.
    fn redundant(function: &Function, effects: &Effects<'_>, comparison: &Comparison) -> Vec<BackEdge> {
        let Some((judge, edges)) = Judge::new(function, effects) else { return Vec::new() };
        let mut definitions = SecondaryMap::with_default(None);
        for (id, block) in function.blocks.iter() {
            for (index, instruction) in block.instructions.iter().enumerate() {
                instruction.results.iter().for_each(|&result| definitions[result] = Some((id, index)));
            }
        }
        let finder = Finder {
            function,
            judge: &judge,
            comparison,
            constants: constants(function),
            predecessors: predecessors(function),
            definitions,
        };
        let mut headers: Vec<BlockId> = edges.natural.iter().map(|edge| edge.header).collect();
        headers.sort_unstable();
        headers.dedup();
        headers.retain(|&header| edges.irreducible.iter().all(|edge| edge.header != header));
        let edges_to = |header| edges.natural.iter().copied().filter(move |edge| edge.header == header);
        headers
            .into_iter()
            .flat_map(|header| finder.redundant_to(header, edges_to(header).collect()))
            .collect()
    }

    /// The redundant ones among the back edges to a header.
    fn redundant_to(&self, header: BlockId, edges: Vec<BackEdge>) -> Vec<BackEdge> {
        let is_candidate =
            |edge: &BackEdge| !is_marked(&self.function.blocks[edge.from]) && self.judge.is_pure(*edge);
        let with_ways = |edge: BackEdge| Some((edge, Ways::new(self, edge).find()?));
        let mut candidates: Vec<(BackEdge, Vec<Way>)> =
            edges.iter().copied().filter(is_candidate).filter_map(with_ways).collect();
        // A candidate that is not redundant is an entry for the others.
        while !candidates.is_empty() {
            // A block may have several edges to the header.
            let is_entry = |&&block: &&BlockId| {
                let edges = self.predecessors[header].iter().filter(|&&other| other == block).count();
                let redundant = candidates.iter().filter(|(edge, _)| edge.from == block).count();
                !is_marked(&self.function.blocks[block]) && redundant < edges
            };
            let entries = self.predecessors[header].iter().filter(is_entry).copied();
            let Some(entries) =
                entries.map(|block| self.entry(block, header)).collect::<Option<Vec<Entry<'_>>>>()
            else {
                return Vec::new();
            };
            let count = candidates.len();
            candidates.retain(|(edge, ways)| {
                ways.iter().all(|way| entries.iter().all(|entry| self.is_redundant(*edge, entry, way)))
            });
            if candidates.len() == count {
                break;
            }
        }
        candidates.into_iter().map(|(edge, _)| edge).collect()
    }

    /// The entry from a block to the header, if it is directly behind a load.
    fn entry(&self, block: BlockId, header: BlockId) -> Option<Entry<'a>> {
        let function = self.function;
        let TerminatorKind::Jump(Target { arguments, .. }) = &function.blocks[block].terminator.kind else {
            return None;
        };
        let instructions = &function.blocks[block].instructions;
        let only_computes = |instruction: &Instruction| {
            matches!(instruction.operation, Operation::Actions | Operation::Effects)
                || may_run_anywhere(function, &self.constants, &instruction.operation)
        };
        let last = instructions.iter().rposition(|instruction| !only_computes(instruction))?;
        if !matches!(instructions[last].operation, Operation::Load { .. }) || block == header {
            return None;
        }
        let load = Read::of(&instructions[last])?;
        let mut dependent = SecondaryMap::with_default(false);
        dependent[load.value] = true;
        for instruction in &instructions[last + 1..] {
            let mut depends = false;
            instruction.operation.for_each_operand(|&operand| depends |= dependent[operand]);
            if depends {
                instruction.results.iter().for_each(|&result| dependent[result] = true);
            }
        }
        let mut is_used = false;
        for (_, other) in function.blocks.iter().filter(|&(id, _)| id != block) {
            let mut look = |&operand: &ValueId| is_used |= dependent[operand];
            for instruction in &other.instructions {
                instruction.operation.for_each_operand(&mut look);
            }
            other.terminator.kind.for_each_operand(&mut look);
        }
        (!is_used).then_some(Entry { load, dependent, arguments })
    }

    /// Whether the state at the header behind a way is that behind the entry, had its load read the
    /// value that was read last.
    fn is_redundant(&self, edge: BackEdge, entry: &Entry<'_>, way: &Way) -> bool {
        let Some(read) = way.read else { return false };
        let (blocks, inside) = edge.natural_loop(&self.predecessors);
        let same = |one, other| self.corresponds(entry, way, &inside, one, other, DEPTH);
        let type_of = |read: Read| self.function.values[read.value].ty;
        let params = &self.function.blocks[edge.header].params;
        let mut passed = params.iter().zip(entry.arguments.iter().zip(&way.arguments));
        type_of(entry.load) == type_of(read)
            && same(entry.load.address, read.address)
            && !entry.dependent[entry.load.address]
            && passed.all(|(&param, (&first, &next))| {
                let is_copy = || self.judge.copies(param, edge.header, &blocks)[next];
                !self.judge.is_live(param)
                    || same(first, next)
                    || (!entry.dependent[first] && (next == param || is_copy()))
            })
            && self.comparison.is_not_stronger(entry.load.ordering, read.ordering)
    }

    /// Whether a value of the entry is equal to a value of the way, if the load of the entry reads
    /// the value of the way.
    fn corresponds(
        &self,
        entry: &Entry<'_>,
        way: &Way,
        inside: &SecondaryMap<BlockId, bool>,
        one: ValueId,
        other: ValueId,
        depth: usize,
    ) -> bool {
        let other = way.resolve(other);
        if one == entry.load.value {
            return way.read.is_some_and(|read| other == read.value);
        }
        if one == other {
            return !entry.dependent[one] && !self.is_defined_in(inside, one);
        }
        let definition = |value: ValueId| {
            self.definitions[value].map(|(block, index)| &self.function.blocks[block].instructions[index])
        };
        let (Some(first), Some(second), true) = (definition(one), definition(other), depth > 0) else {
            return false;
        };
        let operands = |instruction: &Instruction| {
            let mut operands = Vec::new();
            instruction.operation.for_each_operand(|&operand| operands.push(operand));
            operands
        };
        may_run_anywhere(self.function, &self.constants, &first.operation)
            && self.comparison.same_operation(self.function, first, second)
            && operands(first)
                .into_iter()
                .zip(operands(second))
                .all(|(one, other)| self.corresponds(entry, way, inside, one, other, depth - 1))
    }

    /// Whether a value is defined in a loop, by an instruction or as a parameter.
    fn is_defined_in(&self, inside: &SecondaryMap<BlockId, bool>, value: ValueId) -> bool {
        match self.definitions[value] {
            Some((block, _)) => inside[block],
            None => {
                let mut blocks = self.function.blocks.iter().filter(|&(id, _)| inside[id]);
                blocks.any(|(_, block)| block.params.contains(&value))
            }
        }
    }

    /// Whether an instruction may be an action, or an access to memory.
    fn acts(&self, instruction: &Instruction) -> bool {
        let type_of = |value: ValueId| self.function.values[value].ty;
        has_effect(&instruction.operation, &self.constants, type_of)
            && !matches!(
                instruction.operation,
                Operation::Binary { .. } | Operation::Assume(_) | Operation::Redundant { .. }
            )
    }
}

/// Finds the ways from the last reads of an iteration to the back edge.
struct Ways<'a> {
    finder: &'a Finder<'a>,
    edge: BackEdge,
    inside: SecondaryMap<BlockId, bool>,
    blocks: usize,
    found: Vec<Way>,
}

impl<'a> Ways<'a> {
    fn new(finder: &'a Finder<'a>, edge: BackEdge) -> Self {
        let (_, inside) = edge.natural_loop(&finder.predecessors);
        Self { finder, edge, inside, blocks: 0, found: Vec::new() }
    }

    /// All ways, one or more; `None` if the last action of an iteration may be no read, or if there
    /// are too many ways.
    fn find(mut self) -> Option<Vec<Way>> {
        let finder = self.finder;
        let mut seen: SecondaryMap<BlockId, bool> = SecondaryMap::with_default(false);
        let mut pending = vec![self.edge.from];
        // The pass looks for the last reads backwards, and for the ways from them forwards.
        while let Some(block) = pending.pop() {
            if std::mem::replace(&mut seen[block], true) {
                continue;
            }
            let instructions = &finder.function.blocks[block].instructions;
            let Some(index) = instructions.iter().rposition(|instruction| finder.acts(instruction)) else {
                match block == self.edge.header {
                    true => self.follow((block, 0), None, finder.constants.clone(), HashMap::new())?,
                    false => pending.extend(&finder.predecessors[block]),
                }
                continue;
            };
            let instruction = &instructions[index];
            let read = Read::of(instruction)?;
            let mut constants = finder.constants.clone();
            if let Operation::CompareExchange { .. } = instruction.operation {
                constants[*instruction.results.get(1)?] = Some(0);
            }
            self.follow((block, index + 1), Some(read), constants, HashMap::new())?;
        }
        (!self.found.is_empty()).then_some(self.found)
    }

    /// Follows all paths from a place, behind the read. `None` if there are too many.
    fn follow(
        &mut self,
        (block, start): Spot,
        read: Option<Read>,
        constants: Constants,
        copies: HashMap<ValueId, ValueId>,
    ) -> Option<()> {
        self.blocks += 1;
        if self.blocks > MOST_BLOCKS {
            return None;
        }
        let function = self.finder.function;
        let mut knowledge = Knowledge::new(constants);
        for instruction in &function.blocks[block].instructions[start..] {
            // Behind another action, the read is not the last one.
            if self.finder.acts(instruction) {
                return Some(());
            }
            let number = match knowledge.fold(instruction, &function.values) {
                Folded::Number(bits) => Some(bits),
                Folded::Operand(value) => knowledge.constants[value],
                Folded::Unchanged | Folded::Nothing => None,
            };
            if let (Some(bits), &[result]) = (number, &instruction.results[..]) {
                knowledge.constants[result] = Some(bits);
            }
        }
        for (index, target) in spin_assume::possible_targets(function, &knowledge, block) {
            let arguments: Vec<ValueId> =
                target.arguments.iter().map(|&argument| resolve(&copies, argument)).collect();
            if (BackEdge { from: block, index, header: target.block }) == self.edge {
                self.found.push(Way { read, copies: copies.clone(), arguments });
            } else if self.inside[target.block] && target.block != self.edge.header {
                let (mut constants, mut copies) = (knowledge.constants.clone(), copies.clone());
                let params = &function.blocks[target.block].params;
                for (&param, (&argument, &passed)) in
                    params.iter().zip(arguments.iter().zip(&target.arguments))
                {
                    constants[param] = knowledge.constants[passed];
                    copies.insert(param, argument);
                }
                self.follow((target.block, 0), read, constants, copies)?;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests;
