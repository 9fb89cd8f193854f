//! Data races: two accesses of one location in different threads, at least one of them a write and
//! at least one non-atomic, that happens-before does not order.
//!
//! RC11 and C++20 have their own happens-before. Under the other models every atomic access
//! synchronises: happens-before is (po ∪ asw ∪ rf from atomic writes to atomic reads)⁺.

use porf_entity::Relation;

use super::{ModelName, Relations};
use crate::execution::{EventKind, Execution};

/// Whether an execution has a data race.
pub fn has_race(execution: &Execution, model: ModelName) -> bool {
    if !execution.events().any(|(_, kind)| is_non_atomic(kind)) {
        return false;
    }
    let relations = Relations::of(execution);
    let hb = relations.happens_before(model);
    let conflicting =
        relations.pairs(|a, b| (a.is_write() || b.is_write()) && (is_non_atomic(a) || is_non_atomic(b)));
    let racing =
        conflicting.and(&relations.same_location).and(&relations.external()).minus(&hb).minus(&hb.inverse());
    !racing.is_empty()
}

/// Happens-before between the events of an execution, in their order.
pub fn happens_before(execution: &Execution, model: ModelName) -> Relation {
    let relations = Relations::of(execution);
    let hb = relations.happens_before(model);
    let places: Vec<usize> = execution.events().map(|(event, _)| relations.place_of(event)).collect();
    Relation::from_predicate(places.len(), |a, b| hb.contains(places[a], places[b]))
}

impl Relations {
    /// Happens-before under a model.
    pub(crate) fn happens_before(&self, model: ModelName) -> Relation {
        match model {
            ModelName::Rc11 => self.rc11_happens_before(),
            ModelName::Cpp20 => self.cpp20_happens_before(),
            ModelName::Sc | ModelName::Tso | ModelName::Pso | ModelName::Ra => self.atomic_happens_before(),
        }
    }

    fn atomic_happens_before(&self) -> Relation {
        let atomic_accesses = self.pairs(|a, b| !is_non_atomic(a) && !is_non_atomic(b));
        self.po.or(&self.asw).or(&self.rf.and(&atomic_accesses)).plus()
    }
}

fn is_non_atomic(kind: EventKind) -> bool {
    match kind {
        EventKind::Read { ordering, .. } => !ordering.is_atomic(),
        EventKind::Write { ordering, .. } => !ordering.is_atomic(),
        _ => false,
    }
}
