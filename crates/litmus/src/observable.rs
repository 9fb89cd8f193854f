//! Observables: the registers and the memory that are observed when all threads of an execution
//! have finished.

use std::collections::HashMap;

use porf_entity::{AccessSize, Address, Diagnostic, EntityId, Span, ThreadId, Value};
use porf_ir::GlobalId;

use crate::cursor::Cursor;
use crate::globals::Globals;
use crate::lexer::Token;

/// A register or a memory location that is observed: its final value counts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observable {
    /// Its name in the test: `0:r1`, `x`, `x[1]`.
    pub name: String,
    /// The place of its final value.
    pub source: ObservableSource,
    /// The meaning of the bits of its value.
    pub ty: ObservableType,
}

/// The place of the final value of an observable.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObservableSource {
    /// Among the values that a thread's function returns.
    Register {
        /// The thread.
        thread: ThreadId,
        /// The index among the values.
        result: usize,
    },
    /// In memory.
    Location {
        /// The variable.
        global: GlobalId,
        /// The byte offset in the variable.
        offset: u64,
        /// The size of the location.
        size: AccessSize,
    },
}

/// The meaning of the bits of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ObservableType {
    /// A number.
    Integer {
        /// The number of bits that count, as a size.
        size: AccessSize,
        /// Whether it can be negative.
        signed: bool,
    },
    /// 64 bits that may be an address.
    Address,
}

impl ObservableType {
    /// The number that the value stands for.
    pub(crate) fn number(self, value: Value) -> i128 {
        match self {
            Self::Integer { size, signed: true } => i128::from(value.signed(size)),
            Self::Integer { size, signed: false } => i128::from(size.wrap(value.0).0),
            Self::Address => i128::from(value.0),
        }
    }
}

impl Observable {
    /// The value as the user would write it: a number or, if the value may be an address and
    /// `name_of_address` knows it, the name of the object there.
    pub fn display(&self, value: Value, name_of_address: impl Fn(Address) -> Option<String>) -> String {
        match self.ty {
            ObservableType::Integer { .. } => self.ty.number(value).to_string(),
            ObservableType::Address => {
                name_of_address(Address(value.0)).unwrap_or_else(|| (value.0 as i64).to_string())
            }
        }
    }
}

/// A register of a thread that can be observed.
pub(crate) struct Register {
    pub(crate) name: String,
    pub(crate) ty: ObservableType,
    /// Whether the register is shown if the test has no question.
    pub(crate) shown_by_default: bool,
}

/// The names of the registers of the threads of a test.
pub(crate) struct ThreadNames {
    /// The number of each thread in the test: 1 for `P1`.
    pub(crate) numbers: Vec<u32>,
    /// The registers of each thread.
    pub(crate) registers: Vec<Vec<Register>>,
    /// Whether upper and lower case are the same.
    pub(crate) ignore_case: bool,
}

impl ThreadNames {
    /// The thread with this number.
    pub(crate) fn thread(&self, number: u32, span: Span) -> Result<ThreadId, Diagnostic> {
        self.numbers.iter().position(|&known| known == number).map(ThreadId::from_index).ok_or_else(|| {
            let known: Vec<String> = self.numbers.iter().map(|known| format!("P{known}")).collect();
            Diagnostic::new(span, format!("there is no thread P{number}"), "unknown thread")
                .with_help(format!("the threads of this test: {}", known.join(", ")))
        })
    }

    /// The register of the thread with this name, as an index in `registers`.
    pub(crate) fn register(&self, thread: ThreadId, name: &str, span: Span) -> Result<usize, Diagnostic> {
        let registers = &self.registers[thread.index()];
        let matches = |register: &Register| match self.ignore_case {
            true => register.name.eq_ignore_ascii_case(name),
            false => register.name == name,
        };
        registers.iter().position(matches).ok_or_else(|| {
            let number = self.numbers[thread.index()];
            let message = format!("thread P{number} has no variable `{name}`");
            Diagnostic::new(span, message, format!("not declared in P{number}"))
                .suggesting(name, registers.iter().map(|register| register.name.as_str()))
        })
    }
}

