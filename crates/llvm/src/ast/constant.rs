//! Constants.

use porf_entity::entity_id;

use super::{BinaryOp, BlockId, CastOp, GlobalId, IntPredicate, PoisonFlags, TypeId};

entity_id! {
    /// A constant of a module.
    pub struct ConstantId, "const"
}

/// A constant with its type.
#[derive(Clone, Debug)]
pub struct Constant {
    /// Its type.
    pub ty: TypeId,
    /// Its kind, with the value.
    pub kind: ConstantKind,
}

/// The kinds of constants.
#[derive(Clone, Debug)]
pub enum ConstantKind {
    /// An integer of at most 128 bits: its two's complement in as many bits as the type has, the
    /// bits above 0.
    Int(u128),
    /// A floating-point number: its bits in the format of its type.
    Float(u128),
    /// The null pointer.
    Null,
    /// Any value, another one at each use.
    Undef,
    /// A value that must not be used.
    Poison,
    /// `zeroinitializer`: the value of the type all of whose bits are 0.
    Zero,
    /// An array of `i8`: the bytes.
    Bytes(Box<[u8]>),
    /// The elements of an array or a vector, or the members of a structure.
    Aggregate(Box<[ConstantId]>),
    /// The address of a global.
    Global(GlobalId),
    /// The address of a block, which only `indirectbr` uses.
    BlockAddress {
        /// The function.
        function: GlobalId,
        /// The block of it.
        block: BlockId,
    },
    /// An operation on constants.
    Expression(Box<ConstantExpression>),
    /// A constant that is not understood, as it is written.
    Unsupported(Box<str>),
}

/// An operation on constants; its type is the type of the constant.
#[derive(Clone, Debug)]
pub enum ConstantExpression {
    /// The address of a part.
    GetElementPointer {
        /// The promises about the operation.
        flags: PoisonFlags,
        /// The type that the base points to, as the indices see it.
        source_type: TypeId,
        /// The address from which on to count.
        base: ConstantId,
        /// The first one counts objects of the source type, each further one selects a part.
        indices: Box<[ConstantId]>,
    },
    /// A conversion to the type of the constant.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The operand.
        value: ConstantId,
    },
    /// Arithmetic.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The promises about the operation.
        flags: PoisonFlags,
        /// The left operand.
        left: ConstantId,
        /// The right operand.
        right: ConstantId,
    },
    /// A comparison of integers or pointers.
    IntCompare {
        /// The comparison.
        predicate: IntPredicate,
        /// The left operand.
        left: ConstantId,
        /// The right operand.
        right: ConstantId,
    },
    /// A choice.
    Select {
        /// The condition, of type `i1`.
        condition: ConstantId,
        /// The value if the condition is 1.
        then: ConstantId,
        /// The value if the condition is 0.
        otherwise: ConstantId,
    },
}
