//! Every C program below `corpus/c` under every memory model that its header speaks of.
//!
//! The header is made of the lines of the file that begin with `//@`:
//!
//! ```text
//! //@ about: what the program is; a line that is indented further
//! //@   continues the one before it
//! //@ why: the argument for the verdicts and the numbers (may be left out)
//! //@ options: --unroll 3
//! //@ sc: verified executions=3 blocked=0
//! //@ tso,pso: verified
//! //@ rc11: error assertion line 12
//! //@ sc [-DN=5]: verified executions=8953
//! //@ rc11 [-DN=9] slow: verified
//! //@ all: verified leak
//! ```
//!
//! A line has the models (`all` for those that no other line with the same options names), options for clang in brackets,
//! `slow` if only the long runs (`PORF_SLOW=1`) check it, and what is expected: `verified`, `bounded` (no error, but a bound cut
//! executions short), or `error` with its kind and maybe its line; then the numbers of complete and blocked executions, where
//! there is an argument for them; then `leak` if there must be a warning of one. Where it does not stand, there must be none.
//!
//! A program is explored under every scheduling policy; the policies must agree.

mod files;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;

use libtest_mimic::{Arguments, Failed, Trial};
use porf::check::CheckOptions;
use porf::check_program::check_program;
use porf::compile::{CompileOptions, LoadedProgram};
use porf_explore::{ModelKind, Schedule};
use porf_report::{CheckReport, Verdict};

use files::files_below;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c");
    let slow = std::env::var_os("PORF_SLOW").is_some();
    let mut trials = Vec::new();
    for path in files_below(&root, "c") {
        let below = path.strip_prefix(&root).unwrap_or(&path).with_extension("");
        let name = below.iter().map(|part| part.to_string_lossy()).collect::<Vec<_>>().join("/");
        let source = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        match parse_header(&source) {
            Err(message) => trials.push(Trial::test(name, move || Err(message.into()))),
            Ok(header) => {
                for variant in header.variants() {
                    let lines: Vec<Line> =
                        header.of_variant(&variant).into_iter().filter(|line| slow || !line.slow).collect();
                    if lines.is_empty() {
                        continue;
                    }
                    let name = match &variant[..] {
                        [] => name.clone(),
                        options => format!("{name} {}", options.join(" ")),
                    };
                    let (path, options) = (path.clone(), header.options.clone());
                    trials.push(Trial::test(name, move || check(&path, &options, &variant, &lines)));
                }
            }
        }
    }
    assert!(!trials.is_empty(), "there are no programs in {}", root.display());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

fn check(path: &Path, options: &[String], variant: &[String], lines: &[Line]) -> Result<(), Failed> {
    let mut compile = CompileOptions { clang_options: variant.to_vec(), ..CompileOptions::default() };
    let mut words = options.iter();
    while let Some(word) = words.next() {
        match word.as_str() {
            "--unroll" => compile.unroll = words.next().and_then(|number| number.parse().ok()),
            "--no-spurious" => compile.no_spurious = true,
            "--signed-overflow" => compile.signed_overflow = true,
            other => return Err(format!("the header has the unknown option {other}").into()),
        }
    }
    let mut loaded = LoadedProgram::from_files(&[path.to_owned()], &compile)?;
    let mut complaints = Vec::new();
    for line in lines {
        let mut agreed: Option<String> = None;
        for schedule in Schedule::ALL {
            let options = CheckOptions { schedule, ..CheckOptions::new(line.model) };
            let report = check_program(&mut loaded, &options, false).report;
            let found = Expectation::found(&report, &line.expectation);
            if found != line.expectation {
                complaints.push(format!(
                    "{}: expected `{}`, found `{found}` ({schedule})",
                    line.model, line.expectation
                ));
                break;
            }
            // Which of several errors comes first depends on the policy, and so do the numbers up to there.
            let summary = match report.verdict {
                Verdict::Error => "error".to_owned(),
                _ => format!("{} {} {}", report.verdict, report.executions, report.blocked),
            };
            match &agreed {
                Some(agreed) if *agreed != summary => {
                    complaints.push(format!("{}: the policies disagree: {agreed} and {summary}", line.model));
                }
                _ => agreed = Some(summary),
            }
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
}

/// What the header of a program says.
struct Header {
    options: Vec<String>,
    lines: Vec<Line>,
}

/// What is expected under one model.
#[derive(Clone)]
struct Line {
    model: ModelKind,
    variant: Vec<String>,
    slow: bool,
    expectation: Expectation,
}

/// What is expected of a result, or what it is.
#[derive(Clone, PartialEq, Eq)]
struct Expectation {
    verdict: String,
    line: Option<u32>,
    executions: Option<u64>,
    blocked: Option<u64>,
    leak: bool,
}

impl Expectation {
    /// The result, as far as the expectation speaks of it.
    fn found(report: &CheckReport, expected: &Self) -> Self {
        let verdict = match (&report.error, report.verdict) {
            (Some(error), _) => {
                let kind = serde_json::to_value(error.kind).expect("a kind is a word");
                format!("error {}", kind.as_str().unwrap_or_default())
            }
            (None, Verdict::Holds) => "verified".to_owned(),
            (None, verdict) => verdict.to_string(),
        };
        let line = report.error.as_ref().and_then(|error| error.place.line);
        Self {
            verdict,
            line: expected.line.and(line),
            executions: expected.executions.map(|_| report.executions),
            blocked: expected.blocked.map(|_| report.blocked),
            leak: !report.warnings.is_empty(),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.verdict)?;
        let numbers = [
            ("line ", self.line.map(u64::from)),
            ("executions=", self.executions),
            ("blocked=", self.blocked),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name}{number}")?;
            }
        }
        if self.leak { f.write_str(" leak") } else { Ok(()) }
    }
}

