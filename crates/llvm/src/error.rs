//! The errors of text that cannot be read.

use std::fmt;

/// Why a text is no module, and the place of the error.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// Line of the text, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
    /// One sentence without a full stop.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ParseError {}
