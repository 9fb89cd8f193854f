//! Unordered locations: their coherence order is not chosen.
//!
//! With [`Equivalence::Rf`], most locations are *unordered*. The order of their writes that the
//! graph has is a *witness order*, which may be exchanged for another one at any time. Going back
//! keeps it a witness: with fewer events, fewer orders are inconsistent.
//!
//! A write is put last, which is always consistent. A read is checked against the witness order. If
//! the witness order does not admit the read, the model looks for another one (`find_orders`). If
//! there is none, the branch ends.

use porf_entity::ThreadId;
use porf_graph::{EventId, Graph, LocationId, Source};
use porf_models::{Criterion, Demands, Model, Unfinished};
use porf_program::Program;
use smallvec::SmallVec;

use super::{ExecutionCore, proceed};
use crate::limits::Watch;
use crate::locations::Locations;
use crate::options::Equivalence;
use crate::restart::{Change, Interruption};

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether a location is unordered.
    pub(crate) fn is_unordered(&self, location: LocationId) -> bool {
        self.locations.is_unordered(location)
    }

    /// The position of the last write that a thread is bound to know, given its last event: its
    /// next access must neither read from an earlier write nor be placed before that write.
    pub(crate) fn least_position(&mut self, last: Option<EventId>, location: LocationId) -> usize {
        let graph = &self.state.graph;
        if self.equivalence == Equivalence::Co {
            return self.model.known_position(graph, last, location);
        }
        if self.model.criterion(graph) != Criterion::Positions {
            return self.model.certain_position(graph, last, location);
        }
        let known = self.model.known_position(graph, last, location);
        let certain = if known == 0 { 0 } else { self.model.certain_position(graph, last, location) };
        let is_settled = known > certain && is_settled(&mut self.model, graph, &self.locations, &self.watch);
        if is_settled { known } else { certain }
    }

    /// The writes, in the witness order, that the next event of a thread could read from: those
    /// from the last write on that the thread is bound to know, and at an unordered location the
    /// writes before it that need not be before it.
    pub(crate) fn possible_sources(
        &mut self,
        thread: ThreadId,
        location: LocationId,
    ) -> Result<SmallVec<[Source; 16]>, Interruption> {
        let known = self.least_position(self.state.graph.latest_before(thread), location);
        let mut positions: SmallVec<[usize; 16]> = SmallVec::new();
        if self.is_unordered(location) && known > 0 {
            let last_accesses: SmallVec<[EventId; 8]> = self.state.graph.last_accesses(location).into();
            for last in last_accesses {
                self.push_not_overwritten(location, last, known, &mut positions)?;
            }
            positions.sort_unstable();
        }
        let graph = &self.state.graph;
        positions.extend(known..=graph.writes(location).len());
        Ok(positions.into_iter().map(|position| graph.write_at(location, position)).collect())
    }

    /// Pushes the positions of a thread's writes, given its last access, that stand before a known
    /// write and need not. If one write must stand there, all earlier writes of its thread must,
    /// too.
    fn push_not_overwritten(
        &mut self,
        location: LocationId,
        last: EventId,
        known: usize,
        positions: &mut SmallVec<[usize; 16]>,
    ) -> Result<(), Interruption> {
        let mut access = Some(last);
        while let Some(event) = access {
            self.watch.step(0)?;
            let graph = &self.state.graph;
            access = graph.accesses_back_from(event).nth(1);
            let position = graph.position(Source::Write(event));
            if graph.event(event).as_write().is_none() || position > known {
                continue;
            }
            if position == known || self.is_overwritten(location, position, known) {
                break;
            }
            positions.push(position);
        }
        Ok(())
    }

    /// Returns whether the write at a position precedes the one at a later position in every order,
    /// if that is quickly seen.
    fn is_overwritten(&mut self, location: LocationId, position: usize, later: usize) -> bool {
        let graph = &self.state.graph;
        let (Source::Write(first), Source::Write(second)) =
            (graph.write_at(location, position), graph.write_at(location, later))
        else {
            return true;
        };
        self.model.precedes(graph, first, second, |_| true)
            || (position..later).all(|position| is_link_certain(&mut self.model, graph, location, position))
    }

    /// Returns whether a read that was just added is consistent, perhaps with another witness
    /// order.
    pub(crate) fn admits_read(&mut self, read: EventId) -> Result<bool, Interruption> {
        let Self { model, state, locations, watch, .. } = self;
        if self.equivalence == Equivalence::Co {
            return is_consistent(model, &state.graph, watch, read);
        }
        admits_read(model, &mut state.graph, locations, watch, read)
    }

    /// Returns whether a write that was just added, and a read that was made to read from it, are
    /// consistent, perhaps with another witness order.
    pub(crate) fn admits_write(
        &mut self,
        write: EventId,
        revisited: Option<EventId>,
    ) -> Result<bool, Interruption> {
        let Self { model, state, locations, watch, .. } = self;
        let graph = &mut state.graph;
        let is_consistent = |model: &mut M, graph: &Graph, watch: &Watch<'_>| {
            Ok::<_, Interruption>(
                is_consistent(model, graph, watch, write)?
                    && match revisited {
                        Some(read) => is_consistent(model, graph, watch, read)?,
                        None => true,
                    },
            )
        };
        if self.equivalence == Equivalence::Co {
            return is_consistent(model, graph, watch);
        }
        let Some(location) = graph.event(write).location() else { return Ok(true) };
        let position = graph.position(Source::Write(write));
        if position == graph.writes(location).len() {
            return Ok(true);
        }
        let mut known_before = |event| model.known_position(graph, graph.directly_before(event), location);
        let is_behind = known_before(write) < position;
        let is_behind = is_behind && revisited.is_none_or(|read| known_before(read) <= position);
        if is_behind && is_consistent(model, graph, watch)? {
            return Ok(true);
        }
        find_orders(model, graph, locations, watch, location)
    }

    /// Reports the execution that was reported last once more for each other consistent combination
    /// of last writes to the observed addresses.
    pub(crate) fn report_variants(&mut self) -> Result<(), Interruption> {
        let observed = self.sink.observed();
        let at = |&address| self.locations.at(address);
        // Writes that all, or all but one, belong to rmws have only one order.
        let is_open = |&location: &LocationId| {
            self.is_unordered(location) && self.state.graph.plain_writes(location) > 1
        };
        let locations: Vec<LocationId> = observed.iter().flat_map(at).filter(is_open).collect();
        if locations.is_empty() {
            return Ok(());
        }
        let reported: Vec<EventId> = locations
            .iter()
            .filter_map(|&location| self.state.graph.latest_write(location).write())
            .collect();
        let mut pending = vec![Vec::new()];
        while let Some(last) = pending.pop() {
            self.watch.step(self.state.graph.len())?;
            if !self.has_order_ending_with(&last)? {
                continue;
            }
            if let Some(&next) = locations.get(last.len()) {
                let graph = &self.state.graph;
                let ends =
                    |&&write: &&EventId| graph.exclusive_successor(next, Source::Write(write)).is_none();
                let ways = graph.writes(next).iter().filter(ends);
                pending.extend(ways.map(|&write| last.iter().copied().chain([write]).collect()));
            } else if last != reported {
                let (sink, execution) = self.sink_and_execution();
                proceed(sink.variant(&execution))?;
            }
        }
        Ok(())
    }

    /// Returns whether some witness order has these writes as the last ones of their locations; the
    /// graph then has such an order.
    pub(crate) fn has_order_ending_with(&mut self, last: &[EventId]) -> Result<bool, Interruption> {
        let Self { model, state, locations, watch, .. } = self;
        let Some(location) = last.last().and_then(|&write| state.graph.event(write).location()) else {
            return Ok(true);
        };
        look_for_orders(model, &mut state.graph, locations, watch, location, last)
    }
}

