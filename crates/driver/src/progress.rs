//! The progress of checks, for the user who watches.

use std::sync::atomic::{AtomicU64, Ordering};

/// The progress of checks.
#[derive(Debug, Default)]
pub struct Progress {
    /// The number of executions that were explored so far, accurate to a thousand or so.
    pub executions: AtomicU64,
    /// The estimated number of all executions, as the bits of an `f64`; 0 while there is no
    /// estimate.
    pub estimate: AtomicU64,
}

/// The part of one check in the progress. It is added now and then only, and can be taken back
/// completely.
#[derive(Debug)]
pub(crate) struct Contribution<'a> {
    progress: Option<&'a Progress>,
    reported: u64,
    unreported: u64,
}

impl<'a> Contribution<'a> {
    /// A check without executions so far.
    pub(crate) fn new(progress: Option<&'a Progress>) -> Self {
        Self { progress, reported: 0, unreported: 0 }
    }

    /// Counts one more execution.
    pub(crate) fn count(&mut self) {
        const AT_A_TIME: u64 = 1024;
        self.unreported += 1;
        if self.unreported == AT_A_TIME
            && let Some(progress) = self.progress
        {
            progress.executions.fetch_add(AT_A_TIME, Ordering::Relaxed);
            self.reported += AT_A_TIME;
            self.unreported = 0;
        }
    }

    /// Adds the executions of another part of the same check.
    pub(crate) fn join(&mut self, other: Self) {
        self.reported += other.reported;
        self.unreported += other.unreported;
    }

    /// Takes back all executions that were counted.
    pub(crate) fn take_back(&mut self) {
        if let Some(progress) = self.progress {
            progress.executions.fetch_sub(self.reported, Ordering::Relaxed);
        }
        (self.reported, self.unreported) = (0, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_takes_back_what_it_said_and_no_more() {
        let progress = Progress::default();
        let executions = || progress.executions.load(Ordering::Relaxed);
        let mut one = Contribution::new(Some(&progress));
        let mut other = Contribution::new(Some(&progress));
        for _ in 0..5000 {
            one.count();
            other.count();
        }
        let both = executions();
        assert!((8000..=10_000).contains(&both), "{both}");
        one.take_back();
        assert_eq!(executions(), both / 2, "both have said the same");
        one.take_back();
        assert_eq!(executions(), both / 2, "once");
        for _ in 0..5000 {
            one.count();
        }
        assert_eq!(executions(), both);
    }
}
