//! The execution graph: events are added, the latest ones are removed again, and relations are
//! queried.

use porf_entity::{Address, Content, Dependencies, EntityId, FenceOrdering, LibraryFunctionId, ThreadId};
use smallvec::SmallVec;

use crate::census::Census;
use crate::event::{Event, EventId, Label, LocationId, Read, ReadKind, Source, Write};
use crate::views::{History, Past, Synchronisation, View, ViewTable};

/// An execution graph.
///
/// Coherence order is a total order of the writes to each location. Positions in it count the
/// initial write as 0, so the first write of the program in coherence order is at position 1.
///
/// Invariant: the readers of a write form a list with the latest one first. Events are removed
/// latest first, so the read that is removed is always the first of its list.
#[derive(Clone, Debug)]
pub struct Graph {
    pub(crate) threads: Vec<Vec<EventId>>,
    /// For each thread, the events of other threads that create and join it.
    pub(crate) lives: Vec<Life>,
    /// The events that ended objects.
    pub(crate) frees: Vec<EventId>,
    /// The failed attempts of reads that wait ([`Label::Wait`]).
    pub(crate) waits: Vec<EventId>,
    /// The actions at barriers, in the order of their stamps.
    pub(crate) barrier_events: Vec<EventId>,
    /// The additions without an order ([`Label::Addition`]), in the order of their stamps.
    pub(crate) additions: Vec<EventId>,
    pub(crate) locations: Vec<Location>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) views: ViewTable,
    pub(crate) census: Census,
    /// The dependencies of events, by their ids; nothing if the program does not tell them.
    pub(crate) dependencies: Vec<Dependencies>,
    /// The functions of libraries that events are calls of, by their ids; nothing behind the last one.
    pub(crate) functions: Vec<Option<LibraryFunctionId>>,
}

/// The events of other threads between which a thread runs: its creation and its join.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Life {
    /// The event that created the thread; `None` for a thread that exists from the beginning.
    pub(crate) spawn: Option<EventId>,
    /// The event that joined the thread.
    pub(crate) join: Option<EventId>,
}

/// An event with the facts that the graph keeps about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) event: Event,
    /// The last access before this one by the same thread to the same location.
    pub(crate) previous_access: Option<EventId>,
    /// For a write, its readers. For a read, the other readers of its source.
    pub(crate) readers: ReaderList,
    /// For a write, its position in coherence order.
    pub(crate) position: u32,
    pub(crate) run_start: EventId,
    pub(crate) history: History,
}

/// The facts that a graph keeps about a location.
#[derive(Clone, Default, Debug)]
pub(crate) struct Location {
    /// The writes of the program in coherence order.
    pub(crate) writes: Vec<EventId>,
    pub(crate) initial_readers: ReaderList,
    /// The number of writes that belong to no rmw.
    pub(crate) plain_writes: u32,
    /// The last access to the location of each thread that accesses it, in the order of the
    /// threads' first accesses.
    pub(crate) last_accesses: SmallVec<[EventId; 4]>,
}

/// The first of a list of readers. The others follow through the links of the reads.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct ReaderList(pub(crate) Option<EventId>);

impl Graph {
    /// A graph without events for a program with the given number of threads. Threads may be added
    /// later.
    pub fn new(threads: usize, synchronisation: Synchronisation) -> Self {
        Self {
            threads: vec![Vec::new(); threads],
            lives: vec![Life::default(); threads],
            frees: Vec::new(),
            waits: Vec::new(),
            barrier_events: Vec::new(),
            additions: Vec::new(),
            locations: Vec::new(),
            nodes: Vec::new(),
            views: ViewTable::new(threads, synchronisation),
            census: Census::default(),
            dependencies: Vec::new(),
            functions: Vec::new(),
        }
    }

    /// The number of threads that the graph has room for. Not all of them need exist.
    pub fn thread_count(&self) -> usize {
        self.threads.len()
    }

