//! Small programs with symmetric threads, each of which needs one of the conditions of exploration up to symmetry. Numbers
//! are those of classes.

use porf_entity::{
    EntityId,
    ReadOrdering::{NonAtomic as ReadNonAtomic, Relaxed as ReadRelaxed},
    RmwOrdering::Relaxed as RmwRelaxed,
    ThreadId,
    WriteOrdering::{NonAtomic as WriteNonAtomic, Relaxed as WriteRelaxed},
};
use porf_explore::{ModelKind, Schedule};
use porf_fuzz::compare_symmetry;
use porf_testing::{Hints, ProgramBuilder, ThreadBuilder};

fn symmetric() -> ProgramBuilder {
    let mut builder = ProgramBuilder::new();
    builder.hints(Hints { symmetric: true, ..Hints::default() });
    builder
}

/// How many executions are explored, over all models and policies.
fn compare(builder: ProgramBuilder) -> u64 {
    let program = builder.build();
    match compare_symmetry(&program) {
        Ok(compared) => compared,
        Err(difference) => panic!("{program}\n{difference}"),
    }
}

/// As [`compare`], if there are so many classes under every model.
fn assert_classes(builder: ProgramBuilder, classes: u64) {
    let explorations = ModelKind::ALL.len() * Schedule::ALL.len();
    assert_eq!(compare(builder), classes * explorations as u64);
}

fn threads(builder: &mut ProgramBuilder, count: usize, build: impl Fn(&mut ThreadBuilder)) {
    for _ in 0..count {
        builder.thread(&build);
    }
}

#[test]
fn increments_are_one_class() {
    for count in 2..=4 {
        let mut builder = symmetric();
        let x = builder.location(0);
        threads(&mut builder, count, |thread| {
            thread.fetch_add(x, 1, RmwRelaxed);
        });
        assert_classes(builder, 1);
    }
}

/// As many as there are numbers of threads that read what is written.
#[test]
fn readers_of_a_write() {
    for count in 2..=4 {
        let mut builder = symmetric();
        let x = builder.location(0);
        builder.thread(|thread| thread.store(x, 1, WriteRelaxed));
        threads(&mut builder, count, |thread| {
            thread.load(x, ReadRelaxed);
        });
        assert_classes(builder, count as u64 + 1);
    }
}

/// The write that revisits the reader of y keeps the elder symmetric thread's write of x. At x: both threads read the initial value, or the second
/// one reads what the first one writes; with either, each of three values of y, whose writes have two orders.
#[test]
fn matching_events_are_kept_by_a_revisit() {
    let mut builder = symmetric();
    let [x, y] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.load(y, ReadRelaxed);
    });
    threads(&mut builder, 2, |thread| {
        thread.load(x, ReadRelaxed);
        thread.store(x, 1, WriteRelaxed);
        thread.store(y, 1, WriteRelaxed);
    });
    assert_classes(builder, 12);
}

/// A reads-from edge that comes with the elder of two readers leads to a writer that has an elder symmetric thread, too.
#[test]
fn what_a_revisit_keeps_is_closed() {
    let mut builder = symmetric();
    let [x, y] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.load(y, ReadRelaxed);
    });
    threads(&mut builder, 2, |thread| thread.store(x, 1, WriteRelaxed));
    builder.thread(|thread| thread.store(x, 2, WriteRelaxed));
    threads(&mut builder, 2, |thread| {
        thread.load(x, ReadRelaxed);
        thread.store(y, 1, WriteRelaxed);
    });
    compare(builder);
}

#[test]
fn rmws_are_kept_as_a_whole() {
    let mut builder = symmetric();
    let x = builder.location(0);
    builder.thread(|thread| {
        thread.store(x, 1, WriteRelaxed);
        thread.load(x, ReadRelaxed);
    });
    threads(&mut builder, 2, |thread| {
        thread.fetch_add(x, 1, RmwRelaxed);
    });
    compare(builder);
}

/// Of two compare-exchanges that read the same, one fails without need: what comes after them does not match.
#[test]
fn spurious_failures_end_the_matching() {
    let mut builder = symmetric();
    let x = builder.location(0);
    threads(&mut builder, 2, |thread| {
        thread.compare_exchange_weak(x, 0, 1, (RmwRelaxed, ReadRelaxed));
        thread.store(x, 2, WriteRelaxed);
    });
    compare(builder);
}

/// What the younger symmetric thread chooses is deleted by a revisit that keeps what the elder one has chosen.
#[test]
fn maximal_choices_are_open_to_the_younger_thread() {
    for behind_a_read in [false, true] {
        let mut builder = symmetric();
        let [x, y, z] = [builder.location(0), builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            thread.load(y, ReadRelaxed);
        });
        threads(&mut builder, 2, |thread| {
            if behind_a_read {
                thread.load(z, ReadRelaxed);
            }
            let chosen = thread.choose(2);
            thread.store(x, chosen + 1, WriteRelaxed);
        });
        builder.thread(|thread| {
            thread.load(x, ReadRelaxed);
            thread.store(y, 1, WriteRelaxed);
        });
        compare(builder);
    }
}

