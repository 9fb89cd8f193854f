//! An execution of a program as a story: one line an event, with the code of the event.
//!
//! Where there is no room for the code, or no code, the story is a table like that of a litmus
//! test. A long story shows its start and its end. Of the events in between, it shows only those
//! that the error is about.

use std::collections::HashSet;
use std::fmt::Write;

use super::execution::{Row, columns_or_listing, ends, gap_before};
use super::grid::{Align, Cell, width};
use super::source::Sources;
use super::style;
use super::weak;
use crate::{Edge, EventNumber, EventReport, ExecutionReport, Place};

/// The greatest number of rows of a story. A longer one is abbreviated.
const MOST_ROWS: usize = 60;
/// The number of rows that an abbreviated story shows at its start and at its end.
const FIRST_ROWS: usize = 12;
const LAST_ROWS: usize = 36;

/// The least width of the code. Below it the code says too little.
const NARROWEST_CODE: usize = 20;

/// The execution that leads to the error.
pub(crate) struct Trace<'a> {
    pub(crate) execution: &'a ExecutionReport,
    /// The cycle because of which no interleaving explains the execution, if there is one.
    pub(crate) cycle: Option<Vec<Edge>>,
    sources: Sources<'a>,
    several_files: bool,
}

impl<'a> Trace<'a> {
    pub(crate) fn new(execution: &'a ExecutionReport, sources: Sources<'a>) -> Self {
        let events = execution.events().values().map(|event| event.place);
        let ends = ends(execution).into_iter().map(|(_, _, place)| place);
        let files: HashSet<u32> = events.chain(ends).filter_map(|place| place.file).collect();
        Self { execution, cycle: execution.cycle(), sources, several_files: files.len() > 1 }
    }

    /// The story and the explanation why it is no interleaving, if it is none, in at most `columns`
    /// columns.
    pub(crate) fn tell(&self, model: &str, columns: usize, full: bool) -> String {
        let mut steps = self.steps();
        if !full {
            leave_out_what_has_no_line(&mut steps);
            abbreviate(&mut steps);
        }
        for step in &mut steps {
            step.code = self.sources.line_text(step.place);
        }
        let any_code = steps.iter().any(|step| step.code.is_some());
        let told = if any_code { self.with_code(&steps, columns) } else { None };
        let mut text = told.unwrap_or_else(|| {
            let rows: Vec<Row> = steps.into_iter().map(|step| step.row).collect();
            columns_or_listing(self.execution, &rows, columns)
        });
        text += &weak::explanation(self, model, columns);
        text
    }

    /// The name of an event: its thread and its line.
    pub(crate) fn name(&self, number: EventNumber) -> String {
        let event = &self.execution.events()[number];
        let thread = &self.execution.threads()[event.thread].name;
        match self.line(number) {
            Some(line) => format!("{thread}:{line}"),
            None => thread.clone(),
        }
    }

    fn line(&self, number: EventNumber) -> Option<String> {
        let line = self.execution.line(number)?;
        Some(self.in_file(self.execution.events()[number].place, line))
    }

    /// The line with its file, if the story has lines of several files.
    fn in_file(&self, place: Place, line: String) -> String {
        match self.sources.file(place) {
            Some(file) if self.several_files => format!("{}:{line}", self.sources.short_name(file)),
            _ => line,
        }
    }

    /// The events, and after them the ends of the threads; without the code.
    fn steps(&self) -> Vec<Step> {
        let on_cycle: HashSet<EventNumber> =
            self.cycle.iter().flatten().flat_map(|edge| [edge.from, edge.to]).collect();
        // In the story, every write above a row came before it.
        let overwritten = self.execution.overwriters().into_iter().filter(|(read, write)| write < read);
        let stale: HashSet<EventNumber> = overwritten.map(|(read, _)| read).collect();
        let changed_back = self.execution.after_changes_and_back();
        let mut steps: Vec<Step> = Vec::new();
        for (number, event) in self.execution.events().iter() {
            let oddity = match stale.contains(&number) {
                true => Some("stale"),
                false => changed_back.contains(&number).then_some("changed back (ABA)"),
            };
            let (mark, style) = match (event.repeated, event.in_error) {
                (true, _) => ("↻ ", style::UNSURE),
                (false, true) => ("✗ ", style::BAD),
                (false, false) => ("", style::PLAIN),
            };
            let what = format!("{mark}{}", event.in_program());
            let row = Row {
                thread: event.thread,
                line: self.line(number).unwrap_or_default(),
                what: Cell::styled(what, style),
                note: self.note(event, oddity),
                hidden_before: 0,
            };
            let matters = event.in_error || event.repeated || on_cycle.contains(&number);
            steps.push(Step { row, code: None, place: event.place, matters, is_end: false });
        }
        for (thread, what, place) in ends(self.execution) {
            let line = place.line.map(|line| self.in_file(place, line.to_string())).unwrap_or_default();
            let row = Row { thread, line, what, note: None, hidden_before: 0 };
            steps.push(Step { row, code: None, place, matters: true, is_end: true });
        }
        steps
    }

