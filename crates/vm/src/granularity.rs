//! The pieces in which shared memory is accessed.
//!
//! Exploration needs accesses that are either to the same bytes or to different ones. C programs
//! also have mixed-size accesses: they set a structure to 0 with one call and then use its members.
//! A non-atomic access need not be done in one instant, so it can be divided. A
//! [`rehearsal`](crate::rehearsal) learns the parts that matter. Exploration finds the parts that
//! the rehearsal has missed, and then restarts.

use std::fmt;

use porf_entity::{AccessSize, Address};

/// The bytes of an access, and whether it is atomic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Access {
    /// The address of the first byte, a multiple of the size.
    pub address: Address,
    /// The number of bytes.
    pub size: AccessSize,
    /// Whether the access must be done in one instant.
    pub atomic: bool,
}

/// Two accesses overlap, and the larger of them cannot be divided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrulyMixed {
    /// The access that cannot be divided.
    pub larger: Access,
    /// The access to a part of it.
    pub smaller: Access,
}

impl fmt::Display for TrulyMixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [larger, smaller] = [self.larger, self.smaller].map(|access| access.size.bytes());
        write!(f, "an atomic access to {larger} bytes, of which {smaller} are also accessed on their own")
    }
}

impl std::error::Error for TrulyMixed {}

/// The accesses at whose borders larger ones are divided, in ascending order.
#[derive(Clone, Default, Debug)]
pub(crate) struct Granularity(Vec<(u64, AccessSize)>);

impl Granularity {
    /// Divides the larger of two accesses from now on.
    pub(crate) fn refine(&mut self, one: Access, other: Access) -> Result<(), TrulyMixed> {
        let (larger, smaller) = if one.size >= other.size { (one, other) } else { (other, one) };
        let cell = (smaller.address.0, smaller.size);
        match self.0.binary_search(&cell) {
            Err(index) if !larger.atomic && larger.size > smaller.size => {
                self.0.insert(index, cell);
                Ok(())
            }
            _ => Err(TrulyMixed { larger, smaller }),
        }
    }

    /// Divides all accesses of which others are parts, from now on.
    pub(crate) fn learn(&mut self, mut accesses: Vec<Access>) {
        let end = |access: &Access| access.address.0.saturating_add(access.size.bytes().into());
        accesses.sort_unstable_by_key(|access| (access.address, access.size));
        for (index, access) in accesses.iter().enumerate() {
            // Every access that may contain it begins at most this far before.
            let near = access.address.0.saturating_sub(u64::from(AccessSize::B8.bytes()));
            let first = accesses[..index].partition_point(|other| other.address.0 <= near);
            let same_address = accesses[index..].iter().take_while(|other| other.address == access.address);
            let contains = |larger: &Access| {
                !larger.atomic && larger.size > access.size && end(larger) > access.address.0
            };
            if accesses[first..index].iter().chain(same_address).any(contains) {
                self.0.push((access.address.0, access.size));
            }
        }
        self.0.sort_unstable();
        self.0.dedup();
    }

    /// The accesses at whose borders larger ones are divided.
    pub(crate) fn pieces(&self) -> &[(u64, AccessSize)] {
        &self.0
    }

    /// Divides at the borders of these accesses, and no others.
    pub(crate) fn set_pieces(&mut self, mut pieces: Vec<(u64, AccessSize)>) {
        pieces.sort_unstable();
        pieces.dedup();
        self.0 = pieces;
    }

    /// The first piece of a non-atomic access to `length` bytes, of which there is at least one.
    #[inline]
    pub(crate) fn first_piece(&self, address: u64, length: u64) -> AccessSize {
        self.largest(|bytes| (bytes <= length && address.is_multiple_of(bytes)).then_some(address))
    }

    /// The last piece of a non-atomic access to `length` bytes that end before `end`.
    pub(crate) fn last_piece(&self, end: u64, length: u64) -> AccessSize {
        self.largest(|bytes| (bytes <= length && end.is_multiple_of(bytes)).then(|| end - bytes))
    }

