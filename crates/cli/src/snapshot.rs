//! An execution of the engine as a report: addresses become names, the two halves of a read-modify-write
//! one event.

use porf_entity::{AccessSize, Address, EntityId, FenceOrdering, PrimaryMap, RmwOp, ThreadId, Value};
use porf_explore::{Execution, LocationInfo};
use porf_graph::{EventId, Label, Read, ReadKind};
use porf_litmus::{Dialect, Observable, ObservableSource};
use porf_program::{Action, BlockReason, Failure, Step};
use porf_report::{
    ErrorKind, EventNumber, EventReport, ExecutionReport, LocationReport, ReadReport, ThreadEnd, ThreadReport,
};

use crate::load::LoadedTest;

/// Calls things by the names that they have in a test.
#[derive(Clone, Copy)]
pub(crate) struct Names<'a> {
    loaded: &'a LoadedTest,
}

impl<'a> Names<'a> {
    pub(crate) fn new(loaded: &'a LoadedTest) -> Self {
        Self { loaded }
    }

    /// The value of an observable.
    pub(crate) fn observed(&self, observable: &Observable, value: Value) -> String {
        observable.display(value, |address| self.pointee(address))
    }

    /// What a pointer with this value points to.
    pub(crate) fn pointee(&self, address: Address) -> Option<String> {
        let (global, offset) = self.loaded.machine.global_at(address)?;
        let name = &self.loaded.test.module.globals[global].name;
        Some(if offset == 0 { name.clone() } else { format!("{name}+{offset}") })
    }

    /// The name of a location: of a variable, or of an element of one.
    pub(crate) fn location(&self, location: &LocationInfo) -> String {
        let size = u64::from(location.size.bytes());
        match self.loaded.machine.global_at(location.address) {
            Some((global, offset)) => {
                let global = &self.loaded.test.module.globals[global];
                if global.size == size {
                    global.name.clone()
                } else {
                    format!("{}[{}]", global.name, offset / size)
                }
            }
            None => format!("{:#x}", location.address.0),
        }
    }

    /// A value in memory. Its type is known where the location is observed; elsewhere it is taken for an
    /// address if it is one, and for a signed number otherwise.
    fn in_memory(&self, location: &LocationInfo, value: Value) -> String {
        let is_here = |observable: &&Observable| match observable.source {
            ObservableSource::Location { global, offset, .. } => {
                self.loaded.machine.address_of(global).0 + offset == location.address.0
            }
            ObservableSource::Register { .. } => false,
        };
        match self.loaded.test.observables.iter().find(is_here) {
            Some(observable) => self.observed(observable, value),
            None => (location.size == AccessSize::B8)
                .then(|| self.pointee(Address(value.0)))
                .flatten()
                .unwrap_or_else(|| value.signed(location.size).to_string()),
        }
    }

    /// What went wrong, in more words than its kind has.
    pub(crate) fn failure(&self, failure: Failure) -> String {
        match failure {
            Failure::Assertion => "the asserted condition is false".into(),
            Failure::InvalidAccess(address) => match self.pointee(address) {
                Some(name) => format!("an access at {name} does not stay within one variable"),
                None => format!("nothing is at the address {:#x}", address.0),
            },
            Failure::Division => "a division by zero, or one whose result does not fit".into(),
            Failure::Unreachable => "control reached a point that it must not reach".into(),
            Failure::StackOverflow => "calls are nested too deeply".into(),
        }
    }

    /// The execution as a report; `in_error` are the events that an error is about.
    pub(crate) fn snapshot<S>(&self, execution: &Execution<'_, S>, in_error: &[EventId]) -> ExecutionReport {
        let graph = execution.graph();
        let mut events = PrimaryMap::<EventNumber, EventReport>::new();
        let mut numbers: Vec<EventNumber> = Vec::with_capacity(graph.len());
        for id in graph.events() {
            let event = graph.event(id);
            // The write of a read-modify-write belongs to the event of its read.
            let written_by_rmw = match event.label {
                Label::Write(write) if write.exclusive => graph.predecessor(id),
                _ => None,
            };
            let number = match written_by_rmw {
                Some(read) => numbers[read.index()],
                None => events.push(self.event(execution, id)),
            };
            numbers.push(number);
            if let Label::Write(write) = event.label {
                events[number].wrote = Some(self.in_memory(execution.location(write.location), write.value));
            }
            events[number].in_error |= in_error.contains(&id);
        }
        for id in graph.events() {
            if let Label::Read(read) = graph.event(id).label
                && let Some(report) = &mut events[numbers[id.index()]].read
            {
                report.from = read.source.map(|source| numbers[source.index()]);
            }
        }
        let location = |id| {
            let info = execution.location(id);
            LocationReport {
                name: self.location(info),
                initial: self.in_memory(info, info.initial),
                writes: graph.writes(id).iter().map(|write| numbers[write.index()]).collect(),
            }
        };
        let threads = self.loaded.test.module.threads.iter().enumerate().map(|(index, entry)| ThreadReport {
            name: entry.name.clone(),
            end: self.end(execution.next(ThreadId::from_index(index))),
        });
        ExecutionReport::new(threads.collect(), events, graph.locations().map(location).collect())
    }

