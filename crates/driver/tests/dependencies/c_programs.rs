//! C programs, with everything that lies between the source and the machine: clang, the passes,
//! calls, and variables that stay in memory.

use std::path::{Path, PathBuf};

use porf_driver::{BuildOptions, LoadedProgram};
use porf_entity::EntityId;
use porf_vm::MachineOptions;

use crate::sequential;

/// The accesses of each thread of a program to global variables whose names are single letters.
fn accesses_of_program(name: &str, source: &str) -> Vec<Vec<String>> {
    let path: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.c"));
    std::fs::write(&path, source).expect("the directory for tests can be written to");
    let default = BuildOptions::default();
    let machine = MachineOptions { dependencies: true, awaits: false, ..default.machine };
    let options = BuildOptions { machine, ..default };
    let program = LoadedProgram::from_files(&[path], &options).unwrap_or_else(|error| panic!("{error:?}"));
    let name = |address| {
        let (global, offset) = program.machine.global_at(address)?;
        let name = &program.global_names[global.index()];
        let text = if offset == 0 { name.clone() } else { format!("{name}+{offset}") };
        (name.len() == 1).then_some(text)
    };
    sequential::accesses(&program.machine, name)
}

/// The accesses of a thread with the given body, and with these variables and functions.
fn accesses(name: &str, declarations: &str, body: &str) -> Vec<String> {
    let source = format!(
        "#include <pthread.h>\n#include <stdarg.h>\n#include <stdatomic.h>\n#include <stdlib.h>\n\
         #include <string.h>\n\
         atomic_int x, y, z; int a[4], b[4]; int *p = a;\n{declarations}\n\
         void *thread(void *unused) {{ {body} return 0; }}\n\
         int main(void) {{ pthread_t t; pthread_create(&t, 0, thread, 0); pthread_join(t, 0); return 0; }}\n"
    );
    accesses_of_program(name, &source).remove(1)
}

#[test]
fn expressions_are_not_folded() {
    let body = "int r1 = x; int r2 = r1 ^ r1; y = r2 + 1; a[r1 * 0] = 2; if (r1 == r1) z = 1; z = 2;";
    let expected = ["R x", "W y data 0", "W a addr 0", "W z ctrl 0", "W z ctrl 0"];
    assert_eq!(accesses("folding", "", body), expected);
    // A value that is computed and not used decides nothing.
    let body = "int r1 = x; int r2 = r1 + 1; (void) r2; y = 1;";
    assert_eq!(accesses("unused", "", body), ["R x", "W y"]);
    // Both ways do the same, but there is a branch.
    let body = "int r1 = x; if (r1) ; else ; y = 1;";
    assert_eq!(accesses("empty", "", body), ["R x", "W y ctrl 0"]);
}

/// Arguments and results carry dependencies, whether the call is inlined or not.
#[test]
fn calls() {
    let functions = "static int add(int v, int w) { return v + w; }
        static int sum(int n, int v) { return n == 0 ? v : 1 + sum(n - 1, v); }
        static void put(atomic_int *at, int v) { *at = v; }";
    let body = "int r1 = x; int r2 = y; z = add(r1, 1); z = add(r2, r1); put(&z, r2); z = add(1, 2);";
    let expected = ["R x", "R y", "W z data 0", "W z data 0 1", "W z data 1", "W z"];
    assert_eq!(accesses("inlined", functions, body), expected);
    // A recursive function: the count is no read, so its branches make no dependencies.
    let body = "int r1 = x; z = sum(3, r1); z = sum(2, 0);";
    assert_eq!(accesses("recursive", functions, body), ["R x", "W z data 0", "W z"]);
    // If the count is a read, all that comes later depends on it. The count is 0 here, so that the
    // result is a constant, which the branch has chosen.
    let body = "int r1 = x; z = sum(r1, 5); z = 1;";
    assert_eq!(accesses("counted", functions, body), ["R x", "W z ctrl 0", "W z ctrl 0"]);
    // A call through a pointer is a branch.
    let pointers = "static int one(int v) { return 1; } static int two(int v) { return v; }
        static int (*const table[2])(int) = { one, two };";
    let body = "int r1 = x; int r2 = y; z = table[r1](r2); z = table[1](r2);";
    assert_eq!(accesses("pointers", pointers, body), ["R x", "R y", "W z ctrl 0", "W z data 1 ctrl 0"]);
    // Arguments beyond the parameters go through memory that belongs to the thread.
    let variadic = "static int last(int n, ...) { va_list l; va_start(l, n); int v = 0;
        for (int i = 0; i < n; i++) v = va_arg(l, int); va_end(l); return v; }";
    let body = "int r1 = x; int r2 = y; z = last(2, r1, r2); z = last(2, r1, 7);";
    assert_eq!(accesses("variadic", variadic, body), ["R x", "R y", "W z data 1", "W z"]);
}

