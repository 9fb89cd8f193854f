//! `--model FILE`: models from files, their mistakes, and the reports about them.

use crate::support::*;

/// The weakest model that keeps each location coherent, and a flag.
const COHERENT: &str = "\
\"coherent\"
acyclic po-loc | rf | co | fr as coherence
flag ~empty [R] ; fr ; [W] as overwritten
";

fn sandbox(name: &str, model: &str) -> Sandbox {
    Sandbox::new(name).with("SB.litmus", STORE_BUFFERING).with("my.cat", model)
}

#[test]
fn the_verdict_names_the_model_and_what_it_flags() {
    let sandbox = sandbox("model-file-verdict", COHERENT);
    let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("under coherent"), "{}", outcome.stdout);
    // In three of the four executions of store buffering a read misses the write.
    assert!(outcome.stdout.contains("flags 3 executions: overwritten"), "{}", outcome.stdout);
    let object = &sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
    assert_eq!(object["model"], "coherent");
    assert_eq!(object["executions"], 4);
    assert_eq!(object["model_file"]["flags"][0]["executions"], 3);
}

#[test]
fn a_file_that_forbids_the_weak_outcome_makes_the_condition_fail() {
    let sandbox = sandbox("model-file-sc", "acyclic po | rf | co | fr");
    let outcome = sandbox.check(&["SB.litmus", "--model", "./my.cat"]);
    assert_eq!(outcome.code, 1, "{}{}", outcome.stdout, outcome.stderr);
}

#[test]
fn mistakes_are_shown_in_the_file_and_exit_with_2() {
    for (name, text, hint) in [
        ("unknown-name", "acyclic po | nothing-of-this-name", "nothing-of-this-name"),
        ("missing-include", "include \"not-there.cat\"", "not-there.cat"),
        ("syntax", "acyclic po |", "my.cat:1:"),
        ("nearest-name", "acyclic po-lco | rf", "did you mean `po-loc`?"),
        ("no-recursion", "let hb = po | hb ; hb\nacyclic hb", "write `let rec` for recursion"),
        ("kinds", "acyclic po | R", "the other operand of `|` is a relation, but this is a set"),
        ("tag", "let a = 'RLX", "a tag is not supported"),
        ("includes-itself", "include \"my.cat\"", "includes itself"),
    ] {
        let sandbox = sandbox(&format!("model-file-{name}"), text);
        let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
        assert_eq!(outcome.code, 2, "{name}: {}{}", outcome.stdout, outcome.stderr);
        assert!(
            outcome.stderr.contains(hint) && outcome.stderr.contains("my.cat"),
            "{name}: {}",
            outcome.stderr
        );
        let json = sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]);
        assert_eq!(json.objects().len(), 1, "{name}");
    }
    let outcome = sandbox("model-file-none", "").check(&["SB.litmus", "--model", "none.cat"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("none.cat: cannot be read: no such file"), "{}", outcome.stderr);
}

#[test]
fn axioms_that_are_asked_at_the_end_are_named() {
    let sandbox = sandbox("model-file-filter", "~empty [W \\ IW] ; rfe as communication");
    let outcome = sandbox.check(&["SB.litmus", "--model", "my.cat"]);
    assert!(
        outcome.stdout.contains("communication is asked about full executions only"),
        "{}",
        outcome.stdout
    );
    let object = &sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
    // One execution has no thread that reads from the other.
    assert_eq!((&object["executions"], &object["model_file"]["filtered"]), (&3.into(), &1.into()));
}

/// A thread waits for a flag that main sets after the creation of the thread. With FAIL, main fails instead.
const FLAG: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *wait(void *unused) {
  while (!atomic_load(&flag)) {
  }
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait, NULL);
#ifdef FAIL
  assert(0);
#endif
  atomic_store(&flag, 1);
  pthread_join(thread, NULL);
  return 0;
}
";

