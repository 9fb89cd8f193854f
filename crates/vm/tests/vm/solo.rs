//! A thread that is alone runs on memory directly; what it leaves there is where exploration begins.

use crate::driver::{SequentialMemory, solo_machine};
use porf_entity::{AccessSize, Address, EntityId, ErrorKind, ThreadId, Value};
use porf_ir::GlobalId;
use porf_program::{Action, Answer, BlockReason, ObjectKind, Program, Step};
use porf_vm::{Machine, Place, State};

/// Everything in `body` happens before the first thread is created. The child, `child`, gets the pointer %v1, which
/// the body defines; %v0 is the number 16, and values from %v4 on are free.
fn program(body: &str, child: &str) -> Machine {
    solo_machine(&format!(
        "external x0 \"__porf_spawn\"
         external x1 \"malloc\"
         external x2 \"free\"
         external x3 \"__porf_object_size\"
         external x4 \"memcpy\"
         global g0 \"x\" size 8 align 8 init [1]
         global g1 \"p\" size 8 align 8
         global g2 \"t\" size 8 align 8 thread_local init [3]
         function f0 \"child\"(%v0: ptr) -> (i64) {{
         b0:
           {child}
         }}
         function f1 \"local\"() -> (ptr) {{
         b0:
           %v0: i64 = const 16
           %v1: ptr = alloca %v0 align 8 @5:5
           store.na %v0, %v1
           return %v1
         }}
         function f2 \"main\"() -> (i64) {{
         b0:
           %v0: i64 = const 16
           {body}
           %v2: ptr = address f0
           %v3: i64 = call x0(%v2, %v1)
           return %v3
         }}
         thread \"main\" f2()"
    ))
}

fn start(machine: &Machine) -> Step<State> {
    machine.start(ThreadId::from_index(0))
}

const READ: &str = "%v1: i64 = load.na %v0\n return %v1";

#[test]
fn memory_is_as_the_thread_left_it() {
    let machine = program(
        "%v1: ptr = address g0
         store.sc %v0, %v1
         %v4: i64 = rmw.add.rlx %v1, %v0
         fence.sc
         %v5: i64, %v6: i1 = cmpxchg.sc.sc %v1, %v4, %v0",
        READ,
    );
    assert_eq!(start(&machine).action, Action::Spawn);
    let x = machine.address_of(GlobalId::from_index(0));
    assert_eq!(machine.initial_value(x, AccessSize::B8), Some(Value(32)));
    assert_eq!(machine.initial_value(x, AccessSize::B4), Some(Value(32)));
    let run = SequentialMemory::new(&machine).run(0);
    assert_eq!(run.children[0].results, Some(vec![32]));
}

/// The object has 16 bytes, of which the first eight are written.
#[test]
fn objects_are_there_with_what_was_written() {
    let machine = program(
        "%v1: ptr = call x1(%v0) @7:7
         store.na %v0, %v1",
        "%v1: i64 = call x3(%v0)\n %v2: i64 = load.na %v0\n %v3: i64 = add %v1, %v2\n return %v3",
    );
    let run = SequentialMemory::new(&machine).run(0);
    // Its size is known to the child, too.
    assert_eq!(run.children[0].results, Some(vec![32]));
    let [(Action::Load { address, .. }, _), _] = run.children[0].actions[..] else { panic!("{run:?}") };
    assert_eq!(machine.owner(address), Some(ThreadId::from_index(0)));
    assert_eq!(machine.initial_value(address, AccessSize::B8), Some(Value(16)));
    assert_eq!(machine.initial_value(Address(address.0 + 8), AccessSize::B1), None);
    assert_eq!(machine.initial_value(Address(address.0 + 4), AccessSize::B8), None);
    let object = machine.object_at(&run.last.state, address).expect("it is there");
    assert_eq!((object.base, object.size, object.kind), (address, 16, ObjectKind::Heap));
}

#[test]
fn objects_that_are_gone_are_remembered() {
    let freed = "%v1: ptr = call x1(%v0)\n store.na %v0, %v1\n call x2(%v1)";
    let returned = "%v1: ptr = call f1()";
    for body in [freed, returned] {
        let machine = program(body, READ);
        let run = SequentialMemory::new(&machine).run(0);
        let (kind, address) = run.children[0].failure().expect("it reads what is gone");
        assert_eq!(kind, ErrorKind::UseAfterFree);
        let address = Address(address.expect("it is known where"));
        assert_eq!(machine.initial_value(address, AccessSize::B8), None);
        assert!(matches!(machine.describe(address, None), Some(Place::Object { offset: 0, .. })));
        // The thread itself must not use it either.
        let own = program(&format!("{body}\n %v4: i64 = load.na %v1"), READ);
        let Action::Fail(failure) = start(&own).action else { panic!("{:?}", start(&own).action) };
        assert_eq!((failure.kind, failure.address), (ErrorKind::UseAfterFree, Some(address)));
    }
    let free_again = "call x2(%v0)\n %v1: i64 = const 0\n return %v1";
    for (body, expected) in [(freed, ErrorKind::DoubleFree), (returned, ErrorKind::InvalidFree)] {
        let machine = program(body, free_again);
        let run = SequentialMemory::new(&machine).run(0);
        assert_eq!(run.children[0].failure().map(|(kind, _)| kind), Some(expected));
    }
}

