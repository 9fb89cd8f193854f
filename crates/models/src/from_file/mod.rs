//! Memory models from files, asked about one event after the other.
//!
//! Only axioms that are prefix-closed and extensible by form are asked ([`FileModel`]). So an event
//! that was added in the maximal way needs no check: nothing follows it. Every other event is
//! checked by [`axioms`]. [`is_consistent_plainly`](FromFile::is_consistent_plainly) evaluates all
//! of them on the whole graph, and is what tests compare the fast way with.
//!
//! Under a model that has other axioms, too, complete executions are judged by all of them.

mod automaton;
mod axioms;
mod classes;
mod component;
mod cycles;
mod events;
mod file_model;
mod hull;
mod inclusions;
mod knowledge;
mod libraries;
mod rows;
mod scene;
mod sets;
mod views;

pub use file_model::FileModel;

use porf_cat::{Check, Outcome, PrimitiveSet, Role, evaluate, evaluate_while};
use porf_entity::{LibraryId, OrderingMeaning};
use porf_graph::{EventId, Graph, Label, LocationId, Source, Synchronisation};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::{Criterion, Demands, GoOn, Judgement, Model, Unfinished};
use axioms::Axioms;
use classes::{Class, Classes, bit, class};
use events::{events, events_while, sets};
use libraries::Library;

/// A memory model from a file.
#[derive(Clone, Debug)]
pub struct FromFile<'a> {
    file: &'a FileModel,
    /// The axioms that are asked after each event.
    axioms: Axioms,
    /// Whether no check reports an execution whose events are in these sets only.
    silent: FxHashMap<Class, bool>,
    /// The axioms of libraries, which are about their calls alone.
    libraries: Vec<Library<'a>>,
}

impl<'a> FromFile<'a> {
    /// The model of a file.
    pub fn new(file: &'a FileModel) -> Self {
        let libraries = file.libraries().iter().map(|(id, file)| Library::new(*id, file)).collect();
        Self { file, axioms: Axioms::new(file), silent: FxHashMap::default(), libraries }
    }

    /// Whether the axioms say that po ∪ rf ∪ co ∪ fr is acyclic, and no more.
    fn is_sequential_consistency(&self) -> bool {
        !self.file.is_filtering()
            && self.file.reports().next().is_none()
            && self.axioms.are_sequential_consistency()
    }

    /// Whether the axioms that are asked after each event hold of a graph, evaluated one by one.
    pub fn is_consistent_plainly(&self, graph: &Graph) -> bool {
        let evaluation = evaluate(&self.file.model, &events(graph));
        let mut outcomes = evaluation.outcomes.iter().enumerate();
        outcomes.all(|(index, outcome)| !self.file.is_incremental(index) || *outcome == Outcome::Holds)
            && self.libraries.iter().all(|library| library.is_consistent_plainly(graph))
    }

    /// The judgement about a complete execution, with all checks evaluated one by one.
    pub fn judge_plainly(&self, graph: &Graph, go_on: GoOn<'_>) -> Result<Judgement, Unfinished> {
        let model = &self.file.model;
        let holds = events_while(graph, go_on).and_then(|events| evaluate_while(model, &events, go_on));
        let holds = holds.ok_or(Unfinished::Interrupted)?;
        let checks = || model.checks.iter().zip(&holds);
        let is_consistent = checks().all(|(check, &holds)| holds || check.role != Role::Axiom);
        let is_reported = |(check, &holds): (&Check, &bool)| match check.role {
            Role::Axiom => false,
            Role::Flag => holds,
            Role::UndefinedUnless => !holds,
        };
        let reports = checks().enumerate().filter(|&(_, it)| is_reported(it));
        Ok(Judgement { is_consistent, reports: reports.map(|(index, _)| index).collect() })
    }

    /// Whether no check reports the graph, because of the sets that its events are in.
    fn is_silent(&mut self, graph: &Graph) -> bool {
        let classes = graph.events().map(|event| class(sets(&graph.event(event).label)));
        let all = classes.fold(bit(PrimitiveSet::Universe), |all, class| all | class);
        let file = self.file;
        *self.silent.entry(all).or_insert_with(|| {
            let classes = Classes::within(all);
            file.reports().all(|check| classes.is_silent(&file.model, check))
        })
    }

