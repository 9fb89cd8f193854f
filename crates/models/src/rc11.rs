//! RC11 [rc11 §4], and C++20, which is of the same form:
//!
//! - COHERENCE: irreflexive(hb; eco?)
//! - ATOMICITY and NO-THIN-AIR (po ∪ rf acyclic): by construction, see the crate's introduction
//! - SC: acyclic(psc), in [`crate::psc`]; in C++20 another relation, in [`crate::cpp20`]
//!
//! The views of the graph contain hb, with release sequences and fences. For coherence the view of
//! the thread's last event suffices, even for an access that synchronises: every write to the
//! location that an acquiring read learns of from its source is coherence-before that source,
//! because the release sequence starts with a write, or a fence before a write, to the same
//! location.

use std::marker::PhantomData;

use porf_entity::OrderingMeaning;
use porf_graph::{EventId, Graph, LocationId, Synchronisation};

use crate::coherence::last_known_position;
use crate::cpp20::CoherenceOrderedBefore;
use crate::psc::Psc;
use crate::sc::Prefix;
use crate::search::CycleSearch;
use crate::seq_cst_order::{SeqCstOrder, closes_no_cycle};
use crate::witness::blocks::{BlockSort, Knowledge};
use crate::witness::seq_cst;
use crate::{Criterion, Demands, GoOn, Model, Unfinished};

/// Repaired C11.
pub type Rc11 = C11<Psc>;

/// C++20.
pub type Cpp20 = C11<CoherenceOrderedBefore>;

/// A model of C11's form, with a relation that orders seq_cst events.
#[derive(Clone, Debug)]
pub struct C11<O> {
    search: CycleSearch,
    prefix: Prefix,
    sort: BlockSort,
    order: PhantomData<O>,
}

impl<O> Default for C11<O> {
    fn default() -> Self {
        Self {
            search: CycleSearch::default(),
            prefix: Prefix::default(),
            sort: BlockSort::default(),
            order: PhantomData,
        }
    }
}

impl<O: SeqCstOrder> Model for C11<O> {
    #[inline]
    fn synchronisation(&self) -> Synchronisation {
        O::SYNCHRONISATION
    }

    #[inline]
    fn orderings(&self) -> OrderingMeaning {
        OrderingMeaning::All
    }

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        let Some(last) = last else { return 0 };
        let known = graph.happens_before(last);
        last_known_position(graph, location, |event| known.contains(graph.event(event)), true)
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId, go_on: GoOn<'_>) -> Result<bool, Unfinished> {
        closes_no_cycle::<O>(&mut self.search, graph, event, go_on)
    }

    /// A read that closes no cycle of po ∪ rf ∪ co ∪ fr closes no cycle of the seq_cst events, whose
    /// relation is contained in its transitive closure.
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
        if seq_cst::find_orders::<O>(graph, location, &mut self.sort, demands)? {
            return Ok(true);
        }
        for (location, writes) in graph.locations().zip(&before) {
            graph.set_coherence(location, writes);
        }
        Ok(false)
    }
}
