//! Extensible by form: an event that is added in the maximal way violates no axiom.
//!
//! The model is evaluated on four *points*, which stand for all executions: the event e that is
//! added; its neighbour w in coherence order, which is the source of a read, or the write that was
//! last before a write; the exclusive read r, if e is the write of its read-modify-write; and one
//! point for all other events. For each node and each pair of points there are four answers:
//!
//! - *may*: events at these points may be related, before or after the addition.
//! - *gains*: they may be related after the addition, and were not before. This includes all pairs
//!   with e.
//! - *loses*: they may have been related before, and are not any more.
//! - *certain*: all events at these points are related, before (if they were there) and after. It is
//!   known of a few sets only.
//!
//! Nothing follows e: it is the last event of its thread, nothing reads from it, no write is
//! coherence-after it or, if it is a read, after w. If w is an initial write, it may have come with
//! e. An axiom that was not violated before is violated only by what is gained. So `acyclic r` stays
//! true if no gained pair lies on a cycle of the points, `irreflexive r` if no point gains a loop, and
//! `empty r` if there is no gained pair.

use std::fmt;

use porf_entity::EntityId;

use super::Obstacle;
use crate::ast::{Role, Test};
use crate::model::{Check, Kind, Model, NodeId, Operation};
use crate::primitive::{PrimitiveRelation, PrimitiveSet};

/// The kind of an event that is added.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Addition {
    /// A read of the last write in coherence order.
    Read,
    /// A write that becomes the last one in coherence order.
    Write,
    /// The write of a read-modify-write.
    ExclusiveWrite,
    /// A fence, or any other event that is no access.
    Other,
}

impl fmt::Display for Addition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "a read of the last write in coherence order",
            Self::Write => "a write that comes last in coherence order",
            Self::ExclusiveWrite => "the write of a read-modify-write that comes last in coherence order",
            Self::Other => "a fence or another event that is no access",
        })
    }
}

const POINTS: usize = 4;
const ADDED: usize = 0;
const NEIGHBOUR: usize = 1;
const EXCLUSIVE_READ: usize = 2;
const OTHER: usize = 3;

/// A relation between the points. A set is a relation of points to themselves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Pairs([[bool; POINTS]; POINTS]);

impl Pairs {
    fn of(holds: impl Fn(usize, usize) -> bool) -> Self {
        let mut pairs = Self::default();
        for a in 0..POINTS {
            for b in 0..POINTS {
                pairs.0[a][b] = holds(a, b);
            }
        }
        pairs
    }

    fn has(&self, a: usize, b: usize) -> bool {
        self.0[a][b]
    }

    fn or(&self, other: &Self) -> Self {
        Self::of(|a, b| self.has(a, b) || other.has(a, b))
    }

    fn and(&self, other: &Self) -> Self {
        Self::of(|a, b| self.has(a, b) && other.has(a, b))
    }

    fn then(&self, other: &Self) -> Self {
        Self::of(|a, b| (0..POINTS).any(|c| self.has(a, c) && other.has(c, b)))
    }

    fn inverse(&self) -> Self {
        Self::of(|a, b| self.has(b, a))
    }

    fn optional(&self) -> Self {
        Self::of(|a, b| a == b || self.has(a, b))
    }

    /// The reflexive transitive closure.
    fn star(&self) -> Self {
        let once = self.optional();
        let twice = once.then(&once);
        twice.then(&twice)
    }

    /// The points that are related to any, as a set.
    fn domain(&self) -> Self {
        Self::of(|a, b| a == b && self.0[a].contains(&true))
    }

    fn any(&self) -> bool {
        self.0.iter().flatten().any(|&it| it)
    }
}

/// A node on the points.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Value {
    may: Pairs,
    gains: Pairs,
    loses: Pairs,
    certain: Pairs,
}

/// A kind of event, and whether the initial write of its location comes with it.
#[derive(Clone, Copy)]
struct Case {
    addition: Addition,
    with_initial: bool,
}

/// The values of all nodes in each case.
pub(super) struct Additions(Vec<(Case, Vec<Value>)>);