/// Under RC11 the younger reader may read the write of 2 and let the first thread write 1 before it, which the elder one reads: what
/// precedes the write of 1, symmetric threads' events included, would contain it.
#[test]
fn cycles_of_program_order_reads_from_and_coherence() {
    let mut builder = symmetric();
    let [x, y] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.load(y, ReadRelaxed);
        thread.store(x, 1, WriteRelaxed);
    });
    threads(&mut builder, 2, |thread| {
        thread.load(x, ReadRelaxed);
        thread.store(y, 1, WriteRelaxed);
    });
    builder.thread(|thread| thread.store(x, 2, WriteRelaxed));
    compare(builder);
}

/// The first thread creates the two others, which are symmetric.
fn creates(thread: &mut ThreadBuilder) -> [ThreadId; 2] {
    let created = [1, 2].map(ThreadId::from_index);
    created.iter().for_each(|&child| thread.spawn(child));
    created
}

/// One of two threads goes on, and the creator waits for both, or for one of them: that one may go on, or block.
#[test]
fn threads_that_are_joined_together_are_the_same() {
    for (joined, classes) in [([true, true], 1), ([false, true], 2), ([true, false], 2)] {
        let mut builder = symmetric();
        let x = builder.location(1);
        builder.thread(|thread| {
            let created = creates(thread);
            for (child, is_joined) in created.into_iter().zip(joined) {
                if is_joined {
                    thread.join(child);
                }
            }
        });
        threads(&mut builder, 2, |thread| {
            let before = thread.exchange(x, 0, RmwRelaxed);
            thread.assume_different(before, 0);
        });
        assert_classes(builder, classes);
    }
}

/// Between the joins, the creator writes what only the one can read that it has not joined yet: neither, or that one, reads it.
#[test]
fn threads_that_are_joined_apart_are_distinguished() {
    for is_elder_first in [false, true] {
        let mut builder = symmetric();
        let x = builder.location(0);
        builder.thread(|thread| {
            let [elder, younger] = creates(thread);
            let (first, second) = if is_elder_first { (elder, younger) } else { (younger, elder) };
            thread.join(first);
            thread.store(x, 1, WriteRelaxed);
            thread.join(second);
        });
        threads(&mut builder, 2, |thread| {
            thread.load(x, ReadRelaxed);
        });
        assert_classes(builder, 2);
    }
}

/// What is written between the creations, and read between the joins, is nobody else's: which of the two threads is first does not
/// count. If they look at it, the elder one reads it before or after it is written, and either one may be first.
#[test]
fn handles_tell_threads_apart_only_if_they_look() {
    for (is_looked_at, classes) in [(false, 1), (true, 4)] {
        let mut builder = symmetric();
        let [x, handle] = [builder.location(0), builder.location(0)];
        builder.thread(|thread| {
            let [elder, younger] = [1, 2].map(ThreadId::from_index);
            thread.spawn(elder);
            thread.store(handle, 1, WriteNonAtomic);
            thread.spawn(younger);
            thread.join(elder);
            thread.load(handle, ReadNonAtomic);
            thread.join(younger);
        });
        threads(&mut builder, 2, |thread| {
            if is_looked_at {
                thread.load(handle, ReadRelaxed);
            }
            thread.fetch_add(x, 1, RmwRelaxed);
        });
        assert_classes(builder, classes);
    }
}

/// The younger one cannot but read what is written before it is created: the elder one reads that or not.
#[test]
fn threads_that_are_created_apart_are_distinguished() {
    let mut builder = symmetric();
    let x = builder.location(0);
    builder.thread(|thread| {
        let [elder, younger] = [1, 2].map(ThreadId::from_index);
        thread.spawn(elder);
        thread.store(x, 1, WriteRelaxed);
        thread.spawn(younger);
    });
    threads(&mut builder, 2, |thread| {
        thread.load(x, ReadRelaxed);
    });
    assert_classes(builder, 2);
}

/// Who holds the lock first does not count, nor who waits for ever if it is never released.
#[test]
fn locks() {
    for is_released in [true, false] {
        let mut builder = symmetric();
        let [lock, x] = [builder.location(0), builder.location(0)];
        threads(&mut builder, 3, |thread| {
            thread.lock(lock);
            thread.store(x, 1, WriteRelaxed);
            if is_released {
                thread.unlock(lock);
            }
        });
        compare(builder);
    }
}
