//! Barriers: threads arrive and leave, and no order of the arrivals is chosen.
//!
//! Let a round of a barrier need n threads. As long as at most n threads ever arrive, nothing
//! about a round is left to chance: by induction, the k-th arrival of each of these threads belongs
//! to round k, since none of them can leave round k before all of them have arrived in it. So an
//! arrival is an event that is always possible, and a departure is like a join: it is possible when
//! the n arrivals of its round are in the graph, and they happen before it. Neither reads nor
//! writes memory, so nothing branches.
//!
//! The assumption may be wrong. Exploration *stops counting* the arrivals at a barrier in the graph
//! if one more thread than a round needs arrives, or if threads arrive in two *lives* of the barrier,
//! which is then initialised again. Exploration restarts, and threads count the arrivals at this
//! barrier in memory from the beginning. No behaviour is lost: take any execution of the program in
//! which the assumption is wrong, and its shortest part that shows it. Without its last arrival the
//! assumption holds in that part, so it is the beginning of an execution that is explored under the
//! assumption, and the arrival is possible behind it, since every arrival is. And none is invented:
//! the events before that arrival are those of a real execution, and with that arrival exploration
//! stops.
//!
//! Two arrivals are of the same life if their threads have read the number n from the same write.
//!
//! A barrier that is destroyed must not be in use. The threads that arrive read the word that
//! destroying it writes, so a thread that arrives later finds that out by itself. A thread that has
//! arrived, but whose arrival does not precede the end of the barrier in the causal order, could
//! still have been alone at the barrier: no other event depends on an arrival before its round is
//! complete. Whichever of the two events is added last finds the other, as with the end of an
//! [object](super::memory).

use porf_entity::{AccessSize, Address, BarrierStep, ErrorKind, ThreadId};
use porf_graph::{EventId, Label, Source};
use porf_models::Model;
use porf_program::{Answer, Failure, Program};
use smallvec::SmallVec;

