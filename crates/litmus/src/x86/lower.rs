//! The lowering of x86 instructions to basic blocks.
//!
//! A backward jump begins another iteration of the loop at its label. The iterations since the
//! label was last reached from above are counted, and too many of them cut the execution.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{FetchOp, ReadOrdering, RmwOrdering, Span};
use porf_ir::{BinaryOp, BlockId, Comparison, Function, FunctionBuilder, RmwKind, Type, ValueId, Variable};

use super::instruction::{Arithmetic, Memory, Operation, Register, Thread};
use super::operand::Location;
use super::{flags, flags::Flags, is_wide};
use crate::initial::ValueKind;
use crate::lowered::Lowering;

/// The lowering of one thread.
pub(super) struct ThreadLowering<'a> {
    pub(super) builder: FunctionBuilder,
    pub(super) context: &'a Lowering<'a>,
    thread: &'a Thread,
    /// Whether everything has 64 bits.
    pub(super) addresses: bool,
    observed: Vec<Register>,
    pub(super) registers: [Variable; Register::COUNT],
    /// The type of register variables.
    pub(super) register_type: Type,
    /// The flags; `None` if no instruction depends on them.
    pub(super) flags: Option<Flags>,
    /// The jump targets.
    targets: BTreeMap<usize, JumpTarget>,
}

/// An instruction that is the target of a jump.
#[derive(Clone, Copy)]
struct JumpTarget {
    block: BlockId,
    /// The counter of the backward jumps to it, if there are any.
    counter: Option<Variable>,
}

impl<'a> ThreadLowering<'a> {
    pub(super) fn new(
        thread: &'a Thread,
        addresses: bool,
        observed: Vec<Register>,
        context: &'a Lowering<'a>,
    ) -> Self {
        let width = |register: &Register| if register.wide || addresses { Type::I64 } else { Type::I32 };
        let returns: Vec<Type> = observed.iter().map(width).collect();
        let mut builder = FunctionBuilder::new(format!("P{}", thread.number), &[], &returns);
        let operations = || thread.instructions.iter().map(|instruction| &instruction.operation);
        let wide = addresses || observed.iter().any(|register| register.wide) || operations().any(is_wide);
        let register_type = if wide { Type::I64 } else { Type::I32 };
        let registers = std::array::from_fn(|_| builder.declare_variable(register_type));
        let flags = operations().any(flags::depends_on_flags).then(|| Flags::declare(&mut builder));
        let targets = BTreeMap::new();
        Self { builder, context, thread, addresses, observed, registers, register_type, flags, targets }
    }

    pub(super) fn finish(mut self) -> Function {
        self.initialize_registers();
        self.create_targets();
        for (index, instruction) in self.thread.instructions.iter().enumerate() {
            self.reach(index);
            // Instructions that cannot be reached are not lowered.
            if !self.builder.is_terminated() {
                self.set_position(instruction.span);
                self.instruction(index, &instruction.operation);
            }
        }
        self.reach(self.thread.instructions.len());
        if !self.builder.is_terminated() {
            self.set_position(self.thread.end);
            let observed = self.observed.clone();
            let values: Vec<ValueId> =
                observed.into_iter().map(|register| self.read_register(register)).collect();
            self.builder.return_values(&values);
        }
        self.builder.finish()
    }

    fn set_position(&mut self, span: Span) {
        self.builder.set_position(self.context.positions.of(span));
    }

    fn initialize_registers(&mut self) {
        for item in self.context.state.registers.iter().filter(|item| item.thread == self.thread.number) {
            let Some(register) = Register::named(&item.name) else { continue };
            self.set_position(item.span);
            let value = match &item.value.kind {
                ValueKind::Number(number) => self.builder.constant(self.width(register), *number),
                ValueKind::AddressOf { name, element } => {
                    let bytes = element.wrapping_mul(u64::from(self.word().bits() / 8));
                    let variable = self.context.globals.get(name);
                    self.address_value(&Memory { variable, registers: Vec::new(), displacement: bytes })
                }
            };
            self.write_register(register, value);
        }
    }

