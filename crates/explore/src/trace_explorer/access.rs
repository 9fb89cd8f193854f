//! The accesses of steps to memory and to other threads, as far as their order matters.

use porf_entity::{Address, ThreadId, Value};
use porf_graph::LocationId;

use crate::execution_core::Outcome;
use crate::locations::Locations;

/// The access of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Access {
    /// The step concerns no other thread.
    Local,
    Read(LocationId),
    /// Writes, whatever the value before.
    Write(LocationId),
    /// Reads and writes.
    Update(LocationId),
    /// Adds an amount without using the result.
    Add(LocationId, Value),
    /// Ends an object.
    Free {
        base: Address,
        size: u64,
    },
    Spawn(ThreadId),
    Join(ThreadId),
    /// Arrives in a round of a barrier.
    Arrive {
        barrier: Address,
        round: u32,
    },
    /// Leaves a round of a barrier.
    Leave {
        barrier: Address,
        round: u32,
    },
}

impl Access {
    pub(super) fn location(self) -> Option<LocationId> {
        match self {
            Self::Read(location)
            | Self::Write(location)
            | Self::Update(location)
            | Self::Add(location, _) => Some(location),
            Self::Local
            | Self::Free { .. }
            | Self::Spawn(_)
            | Self::Join(_)
            | Self::Arrive { .. }
            | Self::Leave { .. } => None,
        }
    }

    /// Returns whether the access may let a thread go on that waits for the location, or keep it
    /// from doing so.
    pub(super) fn writes(self) -> bool {
        matches!(self, Self::Write(_) | Self::Update(_) | Self::Add(..))
    }
}

/// A step of a thread, executed or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Transition {
    pub(super) thread: ThreadId,
    pub(super) outcome: Outcome,
    pub(super) access: Access,
}

impl Transition {
    /// Returns whether the order of two steps matters: they are of one thread, one creates the
    /// thread of the other or waits for its end, or they are in conflict.
    pub(super) fn depends_on(&self, other: &Self, locations: &Locations) -> bool {
        self.thread == other.thread
            || concerns(self.access, other.thread)
            || concerns(other.access, self.thread)
            || conflict(self.access, other.access, locations)
    }
}

/// Returns whether the access creates the thread, or waits for its end.
fn concerns(access: Access, thread: ThreadId) -> bool {
    matches!(access, Access::Spawn(child) | Access::Join(child) if child == thread)
}

/// Returns whether two accesses are in conflict: both are of one location, and neither both read
/// nor both add; one of them ends the object of the other; or one leaves the round of a barrier in
/// which the other arrives.
pub(super) fn conflict(one: Access, other: Access, locations: &Locations) -> bool {
    match (one, other) {
        (Access::Free { base, size }, access) | (access, Access::Free { base, size }) => match access {
            Access::Free { base: other, .. } => other == base,
            _ => access.location().is_some_and(|location| {
                let address = locations.info(location).address;
                address.0.checked_sub(base.0).is_some_and(|offset| offset < size.max(1))
            }),
        },
        (Access::Arrive { barrier, round }, other) | (other, Access::Arrive { barrier, round }) => {
            other == Access::Leave { barrier, round }
        }
        (Access::Read(_), Access::Read(_)) | (Access::Add(..), Access::Add(..)) => false,
        _ => one.location().is_some_and(|location| other.location() == Some(location)),
    }
}
