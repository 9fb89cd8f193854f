//! Programs as litmus tests in herd's C dialect, with a condition that asks for a final state.

use std::fmt::Write;

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

use crate::candidates::{Candidate, EventTable};
use crate::program::{Label, Program};

/// A value that no write has, which a failing compare-exchange expects.
const NEVER_WRITTEN: usize = 99;

impl Program {
    /// The program as a litmus test of this name that asks for the final state of the candidate.
    pub fn to_litmus(&self, name: &str, candidate: &Candidate) -> String {
        let table = EventTable::new(&self.skeleton);
        let mut text = format!("C {name}\n\n{{}}\n");
        let mut labels = self.labels.iter().zip(&table.first);
        let mut facts = Vec::new();
        let mut sources = candidate.sources.iter();
        for (thread, operations) in self.skeleton.threads.iter().enumerate() {
            let mut body = String::new();
            // Each location of the thread, and whether it is accessed non-atomically.
            let mut parameters: Vec<(u8, bool)> = Vec::new();
            let mut registers = 0;
            for operation in operations {
                let Some((&label, &event)) = labels.next() else { break };
                if operation.kind.is_access() {
                    let known = parameters.iter_mut().find(|(location, _)| *location == operation.location);
                    match known {
                        Some((_, plain)) => *plain |= is_plain(label),
                        None => parameters.push((operation.location, is_plain(label))),
                    }
                }
                let location = usize::from(operation.location);
                let write = event + operation.kind.events() - 1;
                let statement = statement(label, location, registers, table.value(location, write));
                writeln!(body, "  {statement}").expect("writing to a string does not fail");
                if operation.kind.reads() {
                    let source = sources.next().copied().unwrap_or(location);
                    facts.push(format!("{thread}:r{registers}={}", table.value(location, source)));
                    registers += 1;
                }
            }
            parameters.sort_unstable();
            let parameters: Vec<String> = parameters
                .iter()
                .map(|&(location, plain)| {
                    format!("{} *{}", if plain { "int" } else { "atomic_int" }, name_of(location.into()))
                })
                .collect();
            writeln!(text, "\nP{thread}({}) {{\n{body}}}", parameters.join(", "))
                .expect("writing to a string does not fail");
        }
        let last_writes = candidate.last_writes();
        for (location, writes) in table.writes.iter().enumerate().filter(|(_, writes)| writes.len() > 1) {
            debug_assert!(writes.contains(&last_writes[location]));
            facts.push(format!("{}={}", name_of(location), table.value(location, last_writes[location])));
        }
        let condition = if facts.is_empty() { "true".to_owned() } else { facts.join(" /\\ ") };
        text + &format!("\nexists ({condition})\n")
    }
}

impl Program {
    /// An execution in a few words: a line for each thread, with the values that are read, and one
    /// for each location that is written more than once, in coherence order.
    pub fn sketch(&self, candidate: &Candidate) -> Vec<String> {
        let table = EventTable::new(&self.skeleton);
        let mut labels = self.labels.iter().zip(&table.first);
        let mut sources = candidate.sources.iter();
        let mut lines = Vec::new();
        for (thread, operations) in self.skeleton.threads.iter().enumerate() {
            let mut steps = Vec::new();
            for operation in operations {
                let Some((&label, &event)) = labels.next() else { break };
                let location = usize::from(operation.location);
                let read = operation.kind.reads().then(|| sources.next().copied().unwrap_or(location));
                let read = read.map(|source| table.value(location, source));
                let written = table.value(location, event + operation.kind.events() - 1);
                steps.push(step(label, &name_of(location), read, written));
            }
            lines.push(format!("P{thread}: {}", steps.join("; ")));
        }
        for (location, order) in candidate.coherence.iter().enumerate().filter(|(_, order)| order.len() > 1) {
            let values: Vec<String> =
                order.iter().map(|&write| table.value(location, write).to_string()).collect();
            lines.push(format!("co of {}: {}", name_of(location), values.join(", ")));
        }
        lines
    }
}

