//! Accesses that are done in several pieces.

use crate::driver::{SequentialMemory, machine};
use porf_entity::{AccessSize, Address, Content, EntityId, ThreadId, Value};
use porf_ir::GlobalId;
use porf_program::{Action, Answer, Program};
use porf_vm::{Access, Machine};

const NUMBER: u64 = 0x0807_0605_0403_0201;

/// Writes the number at an offset of a global of 16 bytes, and reads it again.
fn write_and_read(offset: usize) -> Machine {
    machine(&format!(
        "global g0 \"x\" size 16 align 16
         function f0 \"f\"() -> (i64) {{
         b0:
           %v0: ptr = address g0
           %v1: i64 = const {offset}
           %v2: ptr = ptradd %v0, %v1
           %v3: i64 = const {}
           store.na %v3, %v2 @1:1
           %v4: i64 = load.na %v2 @2:1
           return %v4
         }}
         thread \"t\" f0()",
        NUMBER
    ))
}

/// Offsets and sizes.
type Pieces = Vec<(u64, u32)>;

/// The offsets and sizes of all accesses, those of the store and those of the load, and the result.
fn accesses(machine: &Machine) -> (Pieces, Pieces, Option<Vec<u64>>) {
    let run = SequentialMemory::new(machine).run(0);
    let base = machine.address_of(GlobalId::from_index(0)).0;
    let (mut stores, mut loads) = (Vec::new(), Vec::new());
    for action in run.visible() {
        match action {
            Action::Store { address, size, .. } => stores.push((address.0 - base, size.bytes())),
            Action::Load { address, size, .. } => loads.push((address.0 - base, size.bytes())),
            action => panic!("{action:?}"),
        }
    }
    (stores, loads, run.results)
}

#[test]
fn misaligned_accesses_are_done_in_aligned_pieces() {
    for (offset, pieces) in [
        (0, &[(0, 8)][..]),
        (1, &[(1, 1), (2, 2), (4, 4), (8, 1)]),
        (2, &[(2, 2), (4, 4), (8, 2)]),
        (4, &[(4, 4), (8, 4)]),
        (7, &[(7, 1), (8, 4), (12, 2), (14, 1)]),
        (8, &[(8, 8)]),
    ] {
        let expected = (pieces.to_vec(), pieces.to_vec(), Some(vec![NUMBER]));
        assert_eq!(accesses(&write_and_read(offset)), expected, "at {offset}");
    }
}

#[test]
fn accesses_make_room_for_smaller_ones() {
    let mut machine = write_and_read(0);
    let base = machine.address_of(GlobalId::from_index(0)).0;
    let access = |offset, size, atomic| Access { address: Address(base + offset), size, atomic };
    let whole = access(0, AccessSize::B8, false);
    machine.refine(whole, access(4, AccessSize::B4, true)).expect("the larger one is not atomic");
    let halves = vec![(0, 4), (4, 4)];
    assert_eq!(accesses(&machine), (halves.clone(), halves, Some(vec![NUMBER])));
    machine.refine(access(2, AccessSize::B1, false), access(0, AccessSize::B4, false)).expect("likewise");
    let pieces = vec![(0, 2), (2, 1), (3, 1), (4, 4)];
    assert_eq!(accesses(&machine), (pieces.clone(), pieces, Some(vec![NUMBER])));
    let mixed = machine.refine(access(4, AccessSize::B4, true), access(6, AccessSize::B2, false));
    assert!(mixed.is_err_and(|mixed| mixed.larger.atomic && mixed.smaller.size == AccessSize::B2));
}

/// A state in the middle of an access is as good as any other.
#[test]
fn a_state_between_two_pieces_is_a_value() {
    let machine = write_and_read(4);
    let mut step = machine.start(ThreadId::from_index(0));
    for _ in 0..2 {
        step = machine.resume(&step.state, Answer::Done);
    }
    let middle = machine.resume(&step.state, Answer::Read(Value(1)));
    assert_eq!(middle.position.line, 2);
    for high in [0, 5, 0] {
        let end = machine.resume(&middle.state, Answer::Read(Value(high)));
        assert_eq!(machine.results(&end.state), Some(&[high << 32 | 1][..]));
    }
    let missing = machine.resume(&middle.state, Answer::Undefined(Content::nothing(AccessSize::B4)));
    assert_eq!(machine.results(&missing.state), Some(&[1][..]));
    assert_eq!(machine.undefined_bits(&missing.state), 0xffff_ffff << 32);
}
