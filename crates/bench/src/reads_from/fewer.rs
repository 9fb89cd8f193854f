//! Programs with many writes that nothing orders.

use std::path::PathBuf;

use anyhow::{Result, ensure};
use porf_explore::ModelKind;

use super::{Comparison, REDUNDANT_COHERENCE, WRITERS_READER};
use crate::bench::Bench;
use crate::litmus::{load, store, test};

const RUNS: u32 = 3;

/// A litmus test, or a C program with an option for clang.
struct Row {
    name: String,
    file: PathBuf,
    option: Option<String>,
}

impl Row {
    fn corpus(name: &str, file: &str, size: usize) -> Self {
        Self {
            name: format!("{name} {size}"),
            file: Bench::corpus(file),
            option: Some(format!("-DN={size}")),
        }
    }

    fn crossing(bench: &Bench, writers: usize) -> Result<Self> {
        let file = bench.write(&format!("crossing-{writers}.litmus"), &crossing(writers))?;
        Ok(Self { name: format!("crossing writes {writers}"), file, option: None })
    }
}

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let mut rows = Vec::new();
    rows.extend([7, 8, 9].map(|size| Row::corpus("writers-reader.c", WRITERS_READER, size)));
    rows.extend([5, 6].map(|size| Row::corpus("redundant-co.c", REDUNDANT_COHERENCE, size)));
    rows.extend([6, 7].map(|size| Row::corpus("sigma.c", "c/tables/sigma.c", size)));
    for writers in [3, 4, 5] {
        rows.push(Row::crossing(bench, writers)?);
    }
    println!("co and rf where rf has fewer executions, best of {RUNS} in turn");
    println!(
        "{:<20} {:<5} {:>13} {:>13} {:>8} {:>8} {}",
        "program",
        "model",
        "executions co",
        "executions rf",
        "co s",
        "rf s",
        Comparison::AUTO_COLUMNS
    );
    for Row { name, file, option } in &rows {
        for model in ModelKind::ALL {
            let options: Vec<&str> = option.as_deref().into_iter().collect();
            let compared = Comparison::measure(bench, file, &options, model, RUNS)?;
            let Comparison { co, rf, .. } = &compared;
            ensure!(
                rf.executions <= co.executions || !co.finished,
                "{name} under {model}: {} executions with rf, {} with co",
                rf.executions,
                co.executions
            );
            println!(
                "{name:<20} {:<5} {:>13} {:>13} {:>8} {:>8} {}",
                model.name(),
                co.executions,
                rf.executions,
                co.seconds_text(),
                rf.seconds_text(),
                compared.auto()
            );
        }
    }
    Ok(())
}

/// Threads that store to two locations, every other one in the opposite order, and a reader of
/// both. The two coherence orders must fit together, in more ways or fewer, depending on the model.
fn crossing(writers: usize) -> String {
    let body = |writer: usize| match writer % 2 {
        0 => store("x", writer + 1) + &store("y", writer + 1),
        _ => store("y", writer + 1) + &store("x", writer + 1),
    };
    let reader = load(0, "x") + &load(1, "y");
    let bodies: Vec<String> = (0..writers).map(body).chain([reader]).collect();
    test("atomic_int *x, atomic_int *y", &bodies, &format!("{writers}:r0=0"))
}
