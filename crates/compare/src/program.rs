//! The programs that models are compared on: a few threads, each a list of operations on a few
//! locations. All locations are 0 in the beginning, and every write of a location has a value of
//! its own. So a final state says which write each read reads from, and which write of each
//! location comes last.

use porf_cat::PrimitiveSet;
use porf_entity::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

/// The kind of an operation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum OperationKind {
    /// A load.
    Load,
    /// A store.
    Store,
    /// A fence.
    Fence,
    /// An exchange: a read-modify-write that always writes.
    Exchange,
    /// A compare-exchange that never finds the value that it expects.
    FailingCompareExchange,
}

impl OperationKind {
    /// All kinds.
    pub(crate) const ALL: [Self; 5] =
        [Self::Load, Self::Store, Self::Fence, Self::Exchange, Self::FailingCompareExchange];

    /// Whether it accesses a location.
    pub(crate) fn is_access(self) -> bool {
        self != Self::Fence
    }

    /// Whether it writes.
    pub(crate) fn writes(self) -> bool {
        matches!(self, Self::Store | Self::Exchange)
    }

    /// Whether it reads.
    pub(crate) fn reads(self) -> bool {
        matches!(self, Self::Load | Self::Exchange | Self::FailingCompareExchange)
    }

    /// The number of its events.
    pub(crate) fn events(self) -> usize {
        if self == Self::Exchange { 2 } else { 1 }
    }

    /// Its orderings, the usual one of weak accesses first.
    pub(crate) fn labels(self) -> Vec<Label> {
        use {ReadOrdering as R, WriteOrdering as W};
        let reads = [R::Relaxed, R::Acquire, R::SeqCst, R::NonAtomic];
        let writes = [W::Relaxed, W::Release, W::SeqCst, W::NonAtomic];
        match self {
            Self::Load => reads.map(Label::Load).to_vec(),
            Self::Store => writes.map(Label::Store).to_vec(),
            Self::Fence => FenceOrdering::ALL.iter().map(|&ordering| Label::Fence(ordering)).collect(),
            Self::Exchange => RmwOrdering::ALL.iter().map(|&ordering| Label::Exchange(ordering)).collect(),
            Self::FailingCompareExchange => {
                reads[..3].iter().map(|&ordering| Label::FailingCompareExchange(ordering)).collect()
            }
        }
    }
}

/// An operation without its location.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Label {
    /// A load.
    Load(ReadOrdering),
    /// A store.
    Store(WriteOrdering),
    /// A fence.
    Fence(FenceOrdering),
    /// An exchange.
    Exchange(RmwOrdering),
    /// A compare-exchange that fails, with its ordering on failure.
    FailingCompareExchange(ReadOrdering),
}

impl Label {
    /// The primitive sets of its first and second event as bits, by place in [`PrimitiveSet::ALL`].
    pub(crate) fn set_bits(self) -> [u32; 2] {
        let (first, second) = self.sets();
        let bits = |sets: Vec<PrimitiveSet>| sets.into_iter().fold(0, |bits, set| bits | 1 << set as u32);
        [bits(first), second.map_or(0, bits)]
    }

    /// The primitive sets of its events; a second event only for an exchange.
    pub(crate) fn sets(self) -> (Vec<PrimitiveSet>, Option<Vec<PrimitiveSet>>) {
        match self {
            Self::Load(ordering) => (read_sets(ordering, false), None),
            Self::FailingCompareExchange(ordering) => (read_sets(ordering, true), None),
            Self::Store(ordering) => (write_sets(ordering, false), None),
            Self::Exchange(ordering) => {
                let halves = [read_sets(ordering.read(), true), write_sets(ordering.write(), true)];
                let [read, write] = halves.map(|mut sets| {
                    sets.push(PrimitiveSet::ReadModifyWrite);
                    sets
                });
                (read, Some(write))
            }
            Self::Fence(ordering) => {
                let ordering = match ordering {
                    FenceOrdering::Acquire => PrimitiveSet::Acquire,
                    FenceOrdering::Release => PrimitiveSet::Release,
                    FenceOrdering::AcqRel => PrimitiveSet::AcquireRelease,
                    FenceOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
                };
                (vec![PrimitiveSet::Universe, PrimitiveSet::Fence, ordering], None)
            }
        }
    }
}

