//! Merging what several explorers know of one program.
//!
//! Explorers that share the work on a program begin with the same knowledge, and each learns more.
//! Exploration is right if all executions were judged by all that is known in the end. So knowledge
//! is a set of facts, with a mark on those by which executions were judged ([`Knowledge::rely`]).
//! Two explorers that know different things may go on if neither has judged executions without the
//! facts of the other; else exploration has to restart with the facts of both. What is merged does
//! not depend on the order of merging.

use std::collections::BTreeSet;
use std::hash::Hash;

use porf_entity::{ThreadId, Value};
use rustc_hash::FxHashSet;

use super::{Bytes, Dropped, Knowledge, Presumptions};

impl Knowledge {
    /// Adds what another explorer knows. Returns whether exploration has to restart, since one of the
    /// two has judged executions without a fact that the other one knows.
    pub(crate) fn merge(&mut self, other: &Self) -> bool {
        let mut restarts = self.outdated.get() || other.outdated.get();
        restarts |=
            self.relied_on && !self.has_locks_of(other) || other.relied_on && !other.has_locks_of(self);
        self.relied_on |= other.relied_on;
        self.locks.extend(&other.locks);
        for (&bytes, attempts) in &other.attempts {
            self.attempts.entry(bytes).or_default().extend(attempts);
        }
        for (&opening, presumptions) in other.presumed.borrow().iter() {
            restarts |= self.presumed.get_mut().entry(opening).or_default().merge(presumptions);
        }
        for (&opening, dropped) in &other.dropped {
            self.dropped.entry(opening).or_default().merge(dropped);
        }
        for opening in other.dropped.keys() {
            restarts |= self.keep_iterations(*opening);
        }
        self.merge_sets(other);
        restarts |= self.has_disorder_at_awaited();
        self.leaves_out_nothing |= other.leaves_out_nothing;
        self.keeps_all_orders |= other.keeps_all_orders;
        self.awaits_in_vain |= other.awaits_in_vain;
        self.stores_stay |= other.stores_stay;
        self.asymmetry = self.asymmetry.max(other.asymmetry);
        self.endless_from_start = self.endless_from_start.max(other.endless_from_start);
        self.late_writes.merge(&other.late_writes);
        self.redundant_at.get_mut().extend(other.redundant_at.borrow().iter());
        restarts
    }

    fn merge_sets(&mut self, other: &Self) {
        self.observed.extend(&other.observed);
        self.kept_orders.extend(&other.kept_orders);
        self.uncounted.extend(&other.uncounted);
        self.contended.extend(&other.contended);
        self.awaiting_places.extend(&other.awaiting_places);
        self.new_awaiting_places.extend(&other.new_awaiting_places);
        self.awaited.extend(&other.awaited);
        self.awaited_by_rmws.extend(&other.awaited_by_rmws);
        self.unawaited.extend(&other.unawaited);
        self.unordered_awaited.extend(&other.unordered_awaited);
        self.disorderly.extend(&other.disorderly);
        self.kept_loops.extend(&other.kept_loops);
        self.distinguishing.extend(&other.distinguishing);
    }

    /// Returns whether this explorer knows all locks, and all attempts to add, that the other one
    /// knows.
    fn has_locks_of(&self, other: &Self) -> bool {
        let has = |(bytes, attempts): (&Bytes, &BTreeSet<(ThreadId, Value)>)| {
            self.attempts.get(bytes).is_some_and(|known| attempts.is_subset(known))
        };
        other.locks.is_subset(&self.locks) && other.attempts.iter().all(has)
    }
}

impl Presumptions {
    /// Adds what another explorer has presumed in executions with the same opening. Returns whether
    /// one of the two has judged executions without a presumption of the other.
    fn merge(&mut self, other: &Self) -> bool {
        let Self { own, raceless, tallies, repeated, relied_on } = other;
        let lacks_mine = !(self.own.is_subset(own)
            && self.raceless.is_subset(raceless)
            && self.tallies.is_subset(tallies)
            && self.repeated.is_subset(repeated));
        let mut lacks_theirs = extend(&mut self.own, own);
        lacks_theirs |= extend(&mut self.raceless, raceless);
        lacks_theirs |= extend(&mut self.tallies, tallies);
        lacks_theirs |= extend(&mut self.repeated, repeated);
        let restarts = self.relied_on && lacks_theirs || *relied_on && lacks_mine;
        self.relied_on |= relied_on;
        restarts
    }
}

impl Dropped {
    fn merge(&mut self, other: &Self) {
        for (access, before) in &other.accesses {
            self.add_access(*access, before);
        }
        for (&write, &index) in &other.unordered_writes {
            self.add_write(write, index);
        }
    }
}

/// Adds elements to a set. Returns whether some were not in it.
fn extend<T: Copy + Eq + Hash>(set: &mut FxHashSet<T>, more: &FxHashSet<T>) -> bool {
    let before = set.len();
    set.extend(more);
    set.len() > before
}
