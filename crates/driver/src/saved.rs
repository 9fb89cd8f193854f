//! Errors as files, which `--save` writes and `--replay` reads.
//!
//! A file says how to build the program and has the steps of the one execution: nothing is explored
//! to see the error again. It is JSON, and complete but for the sources.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, ensure};
use porf_entity::{AccessSize, Address, EntityId, ThreadId};
use porf_explore::{FileModel, MemoryModel, ModelKind, Trace, TraceChoice, TraceEvent};
use porf_passes::PassName;
use porf_report::{CheckReport, ErrorReport, text};
use porf_vm::MachineOptions;
use serde::{Deserialize, Serialize};

use crate::bad_input::BadInput;
use crate::build::{BuildOptions, LoadedProgram};
use crate::check_program::{Recipe, replay_program};
use crate::model_file::load_model;
use crate::options::CheckOptions;

/// The greatest number of threads of a program.
const MOST_THREADS: usize = 1 << 16;

/// The version of the format.
const FORMAT: u32 = 1;

/// An error that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SavedError {
    format: u32,
    #[serde(flatten)]
    build: Build,
    /// The error in words, for people who read the file.
    error: String,
    failing: Option<usize>,
    /// Whether the threads run on for ever after the steps.
    #[serde(default)]
    endless: bool,
    /// The locations where loops leave out no effects: address and number of bytes.
    #[serde(default)]
    observed: Vec<(u64, u32)>,
    /// The locations that are not awaited: address and number of bytes.
    #[serde(default)]
    unawaited: Vec<(u64, u32)>,
    /// The barriers at which threads count arrivals in memory: their addresses.
    #[serde(default)]
    uncounted: Vec<u64>,
    steps: Vec<SavedStep>,
}

/// The way the program was built and checked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Build {
    files: Vec<PathBuf>,
    /// The directory in which porf ran: the files are in there, and so are those that options of
    /// clang name.
    #[serde(default)]
    directory: Option<PathBuf>,
    clang_options: Vec<String>,
    model: String,
    /// The file of the memory model, if it is from one.
    #[serde(default)]
    model_file: Option<PathBuf>,
    unroll: Option<u32>,
    #[serde(default)]
    max_events: Option<u32>,
    /// The names of the passes that were left out.
    #[serde(default)]
    disabled_passes: Vec<String>,
    #[serde(default)]
    no_awaits: bool,
    #[serde(default)]
    no_helping: bool,
    no_spurious: bool,
    signed_overflow: bool,
    /// The pieces that accesses were divided into: address and number of bytes.
    #[serde(default)]
    pieces: Vec<(u64, u32)>,
}

/// Makes sure that an error can be saved to the file.
pub fn prepare(path: &Path) -> Result<(), BadInput> {
    let opened = OpenOptions::new().append(true).create(true).open(path);
    let opened = opened.with_context(|| format!("--save: cannot write {}", path.display()));
    opened.map(drop).map_err(|error| BadInput::because_of(path, &error))
}

/// Removes a file that was prepared and is not needed.
pub fn discard(path: &Path) {
    if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0) {
        // If the removal fails, an empty file remains.
        let _ = fs::remove_file(path);
    }
}

/// Saves the recipe of the execution with an error of a program.
pub fn save(
    path: &Path,
    files: &[PathBuf],
    build: &BuildOptions,
    model: MemoryModel<'_>,
    error: &ErrorReport,
    recipe: &Recipe,
) -> Result<(), BadInput> {
    let build = Build::new(files, build, model, recipe);
    let saved =
        SavedError::new(build, &recipe.trace, format!("{}: {}", text::error_kind(error.kind), error.message));
    saved.write(path).map_err(|error| BadInput::because_of(path, &error))
}

