//! The shape of functions with which threads help each other [spore §3.2]: the function reads, and
//! then executes one CAS, on every path. The addresses of its reads and of the CAS, and the
//! expected value, depend on its arguments alone. Only the desired value may depend on the values
//! it has read.

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{
    BlockId, Dominators, Function, FunctionId, Instruction, Module, Operation, TerminatorKind, ValueId,
};

use crate::analyses::function_facts::constants;
use crate::analyses::loops::BackEdges;
use crate::analyses::needed_values::may_run_anywhere;

/// The reason why threads cannot help each other with a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HelpingFault {
    /// The annotation does not name a function.
    Unknown,
    /// The function does more than to read, to compute and to execute a CAS.
    OtherCode,
    /// The function has a loop, even if it is a spinloop.
    Loops,
    /// The function does not execute exactly one CAS, on every path and at the end.
    Exchanges,
    /// The address of a read, or an operand of the CAS other than the desired value, depends on a
    /// value it has read.
    Depends,
    /// A region is not one CAS.
    Region,
    /// The results of the CAS in a region are used.
    Results,
}

impl HelpingFault {
    /// The message to the user.
    pub fn message(self) -> &'static str {
        match self {
            Self::Unknown => "porf_main and porf_help need the name of a function of the program",
            Self::OtherCode => {
                "a function for porf_main and porf_help may only read, compute, and compare and exchange"
            }
            Self::Loops => "a function for porf_main and porf_help must not have loops",
            Self::Exchanges => {
                "a function for porf_main and porf_help must compare and exchange exactly once, in any case, and after all else"
            }
            Self::Depends => {
                "in a function for porf_main and porf_help, where it reads and what it compares must not depend on what it has read"
            }
            Self::Region => {
                "what __VERIFIER_helped_CAS and __VERIFIER_helping_CAS are given must be one compare-exchange"
            }
            Self::Results => {
                "what the compare-exchange of __VERIFIER_helped_CAS or __VERIFIER_helping_CAS returns, or leaves in the expected value, must not be used"
            }
        }
    }
}

/// The functions in helping annotations of the user's functions, before inlining, and the positions
/// of the annotations.
pub fn helping_functions(
    module: &Module,
    user_functions: &SecondaryMap<FunctionId, bool>,
) -> Vec<(SourcePosition, Option<FunctionId>)> {
    let mut found = Vec::new();
    for (_, function) in module.functions.iter().filter(|(id, _)| user_functions[*id]) {
        let instructions = || function.blocks.values().flat_map(|block| &block.instructions);
        let named = |value: ValueId| {
            instructions().find_map(|instruction| match instruction.operation {
                Operation::FunctionAddress(function) if instruction.results.contains(&value) => {
                    Some(function)
                }
                _ => None,
            })
        };
        for instruction in instructions() {
            if let Operation::Call { function: callee, arguments } = &instruction.operation
                && let "porf_begin_main" | "porf_begin_help" = &*module.functions[*callee].name
            {
                let function = arguments.first().and_then(|&argument| named(argument));
                found.push((instruction.position, function));
            }
        }
    }
    found
}

/// The reason why threads cannot help each other with a function that has been through the passes,
/// and its position.
pub fn helping_fault(function: &Function) -> Option<(SourcePosition, HelpingFault)> {
    let dominators = Dominators::new(&function.blocks);
    let start = function.blocks.values().next().map_or(SourcePosition::default(), |block| {
        block.instructions.first().map_or(block.terminator.position, |instruction| instruction.position)
    });
    let waits =
        function.blocks.values().any(|block| matches!(block.terminator.kind, TerminatorKind::Spin { .. }));
    if waits || !BackEdges::find(function, &dominators).is_empty() {
        return Some((start, HelpingFault::Loops));
    }
    Judge { function, dominators: &dominators, reads: read_values(function, &dominators), start }.fault()
}

struct Judge<'a> {
    function: &'a Function,
    dominators: &'a Dominators,
    /// By value, whether it depends on an atomic read.
    reads: SecondaryMap<ValueId, bool>,
    start: SourcePosition,
}

impl Judge<'_> {
    fn fault(&self) -> Option<(SourcePosition, HelpingFault)> {
        let constants = constants(self.function);
        let mut exchange: Option<BlockId> = None;
        for &block in self.dominators.order() {
            for instruction in &self.function.blocks[block].instructions {
                let depends = match instruction.operation {
                    Operation::Load { address, .. } if exchange.is_none() => self.reads[address],
                    Operation::CompareExchange { address, expected, .. } if exchange.is_none() => {
                        exchange = Some(block);
                        self.reads[address] || self.reads[expected]
                    }
                    Operation::Load { .. } | Operation::CompareExchange { .. } => {
                        return Some((instruction.position, HelpingFault::Exchanges));
                    }
                    ref operation if may_run_anywhere(self.function, &constants, operation) => false,
                    _ => return Some((instruction.position, HelpingFault::OtherCode)),
                };
                if depends {
                    return Some((instruction.position, HelpingFault::Depends));
                }
            }
        }
        let Some(exchange) = exchange else { return Some((self.start, HelpingFault::Exchanges)) };
        let misses = |block: &&BlockId| {
            let terminator = &self.function.blocks[**block].terminator;
            matches!(terminator.kind, TerminatorKind::Return(_))
                && !self.dominators.dominates(exchange, **block)
        };
        let missing = self.dominators.order().iter().find(misses)?;
        Some((self.function.blocks[*missing].terminator.position, HelpingFault::Exchanges))
    }
}

