//! The sums of many comparisons.

use std::fmt;

/// The number of comparisons and their results.
pub trait Tally: Default + fmt::Display + Send + 'static {
    /// Adds another tally.
    fn merge(&mut self, other: &Self);

    /// The number of programs.
    fn programs(&self) -> u64;
}
