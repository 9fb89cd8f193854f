//! The lowering of arithmetic, comparisons, conversions, selections, and parts of aggregates.

use porf_ir as ir;
use smallvec::SmallVec;

use super::function::{FunctionLowering, Values};
use super::{Lowered, unsupported};
use crate::ast::{BinaryOp, CastOp, FloatPredicate, IntPredicate, Operand, PoisonFlags, TypeId};

/// The operation of porf's IR; `no_signed_wrap` says that the signed result fits.
pub(super) fn ir_binary_op(op: BinaryOp, no_signed_wrap: bool) -> ir::BinaryOp {
    match op {
        BinaryOp::Add if no_signed_wrap => ir::BinaryOp::AddNsw,
        BinaryOp::Sub if no_signed_wrap => ir::BinaryOp::SubNsw,
        BinaryOp::Mul if no_signed_wrap => ir::BinaryOp::MulNsw,
        BinaryOp::Add => ir::BinaryOp::Add,
        BinaryOp::Sub => ir::BinaryOp::Sub,
        BinaryOp::Mul => ir::BinaryOp::Mul,
        BinaryOp::UDiv => ir::BinaryOp::UDiv,
        BinaryOp::SDiv => ir::BinaryOp::SDiv,
        BinaryOp::URem => ir::BinaryOp::URem,
        BinaryOp::SRem => ir::BinaryOp::SRem,
        BinaryOp::Shl => ir::BinaryOp::Shl,
        BinaryOp::LShr => ir::BinaryOp::LShr,
        BinaryOp::AShr => ir::BinaryOp::AShr,
        BinaryOp::And => ir::BinaryOp::And,
        BinaryOp::Or => ir::BinaryOp::Or,
        BinaryOp::Xor => ir::BinaryOp::Xor,
        BinaryOp::FAdd => ir::BinaryOp::FAdd,
        BinaryOp::FSub => ir::BinaryOp::FSub,
        BinaryOp::FMul => ir::BinaryOp::FMul,
        BinaryOp::FDiv => ir::BinaryOp::FDiv,
        BinaryOp::FRem => ir::BinaryOp::FRem,
    }
}

fn is_float_op(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem)
}

/// The comparison of porf's IR.
pub(super) fn ir_comparison(predicate: IntPredicate) -> ir::Comparison {
    match predicate {
        IntPredicate::Eq => ir::Comparison::Eq,
        IntPredicate::Ne => ir::Comparison::Ne,
        IntPredicate::Ugt => ir::Comparison::Ugt,
        IntPredicate::Uge => ir::Comparison::Uge,
        IntPredicate::Ult => ir::Comparison::Ult,
        IntPredicate::Ule => ir::Comparison::Ule,
        IntPredicate::Sgt => ir::Comparison::Sgt,
        IntPredicate::Sge => ir::Comparison::Sge,
        IntPredicate::Slt => ir::Comparison::Slt,
        IntPredicate::Sle => ir::Comparison::Sle,
    }
}

fn ir_float_comparison(predicate: FloatPredicate) -> ir::FloatComparison {
    match predicate {
        FloatPredicate::False => ir::FloatComparison::False,
        FloatPredicate::Oeq => ir::FloatComparison::Oeq,
        FloatPredicate::Ogt => ir::FloatComparison::Ogt,
        FloatPredicate::Oge => ir::FloatComparison::Oge,
        FloatPredicate::Olt => ir::FloatComparison::Olt,
        FloatPredicate::Ole => ir::FloatComparison::Ole,
        FloatPredicate::One => ir::FloatComparison::One,
        FloatPredicate::Ord => ir::FloatComparison::Ord,
        FloatPredicate::Ueq => ir::FloatComparison::Ueq,
        FloatPredicate::Ugt => ir::FloatComparison::Ugt,
        FloatPredicate::Uge => ir::FloatComparison::Uge,
        FloatPredicate::Ult => ir::FloatComparison::Ult,
        FloatPredicate::Ule => ir::FloatComparison::Ule,
        FloatPredicate::Une => ir::FloatComparison::Une,
        FloatPredicate::Uno => ir::FloatComparison::Uno,
        FloatPredicate::True => ir::FloatComparison::True,
    }
}

