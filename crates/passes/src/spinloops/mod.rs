//! Reductions for spinloops: SAVER and partial loop purity.
//!
//! A *spinloop* reads shared memory until a condition holds. A model checker that stores no states
//! cannot distinguish an iteration that makes progress from one that returns to its initial state.
//! It would explore each number of iterations, and each way for each of them to read. The passes in
//! this folder end such iterations: the thread blocks
//! ([`TerminatorKind::Spin`](porf_ir::TerminatorKind::Spin)) where it would begin the same
//! iteration again. The values that it would have read next, it reads in another execution.
//!
//! # SAVER
//!
//! [saver §II-A] A *header* dominates all nodes of its loop. A *loopy path* of a back edge n → h
//! begins and ends at its header h, and ends with that edge. `analyses/loops.rs` finds back edges
//! and the blocks of their loopy paths.
//!
//! [saver §III, Def. 3] A path is *pure* if its only stores are compare-exchanges that fail. A back
//! edge is *effect-free* if every loopy path of it is pure and assigns only registers that are dead
//! at the header. *Spin-assume* removes such back edges ([`spin_assume`]; `spin_assume/success.rs`
//! shows that a compare-exchange has failed).
//!
//! [saver §IV] Other passes give more loops that form. A condition that is evaluated at the header
//! keeps registers alive there.
//! - *Bisimilar* nodes do the same and lead to bisimilar nodes. The code before a loop and the
//!   equal code at the end of each iteration become one node ([`bisimilar`]). [saver §VII] gives
//!   the construction in SSA form, with φs that move to the new header.
//! - *Loop rotation* and *jump threading* let a loop decide at the end of an iteration whether to
//!   go on ([`loop_rotation`]). As [saver §VII] demands, each loopy path keeps a back edge of its
//!   own.
//!
//! The value that a failed compare-exchange has read is as good as that of a load. A loop that
//! begins its next iteration with such a value, as it began the first one with that of a load,
//! waits, too ([`failed_values`]).
//!
//! [saver §V] A back edge is *potentially effect-free* if its loopy paths assign only dead
//! registers, whatever they write. *Dynamic-spin-assume* checks while the program runs whether the
//! iteration has written anything ([`dynamic_spin`]). Writes that no other thread observes and that
//! the next iteration makes anew do not count ([`provisional`]).
//!
//! [saver §VI, Def. 4] An iteration has *zero net effect* if its only effects are an addition and
//! the subtraction of the same number, or the acquisition and the release of a lock. *Spin-zne*
//! blocks the thread in front of the cancelling decrement ([`zne`]). The runtime cancels locks, and
//! tells the machine so. The explorer checks whether another thread observes the cancelled effects
//! (Algorithm 2), as it does for provisional stores (`explore/src/reductions/unobserved.rs`).
//!
//! # Partial loop purity
//!
//! [await §III] A *forward purity condition* at a point is a condition under which the rest of the
//! iteration is certain to be pure and to return to the header. A thread for which the condition
//! holds blocks at once, so that the load which decides is the last event before the block
//! ([`loop_purity`] has the deviations from the paper). One file is one part:
//! - `terms` and `conditions`: expressions over registers, and conditions on them in disjunctive
//!   normal form;
//! - `conduct`: the condition under which an instruction updates no global variable, and the
//!   barriers: a condition must not move above an instruction that may be an error;
//! - `ahead`: Definition 1, by backward propagation through statements and blocks;
//! - `before`: the condition under which the iteration has been pure up to a point;
//! - `flow`: the control flow, and the literals that hold in each block;
//! - `insert`: the inserted assumptions, each at the earliest point where its registers are
//!   defined.
//!
//! # Other modules
//!
//! [`loop_bound`] bounds loops, before all other passes; a loop that is ended has no bound any
//! more. `iterations` names iterations, so that a thread which spins can begin its iteration anew.
//! [`loop_report`] reports the fate of each back edge.
//!
//! # The passes on a loop
//!
//! This file runs the passes of [saver §III] and [saver §IV] on a function. The pipeline runs the
//! others on the whole program, after inlining. Spin-assume removes all effect-free back edges.
//! Then the passes of [saver §IV] get each header whose loop begins anew with other values, on a
//! copy of the function. The copy is kept only if it helps: if more back edges can be removed, or
//! as many but fewer begin anew with other values. The remaining back edges are marked if they begin
//! with the value that was read last. (Back edges that begin with the same values but
//! have effects may turn out to have had none when the program runs.)

