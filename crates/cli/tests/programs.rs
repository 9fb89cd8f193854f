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
//! //@ ra rf [-DN=5]: verified executions=91
//! //@ rc11 [-DN=9] slow: verified
//! //@ rc11 [-DN=2 --no-zne --unroll 2]: bounded
//! //@ all: verified leak
//! ```
//!
//! A line has the models (`all` for those that no other such line with the same options names), `rf` if it is about
//! reads-from equivalence and not about `co`, options in brackets (those of `porf check` that begin with `--`, and others
//! for clang), `slow` if only the long runs (`PORF_SLOW=1`) check it, and what is expected: `verified`, `bounded` (no error,
//! but a bound cut executions short), `error` with its kind (`any` if which of several comes first depends on the policy) and maybe its
//! line, or `unsupported`, maybe with its kind and line; then the numbers of complete and blocked
//! executions, where there is an argument for them; then the kinds of warnings (`leak`, `left-behind`).
//! There must be no others.
//!
//! A program is explored under every scheduling policy; the policies must agree. What has a line for `co` is also
//! explored under `rf`, with one policy if it has no line for that: the result must be the same, and neither complete
//! nor blocked executions more. Under SC, interleavings are explored, too (`--engine trace`), unless the line names an engine:
//! they must be as many as there are execution graphs, and not more if additions that nobody looks at are independent. The same
//! holds for execution graphs under every model with independent additions; the numbers of a line are those without them, unless
//! it has the option `--independent-adds` (the command's default) or `--engine trace`. And if threads
//! are symmetric, one execution of each class must be explored with symmetry. The numbers of a line are those without it, unless
//! it has the option `--symmetry`.

mod classes;
mod files;
mod headers;

use std::collections::BTreeSet;
use std::fmt;
use std::fs;
use std::path::Path;
use std::time::Duration;

use libtest_mimic::{Arguments, Failed, Trial};
use porf_driver::{BuildOptions, CheckOptions, LoadedProgram, check_program, load_library, with_axioms};
use porf_explore::{Engine, Equivalence, FileModel, Limits, Liveness, MemoryModel, ModelKind, Schedule};
use porf_passes::PassName;
use porf_program::Program;
use porf_report::{CheckReport, Place, Verdict};

use files::files_below;
use headers::{MANY_EXECUTIONS, cores, split_equivalence};

/// With more executions than this, classes of them are not looked for.
const MANY_TO_PERMUTE: u64 = 2_000;

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
    trials.extend(header_trials());
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}

/// How to compile and explore, and what to look for.
#[derive(Clone)]
struct Options {
    build: BuildOptions,
    /// Models with the axioms of the libraries.
    with_axioms: Vec<(ModelKind, FileModel)>,
    liveness: Liveness,
    /// The engine that lines speak of, if it is one only.
    engine: Option<Engine>,
    /// Whether lines count executions that differ only in the order of independent additions as one.
    independent_adds: bool,
    /// Whether lines count executions that differ only by a permutation of symmetric threads as one.
    symmetry: bool,
    redundant_iterations: bool,
}

impl Options {
    /// How the program is explored.
    fn explore(
        &self,
        model: ModelKind,
        engine: Engine,
        symmetry: bool,
        equivalence: Equivalence,
        schedule: Schedule,
    ) -> porf_explore::Options<'_> {
        let extended = self.with_axioms.iter().find(|(kind, _)| *kind == model);
        let model: MemoryModel<'_> =
            extended.map_or(MemoryModel::BuiltIn(model), |(_, file)| MemoryModel::File(file));
        porf_explore::Options {
            engine: Some(engine),
            independent_adds: self.independent_adds,
            symmetry,
            redundant_iterations: self.redundant_iterations,
            equivalence: Some(equivalence),
            schedule,
            liveness: self.liveness,
            ..porf_explore::Options::new(model)
        }
    }
}

/// What is expected where it depends on the policy which of several errors is found first.
const ANY_ERROR: &str = "error any";

/// How many executions are explored, at most, where that goes on after an error.
const MOST_WITH_ERRORS: u64 = 2000;

