//! Executions as texts that do not depend on the order of exploration.
//!
//! An execution is the events of its threads in program order. An event is named by its thread and
//! its place there. A read has the name of the write that it reads from, and a write that of the
//! write before it in coherence order, so the text has all of (po, rf, co).
//!
//! Failed attempts to go on are left out, and so are reads after which a thread is blocked and awaits
//! another value: which of several values such a thread has seen last depends on the exploration.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use porf_entity::ThreadId;
use porf_explore::Execution;
use porf_graph::{EventId, Graph, Label, LocationId, Source};
use porf_program::Action;

use crate::awaits::idle_await;

/// The identity of an execution: a hash of its story.
pub(super) fn fingerprint<S>(execution: &Execution<'_, S>) -> u64 {
    let mut hasher = DefaultHasher::new();
    story(execution).hash(&mut hasher);
    hasher.finish()
}

/// The story of an execution, one line for each event.
pub(super) fn story<S>(execution: &Execution<'_, S>) -> String {
    let graph = execution.graph();
    let mut text = String::new();
    for thread in execution.threads() {
        let idle = idle_await(execution, thread, &BTreeSet::new());
        let _ = writeln!(text, "{thread}:");
        for event in events(graph, thread).filter(|&event| Some(event) != idle) {
            text.push_str("  ");
            add_event(&mut text, execution, event);
            text.push('\n');
        }
        let end = match execution.next(thread).action {
            Action::Exit { .. } => "exit",
            Action::Block(_) => "blocked",
            Action::Fail(_) => "failed",
            _ => "waits",
        };
        let _ = writeln!(text, "  {end}");
    }
    text
}

fn add_event<S>(text: &mut String, execution: &Execution<'_, S>, event: EventId) {
    let graph = execution.graph();
    let place = |location: LocationId| {
        let info = execution.location(location);
        format!("{:#x}+{}", info.address.0, info.size.bytes())
    };
    let _ = match graph.event(event).label {
        Label::Read(read) => write!(
            text,
            "{:?} {:?} {} = {} from {}",
            read.kind,
            read.ordering,
            place(read.location),
            read.value,
            name(graph, read.source)
        ),
        Label::Write(it) => {
            let before = graph.write_at(it.location, graph.position(Source::Write(event)) - 1);
            let (place, before) = (place(it.location), name(graph, before));
            let exclusive = if it.exclusive { " exclusive" } else { "" };
            write!(text, "Write{exclusive} {:?} {place} = {:?} after {before}", it.ordering, it.content())
        }
        Label::Addition(location) => write!(text, "Addition {}", place(location)),
        // These name nothing that depends on the exploration.
        label => write!(text, "{label:?}"),
    };
}

/// The events of a thread without failed attempts.
fn events(graph: &Graph, thread: ThreadId) -> impl Iterator<Item = EventId> + '_ {
    let events = graph.thread_events(thread).iter().copied();
    events.filter(|&event| !matches!(graph.event(event).label, Label::Wait { .. }))
}

/// The name of a write.
fn name(graph: &Graph, source: Source) -> String {
    let Some(write) = source.write() else { return "the initial value".to_owned() };
    let thread = graph.event(write).thread;
    let place = events(graph, thread).take_while(|&other| other != write).count();
    format!("{thread}.{place}")
}
