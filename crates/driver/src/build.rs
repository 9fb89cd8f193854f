//! Builds a program from its files: clang, the reader of LLVM IR, the linker, the passes and the
//! virtual machine, one after the other.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use porf_clang::{Clang, ClangError, Colour, CompileError, Headers};
use porf_entity::{Address, EntityId, OrderingMeaning, PoolOrder, SecondaryMap, SourcePosition};
use porf_explore::{FileModel, MemoryModel};
use porf_ir::intrinsics::THREAD_MAIN;
use porf_ir::{FunctionId, GlobalId, Module};
use porf_library::{Action as FunctionAction, Function, Specification};
use porf_llvm::{LinkError, Linked, NamedModule, Shape};
use porf_passes::{HelpingFault, PassName, PassOptions, Passed, helping_fault, region_fault};
use porf_program::{Action, Step};
use porf_report::{InputReport, LoopReport, Place, SourceFile};
use porf_vm::{Alarm, DEFAULT_MAX_EVENTS, Machine, MachineError, MachineOptions, State};

use crate::alarm::with_alarm;
use crate::bad_input::{BadInput, read, unreadable};
use crate::calls::{MarkedCalls, MarkedFunction, mark};
use crate::explain_loops;
use crate::libraries::{self, Code};
use crate::options::CheckOptions;
use crate::source_files::source_files;

/// Options for building a program.
#[derive(Clone, Debug)]
pub struct BuildOptions {
    /// The clang to use; the newest one by default.
    pub clang: Option<PathBuf>,
    /// Further options for clang.
    pub clang_options: Vec<String>,
    /// The directory in which clang runs; `None` for the working directory. The options of clang
    /// name files relative to it.
    pub directory: Option<PathBuf>,
    /// The number of iterations of each loop that are followed; all by default.
    pub unroll: Option<u32>,
    /// The number of events that a thread may have. The default
    /// [depends on the model](Self::suited_to).
    pub max_events: Option<u32>,
    /// The passes that are left out.
    pub disabled_passes: Vec<PassName>,
    /// Whether helping annotations are used: threads then skip helping CASes.
    pub helping: bool,
    /// The options of the machine that runs the program.
    pub machine: MachineOptions,
    /// The libraries whose functions are what their specifications say.
    pub libraries: Vec<Specification>,
    /// The functions whose calls are marked.
    pub marked: Option<MarkedCalls>,
    /// The part of the orderings that has a meaning. A check under a model that gives a meaning to
    /// others builds the program again, if that makes a difference.
    pub orderings: OrderingMeaning,
}

/// The default number of events that a thread may have under a model that filters full executions.
const FILTERED_MAX_EVENTS: u32 = 100;

impl Default for BuildOptions {
    fn default() -> Self {
        Self {
            clang: None,
            clang_options: Vec::new(),
            directory: None,
            unroll: None,
            max_events: None,
            disabled_passes: Vec::new(),
            helping: true,
            machine: MachineOptions { solo: true, ..MachineOptions::default() },
            libraries: Vec::new(),
            marked: None,
            orderings: OrderingMeaning::All,
        }
    }
}

impl BuildOptions {
    /// These options without the reductions that a model does not allow.
    ///
    /// Under a model from a file, threads perform their helping CASes. If axioms are not monotone by
    /// form, loops that wait are followed and nothing is awaited. Otherwise iterations are left out
    /// that change nothing, but none that writes (zne), and none that only begins with another read
    /// (failed values): the orderings of the two reads may differ, and a model from a file may give
    /// each a meaning. If the model uses dependencies, the machine follows them, and no pass runs
    /// that would fold one away. If full executions are filtered, each may be evaluated as a whole, so
    /// loops that are followed need a bound.
    #[must_use]
    pub fn suited_to(mut self, model: MemoryModel<'_>) -> Self {
        self.orderings = model.orderings();
        let is_filtering = model.file().is_some_and(FileModel::is_filtering);
        self.machine.max_events = self.max_events.unwrap_or(match is_filtering && self.unroll.is_none() {
            true => FILTERED_MAX_EVENTS,
            false => DEFAULT_MAX_EVENTS,
        });
        let Some(file) = model.file() else { return self };
        self.helping = false;
        let left_out: &[PassName] = match file.allows_loop_reductions() {
            true => &[PassName::Zne, PassName::FailedValues],
            false => &PassName::SPINLOOPS,
        };
        self.machine.awaits &= file.allows_loop_reductions();
        self.machine.dependencies |= file.uses_dependencies();
        let missing = left_out.iter().filter(|pass| !self.disabled_passes.contains(pass));
        let missing: Vec<PassName> = missing.copied().collect();
        self.disabled_passes.extend(missing);
        self
    }
}

