//! Objects on the stack and on the heap, thread-local globals and constants: what is visible, and what is wrong.

use crate::driver::{Run, SequentialMemory, machine, run};
use porf_entity::{
    AccessSize, Address, EntityId, ErrorKind, ReadOrdering, SourcePosition, ThreadId, Value, WriteOrdering,
};
use porf_ir::GlobalId;
use porf_program::{Action, Ends, ObjectKind, Program};
use porf_vm::Place;

const EXTERNALS: &str = "external x0 \"malloc\"
    external x1 \"free\"
    external x2 \"__porf_malloc_private\"
    external x3 \"__porf_object_size\"
    external x4 \"__porf_exit\"\n";

/// Runs a body that has %v0 = 0, %v1 = 8, %v2 = 16 as `i64`s and %v3 = 7 as an `i32`; more threads may follow.
#[track_caller]
fn run_body(body: &str) -> Run {
    run(
        &format!(
            "{EXTERNALS}function f0 \"f\"() -> (i32) {{
             b0:
               %v0: i64 = const 0
               %v1: i64 = const 8
               %v2: i64 = const 16
               %v3: i32 = const 7
               {body}
             }}
             thread \"t\" f0()"
        ),
        0,
    )
}

#[track_caller]
fn failure(body: &str) -> ErrorKind {
    let run = run_body(body);
    run.failure().unwrap_or_else(|| panic!("ended with {:?}", run.last.action)).0
}

/// The address that an object was given, from the store to it or the failure at it.
fn store(address: u64, value: u64) -> Action {
    let (address, size) = (Address(address), AccessSize::B4);
    Action::Store { address, size, ordering: WriteOrdering::NonAtomic, value: Value(value) }
}

#[test]
fn private_objects_are_not_visible() {
    for allocation in ["alloca.private %v1 align 4", "call x2(%v1, %v1)"] {
        let run = run_body(&format!(
            "%v4: ptr = {allocation}
             store.na %v3, %v4
             %v5: i32 = rmw.add.sc %v4, %v3
             %v6: i32, %v7: i1 = cmpxchg_weak.sc.sc %v4, %v3, %v3
             %v8: i32 = load.acq %v4
             return %v8"
        ));
        assert_eq!(run.results, Some(vec![14]));
        assert_eq!(run.visible(), []);
    }
}

#[test]
fn shared_objects_are_visible_and_those_on_the_stack_end() {
    let on_stack = run_body(
        "%v4: ptr = alloca %v1 align 64
         %v5: ptr = alloca %v2 align 4
         store.na %v3, %v4
         %v6: i32 = load.na %v4
         return %v6",
    );
    let Action::Store { address, .. } = on_stack.actions[0].0 else { panic!("{:?}", on_stack.actions) };
    assert_eq!(address.0 % 64, 0);
    let load = Action::Load { address, size: AccessSize::B4, ordering: ReadOrdering::NonAtomic, wait: None };
    assert_eq!(on_stack.visible()[..2], [store(address.0, 7), load]);
    // The last that came is the first that goes.
    let [Action::Free { address: last, kind: ObjectKind::Stack }, first] = on_stack.visible()[2..] else {
        panic!("{:?}", on_stack.actions)
    };
    assert_eq!(first, Action::Free { address, kind: ObjectKind::Stack });
    assert!(last.0 >= address.0 + 8 + 0x1000, "there is a gap between objects");
    assert_eq!(on_stack.results, Some(vec![7]));

    let on_heap = run_body(
        "%v4: ptr = call x0(%v1)
         store.na %v3, %v4
         call x1(%v4)
         return %v3",
    );
    let Action::Store { address, .. } = on_heap.actions[0].0 else { panic!("{:?}", on_heap.actions) };
    let free = Action::Free { address, kind: ObjectKind::Heap };
    assert_eq!(on_heap.visible(), [store(address.0, 7), free]);
}