    /// Makes a block for every instruction that a reachable instruction jumps to.
    fn create_targets(&mut self) {
        let jumps = reachable_jumps(self.thread);
        let loops: BTreeSet<usize> =
            jumps.iter().filter(|(from, to)| to <= from).map(|&(_, to)| to).collect();
        let targets: BTreeSet<usize> = jumps.into_iter().map(|(_, to)| to).collect();
        for target in targets {
            let block = self.builder.create_block();
            let counter = loops.contains(&target).then(|| self.builder.declare_variable(Type::I32));
            self.targets.insert(target, JumpTarget { block, counter });
        }
    }

    /// Records that control comes to the instruction from the one before it.
    fn reach(&mut self, index: usize) {
        let Some(&target) = self.targets.get(&index) else { return };
        if !self.builder.is_terminated() {
            self.enter_from_above(target);
        }
        self.builder.switch_to_block(target.block);
    }

    fn enter_from_above(&mut self, target: JumpTarget) {
        if let Some(counter) = target.counter {
            let zero = self.builder.constant(Type::I32, 0);
            self.builder.define_variable(counter, zero);
        }
        self.builder.jump(target.block);
    }

    fn jump(&mut self, from: usize, to: usize) {
        let target = self.targets[&to];
        let Some(counter) = target.counter.filter(|_| to <= from) else {
            return self.enter_from_above(target);
        };
        let count = self.builder.use_variable(counter);
        let one = self.builder.constant(Type::I32, 1);
        let next = self.builder.binary(BinaryOp::Add, count, one);
        self.builder.define_variable(counter, next);
        let bound = self.builder.constant(Type::I32, u64::from(self.context.unroll));
        let within = self.builder.compare(Comparison::Ult, next, bound);
        let cut = self.builder.create_block();
        self.builder.branch(within, target.block, cut);
        self.begin(cut);
        self.builder.loop_bound();
    }

    /// Makes a block whose predecessors are all known current.
    fn begin(&mut self, block: BlockId) {
        self.builder.seal_block(block);
        self.builder.switch_to_block(block);
    }

    fn instruction(&mut self, index: usize, operation: &Operation) {
        let width = self.operation_width(operation);
        match operation {
            Operation::Nop => {}
            Operation::Fence(ordering) => self.builder.fence(*ordering),
            Operation::Move { to, from } => {
                let location = self.location(to);
                let value = self.operand(from, width);
                self.write(location, value);
            }
            Operation::ConditionalMove { condition, to, from } => {
                let moved = self.operand(from, width);
                let kept = self.read_register(*to);
                let condition = self.flag_condition(*condition);
                let value = self.builder.select(condition, moved, kept);
                self.write_register(*to, value);
            }
            Operation::LoadAddress { to, of } => {
                let value = self.address_value(of);
                self.write_register(*to, value);
            }
            Operation::Arithmetic { operator, to, from, locked } => {
                let location = self.location(to);
                let operand = self.operand(from, width);
                self.modify(location, *operator, operand, width, *locked);
            }
            Operation::Compare { left, right } => {
                let (left, right) = (self.operand(left, width), self.operand(right, width));
                self.flags_of_subtraction(left, right);
            }
            Operation::Test { left, right } => {
                let (left, right) = (self.operand(left, width), self.operand(right, width));
                let result = self.builder.binary(BinaryOp::And, left, right);
                self.flags_of_logic(result);
            }
            Operation::Exchange { left, right } => {
                let (left, right) = (self.location(left), self.location(right));
                self.exchange(left, right, width);
            }
            Operation::ExchangeAdd { to, from, locked } => {
                let location = self.location(to);
                let added = self.read(Location::Register(*from), width);
                let old = self.modify(location, Arithmetic::Add, added, width, *locked);
                self.write_register(*from, old);
                if let Location::Register(register) = location {
                    // The sum goes to the first operand even if both are the same register.
                    let sum = self.builder.binary(BinaryOp::Add, old, added);
                    self.write_register(register, sum);
                }
            }
            Operation::CompareExchange { to, from, locked } => {
                let location = self.location(to);
                self.compare_exchange(location, *from, width, *locked);
            }
            Operation::Jump { target } => self.jump(index, *target),
            Operation::ConditionalJump { condition, target } => {
                let condition = self.flag_condition(*condition);
                let taken = self.builder.create_block();
                let next = self.builder.create_block();
                self.builder.branch(condition, taken, next);
                self.begin(taken);
                self.jump(index, *target);
                self.begin(next);
            }
        }
    }

