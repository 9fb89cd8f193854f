//! Prints programs with loops as C: several of them in one file, since starting a compiler takes
//! longer than compiling one of them.
//!
//! The names of a program's globals and functions begin with a prefix of its own. Every statement
//! has a line of its own.

use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

use porf_entity::EntityId;

use super::forms::Form;
use super::program::{
    Access, BinaryOp, Calling, CompareExchange, Expected, Expression, HelperId, LoopProgram, MutexId, Place,
    PointerId, RegisterId, RmwOp, StackId, Statement, VariableId,
};
use crate::tree::Nested;

/// The first lines of each file.
const HEADER: &str = "\
#include <porf.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

struct node {
  struct node *next;
  int count;
};

_Thread_local int own;

#define AGAIN(function) return function()
#define CHECK(condition) ((condition) ? (void)0 : porf_error(\"check\"))
#define CAS(place, expected, desired, weak, success, failure)                                     \\
  ({                                                                                              \\
    __typeof__(*(place)) expected_ = (expected);                                                  \\
    __atomic_compare_exchange_n((place), &expected_, (desired), (weak), (success), (failure));    \\
  })
";

/// The line that makes functions wait by recursion, and one that makes them wait in a loop.
const RECURSION: &str = "#define AGAIN(function) return function()\n";
const LOOP: &str = "#define AGAIN(function) goto again\n";

/// A file of C.
pub struct CFile {
    /// Its text.
    pub text: String,
    /// Whether functions wait by recursion.
    has_recursion: bool,
    /// The lines of loops, in order.
    pub forms: Vec<(Range<u32>, Form)>,
    lines: u32,
    indent: usize,
}

impl CFile {
    /// One program, with names without a prefix.
    pub fn of_one(program: &LoopProgram) -> Self {
        let mut file = Self::new();
        file.add("", program);
        file
    }

    /// Several programs; see `prefix`.
    pub fn of_many(programs: &[LoopProgram]) -> Self {
        let mut file = Self::new();
        for (index, program) in programs.iter().enumerate() {
            file.add(&prefix(index), program);
        }
        file
    }

    fn new() -> Self {
        let mut file =
            Self { text: String::new(), has_recursion: false, forms: Vec::new(), lines: 0, indent: 0 };
        HEADER.lines().for_each(|line| file.line(line));
        file
    }

    /// The text with loops in the place of recursion, if there is any: bounds apply to loops only.
    pub fn without_recursion(&self) -> Option<String> {
        self.has_recursion.then(|| self.text.replace(RECURSION, LOOP))
    }

    /// The form to which a line belongs: that of the innermost loop.
    pub fn form_at(&self, line: u32) -> Option<Form> {
        let here = self.forms.iter().filter(|(lines, _)| lines.contains(&line));
        here.min_by_key(|(lines, _)| lines.len()).map(|&(_, form)| form)
    }

    fn line(&mut self, text: impl fmt::Display) {
        self.text.extend(std::iter::repeat_n("  ", self.indent));
        self.text.push_str(&text.to_string());
        self.text.push('\n');
        self.lines += 1;
    }

    fn block(&mut self, prefix: &str, begin: impl fmt::Display, body: &[Statement], end: impl fmt::Display) {
        self.line(begin);
        self.indent += 1;
        self.statements(prefix, body);
        self.indent -= 1;
        self.line(end);
    }

