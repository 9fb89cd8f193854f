//! The graph explorer with the order of additions left open, against the oracle.
//!
//! The explorer has to explore one execution of each [class](oracle::without_order), given the
//! locations at which it leaves the order open. It must do so wherever the oracle finds that
//! [nobody can tell](oracle::may_be_open) the order in any execution.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use porf_entity::{Address, EntityId, ErrorKind, Random, RmwOrdering, ThreadId, Value};
use porf_explore::{Equivalence, Execution, Failed, ModelKind, Options, Race, Schedule, Sink, explore};
use porf_graph::Label;
use porf_oracle as oracle;
use porf_testing::{GuardedOp, Hints, Location, Op, Operand, Profile, RandomProgram, Register};

use crate::oracle_form::oracle_form;
use crate::{Difference, DifferenceKind, oracle_name};

/// A small random program whose threads also count something, in a location of its own or in one of
/// the others.
pub fn counting_program(seed: u64, profile: Profile) -> RandomProgram {
    const MOST_OPERATIONS: usize = 6;
    let mut program = RandomProgram::from_seed(seed, profile);
    let mut random = Random::from_seed(seed ^ 0x5eed);
    program.hints = Hints { blind_additions: true, ..Hints::default() };
    while program.threads.values().flatten().count() > MOST_OPERATIONS {
        let thread = ThreadId::from_index(random.below(program.threads.len()));
        let ops = &mut program.threads[thread];
        let is_needed = |it: &GuardedOp| {
            matches!(
                it.op,
                Op::Spawn { .. } | Op::Join { .. } | Op::Meet | Op::Lock { .. } | Op::Unlock { .. }
            )
        };
        let removable: Vec<usize> = (0..ops.len()).filter(|&place| !is_needed(&ops[place])).collect();
        match removable.is_empty() {
            true => break,
            false => {
                let place = random.choose(&removable);
                let results = ops[place].op.results();
                ops.remove(place);
                ops.retain(|it| !it.registers().iter().any(|register| results.contains(register)));
            }
        }
    }
    let has_own_location = random.ratio(3, 4);
    let counter = match has_own_location {
        true => program.locations.push(Value(random.below(2) as u64)),
        false => Location::from_index(random.below(program.locations.len())),
    };
    let orderings: &[RmwOrdering] = match random.below(3) {
        0 => &[RmwOrdering::Relaxed],
        1 => &[RmwOrdering::Relaxed, RmwOrdering::Release],
        _ => &RmwOrdering::ALL,
    };
    let at_ends = random.ratio(1, 2);
    for _ in 0..2 + random.below(2) {
        let thread = ThreadId::from_index(random.below(program.threads.len()));
        let ops = &mut program.threads[thread];
        let used = ops.iter().flat_map(GuardedOp::registers).map(|register| register.index() + 1).max();
        let result = Register::from_index(used.unwrap_or(0));
        let operand = Operand { register: None, constant: Value(1 + random.below(2) as u64) };
        let op = Op::FetchAdd { result, location: counter, operand, ordering: random.choose(orderings) };
        let place = if at_ends { ops.len() } else { random.below(ops.len() + 1) };
        ops.insert(place, GuardedOp { guards: Vec::new(), op });
    }
    program
}

/// The first difference under any model and equivalence with any policy, or the number of classes
/// compared.
pub fn compare_additions(program: &RandomProgram) -> Result<u64, Difference> {
    let known = oracle::executions_all_models(program);
    let mut compared = 0;
    for model in ModelKind::ALL {
        let Some(executions) = known.get(&oracle_name(model)) else { continue };
        for schedule in Schedule::ALL {
            for equivalence in Equivalence::ALL {
                let options = Options {
                    schedule,
                    equivalence: Some(equivalence),
                    independent_adds: true,
                    ..Options::new(model)
                };
                let explored = compare(program, &options, model, executions);
                compared += explored.map_err(|kind| Difference::new(&options, kind))?;
            }
        }
    }
    Ok(compared)
}