/// The conversion of porf's IR; `None` if there is nothing to do.
pub(super) fn ir_cast(op: CastOp, from: ir::Type, to: ir::Type) -> Lowered<Option<ir::Cast>> {
    use ir::Type::{F32, F64, Int, Ptr};
    Ok(Some(match (op, from, to) {
        (CastOp::Trunc, Int(from), Int(to)) if from > to => ir::Cast::Trunc,
        (CastOp::ZExt, Int(from), Int(to)) if from < to => ir::Cast::ZExt,
        (CastOp::SExt, Int(from), Int(to)) if from < to => ir::Cast::SExt,
        (CastOp::FpTrunc, F64, F32) => ir::Cast::FpTrunc,
        (CastOp::FpExt, F32, F64) => ir::Cast::FpExt,
        (CastOp::FpToUi, F32 | F64, Int(_)) => ir::Cast::FpToUi,
        (CastOp::FpToSi, F32 | F64, Int(_)) => ir::Cast::FpToSi,
        (CastOp::UiToFp, Int(_), F32 | F64) => ir::Cast::UiToFp,
        (CastOp::SiToFp, Int(_), F32 | F64) => ir::Cast::SiToFp,
        (CastOp::PtrToInt | CastOp::PtrToAddr, Ptr, Int(_)) => ir::Cast::PtrToInt,
        (CastOp::IntToPtr, Int(_), Ptr) => ir::Cast::IntToPtr,
        (CastOp::BitCast, from, to) if from == to => return Ok(None),
        (CastOp::BitCast, Int(_) | F32 | F64, Int(_) | F32 | F64) if from.bits() == to.bits() => {
            ir::Cast::Bitcast
        }
        _ => return unsupported(format!("{} from {from} to {to}", op.word())),
    }))
}

impl FunctionLowering<'_, '_> {
    pub(super) fn float_negate(&mut self, value: Operand) -> Lowered<ir::ValueId> {
        let value = self.float(value)?;
        Ok(self.builder.unary(ir::UnaryOp::FNeg, value))
    }

    /// An operand that is a floating-point number.
    pub(super) fn float(&mut self, operand: Operand) -> Lowered<ir::ValueId> {
        let value = self.scalar(operand)?;
        match self.builder.value_type(value) {
            ty if ty.is_float() => Ok(value),
            ty => unsupported(format!("a floating-point number of type {ty}")),
        }
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        flags: PoisonFlags,
        left: Operand,
        right: Operand,
    ) -> Lowered<ir::ValueId> {
        let (left, right) = self.scalars(left, right)?;
        let ty = self.builder.value_type(left);
        let fits = if is_float_op(op) { ty.is_float() } else { ty.is_int() };
        if !fits {
            return unsupported(format!("{} on {ty}", op.word()));
        }
        Ok(self.builder.binary(ir_binary_op(op, flags.no_signed_wrap), left, right))
    }

    pub(super) fn int_compare(
        &mut self,
        predicate: IntPredicate,
        left: Operand,
        right: Operand,
    ) -> Lowered<ir::ValueId> {
        let (left, right) = self.scalars(left, right)?;
        if self.builder.value_type(left).is_float() {
            return unsupported("icmp on floating-point numbers");
        }
        Ok(self.builder.compare(ir_comparison(predicate), left, right))
    }

    pub(super) fn float_compare(
        &mut self,
        predicate: FloatPredicate,
        left: Operand,
        right: Operand,
    ) -> Lowered<ir::ValueId> {
        let (left, right) = self.scalars(left, right)?;
        match self.builder.value_type(left) {
            ty if ty.is_float() => {
                Ok(self.builder.float_compare(ir_float_comparison(predicate), left, right))
            }
            ty => unsupported(format!("fcmp on {ty}")),
        }
    }

    pub(super) fn cast(&mut self, op: CastOp, value: Operand, to: TypeId) -> Lowered<ir::ValueId> {
        let value = self.scalar(value)?;
        let layout = self.program.layout(self.module, to);
        let ty = match *layout.leaves {
            [leaf] if !leaf.foreign => leaf.ty,
            _ => return self.unsupported_type(to),
        };
        Ok(match ir_cast(op, self.builder.value_type(value), ty)? {
            Some(cast) => self.builder.cast(cast, value, ty),
            None => value,
        })
    }

    pub(super) fn select(
        &mut self,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Lowered<Values> {
        let condition = self.condition(condition)?;
        let (then_type, otherwise_type) = (self.operand_type(then), self.operand_type(otherwise));
        let (then, otherwise) = (self.operand(then)?, self.operand(otherwise)?);
        if self.leaf_types(then_type) != self.leaf_types(otherwise_type) {
            return unsupported("a choice between values of different types");
        }
        let pairs = then.into_iter().zip(otherwise);
        Ok(pairs.map(|(then, otherwise)| self.builder.select(condition, then, otherwise)).collect())
    }

    pub(super) fn extract(&mut self, aggregate: Operand, indices: &[u32]) -> Lowered<Values> {
        let ty = self.operand_type(aggregate);
        let values = self.operand(aggregate)?;
        match self.program.layouts[self.module].part(ty, indices) {
            Some((range, _)) if range.end <= values.len() => Ok(SmallVec::from_slice(&values[range])),
            _ => self.unsupported_type(ty),
        }
    }

    pub(super) fn insert(&mut self, aggregate: Operand, value: Operand, indices: &[u32]) -> Lowered<Values> {
        let ty = self.operand_type(aggregate);
        let mut values = self.operand(aggregate)?;
        let part = self.operand(value)?;
        match self.program.layouts[self.module].part(ty, indices) {
            Some((range, _)) if range.end <= values.len() && range.len() == part.len() => {
                values[range].copy_from_slice(&part);
                Ok(values)
            }
            _ => self.unsupported_type(ty),
        }
    }
}
