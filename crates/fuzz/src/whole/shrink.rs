//! The shrinking of programs: the steps by which a program becomes simpler.

use super::program::{Access, Expression, MutexKind, Order, Program, Statement, has};
use crate::tree::{edit_statement, places, remove, unwrap_first, unwrap_second};

/// All programs that are one step simpler, those that are much simpler first.
pub(super) fn simplifications(program: &Program) -> Vec<Program> {
    let mut simpler: Vec<Program> = Vec::new();
    let mut add = |change: &dyn Fn(&mut Program)| {
        let mut changed = program.clone();
        change(&mut changed);
        drop_unused(&mut changed);
        if changed != *program && changed.is_well_formed() && !simpler.contains(&changed) {
            simpler.push(changed);
        }
    };
    for thread in 0..program.threads.len() {
        add(&|program| {
            program.main.retain(|statement| {
                let concerns =
                    [Statement::Create(thread), Statement::Join(thread), Statement::Detach(thread)];
                !concerns.contains(statement)
            });
        });
    }
    let places = places(program.bodies());
    for edit in [remove, unwrap_first, unwrap_second] {
        for &place in &places {
            add(&|program| edit_at(program, place, edit));
        }
    }
    for &place in &places {
        for choice in 0..8 {
            add(&|program| edit_at(program, place, |list, index| simplify(&mut list[index], choice)));
        }
    }
    for variable in 0..program.variables.len() {
        add(&|program| program.variables[variable] = 0);
    }
    for mutex in 0..program.mutexes.len() {
        add(&|program| program.mutexes[mutex] = MutexKind::Normal);
    }
    for semaphore in 0..program.semaphores.len() {
        add(&|program| program.semaphores[semaphore] = 0);
    }
    add(&|program| program.spurious = false);
    simpler
}

/// Leaves out the code of threads that are not created and the objects that nothing uses.
fn drop_unused(program: &mut Program) {
    for function in 0..program.functions.len() {
        let threads = program.threads.iter().enumerate();
        let runs_it = |thread: usize| has(&program.main, &|it| *it == Statement::Create(thread));
        let is_used = threads.into_iter().any(|(thread, &runs)| runs == function && runs_it(thread));
        if !is_used {
            program.functions[function].clear();
        }
    }
    let text = format!("{:?}", program.bodies().collect::<Vec<_>>());
    if !["Lock(", "Unlock(", "TryLock(", "Wait(", "DestroyMutex("].iter().any(|name| text.contains(name)) {
        program.mutexes.clear();
    }
    if !text.contains("Barrier(") {
        program.barriers.clear();
    }
    if !text.contains("Sem") {
        program.semaphores.clear();
    }
    if !["ReadLock(", "WriteLock(", "RwUnlock("].iter().any(|name| text.contains(name)) {
        program.rwlocks = 0;
    }
    if !["Wait(", "Signal(", "Broadcast("].iter().any(|name| text.contains(name)) {
        program.conditions = 0;
    }
    if !text.contains("Pointer(") {
        program.slots = 0;
    }
    if !text.contains("Element(") {
        program.arrays = 0;
    }
}

/// Edits the statement at a place of one of the bodies, counted as in [`Program::bodies`].
fn edit_at(
    program: &mut Program,
    (body, mut place): (usize, usize),
    edit: impl Fn(&mut Vec<Statement>, usize) + Copy,
) {
    let body = match program.functions.get_mut(body) {
        Some(body) => body,
        None => &mut program.main,
    };
    edit_statement(body, &mut place, edit);
}

