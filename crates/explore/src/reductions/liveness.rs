//! Liveness: a thread that cannot finish is let run on, to find executions that never end.
//!
//! The values that a thread has read do not decide whether it waits for ever. So the threads that
//! have not finished go on from their present states, one visible action a turn, in the order of
//! their creation. A read takes the latest write, and a write becomes the latest: that is
//! consistent in every model. A thread that [spins](BlockReason::Spin) begins again the iteration
//! for which it was blocked. (Writes that a reduction left out as unobserved are then made after
//! all.) No compare-exchange fails spuriously and no thread wakes up spuriously. If all threads
//! finish, there is no error. If the states of all threads and the contents of memory are those of
//! an earlier round, then the threads go on like that for ever: the execution is a *lasso*, an
//! infinite execution in which every thread has its turns, and that is an error. Wherever running
//! on begins, its result is a real execution.
//!
//! Threads run on at the end of every execution in which a thread is blocked, and whenever a thread
//! has had 64, 128, 256, … events. They do not run on where an assumption of a thread is false, nor
//! where the process has ended. A lasso with another error does not count.
//!
//! *Waiting* is a lasso that leaves shared memory as it is, locks that are waited for apart. A
//! lasso *with writes* changes locations that several threads access. If a thread reads a write
//! that changes memory and that another thread makes in the lasso, then the lasso *depends on
//! turns*: there may be turns with which all threads would finish. Otherwise no turns lead out of
//! the lasso, though others might have led past it.
//!
//! A location to which the lasso only adds, without using the results, as statistics do, need not
//! have the same content again: no thread of the lasso depends on it.
//!
//! At unordered locations, several writes could be the latest. All of those that a thread could
//! read are tried, one after the other.
//!
//! If a lasso has a choice, another choice might lead out of it. The lasso counts only if no choice
//! does, now or in later rounds.
//!
//! Whether threads keep each other going may depend on which of them is ahead. So when a thread has
//! had many events for the first time, running on is tried once more for each thread with a head
//! start of some actions. And it is tried from the beginning: there may be very many executions in
//! which one thread repeats its loop while the others have finished or stand still.

use std::sync::Arc;

use porf_entity::{Address, BarrierStep, Content, EntityId, SourcePosition, ThreadId};
use porf_graph::{EventId, Label, LocationId, Read, Source};
use porf_models::Model;
use porf_program::{Action, Answer, BlockReason, Program, Remark, Wait};
use rustc_hash::FxHashMap;

use crate::execution_core::{ExecutionCore, ExecutionState, Outcome, Place, PoolContents, Standing, proceed};
use crate::options::Liveness;
use crate::restart::Interruption;
use crate::sink::{Lasso, Spinning};

/// A thread is let run on when it has had this many events, and each time their number has doubled.
const MANY_EVENTS: usize = 64;

/// The number of events that are added before the search ends, beyond half of those in the graph.
const EVENTS: usize = 1000;

/// The number of ways that are tried to choose the latest writes.
const WAYS: usize = 256;

/// The number of states that are visited to decide whether any choice leads out of a lasso.
const STATES: usize = 64;

/// The number of events among which an earlier state of a thread is looked for.
const MOST_REWOUND: usize = 256;

/// The number of actions that a thread may be ahead of the others.
const HEAD_STARTS: usize = 3;

/// The result of a thread's turn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turned {
    Acted,
    /// The thread waits for a lock or for another thread.
    Waiting,
    /// The thread spins whatever it reads.
    Spinning,
    Finished,
    /// The thread's continuation is not known, or there is an error.
    Stopped,
}

/// The course of threads that run on.
enum Course {
    /// They finish, or there is an error that is reported, or an assumption of one of them is
    /// false.
    Ends,
    /// They never finish.
    Endless(Lasso),
    /// This thread does not go on because of a bound.
    Cut(ThreadId),
    /// The course was not decided.
    Open,
}

/// The reports about threads that run on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    Nothing,
    /// Report that they never finish.
    Endless,
    /// Report also that the course was not decided.
    All,
}

/// The states of all threads and memory after a round.
struct Snapshot<S> {
    /// The number of events.
    events: usize,
    threads: Vec<Place<S>>,
    memory: FxHashMap<LocationId, Content>,
    barriers: Vec<AtBarrier>,
    pools: PoolContents,
}

