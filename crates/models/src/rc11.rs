//! RC11 [rc11 §4]:
//!
//! - COHERENCE: irreflexive(hb; eco?)
//! - ATOMICITY and NO-THIN-AIR (po ∪ rf acyclic): by construction, see the crate's introduction
//! - SC: acyclic(psc), in [`crate::psc`]
//!
//! The views of the graph contain hb, with release sequences and fences. For coherence the view of
//! the thread's last event suffices, even for an access that synchronises: every write to the
//! location that an acquiring read learns of from its source is coherence-before that source,
//! because the release sequence starts with a write, or a fence before a write, to the same
//! location.

use porf_entity::OrderingMeaning;
use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::coherence::last_known_position;
use crate::psc::closes_no_cycle;
use crate::sc::Prefix;
use crate::search::CycleSearch;
use crate::witness::blocks::{BlockSort, Knowledge};
use crate::witness::seq_cst;
use crate::{Criterion, Demands, GoOn, Model, Unfinished};

/// Repaired C11.
#[derive(Clone, Default, Debug)]
pub struct Rc11 {
    search: CycleSearch,
    prefix: Prefix,
    sort: BlockSort,
}

impl Model for Rc11 {
    const SYNCHRONISATION: Synchronisation = Synchronisation::C11;
    const ORDERINGS: OrderingMeaning = OrderingMeaning::All;

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        let Some(last) = last else { return 0 };
        let known = graph.happens_before(last);
        last_known_position(graph, location, |event| known.contains(graph.event(event)), true)
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId, go_on: GoOn<'_>) -> Result<bool, Unfinished> {
        closes_no_cycle(&mut self.search, graph, event, go_on)
    }

    /// A read that closes no cycle of po ∪ rf ∪ co ∪ fr closes no cycle of psc, which is contained
    /// in that relation.
    fn safe_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        match self.criterion(graph) {
            Criterion::Cycles => self.prefix.known_position(graph, last, location),
            Criterion::Views | Criterion::Positions => self.known_position(graph, last, location),
        }
    }

    fn precedes(
        &mut self,
        graph: &Graph,
        first: EventId,
        second: EventId,
        counts: impl Fn(EventId) -> bool,
    ) -> bool {
        Knowledge::HappensBefore.precedes(graph, first, second, counts)
    }

    fn criterion(&self, graph: &Graph) -> Criterion {
        if graph.seq_cst_events() < 2 { Criterion::Views } else { Criterion::Cycles }
    }

    fn find_orders(
        &mut self,
        graph: &mut Graph,
        location: LocationId,
        demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished> {
        if self.criterion(graph) == Criterion::Views {
            return Ok(self.sort.sort_demanded(graph, location, demands, Knowledge::HappensBefore));
        }
        let before: Vec<Vec<EventId>> = graph.locations().map(|at| graph.writes(at).to_vec()).collect();
        if seq_cst::find_orders(graph, location, &mut self.sort, demands)? {
            return Ok(true);
        }
        for (location, writes) in graph.locations().zip(&before) {
            graph.set_coherence(location, writes);
        }
        Ok(false)
    }
}
