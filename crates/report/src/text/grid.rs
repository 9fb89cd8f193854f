//! Small tables: columns as wide as their widest cell, a light rule below the header.

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use super::style::{self, paint};

/// The side on which a column's cells are aligned.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Align {
    Left,
    Right,
}

/// A piece of text in one style.
#[derive(Clone)]
pub(crate) struct Cell {
    pub(crate) text: String,
    pub(crate) style: Style,
}

impl Cell {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        Self::styled(text, Style::new())
    }

    pub(crate) fn styled(text: impl Into<String>, style: Style) -> Self {
        Self { text: text.into(), style }
    }

    pub(crate) fn width(&self) -> usize {
        width(&self.text)
    }

    /// The cell with its style, filled up to `width`.
    pub(crate) fn padded(&self, width: usize, align: Align) -> String {
        let space = " ".repeat(width.saturating_sub(self.width()));
        let text = paint(self.style, &self.text);
        match align {
            Align::Left => text + &space,
            Align::Right => space + &text,
        }
    }
}

/// The number of terminal columns that a text without styles takes: two for a wide character, none
/// for a combining one.
pub fn width(text: &str) -> usize {
    text.width()
}

/// A table with a header.
pub(crate) struct Grid {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<Cell>>,
}

const MARGIN: &str = "  ";
const GAP: &str = "  ";

impl Grid {
    pub(crate) fn new(columns: Vec<(String, Align)>) -> Self {
        Self { columns, rows: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: Vec<Cell>) {
        self.rows.push(cells);
    }

    fn widths(&self) -> Vec<usize> {
        let column_width = |(index, (title, _)): (usize, &(String, Align))| {
            let cells = self.rows.iter().filter_map(|row| row.get(index)).map(Cell::width);
            cells.chain([width(title)]).max().unwrap_or(0)
        };
        self.columns.iter().enumerate().map(column_width).collect()
    }

    /// The number of terminal columns that the table takes.
    pub(crate) fn width(&self) -> usize {
        let widths = self.widths();
        MARGIN.len() + widths.iter().sum::<usize>() + GAP.len() * widths.len().saturating_sub(1)
    }

    pub(crate) fn render(&self) -> String {
        let widths = self.widths();
        let line = |cells: &[Cell]| {
            let padded = cells.iter().zip(&self.columns).zip(&widths);
            let padded: Vec<_> =
                padded.map(|((cell, (_, align)), &width)| cell.padded(width, *align)).collect();
            format!("{MARGIN}{}\n", padded.join(GAP).trim_end())
        };
        let titles: Vec<_> =
            self.columns.iter().map(|(title, _)| Cell::styled(title, style::HEADING)).collect();
        let rules: Vec<_> = self
            .columns
            .iter()
            .zip(&widths)
            .map(|((title, _), &width)| {
                Cell::styled(if title.is_empty() { String::new() } else { "─".repeat(width) }, style::QUIET)
            })
            .collect();
        let rows = self.rows.iter().map(|row| line(row));
        [line(&titles), line(&rules)].into_iter().chain(rows).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::plain;

    #[test]
    fn widths_are_columns_of_the_terminal() {
        assert_eq!(["x", "é", "e\u{301}", "鎖", "─"].map(width), [1, 1, 1, 2, 1]);
    }

    #[test]
    fn columns_are_aligned_and_unnamed_ones_have_no_rule() {
        let mut grid = Grid::new(vec![
            ("name".into(), Align::Left),
            ("n".into(), Align::Right),
            (String::new(), Align::Left),
        ]);
        grid.row(vec![Cell::new("a"), Cell::new("10"), Cell::styled("✓", style::GOOD)]);
        grid.row(vec![Cell::new("longer"), Cell::new("7")]);
        assert_eq!(plain(&grid.render()), "  name     n\n  ──────  ──\n  a       10  ✓\n  longer   7\n");
        assert_eq!(grid.width(), 2 + 6 + 2 + 2 + 2 + 1);
    }
}
