//! What was done with the loops of a program, and why not more.

use porf_entity::SourcePosition;
use porf_ir::FunctionId;

use crate::analyses::effects::{Callee, Change};
use crate::analyses::source_loops::{SourceLoop, SourceLoops};
use crate::options::PassName;

/// What became of one jump back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopReport {
    /// The function that it is in. The jumps of an inlined function are reported with the function they come from, and once
    /// more with the one that got its code if something else became of them there. If that is so wherever the code is, then
    /// only with those.
    pub function: FunctionId,
    /// The loop in the source.
    pub source: SourceLoop,
    /// Where the loop begins.
    pub header: SourcePosition,
    /// Where it jumps back.
    pub back_edge: SourcePosition,
    /// The passes that changed the loop. If [`PassName::SpinAssume`] is among them, it removed this jump, and only
    /// [`PassName::LoopPurity`] may follow.
    pub applied: Vec<PassName>,
    /// Why the jump is still there; `None` if it is gone.
    pub obstacle: Option<LoopObstacle>,
    /// What the loop obviously does, if that is not to wait, and the jump is still there.
    pub work: Option<LoopWork>,
}

/// What loops do that do not wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopWork {
    /// A variable changes by the same number in each iteration.
    Counts,
    /// Each iteration goes on from values that the one before it has computed, and reads no memory.
    Computes,
}

/// Collects reports, function by function, callees first.
#[derive(Default)]
pub(crate) struct LoopReports {
    reports: Vec<LoopReport>,
    /// By report, whether the same became of an inlined copy.
    copied: Vec<bool>,
    /// Where jumps back are that were inlined with loops that are not in the source.
    foreign: Vec<SourcePosition>,
}

impl LoopReports {
    /// Adds what became of the loops of a function; `own` are the positions in its loops before others were inlined.
    pub(crate) fn add(&mut self, new: Vec<LoopReport>, own: &[SourcePosition], sources: &SourceLoops) {
        let known = self.reports.len();
        for mut report in new {
            if self.foreign.contains(&report.back_edge) {
                continue;
            }
            let Some(source) = sources.of_jump(report.function, own, report.header, report.back_edge) else {
                self.foreign.push(report.back_edge);
                continue;
            };
            report.source = source;
            // A jump that is gone was still there when it was inlined.
            let same = |other: &LoopReport| {
                report.obstacle.is_some() && (other.source, other.obstacle) == (source, report.obstacle)
            };
            match self.reports[..known].iter().position(same).filter(|_| report.function != source.function) {
                Some(original) => self.copied[original] = true,
                None => {
                    self.reports.push(report);
                    self.copied.push(false);
                }
            }
        }
    }

    /// Adds that a pass changed the loops that jump back at these positions.
    pub(crate) fn apply(&mut self, pass: PassName, changed: &[SourcePosition]) {
        for report in self.reports.iter_mut().filter(|report| changed.contains(&report.back_edge)) {
            if !report.applied.contains(&pass) {
                report.applied.push(pass);
            }
        }
    }

    /// All reports. Jumps of code that is nowhere any more are left out if something else became of its copies.
    pub(crate) fn finish(self, has_code: impl Fn(FunctionId) -> bool) -> Vec<LoopReport> {
        let is_somewhere = |(report, copied): &(LoopReport, bool)| {
            report.obstacle.is_none() || *copied || has_code(report.function)
        };
        let reports: Vec<(LoopReport, bool)> = self.reports.into_iter().zip(self.copied).collect();
        let functions: Vec<(SourceLoop, FunctionId)> = reports
            .iter()
            .filter(|it| is_somewhere(it))
            .map(|(report, _)| (report.source, report.function))
            .collect();
        let is_elsewhere = |report: &LoopReport| {
            functions.iter().any(|&(source, function)| source == report.source && function != report.function)
        };
        reports
            .into_iter()
            .filter(|it| is_somewhere(it) || !is_elsewhere(&it.0))
            .map(|(report, _)| report)
            .collect()
    }
}

/// Why jumping back is not known to mean doing the same again: the first reason that was found. The next iteration
/// begins with the same values as this one did unless the reason is that it does not, or that the loop is irreducible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopObstacle {
    /// The cycle can be entered at several places.
    Irreducible,
    /// A variable that the next iteration or what comes after it uses is assigned there.
    Assigns(SourcePosition),
    /// Memory is written there.
    Stores(SourcePosition),
    /// Memory is read and written there.
    ReadModifyWrites(SourcePosition),
    /// The compare-exchange there may have succeeded.
    MayHaveSucceeded(SourcePosition),
    /// A function is called there that may change something.
    Calls {
        /// Which.
        callee: Callee,
        /// Where.
        position: SourcePosition,
    },
    /// A new object is made there.
    Allocates(SourcePosition),
    /// There is something that porf does not support.
    Unsupported(SourcePosition),
    /// Nothing is read that others could change: the loop never ends, whatever they do.
    ReadsNothing,
    /// The pass that would have removed the jump is turned off.
    TurnedOff,
}

impl LoopObstacle {
    /// What an instruction at that position changes.
    pub(crate) fn of(change: Change, position: SourcePosition) -> Self {
        match change {
            Change::Stores => Self::Stores(position),
            Change::ReadModifyWrites => Self::ReadModifyWrites(position),
            Change::Allocates => Self::Allocates(position),
            Change::Calls(callee) => Self::Calls { callee, position },
            Change::Unsupported => Self::Unsupported(position),
        }
    }
}

#[cfg(test)]
mod tests;