    fn add(&mut self, prefix: &str, program: &LoopProgram) {
        self.line("");
        let mut used = Used::default();
        program.bodies().for_each(|body| used.in_statements(body));
        program.helpers.values().for_each(|helper| used.in_expression(&helper.result));
        for (variable, initial) in program.variables.iter().filter(|(id, _)| used.variables.contains(id)) {
            self.line(format_args!("int {prefix}{variable} = {initial};"));
        }
        for index in 0..program.mutexes {
            self.line(format_args!(
                "pthread_mutex_t {prefix}{} = PTHREAD_MUTEX_INITIALIZER;",
                MutexId::from_index(index)
            ));
        }
        for index in 0..program.stacks {
            self.line(format_args!("struct node *{prefix}{};", StackId::from_index(index)));
        }
        for (id, helper) in program.helpers.iter().filter(|(id, _)| used.helpers.contains(id)) {
            self.line("");
            let name = match helper.calling {
                Calling::Plainly => format!("{prefix}{id}(void)"),
                Calling::Variadic => format!("variadic_{prefix}{id}(int unused, ...)"),
                Calling::ByPointer => format!("pointed_to_{prefix}{id}(void)"),
            };
            self.line(format_args!("static int {name} {{"));
            let result = Statement::Evaluate(helper.result.clone());
            if program.is_recursive(id) {
                self.has_recursion = true;
                self.line("again:;");
                self.function_body(prefix, &helper.body, &[]);
                self.line(format_args!("  AGAIN({prefix}{id});"));
            } else {
                self.function_body(prefix, &helper.body, &[result]);
                self.line(format_args!("  return {};", InC(prefix, &helper.result)));
            }
            self.line("}");
            match helper.calling {
                Calling::Plainly => {}
                Calling::Variadic => {
                    self.line(format_args!("#define {prefix}{id}() variadic_{prefix}{id}(0)"))
                }
                Calling::ByPointer => {
                    self.line(format_args!(
                        "static int (*const {prefix}{id})(void) = pointed_to_{prefix}{id};"
                    ));
                }
            }
        }
        for (index, body) in program.threads.iter().enumerate() {
            self.line("");
            self.line(format_args!("static void *{prefix}t{index}(void *unused) {{"));
            self.function_body(prefix, body, &[]);
            self.line("  return NULL;");
            self.line("}");
        }
        self.line("");
        self.line(format_args!("int {prefix}main(void) {{"));
        self.line(format_args!("  pthread_t handles[{}];", program.threads.len().max(1)));
        for index in 0..program.threads.len() {
            self.line(format_args!("  pthread_create(&handles[{index}], NULL, {prefix}t{index}, NULL);"));
        }
        if let Some(epilogue) = &program.epilogue {
            for index in 0..program.threads.len() {
                self.line(format_args!("  pthread_join(handles[{index}], NULL);"));
            }
            self.function_body(prefix, epilogue, &[]);
        }
        self.line("  return 0;");
        self.line("}");
    }

    /// Declares the registers of a function and prints its statements.
    fn function_body(&mut self, prefix: &str, body: &[Statement], more: &[Statement]) {
        let mut used = Used::default();
        used.in_statements(body);
        used.in_statements(more);
        self.indent += 1;
        for register in used.registers {
            self.line(format_args!("int {register} = 0;"));
        }
        for pointer in used.pointers {
            self.line(format_args!("struct node *{pointer} = NULL;"));
        }
        if used.cells {
            self.line("int cells[2] = {0, 0};");
        }
        self.statements(prefix, body);
        self.indent -= 1;
    }

    fn statements(&mut self, prefix: &str, statements: &[Statement]) {
        for statement in statements {
            self.statement(prefix, statement);
        }
    }

