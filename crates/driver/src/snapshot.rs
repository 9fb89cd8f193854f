//! An execution of the engine as a report: addresses become names, and the two halves of a
//! read-modify-write become one event.

use porf_entity::{
    AccessSize, Address, BarrierStep, Content, EntityId, ErrorKind, PrimaryMap, SecondaryMap, SourcePosition,
    ThreadId, Value,
};
use porf_explore::{Execution, Lasso, LocationInfo, Spinning};
use porf_graph::{EventId, Label, LocationId, Read};
use porf_program::{Action, BlockReason, Step};
use porf_report::{
    EventNumber, EventReport, ExecutionReport, LocationNumber, LocationReport, Place, ReadReport, Round,
    ThreadEnd, ThreadLink, ThreadReport, ValueReport, text,
};
use rustc_hash::FxHashMap;

use crate::litmus_names::barrier_step;

/// The names of things in the user's language.
pub(crate) trait Vocabulary<S> {
    /// The name of a location.
    fn location(&self, execution: &Execution<'_, S>, location: &LocationInfo) -> String;

    /// A value in memory.
    fn value(&self, execution: &Execution<'_, S>, location: &LocationInfo, value: Value) -> String;

    /// The name of the operation of a step, and its ordering where the language has orderings.
    /// `read` is the read of the step.
    fn operation(
        &self,
        execution: &Execution<'_, S>,
        step: &Step<S>,
        read: Option<&Read>,
    ) -> (String, Option<String>);

    /// The name of a choice.
    fn choice(&self, step: &Step<S>, choice: u64) -> String {
        let _ = step;
        format!("choose {choice}")
    }

    /// The name of a barrier.
    fn barrier(&self, execution: &Execution<'_, S>, barrier: Address) -> String {
        let _ = execution;
        format!("{:#x}", barrier.0)
    }

    /// The name of a thread that exists; no other thread has it.
    fn thread(&self, execution: &Execution<'_, S>, thread: ThreadId) -> String;

    /// The condition that a thread waits for, if it waits at this step.
    fn wait(&self, execution: &Execution<'_, S>, next: &Step<S>) -> Option<String>;

    /// The place of a position in the source.
    fn place(&self, position: SourcePosition) -> Place;
}

/// The end of an execution as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ending<'a> {
    /// The ends of the threads say all.
    Open,
    /// The next action of a thread is an error, even if the thread's state does not show it.
    Failing(ThreadId, ErrorKind),
    /// The threads of the execution wait for each other.
    Stuck,
    /// The execution never ends.
    Endless(&'a Lasso),
}

/// The execution as a report; `in_error` has the events that an error is about.
pub(crate) fn snapshot<S>(
    execution: &Execution<'_, S>,
    names: &impl Vocabulary<S>,
    in_error: &[EventId],
    ending: Ending<'_>,
) -> ExecutionReport {
    let graph = execution.graph();
    let mut locations = locations(execution, names);
    let mut events = PrimaryMap::<EventNumber, EventReport>::new();
    let mut numbers: Vec<Option<EventNumber>> = Vec::with_capacity(graph.len());
    for id in graph.events() {
        let event = graph.event(id);
        // The write of a read-modify-write belongs to the event of its read. A failed attempt of a
        // waiting thread is shown as the end of the thread, if the thread ends there.
        let number = match event.label {
            Label::Write(write) if write.exclusive => {
                graph.predecessor(id).and_then(|read| numbers[read.index()])
            }
            Label::Wait { .. } => None,
            _ => Some(events.push(self::event(execution, names, &locations, id))),
        };
        numbers.push(number);
        let Some(number) = number else { continue };
        if let Label::Write(write) = event.label {
            let location = execution.location(write.location);
            events[number].wrote = Some(shown(execution, names, location, write.content()));
        }
        events[number].in_error |= in_error.contains(&id);
        events[number].repeated |= matches!(ending, Ending::Endless(lasso) if id.index() >= lasso.stem);
    }
    for id in graph.events() {
        if let Label::Read(read) = graph.event(id).label
            && let Some(number) = numbers[id.index()]
            && let Some(report) = &mut events[number].read
        {
            report.from = read.source.write().and_then(|write| numbers[write.index()]);
        }
    }
    for (id, report) in &mut locations.reports {
        report.writes = graph.writes(*id).iter().filter_map(|write| numbers[write.index()]).collect();
    }
    // Threads that do not exist in this execution have no events, and are left out where they come
    // last.
    let mut threads = PrimaryMap::new();
    for thread in execution.threads() {
        while threads.len() < thread.index() {
            threads.push(ThreadReport { name: String::new(), end: ThreadEnd::Unfinished });
        }
        let next = execution.next(thread);
        let place = names.place(next.position);
        let end = match ending {
            Ending::Failing(failing, kind) if failing == thread => {
                ThreadEnd::Failed { message: text::error_kind(kind).into(), place }
            }
            Ending::Stuck => end_of_waiting(execution, names, next),
            Ending::Endless(lasso) => match lasso.threads.iter().find(|it| it.thread == thread) {
                Some(spinning) => ThreadEnd::Blocked {
                    message: spinning_in_words(execution, names, lasso, spinning),
                    place: names.place(position_of_spinning(execution, lasso, thread)),
                },
                None => end_of_waiting(execution, names, next),
            },
            _ => end(next, place),
        };
        threads.push(ThreadReport { name: names.thread(execution, thread), end });
    }
    let locations = locations.reports.into_iter().map(|(_, report)| report).collect();
    ExecutionReport::new(threads, events, locations)
}

/// The first byte of a location, and their number.
type Bytes = (Address, AccessSize);

/// The locations that some event accesses, in the order of their numbers.
struct Locations {
    reports: Vec<(LocationId, LocationReport)>,
    numbers: SecondaryMap<LocationId, Option<LocationNumber>>,
}

/// The locations without their writes. Each has a name of its own: should they share one, they are
/// numbered. The locations of items share the name of their pool.
fn locations<S>(execution: &Execution<'_, S>, names: &impl Vocabulary<S>) -> Locations {
    let graph = execution.graph();
    let accessed = graph.locations().filter(|&location| {
        let mut additions = graph.additions().iter().map(|&addition| graph.event(addition).label);
        !graph.last_accesses(location).is_empty() || additions.any(|it| it == Label::Addition(location))
    });
    let mut locations = Locations { reports: Vec::new(), numbers: SecondaryMap::with_default(None) };
    let mut called: FxHashMap<String, Vec<(usize, Bytes)>> = FxHashMap::default();
    for id in accessed {
        let info = execution.location(id);
        let name = names.location(execution, info);
        let initial = match info.initial.value {
            _ if is_undefined(info, info.initial) => "nothing".into(),
            value => names.value(execution, info, value),
        };
        let bytes = (info.address, info.size);
        called.entry(name.clone()).or_default().push((locations.reports.len(), bytes));
        locations.numbers[id] = Some(LocationNumber::from_index(locations.reports.len()));
        locations.reports.push((id, LocationReport { name, initial, writes: Vec::new() }));
    }
    for same in called.into_values() {
        // The items of a pool are at the same bytes.
        let mut places: Vec<Bytes> = Vec::new();
        for &(_, bytes) in &same {
            if !places.contains(&bytes) {
                places.push(bytes);
            }
        }
        for (index, bytes) in same.into_iter().filter(|_| places.len() > 1) {
            let number = 1 + places.iter().position(|&place| place == bytes).unwrap_or(0);
            let name = &mut locations.reports[index].1.name;
            *name = format!("{name}#{number}");
        }
    }
    locations
}

/// Whether no bit of a location's content is defined.
fn is_undefined(location: &LocationInfo, content: Content) -> bool {
    content.undefined == Content::nothing(location.size).undefined
}

/// The content of a location in words.
fn shown<S>(
    execution: &Execution<'_, S>,
    names: &impl Vocabulary<S>,
    location: &LocationInfo,
    content: Content,
) -> ValueReport {
    let text = match is_undefined(location, content) {
        true => "undefined".into(),
        false => names.value(execution, location, content.value),
    };
    ValueReport { text, bits: content.value.0 }
}

/// The end of a thread that may wait for others.
fn end_of_waiting<S>(execution: &Execution<'_, S>, names: &impl Vocabulary<S>, next: &Step<S>) -> ThreadEnd {
    let place = names.place(next.position);
    match names.wait(execution, next) {
        Some(message) => ThreadEnd::Blocked { message, place },
        None => end(next, place),
    }
}

/// The first place of the actions that a spinning thread repeats for ever.
pub(crate) fn position_of_spinning<S>(
    execution: &Execution<'_, S>,
    lasso: &Lasso,
    thread: ThreadId,
) -> SourcePosition {
    let events = execution.graph().events().skip(lasso.stem);
    let own = events.filter(|&event| execution.graph().event(event).thread == thread);
    let positions = own.map(|event| execution.step(event).position);
    positions.min().unwrap_or_else(|| execution.next(thread).position)
}

/// The reason why a thread never leaves its loops, in words.
pub(crate) fn spinning_in_words<S>(
    execution: &Execution<'_, S>,
    names: &impl Vocabulary<S>,
    lasso: &Lasso,
    spinning: &Spinning,
) -> String {
    let graph = execution.graph();
    // The locations with the values that are read there, in the order of the first reads.
    let mut reads: Vec<(LocationId, Vec<String>)> = Vec::new();
    for read in spinning.reads.iter().filter_map(|&event| graph.event(event).as_read()) {
        let value = names.value(execution, execution.location(read.location), read.value);
        match reads.iter_mut().find(|(location, _)| *location == read.location) {
            Some((_, values)) if values.contains(&value) => {}
            Some((_, values)) => values.push(value),
            None => reads.push((read.location, vec![value])),
        }
    }
    let changes_from = |location: LocationId, value: &str| {
        let mut writes = graph.events().skip(lasso.stem).filter_map(|event| graph.event(event).as_write());
        writes.any(|write| {
            let written = names.value(execution, execution.location(location), write.value);
            write.location == location && written != value
        })
    };
    let in_words = |(location, values): &(LocationId, Vec<String>)| {
        let name = names.location(execution, execution.location(*location));
        match &values[..] {
            [value] if changes_from(*location, value) => format!("{name} is {value} whenever it is read"),
            [value] => format!("{name} stays {value}"),
            values => format!("{name} alternates between {}", values.join(" and ")),
        }
    };
    let reads: Vec<String> = reads.iter().map(in_words).collect();
    let writes = graph
        .events()
        .skip(lasso.stem)
        .any(|event| graph.event(event).thread == spinning.thread && graph.event(event).as_write().is_some());
    let what = if writes { "repeats its loop for ever" } else { "spins for ever" };
    if reads.is_empty() { what.into() } else { format!("{what}: {}", reads.join(", ")) }
}

/// An event by itself: its writes and the source of its value are added later.
fn event<S>(
    execution: &Execution<'_, S>,
    names: &impl Vocabulary<S>,
    locations: &Locations,
    id: EventId,
) -> EventReport {
    let event = execution.graph().event(id);
    let step = execution.step(id);
    let (operation, ordering) = match event.label {
        Label::Spawn(child) => (format!("create thread {}", names.thread(execution, child)), None),
        Label::Join(child) => (format!("join thread {}", names.thread(execution, child)), None),
        Label::Choice(choice) => (names.choice(step, choice), None),
        Label::Barrier { barrier, round, step } => {
            let words = format!("{} {}", barrier_step(step), names.barrier(execution, barrier));
            match step {
                BarrierStep::Destroy => (words, None),
                _ => (format!("{words} (round {})", u64::from(round) + 1), None),
            }
        }
        _ => names.operation(execution, step, event.as_read()),
    };
    let location = event.location_or_sum().map(|location| execution.location(location));
    let read = event.as_read().zip(location).map(|(read, location)| ReadReport {
        value: shown(execution, names, location, {
            let Content { undefined, .. } = execution.graph().content_of(read.source, location.initial);
            Content { value: read.value, undefined }
        }),
        from: None,
    });
    let number = event.location_or_sum().and_then(|location| locations.numbers[location]);
    let named = number.map(|number| locations.reports[number.index()].1.name.clone());
    EventReport {
        thread: event.thread,
        place: names.place(step.position),
        operation,
        ordering,
        location: named.or_else(|| location.map(|location| names.location(execution, location))),
        location_number: number,
        read,
        wrote: None,
        link: match event.label {
            Label::Spawn(child) => Some(ThreadLink::Creates(child)),
            Label::Join(child) => Some(ThreadLink::Joins(child)),
            Label::Barrier { barrier, round, step } => {
                let round = Round { barrier: number_of_barrier(execution, barrier), round: round + 1 };
                match step {
                    BarrierStep::Arrive => Some(ThreadLink::Arrives(round)),
                    BarrierStep::Leave => Some(ThreadLink::Leaves(round)),
                    BarrierStep::Destroy => None,
                }
            }
            _ => None,
        },
        in_error: false,
        repeated: false,
    }
}

/// The number of a barrier, counted in the order in which threads come to the barriers.
fn number_of_barrier<S>(execution: &Execution<'_, S>, barrier: Address) -> usize {
    let mut barriers: Vec<Address> = Vec::new();
    for &event in execution.graph().barrier_events() {
        match execution.graph().event(event).label {
            Label::Barrier { barrier: other, .. } if other == barrier => break,
            Label::Barrier { barrier: other, .. } if !barriers.contains(&other) => barriers.push(other),
            _ => {}
        }
    }
    barriers.len()
}

fn end<S>(next: &Step<S>, place: Place) -> ThreadEnd {
    match next.action {
        Action::Exit { .. } => ThreadEnd::Finished,
        Action::Block(reason) => {
            let message = match reason {
                BlockReason::Assume => "blocked: the assumption is false",
                BlockReason::Spin => "spins",
                BlockReason::LoopBound => "cut: the loop goes on beyond its bound",
                BlockReason::EventLimit => "cut: it had too many events",
                BlockReason::StepLimit => "cut: it ran for too many steps",
                BlockReason::Stopped => "stopped",
            };
            ThreadEnd::Blocked { message: message.into(), place }
        }
        Action::Fail(failure) => ThreadEnd::Failed { message: text::error_kind(failure.kind).into(), place },
        _ => ThreadEnd::Unfinished,
    }
}
