//! Long executions of seq_cst accesses under RC11, in programs that have few executions.
//!
//! With reads-from equivalence a coherence order has to be found for each of them. The default
//! equivalence must not cost much more than distinguishing coherence orders, and grow no faster
//! than the square of the length.

use anyhow::{Context, Result};
use porf_explore::{Equivalence, ModelKind};

use crate::bench::Bench;
use crate::growth::exponent;
use crate::measure::count_instructions;
use crate::subject::Subject;
use crate::target::met;

const PROGRAM: &str = "c/tables/long-seq-cst.c";
const SIZES: [u32; 4] = [400, 800, 1600, 3200];
/// The default takes at most this many times the time with coherence orders distinguished.
const COST: f64 = 1.5;
const GROWTH: f64 = 2.0;
const RUNS: u32 = 5;

const SHAPES: [(&str, &[&str]); 4] = [
    ("race, then own work", &[]),
    ("own work, then race", &["-DRACE_LAST"]),
    ("race, work, observed", &["-DSUM"]),
    ("work, race, observed", &["-DRACE_LAST", "-DSUM"]),
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!("Three threads of so many seq_cst accesses under rc11, best of {RUNS}");
    println!(
        "{:<22} {:>8} {:>8} {:>8} {:<4} {:>6} {:>9} {:<6} {:>12} {:>8} {:>9}",
        "program",
        "accesses",
        "co s",
        "auto s",
        "took",
        "ratio",
        "asked for",
        "",
        "instr. ratio",
        "exponent",
        "asked for"
    );
    for (name, options) in SHAPES {
        let mut smaller: Option<(f64, f64)> = None;
        for size in SIZES {
            let accesses = format!("-DACCESSES={size}");
            let options: Vec<&str> = options.iter().copied().chain([&*accesses]).collect();
            let file = Bench::corpus(PROGRAM);
            let subject =
                |equivalence| Subject { equivalence, ..Subject::new(&file, &options, ModelKind::Rc11) };
            let (with_co, by_default) = (subject(Some(Equivalence::Co)), subject(None));
            let [co, auto] = bench.measure_in_turn([&with_co, &by_default], RUNS)?;
            let instructions = |subject| count_instructions(subject).context("valgrind counts instructions");
            // The instructions of all executions, of which there are fewer by default.
            let total =
                |subject, executions: u64| Ok::<_, anyhow::Error>(instructions(subject)? * executions as f64);
            let instruction_ratio = total(&by_default, auto.executions)? / total(&with_co, co.executions)?;
            let ratio = auto.seconds / co.seconds;
            let point = (f64::from(size), auto.seconds);
            let growth = smaller.replace(point).map(|before| exponent(before, point));
            println!(
                "{name:<22} {size:>8} {:>8} {:>8} {:<4} {ratio:>6.2} {COST:>9} {:<6} {instruction_ratio:>12.2} {:>8} {:>9}",
                co.seconds_text(),
                auto.seconds_text(),
                auto.equivalence.name(),
                met(auto.finished && ratio <= COST),
                growth.map_or("-".into(), |growth| format!("{growth:.2}")),
                growth.map_or("-".into(), |growth| format!("{GROWTH} {}", met(growth <= GROWTH))),
            );
        }
    }
    Ok(())
}
