//! Compares porf's findings with the outcomes of a program by brute force, and with porf's findings
//! in other ways.
//!
//! Under SC, every finding must be an outcome. If everything was explored, every outcome must be
//! found; it is enough for an error to be seen after others. The exception are errors with the end
//! of an object: an error ends threads earlier than by brute force, so that only the kinds of
//! errors must be found. A livelock must be found where threads are in a trap without writes, and
//! none may be found where there is no trap.
//!
//! Under another model, all outcomes of the program under SC must be found. All ways must find the
//! same, and the same number of executions if only their schedules differ. The exception are
//! errors: without the reads that a reduction leaves out, an error may come after one that there
//! would not be with them. So each error that is found in one way must be found in the other, or be
//! seen there after others.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

use super::brute_force::Truth;
use super::findings::{Errors, Findings};
use super::interpreter::Wrong;
use super::ways::Way;
use porf_explore::ModelKind;

/// A difference: a finding of porf that is no outcome, or an outcome that porf does not find.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Difference {
    /// The tool chain rejects the program.
    Rejected(String),
    /// An error that should not occur at all.
    Strange(String),
    /// A complete execution ends with these values; whether porf finds it.
    Outcome(Vec<i16>, bool),
    /// An error; whether porf finds it.
    Error(Wrong, Option<u16>, bool),
    /// A data race; whether porf finds it.
    Race(bool),
    /// A deadlock; whether porf finds it.
    Deadlock(bool),
    /// A livelock; whether porf finds it.
    Livelock(bool),
    /// An error, and its line, that is found in one of two ways, and in the other one is not even
    /// seen after other errors.
    Reported(String, u32),
    /// Numbers of complete and of blocked executions, and of those cut short, that depend on the
    /// schedule.
    Counts([u64; 3], [u64; 3]),
}

impl Difference {
    /// Whether another difference is of the same kind, so that a smaller program shows the same.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Outcome(_, one), Self::Outcome(_, other)) => one == other,
            (Self::Error(kind, _, one), Self::Error(other_kind, _, other)) => {
                (kind, one) == (other_kind, other)
            }
            (Self::Race(one), Self::Race(other))
            | (Self::Deadlock(one), Self::Deadlock(other))
            | (Self::Livelock(one), Self::Livelock(other)) => one == other,
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

/// The outcomes that must be found, or those that may be found.
struct Expectation<'a> {
    outcomes: &'a BTreeSet<Vec<i16>>,
    errors: Cow<'a, BTreeSet<(Wrong, Option<u16>)>>,
    race: bool,
    deadlock: bool,
    livelock: bool,
}

impl<'a> Expectation<'a> {
    fn of(findings: &'a Findings) -> Self {
        let Findings { outcomes, errors, livelock, .. } = findings;
        let Errors { wrong, race, deadlock, .. } = errors;
        let errors = Cow::Borrowed(wrong);
        Self { outcomes, errors, race: *race, deadlock: *deadlock, livelock: *livelock }
    }

    /// The findings, with the errors that come after others.
    fn with_after_others(findings: &'a Findings) -> Self {
        let Findings { errors, after_others, .. } = findings;
        Self {
            errors: Cow::Owned(errors.wrong.union(&after_others.wrong).copied().collect()),
            race: errors.race || after_others.race,
            deadlock: errors.deadlock || after_others.deadlock,
            ..Self::of(findings)
        }
    }

    /// The outcomes that must be found.
    fn least(truth: &'a Truth) -> Self {
        let Truth { outcomes, errors, races, deadlock, endless, .. } = truth;
        let (errors, race) = (Cow::Borrowed(errors), !races.is_empty());
        Self { outcomes, errors, race, deadlock: *deadlock, livelock: endless.quiet_trap }
    }

    /// The outcomes that may be found.
    fn most(truth: &'a Truth) -> Self {
        let least = Self::least(truth);
        let livelock = truth.endless.quiet_trap || truth.endless.busy_trap;
        Self { livelock, race: least.race || truth.mixed, ..least }
    }

    /// Whether memory is used after its end. Then the later events depend on the thread that gets
    /// the error.
    fn ends_objects(&self) -> bool {
        self.errors.iter().any(|(wrong, _)| wrong.ends_objects())
    }
}

/// A difference that `one` has and `other` has not; `says` tells whether `one` is porf. Where
/// objects end wrongly, only kinds of errors count.
fn beyond(one: &Expectation<'_>, other: &Expectation<'_>, says: bool) -> Option<Difference> {
    let kinds: BTreeSet<Wrong> = other.errors.iter().map(|&(wrong, _)| wrong).collect();
    if one.ends_objects() && !says {
        let missing = one.errors.iter().find(|(wrong, _)| wrong.ends_objects() && !kinds.contains(wrong));
        // A thread that ends with one error does not reach the other.
        let others = kinds.iter().any(|wrong| wrong.ends_objects());
        return missing.filter(|_| !others).map(|&(wrong, place)| Difference::Error(wrong, place, says));
    }
    if let Some(&(wrong, place)) = one.errors.difference(&other.errors).next() {
        return Some(Difference::Error(wrong, place, says));
    }
    if let Some(outcome) = one.outcomes.difference(other.outcomes).next() {
        return Some(Difference::Outcome(outcome.clone(), says));
    }
    if one.race && !other.race {
        return Some(Difference::Race(says));
    }
    if one.deadlock && !other.deadlock {
        return Some(Difference::Deadlock(says));
    }
    (one.livelock && !other.livelock).then_some(Difference::Livelock(says))
}

