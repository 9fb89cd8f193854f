//! Every implementation below `corpus/implementations` and `corpus/linearizable` against its specification.
//!
//! The header is that of C programs (`programs.rs`), with these differences:
//!
//! ```text
//! //@ implements: mutex
//! //@ all: holds
//! //@ rc11,cpp20 [-DBROKEN]: error specification
//! //@ all [-DBROKEN_WAIT --threads 3 --calls 1]: error deadlock
//! ```
//!
//! It names the library, or in `linearizable:` the file beside it with sequential code. Options in brackets are those of the
//! most general client, and others for clang. What is expected is `holds`, or `error`, maybe with its kind. A model without a line
//! is not looked at. Models other than SC and RC11 are looked at in long runs (`PORF_SLOW=1`) only.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use libtest_mimic::{Arguments, Failed, Trial};
use porf_driver::{Against, BuildOptions, CheckOptions, ClientBounds, LoadedCalls, load_library};
use porf_explore::ModelKind;
use porf_report::Verdict;

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let slow = is_long_run();
    let mut trials = Vec::new();
    for directory in ["implementations", "linearizable"] {
        let root = corpus.join(directory);
        for path in files_in(&root) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            if stem.starts_with("spec-") {
                continue;
            }
            let name = format!("{directory}/{stem}");
            match header(&path) {
                Err(message) => trials.push(Trial::test(name, move || Err(message.into()))),
                Ok(header) => trials.extend(trials_of(&name, &path, &header, slow)),
            }
        }
    }
    assert!(!trials.is_empty(), "there are no implementations in {}", corpus.display());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// The files of a directory, in the order of their names.
fn files_in(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the directory of the corpus can be read");
    let mut files: Vec<PathBuf> =
        entries.map(|entry| entry.expect("it can be read to its end").path()).collect();
    files.sort();
    files
}

fn is_long_run() -> bool {
    std::env::var_os("PORF_SLOW").is_some()
}

/// What a header says.
struct Header {
    against: String,
    is_sequential: bool,
    lines: Vec<Line>,
}

/// A line of a header for one set of options.
#[derive(Clone)]
struct Line {
    models: Vec<ModelKind>,
    options: Vec<String>,
    expected: String,
    slow: bool,
}

fn header(path: &Path) -> Result<Header, String> {
    let source = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (mut against, mut lines) = (None, Vec::new());
    for line in source.lines().filter_map(|line| line.strip_prefix("//@ ")) {
        let Some((key, value)) = line.split_once(": ") else { continue };
        match key {
            "implements" => against = Some((value.trim().to_owned(), false)),
            "linearizable" => against = Some((value.trim().to_owned(), true)),
            "about" | "why" => {}
            _ if line.starts_with(' ') => {}
            key => lines.push(line_of(key, value)?),
        }
    }
    let (against, is_sequential) = against.ok_or("the header does not name a specification")?;
    Ok(Header { against, is_sequential, lines })
}

fn line_of(key: &str, value: &str) -> Result<Line, String> {
    let (key, slow) = key.strip_suffix(" slow").map_or((key, false), |key| (key, true));
    let (models, options) = match key.split_once(" [") {
        Some((models, options)) => (models, options.trim_end_matches(']')),
        None => (key, ""),
    };
    let named = |name: &str| {
        let model = ModelKind::ALL.into_iter().find(|model| model.name() == name);
        model.ok_or_else(|| format!("`{name}` is no model"))
    };
    let models = match models {
        "all" => ModelKind::ALL.to_vec(),
        models => models.split(',').map(named).collect::<Result<_, String>>()?,
    };
    let is_looked_at = |model: &ModelKind| is_long_run() || matches!(model, ModelKind::Sc | ModelKind::Rc11);
    let models = models.into_iter().filter(is_looked_at).collect();
    let options = options.split_whitespace().map(str::to_owned).collect();
    Ok(Line { models, options, expected: value.trim().to_owned(), slow })
}

/// The tests of a file: one for each set of options.
fn trials_of(name: &str, path: &Path, header: &Header, slow: bool) -> Vec<Trial> {
    let lines = header.lines.iter().filter(|line| slow || !line.slow);
    let mut sets: Vec<Vec<Line>> = Vec::new();
    for line in lines {
        match sets.iter_mut().find(|set| set[0].options == line.options) {
            Some(set) => set.push(line.clone()),
            None => sets.push(vec![line.clone()]),
        }
    }
    let trial = |set: Vec<Line>| {
        let name = [name, &set[0].options.join(" ")].join(" ");
        let (path, against, is_sequential) = (path.to_owned(), header.against.clone(), header.is_sequential);
        Trial::test(name.trim().to_owned(), move || check(&path, &against, is_sequential, &set))
    };
    sets.into_iter().map(trial).collect()
}

fn check(path: &Path, against: &str, is_sequential: bool, lines: &[Line]) -> Result<(), Failed> {
    let mut bounds = ClientBounds { threads: 2, calls: 2, objects: 1, messages: 1 };
    let mut build = BuildOptions::default();
    let mut words = lines[0].options.iter();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|word| word.parse().ok()).ok_or("a number is missing");
        match &**word {
            "--threads" => bounds.threads = number()?,
            "--calls" => bounds.calls = number()?,
            "--objects" => bounds.objects = number()?,
            "--messages" => bounds.messages = number()?,
            option if option.starts_with("--") => return Err(format!("unknown option {option}").into()),
            option => build.clang_options.push(option.to_owned()),
        }
    }
    let against = match is_sequential {
        true => Against::Sequential(path.with_file_name(against)),
        false => Against::Specification(Box::new(load_library(against)?)),
    };
    let paths: [PathBuf; 1] = [path.to_owned()];
    let interrupt = AtomicBool::new(false);
    let mut loaded = LoadedCalls::from_files_until(&paths, against, bounds, &build, (None, &interrupt))?;
    let mut complaints = Vec::new();
    for line in lines {
        for &model in &line.models {
            let report = loaded.check(&CheckOptions::new(model))?;
            let found = match (report.verdict, &report.error) {
                (Verdict::Holds, _) => "holds".to_owned(),
                (_, Some(error)) => format!("error {}", error.kind),
                (verdict, None) => verdict.to_string(),
            };
            let expected = &line.expected;
            if found != *expected && !(expected == "error" && found.starts_with("error ")) {
                let message = report.error.map_or(String::new(), |error| format!(": {}", error.message));
                complaints.push(format!("{model}: expected {expected}, found {found}{message}"));
            }
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
}
