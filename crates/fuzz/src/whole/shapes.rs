//! The code of threads, feature by feature: the forms in which waiting, locking, publishing and the
//! like come up in real programs.

use super::features::Feature;
use super::generate::Generator;
use super::program::{
    Access, BinaryOp, CompareExchange, Expression, MutexKind, Order, Place, RmwOp, Statement,
};

/// A random piece of a thread for a feature.
pub(super) fn shape(generator: &mut Generator, feature: Feature) -> Vec<Statement> {
    match feature {
        Feature::Spins => spin_or_set(generator),
        Feature::PeeledSpins => peeled(generator),
        Feature::NestedSpins => nested(generator),
        Feature::ExchangeLoops => exchange_loop(generator),
        Feature::Attempts => attempt(generator),
        Feature::Mutexes => critical_section(generator),
        Feature::HandMadeLocks => hand_made(generator),
        Feature::RwLocks => read_write(generator),
        Feature::Polling => polling(generator),
        Feature::Conditions => condition(generator),
        Feature::Barriers => {
            let register = generator.register();
            let mut shape = access(generator);
            shape.push(Statement::Barrier(register, 0));
            if generator.random.ratio(1, 2) {
                shape.append(&mut access(generator));
            }
            shape
        }
        Feature::Semaphores => semaphore(generator),
        Feature::Publication => publication(generator),
        Feature::Frees => frees(generator),
        Feature::Identities => identities(generator),
        Feature::Oscillation => oscillation(generator),
        Feature::ThreadState => thread_state(generator),
        _ => access(generator),
    }
}

fn load(generator: &mut Generator) -> (usize, Statement) {
    let (register, place) = (generator.register(), generator.variable());
    let access = generator.reading();
    (register, Statement::Load(register, place, access))
}

fn store(generator: &mut Generator) -> Statement {
    let (place, value) = (generator.variable(), generator.value());
    let access = generator.writing();
    Statement::Store(place, value, access)
}

fn rmw(generator: &mut Generator) -> Statement {
    let (register, place) = (generator.register(), generator.variable());
    let op = generator.random.choose(&[RmwOp::Add, RmwOp::Add, RmwOp::Exchange, RmwOp::Or]);
    let order = generator.order();
    Statement::Rmw(register, op, place, Expression::Constant(1), order)
}

fn exchange(generator: &mut Generator, place: Place, expected: usize, desired: Expression) -> Statement {
    let weak = generator.has(Feature::Spurious) && generator.random.ratio(1, 2);
    let success = generator.order();
    let failure = match success {
        Order::SequentiallyConsistent => Order::SequentiallyConsistent,
        Order::AcquireRelease if generator.random.ratio(1, 2) => Order::Acquire,
        _ => Order::Relaxed,
    };
    let done = generator.register();
    Statement::CompareExchange(Box::new(CompareExchange {
        done,
        place,
        expected,
        desired,
        weak,
        success,
        failure,
    }))
}

/// An access or two.
pub(super) fn access(generator: &mut Generator) -> Vec<Statement> {
    match generator.random.below(8) {
        0 | 1 => vec![load(generator).1],
        2 | 3 => vec![store(generator)],
        4 => vec![rmw(generator)],
        5 => {
            let (register, place) = (generator.register(), generator.variable());
            let desired = generator.small();
            let set = Statement::Assign(register, Expression::Constant(1 - desired.min(1)));
            vec![set, exchange(generator, place, register, Expression::Constant(desired))]
        }
        6 => {
            let (register, read) = load(generator);
            let value = generator.small();
            let then = store(generator);
            vec![read, Statement::If(Expression::is(register, value), vec![then], Vec::new())]
        }
        _ => {
            let (register, read) = load(generator);
            let condition = generator.condition();
            let _ = register;
            match generator.random.ratio(1, 2) {
                true => vec![read, Statement::Assert(condition)],
                false => vec![store(generator), read],
            }
        }
    }
}

/// The condition that ends a loop: a register holds a value, or does not, or holds at least that
/// value.
fn awaited(generator: &mut Generator, register: usize) -> Expression {
    match generator.random.below(6) {
        0..=2 => Expression::is_not(register, 0),
        3 => Expression::is(register, 1),
        4 => Expression::is(register, 2),
        _ => Expression::Register(register).binary(BinaryOp::And, Expression::Constant(1)),
    }
}

