//! Executions and time with symmetry of threads, with helping CASes left to the threads that are
//! helped, and with both: [spore Fig. 3] and [spore Fig. 4], which have curves and no numbers.

use std::time::Duration;

use anyhow::Result;
use porf_explore::ModelKind;

use crate::bench::Bench;
use crate::measure::Measurement;
use crate::subject::{Subject, Switches};

/// The longest time: a cell that takes longer is left open, and so are those of more threads.
const LIMIT: Duration = Duration::from_secs(10);
/// The same limit for the long table.
const LONG_LIMIT: Duration = Duration::from_secs(60);
/// The greatest number of threads of a row.
const MOST_THREADS: u32 = 8;

/// The reductions of a column.
struct Setting {
    name: &'static str,
    symmetry: bool,
    /// Whether helping CASes are left to the operation itself.
    helping: bool,
}

const SETTINGS: [Setting; 4] = [
    Setting { name: "plain", symmetry: false, helping: false },
    Setting { name: "symmetry", symmetry: true, helping: false },
    Setting { name: "helping", symmetry: false, helping: true },
    Setting { name: "both", symmetry: true, helping: true },
];

/// A program and its client threads, for more and more threads.
struct Row {
    name: &'static str,
    file: &'static str,
    client: &'static [&'static str],
    /// The least number of threads that makes sense.
    from: u32,
    /// Whether the program has helping annotations.
    helping: bool,
}

const MS: &str = "c/symmetry/ms-queue.c";
const DGLM: &str = "c/symmetry/dglm-queue.c";
const FOL: &str = "c/symmetry/fol-queue.c";
const TREIBER: &str = "c/symmetry/treiber-stack.c";

#[rustfmt::skip] // a table
const ROWS: [Row; 17] = [
    Row { name: "ms-queue insert", file: MS, client: &["-DTAKERS=0"], from: 2, helping: true },
    Row { name: "dglm-queue insert", file: DGLM, client: &["-DTAKERS=0"], from: 2, helping: true },
    Row { name: "ms-queue multiset", file: MS, client: &[], from: 2, helping: true },
    Row { name: "dglm-queue multiset", file: DGLM, client: &[], from: 2, helping: true },
    Row { name: "fol-queue multiset", file: FOL, client: &[], from: 2, helping: true },
    Row { name: "treiber multiset", file: TREIBER, client: &[], from: 2, helping: false },
    Row { name: "ms-queue fifo", file: MS, client: &["-DORDER"], from: 2, helping: true },
    Row { name: "dglm-queue fifo", file: DGLM, client: &["-DORDER"], from: 2, helping: true },
    Row { name: "fol-queue fifo", file: FOL, client: &["-DORDER"], from: 2, helping: true },
    Row { name: "treiber lifo", file: TREIBER, client: &["-DORDER"], from: 2, helping: false },
    Row { name: "ms-queue empty", file: MS, client: &["-DEMPTY"], from: 2, helping: true },
    Row { name: "dglm-queue empty", file: DGLM, client: &["-DEMPTY"], from: 2, helping: true },
    Row { name: "fol-queue empty", file: FOL, client: &["-DEMPTY"], from: 2, helping: true },
    Row { name: "treiber empty", file: TREIBER, client: &["-DEMPTY"], from: 2, helping: false },
    Row { name: "ttaslock", file: "c/locks/ttas.c", client: &[], from: 2, helping: false },
    Row { name: "twalock", file: "c/locks/twa.c", client: &["-DFAR=1"], from: 2, helping: false },
    Row { name: "rdcss", file: "c/symmetry/rdcss.c", client: &[], from: 1, helping: true },
];

/// Prints the table as far as it gets with the limit of seconds.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    print(bench, LIMIT)
}

/// Prints the table as far as it gets with the limit of a minute.
pub(crate) fn run_long(bench: &mut Bench) -> Result<()> {
    print(bench, LONG_LIMIT)
}

fn print(bench: &mut Bench, limit: Duration) -> Result<()> {
    println!(
        "Symmetry, RC11: executions, complete + blocked, and seconds, up to {} s a cell and {MOST_THREADS} threads",
        limit.as_secs()
    );
    println!(
        "(symmetry of threads; helping left to whom it belongs; . if nobody helps, or fewer threads took too long)"
    );
    print!("{:<20} {:>2}", "program", "N");
    for setting in &SETTINGS {
        print!(" {:>17} {:>8}", setting.name, "s");
    }
    println!();
    ROWS.iter().try_for_each(|row| row.print(bench, limit))
}

impl Row {
    /// Prints a line for each number of threads, until no cell ends in time any more.
    fn print(&self, bench: &mut Bench, limit: Duration) -> Result<()> {
        let mut goes_on = SETTINGS.each_ref().map(|setting| self.helping || !setting.helping);
        for threads in self.from..=MOST_THREADS {
            if !goes_on.contains(&true) {
                break;
            }
            print!("{:<20} {threads:>2}", self.name);
            for (setting, goes_on) in SETTINGS.iter().zip(&mut goes_on) {
                let cell = if *goes_on { Some(self.measure(bench, setting, threads, limit)?) } else { None };
                *goes_on = cell.is_some_and(|cell| cell.finished);
                let text = |text: fn(&Measurement) -> String| cell.as_ref().map_or(".".to_owned(), text);
                print!(" {:>17} {:>8}", text(Measurement::counts_text), text(Measurement::seconds_text));
            }
            println!();
        }
        Ok(())
    }

    fn measure(
        &self,
        bench: &mut Bench,
        setting: &Setting,
        threads: u32,
        limit: Duration,
    ) -> Result<Measurement> {
        let file = Bench::corpus(self.file);
        let size = format!("-DN={threads}");
        let options: Vec<&str> = self.client.iter().copied().chain([size.as_str()]).collect();
        let subject = Subject {
            switches: Switches {
                symmetry: setting.symmetry,
                helping: setting.helping,
                ..Switches::default()
            },
            limit,
            ..Subject::new(&file, &options, ModelKind::Rc11)
        };
        bench.measure(&subject, 1)
    }
}
