//! Loops that wait: SAVER and partial loop purity.
//!
//! A *spinloop* reads shared memory until a condition holds. A model checker that keeps no states
//! cannot tell an iteration that makes progress from one that comes back to where it began, and
//! would explore each number of iterations and each way for each of them to read. The passes in
//! this folder end such iterations: the thread blocks
//! ([`TerminatorKind::Spin`](porf_ir::TerminatorKind::Spin)) where it would begin the same again,
//! and what it would have read next it reads in another execution.
//!
//! # SAVER
//!
//! Kokologiannakis, Ren and Vafeiadis, "Dynamic partial order reductions for spinloops" (FMCAD
//! 2021).
//!
//! §II-A. A *header* dominates all nodes of its loop. A *loopy path* of a back edge n → h begins
//! and ends at its header h, and ends with that edge. `analyses/loops.rs` finds back edges and the
//! blocks of their loopy paths.
//!
//! §III, Definition 3. A path is *pure* if its only stores are compare-exchanges that fail. A back
//! edge is *effect-free* if every loopy path of it is pure and assigns only registers that are dead
//! at the header. *Spin-assume* removes such back edges ([`spin_assume`]; `spin_assume/success.rs`
//! shows that a compare-exchange has failed).
//!
//! §IV. More loops get that form. A condition that is evaluated at the header keeps registers alive
//! there.
//! - *Bisimilar* nodes do the same and lead to bisimilar nodes. What is done before a loop and once
//!   more at the end of each iteration becomes one node ([`bisimilar`]). §VII tells how that is
//!   done in SSA form, with φs that move to the new header.
//! - *Loop rotation* and *jump threading* let a loop decide at the end of an iteration whether to
//!   go on ([`loop_rotation`]). As §VII demands, each loopy path keeps a back edge of its own.
//!
//! §V. A back edge is *potentially effect-free* if its loopy paths assign only dead registers,
//! whatever they write. *Dynamic-spin-assume* checks while the program runs whether the iteration
//! has written anything ([`dynamic_spin`]). Writes that no other thread observes and that the next
//! iteration makes anew do not count ([`provisional`]).
//!
//! §VI, Definition 4. An iteration has *zero net effect* if it subtracts what it has added, or
//! releases a lock that it has acquired, and nothing else. *Spin-zne* blocks the thread in front of
//! the cancelling decrement ([`zne`]). Locks are cancelled by the runtime, which tells the machine
//! so. Whether another thread observes what is cancelled (Algorithm 2) is checked by the explorer,
//! as it is for provisional stores (`explore/src/reductions/unobserved.rs`).
//!
//! # Partial loop purity
//!
//! Jonsson, Lång and Sagonas, "Awaiting for Godot: stateless model checking that avoids executions
//! where nothing happens" (FMCAD 2022), §III.
//!
//! A *forward purity condition* at a point is a condition under which the rest of the iteration is
//! certain to be pure and to come back to the header. A thread for which it holds blocks at once,
//! so that the load which decides is the last event before the block ([`loop_purity`] has the
//! deviations from the paper). One file is one part:
//! - `terms` and `conditions`: expressions over registers, and conditions on them in disjunctive
//!   normal form;
//! - `conduct`: the condition under which an instruction updates no global variable, and where
//!   conditions must not be moved above an instruction that may be an error;
//! - `ahead`: Definition 1, by backward propagation through statements and blocks;
//! - `before`: whether the iteration has been pure up to a point;
//! - `flow`: the control flow, and what is known where;
//! - `insert`: the inserted assumptions, each at the earliest point where its registers are
//!   defined.
//!
//! # What else is here
//!
//! [`loop_bound`] bounds loops, before all else; a loop that is ended has no bound any more.
//! `iterations` names iterations, so that a thread which spins can begin its iteration anew.
//! [`loop_report`] tells what became of each back edge.
//!
//! # Which passes run on a loop
//!
//! This file runs §III and §IV on a function; the pipeline runs the others on the whole program,
//! once all is inlined. Spin-assume removes what it can. Then a header whose loop begins anew with
//! other values is given to the passes of §IV, on a copy. The copy is kept only if it helps: if
//! more back edges can be removed, or as many but fewer begin anew with other values. (Those that
//! begin with the same values but have effects may turn out to have had none when the program
//! runs.)

