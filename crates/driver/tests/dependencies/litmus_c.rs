//! Litmus tests in the C dialect.

use crate::sequential::accesses_of_test;

/// The accesses of a thread with the given body and these parameters: atomic `x`, `y`, `z`, and
/// `int a[4]`, `int *p`.
fn accesses(body: &str) -> Vec<String> {
    let source = format!(
        "C test\n{{ x = 0; y = 0; z = 0; int a[4] = {{ 0, 0, 0, 0 }}; int *p = &y; }}\n\
         P0(atomic_int *x, atomic_int *y, atomic_int *z, int *a, int **p) {{\n{body}\n}}\nexists (true)\n"
    );
    accesses_of_test(&source).remove(0)
}

#[test]
fn data_through_registers_whatever_the_values_are() {
    // The exclusive or is always 0, but it is computed from what the load has read.
    let body = "int r1 = atomic_load(x); int r2 = r1 ^ r1; atomic_store(y, r2 + 1);";
    assert_eq!(accesses(body), ["R x", "W y data 0"]);
    // A product with 0, a conjunction with 0, a difference, a comparison of a value with itself.
    for value in
        ["r1 * 0", "r1 & 0", "r1 - r1", "r1 == r1", "!r1", "~r1", "-r1", "(char) r1", "1 << (r1 & 1)"]
    {
        let body = format!("int r1 = atomic_load(x); atomic_store(y, {value});");
        assert_eq!(accesses(&body), ["R x", "W y data 0"], "{value}");
    }
    // A register that is assigned anew forgets what it held.
    let body = "int r1 = atomic_load(x); r1 = 5; atomic_store(y, r1);";
    assert_eq!(accesses(body), ["R x", "W y"]);
    // Two reads, and a write in between that takes nothing from them.
    let body = "int r1 = atomic_load(x); int r2 = atomic_load(y); atomic_store(z, 1);
                atomic_store(z, r1 + r2); atomic_store(z, r2);";
    assert_eq!(accesses(body), ["R x", "R y", "W z", "W z data 0 1", "W z data 1"]);
    // Without a register in between.
    assert_eq!(accesses("atomic_store(y, atomic_load(x));"), ["R x", "W y data 0"]);
}

/// What goes through memory is reads-from, and no dependency.
#[test]
fn no_dependency_goes_through_memory() {
    let body = "int r1 = atomic_load(x); atomic_store(y, r1); int r2 = atomic_load(y); atomic_store(z, r2);";
    assert_eq!(accesses(body), ["R x", "W y data 0", "R y", "W z data 1"]);
}

#[test]
fn addresses() {
    let body = "int r1 = atomic_load(x); int r2 = a[r1 ^ r1];";
    assert_eq!(accesses(body), ["R x", "R a addr 0"]);
    let body = "int r1 = atomic_load(x); a[1 + (r1 & 0)] = 7;";
    assert_eq!(accesses(body), ["R x", "W a+4 addr 0"]);
    // The address from one read, the value from another.
    let body = "int r1 = atomic_load(x); int r2 = atomic_load(y); a[r1] = r2;";
    assert_eq!(accesses(body), ["R x", "R y", "W a addr 0 data 1"]);
    // A pointer that was read. The value that is read through it depends on the second read only.
    let body = "int *r1 = *p; int r2 = *r1; atomic_store(z, r2);";
    assert_eq!(accesses(body), ["R p", "R y addr 0", "W z data 1"]);
}

/// Everything behind a branch depends on its condition, in the body of the `if` and after it.
#[test]
fn control_reaches_to_the_end_of_the_thread() {
    let body = "int r1 = atomic_load(x); atomic_store(z, 2); if (r1 == r1) atomic_store(y, 1);
                atomic_store(z, 1); atomic_thread_fence(memory_order_seq_cst); int r2 = atomic_load(y);";
    let expected = ["R x", "W z", "W y ctrl 0", "W z ctrl 0", "F ctrl 0", "R y ctrl 0"];
    assert_eq!(accesses(body), expected);
    // The other way of the branch, which has no code.
    let body = "int r1 = atomic_load(x); if (r1) atomic_store(y, 1); atomic_store(z, 1);";
    assert_eq!(accesses(body), ["R x", "W z ctrl 0"]);
    // A value that was chosen by a branch depends on it by control alone.
    let body = "int r1 = atomic_load(x); int r2 = 0; if (r1) r2 = 1; atomic_store(y, r2);";
    assert_eq!(accesses(body), ["R x", "W y ctrl 0"]);
}

