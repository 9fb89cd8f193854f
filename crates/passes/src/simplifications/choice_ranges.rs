//! Gives nondeterministic integers the ranges that follow from the assumptions right behind them.
//!
//! `__porf_nondet_some(low, high)` is an integer of which only the type is known. The machine tries
//! a few of its values, and the verdict is bounded. But most programs continue like this:
//!
//! ```c
//! int n = __VERIFIER_nondet_int();
//! assume_abort_if_not(n >= 0 && n < 3);
//! ```
//!
//! Every other value ends in a false assumption before any action that another thread could
//! observe, so that omitting the value changes nothing. The remaining values become the range. If
//! the range is small, the machine tries all of it (`__porf_nondet`).
//!
//! The analysis follows the code behind the call on *paths*. A path stands for the values of an
//! interval, which all take it. On a path, a value of the function is a constant, or the chosen
//! integer plus a constant, or unknown. Where the values of the interval differ in their behaviour
//! (a comparison comes out in both ways, a sum wraps around) the path is divided and both halves
//! continue. Output does not count. A path ends with a false assumption, or it *survives*: it comes
//! to an access to memory other than a variable, a call that was not inlined, an error, or a
//! decision that depends on an unknown value. The range is the smallest interval that contains all
//! surviving values.
//!
//! Non-atomic writes to a variable, on the stack or global, are remembered and read again. Another
//! thread could observe such a write, or interfere with it, only by a data race, and the remaining
//! values have that data race, too.

use std::collections::BTreeMap;

use porf_entity::{ReadOrdering, SecondaryMap, WriteOrdering};
use porf_ir::intrinsics::{Builtin, PointerUse};
use porf_ir::{
    BinaryOp, BlockId, Cast, Comparison, ExternalId, Function, GlobalId, Instruction, Module, Operation,
    Target, TerminatorKind, Type, ValueId,
};

use crate::analyses::externals::Externals;
use crate::analyses::function_facts::{Constants, constants};
use crate::simplifications::edit::define;

/// The largest number of values of a range that are all tried, unless the type itself is small.
const MOST_VALUES: i128 = 1 << 16;
/// The largest number of instructions that are followed behind one call.
const MOST_STEPS: u32 = 4_000;

/// The externals for choices and assumptions; `None` for those that the module does not have.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Choices {
    some: Option<ExternalId>,
    all: Option<ExternalId>,
    assume: Option<ExternalId>,
}

impl Choices {
    /// Finds the externals, and declares the choice among all values if there is one among some.
    pub(crate) fn declare(module: &mut Module) -> Self {
        let some = Builtin::Nondeterministic { partial: true }.find_in(&module.externals);
        let all = Builtin::Nondeterministic { partial: false };
        let all = match some {
            Some(_) => Some(all.declare_in(&mut module.externals)),
            None => all.find_in(&module.externals),
        };
        Self { some, all, assume: Builtin::Assume.find_in(&module.externals) }
    }
}

/// Gives the choices of a function their ranges.
pub(crate) fn run(function: &mut Function, choices: Choices, externals: &Externals, signed_overflow: bool) {
    let (Some(some), Some(all)) = (choices.some, choices.all) else { return };
    let mut found = Vec::new();
    let follow = Follow::new(function, choices, externals, signed_overflow);
    for (block, contents) in function.blocks.iter() {
        for (index, instruction) in contents.instructions.iter().enumerate() {
            if let Operation::CallExternal { external, arguments } = &instruction.operation
                && *external == some
                && let &[result] = &instruction.results[..]
                && let [low, high] = arguments[..]
                && let (Some(low), Some(high)) = (follow.constants[low], follow.constants[high])
            {
                // A range of an unsigned type does not end before it begins, taken as unsigned
                // numbers.
                let signed = low as i64 <= high as i64;
                let number = |bits: u64| if signed { i128::from(bits as i64) } else { i128::from(bits) };
                let range = (number(low), number(high));
                let narrowed = follow.range(block, index + 1, result, range);
                if narrowed != range {
                    found.push((block, index, narrowed));
                }
            }
        }
    }
    // Replacement goes backward, so that the places of the other choices stay valid.
    for (block, index, (low, high)) in found.into_iter().rev() {
        let position = function.blocks[block].instructions[index].position;
        let (low_value, is_low) =
            define(&mut function.values, Type::I64, Operation::Const(low as u64), position);
        let (high_value, is_high) =
            define(&mut function.values, Type::I64, Operation::Const(high as u64), position);
        let external = if high - low < MOST_VALUES { all } else { some };
        let instructions = &mut function.blocks[block].instructions;
        instructions[index].operation =
            Operation::CallExternal { external, arguments: vec![low_value, high_value] };
        instructions.splice(index..index, [is_low, is_high]);
    }
}

