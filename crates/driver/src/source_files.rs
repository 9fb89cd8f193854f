//! The source files of a program: their paths and their names.
//!
//! For each file, the compiler gives the directory in which it ran and the path of the file from
//! there, and splits an absolute path wherever it likes. Users know files by the paths that they
//! typed. So a file that the user named has that name. A file beside or below such a file, a header
//! mostly, has the name that the user would have given it from there. Other files have their paths
//! from the working directory, or their full paths.

use std::fs;
use std::path::{Component, Path, PathBuf};

use porf_report::SourceFile;

/// The files that the compiler names, with their texts if they can be read. `written` has the
/// compiler's names of the files, `found` the places where it found them, and `typed` the files
/// that the user named.
pub(crate) fn source_files(written: &[String], found: &[String], typed: &[PathBuf]) -> Vec<SourceFile> {
    let here = std::env::current_dir().unwrap_or_default();
    let mut files: Vec<SourceFile> = Vec::new();
    for (written, found) in written.iter().zip(found) {
        let path = here.join(found);
        let (mut name, text) = match fs::read_to_string(&path) {
            Ok(text) => (name(&path, typed, &here), Some(text)),
            // LLVM IR may come from another machine, and its source with it.
            Err(_) => (written.clone(), fs::read_to_string(written).ok()),
        };
        if files.iter().any(|known| known.name == name) {
            name = path.display().to_string();
        }
        files.push(SourceFile { name, text });
    }
    files
}

/// The name of a file.
fn name(path: &Path, typed: &[PathBuf], here: &Path) -> String {
    let path = normal(path);
    if let Some(same) = typed.iter().find(|typed| normal(&here.join(typed)) == path) {
        return same.display().to_string();
    }
    let beside = typed.iter().filter_map(|typed| {
        let directory = typed.parent()?;
        let rest = path.strip_prefix(normal(&here.join(directory))).ok()?;
        Some(directory.join(rest))
    });
    // The user's directory nearest to the file.
    let nearest = beside.min_by_key(|path| path.components().count());
    let name = nearest.or_else(|| path.strip_prefix(here).map(Path::to_owned).ok());
    name.unwrap_or(path).display().to_string()
}

/// The path without `.` and, as far as it can be seen from the path alone, without `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(normal.components().next_back(), Some(Component::Normal(_))) => {
                normal.pop();
            }
            Component::ParentDir if normal.has_root() => {}
            part => normal.push(part),
        }
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_what_the_user_typed() {
        let here = Path::new("/home/me/locks");
        let called = |path: &str, typed: &[&str]| {
            let typed: Vec<PathBuf> = typed.iter().map(PathBuf::from).collect();
            name(Path::new(path), &typed, here)
        };
        for typed in
            ["queue.c", "./queue.c", "../locks/queue.c", "/home/me/locks/queue.c", "/home/me/./locks/queue.c"]
        {
            assert_eq!(called("/home/me/locks/queue.c", &[typed]), typed);
        }
        assert_eq!(called("/home/me/locks/queue.h", &["queue.c"]), "queue.h");
        assert_eq!(called("/home/me/locks/inc/queue.h", &["src/main.c"]), "inc/queue.h");
        assert_eq!(called("/home/me/lib/queue.h", &["../lib/main.c"]), "../lib/queue.h");
        assert_eq!(called("/srv/lib/inc/queue.h", &["/srv/lib/main.c"]), "/srv/lib/inc/queue.h");
        assert_eq!(called("/home/me/locks/src/a.h", &["main.c", "src/a.c"]), "src/a.h");
        assert_eq!(called("/usr/include/stdio.h", &["queue.c"]), "/usr/include/stdio.h");
    }

    #[test]
    fn dots_are_taken_out_of_paths() {
        assert_eq!(normal(Path::new("/a/./b/../c")), Path::new("/a/c"));
        assert_eq!(normal(Path::new("/../a")), Path::new("/a"));
        assert_eq!(normal(Path::new("../a/..")), Path::new(".."));
    }
}
