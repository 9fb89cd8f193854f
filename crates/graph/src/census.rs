//! The numbers of the events of special kinds. Where such a number is 0, the work for these events
//! is skipped altogether.

use crate::event::{Event, Label, ReadKind};

/// Counts of the events of a graph.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Census {
    /// Sequentially consistent accesses and fences.
    pub(crate) seq_cst_events: u32,
    /// Exclusive reads whose exclusive write is not there.
    pub(crate) unfinished_rmws: u32,
    /// Accesses that are not atomic.
    pub(crate) non_atomic_accesses: u32,
}

impl Census {
    /// Counts an event that is added.
    pub(crate) fn add(&mut self, event: &Event) {
        self.seq_cst_events += u32::from(event.is_seq_cst());
        self.non_atomic_accesses += u32::from(event.is_non_atomic());
        match event.label {
            Label::Read(read) if read.kind == ReadKind::Exclusive => self.unfinished_rmws += 1,
            Label::Write(write) if write.exclusive => self.unfinished_rmws -= 1,
            _ => {}
        }
    }

    /// Uncounts an event that is removed.
    pub(crate) fn remove(&mut self, event: &Event) {
        self.seq_cst_events -= u32::from(event.is_seq_cst());
        self.non_atomic_accesses -= u32::from(event.is_non_atomic());
        match event.label {
            Label::Read(read) if read.kind == ReadKind::Exclusive => self.unfinished_rmws -= 1,
            Label::Write(write) if write.exclusive => self.unfinished_rmws += 1,
            _ => {}
        }
    }
}
