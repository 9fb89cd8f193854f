//! The values of constants that are known before the program runs: numbers, and addresses relative
//! to a variable or function.

use porf_entity::EntityId;
use porf_ir as ir;

use super::arithmetic::{ir_binary_op, ir_cast, ir_comparison};
use super::{Lowered, Place, Program, Unsupported};
use crate::ast::{
    self, BinaryOp, BlockId, CastOp, ConstantExpression, ConstantId, ConstantKind, Type, TypeId,
};
use crate::link::symbols::{ModuleId, Symbol};

/// The number of aliases of aliases that are followed.
const MAX_ALIASES: u32 = 8;

/// The value of a scalar constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Folded {
    /// The bits of a number, at most 64.
    Bits(u64),
    /// The address that many bytes behind a place; 64 bits wide.
    Address(Place, i64),
}

/// Why a constant has no folded value.
pub(super) enum NotFolded {
    /// The constant depends on where globals are placed in memory, and so can only be computed
    /// then.
    Placement,
    /// A part of the constant is not supported.
    Unsupported(Unsupported),
}

impl From<Unsupported> for NotFolded {
    fn from(unsupported: Unsupported) -> Self {
        Self::Unsupported(unsupported)
    }
}

fn unsupported<T>(what: impl Into<String>) -> Result<T, NotFolded> {
    Err(NotFolded::Unsupported(Unsupported(what.into())))
}

impl<'a> Program<'a> {
    /// The value of a scalar constant of a module.
    pub(super) fn fold(&mut self, module: ModuleId, constant: ConstantId) -> Result<Folded, NotFolded> {
        Folder { program: self, module, aliases: MAX_ALIASES }.fold(constant)
    }

    /// The address that an alias of a module stands for.
    pub(super) fn alias_target(
        &mut self,
        module: ModuleId,
        target: ConstantId,
        aliases: u32,
    ) -> Lowered<Folded> {
        let Some(aliases) = aliases.checked_sub(1) else {
            return super::unsupported("a long chain of aliases");
        };
        match (Folder { program: self, module, aliases }).fold(target) {
            Ok(folded) => Ok(folded),
            Err(NotFolded::Unsupported(unsupported)) => Err(unsupported),
            Err(NotFolded::Placement) => {
                super::unsupported("an alias of something that is no variable or function")
            }
        }
    }
}

struct Folder<'p, 'a> {
    program: &'p mut Program<'a>,
    module: ModuleId,
    /// The number of aliases that may still be followed.
    aliases: u32,
}

impl<'a> Folder<'_, 'a> {
    fn ast(&self) -> &'a ast::Module {
        self.program.symbols.module(self.module).ast
    }

    /// The type of the constant in porf's IR.
    fn scalar_type(&mut self, ty: TypeId) -> Result<ir::Type, NotFolded> {
        let layout = self.program.layout(self.module, ty);
        match *layout.leaves {
            [leaf] if !leaf.foreign => Ok(leaf.ty),
            _ => unsupported(format!("a constant of type {}", self.ast().types.display(ty))),
        }
    }

    /// The value of a constant. Constants are nested to a limited depth, so that the recursion
    /// ends.
    fn fold(&mut self, id: ConstantId) -> Result<Folded, NotFolded> {
        let constant = &self.ast().constants[id];
        let ty = self.scalar_type(constant.ty)?;
        match &constant.kind {
            ConstantKind::Int(bits) | ConstantKind::Float(bits) => Ok(Folded::Bits(*bits as u64 & ty.mask())),
            ConstantKind::Null | ConstantKind::Undef | ConstantKind::Poison | ConstantKind::Zero => {
                Ok(Folded::Bits(0))
            }
            &ConstantKind::Global(global) => {
                let mention = Symbol { module: self.module, global };
                Ok(self.program.address_of(mention, self.aliases)?)
            }
            ConstantKind::Expression(expression) => {
                let folded = self.expression(expression, ty)?;
                match folded {
                    Folded::Address(..) if ty.bits() < 64 => Err(NotFolded::Placement),
                    folded => Ok(folded),
                }
            }
            &ConstantKind::BlockAddress { block, .. } => Ok(Folded::Bits(label_address(block))),
            ConstantKind::Bytes(_) | ConstantKind::Aggregate(_) => unsupported("a constant of another type"),
            ConstantKind::Unsupported(text) => unsupported(format!("the constant `{text}`")),
        }
    }

    fn expression(&mut self, expression: &ConstantExpression, ty: ir::Type) -> Result<Folded, NotFolded> {
        match *expression {
            ConstantExpression::GetElementPointer { source_type, base, ref indices, .. } => {
                let offset = self.offset(source_type, indices)?;
                Ok(match self.fold(base)? {
                    Folded::Bits(bits) => Folded::Bits(bits.wrapping_add_signed(offset)),
                    Folded::Address(place, addend) => Folded::Address(place, addend.wrapping_add(offset)),
                })
            }
            ConstantExpression::Cast { op, value } => self.cast(op, value, ty),
            ConstantExpression::Binary { op, left, right, .. } => {
                let (left, right) = (self.fold(left)?, self.fold(right)?);
                binary(op, ty, left, right)
            }
            ConstantExpression::IntCompare { predicate, left, right } => {
                let operand_type = self.scalar_type(self.ast().constants[left].ty)?;
                let (left, right) = match (self.fold(left)?, self.fold(right)?) {
                    (Folded::Bits(left), Folded::Bits(right)) => (left, right),
                    (Folded::Address(left, offset), Folded::Address(right, other)) if left == right => {
                        (offset as u64, other as u64)
                    }
                    _ => return Err(NotFolded::Placement),
                };
                Ok(Folded::Bits(ir_comparison(predicate).evaluate(operand_type, left, right).into()))
            }
            ConstantExpression::Select { condition, then, otherwise } => match self.fold(condition)? {
                Folded::Bits(0) => self.fold(otherwise),
                Folded::Bits(_) => self.fold(then),
                Folded::Address(..) => Err(NotFolded::Placement),
            },
        }
    }

    fn cast(&mut self, op: CastOp, value: ConstantId, to: ir::Type) -> Result<Folded, NotFolded> {
        let from = self.scalar_type(self.ast().constants[value].ty)?;
        match (self.fold(value)?, ir_cast(op, from, to)?) {
            (folded, None) => Ok(folded),
            (Folded::Bits(bits), Some(cast)) => Ok(Folded::Bits(cast.evaluate(from, to, bits))),
            (address, Some(ir::Cast::PtrToInt | ir::Cast::IntToPtr)) if to.bits() == 64 => Ok(address),
            (Folded::Address(..), Some(_)) => Err(NotFolded::Placement),
        }
    }

    /// The offset in bytes, from the base, of the part that the indices select.
    fn offset(&mut self, source_type: TypeId, indices: &[ConstantId]) -> Result<i64, NotFolded> {
        let (mut offset, mut at) = (0i64, source_type);
        for (position, &index) in indices.iter().enumerate() {
            let width = self.scalar_type(self.ast().constants[index].ty)?.bits();
            let Folded::Bits(bits) = self.fold(index)? else { return Err(NotFolded::Placement) };
            let number = sign_extend(bits, width);
            offset = offset.wrapping_add(match self.program.step(self.module, &mut at, position == 0)? {
                Step::Elements(size) => number.wrapping_mul(size as i64),
                Step::Members => self.program.member_offset(self.module, &mut at, number as u64)? as i64,
            });
        }
        Ok(offset)
    }
}

