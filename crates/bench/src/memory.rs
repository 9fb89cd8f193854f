//! Whether peak memory depends on the number of executions.

use anyhow::Result;
use porf_explore::ModelKind;

use crate::bench::Bench;
use crate::measure::Measurement;
use crate::subject::Subject;

/// Prints the memory that members of a family take, each with many times the executions of the one
/// before.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!("Peak memory against the number of executions (rc11)");
    for size in 5..=9 {
        let file = Bench::corpus(&format!("families/fetch-add-{size}.litmus"));
        let Measurement { executions, peak_megabytes, .. } =
            bench.measure(&Subject::new(&file, &[], ModelKind::Rc11), 1)?;
        println!("fetch-add-{size} {executions:>9} executions {peak_megabytes:>6.1} MB");
    }
    Ok(())
}