/// A value on a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Known {
    Constant(u64),
    /// The chosen integer plus this number. For the whole interval the sum is a number of the type,
    /// taken as unsigned.
    Choice(i128),
}

/// A variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Variable {
    Local(ValueId),
    Global(GlobalId),
}

/// The point of control for the choices of an interval.
#[derive(Clone)]
struct Path {
    block: BlockId,
    /// The index of the next instruction.
    index: usize,
    low: i128,
    high: i128,
    values: BTreeMap<ValueId, Known>,
    variables: BTreeMap<Variable, (Known, Type)>,
}

/// The outcome of an instruction on a path.
enum Step {
    Next,
    /// The values from this one on behave differently from those before.
    Divide(i128),
    /// An assumption is false.
    Ends,
    /// The path survives, and need not be followed any further.
    Survives,
}

/// The outcome of a step, or the value at which the path must be divided first.
type Divided<T> = Result<T, i128>;

/// Follows the paths of a function.
struct Follow<'a> {
    function: &'a Function,
    choices: Choices,
    externals: &'a Externals,
    /// Whether a signed result that does not fit is an error.
    signed_overflow: bool,
    constants: Constants,
    variables: SecondaryMap<ValueId, Option<Variable>>,
}

impl<'a> Follow<'a> {
    fn new(
        function: &'a Function,
        choices: Choices,
        externals: &'a Externals,
        signed_overflow: bool,
    ) -> Self {
        let mut variables = SecondaryMap::with_default(None);
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            if let &[result] = &instruction.results[..] {
                variables[result] = match instruction.operation {
                    Operation::Alloca { .. } => Some(Variable::Local(result)),
                    Operation::GlobalAddress(global) => Some(Variable::Global(global)),
                    _ => None,
                };
            }
        }
        Self { function, choices, externals, signed_overflow, constants: constants(function), variables }
    }

    /// The smallest interval that contains all surviving values of a choice; all values if none
    /// survives.
    fn range(
        &self,
        block: BlockId,
        index: usize,
        result: ValueId,
        (low, high): (i128, i128),
    ) -> (i128, i128) {
        // A negative number, taken as unsigned, is larger by the size of the type.
        let modulus = modulus(self.function.values[result].ty);
        let halves = [(low, high.min(-1), modulus), (low.max(0), high, 0)];
        let mut pending: Vec<Path> = halves
            .into_iter()
            .filter(|(low, high, _)| low <= high)
            .map(|(low, high, offset)| Path {
                block,
                index,
                low,
                high,
                values: BTreeMap::from([(result, Known::Choice(offset))]),
                variables: BTreeMap::default(),
            })
            .collect();
        let mut range: Option<(i128, i128)> = None;
        let mut steps = MOST_STEPS;
        while let Some(mut path) = pending.pop() {
            // Values within the range need not be shown to survive once more.
            let step = match range {
                Some((low, high)) if low <= path.low && path.high <= high => continue,
                _ if steps == 0 => Step::Survives,
                _ => self.step(&mut path),
            };
            steps = steps.saturating_sub(1);
            match step {
                Step::Next => pending.push(path),
                Step::Divide(at) => {
                    debug_assert!(path.low < at && at <= path.high);
                    pending.push(Path { high: at - 1, ..path.clone() });
                    pending.push(Path { low: at, ..path });
                }
                Step::Ends => {}
                Step::Survives => {
                    let (low, high) = range.unwrap_or((path.low, path.high));
                    range = Some((low.min(path.low), high.max(path.high)));
                }
            }
        }
        range.unwrap_or((low, high))
    }

    fn step(&self, path: &mut Path) -> Step {
        let block = &self.function.blocks[path.block];
        let step = match block.instructions.get(path.index) {
            Some(instruction) => self.instruction(path, instruction),
            None => self.terminator(path, &block.terminator.kind),
        };
        step.unwrap_or_else(Step::Divide)
    }

    fn instruction(&self, path: &mut Path, instruction: &Instruction) -> Divided<Step> {
        path.index += 1;
        let known = |path: &Path, value: ValueId| self.known(path, value);
        let type_of = |value: ValueId| self.function.values[value].ty;
        let result = match &instruction.operation {
            Operation::Assume(condition) => {
                let outcome = self.assume(path, *condition);
                return divided(path, outcome);
            }
            Operation::CallExternal { external, arguments } if Some(*external) == self.choices.assume => {
                let Some(&condition) = arguments.first() else { return Ok(Step::Survives) };
                let outcome = self.assume(path, condition);
                return divided(path, outcome);
            }
            Operation::CallExternal { external, .. }
                if self.externals.pointers(*external) == PointerUse::Print =>
            {
                None
            }
            &Operation::Store { value, address, ordering: WriteOrdering::NonAtomic, .. } => {
                let Some(variable) = self.variables[address] else { return Ok(Step::Survives) };
                match known(path, value) {
                    Some(known) => path.variables.insert(variable, (known, type_of(value))),
                    None => path.variables.remove(&variable),
                };
                return Ok(Step::Next);
            }
            &Operation::Load { address, ordering: ReadOrdering::NonAtomic } => {
                let Some(variable) = self.variables[address] else { return Ok(Step::Survives) };
                match (path.variables.get(&variable), &instruction.results[..]) {
                    (Some(&(known, ty)), &[result]) if ty == type_of(result) => Some(known),
                    // The contents are unknown.
                    _ => return Ok(Step::Survives),
                }
            }
            &Operation::Binary { op, lhs, rhs } => {
                let (ty, lhs, rhs) = (type_of(lhs), known(path, lhs), known(path, rhs));
                // Where overflow is no error, sums wrap around.
                let op = match op {
                    BinaryOp::AddNsw if !self.signed_overflow => BinaryOp::Add,
                    BinaryOp::SubNsw if !self.signed_overflow => BinaryOp::Sub,
                    BinaryOp::MulNsw if !self.signed_overflow => BinaryOp::Mul,
                    op => op,
                };
                let outcome = binary(path, op, ty, lhs, rhs);
                let outcome = divided(path, outcome)?;
                let is_error = if outcome.is_none() { may_be_error(path, op, ty, rhs) } else { Ok(false) };
                if divided(path, is_error)? {
                    return Ok(Step::Survives);
                }
                outcome
            }
            &Operation::Compare { comparison, lhs, rhs } => {
                let holds = compare(path, comparison, type_of(lhs), known(path, lhs), known(path, rhs));
                divided(path, holds)?.map(|holds| Known::Constant(holds.into()))
            }
            &Operation::Cast { cast, value } => match instruction.results[..] {
                [result] => {
                    let outcome = convert(path, cast, type_of(value), type_of(result), known(path, value));
                    divided(path, outcome)?
                }
                _ => None,
            },
            &Operation::Select { condition, if_true, if_false } => match known(path, condition) {
                Some(Known::Constant(condition)) => {
                    known(path, if condition != 0 { if_true } else { if_false })
                }
                _ => None,
            },
            // There may be too little memory.
            Operation::Alloca { size, .. } if self.constants[*size].is_none() => return Ok(Step::Survives),
            Operation::Alloca { .. }
            | Operation::Const(_)
            | Operation::GlobalAddress(_)
            | Operation::FunctionAddress(_)
            | Operation::Unary { .. }
            | Operation::FloatCompare { .. }
            | Operation::PtrAdd { .. }
            | Operation::Effects => None,
            _ => return Ok(Step::Survives),
        };
        for &value in &instruction.results {
            match result {
                Some(known) => path.values.insert(value, known),
                None => path.values.remove(&value),
            };
        }
        Ok(Step::Next)
    }

    fn terminator(&self, path: &mut Path, kind: &TerminatorKind) -> Divided<Step> {
        let target = match kind {
            TerminatorKind::Jump(target) => target,
            TerminatorKind::Branch { condition, then_target, else_target } => {
                match self.known(path, *condition) {
                    Some(Known::Constant(0)) => else_target,
                    Some(Known::Constant(_)) => then_target,
                    _ => return Ok(Step::Survives),
                }
            }
            TerminatorKind::Switch { value, cases, default } => {
                let ty = self.function.values[*value].ty;
                let mut taken = default;
                for (case, target) in cases {
                    let case = Some(Known::Constant(*case));
                    match compare(path, Comparison::Eq, ty, self.known(path, *value), case)? {
                        Some(true) => taken = target,
                        Some(false) => {}
                        None => return Ok(Step::Survives),
                    }
                }
                taken
            }
            TerminatorKind::Return(_)
            | TerminatorKind::Fail(_)
            | TerminatorKind::LoopBound
            | TerminatorKind::Spin { .. } => return Ok(Step::Survives),
        };
        self.jump(path, target);
        Ok(Step::Next)
    }

    fn jump(&self, path: &mut Path, target: &Target) {
        let arguments: Vec<_> = target.arguments.iter().map(|&value| self.known(path, value)).collect();
        for (&param, argument) in self.function.blocks[target.block].params.iter().zip(arguments) {
            match argument {
                Some(known) => path.values.insert(param, known),
                None => path.values.remove(&param),
            };
        }
        (path.block, path.index) = (target.block, 0);
    }

    fn assume(&self, path: &Path, condition: ValueId) -> Divided<Step> {
        let ty = self.function.values[condition].ty;
        let zero = Some(Known::Constant(0));
        Ok(match compare(path, Comparison::Ne, ty, self.known(path, condition), zero)? {
            Some(true) => Step::Next,
            Some(false) => Step::Ends,
            None => Step::Survives,
        })
    }

    fn known(&self, path: &Path, value: ValueId) -> Option<Known> {
        path.values.get(&value).copied().or(self.constants[value].map(Known::Constant))
    }
}

