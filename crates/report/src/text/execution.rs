//! An execution as a table with one column a thread and one row an event.
//!
//! If the columns do not fit next to each other, the note about the source of a value moves below
//! its event. If they still do not fit, the columns move together. After that, the events are
//! listed one below the other.

use std::fmt::Write;

use porf_entity::ThreadId;

use super::grid::{Align, Cell, width};
use super::phrase::count;
use super::style::{self, paint};
use crate::{EdgeKind, ExecutionReport, LocationReport, Place, ThreadEnd, ThreadReport};

/// The execution in at most `columns` columns, as long as no single event is wider.
pub(crate) fn execution(execution: &ExecutionReport, columns: usize) -> String {
    let mut text = columns_or_listing(execution, &rows(execution), columns);
    text += &coherence(execution);
    text += &no_interleaving(execution, columns);
    text
}

/// A row of the table: one event, or the end of a thread.
pub(crate) struct Row {
    pub(crate) thread: ThreadId,
    pub(crate) line: String,
    pub(crate) what: Cell,
    pub(crate) note: Option<Cell>,
    /// The number of rows before this one that are not shown.
    pub(crate) hidden_before: usize,
}

/// The rows in the first layout that fits.
pub(crate) fn columns_or_listing(execution: &ExecutionReport, rows: &[Row], columns: usize) -> String {
    let mut tables = LAYOUTS.into_iter();
    tables
        .find_map(|layout| table(execution, rows, layout, columns))
        .unwrap_or_else(|| listing(execution, rows))
}

/// The text in place of the rows before the row that are not shown.
pub(crate) fn gap_before(row: &Row) -> String {
    match row.hidden_before {
        0 => String::new(),
        hidden => {
            format!("  {}\n", paint(style::QUIET, format!("… {} …", count(hidden as u64, "more step"))))
        }
    }
}

/// The events, and after a thread's last event the end of the thread if that is of interest.
fn rows(execution: &ExecutionReport) -> Vec<Row> {
    let events = execution.events().iter().map(|(number, event)| Row {
        thread: event.thread,
        line: execution.line(number).unwrap_or_default(),
        what: match event.in_error {
            true => Cell::styled(event.to_string(), style::BAD),
            false => Cell::new(event.to_string()),
        },
        note: execution.origin(event).map(|origin| Cell::styled(format!("({origin})"), style::QUIET)),
        hidden_before: 0,
    });
    let ends = ends(execution).into_iter().map(|(thread, what, place)| Row {
        thread,
        line: place.line.map(|line| line.to_string()).unwrap_or_default(),
        what,
        note: None,
        hidden_before: 0,
    });
    events.chain(ends).collect()
}

/// The end of each thread, and its place, if that is of interest.
pub(crate) fn ends(execution: &ExecutionReport) -> Vec<(ThreadId, Cell, Place)> {
    let end = |(thread, report): (ThreadId, &ThreadReport)| match &report.end {
        ThreadEnd::Finished | ThreadEnd::Unfinished => None,
        ThreadEnd::Blocked { message, place } => {
            Some((thread, Cell::styled(format!("∎ {message}"), style::UNSURE), *place))
        }
        ThreadEnd::Failed { message, place } => {
            Some((thread, Cell::styled(format!("✗ {message}"), style::BAD), *place))
        }
    };
    execution.threads().iter().filter_map(end).collect()
}

/// The layout of a table.
#[derive(Clone, Copy)]
struct Layout {
    /// Whether the note stands below its event.
    note_below: bool,
    /// The width of the gaps between line number and text, and on both sides of the bars.
    gap: usize,
    bar_margin: usize,
}

/// The layouts, from roomy to tight.
const LAYOUTS: [Layout; 3] = [
    Layout { note_below: false, gap: 2, bar_margin: 1 },
    Layout { note_below: true, gap: 2, bar_margin: 1 },
    Layout { note_below: true, gap: 1, bar_margin: 0 },
];

impl Row {
    fn text_width(&self, layout: Layout) -> usize {
        match &self.note {
            Some(note) if layout.note_below => self.what.width().max(note.width()),
            Some(note) => self.what.width() + 1 + note.width(),
            None => self.what.width(),
        }
    }
}

/// The width of a thread's line numbers, of its texts, and of the gap between.
#[derive(Clone, Copy)]
struct Column {
    line: usize,
    gap: usize,
    text: usize,
}

impl Column {
    fn width(self) -> usize {
        self.line + self.gap + self.text
    }

