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
    /// What it does.
    pub operation: Operation,
    /// The values that it defines; how many depends on the operation.
    pub results: Vec<ValueId>,
    /// Where in the source it comes from.
    pub position: SourcePosition,
}

/// What an instruction does with which operands. All operations have one result unless said otherwise.
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
        /// How many bytes, an `i64`.
        size: ValueId,
        /// What its address is a multiple of: a power of two.
        align: u64,
        /// Whether it is known that no other thread ever reaches it, so that accesses to it are not visible.
        private: bool,
    },
    /// An operation on one value; the result has its type.
    Unary {
        /// Which.
        op: UnaryOp,
        /// What.
        value: ValueId,
    },
    /// Compares two floating-point numbers of one type; the result is an `i1`.
    FloatCompare {
        /// How.
        comparison: FloatComparison,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// Arithmetic on two numbers of one type.
    Binary {
        /// Which.
        op: BinaryOp,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// Compares two values of one type; the result is an `i1`.
    Compare {
        /// How.
        comparison: Comparison,
        /// Left operand.
        lhs: ValueId,
        /// Right operand.
        rhs: ValueId,
    },
    /// Changes the type of a value to that of the result.
    Cast {
        /// How.
        cast: Cast,
        /// What.
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
        /// How far, an `i64`.
        offset: ValueId,
    },
    /// Reads memory.
    Load {
        /// Where.
        address: ValueId,
        /// How.
        ordering: ReadOrdering,
    },
    /// Writes memory. No result.
    Store {
        /// What.
        value: ValueId,
        /// Where.
        address: ValueId,
        /// How.
        ordering: WriteOrdering,
        /// Whether each iteration of the loop that it is in writes the location before it reads it or leaves the loop, so
        /// that what one iteration has written makes no difference to the next one. It counts as one of the
        /// [effects](Self::Effects) all the same, and as two if another thread might observe.
        provisional: bool,
    },
    /// Reads memory and writes it in the same instant. The result is the value read.
    Rmw {
        /// What is written.
        kind: RmwKind,
        /// Where.
        address: ValueId,
        /// The right operand of the fetch operation, or the new value.
        operand: ValueId,
        /// How.
        ordering: RmwOrdering,
    },
    /// Reads memory and writes it in the same instant if the value read is the expected one.
    /// Two results: the value read, and an `i1` that says whether it wrote.
    CompareExchange {
        /// Where.
        address: ValueId,
        /// The value that memory must hold.
        expected: ValueId,
        /// The value that is written then.
        desired: ValueId,
        /// How, if it writes.
        success: RmwOrdering,
        /// How, if it only reads; never non-atomic.
        failure: ReadOrdering,
        /// Whether it may fail although memory holds the expected value.
        weak: bool,
    },
    /// Orders the accesses around it. No result.
    Fence(FenceOrdering),
    /// Runs a function. As many results as the function returns values.
    Call {
        /// Which.
        function: FunctionId,
        /// What is passed.
        arguments: Vec<ValueId>,
    },
    /// Runs the function that a pointer points to.
    CallIndirect {
        /// The pointer.
        callee: ValueId,
        /// What is passed.
        arguments: Vec<ValueId>,
    },
    /// Runs a function that the module does not define but whoever runs the module may know. Any number of results.
    CallExternal {
        /// Which.
        external: ExternalId,
        /// What is passed.
        arguments: Vec<ValueId>,
    },
    /// Something that porf does not support: an error when control gets here, which quotes this text.
    /// Any number of results.
    Unsupported(String),
    /// Goes on only if the `i1` is 1, otherwise blocks the thread for good. No result.
    Assume(ValueId),
    /// How many things the thread has done that anybody, the thread included, could find out about later: writes to memory,
    /// calls of externals, and the like; an `i64`. Reading does not count, nor do fences, a compare-exchange that fails, and
    /// a read-modify-write that writes what it reads: whoever would read that reads the same from the write before it.
    Effects,
    /// How many visible actions the thread has taken; an `i64`. Where an iteration of a loop begins, that names the iteration, so
    /// that it can begin [anew](TerminatorKind::Spin).
    Actions,
    /// The thread is about to undo what a read-modify-write of its loop, which had this result, did to the location at an
    /// address: an `i1`, whether it may wait instead of undoing it and trying again, as if neither had happened. It may if
    /// no other thread can observe.
    Cancels {
        /// What the read-modify-write read.
        attempt: ValueId,
        /// Where.
        address: ValueId,
    },
}

/// How a block ends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terminator {
    /// What it does.
    pub kind: TerminatorKind,
    /// Where in the source it comes from.
    pub position: SourcePosition,
}