/// Compares one exploration with the oracle's executions.
fn compare(
    program: &RandomProgram,
    options: &Options<'_>,
    model: ModelKind,
    executions: &BTreeSet<oracle::Execution>,
) -> Result<u64, DifferenceKind> {
    let mut reported = Reported::new(program);
    let summary = explore(program, options, &mut reported);
    if summary.stopped.is_some() {
        return Err(DifferenceKind::Count);
    }
    if let Some(twice) = reported.twice {
        return Err(DifferenceKind::Twice(Box::new(twice)));
    }
    let is_ordered = |address| reported.ordered.get(&address).is_none_or(|&is_ordered| is_ordered);
    let mut expected: BTreeMap<oracle::Execution, BTreeSet<Vec<Value>>> = BTreeMap::new();
    for execution in executions {
        let class = oracle::without_order(program, execution, &reported.open).class(is_ordered);
        expected.entry(class).or_default().insert(final_values(program, execution));
    }
    for (class, values) in &reported.classes {
        let Some(possible) = expected.get(class) else {
            return Err(DifferenceKind::Forbidden(Box::new(class.clone())));
        };
        if !possible.contains(values) {
            return Err(DifferenceKind::FinalValue(
                Location::from_index(0).address(),
                Box::new(class.clone()),
            ));
        }
    }
    if let Some(missing) = expected.keys().find(|&class| !reported.classes.contains_key(class)) {
        return Err(DifferenceKind::Missing(Box::new(missing.clone())));
    }
    let race = executions.iter().any(|execution| oracle::has_race(execution, oracle_name(model)));
    if reported.race != race {
        return Err(DifferenceKind::Race { found_by_engine: reported.race });
    }
    let added: BTreeSet<Address> = executions.iter().flat_map(|it| oracle::added_to(program, it)).collect();
    let is_waited_for = |address: &Address| program.waited_for().any(|it| it.address() == *address);
    let kept = added.difference(&reported.open).next();
    if let Some(&kept) = kept
        && !added.iter().any(is_waited_for)
        && executions.iter().all(|execution| {
            execution.waiting.is_empty()
                && oracle::may_be_open(program, execution, &added, oracle_name(model))
        })
    {
        return Err(DifferenceKind::OrderKept(kept));
    }
    Ok(reported.classes.len() as u64)
}

/// The last value of each location.
fn final_values(program: &RandomProgram, execution: &oracle::Execution) -> Vec<Value> {
    let last =
        |location: Location| match execution.last_write(location.address()).map(|it| execution.kind(it)) {
            Some(oracle::EventKind::Write { value, .. }) => value,
            _ => program.locations[location],
        };
    program.locations.ids().map(last).collect()
}

/// The reported executions of a program.
struct Reported<'a> {
    program: &'a RandomProgram,
    /// The classes, with the final value of each location.
    classes: BTreeMap<oracle::Execution, Vec<Value>>,
    /// The locations at which the order of additions is left open.
    open: BTreeSet<Address>,
    /// Whether the coherence order of each location is distinguished.
    ordered: BTreeMap<Address, bool>,
    /// An execution of a class that was reported before.
    twice: Option<oracle::Execution>,
    race: bool,
}

impl<'a> Reported<'a> {
    fn new(program: &'a RandomProgram) -> Self {
        Self {
            program,
            classes: BTreeMap::new(),
            open: BTreeSet::new(),
            ordered: BTreeMap::new(),
            twice: None,
            race: false,
        }
    }

    fn collect<S>(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        let graph = execution.graph();
        for location in graph.locations() {
            let info = execution.location(location);
            self.ordered.insert(info.address, info.ordered);
        }
        for &addition in graph.additions() {
            if let Label::Addition(location) = graph.event(addition).label {
                self.open.insert(execution.location(location).address);
            }
        }
        let class = oracle_form(execution, &BTreeSet::new()).class(|address| self.ordered[&address]);
        let locations = self.program.locations.ids();
        let value = |it: Location| execution.final_value(it.address()).unwrap_or(self.program.locations[it]);
        let values = locations.map(value).collect();
        let is_attempt = !graph.waits().is_empty();
        if self.classes.insert(class.clone(), values).is_some() && !is_attempt {
            self.twice = Some(class);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<S> Sink<S> for Reported<'_> {
    fn complete(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.collect(execution)
    }

    fn blocked(&mut self, execution: &Execution<'_, S>) -> ControlFlow<()> {
        self.collect(execution)
    }

    fn failed(&mut self, execution: &Execution<'_, S>, failed: Failed) -> ControlFlow<()> {
        match failed.failure.kind {
            ErrorKind::Deadlock => self.collect(execution),
            _ => ControlFlow::Continue(()),
        }
    }

    fn race(&mut self, _execution: &Execution<'_, S>, _race: Race) -> ControlFlow<()> {
        self.race = true;
        ControlFlow::Continue(())
    }

    fn restart(&mut self) {
        *self = Self::new(self.program);
    }
}
