//! Loops that read until they find the value that they wait for.

use super::super::generate::{Generator, increment};
use super::super::program::{Access, BinaryOp, Expression, Place, RegisterId, Statement, VariableId};

use Statement::{Assign, Break, Continue, DoWhile, Forever, Goto, If, Label, Repeat, Store, While};

pub(super) fn before(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let go_on = g.until(value, variable).negated();
    vec![While(go_on, Vec::new())]
}

pub(super) fn after(g: &mut Generator<'_>) -> Vec<Statement> {
    let register = g.register();
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    vec![DoWhile(vec![Assign(register, value)], go_on), g.observe(register)]
}

pub(super) fn between(g: &mut Generator<'_>) -> Vec<Statement> {
    let register = g.register();
    let (value, variable) = g.load_shared();
    let enough = g.until(register.into(), variable);
    vec![Forever(vec![Assign(register, value), If(enough, vec![Break], Vec::new())]), g.observe(register)]
}

pub(super) fn goto(g: &mut Generator<'_>) -> Vec<Statement> {
    let (register, again) = (g.register(), g.label());
    let (value, variable) = g.load_shared();
    let enough = g.until(register.into(), variable);
    let mut statements = vec![Label(again), Assign(register, value)];
    if g.random.ratio(1, 2) {
        statements.push(If(enough.negated(), vec![Goto(again)], Vec::new()));
    } else {
        let out = g.label();
        statements.extend([If(enough, vec![Goto(out)], Vec::new()), Goto(again), Label(out)]);
    }
    statements.push(g.observe(register));
    statements
}

pub(super) fn continued(g: &mut Generator<'_>) -> Vec<Statement> {
    let mut body = Vec::new();
    let mut last = None;
    for _ in 0..2 {
        let register = g.register();
        let (value, variable) = g.load_shared();
        let go_on = g.until(register.into(), variable).negated();
        body.extend([Assign(register, value), If(go_on, vec![Continue], Vec::new())]);
        last = Some(register);
    }
    body.push(Break);
    let mut statements = vec![Forever(body)];
    statements.extend(last.map(|register| g.observe(register)));
    statements
}

pub(super) fn exits(g: &mut Generator<'_>) -> Vec<Statement> {
    let exit = g.register();
    let mut body = Vec::new();
    for number in 1..=2 {
        let (value, variable) = g.load_shared();
        let enough = g.until(value, variable);
        body.push(If(enough, vec![Assign(exit, number.into()), Break], Vec::new()));
    }
    vec![Forever(body), g.observe(exit)]
}

pub(super) fn nested(g: &mut Generator<'_>) -> Vec<Statement> {
    let inner = before(g);
    let register = g.register();
    let (value, variable) = g.load_shared();
    let enough = g.until(register.into(), variable);
    let mut body = inner;
    body.extend([Assign(register, value), If(enough, vec![Break], Vec::new())]);
    vec![Forever(body), g.observe(register)]
}

pub(super) fn inner(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let go_on = g.until(value, variable).negated();
    vec![While(go_on, before(g))]
}

pub(super) fn peeled(g: &mut Generator<'_>) -> Vec<Statement> {
    let register = g.register();
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    let load = Assign(register, value);
    vec![load.clone(), While(go_on, vec![load]), g.observe(register)]
}

pub(super) fn peeled_two(g: &mut Generator<'_>) -> Vec<Statement> {
    let registers = [g.register(), g.register()];
    let variables = [g.shared(), g.shared()];
    let mut statements = read_both(g, registers, variables);
    let again = match g.random.ratio(1, 3) {
        true => statements.clone(),
        false => read_both(g, registers, variables),
    };
    let [one, other] = registers.map(Expression::from);
    let op = g.random.choose(&[BinaryOp::Equal, BinaryOp::Equal, BinaryOp::NotEqual, BinaryOp::Less]);
    let go_on = match g.random.ratio(1, 4) {
        true => g.until(one.binary(BinaryOp::Add, other), variables[0]).negated(),
        false => one.binary(op, other),
    };
    let changed = g.random.choose(&variables);
    g.wish(changed, 1);
    statements.push(While(go_on, again));
    statements.extend(registers.map(|register| g.observe(register)));
    statements
}

/// Reads two variables, perhaps with a fence in between, and perhaps the second one first.
fn read_both(
    g: &mut Generator<'_>,
    registers: [RegisterId; 2],
    variables: [VariableId; 2],
) -> Vec<Statement> {
    let [one, other] = [0, 1].map(|index| Assign(registers[index], g.load(variables[index].into())));
    let mut statements = vec![one, other];
    if g.random.ratio(1, 6) {
        statements.swap(0, 1);
    }
    if g.random.ratio(1, 4) {
        let place = g.random.below(3);
        statements.insert(place, g.fence());
    }
    statements
}

pub(super) fn two(g: &mut Generator<'_>) -> Vec<Statement> {
    let (one, one_variable) = g.load_shared();
    let (other, other_variable) = g.load_shared();
    if g.random.ratio(1, 3) {
        let sum = one.binary(BinaryOp::Add, other);
        let register = g.register();
        let go_on = g.until(register.into(), one_variable).negated();
        return vec![DoWhile(vec![Assign(register, sum)], go_on), g.observe(register)];
    }
    let one = g.until(one, one_variable).negated();
    let other = g.until(other, other_variable).negated();
    let op = g.random.choose(&[BinaryOp::Both, BinaryOp::Either]);
    vec![While(one.binary(op, other), Vec::new())]
}

