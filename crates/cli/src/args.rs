//! The command line as the user types it.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

/// A model checker for concurrent programs: explores every execution that a memory model allows, each
/// exactly once.
#[derive(Parser, Debug)]
#[command(name = "porf", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check litmus tests: does the condition hold, and is the program free of errors?
    Check(CheckArgs),
}

const EXAMPLES: &str = "\
Examples:
  porf check SB.litmus                      one test: verdict, final states, a witness
  porf check SB.litmus --model all          the same test under every memory model
  porf check tests/ -j 4                    every *.litmus file below a directory
  porf check tests/ --format json           one JSON object a file and model
  porf check big.litmus --timeout 10        what can be found in ten seconds
  porf check SB.litmus --dot pictures/      and a picture of the witness for Graphviz

Exit code:
  0  every condition holds and there is no error
  1  a condition fails, or a program has an error (a data race, a failed assertion, …)
  2  bad usage, or a file that cannot be checked
  3  stopped by a limit or by Ctrl-C, or no execution was complete: the result is partial";

/// The flags of `porf check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// Litmus tests, or directories to search for *.litmus files
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,

    /// Memory model: sc, tso, pso, ra, rc11 or all [default: rc11 for C tests, tso for x86 tests]
    #[arg(short, long, value_name = "MODEL")]
    pub model: Option<String>,

    /// For people (text) or for programs (json, one object a line)
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    pub format: Format,

    /// Write a picture of each test's witness execution to this directory, in the DOT language
    #[arg(long, value_name = "DIR")]
    pub dot: Option<PathBuf>,

    /// Stop each test after this many executions, complete or blocked
    #[arg(long, value_name = "N")]
    pub max_executions: Option<u64>,

    /// Stop each test after this time, under each model
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<f64>,

    /// Which thread goes next: left-to-right or writes-first. Affects speed, never the result
    #[arg(long, value_name = "POLICY", default_value_t = porf_explore::Schedule::default().to_string())]
    pub schedule: String,

    /// How many iterations of each loop to follow; executions that go on are cut there
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub unroll: u32,

    /// How many files to check at once
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
}

/// What the output looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }
}
