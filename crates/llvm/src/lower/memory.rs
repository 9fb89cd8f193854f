//! The lowering of objects on the stack, addresses of parts of objects, loads and stores.

use porf_entity::{ReadOrdering, WriteOrdering};
use porf_ir as ir;
use porf_ir::intrinsics::Builtin;

use super::constant::{Folded, Step, sign_extend};
use super::function::{FunctionLowering, Values};
use super::global::MAX_ALIGN;
use super::layout::Leaf;
use super::{Lowered, unsupported};
use crate::ast::{Access, Operand, TypeId};

impl FunctionLowering<'_, '_> {
    /// A pointer moved by a fixed number of bytes.
    pub(super) fn moved(&mut self, pointer: ir::ValueId, offset: i64) -> ir::ValueId {
        if offset == 0 {
            return pointer;
        }
        let offset = self.builder.constant(ir::Type::I64, offset as u64);
        self.builder.ptr_add(pointer, offset)
    }

    pub(super) fn alloca(
        &mut self,
        ty: TypeId,
        count: Option<Operand>,
        align: Option<u64>,
    ) -> Lowered<ir::ValueId> {
        let layout = self.program.layout(self.module, ty);
        let align = align.unwrap_or(layout.align);
        let Some(size) = layout.size.filter(|_| align.is_power_of_two() && align <= MAX_ALIGN) else {
            return unsupported(format!("an object of type {} on the stack", self.ast.types.display(ty)));
        };
        let size = match count {
            None => self.builder.constant(ir::Type::I64, size),
            Some(count) => self.total_size(count, size)?,
        };
        Ok(self.builder.alloca(size, align))
    }

    /// The size of an unsigned number of objects.
    fn total_size(&mut self, count: Operand, size: u64) -> Lowered<ir::ValueId> {
        if let Number::Known(count) = self.number(count)?
            && let Some(total) = u64::try_from(count).ok().and_then(|count| count.checked_mul(size))
        {
            return Ok(self.builder.constant(ir::Type::I64, total));
        }
        let count = self.integer(count)?;
        let count = self.builder.resize(count, ir::Type::I64, false);
        Ok(self.scaled(count, size))
    }

    /// A copy, on the stack, of the object of the type that a pointer points to.
    pub(super) fn copy_of(
        &mut self,
        pointer: ir::ValueId,
        ty: TypeId,
        align: Option<u64>,
    ) -> Lowered<ir::ValueId> {
        let copy = self.alloca(ty, None, align)?;
        let size = self.program.layout(self.module, ty).size.unwrap_or(0);
        let size = self.builder.constant(ir::Type::I64, size);
        self.call_builtin(Builtin::Copy { may_overlap: false }, &[copy, pointer, size]);
        Ok(copy)
    }

    /// The address of a part of an object, and the type of the part.
    pub(super) fn element_pointer(
        &mut self,
        source_type: TypeId,
        base: Operand,
        indices: impl Iterator<Item = Operand>,
    ) -> Lowered<(ir::ValueId, TypeId)> {
        let pointer = self.pointer(base)?;
        let (mut fixed, mut at) = (0i64, source_type);
        let mut variable: Option<ir::ValueId> = None;
        for (position, index) in indices.enumerate() {
            let number = self.number(index)?;
            match (self.program.step(self.module, &mut at, position == 0)?, number) {
                (Step::Elements(size), Number::Known(number)) => {
                    fixed = fixed.wrapping_add(number.wrapping_mul(size as i64));
                }
                (Step::Elements(size), Number::Unknown(number)) => {
                    let number = self.builder.resize(number, ir::Type::I64, true);
                    let bytes = self.scaled(number, size);
                    variable = Some(match variable {
                        Some(sum) => self.builder.binary(ir::BinaryOp::Add, sum, bytes),
                        None => bytes,
                    });
                }
                (Step::Members, Number::Known(number)) => {
                    let offset = self.program.member_offset(self.module, &mut at, number as u64)?;
                    fixed = fixed.wrapping_add(offset as i64);
                }
                (Step::Members, Number::Unknown(_)) => {
                    return unsupported("the address of a member whose number is not constant");
                }
            }
        }
        let pointer = self.moved(pointer, fixed);
        let element = match variable {
            Some(offset) => self.builder.ptr_add(pointer, offset),
            None => pointer,
        };
        Ok((element, at))
    }

    /// An `i64` times a number of bytes.
    fn scaled(&mut self, count: ir::ValueId, size: u64) -> ir::ValueId {
        if size == 1 {
            return count;
        }
        let size = self.builder.constant(ir::Type::I64, size);
        self.builder.binary(ir::BinaryOp::Mul, count, size)
    }

    /// An integer operand, known or not.
    fn number(&mut self, operand: Operand) -> Lowered<Number> {
        if let Operand::Constant(constant) = operand
            && let [ty @ ir::Type::Int(_)] = self.leaf_types(self.ast.constants[constant].ty)[..]
            && let Ok(Folded::Bits(bits)) = self.program.fold(self.module, constant)
        {
            return Ok(Number::Known(sign_extend(bits, ty.bits())));
        }
        self.integer(operand).map(Number::Unknown)
    }

