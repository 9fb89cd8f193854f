//! The axioms of a file that are asked after each event, each in the cheapest way that its form
//! allows:
//!
//! 1. Axioms that hold of every graph that exploration builds are not asked: po ∪ rf is acyclic, and
//!    read-modify-writes are atomic.
//! 2. `acyclic r` and `irreflexive r` become a search for a closed walk through the event
//!    ([`super::cycles`]), if r is an automaton over letters ([`super::automaton`]).
//! 3. All others are evaluated on the whole graph.
//!
//! An axiom of the second or third kind is not asked, either, if the classes of the events tell that
//! its relation is empty ([`super::classes`]).

use porf_cat::{Check, Model, Operation, PrimitiveRelation, Test, evaluate, forms, is_from_reads};
use porf_graph::{EventId, Graph};
use rustc_hash::FxHashMap;

use super::automaton::{Automaton, Compiler};
use super::classes::{Class, Classes};
use super::cycles::CycleSearch;
use super::events::events;
use super::file_model::FileModel;
use super::scene::{Letters, Scene};

/// The axioms, ready to be asked.
#[derive(Clone, Debug)]
pub(super) struct Axioms {
    searched: Vec<(Check, Automaton)>,
    /// The model with the axioms that are evaluated.
    evaluated: Model,
    letters: Letters,
    /// For each union of classes that was met, whether each of the axioms is silent; the searched
    /// ones come first.
    silent: FxHashMap<Class, Box<[bool]>>,
    scene: Scene,
    search: CycleSearch,
}

impl Axioms {
    pub(super) fn new(file: &FileModel) -> Self {
        let model = &file.model;
        let mut compiler = Compiler { model, forms: forms(model), prefixes: Vec::new() };
        let mut searched = Vec::new();
        let mut rest = Vec::new();
        for (index, check) in model.checks.iter().enumerate() {
            if !file.is_incremental(index) || is_by_construction(model, check) {
                continue;
            }
            let automaton = match check.test {
                Test::Acyclic | Test::Irreflexive => compiler.automaton(check.tested),
                Test::Empty => None,
            };
            match automaton {
                Some(automaton) => searched.push((check.clone(), automaton)),
                None => rest.push(check.clone()),
            }
        }
        let letters = Letters::new(model, compiler.prefixes);
        let evaluated = Model { checks: rest, ..model.clone() };
        Self {
            searched,
            evaluated,
            letters,
            silent: FxHashMap::default(),
            scene: Scene::default(),
            search: CycleSearch::default(),
        }
    }

    /// Whether the axioms hold of a graph, given that they hold of the graph without the events.
    pub(super) fn hold(&mut self, graph: &Graph, added: &[EventId]) -> bool {
        self.scene.look_at(graph, &self.letters);
        let sets = self.scene.sets();
        let (searched, evaluated) = (&self.searched, &self.evaluated);
        let silent = self.silent.entry(sets).or_insert_with(|| {
            let classes = Classes::within(sets);
            let checks = searched.iter().map(|(check, _)| check).chain(&evaluated.checks);
            checks.map(|check| classes.is_silent(evaluated, check)).collect()
        });
        for ((check, automaton), _) in searched.iter().zip(&silent[..]).filter(|(_, silent)| !**silent) {
            let (search, scene) = (&mut self.search, &mut self.scene);
            let mut finds =
                |&event: &EventId| search.finds(graph, &self.letters, scene, automaton, check.test, event);
            if added.iter().any(&mut finds) {
                return false;
            }
        }
        silent[searched.len()..].iter().all(|&silent| silent)
            || evaluate(evaluated, &events(graph)).is_consistent(evaluated)
    }
}

/// Whether an axiom holds of every graph that exploration builds.
fn is_by_construction(model: &Model, check: &Check) -> bool {
    let [po, rf, co, rmw] = [
        PrimitiveRelation::ProgramOrder,
        PrimitiveRelation::ReadsFrom,
        PrimitiveRelation::Coherence,
        PrimitiveRelation::ReadModifyWrite,
    ]
    .map(Operation::Relation);
    let is_porf = |it: Operation| match it {
        Operation::Plus(inner) => model.is_within(inner, &|it| it == po || it == rf || it == rmw),
        _ => it == po || it == rf || it == rmw,
    };
    let is_between = |it: Operation| match it {
        Operation::Sequence(first, second) => {
            model.is_within(first, &|it| is_from_reads(model, it)) && model.is_within(second, &|it| it == co)
        }
        _ => false,
    };
    match (check.test, check.negated) {
        (Test::Acyclic | Test::Irreflexive, false) => model.is_within(check.tested, &is_porf),
        (Test::Empty, false) => {
            model.is_within(check.tested, &|it| it == rmw) && model.is_within(check.tested, &is_between)
        }
        (_, true) => false,
    }
}
