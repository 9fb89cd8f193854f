//! Executions up to permutations of symmetric threads.
//!
//! The program says which threads are symmetric: these are a group. A permutation of the threads
//! that keeps each of them in its group turns an execution into another one: threads are renamed in
//! the names of events and in the creations and joins. Two executions of a program are in one
//! *class* exactly if a permutation turns one of them into the other, up to these differences:
//!
//! - the order in which threads are created by events with nothing in between that another thread
//!   could observe: at most non-atomic accesses to locations that only the creator accesses, such
//!   as an array of handles;
//! - the order in which threads are joined by events with nothing in between but such reads;
//! - the set of threads that were already joined, among such joins, when a thread waits for ever
//!   for the end of another one: all that counts is that the waiting thread never reaches the
//!   events behind the joins.
//!
//! The representative of a class is the least of the executions into which permutations turn any
//! member.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{Address, EntityId, ReadOrdering, ThreadId, WriteOrdering};
use porf_program::{Action, Program};

use crate::execution::{Event, EventKind, Execution, Source};
use crate::replay::replay;

/// The symmetry of a program.
pub struct Symmetry<'a, P> {
    program: &'a P,
    /// All permutations that keep each thread in its group. A permutation has the new name of each
    /// thread.
    permutations: Vec<Vec<ThreadId>>,
    /// The locations that more than one thread accesses.
    shared: BTreeSet<Address>,
}

impl<'a, P: Program> Symmetry<'a, P> {
    /// The symmetry of a program with these executions. Each of its threads is in one group.
    pub fn of(program: &'a P, groups: Vec<Vec<ThreadId>>, executions: &BTreeSet<Execution>) -> Self {
        let count = groups.iter().map(Vec::len).sum();
        let identity: Vec<ThreadId> = (0..count).map(ThreadId::from_index).collect();
        let mut permutations = vec![identity];
        for group in groups {
            let orders = orders(&group);
            let permuted = |names: &Vec<ThreadId>| {
                let mut each = vec![names.clone(); orders.len()];
                for (names, order) in each.iter_mut().zip(&orders) {
                    group.iter().zip(order).for_each(|(thread, &name)| names[thread.index()] = name);
                }
                each
            };
            permutations = permutations.iter().flat_map(permuted).collect();
        }
        Self { program, permutations, shared: shared(executions) }
    }

    /// The representative of the class of an execution. It is equal for two executions exactly if
    /// they are in one class.
    pub fn class(&self, execution: &Execution) -> Execution {
        let execution = self.without_vain_joins(execution);
        self.permuted_executions(&execution).min().expect("the identity is a permutation")
    }

    /// The executions into which the permutations turn an execution.
    pub fn permuted_executions(&self, execution: &Execution) -> impl Iterator<Item = Execution> {
        self.permutations.iter().map(|names| self.permuted(execution, names))
    }

    /// The execution without the joins, and the unobserved reads, before a join that never comes to
    /// an end.
    fn without_vain_joins(&self, execution: &Execution) -> Execution {
        let is_vain = |kind: &mut EventKind| {
            matches!(kind, EventKind::Join { .. }) || self.is_unobserved(*kind) && kind.is_read()
        };
        let mut without = execution.clone();
        for (thread, kinds) in (0..).map(ThreadId::from_index).zip(&mut without.threads) {
            while self.joins_for_ever(thread, execution) && kinds.pop_if(is_vain).is_some() {
                let removed = Event { thread, index: kinds.len() };
                without.reads_from.remove(&removed);
                without.dependencies.remove(&removed);
            }
        }
        without
    }

    /// Whether a thread waits for ever for the end of another one.
    fn joins_for_ever(&self, thread: ThreadId, execution: &Execution) -> bool {
        let is_join = |action| matches!(action, Action::Join { .. });
        execution.waiting.contains(&thread)
            && replay(self.program, execution, thread).is_some_and(|it| is_join(it.end.action))
    }

