//! The files of the corpus.

use std::fs;
use std::path::{Path, PathBuf};

/// All files with the extension in the directory and below it, in the order of their paths.
pub(crate) fn files_below(root: &Path, extension: &str) -> Vec<PathBuf> {
    let mut directories = vec![root.to_owned()];
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        let entries = fs::read_dir(&directory)
            .unwrap_or_else(|error| panic!("cannot read the directory {}: {error}", directory.display()));
        for path in entries.map(|entry| entry.expect("a directory can be read to its end").path()) {
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}
