//! Counting loops: loops that certainly end, whatever they do.
//!
//! The proof is a decision that every iteration makes and that leaves the loop at the latest when a
//! counter has come to a limit. The counter is a parameter of the header, and each back edge adds
//! the same number to it, the *step*. The decision compares the counter, or the counter plus a
//! number, with a value that does not change in the loop. Let x₀, x₁, … be the compared values:
//! xₖ₊₁ = xₖ + step, modulo 2ʷ. The loop ends if it goes on only while
//! - xₖ < b, the step is positive, and b − 1 + step does not exceed the largest number, since the
//!   sum does not wrap while the loop goes on; likewise for ≤, and downwards for > and ≥;
//! - xₖ < b, xₖ > b or xₖ ≠ b, and the step is odd, whatever b is. The counter goes through all
//!   numbers, and the loop does not go on with all of them.
//!
//! A counter that each iteration shifts to the right or divides falls to 0: such a loop ends if it
//! goes on only with numbers other than 0, or above a number.

use porf_entity::SecondaryMap;
use porf_ir::{
    BinaryOp, BlockId, Cast, Comparison, Dominators, Function, Operation, TerminatorKind, Type, ValueId,
};

use crate::analyses::defined_values::is_function_of_operands;
use crate::analyses::function_facts::{Constants, predecessors};
use crate::analyses::loops::{BackEdge, BackEdges, is_cut};

/// The largest number of instructions that are followed to a counter or to the limit of a value.
const DEPTH: usize = 8;

/// A natural loop: the loops of all back edges to one header.
pub(crate) struct NaturalLoop {
    pub(crate) header: BlockId,
    pub(crate) inside: SecondaryMap<BlockId, bool>,
    /// The number of its blocks.
    pub(crate) size: usize,
    edges: Vec<BackEdge>,
}

impl NaturalLoop {
    /// The natural loops of a function.
    pub(crate) fn all(function: &Function, back_edges: &BackEdges) -> Vec<Self> {
        let predecessors = predecessors(function);
        let mut loops: Vec<Self> = Vec::new();
        for &edge in &back_edges.natural {
            let blocks = edge.natural_loop(&predecessors).0;
            let at = loops.iter().position(|it| it.header == edge.header).unwrap_or_else(|| {
                let inside = SecondaryMap::with_default(false);
                loops.push(Self { header: edge.header, inside, size: 0, edges: Vec::new() });
                loops.len() - 1
            });
            for block in blocks {
                loops[at].size += usize::from(!std::mem::replace(&mut loops[at].inside[block], true));
            }
            loops[at].edges.push(edge);
        }
        loops
    }
}

/// The values of a function, for proofs about them.
pub(crate) struct Counting<'a> {
    function: &'a Function,
    constants: &'a Constants,
    dominators: &'a Dominators,
    /// By value, the operation that defines it and the block of that.
    definitions: SecondaryMap<ValueId, Option<(&'a Operation, BlockId)>>,
    /// By value that is a parameter, its block.
    params: SecondaryMap<ValueId, Option<BlockId>>,
}

/// The change of a counter from one iteration to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    Adds(i128),
    /// The counter falls until it is 0.
    Falls,
}

impl<'a> Counting<'a> {
    pub(crate) fn new(function: &'a Function, constants: &'a Constants, dominators: &'a Dominators) -> Self {
        let mut definitions = SecondaryMap::with_default(None);
        let mut params = SecondaryMap::with_default(None);
        for (id, block) in function.blocks.iter() {
            for &param in &block.params {
                params[param] = Some(id);
            }
            for instruction in &block.instructions {
                for &result in &instruction.results {
                    definitions[result] = Some((&instruction.operation, id));
                }
            }
        }
        Self { function, constants, dominators, definitions, params }
    }

    /// Whether a natural loop certainly ends.
    pub(crate) fn ends(&self, natural: &NaturalLoop) -> bool {
        let always = |block: BlockId| {
            natural.inside[block]
                && natural.edges.iter().all(|edge| self.dominators.dominates(block, edge.from))
        };
        self.function.blocks.ids().filter(|&block| always(block)).any(|block| self.leaves(natural, block))
    }

