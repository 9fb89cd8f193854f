//! The graph explorer against the oracle.
//!
//! An equivalence makes *classes* of executions: the executions of a class differ only in the
//! coherence orders of locations for which these are not distinguished. The engine must explore one
//! execution of each class. For a complete execution it must report each combination of last writes
//! with which the executions of its class end. The coherence order with which it reports them must
//! be one of the oracle's.

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::Address;
use porf_explore::{
    Cores, Equivalence, Explorers, FileModel, ModelKind, Ongoing, Options, Pause, Schedule, Splitting,
    Summary, explore, explore_on, explore_slice,
};
use porf_oracle::Execution;
use porf_testing::{Location, RandomProgram};

use crate::awaits::sets_of_racy;
use crate::classes::classes;
use crate::collector::Collector;
use crate::references::{Enumerated, Finest, Reference};
use crate::{Difference, DifferenceKind, EQUIVALENCES};

/// The first difference under any of the models and equivalences with any policy, or the number of
/// executions compared.
pub fn compare(program: &RandomProgram, models: &[ModelKind]) -> Result<u64, Difference> {
    Comparison::new(program, Enumerated::new(program)).compare_all(models)
}

/// The same as [`compare`], where several explorers share the work, and give away as much of it as they
/// can; and where they pause often as well.
pub fn compare_units(program: &RandomProgram, models: &[ModelKind]) -> Result<u64, Difference> {
    let cores = Some(Cores::with_splitting(EXPLORERS, Splitting::Always));
    let mut comparison = Comparison { cores, ..Comparison::new(program, Enumerated::new(program)) };
    let compared = comparison.compare_all(models)?;
    comparison.executions_between_pauses = Some(3);
    Ok(compared + comparison.compare_all(models)?)
}

/// The same as [`compare`], with a reference, and sets of locations at which possibly nothing is awaited.
pub(crate) fn compare_with(
    program: &RandomProgram,
    reference: impl Reference,
    racy: Vec<BTreeSet<Address>>,
    models: &[ModelKind],
) -> Result<u64, Difference> {
    Comparison { racy, ..Comparison::new(program, reference) }.compare_all(models)
}

/// The same as [`compare`] under models from files, each with the built-in model that it must agree
/// with.
pub fn compare_files(program: &RandomProgram, models: &[(ModelKind, &FileModel)]) -> Result<u64, Difference> {
    compare_files_with(program, Enumerated::new(program), models)
}

/// The same as [`compare_files`], with a reference.
pub(crate) fn compare_files_with(
    program: &RandomProgram,
    reference: impl Reference,
    models: &[(ModelKind, &FileModel)],
) -> Result<u64, Difference> {
    let mut comparison = Comparison::new(program, reference);
    let mut compared = 0;
    for &(kind, file) in models {
        for schedule in Schedule::ALL {
            let options = Options { schedule, ..Options::new(file) };
            compared += comparison.compare(kind, &options)?.map_or(0, |explored| explored.classes);
        }
    }
    Ok(compared)
}

/// The same as [`compare`], for programs that are too large for the oracle: the engine's executions
/// under the finest equivalence stand for those of the oracle. Models under which these are too
/// many, too, are left out. So are programs for which it is not known whether there are non-atomic
/// writes to awaited locations.
pub fn compare_equivalences(program: &RandomProgram, models: &[ModelKind]) -> Result<u64, Difference> {
    let racy = sets_of_racy(program);
    if racy.len() > 1 {
        return Ok(0);
    }
    Comparison { racy, ..Comparison::new(program, Finest::new(program)) }.compare_all(models)
}

/// A program and the facts that are known about it.
struct Comparison<'a, R> {
    program: &'a RandomProgram,
    reference: R,
    /// The sets of locations at which possibly nothing is awaited because of non-atomic writes.
    racy: Vec<BTreeSet<Address>>,
    /// The cores of explorers that share the work, if they do.
    cores: Option<Cores>,
    /// The number of executions after which they pause each time, if they do.
    executions_between_pauses: Option<u64>,
}

