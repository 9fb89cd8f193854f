//! Numbers, durations and the sentences that explain a verdict.

use crate::{
    Bound, BoundKind, CheckReport, ChosenBy, ConditionReport, Equivalence, FilterReport, FlagReport,
    Quantifier, SharingReport, Stats, Stop, StopReason, Subject, Verdict,
};
use porf_entity::ErrorKind;

/// A count with its noun: `1 execution`, `362,880 executions`.
pub fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", grouped(number))
}

/// A number with its digits in groups of three.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A duration with three digits or so.
pub fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 0.000_999_5 => format!("{:.0} µs", s * 1e6),
        s if s < 0.009_995 => format!("{:.2} ms", s * 1e3),
        s if s < 0.099_95 => format!("{:.1} ms", s * 1e3),
        s if s < 0.999_5 => format!("{:.0} ms", s * 1e3),
        s if s < 9.995 => format!("{s:.2} s"),
        s if s < 99.95 => format!("{s:.1} s"),
        s => format!("{} s", grouped(s.round() as u64)),
    }
}

/// The kind of an error in a few words: `access out of bounds`.
pub fn error_kind(kind: ErrorKind) -> &'static str {
    match kind {
        ErrorKind::Assertion => "assertion fails",
        ErrorKind::Error => "error reached",
        ErrorKind::Abort => "abort",
        ErrorKind::InvalidAccess => "invalid access",
        ErrorKind::OutOfBounds => "access out of bounds",
        ErrorKind::UseAfterFree => "use after free",
        ErrorKind::UnorderedAllocation => "unordered allocation",
        ErrorKind::DoubleFree => "double free",
        ErrorKind::InvalidFree => "invalid free",
        ErrorKind::UninitialisedRead => "uninitialised read",
        ErrorKind::UnlockNotHeld => "unlock of a mutex that is not held",
        ErrorKind::Relock => "relock of a mutex that is held",
        ErrorKind::InvalidSynchronisation => "invalid use of a synchronisation object",
        ErrorKind::InvalidJoin => "invalid join",
        ErrorKind::Deadlock => "deadlock",
        ErrorKind::Division => "invalid division",
        ErrorKind::Shift => "invalid shift",
        ErrorKind::SignedOverflow => "signed overflow",
        ErrorKind::Unreachable => "unreachable point reached",
        ErrorKind::StackOverflow => "stack overflow",
        ErrorKind::OutOfMemory => "out of memory",
        ErrorKind::UnknownFunction => "unknown function",
        ErrorKind::Unsupported => "not supported",
        ErrorKind::MixedSizes => "accesses of different sizes",
        ErrorKind::DataRace => "data race",
        ErrorKind::Livelock => "livelock",
        ErrorKind::LivelockWithWrites => "livelock with writes",
        ErrorKind::Annotation => "wrong annotation",
        ErrorKind::Undefined => "undefined behaviour",
        ErrorKind::Specification => "specification violated",
        ErrorKind::NotLinearizable => "not linearizable",
        ErrorKind::Input => "bad input",
    }
}

/// Sentences about a model from a file: what it flags, and what exploration could not do under it.
pub(crate) fn model_file(report: &CheckReport) -> Vec<String> {
    let Some(model) = &report.model_file else { return Vec::new() };
    let mut sentences: Vec<String> = Vec::new();
    for FlagReport { check, executions } in &model.flags {
        sentences.push(format!("The model flags {}: {check}.", count(*executions, "execution")));
    }
    if !model.has_axioms {
        sentences.push("The model has no axioms, so it allows every execution.".into());
    }
    sentences.extend(filters(&model.filters));
    if !model.filters.is_empty() {
        let left_out = count(model.filtered, "execution");
        sentences.push(format!("These axioms left out {left_out} that exploration built."));
    }
    if !model.reduces_loops && report.subject == Subject::Program {
        let why = match model.uses_dependencies {
            true => "uses dependencies",
            false => "may forbid executions in which they read less",
        };
        sentences.push(format!("Loops that wait are followed, since the model {why}."));
    }
    match model.causality {
        "missing" => sentences.push(
            "The model allows cycles of po and rf, as load buffering has; porf does not explore these executions."
                .into(),
        ),
        "added" => sentences.push("porf adds to the model that po | rf is acyclic.".into()),
        _ => {}
    }
    sentences
}