/// Makes a statement simpler in one of several ways.
fn simplify(statement: &mut Statement, choice: usize) {
    let strongest = Order::SequentiallyConsistent;
    match statement {
        Statement::Load(_, _, access)
        | Statement::LoadPointer(_, _, access)
        | Statement::StorePointer(_, _, access)
            if choice == 0 =>
        {
            *access = stronger(*access);
        }
        Statement::Store(_, _, access) if choice == 0 => *access = stronger(*access),
        Statement::Rmw(_, _, _, _, order) | Statement::Fence(order) | Statement::TakePointer(_, _, order)
            if choice == 0 =>
        {
            *order = strongest;
        }
        Statement::CompareExchange(exchange) => match choice {
            0 => (exchange.success, exchange.failure) = (strongest, strongest),
            1 => exchange.weak = false,
            2 => exchange.desired = Expression::Constant(1),
            _ => {}
        },
        Statement::Repeat(_, times, _) if choice == 0 => *times = (*times - 1).max(1),
        Statement::Choose(register, low, _) if choice < 2 => {
            *statement = Statement::Assign(*register, Expression::Constant(*low + choice as i16));
        }
        Statement::Rmw(register, _, place, _, order) if choice == 1 => {
            *statement = Statement::Load(*register, *place, Access::Atomic(reading(*order)));
        }
        Statement::Rmw(_, _, place, operand, order) if choice == 2 => {
            *statement = Statement::Store(*place, operand.clone(), Access::Atomic(writing(*order)));
        }
        Statement::DoWhile(body, condition) if choice == 1 => {
            let leave = Statement::If(condition.clone().negated(), vec![Statement::Break], Vec::new());
            let body = body.iter().cloned().chain([leave]).collect();
            *statement = Statement::Forever(body);
        }
        _ => {
            let Some(expression) = expression_mut(statement) else { return };
            let simpler = simpler_expressions(expression).into_iter().nth(choice.saturating_sub(1));
            if let Some(simpler) = simpler {
                *expression = simpler;
            }
        }
    }
}

fn stronger(access: Access) -> Access {
    match access {
        Access::Plain => Access::Plain,
        Access::Atomic(_) => Access::Atomic(Order::SequentiallyConsistent),
    }
}

fn reading(order: Order) -> Order {
    match order {
        Order::Relaxed => Order::Relaxed,
        Order::SequentiallyConsistent => Order::SequentiallyConsistent,
        Order::Acquire | Order::Release | Order::AcquireRelease => Order::Acquire,
    }
}

fn writing(order: Order) -> Order {
    match order {
        Order::Relaxed => Order::Relaxed,
        Order::SequentiallyConsistent => Order::SequentiallyConsistent,
        Order::Acquire | Order::Release | Order::AcquireRelease => Order::Release,
    }
}

fn expression_mut(statement: &mut Statement) -> Option<&mut Expression> {
    match statement {
        Statement::Assign(_, expression)
        | Statement::Store(_, expression, _)
        | Statement::Rmw(_, _, _, expression, _)
        | Statement::If(expression, _, _)
        | Statement::While(expression, _)
        | Statement::DoWhile(_, expression)
        | Statement::Assert(expression)
        | Statement::Assume(expression) => Some(expression),
        _ => None,
    }
}

/// Expressions that are one step simpler. Conditions keep their variables, so that there are steps
/// to take.
fn simpler_expressions(expression: &Expression) -> Vec<Expression> {
    match expression {
        Expression::Constant(0) => Vec::new(),
        Expression::Constant(1) => vec![Expression::Constant(0)],
        Expression::Constant(_) => vec![Expression::Constant(0), Expression::Constant(1)],
        Expression::Register(_) | Expression::IsNull(_) => {
            vec![Expression::Constant(0), Expression::Constant(1)]
        }
        Expression::Not(inner) => {
            let mut simpler = vec![Expression::Constant(0), Expression::Constant(1), (**inner).clone()];
            simpler.extend(simpler_expressions(inner).into_iter().map(Expression::negated));
            simpler
        }
        Expression::Binary(_, lhs, rhs) => {
            vec![Expression::Constant(0), Expression::Constant(1), (**lhs).clone(), (**rhs).clone()]
        }
    }
}
