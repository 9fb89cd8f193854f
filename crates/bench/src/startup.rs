//! The work for a C program of a thousand lines before and beside exploration: reading clang's
//! output, linking, passes, compilation to register code.
//!
//! The program is generated here: many units, each a handful of functions over a structure of its
//! own with loops, a switch and arithmetic, and two threads that go through all of them and then
//! add their results to a shared sum. The threads meet only there, in one of two orders: the
//! program has two executions.

use anyhow::{Result, ensure};
use porf_explore::ModelKind;

use crate::bench::Bench;
use crate::measure::Measurement;
use crate::subject::Subject;
use crate::target::met;
use crate::template::Template;

/// The number of lines of the program.
const LINES: usize = 1000;
/// The time for loading and exploring together.
const MILLISECONDS: f64 = 30.0;

/// Prints the times.
pub(crate) fn run(bench: &mut Bench) -> Result<()> {
    let program = TEMPLATE.program(LINES);
    let file = bench.write("startup.c", &program)?;
    let subject = Subject { equivalence: None, ..Subject::new(&file, &[], ModelKind::Rc11) };
    let best = bench.measure(&subject, 15)?;
    ensure!(best.executions == 2, "the program for start-up has {} executions, not 2", best.executions);
    let Measurement { seconds, load_seconds, compile_seconds, peak_megabytes, .. } = best;
    let (load, explore) = (load_seconds * 1e3, seconds * 1e3);
    println!("Start-up: a C program of {} lines, milliseconds, best of 15", program.lines().count());
    println!("clang {:.1}", compile_seconds * 1e3);
    println!(
        "everything else {:.1} (load {load:.1}, explore {explore:.1}), asked for {MILLISECONDS}: {}, {peak_megabytes:.1} MB",
        load + explore,
        met(load + explore <= MILLISECONDS)
    );
    Ok(())
}

const TEMPLATE: Template = Template {
    start: START,
    unit: UNIT,
    calls_start: CALLS_START,
    call: "  result += unit_@(seed + @);\n",
    end: END,
};

const START: &str = r#"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_uint sum;

"#;

/// A unit; `@` stands for its number.
const UNIT: &str = r#"enum kind_@ { CIRCLE_@, SQUARE_@, TRIANGLE_@, KINDS_@ };

struct shape_@ {
  enum kind_@ kind;
  unsigned size, weight;
  unsigned char tag[4];
  struct shape_@ *next;
};

static unsigned area_@(const struct shape_@ *shape) {
  switch (shape->kind) {
  case CIRCLE_@: return 3 * shape->size * shape->size;
  case SQUARE_@: return shape->size * shape->size;
  case TRIANGLE_@: return shape->size * shape->weight / 2;
  default: return 0;
  }
}

static struct shape_@ *prepend_@(struct shape_@ *list, unsigned size) {
  struct shape_@ *shape = malloc(sizeof *shape);
  if (shape == NULL) abort();
  *shape = (struct shape_@){ .kind = size % KINDS_@, .size = size, .weight = size + 1, .next = list };
  memset(shape->tag, (int)(size & 0x7f), sizeof shape->tag);
  return shape;
}

static unsigned release_@(struct shape_@ *list) {
  unsigned total = 0;
  while (list != NULL) {
    struct shape_@ *next = list->next;
    total += area_@(list) ^ list->tag[3];
    free(list);
    list = next;
  }
  return total;
}

static unsigned unit_@(unsigned seed) {
  struct shape_@ *list = NULL;
  for (unsigned i = 0; i < 4; i++) {
    seed = seed * 1103515245u + 12345u;
    if ((seed >> 16) % 3 == 0 && i > 0) continue;
    list = prepend_@(list, (seed >> 20) % 100);
  }
  return release_@(list);
}

"#;

const CALLS_START: &str = r#"static unsigned all_units(unsigned seed) {
  unsigned result = 0;
"#;

const END: &str = r#"  return result;
}

static void *worker(void *seed) {
  unsigned result = all_units(*(const unsigned *)seed);
  atomic_fetch_add_explicit(&sum, result, memory_order_relaxed);
  return NULL;
}

int main(void) {
  static const unsigned seeds[2] = { 1, 2 };
  pthread_t threads[2];
  for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, worker, (void *)&seeds[i]);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
  assert(sum == all_units(1) + all_units(2));
  return 0;
}
"#;
