//! The headers that come with the tool, as files for clang to find: a private directory that lives as long as the run.

use std::fs::{self, DirBuilder};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use porf_runtime::HEADERS;

/// The installed headers; gone when dropped.
#[derive(Debug)]
pub struct Headers {
    directory: Scratch,
}

impl Headers {
    /// Writes the headers to a fresh directory.
    pub fn install() -> io::Result<Self> {
        let directory = Scratch::new("porf-include")?;
        for header in HEADERS {
            fs::write(directory.path().join(header.name), header.text)?;
        }
        Ok(Self { directory })
    }

    /// The directory that they are in.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// A fresh directory that only the user can read, removed when dropped.
#[derive(Debug)]
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    /// Makes a directory whose name begins like this. A name that is taken, by whomever, is never used.
    pub(crate) fn new(prefix: &str) -> io::Result<Self> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("{prefix}-{}-{number}", std::process::id()));
            match private_directory().create(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to whoever cleans the temporary directory: there is nobody to tell.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(unix)]
fn private_directory() -> DirBuilder {
    use std::os::unix::fs::DirBuilderExt;
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    builder
}

#[cfg(not(unix))]
fn private_directory() -> DirBuilder {
    DirBuilder::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_there_until_they_are_dropped() {
        let (first, second) = (Headers::install().expect("writable"), Headers::install().expect("writable"));
        assert_ne!(first.path(), second.path());
        for header in HEADERS {
            let text = fs::read_to_string(first.path().join(header.name)).expect("the header is installed");
            assert_eq!(text, header.text);
        }
        let path = first.path().to_owned();
        drop(first);
        assert!(!path.exists() && second.path().exists());
    }

    #[cfg(unix)]
    #[test]
    fn nobody_else_can_read_them() {
        use std::os::unix::fs::PermissionsExt;
        let headers = Headers::install().expect("writable");
        let mode = fs::metadata(headers.path()).expect("it exists").permissions().mode();
        assert_eq!(mode & 0o077, 0);
    }
}
