//! Instructions that do the same if their operands are the same.
//!
//! Two orderings are the same if the memory model gives them the same meaning. Then the merged code
//! has the ordering of the instruction in the loop, as it has its position.

use std::cell::Cell;

use porf_entity::{OrderingMeaning, ReadOrdering};
use porf_ir::{Function, Instruction, Operation};

/// The way in which instructions are compared.
pub(crate) struct Comparison {
    orderings: OrderingMeaning,
    /// Whether there were operations that differ in their orderings only, so that the result may
    /// depend on the memory model.
    pub(crate) depends_on_orderings: Cell<bool>,
}

impl Comparison {
    pub(crate) fn new(orderings: OrderingMeaning) -> Self {
        Self { orderings, depends_on_orderings: Cell::new(false) }
    }

    /// Whether two instructions do the same if their operands are the same.
    pub(crate) fn same_operation(&self, function: &Function, one: &Instruction, other: &Instruction) -> bool {
        if matches!(one.operation, Operation::Alloca { .. }) {
            return false;
        }
        let mut operands = Vec::new();
        other.operation.for_each_operand(|&operand| operands.push(operand));
        let (mut operands, mut same) = (operands.into_iter(), true);
        let mut copy = one.operation.clone();
        copy.for_each_operand_mut(|operand| match operands.next() {
            Some(value) => {
                same &= function.values[value].ty == function.values[*operand].ty;
                *operand = value;
            }
            None => same = false,
        });
        let types = |instruction: &Instruction| -> Vec<_> {
            instruction.results.iter().map(|&result| function.values[result].ty).collect()
        };
        same && types(one) == types(other) && self.are_same(&copy, &other.operation)
    }

    /// Whether the ordering of a read means at most what that of another one means.
    pub(crate) fn is_not_stronger(&self, one: ReadOrdering, other: ReadOrdering) -> bool {
        let depends = one > other;
        self.depends_on_orderings.set(self.depends_on_orderings.get() || depends);
        self.orderings.read(one) <= self.orderings.read(other)
    }

    /// Whether two operations with the same operands are the same.
    fn are_same(&self, one: &Operation, other: &Operation) -> bool {
        let are_same = |meaning| weakest(one, meaning) == weakest(other, meaning);
        if one == other {
            return true;
        }
        // No other meaning makes fewer differences.
        let differ_in_orderings = are_same(OrderingMeaning::Atomicity);
        self.depends_on_orderings.set(self.depends_on_orderings.get() || differ_in_orderings);
        differ_in_orderings && are_same(self.orderings)
    }
}

/// An operation with the weakest orderings of the same meaning.
fn weakest(operation: &Operation, meaning: OrderingMeaning) -> Operation {
    let mut operation = operation.clone();
    match &mut operation {
        Operation::Load { ordering, .. } => *ordering = meaning.read(*ordering),
        Operation::Store { ordering, .. } => *ordering = meaning.write(*ordering),
        Operation::Rmw { ordering, .. } => *ordering = meaning.rmw(*ordering),
        Operation::CompareExchange { success, failure, .. } => {
            (*success, *failure) = (meaning.rmw(*success), meaning.read(*failure));
        }
        Operation::Fence(ordering) => *ordering = meaning.fence(*ordering),
        _ => {}
    }
    operation
}
