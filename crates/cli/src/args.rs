//! The command line as the user types it.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};
use porf_driver::ClientBounds;
use porf_explore::ModelKind;
use porf_passes::PassName;

/// A model checker for concurrent programs: explores every execution that a memory model allows,
/// each exactly once.
#[derive(Parser, Debug)]
#[command(name = "porf", version, arg_required_else_help = true, max_term_width = 100)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Check C programs and litmus tests: is there an error, and does the condition hold?
    Check(Box<CheckArgs>),
    /// Study memory models: is one fit for exploration, and which program tells two apart?
    Model(ModelArgs),
    /// Go on with an interrupted check, from the file that --checkpoint has written
    Resume(ResumeArgs),
    /// List the libraries whose specifications are part of porf, with their functions
    Libraries,
}

const RESUME_EXAMPLES: &str = "\
Examples:
  porf check queue.c --checkpoint queue.ckpt
                                            written after a second, then now and then, and when
                                            the time is over, or Ctrl-C or kill ends porf
  porf resume queue.ckpt                    goes on, and writes the same file
  porf resume queue.ckpt -j 8 --timeout 3600

The file has the compiled program, its sources and all options: neither clang nor the sources are
needed. Only the version of porf that has written a file goes on with it.

Exit code: as that of porf check.";

/// The flags of `porf resume`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = true, after_help = RESUME_EXAMPLES)]
pub struct ResumeArgs {
    /// The file
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    /// How many cores to use [default: all cores]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<usize>,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<f64>,

    /// Output for people (text) or for programs (json, one object)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    pub format: Format,

    /// Show long executions in full
    #[arg(long)]
    pub full: bool,

    /// The least time between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, hide = true)]
    pub checkpoint_every: f64,
}

impl ResumeArgs {
    /// The arguments of `porf check` with the same meaning. The program and the other options come from
    /// the file.
    pub fn as_check(&self) -> CheckArgs {
        let mut words: Vec<OsString> = vec!["porf".into(), "check".into(), self.file.clone().into()];
        words.extend(self.jobs.iter().flat_map(|jobs| ["--jobs".into(), jobs.to_string().into()]));
        words.extend(self.timeout.iter().flat_map(|time| ["--timeout".into(), time.to_string().into()]));
        words.extend(
            (self.format == Format::Json).then_some(["--format".into(), "json".into()]).into_iter().flatten(),
        );
        words.extend(self.full.then_some("--full".into()));
        words.extend(["--checkpoint-every".into(), self.checkpoint_every.to_string().into()]);
        match Args::parse_from(words).command {
            Command::Check(check) => *check,
            _ => unreachable!("the words begin with check"),
        }
    }
}

/// The flags of `porf model`.
#[derive(clap::Args, Debug)]
#[command(arg_required_else_help = true)]
pub struct ModelArgs {
    /// What to do.
    #[command(subcommand)]
    pub command: ModelCommand,
}

/// What to do with memory models.
#[derive(Subcommand, Debug)]
pub enum ModelCommand {
    /// Say which conditions of exploration a memory model has, with counterexamples
    Check(ModelCheckArgs),
    /// Find a smallest program that tells two memory models apart
    Compare(CompareArgs),
}

const MODEL_CHECK_EXAMPLES: &str = "\
Examples:
  porf model check my.cat                   which axioms guide exploration, and why others do not
  porf model check *.cat --format json      one JSON object a model
  porf model check my.cat --max-size 5 --timeout 60
                                            a longer search for counterexamples

A model that does not have all conditions can be used all the same: porf check explores under the
axioms that have them, and filters full executions by the others.

Exit code:
  0  every model has all conditions
  1  some condition fails, or its form is not recognised
  2  bad usage, or a mistake in a file";

