//! The functions of libraries whose calls make events, where the memory model asks for them.
//!
//! They are an annotation beside the events, as [dependencies](crate::dependencies) are.

use porf_entity::{EntityId, LibraryFunctionId};

use crate::event::EventId;
use crate::execution_graph::Graph;

impl Graph {
    /// Says which function of its library the latest event is a call of.
    pub fn set_function(&mut self, event: EventId, function: LibraryFunctionId) {
        debug_assert_eq!(event.index() + 1, self.len(), "the event is the latest one");
        self.functions.resize(event.index(), None);
        self.functions.push(Some(function));
    }

    /// The function of its library that an event is a call of; `None` if it is none, or if nobody asks.
    pub fn function_of(&self, event: EventId) -> Option<LibraryFunctionId> {
        self.functions.get(event.index()).copied().flatten()
    }
}
