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
        let result = work();
        done.store(true, Ordering::Relaxed);
        watchman.thread().unpark();
        result
    })
}
