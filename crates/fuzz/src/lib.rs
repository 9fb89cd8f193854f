//! Compares what the engine explores with what the oracle enumerates: *sets of executions*, not numbers of
//! them, under every memory model, equivalence and scheduling policy, and that nothing is explored twice. [`c_programs`]
//! does so with the whole tool chain. [`loops`] compares programs with themselves: what can come of them must not depend on the
//! passes that end loops which only wait.
//!
//! An equivalence makes *classes* of executions: those that differ only in the coherence orders of locations for which
//! these are not told apart. The engine must explore one execution of each class, and for a complete one report each
//! combination of last writes that the executions of its class end with. Whatever coherence order it reports them with,
//! that must be one of the oracle's.

pub mod c_programs;
pub mod loops;

mod canonical;
mod classes;
mod collector;
mod difference;

use std::collections::{BTreeMap, BTreeSet};

use porf_entity::Address;
use porf_explore::{Equivalence, Limits, ModelKind, Options, Schedule, explore};
use porf_oracle::{self as oracle, RandomProgram};

use classes::{Classes, classes};
use collector::Collector;
pub use difference::{Difference, DifferenceKind};

/// The finest one first, then the others, then the engine's choice.
const EQUIVALENCES: [Option<Equivalence>; 3] = [Some(Equivalence::Co), Some(Equivalence::Rf), None];

fn equivalence_name(equivalence: Option<Equivalence>) -> &'static str {
    equivalence.map_or("auto", Equivalence::name)
}

/// The first difference under any of the models and equivalences with any policy, and the number of executions compared.
pub fn compare(program: &RandomProgram, models: &[ModelKind]) -> Result<u64, Difference> {
    let by_model = oracle::executions_all_models(program);
    let mut compared = 0;
    for &model in models {
        let name = oracle_name(model);
        let executions = &by_model[&name];
        let racy = executions.iter().any(|execution| oracle::has_race(execution, name));
        compared += Expected::new(program, executions, racy).compare_all(model)?;
    }
    Ok(compared)
}

/// As [`compare`], for programs that are too large for the oracle: what the engine explores under the finest equivalence
/// stands for what the oracle enumerates. Models under which these are too many, too, are left out.
pub fn compare_equivalences(program: &RandomProgram, models: &[ModelKind]) -> Result<u64, Difference> {
    const MOST_EXECUTIONS: u64 = 5_000;
    let mut compared = 0;
    for &model in models {
        let limits = Limits { max_executions: Some(MOST_EXECUTIONS), ..Limits::default() };
        let options = Options { limits, ..Options::new(model) };
        let mut collector = Collector::default();
        let summary = explore(program, &options, &mut collector);
        if let Some(kind) = collector.wrong {
            let Options { equivalence, schedule, .. } = options;
            return Err(Difference { model, equivalence, schedule, kind });
        }
        if summary.stopped.is_none() {
            let executions = collector.classes.into_keys().collect();
            let mut expected = Expected::new(program, &executions, collector.race);
            compared += expected.compare_all(model)?;
        }
    }
    Ok(compared)
}

/// What is known of a program under a model.
struct Expected<'a> {
    program: &'a RandomProgram,
    executions: &'a BTreeSet<oracle::Execution>,
    racy: bool,
    /// The executions by their classes, for each set of locations whose coherence orders were told apart so far.
    by_order: BTreeMap<BTreeSet<Address>, Classes<'a>>,
}

/// How much the engine explored.
struct Explored {
    /// Different executions, complete, blocked or deadlocked.
    classes: u64,
    /// Executions by its own count, complete or blocked.
    counted: u64,
}

impl<'a> Expected<'a> {
    fn new(program: &'a RandomProgram, executions: &'a BTreeSet<oracle::Execution>, racy: bool) -> Self {
        Self { program, executions, racy, by_order: BTreeMap::new() }
    }

    /// Compares explorations under all equivalences with all policies.
    fn compare_all(&mut self, model: ModelKind) -> Result<u64, Difference> {
        let mut compared = 0;
        for schedule in Schedule::ALL {
            let mut finest = u64::MAX;
            for equivalence in EQUIVALENCES {
                let options = Options { schedule, equivalence, ..Options::new(model) };
                let explored = self.compare(&options, finest);
                let explored = explored.map_err(|kind| Difference { model, equivalence, schedule, kind })?;
                compared += explored.classes;
                finest = finest.min(explored.counted);
            }
        }
        Ok(compared)
    }

