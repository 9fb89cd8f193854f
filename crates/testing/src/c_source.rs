//! Random programs as C programs with C11 atomics and pthreads, so that a whole tool chain can be
//! compared.
//!
//! `main` only creates the threads that exist from the beginning, and joins none of them. One more
//! thread with no other actions adds no executions. A location is an `int` if all accesses are
//! non-atomic. Otherwise it is an `atomic_int`, which non-atomic accesses treat as an `int`. Locks
//! are mutexes, which are free at the beginning. Counters are words that the runtime's own
//! intrinsic waits for.

use std::fmt::{self, Write};

use porf_entity::{EntityId, ThreadId, Value};
use porf_program::Program;

use crate::c_statements::{Dialect, write_body};
use crate::program::{Location, Op, RandomProgram, Register};

/// The treatment of a thread's registers at its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CForm {
    /// The thread drops its registers, so that values that nothing depends on may be optimised
    /// away.
    Bare,
    /// The thread writes each of its registers to a global of its own, which adds events but no
    /// executions.
    Observed,
}

impl CForm {
    /// The form in which to print the program of a seed. Seeds take the forms by turns.
    pub fn from_seed(seed: u64) -> Self {
        if seed.is_multiple_of(2) { Self::Bare } else { Self::Observed }
    }
}

/// A global of the C program that holds, in the end, a value of [`RandomProgram::outcome`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ObservedGlobal {
    /// The name of the value in the outcome.
    pub outcome_name: String,
    /// The name of the global in the C program.
    pub global_name: String,
    /// The value of the global if nobody writes to it.
    pub initial: Value,
}

impl RandomProgram {
    /// The program in C.
    pub fn to_c(&self, form: CForm) -> String {
        let mut text = String::new();
        self.write_c(form, &mut text).expect("writing to a string does not fail");
        text
    }

    /// The globals whose final values can be compared, in the order of the outcome. The words of
    /// mutexes are left out: their values are internal.
    pub fn observed_globals(&self, form: CForm) -> Vec<ObservedGlobal> {
        let of_memory = self.locations.iter().filter(|&(location, _)| self.kind(location) != Kind::Mutex);
        let memory = of_memory.map(|(location, &initial)| ObservedGlobal {
            outcome_name: location.to_string(),
            global_name: location.to_string(),
            initial,
        });
        let of_threads = self.threads.ids().filter(|_| form == CForm::Observed);
        let registers = of_threads.flat_map(|thread| {
            self.registers(thread).into_iter().map(move |register| ObservedGlobal {
                outcome_name: format!("{}:{register}", thread.index()),
                global_name: last_value(thread, register),
                initial: Value(0),
            })
        });
        memory.chain(registers).collect()
    }

