//! The graph explorer: optimal exploration with polynomial memory.
//!
//! The algorithm is that of [genmc §4] with the revisit condition of [trust §4]. Events are added
//! one by one. A read branches over the writes that it can read from, and a write over its places
//! in coherence order. A write that is added later than a read of its location *revisits* the read:
//! the read takes its value from the write, and the events that were added after the read are taken
//! away, except those in the causal prefix of the write. A revisit happens only if the read itself
//! and all events that it takes away were added in the one maximal way ([`maximal`]). Each graph
//! then has one predecessor, and none is explored twice.
//!
//! A step has phases, with a file each: selecting a thread ([`schedule`]), offering its choices
//! ([`branch`]), finding the reads that the write may revisit ([`maximal`], and [`maximal_source`]
//! for unordered locations), and revisiting ([`revisit`]). The execution itself is in the
//! [core](crate::execution_core); [`work`] is an execution with the alternatives to it.
//! [`estimate`] samples the tree of choices, and [`replay`] makes one execution again.
//!
//! Depth costs heap, not stack: pending alternatives are kept in lists.

mod branch;
mod estimate;
mod maximal;
mod maximal_source;
mod replay;
mod revisit;
mod schedule;
mod team;
mod units;
mod work;

use porf_entity::EntityId;
use porf_graph::{EventId, Renumbering};
use porf_models::{Model, ModelKind};
use porf_program::{Action, Program};

use crate::execution_core::ExecutionCore;
use crate::options::{Equivalence, Options, Schedule};
use crate::restart::{Change, Confidence, Interruption, Knowledge, Manner};
use crate::sink::{Failed, Sink, Summary};
use maximal_source::Restriction;
use schedule::{Ending, Turn};
use work::{Alternative, Work};

pub use team::Explorers;
pub(crate) use team::explore as explore_together;

/// The number of events among which symmetric threads are looked for to choose the explorer.
const FIRST_EVENTS: usize = 256;

/// The number of executions in vain that are nothing compared with a restart.
const MANY_IN_VAIN: u64 = 100;

pub(crate) struct GraphExplorer<'a, P: Program, M> {
    /// The execution being extended.
    core: ExecutionCore<'a, P, M>,
    /// The alternatives that are still to be explored from it, later events last.
    alternatives: Vec<Alternative>,
    schedule: Schedule,
    /// The alternative of a choice that is the first event of all; `None` for all of them.
    first_choice: Option<u64>,
    /// Whether coherence orders may turn out to be better not distinguished.
    confidence: Confidence,
    /// Whether interleavings may be explored instead.
    may_interleave: bool,
    /// Executions whose exploration was interrupted by a revisit, to go on with after it.
    interrupted: Vec<Work<P::State>>,
    /// Executions that are no longer needed, for their memory.
    spare: Vec<Work<P::State>>,
    renumbering: Renumbering,
    /// Memory for a graph with fewer events.
    restriction: Restriction,
    /// The work that had been done when a unit was given away last.
    gave_at: u64,
}

/// The result of a step or of an alternative.
enum Progress {
    /// The graph is consistent and can be extended.
    Extended,
    /// There is nothing to extend: the execution is full, or this branch is not consistent.
    Ended,
}

impl Progress {
    /// The result of a step that appends an event, unless it is an error.
    fn of(appended: Option<EventId>) -> Self {
        if appended.is_some() { Self::Extended } else { Self::Ended }
    }
}

type Stepped = Result<Progress, Interruption>;

impl<'a, P: Program, M: Model> GraphExplorer<'a, P, M> {
    pub(crate) fn new(
        program: &'a P,
        model: M,
        options: &Options<'a>,
        manner: &Manner,
        knowledge: &'a mut Knowledge,
        sink: &'a mut dyn Sink<P::State>,
    ) -> Self {
        let stores_stay = knowledge.stores_stay;
        Self {
            core: ExecutionCore::new(program, model, options, manner, knowledge, sink),
            alternatives: Vec::new(),
            schedule: options.schedule,
            first_choice: options.first_choice,
            confidence: manner.confidence(),
            may_interleave: options.engine.is_none()
                && options.model == ModelKind::Sc
                && options.equivalence != Some(Equivalence::Rf)
                && !program.features().annotations
                && !program.features().pools
                && !stores_stay,
            interrupted: Vec::new(),
            spare: Vec::new(),
            renumbering: Renumbering::default(),
            restriction: Restriction::default(),
            gave_at: 0,
        }
    }

    /// Returns whether one execution has symmetric threads, as far as its first events tell. Threads are
    /// mostly created early, and a long execution would take longer than the answer can save.
    pub(crate) fn finds_symmetric_threads(mut self) -> bool {
        while !self.core.state.symmetric.exist() && self.core.state.graph.len() < FIRST_EVENTS {
            let Ok(Progress::Extended) = self.extend() else { return false };
        }
        self.core.state.symmetric.exist()
    }

    /// Explores everything; an error if exploration has to restart.
    pub(crate) fn run(mut self) -> Result<Summary, Change> {
        let interruption = self.explore().err();
        self.finish(interruption)
    }

    fn explore(&mut self) -> Result<(), Interruption> {
        self.extend_fully()?;
        while self.backtrack()? {
            self.extend_fully()?;
        }
        Ok(())
    }