/// Collects the observables, in order of first mention.
pub(crate) struct Observer<'a> {
    globals: &'a Globals,
    threads: &'a ThreadNames,
    observed: Observed,
    /// The results that the threads' functions return for registers.
    results: HashMap<(ThreadId, usize), usize>,
    by_source: HashMap<ObservableSource, usize>,
}

/// The observables.
pub(crate) struct Observed {
    pub(crate) observables: Vec<Observable>,
    /// The registers that each thread's function must return, as indices in
    /// [`ThreadNames::registers`].
    pub(crate) registers: Vec<Vec<usize>>,
}

impl<'a> Observer<'a> {
    pub(crate) fn new(globals: &'a Globals, threads: &'a ThreadNames) -> Self {
        let registers = vec![Vec::new(); threads.numbers.len()];
        let observed = Observed { observables: Vec::new(), registers };
        Self { globals, threads, observed, results: HashMap::new(), by_source: HashMap::new() }
    }

    pub(crate) fn globals(&self) -> &'a Globals {
        self.globals
    }

    pub(crate) fn threads(&self) -> &'a ThreadNames {
        self.threads
    }

    pub(crate) fn ty(&self, observable: usize) -> ObservableType {
        self.observed.observables[observable].ty
    }

    pub(crate) fn name(&self, observable: usize) -> &str {
        &self.observed.observables[observable].name
    }

    /// Observes a register, given as an index in [`ThreadNames::registers`].
    pub(crate) fn observe_register(&mut self, thread: ThreadId, register: usize) -> usize {
        let observed = &mut self.observed.registers[thread.index()];
        let result = *self.results.entry((thread, register)).or_insert_with(|| {
            observed.push(register);
            observed.len() - 1
        });
        let Register { name, ty, .. } = &self.threads.registers[thread.index()][register];
        let name = format!("{}:{name}", self.threads.numbers[thread.index()]);
        self.observe(Observable { name, source: ObservableSource::Register { thread, result }, ty: *ty })
    }

    /// Observes an element of a variable.
    pub(crate) fn observe_location(&mut self, global: GlobalId, element: u64) -> usize {
        let variable = &self.globals[global];
        let name = match variable.is_array() {
            true => format!("{}[{element}]", variable.name),
            false => variable.name.clone(),
        };
        let ty = self.globals.element_type(global);
        let size = ty.size();
        let offset = element * u64::from(size.bytes());
        let source = ObservableSource::Location { global, offset, size };
        self.observe(Observable { name, source, ty: self.globals.observed_type(global) })
    }

    fn observe(&mut self, observable: Observable) -> usize {
        let observables = &mut self.observed.observables;
        *self.by_source.entry(observable.source).or_insert_with(|| {
            observables.push(observable);
            observables.len() - 1
        })
    }

    /// Observes the observables of a test without a question: registers and all of memory.
    pub(crate) fn observe_everything(&mut self) {
        for (index, registers) in self.threads.registers.iter().enumerate() {
            for (register, _) in
                registers.iter().enumerate().filter(|(_, register)| register.shown_by_default)
            {
                self.observe_register(ThreadId::from_index(index), register);
            }
        }
        for global in self.globals.ids() {
            for element in 0..self.globals[global].length() {
                self.observe_location(global, element);
            }
        }
    }

    pub(crate) fn finish(self) -> Observed {
        self.observed
    }
}

/// The number of a thread, written `1` or `P1` and followed by `:`, if one comes here. Eats both.
pub(crate) fn thread_prefix(cursor: &mut Cursor<'_>) -> Result<Option<(u32, Span)>, Diagnostic> {
    let follows = cursor.peek_ahead(1) == Some(Token::Colon);
    let span = cursor.span();
    let number = match cursor.peek() {
        Some(Token::Number) if follows => cursor.text(span).parse().map_err(|_| {
            Diagnostic::new(span, "this is not the number of a thread", "expected a thread here")
        })?,
        Some(Token::Name) if follows => match thread_number(cursor.text(span)) {
            Some(number) => number,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    cursor.advance();
    cursor.advance();
    Ok(Some((number, span)))
}

/// The number in the name of a thread: 1 for `P1`.
pub(crate) fn thread_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix(['P', 'p'])?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok()).flatten()
}
