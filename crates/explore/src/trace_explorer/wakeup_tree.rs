//! Wakeup trees: the sequences that are still to be explored from a point, so that none of them
//! leads to where exploration has been [sourcesets §6; await §IV-B].
//!
//! A step q is a *weak initial* of a sequence v if it can be taken first: it is the first step of
//! its thread in v and depends on none of the steps before it; or its thread has no step in v and q
//! depends on no step of v. Then the continuations of q have been explored, or will be, and some
//! executions that v leads to are among them.

use crate::locations::Locations;

use super::access::Transition;

/// The place of a weak initial's thread in the sequence.
pub(super) enum WeakInitial {
    /// At this place of the sequence.
    At(usize),
    /// The sequence has no step of the thread.
    Absent,
}

/// The place of a step's thread in a sequence, if the step is a weak initial of it.
pub(super) fn weak_initial(
    step: &Transition,
    sequence: &[Transition],
    locations: &Locations,
) -> Option<WeakInitial> {
    for (place, other) in sequence.iter().enumerate() {
        if other.thread == step.thread {
            // Other outcomes of the thread's step are steps of their own.
            return (other.outcome == step.outcome).then_some(WeakInitial::At(place));
        }
        if step.depends_on(other, locations) {
            return None;
        }
    }
    Some(WeakInitial::Absent)
}

/// A tree of sequences, in the order in which they are to be explored.
#[derive(Debug, Default)]
pub(super) struct WakeupTree {
    branches: Vec<Branch>,
}

/// The sequences that begin alike.
#[derive(Debug)]
struct Branch {
    /// The steps with which they begin, backwards: at least one.
    reversed: Vec<Transition>,
    rest: WakeupTree,
}

impl WakeupTree {
    pub(super) fn is_empty(&self) -> bool {
        self.branches.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.branches.clear();
    }

    /// The number of sequences.
    pub(super) fn count(&self) -> u64 {
        let mut count = 0;
        let mut pending = vec![self];
        while let Some(tree) = pending.pop() {
            for branch in &tree.branches {
                if branch.rest.is_empty() {
                    count += 1;
                } else {
                    pending.push(&branch.rest);
                }
            }
        }
        count
    }

    /// Takes the first step of the sequences that come first, and the sequences that follow it.
    pub(super) fn take_first(&mut self) -> Option<(Transition, Self)> {
        if self.branches.is_empty() {
            return None;
        }
        let mut branch = self.branches.remove(0);
        let first = branch.reversed.pop()?;
        let rest = if branch.reversed.is_empty() { branch.rest } else { Self { branches: vec![branch] } };
        Some((first, rest))
    }

    /// Adds a sequence, unless a sequence of the tree explores a part of the executions to which it
    /// leads.
    pub(super) fn insert(&mut self, mut sequence: Vec<Transition>, locations: &Locations) {
        let mut tree = self;
        'descend: loop {
            let mut found = None;
            for (index, branch) in tree.branches.iter_mut().enumerate() {
                if let Some(first) = branch.reversed.last()
                    && let Some(place) = weak_initial(first, &sequence, locations)
                {
                    found = Some((index, place));
                    break;
                }
            }
            let Some((index, place)) = found else {
                sequence.reverse();
                tree.branches.push(Branch { reversed: sequence, rest: Self::default() });
                return;
            };
            let branch = &mut tree.branches[index];
            let mut place = place;
            let mut common = 0;
            loop {
                let WeakInitial::At(at) = place else { return };
                sequence.remove(at);
                common += 1;
                if sequence.is_empty() {
                    return;
                }
                if common == branch.reversed.len() {
                    if branch.rest.is_empty() {
                        return;
                    }
                    tree = &mut tree.branches[index].rest;
                    continue 'descend;
                }
                let next = &branch.reversed[branch.reversed.len() - 1 - common];
                match weak_initial(next, &sequence, locations) {
                    Some(next_place) => place = next_place,
                    None => {
                        branch.split_after(common);
                        sequence.reverse();
                        branch.rest.branches.push(Branch { reversed: sequence, rest: Self::default() });
                        return;
                    }
                }
            }
        }
    }
}

