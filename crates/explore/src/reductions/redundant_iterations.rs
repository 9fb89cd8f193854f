//! Redundant iterations: a thread that could be where it is without its last iteration.
//!
//! A loop that waits repeats reads. [saver §III, §V] ends a loop where an iteration has changed
//! nothing; [saver §IV] merges reads before a loop with those at its end. Both are cases of one
//! principle, and since paused states are values, the principle can simply be tried.
//!
//! # The rule
//!
//! Let the thread have taken the actions … s … f₁ … fₖ since its last *effect*, and be in state σ
//! now (k ≥ 0). Let it have been at the same point of the program before, behind s. The iteration
//! from s to before f₁ is *redundant* if the thread, resumed from s with the answers to f₁ … fₖ in
//! turn, takes actions r₁ … rₖ that correspond to them and is in state σ then. The thread
//! [blocks](BlockReason::Spin). With k = 0, the thread has simply been in state σ before.
//!
//! - Effects are all actions but loads, read-modify-writes that write nothing new, fences, choices,
//!   stores to *own* locations, *repeated* stores and additions to *tallies*.
//! - rᵢ corresponds to fᵢ if both read the same location, or both are fences or choices, and rᵢ is
//!   not stronger: its ordering means at most what that of fᵢ means, it is atomic if and only if fᵢ is, and it is
//!   a read-modify-write only if fᵢ is. A compare-exchange rᵢ must fail, too.
//! - States are compared by value: live registers, private memory, and own locations.
//!
//! # Why no behaviour is lost
//!
//! Take an execution G in which the thread goes on from σ. Leave out its events from s to before
//! f₁, and put r₁ … rₖ in the place of f₁ … fₖ, with the same sources. The thread is in state σ
//! behind them, so that the rest of G can stay as it is. The result G' is consistent:
//!
//! - Nobody reads from the events that are left out, so rf and co are total and functional on the
//!   rest, and fr shrinks. A read-modify-write that writes the value it has read is left out like
//!   a read: its readers read from its source instead, which has the same value.
//! - SC, RA: the axioms forbid cycles of po, rf, co and fr. The relations of G' are contained in
//!   those of G, where rᵢ stands for fᵢ.
//! - TSO, PSO: likewise for po-loc, ppo and fences. Orderings of loads mean nothing; a
//!   compare-exchange orders everything around it even if it fails, which is why rᵢ may be one only
//!   if fᵢ is.
//! - RC11: rᵢ synchronises with no more writes than fᵢ, and fences correspond, so hb shrinks. hb;
//!   eco? stays irreflexive, and psc, which is made of hb and of seq_cst events, acyclic.
//! - C++20: likewise for the order S, which is made of po, hb, eco and seq_cst events.
//!
//! G' is smaller than G and ends in the same state, so exploring G' is enough. (This needs that
//! consistency is preserved when reads are left out: not so for models with dependencies.)
//!
//! Every earlier point s is tried, not only the last arrival at the same point of the code.
//!
//! # Known redundant iterations
//!
//! The passes find the plain case of k = 1 before the program runs: s is a load before a loop, and
//! f₁ a compare-exchange of the same location at the end of an iteration, which has failed
//! (`passes/src/spinloops/failed_values.rs`). The thread then [knows](Program::redundant_actions)
//! that it has come to a redundant iteration, and no trial is needed; f₁ awaits from the beginning.
//! Nothing has to be presumed of memory: the thread writes nothing from s to f₁, and the actions
//! before s stay. (In builds with debug assertions the rule is tried all the same, on the actions from
//! s on. The whole window would not do: a release of the lock before s may have been presumed to be an
//! addition to a tally, or a repeated store.)
//!
//! # Errors in iterations that are left out
//!
//! See [`super::dropped_iterations`]: if such an access may be in an error that no explored
//! execution has, exploration restarts, and iterations are left out only if two points s
//! qualify.
//!
//! # Own locations
//!
//! The node that a thread is about to publish, or the index that a ring buffer caches, is in shared
//! memory, but no other thread accesses it at that time. A location that the thread has stored to
//! since its last effect, and accesses in the iteration, is presumed to be its own. The content of
//! an own location is part of the thread's state, and stores to it are no effects. Each full
//! execution is [checked](super::own_locations): every access of another thread to the location must
//! be ordered with every store of the thread to it, and must not depend on the thread without
//! happening after it. Otherwise exploration restarts, and the location is
//! [observed](crate::restart::Knowledge::observed): stores to it are effects. A store to a location
//! that read-modify-writes of the thread access, too, is an effect, since the location is meant for
//! others.
//!
//! The thread makes these stores before it blocks. So an access that could observe them in G, and
//! does not depend on what the thread does later, is in an explored execution with them.
//!
//! # Tallies
//!
//! A loop may count its iterations for statistics, in a location that threads share. A location is
//! a *tally* if every access to it is a [blind](Remark::Blind) addition, that is, one whose result
//! its thread does not use, and if its last value does not matter. Additions to a tally are no
//! effects: they can be left out like reads. The next addition reads from the previous one instead,
//! and its thread does not use the value. In each model, that rf edge is in the transitive closure
//! of the edges that it replaces. Under RC11 the next addition is in every other release sequence
//! in which it was, so hb shrinks. Locations are presumed to be tallies, and each full execution is
//! checked. If there is another access, exploration restarts, and the location is observed. No
//! location is presumed to be a tally that the thread itself accesses otherwise near by: a reader that
//! lets go of a lock by a blind decrement and then reads the counter to take the lock again has had an
//! effect in between. (A trial that took the counter for a tally would not give its reads any answer.)
//! The thread makes such an addition before it blocks, so that errors of the addition are found.
//!
//! # Repeated stores
//!
//! A node with an atomic link is stored to in each iteration of
//! `do store(&n->next, first = load(&top)); while (!cas_weak(&top, &first, n))`. If the node was
//! in the stack before, other threads may still read the link, so that it is not the thread's own.
//! A store st₂ to such an observed location is *repeated* if the last access of the thread to the
//! location before it is a store st₁ of the same value, with an ordering that is not stronger, and
//! the thread has only read since. A repeated store is no effect if no other thread writes to the location in between: st₂
//! directly follows st₁ in coherence. In G', the readers of st₂ read from st₁ instead.
//!
//! - They read the same value, and fr to later writes stays the same.
//! - SC, TSO, PSO, RA: the new edge from st₁ is contained in the path by st₂.
//! - RC11, C++20: such a reader synchronises with no more than before, since st₁ is not stronger
//!   and comes earlier.
//! - An access that races with st₂ races with st₁, too: the thread releases nothing between them.
//!
//! A thread that comes to st₂ need not even make it: it blocks before st₂ if st₂ leads to a redundant
//! iteration. So a compare-exchange that fails spuriously in such a loop costs no execution.
//!
//! Exploration presumes that no other thread writes in between. Each full execution is
//! [checked](super::own_locations): let st be a store of the thread to the location, and X a write of
//! another thread to it. X must happen before st, or after an event behind st that keeps the order of
//! stores. Otherwise exploration restarts, and the location is
//! [contended](crate::restart::Knowledge::contended). The check finds every X that comes between some
//! st₁ and st₂ in coherence. Take the first such X, that is, none of the others is in its causal
//! prefix. If neither st₂ nor an event behind st₂ is in that prefix, then an execution that ends
//! before st₂ has X. Otherwise leave st₂ out: nobody in the prefix of X has read from an earlier such
//! write, so the readers of st₂ there can read from st₁. An explored execution has this prefix, with
//! X. There X does not happen after an event behind st₁, since X would happen after st₂ in G then, and
//! does not happen before st₁, since X comes behind st₁ in coherence. The same check is made of X that
//! frees the memory or accesses it non-atomically, since X might be in error with st₂ alone if st₁ is a
//! release.
//!
//! An iteration with a repeated store is redundant only with k = 0: otherwise G' would have to store
//! another value.
//!
//! # Covered stores
//!
//! A compare-exchange that fails stores the value that it has read, in the usual push to the node
//! itself: `while (!cas(&head, &n->next, n))`. That store need not even be made. A plain store of
//! the thread to an own location is *covered* if the thread has made a plain store to it since its
//! last effect, and has written nothing atomically since that effect. Let X be an access of
//! another thread that conflicts with a covered store st, without being ordered with it, and st₀
//! the store that covers st. X does not happen before st₀, or it would happen before st. X does not
//! happen after st₀: the thread has released nothing between st₀ and st, so X would happen after
//! st. Every execution with a covered store has the one that covers it. So a race of X with st is
//! one with st₀, and if there is none, then the location is the thread's own. A thread blocks
//! before covered stores that would lead to a redundant iteration.
//!
//! A release fence between st₀ and st would break this: X happens after st₀ if it acquires a write
//! that follows st. `n->next = load(head); fence(); while (!cas_relaxed(&head, &n->next, n));` is
//! wrong for that reason. So if G' has a release fence behind its last store to the location, then
//! the iteration is redundant only if G has one, too.
//!
//! # Remaining stores
//!
//! Under RC11 and C++20 the thread need not own a location with covered stores only, if G' has one of them,
//! st', since the thread's last effect. Let X conflict with a store st that G' lacks, and be
//! unordered with it in G. If X does not depend on actions of the thread behind σ, then the race is
//! in an execution that ends before st, with the store that covers st. Otherwise X depends on an
//! effect behind σ. X does not happen before st' then. X does not happen after st' in G': the
//! thread releases st' by an event behind σ, and so it releases st by the same event in G; or by a
//! fence before σ, and so it does in G, as above. So G' has a race of X with st'. A node that is
//! popped, in a thread that reads the top from a relaxed compare-exchange of the thread that has
//! pushed the node, is an example: its readers depend on a pop that does not happen before them.
//! (In other models, where fewer accesses race, such an X might read the store.)
//!
//! A program with a race may go on after it. So each full execution is checked: if an access of
//! another thread to the location is unordered with a store of the thread, then exploration restarts,
//! and the location is observed, too.
//!
//! # Loads behind spurious failures
//!
//! `o = load(&x); while (!cas_weak(&x, &o, o + 1)) o = load(&x);` tries again with a value that it has
//! loaded. A spurious failure r of such a compare-exchange, which has read v and whose thread cannot
//! tell which value that was, need not be explored if the next action is a load f of the same
//! location, whose ordering is no weaker than that of a failure. Let G be an execution with r and f.
//!
//! - If f reads another value, let r read from the same write as f. Then r fails without being
//!   spurious, and everything else stays as it is. That execution is consistent: r is no stronger
//!   than f, directly before f, and reads from the write from which f reads.
//! - If f reads v, and the thread is in the state then in which it was before r, possibly behind
//!   repeated stores, then that iteration is redundant with k = 0. If the thread blocks, the program
//!   knows that its iteration is redundant.
//!
//! # Awaits
//!
//! A read behind which a thread blocks, in an iteration with covered stores only,
//! [awaits](super::awaits). Exploration learns of such reads when it first meets them, and restarts
//! while that is cheap.

