//! Checks an implementation: explores its clients with the specification, and then with the
//! implementation.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use porf_explore::{Engine, Liveness};
use porf_library::Specification;
use porf_llvm::ast::{GlobalKind, Linkage, Module};
use porf_report::{CallsKind, CallsReport, CheckReport, ClientReport, Verdict};
use tempfile::TempDir;

use super::allowed::{Allowed, Criterion};
use super::clauses::{Weaker, weaker};
use super::client::{self, ClientBounds};
use super::observer::{CallsObserver, Judge, Wrong};
use super::wrap::{Behind, MarkedCalls, MarkedFunction};
use crate::bad_input::{BadInput, unreadable};
use crate::build::{BuildOptions, LoadedProgram, Texts};
use crate::check_program::{Explored, check_as_built};
use crate::libraries::{self, File, Value};
use crate::library_file::with_axioms;
use crate::options::CheckOptions;

/// What an implementation is compared with.
#[derive(Clone, Debug)]
pub enum Against {
    /// The specification of a library.
    Specification(Box<Specification>),
    /// A file with sequential code for the same functions.
    Sequential(PathBuf),
}

impl Against {
    /// As messages name it.
    fn by(&self) -> String {
        match self {
            Self::Specification(library) => format!("the specification of {}", library.name),
            Self::Sequential(path) => path.display().to_string(),
        }
    }

    fn criterion(&self) -> Criterion {
        match self {
            Self::Specification(_) => Criterion::Specification,
            Self::Sequential(_) => Criterion::Linearizability,
        }
    }
}

/// An implementation with its clients, and what it is compared with.
#[derive(Debug)]
pub struct LoadedCalls {
    /// Remarks for people: the messages of the compiler, and functions that are not checked.
    pub remarks: String,
    name: String,
    against: Against,
    functions: Arc<[MarkedFunction]>,
    /// The bounds of the clients, if porf makes them.
    bounds: Option<ClientBounds>,
    /// The number of clients, which the program chooses from.
    count: u64,
    /// The clients with the specification.
    specified: LoadedProgram,
    /// The clients with the implementation.
    implemented: LoadedProgram,
    /// What both programs are made of.
    source: Source,
    /// The place of the client that porf has written.
    directory: TempDir,
}

/// What the clients of an implementation are built from.
#[derive(Debug)]
struct Source {
    paths: Vec<PathBuf>,
    texts: Texts,
    functions: Arc<[MarkedFunction]>,
    options: BuildOptions,
}

impl Source {
    /// The clients with this code behind the functions.
    fn load(
        &self,
        behind: Behind,
        libraries: Vec<Specification>,
        (timeout, interrupt): (Option<Duration>, &AtomicBool),
    ) -> Result<LoadedProgram, BadInput> {
        let marked = Some(MarkedCalls { functions: Arc::clone(&self.functions), behind });
        let options = BuildOptions { marked, libraries, ..self.options.clone() };
        LoadedProgram::from_texts(&self.paths, self.texts.clone(), &options, timeout, interrupt)
    }

    /// The source with another file.
    fn with(&self, path: &Path, text: Texts) -> Self {
        let mut texts = self.texts.clone();
        texts.extend(text);
        let paths = self.paths.iter().map(PathBuf::as_path).chain([path]).map(Path::to_owned).collect();
        Self { paths, texts, functions: Arc::clone(&self.functions), options: self.options.clone() }
    }
}

/// The setting of an exploration of clients with a specification.
struct Setting {
    functions: Arc<[MarkedFunction]>,
    criterion: Criterion,
    /// The number of all clients.
    count: u64,
}

impl Setting {
    /// Explores some of the clients with a specification: what it allows.
    fn explore(
        &self,
        program: &mut LoadedProgram,
        libraries: &[Specification],
        clients: Range<u64>,
        options: &CheckOptions<'_>,
    ) -> Result<(Explored, Allowed), BadInput> {
        let model = with_axioms(options.explore.model, libraries)?;
        let mut options = observing(options);
        options.explore.liveness = Liveness::Ignored;
        if let Some(model) = &model {
            options.explore.model = model.into();
        }
        program.build_for(&options)?;
        let mut observer = CallsObserver::new(program, &self.functions, Allowed::new(self.criterion));
        let explored = explore_clients(program, clients, self.count, &options, &mut observer);
        Ok((with_waiting(explored, &observer), observer.allowed))
    }
}

/// The number of executions in which a clause is looked for.
const MOST_FOR_CLAUSES: u64 = 10_000;

/// The name of the client's file.
const CLIENT: &str = "client.c";

