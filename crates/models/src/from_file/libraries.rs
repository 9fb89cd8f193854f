//! Axioms of libraries beside those of a memory model.
//!
//! The calls of a library are accesses to locations that belong to it. The axioms of its
//! specification are about these accesses alone: about the [projection](porf_graph::Projection) of
//! an execution to the locations of the library, in which `po` is program order between the calls. An
//! execution is consistent if the axioms of the memory model hold of all of it, and the axioms of
//! each library of its projection.
//!
//! An event elsewhere changes no projection. So only accesses to the locations of a library are
//! checked, and a read may read from the writes that both the memory model and the library admit.
//! The axioms are prefix-closed and extensible by form, as those of a memory model; others filter
//! full executions.
//!
//! Axioms may also name functions, whose names are the sets of their calls, and `hb`, happens-before of the
//! whole execution. Happens-before between two events is decided within the porf-prefix of the later one, and
//! an event that is added at the end of its thread adds none between two others. So an event elsewhere still
//! changes nothing that the axioms are about. These axioms are evaluated on the projection, and so are those of
//! pools, whose items are locations of their own: `loc` is about objects. A take is always maximal, so axioms of
//! pools that say anything filter full executions.
//!
//! The axiom that `po | rf | co | fr` is acyclic, which is sequential consistency, is asked of the
//! built-in model.

use porf_cat::{PrimitiveRelation, Role, evaluate_while};
use porf_entity::{EntityId, LibraryId, Relation};
use porf_graph::{EventId, Graph, Label, LocationId, Projection, Source};

use super::events::{accessed_locations, events_while};
use super::file_model::FileModel;
use super::{FromFile, is_maximal};
use crate::{GoOn, Judgement, Model, Sc, Unfinished};

/// The axioms of a library, and the locations that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Library<'a> {
    library: LibraryId,
    file: &'a FileModel,
    axioms: Axioms<'a>,
    /// By location, the object to which it belongs, if that is one of the library.
    objects: Vec<Option<LocationId>>,
    projection: Projection,
}

