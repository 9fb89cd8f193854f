//! Executions up to symmetry: which of several threads that do the same does what is not told apart.
//!
//! A [group](RandomProgram::groups) is made of threads that follow each other and do the same. A permutation of the threads that
//! keeps each of them in its group makes another execution of an execution: threads are renamed in the names of events and in what
//! creations and joins say. Two executions of a program are in one *class* exactly if a permutation makes one of them of the other,
//! where it does not matter
//!
//! - in what order threads are created by events with nothing in between that another thread could notice: at most non-atomic accesses
//!   to where only the creator accesses memory, as to an array of handles;
//! - in what order threads are joined by events with nothing in between but such reads;
//! - which threads were joined already when a thread waits for ever for the end of another one, among such joins: all that counts is
//!   that it never comes to what is behind.
//!
//! What stands for a class is the least of the executions that permutations make of any member.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{Address, EntityId, ReadOrdering, ThreadId, WriteOrdering};

use crate::execution::{Event, EventKind, Execution, Source};
use crate::program::RandomProgram;

/// The symmetry of a program, as far as it [says](crate::Hints::symmetric) that there is one.
pub struct Symmetry<'a> {
    program: &'a RandomProgram,
    /// All permutations that keep each thread in its group: the new name of each thread.
    permutations: Vec<Vec<ThreadId>>,
    /// The locations that more than one thread accesses.
    shared: BTreeSet<Address>,
}

impl<'a> Symmetry<'a> {
    /// The symmetry of a program with these executions.
    pub fn of(program: &'a RandomProgram, executions: &BTreeSet<Execution>) -> Self {
        let mut permutations = vec![Vec::new()];
        for group in program.groups() {
            let orders = match program.hints.symmetric {
                true => orders(&group.collect::<Vec<_>>()),
                false => vec![group.collect()],
            };
            let longer = |shorter: &Vec<usize>| {
                orders.iter().map(|order| [&shorter[..], order].concat()).collect::<Vec<_>>()
            };
            permutations = permutations.iter().flat_map(longer).collect();
        }
        let named = |places: Vec<usize>| places.into_iter().map(ThreadId::from_index).collect();
        let permutations = permutations.into_iter().map(named).collect();
        Self { program, permutations, shared: shared(executions) }
    }

    /// What stands for the class of an execution. Equal for two executions exactly if they are in one class.
    pub fn class(&self, execution: &Execution) -> Execution {
        let execution = self.without_vain_joins(execution);
        let permuted = self.permutations.iter().map(|names| self.permuted(&execution, names));
        permuted.min().expect("the identity is a permutation")
    }

    /// The execution without the joins, and the reads that are not noticed, before a join that never comes to an end.
    fn without_vain_joins(&self, execution: &Execution) -> Execution {
        let is_vain = |kind: &mut EventKind| {
            matches!(kind, EventKind::Join { .. }) || self.is_unnoticed(*kind) && kind.is_read()
        };
        let mut without = execution.clone();
        for (thread, kinds) in (0..).map(ThreadId::from_index).zip(&mut without.threads) {
            while self.program.joins_for_ever(thread, execution) && kinds.pop_if(is_vain).is_some() {
                without.reads_from.remove(&Event { thread, index: kinds.len() });
            }
        }
        without
    }

