//! Final conditions: propositions about the final values of the observables, each with the question
//! that it asks about the executions.

mod parse;

use std::ops::Range;

use porf_entity::Value;
use porf_ir::GlobalId;

use crate::observable::ObservableType;

pub(crate) use parse::{Final, begins_here, parse};

/// The question of a test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The executions about which it asks.
    pub quantifier: Quantifier,
    /// The proposition about each execution.
    pub proposition: Proposition,
    /// The condition as written, on one line.
    pub text: String,
    /// The place of the condition, in bytes of the source.
    pub span: Range<usize>,
}

/// The executions about which a condition asks.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantifier {
    /// The condition holds if the proposition holds in some execution.
    Exists,
    /// The condition holds if the proposition holds in no execution.
    NotExists,
    /// The condition holds if the proposition holds in all executions.
    ForAll,
}

/// A proposition about the final values of the observables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proposition {
    /// Compares two values.
    Compare {
        /// Left operand.
        left: Operand,
        /// The comparison.
        comparison: Comparison,
        /// Right operand.
        right: Operand,
    },
    /// Negation.
    Not(Box<Proposition>),
    /// Conjunction; true if it is empty.
    All(Vec<Proposition>),
    /// Disjunction; false if it is empty.
    Any(Vec<Proposition>),
    /// Implication.
    Implies(Box<Proposition>, Box<Proposition>),
}

/// A value that a proposition compares.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    /// The final value of an observable.
    Observable {
        /// Its index among the observables of the test.
        index: usize,
        /// The meaning of its bits.
        ty: ObservableType,
    },
    /// A number.
    Number(i128),
    /// An address in memory.
    AddressOf {
        /// The variable.
        global: GlobalId,
        /// The byte offset in it.
        offset: u64,
    },
}

/// A comparison of two values, as the numbers that they stand for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Comparison {
    /// =
    Equal,
    /// ≠
    NotEqual,
    /// <
    Less,
    /// ≤
    LessEqual,
    /// >
    Greater,
    /// ≥
    GreaterEqual,
}

impl Comparison {
    fn holds(self, left: i128, right: i128) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::LessEqual => left <= right,
            Self::Greater => left > right,
            Self::GreaterEqual => left >= right,
        }
    }
}

impl Operand {
    fn number(&self, state: &[Value]) -> i128 {
        match *self {
            Self::Observable { index, ty } => ty.number(state[index]),
            Self::Number(number) => number,
            // No value is negative as an address, so an unresolved address equals nothing.
            Self::AddressOf { .. } => -1,
        }
    }
}

impl Proposition {
    /// Whether the proposition holds where observable `i` has the final value `state[i]`.
    ///
    /// Addresses must have been resolved
    /// ([`Test::resolve_addresses`](crate::Test::resolve_addresses)).
    pub fn holds(&self, state: &[Value]) -> bool {
        match self {
            Self::Compare { left, comparison, right } => {
                comparison.holds(left.number(state), right.number(state))
            }
            Self::Not(inner) => !inner.holds(state),
            Self::All(parts) => parts.iter().all(|part| part.holds(state)),
            Self::Any(parts) => parts.iter().any(|part| part.holds(state)),
            Self::Implies(premise, conclusion) => !premise.holds(state) || conclusion.holds(state),
        }
    }

    /// Replaces addresses by their numbers.
    pub(crate) fn resolve_addresses(&mut self, address_of: &impl Fn(GlobalId) -> u64) {
        match self {
            Self::Compare { left, right, .. } => {
                for operand in [left, right] {
                    if let Operand::AddressOf { global, offset } = *operand {
                        *operand = Operand::Number(i128::from(address_of(global).wrapping_add(offset)));
                    }
                }
            }
            Self::Not(inner) => inner.resolve_addresses(address_of),
            Self::All(parts) | Self::Any(parts) => {
                parts.iter_mut().for_each(|part| part.resolve_addresses(address_of));
            }
            Self::Implies(premise, conclusion) => {
                premise.resolve_addresses(address_of);
                conclusion.resolve_addresses(address_of);
            }
        }
    }
}
