//! Inserts the blocks of threads at the points that the analysis has found.
//!
//! The changes are planned on the function as it was analysed, and then carried out. A check splits
//! the block, and control continues only if one of the literals of the condition does not hold. The
//! literals are checked one after the other. Where the condition is the one under which the block
//! takes one of its ways, that way ends in `Spin` and no check is needed.

use std::collections::HashMap;

use porf_entity::SourcePosition;
use porf_ir::{
    Block, BlockId, Comparison, Function, Operation, Target, Terminator, TerminatorKind, Type, ValueId,
};

use super::ahead::{Goal, Since};
use super::conditions::{Conjunction, Literal};
use super::flow::{Flow, Way};
use super::terms::{Shape, TermId, Terms};
use crate::simplifications::edit::{define, new_value};
use crate::spinloops::iterations::begin_with_name;

/// A point where a thread should block.
pub(super) struct Wait {
    pub(super) block: BlockId,
    /// The number of instructions of the block before the point.
    pub(super) index: usize,
    /// The condition under which the thread blocks.
    pub(super) condition: Conjunction,
    /// The loop in which the thread blocks, and the name of the iteration.
    pub(super) goal: Goal,
}

/// The changes to a function.
pub(super) struct Plan {
    /// The conditions to check, sorted by place, each with values that are at hand there.
    checks: Vec<(Wait, AtHand)>,
    /// The ways on which the thread blocks, each with its loop.
    dead_ends: Vec<(Way, Goal)>,
}

/// Values that are defined at a point, each with its term.
type AtHand = Vec<(TermId, ValueId)>;

impl Plan {
    pub(super) fn new(waits: Vec<Wait>, flow: &Flow<'_>, terms: &mut Terms) -> Self {
        let mut values: HashMap<TermId, Vec<ValueId>> = HashMap::new();
        for &block in flow.dominators.order() {
            for instruction in &flow.function.blocks[block].instructions {
                if let &[result] = &instruction.results[..] {
                    values.entry(terms.of(result)).or_default().push(result);
                }
            }
        }
        let mut plan = Self { checks: Vec::new(), dead_ends: Vec::new() };
        for wait in waits {
            let is_end = wait.index == flow.function.blocks[wait.block].instructions.len();
            let mut ways = 0..if is_end { flow.targets(wait.block).len() } else { 0 };
            match ways.find(|&way| flow.condition((wait.block, way), terms)[..] == [wait.condition.clone()]) {
                Some(way) => plan.dead_ends.push(((wait.block, way), wait.goal)),
                None => {
                    let at_hand = at_hand(&wait, flow, terms, &values);
                    plan.checks.push((wait, at_hand));
                }
            }
        }
        plan.checks.sort_by_key(|(wait, _)| (wait.block, wait.index));
        plan
    }

    /// Changes the function.
    pub(super) fn carry_out(self, function: &mut Function, terms: &Terms) {
        let mut names = Names::default();
        for ((block, way), goal) in self.dead_ends {
            let spin = names.spin(function, goal);
            let mut index = 0;
            function.blocks[block].terminator.kind.for_each_target_mut(|target| {
                if index == way {
                    *target = spin.into();
                }
                index += 1;
            });
        }
        // Later instructions of a block come first, so that the indices of the others stay valid.
        // Of several checks at one place, the last one comes first, so that it ends up behind the
        // others.
        for (wait, at_hand) in self.checks.into_iter().rev() {
            let spin = names.spin(function, wait.goal);
            insert_check(function, terms, &wait, at_hand, spin);
        }
        // Names come last, so that the indices of all other instructions stay valid until then.
        for (header, name) in names.0 {
            begin_with_name(&mut function.blocks[header], name);
        }
    }
}

/// By header, the name of the iteration that it is to begin with.
#[derive(Default)]
struct Names(Vec<(BlockId, ValueId)>);

impl Names {
    /// A block in which a thread spins.
    fn spin(&mut self, function: &mut Function, goal: Goal) -> BlockId {
        let since = match goal.since {
            Since::Nothing => None,
            Since::Value(name) => Some(name),
            Since::Header(header) => match self.0.iter().find(|&&(known, _)| known == header) {
                Some(&(_, name)) => Some(name),
                None => {
                    let name = new_value(&mut function.values, Type::I64);
                    self.0.push((header, name));
                    Some(name)
                }
            },
        };
        new_block(function, TerminatorKind::Spin { since }, goal.position)
    }
}

