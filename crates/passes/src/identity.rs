//! Whether a program can tell threads apart that do the same, other than by what they do: by their numbers, or by where
//! their memory is.
//!
//! Threads that run the same code with the same argument still have names and memory of their own. A program that only passes
//! those on, or asks whether two of them are equal, does the same if threads change places. One that orders them, or computes
//! with them, may not. So these are looked for: calls of functions that say who the calling thread is; and
//! addresses, other than those of globals and than what a thread was given as its argument, that are made numbers, which
//! are then ordered, divided, multiplied or shifted.

use porf_entity::SecondaryMap;
use porf_ir::{
    BinaryOp, Cast, Comparison, Dominators, Function, FunctionId, Instruction, Module, Operation, ValueId,
};

/// The functions by which a thread learns who it is.
const NAMES: [&str; 5] =
    ["pthread_self", "thrd_current", "gettid", "__VERIFIER_thread_self", "__VERIFIER_get_thread_id"];

/// Whether a function of the user's asks who the calling thread is, before anything is inlined.
pub fn asks_who_it_is(module: &Module, user_functions: &SecondaryMap<FunctionId, bool>) -> bool {
    let asks = |operation: &Operation| match *operation {
        Operation::Call { function, .. } | Operation::FunctionAddress(function) => {
            NAMES.contains(&&*module.functions[function].name)
        }
        Operation::CallExternal { external, .. } => NAMES.contains(&&*module.externals[external].name),
        _ => false,
    };
    let users = module.functions.iter().filter(|(id, _)| user_functions[*id]);
    let mut instructions =
        users.flat_map(|(_, function)| function.blocks.values()).flat_map(|block| &block.instructions);
    instructions.any(|instruction| asks(&instruction.operation))
}

/// Whether a function of the user's computes with addresses of memory that may be a thread's own, after inlining.
pub fn computes_with_addresses(module: &Module, user_functions: &SecondaryMap<FunctionId, bool>) -> bool {
    let mut is_entry = SecondaryMap::with_default(false);
    for function in module.functions.values() {
        for instruction in function.blocks.values().flat_map(|block| &block.instructions) {
            if let Operation::FunctionAddress(taken) = instruction.operation {
                is_entry[taken] = true;
            }
        }
    }
    let users = module.functions.iter().filter(|(id, _)| user_functions[*id]);
    users.into_iter().any(|(id, function)| Addresses::new(function, is_entry[id]).are_used())
}

/// What is known of the values of a function.
struct Addresses<'a> {
    function: &'a Function,
    /// Whether a pointer is the same in all threads that do the same.
    common: SecondaryMap<ValueId, bool>,
    /// Whether a number is made from an address that is not.
    number: SecondaryMap<ValueId, bool>,
}

impl<'a> Addresses<'a> {
    fn new(function: &'a Function, is_entry: bool) -> Self {
        let mut common = SecondaryMap::with_default(false);
        for &param in function.params.iter().filter(|_| is_entry) {
            common[param] = true;
        }
        Self { function, common, number: SecondaryMap::with_default(false) }
    }

    fn are_used(mut self) -> bool {
        let dominators = Dominators::new(&self.function.blocks);
        let blocks = dominators.order().iter().map(|&block| &self.function.blocks[block]);
        blocks.flat_map(|block| &block.instructions).any(|it| self.is_used(it))
    }

    /// Whether an instruction computes with a number that is made from an address.
    fn is_used(&mut self, instruction: &Instruction) -> bool {
        let (number, common) = (&self.number, &self.common);
        let (is_number, is_common) = match instruction.operation {
            Operation::GlobalAddress(_) | Operation::FunctionAddress(_) | Operation::Const(_) => {
                (false, true)
            }
            Operation::PtrAdd { pointer, .. } => (false, common[pointer]),
            Operation::Cast { cast: Cast::PtrToInt, value } => (!common[value], common[value]),
            Operation::Cast { value, .. } => (number[value], common[value]),
            Operation::Select { if_true, if_false, .. } => {
                (number[if_true] || number[if_false], common[if_true] && common[if_false])
            }
            Operation::Binary { op, lhs, rhs } => {
                let is_number = number[lhs] || number[rhs];
                let passes_on = matches!(
                    op,
                    BinaryOp::Add | BinaryOp::Sub | BinaryOp::And | BinaryOp::Or | BinaryOp::Xor
                );
                if is_number && !passes_on {
                    return true;
                }
                (is_number, common[lhs] && common[rhs])
            }
            Operation::Compare { comparison, lhs, rhs } => {
                let orders = !matches!(comparison, Comparison::Eq | Comparison::Ne);
                return orders && (number[lhs] || number[rhs]);
            }
            _ => return false,
        };
        for &result in &instruction.results {
            (self.number[result], self.common[result]) = (is_number, is_common);
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::module_of;

    fn computes(body: &str) -> bool {
        let module = module_of(&format!(
            "global g0 \"x\" size 8 align 8\nexternal x0 \"malloc\"\nfunction f0 \"f\"(%v0: ptr) {{\nb0:\n{body}\nreturn\n}}"
        ));
        computes_with_addresses(&module, &SecondaryMap::with_default(true))
    }

    #[test]
    fn addresses_of_a_threads_own_must_not_be_computed_with() {
        assert!(computes("%v1: i64 = ptrtoint %v0\n%v2: i64 = const 8\n%v3: i64 = udiv %v1, %v2"));
        assert!(computes(
            "%v1: i64 = ptrtoint %v0\n%v2: i64 = const 8\n%v3: i64 = add %v1, %v2\n%v4: i1 = icmp.ult %v3, %v2"
        ));
    }

    #[test]
    fn they_may_be_compared_and_tagged_and_those_of_globals_may_be_anything() {
        assert!(!computes(
            "%v1: i64 = ptrtoint %v0\n%v2: i64 = const 1\n%v3: i64 = or %v1, %v2\n%v4: i1 = icmp.eq %v3, %v2"
        ));
        assert!(!computes(
            "%v1: ptr = address g0\n%v2: i64 = ptrtoint %v1\n%v3: i64 = const 8\n%v4: i64 = udiv %v2, %v3"
        ));
    }
}