    /// Makes room for the given number of threads.
    pub fn make_room(&mut self, threads: usize) {
        if threads > self.threads.len() {
            self.threads.resize_with(threads, Vec::new);
            self.lives.resize_with(threads, Life::default);
            self.views.widen(threads);
        }
    }

    /// The event that created a thread.
    pub fn spawn_of(&self, thread: ThreadId) -> Option<EventId> {
        self.lives[thread.index()].spawn
    }

    /// The event that joined a thread.
    pub fn join_of(&self, thread: ThreadId) -> Option<EventId> {
        self.lives[thread.index()].join
    }

    /// The events that ended objects.
    pub fn frees(&self) -> &[EventId] {
        &self.frees
    }

    /// The rule by which reads-from edges count as synchronisation in the happens-before views.
    pub fn synchronisation(&self) -> Synchronisation {
        self.views.synchronisation()
    }

    /// Whether the graph, or one that it was made from, has a write whose release sequence C++20 does
    /// not have: a relaxed store continues that of an earlier store of its thread.
    pub fn has_longer_release_sequence(&self) -> bool {
        self.views.has_longer_release_sequence
    }

    /// The number of events.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is no event yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All events in the order of their stamps.
    pub fn events(&self) -> impl DoubleEndedIterator<Item = EventId> + use<> {
        (0..self.nodes.len()).map(EventId::from_index)
    }

    /// The id that the next event will have.
    pub fn next_id(&self) -> EventId {
        EventId::from_index(self.nodes.len())
    }

    /// The event with this id.
    pub fn event(&self, event: EventId) -> &Event {
        &self.nodes[event.index()].event
    }

    /// The events of a thread in program order.
    pub fn thread_events(&self, thread: ThreadId) -> &[EventId] {
        &self.threads[thread.index()]
    }

    /// The last event of a thread.
    pub fn last(&self, thread: ThreadId) -> Option<EventId> {
        self.threads[thread.index()].last().copied()
    }

    /// The event directly before this one in program order.
    pub fn predecessor(&self, event: EventId) -> Option<EventId> {
        let Event { thread, index, .. } = *self.event(event);
        index.checked_sub(1).map(|index| self.threads[thread.index()][index as usize])
    }

    /// The event that the next event of a thread directly follows: the last event of the thread or,
    /// if there is none, the one that created the thread.
    pub fn latest_before(&self, thread: ThreadId) -> Option<EventId> {
        self.last(thread).or(self.spawn_of(thread))
    }

    /// The event that this one directly follows: its predecessor in program order or, if there is
    /// none, the event that created its thread.
    pub fn directly_before(&self, event: EventId) -> Option<EventId> {
        self.predecessor(event).or(self.spawn_of(self.event(event).thread))
    }

    /// The event directly after this one in program order.
    pub fn successor(&self, event: EventId) -> Option<EventId> {
        let Event { thread, index, .. } = *self.event(event);
        self.threads[thread.index()].get(index as usize + 1).copied()
    }

    /// The first event of the run that this event belongs to. A run is a sequence of events of one
    /// thread that were added directly one after the other.
    pub fn run_start(&self, event: EventId) -> EventId {
        self.nodes[event.index()].run_start
    }

    /// The locations that events of the graph may access: all locations that were ever accessed in
    /// it.
    pub fn locations(&self) -> impl Iterator<Item = LocationId> + use<> {
        (0..self.locations.len()).map(LocationId::from_index)
    }

    /// The program's writes to a location in coherence order.
    pub fn writes(&self, location: LocationId) -> &[EventId] {
        self.locations.get(location.index()).map_or(&[], |location| &location.writes)
    }

    /// The number of writes to a location that belong to no rmw.
    pub fn plain_writes(&self, location: LocationId) -> u32 {
        self.locations.get(location.index()).map_or(0, |location| location.plain_writes)
    }

    /// The last write to a location in coherence order.
    pub fn latest_write(&self, location: LocationId) -> Source {
        self.writes(location).last().map_or(Source::Initial, |&write| Source::Write(write))
    }

