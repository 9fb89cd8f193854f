//! Live registers: which registers of a frame may still decide what the thread does.
//!
//! A register keeps its last value after the last use of that value. Two states that differ in such
//! registers only are the same, so [`crate::same`] looks at live registers. Liveness is computed by
//! backward analysis, on the register code of one function at a time. It is *strong* liveness: an
//! op that only computes uses its operands only if its result is live, so that a number which a
//! loop counts and nobody looks at is dead.
//!
//! The bounds of loops do not count: a state that is closer to a bound is the same but for being
//! cut earlier. So a branch to the cut does not use its condition.

use porf_entity::EntityId;
use porf_ir::BinaryOp;
use porf_program::BlockReason;

use crate::code::{Code, Op, Pc, Register};

/// The live registers at the places of the code where a thread can pause or wait for a call.
#[derive(Clone, Default, Debug)]
pub(crate) struct LiveRegisters {
    /// For each op, the place of its first word in `words`.
    starts: Vec<u32>,
    /// A bit for each register of the function of the op.
    words: Vec<u64>,
}

impl LiveRegisters {
    /// Analyses all functions.
    pub(crate) fn new(code: &Code) -> Self {
        let mut live = Self::default();
        let entries = code.functions.values().as_slice();
        for (number, function) in entries.iter().enumerate() {
            let end = entries.get(number + 1).map_or(code.ops.len(), |next| next.entry.0 as usize);
            live.add_function(code, function.entry.0 as usize..end, function.register_count as usize);
        }
        live
    }

    /// The registers that are live before an op: its operands, and the live registers behind it.
    pub(crate) fn before(&self, pc: Pc) -> &[u64] {
        let start = self.starts[pc.0 as usize] as usize;
        let end = self.starts.get(pc.0 as usize + 1).map_or(self.words.len(), |&end| end as usize);
        &self.words[start..end]
    }

    fn add_function(&mut self, code: &Code, ops: std::ops::Range<usize>, registers: usize) {
        let width = registers.div_ceil(64);
        let mut sets = vec![0; width * ops.len()];
        let mut set = vec![0; width];
        // Code mostly runs forwards, so that few rounds suffice.
        loop {
            let mut changed = false;
            for index in ops.clone().rev() {
                set.fill(0);
                for_each_successor(code, index, |next| {
                    if ops.contains(&next) {
                        let at = (next - ops.start) * width;
                        set.iter_mut().zip(&sets[at..at + width]).for_each(|(set, live)| *set |= live);
                    }
                });
                pass(code, code.ops[index], &mut set);
                let known = &mut sets[(index - ops.start) * width..][..width];
                changed |= known != set;
                known.copy_from_slice(&set);
            }
            if !changed {
                break;
            }
        }
        for index in 0..ops.len() {
            let start = self.words.len();
            self.starts.push(u32::try_from(start).expect("more than u32::MAX words"));
            self.words.extend(&sets[index * width..(index + 1) * width]);
        }
    }
}

/// Returns whether the set has the register.
pub(crate) fn contains(set: &[u64], index: usize) -> bool {
    set.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 != 0)
}

fn insert(set: &mut [u64], register: Register) {
    let index = register.index();
    set[index / 64] |= 1 << (index % 64);
}

fn remove(set: &mut [u64], register: Register) {
    let index = register.index();
    set[index / 64] &= !(1 << (index % 64));
}

/// Turns the set of registers that are live behind an op into that of those before it.
fn pass(code: &Code, op: Op, set: &mut [u64]) {
    if let Op::Swap { a, b } = op {
        let is_live = [a, b].map(|register| contains(set, register.index()));
        for (register, is_live) in [b, a].into_iter().zip(is_live) {
            if is_live { insert(set, register) } else { remove(set, register) }
        }
        return;
    }
    let mut is_needed = !only_computes(op) && !leads_to_cut(code, op);
    for_each_definition(code, op, |register| {
        is_needed |= contains(set, register.index());
        remove(set, register);
    });
    if is_needed {
        for_each_use(code, op, |register| insert(set, register));
    }
}

/// Returns whether all that an op does is to compute its result.
fn only_computes(op: Op) -> bool {
    match op {
        Op::Const { .. }
        | Op::Move { .. }
        | Op::ThreadLocalAddress { .. }
        | Op::Unary { .. }
        | Op::FloatCompare { .. }
        | Op::Add { .. }
        | Op::Sub { .. }
        | Op::And { .. }
        | Op::Compare { .. }
        | Op::Cast { .. }
        | Op::Select { .. }
        | Op::Effects(_)
        | Op::Actions(_) => true,
        // Divisions and shifts may be errors.
        Op::Binary { op, .. } => matches!(op, BinaryOp::Mul | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor),
        _ => false,
    }
}