impl Header {
    /// The different options for clang.
    fn variants(&self) -> Vec<Vec<String>> {
        let mut variants: Vec<Vec<String>> = self.lines.iter().map(|line| line.variant.clone()).collect();
        variants.sort();
        variants.dedup();
        variants
    }

    fn of_variant(&self, variant: &[String]) -> Vec<Line> {
        self.lines.iter().filter(|line| line.variant == variant).cloned().collect()
    }
}

fn parse_header(source: &str) -> Result<Header, String> {
    let mut options = Vec::new();
    let mut lines: Vec<Line> = Vec::new();
    let mut for_all: Vec<Line> = Vec::new();
    let mut about = false;
    for text in source.lines().filter_map(|line| line.strip_prefix("//@")) {
        let text = text.strip_prefix(' ').unwrap_or(text);
        if text.starts_with(' ') || text.is_empty() {
            continue;
        }
        let (key, value) =
            text.split_once(": ").ok_or_else(|| format!("the header line `{text}` has no colon"))?;
        match key {
            "about" => about = true,
            "why" => {}
            "options" => options = value.split_whitespace().map(str::to_owned).collect(),
            key => {
                let (models, line) = parse_line(key, value)?;
                match models {
                    Some(models) => {
                        lines.extend(models.into_iter().map(|model| Line { model, ..line.clone() }))
                    }
                    None => for_all.push(line),
                }
            }
        }
    }
    for line in for_all {
        let named: Vec<ModelKind> =
            lines.iter().filter(|other| other.variant == line.variant).map(|line| line.model).collect();
        let others = ModelKind::ALL.into_iter().filter(|model| !named.contains(model));
        lines.extend(others.map(|model| Line { model, ..line.clone() }));
    }
    let mut seen = BTreeSet::new();
    for line in &lines {
        if !seen.insert((line.model.name(), line.variant.clone())) {
            return Err(format!("two lines for {} {}", line.model, line.variant.join(" ")));
        }
    }
    if !about || lines.is_empty() {
        return Err("the header says nothing about the program or expects nothing".into());
    }
    Ok(Header { options, lines })
}

/// The models, `None` for all, and an expectation for each.
fn parse_line(key: &str, value: &str) -> Result<(Option<Vec<ModelKind>>, Line), String> {
    let (key, slow) = match key.strip_suffix(" slow") {
        Some(key) => (key, true),
        None => (key, false),
    };
    let (models, variant) = match key.split_once('[') {
        Some((models, variant)) => {
            (models.trim(), variant.strip_suffix(']').ok_or_else(|| format!("no `]` in `{key}`"))?)
        }
        None => (key.trim(), ""),
    };
    let models = match models {
        "all" => None,
        models => {
            let parse = |name: &str| name.trim().parse().map_err(|error| format!("{error}"));
            Some(models.split(',').map(parse).collect::<Result<Vec<ModelKind>, String>>()?)
        }
    };
    let mut words = value.split_whitespace();
    let verdict = match words.next() {
        Some("error") => format!("error {}", words.next().unwrap_or_default()),
        Some(verdict @ ("verified" | "bounded" | "incomplete")) => verdict.to_owned(),
        _ => return Err(format!("`{value}` does not begin with a verdict")),
    };
    let mut expectation = Expectation { verdict, line: None, executions: None, blocked: None, leak: false };
    while let Some(word) = words.next() {
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
        match word.split_once('=') {
            Some(("executions", text)) => expectation.executions = Some(number(text)?),
            Some(("blocked", text)) => expectation.blocked = Some(number(text)?),
            None if word == "line" => {
                expectation.line = words.next().and_then(|text| text.parse().ok());
            }
            None if word == "leak" => expectation.leak = true,
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    let variant = variant.split_whitespace().map(str::to_owned).collect();
    Ok((models, Line { model: ModelKind::Sc, variant, slow, expectation }))
}