    fn write_c(&self, form: CForm, out: &mut String) -> fmt::Result {
        writeln!(
            out,
            "#include <porf.h>\n#include <pthread.h>\n#include <stdatomic.h>\n#include <stddef.h>\n"
        )?;
        if self.locations.ids().any(|location| self.kind(location) == Kind::Counter) {
            writeln!(
                out,
                "unsigned long __porf_wait_load64(unsigned long *word, unsigned long mask, int comparison,\n\
                 \u{20}                                unsigned long operand);\n"
            )?;
        }
        for (location, initial) in self.locations.iter() {
            match self.kind(location) {
                Kind::Plain => writeln!(out, "int {location} = {initial};")?,
                Kind::Atomic => writeln!(out, "atomic_int {location} = {initial};")?,
                Kind::Counter => writeln!(out, "atomic_ulong {location} = {initial};")?,
                Kind::Mutex => writeln!(out, "pthread_mutex_t {location} = PTHREAD_MUTEX_INITIALIZER;")?,
            }
        }
        if self.meeting_threads() > 0 {
            writeln!(out, "pthread_barrier_t barrier;")?;
        }
        // A thread is created by an earlier one, so its function must come first.
        for (thread, ops) in self.threads.iter().rev() {
            writeln!(out)?;
            let observed = if form == CForm::Observed { self.registers(thread) } else { Vec::new() };
            for &register in &observed {
                writeln!(out, "int {};", last_value(thread, register))?;
            }
            writeln!(out, "void *{thread}(void *unused) {{")?;
            for guarded in ops {
                if let Op::Spawn { thread } = guarded.op {
                    writeln!(out, "  pthread_t {};", handle(thread))?;
                }
            }
            write_body(&Pthreads { program: self }, ops, out)?;
            for &register in &observed {
                writeln!(out, "  {} = {register};", last_value(thread, register))?;
            }
            writeln!(out, "  return NULL;\n}}")?;
        }
        writeln!(out, "\nint main(void) {{\n  pthread_t handle;")?;
        if self.meeting_threads() > 0 {
            writeln!(out, "  pthread_barrier_init(&barrier, NULL, {});", self.meeting_threads())?;
        }
        for thread in self.threads.ids().take(self.thread_count()) {
            writeln!(out, "  pthread_create(&handle, NULL, {thread}, NULL);")?;
        }
        // Returning would end the process, and with it the threads that wait.
        writeln!(out, "  pthread_exit(NULL);\n}}")
    }

    fn kind(&self, location: Location) -> Kind {
        let ops = self.threads.values().flatten().map(|guarded| guarded.op);
        let kinds = ops.filter(|op| op.location() == Some(location)).map(|op| match op {
            Op::Lock { .. } | Op::Unlock { .. } => Kind::Mutex,
            Op::Arrive { .. } | Op::Await { .. } => Kind::Counter,
            op if op.is_non_atomic() => Kind::Plain,
            _ => Kind::Atomic,
        });
        kinds.max().unwrap_or(Kind::Plain)
    }
}

/// The type of a location in C, by the operations on it. Mutexes have only operations of their own,
/// and counters have those and atomic stores.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Plain,
    Atomic,
    Counter,
    Mutex,
}

/// The global that gets the last value of a register.
fn last_value(thread: ThreadId, register: Register) -> String {
    format!("{thread}_{register}")
}

fn handle(thread: ThreadId) -> String {
    format!("{thread}_handle")
}

/// The locations are globals.
struct Pthreads<'a> {
    program: &'a RandomProgram,
}

