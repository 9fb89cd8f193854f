//! The meaning of texts that are right.

use std::num::NonZeroU32;

use porf_entity::{ReadOrdering, RmwOrdering, SourcePosition, WriteOrdering};
use porf_library::{
    Action, Exchange, Expression, Function, Guard, Kind, Operand, Operator, Read, Rmw, Specification, Update,
    Write, Written, shipped, shipped_names,
};

use crate::{parse, specification};

const ONE: NonZeroU32 = NonZeroU32::MIN;

fn shipped_specification(name: &str) -> Specification {
    let source = shipped(name).unwrap_or_else(|| panic!("{name} is shipped"));
    Specification::read(source, &porf_cat::LibraryOnly).unwrap_or_else(|error| panic!("{error}"))
}

fn function<'s>(specification: &'s Specification, name: &str) -> &'s Function {
    specification.function(name).unwrap_or_else(|| panic!("{name} is specified"))
}

#[test]
fn the_mutex() {
    let mutex = shipped_specification("mutex");
    assert_eq!((mutex.name.as_str(), mutex.initially, mutex.coherent), ("mutex", None, false));
    assert!(mutex.axioms.is_none());
    let lock = Read {
        result: None,
        ordering: ReadOrdering::Acquire,
        functional: Some(ONE),
        blocking: true,
        when: None,
        otherwise: None,
        recursive: false,
    };
    let actions: Vec<&Action> = mutex.functions.iter().map(|function| &function.action).collect();
    let release = Write { ordering: WriteOrdering::Release, value: None, times: None, recursive: false };
    assert_eq!(actions, [&Action::Init(release.clone()), &Action::Read(lock), &Action::Write(release)]);
    assert_eq!(function(&mutex, "lock_release").written(), Some(Written::Unit));
    assert!(function(&mutex, "lock_acquire").is_blocking());
}

#[test]
fn the_sequentially_consistent_register() {
    let register = shipped_specification("register");
    assert_eq!((register.name.as_str(), register.initially, register.coherent), ("register", Some(0), true));
    let axioms = register.axioms.as_ref().expect("there is an axiom");
    assert_eq!(axioms.checks.len(), 1);
    assert_eq!(axioms.checks[0].name.as_deref(), Some("sc"));
    assert_eq!(function(&register, "reg_set").written(), Some(Written::Parameter(1)));

    let exchange = function(&register, "reg_cas");
    let value = Expression::Operand(Operand::Parameter(2));
    let update = Update { guard: Some((Operand::Result, Operand::Parameter(1))), value };
    assert_eq!(exchange.written(), Some(Written::Update(&update)));
    let rmw = Rmw {
        result: Some("v".to_owned()),
        when: None,
        update: update.clone(),
        ordering: RmwOrdering::Relaxed,
        functional: None,
    };
    assert_eq!((exchange.kind(), &exchange.action), (Kind::Rmw, &Action::Rmw(rmw)));
    assert_eq!(exchange.parameters, ["r", "e", "d"]);
}

#[test]
fn the_release_acquire_register() {
    let register = shipped_specification("release-acquire-register");
    assert_eq!(register.name, "release-acquire-register");
    assert!(register.coherent && register.axioms.is_none());
    let Action::Rmw(add) = &function(&register, "reg_add").action else { panic!("reg_add is an rmw") };
    let operands = [Operand::Result, Operand::Parameter(1)].map(|it| Box::new(Expression::Operand(it)));
    let [old, added] = operands;
    assert_eq!(add.update.value, Expression::Operation(Operator::Add, old, added));
    assert_eq!(add.ordering, RmwOrdering::AcqRel);
}

#[test]
fn shipped_specifications_are_found_by_name() {
    assert_eq!(shipped_names().count(), 14);
    for name in shipped_names() {
        assert_eq!(shipped_specification(name).name, name);
    }
    assert!(shipped("mutex.lib").is_none());
}

#[test]
fn writes_may_be_read_several_times_and_have_values_of_their_own() {
    let semaphore = shipped_specification("semaphore");
    let make = function(&semaphore, "sem_make");
    let Action::Init(write) = &make.action else { panic!("{make} is an init") };
    assert_eq!((write.times, make.written()), (Some(Operand::Parameter(1)), Some(Written::Unit)));
    let Action::Read(attempt) = &function(&semaphore, "sem_try_take").action else { panic!("a read") };
    assert_eq!((attempt.functional, attempt.blocking, attempt.otherwise), (Some(ONE), false, Some(0)));
    let library =
        specification("library x init make(q, v) times 3 write put(q) writes -1 read get(q) = v else 0");
    let written: Vec<_> = library.functions.iter().map(Function::written).collect();
    assert_eq!(written, [Some(Written::Parameter(1)), Some(Written::Literal(-1)), None]);
}

