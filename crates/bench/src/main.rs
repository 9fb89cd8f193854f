//! `make bench`: how fast, with how much memory and how many instructions, how long until it starts, how the cost of an
//! execution grows with its length, and what reads-from equivalence costs and saves.
//!
//! Each measurement runs in a process of its own (this program, called with `measure`), so that peak memory is that
//! of one exploration. Seconds are those of a processor, and the best of several runs, since the machine may be shared;
//! instructions are counted by valgrind on a smaller member of the same family, and do not depend on what else runs.
//!
//! Called with names of sections, the program measures these only.

mod bench;
mod growth;
mod litmus;
mod measure;
mod memory;
mod process;
mod reads_from;
mod speed;
mod startup;
mod target;

use std::process::ExitCode;

use anyhow::{Context, Result};

use crate::bench::Bench;
use crate::measure::measure_here;

/// A part of the measurements.
struct Section {
    name: &'static str,
    run: fn(&mut Bench) -> Result<()>,
}

const SECTIONS: [Section; 5] = [
    Section { name: "speed", run: speed::run },
    Section { name: "startup", run: startup::run },
    Section { name: "memory", run: memory::run },
    Section { name: "growth", run: growth::run },
    Section { name: "rf", run: reads_from::run },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.as_slice() {
        [command, arguments @ ..] if command == "measure" => measure_here(arguments),
        names => run(names),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("porf-bench: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Runs the sections with these names, or all of them.
fn run(names: &[String]) -> Result<()> {
    let mut sections = Vec::new();
    for name in names {
        sections.push(SECTIONS.iter().find(|section| section.name == name).with_context(usage)?);
    }
    if sections.is_empty() {
        sections.extend(&SECTIONS);
    }
    let mut bench = Bench::new()?;
    for section in sections {
        (section.run)(&mut bench)?;
        println!();
    }
    bench.print_peak();
    Ok(())
}

fn usage() -> String {
    format!("usage: porf-bench [{}]...", SECTIONS.map(|section| section.name).join("|"))
}
