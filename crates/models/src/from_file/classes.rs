//! Checks that certainly hold, given the classes of the events of an execution.
//!
//! The *class* of an event is the set of the primitive sets that it belongs to. A model is evaluated
//! on classes: for each node, the pairs of classes of events that it may relate, and those that it
//! certainly relates. Sets and products of sets are exact. Every other primitive relation may
//! relate all events, apart from `rf`, `co`, `rmw` and `loc`, which relate accesses. So a check of
//! sequentially consistent events, say, is known to hold where there are none.

use porf_cat::{Check, Kind, Model, NodeId, Operation, PrimitiveRelation, PrimitiveSet, Role};
use porf_entity::{EntityId, Relation};

use super::events::INITIAL_WRITE;

/// The primitive sets of an event, as bits.
pub(crate) type Class = u32;

/// The class of an event in these sets.
pub(crate) fn class(sets: impl Iterator<Item = PrimitiveSet>) -> Class {
    sets.fold(bit(PrimitiveSet::Universe), |class, set| class | bit(set))
}

pub(crate) fn bit(set: PrimitiveSet) -> Class {
    1 << set as u32
}

/// The class of initial writes.
pub(crate) fn initial_write() -> Class {
    class(INITIAL_WRITE.into_iter())
}

/// The classes of the events of an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Classes(Vec<Class>);

/// A node on classes: the pairs that it may have, and those that it certainly has.
struct Value {
    may: Relation,
    certain: Relation,
}

impl Classes {
    /// All classes of events that are in none but the given sets, as bits, and that of initial
    /// writes.
    pub(crate) fn within(sets: Class) -> Self {
        let non_atomic = [PrimitiveSet::Read, PrimitiveSet::Write]
            .map(|kind| bit(PrimitiveSet::Universe) | bit(kind) | bit(PrimitiveSet::NonAtomic));
        let Self(mut classes) = Self::of_atomic_accesses();
        classes.extend(non_atomic);
        classes.retain(|&class| class & !sets == 0 || class == initial_write());
        Self(classes)
    }

    /// All classes.
    pub(crate) fn all() -> impl Iterator<Item = Class> {
        Self::within(Class::MAX).0.into_iter()
    }

    /// The classes of all events but non-atomic accesses of the program.
    pub(crate) fn of_atomic_accesses() -> Self {
        use PrimitiveSet::*;
        let mut classes = vec![bit(Universe), initial_write(), bit(Universe) | bit(Thread)];
        for exclusive in [0, bit(Exclusive), bit(Exclusive) | bit(ReadModifyWrite)] {
            let access = |kind, ordering| bit(Universe) | bit(kind) | bit(ordering) | bit(Atomic) | exclusive;
            classes.extend([Relaxed, Acquire, SequentiallyConsistent].map(|it| access(Read, it)));
            classes.extend([Relaxed, Release, SequentiallyConsistent].map(|it| access(Write, it)));
        }
        let fences = [Acquire, Release, AcquireRelease, SequentiallyConsistent];
        classes.extend(fences.map(|it| bit(Universe) | bit(Fence) | bit(it)));
        Self(classes)
    }

    /// Whether a check certainly makes no difference: an axiom that holds, a flag that does not, or
    /// a condition of defined behaviour that holds.
    pub(crate) fn is_silent(&self, model: &Model, check: &Check) -> bool {
        // Nothing is known of a node that is not certainly empty.
        let is_empty = self.may_have(model, check.tested).is_empty();
        match check.role {
            Role::Axiom | Role::UndefinedUnless => is_empty && !check.negated,
            Role::Flag => is_empty && check.negated,
        }
    }