    /// The write at a position of the coherence order; the initial write is at position 0.
    pub fn write_at(&self, location: LocationId, position: usize) -> Source {
        position.checked_sub(1).map_or(Source::Initial, |index| Source::Write(self.writes(location)[index]))
    }

    /// The write directly after this one in coherence order.
    pub fn coherence_successor(&self, location: LocationId, write: Source) -> Option<EventId> {
        self.writes(location).get(self.position(write)).copied()
    }

    /// The position of a write in coherence order, 0 for the initial write.
    pub fn position(&self, write: Source) -> usize {
        match write {
            Source::Initial => 0,
            Source::Write(write) => self.nodes[write.index()].position as usize,
        }
    }

    /// The reads that read from a write to the location.
    pub fn readers(&self, location: LocationId, write: Source) -> impl Iterator<Item = EventId> + '_ {
        let first = match write {
            Source::Initial => {
                self.locations.get(location.index()).map(|l| l.initial_readers).unwrap_or_default()
            }
            Source::Write(write) => self.nodes[write.index()].readers,
        };
        std::iter::successors(first.0, |reader| self.nodes[reader.index()].readers.0)
    }

    /// The last access of each thread that accesses the location.
    pub fn last_accesses(&self, location: LocationId) -> &[EventId] {
        self.locations.get(location.index()).map_or(&[], |location| &location.last_accesses)
    }

    /// This access and the earlier accesses of the same thread to the same location, latest first.
    pub fn accesses_back_from(&self, access: EventId) -> impl Iterator<Item = EventId> + '_ {
        std::iter::successors(Some(access), |access| self.nodes[access.index()].previous_access)
    }

    /// The number of accesses that are not atomic.
    pub fn non_atomic_accesses(&self) -> u32 {
        self.census.non_atomic_accesses
    }

    /// The number of sequentially consistent accesses and fences.
    pub fn seq_cst_events(&self) -> u32 {
        self.census.seq_cst_events
    }

    /// The causal prefix of an event, (po ∪ rf)*, the event included.
    pub fn causal(&self, event: EventId) -> View<'_> {
        self.views.causal(event)
    }

    /// The happens-before prefix of an event, the event included.
    pub fn happens_before(&self, event: EventId) -> View<'_> {
        self.views.happens_before(event)
    }

    /// The first thread that has an exclusive read whose exclusive write has not been added yet.
    pub fn thread_with_unfinished_rmw(&self) -> Option<ThreadId> {
        if self.census.unfinished_rmws == 0 {
            return None;
        }
        let mut threads = (0..self.threads.len()).map(ThreadId::from_index);
        threads.find(|&thread| self.unfinished_rmw(thread).is_some())
    }

    /// The exclusive read of a thread whose exclusive write has not been added yet.
    pub fn unfinished_rmw(&self, thread: ThreadId) -> Option<&Read> {
        let read = self.event(self.last(thread)?).as_read()?;
        (read.kind == ReadKind::Exclusive).then_some(read)
    }

    /// The exclusive write of the rmw that reads from this write, if there is one. The exclusive
    /// write of an rmw is always directly behind the source of the rmw in coherence order.
    pub fn exclusive_successor(&self, location: LocationId, write: Source) -> Option<EventId> {
        let next = self.coherence_successor(location, write);
        next.filter(|&next| self.event(next).as_write().is_some_and(|write| write.exclusive))
    }

    /// Adds a read at the end of its thread.
    pub fn add_read(&mut self, thread: ThreadId, read: Read) -> EventId {
        let id = self.add(thread, Label::Read(read));
        self.link_reader(id);
        id
    }

    /// Adds a write at the end of its thread, without a place in coherence order. The caller must
    /// call [`place_write`](Self::place_write) before any other operation on the graph.
    pub fn add_write(&mut self, thread: ThreadId, write: Write) -> EventId {
        let id = self.add(thread, Label::Write(write));
        self.locations[write.location.index()].plain_writes += u32::from(!write.exclusive);
        id
    }

    /// Adds a fence at the end of its thread.
    pub fn add_fence(&mut self, thread: ThreadId, ordering: FenceOrdering) -> EventId {
        self.add(thread, Label::Fence(ordering))
    }

    /// Adds the creation of a thread. The graph must have room for that thread.
    pub fn add_spawn(&mut self, thread: ThreadId, child: ThreadId) -> EventId {
        let id = self.add(thread, Label::Spawn(child));
        self.lives[child.index()].spawn = Some(id);
        id
    }

    /// Adds the join of a thread that has finished.
    pub fn add_join(&mut self, thread: ThreadId, child: ThreadId) -> EventId {
        let id = self.add(thread, Label::Join(child));
        self.lives[child.index()].join = Some(id);
        id
    }

    /// The failed attempts of reads that wait, in no particular order.
    pub fn waits(&self) -> &[EventId] {
        &self.waits
    }

    /// Adds a failed attempt of a read that waits.
    pub fn add_wait(&mut self, thread: ThreadId, location: LocationId, source: Source) -> EventId {
        let id = self.add(thread, Label::Wait { location, source });
        self.waits.push(id);
        id
    }

    /// The additions whose order is left open, in the order of their stamps.
    #[inline]
    pub fn additions(&self) -> &[EventId] {
        &self.additions
    }

    /// Adds an addition whose order is left open.
    pub fn add_addition(&mut self, thread: ThreadId, location: LocationId) -> EventId {
        let id = self.add(thread, Label::Addition(location));
        self.make_room_for_location(location);
        self.additions.push(id);
        id
    }

    /// Adds a choice.
    pub fn add_choice(&mut self, thread: ThreadId, choice: u64) -> EventId {
        self.add(thread, Label::Choice(choice))
    }

    /// Adds the end of an object.
    pub fn add_free(&mut self, thread: ThreadId, base: Address, size: u64) -> EventId {
        let id = self.add(thread, Label::Free { base, size });
        self.frees.push(id);
        id
    }

    /// Gives a write that has no position in coherence order yet the given one.
    pub fn place_write(&mut self, id: EventId, position: usize) {
        if let Some(location) = self.event(id).location() {
            self.locations[location.index()].writes.insert(position - 1, id);
            self.renumber_coherence(location, position);
        }
    }

    /// Replaces the coherence order of a location; `writes` is a permutation of its writes.
    pub fn set_coherence(&mut self, location: LocationId, writes: &[EventId]) {
        if let Some(known) = self.locations.get_mut(location.index()) {
            debug_assert_eq!(known.writes.len(), writes.len(), "the writes are the same ones");
            known.writes.clear();
            known.writes.extend_from_slice(writes);
            self.renumber_coherence(location, 1);
        }
    }

    /// Removes a write from coherence order, so that it can be given another position.
    pub fn unplace_write(&mut self, id: EventId) {
        if let Some(location) = self.event(id).location() {
            self.remove_from_coherence(location, id);
        }
    }

    /// Makes the latest event, a write without other readers, the source of a read, or of a failed
    /// attempt, which becomes a read, perhaps of another location. It is the last event of its thread.
    pub fn redirect(&mut self, id: EventId, to: Read) {
        self.unlink_reader(id);
        match self.event(id).label {
            Label::Wait { .. } => self.waits.retain(|&wait| wait != id),
            _ => self.remove_access(id),
        }
        self.relabel(id, Label::Read(to));
        self.insert_access(to.location, id);
        self.link_reader(id);
    }

    /// Makes `id`, the last event of its thread, an access to the location. The list of last
    /// accesses keeps the order of the first accesses of threads.
    fn insert_access(&mut self, location: LocationId, id: EventId) {
        let (thread, index) = (self.event(id).thread, location.index());
        if self.locations.len() <= index {
            self.locations.resize_with(index + 1, Location::default);
        }
        let of_thread = |&last: &EventId| self.event(last).thread == thread;
        match self.locations[index].last_accesses.iter().position(of_thread) {
            Some(place) => {
                let last = std::mem::replace(&mut self.locations[index].last_accesses[place], id);
                self.nodes[id.index()].previous_access = Some(last);
            }
            None => {
                let is_earlier = |&last: &EventId| self.accesses_back_from(last).last() < Some(id);
                let place = self.locations[index].last_accesses.iter().take_while(|last| is_earlier(last));
                let place = place.count();
                self.locations[index].last_accesses.insert(place, id);
                self.nodes[id.index()].previous_access = None;
            }
        }
    }

    /// Turns a read, the last event of its thread, into a failed attempt whose source is the latest
    /// event.
    pub fn redirect_to_wait(&mut self, id: EventId, source: EventId) {
        let Some(location) = self.event(id).location() else { return };
        self.unlink_reader(id);
        self.remove_access(id);
        self.relabel(id, Label::Wait { location, source: Source::Write(source) });
        self.waits.push(id);
    }

    /// Takes the access that is the last event of its thread away from the accesses to its location.
    fn remove_access(&mut self, id: EventId) {
        let Some(location) = self.event(id).location() else { return };
        let previous = self.nodes[id.index()].previous_access.take();
        let last_accesses = &mut self.locations[location.index()].last_accesses;
        if let Some(place) = last_accesses.iter().position(|&last| last == id) {
            match previous {
                Some(previous) => last_accesses[place] = previous,
                None => {
                    last_accesses.remove(place);
                }
            }
        }
    }

    /// Gives an event, the last of its thread, another label.
    fn relabel(&mut self, id: EventId, label: Label) {
        let event = *self.event(id);
        self.census.remove(&event);
        self.nodes[id.index()].event.label = label;
        self.census.add(&self.nodes[id.index()].event);
        let Self { views, nodes, threads, lives, barrier_events, .. } = self;
        views.recompute(Past { nodes, threads, lives, barrier_events }, id);
    }

    /// Removes a read from the list of the readers of its source.
    fn unlink_reader(&mut self, id: EventId) {
        if let Label::Read(from) = self.event(id).label {
            let rest = self.nodes[id.index()].readers;
            let is_before = |other: &EventId| self.nodes[other.index()].readers.0 == Some(id);
            let before = self.readers(from.location, from.source).find(is_before);
            match before {
                Some(before) => self.nodes[before.index()].readers = rest,
                None => *self.reader_list(from.location, from.source) = rest,
            }
        }
    }

    /// Removes the latest event and returns it. No remaining event may read from it.
    pub fn pop(&mut self) -> Option<Event> {
        let id = EventId::from_index(self.nodes.len().checked_sub(1)?);
        let event = *self.event(id);
        match event.label {
            Label::Read(read) => {
                let rest = self.nodes[id.index()].readers;
                let list = self.reader_list(read.location, read.source);
                debug_assert_eq!(list.0, Some(id), "the latest reader comes first");
                *list = rest;
            }
            Label::Write(write) => {
                debug_assert!(self.nodes[id.index()].readers.0.is_none(), "the write still has readers");
                self.remove_from_coherence(write.location, id);
                self.locations[write.location.index()].plain_writes -= u32::from(!write.exclusive);
            }
            Label::Spawn(child) => self.lives[child.index()].spawn = None,
            Label::Join(child) => self.lives[child.index()].join = None,
            Label::Free { .. } => {
                self.frees.pop();
            }
            Label::Barrier { .. } => {
                self.barrier_events.pop();
            }
            Label::Addition(_) => {
                self.additions.pop();
            }
            Label::Wait { .. } => self.waits.retain(|&wait| wait != id),
            Label::Fence(_) | Label::Choice(_) => {}
        }
        if let Some(location) = event.location() {
            self.forget_access(location, id);
        }
        self.census.remove(&event);
        self.threads[event.thread.index()].pop();
        self.nodes.pop();
        self.views.truncate(id.index());
        self.dependencies.truncate(id.index());
        self.functions.truncate(id.index());
        Some(event)
    }

    /// The content of a write; `initial` for the initial write.
    pub fn content_of(&self, write: Source, initial: Content) -> Content {
        write.write().and_then(|write| self.event(write).as_write()).map_or(initial, Write::content)
    }

    pub(crate) fn add(&mut self, thread: ThreadId, label: Label) -> EventId {
        let own = &self.threads[thread.index()];
        let event = Event { thread, index: own.len() as u32, label };
        let before = own.last().map(|last| self.nodes[last.index()].history).unwrap_or_default();
        let history = before.then(&event);
        let Self { views, nodes, threads, lives, barrier_events, .. } = self;
        views.push(Past { nodes, threads, lives, barrier_events }, &event);
        let id = self.next_id();
        let previous_access = event.location().and_then(|location| self.note_access(location, thread, id));
        self.census.add(&event);
        self.threads[thread.index()].push(id);
        let run_start = self.run_start_of_next(thread);
        let readers = ReaderList::default();
        self.nodes.push(Node { event, previous_access, readers, position: 0, run_start, history });
        id
    }

    /// The first event of the run that the next event will belong to, if it is an event of the
    /// given thread. See [`run_start`](Self::run_start).
    pub(crate) fn run_start_of_next(&self, thread: ThreadId) -> EventId {
        match self.nodes.last() {
            Some(last) if last.event.thread == thread => last.run_start,
            _ => self.next_id(),
        }
    }

    #[inline]
    fn make_room_for_location(&mut self, location: LocationId) {
        if self.locations.len() <= location.index() {
            self.locations.resize_with(location.index() + 1, Location::default);
        }
    }

    /// Makes `id` the thread's last access to the location and returns the previous one.
    fn note_access(&mut self, location: LocationId, thread: ThreadId, id: EventId) -> Option<EventId> {
        self.make_room_for_location(location);
        let last_accesses = &mut self.locations[location.index()].last_accesses;
        let own = last_accesses.iter_mut().find(|last| self.nodes[last.index()].event.thread == thread);
        match own {
            Some(last) => Some(std::mem::replace(last, id)),
            None => {
                last_accesses.push(id);
                None
            }
        }
    }

    /// Undoes [`note_access`](Self::note_access) for the latest event. The first access of a thread
    /// to a location is the last entry of the list of last accesses once all later events are
    /// removed.
    fn forget_access(&mut self, location: LocationId, id: EventId) {
        let last_accesses = &mut self.locations[location.index()].last_accesses;
        match self.nodes[id.index()].previous_access {
            Some(previous) => {
                if let Some(last) = last_accesses.iter_mut().find(|last| **last == id) {
                    *last = previous;
                }
            }
            None => {
                let last = last_accesses.pop();
                debug_assert_eq!(last, Some(id), "first accesses go in the reverse order in which they came");
            }
        }
    }

    fn link_reader(&mut self, id: EventId) {
        if let Label::Read(read) = self.event(id).label {
            let list = self.reader_list(read.location, read.source);
            let rest = std::mem::replace(list, ReaderList(Some(id)));
            self.nodes[id.index()].readers = rest;
        }
    }

    fn reader_list(&mut self, location: LocationId, write: Source) -> &mut ReaderList {
        match write {
            Source::Initial => &mut self.locations[location.index()].initial_readers,
            Source::Write(write) => &mut self.nodes[write.index()].readers,
        }
    }

    fn remove_from_coherence(&mut self, location: LocationId, id: EventId) {
        let position = self.position(Source::Write(id));
        self.locations[location.index()].writes.remove(position - 1);
        self.renumber_coherence(location, position);
    }

    fn renumber_coherence(&mut self, location: LocationId, from: usize) {
        let writes = &self.locations[location.index()].writes;
        for (index, write) in writes.iter().enumerate().skip(from - 1) {
            self.nodes[write.index()].position = index as u32 + 1;
        }
    }
}
