//! Mistakes: errors of two events together, or of one event.
//!
//! Two events are a mistake together if one accesses an object that the other ends, if both end one
//! object, if both join one thread, or if one arrives at a [barrier](super::barriers) that the
//! other destroys. One event is a mistake by itself if it accesses memory that another thread has
//! allocated, and the allocation does not happen before the access.
//!
//! The schedule decides which of two events is added first. Where all errors are wanted, neither
//! event is kept from happening: exploration goes on as if nothing were wrong. The actions of a
//! thread then remain a function of its answers, so that every execution is explored whatever the
//! schedule and the engine. A *mistake* is a set of one or two events. Its causal prefix is the set
//! of all events that are (po ∪ rf)*-before one of them. A mistake is reported if its causal prefix
//! contains no other mistake with a smaller prefix: an event after a mistake may be a consequence
//! of it. A thread that comes upon an error by itself ends, and so its error comes after all
//! mistakes in its prefix. The sink learns of errors after mistakes, too, but
//! [apart](crate::Sink::failed_after_others).
//!
//! Reductions may leave out reads: those of iterations that are dropped, and those that only an
//! order of merged additions or a failed attempt of an awaiting rmw makes. What is left is an
//! execution, so its errors are real. Without these reads fewer events happen before others, and
//! each mistake is still one, since what makes it one is that an event does *not* happen before
//! another. But other mistakes may appear, and may come before it: `corpus/c/errors/after-others.c`
//! is an example. So an error that is reported without reductions is with them reported, too, or
//! comes after others, of which the smallest is reported. This holds for mistakes, for the errors
//! of threads, for races and for deadlocks. What else is asked about full executions is asked only
//! about those without mistakes: livelocks, checks of a model from a file, specifications of calls.
//!
//! Of two events that happens-before does not order, each is wrong; of two that it orders, the
//! later one is. If an object is accessed and ended, the access is always to blame, not the end of
//! the object: that other threads still use the object is their mistake.

use porf_entity::{ErrorKind, ThreadId};
use porf_graph::{EventId, Label};
use porf_models::{Model, Race};
use porf_program::{Action, Failure, Object, Program};

use super::ExecutionCore;
use super::threads::{handle_of, is_handle};
use crate::restart::Interruption;
use crate::sink::Failed;