    /// Reads, computes and writes back, all in one instant if the instruction is locked. Sets the
    /// flags, and returns the old value.
    fn modify(
        &mut self,
        location: Location,
        operator: Arithmetic,
        operand: ValueId,
        width: Type,
        locked: bool,
    ) -> ValueId {
        let (op, fetch) = match operator {
            Arithmetic::Add | Arithmetic::Increment => (BinaryOp::Add, FetchOp::Add),
            Arithmetic::Sub | Arithmetic::Decrement => (BinaryOp::Sub, FetchOp::Sub),
            Arithmetic::And => (BinaryOp::And, FetchOp::And),
            Arithmetic::Or => (BinaryOp::Or, FetchOp::Or),
            Arithmetic::Xor => (BinaryOp::Xor, FetchOp::Xor),
        };
        let old = match location {
            Location::Memory(cell) if locked => {
                let operand = self.builder.resize(operand, cell.ty, true);
                let old = self.builder.rmw(RmwKind::Fetch(fetch), cell.address, operand, RmwOrdering::SeqCst);
                self.builder.resize(old, width, cell.signed)
            }
            _ => self.read(location, width),
        };
        let new = self.builder.binary(op, old, operand);
        if !locked {
            self.write(location, new);
        }
        self.flags_of_arithmetic(operator, old, operand, new);
        old
    }

    /// Lowers an exchange. An exchange with memory is always locked.
    fn exchange(&mut self, left: Location, right: Location, width: Type) {
        match (left, right) {
            (Location::Memory(cell), Location::Register(register))
            | (Location::Register(register), Location::Memory(cell)) => {
                let value = self.read_register(register);
                let value = self.builder.resize(value, cell.ty, true);
                let old = self.builder.rmw(RmwKind::Exchange, cell.address, value, RmwOrdering::SeqCst);
                let old = self.builder.resize(old, width, cell.signed);
                self.write_register(register, old);
            }
            _ => {
                let (first, second) = (self.read(left, width), self.read(right, width));
                self.write(left, second);
                self.write(right, first);
            }
        }
    }

    fn compare_exchange(&mut self, location: Location, from: Register, width: Type, locked: bool) {
        let accumulator = Register { number: Register::ACCUMULATOR, wide: width == Type::I64 };
        let expected = self.read(Location::Register(accumulator), width);
        let desired = self.read(Location::Register(from), width);
        let old = match location {
            Location::Memory(cell) if locked => {
                let narrow_expected = self.builder.resize(expected, cell.ty, true);
                let desired = self.builder.resize(desired, cell.ty, true);
                let (old, _) = self.builder.compare_exchange(
                    cell.address,
                    narrow_expected,
                    desired,
                    RmwOrdering::SeqCst,
                    ReadOrdering::SeqCst,
                    false,
                );
                self.builder.resize(old, width, cell.signed)
            }
            _ => {
                let old = self.read(location, width);
                let equal = self.builder.compare(Comparison::Eq, old, expected);
                // The old value is written back if they differ.
                let new = self.builder.select(equal, desired, old);
                self.write(location, new);
                old
            }
        };
        self.flags_of_subtraction(expected, old);
        // If they are equal this changes nothing.
        let changed_accumulator =
            matches!(location, Location::Register(register) if register.number == accumulator.number);
        if !changed_accumulator {
            self.write_register(accumulator, old);
        }
    }
}

/// The jumps that control can reach, each with its place and its target.
fn reachable_jumps(thread: &Thread) -> Vec<(usize, usize)> {
    let mut jumps = Vec::new();
    let mut reached = BTreeSet::new();
    let mut pending = vec![0];
    while let Some(index) = pending.pop() {
        let Some(instruction) = thread.instructions.get(index) else { continue };
        if !reached.insert(index) {
            continue;
        }
        match instruction.operation {
            Operation::Jump { target } => {
                jumps.push((index, target));
                pending.push(target);
            }
            Operation::ConditionalJump { target, .. } => {
                jumps.push((index, target));
                pending.extend([target, index + 1]);
            }
            _ => pending.push(index + 1),
        }
    }
    jumps
}
