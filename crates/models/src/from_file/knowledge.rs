//! The writes that a thread knows by the axioms of a file.
//!
//! Let e be an access that is added behind the last event l of its thread, and w a write to the same
//! location. If e ignores w, a read because its source is coherence-before w, a write because it is
//! placed before w, then e precedes w in fr or co. An axiom forbids that if it has a closed walk
//! that comes back from w to e, by edges that do not depend on the place of e. There are three
//! forms of axioms of which that is known, from [`Inclusions`]:
//!
//! 1. `acyclic r`, and r contains po, rf, co and fr. The thread knows all writes from which these
//!    lead to l.
//! 2. `acyclic r`, and r contains rf, co, fr and either k or `k & loc`; or `irreflexive k ; s` (or
//!    `s ; k`), and s contains co, fr, `co ; rf` and `fr ; rf`. Here k is a relation with views
//!    ([`Viewed`]), such as happens-before. The
//!    thread knows w if k relates w, or a read of w, to l.
//! 3. `acyclic r`, and r contains rf, co, fr and `po & loc`. The thread knows its own writes and
//!    the sources of its own reads, those of its creators included.
//!
//! By the second form it also knows what it knows by the third.

use porf_cat::{Check, Model, NodeId, Operation, PrimitiveRelation, Test};
use porf_entity::EntityId;
use porf_graph::{EventId, Graph, LocationId};

use super::automaton::Compiler;
use super::hull::Hull;
use super::inclusions::{Edge, Inclusions};
use super::scene::{Letters, Scene};
use super::views::Viewed;
use crate::coherence::{last_known_position, own_known_position};

const COMMUNICATION: [Edge; 3] = [Edge::ReadsFrom, Edge::Coherence, Edge::FromReads];
const AROUND: [Edge; 4] =
    [Edge::Coherence, Edge::FromReads, Edge::CoherenceReadsFrom, Edge::FromReadsReadsFrom];

/// The rule that tells which writes a thread knows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Knowledge {
    /// The first form.
    everything: bool,
    /// The third form.
    own: bool,
    /// The second form: the relations k, which have views. They are the first ones that have.
    pub(super) relations: Vec<Viewed>,
}

impl Knowledge {
    /// The knowledge from the axioms that are asked after each event.
    pub(super) fn new<'c>(
        compiler: &Compiler<'_>,
        axioms: impl Iterator<Item = &'c Check>,
        inclusions: &Inclusions,
    ) -> Self {
        let model = compiler.model;
        let mut knowledge = Self::default();
        for check in axioms {
            let tested = check.tested;
            let is_coherent = check.test == Test::Acyclic && inclusions.contains(tested, &COMMUNICATION);
            knowledge.everything |= is_coherent && inclusions.contains(tested, &[Edge::ProgramOrder]);
            knowledge.own |= is_coherent && inclusions.contains(tested, &[Edge::SameLocation]);
            for part in alternatives(model, tested) {
                let known: Vec<NodeId> = match model.nodes[part].expression {
                    Operation::Intersection(a, b) if is_coherent => {
                        let is_loc = |node: &NodeId| {
                            let loc = Operation::Relation(PrimitiveRelation::SameLocation);
                            model.nodes[*node].expression == loc
                        };
                        let pairs = [(a, b), (b, a)].into_iter();
                        pairs.filter(|(_, other)| is_loc(other)).map(|(known, _)| known).collect()
                    }
                    Operation::Sequence(a, b) if check.test == Test::Irreflexive => {
                        let pairs = [(a, b), (b, a)].into_iter();
                        let is_around = |&(_, other): &(NodeId, NodeId)| inclusions.contains(other, &AROUND);
                        pairs.filter(is_around).map(|(known, _)| known).collect()
                    }
                    _ if is_coherent => vec![part],
                    _ => Vec::new(),
                };
                for node in known {
                    let po = Operation::Relation(PrimitiveRelation::ProgramOrder);
                    knowledge.own |= model.nodes[node].expression == po;
                    if let Some(relation) = Viewed::new(compiler, inclusions, node)
                        && !knowledge.relations.contains(&relation)
                    {
                        knowledge.relations.push(relation);
                    }
                }
            }
        }
        knowledge
    }

    /// The position of the last write that a thread with this last event knows.
    pub(super) fn known_position(
        &self,
        graph: &Graph,
        letters: &Letters,
        (hull, scene): (&mut Hull, &mut Scene),
        last: EventId,
        location: LocationId,
    ) -> usize {
        if self.everything {
            return hull.known_position(graph, Some(last), location);
        }
        let own = match self.own || !self.relations.is_empty() {
            true => own_known_position(graph, Some(last), location),
            false => 0,
        };
        if self.relations.is_empty() {
            return own;
        }
        // Nothing outside the porf-prefix is known.
        let causal = graph.causal(last);
        let is_known = |event| causal.contains(graph.event(event));
        let most = last_known_position(graph, location, is_known, true);
        if most <= own {
            return own;
        }
        scene.look_at(graph, letters);
        let (threads, views) = (scene.threads(), scene.views(graph, letters, last));
        let known = |event: EventId| {
            let event = graph.event(event);
            views
                .chunks_exact(threads)
                .take(self.relations.len())
                .any(|view| event.index < view[event.thread.index()])
        };
        last_known_position(graph, location, known, true).max(own)
    }
}

