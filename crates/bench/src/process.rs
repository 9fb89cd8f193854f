//! The resources of this process, as the system reports them.

use anyhow::{Context, Result};

/// The time that this thread has run so far, in seconds of a processor. Exploration has one thread,
/// which never sleeps: its seconds are those on a machine that does nothing else.
pub(crate) fn processor_seconds() -> Result<f64> {
    // The system updates its account of a thread when it decides which thread runs next.
    std::thread::yield_now();
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = statistics.split(' ').next().context("a number in /proc/thread-self/schedstat")?;
    Ok(nanoseconds.parse::<f64>()? / 1e9)
}

/// The most memory that this process has had resident so far.
pub(crate) fn peak_megabytes() -> Result<f64> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line =
        status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("VmHWM in /proc/self/status")?;
    Ok(line.trim().trim_end_matches(" kB").parse::<f64>()? / 1024.0)
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    /// The seconds of a processor, and of the clock, that a function takes.
    fn seconds_of(what: impl FnOnce()) -> Result<(f64, f64)> {
        let (begin, start) = (Instant::now(), processor_seconds()?);
        what();
        let taken = processor_seconds()? - start;
        Ok((taken, begin.elapsed().as_secs_f64()))
    }

    #[test]
    fn sleep_takes_no_processor_and_work_does() -> Result<()> {
        let (taken, _) = seconds_of(|| std::thread::sleep(Duration::from_millis(100)))?;
        assert!(taken < 0.05, "sleep took {taken}");
        let work = || {
            let mut sum = 0_u64;
            (0..10_000_000).for_each(|number| sum = std::hint::black_box(sum ^ number));
        };
        let (taken, altogether) = seconds_of(work)?;
        assert!(0.001 < taken && taken <= altogether, "work took {taken} of {altogether}");
        Ok(())
    }
}
