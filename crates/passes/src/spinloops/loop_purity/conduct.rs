//! The meaning of instructions for a thread that is about to block.

use std::collections::HashMap;

use porf_entity::{AccessSize, FetchOp, SecondaryMap};
use porf_ir::{BinaryOp, BlockId, Dominators, Function, Instruction, Operation, RmwKind, Type, ValueId};

use super::conditions::{Condition, always};
use super::terms::{Shape, TermId, Terms};
use crate::analyses::atomic_globals::AtomicGlobals;
use crate::analyses::effects::{Effect, Effects};
use crate::analyses::function_facts::Constants;
use crate::analyses::needed_values::may_run_anywhere;

/// The meaning of an instruction for a thread that is about to block.
#[derive(Clone, Debug)]
pub(super) struct Conduct {
    /// The condition under which the instruction has no effect; `None` if it never has any.
    pub(super) pure_if: Option<Condition>,
    /// The condition under which the thread continues behind the instruction; `None` if it always
    /// does.
    pub(super) goes_on_if: Option<Condition>,
    /// Whether the instruction may be an error or race with another access. A thread that gets to a
    /// barrier must not block before it.
    pub(super) is_barrier: bool,
    /// Whether the instruction reads memory that other threads may write.
    pub(super) reads: bool,
    /// Whether the instruction only computes.
    pub(super) only_computes: bool,
}

const HARMLESS: Conduct =
    Conduct { pure_if: None, goes_on_if: None, is_barrier: false, reads: false, only_computes: false };

/// By block, the conduct of each instruction.
pub(super) type Conducts = SecondaryMap<BlockId, Vec<Conduct>>;

/// Computes the conduct of the instructions of a function.
pub(super) struct Judge<'a> {
    pub(super) function: &'a Function,
    pub(super) effects: &'a Effects<'a>,
    pub(super) globals: &'a AtomicGlobals,
    pub(super) constants: &'a Constants,
}