/// The number of reasons that sentences about filters give.
const MOST_REASONS: usize = 3;

/// Sentences about the axioms that are asked about full executions only, one for each reason. Every
/// axiom is named once.
fn filters(filters: &[FilterReport]) -> Vec<String> {
    let mut named: Vec<&str> = Vec::new();
    let mut groups: Vec<(&str, Vec<&str>)> = Vec::new();
    for FilterReport { check, reason, .. } in filters {
        if named.contains(&check.as_str()) {
            continue;
        }
        named.push(check);
        match groups.iter_mut().find(|(other, _)| other == reason) {
            Some((_, checks)) => checks.push(check),
            None => groups.push((reason, vec![check])),
        }
    }
    let rest: usize = groups.iter().skip(MOST_REASONS).map(|(_, checks)| checks.len()).sum();
    let sentence = |(reason, checks): &(&str, Vec<&str>)| {
        let among = |filter: &&FilterReport| filter.reason == *reason && checks.contains(&&*filter.check);
        let mut examples = filters.iter().filter(among);
        let example = examples.find_map(|filter| Some((&filter.check, filter.example.as_ref()?)));
        match (&checks[..], example) {
            ([check], None) => format!("The axiom {check} is asked about full executions only: {reason}."),
            ([check], Some((_, example))) => {
                format!("The axiom {check} is asked about full executions only: {reason}, as {example}.")
            }
            (_, example) => {
                let example = example.map_or(String::new(), |(check, it)| format!(", as {check} {it}"));
                let checks = enumeration(checks);
                format!(
                    "The axioms {checks} are asked about full executions only, each for this reason: {reason}{example}."
                )
            }
        }
    };
    let mut sentences: Vec<String> = groups.iter().take(MOST_REASONS).map(sentence).collect();
    match rest {
        0 => {}
        1 => sentences.push("1 more axiom is asked about full executions only.".into()),
        rest => sentences
            .push(format!("{} more axioms are asked about full executions only.", grouped(rest as u64))),
    }
    sentences
}

/// `a`, `a and b`, `a, b and c`.
fn enumeration(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// The verdict in a word.
pub(crate) fn word(report: &CheckReport) -> String {
    match (report.subject, report.verdict) {
        (Subject::Program, Verdict::Holds) => "verified".into(),
        (_, verdict) => verdict.to_string(),
    }
}

/// The verdict of a litmus test with its bounds: `holds up to 4 iterations of the loop at line 7`.
pub(crate) fn verdict(report: &CheckReport) -> String {
    let rests_on_all_executions = match (report.verdict, report.condition.as_ref().map(|it| it.quantifier)) {
        (Verdict::Holds, quantifier) => quantifier != Some(Quantifier::Exists),
        (Verdict::Fails, quantifier) => quantifier == Some(Quantifier::Exists),
        (Verdict::Error | Verdict::Unsupported | Verdict::Bounded | Verdict::Incomplete, _) => false,
    };
    match (&report.error, report.verdict) {
        (Some(error), Verdict::Error) => format!("error: {}", error_kind(error.kind)),
        (_, Verdict::Bounded) => format!("undecided {}", up_to_bounds(&report.bounds)),
        (_, verdict) if rests_on_all_executions && !report.bounds.is_empty() => {
            format!("{verdict} {}", up_to_bounds(&report.bounds))
        }
        (_, verdict) => verdict.to_string(),
    }
}

/// `up to 4 iterations of the loops at lines 7 and 12`.
fn up_to_bounds(bounds: &[Bound]) -> String {
    let iterations = |bound: &&Bound| match bound.kind {
        BoundKind::Loop { iterations } => Some(iterations),
        BoundKind::Events { .. } | BoundKind::Steps | BoundKind::Values | BoundKind::Waiting => None,
    };
    let (loops, threads): (Vec<&Bound>, Vec<&Bound>) =
        bounds.iter().partition(|bound| iterations(bound).is_some());
    let mut parts = Vec::new();
    if let Some(iterations) = loops.iter().filter_map(iterations).min() {
        let iterations = count(iterations.into(), "iteration");
        let (s, at) = at_lines(&loops);
        parts.push(format!("{iterations} of the loop{s}{at}"));
    }
    if !threads.is_empty() {
        parts.push(format!("the limit of steps{}", at_lines(&threads).1));
    }
    format!("up to {}", parts.join(" and "))
}

/// ` at line 7` or ` at lines 7, 9 and 12`, and the ending of the noun before it.
fn at_lines(bounds: &[&Bound]) -> (&'static str, String) {
    let mut lines: Vec<u32> = bounds.iter().filter_map(|bound| bound.place.line).collect();
    lines.sort_unstable();
    lines.dedup();
    match &lines[..] {
        [] => ("", String::new()),
        [line] => ("", format!(" at line {line}")),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(u32::to_string).collect();
            ("s", format!(" at lines {} and {last}", first.join(", ")))
        }
    }
}

