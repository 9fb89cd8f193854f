//! Models from files against the built-in models of the same names: the time of the same
//! exploration, net of loading, and the growth of the cost with the number of events.

use anyhow::{Context, Result, ensure};
use porf_explore::{Equivalence, ModelKind, Schedule};

use crate::bench::{Bench, Source};
use crate::growth::{Family, Table, families};
use crate::litmus::{load, store, test};
use crate::measure::count_instructions;
use crate::subject::Subject;
use crate::target::met;

const RUNS: u32 = 5;

/// A program, and a smaller member of the same family, to count instructions.
struct Row {
    name: &'static str,
    program: Source,
    small: Source,
}

const FIB: &str = "c/tables/fib-bench.c";
const CHASE_LEV: &str = "c/structures/chase-lev-deque.c";

const ROWS: &[Row] = &[
    Row {
        name: "fetch-add-8",
        program: ("families/fetch-add-8.litmus", &[]),
        small: ("families/fetch-add-6.litmus", &[]),
    },
    Row { name: "fib-bench.c 5", program: (FIB, &["-DN=5"]), small: (FIB, &["-DN=4"]) },
    Row {
        name: "chase-lev.c 2/1/2/2",
        program: (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=2"]),
        small: (CHASE_LEV, &["-DPUSHES=2", "-DTAKES=1", "-DTHIEVES=2", "-DSTEALS=1"]),
    },
];

/// The greatest ratio that is asked for.
fn most(model: ModelKind) -> Option<f64> {
    match model {
        ModelKind::Rc11 => Some(4.0),
        ModelKind::Sc | ModelKind::Tso => Some(6.0),
        ModelKind::Pso | ModelKind::Ra | ModelKind::Cpp20 => None,
    }
}

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!(
        "Models from files and built-in ones, best of {RUNS}; chase-lev.c with pushes/takes/thieves/steals"
    );
    println!(
        "{:<22} {:<5} {:>10} {:>8} {:>9} {:>7} {:>9} {:<6} {:>13}",
        "program", "model", "executions", "built-in", "from file", "ratio", "asked for", "", "instr. ratio*"
    );
    for Row { name, program, small } in ROWS {
        for model in ModelKind::ALL {
            let (file, small_file) = (Bench::corpus(program.0), Bench::corpus(small.0));
            let built_in = Subject::new(&file, program.1, model);
            // The deque relies on fences, which mean nothing under RA.
            let fails = model == ModelKind::Ra && program.0 == CHASE_LEV;
            if fails {
                continue;
            }
            let from_file = Subject { from_file: true, ..built_in.clone() };
            let [built_in, from_file] = bench.measure_in_turn([&built_in, &from_file], RUNS)?;
            ensure!(
                built_in.executions == from_file.executions,
                "{name}: {} executions under the built-in model, {} under the file",
                built_in.executions,
                from_file.executions
            );
            let small = Subject::new(&small_file, small.1, model);
            let instructions =
                |subject: &Subject<'_>| count_instructions(subject).context("valgrind counts instructions");
            let instructions_ratio =
                instructions(&Subject { from_file: true, ..small.clone() })? / instructions(&small)?;
            let ratio = from_file.seconds / built_in.seconds;
            let most = most(model);
            println!(
                "{name:<22} {:<5} {:>10} {:>8} {:>9} {ratio:>7.2} {:>9} {:<6} {instructions_ratio:>13.2}",
                model.name(),
                from_file.executions,
                built_in.seconds_text(),
                from_file.seconds_text(),
                most.map_or("-".to_owned(), |most| most.to_string()),
                most.map_or("-", |most| met(ratio <= most)),
            );
        }
    }
    println!("* of a smaller member of the family, without loading");
    Ok(())
}

/// Prints the growth of the cost of an execution: the cost of an event is to grow at most
/// quadratically, and so the cost of an execution at most cubically.
pub(crate) fn run_growth(bench: &mut Bench) -> Result<()> {
    println!("Growth under models from files: microseconds an execution against events, best of 3");
    let table = Table {
        sizes: &[25, 50, 100, 200],
        models: &ModelKind::ALL,
        from_file: true,
        executions: 100,
        runs: 3,
    };
    let buffers = Family {
        name: "buffers",
        source: buffers,
        schedule: Schedule::WritesFirst,
        equivalence: Equivalence::Co,
    };
    table.print(bench, &families())?;
    table.print(bench, &[buffers])
}

/// Two threads that each store, work on a location of their own, and then look several times for the
/// store of the other one. Where both find nothing, all their events lie on one cycle of
/// po ∪ rf ∪ co ∪ fr.
fn buffers(size: usize) -> String {
    const LOOKS: usize = 5;
    let own = (size / 2).saturating_sub(1 + LOOKS);
    let body = |to: &str, own_location: &str, from: &str| {
        let work = (0..own).map(|event| match event % 2 {
            0 => store(own_location, event),
            _ => load(event, own_location),
        });
        let looks = (0..LOOKS).map(|look| load(own + look, from));
        std::iter::once(store(to, 1)).chain(work).chain(looks).collect()
    };
    let parameters = "atomic_int *x, atomic_int *y, atomic_int *a, atomic_int *b";
    test(parameters, &[body("x", "a", "y"), body("y", "b", "x")], "x=0")
}
