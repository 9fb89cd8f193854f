//! One program under one model, in full: the verdict with its bounds, or the error with its story.

use std::fmt::Write;

use super::check::{stats, wrapped};
use super::phrase::{self, count, duration, grouped};
use super::source::{Sources, printable};
use super::style::{self, paint};
use super::trace::Trace;
use super::{calls, diagnostic, loops};
use crate::{
    Bound, BoundKind, CallsKind, CallsReport, CheckReport, ClientReport, ErrorAfterOthers, ErrorReport,
    Place, Verdict,
};

/// The greatest number of errors after others that are listed. The rest is only counted.
const MOST_AFTER_OTHERS: usize = 3;

/// The whole result.
pub(crate) fn check(report: &CheckReport, columns: usize, full: bool) -> String {
    let sources = Sources::new(&report.files);
    let mut text = String::new();
    if let Some(error) = &report.error {
        text += &diagnostic::error(error, sources, columns);
        text += "\n";
    } else if let Some(what) = report.unsupported.first() {
        text += &diagnostic::unsupported(what, sources, columns);
        text += "\n";
    }
    text += &verdict(report, sources, columns);
    let _ = writeln!(text, "{}", times(report));
    text += &stats(report);
    if let Some(error) = report.error.as_ref().filter(|error| !error.calls.is_empty()) {
        let _ = writeln!(text, "\n{}", paint(style::HEADING, "The calls"));
        text += &calls::picture(&error.calls, columns);
    }
    if let Some(error) = report.error.as_ref().or(report.unsupported.first()) {
        text += &story(error, report, sources, columns, full);
    }
    for error in &report.more_errors {
        let _ = write!(text, "\n{}", diagnostic::error(error, sources, columns));
    }
    text += &after_others(report, sources, columns);
    for what in report.unsupported.iter().skip(usize::from(report.error.is_none())) {
        let _ = write!(text, "\n{}", diagnostic::unsupported(what, sources, columns));
    }
    for warning in &report.warnings {
        let _ = write!(text, "\n{}", diagnostic::warning(warning, sources, columns));
    }
    text
}

/// The verdict in a line, and below it the bounds that it depends on.
fn verdict(report: &CheckReport, sources: Sources<'_>, columns: usize) -> String {
    let model = &report.model;
    let (word, rest): (String, String) = match report.verdict {
        Verdict::Holds => match &report.calls {
            Some(calls) => {
                let (word, rest) = fulfils(calls);
                (word, format!("{rest} under {model}: {}{}", all_are_fine(report), of_clients(calls)))
            }
            None => ("verified".into(), format!(" under {model}: {}", all_are_fine(report))),
        },
        Verdict::Bounded => match single_loop(report) {
            Some((iterations, place)) => {
                let at = sources.name(place).map_or(String::new(), |place| format!(" at {place}"));
                let word = format!("verified up to {}", count(iterations.into(), "iteration"));
                (word, format!(" of the loop{at} under {model}"))
            }
            None => ("no error".into(), format!(" under {model} in what was explored")),
        },
        // A program has no condition that could fail.
        Verdict::Error | Verdict::Fails => {
            let explored = phrase::executions(report);
            match report.more_errors.len() {
                0 => ("error".into(), format!(" under {model}; explored {explored}")),
                more => ("errors".into(), format!(" ({}) under {model}; explored {explored}", more + 1)),
            }
        }
        Verdict::Unsupported => {
            let explored = phrase::executions(report);
            ("unsupported".into(), format!(" under {model}: porf cannot run all of it; explored {explored}"))
        }
        Verdict::Incomplete => ("incomplete".into(), format!(" under {model}")),
    };
    let file = paint(style::HEADING, &report.test);
    let mut text = format!("{file}: {}{rest}\n", paint(style::verdict(report.verdict), word));
    if report.verdict == Verdict::Incomplete && report.stopped.is_none() {
        let blocked = grouped(report.blocked);
        let sentence = format!("Nothing was verified: no execution is complete ({blocked} blocked).");
        text += &wrapped(&sentence, "", columns);
    }
    if !matches!(report.verdict, Verdict::Error | Verdict::Unsupported) {
        text += &bounds(report, sources, columns);
    }
    if report.verdict == Verdict::Bounded {
        text += &wrapped(&format!("Explored {}.", phrase::executions(report)), "", columns);
    }
    if let Some(why) = &report.engine.distinguished {
        text += &wrapped(&format!("Symmetric threads are distinguished: {why}."), "  ", columns);
    }
    if let Some(helping) = &report.engine.helping {
        text += &wrapped(&format!("Helping CASes {helping}."), "  ", columns);
    }
    for clause in report.calls.iter().flat_map(|calls| &calls.clauses) {
        text += &wrapped(clause, "  ", columns);
    }
    for sentence in phrase::model_file(report) {
        text += &wrapped(&sentence, "  ", columns);
    }
    if let Some(stop) = report.stopped {
        text += &wrapped(&phrase::stopped(report, stop), "", columns);
    }
    if report.stopped.is_some() || report.bounds.iter().any(|it| matches!(it.kind, BoundKind::Events { .. }))
    {
        for sentence in loops::followed(report.loops.as_deref().unwrap_or_default(), &report.files) {
            text += &wrapped(&sentence, "  ", columns);
        }
    }
    for sentence in loops::redundant(report) {
        text += &wrapped(&sentence, "  ", columns);
    }
    text
}

