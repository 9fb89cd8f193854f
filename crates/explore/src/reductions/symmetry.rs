//! Symmetry reduction: of executions that differ only by a permutation of symmetric threads, one is
//! explored [spore §2.2; spore §3].
//!
//! *Symmetric threads* run the same code with the same argument, and nothing distinguishes them:
//! neither an event between their creations ([`symmetric_threads`](super::symmetric_threads) says
//! which ones might) nor the way in which they are joined. Two of their events *match* if
//! they have the same position in their threads and all events before them are *alike*: reads of
//! the same write, choices of the same alternative, fences, and writes of symmetric threads to
//! memory of their own. symb orders matching events by their threads. Then
//!
//! - an execution is *representative*, and explored, if eco = (co ∪ rf ∪ fr)⁺ does not contradict
//!   symb: of two matching reads the elder symmetric thread's reads no later write, and of two
//!   matching writes the elder's comes first. eco does not order choices and spurious failures.
//!   These are ordered so that the maximal alternative is always open to the younger symmetric
//!   thread;
//! - cb = (po ∪ rf ∪ symb)⁺ takes the place of porf where a write revisits a read, and an rmw is
//!   one unit: with its read cb contains its write, if the graph has it. (Deviation 1: the paper
//!   does not say that an rmw is one unit; without it executions with rmws are lost.) Then a
//!   younger symmetric thread's event in P of [`maximal`](crate::graph_explorer) comes with the
//!   elder's, and the maximal way to add an event stays representative;
//! - threads go in the order of their names, so that of two matching events the elder's is added
//!   first;
//! - an execution with a cycle in po ∪ rf ∪ co, as PSO, RA and RC11 have them, might have a cycle
//!   in cb, and be lost. Exploration then restarts without symmetry.
//!
//! Deviation 2: the paper lets every write end the matching. Here writes to memory of the thread's
//! own do not end it, as nodes of lists are filled before they are published: there is no order
//! among them that could be contradicted.
//!
//! Failed attempts have no positions of their own: whether the graph has them depends on the order in
//! which threads tried. But a thread whose attempt failed because of a write will read a later one. So
//! an execution is not representative, either, if the younger symmetric thread's read that matches
//! the next event of the elder reads from a write before that one.

use porf_entity::{EntityId, ThreadId};
use porf_graph::{Event, EventId, Graph, Label, LocationId, Read, ReadKind, Source, View};
use porf_models::Model;
use porf_program::Program;
use rustc_hash::FxHashMap;

use crate::execution_core::ExecutionCore;
use crate::options::{Equivalence, Options};
use crate::restart::{Change, Knowledge, Manner};
use crate::sink::{Asymmetry, Symmetry};

/// The classes of symmetric threads.
#[derive(Clone, Default, Debug)]
pub(crate) struct SymmetricThreads {
    /// By thread, the eldest of its symmetric threads, itself included, if it has any; nothing
    /// behind the last thread that has.
    eldest: Vec<Option<ThreadId>>,
}

impl SymmetricThreads {
    /// Returns whether there are symmetric threads.
    #[inline]
    pub(crate) fn exist(&self) -> bool {
        !self.eldest.is_empty()
    }

    fn eldest(&self, thread: ThreadId) -> Option<ThreadId> {
        self.eldest.get(thread.index()).copied().flatten()
    }

    /// The symmetric threads of a thread, itself included; nothing if it has none.
    pub(crate) fn of(&self, thread: ThreadId) -> impl Iterator<Item = ThreadId> + '_ {
        let eldest = self.eldest(thread);
        let all = (0..self.eldest.len()).map(ThreadId::from_index);
        all.filter(move |&other| eldest.is_some() && self.eldest(other) == eldest)
    }

    /// The number of threads that have symmetric threads.
    pub(crate) fn count(&self) -> usize {
        self.eldest.iter().flatten().count()
    }

    /// Adds a thread that is symmetric to an earlier one.
    pub(crate) fn add(&mut self, elder: ThreadId, younger: ThreadId) {
        self.eldest.resize(self.eldest.len().max(younger.index() + 1), None);
        let eldest = *self.eldest[elder.index()].get_or_insert(elder);
        self.eldest[younger.index()] = Some(eldest);
    }

    /// Removes a thread that does not exist any more; those younger than it do not, either.
    pub(crate) fn remove(&mut self, thread: ThreadId) {
        if let Some(eldest) = self.eldest(thread) {
            self.eldest[thread.index()] = None;
            if self.of(eldest).nth(1).is_none() {
                self.eldest[eldest.index()] = None;
            }
            while let Some(None) = self.eldest.last() {
                self.eldest.pop();
            }
        }
    }
}

