//! Queues and stacks: the order in which items leave pools, as the axioms of weak queues and stacks of
//! A. Raad et al., On library correctness under weak memory consistency, POPL 2019.

use porf_entity::{Address, PoolOrder, Relation, Taking};

use super::{ModelName, Relations};
use crate::execution::EventKind;

impl Relations {
    /// Whether items leave each pool as its order demands, given the happens-before of a model.
    pub(crate) fn pools_are_in_order(&self, model: ModelName) -> bool {
        let mut ordered: Vec<(Address, PoolOrder)> = Vec::new();
        for element in &self.elements {
            if let EventKind::Take { object, order, .. } = element.kind
                && order != PoolOrder::Any
            {
                ordered.push((object, order));
            }
        }
        if ordered.is_empty() {
            return true;
        }
        let hb = self.happens_before(model);
        ordered.into_iter().all(|(object, order)| self.is_in_order(object, order, &hb))
    }

    fn is_in_order(&self, object: Address, order: PoolOrder, hb: &Relation) -> bool {
        let puts = self.set(|kind| matches!(kind, EventKind::Put { object: at, .. } if at == object));
        let misses =
            self.set(|kind| matches!(kind, EventKind::Take { object: at, value: None, .. } if at == object));
        let takes = self.set(|kind| {
            matches!(kind, EventKind::Take { object: at, manner, .. }
                if at == object && matches!(manner, Taking::Take | Taking::TryTake))
        });
        let taken = puts.then(&self.rf).then(&takes);
        // Pairs of a put and a call which the put has to leave the pool before.
        let demanded = match order {
            PoolOrder::Any => puts.then(hb).then(&misses),
            // e, e' and the call that takes e'.
            PoolOrder::Fifo => puts.then(hb).then(&taken).or(&puts.then(hb).then(&misses)),
            // e', and the call that takes e, where e happens before e' and e' before that call.
            PoolOrder::Lifo => {
                let later = puts.then(&hb.inverse()).then(&taken);
                later.and(&puts.then(hb).then(&takes)).or(&puts.then(hb).then(&misses))
            }
        };
        // A put leaves before a call if some other call takes it which that call does not happen before.
        let not_before = Relation::from_predicate(hb.size(), |a, b| a != b && !hb.contains(b, a));
        let leaves_before = taken.then(&not_before);
        demanded.minus(&leaves_before).is_empty()
    }
}
