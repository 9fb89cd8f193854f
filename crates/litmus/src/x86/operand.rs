//! The lowering of operands to values: registers, memory cells and addresses.

use porf_entity::{ReadOrdering, WriteOrdering};
use porf_ir::{BinaryOp, Cast, GlobalId, Type, ValueId};

use super::instruction::{Memory, Operand, Operation, Place, Register};
use super::lower::ThreadLowering;
use super::{memory_operands, register_operands};

/// A place whose address, if it has one, has been computed.
#[derive(Clone, Copy)]
pub(super) enum Location {
    Register(Register),
    Memory(Cell),
}

/// A location in memory.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub(super) address: ValueId,
    pub(super) ty: Type,
    pub(super) signed: bool,
}

impl ThreadLowering<'_> {
    /// The type of machine words, to which an address in a register points.
    pub(super) fn word(&self) -> Type {
        if self.addresses { Type::I64 } else { Type::I32 }
    }

    pub(super) fn width(&self, register: Register) -> Type {
        if register.wide { Type::I64 } else { self.word() }
    }

    /// The type in which an instruction computes: that of its register or else of its variable.
    pub(super) fn operation_width(&self, operation: &Operation) -> Type {
        let in_register = register_operands(operation).next().map(|register| self.width(register));
        let in_memory = || memory_operands(operation).find_map(|memory| memory.variable);
        in_register.unwrap_or_else(|| in_memory().map_or(self.word(), |variable| self.cell_type(variable).0))
    }

    /// The type of a variable's elements, and whether they are signed.
    fn cell_type(&self, variable: GlobalId) -> (Type, bool) {
        let ty = self.context.globals.element_type(variable);
        let bits = u8::try_from(ty.size().bits()).unwrap_or(64);
        (Type::Int(bits), ty.as_integer().is_none_or(|integer| integer.signed))
    }

    pub(super) fn location(&mut self, place: &Place) -> Location {
        match place {
            Place::Register(register) => Location::Register(*register),
            Place::Memory(memory) => Location::Memory(self.cell(memory)),
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
    pub(super) fn address_value(&mut self, memory: &Memory) -> ValueId {
        let address = self.address(memory);
        self.builder.cast(Cast::PtrToInt, address, Type::I64)
    }

    pub(super) fn operand(&mut self, operand: &Operand, width: Type) -> ValueId {
        match operand {
            Operand::Immediate(number) => self.builder.constant(width, *number),
            Operand::AddressOf(variable) => {
                let address = self.builder.global_address(*variable);
                self.builder.cast(Cast::PtrToInt, address, width)
            }
            Operand::Place(place) => {
                let location = self.location(place);
                self.read(location, width)
            }
        }
    }

    pub(super) fn read(&mut self, location: Location, width: Type) -> ValueId {
        match location {
            Location::Register(register) => {
                let value = self.read_register(register);
                self.builder.resize(value, width, false)
            }
            Location::Memory(cell) => {
                let value = self.builder.load(cell.ty, cell.address, ReadOrdering::Relaxed);
                self.builder.resize(value, width, cell.signed)
            }
        }
    }

    pub(super) fn write(&mut self, location: Location, value: ValueId) {
        match location {
            Location::Register(register) => self.write_register(register, value),
            Location::Memory(cell) => {
                let value = self.builder.resize(value, cell.ty, true);
                self.builder.store(value, cell.address, WriteOrdering::Relaxed);
            }
        }
    }

    /// The value of the register, as wide as its name says.
    pub(super) fn read_register(&mut self, register: Register) -> ValueId {
        let value = self.builder.use_variable(self.registers[register.number]);
        self.builder.resize(value, self.width(register), false)
    }

    /// Writes to a register. A write to the lower half of a register clears the upper half.
    pub(super) fn write_register(&mut self, register: Register, value: ValueId) {
        let value = self.builder.resize(value, self.width(register), false);
        let value = self.builder.resize(value, self.register_type, false);
        self.builder.define_variable(self.registers[register.number], value);
    }
}
