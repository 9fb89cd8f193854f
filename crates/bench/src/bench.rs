//! The code that all sections share: the places of programs, and the memory that all measurements
//! took.

use std::path::{Path, PathBuf};

use anyhow::Result;
use tempfile::TempDir;

use crate::measure::{Measurement, measure_in_turn};
use crate::subject::Subject;
use crate::target::{MEGABYTES, met};

/// A file of the corpus, and options for clang.
pub(crate) type Source = (&'static str, &'static [&'static str]);

/// The measurements of one call of this program.
#[derive(Debug)]
pub(crate) struct Bench {
    /// The directory of generated programs, which is removed when the measurements end.
    directory: TempDir,
    peak_megabytes: f64,
}

impl Bench {
    pub(crate) fn new() -> Result<Self> {
        let directory = tempfile::Builder::new().prefix("porf-bench-").tempdir()?;
        Ok(Self { directory, peak_megabytes: 0.0 })
    }

    /// The path of a program of the corpus.
    pub(crate) fn corpus(name: &str) -> PathBuf {
        Path::new("corpus").join(name)
    }

    /// The path of a program that was generated for a measurement.
    pub(crate) fn write(&self, name: &str, source: &str) -> Result<PathBuf> {
        let file = self.directory.path().join(name);
        std::fs::write(&file, source)?;
        Ok(file)
    }

    /// The best of several runs.
    pub(crate) fn measure(&mut self, subject: &Subject<'_>, runs: u32) -> Result<Measurement> {
        let [best] = self.measure_in_turn([subject], runs)?;
        Ok(best)
    }

    /// The best of several runs of each subject, one run of each after the other, so that other
    /// work of the machine affects all alike.
    pub(crate) fn measure_in_turn<const N: usize>(
        &mut self,
        subjects: [&Subject<'_>; N],
        runs: u32,
    ) -> Result<[Measurement; N]> {
        let best = measure_in_turn(subjects, runs)?;
        for measurement in &best {
            self.peak_megabytes = self.peak_megabytes.max(measurement.peak_megabytes);
        }
        Ok(best)
    }

    /// Prints the most memory that a measurement took.
    pub(crate) fn print_peak(&self) {
        let peak = self.peak_megabytes;
        println!(
            "Peak memory of all of the above: {peak:.1} MB, asked for {MEGABYTES}: {}",
            met(peak <= MEGABYTES)
        );
    }
}
