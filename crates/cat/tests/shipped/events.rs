//! The oracle's executions as events of a model.

use std::collections::BTreeSet;

use porf_cat::{Events, PrimitiveRelation, PrimitiveSet};
use porf_entity::{Address, FenceOrdering, ReadOrdering, Relation, WriteOrdering};
use porf_oracle::{Dependencies, Event, EventKind, Execution, ReadKind, Source};

/// The initial writes of the locations, and then the events, thread by thread.
pub(crate) fn events(execution: &Execution) -> Events {
    let mut locations: Vec<Address> = execution.events().filter_map(|(_, kind)| kind.address()).collect();
    locations.sort_unstable();
    locations.dedup();
    let elements: Vec<(Event, EventKind)> = execution.events().collect();
    let size = locations.len() + elements.len();

    let place = |event: Event| {
        let found = elements.iter().position(|(other, _)| *other == event);
        locations.len() + found.expect("the event belongs to the execution")
    };
    let initial = |address: Address| locations.binary_search(&address).expect("the location is accessed");
    let address = |a: usize| match a.checked_sub(locations.len()) {
        None => Some(locations[a]),
        Some(index) => elements[index].1.address(),
    };
    let element = |a: usize| a.checked_sub(locations.len()).map(|index| elements[index]);

    let mut events = Events::new(size);
    for a in 0..locations.len() {
        [PrimitiveSet::Write, PrimitiveSet::InitialWrite, PrimitiveSet::NonAtomic]
            .into_iter()
            .for_each(|set| events.insert(set, a));
    }
    for (index, (_, kind)) in elements.iter().enumerate() {
        sets(*kind).into_iter().for_each(|set| events.insert(set, locations.len() + index));
    }

    let order = Relation::from_predicate(size, |a, b| match (element(a), element(b)) {
        (Some((a, kind_a)), Some((b, kind_b))) => is_ordered((a, kind_a), (b, kind_b)),
        _ => false,
    });
    // Choices are no events of a model.
    let is_seen = |a: usize| element(a).is_none_or(|(_, kind)| sets(kind).into_iter().next().is_some());
    let order = order.plus();
    let order = Relation::from_predicate(size, |a, b| order.contains(a, b) && is_seen(a) && is_seen(b));
    events.relate(PrimitiveRelation::ProgramOrder, order);

    let thread = |a: usize| element(a).map(|(event, _)| event.thread);
    let internal = Relation::from_predicate(size, |a, b| thread(a) == thread(b));
    events.relate(PrimitiveRelation::Internal, internal);
    let same_location =
        Relation::from_predicate(size, |a, b| address(a).is_some() && address(a) == address(b));
    events.relate(PrimitiveRelation::SameLocation, same_location);

    let mut reads_from = Relation::empty(size);
    for (&read, source) in &execution.reads_from {
        let write = match source {
            Source::Initial => initial(execution.kind(read).address().expect("reads have a location")),
            Source::Write(write) => place(*write),
        };
        reads_from.insert(write, place(read));
    }
    events.relate(PrimitiveRelation::ReadsFrom, reads_from);

    let mut coherence = Relation::empty(size);
    for (&address, writes) in &execution.coherence {
        let mut before = vec![initial(address)];
        for &write in writes {
            before.iter().for_each(|&earlier| coherence.insert(earlier, place(write)));
            before.push(place(write));
        }
    }
    events.relate(PrimitiveRelation::Coherence, coherence);

    let is_pair = |a: usize, b: usize| {
        let succeeds = |(_, kind)| matches!(kind, EventKind::Read { kind: ReadKind::RmwSucceeded, .. });
        element(a).is_some_and(succeeds) && b == a + 1
    };
    events.relate(PrimitiveRelation::ReadModifyWrite, Relation::from_predicate(size, is_pair));

    /// The reads that an event depends on in one way.
    type Reads = fn(&Dependencies) -> &BTreeSet<Event>;
    let kinds: [(PrimitiveRelation, Reads); 3] = [
        (PrimitiveRelation::AddressDependency, |dependencies| &dependencies.address),
        (PrimitiveRelation::DataDependency, |dependencies| &dependencies.data),
        (PrimitiveRelation::ControlDependency, |dependencies| &dependencies.control),
    ];
    for (relation, reads) in kinds {
        let mut value = Relation::empty(size);
        for (&dependent, dependencies) in &execution.dependencies {
            reads(dependencies).iter().for_each(|&read| value.insert(place(read), place(dependent)));
        }
        events.relate(relation, value);
    }
    events
}

/// Whether program order, or the creation or join of a thread, or a barrier, orders two events.
fn is_ordered((a, kind_a): (Event, EventKind), (b, kind_b): (Event, EventKind)) -> bool {
    match (kind_a, kind_b) {
        _ if a.thread == b.thread => a.index < b.index,
        (EventKind::Spawn { thread }, _) if b.thread == thread => true,
        (_, EventKind::Join { thread }) if a.thread == thread => true,
        (EventKind::Arrive { barrier, round }, leave) => leave == EventKind::Leave { barrier, round },
        _ => false,
    }
}

fn sets(kind: EventKind) -> Vec<PrimitiveSet> {
    let (mut sets, ordering) = match kind {
        EventKind::Read { ordering, .. } => {
            let ordering = match ordering {
                ReadOrdering::NonAtomic => PrimitiveSet::NonAtomic,
                ReadOrdering::Relaxed => PrimitiveSet::Relaxed,
                ReadOrdering::Acquire => PrimitiveSet::Acquire,
                ReadOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (vec![PrimitiveSet::Read], ordering)
        }
        EventKind::Write { ordering, .. } => {
            let ordering = match ordering {
                WriteOrdering::NonAtomic => PrimitiveSet::NonAtomic,
                WriteOrdering::Relaxed => PrimitiveSet::Relaxed,
                WriteOrdering::Release => PrimitiveSet::Release,
                WriteOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            (vec![PrimitiveSet::Write], ordering)
        }
        EventKind::Fence { ordering } => {
            let ordering = match ordering {
                FenceOrdering::Acquire => PrimitiveSet::Acquire,
                FenceOrdering::Release => PrimitiveSet::Release,
                FenceOrdering::AcqRel => PrimitiveSet::AcquireRelease,
                FenceOrdering::SeqCst => PrimitiveSet::SequentiallyConsistent,
            };
            return vec![PrimitiveSet::Fence, ordering];
        }
        EventKind::Spawn { .. }
        | EventKind::Join { .. }
        | EventKind::Arrive { .. }
        | EventKind::Leave { .. } => return vec![PrimitiveSet::Thread],
        EventKind::Put { .. } | EventKind::Take { .. } | EventKind::Choice { .. } => return Vec::new(),
    };
    sets.push(ordering);
    if ordering != PrimitiveSet::NonAtomic {
        sets.push(PrimitiveSet::Atomic);
    }
    if kind.is_part_of_rmw() {
        sets.push(PrimitiveSet::Exclusive);
    }
    if let EventKind::Read { kind: ReadKind::RmwSucceeded, .. } | EventKind::Write { exclusive: true, .. } =
        kind
    {
        sets.push(PrimitiveSet::ReadModifyWrite);
    }
    sets
}
