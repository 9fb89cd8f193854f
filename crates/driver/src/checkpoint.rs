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

use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use porf_cat::Source;
use porf_entity::AccessSize;
use porf_explore::{
    Engine, Equivalence, Explorers, Limits, Liveness, ModelKind, Ongoing, Options, Pause, StopReason,
    Summary, explore_slice,
};
use porf_library::Specification;
use porf_passes::PassName;
use porf_report::SourceFile;
use porf_vm::{Machine, MachineOptions};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::bad_input::BadInput;
use crate::build::{BuildOptions, LoadedProgram, Texts};
use crate::check_program::{CheckedProgram, check_program};
use crate::collect_program::{ProgramCollector, SavedFindings};
use crate::library_file::specification;
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
    /// The exploration to go on with, until it goes on.
    earlier: Mutex<Option<SavedExploration>>,
    state: Mutex<State>,
    /// The time before the first checkpoint, and the least time between two.
    least: Duration,
}

#[derive(Debug, Default)]
struct State {
    written: bool,
    /// Whether the exploration in the file is not one of the program.
    is_foreign: bool,
    /// Why the file could not be written.
    failure: Option<String>,
}

/// An interrupted check, read from a file.
#[derive(Debug)]
pub struct Interrupted {
    saved: SavedProgram,
    exploration: SavedExploration,
    program: Vec<u8>,
    path: PathBuf,
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
    liveness: u8,
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
    seconds: f64,
}

impl SavedExploration {
    /// The time that the exploration has taken so far.
    pub(crate) fn duration(&self) -> Duration {
        Duration::try_from_secs_f64(self.seconds).unwrap_or_default()
    }
}

/// The order in which liveness is numbered in files.
const LIVENESS: [Liveness; 3] = [Liveness::Ignored, Liveness::Waiting, Liveness::All];

impl Checkpoint {
    /// A file for the exploration of a program. An error if the file cannot be written, or if the
    /// exploration cannot be.
    pub fn new(path: &Path, loaded: &LoadedProgram, check: &CheckOptions<'_>) -> Result<Self, BadInput> {
        Self::prepare(path, loaded, check).map_err(|error| BadInput::because_of(path, &error))
    }

    fn prepare(path: &Path, loaded: &LoadedProgram, check: &CheckOptions<'_>) -> anyhow::Result<Self> {
        let saved = SavedProgram::of(loaded, check)?;
        let checkpoint = Self {
            path: path.to_owned(),
            program: encode(&saved)?,
            earlier: Mutex::default(),
            state: Mutex::default(),
            least: FIRST,
        };
        let beside = checkpoint.beside();
        File::create(&beside).with_context(|| format!("--checkpoint: cannot write {}", beside.display()))?;
        fs::remove_file(&beside)?;
        Ok(checkpoint)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The same with another time before the first checkpoint, and between two at least.
    #[must_use]
    pub fn every(self, least: Duration) -> Self {
        Self { least, ..self }
    }

    /// The exploration to go on with, once.
    pub(crate) fn take_earlier(&self) -> Option<SavedExploration> {
        self.earlier.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Whether the file has been written and is of use; and why it could not be written, if it could
    /// not.
    pub fn is_written(&self) -> Result<bool, String> {
        let state = self.lock();
        match &state.failure {
            Some(failure) => Err(failure.clone()),
            None => Ok(state.written),
        }
    }

    /// Removes the file: everything is explored.
    pub fn discard(&self) {
        // If the removal fails, a file remains that leads to the same results.
        let _ = fs::remove_file(&self.path);
    }

    /// Explores in slices, and writes the file after each of them. The exploration `began`, all slices
    /// together, so long ago.
    pub(crate) fn explore<'a>(
        &self,
        explorers: Explorers<'_, ProgramCollector<'a>>,
        machine: &Machine,
        options: &Options<'_>,
        ongoing: &mut Ongoing,
        began: Instant,
    ) -> Summary {
        let Explorers { cores, sink, fork, join } = explorers;
        let Limits { max_executions, deadline, interrupt } = options.limits;
        // Interleavings cannot be written down. The limits make explorers pause, and not stop, so that
        // nothing of an execution is lost.
        let engine = Some(options.engine.unwrap_or(Engine::Graph));
        let options = Options { engine, limits: Limits::default(), ..options.clone() };
        let mut next = Instant::now() + self.least;
        loop {
            let Summary { executions, blocked, .. } = ongoing.summary();
            let pause = Pause {
                at: Some(deadline.map_or(next, |deadline| deadline.min(next))),
                flag: interrupt,
                executions: max_executions.map(|most| most.saturating_sub(executions + blocked).max(1)),
            };
            let explorers = Explorers { cores, sink, fork, join };
            if let Some(summary) = explore_slice(explorers, machine, &options, pause, ongoing) {
                self.lock().is_foreign = summary.stopped == Some(StopReason::ForeignUnit);
                return summary;
            }
            let before = Instant::now();
            self.save(ongoing, sink, machine, began);
            let cost = before.elapsed();
            next = Instant::now() + (cost * SHARE).min(LONGEST).max(self.least);
            let Summary { executions, blocked, .. } = ongoing.summary();
            let reason = if interrupt.is_some_and(|interrupt| interrupt.load(Ordering::Relaxed)) {
                Some(StopReason::Interrupt)
            } else if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                Some(StopReason::Deadline)
            } else {
                let is_over = |most: u64| executions + blocked >= most;
                max_executions.is_some_and(is_over).then_some(StopReason::MaxExecutions)
            };
            if reason.is_some() {
                return Summary { stopped: reason, ..ongoing.summary() };
            }
        }
    }

