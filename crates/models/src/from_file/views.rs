//! Relations with views.
//!
//! A relation k = (po ∪ r ∪ …)⁺ whose pairs depend on porf-prefixes alone needs no rows: the events
//! that k relates to an event are the first events of each thread. So their numbers suffice, a *view*.
//! Initial writes, which have no thread, are in no view.

use porf_cat::{NodeId, Operation, PrimitiveRelation};
use porf_entity::EntityId;
use porf_graph::{EventId, Graph};
use smallvec::SmallVec;

use super::automaton::Compiler;
use super::events::direct_predecessors;
use super::inclusions::{Edge, Inclusions};
use super::knowledge::alternatives;
use super::scene::{Letters, Scene, bits};

/// A relation with views.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Viewed {
    pub(super) node: NodeId,
    /// The parts beside po of the relation whose closure it is.
    pub(super) parts: Vec<NodeId>,
}

impl Viewed {
    /// A relation, if it has views by form.
    pub(super) fn new(compiler: &Compiler<'_>, inclusions: &Inclusions, node: NodeId) -> Option<Self> {
        let model = compiler.model;
        let Operation::Plus(step) = model.nodes[node].expression else { return None };
        if !compiler.is_prefix_letter(node) || !inclusions.contains(step, &[Edge::ProgramOrder]) {
            return None;
        }
        let po = Operation::Relation(PrimitiveRelation::ProgramOrder);
        let mut parts = alternatives(model, step);
        parts.retain(|&part| model.nodes[part].expression != po);
        Some(Self { node, parts })
    }
}

impl Scene {
    /// The number of threads of a view.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// For each relation with views, the numbers of events of each thread that it relates to an
    /// event or that are the event itself, one behind the other.
    pub(super) fn views(&mut self, graph: &Graph, letters: &Letters, event: EventId) -> &[u32] {
        let stride = letters.viewed.len() * self.threads;
        // The events whose views are not known yet, the last ones first.
        let mut unknown: SmallVec<[EventId; 16]> = SmallVec::from_slice(&[event]);
        let mut found: SmallVec<[u32; 32]> = SmallVec::new();
        while let Some(&next) = unknown.last() {
            if self.has_views[next.index()] {
                unknown.pop();
                continue;
            }
            let length = unknown.len();
            found.clear();
            found.resize(stride, 0);
            for (number, Viewed { parts, .. }) in letters.viewed.iter().enumerate() {
                let view = &mut found[number * self.threads..][..self.threads];
                let mut join = |scene: &Self, before: EventId| match scene.has_views[before.index()] {
                    true => {
                        let other = &scene.views[before.index() * stride + number * scene.threads..];
                        view.iter_mut().zip(other).for_each(|(count, &other)| *count = other.max(*count));
                    }
                    false => unknown.push(before),
                };
                direct_predecessors(graph, next, |before| join(self, before));
                let mut row = self.take();
                for &part in parts {
                    self.add_before_one(graph, letters, part, self.bit(next), &mut row);
                }
                bits(&row).filter_map(|bit| self.event(bit)).for_each(|before| join(self, before));
                self.give_back(row);
                view[graph.event(next).thread.index()] = graph.event(next).index + 1;
            }
            if unknown.len() == length {
                self.views[next.index() * stride..][..stride].copy_from_slice(&found);
                self.has_views[next.index()] = true;
            }
        }
        &self.views[event.index() * stride..][..stride]
    }

    /// Whether one event is in the view of another one, whose views are computed, or is that event.
    pub(super) fn is_in_view(
        &self,
        graph: &Graph,
        letters: &Letters,
        number: usize,
        event: EventId,
        of: EventId,
    ) -> bool {
        let start = (of.index() * letters.viewed.len() + number) * self.threads;
        let event = graph.event(event);
        event.index < self.views[start..][event.thread.index()]
    }
}
