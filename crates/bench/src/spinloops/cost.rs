//! What the checks while the program runs cost where there is nothing to be gained: no loop of these programs waits.

use anyhow::{Result, ensure};
use porf_explore::ModelKind;
use porf_passes::PassName;

use crate::bench::{Bench, Source};
use crate::measure::Subject;
use crate::target::met;

/// With the reductions it takes at most so many times the time without.
const COST: f64 = 1.05;
const RUNS: u32 = 7;

const CHASE_LEV: &str = "c/structures/chase-lev-deque.c";

const PROGRAMS: [(&str, Source); 8] = [
    ("fib-bench.c 6", ("c/tables/fib-bench.c", &["-DN=6"])),
    ("fib-bench.c 5 observed", ("c/tables/fib-bench.c", &["-DN=5", "-DOBSERVER"])),
    ("increment.c 9", ("c/tables/increment.c", &["-DN=9"])),
    ("chase-lev.c 4/3/2/2", (CHASE_LEV, &["-DPUSHES=4", "-DTAKES=3", "-DTHIEVES=2", "-DSTEALS=2"])),
    ("chase-lev.c 2/1/3/2", (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=3", "-DSTEALS=2"])),
    ("mutex-increment.c 8", ("c/tables/mutex-increment.c", &["-DN=8"])),
    ("stack.c 9", ("c/tables/stack.c", &["-DK=9"])),
    ("writers-reader.c 8", ("c/tables/writers-reader.c", &["-DN=8"])),
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!(
        "Programs without loops that wait, RC11: seconds without and with the reductions, best of {RUNS} in turn"
    );
    println!(
        "{:<24} {:>10} {:>8} {:>8} {:>8} {:>9}",
        "program", "executions", "without", "with", "ratio", "asked for"
    );
    for (name, (file, options)) in PROGRAMS {
        let file = Bench::corpus(file);
        let with = Subject::new(&file, options, ModelKind::Rc11);
        let without = Subject { disabled_passes: &PassName::SPINLOOPS, ..with.clone() };
        let [without, with] = bench.measure_in_turn([&without, &with], RUNS)?;
        ensure!(
            without.executions == with.executions,
            "{name}: {} executions without the reductions, {} with",
            without.executions,
            with.executions
        );
        let ratio = with.seconds / without.seconds;
        println!(
            "{name:<24} {:>10} {:>8} {:>8} {ratio:>8.3} {COST:>9} {}",
            with.executions,
            without.seconds_text(),
            with.seconds_text(),
            met(ratio <= COST)
        );
    }
    Ok(())
}
