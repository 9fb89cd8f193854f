//! Random programs some of whose locations are registers, or whose pools belong to a library whose
//! specification has axioms. The oracle knows no libraries. Its executions are those of the memory model that also satisfy
//! the axioms, written out here as relational algebra.

use std::collections::{BTreeMap, BTreeSet};

use porf_cat::{LibraryOnly, Source as CatSource, read_axioms};
use porf_entity::{Address, EntityId, LibraryId, Random, Relation, Taking};
use porf_explore::{FileModel, ModelKind};
use porf_oracle::{self as oracle, Event, EventKind, Execution, ModelName, ReadKind, Source};
use porf_testing::{Hints, Location, Profile, RandomProgram};

use crate::awaits::Unawaited;
use crate::graph_explorer::compare_files_with;
use crate::libraries::client_program;
use crate::references::{Known, Reference};
use crate::{Difference, oracle_name, shipped_models};

/// The axioms of a specification.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Axioms {
    /// Calls are sequentially consistent.
    Sequential,
    /// Calls pass on what they know to later calls.
    Causal,
    /// Some calls are sequentially consistent: calls that are named.
    Named,
    /// Calls are sequentially consistent, and other accesses order them, too.
    Around,
    /// No call gets a value from an object that another thread has set before. This is asked of full
    /// executions.
    Filtering,
    /// Items leave pools in the order in which they came, as far as happens-before tells.
    Fifo,
    /// No thread waits for an item after it has tried.
    Trying,
}

impl Axioms {
    /// The axioms of pools.
    const OF_POOLS: [Self; 2] = [Self::Fifo, Self::Trying];

    const ALL: [Self; 5] = [Self::Sequential, Self::Causal, Self::Named, Self::Around, Self::Filtering];

    fn text(self) -> &'static str {
        match self {
            Self::Sequential => "\"a\"\nacyclic po | rf | co | fr as sc",
            Self::Causal => "\"a\"\nlet hb = (po | rf)+\nirreflexive hb ; (co | fr) as causal",
            Self::Named => "\"a\"\nacyclic [set | add] ; po ; [get | add] | rf | co | fr as named",
            Self::Around => "\"a\"\nacyclic hb | rf | co | fr as around",
            Self::Fifo => {
                "\"a\"\nlet taken = [put] ; rf ; [take | attempt]\nlet later = ([put] ; hb & loc) ; taken\n\
                 empty [put \\ domain(taken)] ; later as lost\nempty (later ; (hb & loc)) & taken as overtaken"
            }
            Self::Trying => "\"a\"\nempty [attempt] ; po ; [take] as trying",
            Self::Filtering => "\"a\"\nempty ([set] ; hb ; [get]) & ext & loc as filtering",
        }
    }

    /// Whether an execution satisfies the axioms at some addresses.
    fn hold(self, execution: &Execution, registers: &BTreeSet<Address>, model: ModelName) -> bool {
        let Calls { po, rf, co, fr } = Calls::of(execution, registers);
        let events: Vec<(Event, EventKind)> = execution.events().collect();
        let is_called = |function: Function| {
            Relation::identity_on(events.len(), |event| {
                let kind = events[event].1;
                kind.address().is_some_and(|at| registers.contains(&at)) && function == Function::of(kind)
            })
        };
        let [get, set, add] = [Function::Get, Function::Set, Function::Add].map(is_called);
        let of_pools = |holds: fn(EventKind) -> bool| {
            Relation::identity_on(events.len(), |event| holds(events[event].1))
        };
        let put = of_pools(|kind| matches!(kind, EventKind::Put { .. }));
        let take = of_pools(|kind| matches!(kind, EventKind::Take { manner: Taking::Take, .. }));
        let attempt = of_pools(|kind| matches!(kind, EventKind::Take { manner: Taking::TryTake, .. }));
        match self {
            Self::Sequential => po.or(&rf).or(&co).or(&fr).is_acyclic(),
            Self::Causal => po.or(&rf).plus().then(&co.or(&fr)).is_irreflexive(),
            Self::Named => {
                let kept = set.or(&add).then(&po).then(&get.or(&add));
                kept.or(&rf).or(&co).or(&fr).is_acyclic()
            }
            Self::Around => {
                let calls = get.or(&set).or(&add);
                let hb = calls.then(&oracle::happens_before(execution, model)).then(&calls);
                hb.or(&rf).or(&co).or(&fr).is_acyclic()
            }
            Self::Fifo => {
                let place = |event: Event| events.iter().position(|&(other, _)| other == event);
                let mut items = Relation::empty(events.len());
                for (&take, &source) in &execution.reads_from {
                    if let (Some(take), Source::Write(put)) = (place(take), source) {
                        place(put).into_iter().for_each(|put| items.insert(put, take));
                    }
                }
                let object = |event: usize| match events[event].1 {
                    EventKind::Put { object, .. } | EventKind::Take { object, .. } => Some(object),
                    _ => None,
                };
                let same = Relation::from_predicate(events.len(), |a, b| {
                    object(a).is_some() && object(a) == object(b)
                });
                let hb = oracle::happens_before(execution, model).and(&same);
                let taken = put.then(&items).then(&take.or(&attempt));
                let later = put.then(&hb).then(&taken);
                let is_left = |event: usize| taken.successors(event).next().is_none();
                let left = Relation::identity_on(events.len(), is_left);
                left.then(&later).is_empty() && later.then(&hb).and(&taken).is_empty()
            }
            Self::Trying => attempt.then(&program_order(execution, &events)).then(&take).is_empty(),
            Self::Filtering => {
                let elsewhere = Relation::from_predicate(events.len(), |a, b| {
                    let ((one, kind), (other, read)) = (events[a], events[b]);
                    one.thread != other.thread && kind.address() == read.address()
                });
                let ordered = set.then(&oracle::happens_before(execution, model)).then(&get);
                ordered.and(&elsewhere).is_empty()
            }
        }
    }
}