/// Evaluates a model on the points.
pub(super) fn analyse(model: &Model) -> Additions {
    let cases = [
        (Addition::Read, false),
        (Addition::Read, true),
        (Addition::Write, false),
        (Addition::Write, true),
        (Addition::ExclusiveWrite, false),
        (Addition::Other, false),
    ];
    let cases = cases.map(|(addition, with_initial)| Case { addition, with_initial });
    Additions(cases.into_iter().map(|case| (case, case.values(model))).collect())
}

/// The kinds of events that may violate an axiom when they are added in the maximal way.
pub(super) fn obstacles(model: &Model, additions: &Additions, check: &Check) -> Vec<Obstacle> {
    let mut obstacles: Vec<Obstacle> = Vec::new();
    for (case, values) in &additions.0 {
        let Value { may, gains, .. } = values[check.tested.index()];
        let may_violate = match check.test {
            Test::Acyclic => gains.and(&may.star().inverse()).any(),
            Test::Irreflexive => (0..POINTS).any(|a| gains.has(a, a)),
            Test::Empty => gains.any(),
        };
        let obstacle = Obstacle::Added(case.addition);
        if may_violate && !is_by_construction(model, check.tested) && !obstacles.contains(&obstacle) {
            obstacles.push(obstacle);
        }
    }
    obstacles
}

/// Whether the tested node is empty in every execution that exploration builds: a
/// read-modify-write that is not atomic.
fn is_by_construction(model: &Model, tested: NodeId) -> bool {
    let is_rmw = |it| it == Operation::Relation(PrimitiveRelation::ReadModifyWrite);
    let is_between = |it: Operation| match it {
        Operation::Sequence(first, second) => {
            let is_co = |it| it == Operation::Relation(PrimitiveRelation::Coherence);
            model.is_within(first, &|it| is_from_reads(model, it)) && model.is_within(second, &is_co)
        }
        _ => false,
    };
    model.is_within(tested, &is_rmw) && model.is_within(tested, &is_between)
}

/// Whether an axiom says, by form, that read-modify-writes are atomic.
pub fn states_atomicity(model: &Model) -> bool {
    model.checks.iter().any(|check| {
        check.role == Role::Axiom
            && check.test == Test::Empty
            && !check.negated
            && is_by_construction(model, check.tested)
            && model.nodes[check.tested].expression != Operation::Empty
    })
}

/// Whether an expression is `rf^-1 ; co`.
pub fn is_from_reads(model: &Model, expression: Operation) -> bool {
    let Operation::Sequence(first, second) = expression else { return false };
    let Operation::Inverse(reads_from) = model.nodes[first].expression else { return false };
    let [rf, co] = [PrimitiveRelation::ReadsFrom, PrimitiveRelation::Coherence].map(Operation::Relation);
    model.nodes[reads_from].expression == rf && model.nodes[second].expression == co
}

impl Case {
    fn values(self, model: &Model) -> Vec<Value> {
        let mut variables = vec![Value::default(); model.variables.len()];
        loop {
            let mut values: Vec<Value> = Vec::with_capacity(model.nodes.len());
            for node in model.nodes.values() {
                let of = |id: NodeId| values[id.index()];
                let value = match node.expression {
                    Operation::Variable(variable) => variables[variable.index()],
                    other => self.operation(other, node.kind, of),
                };
                values.push(value);
            }
            let bodies: Vec<Value> = (model.variables.values().zip(&variables))
                .map(|(variable, before)| before.or(&values[variable.body.index()]))
                .collect();
            if bodies == variables {
                return values;
            }
            variables = bodies;
        }
    }

    /// Whether a point is an event that is added.
    fn is_new(self, point: usize) -> bool {
        point == ADDED || point == NEIGHBOUR && self.with_initial
    }

