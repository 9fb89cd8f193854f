//! Random graphs: what is taken away leaves no trace, a restricted copy is what adding the kept events anew gives, and
//! views are the closures that they claim to be.

use std::fmt::Write as _;

use porf_entity::{
    Address, Dependencies, EntityId, FenceOrdering, NumberSet, Random, ReadOrdering, Relation, ThreadId,
    Value, WriteOrdering,
};
use porf_graph::{
    EventId, Graph, Label, LocationId, Read, ReadKind, Renumbering, Source, Synchronisation, Write,
};

/// How many threads there are at the beginning, and how many at most.
const THREADS: usize = 3;
const ALL_THREADS: usize = 6;
const LOCATIONS: usize = 2;

/// The threads that exist and that nobody has waited for yet.
fn running(graph: &Graph) -> Vec<ThreadId> {
    let all = (0..graph.thread_count()).map(ThreadId::from_index);
    let exists = |thread: ThreadId| thread.index() < THREADS || graph.spawn_of(thread).is_some();
    all.filter(|&thread| exists(thread) && graph.join_of(thread).is_none()).collect()
}

/// Adds a random event, in some graphs with dependencies on some earlier reads of its thread.
fn add_random(graph: &mut Graph, random: &mut Random) {
    let before = graph.len();
    add_random_event(graph, random);
    if graph.len() == before || graph.synchronisation() == Synchronisation::EveryAtomic {
        return;
    }
    let event = EventId::from_index(before);
    let reads = earlier_reads(graph, event);
    let mut chosen = || -> Vec<usize> { (0..reads.len()).filter(|_| random.ratio(1, 2)).collect() };
    let [address, data, control] = [chosen(), chosen(), chosen()];
    let numbers = |chosen: &[usize]| chosen.iter().map(|&number| number as u32).collect();
    let dependencies =
        Dependencies { address: numbers(&address), data: numbers(&data), control: numbers(&control) };
    graph.set_dependencies(event, &dependencies);
    let named = |chosen: Vec<usize>| -> Vec<EventId> { chosen.into_iter().map(|it| reads[it]).collect() };
    assert_eq!(graph.address_dependencies(event).collect::<Vec<_>>(), named(address));
    assert_eq!(graph.control_dependencies(event).collect::<Vec<_>>(), named(control));
    let data = if graph.event(event).as_write().is_some() { named(data) } else { Vec::new() };
    assert_eq!(graph.data_dependencies(event).collect::<Vec<_>>(), data);
}

/// The reads of the thread of an event before it.
fn earlier_reads(graph: &Graph, event: EventId) -> Vec<EventId> {
    let own = graph.thread_events(graph.event(event).thread).iter().copied();
    own.take_while(|&other| other != event).filter(|&other| graph.event(other).as_read().is_some()).collect()
}

/// The dependencies of an event as the program has told them, with reads numbered from 0.
fn told(graph: &Graph, event: EventId) -> Option<Dependencies> {
    let reads = earlier_reads(graph, event);
    let number = |index: u32| reads.iter().position(|&read| graph.event(read).index == index);
    let numbers = |indexes: &NumberSet| {
        indexes.iter().map(|index| number(index).expect("an earlier read") as u32).collect()
    };
    graph.dependencies(event).map(|dependencies| dependencies.map(numbers))
}

