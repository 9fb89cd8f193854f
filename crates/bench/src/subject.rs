//! The subjects of measurements, on both sides of the way between processes.

use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use porf_cat::{LibraryOnly, read, shipped};
use porf_driver::{BuildOptions, CheckOptions};
use porf_explore::{
    Engine, Equivalence, FileModel, Limits, Liveness, MemoryModel, ModelKind, Options, Schedule,
};
use porf_passes::PassName;
use porf_vm::MachineOptions;

/// The end of the name of a model that is read from its file.
const SUFFIX: &str = ".cat";

/// The limit of every exploration, so that measurements always end.
const LIMIT: Duration = Duration::from_secs(60);

/// The subject of an exploration: a litmus test, or a C program with options for clang.
#[derive(Clone, Debug)]
pub(crate) struct Subject<'a> {
    pub(crate) file: &'a Path,
    pub(crate) clang_options: &'a [&'a str],
    pub(crate) model: ModelKind,
    /// Whether the model is read from the file that ships with porf.
    pub(crate) from_file: bool,
    /// The engine; `None` for the default.
    pub(crate) engine: Option<Engine>,
    /// The equivalence; `None` for the default.
    pub(crate) equivalence: Option<Equivalence>,
    pub(crate) schedule: Schedule,
    pub(crate) max_executions: Option<u64>,
    /// The number of iterations of the loops of a C program to follow; all by default.
    pub(crate) unroll: Option<u32>,
    /// The passes that are left out for a C program.
    pub(crate) disabled_passes: &'a [PassName],
    pub(crate) switches: Switches,
    /// The longest time of the exploration.
    pub(crate) limit: Duration,
}

/// Options that can be turned off besides passes, and the expected result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Switches {
    pub(crate) awaits: bool,
    pub(crate) independent_adds: bool,
    /// Whether a loop that never ends is an error.
    pub(crate) liveness: bool,
    /// Whether symmetry reduction is on: executions that differ only by a permutation of symmetric
    /// threads count as one.
    pub(crate) symmetry: bool,
    /// Whether helping CASes are left to the operation to which they belong.
    pub(crate) helping: bool,
    /// Whether exploration is to end at an error. If there is an unexpected error, nothing is
    /// measured: the speed would be that of another exploration.
    pub(crate) fails: bool,
}

impl Default for Switches {
    fn default() -> Self {
        Self {
            awaits: true,
            independent_adds: true,
            liveness: true,
            symmetry: false,
            helping: true,
            fails: false,
        }
    }
}

impl Switches {
    const NAMES: [&str; 6] = ["awaits", "independent-adds", "liveness", "symmetry", "helping", "fails"];

    /// The names of the options that are on.
    fn to_word(self) -> String {
        let Self { awaits, independent_adds, liveness, symmetry, helping, fails } = self;
        let all = Self::NAMES.into_iter().zip([awaits, independent_adds, liveness, symmetry, helping, fails]);
        all.filter(|&(_, on)| on).map(|(name, _)| name).collect::<Vec<_>>().join(",")
    }

    fn from_word(word: &str) -> Result<Self> {
        let names: Vec<&str> = word.split(',').filter(|name| !name.is_empty()).collect();
        if let Some(unknown) = names.iter().find(|name| !Self::NAMES.contains(name)) {
            bail!("no switch is called {unknown}");
        }
        let [awaits, independent_adds, liveness, symmetry, helping, fails] =
            Self::NAMES.map(|name| names.contains(&name));
        Ok(Self { awaits, independent_adds, liveness, symmetry, helping, fails })
    }
}