/// The errors that were seen only after others, in one sentence.
fn after_others(report: &CheckReport, sources: Sources<'_>, columns: usize) -> String {
    let all = &report.after_others;
    if all.is_empty() {
        return String::new();
    }
    let in_words = |it: &ErrorAfterOthers| {
        let at = sources.name(it.place).map_or(String::new(), |place| format!(" at {place}"));
        format!("{}{at}", phrase::error_kind(it.kind))
    };
    let mut listed: Vec<String> = all.iter().take(MOST_AFTER_OTHERS).map(in_words).collect();
    if all.len() > MOST_AFTER_OTHERS {
        listed.push(format!("{} more", grouped((all.len() - MOST_AFTER_OTHERS) as u64)));
    }
    let list = match listed.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => listed.concat(),
    };
    let sentence = format!("note: seen only after other errors, and perhaps a consequence of them: {list}");
    format!("\n{}", wrapped(&sentence, "", columns))
}

/// What an implementation was found to do, in a word and the rest of the sentence.
fn fulfils(calls: &CallsReport) -> (String, String) {
    match calls.kind {
        CallsKind::Implements => ("implements".into(), format!(" {}", calls.specification)),
        CallsKind::Linearizable => ("linearizable".into(), format!(" as {}", calls.specification)),
    }
}

/// `, for clients with 2 threads, each with 2 calls, and 1 message`.
fn of_clients(calls: &CallsReport) -> String {
    let Some(ClientReport { threads, calls, objects, messages }) = calls.client else { return String::new() };
    let threads = count(threads.into(), "thread");
    let uses = count(calls.into(), "use");
    let mut rest = String::new();
    if objects > 1 {
        let _ = write!(rest, ", {}", count(objects.into(), "object"));
    }
    if messages > 0 {
        let _ = write!(rest, ", {}", count(messages.into(), "message"));
    }
    format!(", with {threads} of {uses} each{rest}")
}