/// Builds the program of a saved error and makes the execution with the error again, by this clang
/// if one is given. Building stops as in [`LoadedProgram::from_files_until`].
pub fn replay(
    path: &Path,
    clang: Option<&Path>,
    timeout: Option<Duration>,
    interrupt: &AtomicBool,
) -> Result<CheckReport, BadInput> {
    let saved = SavedError::read(path).map_err(|error| BadInput::because_of(path, &error))?;
    let build = &saved.build;
    let elsewhere = build.elsewhere();
    let files: Vec<PathBuf> = match elsewhere {
        Some(directory) => build.files.iter().map(|file| directory.join(file)).collect(),
        None => build.files.clone(),
    };
    let file: Option<FileModel> = match (&build.model_file, elsewhere) {
        (Some(file), Some(directory)) => Some(load_model(&directory.join(file))?),
        (Some(file), None) => Some(load_model(file)?),
        (None, _) => None,
    };
    let model: MemoryModel<'_> = match &file {
        Some(file) => file.into(),
        None => {
            let kind: ModelKind = build.model.parse().map_err(|_| {
                let error = anyhow::anyhow!("--replay: there is no memory model `{}`", build.model);
                BadInput::because_of(path, &error)
            })?;
            kind.into()
        }
    };
    let options = BuildOptions {
        clang: clang.map(Path::to_owned),
        directory: elsewhere.map(Path::to_owned),
        ..build.options()
    }
    .suited_to(model);
    let mut loaded = LoadedProgram::from_files_until(&files, &options, timeout, interrupt)?;
    loaded.machine.set_pieces(build.sized_pieces());
    match replay_program(&loaded, &CheckOptions::new(model), &saved.trace()) {
        Some(report) if report.error.is_some() => Ok(report),
        _ => Err(BadInput::new(
            &path.display().to_string(),
            "the program does not do this any more".into(),
            Some("its source or the compiler has changed since the error was saved; check it again"),
        )),
    }
}

impl Build {
    /// The way a program was built for an execution that a recipe makes again.
    fn new(files: &[PathBuf], options: &BuildOptions, model: MemoryModel<'_>, recipe: &Recipe) -> Self {
        Self {
            files: files.to_vec(),
            directory: std::env::current_dir().ok(),
            clang_options: options.clang_options.clone(),
            model: model.to_string(),
            model_file: model.file().map(|file| PathBuf::from(file.file())),
            unroll: options.unroll,
            max_events: Some(options.machine.max_events),
            disabled_passes: options.disabled_passes.iter().map(PassName::to_string).collect(),
            no_awaits: !options.machine.awaits,
            no_helping: !options.helping || !recipe.helping,
            no_spurious: !options.machine.spurious,
            signed_overflow: options.machine.signed_overflow,
            pieces: recipe.pieces.iter().map(|&(address, size)| (address, size.bytes())).collect(),
        }
    }

    /// The options to build the program again, so that its output is shown as well.
    fn options(&self) -> BuildOptions {
        let is_disabled = |pass: &PassName| self.disabled_passes.contains(&pass.to_string());
        BuildOptions {
            clang_options: self.clang_options.clone(),
            unroll: self.unroll,
            max_events: self.max_events,
            disabled_passes: PassName::ALL.iter().copied().filter(is_disabled).collect(),
            helping: !self.no_helping,
            machine: MachineOptions {
                spurious: !self.no_spurious,
                signed_overflow: self.signed_overflow,
                awaits: !self.no_awaits,
                record_output: true,
                ..BuildOptions::default().machine
            },
            ..BuildOptions::default()
        }
    }

    /// The directory that the files are in, if it is another one than the working directory.
    fn elsewhere(&self) -> Option<&Path> {
        let directory = self.directory.as_deref()?;
        let is_here = std::env::current_dir().is_ok_and(|here| here == directory);
        // The user may have moved the files, and may be in their new directory.
        let is_gone = self.files.iter().any(|file| !directory.join(file).exists());
        (!is_here && !is_gone).then_some(directory)
    }

    /// The pieces that accesses were divided into.
    fn sized_pieces(&self) -> Vec<(u64, AccessSize)> {
        with_sizes(&self.pieces).collect()
    }
}

/// Locations that were saved.
fn locations(saved: &[(u64, u32)]) -> Vec<(Address, AccessSize)> {
    with_sizes(saved).map(|(address, size)| (Address(address), size)).collect()
}

/// Locations as addresses with numbers of bytes.
fn with_bytes(locations: &[(Address, AccessSize)]) -> Vec<(u64, u32)> {
    locations.iter().map(|(address, size)| (address.0, size.bytes())).collect()
}

