//! The command line as the user types it.

use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use porf_passes::PassName;

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
    /// Check C programs and litmus tests: is there an error, and does the condition hold?
    Check(CheckArgs),
}

const EXAMPLES: &str = "\
Examples:
  porf check queue.c                        a C program: verified, or an error shown in the source
  porf check main.c queue.c -- -DSIZE=2     several files that form one program, and options for clang
  porf check queue.c --unroll 3             follow three iterations of each loop
  porf check queue.c --explain-loops        which loops only wait, and why others do not
  porf check queue.c --save bug.json        keep the error that is found
  porf check --replay bug.json              and see it again at once, with what the program prints
  porf check SB.litmus --model all          a litmus test under every memory model
  porf check tests/ -j 4                    every *.litmus file below a directory
  porf check queue.c --format json          one JSON object a program and model

Exit code:
  0  no error, and every condition holds: everything was explored, up to an --unroll that was asked for
  1  a program has an error (a failed assertion, a data race, a deadlock, …), or a condition fails
  2  bad usage, or a file that cannot be checked
  3  not everything was explored: stopped by a limit or by Ctrl-C, bounded where porf chose a bound (of
     the values of a nondeterministic integer, say), or no execution was complete
  4  a program does something that porf cannot run (inline assembly, an unknown function, …)
If several apply, the first of 2, 1, 4, 3.";

/// The flags of `porf check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// C files (*.c) or LLVM IR (*.ll), which together form one program; litmus tests, or directories to search for
    /// *.litmus files
    #[arg(value_name = "PATH", required_unless_present = "replay")]
    pub paths: Vec<PathBuf>,

    /// Options for clang, after a --
    #[arg(last = true, value_name = "CLANG OPTIONS")]
    pub clang_options: Vec<String>,

    /// Memory model: sc, tso, pso, ra, rc11 or all [default: rc11 for C, tso for x86]
    #[arg(short, long, value_name = "MODEL")]
    pub model: Option<String>,

    /// Explore by execution graphs (graph), by interleavings (trace, for sc), or as suits the program (auto); same verdict
    #[arg(long, value_name = "ENGINE", default_value = "auto")]
    pub engine: String,

    /// Count executions that differ only in the order of writes apart (co), as one (rf), or as is faster (auto); same verdict
    #[arg(long, value_name = "KIND", default_value = "auto")]
    pub equivalence: String,

    /// Tell apart which of several threads that do the same does what
    #[arg(long)]
    pub no_symmetry: bool,

    /// Let threads do what they only help others with (porf_help), instead of leaving it to those
    #[arg(long)]
    pub no_helping: bool,

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

    /// Cut a thread after this many events, and say so
    #[arg(long, value_name = "N", default_value_t = porf_vm::DEFAULT_MAX_EVENTS)]
    pub max_events: u32,

    /// Which thread goes next: left-to-right or writes-first. Affects speed, never the result
    #[arg(long, value_name = "POLICY", default_value_t = porf_explore::Schedule::default().to_string())]
    pub schedule: String,

    /// How many iterations of each loop to follow; executions that go on are cut there, and the verdict says so
    /// [default: 4 for litmus tests, all for programs]
    #[arg(long, value_name = "N")]
    pub unroll: Option<u32>,

    /// Which reductions of loops to leave out.
    #[command(flatten)]
    pub loops: LoopArgs,

    /// It is an error if threads go round for ever although each of them has its turns (the default)
    #[arg(long, overrides_with = "no_liveness")]
    pub liveness: bool,

    /// Threads may go round for ever
    #[arg(long)]
    pub no_liveness: bool,

    /// Threads may keep each other going for ever by what they write, if it depends on their turns
    #[arg(long)]
    pub no_livelock_with_writes: bool,

    /// Do not stop at the first error of a program, but collect all that differ
    #[arg(long)]
    pub keep_going: bool,

    /// Write the error that is found to this file, for --replay
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    /// Show an error again that --save wrote, without exploring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "clang_options", "model", "save"])]
    pub replay: Option<PathBuf>,

    /// Weak compare-exchanges do not fail, and waits do not end, without need
    #[arg(long)]
    pub no_spurious: bool,

    /// Signed overflow is an error
    #[arg(long)]
    pub signed_overflow: bool,

    /// The clang to compile with [default: $PORF_CLANG, or the newest of clang 15 to 22]
    #[arg(long, value_name = "PATH")]
    pub clang: Option<PathBuf>,

    /// Say of each loop of a program what was done so that waiting costs nothing, or why nothing could be done
    #[arg(long, conflicts_with = "replay")]
    pub explain_loops: bool,

    /// Say by which algorithm the executions were explored, and why, and what it took
    #[arg(long)]
    pub stats: bool,

    /// Show every step of long executions
    #[arg(long)]
    pub full: bool,

    /// How many files to check at once
    #[arg(short, long, value_name = "N", default_value_t = 1)]
    pub jobs: usize,
}

/// Which reductions of loops that wait to leave out.
#[derive(clap::Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Loops that wait (reduced to what matters; the verdict is the same without)")]
pub struct LoopArgs {
    /// None of the reductions below
    #[arg(long)]
    pub no_spinloops: bool,

    /// Do not end loops that would do the same again
    #[arg(long)]
    pub no_spin_assume: bool,

    /// Do not wait before the end of an iteration where it is certain that the iteration will have done nothing
    #[arg(long)]
    pub no_loop_purity: bool,

    /// Do not look while the program runs whether an iteration has done anything
    #[arg(long)]
    pub no_dynamic_spin_assume: bool,

    /// Do not merge what is done before a loop with what is done at the end of each iteration
    #[arg(long)]
    pub no_bisimilarity: bool,

    /// Do not let loops decide at the end of an iteration whether to go on
    #[arg(long)]
    pub no_loop_rotation: bool,

    /// Explore, too, how loops and assumptions read values that they do not go on with
    #[arg(long)]
    pub no_awaits: bool,

    /// Tell apart in which order threads add to a number that none of them looks at (trace explorer)
    #[arg(long)]
    pub no_independent_adds: bool,

    /// Let attempts that are undone, and locks that are released, count even if nobody notices
    #[arg(long)]
    pub no_zne: bool,
}

impl LoopArgs {
    /// The passes that are left out.
    pub fn disabled(self) -> Vec<PassName> {
        let passes = [
            (self.no_spin_assume, PassName::SpinAssume),
            (self.no_loop_purity, PassName::LoopPurity),
            (self.no_dynamic_spin_assume, PassName::DynamicSpinAssume),
            (self.no_bisimilarity, PassName::Bisimilarity),
            (self.no_loop_rotation, PassName::LoopRotation),
            (self.no_zne, PassName::Zne),
        ];
        passes
            .into_iter()
            .filter(|&(disabled, _)| disabled || self.no_spinloops)
            .map(|(_, pass)| pass)
            .collect()
    }
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
