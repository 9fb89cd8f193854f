//! Executions and time with and without each of the reductions.

use std::time::Duration;

use anyhow::{Result, anyhow};
use porf_driver::{BuildOptions, LoadedProgram};
use porf_explore::ModelKind;
use porf_passes::PassName;
use porf_report::Reduction;

use super::published::{PUBLISHED, Published};
use crate::bench::Bench;
use crate::measure::Measurement;
use crate::programs::Program;
use crate::subject::{Subject, Switches};

/// The longest time: a cell that takes longer is left open.
const LIMIT: Duration = Duration::from_secs(10);
const RUNS: u32 = 3;

/// The passes after the published ones.
const SAVER: [PassName; 5] = [
    PassName::Bisimilarity,
    PassName::LoopRotation,
    PassName::SpinAssume,
    PassName::DynamicSpinAssume,
    PassName::Zne,
];

/// The reductions of a column. Awaits, which replace failed tries of threads that wait, are another
/// matter.
struct Setting {
    name: &'static str,
    passes: &'static [PassName],
    /// The reduction of the column. If all reductions together do not apply this one to a program,
    /// the column has nothing new for it.
    about: Option<Reduction>,
}

const SETTINGS: [Setting; 7] = [
    Setting { name: "none", passes: &[], about: None },
    Setting { name: "S", passes: &[PassName::SpinAssume], about: None },
    Setting {
        name: "LS",
        passes: &[PassName::LoopRotation, PassName::SpinAssume],
        about: Some(Reduction::LoopRotation),
    },
    Setting {
        name: "BS",
        passes: &[PassName::Bisimilarity, PassName::SpinAssume],
        about: Some(Reduction::Bisimilarity),
    },
    Setting { name: "D", passes: &[PassName::DynamicSpinAssume], about: None },
    Setting { name: "Z", passes: &[PassName::Zne], about: Some(Reduction::Zne) },
    Setting { name: "all", passes: &SAVER, about: None },
];

const LETTERS: [(Reduction, char); 5] = [
    (Reduction::LoopRotation, 'L'),
    (Reduction::Bisimilarity, 'B'),
    (Reduction::SpinAssume, 'S'),
    (Reduction::DynamicSpinAssume, 'D'),
    (Reduction::Zne, 'Z'),
];

/// The measurements of a program, and the reductions that were applied to its loops.
struct Row {
    published: &'static Published,
    applied: Vec<Reduction>,
    cells: [Option<Measurement>; SETTINGS.len()],
}

/// Prints the tables.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let rows =
        PUBLISHED.iter().map(|published| Row::measure(bench, published)).collect::<Result<Vec<_>>>()?;
    println!(
        "Loops that wait, RC11: executions, complete + blocked, with some reductions and loops followed for N + 1 rounds, \
         and with all and no bound"
    );
    println!(
        "(L loop-rotation, B bisimilarity, S spin-assume, D dynamic-spin-assume, Z zne; L and B do nothing alone; \
         . if there is nothing for L, B or Z;"
    );
    println!(
        "published: Kokologiannakis, Ren, Vafeiadis, FMCAD 2021, Table I, for programs of theirs by the same algorithms)"
    );
    print_heading("applied  published: plain     GenMC    SAVER applied");
    for row in &rows {
        let Published { name, plain, genmc, saver, letters } = row.published;
        print!("{name:<16}");
        row.print_cells(Measurement::counts_text);
        println!(" {:>7}  {plain:>16} {genmc:>9} {saver:>8} {letters:>7}", row.letters());
    }
    println!();
    println!("The same, seconds, best of {RUNS}");
    print_heading("");
    for row in &rows {
        print!("{:<16}", row.published.name);
        row.print_cells(Measurement::seconds_text);
        println!();
    }
    Ok(())
}

fn print_heading(end: &str) {
    print!("{:<16}", "program");
    for setting in &SETTINGS {
        print!(" {:>14}", setting.name);
    }
    println!(" {end}");
}

impl Row {
    fn measure(bench: &mut Bench, published: &'static Published) -> Result<Self> {
        let program = Program::named(published.name)?;
        let file = Bench::corpus(program.file);
        let options = BuildOptions {
            clang_options: program.options.iter().map(ToString::to_string).collect(),
            ..BuildOptions::default()
        };
        let loaded = LoadedProgram::from_files(std::slice::from_ref(&file), &options)
            .map_err(|error| anyhow!("{}: {error}", program.file))?;
        let back_edges = loaded.loops.explained.iter().flat_map(|report| &report.back_edges);
        let applied: Vec<Reduction> = back_edges.flat_map(|back_edge| &back_edge.applied).copied().collect();
        let mut cells = [None; SETTINGS.len()];
        for (setting, cell) in SETTINGS.iter().zip(&mut cells) {
            if setting.about.is_some_and(|reduction| !applied.contains(&reduction)) {
                continue;
            }
            let all = PassName::SPINLOOPS.into_iter();
            let disabled: Vec<PassName> = all.filter(|pass| !setting.passes.contains(pass)).collect();
            let is_bounded = !SAVER.iter().all(|pass| setting.passes.contains(pass));
            let subject = Subject {
                unroll: is_bounded.then_some(program.counts + 1),
                switches: Switches { awaits: false, ..Switches::default() },
                disabled_passes: &disabled,
                limit: LIMIT,
                ..Subject::new(&file, program.options, ModelKind::Rc11)
            };
            *cell = Some(bench.measure(&subject, RUNS)?);
        }
        Ok(Self { published, applied, cells })
    }

    fn letters(&self) -> String {
        let applied = LETTERS.iter().filter(|(reduction, _)| self.applied.contains(reduction));
        applied.map(|&(_, letter)| letter).collect()
    }

    fn print_cells(&self, text: fn(&Measurement) -> String) {
        for cell in &self.cells {
            print!(" {:>14}", cell.as_ref().map_or(".".to_owned(), text));
        }
    }
}