    /// The source of a value, and the oddity of the event, if there is one.
    fn note(&self, event: &EventReport, oddity: Option<&str>) -> Option<Cell> {
        let origin = match event.read.as_ref()?.from {
            None => "initial".to_string(),
            Some(source) => format!("from {}", self.name(source)),
        };
        Some(match oddity {
            None => Cell::styled(format!("({origin})"), style::QUIET),
            Some(oddity) => Cell::styled(format!("({origin}) ◄ {oddity}"), style::UNSURE),
        })
    }

    /// One line an event: thread, line, code, operation and the source of its value. The thread is
    /// named where it changes, the code is shown once for all its events in a row. `None` if there
    /// is no room.
    fn with_code(&self, steps: &[Step], columns: usize) -> Option<String> {
        let widest = |of: &dyn Fn(&Step) -> usize| steps.iter().map(of).max().unwrap_or(0);
        let thread_width = widest(&|step| width(&self.execution.threads()[step.row.thread].name));
        let line_width = widest(&|step| width(&step.row.line));
        let note_width = |step: &Step| step.row.note.as_ref().map_or(0, Cell::width);
        // The text about the end of a thread can be long, and has its own line if need be.
        let what_width = |step: &Step| if step.is_end { 0 } else { step.row.what.width() };
        let on_one_line = widest(&|step| match note_width(step) {
            0 => what_width(step),
            note => what_width(step) + 1 + note,
        });
        let on_two_lines = widest(&|step| what_width(step).max(note_width(step)));
        let widest_code = widest(&|step| step.code.as_deref().map_or(0, width));
        let before_code = 2 + thread_width + 2 + line_width + 2;
        let room = |what: usize| {
            let room = columns.checked_sub(before_code + 2 + what)?;
            (room >= widest_code.min(NARROWEST_CODE)).then_some(room.min(widest_code))
        };
        let (code_width, note_below) = match (room(on_one_line), room(on_two_lines)) {
            (Some(code_width), _) => (code_width, false),
            (None, Some(code_width)) => (code_width, true),
            (None, None) => return None,
        };

        let line_align = if self.several_files { Align::Left } else { Align::Right };
        let mut text = String::new();
        let mut last: Option<&Step> = None;
        for step in steps {
            let row = &step.row;
            text += &gap_before(row);
            let last_of_thread = last.filter(|last| last.row.thread == row.thread && row.hidden_before == 0);
            let same_line =
                |last: &Step| (last.place.file, last.place.line) == (step.place.file, step.place.line);
            let name = if last_of_thread.is_some() { "" } else { &self.execution.threads()[row.thread].name };
            let code = match &step.code {
                Some(code) if !last_of_thread.is_some_and(same_line) => shortened(code, code_width),
                _ => String::new(),
            };
            let fits = before_code + code_width + 2 + row.what.width() <= columns;
            let below = format!("\n{}", " ".repeat(before_code + 2));
            let mut line = format!(
                "  {}  {}  {}{}{}",
                Cell::styled(name, style::HEADING).padded(thread_width, Align::Left),
                Cell::styled(&row.line, style::QUIET).padded(line_width, line_align),
                Cell::new(&code).padded(if fits { code_width } else { 0 }, Align::Left),
                if fits { "  " } else { &below },
                row.what.padded(0, Align::Left),
            );
            if let Some(note) = &row.note {
                let note = note.padded(0, Align::Left);
                let _ = match note_below {
                    false => write!(line, " {note}"),
                    true => write!(line, "\n{}{note}", " ".repeat(before_code + code_width + 2)),
                };
            }
            let _ = writeln!(text, "{}", line.trim_end());
            last = Some(step);
        }
        Some(text)
    }
}

/// A row of the story and the code that it comes from.
struct Step {
    row: Row,
    code: Option<String>,
    place: Place,
    /// Whether the step is shown in the shortest story.
    matters: bool,
    /// Whether it is the end of its thread.
    is_end: bool,
}

/// Leaves out the events that belong to no line of the program, but to the time before its threads
/// begin or after they end.
fn leave_out_what_has_no_line(steps: &mut Vec<Step>) {
    if steps.iter().any(|step| step.place.line.is_some()) {
        steps.retain(|step| step.matters || step.place.line.is_some());
    }
}

/// Leaves out the middle of a long story.
fn abbreviate(steps: &mut Vec<Step>) {
    let count = steps.len();
    if count <= MOST_ROWS {
        return;
    }
    let told: Vec<bool> = (0..count)
        .map(|index| index < FIRST_ROWS || index + LAST_ROWS >= count || steps[index].matters)
        .collect();
    let mut hidden = 0;
    let mut index = 0;
    steps.retain_mut(|step| {
        // A single row takes no more room than the remark that it is missing.
        let alone = hidden == 0 && told.get(index + 1) == Some(&true);
        let tell = told[index] || alone;
        index += 1;
        if tell {
            step.row.hidden_before = std::mem::take(&mut hidden);
        } else {
            hidden += 1;
        }
        tell
    });
}

fn shortened(code: &str, most: usize) -> String {
    if width(code) <= most {
        return code.to_string();
    }
    let kept: String = code.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}
