//! Compiles functions to register code.
//!
//! Blocks follow each other in reverse postorder; blocks that the entry does not reach have no
//! code. The arguments that a jump passes to block parameters become moves. The moves come before
//! the jump itself where control goes to the block in any case, otherwise in a piece of code of
//! their own on the way to the block.

use porf_entity::{EntityId, ErrorKind, FetchOp, SecondaryMap, SourcePosition, ThreadId};
use porf_ir::intrinsics::Intrinsic;
use porf_ir::{
    BinaryOp, BlockId, Cast, Dominators, FailKind, Function, Instruction, Module, Operation, RmwKind, Target,
    TerminatorKind, Type, ValueId,
};
use porf_program::{BlockReason, Remark};

use crate::awaits::awaits;
use crate::code::{Code, CompiledFunction, List, Op, Pc, Register};
use crate::exchanges::ends_exchange;
use crate::layout::{Layout, function_address};
use crate::machine::MachineOptions;
use crate::moves::sequentialize;
use crate::recurrence::{blocks_in_loops, recurrent};
use crate::registers::{Registers, allocate};
use crate::texts::Texts;

/// Compiles all functions of a verified module.
pub(crate) fn compile(module: &Module, options: &MachineOptions, layout: &Layout, texts: &mut Texts) -> Code {
    let mut code = Code::default();
    let mut in_loops = Vec::new();
    for function in module.functions.values() {
        let context = &mut Context { module, options, layout, texts };
        let compiled = compile_function(function, context, &mut code, &mut in_loops);
        code.functions.push(compiled);
    }
    if options.awaits {
        code.awaits = awaits(&code);
    }
    code.recurrent = recurrent(&code, in_loops);
    code
}

/// The data that all functions have in common.
struct Context<'a> {
    module: &'a Module,
    options: &'a MachineOptions,
    layout: &'a Layout,
    texts: &'a mut Texts,
}

/// Compiles a function, and adds to `in_loops` for each of its ops whether it is in a loop.
fn compile_function(
    function: &Function,
    context: &mut Context<'_>,
    code: &mut Code,
    in_loops: &mut Vec<bool>,
) -> CompiledFunction {
    let dominators = Dominators::new(&function.blocks);
    let registers = allocate(function, &dominators);
    let is_in_loop = blocks_in_loops(function, &dominators);
    let entry = code.end();
    let mut compiler = Compiler {
        function,
        registers: &registers,
        context,
        code,
        uses: uses(function, dominators.order()),
        starts: SecondaryMap::with_default(None),
        unresolved: Vec::new(),
    };
    for &id in dominators.order() {
        compiler.starts[id] = Some(compiler.code.end());
        let block = &function.blocks[id];
        for instruction in &block.instructions {
            compiler.instruction(instruction);
        }
        if compiler.context.options.dependencies && ends_exchange(function, id) {
            let branch = compiler.code.end();
            compiler.code.parts_of_exchanges.push(branch);
        }
        compiler.terminator(&block.terminator.kind, block.terminator.position);
        in_loops.resize(compiler.code.ops.len(), is_in_loop[id]);
    }
    compiler.resolve_jumps(entry);
    CompiledFunction {
        name: function.name.clone(),
        entry,
        register_count: registers.count,
        params: function.params.iter().map(|&param| registers[param]).collect(),
        param_masks: function.params.iter().map(|&param| function.values[param].ty.mask()).collect(),
    }
}

/// The use of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Use {
    Nothing,
    /// The value decides whether an attempt succeeds or is undone.
    Attempt,
    Anything,
}

/// The uses of the values of a function in the given blocks.
fn uses(function: &Function, blocks: &[BlockId]) -> SecondaryMap<ValueId, Use> {
    let mut uses = SecondaryMap::with_default(Use::Nothing);
    for &block in blocks {
        let block = &function.blocks[block];
        for instruction in &block.instructions {
            instruction.operation.for_each_operand(|&operand| uses[operand] = Use::Anything);
        }
        block.terminator.kind.for_each_operand(|&operand| uses[operand] = Use::Anything);
    }
    for instruction in blocks.iter().flat_map(|&block| &function.blocks[block].instructions) {
        if let Operation::Cancels { attempt, .. } = instruction.operation {
            uses[attempt] = Use::Attempt;
        }
    }
    uses
}