#[test]
fn objects_have_bounds() {
    for allocation in
        ["alloca.private %v1 align 4", "alloca %v1 align 4", "call x2(%v1, %v1)", "call x0(%v1)"]
    {
        for (offset, inside) in [(0, true), (4, true), (5, false), (8, false), (100, false), (-1, false)] {
            let run = run_body(&format!(
                "%v4: ptr = {allocation}
                 %v5: i64 = const {}
                 %v6: ptr = ptradd %v4, %v5
                 store.na %v3, %v6
                 %v7: i64 = ptrtoint %v6
                 return %v3",
                offset as u64
            ));
            let expected = (!inside).then_some(ErrorKind::OutOfBounds);
            assert_eq!(run.failure().map(|(kind, _)| kind), expected, "{allocation} at {offset}");
        }
    }
}

#[test]
fn what_was_not_written_has_no_value() {
    for allocation in ["alloca.private %v1 align 4", "alloca %v1 align 4", "call x2(%v1, %v1)"] {
        let body = |bits: u32| {
            format!(
                "%v4: ptr = {allocation}
                 store.na %v3, %v4
                 %v5: i{bits} = load.na %v4
                 %v6: i{bits} = const 8
                 %v7: i1 = icmp.ult %v5, %v6
                 branch %v7, b1, b1
               b1:
                 return %v3"
            )
        };
        assert_eq!(run_body(&body(32)).results, Some(vec![7]));
        assert_eq!(run_body(&body(16)).results, Some(vec![7]));
        assert_eq!(failure(&body(64)), ErrorKind::UninitialisedRead, "{allocation}");
    }
}

#[test]
fn objects_are_freed_once_and_by_their_address() {
    let private = "%v4: ptr = call x2(%v1, %v1)\n";
    let freed = format!("{private} store.na %v3, %v4\n call x1(%v4)\n");
    assert_eq!(failure(&format!("{freed} %v5: i32 = load.na %v4\n return %v5")), ErrorKind::UseAfterFree);
    assert_eq!(failure(&format!("{freed} call x1(%v4)\n return %v3")), ErrorKind::DoubleFree);
    for allocation in ["call x2(%v1, %v1)", "call x0(%v1)"] {
        let interior =
            format!("%v4: ptr = {allocation}\n %v5: ptr = ptradd %v4, %v1\n call x1(%v5)\n return %v3");
        assert_eq!(failure(&interior), ErrorKind::InvalidFree);
    }
    for allocation in ["alloca.private %v1 align 4", "alloca %v1 align 4", "const 123456", "address f0"] {
        let other = format!("%v4: ptr = {allocation}\n call x1(%v4)\n return %v3");
        assert_eq!(failure(&other), ErrorKind::InvalidFree, "{allocation}");
    }
    assert_eq!(run_body("%v4: ptr = const 0\n call x1(%v4)\n return %v3").results, Some(vec![7]));
    assert_eq!(
        run_body("%v4: ptr = call x0(%v0)\n call x1(%v4)\n return %v3").visible().len(),
        1,
        "an object without bytes is an object"
    );
}

#[test]
fn the_size_of_an_object_is_known() {
    for allocation in ["call x2(%v2, %v1)", "call x0(%v2)"] {
        let run = run_body(&format!(
            "%v4: ptr = {allocation}
             %v5: i64 = call x3(%v4)
             %v6: i32 = trunc %v5
             return %v6"
        ));
        assert_eq!(run.results, Some(vec![16]));
    }
    assert_eq!(
        failure("%v4: ptr = alloca %v1 align 4\n %v5: i64 = call x3(%v4)\n return %v3"),
        ErrorKind::InvalidFree
    );
}