use porf_entity::{Content, ReadOrdering, RmwOp, ThreadId, Value, WriteOrdering};
use porf_graph::{Event, EventId, Label, ReadKind, Write};
use porf_models::Model;
use porf_program::{Action, Answer, BlockReason, Program, Remark, Step, Wait};
use smallvec::SmallVec;

use crate::execution_core::{ExecutionCore, ThreadPoint, failure_ordering};
use crate::restart::Bytes;

/// The largest number k of reads that are given other answers.
const MOST_READS: usize = 6;

/// The largest number of points from which a thread is resumed to see whether an iteration is
/// redundant.
const MOST_TRIALS: usize = 16;

/// The largest number of actions in one trial.
const MOST_ACTIONS: usize = 32;

/// The largest number of covered stores before which a thread blocks.
const MOST_AHEAD: usize = 4;

/// The largest number of actions since the last effect that are considered.
const MOST_TAKEN: usize = 256;

/// An action that the thread has taken, with the answer.
struct Taken<'s, S> {
    step: &'s Step<S>,
    answer: Answer,
}

/// The actions that a thread has taken since its last effect, latest first.
struct Window<'s, S> {
    taken: SmallVec<[Taken<'s, S>; 16]>,
    /// The own locations: those that the thread has stored to.
    own: SmallVec<[Bytes; 2]>,
    /// The tallies that the thread has added to.
    tallies: SmallVec<[Bytes; 1]>,
    /// The observed locations with repeated stores of the thread.
    repeated: SmallVec<[Bytes; 1]>,
    /// The number of the latest actions that the thread has not taken yet: stores that it need not
    /// make.
    ahead: usize,
}