/// Returns to the instruction if the path has to be divided first, so that both halves run it
/// again.
fn divided<T>(path: &mut Path, outcome: Divided<T>) -> Divided<T> {
    if outcome.is_err() {
        path.index -= 1;
    }
    outcome
}

/// The number of values of a type.
fn modulus(ty: Type) -> i128 {
    1 << ty.bits()
}

/// The choice plus an offset, within the numbers of a type.
fn wrapped(path: &Path, offset: i128, ty: Type) -> Divided<Known> {
    let modulus = modulus(ty);
    let rounds = (path.low + offset).div_euclid(modulus);
    let next = (rounds + 1) * modulus - offset;
    if next <= path.high { Err(next) } else { Ok(Known::Choice(offset - rounds * modulus)) }
}

/// The offset of the choice from itself as a signed number.
fn signed_offset(path: &Path, offset: i128, ty: Type) -> Divided<i128> {
    let modulus = modulus(ty);
    let negative = modulus / 2 - offset;
    match negative {
        negative if negative <= path.low => Ok(offset - modulus),
        negative if negative > path.high => Ok(offset),
        negative => Err(negative),
    }
}

/// A constant as a signed number.
fn signed(bits: u64, ty: Type) -> i128 {
    let bits = i128::from(bits);
    if bits >= modulus(ty) / 2 { bits - modulus(ty) } else { bits }
}

