//! Many results at a glance: one line a file, models against verdicts, and the summary.

use std::fmt::Write;

use super::check::{mark, wrapped};
use super::grid::{Align, Cell, Grid};
use super::phrase::{self, count, duration, grouped};
use super::source::Sources;
use super::style::{self, paint};
use crate::{CheckReport, InputReport, StateCount, Subject, Verdict};

const VERDICT_WIDTH: usize = "unsupported".len();
const MODEL_WIDTH: usize = VERDICT_WIDTH + 1;

/// One test under one model in one line. `name_width` columns are kept for the name of the file.
pub fn check_line(report: &CheckReport, name_width: usize) -> String {
    let mut line = format!(
        "{}  {:4}  {}  {:>10}  {:>8}",
        verdict_cell(report).padded(VERDICT_WIDTH, Align::Left),
        report.model,
        Cell::new(&report.file).padded(name_width, Align::Left),
        grouped(report.executions),
        duration(report.seconds),
    );
    for remark in remarks(report) {
        let _ = write!(line, "  {remark}");
    }
    line
}

/// The remarks that go beyond the verdict.
fn remarks(report: &CheckReport) -> Vec<String> {
    let mut remarks = Vec::new();
    if let Some(error) = &report.error {
        let place = Sources::new(&report.files).name(error.place);
        let at = place.filter(|_| report.subject == Subject::Program).map(|place| format!(" at {place}"));
        remarks.push(paint(style::BAD, phrase::error_kind(error.kind)) + &at.unwrap_or_default());
    }
    if !report.more_errors.is_empty() {
        remarks.push(paint(style::BAD, count(report.more_errors.len() as u64, "more error")));
    }
    if let Some(what) = report.unsupported.first() {
        let place = Sources::new(&report.files).name(what.place);
        let at = place.filter(|_| report.subject == Subject::Program).map(|place| format!(" at {place}"));
        remarks.push(paint(style::UNSURE, &what.message) + &at.unwrap_or_default());
    }
    if !report.warnings.is_empty() {
        remarks.push(paint(style::UNSURE, count(report.warnings.len() as u64, "warning")));
    }
    if report.stopped.is_some() {
        remarks.push(paint(style::UNSURE, "partial"));
    }
    if !report.bounds.is_empty() {
        remarks.push("up to bounds".into());
    }
    remarks.extend(phrase::counting(report));
    remarks
}

/// A file that cannot be checked in one line.
pub fn input_line(report: &InputReport, name_width: usize) -> String {
    let place = match (report.place.line, report.place.column) {
        (Some(line), Some(column)) => format!("{line}:{column}: "),
        _ => String::new(),
    };
    format!(
        "{}  {:4}  {}  {place}{}",
        input_cell(report).padded(VERDICT_WIDTH, Align::Left),
        "",
        Cell::new(&report.file).padded(name_width, Align::Left),
        report.message
    )
}

/// A file that cannot be checked in one line, below a [`models_header`].
pub fn models_input_line(report: &InputReport, name_width: usize) -> String {
    let name = Cell::new(&report.file).padded(name_width, Align::Left);
    format!("{name}  {}", input_cell(report).padded(MODEL_WIDTH, Align::Left).trim_end())
}

fn input_cell(report: &InputReport) -> Cell {
    match report.unsupported {
        true => Cell::styled(Verdict::Unsupported.to_string(), style::verdict(Verdict::Unsupported)),
        false => Cell::styled("bad input", style::BAD),
    }
}

/// The line above those of [`models_line`].
pub fn models_header(models: &[String], name_width: usize) -> String {
    let mut line = Cell::styled("file", style::HEADING).padded(name_width, Align::Left);
    for model in models {
        let _ = write!(line, "  {}", Cell::styled(model, style::HEADING).padded(MODEL_WIDTH, Align::Left));
    }
    line.trim_end().to_string()
}

/// One test under several models in one line; `!` marks a verdict beside which there is a data
/// race.
pub fn models_line(reports: &[CheckReport], name_width: usize) -> String {
    let name = reports.first().map_or("", |report| &report.file);
    let mut line = Cell::new(name).padded(name_width, Align::Left);
    for report in reports {
        let _ = write!(line, "  {}", verdict_cell(report).padded(MODEL_WIDTH, Align::Left));
    }
    line.trim_end().to_string()
}

