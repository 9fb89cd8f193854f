//! How the cost of an execution grows with its number of events.
//!
//! Three families. *private*: three threads race with one fetch-add each (3! executions) and then each work on a
//! location of its own, so that every execution adds all events anew. *late*: the same with the race at the end, so
//! that executions differ in their last events only. *revisits*: a reader, explored first, and a thread with many
//! writes to the location, each of which revisits the reader, which copies the graph.

use std::fmt::Write;
use std::path::PathBuf;

use anyhow::Result;
use porf_explore::{ModelKind, Schedule};

use crate::measure::measure;

/// Events an execution.
const SIZES: [usize; 6] = [10, 25, 50, 100, 200, 400];

pub(crate) fn run() -> Result<()> {
    println!("Growth: microseconds an execution against events an execution, best of 3");
    print!("{:<10} {:<5}", "family", "model");
    for size in SIZES {
        print!(" {size:>8}");
    }
    println!("   exponent from 50 to 400");
    type Family = (&'static str, fn(usize) -> String, Schedule);
    let families: [Family; 3] = [
        ("private", private, Schedule::LeftToRight),
        ("late", late, Schedule::LeftToRight),
        ("revisits", revisits, Schedule::LeftToRight),
    ];
    let directory = std::env::temp_dir().join(format!("porf-bench-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    for (name, family, schedule) in families {
        for model in ModelKind::ALL {
            print!("{name:<10} {:<5}", model.name());
            let mut costs = Vec::new();
            for size in SIZES {
                let file: PathBuf = directory.join(format!("{name}-{size}.litmus"));
                std::fs::write(&file, family(size))?;
                let best = measure(&file, model, schedule, 3)?;
                let cost = best.seconds / best.executions as f64 * 1e6;
                print!(" {cost:>8.2}");
                costs.push(cost);
            }
            // The slope in a double logarithmic picture: 1 is linear, 2 quadratic.
            println!("   {:.2}", (costs[5] / costs[2]).log2() / 3.0);
        }
    }
    std::fs::remove_dir_all(&directory)?;
    Ok(())
}

const THREADS: usize = 3;
const RACE: &str = "  atomic_fetch_add_explicit(c, 1, memory_order_relaxed);\n";

/// A thread's own work: releases and acquires of its own location, `events` of them.
fn own_work(text: &mut String, thread: usize, events: usize) {
    for event in 0..events {
        let _ = match event % 2 {
            0 => writeln!(text, "  atomic_store_explicit(x{thread}, {event}, memory_order_release);"),
            _ => writeln!(text, "  int r{event} = atomic_load_explicit(x{thread}, memory_order_acquire);"),
        };
    }
}

/// Three threads that race and work, in the order that `body` says.
fn racing(size: usize, body: impl Fn(&mut String, usize, usize)) -> String {
    let mut text = String::from("C growth\n{}\n");
    let own = size.saturating_sub(2 * THREADS);
    for thread in 0..THREADS {
        let _ = writeln!(text, "P{thread}(atomic_int *c, atomic_int *x{thread}) {{");
        body(&mut text, thread, own / THREADS + usize::from(thread < own % THREADS));
        text.push_str("}\n");
    }
    text.push_str("forall (c=3)\n");
    text
}

fn private(size: usize) -> String {
    racing(size, |text, thread, events| {
        text.push_str(RACE);
        own_work(text, thread, events);
    })
}

fn late(size: usize) -> String {
    racing(size, |text, thread, events| {
        own_work(text, thread, events);
        text.push_str(RACE);
    })
}

fn revisits(size: usize) -> String {
    let mut text = String::from("C growth\n{}\nP0(atomic_int *x) {\n");
    text.push_str("  int r = atomic_load_explicit(x, memory_order_acquire);\n}\nP1(atomic_int *x) {\n");
    for value in 1..size {
        let _ = writeln!(text, "  atomic_store_explicit(x, {value}, memory_order_release);");
    }
    text.push_str("}\nexists (0:r=0)\n");
    text
}
