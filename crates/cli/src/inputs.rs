//! The files to check.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use porf_report::{InputReport, Place};

/// The extension of litmus tests.
const EXTENSION: &str = "litmus";

/// A file, or what is wrong with a path that should have led to files.
pub(crate) type Input = Result<PathBuf, InputReport>;

/// The files that the paths name: files as they are, directories searched for tests, in order.
pub(crate) fn expand(paths: &[PathBuf]) -> Vec<Input> {
    paths.iter().flat_map(|path| expand_path(path)).collect()
}

fn expand_path(path: &Path) -> Vec<Input> {
    if !path.is_dir() {
        return vec![Ok(path.to_owned())];
    }
    let mut inputs = tests_below(path);
    if inputs.is_empty() {
        inputs.push(Err(InputReport {
            file: path.display().to_string(),
            message: format!("there is no *.{EXTENSION} file in this directory"),
            place: Place { line: None, column: None },
            help: Some("name the files themselves if they are called otherwise".into()),
        }));
    }
    inputs
}

/// The tests in the directory and those below it, sorted, and the directories that cannot be read. Links
/// to directories are not followed.
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
    files.into_iter().map(Ok).chain(unreadable_directories).collect()
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

/// A path that cannot be read.
pub(crate) fn unreadable(path: &Path, error: &io::Error) -> InputReport {
    let help = match error.kind() {
        io::ErrorKind::NotFound => Some("check the path; `porf check` takes files and directories".into()),
        _ => None,
    };
    InputReport {
        file: path.display().to_string(),
        message: format!("cannot be read: {}", reason(error)),
        place: Place { line: None, column: None },
        help,
    }
}

/// The error in words, without the number that the system gives it.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "no such file or directory".into(),
        io::ErrorKind::PermissionDenied => "permission denied".into(),
        _ => error.to_string(),
    }
}
