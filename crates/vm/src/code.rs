//! Register code, the form to which functions are compiled.
//!
//! The code of all functions is one flat list of [`Op`]s, and jumps name places in it. Operands are
//! registers of the running frame. A register has 64 bits and holds a value with the bits above its
//! width 0.

use porf_entity::{
    AccessSize, EntityId, ErrorKind, FenceOrdering, PrimaryMap, ReadOrdering, RmwOrdering, SourcePosition,
    WriteOrdering, entity_id,
};
use porf_ir::intrinsics::Intrinsic;
use porf_ir::{BinaryOp, Cast, Comparison, FloatComparison, FunctionId, RmwKind, Type, UnaryOp};
use porf_program::{BlockReason, Remark, TextId};

use crate::state::State;

entity_id! {
    /// A register of a frame.
    pub(crate) struct Register, "r"
}

/// A place in the code, the index of an op.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pc(pub(crate) u32);

/// A range of [`Code::lists`] or [`Code::cases`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct List {
    pub(crate) start: u32,
    pub(crate) length: u32,
}

impl List {
    fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.start as usize + self.length as usize
    }
}

/// One step of a thread. `to` is the register of the result.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Const {
        to: Register,
        bits: u64,
    },
    Move {
        to: Register,
        from: Register,
    },
    Swap {
        a: Register,
        b: Register,
    },
    /// The address of a thread-local global, at an offset in the memory of the thread.
    ThreadLocalAddress {
        to: Register,
        offset: u64,
    },
    Alloca {
        to: Register,
        size: Register,
        /// The binary logarithm of the alignment of the address.
        align: u8,
        private: bool,
    },
    Unary {
        op: UnaryOp,
        ty: Type,
        to: Register,
        from: Register,
    },
    FloatCompare {
        comparison: FloatComparison,
        ty: Type,
        to: Register,
        lhs: Register,
        rhs: Register,
    },
    /// The most common forms of `Binary`, with the bits that the result may have.
    Add {
        to: Register,
        lhs: Register,
        rhs: Register,
        mask: u64,
    },
    Sub {
        to: Register,
        lhs: Register,
        rhs: Register,
        mask: u64,
    },
    And {
        to: Register,
        lhs: Register,
        rhs: Register,
    },
    /// The same as `Binary`, and an error if the signed result does not fit.
    CheckedBinary {
        op: BinaryOp,
        ty: Type,
        to: Register,
        lhs: Register,
        rhs: Register,
    },
    Binary {
        op: BinaryOp,
        ty: Type,
        to: Register,
        lhs: Register,
        rhs: Register,
    },
    Compare {
        comparison: Comparison,
        ty: Type,
        to: Register,
        lhs: Register,
        rhs: Register,
    },
    Cast {
        cast: Cast,
        from_type: Type,
        to_type: Type,
        to: Register,
        from: Register,
    },
    Select {
        to: Register,
        condition: Register,
        if_true: Register,
        if_false: Register,
    },
    Load {
        to: Register,
        address: Register,
        size: AccessSize,
        ordering: ReadOrdering,
    },
    Store {
        value: Register,
        address: Register,
        size: AccessSize,
        ordering: WriteOrdering,
        provisional: bool,
    },
    Rmw {
        kind: RmwKind,
        to: Register,
        address: Register,
        operand: Register,
        size: AccessSize,
        ordering: RmwOrdering,
    },
    CompareExchange {
        to: Register,
        succeeded: Register,
        address: Register,
        expected: Register,
        desired: Register,
        size: AccessSize,
        success: RmwOrdering,
        failure: ReadOrdering,
        weak: bool,
    },
    Fence(FenceOrdering),
    Assume(Register),
    /// The number of effects that the thread has had.
    Effects(Register),
    /// The number of actions that the thread has taken.
    Actions(Register),
    /// The iteration since the counter of actions was redundant.
    Redundant {
        since: Register,
    },
    /// Whether the thread may leave out its accesses to a location.
    Cancels {
        to: Register,
        address: Register,
        size: AccessSize,
    },
    /// The arguments and the results are registers of the caller.
    Call {
        function: FunctionId,
        arguments: List,
        results: List,
    },
    CallIndirect {
        callee: Register,
        arguments: List,
        results: List,
    },
    CallBuiltin {
        intrinsic: &'static Intrinsic,
        arguments: List,
        results: List,
    },
    Jump(Pc),
    Branch {
        condition: Register,
        if_true: Pc,
        if_false: Pc,
    },
    Switch {
        value: Register,
        cases: List,
        default: Pc,
    },
    Return(List),
    Fail {
        kind: ErrorKind,
        text: Option<TextId>,
    },
    Block(BlockReason),
    /// The thread spins. The register names the iteration that would begin anew.
    Spin {
        since: Option<Register>,
    },
}

/// A compiled function.
#[derive(Clone, Debug)]
pub(crate) struct CompiledFunction {
    /// Its name in the source.
    pub(crate) name: String,
    /// The place where its code begins.
    pub(crate) entry: Pc,
    /// The number of registers of its frame.
    pub(crate) register_count: u32,
    /// The registers that hold its arguments when it begins.
    pub(crate) params: Vec<Register>,
    /// The bits that each parameter may have.
    pub(crate) param_masks: Vec<u64>,
}