/// The other statements of a spinloop.
fn in_spin(generator: &mut Generator) -> Vec<Statement> {
    let mut body = Vec::new();
    if generator.random.ratio(1, 4) {
        body.push(load(generator).1);
    }
    if generator.sometimes(Feature::PlainInSpins, 1, 4) {
        let (register, place) = (generator.register(), generator.variable());
        body.push(Statement::Load(register, place, Access::Plain));
    }
    if generator.sometimes(Feature::Choices, 1, 8) {
        let register = generator.register();
        body.push(Statement::Choose(register, 0, 1));
        if generator.random.ratio(1, 3) {
            body.push(Statement::If(Expression::Register(register), vec![Statement::Break], Vec::new()));
        }
    }
    if generator.sometimes(Feature::ThreadState, 1, 6) {
        let register = generator.register();
        let place = if generator.random.ratio(1, 2) { Place::ThreadLocal } else { Place::Cell(register) };
        let value = Expression::Register(register);
        let value = match generator.random.ratio(1, 2) {
            true => value,
            false => Expression::Constant(1),
        };
        body.push(Statement::Store(place, value, Access::Plain));
    }
    body
}

/// Waits until a variable holds a value, or writes that value.
fn spin_or_set(generator: &mut Generator) -> Vec<Statement> {
    if generator.random.ratio(1, 2) {
        return match generator.random.below(3) {
            0 => vec![rmw(generator)],
            1 => vec![store(generator), store(generator)],
            _ => vec![store(generator)],
        };
    }
    let (register, read) = load(generator);
    let leave = awaited(generator, register);
    let mut rest = in_spin(generator);
    match generator.random.below(4) {
        0 => {
            let mut body = vec![read];
            body.append(&mut rest);
            vec![Statement::DoWhile(body, leave.negated())]
        }
        1 => {
            let mut body = vec![read, Statement::If(leave, vec![Statement::Break], Vec::new())];
            body.append(&mut rest);
            vec![Statement::Forever(body)]
        }
        2 => {
            rest.push(read);
            rest.push(Statement::If(leave, vec![Statement::Break], Vec::new()));
            vec![Statement::Forever(rest)]
        }
        _ => {
            // An iteration may end in two ways.
            let (other, second) = load(generator);
            let give_up = Expression::is(other, 2);
            let mut body = vec![read, Statement::If(leave, vec![Statement::Break], Vec::new()), second];
            body.push(Statement::If(give_up, vec![Statement::Break], Vec::new()));
            body.append(&mut rest);
            vec![Statement::Forever(body)]
        }
    }
}

/// Loops with a read before them, or that remember a value that an earlier iteration read.
fn peeled(generator: &mut Generator) -> Vec<Statement> {
    if generator.random.ratio(2, 5) {
        return vec![store(generator)];
    }
    let (register, read) = load(generator);
    let leave = awaited(generator, register);
    match generator.random.below(4) {
        0 => {
            let mut body = in_spin(generator);
            body.push(read.clone());
            vec![read, Statement::While(leave.negated(), body)]
        }
        1 => {
            let (_, second) = load(generator);
            let body = vec![read.clone(), second.clone()];
            vec![read, second, Statement::While(leave.negated(), body)]
        }
        2 => {
            // Whether the loop has ever read such a value.
            let seen = generator.register();
            let value = generator.small();
            let remember = Statement::If(
                Expression::is(register, value),
                vec![Statement::Assign(seen, Expression::Constant(1))],
                Vec::new(),
            );
            let (other, second) = load(generator);
            let leave = awaited(generator, other);
            vec![
                Statement::Assign(seen, Expression::Constant(0)),
                Statement::Forever(vec![
                    read,
                    remember,
                    second,
                    Statement::If(leave, vec![Statement::Break], Vec::new()),
                ]),
            ]
        }
        _ => {
            // The value that was read last.
            let last = generator.register();
            vec![
                Statement::Assign(last, Expression::Constant(0)),
                Statement::Forever(vec![
                    read,
                    Statement::If(leave, vec![Statement::Break], Vec::new()),
                    Statement::Assign(last, Expression::Register(register)),
                ]),
            ]
        }
    }
}