pub(super) fn survivor(g: &mut Generator<'_>) -> Vec<Statement> {
    let (survivor, register) = (g.register(), g.register());
    let (seen, _) = g.load_shared();
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    let mut body = vec![Assign(survivor, seen), Assign(register, value)];
    if g.random.ratio(1, 2) {
        body.swap(0, 1);
    }
    vec![DoWhile(body, go_on), g.observe(survivor)]
}

pub(super) fn previous(g: &mut Generator<'_>) -> Vec<Statement> {
    let (previous, register) = (g.register(), g.register());
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    vec![
        DoWhile(vec![Assign(previous, register.into()), Assign(register, value)], go_on),
        g.observe(previous),
    ]
}

pub(super) fn maximum(g: &mut Generator<'_>) -> Vec<Statement> {
    let (maximum, register) = (g.register(), g.register());
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    let larger = Expression::from(maximum).binary(BinaryOp::Less, register.into());
    let keep = If(larger, vec![Assign(maximum, register.into())], Vec::new());
    vec![DoWhile(vec![Assign(register, value), keep], go_on), g.observe(maximum)]
}

pub(super) fn remembers(g: &mut Generator<'_>) -> Vec<Statement> {
    let (register, remembered) = (g.register(), g.register());
    let (value, variable) = g.load_shared();
    let go_on = g.until(register.into(), variable).negated();
    let (here, there) = match g.random.below(3) {
        0 => (Place::ThreadLocal, Place::ThreadLocal),
        1 => (Place::Cell(register), Place::Cell(remembered)),
        _ => (Place::Cell(remembered), Place::Cell(remembered)),
    };
    let what = match g.random.ratio(1, 2) {
        true => Expression::from(register),
        false => Expression::Load(here, Access::Plain).binary(BinaryOp::Add, 1.into()),
    };
    let mut remember = Store(here, what, Access::Plain);
    if g.random.ratio(1, 2) {
        remember = If(g.sometimes(), vec![remember], Vec::new());
    }
    let mut body = vec![remember, Assign(register, value)];
    if g.random.ratio(1, 2) {
        body.swap(0, 1);
    }
    let recall = Assign(remembered, Expression::Load(there, Access::Plain));
    vec![DoWhile(body, go_on), recall, g.observe(remembered)]
}

pub(super) fn counted(g: &mut Generator<'_>) -> Vec<Statement> {
    let count = g.register();
    let (value, variable) = g.load_shared();
    let go_on = g.until(value, variable).negated();
    let more = Expression::from(count).binary(BinaryOp::Add, 1.into());
    vec![While(go_on, vec![Assign(count, more)]), g.observe(count)]
}

pub(super) fn tries(g: &mut Generator<'_>) -> Vec<Statement> {
    let (count, register) = (g.register(), g.register());
    let (value, variable) = g.load_shared();
    let enough = g.until(register.into(), variable);
    let body = vec![Assign(register, value), If(enough, vec![Break], Vec::new())];
    let mut statements = vec![Repeat(count, g.few(), body), g.observe(register)];
    if g.random.ratio(1, 2) {
        statements.push(g.observe(count));
    }
    statements
}

pub(super) fn irreducible(g: &mut Generator<'_>) -> Vec<Statement> {
    let [head, inside, out] = [g.label(), g.label(), g.label()];
    let [first, register, other] = [g.register(), g.register(), g.register()];
    let (choice, _) = g.load_shared();
    let (value, variable) = g.load_shared();
    let (other_value, other_variable) = g.load_shared();
    let enough = g.until(register.into(), variable);
    let other_enough = g.until(other.into(), other_variable);
    vec![
        Assign(first, choice),
        If(first.into(), vec![Goto(inside)], Vec::new()),
        Label(head),
        Assign(register, value),
        If(enough, vec![Goto(out)], Vec::new()),
        Label(inside),
        Assign(other, other_value),
        If(other_enough.negated(), vec![Goto(head)], Vec::new()),
        Label(out),
        g.observe(register),
    ]
}

pub(super) fn fence(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let enough = g.until(value, variable);
    let [inside, outside] = [g.fence(), g.fence()];
    vec![Forever(vec![If(enough, vec![Break], Vec::new()), inside]), outside]
}

pub(super) fn helps(g: &mut Generator<'_>) -> Vec<Statement> {
    let (value, variable) = g.load_shared();
    let enough = g.until(value, variable);
    let is_due = g.sometimes();
    let count = g.register();
    let counter = g.random.choose(&[Place::ThreadLocal, Place::Cell(count)]);
    let (help, recall) = match g.random.ratio(1, 3) {
        true => {
            let counted = Assign(count, Expression::Load(counter, Access::Plain));
            (increment(counter), vec![counted, g.observe(count)])
        }
        false => (g.mark(), Vec::new()),
    };
    let mut body = vec![If(enough, vec![Break], Vec::new()), If(is_due, vec![help], Vec::new())];
    if g.random.ratio(1, 3) {
        body.swap(0, 1);
    }
    let mut statements = vec![Forever(body)];
    statements.extend(recall);
    statements
}

pub(super) fn sequence(g: &mut Generator<'_>) -> Vec<Statement> {
    let [sequence, register] = [g.register(), g.register()];
    let counter = g.shared();
    let [first, second] = [g.load(counter.into()), g.load(counter.into())];
    let (value, _) = g.load_shared();
    let is_odd = Expression::from(sequence).binary(BinaryOp::And, 1.into());
    let has_changed = second.binary(BinaryOp::NotEqual, sequence.into());
    let body = vec![
        Assign(sequence, first),
        If(is_odd, vec![Continue], Vec::new()),
        Assign(register, value),
        If(has_changed.negated(), vec![Break], Vec::new()),
    ];
    vec![Forever(body), g.observe(register)]
}
