//! An execution graph as the events of a model in a file.

use porf_cat::{Events, PrimitiveRelation, PrimitiveSet};
use porf_entity::{EntityId, FenceOrdering, ReadOrdering, Relation, WriteOrdering};
use porf_graph::{EventId, Graph, Label, LocationId, ReadKind, Source};

/// The events of a graph: the initial writes of the locations that it accesses, and then the events
/// in the order of their ids.
pub(crate) fn events(graph: &Graph) -> Events {
    events_while(graph, &mut || true).expect("nobody ends this early")
}

/// As [`events`], but `None` as soon as `go_on` returns `false`. It is asked once for every pass over
/// all events.
pub(crate) fn events_while(graph: &Graph, mut go_on: &mut dyn FnMut() -> bool) -> Option<Events> {
    let locations: Vec<LocationId> = accessed_locations(graph).collect();
    let first = locations.len();
    let size = first + graph.len();
    let initial = |location: LocationId| {
        locations.binary_search(&location).expect("the location of an event is accessed")
    };
    let place = |event: EventId| first + event.index();
    let place_of = |location: LocationId, source: Source| match source {
        Source::Initial => initial(location),
        Source::Write(write) => place(write),
    };

    let mut events = Events::new(size);
    for a in 0..first {
        INITIAL_WRITE.iter().for_each(|&set| events.insert(set, a));
    }
    for event in graph.events() {
        sets(&graph.event(event).label).for_each(|set| events.insert(set, place(event)));
    }

    let mut program_order = Relation::empty(size);
    let mut reads_from = Relation::empty(size);
    let mut read_modify_write = Relation::empty(size);
    for event in graph.events() {
        direct_predecessors(graph, event, |before| program_order.insert(place(before), place(event)));
        match graph.event(event).label {
            Label::Read(read) => reads_from.insert(place_of(read.location, read.source), place(event)),
            Label::Write(write) if write.exclusive => {
                if let Some(read) = graph.predecessor(event) {
                    read_modify_write.insert(place(read), place(event));
                }
            }
            _ => {}
        }
    }
    for (relation, reads) in DEPENDENCIES {
        let mut dependencies = Relation::empty(size);
        for event in graph.events() {
            reads(graph, event, &mut |read| dependencies.insert(place(read), place(event)));
        }
        events.relate(relation, dependencies);
    }
    let mut coherence = Relation::empty(size);
    for &location in &locations {
        let sources = std::iter::once(Source::Initial);
        let order: Vec<usize> = sources
            .chain(graph.writes(location).iter().map(|&write| Source::Write(write)))
            .map(|source| place_of(location, source))
            .collect();
        for (index, &later) in order.iter().enumerate() {
            if !go_on() {
                return None;
            }
            order[..index].iter().for_each(|&earlier| coherence.insert(earlier, later));
        }
    }
    let location_of = |a: usize| match a.checked_sub(first) {
        None => Some(locations[a]),
        Some(index) => graph.event(EventId::from_index(index)).location(),
    };
    let thread_of =
        |a: usize| a.checked_sub(first).map(|index| graph.event(EventId::from_index(index)).thread);
    let is_same_location = |a, b| location_of(a).is_some() && location_of(a) == location_of(b);
    let same_location = Relation::from_predicate_while(size, is_same_location, &mut go_on)?;
    let internal = Relation::from_predicate_while(size, |a, b| thread_of(a) == thread_of(b), &mut go_on)?;

    let is_seen = |a: usize| {
        a.checked_sub(first)
            .is_none_or(|index| is_instruction(&graph.event(EventId::from_index(index)).label))
    };
    let closure = program_order.plus_while(&mut go_on)?;
    let is_between = |a, b| closure.contains(a, b) && is_seen(a) && is_seen(b);
    let program_order = Relation::from_predicate_while(size, is_between, &mut go_on)?;
    events.relate(PrimitiveRelation::ProgramOrder, program_order);
    events.relate(PrimitiveRelation::ReadsFrom, reads_from);
    events.relate(PrimitiveRelation::Coherence, coherence);
    events.relate(PrimitiveRelation::ReadModifyWrite, read_modify_write);
    events.relate(PrimitiveRelation::SameLocation, same_location);
    events.relate(PrimitiveRelation::Internal, internal);
    Some(events)
}

/// Calls a function for the reads that an event depends on in one way.
type Reads = fn(&Graph, EventId, &mut dyn FnMut(EventId));

