//! Loops around compare-exchanges, and locks.

use super::super::generate::Generator;
use super::super::program::{BinaryOp, Expected, Expression, Place, RmwOp, Statement, VariableId};

use Statement::{Assign, Break, Continue, DoWhile, Evaluate, Forever, If, While};

/// The value that a successful compare-exchange leaves, from the value that it finds.
fn successor(g: &mut Generator<'_>, found: Expression) -> Expression {
    match g.random.below(4) {
        0 => found.binary(BinaryOp::Add, 2.into()),
        1 => g.value().into(),
        _ => found.binary(BinaryOp::Add, 1.into()),
    }
}

pub(super) fn succeeds(g: &mut Generator<'_>) -> Vec<Statement> {
    let (found, ok) = (g.register(), g.register());
    let (value, variable) = g.load_shared();
    let desired = successor(g, found.into());
    let exchange = g.compare_exchange(variable.into(), Expected::Value(found.into()), desired);
    vec![
        DoWhile(vec![Assign(found, value), Assign(ok, exchange)], Expression::from(ok).negated()),
        g.observe(found),
    ]
}

pub(super) fn flag(g: &mut Generator<'_>) -> Vec<Statement> {
    let (found, ok) = (g.register(), g.register());
    let (value, variable) = g.load_shared();
    let desired = successor(g, found.into());
    let expected = match g.random.ratio(1, 2) {
        true => Expected::Value(found.into()),
        false => Expected::Register(found),
    };
    let exchange = g.compare_exchange(variable.into(), expected, desired);
    let body = vec![Assign(found, value), Assign(ok, exchange)];
    vec![Assign(ok, 0.into()), While(Expression::from(ok).negated(), body), g.observe(found)]
}

pub(super) fn expected(g: &mut Generator<'_>) -> Vec<Statement> {
    let found = g.register();
    let (value, variable) = g.load_shared();
    let first = if g.random.ratio(1, 3) { g.value().into() } else { value };
    let desired = successor(g, found.into());
    let exchange = g.compare_exchange(variable.into(), Expected::Register(found), desired).negated();
    let mut statements = vec![Assign(found, first)];
    statements.extend(g.pause());
    statements.extend([While(exchange, g.pause()), g.observe(found)]);
    statements
}

pub(super) fn inner(g: &mut Generator<'_>) -> Vec<Statement> {
    let found = g.register();
    let (value, variable) = g.load_shared();
    let unfit = g.until(found.into(), variable).negated();
    let desired = successor(g, found.into());
    let exchange = g.compare_exchange(variable.into(), Expected::Register(found), desired);
    let read = Assign(found, value);
    let body = vec![While(unfit, vec![read.clone()]), If(exchange, vec![Break], Vec::new())];
    vec![read, Forever(body), g.observe(found)]
}

pub(super) fn guarded(g: &mut Generator<'_>) -> Vec<Statement> {
    let found = g.register();
    let (value, variable) = g.load_shared();
    let enough = g.until(found.into(), variable);
    let desired = successor(g, found.into());
    let exchange = g.compare_exchange(variable.into(), Expected::Value(found.into()), desired);
    let leave = g.random.choose(&[0, 0, 1]);
    let otherwise = if leave == 1 { Break } else { Continue };
    let body = vec![
        Assign(found, value),
        If(enough.negated(), vec![otherwise], Vec::new()),
        If(exchange, vec![Break], Vec::new()),
    ];
    vec![Forever(body), g.observe(found)]
}

pub(super) fn ignored(g: &mut Generator<'_>) -> Vec<Statement> {
    let register = g.register();
    let changed = g.shared();
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    let (expected, desired) = (g.value(), g.value());
    let exchange = g.compare_exchange(changed.into(), Expected::Value(expected.into()), desired.into());
    let mut body = vec![Evaluate(exchange), Assign(register, value)];
    if g.random.ratio(1, 2) {
        body.swap(0, 1);
    }
    vec![DoWhile(body, go_on), g.observe(register)]
}

pub(super) fn lock(g: &mut Generator<'_>) -> Vec<Statement> {
    let lock = g.lock();
    let mut statements = Vec::new();
    if g.random.ratio(1, 2) {
        let exchange = g.compare_exchange(lock.into(), Expected::Value(0.into()), 1.into());
        statements.push(While(exchange.negated(), Vec::new()));
    } else {
        let expected = g.register();
        let exchange = g.compare_exchange(lock.into(), Expected::Register(expected), 1.into());
        statements.push(DoWhile(vec![Assign(expected, 0.into())], exchange.negated()));
    }
    statements.extend(critical_section(g, lock));
    statements
}

pub(super) fn exchange_lock(g: &mut Generator<'_>) -> Vec<Statement> {
    let lock = g.lock();
    let taken = g.rmw(RmwOp::Exchange, lock.into(), 1.into());
    let mut statements = vec![While(taken, Vec::new())];
    statements.extend(critical_section(g, lock));
    statements
}

pub(super) fn ttas_lock(g: &mut Generator<'_>) -> Vec<Statement> {
    let lock = g.lock();
    let look = While(g.load(lock.into()), Vec::new());
    let taken = match g.random.ratio(1, 2) {
        true => g.rmw(RmwOp::Exchange, lock.into(), 1.into()),
        false => g.compare_exchange(lock.into(), Expected::Value(0.into()), 1.into()).negated(),
    };
    let mut statements = match g.random.ratio(1, 2) {
        true => vec![DoWhile(vec![look], taken)],
        false => vec![Forever(vec![look, If(taken.negated(), vec![Break], Vec::new())])],
    };
    statements.extend(critical_section(g, lock));
    statements
}

pub(super) fn ticket_lock(g: &mut Generator<'_>) -> Vec<Statement> {
    let ticket = g.register();
    let [next, served] = g.tickets();
    let draw = Assign(ticket, g.rmw(RmwOp::Add, next.into(), 1.into()));
    let is_other = g.load(served.into()).binary(BinaryOp::NotEqual, ticket.into());
    let mut statements = vec![draw, While(is_other, Vec::new())];
    statements.extend(g.section());
    if g.random.ratio(7, 8) {
        let access = g.store_access();
        let following = Expression::from(ticket).binary(BinaryOp::Add, 1.into());
        statements.push(Statement::Store(served.into(), following, access));
    }
    statements
}

/// The statements of the critical section, and the release of the lock.
pub(super) fn critical_section(g: &mut Generator<'_>, lock: VariableId) -> Vec<Statement> {
    let mut statements = g.section();
    if g.random.ratio(7, 8) {
        let release = g.store_access();
        statements.push(Statement::Store(Place::from(lock), 0.into(), release));
    }
    statements
}