    /// One line of a cell.
    fn cell(self, line: &str, texts: &[&Cell]) -> String {
        let used: usize =
            texts.iter().map(|cell| cell.width()).sum::<usize>() + texts.len().saturating_sub(1);
        let line = Cell::styled(line, style::QUIET).padded(self.line, Align::Right);
        let texts: Vec<String> = texts.iter().map(|cell| paint(cell.style, &cell.text)).collect();
        let (gap, rest) = (" ".repeat(self.gap), " ".repeat(self.text.saturating_sub(used)));
        format!("{line}{gap}{}{rest}", texts.join(" "))
    }
}

/// The table in the given layout, if it fits.
fn table(execution: &ExecutionReport, rows: &[Row], layout: Layout, limit: usize) -> Option<String> {
    // A thread that the execution does not have has no name and no column.
    let mut columns: Vec<(ThreadId, &str, Column)> = execution
        .threads()
        .iter()
        .filter(|(_, thread)| !thread.name.is_empty())
        .map(|(id, thread)| {
            let text = width(&thread.name).saturating_sub(layout.gap);
            (id, &*thread.name, Column { line: 0, gap: layout.gap, text })
        })
        .collect();
    for row in rows {
        for (_, _, column) in columns.iter_mut().filter(|(thread, ..)| *thread == row.thread) {
            column.line = column.line.max(width(&row.line));
            column.text = column.text.max(row.text_width(layout));
        }
    }
    let margin = " ".repeat(layout.bar_margin);
    let separators = (2 * margin.len() + 1) * columns.len().saturating_sub(1);
    if 2 + columns.iter().map(|(_, _, column)| column.width()).sum::<usize>() + separators > limit {
        return None;
    }
    let bar = format!("{margin}{}{margin}", paint(style::QUIET, "│"));
    let join = |cells: Vec<String>| format!("  {}\n", cells.join(&bar).trim_end());
    let row_of = |row: &Row, line: &str, texts: &[&Cell]| {
        let cells = columns.iter().map(|(thread, _, column)| match *thread == row.thread {
            true => column.cell(line, texts),
            false => " ".repeat(column.width()),
        });
        join(cells.collect())
    };

    let titles = columns
        .iter()
        .map(|(_, name, column)| Cell::styled(*name, style::HEADING).padded(column.width(), Align::Left));
    let rules: Vec<String> = columns.iter().map(|(_, _, column)| "─".repeat(column.width())).collect();
    let mut text = join(titles.collect());
    let joint = format!("{0}┼{0}", "─".repeat(layout.bar_margin));
    let _ = writeln!(text, "  {}", paint(style::QUIET, rules.join(&joint)));
    for row in rows {
        text += &gap_before(row);
        match (&row.note, layout.note_below) {
            (Some(note), true) => {
                text += &row_of(row, &row.line, &[&row.what]);
                text += &row_of(row, "", &[note]);
            }
            (note, _) => {
                let texts: Vec<&Cell> = [&row.what].into_iter().chain(note).collect();
                text += &row_of(row, &row.line, &texts);
            }
        }
    }
    Some(text)
}

/// One event a line, with its thread in front.
fn listing(execution: &ExecutionReport, rows: &[Row]) -> String {
    let names = execution.threads().values().map(|thread| width(&thread.name)).max().unwrap_or(0);
    let column = Column { line: rows.iter().map(|row| width(&row.line)).max().unwrap_or(0), gap: 2, text: 0 };
    let mut text = String::new();
    for row in rows {
        text += &gap_before(row);
        let thread =
            Cell::styled(&execution.threads()[row.thread].name, style::HEADING).padded(names, Align::Left);
        let texts: Vec<&Cell> = [&row.what].into_iter().chain(&row.note).collect();
        let _ = writeln!(text, "  {thread}  {}", column.cell(&row.line, &texts));
    }
    text
}

/// The coherence order of each location that is written more than once.
fn coherence(execution: &ExecutionReport) -> String {
    let contested: Vec<&LocationReport> =
        execution.locations().values().filter(|location| location.writes.len() > 1).collect();
    if contested.is_empty() {
        return String::new();
    }
    let names = contested.iter().map(|location| width(&location.name)).max().unwrap_or(0);
    let mut text = "\n  Coherence order\n".to_string();
    for location in contested {
        let name = Cell::new(&location.name).padded(names, Align::Left);
        let _ = write!(text, "  {name}  {} {}", location.initial, paint(style::QUIET, "(initial)"));
        for &write in &location.writes {
            let value = execution.events()[write].wrote.as_ref().map_or("?", |value| &value.text);
            let _ =
                write!(text, " → {value} {}", paint(style::QUIET, format!("({})", execution.name(write))));
        }
        text += "\n";
    }
    text
}

