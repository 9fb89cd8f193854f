//! The C programs of the corpus under the shipped model files and under the built-in models of the
//! same names: equal sets of executions, and equal errors.
//!
//! A program is built once for both explorations, with the reductions that are there under a file,
//! and both have the same options. So the two must agree on each execution, and not only on numbers
//! and verdicts. If an exploration has very many executions or takes long, nothing is compared, and
//! the result names the program.

mod explored;
mod headers;
mod story;

use std::fmt;
use std::time::{Duration, Instant};

use porf_driver::{BadInput, BuildOptions, LoadedProgram};
use porf_entity::ErrorKind;
use porf_explore::{FileModel, Limits, MemoryModel, MixedAccess, ModelKind, Options, StopReason};
use porf_vm::Access;

pub use headers::{CorpusProgram, corpus_programs};

use crate::Tally;
use explored::{Explored, story_of};

/// An exploration with more executions than this is not compared.
const MOST_EXECUTIONS: u64 = 20_000;

const SIDES: [&str; 2] = ["the built-in model", "the file"];

/// The results of comparisons.
#[derive(Default)]
pub struct Compared {
    programs: u64,
    /// The comparisons of the executions of a program under a model.
    pub comparisons: u64,
    /// The number of these in which no iteration of a loop was dropped.
    pub unreduced: u64,
    /// The executions, complete or blocked, that are there on both sides.
    pub executions: u64,
    /// The programs and models of which only the errors were compared.
    pub only_errors: Vec<String>,
    /// The programs and models with too many executions, or whose explorations take too long.
    pub undecided: Vec<String>,
}

impl Tally for Compared {
    fn merge(&mut self, other: &Self) {
        self.programs += other.programs;
        self.comparisons += other.comparisons;
        self.unreduced += other.unreduced;
        self.executions += other.executions;
        self.only_errors.extend(other.only_errors.iter().cloned());
        self.undecided.extend(other.undecided.iter().cloned());
    }

    fn programs(&self) -> u64 {
        self.programs
    }
}

impl fmt::Display for Compared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { programs, comparisons, unreduced, executions, only_errors, undecided } = self;
        write!(f, "{programs} programs of the corpus in {comparisons} comparisons")?;
        write!(f, " ({unreduced} with all iterations), {executions} executions")?;
        write!(f, "; {} compared by errors only, {} undecided", only_errors.len(), undecided.len())
    }
}

/// Compares a program under each of the models, where an exploration may take so long.
pub fn compare_corpus_program(
    program: &CorpusProgram,
    models: &[(ModelKind, FileModel)],
    patience: Duration,
) -> Result<Compared, String> {
    let suited = |options: BuildOptions, (_, file): &(ModelKind, FileModel)| options.suited_to(file.into());
    let build = models.iter().fold(program.build.clone(), suited);
    let mut loaded = LoadedProgram::from_files(std::slice::from_ref(&program.path), &build)
        .map_err(|bad: BadInput| format!("{program}: {bad}"))?;
    loaded.machine.ignore_addresses();
    let mut compared = Compared { programs: 1, ..Compared::default() };
    let mut differences = Vec::new();
    for (kind, file) in models {
        let mut pair = Pair { program, loaded: &mut loaded, models: [(*kind).into(), file.into()], patience };
        let name = format!("{program} under {kind}");
        match pair.compare() {
            Ok(Outcome::Same { executions, is_unreduced }) => {
                compared.comparisons += 1;
                compared.unreduced += u64::from(is_unreduced);
                compared.executions += executions;
            }
            Ok(Outcome::SameErrors) => compared.only_errors.push(name),
            Ok(Outcome::Undecided) => compared.undecided.push(name),
            Err(difference) => differences.push(format!("{name}: {difference}")),
        }
    }
    if differences.is_empty() { Ok(compared) } else { Err(differences.join("\n")) }
}

/// The result of a comparison that finds no difference.
enum Outcome {
    /// Both explorations have the same executions.
    Same { executions: u64, is_unreduced: bool },
    /// Both have errors of the same kinds. The executions differ, since more iterations of loops are
    /// redundant under the built-in model, and without this reduction they are too many.
    SameErrors,
    /// An exploration did not come to its end.
    Undecided,
}