/// The numbers of events of a thread at which it is worth another algorithm that iterations with
/// stores would be redundant there: it might go on without end. Later events are not looked at, since
/// that takes time.
const MANY_EVENTS: std::ops::Range<usize> = 64..128;

/// An iteration that is redundant.
pub(crate) struct Redundant {
    /// The number of actions since its beginning.
    actions: usize,
    /// The locations that the thread must own: those that it has stored to since its last effect and
    /// accesses in the iteration, unless they are raceless.
    own: SmallVec<[Bytes; 2]>,
    /// Such locations where every race with a store that is left out is one with a store that
    /// remains.
    raceless: SmallVec<[Bytes; 2]>,
    /// The tallies that the thread has added to since its last effect.
    tallies: SmallVec<[Bytes; 1]>,
    /// The locations with repeated stores of the thread since its last effect, or next.
    repeated: SmallVec<[Bytes; 1]>,
    /// Whether all stores to these locations are covered, or cover others, or are repeated and not
    /// made, and there are no tallies.
    is_covered: bool,
}

/// The stores of a thread since its last effect, without the iteration that may be redundant.
struct Trial {
    /// The stores, latest last.
    stored: SmallVec<[(Bytes, Content); 4]>,
    /// The number of them before the last release fence.
    fenced: usize,
    /// The own locations that the thread has accessed since it was resumed.
    accessed: SmallVec<[Bytes; 2]>,
}

impl Trial {
    /// Returns whether there is a release fence behind the last store to a location, if any.
    fn has_fenced(&self, own: Bytes) -> bool {
        self.stored.iter().rposition(|&(bytes, _)| bytes == own).is_some_and(|last| last < self.fenced)
    }
}