/// The reason why no interleaving gives the execution, if none does: the cycle, broken into lines
/// where it is long.
fn no_interleaving(execution: &ExecutionReport, columns: usize) -> String {
    let Some(cycle) = execution.cycle() else { return String::new() };
    let mut text = "\n  No interleaving of the threads does this:\n".to_string();
    let mut line_width = 0;
    let start = cycle.first().map(|edge| execution.name(edge.from)).unwrap_or_default();
    let steps = cycle.iter().map(|edge| {
        let arrow = match edge.kind {
            EdgeKind::Po => "─po→",
            EdgeKind::Rf => "─rf→",
            EdgeKind::Co => "─co→",
            EdgeKind::Fr => "─fr→",
            EdgeKind::Create => "─create→",
            EdgeKind::Join => "─join→",
            EdgeKind::Barrier => "─barrier→",
        };
        (arrow, execution.name(edge.to))
    });
    for (arrow, name) in [("", start)].into_iter().chain(steps) {
        let step_width = width(arrow) + width(&name) + 2;
        if line_width == 0 || line_width + step_width > columns {
            text += if line_width == 0 { " " } else { "\n " };
            line_width = 1;
        }
        if !arrow.is_empty() {
            let _ = write!(text, " {}", paint(style::QUIET, arrow));
        }
        let _ = write!(text, " {name}");
        line_width += step_width;
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use porf_entity::EntityId;

    use crate::examples::{self, Builder};
    use crate::text::plain;

    fn render(report: &ExecutionReport, columns: usize) -> String {
        plain(&execution(report, columns))
    }

    #[test]
    fn narrow_terminals_get_tighter_tables_and_then_a_listing() {
        let mut build = Builder::new(2);
        let x = build.store(0, 6, "x", "1");
        build.load(1, 11, "x", "1", Some(x));
        let report = build.finish([("x", vec![x])]);
        let one_line = "\
\x20 P0                 │ P1
  ───────────────────┼───────────────────────────────
  6  store.rlx x = 1 │
                     │ 11  load.rlx x → 1 (from P0:6)
";
        let note_below = "\
\x20 P0                 │ P1
  ───────────────────┼───────────────────
  6  store.rlx x = 1 │
                     │ 11  load.rlx x → 1
                     │     (from P0:6)
";
        let tight = "\
\x20 P0               │P1
  ─────────────────┼─────────────────
  6 store.rlx x = 1│
                   │11 load.rlx x → 1
                   │   (from P0:6)
";
        let listing = "\
\x20 P0   6  store.rlx x = 1
  P1  11  load.rlx x → 1 (from P0:6)
";
        let needed = |text: &str| text.lines().map(width).max().unwrap_or(0);
        assert_eq!(render(&report, needed(one_line)), one_line);
        assert_eq!(render(&report, needed(one_line) - 1), note_below);
        assert_eq!(render(&report, needed(note_below)), note_below);
        assert_eq!(render(&report, needed(note_below) - 1), tight);
        assert_eq!(render(&report, needed(tight)), tight);
        assert_eq!(render(&report, needed(tight) - 1), listing);
    }

    #[test]
    fn contested_locations_show_their_coherence_order() {
        let mut build = Builder::new(2);
        let one = build.store(0, 6, "x", "1");
        let two = build.store(1, 9, "x", "2");
        let three = build.store(1, 10, "y", "3");
        let report = build.finish([("x", vec![two, one]), ("y", vec![three])]);
        assert!(
            render(&report, 80).ends_with("\n  Coherence order\n  x  0 (initial) → 2 (P1:9) → 1 (P0:6)\n"),
            "{}",
            render(&report, 80)
        );
    }

    #[test]
    fn a_blocked_thread_says_why() {
        let mut build = Builder::new(1);
        build.load(0, 6, "x", "0", None);
        build.threads[ThreadId::from_index(0)].end =
            ThreadEnd::Blocked { message: "loop bound".into(), place: examples::at(5, 1) };
        let report = build.finish([("x", vec![])]);
        assert!(render(&report, 80).ends_with("  5  ∎ loop bound\n"), "{}", render(&report, 80));
    }
}