/// The flags of `porf model check`.
#[derive(clap::Args, Debug)]
#[command(after_help = MODEL_CHECK_EXAMPLES)]
pub struct ModelCheckArgs {
    /// Models: sc, tso, pso, ra, rc11, cpp20, or files in the language cat
    #[arg(value_name = "MODEL", required = true)]
    pub models: Vec<String>,

    /// Search the executions of programs with up to this many operations for counterexamples
    #[arg(long, value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=8))]
    pub max_size: u8,

    /// Stop the search for counterexamples after this time, for each model
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0, allow_negative_numbers = true)]
    pub timeout: f64,

    /// Output for people (text) or for programs (json, one object a model)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    pub format: Format,
}

const COMPARE_EXAMPLES: &str = "\
Examples:
  porf model compare sc tso                 a litmus test with a state that only one of them allows
  porf model compare my.cat rc11            a model in a file beside a shipped one
  porf model compare my.cat rc11 -o t.litmus
                                            write the test to a file, for porf check
  porf model compare a.cat b.cat --max-size 6 --timeout 60

Models are compared by the final states of programs. The programs are all those with up to 3
operations, and above the ones along cycles of program order and communication.

Exit code:
  0  the models agree on all programs up to the size
  1  the models differ
  2  bad usage, or a file that is no model
  3  the search was stopped before a difference was found";

/// The flags of `porf model compare`.
#[derive(clap::Args, Debug)]
#[command(after_help = COMPARE_EXAMPLES)]
pub struct CompareArgs {
    /// A model: sc, tso, pso, ra, rc11, cpp20, or a file in the language cat
    #[arg(value_name = "MODEL")]
    pub first: String,

    /// The model to compare it with
    #[arg(value_name = "MODEL")]
    pub second: String,

    /// Try programs with up to this many operations
    #[arg(long, value_name = "N", default_value_t = 5)]
    #[arg(value_parser = clap::value_parser!(u8).range(1..=8))]
    pub max_size: u8,

    /// Stop after this time
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true)]
    pub timeout: Option<f64>,

    /// Output for people (text) or for programs (json, one object)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    pub format: Format,

    /// Write the first test to this file
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const EXAMPLES: &str = "\
Examples:
  porf check queue.c                        a C program: verified, or an error shown in the source
  porf check main.c queue.c -- -DSIZE=2     several files form one program; clang options after --
  porf check queue.c --unroll 3             follow three iterations of each loop
  porf check queue.c --explain-loops        which reduction applies to each loop, or why none does
  porf check queue.c --save bug.json        save the error
  porf check --replay bug.json              show it again at once, with the program's output
  porf check SB.litmus --model all          a litmus test under every memory model
  porf check queue.c --model my.cat         a memory model from a file
  porf check client.c --library mutex.lib   calls of a library as its specification says
  porf check --implements mutex lock.c      code of a library against its specification
  porf check --linearizable spec.c stack.c  concurrent code against sequential code
  porf check tests/                         every *.litmus file below a directory
  porf check queue.c --format json          one JSON object a program and model

Exit code:
  0  everything was explored, up to a requested --unroll: no error, and every condition holds
  1  a program has an error (a failed assertion, a data race, a deadlock, …), or a condition fails
  2  bad usage, or a file that cannot be checked
  3  not everything was explored: a limit or Ctrl-C stopped it, porf chose a bound itself (on the
     values of a nondeterministic integer, say), or no execution was complete
  4  a program does something that porf cannot run (inline assembly, an unknown function, …)
If several apply, the first of 2, 1, 4, 3.";