impl LoadedCalls {
    /// Loads an implementation, with its own `main` as the client or else with the most general one.
    pub fn from_files_until(
        paths: &[PathBuf],
        against: Against,
        bounds: ClientBounds,
        options: &BuildOptions,
        (timeout, interrupt): (Option<Duration>, &AtomicBool),
    ) -> Result<Self, BadInput> {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let name = names.join(" ");
        let mut texts = Texts::of_files(paths, options, interrupt)?;
        let sequential = match &against {
            Against::Specification(_) => Texts::default(),
            Against::Sequential(path) => Texts::of_files(std::slice::from_ref(path), options, interrupt)?,
        };
        let mut modules = texts.parse(paths)?;
        let mut remarks = String::new();
        let wanted = match &against {
            Against::Specification(library) => {
                library.functions.iter().map(|function| function.name.clone()).collect()
            }
            Against::Sequential(path) => defined_functions(&sequential.parse(std::slice::from_ref(path))?),
        };
        let functions = marked_functions(&wanted, &names, &mut modules, &against, &mut remarks)?;
        let has_main = modules.iter().any(|module| defines(module, "main"));
        let directory = tempfile::Builder::new()
            .prefix("porf-client-")
            .tempdir()
            .map_err(|error| BadInput::new(&name, format!("cannot write the client: {error}"), None))?;
        let mut all_paths = paths.to_vec();
        let mut count = 1;
        let called: Vec<&str> = functions.iter().map(|function| &*function.name).collect();
        let size_in = |texts: &Texts| {
            let sizes =
                texts.modules.iter().flat_map(|text| porf_llvm::sizes_of_first_pointees(text, &called));
            sizes.flatten().max()
        };
        let model_size = size_in(&sequential).unwrap_or(client::UNKNOWN_SIZE);
        if !has_main {
            let size = size_in(&texts);
            let clients = match &against {
                Against::Specification(library) => {
                    client::of_specification(library, &functions, size, bounds)
                }
                Against::Sequential(path) => {
                    client::of_sequential_code(&path.display().to_string(), &functions, size, bounds)
                }
            };
            let clients = clients.map_err(|message| BadInput::new(&name, message, None))?;
            let path = directory.path().join(CLIENT);
            std::fs::write(&path, &clients.text).map_err(|error| unreadable(&path, &error))?;
            // The user's options are for the user's code.
            let plain = BuildOptions { clang_options: Vec::new(), ..options.clone() };
            texts.extend(Texts::of_files(std::slice::from_ref(&path), &plain, interrupt)?);
            all_paths.push(path);
            count = clients.count;
        }
        let functions: Arc<[MarkedFunction]> = functions.into();
        let source =
            // A thread that leaves its operation to another one has another order of calls.
            Source {
                paths: all_paths,
                texts,
                functions: Arc::clone(&functions),
                options: BuildOptions { helping: false, ..options.clone() },
            };
        let patience = (timeout, interrupt);
        let specified = match &against {
            Against::Specification(library) => {
                source.load(Behind::Specifications, vec![(**library).clone()], patience)?
            }
            Against::Sequential(path) => {
                let behind = Behind::Sequential { size: model_size };
                source.with(path, sequential).load(behind, Vec::new(), patience)?
            }
        };
        let implemented = source.load(Behind::Program, Vec::new(), patience)?;
        remarks += &implemented.warnings;
        let bounds = (!has_main).then_some(bounds);
        Ok(Self {
            remarks,
            name,
            against,
            functions,
            bounds,
            count,
            specified,
            implemented,
            source,
            directory,
        })
    }

    /// The client that porf has written, if it has.
    pub fn client(&self) -> Option<String> {
        self.bounds?;
        std::fs::read_to_string(self.directory.path().join(CLIENT)).ok()
    }

    /// Checks the implementation under a model.
    pub fn check(&mut self, options: &CheckOptions<'_>) -> Result<CheckReport, BadInput> {
        let start = Instant::now();
        let libraries: Vec<Specification> = match &self.against {
            Against::Specification(library) => vec![(**library).clone()],
            Against::Sequential(_) => Vec::new(),
        };
        let setting = Setting {
            functions: Arc::clone(&self.functions),
            criterion: self.against.criterion(),
            count: self.count,
        };
        let all = 0..self.count;
        let (specified, allowed) = setting.explore(&mut self.specified, &libraries, all, options)?;
        let CheckReport { verdict, .. } = specified.report;
        if !matches!(verdict, Verdict::Holds | Verdict::Bounded) {
            return Ok(self.report_of_specification(specified.report, &allowed));
        }
        let histories = allowed.len();
        let rest = options.rest(start);
        let (implemented, wrong) = self.explore_implementation(&rest, allowed)?;
        let mut report = implemented.report;
        report.bounds.extend(specified.report.bounds);
        if verdict == Verdict::Bounded && report.verdict == Verdict::Holds {
            report.verdict = Verdict::Bounded;
        }
        let clauses = wrong.map_or(Vec::new(), |wrong| self.clauses(&setting, &wrong, &options.rest(start)));
        let executions = specified.report.executions + specified.report.blocked;
        report.calls = Some(CallsReport { clauses, ..self.calls_report(executions, histories) });
        report.seconds = start.elapsed().as_secs_f64();
        Ok(self.named(report))
    }