/// Local variables that stay in memory are like registers.
#[test]
fn memory_of_the_thread() {
    // The index is no constant, so the array is not replaced by variables.
    let body = "int c[4]; int i = 1; int r1 = x; int r2 = y; c[i] = r1; c[i + 1] = r2; c[i + 2] = 3;
                z = c[i]; z = c[i + 1]; z = c[i + 2]; c[i] = 0; z = c[i];";
    let expected = ["R x", "R y", "W z data 0", "W z data 1", "W z", "W z"];
    assert_eq!(accesses("array", "", body), expected);
    // An index that was read selects: the value has the taints of the element and of the index.
    let body = "int c[2] = { 1, 2 }; int r1 = x; int r2 = y; c[1] = r2; z = c[r1 + 1]; z = c[r1];";
    assert_eq!(accesses("index", "", body), ["R x", "R y", "W z data 0 1", "W z data 0"]);
    // A variable whose address goes to a function.
    let function = "static void put(int n, int *at, int v) { if (n) put(n - 1, at, v); else *at = v; }";
    let body = "int r1 = x; int v = 0; put(2, &v, r1); z = v; put(2, &v, 0); z = v;";
    assert_eq!(accesses("address", function, body), ["R x", "W z data 0", "W z"]);
    // Structures are copied with what their parts depend on.
    let shapes = "struct s { int one, two; int rest[6]; }; static struct s copy(struct s s) { return s; }";
    let body = "int r1 = x; int r2 = y; int i = 1; struct s s, t; memset(&s, 0, sizeof s); s.one = r1;
                s.rest[i] = r2; t = copy(s); z = t.one; z = t.two; z = t.rest[i]; z = t.rest[i + 1];";
    let expected = ["R x", "R y", "W z data 0", "W z", "W z data 1", "W z"];
    assert_eq!(accesses("structures", shapes, body), expected);
    // Memory on the heap that no other thread reaches.
    let body = "int r1 = x; int *q = malloc(8); q[0] = r1; q[1] = 1; z = q[0]; z = q[1]; free(q);";
    assert_eq!(accesses("heap", "", body), ["R x", "W z data 0", "W z"]);
    let locals = "static _Thread_local int kept[2];";
    let body = "int i = 1; kept[i] = x; z = kept[i]; z = kept[0];";
    assert_eq!(accesses("thread_local", locals, body), ["R x", "W z data 0", "W z"]);
}

/// Copies of shared memory read and write it. Their size decides how much.
#[test]
fn operations_on_many_bytes() {
    let body = "memcpy(b, a, 8);";
    assert_eq!(accesses("copy", "", body), ["R a", "W b data 0"]);
    let body = "int c[2]; memcpy(c, a, 8); z = c[1];";
    assert_eq!(accesses("copy_in", "", body), ["R a", "W z data 0"]);
    let body = "int c[2]; int i = 1; c[0] = 0; c[i] = x; memcpy(b, c, 8);";
    assert_eq!(accesses("copy_out", "", body), ["R x", "W b data 0"]);
    let body = "int r1 = x; memset(b, r1, 8); memset(b, 0, 8 + r1); z = 1;";
    assert_eq!(accesses("fill", "", body), ["R x", "W b data 0", "W b ctrl 0", "W z ctrl 0"]);
    let body = "int r1 = x; memcpy(b + r1, a + 2, 8);";
    assert_eq!(accesses("copy_there", "", body), ["R x", "R a+8", "W b addr 0 data 1"]);
    // A comparison is a loop with branches.
    let body = "z = memcmp(a, b, 8);";
    assert_eq!(accesses("compare", "", body), ["R a", "R b ctrl 0", "W z data 0 1 ctrl 0 1"]);
}

