//! The targets of measurements, and whether they were met.

use std::fmt;

use crate::measure::Measurement;

/// The target of every measurement: no more memory than this.
pub(crate) const MEGABYTES: f64 = 50.0;

/// The target of an exploration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Target {
    /// No target.
    Nothing,
    /// At least this many executions a second.
    Rate(f64),
    /// The whole exploration in this time.
    Seconds(f64),
}

impl Target {
    /// Whether the target was met.
    pub(crate) fn verdict(self, measurement: &Measurement) -> &'static str {
        match self {
            Self::Nothing => "-",
            Self::Rate(rate) => met(measurement.executions_per_second() >= rate),
            Self::Seconds(seconds) => met(measurement.finished && measurement.seconds <= seconds),
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => f.pad("-"),
            Self::Rate(rate) => f.pad(&format!("{rate:.0}/s")),
            Self::Seconds(seconds) => f.pad(&format!("{seconds} s")),
        }
    }
}

/// The verdict, as tables print it.
pub(crate) fn met(met: bool) -> &'static str {
    if met { "met" } else { "MISSED" }
}
