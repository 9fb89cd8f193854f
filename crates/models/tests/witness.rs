//! Looking for coherence orders, against trying all of them.
//!
//! Random graphs are built event by event, each read from a random write. Whenever the order at hand is not consistent with
//! the new event, another one is looked for; there must be one exactly if one of all orders is consistent.

use porf_entity::{EntityId, FenceOrdering, Random, ReadOrdering, ThreadId, Value, WriteOrdering};
use porf_graph::{EventId, Graph, LocationId, Read, ReadKind, Source, Write};
use porf_models::{Cpp20, Demands, Model, Pso, Ra, Rc11, Sc, Tso};

const THREADS: usize = 3;
const LOCATIONS: usize = 2;
const EVENTS: usize = 9;
const GRAPHS: u64 = 1500;
const READ_ORDERINGS: [ReadOrdering; 3] =
    [ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst];
const WRITE_ORDERINGS: [WriteOrdering; 3] =
    [WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::SeqCst];

/// An event as it was added; sources are numbers of earlier events.
#[derive(Clone, Copy, Debug)]
enum Step {
    Read { thread: usize, location: usize, ordering: ReadOrdering, kind: ReadKind, source: Option<usize> },
    Write { thread: usize, location: usize, ordering: WriteOrdering, exclusive: bool },
    Fence { thread: usize },
}

#[test]
fn sc_finds_an_order_exactly_if_there_is_one() {
    compare::<Sc>();
}

#[test]
fn tso_finds_an_order_exactly_if_there_is_one() {
    compare::<Tso>();
}

#[test]
fn pso_finds_an_order_exactly_if_there_is_one() {
    compare::<Pso>();
}

#[test]
fn ra_finds_an_order_exactly_if_there_is_one() {
    compare::<Ra>();
}

#[test]
fn rc11_finds_an_order_exactly_if_there_is_one() {
    compare::<Rc11>();
}

#[test]
fn cpp20_finds_an_order_exactly_if_there_is_one() {
    compare::<Cpp20>();
}

fn compare<M: Model + Default>() {
    let (mut searches, mut failures, mut last_writes) = (0, 0, 0);
    for seed in 1..=GRAPHS {
        let mut random = Random::from_seed(seed);
        let mut model = M::default();
        let mut graph = Graph::new(THREADS, M::default().synchronisation());
        let mut steps = Vec::new();
        while steps.len() < EVENTS {
            let step = random_step(&mut random, &steps);
            steps.push(step);
            let event = add(&mut graph, step);
            let (Some(location), Step::Read { source, .. }) = (graph.event(event).location(), step) else {
                continue;
            };
            let position = graph.position(source_of(source));
            let known = model.known_position(&graph, graph.directly_before(event), location);
            if position >= known && admits(&mut model, &graph, event) {
                continue;
            }
            searches += 1;
            let exists = orders(&steps).any(|order| is_consistent::<M>(&steps, &order));
            let found = find(&mut model, &mut graph, location, &[]);
            assert_eq!(found, exists, "seed {seed}: {steps:#?}");
            if !found {
                failures += 1;
                graph.pop();
                assert!(is_consistent::<M>(&steps[..steps.len() - 1], &order_of(&graph)), "seed {seed}");
                break;
            }
            assert!(is_consistent::<M>(&steps, &order_of(&graph)), "seed {seed}: {steps:#?}");
        }
        steps.truncate(graph.len());
        for location in graph.locations() {
            for last in graph.writes(location).to_vec() {
                let ends = |order: &Order| order[location.index()].last() == Some(&last.index());
                let exists = orders(&steps).any(|order| ends(&order) && is_consistent::<M>(&steps, &order));
                last_writes += usize::from(exists);
                let found = find(&mut model, &mut graph, location, &[last]);
                assert_eq!(found, exists, "seed {seed}, {last} last: {steps:#?}");
                if found {
                    assert_eq!(graph.writes(location).last(), Some(&last), "seed {seed}");
                }
                assert!(is_consistent::<M>(&steps, &order_of(&graph)), "seed {seed}: {steps:#?}");
            }
        }
    }
    assert!(searches > 100 && failures > 10 && last_writes > 1000, "{searches} {failures} {last_writes}");
}

fn find(model: &mut impl Model, graph: &mut Graph, location: LocationId, last: &[EventId]) -> bool {
    let mut demands = Demands { is_unordered: &|_| true, last, go_on: &mut || true };
    model.find_orders(graph, location, &mut demands).expect("nobody interrupts")
}

fn admits(model: &mut impl Model, graph: &Graph, event: EventId) -> bool {
    model.is_consistent(graph, event, &mut || true).expect("nobody interrupts")
}

/// For each location, its writes in coherence order, by their numbers.
type Order = Vec<Vec<usize>>;

fn order_of(graph: &Graph) -> Order {
    let numbers = |location| graph.writes(location).iter().map(|write| write.index()).collect();
    let mut order: Order = graph.locations().map(numbers).collect();
    order.resize(LOCATIONS, Vec::new());
    order
}

