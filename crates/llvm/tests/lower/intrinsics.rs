//! Intrinsics compute what LLVM says they do: all pairs of bytes against exact arithmetic, wide numbers at their limits.

use crate::evaluate::Machine;
use crate::support::{effects, externals, function, lower, lower_function, unsupported};
use porf_ir::{Module, Operation};

const SEED: &str = include_str!("seeds/intrinsics.ll");

/// The module of the seed with a `main` that makes one of its functions reachable.
fn module(name: &str) -> Module {
    lower_function(SEED, name)
}

fn all_pairs(name: &str, expected: impl Fn(u8, u8) -> Vec<u64>) {
    let module = module(name);
    assert_eq!(unsupported(&module), [""; 0]);
    for a in 0..=u8::MAX {
        for b in 0..=u8::MAX {
            let actual = Machine::new(&module).call(name, &[a.into(), b.into()]);
            assert_eq!(actual, expected(a, b), "{name} of {a} and {b}");
        }
    }
}

#[test]
fn overflow_is_found() {
    let pair = |(value, overflow): (u8, bool)| vec![value.into(), overflow.into()];
    let signed = |(value, overflow): (i8, bool)| pair((value as u8, overflow));
    all_pairs("uadd", |a, b| pair(a.overflowing_add(b)));
    all_pairs("usub", |a, b| pair(a.overflowing_sub(b)));
    all_pairs("umul", |a, b| pair(a.overflowing_mul(b)));
    all_pairs("sadd", |a, b| signed((a as i8).overflowing_add(b as i8)));
    all_pairs("ssub", |a, b| signed((a as i8).overflowing_sub(b as i8)));
    all_pairs("smul", |a, b| signed((a as i8).overflowing_mul(b as i8)));
}

#[test]
fn overflow_of_wide_products_is_found() {
    let mut limits =
        vec![0u64, 1, 2, 3, 10, u64::MAX, u64::MAX - 1, 1 << 31, 1 << 32, (1 << 32) + 1, 1 << 62, 1 << 63];
    limits.extend([(1 << 63) - 1, (1 << 63) + 1, 0x5555_5555_5555_5555, 3_037_000_499, 3_037_000_500]);
    let (signed, unsigned) = (module("smul_wide"), module("umul_wide"));
    for &a in &limits {
        for &b in &limits {
            let (value, overflow) = a.overflowing_mul(b);
            assert_eq!(
                Machine::new(&unsigned).call("umul_wide", &[a, b]),
                [value, overflow.into()],
                "{a} {b}"
            );
            let (value, overflow) = (a as i64).overflowing_mul(b as i64);
            let actual = Machine::new(&signed).call("smul_wide", &[a, b]);
            assert_eq!(actual, [value as u64, overflow.into()], "{} {}", a as i64, b as i64);
        }
    }
}

#[test]
fn saturation_minima_and_maxima() {
    let signed = |value: i8| vec![u64::from(value as u8)];
    all_pairs("uadd_sat", |a, b| vec![a.saturating_add(b).into()]);
    all_pairs("usub_sat", |a, b| vec![a.saturating_sub(b).into()]);
    all_pairs("sadd_sat", |a, b| signed((a as i8).saturating_add(b as i8)));
    all_pairs("ssub_sat", |a, b| signed((a as i8).saturating_sub(b as i8)));
    all_pairs("smax", |a, b| signed((a as i8).max(b as i8)));
    all_pairs("smin", |a, b| signed((a as i8).min(b as i8)));
    all_pairs("umax", |a, b| vec![a.max(b).into()]);
    all_pairs("umin", |a, b| vec![a.min(b).into()]);
    all_pairs("abs", |a, _| signed((a as i8).wrapping_abs()));
}

/// The two bytes in a row, shifted as a number of 16 bits by the amount modulo 8.
#[test]
fn funnel_shifts() {
    for (name, left) in [("fshl", true), ("fshr", false)] {
        let module = module(name);
        for (a, b) in [(0x81u8, 0x42u8), (0xff, 0), (0, 0xff), (0x12, 0x12)] {
            for amount in 0..20u8 {
                let both = u16::from(a) << 8 | u16::from(b);
                let shift = amount % 8;
                let expected = if left { both << shift >> 8 } else { both >> shift & 0xff };
                let actual = Machine::new(&module).call(name, &[a.into(), b.into(), amount.into()]);
                assert_eq!(actual, [u64::from(expected)], "{name} {a} {b} {amount}");
            }
        }
    }
}

