//! The numbers of [saver Table I] and [saver Table II].

use std::fmt;

/// The published results for a program.
pub(crate) struct Published {
    /// The name of the program, in the corpus and in the paper.
    pub(crate) name: &'static str,
    /// The number of GenMC without its heuristic for spinloops.
    pub(crate) plain: Number,
    /// The number of GenMC.
    pub(crate) genmc: Number,
    pub(crate) saver: Number,
    /// The reductions that SAVER applied to the program's loops: loop rotation, bisimilarity,
    /// spin-assume, dynamic-spin-assume, zne-assume.
    pub(crate) letters: &'static str,
}

/// A published number of complete executions.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    Executions(u64),
    /// The number was not known after half an hour.
    Timeout,
}

use Number::{Executions as E, Timeout};

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Executions(executions) => f.pad(&executions.to_string()),
            Self::Timeout => f.pad("timeout"),
        }
    }
}

const fn row(
    name: &'static str,
    plain: Number,
    genmc: Number,
    saver: Number,
    letters: &'static str,
) -> Published {
    Published { name, plain, genmc, saver, letters }
}

#[rustfmt::skip] // a table
pub(crate) const PUBLISHED: &[Published] = &[
    row("mcslock(3)", E(5_964), E(336), E(336), "S"),
    row("mcslock(4)", Timeout, E(26_232), E(26_232), "S"),
    row("qspinlock(2)", E(12), E(6), E(6), "S"),
    row("qspinlock(3)", E(13_764), E(564), E(564), "S"),
    row("seqlock(3)", E(430), E(147), E(9), "S"),
    row("seqlock(4)", E(3_670_360), E(87_980), E(88), "S"),
    row("mpmc-queue(3)", E(1_232_884), E(15_808), E(166), "SD"),
    row("mpmc-queue(4)", Timeout, Timeout, E(39_706), "SD"),
    row("linuxrwlocks(3)", E(14_059_037), E(38_033), E(24), "BSZ"),
    row("linuxrwlocks(4)", Timeout, Timeout, E(1_060), "BSZ"),
    row("chase-lev(5)", E(17_367), E(17_367), E(3_835), "S"),
    row("chase-lev(6)", E(778_581), E(778_581), E(41_055), "S"),
    row("treiber-stack(3)", E(426), E(426), E(18), "SD"),
    row("treiber-stack(4)", E(1_546_168), E(1_546_168), E(484), "SD"),
    row("mutex(2)", E(18), E(18), E(12), "SD"),
    row("mutex(3)", E(59_760), E(59_760), E(7_086), "SD"),
    row("mutex-musl(2)", E(34), E(34), E(26), "SD"),
    row("mutex-musl(3)", E(652_104), E(652_104), E(361_296), "SD"),
    row("ttaslock(3)", E(11_031), E(11_031), E(162), "SD"),
    row("ttaslock(4)", Timeout, Timeout, E(20_760), "SD"),
    row("twalock(3)", E(1_338), E(1_338), E(96), "S"),
    row("twalock(4)", E(1_018_872), E(1_018_872), E(6_144), "S"),
    row("ms-queue(3)", E(1_389), E(1_389), E(75), "LSD"),
    row("ms-queue(4)", Timeout, Timeout, E(10_662), "LSD"),
    row("scgather(3)", E(7_560), E(7_560), E(90), "Z"),
    row("scgather(4)", E(1_247_400), E(1_247_400), E(2_520), "Z"),
];

/// The programs of the second table, with the numbers of SAVER with all of its reductions.
pub(crate) const TABLE_2: &[(&str, Number)] =
    &[("ws+r-peeled(3)", E(1)), ("ws+r-peeled(4)", E(1)), ("w+rs-peeled(3)", E(1)), ("w+rs-peeled(4)", E(1))];
