//! Conditions under which an iteration has been pure so far.
//!
//! Each point of a loop has a condition on values that are defined there. If the condition holds,
//! the thread has had no effect since it was at the header. (It may have been through inner loops,
//! any number of times.) The analysis goes forward and collects the conditions under which
//! instructions are pure. Where ways meet with different conditions, it adds literals that
//! distinguish the ways, if there are such literals. It drops conjunctions that depend on values
//! which are no longer defined.

use porf_entity::SecondaryMap;
use porf_ir::BlockId;

use super::conditions::{Condition, Conjunction, LIMIT, Literal, always};
use super::conduct::{Conduct, Conducts};
use super::flow::Flow;
use super::terms::Terms;

/// The facts about an iteration at a point.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SoFar {
    /// The condition under which the iteration has been pure.
    pub(super) pure_if: Condition,
    /// Whether the iteration has read memory on every way to the point.
    pub(super) has_read: bool,
}

/// The facts about the iterations of a loop.
pub(super) struct Before<'a> {
    conducts: &'a Conducts,
    at_entry: SecondaryMap<BlockId, Option<SoFar>>,
}

impl<'a> Before<'a> {
    /// Analyses the loop of a header, which has these blocks. `facts` are the literals that hold in
    /// blocks.
    pub(super) fn new(
        flow: &Flow<'_>,
        conducts: &'a Conducts,
        facts: &SecondaryMap<BlockId, Conjunction>,
        header: BlockId,
        inside: &SecondaryMap<BlockId, bool>,
        terms: &mut Terms,
    ) -> Self {
        let mut before = Self { conducts, at_entry: SecondaryMap::with_default(None) };
        before.at_entry[header] = Some(SoFar { pure_if: always(), has_read: false });
        for &block in flow.dominators.order().iter().filter(|&&block| inside[block] && block != header) {
            let mut ways: Vec<(SoFar, Conjunction)> = Vec::new();
            let mut predecessors = flow.predecessors[block].clone();
            predecessors.dedup();
            for from in predecessors.into_iter().filter(|&from| inside[from] && !flow.leads_back(from, block))
            {
                let there = before.at(from, conducts[from].len(), terms);
                for (index, _) in
                    flow.targets(from).iter().enumerate().filter(|(_, target)| target.block == block)
                {
                    let facts = flow.facts_on((from, index), &facts[from], terms);
                    ways.push((there.clone(), facts));
                }
            }
            let mut here = meet(&ways, terms);
            here.pure_if.retain(|conjunction| flow.is_defined_before(terms, conjunction, block));
            if flow.is_header[block] && before.may_have_effects(flow, block) {
                here.pure_if.clear();
            }
            before.at_entry[block] = Some(here);
        }
        before
    }

    /// The facts at the point of a block of the loop where `count` of its instructions have run.
    pub(super) fn at(&self, block: BlockId, count: usize, terms: &Terms) -> SoFar {
        let Some(mut here) = self.at_entry[block].clone() else {
            return SoFar { pure_if: Vec::new(), has_read: false };
        };
        for Conduct { pure_if, reads, .. } in &self.conducts[block][..count] {
            here.has_read |= reads;
            if let Some(condition) = pure_if {
                here.pure_if = limited(terms.both(&here.pure_if, condition));
            }
        }
        here
    }

    /// Whether the cycles of an inner header may have an effect, or are not known well enough.
    fn may_have_effects(&self, flow: &Flow<'_>, header: BlockId) -> bool {
        let mut edges = flow.back_edges.natural.iter().filter(|edge| edge.header == header);
        let mut irreducible = flow.back_edges.irreducible.iter();
        let has_effects =
            |&block: &BlockId| self.conducts[block].iter().any(|conduct| conduct.pure_if.is_some());
        irreducible.any(|edge| edge.header == header)
            || edges.any(|edge| edge.natural_loop(&flow.predecessors).0.iter().any(has_effects))
    }
}

/// The facts where ways meet. Each way comes with its facts and the literals that hold on it.
fn meet(ways: &[(SoFar, Conjunction)], terms: &Terms) -> SoFar {
    let has_read = ways.iter().all(|(so_far, _)| so_far.has_read);
    let Some(((first, _), others)) = ways.split_first() else {
        return SoFar { pure_if: Vec::new(), has_read };
    };
    if others.iter().all(|(so_far, _)| so_far.pure_if == first.pure_if) {
        return SoFar { pure_if: first.pure_if.clone(), has_read };
    }
    let mut pure_if: Condition = Vec::new();
    for (so_far, facts) in ways {
        let different = ways.iter().filter(|(other, _)| other.pure_if != so_far.pure_if);
        let excluding: Option<Conjunction> =
            different.map(|(_, others)| difference(facts, others, terms)).collect();
        let Some(mut excluding) = excluding else { continue };
        excluding.sort_unstable();
        excluding.dedup();
        for conjunction in terms.both(&so_far.pure_if, &[excluding]) {
            if !pure_if.contains(&conjunction) {
                pure_if.push(conjunction);
            }
        }
    }
    SoFar { pure_if: limited(pure_if), has_read }
}

/// A literal of `facts` that does not hold where the others do.
fn difference(facts: &[Literal], others: &[Literal], terms: &Terms) -> Option<Literal> {
    let differs = |fact: &&Literal| others.iter().any(|&other| terms.contradict(**fact, other));
    facts.iter().find(differs).copied()
}

fn limited(mut condition: Condition) -> Condition {
    condition.retain(|conjunction| conjunction.len() <= LIMIT);
    condition.truncate(LIMIT);
    condition
}