fn read_sets(ordering: ReadOrdering, exclusive: bool) -> Vec<PrimitiveSet> {
    let ordering = match ordering {
        ReadOrdering::NonAtomic => PrimitiveSet::NonAtomic,
        ReadOrdering::Relaxed => PrimitiveSet::Relaxed,
        ReadOrdering::Acquire => PrimitiveSet::Acquire,
        ReadOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
    };
    access_sets(PrimitiveSet::Read, ordering, exclusive)
}

fn write_sets(ordering: WriteOrdering, exclusive: bool) -> Vec<PrimitiveSet> {
    let ordering = match ordering {
        WriteOrdering::NonAtomic => PrimitiveSet::NonAtomic,
        WriteOrdering::Relaxed => PrimitiveSet::Relaxed,
        WriteOrdering::Release => PrimitiveSet::Release,
        WriteOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
    };
    access_sets(PrimitiveSet::Write, ordering, exclusive)
}

fn access_sets(kind: PrimitiveSet, ordering: PrimitiveSet, exclusive: bool) -> Vec<PrimitiveSet> {
    let mut sets = vec![PrimitiveSet::Universe, kind, ordering];
    if ordering != PrimitiveSet::NonAtomic {
        sets.push(PrimitiveSet::Atomic);
    }
    if exclusive {
        sets.push(PrimitiveSet::Exclusive);
    }
    sets
}

/// An operation without its ordering. The location of a fence is 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Operation {
    /// The kind.
    pub kind: OperationKind,
    /// The number of the location.
    pub location: u8,
}

/// A program without orderings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Skeleton {
    /// The operations of each thread.
    pub threads: Vec<Vec<Operation>>,
}

impl Skeleton {
    /// All operations, thread by thread.
    pub fn operations(&self) -> impl Iterator<Item = Operation> + '_ {
        self.threads.iter().flatten().copied()
    }

    /// The number of locations.
    pub fn locations(&self) -> usize {
        let accesses = self.operations().filter(|operation| operation.kind.is_access());
        accesses.map(|operation| usize::from(operation.location) + 1).max().unwrap_or(0)
    }

    /// The number of events, initial writes included.
    pub(crate) fn events(&self) -> usize {
        self.locations() + self.operations().map(|operation| operation.kind.events()).sum::<usize>()
    }

    /// The smallest of the programs that differ from this one in the order of threads and the names
    /// of locations only.
    pub(crate) fn representative(mut self) -> Self {
        self.threads.sort_by_cached_key(|thread| {
            let kinds: Vec<OperationKind> = thread.iter().map(|operation| operation.kind).collect();
            (std::cmp::Reverse(thread.len()), kinds)
        });
        let mut best = None;
        permutations(self.threads.len(), &mut |order| {
            let candidate = self.renamed(order);
            if best.as_ref().is_none_or(|best| candidate < *best) {
                best = Some(candidate);
            }
        });
        best.unwrap_or(self)
    }

    /// The program with its threads in another order, and locations numbered as they occur.
    fn renamed(&self, order: &[usize]) -> Self {
        let mut names: Vec<u8> = Vec::new();
        let mut rename = |operation: &Operation| {
            if !operation.kind.is_access() {
                return *operation;
            }
            let known = names.iter().position(|&name| name == operation.location);
            let location = known.unwrap_or_else(|| {
                names.push(operation.location);
                names.len() - 1
            });
            Operation { location: location as u8, ..*operation }
        };
        let threads =
            order.iter().map(|&thread| self.threads[thread].iter().map(&mut rename).collect()).collect();
        Self { threads }
    }
}

/// A program: a skeleton, and the ordering of each operation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Program {
    /// The operations.
    pub skeleton: Skeleton,
    /// The operations with their orderings, in the order of [`Skeleton::operations`].
    pub labels: Vec<Label>,
}

/// Visits all orders of the numbers below `count`.
pub(crate) fn permutations(count: usize, visit: &mut impl FnMut(&[usize])) {
    fn choose(order: &mut Vec<usize>, from: usize, visit: &mut impl FnMut(&[usize])) {
        if from == order.len() {
            visit(order);
        }
        for next in from..order.len() {
            order.swap(from, next);
            choose(order, from + 1, visit);
            order.swap(from, next);
        }
    }
    choose(&mut (0..count).collect(), 0, visit);
}