/// Returns whether a read that was just added is consistent with the graph's witness order, or with
/// another one, which the graph then has.
pub(crate) fn admits_read<M: Model>(
    model: &mut M,
    graph: &mut Graph,
    locations: &Locations,
    watch: &Watch<'_>,
    read: EventId,
) -> Result<bool, Interruption> {
    let Some((location, source)) = graph.event(read).as_read().map(|read| (read.location, read.source))
    else {
        return Ok(true);
    };
    let position = graph.position(source);
    if position == graph.writes(location).len() {
        return Ok(true);
    }
    let known = model.known_position(graph, graph.directly_before(read), location);
    if position >= known && is_consistent(model, graph, watch, read)? {
        return Ok(true);
    }
    find_orders(model, graph, locations, watch, location)
}

/// Looks for another witness order of a graph that is inconsistent because of accesses to the
/// location.
fn find_orders<M: Model>(
    model: &mut M,
    graph: &mut Graph,
    locations: &Locations,
    watch: &Watch<'_>,
    location: LocationId,
) -> Result<bool, Interruption> {
    look_for_orders(model, graph, locations, watch, location, &[])
}

fn look_for_orders<M: Model>(
    model: &mut M,
    graph: &mut Graph,
    locations: &Locations,
    watch: &Watch<'_>,
    location: LocationId,
    last: &[EventId],
) -> Result<bool, Interruption> {
    let size = graph.len();
    let is_unordered = |location| locations.is_unordered(location);
    let mut go_on = || watch.go_on(size);
    let found = model.find_orders(
        graph,
        location,
        &mut Demands { is_unordered: &is_unordered, last, go_on: &mut go_on },
    );
    found.map_err(|unfinished| match unfinished {
        Unfinished::Interrupted => watch.stopped().into(),
        Unfinished::TooLarge(location) => {
            let info = locations.info(location);
            Change::Order(info.address, info.size).into()
        }
    })
}

/// Returns whether an event that was just added is consistent with the graph's coherence order.
fn is_consistent<M: Model>(
    model: &mut M,
    graph: &Graph,
    watch: &Watch<'_>,
    event: EventId,
) -> Result<bool, Interruption> {
    let consistent = model.is_consistent(graph, event, &mut || watch.go_on(graph.len()));
    consistent.map_err(|_| watch.stopped().into())
}

/// Returns whether the witness order is certainly the only one. May return `false` if the check
/// takes too long.
fn is_settled<M: Model>(model: &mut M, graph: &Graph, locations: &Locations, watch: &Watch<'_>) -> bool {
    graph.locations().filter(|&location| locations.is_unordered(location)).all(|location| {
        let mut positions = 1..graph.writes(location).len();
        positions.all(|position| is_link_certain(model, graph, location, position) && watch.go_on(0))
    })
}

/// Returns whether the write at a position precedes the next one in every order, if that is quickly
/// seen.
fn is_link_certain<M: Model>(model: &mut M, graph: &Graph, location: LocationId, position: usize) -> bool {
    let (Source::Write(first), Source::Write(second)) =
        (graph.write_at(location, position), graph.write_at(location, position + 1))
    else {
        return true;
    };
    let exclusive = graph.event(second).as_write().is_some_and(|write| write.exclusive);
    exclusive || model.precedes(graph, first, second, |_| true)
}