/// The difference between porf's findings and the outcomes by brute force, if there is one.
pub(super) fn judge(truth: &Truth, way: &Way, findings: &Findings) -> Option<Difference> {
    if let Some(strange) = findings.strange.first() {
        return Some(Difference::Strange(strange.clone()));
    }
    let found = Expectation::of(findings);
    // A plain write that an atomic access reads does not synchronise, nor does a plain read. Then
    // the end of an object or of a thread's handle may be unordered with earlier accesses in every
    // interleaving.
    let ends_handles = || found.errors.iter().any(|&(wrong, _)| wrong == Wrong::InvalidJoin);
    let is_unordered = truth.mixed && (found.ends_objects() || ends_handles());
    let invented = match way.model {
        ModelKind::Sc if !is_unordered => beyond(&found, &Expectation::most(truth), true),
        _ => None,
    };
    let missing = || {
        if !findings.exhaustive {
            return None;
        }
        let least = Expectation::least(truth);
        // Under weaker models more memory may be used after its end.
        if found.ends_objects() && !least.ends_objects() {
            return None;
        }
        beyond(&least, &Expectation::with_after_others(findings), false)
    };
    invented.or_else(missing)
}

/// The difference between the findings of two ways under one model, if there is one. Whether
/// endless effects are called a livelock depends on whether the threads read each other's writes,
/// for which there may be several ways.
pub(super) fn judge_ways(
    truth: &Truth,
    (way, findings): (&Way, &Findings),
    (other_way, others): (&Way, &Findings),
) -> Option<Difference> {
    one_beyond_other(truth, findings, others)
        .or_else(|| one_beyond_other(truth, others, findings))
        .or_else(|| different_counts((way, findings), (other_way, others)))
}

/// A difference that `findings` have and `others`, of another way, have not.
fn one_beyond_other(truth: &Truth, findings: &Findings, others: &Findings) -> Option<Difference> {
    if !others.exhaustive {
        return None;
    }
    let (mut one, other) = (Expectation::of(findings), Expectation::with_after_others(others));
    one.livelock &= !truth.endless.busy_trap;
    if !one.ends_objects()
        && let Some(difference) = beyond(&one, &other, false)
    {
        return Some(difference);
    }
    let is_seen = |error: &&(String, u32)| {
        others.errors.reported.contains(*error) || others.after_others.reported.contains(*error)
    };
    let unseen = findings.errors.reported.iter().find(|it| !is_seen(it));
    unseen.map(|(kind, line)| Difference::Reported(kind.clone(), *line))
}

/// The difference between the numbers of executions of two ways that differ only in their
/// schedules.
fn different_counts(
    (way, findings): (&Way, &Findings),
    (other_way, others): (&Way, &Findings),
) -> Option<Difference> {
    let only_schedules = Way { schedule: way.schedule, ..other_way.clone() } == *way;
    let is_comparable = only_schedules && findings.at_end && others.at_end;
    // The schedule decides which errors are met first, and an execution ends with an error.
    let has_errors = !findings.errors.wrong.is_empty() || findings.errors.race;
    let comparable = is_comparable && !has_errors && findings.taken == others.taken;
    (comparable && findings.counts != others.counts)
        .then_some(Difference::Counts(findings.counts, others.counts))
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = |says: bool| if says { "porf finds, and it is not so:" } else { "porf does not find:" };
        match self {
            Self::Rejected(message) => write!(f, "rejected: {message}"),
            Self::Strange(kind) => write!(f, "porf finds something strange: {kind}"),
            Self::Outcome(values, says) => write!(f, "{} final values {values:?}", who(*says)),
            Self::Error(wrong, place, says) => {
                write!(f, "{} {wrong:?}", who(*says))?;
                place.map_or(Ok(()), |place| write!(f, " in statement {place}"))
            }
            Self::Race(says) => write!(f, "{} a data race", who(*says)),
            Self::Deadlock(says) => write!(f, "{} a deadlock", who(*says)),
            Self::Livelock(says) => write!(f, "{} a livelock", who(*says)),
            Self::Reported(kind, line) => {
                write!(f, "{kind} in line {line} is found in one of two ways, and not seen in the other")
            }
            Self::Counts(one, other) => {
                write!(f, "complete, blocked and cut executions depend on the schedule: {one:?}, {other:?}")
            }
        }
    }
}