/// The dependencies of events. They are known when an event is added and never change, so they are
/// as stable as program order.
pub(crate) const DEPENDENCIES: [(PrimitiveRelation, Reads); 3] = [
    (PrimitiveRelation::AddressDependency, |graph, event, found| {
        graph.address_dependencies(event).for_each(found);
    }),
    (PrimitiveRelation::DataDependency, |graph, event, found| {
        graph.data_dependencies(event).for_each(found);
    }),
    (PrimitiveRelation::ControlDependency, |graph, event, found| {
        graph.control_dependencies(event).for_each(found);
    }),
];

/// The locations that events of the graph access, in order.
pub(crate) fn accessed_locations(graph: &Graph) -> impl Iterator<Item = LocationId> + '_ {
    graph.locations().filter(|&location| !graph.last_accesses(location).is_empty())
}

/// Calls `found` for the events that directly precede an event in program order, the order that
/// creation, join and barriers make included.
pub(crate) fn direct_predecessors(graph: &Graph, event: EventId, mut found: impl FnMut(EventId)) {
    graph.directly_before(event).into_iter().for_each(&mut found);
    match graph.event(event).label {
        Label::Join(child) => graph.latest_before(child).into_iter().for_each(found),
        Label::Barrier { barrier, round, step: porf_entity::BarrierStep::Leave } => {
            graph.arrivals_in(barrier, round).for_each(found);
        }
        _ => {}
    }
}

/// Whether models in files see an event. Choices, ends of objects, attempts and additions without an
/// order are events of exploration only: `po` leads past them.
pub(crate) fn is_instruction(label: &Label) -> bool {
    sets(label).next().is_some()
}

/// The sets of initial writes, beside the set of all events.
pub(crate) const INITIAL_WRITE: [PrimitiveSet; 3] =
    [PrimitiveSet::Write, PrimitiveSet::InitialWrite, PrimitiveSet::NonAtomic];

/// The sets that an event belongs to, beside the set of all events.
pub(crate) fn sets(label: &Label) -> impl Iterator<Item = PrimitiveSet> + use<> {
    let (kind, ordering, is_exclusive) = match label {
        Label::Read(read) => {
            let ordering = match read.ordering {
                ReadOrdering::NonAtomic => PrimitiveSet::NonAtomic,
                ReadOrdering::Relaxed => PrimitiveSet::Relaxed,
                ReadOrdering::Acquire => PrimitiveSet::Acquire,
                ReadOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (Some(PrimitiveSet::Read), Some(ordering), read.kind != ReadKind::Load)
        }
        Label::Write(write) => {
            let ordering = match write.ordering {
                WriteOrdering::NonAtomic => PrimitiveSet::NonAtomic,
                WriteOrdering::Relaxed => PrimitiveSet::Relaxed,
                WriteOrdering::Release => PrimitiveSet::Release,
                WriteOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (Some(PrimitiveSet::Write), Some(ordering), write.exclusive)
        }
        Label::Fence(ordering) => {
            let ordering = match ordering {
                FenceOrdering::Acquire => PrimitiveSet::Acquire,
                FenceOrdering::Release => PrimitiveSet::Release,
                FenceOrdering::AcqRel => PrimitiveSet::AcquireRelease,
                FenceOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (Some(PrimitiveSet::Fence), Some(ordering), false)
        }
        Label::Spawn(_) | Label::Join(_) | Label::Barrier { .. } => (Some(PrimitiveSet::Thread), None, false),
        Label::Wait { .. } | Label::Choice(_) | Label::Free { .. } | Label::Addition(_) => {
            (None, None, false)
        }
    };
    let is_atomic = kind != Some(PrimitiveSet::Fence)
        && ordering.is_some_and(|ordering| ordering != PrimitiveSet::NonAtomic);
    let atomic = is_atomic.then_some(PrimitiveSet::Atomic);
    let exclusive = is_exclusive.then_some(PrimitiveSet::Exclusive);
    let rmw = is_read_modify_write(label).then_some(PrimitiveSet::ReadModifyWrite);
    [kind, ordering, atomic, exclusive, rmw].into_iter().flatten()
}

/// Whether an event is an access of a read-modify-write that writes.
fn is_read_modify_write(label: &Label) -> bool {
    match label {
        Label::Read(read) => read.kind == ReadKind::Exclusive,
        Label::Write(write) => write.exclusive,
        _ => false,
    }
}
