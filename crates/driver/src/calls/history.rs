//! Histories: the calls that the threads of an execution make, and how they are ordered.
//!
//! A call begins with a mark and ends with one, unless its thread waits in it for ever. Two relations
//! of calls follow from happens-before of the marks:
//!
//! - `before`: one call ends before the other one begins. So the client has ordered them, or what the
//!   first one did is known to the thread that makes the second.
//! - `sees`: one call begins before the other one ends. So whoever made the second call sees, behind it,
//!   all that the thread of the first had done in front of it. This is all that a client can know of how
//!   two calls synchronise.
//!
//! A history is what the client can tell of an execution: the arguments and results of calls, and what its own
//! reads and choices find between them. Executions of two programs with the same client have equal histories if the
//! client cannot distinguish them. So objects on the heap, whose addresses depend on what else a thread
//! allocates, are numbered in the order in which they come up, and reads have the places of their writes
//! in the client and no values.

use std::sync::Arc;

use porf_entity::{Content, EntityId, Relation, ThreadId};
use porf_explore::Execution;
use porf_graph::{EventId, Label, Source};
use porf_ir::intrinsics::StageCode;
use porf_program::{Action, Program};
use porf_vm::{CallMark, Place, State};
use rustc_hash::FxHashMap;

use super::wrap::MarkedFunction;
use crate::build::LoadedProgram;

/// An argument or result.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum CallValue {
    /// A number of so many bits; undefined bits are 0.
    Number { bits: u32, value: u64, undefined: u64 },
    /// A byte of a global.
    Global { name: Arc<str>, offset: u64 },
    /// A byte of an object on the heap, the n-th that comes up in the history.
    Object { number: usize, offset: u64 },
}

/// How a call ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) enum CallEnd {
    /// The thread waits in the call for ever.
    Waits,
    /// The thread ends in the call, or ends the process.
    Leaves,
    /// The call returns this, or nothing.
    Returns(Option<CallValue>),
}

/// A call.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Call {
    /// The place of the function in the list of those that are marked.
    pub(crate) function: usize,
    pub(crate) arguments: Vec<CallValue>,
    pub(crate) end: CallEnd,
}

/// A thread's name that does not depend on the execution: for each of its ancestors and itself, how many
/// threads the parent had created before.
pub(crate) type ThreadPath = Vec<u32>;

/// What a thread finds out between its calls.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Finding {
    /// The number of calls that it has made before.
    after: usize,
    found: Found,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Found {
    /// It chooses this alternative.
    Choice(u64),
    /// It reads from the initial write.
    Initial,
    /// It reads from a write of the client: of this thread, after so many others between its calls.
    Write(ThreadPath, usize),
    /// It reads from a write of the library.
    OfLibrary,
}

/// The part of a thread in a history.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct ThreadHistory {
    pub(crate) path: ThreadPath,
    pub(crate) calls: Vec<Call>,
    findings: Vec<Finding>,
}

/// The calls of the threads and what they find out between them, in the order of the threads' paths. Threads that do neither are
/// left out.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct History {
    pub(crate) threads: Vec<ThreadHistory>,
}

impl History {
    /// All calls, thread by thread. Relations number calls in this order.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &Call> {
        self.threads.iter().flat_map(|thread| &thread.calls)
    }
}

/// The events of a call.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CallEvents {
    pub(crate) thread: ThreadId,
    pub(crate) begin: EventId,
    pub(crate) effect: Option<EventId>,
    pub(crate) end: Option<EventId>,
}

/// The history of an execution, and the order of its calls.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub(crate) history: History,
    /// The events of all calls, numbered as in the history.
    pub(crate) events: Vec<CallEvents>,
    pub(crate) before: Relation,
    pub(crate) sees: Relation,
    /// The order in which calls take effect, where marks tell.
    pub(crate) effects: Relation,
}

