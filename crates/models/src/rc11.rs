//! RC11 (Lahav, Vafeiadis, Kang, Hur and Dreyer, *Repairing Sequential Consistency in C/C++11*, PLDI 2017):
//!
//! - COHERENCE: irreflexive(hb; eco?)
//! - ATOMICITY and NO-THIN-AIR (po ∪ rf acyclic): by construction, see the crate's introduction
//! - SC: acyclic(psc), in [`crate::psc`]
//!
//! hb, with release sequences and fences, is in the views of the graph. For coherence the view of the
//! thread's last event suffices, even for an access that synchronises: what an acquiring read learns from
//! its source about the location is coherence-before that source, because the release sequence starts with
//! a write, or a fence before a write, to the same location.

use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::Model;
use crate::coherence::last_known_position;
use crate::psc::closes_no_cycle;
use crate::search::CycleSearch;

/// Repaired C11.
#[derive(Clone, Default, Debug)]
pub struct Rc11 {
    search: CycleSearch,
}

impl Model for Rc11 {
    const SYNCHRONISATION: Synchronisation = Synchronisation::C11;

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        let Some(last) = last else { return 0 };
        let known = graph.happens_before(last);
        last_known_position(graph, location, |event| known.contains(graph.event(event)), true)
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId) -> bool {
        closes_no_cycle(&mut self.search, graph, event)
    }
}