fn binary(
    path: &Path,
    op: BinaryOp,
    ty: Type,
    lhs: Option<Known>,
    rhs: Option<Known>,
) -> Divided<Option<Known>> {
    let (Some(lhs), Some(rhs)) = (lhs, rhs) else { return Ok(None) };
    let sum = |choice: i128, constant: i128, checked: bool| -> Divided<Option<Known>> {
        if checked {
            let offset = signed_offset(path, choice, ty)? + constant;
            let limit = modulus(ty) / 2;
            let fits = -limit - offset..limit - offset;
            for end in [fits.start, fits.end] {
                if path.low < end && end <= path.high {
                    return Err(end);
                }
            }
            if !fits.contains(&path.low) {
                return Ok(None);
            }
        }
        wrapped(path, choice + constant, ty).map(Some)
    };
    match (op, lhs, rhs) {
        (op, Known::Constant(lhs), Known::Constant(rhs)) => {
            Ok(op.evaluate(ty, lhs, rhs).filter(|_| !op.overflows_signed(ty, lhs, rhs)).map(Known::Constant))
        }
        (BinaryOp::Add | BinaryOp::AddNsw, Known::Choice(choice), Known::Constant(constant))
        | (BinaryOp::Add | BinaryOp::AddNsw, Known::Constant(constant), Known::Choice(choice)) => {
            sum(choice, signed(constant, ty), op == BinaryOp::AddNsw)
        }
        (BinaryOp::Sub | BinaryOp::SubNsw, Known::Choice(choice), Known::Constant(constant)) => {
            sum(choice, -signed(constant, ty), op == BinaryOp::SubNsw)
        }
        _ => Ok(None),
    }
}

