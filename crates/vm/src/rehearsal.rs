//! A rehearsal: one interleaving of the threads on plain bytes. It learns in which pieces memory is
//! accessed, and whether there are symmetric threads.
//!
//! Exploration finds the pieces that a rehearsal does not meet, at the price of a restart each time
//! (see [`granularity`](crate::granularity)). Nothing else is learnt from a rehearsal: exploration
//! decides about everything that happens in it.

use porf_entity::{AccessSize, Address, Content, EntityId, ThreadId, Value};
use porf_program::{Action, Answer, Program, Step};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::granularity::Access;
use crate::machine::Machine;
use crate::state::State;

/// The number of actions of a rehearsal at most, and of a thread before the turn of another one.
const ACTIONS: u32 = 10_000;
const ACTIONS_IN_A_ROW: u32 = 500;

/// The facts that a rehearsal learns.
pub(crate) struct Rehearsed {
    pub(crate) accesses: Vec<Access>,
    /// Whether a thread creates two threads that run the same code with the same argument.
    pub(crate) has_symmetric_threads: bool,
}

/// Runs an interleaving of the machine's threads.
pub(crate) fn rehearse(machine: &Machine) -> Rehearsed {
    let mut rehearsal = Rehearsal {
        machine,
        threads: (0..machine.thread_count())
            .map(|index| machine.start(ThreadId::from_index(index)))
            .collect(),
        bytes: FxHashMap::default(),
        accesses: FxHashSet::default(),
        creations: FxHashMap::default(),
        has_symmetric_threads: false,
    };
    let mut left = ACTIONS;
    let mut thread = 0;
    let mut idle = 0;
    while idle < rehearsal.threads.len() && left > 0 {
        let taken = rehearsal.run(thread, left.min(ACTIONS_IN_A_ROW));
        left -= taken;
        idle = if taken > 0 { 0 } else { idle + 1 };
        thread = (thread + 1) % rehearsal.threads.len();
    }
    Rehearsed {
        accesses: rehearsal.accesses.into_iter().collect(),
        has_symmetric_threads: rehearsal.has_symmetric_threads,
    }
}

struct Rehearsal<'m> {
    machine: &'m Machine,
    threads: Vec<Step<State>>,
    /// The written bytes.
    bytes: FxHashMap<u64, u8>,
    accesses: FxHashSet<Access>,
    /// For each thread, its states at its creations of threads.
    creations: FxHashMap<usize, Vec<State>>,
    has_symmetric_threads: bool,
}

impl Rehearsal<'_> {
    /// Lets a thread take up to `most` actions, unless it has to wait, and returns the number of
    /// its actions.
    fn run(&mut self, thread: usize, most: u32) -> u32 {
        for taken in 0..most {
            let Some(answer) = self.answer(thread) else { return taken };
            self.threads[thread] = self.machine.resume(&self.threads[thread].state, answer);
        }
        most
    }

    /// Takes the action at which the thread is paused, and returns the answer; `None` if the action
    /// is not possible.
    fn answer(&mut self, thread: usize) -> Option<Answer> {
        let action = self.threads[thread].action;
        Some(match action {
            Action::Load { address, size, ordering, .. } => {
                let value = self.read(address, size, ordering.is_atomic());
                let answer = Answer::loaded(value.map_or(Content::nothing(size), Content::from));
                if !self.machine.goes_on(&self.threads[thread], answer) {
                    return None;
                }
                answer
            }
            Action::Store { address, size, ordering, value } => {
                self.write(address, size, ordering.is_atomic(), value);
                Answer::Done
            }
            Action::Rmw { address, size, op, .. } => {
                let old = self.read(address, size, true)?;
                if !self.machine.goes_on(&self.threads[thread], Answer::Read(old)) {
                    return None;
                }
                if let Some(new) = op.apply(old, size) {
                    self.write(address, size, true, new);
                }
                Answer::Read(old)
            }
            Action::Fence { .. } | Action::Free { .. } | Action::Detach { .. } => Answer::Done,
            Action::Spawn => {
                let child = ThreadId::from_index(self.threads.len());
                let parent = &self.threads[thread].state;
                let first = self.machine.start_child(parent, child);
                let before = self.creations.entry(thread).or_default();
                self.has_symmetric_threads = self.has_symmetric_threads
                    || before.iter().any(|before| self.machine.run_the_same(before, parent));
                before.push(parent.clone());
                self.threads.push(first);
                Answer::Spawned(child)
            }
            Action::Join { thread } => {
                Answer::Joined(self.threads.get(thread.index())?.action.joinable_result()?)
            }
            Action::Choose { .. } => Answer::Chosen(0),
            Action::Cancel { .. } => Answer::Observed,
            Action::AskBarrier { .. } => Answer::Uncounted,
            // Nobody arrives, and the end of a barrier is no access.
            Action::Barrier { .. } | Action::Assign { .. } | Action::Put { .. } => Answer::Done,
            Action::Take { .. } => Answer::Nothing,
            Action::Block(_) | Action::Fail(_) | Action::Exit { .. } => return None,
        })
    }

    fn note(&mut self, address: Address, size: AccessSize, atomic: bool) {
        self.accesses.insert(Access { address, size, atomic });
    }

    fn read(&mut self, address: Address, size: AccessSize, atomic: bool) -> Option<Value> {
        self.note(address, size, atomic);
        let mut value = 0;
        for index in (0..u64::from(size.bytes())).rev() {
            let byte = address.0.wrapping_add(index);
            let initial = || self.machine.initial_value(Address(byte), AccessSize::B1).map(|it| it.0 as u8);
            value = value << 8 | u64::from(self.bytes.get(&byte).copied().or_else(initial)?);
        }
        Some(Value(value))
    }

    fn write(&mut self, address: Address, size: AccessSize, atomic: bool, value: Value) {
        self.note(address, size, atomic);
        for index in 0..u64::from(size.bytes()) {
            self.bytes.insert(address.0.wrapping_add(index), (value.0 >> (8 * index)) as u8);
        }
    }
}
