//! The lowering of expressions to values, with C's conversions. Operands are evaluated from left to
//! right.

use porf_entity::{Diagnostic, Span};
use porf_ir::{BinaryOp, BlockId, Cast, Comparison, Type, ValueId};

use super::ast::{BinaryOperator, CompareOperator, Expression, ExpressionKind, UnaryOperator};
use super::lower::ThreadLowering;
use crate::ctype::{CType, IntegerType};

/// A value with its type in C.
#[derive(Clone, Copy)]
pub(super) struct Typed {
    pub(super) value: ValueId,
    pub(super) ty: CType,
}

impl ThreadLowering<'_> {
    /// The number as a `long`.
    pub(super) fn constant(&mut self, number: u64) -> Typed {
        Typed { value: self.builder.constant(Type::I64, number), ty: CType::LONG }
    }

    /// The value of an expression that must have one.
    pub(super) fn value(&mut self, expression: &Expression) -> Result<Typed, Diagnostic> {
        self.effect(expression)?.ok_or_else(|| {
            Diagnostic::new(expression.span, "a value is needed here, and this has none", "has no value")
        })
    }

    /// Lowers an expression, and returns its value if it has one.
    pub(super) fn effect(&mut self, expression: &Expression) -> Result<Option<Typed>, Diagnostic> {
        let span = expression.span;
        let typed = match &expression.kind {
            ExpressionKind::Integer { value, ty } => {
                let ty = CType::integer(*ty);
                self.set_position(span);
                Typed { value: self.builder.constant(ty.lowered(), *value), ty }
            }
            ExpressionKind::Order(_) => {
                return Err(Diagnostic::new(span, "a memory order is not a value", "not possible here"));
            }
            ExpressionKind::Local(_) | ExpressionKind::Dereference(_) | ExpressionKind::Index(..) => {
                let place = self.place(expression)?;
                self.load(place, span)
            }
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, span)?,
            ExpressionKind::Not(operand) => {
                let truth = self.truth(operand)?;
                self.set_position(span);
                let zero = self.builder.constant(Type::I1, 0);
                let inverted = self.builder.compare(Comparison::Eq, truth, zero);
                self.truth_as(inverted, CType::INT)
            }
            ExpressionKind::Compare(..) => {
                let truth = self.truth(expression)?;
                self.truth_as(truth, CType::INT)
            }
            ExpressionKind::Binary(operator, left, right) => {
                let left = self.value(left)?;
                let right = self.value(right)?;
                self.arithmetic(*operator, left, right, span)?
            }
            ExpressionKind::Logical(..) => self.logical(expression, span)?,
            ExpressionKind::Conditional(parts) => self.conditional(parts, span)?,
            ExpressionKind::Assign(operator, target, value) => self.assign(*operator, target, value, span)?,
            ExpressionKind::Step { operator, postfix, target } => {
                let place = self.place(target)?;
                let one = self.integer(1);
                let (old, new) = self.update(place, *operator, one, span)?;
                if *postfix { old } else { new }
            }
            ExpressionKind::AddressOf(inner) => self.address_of(inner, span)?,
            ExpressionKind::Cast(ty, inner) => {
                let typed = self.value(inner)?;
                self.set_position(span);
                self.cast(typed, ty.value_type())
            }
            ExpressionKind::Call { name, name_span, arguments } => {
                return self.call(name, *name_span, arguments, span);
            }
        };
        Ok(Some(typed))
    }

    fn integer(&mut self, number: u64) -> Typed {
        Typed { value: self.builder.constant(Type::I32, number), ty: CType::INT }
    }

    fn unary(
        &mut self,
        operator: UnaryOperator,
        operand: &Expression,
        span: Span,
    ) -> Result<Typed, Diagnostic> {
        let typed = self.value(operand)?;
        self.set_position(span);
        let ty = self.integer_type(typed, span)?.promoted();
        let promoted = Typed { value: self.cast(typed, CType::integer(ty)).value, ty: CType::integer(ty) };
        let lowered = promoted.ty.lowered();
        let value = match operator {
            UnaryOperator::Plus => promoted.value,
            UnaryOperator::Minus => {
                let zero = self.builder.constant(lowered, 0);
                self.builder.binary(BinaryOp::Sub, zero, promoted.value)
            }
            UnaryOperator::Complement => {
                let ones = self.builder.constant(lowered, u64::MAX);
                self.builder.binary(BinaryOp::Xor, promoted.value, ones)
            }
        };
        Ok(Typed { value, ty: promoted.ty })
    }

    /// The value of `&&` or `||`.
    fn logical(&mut self, condition: &Expression, span: Span) -> Result<Typed, Diagnostic> {
        let [if_true, if_false] = std::array::from_fn(|_| self.builder.create_block());
        self.branch_on(condition, if_true, if_false)?;
        let ends = [(if_true, 1), (if_false, 0)].map(|(block, truth)| {
            self.begin(block);
            self.set_position(span);
            (block, self.builder.constant(Type::I32, truth))
        });
        Ok(self.join(ends, CType::INT))
    }

    fn conditional(&mut self, parts: &[Expression; 3], span: Span) -> Result<Typed, Diagnostic> {
        let [condition, then, otherwise] = parts;
        let [if_true, if_false] = std::array::from_fn(|_| self.builder.create_block());
        self.branch_on(condition, if_true, if_false)?;
        self.begin(if_true);
        let then_value = self.value(then)?;
        let then_end = self.builder.current_block();
        self.begin(if_false);
        let else_value = self.value(otherwise)?;
        let else_end = self.builder.current_block();
        // Only now are both types known.
        let ty = common_type(then_value.ty, else_value.ty).0;
        self.set_position(span);
        let ends = [(then_end, then_value), (else_end, else_value)].map(|(end, typed)| {
            self.builder.switch_to_block(end);
            (end, self.cast(typed, ty).value)
        });
        Ok(self.join(ends, ty))
    }

    /// The value that control brings along from one of two blocks.
    fn join(&mut self, ends: [(BlockId, ValueId); 2], ty: CType) -> Typed {
        let join = self.builder.create_block();
        let value = self.builder.append_block_param(join, ty.lowered());
        for (end, value) in ends {
            self.builder.switch_to_block(end);
            self.builder.jump((join, [value]));
        }
        self.begin(join);
        Typed { value, ty }
    }

    /// The condition as an `i1`.
    pub(super) fn truth(&mut self, condition: &Expression) -> Result<ValueId, Diagnostic> {
        if let ExpressionKind::Compare(operator, left, right) = &condition.kind {
            let left = self.value(left)?;
            let right = self.value(right)?;
            self.set_position(condition.span);
            return Ok(self.compare(*operator, left, right));
        }
        let typed = self.value(condition)?;
        self.set_position(condition.span);
        Ok(self.is_nonzero(typed))
    }

    fn is_nonzero(&mut self, typed: Typed) -> ValueId {
        let zero = self.builder.constant(typed.ty.lowered(), 0);
        self.builder.compare(Comparison::Ne, typed.value, zero)
    }

    /// An `i1` as a value of an integer type.
    pub(super) fn truth_as(&mut self, truth: ValueId, ty: CType) -> Typed {
        Typed { value: self.builder.cast(Cast::ZExt, truth, ty.lowered()), ty }
    }

    fn integer_type(&self, typed: Typed, span: Span) -> Result<IntegerType, Diagnostic> {
        typed.ty.as_integer().ok_or_else(|| {
            Diagnostic::new(span, "this is not possible with pointers", format!("of type `{}`", typed.ty))
        })
    }

    /// The value converted to another type, where C converts it implicitly.
    pub(super) fn convert(&mut self, from: Typed, to: CType, span: Span) -> Result<ValueId, Diagnostic> {
        let to = to.value_type();
        if from.ty.as_integer().is_none()
            && to.as_integer().is_some_and(|to| !to.boolean && to.size < from.ty.size())
        {
            let message = format!("a pointer does not fit in `{to}`");
            return Err(Diagnostic::new(span, message, format!("this is a `{}`", from.ty))
                .with_help(format!("declare what it is assigned to as `{}`", from.ty)));
        }
        Ok(self.cast(from, to).value)
    }

    /// The value converted to any other type.
    pub(super) fn cast(&mut self, from: Typed, to: CType) -> Typed {
        let value = match (from.ty.as_integer(), to.as_integer()) {
            (_, Some(IntegerType { boolean: true, .. })) => {
                let truth = self.is_nonzero(from);
                return self.truth_as(truth, to);
            }
            (Some(integer), Some(_)) => self.builder.resize(from.value, to.lowered(), integer.signed),
            (Some(integer), None) => {
                let wide = self.builder.resize(from.value, Type::I64, integer.signed);
                self.builder.cast(Cast::IntToPtr, wide, Type::Ptr)
            }
            (None, Some(_)) => self.builder.cast(Cast::PtrToInt, from.value, to.lowered()),
            (None, None) => from.value,
        };
        Typed { value, ty: to }
    }

    /// The result of a binary operator.
    pub(super) fn arithmetic(
        &mut self,
        operator: BinaryOperator,
        left: Typed,
        right: Typed,
        span: Span,
    ) -> Result<Typed, Diagnostic> {
        use BinaryOperator as Op;
        self.set_position(span);
        match (operator, left.ty.pointee(), right.ty.pointee()) {
            (Op::Add | Op::Subtract, Some(pointee), None) => {
                let offset = self.scaled(right, pointee, operator == Op::Subtract);
                return Ok(Typed { value: self.builder.ptr_add(left.value, offset), ty: left.ty });
            }
            (Op::Add, None, Some(pointee)) => {
                let offset = self.scaled(left, pointee, false);
                return Ok(Typed { value: self.builder.ptr_add(right.value, offset), ty: right.ty });
            }
            (Op::Subtract, Some(pointee), Some(_)) => {
                let left = self.cast(left, CType::LONG).value;
                let right = self.cast(right, CType::LONG).value;
                let bytes = self.builder.binary(BinaryOp::Sub, left, right);
                let size = self.builder.constant(Type::I64, u64::from(pointee.size().bytes()));
                let value = self.builder.binary(BinaryOp::SDiv, bytes, size);
                return Ok(Typed { value, ty: CType::LONG });
            }
            _ => {}
        }
        let (left_type, right_type) = (self.integer_type(left, span)?, self.integer_type(right, span)?);
        // A shift computes in the type of its left operand alone.
        let integer = match operator {
            Op::ShiftLeft | Op::ShiftRight => left_type.promoted(),
            _ => left_type.common(right_type),
        };
        let ty = CType::integer(integer);
        let right = match operator {
            Op::ShiftLeft | Op::ShiftRight => self.distance(right, ty),
            _ => self.cast(right, ty).value,
        };
        let left = self.cast(left, ty).value;
        let op = match operator {
            Op::Add => BinaryOp::Add,
            Op::Subtract => BinaryOp::Sub,
            Op::Multiply => BinaryOp::Mul,
            Op::Divide if integer.signed => BinaryOp::SDiv,
            Op::Divide => BinaryOp::UDiv,
            Op::Remainder if integer.signed => BinaryOp::SRem,
            Op::Remainder => BinaryOp::URem,
            Op::ShiftLeft => BinaryOp::Shl,
            Op::ShiftRight if integer.signed => BinaryOp::AShr,
            Op::ShiftRight => BinaryOp::LShr,
            Op::And => BinaryOp::And,
            Op::Or => BinaryOp::Or,
            Op::Xor => BinaryOp::Xor,
        };
        Ok(Typed { value: self.builder.binary(op, left, right), ty })
    }

    /// The number of bits by which a value of the type is shifted. A number that does not fit in
    /// the type is too large, whatever its low bits are.
    fn distance(&mut self, distance: Typed, ty: CType) -> ValueId {
        let narrow = self.cast(distance, ty).value;
        let (from, to) = (self.builder.value_type(distance.value), self.builder.value_type(narrow));
        if from.bits() <= to.bits() {
            return narrow;
        }
        let limit = self.builder.constant(from, to.bits().into());
        let fits = self.builder.compare(Comparison::Ult, distance.value, limit);
        let too_large = self.builder.constant(to, to.bits().into());
        self.builder.select(fits, narrow, too_large)
    }

    /// A number of elements as a number of bytes.
    pub(super) fn scaled(&mut self, elements: Typed, pointee: CType, negative: bool) -> ValueId {
        let elements = self.cast(elements, CType::LONG).value;
        let size = u64::from(pointee.size().bytes());
        let factor = if negative { size.wrapping_neg() } else { size };
        let factor = self.builder.constant(Type::I64, factor);
        self.builder.binary(BinaryOp::Mul, elements, factor)
    }

    /// The comparison as an `i1`.
    fn compare(&mut self, operator: CompareOperator, left: Typed, right: Typed) -> ValueId {
        let (ty, signed) = common_type(left.ty, right.ty);
        let (left, right) = (self.cast(left, ty).value, self.cast(right, ty).value);
        self.builder.compare(comparison(operator, signed), left, right)
    }
}

/// The common type of two values, and whether its values have signs. A number becomes a pointer
/// where it meets one.
fn common_type(left: CType, right: CType) -> (CType, bool) {
    match (left.as_integer(), right.as_integer()) {
        (Some(left), Some(right)) => {
            let common = left.common(right);
            (CType::integer(common), common.signed)
        }
        (None, _) => (left, false),
        (Some(_), None) => (right, false),
    }
}

/// The comparison of signed or unsigned values for an operator.
fn comparison(operator: CompareOperator, signed: bool) -> Comparison {
    match (operator, signed) {
        (CompareOperator::Equal, _) => Comparison::Eq,
        (CompareOperator::NotEqual, _) => Comparison::Ne,
        (CompareOperator::Less, true) => Comparison::Slt,
        (CompareOperator::Less, false) => Comparison::Ult,
        (CompareOperator::LessEqual, true) => Comparison::Sle,
        (CompareOperator::LessEqual, false) => Comparison::Ule,
        (CompareOperator::Greater, true) => Comparison::Sgt,
        (CompareOperator::Greater, false) => Comparison::Ugt,
        (CompareOperator::GreaterEqual, true) => Comparison::Sge,
        (CompareOperator::GreaterEqual, false) => Comparison::Uge,
    }
}