    /// The execution with each thread renamed, in which those come first that are created or joined in any order and have lesser
    /// names. There is a thread for each name, whether it was created or not.
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
            waiting: execution.waiting.iter().map(|&thread| name(thread)).collect(),
            blocked: execution.blocked,
            failed: execution.failed,
        }
    }

    /// The events of a thread, with the threads in order that are created, or joined, in any order.
    fn sorted(&self, mut kinds: Vec<EventKind>) -> Vec<EventKind> {
        // Insertion sort, in which nothing passes what matters.
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

    /// The place of the event, among those before the last one, that might as well come after it: both create threads, or both join
    /// threads.
    fn interchangeable(&self, kinds: &[EventKind]) -> Option<usize> {
        let (&last, earlier) = kinds.split_last()?;
        let passes = |&kind: &EventKind| match last {
            EventKind::Join { .. } => self.is_unnoticed(kind) && kind.is_read(),
            _ => self.is_unnoticed(kind),
        };
        let before = earlier.iter().rposition(|kind| !passes(kind))?;
        matches!(
            (earlier[before], last),
            (EventKind::Spawn { .. }, EventKind::Spawn { .. })
                | (EventKind::Join { .. }, EventKind::Join { .. })
        )
        .then_some(before)
    }

    /// Whether an event is a non-atomic access to where no other thread accesses memory.
    fn is_unnoticed(&self, kind: EventKind) -> bool {
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
fn orders(items: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
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
    use porf_entity::RmwOrdering;

    use super::*;
    use crate::{
        Hints, ModelName, Profile, ProgramBuilder, ThreadBuilder, executions, executions_all_models,
    };

    const SYMMETRIC: Hints = Hints { awaits: false, blind_additions: false, symmetric: true };

    /// A program with one location and threads that do the same, after others.
    fn copies(
        count: usize,
        others: &[fn(&mut ThreadBuilder, crate::Location)],
        copy: fn(&mut ThreadBuilder, crate::Location),
    ) -> RandomProgram {
        let mut builder = ProgramBuilder::new();
        builder.hints(SYMMETRIC);
        let x = builder.location(0);
        for other in others {
            builder.thread(|thread| other(thread, x));
        }
        for _ in 0..count {
            builder.thread(|thread| copy(thread, x));
        }
        builder.build()
    }

    /// How many executions there are under a model, and how many classes of them.
    fn counts(program: &RandomProgram, model: ModelName) -> (usize, usize) {
        let all = executions(program, model);
        let symmetry = Symmetry::of(program, &all);
        let classes: BTreeSet<Execution> = all.iter().map(|execution| symmetry.class(execution)).collect();
        (all.len(), classes.len())
    }

    fn increment(thread: &mut ThreadBuilder, x: crate::Location) {
        thread.fetch_add(x, 1, RmwOrdering::Relaxed);
    }

    fn read(thread: &mut ThreadBuilder, x: crate::Location) {
        thread.load(x, ReadOrdering::Relaxed);
    }

    fn write(thread: &mut ThreadBuilder, x: crate::Location) {
        thread.store(x, 1, WriteOrdering::Relaxed);
    }

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

    /// Increments come one after the other, in any of N! orders, and all of these are the same.
    #[test]
    fn increments_by_equal_threads_are_one_class() {
        for (threads, factorial) in [(2, 2), (3, 6), (4, 24)] {
            for model in ModelName::ALL {
                assert_eq!(counts(&copies(threads, &[], increment), model), (factorial, 1));
            }
        }
    }

    /// Each thread reads what was there before or what is written: of 4 ways, those with one of each are the same.
    #[test]
    fn two_readers_of_one_write_are_three_classes() {
        assert_eq!(counts(&copies(2, &[write], read), ModelName::Sc), (4, 3));
        assert_eq!(counts(&copies(3, &[write], read), ModelName::Sc), (8, 4), "as many as read the write");
    }

    #[test]
    fn stores_by_equal_threads_are_one_class() {
        assert_eq!(counts(&copies(2, &[], write), ModelName::Rc11), (2, 1));
        assert_eq!(counts(&copies(3, &[], write), ModelName::Rc11), (6, 1));
    }

    /// Whoever is first writes again, and that comes before the other increment or after it: then it is lost.
    #[test]
    fn what_follows_from_the_first_increment_is_told_apart() {
        let again = |thread: &mut ThreadBuilder, x| {
            let before = thread.fetch_add(x, 1, RmwOrdering::Relaxed);
            thread.if_equal(before, 0, |thread| thread.store(x, 5, WriteOrdering::Relaxed));
        };
        // With 0 → 1 → 2 the store comes last; or it comes first, and is incremented.
        assert_eq!(counts(&copies(2, &[], again), ModelName::Sc), (4, 2));
    }

    /// A strong compare-exchange succeeds in exactly one thread; weak ones may all fail.
    #[test]
    fn compare_exchanges_differ_in_how_they_fail() {
        const ORDERINGS: (RmwOrdering, ReadOrdering) = (RmwOrdering::Relaxed, ReadOrdering::Relaxed);
        let strong = |thread: &mut ThreadBuilder, x| {
            thread.compare_exchange(x, 0, 1, ORDERINGS);
        };
        let weak = |thread: &mut ThreadBuilder, x| {
            thread.compare_exchange_weak(x, 0, 1, ORDERINGS);
        };
        // One succeeds, and each of the other two fails after it.
        assert_eq!(counts(&copies(3, &[], strong), ModelName::Sc), (3, 1));
        // None succeeds; or one does, and the other fails after it, or spuriously before it.
        assert_eq!(counts(&copies(2, &[], weak), ModelName::Sc), (5, 3));
    }

    #[test]
    fn threads_that_do_not_follow_each_other_are_told_apart() {
        // Which of the two readers beside the writer reads the write is seen.
        let mut builder = ProgramBuilder::new();
        builder.hints(SYMMETRIC);
        let x = builder.location(0);
        builder.thread(|thread| read(thread, x));
        builder.thread(|thread| write(thread, x));
        builder.thread(|thread| read(thread, x));
        assert_eq!(counts(&builder.build(), ModelName::Sc), (4, 4));
    }

    #[test]
    fn without_the_hint_everything_is_told_apart() {
        let program = RandomProgram { hints: Hints::default(), ..copies(3, &[], increment) };
        assert_eq!(counts(&program, ModelName::Sc), (6, 6));
    }

    /// A thread that creates two threads, does something, and waits for them.
    fn creator(build: fn(&mut ThreadBuilder, crate::Location, [ThreadId; 2])) -> RandomProgram {
        let mut builder = ProgramBuilder::new();
        builder.hints(SYMMETRIC);
        let x = builder.location(0);
        builder.thread(|thread| build(thread, x, [1, 2].map(ThreadId::from_index)));
        for _ in 0..2 {
            builder.thread(|thread| read(thread, x));
        }
        builder.build()
    }

    #[test]
    fn created_threads_are_equal_if_nothing_happens_in_between() {
        let both = creator(|thread, x, [one, other]| {
            thread.spawn(one);
            thread.spawn(other);
            write(thread, x);
            thread.join(one);
            thread.join(other);
        });
        assert_eq!(counts(&both, ModelName::Sc), (4, 3));
        // The second one cannot but read the write: 2 ways, which nothing makes the same.
        let apart = creator(|thread, x, [one, other]| {
            thread.spawn(one);
            write(thread, x);
            thread.spawn(other);
        });
        assert_eq!(counts(&apart, ModelName::Sc), (2, 2));
        // The first one cannot read the write.
        let joined_before = creator(|thread, x, [one, other]| {
            thread.spawn(one);
            thread.spawn(other);
            thread.join(one);
            write(thread, x);
            thread.join(other);
        });
        assert_eq!(counts(&joined_before, ModelName::Sc), (2, 2));
    }

    /// What is written between the creations tells them apart only if somebody looks at it.
    #[test]
    fn handles_may_be_written_between_creations() {
        for is_looked_at in [false, true] {
            let mut builder = ProgramBuilder::new();
            builder.hints(SYMMETRIC);
            let [x, handle] = [builder.location(0), builder.location(0)];
            builder.thread(|thread| {
                thread.spawn(ThreadId::from_index(1));
                thread.store(handle, 1, WriteOrdering::NonAtomic);
                thread.spawn(ThreadId::from_index(2));
            });
            for _ in 0..2 {
                builder.thread(|thread| {
                    increment(thread, x);
                    if is_looked_at {
                        read(thread, handle);
                    }
                });
            }
            // The elder thread reads the handle before or after it is written, the younger one after.
            let expected = if is_looked_at { (4, 4) } else { (2, 1) };
            assert_eq!(counts(&builder.build(), ModelName::Rc11), expected);
        }
    }

    /// A thread that waits for ever for one of two equal threads: it does not matter for which one.
    #[test]
    fn which_of_the_created_threads_never_ends_does_not_matter() {
        let mut builder = ProgramBuilder::new();
        builder.hints(SYMMETRIC);
        let x = builder.location(0);
        let created = [1, 2].map(ThreadId::from_index);
        builder.thread(|thread| {
            created.iter().for_each(|&child| thread.spawn(child));
            created.iter().for_each(|&child| thread.join(child));
        });
        for _ in created {
            builder.thread(|thread| {
                let before = thread.fetch_add(x, 1, RmwOrdering::Relaxed);
                thread.assume_equal(before, 0);
            });
        }
        let program = builder.build();
        assert_eq!(counts(&program, ModelName::Sc), (2, 1), "one of them is first and ends");
    }

    /// Where all threads are there at the beginning, every permutation of an execution is an execution, under every model.
    #[test]
    fn permutations_of_executions_are_executions() {
        let mut permuted_executions = 0;
        for profile in Profile::ALL {
            for seed in 0..10 {
                let program = RandomProgram::symmetric_from_seed(seed, profile);
                let ops = program.threads.values().flatten();
                if ops.into_iter().any(|guarded| matches!(guarded.op, crate::Op::Spawn { .. })) {
                    continue;
                }
                for all in executions_all_models(&program).values() {
                    let symmetry = Symmetry::of(&program, all);
                    for names in &symmetry.permutations {
                        for execution in all {
                            permuted_executions += 1;
                            assert!(
                                all.contains(&symmetry.permuted(execution, names)),
                                "{program}\n{execution}"
                            );
                        }
                    }
                }
            }
        }
        assert!(permuted_executions > 10_000);
    }
}
