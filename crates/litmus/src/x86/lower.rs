//! x86 instructions to basic blocks.
//!
//! A backward jump begins another iteration of the loop at its label. The iterations since the label was
//! last reached from above are counted, and too many of them cut the execution.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{FenceOrdering, FetchOp, ReadOrdering, RmwOrdering, WriteOrdering};
use porf_ir::{
    BinaryOp, BlockId, Cast, Comparison, Function, FunctionBuilder, GlobalId, RmwKind, Type, ValueId,
    Variable,
};

use super::instruction::{Arithmetic, Memory, Operand, Operation, Register, Thread};
use super::{flags, flags::Flags, is_wide};
use crate::initial::ValueKind;
use crate::lowered::Lowering;
use crate::source::Span;

/// The lowering of one thread.
pub(super) struct ThreadLowering<'a> {
    pub(super) builder: FunctionBuilder,
    context: &'a Lowering<'a>,
    thread: &'a Thread,
    /// Whether everything has 64 bits.
    addresses: bool,
    observed: Vec<Register>,
    registers: [Variable; Register::COUNT],
    /// The type that register variables have.
    register_type: Type,
    /// Only if any instruction depends on them.
    pub(super) flags: Option<Flags>,
    /// The jump targets.
    targets: BTreeMap<usize, JumpTarget>,
}

/// An instruction that is jumped to.
#[derive(Clone, Copy)]
struct JumpTarget {
    block: BlockId,
    /// Counts the backward jumps to it, if there are any.
    counter: Option<Variable>,
}

/// Something to read and write.
enum Place {
    Register(Register),
    Memory(Cell),
}

