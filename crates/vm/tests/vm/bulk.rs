//! Copying, filling and comparing bytes in all kinds of memory.

use crate::driver::{Run, SequentialMemory, machine};
use porf_entity::{AccessSize, Address, EntityId, ErrorKind, Value};
use porf_ir::GlobalId;
use porf_program::Action;

/// How many bytes a buffer has.
const SIZE: usize = 16;

#[derive(Clone, Copy, PartialEq, Debug)]
enum Kind {
    Private,
    Shared,
}
use Kind::{Private, Shared};

const PAIRS: [(Kind, Kind); 4] = [(Private, Private), (Shared, Private), (Private, Shared), (Shared, Shared)];

/// The text of a function on buffers.
#[derive(Default)]
struct Body {
    text: String,
    values: usize,
}

impl Body {
    /// An operation with a result, whose name is returned.
    fn op(&mut self, ty: &str, operation: &str) -> String {
        let name = format!("%v{}", self.values);
        self.values += 1;
        self.text += &format!("{name}: {ty} = {operation}\n");
        name
    }

    fn number(&mut self, number: u64) -> String {
        self.op("i64", &format!("const {number}"))
    }

    fn offset(&mut self, pointer: &str, offset: usize) -> String {
        let offset = self.number(offset as u64);
        self.op("ptr", &format!("ptradd {pointer}, {offset}"))
    }

    /// A buffer whose first bytes have values.
    fn buffer(&mut self, kind: Kind, bytes: &[u8]) -> String {
        let size = self.number(SIZE as u64);
        let buffer = match kind {
            Private => self.op("ptr", &format!("alloca.private {size} align 16")),
            Shared => self.op("ptr", &format!("call x0({size})")),
        };
        for (offset, byte) in bytes.iter().enumerate() {
            let place = self.offset(&buffer, offset);
            let value = self.op("i8", &format!("const {byte}"));
            self.text += &format!("store.na {value}, {place}\n");
        }
        buffer
    }

    /// Copies a buffer to the global, and runs everything.
    fn show(mut self, buffer: &str) -> Outcome {
        let size = self.number(SIZE as u64);
        let global = self.op("ptr", "address g0");
        self.op("ptr", &format!("call x1({global}, {buffer}, {size})"));
        let zero = self.op("i32", "const 0");
        self.run(&zero)
    }

    /// Runs everything and returns a value.
    fn run(self, result: &str) -> Outcome {
        let text = format!(
            "external x0 \"malloc\"
             external x1 \"memcpy\"
             external x2 \"memmove\"
             external x3 \"memset\"
             external x4 \"memcmp\"
             global g0 \"shown\" size {SIZE} align 8
             function f0 \"f\"() -> (i32) {{
             b0:
               {}
               return {result}
             }}
             thread \"t\" f0()",
            self.text
        );
        let machine = machine(&text);
        let mut memory = SequentialMemory::new(&machine);
        let run = memory.run(0);
        let base = machine.address_of(GlobalId::from_index(0)).0;
        let bytes = (0..SIZE as u64).map(|offset| memory.read(Address(base + offset), AccessSize::B1));
        let bytes: Vec<Option<Value>> = bytes.collect();
        let shown = bytes.iter().map_while(|byte| byte.map(|byte| byte.0 as u8)).collect();
        Outcome { run, shown, undefined: bytes.iter().filter(|byte| byte.is_none()).count() }
    }
}

struct Outcome {
    run: Run,
    /// What is in the global at the end, where there was 0 at first, up to the first byte that is undefined.
    shown: Vec<u8>,
    /// How many bytes of it are undefined.
    undefined: usize,
}

#[test]
fn copies_are_as_if_through_a_buffer() {
    let contents: Vec<u8> = (1..=SIZE as u8).collect();
    for kind in [Private, Shared] {
        for from in 0..SIZE {
            for to in 0..SIZE {
                let length = SIZE - from.max(to);
                let mut body = Body::default();
                let buffer = body.buffer(kind, &contents);
                let (source, destination) = (body.offset(&buffer, from), body.offset(&buffer, to));
                let size = body.number(length as u64);
                body.op("ptr", &format!("call x2({destination}, {source}, {size})"));
                let mut expected = contents.clone();
                expected.copy_within(from..from + length, to);
                assert_eq!(
                    body.show(&buffer).shown,
                    expected,
                    "{kind:?}: {length} bytes from {from} to {to}"
                );
            }
        }
    }
    for (to, from) in PAIRS {
        let mut body = Body::default();
        let (destination, source) = (body.buffer(to, &[1; SIZE]), body.buffer(from, &contents));
        let (skipped, size) = (body.offset(&source, 3), body.number(11));
        body.op("ptr", &format!("call x1({destination}, {skipped}, {size})"));
        let expected = [&contents[3..14], &[1; 5]].concat();
        assert_eq!(body.show(&destination).shown, expected, "{to:?} from {from:?}");
    }
}

