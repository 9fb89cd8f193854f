//! The profiles of random programs. Each has a mix of operations and orderings.

use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

use crate::program::Hints;

/// The kind of random programs to generate.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Profile {
    /// Everything, in all orderings.
    Mixed,
    /// Mostly read-modify-writes, of one or two locations.
    Rmw,
    /// Critical sections, counters that are waited for, choices, and threads that are created and
    /// joined.
    Threads,
    /// Relaxed accesses and fences.
    RelaxedFences,
    /// Mostly seq_cst accesses and fences, with weaker ones among them.
    SeqCst,
    /// Many non-atomic accesses.
    NonAtomic,
    /// Relaxed loads and stores of distinct values, without dependencies.
    Plain,
    /// Stores of distinct values to one or two locations by several threads, and then mostly loads.
    Stores,
    /// Chains of read-modify-writes that begin at the stores of several threads.
    Chains,
    /// Seq_cst accesses and fences among relaxed stores to the same two locations.
    SeqCstStores,
    /// Mostly stores, to two locations by turns, so that the two coherence orders have to fit
    /// together.
    TwoLocations,
    /// Mostly stores of values that were read.
    Copies,
    /// A location that is waited for, to which several threads write in no certain order, and
    /// another location.
    Flags,
    /// Threads that only store to two locations by turns, and threads that only load, so that the
    /// latter learn of several unordered stores.
    Messages,
    /// Loads that await values which come and go, from stores of several threads.
    Awaits,
    /// Compare-exchanges and exchanges that await a value, as locks do, and stores of any order.
    AwaitLocks,
    /// Additions and loads that await values of counters.
    AwaitCounters,
    /// As [`Threads`](Self::Threads), with awaits among the accesses.
    AwaitThreads,
    /// Locks that are acquired by awaiting rmws, and mostly but not always released in order.
    SpinLocks,
    /// Additions whose results mostly are not used, and loads and stores of the same locations,
    /// some of which await a value.
    Additions,
    /// Accesses of all sorts before, between and behind the meetings of several threads at a barrier.
    Meetings,
}

impl Profile {
    /// Whether such programs can be written as litmus tests.
    pub fn has_litmus_form(self) -> bool {
        let mix = Mix::of(self);
        mix.structure == Structure::Accesses
            && !mix.has_flag()
            && !mix.has_meetings()
            && mix.hints == Hints::default()
    }

    /// All profiles.
    pub const ALL: [Self; 21] = [
        Self::Mixed,
        Self::Rmw,
        Self::Threads,
        Self::RelaxedFences,
        Self::SeqCst,
        Self::NonAtomic,
        Self::Plain,
        Self::Stores,
        Self::Chains,
        Self::SeqCstStores,
        Self::TwoLocations,
        Self::Copies,
        Self::Flags,
        Self::Messages,
        Self::Awaits,
        Self::AwaitLocks,
        Self::AwaitCounters,
        Self::AwaitThreads,
        Self::SpinLocks,
        Self::Additions,
        Self::Meetings,
    ];
}

/// The alternatives to choose from. An entry that stands in a list twice is twice as likely.
pub(crate) struct Mix {
    pub(crate) thread_counts: &'static [usize],
    pub(crate) location_counts: &'static [usize],
    /// The numbers of events of all threads together, without those of fences.
    pub(crate) event_counts: &'static [usize],
    /// The accesses of the two sorts.
    pub(crate) accesses: [&'static [AccessKind]; 2],
    pub(crate) division: Division,
    pub(crate) reads: &'static [ReadOrdering],
    pub(crate) writes: &'static [WriteOrdering],
    pub(crate) rmws: &'static [RmwOrdering],
    pub(crate) fences: &'static [FenceOrdering],
    /// One place in this many has a fence; 0 for none.
    pub(crate) places_per_fence: u8,
    /// Whether there are guards, assumptions, operands that are registers, and equal values.
    pub(crate) has_dependencies: bool,
    /// One operand in this many is a register, if there are registers.
    pub(crate) operands_per_register: u8,
    /// Two reads in this many are directly followed by an assumption about the value read; 0 for
    /// none.
    pub(crate) reads_per_assumption: u8,
    pub(crate) structure: Structure,
    pub(crate) hints: Hints,
}

/// The places of the two sorts of accesses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Division {
    /// Accesses of the first sort are in the first half of each thread, those of the second sort in
    /// the second.
    Halves,
    /// Accesses of the second sort are in the first and the third thread, the others elsewhere.
    Threads,
}

