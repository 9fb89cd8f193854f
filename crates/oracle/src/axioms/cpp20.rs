//! C++20: ISO/IEC 14882:2020, \[intro.races\] and \[atomics.order\], without consume. With co for
//! modification order:
//!
//! - release-sequence = \[W⊒rlx\];(rf;rmw)*, \[intro.races\] p5: other than in RC11, stores of the
//!   same thread do not continue it;
//! - sw as in RC11 with this release sequence, \[atomics.order\] p2, \[atomics.fences\] p2 to p4;
//! - hb = (po ∪ asw ∪ sw)⁺, \[intro.races\] p10;
//! - sb = (po ∪ asw) \ rmw, sequenced before: the beginning of a thread is sequenced before its
//!   events, and its end after them, so asw counts; the two events of a read-modify-write are one
//!   operation, so they do not count;
//! - shb = (po ∪ asw ∪ \[Esc\];sw;\[Esc\] ∪ sb;hb;sb)⁺, strongly happens before, \[intro.races\] p12;
//! - cob = (rf ∪ co ∪ fr)⁺, coherence-ordered before, \[atomics.order\] p3, which is eco;
//! - COHERENCE: irreflexive(hb;cob?), \[intro.races\] p13 to p18;
//! - SC: there is a total order of the seq_cst operations that contains, \[atomics.order\] p4,
//!   - \[Esc\];shb;\[Esc\],
//!   - \[Esc\];cob;\[Esc\],
//!   - \[Esc\];cob;hb;\[Fsc\],
//!   - \[Fsc\];hb;cob;\[Esc\],
//!   - \[Fsc\];hb;cob;hb;\[Fsc\].
//!
//! A read-modify-write is one operation of the standard and two events here. Every cycle of
//! operations is one of events: an event that precedes the write in the SC order also precedes the
//! read, unless it reads from the same source, and every event that follows the read also follows
//! the write.

use porf_entity::Relation;

use super::Relations;

impl Relations {
    pub(super) fn satisfy_cpp20(&self) -> bool {
        let hb = self.cpp20_happens_before();
        let cob = self.eco();
        let is_coherent = hb.then(&cob.optional()).is_irreflexive();
        is_coherent && self.cpp20_sc_order(&hb, &cob).is_acyclic()
    }

    /// hb = (po ∪ asw ∪ sw)⁺
    pub(super) fn cpp20_happens_before(&self) -> Relation {
        self.po.or(&self.asw).or(&self.cpp20_synchronises_with()).plus()
    }

    fn cpp20_synchronises_with(&self) -> Relation {
        self.synchronises_with(&self.atomic_writes().then(&self.rmw_chain()))
    }

    /// The pairs that every order of the seq_cst operations contains.
    fn cpp20_sc_order(&self, hb: &Relation, cob: &Relation) -> Relation {
        let (sc, fence) = (self.sc_events(), self.sc_fences());
        let order = self.po.or(&self.asw);
        let sb = order.minus(&self.rmw);
        let sc_sw = sc.then(&self.cpp20_synchronises_with()).then(&sc);
        let shb = order.or(&sc_sw).or(&sb.then(hb).then(&sb)).plus();

        let strongly = sc.then(&shb).then(&sc);
        let operations = sc.then(cob).then(&sc);
        let operation_to_fence = sc.then(cob).then(hb).then(&fence);
        let fence_to_operation = fence.then(hb).then(cob).then(&sc);
        let fences = fence.then(hb).then(cob).then(hb).then(&fence);
        strongly.or(&operations).or(&operation_to_fence).or(&fence_to_operation).or(&fences)
    }
}

#[cfg(test)]
mod tests {
    use porf_testing::{Profile, RandomProgram};

    use super::*;
    use crate::enumerate::for_each_candidate;

    /// The relation between operations, where a read-modify-write is one: the place of its read.
    /// The standard relates no operation to itself.
    fn between_operations(relations: &Relations, pairs: &Relation) -> Relation {
        let read_of = |write: usize| (0..pairs.size()).find(|&read| relations.rmw.contains(read, write));
        let operation = |event: usize| read_of(event).unwrap_or(event);
        let mut merged = Relation::empty(pairs.size());
        for a in 0..pairs.size() {
            for b in pairs.successors(a).filter(|&b| operation(a) != operation(b)) {
                merged.insert(operation(a), operation(b));
            }
        }
        merged
    }

    #[test]
    fn a_read_modify_write_may_be_two_events() {
        let (mut acyclic, mut cyclic) = (0, 0);
        for profile in [Profile::Mixed, Profile::Rmw, Profile::SeqCst, Profile::SeqCstStores] {
            for seed in 0..60 {
                let program = RandomProgram::from_seed(seed, profile);
                for_each_candidate(&program, |candidate| {
                    let relations = Relations::of(candidate);
                    let (hb, cob) = (relations.cpp20_happens_before(), relations.eco());
                    if !relations.satisfy_common_axioms() || !hb.then(&cob.optional()).is_irreflexive() {
                        return;
                    }
                    let order = relations.cpp20_sc_order(&hb, &cob);
                    let merged = between_operations(&relations, &order);
                    assert_eq!(order.is_acyclic(), merged.is_acyclic(), "{candidate}");
                    *if order.is_acyclic() { &mut acyclic } else { &mut cyclic } += 1;
                });
            }
        }
        assert!(acyclic > 100 && cyclic > 100, "{acyclic} {cyclic}");
    }
}
