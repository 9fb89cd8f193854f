//! Small programs on which the engine and the oracle once differed.

use porf_entity::{
    ReadOrdering::{Relaxed as ReadRelaxed, SeqCst as ReadSeqCst},
    RmwOrdering::{Relaxed as RmwRelaxed, SeqCst as RmwSeqCst},
    WriteOrdering::{Relaxed as WriteRelaxed, SeqCst as WriteSeqCst},
};
use porf_explore::ModelKind;
use porf_fuzz::compare;
use porf_oracle::ProgramBuilder;

fn assert_same(builder: ProgramBuilder) {
    let program = builder.build();
    if let Err(difference) = compare(&program, &ModelKind::ALL) {
        panic!("{program}\n{difference}");
    }
}

/// The second rmw is displaced by the first, which then has read what the second wrote.
#[test]
fn displaced_rmw_behind_a_store() {
    let mut builder = ProgramBuilder::new();
    let [data, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.exchange(counter, 1, RmwRelaxed);
        thread.load(data, ReadRelaxed);
    });
    builder.thread(|thread| {
        thread.store(data, 1, WriteRelaxed);
        thread.fetch_add(counter, 1, RmwRelaxed);
    });
    assert_same(builder);
}

#[test]
fn failed_compare_exchange_of_a_displaced_rmw() {
    let mut builder = ProgramBuilder::new();
    let [data, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.compare_exchange(counter, 0, 0, (RmwRelaxed, ReadRelaxed));
        thread.load(data, ReadRelaxed);
    });
    builder.thread(|thread| {
        thread.load(data, ReadRelaxed);
        thread.fetch_add(counter, 1, RmwRelaxed);
    });
    builder.thread(|thread| thread.store(data, 1, WriteRelaxed));
    assert_same(builder);
}

/// All writes belong to rmws, but a compare-exchange has a choice: to fail.
#[test]
fn compare_exchanges_on_a_chain() {
    let mut builder = ProgramBuilder::new();
    let location = builder.location(0);
    builder.thread(|thread| {
        thread.compare_exchange(location, 1, 1, (RmwRelaxed, ReadRelaxed));
    });
    builder.thread(|thread| {
        thread.compare_exchange(location, 0, 1, (RmwRelaxed, ReadRelaxed));
        thread.exchange(location, 1, RmwRelaxed);
    });
    assert_same(builder);
}

/// What a read prefers must not depend on how many seq_cst events the graph has: revisits take some of them away.
#[test]
fn one_seq_cst_rmw_among_relaxed_accesses() {
    let mut builder = ProgramBuilder::new();
    let [flag, counter] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.fetch_add(counter, 1, RmwRelaxed);
        thread.store(flag, 1, WriteRelaxed);
    });
    builder.thread(|thread| thread.store(counter, 0, WriteRelaxed));
    builder.thread(|thread| {
        thread.load(flag, ReadRelaxed);
        thread.load(counter, ReadRelaxed);
    });
    builder.thread(|thread| {
        thread.compare_exchange(counter, 0, 1, (RmwSeqCst, ReadRelaxed));
    });
    assert_same(builder);
}

#[test]
fn two_seq_cst_accesses_among_relaxed_ones() {
    let mut builder = ProgramBuilder::new();
    let [data, flag] = [builder.location(0), builder.location(0)];
    builder.thread(|thread| {
        thread.load(flag, ReadRelaxed);
        thread.load(data, ReadSeqCst);
    });
    builder.thread(|thread| thread.store(data, 1, WriteSeqCst));
    builder.thread(|thread| {
        thread.exchange(data, 1, RmwRelaxed);
        thread.store(flag, 1, WriteRelaxed);
    });
    builder.thread(|thread| thread.store(data, 0, WriteRelaxed));
    assert_same(builder);
}
