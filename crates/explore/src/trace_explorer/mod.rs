//! The trace explorer: Optimal-DPOR-Await for sequential consistency [await §IV].
//!
//! An execution is a sequence of steps of threads. Two executions are equivalent if they order
//! dependent steps alike. Two steps are dependent if they are of one thread, if one creates the
//! thread of the other or waits for its end, if one leaves a round of a barrier in which the other
//! arrives, or if they are accesses in [conflict](access). One
//! maximal execution of each class is explored.
//!
//! When no thread is enabled, the steps are searched for *races* ([`races`]): pairs that could have
//! come in the other order. For each race, a sequence with the other order is added to the [wakeup
//! tree](wakeup_tree) of the point before the first of the two steps, unless exploration has been,
//! or will be, where the sequence leads: a thread that sleeps there, because its step has been
//! explored, is a weak initial of the sequence. Sequences are explored first come, first served,
//! and extended at will.
//!
//! The [core](crate::execution_core) appends steps to an execution graph, whose coherence order is
//! that of the steps, and reports executions as such graphs. Going back takes steps away; no thread
//! runs again.
//!
//! *Choices* are steps with several outcomes, as are compare-exchanges that may fail spuriously.
//! One outcome can replace another as if a thread of its own had decided it, at the last moment:
//! the other outcome is put behind all steps that do not depend on the step.
//!
//! *Independent additions* [await §II-C]: with [`Options::independent_adds`](crate::Options),
//! additions to one location whose results no thread uses are not in conflict.
//!
//! *Data races* are races of which one access is not atomic.

mod access;
mod ending;
mod happens_before;
mod races;
mod wakeup_tree;

use porf_entity::{BarrierStep, EntityId, FetchOp, RmwOp, ThreadId, Value};
use porf_graph::{EventId, Label, LocationId};
use porf_models::{Race, Sc};
use porf_program::{Action, Program, Remark, Step};

use crate::execution_core::{ExecutionCore, Outcome, Standing, is_handle};
use crate::limits::StopReason;
use crate::options::Schedule;
use crate::reductions::open_additions::OpenAdditions;
use crate::restart::{Change, Interruption};
use crate::sink::Summary;
use access::{Access, Transition};
use happens_before::Clocks;
use wakeup_tree::WakeupTree;

pub(crate) struct TraceExplorer<'a, P: Program> {
    /// The execution as a graph, with its paused threads.
    core: ExecutionCore<'a, P, Sc>,
    schedule: Schedule,
    keep_going: bool,
    /// Whether additions whose results no thread uses are not in conflict.
    independent_adds: bool,
    /// Whether there were such additions.
    has_merged_adds: bool,
    steps: Vec<Executed>,
    clocks: Clocks,
    /// The points before each step, and the one after the last.
    points: Vec<Point>,
    /// Points that are no longer needed, for their memory.
    spare: Vec<Point>,
    /// The races of all steps, each with earlier ones, one step's after the other's.
    races: Vec<usize>,
    /// The steps that access each location, by its id.
    accesses: Vec<Vec<usize>>,
    /// The last step of each thread, if it has taken any, and the step that created it.
    threads: Vec<Life>,
    scratch: races::Scratch,
}

/// A step that was taken.
#[derive(Clone, Copy, Debug)]
struct Executed {
    transition: Transition,
    /// The number of the step in its thread, counted from 0.
    index: u32,
    /// The step of its thread before it.
    previous: Option<usize>,
    /// Whether there are values with which it could not have been taken.
    may_block: bool,
    /// The value that it has written.
    written: Option<Value>,
    /// The index of its first race.
    races: usize,
    /// The event; of a read-modify-write the last one.
    event: EventId,
}

/// A point of an execution, between steps.
#[derive(Debug, Default)]
struct Point {
    /// The number of events.
    events: usize,
    /// Steps that would lead to where exploration has been.
    sleep: Vec<Transition>,
    tree: WakeupTree,
}

#[derive(Clone, Copy, Debug, Default)]
struct Life {
    last: Option<usize>,
    spawn: Option<usize>,
}

impl<'a, P: Program> TraceExplorer<'a, P> {
    pub(crate) fn new(
        mut core: ExecutionCore<'a, P, Sc>,
        options: &crate::Options<'_>,
        independent_adds: bool,
    ) -> Self {
        // Happens-before of the graph, by which others observe stores, has an order of additions.
        core.open_additions = OpenAdditions::None;
        if independent_adds && core.features.blind_additions {
            core.drops_stores = false;
            core.misses_dropped_stores = options.engine.is_none();
        }
        let threads = core.state.graph.thread_count();
        let mut clocks = Clocks::default();
        clocks.make_room(threads);
        Self {
            core,
            schedule: options.schedule,
            keep_going: options.keep_going,
            independent_adds,
            has_merged_adds: false,
            steps: Vec::new(),
            clocks,
            points: vec![Point::default()],
            spare: Vec::new(),
            races: Vec::new(),
            accesses: Vec::new(),
            threads: vec![Life::default(); threads],
            scratch: races::Scratch::default(),
        }
    }

