//! Compiles functions to register code.
//!
//! Blocks follow each other in reverse postorder; blocks that the entry does not reach have no code.
//! What a jump passes to block parameters becomes moves: before the jump itself where control goes
//! there in any case, otherwise in a piece of code of its own on the way to the block.

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{
    BinaryOp, BlockId, Dominators, FailKind, Function, Instruction, Module, Operation, Target,
    TerminatorKind, Type, ValueId,
};
use porf_program::{BlockReason, Failure};

use crate::code::{Code, CompiledFunction, Op, Pc, Register};
use crate::memory::Memory;
use crate::moves::sequentialize;
use crate::registers::{Registers, allocate};

/// Compiles all functions of a verified module.
pub(crate) fn compile(module: &Module, memory: &Memory) -> Code {
    let mut code = Code::default();
    for function in module.functions.values() {
        let compiled = compile_function(function, memory, &mut code);
        code.functions.push(compiled);
    }
    code
}

fn compile_function(function: &Function, memory: &Memory, code: &mut Code) -> CompiledFunction {
    let dominators = Dominators::new(&function.blocks);
    let registers = allocate(function, &dominators);
    let entry = code.end();
    let mut compiler = Compiler {
        function,
        registers: &registers,
        memory,
        code,
        starts: SecondaryMap::with_default(None),
        unresolved: Vec::new(),
    };
    for &id in dominators.order() {
        compiler.starts[id] = Some(compiler.code.end());
        let block = &function.blocks[id];
        for instruction in &block.instructions {
            compiler.instruction(instruction);
        }
        compiler.terminator(&block.terminator.kind, block.terminator.position);
    }
    compiler.resolve_jumps(entry);
    let params = function.params.iter().map(|&param| registers[param]).collect();
    CompiledFunction { entry, register_count: registers.count, params }
}

struct Compiler<'a> {
    function: &'a Function,
    registers: &'a Registers,
    memory: &'a Memory,
    code: &'a mut Code,
    /// Where the code of each block begins, once it is there.
    starts: SecondaryMap<BlockId, Option<Pc>>,
    /// Jumps whose destination is yet to be filled in.
    unresolved: Vec<(Pc, BlockId)>,
}