/// The facts that symmetry reduction has beyond the threads of one execution.
#[derive(Debug)]
pub(crate) struct SymmetryReduction {
    is_on: bool,
    /// The locations that only one thread may access, with the thread and the asymmetry: another
    /// access could distinguish symmetric threads.
    pub(super) private: FxHashMap<LocationId, (ThreadId, Asymmetry)>,
}

impl SymmetryReduction {
    pub(crate) fn new(is_on: bool) -> Self {
        Self { is_on, private: FxHashMap::default() }
    }

    /// Why symmetric threads are distinguished from the beginning, if they are.
    pub(crate) fn obstacle<P: Program>(
        program: &P,
        options: &Options<'_>,
        manner: &Manner,
        knowledge: &Knowledge,
    ) -> Option<Asymmetry> {
        if !options.symmetry {
            Some(Asymmetry::NotWanted)
        } else if options.model.file().is_some() {
            Some(Asymmetry::ModelFile)
        } else if manner.equivalence() == Equivalence::Rf {
            Some(Asymmetry::ReadsFrom)
        } else if program.features().names_matter {
            Some(Asymmetry::Names)
        } else if program.features().pools {
            Some(Asymmetry::Libraries)
        } else {
            knowledge.asymmetry
        }
    }

    /// Returns whether executions that differ only by a permutation of symmetric threads count as
    /// one.
    pub(crate) fn is_on(&self) -> bool {
        self.is_on
    }

    /// Returns whether there are locations that only one thread may access.
    #[inline]
    pub(crate) fn keeps_private(&self) -> bool {
        !self.private.is_empty()
    }
}

/// The event of a symmetric thread that matches an event.
enum Match {
    Event(EventId),
    /// The next event of the thread, which is not in the graph yet.
    Next,
    /// None.
    Nothing,
}

/// The events of a thread that have a position.
fn positions(graph: &Graph, thread: ThreadId) -> impl Iterator<Item = EventId> + '_ {
    let is_attempt = |event: EventId| matches!(graph.event(event).label, Label::Wait { .. });
    graph.thread_events(thread).iter().copied().filter(move |&event| !is_attempt(event))
}

