//! The lowering of operands: locals of the function and constants of the module become values of
//! porf's IR.

use porf_entity::EntityId;
use porf_ir as ir;
use smallvec::SmallVec;

use super::constant::{Folded, NotFolded};
use super::function::{FunctionLowering, Values};
use super::{Lowered, Place, unsupported};
use crate::ast::{
    BlockId, ConstantExpression, ConstantId, ConstantKind, LocalId, Operand, PoisonFlags, TypeId,
};

impl FunctionLowering<'_, '_> {
    /// The type of an operand.
    pub(super) fn operand_type(&self, operand: Operand) -> TypeId {
        self.ast.operand_type(self.body, operand)
    }

    /// The scalars of which an operand consists.
    pub(super) fn operand(&mut self, operand: Operand) -> Lowered<Values> {
        match operand {
            Operand::Local(local) => self.local(local),
            Operand::Constant(constant) => self.constant(constant),
        }
    }

    /// An operand that is one scalar on which operations are supported.
    pub(super) fn scalar(&mut self, operand: Operand) -> Lowered<ir::ValueId> {
        let ty = self.operand_type(operand);
        if self.program.layout(self.module, ty).is_foreign() {
            return self.unsupported_type(ty);
        }
        match self.operand(operand)?[..] {
            [value] => Ok(value),
            _ => self.unsupported_type(ty),
        }
    }

    /// An operand that is an address.
    pub(super) fn pointer(&mut self, operand: Operand) -> Lowered<ir::ValueId> {
        let value = self.scalar(operand)?;
        match self.builder.value_type(value) {
            ir::Type::Ptr => Ok(value),
            ty => unsupported(format!("an address of type {ty}")),
        }
    }

    /// An operand that is an integer.
    pub(super) fn integer(&mut self, operand: Operand) -> Lowered<ir::ValueId> {
        let value = self.scalar(operand)?;
        match self.builder.value_type(value) {
            ir::Type::Int(_) => Ok(value),
            ty => unsupported(format!("an integer of type {ty}")),
        }
    }

    /// An operand that is a truth value.
    pub(super) fn condition(&mut self, operand: Operand) -> Lowered<ir::ValueId> {
        let value = self.scalar(operand)?;
        match self.builder.value_type(value) {
            ir::Type::I1 => Ok(value),
            ty => unsupported(format!("a condition of type {ty}")),
        }
    }

    /// Two operands that are scalars of one type.
    pub(super) fn scalars(&mut self, left: Operand, right: Operand) -> Lowered<(ir::ValueId, ir::ValueId)> {
        let (left, right) = (self.scalar(left)?, self.scalar(right)?);
        let (left_type, right_type) = (self.builder.value_type(left), self.builder.value_type(right));
        if left_type != right_type {
            return unsupported(format!("an operation on {left_type} and {right_type}"));
        }
        Ok((left, right))
    }

    pub(super) fn unsupported_type<T>(&self, ty: TypeId) -> Lowered<T> {
        unsupported(format!("an operation on {}", self.ast.types.display(ty)))
    }

    fn local(&self, local: LocalId) -> Lowered<Values> {
        let place = |block: BlockId| ir::BlockId::from_index(block.index());
        match &self.definitions[local] {
            // A value that is defined in the same block and lowered already comes before.
            Some(definition)
                if definition.block.is_none_or(|block| {
                    block == self.current || self.dominators.dominates(place(block), place(self.current))
                }) =>
            {
                Ok(definition.values.clone())
            }
            _ => unsupported(format!("{}, used where it may not be defined", self.body.locals[local].name)),
        }
    }

    fn constant(&mut self, id: ConstantId) -> Lowered<Values> {
        let constant = &self.ast.constants[id];
        let layout = self.program.layout(self.module, constant.ty);
        let zeros = layout.is_foreign()
            || matches!(
                constant.kind,
                ConstantKind::Zero | ConstantKind::Undef | ConstantKind::Poison | ConstantKind::Null
            );
        let values: Values = match &constant.kind {
            _ if zeros => layout.leaf_types().map(|ty| self.builder.constant(ty, 0)).collect(),
            ConstantKind::Bytes(bytes) => {
                bytes.iter().map(|&byte| self.builder.constant(ir::Type::I8, byte.into())).collect()
            }
            ConstantKind::Aggregate(elements) => {
                let mut values = SmallVec::new();
                for &element in elements {
                    values.extend(self.constant(element)?);
                }
                values
            }
            _ => SmallVec::from_slice(&[self.scalar_constant(id)?]),
        };
        if !values.iter().map(|&value| self.builder.value_type(value)).eq(layout.leaf_types()) {
            return unsupported(format!("a constant of type {}", self.ast.types.display(constant.ty)));
        }
        Ok(values)
    }

    fn scalar_constant(&mut self, id: ConstantId) -> Lowered<ir::ValueId> {
        let ty = self.ast.constants[id].ty;
        let [ty] = self.leaf_types(ty)[..] else { return self.unsupported_type(ty) };
        match self.program.fold(self.module, id) {
            Ok(Folded::Bits(bits)) => Ok(self.builder.constant(ty, bits)),
            Ok(Folded::Address(place, offset)) => {
                let address = self.address(place, offset)?;
                Ok(if ty.is_int() { self.builder.cast(ir::Cast::PtrToInt, address, ty) } else { address })
            }
            Err(NotFolded::Placement) => self.computed_constant(id),
            Err(NotFolded::Unsupported(unsupported)) => Err(unsupported),
        }
    }

    /// The address that many bytes behind a place.
    pub(super) fn address(&mut self, place: Place, offset: i64) -> Lowered<ir::ValueId> {
        let address = match place {
            Place::Global(global) => self.builder.global_address(global),
            Place::Function(function) => self.builder.function_address(function),
            Place::External(mention) => {
                let forwarder = self.program.forwarder_id(mention)?;
                self.builder.function_address(forwarder)
            }
        };
        Ok(self.moved(address, offset))
    }

    /// A constant that depends on where globals are placed, computed at its use.
    fn computed_constant(&mut self, id: ConstantId) -> Lowered<ir::ValueId> {
        let constant = &self.ast.constants[id];
        let ConstantKind::Expression(expression) = &constant.kind else {
            return self.unsupported_type(constant.ty);
        };
        match **expression {
            ConstantExpression::GetElementPointer { source_type, base, ref indices, .. } => {
                let indices = indices.iter().map(|&index| Operand::Constant(index));
                Ok(self.element_pointer(source_type, Operand::Constant(base), indices)?.0)
            }
            ConstantExpression::Cast { op, value } => self.cast(op, Operand::Constant(value), constant.ty),
            ConstantExpression::Binary { op, left, right, .. } => {
                let flags = PoisonFlags::default();
                self.binary(op, flags, Operand::Constant(left), Operand::Constant(right))
            }
            ConstantExpression::IntCompare { predicate, left, right } => {
                self.int_compare(predicate, Operand::Constant(left), Operand::Constant(right))
            }
            ConstantExpression::Select { condition, then, otherwise } => {
                let [condition, then, otherwise] = [condition, then, otherwise].map(Operand::Constant);
                match self.select(condition, then, otherwise)?[..] {
                    [value] => Ok(value),
                    _ => self.unsupported_type(constant.ty),
                }
            }
        }
    }
}