#[test]
fn counts_and_orders_of_bits() {
    let module = module("bits");
    for value in [1u32, 2, 0x8000_0000, 0xffff_ffff, 0x1234_5678, 0x00f0_0000] {
        let sum = (value.count_ones() + value.leading_zeros() + value.trailing_zeros())
            .wrapping_add(value.swap_bytes() ^ value.reverse_bits());
        assert_eq!(Machine::new(&module).call("bits", &[value.into()]), [u64::from(sum)], "{value:#x}");
    }
}

#[test]
fn floating_point_minima_maxima_and_signs() {
    let (minimum, maximum, sign) = (module("minimum"), module("maximum"), module("sign"));
    let numbers = [0.0, 1.0, -1.0, 2.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN];
    for a in numbers {
        for b in numbers {
            let single = |value: f64| u64::from((value as f32).to_bits());
            let least =
                f32::from_bits(Machine::new(&minimum).call("minimum", &[single(a), single(b)])[0] as u32);
            let most = f64::from_bits(Machine::new(&maximum).call("maximum", &[a.to_bits(), b.to_bits()])[0]);
            let signed = f64::from_bits(Machine::new(&sign).call("sign", &[a.to_bits(), b.to_bits()])[0]);
            let same = |a: f64, b: f64| a == b || a.is_nan() && b.is_nan();
            assert!(same(least.into(), a.min(b)), "minimum of {a} and {b} is {least}");
            assert!(same(most, a.max(b)), "maximum of {a} and {b} is {most}");
            assert_eq!(signed.to_bits(), a.copysign(b).to_bits(), "{a} {b}");
        }
    }
}

/// Each class on its own, against the classification of the standard library.
#[test]
fn classes_of_floating_point_numbers() {
    use std::num::FpCategory;
    let signalling = f64::from_bits(f64::INFINITY.to_bits() + 1);
    let numbers = [
        signalling,
        f64::NAN,
        -f64::NAN,
        f64::NEG_INFINITY,
        -1.5,
        -f64::MIN_POSITIVE,
        -5e-324,
        -0.0,
        0.0,
        5e-324,
        f64::from_bits(f64::MIN_POSITIVE.to_bits() - 1),
        f64::MIN_POSITIVE,
        f64::MAX,
        f64::INFINITY,
    ];
    for class in 0..10 {
        let module = lower_function(
            &format!(
                "define i1 @f(double %x) {{
                  %r = call i1 @llvm.is.fpclass.f64(double %x, i32 {})
                  ret i1 %r
                }}
                declare i1 @llvm.is.fpclass.f64(double, i32)",
                1 << class
            ),
            "f",
        );
        for number in numbers {
            let negative = number.is_sign_negative();
            let expected = match number.classify() {
                FpCategory::Nan => usize::from(number.to_bits() & 1 << 51 != 0),
                FpCategory::Infinite => {
                    if negative {
                        2
                    } else {
                        9
                    }
                }
                FpCategory::Normal => {
                    if negative {
                        3
                    } else {
                        8
                    }
                }
                FpCategory::Subnormal => {
                    if negative {
                        4
                    } else {
                        7
                    }
                }
                FpCategory::Zero => {
                    if negative {
                        5
                    } else {
                        6
                    }
                }
            };
            let actual = Machine::new(&module).call("f", &[number.to_bits()]);
            assert_eq!(actual, [u64::from(expected == class)], "class {class} of {number:?}");
        }
    }
}

#[test]
fn functions_of_the_mathematics_library_are_operations() {
    let module = lower(
        "define i32 @main(i32 %argc) {
          %a = call double @sqrt(double 4.0)
          %b = call float @floorf(float 1.5)
          %c = call double @rint(double 2.5)
          %d = call i64 @lround(double 2.5)
          %e = call double @pow(double 2.0, double 2.0)
          %f = call double @sqrtf(double 2.0)
          ret i32 0
        }
        declare double @sqrt(double)
        declare float @floorf(float)
        declare double @rint(double)
        declare i64 @lround(double)
        declare double @pow(double, double)
        declare double @sqrtf(double)",
    );
    let expected = ["sqrt", "floor", "roundeven", "round", "fptosi", "call external", "call external"];
    assert_eq!(effects(function(&module, "main")), expected);
    // A function of the name but not of the type of the library's is none of the library's.
    assert_eq!(externals(&module), ["pow", "sqrtf"]);
}

