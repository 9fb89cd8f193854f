//! The dependencies of the operations of a [`RandomProgram`], from the text of its thread.
//!
//! Every register is assigned by one operation, so its value comes from the read of that operation.
//! Guards are evaluated one after the other, up to the first that does not hold, and each is a
//! branch. An assumption that holds is a branch, and so is a wait that is over.

use porf_entity::{Dependencies, NumberSet};

use crate::program::{Guard, GuardedOp, Op, Operand, RandomProgram, Register, ThreadState};

impl RandomProgram {
    /// The dependencies of the operation at which a thread is paused.
    pub(crate) fn dependencies_of(&self, state: &ThreadState) -> Dependencies {
        let ops = &self.threads[state.thread];
        let mut reads = Vec::new();
        let mut control = NumberSet::default();
        for GuardedOp { guards, op } in &ops[..state.next_op] {
            if !state.evaluate(guards, &reads, &mut control) {
                continue;
            }
            if let Op::Assume { condition } = op {
                control.extend(&read_of(&reads, condition.register));
            }
            if op.is_read() || matches!(op, Op::Take { .. } | Op::Swap { .. }) {
                if matches!(op, Op::Lock { .. } | Op::Await { .. }) {
                    control.insert(reads.len() as u32);
                }
                reads.push(op.results());
            }
        }
        let Some(GuardedOp { guards, op }) = ops.get(state.next_op) else {
            return Dependencies { control, ..Dependencies::default() };
        };
        state.evaluate(guards, &reads, &mut control);
        let data = match *op {
            Op::Store { value: Operand { register: Some(register), .. }, .. }
            | Op::FetchAdd { operand: Operand { register: Some(register), .. }, .. }
            | Op::Put { value: Operand { register: Some(register), .. }, .. }
            | Op::Swap { value: Operand { register: Some(register), .. }, .. }
            | Op::Exchange { value: Operand { register: Some(register), .. }, .. }
            | Op::CompareExchange { desired: Operand { register: Some(register), .. }, .. } => {
                read_of(&reads, register)
            }
            _ => NumberSet::default(),
        };
        Dependencies { address: NumberSet::default(), data, control }
    }
}

impl ThreadState {
    /// Whether all guards hold. Adds the reads on which those depend that were evaluated.
    fn evaluate(&self, guards: &[Guard], reads: &[Vec<Register>], control: &mut NumberSet) -> bool {
        guards.iter().all(|guard| {
            control.extend(&read_of(reads, guard.register));
            self.satisfies(guard)
        })
    }
}

/// The read that has assigned a register, given the registers that each read has assigned.
fn read_of(reads: &[Vec<Register>], register: Register) -> NumberSet {
    let found = reads.iter().position(|results| results.contains(&register));
    found.map(|number| number as u32).into_iter().collect()
}