/// The latest action of a thread at a barrier.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct AtBarrier {
    thread: ThreadId,
    barrier: Address,
    /// Whether the number of the round is odd.
    odd: bool,
    /// Whether the thread has arrived and cannot leave yet.
    waits: bool,
}

/// The choices of a round: each time the number of the alternative, and how many there are. The
/// first ones are known beforehand.
#[derive(Default)]
struct Choices {
    made: Vec<(u64, u64)>,
    next: usize,
}

impl Choices {
    /// The number of the alternative that is chosen among so many.
    fn choose(&mut self, count: u64) -> u64 {
        if self.next == self.made.len() {
            self.made.push((0, count));
        }
        self.next += 1;
        self.made[self.next - 1].0
    }

    /// Replaces the last choice that has a next alternative by that one. `false` if all were made.
    fn begin_next_round(&mut self) -> bool {
        while self.made.pop_if(|&mut (choice, count)| choice + 1 >= count).is_some() {}
        if let Some((choice, _)) = self.made.last_mut() {
            *choice += 1;
        }
        self.next = 0;
        !self.made.is_empty()
    }
}

/// The decisions about which writes are the latest at unordered locations.
#[derive(Default)]
struct LatestWrites {
    /// The locations for which that is decided, in this run.
    decided: Vec<LocationId>,
    /// The decisions: the number of the way, and how many ways there are. Longer than `decided` at
    /// the beginning of a run.
    ways: Vec<(usize, usize)>,
    /// The index of the next decision.
    next: usize,
    runs: usize,
}

impl LatestWrites {
    /// The number of the way that is tried, of so many.
    fn decide(&mut self, count: usize) -> usize {
        if self.next == self.ways.len() {
            self.ways.push((0, count));
        }
        self.next += 1;
        self.ways[self.next - 1].0
    }

    /// Begins a run with another decision. `false` if everything was tried.
    fn begin_next_run(&mut self) -> bool {
        while self.ways.pop_if(|&mut (way, count)| way + 1 >= count).is_some() {}
        if let Some((way, _)) = self.ways.last_mut() {
            *way += 1;
        }
        self.decided.clear();
        self.next = 0;
        self.runs += 1;
        !self.ways.is_empty() && self.runs < WAYS
    }

    /// Returns whether there are ways left after the last run.
    fn are_more_than_tried(&self) -> bool {
        !self.ways.is_empty()
    }
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether it is time to let threads run on because one of them has had many events.
    /// Threads that never come again to a point where they have been do not repeat themselves.
    pub(crate) fn has_run_long(&self, thread: ThreadId) -> bool {
        if !self.features.loops && !self.features.spins {
            return false;
        }
        let graph = &self.state.graph;
        let events = graph.thread_events(thread).len();
        // A read-modify-write is two events at once.
        let is_rmw = || {
            let last = graph.last(thread).and_then(|last| graph.event(last).as_write());
            last.is_some_and(|write| write.exclusive)
        };
        events >= MANY_EVENTS && (events.is_power_of_two() || (events - 1).is_power_of_two() && is_rmw())
    }

    /// Lets threads run on, and reports it if they never finish. Returns whether they never finish.
    pub(crate) fn run_on(&mut self) -> Result<bool, Interruption> {
        Ok(self.must_end() && self.run_on_and_tell(Told::Endless)?)
    }

    /// As [`run_on`](Self::run_on), at the end of an execution. An undecided course is reported,
    /// too.
    pub(crate) fn run_on_from_end(&mut self) -> Result<bool, Interruption> {
        Ok(self.must_end() && self.run_on_and_tell(Told::All)?)
    }

