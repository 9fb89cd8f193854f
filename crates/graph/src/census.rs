//! How many events of special kinds there are: what can be skipped altogether where there are none.

use porf_entity::EntityId;

use crate::event::{Event, Label, LocationId, ReadKind};

/// Counts of the events of a graph.
#[derive(Clone, Default, Debug)]
pub(crate) struct Census {
    /// Sequentially consistent accesses and fences.
    pub(crate) seq_cst_events: u32,
    /// Exclusive reads whose exclusive write is not there.
    pub(crate) unfinished_rmws: u32,
    /// For each location, accesses that are not atomic.
    non_atomic_accesses: Vec<u32>,
}

impl Census {
    pub(crate) fn non_atomic_accesses(&self, location: LocationId) -> u32 {
        self.non_atomic_accesses.get(location.index()).copied().unwrap_or(0)
    }

    /// Counts an event that comes.
    pub(crate) fn add(&mut self, event: &Event) {
        self.seq_cst_events += u32::from(event.is_seq_cst());
        match event.label {
            Label::Read(read) if read.kind == ReadKind::Exclusive => self.unfinished_rmws += 1,
            Label::Write(write) if write.exclusive => self.unfinished_rmws -= 1,
            _ => {}
        }
        if let Some(count) = self.count_of_non_atomic(event) {
            *count += 1;
        }
    }

    /// Forgets an event that goes.
    pub(crate) fn remove(&mut self, event: &Event) {
        self.seq_cst_events -= u32::from(event.is_seq_cst());
        match event.label {
            Label::Read(read) if read.kind == ReadKind::Exclusive => self.unfinished_rmws -= 1,
            Label::Write(write) if write.exclusive => self.unfinished_rmws += 1,
            _ => {}
        }
        if let Some(count) = self.count_of_non_atomic(event) {
            *count -= 1;
        }
    }

    /// Forgets all events.
    pub(crate) fn clear(&mut self) {
        self.seq_cst_events = 0;
        self.unfinished_rmws = 0;
        self.non_atomic_accesses.fill(0);
    }

    /// The count that an event belongs to if it is a non-atomic access.
    fn count_of_non_atomic(&mut self, event: &Event) -> Option<&mut u32> {
        let location = event.location().filter(|_| event.is_non_atomic())?.index();
        if self.non_atomic_accesses.len() <= location {
            self.non_atomic_accesses.resize(location + 1, 0);
        }
        self.non_atomic_accesses.get_mut(location)
    }
}