/// A model of the accesses to the locations of a library.
#[derive(Clone, Debug)]
enum Axioms<'a> {
    SequentialConsistency(Box<Sc>),
    File(Box<FromFile<'a>>),
    /// They are about calls of functions, or about happens-before of the whole execution.
    Around(&'a FileModel),
}

impl<'a> Library<'a> {
    pub(super) fn new(library: LibraryId, file: &'a FileModel) -> Self {
        let axioms = if file.looks_around() {
            Axioms::Around(file)
        } else {
            let asked = FromFile::new(file);
            match asked.is_sequential_consistency() {
                true => Axioms::SequentialConsistency(Box::default()),
                false => Axioms::File(Box::new(asked)),
            }
        };
        let projection = Projection::new(Graph::new(0, file.synchronisation()));
        Self { library, file, axioms, objects: Vec::new(), projection }
    }

    /// Learns that a location belongs to a library, and to which object.
    pub(super) fn assign(&mut self, location: LocationId, library: LibraryId, object: LocationId) {
        if library == self.library {
            let index = location.index();
            self.objects.resize(self.objects.len().max(index + 1), None);
            self.objects[index] = Some(object);
        }
    }

    /// Whether a location belongs to the library.
    pub(super) fn owns(&self, location: LocationId) -> bool {
        object_of(&self.objects, location).is_some()
    }

    /// The position of the last write to a location of the library that a thread with this last event
    /// knows by the axioms.
    pub(super) fn known_position(&mut self, graph: &Graph, last: EventId, location: LocationId) -> usize {
        if let Axioms::Around(_) = self.axioms {
            return 0;
        }
        self.project(graph);
        let mut kept = std::iter::successors(Some(last), |&event| graph.directly_before(event));
        let last = kept.find_map(|event| self.projection.new_id(event));
        let left = self.projection.graph();
        match &mut self.axioms {
            Axioms::SequentialConsistency(model) => model.known_position(left, last, location),
            Axioms::File(model) => model.known_position(left, last, location),
            Axioms::Around(_) => 0,
        }
    }

    /// Whether the axioms hold of a graph, given that they hold without an event that was just added.
    pub(super) fn is_consistent(
        &mut self,
        graph: &Graph,
        event: EventId,
        go_on: GoOn<'_>,
    ) -> Result<bool, Unfinished> {
        let is_own = graph.event(event).location().is_some_and(|location| self.owns(location));
        if !is_own || is_maximal(graph, event) {
            return Ok(true);
        }
        self.project(graph);
        let Some(event) = self.projection.new_id(event) else { return Ok(true) };
        let left = self.projection.graph();
        match &mut self.axioms {
            Axioms::SequentialConsistency(model) => Ok(ignores_nothing(model, left, event)),
            Axioms::File(model) => model.is_consistent(left, event, go_on),
            Axioms::Around(file) => {
                let is_asked = |place| file.is_incremental(place);
                hold(file, (&self.projection, &self.objects), graph, is_asked, go_on)
            }
        }
    }

    /// Whether the axioms that are asked after each event hold of a graph, evaluated one by one.
    pub(super) fn is_consistent_plainly(&self, graph: &Graph) -> bool {
        let mut projection = Projection::new(Graph::new(0, graph.synchronisation()));
        projection.project(graph, |location| self.owns(location));
        if self.file.looks_around() {
            let is_asked = |place| self.file.is_incremental(place);
            let calls = (&projection, &self.objects[..]);
            return hold(self.file, calls, graph, is_asked, &mut || true) == Ok(true);
        }
        FromFile::new(self.file).is_consistent_plainly(projection.graph())
    }

    /// The judgement about a complete execution.
    pub(super) fn judge(&mut self, graph: &Graph, go_on: GoOn<'_>) -> Result<Judgement, Unfinished> {
        if !matches!(self.axioms, Axioms::SequentialConsistency(_)) {
            self.project(graph);
        }
        match &mut self.axioms {
            Axioms::SequentialConsistency(_) => Ok(Judgement::default()),
            Axioms::File(model) => model.judge(self.projection.graph(), go_on),
            Axioms::Around(file) => {
                let is_asked = |place| file.check(place).role == Role::Axiom;
                let is_consistent = !file.is_filtering()
                    || hold(file, (&self.projection, &self.objects), graph, is_asked, go_on)?;
                Ok(Judgement { is_consistent, reports: Vec::new() })
            }
        }
    }

    fn project(&mut self, graph: &Graph) {
        let Self { objects, projection, .. } = self;
        projection.project(graph, |location| object_of(objects, location).is_some());
    }
}

/// The object to which a location belongs, given the objects by location.
fn object_of(objects: &[Option<LocationId>], location: LocationId) -> Option<LocationId> {
    objects.get(location.index()).copied().flatten()
}

/// Whether some axioms hold of a projection of a graph. Events are at the same location if they are at the same
/// object.
fn hold(
    file: &FileModel,
    (projection, objects): (&Projection, &[Option<LocationId>]),
    graph: &Graph,
    is_asked: impl Fn(usize) -> bool,
    go_on: GoOn<'_>,
) -> Result<bool, Unfinished> {
    let places: Vec<usize> = (0..file.model().checks.len()).filter(|&place| is_asked(place)).collect();
    if places.is_empty() {
        return Ok(true);
    }
    let mut events = events_while(projection.graph(), go_on).ok_or(Unfinished::Interrupted)?;
    let first = events.size() - projection.graph().len();
    let mut happens_before = Relation::empty(events.size());
    for (old, new) in projection.kept() {
        if let Some(function) = graph.function_of(old) {
            events.insert_call(function.index() as u32, first + new.index());
        }
        let before = graph.happens_before(old);
        for (other, earlier) in projection.kept() {
            if other != old && before.contains(graph.event(other)) {
                happens_before.insert(first + earlier.index(), first + new.index());
            }
        }
    }
    events.relate(PrimitiveRelation::HappensBefore, happens_before);
    let left = projection.graph();
    let of_initial_writes = accessed_locations(left).map(Some);
    let of_events = left.events().map(|event| left.event(event).location());
    let at: Vec<Option<LocationId>> = of_initial_writes
        .chain(of_events)
        .map(|location| location.and_then(|it| object_of(objects, it)))
        .collect();
    let is_same = |a: usize, b: usize| at[a].is_some() && at[a] == at[b];
    events.relate(PrimitiveRelation::SameLocation, Relation::from_predicate(events.size(), is_same));
    let model = file.model();
    let holds = evaluate_while(model, &events, go_on).ok_or(Unfinished::Interrupted)?;
    Ok(places.into_iter().all(|place| holds[place]))
}

/// Whether an access reads from the last write that its thread knows or a later one, or stands behind
/// that write. Under SC, this is all that there is to be checked.
fn ignores_nothing(model: &mut Sc, graph: &Graph, event: EventId) -> bool {
    let before = graph.directly_before(event);
    match graph.event(event).label {
        Label::Read(read) => {
            graph.position(read.source) >= model.known_position(graph, before, read.location)
        }
        Label::Write(write) => {
            graph.position(Source::Write(event)) > model.known_position(graph, before, write.location)
        }
        _ => true,
    }
}
