//! The cost of an option where it can save nothing: seconds and instructions with it and without
//! it.

use anyhow::{Context, Result, ensure};
use porf_explore::ModelKind;

use crate::bench::Bench;
use crate::measure::count_instructions;
use crate::subject::Subject;
use crate::target::met;

/// The option that is turned on or off.
#[derive(Clone, Copy)]
pub(crate) struct Cost {
    /// The time with the option is at most this many times the time without.
    pub(crate) most: f64,
    pub(crate) runs: u32,
    pub(crate) without: for<'a> fn(Subject<'a>) -> Subject<'a>,
    pub(crate) with: for<'a> fn(Subject<'a>) -> Subject<'a>,
}

/// A program, and a smaller member of the same family, to count instructions.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) file: &'static str,
    pub(crate) options: &'static [&'static str],
    pub(crate) small: &'static [&'static str],
}

impl Cost {
    /// Prints the table.
    pub(crate) fn print(self, bench: &mut Bench, rows: &[Row]) -> Result<()> {
        println!(
            "{:<24} {:>10} {:>8} {:>8} {:>8} {:>9} {:<6} {:>12}",
            "program", "executions", "without", "with", "ratio", "asked for", "", "instr. ratio*"
        );
        for row in rows {
            self.print_row(bench, row)?;
        }
        println!("* of a smaller member of the family, without loading");
        Ok(())
    }

    fn print_row(self, bench: &mut Bench, row: &Row) -> Result<()> {
        let Self { most, runs, .. } = self;
        let Row { name, file, options, small } = *row;
        let file = Bench::corpus(file);
        let plain = Subject::new(&file, options, ModelKind::Rc11);
        let (without, with) = ((self.without)(plain.clone()), (self.with)(plain));
        let instructions = |subject: &Subject<'_>| {
            count_instructions(&Subject { clang_options: small, ..subject.clone() })
                .context("valgrind counts instructions")
        };
        let instructions_ratio = instructions(&with)? / instructions(&without)?;
        let [without, with] = bench.measure_in_turn([&without, &with], runs)?;
        ensure!(
            without.executions == with.executions,
            "{name}: {} executions without, {} with",
            without.executions,
            with.executions
        );
        let ratio = with.seconds / without.seconds;
        println!(
            "{name:<24} {:>10} {:>8} {:>8} {ratio:>8.3} {most:>9} {:<6} {instructions_ratio:>12.3}",
            with.executions,
            without.seconds_text(),
            with.seconds_text(),
            met(ratio <= most)
        );
        Ok(())
    }
}
