//! What the checks while the program runs cost where there is nothing to be gained: no loop of these programs waits.

use anyhow::{Context, Result, ensure};
use porf_explore::ModelKind;
use porf_passes::PassName;

use crate::bench::Bench;
use crate::measure::count_instructions;
use crate::subject::{Subject, Switches};
use crate::target::met;

/// With the reductions it takes at most so many times the time without.
const COST: f64 = 1.05;
const RUNS: u32 = 9;

/// A program, and a smaller member of the same family, to count instructions.
struct Row {
    name: &'static str,
    file: &'static str,
    options: &'static [&'static str],
    small: &'static [&'static str],
}

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
        "Programs without loops that wait, RC11: seconds without and with the reductions, best of {RUNS} in turn"
    );
    println!(
        "{:<24} {:>10} {:>8} {:>8} {:>8} {:>9} {:<6} {:>12}",
        "program", "executions", "without", "with", "ratio", "asked for", "", "instr. ratio*"
    );
    for row in &ROWS {
        row.print(bench)?;
    }
    println!("* of a smaller member of the family, without loading");
    Ok(())
}

impl Row {
    fn print(&self, bench: &mut Bench) -> Result<()> {
        let Self { name, file, options, small } = *self;
        let file = Bench::corpus(file);
        let with = Subject::new(&file, options, ModelKind::Rc11);
        let switches = Switches { awaits: false, ..Switches::default() };
        let without = Subject { disabled_passes: &PassName::SPINLOOPS, switches, ..with.clone() };
        let instructions = |subject: &Subject<'_>| {
            count_instructions(&Subject { clang_options: small, ..subject.clone() })
                .context("valgrind counts instructions")
        };
        let instructions_ratio = instructions(&with)? / instructions(&without)?;
        let [without, with] = bench.measure_in_turn([&without, &with], RUNS)?;
        ensure!(
            without.executions == with.executions,
            "{name}: {} executions without the reductions, {} with",
            without.executions,
            with.executions
        );
        let ratio = with.seconds / without.seconds;
        println!(
            "{name:<24} {:>10} {:>8} {:>8} {ratio:>8.3} {COST:>9} {:<6} {instructions_ratio:>12.3}",
            with.executions,
            without.seconds_text(),
            with.seconds_text(),
            met(ratio <= COST)
        );
        Ok(())
    }
}
