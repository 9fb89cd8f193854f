//! Every program below `corpus/` under every memory model, compared with the expectations in its header.
//!
//! The header stands behind the line with the program's name, in lines that begin with `//@`:
//!
//! ```text
//! //@ about: what the program is; a line that is indented further
//! //@   continues the one before it
//! //@ why: the argument for the verdicts and the numbers (may be left out)
//! //@ sc: holds executions=3
//! //@ tso: fails executions=4 blocked=0
//! //@ tso rf: fails executions=2 blocked=0
//! ```
//!
//! and so on, one line for each model, and one more where there is something to say of reads-from equivalence. First
//! comes the verdict, `holds`, `fails` or `error`; then the numbers of complete and of blocked executions, where there is
//! an argument for them; then `race` if a data race must be found. Where it does not stand, none may be found.
//!
//! A program is explored under every scheduling policy. The policies must agree with each other, also on
//! what the header does not mention: which final states there are and how many executions end in each.
//! Under reads-from equivalence, whether or not the header has a line for it, the verdict and the final states must be
//! the same, and neither complete nor blocked executions more. Under the shipped file of the model, everything must be the
//! same as under the built-in model.
//!
//! `PORF_BLESS=1 cargo test -p porf --test corpus` rewrites the lines of the models as found. It adds no numbers
//! where there are none, and what it changes is to be reviewed like code: an expectation is a claim.

mod files;
mod headers;

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use libtest_mimic::{Arguments, Failed, Trial};
use porf_driver::{CheckOptions, LoadedTest, check_test, named_model};
use porf_entity::ErrorKind;
use porf_explore::{Equivalence, MemoryModel, ModelKind, Schedule};
use porf_report::{CheckReport, StateCount, Verdict};

use files::files_below;
use headers::{MANY_EXECUTIONS, cores, split_equivalence};

/// How many iterations of a loop may begin, in all programs: the number that the headers argue with.
const UNROLL: u32 = 4;

/// The greatest number of executions of a program that is explored under files of models, too.
const SOME_EXECUTIONS: u64 = 10_000;

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let programs = programs(&root);
    assert!(!programs.is_empty(), "there are no programs in {}", root.display());
    if std::env::var_os("PORF_BLESS").is_some() {
        programs.iter().for_each(bless);
        return;
    }
    let trials = programs.into_iter().flat_map(trials).chain(header_trials()).collect();
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// A program of the corpus.
#[derive(Clone)]
struct Program {
    path: PathBuf,
    /// The path below `corpus/`, without the extension.
    name: String,
    source: String,
}

/// All programs, in the order of their paths.
fn programs(root: &Path) -> Vec<Program> {
    let program = |path: PathBuf| {
        let source = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()));
        let below = path.strip_prefix(root).unwrap_or(&path).with_extension("");
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        Program { name: parts.join("/"), path, source }
    };
    files_below(root, "litmus").into_iter().map(program).collect()
}

/// One trial a model; a single one that fails, if the header is wrong.
fn trials(program: Program) -> Vec<Trial> {
    match parse_header(&program.source) {
        Err(message) => vec![Trial::test(program.name, || Err(message.into()))],
        Ok(header) => header
            .into_iter()
            .map(|(model, expected)| {
                let program = program.clone();
                Trial::test(format!("{}::{model}", program.name), move || check(&program, model, &expected))
            })
            .collect(),
    }
}

fn check(program: &Program, model: ModelKind, expected: &Expected) -> Result<(), Failed> {
    let loaded = load(program)?;
    let file_stem = program.name.rsplit('/').next();
    if file_stem != Some(loaded.test.name.as_str()) {
        return Err(format!("the file and the test `{}` have different names", loaded.test.name).into());
    }
    let co = agreed_findings(&loaded, model, Equivalence::Co, &expected.co)?;
    if expected.rf.is_none() && co.executions() > MANY_EXECUTIONS {
        return Ok(());
    }
    if co.executions() <= SOME_EXECUTIONS {
        compare_with_file(&loaded, model, &co)?;
    }
    let expected_of_rf = expected.rf.clone().unwrap_or_else(|| expected.co.without_numbers());
    let rf = agreed_findings(&loaded, model, Equivalence::Rf, &expected_of_rf)?;
    rf.stand_for(&co)
}

