//! What C threads compute. Every thread checks itself by the rules of C: the final condition holds.

use crate::sequential::{End, run};

/// Runs a thread with the given parameters and body; the condition must hold in the end.
#[track_caller]
fn check(initial: &str, parameters: &str, body: &str, condition: &str) {
    let source = format!("C test\n{{ {initial} }}\nP0({parameters}) {{\n{body}\n}}\nexists ({condition})\n");
    let run = run(&source, 10);
    assert!(run.holds(), "{source}\n{:?}\n{}", run.shown(), run.test.module);
}

/// Evaluates an expression of type `int` without variables.
#[track_caller]
fn check_expression(expression: &str, value: i64) {
    check("", "", &format!("long r = {expression};"), &format!("0:r={value}"));
}

#[test]
fn precedence_and_associativity() {
    check_expression("2 + 3 * 4", 14);
    check_expression("10 - 4 - 3", 3);
    check_expression("100 / 10 / 5", 2);
    check_expression("17 % 5 * 2", 4);
    check_expression("1 << 2 + 1", 8);
    check_expression("6 & 3 == 3", 0);
    check_expression("1 | 2 ^ 3 & 1", 3);
    check_expression("5 > 4 > 3", 0);
    check_expression("1 || 0 && 0", 1);
    check_expression("-3 * -2", 6);
    check_expression("!0 + !5", 1);
    check_expression("~0 & 0xf", 15);
    check_expression("1 ? 2 : 0 ? 3 : 4", 2);
    check_expression("0 ? 2 : 0 ? 3 : 4", 4);
    check_expression("(2 + 3) * 4", 20);
    check_expression("- - 5", 5);
    check_expression("010 + 0x10 + 0b11", 8 + 16 + 3);
    check_expression("'a'", 97);
    check_expression(r"'\n'", 10);
    check_expression("true + false", 1);
}

#[test]
fn conversions_follow_c() {
    check_expression("-1 < 1u", 0);
    check_expression("-1 < 1ul", 0);
    check_expression("-1L < 1u", 1);
    check_expression("(unsigned char)300", 44);
    check_expression("(char)200", -56);
    check_expression("(short)0x18000", -32768);
    check_expression("(bool)256", 1);
    check_expression("(unsigned char)255 + 1", 256);
    check_expression("4294967295u + 1", 0);
    check_expression("2147483647 + 1", -2147483648);
    check_expression("2147483648", 2147483648);
    check_expression("0xffffffff + 0", 4294967295);
    check_expression("-7 / 2", -3);
    check_expression("-7 % 2", -1);
    check_expression("-8 >> 1", -4);
    check_expression("(unsigned)-8 >> 28", 15);
    check_expression("1u - 2u > 0", 1);
    check_expression("1 ? -1 : 0u", 4294967295);
}

#[test]
fn locals_have_their_types() {
    check("", "", "unsigned char c = 255; c++; int r = c;", "0:c=0 /\\ 0:r=0");
    check("", "", "char c = 127; ++c;", "0:c=-128");
    check("", "", "bool b = 7; b += 2;", "0:b=1");
    check("", "", "uint64_t u = -1;", "0:u=0xffffffffffffffff /\\ 0:u>0");
    check("", "", "int a = 1, b = a + 1, c; c = a = b;", "0:a=2 /\\ 0:b=2 /\\ 0:c=2");
    check("", "", "int a = 7; a -= 2; a *= 3; a <<= 2; a /= 7; a %= 5; a |= 8; a ^= 1; a &= 12;", "0:a=8");
    check(
        "",
        "",
        "int a = 5; int r = a++; int s = ++a; int t = a--; int u = --a;",
        "0:r=5 /\\ 0:s=7 /\\ 0:t=7 /\\ 0:u=5",
    );
}