/// The number of executions in which the condition's proposition is satisfied or violated.
pub(crate) fn tally(report: &CheckReport, condition: &ConditionReport) -> String {
    let ConditionReport { quantifier, satisfying, violating, filtered, .. } = *condition;
    let counted = report.executions.saturating_sub(filtered);
    let noun = if report.stopped.is_some() { "explored execution" } else { "execution" };
    let (what, number) = match quantifier {
        Quantifier::ForAll if violating > 0 => ("violated", violating),
        _ => ("satisfied", satisfying),
    };
    let number = if number == 0 { "none".to_string() } else { grouped(number) };
    let mut sentence = format!("{what} in {number} of {}", count(counted, noun));
    if filtered > 0 {
        sentence += &format!("; the filter excludes {}", grouped(filtered));
    }
    sentence
}

/// The explored and the unexplored part.
pub(crate) fn stopped(report: &CheckReport, stop: Stop) -> String {
    let reason = match stop.reason {
        StopReason::MaxExecutions => "at the limit of --max-executions",
        StopReason::Timeout => "at the limit of --timeout",
        StopReason::Interrupt => "by an interrupt",
    };
    let decided = match report.verdict {
        Verdict::Holds | Verdict::Fails | Verdict::Bounded => {
            "The verdict does not depend on the rest, the counts do."
        }
        Verdict::Error => "There may be other errors.",
        Verdict::Unsupported => "There may be errors.",
        Verdict::Incomplete if report.subject == Subject::Program => "No error so far; nothing is decided.",
        Verdict::Incomplete => "Nothing is decided.",
    };
    format!(
        "Stopped {reason}: explored {}; {} known and not explored. {decided}",
        executions(report),
        if stop.pending == 1 {
            "1 alternative is".into()
        } else {
            count(stop.pending, "alternative") + " are"
        },
    )
}

/// `4 executions`, `4 executions and 2 blocked`, `4 executions, counted by reads-from`.
pub(crate) fn executions(report: &CheckReport) -> String {
    let mut executions = count(report.executions, "execution");
    if report.blocked > 0 {
        executions += &format!(" and {} blocked", grouped(report.blocked));
    }
    if let Some(how) = counting(report) {
        executions += &format!(", {how}");
    }
    executions
}

/// The equivalence by which executions count as one, unless only equal executions do.
pub(crate) fn counting(report: &CheckReport) -> Option<String> {
    let by_reads_from = report.equivalence == Equivalence::Rf;
    let symmetric_threads = if by_reads_from { 0 } else { report.engine.symmetric_threads };
    let merges_additions = report.engine.merges_additions;
    let ways = [
        by_reads_from.then(|| "counted by reads-from".to_owned()),
        merges_additions.then(|| "not distinguishing the order of independent additions".to_owned()),
        (symmetric_threads > 0).then(|| format!("up to symmetry of {symmetric_threads} threads")),
    ];
    let ways: Vec<String> = ways.into_iter().flatten().collect();
    (!ways.is_empty()).then(|| ways.join(", "))
}

