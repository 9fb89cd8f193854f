//! The reasons why there is no usable clang.

use std::fmt;
use std::io;
use std::path::PathBuf;

use crate::install::install_command;
use crate::version::{NEWEST, OLDEST, Version};

/// Why there is no usable clang. The displayed message ends with the command that installs one.
#[derive(Debug)]
pub enum ClangError {
    /// There is no clang on the path.
    Missing,
    /// The clang that the user asked for cannot be run.
    NotRunnable {
        /// The command.
        command: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// The command runs, but does not report to be a clang.
    NotClang {
        /// The command.
        command: PathBuf,
    },
    /// The clang is too old.
    TooOld {
        /// The command.
        command: PathBuf,
        /// Its version.
        version: Version,
    },
    /// The clang is newer than all known versions.
    TooNew {
        /// The command.
        command: PathBuf,
        /// Its version.
        version: Version,
    },
}

impl fmt::Display for ClangError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => write!(f, "C programs are compiled with clang, and there is none on the PATH")?,
            Self::NotRunnable { command, error } => {
                write!(f, "{} cannot be run: {error}", command.display())?
            }
            Self::NotClang { command } => write!(f, "{} is not clang", command.display())?,
            Self::TooOld { command, version } => {
                write!(f, "{} is version {version}, which is too old", command.display())?;
            }
            Self::TooNew { command, version } => {
                write!(f, "{} is version {version}, which is too new", command.display())?;
            }
        }
        write!(f, "; versions {OLDEST} to {NEWEST} will do. To install one: {}", install_command())
    }
}

impl std::error::Error for ClangError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotRunnable { error, .. } => Some(error),
            _ => None,
        }
    }
}
