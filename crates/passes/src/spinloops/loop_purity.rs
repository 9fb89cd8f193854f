//! Partial loop purity: a thread blocks as soon as its iteration is certain to have no effect
//! [await §III].
//!
//! Consider a point and a condition on values that are computed already. If the condition implies
//! that the thread will inevitably get to [`Spin`](TerminatorKind::Spin), or to the end of an
//! iteration without effects, then the thread blocks at that point if the condition holds. The
//! values it would have read in between do not matter. So the load that decides whether to wait is
//! the last event before the block.
//!
//! There are two kinds of goals:
//! - `Spin`, inserted by [`spin_assume`](crate::spinloops::spin_assume). The code before the point
//!   does not matter. The code from the point to the goal must have no effects and no possible
//!   errors ([`ahead`]).
//! - The remaining back edges of a loop. The thread blocks if three conditions hold: it has had no
//!   effect since it was at the header ([`before`]), it has none on the way to the back edge, and
//!   the live parameters of the header keep their values for the next iteration. Then each value,
//!   when it is used next, is what it was an iteration ago.
//!
//! # Why no behaviour is lost
//!
//! Let a thread block at a point p because all ways from p lead to goals of a loop L. Let G be an
//! execution in which the thread goes on instead.
//!
//! - If p is in L, then the thread is at the header of L again later, in the state in which it was
//!   there before p, and has had no effect in between. Leave out its events in between. The rest of
//!   G can stay as it is, as for redundant iterations
//!   (`explore/src/reductions/redundant_iterations.rs`). In particular, a thread that never leaves L
//!   again repeats its way to p, or is at p only a finite number of times, which can all be left
//!   out. So it does not matter that the read before p awaits: it is repeated before anything else
//!   happens.
//! - If p is not in L, then the thread comes to L for the first time. It never leaves L, since each
//!   iteration begins in the same state and reads at will. So the thread spins for ever behind p,
//!   whatever other threads write. The block has no name of an iteration ([`Since::Nothing`]), and
//!   the read before p does not await: it is not repeated.
//!
//! Thus p must be in L, or behind p the thread must never leave L. The third case is neither: a
//! thread that will either wait in an inner loop or repeat the outer one,
//! `while (x == 0) { while (y == 1); }`. Behind x = 0, it goes to a goal in any case. But if y stays
//! 1, it waits in the inner loop for ever, although x changes. It must not await x, nor may it be
//! taken for a thread that waits for nothing: if y is not 1, it reads x again. Only the read of y is
//! the last one, and the thread blocks behind it, in one of both loops. Therefore each prospect
//! leads to one loop, identified by its header ([`ahead`]), and a way that may lead to the `Spin` of
//! another loop is a way without prospect. Whether an inner loop is certain to be left is not known:
//! a wait that another thread ends in all executions would not have to be distinguished.
//!
//! (An inner loop that still has its back edge lets no prospect pass; behind it, an iteration of the
//! outer loop is pure only if it was left.)
//!
//! # Deviations from the paper
//!
//! 1. The paper has conditions for whole iterations, each for one path, and flags that tell whether
//!    inner loops ran. porf separates the part of the iteration before the point from the part
//!    behind it. Before the point only effects matter, and an inner loop without effects needs no
//!    flag.
//! 2. Conditions range over all values that can be computed without running the program further
//!    ([`terms`]), not over registers that hold truth values. A parameter of the header that gets
//!    another value does not rule purity out, but adds a literal.
//! 3. Where a condition needs a value that is not defined on all ways to the point, the thread does
//!    not block there. The paper takes arbitrary values on the other ways.
//! 4. Accesses that may race are barriers, like accesses that may be errors: no race is lost
//!    ([`conduct`]).
//! 5. A literal that always holds at the point is not checked ([`flow`]).

mod ahead;
mod before;
mod conditions;
mod conduct;
mod flow;
mod insert;
mod terms;

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{BlockId, Function, TerminatorKind};

use self::ahead::{Ahead, Goals, Since, Stop};
use self::before::Before;
use self::conditions::{Conjunction, always};
use self::conduct::{Conducts, Judge};
use self::flow::Flow;
use self::insert::{Plan, Wait};
use self::terms::Terms;
use crate::analyses::atomic_globals::AtomicGlobals;
use crate::analyses::effects::Effects;
use crate::analyses::function_facts::{Constants, constants};
use crate::analyses::loops::Counters;
use crate::simplifications::control_flow::remove_unreachable_blocks;
use crate::spinloops::spin_assume::remove_bounds;

/// The largest number of rounds. Each round may make the next one possible; after the last round
/// the remaining possibilities stay unused.
const ROUNDS: usize = 4;

