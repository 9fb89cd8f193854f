//! The choice of a clang: the one that the user asked for, else the newest on the path.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::AtomicBool;

use crate::error::ClangError;
use crate::process;
use crate::version::{NEWEST, OLDEST, Version};

/// A usable clang.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    command: PathBuf,
    version: Version,
    /// The directory in which it runs, if not the working directory.
    directory: Option<PathBuf>,
}

impl Clang {
    /// The clang at `explicit`, else the one that the environment variable `PORF_CLANG` names, else
    /// the newest usable one among `clang-22` … `clang-15` and `clang` on the path. An error if
    /// `interrupt` is set meanwhile.
    pub fn find(explicit: Option<&Path>, interrupt: &AtomicBool) -> Result<Self, ClangError> {
        let from_environment = env::var_os("PORF_CLANG").filter(|value| !value.is_empty()).map(PathBuf::from);
        match explicit.map(Path::to_owned).or(from_environment) {
            Some(command) => Self::at(command, interrupt),
            None => Self::newest_in(env::var_os("PATH").as_deref(), interrupt),
        }
    }

    /// The command that runs it.
    pub fn command(&self) -> &Path {
        &self.command
    }

    /// Its version.
    pub fn version(&self) -> &Version {
        &self.version
    }

    /// The same clang, run in a directory: names of files and options are relative to this
    /// directory.
    #[must_use]
    pub fn in_directory(self, directory: PathBuf) -> Self {
        // A command without a directory is looked up on the path, wherever it runs.
        let command = match self.command.components().count() {
            1 => self.command,
            _ => std::path::absolute(&self.command).unwrap_or(self.command),
        };
        Self { command, directory: Some(directory), ..self }
    }

    pub(crate) fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    fn at(command: PathBuf, interrupt: &AtomicBool) -> Result<Self, ClangError> {
        let version = match version_of(&command, interrupt) {
            Err(error) => return Err(ClangError::NotRunnable { command, error }),
            Ok(None) => return Err(ClangError::NotClang { command }),
            Ok(Some(version)) => version,
        };
        if version.major < OLDEST {
            Err(ClangError::TooOld { command, version })
        } else if version.major > NEWEST {
            Err(ClangError::TooNew { command, version })
        } else {
            Ok(Self { command, version, directory: None })
        }
    }

    /// The newest clang in the directories of a search path. A command with its version in its name
    /// needs to be run only if no newer one is there, so most of the time two processes are enough.
    fn newest_in(search_path: Option<&OsStr>, interrupt: &AtomicBool) -> Result<Self, ClangError> {
        let on_path = |name: &str| command_on_path(search_path, name);
        let versioned = (OLDEST..=NEWEST)
            .rev()
            .filter_map(|major| on_path(&format!("clang-{major}")))
            .find_map(|command| Self::at(command, interrupt).ok());
        let plain = on_path("clang").map(|command| Self::at(command, interrupt));
        match (versioned, plain) {
            (Some(versioned), Some(Ok(plain))) if plain.version.major > versioned.version.major => Ok(plain),
            (Some(versioned), _) => Ok(versioned),
            (None, Some(plain)) => plain,
            (None, None) => Err(ClangError::Missing),
        }
    }
}

/// The file of a command name. The current directory is never searched, even if the path has it.
fn command_on_path(search_path: Option<&OsStr>, name: &str) -> Option<PathBuf> {
    let directories = env::split_paths(search_path?).filter(|directory| directory.is_absolute());
    directories.map(|directory| directory.join(name)).find(|file| file.is_file())
}