/// The cost of the exploration, one line for each number, if it was asked for.
pub(crate) fn stats(report: &CheckReport) -> Vec<(&'static str, String)> {
    let Some(Stats { premature, restarts, sharing }) = report.stats else { return Vec::new() };
    let equivalence = match (report.equivalence, report.equivalence_chosen) {
        (Equivalence::Co, ChosenBy::User) => "co: requested",
        (Equivalence::Rf, ChosenBy::User) => "rf: requested",
        (Equivalence::Co, ChosenBy::Auto) => "co: rf would not save enough, or interleavings are explored",
        (Equivalence::Rf, ChosenBy::Auto) => "rf: the order of some writes does not affect any read",
    };
    let mut lines = vec![
        ("engine", format!("{}: {}", report.engine.name, report.engine.reason)),
        ("equivalence", equivalence.to_owned()),
        ("symmetry", report.engine.symmetry.clone()),
        ("executions", grouped(report.executions)),
        ("blocked", grouped(report.blocked)),
        ("premature", format!("{} (not counted: an await read too early)", grouped(premature))),
        (
            "restarts",
            format!("{} (exploration learned a fact about the program and began again)", grouped(restarts)),
        ),
    ];
    if let Some(SharingReport { explorers, units, replayed_percent, idle_seconds }) = sharing {
        let units = grouped(units);
        lines.push((
            "cores",
            format!("{explorers}, which gave each other {units} parts of the work; {replayed_percent:.2} % of it was done twice for that, and {} passed with nothing to do", duration(idle_seconds)),
        ));
    }
    lines
}

/// The reason why the numbers of executions of the states add up to more than all executions.
pub(crate) const OPEN_STATES: &str =
    "An execution in which the last write is not determined counts for each state that it can end in.";

/// The reason why an exploration that went to its end has no verdict.
pub(crate) fn nothing_verified(report: &CheckReport) -> String {
    let cut = if report.bounds.is_empty() {
        String::new()
    } else {
        format!(" {}; a larger --unroll may complete some", up_to_bounds(&report.bounds))
    };
    format!("Nothing was verified: no execution is complete ({} blocked){cut}.", grouped(report.blocked))
}