/// A program and the machine that runs it.
#[derive(Debug)]
pub struct LoadedProgram {
    /// The name of the program: its files.
    pub name: String,
    /// The source files that positions refer to.
    pub files: Vec<SourceFile>,
    /// The program.
    pub machine: Machine,
    /// The names of its globals.
    pub global_names: Vec<String>,
    /// The shapes of the globals, where they are known.
    pub global_shapes: SecondaryMap<GlobalId, Option<Shape>>,
    /// The address ranges of the globals.
    pub globals: Vec<Range<u64>>,
    /// The names of its functions.
    pub function_names: Vec<String>,
    /// The number of iterations of each loop that are followed.
    pub unroll: Option<u32>,
    /// The places where the program bounds loops itself, each with the number of iterations that
    /// are followed.
    pub loop_bounds: Vec<(SourcePosition, u32)>,
    /// The number of events after which a thread is cut.
    pub max_events: u32,
    /// The results of the loop reductions.
    pub loops: Loops,
    /// The time that clang took.
    pub compile_seconds: f64,
    /// The warnings of clang.
    pub warnings: String,
    /// The time that all other steps took.
    pub load_seconds: f64,
    /// The parts of the program, so that it can be built again in another way.
    parts: Parts,
    /// Whether the program was built with helping, and has helping annotations.
    has_helping: bool,
    /// Whether the program may be another one if [other orderings](BuildOptions::orderings) have a
    /// meaning.
    depends_on_orderings: bool,
}

/// The results of the loop reductions for the loops of a program.
#[derive(Debug)]
pub struct Loops {
    /// The reports of the passes.
    pub found: Vec<porf_passes::LoopReport>,
    /// The reports for the user.
    pub explained: Vec<LoopReport>,
}

/// The parts from which a program is built, after linking.
#[derive(Clone, Debug)]
struct Parts {
    name: String,
    /// The paths that the user gave.
    paths: Vec<PathBuf>,
    linked: Arc<Linked>,
    /// The modules of the files as text.
    modules: Arc<[String]>,
    /// The sources, if they are not to be read from their files.
    sources: Option<Arc<[SourceFile]>>,
    options: BuildOptions,
}

/// The conditions under which building stops: a time has passed, or somebody sets the flag.
#[derive(Clone, Copy)]
struct Patience<'a> {
    timeout: Option<Duration>,
    interrupt: Option<&'a AtomicBool>,
}

impl Patience<'_> {
    const ENDLESS: Self = Self { timeout: None, interrupt: None };
}

impl LoadedProgram {
    /// The program that consists of the files.
    pub fn from_files(paths: &[PathBuf], options: &BuildOptions) -> Result<Self, BadInput> {
        Self::from_files_until(paths, options, None, &AtomicBool::new(false))
    }

    /// The program that consists of the files. Building fails if `interrupt` is set while clang
    /// runs. If `interrupt` is set, or `timeout` passes, while the program runs before it creates
    /// threads, the machine is stopped there.
    pub fn from_files_until(
        paths: &[PathBuf],
        options: &BuildOptions,
        timeout: Option<Duration>,
        interrupt: &AtomicBool,
    ) -> Result<Self, BadInput> {
        let texts = Texts::of_files(paths, options, interrupt)?;
        Self::from_texts(paths, texts, options, timeout, interrupt)
    }

