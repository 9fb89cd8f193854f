//! The verdict that follows from the findings of an exploration.

use serde::Serialize;
use std::fmt;

use crate::ChosenBy;

/// The answer to a check.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// The condition holds; without a condition, there is no error.
    Holds,
    /// The condition does not hold.
    Fails,
    /// The program has an error, which leaves the condition, if any, without an answer.
    Error,
    /// The program has an operation that porf cannot run. No error is known.
    Unsupported,
    /// The explored executions have no error, nor do they decide the condition, and a bound kept
    /// some executions from being explored to their ends, or at all.
    Bounded,
    /// Too little was explored for an answer.
    Incomplete,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Holds => "holds",
            Self::Fails => "fails",
            Self::Error => "error",
            Self::Unsupported => "unsupported",
            Self::Bounded => "bounded",
            Self::Incomplete => "incomplete",
        })
    }
}

/// The claim of a condition about the executions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub enum Quantifier {
    /// Some execution satisfies it.
    #[serde(rename = "exists")]
    Exists,
    /// No execution satisfies it.
    #[serde(rename = "~exists")]
    NotExists,
    /// Every execution satisfies it.
    #[serde(rename = "forall")]
    ForAll,
}

impl fmt::Display for Quantifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Exists => "exists",
            Self::NotExists => "~exists",
            Self::ForAll => "forall",
        })
    }
}

impl Quantifier {
    /// Whether an execution that satisfies (or else violates) the proposition decides the
    /// condition, so that it is a witness of the verdict.
    pub fn is_decided_by(self, satisfies: bool) -> bool {
        satisfies == (self != Self::ForAll)
    }

    /// The verdict of a deciding execution.
    fn decided(self) -> Verdict {
        match self {
            Self::Exists => Verdict::Holds,
            Self::NotExists | Self::ForAll => Verdict::Fails,
        }
    }

    /// The verdict when everything was explored and no execution decided.
    fn undecided(self) -> Verdict {
        match self {
            Self::Exists => Verdict::Fails,
            Self::NotExists | Self::ForAll => Verdict::Holds,
        }
    }
}

/// The facts that a verdict depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Evidence {
    /// The condition's quantifier, if there is a condition.
    pub quantifier: Option<Quantifier>,
    /// Whether some complete execution decides the condition (see [`Quantifier::is_decided_by`]).
    pub decided: bool,
    /// Whether there is a complete execution at all, or one in which the process has ended.
    pub any_complete: bool,
    /// Whether an error ended the exploration.
    pub failed: bool,
    /// Whether a data race was found.
    pub race: bool,
    /// Whether some execution could not be run any further.
    pub unsupported: bool,
    /// Whether a limit ended the exploration.
    pub stopped: bool,
    /// Whether the subject is a program, not a litmus test.
    pub program: bool,
    /// Whether a bound kept executions from being explored to their ends, or at all, and who chose
    /// it: porf if it chose one of several.
    pub bounded: Option<ChosenBy>,
}