/// And how long: those that end in an error are not counted.
const LONGEST_WITH_ERRORS: Duration = Duration::from_millis(300);

/// What the options of the whole program and those of some of its lines say; of these, what does not begin with `--` is for
/// clang.
fn parse_options(options: &[String], variant: &[String]) -> Result<Options, Failed> {
    let mut build = BuildOptions::default();
    let (mut independent_adds, mut symmetry, mut engine) = (None, false, None);
    let (mut liveness, mut redundant_iterations) = (Liveness::All, true);
    let mut words = options.iter().chain(variant);
    while let Some(word) = words.next() {
        let pass = |name: &str| PassName::ALL.iter().copied().find(|pass| pass.to_string() == name);
        match (word.as_str(), word.strip_prefix("--no-").and_then(pass)) {
            (_, Some(pass)) => build.disabled_passes.push(pass),
            ("--no-spinloops", _) => {
                build.disabled_passes.extend(PassName::SPINLOOPS);
                redundant_iterations = false;
            }
            ("--no-redundant-iterations", _) => redundant_iterations = false,
            ("--unroll", _) => build.unroll = words.next().and_then(|number| number.parse().ok()),
            ("--no-liveness", _) => liveness = Liveness::Ignored,
            ("--no-livelock-with-writes", _) => liveness = Liveness::Waiting,
            ("--engine", _) => {
                engine = words.next().and_then(|name| Engine::ALL.into_iter().find(|it| it.name() == name))
            }
            ("--no-independent-adds", _) => independent_adds = Some(false),
            ("--independent-adds", _) => independent_adds = Some(true),
            ("--library", _) => {
                let name = words.next().ok_or("--library has no name")?;
                build.libraries.push(load_library(name)?);
            }
            ("--symmetry", _) => symmetry = true,
            ("--no-awaits", _) => build.machine.awaits = false,
            ("--no-helping", _) => build.helping = false,
            ("--no-spurious", _) => build.machine.spurious = false,
            ("--signed-overflow", _) => build.machine.signed_overflow = true,
            (other, _) if other.starts_with("--") => {
                return Err(format!("the header has the unknown option {other}").into());
            }
            _ => build.clang_options.push(word.clone()),
        }
    }
    build.helping &= engine != Some(Engine::Trace);
    let independent_adds = independent_adds.unwrap_or(engine == Some(Engine::Trace));
    let with_axioms = ModelKind::ALL.into_iter().filter_map(|model| {
        let extended = with_axioms(model.into(), &build.libraries).transpose()?;
        Some(extended.map(|file| (model, file)))
    });
    let with_axioms: Vec<(ModelKind, FileModel)> = with_axioms.collect::<Result<_, _>>()?;
    Ok(Options { build, with_axioms, liveness, engine, independent_adds, symmetry, redundant_iterations })
}

