//! The programs of [await Table I].

use std::time::Duration;

use anyhow::Result;

use super::columns::{Effort, Row, print};
use super::published::TABLE_1;
use crate::bench::Bench;

const EFFORT: Effort =
    Effort { limit: Duration::from_secs(10), rounds: |program| program.counts + 1, liveness: true };

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let rows = TABLE_1.iter().map(|it| Row::measure(bench, it, EFFORT)).collect::<Result<Vec<_>>>()?;
    println!(
        "Awaits, SC: without reductions, with those of loops as in SAVER, with partial loop purity, with awaits and then \
         independent additions, and all by default; where loops could go on for ever, they are followed for N + 1 rounds, or as far as others count"
    );
    println!(
        "(published: Jonsson, Lång, Sagonas, FMCAD 2022, Table I, for programs of theirs by the same algorithms, and the times of \
         another machine)"
    );
    print(&rows);
    Ok(())
}