    fn statement(&mut self, prefix: &str, statement: &Statement) {
        match statement {
            Statement::Assign(register, value) => {
                self.line(format_args!("{register} = {};", InC(prefix, value)));
            }
            Statement::AssignPointer(pointer, value) => {
                self.line(format_args!("{pointer} = {};", InC(prefix, value)));
            }
            Statement::Store(place, value, Access::Plain) => {
                self.line(format_args!("{} = {};", PlaceInC(prefix, *place), InC(prefix, value)));
            }
            Statement::Store(place, value, Access::Atomic(order)) => {
                let place = PlaceInC(prefix, *place);
                self.line(format_args!("__atomic_store_n(&{place}, {}, {order});", InC(prefix, value)));
            }
            Statement::Evaluate(value) => self.line(format_args!("{};", InC(prefix, value))),
            Statement::Fence(order) => self.line(format_args!("__atomic_thread_fence({order});")),
            Statement::Assert(condition) => self.line(format_args!("CHECK({});", InC(prefix, condition))),
            Statement::If(condition, then, otherwise) => {
                let end = if otherwise.is_empty() { "}" } else { "} else {" };
                self.block(prefix, format_args!("if ({}) {{", InC(prefix, condition)), then, end);
                if !otherwise.is_empty() {
                    self.indent += 1;
                    self.statements(prefix, otherwise);
                    self.indent -= 1;
                    self.line("}");
                }
            }
            Statement::While(condition, body) => {
                self.block(prefix, format_args!("while ({}) {{", InC(prefix, condition)), body, "}");
            }
            Statement::DoWhile(body, condition) => {
                self.block(prefix, "do {", body, format_args!("}} while ({});", InC(prefix, condition)));
            }
            Statement::Forever(body) => self.block(prefix, "for (;;) {", body, "}"),
            Statement::Repeat(register, count, body) => {
                let begin = format!("for ({register} = 0; {register} < {count}; {register}++) {{");
                self.block(prefix, begin, body, "}");
            }
            Statement::Break => self.line("break;"),
            Statement::Continue => self.line("continue;"),
            Statement::Label(label) => self.line(format_args!("{label}:;")),
            Statement::Goto(label) => self.line(format_args!("goto {label};")),
            Statement::Lock(mutex) => self.line(format_args!("pthread_mutex_lock(&{prefix}{mutex});")),
            Statement::Unlock(mutex) => self.line(format_args!("pthread_mutex_unlock(&{prefix}{mutex});")),
            Statement::Free(pointer) => self.line(format_args!("free({pointer});")),
            Statement::Yield => self.line("sched_yield();"),
            Statement::Return(value) => self.line(format_args!("return {};", InC(prefix, value))),
            Statement::Form(form, body) => {
                let first = self.lines + 1;
                self.statements(prefix, body);
                self.forms.push((first..self.lines + 1, *form));
            }
        }
    }
}

/// The prefix of the names of a program in a file of several.
pub(super) fn prefix(index: usize) -> String {
    format!("p{index}_")
}

/// The names that some code uses.
#[derive(Default)]
struct Used {
    variables: BTreeSet<VariableId>,
    helpers: BTreeSet<HelperId>,
    registers: BTreeSet<RegisterId>,
    pointers: BTreeSet<PointerId>,
    cells: bool,
}

impl Used {
    fn in_statements(&mut self, statements: &[Statement]) {
        for statement in statements {
            match statement {
                Statement::Assign(register, value) => {
                    self.registers.insert(*register);
                    self.in_expression(value);
                }
                Statement::AssignPointer(pointer, value) => {
                    self.pointers.insert(*pointer);
                    self.in_expression(value);
                }
                Statement::Store(place, value, _) => {
                    self.in_place(*place);
                    self.in_expression(value);
                }
                Statement::Evaluate(value)
                | Statement::Assert(value)
                | Statement::Return(value)
                | Statement::If(value, ..)
                | Statement::While(value, _)
                | Statement::DoWhile(_, value) => self.in_expression(value),
                Statement::Repeat(register, ..) => {
                    self.registers.insert(*register);
                }
                Statement::Free(pointer) => {
                    self.pointers.insert(*pointer);
                }
                Statement::Fence(_)
                | Statement::Forever(_)
                | Statement::Break
                | Statement::Continue
                | Statement::Label(_)
                | Statement::Goto(_)
                | Statement::Lock(_)
                | Statement::Unlock(_)
                | Statement::Yield
                | Statement::Form(..) => {}
            }
            statement.inner().into_iter().for_each(|inner| self.in_statements(inner));
        }
    }

    fn in_expression(&mut self, expression: &Expression) {
        match expression {
            Expression::Register(register) => {
                self.registers.insert(*register);
            }
            Expression::Pointer(pointer) => {
                self.pointers.insert(*pointer);
            }
            Expression::Load(place, _) => self.in_place(*place),
            Expression::Not(inner) => self.in_expression(inner),
            Expression::Binary(_, lhs, rhs) => {
                self.in_expression(lhs);
                self.in_expression(rhs);
            }
            Expression::Rmw(_, place, operand, _) => {
                self.in_place(*place);
                self.in_expression(operand);
            }
            Expression::CompareExchange(exchange) => {
                self.in_place(exchange.place);
                self.in_expression(&exchange.desired);
                match &exchange.expected {
                    Expected::Register(register) => {
                        self.registers.insert(*register);
                    }
                    Expected::Pointer(pointer) => {
                        self.pointers.insert(*pointer);
                    }
                    Expected::Place(place) => self.in_place(*place),
                    Expected::Value(value) => self.in_expression(value),
                }
            }
            Expression::Constant(_) | Expression::Null | Expression::NewNode | Expression::TryLock(_) => {}
            Expression::Call(helper) => {
                self.helpers.insert(*helper);
            }
        }
    }

