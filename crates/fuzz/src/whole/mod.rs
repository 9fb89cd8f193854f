//! Compares the whole of porf with an interpreter that shares nothing with it, on random C programs
//! of many shapes at once.
//!
//! Programs are trees of their own ([`Program`]), made from [`Feature`]s (`generate`, `shapes`).
//! The outcomes of a program come from [brute force](brute_force()): all interleavings, with a set
//! of visited states, of an `interpreter` that shares no code with porf. The same program is
//! printed as C (`render`), many in one file, and goes through clang, the linker, the passes, the
//! machine and an engine, in several [ways](Way). Then outcomes, errors, races and stuckness are
//! compared, and a program with a difference is shrunk (`shrink`).

mod brute_force;
mod code;
mod compare;
mod features;
mod findings;
mod generate;
mod interpreter;
mod program;
mod render;
mod shapes;
mod shrink;
mod state;
#[cfg(test)]
mod tests;
mod ways;

use std::fmt;
use std::ops::Range;
use std::path::Path;

use porf_driver::LoadedProgram;
use porf_llvm::ast;

use crate::compiler::Compiler;
use crate::tally::Tally;
use crate::tree;

pub use brute_force::{Endless, Truth, brute_force};
pub use compare::Difference;
pub use features::Feature;
pub use findings::Findings;
pub use interpreter::Wrong;
pub use program::Program;
pub use render::CFile;
pub use ways::Way;

/// The most states: programs with more are left out.
const MOST_STATES: usize = 20_000;

/// clang and the runtime.
pub struct Bench(Compiler);

/// A program on which porf and the interpreter differ, or porf and itself.
#[derive(Debug)]
pub struct Failure {
    /// The seed of the program.
    pub seed: u64,
    /// The shrunk program.
    pub program: Program,
    /// The outcomes by brute force.
    pub truth: Truth,
    /// The difference, and the ways that show it.
    pub found: Box<Found>,
}

/// A difference, and the ways that show it.
#[derive(Clone, Debug)]
pub struct Found {
    /// The difference.
    pub difference: Difference,
    /// The way in which porf explored.
    pub way: Option<Way>,
    /// The other way, if two of them differ.
    pub other: Option<Way>,
}

/// The results of comparisons.
#[derive(Clone, Copy, Debug, Default)]
pub struct Statistics {
    /// The number of programs compared.
    pub programs: u64,
    /// The number of programs that were too large.
    pub too_large: u64,
    /// The number of states visited by brute force.
    pub states: u64,
    /// The number of executions that porf explored.
    pub executions: u64,
    /// The number of explorations, and the number of those that did not get to the end.
    pub ways: (u64, u64),
    /// The numbers of programs with errors, races, deadlocks, traps without writes, traps with
    /// writes, and other fair endless executions.
    pub with: [u64; 6],
}

impl Bench {
    /// Finds clang and reads the runtime.
    pub fn find() -> Result<Self, String> {
        Compiler::find().map(Self)
    }

    /// Compares the programs of some seeds. Files are written to `scratch` and removed again.
    pub fn compare_seeds(
        &self,
        seeds: Range<u64>,
        features: &[Feature],
        scratch: &Path,
    ) -> Result<Statistics, Box<Failure>> {
        let mut statistics = Statistics::default();
        let mut programs = Vec::new();
        for seed in seeds {
            let program = Program::from_seed(seed, features);
            match brute_force(&program, MOST_STATES) {
                Some(truth) => programs.push((seed, program, truth)),
                None => statistics.too_large += 1,
            }
        }
        let trees: Vec<Program> = programs.iter().map(|(_, program, _)| program.clone()).collect();
        let mut file = match self.compile(&trees, scratch) {
            Ok(file) => file,
            Err(message) => {
                let (seed, program, truth) = programs.swap_remove(0);
                let difference = Difference::Rejected(message);
                let found = Box::new(Found { difference, way: None, other: None });
                return Err(Box::new(Failure { seed, program, truth, found }));
            }
        };
        for (index, (seed, program, truth)) in programs.into_iter().enumerate() {
            match self.compare(&mut file, index, &program, &truth, seed) {
                Ok(compared) => statistics.add(&truth, compared),
                Err(found) => return Err(self.smallest(seed, program, truth, found, scratch)),
            }
        }
        Ok(statistics)
    }

    fn compile(&self, programs: &[Program], scratch: &Path) -> Result<Compiled, String> {
        let file = CFile::of_many(programs);
        let module = self.0.compile(&file.text, scratch)?;
        Ok(Compiled { file, module })
    }

