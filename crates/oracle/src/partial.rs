//! Partial executions, which grow by one action of one thread at a time.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{AccessSize, Address, BarrierStep, EntityId, NumberSet, RmwOp, Taking, ThreadId, Value};
use porf_program::{Action, Answer, Program, Step};

use crate::execution::{Dependencies, Event, EventKind, Execution, ReadKind, Source};

/// A part of an execution, closed under po and rf, with each thread paused after its part. Threads
/// that do not exist yet have no step.
#[derive(Clone)]
pub(crate) struct Partial<S> {
    pub(crate) steps: Vec<Option<Step<S>>>,
    pub(crate) execution: Execution,
}

/// An execution after one more action of a thread, and the answer that this action gets.
struct Extension {
    execution: Execution,
    answer: Answer,
}

impl<S: Clone> Partial<S> {
    /// The partial execution without events.
    pub(crate) fn nothing<P: Program<State = S>>(program: &P) -> Self {
        let threads = program.thread_count();
        let execution = Execution {
            threads: vec![Vec::new(); threads],
            reads_from: BTreeMap::new(),
            coherence: BTreeMap::new(),
            dependencies: BTreeMap::new(),
            blocked: false,
            failed: false,
            waiting: BTreeSet::new(),
        };
        let steps = (0..threads).map(|thread| Some(program.start(ThreadId::from_index(thread)))).collect();
        Self { steps, execution }
    }

    pub(crate) fn threads(&self) -> impl Iterator<Item = ThreadId> + use<S> {
        (0..self.steps.len()).map(ThreadId::from_index)
    }

    /// The next action of the thread, if the thread exists.
    pub(crate) fn action(&self, thread: ThreadId) -> Option<Action> {
        self.steps[thread.index()].as_ref().map(|step| step.action)
    }

    /// Whether the thread has finished without ending the process, so that it can be joined.
    pub(crate) fn can_be_joined(&self, thread: ThreadId) -> bool {
        self.action(thread).is_some_and(|action| action.joinable_result().is_some())
    }

    /// The execution, marked as blocked or failed by the next actions of its threads, given that no
    /// event is added any more.
    pub(crate) fn ended(&self) -> Execution {
        let actions = || self.threads().filter_map(|thread| self.action(thread));
        Execution {
            blocked: actions().any(|action| matches!(action, Action::Block(_))),
            failed: actions().any(|action| matches!(action, Action::Fail(_))),
            ..self.execution.clone()
        }
    }

    /// Whether a thread does not have to wait at a barrier: it is not about to leave one, or all
    /// threads of the round have arrived.
    pub(crate) fn can_leave(&self, thread: ThreadId) -> bool {
        let Some(Action::Barrier { barrier, threads, step: BarrierStep::Leave }) = self.action(thread) else {
            return true;
        };
        let own = self.execution.arrivals(thread, barrier);
        let has_arrived = |&other: &ThreadId| self.execution.arrivals(other, barrier) >= own;
        self.threads().filter(has_arrived).count() >= threads as usize
    }

    /// All partial executions that follow when the thread takes its next action. If the action
    /// reads, it reads one of the `sources` of a location. There are none if the thread cannot go
    /// on.
    pub(crate) fn successors<P: Program<State = S>>(
        &self,
        program: &P,
        thread: ThreadId,
        sources: impl Fn(&Execution, Address, AccessSize) -> Vec<(Source, Value)>,
    ) -> Vec<Self> {
        let Some(step) = &self.steps[thread.index()] else { return Vec::new() };
        if let Action::Join { thread: other } = step.action
            && !self.can_be_joined(other)
        {
            return Vec::new();
        }
        if !self.can_leave(thread) {
            return Vec::new();
        }
        let sources = |address, size| sources(&self.execution, address, size);
        let extensions = extensions(program, &self.execution, thread, step, sources);
        let successor = |Extension { mut execution, answer }| {
            let mut steps = self.steps.clone();
            if let Answer::Spawned(child) = answer {
                let room = child.index() + 1;
                steps.resize(room.max(steps.len()), None);
                execution.threads.resize(room.max(execution.threads.len()), Vec::new());
                steps[child.index()] = Some(program.start_child(&step.state, child));
            }
            steps[thread.index()] = Some(program.resume(&step.state, answer));
            Self { steps, execution }
        };
        extensions.into_iter().map(successor).collect()
    }
}

