//! Files that cannot be checked.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use porf_report::{InputReport, Place};

/// The length limit of source files. A longer file is no source, and may have no end.
const LONGEST_FILE: u64 = 16 << 20;

/// A file that cannot be checked.
#[derive(Debug)]
pub struct BadInput {
    /// The report.
    pub report: Box<InputReport>,
    /// The message for a person at a terminal.
    pub message: String,
}

impl From<InputReport> for BadInput {
    fn from(report: InputReport) -> Self {
        let mut message = format!("porf: {}: {}\n", report.file, report.message);
        if let Some(help) = &report.help {
            message += &format!("      {help}\n");
        }
        Self { report: Box::new(report), message }
    }
}

impl fmt::Display for BadInput {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for BadInput {}

impl BadInput {
    /// The error for a file with wrong contents.
    pub(crate) fn new(file: &str, message: String, help: Option<&str>) -> Self {
        let help = help.map(str::to_owned);
        InputReport { file: file.to_owned(), message, place: Place::default(), help, unsupported: false }
            .into()
    }

    /// The error for a file that is right, but that porf does not support.
    pub(crate) fn unsupported(file: &str, message: String) -> Self {
        let (place, help) = (Place::default(), None);
        InputReport { file: file.to_owned(), message, place, help, unsupported: true }.into()
    }

    /// The error for a file that another error keeps from being checked.
    pub(crate) fn because_of(file: &Path, error: &anyhow::Error) -> Self {
        Self::new(&file.display().to_string(), format!("{error:#}"), None)
    }
}

/// The bytes of a file, if its length is within the limit.
pub(crate) fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST_FILE + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST_FILE {
        return Err(io::Error::other(format!("it is longer than {} MiB", LONGEST_FILE >> 20)));
    }
    Ok(bytes)
}

/// The report for a path that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> InputReport {
    let help = match error.kind() {
        io::ErrorKind::NotFound => Some("check the path; `porf check` takes files and directories".into()),
        _ => None,
    };
    InputReport {
        file: path.display().to_string(),
        message: format!("cannot be read: {}", reason(error)),
        place: Place::default(),
        help,
        unsupported: false,
    }
}

/// The error in words, without the number that the system gives it.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}
