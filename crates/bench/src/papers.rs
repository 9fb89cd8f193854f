//! All programs of the tables of `saver` and `await` (docs/papers.md): the published numbers, those
//! of an earlier porf, and those of now, by default.
//!
//! The earlier numbers are `crates/bench/before.csv`. `porf-bench record-papers` writes them anew.
//! An execution counts whether it is complete or blocked; `saver` publishes complete ones only. The
//! published tools distinguish coherence orders and symmetric threads; where the default does not,
//! the last column says so.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use porf_explore::{Engine, Equivalence, ModelKind};

use crate::awaits::published::{Found, TABLE_1, TABLE_2};
use crate::bench::Bench;
use crate::measure::Measurement;
use crate::programs::Program;
use crate::spinloops::published::{Number, PUBLISHED, TABLE_2 as PEELED};
use crate::subject::{Subject, Switches};

/// The longest time: a cell that takes longer is left open.
const LIMIT: Duration = Duration::from_secs(10);
const BEFORE: &str = "crates/bench/before.csv";

/// A program of a table.
struct Row {
    table: &'static str,
    name: &'static str,
    model: ModelKind,
    published: Published,
    /// Whether a loop that never ends is an error.
    liveness: bool,
}

/// The least published number of executions.
#[derive(Clone, Copy)]
enum Published {
    /// Of complete executions alone.
    Complete(u64),
    Both {
        complete: u64,
        blocked: u64,
    },
    Timeout,
}

impl Published {
    fn text(self) -> String {
        match self {
            Self::Complete(complete) => format!("{complete}+?"),
            Self::Both { complete, blocked } => format!("{complete}+{blocked}"),
            Self::Timeout => "timeout".to_owned(),
        }
    }

    /// Whether there are more executions in a measurement.
    fn is_exceeded_by(self, measured: &Counts) -> bool {
        match self {
            Self::Complete(complete) => measured.complete > complete,
            Self::Both { complete, blocked } => measured.complete + measured.blocked > complete + blocked,
            Self::Timeout => false,
        }
    }
}

/// The numbers of executions of a finished exploration.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Counts {
    complete: u64,
    blocked: u64,
}

impl Counts {
    fn of(measurement: &Measurement) -> Option<Self> {
        let Measurement { complete, executions, .. } = *measurement;
        measurement.finished.then_some(Self { complete, blocked: executions - complete })
    }

    fn text(counts: Option<Self>) -> String {
        counts.map_or("-".to_owned(), |it| format!("{}+{}", it.complete, it.blocked))
    }
}

const TWALOCK: &str =
    "blocked: a thread waits for its slot with an old look at the counter, or lost wake-ups are missed";

/// Why more executions are explored than were published, where it is known; and why numbers cannot
/// be compared.
#[rustfmt::skip] // a table
const NOTES: &[(&str, &str, &str)] = &[
    ("SAVER I", "qspinlock(3)", "ours accesses the parts of the word together; the reason for 6 more is not known"),
    ("SAVER I", "treiber-stack(3)", "each thread pushes and pops; the published clients are not known"),
    ("SAVER I", "treiber-stack(4)", "each thread pushes and pops; the published clients are not known"),
    ("SAVER II", "ws+r-peeled(3)", "the order of writes to an awaited location is distinguished, under rf, too"),
    ("SAVER II", "ws+r-peeled(4)", "the order of writes to an awaited location is distinguished, under rf, too"),
    ("SAVER I", "twalock(3)", TWALOCK),
    ("SAVER I", "twalock(4)", TWALOCK),
    ("await I", "twalock(3)", TWALOCK),
    ("await I", "twalock(4)", TWALOCK),
    ("await I", "treiber-stack(3)", "fewer complete executions; the reason for more blocked ones is not known"),
];

fn rows() -> Vec<Row> {
    let complete = |number: Number| match number {
        Number::Executions(executions) => Published::Complete(executions),
        Number::Timeout => Published::Timeout,
    };
    let saver = PUBLISHED.iter().map(|it| ("SAVER I", it.name, complete(it.saver), true));
    let peeled = PEELED.iter().map(|&(name, number)| ("SAVER II", name, complete(number), false));
    let on_saver = saver.chain(peeled).map(|it| (it, ModelKind::Rc11));
    let best = |results: &[Found]| {
        let sums = results.iter().filter_map(|&result| match result {
            Found::Executions { complete, blocked, .. } => Some((complete, blocked)),
            Found::Timeout => None,
        });
        let least = sums.min_by_key(|&(complete, blocked)| complete + blocked);
        least.map_or(Published::Timeout, |(complete, blocked)| Published::Both { complete, blocked })
    };
    let awaits = TABLE_1.iter().map(|it| ("await I", it.name, best(&it.results), true));
    let safestack = TABLE_2.iter().map(|it| ("await II", it.name, best(&it.results), false));
    let on_await = awaits.chain(safestack).map(|it| (it, ModelKind::Sc));
    let row = |((table, name, published, liveness), model)| Row { table, name, model, published, liveness };
    on_saver.chain(on_await).map(row).collect()
}

