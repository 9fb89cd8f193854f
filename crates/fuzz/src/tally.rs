//! The sums of many comparisons.

use std::fmt;

/// How much was compared.
pub trait Tally: Default + fmt::Display + Send + 'static {
    /// Adds what was compared elsewhere.
    fn merge(&mut self, other: &Self);

    /// How many programs there were.
    fn programs(&self) -> u64;
}
