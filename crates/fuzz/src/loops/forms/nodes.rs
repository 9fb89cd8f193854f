//! Stacks of nodes (Treiber's), and stores to a node that no other thread knows yet, or that
//! another thread might know.

use super::super::generate::Generator;
use super::super::program::{
    Access, BinaryOp, Expected, Expression, Order, Place, PointerId, RmwOp, StackId, Statement,
};

use Statement::{Assign, AssignPointer, Break, DoWhile, Forever, Free, If, Store, While};

/// The variants of a push.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Variant {
    Proper,
    Published,
    Reread,
    Counted,
}

pub(super) fn push(g: &mut Generator<'_>) -> Vec<Statement> {
    push_variant(g, Variant::Proper)
}

pub(super) fn push_published(g: &mut Generator<'_>) -> Vec<Statement> {
    push_variant(g, Variant::Published)
}

pub(super) fn push_reread(g: &mut Generator<'_>) -> Vec<Statement> {
    push_variant(g, Variant::Reread)
}

pub(super) fn push_counted(g: &mut Generator<'_>) -> Vec<Statement> {
    push_variant(g, Variant::Counted)
}

fn push_variant(g: &mut Generator<'_>, variant: Variant) -> Vec<Statement> {
    let (node, seen) = (g.pointer(), g.pointer());
    let stack = g.stack();
    let mut statements = new_node(g, node);
    if variant == Variant::Published {
        statements.push(publish(g, node, stack));
    }
    let mut body = Vec::new();
    let reread = g.register();
    if variant == Variant::Reread {
        let next = g.load(Place::Next(node));
        let is_linked = next.binary(BinaryOp::NotEqual, Expression::Null);
        body.push(If(is_linked, vec![Assign(reread, 1.into())], Vec::new()));
    }
    if variant == Variant::Counted {
        let count = g.load(Place::Count(node)).binary(BinaryOp::Add, 1.into());
        let access = g.node_access();
        body.push(Store(Place::Count(node), count, access));
    }
    let top = g.load(Place::Top(stack));
    let access = g.node_access();
    let link = Store(Place::Next(node), seen.into(), access);
    if g.random.ratio(1, 2) {
        body.extend([AssignPointer(seen, top), link]);
        let exchange = g.compare_exchange(Place::Top(stack), Expected::Value(seen.into()), node.into());
        statements.push(DoWhile(body, exchange.negated()));
    } else {
        // The failed compare-exchange is the next read of the top.
        body.push(link);
        let exchange = g.compare_exchange(Place::Top(stack), Expected::Pointer(seen), node.into());
        statements.extend([AssignPointer(seen, top), DoWhile(body, exchange.negated())]);
    }
    if variant == Variant::Reread {
        statements.push(g.observe(reread));
    }
    statements
}

pub(super) fn push_expected(g: &mut Generator<'_>) -> Vec<Statement> {
    let (node, stack) = (g.pointer(), g.stack());
    let mut statements = new_node(g, node);
    statements.extend(link_and_push(g, node, stack));
    statements
}

pub(super) fn push_expected_published(g: &mut Generator<'_>) -> Vec<Statement> {
    let (node, stack) = (g.pointer(), g.stack());
    let mut statements = new_node(g, node);
    statements.push(publish(g, node, stack));
    statements.extend(link_and_push(g, node, stack));
    statements
}

/// Pushes a node, which holds the value that a failed compare-exchange has found.
fn link_and_push(g: &mut Generator<'_>, node: PointerId, stack: StackId) -> Vec<Statement> {
    let top = if g.random.ratio(1, 6) { Expression::Null } else { g.load(Place::Top(stack)) };
    let access = g.node_access();
    let expected = Expected::Place(Place::Next(node));
    let exchange = g.compare_exchange(Place::Top(stack), expected, node.into());
    let mut statements = vec![Store(Place::Next(node), top, access)];
    statements.extend(g.pause());
    statements.push(While(exchange.negated(), g.pause()));
    statements
}

