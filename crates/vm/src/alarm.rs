//! Telling a machine to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Rings when a machine is to stop: whatever thread runs then, or is made to run, is soon blocked
/// ([`Stopped`](porf_program::BlockReason::Stopped)). Clones are the same alarm.
#[derive(Clone, Debug, Default)]
pub struct Alarm(Arc<AtomicBool>);

impl Alarm {
    /// Lets it ring.
    pub fn ring(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets it be quiet.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether it rings.
    pub fn rings(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