    /// An event by itself: what it writes and where its value comes from is added to it later.
    fn event<S>(&self, execution: &Execution<'_, S>, id: EventId) -> EventReport {
        let event = execution.graph().event(id);
        let step = execution.step(id);
        let (operation, ordering) = self.operation(&step.action, event.as_read());
        let location = event.location().map(|location| execution.location(location));
        let read = event
            .as_read()
            .zip(location)
            .map(|(read, location)| ReadReport { value: self.in_memory(location, read.value), from: None });
        EventReport {
            thread: event.thread,
            place: step.position.into(),
            operation,
            ordering,
            location: location.map(|location| self.location(location)),
            read,
            wrote: None,
            in_error: false,
        }
    }

    /// The name of an operation, and its ordering where the language has orderings.
    fn operation(&self, action: &Action, read: Option<&Read>) -> (String, Option<String>) {
        let (operation, ordering) = match action {
            Action::Load { ordering, .. } => ("load".to_string(), ordering.to_string()),
            Action::Store { ordering, .. } => ("store".to_string(), ordering.to_string()),
            Action::Fence { ordering } => match (self.loaded.test.dialect, ordering) {
                (Dialect::X86, FenceOrdering::Acquire) => ("lfence".to_string(), String::new()),
                (Dialect::X86, FenceOrdering::Release) => ("sfence".to_string(), String::new()),
                (Dialect::X86, _) => ("mfence".to_string(), String::new()),
                (Dialect::C, ordering) => ("fence".to_string(), ordering.to_string()),
            },
            Action::Rmw { ordering, op, .. } => match (op, read.map(|read| (read.kind, read.ordering))) {
                (_, Some((ReadKind::FailedExchange, failure))) => ("failed cas".into(), failure.to_string()),
                (_, Some((ReadKind::SpuriousFailure, failure))) => {
                    ("spuriously failed cas".into(), failure.to_string())
                }
                (RmwOp::CompareExchange { .. }, _) => ("cas".into(), ordering.to_string()),
                (RmwOp::Exchange(_), _) => ("exchange".into(), ordering.to_string()),
                (RmwOp::Fetch { op, .. }, _) => (format!("fetch_{op}"), ordering.to_string()),
            },
            Action::Block(_) | Action::Fail(_) | Action::Exit => (String::new(), String::new()),
        };
        let has_orderings = self.loaded.test.dialect == Dialect::C;
        (operation, has_orderings.then_some(ordering))
    }

    fn end<S>(&self, next: &Step<S>) -> ThreadEnd {
        let place = next.position.into();
        match next.action {
            Action::Exit => ThreadEnd::Finished,
            Action::Block(reason) => {
                let message = match reason {
                    BlockReason::Assume => "blocked: the assumption is false",
                    BlockReason::LoopBound => "cut: the loop goes on beyond its bound",
                    BlockReason::StepLimit => "cut: no access for too many steps",
                };
                ThreadEnd::Blocked { message: message.into(), place }
            }
            Action::Fail(failure) => ThreadEnd::Failed { message: error_kind(failure).to_string(), place },
            _ => ThreadEnd::Unfinished,
        }
    }
}

/// What sort of error a failure is.
pub(crate) fn error_kind(failure: Failure) -> ErrorKind {
    match failure {
        Failure::Assertion => ErrorKind::Assertion,
        Failure::InvalidAccess(_) => ErrorKind::InvalidAccess,
        Failure::Division => ErrorKind::Division,
        Failure::Unreachable => ErrorKind::Unreachable,
        Failure::StackOverflow => ErrorKind::StackOverflow,
    }
}