/// Explores a program with many pauses. In each of them, the exploration is written down and read again.
fn explore_in_slices(
    explorers: Explorers<'_, Collector>,
    program: &RandomProgram,
    options: &Options<'_>,
    executions: u64,
) -> Summary {
    let Explorers { cores, sink, fork, join } = explorers;
    let mut ongoing = Ongoing::new(program, options);
    loop {
        let pause = Pause { executions: Some(executions), ..Pause::default() };
        let explorers = Explorers { cores, sink, fork, join };
        if let Some(summary) = explore_slice(explorers, program, options, pause, &mut ongoing) {
            return summary;
        }
        let mut written = Vec::new();
        ciborium::into_writer(&ongoing, &mut written).expect("an exploration can be written down");
        ongoing = ciborium::from_reader(&*written).expect("what was written can be read");
    }
}

/// The number of explorers that share the work.
const EXPLORERS: usize = 3;

/// The extent of an exploration.
struct Explored {
    /// Different executions, complete, blocked or deadlocked.
    classes: u64,
    /// The engine's own count of executions: the complete ones; and, if nothing is awaited, also
    /// the blocked ones.
    counted: u64,
}

impl<'a, R: Reference> Comparison<'a, R> {
    fn new(program: &'a RandomProgram, reference: R) -> Self {
        Self { program, reference, racy: sets_of_racy(program), cores: None, executions_between_pauses: None }
    }

    /// Compares explorations under all models and equivalences with all policies.
    fn compare_all(&mut self, models: &[ModelKind]) -> Result<u64, Difference> {
        let mut compared = 0;
        for &model in models {
            for schedule in Schedule::ALL {
                let mut finest = u64::MAX;
                for equivalence in EQUIVALENCES {
                    let options = Options { schedule, equivalence, ..Options::new(model) };
                    let Some(Explored { classes, counted }) = self.compare(model, &options)? else {
                        continue;
                    };
                    compared += classes;
                    // The engine measures which equivalence is better for threads that await.
                    let is_measured = equivalence.is_none() && self.program.hints.awaits;
                    if counted > finest && !is_measured {
                        let kind = DifferenceKind::MoreThanFinest { counted, finest };
                        return Err(Difference::new(&options, kind));
                    }
                    finest = counted;
                }
            }
        }
        Ok(compared)
    }

    /// Compares one exploration with the known executions under a model, unless too little is known.
    fn compare(&mut self, known: ModelKind, options: &Options<'_>) -> Result<Option<Explored>, Difference> {
        let mut compared = Ok(None);
        for racy in self.racy.clone() {
            compared = self.compare_with(known, options, &racy);
            if compared.is_ok() {
                break;
            }
        }
        compared
    }

