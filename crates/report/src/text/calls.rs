//! The calls of an execution as a small picture: a column a thread, time downwards. A call that overlaps no
//! beginning or end of another one is a line; otherwise a bar leads from its beginning to its end.

use super::grid::{Align, Cell, Grid};
use super::style;
use crate::CallReport;

/// The picture; as a list with the threads' names if the columns do not fit.
pub(crate) fn picture(calls: &[CallReport], columns: usize) -> String {
    let mut threads: Vec<&str> = Vec::new();
    for call in calls {
        if !threads.contains(&call.thread.as_str()) {
            threads.push(&call.thread);
        }
    }
    let header = threads.iter().map(|thread| ((*thread).to_owned(), Align::Left)).collect();
    let mut wide = Grid::new(header);
    let mut narrow = Grid::new(vec![("thread".into(), Align::Left), ("call".into(), Align::Left)]);
    let moments = calls.iter().map(|call| call.end.unwrap_or(call.begin)).max().map_or(0, |last| last + 1);
    for moment in 0..moments {
        let Some((call, text)) = calls.iter().find_map(|call| Some((call, at(call, moment)?))) else {
            continue;
        };
        let of_call = if call.in_error { style::BAD } else { style::PLAIN };
        narrow.row(vec![Cell::styled(&call.thread, style::QUIET), Cell::styled(&text, of_call)]);
        let cell = |thread: &&str| match calls
            .iter()
            .find(|other| other.thread == **thread && is_open(other, moment))
        {
            _ if *thread == call.thread => Cell::styled(&text, of_call),
            Some(_) => Cell::styled("│", style::QUIET),
            None => Cell::new(""),
        };
        wide.row(threads.iter().map(cell).collect());
    }
    match wide.width() <= columns {
        true => wide.render(),
        false => narrow.render(),
    }
}

/// Whether the call begins before a moment and ends after it.
fn is_open(call: &CallReport, moment: usize) -> bool {
    call.begin < moment && call.end.is_none_or(|end| end > moment)
}

/// The text for a call that begins or ends at a moment.
fn at(call: &CallReport, moment: usize) -> Option<String> {
    let mark = if call.in_error { "✗ " } else { "" };
    let is_line = call.end == Some(call.begin + 1);
    match (call.begin == moment, call.end == Some(moment)) {
        (true, _) if is_line => Some(format!("{mark}{}", call.call)),
        (true, _) if call.end.is_none() => Some(format!("{mark}{} …", call.call)),
        (true, _) => Some(format!("┌ {mark}{}", call.call)),
        (_, true) if !is_line => Some("└".into()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::plain;

    fn call(thread: &str, call: &str, begin: usize, end: Option<usize>, in_error: bool) -> CallReport {
        CallReport { thread: thread.into(), call: call.into(), begin, end, in_error }
    }

    #[test]
    fn overlapping_calls_are_bars_and_others_are_lines() {
        let calls = [
            call("main", "init(&x)", 0, Some(1), false),
            call("one", "put(&x, 1)", 2, Some(5), false),
            call("two", "take(&x) = 2", 3, Some(4), true),
            call("two", "take(&x) waits", 6, None, false),
        ];
        let expected = [
            "  main      one           two",
            "  ────────  ────────────  ────────────────",
            "  init(&x)",
            "            ┌ put(&x, 1)",
            "            │             ✗ take(&x) = 2",
            "            └",
            "                          take(&x) waits …",
        ];
        let lines = |columns| -> Vec<String> {
            plain(&picture(&calls, columns)).lines().map(|line| line.trim_end().to_owned()).collect()
        };
        assert_eq!(lines(80), expected);
        let narrow = lines(30);
        assert_eq!(narrow[3], "  one     ┌ put(&x, 1)");
        assert_eq!(narrow[4], "  two     ✗ take(&x) = 2");
    }
}
