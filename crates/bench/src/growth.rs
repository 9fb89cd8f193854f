//! The growth of the cost of an execution with its number of events.
//!
//! *private*: three threads race with one fetch-add each (3! executions). Then each works on a
//! location of its own, so that every execution adds all events anew. *revisits*: a reader,
//! explored first, and a thread with many writes to the location. Each write revisits the reader,
//! which copies the graph. *messages*: two threads that each read the writes of the other one,
//! again and again. *rmws*: two threads that increment one counter again and again. The last two
//! have very many executions, of which the first thousand are measured.

use anyhow::Result;
use porf_explore::{Equivalence, ModelKind, Schedule};

use crate::bench::Bench;
use crate::litmus::{increment, load, store, test};
use crate::subject::Subject;

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    println!("Growth: microseconds an execution against events an execution, best of 15");
    let table = Table {
        sizes: &[10, 25, 50, 100, 200, 400],
        models: &ModelKind::ALL,
        from_file: false,
        executions: 1000,
        runs: 15,
    };
    table.print(bench, &families())
}

/// The families of the table.
pub(crate) fn families() -> [Family; 4] {
    let family = |name, source, schedule| Family { name, source, schedule, equivalence: Equivalence::Co };
    [
        family("private", private, Schedule::LeftToRight),
        family("revisits", revisits, Schedule::LeftToRight),
        family("messages", messages, Schedule::WritesFirst),
        family("rmws", rmws, Schedule::WritesFirst),
    ]
}

/// A litmus test of each size.
pub(crate) struct Family {
    pub(crate) name: &'static str,
    pub(crate) source: fn(usize) -> String,
    pub(crate) schedule: Schedule,
    pub(crate) equivalence: Equivalence,
}

/// The cost of an execution against some size. Exponents are computed from the sizes at
/// [`Table::FROM`] and above.
pub(crate) struct Table {
    pub(crate) sizes: &'static [usize],
    pub(crate) models: &'static [ModelKind],
    /// Whether the models are read from the files that ship with porf.
    pub(crate) from_file: bool,
    /// The number of first executions over which the cost is averaged.
    pub(crate) executions: u64,
    pub(crate) runs: u32,
}

impl Table {
    /// Below this size, the part of the cost that does not depend on the size is too large.
    const FROM: usize = 50;

    /// Prints a line for each family and model.
    pub(crate) fn print(&self, bench: &mut Bench, families: &[Family]) -> Result<()> {
        print!("{:<18} {:<5}", "family", "model");
        for size in self.sizes {
            print!(" {size:>8}");
        }
        let large: Vec<String> =
            self.sizes.iter().filter(|&&size| size >= Self::FROM).map(usize::to_string).collect();
        println!("   exponents {}, and overall", large.join(" to "));
        for family in families {
            for &model in self.models {
                self.print_line(bench, family, model)?;
            }
        }
        Ok(())
    }

    fn print_line(&self, bench: &mut Bench, family: &Family, model: ModelKind) -> Result<()> {
        print!("{:<18} {:<5}", family.name, model.name());
        let mut large = Vec::new();
        for &size in self.sizes {
            let file = bench.write("growth.litmus", &(family.source)(size))?;
            let subject = Subject {
                equivalence: Some(family.equivalence),
                schedule: family.schedule,
                max_executions: Some(self.executions),
                from_file: self.from_file,
                ..Subject::new(&file, &[], model)
            };
            let cost = bench.measure(&subject, self.runs)?.microseconds_per_execution();
            print!(" {cost:>8.2}");
            if size >= Self::FROM {
                large.push((size as f64, cost));
            }
        }
        print!("  ");
        for step in large.windows(2) {
            print!(" {:>5.2}", exponent(step[0], step[1]));
        }
        if let [first, .., last] = large.as_slice() {
            print!(" {:>8.2}", exponent(*first, *last));
        }
        println!();
        Ok(())
    }
}

/// The slope between two points in a double logarithmic picture: 1 is linear, 2 quadratic.
pub(crate) fn exponent((size, cost): (f64, f64), (larger_size, larger_cost): (f64, f64)) -> f64 {
    (larger_cost / cost).ln() / (larger_size / size).ln()
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
        std::iter::once(increment("x")).chain(work).collect()
    };
    let parameters = "atomic_int *x, atomic_int *y0, atomic_int *y1, atomic_int *y2";
    test(parameters, &[body(0), body(1), body(2)], "x=0")
}

fn revisits(size: usize) -> String {
    let writes = (1..size).map(|value| store("x", value)).collect();
    test("atomic_int *x", &[load(0, "x"), writes], "x=0")
}

fn messages(size: usize) -> String {
    let body =
        |from: &str, to: &str| (1..=size / 4).map(|round| load(round, from) + &store(to, round)).collect();
    test("atomic_int *x, atomic_int *y", &[body("x", "y"), body("y", "x")], "x=0")
}

fn rmws(size: usize) -> String {
    let body: String = (0..size / 4).map(|_| increment("x")).collect();
    test("atomic_int *x", &[body.clone(), body], "x=0")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_are_those_of_powers() {
        for power in [0, 1, 2, 3] {
            let cost = |size: f64| 7.0 * size.powi(power);
            let found = exponent((50.0, cost(50.0)), (400.0, cost(400.0)));
            assert!((found - f64::from(power)).abs() < 1e-9, "{found} for {power}");
        }
    }
}