pub(crate) mod bisimilar;
pub(crate) mod dynamic_spin;
pub(crate) mod failed_values;
pub(crate) mod iterations;
pub(crate) mod loop_bound;
pub(crate) mod loop_purity;
pub(crate) mod loop_report;
pub(crate) mod loop_rotation;
pub(crate) mod provisional;
pub(crate) mod spin_assume;
pub(crate) mod zne;

use porf_entity::SourcePosition;
use porf_ir::{BlockId, Dominators, Function, FunctionId};

use crate::analyses::effects::{Effect, Effects};
use crate::analyses::function_facts::{constants, predecessors};
use crate::analyses::loops::{BackEdge, BackEdges, Counters, position_of};
use crate::analyses::source_loops::SourceLoop;
use crate::options::{PassName, PassOptions};
use crate::simplifications::control_flow::remove_unreachable_blocks;
use crate::simplifications::{constant_folding, control_flow, dead_code};
use crate::spinloops::bisimilar::Comparison;
use crate::spinloops::failed_values::Marked;
use crate::spinloops::loop_report::{LoopObstacle, LoopReport, LoopWork};
use crate::spinloops::spin_assume::{Judge, Removed};

/// The largest number of headers in a row that a rotation goes through: the conditions of a loop
/// are often several blocks.
const ROTATIONS: usize = 3;

/// The largest number of changes of a loop on average.
const CHANGES: usize = 4;

/// Runs the passes on a function, which should be simplified before and after. `own` are the
/// positions in its loops before other functions were inlined; loops of inlined functions are
/// changed in their own functions. Returns a report for each back edge.
pub(crate) fn run(
    id: FunctionId,
    function: &mut Function,
    own: &[SourcePosition],
    effects: &Effects<'_>,
    comparison: &Comparison,
    options: &PassOptions,
) -> Vec<LoopReport> {
    remove_unreachable_blocks(function);
    let mut session =
        Session { id, own, effects, comparison, options, changed: Vec::new(), reports: Vec::new() };
    let back_edges = Judge::all(function, effects).len();
    let passes = [PassName::SpinAssume, PassName::Bisimilarity, PassName::LoopRotation];
    if back_edges > 0 && passes.into_iter().any(|pass| options.enabled(pass)) {
        tidy(function);
        session.remove_back_edges(function, &[]);
        for _ in 0..back_edges * CHANGES {
            if !session.change_one(function) {
                break;
            }
        }
    }
    session.mark_back_edges(function);
    session.report_remaining(function);
    session.reports
}

/// Folds constants and removes dead code, twice: blocks that become empty make branches
/// superfluous.
fn tidy(function: &mut Function) {
    for _ in 0..2 {
        constant_folding::run(function);
        dead_code::run(function);
        control_flow::run(function);
    }
}

/// The positions in the blocks of loops.
pub(crate) fn positions_in_loops(function: &Function) -> Vec<SourcePosition> {
    let back_edges = BackEdges::find(function, &Dominators::new(&function.blocks));
    let predecessors = predecessors(function);
    let edges = back_edges.natural.iter().chain(&back_edges.irreducible);
    let blocks = edges.flat_map(|edge| edge.natural_loop(&predecessors).0);
    blocks.map(|block| function.blocks[block].terminator.position).collect()
}

/// The positions in a block.
fn positions(function: &Function, block: BlockId) -> impl Iterator<Item = SourcePosition> {
    let block = &function.blocks[block];
    block.instructions.iter().map(|instruction| instruction.position).chain([block.terminator.position])
}

