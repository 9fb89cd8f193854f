//! The histories that a specification allows, and what is wrong with others.
//!
//! *Specification.* Let E be an execution of a client with the implementation of a library, and S one of the
//! same client with the library's specification. E *refines* S if both have the same history, and whatever
//! calls synchronise in S, they do so in E: sees(S) ⊆ sees(E). Then whatever the client does between its
//! calls is ordered in E at least as it is in S, and all memory models allow S whatever they allow of
//! the client in E. An implementation satisfies the specification, for a client, if each E refines some S.
//!
//! *Linearizability* [M. Herlihy and J. Wing, Linearizability: A Correctness Condition for Concurrent
//! Objects, TOPLAS 1990], with happens-before in place of the order in time: here S is an execution in which each
//! call is one step of sequential code, in some order of all calls. E is linearizable if some S has
//! the same history and its order contains before(E).
//!
//! Both sides are explored, so what a specification allows is what `--library` explores, and nothing else.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use porf_entity::Relation;
use rustc_hash::FxHashMap;

use super::history::{Call, CallEnd, History, Observed, ThreadHistory};

/// What a history is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Criterion {
    /// The executions of a specification.
    Specification,
    /// The orders in which sequential code may run.
    Linearizability,
}

/// The histories of the executions of a specification, each with the orders of its calls.
#[derive(Clone, Debug)]
pub(crate) struct Allowed {
    criterion: Criterion,
    histories: FxHashMap<History, Vec<Relation>>,
}

/// Why a history is not allowed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reason {
    /// A call ends otherwise than in the histories that are nearest to this one: those that have most calls in
    /// common with it. There, it ends in these ways.
    End {
        /// The call.
        call: usize,
        /// The other ways.
        expected: BTreeSet<CallEnd>,
    },
    /// Whoever makes the second call should see what was done before the first, but does not.
    Unseen {
        /// The first call.
        first: usize,
        /// The second call.
        second: usize,
    },
    /// One call ends before the other one begins, but could only take effect behind it.
    Overtaken {
        /// The first call.
        first: usize,
        /// The second call.
        second: usize,
    },
    /// No history of the specification begins with the same calls.
    OtherCalls,
}

impl Allowed {
    /// Nothing is allowed so far.
    pub(crate) fn new(criterion: Criterion) -> Self {
        Self { criterion, histories: FxHashMap::default() }
    }

    pub(crate) fn criterion(&self) -> Criterion {
        self.criterion
    }

    /// The number of different histories.
    pub(crate) fn len(&self) -> usize {
        self.histories.len()
    }

    pub(crate) fn clear(&mut self) {
        self.histories.clear();
    }

    /// Allows what another set allows, too.
    pub(crate) fn extend(&mut self, other: Self) {
        self.histories.extend(other.histories);
    }

    /// Allows the history of an execution of the specification.
    pub(crate) fn add(&mut self, observed: Observed) {
        let orders = self.histories.entry(observed.history).or_default();
        match self.criterion {
            Criterion::Linearizability if !orders.contains(&observed.effects) => {
                orders.push(observed.effects)
            }
            Criterion::Linearizability => {}
            // An order that contains another one allows nothing more.
            Criterion::Specification => {
                if !orders.iter().any(|known| is_subset(known, &observed.sees)) {
                    orders.retain(|known| !is_subset(&observed.sees, known));
                    orders.push(observed.sees);
                }
            }
        }
    }

    /// Returns whether the history of an execution of the implementation is allowed.
    pub(crate) fn allows(&self, observed: &Observed) -> bool {
        let orders = self.histories.get(&observed.history);
        orders.is_some_and(|orders| orders.iter().any(|order| self.missing(order, observed).is_empty()))
    }

    /// The pairs of calls that keep an execution from corresponding to one of the specification with this
    /// order.
    fn missing(&self, order: &Relation, observed: &Observed) -> Relation {
        match self.criterion {
            Criterion::Specification => order.minus(&observed.sees),
            Criterion::Linearizability => observed.before.and(&order.inverse()),
        }
    }

