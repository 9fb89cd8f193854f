//! Where globals lie, what they hold at first, and which accesses miss them.

use crate::driver::machine;
use porf_entity::{AccessSize, Address, EntityId, ErrorKind, ThreadId, Value};
use porf_ir::GlobalId;
use porf_program::{Action, Failure, Program};
use porf_vm::{Machine, MachineError};

fn global(index: usize) -> GlobalId {
    GlobalId::from_index(index)
}

#[test]
fn initialisers_are_little_endian_and_end_in_zeros() {
    let machine = machine(
        "global g0 \"x\" size 16 align 1 init [1, 2, 3, 4, 5, 6, 7, 8, 9]
         global g1 \"y\" size 24 align 8 init [255, 255, 255, 255, 255, 255, 255, 255, 255] pointers [8: g2, 0: g0]
         global g2 \"z\" size 1 align 64",
    );
    let [x, y, z] = [0, 1, 2].map(|index| machine.address_of(global(index)));
    let value = |base: Address, offset, size| machine.initial_value(Address(base.0 + offset), size);
    assert_eq!(value(x, 0, AccessSize::B1), Some(Value(1)));
    assert_eq!(value(x, 2, AccessSize::B2), Some(Value(0x0403)));
    assert_eq!(value(x, 0, AccessSize::B8), Some(Value(0x0807_0605_0403_0201)));
    assert_eq!(value(x, 8, AccessSize::B4), Some(Value(9)));
    assert_eq!(value(y, 0, AccessSize::B8), Some(Value(x.0)));
    assert_eq!(value(y, 8, AccessSize::B8), Some(Value(z.0)));
    assert_eq!(value(y, 9, AccessSize::B1), Some(Value(z.0 >> 8 & 0xff)));
    assert_eq!(value(y, 16, AccessSize::B8), Some(Value(0)));
    assert_eq!(z.0 % 64, 0);
}

#[test]
fn globals_lie_apart_and_are_found_again() {
    let machine = machine(
        "global g0 \"x\" size 4 align 4
         global g1 \"empty\" size 0 align 1
         global g2 \"y\" size 100 align 1",
    );
    for (index, size) in [(0, 4), (1, 0), (2, 100)] {
        let base = machine.address_of(global(index)).0;
        for offset in 0..size {
            assert_eq!(machine.global_at(Address(base + offset)), Some((global(index), offset)));
        }
        assert_eq!(machine.global_at(Address(base - 1)), None);
        assert_eq!(machine.global_at(Address(base + size)), None);
    }
    assert_eq!(machine.global_at(Address(0)), None);
    assert_eq!(machine.global_at(Address(u64::MAX)), None);
}

/// An access at every offset around a global of ten bytes: it is allowed exactly if all its bytes are in
/// the global and, unless it is not atomic, the offset is a multiple of its size (as the base is of all sizes).
#[test]
fn accesses_that_miss_a_global_fail() {
    for (operation, size) in [
        ("%v5: i8 = load.na %v4", 1),
        ("store.sc %v5, %v4", 2),
        ("%v6: i32 = rmw.add.rlx %v4, %v5", 4),
        ("%v6: i64, %v7: i1 = cmpxchg.sc.sc %v4, %v5, %v5", 8),
    ] {
        let offsets: Vec<i64> = (-9..20).collect();
        let threads: String =
            offsets.iter().map(|&offset| format!("thread \"t\" f0(g1, {})\n", offset as u64)).collect();
        let operand = if operation.contains(", %v5") || operation.contains("%v5, ") {
            format!("%v5: i{} = const 1", size * 8)
        } else {
            String::new()
        };
        let machine = machine(&format!(
            "global g0 \"before\" size 8 align 8
                 global g1 \"x\" size 10 align 1
                 global g2 \"after\" size 8 align 8
                 function f0 \"f\"(%v0: ptr, %v1: i64) {{
                 b0:
                   %v2: i64 = ptrtoint %v0
                   %v3: i64 = add %v2, %v1
                   %v4: ptr = inttoptr %v3
                   {operand}
                   {operation}
                   return
                 }}\n{threads}"
        ));
        let base = machine.address_of(global(1)).0;
        for (thread, &offset) in offsets.iter().enumerate() {
            let action = machine.start(ThreadId::from_index(thread)).action;
            let expected = if offset < 0 || offset + size > 10 {
                Some(ErrorKind::OutOfBounds)
            } else {
                (offset % size != 0).then_some(ErrorKind::InvalidAccess)
            };
            let address = Address(base.wrapping_add(offset as u64));
            match action {
                Action::Fail(failure) => {
                    assert_eq!(Some(failure.kind), expected, "{operation} at {offset}");
                    assert_eq!(failure.address, Some(address));
                    let text = failure.text.map(|text| machine.text(text));
                    let misaligned = failure.kind == ErrorKind::InvalidAccess;
                    assert_eq!(text.is_some_and(|text| text.contains("multiple")), misaligned);
                }
                action => assert_eq!(expected, None, "{operation} at {offset}: {action:?}"),
            }
        }
    }
}

#[test]
fn the_null_pointer_is_never_valid() {
    let machine = machine(
        "global g0 \"x\" size 8 align 8
         function f0 \"f\"() {
         b0:
           %v0: ptr = const 0
           %v1: i8 = load.na %v0
           return
         }
         thread \"t\" f0()",
    );
    let action = machine.start(ThreadId::from_index(0)).action;
    assert_eq!(action, Action::Fail(Failure::new(ErrorKind::InvalidAccess).at(Address(0))));
}

#[test]
fn globals_must_fit_in_the_address_space() {
    for (size, fits) in [(1 << 39, true), (1 << 40, false), (u64::MAX, false), (u64::MAX - 0x1800, false)] {
        let text = format!(
            "global g0 \"x\" size {size} align 8 pointers [274877906944: g1]\nglobal g1 \"y\" size 1 align 1"
        );
        let made = Machine::new(&porf_ir::parse(&text).expect("legal text"));
        match made {
            Ok(_) => assert!(fits, "{size}"),
            Err(error) => assert!(!fits && matches!(error, MachineError::OutOfMemory(_)), "{size}: {error}"),
        }
    }
}
