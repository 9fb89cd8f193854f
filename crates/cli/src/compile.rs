//! The files of a program as something that can be explored: clang, the reader of LLVM IR, the linker, the passes and the
//! virtual machine, one after the other.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use porf_clang::{Clang, ClangError, Colour, CompileError, Headers};
use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{FunctionId, GlobalId, Module};
use porf_llvm::{LinkError, NamedModule, Shape};
use porf_passes::{HelpingFault, PassName, PassOptions, helping_fault, region_fault};
use porf_report::{InputReport, LoopReport, Place, SourceFile};
use porf_vm::{Alarm, Machine, MachineError, MachineOptions};

use crate::alarm::with_alarm;
use crate::load::{BadInput, read};
use crate::source_files::source_files;
use crate::{explain_loops, inputs};

/// How a program is compiled.
#[derive(Clone, Debug)]
pub struct CompileOptions {
    /// The clang to use; the newest one by default.
    pub clang: Option<PathBuf>,
    /// What else to tell clang.
    pub clang_options: Vec<String>,
    /// Where clang runs, if not in the working directory: what its options name is looked for there.
    pub directory: Option<PathBuf>,
    /// How many iterations of each loop to follow; all by default.
    pub unroll: Option<u32>,
    /// How many events a thread may have before it is cut.
    pub max_events: u32,
    /// The passes that are left out.
    pub disabled_passes: Vec<PassName>,
    /// Whether threads read values, too, that loops and assumptions do not go on with.
    pub no_awaits: bool,
    /// Whether threads do what they only help others with.
    pub no_helping: bool,
    /// Whether weak compare-exchanges never fail without need, and waits never end without.
    pub no_spurious: bool,
    /// Whether it is an error that a signed result does not fit.
    pub signed_overflow: bool,
    /// Whether what the program prints is of interest.
    pub record_output: bool,
}

impl Default for CompileOptions {
    fn default() -> Self {
        Self {
            clang: None,
            clang_options: Vec::new(),
            directory: None,
            unroll: None,
            max_events: porf_vm::DEFAULT_MAX_EVENTS,
            disabled_passes: Vec::new(),
            no_awaits: false,
            no_helping: false,
            no_spurious: false,
            signed_overflow: false,
            record_output: false,
        }
    }
}

/// A program and the machine that runs it.
#[derive(Debug)]
pub struct LoadedProgram {
    /// What it is called: its files.
    pub name: String,
    /// The source files that positions refer to.
    pub files: Vec<SourceFile>,
    /// The program.
    pub machine: Machine,
    /// The names of its globals.
    pub global_names: Vec<String>,
    /// What the globals consist of, where that is known.
    pub global_shapes: SecondaryMap<GlobalId, Option<Shape>>,
    /// Where the globals are.
    pub globals: Vec<Range<u64>>,
    /// The names of its functions.
    pub function_names: Vec<String>,
    /// How many iterations of each loop it follows.
    pub unroll: Option<u32>,
    /// Where it bounds loops itself, and how many iterations of them are followed.
    pub loop_bounds: Vec<(SourcePosition, u32)>,
    /// How many events a thread may have before it is cut.
    pub max_events: u32,
    /// What became of its loops.
    pub loops: Vec<LoopReport>,
    /// How long clang took.
    pub compile_seconds: f64,
    /// What clang said nonetheless.
    pub warnings: String,
    /// How long everything else took.
    pub load_seconds: f64,
}

impl LoadedProgram {
    /// The program that consists of the files, or what is wrong with them.
    pub fn from_files(paths: &[PathBuf], options: &CompileOptions) -> Result<Self, String> {
        load_program(paths, options, None, &AtomicBool::new(false)).map_err(|bad| bad.message)
    }

