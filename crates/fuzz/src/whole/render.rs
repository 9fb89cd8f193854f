//! Prints programs as C: many in one file, since starting a compiler takes longer than compiling
//! one of them.
//!
//! The names of a program's globals and functions begin with a prefix of its own. Every statement
//! has a line of its own.

use std::fmt;

use super::program::{
    Access, BinaryOp, Expression, MutexKind, POINTERS, Place, Program, REGISTERS, RmwOp, Statement,
};

/// The first lines of each file.
const HEADER: &str = "\
#define _GNU_SOURCE
#include <assert.h>
#include <porf.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

struct node { long value; };
_Thread_local long own;
";

/// A file of C.
#[derive(Debug, Default)]
pub struct CFile {
    /// Its text.
    pub text: String,
    /// For each line, the program and the number of the statement to which it belongs.
    statements: Vec<Option<(usize, u16)>>,
    indent: usize,
    /// The program that is being written, and the number of its current statement.
    current: (usize, u16),
    /// Whether its threads do not look at the result of waiting at a barrier.
    ignores_serial_threads: bool,
}

/// The prefix of the names of a program in a file of several.
pub(super) fn prefix(index: usize) -> String {
    format!("p{index}_")
}

impl CFile {
    /// One program, with names without a prefix.
    pub fn of_one(program: &Program) -> Self {
        let mut file = Self::new();
        file.add(0, "", program);
        file
    }

    /// Several programs.
    pub fn of_many(programs: &[Program]) -> Self {
        let mut file = Self::new();
        for (index, program) in programs.iter().enumerate() {
            file.add(index, &prefix(index), program);
        }
        file
    }

    fn new() -> Self {
        let mut file = Self::default();
        HEADER.lines().for_each(|line| file.line(line));
        file
    }

    /// The number of the statement in a line of a program.
    pub fn statement_at(&self, program: usize, line: u32) -> Option<u16> {
        let (owner, number) = (*self.statements.get(line.checked_sub(1)? as usize)?)?;
        (owner == program).then_some(number)
    }

    /// The first line of a statement of a program.
    pub fn line_of(&self, program: usize, number: u16) -> Option<usize> {
        let place = self.statements.iter().position(|it| *it == Some((program, number)))?;
        Some(place + 1)
    }

    fn line(&mut self, text: impl fmt::Display) {
        self.add_line(text, None);
    }

    /// A line of the current statement.
    fn code(&mut self, number: u16, text: impl fmt::Display) {
        self.add_line(text, Some((self.current.0, number)));
    }

    fn add_line(&mut self, text: impl fmt::Display, statement: Option<(usize, u16)>) {
        self.text.extend(std::iter::repeat_n("  ", self.indent));
        self.text.push_str(&text.to_string());
        self.text.push('\n');
        self.statements.push(statement);
    }

    fn add(&mut self, index: usize, prefix: &str, program: &Program) {
        self.ignores_serial_threads = program.ignores_serial_threads;
        self.current = (index, 0);
        self.line("");
        for (variable, initial) in program.variables.iter().enumerate() {
            self.line(format_args!("long {prefix}x{variable} = {initial};"));
        }
        for array in 0..program.arrays {
            self.line(format_args!("long {prefix}a{array}[2];"));
        }
        for slot in 0..program.slots {
            self.line(format_args!("struct node *{prefix}n{slot};"));
        }
        for (mutex, kind) in program.mutexes.iter().enumerate() {
            match kind {
                MutexKind::Spin => self.line(format_args!("pthread_spinlock_t {prefix}m{mutex};")),
                _ => self.line(format_args!("pthread_mutex_t {prefix}m{mutex} = PTHREAD_MUTEX_INITIALIZER;")),
            }
        }
        for lock in 0..program.rwlocks {
            self.line(format_args!("pthread_rwlock_t {prefix}l{lock} = PTHREAD_RWLOCK_INITIALIZER;"));
        }
        for condition in 0..program.conditions {
            self.line(format_args!("pthread_cond_t {prefix}c{condition} = PTHREAD_COND_INITIALIZER;"));
        }
        for barrier in 0..program.barriers.len() {
            self.line(format_args!("pthread_barrier_t {prefix}b{barrier};"));
        }
        for semaphore in 0..program.semaphores.len() {
            self.line(format_args!("sem_t {prefix}s{semaphore};"));
        }
        for (function, body) in program.functions.iter().enumerate() {
            self.line(format_args!("static void *{prefix}f{function}(void *unused) {{"));
            self.indent += 1;
            self.locals(body);
            self.statements(prefix, program, body);
            self.line("return NULL;");
            self.indent -= 1;
            self.line("}");
        }
        self.line(format_args!("int {prefix}main(void) {{"));
        self.indent += 1;
        for thread in 0..program.threads.len() {
            self.line(format_args!("pthread_t h{thread};"));
        }
        self.initialise(prefix, program);
        self.locals(&program.main);
        self.statements(prefix, program, &program.main);
        self.line("return 0;");
        self.indent -= 1;
        self.line("}");
    }