struct Compiler<'a, 'c> {
    function: &'a Function,
    registers: &'a Registers,
    context: &'a mut Context<'c>,
    code: &'a mut Code,
    /// The use of each value.
    uses: SecondaryMap<ValueId, Use>,
    /// The place where the code of each block begins, once that code is there.
    starts: SecondaryMap<BlockId, Option<Pc>>,
    /// Jumps whose destinations are still to be filled in.
    unresolved: Vec<(Pc, BlockId)>,
}

impl Compiler<'_, '_> {
    fn register(&self, value: ValueId) -> Register {
        self.registers[value]
    }

    fn ty(&self, value: ValueId) -> Type {
        self.function.values[value].ty
    }

    fn instruction(&mut self, instruction: &Instruction) {
        if let Some(remark) = self.remark(instruction) {
            self.code.add_remark(remark);
        }
        let op = self.op(&instruction.operation, &instruction.results);
        self.code.push(op, instruction.position);
        if let Operation::CallIndirect { .. } | Operation::CallExternal { .. } = instruction.operation {
            self.cut_results(&instruction.results, instruction.position);
        }
    }

    /// The remark on an instruction: a fact about it beyond its meaning.
    fn remark(&self, instruction: &Instruction) -> Option<Remark> {
        match (&instruction.operation, &instruction.results[..]) {
            (Operation::Store { provisional: true, .. }, _) => Some(Remark::Provisional),
            (Operation::Rmw { kind: RmwKind::Fetch(FetchOp::Add | FetchOp::Sub), .. }, &[result]) => {
                match self.uses[result] {
                    Use::Nothing => Some(Remark::Blind),
                    Use::Attempt => Some(Remark::Attempt),
                    Use::Anything => None,
                }
            }
            _ => None,
        }
    }

    /// Cuts the results of a callee of an unknown type, which may be wider than the caller expects.
    fn cut_results(&mut self, results: &[ValueId], position: SourcePosition) {
        for &result in results {
            let (register, ty) = (self.register(result), self.ty(result));
            if ty.bits() < 64 {
                let to_type = Type::Int(ty.bits() as u8);
                let cut = Op::Cast {
                    cast: Cast::Trunc,
                    from_type: Type::I64,
                    to_type,
                    to: register,
                    from: register,
                };
                self.code.push(cut, position);
            }
        }
    }

    /// The registers of values, as a range of the tables of the code.
    fn list(&mut self, values: &[ValueId]) -> List {
        let registers = self.registers;
        self.code.add_list(values.iter().map(|&value| registers[value]))
    }

