//! Found errors as files: what `--save` writes and `--replay` reads.
//!
//! A file says how to build the program and, step by step, how to make the one execution: nothing is explored to see the error
//! again. It is JSON, and complete but for the sources.

use std::fs::{self, OpenOptions};
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use porf_entity::{AccessSize, Address, EntityId, ThreadId};
use porf_explore::{Trace, TraceChoice, TraceEvent};
use serde::{Deserialize, Serialize};

/// No program has more threads.
const MOST_THREADS: usize = 1 << 16;

/// The version of the format.
const FORMAT: u32 = 1;

/// An error that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SavedError {
    format: u32,
    #[serde(flatten)]
    pub(crate) build: Build,
    /// What was found, for whoever reads the file.
    error: String,
    failing: Option<usize>,
    /// Whether the threads run on for ever after the steps.
    #[serde(default)]
    endless: bool,
    /// Where loops leave out nothing: address and number of bytes.
    #[serde(default)]
    noticed: Vec<(u64, u32)>,
    /// What is not awaited.
    #[serde(default)]
    unawaited: Vec<(u64, u32)>,
    steps: Vec<SavedStep>,
}

/// How the program was built and checked.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Build {
    pub(crate) files: Vec<PathBuf>,
    /// Where porf ran: files, and what options of clang name, are there.
    #[serde(default)]
    pub(crate) directory: Option<PathBuf>,
    pub(crate) clang_options: Vec<String>,
    pub(crate) model: String,
    pub(crate) unroll: Option<u32>,
    #[serde(default)]
    pub(crate) max_events: Option<u32>,
    /// The names of the passes that were left out.
    #[serde(default)]
    pub(crate) disabled_passes: Vec<String>,
    #[serde(default)]
    pub(crate) no_awaits: bool,
    #[serde(default)]
    pub(crate) no_helping: bool,
    pub(crate) no_spurious: bool,
    pub(crate) signed_overflow: bool,
    /// The pieces that accesses were divided into: address and number of bytes.
    #[serde(default)]
    pub(crate) pieces: Vec<(u64, u32)>,
}

impl Build {
    /// The directory that the files are in, if it is another one than the working directory.
    pub(crate) fn elsewhere(&self) -> Option<&Path> {
        let directory = self.directory.as_deref()?;
        let is_here = std::env::current_dir().is_ok_and(|here| here == directory);
        // They may have been moved, and the user with them.
        let is_gone = self.files.iter().any(|file| !directory.join(file).exists());
        (!is_here && !is_gone).then_some(directory)
    }

    /// The pieces that accesses were divided into.
    pub(crate) fn sized_pieces(&self) -> Vec<(u64, AccessSize)> {
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

/// Addresses with numbers of bytes, as far as those are sizes of accesses.
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
    pub(crate) fn new(build: Build, trace: &Trace, error: String) -> Self {
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
            noticed: with_bytes(&trace.noticed),
            unawaited: with_bytes(&trace.unawaited),
            steps: trace.events.iter().map(step).collect(),
        }
    }

    pub(crate) fn trace(&self) -> Trace {
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
            noticed: locations(&self.noticed),
            unawaited: locations(&self.unawaited),
        }
    }

    /// Sees to it that the file can be written.
    pub(crate) fn prepare(path: &Path) -> anyhow::Result<()> {
        let opened = OpenOptions::new().append(true).create(true).open(path);
        opened.with_context(|| format!("--save: cannot write {}", path.display()))?;
        Ok(())
    }

    /// Takes a file away that was prepared and is not needed.
    pub(crate) fn discard(path: &Path) {
        if fs::metadata(path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0) {
            // Where that fails there is an empty file too many.
            let _ = fs::remove_file(path);
        }
    }

    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(self).context("--save")?;
        fs::write(path, text + "\n").with_context(|| format!("--save: cannot write {}", path.display()))
    }

    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
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
        let noticed = vec![(Address(64), AccessSize::B4)];
        let unawaited = vec![(Address(72), AccessSize::B8)];
        let trace =
            Trace { events: events.collect(), failing: Some(thread(1)), endless: false, noticed, unawaited };
        let saved = SavedError::new(Build::default(), &trace, "an error".into());
        let text = serde_json::to_string(&saved).unwrap();
        let read: SavedError = serde_json::from_str(&text).unwrap();
        assert_eq!(read, saved);
        assert_eq!(read.trace(), trace);
    }
}