/// The relations whose union a node is.
pub(super) fn alternatives(model: &Model, node: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut pending = vec![node];
    while let Some(node) = pending.pop() {
        match model.nodes[node].expression {
            Operation::Union(a, b) => pending.extend([a, b]),
            _ => found.push(node),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use porf_cat::{LibraryOnly, Source as Text, forms, read, shipped};

    use super::*;

    /// The knowledge by all checks of a model: everything, own accesses, and the number of relations.
    fn knowledge(text: &str) -> (bool, bool, usize) {
        let text = Text { name: "test.cat".to_owned(), text: text.to_owned() };
        let model = read(text, &LibraryOnly).unwrap_or_else(|error| panic!("{error}"));
        let compiler = Compiler { model: &model, forms: forms(&model), prefixes: Vec::new() };
        let inclusions = Inclusions::new(&model);
        let axioms = model.checks.iter().filter(|check| check.role == porf_cat::Role::Axiom);
        let found = Knowledge::new(&compiler, axioms, &inclusions);
        (found.everything, found.own, found.relations.len())
    }

    #[test]
    fn the_shipped_models_know_as_the_built_in_ones() {
        let of = |name: &str| knowledge(&shipped(name).expect("it is shipped").text);
        assert_eq!(of("sc"), (true, true, 0));
        assert_eq!(of("tso"), (false, true, 0));
        assert_eq!(of("pso"), (false, true, 0));
        assert_eq!(of("ra"), (false, true, 1));
        assert_eq!(of("rc11"), (false, false, 1));
        assert_eq!(of("cpp20"), (false, false, 1));
    }

    #[test]
    fn nothing_is_known_by_axioms_that_leave_out_a_pair() {
        for text in [
            "acyclic po-loc | rf | co",
            "acyclic po-loc | rf | co | (fr & ext)",
            "acyclic (po-loc \\ (R * R)) | rf | co | fr",
            "acyclic po-loc | rfe | co | fr",
            "acyclic po-loc | [A] ; rf | co | fr",
            "irreflexive po-loc | rf | co | fr",
            "irreflexive (po | rf) ; (co | fr | rf)+",
            "irreflexive (po | rf)+ ; (co | fr)",
            "let hb = (po & int | rf)+ irreflexive hb ; (co | fr | rf)+",
            "let hb = (po | co)+ irreflexive hb ; (co | fr | rf)+",
        ] {
            assert_eq!(knowledge(text), (false, false, 0), "{text}");
        }
    }

    #[test]
    fn filters_that_leave_out_nothing_are_seen_through() {
        assert!(knowledge("acyclic (po-loc & (M * M)) | [W] ; rf ; [R] | co | (fr \\ (W * W))").1);
        assert!(knowledge("acyclic po? ; po-loc | com | 0").1);
        let eco = "let eco = rf | co | fr | (co | fr) ; rf";
        assert_eq!(knowledge(&format!("{eco} irreflexive eco ; po")), (false, true, 0));
    }
}
