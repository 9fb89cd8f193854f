//! The graph explorer with the order of additions left open, against the oracle.
//!
//! The explorer has to explore one execution of each [class](oracle::without_order), given the
//! locations at which it leaves the order open. It must do so wherever the oracle finds that
//! [nobody can tell](oracle::may_be_open) the order in any execution.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use porf_entity::{
    Address, EntityId, ErrorKind, FenceOrdering, PrimaryMap, Random, ReadOrdering, RmwOrdering, ThreadId,
    Value, WriteOrdering,
};
use porf_explore::{
    Equivalence, Execution, Failed, ModelKind, Options, Race, Schedule, Sink, Symmetry as Applied, explore,
};
use porf_graph::Label;
use porf_oracle as oracle;
use porf_testing::{Guard, GuardedOp, Hints, Location, Op, Operand, Profile, RandomProgram, Register};

use crate::awaits::{Unawaited, sets_of_racy};
use crate::oracle_form::oracle_form;
use crate::{Difference, DifferenceKind, oracle_name};

/// A small random program whose threads also count something.
pub fn counting_program(seed: u64, profile: Profile) -> RandomProgram {
    match seed % 3 {
        0 => accesses_around_additions(seed),
        _ => additions_among_others(seed, profile),
    }
}

/// A program of two or three threads that each access two locations, add to a counter, and access
/// the locations again. Such programs tell whether additions synchronise. The first thread may
/// create the others, store to the counter before, and join them.
fn accesses_around_additions(seed: u64) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0xadd);
    let (is_relaxed, has_fences, are_last) = (random.ratio(1, 3), random.ratio(1, 4), random.ratio(1, 4));
    let mut locations = PrimaryMap::new();
    let places: Vec<Location> = (0..2).map(|_| locations.push(Value(0))).collect();
    let counter = locations.push(Value(0));
    // Mostly a store to the thread's location before the addition, and a load of the other one behind it.
    let access = |random: &mut Random, thread: usize, register: usize| {
        let is_first = register == 0;
        let location = places[(thread + usize::from(random.ratio(1, 5) == is_first)) % 2];
        let result = Register::from_index(register);
        let value = Operand { register: None, constant: Value(1) };
        let is_store = random.ratio(4, 5) == is_first;
        match random.below(5) {
            0 if has_fences => Op::Fence { ordering: random.choose(FenceOrdering::ALL) },
            _ if !is_store => Op::Load { result, location, ordering: random.choose(&ReadOrdering::ALL[1..]) },
            _ => Op::Store { location, value, ordering: random.choose(&WriteOrdering::ALL[1..]) },
        }
    };
    let plain = |op: Op| GuardedOp { guards: Vec::new(), op };
    let count = 2 + random.below(2);
    let mut threads: Vec<Vec<GuardedOp>> = Vec::new();
    for thread in 0..count {
        let mut ops: Vec<GuardedOp> = Vec::new();
        if random.ratio(1, 6) {
            let value = Operand { register: None, constant: Value(5) };
            let ordering = random.choose(&WriteOrdering::ALL[1..]);
            ops.push(plain(Op::Store { location: counter, value, ordering }));
        }
        ops.push(plain(access(&mut random, thread, 0)));
        let ordering = if is_relaxed { RmwOrdering::Relaxed } else { random.choose(RmwOrdering::ALL) };
        let operand = Operand { register: None, constant: Value(1) };
        let addition = Op::FetchAdd { result: Register::from_index(1), location: counter, operand, ordering };
        let has_read = matches!(ops.last(), Some(GuardedOp { op: Op::Load { .. }, .. }));
        let guard = Guard { register: Register::from_index(0), equal: false, constant: Value(0) };
        let guards = if has_read && random.ratio(1, 3) { vec![guard] } else { Vec::new() };
        if random.ratio(9, 10) {
            ops.push(GuardedOp { guards, op: addition });
        }
        if !are_last && random.ratio(4, 5) {
            ops.push(plain(access(&mut random, thread, 2)));
        }
        threads.push(ops);
    }
    if random.ratio(1, 3) {
        let created: Vec<ThreadId> = (1..count).map(ThreadId::from_index).collect();
        let mut first: Vec<GuardedOp> = created.iter().map(|&thread| plain(Op::Spawn { thread })).collect();
        first.extend(threads[0].drain(..).take(2));
        let joins = created.iter().filter(|_| random.ratio(3, 4)).map(|&thread| plain(Op::Join { thread }));
        first.extend(joins.collect::<Vec<_>>());
        let (result, ordering) = (Register::from_index(9), ReadOrdering::Relaxed);
        let location = random.choose(&[counter, places[0], places[1]]);
        first.push(plain(Op::Load { result, location, ordering }));
        threads[0] = first;
    }
    let mut program = RandomProgram { locations, threads: PrimaryMap::new(), hints: Hints::default() };
    threads.into_iter().for_each(|ops| {
        program.threads.push(ops);
    });
    program.hints.blind_additions = true;
    program
}

