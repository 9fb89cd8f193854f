//! Loops that call functions, and functions with loops.

use porf_entity::EntityId;

use super::super::generate::Generator;
use super::super::program::{
    Access, Calling, Expected, Expression, Helper, HelperId, RmwOp, Statement, VariableId,
};
use super::{Form, cas, spin};

use Statement::{Assign, DoWhile, Evaluate, If, Return, While};

pub(super) fn reads(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let helper = helper(g, Vec::new(), value);
    wait_for(g, helper, variable)
}

pub(super) fn writes(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let effect = g.mark();
    let helper = match g.random.ratio(1, 2) {
        true => helper(g, vec![effect], value),
        false => {
            let register = g.in_function(Generator::register);
            helper(g, vec![Assign(register, value), effect], register.into())
        }
    };
    wait_for(g, helper, variable)
}

fn wait_for(g: &mut Generator<'_>, helper: HelperId, variable: VariableId) -> Vec<Statement> {
    if g.random.ratio(1, 2) {
        let go_on = g.until(Expression::Call(helper), variable).negated();
        return vec![While(go_on, Vec::new())];
    }
    let register = g.register();
    let go_on = g.until(register.into(), variable).negated();
    vec![DoWhile(vec![Assign(register, Expression::Call(helper))], go_on), g.observe(register)]
}

pub(super) fn tries(g: &mut Generator<'_>) -> Vec<Statement> {
    let lock = g.lock();
    let result = match g.random.ratio(1, 2) {
        true => g.rmw(RmwOp::Exchange, lock.into(), 1.into()).negated(),
        false => g.compare_exchange(lock.into(), Expected::Value(0.into()), 1.into()),
    };
    let helper = helper(g, Vec::new(), result);
    let mut statements = vec![While(Expression::Call(helper).negated(), Vec::new())];
    statements.extend(cas::critical_section(g, lock));
    statements
}

pub(super) fn waits(g: &mut Generator<'_>) -> Vec<Statement> {
    let (body, result) = g.in_function(|g| {
        let make = g.random.choose(&[spin::after, spin::peeled, spin::between, cas::flag]);
        (make(g), g.value().into())
    });
    let helper = helper(g, vec![Statement::Form(Form::CallWaits, body)], result);
    vec![Evaluate(Expression::Call(helper))]
}

pub(super) fn recursive(g: &mut Generator<'_>) -> Vec<Statement> {
    let helper = HelperId::from_index(g.program.helpers.len());
    let body = g.in_function(attempt_or_return);
    let body = vec![Statement::Form(Form::CallRecursive, body)];
    g.program.helpers.push(Helper { calling: Calling::Plainly, body, result: Expression::Call(helper) });
    let register = g.register();
    vec![Assign(register, Expression::Call(helper)), g.observe(register)]
}

/// The body of a function that waits by recursion: it returns if it need not wait.
fn attempt_or_return(g: &mut Generator<'_>) -> Vec<Statement> {
    let register = g.register();
    let (attempt, is_enough) = match g.random.below(4) {
        0 => {
            let lock = g.lock();
            let exchange = g.compare_exchange(lock.into(), Expected::Value(0.into()), 1.into());
            (exchange, register.into())
        }
        1 => {
            let lock = g.lock();
            let exchange = g.rmw(RmwOp::Exchange, lock.into(), 1.into());
            (exchange, Expression::from(register).negated())
        }
        _ => {
            let (variable, order) = (g.shared(), g.load_order());
            let value = Expression::Load(variable.into(), Access::Atomic(order));
            (value, g.until(register.into(), variable))
        }
    };
    let mut body = vec![Assign(register, attempt)];
    body.extend(g.idle());
    body.push(If(is_enough, vec![Return(register.into())], Vec::new()));
    body.extend(g.idle());
    body
}

fn helper(g: &mut Generator<'_>, body: Vec<Statement>, result: Expression) -> HelperId {
    let calling = g.random.choose(&[Calling::Plainly, Calling::Variadic, Calling::ByPointer]);
    g.program.helpers.push(Helper { calling, body, result })
}