    /// The pairs of classes that a node may relate.
    fn may_have(&self, model: &Model, tested: NodeId) -> Relation {
        let size = self.0.len();
        let all = || Relation::from_predicate(size, |_, _| true);
        let none = || Relation::empty(size);
        let parts = model.parts([tested]);
        let mut values: Vec<Option<Value>> = Vec::new();
        values.resize_with(model.nodes.len(), || None);
        for part in parts {
            let node = model.nodes[part];
            let of = |id: NodeId| values[id.index()].as_ref().expect("operands are computed first");
            let uncertain = |may| Value { may, certain: none() };
            let value = match node.expression {
                Operation::Set(set) => {
                    let elements = Relation::identity_on(size, |a| self.0[a] & bit(set) != 0);
                    Value { may: elements.clone(), certain: elements }
                }
                Operation::Relation(relation) => Value {
                    may: Relation::from_predicate(size, |a, b| may_relate(relation, self.0[a], self.0[b])),
                    certain: Relation::from_predicate(size, |a, b| {
                        certainly_relates(relation, self.0[a], self.0[b])
                    }),
                },
                Operation::Empty => uncertain(none()),
                Operation::Function(_) => uncertain(Relation::identity_on(size, |_| true)),
                Operation::Variable(_) => uncertain(match node.kind {
                    Kind::Set => Relation::identity_on(size, |_| true),
                    Kind::Relation => all(),
                }),
                Operation::Union(a, b) => {
                    Value { may: of(a).may.or(&of(b).may), certain: of(a).certain.or(&of(b).certain) }
                }
                Operation::Intersection(a, b) => {
                    Value { may: of(a).may.and(&of(b).may), certain: of(a).certain.and(&of(b).certain) }
                }
                Operation::Difference(a, b) => {
                    Value { may: of(a).may.minus(&of(b).certain), certain: of(a).certain.minus(&of(b).may) }
                }
                Operation::Complement(a) => {
                    let whole = match node.kind {
                        Kind::Set => Relation::identity_on(size, |_| true),
                        Kind::Relation => all(),
                    };
                    Value { may: whole.minus(&of(a).certain), certain: whole.minus(&of(a).may) }
                }
                Operation::Product(a, b) => {
                    let product = |from: &Relation, to: &Relation| {
                        Relation::from_predicate(size, |a, b| from.contains(a, a) && to.contains(b, b))
                    };
                    Value {
                        may: product(&of(a).may, &of(b).may),
                        certain: product(&of(a).certain, &of(b).certain),
                    }
                }
                // An event is related to itself, not to all events of its class.
                Operation::Identity(a) => uncertain(of(a).may.clone()),
                Operation::Domain(a) => uncertain(domain(&of(a).may)),
                Operation::Range(a) => uncertain(domain(&of(a).may.inverse())),
                Operation::Sequence(a, b) => uncertain(of(a).may.then(&of(b).may)),
                Operation::Inverse(a) => Value { may: of(a).may.inverse(), certain: of(a).certain.inverse() },
                Operation::Plus(a) => Value { may: of(a).may.plus(), certain: of(a).certain.clone() },
                Operation::Star(a) => {
                    Value { may: of(a).may.plus().optional(), certain: of(a).certain.clone() }
                }
                Operation::Optional(a) => Value { may: of(a).may.optional(), certain: of(a).certain.clone() },
            };
            values[part.index()] = Some(value);
        }
        values.swap_remove(tested.index()).expect("the tested node is one of its parts").may
    }
}

fn domain(relation: &Relation) -> Relation {
    Relation::identity_on(relation.size(), |a| relation.successors(a).next().is_some())
}

/// Whether a primitive relation relates all events of these classes: the initial writes count as one
/// thread.
fn certainly_relates(relation: PrimitiveRelation, a: Class, b: Class) -> bool {
    relation == PrimitiveRelation::Internal && [a, b].iter().all(|&it| it == initial_write())
}

/// Whether a primitive relation may relate events of these classes.
fn may_relate(relation: PrimitiveRelation, a: Class, b: Class) -> bool {
    let is_in = |class: Class, set: PrimitiveSet| class & bit(set) != 0;
    let is_access = |class| is_in(class, PrimitiveSet::Read) || is_in(class, PrimitiveSet::Write);
    match relation {
        PrimitiveRelation::ReadsFrom => is_in(a, PrimitiveSet::Write) && is_in(b, PrimitiveSet::Read),
        PrimitiveRelation::Coherence => is_in(a, PrimitiveSet::Write) && is_in(b, PrimitiveSet::Write),
        PrimitiveRelation::ReadModifyWrite => [a, b].iter().all(|&it| is_in(it, PrimitiveSet::Exclusive)),
        PrimitiveRelation::SameLocation => is_access(a) && is_access(b),
        PrimitiveRelation::ProgramOrder
        | PrimitiveRelation::Internal
        | PrimitiveRelation::AddressDependency
        | PrimitiveRelation::DataDependency
        | PrimitiveRelation::ControlDependency
        | PrimitiveRelation::HappensBefore => true,
    }
}