/// Whether an operation with an unknown result may be an error.
fn may_be_error(path: &Path, op: BinaryOp, ty: Type, rhs: Option<Known>) -> Divided<bool> {
    let may_be = |comparison, bits| {
        let known = compare(path, comparison, ty, rhs, Some(Known::Constant(bits)))?;
        Ok(known != Some(false))
    };
    match op {
        BinaryOp::UDiv | BinaryOp::URem => may_be(Comparison::Eq, 0),
        // The quotient of the least number and -1 overflows.
        BinaryOp::SDiv | BinaryOp::SRem => {
            Ok(may_be(Comparison::Eq, 0)? || may_be(Comparison::Eq, ty.mask())?)
        }
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => may_be(Comparison::Uge, ty.bits().into()),
        BinaryOp::AddNsw | BinaryOp::SubNsw | BinaryOp::MulNsw => Ok(true),
        _ => Ok(false),
    }
}

fn convert(path: &Path, cast: Cast, from: Type, to: Type, value: Option<Known>) -> Divided<Option<Known>> {
    match (cast, value) {
        (Cast::ZExt | Cast::SExt | Cast::Trunc, Some(Known::Constant(bits))) => {
            Ok(Some(Known::Constant(cast.evaluate(from, to, bits))))
        }
        (Cast::ZExt, Some(Known::Choice(offset))) => Ok(Some(Known::Choice(offset))),
        (Cast::SExt, Some(Known::Choice(offset))) => {
            let offset = signed_offset(path, offset, from)?;
            wrapped(path, offset, to).map(Some)
        }
        (Cast::Trunc, Some(Known::Choice(offset))) => {
            let rounds = (path.high - path.low) / modulus(to);
            // A type that is much too small tells nothing about the whole number.
            if rounds > 4 { Ok(None) } else { wrapped(path, offset, to).map(Some) }
        }
        _ => Ok(None),
    }
}

/// Whether the comparison holds, if that is known.
fn compare(
    path: &Path,
    comparison: Comparison,
    ty: Type,
    lhs: Option<Known>,
    rhs: Option<Known>,
) -> Divided<Option<bool>> {
    let (comparison, choice, constant) = match (lhs, rhs) {
        (Some(Known::Constant(lhs)), Some(Known::Constant(rhs))) => {
            return Ok(Some(comparison.evaluate(ty, lhs, rhs)));
        }
        (Some(Known::Choice(choice)), Some(Known::Constant(constant))) => (comparison, choice, constant),
        (Some(Known::Constant(constant)), Some(Known::Choice(choice))) => {
            (turned_round(comparison), choice, constant)
        }
        _ => return Ok(None),
    };
    let is_signed =
        matches!(comparison, Comparison::Slt | Comparison::Sle | Comparison::Sgt | Comparison::Sge);
    let (offset, constant) = match is_signed {
        true => (signed_offset(path, choice, ty)?, signed(constant, ty)),
        false => (choice, i128::from(constant)),
    };
    // The choice that is equal to the constant.
    let equal = constant - offset;
    let less_than = |limit: i128| match limit {
        limit if path.high < limit => Ok(true),
        limit if path.low >= limit => Ok(false),
        limit => Err(limit),
    };
    let holds = match comparison {
        Comparison::Ult | Comparison::Slt => less_than(equal)?,
        Comparison::Ule | Comparison::Sle => less_than(equal + 1)?,
        Comparison::Uge | Comparison::Sge => !less_than(equal)?,
        Comparison::Ugt | Comparison::Sgt => !less_than(equal + 1)?,
        Comparison::Eq | Comparison::Same => !less_than(equal)? && less_than(equal + 1)?,
        Comparison::Ne => less_than(equal)? || !less_than(equal + 1)?,
    };
    Ok(Some(holds))
}

/// The comparison of the operands in the other order.
fn turned_round(comparison: Comparison) -> Comparison {
    match comparison {
        Comparison::Eq | Comparison::Same | Comparison::Ne => comparison,
        Comparison::Ult => Comparison::Ugt,
        Comparison::Ule => Comparison::Uge,
        Comparison::Ugt => Comparison::Ult,
        Comparison::Uge => Comparison::Ule,
        Comparison::Slt => Comparison::Sgt,
        Comparison::Sle => Comparison::Sge,
        Comparison::Sgt => Comparison::Slt,
        Comparison::Sge => Comparison::Sle,
    }
}

#[cfg(test)]
mod tests;