/// The functions of the library.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Function {
    Get,
    Set,
    Add,
}

impl Function {
    const NAMES: [&str; 8] = ["get", "set", "add", "put", "take", "attempt", "look", "swap"];

    fn of(kind: EventKind) -> Self {
        match kind {
            EventKind::Read { kind: ReadKind::Load, .. } => Self::Get,
            EventKind::Write { exclusive: false, .. } => Self::Set,
            _ => Self::Add,
        }
    }
}

/// Program order, and the order that the creation and join of threads and barriers make.
fn program_order(execution: &Execution, events: &[(Event, EventKind)]) -> Relation {
    let is_first = |event: Event| event.index == 0;
    let is_last = |event: Event| event.index + 1 == execution.threads[event.thread.index()].len();
    let steps = Relation::from_predicate(events.len(), |a, b| {
        let ((one, kind), (other, next)) = (events[a], events[b]);
        let is_round = |barrier: Address, round: usize| next == EventKind::Leave { barrier, round };
        one.thread == other.thread && one.index + 1 == other.index
            || matches!(kind, EventKind::Spawn { thread } if thread == other.thread && is_first(other))
            || matches!(next, EventKind::Join { thread } if thread == one.thread && is_last(one))
            || matches!(kind, EventKind::Arrive { barrier, round } if is_round(barrier, round))
    });
    steps.plus()
}

/// The relations of an execution on the calls of a library.
struct Calls {
    po: Relation,
    rf: Relation,
    co: Relation,
    fr: Relation,
}

impl Calls {
    fn of(execution: &Execution, registers: &BTreeSet<Address>) -> Self {
        let events: Vec<(Event, EventKind)> = execution.events().collect();
        let size = events.len();
        let place = |event: Event| events.iter().position(|&(other, _)| other == event);
        let is_call = |index: usize| events[index].1.address().is_some_and(|at| registers.contains(&at));
        let calls = Relation::identity_on(size, is_call);
        let among = |relation: &Relation| calls.then(relation).then(&calls);
        let mut rf = Relation::empty(size);
        let mut co = Relation::empty(size);
        for writes in execution.coherence.values() {
            for (index, &earlier) in writes.iter().enumerate() {
                for &later in &writes[index + 1..] {
                    if let (Some(earlier), Some(later)) = (place(earlier), place(later)) {
                        co.insert(earlier, later);
                    }
                }
            }
        }
        let mut fr = Relation::empty(size);
        for (&read, &source) in &execution.reads_from {
            let Some(read) = place(read) else { continue };
            let later: Vec<usize> = match source {
                Source::Initial => {
                    let writes = events[read].1.address().and_then(|at| execution.coherence.get(&at));
                    writes.into_iter().flatten().filter_map(|&write| place(write)).collect()
                }
                Source::Write(write) => {
                    let Some(write) = place(write) else { continue };
                    rf.insert(write, read);
                    co.successors(write).collect()
                }
            };
            later.into_iter().filter(|&write| write != read).for_each(|write| fr.insert(read, write));
        }
        Self { po: among(&program_order(execution, &events)), rf: among(&rf), co: among(&co), fr: among(&fr) }
    }
}

