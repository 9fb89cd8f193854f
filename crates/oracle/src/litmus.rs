//! Random programs as C litmus tests in herd's dialect, so that a whole tool chain can be compared.
//!
//! Non-atomic accesses are plain `*x`, for which a thread with one declares the location as `int *`,
//! and as `atomic_int *` otherwise. All registers are declared, and set to 0, where the thread begins,
//! so that guarded assignments have no scope of their own. A compare-exchange gets its expected value in
//! its result register: C replaces it with the value read when the operation fails, and when it succeeds it
//! is the value read already.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use porf_entity::{EntityId, FenceOrdering, ReadOrdering, RmwOrdering, ThreadId, WriteOrdering};

use crate::program::{GuardedOp, Location, Op, RandomProgram};

impl RandomProgram {
    /// The program as a C litmus test whose condition is always true and whose `locations` are those of
    /// [`outcome`](Self::outcome).
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
            let mentioned: BTreeSet<_> = ops.iter().flat_map(GuardedOp::registers).collect();
            for register in mentioned {
                writeln!(out, "  int {register} = 0;")?;
            }
            for together in ops.chunk_by(|a, b| a.guards == b.guards) {
                write_guarded(together, out)?;
            }
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
                let is_plain = accesses(location).any(|op| is_non_atomic(&op));
                format!("{} *{location}", if is_plain { "int" } else { "atomic_int" })
            })
            .collect()
    }
}

fn is_non_atomic(op: &Op) -> bool {
    matches!(
        op,
        Op::Load { ordering: ReadOrdering::NonAtomic, .. }
            | Op::Store { ordering: WriteOrdering::NonAtomic, .. }
    )
}

/// Operations that have the same guards.
fn write_guarded(together: &[GuardedOp], out: &mut String) -> fmt::Result {
    let guards: Vec<String> = together[0].guards.iter().map(ToString::to_string).collect();
    let indent = if guards.is_empty() { "  " } else { "    " };
    if !guards.is_empty() {
        writeln!(out, "  if ({}) {{", guards.join(" && "))?;
    }
    for GuardedOp { op, .. } in together {
        for statement in statements(op) {
            writeln!(out, "{indent}{statement}")?;
        }
    }
    if !guards.is_empty() {
        writeln!(out, "  }}")?;
    }
    Ok(())
}

fn statements(op: &Op) -> Vec<String> {
    match *op {
        Op::Load { result, location, ordering: ReadOrdering::NonAtomic } => {
            vec![format!("{result} = *{location};")]
        }
        Op::Load { result, location, ordering } => {
            vec![format!("{result} = atomic_load_explicit({location}, {});", read_order(ordering))]
        }
        Op::Store { location, value, ordering: WriteOrdering::NonAtomic } => {
            vec![format!("*{location} = {value};")]
        }
        Op::Store { location, value, ordering } => {
            vec![format!("atomic_store_explicit({location}, {value}, {});", write_order(ordering))]
        }
        Op::FetchAdd { result, location, operand, ordering } => {
            let order = rmw_order(ordering);
            vec![format!("{result} = atomic_fetch_add_explicit({location}, {operand}, {order});")]
        }
        Op::Exchange { result, location, value, ordering } => {
            let order = rmw_order(ordering);
            vec![format!("{result} = atomic_exchange_explicit({location}, {value}, {order});")]
        }
        Op::CompareExchange { result, success, location, expected, desired, ordering, failure, weak } => {
            let strength = if weak { "weak" } else { "strong" };
            let orders = format!("{}, {}", rmw_order(ordering), read_order(failure));
            vec![
                format!("{result} = {expected};"),
                format!(
                    "{success} = atomic_compare_exchange_{strength}_explicit({location}, &{result}, {desired}, \
                     {orders});"
                ),
            ]
        }
        Op::Fence { ordering } => vec![format!("atomic_thread_fence({});", fence_order(ordering))],
        Op::Assume { condition } => vec![format!("assume({condition});")],
        Op::Lock { .. }
        | Op::Unlock { .. }
        | Op::Arrive { .. }
        | Op::Await { .. }
        | Op::Choose { .. }
        | Op::Spawn { .. }
        | Op::Join { .. } => panic!("litmus tests cannot say `{op}`"),
    }
}

fn read_order(ordering: ReadOrdering) -> &'static str {
    match ordering {
        // The operations that call this are atomic, if only relaxed.
        ReadOrdering::NonAtomic | ReadOrdering::Relaxed => "memory_order_relaxed",
        ReadOrdering::Acquire => "memory_order_acquire",
        ReadOrdering::SeqCst => "memory_order_seq_cst",
    }
}

fn write_order(ordering: WriteOrdering) -> &'static str {
    match ordering {
        // The operations that call this are atomic, if only relaxed.
        WriteOrdering::NonAtomic | WriteOrdering::Relaxed => "memory_order_relaxed",
        WriteOrdering::Release => "memory_order_release",
        WriteOrdering::SeqCst => "memory_order_seq_cst",
    }
}

fn rmw_order(ordering: RmwOrdering) -> &'static str {
    match ordering {
        RmwOrdering::Relaxed => "memory_order_relaxed",
        RmwOrdering::Acquire => "memory_order_acquire",
        RmwOrdering::Release => "memory_order_release",
        RmwOrdering::AcqRel => "memory_order_acq_rel",
        RmwOrdering::SeqCst => "memory_order_seq_cst",
    }
}

fn fence_order(ordering: FenceOrdering) -> &'static str {
    match ordering {
        FenceOrdering::Acquire => "memory_order_acquire",
        FenceOrdering::Release => "memory_order_release",
        FenceOrdering::AcqRel => "memory_order_acq_rel",
        FenceOrdering::SeqCst => "memory_order_seq_cst",
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
