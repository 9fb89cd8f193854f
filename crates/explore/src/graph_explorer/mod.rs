//! The graph explorer: optimal exploration with polynomial memory.
//!
//! The algorithm is that of GenMC (PLDI 2019, §4) with the revisit condition of TruSt (Kokologiannakis, Marmanis,
//! Gladstein and Vafeiadis, *Truly Stateless, Optimal Dynamic Partial Order Reduction*, POPL 2022): events are
//! added one by one; a read branches over the writes that it can read from, a write over its places in
//! coherence order; and a write that comes later than a read of its location *revisits* it: the read takes
//! its value from the write, and what was added after the read, but for the write's causal prefix, is
//! taken away. A revisit happens only where all that it takes away, and the read itself, was added in the one
//! canonical way ([`canonical`]): each graph then has one predecessor, and none is explored twice.
//!
//! Phases of a step, a file each: whose turn it is ([`schedule`]), what the choices are ([`branch`]), which reads
//! the write may revisit ([`canonical`]) and what comes of it ([`revisit`]). [`freedom`] is about coherence orders that are
//! left open, [`symmetry`] and [`likeness`] about threads that do the same, [`helping`] about threads that do it for each
//! other, [`awaits`] about reads that wait, [`notice`] about what loops leave out, [`dropped`] about errors in that, [`run_on`] about
//! executions that never end. [`threads`] and [`memory`] are about threads and objects that come and go, [`mistakes`] about what is
//! wrong with that. [`work`] is the state between steps.
//!
//! Depth costs heap, not stack: pending alternatives are kept in lists. A [`Work`](work::Work) is self-contained
//! and `Send`: with the table of locations, it can be handed to another thread of exploration as it is.

mod awaits;
mod branch;
mod canonical;
mod dropped;
mod estimate;
mod favourite;
mod freedom;
mod helping;
mod interleave;
mod likeness;
mod memory;
mod mistakes;
mod notice;
mod replay;
mod revisit;
mod run_on;
mod schedule;
mod symmetry;
mod threads;
mod work;

use std::ops::ControlFlow;

use porf_entity::ThreadId;
use porf_graph::{EventId, LocationId, Renumbering};
use porf_models::{Model, Race, find_races};
use porf_program::{Action, BlockReason, Failure, FailureKind, Program};

use crate::knowledge::Knowledge;
use crate::limits::{StopReason, Watch};
use crate::locations::Locations;
use crate::manner::{Change, Interruption, Manner};
use crate::options::{Equivalence, Liveness, Options, Schedule};
use crate::sink::{Asymmetry, Execution, Failed, Sink, Summary, Symmetry};
use favourite::Restriction;
pub(crate) use interleave::{Outcome, Standing};
use rustc_hash::FxHashMap;
use schedule::{Ending, Turn};
pub(crate) use symmetry::Twins;
pub(crate) use threads::is_handle;
pub(crate) use work::Paused;
use work::{Alternative, Work};

pub(crate) struct GraphExplorer<'a, P: Program, M> {
    program: &'a P,
    model: M,
    schedule: Schedule,
    watch: Watch<'a>,
    sink: &'a mut dyn Sink<P::State>,
    locations: Locations,
    equivalence: Equivalence,
    /// Whether another equivalence may be taken.
    tentative: bool,
    /// How many other places there were for writes in coherence order.
    places: u64,
    knowledge: &'a mut Knowledge,
    /// Whether the program has loops that wait.
    may_spin: bool,
    /// Whether the program has attempts or provisional stores.
    has_remarks: bool,
    /// Whether threads leave to others what those do in any case.
    has_notes: bool,
    /// Whether executions count as one that differ only in what twins do.
    symmetry: bool,
    /// What only one thread may access, or else twins can be told apart: which, and how.
    own: FxHashMap<LocationId, (ThreadId, Asymmetry)>,
    /// The graph being extended.
    work: Work<P::State>,
    /// Graphs whose exploration was interrupted by a revisit, to go on with when it is done.
    interrupted: Vec<Work<P::State>>,
    /// Graphs that are no longer needed, for their memory.
    spare: Vec<Work<P::State>>,
    renumbering: Renumbering,
    /// For what would be in a smaller graph.
    restriction: Restriction,
    /// Whether races are worth looking for.
    look_for_races: bool,
    keep_going: bool,
    liveness: Liveness,
    /// Whether threads [run on](run_on) now.
    runs_on: bool,
    summary: Summary,
}