impl<S> Taken<'_, S> {
    /// The value that was read, if it is defined.
    fn value(&self) -> Option<Value> {
        match self.answer {
            Answer::Read(value) | Answer::SpuriousFailure(value) => Some(value),
            _ => None,
        }
    }
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Blocks a thread, which has come to `step` by an answer at a point, if its iteration is
    /// redundant.
    pub(crate) fn block_if_redundant(&mut self, at: ThreadPoint, answer: Answer, step: &mut Step<P::State>) {
        if !self.drops_redundant || self.runs_on {
            return;
        }
        let Some(redundant) = self.redundant_iteration(at, answer, step) else {
            if self.misses_dropped_stores && MANY_EVENTS.contains(&at.before) {
                self.drops_stores = true;
                self.knowledge.stores_stay |= self.redundant_iteration(at, answer, step).is_some();
                self.drops_stores = false;
            }
            self.let_await(step);
            return;
        };
        self.presume_of_memory(at.thread, &redundant);
        self.presume_repeated(at.thread, &redundant.repeated);
        let answered = self.step_at(at);
        if redundant.is_covered
            && self.features.may_await
            && may_await(answered.action)
            && let Some(place) = self.program.spinning_in(&answered.state)
        {
            self.knowledge.add_awaiting_place(place);
        }
        step.action = Action::Block(BlockReason::Spin);
    }

    /// Presumes what makes an iteration of a thread redundant: that locations are the thread's own, or
    /// not raced for, or tallies.
    fn presume_of_memory(&self, thread: ThreadId, redundant: &Redundant) {
        let Redundant { own, raceless, tallies, .. } = redundant;
        if own.is_empty() && raceless.is_empty() && tallies.is_empty() {
            return;
        }
        let everywhere = |all: &[Bytes]| -> Vec<(ThreadId, Bytes)> {
            let of = |&(address, size): &Bytes| {
                let pairs = self.as_symmetric_threads_do(thread, address).into_iter();
                pairs.map(move |(thread, address)| (thread, (address, size)))
            };
            all.iter().flat_map(of).collect()
        };
        let opening = self.opening();
        for one in everywhere(own) {
            self.knowledge.presume(opening, |presumed| presumed.own.insert(one));
        }
        for one in everywhere(raceless) {
            self.knowledge.presume(opening, |presumed| presumed.raceless.insert(one));
        }
        for (_, bytes) in everywhere(tallies) {
            self.knowledge.presume(opening, |presumed| presumed.tallies.insert(bytes));
        }
    }

    /// Presumes that nobody else writes to the locations with repeated stores of a thread.
    fn presume_repeated(&self, thread: ThreadId, repeated: &[Bytes]) {
        if repeated.is_empty() {
            return;
        }
        let opening = self.opening();
        for &(address, size) in repeated {
            for (thread, address) in self.as_symmetric_threads_do(thread, address) {
                let one = (thread, (address, size));
                self.knowledge.presume(opening, |presumed| presumed.repeated.insert(one));
            }
        }
    }

    /// Lets the read of a step await, if exploration has learnt that threads block behind it.
    pub(crate) fn let_await(&self, step: &mut Step<P::State>) {
        if self.knowledge.awaiting_places.is_empty()
            || !may_await(step.action)
            || !self
                .program
                .spinning_in(&step.state)
                .is_some_and(|place| self.knowledge.awaiting_places.contains(&place))
        {
            return;
        }
        if let Action::Load { wait, .. } | Action::Rmw { wait, .. } = &mut step.action {
            *wait = Some(Wait::Await);
        }
    }

    /// Returns whether the iteration of a thread would be redundant after an answer at a point, and
    /// has covered stores only, or repeated ones that are not made. (Other stores must be made once, so
    /// that threads can observe them.)
    /// `next` is the step to which the answer leads, if it is known.
    pub(crate) fn is_redundant_after(
        &self,
        at: ThreadPoint,
        answer: Answer,
        next: Option<Step<P::State>>,
    ) -> bool {
        let step = self.step_at(at);
        self.drops_redundant && !self.runs_on && !is_change(step.action, answer) && {
            let next = next.unwrap_or_else(|| self.program.resume(&step.state, answer));
            let redundant = self.redundant_iteration(at, answer, &next);
            redundant.is_some_and(|redundant| {
                self.presume_repeated(at.thread, &redundant.repeated);
                if redundant.is_covered {
                    self.presume_of_memory(at.thread, &redundant);
                }
                redundant.is_covered
            })
        }
    }

    /// Returns whether a spurious failure at a point need not be explored because the thread, which is
    /// at `next` then, loads the location again. See the module comment.
    pub(super) fn reloads(&self, at: ThreadPoint, value: Value, next: &Step<P::State>) -> bool {
        let step = self.step_at(at);
        let (
            Action::Rmw { address, size, op: RmwOp::CompareExchange { failure, .. }, .. },
            Action::Load { address: loaded, size: size_loaded, ordering, .. },
        ) = (step.action, next.action)
        else {
            return false;
        };
        let orderings = self.model.orderings();
        if !self.drops_redundant
            || self.runs_on
            || (address, size) != (loaded, size_loaded)
            || !ordering.is_atomic()
            || orderings.read(failure) > orderings.read(ordering)
            || !self.model.allows_weaker_reads()
            || self.program.uses_found_value(&step.state)
        {
            return false;
        }
        let mut repeated: SmallVec<[Bytes; 1]> = SmallVec::new();
        let mut again = self.program.resume(&next.state, Answer::Read(value));
        while let Some(bytes) = self.repeated_next(at, &again)
            && !repeated.contains(&bytes)
        {
            repeated.push(bytes);
            again = self.program.resume(&again.state, Answer::Done);
        }
        let tries_again = again.action == Action::Block(BlockReason::Spin)
            || again.action == step.action && self.program.are_same(&again.state, &step.state);
        if tries_again {
            self.presume_repeated(at.thread, &repeated);
        }
        tries_again
    }

    /// The redundant iteration of a thread that has come to `now` by an answer at a point.
    fn redundant_iteration(
        &self,
        at: ThreadPoint,
        answer: Answer,
        now: &Step<P::State>,
    ) -> Option<Redundant> {
        if !self.program.may_come_again(&now.state) {
            return None;
        }
        let is_read = matches!(now.action, Action::Load { .. } | Action::Rmw { .. });
        if !is_read
            && !matches!(now.action, Action::Store { .. } | Action::Choose { .. } | Action::Fence { .. })
        {
            return None;
        }
        if let Some(redundant) = self.known_to_be_redundant(at, answer, now) {
            debug_assert!(self.is_redundant_by_rule(at, answer, now, &redundant));
            return Some(redundant);
        }
        let found = self.found_to_be_redundant(at, answer, now)?;
        self.knowledge.redundant_at.borrow_mut().insert(now.position);
        Some(found)
    }

    /// The redundant iteration of a thread that has come to `now` by an answer at a point, if the
    /// [program knows](Program::redundant_actions) that the iteration is redundant.
    fn known_to_be_redundant(
        &self,
        at: ThreadPoint,
        answer: Answer,
        now: &Step<P::State>,
    ) -> Option<Redundant> {
        let actions = self.program.redundant_actions(&now.state)? as usize;
        if !self.knowledge.kept_loops.is_empty() {
            return None;
        }
        let last = Taken { step: self.step_at(at), answer };
        if is_change(last.step.action, answer) {
            return None;
        }
        let graph = &self.state.graph;
        let events = graph.thread_events(at.thread)[..at.before].iter().rev().copied();
        let mut before = events.filter(|&event| is_action(graph.event(event)));
        let mut first = last.step;
        let mut has_arrived = self.program.are_at_same_point(&first.state, &now.state);
        for _ in 1..actions {
            first = self.state.step(before.next()?);
            has_arrived |= self.program.are_at_same_point(&first.state, &now.state);
        }
        // The thread may have gone on after an iteration that was known to be redundant, to a point
        // where it had not been. Then both iterations are left out, if the rule says so.
        let is_first = self.program.redundant_actions(&first.state).is_none();
        let load = self.state.step(before.next()?);
        let is_load = matches!(load.action, Action::Load { .. });
        (has_arrived && is_first && is_load && self.corresponds(&load.action, &last)).then(|| Redundant {
            actions: actions + 1,
            own: SmallVec::new(),
            raceless: SmallVec::new(),
            tallies: SmallVec::new(),
            repeated: SmallVec::new(),
            is_covered: true,
        })
    }

    /// Returns whether an iteration that is known to be redundant is so by the rule. Only the actions
    /// from the load on count: these are reads and choices. So it does not matter which writes the
    /// thread has made before, nor what exploration presumes of their locations.
    fn is_redundant_by_rule(
        &self,
        at: ThreadPoint,
        answer: Answer,
        now: &Step<P::State>,
        known: &Redundant,
    ) -> bool {
        let Some(mut window) = self.window(at, answer) else { return false };
        let has_load = window.taken.len() >= known.actions;
        window.taken.truncate(known.actions);
        window.own.clear();
        window.tallies.clear();
        window.repeated.clear();
        has_load && self.redundant_in(&window, now).is_some()
    }

    /// The redundant iteration of a thread that has come to `now` by an answer at a point, if there
    /// is one by the rule.
    fn found_to_be_redundant(
        &self,
        at: ThreadPoint,
        answer: Answer,
        now: &Step<P::State>,
    ) -> Option<Redundant> {
        let window = self.window(at, answer)?;
        if let Some(redundant) = self.redundant_in(&window, now) {
            return Some(redundant);
        }
        if let Some(bytes) = self.repeated_next(at, now) {
            let mut window = window;
            if !window.repeated.contains(&bytes) {
                window.repeated.push(bytes);
            }
            let after = self.program.resume(&now.state, Answer::Done);
            return self.redundant_behind(window, now, &[after]);
        }
        let ahead = self.after_covered_stores(&window, now);
        self.redundant_behind(window, now, &ahead)
    }

    /// The redundant iteration of a thread that is about to take the step `now`, a covered or repeated
    /// store, and comes to the steps `ahead` by that and further ones.
    fn redundant_behind<'s>(
        &self,
        mut window: Window<'s, P::State>,
        now: &'s Step<P::State>,
        ahead: &'s [Step<P::State>],
    ) -> Option<Redundant> {
        let (after, made) = ahead.split_last()?;
        let made = [now].into_iter().chain(made).map(|step| Taken { step, answer: Answer::Done });
        let taken = made.rev().chain(std::mem::take(&mut window.taken)).collect();
        let redundant = self.redundant_in(&Window { taken, ahead: ahead.len(), ..window }, after)?;
        (redundant.actions > ahead.len())
            .then(|| Redundant { actions: redundant.actions - ahead.len(), ..redundant })
    }

    /// The location of the store `now` that a thread is about to make after the action at a point, if
    /// that store would be repeated.
    fn repeated_next(&self, at: ThreadPoint, now: &Step<P::State>) -> Option<Bytes> {
        let Action::Store { ordering, .. } = now.action else { return None };
        let (bytes, content) = self.stored_by(now)?;
        let reads_elsewhere = match self.step_at(at).action {
            Action::Load { address, size, .. } | Action::Rmw { address, size, .. } => {
                (address, size) != bytes
            }
            Action::Choose { .. } => true,
            _ => false,
        };
        if !self.drops_stores || !reads_elsewhere || self.knowledge.contended.contains(&bytes) {
            return None;
        }
        let graph = &self.state.graph;
        let location = self.locations.find(bytes.0, bytes.1)?;
        let mut before = graph.thread_events(at.thread)[..at.before].iter().rev().copied();
        let last = before.find(|&event| match graph.event(event).label {
            Label::Read(read) => read.location == location,
            Label::Wait { .. } | Label::Choice(_) => false,
            _ => true,
        })?;
        let store = graph.event(last).as_write().filter(|store| store.location == location)?;
        let is_repeated = !store.exclusive && self.repeats(store, (content, ordering));
        is_repeated.then_some(bytes)
    }

    /// Returns whether a store of this content and ordering does what a store `before` it does, and is
    /// not weaker.
    fn repeats(&self, before: &Write, (content, ordering): (Content, WriteOrdering)) -> bool {
        let orderings = self.model.orderings();
        before.content() == content
            && before.ordering.is_atomic() == ordering.is_atomic()
            && orderings.write(before.ordering) <= orderings.write(ordering)
    }

    /// The steps of a thread behind each of the covered stores that it is about to make.
    fn after_covered_stores(
        &self,
        window: &Window<'_, P::State>,
        now: &Step<P::State>,
    ) -> SmallVec<[Step<P::State>; 2]> {
        let mut ahead: SmallVec<[Step<P::State>; 2]> = SmallVec::new();
        if !matches!(now.action, Action::Store { .. }) || !window.covers_own() {
            return ahead;
        }
        while ahead.len() < MOST_AHEAD
            && let step = ahead.last().unwrap_or(now)
            && let Action::Store { address, size, ordering: WriteOrdering::NonAtomic, .. } = step.action
            && window.own.contains(&(address, size))
        {
            ahead.push(self.program.resume(&step.state, Answer::Done));
        }
        ahead
    }

    /// The redundant iteration of a thread that has come to `now` by the actions of a window.
    fn redundant_in(&self, window: &Window<'_, P::State>, now: &Step<P::State>) -> Option<Redundant> {
        if window.own.iter().any(|&own| self.is_written_by_others(window, own)) {
            return None;
        }
        // Where iterations are not dropped before the second time, two points must qualify.
        let mut wanted = 1 + usize::from(!self.knowledge.kept_loops.is_empty());
        let is_c11 = self.model.synchronisation().by_orderings();
        let mut qualifies = |start: usize, trial: Trial| {
            let mut own: SmallVec<[Bytes; 2]> = window.own.clone();
            own.retain(|own| trial.accessed.contains(own) || window.accesses_since(start, *own));
            own.retain(|own| !window.repeated.contains(own) || window.has_stored_since(start, *own));
            if is_c11 && own.iter().any(|&own| trial.has_fenced(own) && !window.has_fenced(own)) {
                return None;
            }
            let is_unmade = |&repeated: &Bytes| !window.has_stored_since(start, repeated);
            let is_covered = window.tallies.is_empty()
                && window.repeated.iter().all(is_unmade)
                && (own.is_empty() || window.covers_own());
            let has_stored = |own: &Bytes| trial.stored.iter().any(|(bytes, _)| bytes == own);
            let remains = is_c11 && is_covered && own.iter().all(has_stored);
            let raceless = if remains { std::mem::take(&mut own) } else { SmallVec::new() };
            wanted -= 1;
            let (tallies, repeated) = (window.tallies.clone(), window.repeated.clone());
            let actions = start + 1;
            (wanted == 0).then_some(Redundant { actions, own, raceless, tallies, repeated, is_covered })
        };
        for (start, taken) in window.taken.iter().enumerate() {
            if is_same_action(taken.step.action, now.action)
                && self.program.are_same(&taken.step.state, &now.state)
                && window
                    .own
                    .iter()
                    .all(|&own| self.content_before(window, start, own) == self.content_at_end(window, own))
                && let Some(redundant) = qualifies(start, self.trial_from(window, start))
            {
                return Some(redundant);
            }
        }
        let is_arrival =
            |index: &usize| self.program.are_at_same_point(&window.taken[*index].step.state, &now.state);
        let arrivals: SmallVec<[usize; 8]> = (0..window.taken.len()).filter(is_arrival).collect();
        if arrivals.is_empty() || !window.repeated.is_empty() {
            return None;
        }
        let shared: SmallVec<[usize; 16]> =
            (0..window.taken.len()).filter(|&index| window.is_shared_access(index)).collect();
        let mut trials = 0;
        for reads in 1..=MOST_READS.min(shared.len().saturating_sub(1)) {
            let answers = &shared[..reads];
            let first = &window.taken[shared[reads - 1]];
            for &start in &shared[reads..] {
                let has_arrived = arrivals.iter().any(|&it| answers[reads - 1] <= it && it < start);
                if !has_arrived || !self.corresponds(&window.taken[start].step.action, first) {
                    continue;
                }
                trials += 1;
                if trials > MOST_TRIALS {
                    return None;
                }
                if let Some(trial) = self.leads_to(window, start, answers, now)
                    && let Some(redundant) = qualifies(start, trial)
                {
                    return Some(redundant);
                }
            }
        }
        None
    }

    /// The actions of a thread since its last effect, up to the answer at a point. `None` if that
    /// is an effect.
    fn window(&self, at: ThreadPoint, answer: Answer) -> Option<Window<'_, P::State>> {
        let mut window = Window {
            taken: SmallVec::new(),
            own: SmallVec::new(),
            tallies: SmallVec::new(),
            repeated: SmallVec::new(),
            ahead: 0,
        };
        self.add_to_window(&mut window, self.step_at(at), answer)?;
        let graph = &self.state.graph;
        let mut events = graph.thread_events(at.thread)[..at.before].iter().rev().copied();
        while window.taken.len() < MOST_TAKEN
            && let Some(event) = events.next()
        {
            if let Label::Wait { .. } = graph.event(event).label {
                continue;
            }
            let Some(answer) = self.answer_to(event) else { break };
            if graph.event(event).as_write().is_some_and(|write| write.exclusive) {
                events.next();
            }
            let step = self.state.step(event);
            if self.add_to_window(&mut window, step, answer).is_some() {
                continue;
            }
            let Some(bytes) = self.repeated_store(event) else { break };
            if !window.repeated.contains(&bytes) {
                window.repeated.push(bytes);
            }
            window.taken.push(Taken { step, answer });
        }
        let has_fence = || window.taken.iter().any(|taken| is_release_fence(taken.step.action));
        (window.repeated.is_empty() || !has_fence()).then_some(window)
    }

    /// The location of a store that is repeated, if the event is one, and if no other thread is known
    /// to write to the location meanwhile.
    fn repeated_store(&self, event: EventId) -> Option<Bytes> {
        let bytes = self.bytes(self.state.graph.event(event).location()?);
        let is_repeated = self.drops_stores
            && !self.knowledge.contended.contains(&bytes)
            && self.store_repeated_by(event).is_some();
        is_repeated.then_some(bytes)
    }

    /// The store that a store repeats, if it does, and if no other thread writes to the location
    /// meanwhile.
    pub(super) fn store_repeated_by(&self, event: EventId) -> Option<EventId> {
        let graph = &self.state.graph;
        let (thread, index) = (graph.event(event).thread, graph.event(event).index as usize);
        let repeated = graph.accesses_back_from(event).nth(1)?;
        let store = graph.event(event).as_write().filter(|store| !store.exclusive)?;
        let before = graph.event(repeated).as_write()?;
        let is_same = self.repeats(before, (store.content(), store.ordering));
        let between = &graph.thread_events(thread)[graph.event(repeated).index as usize + 1..index];
        let is_read = |&event: &EventId| {
            matches!(graph.event(event).label, Label::Read(_) | Label::Wait { .. } | Label::Choice(_))
        };
        (is_same && between.iter().all(is_read)).then_some(repeated)
    }

    /// Adds an earlier action to a window; `None` if it is an effect.
    fn add_to_window<'s>(
        &self,
        window: &mut Window<'s, P::State>,
        step: &'s Step<P::State>,
        answer: Answer,
    ) -> Option<()> {
        // A location of read-modify-writes is not the thread's own.
        if let Action::Rmw { address, size, .. } = step.action
            && window.own.contains(&(address, size))
        {
            return None;
        }
        // Nor is a location a tally that the thread accesses otherwise.
        if let Action::Load { address, size, .. }
        | Action::Store { address, size, .. }
        | Action::Rmw { address, size, .. } = step.action
            && window.tallies.contains(&(address, size))
            && self.program.remark(&step.state) != Some(Remark::Blind)
        {
            return None;
        }
        match (step.action, answer) {
            (Action::Load { wait: None | Some(Wait::Await), .. } | Action::Fence { .. }, _) => {}
            (Action::Rmw { address, size, .. }, _)
                if self.program.remark(&step.state) == Some(Remark::Blind) =>
            {
                let bytes = (address, size);
                if self.knowledge.observed.contains(&bytes)
                    || self.sink.observed().contains(&address)
                    || self.accesses_otherwise(window, bytes)
                {
                    return None;
                }
                if !window.tallies.contains(&bytes) {
                    window.tallies.push(bytes);
                }
            }
            (Action::Rmw { wait: None | Some(Wait::Await), .. }, Answer::Read(_)) => {
                if is_change(step.action, answer) {
                    return None;
                }
            }
            (Action::Rmw { .. }, Answer::SpuriousFailure(_)) => {}
            (Action::Choose { .. }, _) if self.program.annotation(&step.state).is_none() => {}
            (Action::Store { address, size, .. }, Answer::Done) => {
                let bytes = (address, size);
                if !self.drops_stores || window.has_rmw_of(bytes) || self.knowledge.observed.contains(&bytes)
                {
                    return None;
                }
                if !window.own.contains(&bytes) {
                    window.own.push(bytes);
                }
            }
            _ => return None,
        }
        window.taken.push(Taken { step, answer });
        Some(())
    }

    /// Returns whether the thread accesses a location otherwise than by blind additions in a window.
    fn accesses_otherwise(&self, window: &Window<'_, P::State>, bytes: Bytes) -> bool {
        window.taken.iter().any(|taken| match taken.step.action {
            Action::Load { address, size, .. } | Action::Store { address, size, .. } => {
                (address, size) == bytes
            }
            Action::Rmw { address, size, .. } => {
                (address, size) == bytes && self.program.remark(&taken.step.state) != Some(Remark::Blind)
            }
            _ => false,
        })
    }

    /// The stores of a window before `start`.
    fn trial_from(&self, window: &Window<'_, P::State>, start: usize) -> Trial {
        let mut trial = Trial { stored: SmallVec::new(), fenced: 0, accessed: SmallVec::new() };
        if !window.own.is_empty() {
            window.taken[start + 1..]
                .iter()
                .rev()
                .for_each(|taken| self.add_to_trial(&mut trial, taken.step));
        }
        trial
    }

    /// Adds a step to a trial.
    fn add_to_trial(&self, trial: &mut Trial, step: &Step<P::State>) {
        if is_release_fence(step.action) {
            trial.fenced = trial.stored.len();
        }
        trial.stored.extend(self.stored_by(step));
    }

    /// The trial in which the thread, resumed from `start` with the answers to later actions in
    /// turn, latest answer first, takes corresponding actions. `None` if it is not in the same state
    /// as now then.
    fn leads_to(
        &self,
        window: &Window<'_, P::State>,
        start: usize,
        answers: &[usize],
        now: &Step<P::State>,
    ) -> Option<Trial> {
        let mut answers = answers.iter().rev().map(|&index| &window.taken[index]);
        let mut trial = self.trial_from(window, start);
        let content = |stored: &[(Bytes, Content)], own: Bytes| {
            let latest = stored.iter().rev().find(|(bytes, _)| *bytes == own);
            latest.map(|&(_, content)| content).or_else(|| self.content_before(window, start, own))
        };
        let mut next: Option<Step<P::State>> = None;
        for _ in 0..MOST_ACTIONS {
            if let Some(step) = &next
                && answers.len() == 0
                && is_same_action(step.action, now.action)
                && self.program.are_same(&step.state, &now.state)
            {
                let is_same = |&own: &Bytes| content(&trial.stored, own) == self.content_at_end(window, own);
                return window.own.iter().all(is_same).then_some(trial);
            }
            let step = next.as_ref().unwrap_or(window.taken[start].step);
            let answer = match step.action {
                Action::Load { address, size, .. } if window.own.contains(&(address, size)) => {
                    trial.accessed.push((address, size));
                    Answer::loaded(content(&trial.stored, (address, size))?)
                }
                Action::Store { address, size, .. } => {
                    if !window.own.contains(&(address, size)) {
                        return None;
                    }
                    trial.accessed.push((address, size));
                    Answer::Done
                }
                // The thread does not use the answer.
                Action::Rmw { address, size, .. } if window.tallies.contains(&(address, size)) => {
                    Answer::Read(Value(0))
                }
                _ => answers.next().and_then(|taken| self.answer_like(step, taken))?,
            };
            self.add_to_trial(&mut trial, step);
            next = Some(self.program.resume(&step.state, answer));
        }
        None
    }

    /// The answer to a step, if it corresponds to an action that was taken, that makes it read what
    /// that action has read. `None` if the step would then write.
    fn answer_like(&self, step: &Step<P::State>, taken: &Taken<'_, P::State>) -> Option<Answer> {
        if !self.corresponds(&step.action, taken) {
            return None;
        }
        match step.action {
            Action::Load { .. } => Some(taken.value().map_or(taken.answer, Answer::Read)),
            Action::Rmw { op, size, .. } => {
                let value = taken.value()?;
                let writes = op.apply(value, size);
                let wrote = match (taken.step.action, taken.answer) {
                    (Action::Rmw { op, size, .. }, Answer::Read(value)) => op.apply(value, size),
                    _ => None,
                };
                // What is written is what was read, if anything.
                let agrees = writes.is_none() || writes == Some(value) && wrote.is_some();
                agrees.then_some(Answer::Read(value))
            }
            _ => Some(taken.answer),
        }
    }

    /// Returns whether an action may stand in the place of one that was taken: it does the same,
    /// and is not stronger.
    fn corresponds(&self, action: &Action, taken: &Taken<'_, P::State>) -> bool {
        let (orderings, may_be_weaker) = (self.model.orderings(), self.model.allows_weaker_reads());
        let is_weaker = |one: ReadOrdering, other: ReadOrdering| {
            let (weakest, weakest_other) = (orderings.read(one), orderings.read(other));
            one.is_atomic() == other.is_atomic()
                && (weakest == weakest_other || may_be_weaker && weakest <= weakest_other)
        };
        match (*action, taken.step.action) {
            (Action::Load { address, size, ordering, .. }, other @ Action::Load { .. })
            | (Action::Load { address, size, ordering, .. }, other @ Action::Rmw { .. })
                if may_be_weaker || matches!(other, Action::Load { .. }) =>
            {
                reads(other, taken.answer)
                    .is_some_and(|(bytes, other)| bytes == (address, size) && is_weaker(ordering, other))
            }
            (Action::Rmw { address, size, op, ordering, .. }, other @ Action::Rmw { .. }) => {
                let own = match taken.value().map(|value| op.apply(value, size)) {
                    Some(None) => failure_ordering(op, ordering),
                    _ => ordering.read(),
                };
                reads(other, taken.answer)
                    .is_some_and(|(bytes, other)| bytes == (address, size) && is_weaker(own, other))
            }
            (Action::Fence { ordering }, Action::Fence { ordering: other }) => {
                orderings.fence(ordering) == orderings.fence(other)
            }
            (Action::Choose { count, .. }, Action::Choose { count: other, .. }) => count == other,
            _ => false,
        }
    }

    /// The content that a step stores.
    fn stored_by(&self, step: &Step<P::State>) -> Option<(Bytes, Content)> {
        let Action::Store { address, size, value, .. } = step.action else { return None };
        let undefined = self.program.undefined_bits(&step.state);
        Some(((address, size), Content { value, undefined }))
    }

    /// The content of an own location before an action of the window, as far as the thread knows.
    fn content_before(&self, window: &Window<'_, P::State>, index: usize, own: Bytes) -> Option<Content> {
        window.taken[index + 1..].iter().find_map(|taken| self.content_after(taken, own))
    }

    /// The content of an own location after all actions.
    fn content_at_end(&self, window: &Window<'_, P::State>, own: Bytes) -> Option<Content> {
        window.taken.iter().find_map(|taken| self.content_after(taken, own))
    }

    /// Returns whether the thread has not loaded what it stored to an own location before.
    fn is_written_by_others(&self, window: &Window<'_, P::State>, own: Bytes) -> bool {
        let mut stored = None;
        window.taken.iter().rev().any(|taken| {
            let content = self.content_after(taken, own);
            let is_load = matches!(taken.step.action, Action::Load { .. });
            let differs = is_load && content.is_some() && stored.is_some() && content != stored;
            stored = content.or(stored);
            differs
        })
    }

    /// The content of an own location after an action that accesses it.
    fn content_after(&self, taken: &Taken<'_, P::State>, own: Bytes) -> Option<Content> {
        match (taken.step.action, taken.answer) {
            (Action::Store { .. }, _) => {
                self.stored_by(taken.step).filter(|&(bytes, _)| bytes == own).map(|(_, content)| content)
            }
            (Action::Load { address, size, .. }, answer) if (address, size) == own => match answer {
                Answer::Read(value) => Some(value.into()),
                Answer::Undefined(content) => Some(content),
                _ => None,
            },
            _ => None,
        }
    }

    /// The redundant iteration for which a thread is blocked, if it is.
    fn redundant_iteration_of(&self, thread: ThreadId) -> Option<Redundant> {
        let last = self.state.graph.last(thread)?;
        let is_blocked = self.drops_redundant && self.action(thread) == Action::Block(BlockReason::Spin);
        let answer = self.answer_to(last).filter(|_| is_blocked)?;
        let at = self.point_of(last);
        self.redundant_iteration(at, answer, &self.program.resume(&self.step_at(at).state, answer))
    }

    /// The first event of the redundant iteration for which a thread is blocked, if it is.
    pub(crate) fn first_of_redundant(&self, thread: ThreadId) -> Option<EventId> {
        let graph = &self.state.graph;
        let redundant = self.redundant_iteration_of(thread)?;
        let events = graph.thread_events(thread).iter().rev().copied();
        events.filter(|&event| is_action(graph.event(event))).nth(redundant.actions - 1)
    }

    /// Lets a thread that is blocked because its iteration is redundant go on.
    pub(crate) fn unblock_redundant(&mut self, thread: ThreadId) {
        if self.action(thread) != Action::Block(BlockReason::Spin) {
            return;
        }
        if let Some(last) = self.state.graph.last(thread)
            && let Some(answer) = self.answer_to(last)
        {
            let next = self.program.resume(&self.state.step(last).state, answer);
            if !matches!(next.action, Action::Block(_) | Action::Cancel { .. }) {
                self.state.pause_again(last, Some(next));
            }
        }
    }

    /// The answer that a thread got to the action of an event; of a read-modify-write that writes,
    /// to that of its write. `None` if the action is an effect in any case.
    fn answer_to(&self, event: EventId) -> Option<Answer> {
        let graph = &self.state.graph;
        match graph.event(event).label {
            Label::Read(read) => match read.kind {
                ReadKind::Load => {
                    let initial = self.locations.info(read.location).initial;
                    let Content { undefined, .. } = graph.content_of(read.source, initial);
                    Some(Answer::loaded(Content { value: read.value, undefined }))
                }
                ReadKind::SpuriousFailure => Some(Answer::SpuriousFailure(read.value)),
                ReadKind::FailedExchange => Some(Answer::Read(read.value)),
                ReadKind::Exclusive => None,
            },
            Label::Write(write) if write.exclusive => {
                let read = graph.predecessor(event).and_then(|read| graph.event(read).as_read())?;
                Some(Answer::Read(read.value))
            }
            Label::Write(_) | Label::Fence(_) => Some(Answer::Done),
            Label::Choice(choice) => Some(Answer::Chosen(choice)),
            // The thread does not use the answer.
            Label::Addition(_) => Some(Answer::Read(Value(0))),
            Label::Wait { .. }
            | Label::Spawn(_)
            | Label::Join(_)
            | Label::Barrier { .. }
            | Label::Free { .. } => None,
        }
    }
}