    fn operation(self, operation: Operation, kind: Kind, of: impl Fn(NodeId) -> Value) -> Value {
        match operation {
            Operation::Set(set) => Value {
                certain: Pairs::of(|a, b| a == b && self.is_certainly_in(a, set)),
                ..self.given(Pairs::of(|a, b| a == b && self.is_in(a, set)))
            },
            Operation::Function(_) => self.given(Pairs::of(|a, b| a == b)),
            Operation::Relation(relation) => self.given(Pairs::of(|a, b| self.may_relate(relation, a, b))),
            Operation::Empty | Operation::Variable(_) => Value::default(),
            Operation::Union(a, b) => Value { certain: of(a).certain.or(&of(b).certain), ..of(a).or(&of(b)) },
            Operation::Intersection(a, b) => of(a).meet(&of(b), Pairs::and),
            Operation::Difference(a, b) => self.without(&of(a), &of(b)),
            Operation::Complement(a) => {
                let all = Pairs::of(|a, b| kind == Kind::Relation || a == b);
                self.without(&self.given(all), &of(a))
            }
            Operation::Product(a, b) => {
                of(a).meet(&of(b), |a, b| Pairs::of(|from, to| a.has(from, from) && b.has(to, to)))
            }
            Operation::Identity(a) => of(a),
            Operation::Domain(a) => of(a).map(Pairs::domain),
            Operation::Range(a) => of(a).map(|pairs| pairs.inverse().domain()),
            Operation::Sequence(a, b) => of(a).meet(&of(b), Pairs::then),
            Operation::Inverse(a) => of(a).map(Pairs::inverse),
            Operation::Plus(a) => self.plus(&of(a)),
            Operation::Star(a) => self.reflexive(&self.plus(&of(a))),
            Operation::Optional(a) => self.reflexive(&of(a)),
        }
    }

    /// A value that does not change but for the pairs of new events.
    fn given(self, may: Pairs) -> Value {
        let gains = Pairs::of(|a, b| may.has(a, b) && (self.is_new(a) || self.is_new(b)));
        Value { may, gains, ..Value::default() }
    }

    fn without(self, a: &Value, b: &Value) -> Value {
        let is_old = Pairs::of(|a, b| !self.is_new(a) && !self.is_new(b));
        let is_open = Pairs::of(|from, to| !b.certain.has(from, to));
        Value {
            may: a.may.and(&is_open),
            gains: a.gains.or(&a.may.and(&b.loses)).and(&is_open),
            loses: a.loses.or(&a.may.and(&b.gains).and(&is_old)),
            certain: Pairs::default(),
        }
    }

    fn plus(self, a: &Value) -> Value {
        let around = a.may.star();
        let through = |pairs: &Pairs| around.then(pairs).then(&around);
        Value {
            may: a.may.then(&around),
            gains: through(&a.gains),
            loses: through(&a.loses),
            certain: Pairs::default(),
        }
    }

    fn reflexive(self, a: &Value) -> Value {
        self.given(Pairs::of(|a, b| a == b)).or(a)
    }

    fn is_write(self) -> bool {
        matches!(self.addition, Addition::Write | Addition::ExclusiveWrite)
    }

    /// Whether an event at a point may be in a set.
    fn is_in(self, point: usize, set: PrimitiveSet) -> bool {
        use PrimitiveSet::*;
        let is_read = !matches!(set, Write | Fence | InitialWrite | Thread | Release | AcquireRelease);
        let is_written = !matches!(set, Read | Fence | Thread | Acquire | AcquireRelease);
        let is_fence = matches!(set, Mfence | Sfence | Lfence);
        let is_access = !matches!(
            set,
            Read | Write | InitialWrite | Exclusive | ReadModifyWrite | Atomic | NonAtomic | Relaxed
        );
        match (point, self.addition) {
            (ADDED, Addition::Read) | (EXCLUSIVE_READ, _) => is_read && !is_fence,
            (ADDED, Addition::Write | Addition::ExclusiveWrite) => {
                is_written && set != InitialWrite && !is_fence
            }
            (ADDED, Addition::Other) => is_access,
            (NEIGHBOUR, _) if self.with_initial => {
                matches!(set, Universe | Write | InitialWrite | NonAtomic)
            }
            (NEIGHBOUR, _) => is_written && !is_fence,
            _ => true,
        }
    }