/// The number that stands for the address of a label. It has a meaning in the function of the label
/// only.
pub(super) fn label_address(block: BlockId) -> u64 {
    block.index() as u64 + 1
}

/// The low bits as a signed number.
pub(super) fn sign_extend(bits: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((bits << unused) as i64) >> unused
}

fn binary(op: BinaryOp, ty: ir::Type, left: Folded, right: Folded) -> Result<Folded, NotFolded> {
    match (op, left, right) {
        (_, Folded::Bits(left), Folded::Bits(right)) if ty.is_int() => {
            let result = ir_binary_op(op, false).evaluate(ty, left, right);
            result.map_or_else(
                || unsupported("a division by zero, or a shift by too many bits, in a constant"),
                |bits| Ok(Folded::Bits(bits)),
            )
        }
        (BinaryOp::Add, Folded::Address(place, addend), Folded::Bits(bits))
        | (BinaryOp::Add, Folded::Bits(bits), Folded::Address(place, addend)) => {
            Ok(Folded::Address(place, addend.wrapping_add(bits as i64)))
        }
        (BinaryOp::Sub, Folded::Address(place, addend), Folded::Bits(bits)) => {
            Ok(Folded::Address(place, addend.wrapping_sub(bits as i64)))
        }
        (BinaryOp::Sub, Folded::Address(left, addend), Folded::Address(right, other)) if left == right => {
            Ok(Folded::Bits(addend.wrapping_sub(other) as u64))
        }
        _ => Err(NotFolded::Placement),
    }
}

/// The unit that an index of `getelementptr` counts.
pub(super) enum Step {
    /// Elements of this many bytes.
    Elements(u64),
    /// Members of a structure.
    Members,
}

impl Program<'_> {
    /// The unit that the next index counts in an object of type `at`. `at` becomes the type of the
    /// part unless the part is a member. The first index counts whole objects.
    pub(super) fn step(&mut self, module: ModuleId, at: &mut TypeId, first: bool) -> Lowered<Step> {
        let types = &self.symbols.module(module).ast.types;
        if !first {
            match *types.resolve(*at).1 {
                Type::Struct { .. } => return Ok(Step::Members),
                Type::Array { element, .. } => *at = element,
                _ => return super::unsupported(format!("the address of a part of {}", types.display(*at))),
            }
        }
        match self.layout(module, *at).size {
            Some(size) => Ok(Step::Elements(size)),
            None => super::unsupported(format!("the size of {}", types.display(*at))),
        }
    }

    /// The offset of a member of the structure type `at`, which becomes the type of the member.
    pub(super) fn member_offset(&mut self, module: ModuleId, at: &mut TypeId, index: u64) -> Lowered<u64> {
        let types = &self.symbols.module(module).ast.types;
        let layout = self.layout(module, *at);
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        match (types.resolve(*at).1, layout.offsets.get(index)) {
            (Type::Struct { fields, .. }, Some(&offset)) => {
                *at = fields[index];
                Ok(offset)
            }
            _ => super::unsupported(format!("member {index} of {}", types.display(*at))),
        }
    }
}
