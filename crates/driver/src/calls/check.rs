//! Checks an implementation: explores its clients with the specification, and then with the
//! implementation.

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
use super::client::{self, ClientBounds};
use super::observer::{CallsObserver, Judge};
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
    /// The place of the client that porf has written.
    directory: TempDir,
}

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
            texts.extend(Texts::of_files(std::slice::from_ref(&path), options, interrupt)?);
            all_paths.push(path);
            count = clients.count;
        }
        let functions: Arc<[MarkedFunction]> = functions.into();
        let load = |behind: Behind, libraries: Vec<Specification>, paths: &[PathBuf], texts: Texts| {
            let marked = Some(MarkedCalls { functions: Arc::clone(&functions), behind });
            let options = BuildOptions { marked, libraries, ..options.clone() };
            LoadedProgram::from_texts(paths, texts, &options, timeout, interrupt)
        };
        let specified = match &against {
            Against::Specification(library) => {
                load(Behind::Specifications, vec![(**library).clone()], &all_paths, texts.clone())?
            }
            Against::Sequential(path) => {
                let mut with_code = texts.clone();
                with_code.extend(sequential);
                let paths: Vec<PathBuf> = all_paths.iter().chain([path]).cloned().collect();
                load(Behind::Sequential { size: model_size }, Vec::new(), &paths, with_code)?
            }
        };
        let implemented = load(Behind::Program, Vec::new(), &all_paths, texts)?;
        remarks += &implemented.warnings;
        let bounds = (!has_main).then_some(bounds);
        Ok(Self { remarks, name, against, functions, bounds, count, specified, implemented, directory })
    }

    /// The client that porf has written, if it has.
    pub fn client(&self) -> Option<String> {
        self.bounds?;
        std::fs::read_to_string(self.directory.path().join(CLIENT)).ok()
    }

    /// Checks the implementation under a model.
    pub fn check(&mut self, options: &CheckOptions<'_>) -> Result<CheckReport, BadInput> {
        let start = Instant::now();
        let (specified, allowed) = self.explore_specification(options)?;
        let CheckReport { verdict, .. } = specified.report;
        if !matches!(verdict, Verdict::Holds | Verdict::Bounded) {
            return Ok(self.report_of_specification(specified.report, &allowed));
        }
        let histories = allowed.len();
        let options = options.rest(start);
        let implemented = self.explore_implementation(&options, allowed)?;
        let mut report = implemented.report;
        report.bounds.extend(specified.report.bounds);
        if verdict == Verdict::Bounded && report.verdict == Verdict::Holds {
            report.verdict = Verdict::Bounded;
        }
        report.calls =
            Some(self.calls_report(specified.report.executions + specified.report.blocked, histories));
        report.seconds = start.elapsed().as_secs_f64();
        Ok(self.named(report))
    }

    /// Explores the clients with the specification: what it allows.
    fn explore_specification(&mut self, options: &CheckOptions<'_>) -> Result<(Explored, Allowed), BadInput> {
        let libraries: Vec<Specification> = match &self.against {
            Against::Specification(library) => vec![(**library).clone()],
            Against::Sequential(_) => Vec::new(),
        };
        let model = with_axioms(options.explore.model, &libraries)?;
        let mut options = observing(options);
        options.explore.liveness = Liveness::Ignored;
        if let Some(model) = &model {
            options.explore.model = model.into();
        }
        self.specified.build_for(&options)?;
        let mut observer =
            CallsObserver::new(&self.specified, &self.functions, Allowed::new(self.against.criterion()));
        let explored = explore_clients(&mut self.specified, self.count, &options, &mut observer);
        Ok((with_waiting(explored, &observer), observer.allowed))
    }

    /// Explores the clients with the implementation.
    fn explore_implementation(
        &mut self,
        options: &CheckOptions<'_>,
        allowed: Allowed,
    ) -> Result<Explored, BadInput> {
        let mut options = observing(options);
        self.implemented.build_for(&options)?;
        let mut observer = CallsObserver::new(&self.implemented, &self.functions, allowed);
        let (criterion, by) = (self.against.criterion(), self.against.by());
        observer.judge =
            Some(Judge { criterion, by, at_ends: options.explore.liveness == Liveness::Ignored });
        let explored = explore_clients(&mut self.implemented, self.count, &options, &mut observer);
        if !observer.left_out {
            return Ok(with_waiting(explored, &observer));
        }
        options.explore.liveness = Liveness::Ignored;
        observer.restart();
        if let Some(judge) = &mut observer.judge {
            judge.at_ends = true;
        }
        let explored = explore_clients(&mut self.implemented, self.count, &options, &mut observer);
        Ok(with_waiting(explored, &observer))
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

/// Explores one client after the other.
fn explore_clients(
    loaded: &mut LoadedProgram,
    count: u64,
    options: &CheckOptions<'_>,
    observer: &mut CallsObserver,
) -> Explored {
    let start = Instant::now();
    let most = options.explore.limits.max_executions;
    let mut all: Option<Explored> = None;
    for client in 0..count {
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
            || client + 1 == count;
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