    /// Explores everything; an error if exploration has to restart.
    pub(crate) fn run(mut self) -> Result<Summary, Change> {
        match self.explore() {
            Ok(()) => Ok(self.summary(None, 0)),
            Err(Interruption::Change(change)) => Err(change),
            Err(Interruption::Stop(reason)) => {
                let pending = self.points.iter().map(|point| point.tree.count()).sum::<u64>();
                Ok(self.summary(Some(reason), 1 + pending))
            }
        }
    }

    /// The summary, given the reason why exploration stopped early.
    fn summary(self, stopped: Option<StopReason>, pending: u64) -> Summary {
        Summary { stopped, pending, merged_adds: self.has_merged_adds, ..self.core.summary }
    }

    fn explore(&mut self) -> Result<(), Interruption> {
        loop {
            self.extend()?;
            self.reverse_races()?;
            if !self.backtrack() {
                return Ok(());
            }
        }
    }

    /// Goes on until no thread is enabled, and reports the execution.
    fn extend(&mut self) -> Result<(), Interruption> {
        loop {
            self.core.watch.step(self.core.state.graph.len())?;
            let point = self.points.last_mut().expect("there is a point after the last step");
            let (next, rest) = match point.tree.take_first() {
                Some((transition, rest)) => ((transition.thread, transition.outcome), rest),
                None => match self.choose()? {
                    Some(next) => (next, WakeupTree::default()),
                    None => return Ok(()),
                },
            };
            if self.core.has_run_long(next.0) && self.core.run_on_long()? {
                return Ok(());
            }
            self.take_step(next.0, next.1, rest)?;
        }
    }

    /// An enabled thread, and the outcome of its next step; `None` at the end of an execution,
    /// which is then reported.
    fn choose(&mut self) -> Result<Option<(ThreadId, Outcome)>, Interruption> {
        let (mut reader, mut failed) = (None, None);
        for thread in self.core.state.paused.threads(&self.core.state.graph) {
            match self.core.standing(thread) {
                Standing::Enabled => {
                    let action = self.core.action(thread);
                    let reads = matches!(action, Action::Load { .. } | Action::Rmw { .. });
                    if !reads || self.schedule == Schedule::LeftToRight {
                        let is_choice = matches!(action, Action::Choose { .. });
                        let outcome = if is_choice { Outcome::Choice(0) } else { Outcome::Usual };
                        return Ok(Some((thread, outcome)));
                    }
                    reader = reader.or(Some(thread));
                }
                Standing::Failed if !self.keep_going => {
                    failed = Some(thread);
                    break;
                }
                _ => {}
            }
        }
        match (failed, reader) {
            (Some(thread), _) => {
                self.core.report_failure(thread)?;
                Ok(None)
            }
            (None, Some(thread)) => Ok(Some((thread, Outcome::Usual))),
            (None, None) => {
                self.report_end()?;
                Ok(None)
            }
        }
    }

    /// Lets a thread take its next step, behind which the sequences of `tree` are to be explored.
    fn take_step(
        &mut self,
        thread: ThreadId,
        outcome: Outcome,
        tree: WakeupTree,
    ) -> Result<(), Interruption> {
        let events = self.core.state.graph.len();
        self.core.interleave(thread, outcome)?;
        self.clocks.make_room(self.core.state.graph.thread_count());
        if self.threads.len() < self.core.state.graph.thread_count() {
            self.threads.resize(self.core.state.graph.thread_count(), Life::default());
        }
        let number = self.steps.len();
        let event = EventId::from_index(self.core.state.graph.len() - 1);
        let step = self.core.state.step(event);
        let access = self.access(step, event);
        self.has_merged_adds |= matches!(access, Access::Add(..));
        let may_block = self.core.wait(step.action).is_some();
        let awaits = self.core.awaits(step.action);
        let written =
            self.core.state.graph.event(event).as_write().and_then(|write| write.content().defined());
        let life = self.threads[thread.index()];
        let executed = Executed {
            transition: Transition { thread, outcome, access },
            index: life.last.map_or(0, |last| self.steps[last].index + 1),
            previous: life.last,
            may_block,
            written,
            races: self.races.len(),
            event,
        };
        self.clocks.push(life.last.or(life.spawn));
        self.find_races(access, number);
        self.clocks.tick(thread, executed.index + 1);
        self.steps.push(executed);
        self.threads[thread.index()].last = Some(number);
        if let Access::Spawn(child) = access {
            self.threads[child.index()].spawn = Some(number);
        }
        if let Some(location) = access.location() {
            if self.accesses.len() <= location.index() {
                self.accesses.resize_with(location.index() + 1, Vec::new);
            }
            self.accesses[location.index()].push(number);
        }
        self.core.check_awaited(event)?;
        if let Some(location) = access.location()
            && awaits
        {
            self.core.note_await(self.core.state.step(event).action, location, None)?;
        }
        self.look_for_data_races(number)?;
        for event in (events..self.core.state.graph.len()).map(EventId::from_index) {
            self.core.report_mistakes(event)?;
        }

        let mut next = self.spare.pop().unwrap_or_default();
        next.events = self.core.state.graph.len();
        next.tree = tree;
        next.sleep.clear();
        let point = &mut self.points[number];
        point.events = events;
        let locations = &self.core.locations;
        let awake = |other: &&Transition| !other.depends_on(&executed.transition, locations);
        next.sleep.extend(point.sleep.iter().filter(awake));
        self.points.push(next);
        Ok(())
    }

