//! The cores of the machine, for all that is to be done: whoever works holds one.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A number of cores, which explorations of one or several programs share.
#[derive(Debug)]
pub struct Cores {
    count: usize,
    free: Mutex<usize>,
    freed: Condvar,
    splitting: Splitting,
}

/// When an exploration gives parts of its work away.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Splitting {
    /// When a core is idle, and the exploration is not about to end.
    WhenIdle,
    /// As often as possible, from the beginning. This is slow, and finds out whether parts are
    /// explored as they are without splitting.
    Always,
}

/// A core that is in use, until this is dropped.
#[derive(Debug)]
pub struct Core<'c>(&'c Cores);

impl Cores {
    /// This many cores, at least one.
    pub fn new(count: usize) -> Self {
        Self::with_splitting(count, Splitting::WhenIdle)
    }

    /// This many cores, at least one, and when to split work.
    pub fn with_splitting(count: usize, splitting: Splitting) -> Self {
        let count = count.max(1);
        Self { count, free: Mutex::new(count), freed: Condvar::new(), splitting }
    }

    /// The number of cores.
    pub fn count(&self) -> usize {
        self.count
    }

    /// When explorations give work away.
    pub(crate) fn splitting(&self) -> Splitting {
        self.splitting
    }

    /// Waits for a core.
    pub fn take(&self) -> Core<'_> {
        let mut free = self.lock();
        while *free == 0 {
            free = self.freed.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
        *free -= 1;
        Core(self)
    }

    /// A core, if one becomes free within a time.
    pub(crate) fn take_within(&self, time: Duration) -> Option<Core<'_>> {
        let none_is_free = |free: &mut usize| *free == 0;
        let waited = self.freed.wait_timeout_while(self.lock(), time, none_is_free);
        let (mut free, timeout) = waited.unwrap_or_else(PoisonError::into_inner);
        if timeout.timed_out() && *free == 0 {
            return None;
        }
        *free -= 1;
        Some(Core(self))
    }

    fn lock(&self) -> MutexGuard<'_, usize> {
        self.free.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Core<'_> {
    fn drop(&mut self) {
        *self.0.lock() += 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_cores_are_taken_than_there_are() {
        let cores = Cores::new(2);
        let at_once = Duration::ZERO;
        let first = cores.take();
        let second = cores.take_within(at_once);
        assert!(second.is_some() && cores.take_within(at_once).is_none());
        drop(first);
        assert!(cores.take_within(at_once).is_some());
    }
}
