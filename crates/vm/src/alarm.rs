//! The alarm that tells a machine to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// An alarm that rings when a machine is to stop. Every thread that runs then, or is resumed later,
/// is soon blocked ([`Stopped`](porf_program::BlockReason::Stopped)). Clones are the same alarm.
#[derive(Clone, Debug, Default)]
pub struct Alarm(Arc<AtomicBool>);

impl Alarm {
    /// Lets the alarm ring.
    pub fn ring(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Lets the alarm be quiet.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether the alarm rings.
    pub fn rings(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