    /// Whether every event at a point is in a set.
    fn is_certainly_in(self, point: usize, set: PrimitiveSet) -> bool {
        let is_kind = match (point, self.addition) {
            (ADDED, Addition::Read) => set == PrimitiveSet::Read,
            (ADDED, Addition::Write | Addition::ExclusiveWrite) => set == PrimitiveSet::Write,
            (NEIGHBOUR, _) => self.with_initial && self.is_in(point, set),
            _ => false,
        };
        is_kind || set == PrimitiveSet::Universe
    }

    /// Whether a primitive relation may lead from an event at one point to one at another.
    fn may_relate(self, relation: PrimitiveRelation, a: usize, b: usize) -> bool {
        let has_exclusive_read = self.addition == Addition::ExclusiveWrite;
        let is_there = |point| point != EXCLUSIVE_READ || has_exclusive_read;
        // Nothing is known of the neighbour of an event that is no access.
        if !is_there(a) || !is_there(b) {
            return false;
        }
        let is_new_initial = |point| point == NEIGHBOUR && self.with_initial;
        match relation {
            PrimitiveRelation::ProgramOrder
            | PrimitiveRelation::AddressDependency
            | PrimitiveRelation::DataDependency
            | PrimitiveRelation::ControlDependency
            // Nothing that is added comes between two other events.
            | PrimitiveRelation::HappensBefore => {
                a != ADDED && (a != EXCLUSIVE_READ || b == ADDED) && !is_new_initial(a) && !is_new_initial(b)
            }
            PrimitiveRelation::ReadsFrom => match (a, b) {
                (NEIGHBOUR, ADDED) => self.addition == Addition::Read,
                (_, ADDED) | (ADDED | EXCLUSIVE_READ, _) | (_, NEIGHBOUR) => false,
                (NEIGHBOUR, OTHER) => !self.with_initial,
                (_, EXCLUSIVE_READ) => a == NEIGHBOUR,
                _ => true,
            },
            PrimitiveRelation::Coherence => match (a, b) {
                (ADDED | EXCLUSIVE_READ, _) | (_, EXCLUSIVE_READ) => false,
                (NEIGHBOUR | OTHER, ADDED) => self.is_write() && (a == NEIGHBOUR || !self.with_initial),
                (NEIGHBOUR, _) => self.addition == Addition::Other,
                (_, NEIGHBOUR) => !self.with_initial,
                _ => true,
            },
            PrimitiveRelation::ReadModifyWrite => match (a, b) {
                (EXCLUSIVE_READ, _) => b == ADDED,
                (_, ADDED | EXCLUSIVE_READ) | (ADDED | NEIGHBOUR, _) => false,
                (_, NEIGHBOUR) => !self.with_initial,
                _ => true,
            },
            PrimitiveRelation::SameLocation => {
                let is_apart = |point| point == ADDED && self.addition == Addition::Other;
                !is_apart(a) && !is_apart(b)
            }
            PrimitiveRelation::Internal => true,
        }
    }
}

impl Value {
    fn or(&self, other: &Self) -> Self {
        Self {
            may: self.may.or(&other.may),
            gains: self.gains.or(&other.gains),
            loses: self.loses.or(&other.loses),
            certain: Pairs::default(),
        }
    }

    fn map(&self, operation: impl Fn(&Pairs) -> Pairs) -> Self {
        let Self { may, gains, loses, .. } = self;
        Self {
            may: operation(may),
            gains: operation(gains),
            loses: operation(loses),
            certain: Pairs::default(),
        }
    }

    /// The value of a monotone operation of two operands.
    fn meet(&self, other: &Self, operation: impl Fn(&Pairs, &Pairs) -> Pairs) -> Self {
        Self {
            may: operation(&self.may, &other.may),
            gains: operation(&self.gains, &other.may).or(&operation(&self.may, &other.gains)),
            loses: operation(&self.loses, &other.may).or(&operation(&self.may, &other.loses)),
            certain: Pairs::default(),
        }
    }
}