impl<S> Window<'_, S> {
    /// Returns whether an action accesses neither an own location nor a tally.
    fn is_shared_access(&self, index: usize) -> bool {
        match self.taken[index].step.action {
            Action::Store { .. } => false,
            Action::Load { address, size, .. } => !self.own.contains(&(address, size)),
            Action::Rmw { address, size, .. } => !self.tallies.contains(&(address, size)),
            _ => true,
        }
    }

    /// Returns whether a location is loaded or stored to since an action.
    fn accesses_since(&self, start: usize, own: Bytes) -> bool {
        self.taken[..=start].iter().any(|taken| match taken.step.action {
            Action::Store { address, size, .. } | Action::Load { address, size, .. } => {
                (address, size) == own
            }
            _ => false,
        })
    }

    /// Returns whether the thread has made a store to a location since an action.
    fn has_stored_since(&self, start: usize, bytes: Bytes) -> bool {
        self.taken[self.ahead..=start].iter().any(|taken| match taken.step.action {
            Action::Store { address, size, .. } => (address, size) == bytes,
            _ => false,
        })
    }

    /// Returns whether plain stores to the own locations are covered from now on: the thread has
    /// made plain stores to all of them, and has written nothing atomically.
    fn covers_own(&self) -> bool {
        !self.taken.iter().any(|taken| writes_atomically(taken.step.action, taken.answer))
    }

    /// Returns whether there is a release fence behind the last store to a location.
    fn has_fenced(&self, own: Bytes) -> bool {
        let last = self.taken.iter().find(|taken| match taken.step.action {
            Action::Store { address, size, .. } => (address, size) == own,
            action => is_release_fence(action),
        });
        last.is_some_and(|last| is_release_fence(last.step.action))
    }

    /// Returns whether a read-modify-write accesses a location.
    fn has_rmw_of(&self, bytes: Bytes) -> bool {
        self.taken.iter().any(|taken| match taken.step.action {
            Action::Rmw { address, size, .. } => (address, size) == bytes,
            _ => false,
        })
    }
}

