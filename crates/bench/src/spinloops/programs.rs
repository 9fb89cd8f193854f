//! The programs of Table I in Kokologiannakis, Ren and Vafeiadis, Dynamic partial order reductions for spinloops (FMCAD
//! 2021), as far as the algorithms go: what threads do with them there is not known in all cases.

use std::fmt;

/// A program, and what was published of the one of the same name.
pub(super) struct Program {
    pub(super) name: &'static str,
    pub(super) threads: u32,
    pub(super) file: &'static str,
    pub(super) options: &'static [&'static str],
    /// GenMC without its heuristic for loops that wait.
    pub(super) plain: Published,
    /// GenMC.
    pub(super) genmc: Published,
    pub(super) saver: Published,
    /// What SAVER did with the program's loops: loop rotation, bisimilarity, spin-assume, dynamic-spin-assume, zne-assume.
    pub(super) letters: &'static str,
}

/// A published number of complete executions.
#[derive(Clone, Copy)]
pub(super) enum Published {
    Executions(u64),
    /// It was not known after half an hour.
    Timeout,
}

use Published::{Executions as E, Timeout};

impl fmt::Display for Published {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Executions(executions) => f.pad(&executions.to_string()),
            Self::Timeout => f.pad("timeout"),
        }
    }
}

/// A program of the table in one size.
macro_rules! program {
    ($name:literal, $threads:literal, $file:literal, [$($option:literal),*], $plain:expr, $genmc:expr, $saver:expr, $letters:literal) => {
        Program {
            name: concat!($name, "(", $threads, ")"),
            threads: $threads,
            file: $file,
            options: &[$($option),*],
            plain: $plain,
            genmc: $genmc,
            saver: $saver,
            letters: $letters,
        }
    };
}

#[rustfmt::skip] // a table
pub(super) const PROGRAMS: &[Program] = &[
    program!("mcslock", 3, "c/locks/mcs.c", ["-DN=3"], E(5_964), E(336), E(336), "S"),
    program!("mcslock", 4, "c/locks/mcs.c", ["-DN=4"], Timeout, E(26_232), E(26_232), "S"),
    program!("qspinlock", 2, "c/locks/qspinlock.c", ["-DN=2"], E(12), E(6), E(6), "S"),
    program!("qspinlock", 3, "c/locks/qspinlock.c", ["-DN=3"], E(13_764), E(564), E(564), "S"),
    program!("seqlock", 3, "c/locks/seqlock.c", ["-DN=3"], E(430), E(147), E(9), "S"),
    program!("seqlock", 4, "c/locks/seqlock.c", ["-DN=4"], E(3_670_360), E(87_980), E(88), "S"),
    program!("mpmc-queue", 3, "c/spinloops/mpmc-queue.c", ["-DN=3", "-DBOTH"], E(1_232_884), E(15_808), E(166), "SD"),
    program!("mpmc-queue", 4, "c/spinloops/mpmc-queue.c", ["-DN=4", "-DBOTH"], Timeout, Timeout, E(39_706), "SD"),
    program!("linuxrwlocks", 3, "c/locks/rwlock-counter.c", ["-DN=3"], E(14_059_037), E(38_033), E(24), "BSZ"),
    program!("linuxrwlocks", 4, "c/locks/rwlock-counter.c", ["-DN=4"], Timeout, Timeout, E(1_060), "BSZ"),
    program!("chase-lev", 5, "c/structures/chase-lev-deque.c", ["-DTHIEVES=4", "-DSTEALS=1", "-DRETRY"], E(17_367), E(17_367), E(3_835), "S"),
    program!("chase-lev", 6, "c/structures/chase-lev-deque.c", ["-DTHIEVES=5", "-DSTEALS=1", "-DRETRY"], E(778_581), E(778_581), E(41_055), "S"),
    program!("treiber-stack", 3, "c/spinloops/treiber-stack.c", ["-DN=3", "-DBOTH"], E(426), E(426), E(18), "SD"),
    program!("treiber-stack", 4, "c/spinloops/treiber-stack.c", ["-DN=4", "-DBOTH"], E(1_546_168), E(1_546_168), E(484), "SD"),
    program!("mutex", 2, "c/locks/futex-mutex.c", ["-DN=2"], E(18), E(18), E(12), "SD"),
    program!("mutex", 3, "c/locks/futex-mutex.c", ["-DN=3"], E(59_760), E(59_760), E(7_086), "SD"),
    program!("mutex-musl", 2, "c/locks/musl-lock.c", ["-DN=2"], E(34), E(34), E(26), "SD"),
    program!("mutex-musl", 3, "c/locks/musl-lock.c", ["-DN=3"], E(652_104), E(652_104), E(361_296), "SD"),
    program!("ttaslock", 3, "c/locks/ttas.c", ["-DN=3"], E(11_031), E(11_031), E(162), "SD"),
    program!("ttaslock", 4, "c/locks/ttas.c", ["-DN=4"], Timeout, Timeout, E(20_760), "SD"),
    program!("twalock", 3, "c/locks/twa.c", ["-DN=3", "-DFAR=1"], E(1_338), E(1_338), E(96), "S"),
    program!("twalock", 4, "c/locks/twa.c", ["-DN=4", "-DFAR=1"], E(1_018_872), E(1_018_872), E(6_144), "S"),
    program!("ms-queue", 3, "c/spinloops/ms-queue.c", ["-DN=3"], E(1_389), E(1_389), E(75), "LSD"),
    program!("ms-queue", 4, "c/spinloops/ms-queue.c", ["-DN=4"], Timeout, Timeout, E(10_662), "LSD"),
    program!("scgather", 3, "c/spinloops/scgather.c", ["-DN=3"], E(7_560), E(7_560), E(90), "Z"),
    program!("scgather", 4, "c/spinloops/scgather.c", ["-DN=4"], E(1_247_400), E(1_247_400), E(2_520), "Z"),
];