    /// Gives synchronisation objects their kinds and values.
    fn initialise(&mut self, prefix: &str, program: &Program) {
        for (mutex, kind) in program.mutexes.iter().enumerate() {
            let kind = match kind {
                MutexKind::Normal => continue,
                MutexKind::Spin => {
                    self.line(format_args!("pthread_spin_init(&{prefix}m{mutex}, PTHREAD_PROCESS_PRIVATE);"));
                    continue;
                }
                MutexKind::Recursive => "RECURSIVE",
                MutexKind::ErrorCheck => "ERRORCHECK",
            };
            self.line(format_args!("pthread_mutexattr_t kind{mutex};"));
            self.line(format_args!("pthread_mutexattr_init(&kind{mutex});"));
            self.line(format_args!("pthread_mutexattr_settype(&kind{mutex}, PTHREAD_MUTEX_{kind});"));
            self.line(format_args!("pthread_mutex_init(&{prefix}m{mutex}, &kind{mutex});"));
        }
        for (barrier, threads) in program.barriers.iter().enumerate() {
            self.line(format_args!("pthread_barrier_init(&{prefix}b{barrier}, NULL, {threads});"));
        }
        for (semaphore, value) in program.semaphores.iter().enumerate() {
            self.line(format_args!("sem_init(&{prefix}s{semaphore}, 0, {value});"));
        }
    }

    /// Declares the registers that are used.
    fn locals(&mut self, body: &[Statement]) {
        let mut names = Vec::new();
        let text = {
            let mut probe = Self { current: self.current, ..Self::default() };
            probe.statements("", &Program::default(), body);
            probe.text
        };
        let uses = |name: &str| {
            text.match_indices(name).any(|(place, _)| {
                let before = text[..place].chars().next_back();
                let after = text[place + name.len()..].chars().next();
                let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
                !is_part(before) && !is_part(after)
            })
        };
        for register in 0..REGISTERS {
            if uses(&format!("r{register}")) {
                names.push(format!("r{register} = 0"));
            }
        }
        if uses("cell") {
            names.push("cell[2] = {0, 0}".into());
        }
        if uses("local") {
            names.push("local = 0".into());
        }
        if !names.is_empty() {
            self.line(format_args!("long {};", names.join(", ")));
        }
        for pointer in 0..POINTERS {
            if uses(&format!("q{pointer}")) {
                self.line(format_args!("struct node *q{pointer} = NULL;"));
            }
        }
    }

    fn statements(&mut self, prefix: &str, program: &Program, body: &[Statement]) {
        body.iter().for_each(|statement| self.statement(prefix, program, statement));
    }