fn check(path: &Path, options: &[String], variant: &[String], lines: &[Line]) -> Result<(), Failed> {
    let options = parse_options(options, variant)?;
    let mut loaded = LoadedProgram::from_files(&[path.to_owned()], &options.build)?;
    let mut complaints = Vec::new();
    for model in ModelKind::ALL {
        let line_for =
            |equivalence| lines.iter().find(|line| line.model == model && line.equivalence == equivalence);
        let co_line = line_for(Equivalence::Co);
        let co = co_line.and_then(|line| {
            agreed_counts(&mut loaded, line, &Schedule::ALL, &options).map_err(|it| complaints.push(it)).ok()
        });
        // Threads that write for ever have no end of executions.
        let ends = |line: &&Line| !line.expectation.to_string().contains("livelock-with-writes");
        if let Some(line) = co_line.filter(|line| !line.slow && co == Some(Counts::UpToError)).filter(ends) {
            complaints.extend(differing_errors(&mut loaded, line, &options));
        }
        let quick_line = co_line.filter(|line| !line.slow && co.is_some_and(Counts::are_few));
        let is_comparable = options.engine.is_none() && !options.symmetry && !options.independent_adds;
        let comparable_line = quick_line.filter(|_| is_comparable);
        if let Some(line) = comparable_line.filter(|_| loaded.machine.features().blind_additions) {
            complaints.extend(differing_additions(&mut loaded, line, co, &options));
        }
        if let Some(line) = comparable_line {
            if model == ModelKind::Sc && !loaded.machine.features().annotations {
                complaints.extend(differing_traces(&mut loaded, line, co, &options));
            }
            if ends(&line) && co.is_some_and(|counts| counts.are_at_most(MANY_TO_PERMUTE)) {
                let redundant_iterations = options.redundant_iterations;
                let explored =
                    porf_explore::Options { redundant_iterations, ..porf_explore::Options::new(model) };
                let difference = classes::difference(&loaded.machine, &explored);
                complaints.extend(difference.map(|it| format!("{model}: {it}")));
            }
        }
        let rf = match (line_for(Equivalence::Rf), quick_line) {
            (Some(line), _) => Some(agreed_counts(&mut loaded, line, &Schedule::ALL, &options)),
            (None, Some(line)) if options.engine != Some(Engine::Trace) && !options.symmetry => {
                let expectation = line.expectation.without_numbers();
                let line = Line { equivalence: Equivalence::Rf, expectation, ..line.clone() };
                Some(agreed_counts(&mut loaded, &line, &[Schedule::default()], &options))
            }
            _ => None,
        };
        match rf {
            Some(Err(complaint)) => complaints.push(complaint),
            Some(Ok(rf)) => {
                complaints.extend(co.and_then(|co| rf.more_than(co)).map(|it| format!("{model}: {it}")))
            }
            None => {}
        }
    }
    if complaints.is_empty() { Ok(()) } else { Err(complaints.join("\n").into()) }
}

/// How the result of a line differs if the order of additions that nobody looks at is left open, or whether there are more
/// execution graphs then.
fn differing_additions(
    loaded: &mut LoadedProgram,
    line: &Line,
    graphs: Option<Counts>,
    options: &Options,
) -> Option<String> {
    let options = Options { independent_adds: true, ..options.clone() };
    let line = Line { expectation: line.expectation.without_numbers(), ..line.clone() };
    match agreed_counts(loaded, &line, &[Schedule::default()], &options) {
        Ok(open) => {
            graphs.and_then(|graphs| open.more_than(graphs)).map(|it| format!("with open additions: {it}"))
        }
        Err(complaint) => Some(format!("with open additions: {complaint}")),
    }
}

/// How interleavings differ from what a line expects, and from the numbers of execution graphs; and, with additions that nobody
/// looks at taken to be independent, whether the result is another one, or there are more of them.
fn differing_traces(
    loaded: &mut LoadedProgram,
    line: &Line,
    graphs: Option<Counts>,
    options: &Options,
) -> Option<String> {
    let options = Options { engine: Some(Engine::Trace), independent_adds: false, ..options.clone() };
    let traces = match agreed_counts(loaded, line, &Schedule::ALL, &options) {
        Ok(traces) => traces,
        Err(complaint) => return Some(format!("interleavings: {complaint}")),
    };
    if Some(traces) != graphs {
        return Some(format!("{traces:?} interleavings, but {graphs:?} execution graphs"));
    }
    let options = Options { independent_adds: true, ..options };
    let line = Line { expectation: line.expectation.without_numbers(), ..line.clone() };
    match agreed_counts(loaded, &line, &[Schedule::default()], &options) {
        Ok(merged) => merged.more_than(traces).map(|it| format!("with independent additions: {it}")),
        Err(complaint) => Some(format!("with independent additions: {complaint}")),
    }
}

