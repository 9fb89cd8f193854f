//! Binary relations on `0..n` as bit matrices: the plain relational algebra in which memory models
//! are defined. The implementation is simple and exact rather than fast.

/// A binary relation on the numbers below its size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    size: usize,
    words_per_row: usize,
    bits: Vec<u64>,
}

impl Relation {
    /// The empty relation on `0..size`.
    pub fn empty(size: usize) -> Self {
        let words_per_row = size.div_ceil(64);
        Self { size, words_per_row, bits: vec![0; size * words_per_row] }
    }

    /// The relation of all pairs for which the predicate holds.
    pub fn from_predicate(size: usize, holds: impl FnMut(usize, usize) -> bool) -> Self {
        Self::from_predicate_while(size, holds, || true).expect("nobody ends this early")
    }

    /// As [`from_predicate`](Self::from_predicate), but `None` as soon as `go_on`, asked once an
    /// element, returns `false`.
    pub fn from_predicate_while(
        size: usize,
        mut holds: impl FnMut(usize, usize) -> bool,
        mut go_on: impl FnMut() -> bool,
    ) -> Option<Self> {
        let mut relation = Self::empty(size);
        for a in 0..size {
            if !go_on() {
                return None;
            }
            for (word, bits) in relation.row_mut(a).iter_mut().enumerate() {
                for b in word * 64..size.min(word * 64 + 64) {
                    *bits |= u64::from(holds(a, b)) << (b % 64);
                }
            }
        }
        Some(relation)
    }

    /// The identity on the elements for which the predicate holds, `[S]` in the papers.
    pub fn identity_on(size: usize, mut holds: impl FnMut(usize) -> bool) -> Self {
        let mut relation = Self::empty(size);
        (0..size).filter(|&a| holds(a)).for_each(|a| relation.insert(a, a));
        relation
    }

    /// The number of elements that the relation is over.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Adds the pair (a, b).
    pub fn insert(&mut self, a: usize, b: usize) {
        assert!(a < self.size && b < self.size, "pair outside the relation");
        self.bits[a * self.words_per_row + b / 64] |= 1 << (b % 64);
    }

    /// Whether (a, b) is in the relation.
    pub fn contains(&self, a: usize, b: usize) -> bool {
        assert!(a < self.size && b < self.size, "pair outside the relation");
        self.bits[a * self.words_per_row + b / 64] & (1 << (b % 64)) != 0
    }