/// Returns whether an op only decides whether the execution is cut at the bound of a loop.
fn leads_to_cut(code: &Code, op: Op) -> bool {
    let is_cut = |pc: Pc| matches!(code.ops[pc.0 as usize], Op::Block(BlockReason::LoopBound));
    matches!(op, Op::Branch { if_true, if_false, .. } if is_cut(if_true) || is_cut(if_false))
}

/// Calls `visit` for the ops of the same function that may follow an op.
fn for_each_successor(code: &Code, index: usize, mut visit: impl FnMut(usize)) {
    match code.ops[index] {
        Op::Jump(to) => visit(to.0 as usize),
        Op::Branch { if_true, if_false, .. } => {
            visit(if_true.0 as usize);
            visit(if_false.0 as usize);
        }
        Op::Switch { cases, default, .. } => {
            code.cases(cases).iter().for_each(|&(_, to)| visit(to.0 as usize));
            visit(default.0 as usize);
        }
        Op::Return(_) | Op::Fail { .. } | Op::Block(_) | Op::Spin { .. } => {}
        _ => visit(index + 1),
    }
}

fn for_each_definition(code: &Code, op: Op, mut visit: impl FnMut(Register)) {
    match op {
        Op::Const { to, .. }
        | Op::Move { to, .. }
        | Op::ThreadLocalAddress { to, .. }
        | Op::Alloca { to, .. }
        | Op::Unary { to, .. }
        | Op::FloatCompare { to, .. }
        | Op::Add { to, .. }
        | Op::Sub { to, .. }
        | Op::And { to, .. }
        | Op::CheckedBinary { to, .. }
        | Op::Binary { to, .. }
        | Op::Compare { to, .. }
        | Op::Cast { to, .. }
        | Op::Select { to, .. }
        | Op::Load { to, .. }
        | Op::Rmw { to, .. }
        | Op::Effects(to)
        | Op::Actions(to)
        | Op::Cancels { to, .. } => visit(to),
        Op::Swap { a, b } => {
            visit(a);
            visit(b);
        }
        Op::CompareExchange { to, succeeded, .. } => {
            visit(to);
            visit(succeeded);
        }
        Op::Call { results, .. } | Op::CallIndirect { results, .. } | Op::CallBuiltin { results, .. } => {
            code.list(results).iter().for_each(|&register| visit(register));
        }
        Op::Store { .. }
        | Op::Fence(_)
        | Op::Assume(_)
        | Op::Redundant { .. }
        | Op::Jump(_)
        | Op::Branch { .. }
        | Op::Switch { .. }
        | Op::Return(_)
        | Op::Fail { .. }
        | Op::Block(_)
        | Op::Spin { .. } => {}
    }
}

fn for_each_use(code: &Code, op: Op, mut visit: impl FnMut(Register)) {
    let mut visit_all = |registers: &[Register]| registers.iter().for_each(|&register| visit(register));
    match op {
        Op::Const { .. }
        | Op::ThreadLocalAddress { .. }
        | Op::Fence(_)
        | Op::Effects(_)
        | Op::Actions(_)
        | Op::Jump(_)
        | Op::Fail { .. }
        | Op::Block(_) => {}
        Op::Move { from, .. } | Op::Unary { from, .. } | Op::Cast { from, .. } => visit_all(&[from]),
        Op::Swap { a, b } => visit_all(&[a, b]),
        Op::Alloca { size, .. } => visit_all(&[size]),
        Op::FloatCompare { lhs, rhs, .. }
        | Op::Add { lhs, rhs, .. }
        | Op::Sub { lhs, rhs, .. }
        | Op::And { lhs, rhs, .. }
        | Op::CheckedBinary { lhs, rhs, .. }
        | Op::Binary { lhs, rhs, .. }
        | Op::Compare { lhs, rhs, .. } => visit_all(&[lhs, rhs]),
        Op::Select { condition, if_true, if_false, .. } => visit_all(&[condition, if_true, if_false]),
        Op::Load { address, .. } | Op::Cancels { address, .. } => visit_all(&[address]),
        Op::Store { value, address, .. } => visit_all(&[value, address]),
        Op::Rmw { address, operand, .. } => visit_all(&[address, operand]),
        Op::CompareExchange { address, expected, desired, .. } => visit_all(&[address, expected, desired]),
        Op::Assume(register)
        | Op::Branch { condition: register, .. }
        | Op::Switch { value: register, .. } => {
            visit_all(&[register]);
        }
        Op::Call { arguments, .. } | Op::CallBuiltin { arguments, .. } => visit_all(code.list(arguments)),
        Op::CallIndirect { callee, arguments, .. } => {
            visit_all(&[callee]);
            visit_all(code.list(arguments));
        }
        Op::Return(values) => visit_all(code.list(values)),
        Op::Spin { since } => visit_all(since.as_slice()),
        Op::Redundant { since } => visit_all(&[since]),
    }
}
