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
//! its relation is empty ([`super::classes`]). An axiom of the second kind is asked only of events
//! that lie on a cycle of po ∪ rf ∪ co ∪ fr, and the search stays among these ([`super::hull`]), if
//! that is possible by form.

use porf_cat::{
    Check, Kind, Model, NodeId, Operation, PrimitiveRelation, Role, Test, evaluate_while, forms,
    is_from_reads,
};
use porf_entity::EntityId;
use porf_graph::{EventId, Graph, LocationId};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::automaton::{Automaton, Compiler};
use super::classes::{Class, Classes};
use super::component::{LocalAxioms, MOST};
use super::cycles::{CycleSearch, Search};
use super::events::events_while;
use super::file_model::FileModel;
use super::hull::{Hull, Within};
use super::inclusions::{Edge, Inclusions};
use super::knowledge::Knowledge;
use super::scene::{Letters, Row, Scene, insert};
use super::views::Viewed;
use crate::GoOn;

/// The axioms, ready to be asked.
#[derive(Clone, Debug)]
pub(super) struct Axioms {
    searched: Vec<Searched>,
    knowledge: Knowledge,
    /// The searched axioms, as far as they are local.
    local: LocalAxioms,
    /// For each report, the number of the relation with views that it takes for happens-before, if
    /// it is about pairs that such a relation does not order.
    orders: Vec<Option<usize>>,
    /// For each report, the relation that is to be empty, if rows decide about it.
    reports: Vec<Option<NodeId>>,
    /// The model with the axioms that are evaluated.
    evaluated: Model,
    letters: Letters,
    /// For each union of classes that was met, whether each of the axioms is silent; the searched
    /// ones come first.
    silent: FxHashMap<Class, Box<[bool]>>,
    scene: Scene,
    search: CycleSearch,
    hull: Hull,
    component: Row,
}

