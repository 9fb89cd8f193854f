//! Clients of the shipped specifications, with the specification and with implementations of the corpus in
//! C: the same outcomes, and never more executions with the specification.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use crate::support::*;

/// A client of a library.
struct Client {
    library: &'static str,
    /// Implementations of the corpus, without the name of the library.
    implementations: &'static [&'static str],
    declarations: &'static str,
    init: &'static str,
    /// The bodies of the threads. They write down what they find in `r`.
    threads: &'static [&'static str],
    /// The outcome, a number below 16.
    outcome: &'static str,
}

const CLIENTS: &[Client] = &[
    Client {
        library: "mutex",
        implementations: &["ticket", "ttas", "mcs"],
        declarations: "void lock_init(void *), lock_acquire(void *), lock_release(void *);",
        init: "lock_init(object);",
        threads: &[
            "lock_acquire(object); r[0] = data++; lock_release(object);",
            "lock_acquire(object); r[1] = data++; lock_release(object);",
        ],
        outcome: "r[0] + 2 * r[1]",
    },
    Client {
        library: "recursive-mutex",
        implementations: &["owner", "cas"],
        declarations: "void rlock_init(void *), rlock_acquire(void *), rlock_release(void *);",
        init: "rlock_init(object);",
        threads: &[
            "rlock_acquire(object); rlock_acquire(object); r[0] = data++; rlock_release(object);
             r[2] = data; rlock_release(object);",
            "rlock_acquire(object); r[1] = data++; rlock_release(object);",
        ],
        outcome: "r[0] + 2 * r[1] + 4 * r[2]",
    },
    Client {
        library: "rwlock",
        implementations: &["cas", "courtois"],
        declarations: "void rw_read_lock(void *), rw_read_unlock(void *), rw_write_lock(void *), rw_write_unlock(void *);",
        init: "",
        threads: &[
            "rw_read_lock(object); r[0] = data; rw_read_unlock(object);",
            "rw_read_lock(object); r[1] = data; rw_read_unlock(object);",
            "rw_write_lock(object); data = 1; rw_write_unlock(object);",
        ],
        outcome: "r[0] + 2 * r[1]",
    },
    Client {
        library: "semaphore",
        implementations: &["cas", "condition"],
        declarations: "void sem_make(void *, int), sem_give(void *); int sem_try_take(void *);",
        init: "sem_make(object, 1);",
        threads: &["r[0] = sem_try_take(object);", "r[1] = sem_try_take(object);", "sem_give(object);"],
        outcome: "r[0] + 2 * r[1]",
    },
    Client {
        library: "barrier",
        implementations: &["sense", "condition"],
        declarations: "void barrier_make(void *, int), barrier_await(void *);",
        init: "barrier_make(object, 2);",
        threads: &[
            "r[0] = 1; barrier_await(object); r[2] = r[1];",
            "r[1] = 1; barrier_await(object); r[3] = r[0];",
        ],
        outcome: "r[2] + 2 * r[3]",
    },
    Client {
        library: "once",
        implementations: &["states", "double-checked"],
        declarations: "int once_begin(void *); void once_end(void *);",
        init: "",
        threads: &[
            "r[0] = once_begin(object) == 0; if (r[0]) { data++; once_end(object); } else r[2] = data;",
            "r[1] = once_begin(object) == 0; if (r[1]) { data++; once_end(object); } else r[3] = data;",
        ],
        outcome: "r[0] + 2 * r[1] + 4 * r[2] + 8 * r[3]",
    },
    Client {
        library: "event",
        implementations: &["flag", "condition"],
        declarations: "void event_set(void *), event_wait(void *); int event_test(void *);",
        init: "",
        threads: &[
            "data = 1; event_set(object);",
            "r[0] = event_test(object) != 0; if (r[0]) r[1] = data;",
            "event_wait(object); r[2] = data;",
        ],
        outcome: "r[0] + 2 * r[1] + 4 * r[2]",
    },
    Client {
        library: "register",
        implementations: &["seq-cst", "mutex"],
        declarations: "void reg_set(void *, int); int reg_get(void *);",
        init: "",
        threads: &[
            "reg_set(object, 1); r[0] = reg_get(other);",
            "reg_set(other, 1); r[1] = reg_get(object);",
        ],
        outcome: "r[0] + 2 * r[1]",
    },
    Client {
        library: "release-acquire-register",
        implementations: &["atomic", "seqlock"],
        declarations: "void reg_set(void *, int); int reg_get(void *);",
        init: "",
        threads: &[
            "data = 1; reg_set(object, 1); r[2] = reg_get(other);",
            "reg_set(other, 1); r[0] = reg_get(object); if (r[0]) r[1] = data;",
        ],
        outcome: "r[0] + 2 * r[1] + 4 * r[2]",
    },
    Client {
        library: "exchanger",
        implementations: &["word"],
        declarations: "int exchange(void *, int);",
        init: "",
        threads: &[
            "r[0] = exchange(object, 1);",
            "r[1] = exchange(object, 2);",
            "r[2] = exchange(object, 3);",
            "r[3] = exchange(object, 0);",
        ],
        outcome: "r[0]",
    },
    Client {
        library: "counter",
        implementations: &["add", "cas", "mutex"],
        declarations: "int counter_add(void *, int), counter_get(void *);",
        init: "",
        threads: &[
            "r[0] = counter_add(object, 1);",
            "r[1] = counter_add(object, 1);",
            "r[2] = counter_get(object);",
        ],
        outcome: "r[0] + 2 * r[1] + 4 * r[2]",
    },
    Client {
        library: "bag",
        implementations: &["mutex", "slots", "stack"],
        declarations: "void bag_put(void *, int); int bag_try_take(void *);",
        init: "",
        threads: &[
            "bag_put(object, 1);",
            "bag_put(object, 2);",
            "r[0] = 1 + bag_try_take(object); r[1] = 1 + bag_try_take(object);",
        ],
        outcome: "r[0] + 4 * r[1]",
    },
    Client {
        library: "queue",
        implementations: &["mutex", "michael-scott"],
        declarations: "void enqueue(void *, int); int try_dequeue(void *);",
        init: "",
        threads: &[
            "enqueue(object, 1); enqueue(object, 2);",
            "r[0] = 1 + try_dequeue(object); r[1] = 1 + try_dequeue(object);",
        ],
        outcome: "r[0] + 4 * r[1]",
    },
    Client {
        library: "stack",
        implementations: &["mutex", "treiber"],
        declarations: "void push(void *, int); int try_pop(void *);",
        init: "",
        threads: &[
            "push(object, 1); push(object, 2);",
            "r[0] = 1 + try_pop(object); r[1] = 1 + try_pop(object);",
        ],
        outcome: "r[0] + 4 * r[1]",
    },
];

