//! One execution as plain data: its events in an order that tells a story, the source of each read,
//! and the coherence order of each location.

use porf_entity::{EntityId, PrimaryMap, ThreadId, entity_id};
use serde::{Serialize, Serializer};
use std::collections::{HashMap, HashSet};

use crate::{AccessReport, Place, story};

entity_id! {
    /// An event of an [`ExecutionReport`]: its row, counted from 0.
    pub struct EventNumber, "e"
}

entity_id! {
    /// A location of an [`ExecutionReport`], counted from 0. Names are for people. The number
    /// decides whether two locations are the same.
    pub struct LocationNumber, "l"
}

/// One execution, or the part of it up to an error.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ExecutionReport {
    #[serde(serialize_with = "elements")]
    threads: PrimaryMap<ThreadId, ThreadReport>,
    #[serde(serialize_with = "elements")]
    events: PrimaryMap<EventNumber, EventReport>,
    #[serde(serialize_with = "elements")]
    locations: PrimaryMap<LocationNumber, LocationReport>,
    /// For an event, its number among its thread's writes on its line, counted from 1, where there
    /// are several.
    #[serde(skip)]
    ordinals: PrimaryMap<EventNumber, Option<u32>>,
}

/// A thread and how it ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ThreadReport {
    /// The name of the thread, which no other thread has. It is empty for a number that no thread
    /// of the execution has.
    pub name: String,
    /// The end of the thread.
    pub end: ThreadEnd,
}

/// The end of a thread.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum ThreadEnd {
    /// The thread ran to its end.
    Finished,
    /// The execution was reported before the thread had finished.
    Unfinished,
    /// The thread is blocked.
    Blocked {
        /// The reason.
        message: String,
        /// The place.
        #[serde(flatten)]
        place: Place,
    },
    /// The thread made an error.
    Failed {
        /// The error.
        message: String,
        /// The place.
        #[serde(flatten)]
        place: Place,
    },
}

/// One event. A read-modify-write is one event that reads and, where it succeeds, writes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EventReport {
    /// The thread that it belongs to.
    #[serde(serialize_with = "index")]
    pub thread: ThreadId,
    /// The place of the event in the source.
    #[serde(flatten)]
    pub place: Place,
    /// The operation: `load`, `store`, `fence`, `fetch_add`, …
    pub operation: String,
    /// The memory ordering, where the test's language has orderings.
    pub ordering: Option<String>,
    /// The name of the location that it accesses, or of the object that it ends.
    pub location: Option<String>,
    /// The location that it accesses.
    pub location_number: Option<LocationNumber>,
    /// The read of the event.
    pub read: Option<ReadReport>,
    /// The value that it writes.
    pub wrote: Option<ValueReport>,
    /// The creation or join of another thread by the event, or its part in a round of a barrier.
    pub link: Option<ThreadLink>,
    /// Whether it is one of the events that an error is about.
    pub in_error: bool,
    /// Whether the event is one of those that are repeated for ever.
    pub repeated: bool,
}

/// The creation or join of another thread by an event, or its part in a round of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ThreadLink {
    /// The event creates the thread.
    #[serde(serialize_with = "index")]
    Creates(ThreadId),
    /// The event joins the thread.
    #[serde(serialize_with = "index")]
    Joins(ThreadId),
    /// The event arrives in the round.
    Arrives(Round),
    /// The event leaves the round, in which all others have arrived.
    Leaves(Round),
}

/// A round of a barrier.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Round {
    /// The number of the barrier, counted from 0 in the order in which threads come to the barriers.
    pub barrier: usize,
    /// The number of the round, counted from 1.
    pub round: u32,
}

/// A value as people read it and as it is in memory. Two values are the same if their bits are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueReport {
    /// The text.
    pub text: String,
    /// The bits.
    pub bits: u64,
}

impl Serialize for ValueReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.text)
    }
}

impl std::fmt::Display for ValueReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.text)
    }
}

/// The read of an event.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ReadReport {
    /// The value.
    pub value: ValueReport,
    /// The event that wrote the value; `None` for the initial value.
    pub from: Option<EventNumber>,
}