/// The flags of `porf check`.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct CheckArgs {
    /// C files (*.c) or LLVM IR (*.ll), which together form one program; litmus tests, or
    /// directories to search for *.litmus files
    #[arg(value_name = "PATH", required_unless_present = "replay")]
    pub paths: Vec<PathBuf>,

    /// Options for clang, after a --
    #[arg(last = true, value_name = "CLANG OPTIONS")]
    pub clang_options: Vec<String>,

    /// Memory model: sc, tso, pso, ra, rc11, cpp20 or all, or a file *.cat with a model in herd's
    /// language [default: rc11 for C, tso for x86]
    #[arg(short, long, value_parser = ModelArg::parse, help_heading = EXPLORATION)]
    pub model: Option<ModelArg>,

    /// A library with a specification: a file *.lib or a name (porf libraries lists them). Calls of its
    /// functions are what it says, whatever code they have; may be given several times
    #[arg(long = "library", value_name = "FILE", help_heading = EXPLORATION)]
    pub libraries: Vec<String>,

    /// Check that the program's code for the functions of a library does what the specification says: a
    /// file *.lib or a name. A program without main gets a most general client
    #[arg(long, value_name = "FILE", help_heading = IMPLEMENTATIONS)]
    #[arg(conflicts_with_all = ["libraries", "linearizable"])]
    pub implements: Option<String>,

    /// Check that calls happen as though one after the other: the C file has sequential code for the same
    /// functions
    #[arg(long, value_name = "FILE", conflicts_with = "libraries", help_heading = IMPLEMENTATIONS)]
    pub linearizable: Option<PathBuf>,

    /// The number of threads of the most general client
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = IMPLEMENTATIONS)]
    #[arg(value_parser = clap::value_parser!(u32).range(2..=i64::from(ClientBounds::MOST.threads)))]
    pub threads: u32,

    /// The number of times that each of them uses an object
    #[arg(long, value_name = "N", default_value_t = 2, help_heading = IMPLEMENTATIONS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(ClientBounds::MOST.calls)))]
    pub calls: u32,

    /// The number of objects that they use
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = IMPLEMENTATIONS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(ClientBounds::MOST.objects)))]
    pub objects: u32,

    /// The number of messages that they send each other between their calls
    #[arg(long, value_name = "N", default_value_t = 1, help_heading = IMPLEMENTATIONS)]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(ClientBounds::MOST.messages)))]
    pub messages: u32,

    /// Write the most general client to this file, to be read or changed
    #[arg(long, value_name = "FILE", help_heading = IMPLEMENTATIONS)]
    pub client: Option<PathBuf>,

    /// Algorithm: execution graphs (graph), interleavings (trace, for sc), or chosen for the
    /// program (auto); the verdict is the same
    #[arg(long, value_enum, default_value_t = Engine::Auto, hide_possible_values = true)]
    #[arg(help_heading = EXPLORATION)]
    pub engine: Engine,

    /// Count executions that differ only in coherence order apart (co), as one (rf), or as is
    /// faster (auto); the verdict is the same
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Equivalence::Auto)]
    #[arg(hide_possible_values = true, help_heading = EXPLORATION)]
    pub equivalence: Equivalence,

    /// Thread to schedule next: left-to-right or writes-first. Affects speed, never the verdict
    #[arg(long, value_enum, value_name = "POLICY", default_value_t = Schedule::WritesFirst)]
    #[arg(hide_possible_values = true, help_heading = EXPLORATION)]
    pub schedule: Schedule,

    /// Do not stop at the first error of a program, but collect all different errors
    #[arg(long, help_heading = EXPLORATION)]
    pub keep_going: bool,

    /// How many cores to use, for several files and for the parts of one exploration; with 1,
    /// executions are explored in one order [default: all cores]
    #[arg(short, long, value_name = "N", help_heading = EXPLORATION)]
    pub jobs: Option<usize>,

    /// Follow N iterations of each loop; executions that go on are cut there, and the verdict says
    /// so [default: 4 for litmus tests, all for programs]
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub unroll: Option<u32>,

    /// Stop after this many executions, complete or blocked, under each model
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_executions: Option<u64>,

    /// Stop after this time, under each model
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, help_heading = LIMITS)]
    pub timeout: Option<f64>,

    /// Write the exploration of a program to this file after a second, then now and then, and when a
    /// limit, Ctrl-C or kill ends it; porf resume FILE goes on
    #[arg(long, value_name = "FILE", help_heading = LIMITS)]
    #[arg(conflicts_with_all = ["implements", "linearizable", "replay"])]
    pub checkpoint: Option<PathBuf>,

    /// The least time between two checkpoints
    #[arg(long, value_name = "SECONDS", default_value_t = 1.0, hide = true, help_heading = LIMITS)]
    pub checkpoint_every: f64,

    /// Cut a thread after this many events, and say so [default: 100000; 100 under a model from a
    /// file that filters full executions, unless --unroll bounds loops]
    #[arg(long, value_name = "N", help_heading = LIMITS)]
    pub max_events: Option<u32>,

    /// Disable symmetry reduction: explore executions that differ only by swapping symmetric
    /// threads
    #[arg(long, help_heading = REDUCTIONS)]
    pub no_symmetry: bool,

    /// Disable the helping reduction: perform every helping CAS (porf_help)
    #[arg(long, help_heading = REDUCTIONS)]
    pub no_helping: bool,

    /// Which reductions of loops to leave out.
    #[command(flatten)]
    pub loops: LoopArgs,

    /// Report livelocks: threads that repeat their loops for ever under a fair schedule (the
    /// default)
    #[arg(long, overrides_with = "no_liveness", help_heading = LIVENESS)]
    pub liveness: bool,

    /// Do not report livelocks
    #[arg(long, help_heading = LIVENESS)]
    pub no_liveness: bool,

    /// Do not report livelocks in which threads keep each other in their loops by what they write
    #[arg(long, help_heading = LIVENESS)]
    pub no_livelock_with_writes: bool,

    /// No spurious failures of weak compare-exchanges, and no spurious wake-ups
    #[arg(long, help_heading = C_PROGRAMS)]
    pub no_spurious: bool,

    /// Signed overflow is an error
    #[arg(long, help_heading = C_PROGRAMS)]
    pub signed_overflow: bool,

    /// The clang to compile with [default: $PORF_CLANG, or the newest of clang 15 to 22]
    #[arg(long, value_name = "PATH", help_heading = C_PROGRAMS)]
    pub clang: Option<PathBuf>,

    /// Output for people (text) or for programs (json, one object a line)
    #[arg(long, value_enum, default_value_t = Format::Text, hide_possible_values = true)]
    #[arg(help_heading = OUTPUT)]
    pub format: Format,

    /// Show every step of long executions
    #[arg(long, help_heading = OUTPUT)]
    pub full: bool,

    /// Explain for each loop of a program which reduction applies, or why none does
    #[arg(long, conflicts_with = "replay", help_heading = OUTPUT)]
    pub explain_loops: bool,

    /// Show the algorithm, the reason for it, the equivalence, and the number of restarts
    #[arg(long, help_heading = OUTPUT)]
    pub stats: bool,

    /// Write a picture of the error or of the witness to this directory, in the DOT language
    #[arg(long, value_name = "DIR", help_heading = OUTPUT)]
    pub dot: Option<PathBuf>,

    /// Write the first error to this file, for --replay
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub save: Option<PathBuf>,

    /// Show an error again that --save wrote, without exploring
    #[arg(long, value_name = "FILE", conflicts_with_all = ["paths", "clang_options", "model", "save"])]
    #[arg(help_heading = OUTPUT)]
    pub replay: Option<PathBuf>,
}

