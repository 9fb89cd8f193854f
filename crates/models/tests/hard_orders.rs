//! A graph whose coherence orders cannot be found without going back on a choice.
//!
//! Two writes to x, w1 and w2, two to y, v1 and v2, and two to z, u1 and u2. If w2 preceded w1, the reads from w2 would precede
//! w1; with v1 before one of them, v2 before another, and reads from v2 and v1 behind w1 or a read from it, v1 would
//! precede v2 and v2 would precede v1. So w1 precedes w2, which only shows two steps after the opposite has been assumed. In
//! the same way, z says that v1 precedes v2. An order that begins with w2 therefore gets stuck, and may first
//! blame the order of v1 and v2.
//!
//! It is consistent under SC, so under every model: w1, v1, the reads from them, with u1 and u2 and the reads from these where
//! they have to be, w2, v2, and the reads from them. One read may belong to an rmw, as the last one that reads from its source.

use std::collections::BTreeMap;

use porf_entity::{EntityId, Random, ReadOrdering, ThreadId, Value, WriteOrdering};
use porf_graph::{EventId, Graph, LocationId, Read, ReadKind, Source, Write};
use porf_models::{Cpp20, Demands, Model, Pso, Ra, Rc11, Sc, Tso};

/// What a thread does, all of it seq_cst.
#[derive(Clone, Copy)]
enum Access {
    WriteTo(usize, &'static str),
    ReadFrom(usize, &'static str),
}

use Access::{ReadFrom, WriteTo};

const X: usize = 0;
const Y: usize = 1;
const Z: usize = 2;

const THREADS: [&[Access]; 9] = [
    &[WriteTo(X, "w2")],
    &[WriteTo(Y, "v1"), ReadFrom(X, "w2")],
    &[WriteTo(X, "w1"), ReadFrom(Y, "v2")],
    &[WriteTo(Y, "v2"), ReadFrom(X, "w2")],
    &[ReadFrom(X, "w1"), ReadFrom(Y, "v1")],
    &[WriteTo(Z, "u1"), ReadFrom(Y, "v2")],
    &[ReadFrom(Y, "v1"), ReadFrom(Z, "u2")],
    &[WriteTo(Z, "u2"), ReadFrom(Y, "v2")],
    &[ReadFrom(Y, "v1"), ReadFrom(Z, "u1")],
];

#[test]
fn orders_are_found_whatever_is_tried_first() {
    find_in_random_graphs::<Sc>();
    find_in_random_graphs::<Tso>();
    find_in_random_graphs::<Pso>();
    find_in_random_graphs::<Ra>();
    find_in_random_graphs::<Rc11>();
    find_in_random_graphs::<Cpp20>();
}

/// Adds the events in random orders to threads with random names, and looks for orders after each read and rmw.
fn find_in_random_graphs<M: Model + Default>() {
    const GRAPHS: u64 = 1500;
    for seed in 1..=GRAPHS {
        let mut random = Random::from_seed(seed);
        let mut names: Vec<usize> = (0..THREADS.len()).collect();
        for place in (1..names.len()).rev() {
            names.swap(place, random.below(place + 1));
        }
        // The access that is an rmw, if it is not a write.
        let rmw_thread = random.below(THREADS.len());
        let rmw = (rmw_thread, random.below(THREADS[rmw_thread].len()));
        let mut graph = Graph::new(THREADS.len(), M::default().synchronisation());
        let mut model = M::default();
        let mut writes: BTreeMap<&str, EventId> = BTreeMap::new();
        let mut next = [0; THREADS.len()];
        loop {
            let is_ready = |&thread: &usize| match THREADS[thread].get(next[thread]) {
                Some(ReadFrom(_, source)) => writes.contains_key(source),
                Some(WriteTo(..)) => true,
                None => false,
            };
            let ready: Vec<usize> = (0..THREADS.len()).filter(is_ready).collect();
            if ready.is_empty() {
                break;
            }
            let thread = random.choose(&ready);
            let name = ThreadId::from_index(names[thread]);
            match THREADS[thread][next[thread]] {
                WriteTo(location, write) => {
                    let last = graph.writes(LocationId::from_index(location)).len() + 1;
                    writes.insert(write, add_write(&mut graph, name, location, false, last));
                }
                ReadFrom(location, source) => {
                    let is_rmw = rmw == (thread, next[thread]);
                    let source = Source::Write(writes[source]);
                    let kind = if is_rmw { ReadKind::Exclusive } else { ReadKind::Load };
                    let (at, ordering) = (LocationId::from_index(location), ReadOrdering::SeqCst);
                    graph.add_read(name, Read { location: at, ordering, kind, source, value: Value(0) });
                    if is_rmw {
                        let position = graph.position(source) + 1;
                        add_write(&mut graph, name, location, true, position);
                    }
                    let mut demands = Demands { is_unordered: &|_| true, last: &[], go_on: &mut || true };
                    let found = model.find_orders(&mut graph, at, &mut demands);
                    assert_eq!(found, Ok(true), "seed {seed}");
                    assert!(!is_rmw || graph.coherence_successor(at, source) == graph.events().next_back());
                }
            }
            next[thread] += 1;
        }
        assert!(graph.len() >= THREADS.concat().len());
    }
}

fn add_write(
    graph: &mut Graph,
    thread: ThreadId,
    location: usize,
    exclusive: bool,
    position: usize,
) -> EventId {
    let (location, ordering) = (LocationId::from_index(location), WriteOrdering::SeqCst);
    let event =
        graph.add_write(thread, Write { location, ordering, value: Value(0), undefined: 0, exclusive });
    graph.place_write(event, position);
    event
}
