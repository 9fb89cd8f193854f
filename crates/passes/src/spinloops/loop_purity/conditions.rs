//! Conditions on terms, in disjunctive normal form.
//!
//! A *literal* states that two terms are equal or that they are not. The literal t = 1 states that
//! a truth value t is 1; the literal t = 0, never t ≠ 1, states that it is 0. A *conjunction* is a
//! sorted set of literals of which no two contradict each other, and none follows from another one.
//! A *condition* is a set of conjunctions; the empty condition never holds.

use porf_ir::{BinaryOp, Cast, Comparison, Type, ValueId};

use super::terms::{Shape, TermId, Terms};

/// The largest number of conjunctions in a condition, and of literals in a conjunction. Omitting
/// some makes threads block less often, or later.
pub(super) const LIMIT: usize = 16;

/// Two terms are equal, or are not. If one of them is a number, it is the right one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Literal {
    pub(super) lhs: TermId,
    pub(super) rhs: TermId,
    pub(super) equal: bool,
}

/// Literals that all hold.
pub(super) type Conjunction = Vec<Literal>;

/// Conjunctions of which at least one holds.
pub(super) type Condition = Vec<Conjunction>;

/// The condition that always holds.
pub(super) fn always() -> Condition {
    vec![Vec::new()]
}

impl Terms {
    /// The exact condition under which a truth value is 1, or 0.
    pub(super) fn truth(&mut self, term: TermId, holds: bool) -> Condition {
        if let Some(bits) = self.number_of(term) {
            return if (bits == 1) == holds { always() } else { Vec::new() };
        }
        match self.shape(term) {
            Shape::Compare(comparison, lhs, rhs) => self.comparison(comparison, lhs, rhs, holds),
            Shape::Binary(BinaryOp::Xor, lhs, rhs) if self.number_of(rhs).is_some() => {
                self.truth(lhs, holds != (self.number_of(rhs) == Some(1)))
            }
            Shape::Binary(op @ (BinaryOp::And | BinaryOp::Or), lhs, rhs) => {
                let (one, other) = (self.truth(lhs, holds), self.truth(rhs, holds));
                if (op == BinaryOp::And) == holds { self.both(&one, &other) } else { [one, other].concat() }
            }
            _ => {
                let rhs = self.number(holds.into(), Type::I1);
                vec![vec![Literal { lhs: term, rhs, equal: true }]]
            }
        }
    }

    fn comparison(&mut self, comparison: Comparison, lhs: TermId, rhs: TermId, holds: bool) -> Condition {
        // All orders are expressed by "less", so that literals about the same two terms can be
        // compared.
        let (less, lhs, rhs, holds) = match comparison {
            Comparison::Eq | Comparison::Same => return self.equality(lhs, rhs, holds),
            Comparison::Ne => return self.equality(lhs, rhs, !holds),
            Comparison::Ult => (Comparison::Ult, lhs, rhs, holds),
            Comparison::Ule => (Comparison::Ult, rhs, lhs, !holds),
            Comparison::Ugt => (Comparison::Ult, rhs, lhs, holds),
            Comparison::Uge => (Comparison::Ult, lhs, rhs, !holds),
            Comparison::Slt => (Comparison::Slt, lhs, rhs, holds),
            Comparison::Sle => (Comparison::Slt, rhs, lhs, !holds),
            Comparison::Sgt => (Comparison::Slt, rhs, lhs, holds),
            Comparison::Sge => (Comparison::Slt, lhs, rhs, !holds),
        };
        let term = self.make(Shape::Compare(less, lhs, rhs), Type::I1);
        if self.number_of(term).is_some() {
            return self.truth(term, holds);
        }
        let rhs = self.number(holds.into(), Type::I1);
        vec![vec![Literal { lhs: term, rhs, equal: true }]]
    }

    /// The exact condition under which two terms that are no floating-point numbers are equal, or
    /// are not.
    pub(super) fn equality(&mut self, lhs: TermId, rhs: TermId, equal: bool) -> Condition {
        let decided = |holds: bool| if holds { always() } else { Vec::new() };
        if lhs == rhs {
            return decided(equal);
        }
        match (self.number_of(lhs), self.number_of(rhs)) {
            (Some(_), Some(_)) => return decided(!equal),
            (Some(_), None) => return self.equality(rhs, lhs, equal),
            (None, Some(bits)) if self.ty(lhs) == Type::I1 => return self.truth(lhs, (bits == 1) == equal),
            (None, Some(bits)) => {
                if let Shape::Cast(cast @ (Cast::ZExt | Cast::SExt), narrow) = self.shape(lhs) {
                    let narrow_bits = bits & self.ty(narrow).mask();
                    if cast.evaluate(self.ty(narrow), self.ty(lhs), narrow_bits) != bits {
                        return decided(!equal);
                    }
                    let narrow_number = self.number(narrow_bits, self.ty(narrow));
                    return self.equality(narrow, narrow_number, equal);
                }
            }
            (None, None) => {}
        }
        if self.is_moved(lhs, rhs) || self.is_moved(rhs, lhs) {
            return decided(!equal);
        }
        let (lhs, rhs) = if self.number_of(rhs).is_none() && rhs < lhs { (rhs, lhs) } else { (lhs, rhs) };
        vec![vec![Literal { lhs, rhs, equal }]]
    }