/// Makes threads block as soon as it is certain that they will. Returns the positions of the back
/// edges of the loops that were changed.
pub(crate) fn run(
    function: &mut Function,
    effects: &Effects<'_>,
    globals: &AtomicGlobals,
) -> Vec<SourcePosition> {
    let mut changed = Vec::new();
    remove_unreachable_blocks(function);
    for _ in 0..ROUNDS {
        let positions = round(function, effects, globals);
        if positions.is_empty() {
            break;
        }
        changed.extend(positions);
        remove_bounds(function);
        remove_unreachable_blocks(function);
    }
    changed.sort_unstable();
    changed.dedup();
    changed
}

fn round(function: &mut Function, effects: &Effects<'_>, globals: &AtomicGlobals) -> Vec<SourcePosition> {
    let flow = Flow::new(function);
    let spins =
        function.blocks.values().any(|block| matches!(block.terminator.kind, TerminatorKind::Spin { .. }));
    if flow.back_edges.natural.is_empty() && !spins {
        return Vec::new();
    }
    let constants = constants(function);
    let mut terms = Terms::new(function, &flow.dominators, &constants);
    let judge = Judge { function, effects, globals, constants: &constants };
    let conducts = judge.judge_all(&flow.dominators, &mut terms);
    let facts = flow.facts(&mut terms);
    let mut search = Search { flow: &flow, conducts: &conducts, facts: &facts, terms, waits: Vec::new() };
    search.before_spins();
    search.before_back_edges(&constants);
    let Search { mut terms, waits, .. } = search;
    let positions = waits.iter().map(|wait| wait.goal.position).collect();
    let plan = Plan::new(waits, &flow, &mut terms);
    plan.carry_out(function, &terms);
    positions
}

/// Looks for points where threads should block.
struct Search<'a> {
    flow: &'a Flow<'a>,
    conducts: &'a Conducts,
    /// By block, the literals that hold in it.
    facts: &'a SecondaryMap<BlockId, Conjunction>,
    terms: Terms,
    waits: Vec<Wait>,
}

impl Search<'_> {
    /// Adds the points from which the thread would read values that no longer matter before it
    /// blocks.
    fn before_spins(&mut self) {
        let (flow, conducts) = (self.flow, self.conducts);
        let stops = Ahead { flow, conducts, terms: &mut self.terms, goals: Goals::Spins }.look();
        for stop in stops.into_iter().filter(|stop| stop.prospect.may_read) {
            self.add(&stop, &always());
        }
    }

    /// Adds the points from which a pure iteration is completed.
    fn before_back_edges(&mut self, constants: &Constants) {
        let (flow, conducts) = (self.flow, self.conducts);
        let counters = Counters::new(flow.function, constants);
        let mut headers: Vec<BlockId> = flow.back_edges.natural.iter().map(|edge| edge.header).collect();
        headers.sort_unstable();
        headers.dedup();
        for header in headers {
            let edges = || flow.back_edges.natural.iter().filter(|edge| edge.header == header);
            let mut inside = SecondaryMap::with_default(false);
            for edge in edges() {
                for block in edge.natural_loop(&flow.predecessors).0 {
                    inside[block] = true;
                }
            }
            let goals = Goals::BackEdges { header, inside: &inside, counters: &counters };
            let stops = Ahead { flow, conducts, terms: &mut self.terms, goals }.look();
            if stops.is_empty() {
                continue;
            }
            let before = Before::new(flow, conducts, self.facts, header, &inside, &mut self.terms);
            for stop in stops {
                let so_far = before.at(stop.block, stop.index, &self.terms);
                // A loop that reads nothing continues for ever whatever other threads do; it does
                // not wait.
                if so_far.has_read || stop.prospect.reads {
                    self.add(&stop, &so_far.pure_if);
                }
            }
        }
    }

    /// Makes the thread block where a prospect stops and one of the conjunctions holds.
    fn add(&mut self, stop: &Stop, conditions: &[Conjunction]) {
        // Instructions that only compute do not matter to other threads, and the condition may use
        // their results.
        let only_computes = |index: &usize| self.conducts[stop.block][*index].only_computes;
        let end = self.conducts[stop.block].len();
        let index = (stop.index..end).find(|index| !only_computes(index)).unwrap_or(end);
        for condition in conditions {
            let known = &self.facts[stop.block];
            let Some(all) = self.terms.conjoin(condition, &stop.prospect.literals) else { continue };
            let Some(condition) = self.terms.beyond(&all, known) else { continue };
            let mut goal = stop.prospect.goal;
            if let Since::Value(name) = goal.since
                && !self.flow.is_defined(name, (stop.block, index))
            {
                goal.since = Since::Nothing;
            }
            let wait = Wait { block: stop.block, index, condition, goal };
            let follows = |other: &Wait| {
                (other.block, other.index) == (wait.block, wait.index)
                    && self.terms.implies_all(&wait.condition, &other.condition)
            };
            if !self.waits.iter().any(follows) {
                self.waits.push(wait);
            }
        }
    }
}

#[cfg(test)]
mod tests;