    /// As [`run_on`](Self::run_on), where a thread has had many events. If the threads never
    /// finish, some of these events are repetitions already, so the report is about the execution
    /// as it was earlier.
    pub(crate) fn run_on_long(&mut self) -> Result<bool, Interruption> {
        if !self.must_end() {
            return Ok(false);
        }
        if self.knowledge.endless_from_start.is_none() {
            self.knowledge.endless_from_start = Some(self.run_on_from_start()?);
        }
        if !self.with_head_starts(Self::goes_on_for_ever)? {
            return Ok(false);
        }
        let state = self.state.clone();
        for length in self.lengths_to_cut_to() {
            match length {
                0 => self.clear(),
                _ => self.cut_to(length),
            }
            let is_endless = self.with_head_starts(Self::run_on)?;
            self.state.clone_from(&state);
            if is_endless {
                break;
            }
        }
        Ok(true)
    }

    /// Lets threads take their turns from the beginning, when the first thread has created all
    /// others that it does not wait for. Returns whether they never finish.
    fn run_on_from_start(&mut self) -> Result<bool, Interruption> {
        let state = self.state.clone();
        self.clear();
        let first = self.state.paused.threads(&self.state.graph).next();
        if let Some(first) = first {
            while self.state.graph.len() < MANY_EVENTS && self.standing(first) == Standing::Enabled {
                self.interleave(first, Outcome::Usual)?;
            }
        }
        let is_endless = self.with_head_starts(Self::run_on)?;
        self.state.clone_from(&state);
        Ok(is_endless)
    }

    /// The numbers of first events that are an execution by themselves, to which the graph can be
    /// cut back; each is about twice the one before. No event from there on is read by an earlier
    /// one, as it may be after a revisit, and no read-modify-write is unfinished.
    fn lengths_to_cut_to(&self) -> Vec<usize> {
        let graph = &self.state.graph;
        let source = |id: EventId| match graph.event(id).label {
            Label::Read(Read { source, .. }) | Label::Wait { source, .. } => source.write(),
            _ => None,
        };
        let revisited = graph.events().filter_map(|id| source(id).filter(|&source| source > id));
        let (mut lengths, mut wanted) = (vec![0], revisited.max().map_or(1, |source| source.index() + 1));
        for (length, id) in graph.events().enumerate() {
            let finishes_rmw = graph.event(id).as_write().is_some_and(|write| write.exclusive);
            if length >= wanted && !finishes_rmw {
                lengths.push(length);
                wanted = 2 * length;
            }
        }
        lengths.push(graph.len());
        lengths
    }

    /// Returns whether `is_so` holds, perhaps if one of the threads is some actions ahead of the
    /// others.
    fn with_head_starts(
        &mut self,
        is_so: impl Fn(&mut Self) -> Result<bool, Interruption>,
    ) -> Result<bool, Interruption> {
        let (events, threads) = (self.state.graph.len(), self.state.paused.snapshot(&self.state.graph));
        let mut found = is_so(self)?;
        let all: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        let most = all.iter().map(|&thread| self.state.graph.thread_events(thread).len()).max();
        let starts = if most < Some(2 * MANY_EVENTS) { HEAD_STARTS } else { 0 };
        for thread in all {
            for _ in 0..starts {
                if found || self.standing(thread) != Standing::Enabled {
                    break;
                }
                self.interleave(thread, Outcome::Usual)?;
                found = is_so(self)?;
            }
            self.cut_to(events);
            self.state.restore(&threads);
        }
        Ok(found)
    }

    /// Returns whether it is an error if threads never finish.
    fn must_end(&self) -> bool {
        self.liveness != Liveness::Ignored && !self.process_has_ended()
    }

    /// Returns whether threads that run on never finish.
    pub(crate) fn goes_on_for_ever(&mut self) -> Result<bool, Interruption> {
        self.run_on_and_tell(Told::Nothing)
    }