/// Returns whether an action, given the answer, has written atomically.
fn writes_atomically(action: Action, answer: Answer) -> bool {
    match (action, answer) {
        (Action::Store { ordering, .. }, _) => ordering != WriteOrdering::NonAtomic,
        (Action::Rmw { op, size, .. }, Answer::Read(value)) => op.apply(value, size).is_some(),
        _ => false,
    }
}

/// Returns whether an event stands for an action. A read-modify-write that writes is one action and
/// two events. An attempt is no action.
fn is_action(event: &Event) -> bool {
    match event.label {
        Label::Read(read) => read.kind != ReadKind::Exclusive,
        Label::Wait { .. } => false,
        _ => true,
    }
}

/// Returns whether an action is a read-modify-write that, given the answer, writes a new value.
fn is_change(action: Action, answer: Answer) -> bool {
    match (action, answer) {
        (Action::Rmw { op, size, .. }, Answer::Read(value)) => {
            op.apply(value, size).is_some_and(|written| written != value)
        }
        _ => false,
    }
}

/// Returns whether an action is a fence that releases.
fn is_release_fence(action: Action) -> bool {
    matches!(action, Action::Fence { ordering } if ordering.is_release())
}

/// Returns whether two actions are the same, whether they wait or not.
fn is_same_action(one: Action, other: Action) -> bool {
    let plain = |mut action: Action| {
        if let Action::Load { wait, .. } | Action::Rmw { wait, .. } = &mut action {
            *wait = None;
        }
        action
    };
    plain(one) == plain(other)
}

/// Returns whether an action is an atomic read that could await. A weak compare-exchange of a value
/// for itself may go on with one answer and not with the other, so it cannot.
fn may_await(action: Action) -> bool {
    match action {
        Action::Load { ordering, wait: None, .. } => ordering.is_atomic(),
        Action::Rmw {
            op: RmwOp::CompareExchange { expected, desired, weak: true, .. }, wait: None, ..
        } => expected != desired,
        Action::Rmw { wait: None, .. } => true,
        _ => false,
    }
}

/// The bytes that an action has read, given the answer, and the ordering of the read.
fn reads(action: Action, answer: Answer) -> Option<(Bytes, ReadOrdering)> {
    match action {
        Action::Load { address, size, ordering, .. } => Some(((address, size), ordering)),
        Action::Rmw { address, size, op, ordering, .. } => {
            let has_failed = match answer {
                Answer::Read(value) => op.apply(value, size).is_none(),
                _ => true,
            };
            let ordering = if has_failed { failure_ordering(op, ordering) } else { ordering.read() };
            Some(((address, size), ordering))
        }
        _ => None,
    }
}