    /// Whether no check reports a graph, as far as that is quickly seen.
    fn is_unreported(&mut self, graph: &Graph) -> bool {
        let file = self.file;
        self.is_silent(graph)
            || file.reports().enumerate().all(|(report, check)| {
                let holds = self.axioms.report_holds(graph, report, check);
                // A flag is reported if it holds, a condition of defined behaviour if it fails.
                holds.is_some_and(|holds| holds != (check.role == Role::Flag))
            })
    }
}

impl Model for FromFile<'_> {
    fn synchronisation(&self) -> Synchronisation {
        self.file.synchronisation()
    }

    fn orderings(&self) -> OrderingMeaning {
        self.file.orderings()
    }

    fn distinguishes_functions(&self) -> bool {
        self.file.libraries().iter().any(|(_, file)| file.looks_around())
    }

    fn allows_weaker_reads(&self) -> bool {
        false
    }

    fn leaves_unordered(&self) -> bool {
        self.synchronisation().by_orderings() || self.file.reports().next().is_some()
    }

    fn ordered_before(&mut self, graph: &Graph, event: EventId, counts: &mut Vec<u32>) {
        counts.clear();
        counts.extend_from_slice(graph.happens_before(event).counts());
        self.axioms.restrict_to_ordered(graph, event, counts);
    }

    fn known_position(&mut self, graph: &Graph, last: Option<EventId>, location: LocationId) -> usize {
        let Some(last) = last else { return 0 };
        let known = self.axioms.known_position(graph, last, location);
        match self.libraries.iter_mut().find(|library| library.owns(location)) {
            None => known,
            Some(library) => known.max(library.known_position(graph, last, location)),
        }
    }

    fn assign(&mut self, location: LocationId, library: LibraryId, object: LocationId) {
        self.libraries.iter_mut().for_each(|it| it.assign(location, library, object));
    }

    fn is_consistent(&mut self, graph: &Graph, event: EventId, go_on: GoOn<'_>) -> Result<bool, Unfinished> {
        if is_maximal(graph, event) {
            return Ok(true);
        }
        if !go_on() {
            return Err(Unfinished::Interrupted);
        }
        // The read of a read-modify-write that displaces another one has not been checked.
        let is_exclusive = graph.event(event).as_write().is_some_and(|write| write.exclusive);
        let read = graph.predecessor(event).filter(|_| is_exclusive);
        let added: SmallVec<[EventId; 2]> = read.into_iter().chain([event]).collect();
        if !self.axioms.hold(graph, &added, go_on).ok_or(Unfinished::Interrupted)? {
            return Ok(false);
        }
        for library in &mut self.libraries {
            if !library.is_consistent(graph, event, go_on)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn precedes(
        &mut self,
        _graph: &Graph,
        _first: EventId,
        _second: EventId,
        _counts: impl Fn(EventId) -> bool,
    ) -> bool {
        false
    }

    fn publishes(&self, _graph: &Graph, _write: EventId) -> bool {
        false
    }

    fn criterion(&self, _graph: &Graph) -> Criterion {
        Criterion::Cycles
    }

    fn is_filtering(&self) -> bool {
        self.file.is_filtering()
    }

    fn judge(&mut self, graph: &Graph, go_on: GoOn<'_>) -> Result<Judgement, Unfinished> {
        for library in &mut self.libraries {
            if !library.judge(graph, go_on)?.is_consistent {
                return Ok(Judgement { is_consistent: false, reports: Vec::new() });
            }
        }
        if !self.file.is_filtering() && self.is_unreported(graph) {
            return Ok(Judgement::default());
        }
        self.judge_plainly(graph, go_on)
    }

    /// Coherence orders are chosen, not looked for.
    fn find_orders(
        &mut self,
        _graph: &mut Graph,
        location: LocationId,
        _demands: &mut Demands<'_>,
    ) -> Result<bool, Unfinished> {
        Err(Unfinished::TooLarge(location))
    }
}

/// Whether an event that was just added was added in the maximal way, so that nothing follows it but
/// perhaps a read that has no successor itself.
fn is_maximal(graph: &Graph, event: EventId) -> bool {
    match graph.event(event).label {
        Label::Read(read) => graph.coherence_successor(read.location, read.source).is_none(),
        Label::Write(write) => graph.coherence_successor(write.location, Source::Write(event)).is_none(),
        _ => true,
    }
}
