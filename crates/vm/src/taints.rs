//! Taints: the reads of a thread from which its values were computed, for the dependencies of its
//! actions ([`Dependencies`]).
//!
//! The taint of a register, or of a byte of private memory, is a set of reads, which are numbered in
//! program order. The rules are syntactic: the result of an operation has the taints of all its
//! operands, whatever their values are. A visible read gives its result the taint of that read
//! alone. Private memory is like registers: a load of it has the taints of the bytes and of the
//! address, and a store gives the bytes the taints of the value and of the address. A block
//! parameter has the taint of the argument that was passed, since the branch that chose it is a
//! control dependency.
//!
//! Control taint is that of all conditions by which the thread has branched, switched, called a
//! function by its address or assumed a fact. It never gets smaller.
//!
//! Only machines that are asked for dependencies have taints.

use std::collections::BTreeMap;

use porf_entity::{Dependencies, EntityId, NumberSet};

use crate::code::{List, Op, Pc, Register};

/// The taints of a thread.
#[derive(Clone, Default, Debug)]
pub(crate) struct Taints {
    /// The number of reads of the thread so far.
    reads: u32,
    /// The taints of registers, by their places in
    /// [`State::registers`](crate::state::State::registers); registers beyond the end have none.
    registers: Vec<NumberSet>,
    /// The taints of the bytes of private memory that have any.
    memory: BTreeMap<u64, NumberSet>,
    /// The taint of the conditions so far.
    pub(crate) control: NumberSet,
    /// The reads of the current op that its result has not got yet.
    pub(crate) read: NumberSet,
    /// The first byte that the current action reads.
    pub(crate) reads_at: u64,
    /// The dependencies of the action at which the thread is paused.
    pub(crate) action: Dependencies,
    /// The taints that the current op, or its answer, is about to pass on.
    pub(crate) passing: Passing,
}

/// The taints of operands, taken before an op runs.
#[derive(Clone, Default, Debug)]
pub(crate) enum Passing {
    #[default]
    Nothing,
    /// Of the old value in memory, or of the value to be stored there.
    Memory {
        address: u64,
        taint: NumberSet,
    },
    Rmw {
        address: u64,
        old: NumberSet,
        new: NumberSet,
    },
    Exchange {
        address: u64,
        old: NumberSet,
        succeeded: NumberSet,
        new: NumberSet,
    },
    /// Of the arguments of a call.
    Arguments(Vec<NumberSet>),
    /// Of the values that a function returns, and the registers of its caller that get them.
    /// `frame` is where the frame of the function begins.
    Return {
        frame: usize,
        results: Option<List>,
        values: Vec<NumberSet>,
    },
    /// Of the arguments of a builtin, with the values of the first ones.
    Builtin {
        values: [u64; 4],
        taints: Vec<NumberSet>,
    },
    /// Of the results of the op at this place, if the answer is the last one for it.
    Answer {
        at: Pc,
        results: Vec<(Register, NumberSet)>,
    },
}

impl Taints {
    /// The taint of the register at a place.
    pub(crate) fn get(&self, place: usize) -> NumberSet {
        self.registers.get(place).cloned().unwrap_or_default()
    }

    pub(crate) fn set(&mut self, place: usize, taint: NumberSet) {
        if place >= self.registers.len() {
            if taint.is_empty() {
                return;
            }
            self.registers.resize(place + 1, NumberSet::default());
        }
        self.registers[place] = taint;
    }

    /// Forgets all registers from a place on.
    pub(crate) fn truncate(&mut self, length: usize) {
        self.registers.truncate(length);
    }

    /// Counts a read, which is the next one of the current op.
    pub(crate) fn count_read(&mut self) {
        self.read.insert(self.reads);
        self.reads += 1;
    }

    /// The taint of some bytes.
    pub(crate) fn bytes(&self, start: u64, length: u64) -> NumberSet {
        let mut taint = NumberSet::default();
        self.memory.range(start..start.saturating_add(length)).for_each(|(_, more)| taint.extend(more));
        taint
    }

    /// Gives some bytes a taint.
    pub(crate) fn set_bytes(&mut self, start: u64, length: u64, taint: &NumberSet) {
        let end = start.saturating_add(length);
        if !taint.is_empty() {
            self.memory.extend((start..end).map(|byte| (byte, taint.clone())));
            return;
        }
        let tainted: Vec<u64> = self.memory.range(start..end).map(|(&byte, _)| byte).collect();
        for byte in tainted {
            self.memory.remove(&byte);
        }
    }