    /// Lets threads run on, and returns whether they never finish.
    fn run_on_and_tell(&mut self, told: Told) -> Result<bool, Interruption> {
        if !self.may_run_on() {
            return Ok(false);
        }
        let (events, threads) = (self.state.graph.len(), self.state.paused.snapshot(&self.state.graph));
        let mut latest = LatestWrites::default();
        let (mut is_endless, mut is_open) = (false, false);
        // The schedule decides which way is tried first. So a course that is cut is told also if an
        // endless one comes before it, and of several the one that is cut at the first place.
        let mut cut: Option<(SourcePosition, ThreadId, ExecutionState<P::State>)> = None;
        self.runs_on = true;
        loop {
            let course = self.find_lasso(&mut latest)?;
            let counts = |lasso: &Lasso| self.liveness != Liveness::Waiting || !lasso.has_writes;
            match course {
                Course::Endless(lasso) if counts(&lasso) => {
                    let is_first = !std::mem::replace(&mut is_endless, true);
                    if is_first && told != Told::Nothing {
                        self.confirm_error()?;
                        let (sink, execution) = self.sink_and_execution();
                        proceed(sink.livelock(&execution, &lasso))?;
                    }
                }
                Course::Cut(thread) if told == Told::All => {
                    let position = self.state.next(thread).position;
                    if cut.as_ref().is_none_or(|&(known, ..)| position < known) {
                        cut = Some((position, thread, self.state.clone()));
                    }
                }
                Course::Endless(_) | Course::Cut(_) | Course::Ends => {}
                Course::Open => is_open = true,
            }
            self.cut_to(events);
            self.state.restore(&threads);
            if is_endless && told != Told::All || !latest.begin_next_run() {
                break;
            }
        }
        self.runs_on = false;
        if let Some((_, thread, mut continuation)) = cut {
            std::mem::swap(&mut self.state, &mut continuation);
            let (sink, execution) = self.sink_and_execution();
            let flow = sink.cut(&execution, thread);
            self.state = continuation;
            proceed(flow)?;
        }
        if told == Told::All && !is_endless && (is_open || latest.are_more_than_tried()) {
            let (sink, execution) = self.sink_and_execution();
            proceed(sink.undecided(&execution))?;
        }
        Ok(is_endless)
    }

    /// Returns whether all threads can run on.
    fn may_run_on(&self) -> bool {
        self.state.paused.threads(&self.state.graph).all(|thread| {
            !matches!(
                self.action(thread),
                Action::Fail(_)
                    | Action::Block(BlockReason::Assume | BlockReason::LoopBound | BlockReason::StepLimit)
            )
        })
    }

    /// Lets threads run on once. Events are added to the graph.
    fn find_lasso(&mut self, latest: &mut LatestWrites) -> Result<Course, Interruption> {
        let explored = self.state.graph.len();
        let most = explored + explored / 2 + EVENTS;
        let has_ended = self.process_has_ended();
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        for &thread in &threads {
            self.undo_after_all(thread);
            self.begin_anew(thread);
        }
        // Brent's algorithm: states are compared with those of one round, which is a later one now
        // and then.
        let mut known = self.round_snapshot();
        let (mut rounds, mut patience) = (0, 1);
        loop {
            let mut choices = Choices::default();
            if !self.go_round(latest, &mut choices)? || self.process_has_ended() && !has_ended {
                return Ok(self.cut_thread().map_or(Course::Ends, Course::Cut));
            }
            if self.is_as_in(&known) {
                if self.has_mistakes() || !self.pools_are_in_order() {
                    return Ok(Course::Ends);
                }
                let mut states = Vec::new();
                let chooses = self.chooses_since(known.events);
                return Ok(match !chooses || self.stays_whatever_is_chosen(latest, &mut states)? {
                    true => Course::Endless(self.lasso_since(explored, known.events)),
                    false if states.len() == STATES => Course::Open,
                    false => Course::Ends,
                });
            }
            if self.state.graph.len() > most {
                return Ok(Course::Open);
            }
            rounds += 1;
            if rounds == patience {
                known = self.round_snapshot();
                (rounds, patience) = (0, patience * 2);
            }
        }
    }

    /// Lets each thread take its turn. `false` if no thread goes on any more, or the continuation
    /// is not known.
    fn go_round(&mut self, latest: &mut LatestWrites, choices: &mut Choices) -> Result<bool, Interruption> {
        let mut goes_on = false;
        let threads: Vec<ThreadId> = self.state.paused.threads(&self.state.graph).collect();
        for thread in threads {
            self.watch.step(self.state.graph.len())?;
            match self.take_turn(thread, latest, choices)? {
                Turned::Stopped => return Ok(false),
                Turned::Acted | Turned::Spinning => goes_on = true,
                Turned::Waiting | Turned::Finished => {}
            }
        }
        Ok(goes_on)
    }

