//! How far checks are, for those who watch.

use std::sync::atomic::{AtomicU64, Ordering};

/// How far checks are.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many executions were explored so far, up to a thousand or so.
    pub executions: AtomicU64,
    /// How many there are, estimated, as the bits of an `f64`; 0 while that is not known.
    pub estimate: AtomicU64,
}

/// What one check adds to the progress. It says so now and then only, and can take all of it back.
#[derive(Debug)]
pub(crate) struct Contribution<'a> {
    progress: Option<&'a Progress>,
    reported: u64,
    unreported: u64,
}

impl<'a> Contribution<'a> {
    /// Nothing yet.
    pub(crate) fn new(progress: Option<&'a Progress>) -> Self {
        Self { progress, reported: 0, unreported: 0 }
    }

    /// One more execution.
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

    /// No execution that was counted counts.
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
