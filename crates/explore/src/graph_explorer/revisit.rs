//! Revisits: a write becomes the source of an earlier read, in a copy of the graph.

use porf_entity::{EntityId, Taking, ThreadId, Value};
use porf_graph::{EventId, Graph, Label, LocationId, Source, View, Write};
use porf_models::{Criterion, Model};
use porf_program::{Action, Answer, Program, Wait};

use super::maximal::{Judge, Revisitor};
use super::work::{Alternative, Work};
use super::{GraphExplorer, Progress, Stepped};
use crate::execution_core::{Choice, ExecutionCore, ExecutionState};
use crate::restart::Interruption;

/// A write that may revisit reads. It need not be in the graph yet.
#[derive(Clone, Copy)]
struct Visitor {
    write: EventId,
    /// Its thread, if it is not in the graph yet.
    next: Option<ThreadId>,
    location: LocationId,
    value: Value,
    /// Events whose causal prefixes make up that of the write.
    prefixes: [Option<EventId>; 2],
    /// The write of another rmw that stands in its place.
    rival: Option<EventId>,
    /// Whether the graph has all events on which the write depends, or that does not matter.
    is_whole: bool,
}

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// Keeps the revisits that the latest event, a write, can make as alternatives.
    pub(super) fn offer_revisits(
        &mut self,
        event: EventId,
        rival: Option<EventId>,
    ) -> Result<(), Interruption> {
        let graph = &self.core.state.graph;
        let Some(&Write { location, value, .. }) = graph.event(event).as_write() else { return Ok(()) };
        let visitor = Visitor {
            write: event,
            next: None,
            location,
            value,
            prefixes: [Some(event), None],
            rival,
            is_whole: true,
        };
        let alternative = |read, spurious| Alternative::Revisit { write: event, read, spurious };
        self.offer(visitor, alternative).map(|_| ())
    }

    /// Keeps the displacements by a thread's rmw as alternatives [genmc §2.6]. The rmw, about to
    /// write `value`, reads from `source`, although `rival`, the write of another rmw, stands in
    /// the place of its write. So its write must revisit a read in such a way that the rival is
    /// taken away. The rmw itself is added in the copy only.
    pub(super) fn offer_displacements(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        source: Source,
        rival: EventId,
        value: Value,
    ) -> Result<(), Interruption> {
        self.core.note_write(thread, source.write(), location)?;
        let event = self.core.state.graph.next_id();
        let alternative = |read, spurious| Alternative::Displace { event, thread, source, read, spurious };
        let offered = self.alternatives.len();
        let graph = &self.core.state.graph;
        // If only views matter, the read of the rmw adds no fact about an order that is known
        // anyway.
        let is_whole =
            graph.plain_writes(location) == 0 && self.core.model.criterion(graph) == Criterion::Views;
        let prefixes = [graph.latest_before(thread), source.write()];
        let next = Some(thread);
        let visitor = Visitor { write: event, next, location, value, prefixes, rival: Some(rival), is_whole };
        if self.offer(visitor, alternative)? {
            return Ok(());
        }
        self.alternatives.truncate(offered);
        let choice = Choice::Read { location, source, spurious: false };
        let Some(read) = self.core.append(thread, choice)? else { return Ok(()) };
        if self.core.admits_read(read)? {
            let write = self.core.state.graph.next_id();
            let visitor = Visitor { write, prefixes: [Some(read), None], is_whole: true, ..visitor };
            self.offer(visitor, alternative)?;
        }
        self.core.cut_to(event.index());
        Ok(())
    }

    /// Keeps an alternative for each read that the visitor can revisit, and another one if the read
    /// may then fail spuriously. `false` if that cannot be decided because the graph lacks a part
    /// of the write's prefix.
    fn offer(
        &mut self,
        visitor: Visitor,
        alternative: impl Fn(EventId, bool) -> Alternative,
    ) -> Result<bool, Interruption> {
        let Visitor { write, next, location, value, prefixes, rival, is_whole } = visitor;
        if self.core.state.symmetric.exist() {
            let prefixes = views(&self.core.state.graph, prefixes, None);
            let revisitor = Revisitor { write, location, prefixes, rival, revisits_idle: false, pool: None };
            if !revisitor.may_revisit(&self.core.state.graph) {
                return Ok(true);
            }
        }
        let closed = self.closed_prefix(prefixes, next);
        let Self { core, alternatives, restriction, .. } = self;
        let awaits_idle = core.may_idle_at(location);
        let offered = alternatives.len();
        let ExecutionCore { state, model, locations, watch, knowledge, .. } = core;
        let ExecutionState { graph, paused, .. } = state;
        let prefixes = views(graph, prefixes, closed.as_deref());
        let pool = locations.pool_of(location).map(|pool| (pool, &*locations));
        let revisits_idle = awaits_idle || pool.is_some();
        let revisitor = Revisitor { write, location, prefixes, rival, revisits_idle, pool };
        let mut judge = Judge {
            model,
            locations,
            watch,
            restriction,
            graph,
            paused,
            knowledge,
            revisitor,
            is_whole,
            is_unclear: false,
        };
        revisitor.for_each_revisitable(
            graph,
            |id| judge.is_maximal(id),
            |read| {
                let step = paused.step(graph, read);
                if let Action::Load { wait: Some(Wait::Until(condition)), .. } = step.action
                    && !condition.holds(value)
                {
                    return;
                }
                // A thread whose item has been taken in a swap takes that of the other thread.
                if let Action::Take { manner: Taking::Swap, .. } = step.action
                    && graph.event(read).as_read().is_some()
                {
                    return;
                }
                // An item that cannot be taken at all can only be looked at.
                if let Action::Take { manner, .. } = step.action
                    && manner.takes()
                    && matches!(paused.step(graph, write).action, Action::Put { times: 0, .. })
                {
                    return;
                }
                alternatives.push(alternative(read, false));
                if let Action::Rmw { op, size, .. } = step.action
                    && op.may_fail_spuriously(value, size)
                {
                    alternatives.push(alternative(read, true));
                }
            },
        )?;
        let is_clear = !judge.is_unclear;
        if awaits_idle {
            self.drop_useless_revisits(offered, write, value);
        }
        Ok(is_clear)
    }

    /// Drops those of the alternatives from `first` on in which a write revisits the attempt of a
    /// thread that would not go on with it.
    fn drop_useless_revisits(&mut self, first: usize, write: EventId, value: Value) {
        let graph = &self.core.state.graph;
        // The write of a displacement is not in the graph, and has no undefined bits.
        let is_undefined = (write < graph.next_id())
            && graph.event(write).as_write().is_some_and(|write| write.content().defined().is_none());
        let mut offered = self.alternatives.split_off(first);
        offered.retain(|alternative| match *alternative {
            Alternative::Revisit { read, .. } | Alternative::Displace { read, .. } => {
                let is_attempt = matches!(self.core.state.graph.event(read).label, Label::Wait { .. });
                let at = self.core.point_of(read);
                !is_attempt || is_undefined || self.core.goes_on(at, Answer::Read(value))
            }
            _ => true,
        });
        self.alternatives.append(&mut offered);
    }

    /// The causal prefix that is made up of those of the given events, if it is larger because of
    /// [symmetric threads](crate::reductions::symmetry).
    #[inline]
    fn closed_prefix(&self, prefixes: [Option<EventId>; 2], next: Option<ThreadId>) -> Option<Vec<u32>> {
        self.core.state.symmetric.exist().then(|| self.core.close_prefix(prefixes, next))
    }

    /// Lets `write`, the latest event, revisit `read`.
    pub(super) fn take_revisit(&mut self, write: EventId, read: EventId, spurious: bool) -> Stepped {
        self.enter_copy(read, [Some(write), None], None);
        if let Some(write) = self.core.state.graph.events().next_back() {
            self.core.state.graph.unplace_write(write);
            return self.redirect(read, write, spurious);
        }
        Ok(Progress::Ended)
    }

    /// Lets the write of the thread's rmw, which reads from `source`, revisit `read`.
    pub(super) fn take_displacement(
        &mut self,
        thread: ThreadId,
        source: Source,
        read: EventId,
        spurious: bool,
    ) -> Stepped {
        let before = self.core.state.graph.latest_before(thread);
        self.enter_copy(read, [before, source.write()], Some(thread));
        let source = self.renumbering.new_source(source);
        let Some(location) = self.location_of(read) else { return Ok(Progress::Ended) };
        self.core.append(thread, Choice::Read { location, source, spurious: false })?;
        let write = self.core.append(thread, Choice::Write { location, position: None })?;
        let Some(write) = write else { return Ok(Progress::Ended) };
        self.redirect(read, write, spurious)
    }

    /// Goes on in a copy of the graph, restricted to the events that were added up to `read` and to
    /// the causal prefixes of the given events. The present graph is explored further after the
    /// copy. Events up to `read` keep their ids.
    fn enter_copy(&mut self, read: EventId, prefixes: [Option<EventId>; 2], next: Option<ThreadId>) {
        let closed = self.closed_prefix(prefixes, next);
        let empty = || Work { state: self.core.state.empty(), alternatives: Vec::new() };
        let mut copy = self.spare.pop().unwrap_or_else(empty);
        copy.alternatives.clear();
        let threads = self.core.knowledge.names.count();
        copy.state.graph.make_room(threads);
        let original = &mut self.core.state;
        original.graph.make_room(threads);
        let prefixes = views(&original.graph, prefixes, closed.as_deref());
        original.graph.restrict_into(
            &mut copy.state.graph,
            &mut self.renumbering,
            read.index() + 1,
            |event| prefixes.iter().flatten().any(|prefix| prefix.contains(event)),
        );
        let is_finished = self.alternatives.is_empty();
        copy.state.pause_as_in(original, &self.renumbering, is_finished);
        let original = self.exchange_work(copy);
        if is_finished {
            self.spare.push(original);
        } else {
            self.interrupted.push(original);
        }
    }

    /// Lets `read` read from `write`, the latest event.
    fn redirect(&mut self, read: EventId, write: EventId, spurious: bool) -> Stepped {
        let at = self.core.point_of(read);
        let action = self.core.step_at(at).action;
        let value = self.core.state.graph.event(write).as_write().map(|write| write.value);
        if spurious && !value.is_some_and(|value| self.core.may_fail_spuriously(at, value)) {
            return Ok(Progress::Ended);
        }
        let location = self.location_if_from(read, write);
        if let Some(location) = location
            && self.core.awaits(action)
        {
            let before = self.core.state.graph.directly_before(read);
            self.core.note_await(action, location, before)?;
        }
        let may_wait = match action {
            Action::Rmw { .. } if !self.core.awaits(action) => true,
            _ => self.core.awaits_orderly(action),
        };
        if may_wait
            && let Some(location) = location
            && !self.core.goes_on_from(at, location, Source::Write(write))
        {
            self.core.state.graph.redirect_to_wait(read, write);
            self.core.state.pause_again(read, None);
        } else if !self.read_from(read, write, spurious) {
            return Ok(Progress::Ended);
        }
        if !self.core.state.graph.additions().is_empty() {
            self.core.check_additions(read)?;
        }
        self.place_revisiting_write(write, read)
    }

    /// Lets a read, or an attempt, the last event of its thread, read from `write`, the latest event.
    /// Returns whether its action reads.
    pub(super) fn read_from(&mut self, read: EventId, write: EventId, spurious: bool) -> bool {
        let at = self.core.point_of(read);
        let location = self.location_if_from(read, write);
        let label =
            location.and_then(|location| self.core.read_label(at, location, Source::Write(write), spurious));
        let Some((label, answer)) = label else { return false };
        self.core.state.graph.redirect(read, label);
        let after = answer.map(|answer| self.core.resume_after_revisit(read, answer, write));
        self.core.state.pause_again(read, after);
        true
    }

    /// The location of a read or of an attempt if it reads from `write`.
    fn location_if_from(&self, read: EventId, write: EventId) -> Option<LocationId> {
        match self.core.step_at(self.core.point_of(read)).action {
            // Each item is at a location of its own.
            Action::Take { .. } => self.core.state.graph.event(write).location(),
            _ => self.location_of(read),
        }
    }

    /// The location of a read or of an attempt.
    fn location_of(&self, read: EventId) -> Option<LocationId> {
        match self.core.state.graph.event(read).label {
            Label::Wait { location, .. } => Some(location),
            _ => self.core.state.graph.event(read).location(),
        }
    }

    /// Gives a write that has revisited a read its places in coherence order: those that neither
    /// the write's thread nor the read's knows to be too early.
    fn place_revisiting_write(&mut self, write: EventId, read: EventId) -> Stepped {
        let graph = &self.core.state.graph;
        let Some(&label) = graph.event(write).as_write() else { return Ok(Progress::Ended) };
        let before_write = graph.directly_before(write);
        let before_read = graph.directly_before(read);
        if label.exclusive {
            let read = before_write.and_then(|read| graph.event(read).as_read());
            let source = read.map_or(Source::Initial, |read| read.source);
            if graph.exclusive_successor(label.location, source).is_some() {
                return Ok(Progress::Ended);
            }
            let position = graph.position(source) + 1;
            if !self.core.is_unordered(label.location)
                && position <= self.core.least_position(before_read, label.location)
            {
                return Ok(Progress::Ended);
            }
            self.core.state.graph.place_write(write, position);
        } else {
            let last = graph.writes(label.location).len() + 1;
            self.core.state.graph.place_write(write, last);
            if !self.core.is_unordered(label.location) {
                let known = [before_write, before_read]
                    .map(|before| self.core.least_position(before, label.location));
                self.offer_places(write, known[0].max(known[1]), last, Some(read))?;
            }
        }
        self.settle(write, Some(read))
    }
}

/// The causal prefixes of events, or the prefix to which they are closed.
#[inline]
fn views<'a>(
    graph: &'a Graph,
    prefixes: [Option<EventId>; 2],
    closed: Option<&'a [u32]>,
) -> [Option<View<'a>>; 2] {
    match closed {
        Some(closed) => [Some(View::new(closed)), None],
        None => prefixes.map(|event| event.map(|event| graph.causal(event))),
    }
}