    /// Explores the clients with the implementation. Also returns the first history that is not allowed.
    fn explore_implementation(
        &mut self,
        options: &CheckOptions<'_>,
        allowed: Allowed,
    ) -> Result<(Explored, Option<Wrong>), BadInput> {
        let mut options = observing(options);
        self.implemented.build_for(&options)?;
        let mut observer = CallsObserver::new(&self.implemented, &self.functions, allowed);
        let (criterion, by) = (self.against.criterion(), self.against.by());
        let at_ends = options.explore.liveness == Liveness::Ignored;
        observer.judge = Some(Judge { criterion, by, at_ends });
        let all = 0..self.count;
        let program = &mut self.implemented;
        let mut explored = explore_clients(program, all.clone(), self.count, &options, &mut observer);
        if observer.left_out {
            options.explore.liveness = Liveness::Ignored;
            observer.begin_again();
            explored = explore_clients(program, all, self.count, &options, &mut observer);
        }
        Ok((with_waiting(explored, &observer), observer.wrong.take()))
    }

    /// The clauses without any one of which the specification would allow a history.
    fn clauses(&self, setting: &Setting, wrong: &Wrong, options: &CheckOptions<'_>) -> Vec<String> {
        let Against::Specification(library) = &self.against else { return Vec::new() };
        let mut options = options.clone();
        options.explore.limits.max_executions = Some(MOST_FOR_CLAUSES);
        options.progress = None;
        let never = AtomicBool::new(false);
        let interrupt = options.explore.limits.interrupt.unwrap_or(&never);
        let is_enough = |weaker: &Weaker| {
            let libraries = vec![weaker.specification.clone()];
            let loaded =
                self.source.load(Behind::Specifications, libraries.clone(), (options.timeout, interrupt));
            let explored = loaded.and_then(|mut program| {
                let client = wrong.client..wrong.client + 1;
                setting.explore(&mut program, &libraries, client, &options)
            });
            explored.is_ok_and(|(explored, allowed)| {
                explored.report.error.is_none() && allowed.allows(&wrong.observed)
            })
        };
        let clauses: Vec<String> =
            weaker(library).into_iter().filter(is_enough).map(|weaker| weaker.clause).collect();
        match &clauses[..] {
            [] => Vec::new(),
            [clause] => {
                vec![format!("Without {clause}, the specification of {} would allow this.", library.name)]
            }
            [rest @ .., last] => vec![format!(
                "The specification of {} would allow this without any one of {} and {last}.",
                library.name,
                rest.join(", ")
            )],
        }
    }

    /// The report where the clients themselves have an error, or cannot be explored.
    fn report_of_specification(&self, mut report: CheckReport, allowed: &Allowed) -> CheckReport {
        if let Some(error) = &mut report.error {
            error.message = format!(
                "{} (with {} in place of the implementation: the client uses the library in a wrong way)",
                error.message,
                self.against.by()
            );
        }
        report.calls = Some(self.calls_report(report.executions + report.blocked, allowed.len()));
        self.named(report)
    }

    fn calls_report(&self, specified_executions: u64, histories: usize) -> CallsReport {
        let (specification, kind) = match &self.against {
            Against::Specification(library) => (library.name.clone(), CallsKind::Implements),
            Against::Sequential(path) => (path.display().to_string(), CallsKind::Linearizable),
        };
        CallsReport {
            specification,
            kind,
            functions: self.functions.iter().map(|function| function.name.clone()).collect(),
            client: self.bounds.map(|ClientBounds { threads, calls, objects, messages }| ClientReport {
                threads,
                calls,
                objects,
                messages,
            }),
            specified_executions,
            histories,
            clauses: Vec::new(),
        }
    }

    /// A report with the names that the user knows.
    fn named(&self, mut report: CheckReport) -> CheckReport {
        report.file = self.name.clone();
        report.test = self.name.clone();
        let path = self.directory.path().join(CLIENT);
        for file in report.files.iter_mut().filter(|file| Path::new(&file.name) == path) {
            file.name = CLIENT.into();
        }
        report
    }
}

