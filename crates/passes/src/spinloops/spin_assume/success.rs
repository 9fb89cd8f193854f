//! Decides whether a compare-exchange has failed whenever a back edge is taken.
//!
//! The analysis assumes that the compare-exchange has succeeded, and follows control: conditional
//! constant propagation (`wegman` in docs/papers.md) over the natural loop of the back edge. It
//! begins just behind the compare-exchange, with 1 for its flag and, if that is a known number, the
//! expected value for the value read. If the back edge is not reached, the compare-exchange has
//! failed.
//!
//! Values that are defined before the compare-exchange are known only if they are numbers. All
//! others are defined again on every path to their uses, since they do not dominate the
//! compare-exchange.

use porf_entity::SecondaryMap;
use porf_ir::{BlockId, Function, Instruction, Operation, Target, TerminatorKind, ValueId};

use crate::analyses::function_facts::Constants;
use crate::analyses::loops::BackEdge;
use crate::simplifications::constant_folding::{Folded, Knowledge};

/// A compare-exchange, by its place.
#[derive(Clone, Copy)]
pub(super) struct CompareExchange {
    pub(super) block: BlockId,
    /// The index among the instructions of the block.
    pub(super) index: usize,
    pub(super) expected: ValueId,
    pub(super) read: ValueId,
    pub(super) succeeded: ValueId,
}

impl CompareExchange {
    pub(super) fn at(block: BlockId, index: usize, instruction: &Instruction) -> Option<Self> {
        match (&instruction.operation, &instruction.results[..]) {
            (&Operation::CompareExchange { expected, .. }, &[read, succeeded]) => {
                Some(Self { block, index, expected, read, succeeded })
            }
            _ => None,
        }
    }
}

/// Whether the back edge may be taken after the compare-exchange has succeeded in the same
/// iteration.
pub(super) fn may_take_back_edge(
    function: &Function,
    constants: &Constants,
    edge: BackEdge,
    inside: &SecondaryMap<BlockId, bool>,
    exchange: CompareExchange,
) -> bool {
    let mut search = Search {
        function,
        exchange,
        knowledge: Knowledge::new(constants.clone()),
        computed: SecondaryMap::with_default(false),
        reached: SecondaryMap::with_default(false),
        changed: false,
    };
    search.set(exchange.succeeded, Some(1));
    search.set(exchange.read, constants[exchange.expected]);
    // The code to run: the rest of the block of the compare-exchange, and whole blocks.
    let mut reached: Vec<(BlockId, usize)> = vec![(exchange.block, exchange.index + 1)];
    loop {
        search.changed = false;
        let mut at = 0;
        while let Some(&(block, start)) = reached.get(at) {
            search.run(block, start);
            for (index, target) in possible_targets(function, &search.knowledge, block) {
                if (BackEdge { from: block, index, header: target.block }) == edge {
                    return true;
                }
                if inside[target.block] && target.block != edge.header && search.enter(target) {
                    reached.push((target.block, 0));
                }
            }
            at += 1;
        }
        if !search.changed {
            return false;
        }
    }
}

struct Search<'a> {
    function: &'a Function,
    exchange: CompareExchange,
    knowledge: Knowledge,
    /// The values that were computed since the compare-exchange succeeded.
    computed: SecondaryMap<ValueId, bool>,
    /// The blocks that were entered.
    reached: SecondaryMap<BlockId, bool>,
    /// Whether the knowledge has changed, so that all code must run once more.
    changed: bool,
}

impl<'a> Search<'a> {
    /// Joins a number, or any number if `None`, to the possible values of `value`. A value with
    /// several possible numbers may be any number from then on.
    fn set(&mut self, value: ValueId, number: Option<u64>) {
        let known = self.knowledge.constants[value];
        let now = match std::mem::replace(&mut self.computed[value], true) {
            false => number,
            true => known.filter(|_| known == number),
        };
        self.changed |= now != known;
        self.knowledge.constants[value] = now;
    }

    /// Runs the instructions of a block from `start` on.
    fn run(&mut self, block: BlockId, start: usize) {
        for instruction in &self.function.blocks[block].instructions[start..] {
            if let Operation::Const(_) = instruction.operation {
                continue;
            }
            let number = match self.compared_with_expected(instruction) {
                Some(truth) => Some(truth.into()),
                None => match self.knowledge.fold(instruction, &self.function.values) {
                    Folded::Number(bits) => Some(bits),
                    Folded::Operand(value) => self.knowledge.constants[value],
                    Folded::Unchanged | Folded::Nothing => None,
                },
            };
            for &result in &instruction.results {
                self.set(result, number);
            }
        }
    }

    /// The result if the instruction compares the value read with the expected one. Both are of the
    /// same run of the compare-exchange: it dominates the comparison, and the expected value
    /// dominates it.
    fn compared_with_expected(&self, instruction: &Instruction) -> Option<bool> {
        let Operation::Compare { comparison, lhs, rhs } = instruction.operation else { return None };
        let CompareExchange { expected, read, block, .. } = self.exchange;
        let compared = (lhs, rhs) == (read, expected) || (lhs, rhs) == (expected, read);
        // Once the compare-exchange may have run again, it may have failed.
        (compared && !self.reached[block]).then(|| comparison.evaluate(self.function.values[lhs].ty, 0, 0))
    }

    /// Passes the known arguments to a block. Returns whether the block was not entered before.
    fn enter(&mut self, target: &Target) -> bool {
        for (&param, &argument) in self.function.blocks[target.block].params.iter().zip(&target.arguments) {
            self.set(param, self.knowledge.constants[argument]);
        }
        let first = !std::mem::replace(&mut self.reached[target.block], true);
        self.changed |= first;
        first
    }
}

/// The targets that a block may jump to, each with its index, as far as numbers are known.
pub(crate) fn possible_targets<'a>(
    function: &'a Function,
    knowledge: &Knowledge,
    block: BlockId,
) -> Vec<(usize, &'a Target)> {
    let kind = &function.blocks[block].terminator.kind;
    let mut targets = Vec::new();
    kind.for_each_target(|target| targets.push(target));
    let number = |value: ValueId| knowledge.constants[value];
    let only = match kind {
        TerminatorKind::Branch { condition, .. } => number(*condition).map(|bits| usize::from(bits == 0)),
        TerminatorKind::Switch { value, cases, .. } => {
            number(*value).map(|bits| cases.iter().position(|&(case, _)| case == bits).unwrap_or(cases.len()))
        }
        _ => None,
    };
    let targets = targets.into_iter().enumerate();
    targets.filter(|&(index, _)| only.is_none_or(|only| only == index)).collect()
}