#[test]
fn memory_has_limits() {
    // 1 GiB is possible, since what is not written costs nothing; more is too much for porf, and some is too much for any machine.
    let allocate = |size: u64| {
        format!(
            "%v4: i64 = const {size}
             %v5: ptr = call x2(%v4, %v1)
             %v6: i64 = ptrtoint %v5
             %v7: i1 = icmp.eq %v6, %v0
             %v8: i32 = zext %v7
             return %v8"
        )
    };
    assert_eq!(run_body(&allocate(1 << 30)).results, Some(vec![0]));
    assert_eq!(failure(&allocate((1 << 30) + 1)), ErrorKind::Unsupported);
    assert_eq!(run_body(&allocate(u64::MAX)).results, Some(vec![1]));
    let huge = "%v4: i64 = const 18446744073709551615\n %v5: ptr = alloca %v4 align 8\n return %v3";
    assert_eq!(failure(huge), ErrorKind::OutOfMemory);
    // A loop that writes 8 bytes in each of 2^19 pages.
    let writes_everywhere = "%v4: i64 = const 1073741824
         %v5: ptr = call x2(%v4, %v1)
         jump b1(%v5)
         b1(%v6: ptr):
         store.na %v1, %v6
         %v7: i64 = const 2048
         %v8: ptr = ptradd %v6, %v7
         jump b1(%v8)";
    assert_eq!(failure(writes_everywhere), ErrorKind::Unsupported);
}

/// A function that is called over and over again leaves nothing behind.
#[test]
fn private_objects_on_the_stack_end_with_their_function() {
    let text = "function f0 \"callee\"(%v0: i64) -> (i64) {
        b0:
          %v1: i64 = const 4096
          %v2: ptr = alloca.private %v1 align 8
          store.na %v0, %v2
          %v3: i64 = load.na %v2
          return %v3
        }
        function f1 \"caller\"() -> (i64) {
        b0:
          %v0: i64 = const 0
          %v1: ptr = alloca.private %v0 align 8
          jump b1(%v0, %v0)
        b1(%v2: i64, %v3: i64):
          %v4: i64 = const 500000
          %v5: i1 = icmp.ult %v2, %v4
          branch %v5, b2, b3
        b2:
          %v6: i64 = call f0(%v2)
          %v7: i64 = add %v3, %v6
          %v8: i64 = const 1
          %v9: i64 = add %v2, %v8
          jump b1(%v9, %v7)
        b3:
          return %v3
        }
        thread \"t\" f1()";
    assert_eq!(run(text, 0).results, Some(vec![500_000 * 499_999 / 2]));
}

/// A thread that ends deep in its calls ends all that is on its stack.
#[test]
fn threads_that_exit_end_their_objects() {
    let text = format!(
        "{EXTERNALS}function f0 \"inner\"(%v0: i64) {{
         b0:
           %v1: ptr = alloca %v0 align 8
           call x4(%v0)
           return
         }}
         function f1 \"outer\"() -> (i64) {{
         b0:
           %v0: i64 = const 8
           %v1: ptr = alloca %v0 align 8
           %v2: ptr = alloca.private %v0 align 8
           call f0(%v0)
           return %v0
         }}
         thread \"t\" f1()"
    );
    let run = run(&text, 0);
    assert!(
        matches!(run.visible()[..], [Action::Free { address: a, .. }, Action::Free { address: b, .. }] if a > b)
    );
    assert_eq!(run.last.action, Action::Exit { result: Value(8), ends: Ends::Thread });
    assert_eq!(run.results, Some(vec![8]));
}

const THREAD_LOCALS: &str = "
    global g0 \"private\" size 8 align 8 thread_local private init [5]
    global g1 \"shared\" size 8 align 8 thread_local pointers [0: g2 + 4]
    global g2 \"constant\" size 8 align 4 constant init [1, 2, 3, 4, 5, 6, 7, 8]
    function f0 \"f\"() -> (i64, i64, i32) {
    b0:
      %v0: ptr = address g0
      %v1: i64 = load.na %v0
      %v2: i64 = add %v1, %v1
      store.na %v2, %v0
      %v3: i64 = load.na %v0
      %v4: ptr = address g1
      %v5: i64 = load.na %v4
      %v6: ptr = inttoptr %v5
      %v7: i32 = load.na %v6
      return %v3, %v5, %v7
    }
    function f1 \"write\"() {
    b0:
      %v0: ptr = address g2
      %v1: i8 = const 1
      store.na %v1, %v0
      return
    }
    thread \"a\" f0()
    thread \"b\" f0()
    thread \"c\" f1()";