/// All ways in which a thread can take its next action; none if the thread has ended.
fn extensions<P: Program>(
    program: &P,
    partial: &Execution,
    thread: ThreadId,
    step: &Step<P::State>,
    sources: impl Fn(Address, AccessSize) -> Vec<(Source, Value)>,
) -> Vec<Extension> {
    let extend = |events: &[EventKind], source: Option<Source>, answer: Answer| {
        let mut execution = partial.clone();
        let own_events = &mut execution.threads[thread.index()];
        if let Some(source) = source {
            // The read comes first among the events of an action.
            execution.reads_from.insert(Event { thread, index: own_events.len() }, source);
        }
        let first = own_events.len();
        own_events.extend(events);
        for index in first..first + events.len() {
            if let Some(dependencies) = dependencies(program, step, &execution, Event { thread, index }) {
                execution.dependencies.insert(Event { thread, index }, dependencies);
            }
        }
        Extension { execution, answer }
    };
    let goes_on = |value| program.goes_on(step, Answer::Read(value));
    match step.action {
        Action::Load { address, size, ordering, .. } => sources(address, size)
            .into_iter()
            .filter(|&(_, value)| goes_on(value))
            .map(|(source, value)| {
                let read = EventKind::Read { address, value, ordering, kind: ReadKind::Load };
                extend(&[read], Some(source), Answer::Read(value))
            })
            .collect(),
        Action::Store { address, ordering, value, .. } => {
            let write = EventKind::Write { address, value, ordering, exclusive: false };
            vec![extend(&[write], None, Answer::Done)]
        }
        Action::Rmw { address, size, ordering, op, .. } => {
            let failed_read = |value, kind| {
                let ordering = match op {
                    RmwOp::CompareExchange { failure, .. } => failure,
                    RmwOp::Fetch { .. } | RmwOp::Exchange(_) => ordering.read(),
                };
                EventKind::Read { address, value, ordering, kind }
            };
            let mut extensions = Vec::new();
            for (source, value) in sources(address, size) {
                let events = match op.apply(value, size) {
                    Some(written) => vec![
                        EventKind::Read {
                            address,
                            value,
                            ordering: ordering.read(),
                            kind: ReadKind::RmwSucceeded,
                        },
                        EventKind::Write {
                            address,
                            value: written,
                            ordering: ordering.write(),
                            exclusive: true,
                        },
                    ],
                    None => vec![failed_read(value, ReadKind::RmwFailed)],
                };
                // Atomicity allows no second rmw that writes here.
                if goes_on(value) && (events.len() == 1 || !is_taken(partial, address, source)) {
                    extensions.push(extend(&events, Some(source), Answer::Read(value)));
                }
                if op.may_fail_spuriously(value, size)
                    && program.goes_on(step, Answer::SpuriousFailure(value))
                {
                    let read = failed_read(value, ReadKind::RmwFailedSpuriously);
                    extensions.push(extend(&[read], Some(source), Answer::SpuriousFailure(value)));
                }
            }
            extensions
        }
        Action::Put { object, ordering, value, times, .. } => {
            vec![extend(&[EventKind::Put { object, value, ordering, times }], None, Answer::Done)]
        }
        Action::Take { object, ordering, manner, order, .. } => {
            let take = |value| EventKind::Take { object, value, ordering, manner, order };
            let takes = items(partial, object, manner).into_iter().map(|(item, value)| {
                extend(&[take(Some(value))], Some(Source::Write(item)), Answer::Read(value))
            });
            let nothing = manner.may_find_nothing().then(|| extend(&[take(None)], None, Answer::Nothing));
            takes.chain(nothing).collect()
        }
        Action::Fence { ordering } => vec![extend(&[EventKind::Fence { ordering }], None, Answer::Done)],
        Action::Spawn => {
            let spawns = |kind: &EventKind| matches!(kind, EventKind::Spawn { .. });
            let elder = partial.threads.iter().flatten().filter(|kind| spawns(kind)).count();
            let child = ThreadId::from_index(program.thread_count() + elder);
            vec![extend(&[EventKind::Spawn { thread: child }], None, Answer::Spawned(child))]
        }
        Action::Join { thread } => {
            vec![extend(&[EventKind::Join { thread }], None, Answer::Joined(Value(0)))]
        }
        Action::Barrier { barrier, step: BarrierStep::Arrive, .. } => {
            let round = partial.arrivals(thread, barrier);
            vec![extend(&[EventKind::Arrive { barrier, round }], None, Answer::Done)]
        }
        Action::Barrier { barrier, step: BarrierStep::Leave, .. } => {
            let round = partial.arrivals(thread, barrier) - 1;
            vec![extend(&[EventKind::Leave { barrier, round }], None, Answer::Left { odd: round % 2 == 1 })]
        }
        Action::Choose { count, .. } => (0..count)
            .map(|choice| extend(&[EventKind::Choice { choice }], None, Answer::Chosen(choice)))
            .collect(),
        Action::Cancel { .. }
        | Action::AskBarrier { .. }
        | Action::Assign { .. }
        | Action::Barrier { step: BarrierStep::Destroy, .. }
        | Action::Free { .. }
        | Action::Detach { .. }
        | Action::Block(_)
        | Action::Fail(_)
        | Action::Exit { .. } => Vec::new(),
    }
}

