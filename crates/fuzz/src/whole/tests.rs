//! Tests of the interpreter on programs with known outcomes; and tests of the comparison on pairs
//! of different programs.

use super::program::{
    Access, CompareExchange, Expression, MutexKind, Order, Place, Program, RmwOp, Statement,
};
use super::{Bench, Difference, Endless, Truth, Wrong, brute_force};

const SC: Access = Access::Atomic(Order::SequentiallyConsistent);
const X: Place = Place::Variable(0);
const Y: Place = Place::Variable(1);

/// Two variables, and threads that are all created and joined.
fn program<const N: usize>(functions: [Vec<Statement>; N]) -> Program {
    let create = (0..N).map(Statement::Create);
    let join = (0..N).map(Statement::Join);
    Program {
        variables: vec![0, 0],
        main: create.chain(join).collect(),
        threads: (0..N).collect(),
        functions: functions.into(),
        ..Program::default()
    }
}

fn truth(program: &Program) -> Truth {
    assert!(program.is_well_formed());
    brute_force(program, 100_000).expect("it is small")
}

fn store(place: Place, value: i16, access: Access) -> Statement {
    Statement::Store(place, Expression::Constant(value), access)
}

/// Reads a place again and again until it is not zero.
fn spin(place: Place) -> Statement {
    Statement::DoWhile(vec![Statement::Load(0, place, SC)], Expression::is(0, 0))
}

fn outcomes<const N: usize>(values: [[i16; 2]; N]) -> std::collections::BTreeSet<Vec<i16>> {
    values.map(Vec::from).into()
}

const NOT_ENDLESS: Endless = Endless { quiet_trap: false, busy_trap: false, fair: false };

/// Store buffering: each thread writes one variable, reads the other one and asserts a fact about
/// the value.
fn store_buffering() -> Program {
    let thread = |write: Place, read: Place| {
        vec![
            store(write, 1, SC),
            Statement::Load(0, read, SC),
            Statement::Store(write, Expression::Register(0), SC),
        ]
    };
    program([thread(X, Y), thread(Y, X)])
}

#[test]
fn interleavings_are_all_there_is() {
    // Each variable ends with the value that its writer has read of the other one. The thread that
    // reads first can read 1, since the other one has written by then, or 0. Then the second one
    // reads 1 or, if the first has overwritten it, the value that the first has read.
    let truth = truth(&store_buffering());
    assert_eq!(truth.outcomes, outcomes([[0, 0], [0, 1], [1, 0], [1, 1]]));
    assert_eq!((truth.errors.len(), truth.races.len(), truth.deadlock), (0, 0, false));
    assert_eq!(truth.endless, NOT_ENDLESS);
}

#[test]
fn plain_accesses_race_unless_a_flag_orders_them() {
    let writer = vec![store(X, 1, Access::Plain), store(Y, 1, SC)];
    let reader = |wait: Statement| vec![wait, Statement::Load(1, X, Access::Plain)];
    let ordered = truth(&program([writer.clone(), reader(spin(Y))]));
    assert!(ordered.races.is_empty());
    assert_eq!(ordered.outcomes, outcomes([[1, 1]]));
    let unordered = truth(&program([writer, reader(Statement::Load(0, Y, SC))]));
    assert_eq!(unordered.races, [(0, 3)].into());
}

#[test]
fn locks_in_different_orders_are_a_deadlock() {
    let thread = |first: usize, second: usize| {
        vec![
            Statement::Lock(first),
            Statement::Lock(second),
            Statement::Unlock(second),
            Statement::Unlock(first),
        ]
    };
    let mutexes = vec![MutexKind::Normal; 2];
    let wrong = Program { mutexes: mutexes.clone(), ..program([thread(0, 1), thread(1, 0)]) };
    assert!(truth(&wrong).deadlock);
    let right = Program { mutexes, ..program([thread(0, 1), thread(0, 1)]) };
    assert!(!truth(&right).deadlock);
}

#[test]
fn locking_twice_depends_on_the_kind_of_the_mutex() {
    let body = vec![Statement::Lock(0), Statement::Lock(0), Statement::Unlock(0), store(X, 1, SC)];
    let of_kind = |kind| truth(&Program { mutexes: vec![kind], ..program([body.clone(), body.clone()]) });
    for kind in [MutexKind::Normal, MutexKind::Spin] {
        let truth = of_kind(kind);
        // The thread that gets the mutex fails; the other one waits for ever, but not because of a
        // deadlock.
        assert_eq!(truth.errors, [(Wrong::Relock, Some(1)), (Wrong::Relock, Some(5))].into());
        assert!(truth.outcomes.is_empty() && !truth.deadlock);
    }
    // The mutex is still locked once.
    assert!(of_kind(MutexKind::Recursive).deadlock);
    assert!(!of_kind(MutexKind::ErrorCheck).deadlock);
}

