//! Programs whose exploration ends with reads-from equivalence only.

use anyhow::{Result, ensure};
use porf_explore::{Equivalence, ModelKind};

use super::{REDUNDANT_COHERENCE, WRITERS_READER};
use crate::bench::Bench;
use crate::subject::Subject;
use crate::target::Target;

const RUNS: u32 = 3;

/// A program, an option for clang, and its number of executions under every model.
struct Row {
    name: &'static str,
    file: &'static str,
    option: &'static str,
    executions: u64,
}

const ROWS: [Row; 2] = [
    // The read reads from one of the writes, or the initial value.
    Row { name: "writers-reader.c 200", file: WRITERS_READER, option: "-DN=200", executions: 201 },
    // 3N² + 3N + 1 [tracer Table 4].
    Row { name: "redundant-co.c 60", file: REDUNDANT_COHERENCE, option: "-DN=60", executions: 10_981 },
];

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!("Many writes with rf, best of {RUNS}");
    println!(
        "{:<20} {:<5} {:>10} {:>8} {:>9} {:<6} {:>8}",
        "program", "model", "executions", "seconds", "asked for", "", "peak MB"
    );
    for row in &ROWS {
        for model in ModelKind::ALL {
            let target = if model == ModelKind::Ra { Target::Seconds(1.0) } else { Target::Nothing };
            row.print(bench, model, target)?;
        }
    }
    Ok(())
}

impl Row {
    fn print(&self, bench: &mut Bench, model: ModelKind, target: Target) -> Result<()> {
        let file = Bench::corpus(self.file);
        let options = [self.option];
        let subject = Subject { equivalence: Some(Equivalence::Rf), ..Subject::new(&file, &options, model) };
        let best = bench.measure(&subject, RUNS)?;
        ensure!(
            best.executions == self.executions || !best.finished,
            "{} under {model}: {} executions, not {}",
            self.name,
            best.executions,
            self.executions
        );
        println!(
            "{:<20} {:<5} {:>10} {:>8} {target:>9} {:<6} {:>8.1}",
            self.name,
            model.name(),
            best.executions,
            best.seconds_text(),
            target.verdict(&best),
            best.peak_megabytes
        );
        Ok(())
    }
}
