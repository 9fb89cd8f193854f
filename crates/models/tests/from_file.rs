//! Models from files: the fast way answers as the plain evaluation of all axioms does, for every event
//! that is added to random graphs, after cuts and copies, too. An access that ignores a write which its
//! thread is said to know is inconsistent.

use porf_cat::{LibraryOnly, Source as Text, read, shipped, shipped_names};
use porf_entity::{
    Dependencies, EntityId, FenceOrdering, LibraryId, Random, ReadOrdering, ThreadId, Value, WriteOrdering,
};
use porf_graph::{EventId, Graph, LocationId, Read, ReadKind, Renumbering, Source, Write};
use porf_models::{FileModel, FromFile, Model};

const THREADS: usize = 3;
const READS: [ReadOrdering; 4] =
    [ReadOrdering::NonAtomic, ReadOrdering::Relaxed, ReadOrdering::Acquire, ReadOrdering::SeqCst];
const WRITES: [WriteOrdering; 4] =
    [WriteOrdering::NonAtomic, WriteOrdering::Relaxed, WriteOrdering::Release, WriteOrdering::SeqCst];
const FENCES: [FenceOrdering; 4] =
    [FenceOrdering::Acquire, FenceOrdering::Release, FenceOrdering::AcqRel, FenceOrdering::SeqCst];

/// Axioms of other forms than those of the shipped models.
const OTHERS: [&str; 11] = [
    "acyclic (po | rf | fre | coe)+ \\ (W * R)",
    "irreflexive fre ; po ; (coe | rfe) ; po*",
    "acyclic po & (M * M) & ~(W * R) | (po ; [F & SC] ; po) | rfe | co | fr",
    "irreflexive [SC] ; (co | fr) ; [SC] ; (po | rf)+ ; [SC]",
    "let rec a = po | (a ; rf ; a) irreflexive a ; co | a ; fr",
    "acyclic ((po \\ loc) ; (rf & ext)*) | ((po & loc) ; co?) | fr",
    "let hb = (po | [REL] ; rf ; [ACQ])+ irreflexive hb ; (rf | co | fr)+ empty rmw & (fre ; coe)",
    "acyclic co & ~(rf^-1 ; rf) | fr | po-loc | rf",
    "let hb = (po | rf)+ irreflexive hb ; com+ flag ~empty ([W] ; hb^-1 ; [R]) & ext as flagged
     undefined_unless empty (loc & ext & (W * R)) \\ (hb | hb^-1 | rf) as read",
    "let dob = addr | data | ctrl & (_ * W) acyclic po-loc | com acyclic dob | rfe | fre | coe",
    "irreflexive (addr ; po | data | (po \\ ctrl) ; [W])+ ; (co | fr | rfe)+",
];

