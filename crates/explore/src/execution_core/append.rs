//! Appending the next event of a thread, given a choice. Both explorers use this one function, and
//! so do replaying and running on.

use porf_entity::{Content, LibraryFunctionId, LibraryId, ReadOrdering, RmwOp, RmwOrdering, ThreadId, Value};
use porf_graph::{EventId, LocationId, Read, ReadKind, Source, Write};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Step};

use super::{ExecutionCore, ExecutionState, ThreadPoint};
use crate::reductions::open_additions::content_with_additions;
use crate::restart::Interruption;

/// The choice where the next action of a thread could have several results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Choice {
    /// The action has one result.
    Nothing,
    /// The read, of this location, reads from the source; a weak compare-exchange may fail
    /// spuriously.
    Read { location: LocationId, source: Source, spurious: bool },
    /// The write, to this location, gets this position in coherence order. A write that revisits a
    /// read gets none yet.
    Write { location: LocationId, position: Option<usize> },
    /// The order of the addition, to this location, is left open.
    Add(LocationId),
    /// The number of the alternative that is chosen.
    Chosen(u64),
}

/// The origin of an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// No other event: the answer is the initial value, or has no value.
    Nowhere,
    Write(EventId),
    EndOf(ThreadId),
}

impl Origin {
    /// The origin of the value that is read from a source.
    fn of(source: Source) -> Self {
        match source {
            Source::Initial => Self::Nowhere,
            Source::Write(write) => Self::Write(write),
        }
    }
}

