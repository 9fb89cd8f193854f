//! The number of comparisons, and how often loops of each form were really ended: a comparison
//! without any ended loop shows nothing.

use std::collections::BTreeMap;
use std::fmt;

use super::compare::Compared;
use super::forms::Form;
use super::render::CFile;
use crate::tally::Tally;

/// The results of comparisons.
#[derive(Clone, Default, Debug)]
pub struct Statistics {
    /// The number of programs.
    pub programs: u64,
    /// The number of programs with too many executions under some model.
    pub skipped: u64,
    /// How often, under some model, loops needed more iterations without the passes than with them.
    pub further: u64,
    /// The number of executions with all passes.
    pub executions_with: u64,
    /// The number of executions without the passes for spinloops.
    pub executions_without: u64,
    /// The statistics of the loops, by form.
    pub forms: BTreeMap<Form, FormStatistics>,
}

/// The statistics of the loops of one form.
#[derive(Clone, Copy, Default, Debug)]
pub struct FormStatistics {
    /// The number of back edges.
    pub back_edges: u64,
    /// The number of removed back edges.
    pub removed: u64,
    /// The number of executions that ended with a thread that waits there.
    pub spins: u64,
}

impl Statistics {
    /// Counts a program.
    pub fn add(&mut self, file: &CFile, compared: &Compared, models: usize) {
        self.programs += 1;
        self.skipped += u64::from(compared.with.len() < models);
        self.further += compared.further;
        self.executions_with += compared.with.iter().map(|explored| explored.executions).sum::<u64>();
        self.executions_without += compared.without.iter().map(|explored| explored.executions).sum::<u64>();
        for report in &compared.program.loops.found {
            let line = if report.back_edge.is_known() { report.back_edge.line } else { report.header.line };
            if let Some(form) = file.form_at(line) {
                let counted = self.forms.entry(form).or_default();
                counted.back_edges += 1;
                counted.removed += u64::from(report.obstacle.is_none());
            }
        }
        for (&line, &spins) in compared.with.iter().flat_map(|explored| &explored.spins) {
            if let Some(form) = file.form_at(line) {
                self.forms.entry(form).or_default().spins += spins;
            }
        }
    }
}

impl Tally for Statistics {
    fn merge(&mut self, other: &Self) {
        self.programs += other.programs;
        self.skipped += other.skipped;
        self.further += other.further;
        self.executions_with += other.executions_with;
        self.executions_without += other.executions_without;
        for (&form, counted) in &other.forms {
            let sum = self.forms.entry(form).or_default();
            sum.back_edges += counted.back_edges;
            sum.removed += counted.removed;
            sum.spins += counted.spins;
        }
    }

    fn programs(&self) -> u64 {
        self.programs
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, skipped, further, executions_with, executions_without, forms } = self;
        writeln!(f, "{:24} {:>12} {:>12} {:>12}", "loops", "back edges", "removed", "executions")?;
        for (form, FormStatistics { back_edges, removed, spins }) in forms {
            writeln!(f, "{:24} {back_edges:>12} {removed:>12} {spins:>12}", form.to_string())?;
        }
        write!(
            f,
            "{programs} programs, {skipped} of them too large under some model; {executions_with} executions with the passes for \
             spinloops, {executions_without} without; {further} times a larger bound was needed"
        )
    }
}
