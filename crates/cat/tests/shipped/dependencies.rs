//! A model with dependencies, on litmus tests whose verdicts follow from its definition.
//!
//! In the model, writes stay in order. A read is ordered before a later event of its thread only by
//! a fence, by an address or data dependency, or by a control dependency to a write.

use porf_cat::{LibraryOnly, Model, Source, evaluate, read};
use porf_entity::Value;
use porf_litmus::{LowerOptions, parse};
use porf_oracle::{EventKind, Execution, for_each_candidate};
use porf_vm::{Machine, MachineOptions};

use crate::events::events;

const MODEL: &str = "\"dependencies\"
    let ppo = [W] ; po ; [W] | fencerel(F) | addr | data | ctrl & (_ * W)
    acyclic po-loc | com as coherence
    empty rmw & (fre ; coe) as atomicity
    acyclic ppo | rfe | fre | coe as order";

fn model() -> Model {
    let source = Source { name: "dependencies.cat".into(), text: MODEL.into() };
    read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

/// Whether the model allows an execution of a test in which the reads of the second thread have
/// these values, and the coherence-last write to the first variable has this value, if one is given.
fn allows(body: &str, reads: &[u64], last: Option<u64>) -> bool {
    let source = format!(
        "C test\n{{ x = 0; y = 0; }}
         P0(atomic_int *x, atomic_int *y) {{
           atomic_store_explicit(x, 2, memory_order_relaxed); atomic_store_explicit(y, 1, memory_order_relaxed);
         }}
         P1(atomic_int *x, atomic_int *y) {{ {body} }}
         exists (true)"
    );
    let test =
        parse(&source, &LowerOptions { unroll: 1 }).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let options = MachineOptions { dependencies: true, ..MachineOptions::default() };
    let machine = Machine::with_options(&test.module, options).expect("a valid program");
    let model = model();
    let mut allowed = false;
    let mut seen = false;
    for_each_candidate(&machine, |candidate| {
        if is_outcome(candidate, reads, last) {
            seen = true;
            allowed |= evaluate(&model, &events(candidate)).is_consistent(&model);
        }
    });
    assert!(seen, "some candidate has the outcome:\n{source}");
    allowed
}

fn is_outcome(execution: &Execution, reads: &[u64], last: Option<u64>) -> bool {
    let read = |kind: &EventKind| match kind {
        EventKind::Read { value, .. } => Some(value.0),
        _ => None,
    };
    let written = |value: u64| {
        execution.coherence.values().any(|writes| {
            let written = |write| match execution.kind(write) {
                EventKind::Write { value, .. } => value,
                _ => Value(0),
            };
            let is_first_variable = writes.iter().any(|&write| written(write) == Value(2));
            is_first_variable && writes.last().is_some_and(|&write| written(write) == Value(value))
        })
    };
    execution.threads[1].iter().filter_map(read).eq(reads.iter().copied()) && last.is_none_or(written)
}

/// Message passing: the flag is set, and the data are old.
#[test]
fn message_passing() {
    let flag = "int r1 = atomic_load_explicit(y, memory_order_relaxed);";
    let data = "int r2 = atomic_load_explicit(x, memory_order_relaxed);";
    let old = |body: &str| allows(body, &[1, 0], None);
    assert!(old(&format!("{flag} {data}")), "nothing orders the reads");
    let fence = "atomic_thread_fence(memory_order_acquire);";
    assert!(!old(&format!("{flag} {fence} {data}")), "a fence orders the reads");
    let address = "int r2 = atomic_load_explicit(x + (r1 ^ r1), memory_order_relaxed);";
    assert!(!old(&format!("{flag} {address}")), "an address dependency orders the reads");
    assert!(old(&format!("{flag} if (r1 == r1) {{ {data} }}")), "control does not order reads");
    // The address depends on a constant that replaced the value.
    assert!(old(&format!("{flag} r1 = 0; {address}")), "the register was assigned anew");
}

/// The flag is read, and then the data are written, but come before the other write in coherence.
#[test]
fn a_write_behind_a_read() {
    let flag = "int r1 = atomic_load_explicit(y, memory_order_relaxed);";
    let early = |body: &str| allows(body, &[1], Some(2));
    let store = |value: &str| format!("atomic_store_explicit(x, {value}, memory_order_relaxed);");
    assert!(early(&format!("{flag} {}", store("1"))), "nothing orders the write");
    assert!(!early(&format!("{flag} {}", store("1 + (r1 ^ r1)"))), "data orders the write");
    assert!(!early(&format!("{flag} if (r1 == r1) {{ }} {}", store("1"))), "control orders the write");
    let address = "atomic_store_explicit(x + (r1 & 0), 1, memory_order_relaxed);";
    assert!(!early(&format!("{flag} {address}")), "an address dependency orders the write");
}

/// The operand of a read-modify-write orders its write, and not its read.
#[test]
fn read_modify_writes() {
    let flag = "int r1 = atomic_load_explicit(y, memory_order_relaxed);";
    // The exchange reads the initial value, so its write comes before the other one.
    let exchange = |value: &str| format!("atomic_exchange_explicit(x, {value}, memory_order_relaxed);");
    let early = |body: &str| allows(body, &[1, 0], Some(2));
    assert!(early(&format!("{flag} {}", exchange("1"))), "nothing orders the exchange");
    assert!(!early(&format!("{flag} {}", exchange("1 + (r1 ^ r1)"))), "data orders its write");
    // The value that an exchange has found goes on to a later write.
    let body = "int r1 = atomic_exchange_explicit(y, 5, memory_order_relaxed);
                atomic_store_explicit(x, 1 + (r1 & 0), memory_order_relaxed);";
    assert!(!allows(body, &[1], Some(2)), "data from the read of an exchange");
    let body = "int r1 = atomic_exchange_explicit(y, 5, memory_order_relaxed);
                atomic_thread_fence(memory_order_relaxed); int r2 = atomic_load_explicit(x, memory_order_relaxed);";
    assert!(allows(body, &[1, 0], None), "nothing orders a later read");
}