    /// Returns whether threads never finish, whatever they choose from now on. `known` are the
    /// states from which that is being decided already.
    fn stays_whatever_is_chosen(
        &mut self,
        latest: &mut LatestWrites,
        known: &mut Vec<Snapshot<P::State>>,
    ) -> Result<bool, Interruption> {
        if known.iter().any(|known| self.is_as_in(known)) {
            return Ok(true);
        }
        if known.len() == STATES {
            return Ok(false);
        }
        known.push(self.round_snapshot());
        let (events, threads) = (self.state.graph.len(), self.state.paused.snapshot(&self.state.graph));
        let has_ended = self.process_has_ended();
        let mut choices = Choices::default();
        loop {
            // The end of the process leads out, too.
            let stays = self.go_round(latest, &mut choices)?
                && self.process_has_ended() == has_ended
                && self.stays_whatever_is_chosen(latest, known)?;
            self.cut_to(events);
            self.state.restore(&threads);
            if !stays || !choices.begin_next_round() {
                return Ok(stays);
            }
        }
    }

    /// Returns whether there was a choice since there were so many events.
    fn chooses_since(&self, events: usize) -> bool {
        (events..self.state.graph.len())
            .map(EventId::from_index)
            .any(|event| matches!(self.state.step(event).action, Action::Choose { count, .. } if count > 1))
    }

    /// Lets a thread take its next action.
    fn take_turn(
        &mut self,
        thread: ThreadId,
        latest: &mut LatestWrites,
        choices: &mut Choices,
    ) -> Result<Turned, Interruption> {
        match self.standing(thread) {
            Standing::Finished => return Ok(Turned::Finished),
            Standing::Waiting => return Ok(Turned::Waiting),
            Standing::Blocked => {
                let spins = self.action(thread) == Action::Block(BlockReason::Spin);
                return Ok(if spins { Turned::Spinning } else { Turned::Stopped });
            }
            Standing::Failed => {
                self.report_failure(thread)?;
                return Ok(Turned::Stopped);
            }
            Standing::Enabled | Standing::Awaiting => {}
        }
        let events = self.state.graph.len();
        if !self.decide_latest(thread, latest)? {
            return Ok(Turned::Stopped);
        }
        let outcome = match self.action(thread) {
            Action::Choose { count, .. } => Outcome::Choice(choices.choose(count)),
            _ => Outcome::Usual,
        };
        self.interleave(thread, outcome)?;
        if self.state.graph.len() == events {
            return Ok(Turned::Stopped);
        }
        for event in (events..self.state.graph.len()).map(EventId::from_index) {
            self.report_race(event)?;
        }
        self.begin_anew(thread);
        Ok(Turned::Acted)
    }

    /// Lets a thread that waits instead of undoing an attempt undo it.
    fn undo_after_all(&mut self, thread: ThreadId) {
        let graph = &self.state.graph;
        let (Action::Block(BlockReason::Spin), Some(last)) = (self.action(thread), graph.last(thread)) else {
            return;
        };
        let step = self.state.step(last);
        if self.program.remark(&step.state) == Some(Remark::Attempt)
            && let Some(read) = graph.predecessor(last).and_then(|read| graph.event(read).as_read())
        {
            let mut next = self.program.resume(&step.state, Answer::Read(read.value));
            self.pass_questions(&mut next);
            self.state.pause_again(last, Some(next));
        }
    }

    /// Lets a thread that spins begin the iteration again.
    fn begin_anew(&mut self, thread: ThreadId) {
        if let Some(first) = self.first_of_iteration(thread)
            && let Some(last) = self.state.graph.last(thread)
        {
            self.state.pause_as_before(last, first);
        } else {
            self.unblock_redundant(thread);
            self.rewind(thread);
        }
    }

    /// Lets a thread that is in a state in which it was before go on as from then, so that it does
    /// not come to the bound of its loop.
    fn rewind(&mut self, thread: ThreadId) {
        let next = self.state.next(thread);
        if !self.program.may_come_again(&next.state) {
            return;
        }
        let is_same = |&event: &EventId| {
            let step = self.state.step(event);
            step.action == next.action && self.program.are_same(&step.state, &next.state)
        };
        let events = self.state.graph.thread_events(thread).iter().rev().copied();
        if let Some(earlier) = events.take(MOST_REWOUND).filter(is_same).last()
            && let Some(last) = self.state.graph.last(thread)
        {
            self.state.pause_as_before(last, earlier);
        }
    }

