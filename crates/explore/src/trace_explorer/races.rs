//! Races: steps that could have come in the other order, and the sequences that reverse them
//! [await §IV-B; await Algorithm 1, lines 3–22].
//!
//! Two steps e and e' of different threads are in a race if e happens before e' and no step comes
//! between them in that order. The sequence v that reverses the race begins before e: all steps
//! that do not happen after e, and then e'.
//!
//! If e' can be blocked, because it waits for a value, it might not be possible to take it there;
//! and if it is blocked, it has not been taken at all. So for each step e that may be in conflict
//! with e', all largest parts u of the steps that do not happen after e are found with which e' can
//! go on, and v is u and then e'. The steps e are searched from the last one backwards. The search
//! ends at a step that is in conflict with all others if a part was found for that step.
//!
//! (Deviation: the published rule also ends the search at such a step if a part was found for a
//! later step only, and thereby misses classes. An await of 1, after additions of 1 by two threads
//! that are followed by a store of 0, could be reached after either of the additions.)

use std::collections::VecDeque;

use porf_entity::{EntityId, RmwOp, ThreadId, Value};
use porf_graph::LocationId;
use porf_program::{Action, Answer, Program, Step};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use super::TraceExplorer;
use super::access::{Access, Transition, conflict};
use super::wakeup_tree::weak_initial;
use crate::execution_core::{Outcome, Standing, ThreadPoint};
use crate::restart::Interruption;

/// Memory for sequences, which are computed again and again.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    sequence: Vec<Transition>,
}

/// Some of the steps after a given one, by number.
type StepSet = SmallVec<[u64; 4]>;

fn contains(set: &StepSet, step: usize) -> bool {
    set.get(step / 64).is_some_and(|word| word >> (step % 64) & 1 == 1)
}

fn insert(set: &mut StepSet, step: usize) {
    if set.len() <= step / 64 {
        set.resize(step / 64 + 1, 0);
    }
    set[step / 64] |= 1 << (step % 64);
}

fn remove(set: &mut StepSet, step: usize) {
    if let Some(word) = set.get_mut(step / 64) {
        *word &= !(1 << (step % 64));
    }
}

fn is_subset(set: &StepSet, other: &StepSet) -> bool {
    set.iter().enumerate().all(|(index, word)| word & !other.get(index).copied().unwrap_or(0) == 0)
}

