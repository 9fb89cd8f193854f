//! Shrinks a failing program with loops.

use porf_entity::EntityId;

use super::program::{
    Access, Calling, CompareExchange, Expected, Expression, HelperId, LoopProgram, Order, Statement,
};
use crate::tree::{self, edit_statement, places, remove, unwrap_first, unwrap_second};

/// The simplest program found from `program`. `first_failing` returns which of several programs is
/// the first one to fail as `program` does.
pub fn shrink(
    program: &LoopProgram,
    first_failing: impl FnMut(&[LoopProgram]) -> Option<usize>,
) -> LoopProgram {
    tree::shrink(program, simplifications, first_failing)
}

/// All programs that are one step simpler, those that are much simpler first.
fn simplifications(program: &LoopProgram) -> Vec<LoopProgram> {
    let mut simpler = Vec::new();
    let mut add = |change: &dyn Fn(&mut LoopProgram)| {
        let mut changed = program.clone();
        change(&mut changed);
        if changed != *program && changed.is_well_formed() && !simpler.contains(&changed) {
            simpler.push(changed);
        }
    };
    if program.threads.len() > 1 {
        for place in 0..program.threads.len() {
            add(&|program| drop(program.threads.remove(place)));
        }
    }
    add(&|program| program.epilogue = None);
    let places = places(program.bodies());
    for edit in [remove, unwrap_first, unwrap_second] {
        for &place in &places {
            add(&|program| edit_at(program, place, edit));
        }
    }
    for &place in &places {
        for choice in 0..MOST_CHOICES {
            add(&|program| edit_at(program, place, |list, index| simplify(&mut list[index], choice)));
        }
    }
    for id in program.helpers.ids() {
        for result in simpler_expressions(&program.helpers[id].result) {
            add(&|program| program.helpers[id].result = result.clone());
        }
        add(&|program| program.helpers[id].calling = Calling::Plainly);
    }
    for id in program.variables.ids() {
        add(&|program| program.variables[id] = 0);
    }
    add(&|program| program.spurious = false);
    add(&|program| program.unroll = (program.unroll - 1).max(1));
    simpler
}

/// One of the bodies of functions, counted as in [`LoopProgram::bodies`].
fn body_mut(program: &mut LoopProgram, index: usize) -> Option<&mut Vec<Statement>> {
    let (threads, helpers) = (program.threads.len(), program.helpers.len());
    if index < threads {
        program.threads.get_mut(index)
    } else if index < threads + helpers {
        Some(&mut program.helpers[HelperId::from_index(index - threads)].body)
    } else {
        program.epilogue.as_mut()
    }
}

/// Edits the statement at a place of one of the bodies.
fn edit_at(
    program: &mut LoopProgram,
    (body, mut place): (usize, usize),
    edit: impl Fn(&mut Vec<Statement>, usize) + Copy,
) {
    if let Some(body) = body_mut(program, body) {
        edit_statement(body, &mut place, edit);
    }
}

/// More than the number of ways to simplify a statement.
const MOST_CHOICES: usize = 12;

/// Makes a statement simpler in one of several ways.
fn simplify(statement: &mut Statement, choice: usize) {
    match statement {
        Statement::Fence(order) if choice == 0 => *order = Order::SequentiallyConsistent,
        Statement::Repeat(_, count, _) if choice == 0 => *count = (*count - 1).max(1),
        Statement::Store(_, _, access) if choice == 0 => *access = simpler_access(*access),
        _ => {
            if let Some(expression) = statement.expression_mut() {
                let simpler = simpler_expressions(expression).into_iter().nth(choice.saturating_sub(1));
                *expression = simpler.unwrap_or_else(|| expression.clone());
            }
        }
    }
}

fn simpler_access(access: Access) -> Access {
    match access {
        Access::Plain => Access::Plain,
        Access::Atomic(_) => Access::Atomic(Order::Relaxed),
    }
}

