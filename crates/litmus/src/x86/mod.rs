//! The x86 dialect.
//!
//! Memory accesses become relaxed atomic loads and stores, locked instructions sequentially
//! consistent read-modify-writes, and `MFENCE` a sequentially consistent fence. Under TSO these
//! operations have the meaning of the x86 instructions.
//!
//! Widths: variables have 32 bits, or 64 if an instruction with a 64-bit register accesses them,
//! and every access is to a whole variable. In a test that computes with addresses everything has
//! 64 bits, even where a register is called `EAX`, since such tests put addresses in these
//! registers.

mod flags;
mod instruction;
mod lower;
mod operand;
mod parse;

use porf_entity::{AccessSize, Diagnostic};

use crate::ctype::CType;
use crate::cursor::Cursor;
use crate::globals::Globals;
use crate::initial::{InitialState, ValueKind};
use crate::lowered::{LoweredThread, Lowering};
use crate::observable::{ObservableType, ThreadNames};
use instruction::{Memory, Operand, Operation, Place, Register, Thread};
use lower::ThreadLowering;

/// The threads of a test for x86.
pub(crate) struct Program {
    threads: Vec<Thread>,
    /// Whether the test computes with addresses.
    addresses: bool,
}

impl Program {
    /// Parses the threads, and creates the variables that they access.
    pub(crate) fn parse(
        cursor: &mut Cursor<'_>,
        state: &InitialState,
        globals: &mut Globals,
    ) -> Result<Self, Diagnostic> {
        let threads = parse::parse_threads(cursor, globals)?;
        let operations = || threads.iter().flat_map(|thread| &thread.instructions).map(|i| &i.operation);
        let addresses = mentions_address(state) || operations().any(deals_in_addresses);
        if addresses {
            globals.set_all_types(CType::INT.pointer_to().unwrap_or(CType::LONG));
        } else {
            for operation in operations().filter(|operation| is_wide(operation)) {
                let variables = memory_operands(operation).filter_map(|memory| memory.variable);
                variables.for_each(|variable| globals.set_type(variable, CType::LONG));
            }
        }
        Ok(Self { threads, addresses })
    }

    pub(crate) fn names(&self) -> ThreadNames {
        let registers = |thread: &Thread| {
            let used = used_registers(thread);
            let observed = |register: Register| crate::observable::Register {
                name: register.name().to_owned(),
                ty: self.register_type(register),
                shown_by_default: used.contains(&register),
            };
            Register::all().map(observed).collect()
        };
        ThreadNames {
            numbers: self.threads.iter().map(|thread| thread.number).collect(),
            registers: self.threads.iter().map(registers).collect(),
            ignore_case: true,
        }
    }

    fn register_type(&self, register: Register) -> ObservableType {
        match register.wide {
            _ if self.addresses => ObservableType::Address,
            true => ObservableType::Integer { size: AccessSize::B8, signed: true },
            false => ObservableType::Integer { size: AccessSize::B4, signed: true },
        }
    }

    /// The function of the thread at `index`, which returns the observed registers.
    pub(crate) fn lower(&self, index: usize, observed: &[usize], context: &Lowering<'_>) -> LoweredThread {
        let thread = &self.threads[index];
        let all: Vec<Register> = Register::all().collect();
        let observed: Vec<Register> = observed.iter().map(|&register| all[register]).collect();
        let function = ThreadLowering::new(thread, self.addresses, observed, context).finish();
        LoweredThread { name: format!("P{}", thread.number), function, arguments: Vec::new() }
    }
}

/// Whether the initial state has an address as a value.
fn mentions_address(state: &InitialState) -> bool {
    let in_memory = state.variables.iter().flat_map(|item| &item.values);
    let in_registers = state.registers.iter().map(|item| &item.value);
    in_memory.chain(in_registers).any(|value| matches!(value.kind, ValueKind::AddressOf { .. }))
}

/// Whether the instruction computes an address or finds one in a register alone.
fn deals_in_addresses(operation: &Operation) -> bool {
    matches!(operation, Operation::LoadAddress { .. })
        || operands(operation).any(|operand| matches!(operand, Operand::AddressOf(_)))
        || memory_operands(operation).any(|memory| memory.variable.is_none())
}

/// All operands, in the most general form.
fn operands(operation: &Operation) -> impl Iterator<Item = Operand> {
    let place = |place: &Place| Operand::Place(place.clone());
    let register = |register: &Register| Operand::Place(Place::Register(*register));
    let operands = match operation {
        Operation::Move { to, from } | Operation::Arithmetic { to, from, .. } => {
            vec![place(to), from.clone()]
        }
        Operation::Compare { left, right } | Operation::Test { left, right } => {
            vec![left.clone(), right.clone()]
        }
        Operation::Exchange { left, right } => vec![place(left), place(right)],
        Operation::ConditionalMove { to, from, .. } => vec![register(to), from.clone()],
        Operation::LoadAddress { to, of } => vec![register(to), Operand::Place(Place::Memory(of.clone()))],
        Operation::ExchangeAdd { to, from, .. } | Operation::CompareExchange { to, from, .. } => {
            vec![place(to), register(from)]
        }
        Operation::Nop | Operation::Fence(_) | Operation::Jump { .. } | Operation::ConditionalJump { .. } => {
            Vec::new()
        }
    };
    operands.into_iter()
}

fn register_operands(operation: &Operation) -> impl Iterator<Item = Register> {
    operands(operation).filter_map(|operand| match operand {
        Operand::Place(Place::Register(register)) => Some(register),
        _ => None,
    })
}

fn memory_operands(operation: &Operation) -> impl Iterator<Item = Memory> {
    operands(operation).filter_map(|operand| match operand {
        Operand::Place(Place::Memory(memory)) => Some(memory),
        _ => None,
    })
}

/// Whether a register operand has 64 bits.
fn is_wide(operation: &Operation) -> bool {
    register_operands(operation).any(|register| register.wide)
}

/// The names of the registers that a thread uses.
fn used_registers(thread: &Thread) -> Vec<Register> {
    let operations = || thread.instructions.iter().map(|instruction| &instruction.operation);
    let in_addresses = operations().flat_map(memory_operands).flat_map(|memory| memory.registers);
    operations().flat_map(register_operands).chain(in_addresses).collect()
}
