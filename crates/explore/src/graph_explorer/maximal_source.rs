//! The maximal source of a read of an unordered location.
//!
//! Let e be a read of an unordered location and P a set of events as in
//! [`maximal`](super::maximal). A write in P is *available* to e under two conditions. P ∖ {e} with
//! e reading from the write is consistent, with some coherence order. And e is not an rmw that
//! would then write although another rmw in P reads from that write, too. The *maximal source* of e
//! is the first available write in this order:
//!
//! 1. the write in the causal prefix of e that all others in the prefix certainly precede in
//!    coherence, if there is one; the initial write if the prefix has no write at all;
//! 2. writes in the causal prefix of e, those of later threads first, and of a thread the latest
//!    first;
//! 3. the initial write;
//! 4. all other writes, in the same order.
//!
//! The order depends on P alone and not on stamps, as it must. (Any such order would do.) With this
//! order the maximal source is mostly found at once: it is the write that the thread of e knows
//! already to be the latest, and reading from it adds no fact about coherence.

use porf_entity::{EntityId, RmwOp};
use porf_graph::{EventId, Graph, LocationId, Read, ReadKind, Renumbering, Source};
use porf_models::{Criterion, Model};
use porf_program::Action;
use smallvec::SmallVec;

use super::maximal::Judge;
use crate::execution_core::{admits_read, read_label};
use crate::reductions::open_additions::content_with_additions;
use crate::restart::Interruption;

/// Memory for a graph that is restricted to P ∖ {e}.
#[derive(Debug, Default)]
pub(super) struct Restriction {
    graph: Option<Graph>,
    renumbering: Renumbering,
}

/// The availability of a write as far as a quick check decides it.
enum Glance {
    Available,
    Unavailable,
    Unclear,
}

impl<M: Model, S> Judge<'_, '_, M, S> {
    /// Returns whether a read of an unordered location reads from its maximal source.
    pub(super) fn reads_maximal_source(&mut self, id: EventId, read: Read) -> Result<bool, Interruption> {
        // Where all writes belong to rmws, there is only one that no rmw reads from. For an rmw
        // whose write was found maximal, that write is the one it reads from. Only an rmw that may
        // fail has other choices.
        let may_fail = |action| matches!(action, Action::Rmw { op: RmwOp::CompareExchange { .. }, .. });
        if read.kind == ReadKind::Exclusive
            && self.graph.plain_writes(read.location) == 0
            && !may_fail(self.paused.step(self.graph, id).action)
        {
            return Ok(true);
        }
        if !self.is_whole {
            self.is_unclear = true;
            return Ok(false);
        }
        let mut is_restricted = false;
        let latest = self.latest_known(id, read.location);
        if let Some(latest) = latest
            && self.is_vacant(id, read.location, latest)
        {
            if latest == read.source {
                return Ok(true);
            }
            let is_view = self.model.criterion(self.graph) == Criterion::Views;
            if is_view || self.is_consistent(id, read.location, latest, &mut is_restricted)? {
                return Ok(false);
            }
        }
        for candidate in self.by_preference(id, read.location) {
            self.watch.step(self.graph.len())?;
            if candidate == read.source {
                return Ok(true);
            }
            if latest != Some(candidate)
                && self.is_vacant(id, read.location, candidate)
                && self.is_consistent(id, read.location, candidate, &mut is_restricted)?
            {
                return Ok(false);
            }
        }
        Ok(false)
    }

    /// Returns whether a read can read from a write as far as consistency is concerned. Restricts
    /// the graph if that is necessary and has not been done.
    fn is_consistent(
        &mut self,
        id: EventId,
        location: LocationId,
        write: Source,
        is_restricted: &mut bool,
    ) -> Result<bool, Interruption> {
        match self.glance(id, location, write) {
            Glance::Available => Ok(true),
            Glance::Unavailable => Ok(false),
            Glance::Unclear => {
                if !std::mem::replace(is_restricted, true) {
                    self.restrict(id);
                }
                self.is_available(id, location, write)
            }
        }
    }

    /// The write to the location in the causal prefix of a read that all other writes in the prefix
    /// certainly precede, if it is quickly found; the initial write if the prefix has none.
    fn latest_known(&mut self, id: EventId, location: LocationId) -> Option<Source> {
        let graph = self.graph;
        let Some(before) = graph.directly_before(id) else { return Some(Source::Initial) };
        let known = graph.causal(before);
        let is_known = |write: &&EventId| known.contains(graph.event(**write));
        let Some(&latest) = graph.writes(location).iter().rev().find(is_known) else {
            return Some(Source::Initial);
        };
        let revisitor = &self.revisitor;
        let counts = |other| revisitor.counts(graph, id, other);
        // Of each thread the last write suffices: writes of one thread follow each other in its
        // order.
        let last_known = |&last: &EventId| {
            let mut accesses = graph.accesses_back_from(last);
            accesses.find(|access| is_known(&access) && graph.event(*access).as_write().is_some())
        };
        let mut others = graph.last_accesses(location).iter().filter_map(last_known);
        let model = &mut self.model;
        if !others.all(|other| other == latest || model.precedes(graph, other, latest, counts)) {
            return None;
        }
        Some(Source::Write(latest))
    }

