//! The compilation of C source to LLVM IR text.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use crate::find::Clang;
use crate::headers::Headers;
use crate::process;

/// How the source is compiled. The user's options come after these and can override them.
const OPTIONS: &[&str] = &[
    "-S",
    "-emit-llvm",
    // Every access of the source, in its order: the passes of the tool do the optimising. Without optnone, so that the text
    // says what the source does and not that nobody may touch it.
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    // Positions, columns included.
    "-g",
    "-gcolumn-info",
    // -fno-builtin is not needed: without optimisation clang makes intrinsics of memcpy, memset and the like, which are
    // known, and leaves every other call as it is.
    //
    // Checked variants of library functions (__memcpy_chk) are not modelled; distributions turn them on by default.
    "-U_FORTIFY_SOURCE",
    // isdigit and the others as functions, not as lookups in a table of the C library.
    "-D__NO_CTYPE=1",
    "-D__PORF__=1",
    // Nothing that a linker or a debugger needs: stack canaries, tables for unwinding, indirect accesses to variables.
    "-fno-stack-protector",
    "-fno-asynchronous-unwind-tables",
    "-fno-pic",
    // Floating point as written: no fused multiply-add.
    "-ffp-contract=off",
    // Old programs call functions that they do not declare; it stays a warning.
    "-Wno-error=implicit-function-declaration",
];

/// A compiled source file.
#[derive(Clone, PartialEq, Debug)]
pub struct Compiled {
    /// The module as LLVM IR text.
    pub llvm_ir: String,
    /// How long clang took.
    pub seconds: f64,
    /// What clang said nonetheless, for the user to see as it is; often empty.
    pub warnings: String,
}

/// Whether clang's messages are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// They go to a terminal.
    Always,
    /// They do not.
    Never,
}

/// Why a file was not compiled.
#[derive(Debug)]
pub enum CompileError {
    /// clang could not be started.
    NotRunnable {
        /// The command.
        command: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// clang found errors in the program, or in its options.
    Rejected {
        /// The source file.
        source: PathBuf,
        /// What clang said, for the user to see as it is.
        messages: String,
    },
    /// clang produced something other than text.
    NotText {
        /// The source file.
        source: PathBuf,
    },
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotRunnable { command, error } => write!(f, "{} cannot be run: {error}", command.display()),
            Self::Rejected { source, messages } if messages.trim().is_empty() => {
                write!(f, "{}: clang failed without saying why", source.display())
            }
            Self::Rejected { source, messages } => {
                write!(f, "{} does not compile:\n{}", source.display(), messages.trim_end())
            }
            Self::NotText { source } => {
                write!(
                    f,
                    "clang did not produce LLVM IR text for {}: an option after -- asks for something else",
                    source.display()
                )
            }
        }
    }
}

impl std::error::Error for CompileError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::NotRunnable { error, .. } => Some(error),
            Self::Rejected { .. } | Self::NotText { .. } => None,
        }
    }
}

impl Clang {
    /// Compiles a source file with the user's options, unless `interrupt` is set before clang is done.
    pub fn compile(
        &self,
        source: &Path,
        options: &[String],
        headers: &Headers,
        colour: Colour,
        interrupt: &AtomicBool,
    ) -> Result<Compiled, CompileError> {
        let start = Instant::now();
        let mut command = Command::new(self.command());
        if let Some(directory) = self.directory() {
            command.current_dir(directory);
        }
        command.args(OPTIONS).arg("-isystem").arg(headers.path());
        command.arg(match colour {
            Colour::Always => "-fcolor-diagnostics",
            Colour::Never => "-fno-color-diagnostics",
        });
        command.args(options).args(["-o", "-"]).arg(plain_file_name(source));
        let output = process::output(&mut command, interrupt)
            .map_err(|error| CompileError::NotRunnable { command: self.command().to_owned(), error })?;
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        if !output.status.success() {
            return Err(CompileError::Rejected { source: source.to_owned(), messages });
        }
        let not_text = || CompileError::NotText { source: source.to_owned() };
        let llvm_ir = String::from_utf8(output.stdout).map_err(|_| not_text())?;
        if llvm_ir.trim().is_empty() {
            return Err(not_text());
        }
        Ok(Compiled { llvm_ir, seconds: start.elapsed().as_secs_f64(), warnings: messages })
    }
}

/// The file under a name that clang does not take for an option or for its standard input.
fn plain_file_name(source: &Path) -> PathBuf {
    if source.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(source)
    } else {
        source.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_taken_for_an_option() {
        assert_eq!(plain_file_name(Path::new("-O3.c")), Path::new("./-O3.c"));
        assert_eq!(plain_file_name(Path::new("-")), Path::new("./-"));
        assert_eq!(plain_file_name(Path::new("a-b.c")), Path::new("a-b.c"));
    }
}
