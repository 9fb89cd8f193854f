//! The growth of the cost of an execution with the number of writes to one location that nothing
//! orders, with reads-from equivalence.
//!
//! A reader, which comes first, reads twice from the writes of some threads. *stores*: no other
//! accesses. *rmws*: every fourth write is a fetch-add. *reading*: writers read the location after
//! every write, so that very much of the coherence order follows from the values of these reads.
//! Where threads go from left to right, each write revisits the reader and all later events are
//! added anew. Where writes go first, the reader finds all of them there.

use anyhow::Result;
use porf_explore::{Equivalence, ModelKind, Schedule};

use crate::bench::Bench;
use crate::growth::{Family, Table};
use crate::litmus::{increment, load, store, test};

/// One location makes no difference between TSO and PSO.
const MODELS: &[ModelKind] = &[ModelKind::Sc, ModelKind::Tso, ModelKind::Ra, ModelKind::Rc11];
const RUNS: u32 = 3;

/// Prints the tables.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!("Growth with rf: microseconds against writes to one location, best of {RUNS}");
    for (executions, schedule) in
        [(1, Schedule::WritesFirst), (300, Schedule::WritesFirst), (300, Schedule::LeftToRight)]
    {
        println!("An execution, of the first {executions}, {schedule}");
        let table =
            Table { sizes: &[50, 100, 200, 400], models: MODELS, from_file: false, executions, runs: RUNS };
        table.print(bench, &families(schedule))?;
    }
    Ok(())
}

fn families(schedule: Schedule) -> [Family; 6] {
    let family = |name, source| Family { name, source, schedule, equivalence: Equivalence::Rf };
    [
        family("stores by 2", |writes| program(2, writes, stores)),
        family("stores by 8", |writes| program(8, writes, stores)),
        family("rmws by 2", |writes| program(2, writes, rmws)),
        family("rmws by 8", |writes| program(8, writes, rmws)),
        family("reading by 2", |writes| program(2, writes, reading)),
        family("reading by 8", |writes| program(8, writes, reading)),
    ]
}

/// The reader, and some threads with this many writes altogether. `work` gives the statements of a
/// thread for each of its writes.
fn program(threads: usize, writes: usize, work: fn(usize) -> String) -> String {
    let reader = load(0, "x") + &load(1, "x");
    let own = |thread: usize| writes / threads + usize::from(thread < writes % threads);
    let writers = (0..threads).map(|thread| (1..=own(thread)).map(work).collect());
    let bodies: Vec<String> = std::iter::once(reader).chain(writers).collect();
    // The last write does not matter: each of the writes would be a final state of its own.
    test("atomic_int *x", &bodies, "0:r0=0")
}

fn stores(write: usize) -> String {
    store("x", write)
}

fn rmws(write: usize) -> String {
    if write.is_multiple_of(4) { increment("x") } else { store("x", write) }
}

fn reading(write: usize) -> String {
    store("x", write) + &load(write, "x")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_as_many_writes_as_asked_for() {
        for (threads, writes) in [(2, 50), (8, 50), (8, 400)] {
            let source = program(threads, writes, rmws);
            let count = |what: &str| source.matches(what).count();
            assert_eq!(count("atomic_store") + count("atomic_fetch_add"), writes);
            assert_eq!(count("(atomic_int *x)"), threads + 1);
        }
    }
}
