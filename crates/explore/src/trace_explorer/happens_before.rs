//! Happens-before among the steps of an execution, as vector clocks.
//!
//! A clock counts, for each thread, its steps that happen before a step, itself included. The clock
//! of a step is computed once, when the step is taken, and removed when the step is taken back.

use porf_entity::{EntityId, ThreadId};

/// The clocks of the steps of an execution, in one flat table.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    /// The number of threads for which there is room.
    threads: usize,
    counts: Vec<u32>,
}

impl Clocks {
    /// Gives all clocks room for so many threads.
    pub(super) fn make_room(&mut self, threads: usize) {
        if threads <= self.threads {
            return;
        }
        let mut widened = Self { threads: threads.next_power_of_two(), counts: Vec::new() };
        if self.threads > 0 {
            for clock in self.counts.chunks_exact(self.threads) {
                widened.counts.extend_from_slice(clock);
                widened.counts.resize(widened.counts.len() + widened.threads - self.threads, 0);
            }
        }
        *self = widened;
    }

    /// Begins the clock of the next step, which follows another one.
    pub(super) fn push(&mut self, before: Option<usize>) {
        match before {
            Some(step) => {
                let start = step * self.threads;
                self.counts.extend_from_within(start..start + self.threads);
            }
            None => self.counts.resize(self.counts.len() + self.threads, 0),
        }
    }

    /// Adds the steps that happen before another step to the latest clock.
    pub(super) fn join(&mut self, step: usize) {
        let start = step * self.threads;
        let latest = self.counts.len() - self.threads;
        let (earlier, latest) = self.counts.split_at_mut(latest);
        for (count, &other) in latest.iter_mut().zip(&earlier[start..start + self.threads]) {
            *count = (*count).max(other);
        }
    }

    /// Sets the number of steps of the latest step's own thread.
    pub(super) fn tick(&mut self, thread: ThreadId, count: u32) {
        let latest = self.counts.len() - self.threads;
        self.counts[latest + thread.index()] = count;
    }

    pub(super) fn pop(&mut self) {
        self.counts.truncate(self.counts.len().saturating_sub(self.threads));
    }

    /// The number of steps of a thread that happen before a step.
    #[inline]
    pub(super) fn count(&self, step: usize, thread: ThreadId) -> u32 {
        self.counts[step * self.threads + thread.index()]
    }
}
