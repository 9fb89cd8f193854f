//! Checks a litmus test under one model.

use std::fmt;
use std::time::Instant;

use porf_entity::ErrorKind;
use porf_explore::{Explorers, FileModel, Liveness, Options, StopReason, explore, explore_on};
use porf_litmus::Dialect;
use porf_report::{Bound, CheckReport, ConditionReport, Evidence, Subject};

use crate::collect_test::Collector;
use crate::litmus_test::LoadedTest;
use crate::model_file;
use crate::options::CheckOptions;
use crate::summary;

/// A litmus test that has an operation which exploration does not support.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsupported(pub String);

impl fmt::Display for Unsupported {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unsupported {}

/// Explores the test's program and judges its condition. `file` is the name of the test's file in
/// the report.
pub fn check_test(
    file: &str,
    loaded: &LoadedTest,
    options: &CheckOptions<'_>,
) -> Result<CheckReport, Unsupported> {
    let start = Instant::now();
    let file_model = options.explore.model.file();
    let for_x86 = file_model.filter(|_| loaded.test.dialect == Dialect::X86).map(FileModel::for_x86_tests);
    let options = &match &for_x86 {
        Some(model) => CheckOptions {
            explore: Options { model: model.into(), ..options.explore.clone() },
            ..options.clone()
        },
        None => options.clone(),
    };
    let told = match file_model.is_some_and(FileModel::uses_dependencies) {
        true => Some(loaded.with_dependencies().map_err(|error| Unsupported(error.to_string()))?),
        false => None,
    };
    let loaded = told.as_ref().unwrap_or(loaded);
    let (model, progress) = (options.explore.model.file(), options.progress);
    let fork = || Collector::new(loaded, model, progress);
    let mut collector = fork();
    let exploration = Options {
        // The order of additions is distinguished, since final states are counted; and so are all
        // iterations up to the bound, as other tools count them.
        independent_adds: false,
        symmetry: false,
        keep_going: false,
        liveness: Liveness::Ignored,
        redundant_iterations: false,
        ..options.exploration_from(start)
    };
    let summary = match options.cores {
        Some(cores) => {
            let join = &Collector::join;
            let explorers = Explorers { cores, sink: &mut collector, fork: &fork, join };
            explore_on(explorers, &loaded.machine, &exploration)
        }
        None => explore(&loaded.machine, &exploration, &mut collector),
    };
    let seconds = start.elapsed().as_secs_f64();
    if let Some(StopReason::MixedSizes { second, .. }) = summary.stopped {
        return Err(Unsupported(format!(
            "the program accesses {} in different sizes, which is not supported",
            collector.describe(second.address)
        )));
    }
    let stopped = summary::stop(&summary);
    let condition = loaded.test.condition.as_ref().zip(collector.quantifier());
    let (equivalence, equivalence_chosen) = summary::equivalence(options, &summary);
    let bounds = collector.bounds();
    let error_kind = collector.found.error.as_ref().map(|error| error.kind);
    let is_undefined = |kind| matches!(kind, ErrorKind::DataRace | ErrorKind::Undefined);
    let evidence = Evidence {
        quantifier: collector.quantifier(),
        decided: collector.found.witness.is_some(),
        any_complete: summary.executions > 0,
        failed: error_kind.is_some_and(|kind| !is_undefined(kind)),
        race: error_kind.is_some_and(is_undefined),
        stopped: stopped.is_some(),
        unsupported: false,
        bounded: Bound::chosen_by(&bounds),
        program: false,
    };
    Ok(CheckReport {
        file: file.to_owned(),
        test: loaded.test.name.clone(),
        subject: Subject::Litmus,
        files: Vec::new(),
        model: options.explore.model.to_string(),
        model_file: model_file::report(options.explore.model, &summary, &collector.found.flags),
        engine: summary::engine_report(&summary),
        equivalence,
        equivalence_chosen,
        calls: None,
        verdict: evidence.verdict(),
        condition: condition.map(|(condition, quantifier)| ConditionReport {
            quantifier,
            text: proposition(&condition.text).to_owned(),
            satisfying: collector.found.satisfying.executions,
            violating: collector.found.violating.executions,
            filtered: summary.executions.saturating_sub(collector.found.unfiltered.executions),
        }),
        executions: summary.executions,
        blocked: summary.blocked,
        ended: summary.ended,
        states: collector.states(),
        bounds,
        stats: options.stats.then(|| summary::stats(&summary)),
        loops: None,
        redundant_at: None,
        stopped,
        seconds,
        compile_seconds: None,
        more_errors: Vec::new(),
        after_others: Vec::new(),
        unsupported: Vec::new(),
        warnings: Vec::new(),
        error: collector.found.error,
        witness: collector.found.witness,
        example: collector.found.example,
    })
}

/// A condition as written, without its quantifier.
fn proposition(condition: &str) -> &str {
    ["~", "not", "exists", "forall", "final"]
        .into_iter()
        .fold(condition, |text, word| text.strip_prefix(word).unwrap_or(text).trim_start())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantifiers_are_taken_off_conditions() {
        for condition in
            ["exists (x=1)", "~ exists (x=1)", "not exists (x=1)", "forall(x=1)", "final (x=1)", "(x=1)"]
        {
            assert_eq!(proposition(condition), "(x=1)");
        }
        assert_eq!(proposition("exists not (x=1)"), "not (x=1)");
        assert_eq!(proposition("exists x=1"), "x=1");
    }
}
