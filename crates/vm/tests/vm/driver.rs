//! Runs threads one after the other on a plain memory.

use std::collections::BTreeMap;

use porf_entity::{AccessSize, Address, EntityId, SourcePosition, ThreadId, Value};
use porf_program::{Action, Answer, Program, Step};
use porf_vm::{Machine, State};

/// The machine of a module given as text.
pub(crate) fn machine(text: &str) -> Machine {
    let module = porf_ir::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    Machine::new(&module).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// What a thread did and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) actions: Vec<(Action, SourcePosition)>,
    pub(crate) last: Step<State>,
    pub(crate) results: Option<Vec<u64>>,
}

/// A memory that remembers single bytes.
pub(crate) struct SequentialMemory<'m> {
    machine: &'m Machine,
    bytes: BTreeMap<u64, u8>,
}

impl<'m> SequentialMemory<'m> {
    pub(crate) fn new(machine: &'m Machine) -> Self {
        Self { machine, bytes: BTreeMap::new() }
    }

    pub(crate) fn read(&self, address: Address, size: AccessSize) -> Value {
        let byte = |address: u64| {
            let initial = || self.machine.initial_value(Address(address), AccessSize::B1).0;
            self.bytes.get(&address).map_or_else(initial, |&byte| byte.into())
        };
        Value((0..u64::from(size.bytes())).map(|index| byte(address.0 + index) << (8 * index)).sum())
    }

    fn write(&mut self, address: Address, size: AccessSize, value: Value) {
        for (index, &byte) in value.0.to_le_bytes()[..size.bytes() as usize].iter().enumerate() {
            self.bytes.insert(address.0 + index as u64, byte);
        }
    }

    /// Runs a thread to its end.
    pub(crate) fn run(&mut self, thread: usize) -> Run {
        let mut step = self.machine.start(ThreadId::from_index(thread));
        let mut actions = Vec::new();
        loop {
            actions.push((step.action, step.position));
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
                Action::Fence { .. } => Answer::Done,
                Action::Block(_) | Action::Fail(_) | Action::Exit => {
                    let results = self.machine.results(&step.state).map(<[u64]>::to_vec);
                    return Run { actions, last: step, results };
                }
            };
            step = self.machine.resume(&step.state, answer);
        }
    }
}

/// How a thread of the module ends when it runs first, and what it returns.
pub(crate) fn run(text: &str, thread: usize) -> Run {
    SequentialMemory::new(&machine(text)).run(thread)
}
