//! The meaning of the flags, validated.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use porf_driver::{
    Against, BadInput, BuildOptions, CheckOptions, ClientBounds, load_library, load_model, with_axioms,
};
use porf_explore::{Engine, Equivalence, FileModel, Limits, Liveness, MemoryModel, ModelKind};
use porf_library::Specification;
use porf_litmus::Dialect;
use porf_vm::MachineOptions;

use crate::args::{CheckArgs, Format, ModelArg};
use crate::inputs::is_part_of_program;

/// The files to check, and the options of the checks.
#[derive(Clone, Debug)]
pub struct Options {
    /// Files and directories.
    pub paths: Vec<PathBuf>,
    /// The models of the checks.
    pub models: ModelChoice,
    /// Built-in models with the axioms of the libraries.
    pub with_axioms: Vec<(ModelKind, FileModel)>,
    /// The options of each check, whatever the model.
    pub check: CheckOptions<'static>,
    /// The options for building programs.
    pub build: BuildOptions,
    /// What implementations are compared with, if they are, and the bounds of their clients.
    pub calls: Option<(Against, ClientBounds)>,
    /// The file for the most general client.
    pub client: Option<PathBuf>,
    /// The format of the output.
    pub format: Format,
    /// The directory for pictures.
    pub dot: Option<PathBuf>,
    /// The file to which the first error is saved.
    pub save: Option<PathBuf>,
    /// The file with the error that is replayed.
    pub replay: Option<PathBuf>,
    /// Whether long executions are shown in full.
    pub full: bool,
    /// The number of cores to use.
    pub jobs: usize,
    /// The file to which the exploration is written now and then.
    pub checkpoint: Option<PathBuf>,
    /// The least time between two such files.
    pub checkpoint_every: Duration,
    /// The file of an interrupted check to go on with.
    pub resume: Option<PathBuf>,
}

/// The models under which to check a test.
#[derive(Clone, Debug)]
pub enum ModelChoice {
    /// The model that belongs to the test's language.
    OfLanguage,
    /// This model.
    One(ModelKind),
    /// The model of a file.
    File(Box<FileModel>),
    /// Every built-in model.
    All,
}

impl ModelChoice {
    /// The models for a source in a language with this model.
    pub fn models(&self, of_language: ModelKind) -> Vec<MemoryModel<'_>> {
        match self {
            Self::OfLanguage => vec![of_language.into()],
            Self::One(model) => vec![(*model).into()],
            Self::File(model) => vec![(&**model).into()],
            Self::All => ModelKind::ALL.map(Into::into).to_vec(),
        }
    }
}

/// The model that belongs to a language.
pub fn default_model(dialect: Dialect) -> ModelKind {
    match dialect {
        Dialect::C => ModelKind::Rc11,
        Dialect::X86 => ModelKind::Tso,
    }
}

impl Options {
    /// The models for a source in a language with this model.
    pub fn models(&self, of_language: ModelKind) -> Vec<MemoryModel<'_>> {
        let models = self.models.models(of_language).into_iter();
        let extended = |model: MemoryModel<'_>| self.with_axioms.iter().find(|(kind, _)| model == *kind);
        models.map(|model| extended(model).map_or(model, |(_, with_axioms)| with_axioms.into())).collect()
    }
}

impl TryFrom<CheckArgs> for Options {
    type Error = anyhow::Error;