/// The version that the command reports, or `None` if its output is no version of clang.
fn version_of(command: &Path, interrupt: &AtomicBool) -> io::Result<Option<Version>> {
    let output = process::output(Command::new(command).arg("--version"), interrupt)?;
    Ok(Version::parse(&String::from_utf8_lossy(&output.stdout)).filter(|_| output.status.success()))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::sync::{Mutex, MutexGuard, PoisonError};

    use tempfile::TempDir;

    use super::*;

    /// A directory with commands that only print a version. Only one exists at a time: a process
    /// that is started while another test writes a command keeps that file busy.
    struct Commands(
        TempDir,
        #[expect(dead_code, reason = "held while the commands are there")] MutexGuard<'static, ()>,
    );

    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    impl Commands {
        fn new(commands: &[(&str, &str)]) -> Self {
            let guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
            let directory = TempDir::new().expect("the temporary directory is writable");
            for (name, version) in commands {
                let file = directory.path().join(name);
                fs::write(&file, format!("#!/bin/sh\necho '{version}'\n"))
                    .expect("the directory is writable");
                fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("the file is ours");
            }
            Self(directory, guard)
        }

        fn newest(&self) -> Result<Clang, ClangError> {
            Clang::newest_in(Some(self.0.path().as_os_str()), &AtomicBool::new(false))
        }

        fn newest_version(&self) -> String {
            self.newest().map_or_else(|error| error.to_string(), |clang| clang.version.text)
        }
    }

    #[test]
    fn the_newest_that_will_do_is_found() {
        let clang = |version: &str| format!("Debian clang version {version} (x)");
        let (v14, v16, v19, v23) = (clang("14.0.6"), clang("16.0.1"), clang("19.1.7"), clang("23.0.0git"));
        assert_eq!(Commands::new(&[("clang-16", &v16), ("clang-19", &v19)]).newest_version(), "19.1.7");
        assert_eq!(Commands::new(&[("clang-16", &v16), ("clang", &v19)]).newest_version(), "19.1.7");
        assert_eq!(Commands::new(&[("clang-19", &v19), ("clang", &v16)]).newest_version(), "19.1.7");
        assert_eq!(Commands::new(&[("clang-16", &v16), ("clang", &v14)]).newest_version(), "16.0.1");
        assert_eq!(Commands::new(&[("clang-16", &v16), ("clang", &v23)]).newest_version(), "16.0.1");
        assert_eq!(
            Commands::new(&[("clang-19", "no compiler"), ("clang-16", &v16)]).newest_version(),
            "16.0.1"
        );
        assert!(matches!(
            Commands::new(&[("clang", &v14), ("clang-14", &v14)]).newest(),
            Err(ClangError::TooOld { .. })
        ));
        assert!(matches!(Commands::new(&[("clang", &v23)]).newest(), Err(ClangError::TooNew { .. })));
        assert!(matches!(Commands::new(&[("clang-14", &v14)]).newest(), Err(ClangError::Missing)));
        assert!(matches!(Commands::new(&[]).newest(), Err(ClangError::Missing)));
        assert!(matches!(Clang::newest_in(None, &AtomicBool::new(false)), Err(ClangError::Missing)));
    }

    #[test]
    fn a_command_that_was_asked_for_is_taken_or_refused() {
        let commands = Commands::new(&[
            ("good", "clang version 17.0.1"),
            ("old", "clang version 14.0.0"),
            ("new", "clang version 99"),
            ("other", "gcc 12"),
        ]);
        let find = |name: &str| Clang::find(Some(&commands.0.path().join(name)), &AtomicBool::new(false));
        assert_eq!(find("good").map(|clang| clang.version.major).ok(), Some(17));
        let cases = [
            ("old", "old is version 14.0.0, which is too old"),
            ("new", "new is version 99, which is too new"),
            ("other", "other is not clang"),
            ("absent", "absent cannot be run: "),
        ];
        for (name, expected) in cases {
            let message = find(name).expect_err("this one does not do").to_string();
            assert!(message.contains(expected), "{message}");
            assert!(message.contains("; versions 15 to 22 will do. To install one: "), "{message}");
        }
    }

    #[test]
    fn relative_directories_are_not_searched() {
        assert_eq!(command_on_path(Some(OsStr::new("src:.:")), "lib.rs"), None);
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        assert_eq!(command_on_path(Some(source.as_os_str()), "lib.rs"), Some(source.join("lib.rs")));
    }
}
