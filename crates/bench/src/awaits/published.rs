//! The numbers of [await Table I] and [await Table II].

/// The published results for a program.
pub(crate) struct Published {
    /// The name of the program, in the corpus and in the paper.
    pub(crate) name: &'static str,
    /// The results, by [column](COLUMNS).
    pub(crate) results: [Found; COLUMNS.len()],
}

/// GenMC, and Nidhugg without and with more and more of the paper's reductions.
pub(crate) const COLUMNS: [&str; 5] = ["SAVER", "Optimal", "PLP", "PLP+await", "...+IFAA"];

/// A published result.
#[derive(Clone, Copy)]
pub(crate) enum Found {
    Executions {
        complete: u64,
        blocked: u64,
        /// The seconds, where they are published.
        seconds: Option<f64>,
    },
    /// The result was not known after an hour, or ten.
    Timeout,
}

use Found::Timeout;

impl Found {
    /// The numbers of executions, as tables print them.
    pub(crate) fn counts_text(self) -> String {
        match self {
            Self::Executions { complete, blocked, .. } => format!("{complete}+{blocked}"),
            Timeout => "timeout".to_owned(),
        }
    }

    /// The time, as tables print it.
    pub(crate) fn seconds_text(self) -> String {
        match self {
            Self::Executions { seconds: Some(seconds), .. } => format!("{seconds:.2}"),
            Self::Executions { seconds: None, .. } => String::new(),
            Timeout => "timeout".to_owned(),
        }
    }
}

const fn timed(complete: u64, blocked: u64, seconds: f64) -> Found {
    Found::Executions { complete, blocked, seconds: Some(seconds) }
}

const fn counted(complete: u64, blocked: u64) -> Found {
    Found::Executions { complete, blocked, seconds: None }
}

const fn row(name: &'static str, results: [Found; COLUMNS.len()]) -> Published {
    Published { name, results }
}

