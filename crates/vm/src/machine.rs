//! A module as a program that can be explored.

use std::fmt;

use porf_entity::{AccessSize, Address, EntityId, ThreadId, Value};
use porf_ir::{Argument, FunctionId, GlobalId, Module, VerifyError, verify};
use porf_program::{Action, Answer, Program, Step};

use crate::code::Code;
use crate::compile::compile;
use crate::memory::Memory;
use crate::run::Runner;
use crate::state::{State, Status};

/// A module, compiled.
///
/// All accesses to memory are visible actions. An access that is not wholly within one global, or whose
/// address is not a multiple of its size, is a failure of the program; so is a division that has no
/// result. A thread that calls too deeply fails, and one that runs for very long without a visible
/// action is blocked.
#[derive(Debug)]
pub struct Machine {
    code: Code,
    memory: Memory,
    threads: Vec<Thread>,
}

#[derive(Debug)]
struct Thread {
    function: FunctionId,
    arguments: Vec<u64>,
}

/// Why a module cannot be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MachineError {
    /// It does not obey the rules of modules.
    Invalid(Vec<VerifyError>),
    /// This global, by name, does not fit in the address space.
    OutOfMemory(String),
}

impl fmt::Display for MachineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Invalid(errors) => {
                f.write_str("the module is not valid")?;
                errors.iter().try_for_each(|error| write!(f, "\n{error}"))
            }
            Self::OutOfMemory(global) => write!(f, "global {global:?} does not fit in the address space"),
        }
    }
}

impl std::error::Error for MachineError {}

impl Machine {
    /// Verifies and compiles a module.
    pub fn new(module: &Module) -> Result<Self, MachineError> {
        verify(module).map_err(MachineError::Invalid)?;
        let memory = Memory::new(&module.globals)
            .map_err(|global| MachineError::OutOfMemory(module.globals[global].name.clone()))?;
        let code = compile(module, &memory);
        let threads = module.threads.iter().map(|thread| {
            let arguments = thread.arguments.iter().map(|argument| match *argument {
                Argument::Global(global) => memory.address_of(global).0,
                Argument::Int(number) => number,
            });
            Thread { function: thread.function, arguments: arguments.collect() }
        });
        Ok(Self { threads: threads.collect(), code, memory })
    }

    /// The values that the function of the thread has returned, if it is paused at [`Action::Exit`].
    pub fn results<'s>(&self, state: &'s State) -> Option<&'s [u64]> {
        (state.status == Status::Exited).then_some(&state.registers)
    }

    /// Where a global begins.
    pub fn address_of(&self, global: GlobalId) -> Address {
        self.memory.address_of(global)
    }

    /// The global that a byte belongs to, and its offset there.
    pub fn global_at(&self, address: Address) -> Option<(GlobalId, u64)> {
        self.memory.global_at(address)
    }

    fn paused(&self, runner: Runner<'_>, action: Action) -> Step<State> {
        let position = self.code.positions[runner.state.pc.0 as usize];
        Step { action, position, state: runner.state }
    }
}

impl Program for Machine {
    type State = State;

    fn thread_count(&self) -> usize {
        self.threads.len()
    }

    fn start(&self, thread: ThreadId) -> Step<State> {
        let Thread { function, arguments } = &self.threads[thread.index()];
        let mut runner = Runner::start(&self.code, &self.memory, *function, arguments);
        let action = runner.run();
        self.paused(runner, action)
    }

    fn resume(&self, state: &State, answer: Answer) -> Step<State> {
        let mut runner = Runner { code: &self.code, memory: &self.memory, state: state.clone() };
        runner.answer(answer);
        let action = runner.run();
        self.paused(runner, action)
    }

    fn initial_value(&self, address: Address, size: AccessSize) -> Value {
        self.memory.initial_value(address, size)
    }
}
