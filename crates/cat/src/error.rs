//! Errors in a model: a diagnostic, and the file that it is about.

use std::fmt;

use porf_entity::{Diagnostic, Positions, SourcePosition, Span};

use crate::library::Source;

/// A mistake in a file of a model.
///
/// `Display` prints file, line and column, the message, the line with a mark, the advice, and the
/// calls that led to the mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error(Box<Contents>);

#[derive(Clone, PartialEq, Eq, Debug)]
struct Contents {
    source: Source,
    diagnostic: Diagnostic,
    /// The calls in which the mistake was found, the innermost first.
    calls: Vec<String>,
    is_unknown_name: bool,
}

/// The number of calls that a message names.
const MOST_CALLS: usize = 4;

impl Error {
    /// A mistake in a file.
    pub fn new(source: Source, diagnostic: Diagnostic) -> Self {
        Self(Box::new(Contents { source, diagnostic, calls: Vec::new(), is_unknown_name: false }))
    }

    /// The mistake, with the text that the file had before parts of it were made blank.
    #[must_use]
    pub fn of_source(mut self, source: Source) -> Self {
        self.0.source = source;
        self
    }

    /// The error is that nothing defines a name.
    pub(crate) fn for_unknown_name(mut self) -> Self {
        self.0.is_unknown_name = true;
        self
    }

    pub(crate) fn is_unknown_name(&self) -> bool {
        self.0.is_unknown_name
    }

    /// The error with this advice, unless it has some.
    pub(crate) fn with_help(mut self, help: &str) -> Self {
        self.0.diagnostic.help.get_or_insert_with(|| help.to_owned());
        self
    }

    /// The error with one call more, at a place of a file.
    pub(crate) fn in_call(mut self, function: &str, caller: &Source, span: Span) -> Self {
        if self.0.calls.len() < MOST_CALLS {
            let position = Positions::new(&caller.text).of(span);
            self.0.calls.push(format!("in the call of `{function}` at {}:{position}", caller.name));
        }
        self
    }

    /// The file with the mistake.
    pub fn source(&self) -> &Source {
        &self.0.source
    }

    /// The message, its place in the file, and advice.
    pub fn diagnostic(&self) -> &Diagnostic {
        &self.0.diagnostic
    }

    /// Line and column of the mistake.
    pub fn position(&self) -> SourcePosition {
        let span = &self.0.diagnostic.span;
        Positions::new(&self.0.source.text).of(Span::new(span.start, span.end))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Contents { source, diagnostic, calls, .. } = &*self.0;
        let position = self.position();
        writeln!(f, "{}:{position}: {}", source.name, diagnostic.message)?;

        let line = source.text.lines().nth(position.line as usize - 1).unwrap_or_default();
        let marked = source.text.get(diagnostic.span.clone()).unwrap_or_default();
        let marked_here = marked.lines().next().unwrap_or_default().chars().count().max(1);
        let indent: String = line
            .chars()
            .take(position.column as usize - 1)
            .map(|character| if character == '\t' { '\t' } else { ' ' })
            .collect();
        writeln!(f, "  | {line}")?;
        write!(f, "  | {indent}{} {}", "^".repeat(marked_here), diagnostic.label)?;
        if let Some(help) = &diagnostic.help {
            write!(f, "\n  = help: {help}")?;
        }
        calls.iter().try_for_each(|call| write!(f, "\n  = note: {call}"))
    }
}

impl std::error::Error for Error {}
