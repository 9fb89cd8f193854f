//! The cost of reads-from equivalence where it has as many executions as coherence, and its savings
//! where it has fewer.

pub(crate) mod fewer;
pub(crate) mod growth;
pub(crate) mod long;
pub(crate) mod many;
pub(crate) mod same;

use std::path::Path;

use anyhow::{Result, ensure};
use porf_explore::{Equivalence, ModelKind};

use crate::bench::Bench;
use crate::measure::Measurement;
use crate::subject::Subject;

const REDUNDANT_COHERENCE: &str = "c/tables/redundant-coherence.c";
const WRITERS_READER: &str = "c/tables/writers-reader.c";

/// One program under one model, with both equivalences, and with the default.
struct Comparison {
    co: Measurement,
    rf: Measurement,
    auto: Measurement,
}

impl Comparison {
    fn measure(
        bench: &mut Bench,
        file: &Path,
        clang_options: &[&str],
        model: ModelKind,
        runs: u32,
    ) -> Result<Self> {
        let subject = |equivalence| Subject { equivalence, ..Subject::new(file, clang_options, model) };
        let subjects = [subject(Some(Equivalence::Co)), subject(Some(Equivalence::Rf)), subject(None)];
        let [co, rf, auto] = bench.measure_in_turn(subjects.each_ref(), runs)?;
        let taken = if auto.equivalence == Equivalence::Co { &co } else { &rf };
        ensure!(
            auto.executions == taken.executions || !(auto.finished && taken.finished),
            "{} under {model}: {} executions with auto, {} with what it took",
            file.display(),
            auto.executions,
            taken.executions
        );
        Ok(Self { co, rf, auto })
    }

    /// The titles of the columns of [`Comparison::auto`].
    const AUTO_COLUMNS: &'static str = "  auto s took auto/better";

    /// The time without a given equivalence, the equivalence that was chosen, and the ratio to the
    /// time of the better one.
    fn auto(&self) -> String {
        let better = self.co.seconds.min(self.rf.seconds);
        format!(
            "{:>8} {:<4} {:>11.2}",
            self.auto.seconds_text(),
            self.auto.equivalence.name(),
            self.auto.seconds / better
        )
    }
}
