//! Places in the source of a program: their names, their lines, and the part of a line that belongs
//! to a place.

use std::ops::Range;

use crate::{Place, SourceFile};

/// The source files of a program.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    files: &'a [SourceFile],
}

impl<'a> Sources<'a> {
    pub(crate) fn new(files: &'a [SourceFile]) -> Self {
        Self { files }
    }

    /// The file of a place.
    pub(crate) fn file(self, place: Place) -> Option<&'a SourceFile> {
        self.files.get(usize::try_from(place.file?).ok()?)
    }

    /// `queue.c:12`, or the part of it that is known.
    pub(crate) fn name(self, place: Place) -> Option<String> {
        match (self.file(place), place.line) {
            (Some(file), Some(line)) => Some(format!("{}:{line}", file.name)),
            (Some(file), None) => Some(file.name.clone()),
            (None, Some(line)) => Some(format!("line {line}")),
            (None, None) => None,
        }
    }

    /// The name of a file without its directories, unless another file has the same.
    pub(crate) fn short_name(self, file: &SourceFile) -> &str {
        let short = base_name(file);
        let alike = self.files.iter().filter(|other| base_name(other) == short).count();
        if alike > 1 { &file.name } else { short }
    }

    /// The line of a place, with the offset of its beginning in the file.
    fn line(self, place: Place) -> Option<(usize, &'a str)> {
        let text = self.file(place)?.text.as_deref()?;
        let index = usize::try_from(place.line?).ok()?.checked_sub(1)?;
        let mut lines = text.split('\n');
        let start = lines.by_ref().take(index).map(|line| line.len() + 1).sum();
        let line = lines.next()?;
        Some((start, line.trim_end()))
    }

    /// The text on the line of a place, with each run of blanks as a single one.
    pub(crate) fn line_text(self, place: Place) -> Option<String> {
        let (_, line) = self.line(place)?;
        let words: Vec<&str> = line.split_whitespace().collect();
        (!words.is_empty()).then(|| printable(&words.join(" ")))
    }

    /// The text of the line of a place up to the end of the place's span.
    pub(crate) fn line_up_to(self, place: Place) -> Option<&'a str> {
        let (start, _) = self.line(place)?;
        self.file(place)?.text.as_deref()?.get(start..self.span(place)?.end)
    }

    /// The bytes of the file's text that belong to a place: from its column as far as the
    /// expression seems to go, or the whole line if there is no column.
    pub(crate) fn span(self, place: Place) -> Option<Range<usize>> {
        let (start, line) = self.line(place)?;
        let indent = line.len() - line.trim_start().len();
        let column = place.column.and_then(|column| usize::try_from(column).ok()?.checked_sub(1));
        let within = match column.and_then(|column| line.char_indices().nth(column)) {
            Some((from, _)) => from..from + extent(&line[from..]),
            None => indent..line.len(),
        };
        Some(start + within.start..start + within.end)
    }
}

/// The text without control characters of terminals.
pub(crate) fn printable(text: &str) -> String {
    text.replace(|c: char| c.is_control() && c != '\t', "\u{fffd}")
}

fn base_name(file: &SourceFile) -> &str {
    file.name.rsplit('/').next().unwrap_or(&file.name)
}

