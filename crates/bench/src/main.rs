//! `make bench`: how fast, with how much memory and how many instructions, how long until it starts, and how the cost of an
//! execution grows with its length.
//!
//! Each measurement runs in a process of its own (this program, called with `measure`), so that peak memory is that
//! of one exploration. Seconds are the best of several runs, since the machine may be shared; instructions are
//! counted by valgrind on a smaller member of the same family, and do not depend on what else runs.

mod growth;
mod measure;
mod speed;
mod startup;
mod target;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;
use porf_explore::ModelKind;

use crate::measure::{Measurement, Subject, measure, measure_here};
use crate::target::{MEGABYTES, met};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [] => run(),
        [command, arguments @ ..] if command == "measure" => measure_here(arguments),
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
    let corpus = Path::new("corpus");
    // For programs that are written here.
    let directory = std::env::temp_dir().join(format!("porf-bench-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let peak = speed::run(corpus)?.max(startup::run(&directory)?);
    println!(
        "Peak memory of all of the above: {peak:.1} MB, asked for {MEGABYTES}: {}\n",
        met(peak <= MEGABYTES)
    );
    memory(corpus)?;
    growth::run(&directory)?;
    std::fs::remove_dir_all(&directory)?;
    Ok(())
}

fn memory(corpus: &Path) -> Result<()> {
    println!("Peak memory against the number of executions (rc11)");
    for size in 5..=9 {
        let file = corpus.join(format!("families/fetch-add-{size}.litmus"));
        let Measurement { executions, peak_megabytes, .. } =
            measure(&Subject::new(&file, &[], ModelKind::Rc11), 1)?;
        println!("fetch-add-{size} {executions:>9} executions {peak_megabytes:>6.1} MB");
    }
    println!();
    Ok(())
}