/// Conditions are evaluated as far as needed, by one branch for each part.
#[test]
fn parts_of_conditions_that_are_not_evaluated_do_not_count() {
    let loads = "int r1 = atomic_load(x); int r2 = atomic_load(y);";
    let body = format!("{loads} if (r1 && r2) atomic_store(z, 1); atomic_store(z, 2);");
    assert_eq!(accesses(&body), ["R x", "R y", "W z ctrl 0"]);
    let body = format!("{loads} if (r1 || r2) atomic_store(z, 1); atomic_store(z, 2);");
    assert_eq!(accesses(&body), ["R x", "R y", "W z ctrl 0 1"]);
    // One expression without a branch inside.
    let body = format!("{loads} if (r1 & r2) atomic_store(z, 1); atomic_store(z, 2);");
    assert_eq!(accesses(&body), ["R x", "R y", "W z ctrl 0 1"]);
    // The second load is made only if the first one reads 0, and depends on that.
    let body = "if (atomic_load(x) || atomic_load(y)) atomic_store(z, 1); atomic_store(z, 2);";
    assert_eq!(accesses(body), ["R x", "R y ctrl 0", "W z ctrl 0 1"]);
    // A conditional expression has the value of one side, and branches.
    let body = format!("{loads} int r3 = atomic_load(z); atomic_store(z, r1 ? r2 : r3);");
    assert_eq!(accesses(&body), ["R x", "R y", "R z", "W z data 2 ctrl 0"]);
}

#[test]
fn loops_branch_in_each_iteration() {
    let body = "int i = 0; while (i < 2) { int r1 = atomic_load(x); i = i + 1 + r1; } atomic_store(y, i);";
    // The condition is evaluated three times: before any read, and after each. The sum has both.
    assert_eq!(accesses(body), ["R x", "R x ctrl 0", "W y data 0 1 ctrl 0 1"]);
    let body = "int r1; do { r1 = atomic_load(x); } while (r1); atomic_store(y, 1);";
    assert_eq!(accesses(body), ["R x", "W y ctrl 0"]);
    // The bound of a loop makes no dependency.
    let body = "int r1 = atomic_load(x); for (int i = 0; i < 2; i++) atomic_store(y, i);";
    assert_eq!(accesses(body), ["R x", "W y", "W y"]);
}

/// The operand goes to the write of a read-modify-write. Its own read does not count: it is `rmw`.
#[test]
fn read_modify_writes() {
    let body = "int r1 = atomic_load(x); int r2 = atomic_fetch_add(y, r1); atomic_store(z, r2);";
    assert_eq!(accesses(body), ["R x", "U y data 0", "W z data 1"]);
    let body = "int r1 = atomic_load(x); int r2 = atomic_exchange(y, r1); atomic_store(z, r2);";
    assert_eq!(accesses(body), ["R x", "U y data 0", "W z data 1"]);
    let body = "int r1 = atomic_fetch_add(x, 1); if (r1) atomic_store(z, 1); atomic_store(y, 1);";
    assert_eq!(accesses(body), ["U x", "W y ctrl 0"]);
}

/// The desired value goes to the write. The expected value decides only whether there is a write.
/// Whether it succeeds depends on both.
#[test]
fn compare_exchanges() {
    let loads = "int r1 = atomic_load(x); int r2 = atomic_load(z);";
    // Succeeds: y is 0.
    let body = format!(
        "{loads} int e = r1; int ok = atomic_compare_exchange_strong(y, &e, r2); atomic_store(z, ok); atomic_store(x, e);"
    );
    assert_eq!(accesses(&body), ["R x", "R z", "U y data 1", "W z data 0 2", "W x data 2"]);
    // Fails: y is 0, and 1 is expected. The variable gets the value that was found.
    let body = format!(
        "{loads} int e = r1 + 1; int ok = atomic_compare_exchange_strong(y, &e, r2); atomic_store(z, ok); atomic_store(x, e);"
    );
    assert_eq!(accesses(&body), ["R x", "R z", "R y data 1", "W z data 0 2", "W x data 2"]);
    // Where the expected value is in memory, it is read there, and written if the exchange fails;
    // that is no branch of the program.
    let body = "a[0] = 1; int ok = atomic_compare_exchange_strong(y, a, 5); atomic_store(z, 1);
                if (ok) atomic_store(z, 1); atomic_store(z, 2);";
    assert_eq!(accesses(body), ["W a", "R a", "R y", "W a data 1", "W z", "W z ctrl 0 1"]);
    let body = "int ok = atomic_compare_exchange_strong(y, a, 5); atomic_store(z, 1);";
    assert_eq!(accesses(body), ["R a", "U y", "W z"]);
}

/// An assumption and an assertion are branches: only one way goes on.
#[test]
fn assumptions_and_assertions() {
    let body = "int r1 = atomic_load(x); assume(r1 == 0); atomic_store(y, 1);";
    assert_eq!(accesses(body), ["R x", "W y ctrl 0"]);
    let body = "int r1 = atomic_load(x); assert(r1 == 0); atomic_store(y, 1);";
    assert_eq!(accesses(body), ["R x", "W y ctrl 0"]);
}

/// The reads of a thread mean nothing in another one.
#[test]
fn threads_do_not_depend_on_each_other() {
    let source = "C two\n{ x = 0; y = 0; }
        P0(atomic_int *x, atomic_int *y) { int r1 = atomic_load(x); if (r1 == 0) atomic_store(y, r1); }
        P1(atomic_int *x, atomic_int *y) { atomic_store(x, 1); int r1 = atomic_load(y); atomic_store(x, r1); }
        exists (true)";
    assert_eq!(
        accesses_of_test(source),
        [vec!["R x", "W y data 0 ctrl 0"], vec!["W x", "R y", "W x data 0"]]
    );
}