    /// Compares one exploration, which must not count more than `finest` executions.
    fn compare(&mut self, options: &Options<'_>, finest: u64) -> Result<Explored, DifferenceKind> {
        let mut observed: Vec<Address> =
            self.program.locations.ids().map(|location| location.address()).collect();
        if options.equivalence.is_none() {
            // Some location that is not observed, so that both are there.
            observed.truncate(1);
        }
        let mut collector = Collector::observing(observed.clone());
        let summary = explore(self.program, options, &mut collector);
        if let Some(wrong) = collector.wrong {
            return Err(wrong);
        }
        let Some(equivalence) = summary.equivalence else { return Err(DifferenceKind::Equivalence(None)) };
        if options.equivalence.is_some_and(|demanded| demanded != equivalence) {
            return Err(DifferenceKind::Equivalence(Some(equivalence)));
        }
        self.compare_ordered(equivalence, &collector.ordered)?;
        self.compare_classes(&collector, &observed)?;
        if collector.race != self.racy {
            return Err(DifferenceKind::Race { found_by_engine: collector.race });
        }
        let counted = summary.executions + summary.blocked;
        if counted + collector.deadlocks != collector.reports || summary.stopped.is_some() {
            return Err(DifferenceKind::Count);
        }
        if counted > finest {
            return Err(DifferenceKind::MoreThanFinest { counted, finest });
        }
        Ok(Explored { classes: collector.classes.len() as u64, counted })
    }

    /// All coherence orders are told apart, or at most those of locations that threads wait for.
    fn compare_ordered(
        &self,
        equivalence: Equivalence,
        ordered: &BTreeMap<Address, bool>,
    ) -> Result<(), DifferenceKind> {
        let is_waited_for = |address| self.program.waited_for().any(|location| location.address() == address);
        for (&address, &is_ordered) in ordered {
            let is_right = match equivalence {
                Equivalence::Co => is_ordered,
                Equivalence::Rf => !is_ordered || is_waited_for(address),
            };
            if !is_right {
                return Err(DifferenceKind::Ordered(address));
            }
        }
        Ok(())
    }

    /// Every execution reported is one of the oracle's, every class is there, and so is every combination of last writes.
    fn compare_classes(&mut self, collector: &Collector, observed: &[Address]) -> Result<(), DifferenceKind> {
        let mut reported = collector.classes.values().flatten();
        if let Some(forbidden) = reported.find(|execution| !self.executions.contains(execution)) {
            return Err(DifferenceKind::Forbidden(forbidden.clone()));
        }
        let ordered: BTreeSet<Address> =
            collector.ordered.iter().filter(|&(_, &ordered)| ordered).map(|(&address, _)| address).collect();
        let by_class = self
            .by_order
            .entry(ordered)
            .or_insert_with_key(|ordered| classes(self.executions, |address| ordered.contains(&address)));
        for (class, members) in by_class {
            let Some(reported) = collector.classes.get(class) else {
                return Err(DifferenceKind::Missing(class.clone()));
            };
            if !class.is_complete() {
                continue;
            }
            let reported: BTreeSet<_> =
                reported.iter().map(|execution| execution.last_writes(observed)).collect();
            if let Some(missing) = members.iter().find(|it| !reported.contains(&it.last_writes(observed))) {
                return Err(DifferenceKind::LastWritesMissing((*missing).clone()));
            }
        }
        Ok(())
    }
}

fn oracle_name(model: ModelKind) -> oracle::ModelName {
    match model {
        ModelKind::Sc => oracle::ModelName::Sc,
        ModelKind::Tso => oracle::ModelName::Tso,
        ModelKind::Pso => oracle::ModelName::Pso,
        ModelKind::Ra => oracle::ModelName::Ra,
        ModelKind::Rc11 => oracle::ModelName::Rc11,
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::WriteOrdering;
    use porf_oracle::{Location, ModelName, ProgramBuilder};

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

    /// What is said of an engine that tells no coherence orders apart and reports some of the executions.
    fn compare_reported(is_reported: impl Fn(&oracle::Execution) -> bool) -> Result<(), DifferenceKind> {
        let (program, location) = stores();
        let executions = oracle::executions(&program, ModelName::Sc);
        assert_eq!(executions.len(), 3, "one for each place of the write of the first thread");
        let mut collector = Collector::default();
        collector.ordered.insert(location.address(), false);
        for execution in executions.iter().filter(|execution| is_reported(execution)) {
            collector.classes.entry(execution.class(|_| false)).or_default().push(execution.clone());
        }
        Expected::new(&program, &executions, false).compare_classes(&collector, &[location.address()])
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
        let difference = Expected::new(&program, &executions, false).compare_classes(&collector, &[]);
        let Err(DifferenceKind::Forbidden(forbidden)) = difference else { panic!("{difference:?}") };
        assert_eq!(forbidden, reported[1]);
    }

    #[test]
    fn only_what_is_waited_for_may_be_ordered_under_rf_and_everything_has_to_be_under_co() {
        let (program, location) = stores();
        let executions = BTreeSet::new();
        let compare = |equivalence, is_ordered| {
            let ordered = BTreeMap::from([(location.address(), is_ordered)]);
            Expected::new(&program, &executions, false).compare_ordered(equivalence, &ordered).is_ok()
        };
        assert!(compare(Equivalence::Rf, false) && !compare(Equivalence::Rf, true));
        assert!(compare(Equivalence::Co, true) && !compare(Equivalence::Co, false));
    }
}