#[test]
fn every_thread_has_its_own_thread_locals_and_constants_are_read_at_once() {
    let machine = machine(THREAD_LOCALS);
    let constant = machine.address_of(GlobalId::from_index(2));
    let mut addresses = Vec::new();
    for thread in 0..2 {
        let run = SequentialMemory::new(&machine).run(thread);
        let pointer = constant.0 + 4;
        assert_eq!(run.results, Some(vec![10, pointer, 0x0807_0605]));
        let [Action::Load { address, size: AccessSize::B8, .. }] = run.visible()[..] else {
            panic!("{:?}", run.actions)
        };
        let owner = ThreadId::from_index(thread);
        assert_eq!(machine.owner(address), Some(owner));
        assert_eq!(machine.initial_value(address, AccessSize::B8), Some(Value(pointer)));
        let object = machine.object_at(&run.last.state, Address(address.0 + 3)).expect("it is shared");
        assert_eq!((object.base, object.size), (address, 8));
        let global = GlobalId::from_index(1);
        let place = Place::ThreadLocal { thread: owner, global, offset: 3 };
        assert_eq!(machine.describe(Address(address.0 + 3), None), Some(place));
        addresses.push(address);
    }
    assert_ne!(addresses[0], addresses[1]);
    assert_eq!(machine.owner(constant), None);
    let write = machine.start(ThreadId::from_index(2)).action;
    let Action::Fail(failure) = write else { panic!("{write:?}") };
    assert_eq!((failure.kind, failure.address), (ErrorKind::InvalidAccess, Some(constant)));
}

/// Others ask the owner of an object for what they need to know.
#[test]
fn objects_are_described() {
    let text = "external x0 \"malloc\"
        function f0 \"f\"() -> (ptr) {
        b0:
          %v0: i64 = const 24
          %v1: ptr = call x0(%v0) @3:9
          store.na %v0, %v1 @4:9
          return %v1
        }
        thread \"t\" f0()";
    let machine = machine(text);
    let run = SequentialMemory::new(&machine).run(0);
    let base = Address(run.results.as_ref().expect("it has finished")[0]);
    let state = &run.last.state;
    assert_eq!(machine.initial_value(base, AccessSize::B8), None);
    let object = machine.object_at(state, Address(base.0 + 23)).expect("it is there");
    assert_eq!((object.base, object.size, object.kind), (base, 24, ObjectKind::Heap));
    assert_eq!(machine.object_at(state, Address(base.0 + 24)), None);
    let Some(Place::Object { thread, allocation, offset }) =
        machine.describe(Address(base.0 + 8), Some(state))
    else {
        panic!("it is not described")
    };
    assert_eq!((thread.index(), offset, allocation.object), (0, 8, object));
    assert_eq!(allocation.position, SourcePosition { file: 0, line: 3, column: 9 });
    assert_eq!(machine.heap_objects(state), [allocation]);
}

/// What belongs to other threads is not checked here; other addresses are nobody's.
#[test]
fn wild_addresses_are_invalid() {
    let action = |address: u64| {
        let text = format!(
            "function f0 \"f\"() {{\nb0:\n %v0: ptr = const {address}\n %v1: i64 = load.na %v0\n return\n}}
             thread \"t\" f0()"
        );
        machine(&text).start(ThreadId::from_index(0)).action
    };
    for address in [0, 8, 1 << 39, 1 << 41, (1 << 43) + 8, (1 << 44) + (1 << 20), u64::MAX - 6] {
        let Action::Fail(failure) = action(address) else { panic!("{address:x}") };
        assert_eq!((failure.kind, failure.address), (ErrorKind::InvalidAccess, Some(Address(address))));
    }
    assert!(matches!(action(5 << 44), Action::Load { .. }));
}
