//! Instructions.

use super::{
    AtomicOrdering, BinaryOp, BlockId, CastOp, ConstantId, DebugId, FloatPredicate, IntPredicate, LocalId,
    ParameterAttributes, PoisonFlags, RmwOp, TypeId,
};

/// An operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// A parameter or the result of an instruction of the same function.
    Local(LocalId),
    /// A constant of the module.
    Constant(ConstantId),
}

/// An instruction that is not the last one of its block.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// The local that it defines; the type of the result is that of the local.
    pub result: Option<LocalId>,
    /// Its kind, with the operands.
    pub kind: InstructionKind,
    /// The line of the text on which it begins, counted from 1.
    pub line: u32,
    /// Its source position; see [`Module::position`](super::Module::position).
    pub debug: Option<DebugId>,
}

/// The kinds of instructions. The type of the result is the type of the local that is defined. The
/// type of an operand is that of the local or the constant,
/// [`Module::operand_type`](super::Module::operand_type).
#[derive(Clone, Debug)]
pub enum InstructionKind {
    /// `fneg`.
    FloatNegate {
        /// The operand.
        value: Operand,
    },
    /// Arithmetic on two operands of one type, which is also the type of the result.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// The promises about the operation.
        flags: PoisonFlags,
        /// The left operand.
        left: Operand,
        /// The right operand.
        right: Operand,
    },
    /// `icmp`: comparison of integers or pointers.
    IntCompare {
        /// The comparison.
        predicate: IntPredicate,
        /// The promises about the operation.
        flags: PoisonFlags,
        /// The left operand.
        left: Operand,
        /// The right operand.
        right: Operand,
    },
    /// `fcmp`: comparison of floating-point numbers.
    FloatCompare {
        /// The comparison.
        predicate: FloatPredicate,
        /// The left operand.
        left: Operand,
        /// The right operand.
        right: Operand,
    },
    /// A conversion to the type of the result.
    Cast {
        /// The conversion.
        op: CastOp,
        /// The promises about the operation.
        flags: PoisonFlags,
        /// The operand.
        value: Operand,
    },
    /// `alloca`: objects that live until the function returns.
    Alloca {
        /// The type of one object.
        ty: TypeId,
        /// The number of objects; one if it is not given.
        count: Option<Operand>,
        /// The alignment in bytes, if it is given.
        align: Option<u64>,
    },
    /// `load`; the loaded value has the type of the result.
    Load {
        /// The address that is loaded from.
        address: Operand,
        /// The properties of the access.
        access: Access,
    },
    /// `store`.
    Store {
        /// The value that is stored.
        value: Operand,
        /// The address that is stored to.
        address: Operand,
        /// The properties of the access.
        access: Access,
    },
    /// `fence`.
    Fence {
        /// Its ordering.
        ordering: AtomicOrdering,
        /// Whether it orders accesses only as a signal handler of the same thread sees them.
        single_thread: bool,
    },
    /// `cmpxchg`; the result is a pair of the old value and whether the exchange took place.
    CompareExchange {
        /// The address of the object.
        address: Operand,
        /// The value that the object must have.
        expected: Operand,
        /// The value that is stored.
        new: Operand,
        /// The properties of the access if the exchange takes place.
        access: Access,
        /// The ordering of the load if the exchange does not take place.
        failure: AtomicOrdering,
        /// Whether it may fail although the expected value is there.
        weak: bool,
    },
    /// `atomicrmw`; the result is the old value.
    AtomicRmw {
        /// The operation on the old value and the operand.
        op: RmwOp,
        /// The address of the object.
        address: Operand,
        /// The operand.
        value: Operand,
        /// The properties of the access.
        access: Access,
    },
    /// `getelementptr`: the address of a part.
    GetElementPointer {
        /// The promises about the operation.
        flags: PoisonFlags,
        /// The type that the base points to, as the indices see it.
        source_type: TypeId,
        /// The address from which on to count.
        base: Operand,
        /// The first one counts objects of the source type, each further one selects a part.
        indices: Box<[Operand]>,
    },
    /// `phi`: the value that belongs to the block from which control came.
    Phi {
        /// Values and blocks.
        incoming: Box<[(Operand, BlockId)]>,
    },
    /// `select`: a choice.
    Select {
        /// The condition, of type `i1` (or a vector of them).
        condition: Operand,
        /// The value if the condition is 1.
        then: Operand,
        /// The value if the condition is 0.
        otherwise: Operand,
    },
    /// `freeze`: some value instead of undef or poison.
    Freeze {
        /// The operand.
        value: Operand,
    },
    /// `call`.
    Call(Box<Call>),
    /// `va_arg`: the next of the additional arguments.
    VariadicArgument {
        /// The address of the `va_list`.
        list: Operand,
    },
    /// `extractvalue`: a part of an aggregate.
    ExtractValue {
        /// The aggregate.
        aggregate: Operand,
        /// The part: one index a level.
        indices: Box<[u32]>,
    },
    /// `insertvalue`: an aggregate with one part replaced.
    InsertValue {
        /// The aggregate.
        aggregate: Operand,
        /// The new value of the part.
        value: Operand,
        /// The part: one index a level.
        indices: Box<[u32]>,
    },
    /// An instruction that is not understood.
    Unsupported {
        /// The instruction as it is written, on one line, without `%result =`.
        text: Box<str>,
    },
}