    /// The writes to the location in P, in the order in which they are candidates for the maximal
    /// source.
    fn by_preference(&self, id: EventId, location: LocationId) -> SmallVec<[Source; 16]> {
        let graph = self.graph;
        let known = graph.directly_before(id).map(|before| graph.causal(before));
        let mut last_accesses: SmallVec<[EventId; 8]> = graph.last_accesses(location).into();
        last_accesses.sort_unstable_by_key(|&last| std::cmp::Reverse(graph.event(last).thread));
        let writes = || {
            let accesses = last_accesses.iter().flat_map(|&last| graph.accesses_back_from(last));
            let counts = |&access: &EventId| self.revisitor.counts(graph, id, access);
            accesses.filter(|&access| graph.event(access).as_write().is_some()).filter(counts)
        };
        let is_known = |&write: &EventId| known.is_some_and(|known| known.contains(graph.event(write)));
        let first = writes().filter(is_known).map(Source::Write);
        let rest = writes().filter(|write| !is_known(write)).map(Source::Write);
        first.chain([Source::Initial]).chain(rest).collect()
    }

    /// Returns whether a read can read from a write as far as rmws are concerned.
    fn is_vacant(&self, id: EventId, location: LocationId, write: Source) -> bool {
        let graph = self.graph;
        let Some(label) = self.label(id, location, write) else { return false };
        let is_rival = |reader: EventId| {
            let read = graph.event(reader).as_read();
            // The write of an rmw that is being judged is not in P, nor is that of one about to
            // revisit.
            let write = graph.successor(reader);
            read.is_some_and(|read| read.kind == ReadKind::Exclusive)
                && write.is_some_and(|write| self.revisitor.counts(graph, id, write))
        };
        label.kind != ReadKind::Exclusive || !graph.readers(location, write).any(is_rival)
    }

    /// The label that the read would have if it read from the write.
    fn label(&self, id: EventId, location: LocationId, write: Source) -> Option<Read> {
        let action = self.paused.step(self.graph, id).action;
        let content = self.graph.content_of(write, self.locations.info(location).initial);
        let content = content_with_additions(self.graph, self.paused, location, write, content);
        read_label(action, location, write, content, false).map(|(label, _)| label)
    }

    /// The availability of a write, if the whole graph decides it. A consistent graph stays
    /// consistent with fewer events, and a write that certainly precedes another one does so by
    /// their prefixes.
    fn glance(&mut self, id: EventId, location: LocationId, write: Source) -> Glance {
        let graph = self.graph;
        let before = graph.directly_before(id);
        let certain = self.model.certain_position(graph, before, location);
        if let Source::Write(later) = graph.write_at(location, certain)
            && write != later.into()
        {
            let revisitor = &self.revisitor;
            let counts = |other| revisitor.counts(graph, id, other);
            if write.write().is_none_or(|write| self.model.precedes(graph, write, later, counts)) {
                return Glance::Unavailable;
            }
        }
        if graph.position(write) >= self.model.safe_position(graph, before, location) {
            return Glance::Available;
        }
        Glance::Unclear
    }

    /// Restricts the graph to P without the read.
    fn restrict(&mut self, id: EventId) {
        let Restriction { graph: copy, renumbering } = self.restriction;
        let graph = self.graph;
        let copy = copy.get_or_insert_with(|| Graph::new(graph.thread_count(), graph.synchronisation()));
        let revisitor = &self.revisitor;
        let write = (revisitor.write < graph.next_id()).then(|| *graph.event(revisitor.write));
        graph.restrict_into(copy, renumbering, id.index(), |event| {
            revisitor.has_seen(event) && write.is_none_or(|write| *event != write)
        });
    }

    /// Returns whether a write is available, given that the graph has been restricted.
    fn is_available(
        &mut self,
        id: EventId,
        location: LocationId,
        write: Source,
    ) -> Result<bool, Interruption> {
        let Some(mut label) = self.label(id, location, write) else { return Ok(false) };
        let Restriction { graph: Some(copy), renumbering } = self.restriction else { return Ok(false) };
        label.source = renumbering.new_source(write);
        let read = copy.add_read(self.graph.event(id).thread, label);
        if let Some(function) = self.graph.function_of(id) {
            copy.set_function(read, function);
        }
        let available = admits_read(self.model, copy, self.locations, self.watch, read)?;
        copy.pop();
        Ok(available)
    }
}
