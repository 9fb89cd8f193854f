//! TSO and PSO, the models of machines whose threads write through buffers. The orderings of a
//! program mean the machine code that a compiler makes of them.
//!
//! With rfe the part of rf between different threads, both models demand acyclic(ppo ∪ fence ∪ rfe
//! ∪ co ∪ fr), where ppo and fence are the pairs of po, between accesses, that the machine keeps in
//! order:
//!
//! - ppo is po without the pairs write → read and, in PSO, without the pairs write → write;
//! - fence has (a, b) if a seq_cst fence stands between them, if a is a seq_cst store (which the
//!   compiler follows with a full fence), or if a or b is part of a read-modify-write, successful
//!   or not: a failed compare-exchange is a locked instruction all the same;
//! - the creation and the join of a thread are full fences, and asw is kept between accesses;
//! - in PSO, fence also has two writes if a store-store fence stands between them: a fence that is
//!   at least release is one, and the compiler puts one before a store that is at least release.

use porf_entity::{FenceOrdering, Relation, WriteOrdering};

use super::Relations;
use crate::execution::EventKind;

impl Relations {
    pub(super) fn satisfy_tso(&self) -> bool {
        let write_to_read = self.pairs(|a, b| a.is_write() && b.is_read());
        let ppo = self.access_po().minus(&write_to_read);
        self.is_global_order_acyclic(&ppo, &self.full_fence())
    }

    pub(super) fn satisfy_pso(&self) -> bool {
        let from_write = self.pairs(|a, _| a.is_write());
        let ppo = self.access_po().minus(&from_write);
        self.is_global_order_acyclic(&ppo, &self.full_fence().or(&self.store_store_fence()))
    }

    fn is_global_order_acyclic(&self, ppo: &Relation, fence: &Relation) -> bool {
        let rfe = self.rf.and(&self.external());
        ppo.or(fence).or(&self.asw).or(&rfe).or(&self.co).or(&self.fr).is_acyclic()
    }

    /// po between accesses.
    fn access_po(&self) -> Relation {
        self.po.and(&self.pairs(|a, b| a.is_access() && b.is_access()))
    }

    fn full_fence(&self) -> Relation {
        let ordered = self.pairs(|a, b| {
            let is_seq_cst_store = a.write_ordering() == Some(WriteOrdering::SeqCst);
            is_seq_cst_store || a.is_part_of_rmw() || b.is_part_of_rmw()
        });
        let is_full = |kind| {
            let full = EventKind::Fence { ordering: FenceOrdering::SeqCst };
            let is_at_barrier = matches!(kind, EventKind::Arrive { .. } | EventKind::Leave { .. });
            kind == full || is_at_barrier || matches!(kind, EventKind::Spawn { .. } | EventKind::Join { .. })
        };
        self.separated_by(is_full).or(&self.access_po().and(&ordered))
    }

    fn store_store_fence(&self) -> Relation {
        let writes = self.pairs(|a, b| a.is_write() && b.is_write());
        let releases = self.set(|kind| kind.write_ordering().is_some_and(|ordering| ordering.is_release()));
        let around_release_store = self.po.then(&releases).then(&self.po.optional());
        let is_release = |kind| matches!(kind, EventKind::Fence { ordering } if ordering.is_release());
        self.separated_by(is_release).or(&around_release_store).and(&writes)
    }

    /// The pairs of po, between accesses, with a fence between them for which the predicate holds.
    fn separated_by(&self, is_such: impl Fn(EventKind) -> bool) -> Relation {
        let fences = self.set(is_such);
        self.po.then(&fences).then(&self.po).and(&self.access_po())
    }
}
