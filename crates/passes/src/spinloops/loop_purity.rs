//! Partial loop purity: threads wait as soon as it is certain that they will, after Jonsson, Lång and Sagonas, "Awaiting for
//! Godot: stateless model checking that avoids executions where nothing happens" (FMCAD 2022), §III.
//!
//! At a point from which the thread, under a condition on values that are computed already, will inevitably get to
//! [`Spin`](TerminatorKind::Spin), or to the end of an iteration that has no effects, it waits at once if the condition holds.
//! What it would have read in between does not matter. So a load that decides whether to wait is followed by nothing else.
//!
//! There are two kinds of goals:
//! - `Spin`, where [`spin_assume`](crate::spinloops::spin_assume) has put it. What comes before the point does not matter; on the way from
//!   there to the goal must be no effects and nothing that may be an error ([`ahead`]).
//! - The jumps back of a loop that are still there. The thread waits if it has had no effect since it was at the
//!   header ([`before`]), has none on the way to the jump back, and the next iteration gets the same for the parameters of the
//!   header that matter. So no value differs from what it was an iteration ago when it is used next.
//!
//! Deviations from the paper:
//! 1. The paper has conditions for whole iterations, each for one path, and flags that tell whether inner loops ran. We keep what
//!    comes before the point and what comes behind it apart. Before it only effects matter, and an inner loop that has
//!    none needs no flag.
//! 2. Conditions are over whatever can be computed without running the program further ([`terms`]), not over registers that
//!    hold truth values. A parameter of the header that gets another value does not rule purity out, but makes for a literal.
//! 3. Where a condition needs a value that is not defined on all ways to the point, the thread does not wait there; the paper
//!    takes arbitrary values on the other ways.
//! 4. Accesses that may race are barriers, as those are that may be errors: no race is left out ([`conduct`]).
//! 5. What holds at the point in any case is not checked ([`flow`]).

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

/// What was found may make more possible; after so many rounds that is left.
const ROUNDS: usize = 4;

/// Lets threads wait as soon as it is certain that they will. Returns where the loops jump back for which something was
/// changed.
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
    search.before_jumps_back(&constants);
    let Search { mut terms, waits, .. } = search;
    let positions = waits.iter().map(|wait| wait.goal.position).collect();
    let plan = Plan::new(waits, &flow, &mut terms);
    plan.carry_out(function, &terms);
    positions
}

/// Looks for points where threads should wait.
struct Search<'a> {
    flow: &'a Flow<'a>,
    conducts: &'a Conducts,
    /// What holds in blocks.
    facts: &'a SecondaryMap<BlockId, Conjunction>,
    terms: Terms,
    waits: Vec<Wait>,
}

impl Search<'_> {
    /// Points from which something is read that does not matter any more before the thread waits.
    fn before_spins(&mut self) {
        let (flow, conducts) = (self.flow, self.conducts);
        let stops = Ahead { flow, conducts, terms: &mut self.terms, goals: Goals::Spins }.look();
        for stop in stops.into_iter().filter(|stop| stop.prospect.may_read) {
            self.add(&stop, &always());
        }
    }

    /// Points from which a pure iteration is completed.
    fn before_jumps_back(&mut self, constants: &Constants) {
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
            let goals = Goals::JumpsBack { header, inside: &inside, counters: &counters };
            let stops = Ahead { flow, conducts, terms: &mut self.terms, goals }.look();
            if stops.is_empty() {
                continue;
            }
            let before = Before::new(flow, conducts, self.facts, header, &inside, &mut self.terms);
            for stop in stops {
                let so_far = before.at(stop.block, stop.index, &self.terms);
                // A loop that reads nothing goes on for ever whatever others do, and does not wait.
                if so_far.has_read || stop.prospect.reads {
                    self.add(&stop, &so_far.pure_if);
                }
            }
        }
    }

    /// Lets the thread wait where a prospect stops and one of the conjunctions holds.
    fn add(&mut self, stop: &Stop, conditions: &[Conjunction]) {
        // What only computes does not matter to others, and what it computes may be of use.
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
