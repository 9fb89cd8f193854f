//! Compares programs with loops with themselves: the outcomes of a program must not depend on the
//! passes that end spinloops.
//!
//! The outcomes of a program are the final states of its *complete* executions, its errors by kind
//! and line, and whether it has a data race. Let ON(k) be the outcomes with all passes, where loops
//! take back edges at most k times, and OFF(k) the outcomes without the passes for spinloops.
//!
//! - OFF(k) ⊆ ON(k). The passes only end iterations that could as well not have happened. Every
//!   outcome of the program is an outcome without these iterations, and takes no more back edges
//!   without them. A race or an error in such an iteration is found all the same, since it comes
//!   before the end of the iteration.
//! - ON(k) ⊆ OFF(K) for some K ≥ k. The passes never add anything: every execution with them is one
//!   without them. It takes no more back edges than k unless a pass has lost count, so mostly K = k
//!   will do. A loop that is ended needs no bound, and a loop that is changed may be counted from
//!   elsewhere; so, where k does not do, K = k + 2 is tried.
//!
//! A function that waits by recursion is compared with the same function with a loop, since bounds
//! apply to loops only.
//!
//! Programs consist of [forms](Form) of loops (`generate`, `forms`). They are printed as C many at
//! a time (`render`), compiled and run (`outcome`), and compared (`compare`). A program that fails
//! is shrunk (`shrink`).

mod compare;
mod forms;
mod generate;
mod outcome;
mod program;
mod render;
mod shrink;
mod statistics;

use std::ops::Range;
use std::path::Path;

use porf_explore::{Equivalence, ModelKind};
use porf_llvm::ast;

use crate::compiler::Compiler;

pub use compare::{Compared, Extent, LoopDifference, Passes, compare};
pub use forms::Form;
pub use outcome::{Explored, Outcome};
pub use program::LoopProgram;
pub use render::CFile;
pub use shrink::shrink;
pub use statistics::{FormStatistics, Statistics};

/// Programs that are compiled but not linked.
pub struct Compiled {
    /// The file in which they were compiled.
    pub file: CFile,
    module: ast::Module,
    /// The same with loops in the place of recursion, if there is any.
    without_recursion: Option<ast::Module>,
}

impl Compiled {
    /// Compiles programs in one file, which is written to `scratch` and removed again.
    pub fn new(compiler: &Compiler, programs: &[LoopProgram], scratch: &Path) -> Result<Self, String> {
        let file = CFile::of_many(programs);
        let module = compiler.compile(&file.text, scratch)?;
        let without_recursion = file.without_recursion().map(|text| compiler.compile(&text, scratch));
        Ok(Self { module, without_recursion: without_recursion.transpose()?, file })
    }
}

/// A program for which the passes make a difference.
#[derive(Debug)]
pub struct LoopFailure {
    /// The seed of the program.
    pub seed: u64,
    /// The shrunk program.
    pub program: LoopProgram,
    /// The difference for the shrunk program.
    pub difference: LoopDifference,
}

/// Compares the random programs of some seeds, leaving out models under which one has too many
/// executions. Files are written to `scratch` and removed again.
pub fn compare_seeds(
    compiler: &Compiler,
    seeds: Range<u64>,
    most_executions: u64,
    scratch: &Path,
) -> Result<Statistics, Box<LoopFailure>> {
    let programs: Vec<LoopProgram> = seeds.clone().map(LoopProgram::from_seed).collect();
    let mut compiled = Compiled::new(compiler, &programs, scratch).map_err(|message| {
        let (program, difference) = (programs[0].clone(), LoopDifference::Rejected(message));
        Box::new(LoopFailure { seed: seeds.start, program, difference })
    })?;
    let mut statistics = Statistics::default();
    for (index, (seed, program)) in seeds.zip(&programs).enumerate() {
        let equivalence = Equivalence::ALL[(seed % 2) as usize];
        let extent = Extent { equivalence, most_executions };
        match compare(compiler, &mut compiled, index, program, extent) {
            Ok(compared) => statistics.add(&compiled.file, &compared, ModelKind::ALL.len()),
            Err(difference) => return Err(smallest(compiler, seed, program, difference, extent, scratch)),
        }
    }
    Ok(statistics)
}

/// The smallest program that fails in the same way as the one of the seed.
fn smallest(
    compiler: &Compiler,
    seed: u64,
    program: &LoopProgram,
    difference: LoopDifference,
    extent: Extent,
    scratch: &Path,
) -> Box<LoopFailure> {
    let mut last = difference;
    let mut first_failing = |programs: &[LoopProgram]| {
        let mut compiled = Compiled::new(compiler, programs, scratch).ok()?;
        let mut differences = programs
            .iter()
            .enumerate()
            .map(|(index, program)| compare(compiler, &mut compiled, index, program, extent).err());
        let place = differences.position(|difference| {
            difference.is_some_and(|difference| {
                let is_same = std::mem::discriminant(&difference) == std::mem::discriminant(&last);
                if is_same {
                    last = difference;
                }
                is_same
            })
        })?;
        Some(place)
    };
    let program = shrink(program, &mut first_failing);
    // The lines are those of the program alone.
    first_failing(std::slice::from_ref(&program));
    Box::new(LoopFailure { seed, program, difference: last })
}

impl std::fmt::Display for LoopFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { seed, program, difference } = self;
        let LoopProgram { unroll, spurious, .. } = program;
        writeln!(
            f,
            "seed {seed}, made small; back edges taken at most {unroll} times, spurious failures: {spurious}"
        )?;
        writeln!(f, "{}", CFile::of_one(program).text)?;
        write!(f, "{difference}")
    }
}
