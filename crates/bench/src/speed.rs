//! Speed, memory and instructions.

use anyhow::{Context, Result};
use porf_explore::ModelKind;

use crate::bench::{Bench, Source};
use crate::measure::count_instructions;
use crate::subject::Subject;
use crate::target::Target;

/// A program that must be fast.
struct Row {
    name: &'static str,
    program: Source,
    /// A smaller member of the same family, to count instructions.
    small: Source,
    models: &'static [ModelKind],
    target: Target,
}

const FIB: &str = "c/tables/fib-bench.c";
const CHASE_LEV: &str = "c/structures/chase-lev-deque.c";

const ROWS: &[Row] = &[
    Row {
        name: "fetch-add-9",
        program: ("families/fetch-add-9.litmus", &[]),
        small: ("families/fetch-add-7.litmus", &[]),
        models: &[ModelKind::Sc, ModelKind::Ra, ModelKind::Rc11],
        target: Target::Rate(500_000.0),
    },
    Row {
        name: "fetch-add-seq-cst-9",
        program: ("families/fetch-add-seq-cst-9.litmus", &[]),
        small: ("families/fetch-add-seq-cst-5.litmus", &[]),
        models: &[ModelKind::Rc11],
        target: Target::Rate(500_000.0),
    },
    Row {
        name: "fetch-add-9",
        program: ("families/fetch-add-9.litmus", &[]),
        small: ("families/fetch-add-7.litmus", &[]),
        models: &[ModelKind::Tso, ModelKind::Pso],
        target: Target::Nothing,
    },
    Row {
        name: "writers-reader-8",
        program: ("families/writers-reader-8.litmus", &[]),
        small: ("families/writers-reader-6.litmus", &[]),
        models: &ModelKind::ALL,
        target: Target::Rate(1_000_000.0),
    },
    Row {
        name: "fib-bench.c 6",
        program: (FIB, &["-DN=6"]),
        small: (FIB, &["-DN=5"]),
        models: &[ModelKind::Ra, ModelKind::Rc11],
        target: Target::Seconds(1.1),
    },
    Row {
        name: "fib-bench.c 5 observed",
        program: (FIB, &["-DN=5", "-DOBSERVER"]),
        small: (FIB, &["-DN=4", "-DOBSERVER"]),
        models: &[ModelKind::Ra, ModelKind::Rc11],
        target: Target::Seconds(0.5),
    },
    Row {
        name: "chase-lev.c 4/3/2/2",
        program: (CHASE_LEV, &["-DPUSHES=4", "-DTAKES=3", "-DTHIEVES=2", "-DSTEALS=2"]),
        small: (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=2"]),
        models: &[ModelKind::Rc11],
        target: Target::Rate(200_000.0),
    },
    Row {
        name: "chase-lev.c 2/1/3/2",
        program: (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=3", "-DSTEALS=2"]),
        small: (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=2"]),
        models: &[ModelKind::Rc11],
        target: Target::Rate(200_000.0),
    },
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!("Speed, one core, best of 5; chase-lev.c with pushes/takes/thieves/steals");
    println!(
        "{:<22} {:<5} {:>10} {:>8} {:>12} {:>11} {:<6} {:>8} {:>17}",
        "program",
        "model",
        "executions",
        "seconds",
        "executions/s",
        "asked for",
        "",
        "peak MB",
        "instr./execution*"
    );
    for Row { name, program, small, models, target } in ROWS {
        for &model in *models {
            let (file, small_file) = (Bench::corpus(program.0), Bench::corpus(small.0));
            let best = bench.measure(&Subject::new(&file, program.1, model), 5)?;
            let instructions = count_instructions(&Subject::new(&small_file, small.1, model))
                .context("valgrind counts instructions")?;
            println!(
                "{name:<22} {:<5} {:>10} {:>8.3} {:>12.0} {target:>11} {:<6} {:>8.1} {instructions:>17.0}",
                model.name(),
                best.executions,
                best.seconds,
                best.executions_per_second(),
                target.verdict(&best),
                best.peak_megabytes,
            );
        }
    }
    println!("* of a smaller member of the family, without loading");
    Ok(())
}