    /// Copies the taints of some bytes as if through a buffer, and adds one to each.
    pub(crate) fn copy_bytes(&mut self, to: u64, from: u64, length: u64, more: &NumberSet) {
        let end = from.saturating_add(length);
        let copied: Vec<(u64, NumberSet)> =
            self.memory.range(from..end).map(|(&byte, taint)| (byte - from, taint.clone())).collect();
        self.set_bytes(to, length, more);
        for (offset, taint) in copied {
            self.memory.insert(to + offset, taint.with(more));
        }
    }

    /// Forgets the bytes that are not kept.
    pub(crate) fn retain_bytes(&mut self, mut keep: impl FnMut(u64) -> bool) {
        self.memory.retain(|&byte, _| keep(byte));
    }

    /// Follows an op that uses only the registers of the running frame, which begins at `base`.
    /// `decides` says whether a branch decides anything that other events depend on.
    pub(crate) fn follow(&mut self, op: Op, base: usize, decides: bool) {
        let place = |register: Register| base + register.index();
        let all = |registers: &[Register]| {
            let mut taint = NumberSet::default();
            for &register in registers {
                if let Some(more) = self.registers.get(place(register)) {
                    taint.extend(more);
                }
            }
            taint
        };
        let (to, taint) = match op {
            Op::Const { to, .. }
            | Op::ThreadLocalAddress { to, .. }
            | Op::Effects(to)
            | Op::Actions(to)
            | Op::Cancels { to, .. } => (to, NumberSet::default()),
            Op::Move { to, from } | Op::Unary { to, from, .. } | Op::Cast { to, from, .. } => {
                (to, all(&[from]))
            }
            Op::Alloca { to, size, .. } => (to, all(&[size])),
            Op::Add { to, lhs, rhs, .. }
            | Op::Sub { to, lhs, rhs, .. }
            | Op::And { to, lhs, rhs }
            | Op::CheckedBinary { to, lhs, rhs, .. }
            | Op::Binary { to, lhs, rhs, .. }
            | Op::Compare { to, lhs, rhs, .. }
            | Op::FloatCompare { to, lhs, rhs, .. } => (to, all(&[lhs, rhs])),
            Op::Select { to, condition, if_true, if_false } => (to, all(&[condition, if_true, if_false])),
            Op::Swap { a, b } => {
                let [one, other] = [a, b].map(|register| self.get(place(register)));
                self.set(place(a), other);
                return self.set(place(b), one);
            }
            Op::Branch { .. } if !decides => return,
            Op::Branch { condition: decider, .. }
            | Op::Switch { value: decider, .. }
            | Op::Assume(decider)
            | Op::CallIndirect { callee: decider, .. } => {
                let taint = all(&[decider]);
                return self.control.extend(&taint);
            }
            Op::Load { .. }
            | Op::Store { .. }
            | Op::Rmw { .. }
            | Op::CompareExchange { .. }
            | Op::Fence(_)
            | Op::Redundant { .. }
            | Op::Call { .. }
            | Op::CallBuiltin { .. }
            | Op::Jump(_)
            | Op::Return(_)
            | Op::Fail { .. }
            | Op::Block(_)
            | Op::Spin { .. } => return,
        };
        self.set(place(to), taint);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(numbers: &[u32]) -> NumberSet {
        numbers.iter().copied().collect()
    }

    #[test]
    fn copies_go_through_a_buffer() {
        let mut taints = Taints::default();
        taints.set_bytes(10, 2, &set(&[1]));
        taints.set_bytes(12, 2, &set(&[2]));
        taints.copy_bytes(11, 10, 4, &set(&[]));
        let expected = [(10, &[1][..]), (11, &[1]), (12, &[1]), (13, &[2]), (14, &[2]), (15, &[])];
        for (byte, taint) in expected {
            assert_eq!(taints.bytes(byte, 1), set(taint), "{byte}");
        }
        taints.copy_bytes(20, 14, 2, &set(&[7]));
        assert_eq!([taints.bytes(20, 1), taints.bytes(21, 1)], [set(&[2, 7]), set(&[7])]);
        taints.set_bytes(0, 100, &set(&[]));
        assert!(taints.memory.is_empty());
    }
}