impl<'a> Subject<'a> {
    /// A subject with all executions, by execution graphs, with the default schedule, coherence
    /// orders and threads distinguished.
    pub(crate) fn new(file: &'a Path, clang_options: &'a [&'a str], model: ModelKind) -> Self {
        Self {
            file,
            clang_options,
            model,
            from_file: false,
            engine: Some(Engine::Graph),
            equivalence: Some(Equivalence::Co),
            schedule: Schedule::default(),
            max_executions: None,
            unroll: None,
            disabled_passes: &[],
            switches: Switches::default(),
            limit: LIMIT,
        }
    }

    /// The arguments with which this program is called to measure in a process of its own;
    /// [`Request::from_arguments`] reads those behind the first word.
    pub(crate) fn arguments(&self) -> Vec<OsString> {
        let fixed = [
            "measure".into(),
            self.file.into(),
            format!("{}{}", self.model.name(), if self.from_file { SUFFIX } else { "" }).into(),
            name_or_auto(self.engine, Engine::name).into(),
            name_or_auto(self.equivalence, Equivalence::name).into(),
            self.schedule.name().into(),
            self.max_executions.unwrap_or(u64::MAX).to_string().into(),
            self.limit.as_millis().to_string().into(),
            self.unroll.map_or("all".into(), |bound| bound.to_string()).into(),
            self.disabled_passes.iter().map(PassName::to_string).collect::<Vec<_>>().join(",").into(),
            self.switches.to_word().into(),
        ];
        fixed.into_iter().chain(self.clang_options.iter().map(OsString::from)).collect()
    }
}

/// A subject in the process that measures.
#[derive(Debug)]
pub(crate) struct Request {
    pub(crate) file: String,
    pub(crate) check: CheckOptions<'static>,
    pub(crate) build: BuildOptions,
    /// Whether exploration is to end at an error.
    pub(crate) fails: bool,
}

impl Request {
    /// The request in the arguments of [`Subject::arguments`].
    pub(crate) fn from_arguments(arguments: &[String]) -> Result<Self> {
        let [
            file,
            model,
            engine,
            equivalence,
            schedule,
            max_executions,
            limit,
            unroll,
            disabled,
            switches,
            clang_options @ ..,
        ] = arguments
        else {
            bail!("what to measure is missing");
        };
        let switches = Switches::from_word(switches)?;
        let model = model_named(model)?;
        let check = CheckOptions {
            explore: Options {
                engine: named_or_auto(engine, &Engine::ALL, Engine::name)?,
                independent_adds: switches.independent_adds,
                symmetry: switches.symmetry,
                equivalence: named_or_auto(equivalence, &Equivalence::ALL, Equivalence::name)?,
                schedule: schedule.parse()?,
                limits: Limits { max_executions: Some(max_executions.parse()?), ..Limits::default() },
                liveness: if switches.liveness { Liveness::All } else { Liveness::Ignored },
                ..CheckOptions::new(model).explore
            },
            timeout: Some(Duration::from_millis(limit.parse()?)),
            ..CheckOptions::new(model)
        };
        let build = BuildOptions {
            clang_options: clang_options.to_vec(),
            unroll: unroll.parse().ok(),
            disabled_passes: passes_named(disabled)?,
            helping: switches.helping,
            machine: MachineOptions { awaits: switches.awaits, ..BuildOptions::default().machine },
            ..BuildOptions::default()
        };
        Ok(Self { file: file.clone(), check, build, fails: switches.fails })
    }
}

/// The model of this name, built-in or, with the suffix, from the file that ships with porf.
fn model_named(name: &str) -> Result<MemoryModel<'static>> {
    let Some(name) = name.strip_suffix(SUFFIX) else { return Ok(name.parse::<ModelKind>()?.into()) };
    let source = shipped(name).with_context(|| format!("no file for {name} ships with porf"))?;
    let model = read(source, &LibraryOnly).map_err(|error| anyhow!("{error}"))?;
    // The process measures one subject and ends.
    let model: &'static FileModel = Box::leak(Box::new(FileModel::new(name, model)));
    Ok(model.into())
}

/// The name of a value, or `auto` for none.
fn name_or_auto<T>(one: Option<T>, name: fn(T) -> &'static str) -> &'static str {
    one.map_or("auto", name)
}

fn named_or_auto<T: Copy>(word: &str, all: &[T], name: fn(T) -> &'static str) -> Result<Option<T>> {
    match all.iter().copied().find(|&one| name(one) == word) {
        None if word != "auto" => bail!("nothing is called {word}"),
        found => Ok(found),
    }
}

/// The passes of a list of names.
fn passes_named(names: &str) -> Result<Vec<PassName>> {
    let named = |name: &str| PassName::ALL.iter().copied().find(|pass| pass.to_string() == name);
    let names = names.split(',').filter(|name| !name.is_empty());
    names.map(|name| named(name).with_context(|| format!("no pass is called {name}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(subject: &Subject<'_>) -> Result<Request> {
        let words = subject.arguments().into_iter().map(|word| word.into_string());
        let words: Vec<String> =
            words.collect::<Result<_, _>>().map_err(|word| anyhow::anyhow!("{word:?}"))?;
        Request::from_arguments(&words[1..])
    }

    #[test]
    fn subjects_survive_the_way_between_processes() -> Result<()> {
        let plain = Subject::new(Path::new("a.c"), &["-DN=3"], ModelKind::Sc);
        let other = Subject {
            from_file: true,
            engine: None,
            equivalence: None,
            max_executions: Some(7),
            unroll: Some(4),
            disabled_passes: &PassName::SPINLOOPS,
            switches: Switches {
                awaits: false,
                independent_adds: false,
                liveness: false,
                symmetry: true,
                helping: false,
                fails: true,
            },
            limit: Duration::from_millis(1500),
            ..plain.clone()
        };
        for subject in [&plain, &other] {
            let request = request(subject)?;
            assert_eq!(request.file, "a.c");
            assert_eq!(request.build.clang_options, ["-DN=3"]);
            assert_eq!(request.build.unroll, subject.unroll);
            assert_eq!(request.build.disabled_passes, subject.disabled_passes);
            assert_eq!(request.build.machine.awaits, subject.switches.awaits);
            assert_eq!(request.build.helping, subject.switches.helping);
            assert_eq!(request.check.explore.model.file().is_some(), subject.from_file);
            assert_eq!(request.check.explore.engine, subject.engine);
            assert_eq!(request.check.explore.equivalence, subject.equivalence);
            assert_eq!(request.check.explore.independent_adds, subject.switches.independent_adds);
            assert_eq!(request.check.explore.liveness == Liveness::All, subject.switches.liveness);
            assert_eq!(request.check.explore.symmetry, subject.switches.symmetry);
            assert_eq!(
                request.check.explore.limits.max_executions,
                Some(subject.max_executions.unwrap_or(u64::MAX))
            );
            assert_eq!(request.check.timeout, Some(subject.limit));
            assert_eq!(request.fails, subject.switches.fails);
        }
        Ok(())
    }

    #[test]
    fn unknown_names_are_errors() {
        assert!(passes_named("spin-assume,unheard-of").is_err());
        assert!(Switches::from_word("awaits,unheard-of").is_err());
        assert!(named_or_auto("unheard-of", &Engine::ALL, Engine::name).is_err());
        assert!(Request::from_arguments(&["a.c".to_owned()]).is_err());
    }
}