fn verdict_cell(report: &CheckReport) -> Cell {
    let race = if phrase::aside(report).is_some() { "!" } else { "" };
    Cell::styled(format!("{}{race}", phrase::word(report)), style::verdict(report.verdict))
}

/// One test under several models: a row a model, then the final states against the models. A
/// program has no final states to compare.
pub fn models(reports: &[CheckReport], columns: usize) -> String {
    let Some(first) = reports.first() else { return String::new() };
    let mut text = format!("{}\n", paint(style::HEADING, &first.test));
    if let Some(condition) = &first.condition {
        text += &wrapped(&format!("{} {}", condition.quantifier, condition.text), "  ", columns);
    }
    let has_states = first.subject == Subject::Litmus;
    let columns_of_counts = ["executions", "blocked"].into_iter().chain(has_states.then_some("states"));
    let titles = [("model", Align::Left), ("verdict", Align::Left)]
        .into_iter()
        .chain(columns_of_counts.map(|title| (title, Align::Right)))
        .chain([("time", Align::Right), ("", Align::Left)]);
    let mut grid = Grid::new(titles.map(|(title, align)| (title.to_string(), align)).collect());
    for report in reports {
        let counts = [report.executions, report.blocked].into_iter();
        let counts = counts.chain(has_states.then_some(report.states.len() as u64));
        let verdict = Cell::styled(phrase::word(report), style::verdict(report.verdict));
        let mut row = vec![Cell::new(&report.model), verdict];
        row.extend(counts.map(|count| Cell::new(grouped(count))));
        row.extend([Cell::new(duration(report.seconds)), Cell::new(remarks(report).join(", "))]);
        grid.row(row);
    }
    let _ = write!(text, "\n{}", grid.render());
    if let Some(states) = states_against_models(reports)
        && states.width() <= columns
    {
        let _ = write!(text, "\nExecutions that end in each state\n{}", states.render());
        if reports.iter().any(CheckReport::leaves_states_open) {
            text += &wrapped(phrase::OPEN_STATES, "  ", columns);
        }
    }
    text
}

/// The number of executions of each model that end in each final state. `None` if there is no state
/// to show, or if there are more than a person wants to compare.
fn states_against_models(reports: &[CheckReport]) -> Option<Grid> {
    const MOST_STATES: usize = 40;
    let mut states: Vec<&StateCount> = Vec::new();
    for state in reports.iter().flat_map(|report| &report.states) {
        if !states.iter().any(|known| known.values == state.values) {
            states.push(state);
        }
        if states.len() > MOST_STATES {
            return None;
        }
    }
    // The reports list their states in the order of the values, and texts do not sort in that
    // order.
    let rank = |state: &StateCount| -> Vec<(Option<i128>, String)> {
        state.values.iter().map(|(_, value)| (value.parse().ok(), value.clone())).collect()
    };
    states.sort_by_key(|state| rank(state));
    let names = states.first()?.values.iter().map(|(name, _)| (name.clone(), Align::Right));
    let models = reports.iter().map(|report| (report.model.clone(), Align::Right));
    let mut grid = Grid::new(names.chain(models).chain([(String::new(), Align::Left)]).collect());
    let quantifier = reports.first()?.condition.as_ref().map(|condition| condition.quantifier);
    for state in states {
        let values = state.values.iter().map(|(_, value)| Cell::styled(value, style::VALUE));
        let counts = reports.iter().map(|report| {
            match report.states.iter().find(|known| known.values == state.values) {
                Some(known) => Cell::new(grouped(known.executions)),
                None => Cell::styled("·", style::QUIET),
            }
        });
        grid.row(values.chain(counts).chain(mark(state, quantifier)).collect());
    }
    Some(grid)
}

/// The number of files, and of those with each result.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    files: u64,
    tests: u64,
    programs: u64,
    holding: u64,
    verified: u64,
    failing: u64,
    bounded: u64,
    errors: u64,
    unsupported: u64,
    incomplete: u64,
    races: u64,
    bad: u64,
    not_checked: u64,
}

