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

/// The options of the compilation. The user's options come after these and can override them.
const OPTIONS: &[&str] = &[
    "-S",
    "-emit-llvm",
    // Every access of the source, in its order: the passes of the tool do the optimising. Without
    // optnone, so that the text has the meaning of the source and does not forbid passes to change
    // it.
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    // Positions, columns included.
    "-g",
    "-gcolumn-info",
    // -fno-builtin is not needed: without optimisation clang makes intrinsics of memcpy, memset and
    // the like, which are known, and leaves every other call as it is.
    //
    // Checked variants of library functions (__memcpy_chk) are not modelled; distributions turn
    // them on by default.
    "-U_FORTIFY_SOURCE",
    // isdigit and the others as functions, not as lookups in a table of the C library.
    "-D__NO_CTYPE=1",
    "-D__PORF__=1",
    // No code for a linker or a debugger: stack canaries, tables for unwinding, indirect accesses
    // to variables.
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
    /// The time that clang took.
    pub seconds: f64,
    /// The messages of clang in spite of success, for the user to see unchanged; often empty.
    pub warnings: String,
}

/// Whether clang's messages are coloured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// The messages go to a terminal.
    Always,
    /// The messages do not go to a terminal.
    Never,
}

/// Why a file was not compiled.
#[derive(Debug)]
pub enum CompileError {
    /// clang could not be started.
    NotRunnable {
        /// The command.
        command: PathBuf,
        /// The reason.
        error: io::Error,
    },
    /// clang found errors in the program, or in its options.
    Rejected {
        /// The source file.
        source: PathBuf,
        /// The messages of clang, for the user to see unchanged.
        messages: String,
    },
    /// The output of clang is not text.
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
    /// Compiles a source file with the user's options, unless `interrupt` is set before clang is
    /// done.
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
