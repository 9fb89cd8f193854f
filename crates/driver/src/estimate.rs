//! Estimates the number of executions of a check while the check runs.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use porf_explore::{Limits, Options, estimate};
use porf_vm::Machine;

use crate::alarm::OnDrop;
use crate::progress::Progress;

/// The time before estimating begins. Shorter checks need no estimate.
const PATIENCE: Duration = Duration::from_millis(300);
/// The longest time for which the estimate is improved.
const LONGEST: Duration = Duration::from_secs(3);

/// Runs a check. If it takes long and its progress is shown, another thread estimates the number of
/// executions meanwhile.
pub(crate) fn with_estimate<T>(
    machine: &Machine,
    options: &Options<'_>,
    progress: Option<&Progress>,
    check: impl FnOnce() -> T,
) -> T {
    let Some(progress) = progress else { return check() };
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let estimator = scope.spawn(|| {
            let start = Instant::now();
            while start.elapsed() < PATIENCE {
                if done.load(Ordering::Relaxed) {
                    return;
                }
                thread::park_timeout(PATIENCE - start.elapsed().min(PATIENCE));
            }
            let limits = Limits { interrupt: Some(&done), ..Limits::default() };
            estimate(machine, &Options { limits, ..options.clone() }, 0, |executions| {
                progress.estimate.store(executions.to_bits(), Ordering::Relaxed);
                let enough = start.elapsed() > LONGEST || done.load(Ordering::Relaxed);
                if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        });
        // Also if the check panics: the scope waits for the estimator.
        let _released = OnDrop(|| {
            done.store(true, Ordering::Relaxed);
            estimator.thread().unpark();
        });
        check()
    })
}
