//! What random programs are made of: the profiles, and for each the mix of operations and orderings.

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

/// What random programs are made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Profile {
    /// Everything, in all orderings.
    Mixed,
    /// Mostly read-modify-writes, of one or two locations.
    Rmw,
    /// Critical sections, counters that are waited for, choices, and threads that come and go.
    Threads,
    /// Relaxed accesses and fences.
    RelaxedFences,
    /// Mostly seq_cst accesses and fences, with weaker ones among them.
    SeqCst,
    /// Many non-atomic accesses.
    NonAtomic,
    /// Relaxed loads and stores of distinct values, without dependencies.
    Plain,
}

impl Profile {
    /// Whether litmus tests can say what such programs do.
    pub fn has_litmus_form(self) -> bool {
        self != Self::Threads
    }

    /// All profiles.
    pub const ALL: [Self; 7] = [
        Self::Mixed,
        Self::Rmw,
        Self::Threads,
        Self::RelaxedFences,
        Self::SeqCst,
        Self::NonAtomic,
        Self::Plain,
    ];
}

/// What to choose from. What stands in a list twice is twice as likely.
pub(crate) struct Mix {
    pub(crate) location_counts: &'static [usize],
    pub(crate) accesses: &'static [AccessKind],
    pub(crate) reads: &'static [ReadOrdering],
    pub(crate) writes: &'static [WriteOrdering],
    pub(crate) rmws: &'static [RmwOrdering],
    pub(crate) fences: &'static [FenceOrdering],
    /// One place in so many has a fence; 0 for none.
    pub(crate) places_per_fence: u8,
    /// Whether there are guards, assumptions, operands that are registers, and equal values.
    pub(crate) has_dependencies: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum AccessKind {
    Load,
    Store,
    FetchAdd,
    Exchange,
    CompareExchange,
}

impl Mix {
    pub(crate) fn of(profile: Profile) -> Self {
        use AccessKind::{CompareExchange, Exchange, FetchAdd, Load, Store};
        let mixed = Self {
            location_counts: &[1, 2, 2, 2, 3],
            accesses: &[Load, Load, Load, Store, Store, Store, FetchAdd, Exchange, CompareExchange],
            reads: ReadOrdering::ALL,
            writes: WriteOrdering::ALL,
            rmws: RmwOrdering::ALL,
            fences: FenceOrdering::ALL,
            places_per_fence: 8,
            has_dependencies: true,
        };
        match profile {
            Profile::Mixed => mixed,
            Profile::Threads => Self {
                location_counts: &[2],
                reads: &[ReadOrdering::NonAtomic, ReadOrdering::Relaxed, ReadOrdering::Acquire],
                writes: &[WriteOrdering::NonAtomic, WriteOrdering::Relaxed, WriteOrdering::Release],
                accesses: &[Load, Store],
                ..mixed
            },
            Profile::Rmw => Self {
                location_counts: &[1, 1, 2, 2, 2],
                accesses: &[FetchAdd, FetchAdd, Exchange, CompareExchange, CompareExchange, Load, Store],
                reads: &[ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst],
                writes: &[WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::SeqCst],
                ..mixed
            },
            Profile::RelaxedFences => Self {
                location_counts: &[2, 2, 3],
                accesses: &[Load, Load, Load, Store, Store, Store, FetchAdd],
                reads: &[ReadOrdering::Relaxed],
                writes: &[WriteOrdering::Relaxed],
                rmws: &[RmwOrdering::Relaxed],
                places_per_fence: 2,
                ..mixed
            },
            Profile::SeqCst => Self {
                location_counts: &[2, 2, 3],
                reads: &[
                    ReadOrdering::SeqCst,
                    ReadOrdering::SeqCst,
                    ReadOrdering::SeqCst,
                    ReadOrdering::Acquire,
                    ReadOrdering::Relaxed,
                ],
                writes: &[
                    WriteOrdering::SeqCst,
                    WriteOrdering::SeqCst,
                    WriteOrdering::SeqCst,
                    WriteOrdering::Release,
                    WriteOrdering::Relaxed,
                ],
                rmws: &[RmwOrdering::SeqCst, RmwOrdering::SeqCst, RmwOrdering::AcqRel, RmwOrdering::Relaxed],
                fences: &[FenceOrdering::SeqCst, FenceOrdering::SeqCst, FenceOrdering::AcqRel],
                ..mixed
            },
            Profile::NonAtomic => Self {
                location_counts: &[2, 2, 3],
                reads: &[
                    ReadOrdering::NonAtomic,
                    ReadOrdering::NonAtomic,
                    ReadOrdering::Relaxed,
                    ReadOrdering::Acquire,
                ],
                writes: &[
                    WriteOrdering::NonAtomic,
                    WriteOrdering::NonAtomic,
                    WriteOrdering::Relaxed,
                    WriteOrdering::Release,
                ],
                ..mixed
            },
            Profile::Plain => Self {
                accesses: &[Load, Store],
                reads: &[ReadOrdering::Relaxed],
                writes: &[WriteOrdering::Relaxed],
                places_per_fence: 0,
                has_dependencies: false,
                ..mixed
            },
        }
    }
}