#[test]
fn a_function_of_the_program_is_called_whatever_its_name() {
    let module = lower(
        "define i32 @main() {
          %a = call double @sqrt(double 4.0)
          ret i32 0
        }
        define double @sqrt(double %x) {
          ret double %x
        }",
    );
    assert_eq!(effects(function(&module, "main")), ["call"]);
}

#[test]
fn memory_functions_are_external_calls() {
    let module = lower(
        "@g = global [8 x i8] zeroinitializer
        define i32 @main() {
          call void @llvm.memcpy.p0.p0.i32(ptr @g, ptr @g, i32 4, i1 false)
          call void @llvm.memmove.p0.p0.i64(ptr @g, ptr @g, i64 4, i1 true)
          call void @llvm.memset.inline.p0.i64(ptr @g, i8 255, i64 8, i1 false)
          ret i32 0
        }
        declare void @llvm.memcpy.p0.p0.i32(ptr, ptr, i32, i1)
        declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
        declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)",
    );
    let mut machine = Machine::new(&module);
    machine.call("main", &[]);
    let global = 1 << 32;
    let expected = [
        ("memcpy", vec![global, global, 4]),
        ("memmove", vec![global, global, 4]),
        ("memset", vec![global, 255, 8]),
    ];
    assert_eq!(machine.calls, expected.map(|(name, arguments)| (name.to_owned(), arguments)));
}

#[test]
fn hints_are_nothing() {
    let module = lower(
        "@g = global i32 3
        define i32 @main() {
          call void @llvm.lifetime.start.p0(i64 4, ptr @g)
          call void @llvm.assume(i1 true)
          call void @llvm.prefetch.p0(ptr @g, i32 0, i32 3, i32 1)
          call void @llvm.donothing()
          %s = call ptr @llvm.stacksave()
          call void @llvm.stackrestore(ptr %s)
          %e = call i64 @llvm.expect.i64(i64 7, i64 1)
          %o = call i64 @llvm.objectsize.i64.p0(ptr @g, i1 false, i1 true, i1 false)
          %u = call i64 @llvm.objectsize.i64.p0(ptr @g, i1 true, i1 true, i1 false)
          %1 = add i64 %e, %o
          %2 = add i64 %1, %u
          %3 = trunc i64 %2 to i32
          ret i32 %3
        }
        declare void @llvm.lifetime.start.p0(i64, ptr)
        declare void @llvm.assume(i1)
        declare void @llvm.prefetch.p0(ptr, i32, i32, i32)
        declare void @llvm.donothing()
        declare ptr @llvm.stacksave()
        declare void @llvm.stackrestore(ptr)
        declare i64 @llvm.expect.i64(i64, i64)
        declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)",
    );
    assert_eq!(externals(&module), [""; 0]);
    // 7 - 1 + 0: an object of unknown size has as many bytes as there could be, or none.
    assert_eq!(Machine::new(&module).call("main", &[]), [6]);
}

#[test]
fn additional_arguments_and_traps_are_external_calls() {
    let module = module("list");
    let called: Vec<&str> = function(&module, "list")
        .blocks
        .values()
        .flat_map(|block| &block.instructions)
        .filter_map(|instruction| match &instruction.operation {
            Operation::CallExternal { external, .. } => Some(module.externals[*external].name.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(called, ["llvm.va_start", "memset", "memcpy", "llvm.va_end", "__porf_fail"]);
    assert!(function(&module, "list").variadic);
}

#[test]
fn an_unknown_intrinsic_is_unsupported_where_it_is_called() {
    let module = lower(
        "define i32 @main() {
          %r = call i32 @llvm.frobnicate.i32(i32 3)
          ret i32 %r
        }
        declare i32 @llvm.frobnicate.i32(i32)",
    );
    assert_eq!(unsupported(&module), ["the intrinsic llvm.frobnicate.i32"]);
}
