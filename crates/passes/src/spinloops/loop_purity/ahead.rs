//! Forward purity conditions: when a thread will inevitably block [await §III], by backward
//! propagation.
//!
//! Each point has a set of *prospects*. If all literals of a prospect hold at the point, then the
//! thread gets from there to a goal, without an effect, an error or a back edge on the way. Goals
//! are either the terminators `Spin` or the back edges of one loop. A prospect moves up as far as
//! it can: from the end of a block to its beginning, and from there to all predecessors. It stops
//! behind the definition of a leaf, behind barriers and effects, and at the beginning of a block
//! that is the target of a back edge, since on a back edge nothing is known of the code that
//! follows. Parameters of blocks are replaced by the arguments. The thread should block where a
//! prospect stops.
//!
//! Each prospect leads to one loop. Two prospects are never combined to a shorter one if they lead
//! to different loops, even if one of them always holds: see the [module comment](super).

use porf_entity::{SecondaryMap, SourcePosition};
use porf_ir::{BlockId, TerminatorKind, ValueId};

use super::conditions::{Conjunction, LIMIT};
use super::conduct::{Conduct, Conducts};
use super::flow::Flow;
use super::terms::{TermId, Terms};
use crate::analyses::loops::{BackEdge, Counters};
use crate::spinloops::iterations::name_of_iteration;

/// The end of a prospect: the loop in which the thread blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Goal {
    /// The position of the back edge of the loop.
    pub(super) position: SourcePosition,
    /// The name of the iteration that would begin anew.
    pub(super) since: Since,
}

/// The name of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Since {
    /// This value.
    Value(ValueId),
    /// A value that is still to be defined at the beginning of the header.
    Header(BlockId),
    /// No name: the thread has not come to the header yet.
    Nothing,
}

/// A condition that leads to a goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Prospect {
    /// The literals that must hold.
    pub(super) literals: Conjunction,
    /// The leaves of the literals, sorted.
    leaves: Vec<ValueId>,
    pub(super) goal: Goal,
    /// Whether memory is read on some way to the goal.
    pub(super) may_read: bool,
    /// Whether memory is read on every way to the goal.
    pub(super) reads: bool,
}

/// A prospect that cannot move up any further, and its point.
pub(super) struct Stop {
    pub(super) block: BlockId,
    /// The number of instructions of the block before the point.
    pub(super) index: usize,
    pub(super) prospect: Prospect,
}

/// The goals that prospects lead to.
pub(super) enum Goals<'a> {
    /// The terminators `Spin`.
    Spins,
    /// The back edges to a header.
    BackEdges {
        header: BlockId,
        /// The blocks of the loop.
        inside: &'a SecondaryMap<BlockId, bool>,
        counters: &'a Counters,
    },
}

/// Propagates prospects backward through a function.
pub(super) struct Ahead<'a> {
    pub(super) flow: &'a Flow<'a>,
    pub(super) conducts: &'a Conducts,
    pub(super) terms: &'a mut Terms,
    pub(super) goals: Goals<'a>,
}