/// `all 1,234 executions are fine (7 more are blocked), counted by reads-from`.
fn all_are_fine(report: &CheckReport) -> String {
    if report.executions == 0 && report.calls.is_some() {
        return match report.blocked {
            1 => "in the only execution threads wait, as they may".to_string(),
            blocked => format!("in all {} executions threads wait, as they may", grouped(blocked)),
        };
    }
    if report.executions == 0 {
        let all = match report.blocked {
            1 => "in the only execution".to_string(),
            2 => "in both executions".to_string(),
            blocked => format!("in all {} executions", grouped(blocked)),
        };
        return all + " the process ends before all threads have finished";
    }
    let fine = match report.executions {
        1 => "the only execution is fine".to_string(),
        2 => "both executions are fine".to_string(),
        executions => format!("all {} executions are fine", grouped(executions)),
    };
    let blocked = match report.blocked {
        0 => String::new(),
        1 => " (1 more is blocked)".to_string(),
        blocked => format!(" ({} more are blocked)", grouped(blocked)),
    };
    let counting = phrase::counting(report).map_or(String::new(), |how| format!(", {how}"));
    fine + &blocked + &counting
}

/// The executions that each bound left out, with advice. The headline has named a single loop
/// already.
fn bounds(report: &CheckReport, sources: Sources<'_>, columns: usize) -> String {
    let mut text = String::new();
    for bound in &report.bounds {
        let at = sources.name(bound.place).map_or(String::new(), |place| format!(" at {place}"));
        let go_on = match bound.executions {
            1 => "1 execution goes on".to_string(),
            executions => format!("{} executions go on", grouped(executions)),
        };
        let sentence = match bound.kind {
            BoundKind::Loop { .. } if single_loop(report).is_some() => {
                format!("{go_on} beyond that (--unroll N follows more).")
            }
            BoundKind::Loop { iterations } => {
                let iterations = count(iterations.into(), "iteration");
                let so_far = match report.verdict {
                    Verdict::Incomplete => format!("{iterations} of the loop{at} were followed"),
                    _ => format!("Verified up to {iterations} of the loop{at}"),
                };
                format!("{so_far}: {go_on} beyond (--unroll N follows more).")
            }
            BoundKind::Events { limit, rounds, repeats } => {
                let limit = count(limit.into(), "event");
                let times = match rounds {
                    0 | 1 => String::new(),
                    rounds => format!(", for the {} time", ordinal(rounds)),
                };
                let cut = format!("A thread was cut after {limit}{at}{times}: {go_on} there.");
                let filters = report.model_file.as_ref().is_some_and(|model| !model.filters.is_empty());
                let advice = match repeats {
                    _ if filters => {
                        "porf bounds the events of a thread where the model filters full executions: --max-events N follows it \
                         further, and --unroll N bounds loops instead."
                    }
                    true => {
                        "Its variables had the same values there before: unless another thread stops it, it repeats itself for ever \
                         (--unroll N bounds loops)."
                    }
                    false => {
                        "Its variables have new values each time: if the loop ends, --max-events N follows it further; if it \
                         does not, --unroll N bounds it."
                    }
                };
                format!("{cut} {advice}")
            }
            BoundKind::Steps => format!(
                "A thread was cut{at}, where it computed for very long without an access to shared memory: {go_on} there. \
                 If a loop never ends, --unroll N bounds it."
            ),
            BoundKind::Waiting => {
                let executions = count(bound.executions, "execution");
                format!(
                    "A thread waits{at} in {executions}; porf could not decide whether it waits for ever."
                )
            }
            BoundKind::Values => format!(
                "Only some values of the nondeterministic choice{at} were tried. A porf_assume directly after it can give it a range."
            ),
        };
        text += &wrapped(&sentence, "  ", columns);
    }
    text
}

/// `1st`, `22nd`, `5,000th`.
fn ordinal(number: u64) -> String {
    let ending = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    grouped(number) + ending
}

/// The loop and the number of its iterations that were followed, if it is the only bound of a
/// verdict.
fn single_loop(report: &CheckReport) -> Option<(u32, Place)> {
    match (report.verdict, &report.bounds[..]) {
        (Verdict::Bounded, [Bound { kind: BoundKind::Loop { iterations }, place, .. }]) => {
            Some((*iterations, *place))
        }
        _ => None,
    }
}

