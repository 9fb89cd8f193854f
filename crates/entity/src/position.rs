//! Source positions.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in the user's source: one-based line and column. Line 0 means that the place is unknown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct SourcePosition {
    /// The number of the source file in the program, counted from 0.
    pub file: u32,
    /// Line, counted from 1.
    pub line: u32,
    /// Column in characters, counted from 1.
    pub column: u32,
}

impl SourcePosition {
    /// The position of an entity that has none.
    pub const UNKNOWN: Self = Self { file: 0, line: 0, column: 0 };

    /// Whether the position is a place in a source file.
    pub fn is_known(self) -> bool {
        self.line != 0
    }
}

impl fmt::Display for SourcePosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}