/// How the errors differ that are found if exploration goes on after the first, under different policies, equivalences and engines.
/// Each is told by its kind and place. An error that is found in one way must be found in the others, or be seen there after other errors.
fn differing_errors(loaded: &mut LoadedProgram, line: &Line, options: &Options) -> Option<String> {
    let graphs = [Equivalence::Co, Equivalence::Rf].map(|equivalence| (Engine::Graph, equivalence));
    let interleavings = (line.model == ModelKind::Sc && !loaded.machine.features().annotations)
        .then_some((Engine::Trace, Equivalence::Co));
    let model = line.model;
    let mut found_in_ways: Vec<(BTreeSet<_>, BTreeSet<_>, String)> = Vec::new();
    for (engine, equivalence) in graphs.into_iter().chain(interleavings) {
        for (schedule, symmetry) in Schedule::ALL.into_iter().flat_map(|it| [(it, false), (it, true)]) {
            let symmetry = symmetry && equivalence == Equivalence::Co;
            let explore = porf_explore::Options {
                limits: Limits { max_executions: Some(MOST_WITH_ERRORS), ..Limits::default() },
                keep_going: true,
                ..options.explore(line.model, engine, symmetry, equivalence, schedule)
            };
            let timeout = Some(LONGEST_WITH_ERRORS);
            let explored = CheckOptions { explore, timeout, cores: cores(), ..CheckOptions::new(line.model) };
            let report = match check_program(loaded, &explored) {
                Ok(checked) => checked.report,
                Err(bad) => return Some(bad.to_string()),
            };
            if report.stopped.is_some() {
                return None;
            }
            let place = |place: Place| (place.line, place.column);
            let errors = report.error.iter().chain(&report.more_errors);
            let found: BTreeSet<_> = errors.map(|it| (it.kind, place(it.place))).collect();
            let later = report.after_others.iter().map(|it| (it.kind, place(it.place)));
            let seen: BTreeSet<_> = found.iter().copied().chain(later).collect();
            let way = format!("{}, {equivalence}, {schedule}", engine.name());
            for (other_found, other_seen, other) in &found_in_ways {
                for (found, seen, one, other) in
                    [(&found, other_seen, &way, other), (other_found, &seen, other, &way)]
                {
                    if let Some((kind, (line, _))) = found.difference(seen).next() {
                        let line = line.unwrap_or_default();
                        return Some(format!("{}: {kind} line {line} with {one}, not with {other}", model));
                    }
                }
            }
            found_in_ways.push((found, seen, way));
        }
    }
    None
}

/// Explores the program under each policy and compares the result with what the line expects. The policies must agree.
fn agreed_counts(
    loaded: &mut LoadedProgram,
    line: &Line,
    schedules: &[Schedule],
    options: &Options,
) -> Result<Counts, String> {
    let mut agreed = None;
    for &schedule in schedules {
        let engine = options.engine.unwrap_or(Engine::Graph);
        let explore = options.explore(line.model, engine, options.symmetry, line.equivalence, schedule);
        let options = CheckOptions { explore, stats: true, cores: cores(), ..CheckOptions::new(line.model) };
        let report = check_program(loaded, &options).map_err(|bad| bad.to_string())?.report;
        let found = Expectation::found(&report, &line.expectation);
        let Line { model, equivalence, expectation, .. } = line;
        if found != *expectation {
            return Err(format!(
                "{model}: expected `{expectation}`, found `{found}` ({equivalence}, {schedule})"
            ));
        }
        let counts = Counts::of(&report);
        match agreed {
            Some(agreed) if agreed != counts => {
                return Err(format!(
                    "{model}: the policies disagree ({equivalence}): {agreed:?} and {counts:?}"
                ));
            }
            _ => agreed = Some(counts),
        }
    }
    agreed.ok_or_else(|| "there are no scheduling policies".to_owned())
}

/// How many executions a program has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Counts {
    /// All were explored.
    All { complete: u64, blocked: u64 },
    /// Exploration ended at an error. Which of several comes first depends on the policy, and so do the numbers up to there.
    UpToError,
}

impl Counts {
    fn of(report: &CheckReport) -> Self {
        match report.verdict {
            Verdict::Error | Verdict::Unsupported => Self::UpToError,
            _ => Self::All { complete: report.executions, blocked: report.blocked },
        }
    }

    fn are_few(self) -> bool {
        self.are_at_most(MANY_EXECUTIONS)
    }

    fn are_at_most(self, most: u64) -> bool {
        match self {
            Self::All { complete, blocked } => complete + blocked <= most,
            Self::UpToError => true,
        }
    }