/// Bytes 9 and above of the source are undefined, and then so are those of the destination.
#[test]
fn undefined_bytes_are_copied() {
    let contents: Vec<u8> = (1..10).collect();
    for (to, from) in PAIRS {
        let mut body = Body::default();
        let (destination, source) = (body.buffer(to, &[50; SIZE]), body.buffer(from, &contents));
        let size = body.number(SIZE as u64);
        body.op("ptr", &format!("call x1({destination}, {source}, {size})"));
        let Outcome { run, shown, undefined } = body.show(&destination);
        assert_eq!(run.failure(), None);
        assert_eq!((shown, undefined), (contents.clone(), SIZE - 9), "{to:?} from {from:?}");
    }
}

#[test]
fn bytes_are_filled() {
    for kind in [Private, Shared] {
        let mut body = Body::default();
        let buffer = body.buffer(kind, &[1; SIZE]);
        let (byte, size) = (body.op("i32", "const 511"), body.number(13));
        body.op("ptr", &format!("call x3({buffer}, {byte}, {size})"));
        let Outcome { run, shown, .. } = body.show(&buffer);
        assert_eq!(shown, [vec![255; 13], vec![1; 3]].concat());
        let stores: Vec<u32> = run
            .visible()
            .into_iter()
            .filter_map(|action| match action {
                Action::Store { size, value, .. } => (value.0 != 1).then_some(size.bytes()),
                _ => None,
            })
            .collect();
        // As few as alignment allows; and two for the copy to the global.
        assert_eq!(stores, if kind == Shared { &[8, 4, 1, 8, 8][..] } else { &[8, 8] });
    }
}

/// Every place at which two buffers can differ first; what comes behind does not count.
#[test]
fn bytes_are_compared_up_to_the_first_difference() {
    for (one, other) in PAIRS {
        for place in 0..=SIZE {
            let mut contents = [7; SIZE];
            if let Some(behind) = contents.get_mut(place..).filter(|behind| !behind.is_empty()) {
                behind.fill(0);
                behind[0] = 200;
            }
            let compare = |swapped: bool, size: u64| {
                let mut body = Body::default();
                let mut buffers = [body.buffer(one, &contents), body.buffer(other, &[7; SIZE])];
                if swapped {
                    buffers.swap(0, 1);
                }
                let size = body.number(size);
                let [first, second] = buffers;
                let result = body.op("i32", &format!("call x4({first}, {second}, {size})"));
                body.run(&result).run.results.map(|results| results[0] as u32 as i32)
            };
            let expected = i32::from(place < SIZE);
            assert_eq!(compare(false, SIZE as u64), Some(expected), "{place}");
            assert_eq!(compare(true, SIZE as u64), Some(-expected), "{place}");
            assert_eq!(compare(false, place as u64), Some(0), "{place}");
        }
    }
    let mut body = Body::default();
    let (one, other) = (body.buffer(Shared, &[7; 8]), body.buffer(Private, &[7; SIZE]));
    let size = body.number(9);
    let result = body.op("i32", &format!("call x4({one}, {other}, {size})"));
    assert_eq!(body.run(&result).run.failure().map(|(kind, _)| kind), Some(ErrorKind::UninitialisedRead));
}

#[test]
fn too_many_bytes_are_out_of_bounds() {
    for (one, other) in PAIRS {
        for external in ["x1", "x2", "x4"] {
            for (offsets, length, expected) in [
                ([0, 0], SIZE, None),
                ([1, 0], SIZE, Some(ErrorKind::OutOfBounds)),
                ([0, 1], SIZE, Some(ErrorKind::OutOfBounds)),
                ([SIZE, SIZE], 0, None),
            ] {
                let mut body = Body::default();
                let buffers = [body.buffer(one, &[7; SIZE]), body.buffer(other, &[7; SIZE])];
                let first = body.offset(&buffers[0], offsets[0]);
                let second = body.offset(&buffers[1], offsets[1]);
                let size = body.number(length as u64);
                let result = body.op("i32", &format!("call {external}({first}, {second}, {size})"));
                let failure = body.run(&result).run.failure().map(|(kind, _)| kind);
                assert_eq!(failure, expected, "{external} of {length} at {offsets:?}");
            }
        }
    }
}
