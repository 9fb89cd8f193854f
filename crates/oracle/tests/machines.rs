//! The axioms of SC, TSO and PSO, and the enumeration, against machines.
//!
//! A machine has a memory and a store buffer a thread; it runs a program one step at a time, and all its
//! runs are tried. It knows nothing of relations: what a read reads from is what stands in the buffer or
//! in the memory, and coherence is the order in which writes reach the memory. The executions that
//! its runs leave behind must be exactly those that the axioms allow.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use porf_entity::{
    AccessSize, Address, EntityId, FenceOrdering, ReadOrdering, RmwOp, ThreadId, Value, WriteOrdering,
};
use porf_oracle::{Event, EventKind, Execution, ModelName, ReadKind, Source, executions_all_models};
use porf_program::{Action, Answer, Program, Step};
use porf_testing::{Profile, RandomProgram, ThreadState};

/// What stands in a store buffer.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Entry {
    Write {
        event: Event,
        address: Address,
        value: Value,
        ordering: WriteOrdering,
    },
    /// Writes before and after it stay in order.
    StoreStoreFence,
}

#[derive(Clone)]
struct Machine {
    steps: Vec<Step<ThreadState>>,
    execution: Execution,
    buffers: Vec<Vec<Entry>>,
}

impl Machine {
    fn new(program: &RandomProgram) -> Self {
        let threads = program.threads.len();
        Self {
            steps: program.threads.ids().map(|thread| program.start(thread)).collect(),
            execution: Execution {
                threads: vec![Vec::new(); threads],
                reads_from: BTreeMap::new(),
                coherence: BTreeMap::new(),
                dependencies: BTreeMap::new(),
                blocked: false,
                failed: false,
                waiting: BTreeSet::new(),
            },
            buffers: vec![Vec::new(); threads],
        }
    }

    /// All machines one step later.
    fn successors(&self, program: &RandomProgram, model: ModelName) -> Vec<Self> {
        let mut successors = Vec::new();
        for thread in program.threads.ids() {
            for entry in 0..self.buffers[thread.index()].len() {
                if self.may_leave_buffer(thread, entry, model) {
                    let mut next = self.clone();
                    next.leave_buffer(thread, entry);
                    successors.push(next);
                }
            }
            self.act(program, thread, model, &mut successors);
        }
        successors
    }

    fn may_leave_buffer(&self, thread: ThreadId, entry: usize, model: ModelName) -> bool {
        let (earlier, rest) = self.buffers[thread.index()].split_at(entry);
        match rest[0] {
            _ if earlier.is_empty() => true,
            Entry::Write { address, .. } if model == ModelName::Pso => earlier
                .iter()
                .all(|entry| matches!(entry, Entry::Write { address: other, .. } if *other != address)),
            Entry::Write { .. } | Entry::StoreStoreFence => false,
        }
    }

    fn leave_buffer(&mut self, thread: ThreadId, entry: usize) {
        if let Entry::Write { event, address, .. } = self.buffers[thread.index()].remove(entry) {
            self.execution.coherence.entry(address).or_default().push(event);
        }
    }

    /// Takes the next action of a thread, if it can be taken now.
    fn act(&self, program: &RandomProgram, thread: ThreadId, model: ModelName, successors: &mut Vec<Self>) {
        let buffer = &self.buffers[thread.index()];
        // A full fence follows each seq_cst store.
        let is_at_full_fence =
            buffer.iter().any(|entry| matches!(entry, Entry::Write { ordering: WriteOrdering::SeqCst, .. }));
        if is_at_full_fence {
            return;
        }
        let next = |events: &[EventKind], source, answer| {
            let mut next = self.clone();
            let event = Event { thread, index: self.execution.threads[thread.index()].len() };
            next.execution.threads[thread.index()].extend(events);
            if let Some(source) = source {
                next.execution.reads_from.insert(event, source);
            }
            next.steps[thread.index()] = program.resume(&self.steps[thread.index()].state, answer);
            (next, event)
        };
        match self.steps[thread.index()].action {
            Action::Load { address, size, ordering, wait: None } => {
                let (source, value) = self.read(program, thread, address, size);
                let read = EventKind::Read { address, value, ordering, kind: ReadKind::Load };
                successors.push(next(&[read], Some(source), Answer::Read(value)).0);
            }
            Action::Store { address, ordering, value, .. } => {
                let write = EventKind::Write { address, value, ordering, exclusive: false };
                let (mut next, event) = next(&[write], None, Answer::Done);
                if model == ModelName::Sc {
                    next.execution.coherence.entry(address).or_default().push(event);
                } else {
                    if model == ModelName::Pso && ordering.is_release() {
                        next.buffers[thread.index()].push(Entry::StoreStoreFence);
                    }
                    next.buffers[thread.index()].push(Entry::Write { event, address, value, ordering });
                }
                successors.push(next);
            }
            // Locked: straight to the memory, and only when nothing is buffered.
            Action::Rmw { address, size, ordering, op, wait: None } if buffer.is_empty() => {
                let (source, value) = self.read(program, thread, address, size);
                let read = |ordering, kind| EventKind::Read { address, value, ordering, kind };
                let failure = match op {
                    RmwOp::CompareExchange { failure, .. } => failure,
                    _ => ReadOrdering::Relaxed,
                };
                if let Some(written) = op.apply(value, size) {
                    let events = [
                        read(ordering.read(), ReadKind::RmwSucceeded),
                        EventKind::Write {
                            address,
                            value: written,
                            ordering: ordering.write(),
                            exclusive: true,
                        },
                    ];
                    let (mut next, Event { thread, index }) =
                        next(&events, Some(source), Answer::Read(value));
                    let write = Event { thread, index: index + 1 };
                    next.execution.coherence.entry(address).or_default().push(write);
                    successors.push(next);
                } else {
                    let read = read(failure, ReadKind::RmwFailed);
                    successors.push(next(&[read], Some(source), Answer::Read(value)).0);
                }
                if op.may_fail_spuriously(value, size) {
                    let read = read(failure, ReadKind::RmwFailedSpuriously);
                    successors.push(next(&[read], Some(source), Answer::SpuriousFailure(value)).0);
                }
            }
            Action::Fence { ordering } if ordering != FenceOrdering::SeqCst || buffer.is_empty() => {
                let (mut next, _) = next(&[EventKind::Fence { ordering }], None, Answer::Done);
                if model == ModelName::Pso && ordering.is_release() {
                    next.buffers[thread.index()].push(Entry::StoreStoreFence);
                }
                successors.push(next);
            }
            Action::Rmw { wait: None, .. } | Action::Fence { .. } => {}
            Action::Block(_) | Action::Fail(_) | Action::Exit { .. } => {}
            Action::Load { wait: Some(_), .. }
            | Action::Rmw { wait: Some(_), .. }
            | Action::Spawn
            | Action::Join { .. }
            | Action::Choose { .. }
            | Action::Cancel { .. }
            | Action::AskBarrier { .. }
            | Action::Assign { .. }
            | Action::Put { .. }
            | Action::Take { .. }
            | Action::Barrier { .. }
            | Action::Detach { .. }
            | Action::Free { .. } => unreachable!("programs that have a litmus form do none of this"),
        }
    }

