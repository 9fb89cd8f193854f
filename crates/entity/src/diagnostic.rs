//! Mistakes in a text that a user wrote: the message, and the place.

use std::fmt;
use std::ops::Range;

use crate::Span;

/// A mistake in a text: the message, its place, and advice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// The mistake, in one sentence.
    pub message: String,
    /// The text beside the mark on the source text; may be empty.
    pub label: String,
    /// The offending text, in bytes of the source.
    pub span: Range<usize>,
    /// Advice for the user.
    pub help: Option<String>,
}

impl Diagnostic {
    /// A mistake at the span, without advice.
    pub fn new(span: Span, message: impl Into<String>, label: impl Into<String>) -> Self {
        Self { message: message.into(), label: label.into(), span: span.start..span.end, help: None }
    }

    /// The diagnostic with this advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Suggests the known name that is nearest to the one found or, when none is near, lists them
    /// all.
    #[must_use]
    pub fn suggesting<'a>(self, found: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let help = match nearest(found, &known) {
            Some(name) => format!("did you mean `{name}`?"),
            None if known.is_empty() || known.len() > LONGEST_LIST => return self,
            None => {
                let quoted: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                format!("known names: {}", quoted.join(", "))
            }
        };
        self.with_help(help)
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// Lists of names longer than this help nobody.
const LONGEST_LIST: usize = 24;

/// Names longer than this are not compared letter by letter.
const LONGEST_COMPARED: usize = 64;

/// The known name that is so near to `found` that it was probably meant: at most a third of its
/// letters away, whatever the case of letters. A single letter of another case is another name.
fn nearest<'a>(found: &str, known: &[&'a str]) -> Option<&'a str> {
    if found.len() > LONGEST_COMPARED {
        return None;
    }
    let found = found.to_ascii_lowercase();
    known
        .iter()
        .filter(|name| (2..=LONGEST_COMPARED).contains(&name.len()))
        .map(|&name| (edit_distance(&found, &name.to_ascii_lowercase()), name))
        .filter(|&(distance, name)| 3 * distance <= name.len())
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}

/// The number of letters that must be inserted, deleted or replaced to turn one word into the
/// other.
fn edit_distance(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &b) in to.iter().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distances_by_hand() {
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("abc", "abc"), 0);
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("relese", "release"), 1);
    }

    #[test]
    fn only_near_names_are_suggested() {
        let known = ["memory_order_release", "memory_order_acquire"];
        assert_eq!(nearest("memory_order_relase", &known), Some("memory_order_release"));
        assert_eq!(nearest("MEMORY_ORDER_ACQUIRE", &known), Some("memory_order_acquire"));
        assert_eq!(nearest("r1", &known), None);
        assert_eq!(nearest("b", &["B", "a"]), None);
    }
}
