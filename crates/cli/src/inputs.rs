//! The files to check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use porf_driver::{is_llvm, unreadable};
use porf_report::{InputReport, Place};

/// The extension of litmus tests.
const EXTENSION: &str = "litmus";

/// A source to check, or the error of a path that leads to none.
pub(crate) type Input = Result<Source, InputReport>;

/// A source to check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    /// A litmus test.
    Test(PathBuf),
    /// The files of a program.
    Program(Vec<PathBuf>),
    /// An interrupted check.
    Checkpoint(PathBuf),
}

impl Source {
    /// The name of the source.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Test(path) | Self::Checkpoint(path) => path.display().to_string(),
            Self::Program(paths) => {
                paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ")
            }
        }
    }
}

/// The sources that the paths name, in order: first the program that the C files form, then tests,
/// and the tests in directories.
pub(crate) fn expand(paths: &[PathBuf]) -> Vec<Input> {
    let (program, tests): (Vec<PathBuf>, Vec<PathBuf>) =
        paths.iter().cloned().partition(|path| is_part_of_program(path));
    let program = (!program.is_empty()).then_some(Ok(Source::Program(program)));
    program.into_iter().chain(tests.iter().flat_map(|path| expand_path(path))).collect()
}

/// Whether a file is C or LLVM IR text, by its name.
pub(crate) fn is_part_of_program(path: &Path) -> bool {
    !path.is_dir() && (is_llvm(path) || path.extension().is_some_and(|extension| extension == "c"))
}

fn expand_path(path: &Path) -> Vec<Input> {
    if !path.is_dir() {
        return vec![Ok(Source::Test(path.to_owned()))];
    }
    let mut inputs = tests_below(path);
    if inputs.is_empty() {
        inputs.push(Err(InputReport {
            file: path.display().to_string(),
            message: format!("there is no *.{EXTENSION} file in this directory"),
            place: Place::default(),
            help: Some("name the files themselves if they are called otherwise".into()),
            unsupported: false,
        }));
    }
    inputs
}

/// The tests in the directory and those below it, sorted, and the directories that cannot be read.
/// Links to directories are not followed.
fn tests_below(directory: &Path) -> Vec<Input> {
    let mut files = Vec::new();
    let mut unreadable_directories = Vec::new();
    let mut directories = vec![directory.to_owned()];
    while let Some(directory) = directories.pop() {
        if let Err(error) = read_directory(&directory, &mut files, &mut directories) {
            unreadable_directories.push(Err(unreadable(&directory, &error)));
        }
    }
    files.sort();
    files.into_iter().map(|path| Ok(Source::Test(path))).chain(unreadable_directories).collect()
}

fn read_directory(
    directory: &Path,
    files: &mut Vec<PathBuf>,
    directories: &mut Vec<PathBuf>,
) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let entry = entry?;
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            directories.push(path);
        } else if path.extension().is_some_and(|extension| extension == EXTENSION) && path.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