/// The properties of an access to memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// The ordering; `None` if the access is not atomic.
    pub ordering: Option<AtomicOrdering>,
    /// Whether it is volatile.
    pub volatile: bool,
    /// Whether it is atomic only with respect to signal handlers of the same thread.
    pub single_thread: bool,
    /// The alignment in bytes, if it is given.
    pub align: Option<u64>,
}

/// A call.
#[derive(Clone, Debug)]
pub struct Call {
    /// The callee.
    pub callee: Callee,
    /// The type of the callee, a [`Type::Function`](super::Type::Function), as the call sees it. If
    /// the call has a written type, as for functions with a variable number of arguments, it is
    /// that one. Else it is made of the types of the arguments.
    pub ty: TypeId,
    /// The arguments, additional ones included.
    pub arguments: Vec<Argument>,
    /// Whether the call must not need stack: `musttail`.
    pub must_tail: bool,
}

/// An argument of a call.
#[derive(Clone, Copy, Debug)]
pub struct Argument {
    /// The value. An argument of type metadata is an unsupported constant.
    pub value: Operand,
    /// Its type.
    pub ty: TypeId,
    /// The way in which it is passed.
    pub attributes: ParameterAttributes,
}

/// The callee of a call.
#[derive(Clone, Debug)]
pub enum Callee {
    /// A function, by its name or by a pointer to it.
    Function(Operand),
    /// Inline assembly.
    Assembly {
        /// The text with escapes resolved.
        template: Box<str>,
        /// The constraints.
        constraints: Box<str>,
    },
}

/// The last instruction of a block.
#[derive(Clone, Debug)]
pub struct Terminator {
    /// The local that it defines, as `invoke` does.
    pub result: Option<LocalId>,
    /// Its kind, with the operands.
    pub kind: TerminatorKind,
    /// The line of the text on which it begins, counted from 1.
    pub line: u32,
    /// Its source position; see [`Module::position`](super::Module::position).
    pub debug: Option<DebugId>,
}

/// The kinds of terminators.
#[derive(Clone, Debug)]
pub enum TerminatorKind {
    /// `ret`, with a value unless the result is void.
    Return(Option<Operand>),
    /// `br label`.
    Jump(BlockId),
    /// `br i1`.
    Branch {
        /// The condition, of type `i1`.
        condition: Operand,
        /// The next block if the condition is 1.
        then: BlockId,
        /// The next block if the condition is 0.
        otherwise: BlockId,
    },
    /// `switch`.
    Switch {
        /// The value, an integer.
        value: Operand,
        /// The next block if no case has the value.
        default: BlockId,
        /// Integers of the same type, each with the next block.
        cases: Box<[(ConstantId, BlockId)]>,
    },
    /// `indirectbr`.
    IndirectJump {
        /// The address of a block.
        address: Operand,
        /// The blocks whose address it may be.
        targets: Box<[BlockId]>,
    },
    /// `invoke`: a call that goes on in another block.
    Invoke {
        /// The call.
        call: Box<Call>,
        /// The next block when the callee returns.
        normal: BlockId,
        /// The next block when the callee throws; it begins with an unsupported instruction,
        /// `landingpad`.
        unwind: BlockId,
    },
    /// `unreachable`.
    Unreachable,
    /// A terminator that is not understood: `callbr`, `resume`, …
    Unsupported {
        /// The instruction as it is written, on one line, without `%result =`.
        text: Box<str>,
    },
}
