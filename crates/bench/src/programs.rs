//! The programs of the corpus that tables compare with published ones of the same names. They have
//! the same algorithms; the client threads of the published programs are not known in all cases.

use anyhow::{Context, Result};

/// A program in one size.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) options: &'static [&'static str],
    /// The greatest number of iterations of loops that count.
    pub(crate) counts: u32,
}

impl Program {
    /// The program with this name.
    pub(crate) fn named(name: &str) -> Result<&'static Self> {
        PROGRAMS
            .iter()
            .find(|program| program.name == name)
            .with_context(|| format!("no program is called {name}"))
    }
}

macro_rules! program {
    ($name:literal, $threads:literal, $file:literal, [$($option:literal),*]) => {
        program!($name, $threads, $file, [$($option),*], $threads)
    };
    ($name:literal, $threads:literal, $file:literal, [$($option:literal),*], $counts:expr) => {
        Program {
            name: concat!($name, "(", $threads, ")"),
            file: concat!("c/", $file),
            options: &[$($option),*],
            counts: $counts,
        }
    };
}

#[rustfmt::skip] // a table
const PROGRAMS: &[Program] = &[
    program!("mcslock", 3, "locks/mcs.c", ["-DN=3"]),
    program!("mcslock", 4, "locks/mcs.c", ["-DN=4"]),
    program!("qspinlock", 2, "locks/qspinlock.c", ["-DN=2"]),
    program!("qspinlock", 3, "locks/qspinlock.c", ["-DN=3"]),
    program!("seqlock", 3, "locks/seqlock.c", ["-DN=3"]),
    program!("seqlock", 4, "locks/seqlock.c", ["-DN=4"]),
    program!("mpmc-queue", 3, "awaits/counted-queue.c", ["-DN=3"]),
    program!("mpmc-queue", 4, "awaits/counted-queue.c", ["-DN=4"]),
    program!("linuxrwlocks", 3, "locks/rwlock-counter.c", ["-DN=3"]),
    program!("linuxrwlocks", 4, "locks/rwlock-counter.c", ["-DN=4"]),
    program!("chase-lev", 5, "structures/chase-lev-deque.c", ["-DTHIEVES=4", "-DSTEALS=1", "-DRETRY"]),
    program!("chase-lev", 6, "structures/chase-lev-deque.c", ["-DTHIEVES=5", "-DSTEALS=1", "-DRETRY"]),
    program!("treiber-stack", 3, "spinloops/treiber-stack.c", ["-DN=3", "-DBOTH"]),
    program!("treiber-stack", 4, "spinloops/treiber-stack.c", ["-DN=4", "-DBOTH"]),
    program!("mutex", 2, "awaits/waiting-mutex.c", ["-DN=2"]),
    program!("mutex", 3, "awaits/waiting-mutex.c", ["-DN=3"]),
    program!("mutex-musl", 2, "locks/musl-lock.c", ["-DN=2"]),
    program!("mutex-musl", 3, "locks/musl-lock.c", ["-DN=3"]),
    program!("ttaslock", 3, "locks/ttas.c", ["-DN=3"]),
    program!("ttaslock", 4, "locks/ttas.c", ["-DN=4"]),
    program!("twalock", 3, "locks/twa.c", ["-DN=3", "-DFAR=1"]),
    program!("twalock", 4, "locks/twa.c", ["-DN=4", "-DFAR=1"]),
    program!("ms-queue", 3, "spinloops/ms-queue.c", ["-DN=3"]),
    program!("ms-queue", 4, "spinloops/ms-queue.c", ["-DN=4"]),
    program!("scgather", 3, "spinloops/scgather.c", ["-DN=3"]),
    program!("scgather", 4, "spinloops/scgather.c", ["-DN=4"]),
    program!("ws+r-peeled", 3, "spinloops/peeled-writers.c", ["-DN=3"]),
    program!("ws+r-peeled", 4, "spinloops/peeled-writers.c", ["-DN=4"]),
    program!("w+rs-peeled", 3, "spinloops/peeled-readers.c", ["-DN=3"]),
    program!("w+rs-peeled", 4, "spinloops/peeled-readers.c", ["-DN=4"]),
    program!("sortnet", 4, "awaits/sortnet.c", ["-DN=4"], 8),
    program!("sortnet", 5, "awaits/sortnet.c", ["-DN=5"], 10),
    program!("sortnet", 6, "awaits/sortnet.c", ["-DN=6"], 12),
    program!("safestack-21", 2, "awaits/safestack.c", ["-DA=2", "-DB=1"]),
    program!("safestack-31", 2, "awaits/safestack.c", ["-DA=3", "-DB=1"]),
    program!("safestack-32", 2, "awaits/safestack.c", ["-DA=3", "-DB=2"]),
    program!("safestack-33", 2, "awaits/safestack.c", ["-DA=3", "-DB=3"]),
    program!("safestack-211", 3, "awaits/safestack.c", ["-DA=2", "-DB=1", "-DC=1"]),
    program!("safestack-311", 3, "awaits/safestack.c", ["-DA=3", "-DB=1", "-DC=1"]),
    program!("safestack-321", 3, "awaits/safestack.c", ["-DA=3", "-DB=2", "-DC=1"]),
    program!("safestack-331", 3, "awaits/safestack.c", ["-DA=3", "-DB=3", "-DC=1"]),
];
