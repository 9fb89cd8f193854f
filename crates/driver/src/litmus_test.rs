//! A litmus test: a program with a condition.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use porf_litmus::{Diagnostic, LowerOptions, Test};
use porf_report::{ChosenBy, InputReport, Place};
use porf_vm::{Machine, MachineOptions};

use crate::bad_input::{BadInput, read, unreadable};

/// The number of iterations of each loop of a litmus test that are followed by default.
const DEFAULT_UNROLL: u32 = 4;

/// A test and the machine that runs its program.
#[derive(Debug)]
pub struct LoadedTest {
    /// The test.
    pub test: Test,
    /// The program of the test.
    pub machine: Machine,
    /// The number of iterations of each loop that are followed.
    pub unroll: u32,
    /// Who chose that number.
    pub unroll_chosen: ChosenBy,
}

/// The reason why a text is not a test that can be checked.
#[derive(Debug)]
pub enum TestError {
    /// The text is not a well-formed test.
    Malformed(Diagnostic),
    /// The lowered program is not valid, which is the front end's fault.
    Invalid(String),
}

impl fmt::Display for TestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(diagnostic) => write!(f, "{diagnostic}"),
            Self::Invalid(message) => f.write_str(message),
        }
    }
}

impl LoadedTest {
    /// The test with the given text. `unroll` iterations of each loop are followed, by the user's
    /// choice.
    pub fn from_source(source: &str, unroll: u32) -> Result<Self, TestError> {
        let mut test = porf_litmus::parse(source, &LowerOptions { unroll }).map_err(TestError::Malformed)?;
        let machine = Machine::new(&test.module).map_err(|error| TestError::Invalid(error.to_string()))?;
        test.resolve_addresses(|global| machine.address_of(global).0);
        Ok(Self { test, machine, unroll, unroll_chosen: ChosenBy::User })
    }

    /// The same test on a machine that tells the dependencies of actions.
    pub fn with_dependencies(&self) -> Result<Self, TestError> {
        let options = MachineOptions { dependencies: true, awaits: false, ..MachineOptions::default() };
        let machine = Machine::with_options(&self.test.module, options)
            .map_err(|error| TestError::Invalid(error.to_string()))?;
        let Self { test, unroll, unroll_chosen, .. } = self;
        Ok(Self { test: test.clone(), machine, unroll: *unroll, unroll_chosen: *unroll_chosen })
    }

    /// The test in the file. `unroll` is the number of iterations of each loop that are followed,
    /// if the user gives one.
    pub fn from_file(path: &Path, unroll: Option<u32>) -> Result<Self, BadInput> {
        let file = path.display().to_string();
        let bytes = read(path).map_err(|error| unreadable(path, &error))?;
        let source = match String::from_utf8(bytes) {
            Ok(source) => source,
            Err(error) => {
                let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
                let place = place(&before, before.len());
                let help = Some("a litmus test is a text file".into());
                let message = "this is not UTF-8 text".into();
                return Err(InputReport { file, message, place, help, unsupported: false }.into());
            }
        };
        let loaded = Self::from_source(&source, unroll.unwrap_or(DEFAULT_UNROLL));
        let loaded = loaded.map_err(|error| match error {
            TestError::Malformed(mut diagnostic) => {
                if path.extension().is_none_or(|extension| extension != "litmus") {
                    let names = "a C program is called *.c, LLVM IR *.ll, and a litmus test *.litmus";
                    diagnostic.help =
                        Some(diagnostic.help.map_or(names.into(), |help| format!("{help}; {names}")));
                }
                bad_input(file, &source, &diagnostic)
            }
            TestError::Invalid(message) => InputReport {
                file,
                message: format!("the test was turned into an invalid program: {message}"),
                place: Place::default(),
                help: Some("this is a mistake in porf; please report it with the test".into()),
                unsupported: false,
            }
            .into(),
        })?;
        let unroll_chosen = if unroll.is_some() { ChosenBy::User } else { ChosenBy::Auto };
        Ok(Self { unroll_chosen, ..loaded })
    }
}

/// The error report, in which the offending text is marked.
pub(crate) fn bad_input(file: String, source: &str, diagnostic: &Diagnostic) -> BadInput {
    let span = within(source, &diagnostic.span);
    let mut annotation = AnnotationKind::Primary.span(span.clone());
    if !diagnostic.label.is_empty() {
        annotation = annotation.label(diagnostic.label.as_str());
    }
    let snippet = Snippet::source(source).path(file.as_str()).annotation(annotation);
    let mut message = Level::ERROR.primary_title(diagnostic.message.as_str()).element(snippet);
    if let Some(help) = &diagnostic.help {
        message = message.element(Level::HELP.message(help.as_str()));
    }
    let message = Renderer::styled().render(&[message]) + "\n";
    BadInput {
        report: Box::new(InputReport {
            place: place(source, span.start),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            file,
            unsupported: false,
        }),
        message,
    }
}

/// The range cut to whole characters of the source.
fn within(source: &str, range: &Range<usize>) -> Range<usize> {
    let boundary = |mut index: usize| {
        index = index.min(source.len());
        while !source.is_char_boundary(index) {
            index -= 1;
        }
        index
    };
    let start = boundary(range.start);
    start..boundary(range.end).max(start)
}

/// Line and column of an offset in the source.
fn place(source: &str, offset: usize) -> Place {
    let before = &source[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let number = |count: usize| Some(u32::try_from(count + 1).unwrap_or(u32::MAX));
    Place {
        file: None,
        line: number(before.matches('\n').count()),
        column: number(before[line_start..].chars().count()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters_from_one() {
        let source = "ab\né x\n";
        let at = |offset| {
            let Place { line, column, .. } = place(source, offset);
            (line.unwrap(), column.unwrap())
        };
        assert_eq!(at(0), (1, 1));
        assert_eq!(at(2), (1, 3));
        assert_eq!(at(source.find('x').unwrap()), (2, 3));
        assert_eq!(at(source.len()), (3, 1));
    }

    #[test]
    fn ranges_are_cut_to_the_source() {
        let source = "é";
        assert_eq!(within(source, &(1..9)), 0..2);
        assert_eq!(within(source, &(7..9)), 2..2);
    }
}