/// The outcome of a step of an interleaving that may have several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// The usual outcome.
    Usual,
    /// A weak compare-exchange fails spuriously.
    Spurious,
    /// This alternative is chosen.
    Choice(u64),
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Appends the event of a thread's next action with a choice, and lets the thread go on. An rmw
    /// that writes is two events, each with a choice of its own. `None` if the choice does not fit
    /// the action, or if the action is an error, which is then reported.
    #[inline]
    pub(crate) fn append(
        &mut self,
        thread: ThreadId,
        choice: Choice,
    ) -> Result<Option<EventId>, Interruption> {
        let call = self.call(thread);
        let event = match self.features.dependencies {
            true => self.append_with_dependencies(thread, choice)?,
            false => self.append_event(thread, choice)?,
        };
        if let Some((event, call)) = event.zip(call)
            && let Some(location) = self.state.graph.event(event).location()
        {
            self.tell_function(event, location, call);
        }
        if let Some(event) = event
            && !self.state.graph.additions().is_empty()
        {
            self.check_additions(event)?;
        }
        Ok(event)
    }

    /// Appends the attempt of a thread to read a location, which a write may revisit. The thread does not go
    /// on.
    pub(crate) fn add_attempt(&mut self, thread: ThreadId, location: LocationId, source: Source) {
        let call = self.call(thread);
        let event = self.state.graph.add_wait(thread, location, source);
        self.state.pause(None);
        if let Some(call) = call {
            self.tell_function(event, location, call);
        }
    }

    /// The call that the next action of a thread is part of, if that matters.
    #[inline]
    fn call(&self, thread: ThreadId) -> Option<(LibraryId, LibraryFunctionId)> {
        match self.tells_functions {
            true => self.program.call(&self.state.next(thread).state),
            false => None,
        }
    }

    /// Notes that the latest event, at a location, is part of a call, if the location belongs to the library.
    fn tell_function(
        &mut self,
        event: EventId,
        location: LocationId,
        (library, function): (LibraryId, LibraryFunctionId),
    ) {
        if self.locations.library(location) == Some(library) {
            self.state.graph.set_function(event, function);
        }
    }

    /// Appends an event and gives it the dependencies of its action.
    #[cold]
    fn append_with_dependencies(
        &mut self,
        thread: ThreadId,
        choice: Choice,
    ) -> Result<Option<EventId>, Interruption> {
        let dependencies = self.program.dependencies(&self.state.next(thread).state);
        let event = self.append_event(thread, choice)?;
        if let Some((event, dependencies)) = event.zip(dependencies) {
            self.state.graph.set_dependencies(event, &dependencies);
        }
        Ok(event)
    }

    #[inline(always)]
    fn append_event(&mut self, thread: ThreadId, choice: Choice) -> Result<Option<EventId>, Interruption> {
        match (self.action(thread), choice) {
            (
                Action::Load { .. } | Action::Rmw { .. } | Action::Take { .. },
                Choice::Read { location, source, spurious },
            ) => {
                let label = self.read_label(self.next_point(thread), location, source, spurious);
                Ok(label.map(|(read, answer)| self.append_read(thread, read, answer)))
            }
            (Action::Rmw { .. }, Choice::Write { location, position }) => {
                let read = self.state.graph.unfinished_rmw(thread).copied();
                let write = self.exclusive_write(thread).filter(|write| write.location == location);
                let Some((read, write)) = read.zip(write) else { return Ok(None) };
                let answer = Answer::Read(read.value);
                Ok(Some(self.append_write(thread, write, answer, Origin::of(read.source), position)))
            }
            (
                Action::Store { ordering, value, .. } | Action::Put { ordering, value, .. },
                Choice::Write { location, position },
            ) => {
                let undefined = self.program.undefined_bits(&self.state.next(thread).state);
                let write = Write { location, ordering, value, undefined, exclusive: false };
                let answer = self.store_answer(thread, location);
                Ok(Some(self.append_write(thread, write, answer, Origin::Nowhere, position)))
            }
            (Action::Rmw { .. }, Choice::Add(location)) => Ok(Some(self.append_addition(thread, location))),
            (Action::Choose { count, .. }, Choice::Chosen(choice)) if choice < count.max(1) => {
                let after = self.resume(thread, Answer::Chosen(choice), Origin::Nowhere);
                let event = self.state.graph.add_choice(thread, choice);
                self.state.pause(Some(after));
                Ok(Some(event))
            }
            (Action::Fence { ordering }, Choice::Nothing) => {
                let after = self.resume(thread, Answer::Done, Origin::Nowhere);
                let event = self.state.graph.add_fence(thread, ordering);
                self.state.pause(Some(after));
                Ok(Some(event))
            }
            (Action::Spawn, Choice::Nothing) => Ok(Some(self.spawn(thread)?)),
            (Action::Join { thread: child }, Choice::Nothing) => self.join(thread, child),
            (Action::Detach { thread: child }, Choice::Nothing) => self.detach(thread, child),
            (Action::Free { address, kind }, Choice::Nothing) => self.free(thread, address, kind),
            (Action::Barrier { barrier, threads, step }, Choice::Nothing) => {
                self.at_barrier(thread, barrier, threads, step)
            }
            _ => Ok(None),
        }
    }

    /// Appends the next action of an enabled thread as in an interleaving: a read reads the latest
    /// write, and a write comes last.
    pub(crate) fn interleave(&mut self, thread: ThreadId, outcome: Outcome) -> Result<(), Interruption> {
        let choice = match self.action(thread) {
            Action::Load { address, size, ordering, .. } => {
                let location = self.locate(thread, address, size, ordering.is_atomic())?;
                return location.map_or(Ok(()), |location| self.read_latest(thread, location, false));
            }
            Action::Rmw { address, size, .. } => {
                let spurious = outcome == Outcome::Spurious;
                match self.locate(thread, address, size, true)? {
                    Some(location) if self.is_open_addition(thread, location) => Choice::Add(location),
                    Some(location) => return self.read_latest(thread, location, spurious),
                    None => return Ok(()),
                }
            }
            Action::Store { address, size, ordering, .. } => {
                match self.locate(thread, address, size, ordering.is_atomic())? {
                    Some(location) => {
                        Choice::Write { location, position: Some(self.last_position(location)) }
                    }
                    None => return Ok(()),
                }
            }
            Action::Put { object, size, .. } => {
                let Some(pool) = self.locate_pool(thread, object, size)? else { return Ok(()) };
                Choice::Write { location: self.locate_item(pool, thread), position: Some(1) }
            }
            Action::Take { object, size, manner, order, .. } => {
                let Some(pool) = self.locate_pool(thread, object, size)? else { return Ok(()) };
                let item = self.next_in_order(thread, &self.items_for(thread, pool, manner), order);
                self.read_of_item(pool, item)
            }
            Action::Choose { count, partial } => {
                self.note_choice(thread, partial);
                let choice = if let Outcome::Choice(choice) = outcome { choice } else { 0 };
                Choice::Chosen(choice.min(count.saturating_sub(1)))
            }
            _ => Choice::Nothing,
        };
        self.append(thread, choice).map(|_| ())
    }

    /// Appends the read of a thread from the latest write, and the write of its rmw if it writes.
    pub(crate) fn read_latest(
        &mut self,
        thread: ThreadId,
        location: LocationId,
        spurious: bool,
    ) -> Result<(), Interruption> {
        let source = self.state.graph.latest_write(location);
        self.append(thread, Choice::Read { location, source, spurious })?;
        if self.state.graph.unfinished_rmw(thread).is_some() {
            let position = Some(self.last_position(location));
            self.append(thread, Choice::Write { location, position })?;
        }
        Ok(())
    }

    /// The position behind all writes to a location.
    pub(crate) fn last_position(&self, location: LocationId) -> usize {
        self.state.graph.writes(location).len() + 1
    }

    /// Remembers the position of the first choice that was made among some of its values only.
    pub(crate) fn note_choice(&mut self, thread: ThreadId, partial: bool) {
        if partial {
            let position = self.state.next(thread).position;
            self.summary.partial_choice.get_or_insert(position);
        }
    }

    fn append_read(&mut self, thread: ThreadId, read: Read, answer: Option<Answer>) -> EventId {
        let after = answer.map(|answer| self.resume(thread, answer, Origin::of(read.source)));
        let event = self.state.graph.add_read(thread, read);
        self.state.pause(after);
        event
    }

    fn append_write(
        &mut self,
        thread: ThreadId,
        write: Write,
        answer: Answer,
        origin: Origin,
        position: Option<usize>,
    ) -> EventId {
        let after = self.resume(thread, answer, origin);
        let event = self.state.graph.add_write(thread, write);
        self.state.pause(Some(after));
        if let Some(position) = position {
            self.state.graph.place_write(event, position);
        }
        event
    }

    /// The next step of a thread, given the answer to its next action and the origin of the answer.
    pub(crate) fn resume(&mut self, thread: ThreadId, answer: Answer, origin: Origin) -> Step<P::State> {
        self.resume_at(self.next_point(thread), answer, origin)
    }

    /// The next step of the thread of a read that now reads from another write.
    pub(crate) fn resume_after_revisit(
        &mut self,
        read: EventId,
        answer: Answer,
        write: EventId,
    ) -> Step<P::State> {
        self.resume_at(self.point_of(read), answer, Origin::Write(write))
    }

    /// The step of a thread behind the one at a point.
    #[inline]
    fn resume_at(&mut self, at: ThreadPoint, answer: Answer, origin: Origin) -> Step<P::State> {
        let state = &self.state;
        let source = || match origin {
            Origin::Nowhere => None,
            Origin::Write(write) => Some(&state.step(write).state),
            Origin::EndOf(thread) => Some(&state.next(thread).state),
        };
        let mut step = self.program.resume_from(&self.step_at(at).state, answer, source);
        self.pass_questions(&mut step);
        if let Some(first) = self.begins_again(at.thread, &step, |this| this.step_at(at)) {
            return first;
        }
        self.block_if_redundant(at, answer, &mut step);
        step
    }

    /// Answers a thread that asks a question: its action is no event.
    pub(crate) fn pass_questions(&mut self, step: &mut Step<P::State>) {
        loop {
            let answer = match step.action {
                Action::Cancel { address, size, pair } => self.answer_to_cancelling((address, size), pair),
                Action::AskBarrier { barrier } => match self.knowledge.uncounted.contains(&barrier) {
                    true => Answer::Uncounted,
                    false => Answer::Done,
                },
                Action::Assign { address, size, library } => {
                    self.locations.assign((address, size), library);
                    Answer::Done
                }
                _ => return,
            };
            *step = self.program.resume(&step.state, answer);
        }
    }

    /// The label of the read that a thread at a point makes from the source; see [`read_label`]. An rmw that
    /// blocks does not write.
    pub(crate) fn read_label(
        &self,
        at: ThreadPoint,
        location: LocationId,
        source: Source,
        spurious: bool,
    ) -> Option<(Read, Option<Answer>)> {
        let step = self.step_at(at);
        let content = self.content_of(location, source);
        let (read, answer) = read_label(step.action, location, source, content, spurious)?;
        match (step.action, answer) {
            (Action::Rmw { op, ordering, .. }, None)
                if self.awaits(step.action) && !self.goes_on_from(at, location, source) =>
            {
                let ordering = failure_ordering(op, ordering);
                let read = Read { kind: ReadKind::FailedExchange, ordering, ..read };
                Some((read, Some(Answer::Read(read.value))))
            }
            _ => Some((read, answer)),
        }
    }

    /// The write of the rmw whose read is the thread's last event.
    fn exclusive_write(&self, thread: ThreadId) -> Option<Write> {
        let read = self.state.graph.unfinished_rmw(thread)?;
        let Action::Rmw { size, ordering, op, .. } = self.action(thread) else { return None };
        let value = op.apply(read.value, size)?;
        Some(Write {
            location: read.location,
            ordering: ordering.write(),
            value,
            undefined: 0,
            exclusive: true,
        })
    }

    /// The value that a read from the source gets, if all of it is defined.
    pub(crate) fn value_of(&self, location: LocationId, source: Source) -> Option<Value> {
        self.content_of(location, source).defined()
    }

    /// The content that a read from the source gets.
    pub(crate) fn content_of(&self, location: LocationId, source: Source) -> Content {
        let ExecutionState { graph, paused, .. } = &self.state;
        let content = graph.content_of(source, self.locations.info(location).initial);
        match graph.additions().is_empty() {
            true => content,
            false => content_with_additions(graph, paused, location, source, content),
        }
    }
}