    /// Compares one of the programs of a file.
    fn compare(
        &self,
        compiled: &mut Compiled,
        index: usize,
        program: &Program,
        truth: &Truth,
        seed: u64,
    ) -> Result<Compared, Box<Found>> {
        let mut compared = Compared::default();
        let mut machines: Vec<(Way, LoadedProgram)> = Vec::new();
        let mut explored: Vec<(Way, Findings)> = Vec::new();
        for way in Way::of_seed(seed) {
            let found = |difference, other| Box::new(Found { difference, way: Some(way.clone()), other });
            let place = machines.iter().position(|(other, _)| other.compiles_as(&way));
            let loaded = match place {
                Some(place) => &machines[place].1,
                None => {
                    let options = way.build_options(program);
                    let prefix = render::prefix(index);
                    let linked = self.0.link(&mut compiled.module, &prefix);
                    let loaded = linked.and_then(|linked| {
                        LoadedProgram::from_linked("program", linked, &options)
                            .map_err(|error| error.to_string())
                    });
                    let loaded = loaded.map_err(|message| found(Difference::Rejected(message), None))?;
                    machines.push((way.clone(), loaded));
                    &machines[machines.len() - 1].1
                }
            };
            let findings = Findings::of(loaded, &way, program, &render::prefix(index), &compiled.file, index);
            compared.executions += findings.counts[0] + findings.counts[1];
            compared.ways += 1;
            compared.cut += u64::from(!findings.exhaustive);
            if let Some(difference) = compare::judge(truth, &way, &findings) {
                return Err(found(difference, None));
            }
            for (other, others) in explored.iter().filter(|(other, _)| other.model == way.model) {
                if let Some(difference) = compare::judge_ways(truth, (&way, &findings), (other, others)) {
                    return Err(found(difference, Some(other.clone())));
                }
            }
            explored.push((way, findings));
        }
        Ok(compared)
    }

    /// The smallest program that fails in the same way as the one of the seed.
    fn smallest(
        &self,
        seed: u64,
        program: Program,
        truth: Truth,
        found: Box<Found>,
        scratch: &Path,
    ) -> Box<Failure> {
        let mut failure = Failure { seed, program, truth, found };
        let program = tree::shrink(&failure.program.clone(), shrink::simplifications, |candidates| {
            let fitting: Vec<(usize, Truth)> = candidates
                .iter()
                .enumerate()
                .filter_map(|(place, program)| Some((place, brute_force(program, MOST_STATES)?)))
                .collect();
            let trees: Vec<Program> = fitting.iter().map(|&(place, _)| candidates[place].clone()).collect();
            let mut file = self.compile(&trees, scratch).ok()?;
            fitting.into_iter().enumerate().find_map(|(index, (place, truth))| {
                let found = self.compare(&mut file, index, &trees[index], &truth, seed).err()?;
                if !found.difference.is_like(&failure.found.difference) {
                    return None;
                }
                (failure.truth, failure.found) = (truth, found);
                Some(place)
            })
        });
        failure.program = program;
        Box::new(failure)
    }
}

/// Programs that are compiled but not linked.
struct Compiled {
    file: CFile,
    module: ast::Module,
}

/// The results of the comparison of one program.
#[derive(Default)]
struct Compared {
    executions: u64,
    ways: u64,
    cut: u64,
}

impl Statistics {
    fn add(&mut self, truth: &Truth, compared: Compared) {
        self.programs += 1;
        self.states += truth.states as u64;
        self.executions += compared.executions;
        self.ways.0 += compared.ways;
        self.ways.1 += compared.cut;
        let Endless { quiet_trap, busy_trap, fair } = truth.endless;
        let has = [
            !truth.errors.is_empty(),
            !truth.races.is_empty(),
            truth.deadlock,
            quiet_trap,
            busy_trap,
            fair && !quiet_trap && !busy_trap,
        ];
        for (count, has) in self.with.iter_mut().zip(has) {
            *count += u64::from(has);
        }
    }
}

impl Tally for Statistics {
    fn merge(&mut self, other: &Self) {
        self.programs += other.programs;
        self.too_large += other.too_large;
        self.states += other.states;
        self.executions += other.executions;
        self.ways.0 += other.ways.0;
        self.ways.1 += other.ways.1;
        for (count, others) in self.with.iter_mut().zip(other.with) {
            *count += others;
        }
    }

    fn programs(&self) -> u64 {
        self.programs + self.too_large
    }
}

impl fmt::Display for Statistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [errors, races, deadlocks, quiet, busy, fair] = self.with;
        write!(
            f,
            "{} programs in {} ways ({} not to the end), {} states, {} executions; {} too large; with errors {errors}, \
             races {races}, deadlocks {deadlocks}, livelocks {quiet}, endless effects {busy}, other endless executions {fair}",
            self.programs, self.ways.0, self.ways.1, self.states, self.executions, self.too_large
        )
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { seed, program, truth, found } = self;
        let file = CFile::of_one(program);
        writeln!(f, "seed {seed}, made small; spurious failures: {}", program.spurious)?;
        writeln!(f, "{}", file.text)?;
        writeln!(f, "{}", found.difference)?;
        if let Difference::Error(_, Some(number), _) = found.difference {
            writeln!(f, "that is line {}", file.line_of(0, number).unwrap_or(0))?;
        }
        for way in found.way.iter().chain(&found.other) {
            writeln!(f, "{way}")?;
        }
        write!(f, "{truth:?}")
    }
}