/// Loops that wait in loops that wait, or writes that let one of them go on or not. Mostly the outer
/// loop waits for the first variable, and is let go, and the inner one waits for the second one.
fn nested(generator: &mut Generator) -> Vec<Statement> {
    if generator.random.ratio(2, 5) {
        let mut shape: Vec<Statement> = (0..generator.random.below(3))
            .map(|_| {
                let (access, value) = (generator.writing(), generator.value());
                Statement::Store(mostly(generator, 1), value, access)
            })
            .collect();
        let (access, value) = (generator.writing(), generator.random.choose(&[1, 1, 1, 2]));
        shape.push(Statement::Store(mostly(generator, 0), Expression::Constant(value), access));
        return shape;
    }
    let (register, access) = (generator.register(), generator.reading());
    let read = Statement::Load(register, mostly(generator, 0), access);
    let leave = Statement::If(awaited(generator, register), vec![Statement::Break], Vec::new());
    let look = vec![read, leave];
    let mut body = look.clone();
    if generator.random.ratio(1, 4) {
        body.append(&mut inner_wait(generator));
    }
    body.append(&mut inner_wait(generator));
    match generator.random.below(6) {
        // The outer loop looks again behind the inner one, or only there, or between its loops.
        0 => body.extend(look),
        1 => body.rotate_left(look.len()),
        2 => {
            body.extend(look);
            body.append(&mut inner_wait(generator));
        }
        _ => {}
    }
    vec![Statement::Forever(body)]
}

/// Mostly this variable.
fn mostly(generator: &mut Generator, variable: usize) -> Place {
    if generator.random.ratio(4, 5) { Place::Variable(variable) } else { generator.variable() }
}

/// A loop that waits, as part of another one.
fn inner_wait(generator: &mut Generator) -> Vec<Statement> {
    let (register, access) = (generator.register(), generator.reading());
    let read = Statement::Load(register, mostly(generator, 1), access);
    let (mutexes, semaphores) = (generator.program.mutexes.len(), generator.program.semaphores.len());
    match generator.random.below(8) {
        // A change of the value.
        0 | 1 => {
            let Statement::Load(_, place, _) = read else { return Vec::new() };
            let (seen, access) = (generator.register(), generator.reading());
            let is_same = Expression::Register(register).binary(BinaryOp::Equal, Expression::Register(seen));
            let first = Statement::Load(seen, place, access);
            let mut shape = vec![first];
            if generator.random.ratio(1, 3) {
                let (other, second) = load(generator);
                let leave = awaited(generator, other);
                shape.extend([second, Statement::If(leave, vec![Statement::Break], Vec::new())]);
            }
            shape.push(Statement::DoWhile(vec![read], is_same));
            shape
        }
        2 if semaphores > 0 => {
            let semaphore = generator.random.below(semaphores);
            let poll = Statement::SemTry(register, semaphore);
            let mut shape = vec![Statement::DoWhile(vec![poll], Expression::is_not(register, 0))];
            if generator.random.ratio(1, 2) {
                shape.push(Statement::SemPost(semaphore));
            }
            shape
        }
        2 | 3 if mutexes > 0 => {
            let mutex = generator.random.below(mutexes);
            let poll = Statement::TryLock(register, mutex);
            let wait = Statement::DoWhile(vec![poll], Expression::is_not(register, 0));
            vec![wait, Statement::Unlock(mutex)]
        }
        // Another loop in this one.
        4 => {
            let leave = awaited(generator, register);
            let mut body = vec![read, Statement::If(leave, vec![Statement::Break], Vec::new())];
            let (other, second) = load(generator);
            let value = generator.small();
            body.push(Statement::DoWhile(vec![second], Expression::is(other, value)));
            vec![Statement::Forever(body)]
        }
        // A loop that is left in one way for the outer loop, and in another one for both.
        5 => {
            let leave = awaited(generator, register);
            let value = generator.small();
            let body = vec![read, Statement::If(leave, vec![Statement::Break], Vec::new())];
            let is_done = Statement::If(Expression::is(register, value), vec![Statement::Break], Vec::new());
            vec![Statement::Forever(body), is_done]
        }
        _ => {
            let value = generator.small();
            vec![Statement::DoWhile(vec![read], Expression::is(register, value))]
        }
    }
}