/// The calls of an execution.
pub(crate) fn observe(
    loaded: &LoadedProgram,
    functions: &[MarkedFunction],
    globals: &[Arc<str>],
    execution: &Execution<'_, State>,
) -> Observed {
    let paths = paths(execution);
    let mut reader = Reader { loaded, functions, globals, execution, objects: Vec::new() };
    let mut events = Vec::new();
    let mut threads = Vec::new();
    let mut places: FxHashMap<EventId, (ThreadPath, usize)> = FxHashMap::default();
    let mut reads: Vec<Vec<(usize, EventId)>> = Vec::new();
    for (path, thread) in &paths {
        let calls = reader.calls_of(*thread, &mut events);
        let between = reader.between_calls(*thread);
        places.extend((0..).zip(between.writes).map(|(place, write)| (write, (path.clone(), place))));
        reads.push(between.reads);
        threads.push(ThreadHistory { path: path.clone(), calls, findings: between.choices });
    }
    for (thread, reads) in threads.iter_mut().zip(reads) {
        let found = |read: EventId| match execution.graph().event(read).as_read().map(|read| read.source) {
            Some(Source::Write(write)) => match places.get(&write) {
                Some((path, place)) => Found::Write(path.clone(), *place),
                None => Found::OfLibrary,
            },
            _ => Found::Initial,
        };
        thread.findings.extend(reads.into_iter().map(|(after, read)| Finding { after, found: found(read) }));
    }
    threads.retain(|thread| !thread.calls.is_empty() || !thread.findings.is_empty());
    let graph = execution.graph();
    let happens_before = |one: Option<EventId>, other: Option<EventId>| match (one, other) {
        (Some(one), Some(other)) => one != other && graph.happens_before(other).contains(graph.event(one)),
        _ => false,
    };
    let relation = |from: fn(&CallEvents) -> Option<EventId>, to: fn(&CallEvents) -> Option<EventId>| {
        Relation::from_predicate(events.len(), |one, other| {
            one != other && happens_before(from(&events[one]), to(&events[other]))
        })
    };
    let before = relation(|call| call.end, |call| Some(call.begin));
    let sees = relation(|call| Some(call.begin), |call| call.end);
    let effects = relation(|call| call.effect, |call| call.effect);
    Observed { history: History { threads }, events, before, sees, effects }
}

/// The threads with their paths, in the order of the paths.
fn paths(execution: &Execution<'_, State>) -> Vec<(ThreadPath, ThreadId)> {
    let graph = execution.graph();
    let mut created: FxHashMap<ThreadId, u32> = FxHashMap::default();
    let mut origins: FxHashMap<ThreadId, (ThreadId, u32)> = FxHashMap::default();
    for event in graph.events().map(|event| graph.event(event)) {
        if let Label::Spawn(child) = event.label {
            let count = created.entry(event.thread).or_default();
            origins.insert(child, (event.thread, *count));
            *count += 1;
        }
    }
    let path_of = |thread: ThreadId| {
        let parents = std::iter::successors(origins.get(&thread), |(parent, _)| origins.get(parent));
        let mut path: ThreadPath = parents.map(|&(_, place)| place).collect();
        path.reverse();
        path
    };
    let mut paths: Vec<(ThreadPath, ThreadId)> =
        execution.threads().map(|thread| (path_of(thread), thread)).collect();
    paths.sort();
    paths
}

/// Reads the calls of an execution.
struct Reader<'a> {
    loaded: &'a LoadedProgram,
    functions: &'a [MarkedFunction],
    globals: &'a [Arc<str>],
    execution: &'a Execution<'a, State>,
    /// The first bytes of the objects on the heap that have come up.
    objects: Vec<u64>,
}

/// What a thread does between its calls: the choices, and the reads with the numbers of calls before them, and
/// the writes.
struct BetweenCalls {
    choices: Vec<Finding>,
    reads: Vec<(usize, EventId)>,
    writes: Vec<EventId>,
}