/// Explores under the shipped file of a model, which must find the same as the built-in model.
fn compare_with_file(loaded: &LoadedTest, model: ModelKind, built_in: &Findings) -> Result<(), Failed> {
    let file = named_model(model.name()).map_err(|error| format!("{error:?}"))?;
    let found = explore(loaded, &file, Equivalence::Co, Schedule::default())?;
    match found == *built_in {
        true => Ok(()),
        false => Err(format!("under the file of the model {found:?}, instead of {built_in:?}").into()),
    }
}

/// What is found under every scheduling policy alike, which must be what is expected.
fn agreed_findings(
    loaded: &LoadedTest,
    model: ModelKind,
    equivalence: Equivalence,
    expected: &Expectation,
) -> Result<Findings, Failed> {
    let mut agreed: Option<Findings> = None;
    for schedule in Schedule::ALL {
        let findings = explore(loaded, model, equivalence, schedule)?;
        let found = expected.as_found(&findings);
        if found != *expected {
            return Err(format!("expected `{expected}`, found `{found}` ({equivalence}, {schedule})").into());
        }
        match &agreed {
            Some(agreed) if *agreed != findings => {
                return Err(format!(
                    "the scheduling policies disagree ({equivalence}): {agreed:?} and {findings:?}"
                )
                .into());
            }
            _ => agreed = Some(findings),
        }
    }
    agreed.ok_or_else(|| "there are no scheduling policies".into())
}

fn load(program: &Program) -> Result<LoadedTest, Failed> {
    LoadedTest::from_source(&program.source, UNROLL).map_err(|error| format!("{error:?}").into())
}

fn explore<'a>(
    loaded: &LoadedTest,
    model: impl Into<MemoryModel<'a>>,
    equivalence: Equivalence,
    schedule: Schedule,
) -> Result<Findings, Failed> {
    let mut options = CheckOptions { cores: cores(), ..CheckOptions::new(model) };
    (options.explore.equivalence, options.explore.schedule) = (Some(equivalence), schedule);
    Ok(Findings::new(check_test(&loaded.test.name, loaded, &options)?, equivalence))
}

/// What every scheduling policy must find alike.
#[derive(PartialEq, Debug)]
struct Findings {
    verdict: Verdict,
    race: bool,
    /// `None` where a failure ended the exploration: what came before it depends on the policy.
    all: Option<AllExecutions>,
}

#[derive(PartialEq, Debug)]
struct AllExecutions {
    complete: u64,
    blocked: u64,
    states: Vec<StateCount>,
}

impl Findings {
    fn new(report: CheckReport, equivalence: Equivalence) -> Self {
        let error = report.error.map(|error| error.kind);
        let race = error == Some(ErrorKind::DataRace);
        let explored_all = (error.is_none() || race) && report.stopped.is_none();
        let states = match equivalence {
            Equivalence::Co => report.states,
            Equivalence::Rf => uncounted(&report.states),
        };
        Self {
            verdict: report.verdict,
            race,
            all: explored_all.then_some(AllExecutions {
                complete: report.executions,
                blocked: report.blocked,
                states,
            }),
        }
    }

    fn executions(&self) -> u64 {
        self.all.as_ref().map_or(0, |all| all.complete + all.blocked)
    }

    /// Whether these findings, under `rf`, are what the others, under `co`, come down to.
    fn stand_for(&self, co: &Self) -> Result<(), Failed> {
        let (Some(rf), Some(co)) = (&self.all, &co.all) else { return Ok(()) };
        if rf.complete > co.complete || rf.blocked > co.blocked {
            return Err(format!(
                "more executions under rf: {} and {} blocked, instead of {} and {}",
                rf.complete, rf.blocked, co.complete, co.blocked
            )
            .into());
        }
        let states = uncounted(&co.states);
        if rf.states != states {
            return Err(format!("other final states under rf: {:?}, instead of {states:?}", rf.states).into());
        }
        Ok(())
    }
}

