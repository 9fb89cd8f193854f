//! The results of the loop reductions in words.

use super::{BackEdgeReport, Fate, LoopObstacle, Reduction};
use crate::text::source::Sources;
use crate::{Place, SourceFile};

/// Describes the result for a loop.
#[derive(Clone, Copy)]
pub(crate) struct Words<'a> {
    sources: Sources<'a>,
    /// The place where the loop begins.
    place: Place,
    /// The greatest number of iterations that are followed.
    bound: Option<u32>,
}

impl<'a> Words<'a> {
    pub(crate) fn new(files: &'a [SourceFile], place: Place, bound: Option<u32>) -> Self {
        Self { sources: Sources::new(files), place, bound }
    }

    /// The result for a back edge, and its reason; with its line if `with_line`.
    pub(crate) fn sentence(self, back_edge: &BackEdgeReport, with_line: bool) -> String {
        let inlined = back_edge.inlined_into.as_ref();
        let inlined = inlined.map_or(String::new(), |function| format!("where {function} calls it, "));
        format!("{inlined}{}: {}", self.fate(back_edge), self.reason(back_edge, with_line))
    }

    /// The result for a back edge.
    pub(crate) fn fate(self, back_edge: &BackEdgeReport) -> String {
        match back_edge.fate() {
            Fate::Removed => "is removed".into(),
            Fate::Ends => "waits instead of repeating itself".into(),
            Fate::Checked if back_edge.applied.contains(&Reduction::Zne) => {
                "a failed attempt waits before it is undone".into()
            }
            Fate::Checked => "waits after an iteration without effects".into(),
            Fate::Explored if may_be_redundant(back_edge) => {
                format!("{}, unless redundant", self.explored())
            }
            Fate::Works | Fate::Explored | Fate::PartlyExplored => self.explored(),
        }
    }

    /// The number of iterations that are explored.
    pub(crate) fn explored(self) -> String {
        match self.bound {
            None => "every iteration is explored".into(),
            Some(1) => "1 iteration is explored".into(),
            Some(bound) => format!("up to {bound} iterations are explored"),
        }
    }

    /// The reason for the result for a back edge.
    pub(crate) fn reason(self, back_edge: &BackEdgeReport, with_line: bool) -> String {
        let obstacle =
            back_edge.obstacle.as_ref().map(|obstacle| self.obstacle(obstacle)).unwrap_or_default();
        match back_edge.fate() {
            Fate::Removed => {
                "it certainly ends and does nothing that anybody could observe (idle-decisions)".into()
            }
            Fate::Ends => {
                let at = self.at(back_edge.place).filter(|_| with_line && !self.is_end_of_body(back_edge));
                let at = at.map_or(String::new(), |at| format!(" at {at}"));
                let early = and_early(back_edge);
                let why = match back_edge.applied.contains(&Reduction::FailedValues) {
                    true => FAILED_VALUES,
                    false => "has only read (spin-assume)",
                };
                format!("an iteration that takes the back edge{at} {why}{early}{}", preparations(back_edge))
            }
            Fate::Checked if back_edge.applied.contains(&Reduction::Zne) => self.check(back_edge),
            Fate::Checked => format!("{}, because {obstacle}", self.check(back_edge)),
            Fate::Works | Fate::Explored | Fate::PartlyExplored => obstacle,
        }
    }

    /// Whether a back edge is that from the end of the body, which compilers place at the keyword
    /// of the loop.
    pub(crate) fn is_end_of_body(self, back_edge: &BackEdgeReport) -> bool {
        back_edge.place == self.place
    }

    /// The condition that is checked at run time.
    pub(crate) fn check(self, back_edge: &BackEdgeReport) -> String {
        if back_edge.applied.contains(&Reduction::Zne) {
            return "if another thread turns out to observe the attempt, porf restarts without this reduction (zne)".into();
        }
        let check = match back_edge.applied.contains(&Reduction::DynamicSpinAssume) {
            true => {
                format!("each iteration is checked at run time (dynamic-spin-assume){}", and_early(back_edge))
            }
            false => EARLY.into(),
        };
        check + &preparations(back_edge)
    }

    /// `line 9`, or `spin.h:9` for another file than that of the loop.
    fn at(self, place: Place) -> Option<String> {
        match place.line {
            Some(line) if place.file == self.place.file => Some(format!("line {line}")),
            _ => self.sources.name(place),
        }
    }

    /// An obstacle with its place.
    fn obstacle(self, obstacle: &LoopObstacle) -> String {
        let at = obstacle.place().and_then(|place| self.at(place));
        match obstacle {
            LoopObstacle::MayHaveSucceeded(_) => {
                let at = at.map_or(String::new(), |at| format!(" at {at}"));
                format!("the compare-exchange{at} may have succeeded")
            }
            _ => format!("{} {}", at.unwrap_or_else(|| "it".into()), label(obstacle)),
        }
    }
}

