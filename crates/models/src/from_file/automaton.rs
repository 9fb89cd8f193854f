//! Relations as automata over letters.
//!
//! A relation that is built by union, composition and closure relates a to b exactly if an automaton
//! accepts a path from a to b. A *letter* leads from one event to another; a *test* lets an event
//! pass that is in a set. Every node whose pairs do not depend on porf-later events
//! ([`Form::is_stable`](porf_cat::Form::is_stable)) may be a letter: an event that is added last is
//! an end of each pair that it adds. Among these, *prefix* letters lead to porf-later events; the
//! events from which a prefix letter leads to a given one never change.
//!
//! Intersections with products of sets are tests at both ends, `r & (S * T) = [S] ; r ; [T]`, and a
//! difference is a union of two, `r \ (S * T) = [~S] ; r | r ; [~T]`.

use porf_cat::{Form, Model, NodeId, Operation, PrimitiveRelation, is_from_reads};
use porf_entity::EntityId;

use super::sets::ClassSet;

/// The number of a state.
pub(super) type State = usize;

/// A step of an automaton.
#[derive(Clone, Debug)]
pub(super) enum Step {
    /// The event stays, if it is in the set.
    Test(ClassSet),
    /// A pair of a stable node.
    Letter(Letter),
}

/// A stable relation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Letter {
    /// Coherence.
    Coherence,
    /// From a read to the writes after its source, `rf^-1 ; co`.
    FromReads,
    /// A node that leads to porf-later events, with its number among these letters.
    Prefix(usize),
    /// Any other stable node.
    Other(NodeId),
}

/// An automaton for a relation.
#[derive(Clone, Debug, Default)]
pub(super) struct Automaton {
    /// For each state, the steps into it and the states that they come from.
    pub(super) into: Vec<Vec<(Step, State)>>,
    /// For each state, the letters that lead out of it.
    pub(super) out: Vec<Vec<Letter>>,
    pub(super) start: State,
    pub(super) end: State,
}

/// The greatest depth of expressions that become automata, so that nothing recurses too deeply.
const DEEPEST: usize = 200;

/// The greatest number of steps of an automaton.
const LARGEST: usize = 2_000;

/// Makes automata, and collects the nodes of their prefix letters.
pub(super) struct Compiler<'m> {
    pub(super) model: &'m Model,
    pub(super) forms: Vec<Form>,
    /// The nodes of prefix letters.
    pub(super) prefixes: Vec<NodeId>,
}