/// Values that are defined at the point and from which the condition can be computed.
fn at_hand(
    wait: &Wait,
    flow: &Flow<'_>,
    terms: &mut Terms,
    values: &HashMap<TermId, Vec<ValueId>>,
) -> AtHand {
    let mut wanted = Vec::new();
    for literal in &wait.condition {
        for comparison in [Comparison::Eq, Comparison::Ne] {
            for (lhs, rhs) in [(literal.lhs, literal.rhs), (literal.rhs, literal.lhs)] {
                wanted.push(terms.make(Shape::Compare(comparison, lhs, rhs), Type::I1));
            }
        }
        wanted.extend([literal.lhs, literal.rhs]);
    }
    let mut found = Vec::new();
    while let Some(term) = wanted.pop() {
        let is_defined = |value: &&ValueId| flow.is_defined(**value, (wait.block, wait.index));
        match values.get(&term).and_then(|values| values.iter().find(is_defined)) {
            Some(&value) => found.push((term, value)),
            None => wanted.extend(terms.shape(term).operands()),
        }
    }
    found
}

fn new_block(function: &mut Function, kind: TerminatorKind, position: SourcePosition) -> BlockId {
    let terminator = Terminator { kind, position };
    function.blocks.push(Block { params: Vec::new(), instructions: Vec::new(), terminator })
}

/// Splits a block, and lets control continue only if one of the literals does not hold.
fn insert_check(function: &mut Function, terms: &Terms, wait: &Wait, computed: AtHand, spin: BlockId) {
    let contents = &mut function.blocks[wait.block];
    let instructions = contents.instructions.split_off(wait.index);
    let position =
        contents.instructions.last().map_or(wait.goal.position, |instruction| instruction.position);
    let ends = Terminator { kind: TerminatorKind::Jump(spin.into()), position };
    let terminator = std::mem::replace(&mut contents.terminator, ends);
    let rest = function.blocks.push(Block { params: Vec::new(), instructions, terminator });
    let mut check = Check { function, terms, block: wait.block, computed, position };
    for (number, &literal) in wait.condition.iter().enumerate() {
        let (condition, holds) = check.truth(literal);
        let ends = TerminatorKind::Jump(spin.into());
        let is_last = number + 1 == wait.condition.len();
        let next = if is_last { spin } else { new_block(check.function, ends, position) };
        let [then_target, else_target] = if holds { [next, rest] } else { [rest, next] }.map(Target::from);
        let kind = TerminatorKind::Branch { condition, then_target, else_target };
        check.function.blocks[check.block].terminator = Terminator { kind, position };
        check.block = next;
    }
}

/// Computes conditions at the end of a block.
struct Check<'a> {
    function: &'a mut Function,
    terms: &'a Terms,
    block: BlockId,
    /// The terms that have values already.
    computed: AtHand,
    position: SourcePosition,
}

impl Check<'_> {
    /// A truth value, and the bit that it has if the literal holds.
    fn truth(&mut self, Literal { lhs, rhs, equal }: Literal) -> (ValueId, bool) {
        if let Some(bits) = self.terms.number_of(rhs).filter(|_| self.terms.ty(lhs) == Type::I1) {
            return (self.value(lhs), (bits == 1) == equal);
        }
        let known = self.computed.iter().find_map(|&(term, value)| match self.terms.shape(term) {
            Shape::Compare(comparison @ (Comparison::Eq | Comparison::Ne), a, b)
                if (a, b) == (lhs, rhs) || (a, b) == (rhs, lhs) =>
            {
                Some((value, (comparison == Comparison::Eq) == equal))
            }
            _ => None,
        });
        known.unwrap_or_else(|| {
            let (lhs, rhs) = (self.value(lhs), self.value(rhs));
            (self.push(Type::I1, Operation::Compare { comparison: Comparison::Eq, lhs, rhs }), equal)
        })
    }

    fn push(&mut self, ty: Type, operation: Operation) -> ValueId {
        let (value, instruction) = define(&mut self.function.values, ty, operation, self.position);
        self.function.blocks[self.block].instructions.push(instruction);
        value
    }

    /// A value for a term. The recursion is as deep as terms are.
    fn value(&mut self, term: TermId) -> ValueId {
        if let Some(&(_, value)) = self.computed.iter().find(|&&(known, _)| known == term) {
            return value;
        }
        let operation = match self.terms.shape(term) {
            Shape::Leaf(value) => return value,
            Shape::Number(bits) => Operation::Const(bits),
            Shape::Global(global) => Operation::GlobalAddress(global),
            Shape::Unary(op, a) => Operation::Unary { op, value: self.value(a) },
            Shape::Cast(cast, a) => Operation::Cast { cast, value: self.value(a) },
            Shape::Binary(op, a, b) => Operation::Binary { op, lhs: self.value(a), rhs: self.value(b) },
            Shape::Compare(comparison, a, b) => {
                Operation::Compare { comparison, lhs: self.value(a), rhs: self.value(b) }
            }
            Shape::PtrAdd(a, b) => Operation::PtrAdd { pointer: self.value(a), offset: self.value(b) },
            Shape::Select(a, b, c) => Operation::Select {
                condition: self.value(a),
                if_true: self.value(b),
                if_false: self.value(c),
            },
        };
        let value = self.push(self.terms.ty(term), operation);
        self.computed.push((term, value));
        value
    }
}