    fn try_from(args: CheckArgs) -> anyhow::Result<Self> {
        let models = match args.model {
            None => ModelChoice::OfLanguage,
            Some(ModelArg::Named(model)) => model.kind().map_or(ModelChoice::All, ModelChoice::One),
            Some(ModelArg::File(path)) => ModelChoice::File(Box::new(load_model(&path)?)),
        };
        let libraries: Vec<Specification> =
            args.libraries.iter().map(|name| load_library(name)).collect::<Result<_, BadInput>>()?;
        ensure!(
            libraries.is_empty() || args.save.is_none(),
            "--save: errors that were found with --library cannot be replayed; leave out --save"
        );
        let models = match models {
            ModelChoice::File(model) => match with_axioms((&*model).into(), &libraries)? {
                Some(extended) => ModelChoice::File(Box::new(extended)),
                None => ModelChoice::File(model),
            },
            models => models,
        };
        let mut extended = Vec::new();
        for model in models.models(ModelKind::Rc11) {
            if let MemoryModel::BuiltIn(kind) = model
                && let Some(model) = with_axioms(model, &libraries)?
            {
                extended.push((kind, model));
            }
        }
        let against = match (&args.implements, &args.linearizable) {
            (Some(name), _) => Some(Against::Specification(Box::new(load_library(name)?))),
            (None, Some(path)) => Some(Against::Sequential(path.clone())),
            (None, None) => None,
        };
        if against.is_some() {
            let flag = if args.implements.is_some() { "--implements" } else { "--linearizable" };
            ensure!(args.save.is_none(), "{flag}: errors of calls cannot be replayed; leave out --save");
            ensure!(
                args.engine.choice() != Some(Engine::Trace),
                "{flag}: calls are compared on execution graphs; leave out --engine trace"
            );
            if let Some(path) = args.paths.iter().find(|path| !is_part_of_program(path)) {
                bail!("{flag}: {} is not part of a program; give C files or LLVM IR", path.display());
            }
        }
        ensure!(
            args.client.is_none() || against.is_some(),
            "--client: there is a most general client only with --implements or --linearizable"
        );
        let bounds = ClientBounds {
            threads: args.threads,
            calls: args.calls,
            objects: args.objects,
            messages: args.messages,
        };
        let timeout = args.timeout.map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .with_context(|| format!("--timeout: {seconds} is not a number of seconds"))
        });
        let (engine, equivalence) = (args.engine.choice(), args.equivalence.choice());
        if engine == Some(Engine::Trace) {
            ensure!(
                matches!(models, ModelChoice::One(ModelKind::Sc)) || args.replay.is_some(),
                "--engine trace: interleavings are explored under sc only; add --model sc"
            );
            ensure!(
                equivalence != Some(Equivalence::Rf),
                "--engine trace: interleavings determine the order of writes; leave out --equivalence rf"
            );
        }
        if let ModelChoice::File(model) = &models {
            ensure!(
                args.save.is_none() || !model.is_filtering(),
                "--save: under this model errors are known only when an execution is full, and cannot be replayed; leave out --save"
            );
        }
        ensure!(args.max_executions != Some(0), "--max-executions: at least 1 execution must be allowed");
        ensure!(args.max_events != Some(0), "--max-events: at least 1 event must be allowed");
        ensure!(args.unroll != Some(0), "--unroll: at least 1 iteration must be allowed");
        let checkpoint_every =
            Duration::try_from_secs_f64(args.checkpoint_every).context("--checkpoint-every")?;
        ensure!(args.jobs != Some(0), "--jobs: at least 1 core must be used");
        let jobs = args.jobs.unwrap_or_else(|| thread::available_parallelism().map_or(1, usize::from));
        if let Some(path) = args.paths.iter().find(|path| args.explain_loops && !is_part_of_program(path)) {
            let path = path.display();
            bail!(
                "--explain-loops: {path} is not part of a program; only loops of C files and LLVM IR are explained"
            );
        }
        let check = CheckOptions {
            explore: porf_explore::Options {
                engine,
                equivalence,
                independent_adds: !args.loops.no_independent_adds,
                symmetry: !args.no_symmetry,
                redundant_iterations: !args.loops.no_redundant_iterations && !args.loops.no_spinloops,
                schedule: args.schedule.into(),
                limits: Limits { max_executions: args.max_executions, ..Limits::default() },
                keep_going: args.keep_going,
                liveness: match (args.no_liveness, args.no_livelock_with_writes) {
                    (true, _) => Liveness::Ignored,
                    (false, true) => Liveness::Waiting,
                    (false, false) => Liveness::All,
                },
                // Each check sets its own model.
                ..porf_explore::Options::new(ModelKind::Rc11)
            },
            timeout: timeout.transpose()?,
            stats: args.stats,
            explain_loops: args.explain_loops,
            warn_of_cpp20: !matches!(models, ModelChoice::All),
            progress: None,
            cores: None,
            checkpoint: None,
        };
        let build = BuildOptions {
            clang: args.clang,
            clang_options: args.clang_options,
            unroll: args.unroll,
            max_events: args.max_events,
            disabled_passes: args.loops.disabled(),
            // Annotations are checked on execution graphs.
            helping: !args.no_helping && engine != Some(Engine::Trace),
            machine: MachineOptions {
                spurious: !args.no_spurious,
                signed_overflow: args.signed_overflow,
                awaits: !args.loops.no_awaits,
                ..BuildOptions::default().machine
            },
            libraries,
            // Each program is built for its first model.
            ..BuildOptions::default()
        };
        Ok(Self {
            paths: args.paths,
            models,
            with_axioms: extended,
            check,
            build,
            calls: against.map(|against| (against, bounds)),
            client: args.client,
            format: args.format,
            dot: args.dot,
            save: args.save,
            replay: args.replay,
            full: args.full,
            jobs,
            checkpoint: args.checkpoint,
            checkpoint_every,
            resume: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Args, Command};
    use clap::Parser;

    fn options(flags: &[&str]) -> anyhow::Result<Options> {
        let args = Args::try_parse_from([&["porf", "check", "a.litmus"], flags].concat())?;
        let Command::Check(check) = args.command else { unreachable!("the command is `check`") };
        (*check).try_into()
    }

    #[test]
    fn the_model_follows_the_language_unless_given() {
        let models = |flags: &[&str], dialect, expected: &[ModelKind]| {
            let options = options(flags).unwrap();
            assert_eq!(options.models(default_model(dialect)), expected);
        };
        models(&[], Dialect::C, &[ModelKind::Rc11]);
        models(&[], Dialect::X86, &[ModelKind::Tso]);
        models(&["--model", "sc"], Dialect::X86, &[ModelKind::Sc]);
        models(&["--model", "all"], Dialect::C, &ModelKind::ALL);
    }

    #[test]
    fn nonsense_is_refused_with_the_name_of_the_flag() {
        for (flags, hint) in [
            (["--model", "arm"], "[possible values: sc, tso, pso, ra, rc11, cpp20, all]"),
            (["--equivalence", "so"], "[possible values: co, rf, auto]"),
            (["--engine", "dpor"], "[possible values: graph, trace, auto]"),
            (["--schedule", "random"], "[possible values: left-to-right, writes-first]"),
            (["--engine", "trace"], "--engine trace: interleavings are explored under sc only"),
            (["--timeout", "-1"], "--timeout"),
            (["--timeout", "nan"], "--timeout"),
            (["--max-executions", "0"], "--max-executions"),
            (["--max-events", "0"], "--max-events"),
            (["--unroll", "0"], "--unroll"),
            (["--jobs", "0"], "--jobs"),
        ] {
            let message = format!("{:#}", options(&flags).unwrap_err());
            assert!(message.contains(hint), "{flags:?}: {message}");
        }
    }
}
