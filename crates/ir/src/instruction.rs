//! Instructions and terminators.
//!
//! Types are not repeated here: the type of a result is that of its [`ValueData`](crate::ValueData).

use std::fmt;

use porf_entity::{
    FenceOrdering, FetchOp, ReadOrdering, RmwOrdering, SourcePosition, WriteOrdering, named_enum,
};

use crate::function::{BlockId, FunctionId, ValueId};
use crate::module::{ExternalId, GlobalId};

/// One step of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instruction {
    /// The operation, with its operands.
    pub operation: Operation,
    /// The values that the instruction defines; their number depends on the operation.
    pub results: Vec<ValueId>,
    /// The position in the source.
    pub position: SourcePosition,
}

/// An operation with its operands. All operations have one result unless said otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Operation {
    /// A number, or a fixed address such as the null pointer.
    Const(u64),
    /// The address of a global; of a thread-local one, the running thread's own.
    GlobalAddress(GlobalId),
    /// The address of a function, for calls through pointers.
    FunctionAddress(FunctionId),
    /// A new object on the stack, which ends when the function returns. Its contents are uninitialised.
    Alloca {
        /// The number of bytes, an `i64`.
        size: ValueId,
        /// The alignment: a power of two.
        align: u64,
        /// Whether the object is private: no other thread ever reaches it, so that accesses to it
        /// are not visible.
        private: bool,
    },
    /// An operation on one value; the result has the type of the operand.
    Unary {
        /// The operation.
        op: UnaryOp,
        /// The operand.
        value: ValueId,
    },
    /// Compares two floating-point numbers of one type; the result is an `i1`.
    FloatCompare {
        /// The comparison.
        comparison: FloatComparison,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// Arithmetic on two numbers of one type.
    Binary {
        /// The operation.
        op: BinaryOp,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// Compares two values of one type; the result is an `i1`.
    Compare {
        /// The comparison.
        comparison: Comparison,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// Changes the type of a value to that of the result.
    Cast {
        /// The cast.
        cast: Cast,
        /// The operand.
        value: ValueId,
    },
    /// One of two values of one type.
    Select {
        /// The `i1` that decides.
        condition: ValueId,
        /// The result if it is 1.
        if_true: ValueId,
        /// The result if it is 0.
        if_false: ValueId,
    },
    /// A pointer moved by a number of bytes.
    PtrAdd {
        /// The pointer.
        pointer: ValueId,
        /// The number of bytes, an `i64`.
        offset: ValueId,
    },
    /// Reads memory.
    Load {
        /// The address.
        address: ValueId,
        /// The ordering.
        ordering: ReadOrdering,
    },
    /// Writes memory. No result.
    Store {
        /// The value that is written.
        value: ValueId,
        /// The address.
        address: ValueId,
        /// The ordering.
        ordering: WriteOrdering,
        /// Whether the store is provisional: each iteration of its loop writes the location before
        /// it reads the location or leaves the loop, so that the store of one iteration makes no
        /// difference to the next one. A provisional store counts as one of the
        /// [effects](Self::Effects) all the same, and as two if another thread might observe it.
        provisional: bool,
    },
    /// Reads memory and writes it in the same instant. The result is the value read.
    Rmw {
        /// The new value, as a function of the old one.
        kind: RmwKind,
        /// The address.
        address: ValueId,
        /// The right operand of the fetch operation, or the new value.
        operand: ValueId,
        /// The ordering.
        ordering: RmwOrdering,
    },
    /// Reads memory, and writes it in the same instant if the value read is the expected one. There
    /// are two results: the value read, and an `i1` that is 1 if the operation wrote.
    CompareExchange {
        /// The address.
        address: ValueId,
        /// The value that memory must hold.
        expected: ValueId,
        /// The value that is written if memory holds the expected one.
        desired: ValueId,
        /// The ordering if the operation writes.
        success: RmwOrdering,
        /// The ordering if the operation only reads; never non-atomic.
        failure: ReadOrdering,
        /// Whether the operation may fail although memory holds the expected value.
        weak: bool,
    },
    /// Orders the accesses around it. No result.
    Fence(FenceOrdering),
    /// Runs a function. There are as many results as the function returns values.
    Call {
        /// The callee.
        function: FunctionId,
        /// The arguments.
        arguments: Vec<ValueId>,
    },
    /// Runs the function that a pointer points to.
    CallIndirect {
        /// The pointer.
        callee: ValueId,
        /// The arguments.
        arguments: Vec<ValueId>,
    },
    /// Runs a function that the module does not define; the machine that runs the module may know
    /// it. Any number of results.
    CallExternal {
        /// The callee.
        external: ExternalId,
        /// The arguments.
        arguments: Vec<ValueId>,
    },
    /// An operation that porf does not support: an error when control gets here, which quotes this
    /// text. Any number of results.
    Unsupported(String),
    /// Goes on only if the `i1` is 1, otherwise blocks the thread for good. No result.
    Assume(ValueId),
    /// The number of effects of the thread so far, an `i64`: actions that any thread, this one
    /// included, could observe later, such as writes to memory and calls of externals. Reads do not
    /// count, nor do fences, a compare-exchange that fails, and a read-modify-write that writes the
    /// value it reads: a thread that would read that write reads the same value from the write
    /// before it.
    Effects,
    /// The number of visible actions of the thread so far, an `i64`. Where an iteration of a loop
    /// begins, the number names the iteration, so that it can begin [anew](TerminatorKind::Spin).
    Actions,
    /// Marks that an iteration of a loop was redundant. No result. The last action of the thread
    /// before the iteration was a load, and its last action is a read of the same location. Had the
    /// load read the value that this last read has read, the thread would be here without the
    /// iteration. Nothing happens here, but the machine can tell that the thread has come this way.
    Redundant {
        /// The number of [actions](Self::Actions) when the iteration began.
        since: ValueId,
    },
    /// The thread is about to undo a read-modify-write of its loop. The result is an `i1`: whether
    /// the thread may block instead of undoing the operation and trying again, as if neither the
    /// operation nor its undoing had happened. It may if no other thread can observe the operation.
    Cancels {
        /// The value that the read-modify-write read: its result.
        attempt: ValueId,
        /// The address of the location.
        address: ValueId,
    },
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terminator {
    /// The kind of the terminator, with its operands.
    pub kind: TerminatorKind,
    /// The position in the source.
    pub position: SourcePosition,
}

/// The continuation at the end of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminatorKind {
    /// To another block.
    Jump(Target),
    /// To one of two blocks.
    Branch {
        /// The `i1` that decides.
        condition: ValueId,
        /// The target if the condition is 1.
        then_target: Target,
        /// The target if the condition is 0.
        else_target: Target,
    },
    /// To the block of the case that equals an integer.
    Switch {
        /// The integer.
        value: ValueId,
        /// The cases, all different.
        cases: Vec<(u64, Target)>,
        /// The target if no case matches.
        default: Target,
    },
    /// Back to the caller.
    Return(Vec<ValueId>),
    /// Nowhere: the program is wrong.
    Fail(FailKind),
    /// Nowhere: a loop went on beyond its bound, and this execution is cut here.
    LoopBound,
    /// Nowhere: an iteration of a loop has had no effects, and the next one would begin as this one
    /// began. The thread blocks here until something else happens.
    Spin {
        /// The number of [actions](Operation::Actions) when the iteration began that would begin
        /// anew. `None` if the iteration does not matter: the thread would get here again and
        /// again, whatever it reads.
        since: Option<ValueId>,
    },
}

/// A block to jump to, with the arguments for its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// The block.
    pub block: BlockId,
    /// The arguments, one for each parameter of the block.
    pub arguments: Vec<ValueId>,
}

impl From<BlockId> for Target {
    fn from(block: BlockId) -> Self {
        Self { block, arguments: Vec::new() }
    }
}

impl From<(BlockId, Vec<ValueId>)> for Target {
    fn from((block, arguments): (BlockId, Vec<ValueId>)) -> Self {
        Self { block, arguments }
    }
}

impl<const N: usize> From<(BlockId, [ValueId; N])> for Target {
    fn from((block, arguments): (BlockId, [ValueId; N])) -> Self {
        Self { block, arguments: arguments.into() }
    }
}

/// Calls `$f` on every operand of the operation `$operation`, by the same kind of reference.
macro_rules! visit_operation {
    ($operation:expr, $f:expr) => {
        match $operation {
            Operation::Const(_)
            | Operation::GlobalAddress(_)
            | Operation::FunctionAddress(_)
            | Operation::Unsupported(_)
            | Operation::Effects
            | Operation::Actions
            | Operation::Fence(_) => {}
            Operation::Alloca { size, .. } => $f(size),
            Operation::Redundant { since } => $f(since),
            Operation::Unary { value, .. } => $f(value),
            Operation::Binary { lhs, rhs, .. }
            | Operation::Compare { lhs, rhs, .. }
            | Operation::FloatCompare { lhs, rhs, .. } => {
                $f(lhs);
                $f(rhs);
            }
            Operation::Cast { value, .. } => $f(value),
            Operation::Select { condition, if_true, if_false } => {
                $f(condition);
                $f(if_true);
                $f(if_false);
            }
            Operation::PtrAdd { pointer, offset } => {
                $f(pointer);
                $f(offset);
            }
            Operation::Load { address, .. } => $f(address),
            Operation::Store { value, address, .. } => {
                $f(value);
                $f(address);
            }
            Operation::Rmw { address, operand, .. } => {
                $f(address);
                $f(operand);
            }
            Operation::CompareExchange { address, expected, desired, .. } => {
                $f(address);
                $f(expected);
                $f(desired);
            }
            Operation::Call { arguments, .. } | Operation::CallExternal { arguments, .. } => {
                for argument in arguments {
                    $f(argument);
                }
            }
            Operation::CallIndirect { callee, arguments } => {
                $f(callee);
                for argument in arguments {
                    $f(argument);
                }
            }
            Operation::Assume(condition) => $f(condition),
            Operation::Cancels { attempt, address } => {
                $f(attempt);
                $f(address);
            }
        }
    };
}

impl Operation {
    /// Shows every operand to `f`, in the order of the text form.
    pub fn for_each_operand(&self, mut f: impl FnMut(&ValueId)) {
        visit_operation!(self, f);
    }

    /// Lets `f` replace every operand.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut ValueId)) {
        visit_operation!(self, f);
    }
}