/// Expressions of the same type that are one step simpler.
fn simpler_expressions(expression: &Expression) -> Vec<Expression> {
    let mut simpler = Vec::new();
    match expression {
        Expression::Constant(number) => {
            simpler.extend((0..*number).next().map(Expression::Constant));
            return simpler;
        }
        Expression::Null | Expression::Pointer(_) | Expression::NewNode => return simpler,
        Expression::Register(_) | Expression::TryLock(_) | Expression::Call(_) => {}
        Expression::Load(place, access) => {
            simpler.push(Expression::Load(*place, simpler_access(*access)));
        }
        Expression::Not(inner) => {
            simpler.push((**inner).clone());
            simpler.extend(simpler_expressions(inner).into_iter().map(Expression::negated));
        }
        Expression::Binary(op, lhs, rhs) => {
            simpler.extend(
                [lhs, rhs].into_iter().filter(|side| !side.is_pointer()).map(|side| (**side).clone()),
            );
            simpler.extend(simpler_expressions(lhs).into_iter().map(|lhs| lhs.binary(*op, (**rhs).clone())));
            simpler.extend(simpler_expressions(rhs).into_iter().map(|rhs| (**lhs).clone().binary(*op, rhs)));
        }
        Expression::Rmw(op, place, operand, _) => {
            simpler.push(Expression::Rmw(*op, *place, operand.clone(), Order::Relaxed));
        }
        Expression::CompareExchange(exchange) => {
            simpler.extend(
                simpler_exchanges(exchange).into_iter().map(Box::new).map(Expression::CompareExchange),
            );
        }
    }
    if expression.is_pointer() {
        simpler.push(Expression::Null);
    } else {
        simpler.extend([0, 1].map(Expression::Constant));
    }
    simpler.retain(|other| other != expression);
    simpler
}

fn simpler_exchanges(exchange: &CompareExchange) -> Vec<CompareExchange> {
    let mut simpler = vec![
        CompareExchange { weak: false, ..exchange.clone() },
        CompareExchange { success: Order::Relaxed, failure: Order::Relaxed, ..exchange.clone() },
    ];
    if let Expected::Value(value) = &exchange.expected {
        simpler.extend(
            simpler_expressions(value)
                .into_iter()
                .map(|value| CompareExchange { expected: Expected::Value(value), ..exchange.clone() }),
        );
    }
    simpler.extend(
        simpler_expressions(&exchange.desired)
            .into_iter()
            .map(|desired| CompareExchange { desired, ..exchange.clone() }),
    );
    simpler
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Nested;

    /// Whether some statement, however deep, satisfies the predicate.
    fn has(body: &[Statement], is_wanted: &dyn Fn(&Statement) -> bool) -> bool {
        body.iter().any(|statement| {
            is_wanted(statement) || statement.inner().into_iter().any(|inner| has(inner, is_wanted))
        })
    }

    /// The result of shrinking the first random program that has a statement of some kind, if only
    /// that statement matters.
    fn smallest_with(is_wanted: &dyn Fn(&Statement) -> bool) -> LoopProgram {
        let matters = |program: &LoopProgram| program.bodies().any(|body| has(body, is_wanted));
        let program = (0..).map(LoopProgram::from_seed).find(matters).expect("all kinds come up");
        shrink(&program, |candidates| candidates.iter().position(matters))
    }

    #[test]
    fn a_statement_remains_with_what_is_around_it() {
        let smallest = smallest_with(&|statement| matches!(statement, Statement::Break));
        let [body] = &smallest.threads[..] else { panic!("{smallest:?}") };
        assert!(smallest.epilogue.is_none() && smallest.unroll == 1 && !smallest.spurious);
        let [Statement::Form(_, body)] = &body[..] else { panic!("{body:?}") };
        let [a_loop] = &body[..] else { panic!("{body:?}") };
        assert!(a_loop.is_loop());
        assert_eq!(*a_loop.inner()[0], [Statement::Break]);
    }

    #[test]
    fn expressions_become_numbers_and_orderings_weak() {
        let smallest = smallest_with(&|statement| matches!(statement, Statement::Store(..)));
        let statements: Vec<&Statement> = smallest.bodies().flatten().collect();
        let [Statement::Store(_, value, access)] = statements[..] else { panic!("{smallest:?}") };
        assert_eq!(*value, if value.is_pointer() { Expression::Null } else { Expression::Constant(0) });
        assert_eq!(*access, simpler_access(*access));
    }

    #[test]
    fn what_is_simpler_is_well_typed() {
        for seed in 0..200 {
            let program = LoopProgram::from_seed(seed);
            for simpler in simplifications(&program) {
                assert!(simpler.bodies().all(|body| !has(body, &is_ill_typed)), "{simpler:?}");
            }
        }
    }

    fn is_ill_typed(statement: &Statement) -> bool {
        match statement {
            Statement::Assign(_, value) | Statement::Evaluate(value) => value.is_pointer(),
            Statement::AssignPointer(_, value) => !value.is_pointer(),
            Statement::Store(place, value, _) => place.is_pointer() != value.is_pointer(),
            _ => false,
        }
    }
}
