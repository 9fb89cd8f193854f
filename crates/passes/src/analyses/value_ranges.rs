//! Value ranges: numbers between which integers certainly are.
//!
//! An interval a value, as signed numbers, computed from the operations that define the values
//! [cousot]. Intervals of parameters begin empty and grow until nothing changes. A parameter whose
//! interval keeps growing is widened to the next number that the function compares something with,
//! so that this ends.
//!
//! A *guard* is a branch on the comparison of a value with a number. Where only one edge of the guard
//! leads to a block, the value satisfies the comparison, or its negation, in that block and in all
//! blocks that it dominates. (A value that is computed anew has passed the guard anew: otherwise a
//! path from the entry by the definition to the block would leave out the guard.)

use std::collections::BTreeSet;

use porf_entity::SecondaryMap;
use porf_ir::{
    BinaryOp, BlockId, Cast, Comparison, Dominators, Function, Operation, TerminatorKind, Type, ValueId,
};

use crate::analyses::function_facts::{Constants, predecessors};

/// The number of rounds after which growing intervals are widened.
const EXACT_ROUNDS: usize = 3;

/// The largest number of rounds. Functions whose ranges are not found by then have none.
const MOST_ROUNDS: usize = 100;

/// The numbers from one to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Interval {
    low: i128,
    high: i128,
}

impl Interval {
    fn all(ty: Type) -> Self {
        let half = 1_i128 << (ty.bits() - 1);
        Self { low: -half, high: half - 1 }
    }

