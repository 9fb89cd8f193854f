//! The porf command: from the command line to an exit code.
//!
//! Each stage has a file: [`args`] are the raw flags, [`options`] their meaning, `inputs` the files
//! to check, [`run()`] lets the driver check them and passes the results to `output`, and `exit` is
//! the exit code. `model` has the commands about memory models.

pub mod args;
mod exit;
mod inputs;
mod libraries;
mod model;
pub mod options;
mod output;
mod pictures;
mod run;

pub use exit::ExitStatus;
pub use run::run;

use std::io;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::Parser;
use porf_driver::BadInput;
use porf_report::json;

use crate::args::{Args, Command, Format};
use crate::options::Options;

/// Set by the first Ctrl-C; explorations poll it and end early.
static INTERRUPT: AtomicBool = AtomicBool::new(false);

/// The whole command.
pub fn main() -> ExitCode {
    let (result, format) = match Args::parse().command {
        Command::Check(check) => {
            let format = check.format;
            (checked_run(*check), format)
        }
        Command::Resume(resume) => {
            let format = resume.format;
            (resumed_run(&resume), format)
        }
        Command::Libraries => (libraries::list(), Format::Text),
        Command::Model(model) => {
            (listen().and_then(|()| model::run(model.command, &INTERRUPT)), Format::Text)
        }
    };
    match result {
        Ok(status) => status.into(),
        Err(error) if is_closed_pipe(&error) => ExitStatus::Partial.into(),
        Err(error) => {
            match error.downcast_ref::<BadInput>() {
                // The message names the file, and has the form that messages about inputs have.
                Some(bad) => {
                    anstream::eprint!("{}", bad.message);
                    if format == Format::Json {
                        anstream::println!("{}", json::input_line(&bad.report));
                    }
                }
                None => anstream::eprintln!("porf: {error:#}"),
            }
            ExitStatus::BadInput.into()
        }
    }
}

fn checked_run(check: args::CheckArgs) -> anyhow::Result<ExitStatus> {
    let options = Options::try_from(check)?;
    listen()?;
    run(&options, &INTERRUPT)
}

fn resumed_run(resume: &args::ResumeArgs) -> anyhow::Result<ExitStatus> {
    let options = Options { resume: Some(resume.file.clone()), ..Options::try_from(resume.as_check())? };
    listen()?;
    run(&options, &INTERRUPT)
}

/// Sets [`INTERRUPT`] at the first Ctrl-C.
fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if INTERRUPT.swap(true, Ordering::Relaxed) {
            // A user who interrupts twice does not want to wait for results.
            std::process::exit(130);
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the error is that the reader of the output has gone away, which needs no message.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