/// Adds a random event: a read of any write that is there, a write anywhere in coherence order, a fence, the creation of a
/// thread, the wait for one, or something that is in no relation with others.
fn add_random_event(graph: &mut Graph, random: &mut Random) {
    let threads = running(graph);
    let thread = random.choose(&threads);
    let location = LocationId::from_index(random.below(LOCATIONS));
    match random.below(10) {
        0 => {
            graph.add_fence(thread, random.choose(FenceOrdering::ALL));
        }
        5 => match random.below(4) {
            0 => drop(graph.add_choice(thread, 1)),
            1 => drop(graph.add_addition(thread, location)),
            2 => drop(graph.add_free(thread, Address(64), 8)),
            _ => {
                let latest = graph.latest_write(location);
                graph.add_wait(thread, location, latest);
            }
        },
        6 => {
            let possible = (THREADS..ALL_THREADS).map(ThreadId::from_index);
            if let Some(child) = possible.into_iter().find(|&child| graph.spawn_of(child).is_none()) {
                graph.add_spawn(thread, child);
            }
        }
        7 if threads.len() > 1 => {
            let others: Vec<ThreadId> = threads.into_iter().filter(|&other| other != thread).collect();
            graph.add_join(thread, random.choose(&others));
        }
        1..=4 => {
            let write = Write {
                location,
                ordering: random.choose(WriteOrdering::ALL),
                value: Value(graph.len() as u64),
                undefined: 0,
                exclusive: false,
            };
            let position = 1 + random.below(graph.writes(location).len() + 1);
            let write = graph.add_write(thread, write);
            graph.place_write(write, position);
        }
        _ => {
            let source = graph.write_at(location, random.below(graph.writes(location).len() + 1));
            let ordering = random.choose(ReadOrdering::ALL);
            let read = Read { location, ordering, kind: ReadKind::Load, source, value: Value(0) };
            graph.add_read(thread, read);
        }
    }
}

/// Everything that can be asked of a graph, as text.
fn describe(graph: &Graph) -> String {
    let mut text = String::new();
    for id in graph.events() {
        let views = (graph.causal(id).counts(), graph.happens_before(id).counts());
        let around = (
            graph.predecessor(id),
            graph.successor(id),
            graph.position(Source::Write(id)),
            graph.run_start(id),
        );
        let _ = writeln!(text, "{id}: {:?} {views:?} {around:?}", graph.event(id));
        let _ = writeln!(text, "{:?}", graph.dependencies(id));
    }
    for location in (0..LOCATIONS).map(LocationId::from_index) {
        let sources =
            std::iter::once(Source::Initial).chain(graph.writes(location).iter().copied().map(Source::Write));
        for source in sources {
            let readers: Vec<EventId> = graph.readers(location, source).collect();
            let _ = writeln!(text, "{location} {source:?} {readers:?}");
        }
        for &last in graph.last_accesses(location) {
            let accesses: Vec<EventId> = graph.accesses_back_from(last).collect();
            let _ = writeln!(text, "{location} {accesses:?}");
        }
    }
    let _ = writeln!(text, "{:?} {:?}", graph.frees(), graph.waits());
    for thread in (0..graph.thread_count()).map(ThreadId::from_index) {
        let _ = writeln!(text, "{thread} {:?} {:?}", graph.spawn_of(thread), graph.join_of(thread));
    }
    let counts = (graph.seq_cst_events(), graph.non_atomic_accesses(), graph.thread_with_unfinished_rmw());
    let _ = writeln!(text, "{counts:?}");
    text
}

fn for_each_random_graph(mut check: impl FnMut(&mut Graph, &mut Random)) {
    for seed in 1..=400 {
        let mut random = Random::from_seed(seed);
        for synchronisation in [Synchronisation::EveryAtomic, Synchronisation::C11] {
            let mut graph = Graph::new(THREADS, synchronisation);
            graph.make_room(ALL_THREADS);
            check(&mut graph, &mut random);
        }
    }
}

#[test]
fn taking_events_away_restores_the_graph() {
    for_each_random_graph(|graph, random| {
        let mut stages = vec![describe(graph)];
        for _ in 0..12 {
            let before = graph.len();
            add_random(graph, random);
            if graph.len() > before {
                stages.push(describe(graph));
            }
        }
        while let Some(expected) = stages.pop() {
            assert_eq!(describe(graph), expected);
            graph.pop();
        }
    });
}

#[test]
fn a_write_moved_and_moved_back_leaves_no_trace() {
    for_each_random_graph(|graph, random| {
        (0..12).for_each(|_| add_random(graph, random));
        let before = describe(graph);
        for id in graph.events() {
            if let Some(&Write { location, .. }) = graph.event(id).as_write() {
                let position = graph.position(Source::Write(id));
                let other = 1 + random.below(graph.writes(location).len());
                graph.unplace_write(id);
                graph.place_write(id, other);
                assert_eq!(graph.write_at(location, other), Source::Write(id));
                graph.unplace_write(id);
                graph.place_write(id, position);
            }
        }
        assert_eq!(describe(graph), before);
    });
}