/// Where control goes at the end of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TerminatorKind {
    /// To another block.
    Jump(Target),
    /// To one of two blocks.
    Branch {
        /// The `i1` that decides.
        condition: ValueId,
        /// Where to if it is 1.
        then_target: Target,
        /// Where to if it is 0.
        else_target: Target,
    },
    /// To the block of the case that equals an integer.
    Switch {
        /// The integer.
        value: ValueId,
        /// The cases, all different.
        cases: Vec<(u64, Target)>,
        /// Where to if no case matches.
        default: Target,
    },
    /// Back to the caller.
    Return(Vec<ValueId>),
    /// Nowhere: the program is wrong.
    Fail(FailKind),
    /// Nowhere: a loop went on beyond its bound, and this execution is cut here.
    LoopBound,
    /// Nowhere: a loop has done nothing that matters and would begin anew as it began before. The thread waits here until
    /// something else happens.
    Spin {
        /// How many [actions](Operation::Actions) there had been when the iteration began that would begin anew. Nothing if it
        /// does not matter: the thread would get here again and again, whatever it reads.
        since: Option<ValueId>,
    },
}

/// A block to jump to with what is passed to its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Target {
    /// Where to.
    pub block: BlockId,
    /// One for each parameter of the block.
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

/// Calls `$f` on every operand of the operation `$operation`, by whatever kind of reference that is.
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

/// Calls `$f` on every target of the terminator `$kind`, by whatever kind of reference that is.
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
    /// Arithmetic on two numbers of one type, with a result of that type. On integers it wraps around; those
    /// with `nsw` do, too, but the source says that the signed result fits, and who runs the module may check that.
    ///
    /// Division by zero, and the signed division or remainder of the least value by -1, are errors of
    /// the program. A shift by the width or more gives 0, and the sign bit everywhere for `ashr`.
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
    /// Whether it is arithmetic on floating-point numbers.
    pub fn is_float(self) -> bool {
        matches!(self, Self::FAdd | Self::FSub | Self::FMul | Self::FDiv | Self::FRem)
    }
}

named_enum! {
    /// Operations on one value, with a result of its type.
    pub enum UnaryOp {
        /// How many bits are 1.
        CountOnes = "ctpop",
        /// How many bits above the highest 1; the width for 0.
        LeadingZeros = "ctlz",
        /// How many bits below the lowest 1; the width for 0.
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
    /// Whether it is an operation on a floating-point number.
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
        /// =, and the same bits are undefined. Passes ask that of a thread's own values; no program does.
        Same = "same",
    }
}

named_enum! {
    /// How a value of one type becomes one of another.
    pub enum Cast {
        /// A wider integer of the same unsigned value.
        ZExt = "zext",
        /// A wider integer of the same signed value.
        SExt = "sext",
        /// The low bits of an integer.
        Trunc = "trunc",
        /// An address as an integer of any width, of which it has the low bits.
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
    /// What is wrong with the program when control gets to a point.
    pub enum FailKind {
        /// An assertion does not hold.
        Assertion = "assertion",
        /// The source says that control never gets here.
        Unreachable = "unreachable",
    }
}

/// What a read-modify-write writes.
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
