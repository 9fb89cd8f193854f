//! The axioms of the memory models as plain relational algebra.
//!
//! The elements are the initial writes, one for each location that is accessed, and the events of
//! the execution. Every model is made of these relations:
//!
//! - po: program order, in which the initial writes come before all other elements;
//! - asw: from the creation of a thread, and all events that precede it, to the events of the
//!   thread, and from these to the join of the thread, and all events that follow it; closed under
//!   composition with po;
//! - rf: from a write to the reads that read from it;
//! - co: the coherence order of the writes of each location, its initial write first;
//! - fr = rf⁻¹;co, from a read to the writes that come after its source;
//! - rmw: from the read of a successful read-modify-write to its write;
//! - eco = (rf ∪ co ∪ fr)⁺.
//!
//! Common to all models are
//!
//! - NO-THIN-AIR: acyclic(po ∪ asw ∪ rf);
//! - ATOMICITY: rmw ∩ (fr;co) = ∅;
//! - coherence of each location: acyclic(po|loc ∪ rf ∪ co ∪ fr). TSO and PSO state it, in the other
//!   models it follows from their own axioms.
//!
//! Each model has a function for the axioms that it adds.

mod cpp20;
mod pool_order;
mod race;
mod rc11;
mod store_buffers;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use porf_entity::{Address, Relation, Value, WriteOrdering};

use crate::execution::{Event, EventKind, Execution, ReadKind, Source};

pub use race::{happens_before, has_race};

/// A memory model.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ModelName {
    /// Sequential consistency.
    Sc,
    /// Total store order, as on x86.
    Tso,
    /// Partial store order, as on some SPARCs.
    Pso,
    /// Release/acquire, in which every access is taken to be release or acquire.
    Ra,
    /// Repaired C11 [rc11 §4].
    Rc11,
    /// The model of the C++20 standard.
    Cpp20,
}

impl ModelName {
    /// All models.
    pub const ALL: [Self; 6] = [Self::Sc, Self::Tso, Self::Pso, Self::Ra, Self::Rc11, Self::Cpp20];
}

impl fmt::Display for ModelName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Sc => "sc",
            Self::Tso => "tso",
            Self::Pso => "pso",
            Self::Ra => "ra",
            Self::Rc11 => "rc11",
            Self::Cpp20 => "cpp20",
        })
    }
}

/// Whether a model allows an execution.
pub fn is_consistent(execution: &Execution, model: ModelName) -> bool {
    let relations = Relations::of(execution);
    relations.satisfy_common_axioms() && relations.satisfy(model)
}

/// Whether po ∪ asw ∪ rf ∪ co has a cycle, as it may under the weaker models.
pub fn has_coherence_cycle(execution: &Execution) -> bool {
    let Relations { po, asw, rf, co, .. } = Relations::of(execution);
    !po.or(&asw).or(&rf).or(&co).is_acyclic()
}

/// The relations of one execution.
pub(crate) struct Relations {
    elements: Vec<Element>,
    place: BTreeMap<Event, usize>,
    initial_place: BTreeMap<Address, usize>,
    po: Relation,
    asw: Relation,
    rf: Relation,
    co: Relation,
    fr: Relation,
    rmw: Relation,
    /// All pairs of accesses of one location.
    same_location: Relation,
}

/// An element of the relations.
struct Element {
    /// `None` for an initial write.
    event: Option<Event>,
    kind: EventKind,
}

impl Relations {
    pub(crate) fn of(execution: &Execution) -> Self {
        let locations: BTreeSet<Address> =
            execution.events().filter_map(|(_, kind)| kind.address()).collect();
        let initial_writes = locations.iter().map(|&address| Element {
            event: None,
            // No axiom looks at values.
            kind: EventKind::Write {
                address,
                value: Value(0),
                ordering: WriteOrdering::NonAtomic,
                exclusive: false,
            },
        });
        let events = execution.events().map(|(event, kind)| Element { event: Some(event), kind });
        let elements: Vec<Element> = initial_writes.chain(events).collect();

        let size = elements.len();
        let place: BTreeMap<Event, usize> = elements
            .iter()
            .enumerate()
            .filter_map(|(place, element)| Some((element.event?, place)))
            .collect();
        let initial_place: BTreeMap<Address, usize> =
            locations.iter().enumerate().map(|(place, &address)| (address, place)).collect();

        let thread_of = |element: usize| elements[element].event.map(|event| event.thread);
        let po = Relation::from_predicate(size, |a, b| match (elements[a].event, elements[b].event) {
            (None, Some(_)) => true,
            (Some(a), Some(b)) => a.thread == b.thread && a.index < b.index,
            (_, None) => false,
        });

        let lives = Relation::from_predicate(size, |a, b| match (elements[a].kind, elements[b].kind) {
            (EventKind::Spawn { thread }, _) if thread_of(b) == Some(thread) => true,
            (_, EventKind::Join { thread }) if thread_of(a) == Some(thread) => true,
            (EventKind::Arrive { barrier, round }, other) => other == EventKind::Leave { barrier, round },
            _ => false,
        });
        let same_thread = Relation::from_predicate(size, |a, b| thread_of(a) == thread_of(b));
        let asw = po.or(&lives).plus().minus(&same_thread).minus(&po);

        let mut rf = Relation::empty(size);
        for (read, source) in &execution.reads_from {
            let write = match source {
                Source::Initial => {
                    let address = execution.kind(*read).address();
                    initial_place[&address.expect("only memory has an initial value")]
                }
                Source::Write(event) => place[event],
            };
            rf.insert(write, place[read]);
        }

        let mut rmw = Relation::empty(size);
        for (place, element) in elements.iter().enumerate() {
            if matches!(element.kind, EventKind::Read { kind: ReadKind::RmwSucceeded, .. }) {
                // The write of the rmw is the next event of the thread, and so the next element.
                rmw.insert(place, place + 1);
            }
        }

        let same_location = Relation::from_predicate(size, |a, b| {
            let (a, b) = (elements[a].kind.address(), elements[b].kind.address());
            a.is_some() && a == b
        });
        let (co, fr) = (Relation::empty(size), Relation::empty(size));
        let mut relations = Self { elements, place, initial_place, po, asw, rf, co, fr, rmw, same_location };
        relations.order_writes(&execution.coherence);
        relations
    }

