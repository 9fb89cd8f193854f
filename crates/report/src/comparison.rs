//! The result of a comparison of two memory models, as plain data and as text.

use std::fmt::Write;

use serde::Serialize;

/// The result of a comparison of two memory models.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComparisonReport {
    /// The names of the models.
    pub models: [String; 2],
    /// The result in one word.
    pub verdict: ComparisonVerdict,
    /// The programs that tell the models apart, at most one for each kind of difference.
    pub differences: Vec<DifferenceReport>,
    /// All programs with up to this number of operations were tried.
    pub completed_size: usize,
    /// The reason why the search ended early: `timeout` or `interrupt`.
    pub stopped: Option<&'static str>,
    /// The parts of the models that no program of the search has.
    pub not_generated: Vec<&'static str>,
    /// The number of programs that were tried, not counting orderings.
    pub programs: u64,
    /// The time that the search took.
    pub seconds: f64,
}

/// The result of a comparison in one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ComparisonVerdict {
    /// No program tells the models apart.
    Agree,
    /// The first model forbids final states that the second one allows, and never the other way round.
    FirstStronger,
    /// The second model forbids final states that the first one allows, and never the other way round.
    SecondStronger,
    /// Each model forbids a final state that the other one allows.
    Incomparable,
    /// The models allow the same final states, but differ in the programs that they report.
    ReportsDiffer,
    /// The search ended early without a difference.
    Unknown,
}

/// A program that tells two models apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DifferenceReport {
    /// The kind of difference.
    pub kind: DifferenceKind,
    /// The model that allows the state or execution, or that reports the program.
    pub by: String,
    /// The model that does not.
    pub not_by: String,
    /// The number of operations of the program.
    pub size: usize,
    /// The axiom that the execution violates and that exploration adds to every model: `causality` or
    /// `atomicity`.
    pub added_axiom: Option<&'static str>,
    /// The program as a litmus test.
    pub test: String,
}

/// A kind of difference between models.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// A final state that one model allows.
    State,
    /// A program that one model reports.
    Report,
    /// An execution that one model allows, with a final state that both allow.
    Execution,
}

impl DifferenceReport {
    /// The way in which the execution violates an axiom that exploration adds to every model.
    fn violation(&self) -> Option<&'static str> {
        Some(match self.added_axiom? {
            "causality" => "the execution has a cycle of po and rf",
            _ => "a write comes between the two halves of a read-modify-write",
        })
    }
}

impl ComparisonReport {
    /// The report for people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("writing to a string does not fail");
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let [first, second] = &self.models;
        let size = self.completed_size;
        for difference in &self.differences {
            let DifferenceReport { by, not_by, test, .. } = difference;
            let sentence = match difference.kind {
                DifferenceKind::State => {
                    format!("{by} allows a final state that {not_by} forbids: the state of the condition in")
                }
                DifferenceKind::Report => format!("{by} reports a program that {not_by} does not report:"),
                DifferenceKind::Execution => {
                    format!("{by} allows an execution that {not_by} forbids, with a state that both allow:")
                }
            };
            writeln!(out, "{sentence}\n")?;
            test.lines().try_for_each(|line| match line {
                "" => writeln!(out),
                line => writeln!(out, "  {line}"),
            })?;
            writeln!(out)?;
            if let Some(violation) = difference.violation() {
                writeln!(
                    out,
                    "{violation}; exploration forbids that under every model,\n\
                     so porf check does not explore this execution under {by} or {not_by}\n"
                )?;
            }
        }
        let programs = format!("the programs with up to {size} operations");
        match self.verdict {
            ComparisonVerdict::Agree => {
                writeln!(out, "{first} and {second} agree on {programs}")?;
            }
            ComparisonVerdict::FirstStronger => {
                writeln!(out, "{first} is stronger than {second} on {programs}")?;
            }
            ComparisonVerdict::SecondStronger => {
                writeln!(out, "{second} is stronger than {first} on {programs}")?;
            }
            ComparisonVerdict::Incomparable => {
                writeln!(out, "{first} and {second} are incomparable")?;
            }
            ComparisonVerdict::ReportsDiffer => {
                writeln!(out, "{first} and {second} allow the same final states of {programs}")?;
            }
            ComparisonVerdict::Unknown => {
                writeln!(out, "{first} and {second} were not distinguished; they agree on {programs}")?;
            }
        }
        if let Some(stopped) = self.stopped {
            writeln!(out, "stopped by {stopped}: larger programs were not all tried")?;
        }
        if !self.not_generated.is_empty() {
            writeln!(out, "no program has {}", self.not_generated.join(", "))?;
        }
        writeln!(out, "{} programs, {:.1} s", self.programs, self.seconds)
    }
}
