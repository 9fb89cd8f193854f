//! What is known of one memory model from a file, as plain data and as text.

use std::fmt::Write;

use serde::Serialize;

/// The conditions of exploration that a memory model has.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ModelCheckReport {
    /// The name or path as the user gave it.
    pub file: String,
    /// The title of the model.
    pub title: Option<String>,
    /// Whether every condition holds.
    pub holds: bool,
    /// The language that the model speaks about: `c11` or `x86`.
    pub language: &'static str,
    /// The axioms, in the order of the file.
    pub axioms: Vec<AxiomReport>,
    /// The checks whose outcome is reported.
    pub reports: Vec<String>,
    /// Whether the model forbids cycles of po and rf: `stated`, `added` by porf, or `missing` if it
    /// allows some, which porf does not explore.
    pub causality: &'static str,
    /// An execution with such a cycle that the model allows.
    pub cycle: Option<ExampleReport>,
    /// An execution that the model allows although a read-modify-write is not atomic.
    pub not_atomic: Option<ExampleReport>,
    /// The reductions of exploration, and why they are not used.
    pub reductions: Vec<ReductionReport>,
    /// Remarks on definitions.
    pub remarks: Vec<RemarkReport>,
    /// All programs with up to this number of operations were searched for counterexamples.
    pub completed_size: usize,
    /// The reason why the search ended early: `timeout` or `interrupt`.
    pub stopped: Option<&'static str>,
    /// The parts of the model that no program of the search has.
    pub not_generated: Vec<&'static str>,
    /// The time that it took.
    pub seconds: f64,
}

/// An axiom of a model.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct AxiomReport {
    /// The name of the axiom, or its line.
    pub check: String,
    /// Whether exploration asks it after each event, or else about full executions only.
    pub incremental: bool,
    /// Whether the axiom is prefix-closed.
    pub prefix_closed: FormReport,
    /// Whether the axiom is extensible.
    pub extensible: FormReport,
}

/// A condition of an axiom.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct FormReport {
    /// Whether the axiom has the condition by form.
    pub by_form: bool,
    /// Why the form does not show it.
    pub obstacles: Vec<String>,
    /// An execution that shows that the axiom does not have the condition.
    pub counterexample: Option<ExampleReport>,
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ExampleReport {
    /// The operations of each thread and the coherence orders, a line each.
    pub execution: Vec<String>,
    /// The thread whose last operation makes the difference.
    pub thread: Option<usize>,
    /// The program as a litmus test that asks for the final state of the execution.
    pub test: String,
}

/// A reduction of exploration.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReductionReport {
    /// Its name.
    pub name: &'static str,
    /// Whether it is used under the model.
    pub used: bool,
    /// The reason, if it is not used.
    pub reason: Option<String>,
}

/// A remark on a definition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct RemarkReport {
    /// The file.
    pub file: String,
    /// The line.
    pub line: u32,
    /// The remark.
    pub text: String,
}

impl ModelCheckReport {
    /// The report for people.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("writing to a string does not fail");
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let title = self.title.as_ref().map_or(String::new(), |title| format!(", \"{title}\""));
        let verdict = match self.holds {
            true => "all conditions of exploration hold",
            false => "not all conditions of exploration hold",
        };
        writeln!(out, "{}{title}: {verdict}", self.file)?;
        for axiom in &self.axioms {
            axiom.write(out, self.completed_size)?;
        }
        if !self.reports.is_empty() {
            writeln!(out, "  reported, if an execution shows it: {}", self.reports.join(", "))?;
        }
        match (self.causality, &self.cycle) {
            ("stated", _) => writeln!(out, "  po | rf is acyclic: the model says so")?,
            ("added", None) => writeln!(out, "  po | rf is acyclic: porf adds it to the model")?,
            (_, cycle) => {
                writeln!(out, "  po | rf is acyclic: porf adds it, so it does not explore executions that")?;
                writeln!(out, "    the model allows, such as:")?;
                cycle.iter().try_for_each(|cycle| cycle.write(out))?;
            }
        }
        if let Some(example) = &self.not_atomic {
            writeln!(out, "  read-modify-writes are atomic: porf adds it; the model allows")?;
            example.write(out)?;
        }
        for ReductionReport { name, used, reason } in &self.reductions {
            match (used, reason) {
                (true, _) => writeln!(out, "  {name}: used")?,
                (false, Some(reason)) => writeln!(out, "  {name}: not used, since {reason}")?,
                (false, None) => writeln!(out, "  {name}: not used")?,
            }
        }
        if self.language == "x86" {
            writeln!(out, "  the model is for x86: of a C program, it sees the instructions")?;
        }
        for RemarkReport { file, line, text } in &self.remarks {
            writeln!(out, "  {file}:{line}: {text}")?;
        }
        if let Some(stopped) = self.stopped {
            let size = self.completed_size;
            writeln!(out, "  the search for counterexamples was stopped by {stopped}, after size {size}")?;
        }
        if !self.not_generated.is_empty() && self.completed_size > 0 {
            writeln!(out, "  no program of the search has {}", self.not_generated.join(", "))?;
        }
        Ok(())
    }
}

impl AxiomReport {
    fn write(&self, out: &mut String, size: usize) -> std::fmt::Result {
        let Self { check, incremental, prefix_closed, extensible } = self;
        if *incremental {
            return writeln!(out, "  {check}: asked after each event");
        }
        writeln!(out, "  {check}: asked about full executions only")?;
        prefix_closed.write(
            out,
            size,
            ["prefix-closed", "this execution is consistent", "the axiom fails without"],
        )?;
        extensible.write(out, size, ["extensible", "the axiom fails for", "it is consistent without"])
    }
}

impl FormReport {
    fn write(&self, out: &mut String, size: usize, [name, one, other]: [&str; 3]) -> std::fmt::Result {
        if self.by_form {
            return writeln!(out, "    {name} by form");
        }
        let obstacles = self.obstacles.join("; ");
        match &self.counterexample {
            Some(example) => {
                let thread = example.thread.map_or(String::new(), |thread| format!(" of P{thread}"));
                let this = if one.ends_with("for") { " this execution" } else { "" };
                writeln!(out, "    not {name}: {obstacles}")?;
                writeln!(out, "      {one}{this}, and {other} the last operation{thread}:")?;
                example.write(out)
            }
            None => writeln!(
                out,
                "    not {name} by form, though no counterexample of up to {size} operations was found: {obstacles}"
            ),
        }
    }
}

impl ExampleReport {
    fn write(&self, out: &mut String) -> std::fmt::Result {
        self.execution.iter().try_for_each(|line| writeln!(out, "        {line}"))
    }
}
