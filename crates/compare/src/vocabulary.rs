//! The operations that models can distinguish.
//!
//! A model sees of an event the sets of events that it is an element of. Two orderings of which every
//! set that the models use has both or none are the same to them, and one of the two is enough. So
//! models that do not speak of orderings are compared on programs with one ordering only.

use porf_cat::{PrimitiveRelation, PrimitiveSet};

use crate::joint::Joint;
use crate::program::{Label, OperationKind};

/// The operations, by kind.
#[derive(Clone, Debug)]
pub(crate) struct Vocabulary {
    labels: Vec<(OperationKind, Vec<Label>)>,
    /// The parts of the models that no program of the search has.
    pub(crate) absent: Vec<&'static str>,
}

impl Vocabulary {
    pub(crate) fn of(joint: &Joint) -> Self {
        let nodes = joint.classifying_sets();
        let signature = |label: &Label| {
            let (first, second) = label.sets();
            let members = |sets: &Vec<PrimitiveSet>| joint.memberships(&nodes, sets);
            (members(&first), second.as_ref().map(members))
        };
        let blank = (joint.memberships(&nodes, &[PrimitiveSet::Universe]), None);
        let sets = [PrimitiveSet::Exclusive, PrimitiveSet::ReadModifyWrite];
        let rmw = joint.mentions(PrimitiveRelation::ReadModifyWrite)
            || sets.into_iter().any(|set| joint.mentions_set(set));
        let loads: Vec<_> = OperationKind::Load.labels().iter().map(signature).collect();
        let mut labels = Vec::new();
        for kind in OperationKind::ALL {
            let mut known = match kind {
                // A fence that is in no set but those of all events orders nothing.
                OperationKind::Fence => vec![blank.clone()],
                // A failing compare-exchange that is in the sets of a load is one.
                OperationKind::FailingCompareExchange => loads.clone(),
                OperationKind::Exchange if !rmw => continue,
                _ => Vec::new(),
            };
            let mut of_kind = Vec::new();
            for label in kind.labels() {
                let signature = signature(&label);
                if !known.contains(&signature) {
                    known.push(signature);
                    of_kind.push(label);
                }
            }
            if !of_kind.is_empty() {
                labels.push((kind, of_kind));
            }
        }
        Self { labels, absent: absent(joint) }
    }

    /// The kinds of operations.
    pub(crate) fn kinds(&self) -> Vec<OperationKind> {
        self.labels.iter().map(|(kind, _)| *kind).collect()
    }

    /// The orderings of a kind.
    pub(crate) fn labels(&self, kind: OperationKind) -> &[Label] {
        self.labels.iter().find(|(known, _)| *known == kind).map_or(&[], |(_, labels)| labels)
    }
}

/// The parts of the models that the programs do not have.
fn absent(joint: &Joint) -> Vec<&'static str> {
    let relation = |relation| joint.mentions(relation);
    let set = |set| joint.mentions_set(set);
    let dependencies = relation(PrimitiveRelation::AddressDependency)
        || relation(PrimitiveRelation::DataDependency)
        || relation(PrimitiveRelation::ControlDependency);
    let fences = set(PrimitiveSet::Mfence) || set(PrimitiveSet::Sfence) || set(PrimitiveSet::Lfence);
    let parts = [
        (dependencies, "dependencies"),
        (fences, "fences of x86"),
        (set(PrimitiveSet::Thread), "creation and join of threads"),
    ];
    parts.into_iter().filter(|(mentioned, _)| *mentioned).map(|(_, name)| name).collect()
}
