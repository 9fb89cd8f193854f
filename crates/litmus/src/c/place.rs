//! Places to which a thread can assign: local variables and objects in memory. An object of an
//! atomic type is loaded, stored and updated sequentially consistently and in one instant, as C
//! says, any other non-atomically.

use porf_entity::{Diagnostic, FetchOp, ReadOrdering, RmwOrdering, Span, WriteOrdering};
use porf_ir::{Cast, RmwKind, Type, ValueId};

use super::ast::{BinaryOperator, Expression, ExpressionKind, LocalId};
use super::lower::ThreadLowering;
use super::value::Typed;
use crate::ctype::CType;

/// A place to which a thread can assign.
#[derive(Clone, Copy)]
pub(super) enum Place {
    Local(LocalId),
    Memory(Object),
}

/// An object in memory.
#[derive(Clone, Copy)]
pub(super) struct Object {
    pub(super) address: ValueId,
    pub(super) ty: CType,
}

impl ThreadLowering<'_> {
    pub(super) fn address_of(&mut self, inner: &Expression, span: Span) -> Result<Typed, Diagnostic> {
        match self.place(inner)? {
            Place::Memory(Object { address, ty }) => {
                let too_deep = || Diagnostic::new(span, "this has too many levels of pointers", "");
                Ok(Typed { value: address, ty: ty.pointer_to().ok_or_else(too_deep)? })
            }
            Place::Local(id) => {
                let message = format!(
                    "the address of the local variable `{}` cannot be taken here",
                    self.local_name(id)
                );
                Err(Diagnostic::new(span, message, "address of a local variable").with_help(
                    "this is possible only in the second argument of a compare-exchange; declare the \
                     variable in the initial state instead",
                ))
            }
        }
    }

    pub(super) fn place(&mut self, expression: &Expression) -> Result<Place, Diagnostic> {
        match &expression.kind {
            ExpressionKind::Local(id) => Ok(Place::Local(*id)),
            ExpressionKind::Dereference(inner) => self.pointed_to(inner).map(Place::Memory),
            ExpressionKind::Index(array, index) => {
                let pointer = self.value(array)?;
                let index = self.value(index)?;
                let sum = self.arithmetic(BinaryOperator::Add, pointer, index, expression.span)?;
                let ty = self.pointee(sum, array.span)?;
                Ok(Place::Memory(Object { address: sum.value, ty }))
            }
            _ => Err(Diagnostic::new(expression.span, "this cannot be assigned to", "not a variable")),
        }
    }

    /// The object to which the value of the expression points.
    pub(super) fn pointed_to(&mut self, pointer: &Expression) -> Result<Object, Diagnostic> {
        let typed = self.value(pointer)?;
        let ty = self.pointee(typed, pointer.span)?;
        Ok(Object { address: typed.value, ty })
    }

    fn pointee(&self, typed: Typed, span: Span) -> Result<CType, Diagnostic> {
        typed.ty.pointee().ok_or_else(|| {
            Diagnostic::new(span, "a pointer is needed here", format!("this is a `{}`", typed.ty))
        })
    }

    pub(super) fn load(&mut self, place: Place, span: Span) -> Typed {
        self.set_position(span);
        match place {
            Place::Local(id) => Typed { value: self.read(id), ty: self.local_type(id).value_type() },
            Place::Memory(object) => {
                let ordering = match object.ty.is_atomic() {
                    true => ReadOrdering::SeqCst,
                    false => ReadOrdering::NonAtomic,
                };
                self.load_object(object, ordering)
            }
        }
    }

    pub(super) fn load_object(&mut self, object: Object, ordering: ReadOrdering) -> Typed {
        let value = self.builder.load(object.ty.lowered(), object.address, ordering);
        Typed { value, ty: object.ty.value_type() }
    }

    /// Stores a value of the right type.
    fn store(&mut self, place: Place, value: ValueId, span: Span) {
        self.set_position(span);
        match place {
            Place::Local(id) => self.define(id, value),
            Place::Memory(object) => {
                let ordering = match object.ty.is_atomic() {
                    true => WriteOrdering::SeqCst,
                    false => WriteOrdering::NonAtomic,
                };
                self.builder.store(value, object.address, ordering);
            }
        }
    }

    fn place_type(&self, place: Place) -> CType {
        match place {
            Place::Local(id) => self.local_type(id),
            Place::Memory(object) => object.ty,
        }
    }

    pub(super) fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        value: &Expression,
        span: Span,
    ) -> Result<Typed, Diagnostic> {
        let place = self.place(target)?;
        let typed = self.value(value)?;
        if let Some(operator) = operator {
            return self.update(place, operator, typed, span).map(|(_, new)| new);
        }
        let ty = self.place_type(place).value_type();
        let value = self.convert(typed, ty, value.span)?;
        self.store(place, value, span);
        Ok(Typed { value, ty })
    }

    /// `place operator= operand`: the old and the new value. The update takes one instant if the
    /// place is atomic.
    pub(super) fn update(
        &mut self,
        place: Place,
        operator: BinaryOperator,
        operand: Typed,
        span: Span,
    ) -> Result<(Typed, Typed), Diagnostic> {
        let ty = self.place_type(place).value_type();
        let old = match place {
            Place::Memory(object) if object.ty.is_atomic() => {
                let op = fetch_op(operator).ok_or_else(|| {
                    Diagnostic::new(span, "this operator is not supported on atomic variables", "not atomic")
                        .with_help("use a loop with `atomic_compare_exchange_strong`")
                })?;
                self.fetch(op, object, operand, RmwOrdering::SeqCst, span)?
            }
            _ => self.load(place, span),
        };
        let result = self.arithmetic(operator, old, operand, span)?;
        let new = self.convert(result, ty, span)?;
        if !matches!(place, Place::Memory(object) if object.ty.is_atomic()) {
            self.store(place, new, span);
        }
        Ok((old, Typed { value: new, ty }))
    }

    /// An atomic operation; its value is the old one.
    pub(super) fn fetch(
        &mut self,
        op: FetchOp,
        object: Object,
        operand: Typed,
        ordering: RmwOrdering,
        span: Span,
    ) -> Result<Typed, Diagnostic> {
        self.set_position(span);
        let ty = object.ty.value_type();
        if let Some(integer) = ty.as_integer() {
            if integer.boolean {
                return Err(Diagnostic::new(span, "this operation is not possible on `bool`", ""));
            }
            // Wrapping around at the width of the object commutes with all these operations.
            let operand = self.convert(operand, ty, span)?;
            let value = self.builder.rmw(RmwKind::Fetch(op), object.address, operand, ordering);
            return Ok(Typed { value, ty });
        }
        match (op, ty.pointee()) {
            (FetchOp::Add | FetchOp::Sub, Some(pointee)) => {
                let bytes = self.scaled(operand, pointee, false);
                let value = self.builder.rmw(RmwKind::Fetch(op), object.address, bytes, ordering);
                Ok(Typed { value: self.builder.cast(Cast::IntToPtr, value, Type::Ptr), ty })
            }
            _ => Err(Diagnostic::new(span, "this operation is not possible on pointers", "")),
        }
    }
}

/// The atomic operation of an assignment with the operator.
fn fetch_op(operator: BinaryOperator) -> Option<FetchOp> {
    Some(match operator {
        BinaryOperator::Add => FetchOp::Add,
        BinaryOperator::Subtract => FetchOp::Sub,
        BinaryOperator::And => FetchOp::And,
        BinaryOperator::Or => FetchOp::Or,
        BinaryOperator::Xor => FetchOp::Xor,
        _ => return None,
    })
}