    /// Whether a term is another one plus or minus a number that is not 0.
    fn is_moved(&self, term: TermId, from: TermId) -> bool {
        match self.shape(term) {
            Shape::Binary(BinaryOp::Add | BinaryOp::Sub, lhs, rhs) | Shape::PtrAdd(lhs, rhs) => {
                lhs == from && self.number_of(rhs).is_some_and(|amount| amount != 0)
            }
            _ => false,
        }
    }

    /// The condition under which both conditions hold.
    pub(super) fn both(&self, one: &[Conjunction], other: &[Conjunction]) -> Condition {
        let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
        pairs.filter_map(|(a, b)| self.conjoin(a, b)).collect()
    }

    /// All literals of both conjunctions; `None` if they contradict each other.
    pub(super) fn conjoin(&self, one: &[Literal], other: &[Literal]) -> Option<Conjunction> {
        if other.is_empty() {
            return Some(one.to_vec());
        }
        let mut all = one.to_vec();
        for &literal in other {
            if one.iter().any(|&known| self.contradict(known, literal)) {
                return None;
            }
            if !all.iter().any(|&known| self.implies(known, literal)) {
                all.retain(|&known| !self.implies(literal, known));
                all.push(literal);
            }
        }
        all.sort_unstable();
        Some(all)
    }

    /// Whether two literals cannot both hold.
    pub(super) fn contradict(&self, one: Literal, other: Literal) -> bool {
        if one.lhs != other.lhs {
            return false;
        }
        match (one.equal, other.equal) {
            (true, true) => one.rhs != other.rhs && self.are_numbers(one, other),
            (true, false) | (false, true) => one.rhs == other.rhs,
            (false, false) => false,
        }
    }

    /// Whether a literal holds wherever another one does.
    fn implies(&self, known: Literal, literal: Literal) -> bool {
        known == literal
            || known.lhs == literal.lhs
                && known.equal
                && !literal.equal
                && known.rhs != literal.rhs
                && self.are_numbers(known, literal)
    }

    /// Whether all of `literals` hold wherever the known ones do.
    pub(super) fn implies_all(&self, known: &[Literal], literals: &[Literal]) -> bool {
        literals.iter().all(|&literal| known.iter().any(|&known| self.implies(known, literal)))
    }

    fn are_numbers(&self, one: Literal, other: Literal) -> bool {
        self.number_of(one.rhs).is_some() && self.number_of(other.rhs).is_some()
    }

    /// Whether always exactly one of two literals holds.
    pub(super) fn are_complementary(&self, one: Literal, other: Literal) -> bool {
        one.lhs == other.lhs
            && if one.rhs == other.rhs {
                one.equal != other.equal
            } else {
                one.equal && other.equal && self.ty(one.lhs) == Type::I1 && self.are_numbers(one, other)
            }
    }

    /// The literals of a conjunction that remain to be checked where other literals are known to
    /// hold; `None` if the conjunction does not hold there.
    pub(super) fn beyond(&self, conjunction: &[Literal], known: &[Literal]) -> Option<Conjunction> {
        let fails = |&literal: &Literal| known.iter().any(|&fact| self.contradict(fact, literal));
        let follows = |&literal: &Literal| known.iter().any(|&fact| self.implies(fact, literal));
        let open = || conjunction.iter().copied().filter(|literal| !follows(literal)).collect();
        (!conjunction.iter().any(fails)).then(open)
    }

    /// The leaves of literals, sorted.
    pub(super) fn leaves(&self, literals: &[Literal]) -> Vec<ValueId> {
        let mut leaves = Vec::new();
        for literal in literals {
            for term in [literal.lhs, literal.rhs] {
                self.for_each_leaf(term, &mut |leaf| leaves.push(leaf));
            }
        }
        leaves.sort_unstable();
        leaves.dedup();
        leaves
    }

