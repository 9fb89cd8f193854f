//! Searches for coherence orders that do not come to an end: because somebody says so, or because they would be too large.

use porf_entity::{EntityId, ReadOrdering, ThreadId, Value, WriteOrdering};
use porf_graph::{EventId, Graph, LocationId, Read, ReadKind, Source, Write};
use porf_models::{Cpp20, Demands, Model, Pso, Rc11, Sc, Tso, Unfinished};

/// The location that is in question.
fn x() -> LocationId {
    LocationId::from_index(0)
}

fn write(graph: &mut Graph, thread: usize, location: LocationId, ordering: WriteOrdering) -> EventId {
    let write = Write { location, ordering, value: Value(0), undefined: 0, exclusive: false };
    let event = graph.add_write(ThreadId::from_index(thread), write);
    let last = graph.writes(location).len() + 1;
    graph.place_write(event, last);
    event
}

fn read(graph: &mut Graph, thread: usize, location: LocationId, source: EventId, ordering: ReadOrdering) {
    let read =
        Read { location, ordering, kind: ReadKind::Load, source: Source::Write(source), value: Value(0) };
    graph.add_read(ThreadId::from_index(thread), read);
}

/// Threads that each write x and read it from the thread before them, so that the order must be turned round; the first one
/// reads its own write. Behind that, each has long work at a location of its own.
fn turned_round<M: Model + Default>(threads: usize, work: usize) -> Graph {
    let mut graph = Graph::new(threads, M::default().synchronisation());
    let mut before = None;
    for thread in 0..threads {
        let own = write(&mut graph, thread, x(), WriteOrdering::SeqCst);
        read(&mut graph, thread, x(), before.unwrap_or(own), ReadOrdering::SeqCst);
        before = Some(own);
        for _ in 0..work {
            write(&mut graph, thread, LocationId::from_index(1 + thread), WriteOrdering::SeqCst);
        }
    }
    graph
}

fn find<M: Model + Default>(graph: &mut Graph, go_on: &mut dyn FnMut() -> bool) -> Result<bool, Unfinished> {
    M::default().find_orders(graph, x(), &mut Demands { is_unordered: &|_| true, last: &[], go_on })
}

fn stops_at_every_look<M: Model + Default>() {
    let mut looks = 0;
    let mut graph = turned_round::<M>(4, 100);
    let found = find::<M>(&mut graph, &mut || {
        looks += 1;
        true
    });
    assert_eq!(found, Ok(true));
    let last: Vec<usize> = graph.writes(x()).iter().map(|&write| graph.event(write).thread.index()).collect();
    assert_eq!(last, [3, 2, 1, 0], "each comes before what its thread reads from");
    assert!(looks > 5, "{looks}");
    for stop in 0..looks {
        let mut left = stop;
        let found = find::<M>(&mut turned_round::<M>(4, 100), &mut || {
            left -= 1;
            left >= 0
        });
        assert_eq!(found, Err(Unfinished::Interrupted), "at look {stop} of {looks}");
    }
}

#[test]
fn a_search_stops_whenever_it_is_told_to() {
    stops_at_every_look::<Sc>();
    stops_at_every_look::<Tso>();
    stops_at_every_look::<Pso>();
    stops_at_every_look::<Rc11>();
    stops_at_every_look::<Cpp20>();
}

#[test]
fn a_search_that_would_take_too_much_memory_names_the_location() {
    for kept in [false, true] {
        let mut graph = Graph::new(3, Rc11::default().synchronisation());
        let mut first = None;
        for number in 0..20_000 {
            let own = write(&mut graph, number % 2, x(), WriteOrdering::SeqCst);
            first.get_or_insert(own);
        }
        let later = graph.writes(x())[10];
        read(&mut graph, 2, x(), later, ReadOrdering::SeqCst);
        read(&mut graph, 2, x(), first.expect("something was written"), ReadOrdering::SeqCst);
        let is_unordered = |_| !kept;
        let mut demands = Demands { is_unordered: &is_unordered, last: &[], go_on: &mut || true };
        let found = Rc11::default().find_orders(&mut graph, x(), &mut demands);
        // Where the order is not free it is not looked for.
        assert_eq!(found, if kept { Ok(false) } else { Err(Unfinished::TooLarge(x())) });
    }
}
