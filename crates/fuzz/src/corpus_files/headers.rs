//! The C programs of the corpus with the options of their headers (corpus/README.md).

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use porf_driver::{BuildOptions, load_library};
use porf_explore::Liveness;
use porf_passes::PassName;

/// A program of the corpus with options of its header.
#[derive(Clone, Debug)]
pub struct CorpusProgram {
    /// The path below the directory of the C programs, and the options.
    name: String,
    pub(super) path: PathBuf,
    pub(super) build: BuildOptions,
    pub(super) liveness: Liveness,
    pub(super) redundant_iterations: bool,
}

impl fmt::Display for CorpusProgram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// The programs of the corpus. Options that make no difference to the executions under a model from a
/// file do not count, and neither do lines for long runs.
///
/// Neighbours in the corpus resemble each other, so the order is that of a hash: any part of the list
/// has programs of many sorts.
pub fn corpus_programs() -> Result<Vec<CorpusProgram>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    let mut directories = vec![root.clone()];
    let mut programs = Vec::new();
    while let Some(directory) = directories.pop() {
        let on_error = |error: std::io::Error| format!("{}: {error}", directory.display());
        for entry in fs::read_dir(&directory).map_err(on_error)? {
            let path = entry.map_err(on_error)?.path();
            if path.is_dir() {
                directories.push(path);
            } else if path.extension().is_some_and(|extension| extension == "c") {
                let source = fs::read_to_string(&path).map_err(on_error)?;
                let name = path.strip_prefix(&root).unwrap_or(&path).display().to_string();
                programs.extend(in_header(&name, &path, &source)?);
            }
        }
    }
    programs.sort_by_cached_key(|program| {
        let mut hasher = DefaultHasher::new();
        program.name.hash(&mut hasher);
        hasher.finish()
    });
    Ok(programs)
}

/// The different programs that a header describes.
fn in_header(name: &str, path: &Path, source: &str) -> Result<Vec<CorpusProgram>, String> {
    let mut options = "";
    let mut variants: Vec<&str> = Vec::new();
    for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let Some((key, result)) = line.split_once(": ").filter(|_| !line.starts_with(' ')) else { continue };
        match key {
            "about" | "why" => {}
            "options" => options = result,
            _ if key.ends_with(" slow") => {}
            _ => {
                let (_, variant) = key.split_once('[').unwrap_or((key, ""));
                variants.push(variant.trim_end_matches(" rf").trim_end_matches(']'));
            }
        }
    }
    let mut programs = Vec::new();
    let mut known = BTreeSet::new();
    for variant in variants {
        let words = options.split_whitespace().chain(variant.split_whitespace());
        let program = program(name, path, words).map_err(|message| format!("{name}: {message}"))?;
        if known.insert(program.name.clone()) {
            programs.push(program);
        }
    }
    Ok(programs)
}

/// The program with options. Its name has those that make a difference.
fn program<'a>(
    name: &str,
    path: &Path,
    mut words: impl Iterator<Item = &'a str>,
) -> Result<CorpusProgram, String> {
    let mut program = CorpusProgram {
        name: name.to_owned(),
        path: path.to_owned(),
        build: BuildOptions::default(),
        liveness: Liveness::All,
        redundant_iterations: true,
    };
    while let Some(word) = words.next() {
        let mut full_word = word.to_owned();
        match word {
            "--symmetry" | "--independent-adds" | "--no-independent-adds" | "--no-helping" | "--no-zne" => {
                continue;
            }
            "--engine" => {
                words.next();
                continue;
            }
            "--unroll" | "--library" => {
                let value = words.next().ok_or_else(|| format!("{word} has no value"))?;
                full_word = format!("{word} {value}");
                match word {
                    "--unroll" => program.build.unroll = value.parse().ok(),
                    _ => program.build.libraries.push(load_library(value).map_err(|bad| bad.to_string())?),
                }
            }
            "--no-spinloops" => {
                program.build.disabled_passes.extend(PassName::SPINLOOPS);
                program.redundant_iterations = false;
            }
            "--no-redundant-iterations" => program.redundant_iterations = false,
            "--no-liveness" => program.liveness = Liveness::Ignored,
            "--no-livelock-with-writes" => program.liveness = Liveness::Waiting,
            "--no-awaits" => program.build.machine.awaits = false,
            "--no-spurious" => program.build.machine.spurious = false,
            "--signed-overflow" => program.build.machine.signed_overflow = true,
            _ => match word.strip_prefix("--") {
                None => program.build.clang_options.push(word.to_owned()),
                Some(option) => {
                    let pass = option.strip_prefix("no-");
                    let pass =
                        pass.and_then(|pass| PassName::ALL.iter().copied().find(|it| it.to_string() == pass));
                    let pass = pass.ok_or_else(|| format!("the header has the unknown option {word}"))?;
                    program.build.disabled_passes.push(pass);
                }
            },
        }
        program.name = format!("{} {full_word}", program.name);
    }
    Ok(program)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_make_no_difference_are_left_out() {
        let source = "\
            //@ about: something\n\
            //@   that goes on [-DM]: verified\n\
            //@ options: --unroll 3 --no-liveness\n\
            //@ sc,tso: verified executions=3\n\
            //@ all [--symmetry]: verified\n\
            //@ ra rf [-DN=5 --no-zne --no-awaits]: verified\n\
            //@ rc11 [-DN=9] slow: verified\n\
            int main(void) {}\n";
        let programs = in_header("a.c", Path::new("a.c"), source).expect("the header is right");
        let names: Vec<&str> = programs.iter().map(|program| &*program.name).collect();
        assert_eq!(names, ["a.c --unroll 3 --no-liveness", "a.c --unroll 3 --no-liveness -DN=5 --no-awaits"]);
        let last = programs.last().expect("there are two");
        assert_eq!(last.build.unroll, Some(3));
        assert_eq!(last.build.clang_options, ["-DN=5"]);
        assert_eq!(last.liveness, Liveness::Ignored);
        assert!(!last.build.machine.awaits);
    }

    #[test]
    fn unknown_options_are_errors() {
        let in_header = |source| in_header("a.c", Path::new("a.c"), source).map(|programs| programs.len());
        assert!(in_header("//@ sc [--no-such-thing]: verified\n").is_err());
        assert_eq!(in_header("//@ sc: verified\n"), Ok(1));
    }
}