use super::mistakes::Mistake;
use super::{ExecutionCore, Origin};
use crate::restart::{Change, Interruption};
use crate::sink::Asymmetry;

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Appends an action at a barrier. `None` if a round is not full yet or the action is an error.
    pub(super) fn at_barrier(
        &mut self,
        thread: ThreadId,
        barrier: Address,
        threads: u32,
        step: BarrierStep,
    ) -> Result<Option<EventId>, Interruption> {
        if self.is_misjudged(thread, barrier, threads, step) {
            return Err(self.stop_counting(barrier).into());
        }
        if let Some(failed) = self.failure_of(thread) {
            return self.fail(failed).map(|()| None);
        }
        let answer = match step {
            BarrierStep::Arrive | BarrierStep::Destroy => Answer::Done,
            BarrierStep::Leave => match self.round_of(thread, barrier) {
                Some(round) if self.is_full(barrier, round, threads) => Answer::Left { odd: round % 2 == 1 },
                _ => return Ok(None),
            },
        };
        let after = self.resume(thread, answer, Origin::Nowhere);
        let event = self.state.graph.add_barrier_event(thread, barrier, step);
        self.state.pause(Some(after));
        self.report_mistakes(event)?;
        Ok(Some(event))
    }

    /// Returns whether a thread that has arrived at a barrier can leave.
    pub(crate) fn may_leave(&self, thread: ThreadId, barrier: Address, threads: u32) -> bool {
        self.round_of(thread, barrier).is_some_and(|round| self.is_full(barrier, round, threads))
    }

    /// The round of a thread's latest arrival at a barrier.
    fn round_of(&self, thread: ThreadId, barrier: Address) -> Option<u32> {
        let graph = &self.state.graph;
        let latest = graph.arrivals_of(thread, barrier).next()?;
        match graph.event(latest).label {
            Label::Barrier { round, .. } => Some(round),
            _ => None,
        }
    }

    fn is_full(&self, barrier: Address, round: u32, threads: u32) -> bool {
        self.state.graph.arrivals_in(barrier, round).count() >= threads as usize
    }

    /// Returns whether the rounds of a barrier do not follow from the arrivals of each thread, as
    /// the next action of a thread shows.
    fn is_misjudged(&self, thread: ThreadId, barrier: Address, threads: u32, step: BarrierStep) -> bool {
        let graph = &self.state.graph;
        let known_end = || {
            let before = graph.latest_before(thread).map(|last| graph.causal(last));
            let is_known = |end| before.is_some_and(|before| before.contains(graph.event(end)));
            self.ends_of_barrier(barrier).any(is_known)
        };
        match step {
            BarrierStep::Leave => false,
            BarrierStep::Destroy => known_end(),
            BarrierStep::Arrive => {
                let mut others: SmallVec<[ThreadId; 8]> = SmallVec::from_slice(&[thread]);
                for arrival in graph.arrivals(barrier) {
                    let other = graph.event(arrival).thread;
                    if !others.contains(&other) {
                        others.push(other);
                    }
                }
                let life = self.life(thread, barrier, u32::MAX);
                let is_of_other_life = |arrival: EventId| {
                    let event = graph.event(arrival);
                    self.life(event.thread, barrier, event.index) != life
                };
                others.len() > threads as usize
                    || graph.arrivals(barrier).any(is_of_other_life)
                    || known_end()
            }
        }
    }

    /// The write from which a thread has read last how many threads a round needs, among its first
    /// events.
    fn life(&self, thread: ThreadId, barrier: Address, before: u32) -> Option<Source> {
        let graph = &self.state.graph;
        let location = self.locations.find(barrier, AccessSize::B8)?;
        let last = graph.last_accesses(location).iter().find(|&&last| graph.event(last).thread == thread)?;
        let mut accesses = graph.accesses_back_from(*last).map(|access| graph.event(access));
        accesses.find_map(|event| event.as_read().filter(|_| event.index < before)).map(|read| read.source)
    }

    /// The threads count the arrivals at a barrier in memory from now on.
    fn stop_counting(&mut self, barrier: Address) -> Change {
        self.knowledge.uncounted.insert(barrier);
        // The arrivals at the barriers of the other symmetric threads are still counted.
        if self.state.symmetric.exist() && self.program.owner(barrier).is_some() {
            return self.turn_off_symmetry(Asymmetry::Observed);
        }
        Change::Learn
    }

    /// The events that destroy a barrier.
    fn ends_of_barrier(&self, barrier: Address) -> impl Iterator<Item = EventId> + '_ {
        let graph = &self.state.graph;
        let end = Label::Barrier { barrier, round: 0, step: BarrierStep::Destroy };
        graph.barrier_events().iter().copied().filter(move |&event| graph.event(event).label == end)
    }

    /// The error of the next action of a thread at a barrier, and the other event of the error.
    pub(super) fn barrier_failure(
        &self,
        thread: ThreadId,
        barrier: Address,
        step: BarrierStep,
    ) -> Option<(Failure, Option<EventId>)> {
        let graph = &self.state.graph;
        if self.keep_going || graph.barrier_events().is_empty() {
            return None;
        }
        let before = graph.latest_before(thread).map(|last| graph.causal(last));
        let is_unknown = |&event: &EventId| !before.is_some_and(|it| it.contains(graph.event(event)));
        let other = match step {
            BarrierStep::Arrive => self.ends_of_barrier(barrier).find(is_unknown),
            BarrierStep::Destroy => graph.arrivals(barrier).find(is_unknown),
            BarrierStep::Leave => None,
        };
        let failure = Failure::new(ErrorKind::InvalidSynchronisation).at(barrier);
        other.map(|other| (failure, Some(other)))
    }

    /// The mistakes that an arrival and the end of its barrier do not depend on each other, where
    /// `event` is one of the two.
    pub(super) fn mistakes_at_barrier(
        &self,
        event: EventId,
        barrier: Address,
        step: BarrierStep,
    ) -> Vec<Mistake> {
        let graph = &self.state.graph;
        let precedes = |one, other| graph.causal(other).contains(graph.event(one));
        let mistake = |arrival: EventId, end: EventId| {
            let kind = ErrorKind::InvalidSynchronisation;
            let is_wrong = !precedes(arrival, end) && !precedes(end, arrival);
            is_wrong.then_some(Mistake { event: end, kind, other: Some(arrival) })
        };
        match step {
            BarrierStep::Arrive => {
                self.ends_of_barrier(barrier).filter_map(|end| mistake(event, end)).collect()
            }
            BarrierStep::Destroy => {
                graph.arrivals(barrier).filter_map(|arrival| mistake(arrival, event)).collect()
            }
            BarrierStep::Leave => Vec::new(),
        }
    }
}