#[test]
fn errors_and_ends_are_found_alone() {
    let action = |body: &str| start(&program(body, READ)).action;
    let uninitialised =
        action("%v1: ptr = call x1(%v0)\n %v4: i64 = load.acq %v1\n %v5: i64 = udiv %v0, %v4");
    assert!(matches!(uninitialised, Action::Fail(failure) if failure.kind == ErrorKind::UninitialisedRead));
    let outside = action("%v4: ptr = address g0\n %v1: ptr = ptradd %v4, %v0\n %v5: i64 = load.na %v1");
    assert!(matches!(outside, Action::Fail(failure) if failure.kind == ErrorKind::OutOfBounds));
    let endless = "%v1: ptr = const 0\n jump b1\n b1:\n jump b1\n b2:";
    assert_eq!(action(endless), Action::Block(BlockReason::StepLimit));
}

/// Whether it fails is a choice, so the thread is alone no longer.
#[test]
fn spurious_failures_are_explored() {
    let machine = program(
        "%v1: ptr = address g0
         %v4: i64 = const 1
         %v5: i64, %v6: i1 = cmpxchg_weak.sc.sc %v1, %v0, %v4
         %v7: i64, %v8: i1 = cmpxchg_weak.sc.sc %v1, %v4, %v0",
        READ,
    );
    // The first one fails anyway.
    let step = start(&machine);
    assert!(matches!(step.action, Action::Rmw { .. }), "{:?}", step.action);
    assert_eq!(machine.resume(&step.state, Answer::SpuriousFailure(Value(1))).action, Action::Spawn);
}

/// Each thread's own global begins as the source says, whatever the first thread did to its own.
#[test]
fn thread_locals_of_the_first_thread_are_in_the_image() {
    let machine = program(
        "%v1: ptr = address g2
         store.na %v0, %v1",
        "%v1: ptr = address g2
         %v2: i64 = load.na %v1
         %v3: i64 = load.na %v0
         %v4: i64 = add %v2, %v3
         return %v4",
    );
    let run = SequentialMemory::new(&machine).run(0);
    assert_eq!(run.children[0].results, Some(vec![3 + 16]));
}

/// Once there are other threads, everything is visible.
#[test]
fn afterwards_accesses_are_visible() {
    let machine = solo_machine(
        "external x0 \"__porf_choose\"
         global g0 \"x\" size 8 align 8
         function f0 \"main\"() -> (i64) {
         b0:
           %v0: i64 = const 2
           %v1: ptr = address g0
           store.na %v0, %v1
           %v2: i64 = call x0(%v0)
           %v3: i64 = load.na %v1
           return %v3
         }
         thread \"main\" f0()",
    );
    let step = start(&machine);
    assert_eq!(step.action, Action::Choose { count: 2, partial: false });
    let step = machine.resume(&step.state, Answer::Chosen(1));
    assert!(matches!(step.action, Action::Load { .. }));
}

/// So many calls that not all of their objects can be remembered.
#[test]
fn very_many_objects_may_come_and_go() {
    let machine = program(
        "%v4: i64 = const 0
         jump b1(%v4)
         b1(%v5: i64):
         %v1: ptr = call f1()
         %v6: i64 = const 1
         %v7: i64 = add %v5, %v6
         %v8: i64 = const 2000000
         %v9: i1 = icmp.ult %v7, %v8
         branch %v9, b1(%v7), b2
         b2:",
        READ,
    );
    let run = SequentialMemory::new(&machine).run(0);
    assert_eq!(run.children[0].failure().map(|(kind, _)| kind), Some(ErrorKind::UseAfterFree));
}

/// A structure of a byte, padding, and four bytes was made by the first thread; another one copies it as a whole.
#[test]
fn structures_with_padding_are_copied() {
    let machine = program(
        "%v1: ptr = call x1(%v0)
         %v4: i8 = const 5
         store.na %v4, %v1
         %v5: i64 = const 4
         %v6: ptr = ptradd %v1, %v5
         %v7: i32 = const 6
         store.na %v7, %v6",
        "%v1: i64 = const 8
         %v2: ptr = alloca.private %v1 align 8
         %v3: ptr = call x4(%v2, %v0, %v1)
         %v4: i8 = load.na %v2
         %v5: i64 = const 4
         %v6: ptr = ptradd %v2, %v5
         %v7: i32 = load.na %v6
         %v8: i64 = zext %v4
         %v9: i64 = zext %v7
         %v10: i64 = mul %v8, %v9
         return %v10",
    );
    let run = SequentialMemory::new(&machine).run(0);
    assert_eq!(run.children[0].results, Some(vec![30]));
}