    fn save(&self, ongoing: &Ongoing, collector: &ProgramCollector<'_>, machine: &Machine, began: Instant) {
        let exploration = SavedExploration {
            ongoing: ongoing.clone(),
            findings: collector.save(),
            pieces: machine.pieces().to_vec(),
            seconds: began.elapsed().as_secs_f64(),
        };
        let result = encode(&exploration).and_then(|exploration| self.write(&exploration));
        let mut state = self.lock();
        state.failure = result.err().map(|error| format!("{error:#}"));
        state.written |= state.failure.is_none();
    }

    /// Writes a new file, and lets it take the place of the old one.
    fn write(&self, exploration: &[u8]) -> anyhow::Result<()> {
        let beside = self.beside();
        let mut file = File::create(&beside).with_context(|| format!("cannot write {}", beside.display()))?;
        file.write_all(&with_checksum(&self.program, exploration))?;
        file.sync_all()?;
        fs::rename(&beside, &self.path).with_context(|| format!("cannot write {}", self.path.display()))
    }

    /// The file that is written first.
    fn beside(&self) -> PathBuf {
        let mut name = self.path.clone().into_os_string();
        name.push(".new");
        name.into()
    }
}

impl Interrupted {
    /// Reads the file of an interrupted check.
    pub fn read(path: &Path) -> Result<Self, BadInput> {
        let read = || -> anyhow::Result<Self> {
            let bytes = fs::read(path).context("cannot be read")?;
            let (program, exploration) = parts(&bytes)?;
            let saved: SavedProgram = decode(program)?;
            let exploration: SavedExploration = decode(exploration)?;
            Ok(Self { saved, exploration, program: program.to_vec(), path: path.to_owned() })
        };
        read().map_err(|error| BadInput::because_of(path, &error))
    }

    /// The names of the files of the program.
    pub fn name(&self) -> String {
        self.saved.paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
    }

    /// Builds the program, and makes the options of its check from these, which have the limits of time.
    /// Then goes on; the checkpoint is a file for the rest, written with at [least](Checkpoint::every) this time
    /// in between.
    pub fn go_on(
        self,
        limits: &CheckOptions<'_>,
        least: Duration,
    ) -> Result<(CheckedProgram, Checkpoint), BadInput> {
        let Self { saved, exploration, program, path } = self;
        let foreign = || {
            let message = "the exploration in the file is not one of the program in it".to_owned();
            BadInput::new(&path.display().to_string(), message, None)
        };
        let explore = saved.explore_options().ok_or_else(foreign)?;
        let build = saved.build_options()?.suited_to(explore.model);
        let sources = saved.sources.iter().cloned().map(|(name, text)| SourceFile { name, text });
        let texts = Texts {
            modules: saved.modules.clone(),
            seconds: saved.compile_seconds,
            sources: Some(sources.collect()),
            ..Texts::default()
        };
        let interrupt = limits.explore.limits.interrupt;
        let never = AtomicBool::new(false);
        let flag = interrupt.unwrap_or(&never);
        let mut loaded = LoadedProgram::from_texts(&saved.paths, texts, &build, limits.timeout, flag)?;
        loaded.machine.set_pieces(exploration.pieces.clone());
        let earlier = Mutex::new(Some(exploration));
        let state = Mutex::default();
        let checkpoint = Checkpoint { path: path.clone(), program, earlier, state, least };
        let check = CheckOptions {
            explore: Options { limits: Limits { interrupt, ..explore.limits }, ..explore },
            timeout: limits.timeout,
            stats: saved.stats,
            explain_loops: saved.explain_loops,
            warn_of_cpp20: saved.warn_of_cpp20,
            progress: limits.progress,
            cores: limits.cores,
            checkpoint: Some(&checkpoint),
        };
        let checked = check_program(&mut loaded, &check)?;
        if checkpoint.lock().is_foreign {
            return Err(foreign());
        }
        Ok((checked, checkpoint))
    }
}