/// A small random program some of whose locations belong to a library.
pub fn register_program(seed: u64, profile: Profile) -> RandomProgram {
    let mut random = Random::from_seed(seed ^ 0x4e6);
    let mut program = RandomProgram::from_seed(seed, profile);
    program.hints.dependencies = false;
    let is_plain = |location: Location| {
        let mut ops = program.threads.values().flatten().map(|guarded| guarded.op);
        ops.any(|op| op.location() == Some(location) && op.is_non_atomic())
    };
    let registers: u8 = program
        .locations
        .ids()
        .filter(|&location| !is_plain(location) && random.ratio(3, 4))
        .map(|location| 1 << location.index())
        .sum();
    program.hints.registers = registers;
    program
}

/// The first difference under any of the models with any of the axioms, or the number of executions
/// compared.
pub fn compare_registers(program: &RandomProgram) -> Result<u64, Difference> {
    let mut compared = 0;
    // Where full executions are filtered, loops that wait are explored as they are.
    let hints = Hints { registers: program.hints.registers, ..Hints::default() };
    let without_awaits = RandomProgram { hints, ..program.clone() };
    for axioms in Axioms::ALL {
        let program = if axioms == Axioms::Filtering { &without_awaits } else { program };
        compared += compare_axioms(program, axioms)?;
    }
    Ok(compared)
}

/// A small random program whose threads use pools that belong to a library.
pub fn specified_program(seed: u64, profile: Profile) -> RandomProgram {
    let program = client_program(seed, profile);
    RandomProgram { hints: Hints { specified_pools: true, ..Hints::default() }, ..program }
}

/// The first difference under any of the models with any of the axioms of pools, or the number of
/// executions compared.
pub fn compare_specified_pools(program: &RandomProgram) -> Result<u64, Difference> {
    Axioms::OF_POOLS.into_iter().map(|axioms| compare_axioms(program, axioms)).sum()
}

fn compare_axioms(program: &RandomProgram, axioms: Axioms) -> Result<u64, Difference> {
    let source = CatSource { name: "axioms".into(), text: axioms.text().into() };
    let functions = Function::NAMES.map(str::to_owned);
    let model = read_axioms(source, &LibraryOnly, &functions).unwrap_or_else(|error| panic!("{error}"));
    let library = FileModel::new("axioms", model);
    let library = if Axioms::OF_POOLS.contains(&axioms) { library.of_pools() } else { library };
    let files = shipped_models().into_iter().map(|(kind, file)| {
        (kind, file.in_place_of(kind).with_libraries(vec![(LibraryId::from_index(0), library.clone())]))
    });
    let files: Vec<(ModelKind, FileModel)> = files.collect();
    let files: Vec<(ModelKind, &FileModel)> = files.iter().map(|(kind, file)| (*kind, file)).collect();
    compare_files_with(program, Specified::new(program, axioms), &files)
}

/// The executions of the memory model that satisfy the axioms.
struct Specified<'a> {
    program: &'a RandomProgram,
    axioms: Axioms,
    registers: BTreeSet<Address>,
    known: BTreeMap<BTreeSet<Address>, BTreeMap<ModelName, Known>>,
}

impl<'a> Specified<'a> {
    fn new(program: &'a RandomProgram, axioms: Axioms) -> Self {
        let is_register = |location: &Location| program.hints.registers >> location.index() & 1 == 1;
        let registers = program.locations.ids().filter(is_register).map(Location::address).collect();
        Self { program, axioms, registers, known: BTreeMap::new() }
    }

    fn executions(
        &self,
        program: &RandomProgram,
        addresses: &BTreeSet<Address>,
    ) -> impl Iterator<Item = (ModelName, BTreeSet<Execution>)> {
        let by_model = oracle::executions_all_models(&Unawaited { program, addresses });
        by_model.into_iter().map(|(model, mut executions)| {
            executions.retain(|execution| self.axioms.hold(execution, &self.registers, model));
            (model, executions)
        })
    }
}

impl Reference for Specified<'_> {
    fn known(
        &mut self,
        unawaited: &BTreeSet<Address>,
        model: ModelKind,
    ) -> Result<Option<&Known>, Difference> {
        if !self.known.contains_key(unawaited) {
            // An await must not hide any race, so nothing is taken to be awaited.
            let plain = RandomProgram { hints: Hints::default(), ..self.program.clone() };
            let races: BTreeMap<ModelName, bool> = self
                .executions(&plain, &BTreeSet::new())
                .map(|(model, all)| (model, all.iter().any(|it| oracle::has_race(it, model))))
                .collect();
            let awaiting = RandomProgram {
                hints: Hints { registers: 0, specified_pools: false, ..self.program.hints },
                ..self.program.clone()
            };
            let known = self.executions(&awaiting, unawaited).map(|(model, executions)| {
                (model, Known { executions, race: races.get(&model) == Some(&true) })
            });
            let known = known.collect();
            self.known.insert(unawaited.clone(), known);
        }
        Ok(self.known.get(unawaited).and_then(|known| known.get(&oracle_name(model))))
    }
}