    /// The same, given the locations at which nothing is awaited because of non-atomic writes.
    fn compare_with(
        &mut self,
        model: ModelKind,
        options: &Options<'_>,
        racy: &BTreeSet<Address>,
    ) -> Result<Option<Explored>, Difference> {
        let mut observed: Vec<Address> = self.program.locations.ids().map(Location::address).collect();
        if options.equivalence.is_none() {
            // Some locations are not observed, so that there are both kinds.
            observed.truncate(1);
        }
        let mut collector = Collector::new(observed.clone(), racy.clone());
        let summary = match &self.cores {
            None => explore(self.program, options, &mut collector),
            Some(cores) => {
                let fork = || Collector::new(observed.clone(), racy.clone());
                let join = &Collector::join;
                let explorers = Explorers { cores, sink: &mut collector, fork: &fork, join };
                match self.executions_between_pauses {
                    None => explore_on(explorers, self.program, options),
                    Some(executions) => explore_in_slices(explorers, self.program, options, executions),
                }
            }
        };
        let Some(known) = self.reference.known(racy, model)? else { return Ok(None) };

        let different = |kind| Err(Difference::new(options, kind));
        if let Some(wrong) = collector.wrong {
            return different(wrong);
        }
        let Some(equivalence) = summary.equivalence else {
            return different(DifferenceKind::Equivalence(None));
        };
        if options.equivalence.is_some_and(|demanded| demanded != equivalence) {
            return different(DifferenceKind::Equivalence(Some(equivalence)));
        }
        compare_ordered(self.program, equivalence, &collector.ordered)
            .and_then(|()| compare_awaited(self.program, equivalence, &known.executions, &collector.ordered))
            .and_then(|()| compare_classes(&known.executions, &collector, &observed))
            .map_err(|kind| Difference::new(options, kind))?;
        if collector.race != known.race {
            return different(DifferenceKind::Race { found_by_engine: collector.race });
        }
        let counted = summary.executions + summary.blocked;
        if counted + collector.deadlocks != collector.reports || summary.stopped.is_some() {
            return different(DifferenceKind::Count);
        }
        let counted = if self.program.hints.awaits { summary.executions } else { counted };
        Ok(Some(Explored { classes: collector.classes.len() as u64, counted }))
    }
}

/// Checks that all coherence orders are distinguished, or at most those of locations that threads
/// wait for.
fn compare_ordered(
    program: &RandomProgram,
    equivalence: Equivalence,
    ordered: &BTreeMap<Address, bool>,
) -> Result<(), DifferenceKind> {
    let is_waited_for = |address| program.waited_for().any(|location| location.address() == address);
    for (&address, &is_ordered) in ordered {
        let is_right = match equivalence {
            Equivalence::Co => is_ordered,
            Equivalence::Rf => !is_ordered || is_waited_for(address) || program.is_pool(address),
        };
        if !is_right {
            return Err(DifferenceKind::Ordered(address));
        }
    }
    Ok(())
}

/// Checks that the coherence orders of awaited locations are distinguished under reads-from
/// equivalence only where that makes no more classes of executions, or where threads also wait for
/// the location by other actions than awaits.
fn compare_awaited(
    program: &RandomProgram,
    equivalence: Equivalence,
    executions: &BTreeSet<Execution>,
    ordered: &BTreeMap<Address, bool>,
) -> Result<(), DifferenceKind> {
    let has_order = |address| ordered.get(&address) == Some(&true);
    let awaited = program.awaited().map(Location::address).filter(|&address| has_order(address));
    for address in awaited.filter(|&address| !program.locks_or_waits_for(address)) {
        let distinguished = classes(executions, |other| other == address).len();
        if equivalence == Equivalence::Rf && distinguished > classes(executions, |_| false).len() {
            return Err(DifferenceKind::Ordered(address));
        }
    }
    Ok(())
}

