//! Instructions an execution, beside those of the baseline that is recorded in the repository.
//!
//! Instructions do not depend on the other work of the machine, so that a change of one percent can
//! be seen. The baseline is `crates/bench/baseline.csv`. `porf-bench record-instructions` writes it
//! anew, which is reviewed like code.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use porf_explore::{Engine, Equivalence, ModelKind};

use crate::bench::{Bench, Source};
use crate::measure::count_instructions;
use crate::subject::Subject;

/// A program whose instructions are counted.
struct Row {
    name: &'static str,
    program: Source,
    model: ModelKind,
}

const ROWS: &[Row] = &[
    row("fetch-add-7", ("families/fetch-add-7.litmus", &[]), ModelKind::Rc11),
    row("fetch-add-seq-cst-5", ("families/fetch-add-seq-cst-5.litmus", &[]), ModelKind::Rc11),
    row("writers-reader-6", ("families/writers-reader-6.litmus", &[]), ModelKind::Ra),
    row("sb-ring-6", ("families/sb-ring-6.litmus", &[]), ModelKind::Tso),
    row("fib-bench 4", ("c/tables/fib-bench.c", &["-DN=4"]), ModelKind::Sc),
    row("fib-bench 4", ("c/tables/fib-bench.c", &["-DN=4"]), ModelKind::Rc11),
    row(
        "chase-lev 2/1/2/2",
        ("c/structures/chase-lev-deque.c", &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=2"]),
        ModelKind::Rc11,
    ),
    row("stack 3", ("c/tables/stack.c", &["-DK=3"]), ModelKind::Sc),
    row("mutex-increment 5", ("c/tables/mutex-increment.c", &["-DN=5"]), ModelKind::Rc11),
    row("ticket-mutex", ("c/tables/ticket-mutex.c", &[]), ModelKind::Rc11),
    row("lastzero 5", ("c/tables/lastzero.c", &["-DN=5"]), ModelKind::Rc11),
];

const fn row(name: &'static str, program: Source, model: ModelKind) -> Row {
    Row { name, program, model }
}

impl Row {
    /// Instructions an execution, by the graph explorer and with coherence orders distinguished, so
    /// that the number of executions depends on the program alone.
    fn count(&self) -> Result<f64> {
        let file = Bench::corpus(self.program.0);
        let subject = Subject {
            engine: Some(Engine::Graph),
            equivalence: Some(Equivalence::Co),
            ..Subject::new(&file, self.program.1, self.model)
        };
        count_instructions(&subject).with_context(|| format!("{}: counting instructions", self.name))
    }

    /// The name of the row in the baseline.
    fn key(&self) -> String {
        format!("{},{}", self.name, self.model.name())
    }
}

fn baseline_file() -> PathBuf {
    Path::new("crates/bench/baseline.csv").to_owned()
}

/// Prints the table.
pub(crate) fn run(_bench: &mut Bench) -> Result<()> {
    let path = baseline_file();
    let baseline = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let recorded = |row: &Row| {
        let key = row.key();
        let line = baseline.lines().find_map(|line| line.strip_prefix(&key)?.strip_prefix(','));
        line.and_then(|number| number.parse::<f64>().ok())
    };
    println!("Instructions an execution, and the baseline of {}", path.display());
    println!("{:<22} {:<5} {:>12} {:>12} {:>7}", "program", "model", "baseline", "now", "ratio");
    for row in ROWS {
        let now = row.count()?;
        let (before, ratio) = match recorded(row) {
            Some(before) => (format!("{before:.0}"), format!("{:.3}", now / before)),
            None => ("-".to_owned(), "-".to_owned()),
        };
        println!("{:<22} {:<5} {before:>12} {now:>12.0} {ratio:>7}", row.name, row.model.name());
    }
    Ok(())
}

/// Counts everything and writes the baseline.
pub(crate) fn record(_bench: &mut Bench) -> Result<()> {
    let mut text = String::from("program,model,instructions an execution\n");
    for row in ROWS {
        writeln!(text, "{},{:.0}", row.key(), row.count()?)?;
    }
    let path = baseline_file();
    fs::write(&path, &text).with_context(|| path.display().to_string())?;
    print!("{text}");
    Ok(())
}