impl Row {
    fn measure(&self, bench: &mut Bench) -> Result<Measurement> {
        let program = Program::named(self.name)?;
        let file = Bench::corpus(program.file);
        let subject = Subject {
            engine: None,
            equivalence: None,
            switches: Switches { symmetry: true, liveness: self.liveness, ..Switches::default() },
            limit: LIMIT,
            ..Subject::new(&file, program.options, self.model)
        };
        bench.measure(&subject, 1)
    }

    /// The name of the row in the file of earlier numbers.
    fn key(&self) -> String {
        format!("{},{},{}", self.table, self.name, self.model.name())
    }
}

/// Prints the table.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let before = fs::read_to_string(BEFORE).context(BEFORE)?;
    println!(
        "Programs of the papers' tables: executions, complete + blocked, as published (the best tool), before ({BEFORE}) and now; \
         up to {} s",
        LIMIT.as_secs()
    );
    println!(
        "(SAVER: Kokologiannakis, Ren, Vafeiadis, FMCAD 2021, RC11; await: Jonsson, Lång, Sagonas, FMCAD 2022, SC;"
    );
    println!(
        "programs of ours by the same algorithms; > marks numbers above the published or the earlier ones)"
    );
    println!(
        "{:<9} {:<17} {:<5} {:>16} {:>14} {:>14} {:>9}  combination, note",
        "table", "program", "model", "published", "before", "now", "s"
    );
    for row in rows() {
        let now = row.measure(bench)?;
        let counts = Counts::of(&now);
        let earlier = earlier(&before, &row.key());
        let is_more = |than: Option<Counts>| {
            than.is_some_and(|than| {
                counts.is_none_or(|it| it.complete + it.blocked > than.complete + than.blocked)
            })
        };
        let mark = |is_more| if is_more { ">" } else { "" };
        let exceeds = match counts {
            Some(counts) => row.published.is_exceeded_by(&counts),
            None => !matches!(row.published, Published::Timeout),
        };
        let note =
            NOTES.iter().find(|note| (note.0, note.1) == (row.table, row.name)).map_or("", |note| note.2);
        println!(
            "{:<9} {:<17} {:<5} {:>16} {:>14} {:>14} {:>9}  {}{}{note}",
            row.table,
            row.name,
            row.model.name(),
            mark(exceeds).to_owned() + &row.published.text(),
            mark(is_more(earlier)).to_owned() + &Counts::text(earlier),
            Counts::text(counts),
            now.seconds_text(),
            combination(&now),
            if note.is_empty() { "" } else { "; " },
        );
    }
    Ok(())
}

/// The combination that was taken.
fn combination(measurement: &Measurement) -> &'static str {
    match measurement {
        Measurement { engine: Engine::Trace, .. } => "interleavings",
        Measurement { equivalence: Equivalence::Rf, .. } => "rf",
        Measurement { symmetric: true, .. } => "co, symmetry",
        _ => "co",
    }
}

/// The earlier numbers of a row, if exploration ended then.
fn earlier(file: &str, key: &str) -> Option<Counts> {
    let line = file.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(','))?;
    let mut numbers = line.split(',').map(|number| number.parse().ok());
    Some(Counts { complete: numbers.next()??, blocked: numbers.next()?? })
}

/// Measures everything and writes the file of earlier numbers.
pub(crate) fn record(bench: &mut Bench) -> Result<()> {
    let mut text = String::from("table,program,model,complete,blocked,seconds\n");
    for row in rows() {
        let now = row.measure(bench)?;
        let (complete, blocked) = match Counts::of(&now) {
            Some(Counts { complete, blocked }) => (complete.to_string(), blocked.to_string()),
            None => (String::new(), String::new()),
        };
        writeln!(text, "{},{complete},{blocked},{:.3}", row.key(), now.seconds)?;
    }
    fs::write(Path::new(BEFORE), &text).context(BEFORE)?;
    print!("{text}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn earlier_numbers_are_found_by_their_keys() {
        let file = "table,program,model,complete,blocked,seconds\nA,b(3),sc,12,3,0.5\nA,c(3),sc,,,10.000\n";
        let counts = |key| earlier(file, key).map(|it| (it.complete, it.blocked));
        assert_eq!(counts("A,b(3),sc"), Some((12, 3)));
        assert_eq!(counts("A,c(3),sc"), None);
        assert_eq!(counts("A,d(3),sc"), None);
    }

    #[test]
    fn every_row_has_a_program() {
        for row in rows() {
            assert!(Program::named(row.name).is_ok(), "{}", row.name);
        }
    }
}