    /// How these counts exceed those under a finer equivalence.
    fn more_than(self, finer: Self) -> Option<String> {
        match (self, finer) {
            (Self::All { complete: some, blocked: stuck }, Self::All { complete, blocked })
                if some > complete || stuck > blocked =>
            {
                Some(format!("more executions: {self:?} instead of {finer:?}"))
            }
            _ => None,
        }
    }
}

/// What the header of a program says.
struct Header {
    options: Vec<String>,
    lines: Vec<Line>,
}

/// What is expected under one model and equivalence.
#[derive(Clone)]
struct Line {
    model: ModelKind,
    equivalence: Equivalence,
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
    /// The number of executions that were explored in vain.
    premature: Option<u64>,
    /// The sorts of warnings.
    warnings: BTreeSet<String>,
}

impl Expectation {
    fn without_numbers(&self) -> Self {
        Self { executions: None, blocked: None, premature: None, ..self.clone() }
    }

    /// The result, as far as the expectation speaks of it.
    fn found(report: &CheckReport, expected: &Self) -> Self {
        let end = report.error.as_ref().or(report.unsupported.first());
        let verdict = match (end, report.verdict) {
            (Some(_), Verdict::Error) if expected.verdict == ANY_ERROR => ANY_ERROR.to_owned(),
            (Some(error), _) => {
                let kind = error.kind.to_string();
                match report.error.is_some() {
                    true => format!("error {kind}"),
                    false if kind == "unsupported" => kind,
                    false => format!("unsupported {kind}"),
                }
            }
            (None, Verdict::Holds) => "verified".to_owned(),
            (None, verdict) => verdict.to_string(),
        };
        let line = end.and_then(|error| error.place.line);
        Self {
            verdict,
            line: expected.line.and(line),
            executions: expected.executions.map(|_| report.executions),
            blocked: expected.blocked.map(|_| report.blocked),
            premature: expected.premature.and(report.stats.as_ref().map(|stats| stats.premature)),
            warnings: report.warnings.iter().map(|warning| word(warning.kind)).collect(),
        }
    }
}

/// A kind as JSON has it.
fn word(kind: impl serde::Serialize) -> String {
    let kind = serde_json::to_value(kind).expect("a kind is a word");
    kind.as_str().unwrap_or_default().to_owned()
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.verdict)?;
        let numbers = [
            ("line ", self.line.map(u64::from)),
            ("executions=", self.executions),
            ("blocked=", self.blocked),
            ("premature=", self.premature),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name}{number}")?;
            }
        }
        self.warnings.iter().try_for_each(|warning| write!(f, " {warning}"))
    }
}

impl Line {
    /// Whether it is about the same program and equivalence.
    fn is_beside(&self, other: &Self) -> bool {
        self.variant == other.variant && self.equivalence == other.equivalence
    }
}

impl Header {
    /// The different options.
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
    // C++20 is expected to be as RC11 where no line is about it.
    let is_named =
        |line: &Line| lines.iter().any(|other| other.model == ModelKind::Cpp20 && other.is_beside(line));
    let as_rc11: Vec<Line> =
        lines.iter().filter(|line| line.model == ModelKind::Rc11 && !is_named(line)).cloned().collect();
    lines.extend(as_rc11.into_iter().map(|line| Line { model: ModelKind::Cpp20, ..line }));
    for line in for_all {
        let named: Vec<ModelKind> =
            lines.iter().filter(|other| other.is_beside(&line)).map(|line| line.model).collect();
        let others = ModelKind::ALL.into_iter().filter(|model| !named.contains(model));
        lines.extend(others.map(|model| Line { model, ..line.clone() }));
    }
    for (index, line) in lines.iter().enumerate() {
        if lines[..index].iter().any(|other| other.model == line.model && other.is_beside(line)) {
            return Err(format!(
                "two lines for {} ({}) {}",
                line.model,
                line.equivalence,
                line.variant.join(" ")
            ));
        }
    }
    if !about || lines.is_empty() {
        return Err("the header says nothing about the program or expects nothing".into());
    }
    Ok(Header { options, lines })
}

