//! Places in a source text: byte spans while parsing, lines and columns in messages. And nested
//! comments, which several languages share.

use crate::SourcePosition;

/// A range of bytes of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last one.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// From the beginning of this span to the end of the other.
    pub fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end.max(self.start) }
    }

    /// The text of the span.
    pub fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or_default()
    }
}

/// Converts byte offsets to lines and columns.
pub struct Positions {
    line_starts: Vec<usize>,
    /// The bytes that only continue a character, so that columns can count characters.
    continuations: Vec<usize>,
}

impl Positions {
    /// The positions in a text.
    pub fn new(source: &str) -> Self {
        let after_newlines = source.match_indices('\n').map(|(newline, _)| newline + 1);
        let continuations = (0..source.len()).filter(|&offset| !source.is_char_boundary(offset));
        Self {
            line_starts: std::iter::once(0).chain(after_newlines).collect(),
            continuations: continuations.collect(),
        }
    }

    /// The position of the first character of the span.
    pub fn of(&self, span: Span) -> SourcePosition {
        let line = self.line_starts.partition_point(|&start| start <= span.start) - 1;
        let start = self.line_starts[line];
        let continuations_before =
            |offset| self.continuations.partition_point(|&continuation| continuation < offset);
        let bytes = span.start - start;
        let characters = bytes - (continuations_before(span.start) - continuations_before(start));
        let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        SourcePosition { file: 0, line: number(line + 1), column: number(characters + 1) }
    }
}

/// The length of a `(* … *)` comment without its opening parenthesis, `None` if it has no end.
pub fn nested_comment_length(after_parenthesis: &str) -> Option<usize> {
    let bytes = after_parenthesis.as_bytes();
    let mut depth = 1;
    let mut at = 1;
    while at + 1 < bytes.len() {
        match &bytes[at..at + 2] {
            b"(*" => {
                depth += 1;
                at += 2;
            }
            b"*)" => {
                depth -= 1;
                at += 2;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => at += 1,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let source = "ab\n\né x";
        let positions = Positions::new(source);
        let at = |offset| {
            let position = positions.of(Span::new(offset, offset));
            (position.line, position.column)
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(3), (2, 1));
        assert_eq!(at(source.find('x').unwrap()), (3, 3));
        assert_eq!(at(source.len()), (3, 4));
    }
}
