//! `make bench`: speed, memory and instructions, the time until exploration starts, the growth of
//! the cost of an execution with its length, the costs and savings of reads-from equivalence, of the
//! reductions of spinloops, of awaits and of symmetry, the choice among these by default, and the cost of
//! models from files.
//!
//! Each measurement runs in a process of its own (this program, called with `measure`), so that
//! peak memory is that of one exploration. Seconds are those of a processor, and the best of
//! several runs, since the machine may be shared. Instructions are counted by valgrind on a smaller
//! member of the same family, and do not depend on other processes.
//!
//! Called with names of sections, the program measures these only. Some sections take so long that
//! they must be named.

mod auto;
mod awaits;
mod bench;
mod cost;
mod growth;
mod instructions;
mod litmus;
mod measure;
mod memory;
mod model_files;
mod overrun;
mod papers;
mod process;
mod programs;
mod reads_from;
mod speed;
mod spinloops;
mod startup;
mod subject;
mod symmetry;
mod target;
mod template;

use std::process::ExitCode;

use anyhow::{Result, ensure};

use crate::bench::Bench;
use crate::measure::measure_here;

/// A part of the measurements.
struct Section {
    name: &'static str,
    run: fn(&mut Bench) -> Result<()>,
}

const SECTIONS: [Section; 23] = [
    Section { name: "instructions", run: instructions::run },
    Section { name: "speed", run: speed::run },
    Section { name: "startup", run: startup::run },
    Section { name: "memory", run: memory::run },
    Section { name: "growth", run: growth::run },
    Section { name: "rf-same", run: reads_from::same::run },
    Section { name: "rf-fewer", run: reads_from::fewer::run },
    Section { name: "rf-many", run: reads_from::many::run },
    Section { name: "rf-growth", run: reads_from::growth::run },
    Section { name: "rf-long", run: reads_from::long::run },
    Section { name: "spinloops-table", run: spinloops::table::run },
    Section { name: "spinloops-load", run: spinloops::load::run },
    Section { name: "spinloops-cost", run: spinloops::cost::run },
    Section { name: "awaits-table", run: awaits::table::run },
    Section { name: "safestack-table", run: awaits::safestack::run_table },
    Section { name: "safestack-bug", run: awaits::safestack::run_bug },
    Section { name: "trace-speed", run: awaits::speed::run },
    Section { name: "symmetry-table", run: symmetry::table::run },
    Section { name: "symmetry-cost", run: symmetry::cost::run },
    Section { name: "auto", run: auto::table::run },
    Section { name: "papers-table", run: papers::run },
    Section { name: "model-files", run: model_files::run },
    Section { name: "model-growth", run: model_files::run_growth },
];

/// The sections that are measured only if they are named.
const LONG_SECTIONS: [Section; 4] = [
    Section { name: "record-instructions", run: instructions::record },
    Section { name: "record-papers", run: papers::record },
    Section { name: "long-symmetry-table", run: symmetry::table::run_long },
    Section { name: "long-overrun", run: overrun::run },
];

impl Section {
    /// Whether the section, or the first part of its name, has this name.
    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.split('-').next() == Some(name)
    }
}

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

/// Runs the sections with these names, or all of them but the long ones.
fn run(names: &[String]) -> Result<()> {
    let all = || SECTIONS.iter().chain(&LONG_SECTIONS);
    ensure!(
        names.iter().all(|name| all().any(|section| section.is_called(name))),
        "the sections are {}, and rf, spinloops, safestack, symmetry and model for all those that begin so",
        all().map(|section| section.name).collect::<Vec<_>>().join(", ")
    );
    let asked_for: Vec<&Section> = match names {
        [] => SECTIONS.iter().collect(),
        names => all().filter(|section| names.iter().any(|name| section.is_called(name))).collect(),
    };
    let mut bench = Bench::new()?;
    for section in asked_for {
        (section.run)(&mut bench)?;
        println!();
    }
    bench.print_peak();
    Ok(())
}