impl Branch {
    /// Lets sequences diverge after so many steps.
    fn split_after(&mut self, steps: usize) {
        let first_steps = self.reversed.split_off(self.reversed.len() - steps);
        let others = std::mem::replace(&mut self.reversed, first_steps);
        let rest = std::mem::take(&mut self.rest);
        self.rest = WakeupTree { branches: vec![Self { reversed: others, rest }] };
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::{EntityId, ThreadId};
    use porf_graph::LocationId;

    use super::super::access::Access;
    use super::*;
    use crate::execution_core::Outcome;
    use crate::restart::OrderedLocations;

    fn step(thread: usize, access: Access) -> Transition {
        Transition { thread: ThreadId::from_index(thread), outcome: Outcome::Usual, access }
    }

    fn read(thread: usize, location: usize) -> Transition {
        step(thread, Access::Read(LocationId::from_index(location)))
    }

    fn write(thread: usize, location: usize) -> Transition {
        step(thread, Access::Write(LocationId::from_index(location)))
    }

    fn locations() -> Locations {
        Locations::new(OrderedLocations::All)
    }

    /// All sequences of a tree, in the order in which they are explored.
    fn sequences(mut tree: WakeupTree) -> Vec<Vec<Transition>> {
        let mut all = Vec::new();
        while let Some((first, rest)) = tree.take_first() {
            let mut tails = sequences(rest);
            if tails.is_empty() {
                tails.push(Vec::new());
            }
            all.extend(tails.into_iter().map(|tail| [vec![first], tail].concat()));
        }
        all
    }

    #[test]
    fn a_step_is_a_weak_initial_if_nothing_before_it_depends_on_it() {
        let sequence = [write(0, 0), write(1, 1), read(1, 0)];
        let place = |step| match weak_initial(&step, &sequence, &locations()) {
            Some(WeakInitial::At(place)) => Some(Some(place)),
            Some(WeakInitial::Absent) => Some(None),
            None => None,
        };
        assert_eq!(place(write(0, 0)), Some(Some(0)));
        assert_eq!(place(write(1, 1)), Some(Some(1)), "another location");
        assert_eq!(place(read(2, 2)), Some(None), "its thread does not occur");
        assert_eq!(place(read(2, 0)), None, "in conflict with the first step");
        assert_eq!(place(read(2, 1)), None, "in conflict with the second step");
    }

    #[test]
    fn another_outcome_is_another_step() {
        let choice = |choice| Transition { outcome: Outcome::Choice(choice), ..step(0, Access::Local) };
        assert!(weak_initial(&choice(1), &[choice(0)], &locations()).is_none());
    }

    #[test]
    fn sequences_come_out_in_the_order_in_which_they_went_in() {
        let mut tree = WakeupTree::default();
        let (one, other) = (vec![write(0, 0), read(1, 0)], vec![read(1, 0), write(0, 0)]);
        tree.insert(one.clone(), &locations());
        tree.insert(other.clone(), &locations());
        assert_eq!(tree.count(), 2);
        assert_eq!(sequences(tree), [one, other]);
    }

    #[test]
    fn a_sequence_that_another_one_covers_is_not_added() {
        let mut tree = WakeupTree::default();
        tree.insert(vec![write(0, 0)], &locations());
        tree.insert(vec![write(1, 1), write(0, 0)], &locations());
        assert_eq!(sequences(tree), [[write(0, 0)]], "the two writes are independent");
    }

    #[test]
    fn sequences_share_what_they_begin_with() {
        let mut tree = WakeupTree::default();
        let one = vec![write(0, 0), write(1, 1), read(2, 1)];
        let other = vec![write(0, 0), read(2, 1), write(1, 1)];
        tree.insert(one.clone(), &locations());
        tree.insert(other.clone(), &locations());
        assert_eq!(tree.branches.len(), 1);
        assert_eq!(sequences(tree), [one, other]);
    }
}