/// An event that must not have happened, and the other event of the mistake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Mistake {
    pub(super) event: EventId,
    pub(super) kind: ErrorKind,
    pub(super) other: Option<EventId>,
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Reports the mistakes of an event just added, if they are known only now.
    #[inline]
    pub(crate) fn report_mistakes(&mut self, event: EventId) -> Result<(), Interruption> {
        if self.defers_errors {
            return Ok(());
        }
        match self.keep_going || self.allocations_may_be_unordered() && self.is_of_object(event) {
            true => self.report_all_mistakes(event),
            false => Ok(()),
        }
    }

    fn report_all_mistakes(&mut self, event: EventId) -> Result<(), Interruption> {
        for mistake in self.mistakes_of(event) {
            self.watch.step(self.state.graph.len())?;
            let failed = self.failed_by(mistake);
            match self.is_consequence(mistake) {
                true => self.tell_after_others(failed),
                false => self.fail(failed)?,
            }
        }
        Ok(())
    }

    /// Returns whether a thread, paused after its last event, comes after a mistake.
    pub(crate) fn follows_mistake(&self, thread: ThreadId) -> bool {
        self.keep_going
            && self.state.graph.latest_before(thread).is_some_and(|last| self.any_mistake_within(&[last]))
    }

    /// Returns whether the accesses that race come after a mistake, or are one.
    pub(crate) fn races_after_mistake(&self, race: Race) -> bool {
        self.keep_going && self.any_mistake_within(&[race.first, race.second])
    }

    /// Returns whether the graph has a mistake.
    pub(crate) fn has_mistakes(&self) -> bool {
        let graph = &self.state.graph;
        let last = self.state.paused.threads(graph).filter_map(|thread| graph.last(thread));
        self.keep_going && self.any_mistake_within(&last.collect::<Vec<_>>())
    }

    /// Returns whether an event accesses an object that a thread has allocated.
    fn is_of_object(&self, event: EventId) -> bool {
        let location = self.state.graph.event(event).location();
        location.is_some_and(|it| self.program.owner(self.locations.info(it).address).is_some())
    }

    fn allocations_may_be_unordered(&self) -> bool {
        self.model.synchronisation().by_orderings()
    }

    fn failed_by(&self, mistake: Mistake) -> Failed {
        let thread = self.state.graph.event(mistake.event).thread;
        let address = match self.state.step(mistake.event).action {
            Action::Load { address, .. }
            | Action::Store { address, .. }
            | Action::Rmw { address, .. }
            | Action::Free { address, .. } => Some(address),
            Action::Barrier { barrier, .. } => Some(barrier),
            _ => None,
        };
        let failure = Failure { address, ..Failure::new(mistake.kind) };
        Failed { thread, failure, other: mistake.other, event: Some(mistake.event) }
    }

    /// The mistakes that an event is part of.
    fn mistakes_of(&self, event: EventId) -> Vec<Mistake> {
        let graph = &self.state.graph;
        match graph.event(event).label {
            // An rmw is to blame once.
            Label::Write(write) if write.exclusive => Vec::new(),
            Label::Read(_) | Label::Write(_) => self.mistakes_of_access(event),
            Label::Free { .. } | Label::Join(_) | Label::Barrier { .. } if !self.keep_going => Vec::new(),
            Label::Barrier { barrier, step, .. } => self.mistakes_at_barrier(event, barrier, step),
            Label::Free { base, .. } if is_handle(base) => {
                self.mistakes_of_end(event, ErrorKind::InvalidJoin, |other| match other {
                    Label::Free { base: other, .. } => other == base,
                    Label::Join(thread) => handle_of(thread) == base,
                    _ => false,
                })
            }
            Label::Free { base, size } => {
                let mut mistakes = self.mistakes_of_end(event, ErrorKind::DoubleFree, |other| match other {
                    Label::Free { base: other, .. } => other == base,
                    _ => false,
                });
                let bytes = base.0..base.0.saturating_add(size.max(1));
                let last = self.locations.within(bytes).flat_map(|location| graph.last_accesses(location));
                let accesses = last.flat_map(|&last| graph.accesses_back_from(last));
                mistakes.extend(accesses.filter_map(|access| self.use_after_free(access, event)));
                mistakes
            }
            Label::Join(child) => self.mistakes_of_end(event, ErrorKind::InvalidJoin, |other| match other {
                Label::Free { base, .. } => base == handle_of(child),
                Label::Join(thread) => thread == child,
                _ => false,
            }),
            _ => Vec::new(),
        }
    }

    /// The mistakes of two ends of one object or thread, one of them `event`.
    fn mistakes_of_end(
        &self,
        event: EventId,
        kind: ErrorKind,
        is_other_end: impl Fn(Label) -> bool,
    ) -> Vec<Mistake> {
        let graph = &self.state.graph;
        let others = graph.events().filter(|&it| it != event && is_other_end(graph.event(it).label));
        let blamed = |one: EventId, other: EventId| {
            let is_first = graph.happens_before(other).contains(graph.event(one));
            (!is_first).then_some(Mistake { event: one, kind, other: Some(other) })
        };
        others.flat_map(|other| [blamed(event, other), blamed(other, event)]).flatten().collect()
    }

    fn mistakes_of_access(&self, access: EventId) -> Vec<Mistake> {
        let graph = &self.state.graph;
        let Some(location) = graph.event(access).location() else { return Vec::new() };
        let address = self.locations.info(location).address;
        let Some(owner) = self.program.owner(address) else { return Vec::new() };
        let mut mistakes = Vec::new();
        if self.keep_going {
            let frees = graph.frees().iter().copied().filter(|&free| self.ends(free, address));
            mistakes.extend(frees.filter_map(|free| self.use_after_free(access, free)));
        }
        if self.allocations_may_be_unordered() && !self.knows_allocation(access, owner) {
            mistakes.push(Mistake { event: access, kind: ErrorKind::UnorderedAllocation, other: None });
        }
        mistakes
    }

    /// The mistake that an access to an object does not happen before `free`, which ends the
    /// object.
    fn use_after_free(&self, access: EventId, free: EventId) -> Option<Mistake> {
        let graph = &self.state.graph;
        let event = graph.event(access);
        let is_write_of_rmw = event.as_write().is_some_and(|write| write.exclusive);
        let is_before = graph.happens_before(free).contains(event);
        (!is_write_of_rmw && !is_before).then_some(Mistake {
            event: access,
            kind: ErrorKind::UseAfterFree,
            other: Some(free),
        })
    }

    /// Returns whether the allocation of an object happens before an access to it. Allocation makes
    /// no event: it happens before the first event of its thread that comes after it.
    pub(crate) fn knows_allocation(&self, access: EventId, owner: ThreadId) -> bool {
        let graph = &self.state.graph;
        let event = graph.event(access);
        let location = event.location_or_sum().filter(|_| event.thread != owner);
        let Some(location) = location else { return true };
        let known = graph.happens_before(access).count(owner);
        let last_known = known.checked_sub(1).and_then(|last| graph.thread_events(owner).get(last as usize));
        let address = self.locations.info(location).address;
        let covers = |object: Object| address.0.wrapping_sub(object.base.0) < object.size;
        // An access to memory that was never allocated is another error.
        let exists_at_all = || self.object_at(owner, address).is_some_and(covers);
        last_known.is_some_and(|&last| {
            self.program.object_at(&self.state.step(last).state, address).is_some_and(covers)
        }) || !exists_at_all()
    }

    /// Returns whether the causal prefix of this mistake has a smaller mistake.
    fn is_consequence(&self, mistake: Mistake) -> bool {
        let events: Vec<EventId> = [Some(mistake.event), mistake.other].into_iter().flatten().collect();
        self.mistakes_within(&events).any(|other| {
            let others: Vec<EventId> = [Some(other.event), other.other].into_iter().flatten().collect();
            !events.iter().all(|&event| self.is_within(event, &others))
        })
    }

    fn any_mistake_within(&self, events: &[EventId]) -> bool {
        self.mistakes_within(events).next().is_some()
    }

    /// The mistakes in the causal prefix of events.
    fn mistakes_within<'s>(&'s self, events: &'s [EventId]) -> impl Iterator<Item = Mistake> + 's {
        let graph = &self.state.graph;
        let within = graph.events().filter(move |&event| self.is_within(event, events));
        let mistakes = within.flat_map(|event| self.mistakes_of(event));
        mistakes.filter(move |it| {
            self.is_within(it.event, events) && it.other.is_none_or(|other| self.is_within(other, events))
        })
    }

    fn is_within(&self, event: EventId, events: &[EventId]) -> bool {
        let graph = &self.state.graph;
        events.iter().any(|&it| it == event || graph.causal(it).contains(graph.event(event)))
    }
}