/// A location that some event accesses.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LocationReport {
    /// The name of the location, which no other location of the execution has.
    pub name: String,
    /// The value of the location before any write.
    pub initial: String,
    /// The events that write to it, in coherence order.
    pub writes: Vec<EventNumber>,
}

/// The relations between events.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EdgeKind {
    /// Program order: next in the same thread.
    Po,
    /// Reads from: the second reads from the first.
    Rf,
    /// Coherence: the second is the next write of the location after the first.
    Co,
    /// From read: the second is the first write after the source of the first.
    Fr,
    /// The first creates the thread that the second begins.
    Create,
    /// The first ends the thread that the second waits for.
    Join,
    /// The first arrives in the round of a barrier that the second leaves.
    Barrier,
}

/// Two related events.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edge {
    /// The earlier one.
    pub from: EventNumber,
    /// The later one.
    pub to: EventNumber,
    /// The relation between them.
    pub kind: EdgeKind,
}

impl ExecutionReport {
    /// An execution with the given events, each thread's in program order and otherwise in any
    /// order. They are put in an order that reads as a story: a linear extension of po ∪ rf ∪
    /// create ∪ join ∪ barrier, and where there is one also of co ∪ fr, so that every read reads from the
    /// last write above it.
    pub fn new(
        threads: PrimaryMap<ThreadId, ThreadReport>,
        events: PrimaryMap<EventNumber, EventReport>,
        locations: PrimaryMap<LocationNumber, LocationReport>,
    ) -> Self {
        let unordered = Self { threads, events, locations, ordinals: PrimaryMap::new() };
        let order = story::order(&unordered);
        let mut ordered = unordered.renumbered(&order);
        ordered.ordinals = ordinals(&ordered.events);
        ordered
    }

    fn renumbered(self, order: &[EventNumber]) -> Self {
        let mut new_number = vec![EventNumber::from_index(0); order.len()];
        for (row, old) in order.iter().enumerate() {
            new_number[old.index()] = EventNumber::from_index(row);
        }
        let events = order.iter().map(|&old| {
            let mut event = self.events[old].clone();
            if let Some(source) = event.read.as_mut().and_then(|read| read.from.as_mut()) {
                *source = new_number[source.index()];
            }
            event
        });
        let locations = self.locations.values().map(|location| LocationReport {
            writes: location.writes.iter().map(|write| new_number[write.index()]).collect(),
            ..location.clone()
        });
        Self {
            events: events.collect(),
            locations: locations.collect(),
            threads: self.threads,
            ordinals: self.ordinals,
        }
    }

    /// The threads.
    pub fn threads(&self) -> &PrimaryMap<ThreadId, ThreadReport> {
        &self.threads
    }

    /// The events, in the order of the story.
    pub fn events(&self) -> &PrimaryMap<EventNumber, EventReport> {
        &self.events
    }

    /// The locations.
    pub fn locations(&self) -> &PrimaryMap<LocationNumber, LocationReport> {
        &self.locations
    }

    /// The edges of po, rf, co, fr, create and join between events, without those that follow from
    /// others by transitivity, and without those from and to initial values.
    pub fn edges(&self) -> Vec<Edge> {
        let mut edges = Vec::new();
        let mut last_of_thread = vec![None; self.threads.len()];
        for (to, event) in self.events.iter() {
            if let Some(from) = last_of_thread[event.thread.index()].replace(to) {
                edges.push(Edge { from, to, kind: EdgeKind::Po });
            }
        }
        edges.extend(self.thread_edges());
        for location in self.locations.values() {
            for pair in location.writes.windows(2) {
                edges.push(Edge { from: pair[0], to: pair[1], kind: EdgeKind::Co });
            }
        }
        for (number, event) in self.events.iter() {
            if let Some(source) = event.read.as_ref().and_then(|read| read.from) {
                edges.push(Edge { from: source, to: number, kind: EdgeKind::Rf });
            }
        }
        let fr = self.overwriters().into_iter();
        edges.extend(fr.map(|(from, to)| Edge { from, to, kind: EdgeKind::Fr }));
        edges
    }

