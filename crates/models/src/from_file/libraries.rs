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
//! The axiom that `po | rf | co | fr` is acyclic, which is sequential consistency, is asked of the
//! built-in model.

use porf_entity::{EntityId, LibraryId};
use porf_graph::{EventId, Graph, Label, LocationId, Projection, Source};

use super::file_model::FileModel;
use super::{FromFile, is_maximal};
use crate::{GoOn, Judgement, Model, Sc, Unfinished};

/// The axioms of a library, and the locations that belong to it.
#[derive(Clone, Debug)]
pub(super) struct Library<'a> {
    library: LibraryId,
    file: &'a FileModel,
    axioms: Axioms<'a>,
    /// By location, whether it belongs to the library.
    locations: Vec<bool>,
    projection: Projection,
}

/// A model of the accesses to the locations of a library.
#[derive(Clone, Debug)]
enum Axioms<'a> {
    SequentialConsistency(Box<Sc>),
    File(Box<FromFile<'a>>),
}

impl<'a> Library<'a> {
    pub(super) fn new(library: LibraryId, file: &'a FileModel) -> Self {
        let asked = FromFile::new(file);
        let synchronisation = asked.synchronisation();
        let axioms = match asked.is_sequential_consistency() {
            true => Axioms::SequentialConsistency(Box::default()),
            false => Axioms::File(Box::new(asked)),
        };
        let projection = Projection::new(Graph::new(0, synchronisation));
        Self { library, file, axioms, locations: Vec::new(), projection }
    }

    /// Learns that a location belongs to a library.
    pub(super) fn assign(&mut self, location: LocationId, library: LibraryId) {
        if library == self.library {
            let index = location.index();
            self.locations.resize(self.locations.len().max(index + 1), false);
            self.locations[index] = true;
        }
    }

    /// Whether a location belongs to the library.
    pub(super) fn owns(&self, location: LocationId) -> bool {
        let index = location.index();
        self.locations.get(index).is_some_and(|&owned| owned)
    }

    /// The position of the last write to a location of the library that a thread with this last event
    /// knows by the axioms.
    pub(super) fn known_position(&mut self, graph: &Graph, last: EventId, location: LocationId) -> usize {
        self.project(graph);
        let mut kept = std::iter::successors(Some(last), |&event| graph.directly_before(event));
        let last = kept.find_map(|event| self.projection.new_id(event));
        let left = self.projection.graph();
        match &mut self.axioms {
            Axioms::SequentialConsistency(model) => model.known_position(left, last, location),
            Axioms::File(model) => model.known_position(left, last, location),
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
        }
    }

    /// Whether the axioms that are asked after each event hold of a graph, evaluated one by one.
    pub(super) fn is_consistent_plainly(&self, graph: &Graph) -> bool {
        let mut projection = Projection::new(Graph::new(0, graph.synchronisation()));
        projection.project(graph, |location| self.owns(location));
        FromFile::new(self.file).is_consistent_plainly(projection.graph())
    }

    /// The judgement about a complete execution.
    pub(super) fn judge(&mut self, graph: &Graph, go_on: GoOn<'_>) -> Result<Judgement, Unfinished> {
        if let Axioms::File(_) = &self.axioms {
            self.project(graph);
        }
        match &mut self.axioms {
            Axioms::SequentialConsistency(_) => Ok(Judgement::default()),
            Axioms::File(model) => model.judge(self.projection.graph(), go_on),
        }
    }

    fn project(&mut self, graph: &Graph) {
        let Self { locations, projection, .. } = self;
        projection.project(graph, |location| locations.get(location.index()).is_some_and(|&owned| owned));
    }
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