impl Evidence {
    /// The verdict.
    ///
    /// An error that ends the exploration outweighs the condition. A data race does not: the
    /// condition keeps its answer, and only a program without a condition is judged by the race
    /// alone. The decision of one execution stands whatever was left unexplored, unless it is good
    /// news and some execution could not be run. Where no execution decides, an exploration that
    /// was stopped, or that completed no execution, shows nothing. An answer up to a bound is an
    /// answer if the user asked for the bound; a program is then called bounded all the same.
    pub fn verdict(self) -> Verdict {
        if self.failed || (self.race && self.quantifier.is_none()) {
            return Verdict::Error;
        }
        let decided = self.quantifier.filter(|_| self.decided).map(Quantifier::decided);
        match (self.quantifier, decided) {
            (_, Some(Verdict::Fails)) => Verdict::Fails,
            _ if self.unsupported => Verdict::Unsupported,
            (_, Some(decided)) => decided,
            _ if self.stopped || !self.any_complete => Verdict::Incomplete,
            _ if self.bounded == Some(ChosenBy::Auto) => Verdict::Bounded,
            (Some(quantifier), None) => quantifier.undecided(),
            (None, None) if self.program && self.bounded.is_some() => Verdict::Bounded,
            (None, None) => Verdict::Holds,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn everything_explored(quantifier: Option<Quantifier>, decided: bool) -> Evidence {
        Evidence {
            quantifier,
            decided,
            any_complete: true,
            failed: false,
            race: false,
            unsupported: false,
            stopped: false,
            program: false,
            bounded: None,
        }
    }

    #[test]
    fn each_quantifier_has_its_own_witness() {
        for (quantifier, witness_satisfies) in
            [(Quantifier::Exists, true), (Quantifier::NotExists, true), (Quantifier::ForAll, false)]
        {
            assert!(quantifier.is_decided_by(witness_satisfies));
            assert!(!quantifier.is_decided_by(!witness_satisfies));
        }
    }

    #[test]
    fn full_exploration_answers_every_condition() {
        for (quantifier, with_witness, without) in [
            (Quantifier::Exists, Verdict::Holds, Verdict::Fails),
            (Quantifier::NotExists, Verdict::Fails, Verdict::Holds),
            (Quantifier::ForAll, Verdict::Fails, Verdict::Holds),
        ] {
            assert_eq!(everything_explored(Some(quantifier), true).verdict(), with_witness);
            assert_eq!(everything_explored(Some(quantifier), false).verdict(), without);
        }
        assert_eq!(everything_explored(None, false).verdict(), Verdict::Holds);
    }

    #[test]
    fn a_stop_leaves_decided_what_was_decided() {
        for quantifier in [Quantifier::Exists, Quantifier::NotExists, Quantifier::ForAll] {
            let decided = everything_explored(Some(quantifier), true);
            assert_eq!(Evidence { stopped: true, ..decided }.verdict(), decided.verdict());
            let open = everything_explored(Some(quantifier), false);
            assert_eq!(Evidence { stopped: true, ..open }.verdict(), Verdict::Incomplete);
            assert_eq!(Evidence { any_complete: false, ..open }.verdict(), Verdict::Incomplete);
        }
        let open = everything_explored(None, false);
        assert_eq!(Evidence { stopped: true, ..open }.verdict(), Verdict::Incomplete);
        assert_eq!(Evidence { any_complete: false, ..open }.verdict(), Verdict::Incomplete);
    }

    #[test]
    fn a_program_is_verified_only_without_bounds() {
        let program = Evidence { program: true, ..everything_explored(None, false) };
        assert_eq!(program.verdict(), Verdict::Holds);
        let bounded = Evidence { bounded: Some(ChosenBy::User), ..program };
        assert_eq!(bounded.verdict(), Verdict::Bounded);
        assert_eq!(Evidence { program: false, ..bounded }.verdict(), Verdict::Holds);
        assert_eq!(Evidence { stopped: true, ..bounded }.verdict(), Verdict::Incomplete);
        assert_eq!(Evidence { any_complete: false, ..bounded }.verdict(), Verdict::Incomplete);
        assert_eq!(Evidence { failed: true, ..bounded }.verdict(), Verdict::Error);
        assert_eq!(Evidence { race: true, ..bounded }.verdict(), Verdict::Error);
    }

    #[test]
    fn an_answer_up_to_a_bound_that_nobody_asked_for_is_none() {
        for quantifier in
            [None, Some(Quantifier::Exists), Some(Quantifier::NotExists), Some(Quantifier::ForAll)]
        {
            let open = everything_explored(quantifier, false);
            let asked_for = Evidence { bounded: Some(ChosenBy::User), ..open };
            assert_eq!(asked_for.verdict(), open.verdict());
            let bounded = Evidence { bounded: Some(ChosenBy::Auto), ..open };
            assert_eq!(bounded.verdict(), Verdict::Bounded);
            let decided = Evidence { decided: quantifier.is_some(), ..open };
            if quantifier.is_some() {
                assert_eq!(
                    Evidence { bounded: Some(ChosenBy::Auto), ..decided }.verdict(),
                    decided.verdict()
                );
            }
        }
    }

    #[test]
    fn what_cannot_be_run_leaves_errors_and_failures_and_nothing_else() {
        let open = Evidence { unsupported: true, ..everything_explored(None, false) };
        assert_eq!(open.verdict(), Verdict::Unsupported);
        assert_eq!(Evidence { stopped: true, ..open }.verdict(), Verdict::Unsupported);
        assert_eq!(Evidence { any_complete: false, ..open }.verdict(), Verdict::Unsupported);
        assert_eq!(Evidence { bounded: Some(ChosenBy::Auto), ..open }.verdict(), Verdict::Unsupported);
        assert_eq!(Evidence { failed: true, ..open }.verdict(), Verdict::Error);
        let exists = Evidence { quantifier: Some(Quantifier::Exists), decided: true, ..open };
        assert_eq!(exists.verdict(), Verdict::Unsupported);
        let not_exists = Evidence { quantifier: Some(Quantifier::NotExists), decided: true, ..open };
        assert_eq!(not_exists.verdict(), Verdict::Fails);
    }

    #[test]
    fn a_failure_outweighs_the_condition_and_a_race_does_not() {
        for decided in [false, true] {
            let evidence = everything_explored(Some(Quantifier::Exists), decided);
            assert_eq!(Evidence { failed: true, ..evidence }.verdict(), Verdict::Error);
            assert_eq!(Evidence { race: true, ..evidence }.verdict(), evidence.verdict());
        }
        let evidence = everything_explored(None, false);
        assert_eq!(Evidence { race: true, ..evidence }.verdict(), Verdict::Error);
        assert_eq!(Evidence { race: true, stopped: true, ..evidence }.verdict(), Verdict::Error);
    }
}