/// Full executions must have a read of the initial write, as those have in which the thread waits.
const WAITS: &str = "acyclic po | rf | co | fr\n~empty [IW] ; rf as waits\n";

#[test]
fn loops_have_a_bound_where_full_executions_are_filtered() {
    let sandbox = Sandbox::new("model-file-bound").with("flag.c", FLAG).with("my.cat", WAITS);
    for (flags, code, hint) in [
        (&[][..], 3, "A thread was cut after 100 events"),
        (&["--max-events", "20"], 3, "A thread was cut after 20 events"),
        (&["--unroll", "2"], 0, "2 iterations of the loop"),
    ] {
        let outcome = sandbox.check(&[&["flag.c", "--model", "my.cat"], flags].concat());
        assert_eq!(outcome.code, code, "{flags:?}: {}{}", outcome.stdout, outcome.stderr);
        assert!(outcome.stdout.contains(hint), "{flags:?}: {}", outcome.stdout);
    }
    // The thread takes less than the bound.
    let outcome = sandbox.check(&["flag.c", "--model", "sc", "--no-spinloops", "--max-executions", "200"]);
    assert!(!outcome.stdout.contains("100 events"), "{}", outcome.stdout);
}

#[test]
fn an_execution_that_was_cut_is_neither_full_nor_left_out() {
    let never = "acyclic po | rf | co | fr\nempty R as no-reads\n~empty W as writes\n";
    let sandbox =
        Sandbox::new("model-file-cut").with("flag.c", FLAG).with("waits.cat", WAITS).with("never.cat", never);
    let cut = |model: &str, flags: &[&str]| {
        let arguments = ["flag.c", "--model", model, "--max-events", "10", "--format", "json"];
        let outcome = sandbox.check(&[&arguments, flags].concat());
        (outcome.objects()[0].clone(), outcome.code)
    };
    let (object, code) = cut("never.cat", &[]);
    assert_eq!((object["verdict"].as_str(), code), (Some("incomplete"), 3), "{object}");
    // Nine reads of the initial write, and a tenth one of either write. Fewer iterations are full.
    assert_eq!(object["bounds"][0]["executions"], 2, "{object}");
    assert_eq!(object["model_file"]["filtered"], 9, "{object}");
    // A thread that fails ends the others wherever they are.
    let (object, code) = cut("waits.cat", &["--", "-DFAIL"]);
    assert_eq!((object["error"]["kind"].as_str(), code), (Some("assertion"), 1), "{object}");
}

