//! Libraries with specifications: clients, what specifications may say, and mistakes in them.

use std::path::Path;

use crate::support::*;

const MODELS: [&str; 6] = ["sc", "tso", "pso", "ra", "rc11", "cpp20"];

/// N threads enter a critical section.
const LOCKS: &str = "\
#include <assert.h>
#include <pthread.h>
typedef int lock_t;
void lock_init(lock_t *l);
void lock_acquire(lock_t *l);
void lock_release(lock_t *l);
static lock_t lock;
static int counter;
static void *enter(void *unused) {
  lock_acquire(&lock);
  counter++;
  lock_release(&lock);
  return 0;
}
int main(void) {
#ifndef FORGOTTEN
  lock_init(&lock);
#endif
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, enter, 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
  assert(counter == N);
}
";

#[test]
fn threads_that_enter_a_critical_section_have_as_many_executions_as_orders() {
    let sandbox = Sandbox::new("libraries_locks").with("client.c", LOCKS);
    let check = |model: &str, threads: usize| {
        let number = format!("-DN={threads}");
        let flags = ["client.c", "--library", "mutex", "--no-symmetry", "--model", model, "--", &number];
        sandbox.check(&flags)
    };
    for model in MODELS {
        let outcome = check(model, 2);
        assert!(outcome.stdout.contains("both executions are fine\n"), "{model}: {outcome:?}");
    }
    for (threads, executions) in [(3, "6"), (4, "24"), (6, "720")] {
        let outcome = check("rc11", threads);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        assert!(outcome.stdout.contains(&format!("all {executions} executions are fine\n")), "{outcome:?}");
    }
}

/// FAI/2 [genmc §2.6], as a library and as code: two additions, of which either is the first, and none is
/// blocked. LOCK/2 [genmc §2.7] is above, for two threads.
#[test]
fn two_additions_have_two_executions() {
    let client = "\
#include <pthread.h>
#ifdef CODE
#include <stdatomic.h>
static int counter_add(atomic_int *c, int d) { return atomic_fetch_add(c, d); }
static atomic_int counter;
#else
int counter_add(int *c, int d);
static int counter;
#endif
static int seen[2];
static void *first(void *unused) { seen[0] = counter_add(&counter, 1); return 0; }
static void *second(void *unused) { seen[1] = counter_add(&counter, 2); return 0; }
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
  return seen[0] + seen[1] == 0;
}
";
    let sandbox = Sandbox::new("libraries_additions").with("client.c", client);
    for model in MODELS {
        for flags in [&["--library", "counter", "--"][..], &["--", "-DCODE"]] {
            let outcome = sandbox.check(&[&["client.c", "--model", model], flags].concat());
            assert!(outcome.stdout.contains("both executions are fine\n"), "{model} {flags:?}: {outcome:?}");
        }
    }
}

