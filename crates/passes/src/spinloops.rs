//! The passes for loops that wait, and what is reported of them.
//!
//! Spin-assume removes what it can. Then a header whose loop begins anew with other values is given to the passes that may
//! change that; what they make of it is kept only if it helps: if more jumps back can be removed, or as many but fewer
//! begin anew with other values. (Those that begin with the same values but have effects may turn out to have had none when
//! the program runs.)

use porf_ir::{BlockId, Function, FunctionId};

use crate::control_flow::remove_unreachable_blocks;
use crate::edit::predecessors;
use crate::effects::Effects;
use crate::loop_report::{LoopObstacle, LoopReport};
use crate::loops::{Backedge, position_of};
use crate::pipeline::{PassName, PassOptions};
use crate::spin_assume::{Judge, Removed};
use crate::{bisimilar, constant_folding, control_flow, dead_code, loop_rotation, spin_assume};

/// How many headers in a row a rotation may go through: the conditions of a loop are often several blocks.
const ROTATIONS: usize = 3;

/// A loop is changed at most so often on average.
const CHANGES: usize = 4;

/// Runs the passes on a function, which should be simplified before and after. All jumps back that it had or has.
pub(crate) fn run(
    id: FunctionId,
    function: &mut Function,
    effects: &Effects<'_>,
    options: &PassOptions,
) -> Vec<LoopReport> {
    remove_unreachable_blocks(function);
    let mut session = Session { id, effects, options, changed: Vec::new(), reports: Vec::new() };
    let jumps_back = Judge::all(function, effects).len();
    if jumps_back == 0 {
        return Vec::new();
    }
    session.remove_jumps(function, &[]);
    for _ in 0..jumps_back * CHANGES {
        if !session.change_one(function) {
            break;
        }
    }
    session.report_remaining(function);
    session.reports
}

/// How good a function is; more is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Score {
    /// How many jumps back can be removed.
    removable: usize,
    /// How many of the others begin anew with other values, negated.
    assigning: isize,
}

struct Session<'a> {
    id: FunctionId,
    effects: &'a Effects<'a>,
    options: &'a PassOptions,
    /// Which passes changed which loops, by the position of the header before.
    changed: Vec<(PassName, porf_entity::SourcePosition)>,
    reports: Vec<LoopReport>,
}

impl Session<'_> {
    fn enabled(&self, pass: PassName) -> bool {
        self.options.enabled(pass)
    }

    fn score(&self, function: &Function) -> Score {
        let judged = Judge::all(function, self.effects);
        let count = |wanted: fn(&Option<LoopObstacle>) -> bool| {
            judged.iter().filter(|(_, obstacle)| wanted(obstacle)).count()
        };
        Score {
            removable: count(Option::is_none),
            assigning: -(count(|obstacle| matches!(obstacle, Some(LoopObstacle::Assigns(_)))) as isize),
        }
    }

    /// Runs spin-assume, after other passes changed a loop.
    fn remove_jumps(&mut self, function: &mut Function, applied: &[PassName]) {
        if !self.enabled(PassName::SpinAssume) {
            return;
        }
        for Removed { header, backedge } in spin_assume::run(function, self.effects) {
            let applied = applied.iter().copied().chain([PassName::SpinAssume]).collect();
            self.reports.push(LoopReport { function: self.id, header, backedge, applied, obstacle: None });
        }
    }

    /// Changes one loop for the better, if that is possible.
    fn change_one(&mut self, function: &mut Function) -> bool {
        let judged = Judge::all(function, self.effects);
        let mut headers: Vec<BlockId> = Vec::new();
        for (edge, obstacle) in &judged {
            let kept = obstacle.is_some_and(|obstacle| obstacle != LoopObstacle::Irreducible);
            if kept && !headers.contains(&edge.header) {
                headers.push(edge.header);
            }
        }
        for header in headers {
            let edges: Vec<Backedge> =
                judged.iter().map(|&(edge, _)| edge).filter(|edge| edge.header == header).collect();
            let assigns = judged.iter().any(|(edge, obstacle)| {
                edge.header == header && matches!(obstacle, Some(LoopObstacle::Assigns(_)))
            });
            let Some((better, pass)) = self.better(function, header, &edges, assigns) else { continue };
            self.changed.push((pass, position_of(&function.blocks[header])));
            *function = better;
            self.remove_jumps(function, &[pass]);
            return true;
        }
        false
    }

    /// A better function, with another loop instead of that of the header.
    fn better(
        &self,
        function: &Function,
        header: BlockId,
        edges: &[Backedge],
        assigns: bool,
    ) -> Option<(Function, PassName)> {
        let score = self.score(function);
        let accept = |trial: &Function| {
            let mut trial = trial.clone();
            constant_folding::run(&mut trial);
            dead_code::run(&mut trial);
            control_flow::run(&mut trial);
            (self.score(&trial) > score).then_some(trial)
        };
        if assigns && self.enabled(PassName::Bisimilarity) {
            let mut trial = function.clone();
            if bisimilar::run(&mut trial, header, edges)
                && let Some(better) = accept(&trial)
            {
                return Some((better, PassName::Bisimilarity));
            }
        }
        if !self.enabled(PassName::LoopRotation) {
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
        let (mut trial, mut at, mut edges) = (function.clone(), header, edges.to_vec());
        for _ in 0..if assigns { ROTATIONS } else { 0 } {
            at = loop_rotation::rotate(&mut trial, at, &edges)?;
            if let Some(better) = accept(&trial) {
                return Some((better, PassName::LoopRotation));
            }
            let judged = Judge::all(&trial, self.effects);
            edges = judged.into_iter().map(|(edge, _)| edge).filter(|edge| edge.header == at).collect();
        }
        None
    }

    /// Reports the jumps back that are still there.
    fn report_remaining(&mut self, function: &Function) {
        let predecessors = predecessors(function);
        for (edge, obstacle) in Judge::all(function, self.effects) {
            let blocks = edge.natural_loop(&predecessors).0;
            let positions: Vec<_> = blocks
                .iter()
                .flat_map(|&block| {
                    let block = &function.blocks[block];
                    let instructions = block.instructions.iter().map(|instruction| instruction.position);
                    instructions.chain([block.terminator.position])
                })
                .collect();
            let applied = self.changed.iter().filter(|(_, header)| positions.contains(header));
            self.reports.push(LoopReport {
                function: self.id,
                header: position_of(&function.blocks[edge.header]),
                backedge: function.blocks[edge.from].terminator.position,
                applied: applied.map(|&(pass, _)| pass).collect(),
                obstacle: Some(obstacle.unwrap_or(LoopObstacle::TurnedOff)),
            });
        }
    }
}