/// Compare-exchanges until one succeeds.
fn exchange_loop(generator: &mut Generator) -> Vec<Statement> {
    let place = Place::Variable(generator.random.below(generator.program.variables.len()));
    let expected = generator.register();
    let read = Statement::Load(expected, place, Access::Atomic(generator.read_order()));
    let add = generator.random.choose(&[1, 1, 2]);
    let desired = Expression::Register(expected).binary(BinaryOp::Add, Expression::Constant(add));
    let attempt = exchange(generator, place, expected, desired);
    let Statement::CompareExchange(attempted) = &attempt else { return Vec::new() };
    let done = Expression::Register(attempted.done);
    match generator.random.below(6) {
        // The value that was found is as good as one that is loaded, but some values have to go.
        4 | 5 => {
            let unfit = match generator.random.ratio(1, 2) {
                true => Expression::is_not(expected, 0),
                false => Expression::Constant(1).binary(BinaryOp::Less, Expression::Register(expected)),
            };
            let mut body = vec![Statement::While(unfit, vec![read.clone()]), attempt];
            let leave = match generator.random.ratio(1, 4) {
                true => done.clone().negated(),
                false => {
                    body.push(Statement::If(done, vec![Statement::Break], Vec::new()));
                    Expression::Constant(1)
                }
            };
            let tries = Statement::DoWhile(body, leave);
            let begins = match generator.random.ratio(3, 4) {
                true => read,
                false => Statement::Assign(expected, Expression::Constant(generator.small())),
            };
            let mut shape = vec![begins, tries];
            if generator.random.ratio(1, 2) {
                let value = generator.small();
                let order = generator.write_order();
                shape.push(Statement::Store(place, Expression::Constant(value), Access::Atomic(order)));
            }
            shape
        }
        0 => vec![read, Statement::DoWhile(vec![attempt], done.negated())],
        1 => vec![Statement::DoWhile(vec![read, attempt], done.negated())],
        2 => vec![
            // The value that is expected at first is a guess.
            Statement::Assign(expected, Expression::Constant(0)),
            Statement::DoWhile(vec![attempt], done.negated()),
        ],
        _ => vec![
            // The lock is taken only when it is free.
            Statement::Forever(vec![
                Statement::Assign(expected, Expression::Constant(0)),
                attempt,
                Statement::If(done, vec![Statement::Break], Vec::new()),
            ]),
            Statement::Store(place, Expression::Constant(0), Access::Atomic(Order::Release)),
        ],
    }
}

/// Additions that are undone if another thread was first.
fn attempt(generator: &mut Generator) -> Vec<Statement> {
    let place = Place::Variable(generator.random.below(generator.program.variables.len()));
    let (register, undone) = (generator.register(), generator.register());
    let (order, back) = (generator.order(), generator.order());
    let one = Expression::Constant(1);
    let forth = Statement::Rmw(register, RmwOp::Add, place, one.clone(), order);
    let back = Statement::Rmw(undone, RmwOp::Subtract, place, one, back);
    let bound = generator.random.choose(&[1, 1, 2]);
    let was_first = Expression::Register(register).binary(BinaryOp::Less, Expression::Constant(bound));
    match generator.random.below(3) {
        0 => {
            let mut body = access(generator);
            body.push(back.clone());
            vec![forth, Statement::If(was_first, body, vec![back])]
        }
        1 => {
            let enter = Statement::Forever(vec![
                forth,
                Statement::If(was_first, vec![Statement::Break], Vec::new()),
                back.clone(),
            ]);
            let mut shape = vec![enter];
            shape.append(&mut access(generator));
            if generator.random.ratio(4, 5) {
                shape.push(back);
            }
            shape
        }
        _ => {
            // Waits until the place looks free before the next attempt.
            let look = Statement::Load(undone, place, Access::Atomic(Order::Acquire));
            let wait = Statement::DoWhile(vec![look], Expression::is_not(undone, 0));
            let enter = Statement::Forever(vec![
                forth,
                Statement::If(was_first, vec![Statement::Break], Vec::new()),
                back.clone(),
                wait,
            ]);
            let mut shape = vec![enter];
            shape.append(&mut access(generator));
            shape.push(back);
            shape
        }
    }
}