#[test]
fn a_mutex_that_nobody_has_made_is_an_error() {
    let sandbox = Sandbox::new("libraries_forgotten").with("client.c", LOCKS);
    let outcome = sandbox.check(&["client.c", "--library", "mutex", "--", "-DN=2", "-DFORGOTTEN"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    assert!(outcome.stdout.contains("an object of the library mutex is used before its init"), "{outcome:?}");
}

/// Classical shapes on registers; under SC, the number of executions is that of outcomes.
const SHAPES: &str = "\
#include <pthread.h>
void reg_set(int *r, int v);
int reg_get(int *r);
static int x, y;
#define THREAD(name, code) static void *name(void *unused) { code return 0; }
#if defined SB
THREAD(a, reg_set(&x, 1); reg_get(&y);)
THREAD(b, reg_set(&y, 1); reg_get(&x);)
#define THREADS {a, b}
#elif defined MP
THREAD(a, reg_set(&x, 1); reg_set(&y, 1);)
THREAD(b, reg_get(&y); reg_get(&x);)
#define THREADS {a, b}
#elif defined IRIW
THREAD(a, reg_set(&x, 1);)
THREAD(b, reg_set(&y, 1);)
THREAD(c, reg_get(&x); reg_get(&y);)
THREAD(d, reg_get(&y); reg_get(&x);)
#define THREADS {a, b, c, d}
#endif
int main(void) {
  void *(*functions[])(void *) = THREADS;
  enum { N = sizeof functions / sizeof *functions };
  pthread_t threads[N];
  for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, functions[i], 0);
  for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
}
";

/// Of the outcomes of each shape SC forbids one: 4 - 1, 4 - 1 and 16 - 1.
#[test]
fn sequentially_consistent_registers_are_so_under_every_model() {
    let sandbox = Sandbox::new("libraries_registers").with("client.c", SHAPES);
    for model in MODELS {
        for (shape, executions) in [("-DSB", "3"), ("-DMP", "3"), ("-DIRIW", "15")] {
            let flags = ["client.c", "--library", "register", "--no-symmetry", "--model", model, "--", shape];
            let outcome = sandbox.check(&flags);
            assert_eq!(outcome.code, 0, "{model} {shape}: {outcome:?}");
            let text = format!("verified under {model}: all {executions} executions are fine");
            assert!(outcome.stdout.contains(&text), "{model} {shape}: {outcome:?}");
        }
    }
}

/// Release and acquire allow what SC forbids, but not for messages.
#[test]
fn registers_with_release_and_acquire_are_weaker() {
    let sandbox = Sandbox::new("libraries_weak_registers").with("client.c", SHAPES);
    for (shape, executions) in [("-DSB", "4"), ("-DMP", "3"), ("-DIRIW", "16")] {
        let library = "release-acquire-register";
        let outcome = sandbox.check(&["client.c", "--library", library, "--no-symmetry", "--", shape]);
        let text = format!("all {executions} executions are fine");
        assert!(outcome.stdout.contains(&text), "{shape}: {outcome:?}");
    }
}

/// A library of its own: tickets, whose values begin at 7.
const TICKETS: &str = "\
library tickets
initially 7
rmw   draw(t) = v    writes v + 1   acq_rel
read  next(t) = v    acq
rmw   swap(t, e, d) = v   if v == e writes d   acq_rel
coherent
";

const TICKET_CLIENT: &str = "\
#include <assert.h>
#include <pthread.h>
long draw(long *t);
long next(long *t);
long swap(long *t, long e, long d);
static long tickets;
static void *customer(void *unused) {
  long mine = draw(&tickets);
  assert(mine == 7 || mine == 8);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, customer, 0);
  pthread_create(&b, 0, customer, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(next(&tickets) == 9);
  assert(swap(&tickets, 8, 1) == 9);
  assert(swap(&tickets, 9, 1) == 9);
  assert(next(&tickets) == LAST);
}
";

#[test]
fn a_library_of_the_user_says_what_its_functions_do() {
    let sandbox = Sandbox::new("libraries_own").with("client.c", TICKET_CLIENT).with("tickets.lib", TICKETS);
    let check =
        |last: &str| sandbox.check(&["client.c", "--library", "tickets.lib", "--no-symmetry", "--", last]);
    let outcome = check("-DLAST=1");
    assert!(outcome.stdout.contains("both executions are fine"), "{outcome:?}");
    let outcome = check("-DLAST=9");
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for text in ["draw tickets", "next tickets", "swap tickets"] {
        assert!(outcome.stdout.contains(text), "{text}: {}", outcome.stdout);
    }
}

#[test]
fn the_specification_wins_over_a_definition_and_says_so() {
    let defined = LOCKS
        .replace("void lock_acquire(lock_t *l);", "void lock_acquire(lock_t *l) { (void)l; }")
        .replace("void lock_release(lock_t *l);", "static void lock_release(lock_t *l) { (void)l; }");
    let sandbox = Sandbox::new("libraries_defined").with("client.c", &defined);
    let outcome = sandbox.check(&["client.c", "--library", "mutex", "--", "-DN=2"]);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    for name in ["lock_acquire", "lock_release"] {
        let note = format!("{name} is defined here, but the specification of the library mutex counts");
        assert!(outcome.stderr.contains(&note), "{name}: {}", outcome.stderr);
    }
}

#[test]
fn two_releases_in_a_row_are_not_supported() {
    let client = LOCKS.replace("lock_release(&lock);\n", "lock_release(&lock);\n  lock_release(&lock);\n");
    let sandbox = Sandbox::new("libraries_twice").with("client.c", &client);
    let outcome = sandbox.check(&["client.c", "--library", "mutex", "--", "-DN=1"]);
    assert_eq!(outcome.code, 4, "{outcome:?}");
    let text = "a second write to an object of the library mutex that nobody has read in between";
    assert!(outcome.stdout.contains(text), "{}", outcome.stdout);
}

/// With a specification, clients of the corpus never have more executions than with code that implements
/// the library.
#[test]
fn specifications_have_no_more_executions_than_code() {
    let sandbox = Sandbox::new("libraries_and_code");
    for (name, options) in [
        ("semaphore", "-DN=3"),
        ("bag", "-DN=2"),
        ("exchanger", "-DN=2"),
        ("event", "-DW=1"),
        ("barrier", "-DN=2"),
        ("once", "-DN=2"),
        ("rwlock", "-DREADERS=2"),
        ("recursive-mutex", "-DN=2"),
        ("counter", "-DN=3"),
        ("queue", "-DONE"),
        ("queue", "-DTRIES"),
        ("queue", "-DGIVERS"),
        ("stack", "-DONE"),
        ("stack", "-DTRIES"),
        ("semaphore", "-DTRIES -DN=2"),
    ] {
        let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/libraries");
        let file = corpus.join(name).with_extension("c");
        let file = file.display().to_string();
        let executions = |flags: &[&str]| {
            let common = [file.as_str(), "--no-symmetry", "--format", "json"];
            let outcome = sandbox.check(&[&common[..], flags].concat());
            assert_eq!(outcome.code, 0, "{name}: {outcome:?}");
            let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
            report["executions"].as_u64().expect("a number")
        };
        let options: Vec<&str> = options.split(' ').collect();
        let specified = executions(&[&["--library", name, "--"], &options[..]].concat());
        let coded = executions(&[&["--"], &options[..], &["-DCODE"]].concat());
        assert!(specified <= coded, "{name}: {specified} with the specification, {coded} with code");
    }
}

/// Algorithms written with sequentially consistent registers have the executions under every model that
/// they have with seq_cst variables under SC, though waiting loops are reduced.
#[test]
fn registers_have_the_executions_of_seq_cst_variables() {
    let sandbox = Sandbox::new("libraries_algorithms");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/libraries/mutual-exclusion.c");
    let file = file.display().to_string();
    for algorithm in ["-DPETERSON", "-DDEKKER", "-DSZYMANSKI", "-DBAKERY", "-DLAMPORT"] {
        let executions = |flags: &[&str]| {
            let common = [file.as_str(), "--no-symmetry", "--format", "json"];
            let outcome = sandbox.check(&[&common, flags].concat());
            assert_eq!(outcome.code, 0, "{algorithm}: {outcome:?}");
            let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
            [&report["executions"], &report["blocked"]].map(|it| it.as_u64().expect("a number"))
        };
        for equivalence in ["co", "rf"] {
            let with = |model| ["--model", model, "--equivalence", equivalence];
            let coded = executions(&[&with("sc")[..], &["--", algorithm, "-DCODE"]].concat());
            // Axioms beside those of the memory model make coherence orders distinguished.
            let models = if equivalence == "co" { &MODELS[..] } else { &["sc"] };
            for model in models {
                let library = ["--library", "register", "--", algorithm];
                let specified = executions(&[&with(model)[..], &library].concat());
                assert_eq!(specified, coded, "{algorithm} {model} {equivalence}");
            }
        }
    }
}

/// Registers whose axiom may be any. Two threads write one and look at the other; NEWS: one of them has heard
/// from a third thread, by other means than the registers, that it has written.
const NEIGHBOURS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
void put(int *c, int v);
int get(int *c);
static int one, other, first, second, heard;
static atomic_int news;
static void *left(void *unused) {
#ifdef NEWS
  heard = atomic_load_explicit(&news, memory_order_acquire);
#else
  put(&one, 1);
#endif
  first = get(&other);
  return 0;
}
static void *right(void *unused) { put(&other, 1); second = get(&one); return 0; }
static void *writer(void *unused) {
  put(&one, 1);
  atomic_store_explicit(&news, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, left, 0);
  pthread_create(&threads[1], 0, right, 0);
#ifdef NEWS
  pthread_create(&threads[2], 0, writer, 0);
  pthread_join(threads[2], 0);
#else
  heard = 1;
#endif
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
#ifndef COUNT
  assert(!heard || first || second);
#endif
}
";

/// Store buffering needs the axiom from writes to reads, and is not forbidden by the one from reads to writes.
/// With NEWS the threads are ordered by accesses that are not the library's, which only `hb` tells.
#[test]
fn axioms_name_functions_and_the_happens_before_around() {
    let library = |axiom: &str| {
        format!(
            "library cell\ninitially 0\nwrite put(c, v) rlx\nread get(c) = v rlx\ncoherent\n{axiom} as order\n"
        )
    };
    for (number, (axiom, flags, holds)) in [
        ("acyclic [put] ; po ; [get] | rf | co | fr", &[][..], true),
        ("acyclic [get] ; po ; [put] | rf | co | fr", &[], false),
        ("acyclic po | rf | co | fr", &[], true),
        ("acyclic po | rf | co | fr", &["-DNEWS"], false),
        ("acyclic hb | rf | co | fr", &["-DNEWS"], true),
        ("acyclic [put] ; hb ; [get] | rf | co | fr", &["-DNEWS"], true),
        ("acyclic [get] ; hb ; [put] | rf | co | fr", &["-DNEWS"], false),
        // A definition of the same name wins.
        ("let hb = po acyclic hb | rf | co | fr", &["-DNEWS"], false),
        // A negated check filters full executions.
        ("~empty [put] empty (hb ; fr)+ & id", &["-DNEWS"], true),
        ("~empty [put] empty (po ; fr)+ & id", &["-DNEWS"], false),
    ]
    .into_iter()
    .enumerate()
    {
        let sandbox = Sandbox::new(&format!("libraries_axioms_{number}"))
            .with("client.c", NEIGHBOURS)
            .with("cell.lib", library(axiom));
        let all = [&["client.c", "--library", "cell.lib", "--"], flags].concat();
        let outcome = sandbox.check(&all);
        assert_eq!(outcome.code, i32::from(!holds), "{axiom} {flags:?}: {outcome:?}");
    }
}

/// A thread takes a value and puts 2 after that.
const LATE: &str = "\
#include <pthread.h>
void enqueue(long *q, int v);
int dequeue(long *q);
static long queue;
static void *late(void *unused) { dequeue(&queue); enqueue(&queue, 2); return 0; }
static void *first(void *unused) {
  pthread_t thread;
  enqueue(&queue, 1);
  pthread_create(&thread, 0, late, 0);
  pthread_join(thread, 0);
  return 0;
}
static void *second(void *unused) { enqueue(&queue, 3); dequeue(&queue); return 0; }
int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, first, 0);
  pthread_create(&threads[1], 0, second, 0);
  pthread_join(threads[0], 0);
  pthread_join(threads[1], 0);
}
";