#[test]
fn a_loop_that_nobody_ends_is_a_trap() {
    assert!(truth(&program([vec![spin(X)], vec![store(Y, 1, SC)]])).endless.quiet_trap);
    assert_eq!(truth(&program([vec![spin(X)], vec![store(X, 1, SC)]])).endless, NOT_ENDLESS);
    // A value that is written for a moment only can be missed.
    let moment = truth(&program([vec![spin(X)], vec![store(X, 1, SC), store(X, 0, SC)]]));
    assert!(moment.endless.quiet_trap && moment.outcomes == outcomes([[0, 0]]));
}

#[test]
fn a_choice_in_a_loop_can_end_it_and_one_before_it_cannot() {
    let choice = Statement::Choose(1, 0, 1);
    let before = program([vec![choice.clone(), spin(X)]]);
    assert!(truth(&before).endless.quiet_trap);
    let leave = Statement::If(Expression::Register(1), vec![Statement::Break], Vec::new());
    let within = program([vec![Statement::Forever(vec![Statement::Load(0, X, SC), choice, leave])]]);
    let truth = truth(&within);
    assert!(!truth.endless.quiet_trap && truth.endless.fair);
}

#[test]
fn polling_under_a_lock_lets_others_in() {
    let look = Statement::Load(0, X, Access::Plain);
    let poll = Statement::DoWhile(vec![Statement::Lock(0), look, Statement::Unlock(0)], Expression::is(0, 0));
    let set = vec![Statement::Lock(0), store(X, 1, Access::Plain), Statement::Unlock(0)];
    let mutexes = vec![MutexKind::Normal];
    let polled = truth(&Program { mutexes: mutexes.clone(), ..program([vec![poll.clone()], set]) });
    assert!(polled.races.is_empty() && !polled.endless.busy_trap && !polled.endless.quiet_trap);
    // A thread that waits for a lock can be unlucky for ever.
    assert!(polled.endless.fair);
    let in_vain = truth(&Program { mutexes, ..program([vec![poll]]) });
    assert!(in_vain.endless.busy_trap && !in_vain.endless.quiet_trap);
}

#[test]
fn threads_that_undo_each_others_work_may_do_so_for_ever() {
    let insist = |value: i16| {
        let body = vec![store(X, value, SC), Statement::Load(0, X, SC)];
        vec![Statement::DoWhile(body, Expression::is_not(0, value))]
    };
    let endless = truth(&program([insist(1), insist(2)])).endless;
    assert!(endless.fair && !endless.quiet_trap && !endless.busy_trap);
}

#[test]
fn a_wake_up_before_the_wait_is_lost() {
    let wait = vec![Statement::Lock(0), Statement::Wait(0, 0), Statement::Unlock(0)];
    let wake = vec![Statement::Signal(0)];
    let objects = Program { mutexes: vec![MutexKind::Normal], conditions: 1, ..program([wait, wake]) };
    let truth = truth(&objects);
    assert!(truth.deadlock && truth.outcomes == outcomes([[0, 0]]));
}

#[test]
fn a_signal_wakes_one_and_a_broadcast_all() {
    let wait = vec![
        Statement::Lock(0),
        Statement::Rmw(0, RmwOp::Add, X, Expression::Constant(1), Order::Relaxed),
        Statement::Wait(0, 0),
        Statement::Unlock(0),
    ];
    // Wakes when both wait.
    let wake = |wake: Statement| {
        let all = Statement::DoWhile(vec![Statement::Load(0, X, SC)], Expression::is_not(0, 2));
        vec![all, Statement::Lock(0), wake, Statement::Unlock(0)]
    };
    let with = |statement| Program {
        mutexes: vec![MutexKind::Normal],
        conditions: 1,
        ..program([wait.clone(), wait.clone(), wake(statement)])
    };
    assert!(truth(&with(Statement::Signal(0))).outcomes.is_empty());
    let all = truth(&with(Statement::Broadcast(0)));
    assert!(all.outcomes == outcomes([[2, 0]]) && !all.deadlock);
}

#[test]
fn barriers_and_semaphores_hold_threads_up() {
    let meet = vec![Statement::Barrier(0, 0)];
    let barrier = |count| Program { barriers: vec![count], ..program([meet.clone(), meet.clone()]) };
    assert!(!truth(&barrier(2)).deadlock);
    assert!(truth(&barrier(3)).deadlock);
    let take = vec![Statement::SemWait(0), store(X, 1, Access::Plain), Statement::SemPost(0)];
    let semaphore = |value| Program { semaphores: vec![value], ..program([take.clone(), take.clone()]) };
    assert!(truth(&semaphore(0)).deadlock);
    let one = truth(&semaphore(1));
    assert!(!one.deadlock && one.races.is_empty());
    assert!(!truth(&semaphore(2)).races.is_empty());
}