#[rustfmt::skip] // a table
pub(crate) const TABLE_1: &[Published] = &[
    row("qspinlock(2)", [timed(6, 2, 0.02), timed(6, 2, 0.06), timed(6, 2, 0.08), timed(6, 2, 0.08), timed(6, 2, 0.09)]),
    row("qspinlock(3)", [timed(564, 462, 0.06), timed(564, 462, 0.2), timed(564, 462, 0.2), timed(564, 456, 0.21), timed(564, 456, 0.2)]),
    row("mcslock(3)", [timed(336, 426, 0.09), timed(336, 426, 0.2), timed(336, 426, 0.23), timed(336, 72, 0.18), timed(336, 72, 0.18)]),
    row("mcslock(4)", [timed(26_232, 33_432, 3.95), timed(26_232, 33_432, 16.59), timed(26_232, 33_432, 16.95), timed(26_232, 4_824, 9.53), timed(26_232, 4_824, 9.43)]),
    row("twalock(3)", [timed(96, 90, 0.02), timed(96, 90, 0.09), timed(96, 90, 0.09), timed(96, 0, 0.08), timed(96, 0, 0.08)]),
    row("twalock(4)", [timed(6_144, 7_224, 0.36), timed(6_144, 7_224, 1.4), timed(6_144, 7_224, 1.45), timed(6_144, 0, 0.8), timed(6_144, 0, 0.81)]),
    row("mutex-musl(2)", [timed(20, 2, 0.01), timed(20, 2, 0.07), timed(20, 2, 0.07), timed(20, 0, 0.06), timed(20, 0, 0.07)]),
    row("mutex-musl(3)", [timed(136_728, 12_834, 5.03), timed(25_146, 93_000, 11.89), timed(25_146, 93_000, 12.04), timed(25_146, 81_972, 10.9), timed(14_736, 36_846, 5.29)]),
    row("mutex(2)", [timed(12, 2, 0.02), timed(12, 2, 0.07), timed(12, 2, 0.07), timed(12, 0, 0.07), timed(10, 0, 0.07)]),
    row("mutex(3)", [timed(6_582, 1_188, 0.25), timed(9_486, 1_236, 1.07), timed(6_582, 1_188, 0.84), timed(6_582, 336, 0.76), timed(3_618, 312, 0.44)]),
    row("ms-queue(3)", [timed(75, 284, 0.06), timed(901, 374, 0.58), timed(901, 374, 0.58), timed(901, 374, 0.59), timed(901, 374, 0.6)]),
    row("ms-queue(4)", [timed(10_662, 192_438, 18.35), Timeout, Timeout, Timeout, Timeout]),
    row("linuxrwlocks(3)", [timed(24, 59, 0.02), timed(38_033, 31_993, 6.95), timed(38_033, 31_993, 7.24), timed(38_033, 0, 4.36), timed(3_840, 0, 0.54)]),
    row("linuxrwlocks(4)", [timed(1_060, 5_518, 0.22), Timeout, Timeout, Timeout, Timeout]),
    row("ttaslock(3)", [timed(162, 183, 0.03), timed(162, 183, 0.1), timed(36, 81, 0.08), timed(36, 0, 0.07), timed(36, 0, 0.07)]),
    row("ttaslock(4)", [timed(20_760, 29_440, 1.46), timed(20_760, 29_440, 4.94), timed(576, 2_308, 0.3), timed(576, 0, 0.15), timed(576, 0, 0.15)]),
    row("seqlock(3)", [timed(9, 83, 0.02), timed(147, 230, 0.14), timed(9, 83, 0.1), timed(9, 36, 0.08), timed(9, 36, 0.09)]),
    row("seqlock(4)", [timed(88, 2_805, 0.17), timed(87_980, 104_583, 41.58), timed(88, 2_769, 0.44), timed(88, 729, 0.2), timed(88, 729, 0.2)]),
    row("mpmc-queue(3)", [timed(166, 987, 0.09), timed(11_206, 8_188, 3.35), timed(166, 840, 0.24), timed(166, 517, 0.2), timed(76, 421, 0.17)]),
    row("mpmc-queue(4)", [timed(39_706, 1_277_783, 87.18), Timeout, timed(39_706, 1_123_234, 226.45), timed(39_706, 360_426, 88.29), timed(5_410, 114_208, 24.15)]),
    row("treiber-stack(3)", [timed(274, 80, 0.04), timed(426, 0, 0.16), timed(274, 80, 0.14), timed(274, 60, 0.15), timed(274, 60, 0.15)]),
    row("treiber-stack(4)", [timed(250_088, 167_916, 33.17), timed(1_546_168, 9_216, 403.58), timed(250_088, 167_916, 98.24), timed(250_088, 90_896, 87.92), timed(250_088, 90_896, 88.2)]),
    row("sortnet(4)", [timed(1, 728, 0.33), timed(1, 312, 0.48), timed(1, 312, 0.45), timed(1, 0, 0.08), timed(1, 0, 0.08)]),
    row("sortnet(5)", [timed(1, 15_231, 10.87), timed(1, 4_517, 9.38), timed(1, 4_517, 9.47), timed(1, 0, 0.08), timed(1, 0, 0.08)]),
    row("sortnet(6)", [timed(1, 163_292, 140.83), timed(1, 38_285, 100.18), timed(1, 38_285, 98.82), timed(1, 0, 0.08), timed(1, 0, 0.08)]),
];

#[rustfmt::skip] // a table
pub(crate) const TABLE_2: &[Published] = &[
    row("safestack-21(2)", [counted(119, 6), counted(119, 6), counted(34, 2), counted(34, 1), counted(19, 1)]),
    row("safestack-31(2)", [counted(928, 107), counted(928, 107), counted(103, 27), counted(103, 25), counted(56, 25)]),
    row("safestack-32(2)", [counted(7_189, 296), counted(7_189, 296), counted(1_073, 27), counted(1_073, 12), counted(463, 12)]),
    row("safestack-33(2)", [counted(121_334, 12_652), counted(121_334, 12_652), counted(6_434, 1_636), counted(6_434, 1_584), counted(2_600, 1_160)]),
    row("safestack-211(3)", [counted(995_224, 325_932), counted(1_259_280, 324_382), counted(2_690, 1_126), counted(2_690, 928), counted(962, 686)]),
    row("safestack-311(3)", [counted(0, 275_399_108), Timeout, counted(0, 26_536), counted(0, 24_078), counted(0, 14_960)]),
    row("safestack-321(3)", [Timeout, Timeout, counted(906_529, 388_117), counted(906_529, 331_337), counted(288_057, 216_830)]),
];
