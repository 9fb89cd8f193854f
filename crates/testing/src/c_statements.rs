//! The operations of a random program as statements of C, for the dialects in which programs are
//! printed.
//!
//! All registers are declared, and set to 0, where the thread begins, so that guarded assignments
//! have no scope of their own. A compare-exchange gets its expected value in its result register.
//! When the operation fails, C replaces that value with the value read. When it succeeds, the
//! expected value is the value read.

use std::collections::BTreeSet;
use std::fmt::{self, Write};

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

use crate::program::{GuardedOp, Location, Op};

/// The differences between litmus tests and programs.
pub(crate) trait Dialect {
    /// The name of the function for assumptions.
    const ASSUME: &'static str;

    /// A location as a pointer to an atomic object.
    fn pointer(&self, location: Location) -> String;

    /// A location as an object for non-atomic accesses.
    fn plain(&self, location: Location) -> String;

    /// The statement for an operation on locks, counters, choices or threads.
    fn beyond_memory(&self, op: &Op) -> String;
}

/// Writes the text between the braces of a thread.
pub(crate) fn write_body(dialect: &impl Dialect, ops: &[GuardedOp], out: &mut String) -> fmt::Result {
    let mentioned: BTreeSet<_> = ops.iter().flat_map(GuardedOp::registers).collect();
    for register in mentioned {
        writeln!(out, "  int {register} = 0;")?;
    }
    for together in ops.chunk_by(|a, b| a.guards == b.guards) {
        write_guarded(dialect, together, out)?;
    }
    Ok(())
}

/// Writes operations that have the same guards.
fn write_guarded(dialect: &impl Dialect, together: &[GuardedOp], out: &mut String) -> fmt::Result {
    let guards: Vec<String> = together[0].guards.iter().map(ToString::to_string).collect();
    let indent = if guards.is_empty() { "  " } else { "    " };
    if !guards.is_empty() {
        writeln!(out, "  if ({}) {{", guards.join(" && "))?;
    }
    for GuardedOp { op, .. } in together {
        for statement in statements(dialect, op) {
            writeln!(out, "{indent}{statement}")?;
        }
    }
    if !guards.is_empty() {
        writeln!(out, "  }}")?;
    }
    Ok(())
}

fn statements<D: Dialect>(dialect: &D, op: &Op) -> Vec<String> {
    let pointer = |location| dialect.pointer(location);
    let statement = match *op {
        Op::Load { result, location, ordering: ReadOrdering::NonAtomic } => {
            format!("{result} = {};", dialect.plain(location))
        }
        Op::Load { result, location, ordering } => {
            format!("{result} = atomic_load_explicit({}, {});", pointer(location), read_order(ordering))
        }
        Op::Store { location, value, ordering: WriteOrdering::NonAtomic } => {
            format!("{} = {value};", dialect.plain(location))
        }
        Op::Store { location, value, ordering } => {
            format!("atomic_store_explicit({}, {value}, {});", pointer(location), write_order(ordering))
        }
        Op::FetchAdd { result, location, operand, ordering } => {
            let order = rmw_order(ordering);
            format!("{result} = atomic_fetch_add_explicit({}, {operand}, {order});", pointer(location))
        }
        Op::Exchange { result, location, value, ordering } => {
            let order = rmw_order(ordering);
            format!("{result} = atomic_exchange_explicit({}, {value}, {order});", pointer(location))
        }
        Op::CompareExchange { result, success, location, expected, desired, ordering, failure, weak } => {
            let strength = if weak { "weak" } else { "strong" };
            let orders = format!("{}, {}", rmw_order(ordering), read_order(failure));
            return vec![
                format!("{result} = {expected};"),
                format!(
                    "{success} = atomic_compare_exchange_{strength}_explicit({}, &{result}, {desired}, {orders});",
                    pointer(location)
                ),
            ];
        }
        Op::Fence { ordering } => format!("atomic_thread_fence({});", fence_order(ordering)),
        Op::Assume { condition } => format!("{}({condition});", D::ASSUME),
        Op::Lock { .. }
        | Op::Unlock { .. }
        | Op::Arrive { .. }
        | Op::Claim { .. }
        | Op::Await { .. }
        | Op::Meet
        | Op::Put { .. }
        | Op::Take { .. }
        | Op::Swap { .. }
        | Op::Choose { .. }
        | Op::Spawn { .. }
        | Op::Join { .. } => dialect.beyond_memory(op),
    };
    vec![statement]
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
