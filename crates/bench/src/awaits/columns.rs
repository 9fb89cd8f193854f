//! Executions and time under SC with more and more of the reductions, beside the published numbers.

use std::time::Duration;

use anyhow::Result;
use porf_explore::{Engine, Equivalence, ModelKind};
use porf_passes::PassName;

use super::published::{COLUMNS, Found, Published};
use crate::bench::Bench;
use crate::measure::Measurement;
use crate::programs::Program;
use crate::subject::{Subject, Switches};

const RUNS: u32 = 3;

/// The reductions of a column.
struct Setting {
    name: &'static str,
    /// The passes for spinloops.
    passes: Passes,
    awaits: bool,
    independent_adds: bool,
    symmetry: bool,
    engine: Option<Engine>,
    equivalence: Option<Equivalence>,
}

/// The passes for spinloops of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Passes {
    None,
    /// All but partial loop purity.
    Spinloops,
    /// Partial loop purity alone.
    LoopPurity,
    All,
}

impl Passes {
    fn disabled(self) -> Vec<PassName> {
        let is_disabled = |pass: &PassName| match self {
            Self::None => true,
            Self::Spinloops => *pass == PassName::LoopPurity,
            Self::LoopPurity => *pass != PassName::LoopPurity,
            Self::All => false,
        };
        PassName::SPINLOOPS.into_iter().filter(is_disabled).collect()
    }

    /// Whether loops that never end may be left because of the passes that are left out.
    fn needs_bound(self) -> bool {
        matches!(self, Self::None | Self::LoopPurity)
    }
}

const PLAIN: Setting = Setting {
    name: "none",
    passes: Passes::None,
    awaits: false,
    independent_adds: false,
    symmetry: false,
    engine: Some(Engine::Graph),
    equivalence: Some(Equivalence::Co),
};

const PURITY: Setting = Setting { name: "purity", passes: Passes::LoopPurity, ..PLAIN };

const PURITY_AND_AWAITS: Setting =
    Setting { name: "+awaits (trace)", awaits: true, engine: Some(Engine::Trace), ..PURITY };

const SETTINGS: [Setting; 6] = [
    PLAIN,
    Setting { name: "spinloops", passes: Passes::Spinloops, ..PLAIN },
    PURITY,
    PURITY_AND_AWAITS,
    Setting { name: "+adds (trace)", independent_adds: true, ..PURITY_AND_AWAITS },
    Setting {
        name: "default",
        passes: Passes::All,
        awaits: true,
        independent_adds: true,
        symmetry: true,
        engine: None,
        equivalence: None,
    },
];

/// The measurements of a program.
pub(super) struct Row {
    published: &'static Published,
    cells: [Measurement; SETTINGS.len()],
}

/// The effort of a measurement.
#[derive(Clone, Copy)]
pub(super) struct Effort {
    /// The longest time: a cell that takes longer is left open.
    pub(super) limit: Duration,
    /// The number of iterations of loops to follow where some could go on for ever.
    pub(super) rounds: fn(&Program) -> u32,
    /// Whether a loop that never ends is an error.
    pub(super) liveness: bool,
}

impl Row {
    pub(super) fn measure(bench: &mut Bench, published: &'static Published, effort: Effort) -> Result<Self> {
        let program = Program::named(published.name)?;
        let file = Bench::corpus(program.file);
        let cell = |setting: &Setting| {
            let disabled_passes = setting.passes.disabled();
            let subject = Subject {
                engine: setting.engine,
                equivalence: setting.equivalence,
                unroll: setting.passes.needs_bound().then(|| (effort.rounds)(program)),
                disabled_passes: &disabled_passes,
                switches: Switches {
                    awaits: setting.awaits,
                    independent_adds: setting.independent_adds,
                    symmetry: setting.symmetry,
                    liveness: effort.liveness,
                    ..Switches::default()
                },
                limit: effort.limit,
                ..Subject::new(&file, program.options, ModelKind::Sc)
            };
            bench.measure(&subject, RUNS)
        };
        let cells = SETTINGS.iter().map(cell).collect::<Result<Vec<_>>>()?;
        let cells = cells.try_into().map_err(|_| anyhow::anyhow!("one cell for each setting"))?;
        Ok(Self { published, cells })
    }
}

/// Prints the numbers of executions and, below, the times.
pub(super) fn print(rows: &[Row]) {
    print_heading("executions, complete + blocked");
    for row in rows {
        row.print(Measurement::counts_text, Found::counts_text);
    }
    println!();
    print_heading("seconds");
    for row in rows {
        row.print(Measurement::seconds_text, Found::seconds_text);
    }
}

fn print_heading(what: &str) {
    println!("{what}");
    print!("{:<17}", "program");
    for setting in &SETTINGS {
        print!(" {:>15}", setting.name);
    }
    print!("   published:");
    for column in COLUMNS {
        print!(" {column:>15}");
    }
    println!();
}

impl Row {
    fn print(&self, measured: fn(&Measurement) -> String, found: fn(Found) -> String) {
        print!("{:<17}", self.published.name);
        for cell in &self.cells {
            print!(" {:>15}", measured(cell));
        }
        print!("             ");
        for result in self.published.results {
            print!(" {:>15}", found(result));
        }
        println!();
    }
}
