//! Arithmetic, conversions, choices, parts of aggregates, constant expressions.

use crate::evaluate::Machine;
use crate::support::{effects, function, lower_function, unsupported};

/// The results of a function with a body on some arguments.
#[track_caller]
fn results(text: &str, arguments: &[u64]) -> Vec<u64> {
    let module = lower_function(text, "f");
    Machine::new(&module).call("f", arguments)
}

#[test]
fn signed_wrap_is_kept_and_other_promises_are_dropped() {
    let text = "define i32 @f(i32 %a, i32 %b) {
      %1 = add nsw i32 %a, %b
      %2 = add nuw i32 %1, %b
      %3 = sub nuw nsw i32 %2, %b
      %4 = mul nsw i32 %3, %b
      %5 = mul i32 %4, %b
      %6 = shl nuw nsw i32 %5, 3
      %7 = lshr exact i32 %6, 1
      %8 = ashr i32 %7, 1
      %9 = or disjoint i32 %8, 1
      %10 = sdiv exact i32 %9, %b
      ret i32 %10
    }";
    let module = lower_function(text, "f");
    let expected = ["add.nsw", "add", "sub.nsw", "mul.nsw", "mul", "shl", "lshr", "ashr", "or", "sdiv"];
    assert_eq!(effects(function(&module, "f")), expected);
}

#[test]
fn conversions_change_the_width() {
    let text = "define { i64, i64, i8, i64, i32 } @f(i32 %a) {
      %s = sext i32 %a to i64
      %z = zext i32 %a to i64
      %t = trunc i32 %a to i8
      %p = inttoptr i32 %a to ptr
      %i = ptrtoint ptr %p to i64
      %f = bitcast i32 %a to float
      %b = bitcast float %f to i32
      %r0 = insertvalue { i64, i64, i8, i64, i32 } undef, i64 %s, 0
      %r1 = insertvalue { i64, i64, i8, i64, i32 } %r0, i64 %z, 1
      %r2 = insertvalue { i64, i64, i8, i64, i32 } %r1, i8 %t, 2
      %r3 = insertvalue { i64, i64, i8, i64, i32 } %r2, i64 %i, 3
      %r4 = insertvalue { i64, i64, i8, i64, i32 } %r3, i32 %b, 4
      ret { i64, i64, i8, i64, i32 } %r4
    }";
    let number = 0xffff_ff81u64;
    assert_eq!(results(text, &[number]), [0xffff_ffff_ffff_ff81, number, 0x81, number, number]);
}

#[test]
fn floating_point() {
    let text = "define i32 @f(double %a, float %b) {
      %n = fneg double %a
      %w = fpext float %b to double
      %s = fadd double %n, %w
      %c = fcmp ogt double %s, 0.000000e+00
      %i = fptosi double %s to i32
      %r = select i1 %c, i32 %i, i32 -1
      ret i32 %r
    }";
    let run = |a: f64, b: f32| results(text, &[a.to_bits(), b.to_bits().into()])[0] as i32;
    assert_eq!(run(1.5, 4.0), 2);
    assert_eq!(run(4.0, 1.5), -1);
    assert_eq!(run(f64::NAN, 1.5), -1);
}

/// `insertvalue`, `extractvalue`, `select` and `phi` see the parts of aggregates that nested indices name.
#[test]
fn aggregates_are_lists_of_scalars() {
    let text = "%inner = type { i8, [2 x i16] }
    define { i16, %inner } @f(i1 %c, i16 %x) {
      %a = insertvalue { i16, %inner } zeroinitializer, i16 %x, 1, 1, 1
      %b = insertvalue { i16, %inner } { i16 7, %inner { i8 1, [2 x i16] [i16 2, i16 3] } }, i16 %x, 0
      %s = select i1 %c, { i16, %inner } %a, { i16, %inner } %b
      %i = extractvalue { i16, %inner } %s, 1
      %h = extractvalue %inner %i, 1, 1
      br i1 %c, label %t, label %e
    t:
      br label %e
    e:
      %p = phi { i16, %inner } [ %s, %0 ], [ %b, %t ]
      %q = insertvalue { i16, %inner } %p, i16 %h, 1, 1, 0
      ret { i16, %inner } %q
    }";
    let module = lower_function(text, "f");
    assert_eq!(function(&module, "f").returns.len(), 4);
    let run = |c: u64, x: u64| Machine::new(&module).call("f", &[c, x]);
    assert_eq!(run(1, 9), [9, 1, 9, 3], "b, with the last part of a in the middle");
    assert_eq!(run(0, 9), [9, 1, 3, 3], "b, with its own last part in the middle");
}

#[test]
fn undefined_values_are_zero() {
    let text = "define i32 @f() {
      %a = add i32 undef, 1
      %b = freeze i32 poison
      %c = add i32 %a, %b
      ret i32 %c
    }";
    assert_eq!(results(text, &[]), [1]);
}

#[test]
fn constant_expressions() {
    let text = "@g = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]
    @h = global i32 0
    define { i32, i32, i64, i64, i1 } @f() {
      %a = load i32, ptr getelementptr inbounds ([4 x i32], ptr @g, i64 0, i64 2)
      %b = load i32, ptr inttoptr (i64 add (i64 ptrtoint (ptr @g to i64), i64 4) to ptr)
      %c = add i64 sub (i64 ptrtoint (ptr getelementptr (i32, ptr @g, i64 3) to i64), i64 ptrtoint (ptr @g to i64)), 0
      %d = and i64 ptrtoint (ptr @g to i64), 4294967295
      %e = xor i1 icmp eq (ptr @g, ptr @h), true
      %r0 = insertvalue { i32, i32, i64, i64, i1 } undef, i32 %a, 0
      %r1 = insertvalue { i32, i32, i64, i64, i1 } %r0, i32 %b, 1
      %r2 = insertvalue { i32, i32, i64, i64, i1 } %r1, i64 %c, 2
      %r3 = insertvalue { i32, i32, i64, i64, i1 } %r2, i64 %d, 3
      %r4 = insertvalue { i32, i32, i64, i64, i1 } %r3, i1 %e, 4
      ret { i32, i32, i64, i64, i1 } %r4
    }";
    // Objects of the test's machine begin at multiples of 2^32.
    assert_eq!(results(text, &[]), [3, 2, 12, 0, 1]);
    assert_eq!(unsupported(&lower_function(text, "f")), [""; 0]);
}
