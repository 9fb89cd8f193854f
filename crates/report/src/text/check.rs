//! One test or program under one model, in full.

use std::fmt::Write;

use super::execution::execution;
use super::grid::{Align, Cell, Grid};
use super::phrase::{self, duration, grouped};
use super::program;
use super::style::{self, paint};
use crate::{CheckReport, ErrorReport, Quantifier, StateCount, Subject, Verdict};
use porf_entity::ErrorKind;

/// The greatest number of final states that are listed. The rest is only counted.
const MOST_STATES: usize = 40;

/// The whole result. A long execution of a program is abbreviated unless `full`; those of litmus
/// tests are short.
pub fn check(report: &CheckReport, columns: usize, full: bool) -> String {
    match report.subject {
        Subject::Litmus => litmus(report, columns),
        Subject::Program => program::check(report, columns, full),
    }
}

/// Verdict, condition, final states, counts, and the executions that explain them.
fn litmus(report: &CheckReport, columns: usize) -> String {
    let mut text = heading(report, columns);
    if let Some(error) = &report.error {
        text += &error_paragraph(error);
    }
    text += &states(report, columns);
    text += &totals(report, columns);
    text += &stats(report);
    if let (Some(witness), Some(condition)) = (&report.witness, &report.condition) {
        let does = match condition.quantifier {
            Quantifier::ForAll => "violates",
            Quantifier::Exists | Quantifier::NotExists => "satisfies",
        };
        let _ =
            writeln!(text, "\n{}", paint(style::HEADING, format!("An execution that {does} the condition")));
        text += &execution(witness, columns);
    }
    if let Some((error, with_error)) =
        report.error.as_ref().and_then(|error| Some((error, error.execution.as_ref()?)))
    {
        let what = match error.kind {
            ErrorKind::DataRace => "An execution with the race",
            _ => "The execution up to the error",
        };
        let _ = writeln!(text, "\n{}", paint(style::HEADING, what));
        text += &execution(with_error, columns);
    }
    text
}

/// The cost of the exploration, if it was asked for.
pub(super) fn stats(report: &CheckReport) -> String {
    let lines = phrase::stats(report).into_iter();
    lines.map(|(what, value)| format!("  {:<12} {value}\n", format!("{what}:"))).collect()
}

/// The verdict, the condition and the number of executions that satisfy it.
fn heading(report: &CheckReport, columns: usize) -> String {
    let mut text = format!(
        "{} under {}: {}{}\n",
        paint(style::HEADING, &report.test),
        report.model,
        paint(style::verdict(report.verdict), phrase::verdict(report)),
        phrase::aside(report).map_or(String::new(), |aside| {
            format!(", and the program has a {}", paint(style::BAD, aside))
        }),
    );
    if let Some(condition) = &report.condition {
        text += &wrapped(&format!("{} {}", condition.quantifier, condition.text), "  ", columns);
        if report.verdict != Verdict::Error {
            text += &wrapped(&phrase::tally(report, condition), "  ", columns);
        }
    }
    if report.verdict == Verdict::Incomplete && report.stopped.is_none() {
        text += &wrapped(&phrase::nothing_verified(report), "", columns);
    }
    for sentence in phrase::model_file(report) {
        text += &wrapped(&sentence, "  ", columns);
    }
    text
}

fn error_paragraph(error: &ErrorReport) -> String {
    if error.kind != ErrorKind::DataRace {
        let thread = error.thread.as_deref().unwrap_or("the program");
        return format!("  {}: {}\n", location(thread, error.place.line), error.message);
    }
    let mut text = format!("\n{}: {}\n", paint(style::BAD, phrase::error_kind(error.kind)), error.message);
    text += "In C this makes the behaviour of the whole program undefined.\n";
    for access in &error.accesses {
        let _ = writeln!(text, "  {}: {}", location(&access.thread, access.place.line), access.access);
    }
    text
}

fn location(thread: &str, line: Option<u32>) -> String {
    line.map_or(thread.to_string(), |line| format!("{thread}, line {line}"))
}