/// A program, a built-in model and a file.
struct Pair<'a> {
    program: &'a CorpusProgram,
    loaded: &'a mut LoadedProgram,
    models: [MemoryModel<'a>; 2],
    patience: Duration,
}

impl Pair<'_> {
    /// Compares the explorations.
    ///
    /// Under a file, fewer iterations of loops are redundant, since a file may give each ordering a
    /// meaning and may have any relation for happens-before. Where the executions differ, all
    /// iterations are followed under both models. The kinds of errors must agree in any case.
    fn compare(&mut self) -> Result<Outcome, String> {
        let redundant_iterations = self.program.redundant_iterations;
        let Some(reduced) = self.explore(redundant_iterations) else { return Ok(Outcome::Undecided) };
        let same = |explored: &[Explored; 2], is_unreduced| {
            Ok(Outcome::Same { executions: explored[0].executions.len() as u64, is_unreduced })
        };
        mistake(&reduced).map_or(Ok(()), Err)?;
        match self.difference(&reduced, redundant_iterations) {
            None => return same(&reduced, !redundant_iterations),
            Some(difference) if !redundant_iterations => return Err(difference),
            Some(_) => {}
        }
        let Some(all) = self.explore(false) else { return Ok(Outcome::SameErrors) };
        mistake(&all).or_else(|| self.difference(&all, false)).map_or_else(|| same(&all, true), Err)
    }

    /// Explores the program under both models, unless an exploration does not come to its end.
    fn explore(&mut self, redundant_iterations: bool) -> Option<[Explored; 2]> {
        'refined: loop {
            let mut explored = Vec::new();
            for model in self.models {
                let options = options(self.program, model, redundant_iterations, Some(self.patience));
                let one = Explored::new(self.loaded, &options);
                match one.stopped {
                    None => explored.push(one),
                    Some(StopReason::MixedSizes { first, second }) => {
                        self.loaded.machine.refine(access(first), access(second)).ok()?;
                        continue 'refined;
                    }
                    Some(_) => return None,
                }
            }
            return explored.try_into().ok();
        }
    }

    /// The difference between explorations that came to their ends.
    fn difference(&self, explored: &[Explored; 2], redundant_iterations: bool) -> Option<String> {
        for side in [0, 1] {
            let (here, there) = (&explored[side], &explored[1 - side]);
            if let Some(&only_here) = here.executions.difference(&there.executions).next() {
                let options = options(self.program, self.models[side], redundant_iterations, None);
                let numbers =
                    [0, 1].map(|side| format!("{} under {}", explored[side].executions.len(), SIDES[side]));
                return Some(format!(
                    "{} executions, this one under {} only:\n{}",
                    numbers.join(", "),
                    SIDES[side],
                    story_of(self.loaded, &options, only_here)
                ));
            }
        }
        let [built_in, from_file] = explored.each_ref().map(|it| &it.errors);
        (built_in != from_file).then(|| format!("the errors are {built_in:?}, under the file {from_file:?}"))
    }
}

/// A mistake of explorations that came to their ends, whatever iterations were dropped.
fn mistake(explored: &[Explored; 2]) -> Option<String> {
    for (one, side) in explored.iter().zip(SIDES) {
        if one.repeats {
            return Some(format!("there is a complete execution twice under {side}"));
        }
        if one.is_undefined && !one.kinds().contains(&ErrorKind::DataRace) {
            return Some("an execution is undefined, but there is no race".to_owned());
        }
    }
    let [built_in, from_file] = explored.each_ref().map(Explored::kinds);
    (built_in != from_file).then(|| format!("the errors are {built_in:?}, under the file {from_file:?}"))
}

fn access(access: MixedAccess) -> Access {
    Access { address: access.address, size: access.size, atomic: access.atomic }
}

/// The options of both explorations.
fn options<'a>(
    program: &CorpusProgram,
    model: MemoryModel<'a>,
    redundant_iterations: bool,
    patience: Option<Duration>,
) -> Options<'a> {
    let deadline = patience.and_then(|patience| Instant::now().checked_add(patience));
    Options {
        redundant_iterations,
        liveness: program.liveness,
        keep_going: true,
        limits: Limits { max_executions: Some(MOST_EXECUTIONS), deadline, ..Limits::default() },
        ..Options::new(model)
    }
}