    fn statement(&mut self, prefix: &str, program: &Program, statement: &Statement) {
        let number = self.current.1;
        self.current.1 += 1;
        let block = |file: &mut Self, begin: String, body: &[Statement], end: String| {
            file.code(number, begin);
            file.indent += 1;
            file.statements(prefix, program, body);
            file.indent -= 1;
            file.code(number, end);
        };
        let is_spin = |mutex: usize| program.mutexes.get(mutex) == Some(&MutexKind::Spin);
        let place = |place: &Place| match place {
            Place::Variable(variable) => format!("{prefix}x{variable}"),
            Place::Element(array, index) => format!("{prefix}a{array}[r{index} & 1]"),
            Place::Field(pointer) => format!("q{pointer}->value"),
            Place::ThreadLocal => "own".to_owned(),
            Place::Cell(index) => format!("cell[r{index} & 1]"),
        };
        let text = match statement {
            Statement::Assign(register, value) => format!("r{register} = {value};"),
            Statement::Load(register, from, access) => match access {
                Access::Plain => format!("r{register} = {};", place(from)),
                Access::Atomic(order) => {
                    format!("r{register} = __atomic_load_n(&{}, {order});", place(from))
                }
            },
            Statement::Store(to, value, access) => match access {
                Access::Plain => format!("{} = {value};", place(to)),
                Access::Atomic(order) => format!("__atomic_store_n(&{}, {value}, {order});", place(to)),
            },
            Statement::Rmw(register, op, at, operand, order) => {
                let name = match op {
                    RmwOp::Add => "fetch_add",
                    RmwOp::Subtract => "fetch_sub",
                    RmwOp::Exchange => "exchange_n",
                    RmwOp::Or => "fetch_or",
                };
                format!("r{register} = __atomic_{name}(&{}, {operand}, {order});", place(at))
            }
            Statement::CompareExchange(exchange) => format!(
                "r{} = __atomic_compare_exchange_n(&{}, &r{}, {}, {}, {}, {});",
                exchange.done,
                place(&exchange.place),
                exchange.expected,
                exchange.desired,
                i32::from(exchange.weak),
                exchange.success,
                exchange.failure
            ),
            Statement::Fence(order) => format!("__atomic_thread_fence({order});"),
            Statement::If(condition, then, otherwise) => {
                block(self, format!("if ({condition}) {{"), then, "}".into());
                if !otherwise.is_empty() {
                    block(self, "else {".into(), otherwise, "}".into());
                }
                return;
            }
            Statement::Forever(body) => return block(self, "for (;;) {".into(), body, "}".into()),
            Statement::While(condition, body) => {
                return block(self, format!("while ({condition}) {{"), body, "}".into());
            }
            Statement::DoWhile(body, condition) => {
                return block(self, "do {".into(), body, format!("}} while ({condition});"));
            }
            Statement::Repeat(register, times, body) => {
                let begin = format!(
                    "for (r{register} = 0; r{register} < {times}; r{register} = (r{register} + 1) & 3) {{"
                );
                return block(self, begin, body, "}".into());
            }
            Statement::Break => "break;".into(),
            Statement::Continue => "continue;".into(),
            Statement::Lock(mutex) if is_spin(*mutex) => format!("pthread_spin_lock(&{prefix}m{mutex});"),
            Statement::Lock(mutex) => format!("pthread_mutex_lock(&{prefix}m{mutex});"),
            Statement::TryLock(register, mutex) => {
                let kind = if is_spin(*mutex) { "spin" } else { "mutex" };
                format!("r{register} = pthread_{kind}_trylock(&{prefix}m{mutex}) != 0;")
            }
            Statement::Unlock(mutex) if is_spin(*mutex) => {
                format!("pthread_spin_unlock(&{prefix}m{mutex});")
            }
            Statement::Unlock(mutex) => format!("pthread_mutex_unlock(&{prefix}m{mutex});"),
            Statement::DestroyMutex(mutex) if is_spin(*mutex) => {
                format!("pthread_spin_destroy(&{prefix}m{mutex});")
            }
            Statement::DestroyMutex(mutex) => format!("pthread_mutex_destroy(&{prefix}m{mutex});"),
            Statement::ReadLock(lock) => format!("pthread_rwlock_rdlock(&{prefix}l{lock});"),
            Statement::WriteLock(lock) => format!("pthread_rwlock_wrlock(&{prefix}l{lock});"),
            Statement::TryReadLock(register, lock) => {
                format!("r{register} = pthread_rwlock_tryrdlock(&{prefix}l{lock}) != 0;")
            }
            Statement::TryWriteLock(register, lock) => {
                format!("r{register} = pthread_rwlock_trywrlock(&{prefix}l{lock}) != 0;")
            }
            Statement::RwUnlock(lock) => format!("pthread_rwlock_unlock(&{prefix}l{lock});"),
            Statement::Wait(condition, mutex) => {
                format!("pthread_cond_wait(&{prefix}c{condition}, &{prefix}m{mutex});")
            }
            Statement::Signal(condition) => format!("pthread_cond_signal(&{prefix}c{condition});"),
            Statement::Broadcast(condition) => format!("pthread_cond_broadcast(&{prefix}c{condition});"),
            Statement::Barrier(register, barrier) => match self.ignores_serial_threads {
                true => format!("pthread_barrier_wait(&{prefix}b{barrier}); r{register} = 0;"),
                false => format!("r{register} = pthread_barrier_wait(&{prefix}b{barrier}) != 0;"),
            },
            Statement::SemWait(semaphore) => format!("sem_wait(&{prefix}s{semaphore});"),
            Statement::SemTry(register, semaphore) => {
                format!("r{register} = sem_trywait(&{prefix}s{semaphore}) != 0;")
            }
            Statement::SemPost(semaphore) => format!("sem_post(&{prefix}s{semaphore});"),
            Statement::Allocate(pointer, true) => format!("q{pointer} = calloc(1, sizeof(struct node));"),
            Statement::Allocate(pointer, false) => format!("q{pointer} = malloc(sizeof(struct node));"),
            Statement::LoadPointer(pointer, slot, access) => match access {
                Access::Plain => format!("q{pointer} = {prefix}n{slot};"),
                Access::Atomic(order) => format!("q{pointer} = __atomic_load_n(&{prefix}n{slot}, {order});"),
            },
            Statement::StorePointer(slot, pointer, access) => {
                let value = pointer.map_or("NULL".to_owned(), |pointer| format!("q{pointer}"));
                match access {
                    Access::Plain => format!("{prefix}n{slot} = {value};"),
                    Access::Atomic(order) => {
                        format!("__atomic_store_n(&{prefix}n{slot}, {value}, {order});")
                    }
                }
            }
            Statement::TakePointer(pointer, slot, order) => {
                format!("q{pointer} = __atomic_exchange_n(&{prefix}n{slot}, NULL, {order});")
            }
            Statement::Free(pointer) => format!("free(q{pointer});"),
            Statement::Choose(register, low, high) => {
                format!("r{register} = porf_nondet_int({low}, {high});")
            }
            Statement::Assert(condition) => format!("assert({condition});"),
            Statement::Assume(condition) => format!("porf_assume({condition});"),
            Statement::OwnAddress(register) => format!("r{register} = (long)&local;"),
            // The handle is beyond all other numbers, as addresses are.
            Statement::OwnHandle(register) => format!("r{register} = (long)pthread_self() + (1 << 20);"),
            Statement::Create(thread) => {
                let function = program.threads.get(*thread).copied().unwrap_or(0);
                format!("pthread_create(&h{thread}, NULL, {prefix}f{function}, NULL);")
            }
            Statement::Join(thread) => format!("pthread_join(h{thread}, NULL);"),
            Statement::Detach(thread) => format!("pthread_detach(h{thread});"),
            Statement::DetachSelf => "pthread_detach(pthread_self());".into(),
            Statement::Exit => "exit(0);".into(),
            Statement::ThreadExit => "pthread_exit(NULL);".into(),
        };
        self.code(number, text);
    }
}

impl fmt::Display for Expression {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Constant(value) => write!(f, "{value}"),
            Self::Register(register) => write!(f, "r{register}"),
            Self::IsNull(pointer) => write!(f, "(q{pointer} == NULL)"),
            Self::Not(inner) => write!(f, "!({inner})"),
            Self::Binary(op, lhs, rhs) => match op {
                BinaryOp::Add => write!(f, "(({lhs} + {rhs}) & 3)"),
                BinaryOp::And => write!(f, "({lhs} & {rhs})"),
                BinaryOp::Equal => write!(f, "({lhs} == {rhs})"),
                BinaryOp::NotEqual => write!(f, "({lhs} != {rhs})"),
                BinaryOp::Less => write!(f, "({lhs} < {rhs})"),
            },
        }
    }
}