pub(crate) mod bisimilar;
pub(crate) mod dynamic_spin;
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
use crate::spinloops::loop_report::{LoopObstacle, LoopReport, LoopWork};
use crate::spinloops::spin_assume::{Judge, Removed};

/// How many headers in a row a rotation may go through: the conditions of a loop are often several blocks.
const ROTATIONS: usize = 3;

/// A loop is changed at most so often on average.
const CHANGES: usize = 4;

/// Runs the passes on a function, which should be simplified before and after. `own` are the positions in its loops before
/// those of other functions were inlined, which are changed where they come from. Returns what became of all jumps back.
pub(crate) fn run(
    id: FunctionId,
    function: &mut Function,
    own: &[SourcePosition],
    effects: &Effects<'_>,
    options: &PassOptions,
) -> Vec<LoopReport> {
    remove_unreachable_blocks(function);
    let mut session = Session { id, own, effects, options, changed: Vec::new(), reports: Vec::new() };
    let jumps_back = Judge::all(function, effects).len();
    let passes = [PassName::SpinAssume, PassName::Bisimilarity, PassName::LoopRotation];
    if jumps_back > 0 && passes.into_iter().any(|pass| options.enabled(pass)) {
        tidy(function);
        session.remove_jumps(function, &[]);
        for _ in 0..jumps_back * CHANGES {
            if !session.change_one(function) {
                break;
            }
        }
    }
    session.report_remaining(function);
    session.reports
}

/// Computes what is known and removes what nothing needs, twice: blocks that become empty make branches superfluous.
fn tidy(function: &mut Function) {
    for _ in 0..2 {
        constant_folding::run(function);
        dead_code::run(function);
        control_flow::run(function);
    }
}

/// Where the blocks of loops jump from.
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

/// How good a function is; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// How many jumps back can be removed.
    removable: usize,
    /// How many of the others begin anew with other values, or not at one place, negated.
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
    options: &'a PassOptions,
    /// Which passes changed which loops that are still there, by what is in the blocks that jump back.
    changed: Vec<(PassName, Vec<SourcePosition>)>,
    reports: Vec<LoopReport>,
}

impl Session<'_> {
    /// The passes that changed a loop that has known positions.
    fn applied(&self, has: impl Fn(SourcePosition) -> bool) -> Vec<PassName> {
        let here = self.changed.iter().filter(|(_, positions)| positions.iter().any(|&at| has(at)));
        let mut applied: Vec<PassName> = here.map(|&(pass, _)| pass).collect();
        applied.sort_unstable();
        applied.dedup();
        applied
    }

    /// Runs spin-assume, after other passes changed a loop. Whether it removed anything.
    fn remove_jumps(&mut self, function: &mut Function, applied: &[PassName]) -> bool {
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
                source: SourceLoop::of_jump(self.id, header, back_edge),
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

    /// Changes one loop for the better, if that is possible.
    fn change_one(&mut self, function: &mut Function) -> bool {
        let judged = Judge::all(function, self.effects);
        let score = Score::of(&judged);
        let counters = Counters::new(function, &constants(function));
        let mut headers: Vec<BlockId> = Vec::new();
        for &(edge, obstacle) in &judged {
            // Nothing helps against counting.
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
            if !self.remove_jumps(function, &applied) {
                self.changed.push((pass, positions));
            }
            return true;
        }
        false
    }

    /// A better function, with another loop instead of that of the header.
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
            && let Some(better) = bisimilar::merged(function, header, edges, accept)
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

    /// Reports the jumps back that are still there.
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
                source: SourceLoop::of_jump(self.id, header, back_edge),
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