/// An access that may be plain, since a lock is held.
fn guarded(generator: &mut Generator) -> Vec<Statement> {
    let (register, place) = (generator.register(), generator.variable());
    match generator.random.below(4) {
        0 => vec![Statement::Load(register, place, Access::Plain)],
        1 => {
            let value = generator.value();
            vec![Statement::Store(place, value, Access::Plain)]
        }
        2 => {
            let next = Expression::Register(register).binary(BinaryOp::Add, Expression::Constant(1));
            vec![
                Statement::Load(register, place, Access::Plain),
                Statement::Store(place, next, Access::Plain),
            ]
        }
        _ => access(generator),
    }
}

/// Statements under a mutex, or under two.
fn critical_section(generator: &mut Generator) -> Vec<Statement> {
    let mutex = generator.random.below(generator.program.mutexes.len());
    if generator.sometimes(Feature::Misuse, 1, 8) {
        return match generator.random.below(4) {
            0 => vec![Statement::Unlock(mutex)],
            1 => vec![Statement::Lock(mutex), Statement::Lock(mutex), Statement::Unlock(mutex)],
            2 => vec![Statement::DestroyMutex(mutex)],
            _ => vec![Statement::Lock(mutex)],
        };
    }
    let mut inside = guarded(generator);
    if generator.program.mutexes[mutex] == MutexKind::Recursive && generator.random.ratio(1, 2) {
        inside.insert(0, Statement::Lock(mutex));
        inside.push(Statement::Unlock(mutex));
    }
    let other = generator.random.below(generator.program.mutexes.len());
    if other != mutex && generator.random.ratio(1, 3) {
        inside.insert(0, Statement::Lock(other));
        inside.push(Statement::Unlock(other));
    }
    if generator.random.ratio(1, 4) {
        let register = generator.register();
        inside.push(Statement::Unlock(mutex));
        let otherwise = if generator.random.ratio(1, 2) { access(generator) } else { Vec::new() };
        return vec![
            Statement::TryLock(register, mutex),
            Statement::If(Expression::is(register, 0), inside, otherwise),
        ];
    }
    let mut shape = vec![Statement::Lock(mutex)];
    shape.append(&mut inside);
    shape.push(Statement::Unlock(mutex));
    shape
}

/// A test-and-set lock or a ticket lock, made of variables.
fn hand_made(generator: &mut Generator) -> Vec<Statement> {
    let lock = Place::Variable(0);
    let register = generator.register();
    let (read, write) = (generator.read_order(), generator.write_order());
    let order = generator.order();
    let mut inside = guarded(generator);
    match generator.random.below(4) {
        0 => {
            // Test and test-and-set.
            let look = Statement::Load(register, lock, Access::Atomic(read));
            let take = Statement::Rmw(register, RmwOp::Exchange, lock, Expression::Constant(1), order);
            let mut shape = vec![Statement::Forever(vec![
                Statement::DoWhile(vec![look], Expression::is_not(register, 0)),
                take,
                Statement::If(Expression::is(register, 0), vec![Statement::Break], Vec::new()),
            ])];
            shape.append(&mut inside);
            shape.push(Statement::Store(lock, Expression::Constant(0), Access::Atomic(write)));
            shape
        }
        1 => {
            // Test-and-set.
            let take = Statement::Rmw(register, RmwOp::Exchange, lock, Expression::Constant(1), order);
            let mut shape = vec![Statement::DoWhile(vec![take], Expression::is_not(register, 0))];
            shape.append(&mut inside);
            shape.push(Statement::Store(lock, Expression::Constant(0), Access::Atomic(write)));
            shape
        }
        2 => {
            // A ticket, and the number of the ticket that is served.
            let serving = Place::Variable(1);
            let turn = generator.register();
            let is_other =
                Expression::Register(turn).binary(BinaryOp::NotEqual, Expression::Register(register));
            let mut shape = vec![
                Statement::Rmw(register, RmwOp::Add, lock, Expression::Constant(1), order),
                Statement::DoWhile(vec![Statement::Load(turn, serving, Access::Atomic(read))], is_other),
            ];
            shape.append(&mut inside);
            let next = Expression::Register(register).binary(BinaryOp::Add, Expression::Constant(1));
            shape.push(Statement::Store(serving, next, Access::Atomic(write)));
            shape
        }
        _ => {
            // A compare-exchange from 0 to 1.
            let take = exchange(generator, lock, register, Expression::Constant(1));
            let Statement::CompareExchange(attempt) = &take else { return Vec::new() };
            let done = Expression::Register(attempt.done);
            let body = vec![Statement::Assign(register, Expression::Constant(0)), take];
            let mut shape = vec![Statement::DoWhile(body, done.negated())];
            shape.append(&mut inside);
            shape.push(Statement::Store(lock, Expression::Constant(0), Access::Atomic(write)));
            shape
        }
    }
}