/// The results with the executions in which threads wait for ever, as they may: nothing keeps those from being
/// looked at to their ends.
fn with_waiting(mut explored: Explored, observer: &CallsObserver) -> Explored {
    let report = &mut explored.report;
    report.blocked += observer.deadlocks;
    if report.verdict == Verdict::Incomplete && report.stopped.is_none() && observer.lets_wait {
        report.verdict = if report.bounds.is_empty() { Verdict::Holds } else { Verdict::Bounded };
    }
    explored
}

/// Explores some of the clients, one after the other. There are `count` in all.
fn explore_clients(
    loaded: &mut LoadedProgram,
    clients: Range<u64>,
    count: u64,
    options: &CheckOptions<'_>,
    observer: &mut CallsObserver,
) -> Explored {
    let start = Instant::now();
    let most = options.explore.limits.max_executions;
    let mut all: Option<Explored> = None;
    for client in clients.clone() {
        observer.client = client;
        let mut options = options.rest(start);
        options.explore.first_choice = (count > 1).then_some(client);
        let so_far = all.as_ref().map_or(0, |all| all.report.executions + all.report.blocked);
        options.explore.limits.max_executions = most.map(|most| most.saturating_sub(so_far));
        let explored = check_as_built(loaded, &options, Some(observer));
        observer.finish();
        let explored = match all {
            Some(all) => all.followed_by(explored),
            None => explored,
        };
        let CheckReport { error, unsupported, stopped, .. } = &explored.report;
        let is_over = stopped.is_some()
            || (error.is_some() || !unsupported.is_empty()) && !options.explore.keep_going
            || client + 1 == clients.end;
        if is_over {
            return explored;
        }
        all = Some(explored);
    }
    unreachable!("there is a client")
}

/// The options of an exploration whose calls are looked at: no two executions with different orders of
/// calls may count as one.
fn observing<'a>(options: &CheckOptions<'a>) -> CheckOptions<'a> {
    let mut options = options.clone();
    options.explore.engine = Some(Engine::Graph);
    options.explore.independent_adds = false;
    options.explore.symmetry = false;
    options.warn_of_cpp20 = false;
    options
}

/// The functions whose calls are marked: those of the wanted ones that the program defines.
fn marked_functions(
    wanted: &[String],
    names: &[String],
    modules: &mut [Module],
    against: &Against,
    remarks: &mut String,
) -> Result<Vec<MarkedFunction>, BadInput> {
    let all = names.join(" ");
    let (defined, missing): (Vec<&String>, Vec<&String>) =
        wanted.iter().partition(|name| modules.iter().any(|module| defines(module, name)));
    let list = |names: &[&String]| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(", ");
    if defined.is_empty() {
        let message = format!("defines no function of {}: {}", against.by(), list(&missing));
        return Err(BadInput::new(&all, message, Some("the functions that are checked have these names")));
    }
    if !missing.is_empty() {
        *remarks += &format!("porf: {all}: not defined here, and not checked: {}\n", list(&missing));
    }
    let files: Vec<File<'_>> =
        modules.iter_mut().zip(names).map(|(module, name)| File { name, module }).collect();
    let marked = |name: &String| {
        let Some(signature) = libraries::signature(name, &files) else {
            return Err(BadInput::new(&all, format!("`{name}` is no function"), None));
        };
        let function = MarkedFunction::new(name, &signature)?;
        match function.parameters.first() {
            Some(Value::Pointer) => Ok(function),
            _ => {
                let message = format!("the first parameter of `{name}` is no pointer to an object");
                Err(BadInput::new(&signature.file, message, None))
            }
        }
    };
    defined.into_iter().map(marked).collect()
}

/// Whether a module has the code of a function.
fn defines(module: &Module, name: &str) -> bool {
    module.globals.values().any(|global| {
        let is_code = |kind: &GlobalKind| matches!(kind, GlobalKind::Function(it) if it.body.is_some());
        *global.name == *name && is_code(&global.kind)
    })
}

/// The functions with code that other files see.
fn defined_functions(modules: &[Module]) -> Vec<String> {
    let globals = modules.iter().flat_map(|module| module.globals.values());
    let visible = globals.filter(|global| {
        let is_hidden = matches!(global.linkage, Linkage::Internal | Linkage::Private);
        !is_hidden && matches!(&global.kind, GlobalKind::Function(function) if function.body.is_some())
    });
    visible.map(|global| global.name.to_string()).filter(|name| name != "main").collect()
}