/// Calls `$f` on every target of the terminator `$kind`, by the same kind of reference.
macro_rules! visit_targets {
    ($kind:expr, $f:expr) => {
        match $kind {
            TerminatorKind::Jump(target) => $f(target),
            TerminatorKind::Branch { then_target, else_target, .. } => {
                $f(then_target);
                $f(else_target);
            }
            TerminatorKind::Switch { cases, default, .. } => {
                for (_, target) in cases {
                    $f(target);
                }
                $f(default);
            }
            TerminatorKind::Return(_)
            | TerminatorKind::Fail(_)
            | TerminatorKind::LoopBound
            | TerminatorKind::Spin { .. } => {}
        }
    };
}

/// Calls `$f` on every operand of the terminator `$kind` that is not an argument of a target.
macro_rules! visit_own_operands {
    ($kind:expr, $f:expr) => {
        match $kind {
            TerminatorKind::Branch { condition, .. } => $f(condition),
            TerminatorKind::Switch { value, .. } => $f(value),
            TerminatorKind::Return(values) => {
                for value in values {
                    $f(value);
                }
            }
            TerminatorKind::Spin { since } => {
                if let Some(since) = since {
                    $f(since);
                }
            }
            TerminatorKind::Jump(_) | TerminatorKind::Fail(_) | TerminatorKind::LoopBound => {}
        }
    };
}