    /// The first event of the iteration that a thread which spins would begin again.
    pub(crate) fn first_of_iteration(&self, thread: ThreadId) -> Option<EventId> {
        let graph = &self.state.graph;
        let next = self.state.next(thread);
        if next.action != Action::Block(BlockReason::Spin) {
            return None;
        }
        let begins = |&event: &EventId| {
            self.program.actions_in_iteration(&next.state, &self.state.step(event).state) == Some(0)
        };
        // The latest beginning is searched, since the write of a read-modify-write comes from the
        // same step as its read.
        graph.thread_events(thread).iter().rev().copied().find(begins)
    }

    /// Decides which write a thread reads as the latest, if it is about to read an unordered
    /// location. `false` if there is none.
    fn decide_latest(&mut self, thread: ThreadId, latest: &mut LatestWrites) -> Result<bool, Interruption> {
        let (address, size) = match self.action(thread) {
            Action::Load { address, size, .. }
            | Action::Rmw { address, size, .. }
            | Action::Store { address, size, .. } => (address, size),
            _ => return Ok(true),
        };
        let Some(location) = self.locations.find(address, size) else { return Ok(true) };
        if !self.is_unordered(location) || latest.decided.contains(&location) {
            return Ok(true);
        }
        let is_store = matches!(self.action(thread), Action::Store { .. });
        let ends = if is_store { Vec::new() } else { self.possible_last_writes(location) };
        if ends.len() > 1 {
            let graph = &self.state.graph;
            let of = |&location: &LocationId| graph.latest_write(location).write();
            let others: Vec<EventId> = latest.decided.iter().filter_map(of).collect();
            let mut possible = Vec::new();
            for end in ends {
                let last: Vec<EventId> = others.iter().copied().chain([end]).collect();
                if self.has_order_ending_with(&last)? {
                    possible.push(end);
                }
            }
            let way = latest.decide(possible.len());
            let Some(&write) = possible.get(way) else { return Ok(false) };
            let last: Vec<EventId> = others.into_iter().chain([write]).collect();
            if !self.has_order_ending_with(&last)? {
                return Ok(false);
            }
        }
        latest.decided.push(location);
        Ok(true)
    }

    /// The writes to a location that coherence alone allows to be the last one: the last write of
    /// each thread, unless a read-modify-write reads from it. They are sorted by their ids, so that
    /// every run tries them in the same order.
    pub(crate) fn possible_last_writes(&self, location: LocationId) -> Vec<EventId> {
        let graph = &self.state.graph;
        let last_write = |&last: &EventId| {
            graph.accesses_back_from(last).find(|&access| graph.event(access).as_write().is_some())
        };
        let is_end = |&write: &EventId| graph.exclusive_successor(location, Source::Write(write)).is_none();
        let mut ends: Vec<EventId> =
            graph.last_accesses(location).iter().filter_map(last_write).filter(is_end).collect();
        ends.sort();
        ends
    }

    fn round_snapshot(&self) -> Snapshot<P::State> {
        Snapshot {
            events: self.state.graph.len(),
            threads: self.state.paused.snapshot(&self.state.graph),
            memory: self.memory().collect(),
            barriers: self.barriers(),
            pools: self.contents_of_pools(),
        }
    }

    /// The threads that have arrived at barriers, each barrier once. A thread that has left is in
    /// the same round as all others that have: only whether the round is odd matters.
    fn barriers(&self) -> Vec<AtBarrier> {
        let graph = &self.state.graph;
        let mut found: Vec<AtBarrier> = Vec::new();
        for &event in graph.barrier_events().iter().rev() {
            let event = graph.event(event);
            if let Label::Barrier { barrier, round, step } = event.label
                && !found.iter().any(|it| (it.thread, it.barrier) == (event.thread, barrier))
            {
                let waits = step == BarrierStep::Arrive && self.waits(event.thread);
                found.push(AtBarrier { thread: event.thread, barrier, odd: round % 2 == 1, waits });
            }
        }
        found.sort_unstable();
        found
    }