fn read_write(generator: &mut Generator) -> Vec<Statement> {
    let register = generator.register();
    let mut inside = guarded(generator);
    inside.push(Statement::RwUnlock(0));
    match generator.random.below(5) {
        0 | 1 => {
            inside.insert(0, Statement::ReadLock(0));
            inside
        }
        2 => {
            inside.insert(0, Statement::WriteLock(0));
            inside
        }
        3 => vec![
            Statement::TryReadLock(register, 0),
            Statement::If(Expression::is(register, 0), inside, Vec::new()),
        ],
        _ => vec![
            Statement::TryWriteLock(register, 0),
            Statement::If(Expression::is(register, 0), inside, Vec::new()),
        ],
    }
}

/// Reads a variable under a lock until it has some value, or tries to lock until that succeeds.
fn polling(generator: &mut Generator) -> Vec<Statement> {
    let mutex = generator.random.below(generator.program.mutexes.len());
    let place = Place::Variable(generator.random.below(generator.program.variables.len()));
    let register = generator.register();
    if generator.random.ratio(2, 5) {
        let value = generator.small();
        let write = Statement::Store(place, Expression::Constant(value), Access::Plain);
        return vec![Statement::Lock(mutex), write, Statement::Unlock(mutex)];
    }
    let look = Statement::Load(register, place, Access::Plain);
    match generator.random.below(3) {
        0 => {
            let body = vec![Statement::Lock(mutex), look, Statement::Unlock(mutex)];
            vec![Statement::DoWhile(body, Expression::is(register, 0))]
        }
        1 => {
            let leave = vec![Statement::Unlock(mutex), Statement::Break];
            vec![Statement::Forever(vec![
                Statement::Lock(mutex),
                look,
                Statement::If(Expression::is_not(register, 0), leave, Vec::new()),
                Statement::Unlock(mutex),
            ])]
        }
        _ => {
            let busy = generator.register();
            let mut body = vec![Statement::TryLock(busy, mutex)];
            if generator.random.ratio(1, 3) {
                let back_off = load(generator).1;
                body.push(Statement::If(Expression::is_not(busy, 0), vec![back_off], Vec::new()));
            }
            vec![Statement::DoWhile(body, Expression::is_not(busy, 0)), look, Statement::Unlock(mutex)]
        }
    }
}

fn condition(generator: &mut Generator) -> Vec<Statement> {
    let place = Place::Variable(generator.random.below(generator.program.variables.len()));
    let register = generator.register();
    if generator.random.ratio(1, 2) {
        let wake = match generator.random.ratio(1, 2) {
            true => Statement::Signal(0),
            false => Statement::Broadcast(0),
        };
        let mut shape =
            vec![Statement::Lock(0), Statement::Store(place, Expression::Constant(1), Access::Plain)];
        if generator.random.ratio(1, 2) {
            shape.append(&mut vec![wake, Statement::Unlock(0)]);
        } else {
            shape.append(&mut vec![Statement::Unlock(0), wake]);
        }
        return shape;
    }
    let look = Statement::Load(register, place, Access::Plain);
    let wait = match generator.random.ratio(3, 4) {
        true => vec![
            look.clone(),
            Statement::While(Expression::is(register, 0), vec![Statement::Wait(0, 0), look]),
        ],
        // An error if another thread is faster.
        false => {
            vec![look, Statement::If(Expression::is(register, 0), vec![Statement::Wait(0, 0)], Vec::new())]
        }
    };
    let mut shape = vec![Statement::Lock(0)];
    shape.extend(wait);
    shape.push(Statement::Unlock(0));
    shape
}

