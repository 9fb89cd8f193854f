//! Hand-made reports on C programs.

use super::*;

/// The place of the first occurrence of the text in the source.
fn place_of(source: &str, text: &str) -> Place {
    let offset = source.find(text).unwrap_or_else(|| panic!("`{text}` is not in the program"));
    let before = &source[..offset];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    Place {
        file: Some(0),
        line: Some(before.matches('\n').count() as u32 + 1),
        column: Some(before[line_start..].chars().count() as u32 + 1),
    }
}

fn named(names: &[&str]) -> Builder {
    let mut build = Builder::new(names.len());
    for (index, name) in names.iter().enumerate() {
        build.threads[ThreadId::from_index(index)] =
            ThreadReport { name: name.to_string(), end: ThreadEnd::Unfinished };
    }
    build
}

fn ends(build: &mut Builder, thread: usize, end: ThreadEnd) {
    build.threads[ThreadId::from_index(thread)].end = end;
}

fn creates(thread: usize) -> Option<ThreadLink> {
    Some(ThreadLink::Creates(ThreadId::from_index(thread)))
}

fn joins(thread: usize) -> Option<ThreadLink> {
    Some(ThreadLink::Joins(ThreadId::from_index(thread)))
}

fn error(kind: ErrorKind, message: &str, place: Place, execution: ExecutionReport) -> ErrorReport {
    ErrorReport {
        kind,
        message: message.into(),
        thread: None,
        place,
        stack: Vec::new(),
        notes: Vec::new(),
        accesses: Vec::new(),
        calls: Vec::new(),
        output: Vec::new(),
        execution: Some(execution),
    }
}

/// A program without an error.
pub(crate) fn verified() -> CheckReport {
    CheckReport {
        file: "queue.c".into(),
        test: "queue.c".into(),
        subject: Subject::Program,
        files: vec![SourceFile { name: "queue.c".into(), text: None }],
        calls: None,
        verdict: Verdict::Holds,
        condition: None,
        executions: 1234,
        states: Vec::new(),
        compile_seconds: Some(0.052),
        witness: None,
        ..store_buffering()
    }
}

fn with_error(file: &str, source: &str, error: ErrorReport) -> CheckReport {
    CheckReport {
        file: file.into(),
        test: file.into(),
        files: vec![SourceFile { name: file.into(), text: Some(source.into()) }],
        calls: None,
        verdict: Verdict::Error,
        executions: 2,
        error: Some(error),
        ..verified()
    }
}

const MESSAGE: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int data, flag;

void *writer(void *unused) {
  atomic_store_explicit(&data, 42, memory_order_relaxed);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}

void *reader(void *unused) {
  if (atomic_load_explicit(&flag, memory_order_acquire)) {
    int value = atomic_load_explicit(&data, memory_order_relaxed);
    assert(value == 42);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
";

/// A message that overtakes its data.
pub(crate) fn message() -> CheckReport {
    let at = |text| place_of(MESSAGE, text);
    let mut build = named(&["main", "writer", "reader"]);
    for (thread, operation, text) in [
        (1, "create thread writer", "pthread_create(&a, 0, writer, 0)"),
        (2, "create thread reader", "pthread_create(&b, 0, reader, 0)"),
    ] {
        let event = build.step(0, operation, creates(thread));
        build.put(event, at(text), None);
    }
    let data = build.store(1, 1, "data", "42");
    build.put(data, at("atomic_store_explicit(&data"), None);
    let flag = build.store(1, 1, "flag", "1");
    build.put(flag, at("atomic_store_explicit(&flag"), None);
    let seen = build.load(2, 1, "flag", "1", Some(flag));
    build.put(seen, at("atomic_load_explicit(&flag"), Some("acq"));
    let missed = build.load(2, 1, "data", "0", None);
    build.put(missed, at("atomic_load_explicit(&data"), None);
    let failing = at("assert(value");
    ends(&mut build, 1, ThreadEnd::Finished);
    ends(&mut build, 2, ThreadEnd::Failed { message: "assertion fails".into(), place: failing });
    let execution = build.finish([("data", vec![data]), ("flag", vec![flag])]);
    let error = ErrorReport {
        thread: Some("reader".into()),
        calls: Vec::new(),
        output: vec!["value is 0".into()],
        ..error(ErrorKind::Assertion, "value == 42", failing, execution)
    };
    with_error("message.c", MESSAGE, error)
}

const COUNTER: &str = "\
#include <pthread.h>

int counter;

void *worker(void *unused) {
  counter = counter + 1;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, worker, 0);
  counter = 5;
  pthread_join(thread, 0);
}
";

/// A counter without a lock.
pub(crate) fn race() -> CheckReport {
    let at = |text| place_of(COUNTER, text);
    let mut build = named(&["main", "worker"]);
    let create = build.step(0, "create thread worker", creates(1));
    build.put(create, at("pthread_create(&thread"), None);
    let set = build.store(0, 1, "counter", "5");
    build.put(set, at("= 5"), None);
    let read = build.load(1, 1, "counter", "0", None);
    build.put(read, at("counter + 1"), Some("na"));
    build.mark(set, "na");
    build.mark(read, "na");
    let execution = build.finish([("counter", vec![set])]);
    let message = "two unordered accesses of counter, not both of them atomic";
    let error = ErrorReport {
        accesses: execution.accesses_in_words(),
        ..error(ErrorKind::DataRace, message, at("counter + 1"), execution)
    };
    with_error("counter.c", COUNTER, error)
}

const PHILOSOPHERS: &str = "\
#include <pthread.h>

pthread_mutex_t left, right;

void *first(void *unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&right);
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&left);
  return 0;
}