impl TerminatorKind {
    /// Shows every target to `f`, in the order of the text form.
    pub fn for_each_target<'a>(&'a self, mut f: impl FnMut(&'a Target)) {
        visit_targets!(self, f);
    }

    /// Lets `f` change every target.
    pub fn for_each_target_mut<'a>(&'a mut self, mut f: impl FnMut(&'a mut Target)) {
        visit_targets!(self, f);
    }

    /// Shows the operands that are not arguments of targets to `f`.
    pub fn for_each_own_operand(&self, mut f: impl FnMut(&ValueId)) {
        visit_own_operands!(self, f);
    }

    /// Shows every operand, the arguments of targets included, to `f`.
    pub fn for_each_operand(&self, mut f: impl FnMut(&ValueId)) {
        visit_own_operands!(self, f);
        self.for_each_target(|target| target.arguments.iter().for_each(&mut f));
    }

    /// Lets `f` replace every operand, the arguments of targets included.
    pub fn for_each_operand_mut(&mut self, mut f: impl FnMut(&mut ValueId)) {
        visit_own_operands!(self, f);
        self.for_each_target_mut(|target| target.arguments.iter_mut().for_each(&mut f));
    }
}

named_enum! {
    /// Arithmetic on two numbers of one type, with a result of that type. Integer arithmetic wraps
    /// around. So do the operations with `nsw`, but the source promises that their signed result
    /// fits, and the machine that runs the module may check the promise.
    ///
    /// Division by zero, and the signed division or remainder of the least value by -1, are errors
    /// of the program. A shift by the width or more gives 0, and the sign bit everywhere for
    /// `ashr`.
    pub enum BinaryOp {
        /// Sum.
        Add = "add",
        /// Difference.
        Sub = "sub",
        /// Product.
        Mul = "mul",
        /// Quotient of unsigned numbers.
        UDiv = "udiv",
        /// Quotient of signed numbers, towards zero.
        SDiv = "sdiv",
        /// Remainder of unsigned numbers.
        URem = "urem",
        /// Remainder of signed numbers, with the sign of the dividend.
        SRem = "srem",
        /// Bitwise and.
        And = "and",
        /// Bitwise or.
        Or = "or",
        /// Bitwise exclusive or.
        Xor = "xor",
        /// Shift to the left.
        Shl = "shl",
        /// Shift to the right that fills with 0.
        LShr = "lshr",
        /// Shift to the right that fills with the sign.
        AShr = "ashr",
        /// Sum that fits if signed.
        AddNsw = "add.nsw",
        /// Difference that fits if signed.
        SubNsw = "sub.nsw",
        /// Product that fits if signed.
        MulNsw = "mul.nsw",
        /// Sum of floating-point numbers.
        FAdd = "fadd",
        /// Difference of floating-point numbers.
        FSub = "fsub",
        /// Product of floating-point numbers.
        FMul = "fmul",
        /// Quotient of floating-point numbers.
        FDiv = "fdiv",
        /// Remainder of floating-point numbers, with the sign of the dividend.
        FRem = "frem",
    }
}

