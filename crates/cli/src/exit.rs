//! Exit codes.

use std::process::ExitCode;

use porf_report::{CheckReport, Verdict};

/// What the exit code says about a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ExitStatus {
    /// 0: every condition holds and there is no error.
    Clean,
    /// 3: a limit or an interrupt ended an exploration, or no execution was complete.
    Stopped,
    /// 1: a condition fails or a program is wrong.
    Failure,
    /// 2: bad usage, or a file that cannot be checked.
    BadInput,
}

impl ExitStatus {
    /// What one result amounts to.
    pub fn of(report: &CheckReport) -> Self {
        let wrong = matches!(report.verdict, Verdict::Fails | Verdict::Error) || report.error.is_some();
        let partial = report.verdict == Verdict::Incomplete || report.stopped.is_some();
        match (wrong, partial) {
            (true, _) => Self::Failure,
            (false, true) => Self::Stopped,
            (false, false) => Self::Clean,
        }
    }

    /// The status of two results together: the one that the user must hear of first.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if self.urgency() >= other.urgency() { self } else { other }
    }

    fn urgency(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Stopped => 1,
            Self::Failure => 2,
            Self::BadInput => 3,
        }
    }

    /// The code of the process.
    pub fn code(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Failure => 1,
            Self::BadInput => 2,
            Self::Stopped => 3,
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
    fn bad_input_before_failure_before_stop_before_success() {
        let by_urgency = [ExitStatus::Clean, ExitStatus::Stopped, ExitStatus::Failure, ExitStatus::BadInput];
        assert_eq!(by_urgency.map(ExitStatus::code), [0, 3, 1, 2]);
        for (index, &status) in by_urgency.iter().enumerate() {
            for &less in &by_urgency[..=index] {
                assert_eq!(status.and(less), status);
                assert_eq!(less.and(status), status);
            }
        }
    }
}