/// The states alone. How many executions end in each is not determined under `rf`: an execution stands for several,
/// and which of them it is shown as is left to the explorer.
fn uncounted(states: &[StateCount]) -> Vec<StateCount> {
    states.iter().map(|state| StateCount { executions: 0, ..state.clone() }).collect()
}

/// What a header says of a model, under `co` and maybe under `rf`.
#[derive(Clone, Debug)]
struct Expected {
    co: Expectation,
    rf: Option<Expectation>,
}

/// What a header line says.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Expectation {
    verdict: Verdict,
    executions: Option<u64>,
    blocked: Option<u64>,
    race: bool,
}

impl Expectation {
    fn parse(text: &str) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default();
        let verdict = [Verdict::Holds, Verdict::Fails, Verdict::Error]
            .into_iter()
            .find(|verdict| verdict.to_string() == word)
            .ok_or_else(|| format!("`{word}` is not a verdict"))?;
        let mut expectation = Self { verdict, executions: None, blocked: None, race: false };
        for word in words {
            let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
            match word.split_once('=') {
                Some(("executions", count)) => expectation.executions = Some(number(count)?),
                Some(("blocked", count)) => expectation.blocked = Some(number(count)?),
                None if word == "race" => expectation.race = true,
                _ => return Err(format!("`{word}` is not known")),
            }
        }
        Ok(expectation)
    }

    fn without_numbers(&self) -> Self {
        Self { executions: None, blocked: None, ..*self }
    }

    /// The expectation that would have been met, with the numbers that this one has.
    fn as_found(&self, findings: &Findings) -> Self {
        let all = findings.all.as_ref();
        Self {
            verdict: findings.verdict,
            executions: self.executions.and_then(|_| all.map(|all| all.complete)),
            blocked: self.blocked.and_then(|_| all.map(|all| all.blocked)),
            race: findings.race,
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.verdict)?;
        if let Some(executions) = self.executions {
            write!(f, " executions={executions}")?;
        }
        if let Some(blocked) = self.blocked {
            write!(f, " blocked={blocked}")?;
        }
        f.write_str(if self.race { " race" } else { "" })
    }
}

/// The model and the equivalence that a line is about and what the line says of them.
fn model_line(line: &str) -> Option<(ModelKind, Equivalence, &str)> {
    let (key, text) = line.strip_prefix("//@ ")?.split_once(": ")?;
    let (model, equivalence) = split_equivalence(key);
    Some((model.parse().ok()?, equivalence, text))
}

/// How a line names what it is about.
fn key(model: ModelKind, equivalence: Equivalence) -> String {
    match equivalence {
        Equivalence::Co => model.to_string(),
        Equivalence::Rf => format!("{model} {equivalence}"),
    }
}

/// The expectations of a header, which must have one for every model. C++20 is expected to be as RC11
/// where there is no line for it.
fn parse_header(source: &str) -> Result<BTreeMap<ModelKind, Expected>, String> {
    let mut about = false;
    let mut of_co = BTreeMap::new();
    let mut of_rf = BTreeMap::new();
    for line in source.lines().filter(|line| line.starts_with("//@")) {
        if let Some((model, equivalence, text)) = model_line(line) {
            let expectations = match equivalence {
                Equivalence::Co => &mut of_co,
                Equivalence::Rf => &mut of_rf,
            };
            if expectations.insert(model, Expectation::parse(text)?).is_some() {
                return Err(format!("there are two lines for {}", key(model, equivalence)));
            }
        } else if line.starts_with("//@ about: ") {
            about = true;
        } else if !line.starts_with("//@ why: ") && !line.starts_with("//@   ") {
            return Err(format!("the line `{line}` is not understood"));
        }
    }
    if !about {
        return Err("the header does not say what the program is about".into());
    }
    let expected = |model| {
        let is_as_rc11 = model == ModelKind::Cpp20 && !of_co.contains_key(&model);
        let line_of = if is_as_rc11 { ModelKind::Rc11 } else { model };
        match of_co.get(&line_of) {
            Some(co) => Ok((model, Expected { co: co.clone(), rf: of_rf.get(&line_of).cloned() })),
            None => Err(format!("the header has no line for {model}")),
        }
    };
    ModelKind::ALL.into_iter().map(expected).collect()
}

