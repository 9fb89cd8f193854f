//! The time that the passes for spinloops take with a program of a thousand lines that is full of
//! spinloops.
//!
//! The program is generated here. None of its code runs: the measurement is of the steps before
//! exploration.

use anyhow::{Result, ensure};
use porf_explore::ModelKind;
use porf_passes::PassName;

use crate::bench::Bench;
use crate::subject::Subject;
use crate::target::met;
use crate::template::Template;

const LINES: usize = 1000;
const MILLISECONDS: f64 = 50.0;
const RUNS: u32 = 15;

/// Prints the times.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let program = TEMPLATE.program(LINES);
    let file = bench.write("spinloops.c", &program)?;
    let with = Subject::new(&file, &[], ModelKind::Rc11);
    let without = Subject { disabled_passes: &PassName::SPINLOOPS, ..with.clone() };
    let [without, with] = bench.measure_in_turn([&without, &with], RUNS)?;
    ensure!(with.executions == 1, "the program with many loops has {} executions, not 1", with.executions);
    let (all, others) = (with.load_seconds * 1e3, without.load_seconds * 1e3);
    println!(
        "Passes for loops that wait: a C program of {} lines with {} loops, milliseconds, best of {RUNS} in turn",
        program.lines().count(),
        program.matches("while (").count()
    );
    println!(
        "{:.1} (loading takes {all:.1} with them, {others:.1} without), asked for {MILLISECONDS}: {}",
        all - others,
        met(all - others <= MILLISECONDS)
    );
    Ok(())
}

const TEMPLATE: Template = Template {
    start: r#"#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

static volatile bool never;

"#,
    unit: r#"struct node_@ {
  struct node_@ *next;
};

static atomic_int held_@, next_@, serving_@, readers_@;
static _Atomic(struct node_@ *) top_@;

static void take_ticket_@(void) {
  int ticket = atomic_fetch_add(&next_@, 1);
  while (atomic_load(&serving_@) != ticket) {
  }
}

static void lock_@(void) {
  do {
    while (atomic_load_explicit(&held_@, memory_order_relaxed)) {
    }
  } while (atomic_exchange(&held_@, 1));
}

static int read_lock_@(int bias) {
  int prior = atomic_fetch_sub(&readers_@, bias);
  while (prior != bias) {
    atomic_fetch_add(&readers_@, bias);
    while (atomic_load(&readers_@) != bias) {
    }
    prior = atomic_fetch_sub(&readers_@, bias);
  }
  return prior;
}

static void push_@(void) {
  struct node_@ *node = malloc(sizeof *node), *first;
  bool done = false;
  while (!done) {
    first = atomic_load(&top_@);
    node->next = first;
    done = atomic_compare_exchange_strong(&top_@, &first, node);
  }
}

static void unit_@(void) {
  take_ticket_@();
  lock_@();
  read_lock_@(0x100);
  push_@();
}

"#,
    calls_start: r#"static void *worker(void *unused) {
  (void)unused;
  if (!never) return NULL;
"#,
    call: "  unit_@();\n",
    end: r#"  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, worker, NULL);
  pthread_join(thread, NULL);
  return 0;
}
"#,
};