const EXPLORATION: &str = "Exploration";
const IMPLEMENTATIONS: &str = "Implementations of libraries";
const LIMITS: &str = "Limits";
const REDUCTIONS: &str = "Reductions (the verdict is the same without)";
const LOOPS: &str = "Reductions of loops and awaits (the verdict is the same without)";
const LIVENESS: &str = "Liveness";
const C_PROGRAMS: &str = "C programs";
const OUTPUT: &str = "Output";

/// Which reductions of loops that wait to leave out.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct LoopArgs {
    /// Distinguish the order of independent additions, whose results no thread uses
    #[arg(long, help_heading = REDUCTIONS)]
    pub no_independent_adds: bool,

    /// Disable all reductions of loops, but not awaits
    #[arg(long, help_heading = LOOPS)]
    pub no_spinloops: bool,

    /// Disable spin-assume: keep the back edges of iterations that only read
    #[arg(long, help_heading = LOOPS)]
    pub no_spin_assume: bool,

    /// Disable dynamic-spin-assume: do not check at run time whether an iteration had effects
    #[arg(long, help_heading = LOOPS)]
    pub no_dynamic_spin_assume: bool,

    /// Disable partial loop purity: block only at the end of an iteration without effects
    #[arg(long, help_heading = LOOPS)]
    pub no_loop_purity: bool,

    /// Keep decisions between different ways of doing nothing, such as back-off
    #[arg(long, help_heading = LOOPS)]
    pub no_idle_decisions: bool,

    /// Disable bisimilarity: do not merge the code before a loop with the end of an iteration
    #[arg(long, help_heading = LOOPS)]
    pub no_bisimilarity: bool,

    /// Disable loop rotation: do not move the loop condition to the end of an iteration
    #[arg(long, help_heading = LOOPS)]
    pub no_loop_rotation: bool,

    /// Disable failed values: find out at run time that a loop which goes on with the value of a
    /// failed compare-exchange only waits
    #[arg(long, help_heading = LOOPS)]
    pub no_failed_values: bool,

    /// Disable zero-net-effect reduction: explore attempts that are undone, and locks taken only
    /// to look
    #[arg(long, help_heading = LOOPS)]
    pub no_zne: bool,

    /// Disable the test whether a thread could be where it is without its last iteration
    #[arg(long, help_heading = LOOPS)]
    pub no_redundant_iterations: bool,

    /// Disable awaits: explore reads of values with which a loop or an assumption blocks at once
    #[arg(long, help_heading = LOOPS)]
    pub no_awaits: bool,
}