/// All orders of the writes in which those of rmws stand directly behind what the rmws read from.
fn orders(steps: &[Step]) -> impl Iterator<Item = Order> {
    let at = |location| {
        let writes: Vec<usize> = (0..steps.len())
            .filter(|&number| matches!(steps[number], Step::Write { location: at, .. } if at == location))
            .collect();
        let mut all = permutations(&writes);
        all.retain(|order| {
            order.iter().enumerate().all(|(place, &write)| match rmw_source(steps, write) {
                Some(source) => place.checked_sub(1).map(|before| order[before]) == source,
                None => true,
            })
        });
        all
    };
    let (first, second) = (at(0), at(1));
    first.into_iter().flat_map(move |x| second.clone().into_iter().map(move |y| vec![x.clone(), y]))
}

/// What the rmw reads from, if the write belongs to one: its read is the event before.
fn rmw_source(steps: &[Step], write: usize) -> Option<Option<usize>> {
    let Step::Write { exclusive: true, .. } = steps[write] else { return None };
    let Step::Read { source, .. } = steps[write - 1] else { return None };
    Some(source)
}

fn permutations(items: &[usize]) -> Vec<Vec<usize>> {
    let Some((&first, rest)) = items.split_first() else { return vec![Vec::new()] };
    let insert = |order: Vec<usize>| {
        (0..=order.len()).map(move |place| {
            let mut longer = order.clone();
            longer.insert(place, first);
            longer
        })
    };
    permutations(rest).into_iter().flat_map(insert).collect()
}

/// Whether the graph with these orders is consistent: it is if it is after each event.
fn is_consistent<M: Model + Default>(steps: &[Step], order: &Order) -> bool {
    let mut model = M::default();
    let mut graph = Graph::new(THREADS, M::default().synchronisation());
    steps.iter().all(|&step| {
        let event = add(&mut graph, step);
        let Some(location) = graph.event(event).location() else { return true };
        let before = graph.directly_before(event);
        let is_behind = match step {
            Step::Read { source, .. } => {
                graph.position(source_of(source)) >= model.known_position(&graph, before, location)
            }
            _ => {
                graph.unplace_write(event);
                let known = model.known_position(&graph, before, location);
                let is_earlier = |other: &&EventId| {
                    let place = |number| order[location.index()].iter().position(|&write| write == number);
                    place(other.index()) < place(event.index())
                };
                let position = graph.writes(location).iter().filter(is_earlier).count() + 1;
                graph.place_write(event, position);
                position > known
            }
        };
        is_behind && admits(&mut model, &graph, event)
    })
}

/// The write with a number, the initial one for `None`.
fn source_of(number: Option<usize>) -> Source {
    number.map_or(Source::Initial, |number| Source::Write(EventId::from_index(number)))
}

/// Adds the event, a write as the last one or directly behind what its rmw reads from.
fn add(graph: &mut Graph, step: Step) -> EventId {
    match step {
        Step::Read { thread, location, ordering, kind, source } => {
            let location = LocationId::from_index(location);
            let read = Read { location, ordering, kind, source: source_of(source), value: Value(0) };
            graph.add_read(ThreadId::from_index(thread), read)
        }
        Step::Write { thread, location, ordering, exclusive } => {
            let location = LocationId::from_index(location);
            let source = graph.unfinished_rmw(ThreadId::from_index(thread)).map(|read| read.source);
            let write = Write { location, ordering, value: Value(0), undefined: 0, exclusive };
            let event = graph.add_write(ThreadId::from_index(thread), write);
            let last = graph.writes(location).len() + 1;
            let position = source.filter(|_| exclusive).map_or(last, |source| graph.position(source) + 1);
            graph.place_write(event, position);
            event
        }
        Step::Fence { thread } => graph.add_fence(ThreadId::from_index(thread), FenceOrdering::SeqCst),
    }
}

fn random_step(random: &mut Random, steps: &[Step]) -> Step {
    if let Some(&Step::Read { thread, location, kind: ReadKind::Exclusive, .. }) = steps.last() {
        return Step::Write { thread, location, ordering: random.choose(&WRITE_ORDERINGS), exclusive: true };
    }
    let (thread, location) = (random.below(THREADS), random.below(LOCATIONS));
    match random.below(10) {
        0 => Step::Fence { thread },
        1..=4 => {
            Step::Write { thread, location, ordering: random.choose(&WRITE_ORDERINGS), exclusive: false }
        }
        choice => {
            let writes = (0..steps.len()).filter(
                |&number| matches!(steps[number], Step::Write { location: at, .. } if at == location),
            );
            let sources: Vec<Option<usize>> = std::iter::once(None).chain(writes.map(Some)).collect();
            let source = random.choose(&sources);
            let is_taken = steps.iter().any(|step| {
                matches!(step, Step::Read { location: at, kind: ReadKind::Exclusive, source: from, .. }
                    if *at == location && *from == source)
            });
            let kind = if choice > 7 && !is_taken { ReadKind::Exclusive } else { ReadKind::Load };
            let ordering = random.choose(&READ_ORDERINGS);
            Step::Read { thread, location, ordering, kind, source }
        }
    }
}