    fn join(self, other: Self) -> Self {
        Self { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    fn meet(self, other: Self) -> Option<Self> {
        let both = Self { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// The interval, or all numbers of a type if some of it are not among these.
    fn fit(self, ty: Type) -> Self {
        let all = Self::all(ty);
        if all.low <= self.low && self.high <= all.high { self } else { all }
    }
}

/// A value that is between two numbers in a block.
#[derive(Clone)]
struct Guard {
    value: ValueId,
    interval: Interval,
}

/// The ranges of the integers of a function.
pub(crate) struct ValueRanges<'a> {
    function: &'a Function,
    constants: &'a Constants,
    dominators: &'a Dominators,
    /// By block, the guards that lead to just this block.
    guards: SecondaryMap<BlockId, Vec<Guard>>,
    /// By value, its interval. Values without one are not computed.
    intervals: SecondaryMap<ValueId, Option<Interval>>,
    /// Whether the intervals are complete.
    is_complete: bool,
}

impl<'a> ValueRanges<'a> {
    pub(crate) fn new(function: &'a Function, constants: &'a Constants, dominators: &'a Dominators) -> Self {
        let mut ranges = Self {
            function,
            constants,
            dominators,
            guards: guards(function, constants),
            intervals: SecondaryMap::with_default(None),
            is_complete: false,
        };
        ranges.find();
        ranges
    }

    /// Whether an operation of a block certainly is no error because of the numbers that it computes
    /// with: a division, or a shift.
    pub(crate) fn is_harmless(&self, block: BlockId, operation: &Operation) -> bool {
        let Operation::Binary { op, rhs, .. } = *operation else { return false };
        let ty = self.function.values[rhs].ty;
        let most = match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => i128::from(ty.bits()) - 1,
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => Interval::all(ty).high,
            _ => return false,
        };
        let least = i128::from(!matches!(op, BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr));
        self.is_complete && self.at(rhs, block).is_none_or(|it| least <= it.low && it.high <= most)
    }

    /// The interval of a value in a block; `None` if control does not come there with the value.
    fn at(&self, value: ValueId, block: BlockId) -> Option<Interval> {
        let mut interval = match self.constants[value] {
            Some(bits) => exactly(bits, self.function.values[value].ty),
            None => self.intervals[value]?,
        };
        let mut above = Some(block);
        while let Some(block) = above {
            for guard in self.guards[block].iter().filter(|guard| guard.value == value) {
                interval = interval.meet(guard.interval)?;
            }
            above = self.dominators.immediate(block).filter(|&it| it != block);
        }
        Some(interval)
    }

    /// Finds the intervals of all values.
    fn find(&mut self) {
        let function = self.function;
        let limits = limits(function, self.constants);
        // Callers may pass anything.
        for &param in &function.params {
            self.intervals[param] = self.any(param);
        }
        for round in 0..MOST_ROUNDS {
            let mut has_changed = false;
            for &block in self.dominators.order() {
                for instruction in &function.blocks[block].instructions {
                    for &result in &instruction.results {
                        let interval = match instruction.results.len() {
                            1 => self.result(block, &instruction.operation, result),
                            _ => self.any(result),
                        };
                        has_changed |= self.grow(result, interval, None);
                    }
                }
                function.blocks[block].terminator.kind.for_each_target(|target| {
                    let params = &function.blocks[target.block].params;
                    for (&param, &argument) in params.iter().zip(&target.arguments) {
                        let interval = self.along(block, target.block, argument);
                        let widening = (round >= EXACT_ROUNDS).then_some(&limits);
                        has_changed |= self.grow(param, interval, widening);
                    }
                });
            }
            if !has_changed {
                self.is_complete = true;
                return;
            }
        }
    }

    /// All numbers that a value can be by its type; `None` if it is no integer.
    fn any(&self, value: ValueId) -> Option<Interval> {
        let ty = self.function.values[value].ty;
        ty.is_int().then(|| Interval::all(ty))
    }

    /// Lets the interval of a value grow by another one. Returns whether it has.
    fn grow(&mut self, value: ValueId, by: Option<Interval>, widening: Option<&BTreeSet<i128>>) -> bool {
        let Some(by) = by else { return false };
        let before = self.intervals[value];
        let mut after = before.map_or(by, |it| it.join(by));
        if before == Some(after) {
            return false;
        }
        if let Some((limits, before)) = widening.zip(before) {
            let all = Interval::all(self.function.values[value].ty);
            if after.high > before.high {
                after.high = limits.range(after.high..).next().map_or(all.high, |&it| it.min(all.high));
            }
            if after.low < before.low {
                after.low = limits.range(..=after.low).next_back().map_or(all.low, |&it| it.max(all.low));
            }
        }
        self.intervals[value] = Some(after);
        true
    }

    /// The interval of an argument on an edge between two blocks.
    fn along(&self, from: BlockId, to: BlockId, argument: ValueId) -> Option<Interval> {
        let mut interval = self.at(argument, from)?;
        for guard in self.guards[to].iter().filter(|guard| guard.value == argument) {
            interval = interval.meet(guard.interval)?;
        }
        Some(interval)
    }

    /// The interval of the result of an operation in a block.
    fn result(&self, block: BlockId, operation: &Operation, result: ValueId) -> Option<Interval> {
        let all = self.any(result)?;
        let ty = self.function.values[result].ty;
        let at = |value: ValueId| self.at(value, block);
        Some(match *operation {
            Operation::Const(bits) => exactly(bits, ty),
            Operation::Cast { cast: Cast::SExt, value } => at(value)?,
            Operation::Cast { cast: Cast::ZExt, value } => match at(value)? {
                it if it.low >= 0 => it,
                _ => Interval { low: 0, high: self.function.values[value].ty.mask().into() }.fit(ty),
            },
            Operation::Cast { cast: Cast::Trunc, value } => at(value)?.fit(ty),
            Operation::Select { if_true, if_false, .. } => match (at(if_true), at(if_false)) {
                (Some(one), Some(other)) => one.join(other),
                (one, other) => one.or(other)?,
            },
            Operation::Binary { op, lhs, rhs } => {
                let (Some(lhs), Some(rhs)) = (at(lhs), at(rhs)) else { return None };
                binary(op, lhs, rhs).map_or(all, |it| it.fit(ty))
            }
            _ => all,
        })
    }
}

/// The results of an operation on numbers, if they are known.
fn binary(op: BinaryOp, lhs: Interval, rhs: Interval) -> Option<Interval> {
    let is_natural = lhs.low >= 0 && rhs.low >= 0;
    match op {
        BinaryOp::Add | BinaryOp::AddNsw => {
            Some(Interval { low: lhs.low + rhs.low, high: lhs.high + rhs.high })
        }
        BinaryOp::Sub | BinaryOp::SubNsw => {
            Some(Interval { low: lhs.low - rhs.high, high: lhs.high - rhs.low })
        }
        BinaryOp::Mul | BinaryOp::MulNsw if is_natural => {
            Some(Interval { low: lhs.low.checked_mul(rhs.low)?, high: lhs.high.checked_mul(rhs.high)? })
        }
        BinaryOp::And if lhs.low >= 0 => Some(Interval { low: 0, high: lhs.high }),
        BinaryOp::And if rhs.low >= 0 => Some(Interval { low: 0, high: rhs.high }),
        BinaryOp::URem | BinaryOp::SRem if is_natural && rhs.low > 0 => {
            Some(Interval { low: 0, high: lhs.high.min(rhs.high - 1) })
        }
        BinaryOp::UDiv | BinaryOp::SDiv if is_natural && rhs.low > 0 => {
            Some(Interval { low: lhs.low / rhs.high, high: lhs.high / rhs.low })
        }
        BinaryOp::LShr | BinaryOp::AShr if is_natural && rhs.high < 64 => {
            Some(Interval { low: lhs.low >> rhs.high, high: lhs.high >> rhs.low })
        }
        BinaryOp::Shl if is_natural && lhs.high < 1 << 63 && rhs.high < 63 => {
            Some(Interval { low: lhs.low << rhs.low, high: lhs.high << rhs.high })
        }
        _ => None,
    }
}

/// The interval of one number of a type.
fn exactly(bits: u64, ty: Type) -> Interval {
    let number = i128::from(bits);
    let number = if number > Interval::all(ty).high { number - (i128::from(ty.mask()) + 1) } else { number };
    Interval { low: number, high: number }
}

/// The numbers to which intervals are widened.
fn limits(function: &Function, constants: &Constants) -> BTreeSet<i128> {
    let mut limits = BTreeSet::from([0]);
    for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
        if let Operation::Compare { lhs, rhs, .. } = instruction.operation {
            for value in [lhs, rhs] {
                if let Some(bits) = constants[value] {
                    let number = exactly(bits, function.values[value].ty).low;
                    limits.extend([number - 1, number, number + 1]);
                }
            }
        }
    }
    limits
}

/// By block, what the branch tells that is the only way to it.
fn guards(function: &Function, constants: &Constants) -> SecondaryMap<BlockId, Vec<Guard>> {
    let mut comparisons: SecondaryMap<ValueId, Option<(Comparison, ValueId, ValueId)>> =
        SecondaryMap::with_default(None);
    for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
        if let (&Operation::Compare { comparison, lhs, rhs }, &[result]) =
            (&instruction.operation, &instruction.results[..])
        {
            comparisons[result] = Some((comparison, lhs, rhs));
        }
    }
    let predecessors = predecessors(function);
    let mut guards: SecondaryMap<BlockId, Vec<Guard>> = SecondaryMap::with_default(Vec::new());
    for block in function.blocks.values() {
        let TerminatorKind::Branch { condition, then_target, else_target } = &block.terminator.kind else {
            continue;
        };
        let Some((comparison, lhs, rhs)) = comparisons[*condition] else { continue };
        for (target, holds) in [(then_target, comparison), (else_target, comparison.negated())]
            .map(|(it, holds)| (it.block, holds))
        {
            if predecessors[target].len() != 1 {
                continue;
            }
            for (value, holds, number) in [(lhs, holds, rhs), (rhs, holds.mirrored(), lhs)] {
                let ty = function.values[value].ty;
                if let Some(bits) = constants[number].filter(|_| ty.is_int() && constants[value].is_none())
                    && let Some(interval) = satisfying(holds, bits, ty)
                {
                    guards[target].push(Guard { value, interval });
                }
            }
        }
    }
    guards
}

/// The numbers of a type that satisfy a comparison with a number, if they are one interval of signed
/// numbers.
fn satisfying(holds: Comparison, bits: u64, ty: Type) -> Option<Interval> {
    let all = Interval::all(ty);
    let Interval { low: number, .. } = exactly(bits, ty);
    // Unsigned numbers up to one that is not negative are not negative.
    let is_natural = number >= 0;
    match holds {
        Comparison::Eq => Some(Interval { low: number, high: number }),
        Comparison::Slt => all.meet(Interval { low: all.low, high: number - 1 }),
        Comparison::Sle => Some(Interval { low: all.low, high: number }),
        Comparison::Sgt => all.meet(Interval { low: number + 1, high: all.high }),
        Comparison::Sge => Some(Interval { low: number, high: all.high }),
        Comparison::Ult if number > 0 => Some(Interval { low: 0, high: number - 1 }),
        Comparison::Ule if is_natural => Some(Interval { low: 0, high: number }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