/// The label of the read that an action makes from the source, which has the content; and the
/// answer to the thread: none for an rmw that writes, whose thread goes on after the write. `None`
/// if the action does not read.
pub(crate) fn read_label(
    action: Action,
    location: LocationId,
    source: Source,
    content: Content,
    spurious: bool,
) -> Option<(Read, Option<Answer>)> {
    match action {
        Action::Load { ordering, .. } => {
            let answer = Answer::loaded(content);
            Some((
                Read { location, ordering, kind: ReadKind::Load, source, value: content.value },
                Some(answer),
            ))
        }
        Action::Take { ordering, .. } => {
            let (value, answer) = match source {
                Source::Initial => (Value(0), Answer::Nothing),
                Source::Write(_) => (content.value, Answer::loaded(content)),
            };
            Some((Read { location, ordering, kind: ReadKind::Load, source, value }, Some(answer)))
        }
        Action::Rmw { size, ordering, op, .. } => {
            let Some(value) = content.defined() else {
                let ordering = failure_ordering(op, ordering);
                let kind = ReadKind::FailedExchange;
                let read = Read { location, ordering, kind, source, value: content.value };
                return Some((read, Some(Answer::Undefined(content))));
            };
            let failed = spurious || op.apply(value, size).is_none();
            let (kind, answer) = match (failed, spurious) {
                (true, true) => (ReadKind::SpuriousFailure, Some(Answer::SpuriousFailure(value))),
                (true, false) => (ReadKind::FailedExchange, Some(Answer::Read(value))),
                (false, _) => (ReadKind::Exclusive, None),
            };
            let ordering = if failed { failure_ordering(op, ordering) } else { ordering.read() };
            Some((Read { location, ordering, kind, source, value }, answer))
        }
        _ => None,
    }
}

/// The ordering of the read of an rmw that does not write.
pub(crate) fn failure_ordering(op: RmwOp, ordering: RmwOrdering) -> ReadOrdering {
    match op {
        RmwOp::CompareExchange { failure, .. } => failure,
        _ => ordering.read(),
    }
}