    /// The program that consists of the files, whose modules are given as text.
    pub(crate) fn from_texts(
        paths: &[PathBuf],
        texts: Texts,
        options: &BuildOptions,
        timeout: Option<Duration>,
        interrupt: &AtomicBool,
    ) -> Result<Self, BadInput> {
        let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
        let name = names.join(" ");
        let start = Instant::now();
        let mut parsed = texts.parse(paths)?;
        let runtime = porf_llvm::parse(porf_runtime::RUNTIME).map_err(|error| {
            BadInput::new(&name, format!("the runtime cannot be read: {error}"), Some(REPORT))
        })?;
        let mut files: Vec<libraries::File<'_>> =
            parsed.iter_mut().zip(&names).map(|(module, name)| libraries::File { name, module }).collect();
        let Code { text, notes } = match &options.marked {
            Some(calls) => mark(calls, &options.libraries, &mut files)?,
            None => libraries::generate(&options.libraries, &mut files, "")?,
        };
        let libraries = porf_llvm::parse(&text).map_err(|error| {
            BadInput::new(&name, format!("the code of the libraries cannot be read: {error}"), Some(REPORT))
        })?;
        let user = parsed.iter().zip(&names).map(|(ast, name)| NamedModule { name, ast, runtime: false });
        let runtimes = [("libraries", &libraries), ("runtime", &runtime)];
        let modules: Vec<NamedModule<'_>> =
            user.chain(runtimes.map(|(name, ast)| NamedModule { name, ast, runtime: true })).collect();
        let linked = link(&name, &modules)?;
        let mut options = options.clone();
        options.machine.filtered_pools = options.libraries.iter().any(|library| {
            let may_find_nothing =
                |it: &Function| matches!(&it.action, FunctionAction::Read(read) if !read.blocking);
            !library.coherent
                && (library.order != PoolOrder::Any || library.functions.iter().any(may_find_nothing))
        });
        let modules: Arc<[String]> = texts.modules.as_slice().into();
        let parts = Parts {
            name,
            paths: paths.to_vec(),
            linked: Arc::new(linked),
            modules,
            sources: texts.sources,
            options,
        };
        let program = parts.assemble(Patience { timeout, interrupt: Some(interrupt) })?;
        Ok(Self {
            compile_seconds: texts.seconds,
            warnings: texts.warnings + &notes,
            load_seconds: start.elapsed().as_secs_f64(),
            ..program
        })
    }

    /// The program that was linked from modules, the runtime among them.
    pub fn from_linked(name: &str, linked: Linked, options: &BuildOptions) -> Result<Self, BadInput> {
        let (name, linked) = (name.to_owned(), Arc::new(linked));
        let (paths, modules, sources) = (Vec::new(), Arc::default(), None);
        Parts { name, paths, linked, modules, sources, options: options.clone() }.assemble(Patience::ENDLESS)
    }

    /// The program without helping: threads perform their helping CASes. `None` if the program has
    /// no helping annotations, or if this is the program without helping.
    pub(crate) fn without_helping(&self, check: &CheckOptions<'_>) -> Option<Result<Self, BadInput>> {
        let options = BuildOptions { helping: false, ..self.parts.options.clone() };
        self.has_helping.then(|| self.built_again(options, check))
    }

    /// Builds the program again if it was built for another model, and that makes a difference: its
    /// code depends on the orderings that have a meaning, or has reductions that the model of a
    /// check does not allow.
    pub(crate) fn build_for(&mut self, check: &CheckOptions<'_>) -> Result<(), BadInput> {
        let options = self.parts.options.clone().suited_to(check.explore.model);
        let BuildOptions { orderings, helping, ref disabled_passes, .. } = options;
        let built = &self.parts.options;
        let is_built = (helping, disabled_passes, options.machine)
            == (built.helping, &built.disabled_passes, built.machine);
        if !is_built || self.depends_on_orderings && built.orderings != orderings {
            *self = self.built_again(options, check)?;
        }
        Ok(())
    }

    /// The program, built with other options for the steps after linking.
    fn built_again(&self, options: BuildOptions, check: &CheckOptions<'_>) -> Result<Self, BadInput> {
        let patience = Patience { timeout: check.timeout, interrupt: check.explore.limits.interrupt };
        let program = Parts { options, ..self.parts.clone() }.assemble(patience)?;
        Ok(Self { compile_seconds: self.compile_seconds, warnings: self.warnings.clone(), ..program })
    }

    /// The function of a library with a specification that a thread is in, if it is about to access the
    /// object.
    pub(crate) fn specified_call(&self, step: &Step<State>) -> Option<&str> {
        let (Action::Load { address, .. }
        | Action::Store { address, .. }
        | Action::Rmw { address, .. }
        | Action::Put { object: address, .. }
        | Action::Take { object: address, .. }) = step.action
        else {
            return None;
        };
        let call = self.machine.library_call(&step.state).filter(|call| call.object == address)?;
        let library = self.parts.options.libraries.get(call.library.index())?;
        library.functions.get(call.function as usize).map(|function| &*function.name)
    }

    /// The paths of the files of the program, and its modules as text.
    pub(crate) fn texts(&self) -> (&[PathBuf], &[String]) {
        (&self.parts.paths, &self.parts.modules)
    }

    /// The options with which the program was built.
    pub(crate) fn build_options(&self) -> &BuildOptions {
        &self.parts.options
    }

    /// The function with a number in marks of calls.
    pub(crate) fn marked_function(&self, number: u32) -> Option<&MarkedFunction> {
        self.parts.options.marked.as_ref()?.functions.get(number as usize)
    }