impl<P: Program, M: Model> ExecutionCore<'_, P, M> {
    /// Returns whether an execution is representative, if it was before the event was added.
    pub(crate) fn is_representative(&self, id: EventId) -> bool {
        let symmetric = &self.state.symmetric;
        let thread = self.state.graph.event(id).thread;
        let others = symmetric.of(thread).filter(|&other| other != thread);
        others.into_iter().all(|other| match self.matching(id, other) {
            Match::Event(matching) if other < thread => self.is_in_order(matching, id),
            Match::Event(matching) => self.is_in_order(id, matching),
            Match::Next if other < thread => !self.reads_before_attempt(id, other),
            Match::Next | Match::Nothing => true,
        })
    }

    /// Returns whether a read reads from a write before the one because of which the last attempt of a
    /// thread at the same location has failed, if it has just made one.
    fn reads_before_attempt(&self, id: EventId, thread: ThreadId) -> bool {
        let graph = &self.state.graph;
        let Some(read) = graph.event(id).as_read() else { return false };
        graph.last(thread).is_some_and(|last| match graph.event(last).label {
            Label::Wait { location, source } if location == read.location => {
                graph.position(read.source) < graph.position(source)
            }
            _ => false,
        })
    }

    /// Checks at the end of an execution that the symmetry on which exploration relies was there.
    pub(crate) fn check_symmetry(&mut self) -> Result<(), Change> {
        if self.state.symmetric.exist() {
            self.check_joins()?;
            self.summary.symmetry =
                self.summary.symmetry.max(Symmetry::Used { threads: self.state.symmetric.count() });
        }
        Ok(())
    }

    /// The event of a symmetric thread that matches an event.
    fn matching(&self, id: EventId, symmetric_thread: ThreadId) -> Match {
        let graph = &self.state.graph;
        let mut others = positions(graph, symmetric_thread);
        for own in positions(graph, graph.event(id).thread) {
            match others.next() {
                Some(other) if own == id => return Match::Event(other),
                Some(other) if self.are_alike(own, other) => {}
                None if own == id => return Match::Next,
                _ => break,
            }
        }
        Match::Nothing
    }

    /// Returns whether matching events are alike, so that those after them match, too.
    fn are_alike(&self, one: EventId, other: EventId) -> bool {
        let graph = &self.state.graph;
        let (one, other) = (graph.event(one), graph.event(other));
        match (one.label, other.label) {
            (Label::Read(read), Label::Read(other_read)) => {
                read.kind == other_read.kind && self.have_same_source(one, read, other, other_read)
            }
            (Label::Choice(choice), Label::Choice(other)) => choice == other,
            (Label::Fence(_), Label::Fence(_)) | (Label::Addition(_), Label::Addition(_)) => true,
            // Symmetric threads that have arrived in the same round leave it in the same way.
            (Label::Barrier { .. }, Label::Barrier { .. }) => one.label == other.label,
            (Label::Write(_), Label::Write(_)) => self.is_to_own_memory(one) && self.is_to_own_memory(other),
            _ => false,
        }
    }

    /// Returns whether reads of symmetric threads read from the same write, or each from its own
    /// thread's.
    fn have_same_source(&self, one: &Event, read: Read, other: &Event, other_read: Read) -> bool {
        let graph = &self.state.graph;
        read.source == other_read.source
            || read.source.write().zip(other_read.source.write()).is_some_and(|(source, other_source)| {
                let (source, other_source) = (graph.event(source), graph.event(other_source));
                (source.thread, other_source.thread, source.index)
                    == (one.thread, other.thread, other_source.index)
            })
    }

    /// Returns whether an event accesses memory that its thread has allocated.
    fn is_to_own_memory(&self, event: &Event) -> bool {
        event.location().is_some_and(|location| {
            self.program.owner(self.locations.info(location).address) == Some(event.thread)
        })
    }

    /// Returns whether matching events agree with the order of their symmetric threads.
    fn is_in_order(&self, elder: EventId, younger: EventId) -> bool {
        let graph = &self.state.graph;
        match (graph.event(elder).label, graph.event(younger).label) {
            (Label::Read(first), Label::Read(second)) if first.location == second.location => {
                let spurious = |read: Read| read.kind == ReadKind::SpuriousFailure;
                let (before, after) = (graph.position(first.source), graph.position(second.source));
                before < after || before == after && (spurious(first) || !spurious(second))
            }
            (Label::Write(first), Label::Write(second)) if first.location == second.location => {
                graph.position(Source::Write(elder)) < graph.position(Source::Write(younger))
            }
            (Label::Choice(first), Label::Choice(second)) => second <= first,
            _ => true,
        }
    }

    /// Checks that a write, which stands before others in coherence order, closes no cycle in
    /// po ∪ rf ∪ co.
    pub(crate) fn check_cycle(&mut self, write: EventId) -> Result<(), Change> {
        let graph = &self.state.graph;
        let Some(location) = graph.event(write).location() else { return Ok(()) };
        let later = &graph.writes(location)[graph.position(Source::Write(write))..];
        if later.is_empty() {
            return Ok(());
        }
        let mut before = graph.causal(write).counts().to_vec();
        let mut looked_at = vec![0; before.len()];
        while let Some(thread) = (0..before.len()).find(|&thread| looked_at[thread] < before[thread]) {
            let event = graph.thread_events(ThreadId::from_index(thread))[looked_at[thread] as usize];
            looked_at[thread] += 1;
            if let Label::Write(label) = graph.event(event).label
                && let Some(earlier) = graph
                    .position(Source::Write(event))
                    .checked_sub(1)
                    .and_then(|position| graph.write_at(label.location, position).write())
            {
                join(&mut before, graph.causal(earlier));
            }
        }
        if later.iter().any(|&later| View::new(&before).contains(graph.event(later))) {
            return Err(self.turn_off_symmetry(Asymmetry::Cycle));
        }
        Ok(())
    }

    /// The events that precede the given events in cb, themselves included: those that precede them
    /// in porf, those that precede matching events of elder symmetric threads, and whole rmws.
    /// `next` is a thread whose next event, which is not in the graph yet, belongs to the prefix.
    pub(crate) fn close_prefix(&self, events: [Option<EventId>; 2], next: Option<ThreadId>) -> Vec<u32> {
        let graph = &self.state.graph;
        let symmetric = &self.state.symmetric;
        let mut prefix = vec![0; graph.thread_count()];
        for event in events.into_iter().flatten() {
            join(&mut prefix, graph.causal(event));
        }
        let threads = || (0..graph.thread_count()).map(ThreadId::from_index);
        loop {
            let mut grown = false;
            for younger in threads() {
                for elder in symmetric.of(younger).filter(|&elder| elder < younger) {
                    let counted = prefix[younger.index()];
                    if let Some(last) = self.last_before(elder, younger, counted, next == Some(younger))
                        && !View::new(&prefix).contains(graph.event(last))
                    {
                        join(&mut prefix, graph.causal(last));
                        grown = true;
                    }
                }
            }
            for thread in threads() {
                let counted = prefix[thread.index()] as usize;
                let events = graph.thread_events(thread);
                if let Some(&write) = events.get(counted)
                    && graph.event(write).as_write().is_some_and(|write| write.exclusive)
                    && counted > 0
                {
                    join(&mut prefix, graph.causal(write));
                    grown = true;
                }
            }
            if !grown {
                return prefix;
            }
        }
    }

    /// The last event of an elder symmetric thread that matches one of the first events of a
    /// younger one, or the younger one's next event, which is not in the graph yet.
    fn last_before(&self, elder: ThreadId, younger: ThreadId, counted: u32, next: bool) -> Option<EventId> {
        let graph = &self.state.graph;
        let is_counted = |event: &EventId| graph.event(*event).index < counted;
        let events = positions(graph, younger).take_while(is_counted).map(Some).chain(next.then_some(None));
        let mut last = None;
        for (event, matching) in events.zip(positions(graph, elder)) {
            last = Some(matching);
            if !event.is_some_and(|event| self.are_alike(event, matching)) {
                break;
            }
        }
        last
    }
}