impl Summary {
    /// The summary of a run over this many files, before any result.
    pub fn new(files: usize) -> Self {
        Self { files: files as u64, ..Self::default() }
    }

    /// Counts a test checked under a model.
    pub fn add(&mut self, report: &CheckReport) {
        match report.subject {
            Subject::Litmus => self.tests += 1,
            Subject::Program => self.programs += 1,
        }
        match report.verdict {
            Verdict::Holds if report.subject == Subject::Program => self.verified += 1,
            Verdict::Holds => self.holding += 1,
            Verdict::Fails => self.failing += 1,
            Verdict::Error => self.errors += 1,
            Verdict::Unsupported => self.unsupported += 1,
            Verdict::Bounded => self.bounded += 1,
            Verdict::Incomplete => self.incomplete += 1,
        }
        self.races += u64::from(phrase::aside(report).is_some());
    }

    /// Counts a file that cannot be checked.
    pub fn add_bad(&mut self, report: &InputReport) {
        match report.unsupported {
            true => self.unsupported += 1,
            false => self.bad += 1,
        }
    }

    /// Counts a file that was not checked because the user interrupted the run.
    pub fn add_not_checked(&mut self) {
        self.not_checked += 1;
    }

    /// The last line of a run over many files.
    pub fn line(&self, models: usize, seconds: f64) -> String {
        let mut line = count(self.files, "file");
        if models > 1 {
            let _ = write!(line, " under {}", count(models as u64, "model"));
        }
        line += ":";
        if self.tests > 0 || self.programs == 0 {
            let _ = write!(line, " {} hold, {} fail,", grouped(self.holding), grouped(self.failing));
        }
        if self.programs > 0 {
            let _ = write!(line, " {} verified, {} bounded,", grouped(self.verified), grouped(self.bounded));
        }
        let _ = write!(line, " {}, {} bad", count(self.errors, "error"), grouped(self.bad));
        for (number, what) in [
            (self.unsupported, "unsupported"),
            (self.incomplete, "incomplete"),
            (self.not_checked, "not checked"),
            (self.races, if self.races == 1 { "data race" } else { "data races" }),
        ] {
            if number > 0 {
                let _ = write!(line, ", {} {what}", grouped(number));
            }
        }
        format!("{line}, {}", duration(seconds))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, programs, states};
    use crate::text::plain;
    use crate::{Equivalence, Stop, StopReason};

    #[test]
    fn one_line_a_file() {
        let width = "tests/race.litmus".len();
        let stopped = Some(Stop { reason: StopReason::Timeout, pending: 1 });
        let lines = [
            check_line(&examples::store_buffering(), width),
            check_line(&examples::racy(), width),
            check_line(
                &CheckReport { stopped, executions: 362_880, seconds: 12.5, ..examples::message_passing() },
                width,
            ),
            input_line(
                &InputReport {
                    file: "tests/bad.litmus".into(),
                    message: "expected `;`".into(),
                    place: examples::at(3, 9),
                    help: None,
                    unsupported: false,
                },
                width,
            ),
        ];
        assert_eq!(
            plain(&lines.join("\n")),
            "\
holds        rc11  tests/SB.litmus             4    250 µs
holds!       rc11  tests/race.litmus           2    250 µs  data race
fails        rc11  tests/MP.litmus       362,880    12.5 s  partial
bad input          tests/bad.litmus   3:9: expected `;`
"
        );
    }

    #[test]
    fn models_against_verdicts() {
        let weak = examples::store_buffering();
        let strong = CheckReport {
            model: "sc".into(),
            verdict: Verdict::Fails,
            executions: 3,
            states: weak.states[1..].to_vec(),
            witness: None,
            ..weak.clone()
        };
        assert_eq!(
            plain(&models(&[strong.clone(), weak.clone()], 80)),
            r"SB
  exists (0:r0=0 /\ 1:r0=0)

  model  verdict  executions  blocked  states    time
  ─────  ───────  ──────────  ───────  ──────  ──────
  sc     fails             3        0       3  250 µs
  rc11   holds             4        0       4  250 µs

Executions that end in each state
  0:r0  1:r0  sc  rc11
  ────  ────  ──  ────
     0     0   ·     1  ✓ satisfies
     0     1   1     1
     1     0   1     1
     1     1   1     1
"
        );
        let lines = [models_header(&["sc".into(), "rc11".into()], 15), models_line(&[strong, weak], 15)];
        assert_eq!(
            plain(&lines.join("\n")),
            "file             sc            rc11\ntests/SB.litmus  fails         holds\n"
        );
    }