#[test]
fn nodes_must_not_be_used_after_their_end() {
    let publish = |end: Vec<Statement>| {
        let mut body = vec![Statement::Allocate(0, true), Statement::StorePointer(0, Some(0), SC)];
        body.extend(end);
        body
    };
    let read = vec![
        Statement::LoadPointer(0, 0, SC),
        Statement::If(
            Expression::IsNull(0).negated(),
            vec![Statement::Load(0, Place::Field(0), Access::Plain)],
            Vec::new(),
        ),
        store(X, 1, SC),
    ];
    let with = |end| Program { slots: 1, ..program([publish(end), read.clone()]) };
    assert_eq!(truth(&with(vec![Statement::Free(0)])).errors, [(Wrong::UseAfterFree, None)].into());
    assert!(truth(&with(vec![spin(X), Statement::Free(0)])).errors.is_empty());
    let twice = vec![spin(X), Statement::Free(0), Statement::Free(0)];
    assert_eq!(truth(&with(twice)).errors, [(Wrong::DoubleFree, None)].into());
}

#[test]
fn the_end_of_the_process_is_nobodys_fault() {
    let mut leaves = program([vec![spin(X)]]);
    leaves.main.pop();
    let left = truth(&leaves);
    assert!(left.endless == NOT_ENDLESS && left.outcomes.is_empty() && !left.deadlock);
    let exits = program([vec![Statement::Exit], vec![Statement::Lock(0), Statement::Lock(0)]]);
    let exits = truth(&Program { mutexes: vec![MutexKind::Recursive], ..exits });
    assert!(!exits.deadlock);
}

#[test]
fn a_weak_compare_exchange_may_fail_and_not_for_ever() {
    let attempt = Statement::CompareExchange(Box::new(CompareExchange {
        done: 1,
        place: X,
        expected: 0,
        desired: Expression::Constant(1),
        weak: true,
        success: Order::SequentiallyConsistent,
        failure: Order::Relaxed,
    }));
    let once = Program { spurious: true, ..program([vec![attempt.clone()]]) };
    assert_eq!(truth(&once).outcomes, outcomes([[0, 0], [1, 0]]));
    let again = vec![Statement::DoWhile(vec![attempt], Expression::is(1, 0))];
    let until = Program { spurious: true, ..program([again]) };
    let until = truth(&until);
    assert!(until.outcomes == outcomes([[1, 0]]) && until.endless == NOT_ENDLESS);
}

/// The difference if another program is compiled than the one on which brute force was used.
fn difference(said: &Program, compiled: &Program, name: &str) -> Option<Difference> {
    let bench = Bench::find().expect("clang is there");
    let directory = tempfile::tempdir().expect("the temporary directory is writable");
    let scratch = directory.path().join(format!("{name}.c"));
    let mut file = bench.compile(std::slice::from_ref(compiled), &scratch).expect("it is C");
    bench.compare(&mut file, 0, compiled, &truth(said), 0).err().map(|found| found.difference)
}

#[test]
fn the_same_program_makes_no_difference() {
    let program = store_buffering();
    assert_eq!(difference(&program, &program, "same"), None);
}

#[test]
fn what_is_not_so_makes_a_difference() {
    let passing = |wait: Statement, access: Access| {
        program([
            vec![store(X, 1, access), store(Y, 1, SC)],
            vec![wait, Statement::Load(1, X, access), Statement::Assert(Expression::is(1, 1))],
        ])
    };
    let right = passing(spin(Y), Access::Plain);
    let early = passing(Statement::Load(0, Y, SC), SC);
    let assertion =
        |says| move |it: &Difference| matches!(it, Difference::Error(Wrong::Assertion, _, s) if *s == says);
    assert!(difference(&right, &early, "invented").is_some_and(|it| assertion(true)(&it)));
    let late = passing(spin(Y), SC);
    assert!(difference(&early, &late, "missing").is_some_and(|it| assertion(false)(&it)));
    let racy = passing(Statement::Load(0, Y, SC), Access::Plain);
    assert_eq!(difference(&early, &racy, "race"), Some(Difference::Race(true)));
    assert_eq!(difference(&racy, &early, "no-race"), Some(Difference::Race(false)));

    let waits = |set: i16| program([vec![spin(X)], vec![store(X, set, SC)]]);
    assert_eq!(difference(&waits(1), &waits(0), "livelock"), Some(Difference::Livelock(true)));
    let stuck = difference(&waits(0), &waits(1), "no-livelock");
    assert!(matches!(stuck, Some(Difference::Outcome(_, true))), "{stuck:?}");

    let locks = |second: usize| Program {
        mutexes: vec![MutexKind::Normal; 2],
        ..program([
            vec![Statement::Lock(0), Statement::Lock(1), Statement::Unlock(1), Statement::Unlock(0)],
            vec![
                Statement::Lock(second),
                Statement::Lock(1 - second),
                Statement::Unlock(1 - second),
                Statement::Unlock(second),
            ],
        ])
    };
    assert_eq!(difference(&locks(0), &locks(1), "deadlock"), Some(Difference::Deadlock(true)));
    assert_eq!(difference(&locks(1), &locks(0), "no-deadlock"), Some(Difference::Deadlock(false)));
}

#[test]
fn programs_of_all_features_are_well_formed() {
    for seed in 0..500 {
        let program = Program::from_seed(seed, &super::Feature::ALL);
        assert!(program.is_well_formed(), "{program:?}");
    }
}
