//! Making one execution by its recipe.

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, LocationId, Write};
use porf_models::Model;
use porf_program::{Action, Answer, Program};

use super::schedule::Turn;
use super::{GraphExplorer, Progress};
use crate::manner::Interruption;
use crate::sink::Summary;
use crate::trace::{Trace, TraceChoice, TraceEvent, TraceMismatch};

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// Adds the events of the trace one by one, looking for races, and then looks at what else is wrong.
    pub(crate) fn replay(mut self, trace: &Trace) -> Result<Summary, TraceMismatch> {
        let mut ids: Vec<EventId> = Vec::with_capacity(trace.events.len());
        for (number, event) in trace.events.iter().enumerate() {
            let added = self.add_traced(event, &ids).ok_or(TraceMismatch { event: number })?;
            ids.push(added);
            if let Err(interruption) = self.report_race(added).and_then(|()| self.report_mistakes(added)) {
                return Ok(self.interrupted_by(interruption));
            }
        }
        let looked = if trace.endless { self.run_on().map(|_| ()) } else { self.look(trace.failing) };
        match looked {
            Ok(()) => Ok(self.summary),
            Err(interruption) => Ok(self.interrupted_by(interruption)),
        }
    }

    fn interrupted_by(mut self, interruption: Interruption) -> Summary {
        if let Interruption::Stop(reason) = interruption {
            self.summary.stopped = Some(reason);
        }
        self.summary
    }

    /// Adds an event of the trace, if it is what the thread is about to do; `ids` are the ids of the events before it.
    fn add_traced(&mut self, traced: &TraceEvent, ids: &[EventId]) -> Option<EventId> {
        let TraceEvent { thread, choice } = *traced;
        if !self.work.paused.exists(thread) {
            return None;
        }
        let added = self.work.graph.next_id();
        match (self.action(thread), choice) {
            (
                Action::Load { address, size, .. } | Action::Rmw { address, size, .. },
                TraceChoice::Read { source, spurious },
            ) => {
                let location = self.locations.locate(self.program, address, size);
                let source = self.traced_write(source, ids, location)?;
                let (read, answer) = self.read_label(self.work.next(thread), location, source, spurious)?;
                self.add_read(thread, read, answer);
            }
            (Action::Rmw { .. }, TraceChoice::Write { behind }) => {
                let read = *self.work.graph.unfinished_rmw(thread)?;
                let write = self.exclusive_write(thread)?;
                self.place_traced(thread, write, behind, ids, Answer::Read(read.value))?;
            }
            (Action::Store { address, size, ordering, value }, TraceChoice::Write { behind }) => {
                let location = self.locations.locate(self.program, address, size);
                let write = self.plain_write(thread, location, ordering, value);
                let answer = self.store_answer(thread, location);
                self.place_traced(thread, write, behind, ids, answer)?;
            }
            (Action::Choose { count, .. }, TraceChoice::Choice(choice)) if choice < count => {
                self.take_choice(thread, choice, choice + 1).ok()?;
            }
            (
                Action::Fence { .. }
                | Action::Spawn
                | Action::Join { .. }
                | Action::Detach { .. }
                | Action::Free { .. },
                TraceChoice::None,
            ) => {
                self.branch_on_action(thread).ok()?;
            }
            _ => return None,
        }
        (self.work.graph.len() == added.index() + 1).then_some(added)
    }

    fn place_traced(
        &mut self,
        thread: ThreadId,
        write: Write,
        behind: Option<usize>,
        ids: &[EventId],
        answer: Answer,
    ) -> Option<()> {
        let behind = self.traced_write(behind, ids, write.location)?;
        let position = self.work.graph.position(behind) + 1;
        let event = self.add_write(thread, write, answer);
        self.work.graph.place_write(event, position);
        Some(())
    }

    /// The write with the number in the trace; `None` if it is no write to the location.
    fn traced_write(
        &self,
        number: Option<usize>,
        ids: &[EventId],
        location: LocationId,
    ) -> Option<Option<EventId>> {
        let Some(number) = number else { return Some(None) };
        let id = *ids.get(number)?;
        let write = self.work.graph.event(id).as_write()?;
        (write.location == location).then_some(Some(id))
    }

    /// Reports what is wrong with the next action of the failing thread, or else how the execution ends, if it does: the only
    /// thing that a recipe leaves to be done is to try in vain.
    fn look(&mut self, failing: Option<ThreadId>) -> Result<(), Interruption> {
        match failing {
            Some(thread) if self.work.paused.exists(thread) => {
                if let Some(failed) = self.failure_of(thread) {
                    self.fail(failed)?;
                } else if let Action::Join { .. } | Action::Load { .. } | Action::Rmw { .. } =
                    self.action(thread)
                    && !self.waits(thread)
                {
                    self.branch_on_action(thread)?;
                }
            }
            Some(_) => {}
            None => {
                while self.is_ended_or_untried()
                    && let Progress::Extended = self.extend()?
                {}
            }
        }
        Ok(())
    }

    /// Whether no thread is enabled.
    fn is_ended_or_untried(&self) -> bool {
        match self.turn() {
            Ok(Turn::Full(_)) => true,
            Ok(Turn::Act(thread)) => self.waits(thread),
            Ok(Turn::FinishRmw(_) | Turn::Fail(_)) | Err(_) => false,
        }
    }
}
