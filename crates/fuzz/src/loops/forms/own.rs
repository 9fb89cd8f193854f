//! Loops that store to shared memory which mostly only their thread accesses.

use super::super::generate::Generator;
use super::super::program::{BinaryOp, Expected, Expression, Statement, VariableId};

use Statement::{Assign, DoWhile, Store, While};

pub(super) fn cache(g: &mut Generator<'_>) -> Vec<Statement> {
    let cache = g.own();
    let (value, variable) = g.load_shared();
    let access = g.own_access();
    let refresh = Store(cache.into(), value, access);
    let access = g.own_access();
    let go_on = g.until(Expression::Load(cache.into(), access), variable).negated();
    let mut body = vec![refresh.clone()];
    body.extend(g.pause());
    let mut statements = Vec::new();
    if g.random.ratio(1, 4) {
        statements.push(refresh);
    }
    statements.push(While(go_on, body));
    statements.extend(reuse(g, cache));
    statements
}

pub(super) fn expected(g: &mut Generator<'_>) -> Vec<Statement> {
    let own = g.own();
    let (value, variable) = g.load_shared();
    let first = if g.random.ratio(1, 4) { g.value().into() } else { value };
    let access = g.own_access();
    let mut statements = vec![Store(own.into(), first, access)];
    let access = g.own_access();
    let found = Expression::Load(own.into(), access);
    let desired = match g.random.ratio(1, 3) {
        true => g.value().into(),
        false => found.binary(BinaryOp::Add, 1.into()),
    };
    let exchange = g.compare_exchange(variable.into(), Expected::Place(own.into()), desired);
    statements.extend(g.pause());
    statements.push(While(exchange.negated(), g.pause()));
    statements.extend(reuse(g, own));
    statements
}

pub(super) fn stored(g: &mut Generator<'_>) -> Vec<Statement> {
    let stored = if g.random.ratio(1, 3) { g.shared() } else { g.own() };
    let register = g.register();
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    let what = match g.random.below(4) {
        0 => register.into(),
        1 => Expression::from(register).binary(BinaryOp::Add, 1.into()),
        _ => g.value().into(),
    };
    let access = match g.random.ratio(1, 2) {
        true => g.own_access(),
        false => g.store_access(),
    };
    let mut body = vec![Store(stored.into(), what, access)];
    body.extend(g.pause());
    let place = g.random.below(body.len() + 1);
    body.insert(place, Assign(register, value));
    vec![DoWhile(body, go_on), g.observe(register)]
}

pub(super) fn link(g: &mut Generator<'_>) -> Vec<Statement> {
    let link = if g.random.ratio(2, 3) { g.shared() } else { g.own() };
    let found = g.register();
    let (value, variable) = g.load_shared();
    let access = g.store_access();
    let what = if g.random.ratio(1, 4) { g.value().into() } else { found.into() };
    let mut body = vec![Assign(found, value), Store(link.into(), what, access)];
    body.extend(g.pause());
    let desired = Expression::from(found).binary(BinaryOp::Add, 1.into());
    let expected = match g.random.ratio(1, 2) {
        true => Expected::Value(found.into()),
        false => Expected::Register(found),
    };
    let exchange = g.compare_exchange(variable.into(), expected, desired);
    vec![DoWhile(body, exchange.negated()), g.observe(found)]
}

/// Reads the memory, or lets another thread access it, if anything.
fn reuse(g: &mut Generator<'_>, own: VariableId) -> Vec<Statement> {
    match g.random.below(4) {
        0 => {
            let (register, access) = (g.register(), g.own_access());
            vec![Assign(register, Expression::Load(own.into(), access)), g.observe(register)]
        }
        1 => {
            let (flag, access) = (g.shared(), g.store_access());
            vec![Store(flag.into(), 1.into(), access)]
        }
        _ => Vec::new(),
    }
}