/// A location in memory.
#[derive(Clone, Copy)]
struct Cell {
    address: ValueId,
    ty: Type,
    signed: bool,
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
            // What cannot be reached is not lowered.
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
        for &(_, target) in &jumps {
            if !self.targets.contains_key(&target) {
                let block = self.builder.create_block();
                let backward = jumps.iter().any(|&(from, to)| to == target && to <= from);
                let counter = backward.then(|| self.builder.declare_variable(Type::I32));
                self.targets.insert(target, JumpTarget { block, counter });
            }
        }
    }

    /// Control comes to the instruction from the one before it.
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
        match operation {
            Operation::Nop => {}
            Operation::Fence(ordering) => self.builder.fence(*ordering),
            Operation::Move { to, from } => {
                let width = self.operation_width(to, from);
                // The address is computed before anything is read.
                let place = self.place(to);
                let value = self.operand(from, width);
                self.write(&place, value);
            }
            Operation::ConditionalMove { condition, to, from } => {
                let width = self.width(*to);
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
                self.arithmetic(*operator, to, from, *locked);
            }
            Operation::Compare { left, right } => {
                let width = self.operation_width(left, right);
                let (left, right) = (self.operand(left, width), self.operand(right, width));
                self.flags_of_subtraction(left, right);
            }
            Operation::Test { left, right } => {
                let width = self.operation_width(left, right);
                let (left, right) = (self.operand(left, width), self.operand(right, width));
                let result = self.builder.binary(BinaryOp::And, left, right);
                self.flags_of_logic(result);
            }
            Operation::Exchange { left, right } => self.exchange(left, right),
            Operation::ExchangeAdd { to, from, locked } => {
                let width = self.operation_width(to, &Operand::Register(*from));
                let added = self.operand(&Operand::Register(*from), width);
                let place = self.place(to);
                let old = self.modify(&place, Arithmetic::Add, added, width, *locked);
                self.write_register(*from, old);
                if let Place::Register(register) = place {
                    // The sum goes to the first operand even if both are the same register.
                    let sum = self.builder.binary(BinaryOp::Add, old, added);
                    self.write_register(register, sum);
                }
            }
            Operation::CompareExchange { to, from, locked } => self.compare_exchange(to, *from, *locked),
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

    fn arithmetic(&mut self, operator: Arithmetic, to: &Operand, from: &Operand, locked: bool) {
        let width = self.operation_width(to, from);
        let place = self.place(to);
        let operand = self.operand(from, width);
        self.modify(&place, operator, operand, width, locked);
    }

    /// Reads, computes and writes back, all in one instant if it is locked; sets the flags; the old value.
    fn modify(
        &mut self,
        place: &Place,
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
        let old = match place {
            Place::Memory(cell) if locked => {
                let operand = self.builder.resize(operand, cell.ty, true);
                let old = self.builder.rmw(RmwKind::Fetch(fetch), cell.address, operand, RmwOrdering::SeqCst);
                self.builder.resize(old, width, cell.signed)
            }
            _ => self.read(place, width),
        };
        let new = self.builder.binary(op, old, operand);
        if !locked {
            self.write(place, new);
        }
        self.flags_of_arithmetic(operator, old, operand, new);
        old
    }

    /// An exchange with memory is always locked.
    fn exchange(&mut self, left: &Operand, right: &Operand) {
        let width = self.operation_width(left, right);
        let (left, right) = (self.place(left), self.place(right));
        match (&left, &right) {
            (Place::Memory(cell), Place::Register(register))
            | (Place::Register(register), Place::Memory(cell)) => {
                let value = self.read_register(*register);
                let value = self.builder.resize(value, cell.ty, true);
                let old = self.builder.rmw(RmwKind::Exchange, cell.address, value, RmwOrdering::SeqCst);
                let old = self.builder.resize(old, width, cell.signed);
                self.write_register(*register, old);
            }
            _ => {
                let (first, second) = (self.read(&left, width), self.read(&right, width));
                self.write(&left, second);
                self.write(&right, first);
            }
        }
    }

    fn compare_exchange(&mut self, to: &Operand, from: Register, locked: bool) {
        let width = self.operation_width(to, &Operand::Register(from));
        let accumulator = Register { number: Register::ACCUMULATOR, wide: width == Type::I64 };
        let place = self.place(to);
        let expected = self.operand(&Operand::Register(accumulator), width);
        let desired = self.operand(&Operand::Register(from), width);
        let old = match place {
            Place::Memory(cell) if locked => {
                let narrow_expected = self.builder.resize(expected, cell.ty, true);
                let desired = self.builder.resize(desired, cell.ty, true);
                // On x86 this is a full fence even if it fails, which a compare-exchange alone is not.
                self.builder.fence(FenceOrdering::SeqCst);
                let (old, _) = self.builder.compare_exchange(
                    cell.address,
                    narrow_expected,
                    desired,
                    RmwOrdering::SeqCst,
                    ReadOrdering::SeqCst,
                    false,
                );
                self.builder.fence(FenceOrdering::SeqCst);
                self.builder.resize(old, width, cell.signed)
            }
            _ => {
                let old = self.read(&place, width);
                let equal = self.builder.compare(Comparison::Eq, old, expected);
                // The old value is written back if they differ.
                let new = self.builder.select(equal, desired, old);
                self.write(&place, new);
                old
            }
        };
        self.flags_of_subtraction(expected, old);
        // If they are equal this changes nothing.
        let changed_accumulator =
            matches!(place, Place::Register(register) if register.number == accumulator.number);
        if !changed_accumulator {
            self.write_register(accumulator, old);
        }
    }

    /// The type of machine words: what an address in a register points to.
    fn word(&self) -> Type {
        if self.addresses { Type::I64 } else { Type::I32 }
    }

    fn width(&self, register: Register) -> Type {
        if register.wide { Type::I64 } else { self.word() }
    }

    /// The type in which an instruction with these operands computes.
    fn operation_width(&self, left: &Operand, right: &Operand) -> Type {
        let widths = [left, right].map(|operand| match operand {
            Operand::Register(register) => Some(self.width(*register)),
            _ => None,
        });
        let cells = [left, right].map(|operand| match operand {
            Operand::Memory(Memory { variable: Some(variable), .. }) => Some(self.cell_type(*variable).0),
            _ => None,
        });
        let [first, second] = widths;
        let [first_cell, second_cell] = cells;
        first.or(second).or(first_cell).or(second_cell).unwrap_or(self.word())
    }

    /// The type of a variable's elements, and whether they are signed.
    fn cell_type(&self, variable: GlobalId) -> (Type, bool) {
        let ty = self.context.globals.element_type(variable);
        let bits = u8::try_from(ty.size().bits()).unwrap_or(64);
        (Type::Int(bits), ty.as_integer().is_none_or(|integer| integer.signed))
    }

    fn place(&mut self, operand: &Operand) -> Place {
        match operand {
            Operand::Register(register) => Place::Register(*register),
            Operand::Memory(memory) => Place::Memory(self.cell(memory)),
            Operand::Immediate(_) | Operand::AddressOf(_) => {
                unreachable!("the parser lets nothing be written to a number")
            }
        }
    }

    fn cell(&mut self, memory: &Memory) -> Cell {
        let address = self.address(memory);
        let (ty, signed) = memory.variable.map_or((self.word(), true), |variable| self.cell_type(variable));
        Cell { address, ty, signed }
    }

    /// The address as a pointer.
    fn address(&mut self, memory: &Memory) -> ValueId {
        let mut sum = None;
        for &register in &memory.registers {
            let value = self.read_register(register);
            let value = self.builder.resize(value, Type::I64, false);
            sum = Some(sum.map_or(value, |sum| self.builder.binary(BinaryOp::Add, sum, value)));
        }
        if memory.displacement != 0 || (sum.is_none() && memory.variable.is_none()) {
            let displacement = self.builder.constant(Type::I64, memory.displacement);
            sum = Some(sum.map_or(displacement, |sum| self.builder.binary(BinaryOp::Add, sum, displacement)));
        }
        match (memory.variable, sum) {
            (Some(variable), None) => self.builder.global_address(variable),
            (Some(variable), Some(offset)) => {
                let base = self.builder.global_address(variable);
                self.builder.ptr_add(base, offset)
            }
            (None, Some(sum)) => self.builder.cast(Cast::IntToPtr, sum, Type::Ptr),
            (None, None) => self.builder.constant(Type::Ptr, 0),
        }
    }

    /// The address as a number.
    fn address_value(&mut self, memory: &Memory) -> ValueId {
        let address = self.address(memory);
        self.builder.cast(Cast::PtrToInt, address, Type::I64)
    }

    fn operand(&mut self, operand: &Operand, width: Type) -> ValueId {
        match operand {
            Operand::Immediate(number) => self.builder.constant(width, *number),
            Operand::AddressOf(variable) => {
                let address = self.builder.global_address(*variable);
                self.builder.cast(Cast::PtrToInt, address, width)
            }
            Operand::Register(register) => self.read(&Place::Register(*register), width),
            Operand::Memory(memory) => {
                let cell = self.cell(memory);
                self.read(&Place::Memory(cell), width)
            }
        }
    }

    fn read(&mut self, place: &Place, width: Type) -> ValueId {
        match place {
            Place::Register(register) => {
                let value = self.read_register(*register);
                self.builder.resize(value, width, false)
            }
            Place::Memory(cell) => {
                let value = self.builder.load(cell.ty, cell.address, ReadOrdering::Relaxed);
                self.builder.resize(value, width, cell.signed)
            }
        }
    }

    fn write(&mut self, place: &Place, value: ValueId) {
        match place {
            Place::Register(register) => self.write_register(*register, value),
            Place::Memory(cell) => {
                let value = self.builder.resize(value, cell.ty, true);
                self.builder.store(value, cell.address, WriteOrdering::Relaxed);
            }
        }
    }

    /// The value of the register, as wide as its name says.
    fn read_register(&mut self, register: Register) -> ValueId {
        let value = self.builder.use_variable(self.registers[register.number]);
        self.builder.resize(value, self.width(register), false)
    }

    /// Writing to the lower half of a register clears the upper half.
    fn write_register(&mut self, register: Register, value: ValueId) {
        let value = self.builder.resize(value, self.width(register), false);
        let value = self.builder.resize(value, self.register_type, false);
        self.builder.define_variable(self.registers[register.number], value);
    }
}

/// The jumps, from where to where, that control can get to.
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
    jumps.sort_unstable();
    jumps
}
