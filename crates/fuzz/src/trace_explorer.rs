//! The trace explorer against the interleaving oracle and against the graph explorer.
//!
//! The trace explorer has to explore one interleaving of each class: one for each (po, rf, co)
//! under SC, those that wait for ever included. If additions whose results no thread uses are
//! independent, it has to explore one for each class of that weaker equivalence.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::Address;
use porf_explore::{Engine, ModelKind, Options, explore};
use porf_oracle::{self as oracle, Class, Conflicts, Event, Execution};
use porf_testing::RandomProgram;

use crate::awaits::{Unawaited, sets_of_racy};
use crate::collector::Collector;
use crate::{Difference, DifferenceKind};

/// The first difference between the trace explorer and the oracle, or the number of executions
/// compared.
pub fn compare_interleavings(program: &RandomProgram) -> Result<u64, Difference> {
    let mut compared = Ok(0);
    for unawaited in sets_of_racy(program) {
        let interleavings = oracle::interleavings(&Unawaited { program, addresses: &unawaited });
        compared = compare_classes(program, &unawaited, &interleavings);
        if compared.is_ok() {
            break;
        }
    }
    compared
}

/// Compares the explored executions, additions being independent or not, given the locations that
/// are not awaited.
fn compare_classes(
    program: &RandomProgram,
    unawaited: &BTreeSet<Address>,
    interleavings: &BTreeMap<Execution, Vec<Event>>,
) -> Result<u64, Difference> {
    let expected: BTreeSet<Execution> = interleavings.keys().cloned().collect();
    let trace = options(Engine::Trace);
    let explored = executions(program, &trace, unawaited)?;
    compare_sets(&explored, &expected).map_err(|kind| Difference::new(&trace, kind))?;

    let independent = Options { independent_adds: true, ..trace };
    let different = |kind| Difference::new(&independent, kind);
    let class = |execution: &Execution| -> Option<Class> {
        let order = interleavings.get(execution)?;
        Some(oracle::class(program, execution, order, Conflicts::AllButAdditions))
    };
    let mut classes = BTreeSet::new();
    for execution in executions(program, &independent, unawaited)? {
        let Some(class) = class(&execution) else {
            return Err(different(DifferenceKind::Forbidden(Box::new(execution))));
        };
        if !classes.insert(class) {
            return Err(different(DifferenceKind::Twice(Box::new(execution))));
        }
    }
    let is_missing = |execution: &&Execution| class(execution).is_some_and(|it| !classes.contains(&it));
    match expected.iter().find(is_missing) {
        Some(missing) => Err(different(DifferenceKind::Missing(Box::new(missing.clone())))),
        None => Ok((explored.len() + classes.len()) as u64),
    }
}

/// The first difference between the trace explorer and the graph explorer, or the number of
/// executions compared. Programs for which it is not known which locations are awaited are left
/// out.
pub fn compare_engines(program: &RandomProgram) -> Result<u64, Difference> {
    let [unawaited] = &sets_of_racy(program)[..] else { return Ok(0) };
    let [graph, trace] = Engine::ALL.map(options);
    let expected = executions(program, &graph, unawaited)?;
    let explored = executions(program, &trace, unawaited)?;
    compare_sets(&explored, &expected).map_err(|kind| Difference::new(&trace, kind))?;
    Ok(explored.len() as u64)
}

fn options(engine: Engine) -> Options<'static> {
    Options { engine: Some(engine), ..Options::new(ModelKind::Sc) }
}

fn compare_sets(
    explored: &BTreeSet<Execution>,
    expected: &BTreeSet<Execution>,
) -> Result<(), DifferenceKind> {
    if let Some(forbidden) = explored.difference(expected).next() {
        return Err(DifferenceKind::Forbidden(Box::new(forbidden.clone())));
    }
    match expected.difference(explored).next() {
        Some(missing) => Err(DifferenceKind::Missing(Box::new(missing.clone()))),
        None => Ok(()),
    }
}

/// The explored executions, none of them twice.
fn executions(
    program: &RandomProgram,
    options: &Options<'_>,
    unawaited: &BTreeSet<Address>,
) -> Result<BTreeSet<Execution>, Difference> {
    let mut collector = Collector::new(Vec::new(), unawaited.clone());
    let summary = explore(program, options, &mut collector);
    let wrong = |kind| Err(Difference::new(options, kind));
    if let Some(kind) = collector.wrong {
        return wrong(kind);
    }
    let counted = summary.executions + summary.blocked;
    if counted + collector.deadlocks != collector.reports || summary.stopped.is_some() {
        return wrong(DifferenceKind::Count);
    }
    Ok(collector.classes.into_keys().collect())
}