/// The final states with the number of executions that end in each.
fn states(report: &CheckReport, columns: usize) -> String {
    let Some(first) = report.states.first() else { return String::new() };
    let quantifier = report.condition.as_ref().map(|condition| condition.quantifier);
    let listed = most_interesting(&report.states, quantifier);
    let mut titles: Vec<(String, Align)> =
        first.values.iter().map(|(name, _)| (name.clone(), Align::Right)).collect();
    titles.push(("executions".into(), Align::Right));
    titles.push((String::new(), Align::Left));
    let mut grid = Grid::new(titles);
    for state in &listed {
        let mut row: Vec<Cell> =
            state.values.iter().map(|(_, value)| Cell::styled(value, style::VALUE)).collect();
        row.push(Cell::new(grouped(state.executions)));
        row.extend(mark(state, quantifier));
        grid.row(row);
    }
    let mut text = "\n".to_string();
    if grid.width() <= columns {
        text += &grid.render();
    } else {
        for state in &listed {
            text += &state_in_words(state, quantifier, columns);
        }
    }
    if report.leaves_states_open() {
        text += &wrapped(phrase::OPEN_STATES, "  ", columns);
    }
    let rest = (report.states.len() - listed.len()) as u64;
    if rest > 0 {
        let _ = writeln!(text, "  … and {} (--format json has all)", phrase::count(rest, "other state"));
    }
    text
}

/// At most [`MOST_STATES`] states; those that decide the condition come first if not all are
/// listed.
fn most_interesting(states: &[StateCount], quantifier: Option<Quantifier>) -> Vec<&StateCount> {
    let mut listed: Vec<&StateCount> = states.iter().collect();
    if listed.len() > MOST_STATES {
        let decides = |state: &StateCount| {
            quantifier.zip(state.satisfies).is_some_and(|(it, satisfies)| it.is_decided_by(satisfies))
        };
        listed.sort_by_key(|state| !decides(state));
        listed.truncate(MOST_STATES);
    }
    listed
}

/// The mark of a state that is decisive for the condition or that the filter excludes.
pub(crate) fn mark(state: &StateCount, quantifier: Option<Quantifier>) -> Option<Cell> {
    match (quantifier?, state.satisfies) {
        (Quantifier::Exists, Some(true)) => Some(Cell::styled("✓ satisfies", style::GOOD)),
        (Quantifier::NotExists, Some(true)) => Some(Cell::styled("✗ satisfies", style::BAD)),
        (Quantifier::ForAll, Some(false)) => Some(Cell::styled("✗ violates", style::BAD)),
        (_, None) => Some(Cell::styled("filtered out", style::QUIET)),
        _ => None,
    }
}

fn state_in_words(state: &StateCount, quantifier: Option<Quantifier>, columns: usize) -> String {
    let values: Vec<String> = state.values.iter().map(|(name, value)| format!("{name}={value};")).collect();
    let mark =
        mark(state, quantifier).map_or(String::new(), |cell| format!(", {}", paint(cell.style, cell.text)));
    let executions = phrase::count(state.executions, "execution");
    format!("  {executions}{mark}\n{}", wrapped(&values.join(" "), "    ", columns))
}

/// The number of explored executions, the time, and the remark about unexplored ones.
fn totals(report: &CheckReport, columns: usize) -> String {
    let mut text = format!("\n{}, {}\n", phrase::executions(report), duration(report.seconds));
    if let Some(stop) = report.stopped {
        text += &wrapped(&phrase::stopped(report, stop), "", columns);
    }
    if report.verdict == Verdict::Error
        && report.error.as_ref().is_some_and(|it| it.kind != ErrorKind::DataRace)
    {
        text += "Exploration ended at the error.\n";
    }
    text
}