pub(super) fn push_fresh(g: &mut Generator<'_>) -> Vec<Statement> {
    let (node, seen) = (g.pointer(), g.pointer());
    let stack = g.stack();
    let mut body = new_node(g, node);
    let top = g.load(Place::Top(stack));
    let exchange = g.compare_exchange(Place::Top(stack), Expected::Value(seen.into()), node.into());
    let access = g.node_access();
    body.extend([
        AssignPointer(seen, top),
        Store(Place::Next(node), seen.into(), access),
        If(exchange, vec![Break], Vec::new()),
    ]);
    if g.random.ratio(3, 4) {
        body.push(Free(node));
    }
    vec![Forever(body)]
}

/// A node with some number and no next one.
fn new_node(g: &mut Generator<'_>, node: PointerId) -> Vec<Statement> {
    let number = g.value() + 1;
    vec![
        AssignPointer(node, Expression::NewNode),
        Store(Place::Next(node), Expression::Null, Access::Plain),
        Store(Place::Count(node), number.into(), Access::Plain),
    ]
}

/// Publishes the node: it becomes the top of a stack, of another one if there is one.
fn publish(g: &mut Generator<'_>, node: PointerId, stack: StackId) -> Statement {
    let order = g.random.choose(&[Order::Release, Order::Release, Order::Relaxed]);
    let elsewhere = if g.random.ratio(1, 2) { g.other_stack(stack) } else { stack };
    Store(Place::Top(elsewhere), node.into(), Access::Atomic(order))
}

pub(super) fn pop(g: &mut Generator<'_>) -> Vec<Statement> {
    let (seen, next, number) = (g.pointer(), g.pointer(), g.register());
    let stack = g.stack();
    let top = g.load(Place::Top(stack));
    let is_empty = Expression::from(seen).binary(BinaryOp::Equal, Expression::Null);
    let behind = g.load(Place::Next(seen));
    let exchange = g.compare_exchange(Place::Top(stack), Expected::Value(seen.into()), next.into());
    let body = vec![
        AssignPointer(seen, top),
        If(is_empty.clone(), vec![Break], Vec::new()),
        AssignPointer(next, behind),
        If(exchange, vec![Break], Vec::new()),
    ];
    let count = g.load(Place::Count(seen));
    vec![Forever(body), If(is_empty.negated(), vec![Assign(number, count)], Vec::new()), g.observe(number)]
}

pub(super) fn await_node(g: &mut Generator<'_>) -> Vec<Statement> {
    let (seen, number) = (g.pointer(), g.register());
    let stack = g.stack();
    let top = g.load(Place::Top(stack));
    let is_empty = Expression::from(seen).binary(BinaryOp::Equal, Expression::Null);
    let count = g.load(Place::Count(seen));
    vec![DoWhile(vec![AssignPointer(seen, top)], is_empty), Assign(number, count), g.observe(number)]
}

pub(super) fn mcs_lock(g: &mut Generator<'_>) -> Vec<Statement> {
    let [node, other] = [g.pointer(), g.pointer()];
    let stack = g.stack();
    let exists = |pointer: PointerId| Expression::from(pointer).binary(BinaryOp::NotEqual, Expression::Null);
    // The number of a node says that its thread has to wait.
    let is_waiting = g.load(Place::Count(node));
    let [link, hand_over] = [g.store_access(), g.store_access()];
    let mut statements = vec![
        AssignPointer(node, Expression::NewNode),
        Store(Place::Next(node), Expression::Null, Access::Plain),
        Store(Place::Count(node), 1.into(), Access::Plain),
        AssignPointer(other, g.rmw(RmwOp::Exchange, Place::Top(stack), node.into())),
        If(
            exists(other),
            vec![Store(Place::Next(other), node.into(), link), While(is_waiting, Vec::new())],
            Vec::new(),
        ),
    ];
    statements.extend(g.section());
    let leave = g.compare_exchange(Place::Top(stack), Expected::Value(node.into()), Expression::Null);
    let next = AssignPointer(other, g.load(Place::Next(node)));
    let await_next = DoWhile(vec![next.clone()], exists(other).negated());
    let look = g.random.ratio(1, 2).then_some(next);
    statements.extend(look);
    let hand_over = Store(Place::Count(other), 0.into(), hand_over);
    statements.push(If(leave.negated(), vec![await_next, hand_over], Vec::new()));
    statements
}
