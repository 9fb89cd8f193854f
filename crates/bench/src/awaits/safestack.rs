//! SafeStack: the harnesses without the bug are explored completely, and the smallest one with the
//! bug until it is found.

use std::time::Duration;

use anyhow::Result;
use porf_explore::{Engine, ModelKind};

use super::columns::{Effort, Row, print};
use super::published::TABLE_2;
use crate::bench::Bench;
use crate::programs::Program;
use crate::subject::{Subject, Switches};

/// With four rounds the numbers of complete executions without reductions are the published ones.
const EFFORT: Effort = Effort { limit: Duration::from_secs(30), rounds: |_| 4, liveness: false };

/// The longest time of a search for the bug.
const SEARCH_LIMIT: Duration = Duration::from_secs(300);

/// Prints the table of the harnesses without the bug.
pub(crate) fn run_table(bench: &mut Bench) -> Result<()> {
    let rows = TABLE_2.iter().map(|it| Row::measure(bench, it, EFFORT)).collect::<Result<Vec<_>>>()?;
    println!(
        "SafeStack, SC, loops that never end are no errors; loops that could go on for ever are followed for 4 rounds; else \
         as the table of awaits"
    );
    println!("(published: Jonsson, Lång, Sagonas, FMCAD 2022, Table II)");
    print(&rows);
    Ok(())
}

/// Prints the time until the bug is found.
pub(crate) fn run_bug(bench: &mut Bench) -> Result<()> {
    println!(
        "SafeStack 3+3+1, SC, until the bug is found; published: 480 s, 2 executions and 2453474 blocked"
    );
    println!("{:<8} {:>10} {:>10} {:>10}", "engine", "complete", "blocked", "seconds");
    let program = Program::named("safestack-331(3)")?;
    let file = Bench::corpus(program.file);
    for engine in Engine::ALL {
        let subject = Subject {
            engine: Some(engine),
            switches: Switches { liveness: false, fails: true, ..Switches::default() },
            limit: SEARCH_LIMIT,
            ..Subject::new(&file, program.options, ModelKind::Sc)
        };
        let found = bench.measure(&subject, 1)?;
        println!(
            "{:<8} {:>10} {:>10} {:>10}",
            engine.name(),
            found.complete,
            found.executions - found.complete,
            found.seconds_text()
        );
    }
    Ok(())
}