/// A random program with additions, to a location of their own or to one of the others. One in four
/// has symmetric threads.
fn additions_among_others(seed: u64, profile: Profile) -> RandomProgram {
    const MOST_OPERATIONS: usize = 6;
    let mut random = Random::from_seed(seed ^ 0x5eed);
    let is_symmetric = random.ratio(1, 4);
    let mut program = match is_symmetric {
        true => RandomProgram::symmetric_from_seed(seed, profile),
        false => RandomProgram::from_seed(seed, profile),
    };
    program.hints.blind_additions = true;
    program.hints.dependencies = false;
    while program.threads.values().flatten().count() > MOST_OPERATIONS
        && remove_some(&mut program, &mut random)
    {}
    let counter = match random.ratio(3, 4) {
        true => program.locations.push(Value(random.below(2) as u64)),
        false => Location::from_index(random.below(program.locations.len())),
    };
    let orderings: &[RmwOrdering] = match random.below(3) {
        0 => &[RmwOrdering::Relaxed],
        1 => &[RmwOrdering::Relaxed, RmwOrdering::Release],
        _ => RmwOrdering::ALL,
    };
    let at_ends = random.ratio(1, 2);
    let mut added = 0;
    let most = 2 + random.below(2);
    while added < most {
        let thread = ThreadId::from_index(random.below(program.threads.len()));
        let ops = program.threads[thread].clone();
        let used = ops.iter().flat_map(GuardedOp::registers).map(|register| register.index() + 1).max();
        let result = Register::from_index(used.unwrap_or(0));
        let operand = Operand { register: None, constant: Value(1 + random.below(2) as u64) };
        let op = Op::FetchAdd { result, location: counter, operand, ordering: random.choose(orderings) };
        let place = if at_ends { ops.len() } else { random.below(ops.len() + 1) };
        let same: Vec<ThreadId> = program.threads.ids().filter(|&it| program.threads[it] == ops).collect();
        for thread in same.into_iter().filter(|&it| it == thread || is_symmetric) {
            program.threads[thread].insert(place, GuardedOp { guards: Vec::new(), op });
            added += 1;
        }
    }
    program
}

/// Removes an operation, and those that depend on it, from a random thread and from those with the
/// same operations. `false` if there is none to remove.
pub(crate) fn remove_some(program: &mut RandomProgram, random: &mut Random) -> bool {
    let ops = program.threads[ThreadId::from_index(random.below(program.threads.len()))].clone();
    let is_needed = |it: &GuardedOp| {
        matches!(it.op, Op::Spawn { .. } | Op::Join { .. } | Op::Meet | Op::Lock { .. } | Op::Unlock { .. })
    };
    let removable: Vec<usize> = (0..ops.len()).filter(|&place| !is_needed(&ops[place])).collect();
    if removable.is_empty() {
        return false;
    }
    let place = random.choose(&removable);
    let same: Vec<ThreadId> = program.threads.ids().filter(|&it| program.threads[it] == ops).collect();
    for thread in same {
        let other = &mut program.threads[thread];
        let results = other.remove(place).op.results();
        other.retain(|it| !it.registers().iter().any(|register| results.contains(register)));
    }
    true
}

/// The first difference under any model and equivalence with any policy, or the number of classes
/// compared.
pub fn compare_additions(program: &RandomProgram) -> Result<u64, Difference> {
    let mut compared = Ok(0);
    for racy in sets_of_racy(program) {
        let known = oracle::executions_all_models(&Unawaited { program, addresses: &racy });
        compared = compare_all(program, &known, &racy);
        if compared.is_ok() {
            break;
        }
    }
    compared
}