    /// Why the history of an execution is not allowed.
    pub(crate) fn reason(&self, observed: &Observed) -> Reason {
        let Some(orders) = self.histories.get(&observed.history) else {
            return self.nearest(&observed.history, observed);
        };
        // An order that turns round as few pairs as possible which come one after the other in the execution explains
        // it best.
        let turned = |order: &Relation| {
            let events = &observed.events;
            let comes_before =
                |one: usize, other: usize| events[one].end.is_some_and(|end| end < events[other].begin);
            pairs(order).filter(|&(first, second)| comes_before(second, first)).count()
        };
        let cost = |order: &&Relation| (turned(order), pairs(&self.missing(order, observed)).count());
        let Some(order) = orders.iter().min_by_key(cost) else { return Reason::OtherCalls };
        let missing = self.missing(order, observed);
        // Of all pairs, the one whose second call is the first one to end, and whose first call is the last one to
        // begin, is least likely to be a consequence of another pair.
        let closeness = |&(first, second): &(usize, usize)| {
            (observed.events[second].end, Reverse(observed.events[first].begin))
        };
        let Some((first, second)) = pairs(&missing).min_by_key(closeness) else {
            return Reason::OtherCalls;
        };
        match self.criterion {
            Criterion::Specification => Reason::Unseen { first, second },
            Criterion::Linearizability => Reason::Overtaken { first, second },
        }
    }

    /// The first call that ends otherwise than in the nearest histories.
    fn nearest(&self, history: &History, observed: &Observed) -> Reason {
        let agreements: Vec<(&History, Vec<usize>)> =
            self.histories.keys().filter_map(|other| Some((other, agreement(history, other)?))).collect();
        let Some(most) = agreements.iter().map(|(_, agreeing)| agreeing.iter().sum::<usize>()).max() else {
            return Reason::OtherCalls;
        };
        let mut ends: FxHashMap<usize, BTreeSet<CallEnd>> = FxHashMap::default();
        for (other, agreeing) in agreements.iter().filter(|(_, it)| it.iter().sum::<usize>() == most) {
            let mut number = 0;
            for (thread, ThreadHistory { path, calls, .. }) in history.threads.iter().enumerate() {
                let place = agreeing[thread];
                let theirs = calls_of(other, path).get(place);
                if let (Some(call), Some(their_call)) = (calls.get(place), theirs)
                    && (call.function, &call.arguments) == (their_call.function, &their_call.arguments)
                {
                    ends.entry(number + place).or_default().insert(their_call.end.clone());
                }
                number += calls.len();
            }
        }
        let end = |call: usize| {
            let end = observed.events[call].end;
            (end.is_none(), end)
        };
        match ends.into_iter().min_by_key(|&(call, _)| end(call)) {
            Some((call, expected)) => Reason::End { call, expected },
            None => Reason::OtherCalls,
        }
    }
}

/// The pairs of a relation.
fn pairs(relation: &Relation) -> impl Iterator<Item = (usize, usize)> + '_ {
    (0..relation.size()).flat_map(|one| relation.successors(one).map(move |other| (one, other)))
}

fn is_subset(one: &Relation, other: &Relation) -> bool {
    one.minus(other).is_empty()
}

fn calls_of<'h>(history: &'h History, path: &[u32]) -> &'h [Call] {
    let found = history.threads.iter().find(|thread| *thread.path == *path);
    found.map_or(&[], |thread| &thread.calls)
}

/// For each thread of a history, the number of its first calls that another history has as well; `None` if one of
/// these threads makes other calls there than here, whatever the calls return.
fn agreement(history: &History, other: &History) -> Option<Vec<usize>> {
    let agreeing = |ThreadHistory { path, calls, .. }: &ThreadHistory| {
        let theirs = calls_of(other, path);
        calls.iter().zip(theirs).take_while(|(one, other)| one == other).count()
    };
    let all: Vec<usize> = history.threads.iter().map(agreeing).collect();
    let begins_otherwise =
        history.threads.iter().zip(&all).any(|(ThreadHistory { path, calls, .. }, &place)| {
            match (calls.get(place), calls_of(other, path).get(place)) {
                (Some(one), Some(other)) => {
                    (one.function, &one.arguments) != (other.function, &other.arguments)
                }
                _ => false,
            }
        });
    (!begins_otherwise).then_some(all)
}