    /// The program that consists of modules that have been read, the runtime's included, or what is wrong with them.
    pub fn from_modules(
        name: &str,
        modules: &[NamedModule<'_>],
        options: &CompileOptions,
    ) -> Result<Self, String> {
        assemble(name, modules, options, None, &AtomicBool::new(false)).map_err(|bad| bad.message)
    }
}

/// What is wrong with a function that threads are said to help each other with, if anything is.
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
        // What is wrong may be in code that has no place in the source.
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

/// The program that consists of the files. Some error if `interrupt` is set while clang runs. If it is set, or it takes longer than
/// `timeout`, while the program runs before it creates threads, the machine is stopped there.
pub(crate) fn load_program(
    paths: &[PathBuf],
    options: &CompileOptions,
    timeout: Option<Duration>,
    interrupt: &AtomicBool,
) -> Result<LoadedProgram, BadInput> {
    let name = paths.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(" ");
    let texts = llvm_texts(paths, options, interrupt)?;
    let start = Instant::now();
    let parsed: Vec<porf_llvm::ast::Module> = paths
        .iter()
        .zip(&texts.modules)
        .map(|(path, text)| porf_llvm::parse(text).map_err(|error| unreadable_module(path, &error)))
        .collect::<Result<_, BadInput>>()?;
    let runtime = porf_llvm::parse(porf_runtime::RUNTIME)
        .map_err(|error| bad(&name, format!("the runtime cannot be read: {error}"), Some(REPORT)))?;
    let names: Vec<String> = paths.iter().map(|path| path.display().to_string()).collect();
    let user = parsed.iter().zip(&names).map(|(ast, name)| NamedModule { name, ast, runtime: false });
    let modules: Vec<NamedModule<'_>> =
        user.chain([NamedModule { name: "runtime", ast: &runtime, runtime: true }]).collect();
    let program = assemble(&name, &modules, options, timeout, interrupt)?;
    Ok(LoadedProgram {
        compile_seconds: texts.seconds,
        warnings: texts.warnings,
        load_seconds: start.elapsed().as_secs_f64(),
        ..program
    })
}

/// Links modules, runs the passes and makes the machine.
fn assemble(
    name: &str,
    modules: &[NamedModule<'_>],
    options: &CompileOptions,
    timeout: Option<Duration>,
    interrupt: &AtomicBool,
) -> Result<LoadedProgram, BadInput> {
    let start = Instant::now();
    let linked = porf_llvm::link(modules).map_err(|error| {
        let message = error.to_string();
        let without_file =
            modules.iter().find_map(|module| message.strip_prefix(&format!("{}: ", module.name)));
        let message = without_file.unwrap_or(&message).to_owned();
        match error {
            LinkError::TooLarge { .. } | LinkError::Initializer { .. } | LinkError::Target { .. } => {
                unsupported(name, message)
            }
            LinkError::NoMain | LinkError::MainParameters { .. } | LinkError::DefinedTwice { .. } => {
                bad(name, message, None)
            }
        }
    })?;

    let mut module = linked.module;
    let typed = modules.iter().filter(|module| !module.runtime).map(|module| PathBuf::from(module.name));
    let files = source_files(&module.files, &linked.file_places, &typed.collect::<Vec<_>>());
    let roots = module.functions.ids().filter(|&id| module.functions[id].name == "porf_thread_main");
    let passes = PassOptions {
        unroll: options.unroll,
        user_functions: linked.user_functions,
        roots: roots.collect(),
        disabled: options.disabled_passes.clone(),
        helping: !options.no_helping,
        signed_overflow: options.signed_overflow,
    };
    let loop_bounds = porf_passes::annotated_bounds(&module, &passes.user_functions);
    let helping = porf_passes::helping_functions(&module, &passes.user_functions);
    let asks = porf_passes::asks_who_it_is(&module, &passes.user_functions);
    let loops = porf_passes::run(&mut module, &passes);
    if !options.no_helping {
        check_helping(&module, &helping, &files).map_err(|message| bad(name, message, None))?;
    }
    let machine_options = MachineOptions {
        spurious: !options.no_spurious,
        signed_overflow: options.signed_overflow,
        record_output: options.record_output,
        solo: true,
        awaits: !options.no_awaits,
        max_events: options.max_events,
    };
    let alarm = Alarm::default();
    let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let mut machine = with_alarm(&alarm, deadline, Some(interrupt), || {
        Machine::with_alarm(&module, machine_options, alarm.clone())
    })
    .map_err(|error| match error {
        MachineError::OutOfMemory(_) => unsupported(name, error.to_string()),
        MachineError::Invalid(_) => bad(name, error.to_string(), Some(REPORT)),
    })?;
    if asks {
        machine.let_names_matter();
    }
    let loops = explain_loops::loops(&module, &loops, &passes, &files);
    Ok(LoadedProgram {
        name: name.to_owned(),
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
        global_shapes: linked.global_shapes,
        global_names: module.globals.values().map(|global| global.name.clone()).collect(),
        function_names: module.functions.values().map(|function| function.name.clone()).collect(),
        machine,
        unroll: options.unroll,
        loop_bounds,
        max_events: options.max_events,
        loops,
        compile_seconds: 0.0,
        warnings: String::new(),
        load_seconds: start.elapsed().as_secs_f64(),
    })
}

const REPORT: &str = "this is a mistake in porf; please report it with the program";

/// The modules as text, and what it took to get them.
#[derive(Default)]
struct Texts {
    modules: Vec<String>,
    seconds: f64,
    warnings: String,
}

fn llvm_texts(
    paths: &[PathBuf],
    options: &CompileOptions,
    interrupt: &AtomicBool,
) -> Result<Texts, BadInput> {
    let mut texts = Texts::default();
    let mut compiler = None;
    for path in paths {
        // A missing file is porf's to complain about, not clang's.
        let source = read(path).map_err(|error| inputs::unreadable(path, &error))?;
        if inputs::is_llvm(path) {
            let text = String::from_utf8(source)
                .map_err(|_| bad(&path.display().to_string(), "this is not UTF-8 text".into(), None))?;
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
    options: &CompileOptions,
    interrupt: &AtomicBool,
) -> Result<(Clang, Headers), BadInput> {
    let clang = Clang::find(options.clang.as_deref(), interrupt)
        .map_err(|error: ClangError| bad(&path.display().to_string(), error.to_string(), None))?;
    let clang = match &options.directory {
        Some(directory) => clang.in_directory(directory.clone()),
        None => clang,
    };
    let headers = Headers::install().map_err(|error| {
        bad(&path.display().to_string(), format!("cannot write the headers for clang: {error}"), None)
    })?;
    Ok((clang, headers))
}

fn does_not_compile(path: &Path, error: &CompileError) -> BadInput {
    let mut bad = bad(&path.display().to_string(), error.to_string(), None);
    if let CompileError::Rejected { messages, .. } = error
        && !messages.trim().is_empty()
    {
        bad.report.message = "it does not compile".into();
        // clang's own words, as they are.
        bad.message = messages.clone();
        if !bad.message.ends_with('\n') {
            bad.message.push('\n');
        }
    }
    bad
}

fn unreadable_module(path: &Path, error: &porf_llvm::ParseError) -> BadInput {
    let file = path.display().to_string();
    // Of a file that clang wrote, the user has nothing.
    let place = match inputs::is_llvm(path) {
        true => Place { file: None, line: Some(error.line), column: Some(error.column) },
        false => Place::default(),
    };
    // What clang wrote is right, but we do not understand it.
    let unsupported = !inputs::is_llvm(path);
    let message = format!("the LLVM IR cannot be read: {error}");
    InputReport { file, message, place, help: None, unsupported }.into()
}

fn bad(file: &str, message: String, help: Option<&str>) -> BadInput {
    let help = help.map(str::to_owned);
    InputReport { file: file.to_owned(), message, place: Place::default(), help, unsupported: false }.into()
}

fn unsupported(file: &str, message: String) -> BadInput {
    let (place, help) = (Place::default(), None);
    InputReport { file: file.to_owned(), message, place, help, unsupported: true }.into()
}