/// An operation in a few words. Relaxed accesses have no ordering.
fn step(label: Label, location: &str, read: Option<usize>, written: usize) -> String {
    let with = |name: &str, ordering: &str| match ordering {
        "rlx" => name.to_owned(),
        ordering => format!("{name}[{ordering}]"),
    };
    let found = read.map_or(String::new(), |value| format!(" finds {value}"));
    match label {
        Label::Load(ordering) => format!("{} {location}{found}", with("load", &ordering.to_string())),
        Label::Store(ordering) => format!("{} {location} = {written}", with("store", &ordering.to_string())),
        Label::Fence(ordering) => with("fence", &ordering.to_string()),
        Label::Exchange(ordering) => {
            format!("{} {location} = {written}{found}", with("exchange", &ordering.to_string()))
        }
        Label::FailingCompareExchange(ordering) => {
            format!("{} {location}{found}", with("failing compare-exchange", &ordering.to_string()))
        }
    }
}

impl EventTable {
    /// The value of a write: 0 for the initial one, and otherwise 1, 2, … in the order of the program.
    fn value(&self, location: usize, write: usize) -> usize {
        let writes = self.writes.get(location);
        writes.and_then(|writes| writes.iter().position(|&other| other == write)).map_or(0, |place| place + 1)
    }
}

fn is_plain(label: Label) -> bool {
    matches!(label, Label::Load(ReadOrdering::NonAtomic) | Label::Store(WriteOrdering::NonAtomic))
}

fn name_of(location: usize) -> String {
    match location {
        0..3 => char::from(b"xyz"[location]).to_string(),
        _ => format!("v{location}"),
    }
}

fn statement(label: Label, location: usize, register: usize, value: usize) -> String {
    let location = name_of(location);
    match label {
        Label::Load(ReadOrdering::NonAtomic) => format!("int r{register} = *{location};"),
        Label::Load(ordering) => {
            format!("int r{register} = atomic_load_explicit({location}, memory_order_{});", read(ordering))
        }
        Label::Store(WriteOrdering::NonAtomic) => format!("*{location} = {value};"),
        Label::Store(ordering) => {
            let ordering = match ordering {
                WriteOrdering::NonAtomic | WriteOrdering::Relaxed => "relaxed",
                WriteOrdering::Release => "release",
                WriteOrdering::SeqCst => "seq_cst",
            };
            format!("atomic_store_explicit({location}, {value}, memory_order_{ordering});")
        }
        Label::Fence(ordering) => {
            let ordering = match ordering {
                FenceOrdering::Acquire => "acquire",
                FenceOrdering::Release => "release",
                FenceOrdering::AcqRel => "acq_rel",
                FenceOrdering::SeqCst => "seq_cst",
            };
            format!("atomic_thread_fence(memory_order_{ordering});")
        }
        Label::Exchange(ordering) => {
            let ordering = match ordering {
                RmwOrdering::Relaxed => "relaxed",
                RmwOrdering::Acquire => "acquire",
                RmwOrdering::Release => "release",
                RmwOrdering::AcqRel => "acq_rel",
                RmwOrdering::SeqCst => "seq_cst",
            };
            format!(
                "int r{register} = atomic_exchange_explicit({location}, {value}, memory_order_{ordering});"
            )
        }
        Label::FailingCompareExchange(ordering) => {
            let ordering = read(ordering);
            format!(
                "int r{register} = {NEVER_WRITTEN};\n  atomic_compare_exchange_strong_explicit({location}, \
                 &r{register}, {NEVER_WRITTEN}, memory_order_{ordering}, memory_order_{ordering});"
            )
        }
    }
}

fn read(ordering: ReadOrdering) -> &'static str {
    match ordering {
        ReadOrdering::NonAtomic | ReadOrdering::Relaxed => "relaxed",
        ReadOrdering::Acquire => "acquire",
        ReadOrdering::SeqCst => "seq_cst",
    }
}