impl Judge<'_> {
    pub(super) fn judge_all(&self, dominators: &Dominators, terms: &mut Terms) -> Conducts {
        let mut conducts = SecondaryMap::with_default(Vec::new());
        // By address in a global and size of an access, the blocks with such an access.
        let mut accesses: HashMap<(TermId, AccessSize), Vec<BlockId>> = HashMap::new();
        for &block in dominators.order() {
            for instruction in &self.function.blocks[block].instructions {
                let mut conduct = self.judge(instruction, terms);
                if let Some(access) = self.access_to_global(instruction, terms) {
                    // An earlier access to this address was no error, and globals exist until the
                    // end.
                    let before = accesses.entry(access).or_default();
                    conduct.is_barrier &= !before.iter().any(|&earlier| dominators.dominates(earlier, block));
                    before.push(block);
                }
                conducts[block].push(conduct);
            }
        }
        conducts
    }

    /// The address and the size of an atomic access, possibly out of bounds, to a global that is
    /// only accessed atomically.
    fn access_to_global(&self, instruction: &Instruction, terms: &Terms) -> Option<(TermId, AccessSize)> {
        let (address, accessed) = match instruction.operation {
            Operation::Load { address, ordering } if ordering.is_atomic() => {
                (address, *instruction.results.first()?)
            }
            Operation::Rmw { address, operand, .. } => (address, operand),
            Operation::CompareExchange { address, expected, .. } => (address, expected),
            _ => return None,
        };
        let address = terms.of(address);
        terms.base(address).filter(|&global| self.globals.contains(global))?;
        Some((address, self.function.values[accessed].ty.access_size()?))
    }

    fn judge(&self, instruction: &Instruction, terms: &mut Terms) -> Conduct {
        let impure = || Conduct { pure_if: Some(Vec::new()), is_barrier: true, ..HARMLESS };
        match instruction.operation {
            Operation::Assume(condition) => {
                let term = terms.of(condition);
                Conduct { goes_on_if: Some(terms.truth(term, true)), ..HARMLESS }
            }
            Operation::Fence(_) => HARMLESS,
            Operation::Load { address, ordering } => {
                let is_safe = ordering.is_atomic()
                    && instruction.results.iter().all(|&result| self.can_access(address, result, terms));
                Conduct { reads: true, is_barrier: !is_safe, ..HARMLESS }
            }
            Operation::Rmw { kind, address, operand, .. } => {
                let written_back =
                    instruction.results.first().map(|&old| self.writes_back(kind, old, operand, terms));
                Conduct {
                    pure_if: written_back.filter(|condition| *condition != always()),
                    is_barrier: !self.can_access(address, operand, terms),
                    reads: true,
                    ..HARMLESS
                }
            }
            Operation::CompareExchange { address, expected, .. } => {
                let failed = instruction.results.get(1).map(|&succeeded| {
                    let succeeded = terms.of(succeeded);
                    terms.truth(succeeded, false)
                });
                Conduct {
                    pure_if: Some(failed.unwrap_or_default()),
                    is_barrier: !self.can_access(address, expected, terms),
                    reads: true,
                    ..HARMLESS
                }
            }
            Operation::Cancels { .. } => impure(),
            _ => match self.effects.of(instruction) {
                Effect::None => {
                    let computes = may_run_anywhere(self.function, self.constants, &instruction.operation);
                    Conduct { is_barrier: !computes, only_computes: computes, ..HARMLESS }
                }
                Effect::Reads => Conduct { reads: true, is_barrier: true, ..HARMLESS },
                Effect::WritesIfSuccessful | Effect::Changes(_) => impure(),
            },
        }
    }

    /// Whether an atomic access is certainly no error.
    fn can_access(&self, address: ValueId, accessed: ValueId, terms: &Terms) -> bool {
        let size = self.function.values[accessed].ty.access_size();
        let place = terms.place(terms.of(address));
        size.zip(place)
            .is_some_and(|(size, (global, offset))| self.globals.can_access(global, offset, size.bytes()))
    }

    /// The condition under which a read-modify-write writes the value that it has read.
    fn writes_back(&self, kind: RmwKind, old: ValueId, operand: ValueId, terms: &mut Terms) -> Condition {
        let ty = self.function.values[old].ty;
        if ty.is_float() {
            return Vec::new();
        }
        let (old, operand) = (terms.of(old), terms.of(operand));
        let number = terms.number_of(operand);
        match kind {
            RmwKind::Exchange => terms.equality(old, operand, true),
            RmwKind::Fetch(FetchOp::Add | FetchOp::Sub | FetchOp::Xor) => {
                let zero = terms.number(0, ty);
                terms.equality(operand, zero, true)
            }
            RmwKind::Fetch(FetchOp::Or) if number == Some(0) => always(),
            RmwKind::Fetch(FetchOp::And) if number == Some(ty.mask()) => always(),
            RmwKind::Fetch(op @ (FetchOp::Or | FetchOp::And)) if ty != Type::Ptr => {
                let op = if op == FetchOp::Or { BinaryOp::Or } else { BinaryOp::And };
                let new = terms.make(Shape::Binary(op, old, operand), ty);
                terms.equality(new, old, true)
            }
            RmwKind::Fetch(_) => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{AccessSize, RmwOp, Value};

    use super::*;
    use crate::analyses::externals::Externals;
    use crate::analyses::function_facts::constants;
    use crate::test_support::module_of;

    /// On bytes, for each operation: where the condition holds, the read-modify-write writes the
    /// byte that it has read. For the operations that loops use, the converse is true, too.
    #[test]
    fn read_modify_writes_that_write_back() {
        let bytes = [0u64, 1, 2, 3, 127, 128, 254, 255];
        let fetch = FetchOp::ALL.iter().map(|&op| (op.to_string(), Some(op)));
        for (name, op) in fetch.chain([("xchg".into(), None)]) {
            let text = format!(
                "global g0 \"x\" size 1 align 1
                function f0 \"f\"(%v0: i8) {{
                b0:
                  %v1: ptr = address g0
                  %v2: i8 = rmw.{name}.rlx %v1, %v0
                  return
                }}"
            );
            let module = module_of(&text);
            let function = module.functions.values().next().expect("a function");
            let (externals, globals) = (Externals::new(&module), AtomicGlobals::new(&module));
            let (constants, dominators) = (constants(function), Dominators::new(&function.blocks));
            let mut terms = Terms::new(function, &dominators, &constants);
            let effects = Effects::new(&externals);
            let judge = Judge { function, effects: &effects, globals: &globals, constants: &constants };
            let instruction = &function.blocks.values().next().expect("a block").instructions[1];
            let conduct = judge.judge(instruction, &mut terms);
            assert!(conduct.reads && !conduct.is_barrier);
            let condition = conduct.pure_if.expect("a condition");
            let (operand, old) = (function.params[0], instruction.results[0]);
            for (operand_bits, old_bits) in bytes.iter().flat_map(|&operand| bytes.map(|old| (operand, old)))
            {
                let changes = [(operand, operand_bits), (old, old_bits)]
                    .map(|(value, bits)| (value, terms.number(bits, Type::I8)));
                let holds = condition.iter().any(|all| !terms.substitute_all(all, &changes).is_empty());
                let operation = match op {
                    Some(op) => RmwOp::Fetch { op, operand: Value(operand_bits) },
                    None => RmwOp::Exchange(Value(operand_bits)),
                };
                let written = operation.apply(Value(old_bits), AccessSize::ALL[0]);
                let writes_back = written == Some(Value(old_bits));
                assert!(writes_back || !holds, "{name} {operand_bits} on {old_bits}");
                let is_exact = !matches!(
                    op,
                    Some(
                        FetchOp::Nand
                            | FetchOp::Min
                            | FetchOp::Max
                            | FetchOp::UnsignedMin
                            | FetchOp::UnsignedMax
                    )
                );
                assert!(holds || !writes_back || !is_exact, "{name} {operand_bits} on {old_bits}");
            }
        }
    }
}