    fn op(&mut self, operation: &Operation, results: &[ValueId]) -> Op {
        let r = |value: ValueId| self.register(value);
        let size = |value: ValueId| self.ty(value).access_size().expect("verified: memory can hold it");
        match (operation, results) {
            (&Operation::Const(bits), &[to]) => Op::Const { to: r(to), bits },
            (&Operation::GlobalAddress(global), &[to]) => {
                let layout = self.context.layout;
                match layout.thread_local_offset(global) {
                    Some(offset) => Op::ThreadLocalAddress { to: r(to), offset },
                    None => {
                        Op::Const { to: r(to), bits: layout.address_of(global, ThreadId::from_index(0)).0 }
                    }
                }
            }
            (&Operation::FunctionAddress(function), &[to]) => {
                Op::Const { to: r(to), bits: function_address(function) }
            }
            (&Operation::Alloca { size, align, private }, &[to]) => {
                Op::Alloca { to: r(to), size: r(size), align: align.trailing_zeros() as u8, private }
            }
            (&Operation::Unary { op, value }, &[to]) => {
                Op::Unary { op, ty: self.ty(to), to: r(to), from: r(value) }
            }
            (&Operation::FloatCompare { comparison, lhs, rhs }, &[to]) => {
                Op::FloatCompare { comparison, ty: self.ty(lhs), to: r(to), lhs: r(lhs), rhs: r(rhs) }
            }
            (&Operation::Binary { op, lhs, rhs }, &[to]) => self.binary(op, to, lhs, rhs),
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
                Op::Add { to: r(to), lhs: r(pointer), rhs: r(offset), mask: u64::MAX }
            }
            (&Operation::Load { address, ordering }, &[to]) => {
                Op::Load { to: r(to), address: r(address), size: size(to), ordering }
            }
            (&Operation::Store { value, address, ordering, provisional }, []) => {
                Op::Store { value: r(value), address: r(address), size: size(value), ordering, provisional }
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
                weak: weak && self.context.options.spurious,
            },
            (&Operation::Fence(ordering), []) => Op::Fence(ordering),
            (&Operation::Assume(condition), []) => Op::Assume(r(condition)),
            (Operation::Effects, &[to]) => Op::Effects(r(to)),
            (Operation::Actions, &[to]) => Op::Actions(r(to)),
            (&Operation::Redundant { since }, []) => Op::Redundant { since: r(since) },
            (&Operation::Cancels { attempt, address }, &[to]) => {
                Op::Cancels { to: r(to), address: r(address), size: size(attempt) }
            }
            (Operation::Call { function, arguments }, results) => {
                let (arguments, results) = (self.list(arguments), self.list(results));
                Op::Call { function: *function, arguments, results }
            }
            (Operation::CallIndirect { callee, arguments }, results) => {
                let callee = r(*callee);
                let (arguments, results) = (self.list(arguments), self.list(results));
                Op::CallIndirect { callee, arguments, results }
            }
            (Operation::CallExternal { external, arguments }, results) => {
                let name = &self.context.module.externals[*external].name;
                match Intrinsic::named(name).filter(|intrinsic| intrinsic.can_run()) {
                    Some(intrinsic) => {
                        let (arguments, results) = (self.list(arguments), self.list(results));
                        Op::CallBuiltin { intrinsic, arguments, results }
                    }
                    None => {
                        let text = Some(self.context.texts.add(name));
                        Op::Fail { kind: ErrorKind::UnknownFunction, text }
                    }
                }
            }
            (Operation::Unsupported(text), _) => {
                let text = Some(self.context.texts.add(text));
                Op::Fail { kind: ErrorKind::Unsupported, text }
            }
            (operation, results) => unreachable!("verified: {operation:?} does not have results {results:?}"),
        }
    }

    /// The op for an arithmetic operation. Where signed overflow is not checked, `nsw` means
    /// nothing.
    fn binary(&self, op: BinaryOp, to: ValueId, lhs: ValueId, rhs: ValueId) -> Op {
        let plain = match op {
            BinaryOp::AddNsw => BinaryOp::Add,
            BinaryOp::SubNsw => BinaryOp::Sub,
            BinaryOp::MulNsw => BinaryOp::Mul,
            op => op,
        };
        let ty = self.ty(to);
        let [to, lhs, rhs] = [to, lhs, rhs].map(|value| self.register(value));
        if plain != op && self.context.options.signed_overflow {
            Op::CheckedBinary { op, ty, to, lhs, rhs }
        } else {
            match plain {
                BinaryOp::Add => Op::Add { to, lhs, rhs, mask: ty.mask() },
                BinaryOp::Sub => Op::Sub { to, lhs, rhs, mask: ty.mask() },
                BinaryOp::And => Op::And { to, lhs, rhs },
                op => Op::Binary { op, ty, to, lhs, rhs },
            }
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
                // Keeps the place of the switch until the places of its cases are known.
                self.code.push(Op::Fail { kind: ErrorKind::Unreachable, text: None }, position);
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
                let values = self.list(values);
                self.code.push(Op::Return(values), position);
            }
            TerminatorKind::Fail(kind) => {
                let kind = match kind {
                    FailKind::Assertion => ErrorKind::Assertion,
                    FailKind::Unreachable => ErrorKind::Unreachable,
                };
                self.code.push(Op::Fail { kind, text: None }, position);
            }
            TerminatorKind::LoopBound => self.code.push(Op::Block(BlockReason::LoopBound), position),
            TerminatorKind::Spin { since } => {
                let since = since.map(|since| self.register(since));
                self.code.push(Op::Spin { since }, position);
            }
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

    /// Fills in the destinations of jumps, and lets branches that have nothing to pass lead there
    /// directly.
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

    /// The place that control reaches after the jump at `pc`, or `pc` itself if there is no jump.
    fn destination(&self, pc: Pc) -> Pc {
        match self.code.ops[pc.0 as usize] {
            Op::Jump(destination) => destination,
            _ => pc,
        }
    }
}