/// An axiom that is searched.
#[derive(Clone, Debug)]
struct Searched {
    check: Check,
    automaton: Automaton,
    /// How the closed walks of the automaton are related to those of po ∪ rf ∪ co ∪ fr.
    walks: Walks,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Walks {
    /// They are the same.
    Same,
    /// They are some of these.
    Within,
    /// There may be others.
    Other,
}

impl Axioms {
    pub(super) fn new(file: &FileModel) -> Self {
        let model = &file.model;
        let mut compiler = Compiler { model, forms: forms(model), prefixes: Vec::new() };
        let (inclusions, within) = (Inclusions::new(model), Within::new(model));
        let all = [Edge::ProgramOrder, Edge::ReadsFrom, Edge::Coherence, Edge::FromReads];
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
                Some(automaton) => {
                    let is_all = check.test == Test::Acyclic && inclusions.contains(check.tested, &all);
                    let walks = match within.contains(&automaton) {
                        true if is_all => Walks::Same,
                        true => Walks::Within,
                        false => Walks::Other,
                    };
                    searched.push(Searched { check: check.clone(), automaton, walks });
                }
                None => rest.push(check.clone()),
            }
        }
        let asked = model.checks.iter().enumerate().filter(|(index, _)| file.is_incremental(*index));
        let knowledge = Knowledge::new(&compiler, asked.map(|(_, check)| check), &inclusions);
        let local = LocalAxioms::new(model, &within, searched.iter().map(|axiom| &axiom.check));
        let reports: Vec<Option<NodeId>> =
            file.reports().map(|check| rows_decide(&compiler, check)).collect();
        let mut viewed = knowledge.relations.clone();
        for part in model.parts(reports.iter().copied().flatten()) {
            let relation = Viewed::new(&compiler, &inclusions, part);
            viewed.extend(relation.filter(|relation| !knowledge.relations.contains(relation)));
        }
        let letters = Letters::new(model, compiler.prefixes, viewed);
        let orders = file.reports().map(|check| order_of(&letters, model, check)).collect();
        let evaluated = Model { checks: rest, ..model.clone() };
        Self {
            searched,
            knowledge,
            local,
            orders,
            reports,
            evaluated,
            letters,
            silent: FxHashMap::default(),
            scene: Scene::default(),
            search: CycleSearch::default(),
            hull: Hull::default(),
            component: Row::new(),
        }
    }

    /// Whether the axioms say that po ∪ rf ∪ co ∪ fr is acyclic, and no more.
    pub(super) fn are_sequential_consistency(&self) -> bool {
        self.evaluated.checks.is_empty()
            && !self.searched.is_empty()
            && self.searched.iter().all(|axiom| axiom.walks == Walks::Same)
    }

    /// The position of the last write that a thread with this last event knows.
    pub(super) fn known_position(&mut self, graph: &Graph, last: EventId, location: LocationId) -> usize {
        let memory = (&mut self.hull, &mut self.scene);
        self.knowledge.known_position(graph, &self.letters, memory, last, location)
    }

    /// Leaves out of the events of each thread those that some report does not order before an event.
    /// Where it is not known which events a report orders, none remain.
    pub(super) fn restrict_to_ordered(&mut self, graph: &Graph, event: EventId, counts: &mut [u32]) {
        if self.orders.iter().any(Option::is_none) {
            counts.fill(0);
            return;
        }
        if self.orders.is_empty() {
            return;
        }
        self.scene.look_at(graph, &self.letters);
        let threads = self.scene.threads;
        let views = self.scene.views(graph, &self.letters, event);
        for number in self.orders.iter().copied().flatten() {
            let view = &views[number * threads..][..threads];
            counts.iter_mut().zip(view).for_each(|(count, &ordered)| *count = ordered.min(*count));
        }
    }

    /// Whether a report's test, negated or not, holds of a graph, if rows decide about it.
    pub(super) fn report_holds(&mut self, graph: &Graph, report: usize, check: &Check) -> Option<bool> {
        let tested = self.reports[report]?;
        self.scene.look_at(graph, &self.letters);
        Some(self.scene.relates_any(graph, &self.letters, tested) == check.negated)
    }

    /// Whether the axioms hold of a graph, given that they hold of the graph without the events, the
    /// last of which is po-after the others. `None` if `go_on` returned `false`.
    pub(super) fn hold(&mut self, graph: &Graph, added: &[EventId], go_on: GoOn<'_>) -> Option<bool> {
        let Some(&last) = added.last() else { return Some(true) };
        let component = self.hull.component(graph, last);
        let is_on_cycle = !component.is_empty();
        if is_on_cycle && self.searched.iter().any(|axiom| axiom.walks == Walks::Same) {
            return Some(false);
        }
        let is_small = is_on_cycle && component.len() <= MOST;
        if is_small {
            self.local.look_at(graph, component);
            let mut local =
                (0..self.searched.len()).filter(|&axiom| self.searched[axiom].walks == Walks::Within);
            if !local.all(|axiom| self.local.holds(graph, axiom)) {
                return Some(false);
            }
        }
        let needs_search = |index: usize, axiom: &Searched| match axiom.walks {
            Walks::Other => true,
            Walks::Same | Walks::Within => is_on_cycle && !(is_small && self.local.has(index)),
        };
        let to_search: SmallVec<[usize; 8]> =
            (0..self.searched.len()).filter(|&index| needs_search(index, &self.searched[index])).collect();
        if self.evaluated.checks.is_empty() && to_search.is_empty() {
            return Some(true);
        }
        self.scene.look_at(graph, &self.letters);
        self.component.clear();
        self.component.resize(self.scene.words, 0);
        component.iter().for_each(|&event| insert(&mut self.component, self.scene.bit(event)));
        let sets = self.scene.sets();
        let (searched, evaluated) = (&self.searched, &self.evaluated);
        let silent = self.silent.entry(sets).or_insert_with(|| {
            let classes = Classes::within(sets);
            let checks = searched.iter().map(|axiom| &axiom.check).chain(&evaluated.checks);
            checks.map(|check| classes.is_silent(evaluated, check)).collect()
        });
        for axiom in to_search.into_iter().filter(|&index| !silent[index]).map(|index| &searched[index]) {
            let among = (axiom.walks != Walks::Other).then_some(&self.component);
            let (automaton, test) = (&axiom.automaton, axiom.check.test);
            let walks = Search { graph, letters: &self.letters, automaton, test, among };
            let finds = |&event: &EventId| self.search.finds(&mut self.scene, walks, event);
            if added.iter().any(finds) {
                return Some(false);
            }
        }
        if silent[searched.len()..].iter().all(|&silent| silent) {
            return Some(true);
        }
        let holds = evaluate_while(evaluated, &events_while(graph, go_on)?, go_on)?;
        let mut checks = evaluated.checks.iter().zip(holds);
        Some(checks.all(|(check, holds)| holds || check.role != Role::Axiom))
    }
}

/// The number of the relation k with views, if a check is `undefined_unless empty r \ (k | k^-1)`.
fn order_of(letters: &Letters, model: &Model, check: &Check) -> Option<usize> {
    let expression = |node: NodeId| model.nodes[node].expression;
    if check.test != Test::Empty || check.negated || check.role != Role::UndefinedUnless {
        return None;
    }
    let Operation::Difference(_, ordered) = expression(check.tested) else { return None };
    let Operation::Union(a, b) = expression(ordered) else { return None };
    let is_inverse = |a: NodeId, b: NodeId| expression(b) == Operation::Inverse(a);
    let order = if is_inverse(a, b) { a } else { Some(b).filter(|&b| is_inverse(b, a))? };
    letters.view_of[order.index()]
}

/// The relation whose emptiness a check is about, if its rows can be computed.
fn rows_decide(compiler: &Compiler<'_>, check: &Check) -> Option<NodeId> {
    let is_relation = compiler.model.nodes[check.tested].kind == Kind::Relation;
    (check.test == Test::Empty && is_relation && compiler.has_rows(check.tested)).then_some(check.tested)
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