impl Compiler<'_> {
    /// The automaton of a relation; `None` if it has none, or too large a one.
    pub(super) fn automaton(&mut self, node: NodeId) -> Option<Automaton> {
        let mut automaton = Automaton::default();
        automaton.start = automaton.state();
        automaton.end = automaton.state();
        let (start, end) = (automaton.start, automaton.end);
        self.compile(&mut automaton, node, start, end, 0)?;
        Some(automaton)
    }

    /// Adds the paths of a node between two states.
    fn compile(
        &mut self,
        automaton: &mut Automaton,
        node: NodeId,
        from: State,
        to: State,
        depth: usize,
    ) -> Option<()> {
        if depth > DEEPEST || automaton.into.iter().map(Vec::len).sum::<usize>() > LARGEST {
            return None;
        }
        let depth = depth + 1;
        if let Some(letter) = self.letter(node) {
            automaton.add(from, Step::Letter(letter), to);
            return Some(());
        }
        let free = || Step::Test(ClassSet::all());
        match self.model.nodes[node].expression {
            Operation::Empty => {}
            Operation::Union(a, b) => {
                self.compile(automaton, a, from, to, depth)?;
                self.compile(automaton, b, from, to, depth)?;
            }
            Operation::Sequence(a, b) => {
                let between = automaton.state();
                self.compile(automaton, a, from, between, depth)?;
                self.compile(automaton, b, between, to, depth)?;
            }
            Operation::Identity(set) => automaton.add(from, Step::Test(self.set(set)?), to),
            Operation::Optional(a) => {
                self.compile(automaton, a, from, to, depth)?;
                automaton.add(from, free(), to);
            }
            operation @ (Operation::Plus(a) | Operation::Star(a)) => {
                let (first, last) = (automaton.state(), automaton.state());
                automaton.add(from, free(), first);
                self.compile(automaton, a, first, last, depth)?;
                automaton.add(last, free(), first);
                automaton.add(last, free(), to);
                if matches!(operation, Operation::Star(_)) {
                    automaton.add(from, free(), to);
                }
            }
            Operation::Intersection(a, b) => {
                let (relation, (domain, range)) = match (self.product(a), self.product(b)) {
                    (_, Some(product)) => (a, product),
                    (Some(product), None) => (b, product),
                    (None, None) => return None,
                };
                let (first, last) = (automaton.state(), automaton.state());
                automaton.add(from, Step::Test(domain), first);
                self.compile(automaton, relation, first, last, depth)?;
                automaton.add(last, Step::Test(range), to);
            }
            Operation::Difference(a, b) => {
                let (domain, range) = self.product(b)?;
                let (first, last) = (automaton.state(), automaton.state());
                automaton.add(from, Step::Test(domain.complement()), first);
                self.compile(automaton, a, first, to, depth)?;
                self.compile(automaton, a, from, last, depth)?;
                automaton.add(last, Step::Test(range.complement()), to);
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether a node may be a prefix letter.
    pub(super) fn is_prefix_letter(&self, node: NodeId) -> bool {
        let form = self.forms[node.index()];
        form.is_stable() && form.forward && self.has_rows(node)
    }

    /// Whether the rows of a node can be computed.
    pub(super) fn has_rows(&self, node: NodeId) -> bool {
        self.depth(node) <= DEEPEST
    }

    /// The letter that a node is.
    fn letter(&mut self, node: NodeId) -> Option<Letter> {
        let form = self.forms[node.index()];
        let expression = self.model.nodes[node].expression;
        match expression {
            Operation::Relation(PrimitiveRelation::Coherence) => return Some(Letter::Coherence),
            _ if is_from_reads(self.model, expression) => return Some(Letter::FromReads),
            Operation::Identity(_) | Operation::Empty => return None,
            _ => {}
        }
        if self.is_prefix_letter(node) {
            let known = self.prefixes.iter().position(|&it| it == node);
            return Some(Letter::Prefix(known.unwrap_or_else(|| {
                self.prefixes.push(node);
                self.prefixes.len() - 1
            })));
        }
        if !form.is_stable() || !self.has_rows(node) {
            return None;
        }
        match expression {
            // Parts of these may be prefix letters.
            Operation::Union(..) | Operation::Sequence(..) | Operation::Optional(_) => None,
            Operation::Intersection(a, b) if self.product(a).is_some() || self.product(b).is_some() => None,
            Operation::Difference(_, b) if self.product(b).is_some() => None,
            _ => Some(Letter::Other(node)),
        }
    }

    /// The depth of an expression, without end if it has variables or sets that no class decides.
    fn depth(&self, node: NodeId) -> usize {
        let parts = self.model.parts([node]);
        let mut depths = vec![0; self.model.nodes.len()];
        for &part in &parts {
            let operands = self.model.nodes[part].expression.operands();
            depths[part.index()] = 1 + operands.map(|it| depths[it.index()]).max().unwrap_or(0);
        }
        let is_opaque = |part: &NodeId| {
            let expression = self.model.nodes[*part].expression;
            matches!(expression, Operation::Variable(_) | Operation::Domain(_) | Operation::Range(_))
        };
        if parts.iter().any(is_opaque) { usize::MAX } else { depths[node.index()] }
    }

    fn set(&self, node: NodeId) -> Option<ClassSet> {
        ClassSet::of(self.model, node)
    }

    fn product(&self, node: NodeId) -> Option<(ClassSet, ClassSet)> {
        match self.model.nodes[node].expression {
            Operation::Product(a, b) => Some((self.set(a)?, self.set(b)?)),
            _ => None,
        }
    }
}

impl Automaton {
    fn state(&mut self) -> State {
        self.into.push(Vec::new());
        self.out.push(Vec::new());
        self.into.len() - 1
    }

    fn add(&mut self, from: State, step: Step, to: State) {
        if let Step::Letter(letter) = step {
            self.out[from].push(letter);
        }
        self.into[to].push((step, from));
    }
}