impl<P: Program> TraceExplorer<'_, P> {
    /// Notes the races of the next step with earlier ones, and adds the steps that happen before it
    /// to the latest clock.
    pub(super) fn find_races(&mut self, access: Access, next: usize) {
        match access {
            Access::Local | Access::Spawn(_) | Access::Arrive { .. } => {}
            Access::Leave { barrier, round } => {
                for step in 0..next {
                    if self.steps[step].transition.access == (Access::Arrive { barrier, round }) {
                        self.clocks.join(step);
                    }
                }
            }
            Access::Join(child) => {
                let life = self.threads[child.index()];
                if let Some(last) = life.last.or(life.spawn) {
                    self.clocks.join(last);
                }
            }
            Access::Free { .. } => {
                for step in (0..next).rev() {
                    if conflict(access, self.steps[step].transition.access, &self.core.locations) {
                        self.note_race(step, next);
                    }
                }
            }
            Access::Read(location)
            | Access::Write(location)
            | Access::Update(location)
            | Access::Add(location, _) => {
                let count = self.accesses.get(location.index()).map_or(0, Vec::len);
                for place in (0..count).rev() {
                    let step = self.accesses[location.index()][place];
                    let other = self.steps[step].transition.access;
                    if conflict(access, other, &self.core.locations) {
                        self.note_race(step, next);
                    }
                    // All earlier accesses happen before this one.
                    if matches!(other, Access::Write(_) | Access::Update(_)) {
                        break;
                    }
                }
            }
        }
    }

    /// Notes a race of the next step with a step in conflict, unless another step comes between
    /// them.
    fn note_race(&mut self, step: usize, next: usize) {
        let executed = &self.steps[step];
        if self.clocks.count(next, executed.transition.thread) <= executed.index {
            self.races.push(step);
            self.clocks.join(step);
        }
    }

    /// Returns whether a step happens before another one, or is it.
    fn happens_before(&self, step: usize, other: usize) -> bool {
        let executed = &self.steps[step];
        self.clocks.count(other, executed.transition.thread) > executed.index
    }

    /// Adds all sequences that reverse a race to the wakeup trees.
    pub(super) fn reverse_races(&mut self) -> Result<(), Interruption> {
        for second in 0..self.steps.len() {
            let executed = self.steps[second];
            if executed.may_block {
                self.reverse_blocking(executed.transition.thread, Some(second))?;
            } else {
                let end = self.steps.get(second + 1).map_or(self.races.len(), |next| next.races);
                for place in executed.races..end {
                    self.core.watch.step(self.core.state.graph.len())?;
                    self.reverse(self.races[place], executed.transition.thread, Some(second));
                }
            }
            self.core.watch.step(self.core.state.graph.len())?;
            self.add_other_outcomes(second);
        }
        let threads: SmallVec<[ThreadId; 16]> =
            self.core.state.paused.threads(&self.core.state.graph).collect();
        for thread in threads {
            match self.core.standing(thread) {
                Standing::Waiting | Standing::Awaiting => self.reverse_blocking(thread, None)?,
                Standing::Failed => self.reverse_failure(thread),
                Standing::Blocked | Standing::Finished | Standing::Enabled => {}
            }
        }
        Ok(())
    }

    /// Lets a step come before an earlier one with which it is in a race; `taken` is its number, if
    /// it was taken.
    fn reverse(&mut self, first: usize, thread: ThreadId, taken: Option<usize>) {
        let mut sequence = std::mem::take(&mut self.scratch.sequence);
        self.collect_independent(first, &mut sequence);
        for (outcome, access) in self.ways(thread, taken, |this, location| {
            this.value_after(location, first, |step| !this.happens_before(first, step))
        }) {
            sequence.push(Transition { thread, outcome, access });
            self.add(first, &sequence);
            sequence.pop();
        }
        self.scratch.sequence = sequence;
    }

    /// Collects the steps after a given one that do not happen after it.
    fn collect_independent(&self, first: usize, sequence: &mut Vec<Transition>) {
        sequence.clear();
        let after = first + 1..self.steps.len();
        let independent = after.filter(|&step| !self.happens_before(first, step));
        sequence.extend(independent.map(|step| self.steps[step].transition));
    }

    /// The outcomes and accesses that the next step of a thread, or one that it has taken, may have
    /// at another point, where locations have other values.
    fn ways(
        &self,
        thread: ThreadId,
        taken: Option<usize>,
        value_of: impl Fn(&Self, LocationId) -> Option<Value>,
    ) -> SmallVec<[(Outcome, Access); 2]> {
        let step = self.step(thread, taken);
        let mut ways = SmallVec::new();
        match step.action {
            Action::Load { address, size, .. } => {
                ways.extend(
                    self.core.locations.find(address, size).map(|it| (Outcome::Usual, Access::Read(it))),
                );
            }
            Action::Store { address, size, .. } => {
                ways.extend(
                    self.core.locations.find(address, size).map(|it| (Outcome::Usual, Access::Write(it))),
                );
            }
            Action::Rmw { address, size, op, .. } => {
                let Some(location) = self.core.locations.find(address, size) else { return ways };
                let RmwOp::CompareExchange { .. } = op else {
                    ways.push((Outcome::Usual, self.update(step, location)));
                    return ways;
                };
                let Some(value) = value_of(self, location) else { return ways };
                match op.apply(value, size) {
                    Some(_) => ways.push((Outcome::Usual, Access::Update(location))),
                    None => ways.push((Outcome::Usual, Access::Read(location))),
                }
                if op.may_fail_spuriously(value, size)
                    && self.core.may_fail_spuriously(self.point(thread, taken), value)
                {
                    ways.push((Outcome::Spurious, Access::Read(location)));
                }
            }
            Action::Free { .. } => {
                let freed = taken.map(|taken| (Outcome::Usual, self.steps[taken].transition.access));
                ways.extend(freed);
            }
            _ => {}
        }
        ways
    }

    /// The point at which a thread takes its next step, or has taken a step.
    fn point(&self, thread: ThreadId, taken: Option<usize>) -> ThreadPoint {
        match taken {
            Some(taken) => self.core.point_of(self.steps[taken].event),
            None => self.core.next_point(thread),
        }
    }

    /// The step that a thread takes next, or that it has taken.
    fn step(&self, thread: ThreadId, taken: Option<usize>) -> &Step<P::State> {
        self.core.step_at(self.point(thread, taken))
    }

    /// The value of a location after all steps before `first` and the later steps that are
    /// `included`.
    fn value_after(
        &self,
        location: LocationId,
        first: usize,
        included: impl Fn(usize) -> bool,
    ) -> Option<Value> {
        let info = self.core.locations.info(location);
        let mut added = 0u64;
        let accesses = self.accesses.get(location.index()).map_or(&[][..], Vec::as_slice);
        let mut value = info.initial.defined();
        for &step in accesses.iter().rev() {
            if step == first || step > first && !included(step) {
                continue;
            }
            match self.steps[step].transition.access {
                Access::Add(_, amount) if step > first => added = added.wrapping_add(amount.0),
                Access::Write(_) | Access::Update(_) | Access::Add(..) => {
                    value = self.steps[step].written;
                    break;
                }
                _ => {}
            }
        }
        value.map(|value| info.size.wrap(value.0.wrapping_add(added)))
    }

    /// Lets a step that was taken have another outcome, if it might have.
    fn add_other_outcomes(&mut self, taken: usize) {
        let Transition { thread, outcome, access } = self.steps[taken].transition;
        let step = self.step(thread, Some(taken));
        let others: SmallVec<[(Outcome, Access); 4]> = match (step.action, outcome, access.location()) {
            (Action::Choose { count, .. }, Outcome::Choice(chosen), _) => (0..count)
                .filter(|&other| other != chosen)
                .map(|other| (Outcome::Choice(other), Access::Local))
                .collect(),
            (Action::Rmw { .. }, Outcome::Spurious, Some(location)) => {
                SmallVec::from_slice(&[(Outcome::Usual, self.update(step, location))])
            }
            (
                Action::Rmw { op: op @ RmwOp::CompareExchange { expected, .. }, size, .. },
                _,
                Some(location),
            ) if access.writes()
                && op.may_fail_spuriously(expected, size)
                && self.core.may_fail_spuriously(self.point(thread, Some(taken)), expected) =>
            {
                SmallVec::from_slice(&[(Outcome::Spurious, Access::Read(location))])
            }
            _ => return,
        };
        let mut sequence = std::mem::take(&mut self.scratch.sequence);
        self.collect_independent(taken, &mut sequence);
        for (outcome, access) in others {
            sequence.push(Transition { thread, outcome, access });
            self.add(taken, &sequence);
            sequence.pop();
        }
        self.scratch.sequence = sequence;
    }

    /// Lets the next step of a thread, which would be an error, come before the steps with which it
    /// is in conflict.
    fn reverse_failure(&mut self, thread: ThreadId) {
        let access = match self.core.state.next(thread).action {
            Action::Load { address, size, .. } => self.core.locations.find(address, size).map(Access::Read),
            Action::Store { address, size, .. } | Action::Rmw { address, size, .. } => {
                self.core.locations.find(address, size).map(Access::Write)
            }
            _ => None,
        };
        let Some(access) = access else { return };
        let life = self.threads[thread.index()];
        let (races, next) = (self.races.len(), self.steps.len());
        self.clocks.push(life.last.or(life.spawn));
        for step in (0..next).rev() {
            if conflict(access, self.steps[step].transition.access, &self.core.locations) {
                self.note_race(step, next);
            }
        }
        self.clocks.pop();
        for first in self.races.split_off(races) {
            self.reverse(first, thread, None);
        }
    }

    /// Lets a step that may be blocked come before earlier ones; `taken` is its number, if it was
    /// taken.
    fn reverse_blocking(&mut self, thread: ThreadId, taken: Option<usize>) -> Result<(), Interruption> {
        let (address, size, writes) = match self.step(thread, taken).action {
            Action::Load { address, size, .. } => (address, size, false),
            Action::Rmw { address, size, .. } => (address, size, true),
            _ => return Ok(()),
        };
        let Some(location) = self.core.locations.find(address, size) else { return Ok(()) };
        let life = self.threads[thread.index()];
        let before = match taken {
            Some(taken) => self.steps[taken].previous.or(life.spawn),
            None => life.last.or(life.spawn),
        };
        let end = taken.unwrap_or(self.steps.len());
        let count = self.accesses.get(location.index()).map_or(0, Vec::len);
        for place in (0..count).rev() {
            let first = self.accesses[location.index()][place];
            let access = self.steps[first].transition.access;
            let depends = access.writes() || writes;
            if first >= end || !depends || before.is_some_and(|it| self.happens_before(first, it)) {
                continue;
            }
            self.core.watch.step(self.core.state.graph.len())?;
            let parts = self.largest_parts(first, location, thread, taken, before)?;
            for part in &parts {
                let mut sequence = std::mem::take(&mut self.scratch.sequence);
                sequence.clear();
                let steps = (first + 1..self.steps.len()).filter(|&step| contains(part, step));
                sequence.extend(steps.map(|step| self.steps[step].transition));
                for (outcome, access) in self.ways(thread, taken, |this, location| {
                    this.value_after(location, first, |step| contains(part, step))
                }) {
                    sequence.push(Transition { thread, outcome, access });
                    self.add(first, &sequence);
                    sequence.pop();
                }
                self.scratch.sequence = sequence;
            }
            let is_in_conflict_with_all = matches!(access, Access::Write(_) | Access::Update(_));
            if is_in_conflict_with_all && !parts.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// The largest parts of the steps after `first` that do not happen after it, closed under
    /// happens-before, with which a thread can take its step. Each part has the steps that happen
    /// before that step: `before` and all steps before it.
    fn largest_parts(
        &self,
        first: usize,
        location: LocationId,
        thread: ThreadId,
        taken: Option<usize>,
        before: Option<usize>,
    ) -> Result<Vec<StepSet>, Interruption> {
        let mut all = StepSet::new();
        // The step that was taken need not happen after the first one, if its access was another
        // one then.
        let follows = |step| taken.is_some_and(|taken| self.happens_before(taken, step));
        for step in first + 1..self.steps.len() {
            if !self.happens_before(first, step) && !follows(step) {
                insert(&mut all, step);
            }
        }
        let mut verdicts: FxHashMap<Option<Value>, bool> = FxHashMap::default();
        let at = self.point(thread, taken);
        let mut goes_on = |value: Option<Value>| {
            *verdicts
                .entry(value)
                .or_insert_with(|| value.is_none_or(|value| self.core.goes_on(at, Answer::Read(value))))
        };
        let mut parts: Vec<StepSet> = Vec::new();
        let mut seen: FxHashSet<StepSet> = FxHashSet::default();
        let mut pending = VecDeque::from([all]);
        while let Some(part) = pending.pop_front() {
            self.core.watch.step(self.core.state.graph.len())?;
            if parts.iter().any(|larger| is_subset(&part, larger)) {
                continue;
            }
            let value = self.value_after(location, first, |step| contains(&part, step));
            if goes_on(value) {
                parts.push(part);
                continue;
            }
            let values = self.values_within(location, first, &part);
            if values.is_some_and(|values| !values.into_iter().any(|value| goes_on(Some(value)))) {
                continue;
            }
            // One of the last writes is removed, with all steps that happen after it.
            let writes: SmallVec<[usize; 8]> = self.accesses[location.index()]
                .iter()
                .copied()
                .filter(|&step| {
                    step > first && contains(&part, step) && self.steps[step].transition.access.writes()
                })
                .collect();
            for (place, &write) in writes.iter().enumerate() {
                let is_last = !writes[place + 1..].iter().any(|&later| self.happens_before(write, later));
                if !is_last || before.is_some_and(|before| self.happens_before(write, before)) {
                    continue;
                }
                let mut smaller = part.clone();
                for step in write..self.steps.len() {
                    if self.happens_before(write, step) {
                        remove(&mut smaller, step);
                    }
                }
                if seen.insert(smaller.clone()) {
                    pending.push_back(smaller);
                }
            }
        }
        Ok(parts)
    }

    /// At least all values that a location can have after all steps before `first` and some of a
    /// part of the later ones; `None` if there are very many.
    fn values_within(&self, location: LocationId, first: usize, part: &StepSet) -> Option<FxHashSet<Value>> {
        const MOST: usize = 1 << 12;
        let size = self.core.locations.info(location).size;
        let mut values: FxHashSet<Value> = self.value_after(location, first, |_| false).into_iter().collect();
        let steps = self.accesses[location.index()].iter().map(|&step| (step, &self.steps[step]));
        for (_, step) in steps.filter(|&(step, _)| step > first && contains(part, step)) {
            // Any other write is in conflict with the first step, and not part of this.
            if let Access::Add(_, amount) = step.transition.access {
                let added = values.iter().map(|value| size.wrap(value.0.wrapping_add(amount.0)));
                let added: SmallVec<[Value; 32]> = added.collect();
                values.extend(added);
            }
            if values.len() > MOST {
                return None;
            }
        }
        Some(values)
    }

    /// Adds a sequence to the wakeup tree of the point before a step, unless it leads to where
    /// exploration has been.
    fn add(&mut self, step: usize, sequence: &[Transition]) {
        let locations = &self.core.locations;
        let point = &mut self.points[step];
        // The step that is explored now sleeps soon. A race may not exist any more if the access of
        // a step changes when it comes earlier.
        let explored = point.sleep.iter().chain([&self.steps[step].transition]);
        if explored.into_iter().all(|other| weak_initial(other, sequence, locations).is_none()) {
            point.tree.insert(sequence.to_vec(), locations);
        }
    }
}