    /// A conjunction with other terms in place of leaves.
    pub(super) fn substitute_all(
        &mut self,
        literals: &[Literal],
        changes: &[(ValueId, TermId)],
    ) -> Condition {
        let mut condition = always();
        for literal in literals {
            let (Some(lhs), Some(rhs)) =
                (self.substitute(literal.lhs, changes), self.substitute(literal.rhs, changes))
            else {
                return Vec::new();
            };
            let new = self.equality(lhs, rhs, literal.equal);
            condition = self.both(&condition, &new);
            condition.truncate(LIMIT);
        }
        condition
    }
}

#[cfg(test)]
mod tests {
    use porf_entity::SecondaryMap;
    use porf_ir::Dominators;

    use super::*;
    use crate::test_support::module_of;

    /// The terms of a function with two parameters of 8 bits, and these parameters.
    fn terms() -> (Terms, [ValueId; 2]) {
        let module = module_of("function f0 \"f\"(%v0: i8, %v1: i8) {\nb0:\nreturn\n}");
        let function = module.functions.values().next().expect("a function");
        let constants = SecondaryMap::with_default(None);
        let terms = Terms::new(function, &Dominators::new(&function.blocks), &constants);
        (terms, [function.params[0], function.params[1]])
    }

    /// Truth values of up to so many levels over two terms.
    fn truths(terms: &mut Terms, [a, b]: [TermId; 2], levels: usize) -> Vec<TermId> {
        let mut all: Vec<TermId> = Vec::new();
        for &comparison in Comparison::ALL {
            all.push(terms.make(Shape::Compare(comparison, a, b), Type::I1));
        }
        let one = terms.number(1, Type::I8);
        all.push(terms.make(Shape::Compare(Comparison::Eq, a, one), Type::I1));
        for _ in 1..levels {
            let last = all.clone();
            for (index, &lhs) in last.iter().enumerate() {
                let rhs = last[(index * 7 + 3) % last.len()];
                for op in [BinaryOp::And, BinaryOp::Or, BinaryOp::Xor] {
                    all.push(terms.make(Shape::Binary(op, lhs, rhs), Type::I1));
                }
                let bit = terms.number(1, Type::I1);
                all.push(terms.make(Shape::Binary(BinaryOp::Xor, lhs, bit), Type::I1));
                for (cast, bits) in [(Cast::ZExt, 1), (Cast::SExt, 255), (Cast::ZExt, 2), (Cast::SExt, 0)] {
                    let (wide, number) =
                        (terms.make(Shape::Cast(cast, lhs), Type::I8), terms.number(bits, Type::I8));
                    all.push(terms.make(Shape::Compare(Comparison::Eq, wide, number), Type::I1));
                    all.push(terms.make(Shape::Compare(Comparison::Ne, wide, number), Type::I1));
                }
            }
        }
        all
    }

    /// For all values of the leaves: a condition holds exactly if the truth value is the required
    /// one. The same is true of conjunctions of two conditions, of contradictions and of
    /// implications.
    #[test]
    fn conditions_agree_with_evaluation() {
        let (mut terms, params) = terms();
        let leaves = params.map(|param| terms.of(param));
        let all = truths(&mut terms, leaves, 2);
        let values = [0, 1, 2, 127, 128, 255];
        let mut before: Option<(Condition, Vec<bool>)> = None;
        for term in all {
            for holds in [false, true] {
                let condition = terms.truth(term, holds);
                let mut truth = Vec::new();
                for (a, b) in values.iter().flat_map(|&a| values.map(|b| (a, b))) {
                    let numbers = [a, b].map(|bits| terms.number(bits, Type::I8));
                    let changes = [(params[0], numbers[0]), (params[1], numbers[1])];
                    let value = terms.substitute(term, &changes).and_then(|value| terms.number_of(value));
                    let expected = value.expect("a number") == u64::from(holds);
                    let mut met =
                        |conjunction: &Conjunction| !terms.substitute_all(conjunction, &changes).is_empty();
                    assert_eq!(condition.iter().any(&mut met), expected);
                    truth.push(expected);
                }
                if let Some((other, other_truth)) = before.replace((condition.clone(), truth.clone())) {
                    let both = terms.both(&condition, &other);
                    let expected = truth.iter().zip(&other_truth).any(|(a, b)| *a && *b);
                    assert!(!both.is_empty() || !expected);
                    if let ([one], [two]) = (&condition[..], &other[..]) {
                        let implied = truth.iter().zip(&other_truth).all(|(a, b)| !a || *b);
                        assert!(!terms.implies_all(one, two) || implied);
                        let rest = terms.beyond(one, two);
                        assert!(rest.is_some() || !expected);
                    }
                }
            }
        }
    }
}
