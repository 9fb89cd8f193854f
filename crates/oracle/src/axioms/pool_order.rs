//! What pools demand of the order of calls: the axioms of weak queues and stacks of A. Raad et al., On
//! library correctness under weak memory consistency, POPL 2019, and of calls that find nothing.

use porf_entity::{Address, PoolOrder, Relation};

use super::{ModelName, Relations};
use crate::execution::EventKind;

impl Relations {
    /// Whether each pool has what it demands, given the happens-before of a model.
    pub(crate) fn pools_are_in_order(&self, model: ModelName) -> bool {
        let mut pools: Vec<(Address, PoolOrder)> = Vec::new();
        for element in &self.elements {
            if let EventKind::Take { object, order, .. } = element.kind {
                pools.push((object, order));
            }
        }
        if pools.is_empty() {
            return true;
        }
        let hb = self.happens_before(model);
        pools.into_iter().all(|(object, order)| self.is_in_order(object, order, &hb))
    }

    fn is_in_order(&self, object: Address, order: PoolOrder, hb: &Relation) -> bool {
        let puts = self.set(|kind| matches!(kind, EventKind::Put { object: at, .. } if at == object));
        let misses = self.set(|kind| {
            matches!(kind, EventKind::Take { object: at, value: None, manner, .. }
                if at == object && manner.may_find_nothing())
        });
        let takes = self.set(
            |kind| matches!(kind, EventKind::Take { object: at, manner, .. } if at == object && manner.takes()),
        );
        let taken = puts.then(&self.rf).then(&takes);
        // Pairs of a put and a call before which its item has to be used up.
        let missed = puts.then(hb).then(&misses);
        let demanded = match order {
            PoolOrder::Any => missed,
            // e, e' and the call that takes e'.
            PoolOrder::Fifo => puts.then(hb).then(&taken).or(&missed),
            // e', and the call that takes e, where e happens before e' and e' before that call.
            PoolOrder::Lifo => {
                let later = puts.then(&hb.inverse()).then(&taken);
                later.and(&puts.then(hb).then(&takes)).or(&missed)
            }
        };
        let is_used_up = |put: usize, call: usize| {
            let EventKind::Put { times, .. } = self.elements[put].kind else { return false };
            let is_earlier = |taker: usize| taker != call && !hb.contains(call, taker);
            let takers = (0..hb.size()).filter(|&taker| taken.contains(put, taker) && is_earlier(taker));
            takers.count() >= times as usize
        };
        demanded.minus(&Relation::from_predicate(hb.size(), is_used_up)).is_empty()
    }
}
