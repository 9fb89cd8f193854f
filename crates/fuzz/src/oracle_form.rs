//! The engine's executions in the oracle's form.

use std::collections::BTreeSet;

use porf_entity::{Address, BarrierStep, EntityId, ThreadId, Value};
use porf_explore::Execution;
use porf_graph::{EventId, Graph, Label, ReadKind, Source};
use porf_oracle as oracle;
use porf_program::Action;

use crate::awaits::idle_await;

/// The engine's execution in the oracle's form. The oracle knows nothing of failed attempts to go
/// on, nor of reads after which a thread is blocked and awaits another value. At racy locations
/// nothing is awaited.
pub(crate) fn oracle_form<S>(execution: &Execution<'_, S>, racy: &BTreeSet<Address>) -> oracle::Execution {
    let graph = execution.graph();
    let threads: Vec<ThreadId> = execution.threads().collect();
    let idle: Vec<Option<EventId>> =
        threads.iter().map(|&thread| idle_await(execution, thread, racy)).collect();
    let is_left_out = |event: EventId| is_attempt(graph, event) || idle.contains(&Some(event));
    let reads_from = graph.events().filter(|&event| !is_left_out(event)).filter_map(|event| {
        let source = match graph.event(event).as_read()?.source {
            Source::Initial if matches!(execution.step(event).action, Action::Take { .. }) => return None,
            Source::Initial => oracle::Source::Initial,
            Source::Write(write) => oracle::Source::Write(place(graph, write)),
        };
        Some((place(graph, event), source))
    });
    let is_item = |location| {
        let put = graph.writes(location).first();
        put.is_some_and(|&put| matches!(execution.step(put).action, Action::Put { .. }))
    };
    let written =
        graph.locations().filter(|&location| !graph.writes(location).is_empty() && !is_item(location));
    let coherence = written.map(|location| {
        let writes = graph.writes(location).iter().map(|&write| place(graph, write)).collect();
        (execution.location(location).address, writes)
    });
    let told = graph.events().filter(|&event| !is_left_out(event) && graph.dependencies(event).is_some());
    let dependencies = told.map(|event| (place(graph, event), dependencies_of(graph, event)));
    let awaits = |thread: ThreadId| idle[thread.index()].is_some();
    let stands_at = |holds: fn(&Action) -> bool| {
        threads.iter().any(|&thread| !awaits(thread) && holds(&execution.next(thread).action))
    };
    let kinds = |&thread: &ThreadId| {
        let events = graph.thread_events(thread).iter().filter(|&&event| !is_left_out(event));
        events.flat_map(|&event| kinds_of(execution, event)).collect()
    };
    let waits = |&thread: &ThreadId| {
        let action = execution.next(thread).action;
        awaits(thread) || !matches!(action, Action::Exit { .. } | Action::Block(_) | Action::Fail(_))
    };
    oracle::Execution {
        threads: threads.iter().map(kinds).collect(),
        reads_from: reads_from.collect(),
        coherence: coherence.collect(),
        dependencies: dependencies.collect(),
        blocked: stands_at(|action| matches!(action, Action::Block(_))),
        failed: stands_at(|action| matches!(action, Action::Fail(_))),
        waiting: threads.iter().copied().filter(waits).collect(),
    }
}

fn is_attempt(graph: &Graph, event: EventId) -> bool {
    matches!(graph.event(event).label, Label::Wait { .. })
}

fn place(graph: &Graph, event: EventId) -> oracle::Event {
    let thread = graph.event(event).thread;
    let before = graph.thread_events(thread).iter().take_while(|&&other| other != event);
    let count = |&event: &EventId| match graph.event(event).label {
        Label::Wait { .. } => 0,
        Label::Addition(_) => 2,
        _ => 1,
    };
    oracle::Event { thread, index: before.map(count).sum() }
}

fn dependencies_of(graph: &Graph, event: EventId) -> oracle::Dependencies {
    oracle::Dependencies {
        address: graph.address_dependencies(event).map(|read| place(graph, read)).collect(),
        data: graph.data_dependencies(event).map(|read| place(graph, read)).collect(),
        control: graph.control_dependencies(event).map(|read| place(graph, read)).collect(),
    }
}

/// The kinds of an event of the engine. An addition whose order is left open is two events.
fn kinds_of<S>(execution: &Execution<'_, S>, event: EventId) -> Vec<oracle::EventKind> {
    let (Label::Addition(location), Action::Rmw { ordering, .. }) =
        (execution.graph().event(event).label, execution.step(event).action)
    else {
        return vec![kind(execution, event)];
    };
    let (address, value) = (execution.location(location).address, Value(0));
    let read = oracle::ReadKind::RmwSucceeded;
    vec![
        oracle::EventKind::Read { address, value, ordering: ordering.read(), kind: read },
        oracle::EventKind::Write { address, value, ordering: ordering.write(), exclusive: true },
    ]
}

fn kind<S>(execution: &Execution<'_, S>, event: EventId) -> oracle::EventKind {
    match (execution.step(event).action, execution.graph().event(event).label) {
        (Action::Put { object, times, .. }, Label::Write(write)) => {
            return oracle::EventKind::Put { object, value: write.value, ordering: write.ordering, times };
        }
        (Action::Take { object, manner, order, .. }, Label::Read(read)) => {
            let value = read.source.write().map(|_| read.value);
            return oracle::EventKind::Take { object, value, ordering: read.ordering, manner, order };
        }
        _ => {}
    }
    match execution.graph().event(event).label {
        Label::Read(read) => oracle::EventKind::Read {
            address: execution.location(read.location).address,
            value: read.value,
            ordering: read.ordering,
            kind: match read.kind {
                ReadKind::Load => oracle::ReadKind::Load,
                ReadKind::Exclusive => oracle::ReadKind::RmwSucceeded,
                ReadKind::FailedExchange => oracle::ReadKind::RmwFailed,
                ReadKind::SpuriousFailure => oracle::ReadKind::RmwFailedSpuriously,
            },
        },
        Label::Write(write) => oracle::EventKind::Write {
            address: execution.location(write.location).address,
            value: write.value,
            ordering: write.ordering,
            exclusive: write.exclusive,
        },
        Label::Fence(ordering) => oracle::EventKind::Fence { ordering },
        Label::Spawn(thread) => oracle::EventKind::Spawn { thread },
        Label::Join(thread) => oracle::EventKind::Join { thread },
        Label::Barrier { barrier, round, step: BarrierStep::Arrive } => {
            oracle::EventKind::Arrive { barrier, round: round as usize }
        }
        Label::Barrier { barrier, round, .. } => oracle::EventKind::Leave { barrier, round: round as usize },
        Label::Choice(choice) => oracle::EventKind::Choice { choice },
        Label::Wait { .. } => unreachable!("attempts are left out"),
        Label::Addition(_) => unreachable!("an addition is two events"),
        Label::Free { .. } => unreachable!("random programs have no objects"),
    }
}