    #[test]
    fn counts_by_reads_from_are_marked() {
        let report = examples::unordered_writes();
        assert_eq!(
            plain(&check_line(&report, 16)),
            "holds        rc11  tests/W+W.litmus           1    250 µs  counted by reads-from\n"
        );
        let co = CheckReport { equivalence: Equivalence::Co, executions: 2, ..report.clone() };
        assert_eq!(
            plain(&models(&[co, report], 80)),
            "\
W+W
  exists (x=1)

  model  verdict  executions  blocked  states    time
  ─────  ───────  ──────────  ───────  ──────  ──────
  rc11   holds             2        0       2  250 µs
  rc11   holds             1        0       2  250 µs  counted by reads-from

Executions that end in each state
  x  rc11  rc11
  ─  ────  ────
  1     1     1  ✓ satisfies
  2     1     1
  An execution in which the last write is not determined counts for each state
  that it can end in.
"
        );
    }

    #[test]
    fn programs_are_verified_or_bounded() {
        let verified = programs::verified();
        let bounded = CheckReport { verdict: Verdict::Bounded, ..verified.clone() };
        let wrong = CheckReport { model: "tso".into(), ..programs::message() };
        let lines = [&verified, &bounded, &wrong].map(|report| check_line(report, 9));
        assert_eq!(
            plain(&lines.join("\n")),
            "\
verified     rc11  queue.c         1,234    250 µs
bounded      rc11  queue.c         1,234    250 µs
error        tso   message.c           2    250 µs  assertion fails at message.c:16
"
        );
        assert_eq!(
            plain(&models(&[verified.clone(), wrong.clone()], 80)),
            "\
queue.c

  model  verdict   executions  blocked    time
  ─────  ────────  ──────────  ───────  ──────
  rc11   verified       1,234        0  250 µs
  tso    error              2        0  250 µs  assertion fails at message.c:16
"
        );
        let mut summary = Summary::new(3);
        [&verified, &bounded, &wrong].into_iter().for_each(|report| summary.add(report));
        assert_eq!(summary.line(1, 1.0), "3 files: 1 verified, 1 bounded, 1 error, 0 bad, 1.00 s");
        summary.add(&examples::message_passing());
        let mixed = "3 files: 0 hold, 1 fail, 1 verified, 1 bounded, 1 error, 0 bad, 1.00 s";
        assert_eq!(summary.line(1, 1.0), mixed);
    }

    #[test]
    fn states_are_sorted_as_numbers() {
        let report = |model: &str, values: &[&str]| CheckReport {
            model: model.into(),
            states: values.iter().flat_map(|value| states(&["x"], &[(&[value], 1, None)])).collect(),
            ..examples::store_buffering()
        };
        let reports = [report("sc", &["10", "2"]), report("ra", &["-1", "y"])];
        let text = plain(&states_against_models(&reports).unwrap().render());
        let values: Vec<_> = text.lines().skip(2).filter_map(|line| line.split_whitespace().next()).collect();
        assert_eq!(values, ["y", "-1", "2", "10"]);
    }

    #[test]
    fn the_summary_counts_everything_once() {
        let mut summary = Summary::new(4);
        summary.add(&examples::store_buffering());
        summary.add(&examples::message_passing());
        summary.add(&examples::racy());
        summary.add_bad(&InputReport {
            file: "bad.litmus".into(),
            message: "expected `;`".into(),
            place: examples::at(3, 9),
            help: None,
            unsupported: false,
        });
        assert_eq!(summary.line(1, 1.234), "4 files: 2 hold, 1 fail, 0 errors, 1 bad, 1 data race, 1.23 s");
        assert!(Summary { files: 1, ..summary }.line(5, 0.5).starts_with("1 file under 5 models: "));
    }
}