/// Compares all explorations, given the locations that are not awaited.
fn compare_all(
    program: &RandomProgram,
    known: &BTreeMap<oracle::ModelName, BTreeSet<oracle::Execution>>,
    racy: &BTreeSet<Address>,
) -> Result<u64, Difference> {
    let mut compared = 0;
    for model in ModelKind::ALL {
        let Some(executions) = known.get(&oracle_name(model)) else { continue };
        for schedule in Schedule::ALL {
            let co = Options {
                schedule,
                equivalence: Some(Equivalence::Co),
                independent_adds: true,
                ..Options::new(model)
            };
            let mut ways = vec![co.clone()];
            // With other locations awaited, there would be other executions.
            if !program.hints.awaits {
                ways.push(Options { equivalence: Some(Equivalence::Rf), ..co.clone() });
            }
            if program.hints.symmetric {
                ways.push(Options { symmetry: true, ..co });
            }
            for options in ways {
                let explored = compare(program, &options, model, executions, racy);
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
    racy: &BTreeSet<Address>,
) -> Result<u64, DifferenceKind> {
    let mut reported = Reported::new(program, racy);
    let summary = explore(program, options, &mut reported);
    if summary.stopped.is_some() {
        return Err(DifferenceKind::Count);
    }
    let groups = match summary.symmetry {
        Applied::Off(_) => program.threads.ids().map(|thread| vec![thread]).collect(),
        Applied::Used { .. } | Applied::Unused => program.symmetric_groups(),
    };
    let symmetry = oracle::Symmetry::of(program, groups, executions);
    let is_ordered = |address| reported.ordered.get(&address).is_none_or(|&is_ordered| is_ordered);
    let class = |execution: &oracle::Execution| symmetry.class(&execution.class(is_ordered));
    let mut expected: BTreeMap<oracle::Execution, BTreeSet<Vec<Value>>> = BTreeMap::new();
    for execution in executions {
        let open = oracle::without_order(program, execution, &reported.open);
        expected.entry(class(&open)).or_default().insert(final_values(program, execution));
    }
    let mut explored = BTreeSet::new();
    for (execution, values, may_repeat) in &reported.executions {
        let class = class(execution);
        let Some(possible) = expected.get(&class) else {
            return Err(DifferenceKind::Forbidden(Box::new(execution.clone())));
        };
        if !possible.contains(values) {
            let address = Location::from_index(0).address();
            return Err(DifferenceKind::FinalValue(address, Box::new(execution.clone())));
        }
        if !explored.insert(class) && !may_repeat {
            return Err(DifferenceKind::Twice(Box::new(execution.clone())));
        }
    }
    if let Some(missing) = expected.keys().find(|&class| !explored.contains(class)) {
        return Err(DifferenceKind::Missing(Box::new(missing.clone())));
    }
    if !program.hints.awaits {
        let race = executions.iter().any(|execution| oracle::has_race(execution, oracle_name(model)));
        if reported.race != race {
            return Err(DifferenceKind::Race { found_by_engine: reported.race });
        }
    }
    match order_kept(program, executions, model, &reported.open) {
        Some(kept) => Err(DifferenceKind::OrderKept(kept)),
        None => Ok(explored.len() as u64),
    }
}

/// A location at which orders are distinguished although nobody can tell any order that might be
/// left open. Where threads wait, nothing is demanded.
fn order_kept(
    program: &RandomProgram,
    executions: &BTreeSet<oracle::Execution>,
    model: ModelKind,
    open: &BTreeSet<Address>,
) -> Option<Address> {
    let added: BTreeSet<Address> = executions.iter().flat_map(|it| oracle::added_to(program, it)).collect();
    let kept = added.difference(open).next().copied()?;
    let is_waited_for = |address: &Address| program.waited_for().any(|it| it.address() == *address);
    let may_be_open = |execution: &oracle::Execution| {
        execution.waiting.is_empty() && oracle::may_be_open(program, execution, &added, oracle_name(model))
    };
    (!added.iter().any(is_waited_for) && executions.iter().all(may_be_open)).then_some(kept)
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
    /// The locations that are not awaited.
    racy: &'a BTreeSet<Address>,
    /// The executions, with the final value of each location. Executions that were reported after
    /// failed attempts to go on may be there more than once: only the engine distinguishes the
    /// order in which threads came to wait.
    executions: Vec<(oracle::Execution, Vec<Value>, bool)>,
    /// The locations at which the order of additions is left open.
    open: BTreeSet<Address>,
    /// Whether the coherence order of each location is distinguished.
    ordered: BTreeMap<Address, bool>,
    race: bool,
}

impl<'a> Reported<'a> {
    fn new(program: &'a RandomProgram, racy: &'a BTreeSet<Address>) -> Self {
        let (open, ordered) = (BTreeSet::new(), BTreeMap::new());
        Self { program, racy, executions: Vec::new(), open, ordered, race: false }
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
        let form = oracle_form(execution, self.racy);
        let locations = self.program.locations.ids();
        let value = |it: Location| execution.final_value(it.address()).unwrap_or(self.program.locations[it]);
        let values = locations.map(value).collect();
        self.executions.push((form, values, !graph.waits().is_empty()));
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
        *self = Self::new(self.program, self.racy);
    }
}
