//! The cost of the checks at run time where they can save nothing: no loop of these programs waits.

use anyhow::Result;
use porf_passes::PassName;

use crate::bench::Bench;
use crate::cost::{Cost, Row};
use crate::subject::{Subject, Switches};

const COST: Cost = Cost {
    most: 1.05,
    runs: 9,
    without: |subject| Subject {
        disabled_passes: &PassName::SPINLOOPS,
        switches: Switches { awaits: false, ..subject.switches },
        ..subject
    },
    with: |subject| subject,
};

const FIB: &str = "c/tables/fib-bench.c";
const CHASE_LEV: &str = "c/structures/chase-lev-deque.c";

#[rustfmt::skip] // a table
const ROWS: [Row; 7] = [
    Row { name: "fib-bench.c 6", file: FIB, options: &["-DN=6"], small: &["-DN=5"] },
    Row { name: "fib-bench.c 5 observed", file: FIB, options: &["-DN=5", "-DOBSERVER"], small: &["-DN=4", "-DOBSERVER"] },
    Row { name: "increment.c 8", file: "c/tables/increment.c", options: &["-DN=8"], small: &["-DN=7"] },
    Row {
        name: "chase-lev.c 4/3/2/2",
        file: CHASE_LEV,
        options: &["-DPUSHES=4", "-DTAKES=3", "-DTHIEVES=2", "-DSTEALS=2"],
        small: &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=2"],
    },
    Row { name: "mutex-increment.c 8", file: "c/tables/mutex-increment.c", options: &["-DN=8"], small: &["-DN=6"] },
    Row { name: "stack.c 9", file: "c/tables/stack.c", options: &["-DK=9"], small: &["-DK=6"] },
    Row { name: "writers-reader.c 8", file: "c/tables/writers-reader.c", options: &["-DN=8"], small: &["-DN=6"] },
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!(
        "Programs without loops that wait, RC11: seconds without and with the reductions, best of {} in turn",
        COST.runs
    );
    COST.print(bench, &ROWS)
}