/// The note beside a verdict that stands although the program is wrong.
pub(crate) fn aside(report: &CheckReport) -> Option<&'static str> {
    match (&report.error, report.verdict) {
        (Some(error), Verdict::Holds | Verdict::Fails | Verdict::Incomplete)
            if error.kind == ErrorKind::DataRace =>
        {
            Some("data race")
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::{self, at};
    use crate::text::plain;

    #[test]
    fn numbers_read_well() {
        assert_eq!(
            [0, 12, 999, 1_000, 362_880, 1_000_000].map(grouped),
            ["0", "12", "999", "1,000", "362,880", "1,000,000"]
        );
        assert_eq!(count(1, "execution"), "1 execution");
        assert_eq!(count(0, "execution"), "0 executions");
        assert_eq!(
            [0.0, 0.000_25, 0.000_999_9, 0.012_34, 0.999_9, 1.5, 75.0, 3600.0].map(duration),
            ["0 µs", "250 µs", "1.00 ms", "12.3 ms", "1.00 s", "1.50 s", "75.0 s", "3,600 s"]
        );
    }

    #[test]
    fn axioms_that_filter_are_named_once_and_by_reason() {
        let filter = |check: &str, reason: &str, example: Option<&str>| FilterReport {
            check: check.into(),
            reason: reason.into(),
            example: example.map(Into::into),
        };
        let one = filter("a", "it excludes pairs", Some("in P0: load x"));
        assert_eq!(
            filters(std::slice::from_ref(&one)),
            ["The axiom a is asked about full executions only: it excludes pairs, as in P0: load x."]
        );
        let same = [one.clone(), filter("b", "it excludes pairs", None), filter("a", "it is negated", None)];
        assert_eq!(
            filters(&same),
            [
                "The axioms a and b are asked about full executions only, each for this reason: it excludes pairs, \
              as a in P0: load x."
            ]
        );
        let many: Vec<FilterReport> =
            (0..6).map(|n| filter(&format!("a{n}"), &format!("r{n}"), None)).collect();
        let sentences = filters(&many);
        assert_eq!(sentences.len(), 4);
        assert_eq!(sentences[3], "3 more axioms are asked about full executions only.");
    }

    fn bound(line: u32, kind: BoundKind, executions: u64) -> Bound {
        Bound { place: at(line, 3), kind, chosen: ChosenBy::User, executions }
    }

    #[test]
    fn bounds_are_named_only_where_the_verdict_rests_on_all_executions() {
        let bounds = vec![
            bound(12, BoundKind::Loop { iterations: 4 }, 1),
            bound(7, BoundKind::Loop { iterations: 4 }, 2),
        ];
        let holds = CheckReport { bounds: bounds.clone(), ..examples::racy() };
        assert_eq!(verdict(&holds), "holds up to 4 iterations of the loops at lines 7 and 12");
        let unseen = vec![bound(5, BoundKind::Steps, 1)];
        assert_eq!(up_to_bounds(&unseen), "up to the limit of steps at line 5");
        let exists = CheckReport { bounds: bounds.clone(), ..examples::store_buffering() };
        assert_eq!(verdict(&exists), "holds");
        let refuted = CheckReport { bounds, ..examples::message_passing() };
        assert_eq!(verdict(&refuted), "fails");
    }

    #[test]
    fn filtered_executions_are_counted_apart() {
        let report = CheckReport { executions: 6, ..examples::store_buffering() };
        let condition = |quantifier| ConditionReport {
            quantifier,
            text: "(x=1)".into(),
            satisfying: 3,
            violating: 1,
            filtered: 2,
        };
        assert_eq!(
            tally(&report, &condition(Quantifier::Exists)),
            "satisfied in 3 of 4 executions; the filter excludes 2"
        );
        assert_eq!(
            tally(&report, &condition(Quantifier::ForAll)),
            "violated in 1 of 4 executions; the filter excludes 2"
        );
    }

    #[test]
    fn an_execution_that_can_satisfy_and_violate_is_one() {
        let report = examples::unordered_writes();
        let condition = report.condition.as_ref().unwrap();
        assert_eq!(tally(&report, condition), "satisfied in 1 of 1 execution");
        let for_all = ConditionReport { quantifier: Quantifier::ForAll, ..condition.clone() };
        assert_eq!(tally(&report, &for_all), "violated in 1 of 1 execution");
    }

    #[test]
    fn what_executions_are_counted_by() {
        let co = examples::store_buffering();
        assert_eq!(executions(&co), "4 executions");
        let rf = CheckReport { equivalence: Equivalence::Rf, ..co };
        assert_eq!(executions(&rf), "4 executions, counted by reads-from");
        assert_eq!(
            executions(&CheckReport { blocked: 2, ..rf }),
            "4 executions and 2 blocked, counted by reads-from"
        );
    }

    #[test]
    fn a_stop_says_what_was_explored() {
        let stop = Stop { reason: StopReason::MaxExecutions, pending: 3 };
        let report = CheckReport { blocked: 2, stopped: Some(stop), ..examples::store_buffering() };
        assert_eq!(
            plain(&stopped(&report, stop)),
            "Stopped at the limit of --max-executions: explored 4 executions and 2 blocked; \
             3 alternatives are known and not explored. \
             The verdict does not depend on the rest, the counts do.\n"
        );
        let open = CheckReport { verdict: Verdict::Incomplete, ..report };
        assert!(stopped(&open, stop).ends_with("Nothing is decided."));
    }
}