#[test]
fn a_condition_of_defined_behaviour_that_fails_is_an_error() {
    let sandbox = sandbox("model-file-undefined", "undefined_unless empty fr as stale");
    let object = &sandbox.check(&["SB.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
    assert_eq!(object["error"]["kind"], "undefined");
}

/// Coherence of accesses of atomic locations only, as in models of C11 in which non-atomic writes have
/// no modification order. The initial write of an atomic location is one of them.
const ATOMIC_COHERENCE: &str = "\
let mo = co & (~NAL * ~NAL)
acyclic po-loc | rf | mo | (rf^-1 ; mo) as coherence
";

#[test]
fn the_initial_write_of_an_atomic_location_is_no_access_of_a_non_atomic_one() {
    let store_and_load = |name: &str, ty: &str, store: &str, load: &str| {
        format!("C {name}\n{{}}\nP0({ty} *x) {{ {store}; int r0 = {load}; }}\nexists (0:r0=0)\n")
    };
    let store = "atomic_store_explicit(x, 1, memory_order_relaxed)";
    let load = "atomic_load_explicit(x, memory_order_relaxed)";
    let sandbox = Sandbox::new("model-file-nal")
        .with("atomic.litmus", store_and_load("atomic", "atomic_int", store, load))
        .with("plain.litmus", store_and_load("plain", "int", "*x = 1", "*x"))
        .with("my.cat", ATOMIC_COHERENCE);
    for (test, code, satisfied) in [("atomic", 1, "none of 1 execution"), ("plain", 0, "1 of 2 executions")] {
        let outcome = sandbox.check(&[&format!("{test}.litmus"), "--model", "my.cat"]);
        assert_eq!(outcome.code, code, "{test}: {}{}", outcome.stdout, outcome.stderr);
        assert!(outcome.stdout.contains(&format!("satisfied in {satisfied}")), "{}", outcome.stdout);
    }
}

/// The waiting thread reads `a` only in iterations that it repeats, and the other one writes to `a`
/// only after the loop. Acquire and release order the two.
const READ_WHILE_WAITING: &str = "\
#include <pthread.h>
#include <stdatomic.h>
static atomic_int go, left;
static int a;
static void *wait(void *unused) {
  while (!atomic_load_explicit(&go, memory_order_acquire)) (void)*(volatile int *)&a;
  atomic_store_explicit(&left, 1, memory_order_release);
  return unused;
}
static void *start(void *unused) {
  atomic_store_explicit(&go, 1, memory_order_release);
  return unused;
}
int main(void) {
  pthread_t waiting, starting;
  pthread_create(&waiting, NULL, wait, NULL);
  pthread_create(&starting, NULL, start, NULL);
  if (atomic_load_explicit(&left, memory_order_acquire)) a = 5;
  return 0;
}
";

#[test]
fn dropped_iterations_hide_no_race_of_a_file_that_orders_less() {
    for (name, order, code) in [("ordered", "atomic-hb", 0), ("program-order", "po", 1), ("closed", "po+", 1)]
    {
        let model = format!("include \"races.cat\"\nacyclic po | rf | co | fr\ncall no-race({order})\n");
        let sandbox = Sandbox::new(&format!("model-file-dropped-{name}"))
            .with("wait.c", READ_WHILE_WAITING)
            .with("my.cat", &model);
        let outcome = sandbox.check(&["wait.c", "--model", "my.cat"]);
        assert_eq!(outcome.code, code, "{name}: {}{}", outcome.stdout, outcome.stderr);
    }
}

/// A small model of the kind of ARM: dependencies, fences, acquire loads and release stores order
/// accesses, and control dependencies order writes only.
const DEPENDENCIES: &str = "\
\"dependencies\"
let dob = addr | data | ctrl & (_ * W) | addr ; po ; [W]
let bob = fencerel(F) | [ACQ] ; po | po ; [REL]
acyclic po-loc | com as internal
empty rmw & (fre ; coe) as atomic
acyclic dob | bob | rfe | fre | coe as external
";

const LOAD_Y: &str = "int r1 = atomic_load_explicit(y, memory_order_relaxed);";
const LOAD_X: &str = "int r2 = atomic_load_explicit(x, memory_order_relaxed);";
const STORES: &str = "atomic_store_explicit(x, 2, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst); atomic_store_explicit(y, 1, memory_order_relaxed);";

/// The second thread of a test whose first one writes x = 2 and y = 1 in this order, the condition,
/// and whether the model allows it.
#[test]
fn dependencies_decide_about_litmus_tests() {
    let stale = "1:r1=1 /\\ 1:r2=0";
    let store = |value: &str| format!("atomic_store_explicit(x, {value}, memory_order_relaxed);");
    let tests = [
        // Message passing: the flag is read, and the data are old.
        ("MP", format!("{LOAD_Y} {LOAD_X}"), stale, true),
        (
            "MP+addr",
            format!("{LOAD_Y} int r2 = atomic_load_explicit(x + (r1 ^ r1), memory_order_relaxed);"),
            stale,
            false,
        ),
        ("MP+addr-plain", format!("{LOAD_Y} int r2 = *(x + (r1 - r1));"), stale, false),
        // Control does not order reads, whether or not the branch is taken.
        (
            "MP+ctrl",
            format!("{LOAD_Y} int r2 = 7; if (r1) {{ r2 = atomic_load_explicit(x, memory_order_relaxed); }}"),
            stale,
            true,
        ),
        ("MP+ctrl-empty", format!("{LOAD_Y} if (r1 == r1) {{ }} {LOAD_X}"), stale, true),
        ("MP+fence", format!("{LOAD_Y} atomic_thread_fence(memory_order_acquire); {LOAD_X}"), stale, false),
        // The register was assigned anew, so nothing depends on the read.
        (
            "MP+none",
            format!("{LOAD_Y} r1 = 1; int r2 = atomic_load_explicit(x + (r1 ^ r1), memory_order_relaxed);"),
            stale,
            true,
        ),
        // The flag is read, and then the write to the data comes before the other one.
        ("S", format!("{LOAD_Y} {}", store("1")), "1:r1=1 /\\ x=2", true),
        ("S+data", format!("{LOAD_Y} {}", store("1 + (r1 ^ r1)")), "1:r1=1 /\\ x=2", false),
        ("S+ctrl", format!("{LOAD_Y} if (r1) {{ {} }}", store("1")), "1:r1=1 /\\ x=2", false),
        ("S+ctrl-behind", format!("{LOAD_Y} if (r1 == r1) {{ }} {}", store("1")), "1:r1=1 /\\ x=2", false),
        (
            "S+addr",
            format!("{LOAD_Y} atomic_store_explicit(x + (r1 & 0), 1, memory_order_relaxed);"),
            "1:r1=1 /\\ x=2",
            false,
        ),
    ];
    for (name, body, condition, is_allowed) in tests {
        let test = format!(
            "C {name}\n{{ x = 0; y = 0; }}
             P0(atomic_int *x, atomic_int *y) {{ {STORES} }}
             P1(atomic_int *x, atomic_int *y) {{ {body} }}
             exists ({condition})"
        );
        let sandbox = Sandbox::new(&format!("model-file-{name}"))
            .with("test.litmus", &test)
            .with("my.cat", DEPENDENCIES);
        let outcome = sandbox.check(&["test.litmus", "--model", "my.cat"]);
        let expected = if is_allowed { 0 } else { 1 };
        assert_eq!(outcome.code, expected, "{name}: {}{}", outcome.stdout, outcome.stderr);
    }
}

/// Load buffering, whose cycles of po and rf are never built, with or without dependencies.
#[test]
fn load_buffering_is_never_shown_and_the_verdict_says_so() {
    let body = |from: &str, to: &str, value: &str| {
        format!(
            "int r1 = atomic_load_explicit({from}, memory_order_relaxed);
             atomic_store_explicit({to}, {value}, memory_order_relaxed);"
        )
    };
    for (name, value) in [("LB", "1"), ("LB+datas", "1 + (r1 ^ r1)")] {
        let test = format!(
            "C {name}\n{{}}
             P0(atomic_int *x, atomic_int *y) {{ {} }}
             P1(atomic_int *x, atomic_int *y) {{ {} }}
             exists (0:r1=1 /\\ 1:r1=1)",
            body("x", "y", value),
            body("y", "x", value)
        );
        let sandbox = Sandbox::new(&format!("model-file-{name}"))
            .with("test.litmus", &test)
            .with("my.cat", DEPENDENCIES);
        let outcome = sandbox.check(&["test.litmus", "--model", "my.cat"]);
        assert_eq!(outcome.code, 1, "{name}: {}{}", outcome.stdout, outcome.stderr);
        let sentence = "The model allows cycles of po and rf, as load buffering has";
        assert!(outcome.stdout.contains(sentence), "{name}: {}", outcome.stdout);
    }
}

/// Total store order for x86 in the style of the literature.
const X86: &str = "\
\"x86\"
include \"x86fences.cat\"
include \"cos.cat\"
acyclic po-loc | com as coherence
empty rmw & (fre ; coe) as atomicity
let implied = po & (W * R) & ((M * A) | (A * M))
let ppo = po & ((W * W) | (R * M))
acyclic ppo | mfence | implied | rfe | co | fr as order
";

/// Store buffering in the x86 dialect and in C: the weak outcome is there unless both threads have a
/// full fence, a locked instruction or a seq_cst store.
#[test]
fn a_model_for_x86_sees_instructions() {
    let x86 = |between: [&str; 2]| {
        let between = between.join(" | ");
        format!(
            "X86 SB\n{{ x=0; y=0; z=0; w=0; }}\n P0 | P1 ;\n MOV [x],$1 | MOV [y],$1 ;\n {between} ;\n \
             MOV EAX,[y] | MOV EAX,[x] ;\nexists (0:EAX=0 /\\ 1:EAX=0)"
        )
    };
    let c = |ordering: &str, between: &str| {
        let body = |to: &str, from: &str| {
            format!(
                "atomic_store_explicit({to}, 1, memory_order_{ordering}); {between}
                 int r1 = atomic_load_explicit({from}, memory_order_relaxed);"
            )
        };
        format!(
            "C SB\n{{}}\nP0(atomic_int *x, atomic_int *y) {{ {} }}\nP1(atomic_int *x, atomic_int *y) {{ {} }}
             exists (0:r1=0 /\\ 1:r1=0)",
            body("x", "y"),
            body("y", "x")
        )
    };
    let tests = [
        ("x86-mfence", x86(["MFENCE", "MFENCE"]), false),
        ("x86-one", x86(["MFENCE", "MOV EBX,$0"]), true),
        ("x86-sfence", x86(["SFENCE", "SFENCE"]), true),
        ("x86-lfence", x86(["LFENCE", "MFENCE"]), true),
        ("x86-locked", x86(["XCHG [z],ECX", "XCHG [w],ECX"]), false),
        ("c-relaxed", c("relaxed", ""), true),
        ("c-release", c("release", "atomic_thread_fence(memory_order_acq_rel);"), true),
        ("c-seq-cst-stores", c("seq_cst", ""), false),
        ("c-seq-cst-fences", c("relaxed", "atomic_thread_fence(memory_order_seq_cst);"), false),
    ];
    for (name, test, is_allowed) in tests {
        let sandbox =
            Sandbox::new(&format!("model-file-{name}")).with("test.litmus", &test).with("my.cat", X86);
        let outcome = sandbox.check(&["test.litmus", "--model", "my.cat"]);
        let expected = if is_allowed { 0 } else { 1 };
        assert_eq!(outcome.code, expected, "{name}: {}{}", outcome.stdout, outcome.stderr);
    }
}

/// A release sequence goes on with a read-modify-write of another thread, whether the model has the
/// relation `rmw` or the set `RMW`.
#[test]
fn read_modify_writes_of_one_or_two_events_continue_release_sequences() {
    let test = "C RS\n{}\nP0(int *d, atomic_int *x) { *d = 1; atomic_store_explicit(x, 1, memory_order_release); }
        P1(atomic_int *x) { int r = atomic_fetch_add_explicit(x, 1, memory_order_relaxed); }
        P2(int *d, atomic_int *x) { int r = atomic_load_explicit(x, memory_order_acquire); if (r == 2) { int s = *d; } }
        exists (2:r=2)";
    for (name, chain, is_racy) in [
        ("relation", "(rf ; rmw)*", false),
        ("set", "(rf ; [RMW])*", false),
        ("both-kinds", "(rf ; [R & W])*", false),
        ("none", "[W]", true),
    ] {
        let model = format!(
            "let rs = [W] ; {chain}
             let sw = [REL | ACQ_REL | SC] ; rs ; rf ; [ACQ | ACQ_REL | SC]
             let hb = (po | I * (M \\ I) | sw)+
             irreflexive hb ; (rf | co | fr)+
             acyclic po | rf
             let conflict = loc & ext & ((W * M) | (M * W)) \\ (A * A)
             undefined_unless empty (conflict \\ hb) \\ hb^-1 as race"
        );
        let sandbox =
            Sandbox::new(&format!("model-file-rs-{name}")).with("RS.litmus", test).with("my.cat", &model);
        let object = &sandbox.check(&["RS.litmus", "--model", "my.cat", "--format", "json"]).objects()[0];
        let is_reported = object["error"]["kind"] == "undefined";
        assert_eq!(is_reported, is_racy, "{name}: {object}");
    }
}

/// RC11 without its axiom about seq_cst, and an axiom that has to filter: races are looked for when
/// an execution is full, and accesses that happen after each other are none.
#[test]
fn races_of_full_executions_are_unordered_accesses_of_two_threads() {
    let model = "let rs = [W] ; (rf ; rmw)*
        let sw = [REL | ACQ_REL | SC] ; rs ; rf ; [ACQ | ACQ_REL | SC]
        let hb = (po | sw | IW * (M \\ IW))+
        irreflexive hb ; (rf | co | fr)+
        acyclic po | rf
        ~empty rf as reads";
    let program = |lock: &str, unlock: &str| {
        format!(
            "#include <pthread.h>
             #include <stdlib.h>
             pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
             int counter;
             static void *run(void *unused) {{
               int *own = malloc(sizeof *own);
               {lock} counter++; *own = counter; {unlock}
               free(own);
               return unused;
             }}
             int main(void) {{
               pthread_t threads[2];
               for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, run, 0);
               for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
               return counter != 2;
             }}"
        )
    };
    let locked = program("pthread_mutex_lock(&mutex);", "pthread_mutex_unlock(&mutex);");
    let sandbox = Sandbox::new("model-file-races")
        .with("locked.c", &locked)
        .with("racy.c", program("", ""))
        .with("my.cat", model);
    let outcome = sandbox.check(&["locked.c", "--model", "my.cat"]);
    assert_eq!(outcome.code, 0, "{}{}", outcome.stdout, outcome.stderr);
    let object = &sandbox.check(&["racy.c", "--model", "my.cat", "--format", "json"]).objects()[0];
    assert_eq!(object["error"]["kind"], "data-race", "{object}");
}

/// TSO without a word about the pairs that program order keeps but for the one that it does not.
const ALL_BUT_WRITE_READ: &str = "\
acyclic po-loc | com
let implied = po & (W * R) & ((W & X) * R | W * (R & X))
acyclic (po \\ (W * R)) | implied | mfence | rfe | co | fr
";

#[test]
fn instructions_of_x86_are_what_c_is_compiled_to() {
    let test = |store: &str, fence: &str| {
        format!(
            "C test\n{{}}
             P0(atomic_int *x, atomic_int *y) {{
               atomic_store_explicit(x, 1, {store}); {fence}
               int r0 = atomic_load_explicit(y, memory_order_relaxed);
             }}
             P1(atomic_int *x, atomic_int *y) {{
               atomic_store_explicit(y, 1, {store}); {fence}
               int r0 = atomic_load_explicit(x, memory_order_relaxed);
             }}
             exists (0:r0=0 /\\ 1:r0=0)"
        )
    };
    let (relaxed, seq_cst) = ("memory_order_relaxed", "memory_order_seq_cst");
    for (name, store, fence, code) in [
        ("no-fence", relaxed, "", 0),
        ("weak-fence", relaxed, "atomic_thread_fence(memory_order_acq_rel);", 0),
        ("full-fence", relaxed, "atomic_thread_fence(memory_order_seq_cst);", 1),
        ("exchange", seq_cst, "", 1),
    ] {
        let sandbox = Sandbox::new(&format!("model-file-x86-{name}"))
            .with("test.litmus", test(store, fence))
            .with("my.cat", ALL_BUT_WRITE_READ);
        for model in ["my.cat", "tso"] {
            let outcome = sandbox.check(&["test.litmus", "--model", model]);
            assert_eq!(outcome.code, code, "{name} {model}: {}{}", outcome.stdout, outcome.stderr);
        }
    }
}