    /// The address of the global variable with the name, if the program has one.
    pub fn address_of(&self, name: &str) -> Option<Address> {
        let place = self.global_names.iter().position(|global| global == name)?;
        Some(self.machine.address_of(GlobalId::from_index(place)))
    }
}

/// Links modules.
fn link(name: &str, modules: &[NamedModule<'_>]) -> Result<Linked, BadInput> {
    porf_llvm::link(modules).map_err(|error| {
        let message = error.to_string();
        let without_file =
            modules.iter().find_map(|module| message.strip_prefix(&format!("{}: ", module.name)));
        let message = without_file.unwrap_or(&message).to_owned();
        match error {
            LinkError::TooLarge { .. } | LinkError::Initializer { .. } | LinkError::Target { .. } => {
                BadInput::unsupported(name, message)
            }
            LinkError::NoMain | LinkError::MainParameters { .. } | LinkError::DefinedTwice { .. } => {
                BadInput::new(name, message, None)
            }
        }
    })
}

/// Returns an error with its place if a function that is annotated for helping is wrong.
fn check_helping(
    module: &Module,
    helping: &[(SourcePosition, Option<FunctionId>)],
    files: &[SourceFile],
) -> Result<(), String> {
    let functions = helping.iter().filter_map(|&(position, function)| {
        let fault = match function {
            None => Some((position, HelpingFault::Unknown)),
            Some(function) => helping_fault(&module.functions[function]),
        };
        // The mistake may be in code that has no place in the source.
        fault.map(|(place, fault)| (if place.is_known() { place } else { position }, fault))
    });
    let regions = module.functions.values().filter_map(|function| region_fault(module, function));
    match functions.chain(regions).next() {
        None => Ok(()),
        Some((place, fault)) => {
            let file = files.get(place.file as usize).map_or("", |file| &file.name);
            Err(format!("{} ({file}:{}:{})", fault.message(), place.line, place.column))
        }
    }
}

impl Parts {
    /// Runs the passes and makes the machine.
    fn assemble(self, patience: Patience<'_>) -> Result<LoadedProgram, BadInput> {
        let start = Instant::now();
        let helping = porf_passes::helping_functions(&self.linked.module, &self.linked.user_functions);
        let Self { name, paths, linked, sources, options, .. } = self.clone();
        let mut module = linked.module.clone();
        let files = match sources {
            Some(sources) => sources.to_vec(),
            None => source_files(&module.files, &linked.file_places, &paths),
        };
        let roots = module.functions.ids().filter(|&id| module.functions[id].name == THREAD_MAIN);
        let passes = PassOptions {
            unroll: options.unroll,
            user_functions: linked.user_functions.clone(),
            roots: roots.collect(),
            disabled: options.disabled_passes,
            helping: options.helping,
            signed_overflow: options.machine.signed_overflow,
            orderings: options.orderings,
            keep_dependencies: options.machine.dependencies,
        };
        let loop_bounds = porf_passes::annotated_bounds(&module, &passes.user_functions);
        let asks = porf_passes::asks_who_it_is(&module, &passes.user_functions);
        let Passed { loops, depends_on_orderings } = porf_passes::run(&mut module, &passes);
        if options.helping {
            check_helping(&module, &helping, &files)
                .map_err(|message| BadInput::new(&name, message, None))?;
        }
        let alarm = Alarm::default();
        let deadline = patience.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        let mut machine = with_alarm(&alarm, deadline, patience.interrupt, || {
            Machine::with_alarm(&module, options.machine, alarm.clone())
        })
        .map_err(|error| match error {
            MachineError::OutOfMemory(_) => BadInput::unsupported(&name, error.to_string()),
            MachineError::Invalid(_) => BadInput::new(&name, error.to_string(), Some(REPORT)),
        })?;
        if asks {
            machine.let_names_matter();
        }
        let loops = Loops { explained: explain_loops::loops(&module, &loops, &passes, &files), found: loops };
        Ok(LoadedProgram {
            name,
            files,
            globals: module
                .globals
                .iter()
                .filter(|(_, global)| !global.thread_local)
                .map(|(id, global)| {
                    let start = machine.address_of(id).0;
                    start..start + global.size
                })
                .collect(),
            global_shapes: linked.global_shapes.clone(),
            global_names: module.globals.values().map(|global| global.name.clone()).collect(),
            function_names: module.functions.values().map(|function| function.name.clone()).collect(),
            machine,
            unroll: options.unroll,
            loop_bounds,
            max_events: options.machine.max_events,
            loops,
            compile_seconds: 0.0,
            warnings: String::new(),
            load_seconds: start.elapsed().as_secs_f64(),
            has_helping: options.helping && !helping.is_empty(),
            depends_on_orderings,
            parts: self,
        })
    }
}

const REPORT: &str = "this is a mistake in porf; please report it with the program";

/// The modules as text, with the time and the warnings of the compiler.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    pub(crate) modules: Vec<String>,
    pub(crate) seconds: f64,
    pub(crate) warnings: String,
    /// The sources, if they are not to be read from their files.
    pub(crate) sources: Option<Arc<[SourceFile]>>,
}