impl SavedProgram {
    fn of(loaded: &LoadedProgram, check: &CheckOptions<'_>) -> anyhow::Result<Self> {
        let explore = &check.explore;
        ensure!(
            explore.model.file().is_none(),
            "--checkpoint: an exploration under a model from a file, or with axioms of a library, cannot be written to a file"
        );
        ensure!(
            explore.engine != Some(Engine::Trace),
            "--checkpoint: interleavings cannot be written to a file; use --engine graph"
        );
        let build = loaded.build_options();
        ensure!(
            !build.machine.filtered_pools,
            "--checkpoint: a library whose full executions are filtered, such as a queue, cannot be part of a file"
        );
        let (paths, modules) = loaded.texts();
        Ok(Self {
            paths: paths.to_vec(),
            modules: modules.to_vec(),
            sources: loaded.files.iter().map(|file| (file.name.clone(), file.text.clone())).collect(),
            compile_seconds: loaded.compile_seconds,
            unroll: build.unroll,
            max_events: build.max_events,
            disabled_passes: build.disabled_passes.iter().map(PassName::to_string).collect(),
            helping: build.helping,
            spurious: build.machine.spurious,
            signed_overflow: build.machine.signed_overflow,
            awaits: build.machine.awaits,
            record_output: build.machine.record_output,
            libraries: build.libraries.iter().map(Specification::to_string).collect(),
            model: explore.model.to_string(),
            equivalence: explore.equivalence.map(|it| it.to_string()),
            independent_adds: explore.independent_adds,
            symmetry: explore.symmetry,
            redundant_iterations: explore.redundant_iterations,
            schedule: explore.schedule.to_string(),
            keep_going: explore.keep_going,
            liveness: LIVENESS.iter().position(|&it| it == explore.liveness).unwrap_or(0) as u8,
            max_executions: explore.limits.max_executions,
            stats: check.stats,
            explain_loops: check.explain_loops,
            warn_of_cpp20: check.warn_of_cpp20,
        })
    }

    fn build_options(&self) -> Result<BuildOptions, BadInput> {
        let is_disabled = |pass: &PassName| self.disabled_passes.contains(&pass.to_string());
        let default = BuildOptions::default();
        let library = |text: &String| {
            specification(Source { name: "specification".into(), text: text.as_str().into() })
        };
        Ok(BuildOptions {
            libraries: self.libraries.iter().map(library).collect::<Result<_, _>>()?,
            unroll: self.unroll,
            max_events: self.max_events,
            disabled_passes: PassName::ALL.iter().copied().filter(is_disabled).collect(),
            helping: self.helping,
            machine: MachineOptions {
                spurious: self.spurious,
                signed_overflow: self.signed_overflow,
                awaits: self.awaits,
                record_output: self.record_output,
                ..default.machine
            },
            ..default
        })
    }

    /// The options of the exploration; `None` if some name is unknown.
    fn explore_options(&self) -> Option<Options<'static>> {
        let model: ModelKind = self.model.parse().ok()?;
        let equivalence = match &self.equivalence {
            None => None,
            Some(name) => Some(Equivalence::ALL.into_iter().find(|it| it.name() == name)?),
        };
        Some(Options {
            engine: None,
            equivalence,
            independent_adds: self.independent_adds,
            symmetry: self.symmetry,
            redundant_iterations: self.redundant_iterations,
            schedule: self.schedule.parse().ok()?,
            keep_going: self.keep_going,
            liveness: *LIVENESS.get(usize::from(self.liveness))?,
            limits: Limits { max_executions: self.max_executions, ..Limits::default() },
            ..Options::new(model)
        })
    }
}

/// The bytes of a file: the parts with their lengths, and a checksum of all.
fn with_checksum(program: &[u8], exploration: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    for part in [VERSION.as_bytes(), program, exploration] {
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part);
    }
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// The program and the exploration in the bytes of a file.
fn parts(bytes: &[u8]) -> anyhow::Result<(&[u8], &[u8])> {
    let damaged = "the file is damaged, or is not whole";
    let rest = bytes.strip_prefix(MAGIC).context("this is no file that --checkpoint has written")?;
    let (version, rest) = part(rest).context(damaged)?;
    ensure!(
        version == VERSION.as_bytes(),
        "the file is of porf {}, and this is porf {VERSION}: only the version that has begun can go on",
        String::from_utf8_lossy(version)
    );
    let (program, rest) = part(rest).context(damaged)?;
    let (exploration, checksum) = part(rest).context(damaged)?;
    let sum = crc32fast::hash(&bytes[..bytes.len() - checksum.len()]);
    ensure!(checksum == sum.to_le_bytes(), damaged);
    Ok((program, exploration))
}

/// A part with its length before it, and what follows it.
fn part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<8>()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

fn encode(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).context("--checkpoint")?;
    Ok(bytes)
}

fn decode<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    ciborium::from_reader(bytes).context("the file is not what --checkpoint writes")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_has_changed_is_refused() {
        let bytes = with_checksum(b"program", b"exploration");
        assert_eq!(parts(&bytes).unwrap(), (&b"program"[..], &b"exploration"[..]));
        for length in 0..bytes.len() {
            assert!(parts(&bytes[..length]).is_err(), "{length} bytes of {}", bytes.len());
        }
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 1;
            assert!(parts(&changed).is_err(), "byte {place}");
        }
    }
}