/// Checks that every reported execution is one of the oracle's, that every class is there, and
/// every combination of last writes.
fn compare_classes(
    executions: &BTreeSet<Execution>,
    collector: &Collector,
    observed: &[Address],
) -> Result<(), DifferenceKind> {
    let mut reported = collector.classes.values().flatten();
    if let Some(forbidden) = reported.find(|execution| !executions.contains(execution)) {
        return Err(DifferenceKind::Forbidden(Box::new(forbidden.clone())));
    }
    // A location that was never seen is not accessed.
    let is_ordered = |address| collector.ordered.get(&address).is_some_and(|&is_ordered| is_ordered);
    for (class, members) in classes(executions, is_ordered) {
        let Some(reported) = collector.classes.get(&class) else {
            return Err(DifferenceKind::Missing(Box::new(class)));
        };
        if !class.is_complete() {
            continue;
        }
        let reported: BTreeSet<_> =
            reported.iter().map(|execution| execution.last_writes(observed)).collect();
        if let Some(missing) = members.iter().find(|it| !reported.contains(&it.last_writes(observed))) {
            return Err(DifferenceKind::LastWritesMissing(Box::new((*missing).clone())));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use porf_entity::WriteOrdering;
    use porf_oracle::{self as oracle, ModelName};
    use porf_testing::ProgramBuilder;

    use super::*;

    /// Two threads that write to one location, the second one twice.
    fn stores() -> (RandomProgram, Location) {
        let mut builder = ProgramBuilder::new();
        let location = builder.location(0);
        for values in [&[1][..], &[2, 3]] {
            builder.thread(|thread| {
                for &value in values {
                    thread.store(location, value, WriteOrdering::Relaxed);
                }
            });
        }
        (builder.build(), location)
    }

    /// The difference for an engine that distinguishes no coherence orders and reports some of the
    /// executions.
    fn compare_reported(is_reported: impl Fn(&oracle::Execution) -> bool) -> Result<(), DifferenceKind> {
        let (program, location) = stores();
        let executions = oracle::executions(&program, ModelName::Sc);
        assert_eq!(executions.len(), 3, "one for each place of the write of the first thread");
        let mut collector = Collector::default();
        collector.ordered.insert(location.address(), false);
        for execution in executions.iter().filter(|execution| is_reported(execution)) {
            collector.classes.entry(execution.class(|_| false)).or_default().push(execution.clone());
        }
        compare_classes(&executions, &collector, &[location.address()])
    }

    fn last_value(execution: &oracle::Execution) -> u64 {
        let writes = execution.coherence.values().next().expect("one location");
        match execution.kind(*writes.last().expect("three writes")) {
            oracle::EventKind::Write { value, .. } => value.0,
            other => panic!("{other} is no write"),
        }
    }

    #[test]
    fn one_execution_for_each_last_write_is_enough() {
        let is_first_write_in_the_middle = |execution: &oracle::Execution| {
            let writes = execution.coherence.values().next().expect("one location");
            writes[1].thread != writes[0].thread && writes[1].thread != writes[2].thread
        };
        assert!(compare_reported(|_| true).is_ok());
        assert!(compare_reported(|execution| !is_first_write_in_the_middle(execution)).is_ok());
    }

    #[test]
    fn every_last_write_has_to_be_there() {
        for missing in [1, 3] {
            let difference = compare_reported(|execution| last_value(execution) != missing);
            let Err(DifferenceKind::LastWritesMissing(execution)) = difference else {
                panic!("{difference:?}")
            };
            assert_eq!(last_value(&execution), missing);
        }
    }

    #[test]
    fn every_class_has_to_be_there() {
        assert!(matches!(compare_reported(|_| false), Err(DifferenceKind::Missing(_))));
    }

    #[test]
    fn coherence_orders_have_to_be_allowed() {
        let (program, location) = stores();
        let mut executions = oracle::executions(&program, ModelName::Sc);
        let mut collector = Collector::default();
        collector.ordered.insert(location.address(), false);
        let reported: Vec<oracle::Execution> = executions.iter().cloned().collect();
        collector.classes.insert(reported[0].class(|_| false), reported.clone());
        executions.remove(&reported[1]);
        let difference = compare_classes(&executions, &collector, &[]);
        let Err(DifferenceKind::Forbidden(forbidden)) = difference else { panic!("{difference:?}") };
        assert_eq!(*forbidden, reported[1]);
    }

    #[test]
    fn only_what_is_waited_for_may_be_ordered_under_rf_and_everything_has_to_be_under_co() {
        let (program, location) = stores();
        let compare = |equivalence, is_ordered| {
            let ordered = BTreeMap::from([(location.address(), is_ordered)]);
            compare_ordered(&program, equivalence, &ordered).is_ok()
        };
        assert!(compare(Equivalence::Rf, false) && !compare(Equivalence::Rf, true));
        assert!(compare(Equivalence::Co, true) && !compare(Equivalence::Co, false));
    }
}