#[test]
fn a_restricted_copy_is_what_adding_the_kept_events_gives() {
    // One copy for all graphs: what it held before must not matter.
    let mut copies = [Synchronisation::EveryAtomic, Synchronisation::C11].map(|s| Graph::new(THREADS, s));
    let mut renumbering = Renumbering::default();
    for_each_random_graph(|graph, random| {
        (0..12).for_each(|_| add_random(graph, random));
        let copy = &mut copies[usize::from(graph.synchronisation() == Synchronisation::C11)];
        let last = EventId::from_index(random.below(graph.len()));
        let top = EventId::from_index(random.below(graph.len()));
        let prefix = graph.causal(top);
        graph.restrict_into(copy, &mut renumbering, last.index() + 1, |event| prefix.contains(event));

        let new_source = |source: Source| {
            source.write().and_then(|write| renumbering.new_id(write)).map_or(Source::Initial, Source::Write)
        };
        let mut rebuilt = Graph::new(THREADS, graph.synchronisation());
        rebuilt.make_room(ALL_THREADS);
        for old in graph.events().filter(|&id| id <= last || prefix.contains(graph.event(id))) {
            let event = graph.event(old);
            let new = match event.label {
                Label::Fence(ordering) => rebuilt.add_fence(event.thread, ordering),
                Label::Spawn(child) => rebuilt.add_spawn(event.thread, child),
                Label::Join(child) => rebuilt.add_join(event.thread, child),
                Label::Choice(choice) => rebuilt.add_choice(event.thread, choice),
                Label::Addition(location) => rebuilt.add_addition(event.thread, location),
                Label::Free { base, size } => rebuilt.add_free(event.thread, base, size),
                Label::Barrier { barrier, step, .. } => {
                    rebuilt.add_barrier_event(event.thread, barrier, step)
                }
                Label::Wait { location, source } => {
                    rebuilt.add_wait(event.thread, location, new_source(source))
                }
                Label::Read(read) => {
                    rebuilt.add_read(event.thread, Read { source: new_source(read.source), ..read })
                }
                Label::Write(write) => {
                    // Behind the writes that are there already and come before it in the original.
                    let originals = graph.writes(write.location).iter();
                    let before = originals.take_while(|&&other| other != old);
                    let there = before.filter(|&&other| {
                        renumbering.new_id(other).is_some_and(|new| new.index() < rebuilt.len())
                    });
                    let position = there.count() + 1;
                    let new = rebuilt.add_write(event.thread, write);
                    rebuilt.place_write(new, position);
                    new
                }
            };
            assert_eq!(renumbering.new_id(old), Some(new));
            if let Some(dependencies) = told(graph, old) {
                rebuilt.set_dependencies(new, &dependencies);
            }
        }
        assert_eq!(renumbering.kept().count(), rebuilt.len());
        assert_eq!(describe(copy), describe(&rebuilt));
    });
}

#[test]
fn causal_views_are_the_closure_of_po_and_rf() {
    for_each_random_graph(|graph, random| {
        (0..12).for_each(|_| add_random(graph, random));
        let event = |index| graph.event(EventId::from_index(index));
        let edges = Relation::from_predicate(graph.len(), |a, b| {
            let is_po = event(a).thread == event(b).thread && event(a).index < event(b).index;
            let is_rf =
                event(b).as_read().is_some_and(|read| read.source == Source::Write(EventId::from_index(a)));
            let creates = event(a).label == Label::Spawn(event(b).thread);
            let is_joined = event(b).label == Label::Join(event(a).thread);
            // A thread without events ends where it is created.
            let spans = match (event(a).label, event(b).label) {
                (Label::Spawn(child), Label::Join(joined)) => child == joined,
                _ => false,
            };
            is_po || is_rf || creates || is_joined || spans
        });
        let closure = edges.plus().optional();
        for a in 0..graph.len() {
            for b in 0..graph.len() {
                let view = graph.causal(EventId::from_index(b));
                assert_eq!(view.contains(event(a)), closure.contains(a, b));
            }
        }
    });
}