/// A queue whose order is made of axioms has the executions of the shipped one.
#[test]
fn axioms_of_pools() {
    let queue = |axioms: &str| {
        format!(
            "library queue\nwrite enqueue(q, v) rel\nread dequeue(q) = v acq functional blocking\n\
             read try_dequeue(q) = v acq functional else -1\n{axioms}"
        )
    };
    let axioms = "let taken = [enqueue] ; rf ; [dequeue | try_dequeue]\n\
                  let later = ([enqueue] ; hb & loc) ; taken\n\
                  empty [enqueue \\ domain(taken)] ; later as lost\n\
                  empty (later ; (hb & loc)) & taken as overtaken\n";
    let sandbox = Sandbox::new("libraries_queue")
        .with("axioms.lib", queue(axioms))
        .with("bag.lib", queue(""))
        .with("late.c", LATE);
    // The late thread takes 1, and the other one 3 or 2; or the late one takes 3, and the other one cannot take
    // 2, since that comes after 1, which is left. A thread that has idled takes an item by a named call, too.
    for library in ["queue", "axioms.lib"] {
        let outcome = sandbox.check(&["late.c", "--no-symmetry", "--library", library]);
        assert!(outcome.stdout.contains("all 3 executions are fine"), "{library}: {outcome:?}");
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/c/libraries/queue.c");
    let file = file.display().to_string();
    for options in ["-DTRIES", "-DGIVERS", "-DONE"] {
        for model in MODELS {
            let executions = |library: &str| {
                let common =
                    [&file, "--no-symmetry", "--format", "json", "--model", model, "--library", library];
                let outcome = sandbox.check(&[&common[..], &["--", options]].concat());
                let report: serde_json::Value = serde_json::from_str(&outcome.stdout).expect("JSON");
                (outcome.code, report["executions"].as_u64().expect("a number"))
            };
            assert_eq!(executions("axioms.lib"), executions("queue"), "{options} {model}");
            // Without them a value may overtake another one, unless there is only one.
            assert_eq!(executions("bag.lib").0, i32::from(options != "-DGIVERS"), "{options} {model}");
        }
    }
}

/// Items are shown at their object, and calls under their own names.
#[test]
fn stories_name_calls_of_pools() {
    let client = "int bag_take(long *b);\nvoid bag_put(long *b, int v);\nstatic long bag;\n\
                  int main(void) {\n  bag_put(&bag, 5);\n  __builtin_trap();\n}\n";
    let client = client.replace("__builtin_trap();", "if (bag_take(&bag) == 5) __builtin_trap();");
    let sandbox = Sandbox::new("libraries_names").with("client.c", client);
    let outcome = sandbox.check(&["client.c", "--library", "bag"]);
    assert_eq!(outcome.code, 1, "{outcome:?}");
    for text in ["bag_put bag = 5", "bag_take bag → 5 (from main:5)"] {
        assert!(outcome.stdout.contains(text), "{text}: {}", outcome.stdout);
    }
}

/// A library that nobody knows: mailboxes with a letter for two readers, in which one may also look.
const MAILBOX: &str = "\
library mailbox
write post(m, v)            rel   times 2
read  fetch(m) = v          acq   functional blocking
read  peek(m) = v           acq   else -7
";

const MAILBOX_CLIENT: &str = "\
#include <assert.h>
#include <pthread.h>
void post(long *m, long v);
long fetch(long *m);
long peek(long *m);
static long box;
static int news;
static void *reader(void *unused) { assert(fetch(&box) == 5 && news == 1); return 0; }
static void *guest(void *unused) { long seen = peek(&box); assert(seen == 5 || seen == -7); return 0; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, reader, 0);
  pthread_create(&b, 0, LAST, 0);
  pthread_create(&c, 0, guest, 0);
  news = 1;
  post(&box, 5);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
";

/// Both readers fetch the one letter, and the guest sees it or does not.
#[test]
fn a_library_that_porf_does_not_know() {
    let sandbox =
        Sandbox::new("libraries_mailbox").with("client.c", MAILBOX_CLIENT).with("mailbox.lib", MAILBOX);
    for model in MODELS {
        for equivalence in ["co", "rf"] {
            let flags =
                ["client.c", "--library", "mailbox.lib", "--model", model, "--equivalence", equivalence];
            let outcome = sandbox.check(&[&flags[..], &["--", "-DLAST=reader"]].concat());
            assert!(
                outcome.stdout.contains("both executions are fine"),
                "{model} {equivalence}: {outcome:?}"
            );
        }
    }
    let outcome = sandbox.check(&["client.c", "--library", "mailbox.lib", "--", "-DLAST=guest"]);
    assert!(outcome.stdout.contains("all 4 executions are fine"), "{outcome:?}");
}

/// Specifications that ask for what cannot be are refused, with a reason.
#[test]
fn what_cannot_be_expressed_is_refused() {
    let client = "int get(long *x);\nvoid put(long *x, int v);\nstatic long x;\n\
                  int main(void) {\n  put(&x, 1);\n  return get(&x) - 1;\n}\n";
    for (number, (text, message)) in [
        (
            "initially 0\ncoherent\nread get(x) = v functional blocking\nwrite put(x, v)",
            "leave out `coherent`",
        ),
        ("coherent\nread get(x) = v\nwrite put(x, v)", "need `initially N`"),
        ("read get(x) = v\nwrite put(x, v)", "say what it returns then, as in `else -1`"),
        ("initially 0\nread get(x) = v blocking\nwrite put(x, v)", "leave out `initially`"),
        (
            "read get(x) = v when v == 1 acq\nwrite put(x, v)",
            "only reads of coherent libraries wait for a value",
        ),
        (
            "initially 0\ncoherent\nread get(x) = v when v == 1 rlx\nwrite put(x, v)",
            "a read that waits for a value is `acq`",
        ),
        ("read get(x) functional blocking\nwrite put(x)\nacyclic po | rf", "mutexes and barriers have none"),
    ]
    .into_iter()
    .enumerate()
    {
        let sandbox = Sandbox::new(&format!("libraries_refused_{number}"))
            .with("client.c", client)
            .with("it.lib", format!("library it\n{text}\n"));
        let outcome = sandbox.check(&["client.c", "--library", "it.lib"]);
        assert!(matches!(outcome.code, 2 | 4), "{text}: {outcome:?}");
        let told = format!("{}{}", outcome.stdout, outcome.stderr);
        assert!(told.contains(message), "{text}: {told}");
    }
}

#[test]
fn mistakes_are_told() {
    let specification = |text: &str| format!("library it\ninitially 0\n{text}\ncoherent\n");
    let client = "int get(int *r);\nvoid set(int *r, int v);\nvoid noise(int *r);\nstatic int x;\n\
                  int main(void) {\n  set(&x, 1);\n  noise(&x);\n  return get(&x) - 1;\n}\n";
    for (name, text, message) in [
        ("missing", "read get(r, s) = v\nwrite set(r, v)", "`get` has 2 parameters in the specification"),
        (
            "nothing",
            "read noise(r) = v\nwrite set(r, v)",
            "`noise` returns `v` in the specification, but nothing",
        ),
        ("value", "read get(r) = v\nwrite set(r, v)\nread unheard(r) = v\nwrite noise(r", "expected"),
        ("none", "read other(r) = v\nwrite another(r, v)", "the program calls no function of this library"),
        ("unknown", "read get(r) = v\nwrite set(r, v)\nacyclic po | sb", "nothing defines `sb`"),
        ("function", "read get(r) = v\nwrite set(r, v)\nempty [sat] ; hb", "it.lib:5:8"),
        ("parameter", "read get(r, s) = v\nwrite set(r, v)", "but 1 in client.c:8:10"),
        (
            "large",
            "read get(r) = v when v != 99999999999 acq\nwrite set(r, v)",
            "does not fit values of 32 bits",
        ),
        ("small", "read get(r) = v\nrmw set(r, v) writes -4294967296", "does not fit values of 32 bits"),
    ] {
        let sandbox = Sandbox::new(&format!("libraries_mistake_{name}"))
            .with("client.c", client)
            .with("it.lib", specification(text));
        let outcome = sandbox.check(&["client.c", "--library", "it.lib"]);
        assert_eq!(outcome.code, 2, "{name}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{name}: {}", outcome.stderr);
    }
    let sandbox = Sandbox::new("libraries_mistake_else")
        .with("client.c", client)
        .with("it.lib", "library it\nwrite set(r, v)\nread get(r) = v else 99999999999\n");
    let outcome = sandbox.check(&["client.c", "--library", "it.lib"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("`get`: the number 99999999999 does not fit"), "{}", outcome.stderr);
    let sandbox = Sandbox::new("libraries_no_file").with("client.c", client);
    let outcome = sandbox.check(&["client.c", "--library", "mutexes"]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("register, release-acquire-register"), "{}", outcome.stderr);
}