    /// The content of every location but those of items.
    fn memory(&self) -> impl Iterator<Item = (LocationId, Content)> {
        let graph = &self.state.graph;
        let is_item =
            |&location: &LocationId| self.locations.pool_of(location).is_some_and(|pool| pool != location);
        graph.locations().filter(move |location| !is_item(location)).map(|location| {
            let latest = graph.latest_write(location);
            (location, self.content_of(location, latest))
        })
    }

    /// Returns whether all threads, and all memory, are as they were.
    fn is_as_in(&self, known: &Snapshot<P::State>) -> bool {
        let now = self.state.paused.snapshot(&self.state.graph);
        let is_same = |(now, then): (&Place<P::State>, &Place<P::State>)| match (now, then) {
            (None, None) => true,
            (Some(now), Some(then)) => {
                Arc::ptr_eq(now, then)
                    || (now.action == then.action && self.program.are_same(&now.state, &then.state))
            }
            _ => false,
        };
        let initial = |location| self.locations.info(location).initial;
        now.len() == known.threads.len()
            && now.iter().zip(&known.threads).all(is_same)
            && self.barriers() == known.barriers
            && self.pools_allow_repetition(&known.pools, known.events)
            && self.memory().all(|(location, content)| {
                content == known.memory.get(&location).copied().unwrap_or_else(|| initial(location))
                    || self.only_counts_in(location, known.events)
            })
    }

    /// Returns whether all accesses to a location since there were so many events are additions
    /// whose results no thread uses.
    fn only_counts_in(&self, location: LocationId, events: usize) -> bool {
        self.features.blind_additions
            && self
                .accesses(location)
                .filter(|access| access.index() >= events)
                .all(|access| self.is_blind(access))
    }

    /// The lasso that repeats the events added since there were so many.
    fn lasso_since(&self, explored: usize, events: usize) -> Lasso {
        let graph = &self.state.graph;
        let repeated = || (events..graph.len()).map(EventId::from_index);
        let goes_on = |&thread: &ThreadId| match self.action(thread) {
            Action::Exit { .. } => false,
            Action::Block(BlockReason::Spin) => true,
            _ => repeated().any(|event| graph.event(event).thread == thread),
        };
        let threads = self.state.paused.threads(graph).filter(goes_on);
        let reads_of = |thread: ThreadId| {
            let is_read = |&event: &EventId| {
                graph.event(event).thread == thread
                    && graph.event(event).as_read().is_some()
                    && !self.is_blind(event)
            };
            repeated().filter(is_read).collect()
        };
        let waits = |event: EventId| {
            matches!(self.state.step(event).action, Action::Rmw { wait: Some(Wait::Until(_)), .. })
        };
        let changes_memory = |event: EventId| {
            graph.event(event).as_write().is_some_and(|write| {
                let before = graph.write_at(write.location, graph.position(Source::Write(event)) - 1);
                graph.content_of(before, self.locations.info(write.location).initial) != write.content()
            })
        };
        let depends = |event: EventId| {
            graph.event(event).as_read().and_then(|read| read.source.write()).is_some_and(|source| {
                source.index() >= events
                    && graph.event(source).thread != graph.event(event).thread
                    && changes_memory(source)
            }) && !waits(event)
                && !self.is_blind(event)
        };
        let depends_on_turns = repeated().any(depends);
        let locks: Vec<LocationId> = repeated()
            .filter(|&event| waits(event))
            .filter_map(|event| graph.event(event).location())
            .collect();
        let changes_shared_memory = |event: EventId| {
            graph.event(event).as_write().is_some_and(|write| {
                !locks.contains(&write.location)
                    && !self.only_counts_in(write.location, events)
                    && graph.last_accesses(write.location).len() > 1
                    && changes_memory(event)
            })
        };
        Lasso {
            explored,
            stem: events,
            depends_on_turns,
            has_writes: depends_on_turns
                || repeated().any(changes_shared_memory)
                || repeated().any(|event| matches!(graph.event(event).label, Label::Barrier { .. })),
            threads: threads.map(|thread| Spinning { thread, reads: reads_of(thread) }).collect(),
        }
    }
}