    /// Union.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Intersection.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Difference.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    fn zip(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        assert_eq!(self.size, other.size, "relations over different sets");
        let bits = self.bits.iter().zip(&other.bits).map(|(&a, &b)| combine(a, b)).collect();
        Self { bits, ..*self }
    }

    /// Composition: `self ; other`.
    #[must_use]
    pub fn then(&self, other: &Self) -> Self {
        self.then_while(other, || true).expect("nobody ends this early")
    }

    /// As [`then`](Self::then), but `None` as soon as `go_on`, asked once an element, returns
    /// `false`: composition is cubic.
    pub fn then_while(&self, other: &Self, mut go_on: impl FnMut() -> bool) -> Option<Self> {
        assert_eq!(self.size, other.size, "relations over different sets");
        let mut result = Self::empty(self.size);
        for a in 0..self.size {
            if !go_on() {
                return None;
            }
            for b in self.successors(a) {
                for (bits, more) in result.row_mut(a).iter_mut().zip(other.row(b)) {
                    *bits |= more;
                }
            }
        }
        Some(result)
    }

    /// The elements that `a` is related to.
    pub fn successors(&self, a: usize) -> impl Iterator<Item = usize> + '_ {
        self.row(a).iter().enumerate().flat_map(|(word, &bits)| {
            let remaining = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            remaining
                .take_while(|&bits| bits != 0)
                .map(move |bits| word * 64 + bits.trailing_zeros() as usize)
        })
    }

    fn row(&self, a: usize) -> &[u64] {
        &self.bits[a * self.words_per_row..][..self.words_per_row]
    }

    fn row_mut(&mut self, a: usize) -> &mut [u64] {
        &mut self.bits[a * self.words_per_row..][..self.words_per_row]
    }

    /// The inverse.
    #[must_use]
    pub fn inverse(&self) -> Self {
        self.inverse_while(|| true).expect("nobody ends this early")
    }

    /// As [`inverse`](Self::inverse), but `None` as soon as `go_on`, asked once an element, returns
    /// `false`.
    pub fn inverse_while(&self, mut go_on: impl FnMut() -> bool) -> Option<Self> {
        let mut result = Self::empty(self.size);
        for a in 0..self.size {
            if !go_on() {
                return None;
            }
            self.successors(a).for_each(|b| result.insert(b, a));
        }
        Some(result)
    }

    /// The reflexive closure, `r?`.
    #[must_use]
    pub fn optional(&self) -> Self {
        self.or(&Self::identity_on(self.size, |_| true))
    }

    /// The transitive closure, `r⁺`.
    #[must_use]
    pub fn plus(&self) -> Self {
        self.plus_while(|| true).expect("nobody ends this early")
    }

    /// As [`plus`](Self::plus), but `None` as soon as `go_on`, asked once an element, returns
    /// `false`: closure is cubic.
    pub fn plus_while(&self, mut go_on: impl FnMut() -> bool) -> Option<Self> {
        let mut result = self.clone();
        let width = self.words_per_row;
        for via in 0..self.size {
            if !go_on() {
                return None;
            }
            for a in 0..self.size {
                if result.contains(a, via) {
                    for word in 0..width {
                        let reached = result.bits[via * width + word];
                        result.bits[a * width + word] |= reached;
                    }
                }
            }
        }
        Some(result)
    }

    /// Whether no element is related to itself.
    pub fn is_irreflexive(&self) -> bool {
        (0..self.size).all(|a| !self.contains(a, a))
    }

    /// Whether the relation has no cycle: depth-first search never meets an element of its current
    /// path.
    pub fn is_acyclic(&self) -> bool {
        let mut unseen = vec![u64::MAX; self.words_per_row];
        let mut through = vec![0; self.words_per_row];
        let mut path = Vec::new();
        for start in 0..self.size {
            if unseen[start / 64] >> (start % 64) & 1 == 0 {
                continue;
            }
            let mut entered = Some(start);
            loop {
                if let Some(a) = entered {
                    unseen[a / 64] &= !(1 << (a % 64));
                    through[a / 64] |= 1 << (a % 64);
                    path.push(a);
                    if self.row(a).iter().zip(&through).any(|(row, through)| row & through != 0) {
                        return false;
                    }
                }
                let Some(&a) = path.last() else { break };
                let mut next = self.row(a).iter().zip(&unseen).map(|(row, unseen)| row & unseen).enumerate();
                entered = next
                    .find(|(_, bits)| *bits != 0)
                    .map(|(word, bits)| word * 64 + bits.trailing_zeros() as usize);
                if entered.is_none() {
                    path.pop();
                    through[a / 64] &= !(1 << (a % 64));
                }
            }
        }
        true
    }

    /// A cycle with the fewest elements: each is related to the next one, and the last one to the
    /// first. `None` if there is no cycle.
    pub fn shortest_cycle(&self) -> Option<Vec<usize>> {
        (0..self.size).filter_map(|start| self.shortest_cycle_through(start)).min_by_key(Vec::len)
    }

    /// A shortest cycle through an element, which comes first, by breadth-first search.
    fn shortest_cycle_through(&self, start: usize) -> Option<Vec<usize>> {
        let mut predecessor = vec![None; self.size];
        let mut reached = vec![start];
        let mut next = 0;
        while let Some(&a) = reached.get(next) {
            next += 1;
            if self.contains(a, start) {
                let back = |&a: &usize| predecessor[a];
                let mut cycle: Vec<usize> = std::iter::successors(Some(a), back).collect();
                cycle.reverse();
                return Some(cycle);
            }
            for b in self.successors(a) {
                if b != start && predecessor[b].is_none() {
                    predecessor[b] = Some(a);
                    reached.push(b);
                }
            }
        }
        None
    }

    /// Whether there is no pair at all.
    pub fn is_empty(&self) -> bool {
        self.bits.iter().all(|&word| word == 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Random;

    #[test]
    fn algebra_on_a_chain_wider_than_a_word() {
        let next = Relation::from_predicate(130, |a, b| b == a + 1);
        assert!(next.is_acyclic());
        let before = next.plus();
        assert_eq!(before, Relation::from_predicate(130, |a, b| a < b));
        assert_eq!(next.then(&next), Relation::from_predicate(130, |a, b| b == a + 2));
        assert_eq!(before.minus(&next).or(&next), before);
        assert_eq!(before.and(&before.inverse()), Relation::empty(130));
        assert!(before.optional().contains(129, 129) && !before.contains(129, 129));
        assert_eq!(before.inverse().successors(70).collect::<Vec<_>>(), (0..70).collect::<Vec<_>>());
    }

    #[test]
    fn a_cycle_is_found() {
        let ring = Relation::from_predicate(70, |a, b| b == (a + 1) % 70);
        assert!(ring.is_irreflexive() && !ring.is_acyclic());
        assert_eq!(ring.shortest_cycle(), Some((0..70).collect()));

        let mut with_shortcut = ring;
        with_shortcut.insert(42, 40);
        assert_eq!(with_shortcut.shortest_cycle(), Some(vec![40, 41, 42]));
    }

    #[test]
    fn a_cycle_is_found_exactly_if_the_closure_has_a_loop() {
        let mut random = Random::from_seed(1);
        let (mut cyclic, mut acyclic) = (0, 0);
        for size in (1..80).cycle().take(2000) {
            let mut relation = Relation::empty(size);
            for _ in 0..size {
                let (a, b) = (random.below(size), random.below(size));
                // Mostly forwards, so that both cyclic and acyclic relations occur.
                if a < b || random.ratio(1, 16) {
                    relation.insert(a, b);
                }
            }
            assert_eq!(relation.is_acyclic(), relation.plus().is_irreflexive(), "{relation:?}");
            let cycle = relation.shortest_cycle();
            assert_eq!(relation.is_acyclic(), cycle.is_none(), "{relation:?}");
            if let Some(cycle) = cycle {
                let next = cycle.iter().cycle().skip(1);
                assert!(cycle.iter().zip(next).all(|(&a, &b)| relation.contains(a, b)), "{cycle:?}");
            }
            *if relation.is_acyclic() { &mut acyclic } else { &mut cyclic } += 1;
        }
        assert!(cyclic > 100 && acyclic > 100, "{cyclic} {acyclic}");
    }

    #[test]
    fn what_is_ended_early_has_no_result() {
        let ring = Relation::from_predicate(70, |a, b| b == (a + 1) % 70);
        let mut turns = 0;
        let mut go_on = || {
            turns += 1;
            turns < 50
        };
        assert_eq!(ring.plus_while(&mut go_on), None);
        assert_eq!(ring.then_while(&ring, &mut go_on), None);
        assert_eq!(ring.inverse_while(&mut go_on), None);
        assert_eq!(Relation::from_predicate_while(70, |_, _| true, &mut go_on), None);
    }
}