    /// What a thread reads now: its own latest buffered write, or else the memory.
    fn read(
        &self,
        program: &RandomProgram,
        thread: ThreadId,
        address: Address,
        size: AccessSize,
    ) -> (Source, Value) {
        let buffered = self.buffers[thread.index()].iter().rev().find_map(|entry| match *entry {
            Entry::Write { event, address: written, value, .. } if written == address => {
                Some((Source::Write(event), value))
            }
            _ => None,
        });
        let in_memory = || {
            let &event = self.execution.coherence.get(&address)?.last()?;
            match self.execution.kind(event) {
                EventKind::Write { value, .. } => Some((Source::Write(event), value)),
                _ => None,
            }
        };
        let initial = || {
            let value =
                program.initial_value(address, size).expect("every location of a random program has a value");
            (Source::Initial, value)
        };
        buffered.or_else(in_memory).unwrap_or_else(initial)
    }

    fn into_execution(self) -> Execution {
        let blocked = self.steps.iter().any(|step| matches!(step.action, Action::Block(_)));
        Execution { blocked, ..self.execution }
    }
}

/// The executions that all runs of the machine leave behind.
fn runs(program: &RandomProgram, model: ModelName) -> BTreeSet<Execution> {
    let start = Machine::new(program);
    let mut visited = HashSet::from([(start.execution.clone(), start.buffers.clone())]);
    let mut pending = vec![start];
    let mut ended = BTreeSet::new();
    while let Some(machine) = pending.pop() {
        let successors = machine.successors(program, model);
        if successors.is_empty() {
            ended.insert(machine.into_execution());
            continue;
        }
        for next in successors {
            if visited.insert((next.execution.clone(), next.buffers.clone())) {
                pending.push(next);
            }
        }
    }
    ended
}

/// Prints what only one of the two sets has.
fn difference(axioms: &BTreeSet<Execution>, machine: &BTreeSet<Execution>) -> String {
    let list = |title: &str, executions: Vec<&Execution>| {
        executions.iter().map(|execution| format!("{title}:\n{execution}")).collect::<String>()
    };
    list("axioms only", axioms.difference(machine).collect())
        + &list("machine only", machine.difference(axioms).collect())
}

#[test]
fn axioms_and_machines_agree() {
    let mut weak = BTreeMap::from([(ModelName::Tso, 0), (ModelName::Pso, 0)]);
    for profile in Profile::ALL.into_iter().filter(|profile| profile.has_litmus_form()) {
        for seed in 0..30 {
            let program = RandomProgram::from_seed(seed, profile);
            let by_axioms = executions_all_models(&program);
            for model in [ModelName::Sc, ModelName::Tso, ModelName::Pso] {
                let by_machine = runs(&program, model);
                let axioms = &by_axioms[&model];
                assert!(
                    *axioms == by_machine,
                    "{model}, {profile:?}, seed {seed}\n{program}{}",
                    difference(axioms, &by_machine)
                );
            }
            for (model, count) in &mut weak {
                *count += usize::from(by_axioms[model] != by_axioms[&ModelName::Sc]);
            }
        }
    }
    // The comparison means little unless many of the programs behave weakly.
    assert!(weak.values().all(|&count| count >= 30), "{weak:?}");
}