impl Reader<'_> {
    fn mark_at(&self, event: EventId) -> Option<CallMark> {
        match self.execution.graph().event(event).label {
            Label::Choice(_) => self.loaded.machine.call_mark(&self.execution.step(event).state),
            _ => None,
        }
    }

    fn between_calls(&self, thread: ThreadId) -> BetweenCalls {
        let graph = self.execution.graph();
        let mut between = BetweenCalls { choices: Vec::new(), reads: Vec::new(), writes: Vec::new() };
        let (mut after, mut is_inside) = (0, false);
        for &event in graph.thread_events(thread) {
            match (graph.event(event).label, self.mark_at(event).map(|mark| mark.stage)) {
                (_, Some(StageCode::Begin)) => (after, is_inside) = (after + 1, true),
                (_, Some(StageCode::End)) => is_inside = false,
                (_, Some(StageCode::Effect)) => {}
                _ if is_inside => {}
                (Label::Choice(choice), None) => {
                    between.choices.push(Finding { after, found: Found::Choice(choice) });
                }
                (Label::Read(_), None) => between.reads.push((after, event)),
                (Label::Write(_), None) => between.writes.push(event),
                _ => {}
            }
        }
        between
    }

    fn calls_of(&mut self, thread: ThreadId, events: &mut Vec<CallEvents>) -> Vec<Call> {
        let graph = self.execution.graph();
        let mut calls: Vec<Call> = Vec::new();
        for &event in graph.thread_events(thread) {
            if !matches!(graph.event(event).label, Label::Choice(_)) {
                continue;
            }
            let Some(mark) = self.loaded.machine.call_mark(&self.execution.step(event).state) else {
                continue;
            };
            let number = mark.function as usize;
            let Some(function) = self.functions.get(number) else { continue };
            match mark.stage {
                StageCode::Begin => {
                    let values = mark.values.iter().zip(&function.parameters);
                    let arguments = values.map(|(value, ty)| self.value(*value, ty.bits())).collect();
                    calls.push(Call { function: number, arguments, end: CallEnd::Waits });
                    events.push(CallEvents { thread, begin: event, effect: None, end: None });
                }
                StageCode::Effect => {
                    if let Some(call) = events.last_mut() {
                        call.effect = Some(event);
                    }
                }
                StageCode::End => {
                    let result = function.result.map(|ty| self.value(mark.values[0], ty.bits()));
                    if let Some((call, its_events)) = calls.last_mut().zip(events.last_mut()) {
                        call.end = CallEnd::Returns(result);
                        its_events.end = Some(event);
                    }
                }
            }
        }
        if let Some(call) = calls.last_mut().filter(|call| call.end == CallEnd::Waits)
            && matches!(self.execution.next(thread).action, Action::Exit { .. })
        {
            call.end = CallEnd::Leaves;
        }
        calls
    }

    fn value(&mut self, content: Content, bits: u32) -> CallValue {
        let Content { value, undefined } = content;
        let place = match (bits, undefined) {
            (64, 0) => self.place(value.0),
            _ => None,
        };
        place.unwrap_or(CallValue::Number { bits, value: value.0, undefined })
    }

    /// The place in memory that a value is the address of.
    fn place(&mut self, value: u64) -> Option<CallValue> {
        let address = porf_entity::Address(value);
        let machine = &self.loaded.machine;
        let owner = machine.owner(address);
        let owner = owner.filter(|&owner| self.execution.threads().any(|thread| thread == owner));
        let state = owner.map(|owner| &self.execution.next(owner).state);
        match machine.describe(address, state)? {
            Place::Global { global, offset } => {
                Some(CallValue::Global { name: self.globals.get(global.index())?.clone(), offset })
            }
            Place::Object { allocation, offset, .. } => {
                let base = allocation.object.base.0;
                let number = self.objects.iter().position(|&object| object == base).unwrap_or_else(|| {
                    self.objects.push(base);
                    self.objects.len() - 1
                });
                Some(CallValue::Object { number, offset })
            }
            Place::ThreadLocal { .. } | Place::Function(_) => None,
        }
    }
}