impl LoopArgs {
    /// The passes that are left out.
    pub fn disabled(self) -> Vec<PassName> {
        let passes = [
            (self.no_spin_assume, PassName::SpinAssume),
            (self.no_loop_purity, PassName::LoopPurity),
            (self.no_dynamic_spin_assume, PassName::DynamicSpinAssume),
            (self.no_idle_decisions, PassName::IdleDecisions),
            (self.no_bisimilarity, PassName::Bisimilarity),
            (self.no_loop_rotation, PassName::LoopRotation),
            // Without redundant iterations, no thread looks at the marks.
            (self.no_failed_values || self.no_redundant_iterations, PassName::FailedValues),
            (self.no_zne, PassName::Zne),
        ];
        passes
            .into_iter()
            .filter(|&(disabled, _)| disabled || self.no_spinloops)
            .map(|(_, pass)| pass)
            .collect()
    }
}

/// A memory model by its name, or the file of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ModelArg {
    /// A built-in model, or all of them.
    Named(Model),
    /// A file: its name ends in `.cat` or contains a `/`.
    File(PathBuf),
}

impl ModelArg {
    fn parse(text: &str) -> Result<Self, String> {
        if text.ends_with(".cat") || text.contains('/') {
            return Ok(Self::File(text.into()));
        }
        <Model as ValueEnum>::from_str(text, false).map(Self::Named).map_err(|_| {
            let names = Model::value_variants().iter().filter_map(ValueEnum::to_possible_value);
            let names: Vec<String> = names.map(|it| it.get_name().to_owned()).collect();
            format!("no such model\n  [possible values: {}], or a file *.cat", names.join(", "))
        })
    }
}

