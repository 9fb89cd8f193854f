//! `make bench`: how fast, with how much memory and how many instructions, and how the cost of an execution grows
//! with its length.
//!
//! Each measurement runs in a process of its own (this program, called with `measure`), so that peak memory is that
//! of one exploration. Seconds are the best of several runs, since the machine may be shared; instructions are
//! counted by valgrind on a smaller member of the same family, and do not depend on what else runs.

mod growth;
mod measure;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use porf_explore::{ModelKind, Schedule};

use crate::measure::{Measurement, count_instructions, measure, measure_here};

/// What must be fast: the program, a smaller member of its family, the models, and the executions a second asked for.
const SPEED: &[(&str, &str, &[ModelKind], f64)] = &[
    ("fetch-add-9", "fetch-add-7", &[ModelKind::Sc, ModelKind::Ra, ModelKind::Rc11], 500_000.0),
    ("fetch-add-seq-cst-9", "fetch-add-seq-cst-5", &[ModelKind::Rc11], 500_000.0),
    ("fetch-add-9", "fetch-add-7", &[ModelKind::Tso, ModelKind::Pso], 0.0),
    ("writers-reader-8", "writers-reader-6", &ModelKind::ALL, 1_000_000.0),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [] => run(),
        [command, file, model, schedule, max] if command == "measure" => {
            measure_here(file, model, schedule, max)
        }
        _ => Err(anyhow::anyhow!("usage: porf-bench")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("porf-bench: {error:#}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<()> {
    let families = Path::new("corpus/families");
    println!("Speed, one core, best of 5");
    println!(
        "{:<22} {:<5} {:>11} {:>8} {:>13} {:>13} {:>9} {:>17}",
        "program",
        "model",
        "executions",
        "seconds",
        "executions/s",
        "asked for",
        "peak MB",
        "instr./execution*"
    );
    for &(program, small, models, asked) in SPEED {
        for &model in models {
            let file = families.join(program).with_extension("litmus");
            let best = measure(&file, model, Schedule::default(), 5, None)?;
            let small = families.join(small).with_extension("litmus");
            let instructions = count_instructions(&small, model).context("valgrind counts instructions")?;
            let asked = if asked > 0.0 { format!("{asked:.0}") } else { "-".to_owned() };
            println!(
                "{program:<22} {:<5} {:>11} {:>8.3} {:>13.0} {asked:>13} {:>9.1} {instructions:>17.0}",
                model.name(),
                best.executions,
                best.seconds,
                best.executions_per_second(),
                best.peak_megabytes,
            );
        }
    }
    println!("* of fetch-add-7, fetch-add-seq-cst-5, writers-reader-6\n");

    println!("Peak memory against the number of executions (rc11)");
    for size in 5..=9 {
        let file = families.join(format!("fetch-add-{size}.litmus"));
        let Measurement { executions, peak_megabytes, .. } =
            measure(&file, ModelKind::Rc11, Schedule::default(), 1, None)?;
        println!("fetch-add-{size} {executions:>9} executions {peak_megabytes:>6.1} MB");
    }
    println!();
    growth::run()
}