#[test]
fn conditions() {
    let loads = "int r1 = x; int r2 = y;";
    let body = format!("{loads} if (r1 && r2) z = 1; z = 2;");
    assert_eq!(accesses("and", "", &body), ["R x", "R y", "W z ctrl 0"]);
    let body = format!("{loads} if (r1 || r2) z = 1; z = 2;");
    assert_eq!(accesses("or", "", &body), ["R x", "R y", "W z ctrl 0 1"]);
    // A conditional expression is a branch, and its value that of one side.
    let body = format!("{loads} z = r1 ? 1 : r2; z = 1;");
    assert_eq!(accesses("conditional", "", &body), ["R x", "R y", "W z data 1 ctrl 0", "W z ctrl 0"]);
    let body =
        format!("{loads} switch (r1) {{ case 0: z = 1; break; case 1: z = 2; break; default: ; }} z = r2;");
    assert_eq!(accesses("switch", "", &body), ["R x", "R y", "W z ctrl 0", "W z data 1 ctrl 0"]);
    let body = "for (int i = 0; i < 2; i++) { int r1 = x; y = r1; } while (x) ; z = 1;";
    assert_eq!(accesses("loops", "", body), ["R x", "W y data 0", "R x", "W y data 1", "R x", "W z ctrl 2"]);
    // A pointer that was read is an address, and no value.
    let body = "int *q = p; int r2 = *q; z = r2; p = q + 1;";
    assert_eq!(accesses("pointer", "", body), ["R p", "R a addr 0", "W z data 1", "W p data 0"]);
}

/// clang branches by the success of a compare-exchange to store the value that it has found. That
/// branch is a part of the compare-exchange.
#[test]
fn compare_exchanges() {
    let body = "int e = 0; atomic_compare_exchange_strong(&x, &e, 1); z = 1; z = e;";
    assert_eq!(accesses("succeeds", "", body), ["U x", "W z", "W z"]);
    let body = "int e = 5; atomic_compare_exchange_strong(&x, &e, 1); z = 1; z = e;";
    assert_eq!(accesses("fails", "", body), ["R x", "W z", "W z data 0"]);
    let body =
        "int r1 = y; int r2 = z; int e = r1; if (atomic_compare_exchange_strong(&x, &e, r2)) z = 1; z = e;";
    let expected = ["R y", "R z", "U x data 1", "W z ctrl 0 2", "W z data 0 ctrl 0 2"];
    assert_eq!(accesses("decides", "", body), expected);
    let body = "int r1 = x; int r2 = atomic_exchange(&y, r1); int r3 = atomic_fetch_sub(&z, r2); a[0] = r3;";
    assert_eq!(accesses("others", "", body), ["R x", "U y data 0", "U z data 1", "W a data 2"]);
}

/// A thread that is created with a value depends on nothing, nor does the thread that joins it.
#[test]
fn threads_begin_without_dependencies() {
    let source = "#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y, z;
        void *two(void *v) { y = (int) (long) v; return v; }
        void *one(void *unused) { int r1 = x; pthread_t t; pthread_create(&t, 0, two, (void *) (long) r1);
            void *r2; pthread_join(t, &r2); z = (int) (long) r2; z = r1; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, one, 0); pthread_join(t, 0); return 0; }";
    let lists = accesses_of_program("arguments", source);
    assert_eq!(lists[1..], [vec!["R x", "W z", "W z data 0"], vec!["W y"]]);
}