/// A memory model, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Model {
    /// Sequential consistency.
    Sc,
    /// Total store order (x86).
    Tso,
    /// Partial store order (SPARC).
    Pso,
    /// Release/acquire.
    Ra,
    /// Repaired C11.
    Rc11,
    /// C++20.
    Cpp20,
    /// Each of them.
    All,
}

impl Model {
    /// The model, or `None` for all of them.
    pub fn kind(self) -> Option<ModelKind> {
        match self {
            Self::Sc => Some(ModelKind::Sc),
            Self::Tso => Some(ModelKind::Tso),
            Self::Pso => Some(ModelKind::Pso),
            Self::Ra => Some(ModelKind::Ra),
            Self::Rc11 => Some(ModelKind::Rc11),
            Self::Cpp20 => Some(ModelKind::Cpp20),
            Self::All => None,
        }
    }
}

/// An algorithm.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Engine {
    /// Execution graphs.
    Graph,
    /// Interleavings.
    Trace,
    /// Chosen for the program.
    Auto,
}

impl Engine {
    /// The algorithm, or `None` for a choice by porf.
    pub fn choice(self) -> Option<porf_explore::Engine> {
        match self {
            Self::Graph => Some(porf_explore::Engine::Graph),
            Self::Trace => Some(porf_explore::Engine::Trace),
            Self::Auto => None,
        }
    }
}

/// When executions count as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Equivalence {
    /// Program order, reads-from and coherence order are the same.
    Co,
    /// Program order and reads-from are the same.
    Rf,
    /// Chosen for the program.
    Auto,
}

impl Equivalence {
    /// The equivalence, or `None` for a choice by porf.
    pub fn choice(self) -> Option<porf_explore::Equivalence> {
        match self {
            Self::Co => Some(porf_explore::Equivalence::Co),
            Self::Rf => Some(porf_explore::Equivalence::Rf),
            Self::Auto => None,
        }
    }
}

/// A scheduling policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Schedule {
    /// The first thread that can go on.
    LeftToRight,
    /// Threads that are about to write first.
    WritesFirst,
}

impl From<Schedule> for porf_explore::Schedule {
    fn from(schedule: Schedule) -> Self {
        match schedule {
            Schedule::LeftToRight => Self::LeftToRight,
            Schedule::WritesFirst => Self::WritesFirst,
        }
    }
}

/// What the output looks like.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// For programs: one JSON object a line.
    Json,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Args::command().debug_assert();
    }

    /// The values on the command line have the names of the libraries, and none is missing.
    #[test]
    fn values_have_their_names() {
        fn names<T: ValueEnum>() -> Vec<String> {
            let values = T::value_variants().iter().filter_map(T::to_possible_value);
            values
                .map(|value| value.get_name().to_owned())
                .filter(|name| !["all", "auto"].contains(&&**name))
                .collect()
        }
        assert_eq!(names::<Model>(), ModelKind::ALL.map(ModelKind::name));
        assert_eq!(names::<Engine>(), porf_explore::Engine::ALL.map(porf_explore::Engine::name));
        assert_eq!(
            names::<Equivalence>(),
            porf_explore::Equivalence::ALL.map(porf_explore::Equivalence::name)
        );
        assert_eq!(names::<Schedule>(), porf_explore::Schedule::ALL.map(porf_explore::Schedule::name));
    }

    #[test]
    fn the_default_schedule_is_that_of_the_explorer() {
        let Command::Check(check) = Args::parse_from(["porf", "check", "a.c"]).command else {
            panic!("the command is check");
        };
        assert_eq!(porf_explore::Schedule::from(check.schedule), porf_explore::Schedule::default());
    }

    #[test]
    fn every_option_has_a_heading() {
        let mut command = Args::command();
        command.build();
        let check = command.find_subcommand("check").expect("there is the subcommand");
        let options = check.get_arguments().filter(|it| !it.is_positional() && it.get_id() != "help");
        for option in options {
            assert!(option.get_help_heading().is_some(), "--{} has no heading", option.get_id());
        }
    }
}