    /// The access of the step that ends with this event.
    fn access(&self, step: &Step<P::State>, event: EventId) -> Access {
        match self.core.state.graph.event(event).label {
            Label::Read(read) => Access::Read(read.location),
            Label::Write(write) if write.exclusive => self.update(step, write.location),
            Label::Write(write) => Access::Write(write.location),
            // Of two ends of a thread one is wrong, in whichever order they come, and neither
            // depends on another event.
            Label::Free { base, .. } if is_handle(base) => Access::Local,
            Label::Free { base, size } => Access::Free { base, size },
            Label::Spawn(child) => Access::Spawn(child),
            Label::Join(child) => Access::Join(child),
            Label::Barrier { barrier, round, step: BarrierStep::Arrive } => Access::Arrive { barrier, round },
            Label::Barrier { barrier, round, step: BarrierStep::Leave } => Access::Leave { barrier, round },
            // An arrival and the end of its barrier find each other in whichever order they come.
            Label::Barrier { step: BarrierStep::Destroy, .. } => Access::Local,
            Label::Fence(_) | Label::Choice(_) | Label::Wait { .. } | Label::Addition(_) => Access::Local,
        }
    }

    /// The access of a read-modify-write that writes.
    fn update(&self, step: &Step<P::State>, location: LocationId) -> Access {
        match step.action {
            Action::Rmw { op: RmwOp::Fetch { op, operand }, wait: None, .. }
                if self.independent_adds && self.core.program.remark(&step.state) == Some(Remark::Blind) =>
            {
                match op {
                    FetchOp::Add => Access::Add(location, operand),
                    FetchOp::Sub => Access::Add(location, Value(operand.0.wrapping_neg())),
                    _ => Access::Update(location),
                }
            }
            _ => Access::Update(location),
        }
    }

    /// Reports the races of the latest step of which one access is not atomic.
    fn look_for_data_races(&mut self, step: usize) -> Result<(), Interruption> {
        if self.core.state.graph.non_atomic_accesses() == 0 {
            return Ok(());
        }
        for place in self.steps[step].races..self.races.len() {
            let [first, second] = [self.races[place], step].map(|step| self.steps[step].event);
            let graph = &self.core.state.graph;
            let is_access = |event| graph.event(event).location().is_some();
            let is_race = [first, second].iter().any(|&event| graph.event(event).is_non_atomic());
            if is_race && is_access(first) && is_access(second) {
                self.core.report_data_race(Race { first, second })?;
            }
        }
        // Behind a race, the clocks order accesses that do not happen before each other.
        let events = self.steps[step].event.index()..self.core.state.graph.len();
        events.map(EventId::from_index).try_for_each(|event| self.core.report_race(event))
    }

    /// Goes back to the latest point with sequences that are still to be explored. `false` when
    /// there is none left.
    fn backtrack(&mut self) -> bool {
        loop {
            if let Some(mut point) = self.points.pop() {
                point.tree.clear();
                self.spare.push(point);
            }
            let Some(step) = self.steps.pop() else { return false };
            let Transition { thread, access, .. } = step.transition;
            self.clocks.pop();
            self.races.truncate(step.races);
            self.threads[thread.index()].last = step.previous;
            if let Access::Spawn(child) = access {
                self.threads[child.index()].spawn = None;
            }
            if let Some(location) = access.location() {
                self.accesses[location.index()].pop();
            }
            let Some(point) = self.points.last_mut() else { return false };
            point.sleep.push(step.transition);
            if !point.tree.is_empty() {
                self.core.cut_to(point.events);
                return true;
            }
        }
    }
}
