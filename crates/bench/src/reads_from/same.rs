//! Programs in which reads-from determines the coherence order.

use anyhow::{Context, Result, ensure};
use porf_explore::{Equivalence, ModelKind};

use super::Comparison;
use crate::bench::{Bench, Source};
use crate::measure::count_instructions;
use crate::subject::Subject;
use crate::target::met;

/// `rf` takes at most this many times the time of `co`.
const COST: f64 = 1.3;
const RUNS: u32 = 5;

/// A program, and a smaller member of the same family, to count instructions.
struct Row {
    name: &'static str,
    program: Source,
    small: Source,
    models: &'static [ModelKind],
}

const FIB: &str = "c/tables/fib-bench.c";
const CHASE_LEV: &str = "c/structures/chase-lev-deque.c";
const MUTEX: &str = "c/tables/mutex-increment.c";
const STACK: &str = "c/tables/stack.c";

const ROWS: &[Row] = &[
    Row {
        name: "fetch-add-9",
        program: ("families/fetch-add-9.litmus", &[]),
        small: ("families/fetch-add-7.litmus", &[]),
        models: &ModelKind::ALL,
    },
    Row {
        name: "fib-bench.c 6",
        program: (FIB, &["-DN=6"]),
        small: (FIB, &["-DN=5"]),
        models: &ModelKind::ALL,
    },
    Row {
        name: "chase-lev.c 4/3/2/2",
        program: (CHASE_LEV, &["-DPUSHES=4", "-DTAKES=3", "-DTHIEVES=2", "-DSTEALS=2"]),
        small: (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=2"]),
        models: &[ModelKind::Rc11],
    },
    Row {
        name: "mutex-increment.c 8",
        program: (MUTEX, &["-DN=8"]),
        small: (MUTEX, &["-DN=6"]),
        models: &ModelKind::ALL,
    },
    Row {
        name: "stack.c 9",
        program: (STACK, &["-DK=9"]),
        small: (STACK, &["-DK=6"]),
        models: &ModelKind::ALL,
    },
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!(
        "co and rf where they have the same executions, microseconds an execution, best of {RUNS} in turn"
    );
    println!(
        "{:<20} {:<5} {:>10} {:>8} {:>8} {:>6} {:>9} {:<6} {:>13} {}",
        "program",
        "model",
        "executions",
        "co",
        "rf",
        "rf/co",
        "asked for",
        "",
        "instr. rf/co*",
        Comparison::AUTO_COLUMNS
    );
    for row in ROWS {
        for &model in row.models {
            row.print(bench, model)?;
        }
    }
    println!("* of a smaller member of the family, without loading");
    Ok(())
}

impl Row {
    fn print(&self, bench: &mut Bench, model: ModelKind) -> Result<()> {
        let compared =
            Comparison::measure(bench, &Bench::corpus(self.program.0), self.program.1, model, RUNS)?;
        let Comparison { co, rf, .. } = &compared;
        ensure!(
            co.executions == rf.executions || !(co.finished && rf.finished),
            "{} under {model}: {} executions with co, {} with rf",
            self.name,
            co.executions,
            rf.executions
        );
        let ratio = rf.microseconds_per_execution() / co.microseconds_per_execution();
        println!(
            "{:<20} {:<5} {:>10} {:>8.2} {:>8.2} {ratio:>6.2} {COST:>9} {:<6} {:>13.2} {}",
            self.name,
            model.name(),
            co.executions,
            co.microseconds_per_execution(),
            rf.microseconds_per_execution(),
            met(ratio <= COST),
            self.instructions(model, Equivalence::Rf)? / self.instructions(model, Equivalence::Co)?,
            compared.auto()
        );
        Ok(())
    }

    fn instructions(&self, model: ModelKind, equivalence: Equivalence) -> Result<f64> {
        let file = Bench::corpus(self.small.0);
        let subject = Subject { equivalence: Some(equivalence), ..Subject::new(&file, self.small.1, model) };
        count_instructions(&subject).context("valgrind counts instructions")
    }
}