impl Dialect for Pthreads<'_> {
    const ASSUME: &'static str = "porf_assume";

    fn pointer(&self, location: Location) -> String {
        format!("&{location}")
    }

    fn plain(&self, location: Location) -> String {
        match self.program.kind(location) {
            Kind::Plain => location.to_string(),
            _ => format!("*(int *)&{location}"),
        }
    }

    fn beyond_memory(&self, op: &Op) -> String {
        match *op {
            Op::Lock { location } => format!("pthread_mutex_lock(&{location});"),
            Op::Unlock { location } => format!("pthread_mutex_unlock(&{location});"),
            Op::Arrive { location } => {
                format!("atomic_fetch_add_explicit(&{location}, 1, memory_order_acq_rel);")
            }
            // 2 is "at least".
            Op::Await { result, location, at_least } => {
                format!("{result} = __porf_wait_load64((unsigned long *)&{location}, ~0UL, 2, {at_least});")
            }
            Op::Meet => "pthread_barrier_wait(&barrier);".into(),
            Op::Choose { result, count } => format!("{result} = porf_nondet_int(0, {});", count - 1),
            Op::Spawn { thread } => format!("pthread_create(&{}, NULL, {thread}, NULL);", handle(thread)),
            Op::Join { thread } => format!("pthread_join({}, NULL);", handle(thread)),
            _ => unreachable!("`{op}` is about memory"),
        }
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{PrimaryMap, ReadOrdering, RmwOrdering, WriteOrdering};

    use super::*;
    use crate::ProgramBuilder;
    use crate::program::{GuardedOp, Hints};

    #[test]
    fn locations_are_atomic_if_an_access_is() {
        let mut builder = ProgramBuilder::new();
        let [x, y] = [builder.location(0), builder.location(1)];
        builder.thread(|thread| {
            thread.store(x, 1, WriteOrdering::NonAtomic);
            thread.store(y, 2, WriteOrdering::NonAtomic);
        });
        builder.thread(|thread| {
            let (read, _) =
                thread.compare_exchange_weak(y, 1, 2, (RmwOrdering::AcqRel, ReadOrdering::Acquire));
            thread.assume_equal(read, 2);
        });
        let expected = "\
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

int x0 = 0;
atomic_int x1 = 1;

int t1_r0;
int t1_r1;
void *t1(void *unused) {
  int r0 = 0;
  int r1 = 0;
  r0 = 1;
  r1 = atomic_compare_exchange_weak_explicit(&x1, &r0, 2, memory_order_acq_rel, memory_order_acquire);
  porf_assume(r0 == 2);
  t1_r0 = r0;
  t1_r1 = r1;
  return NULL;
}

void *t0(void *unused) {
  x0 = 1;
  *(int *)&x1 = 2;
  return NULL;
}

int main(void) {
  pthread_t handle;
  pthread_create(&handle, NULL, t0, NULL);
  pthread_create(&handle, NULL, t1, NULL);
  pthread_exit(NULL);
}
";
        let program = builder.build();
        assert_eq!(program.to_c(CForm::Observed), expected);
        let names = |form| -> Vec<String> {
            program.observed_globals(form).into_iter().map(|global| global.global_name).collect()
        };
        assert_eq!(names(CForm::Observed), ["x0", "x1", "t1_r0", "t1_r1"]);
        assert_eq!(names(CForm::Bare), ["x0", "x1"]);
    }

    #[test]
    fn locks_counters_choices_and_threads_have_their_c_form() {
        let [lock, counter] = [0, 1].map(Location::from_index);
        let (child, chosen, seen) =
            (ThreadId::from_index(1), Register::from_index(0), Register::from_index(1));
        let unguarded = |ops: &[Op]| -> Vec<GuardedOp> {
            ops.iter().map(|&op| GuardedOp { guards: Vec::new(), op }).collect()
        };
        let mut threads = PrimaryMap::new();
        threads.push(unguarded(&[
            Op::Spawn { thread: child },
            Op::Choose { result: chosen, count: 3 },
            Op::Await { result: seen, location: counter, at_least: 1 },
            Op::Join { thread: child },
        ]));
        threads.push(unguarded(&[
            Op::Lock { location: lock },
            Op::Arrive { location: counter },
            Op::Unlock { location: lock },
        ]));
        let locations = [Value(0); 2].into_iter().collect();
        let program = RandomProgram { locations, threads, hints: Hints::default() };
        let expected = "\
#include <porf.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

unsigned long __porf_wait_load64(unsigned long *word, unsigned long mask, int comparison,
                                 unsigned long operand);

pthread_mutex_t x0 = PTHREAD_MUTEX_INITIALIZER;
atomic_ulong x1 = 0;

void *t1(void *unused) {
  pthread_mutex_lock(&x0);
  atomic_fetch_add_explicit(&x1, 1, memory_order_acq_rel);
  pthread_mutex_unlock(&x0);
  return NULL;
}

void *t0(void *unused) {
  pthread_t t1_handle;
  int r0 = 0;
  int r1 = 0;
  pthread_create(&t1_handle, NULL, t1, NULL);
  r0 = porf_nondet_int(0, 2);
  r1 = __porf_wait_load64((unsigned long *)&x1, ~0UL, 2, 1);
  pthread_join(t1_handle, NULL);
  return NULL;
}

int main(void) {
  pthread_t handle;
  pthread_create(&handle, NULL, t0, NULL);
  pthread_exit(NULL);
}
";
        assert_eq!(program.to_c(CForm::Bare), expected);
    }
}
