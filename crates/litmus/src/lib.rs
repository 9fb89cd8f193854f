//! Litmus tests: small concurrent programs with a question about their final states.
//!
//! A test has a head, an initial state, threads, and a final condition. There are two dialects,
//! which differ in how threads are written: C functions with C11 atomics, and columns of x86
//! assembly. [`parse`] reads a test and lowers its threads to the intermediate representation. The
//! registers and locations in the condition become the test's [`Observable`]s, and the condition
//! becomes a [`Proposition`] about their final values.
//!
//! Each loop is bounded: beginning one iteration more than [`LowerOptions::unroll`] cuts the
//! execution.

mod c;
mod condition;
mod ctype;
mod cursor;
mod globals;
mod header;
mod initial;
mod lexer;
mod lowered;
mod number;
mod observable;
mod x86;

use porf_entity::Positions;
use porf_ir::{GlobalId, Module, ThreadEntry};

use crate::condition::Final;
use crate::cursor::Cursor;
use crate::globals::Globals;
use crate::initial::InitialState;
use crate::lowered::{LoweredThread, Lowering};
use crate::observable::{Observed, Observer, ThreadNames};

pub use condition::{Comparison, Condition, Operand, Proposition, Quantifier};
pub use header::Dialect;
pub use observable::{Observable, ObservableSource, ObservableType};
pub use porf_entity::Diagnostic;

/// A litmus test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test {
    /// Its name, from its first line.
    pub name: String,
    /// The language of its threads.
    pub dialect: Dialect,
    /// Its memory and threads. A thread's function returns the thread's observables.
    pub module: Module,
    /// The registers and locations that the condition, the filter and the list of locations
    /// mention, in order of first mention. If the test has none of these three, everything is
    /// observed.
    pub observables: Vec<Observable>,
    /// The question of the test.
    pub condition: Option<Condition>,
    /// The proposition that an execution must satisfy to count.
    pub filter: Option<Proposition>,
}

/// Options of lowering.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerOptions {
    /// The number of iterations of a loop that may begin each time that control comes to the loop.
    pub unroll: u32,
}

impl Test {
    /// Replaces the addresses of variables in the condition and the filter by their numbers.
    pub fn resolve_addresses(&mut self, address_of: impl Fn(GlobalId) -> u64) {
        let condition = self.condition.as_mut().map(|condition| &mut condition.proposition);
        for proposition in condition.into_iter().chain(&mut self.filter) {
            proposition.resolve_addresses(&address_of);
        }
    }
}

/// Reads a test and lowers its threads.
pub fn parse(source: &str, options: &LowerOptions) -> Result<Test, Diagnostic> {
    let header = header::parse(source)?;
    let mut cursor = Cursor::new(source, header.initial_state, header.dialect == Dialect::C);
    let state = initial::parse(&mut cursor)?;
    let mut globals = Globals::new(&state)?;
    let program = Program::parse(header.dialect, &mut cursor, &state, &mut globals)?;
    let names = program.names();
    check_registers(&state, &names)?;
    let (observed, Final { condition, filter, .. }) = observe(&mut cursor, &globals, &names)?;

    let mut module = Module { globals: globals.lower()?, ..Module::default() };
    let context = Lowering {
        state: &state,
        globals: &globals,
        positions: Positions::new(source),
        unroll: options.unroll,
    };
    for (index, registers) in observed.registers.iter().enumerate() {
        let LoweredThread { name, function, arguments } = program.lower(index, registers, &context)?;
        let function = module.functions.push(function);
        module.threads.push(ThreadEntry { name, function, arguments });
    }
    let observables = observed.observables;
    Ok(Test { name: header.name, dialect: header.dialect, module, observables, condition, filter })
}

/// The threads of a test in either dialect.
enum Program {
    C(c::Program),
    X86(x86::Program),
}

impl Program {
    fn parse(
        dialect: Dialect,
        cursor: &mut Cursor<'_>,
        state: &InitialState,
        globals: &mut Globals,
    ) -> Result<Self, Diagnostic> {
        match dialect {
            Dialect::C => c::Program::parse(cursor, state, globals).map(Self::C),
            Dialect::X86 => x86::Program::parse(cursor, state, globals).map(Self::X86),
        }
    }

    fn names(&self) -> ThreadNames {
        match self {
            Self::C(program) => program.names(),
            Self::X86(program) => program.names(),
        }
    }

    fn lower(
        &self,
        index: usize,
        observed: &[usize],
        context: &Lowering<'_>,
    ) -> Result<LoweredThread, Diagnostic> {
        match self {
            Self::C(program) => program.lower(index, observed, context),
            Self::X86(program) => Ok(program.lower(index, observed, context)),
        }
    }
}

/// Checks that the registers of the initial state exist.
fn check_registers(state: &InitialState, names: &ThreadNames) -> Result<(), Diagnostic> {
    for item in &state.registers {
        let thread = names.thread(item.thread, item.thread_span)?;
        names.register(thread, &item.name, item.span)?;
    }
    Ok(())
}

/// Parses the part behind the threads: the observables, and the question about them.
fn observe(
    cursor: &mut Cursor<'_>,
    globals: &Globals,
    names: &ThreadNames,
) -> Result<(Observed, Final), Diagnostic> {
    let mut observer = Observer::new(globals, names);
    let asked = condition::parse(cursor, &mut observer)?;
    if asked.condition.is_none() && asked.filter.is_none() && !asked.lists_locations {
        observer.observe_everything();
    }
    Ok((observer.finish(), asked))
}
