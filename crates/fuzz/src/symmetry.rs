//! The graph explorer up to symmetry against the oracle.
//!
//! The explorer has to explore one execution of each [class](Symmetry). The executions of a class
//! differ only by a permutation of symmetric threads. Where the explorer cannot do so, it
//! explores all executions instead, each once, and gives a reason. The reason has to be a good one.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::{Address, ThreadId};
use porf_explore::{Asymmetry, Equivalence, ModelKind, Options, Schedule, Symmetry as Applied, explore};
use porf_oracle::{Execution, Symmetry, has_coherence_cycle};
use porf_testing::{GuardedOp, Location, Op, RandomProgram};

use crate::awaits::sets_of_racy;
use crate::collector::Collector;
use crate::references::{Enumerated, Finest, Known, Reference};
use crate::{Difference, DifferenceKind};

/// The first difference under any of the models with any policy, or the number of classes compared.
pub fn compare_symmetry(program: &RandomProgram) -> Result<u64, Difference> {
    compare_all(program, Enumerated::new(program), &sets_of_racy(program))
}

/// The same as [`compare_symmetry`], for programs that are too large for the oracle: the engine's
/// executions without symmetry stand for those of the oracle. Models under which these are too
/// many, too, are left out. So are programs for which it is not known whether there are non-atomic
/// writes to awaited locations.
pub fn compare_symmetry_of_large(program: &RandomProgram) -> Result<u64, Difference> {
    match &sets_of_racy(program)[..] {
        racy @ [_] => compare_all(program, Finest::new(program), racy),
        _ => Ok(0),
    }
}

/// Compares under all models with all policies, given the sets of locations at which possibly
/// nothing is awaited because of non-atomic writes.
fn compare_all(
    program: &RandomProgram,
    mut reference: impl Reference,
    racy: &[BTreeSet<Address>],
) -> Result<u64, Difference> {
    let mut compared = 0;
    for model in ModelKind::ALL {
        let mut possible = Vec::new();
        for racy in racy {
            let known = reference.known(racy, model)?;
            possible.extend(known.map(|known| (racy, Expected::new(program, known))));
        }
        for schedule in Schedule::ALL {
            let equivalence = Some(Equivalence::Co);
            let options = Options { schedule, equivalence, symmetry: true, ..Options::new(model) };
            let mut explored = Ok(0);
            for (racy, expected) in &possible {
                explored = compare(program, &options, racy, expected);
                if explored.is_ok() {
                    break;
                }
            }
            compared += explored.map_err(|kind| Difference::new(&options, kind))?;
        }
    }
    Ok(compared)
}

/// The expected results of an exploration under a model.
struct Expected {
    /// The class of each execution.
    classes: BTreeMap<Execution, Execution>,
    /// Whether there is a data race.
    race: bool,
}

impl Expected {
    fn new(program: &RandomProgram, known: &Known) -> Self {
        let symmetry = Symmetry::of(program, program.symmetric_groups(), &known.executions);
        let class = |execution: &Execution| (execution.clone(), symmetry.class(execution));
        Self { classes: known.executions.iter().map(class).collect(), race: known.race }
    }
}

/// Compares one exploration.
fn compare(
    program: &RandomProgram,
    options: &Options<'_>,
    racy: &BTreeSet<Address>,
    expected: &Expected,
) -> Result<u64, DifferenceKind> {
    let observed = program.locations.ids().map(Location::address).collect();
    let mut collector = Collector::new(observed, racy.clone());
    let summary = explore(program, options, &mut collector);
    if let Some(wrong) = collector.wrong {
        return Err(wrong);
    }
    if summary.equivalence != options.equivalence {
        return Err(DifferenceKind::Equivalence(summary.equivalence));
    }
    match summary.symmetry {
        Applied::Used { .. } | Applied::Unused => compare_classes(&collector, &expected.classes)?,
        Applied::Off(why) => {
            let distinguished =
                expected.classes.keys().map(|execution| (execution.clone(), execution.clone()));
            compare_classes(&collector, &distinguished.collect())?;
            if !is_asymmetric(program, why, expected) {
                return Err(DifferenceKind::Asymmetry(why));
            }
        }
    }
    if collector.race != expected.race {
        return Err(DifferenceKind::Race { found_by_engine: collector.race });
    }
    let counted = summary.executions + summary.blocked + collector.deadlocks;
    if counted != collector.reports || summary.stopped.is_some() {
        return Err(DifferenceKind::Count);
    }
    Ok(collector.classes.len() as u64)
}

/// Whether the reason to distinguish symmetric threads holds.
fn is_asymmetric(program: &RandomProgram, why: Asymmetry, expected: &Expected) -> bool {
    match why {
        Asymmetry::Cycle => expected.classes.keys().any(has_coherence_cycle),
        Asymmetry::Joins => {
            let mut groups = program.groups().into_iter().filter(|group| program.is_created(group[0]));
            groups.any(|group| !are_joined_in_a_row(program, &group))
        }
        Asymmetry::Handles => {
            let mut ops = program.threads.values().flatten().map(|guarded| guarded.op);
            let is_about_threads = |op| matches!(op, Op::Spawn { .. } | Op::Join { .. });
            ops.any(is_about_threads) && ops.any(|op| op.is_non_atomic()) && ops.any(is_about_threads)
        }
        _ => false,
    }
}

/// Whether some thread joins all threads of a group, with nothing but joins in between.
fn are_joined_in_a_row(program: &RandomProgram, group: &[ThreadId]) -> bool {
    let is_join = |guarded: &GuardedOp| matches!(guarded.op, Op::Join { .. });
    program.threads.values().any(|ops| {
        let mut rows = ops.chunk_by(|one, other| is_join(one) == is_join(other));
        rows.any(|row| {
            let joins = |&thread: &ThreadId| row.iter().any(|guarded| guarded.op == Op::Join { thread });
            group.iter().all(joins)
        })
    })
}

/// Checks that every explored execution is one of the oracle's, and that there is exactly one of
/// each class.
fn compare_classes(
    collector: &Collector,
    classes: &BTreeMap<Execution, Execution>,
) -> Result<(), DifferenceKind> {
    let mut explored = BTreeSet::new();
    let mut explored_once = BTreeSet::new();
    for execution in collector.classes.keys() {
        let Some(class) = classes.get(execution) else {
            return Err(DifferenceKind::Forbidden(Box::new(execution.clone())));
        };
        explored.insert(class);
        // As in the collector, only the engine distinguishes the order in which threads came to
        // wait for ever.
        let has_waited = collector.attempted.contains(execution) && !execution.waiting.is_empty();
        if !has_waited && !explored_once.insert(class) {
            return Err(DifferenceKind::Twice(Box::new(execution.clone())));
        }
    }
    match classes.iter().find(|(_, class)| !explored.contains(class)) {
        Some((missing, _)) => Err(DifferenceKind::Missing(Box::new(missing.clone()))),
        None => Ok(()),
    }
}
