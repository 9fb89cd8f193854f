//! One event after the other, as in an interleaving: a read reads the latest write, and a write comes last. That is what the
//! [trace explorer](crate::trace_explorer) builds its executions by.

use porf_entity::ThreadId;
use porf_graph::{EventId, Graph, LocationId, Write};
use porf_models::Model;
use porf_program::{Action, Answer, Program, Step, Wait};
use smallvec::SmallVec;

use super::GraphExplorer;
use super::schedule::Ending;
use crate::limits::StopReason;
use crate::locations::Locations;
use crate::manner::{Change, Interruption};
use crate::sink::{Failed, Summary};

/// What happens at a step that may go one way or another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    /// What usually does.
    Usual,
    /// A weak compare-exchange fails without need.
    Spurious,
    /// This is chosen.
    Choice(u64),
}

/// Whether a thread could take its next step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Standing {
    Enabled,
    /// It waits for another thread: for its end, or for a value.
    Waiting,
    /// It waits for a value in a loop, or by assumption.
    Awaiting,
    /// It goes no further.
    Blocked,
    /// It is about to do something wrong.
    Failed,
    Finished,
}

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    pub(crate) fn graph(&self) -> &Graph {
        &self.work.graph
    }

    /// The threads that exist.
    pub(crate) fn existing_threads(&self) -> impl Iterator<Item = ThreadId> + use<'_, P, M> {
        self.work.paused.threads(&self.work.graph)
    }

    /// The step that a thread takes next.
    pub(crate) fn next_step(&self, thread: ThreadId) -> &Step<P::State> {
        self.work.next(thread)
    }

    /// The step that an event comes from.
    pub(crate) fn step_of(&self, event: EventId) -> &Step<P::State> {
        self.work.step(event)
    }

    pub(crate) fn locations(&self) -> &Locations {
        &self.locations
    }

    /// Takes away all events but the first ones.
    pub(crate) fn cut_back_to(&mut self, length: usize) {
        self.work.cut_to(length);
    }

    /// An error if exploration has to stop here.
    pub(crate) fn look_at_limits(&self) -> Result<(), Interruption> {
        Ok(self.watch.step(self.work.graph.len())?)
    }

    /// Whether a thread could take its next step.
    pub(crate) fn standing(&self, thread: ThreadId) -> Standing {
        let step = self.work.next(thread);
        let wait = match step.action {
            Action::Exit { .. } => return Standing::Finished,
            Action::Block(_) | Action::Cancel { .. } => return Standing::Blocked,
            Action::Fence { .. } | Action::Spawn | Action::Choose { .. } => return Standing::Enabled,
            Action::Join { thread: child } => {
                let is_unfinished =
                    self.work.paused.exists(child) && self.action(child).joinable_result().is_none();
                if is_unfinished {
                    return Standing::Waiting;
                }
                None
            }
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                self.wait(step.action).map(|wait| (wait, address, size))
            }
            Action::Store { .. } | Action::Free { .. } | Action::Detach { .. } | Action::Fail(_) => None,
        };
        if self.mistake(thread).is_some() {
            return Standing::Failed;
        }
        let Some((wait, address, size)) = wait else { return Standing::Enabled };
        let latest = self.latest_value(address, size);
        if latest.is_none_or(|value| self.goes_on(step, Answer::Read(value))) {
            return Standing::Enabled;
        }
        match wait {
            Wait::Until(_) => Standing::Waiting,
            Wait::Await => Standing::Awaiting,
        }
    }

    /// What is wrong with the next step of a thread.
    pub(crate) fn mistake(&self, thread: ThreadId) -> Option<Failed> {
        self.failure_of(thread)
    }

    /// Lets a thread that is enabled take its next step.
    pub(crate) fn interleave(&mut self, thread: ThreadId, outcome: Outcome) -> Result<(), Interruption> {
        match self.action(thread) {
            Action::Load { address, size, ordering, .. } => {
                if let Some(location) = self.locate(thread, address, size, ordering.is_atomic())? {
                    self.read_latest(thread, location, false);
                }
            }
            Action::Rmw { address, size, .. } => {
                if let Some(location) = self.locate(thread, address, size, true)? {
                    self.read_latest(thread, location, outcome == Outcome::Spurious);
                }
            }
            Action::Store { address, size, ordering, value } => {
                if let Some(location) = self.locate(thread, address, size, ordering.is_atomic())? {
                    let answer = self.store_answer(thread, location);
                    self.add_last(thread, self.plain_write(thread, location, ordering, value), answer);
                }
            }
            Action::Choose { count, partial } => {
                let choice = if let Outcome::Choice(choice) = outcome { choice } else { 0 };
                if partial {
                    let position = self.work.next(thread).position;
                    self.summary.partial_choice.get_or_insert(position);
                }
                // The other choices are the trace explorer's.
                self.take_choice(thread, choice.min(count.saturating_sub(1)), choice + 1)?;
            }
            Action::Fence { .. }
            | Action::Spawn
            | Action::Join { .. }
            | Action::Detach { .. }
            | Action::Free { .. } => {
                self.branch_on_action(thread)?;
            }
            Action::Cancel { .. } | Action::Block(_) | Action::Fail(_) | Action::Exit { .. } => {}
        }
        Ok(())
    }

    /// Adds the read of a thread, and the write behind it if there is one.
    fn read_latest(&mut self, thread: ThreadId, location: LocationId, spurious: bool) {
        let latest = self.work.graph.writes(location).last().copied();
        let label = self.read_label(self.work.next(thread), location, latest, spurious);
        let Some((read, answer)) = label else { return };
        self.add_read(thread, read, answer);
        if let Some(write) = self.exclusive_write(thread) {
            self.add_last(thread, write, Answer::Read(read.value));
        }
    }

    fn add_last(&mut self, thread: ThreadId, write: Write, answer: Answer) {
        let last = self.work.graph.writes(write.location).len() + 1;
        let event = self.add_write(thread, write, answer);
        self.work.graph.place_write(event, last);
    }

    /// Reports what a thread is about to do wrong, and that this execution is not extended.
    pub(crate) fn report_mistake(&mut self, thread: ThreadId) -> Result<(), Interruption> {
        if let Some(mistake) = self.mistake(thread)
            && !self.follows_mistake(thread)
        {
            self.fail(mistake)?;
        }
        Ok(())
    }

    /// Reports an execution in which no thread is enabled. An error if exploration has to begin anew.
    pub(crate) fn report_end(&mut self, relies_on_order: bool) -> Result<(), Interruption> {
        if !relies_on_order && self.knowledge.has_locks() {
            return Err(Change::Learn.into());
        }
        self.look_for_stopped(&Ending::Blocked)?;
        self.look_for_notices()?;
        let awaiting = self.awaiting();
        awaiting.iter().try_for_each(|&(thread, location)| self.note_await(self.action(thread), location))?;
        let (mut blocked, mut failed, mut waiting) = (false, false, None);
        for thread in self.existing_threads() {
            match self.standing(thread) {
                Standing::Failed => failed = true,
                Standing::Blocked | Standing::Awaiting => blocked = true,
                Standing::Waiting => waiting = waiting.or(Some(thread)),
                Standing::Enabled | Standing::Finished => {}
            }
        }
        match waiting {
            _ if failed || self.has_mistakes() => self.report_failures().map(|_| ()),
            _ if blocked => self.report_with_stuck_reads(&awaiting),
            Some(_) if self.process_has_ended() => self.report_blocked().map(|_| ()),
            Some(thread) => self.report_deadlock(thread).map(|_| ()),
            None => self.report_full(false).map(|_| ()),
        }
    }

    /// Reports an execution in which threads are blocked. Those that await something have read what there is, in vain.
    fn report_with_stuck_reads(&mut self, awaiting: &[(ThreadId, LocationId)]) -> Result<(), Interruption> {
        let events = self.work.graph.len();
        for &(thread, location) in awaiting {
            self.read_latest(thread, location, false);
        }
        self.report_blocked()?;
        self.work.cut_to(events);
        Ok(())
    }

    /// The threads that await something in vain, and where.
    fn awaiting(&mut self) -> SmallVec<[(ThreadId, LocationId); 8]> {
        let threads = self.existing_threads().filter(|&it| self.standing(it) == Standing::Awaiting);
        let threads: SmallVec<[ThreadId; 8]> = threads.collect();
        let locate = |thread| match self.action(thread) {
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                Some((thread, self.locations.locate(self.program, address, size)))
            }
            _ => None,
        };
        threads.into_iter().filter_map(locate).collect()
    }

    /// What was done, given why it was not done to the end.
    pub(crate) fn summary(self, stopped: Option<StopReason>, pending: u64, merged_adds: bool) -> Summary {
        Summary { stopped, pending, merged_adds, ..self.summary }
    }
}