/// The models, `None` for all, and what is expected under each.
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
    let (models, equivalence) = split_equivalence(models);
    let models = match models {
        "all" => None,
        models => {
            let parse = |name: &str| name.trim().parse().map_err(|error| format!("{error}"));
            Some(models.split(',').map(parse).collect::<Result<Vec<ModelKind>, String>>()?)
        }
    };
    let mut words = value.split_whitespace().peekable();
    let verdict = match words.next() {
        Some("error") => format!("error {}", words.next().unwrap_or_default()),
        Some("unsupported") => {
            let kind = words.next_if(|word| ["unknown-function", "mixed-sizes"].contains(word));
            kind.map_or("unsupported".to_owned(), |kind| format!("unsupported {kind}"))
        }
        Some(verdict @ ("verified" | "bounded" | "incomplete")) => verdict.to_owned(),
        _ => return Err(format!("`{value}` does not begin with a verdict")),
    };
    let mut expectation = Expectation {
        verdict,
        line: None,
        executions: None,
        blocked: None,
        premature: None,
        warnings: BTreeSet::new(),
    };
    while let Some(word) = words.next() {
        let number = |text: &str| text.parse().map_err(|_| format!("`{text}` is no number"));
        match word.split_once('=') {
            Some(("executions", text)) => expectation.executions = Some(number(text)?),
            Some(("blocked", text)) => expectation.blocked = Some(number(text)?),
            Some(("premature", text)) => expectation.premature = Some(number(text)?),
            None if word == "line" => {
                expectation.line = words.next().and_then(|text| text.parse().ok());
            }
            None if matches!(word, "leak" | "left-behind") => {
                expectation.warnings.insert(word.to_owned());
            }
            _ => return Err(format!("`{word}` is not understood")),
        }
    }
    let variant = variant.split_whitespace().map(str::to_owned).collect();
    Ok((models, Line { model: ModelKind::Sc, equivalence, variant, slow, expectation }))
}

/// Headers that are wrong must not pass for ones that expect something else.
fn header_trials() -> impl Iterator<Item = Trial> {
    const RIGHT: &str = "//@ about: x\n//@   more\n//@ why: y\n//@ options: --unroll 3\n//@ sc: verified\n\
                         //@ all: error assertion line 3\n//@ ra rf: verified executions=2\n\
                         //@ tso,pso rf [-DN=3] slow: bounded blocked=1 leak\n";
    let right = Trial::test("header::right", || {
        let header = parse_header(RIGHT)?;
        let line = |line: &Line| {
            let Line { model, equivalence, variant, slow, expectation } = line;
            format!("{model} {equivalence} {variant:?} {slow} {expectation}")
        };
        let found: Vec<String> = header.lines.iter().map(line).collect();
        let expected = [
            "sc co [] false verified",
            "ra rf [] false verified executions=2",
            "tso rf [\"-DN=3\"] true bounded blocked=1 leak",
            "pso rf [\"-DN=3\"] true bounded blocked=1 leak",
            "tso co [] false error assertion line 3",
            "pso co [] false error assertion line 3",
            "ra co [] false error assertion line 3",
            "rc11 co [] false error assertion line 3",
            "cpp20 co [] false error assertion line 3",
        ];
        if found == expected { Ok(()) } else { Err(format!("{found:#?}").into()) }
    });
    let wrong = [
        ("without-about", RIGHT.replace("about", "why")),
        ("twice", format!("{RIGHT}//@ sc: verified\n")),
        ("twice-under-rf", format!("{RIGHT}//@ ra,rc11 rf: verified\n")),
        ("unknown-model", RIGHT.replace("tso", "tsu")),
        ("unknown-equivalence", RIGHT.replace(" rf", " wb")),
        ("unknown-verdict", RIGHT.replace("verified", "fine")),
        ("unknown-word", RIGHT.replace("leak", "leaks")),
        ("no-number", RIGHT.replace("=2", "=many")),
    ];
    let wrong = wrong.map(|(name, source)| {
        Trial::test(format!("header::{name}"), move || match parse_header(&source) {
            Err(_) => Ok(()),
            Ok(_) => Err("it was understood".into()),
        })
    });
    std::iter::once(right).chain(wrong)
}