/// `clang 52.0 ms, exploration 250 µs`.
fn times(report: &CheckReport) -> String {
    let compiling = report.compile_seconds.map_or(String::new(), |it| format!("clang {}, ", duration(it)));
    paint(style::QUIET, format!("{compiling}exploration {}", duration(report.seconds)))
}

/// The execution that leads to the error, and the output of the program in it.
fn story(
    error: &ErrorReport,
    report: &CheckReport,
    sources: Sources<'_>,
    columns: usize,
    full: bool,
) -> String {
    let mut text = String::new();
    // Before the first thread is created there are no events, so an error in that phase has no
    // story.
    if let Some(execution) = error.execution.as_ref().filter(|it| !it.events().is_empty()) {
        let _ = writeln!(text, "\n{}", paint(style::HEADING, "How it happens"));
        text += &Trace::new(execution, sources).tell(&report.model, columns, full);
    }
    if !error.output.is_empty() {
        let _ = writeln!(text, "\n{}", paint(style::HEADING, "The program prints"));
        for line in &error.output {
            let _ = writeln!(text, "  {}", printable(line));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::programs;
    use crate::text::plain;
    use crate::{ChosenBy, Equivalence, ExecutionReport, SourceFile, Stop, StopReason, Warning, WarningKind};
    use porf_entity::ErrorKind;

    fn shown(report: &CheckReport, columns: usize) -> String {
        plain(&check(report, columns, false))
    }

    fn at(line: u32) -> Place {
        Place { file: Some(0), line: Some(line), column: Some(3) }
    }

    fn loop_at(line: u32) -> Bound {
        bound(line, BoundKind::Loop { iterations: 3 }, 7)
    }

    fn bound(line: u32, kind: BoundKind, executions: u64) -> Bound {
        Bound { place: at(line), kind, chosen: ChosenBy::User, executions }
    }

    #[test]
    fn verified() {
        let report = programs::verified();
        assert_eq!(
            shown(&report, 80),
            "queue.c: verified under rc11: all 1,234 executions are fine\n\
             clang 52.0 ms, exploration 250 µs\n"
        );
        let by_reads_from = CheckReport { equivalence: Equivalence::Rf, ..report.clone() };
        assert_eq!(
            shown(&by_reads_from, 80),
            "queue.c: verified under rc11: all 1,234 executions are fine, counted by reads-from\n\
             clang 52.0 ms, exploration 250 µs\n"
        );
        let blocked = CheckReport { executions: 1, blocked: 12, compile_seconds: None, ..report };
        assert_eq!(
            shown(&blocked, 80),
            "queue.c: verified under rc11: the only execution is fine (12 more are blocked)\n\
             exploration 250 µs\n"
        );
    }

    #[test]
    fn every_bound_is_named() {
        let one = CheckReport {
            verdict: Verdict::Bounded,
            executions: 5,
            blocked: 7,
            bounds: vec![loop_at(12)],
            ..programs::verified()
        };
        assert_eq!(
            shown(&one, 100),
            "queue.c: verified up to 3 iterations of the loop at queue.c:12 under rc11
  7 executions go on beyond that (--unroll N follows more).
Explored 5 executions and 7 blocked.
clang 52.0 ms, exploration 250 µs
"
        );
        let steps = bound(30, BoundKind::Steps, 1);
        let values = bound(8, BoundKind::Values, 0);
        let three = CheckReport { bounds: vec![loop_at(12), steps, values], ..one.clone() };
        assert_eq!(
            shown(&three, 100),
            "queue.c: no error under rc11 in what was explored
  Verified up to 3 iterations of the loop at queue.c:12: 7 executions go on beyond (--unroll N
  follows more).
  A thread was cut at queue.c:30, where it computed for very long without an access to shared
  memory: 1 execution goes on there. If a loop never ends, --unroll N bounds it.
  Only some values of the nondeterministic choice at queue.c:8 were tried. A porf_assume directly
  after it can give it a range.
Explored 5 executions and 7 blocked.
clang 52.0 ms, exploration 250 µs
"
        );
        let nothing = CheckReport { verdict: Verdict::Incomplete, executions: 0, ..one };
        assert_eq!(
            shown(&nothing, 100),
            "queue.c: incomplete under rc11
Nothing was verified: no execution is complete (7 blocked).
  3 iterations of the loop at queue.c:12 were followed: 7 executions go on beyond (--unroll N
  follows more).
clang 52.0 ms, exploration 250 µs
"
        );
    }

    #[test]
    fn a_stop_is_no_verdict() {
        let stopped = Some(Stop { reason: StopReason::Timeout, pending: 3 });
        let report = CheckReport { verdict: Verdict::Incomplete, stopped, ..programs::verified() };
        assert_eq!(
            shown(&report, 200),
            "queue.c: incomplete under rc11
Stopped at the limit of --timeout: explored 1,234 executions; 3 alternatives are known and not explored. \
             No error so far; nothing is decided.
clang 52.0 ms, exploration 250 µs
"
        );
    }

    #[test]
    fn a_message_that_overtakes_its_data() {
        assert_eq!(
            shown(&programs::message(), 80),
            "\
error: assertion fails: value == 42
  --> message.c:16:5
   |
16 |     assert(value == 42);
   |     ^^^^^^^^^^^^^^^^^^^ in thread reader

message.c: error under rc11; explored 2 executions
clang 52.0 ms, exploration 250 µs

How it happens
  main    23  pthread_create(&a, 0, writer…  create thread writer
          24  pthread_create(&b, 0, reader…  create thread reader
  writer   8  atomic_store_explicit(&data,…  store.rlx data = 42
           9  atomic_store_explicit(&flag,…  store.rlx flag = 1
  reader  14  if (atomic_load_explicit(&fl…  load.acq flag → 1 (from writer:9)
          15  int value = atomic_load_expl…  load.rlx data → 0 (initial) ◄ stale
          16  assert(value == 42);           ✗ assertion fails

  reader:15 reads data = 0 although writer:8 had already stored 42: no
  interleaving of the threads does this. The events would have to form a cycle:
    writer:8  before writer:9   in program order
    writer:9  before reader:14  which reads flag = 1 from it
    reader:14 before reader:15  in program order
    reader:15 before writer:8   since it reads data = 0, not yet 42
  The model rc11 allows it. Stronger memory orders, fences or a mutex can rule
  it out.

The program prints
  value is 0
"
        );
    }

    #[test]
    fn a_data_race() {
        assert_eq!(
            shown(&programs::race(), 120),
            "\
error: data race: two unordered accesses of counter, not both of them atomic
  --> counter.c:6:13
   |
 6 |   counter = counter + 1;
   |             ^^^^^^^ thread worker: load of counter = 0 (not atomic)
...
13 |   counter = 5;
   |           --- thread main: store of counter = 5 (not atomic)
   |
   = note: in C this makes the behaviour of the whole program undefined

counter.c: error under rc11; explored 2 executions
clang 52.0 ms, exploration 250 µs

How it happens
  main    12  pthread_create(&thread, 0, worker, 0);  create thread worker
  worker   6  counter = counter + 1;                  ✗ load counter → 0 (initial)
  main    13  counter = 5;                            ✗ store counter = 5
"
        );
    }

    #[test]
    fn a_deadlock() {
        assert_eq!(
            shown(&programs::deadlock(), 80),
            "\
error: deadlock: 3 threads wait for each other
  --> locks.c:25:3
   |
 7 |   pthread_mutex_lock(&right);
   |   -------------------------- thread first waits for mutex right, which second holds
...
15 |   pthread_mutex_lock(&left); // the other way round
   |   ------------------------- thread second waits for mutex left, which first holds
...
25 |   pthread_join(a, 0);
   |   ^^^^^^^^^^^^^^^^^^ thread main waits for the end of thread first

locks.c: error under rc11; explored 2 executions
clang 52.0 ms, exploration 250 µs

How it happens
  main    23  pthread_create(&a, 0, first, 0);              create thread first
          24  pthread_create(&b, 0, second, 0);             create thread second
  first    6  pthread_mutex_lock(&left);                    lock left
  second  14  pthread_mutex_lock(&right); // the other wa…  lock right
  main    25  pthread_join(a, 0);
                ∎ waits for the end of thread first
  first    7  pthread_mutex_lock(&right);
                ∎ waits for mutex right, which second holds
  second  15  pthread_mutex_lock(&left); // the other way…
                ∎ waits for mutex left, which first holds
"
        );
    }

    #[test]
    fn a_use_after_free() {
        assert_eq!(
            shown(&programs::use_after_free(), 120),
            "\
error: use after free: a load of 4 bytes at offset 0 of the object
  --> list.c:8:10
   |
 8 |   return node->value;
   |          ^^^^^^^^^^^ in thread visitor
   |
   = called from: visitor at list.c:13
note: the object of 4 bytes is freed here
  --> list.c:21:3
   |
21 |   free(head);
   |   ^^^^^^^^^^ in thread main
note: it is allocated here
  --> list.c:18:10
   |
18 |   head = malloc(sizeof *head);
   |          ^^^^^^^^^^^^^^^^^^^^ in thread main

list.c: error under rc11; explored 2 executions
clang 52.0 ms, exploration 250 µs

How it happens
  main     20  pthread_create(&thread, 0, visitor, 0);  create thread visitor
           21  free(head);                              load head → &heap1 (initial)
           21                                           free heap1
  visitor  12  struct node *node = head;                load head → &heap1 (initial)
            8  return node->value;                      ✗ use after free
"
        );
    }

    #[test]
    fn without_the_text_there_are_places_and_a_table() {
        let mut report = programs::race();
        report.files[0].text = None;
        assert_eq!(
            shown(&report, 80),
            "\
error: data race: two unordered accesses of counter, not both of them atomic
--> counter.c:6:13
 = note: thread worker: load of counter = 0 (not atomic)
::: counter.c:13:11
 = note: thread main: store of counter = 5 (not atomic)
 = note: in C this makes the behaviour of the whole program undefined

counter.c: error under rc11; explored 2 executions
clang 52.0 ms, exploration 250 µs

How it happens
  main                     │ worker
  ─────────────────────────┼────────────────────────────────
  12  create thread worker │
                           │ 6  ✗ load counter → 0 (initial)
  13  ✗ store counter = 5  │
"
        );
    }

    #[test]
    fn other_errors_and_warnings_come_last() {
        let message = programs::message();
        let other = ErrorReport { kind: ErrorKind::Division, ..message.error.clone().unwrap() };
        let leak = Warning { kind: WarningKind::Leak, message: "never freed".into(), place: at(23) };
        let report = CheckReport { more_errors: vec![other], warnings: vec![leak], ..message };
        let text = shown(&report, 80);
        assert!(text.contains("message.c: errors (2) under rc11; explored 2 executions\n"), "{text}");
        assert!(
            text.ends_with(
                "
error: invalid division: value == 42
  --> message.c:16:5
   |
16 |     assert(value == 42);
   |     ^^^^^^^^^^^^^^^^^^^ in thread reader

warning: leak: never freed
  --> message.c:23:3
   |
23 |   pthread_create(&a, 0, writer, 0);
   |   ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
"
            ),
            "{text}"
        );
    }

    #[test]
    fn errors_after_others_are_named_in_one_sentence() {
        let after = |line| ErrorAfterOthers { place: at(line), kind: ErrorKind::DoubleFree };
        let shown_with = |lines: &[u32]| {
            let after_others = lines.iter().copied().map(after).collect();
            let text = shown(&CheckReport { after_others, ..programs::message() }, 80);
            text.split("\nnote: ").last().unwrap().replace('\n', " ")
        };
        assert_eq!(
            shown_with(&[12]),
            "seen only after other errors, and perhaps a consequence of them: double free at message.c:12 "
        );
        let several = shown_with(&[1, 2, 3, 4, 5]);
        let list = "at message.c:1, double free at message.c:2, double free at message.c:3 and 2 more ";
        assert!(several.ends_with(list), "{several}");
    }

    #[test]
    fn nothing_is_known_and_nothing_breaks() {
        let mut report = programs::message();
        report.files.clear();
        let error = report.error.as_mut().unwrap();
        error.place = Place::default();
        error.execution =
            Some(ExecutionReport::new(Default::default(), Default::default(), Default::default()));
        error.output.clear();
        let text = shown(&report, 40);
        assert!(text.starts_with("error: assertion fails: value == 42\n"), "{text}");
        assert!(text.contains("in thread reader"), "{text}");
        assert!(!text.contains("How it happens"), "{text}");
    }

    #[test]
    fn lines_of_several_files_are_distinguished() {
        let mut report = programs::message();
        report.files.push(SourceFile { name: "lib/other.h".into(), text: None });
        let error = report.error.as_mut().unwrap();
        let execution = error.execution.take().unwrap();
        let mut events = execution.events().clone();
        for number in execution.events().ids() {
            if events[number].location.as_deref() == Some("flag") {
                events[number].place = Place { file: Some(1), line: Some(3), column: None };
            }
        }
        let (threads, locations) = (execution.threads().clone(), execution.locations().clone());
        error.execution = Some(ExecutionReport::new(threads, events, locations));
        let text = shown(&report, 120);
        assert!(text.contains("load.acq flag → 1 (from writer:other.h:3)\n"), "{text}");
        assert!(text.contains("  writer  message.c:8  "), "{text}");
    }

    #[test]
    fn the_place_of_the_error_is_the_one_that_is_pointed_to() {
        let mut report = programs::race();
        let error = report.error.as_mut().unwrap();
        error.place = error.accesses[1].place;
        let text = shown(&report, 120);
        assert!(text.contains("  --> counter.c:13:11\n"), "{text}");
        assert!(
            text.contains("   |           ^^^ thread main: store of counter = 5 (not atomic)\n"),
            "{text}"
        );
        assert!(text.contains("   |             ------- thread worker: load of counter = 0"), "{text}");
    }

    #[test]
    fn two_threads_at_one_place_are_both_named() {
        let mut report = programs::race();
        let error = report.error.as_mut().unwrap();
        error.accesses[1].place = error.accesses[0].place;
        let text = shown(&report, 120);
        for access in ["thread worker: load of counter = 0", "thread main: store of counter = 5"] {
            assert!(text.contains(access), "{text}");
        }
    }

    #[test]
    fn long_stories_lose_their_middle_unless_wanted_in_full() {
        let rows = |text: &str| text.lines().filter(|line| line.contains("store counter")).count();
        let report = programs::long_story(100);
        let text = shown(&report, 80);
        let hidden = 100 - rows(&text);
        assert!(rows(&text) < 60, "{text}");
        assert!(text.contains(&format!("  … {hidden} more steps …\n")), "{text}");
        assert!(text.contains("store counter = 1\n") && text.contains("store counter = 100\n"), "{text}");
        let full = plain(&check(&report, 80, true));
        assert_eq!(rows(&full), 100, "{full}");
        assert!(!full.contains("more steps"), "{full}");
        let short = shown(&programs::long_story(50), 80);
        assert_eq!(rows(&short), 50, "{short}");
    }

    #[test]
    fn deep_stacks_lose_their_middle() {
        let mut report = programs::use_after_free();
        let error = report.error.as_mut().unwrap();
        let frame = error.stack[1].clone();
        error.stack = vec![frame; 1_001];
        let text = shown(&report, 120);
        assert_eq!(text.matches("called from: visitor at list.c:13").count(), 10, "{text}");
        assert!(text.contains("called from: … 990 more calls …"), "{text}");
    }
}
