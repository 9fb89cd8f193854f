//! Exit codes.

use std::process::ExitCode;

use porf_report::{Bound, CheckReport, ChosenBy, InputReport, Verdict};

/// The result of a run as its exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// 0: every condition holds and there is no error, up to bounds that the user asked for.
    Clean,
    /// 3: not everything was explored: a limit or an interrupt ended an exploration, a bound that
    /// porf chose was reached, or no execution was complete.
    Partial,
    /// 4: a program does something that porf cannot run.
    Unsupported,
    /// 1: a condition fails or a program is wrong.
    Failure,
    /// 2: bad usage, or a file that cannot be checked.
    BadInput,
}

impl ExitStatus {
    /// The status of one result.
    pub fn of(report: &CheckReport) -> Self {
        let wrong = matches!(report.verdict, Verdict::Fails | Verdict::Error) || report.error.is_some();
        let unsupported = report.verdict == Verdict::Unsupported || !report.unsupported.is_empty();
        let partial = report.verdict == Verdict::Incomplete
            || report.stopped.is_some()
            || Bound::chosen_by(&report.bounds) == Some(ChosenBy::Auto);
        match (wrong, unsupported, partial) {
            (true, _, _) => Self::Failure,
            (false, true, _) => Self::Unsupported,
            (false, false, true) => Self::Partial,
            (false, false, false) => Self::Clean,
        }
    }

    /// The status of a file that cannot be checked.
    pub fn of_input(report: &InputReport) -> Self {
        if report.unsupported { Self::Unsupported } else { Self::BadInput }
    }

    /// The status of two results together: the more urgent one for the user.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.urgency() >= other.urgency() { self } else { other }
    }

    fn urgency(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Partial => 1,
            Self::Unsupported => 2,
            Self::Failure => 3,
            Self::BadInput => 4,
        }
    }

    /// The code of the process.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Failure => 1,
            Self::BadInput => 2,
            Self::Partial => 3,
            Self::Unsupported => 4,
        }
    }
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        status.code().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_input_before_failure_before_what_is_unsupported_before_what_is_partial() {
        let by_urgency = [
            ExitStatus::Clean,
            ExitStatus::Partial,
            ExitStatus::Unsupported,
            ExitStatus::Failure,
            ExitStatus::BadInput,
        ];
        assert_eq!(by_urgency.map(ExitStatus::code), [0, 3, 4, 1, 2]);
        for (index, &status) in by_urgency.iter().enumerate() {
            for &less in &by_urgency[..=index] {
                assert_eq!(status.and(less), status);
                assert_eq!(less.and(status), status);
            }
        }
    }
}