void *second(void *unused) {
  pthread_mutex_lock(&right); // the other way round
  pthread_mutex_lock(&left); // the other way round
  pthread_mutex_unlock(&left);
  pthread_mutex_unlock(&right);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
}
";

/// Two locks taken in two orders.
pub(crate) fn deadlock() -> CheckReport {
    let at = |text| place_of(PHILOSOPHERS, text);
    let mut build = named(&["main", "first", "second"]);
    for (thread, operation, text) in [
        (1, "create thread first", "pthread_create(&a, 0, first, 0)"),
        (2, "create thread second", "pthread_create(&b, 0, second, 0)"),
    ] {
        let event = build.step(0, operation, creates(thread));
        build.put(event, at(text), None);
    }
    for (thread, operation, text) in [
        (1, "lock left", "pthread_mutex_lock(&left)"),
        (2, "lock right", "pthread_mutex_lock(&right); // the other"),
    ] {
        let event = build.step(thread, operation, None);
        build.put(event, at(text), None);
    }
    for (thread, message, text) in [
        (0, "waits for the end of thread first", "pthread_join(a"),
        (1, "waits for mutex right, which second holds", "pthread_mutex_lock(&right)"),
        (2, "waits for mutex left, which first holds", "pthread_mutex_lock(&left); // the other"),
    ] {
        ends(&mut build, thread, ThreadEnd::Blocked { message: message.into(), place: at(text) });
    }
    let message = "3 threads wait for each other";
    with_error(
        "locks.c",
        PHILOSOPHERS,
        error(ErrorKind::Deadlock, message, at("pthread_join(a"), build.finish([])),
    )
}

const LIST: &str = "\
#include <pthread.h>
#include <stdlib.h>

struct node { int value; };
struct node *head;

int look(struct node *node) {
  return node->value;
}

void *visitor(void *unused) {
  struct node *node = head;
  return look(node) ? head : 0;
}

int main(void) {
  pthread_t thread;
  head = malloc(sizeof *head);
  head->value = 1;
  pthread_create(&thread, 0, visitor, 0);
  free(head);
  pthread_join(thread, 0);
}
";

/// A node that is freed while it is visited.
pub(crate) fn use_after_free() -> CheckReport {
    let at = |text| place_of(LIST, text);
    let mut build = named(&["main", "visitor"]);
    let create = build.step(0, "create thread visitor", creates(1));
    build.put(create, at("pthread_create(&thread"), None);
    let load = build.load(0, 1, "head", "&heap1", None);
    build.put(load, at("head);\n  pthread_join"), Some("na"));
    let free = build.step(0, "free heap1", None);
    build.put(free, at("free(head)"), None);
    let visit = build.load(1, 1, "head", "&heap1", None);
    build.put(visit, at("head;\n  return look"), Some("na"));
    let failing = at("node->value");
    ends(&mut build, 1, ThreadEnd::Failed { message: "use after free".into(), place: failing });
    let frame = |function: &str, place| FrameReport { function: function.into(), place };
    let note = |message: &str, thread: &str, text| Note {
        message: message.into(),
        thread: Some(thread.into()),
        place: at(text),
    };
    let error = ErrorReport {
        thread: Some("visitor".into()),
        stack: vec![frame("look", failing), frame("visitor", at("look(node)"))],
        notes: vec![
            note("the object of 4 bytes is freed here", "main", "free(head)"),
            note("it is allocated here", "main", "malloc("),
        ],
        ..error(
            ErrorKind::UseAfterFree,
            "a load of 4 bytes at offset 0 of the object",
            failing,
            build.finish([("head", vec![])]),
        )
    };
    with_error("list.c", LIST, error)
}

/// A worker that counts to a high number before main, which has joined it, reads the count.
pub(crate) fn long_story(writes: usize) -> CheckReport {
    let at = |text| place_of(COUNTER, text);
    let mut build = named(&["main", "worker"]);
    let create = build.step(0, "create thread worker", creates(1));
    build.put(create, at("pthread_create(&thread"), None);
    let mut counts = Vec::new();
    for value in 1..=writes {
        let count = build.store(1, 1, "counter", &value.to_string());
        counts.push(build.put(count, at("= counter + 1"), Some("na")));
    }
    let join = build.step(0, "join thread worker", joins(1));
    build.put(join, at("pthread_join(thread"), None);
    ends(&mut build, 0, ThreadEnd::Failed { message: "abort".into(), place: at("pthread_join(thread") });
    ends(&mut build, 1, ThreadEnd::Finished);
    let execution = build.finish([("counter", counts)]);
    with_error("counter.c", COUNTER, error(ErrorKind::Abort, "", at("pthread_join(thread"), execution))
}
