//! Random programs as C litmus tests in herd's dialect, so that a whole tool chain can be compared.
//!
//! Non-atomic accesses are plain `*x`. A thread with such an access declares the location as
//! `int *`, other threads as `atomic_int *`.

use std::fmt::{self, Write};

use porf_entity::{EntityId, ThreadId};

use crate::c_statements::{Dialect, write_body};
use crate::program::{Location, Op, RandomProgram};

impl RandomProgram {
    /// The program as a C litmus test whose condition is always true and whose `locations` are
    /// those of [`outcome`](Self::outcome).
    pub fn to_litmus(&self) -> String {
        let mut text = String::new();
        self.write_litmus(&mut text).expect("writing to a string does not fail");
        text
    }

    fn write_litmus(&self, out: &mut String) -> fmt::Result {
        writeln!(out, "C random\n")?;
        let initial: Vec<String> =
            self.locations.iter().map(|(location, value)| format!("{location} = {value};")).collect();
        writeln!(out, "{{ {} }}", initial.join(" "))?;
        for (thread, ops) in self.threads.iter() {
            writeln!(out, "\nP{}({}) {{", thread.index(), self.parameters(thread).join(", "))?;
            write_body(&Litmus, ops, out)?;
            writeln!(out, "}}")?;
        }
        let registers = self.threads.ids().flat_map(|thread| {
            self.registers(thread).into_iter().map(move |register| format!("{}:{register};", thread.index()))
        });
        let observed: Vec<String> =
            self.locations.ids().map(|location| format!("{location};")).chain(registers).collect();
        writeln!(out, "\nlocations [{}]\nexists (true)", observed.join(" "))
    }

    fn parameters(&self, thread: ThreadId) -> Vec<String> {
        let accesses = |location: Location| {
            self.threads[thread]
                .iter()
                .map(|guarded| guarded.op)
                .filter(move |op| op.location() == Some(location))
        };
        self.locations
            .ids()
            .filter(|&location| accesses(location).next().is_some())
            .map(|location| {
                let is_plain = accesses(location).any(|op| op.is_non_atomic());
                format!("{} *{location}", if is_plain { "int" } else { "atomic_int" })
            })
            .collect()
    }
}

/// The locations are the parameters of a thread: pointers.
struct Litmus;

impl Dialect for Litmus {
    const ASSUME: &'static str = "assume";

    fn pointer(&self, location: Location) -> String {
        location.to_string()
    }

    fn plain(&self, location: Location) -> String {
        format!("*{location}")
    }

    fn beyond_memory(&self, op: &Op) -> String {
        panic!("litmus tests cannot say `{op}`")
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

    use crate::ProgramBuilder;

    #[test]
    fn every_operation_has_its_c_form() {
        let mut builder = ProgramBuilder::new();
        let x = builder.location(0);
        let y = builder.location(1);
        builder.thread(|thread| {
            let r0 = thread.load(x, ReadOrdering::NonAtomic);
            thread.if_equal(r0, 1, |thread| {
                thread.if_different(r0, 2, |thread| {
                    thread.store(x, r0 + 1, WriteOrdering::NonAtomic);
                    thread.store(y, r0, WriteOrdering::Release);
                });
            });
            thread.fence(FenceOrdering::AcqRel);
            thread.compare_exchange_weak(y, 1, 2, (RmwOrdering::SeqCst, ReadOrdering::Acquire));
        });
        builder.thread(|thread| {
            thread.load(y, ReadOrdering::SeqCst);
            let r1 = thread.fetch_add(y, 1, RmwOrdering::Acquire);
            thread.assume_equal(r1, 0);
            thread.exchange(y, 2, RmwOrdering::Release);
            thread.compare_exchange(y, 1, 2, (RmwOrdering::Relaxed, ReadOrdering::Relaxed));
        });
        let expected = "\
C random

{ x0 = 0; x1 = 1; }

P0(int *x0, atomic_int *x1) {
  int r0 = 0;
  int r1 = 0;
  int r2 = 0;
  r0 = *x0;
  if (r0 == 1 && r0 != 2) {
    *x0 = r0 + 1;
    atomic_store_explicit(x1, r0, memory_order_release);
  }
  atomic_thread_fence(memory_order_acq_rel);
  r1 = 1;
  r2 = atomic_compare_exchange_weak_explicit(x1, &r1, 2, memory_order_seq_cst, memory_order_acquire);
}

P1(atomic_int *x1) {
  int r0 = 0;
  int r1 = 0;
  int r2 = 0;
  int r3 = 0;
  int r4 = 0;
  r0 = atomic_load_explicit(x1, memory_order_seq_cst);
  r1 = atomic_fetch_add_explicit(x1, 1, memory_order_acquire);
  assume(r1 == 0);
  r2 = atomic_exchange_explicit(x1, 2, memory_order_release);
  r3 = 1;
  r4 = atomic_compare_exchange_strong_explicit(x1, &r3, 2, memory_order_relaxed, memory_order_relaxed);
}

locations [x0; x1; 0:r0; 0:r1; 0:r2; 1:r0; 1:r1; 1:r2; 1:r3; 1:r4;]
exists (true)
";
        assert_eq!(builder.build().to_litmus(), expected);
    }
}