/// The code of a module.
#[derive(Clone, Default, Debug)]
pub(crate) struct Code {
    pub(crate) ops: Vec<Op>,
    /// The source position of each op.
    pub(crate) positions: Vec<SourcePosition>,
    pub(crate) functions: PrimaryMap<FunctionId, CompiledFunction>,
    /// The registers that calls pass and receive, and that functions return.
    lists: Vec<Register>,
    /// The cases of switches, each switch's in ascending order.
    cases: Vec<(u64, Pc)>,
    /// Facts about some ops beyond their meaning, in the order of the ops.
    remarks: Vec<(Pc, Remark)>,
    /// For each op, whether it is an atomic read after which a thread may block at once.
    pub(crate) awaits: Vec<bool>,
    /// For each op, whether a thread may come there [more than once](crate::recurrence).
    pub(crate) recurrent: Vec<bool>,
    /// The branches, in the order of the ops, that are parts of compare-exchanges. They are known only
    /// where dependencies are asked for.
    pub(crate) parts_of_exchanges: Vec<Pc>,
    /// Whether there are loops that may spin.
    pub(crate) can_spin: bool,
}

impl Code {
    /// The place after the last op.
    pub(crate) fn end(&self) -> Pc {
        Pc(index(self.ops.len()))
    }

    pub(crate) fn push(&mut self, op: Op, position: SourcePosition) {
        self.can_spin |= matches!(op, Op::Spin { .. });
        self.ops.push(op);
        self.positions.push(position);
    }

    pub(crate) fn add_list(&mut self, registers: impl IntoIterator<Item = Register>) -> List {
        let start = index(self.lists.len());
        self.lists.extend(registers);
        List { start, length: index(self.lists.len()) - start }
    }

    pub(crate) fn list(&self, list: List) -> &[Register] {
        &self.lists[list.range()]
    }

    pub(crate) fn add_cases(&mut self, mut cases: Vec<(u64, Pc)>) -> List {
        cases.sort_unstable_by_key(|&(case, _)| case);
        let start = index(self.cases.len());
        self.cases.extend(cases);
        List { start, length: index(self.cases.len()) - start }
    }

    /// The source position of a thread. Code without a position has the position of its caller.
    pub(crate) fn position(&self, state: &State) -> SourcePosition {
        let callers = state.callers.iter().rev().map(|frame| frame.call);
        let mut positions = std::iter::once(state.pc).chain(callers).map(|pc| self.positions[pc.0 as usize]);
        positions.find(|position| position.is_known()).unwrap_or(SourcePosition::UNKNOWN)
    }

    /// The function that the op belongs to.
    pub(crate) fn function_at(&self, pc: Pc) -> FunctionId {
        let functions = self.functions.values().as_slice();
        let behind = functions.partition_point(|function| function.entry.0 <= pc.0);
        FunctionId::from_index(behind.saturating_sub(1))
    }

    pub(crate) fn cases(&self, list: List) -> &[(u64, Pc)] {
        &self.cases[list.range()]
    }

    /// Adds a remark on the op that comes next.
    pub(crate) fn add_remark(&mut self, remark: Remark) {
        self.remarks.push((self.end(), remark));
    }

    /// The remark on an op.
    pub(crate) fn remark(&self, pc: Pc) -> Option<Remark> {
        let index = self.remarks.binary_search_by_key(&pc.0, |&(at, _)| at.0).ok()?;
        Some(self.remarks[index].1)
    }

    /// Whether a thread that reads by this op may block at once: the op is an await.
    pub(crate) fn awaits(&self, pc: Pc) -> bool {
        self.awaits.get(pc.0 as usize).is_some_and(|&awaits| awaits)
    }

    /// Whether a branch is a part of a compare-exchange, so that no event depends on it.
    pub(crate) fn is_part_of_exchange(&self, pc: Pc) -> bool {
        self.parts_of_exchanges.binary_search_by_key(&pc.0, |at| at.0).is_ok()
    }

    /// Whether threads may have memory of their own.
    pub(crate) fn has_own_memory(&self) -> bool {
        self.ops.iter().any(|op| match op {
            Op::Alloca { .. } | Op::ThreadLocalAddress { .. } => true,
            Op::CallBuiltin { intrinsic, .. } => intrinsic.allocates(),
            _ => false,
        })
    }

    /// Whether some op adds to memory without using the result.
    pub(crate) fn has_blind_adds(&self) -> bool {
        self.remarks.iter().any(|&(_, remark)| remark == Remark::Blind)
    }

    /// Whether loops leave out effects that another thread might observe.
    pub(crate) fn has_remarks(&self) -> bool {
        self.remarks.iter().any(|&(_, remark)| remark != Remark::Blind)
    }
}

/// An index of one of the tables of the code. A module whose code does not fit in 2³² places would
/// not fit in its own tables either.
fn index(length: usize) -> u32 {
    u32::try_from(length).expect("more than u32::MAX ops")
}
