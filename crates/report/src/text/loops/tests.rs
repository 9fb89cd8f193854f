use super::*;
use crate::Reduction;
use crate::text::plain;

const SOURCE: &str = "\
void lock(void) {
  for (;;) {
    if (atomic_load(&x))
      continue;
    if (!atomic_exchange(&x, 1))
      return;
  }
}
void wait(void) {
  while (!atomic_load(&y))
    note();
  for (int i = 0; i < 2; i++)
    go();
}
";

fn files(text: Option<&str>) -> Vec<SourceFile> {
    vec![SourceFile { name: "lock.c".into(), text: text.map(String::from) }]
}

fn at(line: u32, column: u32) -> Place {
    Place { file: Some(0), line: Some(line), column: Some(column) }
}

fn back_edge(place: Place, applied: &[Reduction], obstacle: Option<LoopObstacle>) -> BackEdgeReport {
    BackEdgeReport {
        place,
        inlined_into: None,
        applied: applied.to_vec(),
        obstacle,
        work: None,
        text: String::new(),
    }
}

fn of_lock() -> LoopReport {
    let exchange = LoopObstacle::ReadModifyWrites(at(5, 10));
    LoopReport {
        function: "lock".into(),
        place: at(2, 3),
        end_line: Some(5),
        back_edges: vec![
            back_edge(at(4, 7), &[Reduction::SpinAssume], None),
            back_edge(at(2, 3), &[], Some(exchange)),
        ],
    }
}

fn of_wait() -> LoopReport {
    let calls = LoopObstacle::Calls { callee: Some("note".into()), place: at(11, 5) };
    LoopReport {
        function: "wait".into(),
        place: at(10, 3),
        end_line: Some(11),
        back_edges: vec![back_edge(at(10, 3), &[Reduction::DynamicSpinAssume], Some(calls))],
    }
}

fn counting() -> LoopReport {
    let add = LoopObstacle::Assigns(at(12, 28));
    let back_edge = back_edge(at(12, 3), &[], Some(add));
    LoopReport {
        function: "wait".into(),
        place: at(12, 3),
        end_line: Some(13),
        back_edges: vec![BackEdgeReport { work: Some(LoopWork::Counts), ..back_edge }],
    }
}

fn shown(reports: &[LoopReport], text: Option<&str>, bound: Option<u32>) -> String {
    plain(&loops(reports, &files(text), bound, 80))
}

#[test]
fn loops_with_their_code_and_those_that_count_in_a_line() {
    assert_eq!(
        shown(&[of_lock(), of_wait(), counting()], Some(SOURCE), None),
        "\
loop in lock, lines 2-5: is explored in part
 --> lock.c:2:3
  |
2 |   for (;;) {
  |   ^^^^^^^^^^
...
5 |     if (!atomic_exchange(&x, 1))
  |          ---------------------- reads and writes memory
  |
  = back edge at line 4: waits instead of repeating itself: an iteration
                         that takes the back edge has only read
                         (spin-assume)
  = back edge at the end: every iteration is explored, unless redundant:
                          line 5 reads and writes memory
  = help: a loop that only waits writes nothing: where it has to try, use a
          compare-exchange, which writes nothing if it fails

loop in wait, lines 10-11: waits after an iteration without effects
  --> lock.c:10:3
   |
10 |   while (!atomic_load(&y))
   |   ^^^^^^^^^^^^^^^^^^^^^^^^
11 |     note();
   |     ------ calls note, which may have effects
   |
   = note: each iteration is checked at run time (dynamic-spin-assume)

loop in wait, lock.c:12-13: counts; every iteration is explored

3 loops: 1 is checked at run time, 1 is explored in part, 1 computes. Without
--unroll N, a loop is explored for as long as it goes on.

"
    );
}

/// Without the source, and with a bound.
#[test]
fn what_is_not_shown_is_said() {
    assert_eq!(
        shown(&[of_wait()], None, Some(3)),
        "\
loop in wait, lines 10-11: waits after an iteration without effects
--> lock.c:10
 = note: each iteration is checked at run time (dynamic-spin-assume),
         because line 11 calls note, which may have effects

The only loop is checked at run time.

"
    );
    assert_eq!(
        shown(&[counting(), counting()], None, Some(3)),
        "\
loop in wait, lock.c:12-13: counts; up to 3 iterations are explored
loop in wait, lock.c:12-13: counts; up to 3 iterations are explored

Both loops compute.

"
    );
    let unknown = LoopReport {
        place: Place::default(),
        end_line: None,
        back_edges: vec![back_edge(Place::default(), &[Reduction::SpinAssume], None)],
        ..of_wait()
    };
    assert_eq!(
        shown(&[unknown], None, None),
        "\
loop in wait: waits instead of repeating itself
 |
 = note: an iteration that takes the back edge has only read (spin-assume)

The only loop waits instead of repeating itself.

"
    );
    assert_eq!(shown(&[], None, None), "The program has no loops.\n\n");
}

/// An obstacle on the first line is marked instead of the line.
#[test]
fn an_obstacle_at_the_beginning() {
    let source = "void f(void) {\n  while (atomic_exchange(&x, 1))\n    ;\n}\n";
    let exchange = LoopObstacle::ReadModifyWrites(at(2, 10));
    let report = LoopReport {
        function: "f".into(),
        place: at(2, 3),
        end_line: Some(2),
        back_edges: vec![back_edge(at(2, 3), &[], Some(exchange))],
    };
    assert_eq!(
        shown(&[report], Some(source), Some(2)),
        "\
loop in f, line 2: up to 2 iterations are explored, unless redundant
 --> lock.c:2:10
  |
2 |   while (atomic_exchange(&x, 1))
  |          ^^^^^^^^^^^^^^^^^^^^^^ reads and writes memory
  |
  = help: a loop that only waits writes nothing: where it has to try, use a
          compare-exchange, which writes nothing if it fails

The only loop is explored in full.

"
    );
}

/// A label that does not fit beside the code is shown below it.
#[test]
fn a_label_that_does_not_fit() {
    let text = |columns| plain(&loops(&[of_wait()], &files(Some(SOURCE)), None, columns));
    assert!(text(60).contains("------ calls note, which may have effects\n"), "{}", text(60));
    let narrow = text(50);
    assert!(narrow.contains("     ------\n"), "{narrow}");
    assert!(narrow.contains("because\n           line 11 calls note"), "{narrow}");
}

/// A report on a loop that is only inlined names the other function.
#[test]
fn a_copy_says_who_calls_it() {
    let back_edge = BackEdgeReport {
        inlined_into: Some("reader".into()),
        ..back_edge(at(10, 3), &[Reduction::SpinAssume], None)
    };
    let text = shown(&[LoopReport { back_edges: vec![back_edge], ..of_wait() }], Some(SOURCE), None);
    let said = "= back edge at the end: where reader calls it, waits instead of repeating\n";
    assert!(text.contains(said), "{text}");
}
