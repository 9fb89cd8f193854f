//! Objects on the stack, addresses of parts, loads and stores.

use crate::evaluate::Machine;
use crate::support::{effects, function, lower_function, operations, unsupported};
use porf_ir::{Operation, Type};

#[test]
fn addresses_of_parts_are_sums_of_offsets() {
    // The structure is laid out as C does: i8 at 0, i32 at 4, [3 x i16] at 8, ptr at 16, 24 bytes altogether.
    let text = "%s = type { i8, i32, [3 x i16], ptr }
    %p = type <{ i8, i32, [3 x i16], ptr }>
    define ptr @padded(ptr %b, i64 %i, i32 %j) {
      %r = getelementptr inbounds %s, ptr %b, i64 %i, i32 2, i32 %j
      ret ptr %r
    }
    define ptr @packed(ptr %b, i64 %i, i32 %j) {
      %r = getelementptr inbounds %p, ptr %b, i64 %i, i32 2, i32 %j
      ret ptr %r
    }
    define ptr @last(ptr %b) {
      %r = getelementptr %s, ptr %b, i64 -1, i32 3
      ret ptr %r
    }
    define ptr @first(ptr %b) {
      %r = getelementptr %s, ptr %b, i32 0, i32 0
      ret ptr %r
    }";
    let base = 1u64 << 40;
    for (i, j) in [(0i64, 0i32), (1, 2), (-1, -3), (5, 1)] {
        let run = |name: &str| {
            let module = lower_function(text, name);
            Machine::new(&module).call(name, &[base, i as u64, u64::from(j as u32)])[0].wrapping_sub(base)
                as i64
        };
        assert_eq!(run("padded"), 24 * i + 8 + 2 * i64::from(j));
        assert_eq!(run("packed"), 19 * i + 5 + 2 * i64::from(j));
    }
    let module = lower_function(text, "last");
    assert_eq!(
        operations(function(&module, "last")),
        [format!("const {}", -8i64 as u64), "ptradd".to_owned()]
    );
    assert_eq!(operations(function(&lower_function(text, "first"), "first")), [""; 0]);
}

#[test]
fn objects_on_the_stack() {
    let text = "define ptr @f(i32 %n) {
      %a = alloca { i8, i64 }, align 8
      %b = alloca i32, i32 %n, align 16
      %c = alloca [3 x i16], i64 2
      ret ptr %c
    }";
    let module = lower_function(text, "f");
    let f = function(&module, "f");
    let expected = ["const 16", "alloca", "zext", "const 4", "mul", "alloca", "const 12", "alloca"];
    assert_eq!(operations(f), expected);
    let aligns: Vec<u64> = f
        .blocks
        .values()
        .flat_map(|block| &block.instructions)
        .filter_map(|instruction| match instruction.operation {
            Operation::Alloca { align, private: false, .. } => Some(align),
            _ => None,
        })
        .collect();
    assert_eq!(aligns, [8, 16, 2]);
}

/// An integer whose width is no access size is stored in as few bytes as hold it, the rest of which are 0.
#[test]
fn integers_of_odd_widths() {
    for (width, bytes) in
        [(1u32, 1u64), (7, 1), (20, 3), (24, 3), (33, 5), (40, 5), (48, 6), (56, 7), (63, 8)]
    {
        let text = format!(
            "define i{width} @f(i{width} %x) {{
              %p = alloca [2 x i64]
              store [2 x i64] [i64 -1, i64 -1], ptr %p
              store i{width} %x, ptr %p
              %r = load i{width}, ptr %p
              ret i{width} %r
            }}
            define i64 @g(i{width} %x) {{
              %p = alloca [2 x i64]
              store [2 x i64] [i64 -1, i64 -1], ptr %p
              store i{width} %x, ptr %p
              %r = load i64, ptr %p
              ret i64 %r
            }}"
        );
        let mask = u64::MAX >> (64 - width);
        for value in [0, 1, mask, mask >> 1, 0x1234_5678_9abc_def0 & mask] {
            assert_eq!(Machine::new(&lower_function(&text, "f")).call("f", &[value]), [value], "i{width}");
            let rest = u64::MAX.checked_shl(8 * bytes as u32).unwrap_or(0);
            let module = lower_function(&text, "g");
            assert_eq!(Machine::new(&module).call("g", &[value]), [rest | value], "i{width}");
        }
    }
}

/// A load of an aggregate is one access a leaf, each at its own address.
#[test]
fn aggregates_in_memory() {
    let text = "%s = type { i8, [2 x i16], double, ptr }
    @g = global %s { i8 1, [2 x i16] [i16 2, i16 3], double 4.0, ptr null }
    @h = global %s zeroinitializer
    define %s @f() {
      %v = load %s, ptr @g
      store %s %v, ptr @h
      %w = load %s, ptr @h
      ret %s %w
    }";
    let module = lower_function(text, "f");
    let f = function(&module, "f");
    assert_eq!(f.returns, [Type::I8, Type::I16, Type::I16, Type::F64, Type::Ptr]);
    assert_eq!(effects(f).iter().filter(|operation| *operation == "load.na").count(), 10);
    assert_eq!(Machine::new(&module).call("f", &[]), [1, 2, 3, 4.0f64.to_bits(), 0]);
}

#[test]
fn what_memory_cannot_hold_is_unsupported() {
    let text = "define void @f(ptr %p) {
      %a = load i128, ptr %p
      %b = load <4 x i32>, ptr %p
      %c = load x86_fp80, ptr %p
      store half 0xH3C00, ptr %p
      %d = load atomic i24, ptr %p seq_cst, align 4
      ret void
    }";
    let expected = [
        "access to i128",
        "access to <4 x i32>",
        "access to x86_fp80",
        "access to half",
        "atomic access to i24",
    ];
    assert_eq!(unsupported(&lower_function(text, "f")), expected);
}
