//! The results of the loop reductions for each loop of a program, and the obstacles to further
//! reductions.
//!
//! A spinloop would give as many executions as it has possible numbers of iterations. So a back
//! edge is removed where the next iteration would repeat the last one, or it is checked while the
//! program runs. The other back edges are followed. A loop may have several back edges (`continue`,
//! and the end of its body), each with its own result.
//!
//! Like the other types of a report, these types are the JSON format, too (docs/json.md).

pub(crate) mod words;

use serde::Serialize;

pub(crate) use self::words::Words;
use crate::{Place, SourceFile};

/// The result of the loop reductions for a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoopReport {
    /// The function that the loop is in.
    pub function: String,
    /// The place where the loop begins.
    #[serde(flatten)]
    pub place: Place,
    /// The last line of the loop.
    pub end_line: Option<u32>,
    /// The results for its back edges, one or more.
    pub back_edges: Vec<BackEdgeReport>,
}

/// The result of the loop reductions for a back edge.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BackEdgeReport {
    /// The place of the back edge.
    #[serde(flatten)]
    pub place: Place,
    /// The function into which the code of the loop is inlined, if this report is about that code.
    pub inlined_into: Option<String>,
    /// The reductions that were applied, in order.
    pub applied: Vec<Reduction>,
    /// The reason why it is not known before the run that the next iteration would repeat the last
    /// one; `None` if it is known.
    pub obstacle: Option<LoopObstacle>,
    /// The work of the loop, if it obviously does not wait.
    #[serde(skip)]
    pub work: Option<LoopWork>,
    /// The report in a sentence, which [`LoopReport::explain`] writes.
    pub text: String,
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

/// A loop reduction, by its name on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reduction {
    /// Decisions between different ways of doing nothing are removed, as those of back-off.
    IdleDecisions,
    /// The equal code before a loop and at the end of each iteration is merged.
    Bisimilarity,
    /// Loops decide at the end of an iteration whether to go on.
    LoopRotation,
    /// A pure iteration blocks its thread instead of beginning the next one.
    SpinAssume,
    /// An iteration that begins with the value of a failed compare-exchange, as the first one began
    /// with that of a load, blocks its thread.
    FailedValues,
    /// A thread blocks as soon as its iteration is certain to have no effect.
    LoopPurity,
    /// An iteration that turns out to have had no effect blocks its thread.
    DynamicSpinAssume,
    /// Attempts that are undone if they fail wait instead.
    Zne,
}

/// The reason why it is not known that the next iteration would repeat the last one: the first one
/// that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LoopObstacle {
    /// The loop can be entered at several places.
    Irreducible,
    /// The next iteration gets another value from this place.
    Assigns(Place),
    /// Memory is written.
    Stores(Place),
    /// Memory is read and written.
    ReadModifyWrites(Place),
    /// Memory is changed in every iteration, as by an addition.
    Adds {
        /// The name of the variable, if it is known.
        name: Option<String>,
        /// The place of the operation.
        #[serde(flatten)]
        place: Place,
    },
    /// The compare-exchange may have succeeded.
    MayHaveSucceeded(Place),
    /// A function that may have effects is called.
    Calls {
        /// The function, if it has a name that the user knows.
        callee: Option<String>,
        /// The place of the call.
        #[serde(flatten)]
        place: Place,
    },
    /// A new object is allocated.
    Allocates(Place),
    /// The loop has an unsupported operation.
    Unsupported(Place),
    /// The loop reads no location that other threads could change.
    ReadsNothing,
    /// The user turned off the reduction that would have removed the back edge.
    TurnedOff {
        /// The option that turned it off.
        option: String,
    },
}

impl LoopObstacle {
    /// The place of the obstacle, if it has one place.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Assigns(place)
            | Self::Stores(place)
            | Self::ReadModifyWrites(place)
            | Self::MayHaveSucceeded(place)
            | Self::Adds { place, .. }
            | Self::Calls { place, .. }
            | Self::Allocates(place)
            | Self::Unsupported(place) => Some(*place),
            Self::Irreducible | Self::ReadsNothing | Self::TurnedOff { .. } => None,
        }
    }
}

/// The result for a back edge or, if it is the same for all back edges, for a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fate {
    /// The loop is removed, since it ends and does nothing.
    Removed,
    /// The thread blocks instead of beginning the next iteration.
    Ends,
    /// A check at run time decides whether the thread blocks there.
    Checked,
    /// The back edge is followed, and the loop obviously does not wait.
    Works,
    /// The back edge is followed.
    Explored,
    /// Some back edges are followed, others are not.
    PartlyExplored,
}

impl BackEdgeReport {
    pub(crate) fn fate(&self) -> Fate {
        let applied = |reduction| self.applied.contains(&reduction);
        match self.obstacle {
            None if self.applied == [Reduction::IdleDecisions] => Fate::Removed,
            None => Fate::Ends,
            Some(_)
                if applied(Reduction::LoopPurity)
                    || applied(Reduction::DynamicSpinAssume)
                    || applied(Reduction::Zne) =>
            {
                Fate::Checked
            }
            Some(_) if self.work.is_some() => Fate::Works,
            Some(_) => Fate::Explored,
        }
    }
}

impl LoopReport {
    /// Writes the texts of the back edges, for a program with these files. `bound` is the greatest
    /// number of iterations that are followed.
    pub fn explain(&mut self, files: &[SourceFile], bound: Option<u32>) {
        let words = Words::new(files, self.place, bound);
        for back_edge in &mut self.back_edges {
            back_edge.text = words.sentence(back_edge, true);
        }
    }

    pub(crate) fn fate(&self) -> Fate {
        let mut fates: Vec<Fate> = self.back_edges.iter().map(BackEdgeReport::fate).collect();
        fates.sort_unstable();
        match fates[..] {
            [.., last] if last <= Fate::Checked => last,
            [first, .., last] if first <= Fate::Checked && last > Fate::Checked => Fate::PartlyExplored,
            [.., last] => last,
            [] => Fate::Ends,
        }
    }
}

#[cfg(test)]
mod tests;