fn semaphore(generator: &mut Generator) -> Vec<Statement> {
    let semaphore = generator.random.below(generator.program.semaphores.len());
    match generator.random.below(4) {
        0 => {
            let mut shape = guarded(generator);
            shape.push(Statement::SemPost(semaphore));
            shape
        }
        1 | 2 => {
            let mut shape = vec![Statement::SemWait(semaphore)];
            shape.append(&mut guarded(generator));
            if generator.random.ratio(2, 3) {
                shape.push(Statement::SemPost(semaphore));
            }
            shape
        }
        _ => {
            let register = generator.register();
            let mut inside = guarded(generator);
            inside.push(Statement::SemPost(semaphore));
            vec![
                Statement::SemTry(register, semaphore),
                Statement::If(Expression::is(register, 0), inside, Vec::new()),
            ]
        }
    }
}

/// A node that is filled and published, or a node that is read.
fn publication(generator: &mut Generator) -> Vec<Statement> {
    let pointer = generator.pointer();
    let register = generator.register();
    let field = Place::Field(pointer);
    if generator.random.ratio(1, 2) {
        let (write, value) = (generator.writing(), generator.value());
        let mut shape = vec![Statement::Allocate(pointer, generator.random.ratio(1, 3))];
        let is_filled = matches!(shape[0], Statement::Allocate(_, true));
        if !is_filled && !generator.sometimes(Feature::Uninitialised, 1, 4) {
            shape.push(Statement::Store(field, value.clone(), Access::Plain));
        }
        shape.push(Statement::StorePointer(0, Some(pointer), write));
        if generator.random.ratio(1, 4) {
            let access = generator.writing();
            shape.push(Statement::Store(field, value, access));
        }
        return shape;
    }
    let read = Statement::LoadPointer(pointer, 0, generator.reading());
    let look = Statement::Load(register, field, generator.reading());
    let is_null = Expression::IsNull(pointer);
    match generator.random.below(4) {
        0 => vec![Statement::DoWhile(vec![read], is_null), look],
        1 => {
            let mut inside = vec![look];
            if generator.random.ratio(1, 2) {
                inside.append(&mut access(generator));
            }
            vec![read, Statement::If(is_null.negated(), inside, Vec::new())]
        }
        2 if generator.has(Feature::Misuse) => vec![read, look],
        _ => vec![read, Statement::If(is_null.negated(), vec![look], Vec::new())],
    }
}

/// Nodes that are freed when a flag says so, or by the thread that takes them.
fn frees(generator: &mut Generator) -> Vec<Statement> {
    let pointer = generator.pointer();
    let (register, seen) = (generator.register(), generator.register());
    let field = Place::Field(pointer);
    let flag = Place::Variable(generator.random.below(generator.program.variables.len()));
    let (read, write) = (generator.read_order(), generator.write_order());
    let is_there = Expression::IsNull(pointer).negated();
    let look = Statement::Load(register, field, Access::Plain);
    let done = Statement::Store(flag, Expression::Constant(1), Access::Atomic(write));
    match generator.random.below(5) {
        0 | 1 => {
            // Publishes the node, waits until it is not used any more, and frees it.
            let mut shape = vec![
                Statement::Allocate(pointer, true),
                Statement::StorePointer(0, Some(pointer), Access::Atomic(Order::Release)),
            ];
            let look_at_flag = Statement::Load(seen, flag, Access::Atomic(read));
            match generator.random.below(3) {
                0 => shape.push(Statement::DoWhile(vec![look_at_flag], Expression::is(seen, 0))),
                1 => {
                    shape.push(look_at_flag);
                    let freed = vec![Statement::Free(pointer)];
                    shape.push(Statement::If(Expression::is_not(seen, 0), freed, Vec::new()));
                    return shape;
                }
                _ => {}
            }
            shape.push(Statement::Free(pointer));
            shape
        }
        2 => {
            let known = Statement::LoadPointer(pointer, 0, Access::Atomic(Order::Acquire));
            vec![known, Statement::If(is_there, vec![look], Vec::new()), done]
        }
        3 => {
            let known = Statement::LoadPointer(pointer, 0, Access::Atomic(Order::Acquire));
            vec![Statement::DoWhile(vec![known], Expression::IsNull(pointer)), look, done]
        }
        _ => {
            let order = generator.order();
            let take = Statement::TakePointer(pointer, 0, order);
            vec![take, Statement::If(is_there, vec![look, Statement::Free(pointer)], Vec::new()), done]
        }
    }
}

