//! The events with which an event lies on a cycle of po ∪ rf ∪ co ∪ fr.
//!
//! The *hull* is po ∪ rf ∪ co ∪ fr. If every letter of an automaton leads from an event to one that
//! the hull leads to, in any number of steps, a closed walk of the automaton is a closed walk of the
//! hull. Then each event of a closed walk through e is in the *component* of e: the events that lead
//! to e and that e leads to. Most events have no component: nothing needs to be searched. The
//! others have small ones.
//!
//! Initial writes are in no component, since nothing leads to them. So letters may lead from them to
//! any event.

use porf_cat::{Model, NodeId, Operation, PrimitiveRelation, is_from_reads};
use porf_entity::EntityId;
use porf_graph::{EventId, Graph, LocationId};

use super::automaton::{Automaton, Letter};
use super::classes::{Classes, initial_write};
use super::sets::ClassSet;
use crate::coherence::coherence_successor;
use crate::sc::{Prefix, push_sc_successors};

/// Memory of the search for components.
#[derive(Clone, Debug, Default)]
pub(super) struct Hull {
    prefix: Prefix,
    found: Vec<EventId>,
    is_found: Vec<bool>,
}

impl Hull {
    /// The component of an event, without end in its thread or in coherence order; empty if the
    /// event lies on no cycle. The event has no successor in program order.
    pub(super) fn component(&mut self, graph: &Graph, event: EventId) -> &[EventId] {
        self.found.clear();
        let Some(next) = coherence_successor(graph, event) else { return &self.found };
        self.prefix.collect(graph, event);
        // A reader of the event leads to no other write than the event itself.
        if !self.prefix.contains(graph, next) {
            return &self.found;
        }
        self.is_found.clear();
        self.is_found.resize(graph.len(), false);
        let mut looked_at = 0;
        let mut next = Some(event);
        while let Some(from) = next {
            let length = self.found.len();
            push_sc_successors(graph, from, &mut self.found);
            let mut kept = length;
            for index in length..self.found.len() {
                let to = self.found[index];
                if !self.is_found[to.index()] && self.prefix.contains(graph, to) {
                    self.is_found[to.index()] = true;
                    self.found[kept] = to;
                    kept += 1;
                }
            }
            self.found.truncate(kept);
            next = self.found.get(looked_at).copied();
            looked_at += 1;
        }
        &self.found
    }

    /// The position of the last write to a location from which the hull leads to an event.
    pub(super) fn known_position(
        &mut self,
        graph: &Graph,
        last: Option<EventId>,
        location: LocationId,
    ) -> usize {
        self.prefix.known_position(graph, last, location)
    }
}

/// The relations that are contained in the hull's closure, by form, and those that lead from
/// initial writes only.
pub(super) struct Within {
    within: Vec<bool>,
}

impl Within {
    pub(super) fn new(model: &Model) -> Self {
        let mut within: Vec<bool> = Vec::with_capacity(model.nodes.len());
        for node in model.nodes.values() {
            let of = |id: NodeId| within[id.index()];
            within.push(match node.expression {
                Operation::Relation(relation) => matches!(
                    relation,
                    PrimitiveRelation::ProgramOrder
                        | PrimitiveRelation::ReadsFrom
                        | PrimitiveRelation::Coherence
                        | PrimitiveRelation::ReadModifyWrite
                ),
                expression if is_from_reads(model, expression) => true,
                Operation::Empty | Operation::Identity(_) => true,
                Operation::Union(a, b) | Operation::Sequence(a, b) => of(a) && of(b),
                Operation::Intersection(a, b) => of(a) || of(b),
                Operation::Difference(a, _) => of(a),
                Operation::Plus(a) | Operation::Star(a) | Operation::Optional(a) => of(a),
                Operation::Product(a, _) => {
                    let set = ClassSet::of(model, a);
                    set.is_some_and(|set| {
                        Classes::all().all(|class| class == initial_write() || !set.contains(class))
                    })
                }
                _ => false,
            });
        }
        Self { within }
    }

    /// Whether a node is contained in the closure of the hull.
    pub(super) fn has(&self, node: NodeId) -> bool {
        self.within[node.index()]
    }

    /// Whether every closed walk of an automaton is one of the hull.
    pub(super) fn contains(&self, automaton: &Automaton) -> bool {
        automaton.out.iter().flatten().all(|letter| match letter {
            Letter::Coherence | Letter::FromReads | Letter::Prefix(_) => true,
            Letter::Other(node) => self.has(*node),
        })
    }
}