/// The addresses whose numbers of bytes are sizes of accesses, with these sizes.
fn with_sizes(saved: &[(u64, u32)]) -> impl Iterator<Item = (u64, AccessSize)> {
    let size = |bytes: u32| AccessSize::ALL.into_iter().find(|size| size.bytes() == bytes);
    saved.iter().filter_map(move |&(address, bytes)| Some((address, size(bytes)?)))
}

/// The next step of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct SavedStep {
    thread: usize,
    #[serde(flatten)]
    choice: SavedChoice,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case")]
enum SavedChoice {
    Go,
    Read {
        from: Option<usize>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        spurious: bool,
    },
    Write {
        behind: Option<usize>,
    },
    Choose {
        value: u64,
    },
}

impl SavedError {
    /// An error to be saved.
    fn new(build: Build, trace: &Trace, error: String) -> Self {
        let step = |event: &TraceEvent| SavedStep {
            thread: event.thread.index(),
            choice: match event.choice {
                TraceChoice::None => SavedChoice::Go,
                TraceChoice::Read { source, spurious } => SavedChoice::Read { from: source, spurious },
                TraceChoice::Write { behind } => SavedChoice::Write { behind },
                TraceChoice::Choice(value) => SavedChoice::Choose { value },
            },
        };
        Self {
            format: FORMAT,
            build,
            error,
            failing: trace.failing.map(EntityId::index),
            endless: trace.endless,
            observed: with_bytes(&trace.observed),
            unawaited: with_bytes(&trace.unawaited),
            uncounted: trace.uncounted.iter().map(|barrier| barrier.0).collect(),
            steps: trace.events.iter().map(step).collect(),
        }
    }

    fn trace(&self) -> Trace {
        let event = |step: &SavedStep| TraceEvent {
            thread: ThreadId::from_index(step.thread),
            choice: match step.choice {
                SavedChoice::Go => TraceChoice::None,
                SavedChoice::Read { from, spurious } => TraceChoice::Read { source: from, spurious },
                SavedChoice::Write { behind } => TraceChoice::Write { behind },
                SavedChoice::Choose { value } => TraceChoice::Choice(value),
            },
        };
        Trace {
            events: self.steps.iter().map(event).collect(),
            failing: self.failing.map(ThreadId::from_index),
            endless: self.endless,
            observed: locations(&self.observed),
            unawaited: locations(&self.unawaited),
            uncounted: self.uncounted.iter().copied().map(Address).collect(),
        }
    }

    fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self).context("--save")?;
        fs::write(path, text + "\n").with_context(|| format!("--save: cannot write {}", path.display()))
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("--replay: cannot read {}", path.display()))?;
        let saved: Self = serde_json::from_str(&text)
            .with_context(|| format!("--replay: {} was not written by --save", path.display()))?;
        ensure!(
            saved.format == FORMAT,
            "--replay: {} has format {}, but this version of porf reads format {FORMAT}",
            path.display(),
            saved.format
        );
        ensure!(!saved.build.files.is_empty(), "--replay: {} names no files", path.display());
        ensure!(
            saved.steps.iter().all(|step| step.thread < MOST_THREADS)
                && saved.failing.is_none_or(|thread| thread < MOST_THREADS),
            "--replay: {} was not written by --save: there is no such thread",
            path.display()
        );
        Ok(saved)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trace_comes_back_as_it_was() {
        let thread = |index| ThreadId::from_index(index);
        let choices = [
            TraceChoice::None,
            TraceChoice::Read { source: None, spurious: true },
            TraceChoice::Read { source: Some(0), spurious: false },
            TraceChoice::Write { behind: Some(2) },
            TraceChoice::Choice(7),
        ];
        let events = choices.into_iter().enumerate();
        let events = events.map(|(index, choice)| TraceEvent { thread: thread(index % 2), choice });
        let observed = vec![(Address(64), AccessSize::B4)];
        let unawaited = vec![(Address(72), AccessSize::B8)];
        let trace = Trace {
            events: events.collect(),
            failing: Some(thread(1)),
            endless: false,
            observed,
            unawaited,
            uncounted: vec![Address(80)],
        };
        let saved = SavedError::new(Build::default(), &trace, "an error".into());
        let text = serde_json::to_string(&saved).unwrap();
        let read: SavedError = serde_json::from_str(&text).unwrap();
        assert_eq!(read, saved);
        assert_eq!(read.trace(), trace);
    }
}