impl Compiler<'_> {
    fn register(&self, value: ValueId) -> Register {
        self.registers[value]
    }

    fn ty(&self, value: ValueId) -> Type {
        self.function.values[value].ty
    }

    fn instruction(&mut self, instruction: &Instruction) {
        let op = self.op(&instruction.operation, &instruction.results);
        self.code.push(op, instruction.position);
    }

    fn op(&mut self, operation: &Operation, results: &[ValueId]) -> Op {
        let r = |value: ValueId| self.register(value);
        let size = |value: ValueId| self.ty(value).access_size().expect("verified: memory can hold it");
        match (operation, results) {
            (&Operation::Const(bits), &[to]) => Op::Const { to: r(to), bits },
            (&Operation::GlobalAddress(global), &[to]) => {
                Op::Const { to: r(to), bits: self.memory.address_of(global).0 }
            }
            (&Operation::Binary { op, lhs, rhs }, &[to]) => {
                Op::Binary { op, ty: self.ty(to), to: r(to), lhs: r(lhs), rhs: r(rhs) }
            }
            (&Operation::Compare { comparison, lhs, rhs }, &[to]) => {
                Op::Compare { comparison, ty: self.ty(lhs), to: r(to), lhs: r(lhs), rhs: r(rhs) }
            }
            (&Operation::Cast { cast, value }, &[to]) => {
                Op::Cast { cast, from_type: self.ty(value), to_type: self.ty(to), to: r(to), from: r(value) }
            }
            (&Operation::Select { condition, if_true, if_false }, &[to]) => {
                Op::Select { to: r(to), condition: r(condition), if_true: r(if_true), if_false: r(if_false) }
            }
            (&Operation::PtrAdd { pointer, offset }, &[to]) => {
                Op::Binary { op: BinaryOp::Add, ty: Type::I64, to: r(to), lhs: r(pointer), rhs: r(offset) }
            }
            (&Operation::Load { address, ordering }, &[to]) => {
                Op::Load { to: r(to), address: r(address), size: size(to), ordering }
            }
            (&Operation::Store { value, address, ordering }, []) => {
                Op::Store { value: r(value), address: r(address), size: size(value), ordering }
            }
            (&Operation::Rmw { kind, address, operand, ordering }, &[to]) => Op::Rmw {
                kind,
                to: r(to),
                address: r(address),
                operand: r(operand),
                size: size(operand),
                ordering,
            },
            (
                &Operation::CompareExchange { address, expected, desired, success, failure, weak },
                &[to, succeeded],
            ) => Op::CompareExchange {
                to: r(to),
                succeeded: r(succeeded),
                address: r(address),
                expected: r(expected),
                desired: r(desired),
                size: size(expected),
                success,
                failure,
                weak,
            },
            (&Operation::Fence(ordering), []) => Op::Fence(ordering),
            (&Operation::Assume(condition), []) => Op::Assume(r(condition)),
            (Operation::Call { function, arguments }, results) => {
                let registers = self.registers;
                let arguments = self.code.add_list(arguments.iter().map(|&value| registers[value]));
                let results = self.code.add_list(results.iter().map(|&value| registers[value]));
                Op::Call { function: *function, arguments, results }
            }
            (operation, results) => unreachable!("verified: {operation:?} does not have results {results:?}"),
        }
    }

    fn terminator(&mut self, kind: &TerminatorKind, position: SourcePosition) {
        match kind {
            TerminatorKind::Jump(target) => self.go(target, position),
            TerminatorKind::Branch { condition, then_target, else_target } => {
                let branch = self.code.ops.len();
                let condition = self.register(*condition);
                let nowhere = self.code.end();
                self.code.push(Op::Branch { condition, if_true: nowhere, if_false: nowhere }, position);
                let if_true = self.code.end();
                self.go(then_target, position);
                let if_false = self.code.end();
                self.go(else_target, position);
                self.code.ops[branch] = Op::Branch { condition, if_true, if_false };
            }
            TerminatorKind::Switch { value, cases, default } => {
                let switch = self.code.ops.len();
                // Keeps the place of the switch until it is known where its cases begin.
                self.code.push(Op::Fail(Failure::Unreachable), position);
                let mut compiled = Vec::with_capacity(cases.len());
                for (case, target) in cases {
                    compiled.push((*case, self.code.end()));
                    self.go(target, position);
                }
                let default_start = self.code.end();
                self.go(default, position);
                let cases = self.code.add_cases(compiled);
                self.code.ops[switch] =
                    Op::Switch { value: self.register(*value), cases, default: default_start };
            }
            TerminatorKind::Return(values) => {
                let registers = self.registers;
                let values = self.code.add_list(values.iter().map(|&value| registers[value]));
                self.code.push(Op::Return(values), position);
            }
            TerminatorKind::Fail(kind) => {
                let failure = match kind {
                    FailKind::Assertion => Failure::Assertion,
                    FailKind::Unreachable => Failure::Unreachable,
                };
                self.code.push(Op::Fail(failure), position);
            }
            TerminatorKind::LoopBound => self.code.push(Op::Block(BlockReason::LoopBound), position),
        }
    }

    /// Passes the arguments and jumps.
    fn go(&mut self, target: &Target, position: SourcePosition) {
        let params = &self.function.blocks[target.block].params;
        let moves =
            params.iter().zip(&target.arguments).map(|(&to, &from)| (self.register(to), self.register(from)));
        for op in sequentialize(moves) {
            self.code.push(op, position);
        }
        let jump = self.code.end();
        self.unresolved.push((jump, target.block));
        self.code.push(Op::Jump(jump), position);
    }

    /// Fills in where jumps lead, and lets branches that have nothing to pass lead there directly.
    fn resolve_jumps(&mut self, entry: Pc) {
        for &(jump, block) in &self.unresolved {
            let start = self.starts[block].expect("a jump from reachable code leads to reachable code");
            self.code.ops[jump.0 as usize] = Op::Jump(start);
        }
        for index in entry.0 as usize..self.code.ops.len() {
            if let Op::Branch { condition, if_true, if_false } = self.code.ops[index] {
                let [if_true, if_false] = [if_true, if_false].map(|pc| self.destination(pc));
                self.code.ops[index] = Op::Branch { condition, if_true, if_false };
            }
        }
    }

    /// Where control is after the jump at that place, if there is one.
    fn destination(&self, pc: Pc) -> Pc {
        match self.code.ops[pc.0 as usize] {
            Op::Jump(destination) => destination,
            _ => pc,
        }
    }
}