/// The label at the place of the obstacle: the action of the code there, or of the loop if it has
/// no place.
pub(crate) fn label(obstacle: &LoopObstacle) -> String {
    let label = match obstacle {
        LoopObstacle::Irreducible => "can be entered at several places (goto)",
        LoopObstacle::Assigns(_) => "changes a value for the next iteration",
        LoopObstacle::Stores(_) => "writes memory",
        LoopObstacle::ReadModifyWrites(_) => "reads and writes memory",
        LoopObstacle::Adds { name, .. } => {
            let name = name.as_deref().unwrap_or("memory");
            return format!("changes {name} in each iteration, so no iteration is redundant");
        }
        LoopObstacle::MayHaveSucceeded(_) => "may have succeeded",
        LoopObstacle::Calls { callee: Some(callee), .. } => {
            return format!("calls {callee}, which may have effects");
        }
        LoopObstacle::Calls { callee: None, .. } => "calls a function that may have effects",
        LoopObstacle::Allocates(_) => "allocates an object",
        LoopObstacle::Unsupported(_) => "is not supported by porf",
        LoopObstacle::ReadsNothing => "reads nothing that another thread could change",
        LoopObstacle::TurnedOff { option } => return format!("could be reduced without {option}"),
    };
    label.into()
}

/// Advice for removing the obstacle if the loop only waits.
pub(crate) fn help(obstacle: &LoopObstacle) -> Option<&'static str> {
    match obstacle {
        LoopObstacle::Irreducible => Some("let every jump into the loop lead to its beginning"),
        LoopObstacle::Assigns(_) => Some(
            "a loop that only waits begins each iteration with the same values, and reads the awaited location again",
        ),
        LoopObstacle::Stores(_) => {
            Some("a loop that only waits writes nothing; if once is enough, write before the loop")
        }
        LoopObstacle::ReadModifyWrites(_) => Some(
            "a loop that only waits writes nothing: where it has to try, use a compare-exchange, which writes nothing if it fails",
        ),
        LoopObstacle::Adds { .. } => Some(
            "--unroll N bounds the loop; or count in a local variable, and add the number once after the loop",
        ),
        LoopObstacle::MayHaveSucceeded(_) => Some("leave the loop where the compare-exchange has succeeded"),
        LoopObstacle::Calls { .. } => Some("a loop that only waits calls nothing that writes memory"),
        LoopObstacle::Allocates(_) => Some("allocate the object before the loop"),
        LoopObstacle::ReadsNothing => {
            Some("to wait for another thread, a loop must read what that thread writes")
        }
        LoopObstacle::Unsupported(_) | LoopObstacle::TurnedOff { .. } => None,
    }
}

/// Whether an iteration that takes a back edge which is followed can turn out to be redundant
/// (`redundant-iterations`): another one could be left out with the same result.
fn may_be_redundant(back_edge: &BackEdgeReport) -> bool {
    !matches!(
        back_edge.obstacle,
        None | Some(
            LoopObstacle::Adds { .. }
                | LoopObstacle::ReadsNothing
                | LoopObstacle::Unsupported(_)
                | LoopObstacle::TurnedOff { .. }
        )
    )
}

const EARLY: &str = "the thread waits as soon as the iteration is certain to have no effect (loop-purity)";

const FAILED_VALUES: &str = "has only read, and the next one begins with the value that was read \
    last, as if the load before the loop had read it (failed-values)";

/// The remark that threads wait early, if they do.
fn and_early(back_edge: &BackEdgeReport) -> String {
    if back_edge.applied.contains(&Reduction::LoopPurity) { format!(", and {EARLY}") } else { String::new() }
}

/// The reductions that prepared the loop.
fn preparations(back_edge: &BackEdgeReport) -> String {
    let phrase = |reduction: &Reduction| match reduction {
        Reduction::IdleDecisions => Some("the back-off, which does nothing, was removed (idle-decisions)"),
        Reduction::Bisimilarity => {
            Some("the code before the loop was merged with the end of the iteration (bisimilarity)")
        }
        Reduction::LoopRotation => {
            Some("the condition was moved to the end of the iteration (loop-rotation)")
        }
        Reduction::SpinAssume
        | Reduction::FailedValues
        | Reduction::LoopPurity
        | Reduction::DynamicSpinAssume
        | Reduction::Zne => None,
    };
    let phrases: Vec<&str> = back_edge.applied.iter().filter_map(phrase).collect();
    if phrases.is_empty() { String::new() } else { format!(", after {}", phrases.join(" and ")) }
}
