//! Checkpoints: an exploration in a file, which `--checkpoint` writes now and then and `porf resume`
//! continues.
//!
//! A file has two parts. The first one is the program as clang compiled it, with its sources and all
//! options; it is the same in each file of a check. The second one is the exploration: the numbers of
//! executions, the errors, the knowledge about the program and the units that are left. The file is
//! written beside the old one, synchronised, and then takes its place. So there always is a whole file,
//! and what it counts is exactly what it does not leave.
//!
//! Errors are kept as recipes, and made again when the file is read.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use porf_entity::AccessSize;
use porf_explore::{Engine, Equivalence, Liveness, Ongoing, Schedule};
use porf_passes::PassName;
use porf_report::SourceFile;
use porf_vm::MachineOptions;
use serde::{Deserialize, Serialize};

use crate::build::{BuildOptions, LoadedProgram};
use crate::collect_program::SavedFindings;
use crate::options::CheckOptions;

/// The beginning of each file.
const MAGIC: &[u8; 16] = b"porf checkpoint\n";

/// The version of the format. Units depend on every detail of exploration, so that only the version of
/// porf that has written a file can go on with it.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " format 1");

/// The time before the first checkpoint.
const FIRST: Duration = Duration::from_secs(1);
/// The longest time between two.
const LONGEST: Duration = Duration::from_secs(60);
/// The time between two, compared with the time that writing one takes.
const SHARE: u32 = 100;

/// A file to which an exploration is written now and then.
#[derive(Debug)]
pub struct Checkpoint {
    path: PathBuf,
    /// The first part of the file.
    program: Vec<u8>,
    clock: RefCell<Clock>,
}

#[derive(Debug)]
struct Clock {
    next: Instant,
    written: u64,
}

/// The program and the options of a check.
#[derive(Debug, Serialize, Deserialize)]
struct SavedProgram {
    paths: Vec<PathBuf>,
    modules: Vec<String>,
    /// The names and the texts of the sources.
    sources: Vec<(String, Option<String>)>,
    compile_seconds: f64,
    unroll: Option<u32>,
    max_events: Option<u32>,
    disabled_passes: Vec<String>,
    helping: bool,
    spurious: bool,
    signed_overflow: bool,
    awaits: bool,
    record_output: bool,
    /// The specifications of libraries, as text.
    libraries: Vec<String>,
    model: String,
    equivalence: Option<String>,
    independent_adds: bool,
    symmetry: bool,
    redundant_iterations: bool,
    schedule: String,
    keep_going: bool,
    liveness: String,
    max_executions: Option<u64>,
    stats: bool,
    explain_loops: bool,
    warn_of_cpp20: bool,
}

/// An exploration.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct SavedExploration {
    pub(crate) ongoing: Ongoing,
    pub(crate) findings: SavedFindings,
    /// The pieces that accesses of mixed sizes are divided into.
    pub(crate) pieces: Vec<(u64, AccessSize)>,
    /// The time that it has taken so far.
    pub(crate) seconds: f64,
}

/// An interrupted check, read from a file.
#[derive(Debug)]
pub struct Interrupted {
    saved: SavedProgram,
    exploration: SavedExploration,
    program: Vec<u8>,
    path: PathBuf,
}