    /// Whether the decision of a block ends the loop, if every iteration makes it.
    fn leaves(&self, natural: &NaturalLoop, block: BlockId) -> bool {
        let TerminatorKind::Branch { condition, then_target, else_target } =
            &self.function.blocks[block].terminator.kind
        else {
            return false;
        };
        // A loop that is cut at its bound does not end.
        if [then_target, else_target].iter().any(|target| is_cut(self.function, target.block)) {
            return false;
        }
        let stays_if = match [then_target, else_target].map(|target| natural.inside[target.block]) {
            [true, false] => true,
            [false, true] => false,
            _ => return false,
        };
        let Some((&Operation::Compare { comparison, lhs, rhs }, _)) = self.definitions[*condition] else {
            return false;
        };
        let stays = if stays_if { comparison } else { comparison.negated() };
        self.comes_to_limit(natural, lhs, stays, rhs)
            || self.comes_to_limit(natural, rhs, stays.mirrored(), lhs)
    }

    /// Whether a counter cannot satisfy a comparison with a limit for ever.
    fn comes_to_limit(&self, natural: &NaturalLoop, x: ValueId, stays: Comparison, limit: ValueId) -> bool {
        if !self.is_invariant(natural, limit) {
            return false;
        }
        let (wide, mut counter) = (self.function.values[x].ty, x);
        let mut cast = None;
        if let Some((&Operation::Cast { cast: Cast::SExt, value }, _)) = self.definitions[x] {
            (cast, counter) = (Some(Cast::SExt), value);
        } else if let Some((&Operation::Cast { cast: Cast::ZExt, value }, _)) = self.definitions[x] {
            (cast, counter) = (Some(Cast::ZExt), value);
        }
        let ty = self.function.values[counter].ty;
        if !ty.is_int() || !wide.is_int() {
            return false;
        }
        let Some((param, _)) = self.offset(counter, |param| self.params[param] == Some(natural.header))
        else {
            return false;
        };
        let Some(change) = self.change(natural, param) else { return false };
        let is_signed =
            matches!(stays, Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge);
        if change == Change::Falls {
            let is_zero = self.constants[limit] == Some(0);
            return cast.is_none()
                && counter == param
                && (stays == Comparison::Ugt || stays == Comparison::Ne && is_zero);
        }
        let Change::Adds(step) = change else { return false };
        // The numbers that the counter can be, as the comparison sees them.
        let (least, largest) = match (is_signed, cast) {
            (true, None | Some(Cast::SExt)) => signed_range(ty),
            (false, Some(Cast::SExt)) => return false,
            _ => (0, i128::from(ty.mask())),
        };
        let (low, high) = self.range(limit, is_signed);
        let goes_through_all = cast.is_none() && step % 2 != 0;
        match stays {
            Comparison::Eq => true,
            Comparison::Ne => goes_through_all,
            Comparison::Ult | Comparison::Slt => step > 0 && (goes_through_all || high - 1 + step <= largest),
            Comparison::Ule | Comparison::Sle => step > 0 && high + step <= largest,
            Comparison::Ugt | Comparison::Sgt => step < 0 && (goes_through_all || low + 1 + step >= least),
            Comparison::Uge | Comparison::Sge => step < 0 && low + step >= least,
            Comparison::Same => false,
        }
    }

    /// Whether a value is the same in all iterations of a loop.
    fn is_invariant(&self, natural: &NaturalLoop, value: ValueId) -> bool {
        self.is_same(natural, value, DEPTH)
    }

    fn is_same(&self, natural: &NaturalLoop, value: ValueId, depth: usize) -> bool {
        if let Some(block) = self.params[value] {
            return !natural.inside[block];
        }
        let Some((operation, block)) = self.definitions[value] else { return true };
        if !natural.inside[block] {
            return true;
        }
        let mut is_same = depth > 0 && is_function_of_operands(operation);
        operation.for_each_operand(|&operand| is_same = is_same && self.is_same(natural, operand, depth - 1));
        is_same
    }