/// Threads that distinguish themselves from others by an address or a handle that is kept in
/// memory.
fn identities(generator: &mut Generator) -> Vec<Statement> {
    let place = Place::Variable(generator.random.below(generator.program.variables.len()));
    let (own, old) = (generator.register(), generator.register());
    let name = match generator.random.ratio(1, 2) {
        true => Statement::OwnAddress(own),
        false => Statement::OwnHandle(own),
    };
    let order = generator.order();
    let is_own = Expression::Register(old).binary(BinaryOp::Equal, Expression::Register(own));
    let then = store(generator);
    match generator.random.below(3) {
        0 => vec![
            name,
            Statement::Rmw(old, RmwOp::Exchange, place, Expression::Register(own), order),
            Statement::If(is_own, vec![then], Vec::new()),
        ],
        1 => vec![
            name,
            Statement::Store(place, Expression::Register(own), Access::Atomic(Order::Release)),
            Statement::Load(old, place, Access::Atomic(Order::Acquire)),
            Statement::If(is_own, vec![then], Vec::new()),
        ],
        _ => {
            let nobody = Statement::Assign(old, Expression::Constant(0));
            let attempt = exchange(generator, place, old, Expression::Register(own));
            let Statement::CompareExchange(attempted) = &attempt else { return Vec::new() };
            let done = Expression::Register(attempted.done);
            vec![name, nobody, attempt, Statement::If(done, vec![then], Vec::new())]
        }
    }
}

/// Loops with writes that another thread undoes.
fn oscillation(generator: &mut Generator) -> Vec<Statement> {
    let place = Place::Variable(generator.random.below(generator.program.variables.len()));
    let register = generator.register();
    let (read, write) = (generator.read_order(), generator.write_order());
    let (value, awaited) = (generator.small(), generator.small());
    let set = Statement::Store(place, Expression::Constant(value), Access::Atomic(write));
    let look = Statement::Load(register, place, Access::Atomic(read));
    match generator.random.below(3) {
        0 => vec![Statement::DoWhile(vec![set, look], Expression::is_not(register, awaited))],
        1 => {
            let order = generator.order();
            let flip = Statement::Rmw(register, RmwOp::Exchange, place, Expression::Constant(value), order);
            vec![Statement::DoWhile(vec![flip], Expression::is_not(register, awaited))]
        }
        _ => {
            let react = Statement::If(Expression::is(register, awaited), vec![set], vec![Statement::Break]);
            vec![Statement::Forever(vec![look, react])]
        }
    }
}

/// Thread-local variables and arrays that decide about later statements.
fn thread_state(generator: &mut Generator) -> Vec<Statement> {
    let (index, value) = (generator.register(), generator.register());
    let place = if generator.random.ratio(1, 2) { Place::ThreadLocal } else { Place::Cell(index) };
    let (_, read) = load(generator);
    let Statement::Load(seen, ..) = read else { return Vec::new() };
    let keep = Statement::Store(place, Expression::Register(seen), Access::Plain);
    let look = Statement::Load(value, place, Access::Plain);
    match generator.random.below(3) {
        0 => {
            let then = store(generator);
            vec![read, keep, look, Statement::If(Expression::is_not(value, 0), vec![then], Vec::new())]
        }
        1 => {
            // Counts in an array how often a value was read.
            let counted = vec![read, keep];
            vec![Statement::Repeat(index, 2, counted), look, store(generator)]
        }
        _ => {
            let body = vec![read, keep, look];
            vec![Statement::DoWhile(body, Expression::is(value, 0))]
        }
    }
}
