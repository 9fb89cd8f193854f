//! Replay: making one execution from its recipe.

use porf_entity::ThreadId;
use porf_graph::{EventId, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};

use super::schedule::Turn;
use super::{GraphExplorer, Progress};
use crate::execution_core::Choice;
use crate::restart::Interruption;
use crate::sink::Summary;
use crate::trace::{Trace, TraceChoice, TraceEvent, TraceMismatch};

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// Adds the events of the trace one by one, looking for races, and then looks for other errors.
    pub(crate) fn replay(mut self, trace: &Trace) -> Result<Summary, TraceMismatch> {
        let mut ids: Vec<EventId> = Vec::with_capacity(trace.events.len());
        for (number, event) in trace.events.iter().enumerate() {
            let added = self.add_traced(event, &ids).ok_or(TraceMismatch { event: number })?;
            ids.push(added);
            if let Err(interruption) =
                self.core.report_race(added).and_then(|()| self.core.report_mistakes(added))
            {
                return Ok(self.interrupted_by(interruption));
            }
        }
        let looked = if trace.endless { self.core.run_on().map(|_| ()) } else { self.look(trace.failing) };
        match looked {
            Ok(()) => Ok(self.core.summary),
            Err(interruption) => Ok(self.interrupted_by(interruption)),
        }
    }

    fn interrupted_by(mut self, interruption: Interruption) -> Summary {
        if let Interruption::Stop(reason) = interruption {
            self.core.summary.stopped = Some(reason);
        }
        self.core.summary
    }

    /// Adds an event of the trace, if it fits the thread's next action; `ids` are the ids of the
    /// events before it.
    fn add_traced(&mut self, traced: &TraceEvent, ids: &[EventId]) -> Option<EventId> {
        let TraceEvent { thread, choice } = *traced;
        if !self.core.state.paused.exists(thread) {
            return None;
        }
        let source = match choice {
            TraceChoice::Read { source: Some(number), .. } => Some(*ids.get(number)?),
            _ => None,
        };
        let location = self.location_of_next(thread, source);
        let choice = match (choice, location) {
            (TraceChoice::Read { source, spurious }, Some(location)) => {
                let source = self.traced_write(source, ids, location)?;
                Choice::Read { location, source, spurious }
            }
            (TraceChoice::Write { behind }, Some(location)) => {
                let behind = self.traced_write(behind, ids, location)?;
                let position = Some(self.core.state.graph.position(behind) + 1);
                Choice::Write { location, position }
            }
            (TraceChoice::Choice(choice), None) => Choice::Chosen(choice),
            (TraceChoice::None, None) => Choice::Nothing,
            _ => return None,
        };
        self.core.append(thread, choice).ok()?
    }

    /// The write with the number in the trace; `None` if it is no write to the location.
    fn traced_write(&self, number: Option<usize>, ids: &[EventId], location: LocationId) -> Option<Source> {
        let Some(number) = number else { return Some(Source::Initial) };
        let id = *ids.get(number)?;
        let write = self.core.state.graph.event(id).as_write()?;
        (write.location == location).then_some(Source::Write(id))
    }

    /// Reports the error of the next action of the failing thread, or else the end of the
    /// execution, if it ends. Only failed attempts are left out of a recipe and have to be made
    /// here.
    fn look(&mut self, failing: Option<ThreadId>) -> Result<(), Interruption> {
        match failing {
            Some(thread) if self.core.state.paused.exists(thread) => {
                if let Some(failed) = self.core.failure_of(thread) {
                    self.core.fail(failed)?;
                } else if let Action::Join { .. }
                | Action::Load { .. }
                | Action::Rmw { .. }
                | Action::Take { .. } = self.core.action(thread)
                    && !self.core.waits(thread)
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

    /// Returns whether no thread is enabled.
    fn is_ended_or_untried(&self) -> bool {
        match self.turn() {
            Ok(Turn::Full(_)) => true,
            Ok(Turn::Act(thread)) => self.core.waits(thread),
            Ok(Turn::FinishRmw(_) | Turn::Fail(_)) | Err(_) => false,
        }
    }
}