/// The pieces that threads are made of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Structure {
    /// Single accesses.
    Accesses,
    /// Critical sections of mutexes and the like; threads create each other.
    Threads,
    /// Critical sections of locks that are acquired by awaiting rmws.
    SpinLocks,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AccessKind {
    Load,
    Store,
    FetchAdd,
    Exchange,
    CompareExchange,
    /// A store to the location that is waited for.
    Set,
    /// An increment of the location that is waited for.
    Arrive,
    /// The wait for that location.
    Await,
    /// Meeting at the barrier.
    Meet,
}

impl Mix {
    pub(crate) fn of(profile: Profile) -> Self {
        use AccessKind::{Arrive, Await, CompareExchange, Exchange, FetchAdd, Load, Meet, Set, Store};
        const MIXED: &[AccessKind] =
            &[Load, Load, Load, Store, Store, Store, FetchAdd, Exchange, CompareExchange];
        const ATOMIC_READS: &[ReadOrdering] =
            &[ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst];
        const ATOMIC_WRITES: &[WriteOrdering] =
            &[WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::SeqCst];
        let mixed = Self {
            thread_counts: &[2, 2, 2, 3, 3, 4],
            location_counts: &[1, 2, 2, 2, 3],
            event_counts: &[4, 5, 6, 6, 7, 7, 8],
            accesses: [MIXED; 2],
            division: Division::Halves,
            reads: ReadOrdering::ALL,
            writes: WriteOrdering::ALL,
            rmws: RmwOrdering::ALL,
            fences: FenceOrdering::ALL,
            places_per_fence: 8,
            has_dependencies: true,
            operands_per_register: 4,
            reads_per_assumption: 0,
            structure: Structure::Accesses,
            hints: Hints::default(),
        };
        let awaiting = Self {
            reads: ATOMIC_READS,
            writes: ATOMIC_WRITES,
            places_per_fence: 12,
            operands_per_register: 8,
            reads_per_assumption: 3,
            hints: Hints { awaits: true, ..Hints::default() },
            ..mixed
        };
        match profile {
            Profile::Mixed => mixed,
            Profile::Threads => Self {
                structure: Structure::Threads,
                location_counts: &[2],
                reads: &[ReadOrdering::NonAtomic, ReadOrdering::Relaxed, ReadOrdering::Acquire],
                writes: &[WriteOrdering::NonAtomic, WriteOrdering::Relaxed, WriteOrdering::Release],
                accesses: [&[Load, Store]; 2],
                ..mixed
            },
            Profile::Rmw => Self {
                location_counts: &[1, 1, 2, 2, 2],
                accesses: [&[FetchAdd, FetchAdd, Exchange, CompareExchange, CompareExchange, Load, Store]; 2],
                reads: ATOMIC_READS,
                writes: ATOMIC_WRITES,
                ..mixed
            },
            Profile::RelaxedFences => Self {
                location_counts: &[2, 2, 3],
                accesses: [&[Load, Load, Load, Store, Store, Store, FetchAdd]; 2],
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
                accesses: [&[Load, Store]; 2],
                reads: &[ReadOrdering::Relaxed],
                writes: &[WriteOrdering::Relaxed],
                places_per_fence: 0,
                has_dependencies: false,
                ..mixed
            },
            Profile::Stores => Self {
                thread_counts: &[3, 3, 4],
                location_counts: &[1, 1, 2],
                event_counts: &[6, 7, 7, 8],
                accesses: [&[Store], &[Load, Load, Load, Store]],
                reads: ATOMIC_READS,
                writes: ATOMIC_WRITES,
                places_per_fence: 12,
                has_dependencies: false,
                ..mixed
            },
            Profile::Chains => Self {
                thread_counts: &[3, 3, 4],
                location_counts: &[1, 1, 2],
                event_counts: &[6, 7, 8],
                accesses: [
                    &[Store, Store, FetchAdd, CompareExchange],
                    &[FetchAdd, FetchAdd, CompareExchange, CompareExchange, Exchange, Load],
                ],
                reads: ATOMIC_READS,
                writes: ATOMIC_WRITES,
                places_per_fence: 12,
                ..mixed
            },
            Profile::SeqCstStores => Self {
                thread_counts: &[2, 3, 3, 4],
                location_counts: &[2],
                event_counts: &[7, 8, 9],
                accesses: [&[Store], &[Store, Load, Load, FetchAdd]],
                reads: &[ReadOrdering::SeqCst, ReadOrdering::SeqCst, ReadOrdering::Relaxed],
                writes: &[WriteOrdering::SeqCst, WriteOrdering::SeqCst, WriteOrdering::Relaxed],
                rmws: &[RmwOrdering::SeqCst, RmwOrdering::Relaxed],
                fences: &[FenceOrdering::SeqCst],
                places_per_fence: 4,
                has_dependencies: false,
                ..mixed
            },
            Profile::TwoLocations => Self {
                thread_counts: &[2, 3, 3],
                location_counts: &[2],
                event_counts: &[7, 8, 9],
                accesses: [&[Store], &[Store, Load, Load]],
                reads: ATOMIC_READS,
                writes: ATOMIC_WRITES,
                fences: &[FenceOrdering::SeqCst],
                places_per_fence: 8,
                has_dependencies: false,
                ..mixed
            },
            Profile::Copies => Self {
                thread_counts: &[2, 3, 3],
                location_counts: &[1, 2, 2],
                event_counts: &[6, 7, 8],
                accesses: [&[Load, Load, Store, FetchAdd], &[Store, Store, Store, CompareExchange]],
                reads: ATOMIC_READS,
                writes: ATOMIC_WRITES,
                places_per_fence: 12,
                operands_per_register: 1,
                ..mixed
            },
            Profile::Flags => Self {
                thread_counts: &[2, 3, 3, 4],
                location_counts: &[1],
                event_counts: &[5, 6, 7],
                accesses: [&[Set, Set, Store, Arrive, Load], &[Await, Await, Store, Load, Set]],
                reads: ATOMIC_READS,
                writes: ATOMIC_WRITES,
                places_per_fence: 12,
                ..mixed
            },
            Profile::Messages => Self {
                thread_counts: &[3, 4, 4],
                location_counts: &[2],
                event_counts: &[7, 8],
                accesses: [&[Store], &[Load, Load, Load, Load, FetchAdd]],
                division: Division::Threads,
                reads: &[
                    ReadOrdering::Acquire,
                    ReadOrdering::Acquire,
                    ReadOrdering::Relaxed,
                    ReadOrdering::SeqCst,
                ],
                writes: &[
                    WriteOrdering::Release,
                    WriteOrdering::Release,
                    WriteOrdering::Relaxed,
                    WriteOrdering::SeqCst,
                ],
                places_per_fence: 0,
                has_dependencies: false,
                ..mixed
            },
            Profile::Awaits => Self {
                thread_counts: &[2, 2, 3, 3, 4],
                location_counts: &[1, 2, 2],
                accesses: [&[Load, Store, Store], &[Load, Load, Store, FetchAdd]],
                ..awaiting
            },
            Profile::AwaitLocks => Self {
                location_counts: &[1, 1, 2],
                event_counts: &[5, 6, 7, 8, 8],
                accesses: [
                    &[CompareExchange, CompareExchange, Exchange, Store, Load],
                    &[CompareExchange, Store, Store, Load],
                ],
                ..awaiting
            },
            Profile::AwaitCounters => Self {
                location_counts: &[1, 1, 2],
                accesses: [
                    &[FetchAdd, FetchAdd, Store, Load],
                    &[FetchAdd, Load, Load, Store, CompareExchange],
                ],
                ..awaiting
            },
            Profile::AwaitThreads => Self {
                location_counts: &[2],
                writes: WriteOrdering::ALL,
                accesses: [&[Load, Load, Store, Store, CompareExchange, FetchAdd]; 2],
                structure: Structure::Threads,
                hints: Hints { blind_additions: true, ..awaiting.hints },
                ..awaiting
            },
            Profile::SpinLocks => Self {
                thread_counts: &[2, 2, 3],
                accesses: [&[Load, Store, FetchAdd]; 2],
                structure: Structure::SpinLocks,
                ..awaiting
            },
            Profile::Meetings => Self {
                thread_counts: &[2, 2, 3, 3],
                location_counts: &[1, 2, 2],
                event_counts: &[6, 7, 8, 9],
                accesses: [&[Load, Store, Store, Meet], &[Meet, Load, Load, Store, FetchAdd]],
                ..mixed
            },
            Profile::Additions => Self {
                thread_counts: &[2, 3, 3, 4],
                location_counts: &[1, 1, 2],
                event_counts: &[6, 7, 8, 9],
                accesses: [
                    &[FetchAdd, FetchAdd, FetchAdd, Store],
                    &[FetchAdd, FetchAdd, Load, Load, CompareExchange],
                ],
                operands_per_register: 12,
                reads_per_assumption: 8,
                hints: Hints { blind_additions: true, ..awaiting.hints },
                ..awaiting
            },
        }
    }

    /// Whether threads meet at a barrier.
    pub(crate) fn has_meetings(&self) -> bool {
        self.accesses.concat().contains(&AccessKind::Meet)
    }

    /// Whether there is a location that is waited for, behind the others.
    pub(crate) fn has_flag(&self) -> bool {
        self.accesses.concat().contains(&AccessKind::Await)
    }
}