/// By value, whether it depends on an atomic read. The parameter of a block may depend on the way
/// to the block, if a decision between ways depends on an atomic read.
fn read_values(function: &Function, dominators: &Dominators) -> SecondaryMap<ValueId, bool> {
    let mut reads = SecondaryMap::with_default(false);
    let mut ways_depend = false;
    for &block in dominators.order() {
        let contents = &function.blocks[block];
        for &param in contents.params.iter().filter(|_| ways_depend) {
            reads[param] = true;
        }
        for instruction in &contents.instructions {
            let depends = depends(instruction, &reads);
            for &result in &instruction.results {
                reads[result] = depends;
            }
        }
        match &contents.terminator.kind {
            TerminatorKind::Branch { condition, .. } => ways_depend |= reads[*condition],
            TerminatorKind::Switch { value, .. } => ways_depend |= reads[*value],
            _ => {}
        }
        // There are no loops, so that arguments are known before their parameters.
        contents.terminator.kind.for_each_target(|target| {
            let params = &function.blocks[target.block].params;
            for (&param, &argument) in params.iter().zip(&target.arguments) {
                reads[param] |= reads[argument];
            }
        });
    }
    reads
}

fn depends(instruction: &Instruction, reads: &SecondaryMap<ValueId, bool>) -> bool {
    match instruction.operation {
        Operation::Load { ordering, .. } => ordering.is_atomic(),
        Operation::CompareExchange { .. } => true,
        ref operation => {
            let mut any = false;
            operation.for_each_operand(|&operand| any |= reads[operand]);
            any
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::module_of;

    fn fault(body: &str) -> Option<HelpingFault> {
        let module = module_of(&format!(
            "global g0 \"x\" size 8 align 8
            function f0 \"f\"(%v0: ptr, %v1: i64) {{
            {body}
            }}"
        ));
        let function = module.functions.values().next().expect("a function");
        helping_fault(function).map(|(_, fault)| fault)
    }

    #[test]
    fn one_compare_exchange_that_writes_what_was_read() {
        let complete = "b0:
              %v2: ptr = address g0
              %v3: i64 = load.acq %v2
              %v4: i1 = icmp.eq %v3, %v1
              branch %v4, b1(%v1), b1(%v3)
            b1(%v5: i64):
              %v6: i64, %v7: i1 = cmpxchg.rel.rlx %v0, %v1, %v5
              return";
        assert_eq!(fault(complete), None);
        assert_eq!(fault(&complete.replace("%v0, %v1, %v5", "%v0, %v5, %v1")), Some(HelpingFault::Depends));
        assert_eq!(fault(&complete.replace("%v0, %v1, %v5", "%v0, %v3, %v5")), Some(HelpingFault::Depends));
    }

    #[test]
    fn nothing_else() {
        let exchange = "%v2: i64, %v3: i1 = cmpxchg.rel.rlx %v0, %v1, %v1";
        assert_eq!(fault(&format!("b0:\n{exchange}\nreturn")), None);
        assert_eq!(fault("b0:\nreturn"), Some(HelpingFault::Exchanges));
        assert_eq!(
            fault(&format!("b0:\n{exchange}\n%v4: i64 = load.rlx %v0\nreturn")),
            Some(HelpingFault::Exchanges)
        );
        assert_eq!(
            fault(&format!("b0:\nstore.rlx %v1, %v0\n{exchange}\nreturn")),
            Some(HelpingFault::OtherCode)
        );
        assert_eq!(
            fault(&format!("b0:\njump b1\nb1:\n{exchange}\nbranch %v3, b2, b1\nb2:\nreturn")),
            Some(HelpingFault::Loops)
        );
        let sometimes = "b0:
              %v4: i1 = icmp.eq %v1, %v1
              branch %v4, b1, b2
            b1:
              %v2: i64, %v3: i1 = cmpxchg.rel.rlx %v0, %v1, %v1
              jump b2
            b2:
              return";
        assert_eq!(fault(sometimes), Some(HelpingFault::Exchanges));
    }
    #[test]
    fn addresses_and_expected_values_depend_on_arguments_alone() {
        let begin = "b0:\n%v2: ptr = address g0\n%v3: ptr = load.acq %v2";
        let read = "%v4: i64 = load.rlx %v3\n%v5: i64, %v6: i1 = cmpxchg.rel.rlx %v0, %v1, %v4";
        assert_eq!(fault(&format!("{begin}\n{read}\nreturn")), Some(HelpingFault::Depends));
        let exchange = "%v4: i64, %v5: i1 = cmpxchg.rel.rlx %v3, %v1, %v1";
        assert_eq!(fault(&format!("{begin}\n{exchange}\nreturn")), Some(HelpingFault::Depends));
        // Which of two numbers is expected depends on a read.
        let chosen = "b0:
              %v2: i64 = const 0
              %v3: i64 = load.acq %v0
              %v4: i1 = icmp.eq %v3, %v1
              branch %v4, b1(%v1), b1(%v2)
            b1(%v5: i64):
              %v6: i64, %v7: i1 = cmpxchg.rel.rlx %v0, %v5, %v1
              return";
        assert_eq!(fault(chosen), Some(HelpingFault::Depends));
    }

    #[test]
    fn a_spinloop_is_a_loop() {
        let waits = "b0:
              %v2: i64 = load.acq %v0
              %v3: i1 = icmp.eq %v2, %v1
              branch %v3, b1, b2
            b1:
              spin
            b2:
              %v4: i64, %v5: i1 = cmpxchg.rel.rlx %v0, %v1, %v1
              return";
        assert_eq!(fault(waits), Some(HelpingFault::Loops));
    }
}