    /// The edges from the creation of each thread to its first event, and from its last event to
    /// its join.
    fn thread_edges(&self) -> Vec<Edge> {
        let mut first = vec![None; self.threads.len()];
        let mut last = vec![None; self.threads.len()];
        for (number, event) in self.events.iter() {
            first[event.thread.index()].get_or_insert(number);
            last[event.thread.index()] = Some(number);
        }
        let in_range = |thread: ThreadId| thread.index() < self.threads.len();
        let mut edges = Vec::new();
        for (from, event) in self.events.iter() {
            if let Some(ThreadLink::Creates(child)) = event.link
                && in_range(child)
            {
                match first[child.index()] {
                    Some(to) => edges.push(Edge { from, to, kind: EdgeKind::Create }),
                    // A thread without events ends where it begins.
                    None => last[child.index()] = Some(from),
                }
            }
        }
        for (to, event) in self.events.iter() {
            if let Some(ThreadLink::Joins(child)) = event.link
                && in_range(child)
                && let Some(from) = last[child.index()]
                && from != to
            {
                edges.push(Edge { from, to, kind: EdgeKind::Join });
            }
            if let Some(ThreadLink::Leaves(round)) = event.link {
                let arrives = |(from, other): (EventNumber, &EventReport)| {
                    let is_other = other.thread != event.thread;
                    (is_other && other.link == Some(ThreadLink::Arrives(round))).then_some(from)
                };
                let arrivals = self.events.iter().filter_map(arrives);
                edges.extend(arrivals.map(|from| Edge { from, to, kind: EdgeKind::Barrier }));
            }
        }
        edges
    }

    /// Each event that reads, with the write that is next in coherence order after its source. A
    /// read-modify-write is not paired with its own write.
    pub(crate) fn overwriters(&self) -> Vec<(EventNumber, EventNumber)> {
        let mut first_write = HashMap::new();
        let mut next_write = HashMap::new();
        for (number, location) in self.locations.iter() {
            if let Some(&first) = location.writes.first() {
                first_write.insert(number, first);
            }
            next_write.extend(location.writes.windows(2).map(|pair| (pair[0], pair[1])));
        }
        let overwriter = |(number, event): (EventNumber, &EventReport)| {
            let overwriter = match event.read.as_ref()?.from {
                None => first_write.get(&event.location_number?),
                Some(source) => next_write.get(&source),
            };
            overwriter.filter(|&&write| write != number).map(|&write| (number, write))
        };
        self.events.iter().filter_map(overwriter).collect()
    }

    /// The compare-exchanges that succeed although their location has changed, and changed back,
    /// since their thread read it: the ABA problem, if the thread relies on it.
    pub(crate) fn after_changes_and_back(&self) -> HashSet<EventNumber> {
        let mut last: HashMap<(ThreadId, LocationNumber), &ReadReport> = HashMap::new();
        let mut found = HashSet::new();
        for (number, event) in self.events.iter() {
            let (Some(location), Some(read)) = (event.location_number, &event.read) else { continue };
            let before = last.insert((event.thread, location), read);
            let succeeds = event.operation == "cas" && event.wrote.is_some();
            if let Some(before) = before.filter(|before| succeeds && before.value.bits == read.value.bits)
                && let Some(location) = self.locations.get(location)
            {
                // The number of the writes up to the given one.
                let until = |write: Option<EventNumber>| {
                    write.map_or(0, |write| 1 + location.writes.iter().take_while(|&&it| it != write).count())
                };
                let between = location.writes.get(until(before.from)..until(read.from)).unwrap_or_default();
                let wrote = |write: &EventNumber| self.events[*write].wrote.as_ref().map(|value| value.bits);
                if between.iter().any(|write| wrote(write) != Some(read.value.bits)) {
                    found.insert(number);
                }
            }
        }
        found
    }

    /// A cycle of po ∪ rf ∪ co ∪ fr ∪ create ∪ join, as short as possible, if there is one: the
    /// reason why no interleaving of the threads explains the execution. Consecutive po edges are
    /// joined to one.
    pub fn cycle(&self) -> Option<Vec<Edge>> {
        story::cycle(self)
    }