/// Rewrites the lines of the models in a program's header as found.
fn bless(program: &Program) {
    let blessed = parse_header(&program.source).map_err(Failed::from).and_then(|_| {
        let loaded = load(program)?;
        let mut blessed = String::new();
        for line in program.source.split_inclusive('\n') {
            match model_line(line) {
                Some((model, equivalence, text)) => {
                    let findings = explore(&loaded, model, equivalence, Schedule::default())?;
                    let found = Expectation::parse(text)?.as_found(&findings);
                    blessed += &format!("//@ {}: {found}\n", key(model, equivalence));
                }
                None => blessed += line,
            }
        }
        Ok(blessed)
    });
    match blessed {
        Err(error) => println!("{}: {}", program.name, error.message().unwrap_or_default()),
        Ok(blessed) if blessed != program.source => {
            fs::write(&program.path, blessed)
                .unwrap_or_else(|error| panic!("cannot write {}: {error}", program.path.display()));
            println!("{}: rewritten", program.name);
        }
        Ok(_) => {}
    }
}

/// Headers that are wrong must not pass for ones that expect nothing.
fn header_trials() -> impl Iterator<Item = Trial> {
    const RIGHT: &str = "//@ about: x\n//@   more\n//@ why: y\n//@ sc: holds executions=3\n//@ tso: fails blocked=0\n\
                         //@ pso: error\n//@ ra: holds race\n//@ rc11: fails executions=4 blocked=1 race\n\
                         //@ rc11 rf: fails executions=2 blocked=1 race\n";
    let wrong = [
        ("without-about", RIGHT.replace("about", "why"), "the header does not say what the program is about"),
        ("without-a-model", RIGHT.replace("//@ pso: error\n", ""), "the header has no line for pso"),
        ("model-twice", RIGHT.replace("pso", "ra"), "there are two lines for ra"),
        ("model-twice-under-rf", RIGHT.replace("rc11: ", "rc11 rf: "), "there are two lines for rc11 rf"),
        ("only-under-rf", RIGHT.replace("pso: ", "pso rf: "), "the header has no line for pso"),
        (
            "unknown-equivalence",
            RIGHT.replace(" rf", " wb"),
            "the line `//@ rc11 wb: fails executions=2 blocked=1 race` is not understood",
        ),
        ("unknown-key", RIGHT.replace("pso", "psi"), "the line `//@ psi: error` is not understood"),
        ("unknown-verdict", RIGHT.replace("error", "maybe"), "`maybe` is not a verdict"),
        ("unknown-word", RIGHT.replace("blocked", "stuck"), "`stuck=0` is not known"),
        ("no-number", RIGHT.replace("=3", "=many"), "`many` is not a number"),
    ];
    let right = Trial::test("header::right", || {
        let mut lines = 0;
        for (model, Expected { co, rf }) in parse_header(RIGHT)? {
            // There is no line for C++20.
            let model = if model == ModelKind::Cpp20 { ModelKind::Rc11 } else { model };
            let rf = rf.map(|rf| (Equivalence::Rf, rf));
            for (equivalence, expectation) in [(Equivalence::Co, co)].into_iter().chain(rf) {
                let line = format!("//@ {}: {expectation}\n", key(model, equivalence));
                if !RIGHT.contains(&line) {
                    return Err(format!("{line} is not what was read").into());
                }
                lines += 1;
            }
        }
        if lines == 8 { Ok(()) } else { Err(format!("{lines} expectations were read").into()) }
    });
    let wrong = wrong.map(|(name, source, complaint)| {
        Trial::test(format!("header::{name}"), move || match parse_header(&source) {
            Err(message) if message == complaint => Ok(()),
            other => Err(format!("{other:?}").into()),
        })
    });
    std::iter::once(right).chain(wrong)
}