    /// The value that a value is, up to the addition of a number, and that number. Casts to other
    /// integers may be in between, if they keep all bits of the value.
    fn offset(&self, from: ValueId, is_wanted: impl Fn(ValueId) -> bool) -> Option<(ValueId, i128)> {
        let type_of = |value: ValueId| self.function.values[value].ty;
        let number = |value: ValueId| self.constants[value].map(|bits| as_signed(bits, type_of(value)));
        let (mut value, mut sum) = (from, 0);
        for _ in 0..DEPTH {
            if is_wanted(value) && type_of(value) == type_of(from) {
                return Some((value, sum));
            }
            (value, sum) = match *self.definitions[value]?.0 {
                Operation::Binary { op: BinaryOp::Add | BinaryOp::AddNsw, lhs, rhs } => {
                    match (number(lhs), number(rhs)) {
                        (_, Some(added)) => (lhs, sum + added),
                        (Some(added), _) => (rhs, sum + added),
                        _ => return None,
                    }
                }
                Operation::Binary { op: BinaryOp::Sub | BinaryOp::SubNsw, lhs, rhs } => {
                    (lhs, sum - number(rhs)?)
                }
                Operation::Cast { cast: Cast::Trunc | Cast::ZExt | Cast::SExt, value } => (value, sum),
                _ => return None,
            };
            if type_of(value).bits() < type_of(from).bits() {
                return None;
            }
        }
        None
    }

    /// The change of a parameter of the header, if it is the same along all back edges.
    fn change(&self, natural: &NaturalLoop, param: ValueId) -> Option<Change> {
        let params = &self.function.blocks[natural.header].params;
        let index = params.iter().position(|&it| it == param)?;
        let mut changes = natural.edges.iter().map(|edge| {
            let argument = *edge.target(self.function).arguments.get(index)?;
            if let Some((_, step)) = self.offset(argument, |value| value == param) {
                let bits = self.function.values[param].ty.bits();
                let step = if step.unsigned_abs() >> (bits - 1) == 0 { step } else { 0 };
                return (step != 0).then_some(Change::Adds(step));
            }
            let (&Operation::Binary { op, lhs, rhs }, _) = self.definitions[argument]? else { return None };
            let number = self.constants[rhs].filter(|_| lhs == param)?;
            let bits = u64::from(self.function.values[param].ty.bits());
            let falls = match op {
                BinaryOp::LShr => number > 0 && number < bits,
                BinaryOp::UDiv => number > 1,
                _ => false,
            };
            falls.then_some(Change::Falls)
        });
        let first = changes.next()??;
        changes.all(|change| change == Some(first)).then_some(first)
    }

    /// Numbers between which a value is, signed or unsigned.
    fn range(&self, value: ValueId, is_signed: bool) -> (i128, i128) {
        let ty = self.function.values[value].ty;
        let (least, largest) = if is_signed { signed_range(ty) } else { (0, i128::from(ty.mask())) };
        if let Some(bits) = self.constants[value] {
            let number = if is_signed { as_signed(bits, ty) } else { bits.into() };
            return (number, number);
        }
        match i128::from(self.most(value, DEPTH)) {
            most if most <= largest => (0, most),
            _ => (least, largest),
        }
    }

    /// A number that an unsigned value does not exceed.
    fn most(&self, value: ValueId, depth: usize) -> u64 {
        let mask = self.function.values[value].ty.mask();
        if let Some(number) = self.constants[value] {
            return number;
        }
        let Some((operation, _)) = self.definitions[value].filter(|_| depth > 0) else { return mask };
        let most = |value| self.most(value, depth - 1);
        match *operation {
            Operation::Cast { cast: Cast::ZExt, value } => most(value),
            Operation::Select { if_true, if_false, .. } => most(if_true).max(most(if_false)),
            Operation::Binary { op: BinaryOp::And, lhs, rhs } => most(lhs).min(most(rhs)),
            Operation::Binary { op: BinaryOp::URem, lhs, rhs } => {
                most(lhs).min(self.constants[rhs].map_or(mask, |divisor| divisor.wrapping_sub(1)))
            }
            Operation::Binary { op: BinaryOp::LShr, lhs, rhs } => self.constants[rhs]
                .map_or(mask, |distance| most(lhs).checked_shr(distance as u32).unwrap_or(0)),
            _ => mask,
        }
    }
}

fn as_signed(bits: u64, ty: Type) -> i128 {
    let (_, largest) = signed_range(ty);
    let number = i128::from(bits);
    if number > largest { number - (i128::from(ty.mask()) + 1) } else { number }
}

fn signed_range(ty: Type) -> (i128, i128) {
    let half = 1_i128 << (ty.bits() - 1);
    (-half, half - 1)
}