impl BinaryOp {
    /// Whether the operation is arithmetic on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::FAdd | Self::FSub | Self::FMul | Self::FDiv | Self::FRem)
    }
}

named_enum! {
    /// Operations on one value, with a result of its type.
    pub enum UnaryOp {
        /// The number of bits that are 1.
        CountOnes = "ctpop",
        /// The number of bits above the highest 1; the width for 0.
        LeadingZeros = "ctlz",
        /// The number of bits below the lowest 1; the width for 0.
        TrailingZeros = "cttz",
        /// The bytes, of which there is a whole number, in the other order.
        SwapBytes = "bswap",
        /// The bits in the other order.
        ReverseBits = "bitreverse",
        /// A floating-point number with the other sign.
        FNeg = "fneg",
        /// A floating-point number without its sign.
        FAbs = "fabs",
        /// Square root.
        Sqrt = "sqrt",
        /// The greatest whole number that is not greater.
        Floor = "floor",
        /// The least whole number that is not less.
        Ceil = "ceil",
        /// The whole part.
        FTrunc = "ftrunc",
        /// The nearest whole number, halves away from 0.
        Round = "round",
        /// The nearest whole number, halves to even.
        RoundEven = "roundeven",
    }
}

impl UnaryOp {
    /// Whether the operation is one on a floating-point number.
    pub fn is_float(self) -> bool {
        !matches!(
            self,
            Self::CountOnes | Self::LeadingZeros | Self::TrailingZeros | Self::SwapBytes | Self::ReverseBits
        )
    }
}

