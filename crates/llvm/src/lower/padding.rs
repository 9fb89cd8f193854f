//! Padding of structures that are accessed atomically.
//!
//! An atomic access to a structure is an access to an integer of the same size, so the written
//! value has bytes that no member occupies. The program has not written these padding bytes, and
//! their values do not matter; but compare-exchanges compare them. So the lowering writes them as
//! 0, and expects them to be 0. The type of the object, either the one that is accessed or the one
//! that the value was loaded from, says where the padding is.

use porf_entity::ReadOrdering;
use porf_ir as ir;

use super::function::FunctionLowering;
use crate::ast::{ConstantExpression, ConstantKind, GlobalKind, Operand, Type, TypeId};

impl FunctionLowering<'_, '_> {
    /// The type of the object that a pointer points to, where it is known.
    fn object_type(&self, pointer: Operand) -> Option<TypeId> {
        let constant = match pointer {
            Operand::Local(local) => return self.objects.get(&local).copied(),
            Operand::Constant(constant) => constant,
        };
        let variable = |constant| match self.ast.constants[constant].kind {
            ConstantKind::Global(global) => match &self.ast.globals[global].kind {
                GlobalKind::Variable(variable) => Some(variable.ty),
                _ => None,
            },
            _ => None,
        };
        match &self.ast.constants[constant].kind {
            ConstantKind::Expression(expression) => match &**expression {
                ConstantExpression::GetElementPointer { source_type, indices, .. } => {
                    let mut at = *source_type;
                    for &index in indices.iter().skip(1) {
                        at = match self.ast.types.resolve(at).1 {
                            Type::Array { element, .. } => *element,
                            Type::Struct { fields, .. } => match self.ast.constants[index].kind {
                                ConstantKind::Int(number) => *fields.get(number as usize)?,
                                _ => return None,
                            },
                            _ => return None,
                        };
                    }
                    Some(at)
                }
                _ => None,
            },
            _ => variable(constant),
        }
    }

    /// Remembers the type of the object from which a value was loaded.
    pub(super) fn note_source(&mut self, value: ir::ValueId, address: Operand, ordering: ReadOrdering) {
        if !ordering.is_atomic()
            && let Some(ty) = self.object_type(address)
        {
            self.sources.insert(value, ty);
        }
    }

    /// A value that is written to memory atomically, or expected there, with 0 where there is
    /// padding.
    pub(super) fn without_padding(&mut self, value: ir::ValueId, address: Operand) -> ir::ValueId {
        let ty = self.builder.value_type(value);
        let known = [self.object_type(address), self.sources.get(&value).copied()];
        let members = known.into_iter().flatten().find_map(|object| self.members(object, ty));
        match members {
            Some(members) if members != ty.mask() => {
                let members = self.builder.constant(ty, members);
                self.builder.binary(ir::BinaryOp::And, value, members)
            }
            _ => value,
        }
    }

    /// The bits that members of a structure occupy, as those of an integer of its size.
    fn members(&mut self, object: TypeId, integer: ir::Type) -> Option<u64> {
        let Type::Struct { fields, .. } = self.ast.types.resolve(object).1 else { return None };
        let size = self.program.layout(self.module, object).size;
        if !integer.is_int() || size != Some(u64::from(integer.bits() / 8)) {
            return None;
        }
        // clang makes a structure as large as an atomic access needs by wrapping it together with
        // bytes.
        let is_wrapped = !matches!(self.ast.types.get(object), Type::Named(_))
            && matches!(**fields, [inner, _] if matches!(self.ast.types.resolve(inner).1, Type::Struct { .. }));
        let layout = self.program.layout(self.module, if is_wrapped { fields[0] } else { object });
        let mut members = 0;
        for leaf in layout.leaves.iter() {
            if leaf.foreign {
                return None;
            }
            members |= leaf.ty.mask() << (8 * leaf.offset);
        }
        Some(members & integer.mask())
    }
}