impl Texts {
    /// The modules of files.
    pub(crate) fn of_files(
        paths: &[PathBuf],
        options: &BuildOptions,
        interrupt: &AtomicBool,
    ) -> Result<Self, BadInput> {
        llvm_texts(paths, options, interrupt)
    }

    /// Adds the modules of other files.
    pub(crate) fn extend(&mut self, other: Self) {
        self.modules.extend(other.modules);
        self.seconds += other.seconds;
        self.warnings += &other.warnings;
    }

    /// The modules of these files.
    pub(crate) fn parse(&self, paths: &[PathBuf]) -> Result<Vec<porf_llvm::ast::Module>, BadInput> {
        let parsed = paths.iter().zip(&self.modules);
        parsed
            .map(|(path, text)| porf_llvm::parse(text).map_err(|error| unreadable_module(path, &error)))
            .collect()
    }
}

fn llvm_texts(paths: &[PathBuf], options: &BuildOptions, interrupt: &AtomicBool) -> Result<Texts, BadInput> {
    let mut texts = Texts::default();
    let mut compiler = None;
    for path in paths {
        // porf itself reports a missing file, instead of clang.
        let source = read(path).map_err(|error| unreadable(path, &error))?;
        if is_llvm(path) {
            let text = String::from_utf8(source).map_err(|_| {
                BadInput::new(&path.display().to_string(), "this is not UTF-8 text".into(), None)
            })?;
            texts.modules.push(text);
            continue;
        }
        let (clang, headers) = match &compiler {
            Some(compiler) => compiler,
            None => compiler.insert(find_compiler(path, options, interrupt)?),
        };
        let colour = if anstream::AutoStream::choice(&std::io::stderr()) == anstream::ColorChoice::Never {
            Colour::Never
        } else {
            Colour::Always
        };
        let compiled = clang
            .compile(path, &options.clang_options, headers, colour, interrupt)
            .map_err(|error| does_not_compile(path, &error))?;
        texts.seconds += compiled.seconds;
        texts.warnings += &compiled.warnings;
        texts.modules.push(compiled.llvm_ir);
    }
    Ok(texts)
}

fn find_compiler(
    path: &Path,
    options: &BuildOptions,
    interrupt: &AtomicBool,
) -> Result<(Clang, Headers), BadInput> {
    let clang = Clang::find(options.clang.as_deref(), interrupt)
        .map_err(|error: ClangError| BadInput::new(&path.display().to_string(), error.to_string(), None))?;
    let clang = match &options.directory {
        Some(directory) => clang.in_directory(directory.clone()),
        None => clang,
    };
    let headers = Headers::install().map_err(|error| {
        BadInput::new(
            &path.display().to_string(),
            format!("cannot write the headers for clang: {error}"),
            None,
        )
    })?;
    Ok((clang, headers))
}

fn does_not_compile(path: &Path, error: &CompileError) -> BadInput {
    let mut bad = BadInput::new(&path.display().to_string(), error.to_string(), None);
    if let CompileError::Rejected { messages, .. } = error
        && !messages.trim().is_empty()
    {
        bad.report.message = "it does not compile".into();
        // The message has clang's own words.
        bad.message = messages.clone();
        if !bad.message.ends_with('\n') {
            bad.message.push('\n');
        }
    }
    bad
}

fn unreadable_module(path: &Path, error: &porf_llvm::ParseError) -> BadInput {
    let file = path.display().to_string();
    // A file that clang wrote is of no use to the user.
    let place = match is_llvm(path) {
        true => Place { file: None, line: Some(error.line), column: Some(error.column) },
        false => Place::default(),
    };
    // A module that clang wrote is right, so porf does not support it.
    let unsupported = !is_llvm(path);
    let message = format!("the LLVM IR cannot be read: {error}");
    InputReport { file, message, place, help: None, unsupported }.into()
}

/// Whether a file is LLVM IR text, by its name.
pub fn is_llvm(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "ll")
}
