//! RC11 [rc11 §4], with po for sb, co for mo and fr for rb:
//!
//! - rs = \[W\];po|loc?;\[W⊒rlx\];(rf;rmw)*
//! - sw = \[E⊒rel\];(\[F\];po)?;rs;rf;\[R⊒rlx\];(po;\[F\])?;\[E⊒acq\]
//! - hb = (po ∪ asw ∪ sw)⁺
//! - COHERENCE: irreflexive(hb;eco?)
//! - scb = po ∪ po|≠loc;hb;po|≠loc ∪ hb|loc ∪ co ∪ fr
//! - psc_base = (\[Esc\] ∪ \[Fsc\];hb?);scb;(\[Esc\] ∪ hb?;\[Fsc\])
//! - psc_F = \[Fsc\];(hb ∪ hb;eco;hb);\[Fsc\]
//! - SC: acyclic(psc_base ∪ psc_F)
//!
//! R|loc has the pairs of R that access the same location, R|≠loc is the rest of R: pairs with a
//! fence in them belong to R|≠loc. Initial writes are non-atomic.

use porf_entity::{FenceOrdering, ReadOrdering, Relation, WriteOrdering};

use super::Relations;
use crate::execution::EventKind;

impl Relations {
    pub(super) fn satisfy_rc11(&self) -> bool {
        let hb = self.rc11_happens_before();
        let eco = self.eco();
        let is_coherent = hb.then(&eco.optional()).is_irreflexive();
        is_coherent && self.psc(&hb, &eco).is_acyclic()
    }

    /// hb = (po ∪ asw ∪ sw)⁺
    pub(super) fn rc11_happens_before(&self) -> Relation {
        self.po.or(&self.asw).or(&self.synchronises_with(&self.release_sequence())).plus()
    }

    /// rs = \[W\];po|loc?;\[W⊒rlx\];(rf;rmw)*
    fn release_sequence(&self) -> Relation {
        let writes = self.set(EventKind::is_write);
        let po_loc = self.po.and(&self.same_location);
        writes.then(&po_loc.optional()).then(&self.atomic_writes()).then(&self.rmw_chain())
    }

    /// \[W⊒rlx\]
    pub(super) fn atomic_writes(&self) -> Relation {
        self.set(|kind| kind.write_ordering().is_some_and(|ordering| ordering.is_atomic()))
    }

    /// (rf;rmw)*
    pub(super) fn rmw_chain(&self) -> Relation {
        self.rf.then(&self.rmw).plus().optional()
    }

    /// sw = \[E⊒rel\];(\[F\];po)?;rs;rf;\[R⊒rlx\];(po;\[F\])?;\[E⊒acq\]
    pub(super) fn synchronises_with(&self, release_sequence: &Relation) -> Relation {
        let releases = self.set(|kind| match kind {
            EventKind::Fence { ordering } => ordering.is_release(),
            _ => kind.write_ordering().is_some_and(|ordering| ordering.is_release()),
        });
        let acquires = self.set(|kind| match kind {
            EventKind::Fence { ordering } => ordering.is_acquire(),
            _ => kind.read_ordering().is_some_and(|ordering| ordering.is_acquire()),
        });
        let fences = self.set(|kind| matches!(kind, EventKind::Fence { .. }));
        let atomic_reads = self.set(|kind| kind.read_ordering().is_some_and(|ordering| ordering.is_atomic()));
        releases
            .then(&fences.then(&self.po).optional())
            .then(release_sequence)
            .then(&self.rf)
            .then(&atomic_reads)
            .then(&self.po.then(&fences).optional())
            .then(&acquires)
    }

    /// \[Fsc\]
    pub(super) fn sc_fences(&self) -> Relation {
        self.set(|kind| kind == EventKind::Fence { ordering: FenceOrdering::SeqCst })
    }

    /// \[Esc\]
    pub(super) fn sc_events(&self) -> Relation {
        self.set(|kind| match kind {
            EventKind::Fence { ordering } => ordering == FenceOrdering::SeqCst,
            _ => {
                kind.read_ordering() == Some(ReadOrdering::SeqCst)
                    || kind.write_ordering() == Some(WriteOrdering::SeqCst)
            }
        })
    }

    /// psc = psc_base ∪ psc_F
    fn psc(&self, hb: &Relation, eco: &Relation) -> Relation {
        let (sc_fences, sc_events) = (self.sc_fences(), self.sc_events());
        let hb_optional = hb.optional();
        let from = sc_events.or(&sc_fences.then(&hb_optional));
        let to = sc_events.or(&hb_optional.then(&sc_fences));
        let psc_base = from.then(&self.scb(hb)).then(&to);

        let between_fences = hb.or(&hb.then(eco).then(hb));
        let psc_fences = sc_fences.then(&between_fences).then(&sc_fences);
        psc_base.or(&psc_fences)
    }

    /// scb = po ∪ po|≠loc;hb;po|≠loc ∪ hb|loc ∪ co ∪ fr
    fn scb(&self, hb: &Relation) -> Relation {
        let po_other_location = self.po.minus(&self.same_location);
        self.po
            .or(&po_other_location.then(hb).then(&po_other_location))
            .or(&hb.and(&self.same_location))
            .or(&self.co)
            .or(&self.fr)
    }
}
