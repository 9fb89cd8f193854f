//! The features of random programs. Each feature can be left out, so that a difference can be
//! narrowed down to one of them.

use std::fmt;

/// A shape that programs can have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// Loads, stores, read-modify-writes, compare-exchanges and fences, some of them not atomic.
    Accesses,
    /// Loops that read until they find some value.
    Spins,
    /// Such loops with accesses in them that are not atomic.
    PlainInSpins,
    /// Such loops with a read before and again at the end of each iteration, or that remember the
    /// values that they read.
    PeeledSpins,
    /// Such loops in loops.
    NestedSpins,
    /// Compare-exchanges until one succeeds, with the value that the last one has read or that is
    /// loaded again.
    ExchangeLoops,
    /// Additions that are undone if another thread was first.
    Attempts,
    /// Mutexes of all kinds.
    Mutexes,
    /// Locks that are made by hand.
    HandMadeLocks,
    /// Read-write locks.
    RwLocks,
    /// Loops that read a variable under a lock, and loops that try to lock.
    Polling,
    /// Condition variables.
    Conditions,
    /// Barriers.
    Barriers,
    /// Semaphores.
    Semaphores,
    /// Nodes that are allocated, filled and published.
    Publication,
    /// Nodes that are freed when a flag says so.
    Frees,
    /// Symmetric threads.
    SymmetricThreads,
    /// Threads that use their own addresses and handles.
    Identities,
    /// Nondeterministic choices before loops and in them.
    Choices,
    /// Assumptions.
    Assumptions,
    /// Thread-local variables and arrays.
    ThreadState,
    /// Weak compare-exchanges that fail spuriously.
    Spurious,
    /// Threads that undo each other's work, maybe for ever.
    Oscillation,
    /// Threads that are not joined, that are detached, or that detach themselves.
    Detached,
    /// Threads that end the process.
    Exits,
    /// Locks that are used wrongly: locked twice, unlocked by others, destroyed.
    Misuse,
    /// Memory that is read before it is written.
    Uninitialised,
}

impl Feature {
    /// All features.
    pub const ALL: [Self; 27] = [
        Self::Accesses,
        Self::Spins,
        Self::PlainInSpins,
        Self::PeeledSpins,
        Self::NestedSpins,
        Self::ExchangeLoops,
        Self::Attempts,
        Self::Mutexes,
        Self::HandMadeLocks,
        Self::RwLocks,
        Self::Polling,
        Self::Conditions,
        Self::Barriers,
        Self::Semaphores,
        Self::Publication,
        Self::Frees,
        Self::SymmetricThreads,
        Self::Identities,
        Self::Choices,
        Self::Assumptions,
        Self::ThreadState,
        Self::Spurious,
        Self::Oscillation,
        Self::Detached,
        Self::Exits,
        Self::Misuse,
        Self::Uninitialised,
    ];

    /// The name as users write it.
    pub fn name(self) -> String {
        let mut name = String::new();
        for letter in format!("{self:?}").chars() {
            if letter.is_uppercase() && !name.is_empty() {
                name.push('-');
            }
            name.extend(letter.to_lowercase());
        }
        name
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name())
    }
}

impl std::str::FromStr for Feature {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|feature| feature.name() == name);
        known.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("unknown feature `{name}`; the features are {names}")
        })
    }
}