#[test]
fn logical_operators_evaluate_only_what_they_need() {
    let parameters = "int *x";
    check("", parameters, "int r = 0 && (*x = 1);", "0:r=0 /\\ x=0");
    check("", parameters, "int r = 2 && (*x = 5);", "0:r=1 /\\ x=5");
    check("", parameters, "int r = 3 || (*x = 1);", "0:r=1 /\\ x=0");
    check("", parameters, "int r = 0 || (*x = 0);", "0:r=0");
    check("", parameters, "int r = 1 ? 7 : (*x = 1);", "0:r=7 /\\ x=0");
    check("", parameters, "int r = 0; if (!(1 && 0) && !(0 || 0)) r = 1; else r = 2;", "0:r=1");
}

#[test]
fn control_flow() {
    check("", "", "int r; if (1) r = 1; else r = 2;", "0:r=1");
    check("", "", "int r = 0; if (0) { r = 1; } else if (1) { r = 2; } else r = 3;", "0:r=2");
    check("", "", "int s = 0; for (int i = 0; i < 5; i++) s += i;", "0:s=10 /\\ 0:i=5");
    check("", "", "int i = 0; while (i < 4) i++;", "0:i=4");
    check("", "", "int i = 9; do i++; while (i < 4);", "0:i=10");
    check(
        "",
        "",
        "int s = 0; for (int i = 0; ; i++) { if (i == 2) continue; if (i == 5) break; s += i; }",
        "0:s=8",
    );
    check("", "", "int r = 1; return; r = 2;", "0:r=1");
    check("", "", "int r = 1; while (1) { r = 3; break; }", "0:r=3");
    check("", "", "int r = 0; do { r++; if (r < 3) continue; break; } while (1);", "0:r=3");
    check("", "", "int s = 0; for (int i = 0; i < 3; i++) for (int j = 0; j < 3; j++) s += i * j;", "0:s=9");
    check("", "", ";;{ ; int r = 4; }", "0:r=4");
}

#[test]
fn scopes() {
    // Beside each other: one variable. Never reached: 0. Hidden: the outer one is not touched.
    check("", "", "if (1) { int r = 1; } else { int r = 2; }", "0:r=1");
    check("", "", "if (0) { int r = 1; }", "0:r=0");
    check("", "", "int r = 1; { int r = 2; r = 3; } int s = r;", "0:s=1 /\\ 0:r=3");
    check("", "", "if (0) { char r = 1; } else { long r = 4; }", "0:r=4");
}

#[test]
fn plain_accesses_and_pointers() {
    check(
        "x=3;",
        "int *x, atomic_int *y",
        "*y = *x + 1; (*x)++; *y += 2; int r = (*y)--;",
        "x=4 /\\ y=5 /\\ 0:r=6",
    );
    check(
        "int a[3] = {1, 2, 3};",
        "int *a",
        "int r = a[1] + *(a + 2) + 0[a]; a[r - 6] = 9;",
        "0:r=6 /\\ a[0]=9",
    );
    check("int a[3] = {1, 2, 3};", "int *a", "a[1] = 5;", "a={1,5,3} /\\ a!={1,2,3}");
    check("int a[2];", "int *a", "int *p = a + 1; *p = 4; long d = p - a;", "a[1]=4 /\\ 0:d=1 /\\ 0:p=&a[1]");
    check("int *p = &x; x = 7;", "int **p, int *x", "int r = **p; int *q = *p;", "0:r=7 /\\ 0:q=x /\\ p=x");
    check("p = x;", "int **p, int *y", "*p = y; **p = 3; int r = *p == y;", "p=y /\\ y=3 /\\ 0:r=1");
    check(
        "",
        "int *x",
        "int *p = 0; int r = !p; int s = x != NULL; p = x; *p = 1;",
        "0:r=1 /\\ 0:s=1 /\\ x=1",
    );
    check("", "int *x, long *p", "*p = (long)x; int *q = (int *)*p; *q = 6;", "x=6");
    check("", "int *x", "*&*x = 2;", "x=2");
    check("int x[2];", "int x[]", "x[1] = 8;", "x[1]=8");
    check("", "int * _Atomic *p, int *x", "int a = 0; *p = x; *p += 1; int *q = *p;", "0:q!=x");
}