/// The text in lines of at most `columns`, as far as its words allow, each after the indent.
pub(crate) fn wrapped(text: &str, indent: &str, columns: usize) -> String {
    let mut wrapped = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let width = super::grid::width(indent) + super::grid::width(&line) + 1 + super::grid::width(word);
        if !line.is_empty() && width > columns {
            let _ = writeln!(wrapped, "{indent}{line}");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    if !line.is_empty() {
        let _ = writeln!(wrapped, "{indent}{line}");
    }
    wrapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, states as make_states};
    use crate::text::plain;
    use crate::{Bound, BoundKind, Equivalence, Stop, StopReason};

    #[test]
    fn a_condition_that_holds() {
        assert_eq!(
            plain(&check(&examples::store_buffering(), 80, false)),
            r"SB under rc11: holds
  exists (0:r0=0 /\ 1:r0=0)
  satisfied in 1 of 4 executions

  0:r0  1:r0  executions
  ────  ────  ──────────
     0     0           1  ✓ satisfies
     0     1           1
     1     0           1
     1     1           1

4 executions, 250 µs

An execution that satisfies the condition
  P0                          │ P1
  ────────────────────────────┼─────────────────────────────
  6  store.rlx x = 1          │
  7  load.rlx y → 0 (initial) │
                              │ 11  store.rlx y = 1
                              │ 12  load.rlx x → 0 (initial)

  No interleaving of the threads does this:
  P0:6 ─po→ P0:7 ─fr→ P1:11 ─po→ P1:12 ─fr→ P0:6
"
        );
    }

    #[test]
    fn states_that_an_execution_leaves_open() {
        assert_eq!(
            plain(&check(&examples::unordered_writes(), 80, false)),
            "\
W+W under rc11: holds
  exists (x=1)
  satisfied in 1 of 1 execution

  x  executions
  ─  ──────────
  1           1  ✓ satisfies
  2           1
  An execution in which the last write is not determined counts for each state
  that it can end in.

1 execution, counted by reads-from, 250 µs

An execution that satisfies the condition
  P0                 │ P1
  ───────────────────┼───────────────────
                     │ 7  store.rlx x = 2
  4  store.rlx x = 1 │

  Coherence order
  x  0 (initial) → 2 (P1:7) → 1 (P0:4)
"
        );
        let determined = CheckReport { equivalence: Equivalence::Rf, ..examples::store_buffering() };
        assert!(!plain(&check(&determined, 80, false)).contains("can end in"));
    }

    #[test]
    fn a_data_race_beside_a_condition_that_holds() {
        assert_eq!(
            plain(&check(&examples::racy(), 80, false)),
            "race under rc11: holds, and the program has a data race
  forall (x=1)
  satisfied in 2 of 2 executions

data race: two unordered accesses of x, not both of them atomic
In C this makes the behaviour of the whole program undefined.
  P0, line 4: store.na x = 1
  P1, line 9: load.na x → 1

  x  executions
  ─  ──────────
  1           2

2 executions, 250 µs

An execution with the race
  P0                │ P1
  ──────────────────┼─────────────────────────────
  4  store.na x = 1 │
                    │ 9  load.na x → 1 (from P0:4)
"
        );
    }

    #[test]
    fn a_failed_assertion() {
        assert_eq!(
            plain(&check(&examples::failed_assertion(), 80, false)),
            "assert under rc11: error: assertion fails
  P1, line 9: the condition is false

  x  executions
  ─  ──────────
  1           1

1 execution, 250 µs
Exploration ended at the error.

The execution up to the error
  P0                 │ P1
  ───────────────────┼──────────────────────────────
  4  store.rlx x = 1 │
                     │ 8  load.rlx x → 1 (from P0:4)
                     │ 9  ✗ assertion fails
"
        );
    }

    #[test]
    fn nothing_complete_means_nothing_verified() {
        let report = CheckReport {
            verdict: Verdict::Incomplete,
            executions: 0,
            blocked: 7,
            states: Vec::new(),
            bounds: vec![Bound {
                place: examples::at(5, 3),
                kind: BoundKind::Loop { iterations: 2 },
                chosen: crate::ChosenBy::User,
                executions: 7,
            }],
            witness: None,
            ..examples::store_buffering()
        };
        let text = plain(&check(&report, 200, false));
        assert!(text.starts_with("SB under rc11: incomplete\n"), "{text}");
        assert!(
            text.contains(
                "Nothing was verified: no execution is complete (7 blocked) up to 2 iterations of the loop \
                 at line 5; a larger --unroll may complete some.\n"
            ),
            "{text}"
        );
    }

    #[test]
    fn a_partial_result_says_so() {
        let report = CheckReport {
            stopped: Some(Stop { reason: StopReason::Timeout, pending: 12 }),
            ..examples::store_buffering()
        };
        let text = plain(&check(&report, 80, false));
        assert!(text.contains("satisfied in 1 of 4 explored executions\n"), "{text}");
        assert!(text.contains("12 alternatives are\nknown and not explored."), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }

    #[test]
    fn of_many_states_the_deciding_ones_are_listed() {
        let last = (MOST_STATES + 9).to_string();
        let values: Vec<String> = (0..MOST_STATES + 10).map(|value| value.to_string()).collect();
        let states =
            values.iter().flat_map(|value| make_states(&["x"], &[(&[value], 1, Some(*value == last))]));
        let report = CheckReport { states: states.collect(), ..examples::store_buffering() };
        let text = plain(&states_only(&report));
        assert!(text.contains("  49           1  ✓ satisfies\n"), "{text}");
        assert!(text.contains("  … and 10 other states (--format json has all)\n"), "{text}");
    }

    fn states_only(report: &CheckReport) -> String {
        states(report, 80)
    }

    #[test]
    fn wide_states_are_written_out() {
        let names: Vec<String> = (0..12).map(|index| format!("location_{index}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let report = CheckReport {
            states: make_states(&names, &[(&["0"; 12], 3, Some(true))]),
            ..examples::store_buffering()
        };
        let text = plain(&states_only(&report));
        assert!(text.starts_with("\n  3 executions, ✓ satisfies\n    location_0=0; location_1=0;"), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
}
