//! The cost of the search for symmetric threads where there are none.

use anyhow::Result;

use crate::bench::Bench;
use crate::cost::{Cost, Row};
use crate::subject::{Subject, Switches};

const COST: Cost = Cost {
    most: 1.02,
    runs: 9,
    without: |subject| with_symmetry(subject, false),
    with: |subject| with_symmetry(subject, true),
};

fn with_symmetry(subject: Subject<'_>, symmetry: bool) -> Subject<'_> {
    Subject { switches: Switches { symmetry, ..subject.switches }, ..subject }
}

const FIB: &str = "c/tables/fib-bench.c";
const CHASE_LEV: &str = "c/structures/chase-lev-deque.c";

#[rustfmt::skip] // a table
const ROWS: [Row; 5] = [
    Row { name: "fib-bench.c 6", file: FIB, options: &["-DN=6"], small: &["-DN=5"] },
    Row { name: "fib-bench.c 5 observed", file: FIB, options: &["-DN=5", "-DOBSERVER"], small: &["-DN=4", "-DOBSERVER"] },
    Row {
        name: "chase-lev.c 4/3/1/4",
        file: CHASE_LEV,
        options: &["-DPUSHES=4", "-DTAKES=3", "-DTHIEVES=1", "-DSTEALS=4"],
        small: &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=1", "-DSTEALS=2"],
    },
    Row { name: "stack.c 8", file: "c/tables/stack.c", options: &["-DK=8"], small: &["-DK=6"] },
    Row { name: "writers-reader.c 8", file: "c/tables/writers-reader.c", options: &["-DN=8"], small: &["-DN=6"] },
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!(
        "Programs without symmetric threads, RC11: seconds without and with symmetry, best of {} in turn",
        COST.runs
    );
    COST.print(bench, &ROWS)
}
