//! Reports: the passes that were applied to each loop of a program, and the obstacles to more.

use porf_entity::SourcePosition;
use porf_ir::{FunctionId, GlobalId};

use crate::analyses::effects::{Callee, Change};
use crate::analyses::source_loops::{SourceLoop, SourceLoops};
use crate::options::PassName;
use crate::simplifications::idle_decisions::Removed;

/// The fate of one back edge.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LoopReport {
    /// The function of the back edge. A back edge of an inlined function is reported with the
    /// function it comes from, and once more with the caller if the passes treated the copy there
    /// differently. If all copies were treated differently, the back edge is reported with the
    /// callers only.
    pub function: FunctionId,
    /// The loop in the source.
    pub source: SourceLoop,
    /// The position of the header.
    pub header: SourcePosition,
    /// The position of the back edge.
    pub back_edge: SourcePosition,
    /// The passes that changed the loop. If [`PassName::SpinAssume`] is among them, it removed this
    /// back edge, and if [`PassName::FailedValues`] is, it marked the back edge; only
    /// [`PassName::LoopPurity`] may follow.
    pub applied: Vec<PassName>,
    /// The reason why the back edge is still there; `None` if it is gone or marked.
    pub obstacle: Option<LoopObstacle>,
    /// The obvious work of the loop, if the loop does not wait and the back edge is still there.
    pub work: Option<LoopWork>,
}

/// The work of loops that do not wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopWork {
    /// A variable changes by the same number in each iteration.
    Counts,
    /// Each iteration continues from values that the previous one has computed, and reads no
    /// memory.
    Computes,
}

/// Collects reports, function by function, callees first.
#[derive(Default)]
pub(crate) struct LoopReports {
    reports: Vec<LoopReport>,
    /// By report, whether some inlined copy has the same one.
    copied: Vec<bool>,
    /// The positions of back edges that were inlined with loops that are not in the source.
    foreign: Vec<SourcePosition>,
}

impl LoopReports {
    /// Adds the reports of the loops of a function. `own` are the positions in its loops before
    /// other functions were inlined.
    pub(crate) fn add(&mut self, new: Vec<LoopReport>, own: &[SourcePosition], sources: &SourceLoops) {
        let known = self.reports.len();
        for mut report in new {
            if self.foreign.contains(&report.back_edge) {
                continue;
            }
            let Some(source) = sources.of_back_edge(report.function, own, report.header, report.back_edge)
            else {
                self.foreign.push(report.back_edge);
                continue;
            };
            report.source = source;
            // A back edge that is gone was still there when it was inlined.
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

    /// Records the loops of a function that were removed, and the loops around decisions that were.
    pub(crate) fn add_idle(
        &mut self,
        function: FunctionId,
        removed: &Removed,
        own: &[SourcePosition],
        sources: &SourceLoops,
    ) {
        let is_around = |report: &&mut LoopReport| {
            report.function == function && removed.around.contains(&report.back_edge)
        };
        for report in self.reports.iter_mut().filter(is_around) {
            report.applied.insert(0, PassName::IdleDecisions);
        }
        let gone = removed.loops.iter().map(|&(header, back_edge)| LoopReport {
            function,
            source: SourceLoop::of_back_edge(function, header, back_edge),
            header,
            back_edge,
            applied: vec![PassName::IdleDecisions],
            obstacle: None,
            work: None,
        });
        self.add(gone.collect(), own, sources);
    }

    /// Records that a pass changed the loops with back edges at these positions.
    pub(crate) fn apply(&mut self, pass: PassName, changed: &[SourcePosition]) {
        for report in self.reports.iter_mut().filter(|report| changed.contains(&report.back_edge)) {
            let is_marked = report.applied.contains(&PassName::FailedValues);
            if !report.applied.contains(&pass) && (!is_marked || pass == PassName::LoopPurity) {
                report.applied.push(pass);
            }
        }
    }

    /// All reports. A back edge of a function that has no code any more is omitted if all its
    /// copies were treated differently.
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

/// The first reason why a back edge is not known to be effect-free. The next iteration begins with
/// the same values as this one, unless the reason is that it does not or that the loop is
/// irreducible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopObstacle {
    /// The cycle can be entered at several places.
    Irreducible,
    /// The position of an assignment to a variable that the next iteration, or the code after the
    /// loop, uses.
    Assigns(SourcePosition),
    /// The position of a write to memory.
    Stores(SourcePosition),
    /// The position of a read-modify-write.
    ReadModifyWrites(SourcePosition),
    /// A read-modify-write that changes memory in every iteration.
    Adds {
        /// The location, if it is the beginning of a global.
        global: Option<GlobalId>,
        /// The position of the operation.
        position: SourcePosition,
    },
    /// The position of a compare-exchange that may have succeeded.
    MayHaveSucceeded(SourcePosition),
    /// A call of a function that may have an effect.
    Calls {
        /// The callee.
        callee: Callee,
        /// The position of the call.
        position: SourcePosition,
    },
    /// The position where a new object is allocated.
    Allocates(SourcePosition),
    /// The position of an operation that porf does not support.
    Unsupported(SourcePosition),
    /// The loop reads no memory that other threads could change: it never ends, whatever they do.
    ReadsNothing,
    /// The pass that would have removed the back edge is turned off.
    TurnedOff,
}

impl LoopObstacle {
    /// The obstacle for a change by the instruction at that position.
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
