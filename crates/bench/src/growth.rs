//! How the cost of an execution grows with its number of events.
//!
//! *private*: three threads race with one fetch-add each (3! executions) and then each work on a location of its own, so
//! that every execution adds all events anew. *revisits*: a reader, explored first, and a thread with many writes to the
//! location, each of which revisits the reader, which copies the graph. *messages*: two threads that each read what the
//! other one writes, again and again. *rmws*: two threads that increment one counter again and again. Of the last two,
//! which have very many executions, the first thousand are measured.

use std::path::Path;

use anyhow::Result;
use porf_explore::{ModelKind, Schedule};

use crate::measure::{Subject, measure};

/// Events an execution.
const SIZES: [usize; 6] = [10, 25, 50, 100, 200, 400];

/// Prints the table; the programs are written to the directory.
pub(crate) fn run(directory: &Path) -> Result<()> {
    println!("Growth: microseconds an execution against events an execution, best of 15");
    print!("{:<10} {:<5}", "family", "model");
    for size in SIZES {
        print!(" {size:>8}");
    }
    println!("   exponent from 50 to 400");
    type Family = (&'static str, fn(usize) -> String, Schedule);
    let families: [Family; 4] = [
        ("private", private, Schedule::LeftToRight),
        ("revisits", revisits, Schedule::LeftToRight),
        ("messages", messages, Schedule::WritesFirst),
        ("rmws", rmws, Schedule::WritesFirst),
    ];
    for (name, family, schedule) in families {
        for model in ModelKind::ALL {
            print!("{name:<10} {:<5}", model.name());
            let mut costs = Vec::new();
            for size in SIZES {
                let file = directory.join(format!("{name}-{size}.litmus"));
                std::fs::write(&file, family(size))?;
                let subject =
                    Subject { schedule, max_executions: Some(1000), ..Subject::new(&file, &[], model) };
                let best = measure(&subject, 15)?;
                let cost = best.seconds / best.executions as f64 * 1e6;
                print!(" {cost:>8.2}");
                costs.push(cost);
            }
            // The slope in a double logarithmic picture: 1 is linear, 2 quadratic.
            println!("   {:.2}", (costs[5] / costs[2]).log2() / 3.0);
        }
    }
    Ok(())
}

/// A litmus test of threads with these bodies, all with the same parameters.
fn test(parameters: &str, bodies: &[String]) -> String {
    let threads = bodies.iter().enumerate();
    let threads: String =
        threads.map(|(index, body)| format!("P{index}({parameters}) {{\n{body}}}\n")).collect();
    format!("C growth\n{{}}\n{threads}exists (x=0)\n")
}

fn load(register: usize, location: &str) -> String {
    format!("  int r{register} = atomic_load_explicit({location}, memory_order_acquire);\n")
}

fn store(location: &str, value: usize) -> String {
    format!("  atomic_store_explicit({location}, {value}, memory_order_release);\n")
}

fn increment() -> String {
    "  atomic_fetch_add_explicit(x, 1, memory_order_acq_rel);\n".to_owned()
}

fn private(size: usize) -> String {
    const THREADS: usize = 3;
    let own = size.saturating_sub(2 * THREADS);
    let body = |thread: usize| {
        let location = format!("y{thread}");
        let events = own / THREADS + usize::from(thread < own % THREADS);
        let work = (0..events).map(|event| match event % 2 {
            0 => store(&location, event),
            _ => load(event, &location),
        });
        std::iter::once(increment()).chain(work).collect()
    };
    test("atomic_int *x, atomic_int *y0, atomic_int *y1, atomic_int *y2", &[body(0), body(1), body(2)])
}

fn revisits(size: usize) -> String {
    test("atomic_int *x", &[load(0, "x"), (1..size).map(|value| store("x", value)).collect()])
}

fn messages(size: usize) -> String {
    let body =
        |from: &str, to: &str| (1..=size / 4).map(|round| load(round, from) + &store(to, round)).collect();
    test("atomic_int *x, atomic_int *y", &[body("x", "y"), body("y", "x")])
}

fn rmws(size: usize) -> String {
    let body: String = (0..size / 4).map(|_| increment()).collect();
    test("atomic_int *x", &[body.clone(), body])
}
