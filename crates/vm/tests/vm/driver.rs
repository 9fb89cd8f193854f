//! Runs threads one after the other on a plain memory: a new thread runs to its end before its parent goes on.

use std::collections::BTreeMap;

use porf_entity::{AccessSize, Address, EntityId, SourcePosition, ThreadId, Value};
use porf_program::{Action, Answer, FailureKind, Program, Step};
use porf_vm::{Machine, MachineOptions, State};

/// The machine of a module given as text.
pub(crate) fn machine(text: &str) -> Machine {
    machine_with(text, MachineOptions::default())
}

pub(crate) fn machine_with(text: &str, options: MachineOptions) -> Machine {
    let module = porf_ir::parse(text).unwrap_or_else(|error| panic!("{error} in {text}"));
    Machine::with_options(&module, options).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// The machine of a module whose only thread runs alone at first.
pub(crate) fn solo_machine(text: &str) -> Machine {
    machine_with(text, MachineOptions { solo: true, ..MachineOptions::default() })
}

/// What a thread did and how it ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) actions: Vec<(Action, SourcePosition)>,
    pub(crate) last: Step<State>,
    pub(crate) results: Option<Vec<u64>>,
    /// What the threads did that it created.
    pub(crate) children: Vec<Run>,
}

impl Run {
    /// The error that the thread ended with, and its address.
    pub(crate) fn failure(&self) -> Option<(FailureKind, Option<u64>)> {
        match self.last.action {
            Action::Fail(failure) => Some((failure.kind, failure.address.map(|address| address.0))),
            _ => None,
        }
    }

    /// What the thread did, without where, and without its end.
    pub(crate) fn visible(&self) -> Vec<Action> {
        self.actions[..self.actions.len() - 1].iter().map(|&(action, _)| action).collect()
    }
}

/// A memory that remembers single bytes.
pub(crate) struct SequentialMemory<'m> {
    machine: &'m Machine,
    bytes: BTreeMap<u64, u8>,
    /// How many threads there are.
    threads: usize,
    results: BTreeMap<ThreadId, Value>,
    /// The answer to all choices.
    pub(crate) choice: u64,
}

impl<'m> SequentialMemory<'m> {
    pub(crate) fn new(machine: &'m Machine) -> Self {
        let threads = machine.thread_count();
        Self { machine, bytes: BTreeMap::new(), threads, results: BTreeMap::new(), choice: 0 }
    }

    pub(crate) fn read(&self, address: Address, size: AccessSize) -> Option<Value> {
        let byte = |address: u64| {
            let initial = || Some(self.machine.initial_value(Address(address), AccessSize::B1)?.0);
            self.bytes.get(&address).map_or_else(initial, |&byte| Some(byte.into()))
        };
        let mut bytes = (0..u64::from(size.bytes())).rev();
        bytes.try_fold(0, |value, index| Some(value << 8 | byte(address.0 + index)?)).map(Value)
    }

    fn write(&mut self, address: Address, size: AccessSize, value: Value) {
        assert_eq!(size.wrap(value.0), value, "more bits than are stored");
        for (index, &byte) in value.0.to_le_bytes()[..size.bytes() as usize].iter().enumerate() {
            self.bytes.insert(address.0 + index as u64, byte);
        }
    }

    /// Runs a thread to its end.
    pub(crate) fn run(&mut self, thread: usize) -> Run {
        self.run_from(self.machine.start(ThreadId::from_index(thread)))
    }

    fn run_from(&mut self, mut step: Step<State>) -> Run {
        let (mut actions, mut children) = (Vec::new(), Vec::new());
        loop {
            actions.push((step.action, step.position));
            let answer = match step.action {
                Action::Load { address, size, .. } => match self.read(address, size) {
                    Some(value) => {
                        let answer = Answer::Read(value);
                        assert!(self.machine.goes_on(&step, answer), "it waits for ever");
                        answer
                    }
                    None => Answer::Uninitialised,
                },
                Action::Store { address, size, value, .. } => {
                    self.write(address, size, value);
                    Answer::Done
                }
                Action::Rmw { address, size, op, .. } => match self.read(address, size) {
                    Some(old) => {
                        assert!(self.machine.goes_on(&step, Answer::Read(old)), "it waits for ever");
                        if let Some(new) = op.apply(old, size) {
                            self.write(address, size, new);
                        }
                        Answer::Read(old)
                    }
                    None => Answer::Uninitialised,
                },
                Action::Fence { .. } | Action::Free { .. } | Action::Cancel { .. } => Answer::Done,
                Action::Spawn => {
                    let child = ThreadId::from_index(self.threads);
                    self.threads += 1;
                    let run = self.run_from(self.machine.start_child(&step.state, child));
                    if let Action::Exit { result, .. } = run.last.action {
                        self.results.insert(child, result);
                    }
                    children.push(run);
                    Answer::Spawned(child)
                }
                Action::Join { thread } => Answer::Joined(self.results[&thread]),
                Action::Choose { count, .. } => Answer::Chosen(self.choice.min(count - 1)),
                Action::Block(_) | Action::Fail(_) | Action::Exit { .. } => {
                    let results = self.machine.results(&step.state).map(<[u64]>::to_vec);
                    return Run { actions, last: step, results, children };
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
