//! Loops with zero net effect: their iterations undo their own writes [saver §VI].

use super::super::generate::Generator;
use super::super::program::{BinaryOp, Expression, RegisterId, RmwOp, Statement, VariableId};

use Statement::{Assign, Break, Evaluate, Forever, If, Lock, Unlock, While};

/// The number of conditions for success.
pub(in super::super) const SUCCESSES: usize = 8;

/// Whether the value that an attempt has found means success, by one of several conditions.
fn success(number: usize, found: Expression, amount: i32) -> Expression {
    match number {
        0 | 1 => found.binary(BinaryOp::Less, 2.into()),
        2 => found.binary(BinaryOp::And, amount.into()).negated(),
        3 => found.binary(BinaryOp::NotEqual, 1.into()),
        4 => Expression::from(0).binary(BinaryOp::Less, found),
        5 => found.binary(BinaryOp::Equal, 1.into()),
        _ => found.binary(BinaryOp::Equal, 0.into()),
    }
}

/// A change of a location, and the operation that undoes it.
struct Pair {
    variable: VariableId,
    found: RegisterId,
    change: Statement,
    undo: Statement,
    /// The same, after the loop.
    release: Statement,
    /// Whether the loop may be left, by the value that was found.
    enough: Expression,
}

impl Pair {
    fn new(g: &mut Generator<'_>) -> Self {
        let variable = g.counter();
        let amount = g.random.choose(&[1, 1, 2, 3]);
        Self::of(g, variable, [amount; 2])
    }

    fn of(g: &mut Generator<'_>, variable: VariableId, [amount, back]: [i32; 2]) -> Self {
        let found = g.register();
        let (up, down) = match g.random.ratio(1, 4) {
            true => (RmwOp::Subtract, RmwOp::Add),
            false => (RmwOp::Add, RmwOp::Subtract),
        };
        // A thread that gets in may let others in.
        let released = back + g.random.choose(&[0, 0, 1]);
        let change = Assign(found, g.rmw(up, variable.into(), amount.into()));
        let mut undo = |back: i32| {
            // The same value, computed in another way.
            let value = match g.random.ratio(1, 4) {
                true => g.rmw(up, variable.into(), (-back).into()),
                false => g.rmw(down, variable.into(), back.into()),
            };
            Evaluate(value)
        };
        let (undo, release) = (undo(back), undo(released));
        let usual = g.random.ratio(2, 3);
        let number = if usual { g.usual_success } else { g.random.below(SUCCESSES) };
        let enough = success(number, found.into(), amount);
        Self { variable, found, change, undo, release, enough }
    }

    fn looping(self, g: &mut Generator<'_>) -> Vec<Statement> {
        let body = vec![self.change, If(self.enough, vec![Break], Vec::new()), self.undo];
        let mut statements = vec![Forever(body)];
        statements.extend(released(g, self.found, self.release));
        statements
    }
}

/// The critical section, and mostly the release of the lock. Sometimes the value that was found
/// matters.
fn released(g: &mut Generator<'_>, found: RegisterId, release: Statement) -> Vec<Statement> {
    let mut statements = Vec::new();
    if g.random.ratio(1, 3) {
        statements.push(g.observe(found));
    }
    if g.random.ratio(3, 4) {
        statements.extend(g.section());
        statements.push(release);
    }
    statements
}

pub(super) fn pair(g: &mut Generator<'_>) -> Vec<Statement> {
    Pair::new(g).looping(g)
}

pub(super) fn peeled(g: &mut Generator<'_>) -> Vec<Statement> {
    let pair = Pair::new(g);
    let body = vec![pair.undo, pair.change.clone()];
    let mut statements = vec![pair.change, While(pair.enough.negated(), body)];
    statements.extend(released(g, pair.found, pair.release));
    statements
}

pub(super) fn rwlock(g: &mut Generator<'_>) -> Vec<Statement> {
    let pair = Pair::new(g);
    let value = g.load(pair.variable.into());
    let free = g.until(value, pair.variable);
    let wait = While(free.negated(), Vec::new());
    let body = vec![pair.undo, wait, pair.change.clone()];
    let mut statements = vec![pair.change, While(pair.enough.negated(), body)];
    statements.extend(released(g, pair.found, pair.release));
    statements
}

pub(super) fn attempt(g: &mut Generator<'_>) -> Vec<Statement> {
    let pair = Pair::new(g);
    let mut then = g.section();
    then.push(pair.release);
    let mut statements = vec![pair.change, If(pair.enough, then, vec![pair.undo])];
    if g.random.ratio(1, 2) {
        statements.push(g.observe(pair.found));
    }
    statements
}

pub(super) fn unequal(g: &mut Generator<'_>) -> Vec<Statement> {
    let variable = g.counter();
    let amounts = g.random.choose(&[[1, 2], [2, 1], [1, 0], [1, 1]]);
    let mut pair = Pair::of(g, variable, amounts);
    match g.random.below(3) {
        // Bits are set and cleared. That restores the value only if the bits were clear before.
        0 => {
            pair.change = Assign(pair.found, g.rmw(RmwOp::Or, variable.into(), 1.into()));
            pair.undo = Evaluate(g.rmw(RmwOp::And, variable.into(), (-2).into()));
        }
        1 => {
            let elsewhere = g.shared();
            pair.undo = Evaluate(g.rmw(RmwOp::Subtract, elsewhere.into(), 1.into()));
        }
        _ => {}
    }
    pair.looping(g)
}

pub(super) fn mutex_test(g: &mut Generator<'_>) -> Vec<Statement> {
    let (mutex, register) = (g.mutex(), g.register());
    let (value, variable) = g.load_shared();
    let enough = g.until(register.into(), variable);
    let look = Assign(register, value);
    let body = match g.random.ratio(1, 2) {
        true => vec![Lock(mutex), look, Unlock(mutex), If(enough, vec![Break], Vec::new())],
        false => vec![Lock(mutex), look, If(enough, vec![Unlock(mutex), Break], Vec::new()), Unlock(mutex)],
    };
    vec![Forever(body), g.observe(register)]
}

pub(super) fn mutex_poll(g: &mut Generator<'_>) -> Vec<Statement> {
    let (mutex, register) = (g.mutex(), g.register());
    let (value, variable) = g.load_shared();
    let enough = If(g.until(register.into(), variable), vec![Break], Vec::new());
    let has_got_it = Expression::TryLock(mutex).negated();
    let look = vec![Assign(register, value), Unlock(mutex)];
    let body = match g.random.ratio(1, 2) {
        true => vec![If(has_got_it, look, Vec::new()), enough],
        false => {
            let look = look.into_iter().chain([enough]).collect();
            vec![If(has_got_it, look, g.pause())]
        }
    };
    vec![Forever(body), g.observe(register)]
}

pub(super) fn mutex_try(g: &mut Generator<'_>) -> Vec<Statement> {
    let mutex = g.mutex();
    let mut statements = vec![While(Expression::TryLock(mutex), Vec::new())];
    statements.extend(g.section());
    statements.push(Unlock(mutex));
    statements
}
