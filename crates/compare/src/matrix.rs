//! Relations on at most 16 events: a row of 16 bits for each event.
//!
//! The search evaluates models millions of times, on executions of a few events. Every operation
//! works on whole matrices, without a loop over the pairs. The inner loops have a fixed length, so
//! that they become a few vector instructions.

/// The greatest number of events of an execution, initial writes included.
pub(crate) const MOST_EVENTS: usize = 16;

/// A relation: bit b of row a says that (a, b) is a pair. A set is the identity on its elements.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Matrix([u16; MOST_EVENTS]);

impl Matrix {
    /// All pairs of the first `size` events.
    pub(crate) fn full(size: usize) -> Self {
        let row = Self::mask(size);
        let mut rows = [0; MOST_EVENTS];
        rows[..size].fill(row);
        Self(rows)
    }

    /// The identity on the first `size` events.
    pub(crate) fn identity(size: usize) -> Self {
        let mut result = Self::default();
        (0..size).for_each(|a| result.insert(a, a));
        result
    }

    fn mask(size: usize) -> u16 {
        ((1u32 << size) - 1) as u16
    }

    pub(crate) fn insert(&mut self, a: usize, b: usize) {
        self.0[a] |= 1 << b;
    }

    pub(crate) fn set(&mut self, a: usize, b: usize, is_pair: bool) {
        self.0[a] = self.0[a] & !(1 << b) | u16::from(is_pair) << b;
    }

    pub(crate) fn contains(&self, a: usize, b: usize) -> bool {
        self.0[a] >> b & 1 == 1
    }

    #[inline(always)]
    fn zip(self, other: &Self, combine: impl Fn(u16, u16) -> u16) -> Self {
        let mut result = [0; MOST_EVENTS];
        let mut a = 0;
        while a < MOST_EVENTS {
            result[a] = combine(self.0[a], other.0[a]);
            a += 1;
        }
        Self(result)
    }

    pub(crate) fn or(self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    pub(crate) fn and(self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    pub(crate) fn minus(self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    /// Composition, `self ; other`: one event in the middle after the other, for all rows at once.
    pub(crate) fn then(&self, other: &Self, size: usize) -> Self {
        let mut result = [0; MOST_EVENTS];
        for via in 0..size.min(MOST_EVENTS) {
            let reached = other.0[via];
            let mut a = 0;
            while a < MOST_EVENTS {
                result[a] |= (self.0[a] >> via & 1).wrapping_neg() & reached;
                a += 1;
            }
        }
        Self(result)
    }

    /// The transitive closure.
    pub(crate) fn plus(mut self, size: usize) -> Self {
        for via in 0..size.min(MOST_EVENTS) {
            let reached = self.0[via];
            let mut a = 0;
            while a < MOST_EVENTS {
                self.0[a] |= (self.0[a] >> via & 1).wrapping_neg() & reached;
                a += 1;
            }
        }
        self
    }

    pub(crate) fn inverse(&self, size: usize) -> Self {
        let mut result = [0; MOST_EVENTS];
        for a in 0..size.min(MOST_EVENTS) {
            let row = self.0[a];
            let mut b = 0;
            while b < MOST_EVENTS {
                result[b] |= (row >> b & 1) << a;
                b += 1;
            }
        }
        Self(result)
    }

    /// The identity on the events that are related to any.
    pub(crate) fn domain(&self) -> Self {
        let mut result = Self::default();
        for (a, &row) in self.0.iter().enumerate() {
            result.0[a] = u16::from(row != 0) << a;
        }
        result
    }

    /// The pairs of an element of one set and an element of another.
    pub(crate) fn product(&self, other: &Self) -> Self {
        let to = other.0.iter().fold(0, |all, row| all | row);
        let mut result = Self::default();
        for (a, &row) in self.0.iter().enumerate() {
            result.0[a] = (row >> a & 1).wrapping_neg() & to;
        }
        result
    }

    pub(crate) fn is_irreflexive(&self) -> bool {
        self.0.iter().enumerate().all(|(a, row)| row >> a & 1 == 0)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{Random, Relation};

    use super::*;

    fn matrix(relation: &Relation) -> Matrix {
        let mut matrix = Matrix::default();
        for a in 0..relation.size() {
            relation.successors(a).for_each(|b| matrix.insert(a, b));
        }
        matrix
    }

    #[test]
    fn the_algebra_is_that_of_relations() {
        let mut random = Random::from_seed(3);
        for size in (1..=MOST_EVENTS).cycle().take(500) {
            let mut any = || Relation::from_predicate(size, |_, _| random.ratio(1, 5));
            let (a, b) = (any(), any());
            let (m, n) = (matrix(&a), matrix(&b));
            assert_eq!(m.or(&n), matrix(&a.or(&b)));
            assert_eq!(m.and(&n), matrix(&a.and(&b)));
            assert_eq!(m.minus(&n), matrix(&a.minus(&b)));
            assert_eq!(m.then(&n, size), matrix(&a.then(&b)));
            assert_eq!(m.plus(size), matrix(&a.plus()));
            assert_eq!(m.inverse(size), matrix(&a.inverse()));
            assert_eq!(m.or(&Matrix::identity(size)), matrix(&a.optional()));
            assert_eq!(m.is_irreflexive(), a.is_irreflexive());
            assert_eq!(m.plus(size).is_irreflexive(), a.is_acyclic());
            assert_eq!(m.is_empty(), a.is_empty());
            let domain = Relation::identity_on(size, |e| a.successors(e).next().is_some());
            assert_eq!(m.domain(), matrix(&domain));
            let product = Relation::from_predicate(size, |x, y| domain.contains(x, x) && b.contains(y, y));
            assert_eq!(m.domain().product(&n.and(&Matrix::identity(size))), matrix(&product));
            assert_eq!(Matrix::full(size), matrix(&Relation::from_predicate(size, |_, _| true)));
        }
    }
}
