//! Sharing: parts of an exploration are given away as [units](crate::unit), and taken over.

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, Label, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};

use super::work::Alternative;
use super::{GraphExplorer, Work};
use crate::execution_core::Choice;
use crate::limits::StopReason;
use crate::restart::Interruption;
use crate::unit::{Branch, Number, Unit, UnitChoice, UnitEvent, number};

impl<P: Program, M: Model> GraphExplorer<'_, P, M> {
    /// The number of alternatives that are still to be explored.
    pub(crate) fn pending(&self) -> usize {
        self.alternatives.len() + self.interrupted.iter().map(|work| work.alternatives.len()).sum::<usize>()
    }

    /// Takes out the alternative with the fewest events before it that do not belong to it alone: the
    /// first one of the execution that was interrupted first.
    pub(crate) fn give_shallowest(&mut self) -> Option<Unit> {
        let Self { core, alternatives, interrupted, .. } = self;
        let oldest = interrupted.iter_mut().find(|work| !work.alternatives.is_empty());
        let (graph, alternatives) = match oldest {
            Some(Work { state, alternatives }) => (&state.graph, alternatives),
            None => (&core.state.graph, alternatives),
        };
        (!alternatives.is_empty()).then(|| unit_of(graph, alternatives.remove(0)))
    }

    /// Makes the events of a unit, with its alternative as the only one that is still to be explored. An
    /// error if the unit is not one of this program.
    pub(crate) fn take_over(&mut self, unit: &Unit) -> Result<(), Interruption> {
        self.core.clear();
        self.alternatives.clear();
        self.interrupted.clear();
        self.core.state.graph.make_room(self.core.knowledge.names.count());
        let mut revisited: Vec<(usize, usize, bool)> = Vec::new();
        for (number, event) in unit.events.iter().enumerate() {
            self.core.watch.step(number)?;
            if !self.core.state.paused.exists(event.thread) {
                return Err(StopReason::ForeignUnit.into());
            }
            match event.choice {
                UnitChoice::Read { source: Some(source), spurious } if source > number => {
                    self.add_without_source(event.thread);
                    revisited.push((source, number, spurious));
                }
                _ => self.add_again(event)?,
            }
            if self.core.state.graph.len() != number + 1 {
                return Err(StopReason::ForeignUnit.into());
            }
            let id = EventId::from_index(number);
            while let Some(place) = revisited.iter().position(|&(source, ..)| source == number) {
                let (_, read, spurious) = revisited.swap_remove(place);
                if !self.is_write(id) || !self.read_from(EventId::from_index(read), id, spurious) {
                    return Err(StopReason::ForeignUnit.into());
                }
            }
            if let UnitChoice::Write { behind } = event.choice {
                let position = self.core.state.graph.position(write(behind)) + 1;
                self.core.state.graph.place_write(id, position);
            }
        }
        let alternative = self.alternative_of(unit).filter(|_| revisited.is_empty());
        self.alternatives.push(alternative.ok_or(StopReason::ForeignUnit)?);
        Ok(())
    }

    /// Adds an event of a unit, if it fits the next action of its thread. A write does not get a place in
    /// coherence order yet.
    fn add_again(&mut self, event: &UnitEvent) -> Result<(), Interruption> {
        let UnitEvent { thread, choice } = *event;
        let source = match choice {
            UnitChoice::Read { source, .. } => source.map(EventId::from_index),
            _ => None,
        };
        if source.is_some_and(|source| !self.is_write(source)) {
            return Ok(());
        }
        let location = self.location_of_next(thread, source);
        let is_of_location = |number: Number| {
            number.is_none_or(|number| self.location_of_write(EventId::from_index(number)) == location)
        };
        let choice = match (choice, location) {
            (UnitChoice::Read { source, spurious }, Some(location)) if is_of_location(source) => {
                self.note_awaited(thread, location)?;
                Choice::Read { location, source: write(source), spurious }
            }
            // The write may come later.
            (UnitChoice::Attempt { source }, Some(location)) => {
                self.note_awaited(thread, location)?;
                self.core.add_attempt(thread, location, write(source));
                return Ok(());
            }
            (UnitChoice::Write { behind }, Some(location)) if is_of_location(behind) => {
                Choice::Write { location, position: None }
            }
            (UnitChoice::Addition, Some(location)) => Choice::Add(location),
            (UnitChoice::Chosen(choice), _) => Choice::Chosen(choice),
            (UnitChoice::Nothing, _) => Choice::Nothing,
            _ => return Ok(()),
        };
        self.core.append(thread, choice).map(|_| ())
    }

    /// Adds a read whose source comes later: for now, as an attempt.
    fn add_without_source(&mut self, thread: ThreadId) {
        // An item that is not there yet has no location.
        if let Some(location) = self.location_of_next(thread, None) {
            let dependencies = self.core.program.dependencies(&self.core.state.next(thread).state);
            let event = self.core.state.graph.next_id();
            self.core.add_attempt(thread, location, Source::Initial);
            if let Some(dependencies) = dependencies.filter(|_| self.core.features.dependencies) {
                self.core.state.graph.set_dependencies(event, &dependencies);
            }
        }
    }

    /// Returns whether an id is that of a write of the graph.
    fn is_write(&self, event: EventId) -> bool {
        self.location_of_write(event).is_some()
    }

    fn location_of_write(&self, event: EventId) -> Option<LocationId> {
        let graph = &self.core.state.graph;
        let is_there = event.index() < graph.len();
        is_there.then(|| graph.event(event).as_write().map(|write| write.location)).flatten()
    }

    /// Returns whether an id is that of a read or of an attempt.
    fn is_read(&self, event: EventId) -> bool {
        let graph = &self.core.state.graph;
        event.index() < graph.len() && matches!(graph.event(event).label, Label::Read(_) | Label::Wait { .. })
    }

    /// Notes that a thread awaits a value of the location, if it does.
    fn note_awaited(&mut self, thread: ThreadId, location: LocationId) -> Result<(), Interruption> {
        let action = self.core.action(thread);
        if self.core.awaits(action) {
            let before = self.core.state.graph.latest_before(thread);
            self.core.note_await(action, location, before)?;
        }
        Ok(())
    }

    /// The alternative of a unit whose events are there; `None` if it does not fit them.
    fn alternative_of(&mut self, unit: &Unit) -> Option<Alternative> {
        let length = unit.events.len();
        let (event, last) = (EventId::from_index(length), length.checked_sub(1).map(EventId::from_index));
        let read_of = |this: &Self, number: usize| {
            let read = EventId::from_index(number);
            this.is_read(read).then_some(read)
        };
        let exists = |this: &Self, thread| this.core.state.paused.exists(thread).then_some(());
        Some(match unit.branch {
            Branch::Read { thread, source, spurious } => {
                exists(self, thread)?;
                let source_id = source.map(EventId::from_index);
                if source_id.is_some_and(|source| !self.is_write(source)) {
                    return None;
                }
                let location = self.location_of_next(thread, source_id)?;
                Alternative::Read { event, thread, location, source: write(source), spurious }
            }
            Branch::Place { position, revisited } => {
                let write = last?;
                let count = self.core.state.graph.writes(self.location_of_write(write)?).len();
                let revisited = match revisited {
                    Some(read) => Some(read_of(self, read)?),
                    None => None,
                };
                (1..=count).contains(&position).then_some(())?;
                Alternative::Place { write, position, revisited }
            }
            Branch::Revisit { read, spurious } => {
                let write = last.filter(|&last| self.is_write(last))?;
                Alternative::Revisit { write, read: read_of(self, read)?, spurious }
            }
            Branch::Choose { thread, choice, count } => {
                exists(self, thread)?;
                (choice < count).then_some(())?;
                Alternative::Choose { event, thread, choice, count }
            }
            Branch::Displace { thread, source, read, spurious } => {
                exists(self, thread)?;
                if source.is_some_and(|source| !self.is_write(EventId::from_index(source))) {
                    return None;
                }
                let read = read_of(self, read)?;
                Alternative::Displace { event, thread, source: write(source), read, spurious }
            }
        })
    }

    /// The location of a thread's next action: that of the item, if the action takes the one that
    /// `source` has put into a pool. `None` if the action accesses nothing.
    pub(super) fn location_of_next(
        &mut self,
        thread: ThreadId,
        source: Option<EventId>,
    ) -> Option<LocationId> {
        let core = &mut self.core;
        match core.action(thread) {
            Action::Put { object, size, .. } => {
                let pool = core.locate_pool(thread, object, size).ok()??;
                Some(core.locate_item(pool, thread))
            }
            Action::Take { object, size, .. } => {
                let pool = core.locate_pool(thread, object, size).ok()??;
                match core.read_of_item(pool, source) {
                    Choice::Read { location, .. } => Some(location),
                    _ => None,
                }
            }
            Action::Load { address, size, .. }
            | Action::Rmw { address, size, .. }
            | Action::Store { address, size, .. } => Some(core.location_of(address, size)),
            _ => None,
        }
    }
}

fn unit_of(graph: &Graph, alternative: Alternative) -> Unit {
    let (length, branch) = match alternative {
        Alternative::Read { event, thread, source, spurious, .. } => {
            (event.index(), Branch::Read { thread, source: number(source), spurious })
        }
        Alternative::Place { write, position, revisited } => {
            (write.index() + 1, Branch::Place { position, revisited: revisited.map(|read| read.index()) })
        }
        Alternative::Revisit { write, read, spurious } => {
            (write.index() + 1, Branch::Revisit { read: read.index(), spurious })
        }
        Alternative::Choose { event, thread, choice, count } => {
            (event.index(), Branch::Choose { thread, choice, count })
        }
        Alternative::Displace { event, thread, source, read, spurious } => {
            (event.index(), Branch::Displace { thread, source: number(source), read: read.index(), spurious })
        }
    };
    Unit::new(graph, length, branch)
}

fn write(number: Number) -> Source {
    number.map_or(Source::Initial, |number| Source::Write(EventId::from_index(number)))
}