    fn in_place(&mut self, place: Place) {
        match place {
            Place::Next(pointer) | Place::Count(pointer) => {
                self.pointers.insert(pointer);
            }
            Place::Cell(register) => {
                self.registers.insert(register);
                self.cells = true;
            }
            Place::Variable(variable) => {
                self.variables.insert(variable);
            }
            Place::Top(_) | Place::ThreadLocal => {}
        }
    }
}

/// An expression with the prefix of the globals.
struct InC<'a>(&'a str, &'a Expression);

/// A place with the prefix of the globals.
struct PlaceInC<'a>(&'a str, Place);

impl fmt::Display for InC<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(prefix, expression) = self;
        match expression {
            Expression::Constant(number) => write!(f, "{number}"),
            Expression::Register(register) => write!(f, "{register}"),
            Expression::Null => f.write_str("NULL"),
            Expression::Pointer(pointer) => write!(f, "{pointer}"),
            Expression::NewNode => f.write_str("malloc(sizeof(struct node))"),
            Expression::Load(place, Access::Plain) => write!(f, "{}", PlaceInC(prefix, *place)),
            Expression::Load(place, Access::Atomic(order)) => {
                write!(f, "__atomic_load_n(&{}, {order})", PlaceInC(prefix, *place))
            }
            Expression::Not(inner) => write!(f, "!{}", InC(prefix, inner)),
            Expression::Binary(op, lhs, rhs) => {
                write!(f, "({} {op} {})", InC(prefix, lhs), InC(prefix, rhs))
            }
            Expression::Rmw(op, place, operand, order) => {
                let place = PlaceInC(prefix, *place);
                write!(f, "__atomic_{op}(&{place}, {}, {order})", InC(prefix, operand))
            }
            Expression::CompareExchange(exchange) => {
                let CompareExchange { place, expected, desired, weak, success, failure } = &**exchange;
                let (place, desired) = (PlaceInC(prefix, *place), InC(prefix, desired));
                let rest = format!("{desired}, {}, {success}, {failure})", i32::from(*weak));
                match expected {
                    Expected::Register(register) => {
                        write!(f, "__atomic_compare_exchange_n(&{place}, &{register}, {rest}")
                    }
                    Expected::Pointer(pointer) => {
                        write!(f, "__atomic_compare_exchange_n(&{place}, &{pointer}, {rest}")
                    }
                    Expected::Place(own) => {
                        let own = PlaceInC(prefix, *own);
                        write!(f, "__atomic_compare_exchange_n(&{place}, &{own}, {rest}")
                    }
                    Expected::Value(value) => write!(f, "CAS(&{place}, {}, {rest}", InC(prefix, value)),
                }
            }
            Expression::TryLock(mutex) => write!(f, "pthread_mutex_trylock(&{prefix}{mutex})"),
            Expression::Call(helper) => write!(f, "{prefix}{helper}()"),
        }
    }
}

impl fmt::Display for PlaceInC<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let &Self(prefix, place) = self;
        match place {
            Place::Variable(variable) => write!(f, "{prefix}{variable}"),
            Place::Top(stack) => write!(f, "{prefix}{stack}"),
            Place::Next(pointer) => write!(f, "{pointer}->next"),
            Place::Count(pointer) => write!(f, "{pointer}->count"),
            Place::Cell(register) => write!(f, "cells[{register} & 1]"),
            Place::ThreadLocal => f.write_str("own"),
        }
    }
}

impl fmt::Display for BinaryOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Add => "+",
            Self::Subtract => "-",
            Self::And => "&",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::Both => "&&",
            Self::Either => "||",
        })
    }
}

impl fmt::Display for RmwOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Add => "fetch_add",
            Self::Subtract => "fetch_sub",
            Self::Or => "fetch_or",
            Self::And => "fetch_and",
            Self::Exchange => "exchange_n",
        })
    }
}
