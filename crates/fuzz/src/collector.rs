//! Collects the executions that the engine reports, in the oracle's form, by class.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use porf_entity::{Address, ErrorKind};
use porf_explore::{Execution, Failed, Race, Sink};
use porf_graph::{EventId, Label};
use porf_oracle as oracle;

use crate::difference::DifferenceKind;
use crate::oracle_form::oracle_form;

/// Collects executions.
#[derive(Default)]
pub(crate) struct Collector {
    /// The addresses whose last writes are distinguished.
    observed: Vec<Address>,
    /// The executions and variants reported, by their classes: without the coherence orders that
    /// are not distinguished.
    pub(crate) classes: BTreeMap<oracle::Execution, Vec<oracle::Execution>>,
    /// The class of the execution reported last, if it was complete.
    last_complete: Option<oracle::Execution>,
    /// Whether the coherence order of each location that was seen so far is distinguished.
    pub(crate) ordered: BTreeMap<Address, bool>,
    /// A mistake that does not depend on the oracle. Nothing is collected after it.
    pub(crate) wrong: Option<DifferenceKind>,
    pub(crate) race: bool,
    /// The locations at which nothing is awaited because of non-atomic writes.
    racy: BTreeSet<Address>,
    /// The executions that were reported after failed attempts to go on.
    pub(crate) attempted: BTreeSet<oracle::Execution>,
    /// The number of reported executions.
    pub(crate) reports: u64,
    /// The number of executions that were reported as deadlocks.
    pub(crate) deadlocks: u64,
}

impl Collector {
    pub(crate) fn new(observed: Vec<Address>, racy: BTreeSet<Address>) -> Self {
        Self { observed, racy, ..Self::default() }
    }

    /// The execution and its class.
    fn classify<S>(
        &mut self,
        execution: &Execution<'_, S>,
    ) -> Result<(oracle::Execution, oracle::Execution), DifferenceKind> {
        for location in execution.graph().locations() {
            let info = execution.location(location);
            if *self.ordered.entry(info.address).or_insert(info.ordered) != info.ordered {
                return Err(DifferenceKind::OrderedOnTheWay(info.address));
            }
        }
        let full = oracle_form(execution, &self.racy);
        for &address in &self.observed {
            let last = full.last_write(address).map(|write| full.kind(write));
            if let Some(oracle::EventKind::Write { value, .. }) = last
                && execution.final_value(address) != Some(value)
            {
                return Err(DifferenceKind::FinalValue(address, Box::new(full)));
            }
        }
        let class = full.class(|address| self.ordered[&address]);
        Ok((full, class))
    }

    /// Collects an execution, and returns its class.
    fn collect<S>(&mut self, execution: &Execution<'_, S>) -> Result<oracle::Execution, DifferenceKind> {
        let (full, class) = self.classify(execution)?;
        self.reports += 1;
        self.last_complete = None;
        let reported = self.classes.entry(class.clone()).or_default();
        // Only the engine distinguishes the order in which threads came to wait for a lock that
        // another thread holds.
        let graph = execution.graph();
        let is_ordered = |&wait: &EventId| match graph.event(wait).label {
            Label::Wait { location, .. } => execution.location(location).ordered,
            _ => false,
        };
        if graph.waits().iter().any(is_ordered) {
            self.attempted.insert(full.clone());
        } else if !reported.is_empty() {
            return Err(DifferenceKind::Twice(Box::new(full)));
        }
        reported.push(full);
        Ok(class)
    }

    fn collect_variant<S>(&mut self, execution: &Execution<'_, S>) -> Result<(), DifferenceKind> {
        let (full, class) = self.classify(execution)?;
        if self.last_complete.as_ref() != Some(&class) {
            return Err(DifferenceKind::StrayVariant(Box::new(full)));
        }
        let reported = self.classes.entry(class).or_default();
        let last_writes = full.last_writes(&self.observed);
        if reported.iter().any(|other| other.last_writes(&self.observed) == last_writes) {
            return Err(DifferenceKind::LastWritesTwice(Box::new(full)));
        }
        reported.push(full);
        Ok(())
    }

    /// Adds what a collector of other executions has received.
    pub(crate) fn join(&mut self, other: Self) {
        self.wrong = self.wrong.take().or(other.wrong);
        for (address, is_ordered) in other.ordered {
            if *self.ordered.entry(address).or_insert(is_ordered) != is_ordered {
                self.wrong = Some(DifferenceKind::OrderedOnTheWay(address));
            }
        }
        for (class, reported) in other.classes {
            let known = self.classes.entry(class).or_default();
            let again = reported.iter().find(|it| !known.is_empty() && !other.attempted.contains(it));
            if let Some(again) = again {
                self.wrong = Some(DifferenceKind::Twice(Box::new(again.clone())));
            }
            known.extend(reported);
        }
        self.race |= other.race;
        self.attempted.extend(other.attempted);
        self.reports += other.reports;
        self.deadlocks += other.deadlocks;
    }

    /// Goes on unless there is a mistake.
    fn proceed<T>(&mut self, result: Result<T, DifferenceKind>) -> ControlFlow<(), T> {
        match result {
            Ok(value) => ControlFlow::Continue(value),
            Err(wrong) => {
                self.wrong = Some(wrong);
                ControlFlow::Break(())
            }
        }
    }
}

impl<S> Sink<S> for Collector {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let collected = self.collect(execution);
        self.last_complete = Some(self.proceed(collected)?);
        ControlFlow::Continue(())
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let collected = self.collect(execution).map(drop);
        self.proceed(collected)
    }

    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()> {
        if failed.failure.kind == ErrorKind::Deadlock {
            self.deadlocks += 1;
            return self.blocked(execution);
        }
        ControlFlow::Continue(())
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        self.race = true;
        ControlFlow::Continue(())
    }

    /// The only checks of the shipped models that report executions are about data races.
    fn reported(&mut self, _execution: &Execution<'_, S>, _check: usize) -> ControlFlow<()> {
        self.race = true;
        ControlFlow::Continue(())
    }

    fn observed(&self) -> &[Address] {
        &self.observed
    }

    fn variant(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let collected = self.collect_variant(execution);
        self.proceed(collected)
    }

    fn restart(&mut self) {
        *self = Self::new(std::mem::take(&mut self.observed), std::mem::take(&mut self.racy));
    }
}