/// The dependencies of an event of an action, with the reads of its thread as events.
fn dependencies<P: Program>(
    program: &P,
    step: &Step<P::State>,
    execution: &Execution,
    event: Event,
) -> Option<Dependencies> {
    let told = program.dependencies(&step.state)?;
    let own = execution.threads[event.thread.index()].iter().enumerate();
    let reads: Vec<usize> = own.filter(|(_, kind)| kind.is_read()).map(|(index, _)| index).collect();
    let events = |numbers: &NumberSet| -> BTreeSet<Event> {
        numbers.iter().map(|number| Event { index: reads[number as usize], ..event }).collect()
    };
    Some(Dependencies {
        address: events(&told.address),
        // Only the write of a read-modify-write uses its operand.
        data: if execution.kind(event).is_write() { events(&told.data) } else { BTreeSet::new() },
        control: events(&told.control),
    })
}

/// The items of a pool that a thread may read, with their values.
pub(crate) fn items(partial: &Execution, object: Address, manner: Taking) -> Vec<(Event, Value)> {
    let times_taken = |item: Event| {
        let takes = |kind| matches!(kind, EventKind::Take { manner, .. } if manner.takes());
        let taken = partial.reads_from.iter();
        taken.filter(|&(&take, &from)| from == Source::Write(item) && takes(partial.kind(take))).count()
    };
    let items = partial.events().filter_map(|(event, kind)| match kind {
        EventKind::Put { object: at, value, times, .. } if at == object => Some((event, value, times)),
        _ => None,
    });
    items
        .filter(|&(item, _, times)| !manner.takes() || times_taken(item) < times as usize)
        .map(|(item, value, _)| (item, value))
        .collect()
}

/// Whether an rmw that writes has read from the source already.
fn is_taken(partial: &Execution, address: Address, source: Source) -> bool {
    partial.reads_from.iter().any(|(&read, &from)| {
        let kind = partial.kind(read);
        from == source
            && kind.address() == Some(address)
            && matches!(kind, EventKind::Read { kind: ReadKind::RmwSucceeded, .. })
    })
}