    pub(super) fn load(&mut self, ty: TypeId, pointer: Operand, access: Access) -> Lowered<Values> {
        let address = self.pointer(pointer)?;
        let layout = self.program.layout(self.module, ty);
        self.check_accessible(&layout.leaves, ty, access)?;
        let ordering = match access.ordering {
            None => ReadOrdering::NonAtomic,
            Some(ordering) => super::atomics::read_ordering(ordering)?,
        };
        let mut values = Values::new();
        for leaf in &layout.leaves {
            let address = self.moved(address, leaf.offset as i64);
            values.push(match leaf.ty.access_size() {
                Some(_) => self.builder.load(leaf.ty, address, ordering),
                None => self.load_pieces(address, leaf.ty),
            });
        }
        if let [value] = values[..] {
            self.note_source(value, pointer, ordering);
        }
        Ok(values)
    }

    pub(super) fn store(&mut self, value: Operand, pointer: Operand, access: Access) -> Lowered<()> {
        let address = self.pointer(pointer)?;
        let ty = self.operand_type(value);
        let values = self.operand(value)?;
        let layout = self.program.layout(self.module, ty);
        self.check_accessible(&layout.leaves, ty, access)?;
        let ordering = match access.ordering {
            None => WriteOrdering::NonAtomic,
            Some(ordering) => super::atomics::write_ordering(ordering)?,
        };
        for (leaf, mut value) in layout.leaves.iter().zip(values) {
            if ordering.is_atomic() {
                value = self.without_padding(value, pointer);
            }
            let address = self.moved(address, leaf.offset as i64);
            match leaf.ty.access_size() {
                Some(_) => self.builder.store(value, address, ordering),
                None => self.store_pieces(value, address, leaf.ty),
            }
        }
        Ok(())
    }

    /// Checks that values of the type can be in memory; for an atomic access, that they are one
    /// access.
    fn check_accessible(&self, leaves: &[Leaf], ty: TypeId, access: Access) -> Lowered<()> {
        let one_access = matches!(leaves, [leaf] if leaf.ty.access_size().is_some());
        if leaves.iter().any(|leaf| leaf.foreign) || access.ordering.is_some() && !one_access {
            let atomic = if access.ordering.is_some() { "atomic " } else { "" };
            return unsupported(format!("{atomic}access to {}", self.ast.types.display(ty)));
        }
        Ok(())
    }

    /// Loads an integer of a width that no single access has: its bytes as accesses of 4, 2 and 1
    /// bytes, lowest first.
    fn load_pieces(&mut self, address: ir::ValueId, ty: ir::Type) -> ir::ValueId {
        let whole = whole_bytes(ty);
        let mut sum: Option<ir::ValueId> = None;
        for (offset, piece_type) in pieces(whole) {
            let address = self.moved(address, offset as i64);
            let piece = self.builder.load(piece_type, address, ReadOrdering::NonAtomic);
            let piece = self.builder.resize(piece, whole, false);
            sum = Some(match sum {
                None => piece,
                Some(low) => {
                    let shift = self.builder.constant(whole, offset * 8);
                    let high = self.builder.binary(ir::BinaryOp::Shl, piece, shift);
                    self.builder.binary(ir::BinaryOp::Or, low, high)
                }
            });
        }
        let sum = sum.unwrap_or_else(|| self.builder.constant(whole, 0));
        self.builder.resize(sum, ty, false)
    }

    /// Stores an integer of a width that no single access has. The bits above its width become 0.
    fn store_pieces(&mut self, value: ir::ValueId, address: ir::ValueId, ty: ir::Type) {
        let whole = whole_bytes(ty);
        let value = self.builder.resize(value, whole, false);
        for (offset, piece_type) in pieces(whole) {
            let address = self.moved(address, offset as i64);
            let high = if offset == 0 {
                value
            } else {
                let shift = self.builder.constant(whole, offset * 8);
                self.builder.binary(ir::BinaryOp::LShr, value, shift)
            };
            let piece = self.builder.resize(high, piece_type, false);
            self.builder.store(piece, address, WriteOrdering::NonAtomic);
        }
    }
}

/// An integer, known or not.
enum Number {
    Known(i64),
    Unknown(ir::ValueId),
}

/// The integer type of as many bytes as the bits of a type need.
fn whole_bytes(ty: ir::Type) -> ir::Type {
    ir::Type::Int(ty.bits().next_multiple_of(8) as u8)
}

/// The accesses that make up an integer of whole bytes: offset and type.
fn pieces(whole: ir::Type) -> Vec<(u64, ir::Type)> {
    let bytes = u64::from(whole.bits() / 8);
    let mut offset = 0;
    let mut pieces = Vec::new();
    for size in [8, 4, 2, 1u8] {
        if bytes - offset >= size.into() {
            pieces.push((offset, ir::Type::Int(size * 8)));
            offset += u64::from(size);
        }
    }
    pieces
}