    /// The short name of an event: thread and line, as `P0:8`. Where the thread writes several
    /// times on that line, the name has the number of the write, as `P0:8#2`.
    pub fn name(&self, number: EventNumber) -> String {
        let event = &self.events[number];
        let thread = &self.threads[event.thread].name;
        match self.line(number) {
            Some(line) => format!("{thread}:{line}"),
            None => thread.clone(),
        }
    }

    /// The line of an event as in its [name](Self::name).
    pub fn line(&self, number: EventNumber) -> Option<String> {
        let line = self.events[number].place.line?;
        Some(match self.ordinals[number] {
            Some(ordinal) => format!("{line}#{ordinal}"),
            None => line.to_string(),
        })
    }

    /// The source of the event's value, in words.
    pub fn origin(&self, event: &EventReport) -> Option<String> {
        event.read.as_ref().map(|read| match read.from {
            None => "initial".to_string(),
            Some(source) => format!("from {}", self.name(source)),
        })
    }

    /// The accesses that the error is about, for a report on a litmus test: as in the table.
    pub fn accesses_in_error(&self) -> Vec<AccessReport> {
        self.marked(EventReport::to_string)
    }

    /// The accesses that the error is about, for a report on a program: in words.
    pub fn accesses_in_words(&self) -> Vec<AccessReport> {
        self.marked(EventReport::in_words)
    }

    fn marked(&self, describe: impl Fn(&EventReport) -> String) -> Vec<AccessReport> {
        let in_error = self.events.values().filter(|event| event.in_error);
        in_error
            .map(|event| AccessReport {
                thread: self.threads[event.thread].name.clone(),
                place: event.place,
                access: describe(event),
            })
            .collect()
    }
}

/// For each event that writes, its number among its thread's writes on its line, where there are
/// several.
fn ordinals(events: &PrimaryMap<EventNumber, EventReport>) -> PrimaryMap<EventNumber, Option<u32>> {
    let line_of = |event: &EventReport| {
        let line = event.wrote.is_some().then_some(event.place.line).flatten();
        line.map(|line| (event.thread, event.place.file, line))
    };
    let mut writes_on = HashMap::<_, u32>::new();
    for line in events.values().filter_map(line_of) {
        *writes_on.entry(line).or_default() += 1;
    }
    let mut seen = HashMap::<_, u32>::new();
    let ordinal = |event| {
        let line = line_of(event)?;
        let seen = seen.entry(line).or_default();
        *seen += 1;
        (writes_on[&line] > 1).then_some(*seen)
    };
    events.values().map(ordinal).collect()
}

/// `load.acq x → 1`, `store.rel x = 1`, `fetch_add.rlx x: 0 → 1`, `fence.sc`.
impl std::fmt::Display for EventReport {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.operation)?;
        if let Some(ordering) = &self.ordering {
            write!(f, ".{ordering}")?;
        }
        if let Some(location) = &self.location {
            write!(f, " {location}")?;
        }
        match (&self.read, &self.wrote) {
            (None, None) => Ok(()),
            (None, Some(value)) => write!(f, " = {value}"),
            (Some(read), None) => write!(f, " → {}", read.value),
            (Some(read), Some(value)) => write!(f, ": {} → {value}", read.value),
        }
    }
}

impl EventReport {
    /// `store of x = 1 (not atomic)`, `load of x = 0 (atomic, acquire)`, `free of *p`.
    fn in_words(&self) -> String {
        let mut words = self.operation.clone();
        if let Some(location) = &self.location {
            words += &format!(" of {location}");
        }
        words += &match (&self.read, &self.wrote) {
            (None, None) => String::new(),
            (None, Some(value)) => format!(" = {value}"),
            (Some(read), None) => format!(" = {}", read.value),
            (Some(read), Some(value)) => format!(": {} → {value}", read.value),
        };
        let ordering = self.ordering.as_deref().map(|ordering| match ordering {
            "na" => "not atomic",
            "rlx" => "atomic, relaxed",
            "acq" => "atomic, acquire",
            "rel" => "atomic, release",
            "acq_rel" => "atomic, acquire and release",
            "sc" => "atomic, sequentially consistent",
            other => other,
        });
        ordering.map_or(words.clone(), |ordering| format!("{words} ({ordering})"))
    }

