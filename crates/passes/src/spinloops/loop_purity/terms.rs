//! Terms: the values of a function as expressions over values that only running the program tells.
//!
//! A *term* is a number, the address of a global, a *leaf*, or an operation on terms that only
//! computes ([`may_run_anywhere`]). A leaf is any other value: the result of a read, or a
//! parameter. Equal terms have equal ids. At any point where a value is defined, the leaves of its
//! term are defined, too, and they still have the values that it was computed from: if the
//! definition of a dominates that of b, and the definition of b dominates a point, then b was
//! defined again since a was.

use std::collections::HashMap;

use porf_entity::{PrimaryMap, SecondaryMap, entity_id};
use porf_ir::{
    BinaryOp, Cast, Comparison, Dominators, Function, GlobalId, Instruction, Operation, Type, UnaryOp,
    ValueId,
};

use crate::analyses::function_facts::Constants;
use crate::analyses::needed_values::may_run_anywhere;

/// A value that is computed in more than so many steps is a leaf.
const MAX_SIZE: u32 = 24;

entity_id! {
    /// A term.
    pub(super) struct TermId, "e"
}

/// The form of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    Leaf(ValueId),
    Number(u64),
    Global(GlobalId),
    Unary(UnaryOp, TermId),
    Binary(BinaryOp, TermId, TermId),
    Compare(Comparison, TermId, TermId),
    Cast(Cast, TermId),
    Select(TermId, TermId, TermId),
    PtrAdd(TermId, TermId),
}