    /// The results, given the reason why exploration stopped early; an error if it has to restart.
    fn finish(mut self, interruption: Option<Interruption>) -> Result<Summary, Change> {
        match interruption {
            None => {}
            Some(Interruption::Change(change)) => return Err(change),
            Some(Interruption::Stop(reason)) => {
                self.core.summary.stopped = Some(reason);
                self.core.summary.pending = 1 + self.pending() as u64;
            }
        }
        Ok(self.core.summary)
    }

    /// Adds events until the execution is full, or not consistent.
    fn extend_fully(&mut self) -> Result<(), Interruption> {
        while let Progress::Extended = self.extend()? {}
        Ok(())
    }

    /// Adds the next event.
    fn extend(&mut self) -> Stepped {
        let core = &mut self.core;
        core.watch.step(core.state.graph.len())?;
        if core.state.symmetric.exist() && core.features.watches_addresses {
            core.check_addresses()?;
        }
        match self.turn()? {
            Turn::FinishRmw(thread) => self.branch_on_exclusive_write(thread),
            Turn::Act(thread) => {
                if self.core.has_run_long(thread) && self.core.run_on_long()? {
                    return Ok(Progress::Ended);
                }
                self.branch_on_action(thread)
            }
            Turn::Fail(thread) => {
                if let Action::Fail(failure) = self.core.action(thread) {
                    self.core.fail(Failed { thread, failure, other: None, event: None })?;
                }
                Ok(Progress::Ended)
            }
            Turn::Full(ending) => self.end(&ending),
        }
    }

    /// Reports a full execution, unless an await read too early, an annotation is violated, or
    /// exploration must restart.
    fn end(&mut self, ending: &Ending) -> Stepped {
        let core = &mut self.core;
        let has_failed = matches!(ending, Ending::Failed);
        if !matches!(ending, Ending::Complete) {
            core.look_for_stopped()?;
        }
        core.check_waiting_for_additions()?;
        core.check_orderly()?;
        core.check_symmetry()?;
        core.read_after_attempts()?;
        let may_wait = has_failed || core.let_idle_threads_wait()?;
        core.look_at_dropped()?;
        core.check_own_locations()?;
        if !has_failed && (!may_wait || core.is_premature() || core.idles_in_vain()) {
            core.summary.premature += 1;
            return self.end_in_vain();
        }
        if core.defers_errors && !core.passes_filter(has_failed)? {
            return Ok(Progress::Ended);
        }
        core.look_for_observers()?;
        if core.features.annotations && !has_failed && !core.check_annotations()? {
            return Ok(Progress::Ended);
        }
        match *ending {
            _ if core.has_mistakes() => core.report_end_with_mistakes(ending.deadlock())?,
            Ending::Complete => core.report_full(false)?,
            Ending::Blocked => core.report_blocked()?,
            Ending::Failed => core.report_failures()?,
            Ending::Deadlock(thread) => core.report_deadlock(thread)?,
        }
        Ok(Progress::Ended)
    }

    /// Ends an execution in which an await has read too early. An error if these are too many.
    fn end_in_vain(&self) -> Stepped {
        let Summary { executions, blocked, premature, .. } = self.core.summary;
        if self.may_interleave
            && self.core.is_early()
            && premature > MANY_IN_VAIN.max(executions + blocked)
            && !self.core.state.symmetric.exist()
        {
            return Err(Change::Interleave.into());
        }
        Ok(Progress::Ended)
    }

    /// Goes back to the latest alternative that gives a consistent graph. `false` when there is
    /// none left.
    fn backtrack(&mut self) -> Result<bool, Interruption> {
        loop {
            self.core.watch.step(self.core.state.graph.len())?;
            let Some(alternative) = self.alternatives.pop() else {
                match self.interrupted.pop() {
                    Some(interrupted) => {
                        let finished = self.exchange_work(interrupted);
                        self.spare.push(finished);
                        self.core.state.graph.make_room(self.core.knowledge.names.count());
                        continue;
                    }
                    None => return Ok(false),
                }
            };
            if let Progress::Extended = self.take(alternative)? {
                return Ok(true);
            }
        }
    }

    /// Goes on with another execution, and returns the present one.
    fn exchange_work(&mut self, work: Work<P::State>) -> Work<P::State> {
        self.core.program.goes_back();
        Work {
            state: std::mem::replace(&mut self.core.state, work.state),
            alternatives: std::mem::replace(&mut self.alternatives, work.alternatives),
        }
    }

    /// Goes back to the point where the alternative branches off, and takes it.
    fn take(&mut self, alternative: Alternative) -> Stepped {
        match alternative {
            Alternative::Read { event, thread, location, source, spurious } => {
                self.core.cut_to(event.index());
                self.take_read(thread, location, source, spurious)
            }
            Alternative::Place { write, position, revisited } => {
                self.core.cut_to(write.index() + 1);
                self.take_other_place(write, position, revisited)
            }
            Alternative::Revisit { write, read, spurious } => {
                self.core.cut_to(write.index() + 1);
                self.take_revisit(write, read, spurious)
            }
            Alternative::Choose { event, thread, choice, count } => {
                self.core.cut_to(event.index());
                self.take_choice(thread, choice, count)
            }
            Alternative::Displace { event, thread, source, read, spurious } => {
                self.core.cut_to(event.index());
                self.take_displacement(thread, source, read, spurious)
            }
        }
    }
}