#[test]
fn a_redirected_read_reads_from_the_latest_write() {
    for_each_random_graph(|graph, random| {
        (0..12).for_each(|_| add_random(graph, random));
        let last_reads = (0..THREADS).filter_map(|thread| graph.last(ThreadId::from_index(thread)));
        let Some(read) = last_reads.into_iter().find(|&last| graph.event(last).as_read().is_some()) else {
            return;
        };
        let Some(&label) = graph.event(read).as_read() else { return };
        let others = (0..THREADS).map(ThreadId::from_index).filter(|&t| t != graph.event(read).thread);
        let Some(writer) = others.into_iter().find(|&thread| {
            graph.last(thread).is_none_or(|last| !graph.causal(last).contains(graph.event(read)))
        }) else {
            return;
        };
        let write = Write {
            location: label.location,
            ordering: WriteOrdering::Release,
            value: Value(7),
            undefined: 0,
            exclusive: false,
        };
        let write = graph.add_write(writer, write);
        graph.place_write(write, graph.writes(label.location).len() + 1);
        graph.redirect(read, Read { source: Source::Write(write), value: Value(7), ..label });

        assert!(graph.readers(label.location, label.source).all(|reader| reader != read));
        assert_eq!(graph.readers(label.location, Source::Write(write)).collect::<Vec<_>>(), [read]);
        assert!(graph.causal(read).contains(graph.event(write)));
        let writer_sees_reader = graph.causal(write).contains(graph.event(read));
        assert!(!writer_sees_reader);
    });
}

#[test]
fn a_redirected_attempt_is_a_read_of_the_latest_write() {
    for_each_random_graph(|graph, random| {
        (0..8).for_each(|_| add_random(graph, random));
        let [reader, writer] = [0, 1].map(ThreadId::from_index);
        let location = LocationId::from_index(0);
        let attempt = graph.add_wait(reader, location, Source::Initial);
        let write = Write {
            location,
            ordering: WriteOrdering::Release,
            value: Value(7),
            undefined: 0,
            exclusive: false,
        };
        let write = graph.add_write(writer, write);
        graph.place_write(write, graph.writes(location).len() + 1);
        let (ordering, kind, source) = (ReadOrdering::Acquire, ReadKind::Load, Source::Write(write));
        graph.redirect(attempt, Read { location, ordering, kind, source, value: Value(7) });

        assert!(!graph.waits().contains(&attempt));
        assert_eq!(graph.readers(location, source).collect::<Vec<_>>(), [attempt]);
        assert!(graph.causal(attempt).contains(graph.event(write)));
        let accesses = |thread: ThreadId| {
            let is_access = |&event: &EventId| graph.event(event).location() == Some(location);
            graph.thread_events(thread).iter().rev().copied().filter(is_access).collect::<Vec<_>>()
        };
        let threads = (0..graph.thread_count()).map(ThreadId::from_index);
        let mut by_first: Vec<Vec<EventId>> = threads.map(accesses).filter(|own| !own.is_empty()).collect();
        by_first.sort_by_key(|own| own.last().copied());
        let listed = graph.last_accesses(location).iter();
        assert_eq!(
            listed.map(|&last| graph.accesses_back_from(last).collect()).collect::<Vec<Vec<_>>>(),
            by_first
        );
    });
}

#[test]
fn room_for_more_threads_changes_nothing_else() {
    for synchronisation in [Synchronisation::EveryAtomic, Synchronisation::C11] {
        for seed in 1..=100 {
            let build = |room_first: bool| {
                let mut random = Random::from_seed(seed);
                let mut graph = Graph::new(THREADS, synchronisation);
                graph.make_room(if room_first { ALL_THREADS + 4 } else { ALL_THREADS });
                (0..12).for_each(|_| add_random(&mut graph, &mut random));
                graph.make_room(ALL_THREADS + 4);
                describe(&graph)
            };
            assert_eq!(build(false), build(true));
        }
    }
}