    /// The largest size for which `place` gives an address where such a piece contains no smaller
    /// access.
    #[inline]
    fn largest(&self, place: impl Fn(u64) -> Option<u64>) -> AccessSize {
        let mut sizes = AccessSize::ALL.into_iter().rev();
        let fits = |size: &AccessSize| {
            place(u64::from(size.bytes())).is_some_and(|address| !self.is_divided(address, *size))
        };
        sizes.find(fits).unwrap_or(AccessSize::B1)
    }

    fn is_divided(&self, address: u64, size: AccessSize) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let end = address.saturating_add(u64::from(size.bytes()));
        let first = self.0.partition_point(|&(cell, _)| cell < address);
        self.0[first..].iter().take_while(|&&(cell, _)| cell < end).any(|&(_, smaller)| smaller < size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: u64, size: AccessSize) -> Access {
        Access { address: Address(address), size, atomic: false }
    }

    #[test]
    fn everything_that_overlaps_is_learnt_at_once() {
        let mut accesses: Vec<Access> = (0..4).map(|index| access(64 + 8 * index, AccessSize::B8)).collect();
        accesses.extend([access(64, AccessSize::B4), access(76, AccessSize::B4), access(90, AccessSize::B1)]);
        // An atomic access cannot be divided, and disjoint accesses divide nothing.
        accesses
            .extend([Access { atomic: true, ..access(128, AccessSize::B8) }, access(128, AccessSize::B4)]);
        accesses.push(access(200, AccessSize::B2));
        let mut granularity = Granularity::default();
        granularity.learn(accesses);
        let cells = [(64, AccessSize::B4), (76, AccessSize::B4), (90, AccessSize::B1)];
        assert_eq!(granularity.0, cells);
    }

    fn pieces(granularity: &Granularity, address: u64, length: u64) -> (Vec<u64>, Vec<u64>) {
        let (mut forward, mut backward) = (Vec::new(), Vec::new());
        let (mut done, mut left) = (0, length);
        while done < length {
            let size = u64::from(granularity.first_piece(address + done, length - done).bytes());
            forward.push(size);
            done += size;
        }
        while left > 0 {
            let size = u64::from(granularity.last_piece(address + left, left).bytes());
            backward.push(size);
            left -= size;
        }
        (forward, backward)
    }

    #[test]
    fn pieces_are_aligned_and_leave_known_accesses_whole() {
        let mut granularity = Granularity::default();
        assert_eq!(pieces(&granularity, 16, 8), (vec![8], vec![8]));
        assert_eq!(pieces(&granularity, 13, 13), (vec![1, 2, 8, 2], vec![2, 8, 2, 1]));
        granularity.refine(access(16, AccessSize::B8), access(20, AccessSize::B1)).expect("it is larger");
        assert_eq!(pieces(&granularity, 16, 8), (vec![4, 1, 1, 2], vec![2, 1, 1, 4]));
        assert_eq!(pieces(&granularity, 16, 4), (vec![4], vec![4]));
        assert_eq!(pieces(&granularity, 8, 8), (vec![8], vec![8]));
    }

    #[test]
    fn atomic_accesses_are_not_divided() {
        let mut granularity = Granularity::default();
        let larger = Access { atomic: true, ..access(8, AccessSize::B8) };
        let smaller = access(12, AccessSize::B4);
        assert_eq!(granularity.refine(smaller, larger), Err(TrulyMixed { larger, smaller }));
        // The larger access decides. A piece that is known already cannot help again.
        let atomic_part = Access { atomic: true, ..smaller };
        let whole = Access { atomic: false, ..larger };
        assert_eq!(granularity.refine(atomic_part, whole), Ok(()));
        assert!(granularity.refine(atomic_part, whole).is_err());
    }
}