impl Shape {
    /// The operands of the term.
    pub(super) fn operands(self) -> impl Iterator<Item = TermId> {
        let operands = match self {
            Self::Leaf(_) | Self::Number(_) | Self::Global(_) => [None; 3],
            Self::Unary(_, a) | Self::Cast(_, a) => [Some(a), None, None],
            Self::Binary(_, a, b) | Self::Compare(_, a, b) | Self::PtrAdd(a, b) => [Some(a), Some(b), None],
            Self::Select(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        operands.into_iter().flatten()
    }

    /// The same operation on other terms.
    fn map(self, mut f: impl FnMut(TermId) -> TermId) -> Self {
        match self {
            Self::Leaf(_) | Self::Number(_) | Self::Global(_) => self,
            Self::Unary(op, a) => Self::Unary(op, f(a)),
            Self::Cast(cast, a) => Self::Cast(cast, f(a)),
            Self::Binary(op, a, b) => Self::Binary(op, f(a), f(b)),
            Self::Compare(comparison, a, b) => Self::Compare(comparison, f(a), f(b)),
            Self::PtrAdd(a, b) => Self::PtrAdd(f(a), f(b)),
            Self::Select(a, b, c) => Self::Select(f(a), f(b), f(c)),
        }
    }
}

#[derive(Clone, Copy)]
struct Term {
    shape: Shape,
    ty: Type,
    /// The number of terms that the term consists of.
    size: u32,
}

/// The terms of a function.
pub(super) struct Terms {
    terms: PrimaryMap<TermId, Term>,
    ids: HashMap<(Shape, Type), TermId>,
    /// By value, its term.
    of_values: SecondaryMap<ValueId, Option<TermId>>,
}

impl Terms {
    pub(super) fn new(function: &Function, dominators: &Dominators, constants: &Constants) -> Self {
        let mut terms = Self {
            terms: PrimaryMap::new(),
            ids: HashMap::new(),
            of_values: SecondaryMap::with_default(None),
        };
        for value in function.values.ids() {
            let leaf = terms.make(Shape::Leaf(value), function.values[value].ty);
            terms.of_values[value] = Some(leaf);
        }
        // Definitions come before uses in this order.
        let blocks = dominators.order().iter().map(|&block| &function.blocks[block]);
        for instruction in blocks.flat_map(|block| &block.instructions) {
            if let &[result] = &instruction.results[..]
                && may_run_anywhere(function, constants, &instruction.operation)
                && let Some(shape) = terms.shape_of(instruction)
            {
                let term = terms.make(shape, function.values[result].ty);
                if terms.terms[term].size <= MAX_SIZE {
                    terms.of_values[result] = Some(term);
                }
            }
        }
        terms
    }

    fn shape_of(&self, instruction: &Instruction) -> Option<Shape> {
        let of = |value: ValueId| self.of_values[value];
        Some(match instruction.operation {
            Operation::Const(bits) => Shape::Number(bits),
            Operation::GlobalAddress(global) => Shape::Global(global),
            Operation::Unary { op, value } => Shape::Unary(op, of(value)?),
            Operation::Binary { op, lhs, rhs } => Shape::Binary(op, of(lhs)?, of(rhs)?),
            Operation::Compare { comparison, lhs, rhs } => Shape::Compare(comparison, of(lhs)?, of(rhs)?),
            Operation::Cast { cast, value } => Shape::Cast(cast, of(value)?),
            Operation::Select { condition, if_true, if_false } => {
                Shape::Select(of(condition)?, of(if_true)?, of(if_false)?)
            }
            Operation::PtrAdd { pointer, offset } => Shape::PtrAdd(of(pointer)?, of(offset)?),
            _ => return None,
        })
    }

    /// The term of a value of the function.
    pub(super) fn of(&self, value: ValueId) -> TermId {
        self.of_values[value].expect("every value has a term")
    }

    pub(super) fn shape(&self, term: TermId) -> Shape {
        self.terms[term].shape
    }

    pub(super) fn ty(&self, term: TermId) -> Type {
        self.terms[term].ty
    }

    /// The number that a term is, if it is one.
    pub(super) fn number_of(&self, term: TermId) -> Option<u64> {
        match self.shape(term) {
            Shape::Number(bits) => Some(bits),
            _ => None,
        }
    }

    pub(super) fn number(&mut self, bits: u64, ty: Type) -> TermId {
        self.make(Shape::Number(bits), ty)
    }

    /// The global that an address is computed from, at whatever offset, if there is one.
    pub(super) fn base(&self, mut address: TermId) -> Option<GlobalId> {
        while let Shape::PtrAdd(pointer, _) = self.shape(address) {
            address = pointer;
        }
        match self.shape(address) {
            Shape::Global(global) => Some(global),
            _ => None,
        }
    }

    /// The global and the offset of an address, if they are known.
    pub(super) fn place(&self, address: TermId) -> Option<(GlobalId, u64)> {
        let (mut at, mut offset) = (address, 0u64);
        loop {
            match self.shape(at) {
                Shape::Global(global) => return Some((global, offset)),
                Shape::PtrAdd(pointer, distance) => {
                    offset = offset.wrapping_add(self.number_of(distance)?);
                    at = pointer;
                }
                _ => return None,
            }
        }
    }

    /// The term of a shape, or a simpler one that is always equal.
    pub(super) fn make(&mut self, shape: Shape, ty: Type) -> TermId {
        let shape = match self.simpler(shape, ty) {
            Some(Simpler::Term(term)) => return term,
            Some(Simpler::Number(bits)) => Shape::Number(bits),
            None => shape,
        };
        if let Some(&term) = self.ids.get(&(shape, ty)) {
            return term;
        }
        let parts = shape.operands().map(|operand| self.terms[operand].size);
        let size = parts.fold(1u32, |sum, part| sum.saturating_add(part));
        let term = self.terms.push(Term { shape, ty, size });
        self.ids.insert((shape, ty), term);
        term
    }

    fn simpler(&self, shape: Shape, ty: Type) -> Option<Simpler> {
        let number = |term: TermId| self.number_of(term);
        let type_of = |term: TermId| self.terms[term].ty;
        let bits = match shape {
            Shape::Leaf(_) | Shape::Number(_) | Shape::Global(_) => return None,
            Shape::Unary(op, a) => op.evaluate(type_of(a), number(a)?),
            Shape::Binary(op, a, b) => op.evaluate(ty, number(a)?, number(b)?)?,
            Shape::Compare(comparison, a, b) if a == b => comparison.evaluate(type_of(a), 0, 0).into(),
            Shape::Compare(comparison, a, b) => {
                comparison.evaluate(type_of(a), number(a)?, number(b)?).into()
            }
            Shape::Cast(cast, a) => cast.evaluate(type_of(a), ty, number(a)?),
            Shape::Select(condition, if_true, if_false) => {
                return Some(Simpler::Term(if number(condition)? == 1 { if_true } else { if_false }));
            }
            Shape::PtrAdd(pointer, distance) if number(distance) == Some(0) => {
                return Some(Simpler::Term(pointer));
            }
            Shape::PtrAdd(pointer, distance) => number(pointer)?.wrapping_add(number(distance)?),
        };
        Some(Simpler::Number(bits))
    }

    /// A term with other terms in place of leaves; `None` if the result would be too large.
    pub(super) fn substitute(&mut self, term: TermId, changes: &[(ValueId, TermId)]) -> Option<TermId> {
        let Term { shape, ty, .. } = self.terms[term];
        if let Shape::Leaf(value) = shape {
            let change = changes.iter().find(|&&(leaf, _)| leaf == value);
            return Some(change.map_or(term, |&(_, new)| new));
        }
        let mut fits = true;
        // The recursion is at most as deep as terms are large.
        let shape = shape.map(|operand| {
            let new = self.substitute(operand, changes);
            fits &= new.is_some();
            new.unwrap_or(operand)
        });
        let term = fits.then(|| self.make(shape, ty))?;
        (self.terms[term].size <= MAX_SIZE).then_some(term)
    }

    /// Shows the leaves of a term to `f`.
    pub(super) fn for_each_leaf(&self, term: TermId, f: &mut impl FnMut(ValueId)) {
        let shape = self.shape(term);
        if let Shape::Leaf(value) = shape {
            f(value);
        }
        for operand in shape.operands() {
            self.for_each_leaf(operand, f);
        }
    }
}

/// A simpler form that always equals a term.
enum Simpler {
    Number(u64),
    Term(TermId),
}
