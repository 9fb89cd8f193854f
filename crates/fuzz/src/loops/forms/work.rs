//! Loops of which each iteration has an effect.

use super::super::generate::Generator;
use super::super::program::{BinaryOp, Expression, RmwOp, Statement};

use Statement::{Assign, Evaluate, Repeat, While};

pub(super) fn counted(g: &mut Generator<'_>) -> Vec<Statement> {
    let (count, sum) = (g.register(), g.register());
    let (value, _) = g.load_shared();
    let body = match g.random.below(3) {
        0 => Assign(sum, Expression::from(sum).binary(BinaryOp::Add, value)),
        _ => g.effect(),
    };
    vec![Repeat(count, g.few(), vec![body]), g.observe(sum)]
}

pub(super) fn until(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let go_on = value.binary(BinaryOp::Less, 2.into());
    let add = g.rmw(RmwOp::Add, variable.into(), 1.into());
    vec![While(go_on, vec![Evaluate(add)])]
}