/// The number of bytes from the start of the text that look like one expression: a name with its
/// arguments, indices and members, as `f(x)`, `a[i]` or `p->next`; an operator with the operand
/// right after it, as `*p`; an assignment to its end, as `= x + 1`.
fn extent(text: &str) -> usize {
    const OPERATORS: &str = "=+-*/%&|^!~<>";
    let first = text.chars().next().map_or(0, char::len_utf8);
    let length = if text.starts_with(is_name) {
        name_with_postfixes(text)
    } else {
        let operator = text.len() - text.trim_start_matches(|c| OPERATORS.contains(c)).len();
        let is_comparison = matches!(&text[..operator], "==" | "!=" | "<=" | ">=");
        if text[..operator].ends_with('=') && !is_comparison {
            operator + up_to_end_of_expression(&text[operator..])
        } else {
            operator + name_with_postfixes(&text[operator..])
        }
    };
    length.max(first)
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a name and of the calls, indices and members that follow it directly.
fn name_with_postfixes(text: &str) -> usize {
    let skip_name = |from: usize| text.len() - text[from..].trim_start_matches(is_name).len();
    let mut end = skip_name(0);
    if end == 0 {
        return 0;
    }
    loop {
        let rest = &text[end..];
        let member = if rest.starts_with("->") { 2 } else { usize::from(rest.starts_with('.')) };
        if member > 0 && rest[member..].starts_with(is_name) {
            end = skip_name(end + member);
        } else if let Some(length) = bracketed(rest) {
            end += length;
        } else {
            return end;
        }
    }
}

/// The length of the brackets that the text begins with, if they are closed in it.
fn bracketed(text: &str) -> Option<usize> {
    if !text.starts_with(['(', '[']) {
        return None;
    }
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1);
        }
    }
    None
}

/// The length of the text before the `;`, the `,` or the closing bracket that ends it.
fn up_to_end_of_expression(text: &str) -> usize {
    let mut depth = 0_usize;
    for (index, c) in text.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ')' | ']' | '}' | ';' | ',' if depth == 0 => return text[..index].trim_end().len(),
            _ => {}
        }
    }
    text.trim_end().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, column: Option<u32>) -> Place {
        Place { file: Some(0), line: Some(line), column }
    }

    #[test]
    fn an_expression_ends_where_a_reader_would_end_it() {
        for (text, expected) in [
            ("assert(f(x) == 0);", "assert(f(x) == 0)"),
            ("assert(open", "assert"),
            ("queue->items[head % 4].value + 1", "queue->items[head % 4].value"),
            ("x;", "x"),
            ("*p + 1", "*p"),
            ("= f(a, b) + 1, c;", "= f(a, b) + 1"),
            ("+= 2);", "+= 2"),
            ("== 1)", "=="),
            ("++;", "++"),
            ("{ é", "{"),
            ("é = 1", "é"),
            (")", ")"),
            ("", ""),
        ] {
            assert_eq!(&text[..extent(text)], expected, "{text}");
        }
    }

    #[test]
    fn terminals_are_not_talked_to() {
        assert_eq!(printable("a\u{1b}[2Jb\tc"), "a\u{fffd}[2Jb\tc");
    }

    #[test]
    fn directories_are_left_out_where_that_is_clear() {
        let file = |name: &str| SourceFile { name: name.into(), text: None };
        let files = ["a/x.c", "b/x.c", "b/y.h", "z.c"].map(file);
        let short = files.iter().map(|file| Sources::new(&files).short_name(file));
        assert_eq!(short.collect::<Vec<_>>(), ["a/x.c", "b/x.c", "y.h", "z.c"]);
    }

    #[test]
    fn places_are_found_in_the_text_and_never_beyond_it() {
        let text = "int x;\r\n  é(x);\n\n";
        let files = [SourceFile { name: "a.c".into(), text: Some(text.into()) }];
        let sources = Sources::new(&files);
        assert_eq!(sources.span(at(2, Some(3))).map(|span| &text[span]), Some("é(x)"));
        assert_eq!(sources.span(at(2, None)).map(|span| &text[span]), Some("é(x);"));
        assert_eq!(sources.line_up_to(at(2, Some(3))), Some("  é(x)"));
        assert_eq!(sources.span(at(1, Some(99))).map(|span| &text[span]), Some("int x;"));
        assert_eq!(sources.span(at(3, Some(1))), Some(17..17), "an empty line");
        assert_eq!(sources.span(at(0, Some(1))), None);
        assert_eq!(sources.span(at(9, Some(1))), None);
        assert_eq!(sources.line_text(at(2, None)).as_deref(), Some("é(x);"));
        assert_eq!(sources.name(at(2, None)).as_deref(), Some("a.c:2"));
        assert_eq!(sources.name(Place { file: Some(7), ..at(2, None) }).as_deref(), Some("line 2"));
        assert_eq!(sources.name(Place::default()), None);
    }
}