    /// As in the table, but an access without an ordering is shown without one: most accesses of
    /// programs are not atomic.
    pub(crate) fn in_program(&self) -> String {
        match self.ordering.as_deref() {
            Some("na") => Self { ordering: None, ..self.clone() }.to_string(),
            _ => self.to_string(),
        }
    }
}

fn elements<K: EntityId, V: Serialize, S: Serializer>(
    map: &PrimaryMap<K, V>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(map.values())
}

fn index<S: Serializer>(id: &impl EntityId, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(id.index() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, Builder};

    #[test]
    fn edges_follow_the_definitions() {
        // P0: x = 1; x = 2.  P1: r = x (1); fetch_add x reads 2 and stores 3.
        let mut build = Builder::new(2);
        let first = build.store(0, 5, "x", "1");
        let second = build.store(0, 6, "x", "2");
        let read = build.load(1, 9, "x", "1", Some(first));
        let update = build.update(1, 10, "x", ("2", Some(second)), "3");
        let execution = build.finish([("x", vec![first, second, update])]);
        let has =
            |from, to, kind| execution.edges().iter().filter(|&&e| e == Edge { from, to, kind }).count() == 1;
        // The interleaving is forced, so the rows are the events in the order in which they were
        // built but for the read, which must come between the two stores.
        let [first, read, second, update] = [first, second, read, update];
        assert!(has(first, second, EdgeKind::Po) && has(read, update, EdgeKind::Po));
        assert!(has(first, read, EdgeKind::Rf) && has(second, update, EdgeKind::Rf));
        assert!(has(first, second, EdgeKind::Co) && has(second, update, EdgeKind::Co));
        assert!(has(read, second, EdgeKind::Fr));
        assert_eq!(execution.edges().len(), 7, "an update does not overwrite what it reads by itself");
    }

    #[test]
    fn a_read_of_the_initial_value_is_before_the_first_write() {
        let mut build = Builder::new(2);
        let write = build.store(0, 5, "x", "1");
        build.load(1, 9, "x", "0", None);
        let execution = build.finish([("x", vec![write])]);
        assert_eq!(
            execution.edges(),
            [Edge { from: EventNumber::from_index(0), to: EventNumber::from_index(1), kind: EdgeKind::Fr }]
        );
        assert_eq!(execution.name(EventNumber::from_index(0)), "P1:9");
    }

    #[test]
    fn several_writes_on_one_line_are_distinguished() {
        let mut build = Builder::new(1);
        let writes: Vec<_> = ["1", "2", "3"].into_iter().map(|value| build.store(0, 4, "x", value)).collect();
        let read = build.load(0, 4, "x", "2", Some(writes[1]));
        let execution = build.finish([("x", writes.clone())]);
        assert_eq!(writes.map_names(&execution), ["P0:4#1", "P0:4#2", "P0:4#3"]);
        assert_eq!(execution.name(read), "P0:4");
        assert_eq!(execution.origin(&execution.events()[read]).as_deref(), Some("from P0:4#2"));
    }

    trait Names {
        fn map_names(&self, execution: &ExecutionReport) -> Vec<String>;
    }

    impl Names for Vec<EventNumber> {
        fn map_names(&self, execution: &ExecutionReport) -> Vec<String> {
            self.iter().map(|&number| execution.name(number)).collect()
        }
    }

    #[test]
    fn events_in_words() {
        let mut build = Builder::new(1);
        let store = build.store(0, 4, "x", "1");
        let update = build.update(0, 5, "x", ("1", Some(store)), "2");
        let fence = build.fence(0, 6, "sc");
        let execution = build.finish([("x", vec![store, update])]);
        let words = |number| execution.events()[number].to_string();
        assert_eq!(words(store), "store.rlx x = 1");
        assert_eq!(words(update), "fetch_add.rlx x: 1 → 2");
        assert_eq!(words(fence), "fence.sc");
    }

    #[test]
    fn the_accesses_of_an_error_are_found_after_renumbering() {
        let report = examples::racy();
        let accesses = report.error.unwrap().execution.unwrap().accesses_in_error();
        let lines: Vec<_> = accesses.iter().map(|access| (&*access.thread, access.place.line)).collect();
        assert_eq!(lines, [("P0", Some(4)), ("P1", Some(9))]);
    }
}
