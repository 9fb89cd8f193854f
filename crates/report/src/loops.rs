//! What was done with the loops of a program, and why not more.
//!
//! A loop that only waits would give as many executions as it can go round. So jumps back are removed where going round once
//! more would be doing the same again, or checked while the program runs; the others are followed. A loop may have several
//! jumps back (`continue`, and the end of its body), each with a fate of its own.
//!
//! As all of a report these types are the JSON format, too (docs/json.md).

pub(crate) mod words;

use serde::Serialize;

pub(crate) use self::words::Words;
use crate::{Place, SourceFile};

/// What became of a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LoopReport {
    /// The function that it is in.
    pub function: String,
    /// Where it begins.
    #[serde(flatten)]
    pub place: Place,
    /// The line of the last thing in it.
    pub end_line: Option<u32>,
    /// What became of its jumps back, one or more.
    pub jumps: Vec<JumpReport>,
}

/// What became of a jump back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct JumpReport {
    /// Where the loop jumps back.
    #[serde(flatten)]
    pub place: Place,
    /// Set if this is about the code of the loop as it is inlined into another function: that function.
    pub inlined_into: Option<String>,
    /// What was done, in order.
    pub applied: Vec<Reduction>,
    /// Why it is not known beforehand that the jump does not matter; `None` if that is known.
    pub obstacle: Option<LoopObstacle>,
    /// What the loop does, if it obviously does not wait.
    #[serde(skip)]
    pub work: Option<LoopWork>,
    /// All of it in a sentence; [`LoopReport::explain`] writes it.
    pub text: String,
}

/// What loops do that do not wait.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LoopWork {
    /// A variable changes by the same number in each iteration.
    Counts,
    /// Each iteration goes on from values that the one before it has computed, and reads no memory.
    Computes,
}

/// Something that is done with loops, by the name that it has on the command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reduction {
    /// What is done before a loop and at the end of each iteration is done once.
    Bisimilarity,
    /// Loops decide at the end of an iteration whether to go on.
    LoopRotation,
    /// Loops that do nothing but wait end where they would begin anew.
    SpinAssume,
    /// Threads wait as soon as it is certain that the iteration will have done nothing.
    LoopPurity,
    /// Loops whose iterations turn out to have done nothing end, too.
    DynamicSpinAssume,
    /// Attempts that are undone if they fail wait instead.
    Zne,
}

/// Why it is not known that going round once more is doing the same again: the first reason that was found.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum LoopObstacle {
    /// The loop can be entered at several places.
    Irreducible,
    /// The next iteration gets another value from here.
    Assigns(Place),
    /// Memory is written.
    Stores(Place),
    /// Memory is read and written.
    ReadModifyWrites(Place),
    /// The compare-exchange may have succeeded.
    MayHaveSucceeded(Place),
    /// A function is called that may change something.
    Calls {
        /// Which, if it has a name that the user knows.
        callee: Option<String>,
        /// Where.
        #[serde(flatten)]
        place: Place,
    },
    /// A new object is made.
    Allocates(Place),
    /// There is something that is not supported.
    Unsupported(Place),
    /// Nothing is read that other threads could change.
    ReadsNothing,
    /// The user turned off what would have removed the jump.
    TurnedOff {
        /// By this.
        option: String,
    },
}

impl LoopObstacle {
    /// Where it is, if it is at one place.
    pub fn place(&self) -> Option<Place> {
        match self {
            Self::Assigns(place)
            | Self::Stores(place)
            | Self::ReadModifyWrites(place)
            | Self::MayHaveSucceeded(place)
            | Self::Calls { place, .. }
            | Self::Allocates(place)
            | Self::Unsupported(place) => Some(*place),
            Self::Irreducible | Self::ReadsNothing | Self::TurnedOff { .. } => None,
        }
    }
}

/// What became of a jump back or, if all jumps have the same fate, of a loop.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Fate {
    /// It waits instead of repeating itself.
    Ends,
    /// Whether it ends there is found out while the program runs.
    Checked,
    /// It goes on, and obviously does not wait.
    Works,
    /// It goes on.
    Explored,
    /// Some jumps go on, others do not.
    PartlyExplored,
}

impl JumpReport {
    pub(crate) fn fate(&self) -> Fate {
        let applied = |reduction| self.applied.contains(&reduction);
        match self.obstacle {
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
    /// Writes the texts of the jumps, for a program with these files whose loops are followed for at most so many iterations.
    pub fn explain(&mut self, files: &[SourceFile], bound: Option<u32>) {
        let words = Words::new(files, self.place, bound);
        for jump in &mut self.jumps {
            jump.text = words.sentence(jump, true);
        }
    }

    pub(crate) fn fate(&self) -> Fate {
        let mut fates: Vec<Fate> = self.jumps.iter().map(JumpReport::fate).collect();
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
