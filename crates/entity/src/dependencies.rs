//! Dependencies of an event on earlier reads of its thread.
//!
//! Dependencies are *syntactic*: the result of an operation depends on all its operands, whatever
//! their values are. So `r ^ r` depends on `r`.
//!
//! - *address*: the address of the access was computed from the value of the read;
//! - *data*: the value that is written was computed from the value of the read;
//! - *control*: a branch before the event was decided by a condition that was computed from the
//!   value of the read.
//!
//! Dependencies do not cross threads: what goes through memory is reads-from.

use smallvec::SmallVec;

/// A set of numbers, such as those of the reads of a thread. Sets of small numbers take no memory of
/// their own.
#[derive(Clone, Default, Debug)]
pub struct NumberSet {
    /// The numbers as bits, the lowest first.
    words: SmallVec<[u64; 1]>,
}

impl NumberSet {
    /// Adds a number.
    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.words.len() <= word {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (number % 64);
    }

    /// Adds the numbers of another set.
    pub fn extend(&mut self, other: &Self) {
        if self.words.len() < other.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }

    /// The numbers of both sets.
    #[must_use]
    pub fn with(mut self, other: &Self) -> Self {
        self.extend(other);
        self
    }

    /// Whether the set has no numbers.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The numbers in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        (0..).zip(&self.words).flat_map(|(place, &word): (u32, _)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * place + bit)
        })
    }
}

impl PartialEq for NumberSet {
    fn eq(&self, other: &Self) -> bool {
        let common = self.words.len().min(other.words.len());
        let (one, rest) = self.words.split_at(common);
        let (two, more) = other.words.split_at(common);
        one == two && rest.iter().chain(more).all(|&word| word == 0)
    }
}

impl Eq for NumberSet {}

impl FromIterator<u32> for NumberSet {
    fn from_iter<I: IntoIterator<Item = u32>>(numbers: I) -> Self {
        let mut set = Self::default();
        numbers.into_iter().for_each(|number| set.insert(number));
        set
    }
}

/// The dependencies of an event on reads of its thread, which are given by numbers.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Dependencies {
    /// The reads from whose values the address of the access was computed.
    pub address: NumberSet,
    /// The reads from whose values the value to write was computed.
    pub data: NumberSet,
    /// The reads from whose values the conditions of branches before the event were computed.
    pub control: NumberSet,
}

impl Dependencies {
    /// The same dependencies, with every set changed.
    #[must_use]
    pub fn map(&self, change: impl Fn(&NumberSet) -> NumberSet) -> Self {
        Self { address: change(&self.address), data: change(&self.data), control: change(&self.control) }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::Random;

    #[test]
    fn sets_are_those_of_the_standard_library() {
        let mut random = Random::from_seed(5);
        let mut equal = 0;
        for round in 0..2000 {
            let most = 1 + round % 200;
            let mut numbers =
                || -> Vec<u32> { (0..random.below(4)).map(|_| random.below(most) as u32).collect() };
            let (one, other) = (numbers(), numbers());
            let [set, more]: [NumberSet; 2] = [&one, &other].map(|it| it.iter().copied().collect());
            let [tree, tree_more]: [BTreeSet<u32>; 2] = [&one, &other].map(|it| it.iter().copied().collect());
            assert!(set.iter().eq(tree.iter().copied()));
            assert_eq!(set.is_empty(), tree.is_empty());
            assert_eq!(set == more, tree == tree_more);
            equal += usize::from(tree == tree_more && !tree.is_empty());
            assert!(set.with(&more).iter().eq(tree.union(&tree_more).copied()));
        }
        assert!(equal > 10, "{equal}");
    }

    #[test]
    fn room_for_large_numbers_makes_no_difference() {
        let mut wide: NumberSet = [3].into_iter().collect();
        wide.words.resize(5, 0);
        assert_eq!(wide, [3].into_iter().collect());
        assert_ne!(wide, [3, 130].into_iter().collect());
    }
}