#[test]
fn calls_may_wait_for_a_condition() {
    let rwlock = shipped_specification("rwlock");
    let when = |name| function(&rwlock, name).when();
    let readers = Guard { operands: (Operand::Result, Operand::Literal(-1)), equal: false };
    let writer = Guard { operands: (Operand::Result, Operand::Literal(0)), equal: true };
    assert_eq!(
        [when("rw_read_lock"), when("rw_write_lock"), when("rw_read_unlock")],
        [Some(readers), Some(writer), None]
    );
}

#[test]
fn calls_may_meet_and_exchange_values() {
    let exchange = Exchange { result: Some("w".to_owned()), ordering: RmwOrdering::AcqRel };
    let exchanger = shipped_specification("exchanger");
    assert_eq!(exchanger.functions[0].action, Action::Exchange(exchange));
    assert_eq!(exchanger.functions[0].written(), Some(Written::Parameter(1)));
    let barrier = shipped_specification("barrier");
    let kinds: Vec<Kind> = barrier.functions.iter().map(Function::kind).collect();
    assert_eq!((kinds, barrier.functions[1].written()), (vec![Kind::Init, Kind::Meet], None));
}

#[test]
fn orderings_that_are_not_given() {
    let library = specification("library x init i(r) write w(r) read f(r) rmw g(r) writes 1");
    let text = library.functions.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(text, ["init i(r) rel", "write w(r) rel", "read f(r) acq", "rmw g(r) writes 1 acq_rel"]);
}

#[test]
fn orderings_have_two_names() {
    let short =
        specification("library x initially 0 read a(r) rlx read b(r) acq read c(r) sc write d(r) rel");
    let long = specification(
        "library x initially 0 read a(r) relaxed read b(r) acquire read c(r) seq_cst write d(r) release",
    );
    assert_eq!(short.to_string(), long.to_string());
}

#[test]
fn parts_may_stand_in_any_order() {
    let text = "library x initially -0x10 rmw f(r, e) = v functional 3 sc if v == e writes v - 1";
    let library = specification(text);
    let expected = "rmw f(r, e) = v if v == e writes v - 1 sc functional 3";
    assert_eq!((library.initially, library.functions[0].to_string().as_str()), (Some(-16), expected));
    assert_eq!(library.functions[0].most_readers(), NonZeroU32::new(3));
}

#[test]
fn positions_are_those_of_names() {
    let library = specification("// one\nlibrary x\n  initially 0 read get(r)");
    assert_eq!(library.functions[0].position, SourcePosition { file: 0, line: 3, column: 20 });
    let text = "library x coherent initially 0 (* é *) read get(r) = v\n(* ü *) acyclic po | com as sc";
    let check = specification(text).axioms.expect("there is an axiom").checks[0].position;
    assert_eq!((check.line, check.column), (2, 9));
}

#[test]
fn axioms_stand_between_clauses() {
    let library = specification(
        "library x
         let com = rf | co | fr
         initially 0 coherent
         acyclic po | com
         read get(r) = v
         empty rmw & (fr ; co) as rmw
         rmw add(r, d) = v writes v + d",
    );
    let checks = library.axioms.expect("there are axioms").checks;
    assert_eq!(checks.iter().map(|check| check.name.as_deref()).collect::<Vec<_>>(), [None, Some("rmw")]);
    assert_eq!(library.functions.len(), 2);
}

#[test]
fn definitions_alone_check_nothing() {
    assert!(specification("library x initially 0 read get(r) let a = co").axioms.is_none());
    // The coherence order is needed by what is checked only.
    assert!(parse("library x initially 0 read get(r) let a = co acyclic po | rf").is_ok());
}

#[test]
fn functional_and_coherent_libraries_are_possible() {
    let library = specification("library x coherent init make(q, v) read take(q) = v functional blocking");
    assert!(library.coherent && library.functions[1].is_blocking());
}

#[test]
fn files_may_be_included() {
    let text = "library x coherent initially 0 read get(r) = v include \"sc.cat\"";
    let axioms = specification(text).axioms.expect("the file has axioms");
    assert!(axioms.checks.iter().any(|check| check.name.as_deref() == Some("sc")));
}
