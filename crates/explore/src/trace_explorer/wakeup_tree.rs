//! Wakeup trees (Abdulla, Aronis, Jonsson and Sagonas, "Source sets", 2017, §6; await §IV-B): the sequences that are still to be
//! explored from a point, so that none of them leads to where exploration has been.
//!
//! A step q is a *weak initial* of a sequence v if it can be done first: it is the first step of its thread in v and depends on none of
//! those before it; or its thread has no step in v and it depends on none of them. Then what follows q has been seen, or will be,
//! and some of what v leads to is part of that.

use crate::locations::Locations;

use super::access::Transition;

/// Where the thread of a weak initial occurs.
pub(super) enum WeakInitial {
    /// At this place of the sequence.
    At(usize),
    /// Nowhere.
    Absent,
}

/// Whether a step is a weak initial of a sequence.
pub(super) fn weak_initial(
    step: &Transition,
    sequence: &[Transition],
    locations: &Locations,
) -> Option<WeakInitial> {
    for (place, other) in sequence.iter().enumerate() {
        if other.thread == step.thread {
            // What else the thread might do here are steps of their own.
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
    /// How they begin, backwards: at least one step.
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

    /// How many sequences there are.
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

    /// Takes the first step of the sequences that come first, and what follows it.
    pub(super) fn take_first(&mut self) -> Option<(Transition, Self)> {
        if self.branches.is_empty() {
            return None;
        }
        let mut branch = self.branches.remove(0);
        let first = branch.reversed.pop()?;
        let rest = if branch.reversed.is_empty() { branch.rest } else { Self { branches: vec![branch] } };
        Some((first, rest))
    }

    /// Adds a sequence, unless what it leads to is explored in part by one that is there.
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
    /// Lets sequences go apart after so many steps.
    fn split_after(&mut self, steps: usize) {
        let first_steps = self.reversed.split_off(self.reversed.len() - steps);
        let others = std::mem::replace(&mut self.reversed, first_steps);
        let rest = std::mem::take(&mut self.rest);
        self.rest = WakeupTree { branches: vec![Self { reversed: others, rest }] };
    }
}
