//! The direct successors of the nodes of a relation, and a topological order of the nodes.

/// A relation on the numbers below some bound, as a list of successors for each number.
#[derive(Debug)]
pub(super) struct Successors {
    /// For each node, the index in `targets` of its first successor, and at the end the number of
    /// targets.
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Successors {
    /// The relation with the given pairs.
    pub(super) fn new(nodes: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> Self {
        let mut starts = vec![0; nodes + 1];
        pairs.clone().for_each(|(first, _)| starts[first] += 1);
        let mut total = 0;
        for start in &mut starts {
            total += *start;
            *start = total;
        }
        let mut targets = vec![0; total as usize];
        for (first, second) in pairs {
            starts[first] -= 1;
            targets[starts[first] as usize] = second as u32;
        }
        Self { starts, targets }
    }

    /// The number of nodes.
    pub(super) fn node_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The direct successors of a node.
    pub(super) fn of(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let range = self.starts[node] as usize..self.starts[node + 1] as usize;
        self.targets[range].iter().map(|&target| target as usize)
    }

    /// For each node, the number of edges to it.
    pub(super) fn predecessor_counts(&self) -> Vec<u32> {
        let mut counts = vec![0; self.node_count()];
        self.targets.iter().for_each(|&target| counts[target as usize] += 1);
        counts
    }

    /// All nodes, each before its successors. `None` if the relation has a cycle.
    pub(super) fn sorted(&self) -> Option<Vec<usize>> {
        let mut waiting_for = self.predecessor_counts();
        let mut sorted: Vec<usize> = (0..self.node_count()).filter(|&node| waiting_for[node] == 0).collect();
        let mut next = 0;
        while let Some(&node) = sorted.get(next) {
            next += 1;
            for target in self.of(node) {
                waiting_for[target] -= 1;
                if waiting_for[target] == 0 {
                    sorted.push(target);
                }
            }
        }
        (sorted.len() == self.node_count()).then_some(sorted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn relation(nodes: usize, pairs: &[(usize, usize)]) -> Successors {
        Successors::new(nodes, pairs.iter().copied())
    }

    #[test]
    fn successors_are_those_of_the_pairs() {
        let relation = relation(4, &[(2, 0), (0, 3), (2, 3), (2, 1)]);
        let of = |node| {
            let mut all: Vec<usize> = relation.of(node).collect();
            all.sort_unstable();
            all
        };
        assert_eq!([of(0), of(1), of(2), of(3)], [vec![3], vec![], vec![0, 1, 3], vec![]]);
        assert_eq!(relation.predecessor_counts(), [1, 1, 0, 2]);
    }

    #[test]
    fn sorting_respects_the_pairs_or_finds_a_cycle() {
        let pairs = [(2, 0), (0, 3), (2, 3), (3, 1)];
        let sorted = relation(4, &pairs).sorted().expect("there is no cycle");
        let place = |node| sorted.iter().position(|&other| other == node);
        assert!(pairs.iter().all(|&(first, second)| place(first) < place(second)), "{sorted:?}");
        assert!(relation(3, &[(0, 1), (1, 2), (2, 1)]).sorted().is_none());
    }
}
