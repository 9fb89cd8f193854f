//! Sharing: parts of an exploration are given away as [units](crate::unit), and taken over.

use porf_entity::{EntityId, ThreadId};
use porf_graph::{EventId, Graph, LocationId, Source};
use porf_models::Model;
use porf_program::{Action, Program};

use super::work::Alternative;
use super::{GraphExplorer, Work};
use crate::execution_core::Choice;
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

    /// Makes the events of a unit, with its alternative as the only one that is still to be explored.
    pub(crate) fn take_over(&mut self, unit: &Unit) -> Result<(), Interruption> {
        self.core.clear();
        self.alternatives.clear();
        self.interrupted.clear();
        self.core.state.graph.make_room(self.core.knowledge.names.count());
        let mut revisited: Vec<(usize, usize, bool)> = Vec::new();
        for (number, event) in unit.events.iter().enumerate() {
            self.core.watch.step(number)?;
            match event.choice {
                UnitChoice::Read { source: Some(source), spurious } if source > number => {
                    self.add_without_source(event.thread);
                    revisited.push((source, number, spurious));
                }
                _ => self.add_again(event)?,
            }
            debug_assert_eq!(self.core.state.graph.len(), number + 1, "each event is made again");
            while let Some(place) = revisited.iter().position(|&(source, ..)| source == number) {
                let (_, read, spurious) = revisited.swap_remove(place);
                self.read_from(EventId::from_index(read), EventId::from_index(number), spurious);
            }
            if let UnitChoice::Write { behind } = event.choice {
                let position = self.core.state.graph.position(write(behind)) + 1;
                self.core.state.graph.place_write(EventId::from_index(number), position);
            }
        }
        let alternative = self.alternative_of(unit);
        self.alternatives.extend(alternative);
        Ok(())
    }

    /// Adds an event of a unit; a write does not get a place in coherence order yet.
    fn add_again(&mut self, event: &UnitEvent) -> Result<(), Interruption> {
        let UnitEvent { thread, choice } = *event;
        let source = match choice {
            UnitChoice::Read { source, .. } => source.map(EventId::from_index),
            _ => None,
        };
        let location = self.location_of_next(thread, source);
        let choice = match (choice, location) {
            (UnitChoice::Read { source, spurious }, Some(location)) => {
                self.note_awaited(thread, location)?;
                Choice::Read { location, source: write(source), spurious }
            }
            (UnitChoice::Attempt { source }, Some(location)) => {
                self.note_awaited(thread, location)?;
                self.core.state.graph.add_wait(thread, location, write(source));
                self.core.state.pause(None);
                return Ok(());
            }
            (UnitChoice::Write { .. }, Some(location)) => Choice::Write { location, position: None },
            (UnitChoice::Addition, Some(location)) => Choice::Add(location),
            (UnitChoice::Chosen(choice), _) => Choice::Chosen(choice),
            _ => Choice::Nothing,
        };
        self.core.append(thread, choice).map(|_| ())
    }

    /// Adds a read whose source comes later: for now, as an attempt.
    fn add_without_source(&mut self, thread: ThreadId) {
        // An item that is not there yet has no location.
        if let Some(location) = self.location_of_next(thread, None) {
            let dependencies = self.core.program.dependencies(&self.core.state.next(thread).state);
            let event = self.core.state.graph.add_wait(thread, location, Source::Initial);
            self.core.state.pause(None);
            if let Some(dependencies) = dependencies.filter(|_| self.core.features.dependencies) {
                self.core.state.graph.set_dependencies(event, &dependencies);
            }
        }
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

    fn alternative_of(&mut self, unit: &Unit) -> Option<Alternative> {
        let length = unit.events.len();
        let (event, last) = (EventId::from_index(length), length.checked_sub(1).map(EventId::from_index));
        Some(match unit.branch {
            Branch::Read { thread, source, spurious } => {
                let location = self.location_of_next(thread, source.map(EventId::from_index))?;
                Alternative::Read { event, thread, location, source: write(source), spurious }
            }
            Branch::Place { position, revisited } => {
                Alternative::Place { write: last?, position, revisited: revisited.map(EventId::from_index) }
            }
            Branch::Revisit { read, spurious } => {
                Alternative::Revisit { write: last?, read: EventId::from_index(read), spurious }
            }
            Branch::Choose { thread, choice, count } => Alternative::Choose { event, thread, choice, count },
            Branch::Displace { thread, source, read, spurious } => Alternative::Displace {
                event,
                thread,
                source: write(source),
                read: EventId::from_index(read),
                spurious,
            },
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
