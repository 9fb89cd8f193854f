//! Reporting executions and their errors to the sink.

use std::ops::ControlFlow;

use porf_entity::{ErrorKind, ThreadId};
use porf_graph::EventId;
use porf_models::{Judgement, Model, Race, find_races};
use porf_program::{Action, BlockReason, Failure, Program};

use super::{ExecutionCore, ExecutionState};
use crate::limits::StopReason;
use crate::options::Equivalence;
use crate::restart::Interruption;
use crate::sink::{Execution, Failed, Sink};

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// An error if the program was told to stop while a thread ran: the apparent end of the
    /// execution is none.
    pub(crate) fn look_for_stopped(&self) -> Result<(), Interruption> {
        let is_stopped = |thread| self.action(thread) == Action::Block(BlockReason::Stopped);
        if !self.state.paused.threads(&self.state.graph).any(is_stopped) {
            return Ok(());
        }
        self.watch.look()?;
        Err(StopReason::Deadline.into())
    }

    /// Reports a full execution, in which all threads have finished or some are blocked.
    pub(crate) fn report_full(&mut self, blocked: bool) -> Result<(), Interruption> {
        if !self.watch.allows_execution(self.summary.executions + self.summary.blocked + 1) {
            return Err(StopReason::MaxExecutions.into());
        }
        if blocked {
            self.summary.blocked += 1;
        } else {
            self.summary.executions += 1;
        }
        self.summary.longer_release_sequences |= self.state.graph.has_longer_release_sequence();
        let (sink, execution) = self.sink_and_execution();
        proceed(if blocked { sink.blocked(&execution) } else { sink.complete(&execution) })?;
        if !blocked {
            self.report_judgement()?;
        }
        // An execution counts once, for the first thread that is cut.
        if blocked && let Some(thread) = self.cut_thread() {
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.cut(&execution, thread))?;
        }
        if !blocked && self.equivalence == Equivalence::Rf {
            self.report_variants()?;
        }
        Ok(())
    }

    /// Reports the checks of the model that report this full execution.
    fn report_judgement(&mut self) -> Result<(), Interruption> {
        for check in self.judge()?.reports {
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.reported(&execution, check))?;
        }
        Ok(())
    }

    /// The model's judgement about this full execution.
    fn judge(&mut self) -> Result<Judgement, Interruption> {
        let (graph, watch) = (&self.state.graph, &self.watch);
        let judgement = self.model.judge(graph, &mut || watch.go_on(graph.len()));
        judgement.map_err(|_| watch.stopped().into())
    }

    /// Returns whether the model allows a full execution, and reports the races and mistakes that
    /// had to wait for this. Only for models that are [filtering](Model::is_filtering), and for pools with an order.
    ///
    /// An execution in which a thread was cut is not full: a longer one may satisfy axioms that the
    /// execution violates, or the other way round. So the execution counts as cut, and not for errors.
    /// The exception is a thread that fails, which ends all others wherever they are; unless the
    /// model does not allow that, for it may allow it where the others went less far.
    pub(crate) fn passes_filter(&mut self, has_failed: bool) -> Result<bool, Interruption> {
        let is_cut = self.cut_thread().is_some();
        if is_cut && !has_failed {
            self.report_full(true)?;
            return Ok(false);
        }
        if !self.pools_are_in_order() || !self.judge()?.is_consistent {
            match is_cut {
                true => self.report_full(true)?,
                false => self.summary.filtered += 1,
            }
            return Ok(false);
        }
        self.defers_errors = false;
        let events = self.state.graph.events();
        let reported = events.into_iter().try_for_each(|event| {
            self.report_race(event)?;
            self.report_mistakes(event)
        });
        self.defers_errors = true;
        reported.map(|()| true)
    }

    /// Reports an execution in which some thread is blocked, and also the lasso if it never ends.
    pub(crate) fn report_blocked(&mut self) -> Result<(), Interruption> {
        self.report_full(true)?;
        if self.process_has_ended() {
            self.summary.ended += u64::from(!self.is_cut());
            let threads = self.left_behind()?;
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.left_behind(&execution, &threads))?;
        } else {
            self.run_on_from_end()?;
        }
        Ok(())
    }

    /// Reports the errors that all threads that cannot go on are about to make.
    pub(crate) fn report_failures(&mut self) -> Result<(), Interruption> {
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        threads.into_iter().try_for_each(|thread| self.report_failure(thread))
    }

    /// Reports the error that a thread is about to make. It may come after mistakes.
    pub(crate) fn report_failure(&mut self, thread: ThreadId) -> Result<(), Interruption> {
        let Some(failed) = self.failure_of(thread) else { return Ok(()) };
        if self.follows_mistake(thread) {
            self.tell_after_others(failed);
            return Ok(());
        }
        self.fail(failed)
    }

    /// Reports that all threads that have not finished wait, `thread` among them. Where all errors
    /// are wanted, the report names the first source position at which a thread waits, since the
    /// names of threads depend on the order in which they are found.
    pub(crate) fn report_deadlock(&mut self, thread: ThreadId) -> Result<(), Interruption> {
        let failed = self.deadlock_of(thread);
        self.fail(failed)
    }

    fn deadlock_of(&self, thread: ThreadId) -> Failed {
        let waiting = self.state.paused.threads(&self.state.graph).filter(|&thread| self.waits(thread));
        let first = waiting.min_by_key(|&thread| self.state.next(thread).position);
        let thread = first.filter(|_| self.keep_going).unwrap_or(thread);
        let failure = Failure::new(ErrorKind::Deadlock);
        Failed { thread, failure, other: None, event: None }
    }

    /// Reports the errors at the end of an execution that has mistakes. If all threads that have not
    /// finished wait, `deadlock` is one of them.
    pub(crate) fn report_end_with_mistakes(
        &mut self,
        deadlock: Option<ThreadId>,
    ) -> Result<(), Interruption> {
        self.report_failures()?;
        if let Some(thread) = deadlock {
            let failed = self.deadlock_of(thread);
            self.tell_after_others(failed);
        }
        Ok(())
    }

    /// Tells the sink about an error that comes after others, if all errors are wanted.
    pub(super) fn tell_after_others(&mut self, failed: Failed) {
        if !self.keep_going {
            return;
        }
        let (sink, execution) = self.sink_and_execution();
        sink.failed_after_others(&execution, failed);
    }

    /// Reports an error in the execution.
    pub(crate) fn fail(&mut self, failed: Failed) -> Result<(), Interruption> {
        self.confirm_error()?;
        let (sink, execution) = self.sink_and_execution();
        proceed(sink.failed(&execution, failed))
    }

    /// Reports the race of an event with an earlier one, if there is one.
    #[inline]
    pub(crate) fn report_race(&mut self, event: EventId) -> Result<(), Interruption> {
        match self.look_for_races && !self.defers_errors && self.state.graph.non_atomic_accesses() > 0 {
            true => self.report_races_with(event),
            false => Ok(()),
        }
    }

    fn report_races_with(&mut self, event: EventId) -> Result<(), Interruption> {
        let mut races: Vec<Race> = Vec::new();
        find_races(&self.state.graph, event, |race| {
            races.push(race);
            if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        races.into_iter().try_for_each(|race| {
            // The causal prefix of each race is searched for mistakes.
            self.watch.step(self.state.graph.len())?;
            self.report_data_race(race)
        })
    }

    /// Reports that two accesses race, unless one race is enough and is known already. The race may
    /// come after mistakes.
    pub(crate) fn report_data_race(&mut self, race: Race) -> Result<(), Interruption> {
        if !self.look_for_races {
            return Ok(());
        }
        if self.races_after_mistake(race) {
            let (sink, execution) = self.sink_and_execution();
            sink.race_after_others(&execution, race);
            return Ok(());
        }
        self.confirm_error()?;
        self.look_for_races = self.keep_going;
        let (sink, execution) = self.sink_and_execution();
        proceed(sink.race(&execution, race))
    }

    pub(crate) fn sink_and_execution(&mut self) -> (&mut dyn Sink<P::State>, Execution<'_, P::State>) {
        let ExecutionState { graph, paused, symmetric } = &self.state;
        (
            &mut *self.sink,
            Execution { graph, paused, symmetric, locations: &self.locations, knowledge: self.knowledge },
        )
    }
}

/// An error if the sink stops the exploration.
pub(crate) fn proceed(flow: ControlFlow<()>) -> Result<(), Interruption> {
    if flow.is_break() { Err(StopReason::Sink.into()) } else { Ok(()) }
}