    /// The place of an event among the elements.
    pub(crate) fn place_of(&self, event: Event) -> usize {
        self.place[&event]
    }

    /// Replaces the coherence order.
    pub(crate) fn order_writes(&mut self, coherence: &BTreeMap<Address, Vec<Event>>) {
        self.co = Relation::empty(self.elements.len());
        for (address, writes) in coherence {
            let initial = std::iter::once(self.initial_place[address]);
            let writes: Vec<usize> = initial.chain(writes.iter().map(|write| self.place[write])).collect();
            for (later, &b) in writes.iter().enumerate() {
                for &a in &writes[..later] {
                    self.co.insert(a, b);
                }
            }
        }
        self.fr = self.rf.inverse().then(&self.co);
    }

    pub(crate) fn satisfy_common_axioms(&self) -> bool {
        let has_no_thin_air = self.po.or(&self.asw).or(&self.rf).is_acyclic();
        let is_atomic = self.rmw.and(&self.fr.then(&self.co)).is_empty();
        let po_loc = self.po.and(&self.same_location);
        let is_coherent = po_loc.or(&self.communication()).is_acyclic();
        has_no_thin_air && is_atomic && is_coherent
    }

    /// Whether the axioms that a model adds to the common ones hold.
    pub(crate) fn satisfy(&self, model: ModelName) -> bool {
        match model {
            ModelName::Sc => self.satisfy_sc(),
            ModelName::Tso => self.satisfy_tso(),
            ModelName::Pso => self.satisfy_pso(),
            ModelName::Ra => self.satisfy_ra(),
            ModelName::Rc11 => self.satisfy_rc11(),
            ModelName::Cpp20 => self.satisfy_cpp20(),
        }
    }

    /// acyclic(po ∪ asw ∪ rf ∪ co ∪ fr)
    fn satisfy_sc(&self) -> bool {
        self.po.or(&self.asw).or(&self.communication()).is_acyclic()
    }

    /// For each location x: acyclic(po ∪ asw ∪ rf ∪ coₓ ∪ frₓ)
    fn satisfy_ra(&self) -> bool {
        self.initial_place.keys().all(|&x| {
            let on_x = self.set(|kind| kind.address() == Some(x));
            let co_x = on_x.then(&self.co);
            let fr_x = on_x.then(&self.fr);
            self.po.or(&self.asw).or(&self.rf).or(&co_x).or(&fr_x).is_acyclic()
        })
    }

    /// rf ∪ co ∪ fr
    fn communication(&self) -> Relation {
        self.rf.or(&self.co).or(&self.fr)
    }

    /// eco = (rf ∪ co ∪ fr)⁺
    fn eco(&self) -> Relation {
        self.communication().plus()
    }

    /// The elements of some kind as a relation, `[S]` in the papers.
    fn set(&self, is_member: impl Fn(EventKind) -> bool) -> Relation {
        Relation::identity_on(self.elements.len(), |a| is_member(self.elements[a].kind))
    }

    /// All pairs of elements of some kinds.
    fn pairs(&self, is_pair: impl Fn(EventKind, EventKind) -> bool) -> Relation {
        Relation::from_predicate(self.elements.len(), |a, b| {
            is_pair(self.elements[a].kind, self.elements[b].kind)
        })
    }

    /// The pairs of elements that do not belong to the same thread.
    fn external(&self) -> Relation {
        let thread = |a: usize| self.elements[a].event.map(|event| event.thread);
        Relation::from_predicate(self.elements.len(), |a, b| thread(a) != thread(b))
    }
}
