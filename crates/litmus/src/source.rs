//! Places in the source text: byte spans while parsing, lines and columns in messages.

use porf_entity::SourcePosition;

/// A range of bytes of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Span {
    pub(crate) fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// From the beginning of this span to the end of the other.
    pub(crate) fn to(self, last: Self) -> Self {
        Self { start: self.start, end: last.end.max(self.start) }
    }

    pub(crate) fn text(self, source: &str) -> &str {
        source.get(self.start..self.end).unwrap_or_default()
    }
}

/// Converts byte offsets to lines and columns.
pub(crate) struct Positions {
    line_starts: Vec<usize>,
    /// The bytes that only continue a character, so that columns can count characters.
    continuations: Vec<usize>,
}

impl Positions {
    pub(crate) fn new(source: &str) -> Self {
        let after_newlines = source.match_indices('\n').map(|(newline, _)| newline + 1);
        let continuations = (0..source.len()).filter(|&offset| !source.is_char_boundary(offset));
        Self {
            line_starts: std::iter::once(0).chain(after_newlines).collect(),
            continuations: continuations.collect(),
        }
    }

    /// The position of the first character of the span.
    pub(crate) fn of(&self, span: Span) -> SourcePosition {
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