named_enum! {
    /// How two floating-point numbers are compared: `o` is false, `u` is true if one of them is not a number.
    pub enum FloatComparison {
        /// Never.
        False = "false",
        /// =
        Oeq = "oeq",
        /// >
        Ogt = "ogt",
        /// ≥
        Oge = "oge",
        /// <
        Olt = "olt",
        /// ≤
        Ole = "ole",
        /// ≠
        One = "one",
        /// Both are numbers.
        Ord = "ord",
        /// One of them is not a number.
        Uno = "uno",
        /// = or not numbers
        Ueq = "ueq",
        /// > or not numbers
        Ugt = "ugt",
        /// ≥ or not numbers
        Uge = "uge",
        /// < or not numbers
        Ult = "ult",
        /// ≤ or not numbers
        Ule = "ule",
        /// ≠ or not numbers
        Une = "une",
        /// Always.
        True = "true",
    }
}

named_enum! {
    /// How two values are compared: `u` as unsigned numbers, `s` as signed ones.
    pub enum Comparison {
        /// =
        Eq = "eq",
        /// ≠
        Ne = "ne",
        /// < unsigned
        Ult = "ult",
        /// ≤ unsigned
        Ule = "ule",
        /// > unsigned
        Ugt = "ugt",
        /// ≥ unsigned
        Uge = "uge",
        /// < signed
        Slt = "slt",
        /// ≤ signed
        Sle = "sle",
        /// > signed
        Sgt = "sgt",
        /// ≥ signed
        Sge = "sge",
        /// =, and the same bits are undefined. Passes use this comparison on a thread's own values;
        /// no program does.
        Same = "same",
    }
}

named_enum! {
    /// A conversion of a value from one type to another.
    pub enum Cast {
        /// A wider integer of the same unsigned value.
        ZExt = "zext",
        /// A wider integer of the same signed value.
        SExt = "sext",
        /// The low bits of an integer.
        Trunc = "trunc",
        /// An address as an integer of any width: the low bits of the address.
        PtrToInt = "ptrtoint",
        /// An address from an integer of any width, taken as unsigned.
        IntToPtr = "inttoptr",
        /// The same bits as another type of the same width, where neither is an address.
        Bitcast = "bitcast",
        /// A narrower floating-point number.
        FpTrunc = "fptrunc",
        /// A wider floating-point number.
        FpExt = "fpext",
        /// The whole part as an unsigned number; the nearest one that fits.
        FpToUi = "fptoui",
        /// The whole part as a signed number; the nearest one that fits.
        FpToSi = "fptosi",
        /// The nearest floating-point number to an unsigned one.
        UiToFp = "uitofp",
        /// The nearest floating-point number to a signed one.
        SiToFp = "sitofp",
    }
}

named_enum! {
    /// The error of a program when control gets to a point.
    pub enum FailKind {
        /// An assertion does not hold.
        Assertion = "assertion",
        /// The source says that control never gets here.
        Unreachable = "unreachable",
    }
}

/// The value that a read-modify-write writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RmwKind {
    /// The operand, whatever the old value was.
    Exchange,
    /// An operation on the old value and the operand.
    Fetch(FetchOp),
}

impl fmt::Display for RmwKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exchange => f.write_str("xchg"),
            Self::Fetch(op) => op.fmt(f),
        }
    }
}