/// Joins a prefix into another one.
pub(crate) fn join(counts: &mut [u32], view: View<'_>) {
    for (count, &more) in counts.iter_mut().zip(view.counts()) {
        *count = (*count).max(more);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thread(index: usize) -> ThreadId {
        ThreadId::from_index(index)
    }

    #[test]
    fn the_first_thread_stands_for_its_class() {
        let mut symmetric = SymmetricThreads::default();
        assert!(!symmetric.exist());
        symmetric.add(thread(1), thread(2));
        symmetric.add(thread(2), thread(4));
        assert_eq!(symmetric.of(thread(4)).collect::<Vec<_>>(), [thread(1), thread(2), thread(4)]);
        assert_eq!(symmetric.of(thread(3)).count(), 0);
        assert_eq!(symmetric.count(), 3);
    }

    #[test]
    fn classes_are_apart() {
        let mut symmetric = SymmetricThreads::default();
        symmetric.add(thread(0), thread(1));
        symmetric.add(thread(2), thread(3));
        assert_eq!(symmetric.of(thread(0)).collect::<Vec<_>>(), [thread(0), thread(1)]);
        assert_eq!(symmetric.of(thread(3)).collect::<Vec<_>>(), [thread(2), thread(3)]);
    }

    #[test]
    fn a_thread_alone_is_symmetric_to_none() {
        let mut symmetric = SymmetricThreads::default();
        symmetric.add(thread(1), thread(2));
        symmetric.add(thread(2), thread(3));
        symmetric.remove(thread(3));
        assert_eq!(symmetric.of(thread(1)).collect::<Vec<_>>(), [thread(1), thread(2)]);
        symmetric.remove(thread(2));
        assert!(!symmetric.exist());
        assert_eq!(symmetric.of(thread(1)).count(), 0);
    }

    #[test]
    fn prefixes_are_joined_thread_by_thread() {
        let mut counts = vec![3, 0, 2];
        join(&mut counts, View::new(&[1, 4, 2]));
        assert_eq!(counts, [3, 4, 2]);
    }
}