/// The quality of a function; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// The number of back edges that can be removed.
    removable: usize,
    /// The number, negated, of other back edges that begin anew with other values or are
    /// irreducible.
    assigning: isize,
}

impl Score {
    fn of(judged: &[(BackEdge, Option<LoopObstacle>)]) -> Self {
        let count = |wanted: fn(&Option<LoopObstacle>) -> bool| {
            judged.iter().filter(|(_, obstacle)| wanted(obstacle)).count()
        };
        Self {
            removable: count(Option::is_none),
            assigning: -(count(|obstacle| {
                matches!(obstacle, Some(LoopObstacle::Assigns(_) | LoopObstacle::Irreducible))
            }) as isize),
        }
    }
}

struct Session<'a> {
    id: FunctionId,
    own: &'a [SourcePosition],
    effects: &'a Effects<'a>,
    comparison: &'a Comparison,
    options: &'a PassOptions,
    /// The passes that changed loops which are still there. A loop is identified by the positions
    /// in its latches.
    changed: Vec<(PassName, Vec<SourcePosition>)>,
    reports: Vec<LoopReport>,
}

impl Session<'_> {
    /// The passes that changed a loop with a position for which `has` holds.
    fn applied(&self, has: impl Fn(SourcePosition) -> bool) -> Vec<PassName> {
        let here = self.changed.iter().filter(|(_, positions)| positions.iter().any(|&at| has(at)));
        let mut applied: Vec<PassName> = here.map(|&(pass, _)| pass).collect();
        applied.sort_unstable();
        applied.dedup();
        applied
    }

    /// Runs spin-assume after other passes changed a loop. Returns whether it removed a back edge.
    fn remove_back_edges(&mut self, function: &mut Function, applied: &[PassName]) -> bool {
        if !self.options.enabled(PassName::SpinAssume) {
            return false;
        }
        let removed = spin_assume::run(function, self.effects);
        if removed.is_empty() {
            return false;
        }
        for Removed { header, back_edge } in removed {
            let applied = applied.iter().copied().chain([PassName::SpinAssume]).collect();
            self.reports.push(LoopReport {
                function: self.id,
                source: SourceLoop::of_back_edge(self.id, header, back_edge),
                header,
                back_edge,
                applied,
                obstacle: None,
                work: None,
            });
        }
        tidy(function);
        spin_assume::remove_bounds(function);
        true
    }

    /// Improves one loop, if possible. Returns whether the function changed.
    fn change_one(&mut self, function: &mut Function) -> bool {
        let judged = Judge::all(function, self.effects);
        let score = Score::of(&judged);
        let counters = Counters::new(function, &constants(function));
        let mut headers: Vec<BlockId> = Vec::new();
        for &(edge, obstacle) in &judged {
            // No pass helps against counting.
            let kept = obstacle.is_some_and(|obstacle| obstacle != LoopObstacle::Irreducible)
                && !counters.count(function, edge);
            let position = function.blocks[edge.from].terminator.position;
            let own = !position.is_known() || self.own.contains(&position);
            if kept && own && !headers.contains(&edge.header) {
                headers.push(edge.header);
            }
        }
        for header in headers {
            let edges: Vec<BackEdge> =
                judged.iter().map(|&(edge, _)| edge).filter(|edge| edge.header == header).collect();
            let assigns = judged.iter().any(|(edge, obstacle)| {
                edge.header == header && matches!(obstacle, Some(LoopObstacle::Assigns(_)))
            });
            let Some((better, pass)) = self.better(function, score, header, &edges, assigns) else {
                continue;
            };
            let positions: Vec<SourcePosition> = edges
                .iter()
                .flat_map(|edge| positions(function, edge.from))
                .filter(|at| at.is_known())
                .collect();
            *function = better;
            let applied =
                self.applied(|at| positions.contains(&at)).into_iter().chain([pass]).collect::<Vec<_>>();
            if !self.remove_back_edges(function, &applied) {
                self.changed.push((pass, positions));
            }
            return true;
        }
        false
    }

    /// A better function, with another loop in place of that of the header.
    fn better(
        &self,
        function: &Function,
        score: Score,
        header: BlockId,
        edges: &[BackEdge],
        assigns: bool,
    ) -> Option<(Function, PassName)> {
        let accept = |trial: &Function| {
            let mut trial = trial.clone();
            tidy(&mut trial);
            (Score::of(&Judge::all(&trial, self.effects)) > score).then_some(trial)
        };
        if assigns
            && self.options.enabled(PassName::Bisimilarity)
            && let Some(better) = bisimilar::merged(function, header, edges, self.comparison, accept)
        {
            return Some((better, PassName::Bisimilarity));
        }
        if !self.options.enabled(PassName::LoopRotation) {
            return None;
        }
        for &edge in edges {
            let mut trial = function.clone();
            if loop_rotation::split_latch(&mut trial, edge)
                && let Some(better) = accept(&trial)
            {
                return Some((better, PassName::LoopRotation));
            }
        }
        let (mut trial, mut at, mut edges) = (function.clone(), assigns.then_some(header), edges.to_vec());
        for _ in 0..ROTATIONS {
            let header = at?;
            at = loop_rotation::next_header(&trial, header, &edges);
            if !loop_rotation::rotate(&mut trial, header, &edges) {
                return None;
            }
            if let Some(better) = accept(&trial) {
                return Some((better, PassName::LoopRotation));
            }
            let judged = Judge::all(&trial, self.effects);
            edges = judged.into_iter().map(|(edge, _)| edge).filter(|edge| Some(edge.header) == at).collect();
        }
        None
    }

    /// Marks back edges whose iterations begin with the value that was read last.
    fn mark_back_edges(&mut self, function: &mut Function) {
        if !self.options.enabled(PassName::FailedValues) {
            return;
        }
        for Marked { header, back_edge, blocks } in
            failed_values::run(function, self.effects, self.comparison)
        {
            let here: Vec<SourcePosition> =
                blocks.iter().flat_map(|&block| positions(function, block)).collect();
            let applied = self.applied(|at| here.contains(&at)).into_iter();
            self.reports.push(LoopReport {
                function: self.id,
                source: SourceLoop::of_back_edge(self.id, header, back_edge),
                header,
                back_edge,
                applied: applied.chain([PassName::FailedValues]).collect(),
                obstacle: None,
                work: None,
            });
        }
    }

    /// Reports the remaining back edges.
    fn report_remaining(&mut self, function: &Function) {
        let predecessors = predecessors(function);
        let constants = constants(function);
        let counters = Counters::new(function, &constants);
        let only_computes = |blocks: &[BlockId]| {
            let mut instructions = blocks.iter().flat_map(|&block| &function.blocks[block].instructions);
            instructions.all(|instruction| self.effects.of(instruction) == Effect::None)
        };
        let remaining: Vec<(Vec<BlockId>, BackEdge, Option<LoopObstacle>)> =
            Judge::all(function, self.effects)
                .into_iter()
                .map(|(edge, obstacle)| (edge.natural_loop(&predecessors).0, edge, obstacle))
                .collect();
        for (blocks, edge, obstacle) in remaining {
            let here: Vec<SourcePosition> =
                blocks.iter().flat_map(|&block| positions(function, block)).collect();
            let applied = self.applied(|at| here.contains(&at));
            let header = position_of(&function.blocks[edge.header]);
            let back_edge = function.blocks[edge.from].terminator.position;
            let work = match obstacle {
                Some(LoopObstacle::Assigns(_)) if counters.count(function, edge) => Some(LoopWork::Counts),
                Some(LoopObstacle::Assigns(_)) if only_computes(&blocks) => Some(LoopWork::Computes),
                _ => None,
            };
            self.reports.push(LoopReport {
                function: self.id,
                source: SourceLoop::of_back_edge(self.id, header, back_edge),
                header,
                back_edge,
                applied,
                obstacle: Some(obstacle.unwrap_or(LoopObstacle::TurnedOff)),
                work,
            });
        }
    }
}

#[cfg(test)]
mod tests;
