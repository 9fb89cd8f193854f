//! The headers that come with the tool, as files for clang to find, in a private directory that
//! exists as long as the run.

use std::fs;
use std::io;
use std::path::Path;

use porf_runtime::HEADERS;
use tempfile::TempDir;

/// The installed headers, which are removed when this is dropped.
#[derive(Debug)]
pub struct Headers {
    directory: TempDir,
}

impl Headers {
    /// Writes the headers to a fresh directory that only the user can read.
    pub fn install() -> io::Result<Self> {
        let directory = private_directory()?;
        for header in HEADERS {
            fs::write(directory.path().join(header.name), header.text)?;
        }
        Ok(Self { directory })
    }

    /// The directory of the headers.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

#[cfg(unix)]
fn private_directory() -> io::Result<TempDir> {
    use std::os::unix::fs::PermissionsExt;
    let mode = fs::Permissions::from_mode(0o700);
    tempfile::Builder::new().prefix("porf-include-").permissions(mode).tempdir()
}

#[cfg(not(unix))]
fn private_directory() -> io::Result<TempDir> {
    tempfile::Builder::new().prefix("porf-include-").tempdir()
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
