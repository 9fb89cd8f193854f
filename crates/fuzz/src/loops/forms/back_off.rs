//! Loops that back off between attempts, and loops that only look like that: the counter is used
//! later, the loop gives up, or memory is read while the thread backs off.

use super::super::generate::{Generator, increment};
use super::super::program::{Access, BinaryOp, Expected, Expression, Place, RegisterId, RmwOp, Statement};
use super::cas::critical_section;

use Statement::{Assert, Assign, Break, Continue, DoWhile, Evaluate, If, Repeat, While, Yield};

/// `while (exchange(l, 1)) { count; rest }`, or another attempt.
fn attempts(g: &mut Generator<'_>, body: Vec<Statement>, counters: &[RegisterId]) -> Vec<Statement> {
    let lock = g.lock();
    let taken = match g.random.below(4) {
        0 => g.compare_exchange(lock.into(), Expected::Value(0.into()), 1.into()).negated(),
        1 => g.load(lock.into()),
        _ => g.rmw(RmwOp::Exchange, lock.into(), 1.into()),
    };
    let mut statements = match g.random.ratio(1, 4) {
        true => vec![DoWhile(body, taken)],
        false => vec![While(taken, body)],
    };
    // The counter may matter after all.
    if g.random.ratio(1, 5) {
        let counter = g.random.choose(counters);
        statements.push(g.observe(counter));
    }
    statements.extend(critical_section(g, lock));
    statements
}

/// A way to do nothing, or rarely something that only looks like it.
fn nothing(g: &mut Generator<'_>) -> Vec<Statement> {
    match g.random.below(24) {
        0 => vec![Break],
        1 => vec![Evaluate(g.load_shared().0)],
        2 => vec![Assert(0.into())],
        3 => vec![g.effect()],
        4 => vec![g.fence()],
        5 => vec![Continue],
        6..=11 => vec![Yield],
        12..=15 => {
            let counter = g.register();
            vec![Repeat(counter, g.few(), vec![Yield])]
        }
        _ => Vec::new(),
    }
}

/// The least number of iterations with which each way of backing off is taken.
fn unroll(g: &mut Generator<'_>, iterations: u32) {
    g.program.unroll = g.program.unroll.max(iterations);
}

fn add(register: RegisterId, amount: impl Into<Expression>) -> Statement {
    Assign(register, Expression::from(register).binary(BinaryOp::Add, amount.into()))
}

fn is_less(one: impl Into<Expression>, other: impl Into<Expression>) -> Expression {
    one.into().binary(BinaryOp::Less, other.into())
}

/// A statistics counter that threads share. Rarely a thread reads it, or uses the result of an
/// addition.
pub(super) fn tally(g: &mut Generator<'_>) -> Vec<Statement> {
    let tally = g.tally();
    let register = g.register();
    let add = g.rmw(RmwOp::Add, tally.into(), 1.into());
    let count = match g.random.ratio(1, 8) {
        true => Assign(register, add),
        false => Evaluate(add),
    };
    let body = [vec![count], nothing(g)].concat();
    let mut statements = attempts(g, body, &[register]);
    match g.random.below(8) {
        0 => {
            let load = g.load(tally.into());
            statements.extend([Assign(register, load), g.observe(register)]);
        }
        1 => {
            let add = g.rmw(RmwOp::Add, tally.into(), 1.into());
            statements.push(Evaluate(add));
        }
        2 => statements.push(Statement::Store(tally.into(), 1.into(), Access::Plain)),
        _ => {}
    }
    statements
}

/// The counter begins anew after so many attempts.
pub(super) fn counts(g: &mut Generator<'_>) -> Vec<Statement> {
    let count = g.register();
    let most = g.random.choose(&[1, 1, 2]);
    unroll(g, most as u32 + 1);
    let rest = [nothing(g), vec![Assign(count, 0.into())]].concat();
    let body = match g.random.below(3) {
        // Downwards.
        0 => vec![
            If(is_less(count, 1), [nothing(g), vec![Assign(count, most.into())]].concat(), nothing(g)),
            add(count, -1),
        ],
        // By a part of the number.
        1 => vec![
            If(Expression::from(count).binary(BinaryOp::And, 1.into()), nothing(g), nothing(g)),
            add(count, 1),
        ],
        _ => vec![add(count, 1), If(is_less(most, count), rest, nothing(g))],
    };
    attempts(g, body, &[count])
}

/// First one way of doing nothing, then others.
pub(super) fn stages(g: &mut Generator<'_>) -> Vec<Statement> {
    let count = g.register();
    unroll(g, 3);
    let later = If(is_less(count, 2), nothing(g), nothing(g));
    let stages = If(is_less(count, 1), nothing(g), vec![later]);
    let more = match g.random.ratio(1, 2) {
        true => add(count, 1),
        false => If(is_less(count, 2), vec![add(count, 1)], Vec::new()),
    };
    attempts(g, vec![stages, more], &[count])
}

/// The delay doubles.
pub(super) fn delays(g: &mut Generator<'_>) -> Vec<Statement> {
    let [delay, count] = [g.register(), g.register()];
    unroll(g, 3);
    let once = nothing(g);
    let delays = match g.random.below(3) {
        0 => While(is_less(count, delay), [once, vec![add(count, 1)]].concat()),
        1 => While(is_less(0, count), [vec![add(count, -1)], once].concat()),
        _ => DoWhile([vec![add(count, 1)], once].concat(), is_less(count, delay)),
    };
    let start = match g.random.below(3) {
        0 => Assign(count, delay.into()),
        _ => Assign(count, 0.into()),
    };
    let double = If(is_less(delay, 2), vec![add(delay, delay)], Vec::new());
    let mut statements = vec![Assign(delay, 1.into())];
    statements.extend(attempts(g, vec![start, delays, double], &[delay, count]));
    statements
}

/// The state of the back-off is in memory of the thread.
pub(super) fn remembers(g: &mut Generator<'_>) -> Vec<Statement> {
    let register = g.register();
    let place = g.random.choose(&[Place::ThreadLocal, Place::ThreadLocal, Place::Cell(register)]);
    unroll(g, 3);
    let state = || Expression::Load(place, Access::Plain);
    let is_odd = state().binary(BinaryOp::And, 1.into());
    let is_odd = match g.random.ratio(1, 2) {
        true => is_odd,
        false => is_less(1, state()),
    };
    let mut body = vec![increment(place), If(is_odd, nothing(g), nothing(g))];
    if g.random.ratio(1, 3) {
        body.swap(0, 1);
    }
    let mut statements = attempts(g, body, &[register]);
    if g.random.ratio(1, 5) {
        statements.extend([Assign(register, state()), g.observe(register)]);
    }
    statements
}
