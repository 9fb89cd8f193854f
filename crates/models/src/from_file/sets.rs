//! Sets of events that the class of an event decides.

use porf_cat::{Model, NodeId, Operation};

use super::classes::{Class, bit};

/// A set of events, by their classes. The terms stand in the order of a stack machine.
#[derive(Clone, Debug, Default)]
pub(super) struct ClassSet(Vec<Term>);

#[derive(Clone, Copy, Debug)]
enum Term {
    Primitive(Class),
    Nothing,
    Or,
    And,
    Without,
    Not,
}

impl ClassSet {
    /// The set of a node; `None` if the class of an event does not decide.
    pub(super) fn of(model: &Model, node: NodeId) -> Option<Self> {
        let mut terms = Vec::new();
        push(model, node, &mut terms)?;
        Some(Self(terms))
    }

    /// The events that are not in the set.
    pub(super) fn complement(mut self) -> Self {
        self.0.push(Term::Not);
        self
    }

    /// The set of all events.
    pub(super) fn all() -> Self {
        Self(vec![Term::Nothing, Term::Not])
    }

    /// Whether an event of a class is in the set.
    pub(super) fn contains(&self, class: Class) -> bool {
        // A model has at most 100 nested brackets, and longer chains are not compiled.
        let mut stack: u64 = 0;
        for term in &self.0 {
            let top = stack & 1;
            match term {
                Term::Primitive(bit) => stack = stack << 1 | u64::from(class & bit != 0),
                Term::Nothing => stack <<= 1,
                Term::Not => stack ^= 1,
                Term::Or => stack = (stack >> 1) | top,
                Term::And => stack = (stack >> 1) & (!1 | top),
                Term::Without => stack = (stack >> 1) & (!1 | (top ^ 1)),
            }
        }
        stack & 1 != 0
    }
}

/// The greatest depth of the stack.
const DEEPEST: usize = 60;

fn push(model: &Model, node: NodeId, terms: &mut Vec<Term>) -> Option<()> {
    push_at(model, node, terms, 0)
}

fn push_at(model: &Model, node: NodeId, terms: &mut Vec<Term>, depth: usize) -> Option<()> {
    if depth > DEEPEST {
        return None;
    }
    let mut both = |a: NodeId, b: NodeId, term: Term| {
        push_at(model, a, terms, depth + 1)?;
        push_at(model, b, terms, depth + 1)?;
        terms.push(term);
        Some(())
    };
    match model.nodes[node].expression {
        Operation::Union(a, b) => both(a, b, Term::Or),
        Operation::Intersection(a, b) => both(a, b, Term::And),
        Operation::Difference(a, b) => both(a, b, Term::Without),
        Operation::Complement(a) => {
            push_at(model, a, terms, depth + 1)?;
            terms.push(Term::Not);
            Some(())
        }
        Operation::Set(set) => {
            terms.push(Term::Primitive(bit(set)));
            Some(())
        }
        Operation::Empty => {
            terms.push(Term::Nothing);
            Some(())
        }
        _ => None,
    }
}
