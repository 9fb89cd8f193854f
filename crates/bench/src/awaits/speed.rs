//! The speed of the trace explorer, beside the graph explorer, on a program that they explore
//! alike.

use anyhow::{Result, ensure};
use porf_explore::{Engine, ModelKind};

use crate::bench::Bench;
use crate::subject::Subject;
use crate::target::met;

/// The trace explorer is at least this many times as fast.
const RATIO: f64 = 0.5;
const RUNS: u32 = 5;

/// Prints both speeds.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let file = Bench::corpus("c/tables/fib-bench.c");
    let graph = Subject::new(&file, &["-DN=6"], ModelKind::Sc);
    let trace = Subject { engine: Some(Engine::Trace), ..graph.clone() };
    let [graph, trace] = bench.measure_in_turn([&graph, &trace], RUNS)?;
    ensure!(
        graph.executions == trace.executions,
        "{} executions by graphs, {} by traces",
        graph.executions,
        trace.executions
    );
    println!("fib-bench.c 6, SC: executions a second by either explorer, best of {RUNS} in turn");
    let [by_graphs, by_traces] = [graph, trace].map(|it| it.executions_per_second());
    let ratio = by_traces / by_graphs;
    println!(
        "{} executions: graph {by_graphs:.0}/s, trace {by_traces:.0}/s, ratio {ratio:.2}, asked for {RATIO}: {}",
        graph.executions,
        met(ratio >= RATIO)
    );
    Ok(())
}
