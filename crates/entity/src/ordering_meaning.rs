//! The differences between orderings that memory models make.

use crate::{FenceOrdering, ReadOrdering, RmwOrdering, WriteOrdering};

/// The part of the orderings of atomic accesses and fences to which a memory model gives a meaning.
/// Every model distinguishes non-atomic accesses from atomic ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum OrderingMeaning {
    /// All atomic accesses mean the same, and fences mean nothing.
    Atomicity,
    /// Sequentially consistent stores and fences are full fences. So are all read-modify-writes.
    FullFences,
    /// Besides, release stores and fences keep stores in order.
    StoreFences,
    /// Each ordering has a meaning of its own.
    #[default]
    All,
}

impl OrderingMeaning {
    /// The weakest ordering of a load with the same meaning.
    pub fn read(self, ordering: ReadOrdering) -> ReadOrdering {
        match self {
            Self::All => ordering,
            _ => ordering.min(ReadOrdering::Relaxed),
        }
    }

    /// The weakest ordering of a store with the same meaning.
    pub fn write(self, ordering: WriteOrdering) -> WriteOrdering {
        match self {
            Self::Atomicity => ordering.min(WriteOrdering::Relaxed),
            Self::FullFences if ordering == WriteOrdering::Release => WriteOrdering::Relaxed,
            _ => ordering,
        }
    }

    /// The weakest ordering of a read-modify-write with the same meaning.
    pub fn rmw(self, ordering: RmwOrdering) -> RmwOrdering {
        match self {
            Self::All => ordering,
            _ => RmwOrdering::Relaxed,
        }
    }

    /// The weakest ordering of a fence with the same meaning.
    pub fn fence(self, ordering: FenceOrdering) -> FenceOrdering {
        match (self, ordering) {
            (Self::All, _) => ordering,
            (Self::FullFences | Self::StoreFences, FenceOrdering::SeqCst) => ordering,
            (Self::StoreFences, FenceOrdering::Release | FenceOrdering::AcqRel) => FenceOrdering::Release,
            _ => FenceOrdering::Acquire,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [OrderingMeaning; 4] = [
        OrderingMeaning::Atomicity,
        OrderingMeaning::FullFences,
        OrderingMeaning::StoreFences,
        OrderingMeaning::All,
    ];

    #[test]
    fn the_weakest_ordering_has_the_same_meaning_and_is_not_stronger() {
        for meaning in ALL {
            for ordering in ReadOrdering::ALL.iter().copied() {
                let weakest = meaning.read(ordering);
                assert!(weakest <= ordering && meaning.read(weakest) == weakest);
                assert_eq!(weakest.is_atomic(), ordering.is_atomic());
            }
            for ordering in WriteOrdering::ALL.iter().copied() {
                let weakest = meaning.write(ordering);
                assert!(weakest <= ordering && meaning.write(weakest) == weakest);
                assert_eq!(weakest.is_atomic(), ordering.is_atomic());
            }
            for ordering in RmwOrdering::ALL.iter().copied() {
                let weakest = meaning.rmw(ordering);
                assert!(weakest <= ordering && meaning.rmw(weakest) == weakest);
            }
            for ordering in FenceOrdering::ALL.iter().copied() {
                let weakest = meaning.fence(ordering);
                assert!(weakest <= ordering && meaning.fence(weakest) == weakest);
            }
        }
    }
}