/// What became of a step or of an alternative.
enum Progress {
    /// The graph is consistent and can be extended.
    Extended,
    /// There is nothing to extend: the execution is full, or this branch is not consistent.
    Ended,
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
        let asymmetry = asymmetry(program, options, manner, knowledge);
        let symmetry = asymmetry.is_none();
        Self {
            program,
            model,
            schedule: options.schedule,
            watch: Watch::new(options.limits),
            sink,
            locations: Locations::new(manner.ordered_locations()),
            equivalence: manner.equivalence(),
            tentative: manner.is_tentative(),
            places: 0,
            knowledge,
            may_spin: program.may_spin(),
            has_remarks: program.has_remarks(),
            has_notes: program.has_notes(),
            symmetry,
            own: FxHashMap::default(),
            work: Work::initial(program, M::SYNCHRONISATION, symmetry),
            interrupted: Vec::new(),
            spare: Vec::new(),
            renumbering: Renumbering::default(),
            restriction: Restriction::default(),
            look_for_races: true,
            keep_going: options.keep_going,
            liveness: options.liveness,
            runs_on: false,
            summary: Summary {
                equivalence: Some(manner.equivalence()),
                symmetry: asymmetry.map_or(Symmetry::Unused, Symmetry::Off),
                ..Summary::default()
            },
        }
    }

    /// Whether one execution has twins.
    pub(crate) fn finds_twins(mut self) -> bool {
        while !self.work.twins.exist() {
            let Ok(Progress::Extended) = self.extend() else { return false };
        }
        true
    }

    /// Explores everything; an error if that has to be done in another manner.
    pub(crate) fn run(mut self) -> Result<Summary, Change> {
        match self.explore() {
            Ok(()) => {}
            Err(Interruption::Change(change)) => return Err(change),
            Err(Interruption::Stop(reason)) => {
                self.summary.stopped = Some(reason);
                let pending = self.interrupted.iter().chain([&self.work]).map(Work::pending);
                self.summary.pending = 1 + pending.sum::<u64>();
            }
        }
        Ok(self.summary)
    }

    fn explore(&mut self) -> Result<(), Interruption> {
        loop {
            while let Progress::Extended = self.extend()? {}
            if !self.backtrack()? {
                return Ok(());
            }
        }
    }

    /// Adds the next event.
    fn extend(&mut self) -> Stepped {
        self.watch.step(self.work.graph.len())?;
        if self.work.twins.exist() && self.program.watches_addresses() {
            self.check_addresses()?;
        }
        match self.turn()? {
            Turn::FinishRmw(thread) => self.branch_on_exclusive_write(thread),
            Turn::Act(thread) => {
                if self.has_run_long(thread) && self.run_on_long()? {
                    return Ok(Progress::Ended);
                }
                self.branch_on_action(thread)
            }
            Turn::Fail(thread) => {
                let Action::Fail(failure) = self.action(thread) else { return Ok(Progress::Ended) };
                self.fail(Failed { thread, failure, other: None, event: None })
            }
            Turn::Full(ending) => {
                self.look_for_stopped(&ending)?;
                self.check_symmetry()?;
                self.look_at_dropped()?;
                if !matches!(ending, Ending::Failed) && self.is_premature() {
                    self.summary.premature += 1;
                    return Ok(Progress::Ended);
                }
                self.look_for_notices()?;
                if self.has_notes && !matches!(ending, Ending::Failed) && !self.check_notes()? {
                    return Ok(Progress::Ended);
                }
                match ending {
                    _ if self.has_mistakes() => self.report_failures(),
                    Ending::Complete => self.report_full(false),
                    Ending::Blocked => self.report_blocked(),
                    Ending::Failed => self.report_failures(),
                    Ending::Deadlock(thread) => self.report_deadlock(thread),
                }
            }
        }
    }

    /// An error if the program was told to stop while a thread ran: what looks like the end of an execution is none.
    fn look_for_stopped(&self, ending: &Ending) -> Result<(), Interruption> {
        let is_stopped = |thread| self.action(thread) == Action::Block(BlockReason::Stopped);
        if matches!(ending, Ending::Complete) || !self.work.paused.threads(&self.work.graph).any(is_stopped) {
            return Ok(());
        }
        self.watch.look()?;
        Err(StopReason::Deadline.into())
    }

    /// Checks at the end of an execution that symmetry was there if executions rely on it.
    fn check_symmetry(&mut self) -> Result<(), Change> {
        if self.work.twins.exist() {
            let threads: Vec<ThreadId> = self.work.paused.threads(&self.work.graph).collect();
            threads.into_iter().try_for_each(|thread| self.check_joins(thread))?;
            self.summary.symmetry =
                self.summary.symmetry.max(Symmetry::Used { threads: self.work.twins.count() });
        }
        Ok(())
    }

    /// Reports what all threads that cannot go on are about to do wrong.
    fn report_failures(&mut self) -> Stepped {
        let threads: Vec<ThreadId> = self.work.paused.threads(&self.work.graph).collect();
        for thread in threads {
            if let Some(failed) = self.failure_of(thread)
                && !self.follows_mistake(thread)
            {
                self.fail(failed)?;
            }
        }
        Ok(Progress::Ended)
    }

    /// Reports that all threads that have not finished wait, `thread` among them. Where all errors are wanted, it is told by the first
    /// place where one waits, since the names of threads depend on the order in which they are found.
    fn report_deadlock(&mut self, thread: ThreadId) -> Stepped {
        let waiting = self.work.paused.threads(&self.work.graph).filter(|&thread| self.waits(thread));
        let first = waiting.min_by_key(|&thread| self.work.next(thread).position);
        let thread = first.filter(|_| self.keep_going).unwrap_or(thread);
        let failure = Failure::new(FailureKind::Deadlock);
        self.fail(Failed { thread, failure, other: None, event: None })
    }

    /// Reports that something is wrong with the execution, which is not extended further.
    fn fail(&mut self, failed: Failed) -> Stepped {
        let (sink, execution) = self.sink_and_execution();
        proceed(sink.failed(&execution, failed))?;
        Ok(Progress::Ended)
    }

    /// Goes back to the latest alternative that gives a consistent graph. `false` when there is none left.
    fn backtrack(&mut self) -> Result<bool, Interruption> {
        loop {
            self.watch.step(self.work.graph.len())?;
            let Some(alternative) = self.work.alternatives.pop() else {
                match self.interrupted.pop() {
                    Some(interrupted) => {
                        self.spare.push(std::mem::replace(&mut self.work, interrupted));
                        self.work.graph.make_room(self.knowledge.names.count());
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

    /// Goes back to where the alternative branches off, and takes it.
    fn take(&mut self, alternative: Alternative) -> Stepped {
        match alternative {
            Alternative::Read { event, thread, location, source, spurious } => {
                self.work.cut_before(event);
                self.take_read(thread, location, source, spurious)
            }
            Alternative::Place { write, position, revisited } => {
                self.work.cut_after(write);
                self.take_other_place(write, position, revisited)
            }
            Alternative::Revisit { write, read, spurious } => {
                self.work.cut_after(write);
                self.take_revisit(write, read, spurious)
            }
            Alternative::Choose { event, thread, choice, count } => {
                self.work.cut_before(event);
                self.take_choice(thread, choice, count)
            }
            Alternative::Displace { event, thread, source, read, spurious } => {
                self.work.cut_before(event);
                self.take_displacement(thread, source, read, spurious)
            }
        }
    }

    fn report_full(&mut self, blocked: bool) -> Stepped {
        if !self.watch.allows_execution(self.summary.executions + self.summary.blocked + 1) {
            return Err(StopReason::MaxExecutions.into());
        }
        if blocked {
            self.summary.blocked += 1;
        } else {
            self.summary.executions += 1;
        }
        let (sink, execution) = self.sink_and_execution();
        proceed(if blocked { sink.blocked(&execution) } else { sink.complete(&execution) })?;
        // An execution counts once, for the first thread that is cut.
        if blocked && let Some(thread) = self.cut_thread() {
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.cut(&execution, thread))?;
        }
        if !blocked && self.equivalence == Equivalence::Rf {
            self.report_variants()?;
        }
        Ok(Progress::Ended)
    }

    /// Reports an execution in which some thread is blocked, and that it never ends if that is so.
    fn report_blocked(&mut self) -> Stepped {
        self.report_full(true)?;
        if self.process_has_ended() {
            self.summary.ended += u64::from(!self.is_cut());
            let threads = self.left_behind()?;
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.left_behind(&execution, &threads))?;
        } else {
            self.run_on_from_end()?;
        }
        Ok(Progress::Ended)
    }

    /// Reports that an event races with an earlier one, if it does.
    pub(crate) fn report_race(&mut self, event: EventId) -> Result<(), Interruption> {
        if !self.look_for_races || self.work.graph.non_atomic_accesses() == 0 {
            return Ok(());
        }
        let mut races: Vec<Race> = Vec::new();
        find_races(&self.work.graph, event, |race| {
            races.push(race);
            if self.keep_going { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        races.into_iter().try_for_each(|race| self.report_data_race(race))
    }

    /// Reports that two accesses race, unless one race is enough and is known already.
    pub(crate) fn report_data_race(&mut self, race: Race) -> Result<(), Interruption> {
        if self.look_for_races && !self.races_after_mistake(race) {
            self.look_for_races = self.keep_going;
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.race(&execution, race))?;
        }
        Ok(())
    }

    fn sink_and_execution(&mut self) -> (&mut dyn Sink<P::State>, Execution<'_, P::State>) {
        let Work { graph, paused, twins, .. } = &self.work;
        (
            &mut *self.sink,
            Execution { graph, paused, twins, locations: &self.locations, knowledge: self.knowledge },
        )
    }

    fn action(&self, thread: ThreadId) -> Action {
        self.work.next(thread).action
    }
}

/// Why twins are told apart, if they are.
fn asymmetry<P: Program>(
    program: &P,
    options: &Options<'_>,
    manner: &Manner,
    knowledge: &Knowledge,
) -> Option<Asymmetry> {
    if !options.symmetry {
        Some(Asymmetry::NotWanted)
    } else if manner.equivalence() == Equivalence::Rf {
        Some(Asymmetry::ReadsFrom)
    } else if program.names_matter() {
        Some(Asymmetry::Names)
    } else {
        knowledge.asymmetry
    }
}

fn proceed(flow: ControlFlow<()>) -> Result<(), Interruption> {
    if flow.is_break() { Err(StopReason::Sink.into()) } else { Ok(()) }
}