fn model(name: &str, text: &str) -> FileModel {
    let source = Text { name: name.to_owned(), text: text.to_owned() };
    let model = read(source, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
    FileModel::new(name, model)
}

fn models() -> Vec<FileModel> {
    let shipped = shipped_names().map(|name| model(name, &shipped(name).expect("it is shipped").text));
    shipped.chain(OTHERS.iter().map(|text| model(text, text))).collect()
}

/// Models with libraries: a shipped model, and the axioms of the library to which both locations
/// belong, or of two with a location each.
fn models_with_libraries() -> Vec<FileModel> {
    let sc = "acyclic po | com as sc";
    let mut models = Vec::new();
    for base in ["tso", "rc11"] {
        for axioms in [&[sc][..], &[OTHERS[0], sc], &[OTHERS[1]]] {
            let file = model(base, &shipped(base).expect("it is shipped").text);
            let libraries = axioms.iter().enumerate();
            let libraries =
                libraries.map(|(id, text)| (LibraryId::from_index(id), model(text, text))).collect();
            models.push(file.with_libraries(libraries).named(&format!("{base} and {axioms:?}")));
        }
    }
    models
}

/// Compares the two ways for an event just added, and returns whether the graph is consistent.
fn compare(model: &mut FromFile<'_>, graph: &Graph, events: &[EventId], verdicts: &mut [u64; 3]) -> bool {
    let mut is_consistent = |event| model.is_consistent(graph, event, &mut || true).expect("nobody stops it");
    let fast = events.iter().all(|&event| is_consistent(event));
    let plain = model.is_consistent_plainly(graph);
    if fast != plain {
        let labels: Vec<_> = graph.events().map(|it| *graph.event(it)).collect();
        let orders: Vec<_> = graph.locations().map(|it| graph.writes(it).to_vec()).collect();
        panic!("fast {fast}, plain {plain}: {events:?} of {labels:?}, coherence {orders:?}");
    }
    if fast && !model.is_filtering() {
        let fast = model.judge(graph, &mut || true).expect("nobody stops it");
        let plain = model.judge_plainly(graph, &mut || true).expect("nobody stops it");
        assert_eq!(fast.reports, plain.reports, "{graph:?}");
    }
    verdicts[usize::from(fast)] += 1;
    fast
}

/// Gives the latest event dependencies. As those of a program, they follow from the history of its
/// thread.
fn tell(graph: &mut Graph, event: EventId) -> EventId {
    let index = graph.event(event).index;
    let own = graph.thread_events(graph.event(event).thread).iter();
    let reads = own.filter(|&&other| other != event && graph.event(other).as_read().is_some()).count() as u32;
    let numbers = |part: u32| (0..reads).filter(|number| (number + index) % 3 == part).collect();
    let control = (0..reads).filter(|number| number % 2 == 0).collect();
    graph.set_dependencies(event, &Dependencies { address: numbers(0), data: numbers(1), control });
    event
}

/// Adds a random event and returns whether the graph is consistent; if it is not, the event is gone.
fn add(model: &mut FromFile<'_>, graph: &mut Graph, random: &mut Random, verdicts: &mut [u64; 3]) -> bool {
    let before = graph.len();
    let thread = ThreadId::from_index(random.below(THREADS));
    let location = LocationId::from_index(random.below(2));
    let mut events = Vec::new();
    let known = model.known_position(graph, graph.latest_before(thread), location);
    let mut ignores_known = false;
    match random.below(8) {
        0 => {
            let fence = graph.add_fence(thread, random.choose(&FENCES));
            events.push(tell(graph, fence));
        }
        1..=3 => {
            let source = graph.write_at(location, random.below(graph.writes(location).len() + 1));
            let ordering = random.choose(&READS);
            ignores_known = graph.position(source) < known;
            let read = Read { location, ordering, kind: ReadKind::Load, source, value: Value(0) };
            let read = graph.add_read(thread, read);
            events.push(tell(graph, read));
        }
        4 => {
            let source = graph.write_at(location, random.below(graph.writes(location).len() + 1));
            if graph.exclusive_successor(location, source).is_some() {
                return true;
            }
            let ordering = READS[1 + random.below(3)];
            let read = Read { location, ordering, kind: ReadKind::Exclusive, source, value: Value(0) };
            let is_known = graph.position(source) < known;
            let read = graph.add_read(thread, read);
            assert!(!is_known || !model.is_consistent_plainly(graph), "{known} at {location:?}: {graph:?}");
            tell(graph, read);
            if !compare(model, graph, &[read], verdicts) {
                graph.pop();
                return false;
            }
            let ordering = WRITES[1 + random.below(3)];
            let write = Write { location, ordering, value: Value(0), undefined: 0, exclusive: true };
            let write = graph.add_write(thread, write);
            graph.place_write(write, graph.position(source) + 1);
            events.push(tell(graph, write));
        }
        _ => {
            let ordering = random.choose(&WRITES);
            let position = 1 + random.below(graph.writes(location).len() + 1);
            ignores_known = position <= known;
            let previous = graph.write_at(location, position - 1);
            if graph.exclusive_successor(location, previous).is_some() {
                return true;
            }
            let write = Write { location, ordering, value: Value(0), undefined: 0, exclusive: false };
            let write = graph.add_write(thread, write);
            graph.place_write(write, position);
            events.push(tell(graph, write));
        }
    }
    let is_consistent = compare(model, graph, &events, verdicts);
    assert!(!ignores_known || !is_consistent, "{known} at {location:?}: {graph:?}");
    verdicts[2] += u64::from(ignores_known);
    while !is_consistent && graph.len() > before {
        graph.pop();
    }
    is_consistent
}

/// Lets the latest event, if it is a write, revisit a read outside its causal prefix, in a copy.
fn revisit(
    model: &mut FromFile<'_>,
    graph: &Graph,
    random: &mut Random,
    verdicts: &mut [u64; 3],
) -> Option<Graph> {
    let write = graph.events().next_back()?;
    let &label = graph.event(write).as_write()?;
    let is_outside = |&read: &EventId| {
        let event = graph.event(read);
        let is_read =
            event.as_read().is_some_and(|it| it.location == label.location && it.kind == ReadKind::Load);
        is_read && !graph.causal(write).contains(event)
    };
    let reads: Vec<EventId> = graph.events().filter(is_outside).collect();
    let read = *reads.get(random.below(reads.len().max(1)))?;
    let mut copy = Graph::new(THREADS, graph.synchronisation());
    let keep = |event: &porf_graph::Event| graph.causal(write).contains(event);
    let is_kept = |id: EventId| id <= read || keep(graph.event(id));
    let loses_source = |id: EventId| {
        let source = graph.event(id).as_read().and_then(|it| it.source.write());
        is_kept(id) && source.is_some_and(|source| !is_kept(source))
    };
    if graph.events().any(loses_source) || graph.successor(read).is_some_and(is_kept) {
        return None;
    }
    graph.restrict_into(&mut copy, &mut Renumbering::default(), read.index() + 1, keep);
    let write = copy.events().next_back()?;
    let to = *copy.event(read).as_read()?;
    copy.redirect(read, Read { source: Source::Write(write), ..to });
    compare(model, &copy, &[write, read], verdicts).then_some(copy)
}

#[test]
fn the_fast_way_agrees_with_the_plain_one() {
    for file in models().into_iter().chain(models_with_libraries()) {
        let mut model = FromFile::new(&file);
        for location in 0..2 {
            if let Some((library, _)) = file.libraries().iter().take(location + 1).next_back() {
                let location = LocationId::from_index(location);
                model.assign(location, *library, location);
            }
        }
        let mut verdicts = [0, 0, 0];
        for seed in 0..60 {
            let mut random = Random::from_seed(seed);
            let mut graph = Graph::new(THREADS, model.synchronisation());
            let mut others: Vec<Graph> = Vec::new();
            for _ in 0..60 {
                if graph.len() > 14 || random.ratio(1, 12) {
                    let length = random.below(graph.len() + 1);
                    // An event that others read from stays.
                    let is_read = |graph: &Graph| {
                        let last = graph.events().next_back().expect("there are events");
                        let write = graph.event(last).as_write();
                        write.is_some_and(|it| graph.readers(it.location, last.into()).next().is_some())
                    };
                    while graph.len() > length && !is_read(&graph) {
                        graph.pop();
                    }
                    if graph.thread_with_unfinished_rmw().is_some() {
                        graph.pop();
                    }
                }
                add(&mut model, &mut graph, &mut random, &mut verdicts);
                if random.ratio(1, 6)
                    && let Some(copy) = revisit(&mut model, &graph, &mut random, &mut verdicts)
                {
                    others.push(std::mem::replace(&mut graph, copy));
                } else if random.ratio(1, 10)
                    && let Some(other) = others.pop()
                {
                    graph = other;
                }
            }
        }
        println!("{}: {verdicts:?}", file.name());
        assert!(verdicts[..2].iter().all(|&count| count > 100), "{}: {verdicts:?}", file.name());
        // Of inconsistent accesses, most are known to be so beforehand.
        let is_shipped = shipped(file.name().to_lowercase().trim_end_matches(".cat")).is_some();
        assert!(!is_shipped || verdicts[2] * 2 > verdicts[0], "{}: {verdicts:?}", file.name());
    }
}
