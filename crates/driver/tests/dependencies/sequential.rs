//! Runs the threads of a program one after the other on a plain memory, and lists their accesses
//! and fences with their dependencies.
//!
//! An access is a letter and its location: `R x` reads, `W x` writes, `U x` reads and writes, `F` is a
//! fence. Then come the dependencies, each on a read, which has the number of reads before it in its
//! thread: `W y data 0 1 ctrl 2`.

use std::collections::BTreeMap;

use porf_driver::LoadedTest;
use porf_entity::{AccessSize, Address, BarrierStep, EntityId, NumberSet, RmwOp, ThreadId, Value};
use porf_program::{Action, Answer, Program, Step};
use porf_vm::Machine;

/// The accesses of each thread of a litmus test.
pub(crate) fn accesses_of_test(source: &str) -> Vec<Vec<String>> {
    let loaded = LoadedTest::from_source(source, 4).expect("a well-formed test");
    let loaded = loaded.with_dependencies().expect("a valid program");
    let globals = &loaded.test.module.globals;
    let name = |address: Address| {
        let (global, offset) = loaded.machine.global_at(address)?;
        let name = globals[global].name.clone();
        Some(if offset == 0 { name } else { format!("{name}+{offset}") })
    };
    accesses(&loaded.machine, name)
}

/// The accesses of all threads of a machine to locations that have a name.
pub(crate) fn accesses(machine: &Machine, name: impl Fn(Address) -> Option<String>) -> Vec<Vec<String>> {
    let mut memory = Memory { machine, name, bytes: BTreeMap::new(), lists: Vec::new(), waiting: Vec::new() };
    let first: Vec<Step<porf_vm::State>> =
        (0..machine.thread_count()).map(|thread| machine.start(ThreadId::from_index(thread))).collect();
    memory.lists.resize_with(first.len(), Vec::new);
    for (thread, step) in first.into_iter().enumerate() {
        memory.run(thread, step);
    }
    memory.lists
}

struct Memory<'m, N> {
    machine: &'m Machine,
    name: N,
    bytes: BTreeMap<u64, u8>,
    lists: Vec<Vec<String>>,
    /// The results of threads that have finished.
    waiting: Vec<Value>,
}

impl<N: Fn(Address) -> Option<String>> Memory<'_, N> {
    fn read(&self, address: Address, size: AccessSize) -> Value {
        let byte = |address: u64| {
            let initial = || self.machine.initial_content(Address(address), AccessSize::B1).value.0 as u8;
            self.bytes.get(&address).copied().unwrap_or_else(initial)
        };
        let bytes = (0..u64::from(size.bytes())).rev().map(|index| byte(address.0 + index));
        Value(bytes.fold(0, |value, byte| value << 8 | u64::from(byte)))
    }

    fn write(&mut self, address: Address, size: AccessSize, value: Value) {
        let bytes = value.0.to_le_bytes().into_iter().take(size.bytes() as usize);
        self.bytes.extend((address.0..).zip(bytes));
    }

    /// Runs a thread to its end.
    fn run(&mut self, thread: usize, mut step: Step<porf_vm::State>) {
        loop {
            self.list(thread, &step);
            let answer = match step.action {
                Action::Load { address, size, .. } => Answer::Read(self.read(address, size)),
                Action::Store { address, size, value, .. } => {
                    self.write(address, size, value);
                    Answer::Done
                }
                Action::Rmw { address, size, op, .. } => {
                    let old = self.read(address, size);
                    if let Some(new) = op.apply(old, size) {
                        self.write(address, size, new);
                    }
                    Answer::Read(old)
                }
                Action::Spawn => {
                    let child = self.lists.len();
                    self.lists.push(Vec::new());
                    let first = self.machine.start_child(&step.state, ThreadId::from_index(child));
                    self.run(child, first);
                    Answer::Spawned(ThreadId::from_index(child))
                }
                Action::Join { .. } => Answer::Joined(Value(0)),
                Action::Choose { .. } => Answer::Chosen(0),
                Action::Barrier { step: BarrierStep::Leave, .. } => Answer::Left { odd: false },
                Action::Fence { .. }
                | Action::Free { .. }
                | Action::Detach { .. }
                | Action::AskBarrier { .. }
                | Action::Assign { .. }
                | Action::Put { .. }
                | Action::Take { .. }
                | Action::Barrier { .. }
                | Action::Cancel { .. } => Answer::Done,
                Action::Exit { result, .. } => return self.waiting.push(result),
                Action::Block(_) | Action::Fail(_) => panic!("it ends with {:?}", step.action),
            };
            step = self.machine.resume(&step.state, answer);
        }
    }

    /// Lists the next action of a thread, if it is a fence or an access to a location with a name.
    fn list(&mut self, thread: usize, step: &Step<porf_vm::State>) {
        let access = match step.action {
            Action::Load { address, .. } => (self.name)(address).map(|name| format!("R {name}")),
            Action::Store { address, .. } => (self.name)(address).map(|name| format!("W {name}")),
            Action::Rmw { address, op, size, .. } => {
                let writes = op.apply(self.read(address, size), size).is_some();
                let letter = if writes { "U" } else { "R" };
                debug_assert!(writes || matches!(op, RmwOp::CompareExchange { .. }));
                (self.name)(address).map(|name| format!("{letter} {name}"))
            }
            Action::Fence { .. } => Some("F".to_owned()),
            _ => None,
        };
        let Some(mut text) = access else { return };
        let dependencies = self.machine.dependencies(&step.state).expect("the machine was asked for them");
        let kinds: [(&str, &NumberSet); 3] =
            [("addr", &dependencies.address), ("data", &dependencies.data), ("ctrl", &dependencies.control)];
        for (kind, reads) in kinds.into_iter().filter(|(_, reads)| !reads.is_empty()) {
            text += &format!(" {kind}");
            reads.iter().for_each(|read| text += &format!(" {read}"));
        }
        self.lists[thread].push(text);
    }
}