#[test]
fn every_width_wraps_where_it_ends() {
    for (ty, least, greatest) in [
        ("char", i64::from(i8::MIN), i64::from(i8::MAX)),
        ("uchar", 0, i64::from(u8::MAX)),
        ("short", i64::from(i16::MIN), i64::from(i16::MAX)),
        ("ushort", 0, i64::from(u16::MAX)),
        ("int", i64::from(i32::MIN), i64::from(i32::MAX)),
        ("uint", 0, i64::from(u32::MAX)),
        ("long", i64::MIN, i64::MAX),
    ] {
        let initial = format!("atomic_{ty} x = {greatest}; atomic_{ty} y = {greatest};");
        let parameters = format!("atomic_{ty} *x, atomic_{ty} *y");
        let body = "long r = atomic_fetch_add(x, 1); long s = ++*y; long t = (*y)--;";
        let condition =
            format!("0:r={greatest} /\\ x={least} /\\ 0:s={least} /\\ 0:t={least} /\\ y={greatest}");
        check(&initial, &parameters, body, &condition);
    }
}

#[test]
fn atomic_operations() {
    let parameters = "atomic_int *x, int *e";
    check("x=5;", parameters, "int r = atomic_load(x);", "0:r=5");
    check("", parameters, "atomic_store_explicit(x, 3, memory_order_release);", "x=3");
    check("x=5;", parameters, "int r = atomic_exchange(x, 6);", "0:r=5 /\\ x=6");
    check("x=5;", parameters, "int r = atomic_fetch_sub(x, 7);", "0:r=5 /\\ x=-2");
    check(
        "x=12;",
        parameters,
        "atomic_fetch_and(x, 10); atomic_fetch_or(x, 1); atomic_fetch_xor(x, 3);",
        "x=10",
    );
    check("", parameters, "atomic_init(x, 4);", "x=4");
    check(
        "x=1;",
        parameters,
        "int old = 1; int r = atomic_compare_exchange_strong(x, &old, 2);",
        "0:r=1 /\\ 0:old=1 /\\ x=2",
    );
    check(
        "x=1;",
        parameters,
        "int old = 3; int r = atomic_compare_exchange_strong(x, &old, 2);",
        "0:r=0 /\\ 0:old=1 /\\ x=1",
    );
    check(
        "x=1; e=1;",
        parameters,
        "int r = atomic_compare_exchange_strong(x, e, 2);",
        "0:r=1 /\\ e=1 /\\ x=2",
    );
    check("x=1; e=3;", parameters, "int r = atomic_compare_exchange_weak(x, e, 2);", "0:r=0 /\\ e=1 /\\ x=1");
    check(
        "",
        "atomic_flag *f",
        "int a = atomic_flag_test_and_set(f); int b = atomic_flag_test_and_set(f); atomic_flag_clear(f);",
        "0:a=0 /\\ 0:b=1 /\\ f=0",
    );
    check("int a[2];", "int *a", "int * r = a; atomic_store(r + 1, 3);", "a[1]=3");
}

#[test]
fn assertions_and_assumptions() {
    let end = |body: &str| run(&format!("C t\n{{}}\nP0(int *x) {{ {body} }}\n"), 3).ends.remove(0);
    assert_eq!(end("assert(1 && *x == 0);"), End::Returned(vec![]));
    assert_eq!(end("assert(*x);"), End::Assertion);
    assert_eq!(end("assume(*x == 1); assert(0);"), End::Assume);
    assert_eq!(end("__VERIFIER_assume(1); assert(0);"), End::Assertion);
    assert_eq!(end("1 / *x;"), End::Error);
}
