//! Runs threads one after the other on a plain memory: a new thread runs to its end before its parent goes on.

use std::collections::BTreeMap;

use porf_entity::{
    AccessSize, Address, BarrierStep, Content, EntityId, ErrorKind, SourcePosition, ThreadId, Value,
};
use porf_program::{Action, Answer, Program, Step};
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
    pub(crate) fn failure(&self) -> Option<(ErrorKind, Option<u64>)> {
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
    bytes: BTreeMap<u64, Content>,
    /// How many threads there are.
    threads: usize,
    results: BTreeMap<ThreadId, Content>,
    /// The answer to all choices.
    pub(crate) choice: u64,
}

impl<'m> SequentialMemory<'m> {
    pub(crate) fn new(machine: &'m Machine) -> Self {
        let threads = machine.thread_count();
        Self { machine, bytes: BTreeMap::new(), threads, results: BTreeMap::new(), choice: 0 }
    }

    pub(crate) fn read(&self, address: Address, size: AccessSize) -> Option<Value> {
        self.content(address, size).defined()
    }

    fn content(&self, address: Address, size: AccessSize) -> Content {
        let byte = |address: u64| {
            let initial = || self.machine.initial_content(Address(address), AccessSize::B1);
            self.bytes.get(&address).copied().unwrap_or_else(initial)
        };
        let bytes = (0..u64::from(size.bytes())).rev().map(|index| byte(address.0 + index));
        bytes.fold(Content::default(), |whole, byte| {
            Content::new(whole.value.0 << 8 | byte.value.0, whole.undefined << 8 | byte.undefined)
        })
    }

    fn write(&mut self, address: Address, size: AccessSize, content: Content) {
        assert_eq!(size.wrap(content.value.0), content.value, "more bits than are stored");
        assert_eq!(size.wrap(content.undefined).0, content.undefined, "more bits than are stored");
        let bytes = content.value.0.to_le_bytes().into_iter().zip(content.undefined.to_le_bytes());
        for (address, (byte, undefined)) in (address.0..).zip(bytes.take(size.bytes() as usize)) {
            self.bytes.insert(address, Content::new(byte.into(), undefined.into()));
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
                Action::Load { address, size, .. } => {
                    let answer = Answer::loaded(self.content(address, size));
                    assert!(self.machine.goes_on(&step, answer), "it waits for ever");
                    answer
                }
                Action::Store { address, size, value, .. } => {
                    let undefined = self.machine.undefined_bits(&step.state);
                    assert_eq!(value.0 & undefined, 0, "undefined bits are 0");
                    self.write(address, size, Content { value, undefined });
                    Answer::Done
                }
                Action::Rmw { address, size, op, .. } => match self.read(address, size) {
                    Some(old) => {
                        assert!(self.machine.goes_on(&step, Answer::Read(old)), "it waits for ever");
                        if let Some(new) = op.apply(old, size) {
                            self.write(address, size, new.into());
                        }
                        Answer::Read(old)
                    }
                    None => Answer::Undefined(self.content(address, size)),
                },
                Action::Fence { .. }
                | Action::Free { .. }
                | Action::Detach { .. }
                | Action::AskBarrier { .. }
                | Action::Assign { .. }
                | Action::Put { .. }
                | Action::Barrier { step: BarrierStep::Arrive | BarrierStep::Destroy, .. }
                | Action::Cancel { .. } => Answer::Done,
                Action::Barrier { step: BarrierStep::Leave, .. } => Answer::Left { odd: false },
                Action::Take { .. } => Answer::Nothing,
                Action::Spawn => {
                    let child = ThreadId::from_index(self.threads);
                    self.threads += 1;
                    let run = self.run_from(self.machine.start_child(&step.state, child));
                    if let Action::Exit { result, .. } = run.last.action {
                        let undefined = self.machine.undefined_bits(&run.last.state);
                        self.results.insert(child, Content { value: result, undefined });
                    }
                    children.push(run);
                    Answer::Spawned(child)
                }
                Action::Join { thread } => Answer::joined(self.results[&thread]),
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
