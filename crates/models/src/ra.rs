//! RA, release/acquire: for each location x, acyclic(po ∪ rf ∪ coₓ ∪ frₓ) (Lahav, Giannarakis and
//! Vafeiadis, *Taming Release-Acquire Consistency*, POPL 2016).
//!
//! Equivalently irreflexive(porf; eco?): with porf acyclic, a cycle uses the edges of one location, and all
//! that are not porf can be gathered into one step of eco. A write that has a reader in a porf prefix is in
//! that prefix itself, so the causal view of the thread's last event says which writes it knows.

use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::Model;
use crate::coherence::last_known_position;

/// Release/acquire.
#[derive(Clone, Default, Debug)]
pub struct Ra;

impl Model for Ra {
    const SYNCHRONISATION: Synchronisation = Synchronisation::EveryAtomic;

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        let Some(last) = last else { return 0 };
        let known = graph.causal(last);
        last_known_position(graph, location, |write| known.contains(graph.event(write)), false)
    }

    fn is_consistent(&mut self, _graph: &Graph, _event: EventId) -> bool {
        true
    }
}