    /// The execution with each thread renamed. Among creations, or joins, whose order does not
    /// matter, those of threads with lesser names come first. The result has a thread for each
    /// name, whether it was created or not.
    fn permuted(&self, execution: &Execution, names: &[ThreadId]) -> Execution {
        let name = |thread: ThreadId| names[thread.index()];
        let event = |event: Event| Event { thread: name(event.thread), ..event };
        let source = |source: Source| match source {
            Source::Initial => Source::Initial,
            Source::Write(write) => Source::Write(event(write)),
        };
        let mut threads = vec![Vec::new(); names.len()];
        for (kinds, new_name) in execution.threads.iter().zip(names) {
            let renamed = kinds.iter().map(|&kind| match kind {
                EventKind::Spawn { thread } => EventKind::Spawn { thread: name(thread) },
                EventKind::Join { thread } => EventKind::Join { thread: name(thread) },
                other => other,
            });
            threads[new_name.index()] = self.sorted(renamed.collect());
        }
        let coherence = execution.coherence.iter();
        Execution {
            threads,
            reads_from: execution
                .reads_from
                .iter()
                .map(|(&read, &from)| (event(read), source(from)))
                .collect(),
            coherence: coherence
                .map(|(&address, writes)| (address, writes.iter().map(|&write| event(write)).collect()))
                .collect(),
            dependencies: execution
                .dependencies
                .iter()
                .map(|(&dependent, reads)| (event(dependent), reads.map(event)))
                .collect(),
            waiting: execution.waiting.iter().map(|&thread| name(thread)).collect(),
            blocked: execution.blocked,
            failed: execution.failed,
        }
    }

    /// The events of a thread, in which creations, or joins, whose order does not matter are sorted
    /// by their threads.
    fn sorted(&self, mut kinds: Vec<EventKind>) -> Vec<EventKind> {
        // Insertion sort. No event passes an event that it must not be exchanged with.
        for place in 0..kinds.len() {
            let mut place = place;
            while let Some(before) = self.interchangeable(&kinds[..=place])
                && kinds[before] > kinds[place]
            {
                kinds.swap(before, place);
                place = before;
            }
        }
        kinds
    }

    /// The place of the event, among those before the last one, that may be exchanged with the last
    /// one: both create threads, or both join threads.
    fn interchangeable(&self, kinds: &[EventKind]) -> Option<usize> {
        let (&last, earlier) = kinds.split_last()?;
        let passes = |&kind: &EventKind| match last {
            EventKind::Join { .. } => self.is_unobserved(kind) && kind.is_read(),
            _ => self.is_unobserved(kind),
        };
        let before = earlier.iter().rposition(|kind| !passes(kind))?;
        matches!(
            (earlier[before], last),
            (EventKind::Spawn { .. }, EventKind::Spawn { .. })
                | (EventKind::Join { .. }, EventKind::Join { .. })
        )
        .then_some(before)
    }

    /// Whether an event is a non-atomic access to a location that no other thread accesses.
    fn is_unobserved(&self, kind: EventKind) -> bool {
        match kind {
            EventKind::Read { address, ordering: ReadOrdering::NonAtomic, .. }
            | EventKind::Write { address, ordering: WriteOrdering::NonAtomic, .. } => {
                !self.shared.contains(&address)
            }
            _ => false,
        }
    }
}

/// The locations that more than one thread accesses.
fn shared(executions: &BTreeSet<Execution>) -> BTreeSet<Address> {
    let mut accessed: BTreeMap<Address, BTreeSet<ThreadId>> = BTreeMap::new();
    for (event, kind) in executions.iter().flat_map(Execution::events) {
        if let Some(address) = kind.address() {
            accessed.entry(address).or_default().insert(event.thread);
        }
    }
    accessed.into_iter().filter(|(_, threads)| threads.len() > 1).map(|(address, _)| address).collect()
}

/// All orders of the items.
fn orders<T: Copy>(items: &[T]) -> Vec<Vec<T>> {
    let Some((&first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<T>| {
        (0..items.len()).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, first);
            longer
        })
    };
    orders(rest).into_iter().flat_map(insert).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_all_permutations() {
        for (length, factorial) in [(0, 1), (1, 1), (2, 2), (3, 6), (4, 24)] {
            let items: Vec<usize> = (0..length).collect();
            let distinct: BTreeSet<Vec<usize>> = orders(&items).into_iter().collect();
            assert_eq!(distinct.len(), factorial);
            for mut order in distinct {
                order.sort_unstable();
                assert_eq!(order, items);
            }
        }
    }
}
