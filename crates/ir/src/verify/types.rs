//! Operands, results and arguments have the types that their context demands.

use porf_entity::ReadOrdering;

use super::Errors;
use crate::function::{Function, ValueId};
use crate::instruction::{Cast, Instruction, Operation, RmwKind, Target, TerminatorKind, UnaryOp};
use crate::module::Module;
use crate::types::Type;

pub(super) fn verify(module: &Module, function: &Function, errors: &mut Errors) {
    let types = function.values.values().map(|value| value.ty);
    for ty in types.chain(function.returns.iter().copied()) {
        errors
            .check((1..=64).contains(&ty.bits()), || format!("{ty} is no type: integers have 1 to 64 bits"));
    }
    let checker = Checker { module, function };
    for (id, block) in function.blocks.iter() {
        errors.in_block(id, |errors| {
            for instruction in &block.instructions {
                errors.position = instruction.position;
                checker.instruction(instruction, errors);
            }
            errors.position = block.terminator.position;
            checker.terminator(&block.terminator.kind, errors);
        });
    }
}

struct Checker<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl Checker<'_> {
    fn ty(&self, value: ValueId) -> Type {
        self.function.values[value].ty
    }

    fn expect(&self, value: ValueId, ty: Type, errors: &mut Errors) {
        let actual = self.ty(value);
        errors.check(actual == ty, || format!("{value} has type {actual}, but {ty} is needed"));
    }

    fn expect_int(&self, value: ValueId, errors: &mut Errors) {
        let actual = self.ty(value);
        errors.check(actual.is_int(), || format!("{value} has type {actual}, but an integer is needed"));
    }

    fn expect_float(&self, value: ValueId, errors: &mut Errors) {
        let actual = self.ty(value);
        errors.check(actual.is_float(), || {
            format!("{value} has type {actual}, but a floating-point number is needed")
        });
    }

    /// Checks that the value is a number of the kind that an operation takes.
    fn expect_number(&self, float: bool, value: ValueId, errors: &mut Errors) {
        if float { self.expect_float(value, errors) } else { self.expect_int(value, errors) }
    }

    fn expect_not_float(&self, value: ValueId, errors: &mut Errors) {
        let actual = self.ty(value);
        errors.check(!actual.is_float(), || {
            format!("{value} has type {actual}, but an integer or an address is needed")
        });
    }

    fn expect_accessible(&self, value: ValueId, errors: &mut Errors) {
        let actual = self.ty(value);
        errors.check(actual.access_size().is_some(), || {
            format!("{value} has type {actual}, but memory holds 8, 16, 32 or 64 bits")
        });
    }

    /// Checks that the values have these types, one for each.
    fn expect_all(&self, values: &[ValueId], types: &[Type], what: &str, errors: &mut Errors) {
        errors.check(values.len() == types.len(), || {
            format!("{} {what}, but {} are needed", values.len(), types.len())
        });
        for (&value, &ty) in values.iter().zip(types) {
            self.expect(value, ty, errors);
        }
    }

    fn instruction(&self, instruction: &Instruction, errors: &mut Errors) {
        let results = &instruction.results;
        match &instruction.operation {
            Operation::Store { value, address, .. } => {
                self.expect_all(results, &[], "results", errors);
                self.expect_accessible(*value, errors);
                self.expect(*address, Type::Ptr, errors);
            }
            Operation::Fence(_) => self.expect_all(results, &[], "results", errors),
            Operation::Assume(condition) => {
                self.expect_all(results, &[], "results", errors);
                self.expect(*condition, Type::I1, errors);
            }
            &Operation::Redundant { since } => {
                self.expect_all(results, &[], "results", errors);
                self.expect(since, Type::I64, errors);
            }
            &Operation::CompareExchange { address, expected, desired, failure, .. } => {
                let ty = self.ty(expected);
                self.expect_all(results, &[ty, Type::I1], "results", errors);
                self.expect_accessible(expected, errors);
                self.expect_not_float(expected, errors);
                self.expect(desired, ty, errors);
                self.expect(address, Type::Ptr, errors);
                errors.check(failure != ReadOrdering::NonAtomic, || {
                    "the failure of a compare-exchange is not atomic".to_owned()
                });
            }
            Operation::Call { function, arguments } => {
                let callee = &self.module.functions[*function];
                // A parameter without a type is reported with the callee.
                let params: Vec<Type> = callee
                    .params
                    .iter()
                    .filter_map(|&param| callee.values.get(param))
                    .map(|v| v.ty)
                    .collect();
                // The arguments of a variadic function beyond its parameters may have any types.
                let fixed = if callee.variadic { arguments.len().min(params.len()) } else { arguments.len() };
                self.expect_all(&arguments[..fixed], &params, "arguments", errors);
                self.expect_all(results, &callee.returns, "results", errors);
            }
            Operation::CallIndirect { callee, .. } => self.expect(*callee, Type::Ptr, errors),
            Operation::CallExternal { .. } | Operation::Unsupported(_) => {}
            operation => match results[..] {
                [result] => self.operation_with_one_result(operation, result, errors),
                _ => errors.report(format!("{} results, but 1 are needed", results.len())),
            },
        }
    }

    fn operation_with_one_result(&self, operation: &Operation, result: ValueId, errors: &mut Errors) {
        let ty = self.ty(result);
        match *operation {
            Operation::Const(bits) => {
                errors.check(bits <= ty.mask(), || format!("{bits} does not fit in {ty}"));
            }
            Operation::GlobalAddress(_) | Operation::FunctionAddress(_) => {
                self.expect(result, Type::Ptr, errors);
            }
            Operation::Alloca { size, align, .. } => {
                self.expect(result, Type::Ptr, errors);
                self.expect(size, Type::I64, errors);
                errors.check(align.is_power_of_two(), || {
                    format!("the alignment of an alloca is {align}, not a power of two")
                });
            }
            Operation::Unary { op, value } => {
                self.expect(value, ty, errors);
                self.expect_number(op.is_float(), result, errors);
                errors.check(op != UnaryOp::SwapBytes || ty.bits().is_multiple_of(8), || {
                    format!("{ty} has no whole number of bytes")
                });
            }
            Operation::FloatCompare { lhs, rhs, .. } => {
                self.expect(result, Type::I1, errors);
                self.expect_float(lhs, errors);
                self.expect(rhs, self.ty(lhs), errors);
            }
            Operation::Binary { op, lhs, rhs } => {
                self.expect_number(op.is_float(), result, errors);
                self.expect(lhs, ty, errors);
                self.expect(rhs, ty, errors);
            }
            Operation::Compare { lhs, rhs, .. } => {
                self.expect(result, Type::I1, errors);
                self.expect_not_float(lhs, errors);
                self.expect(rhs, self.ty(lhs), errors);
            }
            Operation::Cast { cast, value } => self.cast(cast, self.ty(value), ty, errors),
            Operation::Select { condition, if_true, if_false } => {
                self.expect(condition, Type::I1, errors);
                self.expect(if_true, ty, errors);
                self.expect(if_false, ty, errors);
            }
            Operation::PtrAdd { pointer, offset } => {
                self.expect(result, Type::Ptr, errors);
                self.expect(pointer, Type::Ptr, errors);
                self.expect(offset, Type::I64, errors);
            }
            Operation::Load { address, .. } => {
                self.expect_accessible(result, errors);
                self.expect(address, Type::Ptr, errors);
            }
            Operation::Effects | Operation::Actions => self.expect(result, Type::I64, errors),
            Operation::Cancels { attempt, address } => {
                self.expect(result, Type::I1, errors);
                self.expect_int(attempt, errors);
                self.expect_accessible(attempt, errors);
                self.expect(address, Type::Ptr, errors);
            }
            Operation::Rmw { kind, address, operand, .. } => {
                self.expect_accessible(result, errors);
                self.expect(operand, ty, errors);
                self.expect(address, Type::Ptr, errors);
                if let RmwKind::Fetch(_) = kind {
                    self.expect_int(result, errors);
                }
            }
            Operation::Store { .. }
            | Operation::Fence(_)
            | Operation::Assume(_)
            | Operation::Redundant { .. }
            | Operation::CompareExchange { .. }
            | Operation::Call { .. }
            | Operation::CallIndirect { .. }
            | Operation::CallExternal { .. }
            | Operation::Unsupported(_) => unreachable!("the number of its results is not fixed to one"),
        }
    }

    fn cast(&self, cast: Cast, from: Type, to: Type, errors: &mut Errors) {
        let ints = from.is_int() && to.is_int();
        let legal = match cast {
            Cast::ZExt | Cast::SExt => ints && from.bits() < to.bits(),
            Cast::Trunc => ints && from.bits() > to.bits(),
            Cast::PtrToInt => from == Type::Ptr && to.is_int(),
            Cast::IntToPtr => from.is_int() && to == Type::Ptr,
            Cast::Bitcast => from.bits() == to.bits() && from != Type::Ptr && to != Type::Ptr,
            Cast::FpTrunc => from == Type::F64 && to == Type::F32,
            Cast::FpExt => from == Type::F32 && to == Type::F64,
            Cast::FpToUi | Cast::FpToSi => from.is_float() && to.is_int(),
            Cast::UiToFp | Cast::SiToFp => from.is_int() && to.is_float(),
        };
        errors.check(legal, || format!("{cast} cannot make {to} of {from}"));
    }

    fn terminator(&self, kind: &TerminatorKind, errors: &mut Errors) {
        match kind {
            TerminatorKind::Branch { condition, .. } => self.expect(*condition, Type::I1, errors),
            TerminatorKind::Switch { value, cases, .. } => self.cases(*value, cases, errors),
            TerminatorKind::Return(values) => {
                self.expect_all(values, &self.function.returns, "returned values", errors);
            }
            TerminatorKind::Spin { since: Some(since) } => self.expect(*since, Type::I64, errors),
            TerminatorKind::Jump(_)
            | TerminatorKind::Fail(_)
            | TerminatorKind::LoopBound
            | TerminatorKind::Spin { since: None } => {}
        }
        kind.for_each_target(|target| {
            let params = &self.function.blocks[target.block].params;
            let types: Vec<Type> = params.iter().map(|&param| self.ty(param)).collect();
            self.expect_all(&target.arguments, &types, "arguments", errors);
        });
    }

    fn cases(&self, value: ValueId, cases: &[(u64, Target)], errors: &mut Errors) {
        self.expect_int(value, errors);
        let ty = self.ty(value);
        let mut numbers: Vec<u64> = cases.iter().map(|&(number, _)| number).collect();
        numbers.sort_unstable();
        for number in &numbers {
            errors.check(*number <= ty.mask(), || format!("case {number} does not fit in {ty}"));
        }
        for pair in numbers.windows(2) {
            errors.check(pair[0] != pair[1], || format!("case {} appears twice", pair[0]));
        }
    }
}