impl Ahead<'_> {
    /// The points where prospects stop.
    pub(super) fn look(mut self) -> Vec<Stop> {
        let mut stops = Vec::new();
        let mut at_entry: SecondaryMap<BlockId, Vec<Prospect>> = SecondaryMap::with_default(Vec::new());
        let flow = self.flow;
        for &block in flow.dominators.order().iter().rev() {
            if !self.is_inside(block) {
                continue;
            }
            let mut prospects = self.at_end(block, &at_entry);
            let instructions = &flow.function.blocks[block].instructions;
            for (index, conduct) in self.conducts[block].iter().enumerate().rev() {
                if prospects.is_empty() {
                    break;
                }
                let results = &instructions[index].results;
                let (moving, stopping) =
                    prospects.into_iter().partition(|prospect| self.moves_above(prospect, conduct, results));
                prospects = self.above(moving, conduct);
                let stop = |prospect| Stop { block, index: index + 1, prospect };
                stops.extend(Vec::into_iter(stopping).map(stop));
            }
            if flow.is_header[block] || flow.dominators.immediate(block).is_none() {
                stops.extend(prospects.into_iter().map(|prospect| Stop { block, index: 0, prospect }));
            } else {
                at_entry[block] = prospects;
            }
        }
        stops
    }

    fn is_inside(&self, block: BlockId) -> bool {
        match self.goals {
            Goals::Spins => true,
            Goals::BackEdges { inside, .. } => inside[block],
        }
    }

    /// The prospects at the end of a block.
    fn at_end(&mut self, block: BlockId, at_entry: &SecondaryMap<BlockId, Vec<Prospect>>) -> Vec<Prospect> {
        let flow = self.flow;
        let terminator = &flow.function.blocks[block].terminator;
        let goal = |since, literals| Prospect {
            literals,
            leaves: Vec::new(),
            goal: Goal { position: terminator.position, since },
            may_read: false,
            reads: false,
        };
        if let TerminatorKind::Spin { since } = terminator.kind
            && matches!(self.goals, Goals::Spins)
        {
            return vec![goal(since.map_or(Since::Nothing, Since::Value), Vec::new())];
        }
        let mut all = Vec::new();
        for (index, target) in flow.targets(block).into_iter().enumerate() {
            let params = &flow.function.blocks[target.block].params;
            let behind: Vec<Prospect> = match self.goals {
                Goals::BackEdges { header, counters, .. } if target.block == header => {
                    if counters.count(flow.function, BackEdge { from: block, index, header }) {
                        continue;
                    }
                    let passed = params.iter().copied().zip(target.arguments.iter().copied());
                    let passed: Vec<_> = passed.filter(|&(param, _)| counters.live[param]).collect();
                    let name = name_of_iteration(&flow.function.blocks[header]);
                    let since = name.map_or(Since::Header(header), Since::Value);
                    self.begins_anew(&passed).into_iter().map(|literals| goal(since, literals)).collect()
                }
                _ if flow.leads_back(block, target.block) => continue,
                _ => at_entry[target.block].clone(),
            };
            if behind.is_empty() {
                continue;
            }
            let arguments = target.arguments.iter().map(|&argument| self.terms.of(argument));
            let changes: Vec<(ValueId, TermId)> = params.iter().copied().zip(arguments).collect();
            let condition = flow.condition((block, index), self.terms);
            for prospect in behind {
                let is_changed = changes.iter().any(|(param, _)| prospect.leaves.contains(param));
                let there = match is_changed {
                    true => self.terms.substitute_all(&prospect.literals, &changes),
                    false => vec![prospect.literals.clone()],
                };
                let literals = self.terms.both(&condition, &there);
                let since = match prospect.goal.since {
                    Since::Value(name) => {
                        let passed = params.iter().position(|&param| param == name);
                        Since::Value(passed.map_or(name, |index| target.arguments[index]))
                    }
                    since => since,
                };
                let goal = Goal { since, ..prospect.goal };
                all.extend(literals.into_iter().map(|literals| Prospect {
                    literals,
                    goal,
                    ..prospect.clone()
                }));
            }
        }
        self.tidied(all)
    }

    /// The condition under which the live parameters of the header get the same values for the next
    /// iteration as for this one.
    fn begins_anew(&mut self, passed: &[(ValueId, ValueId)]) -> Vec<Conjunction> {
        let mut same = vec![Vec::new()];
        for &(param, argument) in passed.iter().filter(|(param, argument)| param != argument) {
            let (param, argument) = (self.terms.of(param), self.terms.of(argument));
            if self.terms.ty(param).is_float() {
                return Vec::new();
            }
            let equal = self.terms.equality(argument, param, true);
            same = self.terms.both(&same, &equal);
        }
        same
    }

    /// Whether a prospect may move above an instruction.
    fn moves_above(&self, prospect: &Prospect, conduct: &Conduct, results: &[ValueId]) -> bool {
        let needs_result = |conjunction: &Conjunction| {
            !results.is_empty() && self.terms.leaves(conjunction).iter().any(|leaf| results.contains(leaf))
        };
        !conduct.is_barrier
            && !results.iter().any(|result| prospect.leaves.binary_search(result).is_ok())
            && conduct.pure_if.as_ref().is_none_or(|pure| !pure.iter().any(needs_result))
    }

    /// The prospects before an instruction, from those behind it.
    fn above(&self, mut prospects: Vec<Prospect>, conduct: &Conduct) -> Vec<Prospect> {
        if conduct.reads {
            for prospect in &mut prospects {
                (prospect.may_read, prospect.reads) = (true, true);
            }
        }
        let conditions = [&conduct.pure_if, &conduct.goes_on_if];
        for condition in conditions.into_iter().flatten() {
            let with = |prospect: &Prospect| {
                let literals = self.terms.both(condition, std::slice::from_ref(&prospect.literals));
                let prospect = prospect.clone();
                literals.into_iter().map(move |literals| Prospect { literals, ..prospect.clone() })
            };
            prospects = self.tidied(prospects.iter().flat_map(with).collect());
        }
        prospects
    }

    /// An equivalent set of fewer and shorter prospects. It omits prospects that are too long or
    /// follow from others, and literals that are redundant because another prospect holds where
    /// they do not.
    fn tidied(&self, prospects: Vec<Prospect>) -> Vec<Prospect> {
        let mut kept: Vec<Prospect> = Vec::new();
        let mut pending: Vec<Prospect> =
            prospects.into_iter().rev().filter(|prospect| prospect.literals.len() <= LIMIT).collect();
        while let Some(mut new) = pending.pop() {
            if kept.iter().any(|old| self.follows(&new, old)) {
                continue;
            }
            kept.retain(|old| !self.follows(old, &new));
            if let Some(shorter) = kept.iter().find_map(|old| self.shortened(&new, old)) {
                pending.push(shorter);
                continue;
            }
            // Each round reduces the number of literals.
            if let Some((index, shorter)) =
                (0..kept.len()).find_map(|index| Some((index, self.shortened(&kept[index], &new)?)))
            {
                kept.remove(index);
                pending.extend([new, shorter]);
                continue;
            }
            new.leaves = self.terms.leaves(&new.literals);
            kept.push(new);
        }
        kept.truncate(LIMIT);
        kept
    }

    /// Whether a prospect holds only where another one of the same loop holds.
    fn follows(&self, prospect: &Prospect, from: &Prospect) -> bool {
        Self::are_of_one_loop(prospect, from) && self.terms.implies_all(&prospect.literals, &from.literals)
    }

    /// The prospect without one of its literals, if the other prospect holds where that literal
    /// does not but the rest of the prospect does.
    fn shortened(&self, prospect: &Prospect, other: &Prospect) -> Option<Prospect> {
        if !Self::are_of_one_loop(prospect, other) {
            return None;
        }
        let mut only_there =
            other.literals.iter().filter(|literal| prospect.literals.binary_search(literal).is_err());
        let (Some(&literal), None) = (only_there.next(), only_there.next()) else { return None };
        let index = prospect.literals.iter().position(|&it| self.terms.are_complementary(it, literal))?;
        let mut shorter = prospect.clone();
        shorter.literals.remove(index);
        shorter.may_read |= other.may_read;
        shorter.reads &= other.reads;
        Some(shorter)
    }

    /// Whether prospects are of the same loop. (Back edges to one header are: the code before a
    /// point from which they are all reached belongs to each of their loops. So are the `Spin` that
    /// several back edges of a loop have become, which name the same iteration. The position of a
    /// back edge does not identify its loop: the condition of an inner loop may be the back edge of
    /// the outer one, too, and a function may be inlined several times.)
    fn are_of_one_loop(one: &Prospect, other: &Prospect) -> bool {
        one.goal.since == other.goal.since
            && (one.goal.since != Since::Nothing || one.goal.position == other.goal.position)
    }
}
