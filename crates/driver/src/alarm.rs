//! Rings the alarm of a machine in time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use porf_vm::Alarm;

/// The longest time until an interrupt is seen.
const PATIENCE: Duration = Duration::from_millis(20);

/// Runs a function. Meanwhile the machine's alarm rings as soon as the deadline has passed or
/// `interrupt` is set.
pub(crate) fn with_alarm<T>(
    alarm: &Alarm,
    deadline: Option<Instant>,
    interrupt: Option<&AtomicBool>,
    work: impl FnOnce() -> T,
) -> T {
    alarm.reset();
    if deadline.is_none() && interrupt.is_none() {
        return work();
    }
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let watchman = scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
                let is_interrupted = interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed));
                if is_interrupted || left.is_some_and(|left| left.is_zero()) {
                    alarm.ring();
                    return;
                }
                thread::park_timeout(left.map_or(PATIENCE, |left| left.min(PATIENCE)));
            }
        });
        // Also if `work` panics: the scope waits for the watchman.
        let _released = OnDrop(|| {
            done.store(true, Ordering::Relaxed);
            watchman.thread().unpark();
        });
        work()
    })
}

/// Calls a function when it is dropped.
pub(crate) struct OnDrop<F: Fn()>(pub(crate) F);

impl<F: Fn()> Drop for OnDrop<F> {
    fn drop(&mut self) {
        (self.0)();
    }
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use super::*;

    /// A panic ends the watch, too.
    #[test]
    fn a_panic_passes() {
        let (alarm, interrupt) = (Alarm::default(), AtomicBool::new(false));
        let work = || with_alarm(&alarm, None, Some(&interrupt), || panic!("as the test wants it"));
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }
}