const OUTCOMES: usize = 16;

impl Client {
    /// The client as a C program. With OUTCOMES, each outcome is an error in a line of its own.
    fn program(&self) -> String {
        let mut text = format!(
            "#include <assert.h>\n#include <pthread.h>\n{}\n_Alignas(64) static char object[256], other[256];\n\
             static int r[4], data;\n",
            self.declarations
        );
        let mut main = String::new();
        for (number, body) in self.threads.iter().enumerate() {
            let _ = writeln!(text, "static void *t{number}(void *unused) {{ {body} return unused; }}");
            let _ = writeln!(main, "  pthread_create(&threads[{number}], 0, t{number}, 0);");
        }
        let count = self.threads.len();
        let _ = write!(
            text,
            "int main(void) {{\n  pthread_t threads[{count}];\n  {}\n{main}  for (int i = 0; i < {count}; i++) \
             pthread_join(threads[i], 0);\n#ifdef OUTCOMES\n  int outcome = {};\n",
            self.init, self.outcome
        );
        for outcome in 0..OUTCOMES {
            let _ = writeln!(text, "  if (outcome == {outcome}) assert(!\"outcome {outcome}.\");");
        }
        text + "#endif\n}\n"
    }
}

#[test]
fn clients_have_the_outcomes_that_they_have_with_code() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/implementations");
    for client in CLIENTS {
        let library = client.library;
        let sandbox = Sandbox::new(&format!("library_clients_{library}")).with("client.c", client.program());
        for model in ["sc", "rc11"] {
            let run = |way: &[&str]| {
                let common = ["client.c", "--model", model, "--no-symmetry", "--format", "json"];
                let quiet = sandbox.check(&[&common[..], way].concat());
                assert_eq!(quiet.code, 0, "{library} {way:?} {model}: {quiet:?}");
                let report: serde_json::Value = serde_json::from_str(&quiet.stdout).expect("JSON");
                let executions = report["executions"].as_u64().expect("a number");
                let all = sandbox.check(&[&common, way, &["--keep-going", "--", "-DOUTCOMES"]].concat());
                let is_there = |outcome: &usize| all.stdout.contains(&format!("outcome {outcome}."));
                let outcomes: BTreeSet<usize> = (0..OUTCOMES).filter(is_there).collect();
                assert!(!outcomes.is_empty(), "{library} {way:?} {model}: {all:?}");
                (executions, outcomes)
            };
            let (specified, outcomes) = run(&["--library", library]);
            for name in client.implementations {
                let file = corpus.join(format!("{library}-{name}.c")).display().to_string();
                let (coded, found) = run(&[&file]);
                assert_eq!(found, outcomes, "{library}-{name} under {model}");
                assert!(specified <= coded, "{library}-{name} under {model}: {specified} against {coded}");
            }
        }
    }
}
