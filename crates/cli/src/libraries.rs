//! The command that lists the shipped specifications of libraries.

use std::io::Write;

use porf_driver::load_library;

use crate::exit::ExitStatus;

/// Prints the shipped specifications.
pub(crate) fn list() -> anyhow::Result<ExitStatus> {
    let mut stdout = anstream::stdout().lock();
    for (index, name) in porf_library::shipped_names().enumerate() {
        if index > 0 {
            writeln!(stdout)?;
        }
        for line in porf_library::shipped(name).iter().flat_map(|source| source.text.lines()) {
            if let Some(comment) = line.strip_prefix("//") {
                writeln!(stdout, "{}", comment.trim_start())?;
            }
        }
        write!(stdout, "{}", load_library(name)?)?;
    }
    stdout.flush()?;
    Ok(ExitStatus::Clean)
}
